//! The law of texts.

use std::fmt::Debug;

use crate::components::Components;
use crate::game::ImpartialGame;
use crate::laws::{Law, Violation};
use crate::notation::Notation;

/// Checks that a position reads back from its text, in every notation that its text is a model of.
///
/// Components without moves may be left out of the text. Everything else comes back, in the same order.
///
/// # Errors
///
/// [`Violation::Broken`] with [`Law::TextReadsBack`].
pub fn check_notation<G>(game: &G, components: &[G::Position]) -> Result<(), Violation>
where
    G: Notation + ImpartialGame<Position: Debug>,
{
    let text = game.text(components);
    reads_back(game, components, &text)?;
    reads_back(game, components, &game.text_like(&text, components))
}

fn reads_back<G>(game: &G, components: &[G::Position], text: &str) -> Result<(), Violation>
where
    G: Notation + ImpartialGame<Position: Debug>,
{
    let expected = format!("`{text}` is read as the position that was written");
    let report = |found| Err(Violation::broken(Law::TextReadsBack, components, expected, found));
    match game.parse(text) {
        Err(error) => report(error.to_string()),
        Ok(parsed) if going_on(game, &parsed) != going_on(game, components) => report(format!("{:?}", &parsed[..])),
        Ok(_) => Ok(()),
    }
}

/// The components that have a move.
fn going_on<G: ImpartialGame>(game: &G, components: &[G::Position]) -> Components<G::Position> {
    components.iter().filter(|component| game.moves(component).next().is_some()).cloned().collect()
}
