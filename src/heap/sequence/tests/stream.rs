//! Streaming with tiny prefixes and windows, from few heaps on.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use proptest::collection::vec;
use proptest::prelude::*;

use super::by_pairs;
use crate::control::{Bound, Control};
use crate::heap::sequence::stream::{CheckpointError, Stream, StreamError};
use crate::heap::sequence::tuning::Tuning;
use crate::heap::{Digit, Parts, Sequence, TakeAndBreak, Theorem};

/// Codes with few rare heaps and with many, with one place to split and several, with parity and without, with unequal parts, with
/// splits that take nothing, with values below 32, 64 and 128.
const SEEDS: [&str; 17] = [
    "0.77", "0.454", "0.16", "0.106", "0.45", "0.354", "0.356", "0.644", "0.156", "0.165", "0.171", "0.104", "0.07",
    "0.0137", "4.12", "4!.0", "0.3!4",
];

/// A prefix of this number of heaps, and everything else as small as it can be.
fn tiny(prefix: usize) -> Tuning {
    Tuning {
        stream_prefix: prefix,
        stream_window: 0,
        stream_chunk: 64,
        stream_piece: 64,
        stream_sample: 128,
        stream_renew: 500,
        stream_candidates: 20,
        stream_search_cost: 20,
        stream_states: 0,
        ..Tuning::default()
    }
}

fn tunings() -> Vec<(&'static str, Tuning)> {
    vec![
        ("prefix of 16", tiny(16)),
        ("prefix of 32", tiny(32)),
        ("prefix of 64", tiny(64)),
        ("prefix of 128", tiny(128)),
        ("no likely parts", Tuning { stream_search_cost: 0, ..tiny(128) }),
        ("many likely parts", Tuning { stream_search_cost: 1 << 20, stream_candidates: 1 << 10, ..tiny(128) }),
        ("long chunks of small pieces", Tuning { stream_chunk: 512, stream_renew: 1, ..tiny(64) }),
        ("long pieces", Tuning { stream_chunk: 512, stream_piece: 256, ..tiny(64) }),
        ("a long window", Tuning { stream_window: 1 << 12, ..tiny(64) }),
    ]
}

fn code(text: &str) -> TakeAndBreak {
    text.parse().unwrap()
}

fn stream(code: &TakeAndBreak, threads: usize, tuning: &Tuning) -> Result<Stream, StreamError> {
    let control = Control::unlimited().threads(NonZeroUsize::new(threads).unwrap());
    Stream::tuned(code.clone(), control, tuning)
}

/// How far a stream comes whose values are compared with these, heap by heap.
fn compare(code: &TakeAndBreak, threads: usize, tuning: &Tuning, values: &[u64], what: &str) -> u64 {
    let Ok(mut stream) = stream(code, threads, tuning) else { return 0 };
    let first = stream.heaps();
    let mut heap = 0;
    loop {
        while heap < stream.heaps().min(values.len() as u64) {
            let expected = values[usize::try_from(heap).unwrap()];
            assert_eq!(stream.value(heap).map(|value| value.get()), Some(expected), "{code}, heap {heap}, {what}");
            heap += 1;
        }
        if heap == values.len() as u64 {
            break;
        }
        match stream.advance_to(heap + 1) {
            Ok(()) => assert!(stream.heaps() > heap),
            Err(StreamError::Unresolved { heap: last } | StreamError::TooLarge { heap: last }) => {
                assert_eq!(last, stream.heaps(), "{code}, {what}");
                assert_eq!(stream.advance_to(u64::MAX).unwrap_err().to_string().contains(&last.to_string()), true);
                if heap == last {
                    break;
                }
            }
            Err(error) => panic!("{code}: {error}"),
        }
    }
    let (largest, at) = stream.largest();
    let proved = &values[..usize::try_from(stream.heaps()).unwrap().min(values.len())];
    if stream.heaps() <= values.len() as u64 {
        assert_eq!(Some(&largest), proved.iter().max(), "{code}, {what}");
        assert_eq!(proved.iter().position(|value| *value == largest).map(|heap| heap as u64), Some(at));
    }
    heap.saturating_sub(first)
}

/// Each row reaches an end of its own; those that go far, and those that end with an error, are both among them.
#[test]
fn no_tuning_and_no_thread_changes_a_streamed_value() {
    let (mut far, mut ended) = (0, 0);
    for text in SEEDS {
        let code = code(text);
        let values = by_pairs(&code, 4000);
        for (name, tuning) in tunings() {
            let heaps = [1, 3].map(|threads| compare(&code, threads, &tuning, &values, name));
            assert_eq!(heaps[0], heaps[1], "{text}, {name}: threads change where it ends");
            far += usize::from(heaps[0] > 2000);
            ended += usize::from((1..2000).contains(&heaps[0]));
        }
    }
    assert!(far > 40 && ended > 10, "{far} streams go on, {ended} end early");
}

/// The theorem of the finite-state machine against that of Guy and Smith.
#[test]
fn a_repeated_state_proves_the_period_that_guy_and_smith_prove() {
    let mut proved = 0;
    for text in ["0.77", "0.45", "0.156", "0.356", "0.644", "0.137", "0.07", "0.26", "0.127", "0.15", "4.12", "0.324", "0.224"] {
        let code = code(text);
        let mut sequence = Sequence::new(code.clone());
        sequence.extend_to(30_000).unwrap();
        let expected = sequence.periodicity();
        for prefix in [16, 64, 256, 1024] {
            let mut control = Control::unlimited().positions(20_000);
            let Ok(mut stream) = stream(&code, 1, &tiny(prefix)) else { continue };
            std::mem::swap(stream.control_mut(), &mut control);
            let found = match stream.prove_period() {
                Ok(found) => found,
                Err(StreamError::Unresolved { .. } | StreamError::Stopped(_)) => continue,
                Err(error) => panic!("{text}: {error}"),
            };
            let expected = expected.proved().expect("30 000 heaps prove these periods");
            assert_eq!(
                (found.preperiod(), found.period(), found.saltus()),
                (expected.preperiod(), expected.period(), 0),
                "{text}, prefix of {prefix}"
            );
            assert_eq!(found.theorem(), Theorem::FiniteState);
            assert!(*found.heaps().end() < stream.heaps());
            proved += 1;
        }
    }
    assert!(proved > 20, "{proved} periods");
}

/// Parity belongs to the state: with the mask of these codes an odd number of heaps is no period of the classes.
#[test]
fn where_parity_counts_periods_are_even() {
    let mut counts = 0;
    for text in ["0.104", "0.106", "0.6", "0.026", "0.012", "0.14", "0.17", "0.16", "0.204", "0.224"] {
        let code = code(text);
        let Ok(mut stream) = stream(&code, 1, &tiny(256)) else { continue };
        let parity = stream.report().sparse_space.unwrap().parity;
        stream.control_mut().set_positions(30_000);
        if let Ok(found) = stream.prove_period() {
            assert!(!parity || found.period().is_multiple_of(2), "{text}");
            counts += usize::from(parity);
        }
    }
    let _ = counts;
}

fn checkpointed(text: &str, heaps: u64, tuning: &Tuning) -> (TakeAndBreak, Stream, Vec<u8>) {
    let code = code(text);
    let mut stream = stream(&code, 1, tuning).unwrap();
    stream.advance_to(heaps).unwrap();
    let bytes = stream.checkpoint();
    (code, stream, bytes)
}

#[test]
fn a_checkpoint_goes_on_as_if_nothing_had_been() {
    for text in ["0.45", "0.77", "0.454", "0.356", "0.104"] {
        let tuning = tiny(256);
        let (code, mut whole, _) = checkpointed(text, 600, &tuning);
        let expected = whole.prove_period().map_err(|error| error.to_string());
        for heaps in [600, 1000, 1400] {
            let (_, before, bytes) = checkpointed(text, heaps, &tuning);
            let mut resumed = Stream::resumed(code.clone(), &bytes, Control::unlimited(), &tuning).unwrap();
            assert_eq!((resumed.heaps(), resumed.largest()), (before.heaps(), before.largest()));
            assert_eq!(resumed.checkpoint(), bytes, "{text}");
            for heap in before.heaps() - 100..before.heaps() {
                assert_eq!(resumed.value(heap), before.value(heap), "{text}, heap {heap}");
            }
            assert_eq!(resumed.prove_period().map_err(|error| error.to_string()), expected, "{text}");
        }
    }
}

#[test]
fn a_checkpoint_that_is_cut_or_altered_is_refused() {
    let tuning = tiny(64);
    let (code, _, bytes) = checkpointed("0.45", 1000, &tuning);
    let resume = |bytes: &[u8]| Stream::resumed(code.clone(), bytes, Control::unlimited(), &tuning).map(|_| ());
    assert!(resume(&bytes).is_ok());
    for length in 0..bytes.len() {
        let error = resume(&bytes[..length]).unwrap_err();
        assert!(matches!(error, CheckpointError::Length { .. }), "{length} bytes: {error}");
    }
    for place in 0..bytes.len() {
        let mut other = bytes.clone();
        other[place] ^= 1 << (place % 8);
        let error = resume(&other).unwrap_err();
        let is_named = match place {
            0..16 => matches!(error, CheckpointError::Foreign),
            16..20 => matches!(error, CheckpointError::Version { .. }),
            20..28 => matches!(error, CheckpointError::Length { .. }),
            _ => matches!(error, CheckpointError::Altered),
        };
        assert!(is_named, "byte {place}: {error}");
    }
    let longer = [&bytes[..], &[0]].concat();
    assert!(matches!(resume(&longer), Err(CheckpointError::Length { .. })));
}

#[test]
fn a_checkpoint_of_another_code_is_refused() {
    let tuning = tiny(64);
    let (_, _, bytes) = checkpointed("0.45", 1000, &tuning);
    let error = Stream::resumed(code("0.77"), &bytes, Control::unlimited(), &tuning).unwrap_err();
    assert_eq!(error.to_string(), "it is of the code 0.45: one of 0.77 was asked for");
}

/// Whatever is written between a right header and a right checksum.
#[test]
fn fields_that_contradict_one_another_are_refused_and_make_no_panic() {
    let tuning = tiny(64);
    let (code, _, bytes) = checkpointed("0.45", 1000, &tuning);
    let mut refused = 0;
    for place in 28..bytes.len() - 8 {
        for other in [0, 1, 15, 128, 255] {
            let mut forged = bytes[..bytes.len() - 8].to_vec();
            forged[place] = other;
            let sum = super::super::stream::checksum(&forged);
            forged.extend(sum.to_le_bytes());
            match Stream::resumed(code.clone(), &forged, Control::unlimited(), &tuning) {
                Ok(mut stream) => {
                    // Right, or a forged heap number or state, which only computing all anew would find.
                    let _ = stream.advance_to(stream.heaps().saturating_add(1));
                }
                Err(_) => refused += 1,
            }
        }
    }
    assert!(refused > 100, "{refused}");
}

#[test]
fn a_stream_under_a_control_stops_and_goes_on() {
    let code = code("0.45");
    let mut stream = stream(&code, 1, &tiny(64)).unwrap();
    stream.control_mut().set_positions(1000);
    let Err(StreamError::Stopped(stopped)) = stream.prove_period() else { panic!("1000 heaps are too few") };
    assert_eq!(stopped.bound, Bound::Positions(1000));
    let before = stream.heaps();
    stream.set_control(Control::unlimited().watched(|_| ControlFlow::Break(())));
    let Err(StreamError::Stopped(stopped)) = stream.prove_period() else { panic!("it is cancelled") };
    assert_eq!(stopped.bound, Bound::Cancelled);
    assert!(stream.heaps() > before, "what was computed is kept");
    stream.set_control(Control::unlimited());
    assert_eq!(stream.prove_period().unwrap().period(), 20);
}

proptest! {
    #[test]
    fn random_codes_are_streamed_as_by_the_definition(
        first in prop::sample::select(vec![0, 4]),
        digits in vec(0..8_u64, 1..4),
        unequal in any::<bool>(),
        power in 4..8_u32,
        threads in 1..4_usize,
    ) {
        let parts = if unequal { Parts::Unequal } else { Parts::Any };
        let digits = [first].into_iter().chain(digits).map(|counts| Digit::new(counts, parts));
        let code = TakeAndBreak::from_digits(digits.collect::<Vec<_>>(), []).unwrap();
        let values = by_pairs(&code, 1200);
        compare(&code, threads, &tiny(1 << power), &values, "random");
    }
}
