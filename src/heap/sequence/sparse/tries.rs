//! Pairs that are tried for every heap where there is no mask.

use crate::heap::sequence::sparse::ahead::{AHEAD, HandOver};
use crate::heap::sequence::sparse::block::{MANY, TILE};
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
    /// Since the last change.
    heaps: u64,
    /// Pairs compared that more tries could have spared.
    spared: u64,
    /// Pairs compared since then.
    compared: u64,
    /// What a pair costs that is tried, in pairs that are compared.
    tried: u64,
    /// Whether it costs less to try all pairs.
    all: bool,
}

/// Heaps between changes.
const PATIENCE: u64 = 128;
const FEWEST: usize = 32;
/// One in so many pairs is what trying all of them may cost: they are marked in tiles and by two threads, and nothing is searched.
const ALL_FOR: u64 = 2;

impl Tries {
    pub(super) fn new<V>() -> Self {
        // A vector of 16 bytes is compared in the time in which one or two pairs are tried.
        let tried = (16 / size_of::<V>() as u64).max(1);
        Self { pairs: 64, heaps: 0, spared: 0, compared: 0, tried, all: false }
    }

    /// No smaller heap of a pair is tried that is larger than this, unless it is nearly as large as the other.
    #[inline]
    pub(super) fn most(&self) -> usize {
        self.pairs + if self.are_many() { 2 * AHEAD } else { 0 }
    }

    /// The same, to be decided anew whether it costs less to try all pairs.
    pub(super) fn renewed<V>(&self) -> Self {
        Self { pairs: self.pairs, ..Self::new::<V>() }
    }

    /// Whether all pairs are to be tried.
    pub(super) const fn are_all(&self) -> bool {
        self.all
    }

    /// Whether a second thread is worth it.
    #[inline]
    pub(super) fn are_many(&self) -> bool {
        2 * self.pairs >= MANY
    }

    /// The marks of a sum by pairs whose smaller heap is larger than `skipped`.
    #[inline]
    pub(super) fn row<V: Value, const WORDS: usize>(&self, values: &[V], sum: usize, skipped: usize) -> Row<WORDS> {
        let half = sum / 2;
        let small = if self.all { half } else { (skipped + self.pairs).min(half) };
        let mut row = Bytes::EMPTY;
        let mut mark = |ours: Option<&[V]>, theirs: Option<&[V]>| {
            for (ours, theirs) in ours.unwrap_or(&[]).iter().zip(theirs.unwrap_or(&[]).iter().rev()) {
                row.mark((*ours ^ *theirs).index());
            }
        };
        mark(values.get(skipped + 1..=small), values.get(sum - small..sum - skipped));
        let from = (half + 1).saturating_sub(self.pairs).max(small + 1);
        mark(values.get(from..=half), values.get(sum - half..=sum - from));
        row.packed()
    }

    /// The marks of a run of sums, for a second thread: by pairs of which both heaps are known when it begins.
    pub(super) fn run<V: Value, const WORDS: usize>(&self, values: &[V], first: usize, hand_over: HandOver<'_, WORDS>) {
        for first in (first..first + AHEAD).step_by(TILE) {
            hand_over((first..first + TILE).map(|sum| self.row(values, sum, 2 * AHEAD)).collect());
        }
    }

    /// Takes note of how many pairs were compared for a heap that has so many in all, of which so many cannot be spared since they
    /// prove that its value is not excluded. Gives the number of pairs that were tried.
    #[inline]
    pub(super) fn learn(&mut self, compared: u64, needed: u64, pairs: u64) -> u64 {
        if self.all {
            return pairs;
        }
        let tried = 2 * self.pairs as u64;
        self.spared += compared.saturating_sub(needed);
        self.compared += compared;
        self.heaps += 1;
        if self.heaps == PATIENCE {
            let cost = PATIENCE * tried * self.tried;
            self.all = cost + self.compared > PATIENCE * pairs * self.tried / ALL_FOR;
            // Each try spares less than the one before. With a spared part that falls exponentially the sum of both is least when
            // what is left of it is a fraction of the tries.
            let percent = match 100 * self.spared / cost {
                0..10 => 80,
                10..30 => 95,
                30..100 => 105,
                _ => 125,
            };
            self.pairs = (self.pairs * percent / 100).max(FEWEST);
            (self.heaps, self.spared, self.compared) = (0, 0, 0);
        }
        tried
    }
}
