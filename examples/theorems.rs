//! The theorems of Sprague and Grundy, each stated and checked on random games.
//!
//! `cargo run --release --example theorems`
//!
//! The left side of each check comes from the theorem, the right side from a search through all whole positions that play can
//! reach, with nothing taken from the theory. The cases are the same in every run.

use std::process::ExitCode;

use grundy::Either::{self, Left, Right};
use grundy::laws::{GameTable, game_tables};
use grundy::{
    Components, ImpartialGame, Kayles, Nim, Nimber, Outcome, Play, Poset, Solver, Unhinted, Whole, mex, play_in_sum,
    waiting_move,
};
use proptest::collection::vec;
use proptest::strategy::{Just, Strategy};
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};

/// How many random cases each theorem is checked on.
const CASES: u32 = 1000;
/// How many positions a random game has.
const POSITIONS: usize = 8;

fn main() -> ExitCode {
    let theorems = [
        theorem(
            "The value of a position is the mex of the values of its options.",
            "random games, in every position of each",
            &games(),
            |game| game.positions().all(|position| value_is_mex(game, position)),
        ),
        theorem(
            "A position G of value *n equals *n: G + *n is lost for the player to move.",
            "random games, in every position of each",
            &games(),
            |game| game.positions().all(|position| equals_its_value(game, position)),
        ),
        theorem("A position is lost (P) exactly if its value is 0.", "random sums", &sums(), |(game, sum)| {
            value(game, sum).is_zero() == (searched(game, sum) == Outcome::P)
        }),
        theorem(
            "G + G is lost: answer every move with its like.",
            "random games, in every position of each",
            &games(),
            |game| game.positions().all(|position| searched(game, &[position, position]) == Outcome::P),
        ),
        theorem(
            "*m + *n is lost exactly if m = n.",
            "random pairs of heaps",
            &(0..40_u64, 0..40_u64),
            |(one, other)| (searched(&Nim, &[*one, *other]) == Outcome::P) == (one == other),
        ),
        theorem("The value of a sum is the nim-sum of the values.", "random sums", &sums(), |(game, sum)| {
            value(game, sum) == searched_value(game, sum)
        }),
        theorem(
            "*2 + *1 = *3: in every sum the one can stand for the other.",
            "random sums that they are added to",
            &sums(),
            |(game, sum)| two_and_one_is_three(game, sum),
        ),
        theorem(
            "In a sum of value u that is not 0, a component of value y that has a one in the leftmost odd column \
             has a move to y xor u, and it wins.",
            "random sums",
            &sums(),
            |(game, sum)| leftmost_odd_bit_wins(game, sum),
        ),
        theorem("The same in rows of Kayles.", "random sums of up to four rows", &vec(0..7_u64, 0..=4), |rows| {
            leftmost_odd_bit_wins(&Kayles, rows)
        }),
        theorem(
            "Who has a move that every other move contains wins (strategy stealing).",
            "random orders with a greatest element",
            &orders_with_a_greatest_element(),
            stealing_wins,
        ),
    ];
    println!("{} theorems, {CASES} cases each", theorems.len());
    if theorems.iter().all(|holds| *holds) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// States a theorem, checks it and says on how many cases; or says on which it fails, made as small as can be.
fn theorem<S: Strategy>(statement: &str, cases: &str, random: &S, holds: impl Fn(&S::Value) -> bool) -> bool {
    let config = Config { cases: CASES, failure_persistence: None, ..Config::default() };
    let seed = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let found = TestRunner::new_with_rng(config, seed)
        .run(random, |case| if holds(&case) { Ok(()) } else { Err(TestCaseError::fail("it does not hold")) });
    println!("{statement}");
    match &found {
        Ok(()) => println!("    holds in {CASES} {cases}"),
        Err(error) => println!("    {error}"),
    }
    found.is_ok()
}

fn games() -> impl Strategy<Value = GameTable> {
    game_tables(POSITIONS, 3)
}

/// A random game, and up to three components in it.
fn sums() -> impl Strategy<Value = (GameTable, Vec<usize>)> {
    (games(), vec(0..POSITIONS, 0..=3))
}

/// Orders of up to 9 elements, of which the last is above all others.
fn orders_with_a_greatest_element() -> impl Strategy<Value = Poset> {
    let relations = (1..=9_usize).prop_flat_map(|elements| (Just(elements), vec((0..elements, 0..elements), 0..12)));
    relations.prop_filter_map("an order", |(elements, pairs)| {
        let below_others = pairs.into_iter().filter(|(one, other)| one < other);
        Poset::new(elements, below_others.chain((1..elements).map(|other| (other - 1, elements - 1)))).ok()
    })
}

/// The value by the theory: component by component, with nim-sums.
fn value<G: ImpartialGame>(game: &G, sum: &[G::Position]) -> Nimber {
    Solver::new(game).grundy(sum).unwrap_or_else(|_| unreachable!("random games end and are small"))
}

/// The value by brute force: mex over all moves, and a sum is one position.
fn searched_value<G: ImpartialGame>(game: &G, sum: &[G::Position]) -> Nimber {
    let whole: Components<G::Position> = sum.into();
    Solver::new(Whole(Unhinted(game))).grundy(whole).unwrap_or_else(|_| unreachable!("random games end and are small"))
}

/// The outcome by brute force: N if some move leads to P, and a sum is one position.
fn searched<G: ImpartialGame>(game: &G, sum: &[G::Position]) -> Outcome {
    let mut solver = Solver::new(Unhinted(game));
    solver.search_outcome(Play::Normal, sum).unwrap_or_else(|_| unreachable!("random games end and are small"))
}

fn value_is_mex(game: &GameTable, position: usize) -> bool {
    let options = game.options_of(position).iter().map(|option| value(game, option));
    value(game, &[position]) == mex(options)
}

fn equals_its_value(game: &GameTable, position: usize) -> bool {
    let heap = value(game, &[position]).get();
    searched(&game.plus(Nim), &[Left(position), Right(heap)]) == Outcome::P
}

fn two_and_one_is_three(game: &GameTable, sum: &[usize]) -> bool {
    let with = |heaps: &[u64]| -> Vec<Either<usize, u64>> {
        sum.iter().copied().map(Left).chain(heaps.iter().copied().map(Right)).collect()
    };
    let table = game.plus(Nim);
    searched(&table, &with(&[2, 1])) == searched(&table, &with(&[3]))
}

fn leftmost_odd_bit_wins<G: ImpartialGame>(game: &G, sum: &[G::Position]) -> bool {
    let nim_sum = value(game, sum);
    let found = Solver::new(game).winning_move(sum).unwrap_or_else(|_| unreachable!("random games end and are small"));
    let (Some(column), Some(mv)) = (nim_sum.leftmost_bit(), found.clone()) else {
        return nim_sum.is_zero() && found.is_none();
    };
    let place = mv.component;
    let y = value(game, &sum[place..=place]);
    let Ok(left) = play_in_sum(game, sum.into(), mv) else { return false };
    y.get() >> column & 1 == 1 && y + nim_sum < y && searched(game, &left) == Outcome::P
}

fn stealing_wins(order: &Poset) -> bool {
    // It does not fall apart: the greatest element is above all.
    let [all] = &order.all()[..] else { return false };
    waiting_move(order, all).is_some() && searched(order, std::slice::from_ref(all)) == Outcome::N
}
