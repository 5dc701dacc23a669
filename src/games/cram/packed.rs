//! Regions in a box of at most 120 cells, as one integer of 128 bits.

use crate::games::cram::strip::strip_value;
use crate::nimber::Nimber;

/// A set of cells in a box of at most 120 cells.
///
/// Bit *r* · *width* + *c* of `cells` is the cell in row *r* and column *c*, both from 0. The box is tight: its first and last row and column
/// have cells, so that equal regions have equal data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Packed {
    pub(super) cells: u128,
    pub(super) width: u32,
}

/// The number of cells of the largest box. The other 8 bits of the integer hold the width.
pub(super) const MOST_CELLS: u32 = 120;

/// The cells of the first column, for boxes of each width.
const FIRST_COLUMN: [u128; MOST_CELLS as usize + 1] = first_columns();

const fn first_columns() -> [u128; MOST_CELLS as usize + 1] {
    let mut columns = [0; MOST_CELLS as usize + 1];
    let mut width = 1;
    while width < columns.len() {
        let mut place = 0;
        while place < MOST_CELLS as usize {
            columns[width] |= 1 << place;
            place += width;
        }
        width += 1;
    }
    columns
}

/// For each cell, whether there is a neighbour in each direction: above, below, to the left, to the right.
struct Neighbours([u128; 4]);

impl Neighbours {
    /// The cells with exactly one neighbour.
    fn leaves(&self) -> u128 {
        let Self([above, below, left, right]) = *self;
        let odd = above ^ below ^ left ^ right;
        odd & !(above & below | left & right)
    }

    /// The cells with three neighbours or four.
    fn branching(&self) -> u128 {
        let Self([above, below, left, right]) = *self;
        above & below & (left | right) | left & right & (above | below)
    }
}

impl Packed {
    /// The region of some cells in a box of the given width, of which it need not touch the sides. There is at least one cell.
    #[inline]
    pub(super) fn new(cells: u128, width: u32) -> Self {
        let cells = cells >> (cells.trailing_zeros() / width * width);
        let mut columns = cells;
        let height = height(cells, width);
        let mut folded = 1;
        while folded < height {
            columns |= columns >> (folded * width);
            folded *= 2;
        }
        columns &= (1 << width) - 1;
        let first = columns.trailing_zeros();
        let tight = 128 - columns.leading_zeros() - first;
        if tight == width {
            return Self { cells, width };
        }
        let row = (1 << tight) - 1;
        let mut packed = 0;
        let mut left = cells >> first;
        for number in 0..height {
            packed |= (left & row) << (number * tight);
            left >>= width;
        }
        Self { cells: packed, width: tight }
    }

    /// The region as one integer, which is not 0 and different for each region.
    #[inline]
    pub(super) const fn number(self) -> u128 {
        self.cells | (self.width as u128) << MOST_CELLS
    }

    #[inline]
    pub(super) const fn from_number(number: u128) -> Self {
        let width = (number >> MOST_CELLS) as u32;
        Self { cells: number & ((1 << MOST_CELLS) - 1), width }
    }

    #[inline]
    pub(super) fn height(self) -> u32 {
        height(self.cells, self.width)
    }

    #[inline]
    fn neighbours(self) -> Neighbours {
        let Self { cells, width } = self;
        let first = FIRST_COLUMN[width as usize];
        let right = cells & (cells & !first) >> 1;
        let below = cells & cells >> width;
        Neighbours([below << width, below, right << 1, right])
    }

    /// The cells that begin a domino across, and the cells that begin a domino down.
    #[inline]
    pub(super) fn dominoes(self) -> [u128; 2] {
        let Neighbours([_, below, _, right]) = self.neighbours();
        [right, below]
    }

    /// The number of dominoes that can be placed.
    #[inline]
    pub(super) fn domino_count(self) -> u32 {
        let [across, down] = self.dominoes();
        across.count_ones() + down.count_ones()
    }

    /// The cells, by row and column, in reading order.
    pub(super) fn listed(self) -> impl Iterator<Item = (u32, u32)> {
        let mut left = self.cells;
        std::iter::from_fn(move || {
            let place = (left != 0).then(|| left.trailing_zeros())?;
            left &= left - 1;
            Some((place / self.width, place % self.width))
        })
    }

    pub(super) fn contains(self, (row, column): (u32, u32)) -> bool {
        column < self.width && row < self.height() && self.cells >> (row * self.width + column) & 1 == 1
    }

    /// What each domino leaves.
    #[inline]
    pub(super) fn options(self) -> impl Iterator<Item = impl Iterator<Item = Self>> {
        let [across, down] = self.dominoes();
        let two = [(across, 0b11), (down, 1 | 1 << self.width)].into_iter();
        two.flat_map(move |(mut starts, domino)| {
            std::iter::from_fn(move || {
                let place = (starts != 0).then(|| starts.trailing_zeros())?;
                starts &= starts - 1;
                Some(self.parts_without(domino << place))
            })
        })
    }

    /// The connected regions of two cells or more that are left without some cells.
    #[inline]
    pub(super) fn parts_without(self, taken: u128) -> impl Iterator<Item = Self> {
        let width = self.width;
        let first = FIRST_COLUMN[width as usize];
        let mut free = self.cells & !taken;
        std::iter::from_fn(move || {
            while free != 0 {
                let mut part = free & free.wrapping_neg();
                loop {
                    let across = part | (part & !first) >> 1 | part << 1 & !first;
                    let grown = (across | part >> width | part << width) & free;
                    if grown == part {
                        break;
                    }
                    part = grown;
                }
                free &= !part;
                if part & (part - 1) != 0 {
                    return Some(Self::new(part, width));
                }
            }
            None
        })
    }

    /// The value, if a theorem gives it: the region is a path or a cycle, or the player who moves second can answer by half a turn.
    #[inline]
    pub(super) fn known_value(self) -> Option<Nimber> {
        let region = self.without_twin_leaves();
        let neighbours = region.neighbours();
        if neighbours.branching() == 0 {
            let cells = region.cells.count_ones();
            let is_cycle = neighbours.leaves() == 0 && cells > 2;
            return Some(if is_cycle { strip_of_cycle(cells) } else { strip_value(cells.into()) });
        }
        (self.is_answered_by_half_a_turn() || region.is_answered_by_half_a_turn()).then_some(Nimber::ZERO)
    }

    /// Whether half a turn maps the region to itself, and no cell to itself or to a neighbour.
    fn is_answered_by_half_a_turn(self) -> bool {
        let (width, height) = (self.width, self.height());
        if self.half_turned(height) != self.cells {
            return false;
        }
        if width.is_multiple_of(2) && height.is_multiple_of(2) {
            return true;
        }
        // The cell in the middle, or one of the two cells there.
        self.cells >> ((height - 1) / 2 * width + (width - 1) / 2) & 1 == 0
    }

    #[inline]
    fn half_turned(self, height: u32) -> u128 {
        self.cells.reverse_bits() >> (128 - self.width * height)
    }

    /// The same region with one leaf at most beside each cell. A leaf is a cell with one neighbour.
    #[inline]
    fn without_twin_leaves(self) -> Self {
        let leaves = self.neighbours().leaves();
        if leaves.count_ones() < 2 || self.cells.count_ones() == 2 {
            return self;
        }
        let Self { cells, width } = self;
        let first = FIRST_COLUMN[width as usize];
        // The cells that have a leaf in each direction.
        let (above, below) = (leaves << width & cells, leaves >> width & cells);
        let (left, right) = (leaves << 1 & !first & cells, (leaves & !first) >> 1 & cells);
        let dropped = (above & below) << width | ((above | below) & left) >> 1 | ((above | below | left) & right) << 1;
        if dropped == 0 { self } else { Self::new(cells & !dropped, width) }
    }

    /// The least of the images under the symmetries of the square, after [twin leaves](Self::without_twin_leaves) are dropped.
    #[inline]
    pub(super) fn canonical(self) -> Self {
        let mut region = self.without_twin_leaves();
        let mut height = region.height();
        if height > region.width {
            region = region.transposed(height);
            height = region.height();
        }
        let mut least = region.least_of_four(height);
        if height == region.width {
            least = least.min(region.transposed(height).least_of_four(height));
        }
        Self { cells: least, width: region.width }
    }

    /// The least of the images under reflections and half a turn.
    #[inline]
    fn least_of_four(self, height: u32) -> u128 {
        let Self { cells, width } = self;
        let row = (1 << width) - 1;
        let (mut left, mut flipped) = (cells, 0);
        for _ in 0..height {
            flipped = flipped << width | left & row;
            left >>= width;
        }
        let unused = 128 - width * height;
        let least = cells.min(flipped);
        least.min(cells.reverse_bits() >> unused).min(flipped.reverse_bits() >> unused)
    }

    /// The region with rows and columns exchanged.
    #[inline]
    fn transposed(self, height: u32) -> Self {
        let Self { mut cells, width } = self;
        let (mut transposed, mut place, mut row_end) = (0, 0, width);
        let mut row = 0;
        let mut start = 0;
        while cells != 0 {
            let skip = cells.trailing_zeros();
            place += skip;
            cells >>= skip;
            while place >= row_end {
                row += 1;
                start = row_end;
                row_end += width;
            }
            transposed |= 1 << ((place - start) * height + row);
            cells &= !1;
        }
        Self { cells: transposed, width: height }
    }
}

/// The number of rows, of which the last has a cell.
#[inline]
fn height(cells: u128, width: u32) -> u32 {
    cells.ilog2() / width + 1
}

/// The value of a cycle: every domino leaves a path of two cells less.
pub(super) fn strip_of_cycle(cells: u32) -> Nimber {
    let is_zero = strip_value(u64::from(cells) - 2).is_zero();
    Nimber::new(u64::from(is_zero))
}
