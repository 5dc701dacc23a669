//! A store in memory.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use grundy::{Nimber, Store};

/// Values by text, of which those that were there at first are read ninety at a time, up to a part that cannot be read.
#[derive(Default)]
pub(crate) struct Shelf {
    pub(crate) values: Mutex<HashMap<String, Nimber>>,
    at_first: Vec<(String, Nimber)>,
    broken: Option<u64>,
    /// The number of look-ups.
    pub(crate) asked: AtomicU64,
    /// The number of parts that were read.
    pub(crate) read: AtomicU64,
}

impl Shelf {
    /// A shelf that has the values of another one at first.
    pub(crate) fn after(other: &Self, broken: Option<u64>) -> Self {
        let values = other.values.lock().unwrap().clone();
        Self { at_first: values.clone().into_iter().collect(), values: Mutex::new(values), broken, ..Self::default() }
    }
}

impl Store for Shelf {
    fn get(&self, text: &str) -> Option<Nimber> {
        self.asked.fetch_add(1, Relaxed);
        self.values.lock().unwrap().get(text).copied()
    }

    fn insert(&self, text: String, value: Nimber) {
        self.values.lock().unwrap().insert(text, value);
    }

    fn count(&self) -> Option<u64> {
        Some(self.values.lock().unwrap().len() as u64)
    }

    fn parts(&self) -> u64 {
        self.at_first.len().div_ceil(90) as u64
    }

    fn part(&self, number: u64) -> Option<Vec<(String, Nimber)>> {
        assert_eq!(self.read.fetch_add(1, Relaxed), number, "parts are read in order, each once");
        if self.broken == Some(number) {
            return None;
        }
        self.at_first.chunks(90).nth(usize::try_from(number).unwrap()).map(<[_]>::to_vec)
    }
}
