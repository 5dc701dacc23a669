//! The search: one engine with an explicit stack, memos that remember, errors that say what stopped it.

mod engine;
mod error;
mod memo;
mod method;

pub(crate) use engine::{Engine, most_options};
pub use engine::{evaluate, evaluate_whole};
pub use error::SolveError;
pub use memo::{Memo, Table};
pub use method::Method;
