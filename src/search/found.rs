//! A memo that several threads fill at once.
//!
//! Entries live in segments of growing size, each an array of cells that are written once. A position is looked for from the cell that its hash
//! names onwards, up to the first cell that is free; cells are never freed, so that no entry lies behind a free cell. If the newest segment is
//! half full, the next one is begun, four times as large, and old ones keep their entries. Nothing is locked, and a look-up writes
//! nothing, so that no thread slows down another that reads (a shard behind a lock is written by every look-up).
//!
//! A position that a thread is solving is an entry without a value. Other threads then take other options first.

use std::hash::{BuildHasher, Hash};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use rustc_hash::FxBuildHasher;

use crate::search::memo::Memo;

/// Cells of the first segment.
const FIRST: usize = 1 << 14;
/// The factor by which segments grow, as a power of two. A look-up reads a third more cells than with one segment.
const GROWTH: u32 = 2;
/// Number of segments: enough for 2^60 positions.
const SEGMENTS: usize = 24;

/// Values of positions, and positions under way, of several threads.
pub(crate) struct Found<K, V> {
    segments: [OnceLock<Segment<K, V>>; SEGMENTS],
    /// The number of the newest segment.
    newest: AtomicUsize,
}

struct Segment<K, V> {
    cells: Box<[OnceLock<Entry<K, V>>]>,
    used: AtomicUsize,
}

/// A position, with its value once it is solved.
struct Entry<K, V> {
    key: K,
    value: OnceLock<V>,
}

impl<K: Eq + Hash, V: Clone> Found<K, V> {
    pub(crate) fn new() -> Self {
        Self { segments: [const { OnceLock::new() }; SEGMENTS], newest: AtomicUsize::new(0) }
    }

    /// The value of a position, if a thread has solved it.
    pub(crate) fn get(&self, key: &K) -> Option<&V> {
        self.find(key, |entry| entry.value.get())
    }

    /// Whether a thread is solving the position, or has solved it.
    fn is_claimed(&self, key: &K) -> bool {
        self.find(key, |_| Some(())).is_some()
    }

    /// Marks a position as being solved.
    fn claim(&self, key: K) {
        if !self.is_claimed(&key) {
            self.add(Entry { key, value: OnceLock::new() });
        }
    }

    /// Keeps the value of a position.
    pub(crate) fn insert(&self, key: K, value: V) {
        // Two threads may have claimed it at the same moment: any of its entries will do. If it has a value, this is the same.
        if self.find(&key, |entry| Some(drop(entry.value.set(value.clone())))).is_none() {
            self.add(Entry { key, value: OnceLock::from(value) });
        }
    }

    /// The answer about the first entry of a position that gives one, from the newest segment on.
    #[inline]
    fn find<'a, R>(&'a self, key: &K, about: impl Fn(&'a Entry<K, V>) -> Option<R>) -> Option<R> {
        let hash = hash(key);
        for segment in self.segments[..=self.newest.load(Relaxed)].iter().rev() {
            // A segment is begun by the thread that makes it the newest, perhaps at this moment.
            let Some(Segment { cells, .. }) = segment.get() else { continue };
            let mut place = hash & (cells.len() - 1);
            while let Some(entry) = cells[place].get() {
                if entry.key == *key
                    && let Some(answer) = about(entry)
                {
                    return Some(answer);
                }
                place = (place + 1) & (cells.len() - 1);
            }
        }
        None
    }

    /// Adds an entry in the first free cell.
    fn add(&self, mut entry: Entry<K, V>) {
        let hash = hash(&entry.key);
        loop {
            let newest = self.newest.load(Relaxed);
            let segment = self.segments[newest].get_or_init(|| Segment::new(cells(newest)));
            let cells = &segment.cells;
            if segment.used.fetch_add(1, Relaxed) >= cells.len() / 2 {
                // Only one thread counts on.
                let _ = self.newest.compare_exchange(newest, newest + 1, Relaxed, Relaxed);
                continue;
            }
            let mut place = hash & (cells.len() - 1);
            while let Err(taken) = cells[place].set(entry) {
                entry = taken;
                place = (place + 1) & (cells.len() - 1);
            }
            return;
        }
    }

    /// The bytes of all segments after `more` further entries.
    fn bytes_with(&self, more: usize) -> u64 {
        let newest = self.newest.load(Relaxed);
        let used = self.segments[newest].get().map_or(0, |segment| segment.used.load(Relaxed));
        let last = if used.saturating_add(more) > cells(newest) / 2 { newest + 1 } else { newest };
        (0..=last).map(|number| (cells(number) * size_of::<OnceLock<Entry<K, V>>>()) as u64).sum()
    }

    /// All positions with values. A position may come twice, with the same value.
    pub(crate) fn into_values(self) -> impl Iterator<Item = (K, V)> {
        let segments = self.segments.into_iter().filter_map(OnceLock::into_inner);
        let entries = segments.flat_map(|segment| segment.cells).filter_map(OnceLock::into_inner);
        entries.filter_map(|Entry { key, value }| Some((key, value.into_inner()?)))
    }
}

impl<K, V> Segment<K, V> {
    fn new(cells: usize) -> Self {
        Self { cells: (0..cells).map(|_| OnceLock::new()).collect(), used: AtomicUsize::new(0) }
    }
}

/// The number of cells of a segment, a power of two.
const fn cells(segment: usize) -> usize {
    FIRST << (GROWTH as usize * segment)
}

#[expect(clippy::cast_possible_truncation, reason = "the low bits of a hash are as good as the high ones")]
fn hash(key: &impl Hash) -> usize {
    FxBuildHasher.hash_one(key) as usize
}

/// One thread's view of the memo.
impl<K: Eq + Hash + Clone, V: Clone> Memo<K, V> for &Found<K, V> {
    #[inline]
    fn get(&self, key: &K) -> Option<V> {
        Found::get(self, key).cloned()
    }

    fn insert(&mut self, key: K, value: V) {
        Found::insert(self, key, value);
    }

    fn bytes_with(&self, more: usize) -> u64 {
        Found::bytes_with(self, more)
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn reluctance(&self, key: &K) -> u32 {
        u32::from(self.is_claimed(key))
    }

    fn begin(&mut self, key: &K) {
        self.claim(key.clone());
    }

    fn found_elsewhere(&self, key: &K) -> Option<V> {
        Found::get(self, key).cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    /// Four threads insert the same positions, and claim others, each in an order of its own.
    #[test]
    fn what_any_thread_inserts_all_find() {
        let found: Found<u64, u64> = Found::new();
        thread::scope(|scope| {
            for step in [1, 3, 7, 9] {
                let found = &found;
                scope.spawn(move || {
                    for number in 0..100_000_u64 {
                        let key = number * step % 100_000;
                        if key % 3 > 0 {
                            found.claim(key);
                        }
                        if key % 3 < 2 {
                            found.insert(key, key * key);
                            assert_eq!(found.get(&key), Some(&(key * key)));
                        }
                    }
                });
            }
        });
        for key in 0..100_000 {
            assert_eq!(found.get(&key).copied(), (key % 3 < 2).then_some(key * key), "{key}");
            assert!(found.is_claimed(&key));
        }
        assert!(!found.is_claimed(&100_000) && found.newest.load(Relaxed) > 0);
        let mut values: Vec<_> = found.into_values().collect();
        values.sort_unstable();
        values.dedup();
        assert!(values.into_iter().eq((0..100_000).filter(|key| key % 3 < 2).map(|key| (key, key * key))));
    }
}
