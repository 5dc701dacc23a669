//! Values of the positions of any rule book whose play may come round.

use std::collections::{HashMap, HashSet, VecDeque};
use std::hash::Hash;

use rustc_hash::FxBuildHasher;

use crate::components::Components;
use crate::control::{Bound, Control, Progress, Stopped, Unit};
use crate::game::{ImpartialGame, SumMove};
use crate::loopy::digraph::{MOST, narrow};
use crate::loopy::extend::Extension;
use crate::loopy::moves::Push;
use crate::loopy::value::{LoopyOutcome, LoopyValue};
use crate::loopy::values::LoopyValues;
use crate::loopy::working::LoopyWorking;
use crate::search::{SolveError, most_options};
use crate::whole::Whole;

/// A rule book whose play may come round, with the values of the positions that have been asked for and of all that play can reach.
///
/// The way on where a [`Solver`](crate::Solver) says [`Loopy`](crate::SolveError::Loopy). Every position that play can reach from a
/// component is found, written into a graph, and [labelled](LoopyValues); a sum is then answered by the theorem for sums. The positions
/// found stay, and with them their values. The questions have the names that they have on [`Solver`](crate::Solver); what is new is the
/// third [outcome](LoopyOutcome), the draw.
///
/// A vertex of the graph is a *whole* position: what a move leaves is one vertex, of however many components. So a game whose moves
/// split a component is searched in whole positions, of which there may be very many, or no end (from A to A + B): then a bound is
/// met. Components that have no move are left out. Of the rule book's hints [`options`](ImpartialGame::options) and
/// [`memo_key`](ImpartialGame::memo_key) are used.
///
/// Time is one call of `play` and a look-up for each option of each position that is found for the first time, and the labelling of these
/// positions. Memory is one entry a position and 4 bytes an option.
///
/// The limit of the [`Control`] counts whole positions: those solved, and those found whose values are still to come. Moves have a limit
/// too, four for each position of that limit (or 2^22 in all, if that is more): [`SolveError::TooManyMoves`] names the position where it is
/// reached. And where moves leave more than one component, sixteen of those beyond the first count as one position under way, after
/// the first 2^20. A callback is told how many [vertices](Unit::Vertices) have got their edges, then how many
/// [positions](Unit::Positions) their values. Whatever stops a question, the next one goes on with what was found, whatever position it
/// asks for.
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
/// # Ok::<(), grundy::SolveError<u64>>(())
/// ```
///
/// Reference: Winning Ways, ch. 12.
#[derive(Clone, Debug)]
pub struct LoopySolver<G: ImpartialGame> {
    game: G,
    control: Control,
    found: Found<G::Position>,
    /// The moves that have been listed, and values of all vertices there were when none was left unlisted.
    values: LoopyValues,
    /// How many of these moves those vertices have.
    labelled_edges: usize,
    /// The labelling of the vertices that have no value yet, if it was stopped. No vertex is added before it is done.
    labelling: Option<Extension>,
}

impl<G: ImpartialGame> LoopySolver<G> {
    /// A solver that has found nothing yet, with the default [`Control`].
    pub fn new(game: G) -> Self {
        let (control, found) = (Control::new(), Found::default());
        Self { game, control, found, values: LoopyValues::empty(), labelled_edges: 0, labelling: None }
    }

    /// The same solver under another control.
    ///
    /// ```
    /// use grundy::loopy::LoopySolver;
    /// use grundy::{Control, Nim, Nimber, SolveError};
    ///
    /// let mut solver = LoopySolver::new(Nim).with_control(Control::new().positions(10));
    /// let Err(SolveError::Stopped(stopped)) = solver.value(20) else { panic!() };
    /// assert_eq!((stopped.done, stopped.unfinished), (0, 10));
    /// solver.control_mut().set_positions(21);
    /// assert_eq!(solver.value(20)?.nimber(), Some(Nimber::new(20))); // goes on where it was
    /// assert_eq!(solver.control().done(), 20 + 1);
    /// # Ok::<(), SolveError<u64>>(())
    /// ```
    #[must_use]
    pub fn with_control(mut self, control: Control) -> Self {
        self.control = control;
        self
    }

    /// The rule book.
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// The control, with the number of whole positions that have been solved under it.
    pub const fn control(&self) -> &Control {
        &self.control
    }

    /// The control, to change a limit.
    pub const fn control_mut(&mut self) -> &mut Control {
        &mut self.control
    }

    /// Sets another control. After [`SolveError::Stopped`], the same question goes on where it stopped.
    pub fn set_control(&mut self, control: Control) {
        self.control = control;
    }

    /// The value of a sum.
    ///
    /// # Errors
    ///
    /// [`SolveError`] if a bound of the control is met, or there are too many moves.
    pub fn value(
        &mut self,
        position: impl Into<Components<G::Position>>,
    ) -> Result<LoopyValue, SolveError<G::Position>> {
        let tokens = self.find_all(&position.into())?;
        Ok(tokens.iter().map(|vertex| self.values.value_at(*vertex)).sum())
    }

    /// Who wins a sum.
    ///
    /// # Errors
    ///
    /// [`SolveError`] if a bound of the control is met, or there are too many moves.
    pub fn outcome(
        &mut self,
        position: impl Into<Components<G::Position>>,
    ) -> Result<LoopyOutcome, SolveError<G::Position>> {
        let tokens = self.find_all(&position.into())?;
        Ok(self.values.decide(self.values.tally(&tokens)))
    }

    /// Every winning move, in reading order: those that leave the opponent a position that is P.
    ///
    /// To make any of them at every turn is not yet to win: play may come round. [`winning_move`](Self::winning_move) makes an end.
    ///
    /// # Errors
    ///
    /// [`SolveError`] if a bound of the control is met, or there are too many moves.
    pub fn winning_moves(
        &mut self,
        position: impl Into<Components<G::Position>>,
    ) -> Result<Vec<SumMove<G::Move>>, SolveError<G::Position>> {
        self.moves_leaving(&position.into(), LoopyOutcome::P)
    }

    /// Every move that leaves a draw, in reading order. In a drawn position these are the moves that do not lose; in one that is N they
    /// give the win away; in one that is P there is none.
    ///
    /// # Errors
    ///
    /// [`SolveError`] if a bound of the control is met, or there are too many moves.
    pub fn drawing_moves(
        &mut self,
        position: impl Into<Components<G::Position>>,
    ) -> Result<Vec<SumMove<G::Move>>, SolveError<G::Position>> {
        self.moves_leaving(&position.into(), LoopyOutcome::Draw)
    }

    /// A winning move that makes progress: who plays it at every turn wins after finitely many moves, whatever the opponent does.
    /// See [`LoopyValues::winning_move`].
    ///
    /// # Errors
    ///
    /// [`SolveError`] if a bound of the control is met, or there are too many moves.
    pub fn winning_move(
        &mut self,
        position: impl Into<Components<G::Position>>,
    ) -> Result<Option<SumMove<G::Move>>, SolveError<G::Position>> {
        let position = position.into();
        let tokens = self.find_all(&position)?;
        Ok(self.values.progressing_move(&tokens, self.pushes(&position, &tokens)))
    }

    /// The [winning move](Self::winning_move). If there is none, the most testing of the moves that leave a draw, or of all moves where
    /// the position is lost: see [`LoopyValues::best_move`]. `None` only if there is no move.
    ///
    /// # Errors
    ///
    /// [`SolveError`] if a bound of the control is met, or there are too many moves.
    pub fn best_move(
        &mut self,
        position: impl Into<Components<G::Position>>,
    ) -> Result<Option<SumMove<G::Move>>, SolveError<G::Position>> {
        let position = position.into();
        let tokens = self.find_all(&position)?;
        Ok(self.values.most_testing_move(&tokens, || self.pushes(&position, &tokens)))
    }

    /// The working of one component's value: its options, and how each of those without a smaller nimber is answered, or is not.
    /// Options are whole positions without components that have no move: `0` if there is no other.
    ///
    /// ```
    /// use grundy::Nim;
    /// use grundy::loopy::LoopySolver;
    ///
    /// let working = LoopySolver::new(Nim).explain(2)?.to_string();
    /// assert_eq!(working, "\
    /// option  value  answer
    /// 1       *1
    /// 0       *0
    /// Options are *0 and *1, none is *2: *2.");
    /// # Ok::<(), grundy::SolveError<u64>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`SolveError`] if a bound of the control is met, or there are too many moves.
    pub fn explain(
        &mut self,
        component: G::Position,
    ) -> Result<LoopyWorking<Components<G::Position>>, SolveError<G::Position>> {
        let tokens = self.find_all(&component.into())?;
        let working = LoopyWorking::of(&self.values, tokens[0]);
        let named: HashSet<usize> = working.named().collect();
        let positions = self.found.vertices.iter().map(|(position, vertex)| (*vertex as usize, position));
        let names: HashMap<usize, _> = positions.filter(|(vertex, _)| named.contains(vertex)).collect();
        Ok(working.rename(|vertex| names[&vertex].clone()))
    }

    fn moves_leaving(
        &mut self,
        position: &Components<G::Position>,
        outcome: LoopyOutcome,
    ) -> Result<Vec<SumMove<G::Move>>, SolveError<G::Position>> {
        let tokens = self.find_all(position)?;
        Ok(self.values.moves_leaving(&tokens, outcome, self.pushes(position, &tokens)))
    }

    /// Every move in a sum whose components have been found at `tokens`, in reading order.
    fn pushes(&self, position: &[G::Position], tokens: &[u32]) -> impl Iterator<Item = Push<G::Move>> {
        position.iter().zip(tokens).enumerate().flat_map(move |(component, (played, from))| {
            self.game.moves(played).filter_map(move |mv| {
                // A move that leaves none of the rule book's own options breaks the law for options, and is left out.
                let to = self.found.vertices.get(&key(&self.game, self.game.play(played, &mv)))?;
                Some(Push { mv: SumMove { component, mv }, from: *from, to: *to })
            })
        })
    }

    /// The vertices of the components, when they and all that play can reach have values.
    fn find_all(&mut self, position: &Components<G::Position>) -> Result<Components<u32>, SolveError<G::Position>> {
        let mut tokens = Components::new();
        for component in position {
            let key = key(&self.game, component.clone().into());
            tokens.push(self.found.number(key, self.values.labelled(), &self.control)?);
        }
        while tokens.iter().any(|vertex| *vertex as usize >= self.values.labelled()) {
            let labelling = if let Some(stopped) = self.labelling.take() {
                stopped
            } else {
                self.explore()?;
                self.values.begin()
            };
            self.label(labelling)?;
        }
        Ok(tokens)
    }

    /// Lists the moves of all positions that have been found and of all that play can reach.
    fn explore(&mut self) -> Result<(), SolveError<G::Position>> {
        while let Some(position) = self.found.unlisted.pop_front() {
            let before = self.found.more_components;
            let mut targets = Vec::new();
            if let Err(error) = self.list(&position, &mut targets) {
                // The position is listed again; what its moves have led to so far is found already.
                self.found.forget(&targets, before);
                self.found.unlisted.push_front(position);
                return Err(error);
            }
            self.values.push(&targets);
        }
        Ok(())
    }

    /// Finds the values of all vertices that have none.
    fn label(&mut self, mut labelling: Extension) -> Result<(), Stopped> {
        let bytes = self.bytes();
        if let Err(stopped) = labelling.run(&mut self.control, Unit::Positions, bytes) {
            self.labelling = Some(labelling);
            return Err(stopped);
        }
        self.values.finish(labelling);
        self.labelled_edges = self.values.graph().edges();
        self.found.more_components = 0;
        Ok(())
    }

    /// Where the moves of a position lead, each vertex once; an error if there is no room for them.
    fn list(
        &mut self,
        position: &Components<G::Position>,
        targets: &mut Vec<u32>,
    ) -> Result<(), SolveError<G::Position>> {
        let bytes = self.bytes();
        let Self { game, control, found, values, labelled_edges, .. } = self;
        let (labelled, listed, edges) = (values.labelled(), values.graph().vertices(), values.graph().edges());
        let under_way = (edges - *labelled_edges) as u64;
        let limit = most_options(control.position_limit()).saturating_sub(under_way).min((MOST - edges) as u64);
        let whole = Whole(&*game);
        let options = whole.options(position);
        let too_many = |at_least| SolveError::TooManyMoves { position: position.clone(), at_least, limit };
        let at_least = options.size_hint().0 as u64;
        if at_least > limit {
            return Err(too_many(at_least));
        }
        for (number, left) in (1..).zip(options.flatten()) {
            if number > limit {
                return Err(too_many(number));
            }
            let more_components = (left.len() as u64).saturating_sub(1);
            found.more_components += more_components;
            let target = found.number(key(game, left), labelled, control)?;
            if found.is_new(target, narrow(listed)) {
                targets.push(target);
            }
            control.step(1 + more_components);
            let progress = |_: &Control| Progress::new(Unit::Vertices, listed as u64, None, bytes);
            let looked = control.look_if_due(progress);
            looked.map_err(|bound| Stopped::new(bound, Unit::Positions, control.done(), found.under_way(labelled)))?;
        }
        Ok(())
    }

    /// About the bytes that are taken, and those that labelling will take.
    fn bytes(&self) -> u64 {
        let graph = self.values.graph();
        let edges = graph.edges() as u64;
        let unlabelled = (self.found.vertices.len() - self.values.labelled()) as u64;
        let labelling = LoopyValues::bytes_while_labelled(unlabelled, edges - self.labelled_edges as u64);
        self.found.bytes() + 12 * self.values.labelled() as u64 + 4 * self.labelled_edges as u64 + labelling
    }
}

/// Components beyond the first of each move that count as one position under way, after the first 2^20 of them: so a game that leaves
/// more and more components stops in time.
const WIDTH: u64 = 16;
const LEAST_WIDTH: u64 = 1 << 20;

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
    /// Components beyond the first of each that moves leave, of the vertices that have no value yet.
    more_components: u64,
}

/// No vertex.
const NONE: u32 = u32::MAX;

impl<P> Default for Found<P> {
    fn default() -> Self {
        let vertices = HashMap::default();
        Self { vertices, unlisted: VecDeque::new(), reached_from: Vec::new(), more_components: 0 }
    }
}

impl<P: Clone + Eq + Hash> Found<P> {
    /// The number of a position, which it may be given now if there is room for it.
    fn number(&mut self, key: Components<P>, labelled: usize, control: &Control) -> Result<u32, Stopped> {
        if let Some(vertex) = self.vertices.get(&key) {
            return Ok(*vertex);
        }
        let under_way = self.under_way(labelled);
        if !control.has_room(under_way) {
            return Err(control.out_of_positions(Unit::Positions, under_way));
        }
        if self.vertices.len() == MOST {
            return Err(Stopped::new(Bound::Positions(MOST as u64), Unit::Positions, control.done(), under_way));
        }
        let vertex = narrow(self.vertices.len());
        self.vertices.insert(key.clone(), vertex);
        self.unlisted.push_back(key);
        self.reached_from.push(NONE);
        Ok(vertex)
    }

    /// How many positions count as under way.
    fn under_way(&self, labelled: usize) -> u64 {
        (self.vertices.len() - labelled) as u64 + self.more_components.saturating_sub(LEAST_WIDTH) / WIDTH
    }

    /// Whether this is the first move from a vertex that leads there.
    fn is_new(&mut self, target: u32, from: u32) -> bool {
        std::mem::replace(&mut self.reached_from[target as usize], from) != from
    }

    /// Undoes that moves have been found that lead there, so that they are found again.
    fn forget(&mut self, targets: &[u32], more_components: u64) {
        for target in targets {
            self.reached_from[*target as usize] = NONE;
        }
        self.more_components = more_components;
    }

    /// About the bytes that are taken.
    fn bytes(&self) -> u64 {
        let entry = size_of::<(Components<P>, u32)>() + 1;
        let queued = size_of::<Components<P>>();
        (self.vertices.capacity() * entry + self.unlisted.capacity() * queued + self.reached_from.capacity() * 4) as u64
    }
}
