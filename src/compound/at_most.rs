//! Moves in at most *k* components.

use crate::components::Components;
use crate::compound::joint::{
    Among, JointMove, Together, has_ended, is_legal_in_each, joint_moves, play, sorted_memo_keys,
};
use crate::game::ImpartialGame;

/// Games played together, where a turn makes one move in each of at least one and at most `most` components.
///
/// Theorem (Moore 1910): of nim-heaps, it is lost in normal play exactly if the sizes in binary, each column added modulo `most` + 1,
/// give 0 everywhere ([`MooresNim`](crate::MooresNim)). With Grundy values for sizes this is *false* of other games: three heaps of one
/// counter and a game of value `*0` with an option of value `*1` are N for `most` = 2: take a heap and move to that option. With
/// `most` = 1 it is the sum; with the number of components, the selective compound.
///
/// The number of moves is the sum, over the choices of at least one and at most `most` components, of the product of their numbers of moves. There is no
/// move if `most` is 0.
///
/// ```
/// use grundy::compound::{AtMost, Together};
/// use grundy::{Components, ImpartialGame, Nim, Outcome, Solver};
///
/// let heaps: Together<u64> = [2, 2, 2].map(Components::from).into();
/// let two = AtMost { game: Nim, most: 2 };
/// assert_eq!(two.moves(&heaps).count(), 3 * 2 + 3 * (2 * 2)); // in one of three heaps, or in two
/// assert_eq!(Solver::new(two).outcome(heaps)?, Outcome::P);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Reference: Moore, *A generalization of the game called Nim*, 1910; Winning Ways, ch. 15.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct AtMost<G> {
    /// The rule book of the components.
    pub game: G,
    /// Maximum number of components that a move is played in.
    pub most: usize,
}

impl<G: ImpartialGame> ImpartialGame for AtMost<G> {
    type Position = Together<G::Position>;
    type Move = JointMove<G::Move>;

    fn moves(&self, position: &Self::Position) -> impl Iterator<Item = Self::Move> {
        let places = 0..position.len();
        let open: Vec<usize> = places.filter(|place| !has_ended(&self.game, &position[*place])).collect();
        joint_moves(&self.game, position, open, Among::AtMost(self.most))
    }

    fn play(&self, position: &Self::Position, mv: &Self::Move) -> Components<Self::Position> {
        play(&self.game, position, mv).into()
    }

    fn allows(&self, position: &Self::Position, mv: &Self::Move) -> bool {
        mv.0.len() <= self.most && is_legal_in_each(&self.game, position, mv)
    }

    /// The order of the components does not matter, so the keys are sorted.
    fn memo_key(&self, position: Self::Position) -> Self::Position {
        sorted_memo_keys(&self.game, position)
    }
}
