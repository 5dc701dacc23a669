//! How far the search of a loopy game has come, and why it stops.

use crate::loopy::solver::LoopyLimitError;

/// How far a search has come. None of the numbers ever falls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LoopyProgress {
    /// Whole positions found.
    pub found: u64,
    /// Those of them whose moves have been listed.
    pub listed: u64,
    /// Those of them that have been labelled: that have a value or, while the labelling goes on, have got a nimber. It begins when
    /// the moves of all positions found have been listed, and infinite values are known at its end.
    pub labelled: u64,
}

/// Why a search has stopped. What was found is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LoopyError {
    /// The limit was reached.
    #[error(transparent)]
    Limit(#[from] LoopyLimitError),
    /// The caller has cancelled it.
    #[error(
        "cancelled: {found} positions are found and kept, {listed} of them with their moves, {labelled} of them labelled"
    )]
    Cancelled {
        /// Whole positions found so far.
        found: u64,
        /// Those of them whose moves have been listed.
        listed: u64,
        /// Those of them that have been labelled.
        labelled: u64,
    },
}

impl LoopyError {
    pub(super) const fn cancelled(progress: LoopyProgress) -> Self {
        let LoopyProgress { found, listed, labelled } = progress;
        Self::Cancelled { found, listed, labelled }
    }
}
