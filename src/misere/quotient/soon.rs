//! A search for a quotient that gives up soon, for solvers that try it without being asked.

use crate::control::{Bound, Control, Stopped};
use crate::heap::TakeAndBreak;
use crate::misere::quotient::error::QuotientError;
use crate::misere::quotient::misere_quotient::MisereQuotient;
use crate::misere::quotient::search::QuotientSearch;

/// The quotient of a code, as far as it is found within small limits.
#[derive(Clone, Debug)]
pub(crate) struct SoonFound {
    search: QuotientSearch,
    /// Whether a limit was met. Then larger heaps are not tried again.
    has_given_up: bool,
}

/// Maximum number of sums for one question, and maximum bytes of the elements: 64 elements. Measured on all octal codes of up to three
/// digits: each quotient found with 256 elements is found with 64 too, in less than 20 ms; other codes are given up in less than
/// 100 ms. No bench covers the search with these limits; the bench `quotients` covers the search itself.
const MOST_SUMS: u64 = 1 << 15;
pub(super) const MOST_BYTES: u64 = 8 * 64 * 64;

/// Maximum number of heaps. If the quotient of these is not proved to be that of all heaps, more heaps seldom prove it.
const MOST_HEAPS: usize = 1 << 9;

impl SoonFound {
    pub(crate) fn new(code: TakeAndBreak) -> Self {
        Self { search: QuotientSearch::new(code), has_given_up: false }
    }

    pub(crate) const fn quotient(&self) -> &MisereQuotient {
        self.search.quotient()
    }

    /// Whether the quotient reaches a heap. If it does not, the search continues first.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if a bound of the control is met. The quotient so far is kept, and what is under way.
    pub(crate) fn reach(&mut self, heap: u128, control: &mut Control) -> Result<bool, Stopped> {
        let reaches = |search: &QuotientSearch| search.quotient().element(heap).is_some();
        if self.has_given_up || reaches(&self.search) {
            return Ok(reaches(&self.search));
        }
        // The heap itself is to be reached, so one heap more than its size. A size beyond `usize` is beyond the maximum
        // too.
        let heaps = usize::try_from(heap).map_or(MOST_HEAPS, |heap| MOST_HEAPS.min(heap.saturating_add(1)));
        // Deadline and callback are those of the question; the limits on sums and bytes are the search's own.
        let own = control.clone().positions(control.done().saturating_add(MOST_SUMS));
        self.search.set_control(own.bytes(MOST_BYTES.min(control.byte_limit())));
        let certified = self.search.certify(heaps);
        control.goes_on_after(self.search.control());
        self.has_given_up = match certified {
            Ok(()) => false,
            Err(QuotientError::Stopped(stopped)) => match stopped.bound {
                Bound::Positions(_) => true,
                // With fewer bytes than the maximum, a question with more may continue the search.
                Bound::Bytes(limit) => limit >= MOST_BYTES,
                Bound::Deadline | Bound::Cancelled => return Err(stopped),
            },
            // With fewer heaps than the maximum, a question about a larger heap may continue the search.
            Err(QuotientError::NotCertified { .. }) => heaps == MOST_HEAPS,
            Err(_) => true,
        };
        Ok(reaches(&self.search))
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::SoonFound;
    use crate::control::Control;

    /// No quotient of Dawson's Kayles with heaps of 40 is known; heaps below those at which the search gave up stay known.
    #[test]
    fn a_search_that_was_given_up_is_not_tried_again() {
        let mut found = SoonFound::new("0.07".parse().unwrap());
        assert_eq!(found.reach(40, &mut Control::new()), Ok(false));
        let mut cancelled = Control::new().watched(|_| ControlFlow::Break(()));
        assert_eq!(found.reach(40, &mut cancelled), Ok(false));
        assert_eq!(found.reach(5, &mut cancelled), Ok(true));
        assert!(SoonFound::new("0.07".parse().unwrap()).reach(40, &mut cancelled).is_err());
    }
}
