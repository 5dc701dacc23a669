//! The outcome.

use std::ops::ControlFlow;

use crate::game::{ImpartialGame, Outcome, Play};
use crate::measure::Measure;

/// The outcome under the given play: N if some option is P, else P; the end of the game is P in normal play, N in misère.
///
/// It is settled by the first option that is P, so far fewer positions are looked at than a Grundy value needs. There is no
/// rule for sums: the outcomes of two components do not tell the outcome of their sum.
///
/// Reference: Winning Ways, ch. 3 (normal play) and ch. 13 (misère play).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WhoWins(
    /// What it means to be unable to move.
    pub Play,
);

/// What has been seen of the options: nothing, or the best of them for the player who moves there.
#[derive(Clone, Copy, Debug)]
pub struct OptionsSeen(Option<Outcome>);

impl Measure for WhoWins {
    type Value = Outcome;
    type Fold = OptionsSeen;

    const SETTLES_EARLY: bool = true;

    fn fold(&self) -> OptionsSeen {
        OptionsSeen(None)
    }

    fn absorb(&self, seen: &mut OptionsSeen, option: &Outcome) -> ControlFlow<()> {
        seen.0 = Some(*option);
        match option {
            Outcome::P => ControlFlow::Break(()),
            Outcome::N => ControlFlow::Continue(()),
        }
    }

    fn finish(&self, seen: OptionsSeen) -> Outcome {
        match seen.0 {
            None => self.0.outcome_of_the_end(),
            Some(Outcome::P) => Outcome::N,
            Some(Outcome::N) => Outcome::P,
        }
    }

    fn known<G: ImpartialGame>(&self, game: &G, position: &G::Position) -> Option<Outcome> {
        match self.0 {
            Play::Normal => {
                game.known_value(position).map(|value| if value.is_zero() { Outcome::P } else { Outcome::N })
            }
            Play::Misere => None,
        }
    }
}
