//! Values that wait to be written: [entries](Entry) in the order in which they came.
//!
//! A search inserts each value, and asks for few of them again: what it used last is in its own memory. So inserting writes behind the last entry,
//! and only a look-up makes the index of what has come since the last one.

use std::collections::HashMap;
use std::collections::hash_map::Entry::{Occupied, Vacant};
use std::sync::{Mutex, PoisonError};

use rustc_hash::FxBuildHasher;

use crate::block::Entry;
use crate::filter::hash;

/// The hash of a text, and where its entry begins.
pub(crate) type Place = (u64, usize);

/// Values in memory.
#[derive(Debug, Default)]
pub(crate) struct Batch {
    entries: Vec<u8>,
    places: Vec<Place>,
    index: Mutex<Index>,
}

/// Where entries begin, by the hash of the text.
#[derive(Debug, Default)]
struct Index {
    /// Number of places in the index.
    known: usize,
    by_hash: HashMap<u64, usize, FxBuildHasher>,
    /// The places of further entries with a hash that is there: hardly ever one.
    others: Vec<Place>,
}

impl Batch {
    pub(crate) fn len(&self) -> usize {
        self.places.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// An empty batch with room for as many values as this one has.
    pub(crate) fn with_same_room(&self) -> Self {
        let (entries, places) = (Vec::with_capacity(self.entries.len()), Vec::with_capacity(self.len()));
        Self { entries, places, index: Mutex::default() }
    }

    pub(crate) fn insert(&mut self, text: &str, value: u64) {
        let at = self.entries.len();
        let hash = Entry::append(&mut self.entries, text, value);
        self.places.push((hash, at));
    }

    pub(crate) fn get(&self, text: &str) -> Option<u64> {
        // Readers make the index, and share the batch. A panic in the middle leaves at most places that are in the
        // index twice, so a poisoned lock is harmless.
        let mut index = self.index.lock().unwrap_or_else(PoisonError::into_inner);
        let Index { known, by_hash, others } = &mut *index;
        // Only the places that came since the last look-up are added.
        for (hash, at) in &self.places[*known..] {
            match by_hash.entry(*hash) {
                Vacant(free) => _ = free.insert(*at),
                // The same hash again: the same text, inserted twice, or another text.
                Occupied(_) => others.push((*hash, *at)),
            }
        }
        *known = self.len();
        let hash = hash(text.as_bytes());
        // The first entry with the hash, then the others. The text decides.
        let first = by_hash.get(&hash)?;
        let others = others.iter().filter(|(other, _)| *other == hash).map(|(_, at)| at);
        let mut entries = [first].into_iter().chain(others).map(|at| self.entry(*at));
        Some(entries.find(|entry| entry.text == text.as_bytes())?.value)
    }

    /// The entry at a place.
    pub(crate) fn entry(&self, at: usize) -> Entry<'_> {
        Entry::first_of(&self.entries[at..]).expect("it was written by `insert`")
    }

    /// The bytes of the entry at a place.
    pub(crate) fn bytes(&self, at: usize) -> &[u8] {
        &self.entries[at..][..self.entry(at).length]
    }

    /// The places of all entries in the order of their hashes.
    pub(crate) fn sorted(&self) -> Vec<Place> {
        let mut places = self.places.clone();
        places.sort_unstable();
        places
    }
}
