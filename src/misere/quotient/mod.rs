//! Misère quotients of heap games (Plambeck and Siegel).
//!
//! In normal play every heap is worth a nimber, and nim-sums decide. In misère play the part of the nimbers is played by the elements
//! of a commutative monoid, each game having its own: the sums of its heaps, where two sums are one element if no sum of heaps in their
//! company tells them apart. If the monoid is finite, its table of products and the list of its elements that are lost solve the game.
//!
//! | question | item |
//! |---|---|
//! | find the quotient | [`QuotientSearch`], under a [`Control`](crate::Control); if not, the [`QuotientError`] |
//! | is it the quotient? | [`MisereQuotient::verify`]; if not, the [`Fault`] |
//! | the quotient, who wins, why | [`MisereQuotient`]; winning moves by a [`Solver`](crate::Solver) |
//! | is it that of all heaps? | [`Reach`] |
//! | the monoid and its *P*-portion | [`BipartiteMonoid`], [`Element`] |
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
mod misere_quotient;
mod monoid;
mod options;
mod oracle;
mod presentation;
mod refute;
mod search;
mod soon;
mod sums;
mod watch;
mod winning;

pub use error::QuotientError;
pub use fault::Fault;
pub use misere_quotient::{MisereQuotient, Reach};
pub use monoid::{BipartiteMonoid, Element};
pub(crate) use oracle::answer;
pub use presentation::{Presentation, Product};
pub use search::QuotientSearch;
pub(crate) use soon::SoonFound;
