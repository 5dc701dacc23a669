//! The search: one engine with an explicit stack, its memos and its errors, and the walk over reachable positions.

mod candidates;
mod costs;
mod couples;
mod engine;
mod error;
mod evaluate;
mod facts;
mod forget;
mod found;
mod listing;
mod lists;
mod memo;
mod method;
mod nimber_frame;
mod nimbers;
mod reachable;
mod stored;
mod theory;
mod threads;
mod workers;

pub(crate) use engine::{Engine, most_options};
pub use error::SolveError;
pub(crate) use evaluate::on_wholes;
pub use evaluate::{evaluate, evaluate_whole};
pub(crate) use facts::Facts;
pub use memo::{Memo, Table};
pub(crate) use memo::{list_bytes, map_bytes};
pub use method::Method;
pub(crate) use nimbers::{Cuts, NimberSearch, weight};
pub use reachable::{Reachable, reachable};
pub(crate) use stored::Front;
pub use stored::{Store, Stored};
pub(crate) use theory::{ByMeasure, Theory};
pub(crate) use threads::{ByThreads, alone_first};
pub use workers::{News, Workers};
