//! The choice between algorithms: a cost model whose terms are fields of [`Tuning`].
//!
//! Costs are counted in pairs, never timed, so that the same code takes the same way on every machine. [`Pairs`] are faster than sets of
//! values for nearly every code that they work for, from the first thousand heaps on (bench `0.77 to 3000`). They are slower where moves
//! leave hundreds of sums in two heaps: pairs are searched in each sum, and sets have every sum's pairs from an earlier heap. That shows in
//! the pairs that are compared.

use crate::heap::pairs::Pairs;
use crate::heap::sequence::tuning::Tuning;

/// Whether a mask with this number of rare heaps costs less than none. Until the sequence has doubled, a heap costs one mark for each
/// rare heap with a mask. Without a mask it costs the comparison of all pairs of each sum, whose number is half that of the heaps. Where a
/// large part of the heaps is rare, so is a large part of the values below that of a heap, and each of them needs a search with a mask too.
pub(super) fn mask_pays(rare: usize, heaps: usize, pairs: &Pairs, tuning: &Tuning) -> bool {
    rare.saturating_mul(tuning.mark_cost) < pairs.breaks().count().saturating_mul(heaps / 2)
        && rare.saturating_mul(tuning.heaps_a_rare) < heaps
}

/// Whether sets of values cost less than pairs, which took this number of steps for the second half of `heaps` heaps. For a heap of *n* a set
/// is made of *n*/2 pairs, one by one, and a word of each sum's set is read for 64 values.
pub(super) fn sets_pay(steps: u64, heaps: usize, width: usize, pairs: &Pairs, tuning: &Tuning) -> bool {
    // Sets for unequal parts are others than those for any parts.
    let kinds = [&pairs.splits, &pairs.unequal].into_iter().filter(|taken| !taken.is_empty()).count();
    let mean = heaps / 4 * 3;
    let each = kinds * (mean / 2) + pairs.breaks().count() * width.div_ceil(64);
    tuning.sets_gain.saturating_mul((each as u64).saturating_mul(heaps as u64 / 2)) < steps
}

/// Whether worker threads pay for this number of parts of each sum, with this number of heaps to compute.
pub(super) fn threads_pay(parts: usize, heaps: usize, tuning: &Tuning) -> bool {
    parts >= tuning.thread_parts && heaps >= tuning.thread_heaps
}

#[cfg(test)]
mod tests {
    use super::{mask_pays, sets_pay, threads_pay};
    use crate::heap::TakeAndBreak;
    use crate::heap::pairs::Pairs;
    use crate::heap::sequence::tuning::Tuning;

    #[test]
    fn what_costs_less_is_chosen() {
        let tuning = Tuning {
            mark_cost: 12,
            heaps_a_rare: 4,
            sets_gain: 3,
            thread_parts: 600,
            thread_heaps: 2048,
            ..Tuning::default()
        };
        // Two sums of 120 heaps have 60 pairs each.
        let pairs = Pairs::of(&TakeAndBreak::kayles()).unwrap();
        assert!((0..20).all(|rare| mask_pays(rare, 120, &pairs, &tuning) == (12 * rare < 120)));
        // Ten sums: below 600 pairs / 12, but no more than a fourth of the heaps are rare.
        let many = Pairs::of(&"0.7777777777".parse().unwrap()).unwrap();
        assert!((0..60).all(|rare| mask_pays(rare, 120, &many, &tuning) == (rare < 30)));
        // 400 heaps of 600 on average, with 300 pairs each and two words of ten sets; two kinds of sets have twice the pairs.
        let unequal = Pairs::of(&"0.77777777!7!7".parse().unwrap()).unwrap();
        for (pairs, each) in [(&many, 300 + 20), (&unequal, 600 + 20)] {
            for steps in [0, 3 * 400 * each, 3 * 400 * each + 1] {
                assert_eq!(sets_pay(steps, 800, 128, pairs, &tuning), steps > 3 * 400 * each);
            }
        }
        for (parts, heaps, pay) in
            [(600, 2048, true), (599, 2048, false), (600, 2047, false), (0, 0, false), (601, 2049, true)]
        {
            assert_eq!(threads_pay(parts, heaps, &tuning), pay, "{parts} parts, {heaps} heaps");
        }
    }
}
