//! The conjectures about a list.

use std::fmt;

use crate::heap::Sequence;
use crate::nimber::Nimber;
use crate::pattern::bits::listed_bits;
use crate::pattern::rule::Rule;
use crate::pattern::snippet::{Language, snippet};
use crate::pattern::zeros::gaps;
use crate::pattern::{forms, games, lost, periods};
use crate::sorted::sorted_by;

/// A rule that fits every value of a list.
///
/// `Display` tells the range and the rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conjecture {
    rule: Rule,
    seen: u64,
}

impl Conjecture {
    /// The rule.
    #[must_use]
    pub const fn rule(&self) -> &Rule {
        &self.rule
    }

    /// The number of bits that it takes to write the rule down: the fewer, the better it is supported by the list.
    #[must_use]
    pub fn bits(&self) -> u64 {
        self.rule.bits()
    }

    /// The first heap that is not in the list, and so the first that could refute the rule.
    #[must_use]
    pub const fn untested(&self) -> u64 {
        self.seen
    }

    /// The value of a heap by the rule; `None` if the rule tells only which heaps have value 0, and this one has not, or is a game whose period is not proved.
    #[must_use]
    pub fn predict(&self, heap: u64) -> Option<u64> {
        self.rule.value(heap)
    }

    /// The rule as a function of a heap, in a programming language.
    ///
    /// The function gives the value; for a rule that tells only which heaps have value 0, whether it is 0.
    #[must_use]
    pub fn snippet(&self, language: Language) -> String {
        snippet(&self.rule, language)
    }
}

impl fmt::Display for Conjecture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "fits heaps 0 to {}: {}", self.seen - 1, self.rule)
    }
}

/// Rules that fit a list of values, of heaps 0, 1, 2, .., shortest first; at most [`MOST`].
///
/// A period is told if it was seen twice, and what repeats is an eighth of the list. Rules about the heaps of value 0 are looked for
/// only if no rule for all values is found. The list is empty if no rule is shorter than the list of values.
///
/// Time is linear in the length of the list for each family, times the number of parameters that are tried: a few milliseconds for a
/// hundred values. For codes that fit all values but have no sparse space, such as 0.007, it is quadratic.
///
/// ```
/// use grundy::pattern::guess;
///
/// let kayles = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7];
/// assert_eq!(guess(&kayles)[0].to_string(), "fits heaps 0 to 15: the values of 0.77 (proved for that game: period 12 from heap 71 on)");
/// assert!(guess(&[3, 1, 4, 1, 5, 9, 2, 6]).is_empty());
/// ```
#[must_use]
pub fn guess(values: &[u64]) -> Vec<Conjecture> {
    guess_below(values, listed_bits(values))
}

/// The same with rules of fewer bits than a limit.
pub(super) fn guess_below(values: &[u64], limit: u64) -> Vec<Conjecture> {
    let mut rules = forms::fitting(values);
    rules.extend(periods::fitting(values));
    rules.extend(games::fitting(values));
    shortest(&mut rules, limit);
    // After the sort, so that proofs are tried only for the rules that are kept.
    rules.iter_mut().for_each(games::prove);
    if rules.is_empty() {
        let zeros: Vec<u64> = (0..).zip(values).filter(|(_, value)| **value == 0).map(|(heap, _)| heap).collect();
        // Such a rule explains which heaps have value 0 and nothing else, so it is compared with that list, written
        // as distances.
        rules = lost::fitting(&zeros, values.len() as u64);
        shortest(&mut rules, listed_bits(&gaps(&zeros)));
    }
    rules.into_iter().map(|rule| Conjecture { rule, seen: values.len() as u64 }).collect()
}

/// Rules that fit a function of heaps: those that [`guess`] finds from heaps 0 to `heaps` − 1, and that the next `heaps` values do not refute.
///
/// The function is called for heaps 0, 1, 2, .. in this order, up to twice `heaps` of them, and no more when no rule is left. Time is that of
/// [`guess`] and of the calls.
///
/// ```
/// use grundy::pattern::{guess, guess_by};
///
/// // Heap n is worth its number of ones in binary, but for heap 40.
/// let value = |heap: u64| if heap == 40 { 9 } else { u64::from(heap.count_ones()) };
/// let list: Vec<u64> = (0..32).map(value).collect();
/// assert_eq!(guess(&list)[0].to_string(), "fits heaps 0 to 31: the number of ones of n in binary");
/// assert!(guess_by(32, value).is_empty());
/// assert_eq!(guess_by(16, value)[0].to_string(), "fits heaps 0 to 31: the number of ones of n in binary");
/// ```
#[must_use]
pub fn guess_by(heaps: u64, mut value: impl FnMut(u64) -> u64) -> Vec<Conjecture> {
    let values: Vec<u64> = (0..heaps).map(&mut value).collect();
    let end = heaps.saturating_mul(2);
    let mut found: Vec<(Option<Sequence>, Conjecture)> =
        guess(&values).into_iter().map(|one| (values_below(end, &one.rule), one)).collect();
    for heap in heaps..end {
        if found.is_empty() {
            break;
        }
        let value = value(heap);
        found.retain(|(all, one)| {
            let told = match all {
                Some(all) => usize::try_from(heap).ok().and_then(|heap| all.value(heap)).map(Nimber::get),
                None => one.predict(heap),
            };
            // A rule that tells only the heaps of value 0 has no value for the others.
            told.map_or(value > 0 && matches!(one.rule, Rule::Zeros(_)), |told| told == value)
        });
    }
    found.into_iter().map(|(_, one)| Conjecture { seen: end, ..one }).collect()
}

/// The values of the heaps below a number by a game whose period is not proved; none for other rules, and if they cannot be computed.
fn values_below(end: u64, rule: &Rule) -> Option<Sequence> {
    let Rule::Game { code, values: None } = rule else { return None };
    games::sequence(code, usize::try_from(end).ok()?)
}

/// Maximum number of conjectures about one list.
pub const MOST: usize = 8;

/// Sorts rules by length, and leaves those out that are not shorter than the list.
fn shortest(rules: &mut Vec<Rule>, limit: u64) {
    rules.retain(|rule| rule.bits() < limit);
    *rules = sorted_by(rules, |one, other| one.bits().cmp(&other.bits()));
    rules.truncate(MOST);
}
