//! The search for a quotient in a short time, whatever the code.

use std::ops::ControlFlow;

use crate::control::{Control, Progress, Stopped, Unit};
use crate::heap::TakeAndBreak;
use crate::misere::quotient::error::QuotientError;
use crate::misere::quotient::misere_quotient::MisereQuotient;
use crate::misere::quotient::search::QuotientSearch;
use crate::misere::quotient::watch::Limits;

/// The quotient of a code as far as it is soon found, and whether it was not.
#[derive(Clone, Debug)]
pub(crate) struct SoonFound {
    search: QuotientSearch,
    /// Whether a limit was met, so that larger heaps are not tried again.
    is_over: bool,
}

/// What the search may take. All octal codes of up to three digits whose quotient is found with 256 elements and 2^13 sums are found
/// with these; each is found in less than 20 ms, or given up in less than 100 ms.
const LIMITS: Limits = Limits { elements: 64, sums: 1 << 11, time: None };

/// Most heaps whose quotient is found. Where the quotient of these is not proved to be that of all, it is seldom so of more.
const MOST_HEAPS: usize = 1 << 9;

impl SoonFound {
    pub(crate) fn new(code: TakeAndBreak) -> Self {
        let mut search = QuotientSearch::new(code);
        search.set_limits(LIMITS);
        Self { search, is_over: false }
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
        let mut stopped = None;
        let found = self.search.certify_with(heaps, |progress| {
            let progress = Progress::new(Unit::Heaps, progress.computed as u64, None, 0);
            match control.look(|_| progress) {
                Ok(()) => ControlFlow::Continue(()),
                Err(bound) => {
                    stopped = Some(Stopped::new(bound, Unit::Heaps, progress.done, 0));
                    ControlFlow::Break(())
                }
            }
        });
        if let Some(stopped) = stopped {
            return Err(stopped);
        }
        self.is_over = match found {
            Ok(()) => false,
            Err(QuotientError::NotCertified { .. }) => heaps == MOST_HEAPS,
            Err(_) => true,
        };
        Ok(reaches(&self.search))
    }
}
