//! A bound on the work for a proved period, so that looking for one is short for every code.
//!
//! Work is counted in steps of about a nanosecond, estimated from the code and the values so far. The estimates are rough, and no bench
//! covers them.

use crate::heap::periodicity::may_be_proved;
use crate::heap::{Sequence, TakeAndBreak};

/// Maximum number of heaps that are computed only to prove a period.
const MOST_HEAPS: usize = 1 << 14;

/// Number of heaps between two estimates of the work.
const HEAPS_A_LOOK: usize = 1 << 8;

/// Maximum number of steps to prove a period: about ten milliseconds.
const MOST_STEPS: u64 = 1 << 23;

/// The work that is left for a proof.
#[derive(Clone, Debug)]
pub(super) struct ProofSearch {
    work: Work,
    /// The number of steps that are left.
    left: u64,
    /// The steps of the last length that was given.
    last: u64,
}

impl ProofSearch {
    /// `None` if no theorem applies to the code.
    pub(super) fn new(code: &TakeAndBreak) -> Option<Self> {
        let work = Work::of(code);
        let left = MOST_STEPS.checked_sub(work.first)?;
        may_be_proved(code).then_some(Self { work, left, last: 0 })
    }

    /// The number of heaps to which the sequence is extended next, towards a proof that is looked for at `next_look` heaps. `None` if there
    /// are `most` heaps at most and it takes more, or if the work for it would be too much; nothing is left then.
    pub(super) fn next_length(&mut self, sequence: &Sequence, next_look: usize, most: usize) -> Option<usize> {
        let next = next_look.min(sequence.len() + HEAPS_A_LOOK);
        if next > MOST_HEAPS.min(most) {
            return None;
        }
        let steps = self.work.of_heaps(sequence, next);
        let left = self.left.checked_sub(steps);
        // After the first refusal nothing is left, so later calls refuse too, and nothing is given back.
        (self.left, self.last) = left.map_or((0, 0), |left| (left, steps));
        left.map(|_| next)
    }

    /// Gives back what the last length was charged for heaps that were not computed, since a bound was met: the question may be asked again.
    pub(super) fn settle(&mut self, before: usize, wanted: usize, computed: usize) {
        let [all, left] = [before, computed].map(|heaps| wanted.saturating_sub(heaps) as u64);
        self.left += std::mem::take(&mut self.last) / all.max(1) * left;
    }
}

/// Whether a code is too long even for a few heaps: a sequence has a set for each pair of digits of the tail in the end.
pub(super) fn is_too_long(code: &TakeAndBreak) -> bool {
    Work::of(code).first > MOST_STEPS
}

/// The steps to compute values of a code and to look for a period.
#[derive(Clone, Debug)]
pub(super) struct Work {
    /// Steps for any number of heaps.
    pub(super) first: u64,
    /// The number of digits before the tail.
    digits: u64,
    /// The number of digits of the tail.
    tail: u64,
    /// Maximum number of heaps that a move leaves.
    parts: u64,
}

impl Work {
    pub(super) fn of(code: &TakeAndBreak) -> Self {
        let [digits, tail] = [code.digits(), code.tail()].map(|digits| digits.len() as u64);
        // Each digit is read for each number of heaps, and there is a set for each pair of digits of the tail.
        let first = digits.saturating_mul(512).saturating_add(tail.saturating_mul(tail).saturating_mul(32));
        let all = code.digits().iter().chain(code.tail());
        let parts = all.filter_map(|digit| digit.most()).max().unwrap_or(0).into();
        Self { first, digits, tail, parts }
    }

    /// Steps to extend a sequence to `heaps` heaps.
    pub(super) fn of_heaps(&self, sequence: &Sequence, heaps: usize) -> u64 {
        let (before, heaps) = (sequence.len() as u64, heaps as u64);
        let report = sequence.report();
        let largest = sequence.values().largest().map_or(0, |(value, _)| value);
        // Nim-sums of values are less than twice the largest value, or 0.
        let words = (2 * largest / 64 + 1).next_power_of_two();
        let rare = report.sparse_space.map(|space| space.rare as u64);
        let each = match (self.parts, rare) {
            // For each digit of the tail a value is added to a set, and a word of a set is read.
            (0 | 1, _) => 8 * self.digits + self.tail * (8 * self.tail + 64),
            // Values below 64 are marked as bits of one word.
            (2, Some(rare)) if largest < 64 => self.digits * (16 + rare / 2),
            (2, Some(rare)) => self.digits * (16 + rare * 4),
            // All pairs: one by one in a short beginning, then 16 or 8 at a time.
            (2, None) if before < 2 * self.digits + 64 => 4 * self.digits * heaps,
            (2, None) => self.digits * heaps * (largest + 16) / 64,
            // The sets for one part fewer are combined with those of a single part.
            (parts, _) => 8 * self.digits * parts * words + (parts - 1) * heaps * words,
        };
        each.saturating_mul(heaps - before)
    }
}

#[cfg(test)]
mod tests {
    use super::Work;
    use crate::heap::{Sequence, TakeAndBreak};

    /// Ten heaps more, worked by hand: digits and digits of the tail, the largest value, rare values if they are known, and the steps for one heap.
    #[test]
    fn estimates_are_those_worked_by_hand() {
        for (text, before, [digits, tail, largest], rare, steps) in [
            ("0.33", 40, [3, 0, 2], None, 8 * 3),
            ("0.1[3]", 40, [2, 1, 20], None, 8 * 2 + (8 + 64)),
            ("0.3[31]", 40, [2, 2, 21], None, 8 * 2 + 2 * (16 + 64)),
            ("0.45", 1000, [3, 0, 8], Some(10), 3 * (16 + 5)),
            ("0.16", 3000, [3, 0, 16], Some(49), 3 * (16 + 24)),
            ("0.644", 3000, [4, 0, 64], Some(30), 4 * (16 + 120)),
            ("0.007", 60, [4, 0, 9], None, 4 * 4 * 70),
            ("0.007", 71, [4, 0, 9], None, 4 * 4 * 81),
            ("0.007", 72, [4, 0, 9], None, 4 * 82 * 25 / 64),
            ("0.77", 300, [3, 0, 8], None, 3 * 310 * 24 / 64),
            ("0.FF", 40, [3, 0, 39], None, 8 * 3 * 3 * 2 + 2 * 50 * 2), // values below 128 in two words
            ("0.FFFF", 200, [5, 0, 199], None, 8 * 5 * 3 * 8 + 2 * 210 * 8),
            ("0.0000F8", 400, [7, 0, 79], None, 8 * 7 * 3 * 4 + 2 * 410 * 4),
        ] {
            let code: TakeAndBreak = text.parse().unwrap();
            let mut sequence = Sequence::new(code.clone());
            sequence.extend_to(before).unwrap();
            let work = Work::of(&code);
            let (value, _) = sequence.values().largest().unwrap();
            assert_eq!([work.digits, work.tail, value], [digits, tail, largest], "{text}");
            assert_eq!(sequence.report().sparse_space.map(|space| space.rare), rare, "{text}");
            assert_eq!(work.of_heaps(&sequence, before + 10), 10 * steps, "{text}");
        }
    }
}
