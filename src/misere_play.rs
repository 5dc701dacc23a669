//! Misère play as normal play of another game.

use crate::at_least::AtLeast;
use crate::components::Components;
use crate::game::{ImpartialGame, SumMove};
use crate::whole::Whole;

/// The game on whole positions of `G` in which a player without a move has one move more, which ends the game.
///
/// Who cannot move in `G` wins misère play of `G`, and wins here by that move. So a position is a P-position of misère play of `G` exactly if
/// its value here is 0, and a search for zeros in normal play decides misère play.
///
/// For example, one pin of Kayles: the only move leaves no pin, which is worth `*1` here, since its only option is the empty sum. So one pin is
/// worth `*0`, a P-position: who must take the last pin loses. Hints about values of `G` are of no use here.
pub(crate) struct MiserePlay<G>(pub(crate) Whole<G>);

impl<G: ImpartialGame> ImpartialGame for MiserePlay<G> {
    type Position = Components<G::Position>;
    /// The last move is `None`.
    type Move = Option<SumMove<G::Move>>;

    fn moves(&self, position: &Self::Position) -> impl Iterator<Item = Self::Move> {
        let mut moves = self.0.moves(position).map(Some).peekable();
        let last = moves.peek().is_none().then_some(None);
        last.into_iter().chain(moves)
    }

    fn play(&self, position: &Self::Position, mv: &Self::Move) -> Components<Self::Position> {
        mv.as_ref().map_or_else(Components::new, |mv| self.0.play(position, mv))
    }

    fn options(&self, position: &Self::Position) -> impl Iterator<Item = Components<Self::Position>> {
        let options = self.0.options(position);
        let least = options.size_hint().0;
        let mut options = options.peekable();
        let last = options.peek().is_none().then(Components::new);
        AtLeast::new(least, last.into_iter().chain(options))
    }

    fn memo_key(&self, position: Self::Position) -> Self::Position {
        self.0.memo_key(position)
    }
}
