//! Take-away games, Euclid's game, End-Nim, coins on a strip: their theorems beyond the sizes that the laws check.

use std::ops::ControlFlow;

use grundy::games::{Bounded, Circle, Heaps, Pair, Step, StepDown, SubtractionError, TakeMultiple};
use grundy::heap::{HeapMove, TakeAndBreak};
use grundy::{
    AnyGame, Bound, CoinsOnStrip, Control, EndNim, Euclid, ImpartialGame, KotzigsNim, LaskersNim, Method, MexSet,
    Nimber, Notation, Outcome, Play, SolveError, Solver, StaircaseNim, Stopped, Subset, Subtraction, TakeAway,
    Unhinted,
};
use proptest::collection::{btree_set, vec};
use proptest::prelude::*;

use crate::support::asked::{known_outcome, moves_leaving};
use crate::support::naive;
use crate::support::tables::{lines, sequence};

const SEQUENCES: &str = include_str!("../data/nim-sequences.txt");

/// The most positions of a short search.
const SHORT: u64 = 1 << 11;

#[test]
fn games_are_lost_where_it_is_published() {
    let (mut ranges, mut long) = (0, 0);
    for row in lines(include_str!("../data/outcomes.txt")) {
        let [game, play, positions, rest] = row.splitn(4, ' ').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let game: AnyGame = game.parse().unwrap();
        let play = if play == "misere" { Play::Misere } else { Play::Normal };
        // By the theorem of the game, where there is one, and by a search that ignores it, where that is short.
        let bounded = Control::new().positions(SHORT);
        let (mut told, mut searched) = (Solver::new(&game), Solver::new(Unhinted(&game)).with_control(bounded));
        let mut outcomes = |position: &str| {
            let position = game.parse(position).unwrap();
            let told = told.outcome_in(play, position.clone()).unwrap();
            let searched = searched.outcome_in(play, position).unwrap_or_else(|error| {
                assert!(matches!(error, SolveError::Stopped(_)), "{row}: {error}");
                long += 1;
                told
            });
            [told, searched]
        };
        let Some((first, last)) = positions.split_once("..").filter(|_| play == Play::Normal) else {
            let outcome = if rest == "P" { Outcome::P } else { Outcome::N };
            assert_eq!(outcomes(positions), [outcome; 2], "{row}");
            continue;
        };
        let lost: Vec<u64> = rest.split(' ').map(|heap| heap.parse().unwrap()).collect();
        let (first, last): (u64, u64) = (first.parse().unwrap(), last.parse().unwrap());
        let is_lost = |heap: &u64| match outcomes(&heap.to_string()) {
            [one, other] if one == other => one == Outcome::P,
            outcomes => panic!("{heap}: {outcomes:?}"),
        };
        assert_eq!((first..=last).filter(is_lost).collect::<Vec<_>>(), lost, "{row}");
        ranges += 1;
    }
    assert_eq!((ranges, long), (5, 8)); // of kings, knights and bishops
    let mut solver = Solver::new(TakeAway::fibonacci());
    assert_eq!(solver.outcome(Bounded::start(12_200_160_415_121_876_738)), Ok(Outcome::P)); // Fibonacci number 93
    assert_eq!(solver.outcome(Bounded::start(12_200_160_415_121_876_739)), Ok(Outcome::N));
}

/// The winning moves that the theorem tells are those that the search finds.
#[test]
fn take_away_games_have_no_other_winning_moves() {
    for factor in [1, 2, 3, 4, 7] {
        let game = TakeAway::new(factor).unwrap();
        let (mut told, mut searched) = (Solver::new(&game), Solver::new(Unhinted(&game)));
        for heap in 0..40 {
            for most in 0..=heap {
                let heap = Bounded::new(heap, most);
                let told: Vec<_> = told.winning_moves(heap).unwrap().into_iter().collect();
                let searched: Vec<_> = searched.winning_moves(heap).unwrap().into_iter().collect();
                assert_eq!(told, searched, "at most {factor} times, {heap}");
            }
        }
    }
}

/// The values of the table are those that the search finds, in each order of the heaps.
#[test]
fn take_away_games_have_the_values_of_the_table() {
    for factor in [1, 2, 3, 10, 1024] {
        let game = TakeAway::new(factor).unwrap();
        let mut searched = Solver::new(Unhinted(&game));
        let heaps: Vec<Bounded> =
            (0..45).flat_map(|heap| (0..=heap).map(move |most| Bounded::new(heap, most))).collect();
        let expected: Vec<Nimber> = heaps.iter().map(|heap| searched.grundy(*heap).unwrap()).collect();
        for order in [heaps.iter().zip(&expected).collect::<Vec<_>>(), heaps.iter().zip(&expected).rev().collect()] {
            let mut told = Solver::new(&game);
            for (heap, value) in order {
                assert_eq!(told.grundy(*heap), Ok(*value), "at most {factor} times, {heap}");
            }
            assert_eq!(told.control().done(), 45, "a position for each row of the table");
        }
        let heap = Bounded::start(120);
        assert_eq!(Solver::new(&game).grundy(heap), searched.grundy(heap));
    }
    // A bound that the table does not fit in is met by the search; what the table has stays.
    let game = TakeAway::fibonacci();
    let mut solver = Solver::new(&game).with_control(Control::new().positions(100));
    assert!(matches!(solver.grundy(Bounded::start(300)), Err(SolveError::Stopped(_))));
    let mut solver = Solver::new(&game).with_control(Control::new().watched(|_| ControlFlow::Break(())));
    assert!(matches!(solver.grundy(Bounded::start(3000)), Err(SolveError::Stopped(_))));
    solver.set_control(Control::new());
    assert_eq!(solver.grundy(Bounded::start(300)), Solver::new(Unhinted(&game)).grundy(Bounded::start(300)));
}

/// Every bound of each heap, by the definition: a heap with its bound is worth the least number that no move leaves.
#[test]
fn take_away_games_have_the_values_of_the_definition() {
    for factor in [1_u8, 2, 5] {
        let mut solver = Solver::new(TakeAway::new(factor.into()).unwrap());
        let mut table = vec![vec![0]];
        for heap in 1..150 {
            let (mut left, mut row) = (MexSet::new(), vec![0]);
            for taken in 1..=heap {
                let rest = heap - taken;
                left.insert(Nimber::new(table[rest][rest.min(taken * usize::from(factor))]));
                row.push(left.mex().get());
            }
            for (most, value) in row.iter().enumerate() {
                let heap = Bounded::new(heap as u64, most as u64);
                assert_eq!(solver.grundy(heap), Ok(Nimber::new(*value)), "at most {factor} times, {heap}");
            }
            table.push(row);
        }
    }
}

#[test]
fn take_away_games_are_won_in_misere_play_without_the_last_counter() {
    for factor in [1, 2, 3, 4, 7] {
        let game = TakeAway::new(factor).unwrap();
        for heap in 0..14 {
            for most in 0..=heap {
                wins_in_misere_as_told(&game, &[Bounded::new(heap, most)]).unwrap();
            }
        }
    }
    // A Fibonacci number and one, less than the smallest of which may be taken.
    let mut solver = Solver::new(TakeAway::fibonacci());
    let heap = 12_200_160_415_121_876_738;
    assert_eq!(solver.outcome_in(Play::Misere, Bounded::new(heap + 1, heap - 1)), Ok(Outcome::P));
    let wins = solver.winning_moves_in(Play::Misere, Bounded::new(heap + 1, heap)).unwrap();
    assert_eq!(wins.iter().map(|win| win.mv).collect::<Vec<_>>(), [HeapMove::Take(heap)]);
}

/// Of a heap of 1 and the largest one, all counters are taken in one move, which is listed once.
#[test]
fn euclid_lists_a_move_of_the_largest_heap_once() {
    for game in [Euclid::to_zero(), Euclid::positive()] {
        for larger in [u64::MAX - 1, u64::MAX] {
            let pair = Pair(1, larger);
            let wins = |mv: &TakeMultiple| {
                game.allows(&pair, mv) && Solver::new(game).outcome(game.play(&pair, mv)) == Ok(Outcome::P)
            };
            let expected: Vec<_> = (larger - 3..=larger).map(TakeMultiple::Second).filter(wins).collect();
            let found = Solver::new(game).winning_moves(pair).unwrap();
            assert!(found.iter().map(|found| found.mv).eq(expected), "{pair}");
        }
    }
}

#[test]
fn euclid_has_the_values_of_the_theorem() {
    let mut positive = Solver::new(Unhinted(Euclid::positive()));
    let (mut to_zero, mut told) = (Solver::new(Unhinted(Euclid::to_zero())), Solver::new(Euclid::to_zero()));
    for one in 1..60_u64 {
        for other in 1..60 {
            let (pair, larger, smaller) = (Pair(one, other), one.max(other), one.min(other));
            // The largest integer that is not above larger/smaller - smaller/larger.
            let is_reached = |value: &u64| value * larger * smaller + smaller * smaller <= larger * larger;
            let value = (0..60).take_while(is_reached).last().unwrap();
            assert_eq!(positive.grundy(pair), Ok(Nimber::new(value)), "{pair}");
            assert_eq!(told.grundy(pair), to_zero.grundy(pair), "{pair}");
            let is_lost = smaller < larger && larger * larger < larger * smaller + smaller * smaller;
            assert_eq!(told.grundy(pair) == Ok(Nimber::ZERO), is_lost, "{pair}");
            let told: Vec<_> = told.winning_moves(pair).unwrap().into_iter().collect();
            assert_eq!(told, to_zero.winning_moves(pair).unwrap().into_iter().collect::<Vec<_>>(), "{pair}");
        }
    }
    assert_eq!(told.grundy(Pair(u64::MAX, 1)), Ok(Nimber::new(u64::MAX)));
    // Both to be divided by 3: their fraction has the numbers 2, 2, .. (20 of them), and with 5 in place of the last one.
    let (mut pairs, mut other) = ([1_u64, 2], [1_u64, 5]);
    for _ in 1..20 {
        pairs = [pairs[1], 2 * pairs[1] + pairs[0]];
        other = [other[1], 2 * other[1] + other[0]];
    }
    assert_eq!(told.grundy(Pair(3 * pairs[0], 3 * pairs[1])), Ok(Nimber::new(1)));
    assert_eq!(told.grundy(Pair(3 * other[0], 3 * other[1])), Ok(Nimber::new(1)));
    let mut told = Solver::new(Euclid::positive());
    assert_eq!(told.grundy(Pair(3 * pairs[0], 3 * pairs[1])), Ok(Nimber::new(2)));
    assert_eq!(told.grundy(Pair(3 * other[0], 3 * other[1])), Ok(Nimber::new(1)));
    let win = told.winning_move(Pair(u64::MAX, 7)).unwrap().unwrap();
    assert_eq!(win.to_string(), format!("component 1: take {} from the first heap", u64::MAX - 8));
}

/// Beside a pair that is worth *v*, a move wins that leaves value *v*: among them the last one, which leaves less of the larger heap
/// than the smaller one has, or nothing.
#[test]
fn euclid_lists_all_moves_that_leave_a_value() {
    for (game, more) in [(Euclid::positive(), 1), (Euclid::to_zero(), 0)] {
        let (mut told, mut searched) = (Solver::new(game), Solver::new(Unhinted(game)));
        for one in 1..25 {
            for (other, value) in (1..25).flat_map(|other| (0..9).map(move |value| (other, value))) {
                let sum = [Pair(one, other), Pair(value + more, 1)];
                assert_eq!(told.winning_moves(sum), searched.winning_moves(sum), "{one},{other} beside *{value}");
            }
        }
    }
}

/// All pairs, and pairs beside others that leave a choice or none.
#[test]
fn euclid_in_misere_play_is_won_as_the_rules_tell() {
    let beside = [vec![], vec![Pair(2, 4)], vec![Pair(3, 2)], vec![Pair(3, 1)], vec![Pair(1, 1), Pair(5, 5)]];
    for game in [Euclid::positive(), Euclid::to_zero()] {
        for pair in (1..12).flat_map(|one| (1..12).map(move |other| Pair(one, other))) {
            for others in &beside {
                wins_in_misere_as_told(&game, &[&[pair], &others[..]].concat()).unwrap();
            }
        }
    }
}

/// Gurvich's exceptions: in three times two Fibonacci numbers one after the other nobody has a choice.
#[test]
fn euclid_in_misere_play_is_answered_for_the_largest_heaps() {
    let mut solver = Solver::new(Euclid::positive());
    let (mut smaller, mut larger) = (1_u64, 1_u64);
    for moves in 0..86 {
        let pair = Pair(3 * smaller, 3 * larger);
        let outcomes = [Play::Normal, Play::Misere].map(|play| solver.outcome_in(play, pair).unwrap());
        // The first pair is 3 and 3, which has no moves.
        assert_eq!(
            outcomes,
            if moves % 2 == 0 { [Outcome::P, Outcome::N] } else { [Outcome::N, Outcome::P] },
            "{pair}"
        );
        (smaller, larger) = (larger, smaller + larger);
    }
    let pair = Pair(u64::MAX, 7);
    let wins = |solver: &mut Solver<Euclid>, play| {
        solver.winning_moves_in(play, pair).unwrap().iter().map(|win| win.mv).collect::<Vec<_>>()
    };
    assert_eq!(wins(&mut solver, Play::Misere), wins(&mut solver, Play::Normal));
}

#[test]
fn heaps_of_laskers_nim_are_won_in_misere_play_as_in_normal_play_but_single_counters() {
    let code = TakeAndBreak::laskers_nim();
    for one in 0..7_u64 {
        for (other, third) in (0..=one).flat_map(|other| (0..=other.min(3)).map(move |third| (other, third))) {
            let sum = [one, other, third];
            wins_in_misere_as_told(&LaskersNim, &sum).unwrap();
            wins_in_misere_as_told(&code, &sum.map(u128::from)).unwrap();
        }
    }
    let huge = 10_u64.pow(18) + 3;
    let wins = |sum: &[u64]| {
        Solver::new(LaskersNim)
            .winning_moves_in(Play::Misere, sum)
            .unwrap()
            .into_iter()
            .map(|win| win.mv)
            .collect::<Vec<_>>()
    };
    assert_eq!(wins(&[huge]), [HeapMove::Take(huge - 1)]);
    assert_eq!(wins(&[huge, 1]), [HeapMove::Take(huge)]);
}

/// All positions of up to four coins on eight squares, alone and beside strips of both kinds.
#[test]
fn welters_game_is_won_in_misere_play_as_in_normal_play_but_with_parted_coins() {
    let game = CoinsOnStrip::welter();
    let strip = |bits: u32| -> Subset { (0..8).filter(|square| bits >> square & 1 == 1).collect() };
    for coins in (0..1 << 8).map(strip).filter(|coins| coins.len() <= 4) {
        wins_in_misere_as_told(&game, std::slice::from_ref(&coins)).unwrap();
        if coins.len() < 4 {
            for other in [0b10, 0b101, 0b110] {
                wins_in_misere_as_told(&game, &[coins.clone(), strip(other)]).unwrap();
            }
        }
    }
    // Of each pair of partners the coin on the larger square: half of them are lost.
    let mut solver = Solver::new(game);
    for count in [1000, 1001] {
        let coins: Subset = (count..2 * count).collect();
        let outcomes = [Play::Normal, Play::Misere].map(|play| solver.outcome_in(play, coins.clone()).unwrap());
        assert_eq!(
            outcomes,
            if count % 2 == 0 { [Outcome::P, Outcome::N] } else { [Outcome::N, Outcome::P] },
            "{count}"
        );
    }
}

#[test]
fn three_heaps_of_end_nim_are_lost_if_the_ends_are_equal_and_the_middle_differs() {
    let mut solver = Solver::new(Unhinted(EndNim));
    for first in 1..=6 {
        for middle in 1..=6 {
            for last in 1..=6 {
                let is_lost = first == last && middle != first;
                let outcome = if is_lost { Outcome::P } else { Outcome::N };
                assert_eq!(solver.outcome(Heaps::from([first, middle, last])), Ok(outcome), "{first},{middle},{last}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn end_nim_is_won_as_the_theorem_tells(row in vec(0..5_u64, 0..6), most in 1..5_u64) {
        for row in [row.clone(), row.into_iter().map(|size| size.min(most)).collect()].map(Heaps::from) {
            for play in [Play::Normal, Play::Misere] {
                let (mut told, mut searched) = (Solver::new(EndNim), Solver::new(Unhinted(EndNim)));
                prop_assert_eq!(told.outcome_in(play, row.clone()), searched.outcome_in(play, row.clone()));
                prop_assert_eq!(told.control().done(), 0);
                let told: Vec<_> = told.winning_moves_in(play, row.clone()).unwrap().into_iter().collect();
                let expected: Vec<_> = searched.winning_moves_in(play, row.clone()).unwrap().into_iter().collect();
                prop_assert_eq!(told, expected, "{} in {} play", row, play);
            }
        }
    }

    #[test]
    fn coins_on_a_strip_have_the_values_of_the_theorems(coins in btree_set(0..12_usize, 0..5), heap in 0..16_u64) {
        let coins = Subset::from_iter(coins);
        for game in [CoinsOnStrip::welter(), CoinsOnStrip::silver_dollar()] {
            let (mut told, mut searched) = (Solver::new(game), Solver::new(Unhinted(game)));
            prop_assert_eq!(told.grundy(coins.clone()), searched.grundy(coins.clone()));
            // The moves to the value of a heap beside the strip.
            let sum = [coins.clone(), heap_of(game, heap)];
            let told: Vec<_> = told.winning_moves(&sum[..]).unwrap().into_iter().collect();
            prop_assert_eq!(told, searched.winning_moves(&sum[..]).unwrap().into_iter().collect::<Vec<_>>());
        }
    }

    /// The heap of a step is the gap before a coin.
    #[test]
    fn staircase_nim_is_the_silver_dollar_game(gaps in vec(0..9_u64, 0..5)) {
        let mut square = 0;
        let mut coins = Subset::new();
        for gap in gaps.iter().rev() {
            square += usize::try_from(*gap).unwrap();
            coins.insert(square);
            square += 1;
        }
        let heaps = Heaps::from(gaps);
        let stairs = Solver::new(StaircaseNim).winning_moves(heaps.clone()).unwrap();
        let strip = Solver::new(CoinsOnStrip::silver_dollar()).winning_moves(coins.clone()).unwrap();
        let values = [Solver::new(StaircaseNim).grundy(heaps).unwrap(), Solver::new(CoinsOnStrip::silver_dollar()).grundy(coins).unwrap()];
        prop_assert_eq!(values[0], values[1]);
        prop_assert_eq!(stairs.into_iter().count(), strip.into_iter().count());
    }
}

/// The outcome in misère play, by the rules alone, and the winning moves of one component after the other, by the search.
fn wins_in_misere_as_told<G: Notation>(game: &G, sum: &[G::Position]) -> Result<(), TestCaseError>
where
    G::Move: PartialEq + std::fmt::Debug,
{
    let (mut told, mut searched) = (Solver::new(game), Solver::new(Unhinted(game)));
    prop_assert_eq!(told.decide(Play::Misere, sum).unwrap().method, Method::Oracle);
    prop_assert_eq!(told.outcome_in(Play::Misere, sum).unwrap(), naive::outcome(game, sum, Play::Misere));
    let told: Vec<_> = told.winning_moves_in(Play::Misere, sum).unwrap().into_iter().collect();
    prop_assert_eq!(told, searched.winning_moves_in(Play::Misere, sum).unwrap().into_iter().collect::<Vec<_>>());
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn staircases_are_won_in_misere_play_as_heaps_of_nim(one in vec(0..4_u64, 0..5), other in vec(0..3_u64, 0..3)) {
        wins_in_misere_as_told(&StaircaseNim, &[Heaps::from(one.clone())])?;
        wins_in_misere_as_told(&StaircaseNim, &[Heaps::from(other), Heaps::from(one)])?;
    }

    #[test]
    fn silver_dollars_are_won_in_misere_play_as_heaps_of_nim(
        one in btree_set(0..9_usize, 0..5),
        other in btree_set(0..6_usize, 0..3),
    ) {
        let game = CoinsOnStrip::silver_dollar();
        wins_in_misere_as_told(&game, &[Subset::from_iter(one.clone())])?;
        wins_in_misere_as_told(&game, &[Subset::from_iter(other), Subset::from_iter(one)])?;
    }
}

#[test]
fn sets_that_make_no_subtraction_game_are_named_for_what_they_are() {
    let sets = |set: Vec<u64>| [Subtraction::new(set.clone()).unwrap_err(), Subtraction::all_but(set).unwrap_err()];
    assert_eq!(sets(vec![]), [SubtractionError::Empty, SubtractionError::NoneForbidden]);
    assert_eq!(sets(vec![2, 0]), [SubtractionError::Zero, SubtractionError::ZeroForbidden]);
    let message = |text: &str| text.parse::<Subtraction>().unwrap_err().to_string();
    assert_eq!(
        message("!2,a"),
        "`!2,a`, character 4: a number that may not be taken is a whole number, and `a` is not a digit"
    );
    assert_eq!(message("!"), "`!`, character 2: a number that may not be taken is missing");
    assert!(
        message("!2,0").starts_with("`!2,0`, character 4: the set is of numbers that may not be taken"),
        "{}",
        message("!2,0")
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Coins far apart and in a crowd, against the theorem as it is written, for each move.
    #[test]
    fn welters_moves_are_those_that_leave_the_value_by_pairs(
        crowd in btree_set(0..40_usize, 0..12),
        far in btree_set(0..300_usize, 0..6),
        heap in 0..64_u64,
    ) {
        let welter = CoinsOnStrip::welter();
        let coins: Subset = crowd.into_iter().chain(far).collect();
        let sum = [coins.clone(), heap_of(welter, heap)];
        let found: Vec<_> = Solver::new(welter).winning_moves(&sum[..]).unwrap().into_iter().map(|win| (win.component, win.mv)).collect();
        let expected: Vec<_> = sum
            .iter()
            .enumerate()
            .flat_map(|(component, strip)| welter.moves(strip).map(move |mv| (component, mv)))
            .filter(|(component, mv)| {
                let left = &welter.play(&sum[*component], mv)[0];
                welter_by_pairs(left) == welter_by_pairs(&sum[1 - component])
            })
            .collect();
        prop_assert_eq!(found, expected);
    }
}

/// The value of Welter's game, pair by pair.
fn welter_by_pairs(coins: &Subset) -> usize {
    let squares: Vec<usize> = coins.iter().collect();
    let pairs =
        squares.iter().enumerate().flat_map(|(place, one)| squares[..place].iter().map(move |other| one ^ other));
    squares.iter().copied().chain(pairs.map(|differing| differing ^ (differing - 1))).fold(0, |sum, part| sum ^ part)
}

#[test]
fn a_crowd_of_welters_coins_is_played_under_the_control() {
    let welter = CoinsOnStrip::welter();
    let coins: Subset = (0..1 << 18).step_by(3).collect();
    let mut solver = Solver::new(welter);
    let wins: Vec<_> = solver.winning_moves(coins.clone()).unwrap().into_iter().collect();
    assert!(!wins.is_empty());
    let win = wins[wins.len() / 2];
    let left = grundy::play_in_sum(&welter, coins.clone().into(), win).unwrap();
    assert_eq!(solver.grundy(left), Ok(Nimber::ZERO));
    let cancelled = Control::new().watched(|_| ControlFlow::Break(()));
    let stopped = Solver::new(welter).with_control(cancelled).winning_moves(coins).map(|_| ());
    assert!(matches!(stopped, Err(SolveError::Stopped(Stopped { bound: Bound::Cancelled, .. }))), "{stopped:?}");
}

/// One coin, whose value is its square.
fn heap_of(_: CoinsOnStrip, heap: u64) -> Subset {
    Subset::from_iter([usize::try_from(heap).unwrap()])
}

/// A step of another game leads to a free place, and is no move all the same.
#[test]
fn steps_that_the_game_does_not_have_are_refused() {
    let game = KotzigsNim::new([1, 2]).unwrap();
    let circle: Circle = "7".parse().unwrap();
    for step in 0..20 {
        let is_legal = [1, 2].contains(&step);
        assert_eq!(game.allows(&circle, &Step(step)), is_legal, "{step}");
        assert_eq!(game.play(&circle, &Step(step)) != circle.clone().into(), is_legal, "{step}");
    }
}

#[test]
fn large_strips_and_staircases_are_played_at_once() {
    let coins: Subset = (0..1 << 20).step_by(4099).chain([77]).collect();
    for game in [CoinsOnStrip::welter(), CoinsOnStrip::silver_dollar()] {
        let mut solver = Solver::new(game);
        let win = solver.winning_move(coins.clone()).unwrap().expect("the value is not 0");
        let left = game.parse(&game.text(&grundy::play_in_sum(&game, coins.clone().into(), win).unwrap())).unwrap();
        assert_eq!(solver.grundy(left), Ok(Nimber::ZERO));
    }
    let most = u64::MAX - (1 << 41);
    let heaps = Heaps::from([most, 5, 1 << 40, 7]);
    let win = Solver::new(StaircaseNim).winning_move(heaps).unwrap().unwrap();
    assert_eq!(win.mv, StepDown { step: 1, count: most - (1 << 40) });
    // In misère play an even number of heaps of one counter is won, and heaps that do not count do not matter.
    let wins = |heaps: [u64; 4]| Solver::new(StaircaseNim).winning_moves_in(Play::Misere, Heaps::from(heaps)).unwrap();
    assert_eq!(wins([most, 9, 1, 0])[0].mv, StepDown { step: 1, count: most });
    assert_eq!(
        wins([1, most, 1, 0]).iter().map(|win| win.mv).collect::<Vec<_>>(),
        [1, 3].map(|step| StepDown { step, count: 1 })
    );
    assert_eq!(wins([1, most, 0, 1 << 40]).known_count(), Some(0));
    // No counters can be moved to the step that is full, so the theorem does not hold.
    let full = Solver::new(StaircaseNim).grundy(Heaps::from([0, 5, u64::MAX]));
    assert!(matches!(full, Err(SolveError::TooManyMoves { .. })), "{full:?}");
    let full = Heaps::from([0, 5, u64::MAX]);
    assert_eq!(known_outcome(&StaircaseNim, std::slice::from_ref(&full), Play::Misere), None);
    assert_eq!(moves_leaving(&StaircaseNim, &full, Nimber::ZERO), None);
}

#[test]
fn heaps_have_the_tabled_values() {
    for (name, first, game) in
        [("A014586", 0, "subtract:squares"), ("A014589", 0, "subtract:primes"), ("A071426", 1, "treblecross")]
    {
        let game: AnyGame = game.parse().unwrap();
        let mut solver = Solver::new(&game);
        for (heap, value) in (first..).zip(sequence(SEQUENCES, name)) {
            let position = game.parse(&heap.to_string()).unwrap();
            assert_eq!(solver.grundy(position), Ok(Nimber::new(value)), "{name}: {heap}");
        }
    }
}

/// By a sweep over all heaps, and by a search that is not told of it.
#[test]
fn a_sweep_finds_what_a_search_finds() {
    for game in [Subtraction::squares(), Subtraction::primes()] {
        let (mut told, mut alone, mut searched) =
            (Solver::new(&game), Solver::new(&game), Solver::new(Unhinted(&game)));
        // Larger heaps first: the smaller ones are known then.
        for heap in [300, 7].into_iter().chain(0..300) {
            assert_eq!(told.grundy(heap), searched.grundy(heap), "{game} {heap}");
            let wins: Vec<_> = alone.winning_moves(heap).unwrap().into_iter().collect();
            let expected: Vec<_> = searched.winning_moves(heap).unwrap().into_iter().collect();
            assert_eq!(wins, expected, "{game} {heap}");
            // A solver of its own for who wins, which does not know the value.
            for play in [Play::Normal, Play::Misere] {
                let decided = alone.decide(play, heap).unwrap();
                assert_eq!(decided.method, Method::Oracle, "{game} {heap}");
                assert_eq!(Ok(decided.outcome), searched.outcome_in(play, heap), "{game} {heap}");
            }
        }
        let mut bounded = Solver::new(&game).with_control(Control::new().positions(1000));
        assert!(matches!(bounded.grundy(20_000), Err(SolveError::Stopped(_))), "{game}");
        bounded.set_control(Control::new().within(std::time::Duration::ZERO));
        assert!(matches!(bounded.grundy(900_000), Err(SolveError::Stopped(_))), "{game}");
        bounded.set_control(Control::new());
        assert_eq!(bounded.grundy(299), searched.grundy(299));
    }
}

/// Large numbers that are prime, or strong pseudoprimes to some bases.
#[test]
fn large_primes_may_be_taken() {
    use grundy::ImpartialGame;
    use grundy::heap::HeapMove;
    let game = Subtraction::primes();
    let may_take = |count| game.allows(&u64::MAX, &HeapMove::Take(count));
    assert!([18_446_744_073_709_551_557, (1 << 61) - 1, 1_000_000_007].into_iter().all(may_take));
    assert!(![3_215_031_751, 3_825_123_056_546_413_051, 4_294_967_297, u64::MAX, 1, 0].into_iter().any(may_take));
}

/// Searched by a program that shares nothing with this crate.
#[test]
fn circles_of_kotzigs_nim_are_lost_where_computed() {
    for (steps, expected) in [([1, 2], &[1, 3, 7][..]), ([1, 3], &[1, 3, 7, 9, 13])] {
        let game = KotzigsNim::new(steps).unwrap();
        let mut solver = Solver::new(&game);
        let lost: Vec<u64> = (1..=13)
            .filter(|places| solver.outcome(game.parse(&places.to_string()).unwrap()) == Ok(Outcome::P))
            .collect();
        assert_eq!(lost, expected, "steps {steps:?}");
    }
}

/// A bound on bytes that was met is no reason to give the quotient of the code up.
#[test]
fn a_quotient_goes_on_after_a_bound_on_bytes() {
    for code in ["0.77", "0.75", "0.71", "0.123"] {
        let mut solver = Solver::new(code.parse::<TakeAndBreak>().unwrap()).with_control(Control::new().bytes(400));
        let _ = solver.decide(Play::Misere, [30, 31]);
        solver.set_control(Control::new());
        assert_eq!(solver.decide(Play::Misere, [40, 41, 30]).unwrap().method, Method::Oracle, "{code}");
    }
}
