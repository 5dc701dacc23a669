//! The sequential compound.

use std::fmt;

use either::Either::{self, Left, Right};

use crate::combinators::Sequential;
use crate::components::Components;
use crate::control::Control;
use crate::game::{ImpartialGame, SumMove};
use crate::notes::Notes;
use crate::outcome::{Outcome, Play};
use crate::question::{Answer, Question};
use crate::solver::{Inner, Unanswered};
use crate::whole::{Whole, moves_of, played};

/// A position of [`Sequential`]: a position of the first game, and one of the second.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Queued<P, Q> {
    /// The game that is played now, a whole position.
    pub now: Components<P>,
    /// The game that is played as soon as the first has ended, a whole position.
    pub later: Components<Q>,
}

/// Writes the first game, an arrow and the second.
impl<P: fmt::Display, Q: fmt::Display> fmt::Display for Queued<P, Q> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} → {}", self.now, self.later)
    }
}

impl<A: ImpartialGame, B: ImpartialGame> Sequential<A, B> {
    fn first_has_ended(&self, position: &Queued<A::Position, B::Position>) -> bool {
        moves_of(&self.now, &position.now).next().is_none()
    }

    /// The answer to a question by the theorem.
    fn answer<'a, M>(
        &self,
        question: Question<'a, Queued<A::Position, B::Position>>,
        (now, later): &mut (Inner<A::Position>, Inner<B::Position>),
        control: &mut Control,
    ) -> Result<Answer<'a, M>, Unanswered> {
        match question {
            Question::Value(position) if self.first_has_ended(position) => {
                Ok(Answer::Value(later.ask(&self.later, control, |solver| solver.grundy(&position.later))?))
            }
            Question::Outcome { sum: [position], play } | Question::Argument { sum: [position], play } => {
                let second = later.ask(&self.later, control, |solver| solver.outcome_in(play, &position.later))?;
                // Whoever ends the first game leaves the second to the other player. If the second is P, this other
                // player loses, so the last move of the first game wins.
                let (play, who_ends_it) = match second {
                    Outcome::P => (Play::Normal, "wins"),
                    Outcome::N => (Play::Misere, "loses"),
                };
                if matches!(question, Question::Argument { .. }) {
                    let text = format!("the second game is {second}, so that who ends the first one {who_ends_it}");
                    return Ok(Answer::Text(text));
                }
                let first = now.ask(&self.now, control, |solver| solver.outcome_in(play, &position.now))?;
                Ok(Answer::Outcome(first))
            }
            _ => Err(Unanswered::Unknown),
        }
    }
}

impl<A: ImpartialGame, B: ImpartialGame> ImpartialGame for Sequential<A, B> {
    type Position = Queued<A::Position, B::Position>;
    type Move = Either<SumMove<A::Move>, SumMove<B::Move>>;

    fn moves(&self, position: &Self::Position) -> impl Iterator<Item = Self::Move> {
        let later = self.first_has_ended(position).then(|| moves_of(&self.later, &position.later));
        moves_of(&self.now, &position.now).map(Left).chain(later.into_iter().flatten().map(Right))
    }

    fn play(&self, position: &Self::Position, mv: &Self::Move) -> Components<Self::Position> {
        Components::from(match mv {
            Left(mv) => Queued { now: played(&self.now, &position.now, mv), later: position.later.clone() },
            Right(mv) => Queued { now: position.now.clone(), later: played(&self.later, &position.later, mv) },
        })
    }

    fn allows(&self, position: &Self::Position, mv: &Self::Move) -> bool {
        match mv {
            Left(mv) => Whole(&self.now).allows(&position.now, mv),
            Right(mv) => self.first_has_ended(position) && Whole(&self.later).allows(&position.later, mv),
        }
    }

    fn memo_key(&self, position: Self::Position) -> Self::Position {
        let Queued { now, later } = position;
        Queued { now: Whole(&self.now).memo_key(now), later: Whole(&self.later).memo_key(later) }
    }

    /// The outcome, and the value where the first game has ended.
    fn oracle<'a>(
        &'a self,
        question: Question<'a, Self::Position>,
        notes: &'a mut Notes,
        control: &mut Control,
    ) -> Answer<'a, Self::Move> {
        self.answer(question, notes.own(), control).unwrap_or_else(Answer::from)
    }
}
