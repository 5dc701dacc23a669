//! Checks that are made at two sizes: small ones by `tests/library`, and large ones by `tests/long`, which wants optimisation.

use std::collections::HashMap;

use grundy::chomp::{Board, Chomp, ChompValues, LosingBoards, Tile};
use grundy::games::Head;
use grundy::heap::{Algorithm, Sequence, SequenceError, TakeAndBreak};
use grundy::misere::quotient::{MisereQuotient, QuotientError, QuotientSearch};
use grundy::{CoinTurning, Control, Nimber, Outcome, Solver, Stopped};

use crate::support::naive_quotients::{BruteForce, sums};
use crate::support::tables::rows;

const OPENINGS: &str = include_str!("../../data/chomp-openings.txt");
const LOSING_COUNTS: &str = include_str!("../../data/chomp-losing-counts.txt");

pub(crate) fn code(text: &str) -> TakeAndBreak {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn small(number: u64) -> u32 {
    u32::try_from(number).unwrap()
}

pub(crate) fn tabled_counts() -> Vec<u64> {
    [1].into_iter().chain(rows(LOSING_COUNTS).into_iter().flatten()).collect()
}

pub(crate) fn losing_up_to(tiles: u32) -> LosingBoards {
    LosingBoards::up_to(tiles, &mut Control::unlimited()).unwrap()
}

pub(crate) fn values_up_to(tiles: u32) -> ChompValues {
    ChompValues::up_to(tiles, &mut Control::unlimited()).unwrap()
}

pub(crate) fn counts_by_values(values: &ChompValues, tiles: usize) -> Vec<u64> {
    let mut counts = vec![0; tiles + 1];
    for (board, _) in values.iter(Chomp::poisoned()).filter(|(_, value)| *value == Nimber::ZERO) {
        counts[usize::try_from(board.tiles()).unwrap()] += 1;
    }
    counts
}

/// The rectangles of at most `most_tiles` tiles in the table have the winning openings that it lists, and no others.
pub(crate) fn check_openings(most_tiles: u64) -> usize {
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

/// How many boards of 1, 2, .. `tiles` tiles the player to move loses.
pub(crate) fn losing_counts(tiles: usize) -> Vec<u64> {
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

pub(crate) fn of_all(text: &str) -> MisereQuotient {
    let mut search = QuotientSearch::new(code(text));
    search.certify(400).unwrap_or_else(|error| panic!("{text}: {error}"));
    search.into_quotient()
}

pub(crate) fn of_heaps_below(text: &str, heaps: usize) -> MisereQuotient {
    let mut search = QuotientSearch::new(code(text));
    search.extend_to(heaps).unwrap_or_else(|error| panic!("{text}: {error}"));
    search.into_quotient()
}

/// What stopped a search for a quotient.
#[track_caller]
pub(crate) fn stopped<T: std::fmt::Debug>(result: Result<T, QuotientError>) -> Stopped {
    match result {
        Err(QuotientError::Stopped(stopped)) => stopped,
        other => panic!("{other:?}"),
    }
}

/// Each sum of at most `count` heaps has the outcome that brute force finds.
pub(crate) fn check_outcomes(quotient: &MisereQuotient, heaps: usize, count: usize) {
    let mut brute = BruteForce::new(quotient.code(), heaps);
    for sum in sums(heaps, count) {
        let expected = if brute.is_p(&sum) { Outcome::P } else { Outcome::N };
        let heaps: Vec<u128> = sum.iter().map(|heap| *heap as u128).collect();
        assert_eq!(quotient.misere_outcome(&heaps), Some(expected), "{}: {sum:?}", quotient.code());
    }
}

pub(crate) fn list(sequence: &Sequence) -> Vec<u64> {
    (0..sequence.len()).map(|heap| sequence.values().get(heap).unwrap()).collect()
}

/// The values by an algorithm, or by the one that the engine chooses; `None` if the algorithm is not for such codes.
pub(crate) fn values(code: &TakeAndBreak, algorithm: Option<Algorithm>, heaps: usize) -> Option<Vec<u64>> {
    let sequence = match algorithm {
        Some(algorithm) => Sequence::with_algorithm(code.clone(), algorithm),
        None => Ok(Sequence::new(code.clone())),
    };
    let mut sequence = match sequence {
        Err(SequenceError::Algorithm { .. }) => return None,
        sequence => sequence.unwrap(),
    };
    sequence.extend_to(heaps).unwrap();
    Some(list(&sequence))
}

/// How many lost rows there are with each number of heads, from the values of single heads.
pub(crate) fn lost_rows_by_heads(values: &[u64]) -> Vec<u64> {
    let size = values.iter().fold(0, |all, value| all | value) + 1;
    let size = usize::try_from(size.next_power_of_two()).unwrap();
    // By number of heads and nim-sum, how many rows.
    let mut rows = vec![vec![0_u64; size]; values.len() + 1];
    rows[0][0] = 1;
    for value in values {
        for heads in (1..=values.len()).rev() {
            for sum in 0..size {
                let before = rows[heads - 1][sum ^ usize::try_from(*value).unwrap()];
                rows[heads][sum] += before;
            }
        }
    }
    rows.iter().map(|by_sum| by_sum[0]).collect()
}

/// The values of single heads, by the solver.
pub(crate) fn values_of(code: &str, heads: u32) -> Vec<u64> {
    let mut solver = Solver::new(code.parse::<CoinTurning>().unwrap());
    (1..=heads).map(|place| solver.grundy(Head::new(place).unwrap()).unwrap().get()).collect()
}
