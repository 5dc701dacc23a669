//! Where values are kept between searches by several threads: a table, or a store with a bounded number of its values in memory.
//!
//! A file is asked by each thread for what is not in memory, and told what is found; other workers are told and heard by each thread.

use std::hash::Hash;
use std::mem;

use crate::nimber::Nimber;
use crate::search::backing::{Backed, BackingOfThread};
use crate::search::found::{Found, OneWord, full_at, most_room};
use crate::search::front::Front;
use crate::search::memo::Table;

/// Values of a full memo that are looked up in the store before the memo is emptied.
const LOOKED_UP: usize = 64;

/// The least room before other workers: at 2^20 cells, the cells that stay free when a memo is full (5 of 16) are more than the values that the server
/// hands out at a time (2^18 at most).
const NEWS: usize = 1 << 19;

/// What is behind a memo that threads share: a store, which may be other workers.
pub(crate) trait Backing<K>: Sync {
    /// Whether it can be asked for what it was told. Other workers cannot.
    fn is_asked(&self) -> bool;

    /// The same, as a thread sees it.
    fn of_thread<'a>(&'a self, found: &'a Found<K>) -> Box<dyn BackingOfThread<K> + 'a>;

    /// Takes note that values which were told to the store, or read from it, are not in memory.
    fn set_dropped(&self);
}

/// Where values are kept between searches.
pub(crate) enum Home<'a, P, V> {
    Table(&'a mut Table<P, V>),
    /// What is in memory of a store, the store, and the most positions that there is [room](most_room) for in memory.
    Store(&'a mut Front<P>, &'a dyn Backing<P>, usize),
}

impl<'a, P: Clone + Eq + Hash, V> Home<'a, P, V> {
    /// A store with about that many values in memory at most. `None` where several threads cannot share so few, or where what they cannot ask for again
    /// is more than that.
    pub(crate) fn store(front: &'a mut Front<P>, backing: &'a dyn Backing<P>, positions: usize) -> Option<Self> {
        let most = most_room(positions)?;
        (backing.is_asked() || front.len() <= full_at(most)).then_some(Self::Store(front, backing, most))
    }
}

impl<P: Clone + Eq + Hash, V: OneWord> Home<'_, P, V> {
    /// The number of values in memory.
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Table(table) => table.len(),
            Self::Store(front, ..) => front.len(),
        }
    }

    /// The bytes of the table. What is in memory of a store is bounded by a number of positions.
    pub(super) fn bytes(&self) -> u64 {
        match self {
            Self::Table(table) => table.bytes() as u64,
            Self::Store(..) => 0,
        }
    }

    /// The positions that there is to be room for, beside a memo with that number: twice the positions in twice as many cells.
    pub(super) fn room(&self, positions: usize, bytes: u64) -> usize {
        let mut room = positions.saturating_mul(2);
        match self {
            Self::Table(_) => {}
            Self::Store(_, backing, most) if backing.is_asked() => {
                room = room.min(*most);
                // In little memory the file is asked more often.
                while Found::<P>::bytes(room) > bytes && room > 1 {
                    room /= 2;
                }
            }
            Self::Store(_, _, most) => room = room.max(NEWS).min(*most),
        }
        room
    }

    /// The store, and whether it may have values that are not in memory.
    pub(super) fn backing(&self) -> Option<(&dyn Backing<P>, bool)> {
        match self {
            Self::Table(_) => None,
            Self::Store(front, backing, _) => Some((*backing, !backing.is_asked() || !front.is_whole())),
        }
    }

    /// Moves the values in memory to where threads share them. If they do not fit there, they are asked for again.
    pub(super) fn take_out(&mut self, found: &Found<P>, room: usize) {
        let view = found.view();
        match self {
            Self::Table(table) => mem::take(*table).into_iter().for_each(|(key, value)| view.insert(key, value)),
            Self::Store(front, backing, _) if backing.is_asked() && front.len() > full_at(room) => {
                front.clear();
                backing.set_dropped();
            }
            Self::Store(front, ..) => front.take_values().for_each(|(key, value)| view.insert(key, value)),
        }
    }

    /// Takes them back, with those that were found.
    pub(super) fn take_back(&mut self, found: Found<P>) {
        match self {
            Self::Table(table) => table.extend_by(found.used(), found.into_values()),
            Self::Store(front, ..) => front.extend(found.into_values::<Nimber>()),
        }
    }

    /// Takes note that values which were told to the store are not in memory.
    pub(super) fn set_dropped(&mut self) {
        match self {
            Self::Table(_) => {}
            Self::Store(front, backing, _) => {
                front.set_dropped();
                backing.set_dropped();
            }
        }
    }

    /// Whether the store has what was found, so that the threads may go on with an empty memo. Some values are looked up, since a store may forget.
    pub(super) fn has_all_of(&self, full: &Found<P>) -> bool {
        match self {
            Self::Store(_, backing, _) if backing.is_asked() => {
                let asked = backing.of_thread(full);
                let has = |key, value| matches!(asked.look(key), Backed::Value(found) if found == value);
                full.values::<Nimber>().take(LOOKED_UP).all(|(key, value)| has(key, value))
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::front::Unread;

    /// A store that has the values of the numbers from some number on, which are their squares, or other workers.
    struct Squares {
        from: u64,
        is_asked: bool,
    }

    impl Backing<u64> for Squares {
        fn is_asked(&self) -> bool {
            self.is_asked
        }

        fn of_thread<'a>(&'a self, _: &'a Found<u64>) -> Box<dyn BackingOfThread<u64> + 'a> {
            Box::new(self)
        }

        fn set_dropped(&self) {}
    }

    impl BackingOfThread<u64> for &Squares {
        fn look(&self, key: &u64) -> Backed {
            if *key >= self.from { Backed::Value(Nimber::new(key * key)) } else { Backed::Absent }
        }

        fn insert(&self, key: &u64, _: Nimber, _: bool) {
            panic!("{key} is not told");
        }
    }

    /// A memo is emptied only if the store has what is in it.
    #[test]
    fn a_memo_before_a_store_that_forgets_is_not_emptied() {
        for (from, is_asked, may_empty) in [(0, true, true), (500, true, false), (0, false, false)] {
            let (squares, mut front) = (Squares { from, is_asked }, Front::new(100_000));
            front.unread = Unread::nothing();
            front.extend((0..1000).map(|key| (key, Nimber::new(key * key))));
            assert!(Home::<_, Nimber>::store(&mut front, &squares, 90_111).is_none());
            let mut home: Home<'_, u64, Nimber> = Home::store(&mut front, &squares, 100_000).unwrap();
            let room = home.room(home.len(), u64::MAX);
            let found = Found::with_room(room);
            home.take_out(&found, room);
            assert_eq!((home.len(), found.used()), (0, 1000));
            assert_eq!(home.has_all_of(&found), may_empty, "{from} {is_asked}");
            if may_empty {
                home.set_dropped();
            }
            assert_eq!(home.backing().unwrap().1, may_empty || !is_asked, "the store is asked for what is gone");
            home.take_back(found);
            assert_eq!(home.len(), 1000);
        }
    }

    /// In little memory the memo is small, and what does not fit is left to the store. Other workers need room for their news.
    #[test]
    fn a_memo_before_a_store_keeps_its_bounds() {
        let most = full_at(1 << 20);
        for (is_asked, bytes, expected) in
            [(true, u64::MAX, 1_000_000), (true, Found::<u64>::bytes(1 << 18), 250_000), (false, u64::MAX, 1_000_000)]
        {
            let (squares, mut front) = (Squares { from: 0, is_asked }, Front::new(most));
            front.extend((0..500_000).map(|key| (key, Nimber::new(key * key))));
            let mut home: Home<'_, u64, Nimber> = Home::store(&mut front, &squares, most).unwrap();
            let room = home.room(home.len(), bytes);
            assert_eq!((room, home.room(0, bytes)), (expected, if is_asked { 0 } else { NEWS }));
            let found = Found::with_room(room);
            home.take_out(&found, room);
            let fits = 500_000 <= full_at(room);
            assert_eq!((found.used(), home.len()), (if fits { 500_000 } else { 0 }, 0), "{is_asked} {bytes}");
        }
        // Of what cannot be asked for again there is too much for the largest memo.
        let (squares, mut front) = (Squares { from: 0, is_asked: false }, Front::new(most));
        front.extend((0..200_000).map(|key| (key, Nimber::ZERO)));
        assert!(Home::<_, Nimber>::store(&mut front, &squares, 200_000).is_none());
    }
}
