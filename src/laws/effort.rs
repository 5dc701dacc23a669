//! How much work a check may do.

use std::cell::Cell;

use crate::laws::Violation;

/// The work that a check may still do.
///
/// Work is counted in steps and not by the clock, so that a check goes equally far on every machine. A step is a move that is
/// listed, a component of an option that is made, or a comparison; it takes up to about a microsecond without optimisation.
pub(super) struct Effort {
    limit: Cell<usize>,
    left: Cell<usize>,
    counts: Cell<bool>,
}

impl Effort {
    pub(super) fn new(limit: usize) -> Self {
        Self { limit: Cell::new(limit), left: Cell::new(limit), counts: Cell::new(true) }
    }

    /// Begins the next check, which may do so many steps.
    pub(super) fn begin(&self, limit: usize) {
        self.limit.set(limit);
        self.left.set(limit);
    }

    /// Counts steps before they are done.
    ///
    /// # Errors
    ///
    /// [`Violation::TooLarge`] if there are too many of them. What was left is then used up.
    pub(super) fn spend(&self, steps: usize) -> Result<(), Violation> {
        let left = self.left.get().checked_sub(steps);
        self.left.set(left.unwrap_or(0));
        left.map(drop).ok_or_else(|| Violation::too_large(self.limit.get(), "steps of work"))
    }

    /// The steps of this check so far.
    pub(super) fn spent(&self) -> usize {
        self.limit.get() - self.left.get()
    }

    /// Whether a list of moves that is too long may be counted on, to tell whether it ends: once, whatever the number of checks.
    pub(super) fn counts_on(&self) -> bool {
        self.counts.replace(false)
    }
}
