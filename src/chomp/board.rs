//! Boards of tiles: Young diagrams.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use rustc_hash::FxHasher;

use crate::chomp::path::{Path, PathRows};
use crate::chomp::runs::{Run, RunRows, Runs};
use crate::chomp::thin::{self, Thin, ThinOrPath, ThinRows};
use crate::notation::{NotationError, Piece, join};

/// A board of Chomp: rows of tiles that start at the same edge, none longer than the one above it.
///
/// A board whose rows and columns together number at most 64 takes 16 bytes and no allocation: its boundary is stored as
/// one bit a step. A larger board takes as little if it has few rows or few columns: 3 of up to 1,048,575 tiles each, 4 of up to
/// 32,767, 8 of up to 127. All others, up to [`Board::MAX_SIDE`] rows and columns, take about 100 bytes, and 8 more for each different
/// row length beyond the eighth.
///
/// ```
/// use grundy::chomp::{Board, Tile};
///
/// let board: Board = "5,5,3".parse()?;
/// assert_eq!(board.tiles(), 13);
/// assert_eq!(board.chomped(Tile { row: 2, column: 3 }).to_string(), "5,2,2");
/// assert_eq!(board.mirrored().to_string(), "3,3,3,2,2");
/// assert_eq!("3x5".parse::<Board>()?, Board::rectangle(3, 5)?);
/// assert_eq!("2,3".parse::<Board>().unwrap_err().to_string(), "`2,3`, character 3: row 2 has 3 tiles and must not be longer than the one above it, which has 2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Eq)]
pub struct Board(Repr);

/// Each board has exactly one representation, so that equality is equality of representations.
#[derive(Clone, PartialEq, Eq)]
enum Repr {
    /// At most 64 rows and columns together.
    Path(Path),
    /// More than that, in few rows or few columns.
    Thin(Thin),
    /// All others. They are boxed, so that a board of any kind is two machine words, which are passed in registers.
    Runs(Box<Runs>),
}

/// A tile by its place, counted from 1; the corner is row 1, column 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Tile {
    /// The row, from 1 at the top.
    pub row: u32,
    /// The column, from 1 at the left.
    pub column: u32,
}

/// Writes `row,column`.
impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.row, self.column)
    }
}

/// Rows that are not a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoardError {
    /// A row is longer than the one above it.
    #[error("row {row} has {tiles} tiles and must not be longer than the one above it, which has {above}")]
    RowGrows {
        /// The row, from 1.
        row: usize,
        /// Its length.
        tiles: u32,
        /// The length of the row above it.
        above: u32,
    },
    /// A board would have too many rows or columns.
    #[error("a side of {side} tiles is too long: the limit is {}", Board::MAX_SIDE)]
    TooLarge {
        /// The number of rows or columns.
        side: u64,
    },
}

impl Board {
    /// Maximum number of rows, and of columns: 2^24.
    pub const MAX_SIDE: u32 = 1 << 24;

    /// The board without tiles.
    #[must_use]
    pub const fn empty() -> Self {
        Self(Repr::Path(Path::EMPTY))
    }

    /// The full rectangle; empty if a side is 0.
    ///
    /// # Errors
    ///
    /// [`BoardError::TooLarge`] if a side is longer than [`Self::MAX_SIDE`].
    pub fn rectangle(rows: u32, columns: u32) -> Result<Self, BoardError> {
        // Without rows the board is empty, however many columns are asked for.
        for side in [rows, if rows > 0 { columns } else { 0 }] {
            if side > Self::MAX_SIDE {
                return Err(BoardError::TooLarge { side: side.into() });
            }
        }
        Ok(Self::from_runs(Runs::new([Run { end: rows, length: columns }])))
    }

    /// The board with rows of these lengths, from the top; rows of length 0 at the end are left out.
    ///
    /// # Errors
    ///
    /// [`BoardError`] if a row is longer than the one above it, or a side longer than [`Self::MAX_SIDE`].
    pub fn from_rows(rows: impl Into<Vec<u32>>) -> Result<Self, BoardError> {
        let mut rows = rows.into();
        if let Some((row, pair)) = (2..).zip(rows.windows(2)).find(|(_, pair)| pair[1] > pair[0]) {
            return Err(BoardError::RowGrows { row, tiles: pair[1], above: pair[0] });
        }
        rows.truncate(rows.partition_point(|tiles| *tiles > 0));
        for side in [rows.len() as u64, rows.first().copied().unwrap_or(0).into()] {
            if side > Self::MAX_SIDE.into() {
                return Err(BoardError::TooLarge { side });
            }
        }
        // From here on the rows are positive, do not grow, and keep to the limit.
        Ok(match Path::from_rows(&rows) {
            Some(path) => Self::from_path(path),
            None => Self::from_runs(Runs::new((1..).zip(rows).map(|(end, length)| Run { end, length }))),
        })
    }

    /// The lengths of the rows, from the top.
    #[must_use]
    pub fn rows(&self) -> Rows<'_> {
        Rows(match &self.0 {
            Repr::Path(path) => RowsRepr::Path(path.rows()),
            Repr::Thin(thin) => RowsRepr::Thin(thin.rows()),
            Repr::Runs(runs) => RowsRepr::Runs(runs.rows()),
        })
    }

    /// The number of rows.
    #[must_use]
    pub fn row_count(&self) -> u32 {
        match &self.0 {
            Repr::Path(path) => path.row_count(),
            Repr::Thin(thin) => thin.row_count(),
            Repr::Runs(runs) => runs.row_count(),
        }
    }

    /// The number of columns, which is the length of the first row.
    #[must_use]
    pub fn columns(&self) -> u32 {
        match &self.0 {
            Repr::Path(path) => path.columns(),
            Repr::Thin(thin) => thin.columns(),
            Repr::Runs(runs) => runs.columns(),
        }
    }

    /// The number of tiles.
    #[must_use]
    pub fn tiles(&self) -> u64 {
        match &self.0 {
            Repr::Path(path) => path.rows().map(u64::from).sum(),
            Repr::Thin(thin) => thin.tiles(),
            Repr::Runs(runs) => runs.tiles(),
        }
    }

    /// Whether no tile is left.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        matches!(self.0, Repr::Path(Path::EMPTY))
    }

    /// Whether the board has this tile.
    #[must_use]
    pub fn contains(&self, tile: Tile) -> bool {
        let Some(above) = tile.row.checked_sub(1) else { return false };
        tile.column >= 1
            && match &self.0 {
                Repr::Path(path) => path.rows().nth(above as usize).is_some_and(|length| tile.column <= length),
                Repr::Thin(thin) => tile.column <= thin.length(above),
                Repr::Runs(runs) => tile.column <= runs.length(above),
            }
    }

    /// The board after a move: without the tile, and without every tile that lies in its row or below and in its column or to the
    /// right. A board without this tile is returned as it is.
    #[must_use]
    pub fn chomped(&self, tile: Tile) -> Self {
        if !self.contains(tile) {
            return self.clone();
        }
        let (above, length) = (tile.row - 1, tile.column - 1);
        match &self.0 {
            Repr::Path(path) => Self::from_path(path.cut(above, length)),
            Repr::Thin(thin) => Self::from_thin(thin.cut(above, length)),
            Repr::Runs(runs) => Self::from_runs(runs.cut(above, length)),
        }
    }

    /// The mirror image on the diagonal: rows become columns.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        match &self.0 {
            Repr::Path(path) => Self(Repr::Path(path.mirrored())),
            Repr::Thin(thin) => Self(Repr::Thin(thin.mirrored())),
            Repr::Runs(runs) => Self(Repr::Runs(Box::new(runs.mirrored()))),
        }
    }

    /// The tiles in reading order: row by row, left to right.
    pub fn each_tile(&self) -> impl Iterator<Item = Tile> {
        (1..).zip(self.rows()).flat_map(|(row, length)| (1..=length).map(move |column| Tile { row, column }))
    }

    /// One representative of the board and its mirror image: both have the same.
    #[must_use]
    #[inline]
    pub(crate) fn up_to_mirror(self) -> Self {
        match &self.0 {
            Repr::Path(path) => Self(Repr::Path(*path.min(&path.mirrored()))),
            Repr::Thin(thin) => Self(Repr::Thin(thin.up_to_mirror())),
            Repr::Runs(_) => self.runs_up_to_mirror(),
        }
    }

    /// A function of its own, because boards stored as runs are rare and the other cases are inlined.
    #[cold]
    #[inline(never)]
    fn runs_up_to_mirror(self) -> Self {
        let (rows, columns) = (self.row_count(), self.columns());
        let Repr::Runs(runs) = &self.0 else { return self };
        // The wide one of the two is the representative. If both are as wide as high, it is the smaller list of runs.
        if rows < columns {
            return self;
        }
        let mirrored = runs.mirrored();
        if rows > columns || mirrored < **runs { Self(Repr::Runs(Box::new(mirrored))) } else { self }
    }

    /// The boundary as a path of bits, if the board is stored as one.
    #[inline]
    pub(crate) fn path(&self) -> Option<Path> {
        match &self.0 {
            Repr::Path(path) => Some(*path),
            Repr::Thin(_) | Repr::Runs(_) => None,
        }
    }

    /// The board as fields of one integer, if it is stored in that form.
    #[inline]
    pub(crate) fn thin(&self) -> Option<Thin> {
        match &self.0 {
            Repr::Thin(thin) => Some(*thin),
            Repr::Path(_) | Repr::Runs(_) => None,
        }
    }

    #[inline]
    pub(crate) const fn from_thin(board: ThinOrPath) -> Self {
        Self(match board {
            ThinOrPath::Thin(thin) => Repr::Thin(thin),
            ThinOrPath::Path(path) => Repr::Path(path),
        })
    }

    #[inline]
    pub(crate) const fn from_path(path: Path) -> Self {
        Self(Repr::Path(path))
    }

    /// The board of these runs, whose sides keep to the limit, in the one representation for its size.
    fn from_runs(runs: Runs) -> Self {
        let (rows, columns) = (runs.row_count(), runs.columns());
        // The sum does not overflow: both sides are at most 2^24.
        if rows + columns <= Path::MOST_STEPS {
            let lengths: Vec<u32> = runs.rows().collect();
            return Self::from_path(Path::from_below(lengths.into_iter().rev()));
        }
        // At most one side is short here, since a board with two short sides is a path. So a board has at most one thin
        // form. If its fields are too small for the long side, it is stored as runs.
        let thin = if rows <= thin::MOST_ROWS {
            Thin::wide(runs.rows(), rows)
        } else if columns <= thin::MOST_ROWS {
            Thin::wide(runs.mirrored().rows(), columns).map(Thin::mirrored)
        } else {
            None
        };
        Self(thin.map_or_else(|| Repr::Runs(Box::new(runs)), Repr::Thin))
    }
}

/// A board that is stored as one integer is hashed as one integer, which is fastest.
/// Paths, the usual boards, are compared and hashed without a call: the memo does both for each option of a search (bench `solver/chomp`).
impl PartialEq for Board {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Repr::Path(one), Repr::Path(other)) => one == other,
            (Repr::Path(_), _) | (_, Repr::Path(_)) => false,
            (one, other) => one.equals(other),
        }
    }
}

impl Hash for Board {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        match &self.0 {
            Repr::Path(path) => path.hash(state),
            large => large.digest().hash(state),
        }
    }
}

impl Repr {
    #[inline(never)]
    fn equals(&self, other: &Self) -> bool {
        self == other
    }

    /// An integer for a board that is not a path. The hasher of the caller is not handed over, so that it stays in registers.
    #[inline(never)]
    fn digest(&self) -> u64 {
        let mut hasher = FxHasher::default();
        match self {
            Self::Path(path) => path.hash(&mut hasher),
            Self::Thin(thin) => thin.bits().hash(&mut hasher),
            Self::Runs(runs) => runs.hash(&mut hasher),
        }
        hasher.finish()
    }
}

/// Writes the first rows of a tall board: it stands in errors, and there may be 16 million rows.
impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MOST_ROWS: u32 = 64;

        if self.row_count() <= MOST_ROWS {
            return write!(f, "Board({self})");
        }
        let first: Vec<_> = self.rows().take(MOST_ROWS as usize).collect();
        write!(f, "Board({},..)", join(&first, ","))
    }
}

/// Writes the lengths of the rows, from the top; `-` for the empty board.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() { f.pad("-") } else { f.pad(&join(&self.rows().collect::<Vec<_>>(), ",")) }
    }
}

/// Reads `5,5,3` (lengths of the rows from the top), `3x5` (rows × columns) or `-` (empty).
impl FromStr for Board {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        Self::parse(Piece::whole(text))
    }
}

impl Board {
    /// Reads a board from a piece of a longer text.
    pub(crate) fn parse(piece: Piece<'_>) -> Result<Self, NotationError> {
        if piece.text == "-" {
            return Ok(Self::empty());
        }
        let error = |error: BoardError, at: Piece<'_>| at.error(error.to_string());
        if piece.text.contains('x') {
            let sides = piece.read_each('x', |side| side.number("a side"))?;
            let [rows, columns] = sides[..] else {
                return Err(piece.error("a rectangle has two sides, written rows x columns as in 8x10"));
            };
            return Self::rectangle(rows, columns).map_err(|reason| error(reason, piece));
        }
        let rows = piece.read_each(',', |row| row.number("a row"))?;
        Self::from_rows(rows).map_err(|reason| match reason {
            // Rows are counted from 1.
            BoardError::RowGrows { row, .. } => error(reason, piece.split(',').nth(row - 1).unwrap_or(piece)),
            BoardError::TooLarge { .. } => error(reason, piece),
        })
    }
}

crate::serial::serde_as_text!(Board);

/// The lengths of the rows of a board, from the top.
#[derive(Clone, Debug)]
pub struct Rows<'a>(RowsRepr<'a>);

#[derive(Clone, Debug)]
enum RowsRepr<'a> {
    Path(PathRows),
    Thin(ThinRows),
    Runs(RunRows<'a>),
}

impl Iterator for Rows<'_> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        match &mut self.0 {
            RowsRepr::Path(rows) => rows.next(),
            RowsRepr::Thin(rows) => rows.next(),
            RowsRepr::Runs(rows) => rows.next(),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match &self.0 {
            RowsRepr::Path(rows) => rows.size_hint(),
            RowsRepr::Thin(rows) => rows.size_hint(),
            RowsRepr::Runs(rows) => rows.size_hint(),
        }
    }
}
