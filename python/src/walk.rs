//! The walk that asks a game in Python about each position once.
//!
//! The loop that calls the methods of the game is in Python, where such calls are fastest: `grundy._walk.walk`. It takes positions from an
//! iterator, a [`Walk`], and puts what their moves leave into its `slot`. An exception in a method ends the loop before the solver begins,
//! so that nothing wrong is kept. The walk keeps a list of positions to do, so that no depth is too large.

use std::mem;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyException, PyKeyboardInterrupt, PyRuntimeError, PyStopIteration, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::errors::raise;
use crate::graph::Found;
use crate::limits::{Limits, locked, wait_for};
use crate::numbers::Small;
use crate::own::{Own, Spot};

/// Minimum time between two checks for the deadline, for Ctrl-C and for progress. A check takes a microsecond.
const BETWEEN_CHECKS: Duration = Duration::from_millis(1);
/// Maximum number of moves of a position under any limit. A guard: their number has 32 bits.
const MOST_MOVES: usize = 1 << 30;

/// A walk that is under way, as the iterator over the positions about which Python is asked.
#[pyclass(module = "grundy._grundy")]
pub(crate) struct Walk {
    own: Arc<Own>,
    limits: Limits,
    small: Small,
    /// The number of the walk in the graph.
    number: u32,
    /// Positions whose moves are to be followed, and all that were met.
    todo: Vec<u32>,
    met: Vec<u32>,
    /// The position about which Python is asked now.
    asked: Option<u32>,
    found: Found,
    /// Python puts the list of what the moves of that position leave here.
    slot: Py<PyList>,
    /// Notes a Ctrl-C that Python ignores.
    interrupts: Py<PyAny>,
    walked: Walked,
    /// Maximum number of positions that are expanded for a question.
    most: u64,
    most_moves: usize,
    checked: Option<Instant>,
}

/// What the walks of one question have in common: its start, the time of the last call for progress, and the number of positions that were expanded.
#[derive(Clone, Copy)]
pub(crate) struct Walked {
    start: Instant,
    told: Instant,
    done: u64,
}

impl Walked {
    /// A question begins.
    pub(crate) fn begin() -> Self {
        let start = Instant::now();
        Self { start, told: start, done: 0 }
    }
}

impl Own {
    /// The components of a position, with numbers.
    pub(crate) fn spots(&self, position: &Bound<'_, PyAny>) -> PyResult<Vec<Spot>> {
        let py = position.py();
        let mut numbers = Vec::new();
        self.walk_alone(py, |small| self.numbers_of(position, small, &mut numbers))?;
        let positions = self.numbers.len(py);
        self.change(|graph| graph.grow(positions));
        Ok(numbers.into_iter().map(|number| Spot { game: self.number, number }).collect())
    }

    /// Asks Python for the moves of all positions that play can reach from these.
    pub(crate) fn walk(
        self: &Arc<Self>,
        py: Python<'_>,
        start: &[Spot],
        limits: &Limits,
        walked: &mut Walked,
    ) -> PyResult<()> {
        if start.iter().all(|spot| self.graph().is_closed(spot.number)) {
            return Ok(());
        }
        self.walk_alone(py, |small| {
            let walk = Bound::new(py, Walk::new(py, self, start, limits, mem::take(small), *walked)?)?;
            let asked = Walk::ask(&walk);
            let mut walk = walk.borrow_mut();
            *small = mem::take(&mut walk.small);
            *walked = walk.walked;
            asked?;
            // Positions about which nobody was asked would count as positions without moves.
            if walk.asked.is_some() || !walk.todo.is_empty() {
                return Err(PyRuntimeError::new_err("the positions of the game were not followed to their end"));
            }
            self.change(|graph| graph.close(&walk.met));
            Ok(())
        })
    }

    /// Holds the walk, which one thread does at a time.
    fn walk_alone(&self, py: Python<'_>, work: impl FnOnce(&mut Small) -> PyResult<()>) -> PyResult<()> {
        let own = thread::current().id();
        if *locked(&self.walker) == Some(own) {
            return Err(PyRuntimeError::new_err("a method of the game asks about a position of the same game"));
        }
        let mut held = wait_for(py, &self.walking)?;
        *locked(&self.walker) = Some(own);
        let done = work(&mut held);
        *locked(&self.walker) = None;
        done
    }

    /// The components of a position as Python gives it: a list is a sum.
    #[inline]
    fn numbers_of(&self, position: &Bound<'_, PyAny>, small: &mut Small, into: &mut Vec<u32>) -> PyResult<()> {
        let mut add = |component: &Bound<'_, PyAny>| {
            if component.is_none() {
                return Err(PyTypeError::new_err("None is no position"));
            }
            into.push(self.numbers.number(component, small)?);
            Ok(())
        };
        match position.cast::<PyList>() {
            Ok(sum) => sum.iter().try_for_each(|component| add(&component)),
            Err(_) => add(position),
        }
    }
}

#[pymethods]
impl Walk {
    fn __iter__(walk: PyRef<'_, Self>) -> PyRef<'_, Self> {
        walk
    }

    /// Takes what the moves of the last position leave, and gives the next position.
    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.next(py).map_err(|error| {
            if !error.is_instance_of::<PyStopIteration>(py) {
                return error;
            }
            // For a loop it would be the end, as for a generator.
            let told = PyRuntimeError::new_err("StopIteration was raised by the game or by a callback");
            told.set_cause(py, Some(error));
            told
        })
    }

    /// Checks for Ctrl-C and for the deadline, and tells of progress.
    fn look(&mut self, py: Python<'_>) -> PyResult<()> {
        self.limits.tell(py, self.walked.done, &mut self.walked.told, self.walked.start)?;
        if self.interrupts.bind(py).getattr("lost")?.is_truthy()? {
            return Err(PyKeyboardInterrupt::new_err(()));
        }
        if self.limits.time().is_some_and(|time| self.walked.start.elapsed() >= time) {
            return Err(self.stopped(py, "deadline", None, self.todo.len()));
        }
        Ok(())
    }
}

impl Walk {
    fn next<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.take(py)?;
        let now = Instant::now();
        if self.checked.is_none_or(|checked| now.duration_since(checked) >= BETWEEN_CHECKS) {
            self.checked = Some(now);
            self.look(py)?;
        }
        // Some are known from an earlier walk that did not come to its end.
        let (met, todo) = (&mut self.met, &mut self.todo);
        self.asked = self.own.change(|graph| {
            while let Some(number) = todo.pop() {
                met.push(number);
                if !graph.follow(number, self.number, todo) {
                    return Some(number);
                }
            }
            None
        });
        let Some(number) = self.asked else { return Ok(None) };
        if self.walked.done == self.most {
            return Err(self.stopped(py, "positions", Some(self.most), self.todo.len() + 1));
        }
        self.own.numbers.object(py, number).map(Some)
    }

    fn new(
        py: Python<'_>,
        own: &Arc<Own>,
        spots: &[Spot],
        limits: &Limits,
        small: Small,
        walked: Walked,
    ) -> PyResult<Self> {
        let most = limits.positions();
        let mut todo: Vec<u32> = spots.iter().map(|spot| spot.number).collect();
        let number = own.change(|graph| {
            let walk = graph.begin();
            todo.retain(|number| graph.meet(*number, walk));
            walk
        });
        Ok(Self {
            own: Arc::clone(own),
            limits: limits.shared(py),
            small,
            number,
            todo,
            met: Vec::new(),
            asked: None,
            found: Found::default(),
            slot: PyList::new(py, [py.None()])?.unbind(),
            interrupts: py.import("grundy._walk")?.getattr("Interrupts")?.call0()?.unbind(),
            walked,
            most,
            most_moves: usize::try_from(most.saturating_mul(4)).unwrap_or(usize::MAX).min(MOST_MOVES),
            checked: None,
        })
    }

    /// Runs the loop in Python, which asks the walk for positions.
    fn ask(walk: &Bound<'_, Self>) -> PyResult<()> {
        let py = walk.py();
        let (own, slot, interrupts, most) = {
            let walk = walk.borrow();
            let most = walk.most_moves + 1;
            (Arc::clone(&walk.own), walk.slot.clone_ref(py), walk.interrupts.clone_ref(py), most)
        };
        let rules = own.rules.bind(py);
        let ask = || {
            let arguments = (rules.getattr("moves")?, rules.getattr("play")?, walk, slot, most);
            py.import("grundy._walk")?.getattr("walk")?.call1(arguments)
        };
        let asked = ask();
        let ended = interrupts.call_method0(py, "end");
        asked.and_then(|_| ended.map(drop))
    }

    /// Numbers what the moves of the last position leave, and keeps it.
    fn take(&mut self, py: Python<'_>) -> PyResult<()> {
        let Some(asked) = self.asked else { return Ok(()) };
        let slot = self.slot.bind(py);
        let options = slot.get_item(0)?;
        let options = options.cast::<PyList>()?;
        if options.len() > self.most_moves {
            let error = self.stopped(py, "moves", Some(self.most_moves as u64), options.len());
            return Err(self.noted(py, error, "moves", asked));
        }
        self.found.clear();
        for option in options {
            if let Err(error) = self.own.numbers_of(&option, &mut self.small, self.found.begin_option()) {
                return Err(self.noted(py, error, "play", asked));
            }
            self.found.end_option();
        }
        let (positions, found) = (self.own.numbers.len(py), &self.found);
        let has_room = self.own.change(|graph| {
            graph.grow(positions);
            graph.expand(asked, found) && graph.follow(asked, self.number, &mut self.todo)
        });
        if !has_room {
            return Err(PyRuntimeError::new_err("a game has at most 2^31 positions and components of sums"));
        }
        self.asked = None;
        self.walked.done += 1;
        Ok(())
    }

    /// The same exception with a note that names the position.
    fn noted(&self, py: Python<'_>, error: PyErr, method: &str, number: u32) -> PyErr {
        if !error.is_instance_of::<PyException>(py) {
            return error;
        }
        let note = || {
            let position = self.own.numbers.object(py, number)?;
            py.import("grundy._walk")?.getattr("note")?.call1((error.value(py), method, position))
        };
        note().err().unwrap_or(error)
    }

    fn stopped(&self, py: Python<'_>, bound: &str, limit: Option<u64>, unfinished: usize) -> PyErr {
        let attributes = PyDict::new(py);
        let set = |name: &str, value: Py<PyAny>| attributes.set_item(name, value);
        let reached = match limit {
            Some(limit) => format!("limit of {limit} {bound} reached"),
            None => "deadline reached".to_owned(),
        };
        let (name, done) = (&self.own.name, self.walked.done);
        let message = format!("{reached} in {name}: {done} are expanded and kept, {unfinished} were under way");
        let values = || -> PyResult<()> {
            set("bound", bound.into_pyobject(py)?.into_any().unbind())?;
            set("limit", limit.into_pyobject(py)?.into_any().unbind())?;
            set("unit", "positions".into_pyobject(py)?.into_any().unbind())?;
            set("done", done.into_pyobject(py)?.into_any().unbind())?;
            set("unfinished", unfinished.into_pyobject(py)?.into_any().unbind())
        };
        values().map_or_else(|error| error, |()| raise(py, "LimitError", &message, &attributes))
    }
}
