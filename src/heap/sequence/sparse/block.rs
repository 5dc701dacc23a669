//! Rows of marks for 64 sums at once, where there is a mask.

use std::ops::Range;

use crate::heap::sequence::lane::{BLOCK, Lane};
use crate::heap::sequence::marks::{Marks, Part};
use crate::heap::sequence::sparse::far::Ahead;
use crate::heap::sequence::sparse::row::{Row, mark_tile};
use crate::heap::sequence::tuning::Tuning;
use crate::heap::sequence::values::{Value, narrow};

/// The marks of 64 successive sums, by all parts whose partners are known when the block begins.
///
/// For one part and successive sums the partners are successive heaps: the table is read in a row, and nothing but the mark
/// depends on what is read. For a single sum each mark would wait for a part, its value and the partner.
///
/// Rows of one word are made by [`Marks`] from the latest values, each as the set of it alone.
pub(super) struct Block<V, L, const WORDS: usize> {
    first: usize,
    /// Empty before the first block.
    rows: Vec<Row<WORDS>>,
    /// The parts that are marked for the whole block by this thread.
    here: Vec<(u32, V)>,
    /// The parts that must be marked sum by sum.
    others: Vec<(u32, V)>,
    /// The range of parts and the number of rare heaps of the last division into `here` and `others`.
    divided: (Range<u32>, usize),
    /// For rows of one word: the parts `here`, and the sets of the heaps from `oldest` on.
    marks: Marks<L, BLOCK>,
    sets: Vec<L>,
    oldest: usize,
    window: usize,
}

impl<V: Value, L: Lane, const WORDS: usize> Block<V, L, WORDS> {
    pub(super) fn new(tuning: &Tuning) -> Self {
        Self {
            first: 0,
            rows: Vec::new(),
            here: Vec::new(),
            others: Vec::new(),
            divided: (0..0, 0),
            marks: Marks::new([]),
            sets: Vec::new(),
            oldest: 0,
            window: tuning.lane_window,
        }
    }

    /// Whether a sum is in the block.
    #[inline]
    pub(super) fn has(&self, sum: usize) -> bool {
        (self.first..self.first + self.rows.len()).contains(&sum)
    }

    #[inline]
    pub(super) fn row(&self, sum: usize) -> Row<WORDS> {
        self.rows[sum - self.first]
    }

    /// Marks the block that begins with this sum; heaps up to `first + known_ahead − 1` are known.
    pub(super) fn fill(
        &mut self,
        values: &[V],
        first: usize,
        known_ahead: usize,
        [rare, likely]: [&[(u32, V)]; 2],
        ahead: Option<&Ahead<'_, V, WORDS>>,
    ) {
        self.first = first;
        let largest = if WORDS == 1 { first.min(self.window) } else { first };
        let range = narrow(BLOCK.saturating_sub(known_ahead).max(1))..narrow(largest);
        self.divide(range, ahead.map_or(&[], |ahead| ahead.parts), rare, likely);
        self.rows.clear();
        if WORDS == 1 {
            self.follow(values);
            let words = self.marks.of(&self.sets, first - self.oldest);
            self.rows.extend(words.map(|word| Row::of_word(word.into())));
        } else {
            match ahead {
                Some(ahead) => self.rows.extend_from_slice(&ahead.rows[first - ahead.first..][..BLOCK]),
                None => self.rows.resize(BLOCK, Row::EMPTY),
            }
            mark_tile(values, first, &self.here, &mut self.rows);
        }
    }

    /// Appends the sets of new values. Drops the oldest when there are more than four windows of them.
    fn follow(&mut self, values: &[V]) {
        let needed = self.first.saturating_sub(self.window);
        if self.oldest + self.sets.len() < needed {
            self.sets.clear();
            self.oldest = needed;
        } else if self.sets.len() / 4 > self.window {
            self.sets.drain(..needed - self.oldest);
            self.oldest = needed;
        }
        let new = &values[self.oldest + self.sets.len()..];
        self.sets.extend(new.iter().map(|value| L::single(value.index())));
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
        if WORDS == 1 {
            let part = |(part, value): &(u32, V)| Part { heap: *part as usize, code: value.index() };
            self.marks = Marks::new(self.here.iter().map(part));
        }
    }

    /// The parts that are not in the marks: those that were left out, and heaps that have become rare since.
    #[inline]
    pub(super) fn left_out<'a>(&'a self, rare: &'a [(u32, V)]) -> impl Iterator<Item = &'a (u32, V)> {
        self.others.iter().chain(&rare[self.divided.1..])
    }
}
