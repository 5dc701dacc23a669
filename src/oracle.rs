//! Oracles: theorems, tables and other knowledge that answer a question about a sum without a search.

use std::any::Any;
use std::fmt;

use crate::control::{Control, Stopped};
use crate::game::{ImpartialGame, Outcome, Play};
use crate::nimber::Nimber;

/// What an oracle is asked.
#[derive(Debug)]
#[non_exhaustive]
pub enum Question<'q, P> {
    /// The Grundy value of one component: [`Answer::Value`].
    Value(&'q P),
    /// Who wins a sum: [`Answer::Outcome`].
    Outcome {
        /// The components.
        sum: &'q [P],
        /// What it means to be unable to move.
        play: Play,
    },
    /// Every move of a component that leaves Grundy value `value`, in reading order: [`Answer::Moves`].
    MovesLeaving {
        /// The component.
        component: &'q P,
        /// The value of what a move must leave.
        value: Nimber,
    },
    /// Every move of one component of a sum that wins it, in reading order: [`Answer::Moves`].
    Winning {
        /// The components.
        sum: &'q [P],
        /// The place of the component to move in.
        component: usize,
        /// What it means to be unable to move.
        play: Play,
    },
    /// The argument for an outcome that the oracle has given for this sum, in a line: [`Answer::Text`].
    Argument {
        /// The components.
        sum: &'q [P],
        /// What it means to be unable to move.
        play: Play,
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
            Self::Value(component) | Self::MovesLeaving { component, .. } => Some(component),
            Self::Outcome { .. } | Self::Winning { .. } | Self::Argument { .. } => None,
        }
    }

    /// The sum that the question is about, if it is about a sum.
    #[must_use]
    pub const fn sum(&self) -> Option<&'q [P]> {
        match self {
            Self::Outcome { sum, .. } | Self::Winning { sum, .. } | Self::Argument { sum, .. } => Some(sum),
            Self::Value(_) | Self::MovesLeaving { .. } => None,
        }
    }

    /// What it means to be unable to move, if the question is about a sum.
    #[must_use]
    pub const fn play(&self) -> Option<Play> {
        match self {
            Self::Outcome { play, .. } | Self::Winning { play, .. } | Self::Argument { play, .. } => Some(*play),
            Self::Value(_) | Self::MovesLeaving { .. } => None,
        }
    }

    /// The same question about a component of another rule book. A question about a sum has none, and becomes `None`.
    #[must_use]
    pub const fn of_component<'s, Q>(&self, component: &'s Q) -> Option<Question<'s, Q>> {
        match *self {
            Self::Value(_) => Some(Question::Value(component)),
            Self::MovesLeaving { value, .. } => Some(Question::MovesLeaving { component, value }),
            Self::Outcome { .. } | Self::Winning { .. } | Self::Argument { .. } => None,
        }
    }

    /// The same question about a sum of another rule book. A question about a component becomes `None`.
    #[must_use]
    pub const fn of_sum<'s, Q>(&self, sum: &'s [Q]) -> Option<Question<'s, Q>> {
        match *self {
            Self::Outcome { play, .. } => Some(Question::Outcome { sum, play }),
            Self::Winning { component, play, .. } => Some(Question::Winning { sum, component, play }),
            Self::Argument { play, .. } => Some(Question::Argument { sum, play }),
            Self::Value(_) | Self::MovesLeaving { .. } => None,
        }
    }
}

/// What an oracle says.
#[non_exhaustive]
pub enum Answer<'a, M> {
    /// It does not know.
    Unknown,
    /// A Grundy value.
    Value(Nimber),
    /// Who wins.
    Outcome(Outcome),
    /// Moves. Where the number of moves is known, it is the `size_hint`; a lower bound is a lower bound on their number.
    Moves(Box<dyn Iterator<Item = M> + 'a>),
    /// An argument.
    Text(String),
    /// A bound of the control was met on the way. The oracle keeps what it found.
    Stopped(Stopped),
}

impl<'a, M: 'a> Answer<'a, M> {
    /// An answer from what may be unknown.
    #[must_use]
    pub fn value(value: Option<Nimber>) -> Self {
        value.map_or(Self::Unknown, Self::Value)
    }

    /// An answer from what may be unknown.
    #[must_use]
    pub fn outcome(outcome: Option<Outcome>) -> Self {
        outcome.map_or(Self::Unknown, Self::Outcome)
    }

    /// An answer that lists moves.
    #[must_use]
    pub fn moves(moves: impl Iterator<Item = M> + 'a) -> Self {
        Self::Moves(Box::new(moves))
    }

    /// The same answer where it lists no moves, which borrows nothing; a list of moves becomes `Unknown`.
    #[must_use]
    pub fn without_moves<'b, N>(self) -> Answer<'b, N> {
        match self {
            Self::Unknown | Self::Moves(_) => Answer::Unknown,
            Self::Value(value) => Answer::Value(value),
            Self::Outcome(outcome) => Answer::Outcome(outcome),
            Self::Text(text) => Answer::Text(text),
            Self::Stopped(stopped) => Answer::Stopped(stopped),
        }
    }

    /// The same answer about a game whose moves are written in another way.
    #[must_use]
    pub fn map<N: 'a>(self, convert: impl FnMut(M) -> N + 'a) -> Answer<'a, N> {
        match self {
            Self::Unknown => Answer::Unknown,
            Self::Value(value) => Answer::Value(value),
            Self::Outcome(outcome) => Answer::Outcome(outcome),
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
            Self::Moves(_) => f.write_str("Moves(..)"),
            Self::Text(text) => f.debug_tuple("Text").field(text).finish(),
            Self::Stopped(stopped) => f.debug_tuple("Stopped").field(stopped).finish(),
        }
    }
}

/// Knowledge about a game that is handed to a solver: a table, a misère quotient, a sequence, your own theorem.
///
/// A rule book brings its own oracle as [`ImpartialGame::oracle`]. An oracle answers a [`Question`] or says that it does not know. A
/// true answer never does harm; an untrue one makes answers wrong.
///
/// ```
/// use grundy::{Answer, Control, Kayles, Nimber, Oracle, Question, Solver, heap::RowMove};
///
/// /// Rows of Kayles up to 11 pins, by a table.
/// struct FirstRows;
///
/// impl Oracle<Kayles> for FirstRows {
///     fn answer<'a>(&'a mut self, _: &'a Kayles, question: Question<'a, u64>, _: &mut Control) -> Answer<'a, RowMove> {
///         const VALUES: [u64; 12] = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6];
///         match question {
///             Question::Value(row) => Answer::value(VALUES.get(*row as usize).copied().map(Nimber::new)),
///             _ => Answer::Unknown,
///         }
///     }
/// }
///
/// let mut solver = Solver::new(Kayles).with(FirstRows);
/// assert_eq!(solver.grundy([11, 3])?, Nimber::new(6 ^ 3));
/// assert_eq!(solver.control().done(), 0); // nothing was searched
/// # Ok::<(), grundy::SolveError<u64>>(())
/// ```
pub trait Oracle<G: ImpartialGame + ?Sized> {
    /// The answer to a question. Work that the oracle does for it counts under the control.
    fn answer<'a>(
        &'a mut self,
        game: &'a G,
        question: Question<'a, G::Position>,
        control: &mut Control,
    ) -> Answer<'a, G::Move>;
}

/// What a rule book remembers between questions. The solver owns it, so that the rule book itself stays a value.
///
/// ```
/// use grundy::Notes;
///
/// let mut notes = Notes::default();
/// notes.own::<Vec<u64>>().push(7); // made when it is asked for first
/// assert_eq!(*notes.own::<Vec<u64>>(), [7]);
/// assert!(notes.part(1).own::<Vec<u64>>().is_empty()); // for a rule book inside this one
/// ```
#[derive(Default)]
pub struct Notes {
    own: Option<Box<dyn Any + Send>>,
    parts: Vec<Notes>,
}

impl Notes {
    /// The rule book's own state, of the type that the rule book keeps: its default if there is none yet.
    ///
    /// A rule book keeps one type. If it asks for another, it starts anew.
    #[expect(clippy::missing_panics_doc, reason = "the state is of the type that was asked for")]
    pub fn own<S: Any + Send + Default>(&mut self) -> &mut S {
        if !self.own.as_ref().is_some_and(|own| own.is::<S>()) {
            self.own = Some(Box::new(S::default()));
        }
        let own = self.own.as_mut().and_then(|own| own.downcast_mut());
        own.expect("the state was made with this type")
    }

    /// The rule book's own state, and beside it the notes of a rule book of which this one is made: an answer may borrow both.
    #[expect(clippy::missing_panics_doc, reason = "the state is of the type that was asked for")]
    pub fn own_and_part<S: Any + Send + Default>(&mut self, number: usize) -> (&mut S, &mut Self) {
        self.own::<S>();
        self.part(number);
        let own = self.own.as_mut().and_then(|own| own.downcast_mut());
        (own.expect("the state was made with this type"), &mut self.parts[number])
    }

    /// The notes of a rule book of which this one is made, by its number.
    pub fn part(&mut self, number: usize) -> &mut Self {
        if self.parts.len() <= number {
            self.parts.resize_with(number + 1, Self::default);
        }
        &mut self.parts[number]
    }
}

impl fmt::Debug for Notes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Notes").field("parts", &self.parts).finish_non_exhaustive()
    }
}
