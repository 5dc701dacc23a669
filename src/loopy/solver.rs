//! Values of the positions of any rule book whose play may go round for ever.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::ops::ControlFlow;

use crate::components::Components;
use crate::control::{Control, Progress, Stopped, Unit, methods_of_control};
use crate::found_moves::FoundMoves;
use crate::game::{ImpartialGame, SumMove, has_ended};
use crate::loopy::digraph::MOST;
use crate::loopy::extend::Extension;
use crate::loopy::found::{Found, Listing};
use crate::loopy::moves::Push;
use crate::loopy::value::{LoopyOutcome, LoopyValue};
use crate::loopy::values::LoopyValues;
use crate::loopy::working::{LoopyExplanation, LoopyWorking};
use crate::made::pass_over;
use crate::search::{SolveError, most_options};
use crate::whole::Whole;

/// A solver for a rule book whose play may go round for ever. It keeps the values of all positions that it has found.
///
/// It answers where a [`Solver`](crate::Solver) returns the error [`Loopy`](crate::SolveError::Loopy). It finds every position that play can
/// reach from a component, makes a graph of them, and [labels](LoopyValues) the graph. Sums are then answered by the theorem for sums.
/// The methods have the same names as those of [`Solver`](crate::Solver); there is a third [outcome](LoopyOutcome), the draw.
///
/// A vertex of the graph is a *whole* position: the components that a move leaves are one vertex together. So a game whose moves split a
/// component is searched in whole positions. There may be very many, or infinitely many (moves from A to A + B): then a bound is met.
/// Components without moves are left out. Of the rule book's hints [`options`](ImpartialGame::options) and
/// [`memo_key`](ImpartialGame::memo_key) are used.
///
/// Time is one call of `play` and a look-up for each option of each new position, and the labelling of the new positions. Memory is one
/// entry for each position and 4 bytes for each option.
///
/// The limit of the [`Control`] counts whole positions: those solved, and those found without values yet. Moves have a limit too: four
/// for each position of that limit, and at least 2^22. [`SolveError::TooManyMoves`] names the position where it is reached. If moves leave
/// more than one component, each sixteen of the components beyond the first count as one unsolved position, after the first 2^20. A
/// callback is told how many [vertices](Unit::Vertices) have their edges, and later how many [positions](Unit::Positions) have
/// their values. After an error, the same question continues with the positions found so far, and so does another one; if that meets a bound too, only the
/// positions that have values are kept for it.
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
///     type Move = u64; // the size of the heap after the move
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
/// assert_eq!(solver.value(2)?.to_string(), "∞_{1}"); // a draw; the sum with a heap of 1 is N
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
    /// The graph of all positions whose moves have been listed, with the values of those that are labelled.
    values: LoopyValues,
    /// Number of edges of the labelled vertices.
    labelled_edges: usize,
    /// An interrupted labelling of the vertices without values. No vertex is added before it is complete.
    labelling: Option<Extension>,
    /// The question that was stopped, of which positions without values are left.
    stopped: Option<Components<G::Position>>,
}

impl<G: ImpartialGame> LoopySolver<G> {
    /// A solver without any positions yet, with the default [`Control`].
    pub fn new(game: G) -> Self {
        let (control, found) = (Control::new(), Found::default());
        Self { game, control, found, values: LoopyValues::empty(), labelled_edges: 0, labelling: None, stopped: None }
    }

    methods_of_control! {
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
        /// assert_eq!(solver.value(20)?.nimber(), Some(Nimber::new(20))); // continues
        /// assert_eq!(solver.control().done(), 20 + 1);
        /// # Ok::<(), SolveError<u64>>(())
        /// ```
        made with, counts "whole positions that have been solved", stops with "SolveError::Stopped"
    }

    /// The rule book.
    pub const fn game(&self) -> &G {
        &self.game
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

    /// Every winning move, in the order of components and moves: the moves that leave a P-position.
    ///
    /// Playing any of them at every turn may not win, since play may go round for ever. [`winning_move`](Self::winning_move) avoids this.
    ///
    /// # Errors
    ///
    /// [`SolveError`] if a bound of the control is met, or there are too many moves.
    pub fn winning_moves(
        &mut self,
        position: impl Into<Components<G::Position>>,
    ) -> Result<FoundMoves<G::Move>, SolveError<G::Position>> {
        self.moves_leaving(&position.into(), LoopyOutcome::P)
    }

    /// Every move that leaves a draw, in the order of components and moves. In a draw these are the moves that do not lose. In an
    /// N-position they give up the win. In a P-position there are none.
    ///
    /// # Errors
    ///
    /// [`SolveError`] if a bound of the control is met, or there are too many moves.
    pub fn drawing_moves(
        &mut self,
        position: impl Into<Components<G::Position>>,
    ) -> Result<FoundMoves<G::Move>, SolveError<G::Position>> {
        self.moves_leaving(&position.into(), LoopyOutcome::Draw)
    }

    /// A winning move that makes progress: a player who plays it at every turn wins after finitely many moves, whatever the opponent
    /// does. See [`LoopyValues::winning_move`].
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
        let (values, moves) = self.pushes(&position, &tokens);
        values.progressing_move(&tokens, moves)
    }

    /// The [winning move](Self::winning_move), or the move that leaves the opponent the smallest share of good replies: see
    /// [`LoopyValues::best_move`]. Replies that leave the same position count once. `None` only if there is no move.
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
        let (values, moves) = self.pushes(&position, &tokens);
        values.most_testing_move(&tokens, moves)
    }

    /// The working that leads to the [best move](Self::best_move): for each component its options, and the answer to each option that is no
    /// smaller nimber, or that it has none; then the sum of the values. Options are whole positions, without components that have no
    /// move. The empty position is written `0`.
    ///
    /// ```
    /// use grundy::ExplicitGame;
    /// use grundy::loopy::LoopySolver;
    ///
    /// // Vertex 0 is the end, to which vertex 1 leads; vertex 2 leads to itself and to vertex 1.
    /// let mut solver = LoopySolver::new(ExplicitGame::new(vec![vec![], vec![0], vec![2, 1]])?);
    /// assert_eq!(solver.explain([2, 1])?.to_string(), "\
    /// component 1: 2
    /// option  value  answer
    /// 2       ∞_{1}  none to *0
    /// 1       *1     to 0
    /// No option is *0, but from 2 there is no move to *0: ∞_{1}.
    ///
    /// component 2: 1
    /// option  value  answer
    /// 0       *0
    /// An option is *0, none is *1: *1.
    ///
    /// The sum is ∞_{0}, from which a move leads to *0: the player to move wins.
    /// The best move is in component 1: to 1.");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`SolveError`] if a bound of the control is met, or there are too many moves.
    #[expect(clippy::type_complexity, reason = "the parts are the game's own types")]
    pub fn explain(
        &mut self,
        position: impl Into<Components<G::Position>>,
    ) -> Result<LoopyExplanation<Components<G::Position>, G::Move>, SolveError<G::Position>> {
        let position = position.into();
        let tokens = self.find_all(&position)?;
        let workings: Vec<_> = tokens.iter().map(|vertex| LoopyWorking::of(&self.values, *vertex)).collect();
        let named: HashSet<usize> = workings.iter().flat_map(LoopyWorking::named).collect();
        // The map leads from positions to vertices. One pass over it names the few vertices of the working, so that
        // no map the other way has to be kept.
        let positions = self.found.vertices.iter().map(|(position, vertex)| (*vertex as usize, position));
        let names: HashMap<usize, _> = positions.filter(|(vertex, _)| named.contains(vertex)).collect();
        let components = workings.into_iter().map(|working| working.rename(|vertex| names[&vertex].clone())).collect();
        let (values, moves) = self.pushes(&position, &tokens);
        let best = values.most_testing_move(&tokens, moves)?;
        Ok(LoopyExplanation::new(components, best))
    }

    /// All moves that leave this outcome.
    fn moves_leaving(
        &mut self,
        position: &Components<G::Position>,
        outcome: LoopyOutcome,
    ) -> Result<FoundMoves<G::Move>, SolveError<G::Position>> {
        let tokens = self.find_all(position)?;
        let (values, moves) = self.pushes(position, &tokens);
        values.moves_leaving(&tokens, outcome, moves)
    }

    /// The values, and every move in a sum whose components are the vertices `tokens`, in the order of components and moves. Each counts as a step.
    fn pushes(
        &mut self,
        position: &[G::Position],
        tokens: &[u32],
    ) -> (&LoopyValues, impl Iterator<Item = MadePush<G>>) {
        let Self { game, control, found, values, .. } = self;
        let (game, vertices) = (&*game, &found.vertices);
        let pushes = position.iter().zip(tokens).enumerate().flat_map(move |(component, (played, from))| {
            game.moves(played).map(move |mv| {
                let to = vertices.get(&key(game, game.play(played, &mv)));
                // The moves of a position and of its memo key leave the same, up to keys.
                let to = *to.ok_or_else(|| SolveError::Contradicted { position: position.to_vec().into() })?;
                Ok(Push { mv: SumMove { component, mv }, from: *from, to })
            })
        });
        (values, pushes.map(|push| control.count_options(1, 1, || 0).map_err(SolveError::from).and(push)))
    }

    /// The vertices of the components, after all positions that play can reach from them have values.
    ///
    /// Positions that another question has left come first. If a bound is met before all have values, they may be those that meet it, so they are given up
    /// for this question.
    fn find_all(&mut self, position: &Components<G::Position>) -> Result<Components<u32>, SolveError<G::Position>> {
        let mut found = self.find(position);
        if let Err(error) = &found
            && self.stopped.take().is_some_and(|before| before != *position)
        {
            let is_cancelled = matches!(error, SolveError::Stopped(stopped) if stopped.is_cancelled());
            self.forget_unlabelled();
            // Who cancels wants an end now.
            if !is_cancelled {
                found = self.find(position);
            }
        }
        if found.is_err() {
            self.stopped = Some(position.clone());
        } else if self.values.labelled() == self.found.count() {
            self.stopped = None;
        }
        found
    }

    /// Forgets all positions without values.
    fn forget_unlabelled(&mut self) {
        self.labelling = None;
        self.values.forget_unlabelled();
        self.found.forget_unlabelled(self.values.labelled());
    }

    /// The same without giving up anything.
    fn find(&mut self, position: &Components<G::Position>) -> Result<Components<u32>, SolveError<G::Position>> {
        let mut tokens = Components::new();
        for component in position {
            let key = key(&self.game, component.clone().into());
            tokens.push(self.found.vertex(key, self.values.labelled(), &mut self.control)?);
        }
        // At most two turns. An interrupted labelling may be older than the positions of this question, which are
        // explored and labelled in the second.
        while tokens.iter().any(|vertex| *vertex as usize >= self.values.labelled()) {
            let labelling = if let Some(interrupted) = self.labelling.take() {
                interrupted
            } else {
                self.explore()?;
                self.values.begin()
            };
            self.label(labelling)?;
        }
        Ok(tokens)
    }

    /// Finds all positions that play can reach, and lists their moves. Unlike [`reachable`](crate::reachable) it numbers whole positions by
    /// memo keys, keeps the edges, and resumes after an error; so it has a queue of its own.
    fn explore(&mut self) -> Result<(), SolveError<G::Position>> {
        // Positions are queued in the order of their vertices, so the first one in the queue is the vertex that the graph gets next. It stays
        // there until it is listed; so do the positions that its moves led to before an error.
        while let Some(position) = self.found.unlisted.front().cloned() {
            let mut listing = self.found.listing();
            if let Err(error) = self.list(&position, &mut listing) {
                self.found.interrupt(listing);
                return Err(error);
            }
            self.values.push(&listing.targets);
            self.found.unlisted.pop_front();
        }
        Ok(())
    }

    /// Finds the values of all vertices without values.
    fn label(&mut self, mut labelling: Extension) -> Result<(), Stopped> {
        let bytes = bytes(&self.found, &self.values, self.labelled_edges);
        if let Err(stopped) = labelling.run(&mut self.control, Unit::Positions, bytes) {
            self.labelling = Some(labelling);
            return Err(stopped);
        }
        self.values.finish(labelling);
        self.labelled_edges = self.values.graph().edges();
        self.found.more_components = 0;
        Ok(())
    }

    /// Collects the vertices that the moves of a position lead to, each once. An error if there is no room for them, or a bound is met meanwhile: the same
    /// listing goes on from there.
    fn list(
        &mut self,
        position: &Components<G::Position>,
        listing: &mut Listing,
    ) -> Result<(), SolveError<G::Position>> {
        let Self { game, control, found, values, labelled_edges, .. } = self;
        let (labelled, listed, edges) = (values.labelled(), values.graph().vertices(), values.graph().edges());
        // The moves of all positions without values share one limit, so those listed before are taken off. The second
        // limit keeps the numbers of edges in 32 bits.
        let unlabelled_edges = (edges - *labelled_edges) as u64;
        let limit = most_options(control.position_limit()).saturating_sub(unlabelled_edges);
        let limit = limit.min((MOST - edges) as u64);
        let whole = Whole(&*game);
        let mut moves = whole.moves(position);
        let too_many = |at_least| SolveError::TooManyMoves { position: position.clone(), at_least, limit };
        let least = moves.size_hint().0 as u64;
        // Asked of the iterator, so that a position with a huge number of moves is refused before its first option is
        // made.
        if least > limit {
            return Err(too_many(least));
        }
        let look = |control: &mut Control, found: &Found<G::Position>| {
            let bytes = || bytes(found, values, *labelled_edges);
            let progress = |_: &Control| Progress::new(Unit::Vertices, listed as u64, None, bytes());
            let looked = control.look_if_due(found.unsolved(labelled), progress);
            looked.map_err(|stopped| Stopped { unit: Unit::Positions, done: control.done(), ..stopped })
        };
        // As options of a narrow position: after each stop at least one new option is made, if passing over does not take too long.
        let passed = pass_over(&mut moves, listing.listed, || {
            control.step_options(1, 1);
            look(control, found).map_or_else(ControlFlow::Break, ControlFlow::Continue)
        });
        if let ControlFlow::Break(stopped) = passed {
            return Err(stopped.into());
        }
        // Moves are played, since the hint `options` may leave out equal ones, such as mirror images with another key.
        for left in moves.flat_map(|mv| whole.play(position, &mv)) {
            let number = listing.listed as u64 + 1;
            if number > limit {
                return Err(too_many(number));
            }
            let more_components = (left.len() as u64).saturating_sub(1);
            // Added before the look-up: a new vertex has room only if these components fit too.
            found.more_components += more_components;
            let target = match found.vertex(key(game, left), labelled, control) {
                Ok(target) => target,
                Err(stopped) => {
                    found.more_components -= more_components;
                    return Err(stopped.into());
                }
            };
            if found.is_new(target) {
                listing.targets.push(target);
            }
            listing.listed += 1;
            control.step(more_components);
            control.step_options(1, least.max(number));
            look(control, found)?;
        }
        Ok(())
    }
}

/// A move, or why there is none.
type MadePush<G> = Result<Push<<G as ImpartialGame>::Move>, SolveError<<G as ImpartialGame>::Position>>;

/// An estimate of the bytes in use, plus those of the labelling of all unlabelled vertices.
fn bytes<P: Clone + Eq + Hash>(found: &Found<P>, values: &LoopyValues, labelled_edges: usize) -> u64 {
    let edges = values.graph().edges() as u64;
    let unlabelled = (found.count() - values.labelled()) as u64;
    let labelling = LoopyValues::bytes_while_labelled(unlabelled, edges - labelled_edges as u64);
    found.bytes() + 12 * values.labelled() as u64 + 4 * labelled_edges as u64 + labelling
}

/// The key of a whole position in the map of positions: its memo key, without components that have no move.
fn key<G: ImpartialGame>(game: &G, position: Components<G::Position>) -> Components<G::Position> {
    let goes_on = |component: &G::Position| !has_ended(game, component);
    Whole(game).memo_key(position.into_iter().filter(goes_on).collect())
}
