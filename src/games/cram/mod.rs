//! Cram.

mod board;
mod graph;
mod packed;
mod region;
mod wide;

use std::fmt;
use std::ops::ControlFlow;

use either::Either::{Left, Right};

use crate::at_least::AtLeast;
use crate::components::Components;
use crate::game::{ImpartialGame, Keyed, visit_by_keys};
use crate::games::bits::Bits;
use crate::made::Made;
use crate::nimber::Nimber;
use crate::notation::{Notation, NotationError, Piece, join};

use board::Board;
use packed::Packed;
use region::{Cells, parse_cells};
pub use region::{Region, RegionError};
use wide::Wide;

/// Cram: place a domino on two adjacent free cells of a board; whoever cannot loses.
///
/// The board is any set of cells. Its connected regions are independent components, and a single cell is none, since no domino fits on it. A
/// position is one region, up to translation.
///
/// Only which cells are adjacent matters, so Cram is the game of taking two adjacent vertices of a graph. Theorems, all used as hints:
/// - A region in which every cell has at most two neighbours is a path or a cycle. A path of *n* cells, straight or not, has the
///   value of a strip of *n* cells, which is the octal game 0.07, of period 34 from *n* = 53 on. In a cycle, every domino leaves a path of
///   *n* − 2 cells.
/// - **Half a turn.** A region that half a turn maps to itself, with no cell in the middle and no two cells that meet in the middle, has
///   value 0: the player who moves second answers each domino by its image. Proof: half a turn maps no cell to itself and no cell to a
///   neighbour, so a domino and its image have no cell in common. The image of the domino is free, since what was free before the domino was
///   mapped to itself, and after both dominoes what is free is mapped to itself again. So the second player always has an answer. A rectangle
///   with two even sides is such a region. No reflection maps a connected region to itself like that: a path of cells from one side of the
///   axis to the other has a cell on the axis, or two that meet there.
/// - **Twin leaves.** A leaf is a cell with one neighbour. Of two leaves with the same neighbour, one may be left out. Proof: at most one of
///   them is ever covered, since a domino on it covers the neighbour, and then the other is a single cell. Exchanging the two maps the region
///   to itself, so the dominoes on them leave the same. Any other domino that covers the neighbour leaves both as single cells, and any
///   domino that does not leaves both as twin leaves. By induction the game trees are equal.
///
/// The memo key is the least of the eight images of the region under the symmetries of the square, without twin leaves where the box has at
/// most 120 cells. Which twin goes depends on how the region lies, so that images with twin leaves may have different keys. The nimber search solves one of all regions of at most 16 cells with the same graph, but for graphs of much
/// symmetry, which have no code. In general no theorem is known, and the
/// value must be searched. A region of *n* cells has less than 2 *n* moves; a move and
/// its key take about 200 ns in a box of at most 120 cells, and time *n* log *n* in a larger box.
///
/// In text, `5x7` is a rectangle of 5 rows and 7 columns, and `xx.x/xxxx` a board by its rows, `x` for a cell and `.` for a gap. Boards are
/// joined with ` + `. A board without cells is `.`.
///
/// ```
/// use grundy::games::Region;
/// use grundy::{Cram, Nimber, Notation, Solver};
///
/// let mut solver = Solver::new(Cram);
/// assert_eq!(solver.grundy(Region::rectangle(3, 6)?)?, Nimber::new(4));
/// assert_eq!(solver.grundy(Region::rectangle(100, 100)?)?, Nimber::ZERO); // half a turn
/// let opening = solver.winning_move(Cram.parse("3x4")?)?.unwrap();
/// assert_eq!(opening.to_string(), "component 1: cells 1,1 and 2,1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Reference: Gardner, *Cram, crosscram and quadraphage*, Scientific American, 1974; Winning Ways, ch. 15; Guy and Smith 1956 for strips.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Cram;

/// A move of [`Cram`]: a domino on a cell and its neighbour to the right or below.
///
/// Rows and columns are those of the component, counted from 1.
///
/// ```
/// use grundy::games::Domino;
/// assert_eq!(Domino::Across { row: 2, column: 2 }.to_string(), "cells 2,2 and 2,3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Domino {
    /// On a cell and its neighbour to the right.
    Across {
        /// The row of the left cell.
        row: u32,
        /// The column of the left cell.
        column: u32,
    },
    /// On a cell and its neighbour below.
    Down {
        /// The row of the upper cell.
        row: u32,
        /// The column of the upper cell.
        column: u32,
    },
}

impl Domino {
    /// The two cells, by row and column from 0; `None` if there are none such.
    fn cells(self) -> Option<[(u32, u32); 2]> {
        let (Self::Across { row, column } | Self::Down { row, column }) = self;
        let (row, column) = (row.checked_sub(1)?, column.checked_sub(1)?);
        let other = match self {
            Self::Across { .. } => (row, column.checked_add(1)?),
            Self::Down { .. } => (row.checked_add(1)?, column),
        };
        Some([(row, column), other])
    }
}

impl fmt::Display for Domino {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self::Across { row, column } | Self::Down { row, column }) = *self;
        let (next_row, next_column) = match self {
            Self::Across { .. } => (row, column.saturating_add(1)),
            Self::Down { .. } => (row.saturating_add(1), column),
        };
        write!(f, "cells {row},{column} and {next_row},{next_column}")
    }
}

impl ImpartialGame for Cram {
    type Position = Region;
    type Move = Domino;

    const SEARCHES_NIMBERS: bool = true;

    fn moves(&self, region: &Region) -> impl Iterator<Item = Domino> {
        region.cells().flat_map(|(row, column)| {
            let (row, column) = (row + 1, column + 1);
            [Domino::Across { row, column }, Domino::Down { row, column }]
                .into_iter()
                .filter(|domino| self.allows(region, domino))
        })
    }

    fn play(&self, region: &Region, domino: &Domino) -> Components<Region> {
        let Some(cells) = domino.cells().filter(|_| self.allows(region, domino)) else { return region.clone().into() };
        match region.shape() {
            Cells::Small(packed) => packed.parts_without(cells).map(Region::packed).collect(),
            Cells::Large(packed) => packed.parts_without(cells).map(Region::packed).collect(),
            Cells::Wide(wide) => {
                // A part of one cell is no component: no domino fits on it. `parts_without` leaves such parts out by
                // itself.
                let left = wide.cells().iter().copied().filter(|cell| !cells.contains(cell)).collect();
                Wide::parts(left).into_iter().filter(|part| part.len() > 1).map(Region::connected).collect()
            }
        }
    }

    fn allows(&self, region: &Region, domino: &Domino) -> bool {
        let Some(cells) = domino.cells() else { return false };
        match region.shape() {
            Cells::Small(packed) => cells.into_iter().all(|cell| packed.contains(cell)),
            Cells::Large(packed) => cells.into_iter().all(|cell| packed.contains(cell)),
            Cells::Wide(wide) => cells.into_iter().all(|cell| wide.contains(cell)),
        }
    }

    #[inline]
    fn options(&self, region: &Region) -> impl Iterator<Item = Components<Region>> {
        match region.shape() {
            Cells::Small(packed) => Left(Left(options(packed))),
            Cells::Large(packed) => Left(Right(options(packed))),
            Cells::Wide(wide) => {
                // The dominoes are counted in linear time, before the first option is made: a solver may refuse the
                // list by this number.
                let made = Made { from: self.moves(region), make: |domino| self.play(region, &domino) };
                Right(AtLeast::new(wide.domino_count(), made))
            }
        }
    }

    fn keyed_options(
        &self,
        region: &Region,
        options: impl Iterator<Item = Components<Region>>,
        mut visit: impl FnMut(Keyed<Region>) -> ControlFlow<()>,
    ) {
        // The first board that has room for the box: 8 × 7 cells, 4 × 15 in 64 bits, or 8 × 15 in 128 bits. Words of 64
        // bits are twice as fast, so boards of 64 bits are tried first. Other boxes, such as 9 × 9, take the single
        // hints.
        match region.shape() {
            Cells::Small(packed) if fits::<u64, 8>(packed) => Board::<u64, 8>::new(packed).visit_options(visit),
            Cells::Small(packed) if fits::<u64, 16>(packed) => Board::<u64, 16>::new(packed).visit_options(visit),
            Cells::Small(packed) if fits::<u128, 16>(packed) => Board::<u128, 16>::new(packed).visit_options(visit),
            Cells::Large(packed) if fits::<u128, 16>(packed) => Board::<u128, 16>::new(packed).visit_options(visit),
            _ => visit_by_keys(self, options, &mut visit),
        }
    }

    #[inline]
    fn memo_key(&self, region: Region) -> Region {
        match region.shape() {
            Cells::Small(packed) => Region::packed(packed.canonical()),
            Cells::Large(packed) => Region::packed(packed.canonical()),
            Cells::Wide(wide) => Region::wide(wide.clone().canonical()),
        }
    }

    /// The graph of a region of at most 16 cells.
    fn class_code(&self, region: &Region) -> Option<u128> {
        match region.shape() {
            Cells::Small(packed) => graph::code(packed),
            Cells::Large(packed) => graph::code(packed),
            Cells::Wide(_) => None,
        }
    }

    /// The values of paths, of cycles and of regions in which half a turn answers.
    #[inline]
    fn known_value(&self, region: &Region) -> Option<Nimber> {
        match region.shape() {
            Cells::Small(packed) => packed.known_value(),
            Cells::Large(packed) => packed.known_value(),
            Cells::Wide(wide) => wide.known_value(),
        }
    }
}

/// What each domino leaves, and their number.
#[inline]
fn options<B: Bits>(packed: Packed<B>) -> impl Iterator<Item = Components<Region>> {
    let left = packed.options().map(|parts| parts.map(Region::packed).collect());
    AtLeast::exactly(packed.domino_count().into(), left)
}

/// Whether a region has rows and columns for its box.
#[inline]
fn fits<B: Bits, const STRIDE: u32>(packed: Packed<impl Bits>) -> bool {
    packed.width <= Board::<B, STRIDE>::COLUMNS && packed.height() <= Board::<B, STRIDE>::ROWS
}

impl Notation for Cram {
    fn component_name(&self, _: &Region) -> &'static str {
        "region"
    }

    fn parse(&self, text: &str) -> Result<Components<Region>, NotationError> {
        let mut all = Components::new();
        for piece in Piece::whole(text).split('+') {
            let parts = Region::of_cells(parse_cells(piece)?);
            all.extend(parts.map_err(|error| piece.error(error.to_string()))?);
        }
        Ok(all)
    }

    fn text(&self, regions: &[Region]) -> String {
        if regions.is_empty() { ".".to_owned() } else { join(regions, " + ") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Regions of random cells in boxes of each layout, and in boxes that fit into none.
    #[test]
    fn options_are_those_of_the_single_hints() {
        let mut seed = 1_u64;
        let mut chance = move || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            seed >> 61
        };
        let boxes = [(2, 3), (4, 4), (4, 7), (7, 7), (8, 7), (5, 8), (8, 8), (4, 9), (3, 15), (8, 15), (9, 9), (3, 16)];
        let mut listed = 0;
        for (rows, columns) in boxes.into_iter().cycle().take(600) {
            let cells: Vec<(u32, u32)> =
                (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))).collect();
            let most_free = chance();
            let kept = cells.into_iter().filter(|_| chance() <= most_free);
            for region in Region::of_cells(kept).unwrap() {
                let key = Cram.memo_key(region);
                let (mut own, mut plain) = (Vec::new(), Vec::new());
                Cram.keyed_options(&key, Cram.options(&key), |keyed| {
                    own.push(keyed);
                    ControlFlow::Continue(())
                });
                visit_by_keys(&Cram, Cram.options(&key), &mut |keyed| {
                    plain.push(keyed);
                    ControlFlow::Continue(())
                });
                assert_eq!(own, plain, "{key}");
                listed += own.len();
            }
        }
        assert!(listed > 10_000, "{listed}");
    }

    #[test]
    fn a_break_ends_the_list() {
        let mut visits = 0;
        let board = Region::rectangle(5, 6).unwrap();
        Cram.keyed_options(&board, Cram.options(&board), |keyed| {
            visits += 1;
            if keyed == Keyed::End { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!(visits, 2);
    }
}
