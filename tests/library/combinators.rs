//! Games upon, after and beside others: what their theorems say is what brute force finds.

use std::num::NonZero;

use crate::support::naive;
use grundy::Either::{Left, Right};
use grundy::chomp::{Board, Chomp};
use grundy::compound::{
    AtMost, Based, Coordinates, Hypergraph, Join, JointMove, MoveOrPass, PassOnce, Queued, Together, WithPass,
};
use grundy::laws::{GameTable, game_tables};
use grundy::measures::EndsIn;
use grundy::{
    Components, Compound, Control, ExplicitGame, ImpartialGame, Kayles, Method, MooresNim, Nim, Nimber, Outcome, Play,
    SolveError, Solver, Subtraction, Table, Unhinted, evaluate_whole,
};
use proptest::prelude::*;

fn random_pairs() -> impl Strategy<Value = (GameTable, GameTable, Vec<usize>, Vec<usize>)> {
    let sum = || prop::collection::vec(0..5_usize, 0..=2);
    (game_tables(5, 3), game_tables(5, 3), sum(), sum())
}

fn together<const N: usize>(heaps: [u64; N]) -> Together<u64> {
    heaps.map(Components::from).into()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn an_ordinal_sum_is_a_number_that_is_no_option((one, other, base, top) in random_pairs()) {
        let position = Based { base: base.into(), top: top.into() };
        let game = (&one).ordinal(&other);
        let by_theorem = Solver::new(&game).grundy(position.clone()).unwrap();
        prop_assert_eq!(Solver::new(Unhinted(&game)).grundy(position.clone()).unwrap(), by_theorem);
        let options: Vec<_> = game.moves(&position).map(|mv| {
            assert!(game.allows(&position, &mv));
            game.play(&position, &mv)
        }).collect();
        let of_base = options.iter().filter(|left| left[0].top.is_empty()).count();
        prop_assert!(of_base >= one.options_of(position.base.first().copied().unwrap_or(0)).len());
        let decided = Solver::new(&game).decide(Play::Normal, position.clone()).unwrap();
        let expected = naive::outcome(&game, std::slice::from_ref(&position), Play::Normal);
        prop_assert_eq!((decided.outcome, decided.method), (expected, Method::Oracle));
        prop_assert_eq!(by_theorem.get(), naive::grundy(&game, &[position]));
    }

    #[test]
    fn a_sequential_compound_is_its_first_game_in_one_play_or_the_other(
        (one, other, now, later) in random_pairs()
    ) {
        let position = Queued { now: now.into(), later: later.into() };
        let game = (&one).then(&other);
        for mv in game.moves(&position) {
            prop_assert!(game.allows(&position, &mv));
        }
        for play in [Play::Normal, Play::Misere] {
            let expected = naive::outcome(&game, std::slice::from_ref(&position), play);
            let decided = Solver::new(&game).decide(play, position.clone()).unwrap();
            prop_assert_eq!((decided.outcome, decided.method), (expected, Method::Oracle));
            let by_search = Solver::new(&game).by(Method::Search).outcome_in(play, position.clone());
            prop_assert_eq!(by_search, Ok(expected));
        }
        let end = Solver::new(&other).grundy(&position.later).unwrap();
        let value =
            evaluate_whole(&one, &EndsIn(end), &mut Table::new(), &mut Control::new(), &position.now).unwrap();
        prop_assert_eq!(value.get(), naive::grundy(&game, std::slice::from_ref(&position)));
        prop_assert_eq!(Solver::new(&game).grundy(position).unwrap(), value);
    }

    #[test]
    fn a_join_has_the_options_of_both((one, other, position, _) in random_pairs()) {
        let position = position.into_iter().take(1).collect::<Vec<_>>();
        let of_both = one.positions().map(|place| [one.options_of(place), other.options_of(place)].concat());
        let expected = naive::grundy(&GameTable::new(of_both.collect()), &position);
        let joined = Join(&one, &other);
        prop_assert_eq!(naive::grundy(&joined, &position), expected);
        prop_assert_eq!(Solver::new(joined).grundy(position).unwrap().get(), expected);
    }

    #[test]
    fn a_pass_is_a_move_that_can_be_made_once((game, _, position, _) in random_pairs()) {
        let with_pass = PassOnce(&game);
        let unused = WithPass::unused(position.clone());
        let used = WithPass::used(position.clone());
        let value = |position: &WithPass<usize>| naive::grundy(&with_pass, std::slice::from_ref(position));
        prop_assert_eq!(value(&used), naive::grundy(&game, &position));
        let moves: Vec<_> = with_pass.moves(&unused).collect();
        prop_assert_eq!(moves.len(), with_pass.moves(&used).count() + usize::from(!moves.is_empty()));
        prop_assert_eq!(moves.last().is_none_or(|last| *last == MoveOrPass::Pass), true);
        prop_assert!(!with_pass.allows(&used, &MoveOrPass::Pass));
        let solved = Solver::new(PassOnce(&game)).grundy(unused.clone()).unwrap();
        prop_assert_eq!(solved.get(), value(&unused));
    }

    #[test]
    fn at_most_all_is_selective_and_at_most_one_is_the_sum((game, _, position, _) in random_pairs()) {
        let components: Together<usize> = position.iter().map(|part| Components::from(*part)).collect();
        let value = |most| {
            naive::grundy(&AtMost { game: &game, most }, std::slice::from_ref(&components))
        };
        prop_assert_eq!(value(0), 0);
        prop_assert_eq!(value(1), naive::grundy(&game, &position));
        let selective = Compound::selective(&game);
        prop_assert_eq!(value(2), naive::grundy(&selective, std::slice::from_ref(&components)));
        for most in 0..3 {
            let found = Solver::new(AtMost { game: &game, most }).grundy(components.clone()).unwrap();
            prop_assert_eq!(found.get(), value(most));
        }
    }

    #[test]
    fn edges_of_one_are_the_sum_and_an_edge_of_all_is_conjunctive((game, _, position, _) in random_pairs()) {
        let components: Together<usize> = position.iter().map(|part| Components::from(*part)).collect();
        let single = Hypergraph { game: &game, edges: (0..position.len()).map(|place| [place].into()).collect() };
        prop_assert_eq!(naive::grundy(&single, std::slice::from_ref(&components)), naive::grundy(&game, &position));
        if !position.is_empty() {
            let all = Hypergraph { game: &game, edges: [(0..position.len()).collect()].into() };
            let conjunctive = Compound::conjunctive(&game).short();
            let expected = naive::grundy(&conjunctive, std::slice::from_ref(&components));
            prop_assert_eq!(naive::grundy(&all, &[components]), expected);
        }
    }
}

/// Components may be moved in whatever their places, so a solver remembers each list of them in one order.
#[test]
fn orders_of_components_are_remembered_once() {
    let game = AtMost { game: Unhinted(Nim), most: 2 };
    let mut solver = Solver::new(game);
    solver.grundy(together([1, 2, 3, 4])).unwrap();
    // Sorted, a list has from 0 to 1, .. , 4 counters in its heaps: 42 of them, by the Catalan numbers.
    assert_eq!(solver.control().done(), 42);
}

#[test]
fn moores_theorem_is_of_heaps() {
    let mut by_theorem = Solver::new(MooresNim::new(NonZero::new(2).unwrap()));
    let mut by_force = Solver::new(AtMost { game: Nim, most: 2 });
    for heaps in [[1, 1, 1], [1, 2, 3], [3, 3, 3], [2, 2, 2], [0, 1, 1], [3, 2, 2]] {
        let expected = by_theorem.outcome(grundy::games::Heaps::from(heaps)).unwrap();
        assert_eq!(by_force.outcome(together(heaps)).unwrap(), expected, "{heaps:?}");
    }
}

/// Three games worth *1 and one worth *0: each column has three ones. But the *0 has an option *1.
#[test]
fn moores_theorem_is_false_of_values() {
    let game = ExplicitGame::new(vec![vec![], vec![0], vec![1]]).unwrap();
    let mut values = Solver::new(&game);
    assert_eq!([1, 2].map(|vertex| values.grundy(vertex).unwrap().get()), [1, 0]);
    let outcome = |vertices: [usize; 4]| {
        let position: Together<usize> = vertices.map(Components::from).into();
        naive::outcome(&AtMost { game: &game, most: 2 }, &[position], Play::Normal)
    };
    assert_eq!(outcome([1, 1, 1, 0]), Outcome::P);
    assert_eq!(outcome([1, 1, 1, 2]), Outcome::N);
}

#[test]
fn a_join_of_subtractions_is_their_union() {
    let game = Join(Subtraction::new([1, 2]).unwrap(), Subtraction::new([4]).unwrap());
    let mut joined = Solver::new(&game);
    let mut union = Solver::new(Subtraction::new([1, 2, 4]).unwrap());
    for heap in 0..20 {
        assert_eq!(joined.grundy(heap).unwrap(), union.grundy(heap).unwrap());
        for mv in game.moves(&heap) {
            assert!(game.allows(&heap, &mv));
        }
    }
    assert_eq!(game.moves(&5).filter(grundy::Either::is_right).count(), 1);
}

#[test]
fn a_move_in_the_base_throws_the_top_away() {
    let game = Nim.ordinal(Kayles);
    let position = Based { base: Components::from(2), top: Components::from([3, 1]) };
    for mv in game.moves(&position) {
        let left = game.play(&position, &mv);
        match mv {
            Left(_) => assert!(left[0].top.is_empty()),
            Right(_) => assert_eq!(left[0].base, position.base),
        }
    }
}

#[test]
fn theorems_solve_parts_too_large_to_be_searched_together() {
    let mut ordinal = Solver::new(Kayles.ordinal(Nim));
    let position = |top| Based { base: Components::from([5, 2]), top: Components::from(top) };
    assert_eq!(ordinal.grundy(position(1 << 40)).unwrap(), Nimber::new((1 << 40) + 6)); // the options are worth *0 to *5
    // The later rows are lost, by symmetry, so that the first ones are played as by themselves.
    let mut sequential = Solver::new(Kayles.then(Kayles));
    let rows = Queued { now: Components::from([30, 1]), later: Components::from([200, 200]) };
    let first = Solver::new(Kayles).outcome([30, 1]).unwrap();
    assert_eq!(sequential.outcome(rows.clone()).unwrap(), first);
    assert!(sequential.control().done() < 1000);
    let working = sequential.explain(rows).unwrap();
    assert!(working.to_string().contains("the second game is P, so that who ends the first one wins"), "{working}");
}

/// Who wins an ordinal sum or a product needs who wins its parts, and no value.
#[test]
fn who_wins_is_told_without_values() {
    let board = || Board::rectangle(30, 30).unwrap();
    let chomp = Chomp::poisoned();
    let huge = 1_000_000_000_000_u64;
    let based = |base: Components<Board>, top: u64| Based { base, top: top.into() };
    let mut solver = Solver::new(chomp.ordinal(Nim));
    assert_eq!(solver.outcome(based(board().into(), 0)), Ok(Outcome::N));
    assert_eq!(solver.outcome(based([board(), board()].into(), 0)), Ok(Outcome::P));
    assert_eq!(solver.outcome(based([board(), board()].into(), huge)), Ok(Outcome::N));
    let heaps = Based { base: huge.into(), top: huge.into() };
    assert_eq!(Solver::new(Nim.ordinal(Nim)).outcome(heaps), Ok(Outcome::N));
    let mut solver = Solver::new(chomp.times(Nim));
    assert_eq!(solver.outcome(Coordinates { row: board(), column: huge }), Ok(Outcome::N));
    assert_eq!(solver.outcome(Coordinates { row: board(), column: 0 }), Ok(Outcome::P));
}

/// One step for each option: half a million edges of one vertex would take hours with a look at all those before.
#[test]
fn an_explicit_game_may_have_many_edges() {
    let star = ExplicitGame::new(
        (0..500_000).map(|vertex| if vertex == 0 { (1..500_000).collect() } else { vec![] }).collect(),
    )
    .unwrap();
    assert_eq!(Solver::new(&star).grundy(0), Ok(Nimber::new(1)));
}

/// By a program that shares nothing with this crate: with a pass that is left, the heaps of 1 and 2, of 3 and 4, and so on exchange their values.
#[test]
fn a_heap_with_a_pass_has_the_value_of_its_neighbour() {
    let mut solver = Solver::new(PassOnce(Nim));
    let values = (0..10).map(|heap: u64| solver.grundy(WithPass::unused(heap)).unwrap().get());
    assert!(values.eq([0, 2, 1, 4, 3, 6, 5, 8, 7, 10]));
}

/// An edge with a heap that has ended, or with a component that there is not, is left out before the moves of its other components are put together.
#[test]
fn an_edge_that_has_ended_takes_no_time() {
    let many = vec![u64::MAX; 40];
    let game = Hypergraph { game: Nim, edges: [(0..41).collect(), (0..42).collect()].into() };
    let heaps: Together<u64> = many.iter().chain(&[0]).map(|heap| Components::from(*heap)).collect();
    assert_eq!(Solver::new(&game).grundy(heaps), Ok(Nimber::ZERO));
    let refused = Solver::new(&game).grundy(together([u64::MAX; 41]));
    assert!(matches!(refused, Err(SolveError::TooManyMoves { .. })), "{refused:?}");
}

/// A turn must move, so an edge without components is none.
#[test]
fn an_edge_without_components_has_no_moves() {
    let game = Hypergraph { game: Nim, edges: [[].into()].into() };
    for heaps in [together([]), together([2, 3])] {
        assert_eq!(game.moves(&heaps).next(), None);
        assert!(!game.allows(&heaps, &JointMove(Vec::new())));
        assert_eq!(Solver::new(&game).grundy(heaps), Ok(Nimber::ZERO));
    }
    let game = Hypergraph { game: Nim, edges: [[].into(), [0].into()].into() };
    assert_eq!(Solver::new(&game).grundy(together([2, 3])), Ok(Nimber::new(2)));
}

/// What the theorem cannot say is searched, and the search says what is wrong.
#[test]
fn parts_without_values_are_searched() {
    let loops = ExplicitGame::new(vec![vec![0]]).unwrap();
    let position = Based { base: Components::from(1_u64), top: Components::from(0_usize) };
    let error = Solver::new(Nim.ordinal(&loops)).grundy(position.clone()).unwrap_err();
    assert_eq!(error, SolveError::Loopy { position: position.into() });

    let position = Queued { now: Components::from(1_u64), later: Components::from(0_usize) };
    let error = Solver::new(Nim.then(&loops)).outcome(position).unwrap_err();
    assert!(matches!(error, SolveError::Loopy { .. }), "{error}");

    // The value is 2^64.
    let position = Based { base: Components::from(1), top: Components::from(u64::MAX) };
    let error = Solver::new(Nim.ordinal(Nim)).grundy(position).unwrap_err();
    assert!(matches!(error, SolveError::TooManyMoves { .. }), "{error}");

    let position = Based { base: Components::from(u64::MAX), top: Components::from(1) };
    let error = Solver::new(Nim.ordinal(Nim)).grundy(position).unwrap_err();
    assert!(matches!(error, SolveError::TooManyMoves { .. }), "{error}");
}

#[test]
fn a_limit_stops_a_part_and_a_larger_one_resumes() {
    let position = Based { base: Components::from(50), top: Components::from(60) };
    let mut solver = Solver::new(Unhinted(Kayles).ordinal(Unhinted(Kayles))).with_control(Control::new().positions(70));
    assert!(matches!(solver.grundy(position.clone()), Err(SolveError::Stopped(_))));
    let kept = solver.control().done();
    assert_eq!(kept, 60, "the top is solved and kept");
    solver.set_control(Control::new());
    let value = solver.grundy(position).unwrap();
    assert_eq!(kept + solver.control().done(), 50 + 60 - 1, "the base itself is not solved");
    let options = Kayles.moves(&50).map(|mv| Solver::new(Kayles).grundy(Kayles.play(&50, &mv)).unwrap());
    let top = Solver::new(Kayles).grundy(60).unwrap();
    assert_eq!(Some(value), grundy::compound::ordinal_value(options, top));
}

/// The numbers left out are counted up to the largest one that fits.
#[test]
fn a_value_beyond_64_bits_is_none() {
    let value = |options: &[u64], top| {
        grundy::compound::ordinal_value(options.iter().copied().map(Nimber::new), Nimber::new(top)).map(Nimber::get)
    };
    assert_eq!(value(&[], u64::MAX), Some(u64::MAX));
    assert_eq!(value(&[0], u64::MAX - 1), Some(u64::MAX));
    assert_eq!(value(&[0], u64::MAX), None);
    assert_eq!(value(&[u64::MAX], u64::MAX - 1), Some(u64::MAX - 1));
    assert_eq!(value(&[u64::MAX], u64::MAX), None);
}
