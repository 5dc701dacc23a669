//! The search for a quotient in a short time, whatever the code.

use crate::control::{Bound, Control, Stopped};
use crate::heap::TakeAndBreak;
use crate::misere::quotient::error::QuotientError;
use crate::misere::quotient::misere_quotient::MisereQuotient;
use crate::misere::quotient::search::QuotientSearch;

/// The quotient of a code as far as it is soon found, and whether it was not.
#[derive(Clone, Debug)]
pub(crate) struct SoonFound {
    search: QuotientSearch,
    /// Whether a limit was met, so that larger heaps are not tried again.
    is_over: bool,
}

/// Sums that the search may look at for one question, and bytes of its elements: 64 of them. Octal codes of up to three digits whose
/// quotient is found with 256 elements are found with these; each is found in less than 20 ms, or given up in less than 100 ms.
const MOST_SUMS: u64 = 1 << 15;
const MOST_BYTES: u64 = 8 * 64 * 64;

/// Most heaps whose quotient is found. Where the quotient of these is not proved to be that of all, it is seldom so of more.
const MOST_HEAPS: usize = 1 << 9;

impl SoonFound {
    pub(crate) fn new(code: TakeAndBreak) -> Self {
        Self { search: QuotientSearch::new(code), is_over: false }
    }

    pub(crate) const fn quotient(&self) -> &MisereQuotient {
        self.search.quotient()
    }

    /// Whether the quotient reaches a heap, after a search if it does not yet.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if a bound of the control is met. What has been found is kept.
    pub(crate) fn reach(&mut self, heap: u128, control: &mut Control) -> Result<bool, Stopped> {
        let reaches = |search: &QuotientSearch| search.quotient().element(heap).is_some();
        if self.is_over || reaches(&self.search) {
            return Ok(reaches(&self.search));
        }
        let heaps = usize::try_from(heap).map_or(MOST_HEAPS, |heap| MOST_HEAPS.min(heap.saturating_add(1)));
        // The clock and the callback are those of the question, the limits are the search's own.
        let own = control.clone().positions(control.done().saturating_add(MOST_SUMS));
        self.search.set_control(own.bytes(MOST_BYTES.min(control.byte_limit())));
        self.is_over = match self.search.certify(heaps) {
            Ok(()) => false,
            Err(QuotientError::Stopped(stopped)) => match stopped.bound {
                Bound::Positions(_) | Bound::Bytes(_) => true,
                Bound::Deadline | Bound::Cancelled => return Err(stopped),
            },
            Err(QuotientError::NotCertified { .. }) => heaps == MOST_HEAPS,
            Err(_) => true,
        };
        Ok(reaches(&self.search))
    }
}
