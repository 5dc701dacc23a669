//! Sparse spaces: linear forms that divide values into rare and common ones.

use crate::heap::pairs::Pairs;
use crate::heap::values::Value;

/// A division of heaps into two classes, rare and common.
///
/// A heap of *n* counters and value *g* is *rare* if *g* has an even number of ones in the mask. Where the parity of the heap counts,
/// *n* + *k* is added to that number; *k* is the number of counters taken by a move that divides, and its parity is the same for all
/// such moves. Theorem: a move that divides leaves two heaps of the same class exactly if the nim-sum of their values would make the
/// original heap rare. So only a pair of one rare and one common heap excludes a common value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mask {
    /// The bits of the value that count.
    pub(super) ones: u32,
    /// Whether the parity of the heap counts too.
    pub(super) parity: bool,
    /// Whether moves that divide take an odd number of counters.
    pub(super) taken_odd: bool,
}

impl Mask {
    #[inline]
    pub(super) fn is_rare(self, heap: usize, value: usize) -> bool {
        // Values are below 2^32.
        let ones = (value & self.ones as usize).count_ones() as usize;
        // Parity of the heap plus the counters taken; the sum itself might overflow.
        let odd = self.parity && heap.is_multiple_of(2) == self.taken_odd;
        (ones + usize::from(odd)).is_multiple_of(2)
    }

    /// The mask that makes the fewest heaps rare among the first `sample` heaps, where most rare heaps are, and the last. Values are below
    /// `width`.
    pub(super) fn best<V: Value>(values: &[V], width: usize, pairs: &Pairs, sample: usize) -> Self {
        // The transform needs a power of two as length.
        let mut histograms = [vec![0; width.next_power_of_two()], vec![0; width.next_power_of_two()]];
        let (first, last) = (values.len().min(sample), values.len().saturating_sub(sample).max(sample));
        // Heap 0 is left out, since no move leaves an empty heap. `last` is at least `sample`, so no heap is counted
        // twice.
        for heaps in [1..first, last..values.len()] {
            for heap in heaps {
                histograms[heap % 2][values[heap].index()] += 1;
            }
        }
        Self::best_of(histograms, pairs)
    }

    /// The best mask for the numbers of even and of odd heaps that have each value. A Walsh-Hadamard transform counts the rare heaps of all
    /// masks at once: *w* log *w* steps for values below *w*.
    fn best_of([mut even, mut odd]: [Vec<i64>; 2], pairs: &Pairs) -> Self {
        let taken_odd = pairs.breaks().next().is_some_and(|taken| taken % 2 == 1);
        let parity_may_count = pairs.breaks().all(|taken| (taken % 2 == 1) == taken_odd);
        transform(&mut even);
        transform(&mut odd);
        // Where the parity counts, heaps of one parity are rare with an odd number of ones, so their sums get a
        // minus: odd heaps if moves take an even number of counters, even heaps if moves take an odd number.
        let sign = if taken_odd { -1 } else { 1 };
        let mut best = (i64::MAX, Self { ones: 0, parity: false, taken_odd });
        for (ones, (even, odd)) in (0..).zip(even.iter().zip(&odd)) {
            // Each sum of the transform is the number of rare heaps minus that of common ones.
            let without = (even + odd, Self { ones, parity: false, taken_odd });
            let with = (sign * (even - odd), Self { ones, parity: true, taken_odd });
            // Without ones and parity the mask would make each heap rare.
            let choices = [(ones > 0).then_some(without), parity_may_count.then_some(with)];
            // Of equal masks the smallest, which comes first.
            for choice in choices.into_iter().flatten() {
                if choice.0 < best.0 {
                    best = choice;
                }
            }
        }
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
