//! Random codes of take-and-break games, and their values by the naive oracle.

use grundy::heap::{Digit, Parts, TakeAndBreak};
use proptest::collection::vec;
use proptest::prelude::*;

use super::naive_heaps::take_and_break_values;

/// A digit as the oracle knows it.
fn plain(digit: Digit) -> (u64, char) {
    let sizes = match digit.parts() {
        Parts::Any => ' ',
        Parts::Unequal => '!',
        Parts::Equal => '=',
        Parts::NotAllEqual => '?',
    };
    (digit.counts(), sizes)
}

pub(crate) fn plain_code(code: &TakeAndBreak) -> [Vec<(u64, char)>; 2] {
    [code.digits(), code.tail()].map(|digits| digits.iter().copied().map(plain).collect())
}

/// The values of heaps 0, 1, .. `heaps - 1` by the naive oracle.
pub(crate) fn oracle(code: &TakeAndBreak, heaps: usize) -> Vec<u64> {
    let [digits, tail] = plain_code(code);
    take_and_break_values(&digits, &tail, heaps)
}

pub(crate) fn parts() -> impl Strategy<Value = Parts> {
    prop_oneof![6 => Just(Parts::Any), 1 => Just(Parts::Unequal), 1 => Just(Parts::Equal), 1 => Just(Parts::NotAllEqual)]
}

fn digit() -> impl Strategy<Value = Digit> {
    let counts = prop_oneof![2 => Just(0_u64), 6 => 0..8_u64, 3 => 0..16_u64, 1 => 0..128_u64];
    (counts, parts()).prop_map(|(counts, parts)| Digit::new(counts, parts))
}

/// Codes of up to three digits after the point, with a tail or without, and with or without a digit before the point.
pub(crate) fn codes() -> impl Strategy<Value = TakeAndBreak> {
    let zeroth = prop_oneof![3 => Just(0_u64), 1 => Just(4), 1 => Just(12)];
    let zeroth = (zeroth, parts()).prop_map(|(counts, parts)| Digit::new(counts, parts));
    (zeroth, vec(digit(), 0..=3), prop_oneof![2 => Just(vec![]).boxed(), 1 => vec(digit(), 1..=3).boxed()]).prop_map(
        |(zeroth, digits, tail)| {
            let digits: Vec<Digit> = [zeroth].into_iter().chain(digits).collect();
            TakeAndBreak::from_digits(digits, tail).unwrap()
        },
    )
}
