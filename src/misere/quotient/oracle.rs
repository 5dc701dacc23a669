//! A misère quotient as an oracle of rule books whose positions are heaps.

use std::rc::Rc;

use crate::control::Control;
use crate::game::ImpartialGame;
use crate::heap::{TakeAndBreak, Test, moves_of_any, moves_passing};
use crate::misere::quotient::misere_quotient::MisereQuotient;
use crate::oracle::Oracle;
use crate::outcome::Play;
use crate::question::{Answer, Question};

/// Answers outcomes, winning moves and arguments in misère play. It must be the quotient of the same game: heap *n* of its code is heap *n*
/// of the rule book.
///
/// ```
/// use grundy::misere::quotient::QuotientSearch;
/// use grundy::{Kayles, Outcome, Play, Solver};
///
/// let mut search = QuotientSearch::new("0.77".parse()?);
/// search.extend_to(10)?;
/// let mut rows = Solver::new(Kayles).with(search.into_quotient());
/// assert_eq!(rows.outcome_in(Play::Misere, [5, 2, 1])?, Outcome::N);
/// assert_eq!(rows.winning_move_in(Play::Misere, [5, 2, 1])?.unwrap().to_string(), "component 1: pins 1 and 2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl<G: ImpartialGame<Position: Copy + Into<u128>>> Oracle<G> for MisereQuotient<TakeAndBreak> {
    fn answer<'a>(
        &'a mut self,
        game: &'a G,
        question: Question<'a, G::Position>,
        _: &mut Control,
    ) -> Answer<'a, G::Move> {
        let quotient = &*self;
        let Some(sum) = question.sum() else { return Answer::Unknown };
        let heaps: Vec<u128> = sum.iter().map(|heap| (*heap).into()).collect();
        answer(quotient, question, &heaps, |heap, wins| {
            let by_code = || moves_passing(quotient.code(), (*heap).into(), quotient.repeats(), wins);
            moves_of_any(game, heap, quotient.code(), by_code, wins)
        })
    }
}

/// The answer of a quotient to a question about heaps of these sizes. `list` makes the list of winning moves in a heap, from a test of
/// the heaps that a move leaves.
pub(crate) fn answer<'a, P, M: 'a>(
    quotient: &'a MisereQuotient,
    question: Question<'a, P>,
    heaps: &[u128],
    list: impl FnOnce(&'a P, &Test<'a>) -> Answer<'a, M>,
) -> Answer<'a, M> {
    match question {
        Question::Outcome { play: Play::Misere, .. } => Answer::outcome(quotient.misere_outcome(heaps)),
        Question::Argument { play: Play::Misere, .. } => quotient.argument(heaps).map_or(Answer::Unknown, Answer::Text),
        Question::Winning { sum, component, play: Play::Misere } => match quotient.wins_in(heaps, component) {
            None => Answer::Unknown,
            Some(None) => Answer::moves(std::iter::empty()),
            Some(Some(wins)) => {
                list(&sum[component], &(Rc::new(move |left: &[u128]| wins.by_leaving(left)) as Test<'a>))
            }
        },
        _ => Answer::Unknown,
    }
}
