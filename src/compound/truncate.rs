//! A game that ends where a predicate says so.

use std::fmt;
use std::iter;

use either::Either::{Left, Right};

use crate::components::Components;
use crate::game::ImpartialGame;

/// A game without the moves of the positions for which `end` is true: play is over there.
///
/// No theorem is known that gives its values from those of the game, since an earlier end changes all values before it. It is searched, on no
/// more positions than the game. A loopy game has values if it is truncated before play comes back to a position.
///
/// `end` is called for each component separately. To end play by the state of a *sum*, truncate [`Whole`](crate::Whole)`(game)`: the short
/// [compounds](crate::Compound) are the long ones truncated where one component has ended.
///
/// `end` must always give the same answer for the same position. The hints of the game about values, outcomes and symmetries are not used, since
/// they do not take `end` into account.
///
/// ```
/// use grundy::compound::Truncate;
/// use grundy::{Components, Nim, Nimber, Solver, Whole};
///
/// // Nim in which a heap of one or two counters is left alone.
/// let mut solver = Solver::new(Truncate { game: Nim, end: |heap: &u64| *heap <= 2 });
/// assert_eq!(solver.grundy(7)?, Nimber::new(5));
///
/// // Two heaps, and play is over when they are equal: one move makes them so.
/// let equal = |heaps: &Components<u64>| heaps.len() == 2 && heaps[0] == heaps[1];
/// let mut solver = Solver::new(Truncate { game: Whole(Nim), end: equal });
/// assert_eq!(solver.grundy(Components::<u64>::from([2, 3]))?, Nimber::new(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Reference: Winning Ways, ch. 9 (play that is over before all have ended).
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Truncate<G, F> {
    /// The rule book.
    pub game: G,
    /// Whether play is over at a position.
    pub end: F,
}

/// Writes the rule book; a predicate cannot be written.
impl<G: fmt::Debug, F> fmt::Debug for Truncate<G, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Truncate").field("game", &self.game).finish_non_exhaustive()
    }
}

impl<G: ImpartialGame, F: Fn(&G::Position) -> bool> ImpartialGame for Truncate<G, F> {
    type Position = G::Position;
    type Move = G::Move;

    fn moves(&self, position: &Self::Position) -> impl Iterator<Item = Self::Move> {
        if (self.end)(position) { Left(iter::empty()) } else { Right(self.game.moves(position)) }
    }

    fn play(&self, position: &Self::Position, mv: &Self::Move) -> Components<Self::Position> {
        self.game.play(position, mv)
    }

    fn allows(&self, position: &Self::Position, mv: &Self::Move) -> bool {
        !(self.end)(position) && self.game.allows(position, mv)
    }

    fn move_name(&self, position: &Self::Position, mv: &Self::Move) -> Option<String> {
        self.game.move_name(position, mv)
    }
}
