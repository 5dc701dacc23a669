//! Games that are written in Python.
//!
//! Python is asked about each position once: before a question, every position that play can reach from the position of the question gets
//! a number, with the numbers of what its moves leave. Then the solver works on numbers, without the GIL.

use std::collections::HashMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError, RwLock, RwLockReadGuard, Weak};
use std::thread::ThreadId;

use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::graph::Graph;
use crate::limits::locked;
use crate::numbers::{Numbers, Small};

/// A game that is written in Python.
pub(crate) struct Own {
    pub(crate) number: u32,
    pub(crate) rules: Py<PyAny>,
    pub(crate) name: String,
    /// The positions.
    pub(crate) numbers: Numbers,
    graph: RwLock<Graph>,
    /// The walk that is under way, which alone gives numbers, and its thread.
    pub(crate) walking: Mutex<Small>,
    pub(crate) walker: Mutex<Option<ThreadId>>,
    /// An exception in a method that writes texts.
    raised: Mutex<Option<PyErr>>,
}

/// A position of a game in Python: its number in the game with this number.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Spot {
    pub(crate) game: u32,
    pub(crate) number: u32,
}

/// A move: its place among the moves of its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Choice(pub(crate) u32);

/// The games by their numbers, for texts of positions alone.
static GAMES: LazyLock<Mutex<HashMap<u32, Weak<Own>>>> = LazyLock::new(Mutex::default);
static NEXT: AtomicU32 = AtomicU32::new(0);

impl Own {
    pub(crate) fn new(rules: &Bound<'_, PyAny>, name: String) -> PyResult<Arc<Self>> {
        let py = rules.py();
        for method in ["moves", "play"] {
            if !rules.hasattr(method)? || !rules.getattr(method)?.is_callable() {
                return Err(PyTypeError::new_err(format!(
                    "{} is no game: it has no method {method}; a game is a name, or an object with moves(position) and \
                     play(position, move)",
                    rules.repr()?
                )));
            }
        }
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let own = Arc::new(Self {
            number,
            rules: rules.clone().unbind(),
            name,
            numbers: Numbers::new(py),
            graph: RwLock::default(),
            walking: Mutex::default(),
            walker: Mutex::default(),
            raised: Mutex::default(),
        });
        locked(&GAMES).insert(number, Arc::downgrade(&own));
        Ok(own)
    }

    pub(crate) fn graph(&self) -> RwLockReadGuard<'_, Graph> {
        self.graph.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the graph. No method of Python may be called meanwhile: it could ask for the graph.
    pub(crate) fn change<T>(&self, change: impl FnOnce(&mut Graph) -> T) -> T {
        change(&mut self.graph.write().unwrap_or_else(PoisonError::into_inner))
    }

    /// Number of positions whose moves are known.
    pub(crate) fn expanded(&self) -> u64 {
        self.graph().expanded()
    }

    /// The Python object of a position.
    pub(crate) fn object<'py>(&self, py: Python<'py>, spot: Spot) -> PyResult<Bound<'py, PyAny>> {
        self.numbers.object(py, spot.number)
    }

    /// The Python object of a move.
    pub(crate) fn move_object<'py>(&self, py: Python<'py>, spot: Spot, mv: Choice) -> PyResult<Bound<'py, PyAny>> {
        let position = self.object(py, spot)?;
        let moves = py.import("grundy._walk")?.call_method1("listed", (&self.rules, &position, u64::from(mv.0) + 1))?;
        match moves.get_item(mv.0) {
            Ok(mv) => Ok(mv),
            Err(_) => Err(PyRuntimeError::new_err(format!("moves({}) are not the same each time", position.repr()?))),
        }
    }

    /// What a method of the game answers. An exception gets a note that names the method and its arguments.
    pub(crate) fn call<'py, const N: usize>(
        &self,
        py: Python<'py>,
        method: &str,
        arguments: [&Bound<'py, PyAny>; N],
    ) -> PyResult<Bound<'py, PyAny>> {
        let method = PyString::new(py, method).into_any();
        let all = [&[self.rules.bind(py), &method], &arguments[..]].concat();
        py.import("grundy._walk")?.getattr("call")?.call1(PyTuple::new(py, all)?)
    }

    /// The text that a method answers. What is no text is refused by the name of the method, which nothing else in the message would tell.
    fn text_by<'py, const N: usize>(
        &self,
        py: Python<'py>,
        method: &str,
        arguments: [&Bound<'py, PyAny>; N],
    ) -> PyResult<String> {
        let answer = self.call(py, method, arguments)?;
        let Ok(text) = answer.cast::<PyString>() else {
            let kind = answer.get_type();
            return Err(PyTypeError::new_err(format!("{method} answers with a text, not with {}", kind.name()?)));
        };
        Ok(text.to_cow()?.into_owned())
    }

    /// The text of a position: `position_text(position)` if the game has that method, else `str(position)`.
    pub(crate) fn text(&self, py: Python<'_>, spot: Spot) -> PyResult<String> {
        let position = self.object(py, spot)?;
        let rules = self.rules.bind(py);
        if rules.hasattr("position_text")? {
            return self.text_by(py, "position_text", [&position]);
        }
        Ok(position.str()?.to_string())
    }

    pub(crate) fn move_text(&self, py: Python<'_>, spot: Spot, mv: Choice) -> PyResult<String> {
        let chosen = self.move_object(py, spot, mv)?;
        let rules = self.rules.bind(py);
        if rules.hasattr("move_text")? {
            return self.text_by(py, "move_text", [&self.object(py, spot)?, &chosen]);
        }
        Ok(chosen.str()?.to_string())
    }

    /// A text, or a placeholder where a method raises: the exception is kept until [`Roots::written`](crate::position::Roots::written) raises it.
    pub(crate) fn written(&self, write: impl FnOnce(Python<'_>) -> PyResult<String>) -> String {
        Python::attach(|py| {
            write(py).unwrap_or_else(|error| {
                *locked(&self.raised) = Some(error);
                "?".to_owned()
            })
        })
    }

    /// The exception of a method that writes texts, if there was one.
    pub(crate) fn raised(&self) -> PyResult<()> {
        locked(&self.raised).take().map_or(Ok(()), Err)
    }
}

impl Drop for Own {
    fn drop(&mut self) {
        locked(&GAMES).remove(&self.number);
    }
}

impl Spot {
    fn text(self) -> String {
        let own = locked(&GAMES).get(&self.game).and_then(Weak::upgrade);
        own.map_or_else(|| format!("position {}", self.number), |own| own.written(|py| own.text(py, self)))
    }
}

/// The number alone: a memo keeps small integers in an array.
impl Hash for Spot {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.number.hash(state);
    }
}

impl fmt::Debug for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text())
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {}", self.0 + 1)
    }
}
