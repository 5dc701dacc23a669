//! Moves in exactly the components of an edge.

use std::collections::BTreeSet;

use crate::at_least::AtLeast;
use crate::components::Components;
use crate::compound::joint::{Among, JointMove, Together, has_ended, is_legal_in_each, joint_moves, memo_keys, play};
use crate::game::ImpartialGame;

/// Games played together, where a turn chooses an edge of a hypergraph and moves in each component of the edge and in no other.
///
/// Play is over when every edge has a component that has ended. With an edge for each component it is the sum; with one
/// edge of all, the conjunctive short compound. In general no theorem is known; for heaps, a formula of Jenkyns and Mayberry
/// (1980) gives the values of several families of hypergraphs.
///
/// The number of moves is the sum, over the edges, of the product of the numbers of moves of their components. An edge with a component that
/// the position does not have cannot be chosen.
///
/// ```
/// use grundy::compound::{Hypergraph, Together};
/// use grundy::{Components, Nim, Nimber, Solver};
/// use std::collections::BTreeSet;
///
/// // Three heaps in a triangle: a turn takes from two of them. From 1, 1, 1 exactly one turn can be made.
/// let game = Hypergraph { game: Nim, edges: [[0, 1], [1, 2], [0, 2]].map(BTreeSet::from).into() };
/// let heaps: Together<u64> = [1, 1, 1].map(Components::from).into();
/// assert_eq!(Solver::new(game).grundy(heaps)?, Nimber::new(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Reference: Boros, Gurvich, Ho, Makino and Mursic, *Tetris hypergraphs and combinations of impartial games*, 2017
/// (arXiv 1701.02819).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Hypergraph<G> {
    /// The rule book of the components.
    pub game: G,
    /// The edges, each a set of indices of components, from 0. An edge without components has no moves.
    pub edges: BTreeSet<BTreeSet<usize>>,
}

impl<G: ImpartialGame> ImpartialGame for Hypergraph<G> {
    type Position = Together<G::Position>;
    type Move = JointMove<G::Move>;

    fn moves(&self, position: &Self::Position) -> impl Iterator<Item = Self::Move> {
        // A component without a move stops an edge before the moves of the others are put together.
        let goes_on = |place: &usize| position.get(*place).is_some_and(|component| !has_ended(&self.game, component));
        let edges = self.edges.iter().filter(|edge| edge.iter().all(goes_on));
        let by_edge = edges.map(|edge| joint_moves(&self.game, position, edge.iter().copied().collect(), Among::Each));
        let moves: Vec<_> = by_edge.collect();
        let least = moves.iter().map(|moves| moves.size_hint().0).fold(0, usize::saturating_add);
        AtLeast::new(least, moves.into_iter().flatten())
    }

    fn play(&self, position: &Self::Position, mv: &Self::Move) -> Components<Self::Position> {
        play(&self.game, position, mv).into()
    }

    fn allows(&self, position: &Self::Position, mv: &Self::Move) -> bool {
        let edge = mv.0.iter().map(|part| part.component).collect();
        self.edges.contains(&edge) && is_legal_in_each(&self.game, position, mv)
    }

    fn memo_key(&self, position: Self::Position) -> Self::Position {
        memo_keys(&self.game, position)
    }
}
