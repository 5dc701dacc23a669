//! Tables that are computed in files, by one process or by many.

use std::fs;
use std::mem;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::chomp::losing::LosingBoards;
use crate::chomp::maker::{Maker, has_read};
use crate::chomp::pages::{Pages, Sums};
use crate::chomp::part::Part;
use crate::chomp::piece_file::Fault;
use crate::chomp::pieces::Pieces;
use crate::chomp::table::TableError;
use crate::chomp::table_file::{TableFileError, TableKind};
use crate::chomp::values::ChompValues;
use crate::control::{Bound, Control, Stopped, Unit};

/// The table of [`LosingBoards`] or of [`ChompValues`] as files in a folder, for tables that are larger than memory.
///
/// A file holds tails (boards without their first one or two rows) that have the same number of tiles, their *layer*, and the same first row, their
/// *column*; at most 4 MB of them. It is written once, under a temporary name, with a checksum, and is then renamed. Its bytes depend on
/// nothing but its name. A file that is missing, cut or altered is made again.
///
/// One process computes column by column ([`complete`](Self::complete)): in memory are one column and some windows on files. Memory is that of the
/// largest column, about a ninth of the table of losing boards, and a quarter of a gigabyte for windows.
///
/// Many processes compute layer by layer ([`complete_part`](Self::complete_part)): the files of a layer depend on earlier layers only.
///
/// Bytes are those of the tails; each file has 64 more, a header of 56 and a checksum of 8, so that the files of 140 tiles have 15 066 281 207.
///
/// | losing boards up to | bytes | largest column | files |
/// |---|---|---|---|
/// | 120 tiles | 1 844 349 560 | 223 MB | 2 552 |
/// | 131 tiles | 5 964 539 504 | 685 MB | 3 844 |
/// | 140 tiles | 15 065 878 135 | 1658 MB | 6 298 |
///
/// ```
/// use grundy::Control;
/// use grundy::chomp::LayerFiles;
///
/// let folder = std::env::temp_dir().join(format!("grundy-layers-{}", std::process::id()));
/// let losing = LayerFiles::losing(&folder, 40)?;
/// assert!(!losing.is_complete());
/// losing.complete(&mut Control::new())?;
/// assert_eq!(losing.losing_counts(&mut Control::new())?[8], 2); // 4,2,2 and its mirror image 3,3,1,1
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct LayerFiles {
    pieces: Pieces,
    /// What [`complete`](Self::complete) had read or written when a bound stopped it.
    checked: Mutex<Sums>,
}

/// Bytes for windows on files where the limit on bytes allows it, and the least that there must be.
const WINDOWS: usize = 1 << 28;
const LEAST_WINDOWS: usize = 1 << 22;

impl LayerFiles {
    /// The files of the losing boards of at most `tiles` tiles in a folder, which need not exist. Nothing is read or written.
    ///
    /// # Errors
    ///
    /// [`TableError::TooLarge`].
    pub fn losing(folder: impl Into<PathBuf>, tiles: u32) -> Result<Self, TableError> {
        Self::new(TableKind::Losing, folder.into(), tiles, LosingBoards::MOST_TILES)
    }

    /// The files of the values of all boards of at most `tiles` tiles in a folder, which need not exist. Nothing is read or written.
    ///
    /// # Errors
    ///
    /// [`TableError::TooLarge`].
    pub fn values(folder: impl Into<PathBuf>, tiles: u32) -> Result<Self, TableError> {
        Self::new(TableKind::Values, folder.into(), tiles, ChompValues::MOST_TILES)
    }

    fn new(kind: TableKind, folder: PathBuf, tiles: u32, limit: u32) -> Result<Self, TableError> {
        let too_large = || {
            // A table of one tile more takes at least as many bytes, so the largest one that fits is the limit.
            let limit = (0..=limit).rev().find(|tiles| Pieces::tails(kind, *tiles as usize).is_some()).unwrap_or(0);
            TableError::TooLarge { tiles: tiles.into(), limit: limit.into() }
        };
        let pieces = if tiles <= limit { Pieces::new(kind, folder, tiles as usize) } else { None };
        Ok(Self { pieces: pieces.ok_or_else(too_large)?, checked: Mutex::default() })
    }

    /// Maximum number of tiles of a board in the table.
    #[must_use]
    pub const fn tiles(&self) -> usize {
        self.pieces.tails.tiles()
    }

    /// The number of bytes of the whole table; the files have 64 bytes more each.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.pieces.tails.bytes()
    }

    /// The number of layers.
    #[must_use]
    pub fn layers(&self) -> usize {
        self.pieces.tails.layers()
    }

    /// The names of all files, in the order in which [`complete`](Self::complete) makes them.
    pub fn files(&self) -> impl Iterator<Item = PathBuf> {
        (0..self.pieces.all().len()).map(|number| self.pieces.path(number))
    }

    /// Whether all files are there, with the right lengths. Checksums are not read.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        (0..self.pieces.all().len()).all(|number| self.pieces.is_there(number))
    }

    /// Makes the files that are missing, cut or altered, by the threads of the control. All others are read and checked.
    ///
    /// Bytes of the table that are computed count as boards. [Bytes](Control::bytes) of the control bound the largest column and the windows. The
    /// clock and the callback are checked after each megabyte or 1024 files that are read, too, and sooner on a slow disk.
    ///
    /// # Errors
    ///
    /// [`TableFileError`]. Files that are made stay: another call goes on there, and does not check again what a call that was stopped has checked.
    /// A call makes at least one file if its time suffices to read one column and to compute a file of 4 MB. With less time, calls may go on for ever.
    pub fn complete(&self, control: &mut Control) -> Result<(), TableFileError> {
        let (bytes, windows) = self.memory(self.pieces.columns().len(), control)?;
        let pages = Pages::new(&self.pieces, mem::take(&mut self.checked()), windows);
        let missing = (0..self.pieces.all().len()).filter(|number| !self.pieces.is_there(*number));
        let mut maker = Maker::new(&self.pieces, pages, missing, control);
        let completed = maker.complete(bytes);
        if completed.is_err() {
            *self.checked() = maker.into_sums();
        }
        completed
    }

    /// Makes the files of one part of the first layer that has missing ones, and returns the number of that layer; `None` if none is
    /// missing. Files of earlier layers that turn out to be cut or altered are made again, and those of this part alone are read.
    ///
    /// When all parts have been called, in any order and by any processes at once, the layer is complete.
    ///
    /// ```
    /// use grundy::Control;
    /// use grundy::chomp::LayerFiles;
    ///
    /// let folder = std::env::temp_dir().join(format!("grundy-parts-{}", std::process::id()));
    /// let losing = LayerFiles::losing(&folder, 25)?;
    /// while !losing.is_complete() {
    ///     losing.complete_part("2/2".parse()?, &mut Control::new())?;
    ///     losing.complete_part("1/2".parse()?, &mut Control::new())?;
    /// }
    /// assert_eq!(losing.losing_counts(&mut Control::new())?[25], 67);
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`TableFileError`]. Files that are made stay.
    pub fn complete_part(&self, part: Part, control: &mut Control) -> Result<Option<usize>, TableFileError> {
        let is_missing = |layer: &usize| {
            let mut all = self.pieces.part(*layer, 0, 1).into_iter();
            all.any(|number| !self.pieces.is_there(number))
        };
        let Some(layer) = (0..self.layers()).find(is_missing) else { return Ok(None) };
        let own = self.pieces.part(layer, part.number, part.of);
        // Earlier columns are read through windows. The buffer has room for the largest column up to the last one of
        // this part.
        let last = own.iter().map(|number| self.pieces.all()[*number].first_row + 1).max().unwrap_or(0);
        let (bytes, windows) = self.memory(last, control)?;
        let pages = Pages::new(&self.pieces, Sums::default(), windows);
        let missing = own.into_iter().filter(|number| !self.pieces.is_there(*number)).collect::<Vec<_>>();
        Maker::new(&self.pieces, pages, missing.iter().copied(), control).complete_each(&missing, bytes)?;
        Ok(Some(layer))
    }

    /// The number of losing boards of 0, 1, 2.. tiles, where the empty board counts as losing. Reads and checks all files, and checks the control
    /// as `complete` does. A call that is stopped begins anew.
    ///
    /// # Errors
    ///
    /// [`TableFileError`]: of a file that is missing, cut or altered it is [`TableFileError::Piece`], and [`complete`](Self::complete) makes it.
    pub fn losing_counts(&self, control: &mut Control) -> Result<Vec<u64>, TableFileError> {
        let mut counts = vec![0; self.tiles() + 1];
        let mut bytes = Vec::new();
        counts[0] = u64::from(self.pieces.kind == TableKind::Losing);
        for (number, piece) in self.pieces.all().iter().enumerate() {
            bytes.resize(piece.bytes, 0);
            self.pieces.read(number, &mut bytes).map_err(|fault| self.error(fault))?;
            for entries in bytes.chunks_exact(piece.block) {
                for (above, entry) in (piece.size + piece.first_row..).zip(entries) {
                    let tiles = match self.pieces.kind {
                        TableKind::Losing if *entry > 0 => above + usize::from(*entry),
                        TableKind::Values if *entry == 0 => above,
                        _ => continue,
                    };
                    // A file made by hand can have a correct checksum and wrong bytes.
                    if let Some(count) = counts.get_mut(tiles) {
                        *count += 1;
                    }
                }
            }
            has_read(piece, None, bytes.len(), control)?;
        }
        Ok(counts)
    }

    fn error(&self, fault: Fault) -> TableFileError {
        match fault {
            Fault::Piece(number) => TableFileError::Piece { path: self.pieces.path(number) },
            Fault::Error(error) => error,
        }
    }

    fn checked(&self) -> MutexGuard<'_, Sums> {
        self.checked.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Memory for the largest of the first columns, and the bytes for windows, within the limit on bytes. The folder is made if it is missing.
    fn memory(&self, columns: usize, control: &Control) -> Result<(Vec<u8>, usize), TableFileError> {
        let largest = (0..columns).map(|column| self.pieces.column_bytes(column)).max().unwrap_or(0);
        let limit = control.byte_limit();
        let needed = largest.saturating_add(LEAST_WINDOWS) as u64;
        if needed > limit {
            let stopped = Stopped::new(Bound::Bytes(limit), Unit::Boards, control.done(), largest as u64);
            return Err(TableError::from(stopped).into());
        }
        // What the largest column leaves of the limit; at least `LEAST_WINDOWS` by the check above.
        let windows = usize::try_from(limit).unwrap_or(usize::MAX).saturating_sub(largest).min(WINDOWS);
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(largest).map_err(|_| TableError::Memory { needed })?;
        let folder = self.pieces.folder();
        fs::create_dir_all(folder).map_err(|error| TableFileError::File { path: folder.to_owned(), error })?;
        Ok((bytes, windows))
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::sync::Mutex;

    use super::LayerFiles;
    use crate::chomp::pieces::Pieces;
    use crate::chomp::table_file::TableKind;
    use crate::control::Control;

    /// Each call is stopped by the first check, which is due after one file, and the next one goes on after it.
    #[test]
    fn files_that_are_read_ask_the_control() {
        let folder = std::env::temp_dir().join(format!("grundy-asked-{}", std::process::id()));
        let pieces = Pieces::of_bytes(64, TableKind::Losing, folder.clone(), 20).unwrap();
        let files = LayerFiles { pieces, checked: Mutex::default() };
        files.complete(&mut Control::new()).unwrap();
        let due = || {
            let mut control = Control::new().watched(|_| ControlFlow::Break(()));
            control.step(1 << 16);
            control
        };
        for _ in 0..2 {
            let all = files.pieces.all().len();
            let stops = (0..=all).take_while(|_| files.complete(&mut due()).is_err()).count();
            assert_eq!(stops, all);
            assert!(files.losing_counts(&mut due()).is_err());
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }

    /// Pieces of a layer that are whole when a bound is met are written, so that each call with room for one piece goes on.
    #[test]
    fn whole_pieces_of_a_layer_stay() {
        let folder = std::env::temp_dir().join(format!("grundy-whole-pieces-{}", std::process::id()));
        let pieces = Pieces::of_bytes(64, TableKind::Losing, folder.clone(), 36).unwrap();
        assert!((0..pieces.columns().len()).any(|column| pieces.groups(column).any(|layer| layer.len() > 2)));
        let files = LayerFiles { pieces, checked: Mutex::default() };
        let there = || (0..files.pieces.all().len()).filter(|number| files.pieces.is_there(*number)).count();
        let most = files.pieces.all().iter().map(|piece| piece.bytes).max().unwrap();
        let (mut before, mut by_time) = (0, 0);
        while !files.is_complete() {
            assert!(files.complete(&mut Control::new().positions(most as u64)).is_err() || files.is_complete());
            assert!(there() > before, "{before} files");
            before = there();
            files.complete(&mut Control::new().watched(|_| ControlFlow::Break(()))).ok();
            by_time += there() - before;
            before = there();
        }
        assert!(by_time > 0);
        assert_eq!(files.losing_counts(&mut Control::new()).unwrap()[8..12], [2, 5, 2, 3]);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
