//! The tests of the feature `serde` are in `tests`.
