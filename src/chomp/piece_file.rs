//! A piece of a table as a file, which is written once.
//!
//! | bytes | content |
//! |---|---|
//! | 0..16 | [`MAGIC`] |
//! | 16..24 | version and kind, 4 bytes each |
//! | 24..32 | tiles of the table, number of the layer, 4 bytes each |
//! | 32..40 | number of the column, number of the piece in both, 4 bytes each |
//! | 40..56 | number of bytes of the piece, checksum of the header |
//! | 56.. | the bytes, checksum of header and bytes |
//!
//! All numbers are little-endian. Nothing depends on the process or the time: the same piece is the same file whoever makes it.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};

use crate::chomp::pieces::Pieces;
use crate::chomp::table_file::{TableFileError, VERSION, checksum, save};
use crate::file::target;

const MAGIC: [u8; 16] = *b"grundy layer \r\n\0";
/// Number of bytes of the header.
const HEADER: usize = 56;

/// Why a piece could not be read.
#[derive(Debug)]
pub(super) enum Fault {
    /// The file of the piece with this number is missing, cut or altered. It can be made again.
    Piece(usize),
    /// The error of the system, a bound, or a file of another version.
    Error(TableFileError),
}

impl From<TableFileError> for Fault {
    fn from(error: TableFileError) -> Self {
        Self::Error(error)
    }
}

impl Pieces {
    /// Writes the file of a piece under a temporary name and renames it. It is not forced to the disk: a file that a failure of
    /// power has cut is found by its checksum.
    pub(super) fn write(&self, number: usize, bytes: &[u8]) -> Result<(), TableFileError> {
        assert_eq!(bytes.len(), self.all()[number].bytes, "a piece is written whole");
        let (header, path) = (self.header(number), self.path(number));
        // A link may lead to the file of another piece, which must not be written over: the link goes.
        if fs::symlink_metadata(&path).is_ok_and(|found| found.is_symlink()) {
            match fs::remove_file(&path) {
                // Another process has done the same.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                removed => removed.map_err(|error| TableFileError::File { path: path.clone(), error })?,
            }
        }
        save(&path, |file| {
            file.write_all(&header)?;
            file.write_all(bytes)?;
            file.write_all(&checksum(checksum(0, &header), bytes).to_le_bytes())
        })
    }

    /// Whether there is a file of the right length for a piece. It may be altered all the same.
    pub(super) fn is_there(&self, number: usize) -> bool {
        self.path(number).metadata().is_ok_and(|file| file.is_file() && file.len() == self.length(number))
    }

    /// Reads a piece and checks it.
    pub(super) fn read(&self, number: usize, bytes: &mut [u8]) -> Result<(), Fault> {
        let mut file = self.open(number)?;
        self.fill(number, &mut file, bytes)?;
        let mut sum = [0; 8];
        self.fill(number, &mut file, &mut sum)?;
        let is_right = checksum(checksum(0, &self.header(number)), bytes) == u64::from_le_bytes(sum);
        if is_right { Ok(()) } else { Err(Fault::Piece(number)) }
    }

    /// Reads a window of a piece, of which alone the checksum of the file tells nothing.
    pub(super) fn window(&self, number: usize, start: usize, bytes: &mut [u8]) -> Result<(), Fault> {
        let mut file = self.open(number)?;
        let moved = file.seek(SeekFrom::Start((HEADER + start) as u64));
        moved.map_err(|error| self.file_error(number, error))?;
        self.fill(number, &mut file, bytes)
    }

    /// The file of a piece after its header, which is checked.
    fn open(&self, number: usize) -> Result<File, Fault> {
        let path = self.path(number);
        let opened = match fs::metadata(&path) {
            // A pipe is refused: to open it would be to wait for who writes into it.
            Ok(found) if !found.is_file() => target(path).and_then(File::open),
            _ => File::open(path),
        };
        let mut file = match opened {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(Fault::Piece(number)),
            opened => opened.map_err(|error| self.file_error(number, error))?,
        };
        let length = file.metadata().map_err(|error| self.file_error(number, error))?.len();
        let mut header = [0; HEADER];
        if length < HEADER as u64 {
            return Err(Fault::Piece(number));
        }
        self.fill(number, &mut file, &mut header)?;
        let expected = self.header(number);
        let version = u32::from_le_bytes(*header[16..].first_chunk().expect("the header goes on after its version"));
        let is_whole = checksum(0, &header[..HEADER - 8]).to_le_bytes() == header[HEADER - 8..];
        // A whole header of another version is no damage: an error, since making the piece again would replace the
        // file.
        if header[..16] == MAGIC && version != VERSION && is_whole {
            return Err(TableFileError::PieceVersion { path: self.path(number), version }.into());
        }
        if header == expected && length == self.length(number) { Ok(file) } else { Err(Fault::Piece(number)) }
    }

    fn fill(&self, number: usize, file: &mut File, bytes: &mut [u8]) -> Result<(), Fault> {
        file.read_exact(bytes).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => Fault::Piece(number),
            _ => self.file_error(number, error),
        })
    }

    fn file_error(&self, number: usize, error: io::Error) -> Fault {
        Fault::Error(TableFileError::File { path: self.path(number), error })
    }

    fn length(&self, number: usize) -> u64 {
        (HEADER + self.all()[number].bytes + 8) as u64
    }

    fn header(&self, number: usize) -> [u8; HEADER] {
        let piece = &self.all()[number];
        let small = |number: usize| u32::try_from(number).expect("a table has fewer tiles and pieces than 2^32");
        let numbers = [
            VERSION,
            self.kind as u32,
            small(self.tails.tiles()),
            small(piece.size),
            small(piece.first_row),
            small(piece.number),
        ];
        let mut header = [0; HEADER];
        header[..16].copy_from_slice(&MAGIC);
        for (place, number) in header[16..40].chunks_exact_mut(4).zip(numbers) {
            place.copy_from_slice(&number.to_le_bytes());
        }
        header[40..48].copy_from_slice(&(piece.bytes as u64).to_le_bytes());
        let sum = checksum(0, &header[..HEADER - 8]);
        header[HEADER - 8..].copy_from_slice(&sum.to_le_bytes());
        header
    }
}
