//! Tables as files: a header with a version, the bytes that are computed, and a checksum of each.
//!
//! | bytes | content |
//! |---|---|
//! | 0..16 | [`MAGIC`] |
//! | 16..24 | version and kind, 4 bytes each |
//! | 24..48 | tiles and 0, or rows and columns; layers that are computed; 8 bytes each |
//! | 48..64 | number of bytes of the table, checksum of the header |
//! | 64.. | the table, checksum of header and table |
//!
//! All numbers are little-endian.

use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use crate::chomp::boxed::Boxed;
use crate::chomp::layers::Layers;
use crate::chomp::losing::LosingBoards;
use crate::chomp::table::TableError;
use crate::chomp::values::{ChompValues, Shape};
use crate::control::Control;
use crate::file;

/// Why a table was not saved or loaded. The file is unchanged.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableFileError {
    /// The file cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// The name of the file.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// The file is not a table of Chomp boards.
    #[error("the file does not begin as a table of Chomp boards does")]
    Foreign,
    /// The file is of another version.
    #[error("the file has version {version}: this is version {VERSION}")]
    Version {
        /// The version of the file.
        version: u32,
    },
    /// The file holds a table of another kind.
    #[error("the file is a table of {found}: one of {expected} was asked for")]
    Kind {
        /// The kind of the file.
        found: TableKind,
        /// The kind that was asked for.
        expected: TableKind,
    },
    /// The file is cut short, or goes on after its end.
    #[error("the file has {found} bytes in place of {expected}")]
    Length {
        /// The number of bytes in the file.
        found: u64,
        /// The number of bytes by the header, or those of the header if the file is shorter.
        expected: u64,
    },
    /// A checksum is wrong.
    #[error("the file has been altered: the checksum of its {part} is wrong")]
    Altered {
        /// The part that the checksum is of.
        part: FilePart,
    },
    /// The file of a piece of a table is missing, cut or altered. It can be made again.
    #[error("{} is missing, cut or altered: completing the table makes it again", path.display())]
    Piece {
        /// The name of the file.
        path: PathBuf,
    },
    /// The file of a piece of a table is of another version. It is left alone.
    #[error("{}: the file has version {version}: this is version {VERSION}", path.display())]
    PieceVersion {
        /// The name of the file.
        path: PathBuf,
        /// The version of the file.
        version: u32,
    },
    /// The table is too large, or a bound of the control was met.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// The kind of table in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableKind {
    /// The values of all boards up to a number of tiles.
    Values,
    /// The values of all boards inside a rectangle.
    ValuesInBox,
    /// The losing boards up to a number of tiles.
    Losing,
}

impl std::fmt::Display for TableKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Self::Values => "values",
            Self::ValuesInBox => "values inside a rectangle",
            Self::Losing => "losing boards",
        })
    }
}

/// A part of a file that has a checksum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilePart {
    /// The first 64 bytes.
    Header,
    /// The bytes of the table.
    Table,
}

impl std::fmt::Display for FilePart {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Self::Header => "header",
            Self::Table => "table",
        })
    }
}

/// The first bytes of a file. The end of a line among them shows a transfer that has changed line ends.
const MAGIC: [u8; 16] = *b"grundy chomp \r\n\0";
/// Version of the format, which changes with any change of what the bytes mean.
pub(super) const VERSION: u32 = 1;
/// Number of bytes of the header.
const HEADER: usize = 64;
const IN_HEADER: &str = "the numbers of the header end within it";

impl ChompValues {
    /// Writes the computed part of the table to a file, which is [replaced](file::replace) as a whole, or is unchanged if writing fails. A
    /// file takes 72 bytes more than the table.
    ///
    /// ```
    /// use grundy::Control;
    /// use grundy::chomp::{Chomp, ChompValues};
    ///
    /// let path = std::env::temp_dir().join(format!("grundy-values-{}", std::process::id()));
    /// let values = ChompValues::up_to(20, &mut Control::new())?;
    /// values.save(&path)?;
    /// let loaded = ChompValues::load(&path, &Control::new())?;
    /// assert!(loaded.iter(Chomp::poisoned()).eq(values.iter(Chomp::poisoned())));
    /// # std::fs::remove_file(&path)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`TableFileError::File`]; the temporary file is removed.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), TableFileError> {
        save(path.as_ref(), |file| self.write_to(file))
    }

    /// Writes the bytes of the file to any writer.
    ///
    /// # Errors
    ///
    /// Those of the writer.
    pub fn write_to(&self, writer: impl Write) -> io::Result<()> {
        match &self.shape {
            Shape::UpTo(layers) => write_layers(writer, TableKind::Values, layers),
            Shape::Box(boxed) => {
                let sides = [boxed.rows(), boxed.columns()].map(|side| side as u64);
                let header = Header { kind: TableKind::ValuesInBox, sides, layers: 0 };
                header.write(writer, boxed.bytes())
            }
        }
    }

    /// Reads a table that [`Self::save`] has written. [`Self::complete`] resumes a table that is not complete. A table that as a whole is
    /// too large for the control is refused before memory is allocated.
    ///
    /// # Errors
    ///
    /// [`TableFileError`], which tells what is wrong with the file.
    pub fn load(path: impl AsRef<Path>, control: &Control) -> Result<Self, TableFileError> {
        load(path.as_ref(), |header, reader| Self::read(&header, reader, control))
    }

    /// Reads what [`Self::write_to`] has written.
    #[cfg(feature = "serde")]
    pub(super) fn from_bytes(bytes: &[u8], control: &Control) -> Result<Self, TableFileError> {
        read_bytes(bytes, |header, reader| Self::read(&header, reader, control))
    }

    fn read(header: &Header, reader: &mut TableReader<'_>, control: &Control) -> Result<Self, TableFileError> {
        let shape = match header.kind {
            TableKind::Values => {
                let tiles = header.tiles(Self::MOST_TILES)?;
                Shape::UpTo(read_layers(header, reader, Layers::new(tiles, 1, control)?)?)
            }
            TableKind::ValuesInBox => {
                let [rows, columns] = header.sides;
                let tiles = rows.saturating_mul(columns);
                // Each side is checked too: 0 columns times any number of rows are 0 tiles. An empty rectangle is
                // written with 1 row.
                let narrow = rows.max(columns) <= Self::MOST_TILES.into();
                if tiles > Self::MOST_TILES.into() || !narrow || rows == 0 {
                    return Err(TableError::TooLarge { tiles, limit: Self::MOST_TILES.into() }.into());
                }
                let [rows, columns] = header.rows_and_columns();
                let mut boxed = Boxed::planned(rows, columns, control)?;
                reader.table(boxed.bytes_mut())?;
                Shape::Box(boxed)
            }
            TableKind::Losing => {
                return Err(TableFileError::Kind { found: header.kind, expected: TableKind::Values });
            }
        };
        Ok(Self { shape })
    }
}

impl LosingBoards {
    /// Writes the table to a file, as [`ChompValues::save`] does.
    ///
    /// # Errors
    ///
    /// [`TableFileError::File`]; the temporary file is removed.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), TableFileError> {
        save(path.as_ref(), |file| self.write_to(file))
    }

    /// Writes the bytes of the file to any writer.
    ///
    /// # Errors
    ///
    /// Those of the writer.
    pub fn write_to(&self, writer: impl Write) -> io::Result<()> {
        write_layers(writer, TableKind::Losing, &self.layers)
    }

    /// Reads a table that [`Self::save`] has written. [`Self::complete`] resumes a table that is not complete. A table that as a whole is
    /// too large for the control is refused before memory is allocated.
    ///
    /// # Errors
    ///
    /// [`TableFileError`], which tells what is wrong with the file.
    pub fn load(path: impl AsRef<Path>, control: &Control) -> Result<Self, TableFileError> {
        load(path.as_ref(), |header, reader| Self::read(&header, reader, control))
    }

    /// Reads what [`Self::write_to`] has written.
    #[cfg(feature = "serde")]
    pub(super) fn from_bytes(bytes: &[u8], control: &Control) -> Result<Self, TableFileError> {
        read_bytes(bytes, |header, reader| Self::read(&header, reader, control))
    }

    fn read(header: &Header, reader: &mut TableReader<'_>, control: &Control) -> Result<Self, TableFileError> {
        if header.kind != TableKind::Losing {
            return Err(TableFileError::Kind { found: header.kind, expected: TableKind::Losing });
        }
        let tiles = header.tiles(Self::MOST_TILES)?;
        Ok(Self { layers: read_layers(header, reader, Layers::new(tiles, 2, control)?)? })
    }
}

struct Header {
    kind: TableKind,
    /// The number of tiles and 0, or rows and columns.
    sides: [u64; 2],
    layers: u64,
}

impl Header {
    fn write(&self, mut writer: impl Write, table: &[u8]) -> io::Result<()> {
        let mut header = Vec::with_capacity(HEADER);
        header.extend(MAGIC);
        header.extend(VERSION.to_le_bytes());
        header.extend((self.kind as u32).to_le_bytes());
        for number in [self.sides[0], self.sides[1], self.layers, table.len() as u64] {
            header.extend(number.to_le_bytes());
        }
        header.extend(checksum(0, &header).to_le_bytes());
        writer.write_all(&header)?;
        writer.write_all(table)?;
        // The checksum of the table begins with that of the header, so a table does not fit behind another header.
        writer.write_all(&checksum(checksum(0, &header), table).to_le_bytes())?;
        writer.flush()
    }

    /// The sides of a rectangle, after both have been checked.
    fn rows_and_columns(&self) -> [usize; 2] {
        self.sides.map(|side| usize::try_from(side).expect("a side is at most 256"))
    }

    fn tiles(&self, limit: u32) -> Result<usize, TableError> {
        let tiles = self.sides[0];
        let fits = usize::try_from(tiles).ok().filter(|_| tiles <= limit.into());
        fits.ok_or(TableError::TooLarge { tiles, limit: limit.into() })
    }
}

fn write_layers(writer: impl Write, kind: TableKind, layers: &Layers) -> io::Result<()> {
    let header = Header { kind, sides: [layers.tails.tiles() as u64, 0], layers: layers.done as u64 };
    header.write(writer, layers.computed())
}

fn read_layers(header: &Header, reader: &mut TableReader<'_>, mut layers: Layers) -> Result<Layers, TableFileError> {
    let done = usize::try_from(header.layers).ok().filter(|done| *done <= layers.tails.layers());
    // A file has whole layers: the beginning of a stopped layer is not written, and is computed again.
    layers.done = done.ok_or(TableFileError::Altered { part: FilePart::Header })?;
    reader.table(layers.computed_mut())?;
    Ok(layers)
}

/// [Replaces](file::replace) a file.
pub(super) fn save(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> Result<(), TableFileError> {
    file::replace(path, write).map_err(|error| TableFileError::File { path: path.to_owned(), error })
}

/// A file, or the bytes of one, that is being read.
struct TableReader<'a> {
    /// The name of the file, for errors.
    path: &'a Path,
    reader: &'a mut dyn Read,
    /// The number of bytes in the file.
    found: u64,
    /// The number of bytes of the table by the header; 0 before the header is read.
    bytes: u64,
    /// The checksum of the header; 0 before the header is read.
    sum: u64,
}

impl TableReader<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> Result<(), TableFileError> {
        let read = self.reader.read_exact(bytes);
        read.map_err(|error| TableFileError::File { path: self.path.to_owned(), error })
    }

    fn table(&mut self, table: &mut [u8]) -> Result<(), TableFileError> {
        if self.bytes != table.len() as u64 {
            return Err(TableFileError::Altered { part: FilePart::Header });
        }
        self.read(table)?;
        let mut sum = [0; 8];
        self.read(&mut sum)?;
        if checksum(self.sum, table) == u64::from_le_bytes(sum) {
            Ok(())
        } else {
            Err(TableFileError::Altered { part: FilePart::Table })
        }
    }
}

/// Reads a file; `table` reads what follows the header.
fn load<T>(
    path: &Path,
    table: impl FnOnce(Header, &mut TableReader<'_>) -> Result<T, TableFileError>,
) -> Result<T, TableFileError> {
    let file_error = |error| TableFileError::File { path: path.to_owned(), error };
    let file = File::open(path).map_err(file_error)?;
    let found = file.metadata().map_err(file_error)?.len();
    read(TableReader { path, reader: &mut BufReader::new(file), found, bytes: 0, sum: 0 }, table)
}

/// Reads the bytes of a file.
#[cfg(feature = "serde")]
fn read_bytes<T>(
    mut bytes: &[u8],
    table: impl FnOnce(Header, &mut TableReader<'_>) -> Result<T, TableFileError>,
) -> Result<T, TableFileError> {
    let found = bytes.len() as u64;
    read(TableReader { path: Path::new("bytes"), reader: &mut bytes, found, bytes: 0, sum: 0 }, table)
}

fn read<T>(
    mut reader: TableReader<'_>,
    table: impl FnOnce(Header, &mut TableReader<'_>) -> Result<T, TableFileError>,
) -> Result<T, TableFileError> {
    let found = reader.found;
    let mut header = [0; HEADER];
    // A file that is cut within its header is told as cut, if what is there begins as a table does.
    let there = usize::try_from(found).unwrap_or(HEADER).min(HEADER);
    reader.read(&mut header[..there])?;
    let begun = there.min(MAGIC.len());
    if header[..begun] != MAGIC[..begun] || begun == 0 {
        return Err(TableFileError::Foreign);
    }
    if there < HEADER {
        return Err(TableFileError::Length { found, expected: HEADER as u64 });
    }
    let word = |place: usize| u64::from_le_bytes(*header[place..].first_chunk().expect(IN_HEADER));
    let half = |place: usize| u32::from_le_bytes(*header[place..].first_chunk().expect(IN_HEADER));
    // The version before the checksum: another version may have another header.
    if half(16) != VERSION {
        return Err(TableFileError::Version { version: half(16) });
    }
    let kinds = [TableKind::Values, TableKind::ValuesInBox, TableKind::Losing];
    let kind = kinds.into_iter().find(|kind| *kind as u32 == half(20));
    let (Some(kind), true) = (kind, checksum(0, &header[..HEADER - 8]) == word(HEADER - 8)) else {
        return Err(TableFileError::Altered { part: FilePart::Header });
    };
    reader.bytes = word(48);
    reader.sum = checksum(0, &header);
    // The length is compared before the table gets memory.
    let expected = reader.bytes.saturating_add(HEADER as u64 + 8);
    if found != expected {
        return Err(TableFileError::Length { found, expected });
    }
    table(Header { kind, sides: [word(24), word(32)], layers: word(40) }, &mut reader)
}

/// A checksum that detects every change of a single word of 8 bytes, since each word acts on the state by a bijection.
pub(super) fn checksum(start: u64, bytes: &[u8]) -> u64 {
    // An odd factor, since multiplication by it is a bijection. Its bits are those of the golden ratio: not tuned.
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    let step = |state: u64, word: [u8; 8]| {
        let mixed = (state ^ u64::from_le_bytes(word)).wrapping_mul(ODD);
        // A product moves bits upwards only. The shift brings high bits down, and can be undone too.
        mixed ^ (mixed >> 29)
    };
    let (words, rest) = bytes.as_chunks::<8>();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    // The last word is filled up with zeros. The length tells them from zeros that are part of the bytes.
    let state = words.iter().fold(start ^ bytes.len() as u64, |state, word| step(state, *word));
    step(state, last)
}
