//! Directed graphs in compact storage (compressed rows).

use std::fmt;
use std::str::FromStr;

use crate::notation::{NotationError, Piece};

/// A finite directed graph, which may have cycles and loops: vertices are positions, edges are moves.
///
/// The options of all vertices are stored in one list, vertex after vertex (compressed rows). Memory is 4 bytes for each edge and 4 for
/// each vertex. Repeated edges are stored once, since a move is identified by the vertex that it leads to. There is no theorem here:
/// see the values of a graph, [`LoopyValues`].
///
/// In text a graph is a list of edges, `0>1,1>2,2>0`. It has all vertices up to the largest number in the text; a number without an edge
/// adds a vertex; `-` is the graph without vertices. Numbers in a text are less than 2^20, so that a short text cannot make a
/// huge graph. With the feature `serde` a graph is written as the list of the options of each vertex.
///
/// [`LoopyValues`]: crate::loopy::LoopyValues
///
/// ```
/// use grundy::loopy::Digraph;
///
/// let graph = Digraph::new([vec![1, 2], vec![], vec![0]])?;
/// assert_eq!((graph.vertices(), graph.edges()), (3, 3));
/// assert_eq!(graph.options(0)?.collect::<Vec<_>>(), [1, 2]);
/// assert_eq!(graph.to_string(), "0>1,0>2,2>0");
/// assert_eq!("0>1,0>2,2>0".parse(), Ok(graph));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Reference: Winning Ways, ch. 12.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Digraph {
    /// For each vertex the start of its options in `targets`, and at the end the number of edges.
    starts: Vec<u32>,
    targets: Vec<u32>,
}

/// Maximum number of vertices and of edges: 2^32 − 2, so that `u32::MAX` is free to mark that there is none.
pub(super) const MOST: usize = u32::MAX as usize - 1;

/// Bound on the vertices in a text. A guard: 2^20 vertices take 24 MB while the text is read.
pub(crate) const MOST_IN_TEXT: usize = 1 << 20;

impl Digraph {
    /// The graph in which the edges of vertex *v* lead to the vertices of the *v*-th list, in this order.
    ///
    /// The lists may be iterators, which saves the memory of a list of lists. Time is linear in vertices and edges.
    ///
    /// # Errors
    ///
    /// [`DigraphError`] if an edge leads to a vertex that does not exist, or if there are more than 2^32 − 2 vertices or edges.
    ///
    /// ```
    /// use grundy::loopy::Digraph;
    ///
    /// let cycle = Digraph::new((0..1000).map(|vertex| [(vertex + 1) % 1000]))?;
    /// assert_eq!(cycle.edges(), 1000);
    /// let error = Digraph::new([vec![1], vec![0, 2]]).unwrap_err();
    /// assert_eq!(error.to_string(), "vertex 1, edge 2: there is no vertex 2, only vertices 0 to 1");
    /// # Ok::<(), grundy::loopy::DigraphError>(())
    /// ```
    pub fn new<L>(options: impl IntoIterator<Item = L>) -> Result<Self, DigraphError>
    where
        L: IntoIterator<Item = usize>,
    {
        let mut graph = Self::empty();
        // The first target that is no vertex of any graph, for the error. Only the mark `u32::MAX` is stored for it.
        let mut beyond = None;
        for list in options {
            if graph.vertices() == MOST {
                return Err(DigraphError::TooManyVertices);
            }
            for target in list {
                if graph.targets.len() == MOST {
                    return Err(DigraphError::TooManyEdges);
                }
                match u32::try_from(target) {
                    Ok(target) if target < u32::MAX => graph.targets.push(target),
                    _ => {
                        graph.targets.push(u32::MAX);
                        beyond.get_or_insert(target);
                    }
                }
            }
            graph.end_list();
        }
        // In this order: the error counts edges as the caller listed them, and `drop_repeats` uses targets as
        // indices, so they must be vertices.
        graph.check(beyond)?;
        graph.drop_repeats();
        Ok(graph)
    }

    /// The number of vertices.
    #[must_use]
    pub fn vertices(&self) -> usize {
        self.starts.len() - 1
    }

    /// The number of edges.
    #[must_use]
    pub fn edges(&self) -> usize {
        self.targets.len()
    }

    /// The options of a vertex: the targets of its edges.
    ///
    /// # Errors
    ///
    /// [`NoVertexError`] if there is no such vertex.
    ///
    /// ```
    /// use grundy::loopy::Digraph;
    /// let graph: Digraph = "0>1".parse()?;
    /// let message = graph.options(2).err().map(|error| error.to_string());
    /// assert_eq!(message.as_deref(), Some("there is no vertex 2: the graph has 2 vertices"));
    /// # Ok::<(), grundy::NotationError>(())
    /// ```
    pub fn options(&self, vertex: usize) -> Result<impl ExactSizeIterator<Item = usize>, NoVertexError> {
        let targets = self.targets(self.place(vertex)?);
        Ok(targets.iter().map(|target| *target as usize))
    }

    /// The graph without vertices.
    pub(super) fn empty() -> Self {
        Self { starts: vec![0], targets: Vec::new() }
    }

    /// The number of a vertex as it is stored, in 32 bits.
    pub(super) fn place(&self, vertex: usize) -> Result<u32, NoVertexError> {
        let vertices = self.vertices();
        if vertex < vertices { Ok(narrow(vertex)) } else { Err(NoVertexError { vertex, vertices }) }
    }

    /// All vertices, in 32 bits.
    pub(super) fn places(&self) -> impl Iterator<Item = u32> + use<> {
        0..narrow(self.vertices())
    }

    /// The options of a vertex, in 32 bits.
    pub(super) fn targets(&self, vertex: u32) -> &[u32] {
        let (start, end) = self.range(vertex);
        &self.targets[start as usize..end as usize]
    }

    /// Start and end of the edges of a vertex among all edges.
    pub(super) fn range(&self, vertex: u32) -> (u32, u32) {
        (self.starts[vertex as usize], self.starts[vertex as usize + 1])
    }

    /// The options of all vertices, vertex after vertex.
    pub(super) fn all_targets(&self) -> &[u32] {
        &self.targets
    }

    /// Adds a vertex with these edges. Repeats are kept. Targets may be vertices that are added later.
    pub(super) fn push(&mut self, targets: &[u32]) {
        self.targets.extend_from_slice(targets);
        self.end_list();
    }

    /// Keeps the first `vertices` vertices, which must not lead to others.
    pub(super) fn truncate(&mut self, vertices: usize) {
        self.starts.truncate(vertices + 1);
        self.targets.truncate(*self.starts.last().expect("the start of the first list stays") as usize);
    }

    /// The graph with reversed edges.
    pub(super) fn reversed(&self) -> Self {
        let mut starts = vec![0_u32; self.vertices() + 1];
        // Count the edges into each vertex, one place later; the prefix sums are the starts of the lists.
        for target in &self.targets {
            starts[*target as usize + 1] += 1;
        }
        for vertex in 1..starts.len() {
            starts[vertex] += starts[vertex - 1];
        }
        let mut sources = vec![0; self.edges()];
        // For each vertex the next free place in its list.
        let mut free = starts.clone();
        for vertex in self.places() {
            for target in self.targets(vertex) {
                let place = &mut free[*target as usize];
                sources[*place as usize] = vertex;
                *place += 1;
            }
        }
        Self { starts, targets: sources }
    }

    fn end_list(&mut self) {
        self.starts.push(narrow(self.targets.len()));
    }

    /// An error if some edge leads to no vertex.
    fn check(&self, beyond: Option<usize>) -> Result<(), DigraphError> {
        let vertices = self.vertices();
        let Some(place) = self.targets.iter().position(|target| *target as usize >= vertices) else { return Ok(()) };
        // The last vertex whose list begins at the edge or before it: those without edges begin where the next one does.
        let vertex = self.starts.partition_point(|start| *start as usize <= place) - 1;
        let edge = place - self.starts[vertex] as usize + 1;
        let stored = self.targets[place];
        let target = if stored == u32::MAX {
            beyond.expect("`new` keeps the first target that it marks")
        } else {
            stored as usize
        };
        Err(DigraphError::NoVertex { vertex, edge, target, vertices })
    }

    fn drop_repeats(&mut self) {
        // For each vertex the last vertex with an edge to it.
        let mut reached_from = vec![u32::MAX; self.vertices()];
        let mut kept = 0;
        for vertex in self.places() {
            let (start, end) = self.range(vertex);
            // The range was read before its start moves. Its end is the start of the next vertex, which moves one
            // turn later.
            self.starts[vertex as usize] = narrow(kept);
            for place in start..end {
                let target = self.targets[place as usize];
                // Two edges to one target from the same vertex are a repeat; marks of earlier vertices are other numbers, so that nothing is
                // cleared.
                if std::mem::replace(&mut reached_from[target as usize], vertex) != vertex {
                    // In place: `kept` is never ahead of the edge that is read.
                    self.targets[kept] = target;
                    kept += 1;
                }
            }
        }
        self.targets.truncate(kept);
        let vertices = self.vertices();
        self.starts[vertices] = narrow(kept);
    }
}

/// The number of a vertex or an edge, in 32 bits.
pub(super) fn narrow(number: usize) -> u32 {
    u32::try_from(number).expect("a graph has at most 2^32 - 2 vertices and edges")
}

// Written as the targets of each vertex.
crate::serial::serde_through!(
    Digraph,
    |graph| graph.places().map(|vertex| graph.targets(vertex)).collect::<Vec<_>>(),
    |targets: Vec<Vec<usize>>| Digraph::new(targets)
);

/// Writes the edges, and the number of the last vertex if it has no edge.
impl fmt::Display for Digraph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(last) = self.vertices().checked_sub(1).map(narrow) else { return f.write_str("-") };
        let mut separator = "";
        for vertex in self.places() {
            for target in self.targets(vertex) {
                write!(f, "{separator}{vertex}>{target}")?;
                separator = ",";
            }
        }
        // A last vertex that stands in no edge would be lost in the text.
        let is_named = !self.targets(last).is_empty() || self.targets.contains(&last);
        if is_named { Ok(()) } else { write!(f, "{separator}{last}") }
    }
}

impl FromStr for Digraph {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let mut options: Vec<Vec<usize>> = Vec::new();
        if text.trim() == "-" {
            return Ok(Self::empty());
        }
        let whole = Piece::whole(text);
        for edge in whole.split(',') {
            let mut vertices = edge.split('>').map(read_vertex);
            let from = vertices.next().transpose()?;
            let to = vertices.next().transpose()?;
            if vertices.next().is_some() {
                return Err(edge.error(format!("an edge is written 0>1, and `{}` has too many vertices", edge.text)));
            }
            if let Some(vertex) = from.into_iter().chain(to).filter(|vertex| *vertex >= options.len()).max() {
                options.resize_with(vertex + 1, Vec::new);
            }
            if let (Some(from), Some(to)) = (from, to) {
                options[from].push(to);
            }
        }
        Self::new(options).map_err(|error| whole.error(error.to_string()))
    }
}

fn read_vertex(piece: Piece<'_>) -> Result<usize, NotationError> {
    match piece.number("a vertex")? {
        vertex if vertex < MOST_IN_TEXT => Ok(vertex),
        vertex => Err(piece.error(format!("a vertex is less than {MOST_IN_TEXT}, and here is {vertex}"))),
    }
}

/// A move on a graph: push the token along the edge to this vertex.
///
/// ```
/// use grundy::loopy::ToVertex;
/// assert_eq!(ToVertex(3).to_string(), "to 3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ToVertex(pub usize);

impl fmt::Display for ToVertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "to {}", self.0)
    }
}

/// Lists that do not describe a graph, or one that is too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DigraphError {
    /// An edge leads to a vertex that does not exist.
    #[error("vertex {vertex}, edge {edge}: there is no vertex {target}, only vertices 0 to {last}", last = .vertices.saturating_sub(1))]
    NoVertex {
        /// The vertex that the edge comes from.
        vertex: usize,
        /// The place of the edge in the vertex's list, counted from 1.
        edge: usize,
        /// The vertex that it leads to.
        target: usize,
        /// How many vertices there are: at least 1.
        vertices: usize,
    },
    /// There are more vertices than 32 bits can number.
    #[error("a graph has at most {MOST} vertices")]
    TooManyVertices,
    /// There are more edges than 32 bits can number.
    #[error("a graph has at most {MOST} edges")]
    TooManyEdges,
}

/// A vertex that is not in the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no vertex {vertex}: the graph has {vertices} vertices")]
pub struct NoVertexError {
    /// The vertex that was asked for.
    pub vertex: usize,
    /// How many vertices there are.
    pub vertices: usize,
}
