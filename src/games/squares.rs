//! Squares of a board, and boards that are drawn row by row.

use std::fmt;

use crate::notation::{NotationError, Piece};
use crate::subset::Subset;

/// A square of a board, counted from 1: the move of [`Notakto`](crate::Notakto) and of chess pieces.
///
/// ```
/// use grundy::games::Square;
/// assert_eq!(Square { row: 1, column: 3 }.to_string(), "row 1, column 3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Square {
    /// The row, from the top.
    pub row: usize,
    /// The column, from the left.
    pub column: usize,
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}, column {}", self.row, self.column)
    }
}

impl Square {
    /// The square with a number, where squares are numbered row by row from 0.
    pub(super) const fn of_number(number: usize, columns: usize) -> Self {
        Self { row: number / columns + 1, column: number % columns + 1 }
    }

    /// The number of the square; `None` if there is no such square.
    pub(super) fn number(self, rows: usize, columns: usize) -> Option<usize> {
        let (row, column) = (self.row.checked_sub(1)?, self.column.checked_sub(1)?);
        (row < rows && column < columns).then(|| row * columns + column)
    }
}

/// A drawn board.
pub(super) struct Drawn {
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// The squares that are drawn as `x`.
    pub(super) marked: Subset,
}

/// Whether a text draws a board, and does not tell its sides.
pub(super) fn is_drawn(text: &str) -> bool {
    text.contains(['x', '.']) && !text.contains(|c: char| c.is_ascii_digit())
}

/// Reads the rows of a board, `x../.x.`.
pub(super) fn parse_rows(text: Piece<'_>) -> Result<Drawn, NotationError> {
    let rows: Vec<Piece<'_>> = text.split('/').collect();
    let columns = rows[0].text.len();
    let mut marked = Subset::new();
    for (number, row) in rows.iter().enumerate() {
        for (column, (at, square)) in row.text.char_indices().enumerate() {
            match square {
                'x' => {
                    // In a row that is too long this may be a square of the next row. The whole text is refused below.
                    marked.insert(number * columns + column);
                }
                '.' => {}
                _ => {
                    let here = row.part(at, row.text.len());
                    return Err(here.error(format!("a square is drawn as `x` or `.`, not as `{square}`")));
                }
            }
        }
        // Only `x` and `.` came through, so that the length in bytes is the number of squares.
        if row.text.len() != columns {
            return Err(row.error(format!("all rows of a board have the same length, here {columns}")));
        }
    }
    Ok(Drawn { rows: rows.len(), columns, marked })
}

/// Draws the rows of a board.
pub(super) fn rows_text(rows: usize, columns: usize, marked: &Subset) -> String {
    let square = |number| if marked.contains(number) { 'x' } else { '.' };
    let row = |row| (row * columns..(row + 1) * columns).map(square).collect::<String>();
    (0..rows).map(row).collect::<Vec<_>>().join("/")
}

/// The sides of a board: `4x5`, or `6` if they are equal.
pub(super) fn sides_text(rows: usize, columns: usize) -> String {
    if rows == columns { rows.to_string() } else { format!("{rows}x{columns}") }
}

/// Reads the sides of a board: `3x9`, or `8` for a square.
pub(super) fn parse_sides(piece: Piece<'_>) -> Result<[usize; 2], NotationError> {
    let sides = piece.read_each('x', |side| side.number("a side of the board"))?;
    match sides[..] {
        [side] => Ok([side, side]),
        [rows, columns] => Ok([rows, columns]),
        _ => Err(piece.error("the sides of a board are written as in 3x9")),
    }
}
