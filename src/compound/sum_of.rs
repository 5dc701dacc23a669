//! The sum of many games of one type.

use std::fmt;
use std::iter;
use std::ops::ControlFlow;

use either::Either;

use crate::components::Components;
use crate::control::Control;
use crate::game::{ImpartialGame, Keyed};
use crate::nimber::Nimber;
use crate::notes::Notes;
use crate::question::{Answer, Question};

/// The sum of many games of one type: each component says which rule book it is played by.
///
/// Theorem (Sprague, Grundy): the value is the nim-sum of the values of the components.
///
/// ```
/// use grundy::{At, Nimber, Solver, Subtraction, SumOf};
///
/// let table = SumOf(vec![Subtraction::new([1, 2])?, Subtraction::new([1, 3, 4])?]);
/// let heaps = [At { game: 0, position: 5 }, At { game: 1, position: 20 }, At { game: 1, position: 21 }];
/// assert_eq!(Solver::new(table).grundy(heaps)?, Nimber::new(0)); // *2 + *2 + *0
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A component of a rule book that is not in the list has no moves. Hints are those of the rule books. Each entry of the list counts as another rule book:
/// a theorem about sums in misère play is used where all components have the same entry.
///
/// Reference: Winning Ways, ch. 3.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SumOf<G>(
    /// The rule books.
    pub Vec<G>,
);

/// A component with the index of its rule book in the list, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct At<P> {
    /// The index of the rule book.
    pub game: usize,
    /// The component.
    pub position: P,
}

/// Writes the component only.
impl<P: fmt::Display> fmt::Display for At<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.position.fmt(f)
    }
}

impl<G: ImpartialGame> ImpartialGame for SumOf<G> {
    type Position = At<G::Position>;
    type Move = G::Move;

    const SEARCHES_NIMBERS: bool = G::SEARCHES_NIMBERS;
    const SEARCHES_FORMS: bool = G::SEARCHES_FORMS;

    fn moves(&self, at: &Self::Position) -> impl Iterator<Item = Self::Move> {
        match self.0.get(at.game) {
            Some(game) => Either::Left(game.moves(&at.position)),
            None => Either::Right(iter::empty()),
        }
    }

    fn play(&self, at: &Self::Position, mv: &Self::Move) -> Components<Self::Position> {
        match self.0.get(at.game) {
            Some(game) => placed(at.game, game.play(&at.position, mv)),
            None => at.clone().into(),
        }
    }

    fn allows(&self, at: &Self::Position, mv: &Self::Move) -> bool {
        self.0.get(at.game).is_some_and(|game| game.allows(&at.position, mv))
    }

    fn options(&self, at: &Self::Position) -> impl Iterator<Item = Components<Self::Position>> {
        let options = match self.0.get(at.game) {
            Some(game) => Either::Left(game.options(&at.position)),
            None => Either::Right(iter::empty()),
        };
        options.map(|left| placed(at.game, left))
    }

    fn memo_key(&self, at: Self::Position) -> Self::Position {
        match self.0.get(at.game) {
            Some(game) => At { game: at.game, position: game.memo_key(at.position) },
            None => at,
        }
    }

    /// The codes of the rule books are kept apart by the remainder.
    fn class_code(&self, key: &Self::Position) -> Option<u128> {
        let code = self.0.get(key.game)?.class_code(&key.position)?;
        code.checked_mul(self.0.len() as u128)?.checked_add(key.game as u128)
    }

    fn expected_work(&self, key: &Self::Position) -> Option<u32> {
        self.0.get(key.game)?.expected_work(&key.position)
    }

    /// What a move leaves belongs to the rule book of the component that is moved in.
    fn keyed_options(
        &self,
        key: &Self::Position,
        options: impl Iterator<Item = Components<Self::Position>>,
        mut visit: impl FnMut(Keyed<Self::Position>) -> ControlFlow<()>,
    ) {
        let Some(game) = self.0.get(key.game) else { return };
        let options = options.map(|option| option.map(|at| at.position));
        game.keyed_options(&key.position, options, |keyed| {
            visit(keyed.map(|position| At { game: key.game, position }))
        });
    }

    fn known_value(&self, at: &Self::Position) -> Option<Nimber> {
        self.0.get(at.game).map_or(Some(Nimber::ZERO), |game| game.known_value(&at.position))
    }

    fn move_name(&self, at: &Self::Position, mv: &Self::Move) -> Option<String> {
        self.0.get(at.game)?.move_name(&at.position, mv)
    }

    /// Questions about a sum are answered if all components belong to one rule book.
    fn oracle<'a>(
        &'a self,
        question: Question<'a, Self::Position>,
        notes: &'a mut Notes,
        control: &mut Control,
    ) -> Answer<'a, Self::Move> {
        if let Some(at) = question.component() {
            return match (self.0.get(at.game), question.of_component(&at.position)) {
                (Some(game), Some(question)) => game.oracle(question, notes.part(at.game), control),
                _ => Answer::Unknown,
            };
        }
        let sum = question.sum().expect("a question that is not about a component is about a sum");
        let Some(first) = sum.first().map(|at| at.game) else { return Answer::Unknown };
        let Some(game) = self.0.get(first) else { return Answer::Unknown };
        if sum.iter().any(|at| at.game != first) {
            return Answer::Unknown;
        }
        // The positions are copied into the notes, since the answer may borrow the question.
        let (own, notes) = notes.own_and_part::<Vec<G::Position>>(first);
        own.clear();
        own.extend(sum.iter().map(|at| at.position.clone()));
        question.of_sum(own).map_or(Answer::Unknown, |question| game.oracle(question, notes, control))
    }
}

fn placed<P>(game: usize, left: Components<P>) -> Components<At<P>> {
    left.map(|position| At { game, position })
}
