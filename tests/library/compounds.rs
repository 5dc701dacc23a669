//! Conway's dozen: what the theorems say of compounds is what brute force finds.

use crate::support::{naive, naive_compounds};
use grundy::Either::{Left, Right};
use grundy::compound::{AtMost, Ends, JointMove, Kind, Together, Way};
use grundy::heap::HeapMove;
use grundy::laws::{GameTable, Law, check_law, explicit_games, game_tables, posets};
use grundy::measures::{Foreclosed, ForeclosedValue, Remoteness, Suspense};
use grundy::{
    Components, Compound, Control, ExplicitGame, ImpartialGame, Kayles, Measure, Method, Nim, Nimber, Outcome, Play,
    SolveError, Solver, SumMove, Table, Unhinted, evaluate_whole,
};
use proptest::prelude::*;

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
    fn each_method_is_brute_force((game, components) in random_compounds()) {
        for way in Way::ALL {
            let expected = naive_compounds::outcome(&game, *way, &components);
            let compound = way.of(&game);
            let position = compound.position(components.clone());
            let decided = Solver::new(compound).decide(way.play, position.clone()).unwrap();
            prop_assert_eq!((decided.outcome, decided.method), (expected, Method::Oracle), "{}", way);
            for method in Method::ALL {
                let found = Solver::new(compound).by(*method).outcome_in(way.play, position.clone());
                let may_not_answer = match method {
                    Method::Oracle | Method::Search => false,
                    Method::Values => way.play == Play::Misere,
                    Method::Forms => way.play == Play::Normal,
                    _ => true,
                };
                match found {
                    Err(SolveError::NotByMethod { .. }) => prop_assert!(may_not_answer, "{} by {}", way, method),
                    found => prop_assert_eq!(found, Ok(expected), "{} by {}", way, method),
                }
            }
        }
    }

    #[test]
    fn values_and_sums_of_compounds_are_brute_force(
        game in game_tables(4, 2), components in prop::collection::vec(prop::collection::vec(0..4_usize, 0..=2), 0..=2)
    ) {
        for way in Way::ALL {
            let compound = way.of(&game);
            let position = compound.position(components.clone());
            let mut solver = Solver::new(compound);
            let value = solver.grundy(position.clone()).unwrap();
            prop_assert_eq!(value.get(), naive::grundy(&compound, std::slice::from_ref(&position)), "{}", way);
            let sum = [position, compound.position([1, 2])];
            let expected = naive::outcome(&compound, &sum, way.play);
            prop_assert_eq!(solver.outcome_in(way.play, sum), Ok(expected), "{}", way);
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
            let mut expected = naive_compounds::options(&game, *way, &components);
            found.sort();
            expected.sort();
            prop_assert_eq!(&found, &expected, "{}", way);
            prop_assert!(compound.moves(&position).size_hint().0 <= expected.len());
        }
    }

    #[test]
    fn remoteness_is_least_and_suspense_is_greatest((game, components) in random_compounds()) {
        for play in [Play::Normal, Play::Misere] {
            let short = Compound::conjunctive(&game).short();
            let whole = searched(&short, &Remoteness(play), short.position(components.clone()));
            let of_each = components.iter().map(|one| searched(&game, &Remoteness(play), one));
            prop_assert_eq!(Some(whole), Remoteness(play).conjunctive(of_each));

            let long = Compound::conjunctive(&game);
            let whole = searched(&long, &Suspense(play), long.position(components.clone()));
            let of_each = components.iter().map(|one| searched(&game, &Suspense(play), one));
            prop_assert_eq!(Some(whole), Suspense(play).conjunctive(of_each));
        }
    }

    /// Remoteness is the length of play if the winner hurries, suspense if the loser does.
    #[test]
    fn measures_tell_the_outcome((game, components) in random_compounds()) {
        let component = &components[0];
        for play in [Play::Normal, Play::Misere] {
            let expected = naive::outcome(&game, component, play);
            prop_assert_eq!(Remoteness(play).outcome(searched(&game, &Remoteness(play), component)), expected);
            prop_assert_eq!(Suspense(play).outcome(searched(&game, &Suspense(play), component)), expected);
            let has_ended = component.iter().all(|part| game.options_of(*part).is_empty());
            let foreclosed = searched(&game, &ForeclosedValue(play), component);
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
        for way in Way::ALL {
            let compound = way.of(&game);
            let position = compound.position(components.clone());
            let winning = Solver::new(compound).winning_moves_in(way.play, position.clone()).unwrap();
            let winning: Vec<_> = winning.into_iter().map(|win| win.mv).collect();
            let mut by_force = Solver::new(compound).by(Method::Search);
            let expected: Vec<_> = compound.moves(&position).filter(|mv| {
                by_force.outcome_in(way.play, compound.play(&position, mv)).unwrap() == Outcome::P
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

/// The value of a position under a measure, by search.
fn searched<G, M>(game: &G, measure: &M, position: impl Into<Components<G::Position>>) -> M::Value
where
    G: ImpartialGame,
    M: Measure<Value: std::fmt::Debug>,
{
    evaluate_whole(game, measure, &mut Table::new(), &mut Control::new(), position).unwrap()
}

#[test]
fn theorems_hold_for_kayles() {
    for way in Way::ALL {
        let compound = way.of(Kayles);
        let mut by_theorem = Solver::new(compound);
        let mut by_force = Solver::new(way.of(Unhinted(Kayles))).by(Method::Search);
        for one in 0..5 {
            for other in 0..=one {
                let found = by_theorem.decide(way.play, compound.position([one, other])).unwrap();
                let expected = by_force.outcome_in(way.play, compound.position([one, other])).unwrap();
                assert_eq!((found.outcome, found.method), (expected, Method::Oracle), "{way} {one} {other}");
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
fn an_empty_compound_has_ended() {
    for way in Way::ALL {
        let compound = way.of(Kayles);
        let mut solver = Solver::new(compound);
        let empty = compound.position([0; 0]);
        assert_eq!(solver.outcome_in(way.play, empty.clone()).unwrap(), way.play.outcome_of_the_end(), "{way}");
        assert_eq!(solver.grundy(empty.clone()).unwrap(), Nimber::ZERO, "{way}");
        assert!(solver.winning_moves_in(way.play, empty).unwrap().is_empty(), "{way}");
    }
}

/// One heap of one counter beside three of them: who moves in both ends the first.
#[test]
fn a_joint_move_is_told_with_what_it_leaves() {
    let race = Compound::conjunctive(Nim).short();
    let position = race.position([Components::from([1]), Components::from([1, 1, 1])]);
    let told = |position: Together<u64>, beside: &[u64]| {
        let sum =
            [position].into_iter().chain(beside.iter().map(|heap| race.position([*heap]))).collect::<Components<_>>();
        Solver::new(Unhinted(race)).by(Method::Search).explain(sum).unwrap().to_string()
    };
    let working = told(position.clone(), &[]);
    let turn = "A winning move is: component 1, part 1: take 1; component 2, part 1: take 1.\nIt leaves 0 + (1 + 1).";
    assert!(working.ends_with(turn), "{working}");
    // Beside a component that has ended.
    let working = told(position, &[0]);
    let turn = "A winning move is in component 1: component 1, part 1: take 1; component 2, part 1: take 1.\n\
                It leaves 0 + (1 + 1) of that component.";
    assert!(working.ends_with(turn), "{working}");
}

/// The numbers are worked out by hand.
#[test]
fn the_argument_is_a_line() {
    let argument = |way: Way, rows: Vec<u64>| {
        let compound = way.of(Kayles);
        let working = Solver::new(compound).explain_in(way.play, compound.position(rows)).unwrap().to_string();
        let line = working.lines().next().unwrap().to_owned();
        line.split_once(": ").unwrap().1.to_owned()
    };
    let arguments: Vec<String> = Way::ALL.iter().map(|way| argument(*way, vec![4, 3])).collect();
    assert_eq!(
        arguments,
        [
            "values *1, *3: the nim-sum is *2: the player to move wins.",
            "the heaps are h1, h1 h2 in the quotient of 0.77, of 6 elements, and their product h2 is not in its P-portion: the player to move wins.",
            "foreclosed values *2, *1: the nim-sum is *3: the player to move wins.",
            "foreclosed values *0, *2: the nim-sum is *2: the player to move wins.",
            "suspense 3, 3: the greatest is 3, odd: the player to move wins.",
            "suspense 3, 2: the greatest is 3, odd: the player to move loses.",
            "remoteness 3, 3: the least is 3, odd: the player to move wins.",
            "remoteness 3, 2: the least is 2, even: the player to move wins.",
            "outcomes in normal play N, N: not all are P: the player to move wins.",
            "outcomes in normal play N, N: not all are P: the player to move wins.",
            "outcomes in normal play N, N: not all are P: the player to move wins.",
            "outcomes in misère play P, N: not all are P: the player to move wins.",
        ]
    );
    let way = |kind, ends, play| Way { kind, ends, play };
    let long = way(Kind::Selective, Ends::Long, Play::Misere);
    assert_eq!(argument(long, vec![0, 3]), "outcomes in misère play ended, N: not all are P: the player to move wins.");
    assert_eq!(argument(long, vec![0, 0]), "all components have ended: the player to move wins.");
    let short = way(Kind::Disjunctive, Ends::Short, Play::Normal);
    assert_eq!(argument(short, vec![2, 3]), "foreclosed values ∞, *1: one is ∞: the player to move wins.");
    assert_eq!(argument(short, vec![0, 3]), "a component has ended: the player to move loses.");
}

/// The compound is searched where the theorem would need what a loopy component does not have.
#[test]
fn a_loopy_component_matters_where_it_can_be_played_for_ever() {
    let game = ExplicitGame::new(vec![vec![], vec![0], vec![3], vec![2]]).unwrap();
    for way in Way::ALL {
        let compound = way.of(&game);
        let found = Solver::new(compound).outcome_in(way.play, compound.position([1, 2]));
        match (way.kind, way.ends, way.play) {
            // One move ends it.
            (_, Ends::Short, Play::Normal) => assert_eq!(found, Ok(Outcome::N)),
            (Kind::Conjunctive, Ends::Short, Play::Misere) => assert_eq!(found, Ok(Outcome::P)),
            _ => {
                let Err(SolveError::Loopy { position }) = found else { panic!("{way}: {found:?}") };
                assert!(position.iter().flatten().flatten().any(|vertex| *vertex > 1), "{way}: {position:?}");
            }
        }
    }
}

#[test]
fn measures_are_remembered_and_a_limit_resumes() {
    for way in Way::ALL {
        let compound = way.of(Unhinted(Kayles));
        let position = compound.position([9, 8]);
        let mut at_once = Solver::new(compound);
        let expected = at_once.outcome_in(way.play, position.clone()).unwrap();
        let done = at_once.control().done();
        assert_eq!(at_once.outcome_in(way.play, position.clone()), Ok(expected), "{way}");
        assert_eq!(at_once.control().done(), done, "{way}: nothing is solved twice");

        let mut bit_by_bit = Solver::new(compound);
        let mut stops = 0;
        let found = loop {
            bit_by_bit.set_control(Control::new().positions(40));
            match bit_by_bit.outcome_in(way.play, position.clone()) {
                Ok(found) => break found,
                Err(error) => assert!(matches!(error, SolveError::Stopped(_)), "{way}: {error}"),
            }
            stops += 1;
            assert!(stops < 1000, "{way}: what was found is kept");
        };
        assert_eq!(found, expected, "{way}");
        assert!(stops > 0 || done < 40, "{way}");
    }
}

/// Each takes a step. A move that looked at all later components took a millisecond among 10 000.
#[test]
fn of_many_components_moves_are_listed_in_linear_time() {
    let game = Compound::disjunctive(Nim);
    let position = game.position(vec![1; 100_000]);
    let components: Vec<usize> = game.moves(&position).map(|JointMove(parts)| parts[0].component).collect();
    assert!(components.into_iter().eq(0..100_000));
    let told = Solver::new(game).explain(position).unwrap().to_string();
    let line = told.lines().next().unwrap();
    assert!(line.ends_with("*1, ..: the nim-sum is *0: the player to move loses."), "{line}");
    // Three heaps of 1, of which at most two are moved in: each of the seven sets of heaps but the one of all.
    let two = AtMost { game: Nim, most: 2 };
    let heaps: Together<u64> = [1, 1, 1].map(Components::from).into();
    let sets = two.moves(&heaps).map(|JointMove(parts)| parts.iter().map(|part| part.component).collect());
    let sets: Vec<Vec<usize>> = sets.collect();
    assert_eq!(sets, [vec![0, 1], vec![0, 2], vec![0], vec![1, 2], vec![1], vec![2]]);
}

/// Nothing is listed before it is asked for, and what is surely too much is refused.
#[test]
fn huge_components_are_errors_and_not_waited_for() {
    let huge = 10_u64.pow(18);
    for way in Way::ALL {
        let game = way.of(Nim);
        let position = game.position([huge, huge, huge]);
        assert_eq!(game.moves(&position).take(3).count(), 3, "{way}");
        let by_search = Solver::new(Unhinted(game)).grundy(position.clone());
        assert!(matches!(by_search, Err(SolveError::TooManyMoves { .. })), "{way}");
        let refused = Solver::new(game).grundy(position);
        match (way.kind, way.ends) {
            (Kind::Disjunctive, Ends::Long) => assert_eq!(refused, Ok(Nimber::new(huge)), "{way}"),
            _ => assert!(matches!(refused, Err(SolveError::TooManyMoves { .. })), "{way}"),
        }
        match Solver::new(game).outcome_in(way.play, game.position([huge, huge])) {
            Ok(_) | Err(SolveError::TooManyMoves { .. }) => {}
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

/// Of no components all have ended, also where the first end counts.
#[test]
fn no_components_have_all_ended() {
    for short in [Compound::conjunctive(Nim).short(), Compound::disjunctive(Nim).short()] {
        let told = Solver::new(short).explain(short.position([] as [u64; 0])).unwrap().to_string();
        assert!(told.contains("all components have ended"), "{told}");
    }
}

/// Also a move in too few components or too many.
#[test]
fn a_joint_move_is_allowed_if_it_is_listed() {
    const PLACES: [&[usize]; 7] = [&[0], &[1], &[2], &[0, 1], &[0, 2], &[1, 2], &[0, 1, 2]];
    let take = |component| SumMove { component, mv: SumMove { component: 0, mv: HeapMove::Take(1) } };
    let moves = PLACES.map(|places| JointMove(places.iter().copied().map(take).collect()));
    for heaps in [&[2, 0, 3][..], &[2, 3], &[1, 1, 1]] {
        let position: Together<u64> = heaps.iter().map(|heap| Components::from(*heap)).collect();
        for mv in &moves {
            for way in Way::ALL {
                let game = way.of(Nim);
                let is_listed = game.moves(&position).any(|listed| listed == *mv);
                assert_eq!(game.allows(&position, mv), is_listed, "{way}: {heaps:?}, {mv}");
            }
            for most in 0..4 {
                let game = AtMost { game: Nim, most };
                let is_listed = game.moves(&position).any(|listed| listed == *mv);
                assert_eq!(game.allows(&position, mv), is_listed, "at most {most}: {heaps:?}, {mv}");
            }
        }
    }
}

#[test]
fn there_are_as_many_moves_in_some_components_as_is_told() {
    for most in 0..5 {
        let game = AtMost { game: Nim, most };
        for number in 0..6 {
            let heaps: Together<u64> = vec![Components::from(1); number].into();
            let moves = game.moves(&heaps);
            let least = moves.size_hint().0;
            assert!(least <= moves.count(), "{number} heaps, at most {most}: {least}");
        }
    }
    let heaps: Together<u64> = vec![Components::from(1); 40].into();
    assert_eq!(Solver::new(AtMost { game: Nim, most: 2 }).outcome(heaps), Ok(Outcome::N)); // 40 = 1 modulo 3
}
