//! When the callback is called.

use std::ops::ControlFlow;

use super::small;
use crate::heap::TakeAndBreak;
use crate::heap::sequence::algorithm::Algorithm;
use crate::heap::sequence::tuning::Tuning;
use crate::heap::sequence::watch::Watch;
use crate::heap::sequence::work::{Halt, Work};

#[test]
fn each_number_is_told_once_and_none_too_soon() {
    let is_fast = |algorithm| matches!(algorithm, Algorithm::SparseSpace | Algorithm::Search | Algorithm::Stream);
    let algorithms =
        [Algorithm::SparseSpace, Algorithm::Search, Algorithm::Stream, Algorithm::Sets, Algorithm::EveryOption];
    let default = Tuning::default();
    for (tuning, begin, fast, slow) in
        [(default, 0, 4096, 64), (default, 100, 4096, 64), (small(), 0, 7, 3), (small(), 5, 7, 3)]
    {
        for algorithm in algorithms {
            // The first call is as early as for a slow one.
            let step = if is_fast(algorithm) { fast } else { slow };
            let heaps = (begin + slow..20_000).step_by(step).chain([20_000]);
            let expected: Vec<(usize, u64)> = heaps.map(|heaps| (heaps, 2 * heaps as u64)).collect();
            let mut told = Vec::new();
            let mut callback = |computed, bytes| {
                told.push((computed, bytes));
                ControlFlow::Continue(())
            };
            let mut watch = Watch::new(&mut callback, begin, 3, &tuning);
            assert_eq!(watch.threads, 3);
            watch.algorithm = algorithm;
            watch.width = 2;
            assert!((begin..=20_000).all(|computed| watch.tell(computed).is_continue()));
            assert!((0..2).all(|_| watch.finish(20_000).is_continue()));
            assert_eq!(told, expected, "{algorithm} from {begin}");
        }
    }
}

/// A heap of 0.777.. with 300 digits has all pairs of 300 sums to compare, and there are no 4096 heaps.
#[test]
fn heaps_that_take_long_are_told_sooner() {
    let code: TakeAndBreak = format!("0.{}", "7".repeat(300)).parse().unwrap();
    for algorithm in [Algorithm::SparseSpace, Algorithm::Search] {
        let tuning = Tuning { heaps_a_call: 1 << 20, ..Tuning::default() };
        let mut work = Work::new(&code, Some(algorithm), &tuning).unwrap();
        let mut extend = |heaps, most| {
            let mut calls = 0;
            let mut callback = |_, _| {
                calls += 1;
                if calls < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            };
            let mut watch = Watch::new(&mut callback, work.values().len(), 1, &tuning);
            let end = work.extend(&code, heaps, &mut watch);
            (end, work.values().len(), calls)
        };
        // By trying every option, and by the engine for pairs from the next heap on.
        assert_eq!(extend(512, usize::MAX).0, Ok(()));
        assert_eq!(extend(513, usize::MAX), (Ok(()), 513, 1));
        let (end, heaps, calls) = extend(1000, 2);
        assert!(end == Err(Halt::Cancelled) && calls == 2 && heaps < 1000, "{algorithm}: {heaps} heaps");
        let (end, heaps, calls) = extend(1024, usize::MAX);
        assert!(end == Ok(()) && heaps == 1024 && calls > 1, "{algorithm}: {calls} calls");
    }
}
