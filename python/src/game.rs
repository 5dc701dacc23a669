//! Games as Python makes them: those of the library by name, games in Python, sums and compounds.

use std::fmt::Display;
use std::sync::Arc;

use grundy::compound::{Ends, Kind, Ordinal, Sequential, Tartan};
use grundy::{AnyGame, Compound, ImpartialGame, Notation, Play, Registry, SumOf};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};

use crate::book::{Game, Reads};
use crate::errors;
use crate::named::Named;
use crate::own::Own;
use crate::own_rules::OwnRules;
use crate::position::Position;

/// The games by name: name, an example of a position, and what a move is.
#[pyfunction]
pub(crate) fn games() -> Vec<(String, String, String)> {
    let entry = |entry: &grundy::any::Entry| {
        (entry.sample().to_owned(), entry.example().to_owned(), entry.description().to_owned())
    };
    Registry::standard().iter().map(entry).collect()
}

impl Game {
    fn named<C>(name: String, compound: C, parts: &[&Self], reads: Reads) -> PyResult<Self>
    where
        C: ImpartialGame<Position: Display, Move: Display> + Send + Sync + 'static,
    {
        let parts = parts.iter().map(|part| part.0.rules.clone()).collect();
        Self::made_of_others(AnyGame::new(name, Named { compound, parts }), reads)
    }

    /// Refuses a part whose positions stand for sums, such as coins: this compound would be one of sums, and not of coins.
    fn stands_for_itself(&self, compound: &str) -> PyResult<()> {
        let game = &self.0.rules;
        game.refuses(Play::Misere).map_or(Ok(()), |reason| {
            Err(PyValueError::new_err(format!(
                "{game} cannot be part of the {compound}: what is solved in its place stands for it in sums, ordinal sums and Tartan products \
                 only ({reason})"
            )))
        })
    }
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
        Self::made_of_others(AnyGame::new(name, rules), Reads::Each(books))
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
        if (*found, ends) != (Kind::Disjunctive, Ends::Long) {
            game.stands_for_itself(&name)?;
        }
        let rules = Compound { game: game.0.rules.clone(), kind: *found, ends };
        Self::named(name, rules, &[game], Reads::Together(Arc::clone(&game.0)))
    }

    /// The ordinal sum.
    #[staticmethod]
    #[pyo3(name = "_ordinal")]
    fn ordinal(base: &Self, top: &Self) -> PyResult<Self> {
        let name = format!("{} : {}", base.0.rules, top.0.rules);
        let rules = Ordinal { base: base.0.rules.clone(), top: top.0.rules.clone() };
        Self::named(name, rules, &[base, top], Reads::Based(Arc::clone(&base.0), Arc::clone(&top.0)))
    }

    /// One game after the other.
    #[staticmethod]
    #[pyo3(name = "_sequential")]
    fn sequential(now: &Self, later: &Self) -> PyResult<Self> {
        let name = format!("{} → {}", now.0.rules, later.0.rules);
        for part in [now, later] {
            part.stands_for_itself(&format!("compound {name}"))?;
        }
        let rules = Sequential { now: now.0.rules.clone(), later: later.0.rules.clone() };
        Self::named(name, rules, &[now, later], Reads::Queued(Arc::clone(&now.0), Arc::clone(&later.0)))
    }

    /// The Tartan product.
    #[staticmethod]
    #[pyo3(name = "_tartan")]
    fn tartan(rows: &Self, columns: &Self) -> PyResult<Self> {
        let name = format!("{} x {}", rows.0.rules, columns.0.rules);
        let rules = Tartan { rows: rows.0.rules.clone(), columns: columns.0.rules.clone() };
        Self::named(name, rules, &[rows, columns], Reads::Coordinates(Arc::clone(&rows.0), Arc::clone(&columns.0)))
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
