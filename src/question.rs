//! Questions to an oracle, and its answers.

use std::fmt;

use crate::control::Stopped;
use crate::method::Method;
use crate::nimber::Nimber;
use crate::outcome::{Outcome, Play};

/// A question to an oracle about one component or about a sum.
#[derive(Debug)]
#[non_exhaustive]
pub enum Question<'q, P> {
    /// The Grundy value of one component: [`Answer::Value`].
    Value(&'q P),
    /// Who wins one component in normal play, where nothing needs its value: [`Answer::Outcome`], [`Answer::Searched`], or [`Answer::Value`]. It is asked
    /// about the component of a question and what each of its moves leaves, and not about what a search meets. A theorem that tells no value
    /// answers here, such as strategy stealing, and the working of an answer shows the value all the same.
    WhoWins(&'q P),
    /// Who wins a sum: [`Answer::Outcome`], or [`Answer::Searched`].
    Outcome {
        /// The components.
        sum: &'q [P],
        /// The kind of play.
        play: Play,
    },
    /// Every move of a component that leaves Grundy value `value`, in reading order: [`Answer::Moves`].
    MovesLeaving {
        /// The component.
        component: &'q P,
        /// The value that a move must leave.
        value: Nimber,
    },
    /// Every move of one component of a sum that wins it, in reading order: [`Answer::Moves`].
    Winning {
        /// The components.
        sum: &'q [P],
        /// The place of the component to move in.
        component: usize,
        /// The kind of play.
        play: Play,
    },
    /// The argument for the outcome that the oracle has given for this sum, in one line: [`Answer::Text`].
    Argument {
        /// The components.
        sum: &'q [P],
        /// The kind of play.
        play: Play,
    },
    /// The facts from which the outcome of a sum in misère play follows, each a line of a [certificate](crate::certificate):
    /// [`Answer::Text`]. Only an [`AnyGame`](crate::AnyGame) is asked that, which searches on its own types. A rule book need not answer.
    Proof {
        /// The components.
        sum: &'q [P],
    },
}

impl<P> Clone for Question<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Question<'_, P> {}

impl<'q, P> Question<'q, P> {
    /// The component that the question is about, if it is about one.
    #[must_use]
    pub const fn component(&self) -> Option<&'q P> {
        match self {
            Self::Value(component) | Self::WhoWins(component) | Self::MovesLeaving { component, .. } => Some(component),
            Self::Outcome { .. } | Self::Winning { .. } | Self::Argument { .. } | Self::Proof { .. } => None,
        }
    }

    /// The sum that the question is about, if it is about a sum.
    #[must_use]
    pub const fn sum(&self) -> Option<&'q [P]> {
        match self {
            Self::Outcome { sum, .. }
            | Self::Winning { sum, .. }
            | Self::Argument { sum, .. }
            | Self::Proof { sum } => Some(sum),
            Self::Value(_) | Self::WhoWins(_) | Self::MovesLeaving { .. } => None,
        }
    }

    /// The kind of play, if the question is about a sum.
    #[must_use]
    pub const fn play(&self) -> Option<Play> {
        match self {
            Self::Outcome { play, .. } | Self::Winning { play, .. } | Self::Argument { play, .. } => Some(*play),
            Self::Proof { .. } => Some(Play::Misere),
            Self::Value(_) | Self::WhoWins(_) | Self::MovesLeaving { .. } => None,
        }
    }

    /// The answer by strategy stealing, where no value is asked for. Where one move takes what each other move takes as well, `moves_around` tells the number
    /// of moves of the component. Components that have ended do not count, and only one other may be left.
    ///
    /// Theorem: such a component is N, in misère play if it has two moves or more. If that move does not win, an answer to it does. That answer takes
    /// what the move takes too, so it could have been played at once.
    pub(crate) fn by_strategy_stealing<'a, M: 'a>(
        &self,
        has_ended: impl Fn(&P) -> bool,
        moves_around: impl Fn(&P) -> Option<u64>,
    ) -> Answer<'a, M> {
        let only = |sum: &'q [P]| {
            let mut left = sum.iter().filter(|component| !has_ended(component));
            left.next().filter(|_| left.next().is_none())
        };
        let (component, play) = match *self {
            Self::WhoWins(component) => (Some(component), Play::Normal),
            Self::Outcome { sum, play: play @ Play::Misere } | Self::Argument { sum, play } => (only(sum), play),
            _ => return Answer::Unknown,
        };
        let fewest = match play {
            Play::Normal => 1,
            Play::Misere => 2,
        };
        match (component.and_then(moves_around), self) {
            (Some(moves), _) if moves < fewest => Answer::Unknown,
            (None, _) => Answer::Unknown,
            (_, Self::Argument { .. }) => Answer::Text(STRATEGY_STEALING.to_owned()),
            _ => Answer::Outcome(Outcome::N),
        }
    }

    /// The answer where it is known how many moves each play from a component takes: either all of its moves win or none does, and the first player makes the
    /// last move exactly if their number is odd.
    pub(crate) fn by_length<M: 'q, I: Iterator<Item = M> + 'q>(
        &self,
        length: impl Fn(&P) -> Option<u64>,
        moves: impl Fn(&'q P) -> I,
    ) -> Answer<'q, M> {
        let all = |part, wins: bool| Answer::moves(moves(part).take_while(move |_| wins));
        let in_all = |sum: &[P]| sum.iter().map(&length).sum::<Option<u64>>();
        let wins = |sum, play| Some((in_all(sum)? % 2 == 1) == (play == Play::Normal));
        let known = match *self {
            Self::MovesLeaving { component, value } => {
                length(component).map(|length| all(component, length > 0 && value == Nimber::new((length - 1) % 2)))
            }
            Self::Outcome { sum, play } => {
                wins(sum, play).map(|wins| Answer::Outcome(if wins { Outcome::N } else { Outcome::P }))
            }
            Self::Winning { sum, component, play } => {
                sum.get(component).and_then(|part| Some(all(part, wins(sum, play)?)))
            }
            Self::Argument { sum, .. } => {
                in_all(sum).map(|moves| Answer::Text(format!("each play takes {moves} moves")))
            }
            _ => None,
        };
        known.unwrap_or(Answer::Unknown)
    }

    /// The same question about a component of another rule book; `None` if the question is about a sum.
    #[must_use]
    pub const fn of_component<'s, Q>(&self, component: &'s Q) -> Option<Question<'s, Q>> {
        match *self {
            Self::Value(_) => Some(Question::Value(component)),
            Self::WhoWins(_) => Some(Question::WhoWins(component)),
            Self::MovesLeaving { value, .. } => Some(Question::MovesLeaving { component, value }),
            Self::Outcome { .. } | Self::Winning { .. } | Self::Argument { .. } | Self::Proof { .. } => None,
        }
    }

    /// The same question about a sum of another rule book; `None` if the question is about a component, or asks for a proof, which speaks of the components of
    /// one rule book.
    #[must_use]
    pub const fn of_sum<'s, Q>(&self, sum: &'s [Q]) -> Option<Question<'s, Q>> {
        match *self {
            Self::Outcome { play, .. } => Some(Question::Outcome { sum, play }),
            Self::Winning { component, play, .. } => Some(Question::Winning { sum, component, play }),
            Self::Argument { play, .. } => Some(Question::Argument { sum, play }),
            Self::Value(_) | Self::WhoWins(_) | Self::MovesLeaving { .. } | Self::Proof { .. } => None,
        }
    }
}

/// The argument of strategy stealing.
const STRATEGY_STEALING: &str = "one move takes only what every other move takes as well, so that it wins, or an answer to it, which could have been played at once";

/// The answer of an oracle.
#[non_exhaustive]
pub enum Answer<'a, M> {
    /// The oracle does not know.
    Unknown,
    /// A Grundy value.
    Value(Nimber),
    /// Who wins.
    Outcome(Outcome),
    /// Who wins, by a search of the oracle's own, and its method.
    Searched(Outcome, Method),
    /// Moves. The `size_hint` of the iterator bounds their number; an oracle that knows the number says it there.
    Moves(Box<dyn Iterator<Item = M> + 'a>),
    /// An argument.
    Text(String),
    /// A bound of the control was met. The oracle keeps what it found.
    Stopped(Stopped),
}

impl<'a, M: 'a> Answer<'a, M> {
    /// The value, or `Unknown` for `None`.
    #[must_use]
    pub fn value(value: Option<Nimber>) -> Self {
        value.map_or(Self::Unknown, Self::Value)
    }

    /// The answer to a question about a value: `None` if the oracle does not know.
    pub(crate) fn into_value(self) -> Result<Option<Nimber>, Stopped> {
        match self {
            Self::Value(value) => Ok(Some(value)),
            Self::Stopped(stopped) => Err(stopped),
            _ => Ok(None),
        }
    }

    /// The answer to a question about an outcome: `None` if the oracle does not know.
    pub(crate) fn into_outcome(self) -> Result<Option<Outcome>, Stopped> {
        match self {
            Self::Outcome(outcome) | Self::Searched(outcome, _) => Ok(Some(outcome)),
            Self::Stopped(stopped) => Err(stopped),
            _ => Ok(None),
        }
    }

    /// The outcome, or `Unknown` for `None`.
    #[must_use]
    pub fn outcome(outcome: Option<Outcome>) -> Self {
        outcome.map_or(Self::Unknown, Self::Outcome)
    }

    /// An answer that lists moves.
    #[must_use]
    pub fn moves(moves: impl Iterator<Item = M> + 'a) -> Self {
        Self::Moves(Box::new(moves))
    }

    /// The same answer without what it borrows: a list of moves becomes `Unknown`.
    #[must_use]
    pub fn without_moves<'b, N>(self) -> Answer<'b, N> {
        match self {
            Self::Unknown | Self::Moves(_) => Answer::Unknown,
            Self::Value(value) => Answer::Value(value),
            Self::Outcome(outcome) => Answer::Outcome(outcome),
            Self::Searched(outcome, method) => Answer::Searched(outcome, method),
            Self::Text(text) => Answer::Text(text),
            Self::Stopped(stopped) => Answer::Stopped(stopped),
        }
    }

    /// The same answer, with each move converted.
    #[must_use]
    pub fn map<N: 'a>(self, convert: impl FnMut(M) -> N + 'a) -> Answer<'a, N> {
        match self {
            Self::Unknown => Answer::Unknown,
            Self::Value(value) => Answer::Value(value),
            Self::Outcome(outcome) => Answer::Outcome(outcome),
            Self::Searched(outcome, method) => Answer::Searched(outcome, method),
            Self::Moves(moves) => Answer::Moves(Box::new(moves.map(convert))),
            Self::Text(text) => Answer::Text(text),
            Self::Stopped(stopped) => Answer::Stopped(stopped),
        }
    }
}

impl<M> fmt::Debug for Answer<'_, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => f.write_str("Unknown"),
            Self::Value(value) => f.debug_tuple("Value").field(value).finish(),
            Self::Outcome(outcome) => f.debug_tuple("Outcome").field(outcome).finish(),
            Self::Searched(outcome, method) => f.debug_tuple("Searched").field(outcome).field(method).finish(),
            Self::Moves(_) => f.write_str("Moves(..)"),
            Self::Text(text) => f.debug_tuple("Text").field(text).finish(),
            Self::Stopped(stopped) => f.debug_tuple("Stopped").field(stopped).finish(),
        }
    }
}
