//! Tables of Chomp boards: against published counts, closed forms, the generic solver, and each other.

mod support;

use std::cell::RefCell;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use grundy::chomp::{
    Board, Chomp, ChompValues, IChomp, LosingBoards, TableError, TableLimits, Tile, two_rows_poisoned, winning_openings,
};
use grundy::{Nimber, Outcome, Solver, Unhinted};
use proptest::collection::vec;
use proptest::prelude::*;
use support::tables::rows;

const OPENINGS: &str = include_str!("data/chomp-openings.txt");
const LOSING_COUNTS: &str = include_str!("data/chomp-losing-counts.txt");
const RECTANGLES: &str = include_str!("data/chomp-grundy-rectangles.txt");

const POISONED: Chomp = Chomp::poisoned();

fn tabled_counts() -> Vec<u64> {
    [1].into_iter().chain(rows(LOSING_COUNTS).into_iter().flatten()).collect()
}

fn board(rows: &[u32]) -> Board {
    Board::from_rows(rows).unwrap()
}

fn small(number: u64) -> u32 {
    u32::try_from(number).unwrap()
}

fn counts_by_values(values: &ChompValues, tiles: usize) -> Vec<u64> {
    let mut counts = vec![0; tiles + 1];
    for (board, _) in values.iter(POISONED).filter(|(_, value)| *value == Nimber::ZERO) {
        counts[usize::try_from(board.tiles()).unwrap()] += 1;
    }
    counts
}

#[test]
fn as_many_boards_are_lost_as_tabled_up_to_60_tiles() {
    let losing = LosingBoards::up_to(60).unwrap();
    assert_eq!(losing.counts(), tabled_counts()[..=60]);
    assert_eq!(losing.count(60), Some(tabled_counts()[60]));
    assert_eq!((losing.count(61), losing.tiles()), (None, 60));
}

#[test]
#[ignore = "about ten seconds with optimisation: run it with --release"]
fn as_many_boards_are_lost_as_tabled_up_to_80_tiles() {
    assert_eq!(LosingBoards::up_to(80).unwrap().counts(), tabled_counts()[..=80]);
    assert_eq!(counts_by_values(&ChompValues::up_to(80).unwrap(), 80), tabled_counts()[..=80]);
}

#[test]
fn the_values_have_as_many_zeros_as_there_are_losing_boards() {
    let values = ChompValues::up_to(45).unwrap();
    assert_eq!(counts_by_values(&values, 45), LosingBoards::up_to(45).unwrap().counts());
}

#[test]
#[ignore = "several seconds without optimisation: run it with --release"]
fn the_values_up_to_60_tiles_have_as_many_zeros_as_tabled() {
    assert_eq!(counts_by_values(&ChompValues::up_to(60).unwrap(), 60), tabled_counts()[..=60]);
}

#[test]
fn every_board_of_at_most_20_tiles_has_the_value_that_the_bare_rules_give() {
    let (values, losing) = (ChompValues::up_to(20).unwrap(), LosingBoards::up_to(20).unwrap());
    let mut solver = Solver::new(Unhinted(POISONED));
    let mut boards = 0;
    for (board, value) in values.iter(POISONED) {
        assert_eq!(solver.grundy(board.clone()), Ok(value), "{board}");
        assert_eq!(values.value(POISONED, &board), Some(value), "{board}");
        assert_eq!(values.value(POISONED, &board.mirrored()), Some(value), "{board}");
        assert_eq!(losing.is_losing(&board), Some(value == Nimber::ZERO), "{board}");
        assert_eq!(values.value(Chomp::edible(), &board), Solver::new(Chomp::edible()).grundy(board).ok());
        boards += 1;
    }
    assert_eq!((boards, values.boards()), (2714, 2714));
}

#[test]
fn every_winning_move_is_that_of_the_solver() {
    let (values, losing) = (ChompValues::up_to(12).unwrap(), LosingBoards::up_to(12).unwrap());
    for game in [POISONED, Chomp::edible()] {
        let mut solver = Solver::new(game);
        for (board, _) in values.iter(game) {
            let wins: Vec<Tile> = solver.winning_moves(board.clone()).unwrap().into_iter().map(|win| win.mv).collect();
            assert_eq!(values.winning_moves(game, &board).as_ref(), Some(&wins), "{board}");
            if game == POISONED {
                assert_eq!(losing.winning_moves(&board), Some(wins), "{board}");
            }
        }
    }
}

#[test]
fn the_losing_boards_are_listed_once_and_lose() {
    let losing = LosingBoards::up_to(30).unwrap();
    let mut solver = Solver::new(POISONED);
    let boards: Vec<Board> = losing.iter().collect();
    for board in &boards {
        assert_eq!(losing.is_losing(&board.mirrored()), Some(true), "{board}");
        assert_eq!(solver.outcome(board.clone()), Ok(Outcome::P), "{board}");
    }
    let mut texts: Vec<String> = boards.iter().map(Board::to_string).collect();
    texts.sort_unstable();
    texts.dedup();
    assert_eq!(texts.len() as u64, losing.counts()[1..].iter().sum::<u64>());
}

#[test]
fn two_rows_have_the_value_of_the_formula() {
    let values = ChompValues::in_box(2, 60).unwrap();
    for (n, m) in (1..=60_u32).flat_map(|n| (0..=n).map(move |m| (n, m))) {
        let expected = two_rows_poisoned(n.into(), m.into());
        assert_eq!(values.value(POISONED, &board(&[n, m])), Some(expected), "{n}, {m}");
    }
    let values = ChompValues::up_to(40).unwrap();
    for (n, m) in (1..=40_u32).flat_map(|n| (0..=n.min(40 - n)).map(move |m| (n, m))) {
        assert_eq!(values.value(POISONED, &board(&[n, m])), Some(two_rows_poisoned(n.into(), m.into())), "{n}, {m}");
    }
}

#[test]
fn rectangles_have_the_tabled_values_and_openings() {
    let values = ChompValues::in_box(10, 10).unwrap();
    for (row_count, row) in (1..).zip(rows(RECTANGLES)) {
        for (columns, value) in (1..).zip(row) {
            let board = Board::rectangle(row_count, columns).unwrap();
            assert_eq!(values.value(POISONED, &board), Some(Nimber::new(value)), "{board}");
        }
    }
    for row in rows(OPENINGS) {
        let (rows, columns) = (small(row[0]), small(row[1]));
        let listed: Vec<Tile> =
            row[2..].chunks(2).map(|tile| Tile { row: small(tile[0]), column: small(tile[1]) }).collect();
        let board = Board::rectangle(rows, columns).unwrap();
        assert_eq!(values.winning_moves(POISONED, &board), Some(listed.clone()), "{board}");
        if rows * columns <= 40 {
            assert_eq!(winning_openings(rows, columns), Ok(listed), "{board}");
        }
    }
}

#[test]
fn the_boards_inside_a_rectangle_have_the_values_of_all_boards() {
    let all = ChompValues::up_to(24).unwrap();
    for (rows, columns) in [(4, 6), (6, 4), (1, 24), (24, 1), (3, 8), (2, 12), (12, 2)] {
        let values = ChompValues::in_box(rows, columns).unwrap();
        assert_eq!(values.iter(POISONED).count() as u64, values.boards());
        for (board, value) in values.iter(POISONED) {
            assert!(board.row_count() <= rows && board.columns() <= columns, "{board}");
            assert_eq!(all.value(POISONED, &board), Some(value), "{board}");
            assert_eq!(values.value(POISONED, &board), Some(value), "{board}");
        }
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let one = TableLimits { threads: NonZeroUsize::new(1), ..TableLimits::default() };
    let many = TableLimits { threads: NonZeroUsize::new(7), ..TableLimits::default() };
    let [mut one, mut many] = [one, many].map(|limits| ChompValues::planned(46, limits).unwrap());
    for values in [&mut one, &mut many] {
        values.complete_with(|_| ControlFlow::Continue(())).unwrap();
    }
    assert!(one.iter(POISONED).eq(many.iter(POISONED)));
}

#[test]
fn a_cancelled_table_goes_on_where_it_was() {
    let mut values = ChompValues::planned(30, TableLimits::default()).unwrap();
    let mut layers = Vec::new();
    let stopped = values.complete_with(|progress| {
        layers.push(progress.layers);
        if progress.layers < 9 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert_eq!(stopped, Err(TableError::Cancelled { layers: 9, of_layers: 30 }));
    let row_above = |below: u32| board(&[10, below]);
    assert!(values.value(POISONED, &row_above(8)).is_some());
    assert_eq!(values.value(POISONED, &row_above(9)), None);
    assert_eq!(values.moves(POISONED, &row_above(9)), None);
    values
        .complete_with(|progress| {
            layers.push(progress.layers);
            ControlFlow::Continue(())
        })
        .unwrap();
    assert_eq!(layers, (1..=30).collect::<Vec<_>>());
    assert!(values.iter(POISONED).eq(ChompValues::up_to(30).unwrap().iter(POISONED)));
}

#[test]
fn what_is_too_large_is_refused_before_memory_is_taken() {
    let limits = TableLimits { memory: 1000, ..TableLimits::default() };
    assert_eq!(
        ChompValues::planned(82, limits).unwrap_err(),
        TableError::MemoryLimit { needed: 161_734_221, limit: 1000 }
    );
    assert!(matches!(ChompValues::up_to(256), Err(TableError::MemoryLimit { .. })));
    assert!(matches!(LosingBoards::up_to(255), Err(TableError::MemoryLimit { .. })));
    assert_eq!(
        ChompValues::in_box_within(16, 16, limits).unwrap_err(),
        TableError::MemoryLimit { needed: 601_080_390, limit: 1000 }
    );
    assert_eq!(ChompValues::up_to(257).unwrap_err(), TableError::TooLarge { tiles: 257, limit: 256 });
    assert_eq!(LosingBoards::up_to(u32::MAX).unwrap_err(), TableError::TooLarge { tiles: u32::MAX.into(), limit: 255 });
    assert!(matches!(ChompValues::in_box(u32::MAX, u32::MAX), Err(TableError::TooLarge { limit: 256, .. })));
}

#[test]
fn the_smallest_tables_are_right() {
    for tiles in 0..6 {
        let (values, losing) = (ChompValues::up_to(tiles).unwrap(), LosingBoards::up_to(tiles).unwrap());
        assert_eq!(values.value(POISONED, &Board::empty()), Some(Nimber::ZERO));
        assert_eq!(losing.is_losing(&Board::empty()), Some(true));
        assert_eq!(losing.counts(), tabled_counts()[..=tiles as usize]);
        assert_eq!(counts_by_values(&values, tiles as usize), tabled_counts()[..=tiles as usize]);
        assert_eq!(values.value(POISONED, &Board::rectangle(tiles + 1, 1).unwrap()), None);
        assert_eq!(losing.is_losing(&Board::rectangle(tiles + 1, 1).unwrap()), None);
    }
    let large = Board::rectangle(Board::MAX_SIDE, Board::MAX_SIDE).unwrap();
    let values = ChompValues::up_to(5).unwrap();
    assert_eq!((values.value(POISONED, &large), values.moves(POISONED, &large)), (None, None));
    assert_eq!(LosingBoards::up_to(5).unwrap().winning_moves(&large), None);
    for (rows, columns) in [(0, 0), (0, u32::MAX), (u32::MAX, 0), (1, 1)] {
        let values = ChompValues::in_box(rows, columns).unwrap();
        assert_eq!(values.boards(), if rows == 1 { 2 } else { 1 });
        assert_eq!(winning_openings(rows, columns), Ok(vec![]));
        assert_eq!(values.value(POISONED, &large), None);
    }
    // As large as a byte can hold.
    assert_eq!(
        ChompValues::in_box(1, 256).unwrap().value(POISONED, &Board::rectangle(1, 256).unwrap()),
        Some(Nimber::new(255))
    );
    assert_eq!(
        ChompValues::in_box(256, 1).unwrap().value(Chomp::edible(), &Board::rectangle(256, 1).unwrap()),
        Some(Nimber::new(256))
    );
}

fn random_boards() -> impl Strategy<Value = Board> {
    vec(1..8_u32, 1..7).prop_filter_map("at most 36 tiles", |mut rows| {
        rows.sort_unstable_by(|one, other| other.cmp(one));
        (rows.iter().sum::<u32>() <= 36).then(|| board(&rows))
    })
}

#[test]
fn random_boards_and_positions_of_ichomp_have_the_values_and_moves_of_the_solver() {
    let (values, losing) = (ChompValues::up_to(36).unwrap(), LosingBoards::up_to(36).unwrap());
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig::with_cases(200));
    let solvers = RefCell::new((Solver::new(POISONED), Solver::new(IChomp)));
    runner
        .run(&[random_boards(), random_boards(), random_boards(), random_boards()], |boards| {
            let (solver, ichomp) = &mut *solvers.borrow_mut();
            let value = solver.grundy(boards[0].clone()).unwrap();
            prop_assert_eq!(values.value(POISONED, &boards[0]), Some(value));
            prop_assert_eq!(losing.is_losing(&boards[0]), Some(value == Nimber::ZERO));
            let position = IChomp::board(boards);
            let solution = values.ichomp(&position).unwrap();
            prop_assert_eq!(ichomp.grundy(position.clone()), Ok(solution.value));
            let wins: Vec<_> = ichomp.winning_moves(position).unwrap().into_iter().collect();
            prop_assert_eq!(solution.winning_moves, wins);
            Ok(())
        })
        .unwrap();
}
