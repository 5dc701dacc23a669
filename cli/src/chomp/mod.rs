//! Tables of Chomp boards: all values, all losing boards, or all winning openings of rectangles.
//!
//! ```console
//! $ cargo run --release --example chomp_table -- values 60
//! $ cargo run --release --example chomp_table -- losing 93 --save losing.chomp --svg losing.svg
//! $ cargo run --release --example chomp_table -- openings 10
//! ```

mod pictures;
#[path = "../support/svg.rs"]
mod svg;

use std::error::Error;
use std::fmt::{self, Write as _};
use std::fs;
use std::io::{self, IsTerminal, Write as _};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::{Parser, Subcommand};
use grundy::chomp::{Board, Chomp, ChompValues, LosingBoards, Tile};
use grundy::{Bound, Control, Progress, Stopped};

/// Tables of Chomp boards.
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    table: Table,
    /// Save the table, also while it is computed.
    #[arg(long, global = true)]
    save: Option<PathBuf>,
    /// Go on with a table that was saved.
    #[arg(long, global = true)]
    load: Option<PathBuf>,
    /// Draw a picture: the boards of one size by value, or the losing boards and where they lie.
    #[arg(long, global = true)]
    svg: Option<PathBuf>,
    /// The most bytes that the table may take.
    #[arg(long, global = true, default_value_t = 4 << 30)]
    memory: u64,
    /// Seconds between two saves of a table that is not complete, or as long as a save takes if that is more; layers are saved whole.
    #[arg(long, global = true, default_value_t = 60)]
    every: u64,
}

#[derive(Subcommand)]
enum Table {
    /// The values of all boards of at most so many tiles.
    Values {
        /// The number of tiles.
        tiles: u32,
    },
    /// The losing boards of at most so many tiles.
    Losing {
        /// The number of tiles.
        tiles: u32,
    },
    /// The winning first moves on all rectangles with sides up to a length.
    Openings {
        /// The length.
        side: u32,
    },
}

fn main() -> ExitCode {
    let mut out = String::new();
    match run(&Arguments::parse(), &mut out) {
        Ok(()) => {
            // Whoever reads it may stop reading.
            io::stdout().write_all(out.as_bytes()).ok();
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &Arguments, out: &mut String) -> Result<(), Box<dyn Error>> {
    let start = Instant::now();
    let mut control = Control::unlimited().bytes(arguments.memory);
    let is_shown = io::stderr().is_terminal();
    if is_shown {
        control = control.watched(show);
    }
    let (bytes, boards) = match arguments.table {
        Table::Values { tiles } => {
            let mut table = match &arguments.load {
                Some(file) => ChompValues::load(file, &control)?,
                None => ChompValues::planned(tiles, &control)?,
            };
            check_size(table.tiles(), tiles)?;
            compute(arguments, control, &mut table, ChompValues::complete, |table, file| Ok(table.save(file)?))?;
            report_values(&table, arguments, out)?;
            (table.boards(), table.boards())
        }
        Table::Losing { tiles } => {
            let mut table = match &arguments.load {
                Some(file) => LosingBoards::load(file, &control)?,
                None => LosingBoards::planned(tiles, &control)?,
            };
            check_size(table.tiles(), tiles)?;
            compute(arguments, control, &mut table, LosingBoards::complete, |table, file| Ok(table.save(file)?))?;
            (table.bytes(), report_losing(&table, arguments, out)?)
        }
        Table::Openings { side } => {
            let table = ChompValues::in_box(side, side, &mut control)?;
            report_openings(&table, side, out)?;
            (table.boards(), table.boards())
        }
    };
    if is_shown {
        eprintln!();
    }
    writeln!(out, "time: {:.2} s", start.elapsed().as_secs_f64())?;
    writeln!(out, "bytes per board: {:.3}", in_floats(bytes) / in_floats(boards))?;
    Ok(())
}

/// A table that was loaded need not be the one that was asked for.
fn check_size(found: usize, asked: u32) -> Result<(), String> {
    let same = found == asked as usize;
    same.then_some(()).ok_or_else(|| format!("the file holds a table of {found} tiles: {asked} were asked for"))
}

/// Computes a table, and saves it now and then and at the end.
fn compute<T>(
    arguments: &Arguments,
    mut control: Control,
    table: &mut T,
    complete: impl Fn(&mut T, &mut Control) -> Result<(), Stopped>,
    save: impl Fn(&T, &PathBuf) -> Result<(), Box<dyn Error>>,
) -> Result<(), Box<dyn Error>> {
    let mut pause = Duration::from_secs(arguments.every);
    loop {
        if arguments.save.is_some() {
            control = control.within(pause);
        }
        let stopped = complete(table, &mut control).err();
        let start = Instant::now();
        if let Some(file) = &arguments.save {
            save(table, file)?;
        }
        match stopped {
            None => return Ok(()),
            Some(stopped) if stopped.bound == Bound::Deadline => pause = pause.max(start.elapsed()),
            Some(stopped) => return Err(stopped.into()),
        }
    }
}

fn show(progress: Progress) -> ControlFlow<()> {
    const WIDTH: u64 = 50;
    let total = progress.total.unwrap_or(progress.done).max(1);
    let part = progress.done.saturating_mul(WIDTH) / total;
    let bar: String = (0..WIDTH).map(|place| if place < part { '#' } else { '.' }).collect();
    eprint!("\r[{bar}] {} of {total} boards", progress.done);
    io::stderr().flush().ok();
    ControlFlow::Continue(())
}

fn report_values(table: &ChompValues, arguments: &Arguments, out: &mut String) -> Result<(), Box<dyn Error>> {
    writeln!(out, "boards: {}", table.boards())?;
    write_counts(&table.losing_counts(), out)?;
    if let Some((board, value)) = table.largest() {
        writeln!(out, "largest value: {value} on {board}")?;
    }
    if let Some(file) = &arguments.svg {
        fs::write(file, pictures::values(table))?;
    }
    Ok(())
}

/// Returns how many boards there are, losing or not.
fn report_losing(table: &LosingBoards, arguments: &Arguments, out: &mut String) -> Result<u64, Box<dyn Error>> {
    let boards: u64 = partitions(table.tiles()).iter().sum();
    writeln!(out, "boards: {boards}")?;
    write_counts(&table.counts(), out)?;
    if let Some(file) = &arguments.svg {
        fs::write(file, pictures::losing(table))?;
    }
    Ok(boards)
}

/// How many boards of 0, 1, 2.. tiles there are.
fn partitions(tiles: usize) -> Vec<u64> {
    let mut counts = vec![0_u64; tiles + 1];
    counts[0] = 1;
    for part in 1..=tiles {
        for size in part..=tiles {
            counts[size] += counts[size - part];
        }
    }
    counts
}

/// The empty board is left out.
fn write_counts(counts: &[u64], out: &mut String) -> fmt::Result {
    writeln!(out, "losing: {}", counts.iter().skip(1).sum::<u64>())?;
    writeln!(out, "tiles  losing boards")?;
    for (tiles, count) in counts.iter().enumerate().skip(1) {
        writeln!(out, "{tiles:5}  {count:13}")?;
    }
    Ok(())
}

fn report_openings(table: &ChompValues, side: u32, out: &mut String) -> Result<(), Box<dyn Error>> {
    writeln!(out, "boards: {}", table.boards())?;
    writeln!(out, "losing: {}", table.losing_counts().iter().skip(1).sum::<u64>())?;
    for (rows, columns) in (1..=side).flat_map(|rows| (rows..=side).map(move |columns| (rows, columns))) {
        let wins = table.winning_moves(Chomp::poisoned(), &Board::rectangle(rows, columns)?).unwrap_or_default();
        let wins: Vec<String> = wins.iter().map(Tile::to_string).collect();
        if rows * columns > 1 {
            writeln!(out, "{rows} x {columns}: {}", wins.join(" "))?;
        }
    }
    Ok(())
}

#[expect(clippy::cast_precision_loss, reason = "for a ratio of three digits")]
fn in_floats(number: u64) -> f64 {
    number as f64
}
