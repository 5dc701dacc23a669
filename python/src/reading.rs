//! Positions as Python writes them: a text, a number, a list, an object, or a position that was read before.

use std::sync::Arc;

use grundy::any::AnyPosition;
use grundy::compound::{At, Based, Coordinates, Queued};
use grundy::{Components, Notation};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};

use crate::book::{Book, Reads};
use crate::errors;
use crate::own::{Own, Spot};
use crate::position::{Position, Roots};

/// Lists within lists that are read. A guard of the stack, also for a list that holds itself.
const MOST_DEEP: usize = 100;

/// What is read: components, and the positions of games in Python within them.
type Read = (Components<AnyPosition>, Roots);

impl Position {
    pub(crate) fn read(py: Python<'_>, game: &Arc<Book>, position: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (parts, roots) = game.read(py, position)?;
        Ok(Self { game: Arc::clone(game), parts, roots })
    }
}

impl Book {
    /// Reads a position.
    pub(crate) fn read(self: &Arc<Self>, py: Python<'_>, position: &Bound<'_, PyAny>) -> PyResult<Read> {
        if let Ok(position) = position.cast::<Position>() {
            let position = position.get();
            self.has(position)?;
            return Ok((position.parts.clone(), position.roots.clone()));
        }
        match &self.kind {
            Reads::Text => Ok((self.read_text(py, position, 0)?, Roots::default())),
            Reads::Own(own) => {
                let mut spots = Vec::new();
                match position.cast::<PyList>() {
                    Ok(sum) => sum.iter().try_for_each(|part| self.read_part(own, &part, &mut spots))?,
                    Err(_) => self.read_part(own, position, &mut spots)?,
                }
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

    /// Refuses a position of another game.
    fn has(self: &Arc<Self>, position: &Position) -> PyResult<()> {
        if self.same(&position.game) {
            return Ok(());
        }
        let (text, theirs, own) = (position.text()?, position.game.rules.to_string(), self.rules.to_string());
        Err(PyTypeError::new_err(if theirs == own {
            format!(
                "{text} is a position of another Game of the same name, {own}: make one `grundy.Game(rules)` for both"
            )
        } else {
            format!("{text} is a position of {theirs}, not of {own}")
        }))
    }

    /// A part of a sum of a game in Python: an object, a text that the game parses, or a position that was read before.
    fn read_part(self: &Arc<Self>, own: &Own, part: &Bound<'_, PyAny>, into: &mut Vec<Spot>) -> PyResult<()> {
        let py = part.py();
        if let Ok(position) = part.cast::<Position>() {
            self.has(position.get())?;
            into.extend(position.get().parts.iter().filter_map(AnyPosition::downcast_ref::<Spot>));
        } else if part.is_instance_of::<PyString>() && own.rules.bind(py).hasattr("parse")? {
            into.extend(own.spots(&own.call(py, "parse", [part])?)?);
        } else if part.is_instance_of::<PyList>() {
            return Err(PyTypeError::new_err(
                "a list is a sum, and its parts are no lists: a position that is a sequence is a tuple",
            ));
        } else {
            into.extend(own.spots(part)?);
        }
        Ok(())
    }

    /// A position of a game of the registry: a text, a number, a list of numbers, or a list of components. `depth` is the number of lists around it.
    fn read_text(
        self: &Arc<Self>,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        depth: usize,
    ) -> PyResult<Components<AnyPosition>> {
        let parse = |text: &str| self.rules.parse(text).map_err(|error| errors::notation(py, &error));
        if let Ok(text) = position.cast::<PyString>() {
            return parse(&text.to_cow()?);
        }
        if let Some(number) = number(position)? {
            return parse(&number);
        }
        // Of numpy a number and an array without dimensions have the method, and no length.
        let is_array = || Ok::<_, PyErr>(position.hasattr("__array__")? && position.len().is_ok());
        if !position.is_instance_of::<PyList>() && !position.is_instance_of::<PyTuple>() && !is_array()? {
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
        if let Some(numbers) = parts.iter().map(number).collect::<PyResult<Option<Vec<_>>>>()? {
            return parse(&numbers.join(","));
        }
        let mut all = Components::new();
        for part in parts {
            match part.cast::<Position>() {
                Ok(position) => {
                    self.has(position.get())?;
                    all.extend(position.get().parts.iter().cloned());
                }
                Err(_) if depth == MOST_DEEP => {
                    return Err(PyValueError::new_err(format!(
                        "lists lie more than {MOST_DEEP} deep within each other"
                    )));
                }
                Err(_) => all.extend(self.read_text(py, &part, depth + 1)?),
            }
        }
        Ok(all)
    }
}

/// The text of a whole number. An array of numpy has its method too, and raises.
fn number(object: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    if !object.hasattr("__index__")? {
        return Ok(None);
    }
    match object.call_method0("__index__") {
        Ok(number) => Ok(Some(number.str()?.to_string())),
        Err(error) if error.is_instance_of::<PyTypeError>(object.py()) => Ok(None),
        Err(error) => Err(error),
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
