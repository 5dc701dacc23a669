//! Sparse spaces: the linear forms that divide values into rare and common ones.

use crate::heap::sequence::values::Value;

/// Heaps divided in two classes, rare and common.
///
/// A heap of *n* counters and value *g* is *rare* if the number of ones of *g* in the mask is even, plus *n* + *k* if the
/// parity of the heap counts and the moves that divide take numbers of counters of the parity of *k*. So a move that divides
/// leaves two heaps of the same class exactly if the value that they have together would make the heap rare: common values come
/// from one rare heap and one common heap only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::heap::sequence) struct Mask {
    /// The ones of the value that count.
    pub(in crate::heap::sequence) ones: u32,
    /// Whether the parity of the heap counts as well.
    pub(in crate::heap::sequence) parity: bool,
    /// The parity of the number of counters that is taken when a heap is divided.
    pub(in crate::heap::sequence) taken_odd: bool,
}

/// So many heaps at the beginning, where the most are rare, and at the end decide on the mask.
const SAMPLE: usize = 1 << 16;

impl Mask {
    #[inline]
    pub(in crate::heap::sequence) fn is_rare(self, heap: usize, value: usize) -> bool {
        // Values are below 2^32.
        let ones = (value & self.ones as usize).count_ones() as usize;
        // The parity of the sum of heap and counters taken, without the sum, which may overflow.
        let odd = self.parity && heap.is_multiple_of(2) == self.taken_odd;
        (ones + usize::from(odd)).is_multiple_of(2)
    }

    /// Whether the lower byte of a value below 512 determines its ninth bit, in one way for rare values and in the other for common
    /// ones.
    pub(super) fn tells_ninth_bit(self) -> bool {
        self.ones & 1 << 8 != 0
    }

    /// The mask that makes the fewest of the first and last heaps rare. It is found by a Walsh-Hadamard transform of the
    /// histogram of the values, of time *w* log *w* for values below *w*, for all masks at once.
    pub(super) fn best<V: Value>(values: &[V], width: usize, breaks: impl Iterator<Item = usize>) -> Self {
        let breaks: Vec<usize> = breaks.map(|taken| taken % 2).collect();
        let taken_odd = breaks.first() == Some(&1);
        let parity_may_count = breaks.iter().all(|taken| *taken == usize::from(taken_odd));
        let mut even = vec![0_i64; width.next_power_of_two()];
        let mut odd = even.clone();
        let (first, last) = (values.len().min(SAMPLE), values.len().saturating_sub(SAMPLE).max(SAMPLE));
        let heaps = (1..first).chain(last..values.len());
        let sample = heaps.filter_map(|heap| Some((heap, values.get(heap)?)));
        for (heap, value) in sample {
            let histogram = if heap % 2 == 0 { &mut even } else { &mut odd };
            if let Some(count) = histogram.get_mut(value.index()) {
                *count += 1;
            }
        }
        transform(&mut even);
        transform(&mut odd);
        let sign = if taken_odd { -1 } else { 1 };
        let mut best = (i64::MAX, Self { ones: 0, parity: false, taken_odd });
        for (ones, (even, odd)) in (0..).zip(even.iter().zip(&odd)) {
            let without = (even + odd, Self { ones, parity: false, taken_odd });
            let with = (sign * (even - odd), Self { ones, parity: true, taken_odd });
            let choices = [(ones > 0).then_some(without), parity_may_count.then_some(with)];
            // The first of equals, which has the smallest mask.
            for choice in choices.into_iter().flatten() {
                if choice.0 < best.0 {
                    best = choice;
                }
            }
        }
        // What the transform gives is the number of rare heaps minus that of common ones.
        best.1
    }
}

/// The Walsh-Hadamard transform, in place: at place *m*, the sum of what is at *v*, with a minus for each one of *v* in *m*.
fn transform(sums: &mut [i64]) {
    let mut half = 1;
    while half < sums.len() {
        for block in sums.chunks_exact_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for (low, high) in low.iter_mut().zip(high) {
                (*low, *high) = (*low + *high, *low - *high);
            }
        }
        half *= 2;
    }
}
