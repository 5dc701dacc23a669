//! Tests of the nimber search on real games: with each part of it switched off, and in little memory.

use crate::chomp::Chomp;
use crate::components::Components;
use crate::control::Control;
use crate::game::ImpartialGame;
use crate::games::{ArcKayles, Cram, Geography, KotzigsNim, Nimstring, NodeKayles, Notakto, Poset, Sprouts};
use crate::method::Method;
use crate::notation::Notation;
use crate::outcome::outcome_of;
use crate::search::{Cuts, SolveError};
use crate::solver::Solver;

/// The bare rules of a game, with values by the nimber search.
struct Searched<G>(G);

impl<G: ImpartialGame> ImpartialGame for Searched<G> {
    type Position = G::Position;
    type Move = G::Move;

    const SEARCHES_NIMBERS: bool = true;

    fn moves(&self, position: &G::Position) -> impl Iterator<Item = G::Move> {
        self.0.moves(position)
    }

    fn play(&self, position: &G::Position, mv: &G::Move) -> Components<G::Position> {
        self.0.play(position, mv)
    }
}

/// The values and the outcomes are those of exhaustive search.
fn check<G: Notation + ImpartialGame>(game: &G, texts: &[&str]) {
    let mut ended = 0;
    for text in texts {
        let sum = game.parse(text).unwrap();
        let value = Solver::new(game).by(Method::Values).grundy(sum.clone()).unwrap();
        let outcome = outcome_of(value);
        for cuts in Cuts::each() {
            for bytes in [u64::MAX, 10_000, 3000] {
                let control = || Control::new().bytes(bytes);
                let bare = || Solver::new(Searched(game)).by(Method::Nimbers).with_cuts(cuts).with_control(control());
                let mut right = vec![
                    bare().grundy(sum.clone()).map(|found| found == value),
                    bare().outcome(sum.clone()).map(|found| found == outcome),
                ];
                if G::SEARCHES_NIMBERS {
                    let hinted = || Solver::new(game).by(Method::Nimbers).with_cuts(cuts).with_control(control());
                    right.push(hinted().grundy(sum.clone()).map(|found| found == value));
                    right.push(hinted().outcome(sum.clone()).map(|found| found == outcome));
                }
                for is_right in right {
                    if bytes < u64::MAX && matches!(is_right, Err(SolveError::Stopped(_))) {
                        continue;
                    }
                    assert_eq!(is_right, Ok(true), "{text}, {cuts:?}, {bytes}");
                    ended += u64::from(bytes < u64::MAX);
                }
            }
        }
    }
    assert!(ended > 0, "none of {texts:?} ended in little memory");
}

#[test]
fn no_cut_changes_cram() {
    check(&Cram, &["3x3", "2x5", "3x4", "xxx/x.xx/xxxx", "2x3 + 3x3"]);
}

#[test]
fn no_cut_changes_games_on_graphs() {
    check(&NodeKayles::new(), &["grid:3x4", "path:9", "petersen:5,2", "grid:2x3 + cycle:7"]);
    check(&ArcKayles, &["grid:2x4", "complete:5", "path:7 + cycle:5"]);
}

#[test]
fn no_cut_changes_sprouts() {
    check(&Sprouts, &["3", "2 + 3"]);
}

#[test]
fn no_cut_changes_games_on_orders() {
    check(&Chomp::poisoned(), &["3x4", "4,3,1", "5,2,2"]);
    let order = Poset::new(7, [(0, 1), (0, 2), (1, 3), (2, 3), (2, 4), (4, 5), (1, 6)]).unwrap();
    check(&order, &["{0,1,2,3,4,5,6}", "{1,2,3,4} + {0,4,5}"]);
}

#[test]
fn no_cut_changes_crosses_and_strings() {
    check(&Notakto::new(), &["3x3", "3x4", "x../.../..x,2x3"]);
    check(&Nimstring, &["1x3", "2x2", "1x2 + 1x4"]);
}

#[test]
fn no_cut_changes_walks() {
    check(&Geography, &["grid:3x4@0", "petersen:5,2@0", "cycle:5@1 + grid:3x3@4"]);
    check(&KotzigsNim::new([3, 4, 7]).unwrap(), &["11", "13", "9/0,3 + 10"]);
}
