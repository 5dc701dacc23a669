//! The search for a period: more heaps until it is proved.

use std::fmt;
use std::time::{Duration, Instant};

use grundy::heap::{Method, Periodicity, Sequence, SequenceError, SparseSpace, TakeAndBreak};
use grundy::{Control, Stopped};

use crate::failure::Failure;

/// How many heaps are looked at.
#[derive(Clone, Copy)]
pub(crate) enum Heaps {
    /// So many, whatever is proved before.
    Exactly(usize),
    /// As many as a proof needs, up to the next of the numbers that double; at most so many.
    UpTo(usize),
    /// The same with a limit for each method.
    UntilProved(Limits),
}

/// The most heaps that are looked at for a proof. Where a heap costs as much as it has counters, or more, these are fewer.
#[derive(Clone, Copy)]
pub(crate) struct Limits {
    /// With few pairs for each heap.
    pub(crate) fast: usize,
    /// With all pairs, many at a time.
    pub(crate) pairs: usize,
    /// With sets of values or every option, where heaps are divided.
    pub(crate) sets: usize,
}

impl Limits {
    fn of(&self, sequence: &Sequence) -> usize {
        match sequence.method() {
            Method::SparseSpace => self.fast,
            Method::Search => self.pairs,
            _ if splits(sequence.code()) => self.sets,
            _ => self.fast,
        }
    }
}

/// The first heaps that are looked at for a proof.
const FIRST: usize = 1 << 10;

/// What has been found, and how long it took.
pub(crate) struct Found {
    pub(crate) sequence: Sequence,
    pub(crate) periodicity: Periodicity,
    time: Duration,
    /// Whether it ended early, because of what a heap costs.
    slow: bool,
    /// The bound that stopped it.
    pub(crate) stopped: Option<Stopped>,
}

/// Computes the values of a code and looks for their period. What stops it is told with what has been found.
pub(crate) fn period(code: TakeAndBreak, heaps: Heaps, control: Control) -> Result<Found, Failure> {
    let start = Instant::now();
    let mut sequence = Sequence::new(code).with_control(control);
    let mut next = match heaps {
        Heaps::Exactly(heaps) => heaps,
        Heaps::UpTo(heaps) => FIRST.min(heaps),
        Heaps::UntilProved(_) => FIRST,
    };
    loop {
        let stopped = match sequence.extend_to(next) {
            Ok(()) => None,
            Err(SequenceError::Stopped(stopped)) => Some(stopped),
            Err(error) => return Err(Failure::Bound(error.to_string())),
        };
        let periodicity = sequence.periodicity();
        let (most, slow) = match heaps {
            Heaps::Exactly(heaps) | Heaps::UpTo(heaps) => (heaps, false),
            Heaps::UntilProved(limits) => (limits.of(&sequence), limits.of(&sequence) < limits.fast),
        };
        let proved = periodicity.proved().is_some();
        if proved || next >= most || stopped.is_some() {
            return Ok(Found { sequence, periodicity, time: start.elapsed(), slow: slow && !proved, stopped });
        }
        next = most.min(2 * next);
    }
}

/// Whether some move leaves two heaps or more, so that a heap has as many pairs as counters.
fn splits(code: &TakeAndBreak) -> bool {
    code.digits().iter().chain(code.tail()).any(|digit| digit.most() >= Some(2))
}

/// The preperiod, the period and the saltus.
pub(crate) fn numbers(periodicity: &Periodicity) -> Option<(u64, u64, u64)> {
    match periodicity {
        Periodicity::Periodic(proved) | Periodicity::ArithmeticPeriodic(proved) => {
            Some((proved.preperiod(), proved.period(), proved.saltus()))
        }
        Periodicity::Observed(seen) => Some((seen.preperiod, seen.period, seen.saltus)),
        _ => None,
    }
}

/// How many heaps are rare as it is published: heap 0 counts.
pub(crate) fn published_rare(space: SparseSpace) -> usize {
    space.rare + usize::from(space.is_rare(0, 0))
}

/// The time, which is not the same twice.
impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.time.as_secs_f64();
        #[expect(clippy::cast_precision_loss, reason = "a rate")]
        let rate = self.sequence.len() as f64 / seconds.max(1e-9);
        write!(f, "time: {seconds:.2} s, {rate:.0} heaps per second")?;
        if let Some(pairs) = self.sequence.report().pairs_per_heap {
            write!(f, ", {pairs:.1} pairs per heap")?;
        }
        if self.slow {
            write!(f, "; every heap takes longer than the one before, so it ends early: --heaps N goes on")?;
        }
        Ok(())
    }
}
