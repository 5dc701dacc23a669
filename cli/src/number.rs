//! Whole numbers among the arguments.

use std::num::IntErrorKind;

/// A whole number, such as 1000000, or a power, such as 2^20 or 10^6.
pub(crate) fn whole<T: TryFrom<u64>>(text: &str) -> Result<T, String> {
    let large = || format!("{text} is too large");
    let number = |digits: &str| match digits.parse::<u64>().map_err(|error| *error.kind()) {
        Ok(number) => Ok(number),
        Err(IntErrorKind::PosOverflow) => Err(large()),
        Err(_) => Err("a number is written 1000000, 2^20 or 10^6".to_owned()),
    };
    let found = match text.split_once('^') {
        Some((base, exponent)) => {
            let exponent = u32::try_from(number(exponent)?).map_err(|_| large())?;
            number(base)?.checked_pow(exponent).ok_or_else(large)?
        }
        None => number(text)?,
    };
    T::try_from(found).map_err(|_| large())
}

/// A whole number in a range.
pub(crate) fn between<T: TryFrom<u64>>(least: u64, most: u64) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| {
        let number = whole::<u64>(text)?;
        let is_outside = || format!("{number} is not in {least}..={most}");
        if (least..=most).contains(&number) { T::try_from(number).map_err(|_| is_outside()) } else { Err(is_outside()) }
    }
}
