//! Answers for a rule book whose types are hidden, such as [`AnyGame`](crate::AnyGame): its oracle is a solver of the types.

use std::ops::ControlFlow;

use crate::components::Components;
use crate::game::{ImpartialGame, Outcome, Play};
use crate::nimber::Nimber;
use crate::oracle::{Answer, Question};
use crate::search::{Memo, Method, SolveError};
use crate::solver::winning::MOST_TOLD;
use crate::solver::{Solver, ask};

impl<G: ImpartialGame, T: Memo<G::Position, Nimber>> Solver<G, T> {
    /// The answer to an oracle's question, found in any way.
    ///
    /// Outcomes in normal play are left to the solver that asks where values decide, so that the values are shown; and so are moves
    /// that the oracle of the rule book tells by their value, which may be far too many to be listed.
    pub(crate) fn answer<'a>(
        &mut self,
        question: Question<'_, G::Position>,
    ) -> Result<Answer<'a, G::Move>, SolveError<G::Position>>
    where
        G::Move: 'a,
    {
        Ok(match question {
            Question::Value(component) => Answer::Value(self.grundy(component.clone())?),
            Question::Outcome { sum, play: Play::Normal } => Answer::outcome(self.ask_outcome(Play::Normal, sum)?),
            Question::Outcome { sum, play: Play::Misere } => Answer::Outcome(self.outcome_in(Play::Misere, sum)?),
            Question::Winning { sum, component, play } => self.wins_in(play, &sum.into(), component)?,
            Question::Argument { sum, play } => match self.decide(play, sum)?.method {
                Method::Oracle => self.argument(play, sum)?.map_or(Answer::Unknown, Answer::Text),
                method => Answer::Text(method.argument().to_owned()),
            },
            Question::MovesLeaving { .. } => Answer::Unknown,
        })
    }

    /// The winning moves of one component.
    fn wins_in<'a>(
        &mut self,
        play: Play,
        sum: &Components<G::Position>,
        component: usize,
    ) -> Result<Answer<'a, G::Move>, SolveError<G::Position>>
    where
        G::Move: 'a,
    {
        let Some(part) = sum.get(component) else { return Ok(Answer::Unknown) };
        let goal = self.goal(play, sum)?;
        let mut moves = Vec::new();
        if goal.outcome() == Outcome::N {
            let Self { game, control, oracles, notes, .. } = self;
            if let Some(value) = goal.target(play, sum.len(), component)
                && let Answer::Moves(_) =
                    ask(oracles, game, notes, Question::MovesLeaving { component: part, value }, control)
            {
                return Ok(Answer::Unknown);
            }
            self.each_win(play, sum, &goal, component, &mut |win, _| {
                moves.push(win.mv);
                if moves.len() < MOST_TOLD { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            })?;
        }
        // The solver that asks cuts a longer list at the same place.
        let is_cut = moves.len() == MOST_TOLD;
        Ok(Answer::moves(Listed { moves: moves.into_iter(), is_cut }))
    }
}

/// A list, which is no upper bound on the number of moves if it was cut.
struct Listed<M> {
    moves: std::vec::IntoIter<M>,
    is_cut: bool,
}

impl<M> Iterator for Listed<M> {
    type Item = M;

    fn next(&mut self) -> Option<M> {
        self.moves.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.moves.len(), (!self.is_cut).then_some(self.moves.len()))
    }
}
