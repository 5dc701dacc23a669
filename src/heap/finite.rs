//! The bound of Guy and Smith: how much of a nim-sequence proves its period.

use crate::heap::{Parts, TakeAndBreak, Theorem};

/// The moves of a finite code that compares no parts: what [`Theorem::GuySmith`] and [`Theorem::Pigeonhole`] ask of a code.
pub(super) struct FiniteCode(Vec<Leaves>);

/// A kind of move.
#[derive(Clone, Copy)]
struct Leaves {
    /// How many counters are taken.
    taken: u128,
    /// How many heaps are left.
    heaps: u128,
}

impl FiniteCode {
    /// `None` if the theorems do not apply to the code.
    pub(super) fn of(code: &TakeAndBreak) -> Option<Self> {
        let is_finite = code.tail().iter().all(|digit| digit.counts() == 0);
        let compares = code.digits().iter().any(|digit| digit.parts() != Parts::Any);
        let digits = code.digits().iter().zip(0..);
        let kinds = digits.flat_map(|(digit, taken)| {
            let heaps = (0..64).filter(|heaps| digit.allows(*heaps));
            heaps.map(move |heaps| Leaves { taken, heaps: heaps.into() })
        });
        (is_finite && !compares).then(|| Self(kinds.collect()))
    }

    pub(super) fn theorem(&self) -> Theorem {
        if self.0.iter().all(|kind| kind.heaps < 2) { Theorem::Pigeonhole } else { Theorem::GuySmith }
    }

    /// Whether the values may be arithmetic-periodic: if no move leaves three heaps they are not.
    ///
    /// Reference: Winning Ways, ch. 4; Horrocks and Nowakowski, *Regularity in the G-sequences of octal games with a pass*, 2003.
    pub(super) fn may_grow(&self) -> bool {
        self.0.iter().any(|kind| kind.heaps > 2)
    }

    /// How many of the last heaps must repeat, when the values of heaps 0 to `heaps` − 1 are known, for these to prove a
    /// period; `None` if they are too few for any.
    ///
    /// If the last *z* heaps are equal to those *p* places before, and no more but for heap 0, then *m* + *p* + *z* is the number of
    /// heaps; so the bound *N* + *p* ≤ `heaps` of the theorem, in which *m* and *p* stand as *c*(*m* + *p*) only, is one of *z*.
    pub(super) fn repeats_needed(&self, heaps: usize) -> Option<usize> {
        let known = u128::try_from(heaps).ok()?;
        let mut needed = 0;
        for kind in self.0.iter().filter(|kind| kind.heaps > 0) {
            let first = (known + kind.heaps - 1).checked_sub(kind.taken)? / kind.heaps;
            needed = needed.max(known.checked_sub(first)?);
        }
        usize::try_from(needed).ok()
    }

    /// The number *N* of the theorem: *g*(*n* + *p*) = *g*(*n*) is to be seen for *n* from the preperiod to *N* − 1.
    ///
    /// `None` if it is too large for any sequence.
    pub(super) fn bound(&self, preperiod: usize, period: usize) -> Option<usize> {
        let first = u128::try_from(preperiod.max(1)).ok()?;
        let period = u128::try_from(period).ok()?;
        let bounds = self.0.iter().map(|Leaves { taken, heaps }| match heaps {
            0 => Some(taken + 1),
            _ => heaps.checked_mul(first - 1)?.checked_add((heaps - 1).checked_mul(period)?)?.checked_add(taken + 1),
        });
        let bound = bounds.chain([Some(first)]).try_fold(0, |most, bound| Some(bound?.max(most)));
        usize::try_from(bound?).ok()
    }
}
