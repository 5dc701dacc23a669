//! Graphs of positions as Graphviz DOT.

use std::fmt::{self, Write as _};

use crate::render::graph::{GraphMove, GraphPosition, PositionGraph};

/// A graph of positions in the DOT language, by [`Display`](fmt::Display): `dot -Tsvg` of Graphviz draws it.
///
/// P-positions have a double border and a warm colour, N-positions a cold colour. The label of a vertex is the position and its value.
/// The label of an arrow is its first move and the number of its other moves. A move that leaves several components goes to a small
/// dot, and from there to each of them; a move that leaves nothing goes to the vertex `nothing`. Positions at the start have a thick
/// border. Positions that lack moves because of the limit have a dashed border, and a line below the picture says so. Text is escaped,
/// and cut after [`MOST_TEXT`](Self::MOST_TEXT) characters.
///
/// ```
/// use grundy::render::PositionGraph;
/// use grundy::{Kayles, Solver};
///
/// let graph = PositionGraph::new(&mut Solver::new(Kayles), 3, 100);
/// let dot = graph.dot().to_string();
/// assert!(dot.starts_with("digraph positions {"));
/// assert!(dot.contains(r#"p0 [label="3\n*3""#));
/// assert!(dot.contains(r#"p0 -> p1 [label="pin 1 (or 1 more)"]"#)); // xxx to xx, from either side
/// ```
///
/// Reference: the DOT language, <https://graphviz.org/doc/info/lang.html>.
#[derive(Clone, Copy, Debug)]
pub struct Dot<'a, P, M> {
    graph: &'a PositionGraph<P, M>,
    arrows: Arrows,
}

/// Whether arrows have labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Arrows {
    Labelled,
    Plain,
}

const WON: &str = "#dce9f7";
const LOST: &str = "#ffd9a0";

impl<P, M> PositionGraph<P, M> {
    /// The graph as text for Graphviz, which draws it, with its moves as labels of the arrows.
    #[must_use]
    pub fn dot(&self) -> Dot<'_, P, M> {
        Dot { graph: self, arrows: Arrows::Labelled }
    }
}

impl<P, M> Dot<'_, P, M> {
    /// The length of a label: characters after it are cut off, and replaced by an ellipsis.
    pub const MOST_TEXT: usize = 80;

    /// The graph without labels of arrows, which is easier to read where there are many arrows.
    #[must_use]
    pub fn plain_arrows(self) -> Self {
        Self { arrows: Arrows::Plain, ..self }
    }
}

impl<P: fmt::Display, M: fmt::Display> fmt::Display for Dot<'_, P, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PositionGraph { positions, moves, .. } = self.graph;
        f.write_str("digraph positions {\n")?;
        f.write_str("  node [shape=box, style=\"rounded,filled\", fontname=\"sans-serif\", color=\"#40506a\"];\n")?;
        f.write_str("  edge [fontname=\"sans-serif\", fontsize=10, color=\"#7a8699\", fontcolor=\"#40506a\"];\n")?;
        if !self.graph.is_complete() {
            let told = format!("cut at {} positions: the dashed ones have moves that are not drawn", positions.len());
            writeln!(f, "  label=\"{told}\"; fontname=\"sans-serif\"; labelloc=b;")?;
        }
        for (place, vertex) in positions.iter().enumerate() {
            self.vertex(f, place, vertex)?;
        }
        if moves.iter().any(|arrow| arrow.left.is_empty()) {
            writeln!(f, "  end [label=\"nothing\\n*0\", peripheries=2, fillcolor=\"{LOST}\"];")?;
        }
        for (place, arrow) in moves.iter().enumerate() {
            self.arrow(f, place, arrow)?;
        }
        f.write_str("}\n")
    }
}

impl<P: fmt::Display, M: fmt::Display> Dot<'_, P, M> {
    fn vertex(&self, f: &mut fmt::Formatter<'_>, place: usize, vertex: &GraphPosition<P>) -> fmt::Result {
        let text = escaped(&vertex.position);
        match vertex.value {
            Some(value) if value.is_zero() => {
                write!(f, "  p{place} [label=\"{text}\\n{value}\", peripheries=2, fillcolor=\"{LOST}\"")?;
            }
            Some(value) => write!(f, "  p{place} [label=\"{text}\\n{value}\", fillcolor=\"{WON}\"")?,
            None => write!(f, "  p{place} [label=\"{text}\\n?\", fillcolor=white")?,
        }
        if self.graph.start.contains(&place) {
            f.write_str(", penwidth=2.5")?;
        }
        f.write_str(if vertex.complete { "];\n" } else { ", style=\"rounded,filled,dashed\"];\n" })
    }

    fn arrow(&self, f: &mut fmt::Formatter<'_>, place: usize, arrow: &GraphMove<M>) -> fmt::Result {
        let from = arrow.from;
        let label = match (self.arrows, &arrow.moves[..]) {
            (Arrows::Plain, _) | (_, []) => String::new(),
            (_, [mv]) => format!("label=\"{}\"", escaped(mv)),
            (_, [mv, more @ ..]) => format!("label=\"{} (or {} more)\"", escaped(mv), more.len()),
        };
        match &arrow.left[..] {
            [] => writeln!(f, "  p{from} -> end [{label}];"),
            [one] => writeln!(f, "  p{from} -> p{one} [{label}];"),
            several => {
                writeln!(f, "  m{place} [shape=point, width=0.07, label=\"\"];")?;
                let separator = if label.is_empty() { "" } else { ", " };
                writeln!(f, "  p{from} -> m{place} [{label}{separator}arrowhead=none];")?;
                several.iter().try_for_each(|left| writeln!(f, "  m{place} -> p{left};"))
            }
        }
    }
}

/// Escapes a text for a quoted label of DOT, in which `"`, `\` and `&` have meanings of their own.
fn escaped(text: &impl fmt::Display) -> String {
    let mut label = Label { written: String::new(), chars: 0 };
    // It ends with an error where the text is cut.
    let _ = write!(label, "{text}");
    label.written
}

/// The label of a text, up to its greatest length: the text of a large board is not written to its end.
struct Label {
    written: String,
    chars: usize,
}

impl fmt::Write for Label {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for c in text.chars() {
            match c {
                _ if self.chars == Dot::<(), ()>::MOST_TEXT => {
                    self.written.push('…');
                    return Err(fmt::Error);
                }
                '"' | '\\' => self.written.extend(['\\', c]),
                '&' => self.written.push_str("&amp;"),
                '\n' => self.written.push_str("\\n"),
                _ if c.is_control() => self.written.push(' '),
                _ => self.written.push(c),
            }
            self.chars += 1;
        }
        Ok(())
    }
}
