//! Memos: the stores in which solvers remember the values of positions.

use std::collections::{HashMap, hash_map};
use std::hash::{BuildHasher, Hash, Hasher};
use std::iter::{Chain, Flatten};
use std::vec;

use rustc_hash::FxBuildHasher;

use crate::search::checkpoint::Checkpoint;
use crate::search::growth::{list_bytes, map_bytes};
use crate::search::workers::News;

/// A store of values by position.
///
/// A memo of your own implements these methods. A memo may forget: a position without an entry is solved again. No answer depends on the memo.
/// Values that are to be kept on disk go to a [`Store`](crate::Store), of which [`Stored`](crate::Stored) makes a memo.
///
/// A [`Solver`](crate::Solver) takes any memo for Grundy values ([`Solver::with_memo`](crate::Solver::with_memo)). For any other measure,
/// misère outcomes included, [`evaluate`](crate::evaluate) and [`evaluate_whole`](crate::evaluate_whole) take any memo; the
/// [`Memos`](crate::solver::Memos) of a solver say why it keeps those in a [`Table`].
///
/// ```
/// use std::collections::HashMap;
/// use grundy::{Kayles, Memo, Nimber, Solver, Unhinted};
///
/// let mut solver = Solver::with_memo(Unhinted(Kayles), HashMap::new());
/// solver.grundy(5)?;
/// let memo: HashMap<u64, Nimber> = solver.into_memos().values;
/// assert_eq!(memo[&4], Nimber::new(1));
/// # Ok::<(), grundy::SolveError<u64>>(())
/// ```
pub trait Memo<K, V> {
    /// The value of a position, if the memo has it.
    fn recall(&self, key: &K) -> Option<V>;

    /// Remembers the value of a position.
    fn insert(&mut self, key: K, value: V);

    /// The bytes that the memo takes after `more` further positions, which a limit on bytes bounds. The default is 0.
    fn bytes_with(&self, more: usize) -> u64 {
        let _ = more;
        0
    }

    /// Forgets values, to make room where a search has met its limit on bytes. It finds again what it needs. The default forgets nothing; a
    /// [`Table`] forgets all its values.
    fn forget(&mut self) {}

    /// Where a nimber search keeps what it knows of positions without values. The default keeps nothing.
    fn checkpoint(&self) -> Option<&dyn Checkpoint<K>> {
        None
    }

    /// Whether several searches use the memo at the same time. The methods below are asked only then. The default is `false`.
    #[inline]
    fn is_shared(&self) -> bool {
        false
    }

    /// How late a search should solve this position, of several that wait: the smallest number first, and 0 at once. A memo that several
    /// searches share answers a large number for a position that another search is solving. The default is 0.
    #[inline]
    fn reluctance(&self, key: &K) -> u32 {
        let _ = key;
        0
    }

    /// A search begins to solve this position. The default does nothing.
    #[inline]
    fn begin(&mut self, key: &K) {
        let _ = key;
    }

    /// The search has stopped at this position, with which it [began](Self::begin), and at all with which it began after it. The default does nothing.
    fn give_up(&mut self, key: &K) {
        let _ = key;
    }

    /// The value of a position under way, if another search with the same memo has found it in the meantime. Then this search gives the position up, with all
    /// that it began for it. The default is `None`.
    #[inline]
    fn found_elsewhere(&self, key: &K) -> Option<V> {
        let _ = key;
        None
    }

    /// Tells other searches what a nimber search has found, and the number of positions that it has listed since the last time. Returns what others
    /// have told. The default tells nobody.
    fn exchange(&mut self, listed: u64, told: Vec<News<K>>) -> Vec<News<K>> {
        let _ = (listed, told);
        Vec::new()
    }

    /// What another search has told of a position contradicts what was found here. The default does nothing.
    fn contradict(&mut self, key: &K, sent: String, found: String) {
        let _ = (key, sent, found);
    }
}

impl<K, V, T: Memo<K, V> + ?Sized> Memo<K, V> for &mut T {
    #[inline]
    fn recall(&self, key: &K) -> Option<V> {
        (**self).recall(key)
    }

    fn insert(&mut self, key: K, value: V) {
        (**self).insert(key, value);
    }

    fn bytes_with(&self, more: usize) -> u64 {
        (**self).bytes_with(more)
    }

    fn forget(&mut self) {
        (**self).forget();
    }

    fn is_shared(&self) -> bool {
        (**self).is_shared()
    }

    fn reluctance(&self, key: &K) -> u32 {
        (**self).reluctance(key)
    }

    fn begin(&mut self, key: &K) {
        (**self).begin(key);
    }

    fn give_up(&mut self, key: &K) {
        (**self).give_up(key);
    }

    fn found_elsewhere(&self, key: &K) -> Option<V> {
        (**self).found_elsewhere(key)
    }

    fn exchange(&mut self, listed: u64, told: Vec<News<K>>) -> Vec<News<K>> {
        (**self).exchange(listed, told)
    }

    fn contradict(&mut self, key: &K, sent: String, found: String) {
        (**self).contradict(key, sent, found);
    }

    fn checkpoint(&self) -> Option<&dyn Checkpoint<K>> {
        (**self).checkpoint()
    }
}

impl<K: Eq + Hash, V: Clone, S: BuildHasher> Memo<K, V> for HashMap<K, V, S> {
    #[inline]
    fn recall(&self, key: &K) -> Option<V> {
        HashMap::get(self, key).cloned()
    }

    #[inline]
    fn insert(&mut self, key: K, value: V) {
        HashMap::insert(self, key, value);
    }
}

/// The default memo: a hash table, and an array for positions that are small integers.
///
/// A position that hashes as one integer *i* (a `u64`, a `u128`, or a newtype of one) is stored at index *i* of the array, if *i* is below
/// 1024 or at most four times the number of entries of the array. Any other position goes to the hash table. A look-up in the array takes
/// about a nanosecond, in the hash table 3 to 20, depending on how much of the table is in the cache.
///
/// The feature `serde` writes a table as a list of pairs, and refuses a list in which a position stands twice.
///
/// ```
/// use grundy::{Kayles, Nimber, Solver, Unhinted};
///
/// let mut solver = Solver::new(Unhinted(Kayles));
/// solver.grundy(200)?;
/// let table = solver.memo();
/// assert_eq!(table.len(), 200); // one entry for each row of 1 to 200 pins
/// assert_eq!(table.get(&70), Some(&Nimber::new(6)));
/// let kept: Vec<(u64, Nimber)> = solver.into_memos().values.into_iter().collect();
/// assert_eq!(kept.into_iter().collect::<grundy::Table<_, _>>().len(), 200);
/// # Ok::<(), grundy::SolveError<u64>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Table<K, V> {
    array: Vec<Option<(K, V)>>,
    in_array: usize,
    map: HashMap<K, V, FxBuildHasher>,
}

impl<K, V> Table<K, V> {
    /// An empty table.
    #[must_use]
    pub const fn new() -> Self {
        Self { array: Vec::new(), in_array: 0, map: HashMap::with_hasher(FxBuildHasher) }
    }

    /// The number of positions in the table.
    #[must_use]
    pub fn len(&self) -> usize {
        self.in_array + self.map.len()
    }

    /// Whether the table has no entries.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Every position with its value, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = (&K, &V)> {
        self.array.iter().flatten().map(|(key, value)| (key, value)).chain(&self.map)
    }

    /// The memory of the entries in bytes, without what positions own on the heap.
    #[must_use]
    pub fn bytes(&self) -> usize {
        list_bytes(&self.array, 0) + map_bytes(&self.map, 0)
    }
}

impl<K: Eq + Hash, V> Table<K, V> {
    /// The value of a position, if the table has it.
    #[must_use]
    #[expect(clippy::inline_always, reason = "see the `Memo` of a table")]
    #[inline(always)]
    pub fn get(&self, key: &K) -> Option<&V> {
        // Keys are compared, since a user's type may hash different positions as the same integer.
        if let Some(Some((found, value))) = place_of(key).and_then(|place| self.array.get(place))
            && found == key
        {
            return Some(value);
        }
        // Where all keys are in the array, no hash is computed.
        if self.map.is_empty() { None } else { self.map.get(key) }
    }

    /// Remembers the value of a position, and returns the value that it had before.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        let Some(place) = place_of(&key).filter(|place| self.is_in_array(*place)) else {
            return self.map.insert(key, value);
        };
        // Places between are empty. `is_in_array` bounds their number.
        if place >= self.array.len() {
            self.array.resize_with(place + 1, || None);
        }
        match self.array.get_mut(place) {
            Some(Some((found, old))) if *found == key => Some(std::mem::replace(old, value)),
            Some(free @ None) => {
                // The position may be in the hash table since a time when the array was shorter.
                let old = self.map.remove(&key);
                *free = Some((key, value));
                self.in_array += 1;
                old
            }
            // Another position has the place, which hashes as the same integer.
            _ => self.map.insert(key, value),
        }
    }

    /// Adds about `count` entries. If the first one goes to the hash table, there is room for all at once: entries that come in the order of
    /// their hashes would crowd a part of a table that grows.
    pub(crate) fn extend_by(&mut self, count: usize, entries: impl Iterator<Item = (K, V)>) {
        let mut entries = entries.peekable();
        if let Some((key, _)) = entries.peek()
            && !place_of(key).is_some_and(|place| self.is_in_array(place))
        {
            self.map.reserve(count);
        }
        self.extend(entries);
    }

    /// Whether the array has a place for this index, or grows to it.
    fn is_in_array(&self, place: usize) -> bool {
        // With 1000 entries the array grows to index 4003 at most.
        place < LEAST_ARRAY || place / PLACES_AN_ENTRY <= self.in_array
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        *self = Self::new();
    }
}

/// Indices below this are always stored in the array: with integers for keys and values, at most 24 KiB.
const LEAST_ARRAY: usize = 1 << 10;

/// Maximum length of the array for each entry in it, which bounds the memory of empty places (bench `solver/kayles 5000` fills all).
const PLACES_AN_ENTRY: usize = 4;

impl<K, V> Default for Table<K, V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: Eq + Hash, V> Extend<(K, V)> for Table<K, V> {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, entries: I) {
        for (key, value) in entries {
            self.insert(key, value);
        }
    }
}

impl<K: Eq + Hash, V> FromIterator<(K, V)> for Table<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let mut table = Self::new();
        table.extend(entries);
        table
    }
}

/// The positions with their values, in no particular order.
impl<K, V> IntoIterator for Table<K, V> {
    type Item = (K, V);
    type IntoIter = Chain<Flatten<vec::IntoIter<Option<(K, V)>>>, hash_map::IntoIter<K, V>>;

    fn into_iter(self) -> Self::IntoIter {
        self.array.into_iter().flatten().chain(self.map)
    }
}

#[cfg(feature = "serde")]
impl<K: serde::Serialize, V: serde::Serialize> serde::Serialize for Table<K, V> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

#[cfg(feature = "serde")]
impl<'de, K, V> serde::Deserialize<'de> for Table<K, V>
where
    K: Eq + Hash + serde::Deserialize<'de>,
    V: serde::Deserialize<'de>,
{
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut table = Self::new();
        for (key, value) in Vec::<(K, V)>::deserialize(deserializer)? {
            if table.insert(key, value).is_some() {
                return Err(serde::de::Error::custom("a position stands twice in the table"));
            }
        }
        Ok(table)
    }
}

impl<K: Eq + Hash, V: Clone> Memo<K, V> for Table<K, V> {
    #[expect(
        clippy::inline_always,
        reason = "the loops of the search are a tenth faster without the call (bench `solver/chomp`)"
    )]
    #[inline(always)]
    fn recall(&self, key: &K) -> Option<V> {
        Table::get(self, key).cloned()
    }

    fn insert(&mut self, key: K, value: V) {
        Table::insert(self, key, value);
    }

    fn bytes_with(&self, more: usize) -> u64 {
        list_bytes(&self.array, more).saturating_add(map_bytes(&self.map, more)) as u64
    }

    fn forget(&mut self) {
        self.clear();
    }
}

/// The index of a key in the array: the integer as which it hashes, if it hashes as exactly one.
#[inline]
fn place_of<K: Hash>(key: &K) -> Option<usize> {
    // The key is asked what it would tell a hasher: one integer is the index.
    let mut probe = Probe::Nothing;
    key.hash(&mut probe);
    match probe {
        Probe::OneInteger(place) => usize::try_from(place).ok(),
        Probe::Nothing | Probe::More => None,
    }
}

/// A hasher that only records whether it is given exactly one integer.
///
/// That depends on the type of the key, except for integers of 128 bits, so the compiler removes nearly all of it.
enum Probe {
    Nothing,
    OneInteger(u64),
    More,
}

impl Probe {
    #[inline]
    fn integer(&mut self, value: u64) {
        *self = match self {
            Self::Nothing => Self::OneInteger(value),
            Self::OneInteger(_) | Self::More => Self::More,
        };
    }
}

impl Hasher for Probe {
    #[inline]
    fn write(&mut self, _: &[u8]) {
        *self = Self::More;
    }

    #[inline]
    fn write_u8(&mut self, value: u8) {
        self.integer(value.into());
    }

    #[inline]
    fn write_u16(&mut self, value: u16) {
        self.integer(value.into());
    }

    #[inline]
    fn write_u32(&mut self, value: u32) {
        self.integer(value.into());
    }

    #[inline]
    fn write_u64(&mut self, value: u64) {
        self.integer(value);
    }

    /// A number above 64 bits is no index: it is stored in the hash table.
    #[inline]
    fn write_u128(&mut self, value: u128) {
        match u64::try_from(value) {
            Ok(value) => self.integer(value),
            Err(_) => *self = Self::More,
        }
    }

    #[inline]
    fn write_usize(&mut self, value: usize) {
        self.integer(value as u64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        0
    }
}
