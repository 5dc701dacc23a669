//! What stops the computation of a sequence.

use crate::control::Stopped;
use crate::heap::sequence::algorithm::Algorithm;

/// The most heaps that a sequence can have, so that every value fits in 32 bits.
pub(super) const MOST_HEAPS: usize = (u32::MAX - 1) as usize;

/// Why values were not computed. Those that were computed before are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SequenceError {
    /// The algorithm does not work for the code.
    #[error(
        "the algorithm `{algorithm}` works for finite codes that can leave two heaps, never more and not only equal ones (`=`), which this one is not"
    )]
    Algorithm {
        /// The algorithm that was asked for.
        algorithm: Algorithm,
    },
    /// More heaps were asked for than a sequence can have.
    #[error("a sequence of {heaps} heaps is too long: the limit is {}", MOST_HEAPS)]
    TooLong {
        /// Number of heaps that were asked for.
        heaps: usize,
    },
    /// The system has no memory for the values.
    #[error("there is no memory for {heaps} heaps: the first {computed} are computed and kept")]
    Memory {
        /// How many heaps were asked for.
        heaps: usize,
        /// Number of heaps that are computed.
        computed: usize,
    },
    /// A bound of the control was met.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}
