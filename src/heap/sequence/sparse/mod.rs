//! The engine for codes that leave at most two heaps, with a sparse space or without one.

mod engine;
mod far;
mod likely;
mod row;
mod search;
mod tries;
mod window;

pub(super) use engine::{Sparse, Stop, start};
