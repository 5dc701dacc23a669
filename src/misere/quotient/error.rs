//! Why a quotient was not found.

use std::time::Duration;

use crate::misere::quotient::fault::Fault;
use crate::misere::quotient::stop::Stop;
use crate::misere::quotient::watch::Limits;

/// What was not found, and why. The quotient of the heaps that were finished with is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum QuotientError {
    /// The quotient has more elements than the limit, or infinitely many.
    #[error("limit of {limit} elements reached: heaps 0..{computed} have a smaller quotient, heap {computed} has not")]
    Elements {
        /// The limit.
        limit: usize,
        /// For how many heaps the quotient is found.
        computed: usize,
    },
    /// More kinds of sums than the limit would have to be looked at.
    #[error("limit of {limit} kinds of sums reached: the quotient of heaps 0..{computed} is found and kept")]
    Sums {
        /// The limit.
        limit: usize,
        /// For how many heaps the quotient is found.
        computed: usize,
    },
    /// So many guesses did not find the quotient with one heap more, which may be infinite. What they have told apart is kept.
    #[error(
        "limit of {limit} guesses for one heap reached: the quotient of heaps 0..{computed} is found and kept, \
         that with heap {computed} may be infinite"
    )]
    Guesses {
        /// The limit.
        limit: u64,
        /// For how many heaps the quotient is found.
        computed: usize,
    },
    /// It took too long.
    #[error("limit of {limit:?} reached: the quotient of heaps 0..{computed} is found and kept")]
    Time {
        /// The limit.
        limit: Duration,
        /// For how many heaps the quotient is found.
        computed: usize,
    },
    /// The caller has cancelled it.
    #[error("cancelled: the quotient of heaps 0..{computed} of 0..{heaps} is found and kept")]
    Cancelled {
        /// How many heaps were asked for.
        heaps: usize,
        /// For how many the quotient is found.
        computed: usize,
    },
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

impl QuotientError {
    pub(super) fn new(stop: Stop, limits: Limits, heaps: usize, computed: usize) -> Self {
        match stop {
            Stop::Cancelled => Self::Cancelled { heaps, computed },
            Stop::Time => Self::Time { limit: limits.time.unwrap_or_default(), computed },
            Stop::Elements => Self::Elements { limit: limits.elements.min(Limits::MOST_ELEMENTS), computed },
            Stop::Sums => Self::Sums { limit: limits.sums, computed },
            Stop::Guesses => Self::Guesses { limit: limits.guesses, computed },
            Stop::TooManyMoves { heap } => Self::TooManyMoves { heap },
            Stop::Unsettled => Self::Unsettled { computed },
            Stop::Refuted(fault) => Self::Refuted { fault, computed },
        }
    }
}
