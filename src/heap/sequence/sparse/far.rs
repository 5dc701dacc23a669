//! Rows that worker threads mark before their heaps are computed.

use std::sync::{Mutex, PoisonError};

use crate::heap::sequence::lane::BLOCK;
use crate::heap::sequence::marks::Part;
use crate::heap::sequence::sparse::row::Bytes;
use crate::heap::sequence::sparse::tries::mark_pairs;
use crate::heap::sequence::threads::share;
use crate::heap::sequence::tuning::Tuning;
use crate::heap::sequence::values::Value;

/// The marks of sums by large parts, or without a mask by pairs of two large heaps: their partners are known early.
///
/// While the first thread computes a chunk of heaps, the others mark the sums of the next chunk, by values that were known before the first
/// of both. The rows depend on these values only, so no value depends on the number of threads.
pub(super) struct Far {
    /// The parts if there is a mask, ascending.
    parts: Option<Vec<Part>>,
    /// Heaps below this are no part of any mark made here.
    least: usize,
    words: usize,
    threads: usize,
}

/// Rows that were marked ahead.
pub(super) struct Ahead<'a> {
    /// The sum of the first row.
    pub(super) first: usize,
    pub(super) rows: Vec<u64>,
    /// The parts by which the rows are marked.
    pub(super) parts: &'a [Part],
    /// Without a mask: every pair of each sum is marked whose smaller heap is below this, and not below the least part.
    pub(super) marked_below: usize,
}

impl Far {
    /// The smallest part whose partner is known when a sum is marked ahead.
    pub(super) const fn least_part(tuning: &Tuning) -> usize {
        2 * tuning.far_chunk
    }

    /// Rows of this number of words for the sums from `first` on: by those of the parts whose partners are known early, if there is a
    /// mask.
    pub(super) fn new(
        parts: Option<impl Iterator<Item = Part>>,
        first: usize,
        words: usize,
        threads: usize,
        tuning: &Tuning,
    ) -> Self {
        let least = Self::least_part(tuning);
        let range = least..first.min(tuning.far_window);
        let parts = parts.map(|parts| {
            let mut parts: Vec<Part> = parts.filter(|part| range.contains(&part.heap)).collect();
            parts.sort_unstable_by_key(|part| part.heap);
            parts
        });
        Self { parts, least, words, threads }
    }

    /// Marks the sums from `first` on, at least `count`, and without a mask this number of pairs of each, while this thread does something
    /// else first. Values that are found `meanwhile` are not used.
    pub(super) fn mark<V: Value>(
        &self,
        values: &mut Vec<V>,
        [first, count]: [usize; 2],
        pairs: usize,
        meanwhile: &mut dyn FnMut(&mut Vec<V>),
    ) -> Ahead<'_> {
        let parts = self.parts.as_deref();
        // Without a mask the smaller heap may be any.
        let oldest = parts.map_or(0, |parts| first - parts.last().map_or(0, |part| part.heap));
        let known = values.get(oldest..).map_or_else(Vec::new, <[V]>::to_vec);
        let mut rows = vec![0; count.next_multiple_of(BLOCK) * self.words];
        let blocks = Mutex::new((first - oldest..).step_by(BLOCK).zip(rows.chunks_mut(BLOCK * self.words)));
        let work = || {
            let mut bytes = Bytes::new(self.words);
            loop {
                let block = blocks.lock().unwrap_or_else(PoisonError::into_inner).next();
                let Some((first, rows)) = block else { break };
                match parts {
                    Some(parts) => bytes.mark_block(&known, first, parts, rows),
                    None => {
                        for (sum, row) in (first..).zip(rows.chunks_exact_mut(self.words)) {
                            mark_pairs(&known, sum, self.least - 1, pairs, &mut bytes, row);
                        }
                    }
                }
            }
        };
        share(self.threads, &work, &mut || meanwhile(values));
        Ahead { first, rows, parts: parts.unwrap_or_default(), marked_below: self.least + pairs }
    }
}
