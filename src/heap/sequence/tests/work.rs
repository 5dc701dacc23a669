//! What is around the engines: widths, memory, bounds, the heap at which a stream begins, reports.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

use super::{by_pairs, go_on, small};
use crate::control::{Bound, Control};
use crate::heap::sequence::algorithm::Algorithm;
use crate::heap::sequence::error::SequenceError;
use crate::heap::sequence::tuning::Tuning;
use crate::heap::sequence::watch::Watch;
use crate::heap::sequence::work::{Halt, Work};
use crate::heap::values::{Values, each_width};
use crate::heap::{Sequence, TakeAndBreak, stream};

fn code(text: &str) -> TakeAndBreak {
    text.parse().unwrap()
}

fn extend(work: &mut Work, code: &TakeAndBreak, heaps: usize, tuning: &Tuning) {
    let mut callback = go_on;
    let mut watch = Watch::new(&mut callback, work.values().len(), 1, tuning);
    work.extend(code, heaps, &mut watch).unwrap();
}

#[test]
fn wider_integers_go_on_with_the_same_algorithm_while_there_are_rows() {
    for (short_values, wide) in [(1 << 16, false), (4, true)] {
        let tuning = Tuning { byte_values: 3, short_values, ..small() };
        assert_eq!(
            (tuning.limit::<u8>(), tuning.limit::<u16>(), tuning.limit::<u32>()),
            (3, short_values, u32::MAX as usize)
        );
        for algorithm in [Algorithm::SparseSpace, Algorithm::Search, Algorithm::EveryOption] {
            let code = TakeAndBreak::kayles();
            let mut work = Work::new(&code, Some(algorithm), &tuning).unwrap();
            extend(&mut work, &code, 300, &tuning);
            assert_eq!(matches!(work.values(), Values::Words(_)), wide, "{algorithm}");
            let expected = if wide && algorithm != Algorithm::EveryOption { Algorithm::Sets } else { algorithm };
            assert_eq!(work.algorithm(), expected);
        }
    }
}

#[test]
fn memory_is_reserved_at_once() {
    let mut work = Work::new(&TakeAndBreak::kayles(), None, &Tuning::default()).unwrap();
    work.reserve(1000).unwrap();
    assert!(each_width!(Work, &work, extending => extending.values.capacity()) >= 1000);
    assert!(work.reserve(usize::MAX).is_err());
}

/// Where moves leave a hundred sums, after the heaps for which pairs showed what they cost, and unless the caller wants pairs. Kayles keeps to pairs.
#[test]
fn sets_take_over_where_pairs_cost_more() {
    let (many, kayles) = (code(&format!("0.{}", "7".repeat(100))), TakeAndBreak::kayles());
    let expected = by_pairs(&many, 400);
    let default = Tuning::default();
    // So few heaps cost less than twice as much as with sets.
    let tuning = Tuning { first_heaps: 128, sets_gain: 0, ..default };
    for threads in [1, 3] {
        let mut work = Work::new(&many, None, &tuning).unwrap();
        // A stop and a clone on both sides of heap 256, at which the engine is made anew.
        let mut algorithms = Vec::new();
        for heaps in [200, 250, 256, 300, 400] {
            let mut stopped = work.clone();
            let mut callback = |_, _| ControlFlow::Break(());
            let mut watch = Watch::new(&mut callback, work.values().len(), threads, &tuning);
            assert_eq!(stopped.extend(&many, heaps, &mut watch), Err(Halt::Cancelled));
            let mut callback = go_on;
            for work in [&mut work, &mut stopped] {
                let mut watch = Watch::new(&mut callback, work.values().len(), threads, &tuning);
                work.extend(&many, heaps, &mut watch).unwrap();
                assert!((0..heaps).all(|heap| work.values().get(heap) == Some(expected[heap])), "{heaps} heaps");
            }
            assert_eq!(work.algorithm(), stopped.algorithm());
            algorithms.push(work.algorithm());
        }
        assert_eq!(algorithms[3..], [Algorithm::Sets; 2]);
        assert!(!algorithms[..3].contains(&Algorithm::Sets));
    }
    for (code, heaps, wanted, tuning) in
        [(&many, 400, Some(Algorithm::Search), &tuning), (&kayles, 1100, None, &default)]
    {
        let mut work = Work::new(code, wanted, tuning).unwrap();
        extend(&mut work, code, heaps, tuning);
        assert_ne!(work.algorithm(), Algorithm::Sets, "{code}");
    }
}

/// Its number of heaps is no power of two times that at which the engine begins.
#[test]
fn a_stream_begins_as_soon_as_it_can() {
    let stream = stream::tests::tiny(128);
    for first_heaps in [100, 512, 1000] {
        let tuning = Tuning { first_heaps, stream, ..Tuning::default() };
        let code = TakeAndBreak::kayles();
        let mut work = Work::new(&code, Some(Algorithm::Stream), &tuning).unwrap();
        extend(&mut work, &code, 511, &tuning);
        assert_ne!(work.algorithm(), Algorithm::Stream);
        extend(&mut work, &code, 900, &tuning);
        // After 512 heaps, unless every option was tried for more.
        assert_eq!(work.algorithm() == Algorithm::Stream, first_heaps <= 512, "{first_heaps}");
    }
}

#[test]
fn the_mean_is_one_of_the_heaps_whose_pairs_are_counted() {
    let tuning = Tuning { first_heaps: 100, ..Tuning::default() };
    let code = TakeAndBreak::kayles();
    let mut work = Work::new(&code, None, &tuning).unwrap();
    for heaps in [0, 100, 130, 300, 700] {
        extend(&mut work, &code, heaps, &tuning);
        let tried = each_width!(Work, &work, extending => extending.tried);
        let pairs = work.pairs_per_heap().map_or(0.0, |mean| mean * f64::from(u32::try_from(heaps - 100).unwrap()));
        assert!((pairs - f64::from(u32::try_from(tried).unwrap())).abs() < 1e-6, "{heaps} heaps, {tried} pairs");
        assert_eq!(work.pairs_per_heap().is_some(), heaps > 100);
    }
}

/// The code that the module's page follows by hand.
#[test]
fn two_heaps_of_0_171_are_rare() {
    let mut sequence = Sequence::new(code("0.171"));
    sequence.extend_to(1000).unwrap();
    let report = sequence.report();
    assert_eq!(report.algorithm.to_string(), "sparse space");
    let space = report.sparse_space.unwrap();
    assert_eq!((space.mask, space.parity, space.rare, space.last_rare), (7, false, 2, 11));
    let values = by_pairs(sequence.code(), 1000);
    let rare: Vec<usize> = (0..1000).filter(|heap| space.is_rare(*heap, values[*heap])).collect();
    assert_eq!(rare, [0, 7, 11]);
    assert!(report.pairs_per_heap.is_some_and(|pairs| (2.0..500.0).contains(&pairs)));
}

#[test]
fn bounds_hold_to_the_heap() {
    let kayles = |control: Control| Sequence::new(TakeAndBreak::kayles()).with_control(control);
    // A value takes a byte.
    let mut few_bytes = kayles(Control::unlimited().bytes(1000));
    few_bytes.extend_to(1000).unwrap();
    let stopped = few_bytes.extend_to(1001).unwrap_err();
    assert!(matches!(stopped, SequenceError::Stopped(stopped) if stopped.bound == Bound::Bytes(1000)));
    assert_eq!((few_bytes.len(), few_bytes.is_empty(), few_bytes.values().is_empty()), (1000, false, false));
    assert_eq!(few_bytes.values().largest(), Some((8, 27)));

    let mut none = kayles(Control::unlimited().bytes(0));
    let most = Sequence::MOST_HEAPS;
    assert!(matches!(none.extend_to(most), Err(SequenceError::Stopped(_))));
    assert_eq!(none.extend_to(most + 1), Err(SequenceError::TooLong { heaps: most + 1 }));
    assert_eq!((none.len(), none.is_empty(), none.values().is_empty()), (0, true, true));
    assert_eq!(none.values().largest(), None);

    let mut few_heaps = kayles(Control::unlimited().positions(50));
    assert!(matches!(few_heaps.extend_to(100), Err(SequenceError::Stopped(stopped)) if stopped.is_positions()));
    assert_eq!(few_heaps.len(), 50);
}

#[test]
fn progress_tells_how_many_heaps_there_will_be() {
    let told = Arc::new(Mutex::new(Vec::new()));
    let writer = Arc::clone(&told);
    let control = Control::unlimited().watched(move |progress| {
        writer.lock().unwrap().push((progress.done, progress.total));
        ControlFlow::Continue(())
    });
    let mut sequence = Sequence::new(TakeAndBreak::kayles()).with_control(control);
    sequence.extend_to(100).unwrap();
    sequence.extend_to(300).unwrap();
    let expected = [(64, 100), (100, 100), (164, 300), (228, 300), (292, 300), (300, 300)];
    assert_eq!(*told.lock().unwrap(), expected.map(|(done, total)| (done, Some(total))));
}
