//! The choice between methods: a cost model whose terms are fields of [`Tuning`].
//!
//! Costs are counted in pairs, never timed, so that the same code takes the same way on every machine.

use crate::heap::TakeAndBreak;
use crate::heap::sequence::method::Method;
use crate::heap::sequence::pairs::Pairs;
use crate::heap::sequence::tuning::Tuning;

/// How the values of a code are computed.
pub(super) enum Choice {
    EveryOption,
    Sets,
    /// By the engine for codes that leave at most two heaps.
    Pairs(Pairs, Wish),
}

/// Whether the engine for two heaps uses a mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    /// A mask, if it pays.
    Choose,
    /// Always a mask.
    Mask,
    /// Never a mask.
    NoMask,
    /// As `Choose`, until the values can be streamed.
    Stream,
}

/// The method that suits a code. [`Pairs`] are faster than sets for every code that they work for, from the first thousand heaps on
/// (bench `0.77 to 3000`).
pub(super) fn choose(code: &TakeAndBreak) -> Choice {
    Pairs::of(code).map_or(Choice::Sets, |pairs| Choice::Pairs(pairs, Wish::Choose))
}

/// The method of the caller's choice; `None` if it does not work for the code.
pub(super) fn obey(code: &TakeAndBreak, method: Method) -> Option<Choice> {
    let pairs = |wish| Some(Choice::Pairs(Pairs::of(code)?, wish));
    match method {
        Method::EveryOption => Some(Choice::EveryOption),
        Method::Sets => Some(Choice::Sets),
        Method::SparseSpace => pairs(Wish::Mask),
        Method::Search => pairs(Wish::NoMask),
        Method::Stream => pairs(Wish::Stream),
    }
}

/// Whether a mask with this number of rare heaps costs less than none. Until the sequence has doubled, a heap costs one mark for each
/// rare heap with a mask. Without a mask it costs the comparison of all pairs of each sum, whose number is half that of the heaps.
pub(super) fn mask_pays(rare: usize, heaps: usize, pairs: &Pairs, tuning: &Tuning) -> bool {
    rare.saturating_mul(tuning.mark_cost) < pairs.breaks().count().saturating_mul(heaps / 2)
}

/// Whether marking a block of sums at once pays for this number of parts, in rows of one word or of more.
#[inline]
pub(super) fn block_pays(parts: usize, one_word: bool, tuning: &Tuning) -> bool {
    parts >= if one_word { tuning.lane_parts } else { tuning.block_parts }
}

/// Whether worker threads pay for this number of parts of each sum, with this number of heaps to compute.
pub(super) fn threads_pay(parts: usize, heaps: usize, tuning: &Tuning) -> bool {
    parts >= tuning.thread_parts && heaps >= tuning.thread_heaps
}
