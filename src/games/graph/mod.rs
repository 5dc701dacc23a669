//! Graphs that games are played on, and what is left of them.
//!
//! | file | holds |
//! |---|---|
//! | `mod.rs` | [`Graph`]: vertices, edges, and what its family tells of symmetries |
//! | `families.rs` | paths, cycles, grids, chessboards, .. |
//! | `text.rs` | reading and naming of graphs: families, edges, graph6 |
//! | `subgraph.rs` | [`Subgraph`]: the position of games that remove vertices |
//! | `shared.rs` | the graph that subgraphs share, a copy for each thread |
//! | `grounded.rs` | [`Grounded`]: a graph that stands on the ground, by its edges |

mod families;
mod grounded;
mod shared;
mod subgraph;
mod text;

pub use families::Chessman;
pub use grounded::{End, Grounded};
pub(crate) use grounded::{GROUND, Places};
pub(super) use grounded::{grounded_text, parse_grounded};
pub use subgraph::Subgraph;
pub(super) use subgraph::{parse_subgraphs, subgraphs_text};

use std::fmt::{self, Write as _};

use crate::subset::Subset;

/// A finite graph without loops and without repeated edges, on which games are played. Its vertices are numbered from 0.
///
/// Text names a graph in one of three ways:
///
/// | text | the graph |
/// |---|---|
/// | `0-1,1-2,5` | edges by their ends; a number alone is a vertex, and so is every number below the greatest |
/// | `g6:D?{` | graph6, the format of nauty and of the House of Graphs |
/// | `path:10`, `cycle:7`, `complete:5` | a path, a cycle, a complete graph with that number of vertices |
/// | `grid:3x9` | 3 rows of 9 squares; squares that share a side are joined |
/// | `cube:4` | the hypercube of dimension 4, with 16 vertices |
/// | `petersen:5,2` | the generalised Petersen graph of 2 · 5 vertices: an outer cycle, an inner vertex each, and inner vertices joined in steps of 2 |
/// | `queens:6`, `kings:3x4`, `rooks:2x2`, `bishops:8`, `knights:8` | squares of a board; squares are joined if a piece attacks one from the other |
///
/// Vertices of grids and boards are numbered row by row. Memory is two bits for each pair of vertices, and the text: of a graph that is given by its
/// edges up to ten bytes for each edge.
///
/// ```
/// use grundy::games::Graph;
///
/// let petersen: Graph = "petersen:5,2".parse()?;
/// assert_eq!((petersen.vertices(), petersen.edges().count()), (10, 15));
/// let error = "0-1,1-1".parse::<Graph>().unwrap_err();
/// assert_eq!(error.to_string(), "`0-1,1-1`, character 7: an edge joins two different vertices, and 1 is both ends");
/// # Ok::<(), grundy::NotationError>(())
/// ```
///
/// Reference: the description of graph6 that comes with nauty; M. Watkins, *A theorem on Tait colorings with an application to the generalized
/// Petersen graphs*, 1969.
#[derive(Clone, Debug)]
pub struct Graph {
    /// The text that names the graph, without spaces.
    name: String,
    /// For each vertex, the vertices that it is joined to.
    neighbours: Vec<Subset>,
    symmetry: Symmetry,
}

/// What the family of a graph tells of its symmetries.
#[derive(Clone, Debug)]
enum Symmetry {
    /// The vertices are the squares of a board, row by row. Whether two squares are joined depends only on how far apart they are in rows and
    /// in columns. So every shift and every reflection of a set of squares that stays on the board leaves the graph of the set as it is.
    Board { rows: usize, columns: usize, is_of_rooks: bool },
    Other {
        /// Whether for any two vertices some symmetry is known to take one to the other.
        is_transitive: bool,
        /// A symmetry that is its own inverse, if the family has one that takes no vertex to itself or to a neighbour.
        opposite: Option<Vec<usize>>,
    },
}

/// Why there is no such graph.
///
/// ```
/// use grundy::games::{Graph, GraphError};
/// assert_eq!(Graph::new(3, [(0, 3)]).unwrap_err(), GraphError::NoSuchVertex { vertex: 3, vertices: 3 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GraphError {
    /// There are too many vertices.
    #[error("a graph of {vertices} vertices is too large: the limit is {limit}")]
    TooLarge {
        /// The number of vertices asked for.
        vertices: usize,
        /// The limit, [`Graph::LIMIT`].
        limit: usize,
    },
    /// An edge names a vertex that does not exist.
    #[error("there is no vertex {vertex}, only {vertices} vertices from 0")]
    NoSuchVertex {
        /// The vertex.
        vertex: usize,
        /// How many vertices there are.
        vertices: usize,
    },
    /// No generalised Petersen graph has this step.
    #[error("the step of a Petersen graph is at least 1 and less than {n}/2, not {step}")]
    Step {
        /// Half the number of vertices.
        n: usize,
        /// The step.
        step: usize,
    },
    /// An edge joins a vertex to itself.
    #[error("an edge joins two different vertices, and {vertex} is both ends")]
    Loop {
        /// The vertex.
        vertex: usize,
    },
}

impl Graph {
    /// The most vertices that a graph can have: 2^12.
    pub const LIMIT: usize = 1 << 12;

    /// The graph on the vertices 0 to `vertices` − 1 with these edges. Edges that are repeated, in either direction, count once.
    ///
    /// # Errors
    ///
    /// [`GraphError`] if there are more vertices than [`LIMIT`](Self::LIMIT), or an edge has an end that does not exist or two equal ends.
    ///
    /// ```
    /// use grundy::games::Graph;
    /// let graph = Graph::new(4, [(2, 0), (1, 2)])?;
    /// assert_eq!(graph.to_string(), "0-2,1-2,3");
    /// # Ok::<(), grundy::games::GraphError>(())
    /// ```
    pub fn new(vertices: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> Result<Self, GraphError> {
        let mut graph = Self::without_edges(vertices)?;
        for (one, other) in edges {
            graph.join(one, other)?;
        }
        graph.name = graph.edges_text();
        Ok(graph)
    }

    /// The number of vertices.
    #[must_use]
    pub fn vertices(&self) -> usize {
        self.neighbours.len()
    }

    /// The edges, by their ends, the lesser end first, in ascending order.
    ///
    /// ```
    /// use grundy::games::Graph;
    /// let cycle: Graph = "cycle:3".parse()?;
    /// assert_eq!(cycle.edges().collect::<Vec<_>>(), [(0, 1), (0, 2), (1, 2)]);
    /// # Ok::<(), grundy::NotationError>(())
    /// ```
    pub fn edges(&self) -> impl Iterator<Item = (usize, usize)> {
        let from = |(one, others): (usize, &Subset)| {
            // Each edge stands at both of its ends, and is listed from the lesser one.
            let others: Vec<usize> = others.iter().filter(|other| *other > one).collect();
            others.into_iter().map(move |other| (one, other))
        };
        self.neighbours.iter().enumerate().flat_map(from)
    }

    /// The vertices that a vertex is joined to; none if there is no such vertex.
    ///
    /// ```
    /// use grundy::games::Graph;
    /// let grid: Graph = "grid:2x3".parse()?;
    /// assert_eq!(grid.neighbours(1).to_string(), "{0,2,4}");
    /// # Ok::<(), grundy::NotationError>(())
    /// ```
    #[must_use]
    pub fn neighbours(&self, vertex: usize) -> Subset {
        self.neighbours.get(vertex).cloned().unwrap_or_default()
    }

    /// Rows and columns, if the vertices are the squares of a board.
    pub(crate) fn board(&self) -> Option<(usize, usize)> {
        match self.symmetry {
            Symmetry::Board { rows, columns, .. } => Some((rows, columns)),
            Symmetry::Other { .. } => None,
        }
    }

    /// The columns, if the vertices are the squares of a board and two are joined if a rook attacks one from the other.
    pub(super) const fn columns_of_rooks(&self) -> Option<usize> {
        match self.symmetry {
            Symmetry::Board { columns, is_of_rooks: true, .. } => Some(columns),
            _ => None,
        }
    }

    /// Whether some symmetry is known to take any vertex to any other.
    pub(super) fn is_transitive(&self) -> bool {
        matches!(self.symmetry, Symmetry::Other { is_transitive: true, .. })
    }

    /// An error if there is no such vertex.
    fn check(&self, vertex: usize) -> Result<(), GraphError> {
        let vertices = self.vertices();
        if vertex < vertices { Ok(()) } else { Err(GraphError::NoSuchVertex { vertex, vertices }) }
    }

    fn check_size(vertices: usize) -> Result<(), GraphError> {
        let limit = Self::LIMIT;
        if vertices <= limit { Ok(()) } else { Err(GraphError::TooLarge { vertices, limit }) }
    }

    fn without_edges(vertices: usize) -> Result<Self, GraphError> {
        Self::check_size(vertices)?;
        let neighbours = vec![Subset::new(); vertices];
        Ok(Self { name: String::new(), neighbours, symmetry: Symmetry::Other { is_transitive: false, opposite: None } })
    }

    fn join(&mut self, one: usize, other: usize) -> Result<(), GraphError> {
        self.check(one)?;
        self.check(other)?;
        if one == other {
            return Err(GraphError::Loop { vertex: one });
        }
        self.neighbours[one].insert(other);
        self.neighbours[other].insert(one);
        Ok(())
    }

    /// The edges and the vertices without edges, as text. It is written into one string, since a graph of the largest size has eight million edges.
    fn edges_text(&self) -> String {
        let alone = self.neighbours.iter().enumerate().filter(|(_, others)| others.is_empty());
        let mut text = String::new();
        for (one, other) in self.edges() {
            write!(text, "{one}-{other},").expect("a string takes any text");
        }
        for (vertex, _) in alone {
            write!(text, "{vertex},").expect("a string takes any text");
        }
        // Without the last comma.
        text.pop().map_or_else(|| "path:0".to_owned(), |_| text)
    }
}

/// Two graphs are equal if they have the same vertices and edges, whatever they are called.
impl PartialEq for Graph {
    fn eq(&self, other: &Self) -> bool {
        self.neighbours == other.neighbours
    }
}

impl Eq for Graph {}

/// Writes the name: as the graph was read, or its edges.
impl fmt::Display for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.name)
    }
}
