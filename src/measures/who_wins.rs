//! The outcome.

use std::ops::ControlFlow;

use crate::game::ImpartialGame;
use crate::measure::Measure;
use crate::outcome::{Outcome, Play, outcome_of};

/// The outcome: N if some option is P, and P if all options are N. A position without options is P in normal play and N in misère play.
///
/// The first option that is P is an early exit, so far fewer positions are searched than for a Grundy value. There is no rule for
/// sums: the outcomes of two components do not determine the outcome of their sum.
///
/// ```
/// use grundy::{Control, Nim, Outcome, Play, Table, evaluate_whole, measures::WhoWins};
/// let outcome = evaluate_whole(&Nim, &WhoWins(Play::Misere), &mut Table::new(), &mut Control::new(), [1, 1])?;
/// assert_eq!(outcome, Outcome::N); // in misère play
/// # Ok::<(), grundy::SolveError<grundy::Components<u64>>>(())
/// ```
///
/// Reference: Winning Ways, ch. 3 (normal play) and ch. 13 (misère play).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WhoWins(
    /// Normal or misère play.
    pub Play,
);

impl Measure for WhoWins {
    type Value = Outcome;
    /// Nothing, or the outcome of the last option. A P-position is always the last, as an early exit.
    type Fold = Option<Outcome>;

    const SETTLES_EARLY: bool = true;

    fn fold(&self) -> Option<Outcome> {
        None
    }

    fn absorb(&self, last: &mut Option<Outcome>, option: &Outcome) -> ControlFlow<()> {
        *last = Some(*option);
        match option {
            Outcome::P => ControlFlow::Break(()),
            Outcome::N => ControlFlow::Continue(()),
        }
    }

    fn finish(&self, last: Option<Outcome>) -> Outcome {
        match last {
            None => self.0.outcome_of_the_end(),
            Some(Outcome::P) => Outcome::N,
            Some(Outcome::N) => Outcome::P,
        }
    }

    fn known<G: ImpartialGame>(&self, game: &G, position: &G::Position) -> Option<Outcome> {
        // Hints of a game are values of normal play, which say nothing about misère play.
        match self.0 {
            Play::Normal => game.known_value(position).map(outcome_of),
            Play::Misere => None,
        }
    }
}
