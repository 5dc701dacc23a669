//! Periods, also with a saltus.

use crate::heap::repeat_of_end;
use crate::pattern::rule::Rule;

/// One in eight values of a list must be told by the values a period before it. The end of most lists repeats itself by chance: a few
/// equal values are a period of 1.
const LEAST_PART: usize = 8;

/// Periods of a list, each seen twice in full at its end, so that an eighth of the list is explained.
///
/// A list with a period has differences with that period, and the saltus is their sum. Where the differences repeat is found by
/// matching the end of the list: the last half of it, then the last quarter, and so on, since a longer preperiod leaves a shorter end.
pub(super) fn fitting(values: &[u64]) -> Vec<Rule> {
    let difference = |place: usize| i128::from(values[place + 1]) - i128::from(values[place]);
    let count = values.len().saturating_sub(1);
    let mut rules: Vec<Rule> = Vec::new();
    let mut least = count / 2;
    while least > 0 {
        if let Some(repeat) = repeat_of_end(count, least, difference) {
            let period = repeat.shift;
            // The last `length + 1` values are those a period before, plus the saltus.
            let from = values.len() - (repeat.length + 1) - period;
            // Values are never negative, so a sequence that falls by each period has no rule for all heaps.
            let saltus = values[from + period].checked_sub(values[from]);
            // The first period begins at `from`. The values that repeat must fill a second one.
            if let Some(saltus) = saltus
                && repeat.length + 1 >= period
                && (repeat.length + 1) * LEAST_PART >= values.len()
            {
                let (before, first) = (values[..from].to_vec(), values[from..from + period].to_vec());
                let rule = Rule::Periodic { before, period: first, saltus };
                if !rules.contains(&rule) {
                    rules.push(rule);
                }
            }
        }
        least /= 2;
    }
    rules
}
