//! Node Kayles, and chess pieces that must not attack each other.

use std::cell::OnceCell;
use std::fmt;

use super::graph::{Chessman, Graph, Subgraph, parse_subgraphs, subgraphs_text};
use super::squares::{Square, is_drawn, parse_rows, parse_sides, rows_text, sides_text};
use crate::at_least::AtLeast;
use crate::components::Components;
use crate::control::Control;
use crate::game::ImpartialGame;
use crate::nimber::Nimber;
use crate::notation::{Notation, NotationError, Piece};
use crate::notes::Notes;
use crate::outcome::Play;
use crate::question::{Answer, Question};

/// Node Kayles: on a graph, take a vertex with all of its neighbours. On the graph of a chess piece's attacks: put a piece on a square that
/// no piece attacks.
///
/// Theorems. A path is a row of Dawson's Chess, 0.137, with period 34. Where some symmetry takes any vertex to any other, all moves leave the
/// same, so the value is 0 or 1. Where a symmetry that is its own inverse takes no vertex to itself or to a neighbour, the second player
/// answers with the opposite vertex, and the value is 0: a grid of even by even squares, a cube of dimension 2 or more, an even cycle. A rook takes a
/// row and a column of the squares that are left, so where these are all squares of some rows and columns, every play lasts as many moves as there are
/// rows or columns, whichever are fewer: that number tells the value, 0 or 1, and who wins in misère play. It is
/// hard in general (PSPACE-complete) to tell the winner.
///
/// A position is one connected part of a graph, which the position holds, so that one rule book plays on all graphs. A part of *n* vertices
/// has *n* moves; play may reach exponentially many parts. On boards the memo key is the least of the shifts and reflections of a set
/// of squares.
///
/// In text a graph is written as [`Graph`](crate::games::Graph) tells, with the vertices that are left in braces if some are missing; several parts are joined with
/// ` + `. The game of a piece is written by the sides of its board, `6` or `4x5`, or by its rows, `x` for a free square and `.` for one
/// that is attacked: `.xx/x.x`; several boards are joined with `,`.
///
/// ```
/// use grundy::games::{Chessman, Graph, Subgraph};
/// use grundy::{Nimber, NodeKayles, Notation, Solver};
///
/// let mut solver = Solver::new(NodeKayles::new());
/// assert_eq!(solver.grundy(Subgraph::from(Graph::grid(3, 6)?))?, Nimber::new(3));
/// assert_eq!(solver.grundy(NodeKayles::new().parse("petersen:5,2")?)?, Nimber::new(1));
///
/// let queens = NodeKayles::with(Chessman::Queen);
/// assert_eq!(Solver::new(queens).grundy(queens.parse("6")?)?, Nimber::new(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Reference: Schaefer, *On the complexity of some two-person perfect-information games*, 1978; Winning Ways, ch. 4 (Dawson's Chess); Noon and
/// Van Brummelen, *The non-attacking queens game*, 2006; OEIS A002187, A316632, A344227.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct NodeKayles {
    piece: Option<Chessman>,
}

/// A move of [`NodeKayles`]: the vertex that is taken with its neighbours.
///
/// ```
/// use grundy::games::{Square, Vertex};
/// assert_eq!(Vertex::Number(7).to_string(), "vertex 7");
/// assert_eq!(Vertex::Square(Square { row: 1, column: 3 }).to_string(), "row 1, column 3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Vertex {
    /// A vertex of a graph, counted from 0.
    Number(usize),
    /// A square of the board of a chess piece.
    Square(Square),
}

impl fmt::Display for Vertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "vertex {number}"),
            Self::Square(square) => square.fmt(f),
        }
    }
}

impl NodeKayles {
    /// Node Kayles on any graph.
    #[must_use]
    pub const fn new() -> Self {
        Self { piece: None }
    }

    /// The game in which players put pieces of one kind on a board, none of which may attack another.
    #[must_use]
    pub const fn with(piece: Chessman) -> Self {
        Self { piece: Some(piece) }
    }

    /// Rows and columns, if vertices are called by the squares of a board.
    pub(crate) fn board(self, position: &Subgraph) -> Option<(usize, usize)> {
        self.piece.and(position.graph().board())
    }

    /// The vertex of a legal move.
    fn vertex(self, position: &Subgraph, mv: Vertex) -> Option<usize> {
        let vertex = match (mv, self.board(position)) {
            (Vertex::Number(vertex), None) => Some(vertex),
            (Vertex::Square(square), Some((rows, columns))) => square.number(rows, columns),
            _ => None,
        };
        vertex.filter(|vertex| position.vertices().contains(*vertex))
    }
}

/// What is left when a vertex is taken with its neighbours.
#[inline]
fn left(position: &Subgraph, vertex: usize, is_connected: bool) -> Components<Subgraph> {
    let mut taken = position.neighbours(vertex);
    taken.insert(vertex);
    position.parts_without(&taken, 1, is_connected)
}

impl ImpartialGame for NodeKayles {
    type Position = Subgraph;
    type Move = Vertex;

    const SEARCHES_NIMBERS: bool = true;

    fn moves(&self, position: &Subgraph) -> impl Iterator<Item = Vertex> {
        let board = self.board(position);
        position.vertices().iter().map(move |vertex| match board {
            Some((_, columns)) => Vertex::Square(Square::of_number(vertex, columns)),
            None => Vertex::Number(vertex),
        })
    }

    fn play(&self, position: &Subgraph, mv: &Vertex) -> Components<Subgraph> {
        match self.vertex(position, *mv) {
            // `false` is always right: parts are then looked for everywhere, and not only around the vertices that are
            // taken.
            Some(vertex) => left(position, vertex, false),
            None => position.clone().into(),
        }
    }

    fn allows(&self, position: &Subgraph, mv: &Vertex) -> bool {
        self.vertex(position, *mv).is_some()
    }

    /// One option, if all vertices are alike.
    #[inline]
    fn options(&self, position: &Subgraph) -> impl Iterator<Item = Components<Subgraph>> {
        // Found out with the first option, since a solver may refuse the list by its number before. All options share
        // the answer.
        let is_connected = OnceCell::new();
        let vertices = position.representatives();
        let least = vertices.len();
        let options = vertices
            .into_numbers()
            .map(move |vertex| left(position, vertex, *is_connected.get_or_init(|| position.is_connected())));
        AtLeast::new(least, options)
    }

    #[inline]
    fn memo_key(&self, position: Subgraph) -> Subgraph {
        position.up_to_symmetry()
    }

    fn class_code(&self, part: &Subgraph) -> Option<u128> {
        part.class_code()
    }

    #[inline]
    fn known_value(&self, position: &Subgraph) -> Option<Nimber> {
        if let Some(length) = position.length_of_rooks() {
            return Some(Nimber::new(length % 2)); // all options have the same value
        }
        if position.has_opposites() {
            return Some(Nimber::ZERO);
        }
        position.value_if_straight(1)
    }

    fn oracle<'a>(
        &'a self,
        question: Question<'a, Subgraph>,
        _: &'a mut Notes,
        _: &mut Control,
    ) -> Answer<'a, Self::Move> {
        match question.play() {
            // Normal play is decided by values.
            Some(Play::Normal) => Answer::Unknown,
            _ => question.by_length(Subgraph::length_of_rooks, |part| self.moves(part)),
        }
    }
}

impl Notation for NodeKayles {
    fn component_name(&self, _: &Subgraph) -> &'static str {
        if self.piece.is_some() { "board" } else { "graph" }
    }

    fn parse(&self, text: &str) -> Result<Components<Subgraph>, NotationError> {
        match self.piece {
            None => parse_subgraphs(text),
            Some(piece) => {
                let boards = Piece::whole(text).read_each(',', |board| parse_board(piece, board))?;
                Ok(boards.iter().flat_map(Subgraph::parts).collect())
            }
        }
    }

    fn text(&self, components: &[Subgraph]) -> String {
        if self.piece.is_none() {
            return subgraphs_text(components);
        }
        let boards: Vec<String> = components.iter().map(board_text).collect();
        if boards.is_empty() { "0".to_owned() } else { boards.join(",") }
    }
}

/// Reads a board by its sides, `4x5`, or by its rows, `.xx/x.x`.
fn parse_board(piece: Chessman, text: Piece<'_>) -> Result<Subgraph, NotationError> {
    let drawn = if is_drawn(text.text) { Some(parse_rows(text)?) } else { None };
    let [rows, columns] = drawn.as_ref().map_or_else(|| parse_sides(text), |drawn| Ok([drawn.rows, drawn.columns]))?;
    let board = Graph::attacks(piece, rows, columns).map_err(|error| text.error(error.to_string()))?;
    let board = Subgraph::from(board);
    Ok(drawn.map_or(board.clone(), |drawn| board.with_vertices(drawn.marked)))
}

/// A board by its sides, or by its rows if squares are missing.
fn board_text(position: &Subgraph) -> String {
    let (graph, left) = (position.graph(), position.vertices());
    match graph.board() {
        Some((rows, columns)) if left.len() == graph.vertices() => sides_text(rows, columns),
        Some((rows, columns)) => rows_text(rows, columns, left),
        None => position.to_string(),
    }
}
