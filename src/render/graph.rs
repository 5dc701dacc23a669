//! The graph of the positions that play can reach.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use rustc_hash::FxBuildHasher;

use crate::components::Components;
use crate::control::{Bound, Control, Progress, Stopped, Unit};
use crate::game::ImpartialGame;
use crate::nimber::Nimber;
use crate::search::{Memo, SolveError, list_bytes, map_bytes};
use crate::solver::Solver;

/// The graph of a game: the positions that play can reach, the moves between them, and the value of each position.
///
/// A vertex is one *component*, and a move that leaves several components leads to all of them at once. To have whole
/// positions as vertices, draw the game [`Whole`](crate::Whole): there every move leads to one vertex. A component of 200
/// pins of Kayles has a graph of 200 vertices, and so has a sum of such rows; the whole positions are exponentially many.
///
/// The search is breadth first. Each position is one vertex, and the moves from it that leave the same components are one arrow. The
/// graph has at most `limit` positions, or those at the start if they are more, and at most [`MOVES`](Self::MOVES) times `limit` moves are listed; a position that lacks some of
/// its moves for that reason says so ([`GraphPosition::complete`]). Time is one look-up for each component that a listed move leaves;
/// memory is that of the positions and moves. If the deadline, the callback or the bytes of the solver's control end the listing, the graph is as far
/// as it has come. The solver finds the values, under its control. A position has no value if a bound stopped the solver, or if the position is on a
/// cycle of play or leads to one.
///
/// ```
/// use grundy::render::PositionGraph;
/// use grundy::{Kayles, Nimber, Solver, Whole};
///
/// let graph = PositionGraph::new(&mut Solver::new(Kayles), 5, 100);
/// assert_eq!(graph.positions.len(), 5); // rows of 1 to 5 pins
/// assert_eq!(graph.positions[0].value, Some(Nimber::new(4)));
/// assert!(graph.is_complete());
///
/// // As whole positions: 1 + 2, 2, 1 + 1, 1, and nothing.
/// let rows = grundy::Components::from([1_u64, 2]);
/// let whole = PositionGraph::up_to_symmetry(&mut Solver::new(Whole(Kayles)), grundy::Components::from_iter([rows]), 100);
/// assert_eq!(whole.positions.len(), 5);
/// ```
///
/// Reference: Winning Ways, ch. 3; Siegel, *Combinatorial Game Theory*, ch. I (game graphs).
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Unchecked<P, M>"))]
pub struct PositionGraph<P, M> {
    /// The positions in breadth-first order: those at the start, then what one move leaves, what two moves leave, and so on.
    pub positions: Vec<GraphPosition<P>>,
    /// The moves, sorted by the position that they are played in.
    pub moves: Vec<GraphMove<M>>,
    /// The indices of the components at the start.
    pub start: Vec<usize>,
}

/// What is read as a [`PositionGraph`].
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
struct Unchecked<P, M> {
    positions: Vec<GraphPosition<P>>,
    moves: Vec<GraphMove<M>>,
    start: Vec<usize>,
}

#[cfg(feature = "serde")]
impl<P, M> TryFrom<Unchecked<P, M>> for PositionGraph<P, M> {
    type Error = String;

    fn try_from(read: Unchecked<P, M>) -> Result<Self, String> {
        let Unchecked { positions, moves, start } = read;
        let graph = Self { positions, moves, start };
        if let Some(missing) = graph.missing() {
            return Err(format!("there is no position {missing} in the graph"));
        }
        let is_sorted = graph.moves.is_sorted_by_key(|arrow| arrow.from);
        if !is_sorted || graph.moves.iter().any(|arrow| arrow.moves.is_empty()) {
            return Err("an arrow has no move, or arrows are not sorted by their positions".into());
        }
        Ok(graph)
    }
}

/// A vertex: a position and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct GraphPosition<P> {
    /// The position.
    pub position: P,
    /// Its Grundy value, if the solver found it.
    pub value: Option<Nimber>,
    /// Whether all its moves are in the graph.
    pub complete: bool,
}

/// An arrow: moves of one position that leave the same components.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct GraphMove<M> {
    /// The index of the position that they are played in.
    pub from: usize,
    /// The moves, in reading order; at least one.
    pub moves: Vec<M>,
    /// The indices of the components that each of them leaves, in the order of the first move; empty if nothing is left.
    pub left: Vec<usize>,
}

impl<P: Clone + Eq + std::hash::Hash, M: Clone + PartialEq> PositionGraph<P, M> {
    /// Moves that are listed at most, for each position of the limit. A guard against positions with very many moves, chosen by no
    /// bench: a picture of more arrows cannot be read.
    pub const MOVES: usize = 256;

    /// The graph below a position, of at most `limit` positions.
    #[must_use]
    pub fn new<G, T>(solver: &mut Solver<G, T>, position: impl Into<Components<P>>, limit: usize) -> Self
    where
        G: ImpartialGame<Position = P, Move = M>,
        T: Memo<P, Nimber>,
    {
        let key = |_: &G, position| position;
        Self::found(solver, position.into(), limit, key)
    }

    /// The same with one vertex for all positions that have the same [memo key](ImpartialGame::memo_key), such as mirror images.
    #[must_use]
    pub fn up_to_symmetry<G, T>(solver: &mut Solver<G, T>, position: impl Into<Components<P>>, limit: usize) -> Self
    where
        G: ImpartialGame<Position = P, Move = M>,
        T: Memo<P, Nimber>,
    {
        Self::found(solver, position.into(), limit, G::memo_key)
    }

    fn found<G, T>(solver: &mut Solver<G, T>, position: Components<P>, limit: usize, key: impl Fn(&G, P) -> P) -> Self
    where
        G: ImpartialGame<Position = P, Move = M>,
        T: Memo<P, Nimber>,
    {
        let (mut graph, bound) = Finder::new(solver, limit, key).graph(position);
        // After a deadline no position is solved either.
        let is_over = |bound| matches!(bound, Bound::Deadline | Bound::Cancelled);
        if bound.is_some_and(is_over) {
            return graph;
        }
        // Options come before the positions that lead to them, so that a position that is too large does not stop the solver before the
        // small ones have their values.
        let mut is_full = false;
        for vertex in graph.positions.iter_mut().rev() {
            // Each counts as an option: a value that a hint of the game tells counts nothing by itself.
            if solver.control_mut().count_options(1, 1, || 0).is_err() {
                break;
            }
            let position = Components::from_iter([vertex.position.clone()]);
            // Once the memo has taken all bytes, values that are known are told, and nothing more is searched.
            let value =
                if is_full { solver.within(0, |solver| solver.grundy(position)) } else { solver.grundy(position) };
            match &value {
                Err(SolveError::Stopped(stopped)) if is_over(stopped.bound) => break,
                Err(SolveError::Stopped(stopped)) => is_full |= matches!(stopped.bound, Bound::Bytes(_)),
                _ => {}
            }
            vertex.value = value.ok();
        }
        graph
    }
}

impl<P, M> PositionGraph<P, M> {
    /// Whether the graph has every move of every position.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.positions.iter().all(|vertex| vertex.complete)
    }

    /// The number of a position that is meant somewhere and is not in the graph.
    pub(super) fn missing(&self) -> Option<usize> {
        let of_arrows = self.moves.iter().flat_map(|arrow| arrow.left.iter().chain([&arrow.from]));
        of_arrows.chain(&self.start).copied().find(|place| *place >= self.positions.len())
    }

    /// The same graph with other positions and moves, such as their texts in the game's own notation.
    ///
    /// ```
    /// use grundy::render::PositionGraph;
    /// use grundy::{Kayles, Notation, Solver};
    ///
    /// let graph = PositionGraph::new(&mut Solver::new(Kayles), 3, 100);
    /// let drawn = graph.map(|row| Kayles.text_like("x", &[*row]), ToString::to_string);
    /// assert_eq!(drawn.positions[0].position, "xxx");
    /// assert_eq!(drawn.moves[0].moves, ["pin 1", "pin 3"]); // both leave xx
    /// ```
    #[must_use]
    pub fn map<Q, N>(&self, mut position: impl FnMut(&P) -> Q, mut mv: impl FnMut(&M) -> N) -> PositionGraph<Q, N> {
        let positions = self.positions.iter().map(|vertex| GraphPosition {
            position: position(&vertex.position),
            value: vertex.value,
            complete: vertex.complete,
        });
        let moves = self.moves.iter().map(|arrow| GraphMove {
            from: arrow.from,
            moves: arrow.moves.iter().map(&mut mv).collect(),
            left: arrow.left.clone(),
        });
        PositionGraph { positions: positions.collect(), moves: moves.collect(), start: self.start.clone() }
    }
}

/// Bytes of a short list on the heap, beside its items.
const ALLOCATED: usize = 24;

/// The search for positions, breadth first.
///
/// It is not [`reachable`](crate::reachable), which gives out positions alone and ends with an error at a bound: it keeps every move, gives several
/// positions one vertex by their key, and at a limit on positions or a bound of the control stops with the graph found so far.
struct Finder<'a, G: ImpartialGame, K> {
    game: &'a G,
    control: Control,
    limit: usize,
    /// Gives the position that stands for all positions of its vertex.
    key: K,
    /// The index of each position that has a vertex.
    places: HashMap<G::Position, usize, FxBuildHasher>,
    positions: Vec<GraphPosition<G::Position>>,
    moves: Vec<GraphMove<G::Move>>,
    /// The number of moves listed so far.
    listed: usize,
}

impl<'a, G: ImpartialGame, K: Fn(&G, G::Position) -> G::Position> Finder<'a, G, K> {
    fn new<T: Memo<G::Position, Nimber>>(solver: &'a Solver<G, T>, limit: usize, key: K) -> Self {
        Self {
            game: solver.game(),
            control: solver.control().clone(),
            limit,
            key,
            places: HashMap::default(),
            positions: Vec::new(),
            moves: Vec::new(),
            listed: 0,
        }
    }

    /// The graph, and the bound that has ended it, if one has.
    fn graph(mut self, start: Components<G::Position>) -> (PositionGraph<G::Position, G::Move>, Option<Bound>) {
        let start: Vec<usize> = start.into_iter().map(|position| self.place(position)).collect();
        let (mut next, mut bound) = (0, None);
        while let Some(vertex) = self.positions.get(next) {
            let position = vertex.position.clone();
            // At a bound this position and all after it stay marked as lacking moves.
            match self.follow(next, &position) {
                Ok(complete) => self.positions[next].complete = complete,
                Err(met) => {
                    bound = Some(met.bound);
                    break;
                }
            }
            next += 1;
        }
        (PositionGraph { positions: self.positions, moves: self.moves, start }, bound)
    }

    /// Adds the moves of a position to the graph, until a bound is met. Whether all of them could be added.
    fn follow(&mut self, from: usize, position: &G::Position) -> Result<bool, Stopped> {
        let most = self.limit.saturating_mul(PositionGraph::<G::Position, G::Move>::MOVES);
        let mut complete = true;
        // For each set of components that a move leaves, the index of its arrow.
        let mut arrows: HashMap<Vec<usize>, usize, FxBuildHasher> = HashMap::default();
        let moves = self.game.moves(position);
        let least = moves.size_hint().0 as u64;
        for (place, mv) in (1..).zip(moves) {
            if self.listed == most {
                return Ok(false);
            }
            self.listed += 1;
            let left = self.game.play(position, &mv);
            self.control.step_options(1, least.max(place));
            self.look_if_due()?;
            let Some(left) = left.into_iter().map(|part| self.place_within(part)).collect::<Option<Vec<usize>>>()
            else {
                // The limit on positions is reached. Later moves may still lead to positions that have a vertex.
                complete = false;
                continue;
            };
            // Moves that leave the same components in another order are one arrow.
            let mut sorted = left.clone();
            sorted.sort_unstable();
            match arrows.entry(sorted) {
                Entry::Occupied(arrow) => self.moves[*arrow.get()].moves.push(mv),
                Entry::Vacant(arrow) => {
                    arrow.insert(self.moves.len());
                    self.moves.push(GraphMove { from, moves: vec![mv], left });
                }
            }
        }
        Ok(complete)
    }

    fn look_if_due(&mut self) -> Result<(), Stopped> {
        let Self { control, places, positions, moves, listed, .. } = self;
        control.look_if_due(0, |_| {
            // Of each arrow the list of moves and that of components, with what the allocator takes for them.
            let of_arrows = moves.len() * 2 * ALLOCATED + *listed * size_of::<G::Move>();
            let bytes = map_bytes(places, 1) + list_bytes(positions, 1) + list_bytes(moves, 1) + of_arrows;
            Progress::new(Unit::Positions, positions.len() as u64, None, bytes as u64)
        })
    }

    /// The index of a position, which becomes a vertex if it is none.
    fn place(&mut self, position: G::Position) -> usize {
        let next = self.positions.len();
        *self.places.entry((self.key)(self.game, position)).or_insert_with_key(|position| {
            self.control.step_positions(1);
            self.positions.push(GraphPosition { position: position.clone(), value: None, complete: false });
            next
        })
    }

    /// The same; `None` if the limit is reached.
    fn place_within(&mut self, position: G::Position) -> Option<usize> {
        if self.positions.len() < self.limit {
            return Some(self.place(position));
        }
        self.places.get(&(self.key)(self.game, position)).copied()
    }
}
