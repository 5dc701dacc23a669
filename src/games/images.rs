//! Sets of cells as integers, and their images under the symmetries of the square.
//!
//! Rows of cells lie one after the other, *stride* places for each: the cell in row *r* and column *c* is the bit
//! *r* · *stride* + *c*. The order of integers does not depend on the stride: the last row counts most, and its last column.

use std::num::NonZeroUsize;

use crate::games::bits::Bits;

/// 2^16 / stride, rounded up, by which the row of a place is found without a division.
const ROWS_A_PLACE: [u32; 128] = {
    let mut rows = [0; 128];
    let mut stride = 1;
    while stride < 128 {
        rows[stride as usize] = (1_u32 << 16).div_ceil(stride);
        stride += 1;
    }
    rows
};

/// The row of a place below 128.
#[inline]
pub(super) const fn row(place: u32, stride: u32) -> u32 {
    // Exact: rounding up adds less than 128 / 2^16 = 1/512 to the quotient, and a quotient that is not whole is at
    // least 1/127 below the next whole number.
    (place * ROWS_A_PLACE[stride as usize]) >> 16
}

/// Cells that touch the first row, moved to the first column; the numbers of rows and columns of their box.
#[inline]
pub(super) fn to_first_column<B: Bits>(cells: B, stride: u32) -> (B, u32, u32) {
    let height = row(cells.greatest(), stride) + 1;
    // Folds all rows onto the first one: after each step, row 0 is the union of twice as many rows. Other rows hold
    // nothing of use.
    let mut columns = cells;
    let mut folded = 1;
    while folded < height {
        columns = columns | columns >> (folded * stride);
        folded *= 2;
    }
    columns = columns & B::below(stride);
    let first = columns.least();
    (cells >> first, height, columns.greatest() + 1 - first)
}

/// Cells in a box after half a turn.
#[inline]
pub(super) fn half_turned<B: Bits>(cells: B, stride: u32, height: u32, width: u32) -> B {
    // The last place of the box, (height − 1) · stride + width − 1, comes to place 0.
    cells.reversed() >> (B::SIZE - (height - 1) * stride - width)
}

/// The least of the images of a box under reflections and half a turn.
#[inline]
pub(super) fn least_of_four<B: Bits>(cells: B, stride: u32, height: u32, width: u32) -> B {
    // The image upside down, row by row. Half a turn of both gives the other two images.
    let row = B::below(stride);
    let (mut left, mut flipped) = (cells, B::NONE);
    for _ in 0..height {
        flipped = flipped << stride | left & row;
        left = left >> stride;
    }
    let turned = |cells| half_turned(cells, stride, height, width);
    cells.min(flipped).min(turned(cells)).min(turned(flipped))
}

/// Rows and columns exchanged, from one stride to another.
#[inline]
pub(super) fn transposed<B: Bits>(cells: B, from: u32, to: u32) -> B {
    let mut transposed = B::NONE;
    let mut rest = cells;
    while rest != B::NONE {
        let place = rest.least();
        let row = row(place, from);
        transposed = transposed | B::ONE << ((place - row * from) * to + row);
        rest = rest.without_least();
    }
    transposed
}

/// A set of cells that touches the first row and the first column, and its box.
#[derive(Clone, Copy)]
pub(super) struct Boxed<B, const STRIDE: u32> {
    pub(super) cells: B,
    pub(super) height: u32,
    pub(super) width: u32,
}

impl<B: Bits, const STRIDE: u32> Boxed<B, STRIDE> {
    /// A set of cells, which is not empty, moved to the first row and the first column.
    #[inline]
    pub(super) fn new(cells: B) -> Self {
        let cells = cells >> (cells.least() / STRIDE * STRIDE);
        // Folds all rows onto the first one. `STRIDE` is a power of two, so the distances are multiples of it down to
        // one row.
        let mut columns = cells;
        let mut folded = B::SIZE / 2;
        while folded >= STRIDE {
            columns = columns | columns >> folded;
            folded /= 2;
        }
        columns = columns & B::below(STRIDE);
        let first = columns.least();
        let cells = cells >> first;
        Self { cells, height: cells.greatest() / STRIDE + 1, width: columns.greatest() + 1 - first }
    }

    #[inline]
    pub(super) fn half_turned(self) -> B {
        half_turned(self.cells, STRIDE, self.height, self.width)
    }
}

/// Eight rows of eight places: no image takes a loop.
impl Boxed<u64, 8> {
    /// The least of the images under the symmetries of the square, wide ones first.
    #[inline]
    pub(super) fn least_image(self, mut half_turned: u64) -> Self {
        let Self { mut cells, mut height, mut width } = self;
        if height > width {
            (cells, half_turned) = (transposed_eight(cells), transposed_eight(half_turned));
            (height, width) = (width, height);
        }
        // The box is wide or square here. Rows and columns exchanged make a wide box tall, so these four images count
        // for a square only.
        let mut least = least_upright(cells, half_turned, height);
        if height == width {
            least = least.min(least_upright(transposed_eight(cells), transposed_eight(half_turned), height));
        }
        Self { cells: least, height, width }
    }
}

/// The least of a set, the same after half a turn, and both upside down.
#[inline]
fn least_upright(cells: u64, half_turned: u64, height: u32) -> u64 {
    // Swapped bytes are rows in reverse order, at the upper end of the word.
    let unused = 64 - 8 * height;
    let upside_down = |cells: u64| cells.swap_bytes() >> unused;
    cells.min(half_turned).min(upside_down(cells)).min(upside_down(half_turned))
}

/// Eight rows of eight places, with rows and columns exchanged: squares of one, two and four places change places across the diagonal.
#[inline]
const fn transposed_eight(mut cells: u64) -> u64 {
    let mut moved = (cells ^ cells >> 7) & 0x00aa_00aa_00aa_00aa;
    cells ^= moved ^ moved << 7;
    moved = (cells ^ cells >> 14) & 0x0000_cccc_0000_cccc;
    cells ^= moved ^ moved << 14;
    moved = (cells ^ cells >> 28) & 0x0000_0000_f0f0_f0f0;
    cells ^ moved ^ moved << 28
}

/// At most eight rows of a stride of at most eight, in rows of eight places.
#[inline]
const fn spread(mut cells: u64, stride: u32) -> u64 {
    // The upper four rows go to the upper half of the word, then in each half the upper two rows to the upper quarter,
    // then in each quarter the upper row to its byte.
    let free = 8 - stride;
    let fours = (1 << (4 * stride)) - 1;
    cells = cells & fours | cells >> (4 * stride) << 32;
    let pairs = ((1 << (2 * stride)) - 1) * 0x0000_0001_0000_0001;
    cells = cells & pairs | (cells & !pairs) << (2 * free);
    let ones = ((1 << stride) - 1) * 0x0001_0001_0001_0001;
    cells & ones | (cells & !ones) << free
}

/// Eight rows of eight places, of which only the first `stride` hold cells, in rows of this stride.
#[inline]
pub(super) const fn gathered(mut cells: u64, stride: u32) -> u64 {
    // The steps of `spread` in reverse order: rows come together in pairs, in fours, in eight rows.
    let free = 8 - stride;
    cells = cells & 0x00ff_00ff_00ff_00ff | (cells & 0xff00_ff00_ff00_ff00) >> free;
    cells = cells & 0x0000_ffff_0000_ffff | (cells & 0xffff_0000_ffff_0000) >> (2 * free);
    cells & 0xffff_ffff | cells >> 32 << (4 * stride)
}

/// A board of at most 64 squares, in fewer than 64 columns.
#[derive(Clone, Copy, Debug)]
pub(super) struct SmallBoard {
    rows: u32,
    columns: u32,
}

impl SmallBoard {
    /// The board, if it is as small as that.
    pub(super) fn new(rows: usize, columns: usize) -> Option<Self> {
        // One row of 64 squares is left out, since a mask of the whole row, `B::below(64)`, would be as long as the
        // word.
        let is_small = rows.checked_mul(columns).is_some_and(|squares| (1..=64).contains(&squares)) && columns < 64;
        let (rows, columns) = (u32::try_from(rows).ok()?, u32::try_from(columns).ok()?);
        is_small.then_some(Self { rows, columns })
    }

    /// The least of the sets that reflections of the whole board make of a set of squares, and turns if the board is square.
    pub(super) fn least_in_place(self, squares: u64) -> u64 {
        let Self { rows, columns } = self;
        let least = |squares| least_of_four(squares, columns, rows, columns);
        if rows != columns {
            return least(squares);
        }
        // A square board has at most eight columns.
        let exchanged = gathered(transposed_eight(spread(squares, columns)), columns);
        least(squares).min(least(exchanged))
    }

    /// Whether a set of squares has `run` of them in a row, a column or a diagonal, one beside the other.
    pub(super) fn has_run(self, squares: u64, run: NonZeroUsize) -> bool {
        let Self { rows, columns } = self;
        let Ok(run) = u32::try_from(run.get()) else { return false };
        let (is_high, is_wide) = (run <= rows, run <= columns);
        // The squares from which all steps meet squares of the set. No step goes further than the last square.
        let starts = |step: u32| (1..run).fold(squares, |starts, place| starts & squares >> (place * step));
        // The squares from which a run to the right ends in the same row.
        let left = || u64::FIRST_COLUMN[columns as usize].wrapping_mul(u64::below(columns - run + 1));
        is_wide && starts(1) & left() != 0
            || is_high && starts(columns) != 0
            || is_high && is_wide && starts(columns + 1) & left() | starts(columns - 1) & left() << (run - 1) != 0
    }

    /// The least of the sets that shifts and reflections on the board make of a set of squares, which is not empty.
    #[inline]
    pub(super) fn least_image(self, squares: u64) -> u64 {
        let Self { rows, columns } = self;
        // The last row counts most, so an image in fewer rows is less: a tall box is laid on its side wherever it fits
        // on the board like that.
        let lies = |height: u32, width: u32| height <= columns && width <= rows;
        if rows <= 8 && columns <= 8 {
            let boxed = Boxed::<u64, 8>::new(spread(squares, columns));
            let Boxed { height, width, .. } = boxed;
            let half_turned = boxed.half_turned();
            // `Boxed::least_image` lays any tall box on its side.
            let least = if height > width && !lies(height, width) {
                least_upright(boxed.cells, half_turned, height)
            } else {
                boxed.least_image(half_turned).cells
            };
            return gathered(least, columns);
        }
        // A board with more than eight rows or columns, such as 2 × 20, has no room in eight rows of eight places.
        let top = row(squares.trailing_zeros(), columns);
        let (cells, height, width) = to_first_column(squares >> (top * columns), columns);
        let upright = || least_of_four(cells, columns, height, width);
        if height < width || !lies(height, width) {
            return upright();
        }
        let lying = least_of_four(transposed(cells, columns, columns), columns, width, height);
        if height == width { lying.min(upright()) } else { lying }
    }

    /// If half a turn about the centre of its box maps a set of squares, which is not empty, to itself: the number from which the turn takes
    /// that of each square.
    #[inline]
    pub(super) fn half_turn(self, squares: u64) -> Option<u32> {
        // A turn takes the first square to the last one. So it takes the number n to first + last − n, and the bits
        // from the first square to the last must read the same backwards. Most sets fail here, before their boxes are
        // looked for.
        let (first, last) = (squares.trailing_zeros(), squares.ilog2());
        if squares.reverse_bits() >> (63 - last) << first != squares {
            return None;
        }
        let columns = self.columns;
        let (top, bottom) = (row(first, columns), row(last, columns));
        let (moved, _, width) = to_first_column(squares >> (top * columns), columns);
        let left = first - top * columns - moved.trailing_zeros();
        // Sets that read the same backwards may lie across the ends of rows. Half a turn takes n to the sum of the
        // numbers of two opposite corners of the box, less n.
        (first + last == (top + bottom) * columns + 2 * left + width - 1).then_some(first + last)
    }
}
