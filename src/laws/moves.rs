//! The laws of moves.

use std::fmt::Debug;

use crate::game::ImpartialGame;
use crate::laws::catalogue::Catalogue;
use crate::laws::effort::{Effort, MAX_MOVES};
use crate::laws::law::Law;
use crate::laws::violation::{Violation, expect_equal};

/// Lists of moves are the same at each call and finite, and play ends. The catalogue checks all of it when it is filled.
pub(super) fn components_are_sound<G>(game: &G, components: &[G::Position], effort: &Effort) -> Result<(), Violation>
where
    G: ImpartialGame<Position: Debug, Move: Debug>,
{
    Catalogue::of(game, components, effort).map(drop)
}

/// A move is allowed exactly if it is listed. Each move of a given component is tried at every component that play can reach, and each
/// move of those at the given component.
pub(super) fn allowed_are_listed<G>(game: &G, components: &[G::Position], effort: &Effort) -> Result<(), Violation>
where
    G: ImpartialGame<Position: Debug, Move: Debug>,
{
    let catalogue = Catalogue::of(game, components, effort)?;
    for component in components {
        // As many as the catalogue has. A size hint that is wrong reserves no more room.
        let own: Vec<_> = game.moves(component).take(MAX_MOVES).collect();
        for entry in catalogue.entries() {
            effort.spend(2 * own.len().saturating_mul(entry.moves.len()))?;
            for mv in &own {
                check_allowed(game, &entry.position, mv, entry.moves.contains(mv))?;
            }
            for mv in &entry.moves {
                check_allowed(game, &entry.position, mv, true)?;
                check_allowed(game, component, mv, own.contains(mv))?;
            }
        }
    }
    Ok(())
}

/// `allows` agrees with whether the move is listed.
fn check_allowed<G>(game: &G, position: &G::Position, mv: &G::Move, listed: bool) -> Result<(), Violation>
where
    G: ImpartialGame<Position: Debug, Move: Debug>,
{
    let is = if listed { "is" } else { "is not" };
    let what = format_args!("the move {mv:?} {is} listed, so whether it is allowed is");
    expect_equal(Law::Allows, position, &what, &listed, &game.allows(position, mv))
}
