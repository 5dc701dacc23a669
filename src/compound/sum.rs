//! The sum of two games.

use either::Either::{self, Left, Right};

use crate::components::Components;
use crate::game::{ImpartialGame, Outcome, Play};
use crate::nimber::Nimber;

/// Two rule books on one table: a component is a position of the one or of the other, and a move is played in one component.
///
/// Theorem (Sprague, Grundy): the value is the nim-sum of the values of the components, so that games that have nothing in
/// common can be added as numbers are. Every position is a list of components anyway; this says that they may belong to
/// different games. Three rule books are the sum of a sum and a game.
///
/// ```
/// use grundy::{Either::{Left, Right}, ImpartialGame, Kayles, LaskersNim, Nim, Nimber, Solver};
///
/// let mut solver = Solver::new(Kayles.plus(Nim));
/// assert_eq!(solver.grundy([Left(5), Right(9)])?, Nimber::new(4 ^ 9));
///
/// let mut three = Solver::new(Kayles.plus(Nim).plus(LaskersNim));
/// assert_eq!(three.grundy([Left(Left(5)), Left(Right(9)), Right(7)])?, Nimber::new(4 ^ 9 ^ 8));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A move costs what it costs in its own game. Hints are those of the two games.
///
/// Reference: Winning Ways, ch. 3.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sum<A, B>(
    /// The game of the positions that are `Left`.
    pub A,
    /// The game of the positions that are `Right`.
    pub B,
);

impl<A: ImpartialGame, B: ImpartialGame> ImpartialGame for Sum<A, B> {
    type Position = Either<A::Position, B::Position>;
    type Move = Either<A::Move, B::Move>;

    fn moves(&self, position: &Self::Position) -> impl Iterator<Item = Self::Move> {
        match position {
            Left(position) => Left(self.0.moves(position).map(Left)),
            Right(position) => Right(self.1.moves(position).map(Right)),
        }
    }

    fn play(&self, position: &Self::Position, mv: &Self::Move) -> Components<Self::Position> {
        match (position, mv) {
            (Left(position), Left(mv)) => self.0.play(position, mv).into_iter().map(Left).collect(),
            (Right(position), Right(mv)) => self.1.play(position, mv).into_iter().map(Right).collect(),
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
            Left(position) => Left(self.0.options(position).map(|left| left.into_iter().map(Left).collect())),
            Right(position) => Right(self.1.options(position).map(|left| left.into_iter().map(Right).collect())),
        }
    }

    fn memo_key(&self, position: Self::Position) -> Self::Position {
        match position {
            Left(position) => Left(self.0.memo_key(position)),
            Right(position) => Right(self.1.memo_key(position)),
        }
    }

    fn known_value(&self, position: &Self::Position) -> Option<Nimber> {
        match position {
            Left(position) => self.0.known_value(position),
            Right(position) => self.1.known_value(position),
        }
    }

    /// Known where only one of the games is on the table.
    fn known_outcome(&self, components: &[Self::Position], play: Play) -> Option<Outcome> {
        let left: Option<Vec<A::Position>> = components.iter().map(|one| one.clone().left()).collect();
        if let Some(left) = left {
            return self.0.known_outcome(&left, play);
        }
        let right: Option<Vec<B::Position>> = components.iter().map(|one| one.clone().right()).collect();
        self.1.known_outcome(&right?, play)
    }

    fn moves_leaving<'a>(
        &'a self,
        position: &'a Self::Position,
        value: Nimber,
    ) -> Option<Box<dyn Iterator<Item = Self::Move> + 'a>> {
        Some(match position {
            Left(position) => Box::new(self.0.moves_leaving(position, value)?.map(Left)),
            Right(position) => Box::new(self.1.moves_leaving(position, value)?.map(Right)),
        })
    }
}
