//! The rule book of Chomp.

use either::Either;

use crate::at_least::AtLeast;
use crate::chomp::board::{Board, Tile};
use crate::chomp::closed_forms::l_poisoned;
use crate::chomp::path::PathOptions;
use crate::components::Components;
use crate::control::Control;
use crate::game::ImpartialGame;
use crate::made::Made;
use crate::nimber::Nimber;
use crate::notation::{Notation, NotationError, Piece, join};
use crate::notes::Notes;
use crate::question::{Answer, Question};

/// Chomp: take a tile and every tile in its row or below and in its column or to the right, with a corner tile that is
/// either poisoned or edible.
///
/// Theorems, all used as hints. Values are those with a poisoned corner; an edible corner adds 1 to every value except that of the
/// empty board, since every board gets one more option, the empty board.
/// - a mirrored board has the same value;
/// - one row of *n* tiles has value *n* − 1, an L of *n* tiles along the top and *m* down the side (*m* − 1) ⊕ (*n* − 1);
/// - two rows follow a formula, see [`two_rows_poisoned`](crate::chomp::two_rows_poisoned);
/// - a rectangle of more than one tile is a win for the first player: the opposite corner is a
///   [waiting move](crate::waiting_move).
///
/// A board of *t* tiles has *t* moves, and an *a* × *b* rectangle holds (*a* + *b* over *a*) boards, about half of them up
/// to a mirror image if *a* = *b*.
///
/// ```
/// use grundy::chomp::{Board, Chomp, Tile};
/// use grundy::{Nimber, Solver};
///
/// let mut solver = Solver::new(Chomp::poisoned());
/// assert_eq!(solver.grundy(Board::rectangle(4, 5)?)?, Nimber::new(13));
/// assert_eq!(Solver::new(Chomp::edible()).grundy(Board::rectangle(4, 5)?)?, Nimber::new(14));
///
/// let opening = solver.winning_move(Board::rectangle(4, 5)?)?.unwrap();
/// assert_eq!(opening.mv, Tile { row: 3, column: 3 });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Reference: Gale, *A curious Nim-type game*, 1974; Schuh, *Spel van delers*, 1952; Winning Ways, ch. 18.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Chomp {
    corner: Corner,
}

/// Whether the corner tile may be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Corner {
    /// It cannot be taken.
    Poisoned,
    /// It can be taken; the empty board is then left.
    Edible,
}

impl Chomp {
    /// Chomp whose corner tile cannot be taken: the usual game, in which whoever must take it loses.
    #[must_use]
    pub const fn poisoned() -> Self {
        Self { corner: Corner::Poisoned }
    }

    /// Chomp whose corner tile may be taken: whoever takes it wins.
    #[must_use]
    pub const fn edible() -> Self {
        Self { corner: Corner::Edible }
    }

    /// Whether the corner tile may be taken.
    #[must_use]
    pub const fn corner(self) -> Corner {
        self.corner
    }

    fn may_take(self, tile: Tile) -> bool {
        self.corner == Corner::Edible || tile != Tile { row: 1, column: 1 }
    }

    /// The value with this corner, given the value with a poisoned corner. The board is not empty.
    fn value_of(self, poisoned: Nimber) -> Nimber {
        match self.corner {
            Corner::Poisoned => poisoned,
            Corner::Edible => Nimber::new(poisoned.get() + 1),
        }
    }
}

impl ImpartialGame for Chomp {
    type Position = Board;
    type Move = Tile;

    fn moves(&self, board: &Board) -> impl Iterator<Item = Tile> {
        let least = board.tiles().saturating_sub(1); // every tile but the corner can be taken
        let least = usize::try_from(least).unwrap_or(usize::MAX);
        AtLeast::new(least, board.each_tile().filter(|tile| self.may_take(*tile)))
    }

    fn play(&self, board: &Board, tile: &Tile) -> Components<Board> {
        left(board.chomped(*tile))
    }

    fn allows(&self, board: &Board, tile: &Tile) -> bool {
        self.may_take(*tile) && board.contains(*tile)
    }

    #[inline]
    fn options(&self, board: &Board) -> impl Iterator<Item = Components<Board>> {
        let corner = self.corner == Corner::Edible;
        if let Some(path) = board.path() {
            return Options::Path(path.options(corner));
        }
        Options::Large(if let Some(thin) = board.thin() {
            // One option for each tile but a poisoned corner. A thin board has at least one tile, so the difference is
            // not negative.
            let count = thin.tiles() - u64::from(!corner);
            Either::Left(AtLeast::exactly(count, thin.options(corner).map(|thin| left(Board::from_thin(thin)))))
        } else {
            Either::Right(Made { from: self.moves(board), make: |tile| self.play(board, &tile) })
        })
    }

    #[inline]
    fn memo_key(&self, board: Board) -> Board {
        board.up_to_mirror()
    }

    #[inline]
    fn known_value(&self, board: &Board) -> Option<Nimber> {
        if board.is_empty() {
            return Some(Nimber::ZERO);
        }
        let poisoned = match board.path() {
            Some(path) => path.known_value(),
            None => known_large(board),
        };
        poisoned.map(|poisoned| self.value_of(poisoned))
    }

    /// Strategy stealing, for a rectangle of which no value is needed.
    fn oracle<'a>(
        &'a self,
        question: Question<'a, Board>,
        _: &'a mut Notes,
        _: &mut Control,
    ) -> Answer<'a, Self::Move> {
        let moves = |board: &Board| board.tiles().saturating_sub(u64::from(self.corner == Corner::Poisoned));
        let moves_of_rectangle = |board: &Board| {
            let area = u64::from(board.row_count()) * u64::from(board.columns());
            (board.tiles() == area).then(|| moves(board))
        };
        question.by_strategy_stealing(|board| moves(board) == 0, moves_of_rectangle)
    }
}

/// The options of a board that is stored as a path, as small ones are, or of a larger one.
///
/// An `Either` does the same, but its step is a call: a fifth more instructions for 8 × 8 (bench `solver/chomp`).
enum Options<L> {
    Path(PathOptions),
    Large(L),
}

impl<L: Iterator<Item = Components<Board>>> Iterator for Options<L> {
    type Item = Components<Board>;

    #[expect(clippy::inline_always, reason = "the loop of the search is faster with the step inside")]
    #[inline(always)]
    fn next(&mut self) -> Option<Components<Board>> {
        match self {
            Self::Path(options) => options.next().map(|path| left(Board::from_path(path))),
            Self::Large(options) => options.next(),
        }
    }

    fn nth(&mut self, n: usize) -> Option<Components<Board>> {
        match self {
            Self::Path(options) => options.nth(n).map(|path| left(Board::from_path(path))),
            Self::Large(options) => options.nth(n),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match self {
            Self::Path(options) => options.size_hint(),
            Self::Large(options) => options.size_hint(),
        }
    }
}

/// The board as a sum: one component, or none if the board is empty.
#[inline]
fn left(board: Board) -> Components<Board> {
    if board.is_empty() { Components::new() } else { board.into() }
}

/// The closed form for a board that is not stored as a path. Boards of one or two rows or columns are not stored as runs of rows.
#[inline(never)] // Every option asks, and small boards, the usual ones, need the few instructions before this only.
fn known_large(board: &Board) -> Option<Nimber> {
    if let Some(thin) = board.thin() {
        return thin.known_value();
    }
    let (rows, columns) = (board.row_count(), board.columns());
    assert!(rows > 2 && columns > 2, "two rows or columns are stored as one integer");
    let is_l = board.rows().nth(1) == Some(1);
    is_l.then(|| l_poisoned(rows, columns))
}

/// Boards are written as the lengths of their rows, several boards with `/` between them: `3,2,1/2,2`.
impl Notation for Chomp {
    fn component_name(&self, _: &Board) -> &'static str {
        "board"
    }

    fn parse(&self, text: &str) -> Result<Components<Board>, NotationError> {
        Piece::whole(text).read_each('/', Board::parse).map(Components::from)
    }

    fn text(&self, boards: &[Board]) -> String {
        if boards.is_empty() { Board::empty().to_string() } else { join(boards, "/") }
    }
}
