//! Witnesses: divisions that prove a value to be excluded.

use std::ops::{BitXor, Range};

use crate::heap::sequence::plan::Pairs;
use crate::heap::sequence::sparse::ahead::AHEAD;
use crate::heap::sequence::sparse::mask::Mask;
use crate::heap::sequence::values::{Value, low_byte};

/// How many pairs are compared before the next look at whether there was a hit.
const CHUNK: usize = 64;
/// How many pairs of each sum are looked at first.
const BIT: usize = 1024;

/// The search for two heaps of given sum and given nim-sum of values.
///
/// The first heaps are kept in reverse as well, so that both heaps of successive pairs are read from left to right: 16 pairs of
/// one-byte values are compared by four instructions of the plainest vector unit.
///
/// Where values have two bytes and the mask has the ninth bit, the lower bytes alone tell whether two common heaps have the value
/// that is wanted, if it is below 512: of a rare value the lower byte determines the ninth bit. Then lower bytes are compared, twice
/// as many at a time, and the whole values only where those agree.
#[derive(Clone, Debug)]
pub(super) struct Search<V> {
    /// The value of heap `reversed.len() − 1 − i` at place *i*.
    reversed: Vec<V>,
    low: Option<LowBytes>,
    /// How many pairs have been compared one by one, since their smaller heap is not among the reversed ones.
    slow: u64,
}

/// The lower bytes of values.
#[derive(Clone, Debug)]
struct LowBytes {
    reversed: Vec<u8>,
    /// The heap of the first of the following.
    first: usize,
    latest: Vec<u8>,
}

impl LowBytes {
    fn new<V: Value>(reversed: &[V]) -> Self {
        Self { reversed: reversed.iter().map(|value| low_byte(value.index())).collect(), first: 0, latest: Vec::new() }
    }

    /// Makes the bytes of so many of the last values known, and of some more.
    #[inline]
    fn follow<V: Value>(&mut self, values: &[V], window: usize) {
        if self.latest.len() > 4 * window || self.first + self.latest.len() + window < values.len() {
            self.latest.clear();
            self.first = values.len().saturating_sub(window);
        }
        let new = values.get(self.first + self.latest.len()..).unwrap_or(&[]);
        self.latest.extend(new.iter().map(|value| low_byte(value.index())));
    }

    /// The bytes of reversed heaps and of others, if they are known.
    #[inline]
    fn get(&self, ours: Range<usize>, theirs: Range<usize>) -> Option<(&[u8], &[u8])> {
        let theirs = theirs.start.wrapping_sub(self.first)..theirs.end.wrapping_sub(self.first);
        self.reversed.get(ours).zip(self.latest.get(theirs))
    }
}

impl<V: Value> Search<V> {
    /// A search that is fast for pairs whose smaller heap is one of these, for values of which so many are `width`.
    pub(super) fn new(values: &[V], width: usize, mask: Option<Mask>) -> Self {
        let reversed: Vec<V> = values.iter().rev().copied().collect();
        let are_low_bytes_enough = (257..=512).contains(&width) && mask.is_some_and(Mask::tells_ninth_bit);
        let low = are_low_bytes_enough.then(|| LowBytes::new(&reversed));
        Self { reversed, low, slow: 0 }
    }

    /// Whether a move divides the heap that comes after `values` into heaps of this value. Parts are looked at from `from` on,
    /// and those before it in the end. Adds how many pairs were compared.
    pub(super) fn finds(&mut self, values: &[V], pairs: &Pairs, value: usize, from: usize, compared: &mut u64) -> bool {
        let heap = values.len();
        let wanted = V::of(value);
        if let Some(low) = &mut self.low {
            low.follow(values, self.reversed.len() + pairs.most_taken() + 1);
        }
        // Each sum, and how many parts there are up to the half of it.
        let sum = |taken: &usize| heap.saturating_sub(*taken);
        let any = pairs.splits.iter().map(|taken| (sum(taken), sum(taken) / 2));
        let unequal = pairs.unequal.iter().map(|taken| (sum(taken), sum(taken).saturating_sub(1) / 2));
        let sums = any.chain(unequal);
        let mut in_ranges = |first: usize, end: usize| {
            sums.clone().any(|(sum, most)| self.in_range(values, sum, first..end.min(most + 1), wanted, compared))
        };
        // Of each sum a bit, and only then all.
        in_ranges(from, from + BIT) || in_ranges(from + BIT, usize::MAX - 1) || in_ranges(1, from)
    }

    /// How many pairs have been compared one by one.
    pub(super) fn slow(&self) -> u64 {
        self.slow
    }

    /// Whether a part in this range and the rest of the sum have the value.
    fn in_range(&mut self, values: &[V], sum: usize, parts: Range<usize>, wanted: V, compared: &mut u64) -> bool {
        let Range { start, end } = parts;
        if start >= end {
            return false;
        }
        // The smaller heaps of the first pairs are among the reversed ones.
        let fast = self.reversed.len().clamp(start, end);
        if start < fast && self.is_among_reversed(values, sum, start..fast, wanted, compared) {
            return true;
        }
        *compared += (end - fast) as u64;
        self.slow += (end - fast) as u64;
        let ours = values.get(fast..end);
        let theirs = values.get(sum + 1 - end..sum + 1 - fast);
        ours.zip(theirs).is_some_and(|(ours, theirs)| {
            ours.iter().zip(theirs.iter().rev()).any(|(ours, theirs)| *ours ^ *theirs == wanted)
        })
    }

    /// The same for pairs whose smaller heap is one of the reversed.
    #[inline]
    fn is_among_reversed(&self, values: &[V], sum: usize, parts: Range<usize>, wanted: V, compared: &mut u64) -> bool {
        let [ours, theirs] = self.places(sum, parts);
        let whole = self.reversed.get(ours.clone()).zip(values.get(theirs.clone()));
        match self.low.as_ref().and_then(|low| low.get(ours, theirs)) {
            // Whole values are looked at where lower bytes agree.
            Some((low_ours, low_theirs)) => {
                chunk_with(low_ours, low_theirs, low_byte(wanted.index()), compared, |chunk| {
                    whole.is_some_and(|(ours, theirs)| {
                        let chunk = ours.get(chunk.clone()).zip(theirs.get(chunk));
                        chunk.is_some_and(|(ours, theirs)| any_pair(ours, theirs, wanted))
                    })
                })
            }
            None => whole.is_some_and(|(ours, theirs)| chunk_with(ours, theirs, wanted, compared, |_| true)),
        }
    }

    /// Where the smaller heaps of these pairs stand among the reversed ones, and the larger ones among all.
    #[inline]
    fn places(&self, sum: usize, parts: Range<usize>) -> [Range<usize>; 2] {
        let count = self.reversed.len();
        [count - parts.end..count - parts.start, sum + 1 - parts.end..sum + 1 - parts.start]
    }
}

/// Whether there is a pair with the value in a chunk that is good. The last pairs are looked at first.
#[inline]
pub(super) fn chunk_with<T: Copy + Eq + BitXor<Output = T>>(
    ours: &[T],
    theirs: &[T],
    wanted: T,
    compared: &mut u64,
    is_good: impl Fn(Range<usize>) -> bool,
) -> bool {
    let (first_ours, our_chunks) = ours.as_rchunks::<CHUNK>();
    let (first_theirs, their_chunks) = theirs.as_rchunks::<CHUNK>();
    let mut to = ours.len();
    for (ours, theirs) in our_chunks.iter().zip(their_chunks).rev() {
        *compared += CHUNK as u64;
        if any_pair(ours, theirs, wanted) && is_good(to - CHUNK..to) {
            return true;
        }
        to -= CHUNK;
    }
    *compared += to as u64;
    any_pair(first_ours, first_theirs, wanted) && is_good(0..to)
}

/// Without a branch for each pair, so that pairs are compared many at a time.
#[expect(clippy::needless_bitwise_bool, reason = "the lazy operator would be a branch")]
#[inline]
fn any_pair<T: Copy + Eq + BitXor<Output = T>>(ours: &[T], theirs: &[T], wanted: T) -> bool {
    ours.iter().zip(theirs).fold(false, |hit, (ours, theirs)| hit | (*ours ^ *theirs == wanted))
}

/// What a search costs, in pairs of the kind that are simply tried: so much at least, and one for so many values, since the
/// more values there are the more pairs are compared before one has the value that is wanted.
const SEARCH: usize = 100;
const VALUES_A_PAIR: usize = 2;
/// How much more it may cost where a second thread tries the pairs.
const MARKED_ELSEWHERE: usize = 3;
/// The most likely parts that are tried for every heap.
const MOST_LIKELY: usize = 1 << 14;
/// The frequency of values is that among so many heaps at most.
const RECENT: usize = 1 << 16;
/// Parts are chosen from these heaps.
const SMALL: usize = 1 << 15;

/// The parts that are tried for every heap because they exclude the most: chosen one by one, each as the one that is expected
/// to exclude most of what those before it have left, by the frequency of values among recent heaps, as long as that spares
/// more than it costs.
///
/// `is_wanted` says which values need a witness.
pub(super) fn likely_parts<V: Value>(
    values: &[V],
    width: usize,
    sums: usize,
    first: usize,
    is_candidate: impl Fn(usize, usize) -> bool,
    is_wanted: impl Fn(usize) -> bool,
) -> Vec<(u32, V)> {
    let recent = values.get((values.len() / 2).max(values.len().saturating_sub(RECENT))..).unwrap_or(values);
    let width = width.next_power_of_two().max(8);
    let mut frequency = vec![0.0; width];
    let one = 1.0 / f64::from(u32::try_from(recent.len().max(1)).unwrap_or(u32::MAX));
    for value in recent {
        if let Some(share) = frequency.get_mut(value.index()) {
            *share += one;
        }
    }
    // How likely it is that a value is asked for and not yet excluded: at first, that the heap's value is larger.
    let mut open: Vec<f64> = frequency.clone();
    let mut above = 0.0;
    for (value, share) in open.iter_mut().enumerate().rev() {
        let larger = above;
        above += *share;
        *share = if is_wanted(value) { larger } else { 0.0 };
    }
    let mut parts: Vec<Vec<u32>> = vec![Vec::new(); width];
    for (heap, value) in (0..).zip(values).take(SMALL).skip(first) {
        if is_candidate(heap as usize, value.index())
            && let Some(list) = parts.get_mut(value.index())
        {
            list.push(heap);
        }
    }
    for list in &mut parts {
        list.sort_unstable_by_key(|heap| heap.wrapping_mul(0x9e37_79b9));
    }
    let mut chosen = Vec::new();
    let many = if first > AHEAD { MARKED_ELSEWHERE } else { 1 };
    let search = f64::from(u32::try_from(many * (SEARCH + width / VALUES_A_PAIR)).unwrap_or(u32::MAX));
    // Rough expectations are made once for all values that have parts, and again only for the best, since they only fall.
    let expected = |open: &[f64], value: usize| -> f64 {
        // In eight sums, so that none waits for the one before.
        let mut sums = [0.0; 8];
        for (block, open) in open.as_chunks::<8>().0.iter().enumerate() {
            let Some(shares) = frequency.as_chunks::<8>().0.get(block ^ (value / 8)) else { continue };
            for (lane, (sum, open)) in sums.iter_mut().zip(open).enumerate() {
                *sum += open * shares[(lane ^ value) % 8];
            }
        }
        sums.iter().sum()
    };
    let mut queue: Vec<(f64, usize)> = (0..width)
        .filter(|value| parts.get(*value).is_some_and(|list| !list.is_empty()))
        .map(|value| (expected(&open, value), value))
        .collect();
    queue.sort_by(|one, other| one.0.total_cmp(&other.0));
    while chosen.len() < MOST_LIKELY
        && let Some((_, value)) = queue.pop()
    {
        let gain = expected(&open, value);
        if queue.last().is_some_and(|next| next.0 > gain) {
            insert(&mut queue, (gain, value));
            continue;
        }
        if gain * search < 1.0 {
            break;
        }
        let Some(part) = parts.get_mut(value).and_then(Vec::pop) else { continue };
        chosen.push((part, V::of(value)));
        for (wanted, open) in open.iter_mut().enumerate() {
            let hit = frequency.get(wanted ^ value).copied().unwrap_or(0.0);
            for _ in 0..sums {
                *open *= 1.0 - hit;
            }
        }
        insert(&mut queue, (gain, value));
    }
    chosen.sort_unstable_by_key(|(part, _)| *part);
    chosen
}

fn insert(queue: &mut Vec<(f64, usize)>, entry: (f64, usize)) {
    let place = queue.partition_point(|other| other.0 < entry.0);
    queue.insert(place, entry);
}
