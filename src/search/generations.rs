//! A hash table that keeps a bounded number of entries: what is in memory of a store.

use std::collections::HashMap;
use std::hash::Hash;
use std::mem;

use rustc_hash::FxBuildHasher;

use crate::search::growth::map_bytes;

/// A hash table that keeps a bounded number of entries, those that were used last.
///
/// Entries live in a young and an old table. When the young one is full, it becomes the old one, and the old one is dropped. An old entry
/// that is used becomes young. Compared with a list in the order of use, this takes no memory beside the tables.
#[derive(Debug)]
pub(super) struct Generations<K, V> {
    pub(super) young: HashMap<K, V, FxBuildHasher>,
    pub(super) old: HashMap<K, V, FxBuildHasher>,
    /// The greatest number of entries of each table.
    most: usize,
    pub(super) has_dropped: bool,
}

impl<K: Eq + Hash, V: Copy> Generations<K, V> {
    pub(super) fn new(entries: usize) -> Self {
        Self { young: HashMap::default(), old: HashMap::default(), most: (entries / 2).max(1), has_dropped: false }
    }

    pub(super) fn get(&mut self, key: &K) -> Option<V> {
        self.young.get(key).copied().or_else(|| self.get_old(key))
    }

    /// The same of an entry that is not young.
    pub(super) fn get_old(&mut self, key: &K) -> Option<V> {
        // An empty table would take the hash of the key first.
        if self.old.is_empty() {
            return None;
        }
        let (key, value) = self.old.remove_entry(key)?;
        self.insert(key, value);
        Some(value)
    }

    pub(super) fn insert(&mut self, key: K, value: V) {
        if self.young.len() >= self.most {
            // The old table is gone, and with it entries that only the store has.
            self.has_dropped |= !self.old.is_empty();
            self.old.clear();
            mem::swap(&mut self.young, &mut self.old);
        }
        self.young.insert(key, value);
    }

    pub(super) fn clear(&mut self) {
        // The tables go, since the bytes of an empty one with room for many count.
        (self.young, self.old) = (HashMap::default(), HashMap::default());
    }

    pub(super) fn remove(&mut self, key: &K) {
        for table in [&mut self.young, &mut self.old].into_iter().filter(|table| !table.is_empty()) {
            table.remove(key);
        }
    }

    pub(super) fn bytes(&self, more: usize) -> usize {
        // The young table stops growing at `most` entries, and the old one does not grow.
        map_bytes(&self.young, more.min(self.most.saturating_sub(self.young.len()))) + map_bytes(&self.old, 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_least_the_last_half_is_kept_and_never_more_than_all() {
        for entries in [1, 2, 3, 8, 100] {
            let mut kept = Generations::new(entries);
            for key in 0..1000_usize {
                kept.insert(key, key * key);
                let half = (entries / 2).max(1);
                for last in key.saturating_sub(half - 1)..=key {
                    assert!(kept.young.contains_key(&last) || kept.old.contains_key(&last), "{entries} {key} {last}");
                }
                assert!(kept.young.len() + kept.old.len() <= entries.max(2), "{entries} {key}");
            }
        }
    }

    #[test]
    fn what_is_used_stays() {
        let mut kept = Generations::new(10);
        kept.insert(1000, 7);
        for key in 0..1000 {
            kept.insert(key, 0);
            assert_eq!(kept.get(&1000), Some(7), "{key}");
        }
        assert_eq!(kept.get(&0), None);
    }

    #[test]
    fn what_is_removed_is_in_neither_table() {
        let mut kept = Generations::new(4);
        (0..4).for_each(|key| kept.insert(key, ()));
        (0..4).for_each(|key| kept.remove(&key));
        assert!((0..4).all(|key| kept.get(&key).is_none()));
    }

    #[test]
    fn a_drop_is_reported_also_if_a_look_up_causes_it() {
        let mut kept = Generations::new(4);
        (0..4).for_each(|key| kept.insert(key, ()));
        assert!(!kept.has_dropped);
        // 0 becomes young, where there is no room, so that 1 is dropped.
        assert_eq!((kept.get(&0), kept.has_dropped), (Some(()), true));
        assert_eq!(kept.get(&1), None);
    }
}
