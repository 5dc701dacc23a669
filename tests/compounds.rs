//! Conway's dozen: what the theorems say of compounds is what brute force finds.

mod support;

use grundy::Either::{Left, Right};
use grundy::compound::{Ends, JointMove, Kind, Together, Way};
use grundy::laws::{GameTable, Law, assert_compound_laws, check_law, explicit_games, game_tables, posets};
use grundy::measures::{Foreclosed, ForeclosedValue, Remoteness, Suspense};
use grundy::strategy::CompoundRule;
use grundy::{
    Components, Compound, CompoundError, CompoundSolver, ExplicitGame, ImpartialGame, Kayles, Measure, Nim, Nimber,
    Outcome, Play, SolveError, Solver, SumMove, Table, UNLIMITED, Unhinted, evaluate_whole,
};
use proptest::prelude::*;
use support::{naive, naive_compounds};

/// A random game, and two or three components of it, some of which are sums.
fn random_compounds() -> impl Strategy<Value = (GameTable, Vec<Vec<usize>>)> {
    let sums = prop::collection::vec(prop::collection::vec(0..5_usize, 0..=2), 1..=2);
    let single = prop::collection::vec(prop::collection::vec(0..4_usize, 1), 1..=3);
    let components = prop_oneof![sums, single];
    (game_tables(5, 3), components)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn theorems_are_brute_force((game, components) in random_compounds()) {
        let mut by_theorem = CompoundSolver::new(&game);
        for way in Way::ALL {
            let expected = naive_compounds::outcome(&game, way, &components);
            let found = by_theorem.outcome(way, components.clone()).unwrap();
            prop_assert_eq!(found, expected, "{}", way);
        }
    }

    #[test]
    fn compounds_are_games_by_definition((game, components) in random_compounds()) {
        for way in Way::ALL {
            let compound = way.of(&game);
            let position = compound.position(components.clone());
            let mut found: Vec<Vec<Vec<usize>>> = compound.moves(&position).map(|mv| {
                assert!(compound.allows(&position, &mv));
                let left = compound.play(&position, &mv);
                assert_eq!(left.len(), 1);
                left[0].iter().map(|component| component.to_vec()).collect()
            }).collect();
            let mut expected = naive_compounds::options(&game, way, &components);
            found.sort();
            expected.sort();
            prop_assert_eq!(&found, &expected, "{}", way);
            prop_assert!(compound.moves(&position).size_hint().0 <= expected.len());
            let outcome = naive_compounds::outcome(&game, way, &components);
            let searched = Solver::new(compound).search_outcome(way.play, position);
            prop_assert_eq!(searched, Ok(outcome));
        }
    }

    #[test]
    fn remoteness_is_least_and_suspense_is_greatest((game, components) in random_compounds()) {
        for play in [Play::Normal, Play::Misere] {
            let mut solver = CompoundSolver::new(&game);
            let remoteness: Vec<u64> =
                components.iter().map(|one| solver.remoteness(play, one).unwrap()).collect();
            let short = Compound::conjunctive(&game).short();
            let searched = searched(&short, &Remoteness(play), short.position(components.clone()));
            prop_assert_eq!(Some(searched), Remoteness(play).conjunctive(remoteness));

            let suspense: Vec<u64> = components.iter().map(|one| solver.suspense(play, one).unwrap()).collect();
            let long = Compound::conjunctive(&game);
            let searched = crate::searched(&long, &Suspense(play), long.position(components.clone()));
            prop_assert_eq!(Some(searched), Suspense(play).conjunctive(suspense));
        }
    }

    /// Remoteness is the length of play if the winner hurries, suspense if the loser does.
    #[test]
    fn measures_tell_the_outcome((game, components) in random_compounds()) {
        let component = &components[0];
        for play in [Play::Normal, Play::Misere] {
            let expected = naive::outcome(&game, component, play);
            let mut solver = CompoundSolver::new(&game);
            prop_assert_eq!(Remoteness(play).outcome(solver.remoteness(play, component).unwrap()), expected);
            prop_assert_eq!(Suspense(play).outcome(solver.suspense(play, component).unwrap()), expected);
            let has_ended = component.iter().all(|part| game.options_of(*part).is_empty());
            let foreclosed = solver.foreclosed(play, component).unwrap();
            prop_assert_eq!(foreclosed == Foreclosed::Ended, has_ended);
            let lost = match foreclosed {
                Foreclosed::Ended => play == Play::Normal,
                Foreclosed::Finite(value) => value.is_zero(),
                Foreclosed::Infinite => false,
            };
            prop_assert_eq!(lost, expected == Outcome::P);
        }
    }

    #[test]
    fn winning_moves_leave_lost_compounds((game, components) in random_compounds()) {
        let mut solver = CompoundSolver::new(&game);
        for way in Way::ALL {
            let compound = way.of(&game);
            let position = compound.position(components.clone());
            let mut by_force = Solver::new(compound);
            let winning = solver.winning_moves(way, components.clone()).unwrap();
            let expected: Vec<_> = compound.moves(&position).filter(|mv| {
                let left = compound.play(&position, mv);
                by_force.search_outcome(way.play, left).unwrap() == Outcome::P
            }).collect();
            prop_assert_eq!(winning, expected, "{}", way);
        }
    }
}

grundy::compound_laws!(nim, Nim, 0..=4_u64);
grundy::compound_laws!(kayles, Kayles, 0..=4_u64);
grundy::compound_laws!(
    kayles_and_nim,
    Kayles.plus(Nim),
    prop_oneof![(0..4_u64).prop_map(Left), (0..4_u64).prop_map(Right)]
);

#[test]
fn all_laws_of_compounds_at_once() {
    assert_compound_laws(&Nim, 0..=3_u64);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn random_graphs_obey(game in explicit_games(6, 3), components in prop::collection::vec(0..6_usize, 0..=3)) {
        for law in Law::OF_COMPOUNDS {
            prop_assert_eq!(check_law(*law, &game, &components), Ok(()));
        }
    }

    #[test]
    fn random_orders_obey(one in posets(4, 3)) {
        let components: Vec<_> = one.all().into_iter().chain(one.all()).take(3).collect();
        for law in Law::OF_COMPOUNDS {
            prop_assert_eq!(check_law(*law, &one, &components), Ok(()));
        }
    }
}

/// The value of a position of a compound under a measure, by search.
fn searched<G, M>(game: &G, measure: &M, position: G::Position) -> M::Value
where
    G: ImpartialGame<Position: std::fmt::Debug>,
    M: Measure<Value: std::fmt::Debug>,
{
    evaluate_whole(game, measure, &mut Table::new(), &mut UNLIMITED.clone(), Components::from(position)).unwrap()
}

#[test]
fn theorems_hold_for_kayles() {
    let mut by_theorem = CompoundSolver::new(Kayles);
    for way in Way::ALL {
        let compound = way.of(Unhinted(Kayles));
        let mut by_force = Solver::new(compound);
        for one in 0..5 {
            for other in 0..=one {
                let found = by_theorem.outcome(way, [one, other]);
                let expected = by_force.search_outcome(way.play, compound.position([one, other]));
                assert_eq!(found.unwrap(), expected.unwrap(), "{way} {one} {other}");
            }
        }
    }
}

/// A system in wide use has *5 ∨ *6 = *8.
#[test]
fn selective_sum_of_five_and_six_is_eleven() {
    let selective = Compound::selective(Nim);
    let value = Solver::new(selective).grundy(selective.position([5, 6]));
    assert_eq!(value.unwrap(), Nimber::new(11));
    // By the oracle, which knows neither compounds nor mex.
    assert_eq!(naive::grundy(&selective, &[selective.position([1, 1])]), 2);
    assert_eq!(naive::grundy(&selective, &[selective.position([1, 2])]), 3);
}

#[test]
fn the_disjunctive_long_compound_is_the_sum() {
    let compound = Compound::disjunctive(Kayles);
    let mut together = Solver::new(compound);
    let mut sum = Solver::new(Kayles);
    for rows in [vec![], vec![3], vec![4, 2], vec![5, 3, 1]] {
        let position = compound.position(rows.clone());
        assert_eq!(together.grundy(position).unwrap(), sum.grundy(rows).unwrap());
    }
}

/// A row of three pins whose middle is taken is still one component: the other may not have to be moved in alone.
#[test]
fn a_component_that_splits_stays_one() {
    let compound = Compound::conjunctive(Kayles);
    let position = compound.position([3, 3]);
    let middle = compound.moves(&position).map(|mv| compound.play(&position, &mv));
    assert!(middle.into_iter().all(|left| left[0].len() == 2));
}

#[test]
fn one_way_of_twelve_has_no_one_rule() {
    let searched = Way::ALL.into_iter().filter(|way| CompoundRule::of(*way) == CompoundRule::MisereSum);
    let expected = Way { kind: Kind::Disjunctive, ends: Ends::Long, play: Play::Misere };
    assert_eq!(searched.collect::<Vec<_>>(), [expected]);
}

#[test]
fn an_empty_compound_is_an_error() {
    let mut solver = CompoundSolver::new(Kayles);
    for way in Way::ALL {
        assert_eq!(solver.outcome(way, [0; 0]), Err(CompoundError::Empty));
        assert_eq!(solver.winning_moves(way, [0; 0]), Err(CompoundError::Empty));
    }
    assert_eq!(solver.foreclosed_sum(Play::Normal, [0; 0]), Err(CompoundError::Empty));
}

#[test]
fn a_loopy_component_is_named() {
    let game = ExplicitGame::new(vec![vec![], vec![0], vec![3], vec![2]]).unwrap();
    let mut solver = CompoundSolver::new(game);
    for way in Way::ALL {
        // The outcome of a component may be settled before a cycle is met, but from 2 there is nothing else.
        let error = solver.outcome(way, [1, 2]).unwrap_err();
        let named = matches!(error, CompoundError::Component { component: 1, error: SolveError::Loopy { .. } });
        assert!(named, "{way}: {error}");
        assert!(error.to_string().starts_with("component 2: the game is loopy"), "{error}");
    }
}

#[test]
fn infinity_is_no_number() {
    let mut solver = CompoundSolver::new(Nim);
    let error = solver.foreclosed_sum(Play::Normal, [0, 3]).unwrap_err();
    assert_eq!(error.to_string(), "component 1: there is no foreclosed value: the game has ended");
    let error = solver.foreclosed_sum(Play::Normal, [3]).unwrap_err();
    assert_eq!(error.to_string(), "component 1: the foreclosed value is infinite: a move ends the game and wins");
    // A heap of n is *(n − 1) if taking the last counter loses.
    assert_eq!(solver.foreclosed_sum(Play::Misere, [3, 5]), Ok(Nimber::new(2 ^ 4)));
    let misere = ForeclosedValue(Play::Misere);
    let mut memo = Table::new();
    let value = evaluate_whole(&Nim, &misere, &mut memo, &mut UNLIMITED.clone(), 3).unwrap();
    assert_eq!(value, Foreclosed::Finite(Nimber::new(2)));
}

/// Nothing is listed before it is asked for, and what is surely too much is refused.
#[test]
fn huge_components_are_errors_and_not_waited_for() {
    let huge = 10_u64.pow(18);
    for way in Way::ALL {
        let game = way.of(Nim);
        let position = game.position([huge, huge, huge]);
        assert_eq!(game.moves(&position).take(3).count(), 3, "{way}");
        let refused = Solver::new(game).grundy(position);
        assert!(matches!(refused, Err(SolveError::Limit { .. })), "{way}");
        let mut solver = CompoundSolver::new(Nim);
        match solver.outcome(way, [huge, huge]) {
            Ok(_) | Err(CompoundError::Component { error: SolveError::Limit { .. }, .. }) => {}
            Err(other) => panic!("{way}: {other}"),
        }
    }
}

#[test]
fn illegal_moves_are_refused_and_harmless() {
    let take = |component, counters| SumMove {
        component,
        mv: SumMove { component: 0, mv: grundy::heap::HeapMove::Take(counters) },
    };
    let long: Vec<JointMove<_>> = [
        vec![],
        vec![take(0, 1), take(0, 1)],
        vec![take(1, 1), take(0, 1)],
        vec![take(9, 1)],
        vec![take(0, 7)],
        vec![SumMove { component: 0, ..take(0, 1) }, take(usize::MAX, 1)],
    ]
    .map(JointMove)
    .into();
    for way in Way::ALL {
        let game = way.of(Nim);
        let position: Together<u64> = game.position([2, 3]);
        for mv in &long {
            assert!(!game.allows(&position, mv), "{way} {mv}");
            let _ = game.play(&position, mv);
        }
    }
}
