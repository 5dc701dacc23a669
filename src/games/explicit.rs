//! Games given as lists of edges.

use crate::components::Components;
use crate::game::ImpartialGame;
use crate::loopy::ToVertex;
use crate::notation::{Notation, NotationError, Piece, join};
use crate::serial::serde_through;

/// A game given as a graph: a token lies on a vertex, and a move pushes it along an edge.
///
/// Every impartial game is of this form; here the graph is written out. No theorem is faster than a search, which takes a step for each
/// edge. A position is the number of a vertex, and a sum has one token for each component. A number that is no vertex is a position
/// without moves. Loops and cycles are allowed: a solver that finds one fails with [`Loopy`](crate::SolveError::Loopy), and a
/// [`LoopySolver`](crate::loopy::LoopySolver) solves the game. Of repeated edges the first is kept, since a move is named by the vertex
/// that it leads to.
///
/// Memory is 8 bytes for each edge and 16 for each vertex. In text a vertex is its number, several are joined with commas, and `-` is
/// no token at all. With the feature `serde` the game is the list of edges of each vertex.
///
/// ```
/// use grundy::{ExplicitGame, Nimber, SolveError, Solver};
///
/// // 3 → 2 → 1 → 0 and 3 → 0; 4 is a loop.
/// let game = ExplicitGame::new(vec![vec![], vec![0], vec![1], vec![2, 0], vec![4]])?;
/// let mut solver = Solver::new(&game);
/// assert_eq!(solver.grundy(3)?, Nimber::new(1)); // from *0 (vertex 2) and *0 (vertex 0)
/// assert_eq!(solver.grundy([3, 1])?, Nimber::ZERO);
/// assert!(matches!(solver.grundy(4), Err(SolveError::Loopy { .. })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Reference: Winning Ways, ch. 3 and 4.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExplicitGame {
    targets: Vec<Box<[usize]>>,
}

serde_through!(ExplicitGame, |game| game.targets, |edges: Vec<Vec<usize>>| ExplicitGame::new(edges));

impl ExplicitGame {
    /// The game in which vertex *v* has an edge to each vertex listed in `edges[v]`, in that order.
    ///
    /// # Errors
    ///
    /// [`ExplicitGameError`] if an edge leads to a vertex that does not exist.
    ///
    /// ```
    /// use grundy::ExplicitGame;
    /// let error = ExplicitGame::new(vec![vec![], vec![0, 2]]).unwrap_err();
    /// assert_eq!(error.to_string(), "vertex 1, edge 2: there is no vertex 2, only vertices 0 to 1");
    /// ```
    pub fn new(edges: Vec<Vec<usize>>) -> Result<Self, ExplicitGameError> {
        let vertices = edges.len();
        // For each vertex, the last vertex from which an edge leads to it. It shows repeated edges.
        let mut reached_from = vec![None; vertices];
        let mut targets = Vec::with_capacity(vertices);
        for (vertex, mut list) in edges.into_iter().enumerate() {
            if let Some(edge) = list.iter().position(|target| *target >= vertices) {
                return Err(ExplicitGameError { vertex, edge: edge + 1, target: list[edge], vertices });
            }
            // `replace` returns the vertex that was noted before: if it is this one, the edge is a repeat.
            list.retain(|target| reached_from[*target].replace(vertex) != Some(vertex));
            targets.push(list.into_boxed_slice());
        }
        Ok(Self { targets })
    }

    /// The number of vertices.
    ///
    /// ```
    /// use grundy::ExplicitGame;
    /// assert_eq!(ExplicitGame::new(vec![vec![], vec![0]])?.vertices(), 2);
    /// # Ok::<(), grundy::games::ExplicitGameError>(())
    /// ```
    #[must_use]
    pub fn vertices(&self) -> usize {
        self.targets.len()
    }

    fn targets(&self, vertex: usize) -> &[usize] {
        self.targets.get(vertex).map_or(&[], |targets| targets)
    }
}

impl ImpartialGame for ExplicitGame {
    type Position = usize;
    type Move = ToVertex;

    fn moves(&self, vertex: &usize) -> impl Iterator<Item = ToVertex> {
        self.targets(*vertex).iter().copied().map(ToVertex)
    }

    fn play(&self, vertex: &usize, mv: &ToVertex) -> Components<usize> {
        if self.allows(vertex, mv) { mv.0.into() } else { (*vertex).into() }
    }

    /// The edges need no check that they are there, which takes one step for each edge before it.
    fn options(&self, vertex: &usize) -> impl Iterator<Item = Components<usize>> {
        self.targets(*vertex).iter().map(|target| (*target).into())
    }
}

impl Notation for ExplicitGame {
    fn component_name(&self, _: &usize) -> &'static str {
        "token"
    }

    fn parse(&self, text: &str) -> Result<Components<usize>, NotationError> {
        if text.trim() == NOTHING {
            return Ok(Components::new());
        }
        let read = |piece: Piece<'_>| match piece.number("a vertex")? {
            vertex if vertex < self.vertices() => Ok(vertex),
            vertex => Err(piece.error(format!("there is no vertex {vertex}, only {} vertices", self.vertices()))),
        };
        Piece::whole(text).read_each(',', read).map(Components::from)
    }

    fn text(&self, vertices: &[usize]) -> String {
        if vertices.is_empty() { NOTHING.to_owned() } else { join(vertices, ",") }
    }
}

/// The text of a sum without components.
const NOTHING: &str = "-";

/// An edge that leads to a vertex that does not exist.
///
/// ```
/// use grundy::ExplicitGame;
/// use grundy::games::ExplicitGameError;
///
/// let error = ExplicitGameError { vertex: 0, edge: 1, target: 5, vertices: 1 };
/// assert_eq!(ExplicitGame::new(vec![vec![5]]), Err(error));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("vertex {vertex}, edge {edge}: there is no vertex {target}, only vertices 0 to {last}", last = .vertices.saturating_sub(1))]
pub struct ExplicitGameError {
    /// The vertex that the edge comes from.
    pub vertex: usize,
    /// The place of the edge in the vertex's list, counted from 1.
    pub edge: usize,
    /// The vertex that it leads to.
    pub target: usize,
    /// How many vertices there are: at least 1.
    pub vertices: usize,
}
