//! A memo in front of a store with few values reads them all, part by part, and then asks for no more.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use grundy::chomp::{Board, Chomp};
use grundy::{Control, Method, Nimber, SolveError, Solver, Store, Stored};

/// Values by text, of which those that were there at first are read ninety at a time, up to a part that cannot be read.
#[derive(Default)]
struct Shelf {
    values: Mutex<HashMap<String, Nimber>>,
    at_first: Vec<(String, Nimber)>,
    broken: Option<u64>,
    asked: AtomicU64,
    read: AtomicU64,
}

impl Shelf {
    /// With the values of another one.
    fn after(other: Self, broken: Option<u64>) -> Self {
        let values = other.values.into_inner().unwrap();
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

/// A search of all values of Chomp 8 × 8: the value, if it ends, and the number of positions that were solved.
fn search(shelf: &Shelf, positions: usize, limit: u64) -> (Option<Nimber>, u64) {
    let (game, board) = (Chomp::poisoned(), Board::rectangle(8, 8).unwrap());
    let mut solver = Solver::with_memo(game, Stored::new(game, shelf, positions))
        .by(Method::Values)
        .with_control(Control::new().positions(limit));
    let found = match solver.grundy(board) {
        Ok(value) => Some(value),
        Err(SolveError::Stopped(_)) => None,
        Err(error) => panic!("{error}"),
    };
    (found, solver.control().done())
}

#[test]
fn a_search_that_goes_on_soon_asks_for_no_more() {
    let board = Board::rectangle(8, 8).unwrap();
    let value = Solver::new(Chomp::poisoned()).grundy(board).unwrap();
    let fresh = Shelf::default();
    let (found, all) = search(&fresh, 1 << 20, u64::MAX);
    assert_eq!((found, fresh.asked.load(Relaxed)), (Some(value), 0), "an empty store is not asked");
    for limit in [100, all / 10, all / 2] {
        let first = Shelf::default();
        let (found, solved) = search(&first, 1 << 20, limit);
        assert_eq!(found, None);
        let few = usize::try_from(solved).unwrap();
        for (positions, broken) in [(1 << 20, None), (1 << 20, Some(0)), (few, None)] {
            let copy = Shelf { values: Mutex::new(first.values.lock().unwrap().clone()), ..Shelf::default() };
            let shelf = Shelf::after(copy, broken);
            let (found, more) = search(&shelf, positions, u64::MAX);
            assert_eq!(found, Some(value), "after {limit}, {positions} in memory, {broken:?} broken");
            let (asked, read, parts) = (shelf.asked.load(Relaxed), shelf.read.load(Relaxed), shelf.parts());
            if broken.is_none() && positions > few {
                assert_eq!(solved + more, all, "each position is solved once");
                // Some values are found before a part brings them.
                assert!(read == parts && asked <= 32 * parts + solved, "{asked} look-ups, {read} of {parts} parts");
            } else {
                // What cannot be read is asked for, and what has no room in memory is not read.
                assert_eq!(read, u64::from(broken.is_some()));
                assert!(asked > all / 3, "{asked} look-ups for {all} positions");
            }
        }
    }
}
