//! The memo of a search on the types of a rule book behind a pointer.

use std::sync::Arc;

use crate::nimber::Nimber;
use crate::notation::Notation;
use crate::search::{Front, Memo, News, Store, Stored, Table};

/// A store of values, with the number of positions in memory in front of it.
#[derive(Clone)]
pub(super) struct Shelf {
    pub(super) store: Arc<dyn Store>,
    pub(super) positions: usize,
}

/// A table, or memory in front of a store.
pub(super) enum Values<'a, G: Notation> {
    Table(&'a mut Table<G::Position, Nimber>),
    Stored(Box<Stored<&'a G, &'a dyn Store>>),
}

impl<'a, G: Notation> Values<'a, G> {
    /// The store if there is one, with what is in memory of it; else the table.
    pub(super) fn new(
        game: &'a G,
        shelf: Option<&'a Shelf>,
        table: &'a mut Table<G::Position, Nimber>,
        front: &mut Option<Front<G::Position>>,
    ) -> Self {
        let Some(Shelf { store, positions }) = shelf else { return Self::Table(table) };
        let store: &dyn Store = &**store;
        Self::Stored(Box::new(match front.take() {
            Some(front) => Stored::with_front(game, store, front),
            None => Stored::new(game, store, *positions),
        }))
    }

    /// What is in memory of the store.
    pub(super) fn into_front(self) -> Option<Front<G::Position>> {
        match self {
            Self::Table(_) => None,
            Self::Stored(stored) => Some(stored.into_front()),
        }
    }
}

impl<G: Notation> Memo<G::Position, Nimber> for Values<'_, G> {
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "a call for each option takes a twelfth of the time of Chomp 10 x 10: bench `at run time`"
    )]
    fn recall(&self, key: &G::Position) -> Option<Nimber> {
        match self {
            Self::Table(table) => (**table).recall(key),
            Self::Stored(stored) => get(stored, key),
        }
    }

    fn insert(&mut self, key: G::Position, value: Nimber) {
        match self {
            Self::Table(table) => Memo::insert(&mut **table, key, value),
            Self::Stored(stored) => stored.insert(key, value),
        }
    }

    fn bytes_with(&self, more: usize) -> u64 {
        match self {
            Self::Table(table) => table.bytes_with(more),
            Self::Stored(stored) => stored.bytes_with(more),
        }
    }

    fn forget(&mut self) {
        match self {
            Self::Table(table) => table.forget(),
            Self::Stored(stored) => stored.forget(),
        }
    }

    #[inline]
    fn is_shared(&self) -> bool {
        match self {
            Self::Table(_) => false,
            Self::Stored(stored) => stored.is_shared(),
        }
    }

    #[inline]
    fn reluctance(&self, key: &G::Position) -> u32 {
        match self {
            Self::Table(_) => 0,
            Self::Stored(stored) => stored.reluctance(key),
        }
    }

    #[inline]
    fn begin(&mut self, key: &G::Position) {
        match self {
            Self::Table(_) => {}
            Self::Stored(stored) => stored.begin(key),
        }
    }

    #[inline]
    fn found_elsewhere(&self, key: &G::Position) -> Option<Nimber> {
        match self {
            Self::Table(_) => None,
            Self::Stored(stored) => stored.found_elsewhere(key),
        }
    }

    fn exchange(&mut self, listed: u64, told: Vec<News<G::Position>>) -> Vec<News<G::Position>> {
        match self {
            Self::Table(_) => Vec::new(),
            Self::Stored(stored) => stored.exchange(listed, told),
        }
    }

    fn contradict(&mut self, key: &G::Position, sent: String, found: String) {
        if let Self::Stored(stored) = self {
            stored.contradict(key, sent, found);
        }
    }
}

/// Apart, so that the look-up in a table alone is inlined into a search.
#[inline(never)]
fn get<G: Notation>(stored: &Stored<&G, &dyn Store>, key: &G::Position) -> Option<Nimber> {
    stored.recall(key)
}
