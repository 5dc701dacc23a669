//! A search that is stopped at random points and asked again finds the same, and repeats at most a twentieth of its work.

use std::ops::ControlFlow;

use grundy::chomp::{Board, Chomp};
use grundy::games::Sprouts;
use grundy::{
    ArcKayles, Components, Control, Cram, ImpartialGame, Kayles, Method, NodeKayles, Notakto, Notation, Play,
    SolveError, Solver, Unhinted,
};

/// Numbers that look random, from 0 up to a bound.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

/// Asks at once, and again with stops at random points: by a limit on positions, and by a callback. That is called every few thousand steps, so that it stops
/// no short search.
fn check<G: ImpartialGame + Clone, A: PartialEq + std::fmt::Debug>(
    name: &str,
    game: &G,
    method: Option<Method>,
    ask: impl Fn(&mut Solver<G>) -> Result<A, SolveError<G::Position>>,
) {
    let solver = || match method {
        Some(method) => Solver::new(game.clone()).by(method),
        None => Solver::new(game.clone()),
    };
    let mut at_once = solver();
    let answer = ask(&mut at_once).unwrap();
    let all = at_once.control().done();
    let mut random = Random(all);
    for by_limit in [true, false] {
        // What the undecided choice gives a method is a part of the limit.
        if by_limit && method.is_none() {
            continue;
        }
        let (mut stopped, mut done, mut stops) = (solver(), 0, 0);
        let found = loop {
            let part = all / 15 + random.below(all / 10);
            stopped.set_control(if by_limit {
                Control::new().positions(part)
            } else {
                Control::new().watched(move |progress| {
                    if progress.done < part { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
                })
            });
            let found = ask(&mut stopped);
            done += stopped.control().done();
            match found {
                Ok(found) => break found,
                Err(SolveError::Stopped(_)) => stops += 1,
                Err(error) => panic!("{name}: {error}"),
            }
            assert!(stops < 1000, "{name}: it does not end");
        };
        assert_eq!(found, answer, "{name}");
        assert!(!by_limit || stops >= 5, "{name}: {stops} stops");
        assert!(done * 20 <= all * 21, "{name}: {done} in {stops} stops, {all} at once");
    }
}

fn of<G: Notation>(game: &G, text: &str) -> Components<G::Position> {
    game.parse(text).unwrap()
}

#[test]
fn values_and_outcomes_in_normal_play() {
    let cram = of(&Cram, "4x7");
    check("Cram", &Cram, None, |solver| solver.grundy(cram.clone()));
    check("Cram", &Cram, Some(Method::Nimbers), |solver| solver.grundy(cram.clone()));
    let sum = of(&Cram, "4x5 + 3x7");
    check("Cram, a sum", &Cram, Some(Method::Nimbers), |solver| solver.outcome(sum.clone()));
    let graph = of(&NodeKayles::new(), "grid:4x7");
    check("Node Kayles", &NodeKayles::new(), Some(Method::Nimbers), |solver| solver.grundy(graph.clone()));
    let graph = of(&ArcKayles, "grid:3x5");
    check("Arc Kayles", &ArcKayles, Some(Method::Nimbers), |solver| solver.grundy(graph.clone()));
    let spots = of(&Sprouts, "0*7");
    check("Sprouts", &Sprouts, Some(Method::Nimbers), |solver| solver.outcome(spots.clone()));
    let chomp = Chomp::poisoned();
    let board = Board::rectangle(7, 8).unwrap();
    check("Chomp", &Unhinted(chomp), Some(Method::Values), |solver| solver.grundy(board.clone()));
}

#[test]
fn outcomes_in_misere_play() {
    let boards = of(&Cram, "4x5");
    check("Cram", &Cram, Some(Method::Search), |solver| solver.outcome_in(Play::Misere, boards.clone()));
    let spots = of(&Sprouts, "0*5");
    check("Sprouts", &Sprouts, Some(Method::Search), |solver| solver.outcome_in(Play::Misere, spots.clone()));
    let game = NodeKayles::new();
    let graph = of(&game, "grid:4x6");
    check("Node Kayles", &game, Some(Method::Search), |solver| solver.outcome_in(Play::Misere, graph.clone()));
    let rows = Components::from([18, 17]);
    check("Kayles", &Unhinted(Kayles), Some(Method::Forms), |solver| solver.outcome_in(Play::Misere, rows.clone()));
    // Several methods take turns, and a quotient decides after some forms.
    let rows = Components::from([24, 23, 20]);
    check("Kayles", &Unhinted(Kayles), None, |solver| solver.outcome_in(Play::Misere, rows.clone()));
    let game = Notakto::new();
    let boards = of(&game, "4x4,3x3");
    check("Notakto", &game, None, |solver| solver.outcome_in(Play::Misere, boards.clone()));
}
