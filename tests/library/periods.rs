//! Claims of periods against a plain oracle that shares nothing with them.

use std::collections::BTreeSet;

use proptest::prelude::*;

use grundy::heap::{Algorithm, Digit, ObservedPeriod, Parts, Periodicity, Sequence, TakeAndBreak, Theorem};
use grundy::{AnyGame, Control, Nimber, Notation, SolveError, Solver};

use crate::support::sized;

/// The code of digits, of which the first stands before the point, with a repeating tail.
fn code(digits: &[u64], tail: &[u64]) -> TakeAndBreak {
    let any = |counts: &[u64]| counts.iter().map(|counts| Digit::new(*counts, Parts::Any)).collect::<Vec<_>>();
    TakeAndBreak::from_digits(any(digits), any(tail)).unwrap()
}

pub(crate) fn parse(text: &str) -> TakeAndBreak {
    text.parse().unwrap()
}

/// The values of the first heaps, by all moves: a plain loop, so that thousands of heaps can be asked for.
pub(crate) fn values(code: &TakeAndBreak, heaps: usize) -> Vec<u16> {
    let (head, tail) = (code.digits(), code.tail());
    // The largest number of heaps that a move may leave.
    let most = head.iter().chain(tail).filter_map(|digit| digit.most()).max().unwrap_or(0) as usize;
    let mut values: Vec<u16> = Vec::new();
    for heap in 0..heaps {
        let mut found = [false; 1024];
        for taken in 0..=heap {
            let digit = match taken.checked_sub(head.len()) {
                None => head[taken],
                Some(past) if !tail.is_empty() => tail[past % tail.len()],
                Some(_) => continue,
            };
            for parts in 0..=most {
                if digit.allows(u32::try_from(parts).unwrap()) {
                    sums(&values, parts, 1, heap - taken, &mut Vec::new(), &mut |parts| {
                        let (least, most) = (parts.iter().min(), parts.iter().max());
                        let are_pairwise_unequal = parts.windows(2).all(|pair| pair[0] != pair[1]);
                        let is_allowed = match digit.parts() {
                            _ if parts.len() < 2 => true,
                            Parts::Any => true,
                            Parts::Unequal => are_pairwise_unequal,
                            Parts::Equal => least == most,
                            Parts::NotAllEqual => least != most,
                        };
                        if is_allowed {
                            found[parts.iter().fold(0, |sum, part| sum ^ usize::from(values[*part]))] = true;
                        }
                    });
                }
            }
        }
        values.push(u16::try_from(found.iter().position(|is_found| !is_found).unwrap()).unwrap());
    }
    values
}

/// All ways to write `size` as an ascending sum of `count` heaps, none smaller than `least` or as large as a heap without a
/// value.
fn sums(
    values: &[u16],
    count: usize,
    least: usize,
    size: usize,
    chosen: &mut Vec<usize>,
    each: &mut impl FnMut(&[usize]),
) {
    match count {
        0 if size == 0 => each(chosen),
        1 if size >= least && size < values.len() => {
            chosen.push(size);
            each(chosen);
            chosen.pop();
        }
        0 | 1 => {}
        _ => {
            for part in least..=size / count {
                chosen.push(part);
                sums(values, count - 1, part, size - part, chosen, each);
                chosen.pop();
            }
        }
    }
}

/// The sequence of as many heaps as the oracle gives values of, which must be the same.
pub(crate) fn sequence(code: &TakeAndBreak, values: &[u16]) -> Sequence {
    let mut sequence = Sequence::new(code.clone());
    extend(&mut sequence, values);
    sequence
}

/// Extends a sequence to as many heaps as the oracle gives values of, which must be the same.
fn extend(sequence: &mut Sequence, values: &[u16]) {
    let before = sequence.len();
    sequence.extend_to(values.len()).unwrap();
    for (heap, value) in values.iter().enumerate().skip(before) {
        assert_eq!(sequence.value(heap), Some(Nimber::new((*value).into())), "{}, heap {heap}", sequence.code());
    }
}

/// What is said of a code whose first values are these.
pub(crate) fn periodicity(code: &TakeAndBreak, values: &[u16]) -> Periodicity {
    sequence(code, values).periodicity()
}

/// Whether values agree with a period as far as they go, and with no smaller preperiod.
fn agrees(values: &[u16], preperiod: u64, period: u64, saltus: u64) -> bool {
    let (preperiod, period) = (usize::try_from(preperiod).unwrap(), usize::try_from(period).unwrap());
    let repeats = |heap: usize| u64::from(values[heap + period]) == u64::from(values[heap]) + saltus;
    (preperiod..values.len() - period).all(repeats) && preperiod.checked_sub(1).is_none_or(|heap| !repeats(heap))
}

const PERIODS: &str = include_str!("../data/octal-periods.txt");

#[test]
fn published_periods_are_proved_at_the_bound_and_not_before() {
    for line in PERIODS.lines().filter(|line| !line.starts_with('#')) {
        let mut fields = line.split(' ');
        let game = parse(fields.next().unwrap());
        let [preperiod, period, largest] = [(); 3].map(|()| fields.next().unwrap().parse::<usize>().unwrap());
        let last_digit = game.digits().len() - 1;
        let last = 2 * preperiod + 2 * period + last_digit - 2;
        if last > sized(3000, 9000) {
            continue;
        }
        let values = values(&game, last + 1);
        assert_eq!(usize::from(*values.iter().max().unwrap()), largest, "{line}");
        let mut sequence = sequence(&game, &values[..last]);
        assert!(sequence.periodicity().proved().is_none(), "{line}: one heap fewer proves it too");
        assert_eq!(sequence.periodic_values(), None, "{line}");
        extend(&mut sequence, &values);
        let text = format!("preperiod {preperiod}, period {period}, proved by Guy-Smith from heaps 0..={last}");
        assert_eq!(sequence.periodicity().to_string(), text, "{line}");
    }
}

/// A public list has it among the games that are not solved.
#[test]
fn the_octal_game_4_344_is_solved() {
    let game = parse("4.344");
    let sequence = sequence(&game, &values(&game, 2100));
    let text = "preperiod 998, period 51, proved by Guy-Smith from heaps 0..=2099";
    assert_eq!(sequence.periodicity().to_string(), text);
}

#[test]
fn kayles_is_proved_by_heaps_up_to_166() {
    let game = parse("0.77");
    let values = values(&game, 400);
    for algorithm in [Algorithm::EveryOption, Algorithm::Sets, Algorithm::SparseSpace, Algorithm::Search] {
        let mut sequence = Sequence::with_algorithm(game.clone(), algorithm).unwrap();
        for heaps in [167, 168, 399, 400] {
            extend(&mut sequence, &values[..heaps]);
            let text = "preperiod 71, period 12, proved by Guy-Smith from heaps 0..=166";
            assert_eq!(sequence.periodicity().to_string(), text);
            assert_eq!(sequence.periodic_values().unwrap().proof().to_string(), text);
        }
    }
    let observed = periodicity(&game, &values[..166]);
    assert_eq!(observed, Periodicity::Observed(ObservedPeriod { preperiod: 71, period: 12, saltus: 0, heaps: 166 }));
    assert_eq!(observed.to_string(), "preperiod 71, period 12, seen in the first 166 heaps, not proved");
    assert_eq!(periodicity(&game, &values[..100]).to_string(), "no period in the first 100 heaps");
}

#[test]
fn no_run_of_zeros_is_proved_before_it_ends() {
    for (game, first) in [("0.04", 4), ("0.004", 5), ("0.0004", 6), ("0.00008", 8)] {
        let game = parse(game);
        let values = values(&game, 60);
        assert_eq!(values.iter().position(|value| *value != 0), Some(first));
        for heaps in 0..=first {
            assert!(periodicity(&game, &values[..heaps]).proved().is_none(), "{heaps} zeros");
        }
    }
    // Here the zeros never end. Heaps 0..=2p + k prove it with p = 1: one more and heap k + 3 would be the first that splits.
    let game = parse("0.0");
    assert_eq!(periodicity(&game, &[0; 3]).proved().unwrap().heaps(), 0..=1);
}

/// All codes `0.abc` and `4.abc`: no proof from any prefix of up to 120 heaps is contradicted by the 120 that follow.
#[test]
fn no_proof_from_a_short_prefix_is_wrong() {
    for number in (0..1024_u64).step_by(sized(5, 1)) {
        let game = code(&[number >> 9 << 2, number >> 6 & 7, number >> 3 & 7, number & 7], &[]);
        let values = values(&game, 240);
        let mut sequence = Sequence::new(game.clone());
        for heaps in 0..120 {
            extend(&mut sequence, &values[..heaps]);
            if let Some(proved) = sequence.periodicity().proved() {
                let [preperiod, period] = [proved.preperiod(), proved.period()];
                assert!(agrees(&values, preperiod, period, 0), "{game:?}: {proved}");
                // What more heaps say is the same.
                extend(&mut sequence, &values);
                assert_eq!(sequence.periodicity().proved(), Some(proved), "{game:?}");
                break;
            }
        }
    }
}

#[test]
fn subtraction_games_are_proved_by_the_pigeonhole() {
    for (taken, period) in [(vec![1, 3, 4], 7), (vec![2], 4), (vec![1, 2, 3, 4, 5], 6), (vec![2, 5, 6], 11)] {
        let largest = *taken.iter().max().unwrap();
        let digits: Vec<u64> = (0..=largest).map(|count| if taken.contains(&count) { 3 } else { 0 }).collect();
        let game = code(&digits, &[]);
        let values = values(&game, 60);
        let found = periodicity(&game, &values);
        let proved = found.proved().unwrap();
        assert_eq!((proved.preperiod(), proved.period(), proved.theorem()), (0, period, Theorem::Pigeonhole));
        // A window of heaps 1 to the largest subtraction, once more a period later.
        assert_eq!(*proved.heaps().end(), period + u64::try_from(largest).unwrap());
    }
}

#[test]
fn endless_codes_are_proved_by_their_tails() {
    // Nim; take an odd number; all but 1; all but 2; take any number, but not all; halves of Nim.
    let games: [(&[u64], &[u64], _); 6] = [
        (&[0], &[3], "preperiod 0, period 1, saltus 1, proved by the tail from heaps 0..=5"),
        (&[0], &[3, 0], "preperiod 0, period 2, proved by the tail from heaps 0..=5"),
        (&[0, 0], &[3], "preperiod 0, period 2, saltus 1, proved by the tail from heaps 0..=7"),
        (&[0, 3, 0], &[3], "preperiod 0, period 4, saltus 2, proved by the tail from heaps 0..=11"),
        (&[0], &[2], "preperiod 1, period 1, saltus 1, proved by the tail from heaps 0..=5"),
        (&[0], &[0, 3], "preperiod 0, period 2, saltus 1, proved by the tail from heaps 0..=7"),
    ];
    for (digits, tail, text) in games {
        let game = code(digits, tail);
        let found = periodicity(&game, &values(&game, 60));
        assert_eq!(found.to_string(), text, "{game:?}");
        let grows = text.contains("saltus");
        assert_eq!(matches!(found, Periodicity::ArithmeticPeriodic(_)), grows, "{game:?}");
        assert_eq!(matches!(found, Periodicity::Periodic(_)), !grows, "{game:?}");
    }
}

/// Whether the values of these heaps prove a period by the theorem of the tail, as it stands in the documentation of [`Theorem::Tail`].
fn is_proved_by_tail(game: &TakeAndBreak, values: &[u16], [preperiod, period, saltus]: [usize; 3]) -> bool {
    let (head, cycle) = (game.digits().len().max(1), game.tail().len());
    let times = (1..=cycle).find(|times| times * period % cycle == 0).unwrap();
    let (long, growth) = (times * period, times * saltus);
    let Some(last) = values.len().checked_sub(head + long) else { return false };
    let left = |heap: usize, largest: usize| {
        let digit = |taken: usize| game.digit(taken as u128);
        let whole = digit(heap).allows(0).then_some(0);
        let one = (1..=largest).filter(|left| digit(heap - left).allows(1)).map(|left| usize::from(values[left]));
        one.chain(whole).collect::<BTreeSet<usize>>()
    };
    let is_same = |heap: usize| {
        let grown = left(heap, last).into_iter().map(|value| value + growth);
        left(heap + long, last + long) == (0..growth).chain(grown).collect()
    };
    // Nothing is said of a period that has not been seen once more.
    preperiod + long + period <= values.len()
        && last + 1 >= preperiod
        && (last + head..last + head + cycle).all(is_same)
}

#[test]
fn endless_codes_are_proved_where_the_theorem_of_the_tail_holds_and_nowhere_else() {
    let (mut proved, mut seen) = (0, 0);
    let heads: [&[u64]; 6] = [&[0], &[0, 3], &[0, 0, 2], &[0, 1, 0, 0, 3], &[0, 3, 0, 1], &[0, 0, 0, 0, 0, 0, 0, 0, 1]];
    let tails: [&[u64]; 9] =
        [&[3], &[2], &[0, 3], &[3, 0], &[3, 0, 0], &[0, 2, 1], &[0, 0, 3], &[2, 0, 3, 0], &[0, 0, 0, 1, 2]];
    for (head, tail) in heads.into_iter().flat_map(|head| tails.map(|tail| (head, tail))) {
        let game = code(head, tail);
        let values = values(&game, 90);
        let mut fewest = None;
        for heaps in 1..=values.len() {
            let values = &values[..heaps];
            let found = periodicity(&game, values);
            let period = match &found {
                Periodicity::NoneSeen { .. } => continue,
                Periodicity::Observed(seen) => [seen.preperiod, seen.period, seen.saltus],
                _ => found.proved().map(|proved| [proved.preperiod(), proved.period(), proved.saltus()]).unwrap(),
            };
            let is_proved = is_proved_by_tail(&game, values, period.map(|number| usize::try_from(number).unwrap()));
            assert_eq!(found.proved().is_some(), is_proved, "{game}, {heaps} heaps: {found}");
            // However many heaps are known, the proof states the fewest that prove the period.
            if let Some(proved) = found.proved() {
                let stated = *proved.heaps().end() + 1;
                assert_eq!(stated, *fewest.get_or_insert(heaps as u64), "{game}, {heaps} heaps: {found}");
            }
            proved += usize::from(is_proved);
            seen += usize::from(!is_proved);
        }
    }
    assert!(proved > 1000 && seen > 100, "{proved} are proved, {seen} seen");
}

#[test]
fn what_no_theorem_covers_is_observed() {
    let lasker = code(&[4], &[3]);
    let text = "preperiod 1, period 4, saltus 4, seen in the first 60 heaps, not proved";
    assert_eq!(periodicity(&lasker, &values(&lasker, 60)).to_string(), text);
    let grows = parse("0.8");
    assert!(matches!(periodicity(&grows, &values(&grows, 60)), Periodicity::Observed(_) | Periodicity::Periodic(_)));
    assert_eq!(periodicity(&lasker, &[]), Periodicity::NoneSeen { heaps: 0 });
    assert_eq!(periodicity(&lasker, &[0]), Periodicity::NoneSeen { heaps: 1 });
}

fn any_digit() -> impl Strategy<Value = Digit> {
    let parts = prop_oneof![
        12 => Just(Parts::Any),
        1 => Just(Parts::Unequal),
        1 => Just(Parts::Equal),
        1 => Just(Parts::NotAllEqual),
    ];
    (prop_oneof![4 => 0..8_u64, 1 => 0..16_u64, 2 => 0..4_u64], parts)
        .prop_map(|(counts, parts)| Digit::new(counts, parts))
}

/// Codes of up to three digits after the point.
pub(crate) fn any_code() -> impl Strategy<Value = TakeAndBreak> {
    let first = prop_oneof![
        4 => Just(Digit::NONE),
        2 => Just(Digit::new(4, Parts::Any)),
        1 => Just(Digit::new(8, Parts::Any)),
        1 => Just(Digit::new(4, Parts::Unequal)),
    ];
    let tail = prop_oneof![3 => prop::collection::vec(any_digit(), 0), 1 => prop::collection::vec(any_digit(), 1..4)];
    (first, prop::collection::vec(any_digit(), 0..4), tail)
        .prop_map(|(first, rest, tail)| TakeAndBreak::from_digits([vec![first], rest].concat(), tail).unwrap())
}

/// Codes that leave one heap at most, with a tail.
pub(crate) fn endless_code() -> impl Strategy<Value = TakeAndBreak> {
    let digits = |sizes| prop::collection::vec(0..4_u64, sizes);
    (digits(0..8), digits(1..5)).prop_map(|(rest, tail)| code(&[vec![0], rest].concat(), &tail))
}

/// What all values prove.
fn least(game: &TakeAndBreak, values: &[u16]) -> Option<(u64, u64)> {
    periodicity(game, values).proved().map(|proved| (proved.preperiod(), proved.period()))
}

/// The proofs from all prefixes, each with the number of its heaps.
fn proofs(game: &TakeAndBreak, values: &[u16]) -> Vec<(usize, Periodicity)> {
    let mut sequence = Sequence::new(game.clone());
    let said = (0..values.len()).map(|heaps| {
        extend(&mut sequence, &values[..heaps]);
        (heaps, sequence.periodicity())
    });
    said.filter(|(_, periodicity)| periodicity.proved().is_some()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(sized(60, 200)))]

    #[test]
    fn no_proof_is_contradicted(game in any_code()) {
        let values = values(&game, 130);
        for (heaps, found) in proofs(&game, &values[..70]) {
            let proved = found.proved().unwrap();
            prop_assert!(agrees(&values, proved.preperiod(), proved.period(), proved.saltus()), "{}: {}", heaps, found);
            prop_assert_eq!(least(&game, &values), Some((proved.preperiod(), proved.period())));
        }
    }

    #[test]
    fn no_proof_of_an_endless_code_is_contradicted(game in endless_code()) {
        let values = values(&game, 250);
        for (heaps, found) in proofs(&game, &values[..100]) {
            let proved = found.proved().unwrap();
            prop_assert!(agrees(&values, proved.preperiod(), proved.period(), proved.saltus()), "{}: {}", heaps, found);
            prop_assert_eq!(least(&game, &values), Some((proved.preperiod(), proved.period())));
        }
    }

    /// No all-but game escapes the theorem.
    #[test]
    fn all_but_games_are_proved(set in prop::collection::btree_set(1..5_u64, 1..4)) {
        let game = TakeAndBreak::all_but(set).unwrap();
        let found = periodicity(&game, &values(&game, 200));
        prop_assert!(matches!(found, Periodicity::ArithmeticPeriodic(_)), "{}: {}", game, found);
    }

    /// Whatever pair of preperiod and period the theorem proves, tried one by one: the least is found.
    #[test]
    fn what_the_bound_proves_is_found(game in any_code(), heaps in 0..80_usize) {
        let compares = game.digits().iter().any(|digit| digit.parts() != Parts::Any);
        prop_assume!(game.tail().is_empty() && !compares);
        let values = values(&game, heaps);
        let bound = |first: usize, period: usize| {
            let kinds = game.digits().iter().zip(0_usize..).flat_map(|(digit, taken)| {
                (0..4_usize).filter(|count| digit.counts() >> count & 1 == 1).map(move |count| (taken, count))
            });
            kinds.map(|(taken, count)| match count {
                0 => taken + 1,
                _ => taken + count * (first - 1) + (count - 1) * period + 1,
            }).max().unwrap_or(0).max(first)
        };
        let expected = (1..heaps).find_map(|period| {
            let repeats = |heap: usize| values[heap] == values[heap + period];
            let first = (0..=heaps - period).find(|first| (*first..heaps - period).all(repeats))?;
            (bound(first.max(1), period) + period <= heaps).then_some((first, period))
        });
        let found = periodicity(&game, &values).proved().map(|proved| (proved.preperiod(), proved.period()));
        let as_usize = |(first, period): (u64, u64)| (usize::try_from(first).unwrap(), usize::try_from(period).unwrap());
        prop_assert_eq!(found.map(as_usize), expected);
    }
}

#[test]
fn a_code_that_was_cancelled_is_searched_again() {
    let game: AnyGame = "0.6".parse().unwrap();
    let heap = game.parse(&sized(8_000, 20_000).to_string()).unwrap();
    let mut solver = Solver::new(&game).with_control(Control::new().watched(|_| std::ops::ControlFlow::Break(())));
    assert!(matches!(solver.grundy(heap.clone()), Err(SolveError::Stopped(stopped)) if stopped.is_cancelled()));
    solver.set_control(Control::new());
    assert!(solver.grundy(heap).is_ok());
}
