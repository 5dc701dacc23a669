//! Questions to a rule book behind a pointer: a solver of its own types answers them.

use std::fmt::Display;

use super::{AnyMove, AnyPosition};
use crate::control::Control;
use crate::game::ImpartialGame;
use crate::oracle::{Answer, Notes, Question};
use crate::search::SolveError;
use crate::solver::Inner;

/// What is kept between questions, in the notes of the solver that asks.
struct Kept<P> {
    /// The solver of the rule book's own types.
    inner: Inner<P>,
    /// The sum of the last question, which its answer may borrow.
    sum: Vec<P>,
    /// Whether play was seen to come back to a position. Then the solver that asks is left to find the cycle, which an answer cannot
    /// tell. To search anew at each position on its way would take time in proportion to the square of the way's length.
    is_loopy: bool,
}

impl<P> Default for Kept<P> {
    fn default() -> Self {
        Self { inner: Inner::default(), sum: Vec::new(), is_loopy: false }
    }
}

/// What the rule book's own oracle knows, or its solver finds under the control.
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
        let parts = question.sum().unwrap_or_default().iter();
        let own: Option<Vec<G::Position>> = parts.map(|part| part.downcast_ref().cloned()).collect();
        own.and_then(|own| {
            *sum = own;
            question.of_sum(sum)
        })
    };
    let Some(question) = own else { return Answer::Unknown };
    // Moves that the rule book's own oracle tells may be far too many to be listed, so they are handed on one by one. An answer that
    // is returned borrows the notes, so the oracle is asked beforehand whether it knows.
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
        // The solver that asks comes upon the same, and reports it.
        Err(error) => {
            *is_loopy = matches!(error, SolveError::Loopy { .. });
            Answer::Unknown
        }
    }
}
