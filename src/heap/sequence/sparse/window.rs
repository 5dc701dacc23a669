//! The rows of the latest sums, made for a block of sums at once.

use std::ops::Range;

use crate::heap::sequence::choice;
use crate::heap::sequence::lane::{BLOCK, Lane, STEP};
use crate::heap::sequence::marks::{Marks, Part};
use crate::heap::sequence::pairs::Pairs;
use crate::heap::sequence::sparse::far::Ahead;
use crate::heap::sequence::sparse::row::{Bytes, mark_parts};
use crate::heap::sequence::sparse::tries::mark_pairs;
use crate::heap::sequence::tuning::Tuning;
use crate::heap::sequence::values::Value;

/// The rows of a block of sums, 64 or 16 with one word each, and of those before it that the next heaps may leave.
///
/// A block is marked at once by all parts whose partners are known when it begins. For one part and successive sums the partners are
/// successive heaps: the table is read in a row, and nothing but the mark depends on what is read. For a single sum each mark would wait
/// for a part, its value and the partner.
pub(super) struct Window {
    pub(super) words: usize,
    /// Values below this have a place in the rows and the sets.
    pub(super) width: usize,
    /// Number of rows of the block, and before it.
    block: usize,
    before: usize,
    rows: Vec<u64>,
    /// The sum of the first row, and that after those of the block.
    oldest: usize,
    end: usize,
    /// The smallest part whose partners are known for all sums of a block when it begins.
    least: usize,
    tuning: Tuning,
    bytes: Bytes,
    /// Where there is a mask: the parts that are marked for the whole block by this thread, and those that must be marked sum by sum.
    here: Vec<Part>,
    others: Vec<Part>,
    /// The range of the parts `here`, and the number of rare heaps when they were chosen.
    divided: (Range<usize>, usize),
    sets: Sets,
}

/// The latest values as sets, by which rows of one word are marked.
enum Sets {
    None,
    Narrow(Lanes<u32>),
    Wide(Lanes<u64>),
}

/// The sets of the heaps from `oldest` on, and the marks of the parts of a block.
struct Lanes<L> {
    marks: Marks<L, STEP>,
    sets: Vec<L>,
    oldest: usize,
}

impl Window {
    /// Rows for values below `width`. The first block begins at the sum `end`; `mark` marks those before it that a move may leave.
    pub(super) fn new(
        width: usize,
        pairs: &Pairs,
        end: usize,
        tuning: &Tuning,
        mut mark: impl FnMut(usize, &mut Bytes, &mut [u64]),
    ) -> Self {
        let words = width.div_ceil(64).next_power_of_two();
        let block = if words == 1 { STEP } else { BLOCK };
        let (width, sets) = match width {
            0..=32 => (32, Sets::Narrow(Lanes::new())),
            33..=64 => (64, Sets::Wide(Lanes::new())),
            _ => (64 * words, Sets::None),
        };
        let (fewest, most) = pairs.fewest_and_most();
        let before = most - fewest;
        let (mut rows, mut bytes) = (vec![0; (before + block) * words], Bytes::new(words));
        for (sum, row) in (end - before..end).zip(rows.chunks_exact_mut(words)) {
            mark(sum, &mut bytes, row);
        }
        Self {
            words,
            width,
            block,
            before,
            rows,
            oldest: end - before,
            end,
            least: block.saturating_sub(fewest).max(1),
            tuning: *tuning,
            bytes,
            here: Vec::new(),
            others: Vec::new(),
            divided: (0..0, usize::MAX),
            sets,
        }
    }

    /// Whether a sum is in the block or before it.
    #[inline]
    pub(super) fn has(&self, sum: usize) -> bool {
        sum < self.end
    }

    /// The row of a sum. The number of words is an argument, so that it may be a constant.
    #[inline]
    pub(super) fn row(&self, sum: usize, words: usize) -> &[u64] {
        &self.rows[self.start_of(sum, words)..][..words]
    }

    #[inline]
    fn start_of(&self, sum: usize, words: usize) -> usize {
        (sum - self.oldest) * words
    }

    /// Begins the next block: with the rows that were marked ahead, if there are any, and where there is a mask with the marks of those
    /// rare and likely parts that were not marked ahead, if they are many.
    pub(super) fn go_on<V: Value>(&mut self, values: &[V], parts: Option<[&[Part]; 2]>, ahead: Option<&Ahead<'_>>) {
        let Self { words, tuning, .. } = *self;
        let (first, moved) = (self.end, self.end - self.before - self.oldest);
        self.rows.copy_within(moved * words.., 0);
        self.oldest += moved;
        self.end += self.block;
        let rows = &mut self.rows[self.before * words..];
        match ahead {
            Some(ahead) => rows.copy_from_slice(&ahead.rows[(first - ahead.first) * words..][..rows.len()]),
            None => rows.fill(0),
        }
        let Some([rare, likely]) = parts else { return };
        let range = if ahead.is_some() || choice::block_pays(rare.len() + likely.len(), words == 1, &tuning) {
            let largest = |list: &[Part]| list.last().map_or(0, |part| part.heap);
            let most = if words == 1 { tuning.lane_window } else { usize::MAX };
            self.least..first.min(largest(rare).max(largest(likely)) + 1).min(most)
        } else {
            0..0
        };
        // Block after block has the same parts, as long as no new heap is rare and no part is beyond the range.
        if self.divided != (range.clone(), rare.len()) {
            let far = ahead.map_or(&[][..], |ahead| ahead.parts);
            // In ascending order, as both lists are.
            let is_far = |part: &Part| far.binary_search_by_key(&part.heap, |part| part.heap).is_ok();
            let near = rare.iter().chain(likely).copied().filter(|part| !is_far(part));
            (self.here, self.others) = near.partition(|part| range.contains(&part.heap));
            self.divided = (range, rare.len());
            match &mut self.sets {
                Sets::Narrow(lanes) => lanes.marks = Marks::new(&self.here),
                Sets::Wide(lanes) => lanes.marks = Marks::new(&self.here),
                Sets::None => {}
            }
        }
        match &mut self.sets {
            _ if self.here.is_empty() => {}
            Sets::Narrow(lanes) => lanes.mark(values, first, tuning.lane_window, rows),
            Sets::Wide(lanes) => lanes.mark(values, first, tuning.lane_window, rows),
            Sets::None => self.bytes.mark_block(values, first, &self.here, rows),
        }
    }

    /// Adds to the row of a sum of the block the parts that are not in its marks: those that were left out, and heaps that have become
    /// rare since.
    #[expect(clippy::inline_always, reason = "the number of words is a constant for narrow rows")]
    #[inline(always)]
    pub(super) fn mark_others<V: Value>(&mut self, values: &[V], sum: usize, rare: &[Part], words: usize) {
        let start = self.start_of(sum, words);
        let (row, partners) = (&mut self.rows[start..][..words], &values[1..sum]);
        mark_parts(row, partners, &self.others);
        mark_parts(row, partners, &rare[self.divided.1..]);
    }

    /// Makes the row of a sum of the block from pairs, where there is no mask.
    #[inline]
    pub(super) fn mark_pairs<V: Value>(&mut self, values: &[V], sum: usize, pairs: usize) {
        let start = self.start_of(sum, self.words);
        mark_pairs(values, sum, 0, pairs, &mut self.bytes, &mut self.rows[start..][..self.words]);
    }
}

impl<L: Lane> Lanes<L> {
    fn new() -> Self {
        Self { marks: Marks::new(&[]), sets: Vec::new(), oldest: 0 }
    }

    /// The marks of a block of sums, whose parts are below `window`.
    fn mark<V: Value>(&mut self, values: &[V], first: usize, window: usize, rows: &mut [u64]) {
        let needed = first.saturating_sub(window);
        if self.oldest + self.sets.len() < needed {
            self.sets.clear();
            self.oldest = needed;
        } else if self.sets.len() / 4 > window {
            self.sets.drain(..needed - self.oldest);
            self.oldest = needed;
        }
        let new = &values[self.oldest + self.sets.len()..];
        self.sets.extend(new.iter().map(|value| L::single(value.index())));
        for (row, set) in rows.iter_mut().zip(self.marks.of(&self.sets, first - self.oldest)) {
            *row = set.into();
        }
    }
}
