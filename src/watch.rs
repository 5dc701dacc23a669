//! Progress and cancelling of long searches.

use std::marker::PhantomData;
use std::ops::ControlFlow;

/// Looks after a search while it runs. A search is written once for any watch; for [`Unwatched`] its calls vanish.
pub(crate) trait Watch {
    /// How far the search has come.
    type Progress;
    /// Why it stops.
    type Stop;

    /// Some small steps have been taken. Every [`STEPS_A_CALL`] of them it is asked whether to go on.
    fn tick(&mut self, steps: usize, progress: impl FnOnce() -> Self::Progress) -> Result<(), Self::Stop>;
}

/// So many small steps are between two calls of a callback.
pub(crate) const STEPS_A_CALL: usize = 1 << 12;

/// A search that nobody watches.
pub(crate) struct Unwatched<P, S>(PhantomData<(P, S)>);

impl<P, S> Unwatched<P, S> {
    pub(crate) const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<P, S> Watch for Unwatched<P, S> {
    type Progress = P;
    type Stop = S;

    fn tick(&mut self, _: usize, _: impl FnOnce() -> P) -> Result<(), S> {
        Ok(())
    }
}

/// A search that a callback watches.
pub(crate) struct Watched<P, S, F> {
    callback: F,
    cancelled: fn(P) -> S,
    steps: usize,
}

impl<P, S, F: FnMut(P) -> ControlFlow<()>> Watched<P, S, F> {
    /// The callback, and what a break of it becomes.
    pub(crate) const fn new(callback: F, cancelled: fn(P) -> S) -> Self {
        Self { callback, cancelled, steps: 0 }
    }
}

impl<P: Copy, S, F: FnMut(P) -> ControlFlow<()>> Watch for Watched<P, S, F> {
    type Progress = P;
    type Stop = S;

    fn tick(&mut self, steps: usize, progress: impl FnOnce() -> P) -> Result<(), S> {
        self.steps = self.steps.saturating_add(steps);
        if self.steps < STEPS_A_CALL {
            return Ok(());
        }
        self.steps = 0;
        let progress = progress();
        match (self.callback)(progress) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err((self.cancelled)(progress)),
        }
    }
}
