//! Rows that worker threads mark before their heaps are computed.

use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::heap::sequence::lane::BLOCK;
use crate::heap::sequence::sparse::row::{Row, mark_tile};
use crate::heap::sequence::sparse::tries::mark_pairs;
use crate::heap::sequence::tuning::Tuning;
use crate::heap::sequence::values::Value;

/// The marks of sums by large parts, or without a mask by pairs of two large heaps: their partners are known early.
///
/// While the first thread computes a chunk of heaps, the others mark the sums of the next chunk, by values that were known before the first
/// of both. The rows depend on these values only, so no value depends on the number of threads.
pub(super) struct Far<V> {
    /// The parts if there is a mask, ascending.
    parts: Option<Vec<(u32, V)>>,
    /// Heaps below this are no part of any mark made here.
    least: usize,
    threads: usize,
}

/// Rows that were marked ahead.
pub(super) struct Ahead<'a, V, const WORDS: usize> {
    /// The sum of the first row.
    pub(super) first: usize,
    pub(super) rows: Vec<Row<WORDS>>,
    /// The parts by which the rows are marked.
    pub(super) parts: &'a [(u32, V)],
    /// Without a mask: every pair of each sum is marked whose smaller heap is below this, and not below the least part.
    pub(super) marked_below: usize,
}

impl<V: Value> Far<V> {
    /// The smallest part whose partner is known when a sum is marked ahead.
    pub(super) const fn least_part(tuning: &Tuning) -> usize {
        2 * tuning.far_chunk
    }

    /// For the sums from `first` on: those of the parts whose partners are known early, if there is a mask.
    pub(super) fn new(
        parts: Option<impl Iterator<Item = (u32, V)>>,
        first: usize,
        threads: usize,
        tuning: &Tuning,
    ) -> Self {
        let least = Self::least_part(tuning);
        let range = least..first.min(tuning.far_window);
        let parts = parts.map(|parts| {
            let mut parts: Vec<(u32, V)> = parts.filter(|(part, _)| range.contains(&(*part as usize))).collect();
            parts.sort_unstable_by_key(|(part, _)| *part);
            parts
        });
        Self { parts, least, threads }
    }

    /// Marks the sums from `first` on, at least `count`, and without a mask this number of pairs of each, while this thread does something
    /// else first. Values that are found `meanwhile` are not used.
    pub(super) fn mark<R, const WORDS: usize>(
        &self,
        values: &mut Vec<V>,
        [first, count]: [usize; 2],
        pairs: usize,
        meanwhile: impl FnOnce(&mut Vec<V>) -> R,
    ) -> (Ahead<'_, V, WORDS>, R) {
        let parts = self.parts.as_deref();
        // Without a mask the smaller heap may be any.
        let oldest = parts.map_or(0, |parts| first - parts.last().map_or(0, |(part, _)| *part as usize));
        let known = values.get(oldest..).map_or_else(Vec::new, <[V]>::to_vec);
        let mut rows = vec![Row::EMPTY; count.next_multiple_of(BLOCK)];
        let tiles = Mutex::new((first - oldest..).step_by(BLOCK).zip(rows.chunks_mut(BLOCK)));
        let work = || {
            loop {
                let tile = tiles.lock().unwrap_or_else(PoisonError::into_inner).next();
                let Some((first, rows)) = tile else { break };
                match parts {
                    Some(parts) => mark_tile(&known, first, parts, rows),
                    None => {
                        for (sum, row) in (first..).zip(rows) {
                            *row = mark_pairs(&known, sum, self.least - 1, pairs);
                        }
                    }
                }
            }
        };
        let result = thread::scope(|scope| {
            for _ in 1..self.threads {
                // Where the system refuses a thread, the others do its work.
                if thread::Builder::new().name("grundy marks".to_owned()).spawn_scoped(scope, work).is_err() {
                    break;
                }
            }
            let result = meanwhile(values);
            work();
            result
        });
        (Ahead { first, rows, parts: parts.unwrap_or_default(), marked_below: self.least + pairs }, result)
    }
}
