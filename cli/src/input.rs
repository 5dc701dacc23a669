//! An argument that may be long: `-` in its place is standard input.

use std::io::{self, Read};

use crate::failure::Failure;

/// The argument, or what standard input holds.
pub(crate) fn text(argument: &str) -> Result<String, Failure> {
    if argument != "-" {
        return Ok(argument.to_owned());
    }
    let mut text = String::new();
    io::stdin().lock().read_to_string(&mut text).map_err(Failure::input)?;
    Ok(text)
}
