//! Rows of marks by all pairs, for codes with no mask whose values have so few origins that searching for them takes longer.

use crate::heap::sequence::sparse::ahead::{AHEAD, Ahead, Marked};
use crate::heap::sequence::sparse::block::tile;
use crate::heap::sequence::sparse::row::{Bytes, Row};
use crate::heap::sequence::values::Value;

/// The marks of a block of successive sums by all pairs of heaps that are known when it begins.
///
/// For one smaller heap and successive sums the larger heaps are successive: the table is read in a row, four values at once, and
/// a mark is one store. A second thread marks by the larger half of the smaller heaps.
#[derive(Debug)]
pub(super) struct AllPairs<const WORDS: usize> {
    first: usize,
    rows: Vec<Row<WORDS>>,
    /// From here on smaller heaps are in the marks.
    near: usize,
    ahead: Ahead<WORDS>,
    two_threads: bool,
}

/// A second thread is worth it from sums on that are so many times as large as what it does at once.
const WORTH_A_THREAD: usize = 8;

impl<const WORDS: usize> AllPairs<WORDS> {
    /// Sums whose bytes are written at once: 32 KB of them, most of the fastest cache.
    const SUMS: usize = if WORDS < 8 {
        64
    } else if WORDS > 64 {
        8
    } else {
        512 / WORDS
    };

    pub(super) fn new(two_threads: bool) -> Self {
        Self { first: 0, rows: Vec::new(), near: 1, ahead: Ahead::none(), two_threads }
    }

    /// The marks of a sum by all its pairs. The values of all heaps below it are known, and of `known_ahead` from it on; no sum is
    /// asked for before another that is larger.
    pub(super) fn row<V: Value>(&mut self, values: &[V], sum: usize, known_ahead: usize) -> Row<WORDS> {
        if sum.wrapping_sub(self.first) >= self.rows.len() {
            self.fill(values, sum, known_ahead);
        }
        let mut row = self.rows.get(sum - self.first).copied().unwrap_or(Row::EMPTY);
        let near = self.near.min(sum / 2 + 1);
        let ours = values.get(1..near).unwrap_or(&[]);
        let theirs = values.get((sum + 1).saturating_sub(near)..sum).unwrap_or(&[]);
        let mut bytes = Bytes::EMPTY;
        for (ours, theirs) in ours.iter().zip(theirs.iter().rev()) {
            bytes.mark((*ours ^ *theirs).index());
        }
        row.unite(&bytes.packed());
        row
    }

    fn fill<V: Value>(&mut self, values: &[V], first: usize, known_ahead: usize) {
        self.first = first;
        self.near = Self::SUMS.saturating_sub(known_ahead).max(1);
        if self.two_threads && first >= WORTH_A_THREAD * AHEAD && self.ahead.is_due(first) {
            // Their partners are known now, for all sums of the next run.
            let far = (first / 4).max(2 * AHEAD);
            // What it reads ends before the first sum.
            let known = values.get(..first).unwrap_or(values).to_vec();
            let parts = u32::try_from(far).unwrap_or(u32::MAX)..u32::MAX;
            self.ahead.advance(first, Marked { parts, rare: 0 }, |next| {
                move |hand_over| {
                    for first in (next..next + AHEAD).step_by(Self::SUMS) {
                        let mut rows = vec![Row::EMPTY; Self::SUMS];
                        Self::mark(&known, first, &mut rows, far, usize::MAX);
                        hand_over(rows);
                    }
                }
            });
        }
        let far = self.ahead.marked(first).map_or(usize::MAX, |marked| marked.parts.start as usize);
        self.rows.clear();
        self.rows.resize(Self::SUMS, Row::EMPTY);
        Self::mark(values, first, &mut self.rows, self.near, far);
        let ahead = &mut self.ahead;
        if !(first..).zip(&mut self.rows).all(|(sum, row)| ahead.unite(sum, row)) {
            // There is no second thread any more.
            *self = Self::new(false);
            self.fill(values, first, known_ahead);
        }
    }

    /// Marks by the smaller heaps in a range, each for all sums.
    fn mark<V: Value>(values: &[V], first: usize, rows: &mut [Row<WORDS>], from: usize, to: usize) {
        // Of the first sums some pairs are tried twice, or with nothing as the smaller heap's partner.
        let half = first.midpoint(rows.len());
        let end = half.min(to).min(first.saturating_sub(1)) + 1;
        let parts = values.get(..end.min(to)).unwrap_or(&[]).iter().copied().enumerate().skip(from);
        tile(values, first, rows, parts);
    }
}
