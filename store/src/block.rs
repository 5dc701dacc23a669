//! Blocks: values of positions whose texts have hashes that follow each other, in one entry of the database.
//!
//! An entry is the length of the text, the value (both as [numbers](crate::number)), the [seal] in
//! 4 bytes, and the text. So `12` with the value 4 is `02 04`, 4 bytes, `31 32`. A block has the number of its entries in 2 bytes, the lowest byte
//! of the [hash] of each text, the place of each entry in 2 bytes, and the entries, in the order of their hashes.

use crate::filter::{hash, seal};
use crate::number::{self, read, write};

/// Largest number of bytes of a block with several entries: with its number it fills a page of redb, 4096 bytes.
const LARGEST: usize = 4080;

/// A value with the text of its position, in bytes that begin with them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry<'a> {
    pub(crate) text: &'a [u8],
    pub(crate) value: u64,
    sealed: u32,
    /// Number of bytes of the entry.
    pub(crate) length: usize,
}

impl<'a> Entry<'a> {
    /// The first entry of these bytes. `None` if they begin with none.
    pub(crate) fn first_of(bytes: &'a [u8]) -> Option<Self> {
        let mut rest = bytes;
        let length = usize::try_from(read(&mut rest)?).ok()?;
        let value = u64::try_from(read(&mut rest)?).ok()?;
        // The 4 bytes of the seal. From here on `rest` begins with the text.
        let (sealed, rest) = rest.split_first_chunk()?;
        let text = rest.get(..length)?;
        // Bytes before the text, and the bytes of the text.
        Some(Self { text, value, sealed: u32::from_le_bytes(*sealed), length: bytes.len() - rest.len() + length })
    }

    /// Whether the entry is as it was written, with the hash of the text.
    pub(crate) const fn is_sound(&self, hash: u64) -> bool {
        self.sealed == seal(hash, self.value)
    }

    /// The first entry of these bytes with the hash of its text, if it is as it was written.
    pub(crate) fn first_sound_of(bytes: &'a [u8]) -> Option<(u64, Self)> {
        let entry = Self::first_of(bytes)?;
        let hash = hash(entry.text);
        entry.is_sound(hash).then_some((hash, entry))
    }

    /// Appends a value to entries. Returns the hash of the text.
    pub(crate) fn append(entries: &mut Vec<u8>, text: &str, value: u64) -> u64 {
        let hash = hash(text.as_bytes());
        // An upper bound: two numbers, the seal, the text.
        entries.reserve(2 * number::LONGEST + 4 + text.len());
        write(entries, text.len() as u128);
        write(entries, value.into());
        entries.extend(seal(hash, value).to_le_bytes());
        entries.extend(text.as_bytes());
        hash
    }
}

#[expect(clippy::cast_possible_truncation, reason = "it is the lowest byte")]
const fn low_byte(number: u64) -> u8 {
    number as u8
}

/// A block was altered.
#[derive(Debug)]
pub(crate) struct Altered;

/// The parts of a block.
struct Parts<'a> {
    tags: &'a [u8],
    places: &'a [[u8; 2]],
    entries: &'a [u8],
}

impl<'a> Parts<'a> {
    fn of(block: &'a [u8]) -> Result<Self, Altered> {
        let (count, rest) = block.split_first_chunk().ok_or(Altered)?;
        let count = usize::from(u16::from_le_bytes(*count));
        let (tags, rest) = rest.split_at_checked(count).ok_or(Altered)?;
        let (places, entries) = rest.split_at_checked(2 * count).ok_or(Altered)?;
        Ok(Self { tags, places: places.as_chunks().0, entries })
    }
}

/// The entries of a block.
pub(crate) fn entries(block: &[u8]) -> Result<&[u8], Altered> {
    Ok(Parts::of(block)?.entries)
}

/// The value of a text with this hash in a block, if it is there.
pub(crate) fn find(block: &[u8], text: &[u8], hash: u64) -> Result<Option<u64>, Altered> {
    let Parts { tags, places, entries } = Parts::of(block)?;
    // The tag is a byte of the hash: of 256 other entries about one passes. Only the text decides.
    for (_, place) in tags.iter().zip(places).filter(|(tag, _)| **tag == low_byte(hash)) {
        let entry = entries.get(usize::from(u16::from_le_bytes(*place))..).and_then(Entry::first_of).ok_or(Altered)?;
        // An altered tag or text hides the value, and the search solves the position again. An altered value does not
        // fit the seal.
        if entry.text == text {
            return if entry.is_sound(hash) { Ok(Some(entry.value)) } else { Err(Altered) };
        }
    }
    Ok(None)
}

/// Divides entries that come in the order of their hashes into blocks.
#[derive(Default)]
pub(crate) struct Packing {
    /// The hash of the first text.
    first: u64,
    tags: Vec<u8>,
    places: Vec<u8>,
    entries: Vec<u8>,
    block: Vec<u8>,
}

impl Packing {
    /// Adds an entry, with the hash of its text. If there is no room for it, the block is handed to `full` first, with the hash of its first
    /// text.
    pub(crate) fn add<E>(
        &mut self,
        hash: u64,
        entry: &[u8],
        full: impl FnOnce(u64, &[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        // 2 bytes for the number of entries, and for each entry 1 byte of tag and 2 of place.
        if 2 + 3 * (self.tags.len() + 1) + self.entries.len() + entry.len() > LARGEST {
            // Does nothing if the block is empty: an entry that is larger than a page becomes a block of its own.
            self.end(full)?;
        }
        if self.tags.is_empty() {
            self.first = hash;
        }
        // Below `LARGEST`: a block without room for this entry was ended above.
        let place = u16::try_from(self.entries.len()).expect("an entry begins before the end of a page");
        self.tags.push(low_byte(hash));
        self.places.extend(place.to_le_bytes());
        self.entries.extend(entry);
        Ok(())
    }

    /// Hands out the last block.
    pub(crate) fn end<E>(&mut self, full: impl FnOnce(u64, &[u8]) -> Result<(), E>) -> Result<(), E> {
        if self.tags.is_empty() {
            return Ok(());
        }
        // An entry has at least 6 bytes, and 3 for its tag and place: at most 453 fit in a block.
        let count = u16::try_from(self.tags.len()).expect("entries of a page");
        self.block.clear();
        self.block.extend(count.to_le_bytes());
        // `append` leaves the three parts empty: the next entry begins a block.
        for part in [&mut self.tags, &mut self.places, &mut self.entries] {
            self.block.append(part);
        }
        full(self.first, &self.block)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The hash of a text, the text, its value.
    type Hashed = (u64, String, u64);

    /// Blocks of texts of many lengths, and values of many sizes.
    fn blocks() -> (Vec<Hashed>, Vec<Vec<u8>>) {
        let text = |number: u64| format!("{number:x}").repeat((number * number % 301) as usize);
        let value = |number: u64| number.pow(5) << (number % 13);
        let mut values: Vec<Hashed> =
            (0..500).map(|n| (text(n), value(n))).map(|(text, value)| (hash(text.as_bytes()), text, value)).collect();
        values.push((hash(&[b'x'; 5000]), "x".repeat(5000), u64::MAX));
        values.sort_unstable();
        values.dedup_by(|one, other| one.1 == other.1);
        let (mut packing, mut blocks) = (Packing::default(), Vec::new());
        let mut full = |first, block: &[u8]| {
            blocks.push((first, block.to_vec()));
            Ok::<(), ()>(())
        };
        for (hash, text, value) in &values {
            let mut entry = Vec::new();
            assert_eq!(Entry::append(&mut entry, text, *value), *hash);
            packing.add(*hash, &entry, &mut full).unwrap();
        }
        packing.end(full).unwrap();
        assert!(blocks.is_sorted() && blocks[0].0 == values[0].0);
        (values, blocks.into_iter().map(|(_, block)| block).collect())
    }

    #[test]
    fn blocks_keep_values_and_fill_a_page() {
        let (values, blocks) = blocks();
        for (hash, text, value) in &values {
            let found: Vec<u64> =
                blocks.iter().filter_map(|block| find(block, text.as_bytes(), *hash).unwrap()).collect();
            assert_eq!(found, [*value], "{text}");
            assert!(blocks.iter().all(|block| find(block, &[b'y'; 20], *hash).unwrap().is_none()));
        }
        let large: Vec<usize> = blocks.iter().map(Vec::len).filter(|length| *length > LARGEST).collect();
        assert_eq!(large, [5000 + 2 + 10 + 4 + 5], "a text that is longer than a page");
        let mut read = 0;
        for block in &blocks {
            let mut rest = entries(block).unwrap();
            while !rest.is_empty() {
                let entry = Entry::first_of(rest).unwrap();
                let (hash, text, value) = &values[read];
                assert_eq!((entry.text, entry.value), (text.as_bytes(), *value));
                assert!(entry.is_sound(*hash));
                rest = &rest[entry.length..];
                read += 1;
            }
        }
        assert_eq!(read, values.len());
    }

    /// Every byte of a block is altered, and it is cut at every place.
    #[test]
    fn an_altered_block_gives_no_wrong_value_and_no_panic() {
        let (values, blocks) = blocks();
        let block = blocks.iter().find(|block| block.len() > LARGEST / 2).unwrap();
        let inside: Vec<_> =
            values.iter().filter(|(hash, text, _)| find(block, text.as_bytes(), *hash).unwrap().is_some()).collect();
        assert!(inside.len() > 1);
        let mut noticed = 0;
        let altered = (0..block.len()).map(|at| {
            let mut altered = block.clone();
            altered[at] ^= 1 << (at % 8);
            altered
        });
        for block in altered.chain((0..block.len()).map(|length| block[..length].to_vec())) {
            for (hash, text, value) in &inside {
                match find(&block, text.as_bytes(), *hash) {
                    Ok(found) => assert!(found.is_none_or(|found| found == *value), "{text}"),
                    Err(Altered) => noticed += 1,
                }
            }
        }
        assert!(noticed > block.len(), "{noticed} of {} look-ups", 2 * block.len() * inside.len());
    }
}
