//! Whole positions: a sum that is played as one game.

use crate::at_least::AtLeast;
use crate::components::Components;
use crate::control::Control;
use crate::game::{ImpartialGame, SumMove};
use crate::nimber::Nimber;
use crate::notes::Notes;
use crate::question::{Answer, Question};
use crate::sorted::sort_by_hash;

/// The game on whole positions: a position is a sum of components of `G`, and what a move leaves is one such sum.
///
/// Theorem (Sprague, Grundy): under normal play its value is the nim-sum of the components' values. This rule book uses the theorem only in
/// its hints: a solver of `Whole(Unhinted(game))` finds values by brute force. Theories without a rule for sums, such as misère play, are
/// searched on it.
///
/// The number of positions is the number of multisets of components that play can reach, which grows exponentially with the number of
/// components. Sums with the same components in another order have one entry in a memo.
///
/// ```
/// use grundy::{Components, Kayles, Solver, Unhinted, Whole};
///
/// let rows = Components::from([5, 6, 3, 2]);
/// let by_search = Solver::new(Whole(Unhinted(Kayles))).grundy(rows.clone())?;
/// assert_eq!(by_search, Solver::new(Kayles).grundy(rows).unwrap()); // *6
/// # Ok::<(), grundy::SolveError<Components<u64>>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Whole<G>(pub G);

impl<G: ImpartialGame> ImpartialGame for Whole<G> {
    type Position = Components<G::Position>;
    type Move = SumMove<G::Move>;

    fn moves(&self, position: &Self::Position) -> impl Iterator<Item = Self::Move> {
        moves_of(&self.0, position)
    }

    fn play(&self, position: &Self::Position, mv: &Self::Move) -> Components<Self::Position> {
        let left = position.get(mv.component).map(|component| self.0.play(component, &mv.mv));
        Components::from(left.map_or_else(|| position.clone(), |left| position.replaced(mv.component, left)))
    }

    fn allows(&self, position: &Self::Position, mv: &Self::Move) -> bool {
        position.get(mv.component).is_some_and(|component| self.0.allows(component, &mv.mv))
    }

    fn options(&self, position: &Self::Position) -> impl Iterator<Item = Components<Self::Position>> {
        let least = position.iter().map(|part| self.0.options(part).size_hint().0).fold(0, usize::saturating_add);
        let options = position.iter().enumerate().flat_map(move |(place, component)| {
            self.0.options(component).map(move |left| Components::from(position.replaced(place, left)))
        });
        AtLeast::new(least, options)
    }

    /// Replaces each component by its own key, and sorts the keys by their hashes.
    fn memo_key(&self, mut position: Self::Position) -> Self::Position {
        // One component needs no order.
        if position.len() == 1
            && let Some(component) = position.pop()
        {
            return Components::from(self.0.memo_key(component));
        }
        let mut key = position.map(|component| self.0.memo_key(component));
        // Positions need not implement `Ord`. Keys with the same hash may stand in any order, which costs an entry for each.
        sort_by_hash(key.as_mut_slice());
        key
    }

    fn known_value(&self, position: &Self::Position) -> Option<Nimber> {
        position.iter().map(|component| self.0.known_value(component)).sum()
    }

    fn move_name(&self, position: &Self::Position, mv: &Self::Move) -> Option<String> {
        let mv = SumMove { component: mv.component, mv: self.0.move_name(position.get(mv.component)?, &mv.mv)? };
        Some(mv.to_string())
    }

    /// A question about one whole position is a question about a sum of the game. Winning moves are left to the search, since the game would
    /// list them by component.
    fn oracle<'a>(
        &'a self,
        question: Question<'a, Self::Position>,
        notes: &'a mut Notes,
        control: &mut Control,
    ) -> Answer<'a, Self::Move> {
        let asked = match (question, question.sum()) {
            (Question::Winning { .. }, _) => None,
            (_, Some([position])) => question.of_sum(position),
            _ => None,
        };
        match asked {
            Some(question) => self.0.oracle(question, notes.part(0), control).without_moves(),
            None => Answer::Unknown,
        }
    }
}

/// The moves of a whole position. Unlike those of [`Whole`], they do not borrow a value of that type.
pub(crate) fn moves_of<G: ImpartialGame>(
    game: &G,
    position: &Components<G::Position>,
) -> impl Iterator<Item = SumMove<G::Move>> {
    let least = position.iter().map(|part| game.moves(part).size_hint().0).fold(0, usize::saturating_add);
    let moves = position.iter().enumerate();
    let moves = moves.flat_map(move |(component, part)| game.moves(part).map(move |mv| SumMove { component, mv }));
    AtLeast::new(least, moves)
}

/// What a move leaves of a whole position.
pub(crate) fn played<G: ImpartialGame>(
    game: &G,
    position: &Components<G::Position>,
    mv: &SumMove<G::Move>,
) -> Components<G::Position> {
    Whole(game).play(position, mv).into_iter().flatten().collect()
}
