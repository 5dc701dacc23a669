//! The feature `serde`, in the format of `serde_json`: one module for each part of the library.

mod chomp;
mod games;
mod heap;
mod round_trips;
mod sequences;
mod solver_and_compounds;
mod theories;

use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Writes a value, compares the text, and reads it back.
#[track_caller]
fn check<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, text: &str) {
    assert_eq!(serde_json::to_string(value).unwrap(), text);
    assert_eq!(serde_json::from_str::<T>(text).unwrap(), *value);
}
