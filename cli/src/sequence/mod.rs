//! Computes the values of a take-and-break game and finds its period.
//!
//! `cargo run --release --example octal -- 0.16`

mod file;
mod find;
mod marks;
mod plot;
#[path = "../support/mod.rs"]
mod support;
mod table;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use grundy::heap::{Periodicity, Sequence, TakeAndBreak};

use file::Target;
use find::{Heaps, Limits, Progress};
use support::{Failure, end, exit_with};

/// Computes the values of a take-and-break game and finds its period.
///
/// Prints the preperiod, the period (and the saltus, if values grow by it in each period), what proves them, the
/// largest value, and the rare heaps: how many (with heap 0, if it is one), the last, and the mask in hexadecimal; a
/// heap is rare if its value has an even number of ones in the mask, plus one if `parity` counts and the parity of
/// the heap is not that of the counters taken when heaps are divided. `heaps 0..N` leaves N out.
#[derive(Parser)]
#[command(version, about, verbatim_doc_comment)]
struct Arguments {
    /// The code: 0.16, 0.[3], 4.[3], 4!.0, 0.3F.
    #[arg(required_unless_present = "all_octal")]
    code: Option<String>,

    /// How many heaps to look at, from 0 on. Without it the number doubles until a period is proved, or up to 2^24; up to
    /// 2^18 by a search of pairs and 2^14 by sets of values, where every heap takes longer than the one before.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=Sequence::MOST_HEAPS as u64))]
    heaps: Option<u64>,

    /// Draw the values to this file, as SVG.
    #[arg(long, value_name = "FILE", conflicts_with = "all_octal")]
    plot: Option<PathBuf>,

    /// Write a line `heap,value,rare` for each heap to this file.
    #[arg(long, value_name = "FILE", conflicts_with = "all_octal")]
    csv: Option<PathBuf>,

    /// Print a table of all octal codes 0.d.. and 4.d.. in standard form of up to so many digits, from 1 to 3.
    #[arg(long, value_name = "DIGITS", conflicts_with = "code", value_parser = clap::value_parser!(u32).range(1..=3))]
    all_octal: Option<u32>,
}

/// How far the search for a proof goes for one code: seconds, or a minute where there are many rare heaps.
const LIMITS: Limits = Limits { fast: 1 << 24, pairs: 1 << 18, sets: 1 << 14 };

fn main() -> ExitCode {
    let arguments = Arguments::try_parse().unwrap_or_else(|error| exit_with(&error));
    end(run(&arguments))
}

fn run(arguments: &Arguments) -> Result<(), Failure> {
    let too_large = |_| Failure::Input("there are more heaps than this machine can count".to_owned());
    let heaps = arguments.heaps.map(usize::try_from).transpose().map_err(too_large)?;
    match (&arguments.code, arguments.all_octal) {
        (_, Some(digits)) => table::print(digits, heaps),
        (Some(code), None) => show(code, heaps, arguments),
        (None, None) => Err(Failure::Input("a code is missing: it looks like 0.77".to_owned())),
    }
}

/// Prints what is known of one code, and writes the files that were asked for.
fn show(code: &str, heaps: Option<usize>, arguments: &Arguments) -> Result<(), Failure> {
    let code: TakeAndBreak = code.parse().map_err(|error: grundy::NotationError| Failure::Input(error.to_string()))?;
    // What cannot be written is better said before the work than after it.
    let target = |path: &Option<PathBuf>| path.as_deref().map(Target::new).transpose();
    let (plot, csv) = (target(&arguments.plot)?, target(&arguments.csv)?);
    if plot.is_some() && plot == csv {
        return Err(Failure::Input("--plot and --csv name the same file".to_owned()));
    }

    let progress = Progress::new();
    let found = find::period(code, heaps.map_or(Heaps::UntilProved(LIMITS), Heaps::Exactly), &progress)?;
    progress.clear();
    print(&found.sequence, &found.periodicity)?;
    eprintln!("{found}");

    if let Some(target) = plot {
        let drawn = plot::svg(&found.sequence, &found.periodicity);
        let drawn = drawn.map_err(|error| Failure::Limit(format!("the plot cannot be drawn: {error}")))?;
        target.write(|out| out.write_all(drawn.as_bytes()))?;
    }
    if let Some(target) = csv {
        target.write(|out| write_csv(&found.sequence, out))?;
    }
    Ok(())
}

/// The lines for programs.
fn print(sequence: &Sequence, periodicity: &Periodicity) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "code: {}", sequence.code())?;
    writeln!(out, "method: {}", sequence.method())?;
    writeln!(out, "heaps: {}", sequence.len())?;
    if let Some((preperiod, period, saltus)) = find::numbers(periodicity) {
        writeln!(out, "preperiod: {preperiod}")?;
        writeln!(out, "period: {period}")?;
        if saltus > 0 {
            writeln!(out, "saltus: {saltus}")?;
        }
    }
    match periodicity {
        Periodicity::Periodic(proved) | Periodicity::ArithmeticPeriodic(proved) => {
            writeln!(out, "proof: {}, heaps 0..{}", proved.theorem(), proved.heaps().end() + 1)?;
        }
        Periodicity::Observed(seen) => writeln!(out, "proof: none; seen in the first {} heaps", seen.heaps)?,
        _ => writeln!(out, "period: none seen in the first {} heaps", sequence.len())?,
    }
    if let Some((largest, heap)) = sequence.values().largest() {
        writeln!(out, "largest: {largest} at {heap}")?;
    }
    if let Some(space) = sequence.report().sparse_space {
        let parity = if space.parity { ", parity" } else { "" };
        let rare = find::published_rare(space);
        writeln!(out, "rare: {rare}, last {}, mask {:x}{parity}", space.last_rare, space.mask)?;
    }
    out.flush()
}

/// Whether a heap is rare is left empty where there is no sparse space.
fn write_csv(sequence: &Sequence, out: &mut dyn Write) -> io::Result<()> {
    let (values, space) = (sequence.values(), sequence.report().sparse_space);
    writeln!(out, "heap,value,rare")?;
    for (heap, value) in (0..values.len()).filter_map(|heap| Some((heap, values.get(heap)?))) {
        match space.map(|space| u8::from(space.is_rare(heap, value))) {
            Some(rare) => writeln!(out, "{heap},{value},{rare}")?,
            None => writeln!(out, "{heap},{value},")?,
        }
    }
    Ok(())
}
