//! tmp
#[path = "library/patterns.rs"]
mod patterns;
