//! Conjectures from a list of Grundy values: what is the pattern?
//!
//! A table that was computed by brute force often follows a rule that fits in a line. [`guess`] tries families of rules: periods, also
//! with a saltus; closed forms such as *n* mod *k* and the number of ones of *n*; the values of take-and-break games; and, where no rule
//! for all values is found, rules for the heaps of value 0. [`guess_table`] does the same for a table in two dimensions.
//!
//! A finite list follows infinitely many rules. So a [`Conjecture`] says the range that it fits, never that it *is* the rule, and names
//! the first heap that could refute it. Rules are ranked by the number of bits that it takes to write them down, and a rule that takes
//! as many bits as the list itself explains nothing and is left out. Only the values of a take-and-break game whose period is proved
//! are more than a conjecture, if the list is of that game.
//!
//! ```
//! use grundy::pattern::guess;
//!
//! let found = guess(&[0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2]); // take one or two counters
//! assert_eq!(found[0].to_string(), "fits heaps 0 to 11: n mod 3");
//! assert_eq!(found[0].predict(100), Some(1));
//! assert_eq!(found[0].untested(), 12); // the first heap that could refute it
//! ```
//!
//! | file | what it holds |
//! |---|---|
//! | `rule.rs` | [`Rule`]: a rule, its values, its text, its length in bits |
//! | `periods.rs`, `forms.rs`, `games.rs`, `zeros.rs` | the search for rules of each family |
//! | `snippet.rs` | a rule as a function in Rust, C++ and Python |
//! | `table.rs` | rules in two dimensions |

mod forms;
mod games;
mod periods;
mod rule;
mod snippet;
mod table;
mod zeros;

use std::fmt;

pub use forms::{Change, Form};
pub use rule::Rule;
pub use snippet::Language;
pub use table::{TableConjecture, TableRule, guess_table};
pub use zeros::Zeros;

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

    /// The value of a heap by the rule; `None` if the rule tells only which heaps have value 0, and this one has not.
    #[must_use]
    pub fn predict(&self, heap: u64) -> Option<u64> {
        self.rule.value(heap)
    }

    /// The rule as a function of a heap, in a programming language.
    ///
    /// The function gives the value; for a rule that tells only which heaps have value 0, whether it is 0.
    #[must_use]
    pub fn snippet(&self, language: Language) -> String {
        snippet::snippet(&self.rule, language)
    }
}

impl fmt::Display for Conjecture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "fits heaps 0 to {}: {}", self.seen - 1, self.rule)
    }
}

/// Rules that fit a list of values, of heaps 0, 1, 2, .., shortest first; at most [`MOST`].
///
/// Rules about the heaps of value 0 are looked for only if no rule for all values is found. The list is empty if no rule is shorter than
/// the list of values.
///
/// Time is linear in the length of the list for each family, times the number of parameters that are tried: 2 ms for a hundred values,
/// most of it for take-and-break codes of up to three digits.
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
    let mut rules = forms::fitting(values);
    rules.extend(periods::fitting(values));
    rules.extend(games::fitting(values));
    shortest(&mut rules, listed_bits(values));
    rules.iter_mut().for_each(games::prove);
    if rules.is_empty() {
        let zeros: Vec<u64> = (0..).zip(values).filter(|(_, value)| **value == 0).map(|(heap, _)| heap).collect();
        rules = zeros::fitting(&zeros, values.len() as u64);
        shortest(&mut rules, listed_bits(&zeros::gaps(&zeros)));
    }
    rules.into_iter().map(|rule| Conjecture { rule, seen: values.len() as u64 }).collect()
}

/// Maximum number of conjectures about one list.
pub const MOST: usize = 8;

/// Sorts rules by length, and leaves those out that are not shorter than the list.
fn shortest(rules: &mut Vec<Rule>, limit: u64) {
    rules.retain(|rule| rule.bits() < limit);
    rules.sort_by_key(Rule::bits);
    rules.truncate(MOST);
}

/// The number of bits that it takes to write a number down, so that it can be told where it ends: Elias' gamma code of the number plus 1.
///
/// Reference: P. Elias, Universal codeword sets and representations of the integers, IEEE Transactions on Information Theory 21 (1975).
fn bits_of(number: u64) -> u64 {
    2 * u64::from(63 - number.saturating_add(1).leading_zeros()) + 1
}

/// The number of bits of a list of numbers.
fn listed_bits(numbers: &[u64]) -> u64 {
    numbers.iter().map(|number| bits_of(*number)).sum()
}
