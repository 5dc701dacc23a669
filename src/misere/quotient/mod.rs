//! Misère quotients of heap games.

mod candidate;
mod element_set;
mod error;
mod found;
mod misere_quotient;
mod monoid;
mod options;
mod refute;
mod search;
mod stop;
mod sums;
mod watch;

pub use error::QuotientError;
pub use misere_quotient::MisereQuotient;
pub use monoid::{BipartiteMonoid, Element};
pub use search::QuotientSearch;
pub use watch::{Limits, Progress};
