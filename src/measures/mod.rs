//! The measures, one a file.
//!
//! | measure | value | of a sum | settles early |
//! |---|---|---|---|
//! | [`Grundy`] | the equivalent nim-heap: mex over the options | nim-sum | no |
//! | [`WhoWins`] | the outcome, in normal or misère play | whole positions | at the first option that is P |
//! | [`Longest`] | moves in the longest game | sum | no |
//! | [`Shortest`] | moves in the shortest game | sum | at the first option that has ended |
//! | [`Remoteness`] | moves, if the winner hurries | whole positions; least, if all are moved in until the first ends | at the nearest end that wins |
//! | [`Suspense`] | moves, if the loser hurries | whole positions; greatest, if all are moved in until the last ends | no |
//! | [`ForeclosedValue`] | a nimber or ∞, for play that is over when the first game ends | whole positions; nim-sum in that play | normal play: at an option that has ended |
//! | [`EndsIn`] | the Grundy value, if the end is worth so much | whole positions | no |
//! | [`GenusOf`] | the genus: Grundy value and misère values beside heaps of two | whole positions | no |
//! | [`Tameness`] | the class of nim-positions that it behaves as, if it is tame | sum of classes | no |
//!
//! What these say about games that are played together is the theory of [compounds](crate::compound).

mod ends_in;
mod foreclosed;
mod genus;
mod grundy;
mod longest;
mod remoteness;
mod shortest;
mod suspense;
mod tame;
mod who_wins;

pub use ends_in::EndsIn;
pub use foreclosed::{Foreclosed, ForeclosedFold, ForeclosedValue, NoNimberError};
pub use genus::{Genus, GenusFold, GenusOf, GenusValue, ParseGenusError, Temper};
pub use grundy::Grundy;
pub use longest::Longest;
pub use remoteness::{BestByParity, Remoteness};
pub use shortest::Shortest;
pub use suspense::Suspense;
pub use tame::{FoundTame, TameClass, TameFold, Tameness};
pub use who_wins::WhoWins;
