//! Rule books with the ways in which their positions are read.

use std::sync::Arc;

use grundy::{AnyGame, Notation, Play};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::own::Own;

/// A rule book with the way in which its positions are read.
pub(crate) struct Book {
    pub(crate) rules: AnyGame,
    pub(crate) kind: Reads,
    /// The number of games that lie in one another, where the innermost does not count.
    depth: usize,
}

pub(crate) enum Reads {
    /// A text, a number, or a list.
    Text,
    /// An object.
    Own(Arc<Own>),
    /// One position of each game.
    Each(Vec<Arc<Book>>),
    /// A list of whole positions of one game.
    Together(Arc<Book>),
    Based(Arc<Book>, Arc<Book>),
    Queued(Arc<Book>, Arc<Book>),
    Coordinates(Arc<Book>, Arc<Book>),
}

/// Maximum depth of games in one another. A guard: each takes some kilobytes of the stack, and 150 fit into a thread.
const MOST_DEEP: usize = 32;

impl Book {
    /// The game in Python, if it is one.
    pub(crate) fn own(&self) -> Option<&Arc<Own>> {
        match &self.kind {
            Reads::Own(own) => Some(own),
            _ => None,
        }
    }

    /// The kind of play, unless positions of the game are not played so.
    pub(crate) fn play(&self, misere: bool) -> PyResult<Play> {
        let play = if misere { Play::Misere } else { Play::Normal };
        self.rules.refuses(play).map_or(Ok(play), |reason| Err(PyValueError::new_err(reason)))
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
}

/// A rule book: see `grundy.Game`.
#[pyclass(frozen, module = "grundy._grundy", weakref)]
pub(crate) struct Game(pub(crate) Arc<Book>);

impl Game {
    pub(crate) fn new(rules: AnyGame, kind: Reads) -> Self {
        Self(Arc::new(Book { rules, kind, depth: 0 }))
    }

    /// The same, of a game that is made of others. A question goes down through all of them.
    pub(crate) fn made_of_others(rules: AnyGame, kind: Reads) -> PyResult<Self> {
        let parts = match &kind {
            Reads::Text | Reads::Own(_) => vec![],
            Reads::Each(books) => books.iter().collect(),
            Reads::Together(book) => vec![book],
            Reads::Based(one, other) | Reads::Queued(one, other) | Reads::Coordinates(one, other) => vec![one, other],
        };
        let depth = parts.into_iter().map(|book| book.depth + 1).max().unwrap_or(0);
        if depth > MOST_DEEP {
            return Err(PyValueError::new_err(format!("games lie more than {MOST_DEEP} deep in one another")));
        }
        Ok(Self(Arc::new(Book { rules, kind, depth })))
    }
}
