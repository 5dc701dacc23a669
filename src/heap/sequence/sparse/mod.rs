//! The fast methods for codes that leave at most two heaps: sparse spaces, and the search for a proof of absence.

mod ahead;
mod all_pairs;
mod block;
mod deferred;
mod lanes;
mod mask;
mod row;
mod tries;
mod witness;

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::heap::sequence::plan::Pairs;
use crate::heap::sequence::values::Value;
use crate::heap::sequence::watch::Watch;
use ahead::{AHEAD, Ahead, Marked};
use all_pairs::AllPairs;
use block::{Block, MANY, TILE};
use deferred::{End, Plan};
pub(super) use mask::Mask;
use row::{Bytes, Row};
use tries::Tries;
use witness::{Search, likely_parts};

/// Fewer heaps than this are left to the method that tries every pair.
const START: usize = 512;
/// A smaller heap of a pair is looked for among so many heaps at vector speed, where the mask makes that enough.
const REVERSED: usize = 1 << 15;
/// When so many pairs for each of the heaps had to be compared one by one, all heaps are kept in reverse.
const DEEP: u64 = 64;
/// What a pair costs that is simply tried, in pairs that are compared by the search.
const TRIED: usize = 12;

/// So many heaps are worth a second thread.
const WORTH_A_THREAD: usize = 4 * AHEAD;
/// After so many heaps the engine is made anew when a proof has failed.
const AGAIN: usize = 1 << 10;

/// The engine's knowledge of a sequence, made anew whenever the sequence has doubled.
///
/// What it computes for a heap of *n* counters:
/// 1. *m* = *n* − *k* counters may be left in two heaps; all such *m* but the largest have come up before. For that one, the values
///    of all divisions with a rare part, and with a part from a short list of likely ones, are marked in a row of bits.
/// 2. The rows of all *m*, and the values of the heaps that are left undivided, are united.
/// 3. The least value that is not marked is the heap's, if it is a common one, since common values have no other origin. Else a
///    pair of heaps is searched that has it; if there is one the next value is looked at, and if there is none the value is the
///    heap's, which is a rare one.
///
/// Where there are many rare heaps, and far behind, the third step is put off: see [`deferred`].
///
/// With no mask every value is rare: then each heap is one search that finds nothing, and a few that find something soon.
#[derive(Clone, Debug)]
pub(super) struct Sparse<V> {
    pairs: Pairs,
    mask: Option<Mask>,
    /// Rare heaps in ascending order, and their values.
    rare: Vec<(u32, V)>,
    /// Parts that are tried for every heap because they are likely to exclude something, and their values.
    likely: Vec<(u32, V)>,
    search: Search<V>,
    /// Whether witnesses lie so deep that all heaps are kept in reverse.
    deep: bool,
    /// With no mask, the pairs that are tried for every heap.
    tries: Tries,
    /// Where there are many rare heaps: how values are found first and proved later.
    plan: Option<Arc<Plan>>,
    /// One more than the largest value.
    width: usize,
    /// When all of this is made anew.
    until: usize,
    tried: u64,
}

/// What the caller asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    /// The mask, if it pays.
    Choose,
    /// A mask.
    Mask,
    /// No mask.
    NoMask,
}

/// Why the engine came back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// It has done what was asked.
    Done,
    /// The next value does not fit the integers.
    TooWide,
    /// There are more values than the engine is made for.
    TooMany,
    /// The callback says so.
    Cancelled,
}

/// What the engine tells about itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Told {
    pub(super) rare: usize,
    pub(super) last_rare: usize,
    pub(super) mask: Option<Mask>,
}

/// How many heaps there must be before the engine takes over.
pub(super) fn start(pairs: &Pairs) -> usize {
    START.max(2 * pairs.most_taken() + 4)
}

impl<V: Value> Sparse<V> {
    /// At least [`start`] values must be known.
    pub(super) fn new(pairs: &Pairs, values: &[V], wish: Wish) -> Self {
        Self::after(None, pairs, values, wish)
    }

    /// The same for more values than before.
    pub(super) fn renewed(self, values: &[V], wish: Wish) -> Self {
        let (pairs, tries) = (self.pairs.clone(), self.tries.renewed::<V>());
        Self { tries, ..Self::after(Some(self), &pairs, values, wish) }
    }

    fn after(before: Option<Self>, pairs: &Pairs, values: &[V], wish: Wish) -> Self {
        let width = values.iter().map(|value| value.index() + 1).max().unwrap_or(1);
        let mask = Mask::best(values, width, pairs.breaks());
        let deep = before.as_ref().is_some_and(|before| before.deep);
        let mut rare = match before {
            Some(before) if before.mask == Some(mask) => before.rare,
            _ => {
                let heaps = (0..).zip(values).skip(1).map(|(heap, value)| (heap, *value));
                heaps.filter(|(heap, value)| mask.is_rare(*heap as usize, value.index())).collect()
            }
        };
        let rare_count = rare.len();
        // The cost of a heap now and when the sequence has doubled: every rare heap, or half of the heaps, compared.
        let with_mask = rare_count.saturating_mul(TRIED);
        let without = pairs.breaks().count().saturating_mul(values.len() / 2);
        let mask = match wish {
            Wish::Choose => (with_mask < without).then_some(mask),
            Wish::Mask => Some(mask),
            Wish::NoMask => None,
        };
        if mask.is_none() {
            rare = Vec::new();
        }
        let plan = mask.and_then(|mask| Plan::new(values, pairs, mask, width, &rare));
        let reversed = if mask.is_some() && !deep { values.len().min(REVERSED) } else { values.len() };
        let parity_counts = mask.is_some_and(|mask| mask.parity);
        let likely = match mask {
            Some(mask) => likely_parts(
                values,
                width,
                pairs.breaks().count(),
                // Small parts cannot be tried for many heaps at once.
                if rare_count >= MANY / 2 { 2 * AHEAD } else { TILE },
                |heap, value| !mask.is_rare(heap, value),
                |value| parity_counts || mask.is_rare(0, value),
            ),
            None => Vec::new(),
        };
        Self {
            pairs: pairs.clone(),
            mask,
            rare,
            likely,
            deep,
            search: Search::new(values.get(..reversed).unwrap_or(values), width, mask),
            tries: Tries::new::<V>(),
            width,
            // A plan that cannot be begun at once is made anew when it can.
            until: match &plan {
                Some(plan) if plan.begins() > values.len() => plan.begins(),
                _ => values.len().saturating_mul(2),
            },
            plan: plan.map(Arc::new),
            tried: 0,
        }
    }

    pub(super) fn told(&self) -> Told {
        Told {
            rare: self.rare.len(),
            last_rare: self.rare.last().map_or(0, |(heap, _)| *heap as usize),
            mask: self.mask,
        }
    }

    /// Pairs tried since the last call.
    pub(super) fn take_tried(&mut self) -> u64 {
        std::mem::take(&mut self.tried)
    }

    /// Extends the values to so many heaps, as far as it goes before the engine is to be made anew; [`Stop::Done`] then too.
    pub(super) fn extend(&mut self, values: &mut Vec<V>, heaps: usize, watch: &mut Watch<'_>) -> Stop {
        if self.extend_first(values, heaps.min(self.until), watch).is_break() {
            return Stop::Cancelled;
        }
        let heaps = heaps.min(self.until);
        while values.len() < heaps {
            let stop = match self.width {
                0..=64 => self.extend_rows::<1>(values, heaps, watch),
                65..=128 => self.extend_rows::<2>(values, heaps, watch),
                129..=256 => self.extend_rows::<4>(values, heaps, watch),
                257..=512 => self.extend_rows::<8>(values, heaps, watch),
                513..=1024 => self.extend_rows::<16>(values, heaps, watch),
                1025..=2048 => self.extend_rows::<32>(values, heaps, watch),
                2049..=4096 => self.extend_rows::<64>(values, heaps, watch),
                4097..=65536 => self.extend_rows::<1024>(values, heaps, watch),
                _ => Stop::TooMany,
            };
            if stop != Stop::Done {
                return stop;
            }
        }
        Stop::Done
    }

    /// As far as it goes with proofs that come later.
    fn extend_first(&mut self, values: &mut Vec<V>, heaps: usize, watch: &mut Watch<'_>) -> ControlFlow<()> {
        let Some(plan) = self.plan.clone().filter(|plan| plan.suits(values.len(), heaps)) else {
            return ControlFlow::Continue(());
        };
        let before = values.len();
        let end = deferred::extend(values, heaps, &plan, &self.pairs, &mut self.search, &mut self.tried, watch);
        if end == End::Other {
            // There may be a new rare heap.
            self.plan = None;
            self.until = self.until.min(values.len().saturating_add(AGAIN));
        }
        let new = values.get(before..).unwrap_or(&[]);
        self.width = new.iter().map(|value| value.index() + 1).max().unwrap_or(0).max(self.width);
        if end == End::Cancelled { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Goes on as long as the values fit in the rows.
    fn extend_rows<const WORDS: usize>(&mut self, values: &mut Vec<V>, heaps: usize, watch: &mut Watch<'_>) -> Stop {
        let (Some(fewest), Some(most)) = (self.pairs.breaks().min(), self.pairs.breaks().max()) else {
            return Stop::TooMany;
        };
        // The rows of the last sums, each at the place of its last bits.
        let mut rows = vec![Row::<WORDS>::EMPTY; (most - fewest + 1).next_power_of_two()];
        let last = rows.len() - 1;
        for sum in values.len() - most..values.len() - fewest {
            rows[sum & last] = self.row(values, sum);
        }
        let no_mask = Mask { ones: 0, parity: false, taken_odd: false };
        let mask = self.mask.unwrap_or(no_mask);
        let two_threads = heaps - values.len() >= WORTH_A_THREAD && watch.two_threads();
        let mut block = Block::<V, WORDS>::new(two_threads);
        let mut ahead = Ahead::none();
        let all = self.mask.is_none() && self.tries.are_all();
        let mut all_pairs = AllPairs::new(two_threads);
        while values.len() < heaps {
            let heap = values.len();
            let newest = heap - fewest;
            rows[newest & last] = if Block::<V, WORDS>::pays(&self.rare, &self.likely) {
                if !block.has(newest) {
                    block.fill(values, newest, fewest, &self.rare, &self.likely);
                }
                let mut row = block.row(newest);
                let others = block.left_out(&self.rare);
                mark_few(&mut row, values, newest, others);
                row
            } else if all {
                all_pairs.row(values, newest, fewest)
            } else if two_threads && self.mask.is_none() && self.tries.are_many() {
                if ahead.is_due(newest) {
                    let (tries, values) = (self.tries.clone(), values.clone());
                    ahead.advance(newest, Marked::default(), |first| {
                        move |hand_over| tries.run(&values, first, hand_over)
                    });
                }
                let mut row = Row::EMPTY;
                let is_made = ahead.marked(newest).is_some() && ahead.unite(newest, &mut row);
                if is_made { row } else { self.row(values, newest) }
            } else {
                self.row(values, newest)
            };
            self.tried += (self.rare.len() + self.likely.len()) as u64;
            let mut marked = Row::EMPTY;
            for taken in &self.pairs.splits {
                marked.unite(&rows[(heap - taken) & last]);
            }
            for taken in &self.pairs.unequal {
                // Equal heaps have been tried too, and have value 0.
                marked.unite(&rows[(heap - taken) & last].unmark_zero());
            }
            for taken in &self.pairs.ones {
                marked.mark(values[heap - taken].index());
            }
            if self.pairs.halves.iter().any(|taken| (heap - taken).is_multiple_of(2)) {
                marked.mark(0);
            }
            let mut compared = 0;
            // Where not all has been tried.
            let from = if self.mask.is_some() { 1 } else { self.tries.most() + 1 };
            let value = loop {
                let value = marked.first_unmarked();
                let sure = value > 0 || self.pairs.unequal.is_empty();
                if value == Row::<WORDS>::WIDTH {
                    break value;
                }
                let is_proved = sure && (all || !mask.is_rare(heap, value));
                if is_proved || !self.search.finds(values, &self.pairs, value, from, &mut compared) {
                    break value;
                }
                marked.mark(value);
            };
            self.tried += compared;
            if !self.deep && self.search.slow() > DEEP * values.len() as u64 {
                self.deep = true;
                self.search = Search::new(values, self.width, self.mask);
            }
            if value >= V::LIMIT {
                return Stop::TooWide;
            }
            if self.mask.is_none() {
                let needed = self.pairs.breaks().map(|taken| (heap - taken) as u64 / 2).sum();
                self.tried += self.tries.learn(compared, needed, newest as u64 / 2);
            } else if mask.is_rare(heap, value) {
                // Heaps are below 2^32.
                self.rare.push((u32::try_from(heap).unwrap_or(u32::MAX), V::of(value)));
            }
            values.push(V::of(value));
            self.width = self.width.max(value + 1);
            if watch.tell(values.len()).is_break() {
                return Stop::Cancelled;
            }
            if value >= Row::<WORDS>::WIDTH || self.mask.is_none() && self.tries.are_all() != all {
                return Stop::Done;
            }
        }
        Stop::Done
    }

    /// The values of all divisions of a sum that are tried.
    #[inline]
    fn row<const WORDS: usize>(&self, values: &[V], sum: usize) -> Row<WORDS> {
        match self.mask {
            Some(_) => marks(values, sum, self.rare.iter().chain(&self.likely)),
            None => self.tries.row(values, sum, 0),
        }
    }

    pub(super) fn is_stale(&self, values: &[V]) -> bool {
        values.len() >= self.until
    }
}

/// The values of the divisions of a sum that have one of these parts.
#[inline]
fn marks<'a, V: Value + 'a, const WORDS: usize>(
    values: &'a [V],
    sum: usize,
    parts: impl Iterator<Item = &'a (u32, V)>,
) -> Row<WORDS> {
    if WORDS == 1 {
        let mut row = Row::EMPTY;
        mark_few(&mut row, values, sum, parts);
        return row;
    }
    let mut bytes = Bytes::EMPTY;
    divisions(values, sum, parts).for_each(|value| bytes.mark(value));
    bytes.packed()
}

/// Adds to a row the marks of few parts: so few that it takes longer to pack a row of bytes.
#[inline]
fn mark_few<'a, V: Value + 'a, const WORDS: usize>(
    row: &mut Row<WORDS>,
    values: &'a [V],
    sum: usize,
    parts: impl Iterator<Item = &'a (u32, V)>,
) {
    divisions(values, sum, parts).for_each(|value| row.mark(value));
}

#[inline]
fn divisions<'a, V: Value + 'a>(
    values: &'a [V],
    sum: usize,
    parts: impl Iterator<Item = &'a (u32, V)>,
) -> impl Iterator<Item = usize> {
    let others = values.get(1..sum).unwrap_or(&[]);
    // A part that is not smaller than the sum leaves no place.
    parts.filter_map(move |(part, value)| {
        let other = *others.get(sum.wrapping_sub(*part as usize + 1))?;
        Some((other ^ *value).index())
    })
}
