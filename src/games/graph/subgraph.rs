//! What is left of a graph when vertices are taken.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use super::shared::Shared;
use super::text::parse_start;
use super::{Graph, Symmetry};
use crate::components::Components;
use crate::connected::{connected_parts, connected_subsets};
use crate::games::class_code::{SmallGraph, class_code};
use crate::games::straight::path_or_cycle;
use crate::nimber::Nimber;
use crate::notation::{NotationError, Piece};
use crate::serial::serde_as_text;
use crate::subset::{Subset, bits, parse_list};

/// Maximum number of vertices of a part that has a code. With 16 a tenth fewer listings, and a tenth more time (Node Kayles and Arc Kayles on boards and
/// random graphs, `docs/measured.md`).
const MOST_CODED: usize = 10;

/// Some vertices of a graph, with all edges between them: the position of games that take vertices.
///
/// The text is that of the graph, and the vertices in braces if some are missing: `path:5{0,1,4}`. Rule books read a set that is not connected as
/// the sum of its parts. With the feature `serde` it is that text.
///
/// Subgraphs are equal if they have the same vertices of equal graphs, which are boards of the same rows and columns if one of them is a board.
/// Subgraphs of one graph share it, so that a position takes 32 bytes, and further memory only for vertices from 64 on. Each thread has a copy of
/// its own of a graph of at most 64 vertices.
///
/// ```
/// use grundy::games::{Graph, Subgraph};
///
/// let path = Subgraph::from(Graph::path(5)?);
/// assert_eq!(path.to_string(), "path:5");
/// let ends = path.without(&[2].into_iter().collect());
/// assert_eq!(ends.to_string(), "path:5{0,1,3,4}");
/// assert_eq!(ends.to_string().parse(), Ok(ends.clone()));
/// assert_eq!(ends.parts().to_string(), "path:5{0,1} + path:5{3,4}");
/// # Ok::<(), grundy::games::GraphError>(())
/// ```
#[derive(Clone)]
pub struct Subgraph {
    graph: Shared,
    /// Numbers below that of the graph's vertices.
    vertices: Subset,
}

serde_as_text!(Subgraph);

impl Subgraph {
    /// The graph.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The vertices that are left.
    #[must_use]
    pub const fn vertices(&self) -> &Subset {
        &self.vertices
    }

    /// The neighbours of a vertex that are left; none if the vertex is not left itself.
    #[must_use]
    pub fn neighbours(&self, vertex: usize) -> Subset {
        if !self.vertices.contains(vertex) {
            return Subset::new();
        }
        self.graph.neighbours[vertex].intersection(&self.vertices)
    }

    /// The edges that are left, by their ends, the lesser end first, in ascending order.
    pub fn edges(&self) -> impl Iterator<Item = (usize, usize)> {
        self.vertices.iter().flat_map(|one| {
            let others = self.graph.neighbours[one].intersection(&self.vertices);
            others.into_numbers().filter(move |other| *other > one).map(move |other| (one, other))
        })
    }

    /// What is left when these vertices are taken.
    #[must_use]
    pub fn without(&self, taken: &Subset) -> Self {
        self.with_vertices(self.vertices.difference(taken))
    }

    /// The connected parts.
    #[must_use]
    pub fn parts(&self) -> Components<Self> {
        let parts = connected_subsets(self.vertices.clone(), &self.graph.neighbours);
        parts.into_iter().map(|vertices| self.with_vertices(vertices)).collect()
    }

    /// Whether there is one connected part at most.
    pub(in crate::games) fn is_connected(&self) -> bool {
        connected_subsets(self.vertices.clone(), &self.graph.neighbours).len() <= 1
    }

    /// The connected parts of at least `least` vertices that are left when these vertices are taken, in the order of
    /// [`parts`](Self::parts). If the graph was connected, it is enough to look around the vertices that are taken.
    #[inline]
    pub(in crate::games) fn parts_without(&self, taken: &Subset, least: u32, was_connected: bool) -> Components<Self> {
        let Some(small) = self.graph.small() else {
            let parts = self.without(taken).parts();
            return parts.into_iter().filter(|part| part.vertices.len() >= least as usize).collect();
        };
        let taken = taken.first_word();
        let left = self.vertices.first_word() & !taken;
        // In a connected graph each part that is left contains a neighbour of a vertex that was taken.
        let mut near = if was_connected { 0 } else { left };
        for vertex in bits(taken) {
            // All that is left is near: more vertices can't add to it.
            if near == left {
                break;
            }
            near |= small.neighbours(vertex) & left;
        }
        let parts = connected_parts(left, near, |vertex| small.neighbours(vertex));
        let parts = parts.filter(|part| part.count_ones() >= least);
        let mut parts: Components<Self> = parts.map(|part| self.with_vertices(Subset::from_word(part))).collect();
        // `connected_parts` lists parts by their first vertices in `near`, and `parts` by their first vertices.
        // Insertion sort: parts are few, and in this order in most cases.
        let lowest = |part: &Self| part.vertices.first_word().trailing_zeros();
        let in_order = parts.as_mut_slice();
        for end in 1..in_order.len() {
            let mut place = end;
            while place > 0 && lowest(&in_order[place - 1]) > lowest(&in_order[place]) {
                in_order.swap(place - 1, place);
                place -= 1;
            }
        }
        parts
    }

    /// The vertices of this graph that a text lists from byte `start` on; all of them if it lists none.
    fn listed(self, text: &str, start: usize) -> Result<Self, NotationError> {
        let list = &text[start..];
        if list.trim().is_empty() {
            return Ok(self);
        }
        // The text of a graph in graph6 ends by the number of its vertices: what follows is no list by itself.
        if !list.trim_start().starts_with('{') {
            let at = text.len() - list.trim_start().len();
            return Err(NotationError::new(
                text,
                at,
                "a graph ends here, and then its vertices follow in braces, if some are left out",
            ));
        }
        let mut vertices = Subset::new();
        for (vertex, at) in parse_list(list, "a vertex").map_err(|error| error.within(text, start))? {
            if let Err(error) = self.graph.check(vertex) {
                return Err(NotationError::new(text, start + at, error.to_string()));
            }
            vertices.insert(vertex);
        }
        Ok(self.with_vertices(vertices))
    }

    /// The graph, but only these vertices of it.
    #[inline]
    pub(in crate::games) fn with_vertices(&self, vertices: Subset) -> Self {
        Self { graph: self.graph.clone(), vertices }
    }

    /// On a board of rooks, if the squares that are left are all those of some rows and columns: the number of rows or columns, whichever are fewer. A
    /// rook takes one of each, so every play lasts as many moves.
    pub(in crate::games) fn length_of_rooks(&self) -> Option<u64> {
        let columns = self.graph.columns_of_rooks()?;
        let side = |of: fn(usize, usize) -> usize| -> usize {
            self.vertices.iter().map(|square| of(square, columns)).collect::<Subset>().len()
        };
        let (down, across) = (side(|square, columns| square / columns), side(|square, columns| square % columns));
        (down * across == self.vertices.len()).then_some(down.min(across) as u64)
    }

    /// The vertices that moves need to be tried at: the first one of a whole graph whose vertices are all alike.
    pub(in crate::games) fn representatives(&self) -> Subset {
        let are_alike = self.graph.is_transitive() && self.vertices.len() == self.graph.vertices();
        if are_alike { self.vertices.least().into_iter().collect() } else { self.vertices.clone() }
    }

    /// On a board, the least of the sets that shifts and reflections make of the vertices; else the vertices themselves.
    #[inline]
    pub(in crate::games) fn up_to_symmetry(mut self) -> Self {
        if let Some(board) = self.graph.small().and_then(|small| small.board) {
            let squares = self.vertices.first_word();
            // `SmallBoard` takes sets with a square only.
            if squares != 0 {
                self.vertices = Subset::from_word(board.least_image(squares));
            }
        } else if let Some((rows, columns)) = self.graph.board() {
            self.vertices = least_image(&self.vertices, rows, columns);
        }
        self
    }

    /// A number that two subgraphs share only if they are isomorphic; `None` for those that are large or have many symmetries.
    pub(in crate::games) fn class_code(&self) -> Option<u128> {
        if self.vertices.len() > MOST_CODED {
            return None;
        }
        let mut around = [0; MOST_CODED];
        for (neighbours, vertex) in around.iter_mut().zip(self.vertices.iter()) {
            *neighbours = self.numbers_around(vertex);
        }
        let around = &around[..self.vertices.len()];
        // Loops over few neighbours are much faster.
        match around.iter().map(|neighbours| neighbours.count_ones()).max()? {
            0..=4 => class_code(&SmallGraph::<4>::new(around)),
            5..=8 => class_code(&SmallGraph::<8>::new(around)),
            _ => class_code(&SmallGraph::<MOST_CODED>::new(around)),
        }
    }

    /// The neighbours of a vertex as a word, by their numbers among the vertices.
    fn numbers_around(&self, vertex: usize) -> u16 {
        if let Some(small) = self.graph.small() {
            let word = self.vertices.first_word();
            let number = |other: usize| (word & ((1 << other) - 1)).count_ones();
            // A vertex has as many vertices before it as there are bits below it. At most `MOST_CODED` vertices have
            // numbers, which are bits of a word of 16.
            return bits(small.neighbours(vertex) & word).map(|other| 1_u16 << number(other)).sum();
        }
        let neighbours = &self.graph.neighbours[vertex];
        let others = self.vertices.iter().enumerate().filter(|(_, other)| neighbours.contains(*other));
        others.map(|(number, _)| 1_u16 << number).sum()
    }

    /// Whether a symmetry that is its own inverse takes no vertex to itself or to a neighbour. It turns a set of squares about its
    /// centre, and on other graphs it is the one that the family tells of.
    #[inline]
    pub(in crate::games) fn has_opposites(&self) -> bool {
        if let Some(board) = self.graph.small().and_then(|small| small.board) {
            let squares = self.vertices.first_word();
            // First whether half a turn maps the set to itself, which a few operations tell, and only then square by
            // square whether neighbours are exchanged.
            return squares == 0 || board.half_turn(squares).is_some_and(|sum| self.are_apart(Some(sum as usize)));
        }
        let turn = self.graph.board().and_then(|(_, columns)| half_turn(&self.vertices, columns));
        self.are_apart(turn)
    }

    /// Whether each vertex has an opposite in the set that is neither itself nor a neighbour. On a board the opposite of *v* is `turn` − *v*.
    fn are_apart(&self, turn: Option<usize>) -> bool {
        let opposite = |vertex: usize| match &self.graph.symmetry {
            // Without a turn no vertex has an opposite: only the empty set passes.
            Symmetry::Board { .. } => turn?.checked_sub(vertex),
            Symmetry::Other { opposite, .. } => Some(opposite.as_ref()?[vertex]),
        };
        self.vertices.iter().all(|vertex| {
            opposite(vertex).is_some_and(|other| {
                other != vertex && self.vertices.contains(other) && !self.graph.neighbours[vertex].contains(other)
            })
        })
    }

    /// The number of edges that every maximal matching has, if that is seen at once: all vertices are joined, or they have two sides and those of different
    /// sides are joined. Not looked for on boards.
    pub(in crate::games) fn matched(&self) -> Option<u64> {
        let first = self.vertices.iter().next().filter(|_| self.graph.board().is_none())?;
        let others = self.neighbours(first);
        let own = self.vertices.difference(&others);
        let joined = |side: &Subset, to: &Subset| side.iter().all(|vertex| self.neighbours(vertex) == *to);
        if joined(&own, &others) && joined(&others, &own) {
            return Some(own.len().min(others.len()) as u64);
        }
        let count = self.vertices.len();
        let is_complete = own.len() == 1
            && others.iter().all(|vertex| self.graph.neighbours[vertex].in_common(&self.vertices) == count - 1);
        is_complete.then_some(count as u64 / 2)
    }

    /// The value, if every part is a path or a cycle. A path of *n* vertices has the value of a [strip](path_or_cycle) of *n* + `more` cells.
    ///
    /// A move on a cycle of *n* vertices leaves a path, which has the value of a strip of *n* − 2 cells: in Arc Kayles *n* − 2 vertices, and in Node
    /// Kayles *n* − 3.
    #[inline]
    pub(in crate::games) fn value_if_straight(&self, more: usize) -> Option<Nimber> {
        let is_straight = match self.graph.small() {
            Some(small) => {
                let word = self.vertices.first_word();
                bits(word).all(|vertex| (small.neighbours(vertex) & word).count_ones() <= 2)
            }
            None => self.vertices.iter().all(|vertex| self.graph.neighbours[vertex].in_common(&self.vertices) <= 2),
        };
        is_straight.then(|| self.value_of_straight(more))
    }

    /// The value, if it is known that every part is a path or a cycle.
    fn value_of_straight(&self, more: usize) -> Nimber {
        let neighbours = &self.graph.neighbours;
        let value = |part: Subset| {
            let vertices = part.len();
            // A connected part in which all vertices have two neighbours is a cycle.
            let is_cycle = vertices > 2 && part.iter().all(|vertex| neighbours[vertex].in_common(&part) == 2);
            path_or_cycle((vertices + if is_cycle { 0 } else { more }) as u64, is_cycle)
        };
        let parts = connected_subsets(self.vertices.clone(), neighbours);
        parts.into_iter().map(value).fold(Nimber::ZERO, |sum, value| sum + value)
    }
}

/// The least and greatest row and column of a set of squares: top, left, bottom, right.
fn bounds(squares: &Subset, columns: usize) -> Option<[usize; 4]> {
    let mut squares = squares.iter().map(|square| (square / columns, square % columns));
    let (row, column) = squares.next()?;
    Some(squares.fold([row, column, row, column], |[top, left, bottom, right], (row, column)| {
        [top.min(row), left.min(column), bottom.max(row), right.max(column)]
    }))
}

/// The number from which half a turn of a set of squares about its centre takes that of each square.
fn half_turn(squares: &Subset, columns: usize) -> Option<usize> {
    // The sum of the numbers of two opposite corners: top · columns + left and bottom · columns + right.
    let [top, left, bottom, right] = bounds(squares, columns)?;
    Some((top + bottom) * columns + left + right)
}

/// [`SmallBoard::least_image`] on a board of any size, square by square.
fn least_image(squares: &Subset, rows: usize, columns: usize) -> Subset {
    let Some([top, left, bottom, right]) = bounds(squares, columns) else { return Subset::new() };
    let (height, width) = (bottom - top, right - left);
    let squares: Vec<(usize, usize)> =
        squares.iter().map(|square| (square / columns - top, square % columns - left)).collect();
    let image = |to: &dyn Fn(usize, usize) -> (usize, usize)| -> Subset {
        squares.iter().map(|(row, column)| to(*row, *column)).map(|(row, column)| row * columns + column).collect()
    };
    let mut least = image(&|row, column| (row, column));
    let mut consider = |other: Subset| {
        if other.is_less(&least) {
            least = other;
        }
    };
    consider(image(&|row, column| (height - row, column)));
    consider(image(&|row, column| (row, width - column)));
    consider(image(&|row, column| (height - row, width - column)));
    // Turned by a quarter, the set must still fit on the board: `height` and `width` are one less than its sides.
    if width < rows && height < columns {
        consider(image(&|row, column| (column, row)));
        consider(image(&|row, column| (column, height - row)));
        consider(image(&|row, column| (width - column, row)));
        consider(image(&|row, column| (width - column, height - row)));
    }
    least
}

/// The whole graph, connected or not.
impl From<Graph> for Subgraph {
    fn from(graph: Graph) -> Self {
        Self { vertices: Subset::below(graph.vertices()), graph: Shared::new(graph) }
    }
}

impl PartialEq for Subgraph {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.vertices == other.vertices && self.graph == other.graph
    }
}

impl Eq for Subgraph {}

/// The hash of the vertices alone: a memo seldom holds positions on several graphs.
impl Hash for Subgraph {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.vertices.hash(state);
    }
}

impl fmt::Display for Subgraph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (graph, vertices) = (&*self.graph, &self.vertices);
        if vertices.len() == graph.vertices() { write!(f, "{graph}") } else { write!(f, "{graph}{vertices}") }
    }
}

impl fmt::Debug for Subgraph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Subgraph {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let (graph, end) = parse_start(text)?;
        Self::from(graph).listed(text, end)
    }
}

/// Reads graphs or sets of vertices, joined with `+`, and tells their connected parts.
pub(in crate::games) fn parse_subgraphs(text: &str) -> Result<Components<Subgraph>, NotationError> {
    let mut parts = Components::new();
    // The text of the graph that was read last, and the whole graph: sets of vertices of one graph share it.
    let mut last: Option<(&str, Subgraph)> = None;
    for piece in Piece::whole(text).split('+') {
        let within = |error: NotationError| error.within(text, piece.at);
        // A graph ends before a brace or at the end of the text. In graph6 a brace may belong to the graph, but no text of a graph is the
        // beginning of another one's.
        let ends = |rest: &str| rest.is_empty() || rest.trim_start().starts_with('{');
        let again = last.take().filter(|(graph, _)| piece.text.strip_prefix(graph).is_some_and(ends));
        let (graph, whole) = if let Some(again) = again {
            again
        } else {
            let (graph, end) = parse_start(piece.text).map_err(within)?;
            (piece.text[..end].trim_end(), Subgraph::from(graph))
        };
        let set = whole.clone().listed(piece.text, graph.len()).map_err(within)?;
        parts.extend(set.parts());
        last = Some((graph, whole));
    }
    Ok(parts)
}

/// Writes connected parts, joined with ` + `. Successive parts of one graph that are the parts of their union are written as one set of vertices: the
/// text of the graph may be long.
pub(in crate::games) fn subgraphs_text(parts: &[Subgraph]) -> String {
    if parts.is_empty() {
        return "path:0".to_owned();
    }
    // Parts are read in the order of their least vertices.
    let may_join = |one: &Subgraph, next: &Subgraph| {
        one.vertices.least() < next.vertices.least() && one.graph.name == next.graph.name && one.graph == next.graph
    };
    let mut texts = Vec::new();
    for run in parts.chunk_by(may_join) {
        let union = run[0].with_vertices(run.iter().flat_map(|part| part.vertices.iter()).collect());
        // Parts of several copies of the graph may meet.
        let is_read_back = run.len() > 1 && *union.parts() == *run;
        let written = if is_read_back { std::slice::from_ref(&union) } else { run };
        texts.extend(written.iter().map(ToString::to_string));
    }
    texts.join(" + ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::images::SmallBoard;

    /// Random sets on boards of every shape that a word has room for, in a corner or spread over the board.
    #[test]
    fn words_have_the_images_of_sets() {
        let mut seed = 1_u64;
        let mut chance = move || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            usize::try_from(seed >> 32).unwrap()
        };
        let (mut turned, mut checked) = (0, 0);
        for (rows, columns) in (1..=64).flat_map(|rows| (1..=64 / rows).map(move |columns| (rows, columns))) {
            let Some(board) = SmallBoard::new(rows, columns) else { continue };
            for _ in 0..200 {
                let mut corner = || (chance() % rows, chance() % columns);
                let (one, other) = (corner(), corner());
                let is_inside = |square: usize| {
                    let (row, column) = (square / columns, square % columns);
                    row >= one.0.min(other.0)
                        && row <= one.0.max(other.0)
                        && column >= one.1.min(other.1)
                        && column <= one.1.max(other.1)
                };
                let dense = chance() % 4;
                let squares: Vec<usize> =
                    (0..rows * columns).filter(|square| is_inside(*square) && chance() % 4 <= dense).collect();
                let mut set = Subset::from_iter(squares);
                if chance() % 2 == 0
                    && let Some(sum) = half_turn(&set, columns)
                {
                    set.extend(set.clone().into_numbers().map(|square| sum - square));
                }
                let Some(word) = set.word().filter(|word| *word != 0) else { continue };
                let text = format!("{set} on {rows} x {columns}");
                assert_eq!(Subset::from_word(board.least_image(word)), least_image(&set, rows, columns), "{text}");
                let turn = half_turn(&set, columns).filter(|sum| {
                    set.iter().all(|square| sum.checked_sub(square).is_some_and(|other| set.contains(other)))
                });
                assert_eq!(board.half_turn(word).map(|sum| sum as usize), turn, "{text}");
                turned += usize::from(turn.is_some());
                checked += 1;
            }
        }
        assert!(checked > 20_000 && turned > checked / 3 && turned < checked, "{turned} of {checked}");
    }
}
