//! The boards that the player to move loses, in a table that is smaller than that of all values.

use crate::chomp::board::Board;
use crate::chomp::layers::{Group, Layers};
use crate::chomp::marks::{LANES, Set, Singles, least_outside};
use crate::chomp::table::TableError;
use crate::chomp::tails::Walker;
use crate::control::{Control, Stopped};

/// All boards of poisoned Chomp up to a number of tiles that the player to move loses.
///
/// Theorem: given the rows below the first, at most one length of the first row makes the board losing, since of two such lengths
/// the longer could be cut to the shorter. It is the least length, not below that of the second row, that does not make an option of
/// the rows below the first losing. There is none if a cut of the first row together with rows below it leaves a losing board.
///
/// So the table holds one byte for each board without its first row: the length of the first row, or 0. Bytes stand by the rows below
/// the second, and then by the second row. Where a cut to three or more equal rows leaves a losing board, all bytes for the rows below
/// the second are 0, and only that cut is looked up.
///
/// | tiles | bytes | losing boards |
/// |---|---|---|
/// | 60 | 966 467 | 149 226 |
/// | 93 | 82 010 177 | 11 233 893 |
/// | 110 | 607 163 746 | 79 754 531 |
/// | 120 | 1 844 349 560 | 237 325 352 |
/// | 131 | 5 964 539 504 | 752 433 194 |
///
/// One tile more takes 14% more memory at 80 tiles, 12% at 110 and 11% at 125. For each tile below the second row a run of adjacent
/// bytes is read, for up to eight boards at once; so the work grows a little faster than memory.
///
/// The number of losing boards, as measured: of the *p*(*n*) boards of *n* tiles (*p* is the number of partitions), one in
/// 3.24 *n*^0.66 is losing, within 0.3% for each *n* from 90 to 131. So the number grows like exp(2.565 √*n*), the factor of *p*(*n*),
/// divided by a power of *n* near 5/3: 2 806 958 of 100 tiles, 66 662 800 of 130 tiles, 73 680 107 of 131 tiles.
///
/// The edible convention needs no table: there only the empty board is lost.
///
/// The table is an [`Oracle`](crate::Oracle) of poisoned Chomp: handed to a [`Solver`](crate::Solver), it tells who wins on a board, and
/// lists the winning moves.
///
/// With the feature `serde` a table is written as the bytes of its [file](Self::write_to), and read as [`Self::load`] reads it: the boards are taken as they are.
///
/// ```
/// use grundy::chomp::{Board, Chomp, LosingBoards, Tile};
/// use grundy::{Control, Solver};
///
/// let losing = LosingBoards::up_to(40, &mut Control::new())?;
/// assert_eq!(losing.count(8), Some(2)); // 4,2,2 and its mirror image 3,3,1,1
/// assert_eq!(losing.is_losing(&"4,2,2".parse()?), Some(true));
/// assert_eq!(losing.is_losing(&Board::rectangle(1, 41)?), None); // not in the table
///
/// let wins = Solver::new(Chomp::poisoned()).with(losing).winning_moves(Board::rectangle(4, 5)?)?;
/// assert_eq!(wins[0].mv, Tile { row: 3, column: 3 });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Reference: Brouwer, *The game of Chomp*; OEIS A112470 (the numbers of losing boards).
#[derive(Clone, Debug)]
pub struct LosingBoards {
    pub(crate) layers: Layers,
}

impl LosingBoards {
    /// Maximum number of tiles of a table: a length then fits in a byte.
    pub const MOST_TILES: u32 = 255;

    /// All losing boards of at most `tiles` tiles. Bytes of the table count as boards: the default limit allows 80 tiles.
    ///
    /// # Errors
    ///
    /// [`TableError`]; nothing of the table is kept. [`Self::planned`] with [`Self::complete`] keeps it.
    pub fn up_to(tiles: u32, control: &mut Control) -> Result<Self, TableError> {
        let mut table = Self::planned(tiles, control)?;
        table.complete(control)?;
        Ok(table)
    }

    /// A table of which nothing is computed yet; [`Self::complete`] computes it.
    ///
    /// # Errors
    ///
    /// [`TableError`]. A table that as a whole is too large for the control is [`Stopped`] before memory is allocated.
    pub fn planned(tiles: u32, control: &Control) -> Result<Self, TableError> {
        if tiles > Self::MOST_TILES {
            return Err(TableError::TooLarge { tiles: tiles.into(), limit: Self::MOST_TILES.into() });
        }
        Ok(Self { layers: Layers::new(tiles as usize, 2, control)? })
    }

    /// Computes the rest of the table layer by layer. A layer is all boards with the same number of tiles below the second row.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use grundy::chomp::{Board, LosingBoards};
    /// use grundy::{Control, Unit};
    ///
    /// let mut losing = LosingBoards::planned(40, &Control::new())?;
    /// let half = |progress: grundy::Progress| {
    ///     assert_eq!((progress.unit, progress.total), (Unit::Boards, Some(37_338)));
    ///     if progress.done < 20_000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    /// };
    /// let stopped = losing.complete(&mut Control::new().watched(half)).unwrap_err();
    /// assert!(stopped.is_cancelled() && stopped.done < 37_338);
    /// assert_eq!(losing.is_losing(&"4,2,2".parse()?), Some(true)); // it has been computed
    /// assert_eq!(losing.is_losing(&Board::rectangle(40, 1)?), None);
    /// losing.complete(&mut Control::new())?; // resumes
    /// assert_eq!(losing.count(40), Some(1022));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Stopped`]. What has been computed is kept, and another call resumes there.
    pub fn complete(&mut self, control: &mut Control) -> Result<(), Stopped> {
        let tiles = self.layers.tails.tiles();
        // A first row has at most `tiles` tiles, and a set of `W` words has room for lengths below 64 `W`. Two words
        // halve the work of a union.
        if tiles < 128 {
            self.layers.complete(&|| Box::new(kernel::<2>(tiles)), control)
        } else {
            self.layers.complete(&|| Box::new(kernel::<4>(tiles)), control)
        }
    }

    /// Maximum number of tiles of a board in the table.
    #[must_use]
    pub const fn tiles(&self) -> usize {
        self.layers.tails.tiles()
    }

    /// Whether the whole table is computed.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.layers.is_complete()
    }

    /// The number of bytes of the whole table.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.layers.tails.bytes()
    }

    /// Whether the player to move loses. The empty board and a single tile are losing, since there is no move. `None` if the board has
    /// too many tiles or is not computed yet. Takes time proportional to the number of rows.
    #[must_use]
    pub fn is_losing(&self, board: &Board) -> Option<bool> {
        if board.tiles() > self.tiles() as u64 {
            return None;
        }
        let rows: Vec<usize> = board.rows().map(|row| row as usize).collect();
        self.loses(&rows)
    }

    /// The number of losing boards of `tiles` tiles. `None` if they are not all computed. It reads the whole table: for more than one
    /// number of tiles, call [`Self::counts`] once.
    #[must_use]
    pub fn count(&self, tiles: usize) -> Option<u64> {
        self.counts().get(tiles).copied()
    }

    /// The number of losing boards of 0, 1, 2.. tiles, where the empty board counts as losing. The list is empty if the table is not
    /// complete. Reads the whole table.
    #[must_use]
    pub fn counts(&self) -> Vec<u64> {
        if !self.is_complete() {
            return Vec::new();
        }
        let mut counts = vec![0_u64; self.tiles() + 1];
        // The empty board has no byte: its first row would be 0, which means none.
        counts[0] = 1;
        for Group { size, first, block, bytes } in self.layers.groups() {
            for entries in bytes.chunks_exact(block) {
                for (second, entry) in (first..).zip(entries).filter(|(_, entry)| **entry > 0) {
                    // A file made by hand can have a correct checksum and wrong bytes.
                    if let Some(count) = counts.get_mut(size + second + usize::from(*entry)) {
                        *count += 1;
                    }
                }
            }
        }
        counts
    }

    /// The losing boards except the empty one, ordered by the number of tiles below the second row. If the table is not complete, only
    /// those that are computed.
    ///
    /// ```
    /// use grundy::Control;
    /// use grundy::chomp::LosingBoards;
    ///
    /// let losing = LosingBoards::up_to(5, &mut Control::new())?;
    /// let boards: Vec<String> = losing.iter().map(|board| board.to_string()).collect();
    /// assert_eq!(boards, ["1", "2,1", "3,2", "3,1,1", "2,2,1"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = Board> {
        self.layers.entries().filter(|(_, first)| *first > 0).filter_map(|(mut rows, first)| {
            rows.insert(0, first.into());
            // A file made by hand can have a correct checksum and wrong bytes.
            Board::from_rows(rows).ok()
        })
    }

    /// Whether a board is losing, given as rows with at most [`Self::tiles`] tiles together.
    fn loses(&self, rows: &[usize]) -> Option<bool> {
        let [first, rest @ ..] = rows else { return Some(true) };
        let (second, tail) = rest.split_first().map_or((0, rest), |(second, tail)| (*second, tail));
        // A byte of 0 equals no first row.
        Some(usize::from(self.layers.get(second, tail.iter().copied())?) == *first)
    }
}

/// The kernel: for given rows below the second, computes for each length of the second row that of the first row, or 0.
fn kernel<const W: usize>(tiles: usize) -> impl FnMut(&[u8], &mut Walker<'_>, &mut [u8]) {
    let singles = Singles::<W>::new();
    let mut runs = Vec::new();
    move |done, walker, block| {
        // Lengths of the first row that make an option losing in which the second row and longer rows below it are cut.
        let mut used: Set<W> = [0; W];
        let any = walker.cuts(|length, start| {
            singles.insert(&mut used, done[start]);
            // If they are equal, cutting the first three rows to this length leaves a losing board, whatever the second row.
            // A byte of 0, which means no board, is no such case: for length 0 the byte is that of the single tile, 1.
            usize::from(done[start]) != length
        });
        if !any {
            return;
        }
        walker.runs(&mut runs);
        let below = walker.size();
        // The block begins with the shortest second row, which is as long as the first row of the tail.
        let mut second = walker.rows()[0];
        let mut from = 0;
        while from < block.len() {
            let mut sets = [[0; W]; LANES];
            // For each second row, the first rows that make losing boards of the options in which rows below the second
            // are cut.
            let lanes = singles.union(&mut sets, done, &runs, from, block.len() - from);
            for (entry, set) in block[from..].iter_mut().zip(&sets[..lanes]) {
                // The least length by the theorem. If all are taken, it is 64 `W`, which is more than `tiles`.
                let first = least_outside(set, &used, second.max(1));
                // Else the losing board is not in the table, and no board with a longer second row that could be cut to
                // it is.
                if first + second + below <= tiles {
                    *entry = u8::try_from(first).expect("a table has at most 255 tiles");
                    // Longer second rows can be cut to this one, so they cannot have the same first row.
                    singles.insert(&mut used, *entry);
                    if first == second {
                        // For every longer second row, the first two rows could be cut to this losing board.
                        return;
                    }
                }
                second += 1;
            }
            from += lanes;
        }
    }
}
