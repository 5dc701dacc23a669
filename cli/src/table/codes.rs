//! The codes of a table, and how far each is computed.

use std::num::NonZeroUsize;

use grundy::heap::{Digit, Parts, TakeAndBreak};

use crate::failure::Failure;
use crate::sequence::find::Limits;

/// The codes in standard form, in the order of their digits: first those in which each move takes something, then those that may split a
/// heap and take nothing. In standard form a heap of 1 has a move, and each class of cousins has one code.
pub(super) fn codes(digits: u32) -> Result<Vec<TakeAndBreak>, Failure> {
    let octal = |number: u32| {
        // The digits of the number are those of the code, without the zeros at the end.
        let places = (0..=digits).rev().map(|place| number >> (3 * place) & 7);
        let digits: Vec<Digit> = places.map(|digit| Digit::new(digit.into(), Parts::Any)).collect();
        TakeAndBreak::from_digits(digits, []).map_err(|error| Failure::Bound(error.to_string()))
    };
    // With two digits, 0 to 63 are the codes 0.00 to 0.77, and 256 to 319 are 4.00 to 4.77.
    let after_point = 1 << (3 * digits);
    let codes = (0..after_point).chain(4 * after_point..5 * after_point).map(octal).collect::<Result<Vec<_>, _>>()?;
    Ok(codes.into_iter().filter(TakeAndBreak::is_standard_form).collect())
}

/// Heaps that the search for a proof looks at for each code. With two digits, as many as 0.56 needs. With more digits many codes have no
/// known period, so they get fewer: then three digits take a few minutes at most.
pub(super) fn limits(digits: u32) -> Limits {
    let fast = match digits {
        ..=2 => 1 << 20,
        3 => 1 << 18,
        4.. => 1 << 16,
    };
    Limits { fast, pairs: 1 << 16, sets: 1 << 12 }
}

/// One code of each of this number of equal parts of the list; all codes if there are no more. The place in the part follows the golden ratio,
/// so that no digit is the same in all of them.
pub(super) fn sample(codes: Vec<TakeAndBreak>, number: Option<NonZeroUsize>) -> Vec<TakeAndBreak> {
    const GOLDEN: usize = 618_034;
    const WHOLE: usize = 1_000_000;
    let Some(number) = number.map(NonZeroUsize::get).filter(|number| *number < codes.len()) else { return codes };
    let start = |part: usize| part * codes.len() / number;
    // The fraction of the golden ratio, times 0, 1, 2, .., spreads the places over the parts.
    let place = |part| start(part) + part * GOLDEN % WHOLE * (start(part + 1) - start(part)) / WHOLE;
    (0..number).map(|part| codes[place(part)].clone()).collect()
}
