//! Brussels Sprouts.

use std::fmt;

use smallvec::SmallVec;

use crate::components::Components;
use crate::control::Control;
use crate::game::ImpartialGame;
use crate::nimber::Nimber;
use crate::notation::{Notation, NotationError, Piece, join};
use crate::notes::Notes;
use crate::outcome::{Outcome, Play};
use crate::question::{Answer, Question};

/// Brussels Sprouts: there are crosses on paper, each with four free ends. A move joins two free ends by a line that crosses none, and puts a
/// short bar across the line, which has a free end on each side.
///
/// Theorem: a game that begins with *n* crosses lasts exactly 5*n* − 2 moves. Proof: let a region have *k* boundaries with *e* free ends in all. A line
/// between two boundaries uses two ends, adds two, and joins the boundaries; a line from a boundary to itself uses two ends, adds one on each
/// side, and makes two regions, which have *k* + 1 boundaries together. In both cases the sum of *e* + *k* − 2 over all regions goes down by 1. Every boundary
/// keeps a free end, so that the game ends when all regions have one boundary with one end: at 0.
///
/// So the moves that are left are known, and the value is their number modulo 2, whatever is played.
///
/// A component is a region, since each free end lies in one region: the numbers of free ends on its boundaries. In text they are joined by `.`, as in `4.4`, and
/// regions by `+`. A number by itself is that number of crosses: `3` is `4.4.4`, and `4.` is one boundary with four ends.
///
/// ```
/// use grundy::games::BrusselsSprouts;
/// use grundy::{Notation, Outcome, Solver};
///
/// let crosses = |number: &str| Solver::new(BrusselsSprouts).outcome(BrusselsSprouts.parse(number).unwrap());
/// assert_eq!(crosses("2")?, Outcome::P); // 8 moves
/// assert_eq!(crosses("3")?, Outcome::N); // 13 moves
/// # Ok::<(), grundy::SolveError<grundy::games::FreeEnds>>(())
/// ```
///
/// Reference: Winning Ways, ch. 17; Gardner, *Mathematical Carnival*, ch. 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BrusselsSprouts;

/// A region: the numbers of free ends on its boundaries, in ascending order. Boundaries without free ends are left out.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(from = "Vec<u8>", into = "Vec<u8>"))]
pub struct FreeEnds(SmallVec<[u8; 16]>);

impl From<Vec<u8>> for FreeEnds {
    fn from(ends: Vec<u8>) -> Self {
        let mut ends: SmallVec<[u8; 16]> = ends.into_iter().filter(|ends| *ends > 0).collect();
        ends.sort_unstable();
        Self(ends)
    }
}

impl From<FreeEnds> for Vec<u8> {
    fn from(ends: FreeEnds) -> Self {
        ends.0.to_vec()
    }
}

impl FreeEnds {
    /// The number of moves that are left: the free ends and the boundaries, less 2.
    #[must_use]
    pub fn moves_left(&self) -> u64 {
        let ends: u64 = self.0.iter().map(|ends| u64::from(*ends)).sum();
        (ends + self.0.len() as u64).saturating_sub(2)
    }

    fn at(&self, boundary: u8) -> Option<u8> {
        self.0.get(usize::from(boundary)).copied()
    }
}

/// A line between two free ends, with a bar across it. Boundaries are numbered from 0 in ascending order of their free ends.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum CrossedLine {
    /// A line between two boundaries.
    Joins {
        /// One boundary.
        one: u8,
        /// The other one, which comes later.
        other: u8,
    },
    /// A line from a boundary to itself, which cuts the region in two.
    Cuts {
        /// The boundary.
        boundary: u8,
        /// The number of its free ends that lie in the first part, without the new one.
        ends: u8,
        /// The other boundaries in the first part.
        inside: crate::subset::Subset,
    },
}
