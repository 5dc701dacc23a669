//! Rows of marks for many sums at once.

use std::ops::Range;

use crate::heap::sequence::sparse::ahead::{AHEAD, Ahead, Marked};
use crate::heap::sequence::sparse::lanes::{self, Lanes};
use crate::heap::sequence::sparse::row::{Bytes, Row};
use crate::heap::sequence::values::Value;

/// The marks of a block of successive sums, by all parts whose partners are known when the block begins.
///
/// For one part and successive sums the partners are successive heaps: the table is read in a row, and nothing but the mark
/// depends on what is read. On the path of a single heap each mark would wait for a part, its value and the partner.
///
/// Where there are many parts, a second thread makes the marks of the larger ones, whose partners are known much earlier.
#[derive(Debug)]
pub(super) struct Block<V, const WORDS: usize> {
    first: usize,
    rows: Vec<Row<WORDS>>,
    /// The parts that are marked for the block by this thread.
    here: Vec<(u32, V)>,
    /// The parts that are in no marks.
    others: Vec<(u32, V)>,
    /// Which parts were to be marked when they were divided so, and which were done.
    divided: (Marked, Marked),
    /// For values below 64.
    lanes: Lanes,
    ahead: Ahead<WORDS>,
    two_threads: bool,
}

/// Sums whose bytes are written at once: they fit in the fastest cache as long as values are below 512.
pub(super) const TILE: usize = lanes::SUMS;
/// So many parts are worth a block.
const FEW: usize = 48;
const FEW_LANES: usize = 8;
/// So many parts are worth a second thread.
pub(super) const MANY: usize = 600;

impl<V: Value, const WORDS: usize> Block<V, WORDS> {
    pub(super) fn new(two_threads: bool) -> Self {
        Self {
            first: 0,
            rows: Vec::new(),
            here: Vec::new(),
            others: Vec::new(),
            divided: Default::default(),
            lanes: Lanes::new(),
            ahead: Ahead::none(),
            two_threads,
        }
    }

    /// Whether blocks are worth their overhead.
    #[inline]
    pub(super) fn pays(rare: &[(u32, V)], likely: &[(u32, V)]) -> bool {
        rare.len() + likely.len() >= if WORDS == 1 { FEW_LANES } else { FEW }
    }

    #[inline]
    pub(super) fn has(&self, sum: usize) -> bool {
        sum.wrapping_sub(self.first) < self.rows.len()
    }

    #[inline]
    pub(super) fn row(&self, sum: usize) -> Row<WORDS> {
        self.rows.get(sum.wrapping_sub(self.first)).copied().unwrap_or(Row::EMPTY)
    }

    /// Marks a block that begins with this sum; heaps up to `first + known_ahead − 1` are known.
    pub(super) fn fill(
        &mut self,
        values: &[V],
        first: usize,
        known_ahead: usize,
        rare: &[(u32, V)],
        likely: &[(u32, V)],
    ) {
        self.first = first;
        self.rows.clear();
        self.rows.resize(TILE, Row::EMPTY);
        if self.two_threads && WORDS > 1 && rare.len() + likely.len() >= MANY && self.ahead.is_due(first) {
            let range = known_parts(2 * AHEAD, known_ahead, first);
            let marked = Marked { parts: range, rare: rare.len() };
            let all = rare.iter().chain(likely);
            let parts: Vec<(u32, V)> = all.filter(|(part, _)| marked.parts.contains(part)).copied().collect();
            // The partners of the next run: all that the thread reads.
            let largest = parts.iter().map(|(part, _)| *part as usize).max().unwrap_or(0);
            let from = (first + AHEAD).saturating_sub(largest);
            let window = values.get(from..).unwrap_or(&[]).to_vec();
            self.ahead.advance(first, marked, |next| {
                move |hand_over| {
                    for first in (next..next + AHEAD).step_by(TILE) {
                        let mut rows = vec![Row::EMPTY; TILE];
                        tile(&window, first - from, &mut rows, heaps(&parts));
                        hand_over(rows);
                    }
                }
            });
        }
        let parts = Marked {
            parts: known_parts(TILE, known_ahead, if WORDS == 1 { first.min(lanes::WINDOW) } else { first }),
            rare: rare.len(),
        };
        let done = self.ahead.marked(first).cloned().unwrap_or_default();
        self.divide(parts, done, rare, likely);
        let here = &self.here;
        if WORDS == 1 {
            let words = self.lanes.mark(values, first, here);
            for (row, word) in self.rows.iter_mut().zip(words) {
                row.set_first_word(word);
            }
            return;
        }
        tile(values, first, &mut self.rows, heaps(here));
        let ahead = &mut self.ahead;
        if !(first..).zip(&mut self.rows).all(|(sum, row)| ahead.unite(sum, row)) {
            // There is no second thread any more.
            *self = Self::new(false);
            self.fill(values, first, known_ahead, rare, likely);
        }
    }

    /// Divides the parts that a second thread has not `done` in those that are marked for the block and the others.
    fn divide(&mut self, parts: Marked, done: Marked, rare: &[(u32, V)], likely: &[(u32, V)]) {
        // Block after block has the same parts, as long as no heap is rare and none is too large.
        let last = |list: &[(u32, V)]| list.last().map_or(0, |(part, _)| *part);
        let largest = last(rare).max(last(likely));
        let same = |old: &Marked| {
            old.rare == parts.rare
                && old.parts.start == parts.parts.start
                && old.parts.end.min(parts.parts.end) > largest
        };
        if same(&self.divided.0) && self.divided.1 == done {
            return;
        }
        let (done_rare, new_rare) = rare.split_at(done.rare.min(rare.len()));
        let old = done_rare.iter().chain(likely).copied().filter(|(part, _)| !done.parts.contains(part));
        let open = old.chain(new_rare.iter().copied());
        (self.here, self.others) = open.partition(|(part, _)| parts.parts.contains(part));
        self.divided = (parts, done);
    }

    /// The parts that are not in the marks.
    #[inline]
    pub(super) fn left_out<'a>(&'a self, rare: &'a [(u32, V)]) -> impl Iterator<Item = &'a (u32, V)> {
        self.others.iter().chain(rare.get(self.divided.0.rare..).unwrap_or(&[]))
    }
}

/// The parts whose partners exist for the first of so many sums, and are known for the last of them.
fn known_parts(sums: usize, known_ahead: usize, first: usize) -> Range<u32> {
    narrow(sums.saturating_sub(known_ahead).max(1))..narrow(first)
}

fn heaps<V: Copy>(parts: &[(u32, V)]) -> impl Iterator<Item = (usize, V)> {
    parts.iter().map(|(part, value)| (*part as usize, *value))
}

/// Heaps are below 2^32.
fn narrow(heap: usize) -> u32 {
    u32::try_from(heap).unwrap_or(u32::MAX)
}

/// Marks successive sums by parts, all of whose partners are known.
pub(super) fn tile<V: Value, const WORDS: usize>(
    values: &[V],
    first: usize,
    rows: &mut [Row<WORDS>],
    parts: impl Iterator<Item = (usize, V)>,
) {
    let mut bytes = vec![Bytes::<WORDS>::EMPTY; rows.len()];
    for (part, value) in parts {
        let Some(from) = first.checked_sub(part) else { continue };
        let partners = values.get(from..from + rows.len()).unwrap_or(&[]);
        let (fours, last) = partners.as_chunks::<4>();
        let (rows_of_fours, last_rows) = bytes.as_chunks_mut::<4>();
        // Four partners are read at once.
        let values = value.index() as u64 * 0x0001_0001_0001_0001;
        for (rows, four) in rows_of_fours.iter_mut().zip(fours) {
            let four = four.iter().rev().fold(0, |four, partner| four << 16 | partner.index() as u64);
            let marks = four ^ values;
            for (place, row) in rows.iter_mut().enumerate() {
                // Values are below 2^16.
                row.mark((marks >> (16 * place) & 0xffff) as usize);
            }
        }
        for (bytes, partner) in last_rows.iter_mut().zip(last) {
            bytes.mark((*partner ^ value).index());
        }
    }
    for (row, bytes) in rows.iter_mut().zip(&bytes) {
        *row = bytes.packed();
    }
}
