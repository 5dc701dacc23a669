//! Pairs that are tried for every heap where there is no mask.

use crate::heap::sequence::sparse::row::{Bytes, Row};
use crate::heap::sequence::values::Value;

/// How many pairs are tried: half of them those of a small heap and the rest, half of them those of two heaps of nearly the same
/// size. The former exclude large values, the latter small ones.
///
/// What is not excluded by them is searched for. The number is adapted to the cost of both, which is counted and not timed, so
/// that the same is done on each machine.
#[derive(Clone, Debug)]
pub(super) struct Tries {
    /// On each side.
    pairs: usize,
    grows: bool,
    /// Of the heaps since the last change.
    heaps: usize,
    compared: u64,
    last_cost: u64,
    /// What a pair costs that is tried, in pairs that are compared.
    tried: u64,
}

/// Heaps between changes.
const PATIENCE: usize = 128;
const FEWEST: usize = 8;

impl Tries {
    pub(super) fn new<V>() -> Self {
        // A vector of 16 bytes is compared in the time in which one or two pairs are tried.
        let tried = (16 / size_of::<V>() as u64).max(1);
        Self { pairs: 64, grows: true, heaps: 0, compared: 0, last_cost: u64::MAX, tried }
    }

    #[inline]
    pub(super) fn row<V: Value, const WORDS: usize>(&self, values: &[V], sum: usize) -> Row<WORDS> {
        let half = sum / 2;
        let small = self.pairs.min(half);
        let mut row = Bytes::EMPTY;
        let mut mark = |ours: Option<&[V]>, theirs: Option<&[V]>| {
            for (ours, theirs) in ours.unwrap_or(&[]).iter().zip(theirs.unwrap_or(&[]).iter().rev()) {
                row.mark((*ours ^ *theirs).index());
            }
        };
        mark(values.get(1..=small), values.get(sum - small..sum));
        let from = (half + 1).saturating_sub(self.pairs).max(small + 1);
        mark(values.get(from..=half), values.get(sum - half..=sum - from));
        row.packed()
    }

    /// Takes note of what a heap has cost beyond the pairs that were tried, and gives the number of those.
    #[inline]
    pub(super) fn learn(&mut self, compared: u64) -> u64 {
        let tried = 2 * self.pairs as u64;
        self.compared += compared;
        self.heaps += 1;
        if self.heaps == PATIENCE {
            let cost = self.compared + PATIENCE as u64 * tried * self.tried;
            if cost > self.last_cost {
                self.grows = !self.grows;
            }
            self.last_cost = cost;
            self.pairs = (if self.grows { self.pairs * 5 / 4 } else { self.pairs * 4 / 5 }).max(FEWEST);
            (self.heaps, self.compared) = (0, 0);
        }
        tried
    }
}
