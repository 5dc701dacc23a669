//! The boards that the player to move loses, without the values of the others.

use crate::chomp::board::{Board, Tile};
use crate::chomp::layers::{Group, Layers};
use crate::chomp::marks::{LANES, Set, Singles, least_outside};
use crate::chomp::table::{TableError, cut_rows};
use crate::chomp::tails::Walker;
use crate::control::{Control, Stopped};

/// All boards of poisoned Chomp up to a number of tiles that the player to move loses.
///
/// Theorem: below the first row, at most one first row makes a board losing, since of two such rows the longer could be cut to the
/// shorter. It is the least one, no shorter than the row below it, that no option of the rows below it has; and there is none if
/// cutting the first and further rows to one length leaves a losing board. So the table holds, for the rows below the second one
/// and each second row, the length of the first row or 0: a byte for each board without its first row. Where a
/// cut to three or more equal rows leaves a losing board, all bytes of the rows below the second stay 0, and cost no more than to
/// see that.
///
/// | tiles | bytes | losing boards |
/// |---|---|---|
/// | 60 | 966 467 | 149 226 |
/// | 93 | 82 010 177 | 11 233 893 |
/// | 110 | 607 163 746 | 79 754 531 |
/// | 120 | 1 844 349 560 | 237 325 352 |
/// | 131 | 5 964 539 504 | 752 433 194 |
///
/// One tile more takes 14% more memory at 80 tiles, 12% at 110 and 11% at 125. The work for one byte is a run of bytes read for
/// each tile below the second row, in which up to eight neighbours share each run; so it grows a little faster than memory.
///
/// How many boards are losing, measured: of the *p*(*n*) boards of *n* tiles, *p* the number of partitions, one in 3.24 *n*^0.66
/// is, within 0.3% for each *n* from 90 to 131. So they grow by the factor exp(2.565 √*n*) of *p*(*n*) over a power of *n* near
/// 5/3: 2 806 958 of 100 tiles, 66 662 800 of 130 tiles, 73 680 107 of 131 tiles.
///
/// The edible convention needs no table: there only the empty board is lost.
///
/// With the feature `serde` a table is written as the bytes of its [file](Self::write_to), and read as [`Self::load`] reads it.
///
/// ```
/// use grundy::Control;
/// use grundy::chomp::{Board, LosingBoards, Tile};
///
/// let losing = LosingBoards::up_to(40, &mut Control::new())?;
/// assert_eq!(losing.count(8), Some(2)); // 4,2,2 and its mirror image 3,3,1,1
/// assert_eq!(losing.is_losing(&"4,2,2".parse()?), Some(true));
/// assert_eq!(losing.winning_moves(&Board::rectangle(4, 5)?), Some(vec![Tile { row: 3, column: 3 }]));
/// assert_eq!(losing.is_losing(&Board::rectangle(1, 41)?), None); // not in the table
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Reference: Brouwer, *The game of Chomp*; OEIS A112470 (the numbers of losing boards).
#[derive(Clone, Debug)]
pub struct LosingBoards {
    pub(crate) layers: Layers,
}

impl LosingBoards {
    /// The most tiles that a table can be asked for.
    pub const MOST_TILES: u32 = 255;

    /// All losing boards of at most so many tiles. Bytes of the table count as boards: the default limit allows 80 tiles.
    ///
    /// # Errors
    ///
    /// [`TableError`]; nothing of the table is kept. [`Self::planned`] with [`Self::complete`] keeps it.
    pub fn up_to(tiles: u32, control: &mut Control) -> Result<Self, TableError> {
        let mut table = Self::planned(tiles, control)?;
        table.complete(control)?;
        Ok(table)
    }

    /// A table of which nothing is computed yet, for [`Self::complete`].
    ///
    /// # Errors
    ///
    /// [`TableError`]. A table that as a whole is too large for the control is [`Stopped`] before memory is taken.
    pub fn planned(tiles: u32, control: &Control) -> Result<Self, TableError> {
        if tiles > Self::MOST_TILES {
            return Err(TableError::TooLarge { tiles: tiles.into(), limit: Self::MOST_TILES.into() });
        }
        Ok(Self { layers: Layers::new(tiles as usize, 2, control)? })
    }

    /// Computes what is not computed yet, layer by layer: a layer is all boards that have equally many tiles below their second row.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use grundy::chomp::{Board, LosingBoards};
    /// use grundy::{Control, Unit};
    ///
    /// let mut losing = LosingBoards::planned(60, &Control::new())?;
    /// let half = |progress: grundy::Progress| {
    ///     assert_eq!((progress.unit, progress.total), (Unit::Boards, Some(966_467)));
    ///     if progress.done < 500_000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    /// };
    /// let stopped = losing.complete(&mut Control::new().watched(half)).unwrap_err();
    /// assert!(stopped.is_cancelled() && stopped.done < 966_467);
    /// assert_eq!(losing.is_losing(&"4,2,2".parse()?), Some(true)); // it has been computed
    /// assert_eq!(losing.is_losing(&Board::rectangle(60, 1)?), None);
    /// losing.complete(&mut Control::new())?; // goes on where it was
    /// assert_eq!(losing.count(60), Some(20_106));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Stopped`]; what has been computed is kept, and another call goes on from there.
    pub fn complete(&mut self, control: &mut Control) -> Result<(), Stopped> {
        let tiles = self.layers.tails.tiles();
        if tiles < 128 {
            self.layers.complete(|| kernel::<2>(tiles), control)
        } else {
            self.layers.complete(|| kernel::<4>(tiles), control)
        }
    }

    /// The most tiles that a board in the table has.
    #[must_use]
    pub const fn tiles(&self) -> usize {
        self.layers.tails.tiles()
    }

    /// Whether everything is computed.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.layers.is_complete()
    }

    /// How many bytes the table takes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.layers.tails.bytes()
    }

    /// Whether the player to move loses: who cannot move does, so the empty board and a single tile are losing. `None` if the
    /// board has too many tiles, or is not computed yet. Takes time proportional to the number of rows.
    #[must_use]
    pub fn is_losing(&self, board: &Board) -> Option<bool> {
        if board.tiles() > self.tiles() as u64 {
            return None;
        }
        let rows: Vec<usize> = board.rows().map(|row| row as usize).collect();
        self.loses(&rows)
    }

    /// Every winning move, in reading order. `None` if the board has too many tiles, or is not computed yet.
    #[must_use]
    pub fn winning_moves(&self, board: &Board) -> Option<Vec<Tile>> {
        if board.tiles() > self.tiles() as u64 {
            return None;
        }
        let rows: Vec<usize> = board.rows().map(|row| row as usize).collect();
        let mut left = rows.clone();
        let mut wins = Vec::new();
        for tile in board.each_tile().skip(1) {
            left.clone_from(&rows);
            cut_rows(&mut left, tile);
            if self.loses(&left)? {
                wins.push(tile);
            }
        }
        Some(wins)
    }

    /// How many boards of so many tiles are losing. `None` if they are not computed. For more than one number of tiles take
    /// [`Self::counts`].
    #[must_use]
    pub fn count(&self, tiles: usize) -> Option<u64> {
        self.counts().get(tiles).copied()
    }

    /// How many boards of 0, 1, 2.. tiles are losing, the empty board counted with 1; nothing as long as the table is not
    /// complete. Reads the whole table.
    #[must_use]
    pub fn counts(&self) -> Vec<u64> {
        if !self.is_complete() {
            return Vec::new();
        }
        let mut counts = vec![0_u64; self.tiles() + 1];
        counts[0] = 1;
        for Group { size, first, block, bytes } in self.layers.groups() {
            for entries in bytes.chunks_exact(block) {
                for (second, entry) in (first..).zip(entries).filter(|(_, entry)| **entry > 0) {
                    // A file with a right checksum may still have been made by hand.
                    if let Some(count) = counts.get_mut(size + second + usize::from(*entry)) {
                        *count += 1;
                    }
                }
            }
        }
        counts
    }

    /// The losing boards that have a tile, those with fewer tiles below the second row first. Of a table that is not complete,
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
            // A file with a right checksum may still have been made by hand.
            Board::from_rows(rows).ok()
        })
    }

    /// Whether rows of at most as many tiles as the table has are losing.
    fn loses(&self, rows: &[usize]) -> Option<bool> {
        let [first, rest @ ..] = rows else { return Some(true) };
        let (second, tail) = rest.split_first().map_or((0, rest), |(second, tail)| (*second, tail));
        Some(usize::from(self.layers.get(second, tail.iter().copied())?) == *first)
    }
}

/// Computes the block of the rows below the second: for each length of the second row that of the first, or 0.
fn kernel<const W: usize>(tiles: usize) -> impl FnMut(&[u8], &mut Walker<'_>, &mut [u8]) {
    let singles = Singles::<W>::new();
    let mut runs = Vec::new();
    move |done, walker, block| {
        // First rows that a cut of the second row, and of those below it that are longer, leaves losing.
        let mut used: Set<W> = [0; W];
        let any = walker.cuts(|length, start| {
            singles.insert(&mut used, done[start]);
            // If not, a cut of the first row does so too, whatever the second.
            usize::from(done[start]) != length
        });
        if !any {
            return;
        }
        walker.runs(&mut runs);
        let below = walker.size();
        let mut second = walker.rows()[0];
        let mut from = 0;
        while from < block.len() {
            let mut sets = [[0; W]; LANES];
            let lanes = singles.union(&mut sets, done, &runs, from, block.len() - from);
            for (entry, set) in block[from..].iter_mut().zip(&sets[..lanes]) {
                let first = least_outside(set, &used, second.max(1));
                if first + second + below <= tiles {
                    *entry = u8::try_from(first).expect("a table has at most 255 tiles");
                    singles.insert(&mut used, *entry);
                    if first == second {
                        return;
                    }
                }
                second += 1;
            }
            from += lanes;
        }
    }
}
