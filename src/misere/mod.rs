//! Misère play: a player who cannot move wins.
//!
//! | question | answer | works for |
//! |---|---|---|
//! | who wins a position? | [`Solver::outcome_in`](crate::Solver::outcome_in) | every game: by an oracle, tame components, forms, a quotient or a search |
//! | who wins its sum with small nim-heaps, and is it tame? | [`Solver::genus`](crate::Solver::genus), [`measures`](crate::measures) | every game, by search on whole positions |
//! | to which games is it equal in every sum? | [`canonical`]: forms that are equal exactly if the games are | every game that has not too many forms |
//! | who wins sums of heaps of one code, or of positions of one game? | [`quotient`]: a finite monoid for all sums | where a finite quotient is found, as of Kayles |
//!
//! In normal play every game equals a nim-heap. In misère play few games are equal: the games that last at most 5 moves have 4 171 780
//! different forms, those that last at most 6 moves more than 2^4 171 000.
//!
//! ```
//! use grundy::misere::canonical::CanonicalForms;
//! use grundy::{Nim, Outcome, Play, Solver};
//!
//! let mut nim = Solver::new(Nim);
//! assert_eq!(nim.outcome_in(Play::Misere, [1, 1])?, Outcome::N); // take one heap, and the opponent has to take the other
//! assert_eq!(nim.outcome_in(Play::Misere, [2, 2])?, Outcome::P);
//! assert_eq!(CanonicalForms::count_born_by(5), Some(4_171_780));
//! # Ok::<(), grundy::SolveError<u64>>(())
//! ```

pub mod canonical;
pub mod quotient;
pub(crate) mod sums;
