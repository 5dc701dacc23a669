//! Published tables, each entry found again.

use crate::support::sizes::{check_openings, losing_counts, tabled_counts};
use crate::support::tables::{line, rows, sequence};
use grundy::chomp::{Board, Chomp, Tile};
use grundy::{DawsonsKayles, GrundysGame, ImpartialGame, Kayles, Method, Nimber, Outcome, Play, Solver};

const OPENINGS: &str = include_str!("../data/chomp-openings.txt");
const RECTANGLES: &str = include_str!("../data/chomp-grundy-rectangles.txt");
const SEQUENCES: &str = include_str!("../data/nim-sequences.txt");
const PERIODS: &str = include_str!("../data/octal-periods.txt");

fn small(number: u64) -> u32 {
    u32::try_from(number).unwrap()
}

#[test]
fn chomp_rectangles_of_at_most_80_tiles_have_the_tabled_winning_openings() {
    assert_eq!(check_openings(80), 51);
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

#[test]
fn as_many_chomp_boards_of_n_tiles_are_lost_as_tabled_up_to_26() {
    assert_eq!(losing_counts(26), tabled_counts()[1..=26]);
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
