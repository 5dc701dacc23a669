//! The search for closed forms.

use crate::pattern::form::{Change, Form};
use crate::pattern::rule::Rule;

/// Numbers added to the heap that are tried.
const MOST_AHEAD: u64 = 3;
/// Largest parameter that is tried, if the list is as long.
const LARGEST: u64 = 64;

/// Closed forms that fit a list.
pub(super) fn fitting(values: &[u64]) -> Vec<Rule> {
    let mut found: Vec<Rule> = Vec::new();
    // Formulas such as ⌊(n + 2) / 2⌋ - 1 and ⌊n / 2⌋ are one rule: they agree far beyond the list.
    let far = values.len() as u64 * 2 + LARGEST * 4;
    // A parameter beyond half of the list would be seen once only.
    let largest = LARGEST.min(values.len() as u64 / 2);
    for ahead in 0..=MOST_AHEAD {
        for form in forms(largest) {
            for change in changes(form, ahead, values) {
                let rule = Rule::Closed { form, ahead, change };
                if (0..).zip(values).all(|(heap, value)| rule.value(heap) == Some(*value)) {
                    if !found.iter().any(|one| (0..far).all(|heap| one.value(heap) == rule.value(heap))) {
                        found.push(rule);
                    }
                    // One change for each form: another that fits gives the same values.
                    break;
                }
            }
        }
    }
    found
}

fn forms(largest: u64) -> impl Iterator<Item = Form> {
    let plain = [Form::Same, Form::Twos, Form::LowestBit, Form::HighestBit, Form::Length, Form::Ones, Form::OddOnes];
    let shifts = (1..=4).map(Form::ShiftXor);
    let one = (2..=largest).flat_map(|k| [Form::Remainder(k), Form::Quotient(k)]);
    // ⌊n / k⌋ mod m has period k m, which must be seen twice as well.
    let two = (2..=largest / 2).flat_map(move |k| (2..=largest / k).map(move |m| Form::QuotientRemainder(k, m)));
    plain.into_iter().chain(shifts).chain(one).chain(two)
}

/// The changes that take the form to the first value of the list and to the first other value: all others fail.
fn changes(form: Form, ahead: u64, values: &[u64]) -> Vec<Change> {
    let mut changes = vec![Change::None];
    let (Some(first), Some(of_first)) = (values.first(), form.value(ahead)) else { return changes };
    if let Some(more) = first.checked_sub(of_first).filter(|more| *more > 0) {
        changes.push(Change::Plus(more));
    }
    if let Some(less) = of_first.checked_sub(*first).filter(|less| *less > 0) {
        changes.push(Change::Minus(less));
    }
    changes.push(Change::Xor(first ^ of_first));
    // A factor cannot be read where the form is 0, so the first place where the value is a larger multiple tells it.
    let large = (ahead..).zip(values).find_map(|(n, value)| {
        let of_n = form.value(n)?;
        (of_n > 0 && *value > of_n && value.is_multiple_of(of_n)).then(|| value / of_n)
    });
    changes.extend(large.map(Change::Times));
    changes
}
