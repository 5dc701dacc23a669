//! What is in memory of a store.

use std::hash::Hash;
use std::mem;
use std::ops::Range;

use crate::nimber::Nimber;
use crate::search::generations::Generations;
use crate::search::workers::Shared;

/// What is in memory of a store.
#[derive(Debug)]
pub(crate) struct Front<K> {
    pub(super) values: Generations<K, Nimber>,
    /// Positions that were asked for and not found, with the number of positions that were solved then.
    pub(super) absent: Generations<K, u64>,
    /// Own work and that of other workers.
    pub(super) shared: Shared<K>,
    /// What of the store is still to be read.
    pub(crate) unread: Unread,
    /// How often the store was asked for a value that it does not have.
    asked_in_vain: u32,
}

/// What of a store is still to be read into memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Unread {
    /// The parts that are still to be read.
    parts: Range<u64>,
    /// Whether all that the store had at first was read, or it had nothing.
    is_read: bool,
}

/// The number of times that a store is asked in vain before its next part is read. A part is some 90 values of a file, which take as long to read as 20 to 40
/// are asked for: a search that solves few positions loses little by it, and one that solves a third as many as the file has need not ask any more. (With 8, a
/// search of Chomp 11 × 12 that was killed each second made no more progress when reading all took a second; with 32 it does.)
pub(super) const ASKED_BEFORE_A_PART: u32 = 32;

/// Values in memory for each position that is remembered as absent. A search asks for a position a few times before it solves it, so that
/// absent positions are needed for a shorter time.
const VALUES_FOR_ABSENT: usize = 8;
/// The least number of absent positions to be remembered (Cram 5 × 7 by the nimber search with 894 values in memory).
const LEAST_ABSENT: usize = 1 << 14;

impl Unread {
    /// A number of parts, of a store that has some values.
    pub(super) fn parts(number: u64) -> Self {
        Self { parts: 0..number, ..Self::default() }
    }

    /// Of a store that had nothing.
    pub(super) fn nothing() -> Self {
        Self { is_read: true, ..Self::default() }
    }

    /// Whether all that the store had at first was read, or it had nothing.
    pub(super) const fn is_read(&self) -> bool {
        self.is_read
    }

    /// The next part to read, if there is one.
    pub(super) fn next_part(&mut self) -> Option<u64> {
        self.parts.next()
    }

    /// The last part was read, or could not be read. Then none is read any more, and the store is asked.
    pub(super) fn end_part(&mut self, is_read: bool) {
        if is_read {
            self.is_read = self.parts.is_empty();
        } else {
            self.parts = 0..0;
        }
    }
}

impl<K: Eq + Hash + Clone> Front<K> {
    /// With at most `positions` values in memory, before a store of which nothing is read.
    pub(crate) fn new(positions: usize) -> Self {
        let absent = Generations::new((positions / VALUES_FOR_ABSENT).max(LEAST_ABSENT));
        let (values, shared) = (Generations::new(positions), Shared::default());
        Self { values, absent, shared, unread: Unread::default(), asked_in_vain: 0 }
    }

    /// Whether all values of the store are in memory, if this memo alone inserts into it.
    pub(super) const fn is_whole(&self) -> bool {
        self.unread.is_read && !self.values.has_dropped
    }

    /// Values that the store has are no longer in memory.
    pub(super) const fn set_dropped(&mut self) {
        self.values.has_dropped = true;
    }

    /// Drops all values, which the store has.
    pub(super) fn clear(&mut self) {
        drop(self.take_values());
        self.set_dropped();
    }

    /// The number of values in memory.
    pub(crate) fn len(&self) -> usize {
        self.values.young.len() + self.values.old.len()
    }

    /// What is still to be read, for threads that read on. They hand it back in its place.
    pub(crate) fn take_unread(&mut self) -> Unread {
        let unread = if self.values.has_dropped { Unread::default() } else { self.unread.clone() };
        self.unread.parts = 0..0;
        unread
    }

    /// The part of the store to read now, where it was asked in vain. `None` if it is not read, or not yet.
    pub(super) fn next_part(&mut self) -> Option<u64> {
        self.asked_in_vain = (self.asked_in_vain + 1) % ASKED_BEFORE_A_PART;
        if self.asked_in_vain > 0 || self.values.has_dropped { None } else { self.unread.next_part() }
    }

    /// Takes a part of the store into memory; `None` if it could not be read.
    pub(super) fn take_in(&mut self, part: Option<impl Iterator<Item = (K, Nimber)>>) {
        self.unread.end_part(part.is_some());
        self.extend(part.into_iter().flatten());
    }

    /// Takes all values out of memory. What is not in the store now may be there when they come back.
    pub(super) fn take_values(&mut self) -> impl Iterator<Item = (K, Nimber)> + use<K> {
        self.absent.clear();
        mem::take(&mut self.values.old).into_iter().chain(mem::take(&mut self.values.young))
    }

    /// Takes values into memory which the store has.
    pub(super) fn extend(&mut self, values: impl Iterator<Item = (K, Nimber)>) {
        values.for_each(|(key, value)| self.remember(key, value));
    }

    pub(super) fn remember(&mut self, key: K, value: Nimber) {
        // The store has it from now on, also when memory has dropped it.
        self.absent.remove(&key);
        self.values.insert(key, value);
    }
}
