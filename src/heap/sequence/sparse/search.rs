//! The search for a witness: a division which proves that a value is excluded.

use std::ops::{BitXor, Range};

use crate::heap::pairs::Pairs;
use crate::heap::sequence::tuning::Tuning;
use crate::heap::sequence::values::Value;

/// Pairs that are compared before the next look at whether one of them was a witness: four vectors of bytes.
const CHUNK: usize = 64;

/// The search for two heaps of given sum and given nim-sum of values.
///
/// The values of the first heaps are kept in reverse, so that both heaps of successive pairs are read from left to right: 16 pairs
/// of one-byte values are compared by four instructions of the plainest vector unit.
#[derive(Clone, Debug)]
pub(super) struct Search<V> {
    /// The value of heap `reversed.len() − 1 − i` is at place *i*.
    reversed: Vec<V>,
    first_pairs: usize,
    /// Number of pairs that were compared one by one, since their smaller heap is not among the reversed ones.
    pub(super) slow: u64,
}

impl<V: Value> Search<V> {
    /// A search that is fast for pairs whose smaller heap is one of these.
    pub(super) fn new(values: &[V], tuning: &Tuning) -> Self {
        Self { reversed: values.iter().rev().copied().collect(), first_pairs: tuning.first_pairs, slow: 0 }
    }

    /// Whether a move divides the heap that comes after `values` into heaps of this value. Parts from `from` on are compared before
    /// those below it. Adds the number of compared pairs to `compared`.
    pub(super) fn finds(&mut self, values: &[V], pairs: &Pairs, value: usize, from: usize, compared: &mut u64) -> bool {
        let heap = values.len();
        let wanted = V::of(value);
        // Each sum, and the largest smaller heap.
        let any = pairs.splits.iter().map(|taken| (heap - taken, (heap - taken) / 2));
        let unequal = pairs.unequal.iter().map(|taken| (heap - taken, (heap - taken - 1) / 2));
        let sums = any.chain(unequal);
        let middle = from + self.first_pairs;
        let mut in_ranges = |first: usize, end: usize| {
            sums.clone().any(|(sum, most)| self.in_range(values, sum, first..end.min(most + 1), wanted, compared))
        };
        // The first pairs of every sum before the rest of any, since a witness is found soon or not at all.
        in_ranges(from, middle) || in_ranges(middle, usize::MAX) || in_ranges(1, from)
    }

    /// Whether a part in this range and the rest of the sum have the value.
    fn in_range(&mut self, values: &[V], sum: usize, parts: Range<usize>, wanted: V, compared: &mut u64) -> bool {
        let Range { start, end } = parts;
        if start >= end {
            return false;
        }
        let kept = self.reversed.len();
        // Parts below this are among the reversed values; the others are compared one by one.
        let fast = kept.clamp(start, end);
        if start < fast {
            let ours = &self.reversed[kept - fast..kept - start];
            if any_of_chunks(ours, &values[sum + 1 - fast..=sum - start], wanted, compared) {
                return true;
            }
        }
        *compared += (end - fast) as u64;
        self.slow += (end - fast) as u64;
        let (ours, theirs) = (&values[fast..end], &values[sum + 1 - end..sum + 1 - fast]);
        ours.iter().zip(theirs.iter().rev()).any(|(ours, theirs)| *ours ^ *theirs == wanted)
    }
}

/// Whether a pair of two lists has the value. The last pairs, which have the smallest heaps, are compared first.
#[inline]
fn any_of_chunks<T: Copy + Eq + BitXor<Output = T>>(ours: &[T], theirs: &[T], wanted: T, compared: &mut u64) -> bool {
    // Chunks from the end, so that what does not fill one stands where the parts are largest and a witness least likely.
    let (first_ours, our_chunks) = ours.as_rchunks::<CHUNK>();
    let (first_theirs, their_chunks) = theirs.as_rchunks::<CHUNK>();
    for (ours, theirs) in our_chunks.iter().zip(their_chunks).rev() {
        *compared += CHUNK as u64;
        if any_pair(ours, theirs, wanted) {
            return true;
        }
    }
    *compared += first_ours.len() as u64;
    any_pair(first_ours, first_theirs, wanted)
}

/// Whether a pair has the value, without a branch for each pair, so that pairs are compared many at a time.
#[expect(clippy::needless_bitwise_bool, reason = "the lazy operator would be a branch")]
#[inline]
fn any_pair<T: Copy + Eq + BitXor<Output = T>>(ours: &[T], theirs: &[T], wanted: T) -> bool {
    ours.iter().zip(theirs).fold(false, |hit, (ours, theirs)| hit | (*ours ^ *theirs == wanted))
}
