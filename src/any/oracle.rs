//! Questions to a rule book behind a pointer; a solver of its own types answers them.

use std::fmt::Display;

use super::data::{AnyMove, AnyPosition};
use crate::control::Control;
use crate::game::ImpartialGame;
use crate::notes::Notes;
use crate::question::{Answer, Question};
use crate::search::SolveError;
use crate::solver::Inner;

/// The notes of an [`AnyGame`](crate::AnyGame) between questions, which the solver that asks owns.
struct Kept<P> {
    /// The solver of the rule book's own types.
    inner: Inner<P>,
    /// The sum of the last question, which its answer may borrow.
    sum: Vec<P>,
    /// Whether the inner solver has found a cycle of play. An [`Answer`] cannot tell of one, so from then on every answer is unknown,
    /// and the solver that asks finds the cycle itself. Without this flag the inner solver would search again at each position on the
    /// path to the cycle, in quadratic time.
    is_loopy: bool,
}

impl<P> Default for Kept<P> {
    fn default() -> Self {
        Self { inner: Inner::default(), sum: Vec::new(), is_loopy: false }
    }
}

/// The answer of the rule book's own oracle, or else that of a solver of the rule book, under the control.
pub(super) fn answer<'a, G>(
    game: &'a G,
    question: Question<'a, AnyPosition>,
    notes: &'a mut Notes,
    control: &mut Control,
) -> Answer<'a, AnyMove>
where
    G: ImpartialGame<Move: Display>,
{
    let Kept { inner, sum, is_loopy } = notes.own::<Kept<G::Position>>();
    let own = if let Some(component) = question.component() {
        component.downcast_ref().and_then(|component| question.of_component(component))
    } else {
        let asked = question.sum().expect("a question is about a component or about a sum").iter();
        let own: Option<Vec<G::Position>> = asked.map(|part| part.downcast_ref().cloned()).collect();
        own.and_then(|own| {
            *sum = own;
            question.of_sum(sum)
        })
    };
    let Some(question) = own else { return Answer::Unknown };
    // The rule book's own oracle may list 10^18 moves, so they are passed on lazily. Its answer borrows the notes, and a borrow that
    // is returned in one branch only is refused by the compiler: hence the first call, whose answer is thrown away.
    if matches!(question, Question::MovesLeaving { .. } | Question::Winning { .. })
        && matches!(game.oracle(question, &mut inner.notes, control), Answer::Moves(_))
    {
        return game.oracle(question, &mut inner.notes, control).map(AnyMove::new);
    }
    if *is_loopy {
        return Answer::Unknown;
    }
    match inner.ask(game, control, |solver| solver.answer(question)) {
        Ok(answer) => answer.map(AnyMove::new),
        Err(SolveError::Stopped(stopped)) => Answer::Stopped(stopped),
        // The solver that asks meets the same error, and reports it.
        Err(error) => {
            *is_loopy = matches!(error, SolveError::Loopy { .. });
            Answer::Unknown
        }
    }
}
