//! Grundy's game.

use crate::components::Components;
use crate::control::Control;
use crate::game::ImpartialGame;
use crate::games::heap_oracle::{OnHeaps, oracle_on_heaps};
use crate::heap::{HeapMove, TakeAndBreak};
use crate::notation::heaps_notation;
use crate::notes::Notes;
use crate::question::{Answer, Question};

/// Grundy's game: divide a heap in two heaps of unequal size.
///
/// Whether the values are periodic is not known; the first 2^35 values show no period.
///
/// A position is the size of one heap. A heap of *n* has ⌊(*n* − 1)/2⌋ moves. The values come from a
/// [`Sequence`](crate::heap::Sequence), which a solver extends to the largest heap of a question; a search of the heaps up to *n* would
/// take about *n*²/4 options.
///
/// ```
/// use grundy::{GrundysGame, Nimber, Solver};
///
/// let mut solver = Solver::new(GrundysGame);
/// let values: Vec<u64> = (0..12).map(|heap| solver.grundy(heap).unwrap().get()).collect();
/// assert_eq!(values, [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2]);
/// assert_eq!(solver.grundy(515)?, Nimber::new(13));
/// # Ok::<(), grundy::SolveError<u64>>(())
/// ```
///
/// Reference: Grundy, *Mathematics and games*, 1939; Winning Ways, ch. 4; OEIS A002188.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct GrundysGame;

impl ImpartialGame for GrundysGame {
    type Position = u64;
    type Move = HeapMove;

    fn moves(&self, heap: &u64) -> impl Iterator<Item = HeapMove> {
        let heap = *heap;
        (1..=heap.saturating_sub(1) / 2).map(move |small| HeapMove::Split(small, heap - small))
    }

    fn play(&self, heap: &u64, mv: &HeapMove) -> Components<u64> {
        match mv {
            HeapMove::Split(one, other) => [*one, *other].into(),
            HeapMove::Take(_) => (*heap).into(),
        }
    }

    fn allows(&self, heap: &u64, mv: &HeapMove) -> bool {
        matches!(mv, HeapMove::Split(small, large)
            if *small >= 1 && small < large && small.checked_add(*large) == Some(*heap))
    }

    oracle_on_heaps!();
}

impl OnHeaps for GrundysGame {
    fn code(&self) -> Option<TakeAndBreak> {
        Some(TakeAndBreak::grundys_game())
    }
}

heaps_notation! {
    /// Heaps are written as numbers with commas between them: `11,7`.
    GrundysGame, "heap"
}
