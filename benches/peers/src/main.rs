//! The library and its peers on the same games, sizes and machine, in one run.
//!
//! `cargo run --release --manifest-path benches/peers/Cargo.toml -- [FILTER] [--quick]`
//!
//! Each measurement is a process of its own, so that its peak memory is its own. Of a peer every method is run, one after the
//! other, and the best counts; a method that takes several times as long as the best before it is given up. The values that
//! both sides found are compared.

mod contest;
mod measurement;
mod ours;
mod theirs;

use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use contest::{Contest, Question};
use measurement::{Measurement, measure, measured};

/// Runs the library and its peers on the same games and prints how long each takes.
#[derive(Parser)]
struct Arguments {
    /// Run the contests whose names contain this, such as 0.07 or chomp.
    filter: Option<String>,

    /// Small sizes, one run each: whether it works at all.
    #[arg(long)]
    quick: bool,

    /// The peers only.
    #[arg(long)]
    peers_only: bool,

    /// The most seconds that one run may take.
    #[arg(long, default_value_t = 900)]
    patience: u64,

    /// The program calls itself: run one method on one question and report.
    #[arg(long, hide = true, num_args = 3)]
    run: Option<Vec<String>>,
}

/// A method is given up when it takes as many times as long as the best one before it, and this long more.
const TIMES_AS_LONG: u32 = 3;
const MORE: Duration = Duration::from_secs(1);

/// Short measurements are repeated as often as this; the median counts.
const RUNS: usize = 5;
const SHORT: Duration = Duration::from_secs(3);

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if let Some(run) = &arguments.run {
        return report(run);
    }
    let wanted = arguments.filter.as_deref().unwrap_or_default();
    let mut all_agree = true;
    println!(
        "{:<20} {:>9}  {:>10} {:>8} {:>9}  {:<21} {:>10} {:>8} {:>9}  {:>7}  values",
        "game", "heaps", "ours, s", "MB", "positions", "best peer", "s", "MB", "positions", "ratio"
    );
    for contest in contest::all(arguments.quick).iter().filter(|contest| contest.name().contains(wanted)) {
        let patience = Duration::from_secs(arguments.patience);
        let runs = if arguments.quick { 1 } else { RUNS };
        let ours = if arguments.peers_only { None } else { median(contest, "ours", patience, runs).ok() };
        let mut best: Option<(&str, Measurement)> = None;
        let mut notes = Vec::new();
        for method in contest.question.methods() {
            let allowed = best.as_ref().map_or(patience, |(_, best)| patience.min(best.time * TIMES_AS_LONG + MORE));
            match median(contest, method, allowed, runs) {
                Ok(found) => {
                    notes.push(format!("{method} {:.3} s", found.time.as_secs_f64()));
                    if best.as_ref().is_none_or(|(_, best)| found.time < best.time) {
                        best = Some((method, found));
                    }
                }
                Err(reason) => notes.push(format!("{method} {reason}")),
            }
        }
        all_agree &= print_row(contest, ours.as_ref(), best.as_ref());
        println!("    {}", notes.join(", "));
    }
    if all_agree { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Prints a line of the table, with the positions whose values each side kept, and tells whether both sides found the same.
fn print_row(contest: &Contest, ours: Option<&Measurement>, theirs: Option<&(&str, Measurement)>) -> bool {
    let side = |found: Option<&Measurement>| match found {
        Some(found) => {
            let positions = if found.positions > 0 { found.positions.to_string() } else { "-".to_owned() };
            (format!("{:.4}", found.time.as_secs_f64()), format!("{:.1}", found.megabytes), positions)
        }
        None => ("-".to_owned(), "-".to_owned(), "-".to_owned()),
    };
    let peer = theirs.map(|(_, found)| found);
    let ((our_time, our_memory, our_positions), (time, memory, positions)) = (side(ours), side(peer));
    let (ratio, values) = match (ours, peer) {
        (Some(ours), Some(peer)) => {
            let ratio = peer.time.as_secs_f64() / ours.time.as_secs_f64();
            (format!("{ratio:.2}"), ours.compared(peer, contest.size))
        }
        _ => ("-".to_owned(), Ok("not compared".to_owned())),
    };
    let method = theirs.map_or("-", |(method, _)| method);
    let (Ok(said) | Err(said)) = &values;
    println!(
        "{:<20} {:>9}  {our_time:>10} {our_memory:>8} {our_positions:>9}  {method:<21} {time:>10} {memory:>8} {positions:>9}  {ratio:>7}  {said}",
        contest.name(),
        contest.size,
    );
    values.is_ok()
}

/// The median of several runs; of one, if it is long.
fn median(contest: &Contest, method: &str, patience: Duration, runs: usize) -> Result<Measurement, String> {
    let mut found = vec![measure(contest, method, patience)?];
    while found.len() < runs && found[0].time < SHORT {
        found.push(measure(contest, method, patience)?);
    }
    found.sort_by_key(|run| run.time);
    Ok(found.swap_remove(found.len() / 2))
}

/// Answers one question by one method and writes what it took.
fn report(run: &[String]) -> ExitCode {
    let [game, size, method] = run else { return ExitCode::FAILURE };
    let (Ok(size), Some(question)) = (size.parse(), Question::parse(game)) else { return ExitCode::FAILURE };
    let solve = || if method == "ours" { ours::solve(&question, size) } else { theirs::solve(&question, size, method) };
    match measured(size, solve) {
        Some(lines) => {
            println!("{lines}");
            ExitCode::SUCCESS
        }
        None => ExitCode::FAILURE,
    }
}
