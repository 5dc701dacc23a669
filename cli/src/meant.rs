//! What was probably meant by words that are wrong: the name of a game that is like an unknown one, and a position whose words stand apart.

use grundy::any::Entry;
use grundy::heap::TakeAndBreak;
use grundy::{AnyGame, Notation, NotationError, Registry};

use crate::failure::Failure;
use crate::program::program;

/// The word in place of a game's name for a sum of several games.
pub(crate) const SUM: &str = "sum";

/// Least likeness of a name that is meant, by Jaro and Winkler: from 0 to 1, where equal names have 1.
const LIKE: f64 = 0.8;
/// Least number of letters of a name that is like another one.
const FEWEST_LETTERS: usize = 3;

/// The error with the name that was probably meant, if it is that no game has the name at its place.
pub(crate) fn with_nearest(error: NotationError, registry: &Registry) -> NotationError {
    let text = error.text();
    let at = text.char_indices().nth(error.place() - 1).map_or(text.len(), |(at, _)| at);
    // In a sum, a name stands at the beginning or after a plus.
    let is_name = matches!(text[..at].trim_end().chars().next_back(), None | Some('+'));
    let name = text[at..].split([':', '+', ' ']).next().unwrap_or_default();
    match nearest(name, registry).filter(|_| is_name) {
        Some(nearest) => {
            let reason = format!("no game is called `{name}`; did you mean {nearest}? `{} games` lists all", program());
            NotationError::new(text, at, reason)
        }
        None => error,
    }
}

/// The name of a game that is most like an unknown name, if it is like it at all.
fn nearest<'a>(name: &str, registry: &'a Registry) -> Option<&'a str> {
    if entry(name, registry).is_some() || name.chars().filter(|letter| letter.is_alphabetic()).count() < FEWEST_LETTERS
    {
        return None;
    }
    let lower = name.to_lowercase();
    let likeness = |entry: &'a Entry| (strsim::jaro_winkler(&lower, entry.name()), entry.name());
    let (likeness, nearest) = registry.iter().map(likeness).max_by(|one, other| one.0.total_cmp(&other.0))?;
    (likeness >= LIKE).then_some(nearest)
}

/// What a command reads beside a code.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Beside {
    /// In place of the code, a game and a position of it.
    Position,
    /// Nothing.
    Nothing,
}

/// Reads a code, for this command; a name of a game in its place, or one that is like it, is told as such.
pub(crate) fn code(text: &str, registry: &Registry, command: &str, beside: Beside) -> Result<TakeAndBreak, Failure> {
    text.parse().map_err(|error: NotationError| {
        let Some(entry) = entry(text, registry).or_else(|| entry(nearest(text, registry)?, registry)) else {
            return error.into();
        };
        let (game, program) = (entry.name(), program());
        let unknown = if game == text { String::new() } else { format!("`{text}` is no code; ") };
        Failure::input(match beside {
            Beside::Position => format!(
                "{unknown}`{game}` is a game, and a code is wanted, as 0.77; or a position of it: `{program} {command} {game} {}`",
                entry.example()
            ),
            Beside::Nothing => {
                format!("{unknown}`{game}` is a game, and a code is wanted, as in `{program} {command} 0.77`")
            }
        })
    })
}

/// The reason why a position whose words stand apart is none, with the position that they make together, if there is one.
pub(crate) fn apart(game: &AnyGame, called: &str, words: &[String], example: Option<&str>) -> String {
    let words: Vec<&str> = words.iter().map(|word| word.trim_matches(',')).collect();
    let are_numbers = words.iter().all(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
    // Heaps, rows of a board, pins beside gaps, and the sides of a rectangle.
    let between = [",", "/", "."].into_iter().chain(are_numbers.then_some("x"));
    let mut together = between.map(|between| words.join(between));
    match together.find(|text| game.parse(text).is_ok()).as_deref().or(example) {
        Some(meant) => format!("a position is one word, as in `{called} {meant}`"),
        None => "a position is one word".to_owned(),
    }
}

/// The reason why a game and a position are not read, if they are one word, as quotes make of several.
pub(crate) fn quoted(text: &str, registry: &Registry) -> Option<String> {
    let (game, rest) = text.trim().split_once(char::is_whitespace)?;
    (is_game(game, registry) && registry.parse(text).is_err())
        .then(|| format!("a game and a position are words of their own: {game} {}, without quotes", rest.trim()))
}

/// Whether a word is the name of a game, with its parameters or without them, or of sums.
pub(crate) fn is_game(name: &str, registry: &Registry) -> bool {
    name == SUM || entry(name, registry).is_some() || registry.parse(name).is_ok()
}

/// The entry of a game, by its name without parameters.
pub(crate) fn entry<'a>(name: &str, registry: &'a Registry) -> Option<&'a Entry> {
    registry.iter().find(|entry| entry.name() == name)
}
