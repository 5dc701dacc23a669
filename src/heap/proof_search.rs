//! The search for a proved period in a short time, whatever the code.

use crate::heap::periodicity::may_be_proved;
use crate::heap::{Sequence, TakeAndBreak};

/// Most heaps that are computed for the sake of a proof alone.
const MOST_HEAPS: usize = 1 << 14;

/// Heaps that are computed between two looks at the work that is done.
const HEAPS_A_LOOK: usize = 1 << 8;

/// Most steps, of about a nanosecond, for the sake of a proof alone.
const MOST_STEPS: u64 = 1 << 23;

/// What is left of the work that a proof may take.
#[derive(Clone, Debug)]
pub(super) struct ProofSearch {
    work: Work,
    left: u64,
}

impl ProofSearch {
    /// `None` if no theorem applies to the code.
    pub(super) fn new(code: &TakeAndBreak) -> Option<Self> {
        let work = Work::of(code);
        let left = MOST_STEPS.checked_sub(work.first)?;
        may_be_proved(code).then_some(Self { work, left })
    }

    /// To how many heaps the sequence is to be extended for the sake of a proof that is looked for at `next_look` heaps. `None` if
    /// that takes too much.
    pub(super) fn next_length(&mut self, sequence: &Sequence, next_look: usize) -> Option<usize> {
        let next = next_look.min(sequence.len() + HEAPS_A_LOOK);
        if next > MOST_HEAPS {
            return None;
        }
        let left = self.left.checked_sub(self.work.of_heaps(sequence, next));
        self.left = left.unwrap_or(0);
        left.map(|_| next)
    }
}

/// Whether a code is so long that even a sequence of no heaps takes too much: there is a set for each pair of digits of a tail.
pub(super) fn is_too_long(code: &TakeAndBreak) -> bool {
    Work::of(code).first > MOST_STEPS
}

/// What it takes to compute the values of a code and to look for a period.
#[derive(Clone, Debug)]
struct Work {
    /// Whatever the number of heaps.
    first: u64,
    digits: u64,
    tail: u64,
    /// The most heaps that a move leaves.
    parts: u64,
}

impl Work {
    fn of(code: &TakeAndBreak) -> Self {
        let [digits, tail] = [code.digits(), code.tail()].map(|digits| digits.len() as u64);
        // Each digit is looked at for each number of heaps; of a tail there is a set for each pair of digits.
        let first = digits.saturating_mul(512).saturating_add(tail.saturating_mul(tail).saturating_mul(32));
        let all = code.digits().iter().chain(code.tail());
        let parts = all.filter_map(|digit| digit.most()).max().unwrap_or(0).into();
        Self { first, digits, tail, parts }
    }

    /// For the next heaps of a sequence.
    fn of_heaps(&self, sequence: &Sequence, heaps: usize) -> u64 {
        let (before, heaps) = (sequence.len() as u64, heaps as u64);
        let report = sequence.report();
        let largest = sequence.values().largest().map_or(0, |(value, _)| value);
        let words = (2 * largest / 64 + 1).next_power_of_two();
        let rare = report.sparse_space.map(|space| space.rare as u64);
        let each = match (self.parts, rare) {
            // Every value below that of the heap is looked for in a set for each digit of the tail.
            (0 | 1, _) => 8 * self.digits + self.tail * (8 * self.tail + 2 * largest + 64),
            // Marks for values below 64 are bits of one word.
            (2, Some(rare)) if largest < 64 => self.digits * (16 + rare / 2),
            (2, Some(rare)) => self.digits * (16 + rare * 4),
            // A short beginning is done by all pairs one by one, the rest many at a time.
            (2, None) if before < 2 * self.digits + 64 => 4 * self.digits * heaps,
            (2, None) => self.digits * heaps * (largest + 16) / 64,
            // The sets for each number of parts are folded.
            (parts, _) => 8 * self.digits * parts * words + (parts - 1) * heaps * words,
        };
        each.saturating_mul(heaps - before)
    }
}
