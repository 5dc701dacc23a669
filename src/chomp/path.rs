//! Boards as the bits of their boundary.

use crate::chomp::two_rows_poisoned;
use crate::nimber::Nimber;

/// The boundary of a board, from its lower left end to its upper right end, as bits from the lowest: 0 is a step to the
/// right, under a column; 1 is a step up, past a row.
///
/// A board that is not empty begins with a step to the right and ends with a step up, so the highest one is the end and
/// the integer is even: every board with at most 64 steps (rows and columns together) is one even `u64`, and 0 is the
/// empty board. In this form
/// - a tile is a pair of a 0 and a higher 1 (its column and its row),
/// - taking it sorts the bits between the two, ones below zeros: a dozen instructions,
/// - the mirror image is the reversed complement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Path(u64);

impl Path {
    pub(crate) const EMPTY: Self = Self(0);

    /// The path around rows that are positive and do not grow, if it has at most 64 steps.
    pub(crate) fn from_rows(rows: &[u32]) -> Option<Self> {
        let columns = rows.first().copied().unwrap_or(0) as usize;
        if rows.len().checked_add(columns).is_none_or(|steps| steps > 64) {
            return None;
        }
        let mut bits = 0;
        for (below, length) in (0..).zip(rows.iter().rev()) {
            bits |= 1 << (below + length);
        }
        Some(Self(bits))
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

    #[inline]
    pub(crate) const fn mirrored(self) -> Self {
        if self.0 == 0 { self } else { Self(!self.0.reverse_bits() >> (64 - self.steps())) }
    }

    /// What is left after each tile is taken, column by column; the corner tile is the last of its column.
    #[inline]
    pub(crate) const fn options(self, corner: bool) -> PathOptions {
        PathOptions {
            bits: self.0,
            end: if corner { u32::MAX } else { self.steps().saturating_sub(1) },
            from: 0,
            rows: self.0,
            sorted: 0,
        }
    }

    /// The value with a poisoned corner, if the board has at most two rows, at most two columns, or is an L.
    #[inline]
    pub(crate) fn known_value(self) -> Option<Nimber> {
        // Tests first, counts after: this is asked of every option.
        let at_most_two = |ones: u64| {
            let all_but_one = ones & ones.wrapping_sub(1);
            all_but_one & all_but_one.wrapping_sub(1) == 0
        };
        if at_most_two(self.0) {
            let mut rows = self.rows().map(u64::from);
            return Some(two_rows_poisoned(rows.next().unwrap_or(0), rows.next().unwrap_or(0)));
        }
        // From here on the path is not 0.
        if at_most_two(!self.0 & u64::MAX >> self.0.leading_zeros()) {
            return self.mirrored().known_value();
        }
        // An L: right, up past all rows but the first, right to the end of the first row, up.
        let after_first_step = self.0 >> 1;
        let after_leg = after_first_step & (after_first_step + 1);
        (after_first_step & 1 == 1 && after_leg.is_power_of_two())
            .then(|| Nimber::new(u64::from(self.row_count() - 1) ^ u64::from(self.columns() - 1)))
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
        if let Some(below) = self.bits.checked_ilog2() {
            self.length -= top - below - 1;
        }
        Some(length)
    }
}

/// The paths that the moves leave.
#[derive(Clone, Debug)]
pub(crate) struct PathOptions {
    bits: u64,
    /// The row of the corner tile if that tile may not be taken, else no row.
    end: u32,
    /// The step under the column of the tiles.
    from: u32,
    /// The steps up whose rows have not been tried with this column.
    rows: u64,
    /// The steps up that have been: as many ones as there are rows up to the tile's.
    sorted: u64,
}

impl Iterator for PathOptions {
    type Item = Path;

    #[inline]
    fn next(&mut self) -> Option<Path> {
        loop {
            if self.rows == 0 {
                // On to the next column: the next step to the right that has a row above it.
                let from = self.from + 1 + (self.bits >> self.from >> 1).trailing_ones();
                let above = self.bits.checked_shr(from)?;
                if above == 0 {
                    return None;
                }
                self.from = from;
                self.rows = above << from;
                self.sorted = 0;
                continue;
            }
            let to = self.rows.trailing_zeros();
            self.rows &= self.rows - 1;
            self.sorted = self.sorted << 1 | 1;
            if self.from > 0 {
                let window = (2_u64 << to).wrapping_sub(1 << self.from);
                return Some(Path(self.bits & !window | self.sorted << self.from));
            }
            if to == self.end {
                continue;
            }
            // In the first column the ones are rows that are gone: the path begins above them.
            let rest = self.bits & !((2_u64 << to).wrapping_sub(1));
            return Some(Path(rest >> self.sorted.trailing_ones()));
        }
    }
}
