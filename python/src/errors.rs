//! Errors of the library as exceptions of `grundy.errors`.

use std::fmt::Display;

use grundy::chomp::TableError;
use grundy::heap::SequenceError;
use grundy::laws::Violation;
use grundy::misere::quotient::QuotientError;
use grundy::{Bound as Met, NotationError, SolveError, Stopped};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// An exception of `grundy.errors` with its message and its attributes.
pub(crate) fn raise(py: Python<'_>, class: &str, message: &str, attributes: &Bound<'_, PyDict>) -> PyErr {
    let made = py.import("grundy.errors").and_then(|errors| errors.getattr(class)?.call1((message,)));
    let raised = made.and_then(|exception| {
        for (name, value) in attributes {
            exception.setattr(name.extract::<&str>()?, value)?;
        }
        Ok(exception)
    });
    raised.map_or_else(|error| error, PyErr::from_value)
}

macro_rules! attributes {
    ($py:expr, $($name:literal: $value:expr),* $(,)?) => {{
        let attributes = PyDict::new($py);
        $(if let Err(error) = attributes.set_item($name, $value) { return error; })*
        attributes
    }};
}

/// A text that is no position or no name.
pub(crate) fn notation(py: Python<'_>, error: &NotationError) -> PyErr {
    let attributes = attributes!(py, "text": error.text(), "place": error.place());
    raise(py, "NotationError", &error.to_string(), &attributes)
}

/// A bound that was met.
pub(crate) fn stopped(py: Python<'_>, stopped: Stopped) -> PyErr {
    let (bound, limit) = match stopped.bound {
        Met::Positions(limit) => ("positions", Some(limit)),
        Met::Bytes(limit) => ("bytes", Some(limit)),
        Met::Deadline => ("deadline", None),
        _ => ("cancelled", None),
    };
    let attributes = attributes!(
        py,
        "bound": bound,
        "limit": limit,
        "unit": stopped.unit.to_string(),
        "done": stopped.done,
        "unfinished": stopped.unfinished,
    );
    raise(py, "LimitError", &stopped.to_string(), &attributes)
}

/// Characters of a position in a message.
const MOST_TOLD: usize = 1000;

/// A text for a message. A board of a million rows is cut off.
fn short(text: String) -> String {
    if text.chars().nth(MOST_TOLD).is_none() { text } else { text.chars().take(MOST_TOLD).chain(['…']).collect() }
}

/// A position that was not solved. `text` writes a component.
pub(crate) fn solve<P>(py: Python<'_>, error: SolveError<P>, mut text: impl FnMut(P) -> String) -> PyErr {
    let error = error.map(|part| short(text(part)));
    match &error {
        SolveError::Stopped(bound) => stopped(py, *bound),
        SolveError::Loopy { position } => {
            let message = format!("the game is loopy: play can come back to {position}; LoopyGraph answers such games");
            raise(py, "LoopyError", &message, &attributes!(py, "position": position.to_string()))
        }
        SolveError::TooManyMoves { position, at_least, limit } => {
            let message =
                format!("{position} has at least {at_least} moves, and no more than {limit} may be looked at");
            let attributes =
                attributes!(py, "bound": "moves", "limit": limit, "unit": "moves", "done": 0, "unfinished": at_least);
            raise(py, "LimitError", &message, &attributes)
        }
        SolveError::TooManyReplies { limit, .. } => {
            let attributes =
                attributes!(py, "bound": "moves", "limit": limit, "unit": "moves", "done": 0, "unfinished": limit);
            raise(py, "LimitError", &error.to_string(), &attributes)
        }
        other => plain(py, other),
    }
}

/// An error without attributes.
pub(crate) fn plain(py: Python<'_>, error: &impl Display) -> PyErr {
    raise(py, "GrundyError", &error.to_string(), &PyDict::new(py))
}

pub(crate) fn sequence(py: Python<'_>, error: SequenceError) -> PyErr {
    match error {
        SequenceError::Stopped(bound) => stopped(py, bound),
        other => plain(py, &other),
    }
}

pub(crate) fn table(py: Python<'_>, error: TableError) -> PyErr {
    match error {
        TableError::Stopped(bound) => stopped(py, bound),
        other => plain(py, &other),
    }
}

pub(crate) fn quotient(py: Python<'_>, error: QuotientError) -> PyErr {
    match error {
        QuotientError::Stopped(bound) => stopped(py, bound),
        other => raise(py, "QuotientError", &other.to_string(), &PyDict::new(py)),
    }
}

pub(crate) fn violation(py: Python<'_>, error: &Violation) -> PyErr {
    match error {
        Violation::Broken { law, input, position, expected, found } => {
            let attributes = attributes!(
                py,
                "law": law.to_string(),
                "input": input,
                "position": position,
                "expected": expected,
                "found": found,
            );
            raise(py, "LawError", &error.to_string(), &attributes)
        }
        Violation::Stopped(bound) => stopped(py, *bound),
        other => plain(py, other),
    }
}
