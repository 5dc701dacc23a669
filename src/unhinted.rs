//! A game stripped of its hints.

use crate::components::Components;
use crate::game::ImpartialGame;

/// The same game without its hints: only [`moves`](ImpartialGame::moves) and [`play`](ImpartialGame::play) are left.
///
/// Solving it is the check that the hints of the game are sound, and shows what they save.
///
/// ```
/// use grundy::{Nim, Solver, Unhinted};
///
/// let mut by_theorem = Solver::new(Nim);
/// let mut by_search = Solver::new(Unhinted(Nim));
/// assert_eq!(by_theorem.grundy(300)?, by_search.grundy(300)?);
/// assert_eq!((by_theorem.solved(), by_search.solved()), (0, 300));
/// # Ok::<(), grundy::SolveError<u64>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unhinted<G>(pub G);

impl<G: ImpartialGame> ImpartialGame for Unhinted<G> {
    type Position = G::Position;
    type Move = G::Move;

    fn moves(&self, position: &Self::Position) -> impl Iterator<Item = Self::Move> {
        self.0.moves(position)
    }

    fn play(&self, position: &Self::Position, mv: &Self::Move) -> Components<Self::Position> {
        self.0.play(position, mv)
    }
}
