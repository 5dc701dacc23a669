//! One control for every long computation: limits, a deadline, progress, cancelling, threads.

use std::fmt;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use crate::pace::Pace;
pub use crate::unit::Unit;

/// The limits of a long computation, its deadline, and a callback that watches it.
///
/// Solvers, sequences, quotients, canonical forms, tables and loopy games all take the same control. [`Stopped`] says which bound stopped a
/// computation. What was found is kept: the same question goes on from there. A position whose options were not listed to the end is listed again.
/// Positions under way count, too: where the line of play is longer than the limit on positions, to ask again does not help, and a larger limit does.
///
/// | bound | counts | default |
/// |---|---|---|
/// | [`positions`](Self::positions) | positions solved under this control and under way; heaps, boards or sums where a computation counts those | 2^24 |
/// | [`bytes`](Self::bytes) | bytes of the memo or the table, and of the positions under way, without what they own on the heap | no limit |
/// | [`deadline`](Self::deadline) | the clock | none |
/// | [`watched`](Self::watched) | a callback that sees [`Progress`] and may break | none |
/// | [`threads`](Self::threads) | threads of a computation that can use several | as many as the machine has; one for values of an [`AnyGame`](crate::AnyGame) |
///
/// The clock, the bytes and the callback are checked about every 2^12 positions or 2^16 options, and more often where these take long: a few times a
/// second or more, unless a single option takes as long. A sequence is checked once for each part of its heaps. A control without a callback costs nothing.
///
/// ```
/// use std::ops::ControlFlow;
/// use grundy::{Bound, Control, Kayles, SolveError, Solver, Unhinted};
///
/// let mut solver = Solver::new(Unhinted(Kayles)).with_control(Control::new().positions(500));
/// solver.grundy(300)?; // rows of 1 to 300 pins
/// let Err(SolveError::Stopped(stopped)) = solver.grundy(2000) else { panic!() };
/// assert_eq!((stopped.bound, stopped.done), (Bound::Positions(500), 300));
///
/// solver.control_mut().set_positions(3000); // the same question goes on where it was
/// solver.grundy(2000)?;
/// assert_eq!(solver.control().done(), 2000);
///
/// solver.set_control(Control::new().watched(|_| ControlFlow::Break(()))); // cancels at the first check
/// assert!(solver.grundy(20_000).is_err());
/// # Ok::<(), grundy::SolveError<u64>>(())
/// ```
#[derive(Clone)]
pub struct Control {
    positions: u64,
    bytes: u64,
    deadline: Option<Instant>,
    threads: Option<NonZeroUsize>,
    callback: Option<Callback>,
    /// Positions finished under this control.
    done: u64,
    /// When the next check is due.
    pace: Pace,
    /// When the first check was made, for the rate.
    started: Option<Instant>,
}

type Callback = Arc<dyn Fn(Progress) -> ControlFlow<()> + Send + Sync>;

/// The limit on positions of a new control. It bounds memory: a memo of 2^24 integers takes about half a gigabyte.
const DEFAULT_POSITIONS: u64 = 1 << 24;

impl Control {
    /// At most 2^24 positions, and no other bound.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            positions: DEFAULT_POSITIONS,
            bytes: u64::MAX,
            deadline: None,
            threads: None,
            callback: None,
            done: 0,
            pace: Pace::new(),
            started: None,
        }
    }

    /// No bound at all.
    #[must_use]
    pub const fn unlimited() -> Self {
        let mut control = Self::new();
        control.positions = u64::MAX;
        control
    }

    /// Sets the limit on positions: those solved under this control plus those under way. It bounds memory too.
    #[must_use]
    pub fn positions(mut self, limit: u64) -> Self {
        self.positions = limit;
        self
    }

    /// Changes the limit on positions. Positions that are done stay counted. After [`Bound::Positions`], a larger limit lets the same
    /// question go on.
    pub const fn set_positions(&mut self, limit: u64) {
        self.positions = limit;
    }

    /// Sets the limit on the bytes of the memo or the table and of the positions under way, which is checked before the memo grows. Not counted is what
    /// positions, moves and a measure's values and accumulators own on the heap: boards of more than 128 cells, lists of coins, a [genus](crate::measures::GenusValue), of which a hundred bytes or more are not counted. The [nimber search](crate::ImpartialGame::SEARCHES_NIMBERS) forgets what took the least work and goes on, unless the positions under way alone
    /// take more, so that it may take long: set a time too, by [`within`](Self::within). Every other computation stops.
    #[must_use]
    pub fn bytes(mut self, limit: u64) -> Self {
        self.bytes = limit;
        self
    }

    /// Sets the time at which the computation stops. A position whose options take longer to make, also for `nth`, is listed anew by each call.
    #[must_use]
    pub fn deadline(mut self, deadline: Instant) -> Self {
        self.deadline = Some(deadline);
        self
    }

    /// Sets the deadline to `time` from now. A time that the clock cannot hold is no bound.
    #[must_use]
    pub fn within(mut self, time: Duration) -> Self {
        self.deadline = Instant::now().checked_add(time);
        self
    }

    /// Sets the number of threads, for tables, for values of an [`AnyGame`](crate::AnyGame), and for a solver
    /// that searches [by threads](crate::Solver::by_threads). Answers do not depend on it. With 1, no thread is started.
    #[must_use]
    pub fn threads(mut self, threads: NonZeroUsize) -> Self {
        self.threads = Some(threads);
        self
    }

    /// Sets the callback, which sees how far the computation has come. If it returns a break, the computation stops.
    #[must_use]
    pub fn watched(mut self, callback: impl Fn(Progress) -> ControlFlow<()> + Send + Sync + 'static) -> Self {
        self.callback = Some(Arc::new(callback));
        self
    }

    /// The limit on positions.
    #[must_use]
    pub const fn position_limit(&self) -> u64 {
        self.positions
    }

    /// The limit on bytes.
    #[must_use]
    pub const fn byte_limit(&self) -> u64 {
        self.bytes
    }

    /// The number of threads that a computation may use: the number that was set, or else the number that the machine ran at once when it was
    /// asked first.
    #[must_use]
    pub fn thread_count(&self) -> NonZeroUsize {
        /// To ask the system takes some ten microseconds, since it reads files: longer than a short question.
        static OF_MACHINE: OnceLock<NonZeroUsize> = OnceLock::new();
        let ask = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        self.threads.unwrap_or_else(|| *OF_MACHINE.get_or_init(ask))
    }

    /// The number of threads that was set, or else 1.
    pub(crate) fn threads_asked_for(&self) -> usize {
        self.threads.map_or(1, NonZeroUsize::get)
    }

    /// The number of positions that have been solved under this control.
    #[must_use]
    pub const fn done(&self) -> u64 {
        self.done
    }

    /// Whether nothing but the limit on positions can stop a computation.
    #[must_use]
    pub const fn is_unwatched(&self) -> bool {
        self.callback.is_none() && self.deadline.is_none() && self.bytes == u64::MAX
    }

    /// Counts positions that have been solved.
    #[inline]
    pub(crate) fn count(&mut self, positions: u64) {
        self.done = self.done.saturating_add(positions);
        self.step_positions(positions);
    }

    /// Counts positions that have been found and not solved yet. They take time and memory as well.
    #[inline]
    pub(crate) fn step_positions(&mut self, positions: u64) {
        self.pace.step_positions(positions);
    }

    /// Counts options or other small steps. Their number bounds the time between two checks.
    #[inline]
    pub(crate) fn step(&mut self, steps: u64) {
        self.pace.step(steps);
    }

    /// Counts options of a position that has at least `of` of them.
    #[inline(never)] // Inlined, it takes registers of the loop over options: 5 % more instructions for rows of Kayles.
    pub(crate) fn step_options(&mut self, options: u64, of: u64) {
        if self.pace.step_options(options, of) {
            self.read_clock();
        }
    }

    #[cold]
    fn read_clock(&mut self) {
        let now = (!self.is_unwatched()).then(Instant::now);
        self.pace.probe(now);
    }

    /// Takes back the count of a position whose options were not listed to the end.
    pub(crate) fn take_back(&mut self) {
        self.done = self.done.saturating_sub(1);
    }

    /// Whether the limit allows one more position beside those that are done and `unfinished` ones under way.
    #[inline]
    pub(crate) fn has_room(&self, unfinished: u64) -> bool {
        self.done.saturating_add(unfinished) < self.positions
    }

    /// The number of positions that the limit still allows.
    #[inline]
    pub(crate) const fn room(&self) -> u64 {
        self.positions.saturating_sub(self.done)
    }

    /// Whether it is time for a [check](Self::look).
    #[inline]
    pub(crate) const fn is_due(&self) -> bool {
        self.pace.is_due()
    }

    /// Checks the bytes and the clock, then calls the callback. `progress` makes what the callback sees, without the time; its unit and what is done are
    /// those of the error too, beside what is `unfinished`. One function for all callers: it is called seldom, and a copy for each of them took a hundredth of the compiler's time.
    pub(crate) fn look(&mut self, unfinished: u64, progress: &dyn Fn(&Self) -> Progress) -> Result<(), Stopped> {
        // Before the early return: else a control that nobody watches would be due at every step from here on.
        self.pace.begin_anew();
        if self.is_unwatched() {
            self.pace.without_clock();
            return Ok(());
        }
        let now = Instant::now();
        // The clock starts at the first check: making a control reads no clock.
        let started = *self.started.get_or_insert(now);
        self.pace.look(now);
        let mut progress = progress(self);
        progress.elapsed = now.saturating_duration_since(started);
        // The callback comes last, so that it is not asked about a computation that stops in any case.
        let (unit, done) = (progress.unit, progress.done);
        let bound = if progress.bytes > self.bytes {
            Bound::Bytes(self.bytes)
        } else if self.deadline.is_some_and(|deadline| now >= deadline) {
            Bound::Deadline
        } else if self.callback.as_ref().is_some_and(|callback| callback(progress).is_break()) {
            Bound::Cancelled
        } else {
            return Ok(());
        };
        // The next question stops at its first check: else each of many would take some more bytes. After a callback has cancelled one, the next one comes on meanwhile.
        if bound != Bound::Cancelled {
            self.pace.make_due();
        }
        Err(Stopped { bound, unit, done, unfinished })
    }

    /// Calls the callback, if there is one, with the time since the first check under this control.
    pub(crate) fn call(&self, mut progress: Progress) -> ControlFlow<()> {
        // A thread that works under a control of its own has started its clock later.
        progress.elapsed = self.started.map_or(progress.elapsed, |started| started.elapsed());
        self.callback.as_ref().map_or(ControlFlow::Continue(()), |callback| callback(progress))
    }

    /// Checks if it is time to.
    #[inline]
    pub(crate) fn look_if_due(&mut self, unfinished: u64, progress: impl Fn(&Self) -> Progress) -> Result<(), Stopped> {
        if self.is_due() { self.look(unfinished, &progress) } else { Ok(()) }
    }

    /// Counts moves or options that are looked at, of at least `of` of a position, and checks if it is time to.
    pub(crate) fn count_options(&mut self, options: u64, of: u64, bytes: impl Fn() -> u64) -> Result<(), Stopped> {
        self.step_options(options, of);
        self.look_if_due(0, |control| Progress::new(Unit::Positions, control.done, None, bytes()))
    }

    /// The error that the limit on positions is reached.
    pub(crate) const fn out_of_positions(&self, unit: Unit, unfinished: u64) -> Stopped {
        Stopped { bound: Bound::Positions(self.positions), unit, done: self.done, unfinished }
    }

    /// The same bounds, with a limit on positions that allows at most `room` more.
    pub(crate) fn part(&self, room: u64) -> Self {
        let mut part = self.clone();
        // The part goes on counting where the whole is, so its limit is a count of all, too.
        part.positions = self.done.saturating_add(room).min(self.positions);
        part
    }

    /// The same bounds, under which nothing has been done yet.
    pub(crate) fn restarted(&self) -> Self {
        // All fields but the bounds, the threads and the callback are those of a new control.
        let Self { positions, bytes, deadline, threads, ref callback, .. } = *self;
        Self { positions, bytes, deadline, threads, callback: callback.clone(), ..Self::new() }
    }

    /// Counts what was done under a [part](Self::part), in whose place an oracle may have put another control.
    pub(crate) fn spent(&mut self, part: &Self) {
        self.done = self.done.max(part.done);
        self.goes_on_after(part);
    }

    /// Takes the clock of a part, so that the next check and the rate do not begin anew.
    pub(crate) fn goes_on_after(&mut self, part: &Self) {
        (self.pace, self.started) = (part.pace, part.started);
    }
}

impl Default for Control {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Control")
            .field("positions", &self.positions)
            .field("bytes", &self.bytes)
            .field("deadline", &self.deadline)
            .field("threads", &self.threads)
            .field("watched", &self.callback.is_some())
            .field("done", &self.done)
            .finish_non_exhaustive()
    }
}

/// How far a computation has come.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Progress {
    /// The unit of `done` and `total`.
    pub unit: Unit,
    /// The number of units that are done.
    pub done: u64,
    /// The number of units in all, where it is known.
    pub total: Option<u64>,
    /// The bytes of the memo or the table, where they are known; else 0.
    pub bytes: u64,
    /// The time since the first check.
    pub elapsed: Duration,
}

impl Progress {
    pub(crate) const fn new(unit: Unit, done: u64, total: Option<u64>, bytes: u64) -> Self {
        Self { unit, done, total, bytes, elapsed: Duration::ZERO }
    }

    /// Units done a second; `None` at the first check, when no time has passed.
    #[must_use]
    pub fn rate(&self) -> Option<f64> {
        let seconds = self.elapsed.as_secs_f64();
        #[expect(clippy::cast_precision_loss, reason = "a rate is shown with few digits")]
        let done = self.done as f64;
        (seconds > 0.0).then(|| done / seconds)
    }
}

/// Which bound stopped a computation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Bound {
    /// The limit on positions, or on what the computation counts.
    Positions(u64),
    /// The limit on bytes.
    Bytes(u64),
    /// The deadline has passed.
    Deadline,
    /// The callback returned a break.
    Cancelled,
}

/// A computation was stopped by a bound of its [`Control`]. What was found is kept, and the same question goes on from there.
///
/// ```
/// use grundy::{Control, Kayles, Solver, Unhinted};
///
/// let mut solver = Solver::new(Unhinted(Kayles)).with_control(Control::new().positions(100));
/// solver.grundy(90)?;
/// let error = solver.grundy(200).unwrap_err();
/// assert_eq!(error.to_string(), "limit of 100 positions reached: 90 are solved, 10 were under way");
/// # Ok::<(), grundy::SolveError<u64>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Stopped {
    /// The bound that was met.
    pub bound: Bound,
    /// The unit of `done` and `unfinished`.
    pub unit: Unit,
    /// The number of units done under this control.
    pub done: u64,
    /// The number of units under way.
    pub unfinished: u64,
}

impl Stopped {
    pub(crate) const fn new(bound: Bound, unit: Unit, done: u64, unfinished: u64) -> Self {
        Self { bound, unit, done, unfinished }
    }

    /// Whether the limit on positions was met.
    #[must_use]
    pub const fn is_positions(&self) -> bool {
        matches!(self.bound, Bound::Positions(_))
    }

    /// Whether the callback stopped the computation.
    #[must_use]
    pub const fn is_cancelled(&self) -> bool {
        matches!(self.bound, Bound::Cancelled)
    }
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { bound, unit, done, unfinished } = self;
        let (counted, are) = (unit.counted(*done), if *done == 1 { "is" } else { "are" });
        match bound {
            Bound::Positions(limit) => {
                write!(f, "limit of {} reached: {done} {are} solved", unit.counted(*limit))?;
            }
            Bound::Bytes(limit) => write!(f, "limit of {limit} bytes reached: {counted} {are} solved")?,
            Bound::Deadline => write!(f, "deadline reached: {counted} {are} solved")?,
            Bound::Cancelled => write!(f, "cancelled: {counted} {are} solved")?,
        }
        match unfinished {
            0 => Ok(()),
            1 => f.write_str(", 1 was under way"),
            _ => write!(f, ", {unfinished} were under way"),
        }
    }
}

/// The methods of a type with a field `control`: what the control counts, and the error after which the same question goes on. Docs and `made with` add
/// `with_control`.
macro_rules! methods_of_control {
    ($(#[$docs:meta])+ made with, counts $counted:literal, stops with $error:literal) => {
        $(#[$docs])+
        #[must_use]
        pub fn with_control(mut self, control: $crate::Control) -> Self {
            self.control = control;
            self
        }

        $crate::control::methods_of_control! { counts $counted, stops with $error }
    };
    (counts $counted:literal, stops with $error:literal) => {
        #[doc = concat!("The control, with the number of ", $counted, " under it.")]
        #[must_use]
        pub const fn control(&self) -> &$crate::Control {
            &self.control
        }

        /// The control, to change a limit.
        pub const fn control_mut(&mut self) -> &mut $crate::Control {
            &mut self.control
        }

        #[doc = concat!("Sets another control. After [`", $error, "`], the same question goes on where it stopped.")]
        pub fn set_control(&mut self, control: $crate::Control) {
            self.control = control;
        }
    };
}

pub(crate) use methods_of_control;
