//! A solver as the oracle of a rule book whose types are hidden, such as [`AnyGame`](crate::AnyGame).

use std::ops::ControlFlow;

use crate::components::Components;
use crate::game::ImpartialGame;
use crate::nimber::Nimber;
use crate::outcome::{Outcome, Play};
use crate::question::{Answer, Question};
use crate::search::{Memo, Method, SolveError};
use crate::solver::{Solver, ask};

impl<G: ImpartialGame, T: Memo<G::Position, Nimber>> Solver<G, T> {
    /// The answer to a question to an oracle, by any method. It is `Unknown` where the solver that asks does better:
    ///
    /// - outcomes in normal play that values decide, since an explanation then shows the values;
    /// - winning moves that the oracle of the rule book lists by their value, since a copied list of them may be far too long;
    /// - winning moves of a component with very many moves, since one of them may be enough.
    pub(crate) fn answer<'a>(
        &mut self,
        question: Question<'_, G::Position>,
    ) -> Result<Answer<'a, G::Move>, SolveError<G::Position>>
    where
        G::Move: 'a,
    {
        Ok(match question {
            Question::Value(component) => Answer::Value(self.grundy(component.clone())?),
            Question::Outcome { sum, play: Play::Normal } => {
                Answer::outcome(self.by_oracle(Play::Normal, sum)?.map(|decided| decided.outcome))
            }
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
            if game.moves(part).take(MOST_TRIED + 1).count() > MOST_TRIED {
                return Ok(Answer::Unknown);
            }
            self.each_win(play, sum, &goal, component, &mut |win, _| {
                moves.push(win.mv);
                ControlFlow::Continue(())
            })?;
        }
        Ok(Answer::moves(moves.into_iter()))
    }
}

/// Maximum number of moves of a component that are tried for a list. It is a guard: a move that is tried through a pointer takes half a
/// microsecond, so that a list takes at most 8 ms.
const MOST_TRIED: usize = 1 << 14;
