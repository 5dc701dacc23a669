//! Boards as the bits of their boundary: the form of all boards of at most 64 rows and columns together.

use crate::chomp::closed_forms::{l_poisoned, two_rows_poisoned};
use crate::nimber::Nimber;

/// The boundary of a board, from its lower left end to its upper right end, as bits from the lowest: 0 is a step to the
/// right, under a column; 1 is a step up, past a row.
///
/// A board that is not empty begins with a step to the right and ends with a step up. So the highest one is the end and the
/// integer is even: every board with at most 64 steps (rows and columns together) is one even `u64`, and 0 is the empty
/// board. The board 3,1 is the path right, up, right, right, up: 0b10010. In this form
/// - a tile is a pair of a 0 and a higher 1 (its column and its row),
/// - taking it sorts the bits between the two, ones below zeros: a dozen instructions,
/// - the mirror image is the reversed complement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Path(u64);

impl Path {
    pub(crate) const EMPTY: Self = Self(0);

    /// Maximum number of steps: rows and columns together.
    pub(crate) const MOST_STEPS: u32 = u64::BITS;

    /// The path around these rows, which are positive and do not grow. `None` if it has more than 64 steps.
    pub(crate) fn from_rows(rows: &[u32]) -> Option<Self> {
        let columns = rows.first().copied().unwrap_or(0) as usize;
        let fits = rows.len().checked_add(columns).is_some_and(|steps| steps <= Self::MOST_STEPS as usize);
        fits.then(|| Self::from_below(rows.iter().rev().copied()))
    }

    /// The path around rows that are given from the lowest to the first, positive and not shrinking. It has at most 64 steps.
    #[inline]
    pub(crate) fn from_below(rows: impl Iterator<Item = u32>) -> Self {
        // Before the step past a row come a step up for each row below it, and a step to the right for each of its
        // tiles.
        Self((0..).zip(rows).fold(0, |bits, (below, length)| bits | 1 << (below + length)))
    }

    pub(crate) const fn row_count(self) -> u32 {
        self.0.count_ones()
    }

    pub(crate) const fn columns(self) -> u32 {
        self.steps() - self.row_count()
    }

    pub(crate) const fn rows(self) -> PathRows {
        PathRows { bits: self.0, length: self.columns() }
    }

    /// The board in which all rows but the first `whole` ones are cut to at most `length` tiles.
    pub(crate) fn cut(self, whole: u32, length: u32) -> Self {
        let cut = |(row, tiles): (u32, u32)| if row < whole { tiles } else { tiles.min(length) };
        let rows: Vec<u32> = (0..).zip(self.rows()).map(cut).filter(|tiles| *tiles > 0).collect();
        Self::from_below(rows.into_iter().rev())
    }

    #[inline]
    pub(crate) const fn mirrored(self) -> Self {
        // The reversed path is at the upper end, and the shift brings it down. For the empty path it would be a shift
        // by 64 bits.
        if self.0 == 0 { self } else { Self(!self.0.reverse_bits() >> (64 - self.steps())) }
    }

    /// The options, column by column. The corner tile, if it may be taken, comes last in its column.
    #[inline]
    pub(crate) const fn options(self, corner: bool) -> PathOptions {
        // The corner is in the first column, below the step past the first row.
        // Without its step up, no tile is taken in the first row of the first column: the poisoned corner.
        // For the empty board the shift is by 64 & 63 = 0 bits, and the bit is not in the path.
        let end = if corner { 0 } else { self.0 & (1_u64 << 63 >> (self.0.leading_zeros() & 63)) };
        // The first column, whose step is bit 0, is under way; the others wait in `columns`.
        PathOptions { bits: self.0, columns: self.steps_right() & !1, column: 1, rows: self.0 ^ end, sorted: 0 }
    }

    /// The value with a poisoned corner, if the board has at most two rows, at most two columns, or is an L.
    #[inline]
    pub(crate) fn known_value(self) -> Option<Nimber> {
        // Every option is tested and few have a known value, so the test is inlined and the value is not.
        let at_most_two = |ones: u64| {
            let all_but_one = ones & ones.wrapping_sub(1);
            all_but_one & all_but_one.wrapping_sub(1) == 0
        };
        let is_known = self.is_l() || at_most_two(self.0) || at_most_two(self.steps_right());
        if is_known { Some(self.closed_form()) } else { None }
    }

    /// A one for each step to the right.
    const fn steps_right(self) -> u64 {
        if self.0 == 0 { 0 } else { !self.0 & u64::MAX >> self.0.leading_zeros() }
    }

    /// Whether the board is an L: at least two rows, all but the first of one tile. The path is then one step right, steps up, steps
    /// right to the end of the first row, and one step up.
    const fn is_l(self) -> bool {
        let after_first_step = self.0 >> 1;
        // Clears the ones at the lower end, the steps up along the leg. What is left must be at most one bit, the step
        // past the first row. For the L 3,1,1: 0b100110, then 0b10011, then 0b10000.
        let after_leg = after_first_step & after_first_step.wrapping_add(1);
        after_first_step & 1 == 1 && after_leg & after_leg.wrapping_sub(1) == 0
    }

    #[cold]
    #[inline(never)]
    fn closed_form(self) -> Nimber {
        let (rows, columns) = (self.row_count(), self.columns());
        if rows <= 2 || columns <= 2 {
            let wide = if rows <= 2 { self } else { self.mirrored() };
            // The lower of two rows is as long as the steps before the first one; a row that is not there has no tiles.
            let lower = if wide.row_count() < 2 { 0 } else { wide.0.trailing_zeros() };
            return two_rows_poisoned(wide.columns().into(), lower.into());
        }
        l_poisoned(rows, columns)
    }

    const fn steps(self) -> u32 {
        64 - self.0.leading_zeros()
    }
}

/// The lengths of the rows, from the top.
#[derive(Clone, Debug)]
pub(crate) struct PathRows {
    /// The path up to the right end of the next row.
    bits: u64,
    /// The length of the next row.
    length: u32,
}

impl Iterator for PathRows {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        let top = self.bits.checked_ilog2()?;
        let length = self.length;
        self.bits ^= 1 << top;
        // The zeros between two ones are the columns by which the lower row is shorter.
        if let Some(below) = self.bits.checked_ilog2() {
            self.length -= top - below - 1;
        }
        Some(length)
    }
}

/// The options of a path.
#[derive(Clone, Debug)]
pub(crate) struct PathOptions {
    bits: u64,
    /// A one for the step under each column whose tiles are still to be taken.
    columns: u64,
    /// A one for the step under the column whose tiles are being taken.
    column: u64,
    /// A one for the step past each row of this column whose tile is still to be taken.
    rows: u64,
    /// The ones between the column's step and the row's, sorted to the lower end.
    sorted: u64,
}

impl PathOptions {
    #[inline]
    fn next_column(&mut self) {
        self.column = self.columns & self.columns.wrapping_neg();
        self.columns ^= self.column;
        self.rows = self.bits & !(self.column - 1);
        self.sorted = 0;
    }
}

impl Iterator for PathOptions {
    type Item = Path;

    #[inline]
    fn next(&mut self) -> Option<Path> {
        while self.rows == 0 {
            if self.columns == 0 {
                return None;
            }
            self.next_column();
        }
        // The lowest step up that is left: from the lowest row of the column to the first row.
        let row = self.rows & self.rows.wrapping_neg();
        self.rows ^= row;
        // One more step up moves below the steps to the right: all ones between column and row, as many as rows are cut.
        self.sorted = self.sorted << 1 | self.column;
        let above = self.bits & !(row | (row - 1));
        Some(Path(if self.column > 1 {
            above | self.sorted | self.bits & (self.column - 1)
        } else {
            // A tile of the first column removes whole rows, the sorted ones; the path begins above them.
            above >> self.sorted.trailing_ones()
        }))
    }

    /// Leaves out whole columns at once, when a search lists the options again.
    fn nth(&mut self, mut n: usize) -> Option<Path> {
        // Each row that is left in the column is one option.
        while n >= self.rows.count_ones() as usize && self.columns != 0 {
            n -= self.rows.count_ones() as usize;
            self.next_column();
        }
        for _ in 0..n {
            self.next()?;
        }
        self.next()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaving_out_columns_changes_no_option() {
        for rows in [&[][..], &[1], &[4], &[1, 1, 1], &[5, 3, 3, 1], &[6, 6, 6, 6], &[9, 4, 1]] {
            for corner in [false, true] {
                let options = Path::from_rows(rows).unwrap().options(corner);
                let all: Vec<Path> = options.clone().collect();
                for skipped in 0..all.len() + 3 {
                    let rest: Vec<Path> = options.clone().skip(skipped).collect();
                    assert_eq!(rest, all[skipped.min(all.len())..], "{rows:?} {corner} {skipped}");
                }
            }
        }
    }
}
