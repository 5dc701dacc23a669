//! Questions that other solvers get wrong: values that wrap at a byte, a sentinel that is a value too, sides that wrap. The
//! game of a million moves, for which others need the thread's stack, is in `engine.rs`.

use grundy::chomp::{Board, Chomp, Tile};
use grundy::{GrundysGame, Nim, Nimber, Notation, Outcome, Solver, Unhinted};

#[test]
fn a_nim_heap_of_256_is_worth_256_and_not_0() {
    assert_eq!(Solver::new(Nim).grundy(256), Ok(Nimber::new(256)));
    assert_eq!(Solver::new(Unhinted(Nim)).grundy(256), Ok(Nimber::new(256)));
    assert_eq!(Solver::new(Unhinted(Nim)).grundy(1000), Ok(Nimber::new(1000)));
}

#[test]
fn chomp_of_2_by_200_is_worth_299_and_not_0() {
    let board = Board::rectangle(2, 200).unwrap();
    assert_eq!(Solver::new(Chomp::poisoned()).grundy(board.clone()), Ok(Nimber::new(299)));
    assert_eq!(Solver::new(Chomp::edible()).grundy(board), Ok(Nimber::new(300)));
    // By search, with values above a byte.
    let board = Board::from_rows([240, 40]).unwrap();
    let searched = Solver::new(Unhinted(Chomp::poisoned())).grundy(board.clone());
    assert_eq!(searched, Ok(Nimber::new(259)), "{board}");
}

#[test]
fn grundys_game_at_515_is_worth_13_and_not_255() {
    assert_eq!(Solver::new(GrundysGame).grundy(515), Ok(Nimber::new(13)));
    assert_eq!(Solver::new(Unhinted(GrundysGame)).grundy(515), Ok(Nimber::new(13)));
}

#[test]
fn boards_of_300_by_1_and_1_by_300_have_300_tiles() {
    for (rows, columns, opening) in [(300, 1, Tile { row: 2, column: 1 }), (1, 300, Tile { row: 1, column: 2 })] {
        let board = Board::rectangle(rows, columns).unwrap();
        assert_eq!((board.row_count(), board.columns(), board.tiles()), (rows, columns, 300));
        assert_eq!(Chomp::poisoned().parse(&format!("{rows}x{columns}")), Ok(board.clone().into()));
        let mut solver = Solver::new(Unhinted(Chomp::poisoned()));
        assert_eq!(solver.grundy(board.clone()), Ok(Nimber::new(299)));
        assert_eq!(solver.outcome(board.clone()), Ok(Outcome::N));
        assert_eq!(solver.winning_move(board).unwrap().unwrap().mv, opening);
    }
}
