//! The limits of a check.

use std::cell::{Cell, RefCell};

use crate::control::Control;
use crate::game::ImpartialGame;
use crate::laws::violation::Violation;
use crate::solver::Solver;

/// The most components, and the most whole positions, that a check goes through.
pub const MAX_POSITIONS: usize = 20_000;

/// The most moves that a position may have where it is checked.
pub const MAX_MOVES: usize = 100_000;

/// The most steps of one check: moves listed, components of options made, and comparisons.
pub const MAX_WORK: usize = 10_000_000;

/// A list of more moves than this counts as endless, unless its `size_hint` tells of as many or has an upper bound.
pub(super) const ENDLESS_MOVES: usize = 10_000_000;

/// The steps that a check may still take.
///
/// Steps are counted instead of time, so that a check does the same on every machine. A step is a move that is listed, a component of
/// an option that is made, or a comparison; it takes up to about a microsecond without optimisation.
pub(super) struct Effort {
    limit: Cell<usize>,
    left: Cell<usize>,
    /// Whether a list of moves that is too long may still be counted to its end.
    may_count: Cell<bool>,
    /// What ends the check from outside.
    control: RefCell<Control>,
}

impl Effort {
    pub(super) fn new(limit: usize) -> Self {
        Self::under(limit, Control::new())
    }

    /// The same, where a control may end the check.
    pub(super) fn under(limit: usize, control: Control) -> Self {
        let (limit, left) = (Cell::new(limit), Cell::new(limit));
        Self { limit, left, may_count: Cell::new(true), control: RefCell::new(control) }
    }

    /// The control of a solver or of an oracle that a law asks.
    pub(super) fn control(&self) -> Control {
        self.control.borrow().restarted()
    }

    /// A solver that a law asks.
    pub(super) fn solver<G: ImpartialGame>(&self, game: G) -> Solver<G> {
        Solver::new(game).with_control(self.control())
    }

    /// Begins the next check, with a limit of its own.
    pub(super) fn begin(&self, limit: usize) {
        self.limit.set(limit);
        self.left.set(limit);
    }

    /// Counts steps before they are done.
    ///
    /// # Errors
    ///
    /// [`Violation::TooLarge`] if fewer steps are left; then none are left. [`Violation::Stopped`] if the control ends the check.
    pub(super) fn spend(&self, steps: usize) -> Result<(), Violation> {
        let mut control = self.control.borrow_mut();
        if !control.is_unwatched() {
            // A step takes as long as an option does, which may be long.
            control.count_options(steps as u64, 1, || 0)?;
        }
        let left = self.left.get().checked_sub(steps);
        self.left.set(left.unwrap_or(0));
        left.map(drop).ok_or_else(|| Violation::too_large(self.limit.get(), "steps of work"))
    }

    /// The steps of this check so far.
    pub(super) fn spent(&self) -> usize {
        self.limit.get() - self.left.get()
    }

    /// Whether a list of moves that is too long may be counted further, to see whether it ends. True once only: counting to
    /// [`ENDLESS_MOVES`] may take longer than all checks together.
    pub(super) fn may_count_on(&self) -> bool {
        self.may_count.replace(false)
    }
}
