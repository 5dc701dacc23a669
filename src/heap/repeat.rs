//! Repeats at the end of a sequence: the one search for periods, of values, of digits, and of subtraction games.

/// A second occurrence of the end of a sequence, `shift` places before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Repeat {
    /// The distance of the two occurrences: at least 1.
    pub(crate) shift: usize,
    /// The maximum number of last items that are equal to those `shift` places before.
    pub(crate) length: usize,
}

/// The least shift by which at least the last `least` of `count` items repeat, and the number of last items that do. In
/// 5 1 2 1 2 1 the last two items repeat by shift 2, and so do the last three: the shift is 2 and the length 3.
///
/// The search is for the last but one occurrence of the last `least` items. It goes from the end to the beginning, by two-way matching
/// (Crochemore and Perrin 1991): at most a small multiple of `count` comparisons, and no memory.
pub(crate) fn repeat_of_end<T: Copy + Ord>(count: usize, least: usize, item: impl Fn(usize) -> T) -> Option<Repeat> {
    if least >= count {
        return None;
    }
    // Items are counted from the end, so that the occurrence nearest to the end comes first.
    let back = |place: usize| item(count - 1 - place);
    // The text begins one item after the pattern, so that the end does not find itself. A pattern without items fits
    // at once.
    let shift = 1 + if least > 0 { first_occurrence(least, back, count - 1, |place| back(place + 1))? } else { 0 };
    // The search compared `least` items. More of them may repeat.
    let more = (least..count - shift).take_while(|place| back(*place) == back(place + shift)).count();
    Some(Repeat { shift, length: least + more })
}

/// The first occurrence of a pattern, of at least one item, in a text that is at least as long.
///
/// The pattern is cut at a place around which no period shorter than its own fits. The right part is compared first, left to right,
/// then the left part, right to left. A mismatch in the right part moves the pattern past it, a mismatch in the left part moves it by
/// its period.
fn first_occurrence<T: Copy + Ord>(
    length: usize,
    pattern: impl Fn(usize) -> T,
    text_length: usize,
    text: impl Fn(usize) -> T,
) -> Option<usize> {
    let (cut, period) =
        maximal_suffix(length, &pattern, |a, b| a < b).max(maximal_suffix(length, &pattern, |a, b| b < a));
    // If the period of the right part is that of the whole pattern, a step by this period leaves `length` − `period`
    // items that are known to be equal. Else every period of the pattern is longer than both parts, which allows a
    // longer step.
    let is_periodic = (0..cut).all(|place| pattern(place) == pattern(place + period));
    let (step, kept) = if is_periodic { (period, length - period) } else { (cut.max(length - cut) + 1, 0) };
    // The pattern stands at `start` of the text. Its first `known` items are known to be equal there.
    let (mut start, mut known) = (0, 0);
    while start <= text_length - length {
        let is_equal = |place: usize| pattern(place) == text(start + place);
        let right = (cut.max(known)..length).find(|place| !is_equal(*place));
        if let Some(place) = right {
            // The cut is critical: a shorter step would put unequal items on those that were just found equal.
            start += place - cut + 1;
            known = 0;
            continue;
        }
        if (known..cut).rev().all(is_equal) {
            return Some(start);
        }
        start += step;
        known = kept;
    }
    None
}

/// The place where the largest suffix begins, in the order that `is_less` gives, and its period.
fn maximal_suffix<T: Copy + Ord>(
    length: usize,
    item: impl Fn(usize) -> T,
    is_less: impl Fn(T, T) -> bool,
) -> (usize, usize) {
    // The largest suffix so far begins at `best` and has the period `period`. The suffix at `other` + 1 is compared
    // with it; their first `offset` − 1 items are equal.
    let (mut best, mut other, mut offset, mut period) = (0, 0, 1, 1);
    while other + offset < length {
        let (new, old) = (item(other + offset), item(best + offset - 1));
        if is_less(new, old) {
            // The suffix at `other` + 1 is smaller. Up to this item the largest suffix has no period below its
            // length.
            other += offset;
            offset = 1;
            period = other + 1 - best;
        } else if new == old {
            if offset == period {
                // One whole period more is equal.
                other += period;
                offset = 1;
            } else {
                offset += 1;
            }
        } else {
            // The suffix at `other` + 1 is larger: the comparison begins anew from it.
            best = other + 1;
            other = best;
            offset = 1;
            period = 1;
        }
    }
    (best, period)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Repeat, repeat_of_end};

    /// Tries every shift.
    fn plain(items: &[u8], least: usize) -> Option<Repeat> {
        let count = items.len();
        (1..=count).find_map(|shift| {
            let length =
                (1..=count - shift).take_while(|back| items[count - back] == items[count - back - shift]).count();
            (length >= least).then_some(Repeat { shift, length })
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        #[test]
        fn the_least_shift_is_found(items in prop::collection::vec(0..3_u8, 0..60), least in 0..40_usize) {
            prop_assert_eq!(repeat_of_end(items.len(), least, |place| items[place]), plain(&items, least));
        }

        #[test]
        fn in_what_nearly_repeats_too(
            unit in prop::collection::vec(0..2_u8, 1..9),
            count in 0..80_usize,
            changed in prop::collection::vec(0..80_usize, 0..3),
            least in 0..60_usize,
        ) {
            let mut items: Vec<u8> = unit.iter().copied().cycle().take(count).collect();
            for place in changed {
                if let Some(item) = items.get_mut(place) {
                    *item ^= 1;
                }
            }
            prop_assert_eq!(repeat_of_end(count, least, |place| items[place]), plain(&items, least));
        }
    }
}
