//! The law of texts.

use std::fmt::Debug;

use crate::components::Components;
use crate::game::ImpartialGame;
use crate::laws::law::Law;
use crate::laws::violation::Violation;
use crate::notation::Notation;

/// Checks that the text of a position is read as the same position. The texts are those of `text` and of `text_like`, which also writes
/// what the first move of each component leaves, with the position as its model.
///
/// The text may leave out components without moves. All other components must come back, in any order: a notation may have a fixed
/// place for each component, such as the games of a sum one after the other.
///
/// # Errors
///
/// [`Violation::Broken`] with [`Law::TextReadsBack`].
///
/// ```
/// use grundy::{Kayles, laws::check_notation};
/// assert_eq!(check_notation(&Kayles, &[5, 2]), Ok(()));
/// ```
pub fn check_notation<G>(game: &G, components: &[G::Position]) -> Result<(), Violation>
where
    G: Notation + ImpartialGame<Position: Debug>,
{
    check_texts(game, components).map_err(|violation| violation.of_input(components))
}

fn check_texts<G>(game: &G, components: &[G::Position]) -> Result<(), Violation>
where
    G: Notation + ImpartialGame<Position: Debug>,
{
    let text = game.text(components);
    let read = reads_back(game, components, &text)?;
    reads_back(game, components, &game.text_like(&text, components))?;
    // The same of other positions, the results of moves: a text that repeats its model is wrong there.
    for (place, component) in components.iter().enumerate() {
        let Some(mv) = game.moves(component).next() else { continue };
        let left = Components::from(components).replaced(place, game.play(component, &mv));
        reads_back(game, &left, &game.text_like(&text, &left))?;
    }
    // The position that was read may have other components without moves, so its own text is checked too.
    reads_back(game, &read, &game.text(&read)).map(drop)
}

/// Reads a text, and compares the position with the one that was written.
fn reads_back<G>(game: &G, components: &[G::Position], text: &str) -> Result<Components<G::Position>, Violation>
where
    G: Notation + ImpartialGame<Position: Debug>,
{
    let expected = format!("`{text}` is read as the position that was written");
    let report = |found| Err(Violation::broken(Law::TextReadsBack, components, expected, found));
    match game.parse(text) {
        Err(error) => report(error.to_string()),
        Ok(parsed) if !same_but_for_order(going_on(game, &parsed), going_on(game, components)) => {
            report(format!("{:?}", &parsed[..]))
        }
        Ok(parsed) => Ok(parsed),
    }
}

/// The components that have a move.
fn going_on<G: ImpartialGame>(game: &G, components: &[G::Position]) -> Vec<G::Position> {
    components.iter().filter(|component| game.moves(component).next().is_some()).cloned().collect()
}

/// Whether two lists are equal as multisets. Positions need not be ordered, so each is searched for.
fn same_but_for_order<P: PartialEq>(one: Vec<P>, mut other: Vec<P>) -> bool {
    let all_found = one.into_iter().all(|wanted| {
        let place = other.iter().position(|component| *component == wanted);
        place.map(|place| other.swap_remove(place)).is_some()
    });
    all_found && other.is_empty()
}
