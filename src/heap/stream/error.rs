//! Why a stream ends.

use crate::control::{Control, Progress, Stopped, Unit};
use crate::heap::SequenceError;

/// Why values were not computed. Those that were computed before are right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StreamError {
    /// The algorithm does not work for the code.
    #[error(
        "streaming works for finite codes that can leave two heaps and never more, and not only equal ones (`=`), \
         which this one is not"
    )]
    Code,
    /// Among the first 2^14 heaps, to compare all pairs takes less than any division into rare and common ones.
    #[error("the code has no sparse space that saves work among its first heaps")]
    NoSparseSpace,
    /// A heap among the first ones, but outside the prefix, is rare.
    #[error("heap {heap} is rare: streaming needs all rare heaps to be below {prefix}")]
    LateRareHeap {
        /// The rare heap.
        heap: usize,
        /// The number of heaps in the prefix.
        prefix: usize,
    },
    /// A rare value is not excluded by any witness inside prefix and window: the heap may be a rare one.
    #[error(
        "the value of heap {heap} cannot be decided from prefix and window: no witness for a rare value is in them"
    )]
    Unresolved {
        /// The heap.
        heap: u64,
    },
    /// A value is too large.
    #[error("the value of heap {heap} is too large: streaming is for values below 128")]
    TooLarge {
        /// The heap.
        heap: u64,
    },
    /// A preperiod or period is too large for a place in this machine's memory (2^32 where pointers have 32 bits).
    #[error("a period that ends with heap {heap} is too large for this machine")]
    TooLong {
        /// The heap.
        heap: u64,
    },
    /// A state that was kept is not that of the code: the checkpoint was forged, or a value was computed wrongly.
    #[error("the values before heap {heap} are not those that are kept")]
    Contradicted {
        /// The heap after the state.
        heap: u64,
    },
    /// The first values were not computed.
    #[error(transparent)]
    Sequence(SequenceError),
    /// A bound of the control was met.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl From<SequenceError> for StreamError {
    fn from(error: SequenceError) -> Self {
        match error {
            SequenceError::Stopped(stopped) => Self::Stopped(stopped),
            error => Self::Sequence(error),
        }
    }
}

/// An error if the control allows no more heaps.
pub(super) const fn demand_room(control: &Control) -> Result<(), Stopped> {
    if control.room() == 0 { Err(control.out_of_positions(Unit::Heaps, 0)) } else { Ok(()) }
}

/// Counts heaps as positions.
pub(super) fn count(control: &mut Control, heaps: u64) -> Result<(), Stopped> {
    control.count(heaps);
    // `look`, and not `look_if_due`: once for each chunk, as `Stream::under` promises.
    control.look(0, &|control| Progress::new(Unit::Heaps, control.done(), None, 0))
}
