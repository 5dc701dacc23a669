//! How many values the engine reads.

use std::cmp::Ordering;
use std::ops::{BitXor, ControlFlow};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use super::small;
use crate::heap::TakeAndBreak;
use crate::heap::sequence::algorithm::Algorithm;
use crate::heap::sequence::sparse::Stop;
use crate::heap::sequence::tuning::Tuning;
use crate::heap::sequence::watch::Watch;
use crate::heap::sequence::work::{Extending, Work};
use crate::heap::values::Value;

/// A value below 256. All reads of such values, by all threads, are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Counted(u8);

static READS: AtomicU64 = AtomicU64::new(0);
/// One test at a time counts.
static COUNTING: Mutex<()> = Mutex::new(());

impl BitXor for Counted {
    type Output = Self;

    fn bitxor(self, other: Self) -> Self {
        READS.fetch_add(2, Relaxed);
        Self(self.0 ^ other.0)
    }
}

impl Value for Counted {
    const LIMIT: usize = 256;

    fn index(self) -> usize {
        READS.fetch_add(1, Relaxed);
        self.0.into()
    }

    fn of(index: usize) -> Self {
        Self(u8::of(index))
    }
}

fn nothing(text: &str) -> (TakeAndBreak, Extending<Counted>) {
    tuned(text, None, &Tuning::default())
}

fn tuned(text: &str, algorithm: Option<Algorithm>, tuning: &Tuning) -> (TakeAndBreak, Extending<Counted>) {
    let code: TakeAndBreak = text.parse().unwrap();
    let extending = Extending::new(&code, algorithm, tuning).unwrap();
    (code, extending)
}

/// Number of values that are read to extend to this number of heaps.
fn reads(code: &TakeAndBreak, extending: &mut Extending<Counted>, heaps: usize, watch: &mut Watch<'_>) -> u64 {
    let before = READS.load(Relaxed);
    while extending.values.len() < heaps {
        assert_eq!(extending.extend(code, heaps, watch), Stop::Done, "{code}");
    }
    READS.load(Relaxed) - before
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

/// Codes, and the numbers of pairs that are tried for 600 heaps: with small tunings, with those by search, with more tries by search, and
/// with all values in reverse as soon as a pair is compared one by one.
const SMALL_COSTS: [(&str, [u64; 4]); 9] = [
    ("0.77", [31_259, 204_461, 202_440, 31_702]),
    ("0.16", [39_035, 147_856, 125_712, 39_138]),
    ("0.6", [99_684, 255_458, 155_960, 99_718]),
    ("0.143", [73_666, 195_985, 140_446, 73_850]),
    ("0.07", [98_598, 111_936, 113_213, 98_838]),
    ("4!.0", [116_513, 203_848, 168_348, 116_788]),
    ("4!.04=4", [38_997, 212_942, 201_345, 39_965]),
    ("0.3!4", [4965, 93_777, 112_142, 4965]),
    ("0.0000000000000000000000000000000000000000137", [142_682, 162_954, 150_865, 142_682]),
];

#[test]
fn each_part_of_the_engine_tries_the_same_pairs_on_every_machine() {
    let _alone = COUNTING.lock().unwrap_or_else(PoisonError::into_inner);
    let one_thread = Tuning { thread_parts: usize::MAX, ..small() };
    let tunings = [
        (Algorithm::SparseSpace, one_thread),
        (Algorithm::Search, one_thread),
        (Algorithm::Search, Tuning { tries: 40, fewest_tries: 20, ..one_thread }),
        (Algorithm::SparseSpace, Tuning { slow_pairs: 0, ..one_thread }),
    ];
    let found = SMALL_COSTS.map(|(text, _)| {
        let tried = tunings.map(|(algorithm, tuning)| {
            let (code, mut extending) = tuned(text, Some(algorithm), &tuning);
            reads(&code, &mut extending, 600, &mut Watch::new(&mut go_on, 0, 1, &tuning));
            extending.tried
        });
        (text, tried)
    });
    assert_eq!(found, SMALL_COSTS);
}

/// A chunk has twice as many sums as the block that would be marked without threads, so that more values are read.
#[test]
fn threads_start_where_they_pay() {
    const HEAPS: usize = 1024;
    let _alone = COUNTING.lock().unwrap_or_else(PoisonError::into_inner);
    let tuning = Tuning { most_likely: 0, row_width: 128, far_chunk: 128, thread_parts: usize::MAX, ..small() };
    let rare = {
        let code = "0.6".parse().unwrap();
        let mut work = Work::new(&code, Some(Algorithm::SparseSpace), &tuning).unwrap();
        work.extend(&code, HEAPS, &mut Watch::new(&mut go_on, 0, 1, &tuning)).unwrap();
        work.sparse_space().unwrap().rare
    };
    let reads_by = |threads, tuning: &Tuning| {
        let (code, mut extending) = tuned("0.6", Some(Algorithm::SparseSpace), tuning);
        reads(&code, &mut extending, HEAPS, &mut Watch::new(&mut go_on, 0, 1, tuning));
        reads(&code, &mut extending, HEAPS + 64, &mut Watch::new(&mut go_on, HEAPS, threads, tuning))
    };
    for (threads, thread_parts, thread_heaps, row_width, start) in [
        (2, rare, 64, 128, true),
        (2, 0, 0, 128, true),
        (2, rare + 1, 64, 128, false),
        (2, rare, 65, 128, false),
        (1, rare, 64, 128, false),
        (2, rare, 64, 0, false),
    ] {
        let alone = reads_by(2, &Tuning { row_width, ..tuning });
        let found = reads_by(threads, &Tuning { row_width, thread_heaps, thread_parts, ..tuning });
        let what =
            format!("{threads} threads, from {thread_parts} parts and {thread_heaps} heaps on, rows of {row_width}");
        let expected = if start { Ordering::Greater } else { Ordering::Equal };
        assert_eq!(found.cmp(&alone), expected, "{what}: {found} reads, {alone} by one thread");
    }
}
