//! The sum of two games.

use std::ops::ControlFlow;

use either::Either::{self, Left, Right};

use crate::combinators::Sum;
use crate::components::Components;
use crate::control::Control;
use crate::game::{ImpartialGame, Keyed};
use crate::nimber::Nimber;
use crate::notes::Notes;
use crate::question::{Answer, Question};

impl<A: ImpartialGame, B: ImpartialGame> ImpartialGame for Sum<A, B> {
    type Position = Either<A::Position, B::Position>;
    type Move = Either<A::Move, B::Move>;

    // The nimber search is right for all games, and where one of the two needs it, it takes ten times fewer positions and more.
    const SEARCHES_NIMBERS: bool = A::SEARCHES_NIMBERS || B::SEARCHES_NIMBERS;
    const SEARCHES_FORMS: bool = A::SEARCHES_FORMS || B::SEARCHES_FORMS;

    fn moves(&self, position: &Self::Position) -> impl Iterator<Item = Self::Move> {
        match position {
            Left(position) => Left(self.0.moves(position).map(Left)),
            Right(position) => Right(self.1.moves(position).map(Right)),
        }
    }

    fn play(&self, position: &Self::Position, mv: &Self::Move) -> Components<Self::Position> {
        match (position, mv) {
            (Left(position), Left(mv)) => self.0.play(position, mv).map(Left),
            (Right(position), Right(mv)) => self.1.play(position, mv).map(Right),
            _ => position.clone().into(),
        }
    }

    fn allows(&self, position: &Self::Position, mv: &Self::Move) -> bool {
        match (position, mv) {
            (Left(position), Left(mv)) => self.0.allows(position, mv),
            (Right(position), Right(mv)) => self.1.allows(position, mv),
            _ => false,
        }
    }

    fn options(&self, position: &Self::Position) -> impl Iterator<Item = Components<Self::Position>> {
        match position {
            Left(position) => Left(self.0.options(position).map(|left| left.map(Left))),
            Right(position) => Right(self.1.options(position).map(|left| left.map(Right))),
        }
    }

    fn memo_key(&self, position: Self::Position) -> Self::Position {
        match position {
            Left(position) => Left(self.0.memo_key(position)),
            Right(position) => Right(self.1.memo_key(position)),
        }
    }

    /// The codes of the two games are kept apart by their lowest bit.
    fn class_code(&self, key: &Self::Position) -> Option<u128> {
        match key {
            Left(key) => self.0.class_code(key)?.checked_mul(2),
            Right(key) => self.1.class_code(key)?.checked_mul(2).map(|code| code + 1),
        }
    }

    fn expected_work(&self, key: &Self::Position) -> Option<u32> {
        match key {
            Left(key) => self.0.expected_work(key),
            Right(key) => self.1.expected_work(key),
        }
    }

    /// What a move leaves belongs to the game of the component that is moved in.
    fn keyed_options(
        &self,
        key: &Self::Position,
        options: impl Iterator<Item = Components<Self::Position>>,
        mut visit: impl FnMut(Keyed<Self::Position>) -> ControlFlow<()>,
    ) {
        match key {
            Left(key) => {
                let options = options.map(|option| option.into_iter().filter_map(Either::left).collect());
                self.0.keyed_options(key, options, |keyed| visit(keyed.map(Left)));
            }
            Right(key) => {
                let options = options.map(|option| option.into_iter().filter_map(Either::right).collect());
                self.1.keyed_options(key, options, |keyed| visit(keyed.map(Right)));
            }
        }
    }

    fn known_value(&self, position: &Self::Position) -> Option<Nimber> {
        match position {
            Left(position) => self.0.known_value(position),
            Right(position) => self.1.known_value(position),
        }
    }

    fn move_name(&self, position: &Self::Position, mv: &Self::Move) -> Option<String> {
        match (position, mv) {
            (Left(position), Left(mv)) => self.0.move_name(position, mv),
            (Right(position), Right(mv)) => self.1.move_name(position, mv),
            _ => None,
        }
    }

    /// Questions about a sum are answered if all components belong to one of the two games.
    fn oracle<'a>(
        &'a self,
        question: Question<'a, Self::Position>,
        notes: &'a mut Notes,
        control: &mut Control,
    ) -> Answer<'a, Self::Move> {
        match question.component() {
            Some(Left(component)) => match question.of_component(component) {
                Some(question) => self.0.oracle(question, notes.part(0), control).map(Left),
                None => Answer::Unknown,
            },
            Some(Right(component)) => match question.of_component(component) {
                Some(question) => self.1.oracle(question, notes.part(1), control).map(Right),
                None => Answer::Unknown,
            },
            None => {
                let sum = question.sum().expect("a question that is not about a component is about a sum");
                if let Some(left) = sum.iter().map(|one| one.clone().left()).collect::<Option<Vec<_>>>() {
                    let (kept, notes) = notes.own_and_part(0);
                    // The positions are copied into the notes, since the answer may borrow the question.
                    *kept = left;
                    let question = question.of_sum(kept);
                    question.map_or(Answer::Unknown, |question| self.0.oracle(question, notes, control).map(Left))
                } else if let Some(right) = sum.iter().map(|one| one.clone().right()).collect::<Option<Vec<_>>>() {
                    let (kept, notes) = notes.own_and_part(1);
                    *kept = right;
                    let question = question.of_sum(kept);
                    question.map_or(Answer::Unknown, |question| self.1.oracle(question, notes, control).map(Right))
                } else {
                    Answer::Unknown
                }
            }
        }
    }
}
