//! The values of take-and-break games.

use crate::game::ImpartialGame;
use crate::heap::{PeriodicValues, Sequence, TakeAndBreak};
use crate::mex::mex;
use crate::nimber::Nimber;
use crate::pattern::rule::Rule;

/// Lists with fewer values are not compared: many games begin alike.
const FEWEST: usize = 8;
/// Octal digits of the codes that are tried; so are subtraction sets up to twice this number and two more.
const DIGITS: u32 = 3;

/// Take-and-break games with these values: all octal codes 0.d of up to three digits, 4.d of up to two, and subtraction games with sets up to 8.
pub(super) fn fitting(values: &[u64]) -> Vec<Rule> {
    if values.len() < FEWEST {
        return Vec::new();
    }
    let fits = |code: &TakeAndBreak| {
        if !begins_with(code, &values[..FEWEST]) {
            return false;
        }
        sequence(code, values.len()).is_some_and(|sequence| {
            values.iter().enumerate().all(|(heap, value)| sequence.values().get(heap) == Some(*value))
        })
    };
    codes().filter(fits).map(|code| Rule::Game { code, values: None }).collect()
}

/// The values of the heaps below a number, if they can be computed.
pub(super) fn sequence(code: &TakeAndBreak, heaps: usize) -> Option<Sequence> {
    let mut sequence = Sequence::new(code.clone());
    sequence.extend_to(heaps).ok()?;
    Some(sequence)
}

/// Proves the period of a game that is told, if that is soon done.
pub(super) fn prove(rule: &mut Rule) {
    if let Rule::Game { code, values } = rule {
        *values = PeriodicValues::soon_proved(code);
    }
}

/// Whether the first values are those of the game, by its rules: few moves tell most codes apart.
fn begins_with(code: &TakeAndBreak, values: &[u64]) -> bool {
    let mut known: Vec<Nimber> = Vec::with_capacity(values.len());
    (0_u128..).zip(values).all(|(heap, value)| {
        // A part is smaller than its heap.
        let of_heap = |part: &u128| known[usize::try_from(*part).expect("one of the first heaps")];
        let options = code.options(&heap).map(|left| left.iter().map(of_heap).sum());
        let own = mex(options);
        known.push(own);
        own.get() == *value
    })
}

/// Each code once: none ends in 0 after the point, but for those of a split without a taking.
fn codes() -> impl Iterator<Item = TakeAndBreak> {
    let octal = (1..8_u32.pow(DIGITS)).map(|digits| format!("0.{}", format!("{digits:03o}").trim_end_matches('0')));
    // Bit i of a set is the taking of i + 1 counters. Sets within 1 to 3 are octal codes of three digits.
    let subtractions = (1_u32..1 << 8).filter(|set| *set >= 1 << DIGITS).map(|set| {
        let digits: String = (0..8).map(|bit| if set >> bit & 1 == 1 { '3' } else { '0' }).collect();
        format!("0.{}", digits.trim_end_matches('0'))
    });
    let with_splits = (0..8_u32.pow(DIGITS - 1)).map(|digits| format!("4.{digits:02o}"));
    octal.chain(with_splits).chain(subtractions).filter_map(|text| TakeAndBreak::octal(&text).ok())
}
