//! A memo that several threads fill at once.
//!
//! An array of cells that are written once. A position is looked for from the cell that its hash names onwards, up to the first cell that is
//! free; cells are never freed, so that no entry lies behind a free cell. Nothing is locked, and a look-up writes nothing, so that no thread slows
//! down another that reads (a shard behind a lock is written by every look-up). The array does not grow: when it is nearly full, the
//! threads stop, and go on with a larger one.
//!
//! A position that a thread is solving is an entry without a value. Other threads then take other options first.
//!
//! A store may be [behind](BackingOfThread) the memo. A file is asked for what is not in the array, and is told each value that is new. That it does not have a position is an
//! entry too, so that it is asked once. Then the threads may go on with an empty array in place of a larger one.

use std::cell;
use std::hash::{BuildHasher, Hash};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};

use rustc_hash::FxBuildHasher;

use crate::nimber::Nimber;
use crate::outcome::Outcome;
use crate::search::backing::{Backed, BackingOfThread};
use crate::search::memo::Memo;

/// Values of positions, and positions under way, of several threads. All values are of one type, which is that of the search.
pub(crate) struct Found<K> {
    /// A power of two of them.
    cells: Box<[Cell<K>]>,
    fill: Fill,
    /// An entry was left out.
    has_refused: AtomicBool,
}

/// A place for one entry. Aligned, so that a cell of 32 bytes, which is one of a position of two words, lies in one line of the processor's cache.
#[repr(align(32))]
struct Cell<K>(OnceLock<Entry<K>>);

/// How full the cells are.
#[derive(Clone)]
pub(crate) struct Fill {
    used: Arc<AtomicUsize>,
    cells: usize,
}

/// A position, with its value once it is solved.
struct Entry<K> {
    key: K,
    /// Until then [`UNDER_WAY`] or [`ABSENT`]. A thread that reads it reads nothing else that was written with it, so that relaxed loads and stores are enough.
    value: AtomicU64,
}

/// In place of the value: a thread is solving the position. No position whose options were listed has this Grundy value or [`ABSENT`]: it would have
/// as many options. An oracle may tell it; then the position counts as not solved, and each thread that comes to it asks the oracle again.
const UNDER_WAY: u64 = u64::MAX;

/// In place of the value: the store behind the memo does not have the position.
const ABSENT: u64 = u64::MAX - 1;

/// A value that is kept as one word.
pub(crate) trait OneWord: Copy {
    fn to_word(self) -> u64;
    fn from_word(word: u64) -> Self;
}

impl OneWord for Nimber {
    #[inline]
    fn to_word(self) -> u64 {
        self.get()
    }

    #[inline]
    fn from_word(word: u64) -> Self {
        Self::new(word)
    }
}

impl OneWord for Outcome {
    #[inline]
    fn to_word(self) -> u64 {
        self as u64
    }

    #[inline]
    fn from_word(word: u64) -> Self {
        if word == Self::P as u64 {
            return Self::P;
        }
        assert!(word == Self::N as u64, "{word} is no outcome");
        Self::N
    }
}

impl<K> Entry<K> {
    #[inline]
    fn value<V: OneWord>(&self) -> Option<V> {
        let value = self.value.load(Relaxed);
        (value < ABSENT).then(|| V::from_word(value))
    }
}

impl Fill {
    /// Whether the threads should go on with a larger array.
    pub(crate) fn is_high(&self) -> bool {
        // Below the fifteen sixteenths at which `put` leaves entries out, since threads stop only at their next checks.
        self.used.load(Relaxed) > full(self.cells)
    }
}

impl<K: Eq + Hash> Found<K> {
    /// The bytes of a memo with room for this number of positions.
    pub(crate) fn bytes(positions: usize) -> u64 {
        (cells(positions) as u64).saturating_mul(size_of::<Cell<K>>() as u64)
    }

    /// The bytes of its cells.
    pub(crate) fn own_bytes(&self) -> u64 {
        size_of_val(&*self.cells) as u64
    }

    /// A memo with at least twice as many cells as positions.
    pub(crate) fn with_room(positions: usize) -> Self {
        let cells = cells(positions);
        let fill = Fill { used: Arc::default(), cells };
        let cells = (0..cells).map(|_| Cell(OnceLock::new())).collect();
        Self { cells, fill, has_refused: AtomicBool::new(false) }
    }

    /// Number of cells in use, but for those that views have yet to count.
    pub(crate) fn used(&self) -> usize {
        self.fill.used.load(Relaxed)
    }

    /// Whether there was no room for some entry.
    pub(crate) fn has_refused(&self) -> bool {
        self.has_refused.load(Relaxed)
    }

    /// How full the cells are, also later.
    pub(crate) fn fill(&self) -> Fill {
        self.fill.clone()
    }

    /// The value of a position, if a thread has solved it.
    #[inline]
    pub(crate) fn get<V: OneWord>(&self, key: &K) -> Option<V> {
        self.find(key)?.value()
    }

    /// The entry of a position, if a thread is solving it, or has solved it, or what is behind does not have it.
    #[inline]
    fn find(&self, key: &K) -> Option<&Entry<K>> {
        let mut place = hash(key);
        // Ends at a free cell: `put` leaves a sixteenth of the cells free.
        while let Some(entry) = self.cell(place).0.get() {
            if entry.key == *key {
                return Some(entry);
            }
            place = place.wrapping_add(1);
        }
        None
    }

    #[inline]
    fn cell(&self, place: usize) -> &Cell<K> {
        // Places go round, since the number of cells is a power of two.
        &self.cells[place & (self.cells.len() - 1)]
    }

    /// Whether this memo has the cells of one with room for that number of positions, or more.
    pub(crate) fn has_cells_for(&self, positions: usize) -> bool {
        self.cells.len() >= cells(positions)
    }

    /// What one thread fills the memo by.
    pub(crate) fn view(&self) -> View<'_, K> {
        self.view_before(None)
    }

    /// A view with a store behind the memo, and whether the store may have values that the memo does not have.
    pub(crate) fn view_before<'a>(&'a self, backing: Option<(Box<dyn BackingOfThread<K> + 'a>, bool)>) -> View<'a, K> {
        let asks = backing.as_ref().is_some_and(|(_, has_more)| *has_more);
        View { found: self, behind: backing.map(|(backing, _)| backing), asks, added: cell::Cell::new(0) }
    }

    /// All positions with values.
    pub(crate) fn values<V: OneWord>(&self) -> impl Iterator<Item = (&K, V)> {
        let entries = self.cells.iter().filter_map(|cell| cell.0.get());
        entries.filter_map(|entry| Some((&entry.key, entry.value()?)))
    }

    /// All positions with values, taken out of the memo.
    pub(crate) fn into_values<V: OneWord>(self) -> impl Iterator<Item = (K, V)> {
        let entries = self.cells.into_iter().filter_map(|cell| cell.0.into_inner());
        entries.filter_map(|entry| Some((entry.value()?, entry.key))).map(|(value, key)| (key, value))
    }
}

/// One thread's view of the memo.
pub(crate) struct View<'a, K> {
    found: &'a Found<K>,
    behind: Option<Box<dyn BackingOfThread<K> + 'a>>,
    /// Whether the store may have more than the array.
    asks: bool,
    /// Entries that the fill does not count yet: threads that wrote one count for each entry would wait for each other.
    added: cell::Cell<usize>,
}

/// Entries that a thread adds before it counts them for all. With [`MOST_THREADS`], of which each has two views of the memo before other workers, those that are not
/// yet counted are fewer than the cells that are kept free.
const COUNTED: usize = 1 << 4;

impl<K: Eq + Hash> View<'_, K> {
    /// The value of a position, if it is in the array.
    pub(crate) fn value<V: OneWord>(&self, key: &K) -> Option<V> {
        self.found.get(key)
    }

    /// Whether the threads are about to go on with a larger array.
    pub(crate) fn is_high(&self) -> bool {
        self.found.fill.is_high()
    }

    /// Whether there was no room for some entry.
    pub(crate) fn has_refused(&self) -> bool {
        self.found.has_refused()
    }

    /// Keeps the value of a position.
    pub(crate) fn insert(&self, key: K, value: impl OneWord) {
        self.put(key, value.to_word());
    }

    /// Writes a word into the entry of a position, or adds its entry in the first free cell. To an array that is almost full nothing is added: a
    /// memo may forget, and every search for a position must come to a free cell.
    fn put(&self, mut key: K, word: u64) {
        let mut place = hash(&key);
        loop {
            let cell = self.found.cell(place);
            match cell.0.get() {
                Some(entry) if entry.key == key => return entry.put(word),
                Some(_) => place = place.wrapping_add(1),
                None if self.found.used() >= self.found.cells.len() / 16 * 15 => {
                    return self.found.has_refused.store(true, Relaxed);
                }
                None => match cell.0.set(Entry { key, value: AtomicU64::new(word) }) {
                    Ok(()) => break,
                    // Another thread took the cell at this moment, perhaps for the same position.
                    Err(entry) => key = entry.key,
                },
            }
        }
        // A new entry: the loop ends here only after a free cell was taken.
        self.added.set(self.added.get() + 1);
        if self.added.get() == COUNTED {
            self.count();
        }
    }
}

impl<K: Eq + Hash + Clone> View<'_, K> {
    /// The value of a position without one in the array. Apart from [`recall`](Memo::recall), since most memos have no store behind them.
    #[inline(never)]
    fn look_behind(&self, behind: &dyn BackingOfThread<K>, key: &K) -> Option<u64> {
        // Its entry says that the store was asked before.
        if self.found.find(key).is_some() {
            return None;
        }
        let backed = if behind.is_read() { Backed::Absent } else { behind.look(key) };
        match backed {
            Backed::Value(value) => {
                self.insert(key.clone(), value);
                Some(value.get())
            }
            Backed::Absent => {
                self.put(key.clone(), ABSENT);
                None
            }
            Backed::Unknown => None,
        }
    }
}

impl<K> Entry<K> {
    /// Writes a word in place of one that says less.
    fn put(&self, word: u64) {
        match word {
            // Neither `ABSENT` nor `UNDER_WAY` replaces a value that another thread has found.
            ABSENT => {}
            UNDER_WAY => _ = self.value.compare_exchange(ABSENT, UNDER_WAY, Relaxed, Relaxed),
            value => self.value.store(value, Relaxed),
        }
    }
}

impl<K> View<'_, K> {
    fn count(&self) {
        self.found.fill.used.fetch_add(self.added.take(), Relaxed);
    }
}

impl<K> Drop for View<'_, K> {
    fn drop(&mut self) {
        self.count();
    }
}

/// The least number of positions that there is room for: four times those that one thread solves before others join.
const LEAST: usize = 1 << 16;

/// The most positions that there is room for in memos which are full at no more than a number of positions. `None` if no memo is that small.
pub(crate) fn most_room(positions: usize) -> Option<usize> {
    // For 100 000 positions: a memo of 2^17 cells is full at 90 112, one of 2^18 cells at 180 224. The first has room for 2^16.
    let cells = (positions / 11).checked_mul(16)?.checked_ilog2().map(|log| 1_usize << log)?;
    (cells >= 2 * LEAST).then_some(cells / 2)
}

/// The number of positions at which a memo with room for some is full, so that threads go on with another one.
pub(crate) fn full_at(room: usize) -> usize {
    full(cells(room))
}

/// The number of cells in use at which a memo with some cells is full.
const fn full(cells: usize) -> usize {
    cells / 16 * 11
}

/// The most threads that share a memo.
pub(crate) const MOST_THREADS: usize = 1 << 8;

/// A power of two.
fn cells(positions: usize) -> usize {
    let least = positions.max(LEAST).saturating_mul(2);
    least.checked_next_power_of_two().unwrap_or(1 << (usize::BITS - 1))
}

#[expect(clippy::cast_possible_truncation, reason = "the low bits of a hash are as good as the high ones")]
fn hash(key: &impl Hash) -> usize {
    FxBuildHasher.hash_one(key) as usize
}

impl<K: Eq + Hash + Clone, V: OneWord> Memo<K, V> for View<'_, K> {
    #[inline]
    fn recall(&self, key: &K) -> Option<V> {
        let found = self.found.get(key);
        match &self.behind {
            Some(behind) if self.asks && found.is_none() => self.look_behind(&**behind, key).map(V::from_word),
            _ => found,
        }
    }

    fn insert(&mut self, key: K, value: V) {
        if let Some(behind) = &self.behind {
            behind.insert(&key, Nimber::new(value.to_word()), self.found.get::<V>(&key).is_none());
        }
        View::insert(self, key, value);
    }

    fn bytes_with(&self, _: usize) -> u64 {
        self.found.own_bytes()
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn reluctance(&self, key: &K) -> u32 {
        // A claim, or a value that has come since the position began to wait.
        if self.found.find(key).is_some_and(|entry| entry.value.load(Relaxed) != ABSENT) {
            return u32::MAX;
        }
        self.behind.as_ref().map_or(0, |behind| behind.reluctance(key))
    }

    fn begin(&mut self, key: &K) {
        if let Some(behind) = &self.behind {
            behind.begin(key);
        }
        self.put(key.clone(), UNDER_WAY);
    }

    fn found_elsewhere(&self, key: &K) -> Option<V> {
        let found = self.found.get(key)?;
        if let Some(behind) = &self.behind {
            behind.give_up(key);
        }
        Some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;
    use std::thread;

    /// Four threads insert the same positions, and claim others, each in an order of its own.
    #[test]
    fn what_any_thread_inserts_all_find() {
        let found: Found<u64> = Found::with_room(100_000);
        thread::scope(|scope| {
            for step in [1, 3, 7, 9] {
                let found = &found;
                scope.spawn(move || {
                    let view = found.view();
                    for number in 0..100_000_u64 {
                        let key = number * step % 100_000;
                        if key % 3 > 0 {
                            view.put(key, UNDER_WAY);
                        }
                        if key % 3 < 2 {
                            view.insert(key, Nimber::new(key * key));
                            assert_eq!(found.get(&key), Some(Nimber::new(key * key)));
                        }
                    }
                });
            }
        });
        for key in 0..100_000 {
            assert_eq!(found.get(&key), (key % 3 < 2).then_some(Nimber::new(key * key)), "{key}");
            assert!(found.find(&key).is_some());
        }
        assert!(found.find(&100_000).is_none() && !found.fill().is_high());
        let mut values: Vec<_> = found.into_values().collect();
        values.sort_unstable();
        assert!(values.into_iter().eq((0..100_000).filter(|key| key % 3 < 2).map(|key| (key, Nimber::new(key * key)))));
    }

    /// More positions than cells.
    #[test]
    fn a_full_array_forgets() {
        let found: Found<u64> = Found::with_room(0);
        let view = found.view();
        (0..200_000).for_each(|key| view.insert(key, Nimber::new(key + 1)));
        drop(view);
        assert!(found.fill().is_high() && found.find(&199_999).is_none());
        let kept = found.into_values().inspect(|(key, value)| assert_eq!(Nimber::new(key + 1), *value)).count();
        assert_eq!(kept, (1 << 17) / 16 * 15);
    }

    /// The squares of even numbers below 100, the numbers that were asked for, and those that were told.
    #[derive(Default)]
    struct Squares {
        asked: Mutex<Vec<u64>>,
        told: Mutex<Vec<u64>>,
    }

    impl BackingOfThread<u64> for &Squares {
        fn look(&self, key: &u64) -> Backed {
            self.asked.lock().unwrap().push(*key);
            if *key < 100 && key.is_multiple_of(2) { Backed::Value(Nimber::new(key * key)) } else { Backed::Absent }
        }

        fn insert(&self, key: &u64, value: Nimber, is_new: bool) {
            assert_eq!((value, is_new), (Nimber::new(key * key), !key.is_multiple_of(2)));
            self.told.lock().unwrap().push(*key);
        }
    }

    /// Of two threads, one asks for every number, then the other one begins with the odd ones and finds them.
    #[test]
    fn what_is_behind_is_asked_once_and_told_what_is_new() {
        let (squares, found) = (Squares::default(), Found::<u64>::with_room(0));
        let view =
            || -> Box<dyn Memo<u64, Nimber> + '_> { Box::new(found.view_before(Some((Box::new(&squares), true)))) };
        let (one, mut other) = (view(), view());
        for key in (0..100).chain(0..100) {
            assert_eq!(one.recall(&key), key.is_multiple_of(2).then_some(Nimber::new(key * key)), "{key}");
        }
        for key in (1..100).step_by(2) {
            assert_eq!((one.reluctance(&key), other.recall(&key)), (0, None), "{key}");
            other.begin(&key);
            assert_eq!((one.reluctance(&key), one.recall(&key)), (u32::MAX, None), "{key}");
        }
        for key in 0..100 {
            other.insert(key, Nimber::new(key * key));
            other.begin(&key);
            assert_eq!(one.recall(&key), Some(Nimber::new(key * key)), "{key}");
        }
        drop((one, other));
        assert!(squares.asked.into_inner().unwrap().into_iter().eq(0..100), "each number is asked for once");
        assert!(squares.told.into_inner().unwrap().into_iter().eq(0..100));
    }
}
