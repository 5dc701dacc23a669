//! The engine for codes that leave at most two heaps: what it knows of a sequence, and how it extends it.

use std::ops::ControlFlow;

use crate::heap::marks::Part;
use crate::heap::mask::Mask;
use crate::heap::pairs::Pairs;
use crate::heap::sequence::algorithm::Algorithm;
use crate::heap::sequence::choice::{mask_pays, sets_pay, threads_pay};
use crate::heap::sequence::sparse::far::Ahead;
use crate::heap::sequence::sparse::likely::likely_parts;
use crate::heap::sequence::sparse::row::{first_unmarked, mark, unite};
use crate::heap::sequence::sparse::search::Search;
use crate::heap::sequence::sparse::tries::Tries;
use crate::heap::sequence::sparse::window::Window;
use crate::heap::sequence::tuning::Tuning;
use crate::heap::sequence::watch::Watch;
use crate::heap::values::Value;

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
/// Without a mask every value counts as rare: each heap needs one search that finds nothing, and some that find a witness soon. The
/// parts are the first heaps, and those of nearly half the sum.
#[derive(Clone, Debug)]
pub(in crate::heap::sequence) struct Sparse<V> {
    pairs: Pairs,
    tuning: Tuning,
    pub(in crate::heap::sequence) mask: Option<Mask>,
    /// Rare heaps and likely parts, with their values, each in ascending order. Without a mask no rare ones, and the first heaps are likely.
    pub(in crate::heap::sequence) rare: Vec<Part>,
    likely: Vec<Part>,
    search: Search<V>,
    /// Witnesses lie so deep that all values are kept in reverse.
    deep: bool,
    tries: Tries,
    /// One more than the largest value.
    width: usize,
    /// Number of heaps at which all of this is made anew.
    pub(in crate::heap::sequence) until: usize,
    /// Number of pairs that were tried.
    pub(in crate::heap::sequence) tried: u64,
    /// Steps of all heaps since it was made.
    steps: u64,
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
    // A heap of `most_taken` + 2 counters leaves sums of at least 2, so each sum has a division: 1 + 1.
    tuning.first_heaps.max(pairs.most_taken() + 2)
}

impl<V: Value> Sparse<V> {
    /// What at least [`start`] values tell, and what was known before.
    pub(in crate::heap::sequence) fn new(
        before: Option<Self>,
        pairs: &Pairs,
        values: &[V],
        wanted: Option<Algorithm>,
        tuning: &Tuning,
    ) -> Self {
        let width = values.iter().map(|value| value.index() + 1).max().expect("some values are known");
        // Chosen anew each time, since the best mask for the first heaps need not be the best for later ones.
        let best = Mask::best(values, width, pairs, tuning.mask_sample);
        let (deep, tries) = match &before {
            Some(before) => (before.deep, before.tries.clone()),
            None => (false, Tries::new::<V>(tuning)),
        };
        // Rare heaps are those of one mask: with the same mask the list is right, and only likely parts are chosen anew.
        let known = before.filter(|before| before.mask == Some(best)).map(|before| before.rare);
        let rare = || {
            let heaps = values.iter().enumerate().skip(1).map(|(heap, value)| Part { heap, code: value.index() });
            heaps.filter(|part| best.is_rare(part.heap, part.code))
        };
        // Counted before they are listed: without a mask the list is not needed, and it could have half of all heaps.
        let count = known.as_ref().map_or_else(|| rare().count(), Vec::len);
        let has_mask = match wanted {
            Some(Algorithm::SparseSpace) => true,
            Some(Algorithm::Search) => false,
            _ => mask_pays(count, values.len(), pairs, tuning),
        };
        let mask = has_mask.then_some(best);
        // The likely parts are not chosen yet, and the rare heaps are taken for half of all parts. The number of
        // threads is not asked: the parts, and so the rows, are the same for any number of threads.
        let by_threads = count >= tuning.thread_parts / 2;
        let (rare, likely) = match mask {
            Some(mask) => (
                known.unwrap_or_else(|| rare().collect()),
                likely_parts(values, width, mask, pairs.breaks().count(), by_threads, tuning),
            ),
            None => (Vec::new(), tries.parts(values)),
        };
        // With a mask witnesses usually lie among the first pairs, so the first values in reverse are enough. Without
        // a mask each heap needs all its pairs. Until the sequence has doubled, the smaller heap of a pair is one of
        // the known heaps, so all pairs are compared at vector speed.
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
            steps: 0,
        }
    }

    /// Whether sets would have cost less for the heaps since it was made, if it has doubled the sequence.
    pub(in crate::heap::sequence) fn is_dearer_than_sets(&self) -> bool {
        sets_pay(self.steps, self.until, self.width, &self.pairs, &self.tuning)
    }

    /// Extends the values until there are `heaps`, or until the engine is to be made anew; [`Stop::Done`] in both cases.
    pub(in crate::heap::sequence) fn extend(
        &mut self,
        values: &mut Vec<V>,
        heaps: usize,
        watch: &mut Watch<'_>,
    ) -> Stop {
        let heaps = heaps.min(self.until);
        let mut stop = Stop::Done;
        // `extend_rows` also returns `Done` after a value that its rows are too narrow for. Each turn makes new rows.
        while values.len() < heaps && stop == Stop::Done {
            stop = self.extend_rows(values, heaps, watch);
        }
        stop
    }

    /// Extends the values until there are `heaps`, or until a value is too large for the rows, with worker threads where they pay.
    fn extend_rows(&mut self, values: &mut Vec<V>, heaps: usize, watch: &mut Watch<'_>) -> Stop {
        let (fewest, _) = self.pairs.fewest_and_most();
        // Values of two bytes get no rows of one word, whose loops are compiled for bytes only.
        let width = self.width.max(self.tuning.row_width).max(if V::BITS == 8 { 0 } else { 65 });
        let mut window = Window::new(
            width,
            &self.pairs,
            values,
            [&self.rare, &self.likely],
            self.mask.is_some(),
            self.tuning.lane_window,
        );
        let threads = watch.threads;
        // Rows of one word are marked faster than they could be handed over.
        if threads == 1 || window.words == 1 || !threads_pay(self.parts(), heaps - values.len(), &self.tuning) {
            return self.extend_chunk(values, heaps, watch, &mut window, None);
        }
        // The first sum whose row is missing, and the sum after the last one that heaps below `heaps` leave.
        let (sums, tuning, mut stop) = ([values.len() - fewest, heaps - fewest], self.tuning, Stop::Done);
        Ahead::with_threads(threads, window.words, sums, &tuning, &mut |ahead| {
            stop = self.extend_chunk(values, heaps, watch, &mut window, Some(ahead));
        });
        stop
    }

    /// Number of parts of each sum.
    fn parts(&self) -> usize {
        self.rare.len() + self.likely.len() + self.halves()
    }

    /// Number of heaps of nearly half a sum that are parts as well.
    fn halves(&self) -> usize {
        if self.mask.is_none() { self.likely.len() } else { 0 }
    }

    /// Extends the values, by the rows that were marked ahead, if there are any. There is a copy of the loop for rows of one word, and one for
    /// all that are wider.
    fn extend_chunk(
        &mut self,
        values: &mut Vec<V>,
        heaps: usize,
        watch: &mut Watch<'_>,
        window: &mut Window,
        ahead: Option<&mut Ahead<'_>>,
    ) -> Stop {
        match window.words {
            1 if const { V::BITS == 8 } => self.extend_by([0; 1], values, heaps, watch, window, ahead),
            words => self.extend_by(vec![0; words], values, heaps, watch, window, ahead),
        }
    }

    /// Extends the values, with `row` as room for one row.
    fn extend_by(
        &mut self,
        mut row: impl AsMut<[u64]>,
        values: &mut Vec<V>,
        heaps: usize,
        watch: &mut Watch<'_>,
        window: &mut Window,
        mut ahead: Option<&mut Ahead<'_>>,
    ) -> Stop {
        let marked = row.as_mut();
        let words = marked.len();
        let (fewest, _) = self.pairs.fewest_and_most();
        let mask = self.mask;
        // Without a mask every value has to be excluded by a search.
        let is_rare = |heap, value| mask.is_none_or(|mask| mask.is_rare(heap, value));
        while values.len() < heaps {
            let heap = values.len();
            // The largest sum that a move leaves: all others were the largest for an earlier heap, and have their rows.
            let newest = heap - fewest;
            let parts = self.parts();
            // Sums come one by one, so a missing sum is the first of the next block.
            if !window.has(newest) {
                let lists = [&self.rare[..], &self.likely];
                window.go_on(values, lists, self.halves(), ahead.as_deref_mut());
            }
            // Marks that could not be made for the whole block: all partners in this sum are known by this time.
            window.mark_others(values, newest, &self.rare, words);
            // Smaller heaps of pairs that are marked already are compared last.
            // Without a mask `likely` has the heaps 1, 2, .., so the parts after these begin at its length plus 1.
            let search_from = if mask.is_some() { 1 } else { self.likely.len() + 1 };
            self.tried += parts as u64;
            // The options of the heap are united in `marked`. `pairs.ends` is not needed: no heap from `start` on is
            // small enough to be taken whole.
            marked.fill(0);
            for taken in &self.pairs.unequal {
                unite(marked, window.row(heap - taken, words));
            }
            // The division into equal heaps, of value 0, is marked too but is no move.
            // Sums of `splits` are united after this line, since there equal heaps are a move.
            marked[0] &= !1;
            for taken in &self.pairs.splits {
                unite(marked, window.row(heap - taken, words));
            }
            for taken in &self.pairs.ones {
                mark(marked, values[heap - taken].index());
            }
            // An even sum of at least 2 leaves two equal heaps, whose values cancel.
            if self.pairs.halves.iter().any(|taken| heap % 2 == taken % 2) {
                mark(marked, 0);
            }
            let mut compared = 0;
            // Each turn excludes one more value, so the loop ends at the first value that a mask or a search proves
            // not to be excluded.
            let value = loop {
                let value = first_unmarked(marked);
                // All values so far are below this power of two, and so are their nim-sums: the next value is the width itself.
                if value == 64 * words {
                    break value;
                }
                // The mark of 0 was taken back for unequal heaps, though unequal heaps of equal values may have it.
                let is_proved = !is_rare(heap, value) && (value > 0 || self.pairs.unequal.is_empty());
                if is_proved || !self.search.finds(values, &self.pairs, value, search_from, &mut compared) {
                    break value;
                }
                mark(marked, value);
            };
            self.tried += compared;
            // The mean of the pairs compared one by one, for each heap, is above the threshold: from here on all
            // pairs are compared at vector speed.
            if !self.deep && self.search.slow > self.tuning.slow_pairs.saturating_mul(values.len() as u64) {
                self.deep = true;
                self.search = Search::new(values, &self.tuning);
            }
            // Before the value is stored: the next engine, with wider integers, computes this heap again.
            if value >= self.tuning.limit::<V>() {
                return Stop::TooWide;
            }
            if mask.is_none() {
                // A sum of *m* counters has at most *m*/2 pairs. The proof that the value is not excluded compares
                // each of them once.
                let needed = self.pairs.breaks().map(|taken| (heap - taken) as u64 / 2).sum();
                if self.tries.learn(compared, needed, &self.tuning) {
                    self.likely = self.tries.parts(values);
                }
            } else if is_rare(heap, value) {
                // The rows that exist stay right. Up to this heap no sum has it as a part, and later sums of the
                // block get its marks from `mark_others`.
                self.rare.push(Part { heap, code: value });
            }
            values.push(V::of(value));
            self.width = self.width.max(value + 1);
            if self.tell(values.len(), parts as u64 + compared, words, watch).is_break() {
                return Stop::Cancelled;
            }
            // Not an error: the caller comes back with rows that are wide enough.
            if value >= window.width {
                return Stop::Done;
            }
        }
        Stop::Done
    }

    /// Tells the watch of a heap, with the pairs that were marked or compared for it and the words of a row.
    #[inline]
    fn tell(&mut self, heaps: usize, pairs: u64, words: usize, watch: &mut Watch<'_>) -> ControlFlow<()> {
        // Vectors have 16 bytes. The rows of all sums were united.
        let steps = pairs * size_of::<V>() as u64 / 16 + (self.pairs.breaks().count() * words) as u64;
        self.steps += steps;
        watch.tell(heaps)?;
        // Where moves leave hundreds of sums a heap takes milliseconds, so the callback is called by the work as well.
        watch.step(usize::try_from(steps).unwrap_or(usize::MAX))
    }
}
