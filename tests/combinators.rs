//! Games upon, after and beside others: what their theorems say is what brute force finds.

mod support;

use grundy::Either::{Left, Right};
use grundy::compound::{AtMost, Based, Hypergraph, Join, MoveOrPass, PassOnce, Queued, Together, WithPass};
use grundy::laws::{GameTable, game_tables};
use grundy::measures::EndsIn;
use grundy::strategy::{StackedError, sequential_outcome, solve_ordinal};
use grundy::{
    Components, Compound, ExplicitGame, ImpartialGame, Kayles, MooresNim, Nim, Nimber, Outcome, Play, SolveError,
    Solver, Subtraction, Table, UNLIMITED, evaluate_whole,
};
use proptest::prelude::*;
use support::naive;

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
        let by_theorem = solve_ordinal(&mut Solver::new(&one), &mut Solver::new(&other), &position).unwrap();
        let game = (&one).ordinal(&other);
        let options: Vec<_> = game.moves(&position).map(|mv| {
            assert!(game.allows(&position, &mv));
            game.play(&position, &mv)
        }).collect();
        let of_base = options.iter().filter(|left| left[0].top.is_empty()).count();
        prop_assert!(of_base >= one.options_of(position.base.first().copied().unwrap_or(0)).len());
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
            let found = sequential_outcome(&mut Solver::new(&one), &mut Solver::new(&other), play, &position);
            prop_assert_eq!(found.unwrap(), naive::outcome(&game, std::slice::from_ref(&position), play));
        }
        let end = Solver::new(&other).grundy(&position.later).unwrap();
        let value =
            evaluate_whole(&one, &EndsIn(end), &mut Table::new(), &mut UNLIMITED.clone(), &position.now).unwrap();
        prop_assert_eq!(value.get(), naive::grundy(&game, &[position]));
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
    }

    #[test]
    fn edges_of_one_are_the_sum_and_an_edge_of_all_is_conjunctive((game, _, position, _) in random_pairs()) {
        let components: Together<usize> = position.iter().map(|part| Components::from(*part)).collect();
        let single = Hypergraph::new(&game, (0..position.len()).map(|place| vec![place])).unwrap();
        prop_assert_eq!(naive::grundy(&single, std::slice::from_ref(&components)), naive::grundy(&game, &position));
        if !position.is_empty() {
            let all = Hypergraph::new(&game, [(0..position.len()).collect()]).unwrap();
            let conjunctive = Compound::conjunctive(&game).short();
            let expected = naive::grundy(&conjunctive, std::slice::from_ref(&components));
            prop_assert_eq!(naive::grundy(&all, &[components]), expected);
        }
    }
}

#[test]
fn moores_theorem_is_of_heaps() {
    let mut by_theorem = Solver::new(MooresNim::new(2).unwrap());
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
fn stacked_errors_name_the_component() {
    let loops = ExplicitGame::new(vec![vec![0]]).unwrap();
    let position = Based { base: Components::from(1_u64), top: Components::from(0_usize) };
    let error = solve_ordinal(&mut Solver::new(Nim), &mut Solver::new(&loops), &position).unwrap_err();
    assert!(matches!(error, StackedError::Second(SolveError::Loopy { .. })));
    assert!(error.to_string().starts_with("component 2: the game is loopy"));

    let position = Based { base: Components::from(1), top: Components::from(u64::MAX) };
    let error = solve_ordinal(&mut Solver::new(Nim), &mut Solver::new(Nim), &position).unwrap_err();
    assert_eq!(error, StackedError::TooLarge);

    let position = Based { base: Components::from(u64::MAX), top: Components::from(1) };
    let mut base = Solver::new(Nim);
    base.set_limit(1000);
    let error = solve_ordinal(&mut base, &mut Solver::new(Nim), &position).unwrap_err();
    assert!(matches!(error, StackedError::First(SolveError::Limit { .. })));
    assert_eq!(Solver::new(Nim).grundy(7), Ok(Nimber::new(7)));
}
