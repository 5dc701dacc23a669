//! Sequences of values of heaps: every algorithm against oracles that share nothing with it, and against published periods.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::support::codes::{codes, oracle, parts};
use crate::support::sized;
use crate::support::sizes::{code, list, values};
use crate::support::tables::sequence;
use grundy::heap::{Algorithm, Digit, Parts, Sequence, SequenceError, TakeAndBreak, Values};
use grundy::{Bound, Control, Nimber, Solver, Unit};
use proptest::collection::vec;
use proptest::prelude::*;

const SEQUENCES: &str = include_str!("../data/nim-sequences.txt");
const ALGORITHMS: [Algorithm; 4] = [Algorithm::EveryOption, Algorithm::Sets, Algorithm::SparseSpace, Algorithm::Search];

/// The values for a code that leaves at most two heaps, by a loop over all pairs: thousands of heaps can be asked for.
fn by_pairs(code: &TakeAndBreak, heaps: usize) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::new();
    for heap in 0..heaps {
        let mut options = vec![false; 4096];
        for (taken, digit) in code.digits().iter().enumerate().take(heap + 1) {
            let left = heap - taken;
            if digit.allows(0) && left == 0 {
                options[0] = true;
            }
            if digit.allows(1) && left > 0 {
                options[usize::try_from(values[left]).unwrap()] = true;
            }
            if digit.allows(2) {
                for part in 1..=left / 2 {
                    let is_allowed = match digit.parts() {
                        Parts::Any => true,
                        Parts::Equal => part == left - part,
                        Parts::Unequal | Parts::NotAllEqual => part != left - part,
                    };
                    if is_allowed {
                        options[usize::try_from(values[part] ^ values[left - part]).unwrap()] = true;
                    }
                }
            }
        }
        values.push(options.iter().position(|is_option| !is_option).unwrap() as u64);
    }
    values
}

/// Finite codes that leave two heaps somewhere, and never more.
fn codes_of_pairs() -> impl Strategy<Value = TakeAndBreak> {
    let digit = || (0..8_u64, parts()).prop_map(|(counts, parts)| Digit::new(counts, parts));
    let zeroth = (prop_oneof![3 => Just(0_u64), 1 => Just(4)], parts());
    let zeroth = zeroth.prop_map(|(counts, parts)| Digit::new(counts, parts));
    let codes = (zeroth, vec(digit(), 1..=5)).prop_map(|(zeroth, digits)| {
        let digits: Vec<Digit> = [zeroth].into_iter().chain(digits).collect();
        TakeAndBreak::from_digits(digits, []).unwrap()
    });
    codes.prop_filter("two heaps that need not be equal", |code| {
        code.digits().iter().any(|digit| digit.allows(2) && digit.parts() != Parts::Equal)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn methods_agree_with_the_oracle_on_every_kind_of_code(code in codes()) {
        let expected = oracle(&code, 30);
        prop_assert_eq!(values(&code, None, 30), Some(expected.clone()), "{}", code);
        for algorithm in ALGORITHMS {
            if let Some(values) = values(&code, Some(algorithm), 30) {
                prop_assert_eq!(&values, &expected, "{} by {}", code, algorithm);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    /// Far enough for the masks to be found anew twice.
    #[test]
    fn methods_agree_with_all_pairs_on_random_codes(code in codes_of_pairs(), heaps in 1400..1600_usize) {
        let expected = by_pairs(&code, heaps);
        prop_assert_eq!(values(&code, None, heaps), Some(expected.clone()), "{}", code);
        for algorithm in ALGORITHMS {
            if algorithm != Algorithm::EveryOption {
                prop_assert_eq!(values(&code, Some(algorithm), heaps), Some(expected.clone()), "{} by {}", code, algorithm);
            }
        }
    }

    #[test]
    fn a_sequence_in_pieces_is_the_sequence_at_once(code in codes_of_pairs(), pieces in vec(0..700_usize, 1..6)) {
        let mut sequence = Sequence::new(code.clone());
        for heaps in pieces {
            let before = list(&sequence);
            sequence.extend_to(heaps).unwrap();
            prop_assert_eq!(sequence.len(), heaps.max(before.len()));
            prop_assert_eq!(&list(&sequence)[..before.len()], &before[..]);
        }
        prop_assert_eq!(Some(list(&sequence)), values(&code, None, sequence.len()), "{}", code);
    }
}

#[test]
fn every_code_of_one_or_two_octal_digits_is_as_by_all_pairs() {
    for first in 0..64_u64 {
        for zeroth in [0, 4] {
            let digits = [zeroth, first / 8, first % 8].map(|counts| Digit::new(counts, Parts::Any));
            let code = TakeAndBreak::from_digits(digits, []).unwrap();
            assert_eq!(values(&code, None, 700).unwrap(), by_pairs(&code, 700), "{code}");
        }
    }
}

#[test]
fn many_rare_heaps_are_marked_in_blocks() {
    // 0.6 has 831 rare heaps below 4096: enough for two threads.
    for text in ["0.6", "4!.0", "0.127", "0.3!4"] {
        let code = code(text);
        assert_eq!(
            values(&code, Some(Algorithm::SparseSpace), 6000),
            values(&code, Some(Algorithm::Search), 6000),
            "{text}"
        );
    }
    let officers = code("0.6");
    assert_eq!(values(&officers, None, 4000).unwrap(), by_pairs(&officers, 4000));
}

#[test]
fn values_that_outgrow_a_byte_are_kept_in_two() {
    let code = code("4!.4");
    let mut sequence = Sequence::new(code.clone());
    sequence.extend_to(3383).unwrap();
    assert!(matches!(sequence.values(), Values::Bytes(_)));
    sequence.extend_to(5000).unwrap();
    assert!(matches!(sequence.values(), Values::Shorts(_)));
    assert_eq!(sequence.values().bytes(), 10_000);
    assert_eq!(list(&sequence), by_pairs(&code, 5000));
}

#[test]
fn the_values_of_nim_are_kept_in_four_bytes_in_the_end() {
    let mut nim = Sequence::new(code("0.[3]"));
    nim.extend_to(70_000).unwrap();
    assert!(matches!(nim.values(), Values::Words(_)));
    assert!((0..70_000).all(|heap| nim.value(heap) == Some(Nimber::new(heap as u64))));
}

#[test]
fn published_sequences_are_found_again() {
    for (text, name) in [("0.77", "A002186"), ("4!.0", "A002188"), ("0.6", "A046695")] {
        let published = sequence(SEQUENCES, name);
        for algorithm in ALGORITHMS {
            assert_eq!(values(&code(text), Some(algorithm), published.len()), Some(published.clone()), "{name}");
        }
    }
}

#[test]
fn the_last_exception_of_0_56_is_not_the_one_that_oeis_gives() {
    // OEIS A071436 names 326637; the values of 326639 and of one period later differ.
    let mut sequence = Sequence::new(code("0.56"));
    sequence.extend_to(326_784).unwrap();
    assert_eq!(sequence.value(326_639), Some(Nimber::new(26)));
    assert_eq!(sequence.value(326_783), Some(Nimber::new(16)));
}

#[test]
fn cancelling_keeps_what_there_is() {
    let calls = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&calls);
    let half = Control::new().watched(move |progress| {
        counted.fetch_add(1, Ordering::Relaxed);
        assert_eq!((progress.unit, progress.total), (Unit::Heaps, Some(100_000)));
        if progress.done < 30_000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    let mut sequence = Sequence::new(code("0.16")).with_control(half);
    let Err(SequenceError::Stopped(stopped)) = sequence.extend_to(100_000) else { panic!() };
    let computed = sequence.len();
    assert_eq!((stopped.bound, stopped.unit, stopped.done), (Bound::Cancelled, Unit::Heaps, computed as u64));
    assert!((30_000..60_000).contains(&computed) && calls.load(Ordering::Relaxed) >= 2);
    let mut whole = Sequence::new(code("0.16"));
    whole.extend_to(computed + 500).unwrap();
    sequence.set_control(Control::new());
    sequence.extend_to(computed + 500).unwrap();
    assert_eq!(sequence.values(), whole.values());
    assert_eq!(sequence.control().done(), 500);
}

/// Whatever the bound, values up to it are there and right, and a larger one goes on.
#[test]
fn bounds_stop_at_their_number_and_resume() {
    for text in ["0.16", "0.007", "0.333", "0.[3]", "4!.0"] {
        let mut whole = Sequence::new(code(text));
        whole.extend_to(3000).unwrap();
        let mut sequence = Sequence::new(code(text)).with_control(Control::new().positions(1000));
        let Err(SequenceError::Stopped(stopped)) = sequence.extend_to(3000) else { panic!("{text}") };
        assert_eq!((stopped.bound, stopped.done, sequence.len()), (Bound::Positions(1000), 1000, 1000), "{text}");
        sequence.control_mut().set_positions(3000);
        sequence.extend_to(3000).unwrap();
        assert_eq!((sequence.control().done(), sequence.values()), (3000, whole.values()), "{text}");

        // Of 0.[3], 2000 bytes of values and 152 of their set.
        let mut small = Sequence::new(code(text)).with_control(Control::new().bytes(2200));
        small.extend_to(1000).unwrap();
        let Err(SequenceError::Stopped(stopped)) = small.extend_to(30_000) else { panic!("{text}") };
        assert_eq!((stopped.bound, small.len()), (Bound::Bytes(2200), 1000), "{text}");

        let mut late = Sequence::new(code(text)).with_control(Control::new().within(Duration::ZERO));
        let Err(SequenceError::Stopped(stopped)) = late.extend_to(1 << 20) else { panic!("{text}") };
        assert_eq!((stopped.bound, stopped.done), (Bound::Deadline, late.len() as u64), "{text}");
    }
}

/// A heap of a hundred counters has a million divisions into ten unequal heaps, and no other heap is told meanwhile. Sets are made again for twice the counters
/// now and then: for 511 counters that takes more than two million words.
#[test]
fn a_long_heap_can_be_stopped() {
    for (algorithm, heaps) in [(Algorithm::EveryOption, 64..200), (Algorithm::Sets, 400..600)] {
        let last = Mutex::new(u64::MAX);
        let control = Control::new().watched(move |progress| {
            let is_told_again = std::mem::replace(&mut *last.lock().unwrap(), progress.done) == progress.done;
            if is_told_again { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let mut sequence = Sequence::with_algorithm(code("0.{10}!"), algorithm).unwrap().with_control(control);
        let Err(SequenceError::Stopped(stopped)) = sequence.extend_to(1000) else { panic!("{algorithm}") };
        assert_eq!((stopped.bound, stopped.done), (Bound::Cancelled, sequence.len() as u64), "{algorithm}");
        assert!(heaps.contains(&sequence.len()), "{algorithm}: {}", sequence.len());
    }
}

/// Sixty-three unequal heaps have at least 2016 counters: below that there is no move, and nothing to go through.
#[test]
fn unequal_heaps_are_not_looked_for_where_there_are_none() {
    let mut sequence = Sequence::with_algorithm(code("0.{63}!"), Algorithm::EveryOption).unwrap();
    sequence.extend_to(2020).unwrap();
    let values = sequence.values();
    assert!((0..2017).all(|heap| values.get(heap) == Some(0)) && values.get(2017) == Some(1));
}

/// A sequence keeps no sets for heaps that it does not have.
#[test]
fn a_long_tail_takes_memory_only_for_its_heaps() {
    // Digits 0 and 3 that repeat after no part of them.
    let digits: String = (0..20_000_u32).map(|place| if place.is_power_of_two() { '0' } else { '3' }).collect();
    let mut sequence = Sequence::new(code(&format!("0.[{digits}]"))).with_control(Control::new().bytes(1 << 20));
    sequence.extend_to(20).unwrap();
    let mut sequence =
        Sequence::new(code(&format!("0.[0{}]", "3".repeat(499)))).with_control(Control::new().bytes(1 << 20));
    let Err(SequenceError::Stopped(stopped)) = sequence.extend_to(10_000) else { panic!() };
    assert_eq!((stopped.bound, stopped.done), (Bound::Bytes(1 << 20), sequence.len() as u64));
    let computed = sequence.len();
    assert!(sequence.extend_to(10_000).is_err() && sequence.len() == computed, "asked again, it goes no further");
}

/// Sets of divisions take more than the values, and count too.
#[test]
fn bytes_of_sets_are_bounded() {
    let mut whole = Sequence::new(code("0.[F]"));
    whole.extend_to(2000).unwrap();
    let mut sequence = Sequence::new(code("0.[F]")).with_control(Control::new().bytes(20_000));
    let Err(SequenceError::Stopped(stopped)) = sequence.extend_to(2000) else { panic!() };
    assert_eq!((stopped.bound, stopped.done), (Bound::Bytes(20_000), sequence.len() as u64));
    assert!((100..2000).contains(&sequence.len()), "{}", sequence.len());
    sequence.set_control(Control::new());
    sequence.extend_to(2000).unwrap();
    assert_eq!(sequence.values(), whole.values());
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let part = sized(4, 1);
    for (text, heaps) in [("0.36", 40_000), ("0.007", 9000), ("0.16", 30_000)] {
        let [one, two] = [1, 2].map(|threads| {
            let control = Control::new().threads(NonZeroUsize::new(threads).unwrap());
            let mut sequence = Sequence::new(code(text)).with_control(control);
            sequence.extend_to(heaps / part).unwrap();
            sequence
        });
        assert!(one.values() == two.values(), "{text}");
    }
}

/// Whatever the algorithm is doing when it happens: nothing that was not proved stays, and no thread waits.
#[test]
fn a_callback_that_panics_leaves_what_is_proved() {
    let part = sized(4, 1);
    for (text, heaps, at) in [
        ("0.16", 60_000 / part, 40_000 / part as u64),
        ("0.36", 70_000 / part, 60_000 / part as u64),
        ("0.007", 9000 / part, 0),
        ("0.[3]", 3000, 1000),
    ] {
        let panics = Control::new().watched(move |progress| {
            assert!(progress.done < at, "the callback of the test panics");
            ControlFlow::Continue(())
        });
        let mut sequence = Sequence::new(code(text)).with_control(panics);
        let stopped = catch_unwind(AssertUnwindSafe(|| sequence.extend_to(heaps)));
        let kept = sequence.len() as u64;
        assert!(stopped.is_err() && (at..heaps as u64).contains(&kept), "{text}: {kept}");
        sequence.set_control(Control::new());
        sequence.extend_to(heaps).unwrap();
        let mut whole = Sequence::new(code(text));
        whole.extend_to(heaps).unwrap();
        assert!(sequence.values() == whole.values(), "{text}");
    }
}

#[test]
fn a_callback_is_told_each_step_and_the_end() {
    let part = sized(8, 1);
    for (text, heaps, step) in
        [("0.16", 100_000 / part, 1 << 14), ("0.36", 80_000 / part, 1 << 14), ("0.333", 500, 1 << 6)]
    {
        let told = Arc::new(Mutex::new(Vec::new()));
        let list = Arc::clone(&told);
        let control = Control::new().watched(move |progress| {
            list.lock().unwrap().push(progress.done);
            ControlFlow::Continue(())
        });
        let mut sequence = Sequence::new(code(text)).with_control(control);
        sequence.extend_to(heaps).unwrap();
        let told = told.lock().unwrap().clone();
        // A tile and a proof of a thousand heaps may end a little later.
        let steps = told.windows(2).map(|pair| pair[1] - pair[0]);
        assert!(steps.clone().all(|heaps| 0 < heaps && heaps < step + step / 2), "{text}: {told:?}");
        assert_eq!(told.last(), Some(&(heaps as u64)), "{text}");
        // Nothing to do is nothing to tell.
        sequence.set_control(Control::new().watched(|_| ControlFlow::Break(())));
        sequence.extend_to(heaps).unwrap();
    }
}

#[test]
fn what_cannot_be_done_is_said() {
    for (text, algorithm) in [
        ("0.[3]", Algorithm::SparseSpace),
        ("0.333", Algorithm::Search),
        ("0.F", Algorithm::SparseSpace),
        ("0.4=", Algorithm::SparseSpace),
    ] {
        let refused = Sequence::with_algorithm(code(text), algorithm);
        assert!(refused.as_ref().unwrap_err().to_string().contains("not only equal ones (`=`)"));
        assert_eq!(refused.map(|sequence| sequence.len()), Err(SequenceError::Algorithm { algorithm }));
    }
    let mut sequence = Sequence::new(code("0.77"));
    let heaps = Sequence::MOST_HEAPS + 1;
    assert_eq!(sequence.extend_to(heaps), Err(SequenceError::TooLong { heaps }));
    assert_eq!(sequence.value(0), None);
    sequence.extend_to(1).unwrap();
    assert_eq!((sequence.value(0), sequence.value(1)), (Some(Nimber::ZERO), None));
}

/// The code leaves so few values that seven pairs a heap are tried.
#[test]
fn the_mean_number_of_pairs_is_told() {
    let mut sequence = Sequence::new(code("4.07"));
    assert_eq!(sequence.report().pairs_per_heap, None);
    sequence.extend_to(1 << 11).unwrap();
    let pairs = sequence.report().pairs_per_heap.unwrap();
    assert!((6.5..7.5).contains(&pairs), "{pairs}");
}

#[test]
fn the_engine_tells_what_it_does() {
    let mut sequence = Sequence::new(code("0.16"));
    assert_eq!(sequence.report().sparse_space, None);
    sequence.extend_to(60_000).unwrap();
    let space = sequence.report().sparse_space.unwrap();
    // Published: 53 rare heaps with heap 0, the last 13935, mask 11110.
    assert_eq!((space.rare + 1, space.last_rare, space.mask, space.parity), (53, 13_935, 0x1e, false));
    let rare: HashSet<usize> = (0..60_000)
        .filter(|heap| (sequence.values().get(*heap).unwrap() & 0x1e).count_ones().is_multiple_of(2))
        .collect();
    assert_eq!(rare.len(), 53);
    assert!(sequence.report().pairs_per_heap.unwrap() < 2000.0);
}

/// A heap of a sequence has the value that the solver finds by the moves of the code.
#[test]
fn sequences_agree_with_the_solver() {
    for text in ["0.77", "4.[3]", "4!.0", "0.3F", "0.1[27]", "0.{0,2,4}1", "0.4="] {
        let code = code(text);
        let mut sequence = Sequence::new(code.clone());
        sequence.extend_to(40).unwrap();
        let mut solver = Solver::new(&code);
        for heap in 0..40 {
            assert_eq!(sequence.value(heap), solver.grundy(heap as u128).ok(), "{text}, heap {heap}");
        }
    }
}

/// A callback that cancels when all heaps are there cancels nothing.
#[test]
fn a_bound_that_the_last_heap_meets_does_not_count() {
    for code in ["0.16", "4.7"] {
        let mut sequence = Sequence::new(code.parse::<TakeAndBreak>().unwrap());
        for heaps in [100, 5000] {
            let new = (heaps - sequence.len()) as u64;
            sequence.set_control(Control::unlimited().watched(move |progress| {
                if progress.done < new { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            }));
            assert_eq!(sequence.extend_to(heaps), Ok(()), "{code} to {heaps}");
        }
    }
}

/// The division into equal heaps, which is no move, takes the mark of 0 back. Unequal heaps of equal values leave 0 all the same.
#[test]
fn unequal_heaps_of_equal_values_exclude_zero() {
    for code in ["0.05!0", "0.05!3", "0.35!1", "0.36!3", "0.524!", "0.5!10"] {
        let code: TakeAndBreak = code.parse().unwrap();
        let [by_space, by_sets] = [Algorithm::SparseSpace, Algorithm::Sets].map(|algorithm| {
            let mut sequence = Sequence::with_algorithm(code.clone(), algorithm).unwrap();
            sequence.extend_to(800).unwrap();
            (0..800).map(|heap| sequence.value(heap).unwrap()).collect::<Vec<_>>()
        });
        assert!(by_space == by_sets, "{code}");
    }
}

/// The mean counts the pairs that were tried before values got wider.
#[test]
fn pairs_tried_for_narrow_values_are_counted() {
    let mut sequence = Sequence::new("0.05!3".parse::<TakeAndBreak>().unwrap());
    let tried = |sequence: &Sequence, heaps: f64| sequence.report().pairs_per_heap.unwrap() * heaps;
    sequence.extend_to(600).unwrap();
    let before = tried(&sequence, 600.0);
    sequence.extend_to(700).unwrap();
    assert!((0..700).any(|heap| sequence.value(heap) > Some(Nimber::new(255))));
    assert!(tried(&sequence, 700.0) > before);
}

/// Heaps that were there before do not count.
#[test]
fn progress_counts_what_is_new_under_the_control() {
    let mut sequence = Sequence::new("0.16".parse::<TakeAndBreak>().unwrap());
    sequence.extend_to(1000).unwrap();
    let told = Arc::new(Mutex::new(Vec::new()));
    let kept = Arc::clone(&told);
    sequence.set_control(Control::unlimited().watched(move |progress| {
        kept.lock().unwrap().push((progress.done, progress.total));
        ControlFlow::Continue(())
    }));
    for (heaps, all) in [(3000, 2000), (4000, 3000)] {
        sequence.extend_to(heaps).unwrap();
        let told = std::mem::take(&mut *told.lock().unwrap());
        assert_eq!(told.last(), Some(&(all, Some(all))));
        assert!(told.iter().all(|(_, total)| *total == Some(all)), "{told:?}");
    }
}
