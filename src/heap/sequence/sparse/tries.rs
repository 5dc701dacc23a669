//! The pairs that are marked for every heap where there is no mask.

use std::ops::RangeInclusive;

use crate::heap::marks::Part;
use crate::heap::sequence::tuning::Tuning;
use crate::heap::values::Value;

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

    /// The first heaps, as many as pairs on each side, unless they are half of all.
    pub(super) fn parts<V: Value>(&self, values: &[V]) -> Vec<Part> {
        parts(values, 1..=self.pairs.min(values.len() / 2))
    }

    /// Takes note of how many pairs were compared for a heap, of which `needed` prove that its value is not excluded and cannot be
    /// spared. Tells whether the number of pairs may have changed.
    #[inline]
    pub(super) fn learn(&mut self, compared: u64, needed: u64, tuning: &Tuning) -> bool {
        // The proof that the value itself is not excluded looks at all pairs, whatever was marked.
        self.spared += compared.saturating_sub(needed);
        self.heaps += 1;
        if self.heaps == tuning.tries_interval {
            // Two sides: pairs of a small heap, and pairs of nearly equal heaps.
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
        // 0 only after an interval has ended.
        self.heaps == 0
    }
}

/// The heaps of nearly half of the sums of a block that begins with `first`: this number of them at most, and none below `least`.
pub(super) fn halves<V: Value>(values: &[V], first: usize, pairs: usize, least: usize) -> Vec<Part> {
    // No part is more than half of any sum of the block, so it is the smaller heap of its pair in each of these sums.
    let half = first / 2;
    parts(values, (half + 1).saturating_sub(pairs).max(least)..=half)
}

fn parts<V: Value>(values: &[V], heaps: RangeInclusive<usize>) -> Vec<Part> {
    heaps.map(|heap| Part { heap, code: values[heap].index() }).collect()
}

#[cfg(test)]
mod tests {
    use super::Tries;
    use crate::heap::sequence::tuning::Tuning;

    /// Pairs that are compared for a heap and that more marks would spare, if each further mark spares less than the one before.
    fn spared(at_first: u64, scale: u32, pairs: usize) -> u64 {
        (0..pairs).fold(at_first, |spared, _| spared - spared / u64::from(scale))
    }

    #[test]
    fn the_number_of_pairs_settles_where_marks_and_searches_cost_least() {
        const NEEDED: u64 = 1000;
        let tuning = Tuning::default();
        for (at_first, scale) in
            [(100, 30), (30_000, 15), (100_000, 30), (1_000_000, 30), (1_000_000, 100), (200_000, 200)]
        {
            for (mut tries, mark_cost) in [(Tries::new::<u8>(&tuning), 16), (Tries::new::<u16>(&tuning), 8)] {
                assert_eq!(tries.pairs, tuning.tries);
                for heap in 1..=100 * tuning.tries_interval {
                    let compared = NEEDED + spared(at_first, scale, tries.pairs);
                    let may_change = tries.learn(compared, NEEDED, &tuning);
                    assert_eq!(may_change, heap % tuning.tries_interval == 0, "{at_first}, {scale}: heap {heap}");
                }
                let cost = |pairs: usize| 2 * mark_cost * pairs as u64 + spared(at_first, scale, pairs);
                let least = (tuning.fewest_tries..4096).map(cost).min().unwrap();
                let (pairs, found) = (tries.pairs, cost(tries.pairs));
                assert!(10 * found <= 11 * least, "{at_first}, {scale}: {pairs} pairs cost {found}, not {least}");
            }
        }
    }
}
