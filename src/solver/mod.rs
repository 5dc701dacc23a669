//! Solving: one engine with an explicit stack, a memo that the caller owns, limits and errors.

mod engine;
mod error;
mod memo;
mod misere;

use std::collections::HashSet;

use rustc_hash::FxBuildHasher;

use crate::components::Components;
use crate::game::{ImpartialGame, Outcome, Play};
use crate::measure::SumRule;
use crate::measures::{FoundTame, GenusValue, Grundy, Longest, Shortest, WhoWins};
use crate::nimber::Nimber;

pub(crate) use engine::most_options;
pub use engine::{Budget, UNLIMITED, evaluate, evaluate_whole};
pub use error::SolveError;
pub use memo::{Memo, Table};
pub(crate) use misere::{KnownTame, has_few_options};

/// A rule book with a memo of Grundy values: what most questions are asked of.
///
/// Every question takes one position or many (`impl Into<Components<_>>`), and every answer stays in the memo for the next
/// question. The value of a sum is the nim-sum of the values of its components (the theorem of Sprague and Grundy), so the
/// memo holds single components only: one row of 200 pins costs 200 entries.
///
/// Time is one call of [`play`](ImpartialGame::play) and one look-up for each option of each position; memory one entry a
/// position. The depth of a game is limited by memory, not by the thread's stack.
///
/// ```
/// use grundy::{Kayles, Nimber, Outcome, Solver};
///
/// let mut solver = Solver::new(Kayles);
/// assert_eq!(solver.grundy(5)?, Nimber::new(4));
/// assert_eq!(solver.grundy([5, 6, 3, 2])?, Nimber::new(6)); // *4 + *3 + *3 + *2
/// assert_eq!(solver.outcome([5, 6, 3, 2])?, Outcome::N);
/// # Ok::<(), grundy::SolveError<u64>>(())
/// ```
///
/// Reference: Winning Ways, ch. 4.
#[derive(Clone, Debug)]
pub struct Solver<G: ImpartialGame, T = Table<<G as ImpartialGame>::Position, Nimber>> {
    game: G,
    memo: T,
    budget: Budget,
    searched: Searched<G::Position>,
}

/// What has been searched on whole positions, for each kind of play, and what helps to search misère play.
#[derive(Clone, Debug)]
struct Searched<P> {
    normal: Table<Components<P>, Outcome>,
    misere: Table<Components<P>, Outcome>,
    genus: Table<Components<P>, GenusValue>,
    /// Of single components.
    tame: Table<P, FoundTame>,
}

/// The limit that a new solver has: 2^24 positions. It counts positions and not bytes: in a deep game that is several gigabytes.
pub(crate) const DEFAULT_LIMIT: u64 = 1 << 24;

impl<G: ImpartialGame> Solver<G> {
    /// A solver with an empty memo and a limit of 2^24 positions.
    pub fn new(game: G) -> Self {
        Self::with_memo(game, Table::new())
    }
}

impl<G: ImpartialGame, T: Memo<G::Position, Nimber>> Solver<G, T> {
    /// A solver that goes on with a memo. The memo must have been filled for the same rules.
    pub fn with_memo(game: G, memo: T) -> Self {
        let searched = Searched { normal: Table::new(), misere: Table::new(), genus: Table::new(), tame: Table::new() };
        Self { game, memo, budget: Budget::new(DEFAULT_LIMIT), searched }
    }

    /// The rule book.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The memo of Grundy values, by [memo key](ImpartialGame::memo_key).
    pub fn memo(&self) -> &T {
        &self.memo
    }

    /// The memo of Grundy values, to be changed.
    pub fn memo_mut(&mut self) -> &mut T {
        &mut self.memo
    }

    /// The memo of Grundy values, to be kept.
    pub fn into_memo(self) -> T {
        self.memo
    }

    /// How many positions have been solved by this solver.
    pub fn solved(&self) -> u64 {
        self.budget.solved
    }

    /// The most positions that this solver may solve in all its life.
    pub fn limit(&self) -> u64 {
        self.budget.limit
    }

    /// Changes the limit. After [`SolveError::Limit`], a larger one resumes where the smaller one stopped.
    ///
    /// ```
    /// use grundy::{Kayles, Nimber, SolveError, Solver};
    ///
    /// let mut solver = Solver::new(Kayles);
    /// solver.set_limit(1000);
    /// let Err(SolveError::Limit { limit: 1000, .. }) = solver.grundy(5000) else { panic!() };
    /// solver.set_limit(6000);
    /// assert_eq!(solver.grundy(5000)?, Nimber::new(1));
    /// # Ok::<(), SolveError<u64>>(())
    /// ```
    pub fn set_limit(&mut self, limit: u64) {
        self.budget.limit = limit;
    }

    /// The Grundy value: the nimber that the position equals in every sum.
    ///
    /// # Errors
    ///
    /// [`SolveError`] if the game is loopy or the limit is reached.
    pub fn grundy(&mut self, position: impl Into<Components<G::Position>>) -> Result<Nimber, SolveError<G::Position>> {
        evaluate(&self.game, &Grundy, &mut self.memo, &mut self.budget, position)
    }

    /// Who wins under normal play: by the game's own theorem if it has one, else P exactly if the value is `*0`.
    ///
    /// # Errors
    ///
    /// [`SolveError`] if the game is loopy or the limit is reached.
    pub fn outcome(
        &mut self,
        position: impl Into<Components<G::Position>>,
    ) -> Result<Outcome, SolveError<G::Position>> {
        let position = position.into();
        if let Some(outcome) = self.game.known_outcome(&position, Play::Normal) {
            return Ok(outcome);
        }
        Ok(if self.grundy(position)?.is_zero() { Outcome::P } else { Outcome::N })
    }

    /// Who wins under the given play.
    ///
    /// Misère play has no rule for sums but for [tame](crate::measures::Tameness) games. If every component is tame, it takes as long
    /// as a Grundy value. Else it is a search on whole positions that stops at the first winning move and decides at
    /// once every sum of tame components that it meets. Pairs of equal components may not be left out in misère play: two rows
    /// of two pins of Kayles are P, nothing at all is N.
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
    /// [`SolveError`] if the game is loopy or the limit is reached.
    pub fn outcome_in(
        &mut self,
        play: Play,
        position: impl Into<Components<G::Position>>,
    ) -> Result<Outcome, SolveError<G::Position>> {
        match play {
            Play::Normal => self.outcome(position),
            Play::Misere => self.misere_outcome(position.into()),
        }
    }

    /// Who wins under the given play, by a search on whole positions that stops at the first winning move. It uses no theorem but
    /// the hints of the game, and so checks [`outcome_in`](Self::outcome_in).
    ///
    /// In normal play this needs fewer positions than the Grundy value if the position has one component that does not
    /// fall apart; with several components it needs exponentially more.
    ///
    /// ```
    /// use grundy::{Outcome, Play, Solver};
    /// use grundy::chomp::{Board, Chomp};
    ///
    /// let mut solver = Solver::new(Chomp::poisoned());
    /// assert_eq!(solver.search_outcome(Play::Normal, Board::rectangle(4, 5)?)?, Outcome::N);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`SolveError`] if the game is loopy or the limit is reached.
    pub fn search_outcome(
        &mut self,
        play: Play,
        position: impl Into<Components<G::Position>>,
    ) -> Result<Outcome, SolveError<G::Position>> {
        let memo = match play {
            Play::Normal => &mut self.searched.normal,
            Play::Misere => &mut self.searched.misere,
        };
        evaluate_whole(&self.game, &WhoWins(play), memo, &mut self.budget, position).map_err(SolveError::flatten)
    }

    /// The number of moves in the longest game.
    ///
    /// # Errors
    ///
    /// [`SolveError`] if the game is loopy or the limit is reached.
    pub fn longest(&self, position: impl Into<Components<G::Position>>) -> Result<u64, SolveError<G::Position>> {
        self.measured(&Longest, position)
    }

    /// The number of moves in the shortest game that is played to the end.
    ///
    /// # Errors
    ///
    /// [`SolveError`] if the game is loopy or the limit is reached.
    pub fn shortest(&self, position: impl Into<Components<G::Position>>) -> Result<u64, SolveError<G::Position>> {
        self.measured(&Shortest, position)
    }

    /// The number of different components that play can reach, those of the position counted.
    ///
    /// Mirror images are different positions here, as they are on the table.
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
    /// [`SolveError::Limit`] if there are more than the limit, or a position has too many moves for it. A loopy game has a number of positions like any other.
    pub fn positions(&self, position: impl Into<Components<G::Position>>) -> Result<u64, SolveError<G::Position>> {
        let limit = self.budget.limit;
        let mut seen: HashSet<G::Position, FxBuildHasher> = HashSet::default();
        let mut open: Vec<G::Position> = Vec::new();
        let mut note = |component: G::Position, open: &mut Vec<_>| {
            if seen.insert(component.clone()) {
                open.push(component);
            }
            let found = seen.len() as u64;
            if found > limit { Err(SolveError::Limit { limit, solved: found, unfinished: 0 }) } else { Ok(found) }
        };
        let mut found = 0;
        for component in position.into() {
            found = note(component, &mut open)?;
        }
        let most = most_options(limit);
        while let Some(component) = open.pop() {
            for (listed, mv) in (0_u64..).zip(self.game.moves(&component)) {
                if listed == most {
                    return Err(SolveError::Limit { limit, solved: found, unfinished: open.len() as u64 + 1 });
                }
                for left in self.game.play(&component, &mv) {
                    found = note(left, &mut open)?;
                }
            }
        }
        Ok(found)
    }

    /// The value under another measure, with a memo for this question only and the same limit.
    fn measured<M: SumRule>(
        &self,
        measure: &M,
        position: impl Into<Components<G::Position>>,
    ) -> Result<M::Value, SolveError<G::Position>> {
        let mut budget = Budget::new(self.budget.limit);
        evaluate(&self.game, measure, &mut Table::new(), &mut budget, position)
    }
}
