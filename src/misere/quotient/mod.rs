//! Misère quotients of heap games.

mod candidate;
mod element_set;
mod error;
mod found;
mod misere_quotient;
mod monoid;
mod options;
mod presentation;
mod refute;
mod search;
mod stop;
mod sums;
mod watch;
mod winning;
mod working;

pub use error::QuotientError;
pub use misere_quotient::{MisereQuotient, Reach};
pub use monoid::{BipartiteMonoid, Element};
pub use presentation::{Presentation, Product};
pub use search::QuotientSearch;
pub use watch::{Limits, Progress};
pub use winning::WinningMoves;
pub use working::{Win, Working};
