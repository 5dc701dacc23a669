//! Small regions in rows of a fixed number of places, where no step takes a loop over rows: the options of a region, as a search needs them.

use std::ops::ControlFlow;

use crate::game::Keyed;
use crate::games::bits::{Bits, even_bytes, low};
use crate::games::cram::packed::{Packed, next_part};
use crate::games::cram::region::Region;
use crate::games::images::{Boxed, gathered};
use crate::games::straight::path_or_cycle;
use crate::nimber::Nimber;

/// A set of cells in rows of `STRIDE` places each, of which the last is free: a cell has no neighbour across the end of its row.
#[derive(Clone, Copy)]
pub(super) struct Board<B, const STRIDE: u32>(B);

impl<B: Bits, const STRIDE: u32> Board<B, STRIDE> {
    /// The number of rows.
    pub(super) const ROWS: u32 = B::SIZE / STRIDE;
    /// The number of columns for cells.
    pub(super) const COLUMNS: u32 = STRIDE - 1;

    /// A region in a box with that many rows and columns at most.
    #[inline]
    pub(super) fn new<P: Bits>(region: Packed<P>) -> Self {
        let mut cells = B::NONE;
        let mut rest = region.cells;
        for row in 0..region.height() {
            // From rows of `region.width` places to rows of `STRIDE` places.
            let line: u128 = (rest & P::below(region.width)).into();
            let line = u16::try_from(line).expect("a row has less than 16 places");
            cells = cells | B::from(line) << (row * STRIDE);
            rest = rest >> region.width;
        }
        Self(cells)
    }

    /// Visits what each domino leaves: components across before those down, both in reading order.
    #[inline]
    pub(super) fn visit_options(self, mut visit: impl FnMut(Keyed<Region>) -> ControlFlow<()>) {
        let cells = self.0;
        // For each of the two directions: the cells where a domino can begin, and the domino with its first cell at
        // place 0. The free place at the end of each row keeps a domino across from reaching into the next row.
        for (mut starts, domino) in
            [(cells & cells >> 1, B::ONE | B::ONE << 1), (cells & cells >> STRIDE, B::ONE | B::ONE << STRIDE)]
        {
            while starts != B::NONE {
                self.for_each_part(domino << starts.least(), |part| {
                    // A break is seen at the end of the option.
                    let _ = visit(Boxed::<B, STRIDE>::new(part).assess());
                });
                if visit(Keyed::End).is_break() {
                    return;
                }
                starts = starts.without_least();
            }
        }
    }

    /// The part with its free neighbours. One call may go several steps.
    #[inline]
    fn grown(mut part: B, free: B) -> B {
        // Each step goes on from what the one before it has found, so that one call may grow the part round a corner.
        part = part | part << 1 & free;
        part = part | part << STRIDE & free;
        part = part | part >> 1 & free;
        part | part >> STRIDE & free
    }

    /// Calls `visit` for each connected part of two cells or more that is left without a domino.
    #[inline]
    fn for_each_part(self, domino: B, mut visit: impl FnMut(B)) {
        let mut free = self.0 & !domino;
        // Each cell of the domino is beside the other one; `free` takes both out again.
        let mut near = (domino << 1 | domino >> 1 | domino << STRIDE | domino >> STRIDE) & free;
        while near != B::NONE {
            let part = next_part(&mut free, &mut near, Self::grown);
            if part.without_least() != B::NONE {
                visit(part);
            }
        }
    }
}

impl<B: Bits, const STRIDE: u32> Boxed<B, STRIDE> {
    #[inline]
    fn assess(self) -> Keyed<Region> {
        // For each direction, the cells that have a neighbour there. A cell with a neighbour to the right is the left
        // neighbour of that one, so `left` and `above` are shifts of `right` and `below`. A leaf has neighbours in an
        // odd number of directions, but not in three: three directions include two opposite ones.
        let Self { cells, .. } = self;
        let (mut right, mut below) = (cells & cells >> 1, cells & cells >> STRIDE);
        let (mut left, mut above) = (right << 1, below << STRIDE);
        let mut leaves = (above ^ below ^ left ^ right) & !(above & below | left & right);
        let mut region = self;
        // Twin leaves are at least two leaves. A single domino has two leaves as well, each beside the other: both must
        // stay. So the region has three cells or more.
        if leaves.without_least() != B::NONE && cells.without_least().without_least() != B::NONE {
            let (leaf_above, leaf_below) = (leaves << STRIDE & cells, leaves >> STRIDE & cells);
            let (leaf_left, leaf_right) = (leaves << 1 & cells, leaves >> 1 & cells);
            // Of the leaves around a cell the first stays, in the order above, below, left, right; shifts back from the cell to the leaf.
            let dropped = (leaf_above & leaf_below) << STRIDE
                | ((leaf_above | leaf_below) & leaf_left) >> 1
                | ((leaf_above | leaf_below | leaf_left) & leaf_right) << 1;
            if dropped != B::NONE {
                // The box may be smaller without the leaves, and a cell that had one may be a leaf itself.
                region = Self::new(cells & !dropped);
                let cells = region.cells;
                (right, below) = (cells & cells >> 1, cells & cells >> STRIDE);
                (left, above) = (right << 1, below << STRIDE);
                leaves = (above ^ below ^ left ^ right) & !(above & below | left & right);
            }
        }
        // No cell has three neighbours.
        if above & below & (left | right) | left & right & (above | below) == B::NONE {
            // A connected region without leaves is a cycle here, unless it is a single cell.
            let cells = region.cells.count();
            return Keyed::Known(path_or_cycle(cells.into(), leaves == B::NONE && cells > 2));
        }
        // Half a turn may map the region to itself only with its twin leaves, or only without them. Either gives the
        // value 0.
        let half_turned = region.half_turned();
        if region.is_answered(half_turned) || region.cells != cells && self.is_answered(self.half_turned()) {
            return Keyed::Known(Nimber::ZERO);
        }
        Keyed::Key(region.canonical(half_turned))
    }

    /// Whether half a turn maps the region to itself, and no cell to itself or to a neighbour.
    #[inline]
    fn is_answered(self, half_turned: B) -> bool {
        let Self { cells, height, width } = self;
        half_turned == cells && {
            // With an odd side there is a cell in the middle, or a pair of cells that half a turn exchanges: both of
            // the pair are in the region, or neither is. With two even sides half a turn takes each of the four middle
            // cells to the one diagonally across, which is no neighbour.
            let middle = B::ONE << ((height - 1) / 2 * STRIDE + (width - 1) / 2);
            (height | width) & 1 == 0 || cells & middle == B::NONE
        }
    }

    /// The least of the images under the symmetries of the square, wide ones first.
    #[inline]
    fn canonical(self, half_turned: B) -> Region {
        let Self { cells, height, width } = self;
        // In at most eight columns, eight rows of eight places hold the region, for which all images are made without a
        // loop. `STRIDE` is a constant, so that the compiler keeps one of the branches only.
        if STRIDE == 8 {
            return canonical_of_eight(low(cells), low(half_turned), height, width);
        }
        if width <= 8 {
            return canonical_of_eight(even_bytes(cells), even_bytes(half_turned), height, width);
        }
        // The box has nine columns or more and at most eight rows. Images with rows and columns exchanged would be
        // taller than wide, so four of the eight images count. `pairs_reversed` puts the rows at the upper end of the
        // word, and the shift brings them back to row 0.
        let upside_down = |cells: B| cells.pairs_reversed() >> (B::SIZE - height * STRIDE);
        let least = cells.min(half_turned).min(upside_down(cells)).min(upside_down(half_turned));
        let mut cells: u128 = least.into();
        let free = STRIDE - width;
        // Takes out the free places behind the rows by halves: rows come together in pairs, these in fours, these in eights.
        cells = cells & PAIRS | (cells & !PAIRS) >> free;
        cells = cells & QUADS | (cells & !QUADS) >> (2 * free);
        cells = cells & u128::from(u64::MAX) | cells >> 64 << (4 * width);
        Region::packed(Packed { cells, width })
    }
}

/// Every other row of 16 places, and every other pair of rows.
const PAIRS: u128 = u128::MAX / 0xffff_ffff * 0xffff;
const QUADS: u128 = u128::MAX / 0xffff_ffff_ffff_ffff * 0xffff_ffff;

/// The same for regions in at most eight rows of eight places.
#[inline]
fn canonical_of_eight(cells: u64, half_turned: u64, height: u32, width: u32) -> Region {
    let Boxed { cells, width, .. } = Boxed::<u64, 8> { cells, height, width }.least_image(half_turned);
    Region::packed(Packed { cells: gathered(cells, width), width })
}
