//! What goes over the wire: questions and answers as types, which are JSON there.

use serde::{Deserialize, Serialize};

use crate::drawn::{GAMES, GameKind};

/// A position of a game, in the game's own notation.
#[derive(Deserialize)]
pub(crate) struct AtPosition {
    pub(crate) game: String,
    pub(crate) position: String,
}

/// A position, and what else is asked of it.
#[derive(Deserialize)]
pub(crate) struct About<T> {
    pub(crate) game: String,
    pub(crate) position: String,
    #[serde(flatten)]
    pub(crate) more: T,
}

/// How well the computer plays.
#[derive(Deserialize)]
pub(crate) struct Level {
    pub(crate) level: Strength,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Strength {
    /// Any move.
    Easy,
    /// Wins when it sees it within two moves of its own.
    Medium,
    /// Never loses a won position.
    Hard,
}

/// A move to be played, as it is written in the [view](View).
#[derive(Deserialize)]
pub(crate) struct Played {
    pub(crate) game: String,
    pub(crate) position: String,
    #[serde(rename = "move")]
    pub(crate) mv: String,
}

/// A new game.
#[derive(Deserialize)]
pub(crate) struct Wish {
    pub(crate) game: String,
    /// By chance, within the sides if they are given.
    #[serde(default)]
    pub(crate) random: bool,
    /// The sides of a board, which may be any number: what is out of range gets a sentence.
    pub(crate) width: Option<i64>,
    pub(crate) height: Option<i64>,
    /// The columns to the left of the centre, and the rows above it; without them it lies in the middle.
    pub(crate) left: Option<i64>,
    pub(crate) above: Option<i64>,
}

/// A whole game: its positions from the first to the last, and who played.
#[derive(Deserialize)]
pub(crate) struct Story {
    pub(crate) game: String,
    /// The players' names; the first of them began.
    pub(crate) players: [String; 2],
    pub(crate) positions: Vec<String>,
}

/// The games that there are.
#[derive(Serialize)]
pub(crate) struct Games {
    games: [GameKind; 5],
}

impl Games {
    pub(crate) const fn all() -> Self {
        Self { games: GAMES }
    }
}

/// A position, drawn.
#[derive(Serialize)]
pub(crate) struct View {
    pub(crate) game: &'static str,
    /// In the game's own notation: what the page sends back.
    pub(crate) position: String,
    /// Whether no move is left.
    pub(crate) over: bool,
    pub(crate) parts: Vec<Part>,
    /// In reading order.
    pub(crate) moves: Vec<Move>,
    /// What the values add up to, if all are known.
    pub(crate) working: Option<Working>,
    /// Why some values are not known.
    pub(crate) note: Option<String>,
}

/// A component of the sum: a quadrant, a board, a row, a heap. An empty quadrant is one too.
#[derive(Serialize)]
pub(crate) struct Part {
    pub(crate) name: String,
    /// The same where there is little room.
    pub(crate) short: String,
    /// A word for the colour and place: `nw`, `board`, `row`.
    pub(crate) class: &'static str,
    pub(crate) cells: Vec<Place>,
    /// Which of them nobody may take.
    pub(crate) poison: Option<usize>,
    pub(crate) value: Option<u64>,
    pub(crate) binary: Option<String>,
}

/// Where something is drawn: to the right and up, the centre between −1 and 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Place {
    pub(crate) x: i32,
    pub(crate) y: i32,
}

#[derive(Serialize)]
pub(crate) struct Move {
    /// What the page sends to play it.
    pub(crate) text: String,
    /// What is said of it.
    pub(crate) label: String,
    pub(crate) part: usize,
    /// Where it is clicked.
    pub(crate) at: Place,
    /// Whether it is clicked between this place and the next one to the right.
    pub(crate) between: bool,
    /// Which cells of the part go.
    pub(crate) removes: Vec<usize>,
    /// The value that it leaves of its part.
    pub(crate) leaves: Option<u64>,
    /// Whether it wins.
    pub(crate) wins: Option<bool>,
}

/// The sum of the values, column by column.
#[derive(Serialize)]
pub(crate) struct Working {
    pub(crate) value: u64,
    pub(crate) binary: String,
    /// For each column of the binary numbers, whether the number of ones is odd.
    pub(crate) odd: Vec<bool>,
    /// What follows from it.
    pub(crate) sentence: String,
}

/// What the computer plays.
#[derive(Serialize)]
pub(crate) struct Reply {
    #[serde(rename = "move")]
    pub(crate) mv: String,
    /// What it takes, as places before the move.
    pub(crate) removes: Vec<Place>,
    /// How it was found, where that is not what was asked for.
    pub(crate) note: Option<String>,
    pub(crate) view: View,
}

/// One sentence, and the move that it is about.
#[derive(Serialize)]
pub(crate) struct Hint {
    pub(crate) sentence: String,
    #[serde(rename = "move")]
    pub(crate) mv: Option<String>,
}

/// Who won, and why.
#[derive(Serialize)]
pub(crate) struct Review {
    /// 0 for who began, 1 for the other; nobody yet if a move is left.
    pub(crate) winner: Option<usize>,
    pub(crate) sentence: String,
}

#[derive(Serialize)]
pub(crate) struct Error<'a> {
    pub(crate) error: &'a str,
}
