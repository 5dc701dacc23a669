//! Tables of Chomp boards: against published counts, closed forms, the generic solver, and each other.

use std::cell::RefCell;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::support::sized;
use crate::support::sizes::{counts_by_values, losing_up_to, tabled_counts, values_up_to};
use crate::support::tables::rows;
use grundy::chomp::{Board, Chomp, ChompValues, IChomp, LosingBoards, TableError, Tile, two_rows_poisoned};
use grundy::{
    Bound, Control, ImpartialGame, Method, Nimber, Oracle, Outcome, Progress, SolveError, Solver, Stopped, Unhinted,
    Unit,
};
use proptest::collection::vec;
use proptest::prelude::*;

const OPENINGS: &str = include_str!("../data/chomp-openings.txt");
const B_FILE: &str = include_str!("../../docs/b112470.txt");
const RECTANGLES: &str = include_str!("../data/chomp-grundy-rectangles.txt");

const POISONED: Chomp = Chomp::poisoned();

fn board(rows: &[u32]) -> Board {
    Board::from_rows(rows).unwrap()
}

fn small(number: u64) -> u32 {
    u32::try_from(number).unwrap()
}

/// A solver that looks at a table and at nothing else.
fn by_table<G: ImpartialGame>(game: G, table: impl Oracle<G> + Send + 'static) -> Solver<G> {
    Solver::new(game).by(Method::Oracle).with(table)
}

fn values_inside(rows: u32, columns: u32) -> ChompValues {
    ChompValues::in_box(rows, columns, &mut Control::new()).unwrap()
}

#[test]
fn as_many_boards_are_lost_as_tabled() {
    let tiles = sized(45, 60);
    let losing = losing_up_to(u32::try_from(tiles).unwrap());
    assert_eq!(losing.counts(), tabled_counts()[..=tiles]);
    assert_eq!(losing.count(tiles), Some(tabled_counts()[tiles]));
    assert_eq!((losing.count(tiles + 1), losing.tiles()), (None, tiles));
}

/// The b-file has a line `n count` for each number of tiles.
#[test]
fn the_b_file_has_the_tabled_counts_and_those_that_are_computed() {
    let numbers = |line: &str| line.split(' ').map(|number| number.parse().unwrap()).collect();
    let lines: Vec<Vec<u64>> = B_FILE.lines().map(numbers).collect();
    let tiles: Vec<u64> = lines.iter().map(|line| line[0]).collect();
    assert_eq!(tiles, (1..=140).collect::<Vec<u64>>());
    assert!(lines.iter().all(|line| line.len() == 2));
    // Those of no tiles at all are not in the file.
    let counts: Vec<u64> = lines.iter().map(|line| line[1]).collect();
    let (tabled, computed) = (tabled_counts(), losing_up_to(sized(45, 60)));
    assert_eq!(tabled.len(), 1 + 80);
    for known in [&tabled[1..], &computed.counts()[1..]] {
        assert_eq!(counts[..known.len()], *known);
    }
}

#[test]
fn the_values_have_as_many_zeros_as_there_are_losing_boards() {
    let values = values_up_to(45);
    assert_eq!(counts_by_values(&values, 45), losing_up_to(45).counts());
}

#[test]
fn every_board_of_at_most_20_tiles_has_the_value_that_the_bare_rules_give() {
    let (values, losing) = (values_up_to(20), losing_up_to(20));
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
    let (values, losing) = (values_up_to(12), losing_up_to(12));
    for game in [POISONED, Chomp::edible()] {
        let mut solver = Solver::new(game);
        let (mut by_values, mut by_losing) = (by_table(game, values.clone()), by_table(game, losing.clone()));
        for (board, _) in values.iter(game) {
            let wins = solver.winning_moves(board.clone()).unwrap();
            assert_eq!(by_values.winning_moves(board.clone()).as_ref(), Ok(&wins), "{board}");
            if game == POISONED {
                assert_eq!(by_losing.winning_moves(board.clone()), Ok(wins), "{board}");
            }
        }
    }
}

#[test]
fn the_losing_boards_are_listed_once_and_lose() {
    let losing = losing_up_to(30);
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
    let values = values_inside(2, 60);
    for (n, m) in (1..=60_u32).flat_map(|n| (0..=n).map(move |m| (n, m))) {
        let expected = two_rows_poisoned(n.into(), m.into());
        assert_eq!(values.value(POISONED, &board(&[n, m])), Some(expected), "{n}, {m}");
    }
    let values = values_up_to(40);
    for (n, m) in (1..=40_u32).flat_map(|n| (0..=n.min(40 - n)).map(move |m| (n, m))) {
        assert_eq!(values.value(POISONED, &board(&[n, m])), Some(two_rows_poisoned(n.into(), m.into())), "{n}, {m}");
    }
}

#[test]
fn rectangles_have_the_tabled_values_and_openings() {
    let values = values_inside(10, 10);
    for (row_count, row) in (1..).zip(rows(RECTANGLES)) {
        for (columns, value) in (1..).zip(row) {
            let board = Board::rectangle(row_count, columns).unwrap();
            assert_eq!(values.value(POISONED, &board), Some(Nimber::new(value)), "{board}");
        }
    }
    let mut solver = by_table(POISONED, values);
    for row in rows(OPENINGS) {
        let (rows, columns) = (small(row[0]), small(row[1]));
        let listed: Vec<Tile> =
            row[2..].chunks(2).map(|tile| Tile { row: small(tile[0]), column: small(tile[1]) }).collect();
        let board = Board::rectangle(rows, columns).unwrap();
        let wins: Vec<Tile> = solver.winning_moves(board.clone()).unwrap().into_iter().map(|win| win.mv).collect();
        assert_eq!(wins, listed, "{board}");
    }
}

#[test]
fn the_boards_inside_a_rectangle_have_the_values_of_all_boards() {
    let all = values_up_to(24);
    for (rows, columns) in [(4, 6), (6, 4), (1, 24), (24, 1), (3, 8), (2, 12), (12, 2)] {
        let values = values_inside(rows, columns);
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
    let [one, many] = [1, 7].map(|threads| {
        let threads = NonZeroUsize::new(threads).unwrap();
        let mut control = Control::new().threads(threads);
        let values = ChompValues::up_to(sized(38, 46), &mut control).unwrap();
        assert_eq!(control.done(), values.boards());
        values
    });
    assert!(one.iter(POISONED).eq(many.iter(POISONED)));
}

/// A callback that notes what it is told, and cancels as soon as `until` boards are done.
fn watched(control: Control, until: u64) -> (Control, Arc<Mutex<Vec<Progress>>>) {
    let told = Arc::new(Mutex::new(Vec::new()));
    let noted = Arc::clone(&told);
    let control = control.watched(move |progress| {
        noted.lock().unwrap().push(progress);
        if progress.done < until { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    (control, told)
}

/// With one thread and with several, also in the middle of layers, of which the large table has some of 40 kB.
#[test]
fn a_cancelled_table_goes_on_where_it_was() {
    let tiles = sized(38, 46);
    let whole = values_up_to(tiles);
    for threads in [1, 7] {
        let control = Control::new().threads(NonZeroUsize::new(threads).unwrap());
        let mut values = ChompValues::planned(tiles, &control).unwrap();
        let mut done = 0;
        let mut cancelled = 0;
        loop {
            let (mut control, told) = watched(control.clone(), 0);
            let result = values.complete(&mut control);
            done += control.done();
            let told = told.lock().unwrap();
            assert!(told.len() <= 1);
            match result {
                Ok(()) => break,
                Err(stopped) => {
                    assert_eq!(
                        (stopped.bound, stopped.unit, stopped.done),
                        (Bound::Cancelled, Unit::Boards, control.done())
                    );
                    assert!(stopped.done > 0);
                    assert_eq!(told[0].total, Some(whole.boards() - (done - stopped.done)));
                    assert_eq!(told[0].bytes, whole.boards());
                    cancelled += 1;
                }
            }
        }
        // Nothing has been computed twice.
        assert_eq!(done, whole.boards());
        assert!(cancelled > 30, "{cancelled}");
        assert!(values.is_complete() && values.iter(POISONED).eq(whole.iter(POISONED)));
    }
}

/// Whole layers are known while the table is computed.
#[test]
fn what_is_computed_of_a_cancelled_table_is_known() {
    let (mut control, told) = watched(Control::new(), 10_000);
    let mut values = ChompValues::planned(30, &control).unwrap();
    assert!(values.complete(&mut control).unwrap_err().is_cancelled());
    assert!(told.lock().unwrap().is_sorted_by_key(|progress| progress.done));
    // One tile in each row.
    let board_below = |below: usize| board(&vec![1; below + 1]);
    let known = (1..=20).take_while(|below| values.value(POISONED, &board_below(*below)).is_some()).count();
    assert!((5..20).contains(&known), "{known}");
    // Without the layer, a theorem tells who wins strips: of more tiles than one the winner leaves one.
    let mut solver = by_table(POISONED, values.clone());
    let mut whole = by_table(POISONED, values_up_to(30));
    assert_eq!(solver.winning_moves(board_below(known + 1)), whole.winning_moves(board_below(known + 1)));
    let none = solver.winning_moves(board(&[&[2, 2], &vec![1; known][..]].concat()));
    assert_eq!(none.unwrap_err(), SolveError::NotByMethod { method: Method::Oracle });
    values.complete(&mut Control::new()).unwrap();
    assert!(values.iter(POISONED).eq(values_up_to(30).iter(POISONED)));
}

#[test]
fn a_limit_of_boards_or_of_time_keeps_what_is_done() {
    let whole = losing_up_to(50);
    let mut losing = LosingBoards::planned(50, &Control::new()).unwrap();
    let mut control = Control::new().positions(0);
    let mut limit = 0;
    while let Err(stopped) = losing.complete(&mut control) {
        assert_eq!((stopped.bound, stopped.unit), (Bound::Positions(limit), Unit::Boards));
        assert!(stopped.done <= limit && stopped.done + 51 > limit, "{stopped}"); // a block has up to 51 bytes
        limit += 1000;
        control.set_positions(limit);
    }
    assert_eq!(control.done(), whole.bytes());
    assert_eq!(losing.counts(), whole.counts());
    let mut late = Control::new().within(Duration::ZERO);
    let stopped = [LosingBoards::up_to(60, &mut late).unwrap_err(), ChompValues::in_box(9, 9, &mut late).unwrap_err()];
    for stopped in stopped {
        assert!(matches!(stopped, TableError::Stopped(Stopped { bound: Bound::Deadline, done: 1.., .. })), "{stopped}");
    }
}

#[test]
fn what_is_too_large_is_refused_before_memory_is_taken() {
    #[expect(clippy::needless_pass_by_value, reason = "the table that there should not be is dropped")]
    fn refused<T>(table: Result<T, TableError>) -> Option<(Bound, u64)> {
        match table {
            Err(TableError::Stopped(Stopped { bound, unit: Unit::Boards, done: 0, unfinished, .. })) => {
                Some((bound, unfinished))
            }
            _ => None,
        }
    }
    let (bytes, boards) = (Control::unlimited().bytes(1000), Control::new());
    assert_eq!(refused(ChompValues::planned(82, &bytes)), Some((Bound::Bytes(1000), 161_734_221)));
    assert_eq!(refused(ChompValues::planned(82, &boards)), Some((Bound::Positions(1 << 24), 161_734_221)));
    assert_eq!(refused(LosingBoards::planned(93, &boards)), Some((Bound::Positions(1 << 24), 82_010_177)));
    assert_eq!(refused(ChompValues::in_box(16, 16, &mut bytes.clone())), Some((Bound::Bytes(1000), 601_080_390)));
    // What the default limit allows.
    assert!(refused(ChompValues::planned(67, &boards)).is_some() && ChompValues::planned(66, &boards).is_ok());
    assert!(refused(LosingBoards::planned(81, &boards)).is_some() && LosingBoards::planned(80, &boards).is_ok());
    assert!(refused(ChompValues::up_to(256, &mut boards.clone())).is_some());
    assert!(refused(LosingBoards::up_to(255, &mut boards.clone())).is_some());
    // Far more memory than there is.
    let no_memory = ChompValues::planned(256, &Control::unlimited()).unwrap_err();
    assert!(matches!(no_memory, TableError::Memory { needed: 1_000_000_000_000.. }), "{no_memory}");
    let planned = ChompValues::planned(257, &boards).unwrap_err();
    assert_eq!(planned, TableError::TooLarge { tiles: 257, limit: 256 });
    let planned = LosingBoards::planned(u32::MAX, &boards).unwrap_err();
    assert_eq!(planned, TableError::TooLarge { tiles: u32::MAX.into(), limit: 255 });
    let inside = ChompValues::in_box(u32::MAX, u32::MAX, &mut boards.clone());
    assert!(matches!(inside, Err(TableError::TooLarge { limit: 256, .. })));
}

#[test]
fn the_smallest_tables_are_right() {
    for tiles in 0..6 {
        let (values, losing) = (values_up_to(tiles), losing_up_to(tiles));
        assert_eq!(values.value(POISONED, &Board::empty()), Some(Nimber::ZERO));
        assert_eq!(losing.is_losing(&Board::empty()), Some(true));
        assert_eq!(losing.counts(), tabled_counts()[..=tiles as usize]);
        assert_eq!(counts_by_values(&values, tiles as usize), tabled_counts()[..=tiles as usize]);
        assert_eq!(values.value(POISONED, &Board::rectangle(tiles + 1, 1).unwrap()), None);
        assert_eq!(losing.is_losing(&Board::rectangle(tiles + 1, 1).unwrap()), None);
    }
    let large = Board::rectangle(Board::MAX_SIDE, Board::MAX_SIDE).unwrap();
    let values = values_up_to(5);
    let unknown = Err(SolveError::NotByMethod { method: Method::Oracle });
    assert_eq!(values.value(POISONED, &large), None);
    // Each bite of the first row leaves a rectangle, which is won: that is known for all of them, and nothing of the first bite of the second row.
    let square = Board::rectangle(1 << 10, 1 << 10).unwrap();
    assert_eq!(by_table(POISONED, values).winning_moves(square.clone()), unknown);
    assert_eq!(by_table(POISONED, losing_up_to(5)).winning_moves(square), unknown);
    for (rows, columns) in [(0, 0), (0, u32::MAX), (u32::MAX, 0), (1, 1)] {
        let values = values_inside(rows, columns);
        assert_eq!(values.boards(), if rows == 1 { 2 } else { 1 });
        assert_eq!(values.value(POISONED, &large), None);
    }
    // As large as a byte can hold.
    assert_eq!(values_inside(1, 256).value(POISONED, &Board::rectangle(1, 256).unwrap()), Some(Nimber::new(255)));
    assert_eq!(
        values_inside(256, 1).value(Chomp::edible(), &Board::rectangle(256, 1).unwrap()),
        Some(Nimber::new(256))
    );
}

#[test]
fn a_table_is_the_reason_for_its_own_boards_only() {
    let told = |rows, columns| {
        let mut solver = Solver::new(POISONED).with(losing_up_to(10));
        solver.explain(Board::rectangle(rows, columns).unwrap()).unwrap().to_string()
    };
    assert!(told(2, 4).contains("the table of losing boards decides"), "{}", told(2, 4));
    let large = told(50, 50);
    assert!(
        !large.contains("table") && large.contains("one move takes only what every other move takes as well"),
        "{large}"
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
    let (values, losing) = (values_up_to(36), losing_up_to(36));
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig::with_cases(200));
    let by_values = by_table(IChomp, values.clone());
    let solvers = RefCell::new((Solver::new(POISONED), Solver::new(IChomp), by_values));
    runner
        .run(&[random_boards(), random_boards(), random_boards(), random_boards()], |boards| {
            let (solver, ichomp, by_values) = &mut *solvers.borrow_mut();
            let value = solver.grundy(boards[0].clone()).unwrap();
            prop_assert_eq!(values.value(POISONED, &boards[0]), Some(value));
            prop_assert_eq!(losing.is_losing(&boards[0]), Some(value == Nimber::ZERO));
            let position = IChomp::board(boards);
            prop_assert_eq!(by_values.grundy(&position), ichomp.grundy(&position));
            prop_assert_eq!(by_values.winning_moves(&position), ichomp.winning_moves(&position));
            Ok(())
        })
        .unwrap();
}
