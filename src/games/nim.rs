//! Nim.

use super::miserable::{self, Miserable};
use crate::components::Components;
use crate::control::Control;
use crate::game::ImpartialGame;
use crate::heap::HeapMove;
use crate::nimber::Nimber;
use crate::notation::heaps_notation;
use crate::notes::Notes;
use crate::question::{Answer, Question};

/// Nim: take any number of counters, at least one, from one heap.
///
/// Theorem (Bouton 1901): a heap of *n* has value *n*, so heaps are lost for the player to move exactly if the xor of their
/// sizes is 0. In misère play the same holds as long as some heap has two counters or more; with heaps of one counter only,
/// an odd number of them is lost.
///
/// A position is the size of one heap, up to 2^64 − 1. A heap has as many moves as counters, and at most one of them leaves a given
/// value. The theorem gives that move in constant time, in misère play too, so heaps of any size are played at once.
///
/// ```
/// use grundy::{Nim, Nimber, Solver};
///
/// let mut solver = Solver::new(Nim);
/// assert_eq!(solver.grundy([3, 4, 5])?, Nimber::new(2));
/// let huge = 1_000_000_000_000_000_000;
/// assert_eq!(solver.winning_move([huge, 7])?.unwrap().to_string(), format!("component 1: take {}", huge - 7));
/// # Ok::<(), grundy::SolveError<u64>>(())
/// ```
///
/// Reference: Bouton, *Nim, a game with a complete mathematical theory*, 1901; Winning Ways, ch. 2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Nim;

impl ImpartialGame for Nim {
    type Position = u64;
    type Move = HeapMove;

    fn moves(&self, heap: &u64) -> impl Iterator<Item = HeapMove> {
        (1..=*heap).map(HeapMove::Take)
    }

    fn play(&self, heap: &u64, mv: &HeapMove) -> Components<u64> {
        match mv {
            HeapMove::Take(count) if count >= heap => Components::new(),
            HeapMove::Take(count) => (heap - count).into(),
            HeapMove::Split(..) => (*heap).into(),
        }
    }

    fn allows(&self, heap: &u64, mv: &HeapMove) -> bool {
        matches!(mv, HeapMove::Take(count) if (1..=*heap).contains(count))
    }

    fn known_value(&self, heap: &u64) -> Option<Nimber> {
        Some(Nimber::new(*heap))
    }

    fn oracle<'a>(&'a self, question: Question<'a, u64>, _: &'a mut Notes, _: &mut Control) -> Answer<'a, Self::Move> {
        match question {
            Question::MovesLeaving { component, value } => Answer::moves(taken_to(*component, value)),
            _ => miserable::answer(
                question,
                |heap| Some(Miserable::heap(*heap)),
                |heap, others| {
                    let leaves_fickle = |mv: &HeapMove| self.play(heap, mv).iter().all(|left| *left <= 1);
                    others.wins(|value| Ok(taken_to(*heap, value)), leaves_fickle, |mv| mv.place())
                },
            ),
        }
    }
}

/// The move that leaves a value.
fn taken_to(heap: u64, value: Nimber) -> impl Iterator<Item = HeapMove> {
    heap.checked_sub(value.get()).filter(|taken| *taken > 0).map(HeapMove::Take).into_iter()
}

heaps_notation! {
    /// Heaps are written as numbers with commas between them: `3,4,5`.
    Nim, "heap"
}
