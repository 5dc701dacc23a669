//! `grundy sequence`: the values of a take-and-break game and their period.

pub(crate) mod find;
mod marks;
mod plot;
mod stream;

use std::fmt::{self, Display};
use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use grundy::certificate::Certificate;
use grundy::chomp::Part;
use grundy::heap::{ProvedPeriod, Sequence, SparseSpace, Stream, TakeAndBreak};
use grundy::{Control, Registry};
use serde::Serialize;

use crate::bounds::Bounds;
use crate::certificate::{self, Certify};
use crate::failure::{Failure, all_done};
use crate::file::{Target, apart};
use crate::meant::{self, Beside};
use crate::number::between;
use crate::output::Output;
use crate::progress::Bar;
use find::{Found, Heaps, Limits};
use stream::Streamed;

/// Computes the values of a take-and-break game and finds their period.
///
/// Prints the preperiod, the period (and the saltus, if values grow by it in each period), what proves them, the
/// largest value, and the rare heaps: how many (with heap 0, if it is one), the last, and the mask in hexadecimal. A
/// heap is rare if its value has an even number of ones in the mask, plus one if `parity` counts and the parity of
/// the heap is not that of the counters taken when heaps are divided. `heaps 0..N` leaves N out.
#[derive(Args)]
#[command(after_help = "Example: grundy sequence 0.16")]
pub(crate) struct SequenceOf {
    /// The code: 0.16, 0.[3], 4.[3], 4!.0, 0.3F.
    code: String,

    /// How many heaps to look at, from 0 on. Without it the number doubles until a period is proved, or up to 2^24; up to
    /// 2^18 by a search of pairs and 2^14 by sets of values, where every heap takes longer than the one before. A stream takes 2^17 at once, and
    /// four times as many at first.
    #[arg(long, value_name = "N", value_parser = between::<u64>(1, u64::MAX), allow_negative_numbers = true)]
    heaps: Option<u64>,

    /// Compute values in constant memory, which codes with few rare heaps allow, until a period is proved.
    #[arg(long, conflicts_with_all = ["values", "plot", "csv", "certificate"])]
    stream: bool,

    /// Go on from this file if it is there, and write it every minute and when the stream ends or is interrupted.
    #[arg(long, value_name = "FILE", requires = "stream")]
    checkpoint: Option<PathBuf>,

    /// Compute a part of the heaps of the checkpoint again, such as 3/16 or 1/1, and compare. Parts may run at once, anywhere.
    #[arg(long, value_name = "K/N", requires = "checkpoint", conflicts_with = "heaps")]
    recheck: Option<Part>,

    /// Print the values of all heaps.
    #[arg(long)]
    values: bool,

    /// Draw the values to this file, as SVG.
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,

    /// Write a line `heap,value,rare` for each heap to this file.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,

    #[command(flatten)]
    certify: Certify,

    #[command(flatten)]
    output: Output,

    #[command(flatten)]
    bounds: Bounds,
}

/// Heaps that the search for a proof looks at. Measured: seconds, or a minute for codes with many rare heaps.
const LIMITS: Limits = Limits { fast: 1 << 24, pairs: 1 << 18, sets: 1 << 14 };

/// A number of heaps that a sequence can have.
pub(crate) fn heaps(text: &str) -> Result<usize, String> {
    between(1, Sequence::MOST_HEAPS as u64)(text)
}

/// The values of a code, summed up.
#[derive(Serialize)]
pub(crate) struct Answer {
    pub(crate) code: String,
    method: String,
    /// The number of heaps that were looked at, from 0 on.
    pub(crate) heaps: u64,
    pub(crate) preperiod: Option<u64>,
    pub(crate) period: Option<u64>,
    pub(crate) saltus: Option<u64>,
    /// The proof of the period. Without one the period was observed.
    pub(crate) proof: Option<Proof>,
    pub(crate) largest: Option<Largest>,
    pub(crate) rare: Option<Rare>,
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<Vec<u64>>,
    /// The bound that stopped the search.
    stopped: Option<String>,
}

#[derive(Serialize)]
pub(crate) struct Proof {
    pub(crate) theorem: String,
    /// The number of heaps that the proof needs, from 0 on.
    heaps: u64,
}

#[derive(Serialize)]
pub(crate) struct Largest {
    pub(crate) value: u64,
    pub(crate) heap: u64,
}

/// The rare heaps. Heap 0 counts if it is rare.
#[derive(Serialize)]
pub(crate) struct Rare {
    pub(crate) count: usize,
    pub(crate) last: usize,
    pub(crate) mask: u32,
    parity: bool,
}

impl Answer {
    pub(crate) fn new(found: &Found) -> Self {
        let Found { sequence, periodicity, stopped, .. } = found;
        let numbers = find::numbers(periodicity);
        Self {
            code: sequence.code().to_string(),
            method: sequence.algorithm().to_string(),
            heaps: sequence.len() as u64,
            preperiod: numbers.map(|(preperiod, ..)| preperiod),
            period: numbers.map(|(_, period, _)| period),
            saltus: numbers.map(|(.., saltus)| saltus),
            proof: periodicity.proved().map(Proof::of),
            largest: sequence.values().largest().map(|(value, heap)| Largest { value, heap: heap as u64 }),
            rare: sequence.report().sparse_space.map(Rare::of),
            values: None,
            stopped: stopped.map(|stopped| stopped.to_string()),
        }
    }

    /// The same for a stream, which has no values to sum up but the largest.
    fn of_stream(stream: &Stream, proved: Option<&ProvedPeriod>, failure: Option<&Failure>) -> Self {
        // Before the preperiod is known, the values are known to repeat from some heap on.
        let seen = stream.repeat();
        let (value, heap) = stream.largest();
        Self {
            code: stream.code().to_string(),
            method: stream.report().algorithm.to_string(),
            heaps: stream.heaps(),
            preperiod: proved.map(ProvedPeriod::preperiod).or(seen.map(|(from, _)| from)),
            period: seen.map(|(_, period)| period),
            saltus: seen.map(|_| 0),
            proof: proved.map(Proof::of),
            largest: Some(Largest { value, heap }),
            rare: stream.report().sparse_space.map(Rare::of),
            values: None,
            stopped: failure.map(Failure::to_string),
        }
    }
}

impl Proof {
    fn of(proved: &ProvedPeriod) -> Self {
        Self { theorem: proved.theorem().to_string(), heaps: proved.heaps().end() + 1 }
    }
}

impl Rare {
    fn of(space: SparseSpace) -> Self {
        Self { count: find::published_rare(space), last: space.last_rare, mask: space.mask, parity: space.parity }
    }
}

/// The lines for programs.
impl Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { code, method, heaps, .. } = self;
        writeln!(f, "code: {code}\nmethod: {method}\nheaps: {heaps}")?;
        if let (Some(preperiod), Some(period)) = (self.preperiod, self.period) {
            writeln!(f, "preperiod: {preperiod}\nperiod: {period}")?;
        }
        if let Some(saltus @ 1..) = self.saltus {
            writeln!(f, "saltus: {saltus}")?;
        }
        match (&self.proof, self.period) {
            (Some(Proof { theorem, heaps }), _) => writeln!(f, "proof: {theorem}, heaps 0..{heaps}")?,
            (None, Some(_)) => writeln!(f, "proof: none; seen in the first {heaps} heaps")?,
            (None, None) => writeln!(f, "period: none seen in the first {heaps} heaps")?,
        }
        if let Some(Largest { value, heap }) = self.largest {
            writeln!(f, "largest: {value} at {heap}")?;
        }
        if let Some(Rare { count, last, mask, parity }) = self.rare {
            writeln!(f, "rare: {count}, last {last}, mask {mask:x}{}", if parity { ", parity" } else { "" })?;
        }
        match &self.values {
            Some(values) => writeln!(f, "values: {}", values.iter().map(u64::to_string).collect::<Vec<_>>().join(",")),
            None => Ok(()),
        }
    }
}

impl SequenceOf {
    pub(crate) fn run(&self, registry: &Registry) -> Result<(), Failure> {
        let code = meant::code(&self.code, registry, "sequence", Beside::Nothing)?;
        if self.stream {
            return self.stream(code);
        }
        let exactly = |heaps: u64| match usize::try_from(heaps) {
            Ok(heaps) if heaps <= Sequence::MOST_HEAPS => Ok(Heaps::Exactly(heaps)),
            _ => Err(Failure::input(format!(
                "--heaps {heaps}: a sequence in memory has at most {} heaps, and one with --stream any number",
                Sequence::MOST_HEAPS
            ))),
        };
        let heaps = self.heaps.map_or(Ok(Heaps::UntilProved(LIMITS)), exactly)?;
        // A file that cannot be written is an error before the work, not after it.
        let target = |path: &Option<PathBuf>| Target::beside(path.as_deref(), self.output);
        let (plot, csv) = (target(&self.plot)?, target(&self.csv)?);
        apart(&[("--plot", self.plot.as_deref()), ("--csv", self.csv.as_deref()), self.certify.named()])?;
        let certificate = self.certify.target(self.output)?;

        let bar = Bar::new();
        let control = self.bounds.control(Control::unlimited(), &bar);
        let found = find::period(code, heaps, control)?;
        bar.clear();
        let Found { sequence, periodicity, stopped, .. } = &found;
        let mut answer = Answer::new(&found);
        if self.values {
            let values = sequence.values();
            answer.values = Some((0..values.len()).filter_map(|heap| values.get(heap)).collect());
        }
        let printed = self.output.print(&answer);
        if printed.is_ok() && !self.output.json {
            report!("{found}");
        }

        let plotted = plot.map_or(Ok(()), |target| {
            let drawn = plot::svg(sequence, periodicity);
            let drawn = drawn.map_err(|error| Failure::Bound(format!("the plot cannot be drawn: {error}")))?;
            target.write(|out| out.write_all(drawn.as_bytes()))
        });
        let listed = csv.map_or(Ok(()), |target| target.write(|out| write_csv(sequence, out)));
        let certified = certificate.map_or(Ok(()), |target| {
            let values = sequence.periodic_values();
            let certificate = values.as_ref().and_then(Certificate::of_period);
            let none = || match stopped {
                Some(stopped) => (*stopped).into(),
                None => Failure::Bound(format!(
                    "{}: no period is proved that has a certificate, so --certificate wrote none",
                    target.name().display()
                )),
            };
            certificate::write(&target, certificate.ok_or_else(none)?)
        });
        let ended = stopped.map_or(Ok(()), |stopped| Err(stopped.into()));
        all_done([printed, plotted, listed, certified, ended])
    }

    fn stream(&self, code: TakeAndBreak) -> Result<(), Failure> {
        let bar = Bar::new();
        if let (Some(part), Some(path)) = (self.recheck, &self.checkpoint) {
            let done = stream::recheck(code, path, part, &self.bounds, &bar)?;
            return self.output.print(&done);
        }
        let checkpoint = self.checkpoint.as_deref().map(Target::to_be_read).transpose()?;
        let Streamed { stream, proved, failure, saved } =
            stream::run(code, self.heaps, checkpoint.as_ref(), &self.bounds, &bar)?;
        let printed = self.output.print(&Answer::of_stream(&stream, proved.as_ref(), failure.as_ref()));
        let ended = match (failure, saved) {
            (Some(failure), Err(unsaved)) => Err(failure.with(&format!("; {unsaved}"))),
            (Some(failure), Ok(())) => Err(failure),
            (None, saved) => saved,
        };
        all_done([printed, ended])
    }
}

/// Writes a line for each heap. The column `rare` is empty if the code has no sparse space.
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
