//! The library's answers.

use grundy::chomp::{Board, Chomp, ChompValues};
use grundy::games::Region;
use grundy::heap::Sequence;
use grundy::{Control, Cram, Solver};

use crate::contest::{Found, Question};

pub(crate) fn solve(question: &Question, size: usize) -> Option<Found> {
    match question {
        Question::Octal(code) => octal(code, size),
        Question::Grundys => octal("4!.0", size),
        Question::Chomp { side } => {
            let board = Board::rectangle((*side).into(), (*side).into()).ok()?;
            let mut solver = Solver::new(Chomp::poisoned());
            let value = solver.grundy(board).ok()?.get();
            Some(Found::searched(value, solver.memo().len()))
        }
        Question::Cram { rows, columns } => {
            let board = Region::rectangle((*rows).into(), (*columns).into()).ok()?;
            let mut solver = Solver::new(Cram);
            let value = solver.grundy(board).ok()?.get();
            Some(Found::searched(value, solver.memo().len()))
        }
        Question::ChompTable { side } => {
            let board = Board::rectangle((*side).into(), (*side).into()).ok()?;
            let values = ChompValues::in_box((*side).into(), (*side).into(), &mut Control::unlimited()).ok()?;
            let value = values.value(Chomp::poisoned(), &board)?.get();
            Some(Found::values(move |_| value))
        }
    }
}

/// The values of the first heaps of an octal game, by the method that the engine chooses.
fn octal(code: &str, heaps: usize) -> Option<Found> {
    let mut sequence = Sequence::new(code.parse().ok()?);
    sequence.extend_to(heaps).ok()?;
    Some(Found::values(move |heap| sequence.values().get(heap).unwrap_or(u64::MAX)))
}
