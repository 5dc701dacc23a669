//! Finite codes: the number of values that prove a period, by the bound of Guy and Smith.

use crate::heap::{Parts, TakeAndBreak, Theorem};

/// The kinds of moves of a finite code that compares no parts, to which [`Theorem::GuySmith`] or [`Theorem::Pigeonhole`] applies.
pub(super) struct FiniteCode(Vec<Leaves>);

/// A kind of move: counters taken, heaps left.
#[derive(Clone, Copy)]
struct Leaves {
    /// The number of counters that are taken.
    taken: u128,
    /// The number of heaps that are left.
    heaps: u128,
}

impl FiniteCode {
    /// Whether the theorems apply to the code.
    pub(super) fn is(code: &TakeAndBreak) -> bool {
        let compares = code.digits().iter().any(|digit| digit.parts() != Parts::Any);
        !compares && code.tail().iter().all(|digit| digit.counts() == 0)
    }

    /// `None` if the theorems do not apply to the code.
    pub(super) fn of(code: &TakeAndBreak) -> Option<Self> {
        let digits = code.digits().iter().zip(0..);
        let kinds = digits.flat_map(|(digit, taken)| {
            let heaps = (0..64).filter(|heaps| digit.allows(*heaps));
            heaps.map(move |heaps| Leaves { taken, heaps: heaps.into() })
        });
        Self::is(code).then(|| Self(kinds.collect()))
    }

    pub(super) fn theorem(&self) -> Theorem {
        if self.0.iter().all(|kind| kind.heaps < 2) { Theorem::Pigeonhole } else { Theorem::GuySmith }
    }

    /// Whether the values may be arithmetic-periodic. They are not if no move leaves three heaps or more.
    ///
    /// Reference: Winning Ways, ch. 4; Horrocks and Nowakowski, *Regularity in the G-sequences of octal games with a pass*, 2003.
    pub(super) fn may_grow(&self) -> bool {
        self.0.iter().any(|kind| kind.heaps > 2)
    }

    /// The minimum number of last heaps that must repeat so that the values of heaps 0 to `heaps` − 1 prove a period; `None` if no
    /// number is enough.
    ///
    /// Let exactly the last *z* heaps be equal to those *p* places before (heap 0 set apart). Then `heaps` = *m* + *p* + *z*. In the
    /// condition *N* + *p* ≤ `heaps` of the theorem, *m* and *p* occur as *c*(*m* + *p*) only, so it is a lower bound on *z*.
    pub(super) fn repeats_needed(&self, heaps: usize) -> Option<usize> {
        let known = heaps as u128;
        let mut needed = 0;
        for kind in self.0.iter().filter(|kind| kind.heaps > 0) {
            // *j* + *c*(*m* − 1) + (*c* − 1)*p* + 1 + *p* ≤ `heaps` bounds *m* + *p*. The largest *m* + *p* that
            // fulfils it is `first`.
            let first = (known + kind.heaps - 1).checked_sub(kind.taken)? / kind.heaps;
            needed = needed.max(known.checked_sub(first)?);
        }
        Some(usize::try_from(needed).expect("no more heaps than there are"))
    }

    /// The number *N* of the theorem: *g*(*n* + *p*) = *g*(*n*) must hold for *n* from the preperiod to *N* − 1. `None` if *N* is too
    /// large for any sequence.
    pub(super) fn bound(&self, preperiod: usize, period: usize) -> Option<usize> {
        let (first, period) = (preperiod.max(1) as u128, period as u128);
        // The terms of *N*, one for each kind of move.
        let bounds = self.0.iter().map(|Leaves { taken, heaps }| match heaps {
            0 => Some(taken + 1),
            _ => heaps.checked_mul(first - 1)?.checked_add((heaps - 1).checked_mul(period)?)?.checked_add(taken + 1),
        });
        let bound = bounds.chain([Some(first)]).try_fold(0, |most, bound| Some(bound?.max(most)));
        usize::try_from(bound?).ok()
    }
}
