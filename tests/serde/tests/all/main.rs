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

/// Writes a value, reads it back, and returns the text.
#[track_caller]
fn round_trip<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) -> String {
    let text = serde_json::to_string(value).unwrap();
    assert_eq!(serde_json::from_str::<T>(&text).unwrap(), *value, "{text}");
    text
}

/// Writes a value, compares the text, and reads it back.
#[track_caller]
fn check<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, text: &str) {
    assert_eq!(round_trip(value), text);
}

/// The error of reading a text.
#[track_caller]
fn refused<T: DeserializeOwned + Debug>(text: &str) -> String {
    serde_json::from_str::<T>(text).unwrap_err().to_string()
}
