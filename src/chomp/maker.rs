//! The files of a table are made under a control.
//!
//! In: the pieces, and which of them are to be made. Out: their files. Files that are there are checked before they are used; a wrong one counts as
//! missing. In memory are one column as far as it is needed, and windows on the files of earlier ones.

use std::mem;
use std::ops::Range;

use crate::chomp::columns::Sources;
use crate::chomp::pages::{Pages, Sums};
use crate::chomp::piece_file::Fault;
use crate::chomp::pieces::{Piece, Pieces};
use crate::chomp::table::{TableError, index};
use crate::chomp::table_file::TableFileError;
use crate::control::{Control, Progress, Stopped, Unit};

/// Steps for which a file counts that is read, and bytes of it that count for one more: the control is checked after each 1024 files or megabyte.
const STEPS_A_FILE: u64 = 1 << 6;
const BYTES_A_STEP: u64 = 1 << 4;

/// A column in memory as far as it is known.
struct Column {
    number: usize,
    /// Pieces before this one are in memory.
    known: usize,
    bytes: Vec<u8>,
}

/// Makes the files of pieces.
pub(super) struct Maker<'a> {
    pieces: &'a Pieces,
    pages: Pages<'a>,
    /// Boards that are done in the end, for progress.
    total: u64,
    control: &'a mut Control,
}

/// Counts a file that was read, and checks the control if it is time to. `bytes` are those in memory.
pub(super) fn has_read(
    piece: &Piece,
    total: Option<u64>,
    bytes: usize,
    control: &mut Control,
) -> Result<(), TableFileError> {
    control.step(piece.bytes as u64 / BYTES_A_STEP);
    // As options: on a slow disk a file takes as long as slow options do, and checks come sooner.
    control.step_options(STEPS_A_FILE, 0);
    let looked = control.look_if_due(0, |control| Progress::new(Unit::Boards, control.done(), total, bytes as u64));
    looked.map_err(|stopped| TableError::from(stopped).into())
}

impl<'a> Maker<'a> {
    pub(super) fn new(
        pieces: &'a Pieces,
        pages: Pages<'a>,
        missing: impl Iterator<Item = usize>,
        control: &'a mut Control,
    ) -> Self {
        let missing: u64 = missing.map(|number| pieces.all()[number].bytes as u64).sum();
        let total = control.done().saturating_add(missing);
        Self { pieces, pages, total, control }
    }

    /// The checksums of the files that were checked or made.
    pub(super) fn into_sums(self) -> Sums {
        self.pages.into_sums()
    }

    /// Goes through all columns in one buffer.
    pub(super) fn complete(&mut self, mut bytes: Vec<u8>) -> Result<(), TableFileError> {
        let columns = self.pieces.columns();
        // A file that is lost or altered while others are made is found at its next use. Then all are gone through again.
        loop {
            let made = (0..columns.len()).try_for_each(|number| {
                // The buffer still has bytes of the column before: those of each piece are overwritten, from its file or
                // with 0.
                let mut column = Column { number, known: columns[number].start, bytes: mem::take(&mut bytes) };
                column.bytes.resize(self.pieces.column_bytes(number), 0);
                let made = self.complete_column(&mut column);
                bytes = column.bytes;
                made
            });
            match made {
                Ok(()) => return Ok(()),
                // The next round reads this file again, finds it wrong and makes it.
                Err(Fault::Piece(number)) => self.pages.is_wrong(number),
                Err(Fault::Error(error)) => return Err(error),
            }
        }
    }

    /// Makes the files of some pieces, each after those that it reads.
    pub(super) fn complete_each(&mut self, numbers: &[usize], bytes: Vec<u8>) -> Result<(), TableFileError> {
        let mut column = Column { number: 0, known: 0, bytes };
        for number in numbers {
            // A piece waits for those that it reads, which are in earlier layers.
            // The list is never longer than the number of layers.
            let mut waiting = vec![*number];
            while let Some(next) = waiting.last() {
                match self.make_one(&mut column, *next) {
                    Ok(()) => _ = waiting.pop(),
                    Err(Fault::Piece(earlier)) => waiting.push(earlier),
                    Err(Fault::Error(error)) => return Err(error),
                }
            }
        }
        Ok(())
    }

    /// Checks the files of a column that are not checked yet. Before the first wrong one of a layer is made, the earlier layers come into memory.
    fn complete_column(&mut self, column: &mut Column) -> Result<(), Fault> {
        for group in self.pieces.groups(column.number) {
            let mut is_wrong = false;
            for number in group.clone() {
                if self.pages.is_checked(number) && self.pieces.is_there(number) {
                    continue;
                }
                match self.read(column, number) {
                    Err(Fault::Piece(_)) => {
                        is_wrong = true;
                        break;
                    }
                    read => read?,
                }
            }
            if is_wrong {
                self.load(column, group.start)?;
                self.make(column, group)?;
            }
        }
        Ok(())
    }

    /// Brings the pieces of a column before this one into memory, as far as they are not there.
    fn load(&mut self, column: &mut Column, until: usize) -> Result<(), Fault> {
        while column.known < until {
            self.read(column, column.known)?;
        }
        Ok(())
    }

    /// Reads a piece to its place in its column, checks it, and then the control.
    fn read(&mut self, column: &mut Column, number: usize) -> Result<(), Fault> {
        let piece = &self.pieces.all()[number];
        let (start, end) = (index(piece.start), index(piece.start) + piece.bytes);
        if column.bytes.len() < end {
            column.bytes.resize(end, 0);
        }
        self.pieces.read(number, &mut column.bytes[start..end])?;
        self.pages.is_right(number, &column.bytes[start..end]);
        if column.known == number {
            column.known += 1;
        }
        Ok(has_read(piece, Some(self.total), column.bytes.len(), self.control)?)
    }

    /// Brings one layer of a column into memory, whose earlier layers are there. Files that are not right are made.
    fn make(&mut self, column: &mut Column, group: Range<usize>) -> Result<(), Fault> {
        let (begin, known) = (index(self.pieces.all()[group.start].start), column.known);
        // `own` are the earlier layers of the column, which are read while pieces of this layer are written.
        let (own, mut rest) = column.bytes.split_at_mut(begin);
        let (mut numbers, mut missing) = (Vec::new(), Vec::new());
        for number in group.clone() {
            let piece = &self.pieces.all()[number];
            let (bytes, later) = mem::take(&mut rest).split_at_mut(piece.bytes);
            rest = later;
            // It was read a moment ago.
            if number < known {
                continue;
            }
            match self.pieces.read(number, bytes) {
                Ok(()) => {
                    self.pages.is_right(number, bytes);
                    has_read(piece, Some(self.total), index(piece.start) + piece.bytes, self.control)?;
                }
                Err(Fault::Piece(_)) => {
                    // Kernels leave 0 where no board is losing, so the block has to begin as zeros.
                    bytes.fill(0);
                    numbers.push(number);
                    missing.push((piece, bytes));
                }
                Err(error) => return Err(error),
            }
        }
        let (made, computed) = self.compute(own, missing);
        for number in numbers.into_iter().take(made) {
            let piece = &self.pieces.all()[number];
            self.write(number, &column.bytes[index(piece.start)..][..piece.bytes])?;
        }
        computed?;
        column.known = group.end;
        Ok(())
    }

    /// Makes the file of one piece, after the earlier layers of its column have been read.
    fn make_one(&mut self, column: &mut Column, number: usize) -> Result<(), Fault> {
        let piece = &self.pieces.all()[number];
        let start = self.pieces.columns()[piece.first_row].start;
        // The first column begins with piece 0, as the buffer does.
        if column.number != piece.first_row {
            (column.number, column.known) = (piece.first_row, start);
            column.bytes.clear();
        }
        let layer = self.pieces.groups(piece.first_row).find(|group| group.contains(&number));
        let start = layer.expect("a piece is in a layer of its column").start;
        // A wrong file ends this with its number, and the caller makes that piece first.
        self.load(column, start)?;
        // What was read of later layers does not matter: earlier ones end where the layer of the piece begins.
        let begin = index(self.pieces.all()[start].start);
        let mut bytes = vec![0; piece.bytes];
        self.compute(&column.bytes[..begin], vec![(piece, &mut bytes)]).1?;
        Ok(self.write(number, &bytes)?)
    }

    /// Writes the file of a piece, and keeps the checksums of its pages.
    fn write(&self, number: usize, bytes: &[u8]) -> Result<(), TableFileError> {
        self.pieces.write(number, bytes)?;
        self.pages.is_right(number, bytes);
        Ok(())
    }

    /// Computes pieces of one layer of a column under the control. Returns how many of them are complete, which are the first ones, also if it is stopped.
    fn compute(&mut self, own: &[u8], mut missing: Vec<(&Piece, &mut [u8])>) -> (usize, Result<(), Fault>) {
        // Where each piece ends. A file is written whole, so the limit on positions needs room for it.
        let mut boards = 0;
        let mut ends = Vec::new();
        for (piece, _) in &missing {
            boards += piece.bytes as u64;
            ends.push(boards);
        }
        let fit = ends.partition_point(|end| *end <= self.control.room());
        let fit_all = fit == missing.len();
        missing.truncate(fit);
        let bytes = (own.len() as u64).saturating_add(boards);
        let Self { pieces, pages, total, control } = self;
        let sources = Sources { kind: pieces.kind, tails: &pieces.tails, own, pages };
        let computed = sources.compute(missing, control, |control, boards| {
            control.count(boards);
            control.look_if_due(0, |control| Progress::new(Unit::Boards, control.done(), Some(*total), bytes))
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
