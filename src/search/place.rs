//! Where the values of a search are: one type for all places, so that a search is compiled once for a game.

use std::hash::Hash;

use crate::search::memo::{Memo, Table};
use crate::search::workers::News;

/// A table, or another memo behind a pointer: what several threads share, or a store. A third kind that is no pointer made a search of Chomp take a
/// twenty-fifth more instructions, by one thread too.
pub(crate) enum Place<'a, K, V> {
    Table(&'a mut Table<K, V>),
    Memo(&'a mut (dyn Memo<K, V> + Send)),
}

impl<K, V> Place<'_, K, V> {
    /// The memo that is no table. A table answers as if nobody shared it.
    #[inline]
    fn memo(&self) -> Option<&dyn Memo<K, V>> {
        match self {
            Self::Table(_) => None,
            Self::Memo(memo) => Some(&**memo),
        }
    }

    #[inline]
    fn memo_mut(&mut self) -> Option<&mut dyn Memo<K, V>> {
        match self {
            Self::Table(_) => None,
            Self::Memo(memo) => Some(&mut **memo),
        }
    }
}

impl<K: Eq + Hash, V: Clone> Memo<K, V> for Place<'_, K, V> {
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "a call for each option takes a twelfth of the time of Chomp 10 x 10: bench `at run time`"
    )]
    fn recall(&self, key: &K) -> Option<V> {
        match self {
            Self::Table(table) => (**table).recall(key),
            Self::Memo(memo) => memo.recall(key),
        }
    }

    fn insert(&mut self, key: K, value: V) {
        match self {
            Self::Table(table) => Memo::insert(&mut **table, key, value),
            Self::Memo(memo) => memo.insert(key, value),
        }
    }

    fn bytes_with(&self, more: usize) -> u64 {
        match self {
            Self::Table(table) => table.bytes_with(more),
            Self::Memo(memo) => memo.bytes_with(more),
        }
    }

    fn forget(&mut self) {
        match self {
            Self::Table(table) => table.forget(),
            Self::Memo(memo) => memo.forget(),
        }
    }

    #[inline]
    fn is_shared(&self) -> bool {
        self.memo().is_some_and(Memo::is_shared)
    }

    #[inline]
    fn reluctance(&self, key: &K) -> u32 {
        self.memo().map_or(0, |memo| memo.reluctance(key))
    }

    #[inline]
    fn begin(&mut self, key: &K) {
        if let Some(memo) = self.memo_mut() {
            memo.begin(key);
        }
    }

    #[inline]
    fn found_elsewhere(&self, key: &K) -> Option<V> {
        self.memo()?.found_elsewhere(key)
    }

    fn exchange(&mut self, listed: u64, told: Vec<News<K>>) -> Vec<News<K>> {
        self.memo_mut().map_or_else(Vec::new, |memo| memo.exchange(listed, told))
    }

    fn contradict(&mut self, key: &K, sent: String, found: String) {
        if let Some(memo) = self.memo_mut() {
            memo.contradict(key, sent, found);
        }
    }
}
