//! Values of paths and cycles, of which a move takes two neighbours: of Cram, Arc Kayles and Node Kayles.

use crate::nimber::Nimber;

/// The value of a path or a cycle of cells. Node Kayles on a path of *n* vertices is the octal game 0.137 with a heap of *n*, whose value is that of
/// 0.07 with a heap of *n* + 1: a path of *n* + 1 cells.
#[inline]
pub(super) fn path_or_cycle(cells: u64, is_cycle: bool) -> Nimber {
    if !is_cycle {
        return strip_value(cells);
    }
    // All dominoes leave the same path, of two cells less, so the value is the mex of one value: 1 if that value is 0, and else 0.
    Nimber::new(u64::from(strip_value(cells - 2).is_zero()))
}

/// The value of a strip of cells.
///
/// A domino takes two adjacent cells of the strip and leaves a strip on either side: the octal game 0.07. Theorem (Guy and Smith): its values
/// have period 34 from strip 53 on. By their theorem on octal games, values that repeat up to strip 2 · 53 + 2 · 34 + 2 = 176 repeat for ever.
fn strip_value(cells: u64) -> Nimber {
    let place = if cells < FIRST + PERIOD { cells } else { FIRST + (cells - FIRST) % PERIOD };
    Nimber::new(VALUES[usize::try_from(place).expect("it is below 87")].into())
}

/// The first strip from which on values repeat.
const FIRST: u64 = 53;
/// The number of strips after which they do.
const PERIOD: u64 = 34;

/// Values up to the end of the first period: 53 + 34.
const VALUES: [u8; 87] = values();

/// The least value that no split of two cells less leaves.
const fn values() -> [u8; 87] {
    let mut values = [0; 87];
    // Strips of 0 and 1 cell have value 0, as the array begins.
    let mut strip = 2;
    while strip < values.len() {
        // The largest value of 0.07 is 9, so the nim-sum of two values is below 16 and fits as a bit.
        let mut seen = 0_u32;
        let mut part = 0;
        // To half of it, since the two strips that are left may be exchanged.
        while part <= (strip - 2) / 2 {
            seen |= 1 << (values[part] ^ values[strip - 2 - part]);
            part += 1;
        }
        #[expect(clippy::cast_possible_truncation, reason = "it is at most 32")]
        let value = seen.trailing_ones() as u8;
        values[strip] = value;
        strip += 1;
    }
    values
}
