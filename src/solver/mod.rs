//! The solver: it owns a rule book, answers every question about it, and chooses the method.
//!
//! | file | holds |
//! |---|---|
//! | `mod.rs` | [`Solver`]: its parts, Grundy values, outcomes; the order in which methods are tried |
//! | `memos.rs` | the values that a solver remembers |
//! | `values.rs` | values of the components of a sum, of which equal ones cancel |
//! | `inner.rs` | solvers inside oracles, for rule books that are made of others |
//! | `misere.rs`, `tame.rs` | the methods of misère play: canonical forms, a quotient; tame components |
//! | `turns.rs`, `taken.rs` | the choice among them, and what each has taken |
//! | `nimbers.rs`, `who_wins.rs`, `wholes.rs` | the nimber search; who wins one component in normal play; searches alone |
//! | `threads.rs`, `several.rs` | the searches by several threads, and what the solver asks of them |
//! | `goal.rs`, `winning.rs`, `all_wins.rs`, `best.rs`, `move_values.rs`, `option_count.rs` | moves, found from outcomes and values; how many options there are |
//! | `explain.rs`, `argument.rs`, `xor_table.rs` | the working, in words |
//! | `waiting.rs` | strategy stealing |
//!
//! ```
//! use grundy::{Kayles, Solver};
//!
//! let mut solver = Solver::new(Kayles);
//! let moves = solver.move_values([5, 2])?; // of two rows of pins
//! assert_eq!((moves.len(), moves.iter().filter(|mv| mv.wins()).count()), (12, 2));
//! # Ok::<(), grundy::SolveError<u64>>(())
//! ```

mod all_wins;
mod argument;
mod best;
mod explain;
mod goal;
mod inner;
mod memos;
mod misere;
mod move_values;
mod nimbers;
mod option_count;
mod several;
mod taken;
mod tame;
mod threads;
mod turns;
mod values;
mod waiting;
mod who_wins;
mod wholes;
mod winning;
mod xor_table;

use std::fmt;
use std::sync::Arc;

use crate::components::Components;
use crate::control::{Control, Stopped, methods_of_control};
use crate::game::ImpartialGame;
use crate::measures::{Longest, Shortest};
use crate::method::Method;
use crate::nimber::Nimber;
use crate::notes::Notes;
use crate::oracle::Oracle;
use crate::outcome::{Outcome, Play, outcome_of};
use crate::question::{Answer, Question};
use crate::search::{Cuts, Memo, SolveError, Table, evaluate_from, reachable};

pub use explain::{ComponentValue, Explanation, Reason, Turn};
pub use goal::Decided;
use goal::WinsUnderWay;
pub(crate) use inner::{Inner, Unanswered};
pub use memos::Memos;
pub(crate) use memos::ValueProof;
pub use move_values::MoveValue;
use several::SearchByThreads;
pub use waiting::waiting_move;
pub(crate) use winning::{have_theorems, room_on_boards};
pub use xor_table::XorTable;

/// A rule book with what was found about it: it answers questions about values, outcomes in normal and misère play, and winning moves, and
/// shows the working.
///
/// The solver chooses the [`Method`]: an [`Oracle`], Grundy values, the nimber search, tame components, canonical forms, a misère quotient, search. The
/// answer never depends on the method. Every question takes one position or a sum (`impl Into<Components<_>>`). The value of a sum is the nim-sum of the
/// values of its components (the theorem of Sprague and Grundy), so that the memo holds single components: a row of 200 pins costs
/// 200 entries.
///
/// Play must end. Where a search comes back to a position, the answer is [`SolveError::Loopy`]; where it does not, as behind equal components that cancel or
/// in a [nimber search](Method::Nimbers), the answer is that of a game that ends. For games that need not end there is
/// [`LoopySolver`](crate::loopy::LoopySolver).
///
/// Where no oracle knows a value, every option of every position is made and looked up once, or up to twice in positions with many
/// options. Who wins one component, and by which moves, takes a part of that: a position is left at its first winning move. Memory is one
/// entry for each position, and about 150 bytes more while it is under way: a question about a game of 10^6 moves takes several times the
/// memory of the same questions asked from small positions to large ones. Memory limits the depth of a game, not the stack of the thread.
///
/// ```
/// use grundy::{Kayles, Nimber, Outcome, Play, Solver};
///
/// let mut solver = Solver::new(Kayles);
/// assert_eq!(solver.grundy(5)?, Nimber::new(4));
/// assert_eq!(solver.grundy([5, 6, 3, 2])?, Nimber::new(6)); // *4 + *3 + *3 + *2
/// assert_eq!(solver.outcome([5, 6, 3, 2])?, Outcome::N);
/// assert_eq!(solver.outcome_in(Play::Misere, [2, 2])?, Outcome::P);
/// # Ok::<(), grundy::SolveError<u64>>(())
/// ```
///
/// Reference: Winning Ways, ch. 4.
pub struct Solver<G: ImpartialGame, T = Table<<G as ImpartialGame>::Position, Nimber>> {
    game: G,
    control: Control,
    oracles: Vec<Box<dyn Oracle<G> + Send>>,
    /// The method that the caller forces.
    only: Option<Method>,
    /// The methods that questions about normal play do without, once a question was asked that may need them. Where none is, they are not compiled.
    other_methods: Option<OtherMethods<G, T>>,
    /// The state of the rule book's own oracle.
    notes: Notes,
    /// The parts of the nimber search that are in use.
    cuts: Cuts,
    /// The searches by several threads, where they may be used.
    several: Option<Arc<dyn SearchByThreads<Self, G::Position>>>,
    memos: Memos<G::Position, T>,
    /// The list of winning moves that was stopped.
    wins_under_way: Option<Box<WinsUnderWay<G::Position, G::Move>>>,
}

/// What decides by a method that questions about normal play do without.
type OtherMethods<G, T> = fn(
    &mut Solver<G, T>,
    Play,
    &Components<<G as ImpartialGame>::Position>,
) -> Result<Decided, SolveError<<G as ImpartialGame>::Position>>;

impl<G: ImpartialGame> Solver<G> {
    /// A solver with empty memos and the default [`Control`].
    pub fn new(game: G) -> Self {
        Self::with_memos(game, Memos::default())
    }
}

impl<G: ImpartialGame, T: Memo<G::Position, Nimber>> Solver<G, T> {
    /// A solver with a memo of Grundy values, which may have entries. They must be of the same rules.
    ///
    /// ```
    /// use std::collections::HashMap;
    /// use grundy::{Kayles, Nimber, Solver, Unhinted};
    ///
    /// let mut solver = Solver::with_memo(Unhinted(Kayles), HashMap::new());
    /// solver.grundy(5)?;
    /// assert_eq!(solver.memo().get(&4), Some(&Nimber::new(1)));
    /// # Ok::<(), grundy::SolveError<u64>>(())
    /// ```
    pub fn with_memo(game: G, values: T) -> Self {
        Self::with_memos(game, Memos::with_values(values))
    }

    /// A solver with the memos of another solver of the same rules.
    pub fn with_memos(game: G, mut memos: Memos<G::Position, T>) -> Self {
        memos.forms_under_way = None; // the store may be another one
        let (control, notes) = (Control::new(), Notes::default());
        let (oracles, only, cuts) = (Vec::new(), None, Cuts::ALL);
        let (other_methods, several, wins_under_way) = (None, None, None);
        Self { game, control, oracles, only, other_methods, notes, cuts, several, memos, wins_under_way }
    }

    methods_of_control! {
        /// The same solver under another control.
        made with, counts "positions that were solved", stops with "SolveError::Stopped"
    }

    /// The same solver with an oracle. It is asked before oracles that were added earlier and before the oracle of the rule book.
    ///
    /// ```
    /// use grundy::misere::quotient::QuotientSearch;
    /// use grundy::{GrundysGame, Method, Play, Solver};
    ///
    /// let mut search = QuotientSearch::new("4!.0".parse()?); // Grundy's game
    /// search.extend_to(20)?;
    /// let mut heaps = Solver::new(GrundysGame).with(search.into_quotient());
    /// assert_eq!(heaps.decide(Play::Misere, vec![19; 99])?.method, Method::Oracle);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with(mut self, oracle: impl Oracle<G> + Send + 'static) -> Self {
        self.oracles.insert(0, Box::new(oracle));
        self
    }

    /// The same solver, forced to one method, for tests and benches. Hints other than oracles are used, except by [`Method::Oracle`].
    ///
    /// | method | outcomes and winning moves | [`grundy`](Self::grundy) and [`move_values`](Self::move_values) |
    /// |---|---|---|
    /// | [`Oracle`](Method::Oracle) | those that oracles tell; in normal play also by the values that oracles tell | values that oracles tell |
    /// | [`Values`](Method::Values) | in normal play | yes |
    /// | [`Nimbers`](Method::Nimbers) | in normal play, if the rule book [asks for the search](ImpartialGame::SEARCHES_NIMBERS) | the same |
    /// | [`Tame`](Method::Tame), [`Forms`](Method::Forms), [`Quotient`](Method::Quotient) | in misère play | no |
    /// | [`Search`](Method::Search) | in both | no |
    ///
    /// A question that the method does not answer is the error [`SolveError::NotByMethod`], also if an oracle does not know or a component is
    /// not tame. A search for a quotient that is stopped goes on where it was; only the walk over the positions that play can reach, before it, begins anew.
    /// Questions that have one method only are answered as ever: [`genus`](Self::genus), [`form`](Self::form),
    /// [`longest`](Self::longest), [`shortest`](Self::shortest) and [`positions`](Self::positions).
    ///
    /// ```
    /// use grundy::{Kayles, Method, Outcome, Play, SolveError, Solver};
    ///
    /// let rows = |method| Solver::new(Kayles).by(method).outcome_in(Play::Misere, [5, 9]);
    /// assert!(matches!(rows(Method::Tame), Err(SolveError::NotByMethod { .. }))); // wild
    /// assert_eq!(rows(Method::Forms)?, Outcome::P);
    /// assert_eq!(rows(Method::Search)?, Outcome::P);
    /// assert!(matches!(Solver::new(Kayles).by(Method::Forms).grundy(5), Err(SolveError::NotByMethod { .. })));
    /// # Ok::<(), SolveError<u64>>(())
    /// ```
    #[must_use]
    pub fn by(mut self, method: Method) -> Self {
        self.only = Some(method);
        self.all_methods();
        self
    }

    /// The rule book.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The memo of Grundy values, by [memo key](ImpartialGame::memo_key).
    pub fn memo(&self) -> &T {
        &self.memos.values
    }

    /// All memos, to be changed.
    pub fn memos_mut(&mut self) -> &mut Memos<G::Position, T> {
        self.memos.forms_under_way = None; // the store may get another one
        &mut self.memos
    }

    /// The rule book, the memo of Grundy values, and the control, under which options can be listed.
    pub(crate) fn game_memo_and_control(&mut self) -> (&G, &T, &mut Control) {
        (&self.game, &self.memos.values, &mut self.control)
    }

    /// The proof of a value that was stopped.
    pub(crate) fn value_proof_mut(&mut self) -> &mut Option<ValueProof<G::Position>> {
        &mut self.memos.value_proof
    }

    /// All memos.
    pub fn memos(&self) -> &Memos<G::Position, T> {
        &self.memos
    }

    /// The memos alone, to be kept or handed to another solver.
    pub fn into_memos(self) -> Memos<G::Position, T> {
        self.memos
    }

    /// The outcome in normal play.
    ///
    /// # Errors
    ///
    /// [`SolveError`] if the game is loopy or a bound of the control is met.
    pub fn outcome(
        &mut self,
        position: impl Into<Components<G::Position>>,
    ) -> Result<Outcome, SolveError<G::Position>> {
        self.decided(Play::Normal, position.into()).map(|decided| decided.outcome)
    }

    /// The outcome in the given play.
    ///
    /// In misère play two equal components do not cancel: two rows of two pins of Kayles are P, the empty sum is N.
    ///
    /// ```
    /// use grundy::{LaskersNim, Outcome, Play, Solver};
    ///
    /// let mut solver = Solver::new(LaskersNim);
    /// assert_eq!(solver.outcome_in(Play::Normal, [1, 2, 3])?, Outcome::N); // split 3
    /// assert_eq!(solver.outcome_in(Play::Misere, [1, 1])?, Outcome::N);
    /// assert_eq!(solver.outcome_in(Play::Misere, vec![100; 100])?, Outcome::P); // tame: a hundred firm heaps of 99, nim-sum 0
    /// # Ok::<(), grundy::SolveError<u64>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`SolveError`] if the game is loopy or a bound of the control is met.
    pub fn outcome_in(
        &mut self,
        play: Play,
        position: impl Into<Components<G::Position>>,
    ) -> Result<Outcome, SolveError<G::Position>> {
        self.decide(play, position).map(|decided| decided.outcome)
    }

    /// The outcome in the given play, and the method that decided it.
    ///
    /// In normal play equal components cancel, if their values are not found soon. Of the rest, that is an oracle; the nimber search if the rule book [asks for it](ImpartialGame::SEARCHES_NIMBERS) and its
    /// theorems do not tell all values; for one component of another rule book a search for who wins, unless the component falls apart or
    /// what its moves leave has values already; or the nim-sum of the values, which counts as the oracle's if [only oracles](Self::by) are
    /// asked. In misère play only [tame](crate::measures::Tameness) games have a rule
    /// for sums, so it is an oracle, tame components, canonical forms, the misère quotient of the positions that play can
    /// reach, or a search on whole positions. The solver predicts which of them decides first, from a look at 16 to 256 components and from the
    /// question before, and gives the others a small share of the work, in turns that double, up to the limit. The table in
    /// `src/solver/turns.rs` says what is chosen when. A quotient is looked for within small limits. An [`AnyGame`](crate::AnyGame)
    /// searches by itself and tells its method.
    ///
    /// # Errors
    ///
    /// [`SolveError`] if the game is loopy or a bound of the control is met, and [`SolveError::NotByMethod`] if the method that was
    /// [forced](Self::by) does not answer.
    pub fn decide(
        &mut self,
        play: Play,
        position: impl Into<Components<G::Position>>,
    ) -> Result<Decided, SolveError<G::Position>> {
        self.all_methods().decided(play, position.into())
    }

    /// The same solver, which has all methods from now on.
    fn all_methods(&mut self) -> &mut Self {
        self.other_methods = Some(Self::by_other_method);
        self
    }

    /// The outcome, and the method that decided it. In misère play the solver has [all methods](Self::all_methods).
    fn decided(&mut self, play: Play, sum: Components<G::Position>) -> Result<Decided, SolveError<G::Position>> {
        match self.by_oracle(play, &sum)? {
            Some(decided) => Ok(decided),
            None => self.decide_without_oracle(play, sum),
        }
    }

    /// The outcome by the methods other than oracles.
    fn decide_without_oracle(
        &mut self,
        play: Play,
        sum: Components<G::Position>,
    ) -> Result<Decided, SolveError<G::Position>> {
        let decided = |method| move |outcome| Decided { outcome, method };
        // Where theorems tell all values, the nim-sum needs no search.
        let is_told = || self.only.is_none() && have_theorems(&self.game, &sum);
        if G::SEARCHES_NIMBERS && play == Play::Normal && self.searches_nimbers() && !is_told() {
            return self.by_nimbers(sum).map(decided(Method::Nimbers));
        }
        // The constant is part of it, so that a game with the nimber search is compiled without this one.
        if let ([component], Play::Normal, None, false) = (&*sum, play, self.only, G::SEARCHES_NIMBERS) {
            return self.who_wins(component);
        }
        if let ([component], Play::Normal, Some(method @ Method::Oracle)) = (&*sum, play, self.only)
            && let Some(Decided { outcome, .. }) = self.told_who_wins(component)?
        {
            return Ok(Decided { outcome, method });
        }
        if play == Play::Normal
            && let Some(rest) = self.rest_of_pairs(&sum)?
        {
            return self.decide_rest(&rest, &sum);
        }
        if let (Play::Normal, None | Some(Method::Oracle | Method::Values)) = (play, self.only) {
            let outcome = outcome_of(self.nim_sum(sum)?);
            // The nim-sum of values that only oracles tell counts as the oracle's.
            return Ok(decided(self.only.unwrap_or(Method::Values))(outcome));
        }
        let by_other_method =
            self.other_methods.expect("who asks about misère play or forces a method brings them all");
        by_other_method(self, play, &sum)
    }

    /// The outcome by a method that questions about normal play do without.
    fn by_other_method(
        &mut self,
        play: Play,
        sum: &Components<G::Position>,
    ) -> Result<Decided, SolveError<G::Position>> {
        let Some(method) = self.only else {
            assert!(play == Play::Misere, "in normal play a method is forced");
            return self.by_turns(sum);
        };
        let outcome = match (play, method) {
            (_, Method::Search) => Some(self.by_search(play, sum)?),
            (Play::Misere, Method::Tame) => self.by_tameness(sum)?,
            (Play::Misere, Method::Forms) => Some(self.by_forms(sum)?),
            (Play::Misere, Method::Quotient) => self.by_quotient(sum)?,
            // Left are methods of the other kind of play, oracles that did not know, and the nimber search of a rule
            // book that does not ask for it.
            _ => None,
        };
        outcome.map(|outcome| Decided { outcome, method }).ok_or(SolveError::NotByMethod { method })
    }

    /// Whether oracles are asked: no other method is forced.
    fn asks_oracles(&self) -> bool {
        self.only.is_none_or(|only| only == Method::Oracle)
    }

    /// The outcome, if an oracle knows it and no other method is forced.
    fn by_oracle(&mut self, play: Play, sum: &[G::Position]) -> Result<Option<Decided>, Stopped> {
        if !self.asks_oracles() {
            return Ok(None);
        }
        let Self { game, control, oracles, notes, .. } = self;
        let answer = ask(oracles, game, notes, Question::Outcome { sum, play }, control);
        // An oracle that searches by itself tells its method. Where oracles are forced, the answer is theirs all the
        // same.
        let method = match (self.only, &answer) {
            (None, Answer::Searched(_, method)) => *method,
            _ => Method::Oracle,
        };
        Ok(answer.into_outcome()?.map(|outcome| Decided { outcome, method }))
    }

    /// The number of moves in the longest game. The memo keeps it for each component.
    ///
    /// # Errors
    ///
    /// [`SolveError`] if the game is loopy or a bound of the control is met.
    pub fn longest(&mut self, position: impl Into<Components<G::Position>>) -> Result<u64, SolveError<G::Position>> {
        let Self { game, control, memos, .. } = self;
        evaluate_from(game, &Longest, &mut memos.longest, &mut memos.longest_under_way, control, position.into())
    }

    /// The number of moves in the shortest game that is played to the end. The memo keeps it for each component.
    ///
    /// # Errors
    ///
    /// [`SolveError`] if the game is loopy or a bound of the control is met.
    pub fn shortest(&mut self, position: impl Into<Components<G::Position>>) -> Result<u64, SolveError<G::Position>> {
        let Self { game, control, memos, .. } = self;
        evaluate_from(game, &Shortest, &mut memos.shortest, &mut memos.shortest_under_way, control, position.into())
    }

    /// The number of different components that play can reach, with those of the position itself.
    ///
    /// Mirror images are different positions here. [`reachable`] gives the positions themselves.
    ///
    /// ```
    /// use grundy::{Kayles, Solver};
    /// use grundy::chomp::{Board, Chomp};
    ///
    /// assert_eq!(Solver::new(Kayles).positions(200)?, 200); // rows of 1 to 200 pins
    /// let boards = Solver::new(Chomp::poisoned()).positions(Board::rectangle(5, 5)?)?;
    /// assert_eq!(boards, 251); // 10 over 5, without the empty board
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`SolveError::Stopped`] if there are more positions than the limit, which here counts from 0, or if another bound of the control is
    /// met; [`SolveError::TooManyMoves`] if a position has too many moves. A loopy game is no error. The walk begins anew at each call, so after a stop it needs
    /// a larger bound: the positions that the error counts as solved were found, and are not kept.
    pub fn positions(&self, position: impl Into<Components<G::Position>>) -> Result<u64, SolveError<G::Position>> {
        // Positions solved before do not count here: the walk finds each of them again.
        let mut control = self.control.restarted();
        reachable(&self.game, position, &mut control).try_fold(0, |found, position| position.map(|_| found + 1))
    }
}

/// Asks the oracles in turn, the last one that was added first and the oracle of the rule book last, until one knows.
fn ask<'a, G: ImpartialGame>(
    oracles: &'a mut [Box<dyn Oracle<G> + Send>],
    game: &'a G,
    notes: &'a mut Notes,
    question: Question<'a, G::Position>,
    control: &mut Control,
) -> Answer<'a, G::Move> {
    // Each oracle reads the whole sum.
    control.step(question.sum().map_or(0, <[_]>::len) as u64);
    for oracle in oracles {
        match oracle.answer(game, question, control) {
            Answer::Unknown => {}
            answer => return answer,
        }
    }
    game.oracle(question, notes, control)
}

impl<G: ImpartialGame + fmt::Debug, T: fmt::Debug> fmt::Debug for Solver<G, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver")
            .field("game", &self.game)
            .field("control", &self.control)
            .field("oracles", &self.oracles.len())
            .field("memos", &self.memos)
            .finish_non_exhaustive()
    }
}
