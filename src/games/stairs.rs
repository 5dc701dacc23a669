//! The theorem of staircase Nim, for rule books whose positions are staircases: lists of the heaps by steps, the lowest first.
//!
//! Only the heaps on the first, third, fifth step, and so on, count. Each can be made any smaller number, as in Nim. A move from the step above makes a heap
//! that counts larger. The next player moves the same counters on, which restores it.
//!
//! In misère play the heaps that count are won and lost as in Nim, too. Whoever wins there restores what is made larger, and otherwise plays as in Nim. If
//! the other player empties the last heap that counts and counters are left, one of them is moved down to a step that counts: a single heap of one
//! counter, which is lost.

use super::miserable::Miserable;
use crate::outcome::{Play, outcome_of};
use crate::question::{Answer, Question};

/// The nim-sum of the heaps that count.
pub(super) fn value(steps: &[u64]) -> u64 {
    steps.iter().step_by(2).fold(0, |sum, heap| sum ^ heap)
}

/// What the theorem answers about positions of which `steps` makes staircases. `moves` makes moves of places in the staircase, from below, and numbers
/// of counters that go down from there.
pub(super) fn answer<'a, P, M: 'a>(
    question: Question<'a, P>,
    steps: impl Fn(&P) -> Vec<u64>,
    moves: impl FnOnce(&'a P, Vec<(usize, u64)>) -> Vec<M>,
) -> Answer<'a, M> {
    let all = |sum: &[P]| -> Miserable {
        sum.iter().flat_map(|component| steps(component).into_iter().step_by(2).map(Miserable::heap)).sum()
    };
    let (component, changes) = match question {
        Question::MovesLeaving { component, value: target } => {
            let steps = steps(component);
            let change = value(&steps) ^ target.get();
            (component, changes(&steps, |heap| heap ^ change))
        }
        Question::Outcome { sum, play: Play::Misere } => return Answer::Outcome(outcome_of(all(sum).misere_value())),
        Question::Winning { sum, component, play: Play::Misere } => {
            let Some(component) = sum.get(component) else { return Answer::Unknown };
            let all = all(sum);
            (component, changes(&steps(component), |heap| all.without(Miserable::heap(heap)).misere_value().get()))
        }
        _ => return Answer::Unknown,
    };
    Answer::moves(moves(component, changes).into_iter())
}

/// The place and the number of counters of each move that makes a heap that counts what it is to become: smaller by a move of its own, larger by one from
/// the step above. Some may be more than there are.
fn changes(steps: &[u64], becomes: impl Fn(u64) -> u64) -> Vec<(usize, u64)> {
    let counters = |place: usize| {
        // A place with an even number is a first, third, fifth step.
        let counts = steps[place - place % 2];
        let becomes = becomes(counts);
        if place.is_multiple_of(2) { counts.checked_sub(becomes) } else { becomes.checked_sub(counts) }
    };
    (0..steps.len()).filter_map(|place| Some((place, counters(place).filter(|count| *count > 0)?))).collect()
}
