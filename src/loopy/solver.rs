//! Values of the positions of any rule book whose play may come round.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::ops::ControlFlow;

use rustc_hash::FxBuildHasher;

use crate::components::Components;
use crate::game::{ImpartialGame, SumMove};
use crate::loopy::digraph::narrow;
use crate::loopy::extend::Extension;
use crate::loopy::progress::{LoopyError, LoopyProgress};
use crate::loopy::value::{LoopyOutcome, LoopyValue};
use crate::loopy::values::LoopyValues;
use crate::search::most_options;

const DEFAULT_LIMIT: u64 = 1 << 24;
use crate::watch::{STEPS_A_CALL, Unwatched, Watch, Watched};
use crate::whole::Whole;

/// A rule book whose play may come round, with the values of the positions that have been asked for and of all that play can reach.
///
/// The way on where a [`Solver`](crate::Solver) says [`Loopy`](crate::SolveError::Loopy). Every position that play can reach from a
/// component is found, written into a graph, and [labelled](LoopyValues); a sum is then answered by the theorem for sums. The positions
/// found stay, and with them their values.
///
/// A vertex of the graph is a *whole* position: what a move leaves is one vertex, of however many components. So a game whose moves
/// split a component is searched in whole positions, of which there may be very many, or no end (from A to A + B): then the limit is
/// reached. Components that have no move are left out. Of the rule book's hints [`options`](ImpartialGame::options) and
/// [`memo_key`](ImpartialGame::memo_key) are used.
///
/// Time is one call of `play` and a look-up for each option of each position that is found for the first time, and the labelling of these
/// positions. Memory is one entry a position and 4 bytes an option.
///
/// ```
/// use grundy::loopy::{LoopyOutcome, LoopySolver};
/// use grundy::{Components, ImpartialGame};
///
/// /// Take a square number of stones, or add one to an even heap that is not empty.
/// struct SquareButOne;
///
/// impl ImpartialGame for SquareButOne {
///     type Position = u64;
///     type Move = u64; // what the heap becomes
///
///     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> {
///         let heap = *heap;
///         let more = (heap > 0 && heap % 2 == 0).then_some(heap + 1);
///         (1..).map_while(move |root: u64| heap.checked_sub(root * root)).chain(more)
///     }
///
///     fn play(&self, _: &u64, left: &u64) -> Components<u64> {
///         (*left).into()
///     }
/// }
///
/// let mut solver = LoopySolver::new(SquareButOne);
/// assert_eq!(solver.outcome(5)?, LoopyOutcome::P);
/// assert_eq!(solver.outcome(14)?, LoopyOutcome::N); // take 9
/// assert_eq!(solver.value(2)?.to_string(), "∞_{1}"); // a draw, and a win beside a heap of 1
/// let win = solver.winning_move([2, 1])?;
/// assert_eq!(win.map(|win| win.to_string()).as_deref(), Some("component 1: 1"));
/// # Ok::<(), grundy::loopy::LoopyLimitError>(())
/// ```
///
/// Reference: Winning Ways, ch. 12.
#[derive(Clone, Debug)]
pub struct LoopySolver<G: ImpartialGame> {
    game: G,
    limit: u64,
    found: Found<G::Position>,
    /// How many components the listed moves leave beyond the first of each.
    more_components: u64,
    /// The moves that have been listed, and values of all vertices there were when none was left unlisted.
    values: LoopyValues,
    /// The labelling of the vertices that have no value yet, if it was cancelled. No vertex is added before it is done.
    labelling: Option<Extension>,
}

/// The moves that leave a given outcome, one by one.
type Moves<G> = Vec<SumMove<<G as ImpartialGame>::Move>>;

impl<G: ImpartialGame> LoopySolver<G> {
    /// A solver that has found nothing yet, with a limit of 2^24 positions.
    pub fn new(game: G) -> Self {
        let found = Found { vertices: HashMap::default(), unlisted: VecDeque::new(), reached_from: Vec::new() };
        Self { game, limit: DEFAULT_LIMIT, found, more_components: 0, values: LoopyValues::empty(), labelling: None }
    }

    /// The rule book.
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// How many whole positions have been found.
    pub fn positions(&self) -> u64 {
        self.found.vertices.len() as u64
    }

    /// The most whole positions that this solver may find in all its life.
    pub const fn limit(&self) -> u64 {
        self.limit
    }

    /// Changes the limit. After [`LoopyLimitError`], a larger one resumes where the smaller one stopped.
    ///
    /// ```
    /// use grundy::loopy::{LoopyLimitError, LoopySolver};
    /// use grundy::{Nim, Nimber};
    ///
    /// let mut solver = LoopySolver::new(Nim);
    /// solver.set_limit(10);
    /// assert!(matches!(solver.value(20), Err(LoopyLimitError { limit: 10, found: 10, .. })));
    /// solver.set_limit(21);
    /// assert_eq!(solver.value(20)?.nimber(), Some(Nimber::new(20)));
    /// # Ok::<(), LoopyLimitError>(())
    /// ```
    pub const fn set_limit(&mut self, limit: u64) {
        self.limit = limit;
    }

    /// Finds the values of the components of a position and of all that play can reach, with a callback, which is told how far it has
    /// come and may cancel it by a break. Then whatever is asked of the position is answered without a search.
    ///
    /// Calls are about 2^12 steps apart: moves listed, or vertices looked at while they are labelled. A callback that does nothing
    /// costs nothing. After a break, the next call goes on, whatever position it asks for: what was found is finished with
    /// first. Only a position whose moves were just being listed is listed again, and what was found of them is known.
    ///
    /// # Errors
    ///
    /// [`LoopyError::Cancelled`] if the callback says so, [`LoopyError::Limit`] if more positions can be reached than the limit allows.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use grundy::loopy::{LoopyError, LoopySolver};
    /// use grundy::{Nim, Nimber};
    ///
    /// let mut solver = LoopySolver::new(Nim);
    /// let stopped = solver.explore_with(1000, |progress| {
    ///     if progress.listed < 300 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    /// });
    /// assert!(matches!(stopped, Err(LoopyError::Cancelled { found: 1001, listed: 300..1000, labelled: 0 })));
    /// assert_eq!(solver.value(1000)?.nimber(), Some(Nimber::new(1000))); // goes on where it was
    /// # Ok::<(), LoopyError>(())
    /// ```
    pub fn explore_with(
        &mut self,
        position: impl Into<Components<G::Position>>,
        callback: impl FnMut(LoopyProgress) -> ControlFlow<()>,
    ) -> Result<(), LoopyError> {
        self.find_all_watched(&position.into(), &mut Watched::new(callback, LoopyError::cancelled))?;
        Ok(())
    }

    /// The value of a sum.
    ///
    /// # Errors
    ///
    /// [`LoopyLimitError`] if more positions can be reached than the limit allows.
    pub fn value(&mut self, position: impl Into<Components<G::Position>>) -> Result<LoopyValue, LoopyLimitError> {
        let tokens = self.find_all(&position.into())?;
        Ok(tokens.iter().map(|vertex| self.values.value_at(*vertex)).sum())
    }

    /// Who wins a sum.
    ///
    /// # Errors
    ///
    /// [`LoopyLimitError`] if more positions can be reached than the limit allows.
    pub fn outcome(&mut self, position: impl Into<Components<G::Position>>) -> Result<LoopyOutcome, LoopyLimitError> {
        let tokens = self.find_all(&position.into())?;
        Ok(self.values.decide(self.values.tally(&tokens)))
    }

    /// Every winning move, in reading order: those that leave the opponent a position that is P.
    ///
    /// To make any of them at every turn is not yet to win: play may come round. [`winning_move`](Self::winning_move) makes an end.
    ///
    /// # Errors
    ///
    /// [`LoopyLimitError`] if more positions can be reached than the limit allows.
    pub fn winning_moves(&mut self, position: impl Into<Components<G::Position>>) -> Result<Moves<G>, LoopyLimitError> {
        self.moves_leaving(&position.into(), LoopyOutcome::P)
    }

    /// Every move that leaves a draw, in reading order. In a drawn position these are the moves that do not lose; in one that is N they
    /// give the win away; in one that is P there is none.
    ///
    /// # Errors
    ///
    /// [`LoopyLimitError`] if more positions can be reached than the limit allows.
    pub fn drawing_moves(&mut self, position: impl Into<Components<G::Position>>) -> Result<Moves<G>, LoopyLimitError> {
        self.moves_leaving(&position.into(), LoopyOutcome::Draw)
    }

    /// A winning move that makes progress: who plays it at every turn wins after finitely many moves, whatever the opponent does.
    /// See [`LoopyValues::winning_move`].
    ///
    /// # Errors
    ///
    /// [`LoopyLimitError`] if more positions can be reached than the limit allows.
    pub fn winning_move(
        &mut self,
        position: impl Into<Components<G::Position>>,
    ) -> Result<Option<SumMove<G::Move>>, LoopyLimitError> {
        let position = position.into();
        let tokens = self.find_all(&position)?;
        let sum = self.values.tally(&tokens);
        let moves = self.moves_to(&position, &tokens);
        let wins = moves.filter(|(_, from, to)| self.values.leaves(sum, *from, *to) == LoopyOutcome::P);
        let best = wins.min_by_key(|(_, from, to)| self.values.progress(*from, *to));
        Ok(best.map(|(mv, ..)| mv))
    }

    fn moves_leaving(
        &mut self,
        position: &Components<G::Position>,
        outcome: LoopyOutcome,
    ) -> Result<Moves<G>, LoopyLimitError> {
        let tokens = self.find_all(position)?;
        let sum = self.values.tally(&tokens);
        let moves = self.moves_to(position, &tokens);
        Ok(moves.filter(|(_, from, to)| self.values.leaves(sum, *from, *to) == outcome).map(|(mv, ..)| mv).collect())
    }

    /// Every move in a sum whose components have been found at `tokens`, with the vertices that it leads from and to.
    fn moves_to(&self, position: &[G::Position], tokens: &[u32]) -> impl Iterator<Item = (SumMove<G::Move>, u32, u32)> {
        position.iter().zip(tokens).enumerate().flat_map(move |(component, (played, from))| {
            self.game.moves(played).filter_map(move |mv| {
                let to = self.found.vertices.get(&key(&self.game, self.game.play(played, &mv)))?;
                Some((SumMove { component, mv }, *from, *to))
            })
        })
    }

    /// The vertices of the components, when they and all that play can reach have values.
    fn find_all(&mut self, position: &Components<G::Position>) -> Result<Components<u32>, LoopyLimitError> {
        self.find_all_watched(position, &mut Unwatched::new())
    }

    fn find_all_watched<W>(
        &mut self,
        position: &Components<G::Position>,
        watch: &mut W,
    ) -> Result<Components<u32>, W::Stop>
    where
        W: Watch<Progress = LoopyProgress, Stop: From<LoopyLimitError>>,
    {
        let mut tokens = Components::new();
        for component in position {
            let key = key(&self.game, component.clone().into());
            tokens.push(self.found.number(key, self.limit).ok_or_else(|| self.too_many())?);
        }
        while tokens.iter().any(|vertex| *vertex as usize >= self.values.labelled()) {
            let labelling = if let Some(cancelled) = self.labelling.take() {
                cancelled
            } else {
                self.explore(watch)?;
                self.values.begin()
            };
            self.label(labelling, watch)?;
        }
        Ok(tokens)
    }

    /// Lists the moves of all positions that have been found and of all that play can reach.
    fn explore<W>(&mut self, watch: &mut W) -> Result<(), W::Stop>
    where
        W: Watch<Progress = LoopyProgress, Stop: From<LoopyLimitError>>,
    {
        while let Some(position) = self.found.unlisted.pop_front() {
            match self.list(&position, watch) {
                Ok(targets) => self.values.push(&targets),
                Err(stop) => {
                    self.found.unlisted.push_front(position);
                    return Err(stop);
                }
            }
        }
        Ok(())
    }

    /// Finds the values of all vertices that have none.
    fn label<W>(&mut self, mut labelling: Extension, watch: &mut W) -> Result<(), W::Stop>
    where
        W: Watch<Progress = LoopyProgress>,
    {
        while !labelling.advance(STEPS_A_CALL) {
            let labelled = u64::from(labelling.labelled());
            let progress = self.progress();
            let going_on = LoopyProgress { labelled: progress.labelled + labelled, ..progress };
            if let Err(stop) = watch.tick(STEPS_A_CALL, || going_on) {
                self.labelling = Some(labelling);
                return Err(stop);
            }
        }
        self.values.finish(labelling);
        Ok(())
    }

    /// Where the moves of a position lead, each vertex once; an error if there is no room for them.
    fn list<W>(&mut self, position: &Components<G::Position>, watch: &mut W) -> Result<Vec<u32>, W::Stop>
    where
        W: Watch<Progress = LoopyProgress, Stop: From<LoopyLimitError>>,
    {
        let room = most_options(self.limit).saturating_sub(self.values.graph().edges() as u64);
        let most_components = self.limit.max(LEAST_WIDTH).saturating_mul(WIDTH);
        let whole = Whole(&self.game);
        let options = whole.options(position);
        if options.size_hint().0 as u64 > room {
            return Err(self.too_many().into());
        }
        let from = narrow(self.values.graph().vertices());
        let mut targets = Vec::new();
        let mut components = self.more_components;
        for (listed, left) in (0..).zip(options.flatten()) {
            components += (left.len() as u64).saturating_sub(1);
            let has_room = listed < room && components <= most_components;
            let target = if has_room { self.found.number(key(&self.game, left), self.limit) } else { None };
            let target = target.ok_or_else(|| self.too_many().into());
            let watched = target.and_then(|target| watch.tick(1, || self.progress()).map(|()| target));
            match watched {
                Ok(target) if self.found.is_new(target, from) => targets.push(target),
                Ok(_) => {}
                Err(stop) => {
                    self.found.forget(&targets);
                    return Err(stop);
                }
            }
        }
        self.more_components = components;
        Ok(targets)
    }

    fn progress(&self) -> LoopyProgress {
        let [found, listed, labelled] =
            [self.found.vertices.len(), self.values.graph().vertices(), self.values.labelled()];
        LoopyProgress { found: found as u64, listed: listed as u64, labelled: labelled as u64 }
    }

    fn too_many(&self) -> LoopyLimitError {
        let graph = self.values.graph();
        let [found, listed, moves] =
            [self.found.vertices.len(), graph.vertices(), graph.edges()].map(|count| count as u64);
        LoopyLimitError { limit: self.limit, found, listed, moves, more_components: self.more_components }
    }
}

/// How many components moves may leave beyond the first of each, for each position of the limit.
const WIDTH: u64 = 16;
/// However low the limit is, they may leave [`WIDTH`] times as many as this.
const LEAST_WIDTH: u64 = 1 << 16;

/// A whole position as it is remembered: without components that have no move.
fn key<G: ImpartialGame>(game: &G, position: Components<G::Position>) -> Components<G::Position> {
    let goes_on = |component: &G::Position| game.options(component).next().is_some();
    Whole(game).memo_key(position.into_iter().filter(goes_on).collect())
}

/// The positions that have been found.
#[derive(Clone, Debug)]
struct Found<P> {
    /// The number of each: its vertex.
    vertices: HashMap<Components<P>, u32, FxBuildHasher>,
    /// Those whose moves have not been listed, in the order of their numbers.
    unlisted: VecDeque<Components<P>>,
    /// Of each vertex the last one from which a move was found that leads to it.
    reached_from: Vec<u32>,
}

/// No vertex.
const NONE: u32 = u32::MAX;

impl<P: Clone + Eq + Hash> Found<P> {
    /// The number of a position, which it may be given now if there is room for it.
    fn number(&mut self, key: Components<P>, limit: u64) -> Option<u32> {
        if let Some(vertex) = self.vertices.get(&key) {
            return Some(*vertex);
        }
        if self.vertices.len() as u64 >= limit.min(u64::from(NONE - 1)) {
            return None;
        }
        let vertex = narrow(self.vertices.len());
        self.vertices.insert(key.clone(), vertex);
        self.unlisted.push_back(key);
        self.reached_from.push(NONE);
        Some(vertex)
    }

    /// Whether this is the first move from a vertex that leads there.
    fn is_new(&mut self, target: u32, from: u32) -> bool {
        std::mem::replace(&mut self.reached_from[target as usize], from) != from
    }

    /// Undoes that moves have been found that lead there, so that they are found again.
    fn forget(&mut self, targets: &[u32]) {
        for target in targets {
            self.reached_from[*target as usize] = NONE;
        }
    }
}

/// The limit was reached. What was found is kept, and a larger limit resumes.
///
/// The limit counts positions. With it grow the limit on moves, which are four for each position (or 2^22 in all, if that is more), and
/// on components that moves leave beyond one, sixteen for each position (or 2^20). So a game that leaves more and more components, or a
/// position with far too many moves, stops in time.
///
/// ```
/// use grundy::loopy::LoopyLimitError;
///
/// let error = LoopyLimitError { limit: 10, found: 10, listed: 3, moves: 8, more_components: 0 };
/// let text = "limit of 10 positions, and of moves and components with them, reached: \
///             10 positions are found and kept, 3 of them with their moves, 8 moves that leave 0 components beyond one";
/// assert_eq!(error.to_string(), text);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "limit of {limit} positions, and of moves and components with them, reached: \
     {found} positions are found and kept, {listed} of them with their moves, {moves} moves that leave {more_components} components beyond one"
)]
pub struct LoopyLimitError {
    /// The limit.
    pub limit: u64,
    /// Whole positions found so far.
    pub found: u64,
    /// Those of them whose moves have been listed.
    pub listed: u64,
    /// How many moves they have, those that lead to the same position counted once.
    pub moves: u64,
    /// How many components their moves leave beyond the first of each.
    pub more_components: u64,
}
