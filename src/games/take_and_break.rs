//! Take-and-break games as rule books: see [`TakeAndBreak`].

use crate::components::Components;
use crate::control::Control;
use crate::game::ImpartialGame;
use crate::games::heap_oracle::{self, OnHeaps};
use crate::games::laskers_nim;
use crate::heap::{BreakMove, Counted, Moves, Repeats, TakeAndBreak, Test, moves_passing};
use crate::notation::{Notation, NotationError, heaps_text, parse_heaps};
use crate::notes::Notes;
use crate::question::{Answer, Question};

impl ImpartialGame for TakeAndBreak {
    type Position = u128;
    type Move = BreakMove;

    fn moves(&self, heap: &u128) -> impl Iterator<Item = BreakMove> {
        Moves::new(self, *heap)
    }

    fn play(&self, _: &u128, mv: &BreakMove) -> Components<u128> {
        mv.left.clone()
    }

    fn allows(&self, heap: &u128, mv: &BreakMove) -> bool {
        let counters = mv.left.iter().try_fold(mv.taken, |sum, heap| sum.checked_add(*heap));
        counters == Some(*heap) && self.digit(mv.taken).allows_heaps(&mv.left)
    }

    fn options(&self, heap: &u128) -> impl Iterator<Item = Components<u128>> {
        Moves::new(self, *heap).map(|mv| mv.left)
    }

    /// Lasker's Nim is answered by its closed form: no theorem proves the repeat of its values from those of the first heaps.
    fn oracle<'a>(
        &'a self,
        question: Question<'a, u128>,
        notes: &'a mut Notes,
        control: &mut Control,
    ) -> Answer<'a, BreakMove> {
        let known = if is_laskers_nim(self) { laskers_nim::answer_of_code(question) } else { None };
        known.unwrap_or_else(|| heap_oracle::answer(self, question, notes, control))
    }
}

/// Whether a code is 4.[3]. Most codes are told apart by their length, without making that code.
fn is_laskers_nim(code: &TakeAndBreak) -> bool {
    code.digits().len() == 1 && code.tail().len() == 1 && *code == TakeAndBreak::laskers_nim()
}

impl OnHeaps for TakeAndBreak {
    fn code(&self) -> Option<TakeAndBreak> {
        Some(self.clone())
    }

    fn moves_passing<'a>(
        &'a self,
        heap: &'a u128,
        repeats: Option<Repeats>,
        passes: &Test<'a>,
    ) -> Option<Counted<'a, BreakMove>> {
        moves_passing(self, *heap, repeats, passes)
    }

    fn of_code(&self, mv: BreakMove) -> Option<BreakMove> {
        Some(mv)
    }
}

/// Heaps are written as numbers with commas between them: `5,6`.
impl Notation for TakeAndBreak {
    fn component_name(&self, _: &u128) -> &'static str {
        "heap"
    }

    fn parse(&self, text: &str) -> Result<Components<u128>, NotationError> {
        parse_heaps(text, "a heap")
    }

    fn text(&self, heaps: &[u128]) -> String {
        heaps_text(heaps)
    }
}
