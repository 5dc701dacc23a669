//! The foreclosed value.

use std::fmt;
use std::ops::ControlFlow;

use crate::game::Play;
use crate::measure::Measure;
use crate::mex::MexSet;
use crate::nimber::Nimber;

/// The foreclosed value: a Grundy value for games that are over for all as soon as one of them has ended.
///
/// In normal play it is [infinite](Foreclosed::Infinite) if an option is an end, since who moves there wins the whole at once;
/// else it is the mex of the finite values of the options. In misère play, where to end a game is to lose, it is the
/// mex of the values of the options that are not ends.
///
/// Theorem (Conway): if a move is played in one of several games until the *first* has ended, none of which has ended yet, then
/// the whole is N in normal play if some value is infinite; otherwise, and in misère play, it is P exactly if the nim-sum of the
/// values is `*0`.
///
/// There is no rule for the sum that goes on until *all* have ended, which is what a row that splits is, so it is
/// searched on whole positions.
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
/// assert_eq!(value(3)?, Foreclosed::Finite(Nimber::new(1))); // leave two single pins, which is worth *0
/// # Ok::<(), grundy::SolveError<grundy::Components<u64>>>(())
/// ```
///
/// Reference: Winning Ways, ch. 9; ONAG, ch. 14 ("the shortened disjunctive compound").
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ForeclosedValue(
    /// What it means to be unable to move.
    pub Play,
);

/// What a [`ForeclosedValue`] is: a nimber, or infinite, or none because the game is over.
///
/// ```
/// use grundy::{Nimber, measures::Foreclosed};
/// assert_eq!(Foreclosed::Finite(Nimber::new(2)).to_string(), "*2");
/// assert_eq!(Foreclosed::Infinite.to_string(), "∞");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Foreclosed {
    /// The game has ended.
    Ended,
    /// The game can go on, and counts as this nimber.
    Finite(Nimber),
    /// A move ends the game and wins, whatever is played beside it.
    Infinite,
}

/// A nimber is asked for where there is none.
///
/// ```
/// use grundy::measures::{Foreclosed, NoNimberError};
/// assert_eq!(Foreclosed::Infinite.nimber(), Err(NoNimberError::Infinite));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum NoNimberError {
    /// The value is infinite.
    #[error("the foreclosed value is infinite: a move ends the game and wins")]
    Infinite,
    /// The game has ended.
    #[error("there is no foreclosed value: the game has ended")]
    Ended,
}

impl Foreclosed {
    /// The value as a nimber.
    ///
    /// # Errors
    ///
    /// [`NoNimberError`] if it is infinite or the game has ended.
    ///
    /// ```
    /// use grundy::{Nimber, measures::Foreclosed};
    /// assert_eq!(Foreclosed::Finite(Nimber::new(2)).nimber(), Ok(Nimber::new(2)));
    /// ```
    pub const fn nimber(self) -> Result<Nimber, NoNimberError> {
        match self {
            Self::Finite(value) => Ok(value),
            Self::Infinite => Err(NoNimberError::Infinite),
            Self::Ended => Err(NoNimberError::Ended),
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

/// What has been seen of the options.
#[derive(Clone, Debug, Default)]
pub struct ForeclosedFold {
    values: MexSet,
    any: bool,
    end: bool,
}

impl Measure for ForeclosedValue {
    type Value = Foreclosed;
    type Fold = ForeclosedFold;

    const SETTLES_EARLY: bool = true;

    fn fold(&self) -> ForeclosedFold {
        ForeclosedFold::default()
    }

    fn absorb(&self, seen: &mut ForeclosedFold, option: &Foreclosed) -> ControlFlow<()> {
        seen.any = true;
        match option {
            Foreclosed::Finite(value) => seen.values.insert(*value),
            Foreclosed::Infinite => {}
            Foreclosed::Ended => {
                seen.end = true;
                if self.0 == Play::Normal {
                    return ControlFlow::Break(());
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn finish(&self, seen: ForeclosedFold) -> Foreclosed {
        if !seen.any {
            Foreclosed::Ended
        } else if seen.end && self.0 == Play::Normal {
            Foreclosed::Infinite
        } else {
            Foreclosed::Finite(seen.values.mex())
        }
    }
}
