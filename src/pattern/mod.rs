//! Conjectures from a list of Grundy values: what is the pattern?
//!
//! A table that was computed by brute force often follows a rule that fits in a line. [`guess`] tries families of rules: periods, also
//! with a saltus; closed forms such as *n* mod *k* and the number of ones of *n*; the values of take-and-break games; and, where no rule
//! for all values is found, rules for the heaps of value 0. [`guess_table`] does the same for a table in two dimensions,
//! and [`guess_by`] for a function, whose next values are a test.
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
//! | `guess.rs` | [`guess`], [`guess_by`] and [`Conjecture`]: from a list or a function to rules, the shortest first |
//! | `rule.rs` | [`Rule`]: a rule, its values, its text, its length in bits |
//! | `form.rs`, `zeros.rs` | [`Form`] and [`Zeros`]: closed forms, and rules for the heaps of value 0 |
//! | `periods.rs`, `forms.rs`, `games.rs`, `lost.rs` | the search for rules of each family |
//! | `bits.rs` | how many bits a number takes |
//! | `snippet.rs` | a rule as a function in Rust, C++ and Python |
//! | `table.rs` | rules in two dimensions |

mod bits;
mod form;
mod forms;
mod games;
mod guess;
mod lost;
mod periods;
mod rule;
mod snippet;
mod table;
mod zeros;

pub use form::{Change, Form};
pub use guess::{Conjecture, MOST, guess, guess_by};
pub use rule::Rule;
pub use snippet::Language;
pub use table::{TableConjecture, TableRule, guess_table};
pub use zeros::Zeros;
