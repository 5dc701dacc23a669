//! Tables in formats of serde: the bytes of their files.

use std::fmt;

use serde::de::{Error as _, SeqAccess, Visitor};
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::chomp::losing::LosingBoards;
use crate::chomp::values::ChompValues;
use crate::control::Control;

/// Maximum number of boards, one byte each, of a table that is not complete and would take more memory than its text. It is a guard
/// against short texts that ask for large tables.
const MOST_PLANNED: u64 = 1 << 24;

impl Serialize for ChompValues {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut bytes = Vec::new();
        self.write_to(&mut bytes).map_err(S::Error::custom)?;
        serializer.serialize_bytes(&bytes)
    }
}

impl Serialize for LosingBoards {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut bytes = Vec::new();
        self.write_to(&mut bytes).map_err(S::Error::custom)?;
        serializer.serialize_bytes(&bytes)
    }
}

impl<'de> Deserialize<'de> for ChompValues {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let bytes = deserializer.deserialize_byte_buf(Bytes)?;
        Self::from_bytes(&bytes, &control(&bytes)).map_err(D::Error::custom)
    }
}

impl<'de> Deserialize<'de> for LosingBoards {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let bytes = deserializer.deserialize_byte_buf(Bytes)?;
        Self::from_bytes(&bytes, &control(&bytes)).map_err(D::Error::custom)
    }
}

/// The control under which bytes are read as a table.
fn control(bytes: &[u8]) -> Control {
    // A complete table has fewer bytes than its file, so it is always allowed.
    Control::unlimited().bytes(MOST_PLANNED.max(bytes.len() as u64))
}

/// Reads bytes, which formats of text write as a list of numbers.
struct Bytes;

impl<'de> Visitor<'de> for Bytes {
    type Value = Vec<u8>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the bytes of a table of Chomp boards")
    }

    fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Vec<u8>, E> {
        Ok(bytes.to_vec())
    }

    fn visit_byte_buf<E>(self, bytes: Vec<u8>) -> Result<Vec<u8>, E> {
        Ok(bytes)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut numbers: A) -> Result<Vec<u8>, A::Error> {
        let mut bytes = Vec::new();
        while let Some(byte) = numbers.next_element()? {
            bytes.push(byte);
        }
        Ok(bytes)
    }
}
