//! Kinds of components, which decide how a component is drawn and how its moves are typed.

use grundy::any::AnyPosition;
use grundy::chomp::{Board, Chomp, Corner, QuadrantBoard};
use grundy::games::{Chain, Heaps, Numbers, Pair, Tree};
use grundy::{AnyGame, DawsonsKayles, Kayles, MooresNim, Treblecross, Wythoff};

/// A component of a known kind.
pub(crate) enum Kind<'a> {
    /// A row of pins, of which a move takes one or two neighbours.
    Pins(u64),
    /// A strip of cells, of which a move marks one.
    Cells(u64),
    /// A heap of which counters are taken, or which is split.
    Heap(u64),
    /// A heap of a take-and-break code.
    CodeHeap(u128),
    Pair(&'a Pair),
    Heaps(&'a Heaps),
    Chain(&'a Chain),
    Numbers(&'a Numbers),
    Tree(&'a Tree),
    Chomp(&'a Board, Corner),
    Quadrant(&'a QuadrantBoard),
    /// Any other component: a diagram or text, with moves that are typed as they are listed.
    Other,
}

impl<'a> Kind<'a> {
    pub(crate) fn of(game: &AnyGame, position: &'a AnyPosition) -> Self {
        let chomp = || Some(Self::Chomp(position.downcast_ref()?, game.downcast_ref::<Chomp>()?.corner()));
        // The types of positions tell most kinds apart, except where rule books with different moves share one.
        let kinds = [
            position.downcast_ref().map(|size| Self::of_size(game, *size)),
            position.downcast_ref().copied().map(Self::CodeHeap),
            game.downcast_ref::<Wythoff>().and_then(|_| position.downcast_ref().map(Self::Pair)),
            game.downcast_ref::<MooresNim>().and_then(|_| position.downcast_ref().map(Self::Heaps)),
            position.downcast_ref().map(Self::Chain),
            position.downcast_ref().map(Self::Numbers),
            position.downcast_ref().map(Self::Tree),
            position.downcast_ref().map(Self::Quadrant),
            chomp(),
        ];
        kinds.into_iter().flatten().next().unwrap_or(Self::Other)
    }

    fn of_size(game: &AnyGame, size: u64) -> Self {
        if game.downcast_ref::<Kayles>().is_some() || game.downcast_ref::<DawsonsKayles>().is_some() {
            Self::Pins(size)
        } else if game.downcast_ref::<Treblecross>().is_some() {
            Self::Cells(size)
        } else {
            Self::Heap(size)
        }
    }

    /// The board, if the component is one.
    pub(crate) fn board(&self) -> Option<&'a Board> {
        match self {
            Self::Chomp(board, _) => Some(board),
            Self::Quadrant(quadrant) => Some(&quadrant.board),
            _ => None,
        }
    }
}
