//! Published tables, each entry found again.

use std::collections::HashMap;

use crate::support::tables::{line, rows, sequence};
use grundy::chomp::{Board, Chomp, Tile};
use grundy::{DawsonsKayles, GrundysGame, ImpartialGame, Kayles, Method, Nimber, Outcome, Play, Solver};

const OPENINGS: &str = include_str!("../data/chomp-openings.txt");
const LOSING_COUNTS: &str = include_str!("../data/chomp-losing-counts.txt");
const RECTANGLES: &str = include_str!("../data/chomp-grundy-rectangles.txt");
const SEQUENCES: &str = include_str!("../data/nim-sequences.txt");
const PERIODS: &str = include_str!("../data/octal-periods.txt");

fn small(number: u64) -> u32 {
    u32::try_from(number).unwrap()
}

/// The rectangles of at most `most_tiles` tiles in the table have the winning openings that it lists, and no others.
fn check_openings(most_tiles: u64) -> usize {
    let mut solver = Solver::new(Chomp::poisoned());
    let table: Vec<_> = rows(OPENINGS).into_iter().filter(|row| row[0] * row[1] <= most_tiles).collect();
    for row in &table {
        let board = Board::rectangle(small(row[0]), small(row[1])).unwrap();
        let listed: Vec<Tile> =
            row[2..].chunks(2).map(|tile| Tile { row: small(tile[0]), column: small(tile[1]) }).collect();
        let found: Vec<Tile> = solver.winning_moves(board.clone()).unwrap().into_iter().map(|win| win.mv).collect();
        assert_eq!(found, listed, "{board}");
    }
    table.len()
}

#[test]
fn chomp_rectangles_of_at_most_80_tiles_have_the_tabled_winning_openings() {
    assert_eq!(check_openings(80), 51);
}

#[test]
#[ignore = "several seconds without optimisation: run it with --release"]
fn chomp_rectangles_up_to_10_by_10_have_the_tabled_winning_openings() {
    assert_eq!(check_openings(100), 54);
}

/// By the outcomes alone, which a search finds with fewer positions than the values need.
#[test]
fn a_search_of_chomp_finds_a_tabled_opening() {
    let mut solver = Solver::new(Chomp::poisoned()).by(Method::Search);
    for row in rows(OPENINGS).into_iter().filter(|row| row[0] * row[1] <= 56) {
        let board = Board::rectangle(small(row[0]), small(row[1])).unwrap();
        let opening = Tile { row: small(row[2]), column: small(row[3]) };
        assert_eq!(solver.outcome_in(Play::Normal, board.clone()), Ok(Outcome::N), "{board}");
        assert_eq!(solver.outcome_in(Play::Normal, board.chomped(opening)), Ok(Outcome::P), "{board}");
    }
}

/// How many boards of 1, 2, .. `tiles` tiles the player to move loses.
fn losing_counts(tiles: usize) -> Vec<u64> {
    let mut solver = Solver::new(Chomp::poisoned());
    let mut counts = vec![0; tiles];
    let mut open: Vec<Vec<u32>> = vec![vec![]];
    let mut used: HashMap<Vec<u32>, usize> = HashMap::from([(vec![], 0)]);
    while let Some(rows) = open.pop() {
        let before = used[&rows];
        let most = rows.last().copied().unwrap_or(u32::MAX);
        for row in 1..=most.min(small((tiles - before) as u64)) {
            let longer: Vec<u32> = rows.iter().copied().chain([row]).collect();
            let now = before + row as usize;
            if solver.outcome(Board::from_rows(&longer[..]).unwrap()).unwrap() == Outcome::P {
                counts[now - 1] += 1;
            }
            used.insert(longer.clone(), now);
            open.push(longer);
        }
    }
    counts
}

fn tabled_losing_counts() -> Vec<u64> {
    rows(LOSING_COUNTS).into_iter().flatten().collect()
}

#[test]
fn as_many_chomp_boards_of_n_tiles_are_lost_as_tabled_up_to_26() {
    assert_eq!(losing_counts(26), tabled_losing_counts()[..26]);
}

#[test]
#[ignore = "several seconds without optimisation: run it with --release"]
fn as_many_chomp_boards_of_n_tiles_are_lost_as_tabled_up_to_45() {
    assert_eq!(losing_counts(45), tabled_losing_counts()[..45]);
}

#[test]
fn chomp_rectangles_have_the_tabled_values() {
    let table = rows(RECTANGLES);
    assert_eq!((table.len(), table[7].len()), (8, 8));
    let mut solver = Solver::new(Chomp::poisoned());
    for (row_count, row) in (1..).zip(&table) {
        for (columns, value) in (1..).zip(row) {
            let board = Board::rectangle(row_count, columns).unwrap();
            assert_eq!(solver.grundy(board), Ok(Nimber::new(*value)), "{row_count} x {columns}");
        }
    }
}

fn values<G: ImpartialGame<Position = u64>>(game: G, heaps: usize) -> Vec<u64> {
    let mut solver = Solver::new(game);
    (0..heaps as u64).map(|heap| solver.grundy(heap).unwrap().get()).collect()
}

#[test]
fn kayles_and_grundys_game_have_the_tabled_sequences() {
    let kayles = sequence(SEQUENCES, "A002186");
    assert_eq!(values(Kayles, kayles.len()), kayles);
    let grundys_game = sequence(SEQUENCES, "A002188");
    assert_eq!(values(GrundysGame, grundys_game.len()), grundys_game);
}

/// The preperiod, the period and the largest value are those in the table, as far as 600 heaps show.
#[track_caller]
fn shows_the_tabled_period(game: impl ImpartialGame<Position = u64>, code: &str) {
    let tabled: Vec<usize> = line(PERIODS, code).split(' ').skip(1).filter_map(|number| number.parse().ok()).collect();
    let [preperiod, period, largest] = tabled[..] else { panic!("{tabled:?}") };
    let values = values(game, 600);
    let repeats = |from: usize, by: usize| (from..600 - by).all(|heap| values[heap] == values[heap + by]);
    assert!(repeats(preperiod, period) && !repeats(preperiod - 1, period));
    assert!((1..period).all(|shorter| !repeats(preperiod, shorter)));
    assert_eq!(values.iter().max(), Some(&(largest as u64)));
}

#[test]
fn kayles_shows_period_12_from_71_and_values_up_to_8() {
    shows_the_tabled_period(Kayles, "0.77");
}

#[test]
fn dawsons_kayles_shows_period_34_from_53_and_values_up_to_9() {
    shows_the_tabled_period(DawsonsKayles, "0.07");
}
