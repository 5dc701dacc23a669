//! Tables that are computed in files, by one process or by many.

use std::fmt;
use std::fs;
use std::ops::Range;
use std::path::PathBuf;
use std::str::FromStr;

use crate::chomp::columns::Sources;
use crate::chomp::losing::LosingBoards;
use crate::chomp::pages::Pages;
use crate::chomp::piece_file::Fault;
use crate::chomp::pieces::{Piece, Pieces};
use crate::chomp::table::{TableError, index};
use crate::chomp::table_file::{TableFileError, TableKind};
use crate::chomp::values::ChompValues;
use crate::control::{Bound, Control, Progress, Stopped, Unit};
use crate::notation::NotationError;

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
/// assert_eq!(losing.losing_counts()?[8], 2); // 4,2,2 and its mirror image 3,3,1,1
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct LayerFiles {
    pieces: Pieces,
}

/// One of several parts of each layer, or of another computation, counted from 1: `3/16`.
///
/// ```
/// use grundy::chomp::Part;
///
/// let part: Part = "3/16".parse()?;
/// assert_eq!(part.to_string(), "3/16");
/// assert!((0..40).filter(|place| part.has(*place)).eq([2, 18, 34]));
/// assert!("17/16".parse::<Part>().is_err() && "0/4".parse::<Part>().is_err());
/// # Ok::<(), grundy::NotationError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// From 0.
    number: u32,
    of: u32,
}

/// Bytes for windows on files where the limit on bytes allows it, and the least that there must be.
const WINDOWS: usize = 1 << 28;
const LEAST_WINDOWS: usize = 1 << 22;

/// A column in memory as far as it is known.
struct Column {
    number: usize,
    /// Pieces before this one are in memory.
    known: usize,
    bytes: Vec<u8>,
}

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
        Ok(Self { pieces: pieces.ok_or_else(too_large)? })
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
    /// Bytes of the table that are computed count as boards. [Bytes](Control::bytes) of the control bound the largest column and the windows.
    ///
    /// # Errors
    ///
    /// [`TableFileError`]. Files that are made stay: another call goes on there.
    pub fn complete(&self, control: &mut Control) -> Result<(), TableFileError> {
        let columns = self.pieces.columns();
        let (mut bytes, pages) = self.memory(columns.len(), control)?;
        let missing = (0..self.pieces.all().len()).filter(|number| !self.pieces.is_there(*number));
        let missing: u64 = missing.map(|number| self.pieces.all()[number].bytes as u64).sum();
        let total = control.done().saturating_add(missing);
        // A file that is lost or altered while others are made is found at its next use. Then all are gone through again.
        loop {
            let made = (0..columns.len()).try_for_each(|number| {
                // One buffer for all columns. It still has bytes of the column before: `make` overwrites those of each
                // piece, from its file or with 0.
                let mut column = Column { number, known: columns[number].start, bytes: std::mem::take(&mut bytes) };
                column.bytes.resize(self.pieces.column_bytes(number), 0);
                let mut groups = self.pieces.groups(number);
                let made = groups.try_for_each(|group| self.make(&mut column, group, &pages, total, control));
                bytes = column.bytes;
                made
            });
            match made {
                Ok(()) => return Ok(()),
                // The next round reads this file again, finds it wrong and makes it.
                Err(Fault::Piece(number)) => pages.is_wrong(number),
                Err(Fault::Error(error)) => return Err(error),
            }
        }
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
    /// assert_eq!(losing.losing_counts()?[25], 67);
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
        let (bytes, pages) = self.memory(last, control)?;
        let mut column = Column { number: 0, known: 0, bytes };
        let own = own.into_iter().filter(|number| !self.pieces.is_there(*number)).collect::<Vec<_>>();
        let missing: u64 = own.iter().map(|number| self.pieces.all()[*number].bytes as u64).sum();
        let total = control.done().saturating_add(missing);
        for number in own {
            // A piece waits for those that it reads, which are in earlier layers.
            // The list is never longer than the number of layers.
            let mut waiting = vec![number];
            while let Some(next) = waiting.last() {
                match self.make_one(&mut column, *next, &pages, total, control) {
                    Ok(()) => _ = waiting.pop(),
                    Err(Fault::Piece(earlier)) => {
                        pages.is_wrong(earlier);
                        waiting.push(earlier);
                    }
                    Err(Fault::Error(error)) => return Err(error),
                }
            }
        }
        Ok(Some(layer))
    }

    /// The number of losing boards of 0, 1, 2.. tiles, where the empty board counts as losing. Reads and checks all files.
    ///
    /// # Errors
    ///
    /// [`TableFileError`]: of a file that is missing, cut or altered it is [`TableFileError::Piece`], and [`complete`](Self::complete) makes it.
    pub fn losing_counts(&self) -> Result<Vec<u64>, TableFileError> {
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
        }
        Ok(counts)
    }

    fn error(&self, fault: Fault) -> TableFileError {
        match fault {
            Fault::Piece(number) => TableFileError::Piece { path: self.pieces.path(number) },
            Fault::Error(error) => error,
        }
    }

    /// Memory for the largest of the first columns, and windows, within the limit on bytes. The folder is made if it is missing.
    fn memory(&self, columns: usize, control: &Control) -> Result<(Vec<u8>, Pages<'_>), TableFileError> {
        let largest = (0..columns).map(|column| self.pieces.column_bytes(column)).max().unwrap_or(0);
        let limit = control.byte_limit();
        let needed = largest.saturating_add(LEAST_WINDOWS) as u64;
        if needed > limit {
            let stopped = Stopped::new(Bound::Bytes(limit), Unit::Boards, control.done(), needed);
            return Err(TableError::from(stopped).into());
        }
        // What the largest column leaves of the limit; at least `LEAST_WINDOWS` by the check above.
        let windows = usize::try_from(limit).unwrap_or(usize::MAX).saturating_sub(largest).min(WINDOWS);
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(largest).map_err(|_| TableError::Memory { needed })?;
        let folder = self.pieces.folder();
        fs::create_dir_all(folder).map_err(|error| TableFileError::File { path: folder.to_owned(), error })?;
        Ok((bytes, Pages::new(&self.pieces, windows)))
    }

    /// Brings one layer of a column into memory, whose earlier layers are there. Files that are not right are made.
    fn make(
        &self,
        column: &mut Column,
        group: Range<usize>,
        pages: &Pages<'_>,
        total: u64,
        control: &mut Control,
    ) -> Result<(), Fault> {
        let begin = index(self.pieces.all()[group.start].start);
        // `own` are the earlier layers of the column, which are read while pieces of this layer are written.
        let (own, mut rest) = column.bytes.split_at_mut(begin);
        let (mut numbers, mut missing) = (Vec::new(), Vec::new());
        for number in group.clone() {
            let piece = &self.pieces.all()[number];
            let (bytes, later) = std::mem::take(&mut rest).split_at_mut(piece.bytes);
            rest = later;
            match self.pieces.read(number, bytes) {
                Ok(()) => pages.is_right(number),
                Err(Fault::Piece(_)) => {
                    // Kernels leave 0 where no board is losing, so the block has to begin as zeros.
                    bytes.fill(0);
                    numbers.push(number);
                    missing.push((piece, bytes));
                }
                Err(error) => return Err(error),
            }
        }
        let (made, computed) = self.compute(own, missing, pages, total, control);
        for number in numbers.into_iter().take(made) {
            let piece = &self.pieces.all()[number];
            self.pieces.write(number, &column.bytes[index(piece.start)..][..piece.bytes])?;
            pages.is_right(number);
        }
        computed?;
        column.known = group.end;
        Ok(())
    }

    /// Makes the file of one piece, after the earlier layers of its column have been read.
    fn make_one(
        &self,
        column: &mut Column,
        number: usize,
        pages: &Pages<'_>,
        total: u64,
        control: &mut Control,
    ) -> Result<(), Fault> {
        let piece = &self.pieces.all()[number];
        let pieces = self.pieces.columns()[piece.first_row].clone();
        if column.number != piece.first_row || column.known < pieces.start {
            (column.number, column.known) = (piece.first_row, pieces.start);
            column.bytes.clear();
        }
        let first = |known: &usize| self.pieces.all()[*known].size < piece.size;
        // The pieces of the column in earlier layers, as far as they are not in memory. A wrong file ends this with its
        // number, and the caller makes that piece first.
        while first(&column.known) {
            let earlier = &self.pieces.all()[column.known];
            column.bytes.resize(index(earlier.start) + earlier.bytes, 0);
            self.pieces.read(column.known, &mut column.bytes[index(earlier.start)..])?;
            pages.is_right(column.known);
            column.known += 1;
        }
        // What was read of later layers does not matter: earlier ones end where the layer of the piece begins.
        let layer = self.pieces.groups(piece.first_row).find(|group| group.contains(&number));
        let begin = layer.map_or(0, |group| index(self.pieces.all()[group.start].start));
        let mut bytes = vec![0; piece.bytes];
        self.compute(&column.bytes[..begin], vec![(piece, &mut bytes)], pages, total, control).1?;
        self.pieces.write(number, &bytes)?;
        pages.is_right(number);
        Ok(())
    }

    /// Computes pieces of one layer of a column under the control. Returns how many of them are complete, which are the first ones, also if it is stopped.
    fn compute(
        &self,
        own: &[u8],
        mut missing: Vec<(&Piece, &mut [u8])>,
        pages: &Pages<'_>,
        total: u64,
        control: &mut Control,
    ) -> (usize, Result<(), Fault>) {
        // Where each piece ends. A file is written whole, so the limit on positions needs room for it.
        let mut boards = 0;
        let mut ends = Vec::new();
        for (piece, _) in &missing {
            boards += piece.bytes as u64;
            ends.push(boards);
        }
        let fit = ends.partition_point(|end| *end <= control.room());
        let fit_all = fit == missing.len();
        missing.truncate(fit);
        let bytes = (own.len() as u64).saturating_add(boards);
        let sources = Sources { kind: self.pieces.kind, tails: &self.pieces.tails, own, pages };
        let computed = sources.compute(missing, control, |control, boards| {
            control.count(boards);
            control.look_if_due(0, |control| Progress::new(Unit::Boards, control.done(), Some(total), bytes))
        });
        let (computed, looked) = match computed {
            Ok(computed) => computed,
            Err(fault) => return (0, Err(fault)),
        };
        let stopped = match looked {
            Ok(()) if fit_all => return (fit, Ok(())),
            Ok(()) => control.out_of_positions(Unit::Boards, 0),
            Err(stopped) => Stopped { done: control.done(), ..stopped },
        };
        let made = ends.partition_point(|end| *end <= computed);
        (made, Err(Fault::Error(TableError::from(stopped).into())))
    }
}

impl Part {
    /// Whether the thing at this place, counted from 0, belongs to the part: each does to one of them, in turn.
    #[must_use]
    pub const fn has(self, place: usize) -> bool {
        place % self.of as usize == self.number as usize
    }
}

impl FromStr for Part {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let part = text.split_once('/').and_then(|(number, of)| {
            let (number, of): (u32, u32) = (number.parse().ok()?, of.parse().ok()?);
            // Parts are written from 1 and kept from 0. This refuses 0/4 and 17/16.
            Some(Self { number: number.checked_sub(1).filter(|number| *number < of)?, of })
        });
        part.ok_or_else(|| NotationError::new(text, 0, "a part is written 3/16: the third of 16"))
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", u64::from(self.number) + 1, self.of)
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::LayerFiles;
    use crate::chomp::pieces::Pieces;
    use crate::chomp::table_file::TableKind;
    use crate::control::Control;

    /// Pieces of a layer that are whole when a bound is met are written, so that each call with room for one piece goes on.
    #[test]
    fn whole_pieces_of_a_layer_stay() {
        let folder = std::env::temp_dir().join(format!("grundy-whole-pieces-{}", std::process::id()));
        let pieces = Pieces::of_bytes(64, TableKind::Losing, folder.clone(), 36).unwrap();
        assert!((0..pieces.columns().len()).any(|column| pieces.groups(column).any(|layer| layer.len() > 2)));
        let files = LayerFiles { pieces };
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
        assert_eq!(files.losing_counts().unwrap()[8..12], [2, 5, 2, 3]);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
