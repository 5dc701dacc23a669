//! Numbers of chunks: where they begin, and the newest one that a worker knows.

use std::hash::{BuildHasher, Hasher, RandomState};

use crate::chunk::decode;

/// Low bits of the head that count chunks: a server counts 2^32 at most before it loses its data. The 30 bits above are random.
const COUNTED_BITS: u32 = 32;

/// The number from which the server has counted up to this one.
pub(crate) const fn first(number: u64) -> u64 {
    number >> COUNTED_BITS << COUNTED_BITS
}

/// A random number from the standard library, the keys of its hash maps, from which the server is to count.
pub(crate) fn random_first() -> u64 {
    RandomState::new().build_hasher().finish() >> (COUNTED_BITS + 2) << COUNTED_BITS
}

/// The newest chunk that was written or read: whoever connects again sees by it whether the server has come back with older data, also where other
/// workers have counted as far again.
#[derive(Default)]
pub(crate) struct Newest(Option<Known>);

struct Known {
    number: u64,
    /// The checksum of its key and of the rest, with which it begins.
    checksum: [u8; 8],
}

impl Newest {
    /// Takes note of a sound chunk.
    pub(crate) fn note(&mut self, number: u64, bytes: &[u8]) {
        if self.number().is_none_or(|newest| newest <= number)
            && let Some(checksum) = bytes.first_chunk()
        {
            self.0 = Some(Known { number, checksum: *checksum });
        }
    }

    /// Its number, if there is one.
    pub(crate) fn number(&self) -> Option<u64> {
        self.0.as_ref().map(|known| known.number)
    }

    /// Whether a sound chunk with its key is another one. One that is missing or damaged tells nothing: it may have been evicted.
    pub(crate) fn is_other(&self, key: &str, found: Option<&[u8]>) -> bool {
        let Some((Known { checksum, .. }, bytes)) = self.0.as_ref().zip(found) else { return false };
        !bytes.starts_with(checksum) && decode(key, bytes).is_some()
    }
}
