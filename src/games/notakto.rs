//! Notakto.

use std::fmt;
use std::num::NonZeroUsize;
use std::str::FromStr;

use super::images::SmallBoard;
use super::squares::{Square, is_drawn, parse_rows, parse_sides, rows_text};
use crate::components::Components;
use crate::game::ImpartialGame;
use crate::notation::{Notation, NotationError, Piece, join};
use crate::serial::serde_as_text;
use crate::subset::Subset;

/// Notakto: on boards of tic-tac-toe both players write crosses; a board with three crosses in a row is dead, and nobody writes there any
/// more. Known in misère play, where whoever kills the last board loses.
///
/// Theorem (Plambeck and Whitehead 2013): in misère play on 3 × 3 boards, the misère quotient of all positions has 18 elements; one empty board is N,
/// by the centre only, and two are P. A solver finds it by itself for sums of many boards; see [`Positions`](crate::misere::quotient::Positions). No
/// theorem is known for other boards.
///
/// A position is one board that is not dead, of any number of rows and columns, with its crosses. It has as many moves as free squares. The memo key
/// is the least of the reflections and turns of a board. A board of *m* squares has up to 2<sup>*m*</sup> positions; nothing but a search
/// decides them, in normal play the nimber search.
///
/// In text a board is written by its sides if it is empty, `3x3` or `3`, or by its rows, `x../.x./...`; several boards are joined with `,`.
///
/// ```
/// use grundy::{Notakto, Notation, Outcome, Play, Solver};
///
/// let game = Notakto::new();
/// let mut solver = Solver::new(game);
/// let wins = solver.winning_moves_in(Play::Misere, game.parse("3x3")?)?;
/// assert_eq!(wins.iter().map(|mv| mv.to_string()).collect::<Vec<_>>(), ["component 1: row 2, column 2"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Reference: Plambeck and Whitehead, *The secrets of Notakto: winning at X-only tic-tac-toe*, arXiv 1301.1672.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Notakto {
    /// How many crosses in a row kill a board.
    run: NonZeroUsize,
}

impl Notakto {
    /// Three crosses in a row kill a board.
    #[must_use]
    pub const fn new() -> Self {
        Self { run: NonZeroUsize::MIN.saturating_add(2) }
    }

    /// A run of this length in a row, a column or a diagonal kills a board.
    ///
    /// ```
    /// use std::num::NonZeroUsize;
    /// use grundy::{Nimber, Notakto, Notation, Solver};
    ///
    /// let game = Notakto::in_a_row(NonZeroUsize::MIN);
    /// assert_eq!(Solver::new(game).grundy(game.parse("4x4,2x2")?)?, Nimber::new(0)); // one cross for each board
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn in_a_row(run: NonZeroUsize) -> Self {
        Self { run }
    }

    fn is_dead(self, board: &Crosses) -> bool {
        match board.in_a_word() {
            Some((small, marks)) => small.has_run(marks, self.run),
            None => self.is_dead_by_lines(board),
        }
    }

    /// The same on a board of any size.
    fn is_dead_by_lines(self, board: &Crosses) -> bool {
        // Each line is looked at from its first square, so that four of the eight directions are enough.
        const WAYS: [(isize, isize); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];
        let has_cross = |row: usize, column: usize| {
            row < board.rows && column < board.columns && board.marks.contains(row * board.columns + column)
        };
        board.marks.iter().any(|cross| {
            WAYS.iter().any(|(down, across)| {
                // Ends at the first square off the board or without a cross, however long the run is.
                let mut squares = (0..self.run.get()).map(|step| {
                    let step = isize::try_from(step).ok()?;
                    let row = (cross / board.columns).checked_add_signed(down.checked_mul(step)?)?;
                    let column = (cross % board.columns).checked_add_signed(across.checked_mul(step)?)?;
                    Some((row, column))
                });
                squares.all(|square| square.is_some_and(|(row, column)| has_cross(row, column)))
            })
        })
    }
}

impl Default for Notakto {
    fn default() -> Self {
        Self::new()
    }
}

/// A board of [`Notakto`] with its crosses.
///
/// With the feature `serde` it is its text.
///
/// ```
/// use grundy::games::Crosses;
/// let board: Crosses = "x../.x.".parse()?;
/// assert_eq!((board.rows(), board.columns(), board.to_string()), (2, 3, "x../.x.".to_owned()));
/// # Ok::<(), grundy::NotationError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Crosses {
    rows: usize,
    columns: usize,
    marks: Subset,
}

serde_as_text!(Crosses);

impl Crosses {
    /// The most squares that a board can have: 2^12.
    pub const LIMIT: usize = 1 << 12;

    /// An empty board; `None` if it has more squares than [`LIMIT`](Self::LIMIT), or a side is longer than that, where the other is 0.
    #[must_use]
    pub fn empty(rows: usize, columns: usize) -> Option<Self> {
        let squares = rows.checked_mul(columns)?;
        (squares.max(rows).max(columns) <= Self::LIMIT).then_some(Self { rows, columns, marks: Subset::new() })
    }

    /// The number of rows.
    #[must_use]
    pub const fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    #[must_use]
    pub const fn columns(&self) -> usize {
        self.columns
    }

    /// Whether a cross is on this square.
    #[must_use]
    pub fn has_cross(&self, square: Square) -> bool {
        square.number(self.rows, self.columns).is_some_and(|number| self.marks.contains(number))
    }

    /// A board of few squares, with its crosses.
    #[inline]
    fn in_a_word(&self) -> Option<(SmallBoard, u64)> {
        SmallBoard::new(self.rows, self.columns).zip(self.marks.word())
    }

    /// The least of the images of the crosses, by squares.
    fn least_image(&self) -> Subset {
        let Self { rows, columns, ref marks } = *self;
        let (bottom, right) = (rows.saturating_sub(1), columns.saturating_sub(1));
        let image = |number: usize| {
            let turned = |square: usize| {
                let (row, column) = (square / columns, square % columns);
                let row = if number & 1 == 1 { bottom - row } else { row };
                let column = if number & 2 == 2 { right - column } else { column };
                // Rows and columns are exchanged on square boards only.
                if number & 4 == 4 { column * columns + row } else { row * columns + column }
            };
            marks.iter().map(turned).collect::<Subset>()
        };
        let images = if rows == columns { 8 } else { 4 };
        (1..images).map(image).fold(image(0), |least, other| if other.is_less(&least) { other } else { least })
    }

    /// The number of a square that is free.
    fn free(&self, square: Square) -> Option<usize> {
        square.number(self.rows, self.columns).filter(|number| !self.marks.contains(*number))
    }
}

impl ImpartialGame for Notakto {
    type Position = Crosses;
    type Move = Square;

    const SEARCHES_NIMBERS: bool = true;
    const SEARCHES_FORMS: bool = false; // each move leaves one component

    fn moves(&self, board: &Crosses) -> impl Iterator<Item = Square> {
        let squares = if self.is_dead(board) { 0 } else { board.rows * board.columns };
        (0..squares)
            .filter(|square| !board.marks.contains(*square))
            .map(|square| Square::of_number(square, board.columns))
    }

    fn play(&self, board: &Crosses, square: &Square) -> Components<Crosses> {
        let Some(number) = board.free(*square) else { return board.clone().into() };
        let mut left = board.clone();
        left.marks.insert(number);
        // A full board has no moves, as a dead one: neither is a component.
        let is_over = self.is_dead(&left) || left.marks.len() == left.rows * left.columns;
        if is_over { Components::new() } else { left.into() }
    }

    fn allows(&self, board: &Crosses, square: &Square) -> bool {
        board.free(*square).is_some() && !self.is_dead(board)
    }

    /// The least of the reflections of the board, and of its turns if it is square.
    fn memo_key(&self, board: Crosses) -> Crosses {
        let marks = match board.in_a_word() {
            Some((small, marks)) => Subset::from_word(small.least_in_place(marks)),
            None => board.least_image(),
        };
        Crosses { marks, ..board }
    }
}

/// Writes the sides of an empty board, and else the rows.
impl fmt::Display for Crosses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rows, columns, marks } = self;
        f.pad(&if marks.is_empty() { format!("{rows}x{columns}") } else { rows_text(*rows, *columns, marks) })
    }
}

impl FromStr for Crosses {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let piece = Piece::whole(text);
        let (rows, columns, marks) = if is_drawn(text) {
            let drawn = parse_rows(piece)?;
            (drawn.rows, drawn.columns, drawn.marked)
        } else {
            let [rows, columns] = parse_sides(piece)?;
            (rows, columns, Subset::new())
        };
        let too_large = || piece.error(format!("a board has at most {} squares", Self::LIMIT));
        Ok(Self { marks, ..Self::empty(rows, columns).ok_or_else(too_large)? })
    }
}

impl Notation for Notakto {
    fn component_name(&self, _: &Crosses) -> &'static str {
        "board"
    }

    fn parse(&self, text: &str) -> Result<Components<Crosses>, NotationError> {
        super::text::parse_components(text, ',')
    }

    fn text(&self, boards: &[Crosses]) -> String {
        if boards.is_empty() { "0".to_owned() } else { join(boards, ",") }
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use super::{Crosses, Notakto};
    use crate::game::ImpartialGame;
    use crate::subset::Subset;

    #[test]
    fn boards_of_one_word_are_as_those_of_any_size() {
        let mut seed = 1_u64;
        let mut boards = 0;
        for (rows, columns) in (0..=64).flat_map(|rows| (0..=64).map(move |columns| (rows, columns))) {
            let squares = rows * columns;
            if !(1..=64).contains(&squares) {
                continue;
            }
            for round in 0..60 {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                // Few and many crosses.
                let word = (seed ^ seed >> 33) & if round % 3 == 0 { u64::MAX } else { seed.rotate_left(21) };
                let marks = Subset::from_word(word & u64::MAX >> (64 - squares));
                let board = Crosses { rows, columns, marks };
                assert_eq!(board.in_a_word().is_some(), columns < 64);
                assert_eq!(Notakto::new().memo_key(board.clone()).marks, board.least_image(), "{board}");
                for run in (1..=10).filter_map(NonZeroUsize::new) {
                    let game = Notakto::in_a_row(run);
                    assert_eq!(game.is_dead(&board), game.is_dead_by_lines(&board), "{board}, {run}");
                }
                boards += 1;
            }
        }
        assert_eq!(boards, 60 * 280);
    }
}
