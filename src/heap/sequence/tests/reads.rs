//! How many values the engine reads.

use std::ops::{BitXor, ControlFlow};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::heap::TakeAndBreak;
use crate::heap::sequence::sparse::Stop;
use crate::heap::sequence::tuning::Tuning;
use crate::heap::sequence::values::Value;
use crate::heap::sequence::watch::Watch;
use crate::heap::sequence::work::Extending;

/// A value below 256. All reads of such values, by all threads, are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Counted(u8);

static READS: AtomicU64 = AtomicU64::new(0);
/// One test at a time counts.
static COUNTING: Mutex<()> = Mutex::new(());

impl BitXor for Counted {
    type Output = Self;

    fn bitxor(self, other: Self) -> Self {
        READS.fetch_add(2, Ordering::Relaxed);
        Self(self.0 ^ other.0)
    }
}

impl Value for Counted {
    const LIMIT: usize = 256;

    fn index(self) -> usize {
        READS.fetch_add(1, Ordering::Relaxed);
        self.0.into()
    }

    fn of(index: usize) -> Self {
        Self(u8::of(index))
    }
}

fn nothing(text: &str) -> (TakeAndBreak, Extending<Counted>) {
    let code: TakeAndBreak = text.parse().unwrap();
    let extending = Extending::new(&code, None, &Tuning::default()).unwrap();
    (code, extending)
}

/// Number of values that are read to extend to this number of heaps.
fn reads(code: &TakeAndBreak, extending: &mut Extending<Counted>, heaps: usize, watch: &mut Watch<'_>) -> u64 {
    let before = READS.load(Ordering::Relaxed);
    while extending.values.len() < heaps {
        assert_eq!(extending.extend(code, heaps, watch), Stop::Done, "{code}");
    }
    READS.load(Ordering::Relaxed) - before
}

fn go_on(_: usize, _: u64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Codes of every part of the engine, with a number of heaps at which that part has begun: rows of one word with few parts and with many,
/// wider rows, and the search without a sparse space.
const CODES: [(&str, usize); 6] = [
    ("0.104", 1 << 16),
    ("0.454", 1 << 16),
    ("0.16", 1 << 16),
    ("0.054", 1 << 16),
    ("0.354", 1 << 15),
    ("0.007", 1 << 12),
];

#[test]
fn a_callback_makes_no_work() {
    let _alone = COUNTING.lock().unwrap_or_else(PoisonError::into_inner);
    for (text, heaps) in CODES {
        let (code, mut plain) = nothing(text);
        let without = reads(&code, &mut plain, heaps, &mut Watch::new(&mut go_on, 0, 2, &Tuning::default()));
        let (code, mut watched) = nothing(text);
        let mut calls = 0;
        let mut callback = |_, _| {
            calls += 1;
            ControlFlow::Continue(())
        };
        let mut watch = Watch::new(&mut callback, 0, 2, &Tuning::default());
        let with = reads(&code, &mut watched, heaps, &mut watch);
        assert_eq!(with, without, "{text}");
        assert_eq!(watched.tried, plain.tried, "{text}");
        assert!(calls >= heaps >> 14, "{text}: {calls} calls");
        assert!(watched.values == plain.values, "{text}");
    }
}

/// A step that goes on where another one ended costs the same wherever that is.
#[test]
fn a_late_step_costs_no_more_than_an_early_one() {
    const STEP: usize = 1 << 11;
    let _alone = COUNTING.lock().unwrap_or_else(PoisonError::into_inner);
    for text in ["0.104", "0.454", "0.16", "0.106", "0.45", "0.054", "0.354"] {
        let (code, mut extending) = nothing(text);
        let mut step_after = |heaps: usize| {
            reads(&code, &mut extending, heaps, &mut Watch::new(&mut go_on, 0, 2, &Tuning::default()));
            reads(&code, &mut extending, heaps + STEP, &mut Watch::new(&mut go_on, 0, 2, &Tuning::default()))
        };
        // Neither is where the engine is made anew.
        let (early, late) = (step_after(40_000), step_after(160_000));
        assert!(late <= early + early / 8, "{text}: {early} values are read early, {late} late");
    }
}

/// Codes, numbers of heaps, the number of pairs that are tried for these heaps, and a bound on the number of values that are read.
const COSTS: [(&str, usize, u64, u64); 10] = [
    ("0.104", 1 << 13, 600_640, 340_000),
    ("0.454", 1 << 13, 441_408, 880_000),
    ("0.16", 1 << 13, 1_570_378, 2_420_000),
    ("0.106", 1 << 13, 504_391, 280_000),
    ("0.054", 1 << 12, 502_187, 920_000),
    ("0.354", 1 << 12, 4_725_823, 9_150_000),
    ("0.6", 1 << 11, 2_836_042, 5_700_000),
    ("0.143", 1 << 11, 1_179_904, 2_400_000),
    ("0.007", 1 << 11, 3_141_329, 6_300_000),
    ("4.07", 1 << 11, 10_752, 280_000),
];

/// Costs are counted and never timed, so that they are the same on every machine. A change of the engine that changes them is one of
/// speed: once the benches have shown that it pays, its numbers are written here.
#[test]
fn the_same_pairs_are_tried_on_every_machine() {
    let _alone = COUNTING.lock().unwrap_or_else(PoisonError::into_inner);
    for (text, heaps, tried, most_read) in COSTS {
        let (code, mut extending) = nothing(text);
        let read = reads(&code, &mut extending, heaps, &mut Watch::new(&mut go_on, 0, 1, &Tuning::default()));
        assert_eq!(extending.tried, tried, "{text}");
        assert!(read <= most_read, "{text}: {read} values are read");
    }
}
