//! Cram: values of boards, theorems against plain search, regions in small and large boxes.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::support::naive;
use crate::support::tables::rows;
use grundy::games::{Domino, Region};
use grundy::solver::Reason;
use grundy::{
    AnyGame, Control, Cram, ImpartialGame, Method, Nimber, Notation, Outcome, Play, Solver, Unhinted, reachable,
};
use proptest::collection::vec;
use proptest::prelude::*;

const VALUES: &str = include_str!("../data/cram.txt");

fn rectangle(rows: u64, columns: u64) -> Region {
    Region::rectangle(u32::try_from(rows).unwrap(), u32::try_from(columns).unwrap()).unwrap()
}

/// The regions of a random set of cells in a box of `rows` rows of `columns` cells.
pub(crate) fn regions(rows: u32, columns: u32) -> impl Strategy<Value = Vec<Region>> {
    vec(prop::bool::weighted(0.8), (rows * columns) as usize).prop_map(move |free| {
        let cells = (0..).zip(free).filter(|(_, free)| *free);
        Region::of_cells(cells.map(|(place, _): (u32, bool)| (place / columns, place % columns))).unwrap().to_vec()
    })
}

/// The least of the eight images of a region under the symmetries of the square.
fn least_image(region: &Region) -> Vec<(i64, i64)> {
    let images = (0..8).map(|image| {
        let cell = |(row, column): (u32, u32)| {
            let (row, column) = (i64::from(row), i64::from(column));
            let (row, column) = if image & 1 > 0 { (-row, column) } else { (row, column) };
            let (row, column) = if image & 2 > 0 { (row, -column) } else { (row, column) };
            if image & 4 > 0 { (column, row) } else { (row, column) }
        };
        let mut cells: Vec<_> = region.cells().map(cell).collect();
        let (top, left) = (cells.iter().map(|cell| cell.0).min(), cells.iter().map(|cell| cell.1).min());
        for cell in &mut cells {
            *cell = (cell.0 - top.unwrap(), cell.1 - left.unwrap());
        }
        cells.sort_unstable();
        cells
    });
    images.min().unwrap()
}

#[test]
fn regions_are_as_many_as_published() {
    for row in rows(include_str!("../data/cram-regions.txt")) {
        let mut control = Control::new();
        let regions = reachable(&Cram, rectangle(row[0], row[1]), &mut control).map(Result::unwrap);
        let regions: BTreeSet<_> = regions.map(|region| least_image(&region)).collect();
        assert_eq!(regions.len() as u64, row[2], "{row:?}");
    }
}

/// Boards of at most 30 cells, by the nimber search.
#[test]
fn small_boards_have_the_published_values() {
    let mut solver = Solver::new(Cram);
    let table = rows(VALUES);
    assert_eq!(table.len(), 20);
    for row in table.into_iter().filter(|row| row[0] * row[1] <= 30) {
        let [rows, columns, value] = row[..] else { panic!("{row:?}") };
        assert_eq!(solver.grundy(rectangle(rows, columns)), Ok(Nimber::new(value)), "{rows}x{columns}");
        assert_eq!(solver.grundy(rectangle(columns, rows)), Ok(Nimber::new(value)), "{columns}x{rows}");
    }
}

/// The outcome is that of the value, also of sums, and the method is told.
#[test]
fn outcomes_are_those_of_the_values() {
    let mut solver = Solver::new(Cram);
    for (text, outcome) in
        [("4x5", Outcome::N), ("5x5", Outcome::P), ("3x4 + 3x5", Outcome::P), ("3x6 + 4x5", Outcome::N)]
    {
        let decided = solver.decide(Play::Normal, Cram.parse(text).unwrap()).unwrap();
        assert_eq!((decided.outcome, decided.method), (outcome, Method::Nimbers), "{text}");
    }
    let values = Solver::new(Cram).by(Method::Values).decide(Play::Normal, Cram.parse("3x4 + 3x5").unwrap()).unwrap();
    assert_eq!((values.outcome, values.method), (Outcome::P, Method::Values));
}

/// A lost board of 12 x 12 has 264 moves with as many replies, whose values would take minutes.
#[test]
fn a_theorem_tells_who_wins_a_large_board_at_once() {
    let game: AnyGame = "cram".parse().unwrap();
    let mut solver = Solver::new(&game);
    let working = solver.explain(game.parse("12x12").unwrap()).unwrap();
    assert_eq!((working.outcome, &working.reason, working.compared), (Outcome::P, &Reason::AllColumnsEven, false));
    assert!(solver.control().done() < 100, "{} positions", solver.control().done());
    let decided = Solver::new(Cram).decide(Play::Normal, Cram.parse("12x12 + 4x4").unwrap()).unwrap();
    assert_eq!((decided.outcome, decided.method), (Outcome::P, Method::Values));
    // The moves of a small one are compared.
    let small = Solver::new(&game).explain(game.parse("4x4").unwrap()).unwrap();
    assert!(small.compared && small.turn.is_some());
}

/// The search lists the options of one position in ten or less.
#[test]
fn the_nimber_search_looks_at_few_positions() {
    let listed = |method| {
        let mut solver = Solver::new(Cram).by(method);
        assert_eq!(solver.grundy(rectangle(5, 5)), Ok(Nimber::ZERO));
        solver.control().done()
    };
    assert!(listed(Method::Nimbers) * 5 < listed(Method::Values));
}

/// Where memory is short, the search forgets what took the least work. Where that is not enough, the error says so.
#[test]
fn a_search_in_little_memory_finds_the_same() {
    let solved = |limit| {
        let most = Arc::new(AtomicU64::new(0));
        let seen = Arc::clone(&most);
        let mut solver = Solver::new(Cram).with_control(Control::new().bytes(limit).watched(move |progress| {
            seen.fetch_max(progress.bytes, Ordering::Relaxed);
            ControlFlow::Continue(())
        }));
        let found = solver.grundy(rectangle(5, 6));
        (found, solver.control().done(), most.load(Ordering::Relaxed))
    };
    let (value, listed, bytes) = solved(u64::MAX);
    assert_eq!(value, Ok(Nimber::new(2)));
    // A search that is not limited grows further after the last report.
    for (part, times) in [(2, 2), (7, 3)] {
        let (value, again, most) = solved(bytes / part);
        assert_eq!(value, Ok(Nimber::new(2)), "{part}");
        assert!(again <= times * listed, "{again} listed in a {part}th of {bytes} bytes, {listed} in all");
        assert!(most <= bytes / part, "{most} of {}", bytes / part);
    }
    let short = solved(1 << 10).0.unwrap_err();
    assert!(short.to_string().starts_with("limit of"), "{short}");
}

#[test]
fn strips_are_the_octal_game_0_07() {
    let mut strips = Solver::new("0.07".parse::<grundy::heap::TakeAndBreak>().unwrap());
    let mut solver = Solver::new(Cram);
    for cells in (1..=200).chain([1000, 65_536]) {
        let value = strips.grundy(u128::from(cells)).unwrap();
        assert_eq!(solver.grundy(rectangle(1, cells)), Ok(value), "{cells}");
        assert_eq!(solver.grundy(rectangle(cells, 1)), Ok(value), "{cells}");
    }
}

/// A path need not be straight, and a ring of cells is a cycle: Cram is played on the graph of adjacent cells.
#[test]
fn paths_and_cycles_have_the_values_of_strips() {
    let mut solver = Solver::new(Cram);
    for (text, cells) in [("xx/.xx/..x", 5), ("xxx/x.x/x.x", 7), ("xxxx/...x/xxxx/x", 10)] {
        assert_eq!(solver.grundy(Cram.parse(text).unwrap()), solver.grundy(rectangle(1, cells)), "{text}");
    }
    assert_eq!(naive::grundy(&Cram, &Cram.parse("xxx/x.x/xxx").unwrap()), 0); // a path of 6 cells is worth *3
    let ring = |side: u32| {
        let on_side = move |n: u32| n == 0 || n + 1 == side;
        let cells = (0..side * side).map(move |place| (place / side, place % side));
        Region::of_cells(cells.filter(move |(row, column)| on_side(*row) || on_side(*column))).unwrap()
    };
    for side in [3, 4, 5, 40] {
        let left = solver.grundy(rectangle(1, u64::from(4 * side - 6))).unwrap();
        assert_eq!(solver.grundy(ring(side)).unwrap().is_zero(), !left.is_zero(), "{side}");
    }
}

/// The same board in a box of more than 120 cells, by a strip that hangs on its first cell, has the same moves.
#[test]
fn wide_boxes_play_like_small_ones() {
    let tail =
        |length: usize| format!("{}/{}xx/{}.xx", "x".repeat(length + 2), ".".repeat(length - 1), ".".repeat(length));
    let options = |text: &str| {
        let region = &Cram.parse(text).unwrap()[0];
        let mut left: Vec<Vec<usize>> = Cram
            .options(region)
            .map(|option| {
                let mut sizes: Vec<usize> = option.iter().map(|part| part.cells().count()).collect();
                sizes.sort_unstable();
                sizes
            })
            .collect();
        left.sort();
        (left, Cram.moves(region).count())
    };
    let (packed, moves) = options(&tail(38)); // 3 rows of 40 cells
    assert_eq!(packed.len(), moves);
    let (wide, moves) = options(&tail(39));
    assert_eq!((wide.len(), wide.len()), (moves, packed.len() + 1));
}

/// Around the longest sides that fit in a word.
#[test]
fn rows_and_columns_of_any_length_have_one_key() {
    let lengths = |region: &Region| -> Vec<Vec<usize>> {
        let parts = Cram.moves(region).map(|domino| Cram.play(region, &domino));
        parts.map(|parts| parts.iter().map(|part| part.cells().count()).collect()).collect()
    };
    for cells in 1..=130 {
        let (row, column) = (rectangle(1, cells), rectangle(cells, 1));
        assert_eq!(Cram.memo_key(column.clone()), Cram.memo_key(row.clone()), "{cells}");
        assert_eq!(lengths(&row), lengths(&column), "{cells}");
    }
}

#[test]
fn wide_boxes_have_keys_and_values() {
    let long = |text: &str| Cram.parse(text).unwrap()[0].clone();
    let (tall, flat) = (rectangle(41, 3), rectangle(3, 41));
    assert_eq!(Cram.memo_key(tall), Cram.memo_key(flat));
    let corner = format!("{}/{}", "x".repeat(70), "xx");
    let mirrored = format!("{}/{}xx", "x".repeat(70), ".".repeat(68));
    assert_ne!(long(&corner), long(&mirrored));
    assert_eq!(Cram.memo_key(long(&corner)), Cram.memo_key(long(&mirrored)));
    assert_eq!(Solver::new(Cram).grundy(rectangle(250, 252)), Ok(Nimber::ZERO));
}

#[test]
fn illegal_dominoes_are_refused() {
    let square = rectangle(2, 2);
    for domino in [
        Domino::Across { row: 0, column: 1 },
        Domino::Across { row: 1, column: 2 },
        Domino::Down { row: 2, column: 1 },
        Domino::Down { row: u32::MAX, column: u32::MAX },
    ] {
        assert!(!Cram.allows(&square, &domino), "{domino}");
        assert_eq!(Cram.play(&square, &domino).to_vec(), std::slice::from_ref(&square));
    }
}

#[test]
fn wrong_boards_are_refused_at_the_place() {
    for (text, error) in [
        ("", "`` , character 1: a board is missing"),
        ("5x", "`5x`, character 3: a side is missing"),
        ("5x7x", "`5x7x`, character 1: a rectangle is written as rows x columns, such as 5x7"),
        ("xx/x?", "`xx/x?`, character 5: a board is drawn with x for a cell and . for a gap, not `?`"),
        (
            "xx + 300x300",
            "`xx + 300x300`, character 6: a box of 300 rows and 300 columns is too large: it has at most 65536 cells",
        ),
    ] {
        assert_eq!(Cram.parse(text).unwrap_err().to_string(), error.replace("` ,", "`,"), "{text}");
    }
    let two = "xx.xx".parse::<Region>().unwrap_err();
    assert_eq!(two.to_string(), "`xx.xx`, character 1: the cells are 2 regions, not one");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    /// What is left of a region is found around the domino, in boxes of 63 and of 72 cells.
    #[test]
    fn options_are_what_moves_leave(small in regions(7, 9), large in regions(8, 9)) {
        for region in small.iter().chain(&large) {
            let cells = |parts: &[Region]| {
                let mut all: Vec<Vec<(u32, u32)>> = parts.iter().map(|part| part.cells().collect()).collect();
                all.sort();
                all
            };
            let mut options: Vec<_> = Cram.options(region).map(|parts| cells(&parts)).collect();
            prop_assert_eq!(Cram.options(region).size_hint(), (options.len(), Some(options.len())));
            let left = |domino: &Domino| {
                let [one, other] = match *domino {
                    Domino::Across { row, column } => [(row, column), (row, column + 1)],
                    Domino::Down { row, column } => [(row, column), (row + 1, column)],
                };
                let taken = [(one.0 - 1, one.1 - 1), (other.0 - 1, other.1 - 1)];
                cells(&Region::of_cells(region.cells().filter(|cell| !taken.contains(cell))).unwrap())
            };
            let mut moves: Vec<_> = Cram.moves(region).map(|domino| left(&domino)).collect();
            options.sort();
            moves.sort();
            prop_assert_eq!(options, moves);
        }
    }

    /// Every theorem at once, against the solver that knows none.
    #[test]
    fn hints_keep_the_value(regions in regions(4, 4)) {
        let plain = Solver::new(Unhinted(Cram)).grundy(&regions).unwrap();
        prop_assert_eq!(Solver::new(Cram).by(Method::Values).grundy(&regions).unwrap(), plain);
        prop_assert_eq!(Solver::new(Cram).grundy(&regions).unwrap(), plain);
        prop_assert_eq!(Solver::new(Cram).by(Method::Nimbers).grundy(&regions).unwrap(), plain);
        let outcome = if plain.is_zero() { Outcome::P } else { Outcome::N };
        prop_assert_eq!(Solver::new(Cram).by(Method::Nimbers).outcome(&regions).unwrap(), outcome);
    }

    /// Half a turn of a board, without its middle.
    #[test]
    fn a_board_that_half_a_turn_keeps_is_worth_0(half in vec(any::<bool>(), 9), columns in 3_u32..=4) {
        let places = columns * 4;
        let cells = (0..).zip(half).filter(|(_, free)| *free).map(|(place, _): (u32, bool)| place);
        let cells = cells.filter(|place| *place < places / 2 && place + 1 != places - place);
        let both = cells.flat_map(|place| [place, places - 1 - place]).map(|place| (place / columns, place % columns));
        let parts = Region::of_cells(both.filter(|(row, column)| !(columns == 3 && *column == 1 && (*row == 1 || *row == 2)))).unwrap();
        prop_assert_eq!(Solver::new(Unhinted(Cram)).grundy(&parts).unwrap(), Nimber::ZERO);
        prop_assert_eq!(Solver::new(Cram).grundy(&parts).unwrap(), Nimber::ZERO);
    }
}
