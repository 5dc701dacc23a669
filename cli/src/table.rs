//! The table of all octal codes of a few digits.

use std::io::{self, Write};

use grundy::heap::{Digit, Parts, Periodicity, TakeAndBreak};

use crate::find::{self, Found, Heaps, Limits, Progress};
use crate::support::Failure;

/// How far the search for a proof goes for each code. Of two digits as far as 0.56 needs; of three, where the codes without a
/// known period are many, less, so that the table takes a few minutes at most.
fn limits(digits: u32) -> Limits {
    Limits { fast: if digits < 3 { 1 << 20 } else { 1 << 18 }, pairs: 1 << 16, sets: 1 << 12 }
}

/// Prints a line for each code 0.d.. and 4.d.. in standard form of up to so many digits, as soon as it is known.
pub(crate) fn print(digits: u32, heaps: Option<usize>) -> Result<(), Failure> {
    let heaps = heaps.map_or(Heaps::UntilProved(limits(digits)), Heaps::UpTo);
    let start = std::time::Instant::now();
    let codes = codes(digits)?;
    let progress = Progress::new();
    writeln!(io::stdout(), "code   preperiod    period          largest   rare")?;
    for (place, code) in codes.iter().enumerate() {
        progress.tell(format!("{code} ({} of {}) ", place + 1, codes.len()));
        let found = find::period(code.clone(), heaps, &progress)?;
        progress.aside(|| writeln!(io::stdout(), "{}", line(&found)))?;
    }
    progress.clear();
    eprintln!("time: {:.1} s, {} codes", start.elapsed().as_secs_f64(), codes.len());
    Ok(())
}

/// The codes in which a heap of 1 has a move, in the order in which they are written: first those in which a move takes something,
/// then those that may split a heap and take nothing. Each is its own standard form, so there is one of each class of cousins.
fn codes(digits: u32) -> Result<Vec<TakeAndBreak>, Failure> {
    let octal = |number: u32| {
        // The digits of the number are those of the code, without the zeros at the end.
        let places = (0..=digits).rev().map(|place| number >> (3 * place) & 7);
        let digits: Vec<Digit> = places.map(|digit| Digit::new(digit.into(), Parts::Any)).collect();
        TakeAndBreak::from_digits(digits, []).map_err(|error| Failure::Limit(error.to_string()))
    };
    let after_point = 1 << (3 * digits);
    let codes = (0..after_point).chain(4 * after_point..5 * after_point).map(octal).collect::<Result<Vec<_>, _>>()?;
    Ok(codes.into_iter().filter(TakeAndBreak::is_standard_form).collect())
}

fn line(found: &Found) -> String {
    let Found { sequence, periodicity, .. } = found;
    let or_dash = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
    let numbers = find::numbers(periodicity);
    let preperiod = or_dash(numbers.map(|(preperiod, ..)| preperiod.to_string()));
    let period = or_dash(numbers.map(|(_, period, _)| period.to_string()));
    let largest = or_dash(sequence.values().largest().map(|(value, heap)| format!("{value} at {heap}")));
    let rare = or_dash(sequence.report().sparse_space.map(|space| find::published_rare(space).to_string()));
    let heaps = sequence.len();
    let note = match periodicity {
        Periodicity::Observed(_) => format!("   not proved: seen in the first {heaps} heaps"),
        Periodicity::NoneSeen { .. } => format!("   no period in the first {heaps} heaps"),
        _ => String::new(),
    };
    format!("{:<6}{preperiod:>10}{period:>10}{largest:>17}{rare:>7}{note}", sequence.code().to_string())
}
