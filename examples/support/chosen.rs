//! The game and the position that a program was called with.

use grundy::any::Entry;
use grundy::{AnyGame, NotationError, Registry};

use crate::support::Failure;

/// A game and the text of a position, or the text of a sum of several games.
pub(crate) enum Chosen<'a> {
    Game(AnyGame, &'a str),
    Sum(&'a str),
}

/// Reads `GAME [PARAMETER] POSITION`, where the game `sum` has games of its own in its position.
pub(crate) fn choose<'a>(game: &str, position: &'a [String], edible: bool) -> Result<Chosen<'a>, Failure> {
    let (parameter, text) = match position {
        [text] => (None, text),
        [parameter, text] => (Some(parameter), text),
        _ => return Err(Failure::Input("a position is missing".to_owned())),
    };
    if game == "sum" {
        if parameter.is_some() || edible {
            let hint = "a sum is one word, as in kayles:5,6+nim:9+chomp-edible:3,2,1";
            return Err(Failure::Input(hint.to_owned()));
        }
        return Ok(Chosen::Sum(text));
    }
    let mut name = game.to_owned();
    if edible {
        if name != "chomp" {
            return Err(Failure::Input(format!("--edible is for chomp, not for {name}")));
        }
        name += "-edible";
    }
    if let Some(parameter) = parameter {
        name = format!("{name}:{parameter}");
    }
    Ok(Chosen::Game(name.parse().map_err(bad_notation)?, text))
}

/// The games with an example of a position of each, for a help text.
pub(crate) fn games() -> String {
    let line = |entry: &Entry| {
        let named = entry.sample().replacen(':', " ", 1) + " " + entry.example();
        format!("  {named:<24}  {}\n", entry.description())
    };
    let all: String = Registry::standard().iter().map(line).collect();
    format!("Games:\n{all}  sum kayles:5,6+nim:9      several games at once")
}

#[expect(clippy::needless_pass_by_value, reason = "for map_err")]
pub(crate) fn bad_notation(error: NotationError) -> Failure {
    Failure::Input(error.to_string())
}
