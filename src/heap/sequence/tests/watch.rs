//! When the callback is called.

use std::ops::ControlFlow;

use crate::heap::sequence::algorithm::Algorithm;
use crate::heap::sequence::watch::Watch;

#[test]
fn each_number_is_told_once_and_none_too_soon() {
    let heaps_of_search = vec![64, 64 + 4096, 64 + 8192, 64 + 12_288, 64 + 16_384, 20_000];
    let heaps_of_sets = (1..=312).map(|call| 64 * call).chain([20_000]).collect();
    for (algorithm, heaps) in [(Algorithm::Search, heaps_of_search), (Algorithm::Sets, heaps_of_sets)] {
        let expected: Vec<(usize, u64)> = heaps.into_iter().map(|heaps| (heaps, 2 * heaps as u64)).collect();
        let mut told = Vec::new();
        let mut callback = |computed, bytes| {
            told.push((computed, bytes));
            ControlFlow::Continue(())
        };
        let mut watch = Watch::new(&mut callback, 0, 3);
        assert_eq!(watch.threads, 3);
        watch.algorithm = algorithm;
        watch.width = 2;
        assert!((1..=20_000).all(|computed| watch.tell(computed).is_continue()));
        assert!((0..2).all(|_| watch.finish(20_000).is_continue()));
        assert_eq!(told, expected, "{algorithm}");
    }
}
