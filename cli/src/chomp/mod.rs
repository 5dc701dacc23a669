//! `grundy chomp`: tables of Chomp boards, all values, all losing boards, or all winning openings of rectangles.

mod layers;
mod pictures;

use std::fmt::{self, Display};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use grundy::certificate::Certificate;
use grundy::chomp::{Board, Chomp, ChompValues, LosingBoards, TableError, TableFileError};
use grundy::{Bound, Control, Solver, Stopped};
use serde::Serialize;

use crate::bounds::Bounds;
use crate::certificate::{self, Certify};
use crate::failure::{Failure, all_done};
use crate::file::{Target, apart, is_device};
use crate::number::whole;
use crate::output::Output;
use crate::progress::Bar;

/// Computes tables of Chomp boards.
///
/// A table takes up to 4 GB unless --memory sets another bound. Ctrl-C saves the table as far as it is computed, if --save names a file.
#[derive(Args)]
#[command(after_help = "Example: grundy chomp losing 93 --save losing.chomp --svg losing.svg")]
pub(crate) struct ChompTable {
    table: Table,

    /// The most tiles of a board; for openings the longest side of a rectangle.
    #[arg(value_name = "N", value_parser = whole::<u32>, allow_negative_numbers = true)]
    size: u32,

    /// Save the table to this file, from time to time while it is computed.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,

    /// Go on with a table that was saved.
    #[arg(long, value_name = "FILE")]
    load: Option<PathBuf>,

    #[command(flatten)]
    files: layers::InFiles,

    #[command(flatten)]
    certify: Certify,

    /// Draw to this file: the boards of one size by value, or the losing boards and where they lie.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Seconds between two saves of a table that is not complete. If a save takes longer, that time.
    #[arg(long, value_name = "SECONDS", default_value_t = 60, requires = "save", value_parser = whole::<u64>, allow_negative_numbers = true)]
    every: u64,

    #[command(flatten)]
    output: Output,

    #[command(flatten)]
    bounds: Bounds,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
enum Table {
    /// The values of all boards of at most N tiles.
    Values,
    /// The losing boards of at most N tiles.
    Losing,
    /// The winning first moves on all rectangles with sides up to N.
    Openings,
}

/// Bytes of a table without --memory.
const BYTES: u64 = 4 << 30;

/// The answer that is printed.
#[derive(Serialize)]
struct Answer {
    table: Table,
    size: u32,
    boards: u64,
    losing: u64,
    /// The numbers of losing boards of 1, 2, 3, .. tiles.
    #[serde(skip_serializing_if = "Option::is_none")]
    losing_by_tiles: Option<Vec<u64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    largest: Option<Largest>,
    #[serde(skip_serializing_if = "Option::is_none")]
    openings: Option<Vec<Opening>>,
    bytes: u64,
}

#[derive(Serialize)]
struct Largest {
    value: u64,
    board: String,
}

/// The winning first moves on a rectangle.
#[derive(Serialize)]
struct Opening {
    rows: u32,
    columns: u32,
    moves: Vec<String>,
}

/// An answer with what it takes to end.
struct Made {
    answer: Answer,
    /// The picture, if there is a file for it.
    picture: Option<String>,
    /// Whether the files of the table were written.
    written: Result<(), Failure>,
}

impl From<Answer> for Made {
    fn from(answer: Answer) -> Self {
        Self { answer, picture: None, written: Ok(()) }
    }
}

impl ChompTable {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let start = Instant::now();
        let files = [("--save", &self.save), ("--load", &self.load), ("--svg", &self.svg)];
        if let Some((option, _)) = files.iter().find(|(_, file)| file.is_some() && self.table == Table::Openings) {
            return Err(Failure::input(format!("{option} is for tables of values and of losing boards")));
        }
        // A table may be saved where it was loaded from.
        for kept in [files[0], files[1]].map(|(option, file)| (option, file.as_deref())) {
            apart(&[kept, ("--svg", self.svg.as_deref()), self.certify.named()])?;
        }
        if self.table != Table::Losing && self.certify.target(self.output)?.is_some() {
            return Err(Failure::input("--certificate is for tables of losing boards"));
        }
        // To open a pipe may take for ever.
        if let Some(file) = self.load.as_deref().filter(|file| is_device(file)) {
            let name = file.to_string_lossy();
            return Err(Failure::input(format!(
                "the file {name:?} cannot be read: it is a device or a pipe, not a regular file"
            )));
        }
        // A file that cannot be written is an error before the work, not after it.
        let svg = Target::beside(self.svg.as_deref(), self.output)?;
        let bar = Bar::new();
        let mut control = self.bounds.control(Control::unlimited().bytes(BYTES), &bar);
        let Made { answer, picture, written } = match self.table {
            _ if self.files.dir.is_some() => match self.in_files(control, &bar)? {
                Some(answer) => answer.into(),
                None => return Ok(()),
            },
            Table::Values => self.values(control, &bar)?,
            Table::Losing => self.losing(control, &bar)?,
            Table::Openings => {
                let table = ChompValues::in_box(self.size, self.size, &mut control).map_err(of_table)?;
                bar.clear();
                self.openings(table).into()
            }
        };
        let printed = self.output.print(&answer);
        let drawn = match (svg, picture) {
            (Some(target), Some(picture)) => target.write(|out| out.write_all(picture.as_bytes())),
            _ => Ok(()),
        };
        if printed.is_ok() && !self.output.json {
            report!("time: {:.2} s", start.elapsed().as_secs_f64());
        }
        all_done([printed, written, drawn])
    }

    fn values(&self, control: Control, bar: &Bar) -> Result<Made, Failure> {
        let mut table = match &self.load {
            Some(file) => {
                let table = ChompValues::load(file, &control).map_err(|error| of_loaded(file, error))?;
                self.check_size(file, table.tiles())?;
                table
            }
            None => ChompValues::planned(self.size, &control).map_err(of_table)?,
        };
        let written = self.compute(control, bar, &mut table, ChompValues::complete, |table, file| table.save(file))?;
        bar.clear();
        let largest = table.largest().map(|(board, value)| Largest { value: value.get(), board: board.to_string() });
        let picture = self.svg.as_ref().map(|_| pictures::values(&table));
        let answer = self.answer(table.boards(), &table.losing_counts(), table.boards());
        Ok(Made { answer: Answer { largest, ..answer }, picture, written })
    }

    fn losing(&self, control: Control, bar: &Bar) -> Result<Made, Failure> {
        let mut table = match &self.load {
            Some(file) => {
                let table = LosingBoards::load(file, &control).map_err(|error| of_loaded(file, error))?;
                self.check_size(file, table.tiles())?;
                table
            }
            None => LosingBoards::planned(self.size, &control).map_err(of_table)?,
        };
        let target = self.certify.target(self.output)?;
        let written = self.compute(control, bar, &mut table, LosingBoards::complete, |table, file| table.save(file))?;
        bar.clear();
        let certified = target.map_or(Ok(()), |target| {
            // No bound has stopped the table, or `compute` would have failed.
            let certificate = Certificate::of_losing_boards(&table).expect("the table is complete");
            certificate::write(&target, certificate)
        });
        let boards = partitions(table.tiles()).iter().sum();
        let picture = self.svg.as_ref().map(|_| pictures::losing(&table));
        let answer = self.answer(boards, &table.counts(), table.bytes());
        Ok(Made { answer, picture, written: written.and(certified) })
    }

    /// The counts leave out the empty board.
    fn answer(&self, boards: u64, losing: &[u64], bytes: u64) -> Answer {
        let losing: Vec<u64> = losing.iter().skip(1).copied().collect();
        Answer {
            table: self.table,
            size: self.size,
            boards,
            losing: losing.iter().sum(),
            losing_by_tiles: Some(losing),
            largest: None,
            openings: None,
            bytes,
        }
    }

    fn openings(&self, table: ChompValues) -> Answer {
        let answer = self.answer(table.boards(), &table.losing_counts(), table.boards());
        let mut solver = Solver::new(Chomp::poisoned()).with(table);
        // Of two mirror images only the one that is at least as wide as high.
        let sides = (1..=self.size).flat_map(|rows| (rows..=self.size).map(move |columns| (rows, columns)));
        // On 1 × 1 there is no move but the poisoned tile.
        let openings = sides.filter(|(rows, columns)| rows * columns > 1).map(|(rows, columns)| {
            let board = Board::rectangle(rows, columns).expect("the table holds boards with such sides");
            let wins = solver.winning_moves(board).expect("the table holds all boards inside");
            Opening { rows, columns, moves: wins.iter().map(|win| win.mv.to_string()).collect() }
        });
        let openings = Some(openings.collect());
        Answer { openings, losing_by_tiles: None, ..answer }
    }

    /// Refuses a loaded table of another size.
    fn check_size(&self, file: &Path, found: usize) -> Result<(), Failure> {
        if found == self.size as usize {
            return Ok(());
        }
        let file = file.display();
        Err(Failure::input(format!("{file}: the file holds a table of {found} tiles: {} were asked for", self.size)))
    }

    /// Computes a table. Saves it from time to time, at the end, and when a bound stops it. Tells whether a table that is complete was saved.
    fn compute<T>(
        &self,
        mut control: Control,
        bar: &Bar,
        table: &mut T,
        complete: impl Fn(&mut T, &mut Control) -> Result<(), Stopped>,
        save: impl Fn(&T, &Path) -> Result<(), TableFileError>,
    ) -> Result<Result<(), Failure>, Failure> {
        let Some(file) = self.save.as_deref().map(Target::to_be_read).transpose()? else {
            return Ok(Ok(complete(table, &mut control)?));
        };
        // Two deadlines: `end` is that of --time, and `next` the time of the next save. The computation stops at the
        // earlier one.
        let end = self.bounds.time.and_then(|time| Instant::now().checked_add(time));
        let mut pause = Duration::from_secs(self.every);
        loop {
            let next = Instant::now().checked_add(pause);
            if let Some(deadline) = [end, next].into_iter().flatten().min() {
                control = control.deadline(deadline);
            }
            // A stopped table goes on where it was at the next call.
            let stopped = complete(table, &mut control).err();
            let start = Instant::now();
            let saved = save(table, file.name()).map_err(|error| match error {
                TableFileError::File { error, .. } => file.unwritten(&error),
                error => of_file(error),
            });
            match (stopped, saved) {
                (None, saved) => return Ok(saved),
                // Stopped for a save only: the loop goes on. A save that takes longer than the pause makes the pause
                // longer, so that at least half of the time is work.
                (Some(stopped), saved) if stopped.bound == Bound::Deadline && end.is_none_or(|end| start < end) => {
                    pause = pause.max(start.elapsed());
                    // The next time it may be written.
                    if let Err(failure) = saved {
                        bar.aside(|| report!("warning: {failure}"));
                    }
                }
                (Some(stopped), Ok(())) => {
                    return Err(Failure::from(stopped).with(&format!("; --load {} goes on", file.name().display())));
                }
                (Some(stopped), Err(failure)) => return Err(Failure::from(stopped).with(&format!("; {failure}"))),
            }
        }
    }
}

fn of_table(error: TableError) -> Failure {
    match error {
        TableError::Stopped(stopped) => stopped.into(),
        TableError::TooLarge { .. } => Failure::input(error),
        error => Failure::Bound(error.to_string()),
    }
}

/// The error of a file that is read, with its name.
fn of_loaded(file: &Path, error: TableFileError) -> Failure {
    match error {
        TableFileError::File { .. } | TableFileError::Table(_) => of_file(error),
        error => Failure::input(format!("{}: {error}", file.display())),
    }
}

fn of_file(error: TableFileError) -> Failure {
    match error {
        TableFileError::Table(error) => of_table(error),
        error => Failure::input(error),
    }
}

/// The numbers of boards of 0, 1, 2, .. tiles.
fn partitions(tiles: usize) -> Vec<u64> {
    let mut counts = vec![0_u64; tiles + 1];
    counts[0] = 1;
    // Boards are partitions of the number of tiles. One length of row after the other is allowed: 4 tiles come to 5
    // boards.
    for part in 1..=tiles {
        for size in part..=tiles {
            counts[size] += counts[size - part];
        }
    }
    counts
}

/// The lines for programs.
impl Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "boards: {}\nlosing: {}", self.boards, self.losing)?;
        if let Some(counts) = &self.losing_by_tiles {
            writeln!(f, "tiles  losing boards")?;
            for (tiles, count) in (1..).zip(counts) {
                writeln!(f, "{tiles:5}  {count:13}")?;
            }
        }
        if let Some(Largest { value, board }) = &self.largest {
            writeln!(f, "largest value: *{value} on {board}")?;
        }
        for Opening { rows, columns, moves } in self.openings.iter().flatten() {
            writeln!(f, "{rows} x {columns}: {}", moves.join(" "))?;
        }
        #[expect(clippy::cast_precision_loss, reason = "for a ratio of three digits")]
        let ratio = self.bytes as f64 / self.boards as f64;
        writeln!(f, "bytes per board: {ratio:.3}")
    }
}
