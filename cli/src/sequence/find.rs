//! The search for a period: the number of heaps doubles until the period is proved.

use std::fmt;
use std::time::{Duration, Instant};

use grundy::heap::{Algorithm, Periodicity, Sequence, SequenceError, SparseSpace, TakeAndBreak};
use grundy::{Control, Stopped};

use crate::failure::Failure;

/// The number of heaps to look at.
#[derive(Clone, Copy)]
pub(crate) enum Heaps {
    /// This number, even if fewer prove the period.
    Exactly(usize),
    /// The first of the doubling numbers that proves the period; at most this number.
    UpTo(usize),
    /// The same with a limit that depends on the algorithm.
    UntilProved(Limits),
}

/// Heaps to look at for a proof, by the algorithm of the sequence. Algorithms whose heaps cost a step for each counter, or more, get fewer.
#[derive(Clone, Copy)]
pub(crate) struct Limits {
    /// Few pairs for each heap.
    pub(crate) fast: usize,
    /// All pairs, many at a time.
    pub(crate) pairs: usize,
    /// Sets of values, or every option, in games that split heaps.
    pub(crate) sets: usize,
}

impl Limits {
    fn of(&self, sequence: &Sequence) -> usize {
        match sequence.algorithm() {
            Algorithm::SparseSpace => self.fast,
            Algorithm::Search => self.pairs,
            _ if splits(sequence.code()) => self.sets,
            _ => self.fast,
        }
    }
}

/// The first number of heaps; it doubles from there.
const FIRST: usize = 1 << 10;

/// The result of a search, and the time it took.
pub(crate) struct Found {
    pub(crate) sequence: Sequence,
    pub(crate) periodicity: Periodicity,
    time: Duration,
    /// Whether the search ended early because heaps cost too much.
    slow: bool,
    /// The bound that stopped it.
    pub(crate) stopped: Option<Stopped>,
}

/// Computes the values of a code and searches for their period. A bound that was met is in the result, with the values so far.
pub(crate) fn period(code: TakeAndBreak, heaps: Heaps, control: Control) -> Result<Found, Failure> {
    let start = Instant::now();
    let mut sequence = Sequence::new(code).with_control(control);
    let mut next = match heaps {
        Heaps::Exactly(heaps) => heaps,
        Heaps::UpTo(heaps) => FIRST.min(heaps),
        Heaps::UntilProved(limits) => FIRST.min(limits.fast),
    };
    loop {
        // Values that are there are kept, so that doubling costs no more than the last number of heaps.
        let stopped = match sequence.extend_to(next) {
            Ok(()) => None,
            Err(SequenceError::Stopped(stopped)) => Some(stopped),
            Err(error) => return Err(Failure::Bound(error.to_string())),
        };
        let periodicity = sequence.periodicity();
        // Asked in each round, since the algorithm in use may change as the sequence grows.
        let (most, slow) = match heaps {
            Heaps::Exactly(heaps) | Heaps::UpTo(heaps) => (heaps, false),
            Heaps::UntilProved(limits) => (limits.of(&sequence), limits.of(&sequence) < limits.fast),
        };
        let proved = periodicity.proved().is_some();
        if proved || next >= most || stopped.is_some() {
            return Ok(Found {
                sequence,
                periodicity,
                time: start.elapsed(),
                slow: slow && !proved && stopped.is_none(),
                stopped,
            });
        }
        next = most.min(2 * next);
    }
}

/// Whether some move leaves two heaps or more, so that a heap has about as many pairs as counters.
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

/// The number of rare heaps as published tables give it: heap 0 counts.
pub(crate) fn published_rare(space: SparseSpace) -> usize {
    space.rare + usize::from(space.is_rare(0, 0))
}

/// The time and the rate.
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
            write!(
                f,
                "; every heap takes longer than the one before, so it ends early; --heaps N looks at N, from heap 0 on"
            )?;
        }
        Ok(())
    }
}
