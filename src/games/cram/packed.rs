//! Regions in a box of at most 120 cells, as one integer of 64 or 128 bits.

use crate::games::bits::Bits;
use crate::games::images::{half_turned, least_of_four, row, to_first_column, transposed};
use crate::games::straight::path_or_cycle;
use crate::nimber::Nimber;

/// A set of cells in a box of at most 120 cells, and fewer than `B` has bits.
///
/// Bit *r* · *width* + *c* of `cells` is the cell in row *r* and column *c*, both from 0. The box is tight: its first and last row and column
/// have cells, so that equal regions have equal data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Packed<B> {
    pub(super) cells: B,
    pub(super) width: u32,
}

/// The number of cells of the largest box. The other 8 bits of an integer hold the width.
pub(super) const MOST_CELLS: u32 = 120;

/// For each cell, whether there is a neighbour in each direction: above, below, to the left, to the right.
struct Neighbours<B>([B; 4]);

impl<B: Bits> Neighbours<B> {
    /// The cells with exactly one neighbour.
    fn leaves(&self) -> B {
        let Self([above, below, left, right]) = *self;
        // In an odd number of directions, but not in three: three directions include two opposite ones.
        let odd = above ^ below ^ left ^ right;
        odd & !(above & below | left & right)
    }

    /// The cells with three neighbours or four.
    fn branching(&self) -> B {
        let Self([above, below, left, right]) = *self;
        // Three directions or four: two opposite ones, and one more.
        above & below & (left | right) | left & right & (above | below)
    }
}

impl<B: Bits> Packed<B> {
    /// The region of some cells in a box of the given width, of which it need not touch the sides. There is at least one cell.
    #[inline]
    fn new(cells: B, width: u32) -> Self {
        // The first cell in reading order lies in the first row that has cells.
        let cells = cells >> (row(cells.least(), width) * width);
        let first_column = B::FIRST_COLUMN[width as usize];
        // Nearly all parts still touch both sides, and then nothing is moved.
        if cells & first_column != B::NONE && cells & first_column << (width - 1) != B::NONE {
            return Self { cells, width };
        }
        Self::narrowed(cells, width)
    }

    /// The same for cells that touch the first row, but not both columns at the sides.
    fn narrowed(cells: B, width: u32) -> Self {
        let (mut left, height, tight) = to_first_column(cells, width);
        // From rows of `width` places to rows of `tight` places, one row at a time.
        let mut packed = B::NONE;
        for number in 0..height {
            packed = packed | (left & B::below(tight)) << (number * tight);
            left = left >> width;
        }
        Self { cells: packed, width: tight }
    }

    /// The region as one integer, which is not 0 and different for each region.
    #[inline]
    pub(super) fn number(self) -> u128 {
        self.cells.into() | u128::from(self.width) << MOST_CELLS
    }

    #[inline]
    pub(super) fn height(self) -> u32 {
        row(self.cells.greatest(), self.width) + 1
    }

    #[inline]
    fn neighbours(self) -> Neighbours<B> {
        let Self { cells, width } = self;
        let first = B::FIRST_COLUMN[width as usize];
        // Without its first column, since a cell there would be seen as the neighbour of the last one in the row before.
        let right = cells & (cells & !first) >> 1;
        let below = cells & cells >> width;
        // A cell with a neighbour below is the upper neighbour of that one: two shifts give the other two directions.
        Neighbours([below << width, below, right << 1, right])
    }

    /// The cells that begin a domino across, and the cells that begin a domino down.
    #[inline]
    fn dominoes(self) -> [B; 2] {
        let Neighbours([_, below, _, right]) = self.neighbours();
        [right, below]
    }

    /// The number of dominoes that can be placed.
    #[inline]
    pub(super) fn domino_count(self) -> u32 {
        let [across, down] = self.dominoes();
        across.count() + down.count()
    }

    /// The cells, by row and column, in reading order.
    pub(super) fn listed(self) -> impl Iterator<Item = (u32, u32)> {
        let mut rest = self.cells;
        std::iter::from_fn(move || {
            let place = (rest != B::NONE).then(|| rest.least())?;
            rest = rest.without_least();
            Some((place / self.width, place % self.width))
        })
    }

    pub(super) fn contains(self, (row, column): (u32, u32)) -> bool {
        column < self.width && row < self.height() && self.cells & self.cell((row, column)) != B::NONE
    }

    /// A cell inside the box.
    fn cell(self, (row, column): (u32, u32)) -> B {
        B::ONE << (row * self.width + column)
    }

    /// What is left without two cells, which are neighbours.
    pub(super) fn parts_without(self, [one, other]: [(u32, u32); 2]) -> impl Iterator<Item = Self> {
        self.parts(self.cell(one) | self.cell(other))
    }

    /// What each domino leaves.
    #[inline]
    pub(super) fn options(self) -> impl Iterator<Item = impl Iterator<Item = Self>> {
        let [across, down] = self.dominoes();
        let two = [(across, B::ONE | B::ONE << 1), (down, B::ONE | B::ONE << self.width)].into_iter();
        two.flat_map(move |(mut starts, domino)| {
            std::iter::from_fn(move || {
                let place = (starts != B::NONE).then(|| starts.least())?;
                starts = starts.without_least();
                Some(self.parts(domino << place))
            })
        })
    }

    /// The connected regions of two cells or more that are left without a domino.
    #[inline]
    fn parts(self, domino: B) -> impl Iterator<Item = Self> {
        let width = self.width;
        let first = B::FIRST_COLUMN[width as usize];
        // A step to the left never begins in the first column, and a step to the right never ends there: both would
        // cross the end of a row. Steps out of the box are taken away by `& free`.
        let grown = move |part: B| part | (part & !first) >> 1 | part << 1 & !first | part >> width | part << width;
        let mut free = self.cells & !domino;
        let mut near = grown(domino) & free;
        std::iter::from_fn(move || {
            while near != B::NONE {
                let part = next_part(&mut free, &mut near, |part, free| grown(part) & free);
                // No domino fits on a single cell.
                if part.without_least() != B::NONE {
                    return Some(Self::new(part, width));
                }
            }
            None
        })
    }

    /// The value, if a theorem gives it: the region is a path or a cycle, or the player who moves second can answer by half a turn.
    #[inline]
    pub(super) fn known_value(self) -> Option<Nimber> {
        let (region, neighbours) = self.without_twin_leaves();
        if neighbours.branching() == B::NONE {
            let cells = region.cells.count();
            // A connected region without leaves is a cycle here, unless it is a single cell.
            return Some(path_or_cycle(cells.into(), neighbours.leaves() == B::NONE && cells > 2));
        }
        // Half a turn may map the region to itself only with its twin leaves, or only without them. Either gives the
        // value 0.
        let is_zero = self.is_answered_by_half_a_turn() || (region != self && region.is_answered_by_half_a_turn());
        is_zero.then_some(Nimber::ZERO)
    }

    /// Whether half a turn maps the region to itself, and no cell to itself or to a neighbour.
    #[inline]
    fn is_answered_by_half_a_turn(self) -> bool {
        let (width, height) = (self.width, self.height());
        if half_turned(self.cells, width, height, width) != self.cells {
            return false;
        }
        // Half a turn takes each of the four middle cells to the one diagonally across, which is no neighbour.
        if width.is_multiple_of(2) && height.is_multiple_of(2) {
            return true;
        }
        // The cell in the middle, or one of the two cells there. Half a turn exchanges the two, so both are in the
        // region, or neither is.
        self.cells & self.cell(((height - 1) / 2, (width - 1) / 2)) == B::NONE
    }

    /// The same region with one leaf at most beside each cell, and its neighbours. A leaf is a cell with one neighbour.
    #[inline]
    fn without_twin_leaves(self) -> (Self, Neighbours<B>) {
        let neighbours = self.neighbours();
        let leaves = neighbours.leaves();
        // Twin leaves are at least two leaves. The two cells of a single domino are leaves too, each beside the other:
        // both must stay.
        if leaves.without_least() == B::NONE || self.cells.without_least().without_least() == B::NONE {
            return (self, neighbours);
        }
        let Self { cells, width } = self;
        let first = B::FIRST_COLUMN[width as usize];
        // The cells that have a leaf in each direction.
        let (above, below) = (leaves << width & cells, leaves >> width & cells);
        let (left, right) = (leaves << 1 & !first & cells, (leaves & !first) >> 1 & cells);
        // Of the leaves around a cell the first stays, in the order above, below, left, right. Shifts lead from the
        // cell back to the leaf that goes.
        let dropped = (above & below) << width | ((above | below) & left) >> 1 | ((above | below | left) & right) << 1;
        if dropped == B::NONE {
            return (self, neighbours);
        }
        let region = Self::new(cells & !dropped, width);
        (region, region.neighbours())
    }

    /// The least of the images under the symmetries of the square, after [twin leaves](Self::without_twin_leaves) are dropped.
    #[inline]
    pub(super) fn canonical(self) -> Self {
        // A tall region is laid on its side, so that wide images alone are compared. A square has all eight images.
        let (mut region, _) = self.without_twin_leaves();
        let mut height = region.height();
        if height > region.width {
            (region, height) = (region.transposed(height), region.width);
        }
        let Self { cells, width } = region;
        let mut least = least_of_four(cells, width, height, width);
        if height == width {
            least = least.min(least_of_four(region.transposed(height).cells, width, height, width));
        }
        Self { cells: least, width }
    }

    /// The region with rows and columns exchanged.
    #[inline]
    fn transposed(self, height: u32) -> Self {
        Self { cells: transposed(self.cells, self.width, height), width: height }
    }
}

/// Takes the next connected part out of the free cells around a domino, of which those near it are not empty. `grown` adds neighbours that are free.
///
/// Each part has a neighbour of the domino, since the region is connected. When all neighbours that remain are in one part, the part is
/// all that remains: most options are found after a few steps around the domino.
#[inline]
pub(super) fn next_part<B: Bits>(free: &mut B, near: &mut B, grown: impl Fn(B, B) -> B) -> B {
    // The least cell near the domino: the part that is asked for is the one around it.
    let mut part = *near ^ near.without_least();
    while *near & !part != B::NONE {
        let larger = grown(part, *free);
        // The part is complete, and some neighbour of the domino lies in another part.
        if larger == part {
            break;
        }
        part = larger;
    }
    if *near & !part == B::NONE {
        part = *free;
    }
    *free = *free & !part;
    *near = *near & !part;
    part
}
