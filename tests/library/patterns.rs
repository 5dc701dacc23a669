//! Conjectures fit what they are made from, and tell no more than that.

use crate::support::sized;
use grundy::heap::{Sequence, TakeAndBreak};
use grundy::pattern::{Conjecture, Language, MOST, Rule, guess, guess_by, guess_table};
use grundy::{Solver, Wythoff};
use proptest::prelude::*;

/// The first rule that fits the values of a function.
#[track_caller]
fn first(heaps: u64, value: impl Fn(u64) -> u64) -> String {
    let values: Vec<u64> = (0..heaps).map(value).collect();
    let found = guess(&values);
    for one in &found {
        assert!((0..).zip(&values).all(|(heap, value)| tells(one, heap, *value)), "{one}");
    }
    found.first().map_or("nothing".to_owned(), |one| one.rule().to_string())
}

/// Whether a rule tells this value of a heap, or whether it is 0. Games without a proved period tell nothing.
fn tells(one: &Conjecture, heap: u64, value: u64) -> bool {
    match one.rule() {
        Rule::Zeros(zeros) => zeros.contains(heap) == Some(value == 0),
        Rule::Game { values: None, .. } => true,
        _ => one.predict(heap) == Some(value),
    }
}

#[test]
fn closed_forms_are_found() {
    assert_eq!(first(20, |n| n), "n");
    assert_eq!(first(20, |n| n % 5), "n mod 5");
    assert_eq!(first(20, |n| n / 3), "floor(n / 3)");
    assert_eq!(first(40, |n| n / 3 % 4), "floor(n / 3) mod 4");
    assert_eq!(first(40, |n| u64::from((n + 1).trailing_zeros())), "the exponent of 2 in (n + 1)");
    assert_eq!(first(40, |n| (n + 1) & (n + 1).wrapping_neg()), "the lowest bit of (n + 1)");
    assert_eq!(first(40, |n| u64::from(n.count_ones())), "the number of ones of n in binary");
    assert_eq!(first(40, |n| u64::from(n.count_ones() % 2)), "the parity of the number of ones of n in binary");
    assert_eq!(first(40, |n| n ^ n >> 1), "n xor floor(n / 2)");
    assert_eq!(first(40, |n| n ^ 5), "n xor 5");
    assert_eq!(first(40, |n| 3 * u64::from(n.count_ones())), "3 * (the number of ones of n in binary)");
}

#[test]
fn periods_are_found() {
    let values = [7, 0, 3, 1, 1, 4, 0, 3, 1, 1, 4, 0, 3, 1, 1, 4, 0];
    assert_eq!(first(17, |n| values[usize::try_from(n).unwrap()]), "period 5 from heap 1 on: 7 (0 3 1 1 4)");
    let sums = |n: u64| [2, 0, 3][usize::try_from(n % 3).unwrap()] + 4 * (n / 3);
    assert_eq!(first(18, sums), "period 3 from heap 0 on, each 4 more than the last: (2 0 3)");
}

/// Values of lost heaps only.
#[test]
fn lost_heaps_are_found() {
    // Squares of odd numbers stand for values without a pattern.
    let hide = |heap: u64, lost: bool| if lost { 0 } else { 1 + heap * heap * heap % 1009 };
    let fibonacci = [1, 2, 3, 5, 8, 13, 21, 34, 55, 89];
    assert_eq!(
        first(100, |n| hide(n, fibonacci.contains(&n))),
        "value 0 exactly if n is one of 1, 2, 3, 5, 8, 13, ..: a(i) = 1 a(i-1) + 1 a(i-2)"
    );
    assert_eq!(
        first(100, |n| hide(n, n == 0 || fibonacci.contains(&n))),
        "value 0 exactly if n is 0 or one of 1, 2, 3, 5, 8, 13, ..: a(i) = 1 a(i-1) + 1 a(i-2)"
    );
    let powers = [1, 3, 7, 15, 31, 63];
    assert_eq!(
        first(100, |n| hide(n, powers.contains(&n))),
        "value 0 exactly if n is one of 1, 3, 7, 15, 31, 63, ..: a(i) = 2 a(i-1) + 1"
    );
    assert_eq!(first(60, |n| hide(n, n % 7 == 0 || n % 7 == 2)), "value 0 exactly if n mod 7 is 0 or 2");
    // The smaller heaps of the lost pairs of Wythoff's game: A000201.
    let golden = [0, 1, 3, 4, 6, 8, 9, 11, 12, 14, 16, 17, 19, 21, 22, 24, 25, 27, 29, 30, 32, 33, 35, 37, 38, 40, 42];
    assert_eq!(
        first(43, |n| hide(n, golden.contains(&n))),
        "value 0 exactly if n is floor(i (1 + sqrt 5) / 2) for some i"
    );
}

#[test]
fn games_are_found_and_their_periods_are_proved() {
    let kayles = guess(&[0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7]);
    let Rule::Game { code, values, .. } = kayles[0].rule() else { panic!("{kayles:?}") };
    assert_eq!((code.to_string(), values.as_ref().unwrap().period()), ("0.77".to_owned(), 12));
    assert_eq!(
        kayles[0].predict(10_u64.pow(18)),
        Some(Solver::new(grundy::Kayles).grundy(10_u64.pow(18)).unwrap().get())
    );
}

/// A prefix of each code's values: what is told fits the prefix, and names its range.
#[test]
fn prefixes_of_codes_of_two_digits_are_told_with_their_range() {
    for digits in (1..64).step_by(sized(4, 1)) {
        let text = format!("0.{digits:02o}");
        let code = TakeAndBreak::octal(&text).unwrap();
        let mut sequence = Sequence::new(code);
        sequence.extend_to(40).unwrap();
        for length in [9, 40] {
            let values: Vec<u64> = (0..length).map(|heap| sequence.values().get(heap).unwrap()).collect();
            let found = guess(&values);
            assert!(found.len() <= MOST);
            assert!(found.is_sorted_by_key(Conjecture::bits), "{text}");
            for one in &found {
                assert!(one.to_string().starts_with(&format!("fits heaps 0 to {}: ", length - 1)), "{one}");
                assert!(values.iter().zip(0..).all(|(value, heap)| tells(one, heap, *value)), "{text}: {one}");
                assert_eq!(one.untested(), length as u64);
            }
            // A code is shorter than 40 values, so it is told unless rules that are shorter still fill the list.
            let own = text.trim_end_matches('0');
            let is_told =
                found.iter().any(|one| matches!(one.rule(), Rule::Game { code, .. } if code.to_string() == own));
            assert!(length < 40 || is_told || found.len() == MOST, "{text}: {found:?}");
        }
    }
    // 0.004 begins with five values 0; heap 5 refutes what fits them.
    let start = guess(&[0, 0, 0, 0, 0]);
    assert!(start.iter().all(|one| one.untested() == 5 && one.to_string().starts_with("fits heaps 0 to 4")));
    // Where every heap is lost, no rule tells which ones are.
    assert!(guess(&[0; 8]).iter().all(|one| !one.to_string().contains("exactly if")));
}

/// The period of Officers is not proved soon: later values are those of its sequence, also where they are 0.
#[test]
fn a_game_without_a_proved_period_is_held_against_later_values() {
    let mut officers = Sequence::new("0.6".parse::<TakeAndBreak>().unwrap());
    officers.extend_to(128).unwrap();
    let value = |heap: u64| officers.value(usize::try_from(heap).unwrap()).unwrap().get();
    assert!((64..128).any(|heap| value(heap) == 0));
    let is_told = |found: &[Conjecture]| found.iter().any(|one| one.to_string().contains("the values of 0.6"));
    assert!(is_told(&guess_by(64, value)));
    assert!(!is_told(&guess_by(64, |heap| if heap == 100 { value(heap) + 1 } else { value(heap) })));
}

#[test]
fn tables_have_rules() {
    let table = |value: &dyn Fn(u64, u64) -> u64| {
        (0..9).map(|m| (0..9).map(|n| value(m, n)).collect()).collect::<Vec<Vec<u64>>>()
    };
    let texts = |rows: &[Vec<u64>]| guess_table(rows).iter().map(ToString::to_string).collect::<Vec<_>>();
    let fits = "fits rows 0 to 8 and columns 0 to 8: ";
    assert_eq!(texts(&table(&|m, n| m ^ (n % 3)))[0], format!("{fits}f(m) xor g(n) with f(n) = n, g(n) = n mod 3"));
    assert_eq!(texts(&table(&|m, n| (m + n) % 4))[0], format!("{fits}f(m + n) with f(n) = n mod 4"));
    assert_eq!(texts(&table(&|m, n| m.abs_diff(n)))[0], format!("{fits}f(|m - n|) with f(n) = n"));
    // Which heaps have value 0 is a rule of its own, and no function for a formula.
    let zeros = |m: usize, n: usize| {
        (m * m * m % 1009 + 1) as u64 ^ if n.is_multiple_of(3) { 0 } else { 1 + (n * n * n % 1009) as u64 }
    };
    let long: Vec<Vec<u64>> = (0..40).map(|m| (0..40).map(|n| zeros(m, n)).collect()).collect();
    let fits_long = "fits rows 0 to 39 and columns 0 to 39: ";
    assert!(matches!(
        guess(&long[0].iter().map(|value| value ^ long[0][0]).collect::<Vec<_>>())[0].rule(),
        Rule::Zeros(_)
    ));
    assert_eq!(texts(&long), [format!("{fits_long}f(m) xor g(n) with f(n) = no short rule, g(n) = no short rule")]);
    let mut wythoff = Solver::new(Wythoff);
    let pairs: Vec<Vec<u64>> =
        (0..9).map(|m| (0..9).map(|n| wythoff.grundy(grundy::games::Pair(m, n)).unwrap().get()).collect()).collect();
    assert_eq!(texts(&pairs)[0], format!("{fits}the value of (m, n) is that of (n, m)"));
    assert!(texts(&pairs)[1].contains("value 0 exactly for (0, 0), (1, 2), (3, 5), (4, 7), .. either way round"));
    // Wythoff's game in which the numbers taken from the two heaps may differ by less than 2.
    let mut lost = vec![vec![true; 15]; 15];
    for (m, n) in (0..15).flat_map(|m| (0..15).map(move |n| (m, n))) {
        let together = |k: usize, l: usize| k > 0 && l > 0 && k.abs_diff(l) < 2;
        let is_move = |k: usize, l: usize| (k == 0) != (l == 0) || together(k, l);
        let left = (0..=m).flat_map(|k| (0..=n).map(move |l| (k, l))).filter(|(k, l)| is_move(*k, *l));
        lost[m][n] = left.into_iter().all(|(k, l)| !lost[m - k][n - l]);
    }
    let rows: Vec<Vec<u64>> = lost.iter().map(|row| row.iter().map(|lost| u64::from(!lost)).collect()).collect();
    assert!(texts(&rows)[1].contains("(0, 0), (1, 3), (2, 6), (4, 10), .."), "{:?}", texts(&rows));
    assert!(texts(&rows)[1].ends_with("and that plus 2k"));
    assert!(guess_table(&[]).is_empty() && guess_table(&[vec![1]]).is_empty());
    assert!(guess_table(&[vec![1, 2], vec![3]]).is_empty());
}

proptest! {
    /// Nothing that is drawn makes it fail, and what is told fits.
    #[test]
    fn rules_fit(values in prop_oneof![
        prop::collection::vec(0..4_u64, 0..60),
        prop::collection::vec(any::<u64>(), 0..12),
        (1..6_usize, 0..40_usize, 0..3_u64).prop_flat_map(|(period, count, saltus)| {
            prop::collection::vec(0..9_u64, period).prop_map(move |first| {
                (0..count).map(|heap| first[heap % period] + saltus * (heap / period) as u64).collect()
            })
        }),
    ]) {
        for one in guess(&values) {
            for (heap, value) in (0..).zip(&values) {
                prop_assert!(tells(&one, heap, *value), "{} at {}", one, heap);
            }
            for heap in [1 << 40, u64::MAX] {
                let _ = one.predict(heap);
            }
            for language in Language::ALL {
                prop_assert!(!one.snippet(*language).is_empty());
            }
        }
    }
}
