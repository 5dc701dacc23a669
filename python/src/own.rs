//! Games that are written in Python.
//!
//! Python is asked about each position once: before a question, every position that play can reach from the position of the question gets
//! a number, with the numbers of what its moves leave. Then the solver works on numbers, without the GIL. An exception in a method ends the
//! walk before the solver begins, so that nothing wrong is kept. The walk keeps a list of positions to do, so that no depth is too large.

use std::collections::HashMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError, RwLock, RwLockReadGuard, Weak};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use grundy::{Components, ImpartialGame, Notation, NotationError};
use pyo3::exceptions::{PyException, PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::errors::raise;
use crate::graph::{Found, Graph};
use crate::limits::{Limits, locked, wait_for};

/// A game that is written in Python.
pub(crate) struct Own {
    number: u32,
    pub(crate) rules: Py<PyAny>,
    pub(crate) name: String,
    /// The numbers of positions, and the positions by number.
    numbers: Py<PyDict>,
    positions: Py<PyList>,
    graph: RwLock<Graph>,
    /// The walk that is under way, and its thread.
    walking: Mutex<()>,
    walker: Mutex<Option<ThreadId>>,
    /// An exception in a method that writes texts.
    raised: Mutex<Option<PyErr>>,
}

/// A position of a game in Python: its number in the game with this number.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Spot {
    game: u32,
    number: u32,
}

/// A move: its place among the moves of its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Choice(pub(crate) u32);

/// The rule book of a game in Python.
#[derive(Clone)]
pub(crate) struct OwnRules(pub(crate) Arc<Own>);

/// The games by their numbers, for texts of positions alone.
static GAMES: LazyLock<Mutex<HashMap<u32, Weak<Own>>>> = LazyLock::new(Mutex::default);
static NEXT: AtomicU32 = AtomicU32::new(0);

/// Time that a call of Python should take: between two calls the clock is checked, and Ctrl-C.
const A_BATCH: Duration = Duration::from_millis(2);
/// Maximum number of positions for one call of Python. A guard, not tuned.
const MOST_IN_A_BATCH: usize = 64;
/// Maximum number of moves of a position under any limit. A guard: their number has 32 bits.
const MOST_MOVES: usize = 1 << 30;

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
            numbers: PyDict::new(py).unbind(),
            positions: PyList::empty(py).unbind(),
            graph: RwLock::default(),
            walking: Mutex::default(),
            walker: Mutex::default(),
            raised: Mutex::default(),
        });
        locked(&GAMES).insert(number, Arc::downgrade(&own));
        Ok(own)
    }

    fn graph(&self) -> RwLockReadGuard<'_, Graph> {
        self.graph.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn change<T>(&self, change: impl FnOnce(&mut Graph) -> T) -> T {
        change(&mut self.graph.write().unwrap_or_else(PoisonError::into_inner))
    }

    /// Number of positions whose moves are known.
    pub(crate) fn expanded(&self) -> u64 {
        self.graph().expanded()
    }

    /// The Python object of a position.
    pub(crate) fn object<'py>(&self, py: Python<'py>, spot: Spot) -> PyResult<Bound<'py, PyAny>> {
        self.positions.bind(py).get_item(spot.number as usize)
    }

    /// The position of a Python object. The walk must be held, or else another thread could give the object a second number.
    fn number_of(&self, position: &Bound<'_, PyAny>) -> PyResult<u32> {
        let py = position.py();
        let numbers = self.numbers.bind(py);
        if let Some(known) = numbers.get_item(position)? {
            return known.extract();
        }
        if !self.graph().has_room() {
            return Err(PyRuntimeError::new_err("a game has at most 2^31 positions"));
        }
        // An error below leaves a number without a position that leads to it, which does no harm.
        self.positions.bind(py).append(position)?;
        let number = self.change(|graph| {
            graph.add();
            graph.len() - 1
        });
        numbers.set_item(position, number)?;
        Ok(u32::try_from(number).expect("a graph has room for fewer than 2^32 positions"))
    }

    /// The components of a position as Python gives it: a list is a sum.
    fn numbers_of(&self, position: &Bound<'_, PyAny>, into: &mut Vec<u32>) -> PyResult<()> {
        if let Ok(sum) = position.cast::<PyList>() {
            for component in sum {
                into.push(self.number_of(&component)?);
            }
        } else if position.is_none() {
            return Err(PyTypeError::new_err("None is no position"));
        } else {
            into.push(self.number_of(position)?);
        }
        Ok(())
    }

    /// The components of a position, with numbers.
    pub(crate) fn spots(&self, position: &Bound<'_, PyAny>) -> PyResult<Vec<Spot>> {
        let mut numbers = Vec::new();
        self.walk_alone(position.py(), || self.numbers_of(position, &mut numbers))?;
        Ok(numbers.into_iter().map(|number| Spot { game: self.number, number }).collect())
    }

    /// Holds the walk, which one thread does at a time.
    fn walk_alone(&self, py: Python<'_>, work: impl FnOnce() -> PyResult<()>) -> PyResult<()> {
        let own = thread::current().id();
        if *locked(&self.walker) == Some(own) {
            return Err(PyRuntimeError::new_err("a method of the game asks about a position of the same game"));
        }
        let _held = wait_for(py, &self.walking)?;
        *locked(&self.walker) = Some(own);
        let done = work();
        *locked(&self.walker) = None;
        done
    }

    /// Asks Python for the moves of all positions that play can reach from these.
    pub(crate) fn walk(&self, py: Python<'_>, start: &[Spot], limits: &Limits) -> PyResult<()> {
        let mut todo: Vec<u32> = start.iter().map(|spot| spot.number).collect();
        if todo.iter().all(|number| self.graph().is_closed(*number)) {
            return Ok(());
        }
        self.walk_alone(py, || {
            let most = limits.positions();
            let walker = Walker::new(self.rules.bind(py), most)?;
            let start = Instant::now();
            let (mut done, mut last) = (0, start);
            let walk = self.change(|graph| {
                let walk = graph.begin();
                todo.retain(|number| graph.meet(*number, walk));
                walk
            });
            let (mut met, mut batch, mut room) = (Vec::new(), Vec::new(), 1);
            while !todo.is_empty() {
                let started = Instant::now();
                limits.tell(py, done, &mut last, start)?;
                if limits.time().is_some_and(|time| start.elapsed() >= time) {
                    return Err(self.stopped(py, "deadline", None, done, todo.len()));
                }
                while batch.len() < room
                    && let Some(number) = todo.pop()
                {
                    met.push(number);
                    // Some are known from an earlier walk that did not come to its end.
                    if !self.change(|graph| graph.follow(number, walk, &mut todo)) {
                        batch.push(number);
                    }
                }
                let allowed = usize::try_from(most - done).unwrap_or(usize::MAX);
                let over = batch.len() > allowed;
                batch.truncate(allowed);
                let (expanded, asked) = self.expand(&walker, &batch, walk, &mut todo);
                done += expanded;
                asked?;
                if over {
                    return Err(self.stopped(py, "positions", Some(most), done, todo.len()));
                }
                batch.clear();
                if started.elapsed() < A_BATCH {
                    room = (2 * room).min(MOST_IN_A_BATCH);
                } else {
                    room = (room / 2).max(1);
                }
            }
            self.change(|graph| graph.close(&met));
            Ok(())
        })
    }

    /// Asks Python for the moves of some positions. Tells how many were told, also if there is an error after them.
    fn expand(&self, walker: &Walker<'_>, batch: &[u32], walk: u32, todo: &mut Vec<u32>) -> (u64, PyResult<()>) {
        let mut expanded = 0;
        let mut ask = || {
            let py = walker.options.py();
            let positions = batch.iter().map(|number| self.positions.bind(py).get_item(*number as usize));
            let positions = PyList::new(py, positions.collect::<PyResult<Vec<_>>>()?)?;
            let told = PyList::empty(py);
            let asked = walker.options.call1((&walker.moves, &walker.play, &positions, &walker.room, &told));
            let mut left = Vec::new();
            for ((number, options), position) in batch.iter().zip(&told).zip(&positions) {
                let found = self.found(walker, options.cast::<PyList>()?, &position, &mut left)?;
                self.change(|graph| {
                    graph.expand(*number, found);
                    graph.follow(*number, walk, todo);
                });
                expanded += 1;
            }
            asked.map(drop)
        };
        let asked = ask();
        (expanded, asked)
    }

    /// What the moves of one position leave, by numbers. `left` is memory that is used again.
    fn found(
        &self,
        walker: &Walker<'_>,
        options: &Bound<'_, PyList>,
        position: &Bound<'_, PyAny>,
        left: &mut Vec<u32>,
    ) -> PyResult<Found> {
        let py = position.py();
        if options.len() > walker.most {
            let error = self.stopped(py, "moves", Some(walker.most as u64), 0, options.len());
            return Err(walker.noted(error, "moves", position));
        }
        let mut found = Found::default();
        for option in options {
            left.clear();
            if let Err(error) = self.numbers_of(&option, left) {
                return Err(walker.noted(error, "play", position));
            }
            found.push(left);
        }
        Ok(found)
    }

    fn stopped(&self, py: Python<'_>, bound: &str, limit: Option<u64>, done: u64, unfinished: usize) -> PyErr {
        let attributes = PyDict::new(py);
        let set = |name: &str, value: Py<PyAny>| attributes.set_item(name, value);
        let reached = match limit {
            Some(limit) => format!("limit of {limit} {bound} reached"),
            None => "deadline reached".to_owned(),
        };
        let message = format!("{reached} in {}: {done} are expanded and kept, {unfinished} were under way", self.name);
        let values = || -> PyResult<()> {
            set("bound", bound.into_pyobject(py)?.into_any().unbind())?;
            set("limit", limit.into_pyobject(py)?.into_any().unbind())?;
            set("unit", "positions".into_pyobject(py)?.into_any().unbind())?;
            set("done", done.into_pyobject(py)?.into_any().unbind())?;
            set("unfinished", unfinished.into_pyobject(py)?.into_any().unbind())
        };
        values().map_or_else(|error| error, |()| raise(py, "LimitError", &message, &attributes))
    }

    /// The Python object of a move.
    pub(crate) fn move_object<'py>(&self, py: Python<'py>, spot: Spot, mv: Choice) -> PyResult<Bound<'py, PyAny>> {
        let position = self.object(py, spot)?;
        let moves = self.rules.bind(py).call_method1("moves", (&position,))?;
        match moves.try_iter()?.nth(mv.0 as usize) {
            Some(mv) => mv,
            None => Err(PyRuntimeError::new_err(format!("moves({}) are not the same each time", position.repr()?))),
        }
    }

    /// The text of a position: `position_text(position)` if the game has that method, else `str(position)`.
    pub(crate) fn text(&self, py: Python<'_>, spot: Spot) -> PyResult<String> {
        let position = self.object(py, spot)?;
        let rules = self.rules.bind(py);
        if rules.hasattr("position_text")? {
            return rules.call_method1("position_text", (position,))?.extract();
        }
        Ok(position.str()?.to_string())
    }

    fn move_text(&self, py: Python<'_>, spot: Spot, mv: Choice) -> PyResult<String> {
        let chosen = self.move_object(py, spot, mv)?;
        let rules = self.rules.bind(py);
        if rules.hasattr("move_text")? {
            return rules.call_method1("move_text", (self.object(py, spot)?, chosen))?.extract();
        }
        Ok(chosen.str()?.to_string())
    }

    /// A text, or a placeholder where a method raises: the exception is kept, and raised at the end of the question.
    fn written(&self, write: impl FnOnce(Python<'_>) -> PyResult<String>) -> String {
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

/// The methods of a game, and the loop that calls them.
struct Walker<'py> {
    moves: Bound<'py, PyAny>,
    play: Bound<'py, PyAny>,
    options: Bound<'py, PyAny>,
    note: Bound<'py, PyAny>,
    /// Maximum number of moves of a position, and one more as a number of Python.
    most: usize,
    room: Bound<'py, PyAny>,
}

impl<'py> Walker<'py> {
    fn new(rules: &Bound<'py, PyAny>, positions: u64) -> PyResult<Self> {
        let py = rules.py();
        let walk = py.import("grundy._walk")?;
        let most = usize::try_from(positions.saturating_mul(4)).unwrap_or(usize::MAX).min(MOST_MOVES);
        Ok(Self {
            moves: rules.getattr("moves")?,
            play: rules.getattr("play")?,
            options: walk.getattr("options")?,
            note: walk.getattr("note")?,
            most,
            room: (most + 1).into_pyobject(py)?.into_any(),
        })
    }

    /// The same exception with a note that names the position.
    fn noted(&self, error: PyErr, method: &str, position: &Bound<'_, PyAny>) -> PyErr {
        let py = position.py();
        if !error.is_instance_of::<PyException>(py) {
            return error;
        }
        self.note.call1((error.value(py), method, position)).map_or_else(|other| other, |_| error)
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

impl OwnRules {
    fn spots(&self, numbers: Components<u32>) -> Components<Spot> {
        numbers.into_iter().map(|number| Spot { game: self.0.number, number }).collect()
    }
}

impl ImpartialGame for OwnRules {
    type Position = Spot;
    type Move = Choice;

    fn moves(&self, position: &Spot) -> impl Iterator<Item = Choice> {
        (0..self.0.graph().moves(position.number)).map(Choice)
    }

    fn play(&self, position: &Spot, mv: &Choice) -> Components<Spot> {
        match self.0.graph().option(position.number, mv.0) {
            Some(left) => self.spots(left),
            None => (*position).into(),
        }
    }

    fn allows(&self, position: &Spot, mv: &Choice) -> bool {
        mv.0 < self.0.graph().moves(position.number)
    }

    fn options(&self, position: &Spot) -> impl Iterator<Item = Components<Spot>> {
        let left: Vec<_> = self.0.graph().options(position.number).map(|left| self.spots(left)).collect();
        left.into_iter()
    }

    fn move_name(&self, position: &Spot, mv: &Choice) -> Option<String> {
        Some(self.0.written(|py| self.0.move_text(py, *position, *mv)))
    }
}

/// Texts are those of Python. They are read there.
impl Notation for OwnRules {
    fn component_name(&self, _: &Spot) -> &'static str {
        "component"
    }

    fn parse(&self, text: &str) -> Result<Components<Spot>, NotationError> {
        Err(NotationError::new(text, 0, "positions of a game in Python are objects"))
    }

    fn text(&self, components: &[Spot]) -> String {
        let texts: Vec<String> = components.iter().map(|spot| self.0.written(|py| self.0.text(py, *spot))).collect();
        if texts.is_empty() { "0".to_owned() } else { texts.join(" + ") }
    }
}
