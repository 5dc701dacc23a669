//! The peers' answers.

use std::collections::HashMap;
use std::iter;

use igs::games::chomp::FewerBarsFirst;
use igs::games::cram::{LessMovesFirst, SmallerComponentsFirst};
use igs::games::{Chomp, Cram, GrundyGame};
use igs::solver::br::{BRDecomposableGameSolver as _, BRSimpleGameSolver as _};
use igs::solver::def::{DefDecomposableGameSolver as _, DefSimpleGameSolver as _};
use igs::solver::lvb::{LVBDecomposableGameSolver as _, LVBSimpleGameSolver as _};
use ogs::{NaiveSolver, RC2Solver, RCSolver, Solver as _};

use crate::contest::{Found, Question};

pub(crate) fn solve(question: &Question, size: usize, method: &str) -> Option<Found> {
    match question {
        Question::Octal(code) => octal(code, size, method),
        Question::Grundys => grundys(size, method),
        Question::Chomp { side } | Question::ChompTable { side } => chomp(*side, method),
        Question::Cram { rows, columns } => match method.strip_suffix(" turned") {
            Some(method) => cram(&Cram::new(*rows, *columns), method),
            None => cram(&Cram::new(*columns, *rows), method),
        },
    }
}

/// By the order of moves in which the peer makes them, or by one of its own sorters: components with few cells or few moves first.
fn cram(game: &Cram, method: &str) -> Option<Found> {
    let mut plain = igs::solver::Solver::new(game, HashMap::new(), (), (), ());
    let mut small = igs::solver::Solver::new(game, HashMap::new(), (), SmallerComponentsFirst, ());
    let mut few = igs::solver::Solver::new(game, HashMap::new(), (), LessMovesFirst, ());
    let value = match method {
        "igs br aspset" => plain.nimber_of_initial_br_aspset(),
        "igs br aspset small" => small.nimber_of_initial_br_aspset(),
        "igs br aspset few" => few.nimber_of_initial_br_aspset(),
        "igs lvb few" => few.nimber_of_initial_lvb(),
        _ => return None,
    };
    let tables = [plain.transposition_table, small.transposition_table, few.transposition_table];
    Some(Found::searched(value.into(), tables.iter().map(HashMap::len).sum()))
}

fn octal(code: &str, heaps: usize, method: &str) -> Option<Found> {
    let game = ogs::Game::from_ascii(code.as_bytes())?;
    match method {
        "ogs rc2" => nimbers(RC2Solver::<true>::with_capacity(game, heaps), heaps),
        "ogs rc2 static" => nimbers(RC2Solver::<false>::with_capacity(game, heaps), heaps),
        "ogs rc" => nimbers(RCSolver::<true>::with_capacity(game, heaps), heaps),
        "ogs rc static" => nimbers(RCSolver::<false>::with_capacity(game, heaps), heaps),
        "ogs naive" => nimbers(NaiveSolver::<()>::with_capacity(game, heaps), heaps),
        _ => None,
    }
}

fn nimbers<S: ogs::Solver + 'static>(mut solver: S, heaps: usize) -> Option<Found> {
    let count = solver.by_ref().take(heaps).count();
    (count == heaps).then(|| Found::values(move |heap| solver.nimbers()[heap].into()))
}

/// The peer counts positions of this game from the heap of 2, whose value is that of the smaller ones too.
fn grundys(heaps: usize, method: &str) -> Option<Found> {
    let game = GrundyGame(u16::MAX);
    let mut solver = igs::solver::Solver::new(&game, HashMap::new(), (), (), ());
    let positions = (0..u16::MAX).map(|position| match method {
        "igs def" => Some(solver.nimber_of_component_def(position)),
        "igs br" => Some(solver.nimber_of_component_br(&position)),
        "igs br aspset" => Some(solver.nimber_of_component_br_aspset(&position)),
        "igs lvb" => Some(solver.nimber_of_component_lvb(position)),
        _ => None,
    });
    let values: Vec<u8> = iter::repeat_n(Some(0), 2).chain(positions).take(heaps).collect::<Option<_>>()?;
    Some(Found::values(move |heap| values[heap].into()))
}

fn chomp(side: u8, method: &str) -> Option<Found> {
    let game = Chomp::new(side, side);
    let mut solver = igs::solver::Solver::new(&game, HashMap::new(), (), (), ());
    let mut sorted = igs::solver::Solver::new(&game, HashMap::new(), (), FewerBarsFirst, ());
    let value = match method {
        "igs def" => solver.nimber_of_initial_def(),
        "igs def sorted" => sorted.nimber_of_initial_def(),
        "igs br" => solver.nimber_of_initial_br(),
        "igs br sorted" => sorted.nimber_of_initial_br(),
        "igs br aspset" => sorted.nimber_of_initial_br_aspset(),
        "igs lvb" => sorted.nimber_of_initial_lvb(),
        _ => return None,
    };
    let positions = solver.transposition_table.len() + sorted.transposition_table.len();
    Some(Found::searched(value.into(), positions))
}
