//! Parts that all tables of boards share: memory under a control, errors and places.

use crate::control::{Bound, Control, Stopped, Unit};

/// Why there is no table, or no complete one.
///
/// ```
/// use grundy::chomp::{LosingBoards, TableError};
/// use grundy::{Bound, Control};
///
/// let error = LosingBoards::up_to(93, &mut Control::new().bytes(1 << 20)).unwrap_err();
/// let TableError::Stopped(stopped) = error else { panic!("{error}") };
/// assert_eq!((stopped.bound, stopped.unfinished), (Bound::Bytes(1 << 20), 82_010_177));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// The table would have more tiles than a byte can hold values.
    #[error("a table of boards of {tiles} tiles is too large: the limit is {limit} tiles")]
    TooLarge {
        /// The number of tiles that was asked for.
        tiles: u64,
        /// The maximum number of tiles.
        limit: u64,
    },
    /// There is not enough memory.
    #[error("there is no memory for a table of {needed} bytes")]
    Memory {
        /// The number of bytes that the table needs.
        needed: u64,
    },
    /// A bound of the control was met. A table that is too large for the control is refused before memory is allocated; its boards count
    /// as unfinished.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// A table of zeros, one byte for each board, if the control allows it and there is memory for it. `None` stands for more than
/// 2^64 − 1 boards.
pub(crate) fn zeros(boards: Option<u64>, control: &Control) -> Result<Vec<u8>, TableError> {
    let needed = boards.unwrap_or(u64::MAX);
    let stopped = |bound| TableError::from(Stopped::new(bound, Unit::Boards, control.done(), needed));
    // Refused as a whole before any memory is asked for: first by the bytes, then by the positions, one for each byte.
    if needed > control.byte_limit() {
        return Err(stopped(Bound::Bytes(control.byte_limit())));
    }
    if needed > control.room() {
        return Err(stopped(Bound::Positions(control.position_limit())));
    }
    let no_memory = TableError::Memory { needed };
    let Ok(length) = usize::try_from(needed) else { return Err(no_memory) };
    // Whether there is memory: without it, the line after this would end the program.
    Vec::<u8>::new().try_reserve_exact(length).map_err(|_| no_memory)?;
    // Pages that the system gives when they are first written. To write zeros into gigabytes takes seconds, in which no control is looked at.
    Ok(vec![0; length])
}

/// A place in a table that is in memory.
#[expect(clippy::cast_possible_truncation, reason = "a table in memory has a place for each of its bytes")]
pub(crate) const fn index(place: u64) -> usize {
    assert!(place <= usize::MAX as u64, "a table in memory has a place for each of its bytes");
    place as usize
}
