//! When the callback is called.

use std::ops::ControlFlow;

use super::small;
use crate::heap::sequence::algorithm::Algorithm;
use crate::heap::sequence::tuning::Tuning;
use crate::heap::sequence::watch::Watch;

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
