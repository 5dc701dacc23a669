//! Rows of marks for many sums at once.

use std::thread;

use crate::heap::sequence::sparse::lanes::{self, Lanes};
use crate::heap::sequence::sparse::row::{Bytes, Row};
use crate::heap::sequence::values::Value;

/// The marks of a block of successive sums, by all parts whose partners are known when the block begins.
///
/// For one part and successive sums the partners are successive heaps: the table is read in a row, and nothing but the mark
/// depends on what is read. On the path of a single heap each mark would wait for a part, its value and the partner.
#[derive(Clone, Debug)]
pub(super) struct Block<V, const WORDS: usize> {
    first: usize,
    rows: Vec<Row<WORDS>>,
    /// The parts that are in the marks.
    marked: Vec<(u32, V)>,
    /// The likely parts and those rare ones that are not.
    others: Vec<(u32, V)>,
    /// How many heaps were rare when the block was filled.
    rare: usize,
    /// For values below 64.
    lanes: Lanes,
}

/// Sums whose bytes are written at once: they fit in the fastest cache as long as values are below 512.
pub(super) const TILE: usize = lanes::SUMS;
/// So many parts are worth a block.
const FEW: usize = 48;
const FEW_LANES: usize = 8;
/// So many parts are worth a second thread, and with it a block that takes longer than the thread takes to begin.
pub(super) const MANY: usize = 600;
pub(super) const LONG: usize = 512;

impl<V: Value, const WORDS: usize> Block<V, WORDS> {
    pub(super) fn none() -> Self {
        Self { first: 0, rows: Vec::new(), marked: Vec::new(), others: Vec::new(), rare: 0, lanes: Lanes::new() }
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
        wanted: usize,
        rare: &[(u32, V)],
        likely: &[(u32, V)],
    ) {
        let many = WORDS > 1 && rare.len() + likely.len() >= MANY;
        let long = if many { LONG } else { TILE };
        // A partner of a smaller part is not known for the last sums, one of a larger part does not exist for the first.
        let narrow = |heap: usize| u32::try_from(heap).unwrap_or(u32::MAX);
        let parts = narrow(long.saturating_sub(known_ahead).max(1))..narrow(if WORDS == 1 {
            first.min(lanes::WINDOW)
        } else {
            first
        });
        self.first = first;
        self.rows.clear();
        self.rows.resize(long, Row::EMPTY);
        (self.marked, self.others) = rare.iter().chain(likely).partition(|(part, _)| parts.contains(part));
        self.rare = rare.len();
        let parts = &self.marked;
        if WORDS == 1 {
            let words = self.lanes.mark(values, first, parts);
            for (row, word) in self.rows.iter_mut().zip(words) {
                row.set_first_word(word);
            }
            return;
        }
        let fill = |first: usize, rows: &mut [Row<WORDS>]| {
            for (first, rows) in (first..).step_by(TILE).zip(rows.chunks_mut(TILE)) {
                tile(values, first, rows, parts);
            }
        };
        let rows = self.rows.get_mut(..long.min(wanted.next_multiple_of(TILE))).unwrap_or(&mut []);
        let mut done = 0;
        if many && rows.len() == long && two_threads() {
            let (low, high) = rows.split_at_mut(long / 2);
            thread::scope(|scope| {
                let helper = thread::Builder::new().spawn_scoped(scope, || fill(first, low));
                fill(first + long / 2, high);
                // Where there is no second thread to be had, its share is done here as well.
                done = if helper.is_ok() { long } else { 0 };
            });
        }
        fill(first + done, rows.get_mut(done..).unwrap_or(&mut []));
    }

    /// The parts that are not in the marks.
    #[inline]
    pub(super) fn left_out<'a>(&'a self, rare: &'a [(u32, V)]) -> impl Iterator<Item = &'a (u32, V)> {
        self.others.iter().chain(rare.get(self.rare..).unwrap_or(&[]))
    }
}

fn two_threads() -> bool {
    thread::available_parallelism().is_ok_and(|threads| threads.get() > 1)
}

fn tile<V: Value, const WORDS: usize>(values: &[V], first: usize, rows: &mut [Row<WORDS>], parts: &[(u32, V)]) {
    let mut bytes = vec![Bytes::<WORDS>::EMPTY; rows.len()];
    for &(part, value) in parts {
        let from = first - part as usize;
        let partners = values.get(from..from + rows.len()).unwrap_or(&[]);
        for (bytes, partner) in bytes.iter_mut().zip(partners) {
            bytes.mark((*partner ^ value).index());
        }
    }
    for (row, bytes) in rows.iter_mut().zip(&bytes) {
        *row = bytes.packed();
    }
}
