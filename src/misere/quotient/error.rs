//! Why a quotient was not found.

use crate::control::Stopped;
use crate::misere::quotient::fault::Fault;

/// What was not found, and why. The quotient of the heaps that were finished with is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum QuotientError {
    /// A bound of the control was met. The quotient may be infinite.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// So many heaps do not prove that their quotient is that of all.
    #[error("heaps 0..{computed} do not prove that their quotient is that of all heaps")]
    NotCertified {
        /// For how many heaps the quotient is found.
        computed: usize,
    },
    /// The code compares the sizes of three heaps or more, and there are too many ways to leave them.
    #[error("heap {heap} has too many moves that leave three heaps or more whose sizes are compared")]
    TooManyMoves {
        /// The heap.
        heap: usize,
    },
    /// Two sums could not be told apart and are not equal. It is not known to happen.
    #[error("the quotient does not settle at heap {computed}: that of the heaps before it is found and kept")]
    Unsettled {
        /// For how many heaps the quotient is found.
        computed: usize,
    },
    /// What was to be verified is not the quotient of its heaps. It is not known to happen.
    #[error("this is not the quotient of heaps 0..{computed}: {fault}")]
    Refuted {
        /// What is wrong.
        fault: Fault,
        /// How many heaps it should be the quotient of.
        computed: usize,
    },
}
