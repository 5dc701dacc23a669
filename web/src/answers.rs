//! The types of questions and answers, which are JSON on the wire.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

/// A position of a game, in the game's own notation.
#[derive(Deserialize)]
pub(crate) struct AtPosition {
    pub(crate) game: String,
    pub(crate) position: String,
}

/// A position, and the rest of the question.
#[derive(Deserialize)]
pub(crate) struct About<T> {
    pub(crate) game: String,
    pub(crate) position: String,
    #[serde(flatten)]
    pub(crate) more: T,
}

/// The strength of the computer.
#[derive(Deserialize)]
pub(crate) struct Level {
    pub(crate) level: Strength,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Strength {
    /// Moves at random.
    Easy,
    /// Looks two of its own moves ahead.
    Medium,
    /// Never loses an N-position.
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
    /// A random position, within the sides if they are given.
    #[serde(default)]
    pub(crate) random: bool,
    /// The position as text, which a game without a picture needs. It goes before all else.
    pub(crate) position: Option<String>,
    /// The sides of a board. Any number is read; one that is out of range is refused with a sentence.
    pub(crate) width: Option<i64>,
    pub(crate) height: Option<i64>,
    /// The columns to the left of the centre, and the rows above it; without them it lies in the middle.
    pub(crate) left: Option<i64>,
    pub(crate) above: Option<i64>,
}

/// A game: its players, and its positions up to the last.
#[derive(Deserialize)]
pub(crate) struct Story {
    pub(crate) game: String,
    /// The names of the players; the first player began.
    pub(crate) players: [String; 2],
    pub(crate) positions: Vec<String>,
    /// The moves that were made before the first of these positions, of a game that is too long to be told whole.
    #[serde(default)]
    pub(crate) earlier: u32,
}

/// All games on offer, those with a picture first.
#[derive(Serialize)]
pub(crate) struct Games<'a> {
    pub(crate) games: &'a [GameKind],
}

/// A game on offer.
#[derive(Clone, Serialize)]
pub(crate) struct GameKind {
    /// The name in questions. A game with parameters has an example of them in its name.
    pub(crate) name: Cow<'static, str>,
    pub(crate) title: Cow<'static, str>,
    pub(crate) layout: Layout,
    pub(crate) rule: Cow<'static, str>,
    /// Width and height of a new game for which none are wished; of a game in text, none.
    pub(crate) sides: Option<[u32; 2]>,
    /// An example of a position, of a game in text.
    pub(crate) example: Option<String>,
}

/// How a game is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Layout {
    /// Tiles around a centre.
    Centre,
    /// Tiles from a corner.
    Corner,
    /// Pins or counters in rows.
    Rows,
    /// Components and moves as text.
    Text,
}

/// A position, drawn.
#[derive(Serialize)]
pub(crate) struct View {
    pub(crate) game: String,
    /// In the game's own notation. The page sends it back with its next question.
    pub(crate) position: String,
    /// Whether no move is left.
    pub(crate) over: bool,
    pub(crate) parts: Vec<Part>,
    /// In reading order.
    pub(crate) moves: Vec<Move>,
    /// The nim-sum of the values, if all are known.
    pub(crate) working: Option<Working>,
    /// Why some values are not known.
    pub(crate) note: Option<String>,
}

/// A component of the sum: a quadrant, a board, a row, a heap. An empty quadrant is a part too.
#[derive(Serialize)]
pub(crate) struct Part {
    pub(crate) name: String,
    /// A short name, for narrow screens.
    pub(crate) short: String,
    /// A word for the colour and place: `nw`, `board`, `row`.
    pub(crate) class: &'static str,
    pub(crate) cells: Vec<Place>,
    /// The component as text, of a game without a board.
    pub(crate) text: Option<String>,
    /// A picture beside the text, as SVG.
    pub(crate) picture: Option<String>,
    /// The index of the cell that cannot be taken.
    pub(crate) poison: Option<usize>,
    pub(crate) value: Option<u64>,
    pub(crate) binary: Option<String>,
}

/// A place on the board: columns to the right and rows up. The centre is between −1 and 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Place {
    pub(crate) x: i32,
    pub(crate) y: i32,
}

#[derive(Serialize)]
pub(crate) struct Move {
    /// The text that the page sends to play the move.
    pub(crate) text: String,
    /// The move in words, with its component.
    pub(crate) label: String,
    pub(crate) part: usize,
    /// The place to be clicked.
    pub(crate) at: Place,
    /// Whether the place to be clicked is between this one and the next to the right.
    pub(crate) between: bool,
    /// The indices of the cells of the part that the move removes.
    pub(crate) removes: Vec<usize>,
    /// The value of the part after the move.
    pub(crate) leaves: Option<u64>,
    /// Whether the move wins.
    pub(crate) wins: Option<bool>,
}

/// The sum of the values, column by column.
#[derive(Serialize)]
pub(crate) struct Working {
    pub(crate) value: u64,
    pub(crate) binary: String,
    /// For each column of the binary numbers, whether the number of ones is odd.
    pub(crate) odd: Vec<bool>,
    /// Who can win, in a sentence.
    pub(crate) sentence: String,
}

/// The move of the computer.
#[derive(Serialize)]
pub(crate) struct Reply {
    #[serde(rename = "move")]
    pub(crate) mv: String,
    /// The places that the move removes.
    pub(crate) removes: Vec<Place>,
    /// A note if the computer did not play at the strength of the question.
    pub(crate) note: Option<String>,
    pub(crate) view: View,
}

/// A hint in one sentence, and its move.
#[derive(Serialize)]
pub(crate) struct Hint {
    pub(crate) sentence: String,
    #[serde(rename = "move")]
    pub(crate) mv: Option<String>,
}

/// The winner, and the reason.
#[derive(Serialize)]
pub(crate) struct Review {
    /// 0 for the player who began, 1 for the other; `None` if a move is left, or nothing was played.
    pub(crate) winner: Option<usize>,
    pub(crate) sentence: String,
}

#[derive(Serialize)]
pub(crate) struct Error<'a> {
    pub(crate) error: &'a str,
}
