//! The library's answers.

use grundy::chomp::{Board, Chomp};
use grundy::{GrundysGame, Solver};

use crate::contest::{Question, Values};

pub(crate) fn solve(question: &Question, size: usize) -> Option<Values> {
    match question {
        Question::Octal(code) => octal(code, size),
        Question::Grundys => {
            let mut solver = Solver::new(GrundysGame);
            let values = (0..size as u64).map(|heap| solver.grundy(heap).ok().map(grundy::Nimber::get));
            let values: Vec<u64> = values.collect::<Option<_>>()?;
            Some(Box::new(move |heap| values[heap]))
        }
        Question::Chomp { side } => {
            let board = Board::rectangle((*side).into(), (*side).into()).ok()?;
            let value = Solver::new(Chomp::poisoned()).grundy(board).ok()?.get();
            Some(Box::new(move |_| value))
        }
    }
}

/// The values of the first heaps of an octal game.
///
/// TO BE REPLACED by `grundy::heap::Sequence`, as soon as there is one: `let mut s = Sequence::new(code.parse().ok()?);
/// s.extend_to(heaps).ok()?; Some(Box::new(move |heap| s.value(heap).get()))`. Until then a plain loop, for few heaps only.
fn octal(code: &str, heaps: usize) -> Option<Values> {
    const MOST_HEAPS: usize = 20_000;
    if heaps > MOST_HEAPS {
        return None;
    }
    let digits: Vec<u32> = code.strip_prefix("0.")?.chars().map(|c| c.to_digit(8)).collect::<Option<_>>()?;
    let mut values: Vec<usize> = Vec::with_capacity(heaps);
    let mut marks = vec![usize::MAX; 2 * heaps.next_power_of_two()];
    for heap in 0..heaps {
        for (taken, digit) in (1..=heap).zip(&digits) {
            let left = heap - taken;
            if left == 0 && digit & 1 != 0 {
                marks[0] = heap;
            }
            if left > 0 && digit & 2 != 0 {
                marks[values[left]] = heap;
            }
            if digit & 4 != 0 {
                for one in 1..=left / 2 {
                    marks[values[one] ^ values[left - one]] = heap;
                }
            }
        }
        values.push(marks.iter().take_while(|mark| **mark == heap).count());
    }
    Some(Box::new(move |heap| values[heap] as u64))
}
