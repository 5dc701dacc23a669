//! The pairs that are marked for every heap where there is no mask.

use crate::heap::sequence::sparse::row::Bytes;
use crate::heap::sequence::tuning::Tuning;
use crate::heap::sequence::values::Value;

/// How many pairs of each sum are marked: half of them pairs of a small heap and the rest, which exclude large values, and half pairs
/// of two heaps of nearly the same size, which exclude small values. Every value that is left is searched for.
///
/// The number is adapted to the cost of marks and searches. The cost is counted in pairs and not timed, so that the same happens on
/// every machine.
#[derive(Clone, Debug)]
pub(super) struct Tries {
    /// Number of pairs on each side.
    pairs: usize,
    /// Since the last change: the number of heaps, and of compared pairs that more marks might have spared.
    heaps: u64,
    spared: u64,
    /// Cost of marking a pair, in compared pairs: a vector of 16 bytes is compared in the time of one or two marks.
    mark_cost: u64,
}

impl Tries {
    pub(super) fn new<V>(tuning: &Tuning) -> Self {
        Self { pairs: tuning.tries, heaps: 0, spared: 0, mark_cost: (16 / size_of::<V>() as u64).max(1) }
    }

    /// Number of pairs on each side.
    pub(super) const fn pairs(&self) -> usize {
        self.pairs
    }

    /// Takes note of how many pairs were compared for a heap, of which `needed` prove that its value is not excluded and cannot be
    /// spared.
    #[inline]
    pub(super) fn learn(&mut self, compared: u64, needed: u64, tuning: &Tuning) {
        self.spared += compared.saturating_sub(needed);
        self.heaps += 1;
        if self.heaps == tuning.tries_interval {
            let cost = self.heaps * 2 * self.pairs as u64 * self.mark_cost;
            // Each further mark spares less than the one before. If what is left falls exponentially, the sum of both costs is least
            // when the spared part is a fraction of the marks, about 30 of 100.
            let percent = match 100 * self.spared / cost {
                0..10 => 80,
                10..30 => 95,
                30..100 => 105,
                _ => 125,
            };
            self.pairs = (self.pairs * percent / 100).max(tuning.fewest_tries);
            (self.heaps, self.spared) = (0, 0);
        }
    }
}

/// Adds to the row of a sum the values of its pairs with `pairs` small heaps that are larger than `skipped`, and with as many heaps of
/// nearly half the sum.
#[inline]
pub(super) fn mark_pairs<V: Value>(
    values: &[V],
    sum: usize,
    skipped: usize,
    pairs: usize,
    bytes: &mut Bytes,
    row: &mut [u64],
) {
    let half = sum / 2;
    let small = (skipped + pairs).min(half);
    bytes.mark_pairs(values, sum, skipped + 1, small);
    bytes.mark_pairs(values, sum, (half + 1).saturating_sub(pairs).max(small + 1), half);
    bytes.pack(row);
}
