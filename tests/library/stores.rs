//! A memo in front of a store with few values reads them all, part by part, and then asks for no more.

use std::sync::atomic::Ordering::Relaxed;

use grundy::chomp::{Board, Chomp};
use grundy::{Control, Method, Nimber, SolveError, Solver, Store, Stored};

use crate::support::shelf::Shelf;

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
            let shelf = Shelf::after(&first, broken);
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
