//! Equal components cancel in normal play, so that sums are decided whose components are out of reach.

use grundy::chomp::Chomp;
use grundy::laws::game_tables;
use grundy::{
    AnyGame, Components, Control, Cram, ExplicitGame, Nimber, NodeKayles, Notation, Outcome, Play, SolveError, Solver,
    Unhinted, play_in_sum,
};
use proptest::prelude::*;

use crate::support::naive;

/// The components of several texts.
fn sum<G: Notation>(game: &G, texts: &[&str]) -> Components<G::Position> {
    texts.iter().flat_map(|text| game.parse(text).unwrap()).collect()
}

/// A component that no search values, its mirror image, and a small one with the value that is given.
fn decides_by_the_rest<G: Notation<Move: std::fmt::Display>>(game: &G, [large, image, small]: [&str; 3], value: u64)
where
    G::Position: std::fmt::Display,
{
    let solver = || Solver::new(game).with_control(Control::new().positions(1000));
    let alone = solver().grundy(sum(game, &[large]));
    assert!(matches!(alone, Err(SolveError::Stopped(_))), "{large} is valued: {alone:?}");
    for lost in [&[large, large][..], &[large, image], &[large, small, image, small], &[large, large, image, image]] {
        let position = sum(game, lost);
        assert_eq!(solver().grundy(position.clone()), Ok(Nimber::ZERO), "{lost:?}");
        assert_eq!(solver().outcome(position.clone()), Ok(Outcome::P), "{lost:?}");
        assert_eq!(solver().winning_move(position.clone()).unwrap(), None, "{lost:?}");
        assert_eq!(solver().winning_moves(position.clone()).unwrap().known_count(), Some(0), "{lost:?}");
        for working in [solver().explain(position.clone()), solver().explain_outcome(Play::Normal, position)] {
            let text = working.unwrap().to_string();
            let says = "In normal play: all components cancel, since each has an equal one: the player to move loses.";
            assert!(text.starts_with(says) || text.contains(", which leaves "), "{lost:?}: {text}");
        }
    }
    for (won, place) in [(&[small, large, large][..], 0), (&[large, small, image], 1), (&[image, large, small], 2)] {
        let position = sum(game, won);
        assert_eq!(solver().grundy(position.clone()), Ok(Nimber::new(value)), "{won:?}");
        assert_eq!(solver().outcome(position.clone()), Ok(Outcome::N), "{won:?}");
        let mv = solver().winning_move(position.clone()).unwrap().unwrap();
        assert_eq!(mv.component, place, "{won:?}");
        let left = play_in_sum(game, position.clone(), mv).unwrap();
        assert_eq!(solver().grundy(left), Ok(Nimber::ZERO), "{won:?}");
        let text = solver().explain_outcome(Play::Normal, position).unwrap().to_string();
        let says = format!("equal components cancel, which leaves component {}, and ", place + 1);
        assert!(text.contains(&says) && text.contains("A winning move is"), "{won:?}: {text}");
    }
}

#[test]
fn large_components_cancel() {
    let chomp = ["20x21", "21x20", "2x2"];
    decides_by_the_rest(&Chomp::poisoned(), chomp, 2);
    decides_by_the_rest(&AnyGame::new("chomp", Chomp::poisoned()), chomp, 2);
    let cram = ["7x7", "7x7", "2x3"];
    decides_by_the_rest(&Cram, cram, 1);
    decides_by_the_rest(&AnyGame::new("cram", Cram), cram, 1);
    let graphs = ["grid:7x7", "grid:7x7", "path:3"];
    decides_by_the_rest(&NodeKayles::new(), graphs, 2);
}

/// A play that comes back is met by the search for values, so that nothing cancels.
#[test]
fn a_loop_of_play_does_not_cancel() {
    let loops = ExplicitGame::new(vec![vec![1], vec![0]]).unwrap();
    let loopy = SolveError::Loopy { position: Components::from(0) };
    assert_eq!(Solver::new(&loops).grundy([0, 0]), Err(loopy.clone()));
    assert_eq!(Solver::new(&loops).outcome([0, 0]), Err(loopy));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(256) })]

    /// Where a limit leaves no values, an answer is true all the same.
    #[test]
    fn what_is_answered_within_a_limit_is_true(
        game in game_tables(6, 2),
        one in 0..6_usize,
        other in 0..6_usize,
        limit in 0..12_u64,
    ) {
        let solver = || Solver::new(Unhinted(&game)).with_control(Control::new().positions(limit));
        for sum in [vec![one, one], vec![one, other, one], vec![other, one, other, one]] {
            let value = naive::grundy(&game, &sum);
            if let Ok(found) = solver().grundy(&sum) {
                prop_assert_eq!(found, Nimber::new(value), "{:?}", &sum);
            }
            if let Ok(outcome) = solver().outcome(&sum) {
                prop_assert_eq!(outcome == Outcome::P, value == 0, "{:?}", &sum);
            }
            if let Ok(mv) = solver().winning_move(&sum) {
                prop_assert_eq!(mv.is_none(), value == 0, "{:?}", &sum);
                if let Some(mv) = mv {
                    let left = play_in_sum(&game, (&sum).into(), mv).unwrap();
                    prop_assert_eq!(naive::grundy(&game, &left), 0, "{:?}", &sum);
                }
            }
            if sum == [one, one] {
                prop_assert_eq!(solver().grundy(&sum), Ok(Nimber::ZERO));
                prop_assert_eq!(solver().outcome(&sum), Ok(Outcome::P));
            }
        }
    }
}
