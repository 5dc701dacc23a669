//! Rule books: those of the library by name, games in Python, sums and compounds.

use std::sync::Arc;

use grundy::any::AnyPosition;
use grundy::compound::{At, Based, Coordinates, Ends, Kind, Ordinal, Queued, Sequential, Tartan};
use grundy::{AnyGame, Components, Compound, Notation, Registry, SumOf};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyList, PyString, PyTuple, PyType};

use crate::errors;
use crate::named::Named;
use crate::own::{Own, OwnRules};
use crate::position::{Position, Roots};

/// A rule book: see `grundy.Game`.
#[pyclass(frozen, module = "grundy._grundy", weakref)]
pub(crate) struct Game(pub(crate) Arc<Book>);

/// A rule book with the way in which its positions are read.
pub(crate) struct Book {
    pub(crate) rules: AnyGame,
    kind: Reads,
}

enum Reads {
    Text,
    Own(Arc<Own>),
    /// One position of each game.
    Each(Vec<Arc<Book>>),
    /// A list of whole positions of one game.
    Together(Arc<Book>),
    Based(Arc<Book>, Arc<Book>),
    Queued(Arc<Book>, Arc<Book>),
    Coordinates(Arc<Book>, Arc<Book>),
}

/// What is read: components, and the positions of games in Python within them.
type Read = (Components<AnyPosition>, Roots);

/// The games by name: name, an example of a position, and what a move is.
#[pyfunction]
pub(crate) fn games() -> Vec<(String, String, String)> {
    let entry = |entry: &grundy::any::Entry| {
        (entry.sample().to_owned(), entry.example().to_owned(), entry.description().to_owned())
    };
    Registry::standard().iter().map(entry).collect()
}

#[pymethods]
impl Game {
    /// The game of a name, as the tools read it, or of an object with `moves(position)` and `play(position, move)`.
    #[new]
    #[pyo3(signature = (rules, name=None))]
    fn of(py: Python<'_>, rules: &Bound<'_, PyAny>, name: Option<String>) -> PyResult<Self> {
        if let Ok(text) = rules.cast::<PyString>() {
            if name.is_some() {
                return Err(PyTypeError::new_err("a game of the library has its own name"));
            }
            let text = text.to_cow()?;
            let rules: AnyGame = text.parse().map_err(|error| errors::notation(py, &error))?;
            return Ok(Self::new(rules, Reads::Text));
        }
        if rules.is_instance_of::<PyType>() {
            return Err(PyTypeError::new_err(format!(
                "{} is a class: a game is an object, made by calling it",
                rules.repr()?
            )));
        }
        let name = match name {
            Some(name) => name,
            None if rules.hasattr("name")? => rules.getattr("name")?.str()?.to_string(),
            None => rules.get_type().name()?.to_string(),
        };
        let own = Own::new(rules, name.clone())?;
        Ok(Self::new(AnyGame::new(name, OwnRules(Arc::clone(&own))), Reads::Own(own)))
    }

    /// The sum of games.
    #[staticmethod]
    #[pyo3(name = "_sum")]
    fn sum(games: Vec<PyRef<'_, Game>>) -> PyResult<Self> {
        if games.is_empty() {
            return Err(PyValueError::new_err("a sum has at least one game"));
        }
        let books: Vec<_> = games.iter().map(|game| Arc::clone(&game.0)).collect();
        let name = books.iter().map(|book| book.rules.to_string()).collect::<Vec<_>>().join(" + ");
        let rules = SumOf(books.iter().map(|book| book.rules.clone()).collect());
        Ok(Self::new(AnyGame::new(name, rules), Reads::Each(books)))
    }

    /// Several positions of one game, in one of Conway's ways.
    #[staticmethod]
    #[pyo3(name = "_compound")]
    fn compound(game: &Self, kind: &str, short: bool) -> PyResult<Self> {
        let Some(found) = Kind::ALL.iter().find(|known| known.to_string() == kind) else {
            let kinds: Vec<String> = Kind::ALL.iter().map(|kind| format!("'{kind}'")).collect();
            return Err(PyValueError::new_err(format!("kind must be one of {}, not '{kind}'", kinds.join(", "))));
        };
        let ends = if short { Ends::Short } else { Ends::Long };
        let name = format!("{found} {ends} compound of {}", game.0.rules);
        let rules = Compound { game: game.0.rules.clone(), kind: *found, ends };
        Ok(Self::new(AnyGame::new(name, Named(rules)), Reads::Together(Arc::clone(&game.0))))
    }

    /// The ordinal sum.
    #[staticmethod]
    #[pyo3(name = "_ordinal")]
    fn ordinal(base: &Self, top: &Self) -> Self {
        let name = format!("{} : {}", base.0.rules, top.0.rules);
        let rules = Ordinal { base: base.0.rules.clone(), top: top.0.rules.clone() };
        Self::new(AnyGame::new(name, Named(rules)), Reads::Based(Arc::clone(&base.0), Arc::clone(&top.0)))
    }

    /// One game after the other.
    #[staticmethod]
    #[pyo3(name = "_sequential")]
    fn sequential(now: &Self, later: &Self) -> Self {
        let name = format!("{} → {}", now.0.rules, later.0.rules);
        let rules = Sequential { now: now.0.rules.clone(), later: later.0.rules.clone() };
        Self::new(AnyGame::new(name, Named(rules)), Reads::Queued(Arc::clone(&now.0), Arc::clone(&later.0)))
    }

    /// The Tartan product.
    #[staticmethod]
    #[pyo3(name = "_tartan")]
    fn tartan(rows: &Self, columns: &Self) -> Self {
        let name = format!("{} x {}", rows.0.rules, columns.0.rules);
        let rules = Tartan { rows: rows.0.rules.clone(), columns: columns.0.rules.clone() };
        Self::new(AnyGame::new(name, Named(rules)), Reads::Coordinates(Arc::clone(&rows.0), Arc::clone(&columns.0)))
    }

    /// The name.
    #[getter]
    fn name(&self) -> String {
        self.0.rules.to_string()
    }

    /// The object whose methods are the rules, of a game in Python.
    #[getter]
    fn rules<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyAny>> {
        self.0.own().map(|own| own.rules.bind(py).clone())
    }

    /// Number of positions whose moves Python has told.
    #[getter]
    fn expanded(&self) -> u64 {
        self.0.own().map_or(0, |own| own.expanded())
    }

    /// The position of a text, a number, a list or an object.
    fn position(&self, py: Python<'_>, position: &Bound<'_, PyAny>) -> PyResult<Position> {
        Position::read(py, &self.0, position)
    }

    fn __repr__(&self) -> String {
        format!("Game({:?})", self.name())
    }

    fn __str__(&self) -> String {
        self.name()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| self.0.same(&other.get().0))
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut state = DefaultHasher::new();
        self.name().hash(&mut state);
        state.finish()
    }
}

impl Game {
    fn new(rules: AnyGame, kind: Reads) -> Self {
        Self(Arc::new(Book { rules, kind }))
    }
}

impl Book {
    /// The game in Python, if it is one.
    pub(crate) fn own(&self) -> Option<&Arc<Own>> {
        match &self.kind {
            Reads::Own(own) => Some(own),
            _ => None,
        }
    }

    /// Whether positions of one are positions of the other.
    pub(crate) fn same(self: &Arc<Self>, other: &Arc<Self>) -> bool {
        Arc::ptr_eq(self, other)
            || match (&self.kind, &other.kind) {
                (Reads::Text, Reads::Text) => self.rules == other.rules,
                (Reads::Own(own), Reads::Own(others)) => Arc::ptr_eq(own, others),
                (Reads::Each(own), Reads::Each(others)) => {
                    own.len() == others.len() && own.iter().zip(others).all(|(own, other)| own.same(other))
                }
                (Reads::Together(own), Reads::Together(others)) => own.same(others) && self.rules == other.rules,
                (Reads::Based(a, b), Reads::Based(c, d))
                | (Reads::Queued(a, b), Reads::Queued(c, d))
                | (Reads::Coordinates(a, b), Reads::Coordinates(c, d)) => a.same(c) && b.same(d),
                _ => false,
            }
    }

    /// Reads a position.
    pub(crate) fn read(self: &Arc<Self>, py: Python<'_>, position: &Bound<'_, PyAny>) -> PyResult<Read> {
        if let Ok(position) = position.cast::<Position>() {
            let position = position.get();
            if !self.same(&position.game) {
                return Err(PyTypeError::new_err(format!(
                    "{} is a position of {}, not of {}",
                    position.text(),
                    position.game.rules,
                    self.rules
                )));
            }
            return Ok((position.parts.clone(), position.roots.clone()));
        }
        match &self.kind {
            Reads::Text => Ok((self.read_text(py, position)?, Roots::default())),
            Reads::Own(own) => {
                let rules = own.rules.bind(py);
                let parsed;
                let object = if position.is_instance_of::<PyString>() && rules.hasattr("parse")? {
                    parsed = rules.call_method1("parse", (position,))?;
                    &parsed
                } else {
                    position
                };
                let spots = own.spots(object)?;
                let parts = spots.iter().map(|spot| AnyPosition::new(*spot)).collect();
                Ok((parts, Roots::of(own, spots)))
            }
            Reads::Each(books) => {
                let items = items(position, Some(books.len()), "one position of each game")?;
                let (mut parts, mut roots) = (Components::new(), Roots::default());
                for ((game, book), item) in books.iter().enumerate().zip(items) {
                    let (read, own) = book.read(py, &item)?;
                    parts.extend(read.into_iter().map(|position| AnyPosition::new(At { game, position })));
                    roots.extend(own);
                }
                Ok((parts, roots))
            }
            Reads::Together(book) => {
                let (mut together, mut roots) = (Components::new(), Roots::default());
                for item in items(position, None, "positions of the game")? {
                    let (read, own) = book.read(py, &item)?;
                    together.push(read);
                    roots.extend(own);
                }
                Ok((AnyPosition::new(together).into(), roots))
            }
            Reads::Based(base, top) => {
                let ((base, top), roots) = pair(py, base, top, position)?;
                Ok((AnyPosition::new(Based { base, top }).into(), roots))
            }
            Reads::Queued(now, later) => {
                let ((now, later), roots) = pair(py, now, later, position)?;
                Ok((AnyPosition::new(Queued { now, later }).into(), roots))
            }
            Reads::Coordinates(rows, columns) => {
                let ((row, column), roots) = pair(py, rows, columns, position)?;
                match (&row[..], &column[..]) {
                    ([row], [column]) => {
                        let place = Coordinates { row: row.clone(), column: column.clone() };
                        Ok((AnyPosition::new(place).into(), roots))
                    }
                    _ => Err(PyValueError::new_err("each coordinate is a single component")),
                }
            }
        }
    }

    /// A position of a game of the registry: a text, a number, a list of numbers, or a list of components.
    fn read_text(&self, py: Python<'_>, position: &Bound<'_, PyAny>) -> PyResult<Components<AnyPosition>> {
        let parse = |text: &str| self.rules.parse(text).map_err(|error| errors::notation(py, &error));
        if let Ok(text) = position.cast::<PyString>() {
            return parse(&text.to_cow()?);
        }
        if position.is_exact_instance_of::<PyInt>() {
            return parse(&position.str()?.to_cow()?);
        }
        // An array of numpy has the method too, and raises.
        if position.hasattr("__index__")?
            && let Ok(number) = position.call_method0("__index__")
        {
            return parse(&number.str()?.to_cow()?);
        }
        if !position.is_instance_of::<PyList>()
            && !position.is_instance_of::<PyTuple>()
            && !position.hasattr("__array__")?
        {
            return Err(PyTypeError::new_err(format!(
                "a position of {} is a text, a number or a list, not {}",
                self.rules,
                position.get_type().name()?
            )));
        }
        let parts: Vec<Bound<'_, PyAny>> = position.try_iter()?.collect::<PyResult<_>>()?;
        if parts.is_empty() {
            return Ok(Components::new());
        }
        if parts.iter().all(|part| part.is_instance_of::<PyInt>() || part.hasattr("__index__").unwrap_or(false)) {
            let numbers: Vec<String> = parts
                .iter()
                .map(|part| Ok(part.call_method0("__index__")?.str()?.to_string()))
                .collect::<PyResult<_>>()?;
            return parse(&numbers.join(","));
        }
        let mut all = Components::new();
        for part in parts {
            let read = match part.cast::<Position>() {
                Ok(position) => position.get().parts.clone(),
                Err(_) => self.read_text(py, &part)?,
            };
            all.extend(read);
        }
        Ok(all)
    }
}

/// The items of a list or a tuple.
fn items<'py>(position: &Bound<'py, PyAny>, count: Option<usize>, what: &str) -> PyResult<Vec<Bound<'py, PyAny>>> {
    if !position.is_instance_of::<PyList>() && !position.is_instance_of::<PyTuple>() {
        return Err(PyTypeError::new_err(format!("a position is a list with {what}")));
    }
    let items: Vec<_> = position.try_iter()?.collect::<PyResult<_>>()?;
    match count {
        Some(count) if items.len() != count => {
            Err(PyValueError::new_err(format!("a position is a list with {what}: {count}, not {}", items.len())))
        }
        _ => Ok(items),
    }
}

type Pair = (Components<AnyPosition>, Components<AnyPosition>);

fn pair(py: Python<'_>, one: &Arc<Book>, other: &Arc<Book>, position: &Bound<'_, PyAny>) -> PyResult<(Pair, Roots)> {
    let items = items(position, Some(2), "a position of each game")?;
    let (first, mut roots) = one.read(py, &items[0])?;
    let (second, more) = other.read(py, &items[1])?;
    roots.extend(more);
    Ok(((first, second), roots))
}
