//! Who wins, and under which rule for the player who cannot move.

use std::fmt;

use crate::nimber::Nimber;

/// Who wins when both play well.
///
/// ```
/// use grundy::{Nim, Outcome, Solver};
/// assert_eq!(Solver::new(Nim).outcome([3, 3])?, Outcome::P); // answer every move with its like
/// # Ok::<(), grundy::SolveError<u64>>(())
/// ```
///
/// Reference: Winning Ways, ch. 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Outcome {
    /// The *next* player wins, who is the player to move.
    N,
    /// The *previous* player wins: the player to move loses.
    P,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::N => "N",
            Self::P => "P",
        })
    }
}

/// The outcome in normal play of a position with this value; in misère play, with this misère Grundy value.
pub(crate) const fn outcome_of(value: Nimber) -> Outcome {
    if value.is_zero() { Outcome::P } else { Outcome::N }
}

/// The rule for a player who cannot move.
///
/// ```
/// use grundy::{Nim, Outcome, Play, Solver};
///
/// let mut solver = Solver::new(Nim);
/// assert_eq!(solver.outcome_in(Play::Normal, [1, 1])?, Outcome::P);
/// assert_eq!(solver.outcome_in(Play::Misere, [1, 1])?, Outcome::N);
/// # Ok::<(), grundy::SolveError<u64>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Play {
    /// A player who cannot move loses: the last move wins.
    #[default]
    Normal,
    /// A player who cannot move wins: the last move loses.
    Misere,
}

impl Play {
    /// The outcome of a position without moves.
    #[must_use]
    pub const fn outcome_of_the_end(self) -> Outcome {
        match self {
            Self::Normal => Outcome::P,
            Self::Misere => Outcome::N,
        }
    }
}

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Normal => "normal",
            Self::Misere => "misère",
        })
    }
}
