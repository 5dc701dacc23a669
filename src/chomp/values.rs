//! Tables of the values of boards.

use crate::chomp::board::Board;
use crate::chomp::boxed::Boxed;
use crate::chomp::layers::{Group, Layers, length};
use crate::chomp::marks::{Set, Singles, values_of_block};
use crate::chomp::rules::{Chomp, Corner};
use crate::chomp::table::TableError;
use crate::chomp::tails::Walker;
use crate::control::{Control, Stopped};
use crate::nimber::Nimber;

/// The value of every board up to a number of tiles, or of every board inside a rectangle.
///
/// The table holds one byte for each board, and besides only four tables of (tiles + 1)² numbers: the place of a board is a sum over
/// its rows. Boards with the same rows below the first are neighbours, and their values are computed together: for each option of
/// those rows a run of adjacent bytes is read, and each byte goes into the set of one board. The value of a board is the least number
/// that is neither in its set nor the value of a board that a cut of the first row leaves. Boards with the same number of tiles below
/// the first row are a layer: they are independent of each other, and threads share them.
///
/// Mirror images have the same value. In a table up to a number of tiles, the image of a board with more rows than columns is in an
/// earlier layer, and its byte is copied: one look-up instead of one for each option. That saves a third of the time at 70 tiles (30
/// MB) and a tenth at 82 (162 MB), where more look-ups miss the cache, since images of neighbours are not neighbours.
///
/// The bytes are values of poisoned Chomp; by theorem, a board of edible Chomp is worth one more. Each question names the rules.
///
/// A table is an [`Oracle`](crate::Oracle): handed to a [`Solver`](crate::Solver) of Chomp or iChomp, it answers for all boards that it
/// holds, and lists their moves. The solver searches other boards, unless it is told to [ask oracles only](crate::Method::Oracle).
///
/// With the feature `serde` a table is written as the bytes of its [file](Self::write_to). Reading checks the header, the length and
/// the checksums, as [`Self::load`] does, and takes the values as they are.
///
/// | tiles | boards, and bytes | options |
/// |---|---|---|
/// | 60 | 6 639 349 | 2.6 · 10^8 |
/// | 82 | 161 734 221 | 9.3 · 10^9 |
/// | 100 | 1 642 992 568 | 1.3 · 10^11 |
///
/// ```
/// use grundy::chomp::{Board, Chomp, ChompValues};
/// use grundy::{Control, Nimber, Solver};
///
/// let values = ChompValues::up_to(30, &mut Control::new())?;
/// assert_eq!(values.boards(), 28_629);
/// assert_eq!(values.value(Chomp::poisoned(), &Board::rectangle(5, 6)?), Some(Nimber::new(21)));
/// assert_eq!(values.value(Chomp::edible(), &Board::rectangle(5, 6)?), Some(Nimber::new(22)));
/// assert_eq!(values.value(Chomp::poisoned(), &Board::rectangle(1, 31)?), None); // not in the table
///
/// let mut solver = Solver::new(Chomp::poisoned()).with(values);
/// assert_eq!(solver.winning_moves("3,2,1".parse::<Board>()?)?.len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Reference: *Winning Ways*, ch. 18.
#[derive(Clone, Debug)]
pub struct ChompValues {
    pub(crate) shape: Shape,
}

#[derive(Clone, Debug)]
pub(crate) enum Shape {
    /// All boards up to a number of tiles.
    UpTo(Layers),
    /// All boards inside a rectangle.
    Box(Boxed),
}

impl ChompValues {
    /// Maximum number of tiles: a value is less than the number of tiles, so it fits in a byte.
    pub const MOST_TILES: u32 = 256;

    /// The values of all boards of at most `tiles` tiles. The default limit allows 66 tiles.
    ///
    /// # Errors
    ///
    /// [`TableError`]; nothing of the table is kept. [`Self::planned`] with [`Self::complete`] keeps it.
    pub fn up_to(tiles: u32, control: &mut Control) -> Result<Self, TableError> {
        let mut table = Self::planned(tiles, control)?;
        table.complete(control)?;
        Ok(table)
    }

    /// The values of all boards inside a rectangle, computed by one thread. There are `rows` + `columns` over `rows` boards, of one byte
    /// each.
    ///
    /// ```
    /// use grundy::chomp::{Board, Chomp, ChompValues};
    /// use grundy::{Control, Nimber};
    ///
    /// let values = ChompValues::in_box(8, 8, &mut Control::new())?;
    /// assert_eq!(values.boards(), 12_870);
    /// assert_eq!(values.value(Chomp::poisoned(), &Board::rectangle(7, 8)?), Some(Nimber::new(36)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`TableError`]; nothing of the table is kept.
    pub fn in_box(rows: u32, columns: u32, control: &mut Control) -> Result<Self, TableError> {
        let tiles = u64::from(rows) * u64::from(columns);
        if tiles > Self::MOST_TILES.into() {
            return Err(TableError::TooLarge { tiles, limit: Self::MOST_TILES.into() });
        }
        // A rectangle without tiles holds one board, the empty one, whatever its other side.
        let (rows, columns) = if tiles == 0 { (1, 0) } else { (rows as usize, columns as usize) };
        Ok(Self { shape: Shape::Box(Boxed::new(rows, columns, control)?) })
    }

    /// A table of all boards of at most `tiles` tiles of which nothing is computed yet; [`Self::complete`] computes it.
    ///
    /// # Errors
    ///
    /// [`TableError`]. A table that as a whole is too large for the control is [`Stopped`] before memory is allocated.
    pub fn planned(tiles: u32, control: &Control) -> Result<Self, TableError> {
        if tiles > Self::MOST_TILES {
            return Err(TableError::TooLarge { tiles: tiles.into(), limit: Self::MOST_TILES.into() });
        }
        Ok(Self { shape: Shape::UpTo(Layers::new(tiles as usize, 1, control)?) })
    }

    /// Computes the rest of the table layer by layer. A layer is all boards with the same number of tiles below the first row.
    ///
    /// # Errors
    ///
    /// [`Stopped`]. What has been computed is kept, and another call resumes there.
    pub fn complete(&mut self, control: &mut Control) -> Result<(), Stopped> {
        match &mut self.shape {
            // A value is less than the number of tiles: two words hold the values of up to 128 tiles, 0 to 127.
            Shape::UpTo(layers) if layers.tails.tiles() <= 128 => layers.complete(&|| Box::new(kernel::<2>()), control),
            Shape::UpTo(layers) => layers.complete(&|| Box::new(kernel::<4>()), control),
            Shape::Box(_) => Ok(()),
        }
    }

    /// Maximum number of tiles of a board in the table.
    #[must_use]
    pub fn tiles(&self) -> usize {
        match &self.shape {
            Shape::UpTo(layers) => layers.tails.tiles(),
            Shape::Box(boxed) => boxed.rows() * boxed.columns(),
        }
    }

    /// Whether the whole table is computed.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        match &self.shape {
            Shape::UpTo(layers) => layers.is_complete(),
            Shape::Box(_) => true,
        }
    }

    /// The number of boards in the complete table, the empty one included, which is also its number of bytes.
    #[must_use]
    pub fn boards(&self) -> u64 {
        match &self.shape {
            Shape::UpTo(layers) => layers.tails.bytes(),
            Shape::Box(boxed) => boxed.bytes().len() as u64,
        }
    }

    /// The value of a board. `None` if the board is not in the table. Takes time proportional to the number of rows.
    #[must_use]
    pub fn value(&self, game: Chomp, board: &Board) -> Option<Nimber> {
        self.value_of_rows(game, &rows_of(board)?)
    }

    /// All boards that are computed, with their values, in the order of the table; the empty board comes first.
    ///
    /// ```
    /// use grundy::Control;
    /// use grundy::chomp::{Chomp, ChompValues};
    ///
    /// let values = ChompValues::up_to(20, &mut Control::new())?;
    /// let largest = values.iter(Chomp::poisoned()).max_by_key(|(_, value)| *value).unwrap();
    /// assert_eq!((largest.0.row_count(), largest.1.get()), (20, 19)); // a column, and by symmetry a row
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn iter(&self, game: Chomp) -> Box<dyn Iterator<Item = (Board, Nimber)> + '_> {
        let entry = move |(rows, byte): (Vec<u32>, u8)| {
            let board = board_of(rows);
            let value = value_in(game, byte, board.is_empty());
            (board, value)
        };
        match &self.shape {
            Shape::UpTo(layers) => Box::new(layers.entries().map(entry)),
            Shape::Box(boxed) => {
                let boards = boxed.boards().map(|rows| rows.into_iter().map(length).collect());
                Box::new(boards.zip(boxed.bytes().iter().copied()).map(entry))
            }
        }
    }

    /// The number of losing boards of 0, 1, 2.. tiles in poisoned Chomp, among those that are computed; the empty board counts as losing.
    /// Reads the whole table.
    ///
    /// ```
    /// use grundy::Control;
    /// use grundy::chomp::{ChompValues, LosingBoards};
    ///
    /// let values = ChompValues::up_to(30, &mut Control::new())?;
    /// assert_eq!(values.losing_counts(), LosingBoards::up_to(30, &mut Control::new())?.counts());
    /// # Ok::<(), grundy::chomp::TableError>(())
    /// ```
    #[must_use]
    pub fn losing_counts(&self) -> Vec<u64> {
        let mut counts = vec![0; self.tiles() + 1];
        match &self.shape {
            Shape::UpTo(layers) => {
                for Group { size, first, block, bytes } in layers.groups() {
                    // The number of tiles follows from the place alone, so wrong bytes of a file cannot lead outside of
                    // `counts`.
                    for entries in bytes.chunks_exact(block) {
                        for (row, _) in (first..).zip(entries).filter(|(_, entry)| **entry == 0) {
                            counts[size + row] += 1;
                        }
                    }
                }
            }
            Shape::Box(boxed) => {
                for (rows, _) in boxed.boards().zip(boxed.bytes()).filter(|(_, byte)| **byte == 0) {
                    counts[rows.iter().sum::<usize>()] += 1;
                }
            }
        }
        counts
    }

    /// The board with the largest value in poisoned Chomp, the first such board in the order of the table. `None` if nothing is computed.
    /// Reads the whole table.
    ///
    /// ```
    /// use grundy::chomp::ChompValues;
    /// use grundy::{Control, Nimber};
    ///
    /// assert_eq!(ChompValues::up_to(30, &mut Control::new())?.largest(), Some(("30".parse()?, Nimber::new(29))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn largest(&self) -> Option<(Board, Nimber)> {
        let rows: Vec<usize> = match &self.shape {
            Shape::UpTo(layers) => {
                let mut largest: Option<(u8, Vec<usize>)> = None;
                for Group { size, first, block, bytes } in layers.groups() {
                    let most = bytes.iter().max().copied()?;
                    // Only a larger value replaces an earlier board. Its place in the group gives the rank of the tail
                    // and the row above.
                    if largest.as_ref().is_none_or(|(before, _)| most > *before) {
                        let place = bytes.iter().position(|byte| *byte == most)?;
                        let walker = Walker::new(&layers.tails, size, first, (place / block) as u64);
                        let above = first + place % block;
                        largest = Some((most, [above].into_iter().chain(walker.rows().iter().copied()).collect()));
                    }
                }
                largest?.1
            }
            Shape::Box(boxed) => {
                let most = boxed.bytes().iter().max()?;
                boxed.boards().nth(boxed.bytes().iter().position(|byte| byte == most)?)?
            }
        };
        let board = board_of(rows.into_iter().map(length).collect());
        let value = self.value(Chomp::poisoned(), &board)?;
        Some((board, value))
    }

    fn value_of_rows(&self, game: Chomp, rows: &[usize]) -> Option<Nimber> {
        let byte = match &self.shape {
            Shape::UpTo(layers) => layers.get(rows.first().copied().unwrap_or(0), rows.iter().skip(1).copied())?,
            Shape::Box(boxed) => boxed.get(rows)?,
        };
        Some(value_in(game, byte, rows.is_empty()))
    }
}

/// The board with these rows, which come from a table.
fn board_of(rows: Vec<u32>) -> Board {
    Board::from_rows(rows).expect("a table lists boards: rows that do not grow")
}

/// The rows of a board. `None` if it has more tiles than any table.
fn rows_of(board: &Board) -> Option<Vec<usize>> {
    (board.tiles() <= ChompValues::MOST_TILES.into()).then(|| board.rows().map(|row| row as usize).collect())
}

/// The value under the rules `game`, given the value of poisoned Chomp.
fn value_in(game: Chomp, poisoned: u8, is_empty: bool) -> Nimber {
    let more = u64::from(game.corner() == Corner::Edible && !is_empty);
    Nimber::new(u64::from(poisoned) + more)
}

/// The kernel: for given rows below the first, computes the values of all boards with these rows.
fn kernel<const W: usize>() -> impl FnMut(&[u8], &mut Walker<'_>, &mut [u8]) {
    let singles = Singles::<W>::new();
    let (mut runs, mut images) = (Vec::new(), Vec::new());
    move |done, walker, block| {
        // Boards with more rows than columns have the value of their mirror image, which is in an earlier layer.
        walker.mirror_images(block.len(), &mut images);
        for (entry, image) in block.iter_mut().zip(&images) {
            *entry = done[*image];
        }
        // The empty board keeps its value 0 and is no option of the others, since the corner is poisoned.
        let from = if walker.size() == 0 { 1 } else { images.len() };
        if from == block.len() {
            return;
        }
        let mut used: Set<W> = [0; W];
        // The copied boards have the shortest first rows of the block: all others can be cut to them.
        for entry in &block[..images.len()] {
            singles.insert(&mut used, *entry);
        }
        // Values of the boards in which the first row is cut too.
        walker.cuts(|length, start| {
            if length > 0 {
                singles.insert(&mut used, done[start]);
            }
            true
        });
        walker.runs(&mut runs);
        values_of_block(&singles, used, done, &runs, block, from);
    }
}
