//! The table of subtraction games: all sets up to a largest number, and the games in which all numbers but those of a set may be taken.

use std::io::{self, Write};
use std::num::NonZeroU32;
use std::time::Instant;

use grundy::Control;
use grundy::heap::{CodeError, TakeAndBreak};
use serde::Serialize;

use crate::bounds::Bounds;
use crate::failure::Failure;
use crate::interrupt::while_printing;
use crate::output::Output;
use crate::progress::Bar;
use crate::sequence::find::{self, Heaps, Limits};

/// Maximum number that a set of the table may contain: the table then has 2 (2^20 − 1) rows.
pub(super) const MOST: u32 = 20;

/// Heaps that the search for a proof looks at for each set, if no number is given. Up to largest number 14, every set is proved by 2048.
const HEAPS: usize = 1 << 16;

/// A row.
#[derive(Serialize)]
struct Row {
    /// As games are named: `1,3,4`, or `!2` if all numbers but those of the set may be taken.
    set: String,
    preperiod: Option<u64>,
    period: Option<u64>,
    /// How much the values of each period are larger than those of the period before.
    saltus: Option<u64>,
    /// The theorem that proves the period; `None` if it is only seen.
    proof: Option<String>,
    /// The number of heaps that were looked at.
    heaps: usize,
}

/// The answer as JSON.
#[derive(Serialize)]
struct Rows {
    sets: Vec<Row>,
    /// The bound that ended the table early.
    stopped: Option<String>,
}

impl Row {
    fn line(&self) -> String {
        let or_dash = |number: Option<u64>| number.map_or_else(|| "-".to_owned(), |number| number.to_string());
        let [preperiod, period, saltus] = [self.preperiod, self.period, self.saltus].map(or_dash);
        let proof = match (&self.proof, self.period) {
            (Some(proof), _) => proof.clone(),
            (None, Some(_)) => format!("not proved: seen in the first {} heaps", self.heaps),
            (None, None) => format!("no period in the first {} heaps", self.heaps),
        };
        format!("{:<32}{preperiod:>10}{period:>8}{saltus:>8}   {proof}", self.set)
    }
}

/// The set whose numbers are the places of ones in a binary number; place 0 says whether 1 may be taken.
fn numbers(ones: u32) -> impl Iterator<Item = u64> + Clone {
    (1..=u64::from(MOST)).filter(move |number| ones >> (number - 1) & 1 == 1)
}

/// Prints a row for each set as soon as it is found, or all as JSON at the end.
pub(super) fn print(largest: NonZeroU32, heaps: Option<usize>, output: Output, bounds: &Bounds) -> Result<(), Failure> {
    // A set is a binary number, in which the lowest bit stands for 1. The empty set, 0, is left out.
    let sets = 1..1_u32 << largest.get();
    let games = sets.clone().map(|ones| (ones, false)).chain(sets.map(|ones| (ones, true)));
    let most = heaps.unwrap_or(HEAPS);
    let limits = Heaps::UntilProved(Limits { fast: most, pairs: most, sets: most });
    let bar = Bar::new();
    let mut control = bounds.control(Control::unlimited(), &bar);
    let mut out = io::stdout().lock();
    if !output.json {
        while_printing(|| writeln!(out, "{:<32}{:>10}{:>8}{:>8}   proof", "set", "preperiod", "period", "saltus"))?;
    }
    let start = Instant::now();
    let (mut rows, mut stopped, mut count) = (Vec::new(), None, 0);
    for (ones, is_all_but) in games {
        let code =
            if is_all_but { TakeAndBreak::all_but(numbers(ones)) } else { TakeAndBreak::subtraction(numbers(ones)) };
        let code = code.map_err(|error: CodeError| Failure::Bound(error.to_string()))?;
        let found = find::period(code, limits, control)?;
        // One control for all sets, so that the bounds hold for the whole table.
        control = found.sequence.control().clone();
        if found.stopped.is_some() {
            stopped = found.stopped;
            break;
        }
        let told = find::numbers(&found.periodicity);
        let names: Vec<String> = numbers(ones).map(|number| number.to_string()).collect();
        let row = Row {
            set: format!("{}{}", if is_all_but { "!" } else { "" }, names.join(",")),
            preperiod: told.map(|(preperiod, ..)| preperiod),
            period: told.map(|(_, period, _)| period),
            saltus: told.map(|(.., saltus)| saltus),
            proof: found.periodicity.proved().map(|proved| proved.theorem().to_string()),
            heaps: found.sequence.len(),
        };
        count += 1;
        if output.json {
            rows.push(row);
        } else {
            while_printing(|| writeln!(out, "{}", row.line()))?;
        }
    }
    bar.clear();
    drop(out);
    if output.json {
        Output::print_json(&Rows { sets: rows, stopped: stopped.map(|stopped| stopped.to_string()) })?;
    } else {
        report!("time: {:.1} s, {count} sets", start.elapsed().as_secs_f64());
    }
    stopped.map_or(Ok(()), |stopped| Err(stopped.into()))
}
