//! Treblecross.

use std::fmt;

use crate::components::Components;
use crate::control::Control;
use crate::game::ImpartialGame;
use crate::games::heap_oracle::{OnHeaps, oracle_on_heaps};
use crate::heap::TakeAndBreak;
use crate::notation::heaps_notation;
use crate::notes::Notes;
use crate::outcome::Play;
use crate::question::{Answer, Question};

/// Treblecross: mark a cell of a strip with a cross; whoever completes three crosses in a row wins.
///
/// Theorem: a cross next to another, or one cell away from it, loses at once. So a cross takes its cell and two cells on either side out of the game,
/// and whoever has no safe cell left loses. That game is solved here. On an empty strip of three cells or more it has the same winner as Treblecross
/// in normal play. Misère play of it, in which whoever has no safe cell left wins, is not Treblecross in which three crosses lose, since there a
/// cross next to another is no blunder: programs that read strips from their users [refuse](crate::Notation::refuses) it. As part of a
/// [compound](crate::compound) other than a sum or an ordinal sum it is not Treblecross in normal play either. A strip of *n* cells is a row of *n* + 2 pins of the octal game 0.007, and a row of *n* pins of its standard
/// form 0.11337. Whether the values are periodic is not known.
///
/// A position is a strip of adjacent safe cells, given by their number; a cross leaves at most two such strips. The values come from a
/// [`Sequence`](crate::heap::Sequence), which a solver extends to the longest strip of a question.
///
/// ```
/// use grundy::{Nimber, Solver, Treblecross};
///
/// let mut solver = Solver::new(Treblecross);
/// assert_eq!(solver.grundy(5)?, Nimber::new(2)); // the middle wins: it leaves nothing
/// assert_eq!(solver.grundy(12)?, Nimber::new(0)); // fourteen pins of 0.007
/// # Ok::<(), grundy::SolveError<u64>>(())
/// ```
///
/// Reference: Winning Ways, ch. 4.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Treblecross;

/// A cross in a cell, counted from 1 at the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Cross(
    /// The cell.
    pub u64,
);

impl fmt::Display for Cross {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cell {}", self.0)
    }
}

impl ImpartialGame for Treblecross {
    type Position = u64;
    type Move = Cross;

    fn moves(&self, cells: &u64) -> impl Iterator<Item = Cross> {
        (1..=*cells).map(Cross)
    }

    fn play(&self, cells: &u64, cross: &Cross) -> Components<u64> {
        if !self.allows(cells, cross) {
            return (*cells).into();
        }
        // On each side of the cross, the two cells next to it are no longer safe.
        let strips = [cross.0.saturating_sub(3), (cells - cross.0).saturating_sub(2)];
        strips.into_iter().filter(|cells| *cells > 0).collect()
    }

    fn allows(&self, cells: &u64, cross: &Cross) -> bool {
        (1..=*cells).contains(&cross.0)
    }

    fn options(&self, cells: &u64) -> impl Iterator<Item = Components<u64>> {
        // Crosses in the other half leave the mirror images. Rounded up, without overflow.
        let half = *cells / 2 + *cells % 2;
        (1..=half).map(|cell| self.play(cells, &Cross(cell)))
    }

    oracle_on_heaps!();
}

impl OnHeaps for Treblecross {
    fn code(&self) -> Option<TakeAndBreak> {
        TakeAndBreak::treblecross().standard_form().ok().map(|standard| standard.code)
    }
}

heaps_notation! {
    /// Strips are written as numbers of cells with commas between them: `7,3`. Misère play is refused.
    Treblecross, "strip", {
        fn refuses(&self, play: Play) -> Option<&'static str> {
            (play == Play::Misere).then_some(NOT_IN_MISERE)
        }
    }
}

/// Why strips of safe cells are no positions of misère Treblecross.
const NOT_IN_MISERE: &str = "in misère Treblecross three crosses lose, so every cell is safe until then, and strips of safe cells are no positions; \
the misère game of safe cells is that of the code 0.007 with two counters more in each heap";
