//! What a check reports.

use std::fmt::Debug;

use crate::laws::Law;

/// Why a check did not pass: a law is broken, or the position is too large to tell.
///
/// ```
/// use grundy::Kayles;
/// use grundy::laws::{Violation, check_position};
///
/// assert_eq!(check_position(&Kayles, &9), Ok(()));
/// // A check never passes because it gave up: it says that it did.
/// assert!(matches!(check_position(&Kayles, &90), Err(Violation::TooLarge { .. })));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Violation {
    /// The game breaks a law.
    #[error("law broken: {law}\n  position: {position}\n  expected: {expected}\n  found: {found}")]
    Broken {
        /// The law.
        law: Law,
        /// The position where it is broken, as its `Debug` text.
        position: String,
        /// What the law asks for there.
        expected: String,
        /// What the game does instead.
        found: String,
    },
    /// The position has too many successors to be checked by brute force. Check a smaller one.
    #[error("{position} is too large to check: play can reach more than {limit} {what}; check a smaller one")]
    TooLarge {
        /// The position that was to be checked or, where whole positions are counted, one that play reaches from it.
        position: String,
        /// The limit that is exceeded.
        limit: usize,
        /// What there is too much of.
        what: &'static str,
    },
}

impl Violation {
    /// The law that is broken; none if the position was too large to tell.
    #[must_use]
    pub fn law(&self) -> Option<Law> {
        match self {
            Self::Broken { law, .. } => Some(*law),
            Self::TooLarge { .. } => None,
        }
    }

    pub(super) fn broken(
        law: Law,
        position: &(impl Debug + ?Sized),
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> Self {
        Self::Broken { law, position: format!("{position:?}"), expected: expected.into(), found: found.into() }
    }

    /// The same report, blamed on the law that made the check look there.
    pub(super) fn blamed_on(self, blamed: Law) -> Self {
        match self {
            Self::Broken { law, position, expected, found } => Self::Broken {
                law: blamed,
                position,
                expected: format!("only positions of the game ({law}: {expected})"),
                found,
            },
            Self::TooLarge { .. } => self,
        }
    }
}

/// Passes if both are equal, and otherwise reports what was expected and found.
pub(super) fn expect_equal<T: PartialEq + Debug>(
    law: Law,
    position: &(impl Debug + ?Sized),
    what: &str,
    expected: &T,
    found: &T,
) -> Result<(), Violation> {
    if expected == found {
        return Ok(());
    }
    Err(Violation::broken(law, position, format!("{what} {expected:?}"), format!("{found:?}")))
}
