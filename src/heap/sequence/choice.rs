//! The choice between algorithms: a cost model whose terms are fields of [`Tuning`].
//!
//! Costs are counted in pairs, never timed, so that the same code takes the same way on every machine. [`Pairs`] are faster than sets of
//! values for every code that they work for, from the first thousand heaps on (bench `0.77 to 3000`).

use crate::heap::pairs::Pairs;
use crate::heap::sequence::tuning::Tuning;

/// Whether a mask with this number of rare heaps costs less than none. Until the sequence has doubled, a heap costs one mark for each
/// rare heap with a mask. Without a mask it costs the comparison of all pairs of each sum, whose number is half that of the heaps.
pub(super) fn mask_pays(rare: usize, heaps: usize, pairs: &Pairs, tuning: &Tuning) -> bool {
    rare.saturating_mul(tuning.mark_cost) < pairs.breaks().count().saturating_mul(heaps / 2)
}

/// Whether worker threads pay for this number of parts of each sum, with this number of heaps to compute.
pub(super) fn threads_pay(parts: usize, heaps: usize, tuning: &Tuning) -> bool {
    parts >= tuning.thread_parts && heaps >= tuning.thread_heaps
}

#[cfg(test)]
mod tests {
    use super::{mask_pays, threads_pay};
    use crate::heap::TakeAndBreak;
    use crate::heap::pairs::Pairs;
    use crate::heap::sequence::tuning::Tuning;

    #[test]
    fn what_costs_less_is_chosen() {
        let tuning = Tuning { mark_cost: 12, thread_parts: 600, thread_heaps: 2048, ..Tuning::default() };
        // Two sums of 120 heaps have 60 pairs each.
        let pairs = Pairs::of(&TakeAndBreak::kayles()).unwrap();
        assert!((0..20).all(|rare| mask_pays(rare, 120, &pairs, &tuning) == (12 * rare < 120)));
        for (parts, heaps, pay) in
            [(600, 2048, true), (599, 2048, false), (600, 2047, false), (0, 0, false), (601, 2049, true)]
        {
            assert_eq!(threads_pay(parts, heaps, &tuning), pay, "{parts} parts, {heaps} heaps");
        }
    }
}
