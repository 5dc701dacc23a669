//! The measures: values of a position that follow from those of its options. Each has a file of its own.
//!
//! | measure | value of a position | value of a sum | early exit |
//! |---|---|---|---|
//! | [`Grundy`] | size of the equal nim-heap: mex over the options | nim-sum | no |
//! | [`WhoWins`] | outcome, in normal or misère play | searched on whole positions | first option that is P |
//! | [`Longest`] | number of moves in the longest game | sum | no |
//! | [`Shortest`] | number of moves in the shortest game | sum | first option that has ended |
//! | [`Remoteness`] | number of moves if the winner hurries | whole positions; minimum, if players move in all games until the first ends | nearest winning end |
//! | [`Suspense`] | number of moves if the loser hurries | whole positions; maximum, if players move in all games until the last ends | no |
//! | [`ForeclosedValue`] | nimber or ∞, for play that stops when the first game ends | whole positions; nim-sum in that play | normal play: option that has ended |
//! | [`EndsIn`] | Grundy value, if the end has a given value | whole positions | no |
//! | [`GenusOf`] | genus: Grundy value, and misère values of sums with heaps of two | whole positions | no |
//! | [`Tameness`] | class of the nim-positions that can replace it, if it is tame | sum of classes | no |
//!
//! A [`Solver`](crate::Solver) answers most questions by these measures; [`evaluate`](crate::evaluate()) and
//! [`evaluate_whole`](crate::evaluate_whole()) run a measure directly. The theorems on games that are played together use them: see
//! [compounds](crate::compound).
//!
//! ```
//! use grundy::measures::{Longest, Remoteness};
//! use grundy::{Control, Kayles, Play, Table, evaluate, evaluate_whole};
//!
//! // Two rows of 3 pins last at most 6 moves. A single row lasts 3 moves if the winner hurries.
//! assert_eq!(evaluate(&Kayles, &Longest, &mut Table::new(), &mut Control::new(), [3, 3])?, 6);
//! let remoteness = evaluate_whole(&Kayles, &Remoteness(Play::Normal), &mut Table::new(), &mut Control::new(), 3)?;
//! assert_eq!(remoteness, 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod ends_in;
mod foreclosed;
mod genus;
mod grundy;
mod longest;
mod remoteness;
mod shortest;
mod suspense;
mod tame;
mod tame_class;
mod who_wins;

pub use ends_in::EndsIn;
pub use foreclosed::{Foreclosed, ForeclosedValue};
pub use genus::{Genus, GenusOf, GenusValue, Temper};
pub use grundy::Grundy;
pub use longest::Longest;
pub use remoteness::Remoteness;
pub use shortest::Shortest;
pub use suspense::Suspense;
pub(crate) use tame::TameFold;
pub use tame::{FoundTame, Tameness};
pub use tame_class::TameClass;
pub use who_wins::WhoWins;
