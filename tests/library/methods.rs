//! Every method of the solver on random games: none says anything else than the naive oracle.

use grundy::games::Region;
use grundy::heap::TakeAndBreak;
use grundy::{
    ArcKayles, Components, Control, Cram, ImpartialGame, Kayles, Method, Nim, Nimber, NodeKayles, Notation, Play,
    Poset, SolveError, Solver, Unhinted,
};
use proptest::prelude::*;

use crate::support::naive;

/// Values and outcomes by every method, and without one that is forced. A method may decline.
fn agree<G: ImpartialGame>(game: &G, sum: &Components<G::Position>) -> Result<(), TestCaseError> {
    let value = Nimber::new(naive::grundy(game, sum));
    let forced = |method: Option<Method>| match method {
        Some(method) => Solver::new(game).by(method),
        None => Solver::new(game),
    };
    for method in Method::ALL.iter().copied().map(Some).chain([None]) {
        match forced(method).grundy(sum.clone()) {
            Ok(found) => prop_assert_eq!(found, value, "{:?}", method),
            Err(SolveError::NotByMethod { .. }) if method.is_some() => {}
            Err(error) => prop_assert!(false, "{method:?}: {error}"),
        }
    }
    for play in [Play::Normal, Play::Misere] {
        let outcome = naive::outcome(game, sum, play);
        for method in Method::ALL.iter().copied().map(Some).chain([None]) {
            match forced(method).outcome_in(play, sum.clone()) {
                Ok(found) => prop_assert_eq!(found, outcome, "{:?} in {:?} play", method, play),
                Err(SolveError::NotByMethod { .. }) if method.is_some() => {}
                Err(error) => prop_assert!(false, "{method:?} in {play:?} play: {error}"),
            }
        }
    }
    Ok(())
}

/// A method that does not answer a question says so, whatever the question is.
#[test]
fn no_method_fails_at_a_question() {
    fn asked<G: ImpartialGame<Position: Clone>>(game: &G, position: &Components<G::Position>) -> [u32; 2] {
        let mut counts = [0; 2];
        for (method, play) in Method::ALL.iter().flat_map(|method| [(*method, Play::Normal), (*method, Play::Misere)]) {
            let new = || Solver::new(game).by(method);
            let position = || position.clone();
            let answers = [
                new().outcome_in(play, position()).map(drop),
                new().decide(play, position()).map(drop),
                new().winning_move_in(play, position()).map(drop),
                new().winning_moves_in(play, position()).map(drop),
                new().best_move_in(play, position()).map(drop),
                new().explain_in(play, position()).map(drop),
                new().explain_outcome(play, position()).map(drop),
                new().grundy(position()).map(drop),
                new().move_values(position()).map(drop),
            ];
            for answer in answers {
                match answer {
                    Ok(()) => counts[0] += 1,
                    Err(SolveError::NotByMethod { method: told }) => {
                        assert_eq!(told, method);
                        counts[1] += 1;
                    }
                    Err(error) => panic!("{method:?} in {play:?} play: {error}"),
                }
            }
        }
        counts
    }
    let counts = [
        asked(&Kayles, &[5, 6].into()),
        asked(&Kayles, &[5].into()),
        asked(&Cram, &Cram.parse("2x3+1x4").unwrap()),
        asked(&Cram, &Cram.parse("3x3").unwrap()),
    ];
    assert!(counts.iter().flatten().all(|count| *count > 20), "{counts:?}");
}

/// The edges of a random graph, as text.
fn edges(vertices: u32, most: usize) -> impl Strategy<Value = String> {
    let pair = (0..vertices, 1..vertices).prop_map(move |(one, step)| {
        let other = (one + step) % vertices;
        (one.min(other), one.max(other))
    });
    prop::collection::btree_set(pair, 1..=most)
        .prop_map(|edges| edges.iter().map(|(one, other)| format!("{one}-{other}")).collect::<Vec<_>>().join(","))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(48) })]

    #[test]
    fn node_kayles_on_random_graphs(edges in edges(7, 10)) {
        let game = NodeKayles::new();
        agree(&game, &game.parse(&edges).unwrap())?;
    }

    #[test]
    fn arc_kayles_on_random_graphs(edges in edges(7, 8)) {
        agree(&ArcKayles, &ArcKayles.parse(&edges).unwrap())?;
    }

    #[test]
    fn cram_on_boards_of_random_shape(cells in prop::collection::btree_set((0..4_u32, 0..4_u32), 2..11)) {
        agree(&Cram, &Region::of_cells(cells).unwrap())?;
    }

    #[test]
    fn random_posets(pairs in prop::collection::btree_set((0..6_usize, 1..6_usize), 0..8)) {
        let upwards = pairs.into_iter().map(|(one, step)| (one, one + step)).filter(|(_, other)| *other < 6);
        let poset = Poset::new(6, upwards).unwrap();
        agree(&poset, &poset.all())?;
    }

    #[test]
    fn random_octal_codes(digits in "0\\.[0-7]{1,3}", heaps in prop::collection::vec(0..6_u128, 1..3)) {
        let code: TakeAndBreak = digits.parse().unwrap();
        agree(&code, &heaps.into_iter().collect())?;
    }
}

/// What other methods have found is no help for a search that is forced.
#[test]
fn a_forced_search_does_without_tame_components() {
    for rows in [&[9][..], &[6, 5], &[4, 3, 2]] {
        let mut fresh = Solver::new(Unhinted(Nim)).by(Method::Search);
        fresh.outcome_in(Play::Misere, rows).unwrap();
        let mut solver = Solver::new(Unhinted(Nim)).by(Method::Tame);
        solver.outcome_in(Play::Misere, rows).unwrap();
        let mut solver = solver.by(Method::Search).with_control(Control::new());
        solver.outcome_in(Play::Misere, rows).unwrap();
        assert_eq!(solver.control().done(), fresh.control().done(), "{rows:?}");
    }
}
