//! What is left of a graph when vertices are taken.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;
use std::sync::Arc;

use super::text::parse_start;
use super::{Graph, Symmetry, value_of_path};
use crate::components::Components;
use crate::games::serde_through::serde_through;
use crate::nimber::Nimber;
use crate::notation::{NotationError, Piece, join};
use crate::subset::{Subset, connected_subsets, parse_list};

/// Some vertices of a graph, with all edges between them: the position of games that take vertices.
///
/// The text is that of the graph, and the vertices in braces if some are missing: `path:5{0,1,4}`. Rule books read a set that is not connected as
/// the sum of its parts. With the feature `serde` it is that text.
/// Subgraphs of one graph share it, so that a position takes 32 bytes, and further memory only for vertices from 64 on.
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
    graph: Arc<Graph>,
    /// Numbers below that of the graph's vertices.
    vertices: Subset,
}

serde_through!(Subgraph, |part| part.to_string(), |text: String| text.parse::<Subgraph>());

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
            let others: Vec<usize> = self.neighbours(one).iter().filter(|other| *other > one).collect();
            others.into_iter().map(move |other| (one, other))
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

    /// The graph, but only these vertices of it.
    pub(in crate::games) fn with_vertices(&self, vertices: Subset) -> Self {
        Self { graph: Arc::clone(&self.graph), vertices }
    }

    /// The vertices that moves need to be tried at: the first one of a whole graph whose vertices are all alike.
    pub(in crate::games) fn representatives(&self) -> impl Iterator<Item = usize> {
        let are_alike = self.graph.is_transitive() && self.vertices.len() == self.graph.vertices();
        self.vertices.iter().take(if are_alike { 1 } else { usize::MAX })
    }

    /// On a board, the least of the sets that shifts and reflections make of the vertices; else the vertices themselves.
    pub(in crate::games) fn up_to_symmetry(self) -> Self {
        let Some((rows, columns)) = self.graph.board() else { return self };
        let Some([top, left, bottom, right]) = self.bounds(columns) else { return self };
        let (height, width) = (bottom - top, right - left);
        let image = |to: &dyn Fn(usize, usize) -> (usize, usize)| -> Subset {
            let moved = self.vertices.iter().map(|square| to(square / columns - top, square % columns - left));
            moved.map(|(row, column)| row * columns + column).collect()
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
        if width < rows && height < columns {
            consider(image(&|row, column| (column, row)));
            consider(image(&|row, column| (column, height - row)));
            consider(image(&|row, column| (width - column, row)));
            consider(image(&|row, column| (width - column, height - row)));
        }
        self.with_vertices(least)
    }

    /// Whether a symmetry that is its own inverse takes no vertex to itself or to a neighbour. It turns a set of squares about its
    /// centre, and on other graphs it is the one that the family tells of.
    pub(in crate::games) fn has_opposites(&self) -> bool {
        let bounds = self.graph.board().map(|(_, columns)| (columns, self.bounds(columns)));
        let opposite = |vertex: usize| match (&self.graph.symmetry, bounds) {
            (_, Some((columns, Some([top, left, bottom, right])))) => {
                Some((top + bottom - vertex / columns) * columns + left + right - vertex % columns)
            }
            (Symmetry::Other { opposite: Some(opposite), .. }, _) => Some(opposite[vertex]),
            _ => None,
        };
        self.vertices.iter().all(|vertex| {
            opposite(vertex).is_some_and(|other| {
                other != vertex && self.vertices.contains(other) && !self.graph.neighbours[vertex].contains(other)
            })
        })
    }

    /// The value, if every part is a path or a cycle. `alone` is that of a single vertex, and a path of *n* + `shift` vertices has the
    /// value of Node Kayles on *n*.
    ///
    /// A move on a cycle of *n* + `shift` vertices leaves the path that Node Kayles leaves on a cycle of *n*, which has *n* − 3 vertices.
    pub(in crate::games) fn value_if_straight(&self, shift: usize) -> Option<Nimber> {
        if self.vertices.iter().any(|vertex| self.neighbours(vertex).len() > 2) {
            return None;
        }
        let value = |part: Self| {
            let vertices = part.vertices.len();
            let is_cycle = vertices > 2 && part.vertices.iter().all(|vertex| part.neighbours(vertex).len() == 2);
            match (is_cycle, vertices - shift) {
                (true, _) => Nimber::new(u64::from(value_of_path(vertices - 3).is_zero())),
                (false, length) => value_of_path(length),
            }
        };
        Some(self.parts().into_iter().map(value).fold(Nimber::ZERO, |sum, value| sum + value))
    }

    /// The least and greatest row and column of a set of squares: top, left, bottom, right.
    fn bounds(&self, columns: usize) -> Option<[usize; 4]> {
        let mut squares = self.vertices.iter().map(|square| (square / columns, square % columns));
        let (row, column) = squares.next()?;
        Some(squares.fold([row, column, row, column], |[top, left, bottom, right], (row, column)| {
            [top.min(row), left.min(column), bottom.max(row), right.max(column)]
        }))
    }
}

/// The whole graph, connected or not.
impl From<Graph> for Subgraph {
    fn from(graph: Graph) -> Self {
        Self { vertices: Subset::below(graph.vertices()), graph: Arc::new(graph) }
    }
}

impl PartialEq for Subgraph {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.vertices == other.vertices && (Arc::ptr_eq(&self.graph, &other.graph) || self.graph == other.graph)
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
        let (graph, vertices) = (&self.graph, &self.vertices);
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
        let whole = Self::from(graph);
        let list = &text[end..];
        if list.trim().is_empty() {
            return Ok(whole);
        }
        let mut vertices = Subset::new();
        for (vertex, at) in parse_list(list, "a vertex").map_err(|error| error.within(text, end))? {
            if let Err(error) = whole.graph.check(vertex) {
                return Err(NotationError::new(text, end + at, error.to_string()));
            }
            vertices.insert(vertex);
        }
        Ok(whole.with_vertices(vertices))
    }
}

/// Reads graphs or sets of vertices, joined with `+`, and tells their connected parts.
pub(in crate::games) fn parse_subgraphs(text: &str) -> Result<Components<Subgraph>, NotationError> {
    let read = |piece: Piece<'_>| piece.text.parse().map_err(|error: NotationError| error.within(text, piece.at));
    let graphs = Piece::whole(text).split('+').map(read).collect::<Result<Vec<Subgraph>, _>>()?;
    Ok(graphs.iter().flat_map(Subgraph::parts).collect())
}

/// Writes connected parts, joined with ` + `.
pub(in crate::games) fn subgraphs_text(parts: &[Subgraph]) -> String {
    if parts.is_empty() { "path:0".to_owned() } else { join(parts, " + ") }
}
