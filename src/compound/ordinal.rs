//! The ordinal sum.

use std::collections::BTreeSet;
use std::fmt;

use either::Either::{self, Left, Right};

use crate::combinators::Ordinal;
use crate::components::Components;
use crate::control::Control;
use crate::game::{ImpartialGame, SumMove};
use crate::nimber::Nimber;
use crate::notes::Notes;
use crate::outcome::Outcome;
use crate::question::{Answer, Question};
use crate::search::most_options;
use crate::solver::{Inner, Unanswered};
use crate::whole::{Whole, moves_of, played};

/// A position of [`Ordinal`]: a base and a top.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Based<P, Q> {
    /// The base, a whole position.
    pub base: Components<P>,
    /// The top, a whole position; empty after a move in the base.
    pub top: Components<Q>,
}

/// Writes the base, a colon and the top.
impl<P: fmt::Display, Q: fmt::Display> fmt::Display for Based<P, Q> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} : {}", self.base, self.top)
    }
}

impl<A: ImpartialGame, B: ImpartialGame> ImpartialGame for Ordinal<A, B> {
    type Position = Based<A::Position, B::Position>;
    type Move = Either<SumMove<A::Move>, SumMove<B::Move>>;

    fn moves(&self, position: &Self::Position) -> impl Iterator<Item = Self::Move> {
        let base = moves_of(&self.base, &position.base).map(Left);
        base.chain(moves_of(&self.top, &position.top).map(Right))
    }

    fn play(&self, position: &Self::Position, mv: &Self::Move) -> Components<Self::Position> {
        Components::from(match mv {
            Left(mv) => Based { base: played(&self.base, &position.base, mv), top: Components::new() },
            Right(mv) => Based { base: position.base.clone(), top: played(&self.top, &position.top, mv) },
        })
    }

    fn allows(&self, position: &Self::Position, mv: &Self::Move) -> bool {
        match mv {
            Left(mv) => Whole(&self.base).allows(&position.base, mv),
            Right(mv) => Whole(&self.top).allows(&position.top, mv),
        }
    }

    fn memo_key(&self, position: Self::Position) -> Self::Position {
        let Based { base, top } = position;
        Based { base: Whole(&self.base).memo_key(base), top: Whole(&self.top).memo_key(top) }
    }

    /// The value, if it fits into 64 bits, and who wins without it: it is 0 exactly if no option of the base is 0 and the top is.
    fn oracle<'a>(
        &'a self,
        question: Question<'a, Self::Position>,
        notes: &'a mut Notes,
        control: &mut Control,
    ) -> Answer<'a, Self::Move> {
        match question {
            Question::Value(position) => {
                self.value(position, notes.own(), control).map_or_else(Answer::from, Answer::value)
            }
            Question::WhoWins(position) => {
                self.outcome(position, notes.own(), control).map_or_else(Answer::from, Answer::Outcome)
            }
            _ => Answer::Unknown,
        }
    }
}

impl<A: ImpartialGame, B: ImpartialGame> Ordinal<A, B> {
    fn outcome(
        &self,
        position: &Based<A::Position, B::Position>,
        (base, top): &mut (Inner<A::Position>, Inner<B::Position>),
        control: &mut Control,
    ) -> Result<Outcome, Unanswered> {
        Ok(match top.ask(&self.top, control, |solver| solver.outcome(&position.top))? {
            Outcome::P => base.ask(&self.base, control, |solver| solver.outcome(&position.base))?,
            Outcome::N => Outcome::N,
        })
    }

    /// The value by the theorem; `None` if it does not fit into 64 bits.
    fn value(
        &self,
        position: &Based<A::Position, B::Position>,
        (base, top): &mut (Inner<A::Position>, Inner<B::Position>),
        control: &mut Control,
    ) -> Result<Option<Nimber>, Unanswered> {
        // A move in the base takes the top away, so the top counts by its value alone, and the base by the values of its options.
        let of_top = top.ask(&self.top, control, |solver| solver.grundy(&position.top))?;
        base.ask(&self.base, control, |solver| {
            let most = most_options(solver.control().position_limit());
            let whole = Whole(&self.base);
            let options = whole.options(&position.base);
            if options.size_hint().0 as u64 > most {
                return Err(Unanswered::Unknown);
            }
            // Different values alone, of which there are few where there are many options, mostly.
            let mut values = BTreeSet::new();
            for (tried, option) in (1..=u64::MAX).zip(options) {
                if tried > most {
                    return Err(Unanswered::Unknown);
                }
                values.insert(solver.grundy(option.into_iter().flatten().collect::<Components<_>>())?);
                let bytes = || 4 * (values.len() * size_of::<Nimber>()) as u64;
                solver.control_mut().count_options(1, tried, bytes).map_err(Unanswered::Stopped)?;
            }
            Ok(ordinal_value(values, of_top))
        })
    }
}

/// The value of an ordinal sum: of the natural numbers that are not values of options of the base, the one with index `top`, from 0. `None` if
/// it does not fit into 64 bits.
///
/// Time is that of sorting the options.
///
/// ```
/// use grundy::{Nimber, compound::ordinal_value};
///
/// let options = [0, 1, 4].map(Nimber::new);
/// assert_eq!(ordinal_value(options, Nimber::new(2)), Some(Nimber::new(5))); // of 2, 3, 5, 6, ..
/// ```
pub fn ordinal_value(options: impl IntoIterator<Item = Nimber>, top: Nimber) -> Option<Nimber> {
    let mut options: Vec<u64> = options.into_iter().map(Nimber::get).collect();
    options.sort_unstable();
    options.dedup();
    // Each option up to the value moves it on by 1. For options 0, 1, 4 and top 2: 3 after 0, 4 after 1, 5 after 4.
    let mut value = top.get();
    for option in options {
        if option > value {
            break;
        }
        value = value.checked_add(1)?;
    }
    Some(Nimber::new(value))
}
