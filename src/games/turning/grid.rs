//! Coin-turning games in two dimensions.

use std::fmt;
use std::str::FromStr;

use crate::components::Components;
use crate::compound::{Coordinates, InBoth, Tartan};
use crate::control::Control;
use crate::game::ImpartialGame;
use crate::games::turning::{CoinTurning, Head, MOST_DRAWN, TurnCoins, drawn_row, is_drawn, refuses};
use crate::nimber::Nimber;
use crate::notation::{Notation, NotationError, Piece, join};
use crate::notes::Notes;
use crate::outcome::Play;
use crate::question::{Answer, Question};
use crate::serial::serde_as_text;

/// A coin-turning game on a board: choose rows by one code and columns by another, and turn all coins where they cross. The last of these
/// coins, at the lower right, must go from heads to tails.
///
/// Theorem (the Tartan theorem): the value of a head is the nim-product of the values of its row and its column in the two
/// [coin-turning games](CoinTurning). The value of a board is the nim-sum over its heads. A row or column without a closed form is
/// searched by itself. In misère play a board of coins is not the sum of its heads, as for [rows](CoinTurning).
///
/// The code is the code of the rows, `x`, and the code of the columns. Some have names in Winning Ways: `1-2x1-2` is Turning Corners with
/// rectangles that may reach out of the board, `2x2` Turning Corners, `1-Cx1-C` Rugs. The number of moves of a head is the product of the
/// numbers for its row and its column, and a move may turn all coins above and to the left of it. Therefore boards in text have at most
/// 256 rows and columns. In text a board is the row and the column of each head, with `/` between heads, `2,5/3,1`; or it is drawn row by
/// row from the top: `HTH/TTT/THT`. With the feature `serde` a game is its code.
///
/// ```
/// use grundy::games::CoinTurningGrid;
/// use grundy::{Nimber, Notation, Solver};
///
/// let corners: CoinTurningGrid = "1-2x1-2".parse()?;
/// let board = corners.parse("2,2/4,4")?;
/// assert_eq!(Solver::new(corners).grundy(board)?, Nimber::new(3 ^ 6)); // *2 times *2, and *4 times *4
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Reference: Winning Ways, ch. 14 (the Tartan theorem); Ferguson, *Game Theory*, part I, sections 5.2 to 5.4.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoinTurningGrid(Tartan<CoinTurning, CoinTurning>);

serde_as_text!(CoinTurningGrid);

impl CoinTurningGrid {
    /// The most rows, and the most columns, of a board in text: 256.
    pub const LIMIT: u32 = 1 << 8;

    /// The game with one code for the rows and one for the columns.
    ///
    /// ```
    /// use grundy::games::CoinTurningGrid;
    /// let rugs = CoinTurningGrid::new("ruler".parse()?, "ruler".parse()?);
    /// assert_eq!(rugs.to_string(), "1-Cx1-C");
    /// # Ok::<(), grundy::NotationError>(())
    /// ```
    #[must_use]
    pub const fn new(rows: CoinTurning, columns: CoinTurning) -> Self {
        Self(Tartan { rows, columns })
    }

    /// The game of the rows.
    #[must_use]
    pub const fn rows(&self) -> &CoinTurning {
        &self.0.rows
    }

    /// The game of the columns.
    #[must_use]
    pub const fn columns(&self) -> &CoinTurning {
        &self.0.columns
    }
}

impl fmt::Display for CoinTurningGrid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}x{}", self.0.rows, self.0.columns))
    }
}

impl FromStr for CoinTurningGrid {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let Some((rows, columns)) = text.split_once('x') else {
            let reason = "a code of the rows, x, and a code of the columns make a game on a board, as in 1-2x1-2";
            return Err(NotationError::new(text, text.len(), reason));
        };
        let read = |code: &str, at| code.parse().map_err(|error: NotationError| error.within(text, at));
        Ok(Self::new(read(rows, 0)?, read(columns, rows.len() + 1)?))
    }
}

impl ImpartialGame for CoinTurningGrid {
    type Position = Coordinates<Head, Head>;
    type Move = InBoth<TurnCoins, TurnCoins>;

    fn moves(&self, head: &Self::Position) -> impl Iterator<Item = Self::Move> {
        self.0.moves(head)
    }

    fn play(&self, head: &Self::Position, mv: &Self::Move) -> Components<Self::Position> {
        self.0.play(head, mv)
    }

    fn allows(&self, head: &Self::Position, mv: &Self::Move) -> bool {
        self.0.allows(head, mv)
    }

    fn options(&self, head: &Self::Position) -> impl Iterator<Item = Components<Self::Position>> {
        self.0.options(head)
    }

    fn known_value(&self, head: &Self::Position) -> Option<Nimber> {
        self.0.known_value(head)
    }

    // Compiled where this game is asked, as generic code is: otherwise the searches of rows and of columns are a sixteenth of what is compiled for
    // this library.
    #[inline]
    fn oracle<'a>(
        &'a self,
        question: Question<'a, Self::Position>,
        notes: &'a mut Notes,
        control: &mut Control,
    ) -> Answer<'a, Self::Move> {
        self.0.oracle(question, notes, control)
    }
}

/// Heads are written as row and column, or the board is drawn. In a drawing two heads at one place cancel. Misère play is refused.
impl Notation for CoinTurningGrid {
    fn component_name(&self, _: &Self::Position) -> &'static str {
        "head"
    }

    fn parse(&self, text: &str) -> Result<Components<Self::Position>, NotationError> {
        if !is_drawn(text) {
            return Piece::whole(text).read_each('/', parse_head).map(Components::from);
        }
        let mut heads = Components::new();
        for (number, row) in (1..).zip(Piece::whole(text).split('/')) {
            let columns = drawn_row(row)?;
            // The number of a row without heads is checked too, so that a drawing has no more rows than the largest
            // board.
            let number = on_board(Head::new(number).map_err(|error| row.error(error.to_string()))?, row)?;
            for column in columns {
                heads.push(Coordinates { row: number, column: on_board(column, row)? });
            }
        }
        Ok(heads)
    }

    fn text(&self, heads: &[Self::Position]) -> String {
        if heads.is_empty() { "T".to_owned() } else { join(heads, "/") }
    }

    fn text_like(&self, model: &str, heads: &[Self::Position]) -> String {
        let drawn_rows: Vec<&str> = model.split('/').map(str::trim).collect();
        let length = |of: fn(&Self::Position) -> Head| heads.iter().map(move |head| of(head).index() + 1);
        let rows = length(|head| head.row).chain([drawn_rows.len()]).max().expect("of one at least");
        let drawn_columns = drawn_rows.iter().map(|row| row.len()).chain([1]);
        let columns = length(|head| head.column).chain(drawn_columns).max().expect("of 1 at least");
        let coins = rows.checked_mul(columns);
        if !is_drawn(model) || coins.is_none_or(|coins| coins > MOST_DRAWN.max(model.len())) {
            return self.text(heads);
        }
        let mut board = vec![vec![false; columns]; rows];
        for head in heads {
            // Two heads at one place cancel.
            board[head.row.index()][head.column.index()] ^= true;
        }
        let drawn = |row: &Vec<bool>| row.iter().map(|is_heads| if *is_heads { 'H' } else { 'T' }).collect::<String>();
        board.iter().map(drawn).collect::<Vec<_>>().join("/")
    }

    fn refuses(&self, play: Play) -> Option<&'static str> {
        refuses(play)
    }
}

/// Reads the row and the column of a head.
fn parse_head(piece: Piece<'_>) -> Result<Coordinates<Head, Head>, NotationError> {
    let mut parts = piece.split(',');
    match (parts.next(), parts.next(), parts.next()) {
        (Some(row), Some(column), None) => {
            let row = on_board(Head::parse(row, "a row")?, row)?;
            Ok(Coordinates { row, column: on_board(Head::parse(column, "a column")?, column)? })
        }
        _ => Err(piece.error("a head is written as its row, a comma and its column, as in 2,5")),
    }
}

/// The place, if it is not behind the last row or column of the largest board.
fn on_board(place: Head, piece: Piece<'_>) -> Result<Head, NotationError> {
    if place.place() <= CoinTurningGrid::LIMIT {
        return Ok(place);
    }
    let limit = CoinTurningGrid::LIMIT;
    Err(piece.error(format!("a board has at most {limit} rows and columns, and not {place}")))
}
