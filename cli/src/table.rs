//! `grundy table`: all octal codes of a few digits, the atlas of codes in a folder, and all subtraction games with small numbers.

mod atlas;
mod codes;
mod page;
pub(crate) mod row;
mod subtraction;

use std::num::{NonZeroU32, NonZeroUsize};
use std::path::{Path, PathBuf};

use clap::Args;
use grundy::Control;
use grundy::heap::TakeAndBreak;
use serde::Serialize;

use crate::bounds::Bounds;
use crate::failure::Failure;
use crate::number::{between, whole};
use crate::output::Output;
use crate::progress::Bar;
use crate::sequence::find::{self, Heaps};
use crate::sequence::{self, Answer, Largest};
use atlas::Atlas;
use codes::{codes, limits, sample};

/// Prints a table of all octal codes 0.d.. and 4.d.. whose first digit after the point is odd (any other is one of these, perhaps longer, with its heaps
/// numbered anew): preperiod, period, largest value, rare heaps.
#[derive(Args)]
#[command(group = clap::ArgGroup::new("atlas").args(["out", "only"]))]
#[command(group = clap::ArgGroup::new("rows").args(["digits", "subtraction", "only"]).required(true).multiple(true))]
#[command(
    after_help = "Examples: grundy table --digits 2\n          grundy table --digits 3 --heaps 2^20 --misere --out atlas\n          grundy table --digits 4 --sample 100\n          grundy table --subtraction 4"
)]
pub(crate) struct Table {
    /// The most digits after the point, from 1 to 4. There are 4096 codes of up to four digits.
    #[arg(long, value_name = "DIGITS", conflicts_with = "subtraction", value_parser = between::<u32>(1, 4), allow_negative_numbers = true)]
    digits: Option<u32>,

    /// Only this number of the codes, spread evenly over all of them.
    #[arg(long, value_name = "CODES", requires = "digits", conflicts_with_all = ["only", "subtraction"], value_parser = codes_in_sample, allow_negative_numbers = true)]
    sample: Option<NonZeroUsize>,

    /// In place of codes, all subtraction games whose largest number is at most this one, and then the games in which all numbers but those of such
    /// a set may be taken: preperiod, period, saltus, and the theorem that proves them.
    #[arg(long, value_name = "LARGEST", value_parser = largest, allow_negative_numbers = true, conflicts_with_all = ["atlas", "misere"])]
    subtraction: Option<NonZeroU32>,

    /// The most heaps of each code, as in 1000 or 2^20. Without it, the heaps that a proof needs, up to a bound that keeps the table quick.
    #[arg(long, value_name = "N", value_parser = sequence::heaps, allow_negative_numbers = true)]
    heaps: Option<usize>,

    /// Write the table, with hexadecimal codes of up to two digits, to atlas.csv and index.html in this folder, which is made in one that is
    /// there. Rows that are there already are kept. Codes whose heaps take longer and longer get at most 2^16 heaps, or 2^12.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// With --out or --only, look for misère quotients too, of up to 512 elements, within limits of some seconds a code.
    #[arg(long, requires = "atlas")]
    misere: bool,

    /// Print the row of this code as the atlas of codes of that many digits has it; by default of as many as the code has.
    #[arg(long, value_name = "CODE", conflicts_with = "out")]
    only: Option<TakeAndBreak>,

    #[command(flatten)]
    output: Output,

    #[command(flatten)]
    bounds: Bounds,
}

/// The answer as JSON.
#[derive(Serialize)]
struct Codes {
    codes: Vec<Answer>,
    /// The bound that ended the table early.
    stopped: Option<String>,
}

/// A number of codes.
fn codes_in_sample(text: &str) -> Result<NonZeroUsize, String> {
    NonZeroUsize::new(whole(text)?).ok_or_else(|| "a sample has at least one code".to_owned())
}

/// The largest number of the sets of the table of subtraction games.
fn largest(text: &str) -> Result<NonZeroU32, String> {
    let number = NonZeroU32::new(whole(text)?).ok_or("sets have numbers from 1 on")?;
    if number.get() > subtraction::MOST {
        return Err(format!("sets have numbers up to {}", subtraction::MOST));
    }
    Ok(number)
}

impl Table {
    /// Prints a line for each code as soon as its period is found, or all codes as JSON at the end.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let digits = match (self.digits, self.subtraction, &self.only) {
            (Some(digits), ..) => digits,
            (_, Some(largest), _) => return subtraction::print(largest, self.heaps, self.output, &self.bounds),
            // The first digit stands before the point.
            (.., Some(code)) => u32::try_from(code.digits().len()).unwrap_or(u32::MAX).saturating_sub(1).clamp(1, 4),
            (None, None, None) => unreachable!("one of the three is required"),
        };
        let atlas = Atlas { digits, sample: self.sample, heaps: self.heaps, misere: self.misere, bounds: &self.bounds };
        match (&self.out, &self.only) {
            (Some(folder), _) if folder == Path::new("-") => {
                return Err(Failure::input("--out names a folder, and - is none: without --out the table is printed"));
            }
            (Some(folder), _) => return atlas.write(folder, self.output),
            (_, Some(code)) => return atlas.print_one(code, self.output),
            (None, None) => {}
        }
        let heaps = self.heaps.map_or(Heaps::UntilProved(limits(digits)), Heaps::UpTo);
        let start = std::time::Instant::now();
        let codes = sample(codes(digits)?, self.sample);
        let bar = Bar::new();
        let mut control = self.bounds.control(Control::unlimited(), &bar);
        let (mut answers, mut stopped) = (Vec::new(), None);
        self.output.print_early(&"code   preperiod    period          largest   rare\n")?;
        for (place, code) in codes.iter().enumerate() {
            bar.tell(format!("{code} ({} of {}) ", place + 1, codes.len()));
            let found = find::period(code.clone(), heaps, control)?;
            // One control for all codes, so that the bounds hold for the whole table.
            control = found.sequence.control().clone();
            if found.stopped.is_some() {
                stopped = found.stopped;
                break;
            }
            let answer = Answer::new(&found);
            bar.aside(|| self.output.print_early(&(line(&answer) + "\n")))?;
            answers.push(answer);
        }
        bar.clear();
        if self.output.json {
            Output::print_json(&Codes { codes: answers, stopped: stopped.map(|stopped| stopped.to_string()) })?;
        } else {
            report!("time: {:.1} s, {} codes", start.elapsed().as_secs_f64(), answers.len());
        }
        stopped.map_or(Ok(()), |stopped| Err(stopped.into()))
    }
}

/// A line of the table.
fn line(answer: &Answer) -> String {
    let or_dash = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
    let preperiod = or_dash(answer.preperiod.map(|preperiod| preperiod.to_string()));
    let period = or_dash(answer.period.map(|period| period.to_string()));
    let largest = or_dash(answer.largest.as_ref().map(|Largest { value, heap }| format!("{value} at {heap}")));
    let rare = or_dash(answer.rare.as_ref().map(|rare| rare.count.to_string()));
    let (code, heaps) = (&answer.code, answer.heaps);
    let note = match (answer.period, &answer.proof) {
        (Some(_), Some(_)) => String::new(),
        (Some(_), None) => format!("   not proved: seen in the first {heaps} heaps"),
        (None, _) => format!("   no period in the first {heaps} heaps"),
    };
    format!("{code:<6}{preperiod:>10}{period:>10}{largest:>17}{rare:>7}{note}")
}
