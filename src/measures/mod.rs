//! The measures, one a file.
//!
//! | measure | value | of a sum | settles early |
//! |---|---|---|---|
//! | [`Grundy`] | the equivalent nim-heap: mex over the options | nim-sum | no |
//! | [`WhoWins`] | the outcome, in normal or misère play | whole positions | at the first option that is P |
//! | [`Longest`] | moves in the longest game | sum | no |
//! | [`Shortest`] | moves in the shortest game | sum | at the first option that has ended |

mod grundy;
mod longest;
mod shortest;
mod who_wins;

pub use grundy::Grundy;
pub use longest::Longest;
pub use shortest::Shortest;
pub use who_wins::WhoWins;
