//! The search for a witness: a division which proves that a value is excluded.

use std::ops::{BitXor, Range};

use crate::heap::pairs::Pairs;
use crate::heap::sequence::tuning::Tuning;
use crate::heap::values::Value;

/// Number of pairs that are compared between two checks whether one of them is a witness: four vectors of 16 values of one byte. The bench
/// `0.007 to 20000` covers it.
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
        // The three ranges have no part in common and together all parts. The first pairs of every sum come before
        // the rest of any sum, since a witness is usually found soon or not at all.
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
            // For the parts 1 to 3 of the sum 10, `ours` are the values of 3, 2, 1 and `theirs` those of 7, 8, 9.
            let ours = &self.reversed[kept - fast..kept - start];
            if any_of_chunks(ours, &values[sum + 1 - fast..=sum - start], wanted, compared) {
                return true;
            }
        }
        // All pairs of the rest are counted, also where a witness is found before the last of them.
        *compared += (end - fast) as u64;
        self.slow += (end - fast) as u64;
        // From `fast` on the parts ascend and their partners descend, so `theirs` is read from its end.
        let (ours, theirs) = (&values[fast..end], &values[..sum + 1 - fast]);
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
        // A whole chunk is compared before its result is looked at.
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

#[cfg(test)]
mod tests {
    use super::Search;
    use crate::heap::TakeAndBreak;
    use crate::heap::pairs::Pairs;
    use crate::heap::sequence::tuning::Tuning;

    /// The pairs of all sums, each by its smaller heap and the nim-sum of its values.
    fn all_pairs(values: &[u8], pairs: &Pairs) -> Vec<(usize, u8)> {
        let of_sum = |sum: usize, most: usize| (1..=most).map(move |part| (part, values[part] ^ values[sum - part]));
        let heap = values.len();
        let any = pairs.splits.iter().flat_map(|taken| of_sum(heap - taken, (heap - taken) / 2));
        any.chain(pairs.unequal.iter().flat_map(|taken| of_sum(heap - taken, (heap - taken - 1) / 2))).collect()
    }

    #[test]
    fn a_search_finds_what_a_loop_finds_and_compares_no_pair_twice() {
        for text in ["0.07", "0.77", "4!.0", "4!.04=4"] {
            let pairs = Pairs::of(&text.parse::<TakeAndBreak>().unwrap()).unwrap();
            for heaps in [10, 11, 128, 129, 150, 300, 301] {
                let values: Vec<u8> = (0..heaps).map(|heap| u8::try_from(heap * heap % 61 % 32).unwrap()).collect();
                let all = all_pairs(&values, &pairs);
                for kept in [0, 1, 2, 64, 65, 70, heaps] {
                    let kept = kept.min(heaps);
                    for (first_pairs, from) in [(0, 1), (1, 2), (5, 1), (20, 3), (70, 5), (100, 40), (1000, 1)] {
                        let tuning = Tuning { first_pairs, ..Tuning::default() };
                        let first = all.iter().filter(|(part, _)| (from..from + first_pairs).contains(part));
                        for wanted in 0..40 {
                            let mut search = Search::new(&values[..kept], &tuning);
                            let mut compared = 0;
                            let found = search.finds(&values, &pairs, wanted.into(), from, &mut compared);
                            let what = format!("{text}: {wanted} of {heaps}, {kept} kept, {first_pairs} from {from}");
                            assert_eq!(found, all.iter().any(|(_, value)| *value == wanted), "{what}");
                            if first.clone().any(|(_, value)| *value == wanted) {
                                assert!((1..=first.clone().count() as u64).contains(&compared), "{what}: {compared}");
                            }
                            if !found {
                                let slow = all.iter().filter(|(part, _)| *part >= kept).count();
                                assert_eq!((compared, search.slow), (all.len() as u64, slow as u64), "{what}");
                            }
                        }
                    }
                }
            }
        }
    }
}
