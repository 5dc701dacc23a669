//! The bounds of a computation: options that become the library's control.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::Duration;

use clap::Args;
use grundy::Control;

use crate::failure::Failure;
use crate::interrupt::{self, Listener};
use crate::number::whole;
use crate::progress::Bar;

/// The bounds of a computation.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Bounds")]
pub(crate) struct Bounds {
    /// The most positions to solve (or heaps, boards, sums, where those are counted), as in 1000000 or 10^6 or 2^20.
    #[arg(long, global = true, value_name = "POSITIONS", allow_negative_numbers = true, value_parser = whole::<u64>)]
    pub(crate) limit: Option<u64>,

    /// The most bytes that what is remembered and the line of play under way may take, as in 4000000 or 512M or 2G. What wide boards and whole positions own
    /// beside their places in a table is not counted, and may be as much again or twice as much; nor are the sets of values of positions under way with very
    /// many moves: each thread holds its own, so with several threads the memory may be several times the limit.
    #[arg(long, global = true, value_name = "BYTES", allow_negative_numbers = true, value_parser = bytes)]
    pub(crate) memory: Option<u64>,

    /// The most time to take, as in 10 or 0.5 or 30s (seconds), 5m, 2h; in `play`, for each question.
    #[arg(long, global = true, value_name = "TIME", allow_negative_numbers = true, value_parser = time)]
    pub(crate) time: Option<Duration>,

    /// The number of threads, where several can work: one in misère play of games with a nimber search, and at most eight of a worker with such a game.
    /// The default is one for a position, else as many as the machine has.
    #[arg(long, global = true, value_name = "N", allow_negative_numbers = true, value_parser = threads)]
    pub(crate) threads: Option<NonZeroUsize>,
}

impl Bounds {
    /// Fails if there are bounds, where nothing is searched that could be bounded.
    pub(crate) fn check_unused(&self, what: &str) -> Result<(), Failure> {
        let Self { limit, memory, time, threads } = self;
        if limit.is_some() || memory.is_some() || time.is_some() || threads.is_some() {
            return Err(Failure::input(format!(
                "{what} is drawn without a search: --limit, --memory, --time and --threads bound nothing"
            )));
        }
        Ok(())
    }

    /// The control with these bounds instead of its own. Ctrl-C cancels the computation, and the bar shows its progress.
    pub(crate) fn control(&self, control: Control, bar: &Bar) -> Control {
        self.control_until(control, bar, || false)
    }

    /// The same, where `stops` cancels the computation too.
    pub(crate) fn control_until(
        &self,
        mut control: Control,
        bar: &Bar,
        stops: impl Fn() -> bool + Send + Sync + 'static,
    ) -> Control {
        if let Some(limit) = self.limit {
            control = control.positions(limit);
        }
        if let Some(bytes) = self.memory {
            control = control.bytes(bytes);
        }
        if let Some(time) = self.time {
            control = control.within(time);
        }
        if let Some(threads) = self.threads {
            control = control.threads(threads);
        }
        let (listener, bar) = (Listener::of_computation(), bar.clone());
        control.watched(move |progress| {
            // Lives as long as the closure: until then Ctrl-C cancels the computation, and does not end the program.
            let _listens = &listener;
            bar.show(&progress);
            if interrupt::was_pressed() || stops() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
    }
}

/// A number of bytes: `4000000`, `512M`, `2G`; K, M, G and T are powers of 1024.
pub(crate) fn bytes(text: &str) -> Result<u64, String> {
    let (digits, power) = match text.char_indices().next_back() {
        Some((at, unit)) if unit.is_ascii_alphabetic() => {
            let power = "KMGT".find(unit.to_ascii_uppercase()).ok_or("the units are K, M, G and T")?;
            (&text[..at], power + 1)
        }
        _ => (text, 0),
    };
    let number: u64 = digits.parse().map_err(|_| "a number of bytes is written 4000000, 512M or 2G")?;
    // `power` is 1 for K, 2 for M, 3 for G and 4 for T, so a unit is at most 2^40.
    let unit = 1 << (10 * power);
    number.checked_mul(unit).ok_or_else(|| format!("{text} is more than 2^64 bytes"))
}

/// A time: `10`, `0.5` or `30s` in seconds, `5m` in minutes, `2h` in hours.
fn time(text: &str) -> Result<Duration, String> {
    let (digits, unit) = match text.char_indices().next_back() {
        Some((at, 's')) => (&text[..at], 1.0),
        Some((at, 'm')) => (&text[..at], 60.0),
        Some((at, 'h')) => (&text[..at], 3600.0),
        _ => (text, 1.0),
    };
    let no = "a time is written 10, 0.5, 30s, 5m or 2h";
    let number: f64 = digits.parse().map_err(|_| no)?;
    // What is negative, infinite or no number is no time.
    Duration::try_from_secs_f64(number * unit).map_err(|_| no.to_owned())
}

/// A number of threads.
fn threads(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| "a number of threads is written 1, 2, 3, ..".to_owned())
}
