//! Rows of marks for 64 sums at once, where there is a mask.

use std::ops::Range;

use crate::heap::sequence::recent::Known;
use crate::heap::sequence::sparse::far::Ahead;
use crate::heap::sequence::sparse::lanes::Lanes;
use crate::heap::sequence::sparse::row::{Row, SUMS, Tile, mark_tile};
use crate::heap::sequence::tuning::Tuning;
use crate::heap::sequence::values::{Value, narrow};

/// The marks of 64 successive sums, by all parts whose partners are known when the block begins.
///
/// For one part and successive sums the partners are successive heaps: the table is read in a row, and nothing but the mark
/// depends on what is read. For a single sum each mark would wait for a part, its value and the partner.
pub(super) struct Block<V, const WORDS: usize> {
    first: usize,
    /// Nothing before the first block.
    rows: Option<Tile<WORDS>>,
    /// The parts that are marked for the whole block by this thread.
    here: Vec<(u32, V)>,
    /// The parts that must be marked sum by sum.
    others: Vec<(u32, V)>,
    /// The range of parts and the number of rare heaps of the last division into `here` and `others`.
    divided: (Range<u32>, usize),
    lanes: Lanes,
    lane_window: usize,
}

impl<V: Value, const WORDS: usize> Block<V, WORDS> {
    pub(super) fn new(tuning: &Tuning) -> Self {
        Self {
            first: 0,
            rows: None,
            here: Vec::new(),
            others: Vec::new(),
            divided: (0..0, 0),
            lanes: Lanes::new(tuning),
            lane_window: tuning.lane_window,
        }
    }

    /// Whether a sum is in the block.
    #[inline]
    pub(super) fn has(&self, sum: usize) -> bool {
        self.rows.is_some() && (self.first..self.first + SUMS).contains(&sum)
    }

    #[inline]
    pub(super) fn row(&self, sum: usize) -> Row<WORDS> {
        self.rows.as_ref().expect("the block has the sum")[sum - self.first]
    }

    /// Marks the block that begins with this sum; heaps up to `first + known_ahead − 1` are known.
    pub(super) fn fill(
        &mut self,
        values: &[V],
        first: usize,
        known_ahead: usize,
        [rare, likely]: [&[(u32, V)]; 2],
        far: Option<&mut Ahead<'_, V, WORDS>>,
    ) {
        self.first = first;
        let largest = if WORDS == 1 { first.min(self.lane_window) } else { first };
        let range = narrow(SUMS.saturating_sub(known_ahead).max(1))..narrow(largest);
        let far_parts = far.as_ref().map_or(&[][..], |far| &far.job.parts);
        self.divide(range, far_parts, rare, likely);
        if WORDS == 1 {
            let words = self.lanes.mark(values, first, &self.here);
            let rows = self.rows.get_or_insert_with(Row::tile);
            rows.iter_mut().zip(words).for_each(|(row, word)| row.set_first_word(word));
            return;
        }
        let rows = self.rows.insert(far.map_or_else(Row::tile, |far| far.take(values, 0).1));
        let here = self.here.iter().map(|(part, value)| (*part as usize, *value));
        mark_tile(Known { first: 0, values }, first, here, rows);
    }

    /// Divides the parts that are not `far` ones into those of a range, which are marked for the block, and the others.
    fn divide(&mut self, range: Range<u32>, far: &[(u32, V)], rare: &[(u32, V)], likely: &[(u32, V)]) {
        // Block after block has the same parts, as long as no new heap is rare and no part is beyond the range.
        let last = |list: &[(u32, V)]| list.last().map_or(0, |(part, _)| *part);
        let largest = last(rare).max(last(likely));
        let (old, old_rare) = &self.divided;
        if *old_rare == rare.len() && old.start == range.start && old.end.min(range.end) > largest {
            return;
        }
        // Both lists are in ascending order.
        let is_far = |part: u32| far.binary_search_by_key(&part, |(part, _)| *part).is_ok();
        let near = rare.iter().chain(likely).copied().filter(|(part, _)| !is_far(*part));
        (self.here, self.others) = near.partition(|(part, _)| range.contains(part));
        self.divided = (range, rare.len());
    }

    /// The parts that are not in the marks: those that were left out, and heaps that have become rare since.
    #[inline]
    pub(super) fn left_out<'a>(&'a self, rare: &'a [(u32, V)]) -> impl Iterator<Item = &'a (u32, V)> {
        self.others.iter().chain(&rare[self.divided.1..])
    }
}
