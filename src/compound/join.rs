//! Two rule books on the same positions.

use either::Either::{self, Left, Right};

use crate::components::Components;
use crate::game::ImpartialGame;

/// Two rule books on the same positions: a move is one of either.
///
/// No theorem is known: the values of the two games do not determine the value of the join, since the options of an option change too. It is
/// searched, with all moves of both games, since what is symmetric for one need not be so for the other. If one game undoes moves of the other, play can
/// come back to a position, and a solver says that the game is loopy.
///
/// ```
/// use grundy::compound::Join;
/// use grundy::{GrundysGame, Nimber, Solver, Subtraction};
///
/// // To take one counter or to split into two unequal heaps.
/// let mut solver = Solver::new(Join(Subtraction::new([1])?, GrundysGame));
/// assert_eq!(solver.grundy(3)?, Nimber::new(2)); // 2 is worth *0, and 1 + 2 is worth *1 + *0
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Reference: Winning Ways, ch. 4 (taking and breaking, where a rule allows one of several kinds of moves).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Join<A, B>(
    /// The rule book of the moves that are `Left`.
    pub A,
    /// The rule book of the moves that are `Right`.
    pub B,
);

impl<A: ImpartialGame, B: ImpartialGame<Position = A::Position>> ImpartialGame for Join<A, B> {
    type Position = A::Position;
    type Move = Either<A::Move, B::Move>;

    fn moves(&self, position: &Self::Position) -> impl Iterator<Item = Self::Move> {
        self.0.moves(position).map(Left).chain(self.1.moves(position).map(Right))
    }

    fn play(&self, position: &Self::Position, mv: &Self::Move) -> Components<Self::Position> {
        match mv {
            Left(mv) => self.0.play(position, mv),
            Right(mv) => self.1.play(position, mv),
        }
    }

    fn allows(&self, position: &Self::Position, mv: &Self::Move) -> bool {
        match mv {
            Left(mv) => self.0.allows(position, mv),
            Right(mv) => self.1.allows(position, mv),
        }
    }

    fn move_name(&self, position: &Self::Position, mv: &Self::Move) -> Option<String> {
        match mv {
            Left(mv) => self.0.move_name(position, mv),
            Right(mv) => self.1.move_name(position, mv),
        }
    }
}
