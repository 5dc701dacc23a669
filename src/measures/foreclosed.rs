//! The foreclosed value.

use std::fmt;
use std::ops::ControlFlow;

use crate::measure::Measure;
use crate::mex::MexSet;
use crate::nimber::Nimber;
use crate::outcome::Play;

/// The foreclosed value: a Grundy value for several games of which the first to end ends them all.
///
/// In normal play it is [infinite](Foreclosed::Infinite) if some option has ended, since the move to that option wins at once.
/// Otherwise it is the mex of the finite values of the options. In misère play the move that ends a game loses, so the value is the mex
/// over the options that have not ended.
///
/// Theorem (Conway): let a move be a move in one of several games, let play stop when the *first* game has ended, and let none have
/// ended yet. In normal play the position is N if some value is infinite. Otherwise, and always in misère play, it is P exactly if the
/// nim-sum of the values is `*0`.
///
/// There is no rule for ordinary sums, which go on until *all* components have ended. A rule book whose moves split a component is
/// such a sum, so it is searched on whole positions.
///
/// ```
/// use grundy::{Control, Kayles, Nimber, Play, Table, evaluate_whole};
/// use grundy::measures::{Foreclosed, ForeclosedValue};
///
/// let mut memo = Table::new();
/// let mut value = |row: u64| {
///     evaluate_whole(&Kayles, &ForeclosedValue(Play::Normal), &mut memo, &mut Control::new(), row)
/// };
/// assert_eq!(value(0)?, Foreclosed::Ended);
/// assert_eq!(value(2)?, Foreclosed::Infinite);
/// assert_eq!(value(3)?, Foreclosed::Finite(Nimber::new(1))); // leave two single pins, of value *0
/// # Ok::<(), grundy::SolveError<grundy::Components<u64>>>(())
/// ```
///
/// Reference: Winning Ways, ch. 9; ONAG, ch. 14 ("the shortened disjunctive compound").
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ForeclosedValue(
    /// Normal or misère play.
    pub Play,
);

/// The foreclosed value of a position: a nimber, or infinite, or none because the game has ended.
///
/// ```
/// use grundy::{Nimber, measures::Foreclosed};
/// assert_eq!(Foreclosed::Finite(Nimber::new(2)).to_string(), "*2");
/// assert_eq!(Foreclosed::Infinite.to_string(), "∞");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Foreclosed {
    /// The game has ended.
    Ended,
    /// The game has not ended, and counts as this nimber.
    Finite(Nimber),
    /// A move ends the game, which wins whatever the other games are.
    Infinite,
}

impl Foreclosed {
    /// The value as a nimber; `None` if it is infinite or the game has ended.
    ///
    /// ```
    /// use grundy::{Nimber, measures::Foreclosed};
    /// assert_eq!(Foreclosed::Finite(Nimber::new(2)).nimber(), Some(Nimber::new(2)));
    /// assert_eq!(Foreclosed::Infinite.nimber(), None);
    /// ```
    #[must_use]
    pub const fn nimber(self) -> Option<Nimber> {
        match self {
            Self::Finite(value) => Some(value),
            Self::Infinite | Self::Ended => None,
        }
    }
}

impl fmt::Display for Foreclosed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ended => f.pad("ended"),
            Self::Finite(value) => f.pad(&value.to_string()),
            Self::Infinite => f.pad("∞"),
        }
    }
}

/// The accumulator of [`ForeclosedValue`].
#[derive(Clone, Debug, Default)]
pub struct ForeclosedFold {
    values: MexSet,
    has_options: bool,
    has_ended_option: bool,
}

impl Measure for ForeclosedValue {
    type Value = Foreclosed;
    type Fold = ForeclosedFold;

    const SETTLES_EARLY: bool = true;

    fn fold(&self) -> ForeclosedFold {
        ForeclosedFold::default()
    }

    fn absorb(&self, seen: &mut ForeclosedFold, option: &Foreclosed) -> ControlFlow<()> {
        seen.has_options = true;
        match option {
            Foreclosed::Finite(value) => seen.values.insert(*value),
            // The opponent wins at once there, so nobody moves to it: it counts in no mex.
            Foreclosed::Infinite => {}
            Foreclosed::Ended => {
                seen.has_ended_option = true;
                if self.0 == Play::Normal {
                    // No other option matters: the move to this one ends all games and wins.
                    return ControlFlow::Break(());
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn finish(&self, seen: ForeclosedFold) -> Foreclosed {
        if !seen.has_options {
            Foreclosed::Ended
        } else if seen.has_ended_option && self.0 == Play::Normal {
            Foreclosed::Infinite
        } else {
            // The set may be empty: all options are infinite, or in misère play all have ended. Each move then loses,
            // and the value is `*0`.
            Foreclosed::Finite(seen.values.mex())
        }
    }
}
