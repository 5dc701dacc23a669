//! Misère play: who cannot move wins.
//!
//! | question | answer | works for |
//! |---|---|---|
//! | who wins a position | [`Solver::outcome_in`](crate::Solver::outcome_in) | every game; sums of tame games at once, others by search |
//! | who wins it beside small nim-heaps, is it tame | [`Solver::genus`](crate::Solver::genus), [`measures`](crate::measures) | every game, by search on whole positions |
//! | what does it equal in every sum | [`canonical`]: forms that are equal exactly if the games are | every game, as long as the forms are few |
//! | who wins sums of heaps of one code | [`quotient`]: a finite monoid that stands for all sums | codes whose quotient closes: Kayles |
//!
//! In normal play every game equals a nim-heap. In misère play hardly any two different games are equal: of the games born by
//! day 5 there are 4 171 780, by day 6 more than 2^4 171 000.

pub mod canonical;
pub mod quotient;
