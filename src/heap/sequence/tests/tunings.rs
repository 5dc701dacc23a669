//! Seeds × tunings × numbers of threads: no tuning changes a value.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::{by_pairs, go_on, small};
use crate::heap::sequence::algorithm::Algorithm;
use crate::heap::sequence::tuning::Tuning;
use crate::heap::sequence::watch::Watch;
use crate::heap::sequence::work::Work;
use crate::heap::values::Values;
use crate::heap::{Digit, Parts, TakeAndBreak, stream};

/// Codes with few rare heaps and many, early and late ones, with one place to split and several, without a sparse space, with values
/// of one byte and more, with unequal and equal parts, with splits that take nothing, or many counters.
const SEEDS: [&str; 22] = [
    "0.77",
    "0.454",
    "0.16",
    "0.106",
    "0.45",
    "0.354",
    "0.6",
    "0.36",
    "0.034",
    "0.142",
    "0.143",
    "0.356",
    "0.644",
    "0.064",
    "0.007",
    "0.07",
    "4.07",
    "4!.0",
    "4!.4",
    "0.3!4",
    "0.4=6",
    "0.0000000000000000000000000000000000000000137",
];

/// The engine's parts, each forced by the tuning beside it.
fn parts() -> Vec<(&'static str, Tuning)> {
    let small = small();
    // Rows of one word where nothing else is said.
    let one_thread = Tuning { thread_parts: usize::MAX, ..small };
    vec![
        ("as it is", Tuning::default()),
        ("everything at once", small),
        ("sum by sum", Tuning { lane_window: 0, ..one_thread }),
        ("narrow lanes", Tuning { lane_window: 1 << 15, ..one_thread }),
        ("wide lanes", Tuning { row_width: 64, ..one_thread }),
        ("lanes of a short window", Tuning { lane_window: 66, ..one_thread }),
        ("rows of 2 words", Tuning { row_width: 128, ..one_thread }),
        ("rows of 4 words", Tuning { row_width: 256, ..one_thread }),
        ("rows of 8 words", Tuning { byte_values: 2, row_width: 512, ..one_thread }),
        ("rows of 64 words", Tuning { byte_values: 2, row_width: 4096, ..one_thread }),
        ("rows of 2 words, marked by threads", Tuning { row_width: 128, ..small }),
        (
            "rows of 4 words, marked in long chunks",
            Tuning { row_width: 256, far_chunk: 128, far_window: 1 << 17, ..small },
        ),
        ("rows of 16 words, marked by threads", Tuning { byte_values: 2, row_width: 1024, ..small }),
        ("no likely parts", Tuning { most_likely: 0, ..one_thread }),
        ("all parts likely", Tuning { search_cost: 1 << 20, ..one_thread }),
        ("short searches", Tuning { reversed: 1, first_pairs: 1, slow_pairs: u64::MAX, ..one_thread }),
        ("deep witnesses", Tuning { reversed: 1, slow_pairs: 0, ..one_thread }),
        ("two bytes", Tuning { byte_values: 3, ..small }),
        ("four bytes", Tuning { byte_values: 2, short_values: 4, ..small }),
        ("few jobs", Tuning { row_width: 128, far_queue: 0, ..small }),
        ("many jobs", Tuning { row_width: 128, far_queue: 6, ..small }),
        ("many tries", Tuning { tries: 100, fewest_tries: 50, ..one_thread }),
        ("many tries by threads", Tuning { tries: 100, fewest_tries: 50, row_width: 128, ..small }),
    ]
}

/// The values by an algorithm, computed in these steps.
fn values(
    code: &TakeAndBreak,
    algorithm: Option<Algorithm>,
    tuning: &Tuning,
    threads: usize,
    steps: impl IntoIterator<Item = usize>,
) -> Vec<u64> {
    let mut work = Work::new(code, algorithm, tuning).unwrap();
    for heaps in steps {
        let mut callback = go_on;
        let mut watch = Watch::new(&mut callback, work.values().len(), threads, tuning);
        work.extend(code, heaps, &mut watch).unwrap();
    }
    let values: Values<'_> = work.values();
    assert_eq!(work.bytes_of(values.len()), values.bytes() as u64);
    (0..values.len()).map(|heap| values.get(heap).unwrap()).collect()
}

#[test]
fn no_part_of_the_sparse_space_and_no_thread_changes_a_value() {
    no_part_and_no_thread_changes_a_value(Algorithm::SparseSpace);
}

#[test]
fn no_part_of_the_search_and_no_thread_changes_a_value() {
    no_part_and_no_thread_changes_a_value(Algorithm::Search);
}

fn no_part_and_no_thread_changes_a_value(algorithm: Algorithm) {
    const HEAPS: usize = 800;
    let parts = parts();
    for text in SEEDS {
        let code: TakeAndBreak = text.parse().unwrap();
        let expected = by_pairs(&code, HEAPS);
        for (name, tuning) in &parts {
            let threads: &[usize] = if tuning.thread_parts == 0 { &[1, 3] } else { &[1] };
            for threads in threads {
                // Short steps, then a long one.
                let steps = (200..400).step_by(50).chain([HEAPS]);
                let found = values(&code, Some(algorithm), tuning, *threads, steps);
                let wrong = (0..HEAPS).find(|heap| found[*heap] != expected[*heap]);
                assert_eq!(wrong, None, "{text}: {name}, {threads} threads, {algorithm}");
            }
        }
    }
}

/// The first value that rows of two words have no place for is that of the last heap of a chunk.
#[test]
fn rows_grow_between_two_chunks_that_threads_mark() {
    const HEAPS: usize = 1000;
    let tuning = Tuning { row_width: 128, ..small() };
    for text in ["4!.04!4!", "4!.72=7!", "0.7!5", "0.417"] {
        let code: TakeAndBreak = text.parse().unwrap();
        let expected = by_pairs(&code, HEAPS);
        let wide = expected.iter().position(|value| *value >= 128).unwrap();
        for algorithm in [Algorithm::SparseSpace, Algorithm::Search] {
            for chunks in 1..4 {
                let found = values(&code, Some(algorithm), &tuning, 3, [wide + 1 - tuning.far_chunk * chunks, HEAPS]);
                assert!(found == expected, "{text}: {chunks} chunks, {algorithm}");
            }
        }
    }
}

/// Where a stream ends, the sequence goes on with another algorithm.
#[test]
fn a_sequence_by_streaming_has_the_same_values() {
    let (mut streamed, mut ended) = (0, 0);
    for text in stream::tests::SEEDS {
        let code: TakeAndBreak = text.parse().unwrap();
        let values = by_pairs(&code, 2500);
        for (name, tuning) in stream::tests::tunings() {
            let tuning = Tuning { stream: tuning, ..Tuning::default() };
            let mut work = Work::new(&code, Some(Algorithm::Stream), &tuning).unwrap();
            let mut has_streamed = false;
            for heaps in [100, 700, 701, 1400, 2500] {
                let mut callback = go_on;
                let mut watch = Watch::new(&mut callback, work.values().len(), 2, &tuning);
                work.extend(&code, heaps, &mut watch).unwrap();
                has_streamed |= work.algorithm() == Algorithm::Stream;
            }
            assert!((0..2500).all(|heap| work.values().get(heap) == Some(values[heap])), "{text}, {name}");
            streamed += usize::from(work.algorithm() == Algorithm::Stream);
            ended += usize::from(has_streamed && work.algorithm() != Algorithm::Stream);
        }
    }
    assert!(streamed > 40 && ended > 0, "{streamed} are streamed to the end, {ended} in part");
}

fn digit() -> impl Strategy<Value = Digit> {
    let parts = prop_oneof![6 => Just(Parts::Any), 1 => select(vec![Parts::Unequal, Parts::Equal, Parts::NotAllEqual])];
    (0..8_u64, parts).prop_map(|(counts, parts)| Digit::new(counts, parts))
}

/// Finite codes that leave two heaps somewhere and never more, 4.d codes among them.
fn codes() -> impl Strategy<Value = TakeAndBreak> {
    let zeroth = prop_oneof![3 => Just(0_u64), 1 => Just(4)].prop_map(|counts| Digit::new(counts, Parts::Any));
    let codes = (zeroth, vec(digit(), 1..=4)).prop_map(|(zeroth, digits)| {
        TakeAndBreak::from_digits([zeroth].into_iter().chain(digits).collect::<Vec<_>>(), []).unwrap()
    });
    codes.prop_filter("two heaps that need not be equal", |code| {
        code.digits().iter().any(|digit| digit.allows(2) && digit.parts() != Parts::Equal)
    })
}

prop_compose! {
    fn marking()(
        row_width in select(vec![0, 0, 40, 65, 200, 1024]),
        [lane_window, likely_below] in [60..400_usize, 0..600_usize],
        [reversed, first_pairs] in [0..200_usize, 0..100_usize],
        slow_pairs in 0..20_u64,
        [search_cost, values_a_pair] in [0..300_usize, 1..20_usize],
        [tries, fewest_tries] in [1..60_usize, 1..20_usize],
        tries_interval in 1..50_u64,
    ) -> Tuning {
        Tuning {
            row_width, reversed, slow_pairs, first_pairs, lane_window, search_cost, values_a_pair, likely_below, tries, fewest_tries, tries_interval, ..small()
        }
    }
}

prop_compose! {
    fn tunings()(
        marking in marking(),
        [byte_values, short_values] in [2..256_usize, 2..1000_usize],
        [first_heaps, mask_sample, mark_cost] in [0..100_usize, 1..300_usize, 0..30_usize],
        (heaps_a_rare, sets_gain) in (0..10_usize, select(vec![0, 1, 3])),
        [thread_parts, thread_heaps] in [0..60_usize, 0..200_usize],
        [far_blocks, far_queue, far_window] in [1..5_usize, 0..5_usize, 0..1000_usize],
    ) -> Tuning {
        Tuning {
            first_heaps, byte_values, short_values, mask_sample, mark_cost, heaps_a_rare, sets_gain, thread_heaps, thread_parts,
            far_chunk: 64 * far_blocks, far_queue, far_window, ..marking
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_tunings_change_no_value_of_random_codes(
        code in codes(),
        tuning in tunings(),
        threads in 1..4_usize,
        heaps in [0..500_usize, 500..1100_usize],
        algorithm in select(vec![None, Some(Algorithm::SparseSpace), Some(Algorithm::Search)]),
    ) {
        let found = values(&code, algorithm, &tuning, threads, heaps);
        prop_assert!(found == by_pairs(&code, heaps[1]), "{} by {:?}, {:?}", code, algorithm, tuning);
    }
}
