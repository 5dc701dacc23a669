//! The reports of checks.

use std::fmt::{self, Debug};

use crate::control::Stopped;
use crate::laws::law::Law;

/// Why a check did not pass: a law is broken, or the input is too large to tell.
///
/// The input is the argument of the check or what was drawn: one component, or a list of components. The position where a law is broken
/// is the input, or one that play reaches from it.
///
/// ```
/// use grundy::Kayles;
/// use grundy::laws::{Violation, check_position};
///
/// assert_eq!(check_position(&Kayles, &9), Ok(()));
/// // A check that gives up does not pass: it is an error.
/// let refused = check_position(&Kayles, &90).unwrap_err();
/// assert_eq!(refused.law(), None);
/// assert_eq!(refused.to_string(), "90 is too large to check: more than 20000 whole positions; check a smaller one");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Violation {
    /// The game breaks a law.
    #[error("law broken: {law}\n  input: {input}\n  position: {position}\n  expected: {expected}\n  found: {found}")]
    Broken {
        /// The law.
        law: Law,
        /// The input of the check, as its `Debug` text.
        input: String,
        /// The position where it is broken, as its `Debug` text.
        position: String,
        /// The demand of the law there.
        expected: String,
        /// The behaviour of the game instead.
        found: String,
    },
    /// The input is too large to be checked by brute force within the limits. Check a smaller one.
    #[error("{input} is too large to check: more than {limit} {what}; check a smaller one")]
    TooLarge {
        /// The input of the check, as its `Debug` text.
        input: String,
        /// The limit that is exceeded.
        limit: usize,
        /// What the limit counts.
        what: &'static str,
    },
    /// No input was drawn, or every input with a move was too large.
    #[error("nothing was checked: {reason}")]
    NotChecked {
        /// The reason.
        reason: String,
    },
    /// The control of [`check_under`](crate::laws::check_under) ended the check.
    #[error("the check was ended by its control")]
    Stopped(#[from] Stopped),
}

impl Violation {
    /// The law that is broken; `None` if the law could not be checked.
    #[must_use]
    pub fn law(&self) -> Option<Law> {
        match self {
            Self::Broken { law, .. } => Some(*law),
            Self::TooLarge { .. } | Self::NotChecked { .. } | Self::Stopped(_) => None,
        }
    }

    /// A report without its input, which [`of_input`](Self::of_input) adds at the outermost call.
    pub(super) fn broken(
        law: Law,
        position: &(impl Debug + ?Sized),
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> Self {
        let (position, expected, found) = (format!("{position:?}"), expected.into(), found.into());
        Self::Broken { law, input: String::new(), position, expected, found }
    }

    /// A report without its input, as for [`broken`](Self::broken).
    pub(super) fn too_large(limit: usize, what: &'static str) -> Self {
        Self::TooLarge { input: String::new(), limit, what }
    }

    /// The same report with this input.
    pub(super) fn of_input(mut self, components: &[impl Debug]) -> Self {
        if let Self::Broken { input, .. } | Self::TooLarge { input, .. } = &mut self {
            *input = match components {
                [component] => format!("{component:?}"),
                components => format!("{components:?}"),
            };
        }
        self
    }

    /// The same report under another law: that of the hint which led the check to a position that is none of the game.
    pub(super) fn blamed_on(self, blamed: Law) -> Self {
        match self {
            Self::Broken { law, input, position, expected, found } => {
                let expected = format!("only positions of the game ({law}: {expected})");
                Self::Broken { law: blamed, input, position, expected, found }
            }
            same => same,
        }
    }
}

/// A report of both, unless they are equal. `what` is formatted only for the report.
pub(super) fn expect_equal<T: PartialEq + Debug>(
    law: Law,
    position: &(impl Debug + ?Sized),
    what: &(impl fmt::Display + ?Sized),
    expected: &T,
    found: &T,
) -> Result<(), Violation> {
    if expected == found {
        return Ok(());
    }
    Err(Violation::broken(law, position, format!("{what} {expected:?}"), format!("{found:?}")))
}
