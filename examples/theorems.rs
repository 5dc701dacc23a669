//! The theorems of Sprague and Grundy, each stated and checked on random games.
//!
//! `cargo run --example theorems`
//!
//! The left side of each check comes from the theorem, the right side from a search through all whole positions that play can
//! reach, with nothing taken from the theory. The cases are the same in every run.

use std::process::ExitCode;

use grundy::Either::{Left, Right};
use grundy::laws::game_tables;
use grundy::{
    Components, ImpartialGame, Kayles, Method, Nim, Nimber, Outcome, Poset, Solver, Unhinted, Whole, mex, play_in_sum,
    waiting_move,
};
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};
use proptest::{collection::vec, strategy::Just, strategy::Strategy};

/// How many random cases each theorem is checked on, and how many positions a random game has.
const CASES: u32 = 200;
const POSITIONS: usize = 8;
/// Why every search ends.
const SMALL: &str = "random games end and are small";

fn main() -> ExitCode {
    let games = &game_tables(POSITIONS, 3);
    let sums = &(game_tables(POSITIONS, 3), vec(0..POSITIONS, 0..=3));
    let theorems = [
        theorem("The value of a position is the mex of the values of its options.", games, |game| {
            game.positions()
                .all(|from| value(game, &[from]) == mex(game.options_of(from).iter().map(|to| value(game, to))))
        }),
        theorem("A position G of value *n equals *n: G + *n is lost for the player to move.", games, |game| {
            // The right game is Nim: a heap as large as the value.
            let heap = |from| Right(value(game, &[from]).get());
            game.positions().all(|from| searched(&game.plus(Nim), &[Left(from), heap(from)]) == Outcome::P)
        }),
        theorem("A position is lost (P) exactly if its value is 0.", sums, |(game, sum)| {
            value(game, sum).is_zero() == (searched(game, sum) == Outcome::P)
        }),
        theorem("G + G is lost: answer every move with its like.", games, |game| {
            game.positions().all(|from| searched(game, &[from, from]) == Outcome::P)
        }),
        theorem("*m + *n is lost exactly if m = n.", &(0..40_u64, 0..40_u64), |(one, other)| {
            (searched(&Nim, &[*one, *other]) == Outcome::P) == (one == other)
        }),
        theorem("The value of a sum is the nim-sum of the values.", sums, |(game, sum)| {
            value(game, sum) == searched_value(game, sum)
        }),
        theorem("*2 + *1 = *3: in every sum the one can stand for the other.", sums, |(game, sum)| {
            let with = |heaps: &[u64]| {
                sum.iter().copied().map(Left).chain(heaps.iter().copied().map(Right)).collect::<Vec<_>>()
            };
            searched(&game.plus(Nim), &with(&[2, 1])) == searched(&game.plus(Nim), &with(&[3]))
        }),
        theorem(
            "In a sum of value u that is not 0, a component of value y that has a one in the leftmost odd column has a move to \
             y xor u, and it wins.",
            sums,
            |(game, sum)| leftmost_odd_bit_wins(game, sum),
        ),
        theorem("The same in rows of Kayles.", &vec(0..7_u64, 0..=4), |rows| leftmost_odd_bit_wins(&Kayles, rows)),
        theorem("Who has a move that every other move contains wins (strategy stealing).", &orders(), |order| {
            // The order does not fall apart: the greatest element is above all.
            let all = order.all();
            all.len() == 1 && waiting_move(order, &all[0]).is_some() && searched(order, &all) == Outcome::N
        }),
    ];
    println!("{} theorems, {CASES} cases each", theorems.len());
    if theorems.iter().all(|holds| *holds) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// States a theorem and checks it; says on which case it fails, made as small as can be.
fn theorem<S: Strategy>(statement: &str, random: &S, holds: impl Fn(&S::Value) -> bool) -> bool {
    let config = Config { cases: CASES, failure_persistence: None, ..Config::default() };
    let seed = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let found = TestRunner::new_with_rng(config, seed)
        .run(random, |case| if holds(&case) { Ok(()) } else { Err(TestCaseError::fail("it does not hold")) });
    match &found {
        Ok(()) => println!("{statement}\n    holds in {CASES} random cases"),
        Err(error) => println!("{statement}\n    {error}"),
    }
    found.is_ok()
}

/// Orders of up to 9 elements, of which the last is above all others.
fn orders() -> impl Strategy<Value = Poset> {
    let relations = (1..=9_usize).prop_flat_map(|elements| (Just(elements), vec((0..elements, 0..elements), 0..12)));
    relations.prop_filter_map("an order", |(elements, pairs)| {
        // Pairs go from a smaller number to a larger one, so that there is no cycle.
        let below_others = pairs.into_iter().filter(|(one, other)| one < other);
        // Each other element is put below the last one.
        Poset::new(elements, below_others.chain((1..elements).map(|other| (other - 1, elements - 1)))).ok()
    })
}

/// The value by the theory: component by component, with nim-sums.
fn value<G: ImpartialGame>(game: &G, sum: &[G::Position]) -> Nimber {
    Solver::new(game).grundy(sum).expect(SMALL)
}

/// The value by brute force: mex over all moves, and a sum is one position.
fn searched_value<G: ImpartialGame>(game: &G, sum: &[G::Position]) -> Nimber {
    Solver::new(Whole(Unhinted(game))).grundy(Components::<G::Position>::from(sum)).expect(SMALL)
}

/// The outcome by brute force: N if some move leads to P, and a sum is one position.
fn searched<G: ImpartialGame>(game: &G, sum: &[G::Position]) -> Outcome {
    Solver::new(Unhinted(game)).by(Method::Search).outcome(sum).expect(SMALL)
}

fn leftmost_odd_bit_wins<G: ImpartialGame>(game: &G, sum: &[G::Position]) -> bool {
    let nim_sum = value(game, sum);
    let Some(mv) = Solver::new(game).winning_move(sum).expect(SMALL) else { return nim_sum.is_zero() };
    let before = value(game, &sum[mv.component..=mv.component]);
    let left = play_in_sum(game, sum.into(), mv).expect("the move is legal");
    let has_a_one = nim_sum.leftmost_bit().is_some_and(|odd| before.get() >> odd & 1 == 1);
    has_a_one && before + nim_sum < before && searched(game, &left) == Outcome::P
}
