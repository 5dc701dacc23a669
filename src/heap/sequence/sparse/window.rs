//! The rows of the latest sums, made for a block of sums at once.

use std::ops::Range;
use std::sync::Arc;

use crate::heap::lane::{BLOCK, Lane, STEP};
use crate::heap::marks::{Marks, Part};
use crate::heap::pairs::Pairs;
use crate::heap::sequence::sparse::far::{Ahead, Far};
use crate::heap::sequence::sparse::row::{Bytes, mark_parts};
use crate::heap::sequence::sparse::tries::halves;
use crate::heap::values::Value;

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
    /// Heaps whose sets are kept; larger parts are marked sum by sum.
    kept_sets: usize,
    bytes: Bytes,
    /// The parts that are marked for the whole block by this thread, and those that must be marked sum by sum.
    here: Vec<Part>,
    others: Vec<Part>,
    /// What these lists were made from: the range of the parts `here`, the numbers of rare and of likely parts, what is marked ahead.
    divided: (Range<usize>, [usize; 2], Option<Arc<Far>>),
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
    /// Rows for values below `width`. The first block begins at the sum `end`; those before it that a move may leave are marked by two
    /// lists of parts.
    pub(super) fn new<V: Value>(
        width: usize,
        pairs: &Pairs,
        values: &[V],
        lists: [&[Part]; 2],
        has_mask: bool,
        kept_sets: usize,
    ) -> Self {
        // A power of two, so that the nim-sum of two values below the width is below the width too.
        let words = width.div_ceil(64).next_power_of_two();
        // Sets need a mask and values below 64. They are cheap enough for blocks of 16 sums. Wider rows are marked by
        // bytes, 64 sums at a time.
        let (width, block, sets) = match width {
            0..=32 if has_mask => (32, STEP, Sets::Narrow(Lanes::new())),
            33..=64 if has_mask => (64, STEP, Sets::Wide(Lanes::new())),
            _ => (64 * words, BLOCK, Sets::None),
        };
        let (fewest, most) = pairs.fewest_and_most();
        // The next heap, `values.len()`, leaves the sums from `end` − `before` to `end`.
        let (before, end) = (most - fewest, values.len() - fewest);
        let mut rows = vec![0; (before + block) * words];
        for (sum, row) in (end - before..end).zip(rows.chunks_exact_mut(words)) {
            // Without a mask the halves are left out here. A row with fewer marks is right too: each value that is
            // not marked is searched for.
            for parts in lists {
                mark_parts(row, &values[1..sum], parts);
            }
        }
        Self {
            words,
            width,
            block,
            before,
            rows,
            oldest: end - before,
            end,
            // A smaller part has partners in the last sums of a block that are not computed when the block begins.
            // The last sum is `end` + `block` − 1, and the heaps below `end` + `fewest` are known.
            least: block.saturating_sub(fewest).max(1),
            kept_sets: if block == STEP { kept_sets } else { usize::MAX },
            bytes: Bytes::new(words),
            here: Vec::new(),
            others: Vec::new(),
            // No list has this length, so the first block divides the parts.
            divided: (0..0, [usize::MAX; 2], None),
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

    /// Begins the next block: with the rows that were marked ahead, if there are any, and with the marks of those rare and likely parts
    /// that were not marked ahead, and of this number of heaps of nearly half a sum.
    pub(super) fn go_on<V: Value>(
        &mut self,
        values: &[V],
        lists: [&[Part]; 2],
        mut pairs: usize,
        ahead: Option<&mut Ahead<'_>>,
    ) {
        let Self { words, least, kept_sets, .. } = *self;
        // The last rows of the block before become those before the new block, since a move may take a few counters more.
        // `moved` is 0 for the first block, whose rows before it were made by `new`.
        let (first, moved) = (self.end, self.end - self.before - self.oldest);
        self.rows.copy_within(moved * words.., 0);
        self.oldest += moved;
        self.end += self.block;
        let rows = &mut self.rows[self.before * words..];
        let far = if let Some(ahead) = ahead {
            let far = ahead.copy(rows, first, values, lists, pairs, &mut self.bytes);
            // Halves have been marked ahead too.
            pairs = 0;
            Some(far)
        } else {
            rows.fill(0);
            None
        };
        let largest = lists.iter().filter_map(|list| list.last()).map(|part| part.heap).max();
        // The largest part is among the bounds so that the range stays the same while `first` grows: the range is a
        // part of the key below. Parts from `kept_sets` on have partners whose sets may have been dropped.
        let range = least..first.min(largest.unwrap_or(0) + 1).min(kept_sets);
        // The key of the division into `here` and `others`. Lengths stand for the lists: rare heaps are only added,
        // and without a mask the other list has the first heaps. Most blocks have the key of the block before.
        let divided = (range, lists.map(<[Part]>::len), far);
        if self.divided != divided {
            let Self { here, others, .. } = self;
            here.clear();
            others.clear();
            for (list, parts) in lists.into_iter().enumerate() {
                for (place, part) in parts.iter().enumerate() {
                    if divided.2.as_ref().is_none_or(|far| !far.has(list, place, *part)) {
                        // `here` for the whole block at once, `others` sum by sum.
                        if divided.0.contains(&part.heap) { &mut *here } else { &mut *others }.push(*part);
                    }
                }
            }
            self.divided = divided;
            match &mut self.sets {
                Sets::Narrow(lanes) => lanes.marks = Marks::new(&self.here),
                Sets::Wide(lanes) => lanes.marks = Marks::new(&self.here),
                Sets::None => {}
            }
        }
        // Heaps of nearly half a sum are other parts for each block, so that they are in no list.
        if pairs > 0 {
            self.bytes.mark_block(values, first, &halves(values, first, pairs, least), rows);
        }
        match &mut self.sets {
            // No sets are made for a block without parts; `Lanes::mark` skips the heaps that have been passed by
            // then.
            _ if self.here.is_empty() => {}
            Sets::Narrow(lanes) => lanes.mark(values, first, kept_sets, rows),
            Sets::Wide(lanes) => lanes.mark(values, first, kept_sets, rows),
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
        // The rare heaps from this place of the list on were found after the division.
        mark_parts(row, partners, &rare[self.divided.1[0]..]);
    }
}

impl<L: Lane> Lanes<L> {
    fn new() -> Self {
        Self { marks: Marks::new(&[]), sets: Vec::new(), oldest: 0 }
    }

    /// The marks of a block of sums, whose parts are below `window`.
    fn mark<V: Value>(&mut self, values: &[V], first: usize, window: usize, rows: &mut [u64]) {
        // The smallest partner that a part of this block can have.
        let needed = first.saturating_sub(window);
        if self.oldest + self.sets.len() < needed {
            // Blocks without parts left a gap between the last set and the first that is needed.
            self.sets.clear();
            self.oldest = needed;
        } else if self.sets.len() / 4 > window {
            // Only when four windows are full, so that each set is moved rarely.
            self.sets.drain(..needed - self.oldest);
            self.oldest = needed;
        }
        // Every known heap that has no set yet. The sets are those of successive heaps from `oldest` on.
        let new = &values[self.oldest + self.sets.len()..];
        self.sets.extend(new.iter().map(|value| L::single(value.index())));
        for (row, set) in rows.iter_mut().zip(self.marks.of(&self.sets, first - self.oldest)) {
            *row |= set.into();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Lanes;
    use crate::heap::lane::STEP;
    use crate::heap::marks::{Marks, Part};

    /// Sets of old heaps are dropped, but not for each block, and none are made of heaps that no part is beside.
    #[test]
    fn marks_by_sets_are_right_and_few_sets_are_kept() {
        const WINDOW: usize = 96;
        let values: Vec<u8> = (0..4000).map(|heap: u32| u8::try_from(heap * heap % 61 % 32).unwrap()).collect();
        let parts = [(16, 3), (17, 0), (40, 31), (95, 8)].map(|(heap, code)| Part { heap, code });
        let mut lanes = Lanes::<u32>::new();
        lanes.marks = Marks::new(&parts);
        let mut longest = 0;
        // Blocks without such parts lie between.
        for first in (120..2000).chain(2600..4000).step_by(STEP) {
            let mut rows = [0; STEP];
            lanes.mark(&values[..first], first, WINDOW, &mut rows);
            for (sum, row) in (first..).zip(rows) {
                let marks =
                    parts.iter().fold(0, |row, part| row | 1 << (usize::from(values[sum - part.heap]) ^ part.code));
                assert_eq!(row, marks, "sum {sum}");
            }
            longest = longest.max(lanes.sets.len());
        }
        assert_eq!(longest, 4 * WINDOW + STEP);
    }
}
