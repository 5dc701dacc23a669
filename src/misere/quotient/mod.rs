//! Misère quotients of heap games, and of the positions of any rule book (Plambeck and Siegel).
//!
//! In normal play every position has a nimber as its value, and the nim-sum gives the outcome. In misère play elements of a commutative monoid
//! take the place of nimbers. Each game has its own monoid, the quotient: the sums of its positions, where two sums are the same element if
//! adding any third sum of positions to both gives the same outcome. If the quotient is finite, its table of products and the list of its
//! elements that are P-positions solve the game.
//!
//! | question | item |
//! |---|---|
//! | how is the quotient found? | [`QuotientSearch`], under a [`Control`](crate::Control); [`QuotientError`] if it is not found |
//! | of which positions? | of the heaps of a code, or of [`Positions`] of any rule book, closed under moves |
//! | is it the quotient? | [`MisereQuotient::verify`]; [`Fault`] if it is not |
//! | who wins, and why? | [`MisereQuotient`]; winning moves by a [`Solver`](crate::Solver) |
//! | is it the quotient of all heaps? | [`Reach`] |
//! | the monoid and its *P*-portion | [`BipartiteMonoid`], [`Element`] |
//! | are two quotients the same? | [`BipartiteMonoid::isomorphism`], or the [`Difference`] |
//! | generators and relations | [`Presentation`], [`Product`] |
//!
//! ```
//! use grundy::misere::quotient::QuotientSearch;
//!
//! let mut search = QuotientSearch::new("0.75".parse()?);
//! search.certify(100)?;
//! let quotient = search.quotient();
//! assert_eq!(quotient.monoid().order(), 8);
//! assert_eq!(quotient.reach().to_string(), "all heaps: preperiod 8, period 2, proved by Guy-Smith from heaps 0..=20");
//! assert_eq!(quotient.presentation().to_string(), "h1, h2, h5 | h1^2 = 1, h2 h5 = h1 h2, h5^2 = h2^2, h2^3 = h2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Reference: Plambeck and Siegel, *Misère quotients for impartial games*, J. Combin. Theory Ser. A 115 (2008), arXiv:math/0609825;
//! Siegel, *Combinatorial Game Theory*, ch. V.4.

mod candidate;
mod element_set;
mod error;
mod fault;
mod found;
mod isomorphism;
mod learner;
mod misere_quotient;
mod monoid;
mod of_positions;
mod options;
mod oracle;
mod pieces;
mod positions;
mod presentation;
mod refute;
mod search;
#[cfg(feature = "serde")]
mod serial;
mod soon;
mod sums;
mod watch;
mod winning;

pub use error::QuotientError;
pub use fault::Fault;
pub use isomorphism::Difference;
pub use misere_quotient::{MisereQuotient, Reach};
pub use monoid::{BipartiteMonoid, Element};
pub(crate) use of_positions::QuotientSoon;
pub(crate) use oracle::answer;
pub use pieces::Pieces;
pub use positions::Positions;
pub use presentation::{Presentation, Product};
pub use search::QuotientSearch;
pub(crate) use soon::SoonFound;
