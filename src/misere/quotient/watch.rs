//! Budget, progress and cancelling of a search.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use crate::misere::quotient::stop::Stop;

/// What the search of a quotient may take.
///
/// ```
/// use grundy::misere::quotient::Limits;
///
/// let limits = Limits { elements: 100, ..Limits::default() };
/// assert_eq!((limits.sums, limits.guesses, limits.time), (1 << 20, 1 << 9, None));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most elements, of a quotient and of what is tried on the way to it: 2^11 by default, and never more than 2^15. Memory
    /// is up to 8 bytes for each pair of them.
    pub elements: usize,
    /// The most kinds of sums that are looked at to verify a quotient: 2^20 by default. Memory is about 64 bytes and some bits for
    /// each element for each of them.
    pub sums: usize,
    /// The most guesses that one call makes for one heap more: 2^9 by default. Of the quotients that were found for the first 16 or 20
    /// heaps of 120 random octal codes, none took more than 136. An infinite quotient may be guessed thousands of times, each time
    /// with few elements more, before the limit of elements is reached: that of 4.77 with heap 6, for instance. What wrong guesses
    /// have told apart is kept, and the next call goes on with it.
    pub guesses: u64,
    /// The longest that one call may take: as long as it needs by default.
    pub time: Option<Duration>,
}

impl Limits {
    /// The most elements that a limit may allow.
    pub const MOST_ELEMENTS: usize = 1 << 15;
}

impl Default for Limits {
    fn default() -> Self {
        Self { elements: 1 << 11, sums: 1 << 20, guesses: 1 << 9, time: None }
    }
}

/// How far a search has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// For how many heaps, from heap 0 on, the quotient is found and verified.
    pub computed: usize,
    /// How many elements it has.
    pub elements: usize,
    /// How many times a larger one has been guessed, in all calls.
    pub guesses: u64,
}

/// Looks after a search while it runs.
pub(super) struct Watch<'a> {
    pub(super) limits: Limits,
    pub(super) progress: Progress,
    callback: &'a mut dyn FnMut(Progress) -> ControlFlow<()>,
    end: Option<Instant>,
    ticks: u64,
}

/// So many small steps are between two looks at the clock and two calls of the callback: about a millisecond.
const TICKS: u64 = 1 << 10;

impl<'a> Watch<'a> {
    pub(super) fn new(limits: Limits, callback: &'a mut dyn FnMut(Progress) -> ControlFlow<()>) -> Self {
        let progress = Progress { computed: 0, elements: 1, guesses: 0 };
        let end = limits.time.and_then(|time| Instant::now().checked_add(time));
        Self { limits, progress, callback, end, ticks: 0 }
    }

    /// Some small steps have been taken.
    pub(super) fn tick(&mut self, steps: u64) -> Result<(), Stop> {
        self.ticks += steps;
        if self.ticks < TICKS {
            return Ok(());
        }
        self.ticks = 0;
        self.look()
    }

    /// Looks at the clock, and asks whether to go on.
    pub(super) fn look(&mut self) -> Result<(), Stop> {
        if self.end.is_some_and(|end| Instant::now() >= end) {
            return Err(Stop::Time);
        }
        match (self.callback)(self.progress) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Stop::Cancelled),
        }
    }

    /// The next element after so many.
    pub(super) fn element(&self, elements: usize) -> Result<u16, Stop> {
        let fits = elements < self.limits.elements.min(Limits::MOST_ELEMENTS);
        u16::try_from(elements).ok().filter(|_| fits).ok_or(Stop::Elements)
    }
}
