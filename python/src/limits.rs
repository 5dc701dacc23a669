//! Limits, Ctrl-C and progress of one question.

use std::cell::Cell;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

use grundy::{Control, Progress};
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;

/// Time between two checks for Ctrl-C. A question ends within 0.2 s of it.
const BETWEEN_CHECKS: Duration = Duration::from_millis(40);
/// Time between two calls of the callback for progress.
const BETWEEN_CALLS: Duration = Duration::from_millis(100);

/// What bounds a question: see `grundy.Solver`.
#[pyclass(frozen, module = "grundy._grundy")]
#[derive(Default)]
pub(crate) struct Limits {
    positions: Option<u64>,
    bytes: Option<u64>,
    time: Option<Duration>,
    threads: Option<NonZeroUsize>,
    progress: Option<Py<PyAny>>,
}

#[pymethods]
impl Limits {
    #[new]
    #[pyo3(signature = (positions=None, bytes=None, seconds=None, threads=None, progress=None))]
    fn new(
        py: Python<'_>,
        positions: Option<u64>,
        bytes: Option<u64>,
        seconds: Option<f64>,
        threads: Option<usize>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Self> {
        let time = match seconds {
            Some(seconds) => match Duration::try_from_secs_f64(seconds) {
                Ok(time) => Some(time),
                Err(_) => return Err(PyValueError::new_err(format!("seconds must be a time, not {seconds}"))),
            },
            None => None,
        };
        let threads = match threads {
            Some(threads) => match NonZeroUsize::new(threads) {
                Some(threads) => Some(threads),
                None => return Err(PyValueError::new_err("threads must be at least 1")),
            },
            None => None,
        };
        if progress.as_ref().is_some_and(|progress| !progress.bind(py).is_callable()) {
            return Err(PyTypeError::new_err("progress must be callable"));
        }
        Ok(Self { positions, bytes, time, threads, progress })
    }
}

/// What ends a question from the side of Python: Ctrl-C, or an exception in the callback.
struct Watch {
    progress: Option<Py<PyAny>>,
    last: Mutex<(Instant, Instant)>,
    raised: Mutex<Option<PyErr>>,
}

impl Watch {
    fn look(&self, progress: &Progress) -> ControlFlow<()> {
        // Once it is over, it stays over, also if the computation asks again before it ends.
        if locked(&self.raised).is_some() {
            return ControlFlow::Break(());
        }
        let now = Instant::now();
        let calls = {
            let mut last = locked(&self.last);
            if now.duration_since(last.0) < BETWEEN_CHECKS {
                return ControlFlow::Continue(());
            }
            last.0 = now;
            let calls = self.progress.as_ref().filter(|_| now.duration_since(last.1) >= BETWEEN_CALLS);
            if calls.is_some() {
                last.1 = now;
            }
            calls
        };
        let checked = Python::attach(|py| {
            py.check_signals()?;
            let Some(callback) = calls else { return Ok(()) };
            let Progress { unit, done, total, bytes, elapsed, .. } = progress;
            callback.call1(py, (*done, *total, unit.to_string(), *bytes, elapsed.as_secs_f64())).map(drop)
        });
        match checked {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                *locked(&self.raised) = Some(error);
                ControlFlow::Break(())
            }
        }
    }
}

impl Limits {
    /// Runs a computation under a control, with the GIL released. An exception that ends it is raised; what was found is kept.
    pub(crate) fn run<T: Send>(&self, py: Python<'_>, work: impl FnOnce(Control) -> T + Send) -> PyResult<T> {
        let start = Instant::now();
        let watch = Arc::new(Watch {
            progress: self.progress.as_ref().map(|progress| progress.clone_ref(py)),
            last: Mutex::new((start, start)),
            raised: Mutex::new(None),
        });
        let mut control = self.control();
        control = control.watched({
            let watch = Arc::clone(&watch);
            move |progress| watch.look(&progress)
        });
        let found = {
            let _at_work = AtWork::begin();
            py.detach(|| work(control))
        };
        match locked(&watch.raised).take() {
            Some(error) => Err(error),
            None => Ok(found),
        }
    }

    /// The same limits, for an object of Python.
    pub(crate) fn shared(&self, py: Python<'_>) -> Self {
        let Self { positions, bytes, time, threads, ref progress } = *self;
        Self { positions, bytes, time, threads, progress: progress.as_ref().map(|progress| progress.clone_ref(py)) }
    }

    /// The control without a watch.
    fn control(&self) -> Control {
        let mut control = Control::new();
        if let Some(positions) = self.positions {
            control.set_positions(positions);
        }
        if let Some(bytes) = self.bytes {
            control = control.bytes(bytes);
        }
        if let Some(time) = self.time {
            control = control.within(time);
        }
        if let Some(threads) = self.threads {
            control = control.threads(threads);
        }
        control
    }

    /// The control of a search: by one thread, unless a number was given.
    pub(crate) fn of_search(&self, control: Control) -> Control {
        control.threads(self.threads.unwrap_or(NonZeroUsize::MIN))
    }

    /// The limit on positions.
    pub(crate) fn positions(&self) -> u64 {
        self.control().position_limit()
    }

    /// The time for a question.
    pub(crate) const fn time(&self) -> Option<Duration> {
        self.time
    }

    /// Calls the callback for progress, if it is time.
    pub(crate) fn tell(&self, py: Python<'_>, done: u64, last: &mut Instant, start: Instant) -> PyResult<()> {
        py.check_signals()?;
        if let Some(callback) = &self.progress
            && last.elapsed() >= BETWEEN_CALLS
        {
            *last = Instant::now();
            callback.call1(py, (done, None::<u64>, "positions", 0, start.elapsed().as_secs_f64()))?;
        }
        Ok(())
    }
}

/// The data behind a lock, also after a panic: what was found before it is right.
pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

thread_local! {
    /// Whether this thread answers a question, which holds locks until it ends. Python is called meanwhile: functions for progress, handlers of signals, and
    /// the names of moves.
    static AT_WORK: Cell<bool> = const { Cell::new(false) };
}

/// Marks this thread as being at work, until it is dropped. What was before is kept: a function that is called may ask another object.
struct AtWork(bool);

impl AtWork {
    fn begin() -> Self {
        Self(AT_WORK.replace(true))
    }
}

impl Drop for AtWork {
    fn drop(&mut self) {
        AT_WORK.set(self.0);
    }
}

/// Waits for a lock with the GIL released. Ctrl-C ends the wait.
pub(crate) fn wait_for<'a, T>(py: Python<'_>, mutex: &'a Mutex<T>) -> PyResult<MutexGuard<'a, T>> {
    loop {
        match mutex.try_lock() {
            Ok(guard) => return Ok(guard),
            Err(TryLockError::Poisoned(poisoned)) => return Ok(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => {}
        }
        // It may be held by this thread, so that the wait had no end.
        if AT_WORK.get() {
            return Err(PyRuntimeError::new_err(
                "a function that is called during a question asks an object that is at work",
            ));
        }
        py.check_signals()?;
        py.detach(|| thread::sleep(Duration::from_millis(1)));
    }
}
