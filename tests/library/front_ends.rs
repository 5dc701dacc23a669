//! What a program that draws a game asks: what a move removes, what it leaves, and whether a board can be solved soon.

use std::collections::HashSet;

use grundy::chomp::{Board, CentredTile, IChomp, Tile};
use grundy::{
    AnyGame, ChainGame, Components, Control, ImpartialGame, Kayles, LaskersNim, Nim, Nimber, Notation, SolveError,
    Solver, play_in_sum,
};
use proptest::collection::vec;
use proptest::prelude::*;

fn boards() -> impl Strategy<Value = Board> {
    vec(0..8_u32, 0..7).prop_map(|mut rows| {
        rows.sort_unstable_by(|one, other| other.cmp(one));
        Board::from_rows(rows).unwrap()
    })
}

proptest! {
    /// What goes and what stays are the board, and nothing is in both.
    #[test]
    fn what_a_tile_removes_is_what_the_board_loses(board in boards(), row in 0..10_u32, column in 0..14_u32) {
        let tile = Tile { row, column };
        let left: HashSet<Tile> = board.chomped(tile).each_tile().collect();
        let lost: Vec<Tile> = board.each_tile().filter(|tile| !left.contains(tile)).collect();
        prop_assert_eq!(board.removed_by(tile).collect::<Vec<_>>(), lost);
    }

    /// The solver lists the boards that can be reached, one by one; the empty one only if it is asked about it.
    #[test]
    fn boards_are_counted_as_the_solver_lists_them(board in boards()) {
        let listed = Solver::new(grundy::chomp::Chomp::edible()).positions(board.clone()).unwrap();
        let listed = listed + u64::from(!board.is_empty());
        prop_assert_eq!(board.boards_within(u64::MAX), Some(listed));
        prop_assert_eq!(board.boards_within(listed), Some(listed));
        prop_assert_eq!(board.boards_within(listed - 1), None);
        prop_assert_eq!(board.mirrored().boards_within(listed), Some(listed));
    }
}

/// *a* + *b* over *a*.
fn binomial(a: u64, b: u64) -> u64 {
    (1..=a).fold(1, |product, i| product * (b + i) / i)
}

#[test]
fn a_rectangle_holds_as_many_boards_as_the_binomial_says() {
    for (rows, columns) in (1..=20_u32).flat_map(|rows| (1..=20_u32).map(move |columns| (rows, columns))) {
        let expected = binomial(rows.into(), columns.into());
        assert_eq!(Board::rectangle(rows, columns).unwrap().boards_within(u64::MAX), Some(expected));
    }
    // 68 over 34 has more than 64 bits.
    let square = |side| Board::rectangle(side, side).unwrap().boards_within(u64::MAX);
    assert_eq!([33, 34, 40].map(square), [Some(7_219_428_434_016_265_740), None, None]);
}

#[test]
fn boards_that_are_too_large_are_not_counted_for_long() {
    let large = Board::rectangle(Board::MAX_SIDE, Board::MAX_SIDE).unwrap();
    assert_eq!(large.boards_within(1_000_000), None);
    assert_eq!(large.removed_by(Tile { row: Board::MAX_SIDE, column: Board::MAX_SIDE }).count(), 1);
    assert_eq!(large.removed_by(Tile { row: u32::MAX, column: 0 }).count(), 0);
    assert_eq!(Board::rectangle(1, 1_000_000).unwrap().boards_within(1_000_001), Some(1_000_001));
    assert_eq!(Board::empty().boards_within(1), Some(1));
    assert_eq!(Board::empty().boards_within(0), None);
}

#[test]
fn a_board_around_a_centre_has_its_tiles_where_they_are() {
    let board = IChomp::around(2, 4, 3, 1).unwrap();
    let tiles: HashSet<CentredTile> = board.iter().flat_map(|quadrant| IChomp.moves(quadrant)).collect();
    let expected: HashSet<CentredTile> = (-2..=4)
        .flat_map(|x| (-1..=3).map(move |y| CentredTile { x, y }))
        .filter(|tile| tile.x != 0 && tile.y != 0)
        .collect();
    assert_eq!(tiles, expected);
    assert!(IChomp::around(0, 0, 7, 7).unwrap().is_empty());
    assert!(IChomp::around(1, 1, 1, Board::MAX_SIDE + 1).is_err());
}

#[test]
fn what_a_tile_removes_is_what_its_quadrant_loses() {
    for quadrant in &IChomp.parse("3,2,1/4,4/2/5,1,1,1").unwrap() {
        for tile in IChomp.moves(quadrant) {
            let left: Vec<CentredTile> =
                IChomp.play(quadrant, &tile).iter().flat_map(|left| IChomp.moves(left).collect::<Vec<_>>()).collect();
            let lost: Vec<CentredTile> = IChomp.moves(quadrant).filter(|tile| !left.contains(tile)).collect();
            assert_eq!(quadrant.removed_by(tile).collect::<Vec<_>>(), lost, "{quadrant} {tile}");
        }
    }
}

/// By playing every move and solving what it leaves anew.
#[track_caller]
fn holds_move_values<G: ImpartialGame + Clone>(game: &G, position: &Components<G::Position>) {
    let mut solver = Solver::new(game.clone());
    let found = solver.move_values(position.clone()).unwrap();
    let listed: usize = position.iter().map(|component| game.moves(component).count()).sum();
    assert_eq!(found.len(), listed);
    for value in &found {
        let left = play_in_sum(game, position.clone(), value.mv.clone()).unwrap();
        let own = game.play(&position[value.mv.component], &value.mv.mv);
        assert_eq!(Solver::new(game.clone()).grundy(left), Ok(value.whole), "{position:?} {:?}", value.mv);
        assert_eq!(Solver::new(game.clone()).grundy(own), Ok(value.component));
    }
    let wins: Vec<_> = found.iter().filter(|value| value.wins()).map(|value| value.mv.clone()).collect();
    assert_eq!(wins, solver.winning_moves(position).unwrap()[..]);
    for (place, component) in position.iter().enumerate() {
        let leaves = found.iter().filter(|value| value.mv.component == place).map(|value| value.component);
        assert_eq!(Ok(grundy::mex(leaves)), solver.grundy(component.clone()));
    }
}

#[test]
fn move_values_are_those_of_what_the_moves_leave() {
    holds_move_values(&Kayles, &[5, 6, 3, 2].into());
    holds_move_values(&LaskersNim, &[2, 5, 7].into());
    holds_move_values(&ChainGame, &ChainGame.parse("7").unwrap());
    holds_move_values(&IChomp, &IChomp.parse("3,2,1/4,4/2/-").unwrap());
    let game: AnyGame = "subtract:1,3,4".parse().unwrap();
    holds_move_values(&game, &game.parse("20,21").unwrap());
    holds_move_values(&Nim, &[].into());
}

#[test]
fn move_values_of_too_many_moves_are_a_limit_and_no_loop() {
    let mut solver = Solver::new(Nim).with_control(Control::new().positions(1 << 20));
    assert_eq!(solver.move_values(4000).unwrap().len(), 4000);
    for heaps in [vec![3 << 20, 3 << 20], vec![10_u64.pow(18)]] {
        let error = solver.move_values(heaps).unwrap_err();
        assert!(matches!(error, SolveError::TooManyMoves { limit: 0x0040_0000, .. }), "{error}");
    }
    assert_eq!(solver.move_values(1).unwrap()[0].whole, Nimber::ZERO);
}
