//! Finds the misère quotient of a take-and-break game and plays a position with it.
//!
//! `cargo run --release --example quotient -- 0.77`

mod support;

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;
use grundy::heap::TakeAndBreak;
use grundy::misere::quotient::{BipartiteMonoid, MisereQuotient, Presentation, QuotientError, QuotientSearch, Reach};
use grundy::{Control, Outcome, Unit};
use support::{Failure, end, exit_with};

/// Finds the misère quotient of a take-and-break game: its monoid, P-portion, pretending function and presentation. Then plays a
/// position with it.
#[derive(Parser)]
#[command(version, about)]
struct Arguments {
    /// The code of the game: 0.77, 0.15, 4.[3] ..
    code: String,

    /// The heaps to play, as in 5,9,12,25,27; by default the first five that generate the monoid.
    #[arg(long, value_name = "HEAPS")]
    play: Option<String>,

    /// The most heaps to look at; fewer are, if they prove that the quotient is that of all heaps.
    #[arg(long, value_name = "HEAPS", default_value_t = 400)]
    heaps: usize,

    /// The most elements of the quotient.
    #[arg(long, value_name = "ELEMENTS", default_value_t = 512)]
    elements: u64,

    /// The most seconds that the search may take.
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    seconds: u64,
}

/// The largest table of products that is printed.
const LARGEST_TABLE: usize = 12;

fn main() -> ExitCode {
    let arguments = Arguments::try_parse().unwrap_or_else(|error| exit_with(&error));
    end(run(&arguments))
}

fn run(arguments: &Arguments) -> Result<(), Failure> {
    let input = |error: grundy::NotationError| Failure::Input(error.to_string());
    let code: TakeAndBreak = arguments.code.parse().map_err(input)?;
    if arguments.heaps == 0 {
        return Err(Failure::Input("--heaps must be at least 1: heap 0 is one of them".to_owned()));
    }
    let played =
        arguments.play.as_deref().map(|text| grundy::Notation::parse(&code, text)).transpose().map_err(input)?;
    // Elements take 8 bytes for each pair of them.
    let bytes = arguments.elements.saturating_mul(arguments.elements).saturating_mul(8);
    let control = Control::new().bytes(bytes).within(Duration::from_secs(arguments.seconds));
    let mut search = QuotientSearch::new(code).with_control(control);
    let start = Instant::now();
    let found = search.certify(arguments.heaps);
    let took = start.elapsed();
    let quotient = search.quotient();
    let mut out = io::stdout().lock();
    print(&mut out, quotient)?;
    let found = found.map_err(|error| (error, told(&error, arguments)));
    if let Err((_, told)) = &found {
        writeln!(out, "stopped: {told}")?;
    }
    writeln!(out, "time: {took:.1?}\n")?;
    let played = played.unwrap_or_else(|| five_heaps(quotient).into());
    match quotient.explain(&played) {
        Some(working) => writeln!(out, "{working}")?,
        None => writeln!(out, "A heap to be played is past those that the quotient is known for.")?,
    }
    // What stopped the search is an error, unless more heaps were all that was missing.
    match found {
        Ok(()) | Err((QuotientError::NotCertified { .. }, _)) => Ok(()),
        Err((_, told)) => Err(Failure::Limit(told)),
    }
}

/// What stopped the search, in the words of the arguments.
fn told(error: &QuotientError, arguments: &Arguments) -> String {
    match error {
        QuotientError::Stopped(stopped) if stopped.unit == Unit::Elements => {
            format!("limit of {} elements reached: {} are found and kept", arguments.elements, stopped.done)
        }
        error => error.to_string(),
    }
}

fn print(out: &mut impl Write, quotient: &MisereQuotient) -> Result<(), Failure> {
    let (monoid, presentation) = (quotient.monoid(), quotient.presentation());
    let name = |element| presentation.name(element).map_or_else(String::new, ToString::to_string);
    let p: Vec<String> = monoid.p_portion().map(name).collect();
    writeln!(out, "code: {}", quotient.code())?;
    writeln!(out, "order: {}", monoid.order())?;
    writeln!(out, "p-portion: {} ({})", p.len(), p.join(", "))?;
    writeln!(out, "reach: {}", quotient.reach())?;
    let generators: Vec<String> = presentation.generators().iter().map(|heap| format!("h{heap}")).collect();
    writeln!(out, "generators: {}", generators.join(", "))?;
    let relations: Vec<String> = presentation.relations().map(|(left, right)| format!("{left} = {right}")).collect();
    writeln!(out, "relations: {}", relations.join(", "))?;
    let heaps = match quotient.reach() {
        // The preperiod and one period.
        Reach::AllHeaps(proof) => usize::try_from(proof.preperiod() + proof.period()).unwrap_or(usize::MAX),
        Reach::HeapsBelow(heaps) => heaps,
    };
    let map: Vec<String> = quotient.map().take(heaps).map(name).collect();
    writeln!(out, "map: {}", map.join(", "))?;
    if monoid.order() <= LARGEST_TABLE { table(out, monoid, &presentation) } else { Ok(()) }
}

/// The products, with a star at those in P.
fn table(out: &mut impl Write, monoid: &BipartiteMonoid, presentation: &Presentation) -> Result<(), Failure> {
    let name = |element| presentation.name(element).map_or_else(String::new, ToString::to_string);
    let starred = |element| match monoid.outcome(element) {
        Outcome::P => name(element) + "*",
        Outcome::N => name(element),
    };
    let width = monoid.elements().map(|element| starred(element).len()).max().unwrap_or(0);
    writeln!(out, "table (a star: in P):")?;
    for one in monoid.elements() {
        let products = monoid.elements().filter_map(|other| monoid.product(one, other));
        let row: Vec<String> = products.map(|product| format!("{:width$}", starred(product))).collect();
        writeln!(out, "  {}", row.join(" ").trim_end())?;
    }
    Ok(())
}

/// Five heaps: those that generate the monoid, again from the first if they are fewer.
fn five_heaps(quotient: &MisereQuotient) -> Vec<u128> {
    let presentation = quotient.presentation();
    let generators = presentation.generators().iter().rev().map(|heap| u128::from(*heap));
    let mut heaps: Vec<u128> = generators.cycle().take(5).collect();
    heaps.sort_unstable();
    heaps
}
