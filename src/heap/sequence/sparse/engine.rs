//! The engine for codes that leave at most two heaps: what it knows of a sequence, and how it extends it.

use crate::heap::sequence::choice::{self, Wish};
use crate::heap::sequence::lane::{BLOCK, Lane};
use crate::heap::sequence::pairs::Pairs;
use crate::heap::sequence::sparse::block::Block;
use crate::heap::sequence::sparse::far::{Ahead, Far};
use crate::heap::sequence::sparse::likely::{Demand, likely_parts};
use crate::heap::sequence::sparse::mask::Mask;
use crate::heap::sequence::sparse::row::Row;
use crate::heap::sequence::sparse::search::Search;
use crate::heap::sequence::sparse::tries::{Tries, mark_pairs};
use crate::heap::sequence::tuning::Tuning;
use crate::heap::sequence::values::{Value, narrow};
use crate::heap::sequence::watch::Watch;

/// The engine's knowledge of a sequence, made anew whenever the sequence has doubled.
///
/// The value of a heap of *n* counters is found in three steps:
/// 1. A move that takes *k* counters leaves the sum *m* = *n* − *k* in two heaps. All such sums but the largest have come up before.
///    For the largest, the values of all divisions with a rare part, and with a part from a short list of likely ones, are marked
///    in a row of bits.
/// 2. The rows of all sums, and the values of the heaps that are left undivided, are united.
/// 3. The least value that is not marked is the heap's, if it is a common one, since only divisions with a rare part have common
///    values. If it is a rare one, a pair of heaps is searched for that has it. If there is one, the value is marked, and this step
///    is repeated; if there is none, the heap is a new rare one.
///
/// Without a mask every value counts as rare: each heap needs one search that finds nothing, and some that find a witness soon.
#[derive(Clone, Debug)]
pub(in crate::heap::sequence) struct Sparse<V> {
    pairs: Pairs,
    tuning: Tuning,
    mask: Option<Mask>,
    /// Rare heaps in ascending order, and their values.
    rare: Vec<(u32, V)>,
    /// Likely parts in ascending order, and their values.
    likely: Vec<(u32, V)>,
    search: Search<V>,
    /// Witnesses lie so deep that all values are kept in reverse.
    deep: bool,
    tries: Tries,
    /// One more than the largest value.
    width: usize,
    /// Number of heaps at which all of this is made anew.
    until: usize,
    tried: u64,
}

/// The marks that the engine keeps from one heap to the next.
struct Rows<V, L, const WORDS: usize> {
    /// The rows of the latest sums.
    latest: Vec<Row<WORDS>>,
    block: Block<V, L, WORDS>,
}

impl<V, L: Lane, const WORDS: usize> Rows<V, L, WORDS> {
    /// Values below this have a place in the rows and the sets.
    const WIDTH: usize = if WORDS == 1 { L::CODES } else { Row::<WORDS>::WIDTH };
}

/// Why the engine came back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::heap::sequence) enum Stop {
    /// It has done what was asked, or is to be made anew.
    Done,
    /// The next value does not fit the integers.
    TooWide,
    /// The callback says so.
    Cancelled,
}

/// How many heaps there must be before the engine takes over.
pub(in crate::heap::sequence) fn start(pairs: &Pairs, tuning: &Tuning) -> usize {
    // The rows of the sums before the first heap must exist, and have a division.
    tuning.first_heaps.max(2 * pairs.most_taken() + 4)
}

impl<V: Value> Sparse<V> {
    /// What at least [`start`] values tell, and what was known before.
    pub(in crate::heap::sequence) fn new(
        before: Option<Self>,
        pairs: &Pairs,
        values: &[V],
        wish: Wish,
        tuning: &Tuning,
    ) -> Self {
        let width = values.iter().map(|value| value.index() + 1).max().expect("some values are known");
        let best = Mask::best(values, width, pairs.breaks(), tuning.mask_sample);
        let (deep, tries) = before
            .as_ref()
            .map_or_else(|| (false, Tries::new::<V>(tuning)), |before| (before.deep, before.tries.clone()));
        let mut rare = match before {
            Some(before) if before.mask == Some(best) => before.rare,
            _ => {
                let heaps = (0..).zip(values).skip(1).map(|(heap, value)| (heap, *value));
                heaps.filter(|(heap, value)| best.is_rare(*heap as usize, value.index())).collect()
            }
        };
        let mask = match wish {
            Wish::Choose | Wish::Stream => choice::mask_pays(rare.len(), values.len(), pairs, tuning).then_some(best),
            Wish::Mask => Some(best),
            Wish::NoMask => None,
        };
        let mut likely = Vec::new();
        match mask {
            Some(mask) => {
                let far = rare.len() >= tuning.thread_parts / 2;
                let first = if far { Far::<V>::least_part(tuning) } else { BLOCK };
                let demand = Demand { width, sums: pairs.breaks().count(), first, far, tuning };
                let is_wanted = |value| mask.parity || mask.is_rare(0, value);
                likely = likely_parts(values, &demand, |heap, value| !mask.is_rare(heap, value), is_wanted);
            }
            None => rare.clear(),
        }
        let reversed = if mask.is_some() && !deep { values.len().min(tuning.reversed) } else { values.len() };
        Self {
            pairs: pairs.clone(),
            tuning: *tuning,
            mask,
            rare,
            likely,
            deep,
            search: Search::new(&values[..reversed], tuning),
            tries,
            width,
            until: values.len().saturating_mul(2),
            tried: 0,
        }
    }

    pub(in crate::heap::sequence) const fn mask(&self) -> Option<Mask> {
        self.mask
    }

    /// The rare heaps, ascending.
    pub(in crate::heap::sequence) fn rare(&self) -> impl ExactSizeIterator<Item = usize> + DoubleEndedIterator {
        self.rare.iter().map(|(heap, _)| *heap as usize)
    }

    /// Pairs tried since the last call.
    pub(in crate::heap::sequence) fn take_tried(&mut self) -> u64 {
        std::mem::take(&mut self.tried)
    }

    /// Whether the engine is to be made anew before it goes on.
    pub(in crate::heap::sequence) fn is_stale(&self, values: &[V]) -> bool {
        values.len() >= self.until
    }

    /// Extends the values until there are `heaps`, or until the engine is to be made anew; [`Stop::Done`] in both cases.
    pub(in crate::heap::sequence) fn extend(
        &mut self,
        values: &mut Vec<V>,
        heaps: usize,
        watch: &mut Watch<'_>,
    ) -> Stop {
        let heaps = heaps.min(self.until);
        while values.len() < heaps {
            let width = self.width.max(self.tuning.row_width);
            // Rows that the values of a type never need are not compiled for it: 8 copies of the engine instead of 16.
            let stop = if const { V::BITS == 8 } {
                match width {
                    0..=32 => self.extend_rows::<u32, 1>(values, heaps, watch),
                    33..=64 => self.extend_rows::<u64, 1>(values, heaps, watch),
                    65..=128 => self.extend_rows::<u64, 2>(values, heaps, watch),
                    _ => self.extend_rows::<u64, 4>(values, heaps, watch),
                }
            } else {
                match width {
                    0..=512 => self.extend_rows::<u64, 8>(values, heaps, watch),
                    513..=1024 => self.extend_rows::<u64, 16>(values, heaps, watch),
                    1025..=4096 => self.extend_rows::<u64, 64>(values, heaps, watch),
                    _ => self.extend_rows::<u64, 1024>(values, heaps, watch),
                }
            };
            if stop != Stop::Done {
                return stop;
            }
        }
        Stop::Done
    }

    /// As far as it goes while the values fit the rows, with worker threads where they pay. Sets of values are made for rows of one word.
    fn extend_rows<L: Lane, const WORDS: usize>(
        &mut self,
        values: &mut Vec<V>,
        heaps: usize,
        watch: &mut Watch<'_>,
    ) -> Stop {
        let (fewest, most) = self.pairs.fewest_and_most();
        // The rows of the latest sums: that of a sum stands at the place that its last bits tell.
        let mut latest = vec![Row::<WORDS>::EMPTY; (most - fewest + 1).next_power_of_two()];
        let last = latest.len() - 1;
        for sum in values.len() - most..values.len() - fewest {
            latest[sum & last] = self.row(values, sum);
        }
        let mut rows = Rows { latest, block: Block::<V, L, WORDS>::new(&self.tuning) };
        let (parts, suits) = match self.mask {
            // Rows of one word are marked faster than they could be handed over.
            Some(_) => (self.rare.len() + self.likely.len(), WORDS > 1),
            None => (2 * self.tries.pairs(), values.len() >= self.tuning.thread_known),
        };
        let threads = watch.threads();
        if threads == 1 || !suits || !choice::threads_pay(parts, heaps - values.len(), &self.tuning) {
            return self.extend_chunk(values, heaps, watch, &mut rows, None);
        }
        let all = self.mask.map(|_| self.rare.iter().chain(&self.likely).copied());
        let far = Far::new(all, values.len() - fewest, threads, &self.tuning);
        let chunk = self.tuning.far_chunk;
        // The sums of the heaps from one on, a chunk of them at most.
        let sums = |heap: usize| [heap - fewest, heaps.saturating_sub(heap).min(chunk)];
        let (mut ahead, ()) = far.mark(values, sums(values.len()), self.tries.pairs(), |_| ());
        loop {
            let (end, pairs) = (values.len() + chunk, self.tries.pairs());
            let (next, stop) = far.mark(values, sums(end), pairs, |values| {
                self.extend_chunk(values, end.min(heaps), watch, &mut rows, Some(&ahead))
            });
            // The last value of a chunk may be one that the rows have no place for.
            if stop != Stop::Done || values.len() != end || self.width > Rows::<V, L, WORDS>::WIDTH {
                return stop;
            }
            ahead = next;
        }
    }

    /// The same with the rows that were marked ahead, if there are any.
    fn extend_chunk<L: Lane, const WORDS: usize>(
        &mut self,
        values: &mut Vec<V>,
        heaps: usize,
        watch: &mut Watch<'_>,
        Rows { latest: rows, block }: &mut Rows<V, L, WORDS>,
        ahead: Option<&Ahead<'_, V, WORDS>>,
    ) -> Stop {
        let (fewest, _) = self.pairs.fewest_and_most();
        let last = rows.len() - 1;
        let mask = self.mask;
        // Without a mask every value has to be excluded by a search.
        let is_rare = |heap, value| mask.is_none_or(|mask| mask.is_rare(heap, value));
        while values.len() < heaps {
            let heap = values.len();
            let newest = heap - fewest;
            let parts = self.rare.len() + self.likely.len();
            // Smaller heaps of pairs that are marked already are compared last.
            let mut search_from = 1;
            rows[newest & last] = if self.mask.is_none() {
                search_from = ahead.map_or(self.tries.pairs() + 1, |ahead| ahead.marked_below);
                ahead.map_or_else(|| self.row(values, newest), |ahead| ahead.rows[newest - ahead.first])
            } else if ahead.is_some() || choice::block_pays(parts, WORDS == 1, &self.tuning) {
                if !block.has(newest) {
                    block.fill(values, newest, fewest, [&self.rare, &self.likely], ahead);
                }
                let mut row = block.row(newest);
                mark_each(&mut row, values, newest, block.left_out(&self.rare));
                row
            } else {
                self.row(values, newest)
            };
            self.tried += parts as u64;
            let mut marked = Row::EMPTY;
            for taken in &self.pairs.splits {
                marked.unite(&rows[(heap - taken) & last]);
            }
            for taken in &self.pairs.unequal {
                // The division into equal heaps, of value 0, is marked too but is no move.
                marked.unite(&rows[(heap - taken) & last].unmark_zero());
            }
            for taken in &self.pairs.ones {
                marked.mark(values[heap - taken].index());
            }
            if self.pairs.halves.iter().any(|taken| (heap - taken).is_multiple_of(2)) {
                marked.mark(0);
            }
            let mut compared = 0;
            let value = loop {
                let value = marked.first_unmarked();
                if value == Row::<WORDS>::WIDTH {
                    break value;
                }
                // The mark of 0 was taken back for unequal heaps, though unequal heaps of equal values may have it.
                let is_proved = !is_rare(heap, value) && (value > 0 || self.pairs.unequal.is_empty());
                if is_proved || !self.search.finds(values, &self.pairs, value, search_from, &mut compared) {
                    break value;
                }
                marked.mark(value);
            };
            self.tried += compared;
            if !self.deep && self.search.slow() > self.tuning.slow_pairs.saturating_mul(values.len() as u64) {
                self.deep = true;
                self.search = Search::new(values, &self.tuning);
            }
            if value >= self.tuning.limit::<V>() {
                return Stop::TooWide;
            }
            if self.mask.is_none() {
                let needed = self.pairs.breaks().map(|taken| (heap - taken) as u64 / 2).sum();
                self.tried += 2 * self.tries.pairs() as u64;
                self.tries.learn(compared, needed);
            } else if is_rare(heap, value) {
                self.rare.push((narrow(heap), V::of(value)));
            }
            values.push(V::of(value));
            self.width = self.width.max(value + 1);
            if watch.tell(values.len()).is_break() {
                return Stop::Cancelled;
            }
            if value >= Rows::<V, L, WORDS>::WIDTH {
                return Stop::Done;
            }
        }
        Stop::Done
    }

    /// The marks of one sum.
    #[inline]
    fn row<const WORDS: usize>(&self, values: &[V], sum: usize) -> Row<WORDS> {
        match self.mask {
            Some(_) => {
                let mut row = Row::EMPTY;
                mark_each(&mut row, values, sum, self.rare.iter().chain(&self.likely));
                row
            }
            None => mark_pairs(values, sum, 0, self.tries.pairs()),
        }
    }
}

/// Adds to the row of a sum the values of its divisions that have one of these parts. A part as large as the sum is in none.
#[inline]
fn mark_each<'a, V: Value + 'a, const WORDS: usize>(
    row: &mut Row<WORDS>,
    values: &[V],
    sum: usize,
    parts: impl Iterator<Item = &'a (u32, V)>,
) {
    let partners = &values[1..sum];
    // Not a loop, since the lists are chained, and each of them is gone through without a look at the other.
    parts.for_each(|(part, value)| {
        if let Some(partner) = partners.get(sum.wrapping_sub(*part as usize + 1)) {
            row.mark((*partner ^ *value).index());
        }
    });
}
