//! The bytes of lists and hash tables, also those that they will take while they grow, for the limit on bytes; and lists that grow by a quarter.

use std::collections::{HashMap, HashSet};

/// The bytes of a list after `more` further items.
pub(crate) fn list_bytes<T>(list: &Vec<T>, more: usize) -> usize {
    list.capacity() * size_of::<T>() * if grows(list.len(), list.capacity(), more) { 2 } else { 1 }
}

/// The bytes of a hash table after `more` further entries. While it grows, the old one is still there.
pub(crate) fn map_bytes<K, V, S>(map: &HashMap<K, V, S>, more: usize) -> usize {
    hashed_bytes::<(K, V)>(map.len(), map.capacity(), more)
}

/// The bytes of a hash set after `more` further entries.
pub(crate) fn set_bytes<K, S>(set: &HashSet<K, S>, more: usize) -> usize {
    hashed_bytes::<K>(set.len(), set.capacity(), more)
}

/// One place in eight of a hash table stays empty, and each place has a control byte.
fn hashed_bytes<E>(len: usize, capacity: usize, more: usize) -> usize {
    // The capacity is seven eighths of the places: 14 entries for 16 places.
    let places = if capacity == 0 { 0 } else { (capacity * 8 / 7).next_power_of_two() };
    places * (size_of::<E>() + 1) * if grows(len, capacity, more) { 3 } else { 1 }
}

/// Whether a list or a table grows, to twice its size, when `more` further entries come.
fn grows(len: usize, capacity: usize, more: usize) -> bool {
    len.saturating_add(more) > capacity
}

/// Adds an item to a list. A long list grows by a quarter: to double a vector of 4 GB would take 8 GB at once, and 12 GB where it is copied.
#[inline]
pub(crate) fn push<T>(list: &mut Vec<T>, item: T) {
    if list.len() == list.capacity() {
        reserve(list, 1);
    }
    list.push(item);
}

/// Makes room for `more` further items, as [`push`] does.
pub(crate) fn reserve<T>(list: &mut Vec<T>, more: usize) {
    list.reserve_exact(grown(list, more) - list.len());
}

/// The bytes of a list after `more` further items that are [pushed](push).
pub(crate) fn grown_bytes<T>(list: &Vec<T>, more: usize) -> usize {
    grown(list, more).saturating_mul(size_of::<T>())
}

/// The capacity of a list after `more` further items.
fn grown<T>(list: &Vec<T>, more: usize) -> usize {
    let (len, capacity) = (list.len(), list.capacity());
    let needed = len.saturating_add(more);
    // For one item more than 1000 the capacity is 2000, and for one more than 8000 it is 10 000.
    if needed <= capacity { capacity } else { needed.max(if len < LONG { len * 2 } else { len / 4 * 5 }).max(LEAST) }
}

/// Number of items from which a list grows by a quarter.
const LONG: usize = 1 << 12;
/// The capacity of a list with few items.
const LEAST: usize = 4;
