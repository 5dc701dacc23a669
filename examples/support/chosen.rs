//! The game and the position that a program was called with.

use grundy::{AnyGame, NotationError};

use crate::support::Failure;

/// A game and the text of a position, or the text of a sum of several games.
pub(crate) enum Chosen<'a> {
    Game(Box<AnyGame>, &'a str),
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
    Ok(Chosen::Game(Box::new(name.parse().map_err(bad_notation)?), text))
}

#[expect(clippy::needless_pass_by_value, reason = "for map_err")]
pub(crate) fn bad_notation(error: NotationError) -> Failure {
    Failure::Input(error.to_string())
}
