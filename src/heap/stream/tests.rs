//! Streaming with tiny prefixes and windows, from few heaps on.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use proptest::collection::vec;
use proptest::prelude::*;

use crate::control::{Bound, Control};
use crate::heap::pairs::Pairs;
use crate::heap::sequence::tests::by_pairs;
use crate::heap::sequence::{self, Watch};
use crate::heap::stream::space::Space;
use crate::heap::stream::tuning::Tuning;
use crate::heap::stream::{CheckpointError, Filler, Stream, StreamError, checksum, first_heaps};
use crate::heap::{Digit, Parts, Sequence, TakeAndBreak, Theorem, Values};
use crate::nimber::Nimber;

/// Codes with few rare heaps and with many, with one place to split and several, with parity and without, with unequal parts, with
/// splits that take nothing, with values below 32, 64 and 128.
pub(in crate::heap) const SEEDS: [&str; 17] = [
    "0.77", "0.454", "0.16", "0.106", "0.45", "0.354", "0.356", "0.644", "0.156", "0.165", "0.171", "0.104", "0.07",
    "0.0137", "4.12", "4!.0", "0.3!4",
];

/// A prefix of this number of heaps, and everything else as small as it can be.
pub(in crate::heap) fn tiny(prefix: usize) -> Tuning {
    Tuning {
        prefix,
        trial: 40,
        window: 0,
        chunk: 64,
        piece: 64,
        sample: 128,
        searches: 20,
        candidates: 20,
        search_cost: 20,
        states: 0,
    }
}

pub(in crate::heap) fn tunings() -> Vec<(&'static str, Tuning)> {
    vec![
        ("prefix of 16", tiny(16)),
        ("prefix of 32", tiny(32)),
        ("prefix of 64", tiny(64)),
        ("prefix of 128", tiny(128)),
        ("prefix of 256", tiny(256)),
        ("prefix of 512", tiny(512)),
        ("no likely parts", Tuning { search_cost: 0, ..tiny(128) }),
        ("many likely parts", Tuning { search_cost: 1 << 20, candidates: 1 << 10, ..tiny(128) }),
        ("long chunks of small pieces", Tuning { chunk: 512, searches: 0, ..tiny(64) }),
        ("long pieces", Tuning { chunk: 512, piece: 256, ..tiny(64) }),
        ("pieces that do not divide a chunk", Tuning { chunk: 512, piece: 192, ..tiny(64) }),
        ("a long window", Tuning { window: 1 << 12, ..tiny(64) }),
    ]
}

fn code(text: &str) -> TakeAndBreak {
    text.parse().unwrap()
}

fn stream(code: &TakeAndBreak, threads: usize, tuning: &Tuning) -> Result<Stream, StreamError> {
    let control = Control::unlimited().threads(NonZeroUsize::new(threads).unwrap());
    Stream::tuned(code.clone(), control, tuning)
}

/// The space of a code with a prefix, and the codes of its first heaps.
pub(super) fn space_and_codes(text: &str, prefix: usize, heaps: usize) -> (Space, Vec<u8>) {
    let code = code(text);
    let mut sequence = Sequence::new(code.clone());
    sequence.extend_to(heaps).unwrap();
    let Values::Bytes(values) = sequence.values() else { panic!("its values are small") };
    let space = Space::new(&Pairs::of(&code).unwrap(), values, prefix).unwrap();
    let codes = values.iter().map(|value| u8::try_from(space.code((*value).into())).unwrap()).collect();
    (space, codes)
}

/// How far a stream comes whose values are compared with these, heap by heap.
fn compare(code: &TakeAndBreak, threads: usize, tuning: &Tuning, values: &[u64], what: &str) -> u64 {
    let Ok(mut stream) = stream(code, threads, tuning) else { return 0 };
    let first = stream.heaps();
    let mut heap = 0;
    loop {
        while heap < stream.heaps().min(values.len() as u64) {
            let expected = values[usize::try_from(heap).unwrap()];
            assert_eq!(stream.value(heap).map(Nimber::get), Some(expected), "{code}, heap {heap}, {what}");
            heap += 1;
        }
        if heap == values.len() as u64 {
            break;
        }
        match stream.advance_to(heap + 1) {
            Ok(()) => assert!(stream.heaps() > heap),
            Err(StreamError::Unresolved { heap: last } | StreamError::TooLarge { heap: last }) => {
                assert_eq!(last, stream.heaps(), "{code}, {what}");
                assert!(stream.advance_to(u64::MAX).unwrap_err().to_string().contains(&last.to_string()));
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
            far += usize::from(heaps[0] > 1500);
            ended += usize::from((1..1500).contains(&heaps[0]));
        }
    }
    assert!(far > 40 && ended > 3, "{far} streams go on, {ended} end early");
}

/// The theorem of the finite-state machine against that of Guy and Smith.
#[test]
fn a_repeated_state_proves_the_period_that_guy_and_smith_prove() {
    let mut proved = 0;
    for text in ["0.77", "0.45", "0.156", "0.26", "0.15", "0.137", "0.4!7"] {
        let code = code(text);
        let mut sequence = Sequence::new(code.clone());
        sequence.extend_to(10_000).unwrap();
        for prefix in [64, 128, 256, 512, 1024] {
            let Ok(mut stream) = stream(&code, 1, &tiny(prefix)) else { continue };
            stream.control_mut().set_positions(20_000);
            let Ok(found) = stream.prove_period() else { continue };
            let expected = sequence.periodicity();
            let expected = expected.proved().expect("10 000 heaps prove these periods");
            assert_eq!(
                (found.preperiod(), found.period(), found.saltus()),
                (expected.preperiod(), expected.period(), 0),
                "{text}, prefix of {prefix}"
            );
            assert_eq!(found.theorem(), Theorem::FiniteState);
            // From the state on, one period and one window, which is for the heaps of a block.
            let (state, period) = stream.repeat().unwrap();
            let window = (prefix + code.digits().len() - 1 + 64) as u64;
            assert_eq!(*found.heaps().end(), state + period + window - 1, "{text}, prefix of {prefix}");
            assert!(*found.heaps().end() < stream.heaps());
            proved += 1;
        }
    }
    assert!(proved >= 8, "{proved} periods");
}

/// By the definition: each smaller value that is rare for the heap is that of a heap left whole, or of a pair whose smaller part is in the
/// prefix.
#[test]
fn a_stream_ends_at_the_first_heap_that_is_not_resolved() {
    for (text, prefix) in [("0.356", 64), ("0.454", 128), ("0.104", 512), ("0.644", 512), ("0.054", 1024)] {
        let code = code(text);
        let mut stream = stream(&code, 1, &tiny(prefix)).unwrap();
        let first = usize::try_from(stream.heaps()).unwrap();
        let Err(StreamError::Unresolved { heap: end }) = stream.advance_to(20_000) else { panic!("{text} goes on") };
        let end = usize::try_from(end).unwrap();
        let mut sequence = Sequence::new(code.clone());
        sequence.extend_to(end + 1).unwrap();
        let Values::Bytes(values) = sequence.values() else { panic!("its values are small") };
        let is_resolved = |heap: usize| {
            let mut excluded = [false; 256];
            for (taken, digit) in code.digits().iter().enumerate() {
                if digit.allows(1) {
                    excluded[usize::from(values[heap - taken])] = true;
                }
                if digit.allows(2) {
                    (1..prefix)
                        .for_each(|part| excluded[usize::from(values[part] ^ values[heap - taken - part])] = true);
                }
            }
            let is_rare = |value: &u8| stream.space.mask().is_rare(heap, (*value).into());
            (0..values[heap]).filter(is_rare).all(|value| excluded[usize::from(value)])
        };
        assert_eq!((first..=end).find(|heap| !is_resolved(*heap)), Some(end), "{text}");
    }
}

/// However many heaps are asked for at once.
#[test]
fn a_filler_gives_all_values_before_the_heap_that_ends_the_stream() {
    for (text, prefix) in [("0.356", 64), ("0.454", 128)] {
        let (code, tuning) = (code(text), tiny(prefix));
        let mut stream = stream(&code, 1, &tuning).unwrap();
        assert!(stream.advance_to(4000).is_err(), "{text}");
        let expected = by_pairs(&code, usize::try_from(stream.heaps()).unwrap());
        let pairs = Pairs::of(&code).unwrap();
        let first = expected[..first_heaps(&pairs, &tuning)].iter().map(|value| u8::try_from(*value).unwrap());
        let first: Vec<u8> = first.collect();
        for more in [37, 5000] {
            let (mut values, mut filler) = (first.clone(), Filler::new(&pairs, &first, &tuning).unwrap());
            let mut callback = |_, _| ControlFlow::Continue(());
            let mut watch = Watch::new(&mut callback, values.len(), 1, &sequence::Tuning::default());
            loop {
                let wanted = values.len() + more;
                let (goes_on, told) = filler.extend(&mut values, wanted, &tuning, &mut watch);
                assert!(told.is_continue() && (values.len() == wanted) == goes_on, "{text}");
                if !goes_on {
                    break;
                }
            }
            assert!(values.iter().map(|value| u64::from(*value)).eq(expected.iter().copied()), "{text}");
        }
    }
}

/// Values grow after the first ones, and other heaps have the largest value again.
#[test]
fn the_largest_value_is_that_of_the_first_heap_that_has_it() {
    for (text, prefix, heaps) in [("0.104", 1024, 8500), ("0.56", 2048, 10_000)] {
        let code = code(text);
        // Chunks longer than a window, in one of which the sets become wider.
        let long = Tuning { chunk: 4096, ..tiny(prefix) };
        let mut streams = [tiny(prefix), long].map(|tuning| stream(&code, 1, &tuning).unwrap());
        let mut sequence = Sequence::new(code);
        sequence.extend_to(heaps).unwrap();
        let Values::Bytes(values) = sequence.values() else { panic!("its values are small") };
        for stream in &mut streams {
            let before = stream.largest();
            while stream.heaps() < heaps as u64 - 64 {
                let proved = &values[..usize::try_from(stream.heaps()).unwrap().min(values.len())];
                let (largest, heap) = stream.largest();
                assert_eq!(Some(largest), proved.iter().max().map(|value| u64::from(*value)));
                assert_eq!(
                    proved.iter().position(|value| u64::from(*value) == largest).map(|heap| heap as u64),
                    Some(heap)
                );
                stream.advance_to(stream.heaps() + 1).unwrap();
                let latest = stream.value(stream.heaps() - 1).map(Nimber::get);
                let expected = values.get(usize::try_from(stream.heaps() - 1).unwrap());
                assert!(expected.is_none_or(|expected| latest == Some((*expected).into())), "{text}");
            }
            assert!(stream.largest().0 > before.0, "{text}");
        }
    }
}

/// A state may come again before all that the theorem asks for is proved.
#[test]
fn a_repeat_is_told_when_it_is_proved() {
    for (text, period) in [("0.77", 12), ("0.45", 20)] {
        let code = code(text);
        let mut stream = stream(&code, 1, &tiny(256)).unwrap();
        let mut before = stream.heaps();
        while stream.repeat().is_none() {
            before = stream.heaps();
            stream.advance_to(before).unwrap();
            assert_eq!(stream.heaps(), before, "it has as many");
            stream.advance_to(before + 1).unwrap();
        }
        let proved = *stream.prove_period().unwrap().heaps().end();
        assert!((before..stream.heaps()).contains(&proved), "{text}: {proved}");
        assert_eq!(stream.repeat().map(|(_, period)| period), Some(period));
    }
}

#[test]
fn a_stream_is_an_iterator() {
    let code = code("0.45");
    let values = by_pairs(&code, 3000);
    let mut stream = stream(&code, 1, &tiny(256)).unwrap();
    let streamed = stream.values_from(0).unwrap().take(3000);
    assert!(streamed.map(|value| value.unwrap().get()).eq(values.iter().copied()));
    assert!(stream.values_from(1100).is_none(), "no longer in the window");
    assert!(stream.values_from(u64::MAX).is_none());
    let late = stream.values_from(2900).unwrap().take(100);
    assert!(late.map(|value| value.unwrap().get()).eq(values[2900..].iter().copied()));
    stream.control_mut().set_positions(0);
    let mut stopped = stream.values_from(stream.heaps()).unwrap();
    assert!(matches!(stopped.next(), Some(Err(StreamError::Stopped(_)))));
    assert!(stopped.next().is_none());
    drop(stopped);
    // A callback is asked after a chunk: what is proved is handed out, and then the error.
    *stream.control_mut() = Control::unlimited().watched(|_| ControlFlow::Break(()));
    let heaps = stream.heaps();
    let pulled: Vec<_> = stream.values_from(heaps).unwrap().take(100_000).collect();
    let (last, values) = pulled.split_last().unwrap();
    assert!(matches!(last, Err(StreamError::Stopped(stopped)) if stopped.is_cancelled()), "{} values", values.len());
    assert!(values.iter().all(Result::is_ok));
    assert_eq!(values.len() as u64, stream.heaps() - heaps);
}

#[test]
fn codes_that_cannot_be_streamed_are_refused_with_the_reason() {
    let refused = |text: &str| stream(&code(text), 1, &tiny(64)).unwrap_err();
    assert_eq!(refused("0.3"), StreamError::Code);
    assert_eq!(refused("0.8"), StreamError::Code);
    assert_eq!(refused("4.[3]"), StreamError::Code);
    assert_eq!(refused("0.4=6"), StreamError::Code);
    // Two thousand heaps would be computed, but the first thousand of them have no mask that pays.
    let tuning = Tuning { trial: 1000, ..tiny(512) };
    let unmasked = Stream::tuned(code("0.007"), Control::unlimited().positions(1000), &tuning);
    assert_eq!(unmasked.unwrap_err(), StreamError::NoSparseSpace);
    // Its last rare heap is 198.
    assert_eq!(refused("0.45"), StreamError::LateRareHeap { heap: 198, prefix: 64 });
}

pub(in crate::heap) fn checkpointed(text: &str, heaps: u64, tuning: &Tuning) -> (TakeAndBreak, Stream, Vec<u8>) {
    let code = code(text);
    let mut stream = stream(&code, 1, tuning).unwrap();
    stream.advance_to(heaps).unwrap();
    let bytes = stream.checkpoint();
    (code, stream, bytes)
}

#[test]
fn a_checkpoint_goes_on_as_if_nothing_had_been() {
    for text in ["0.45", "0.77"] {
        let tuning = tiny(256);
        let (code, mut whole, _) = checkpointed(text, 1100, &tuning);
        let expected = whole.prove_period().map_err(|error| error.to_string());
        for heaps in [1100, 1500, 2000] {
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
    let tuning = tiny(128);
    let (code, _, bytes) = checkpointed("0.77", 1000, &tuning);
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
    let tuning = tiny(128);
    let (_, _, bytes) = checkpointed("0.77", 1000, &tuning);
    let error = Stream::resumed(code("0.45"), &bytes, Control::unlimited(), &tuning).unwrap_err();
    assert_eq!(error.to_string(), "it is of the code 0.77: one of 0.45 was asked for");
}

/// Whatever is written between a right header and a right checksum.
#[test]
fn fields_that_contradict_one_another_are_refused_and_make_no_panic() {
    let tuning = tiny(128);
    let (code, _, bytes) = checkpointed("0.77", 1000, &tuning);
    let mut refused = 0;
    for (first, other) in [0, 1, 0x1f, 0xff].into_iter().enumerate() {
        for place in (28 + first..bytes.len() - 8).step_by(4) {
            let mut forged = bytes[..bytes.len() - 8].to_vec();
            forged[place] = other;
            let sum = checksum(&forged);
            forged.extend(sum.to_le_bytes());
            match Stream::resumed(code.clone(), &forged, Control::unlimited(), &tuning) {
                Ok(mut stream) => {
                    // Right, or a forged heap number or state, which only computing all anew would find.
                    let _ = stream.advance_to(stream.heaps() + 1);
                    let mut control = Control::new().positions(200);
                    let _ = stream.pieces().find_map(|piece| piece.check(&mut control).err());
                    stream.set_control(control);
                    let _ = stream.prove_period();
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
    let mut stream = stream(&code, 1, &tiny(256)).unwrap();
    stream.control_mut().set_positions(1200);
    let Err(StreamError::Stopped(stopped)) = stream.prove_period() else { panic!("1200 heaps are too few") };
    assert_eq!(stopped.bound, Bound::Positions(1200));
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

/// The first values and the latest are known, and what lies between them is not.
#[test]
fn values_between_the_first_and_the_latest_are_not_given_out() {
    let code = code("0.45");
    let mut stream = stream(&code, 1, &tiny(256)).unwrap();
    stream.advance_to(20_000).unwrap();
    let first = stream.first.len() as u64;
    assert!(stream.value(0).is_some() && stream.value(first).is_none());
    assert!(stream.values_from(0).is_none() && stream.values_from(first).is_none());
    let latest = stream.heaps() - 100;
    let expected = by_pairs(&code, 21_000);
    let found: Vec<u64> = stream.values_from(latest).unwrap().take(500).map(|value| value.unwrap().get()).collect();
    let latest = usize::try_from(latest).unwrap();
    assert_eq!(found, expected[latest..latest + 500]);
    // A stream that has no gap yet gives out all.
    let mut fresh = Stream::tuned(code, Control::unlimited(), &tiny(256)).unwrap();
    assert!(
        fresh.values_from(0).unwrap().take(5000).map(|value| value.unwrap().get()).eq(expected[..5000].iter().copied())
    );
}

/// However often the proof is stopped, each call goes on.
#[test]
fn a_proof_of_a_period_goes_on_after_a_stop() {
    for text in ["0.77", "0.45"] {
        let whole = stream(&code(text), 1, &tiny(256)).unwrap().prove_period().unwrap();
        let mut stream = stream(&code(text), 1, &tiny(256)).unwrap();
        stream.set_control(Control::unlimited().watched(|_| ControlFlow::Break(())));
        let mut stops = 0;
        let proved = loop {
            match stream.prove_period() {
                Ok(proved) => break proved,
                Err(StreamError::Stopped(stopped)) => assert_eq!(stopped.bound, Bound::Cancelled),
                Err(error) => panic!("{text}: {error}"),
            }
            stops += 1;
            assert!(stops < 1000, "{text}");
        };
        assert_eq!(proved, whole, "{text}");
        assert!(stops > 5, "{text}: {stops}");
    }
}
