//! Where the values of a search are: one type for all places, so that a search is compiled once for a game.

use std::hash::Hash;

use crate::search::checkpoint::Checkpoint;
use crate::search::memo::{Memo, Table};
use crate::search::workers::News;

/// A table, or another memo behind a pointer: what several threads share, or a store. Beside the other memo there is a table that stays empty: to look there first
/// takes fewer instructions than to ask for each option which of the two it is. A third kind that is no pointer made a search of Chomp take a
/// twenty-fifth more instructions, by one thread too.
pub(crate) struct Place<'a, K, V> {
    table: &'a mut Table<K, V>,
    memo: Option<&'a mut (dyn Memo<K, V> + Send)>,
}

impl<'a, K, V> Place<'a, K, V> {
    pub(crate) const fn table(table: &'a mut Table<K, V>) -> Self {
        Self { table, memo: None }
    }

    /// The other memo, and an empty table.
    pub(crate) fn memo(empty: &'a mut Table<K, V>, memo: &'a mut (dyn Memo<K, V> + Send)) -> Self {
        assert!(empty.is_empty(), "the values are in the other memo");
        Self { table: empty, memo: Some(memo) }
    }
}

impl<K: Clone + Eq + Hash, V: Clone> Memo<K, V> for Place<'_, K, V> {
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "a call for each option takes a twelfth of the time of Chomp 10 x 10: bench `at run time`"
    )]
    fn recall(&self, key: &K) -> Option<V> {
        // A copy: a position whose address is wanted nowhere stays in a register.
        (*self.table).recall(key).or_else(|| self.memo.as_ref()?.recall(&key.clone()))
    }

    fn insert(&mut self, key: K, value: V) {
        match &mut self.memo {
            None => Memo::insert(&mut *self.table, key, value),
            Some(memo) => memo.insert(key, value),
        }
    }

    fn bytes_with(&self, more: usize) -> u64 {
        match &self.memo {
            None => self.table.bytes_with(more),
            Some(memo) => memo.bytes_with(more),
        }
    }

    fn forget(&mut self) {
        match &mut self.memo {
            None => self.table.forget(),
            Some(memo) => memo.forget(),
        }
    }

    #[inline]
    fn is_shared(&self) -> bool {
        self.memo.as_ref().is_some_and(Memo::is_shared)
    }

    #[inline]
    fn reluctance(&self, key: &K) -> u32 {
        self.memo.as_ref().map_or(0, |memo| memo.reluctance(key))
    }

    #[inline]
    fn begin(&mut self, key: &K) {
        if let Some(memo) = &mut self.memo {
            memo.begin(key);
        }
    }

    fn give_up(&mut self, key: &K) {
        if let Some(memo) = &mut self.memo {
            memo.give_up(key);
        }
    }

    #[inline]
    fn found_elsewhere(&self, key: &K) -> Option<V> {
        self.memo.as_ref()?.found_elsewhere(key)
    }

    fn exchange(&mut self, listed: u64, told: Vec<News<K>>) -> Vec<News<K>> {
        self.memo.as_mut().map_or_else(Vec::new, |memo| memo.exchange(listed, told))
    }

    fn contradict(&mut self, key: &K, sent: String, found: String) {
        if let Some(memo) = &mut self.memo {
            memo.contradict(key, sent, found);
        }
    }

    fn checkpoint(&self) -> Option<&dyn Checkpoint<K>> {
        self.memo.as_ref()?.checkpoint()
    }
}
