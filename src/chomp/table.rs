//! What the tables of boards have in common: memory under a control, errors, places, and moves on lists of rows.

use crate::chomp::board::Tile;
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
    /// More tiles were asked for than the bytes of a table can tell apart.
    #[error("a table of boards of {tiles} tiles is too large: the limit is {limit} tiles")]
    TooLarge {
        /// How many tiles were asked for.
        tiles: u64,
        /// How many there can be.
        limit: u64,
    },
    /// There is not enough memory.
    #[error("there is no memory for a table of {needed} bytes")]
    Memory {
        /// How many bytes it needs.
        needed: u64,
    },
    /// A bound of the control was met. A table that is too large for it is refused before memory is taken, with its boards counted as
    /// unfinished.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// A table of so many zeros, one a board, if it fits under the control and there is memory for it. `None` stands for more boards than
/// 64 bits can count.
pub(crate) fn zeros(boards: Option<u64>, control: &Control) -> Result<Vec<u8>, TableError> {
    let needed = boards.unwrap_or(u64::MAX);
    let stopped = |bound| TableError::from(Stopped::new(bound, Unit::Boards, control.done(), needed));
    if needed > control.byte_limit() {
        return Err(stopped(Bound::Bytes(control.byte_limit())));
    }
    if needed > control.room() {
        return Err(stopped(Bound::Positions(control.position_limit())));
    }
    let no_memory = TableError::Memory { needed };
    let Ok(length) = usize::try_from(needed) else { return Err(no_memory) };
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(length).map_err(|_| no_memory)?;
    bytes.resize(length, 0);
    Ok(bytes)
}

/// A place in a table that is in memory.
#[expect(clippy::cast_possible_truncation, reason = "a table in memory has a place for each of its bytes")]
pub(crate) const fn index(place: u64) -> usize {
    debug_assert!(place <= usize::MAX as u64, "a table in memory has a place for each of its bytes");
    place as usize
}

/// Takes a tile with all tiles below it and to the right. Rows without tiles are left out.
pub(crate) fn cut_rows(rows: &mut Vec<usize>, tile: Tile) {
    let (above, length) = (tile.row as usize - 1, tile.column as usize - 1);
    for row in &mut rows[above..] {
        *row = length.min(*row);
    }
    rows.truncate(rows.partition_point(|row| *row > 0));
}
