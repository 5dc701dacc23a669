//! Values and claims that are sent together, as bytes with a checksum.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | checksum of the key and of the rest |
//! | then for each entry, in the order of texts | |
//! | 1 or more | number of bytes that the text has in common with the one before |
//! | 1 or more | number of bytes that follow |
//! | these bytes | the rest of the text |
//! | 1 or more | 0 for a claim, else the Grundy value and 1 |
//!
//! Numbers are written 7 bits a byte, the low ones first; the highest bit says that more follow.

use grundy::{News, Nimber};

use crate::filter::hash;

/// The bytes of entries under a key. A claim has no value.
pub(crate) fn encode(key: &str, mut entries: Vec<(String, Option<u64>)>) -> Vec<u8> {
    entries.sort_unstable();
    let (mut bytes, mut before) = (vec![0; 8], "");
    for (text, value) in &entries {
        let common = text.bytes().zip(before.bytes()).take_while(|(one, other)| one == other).count();
        write(&mut bytes, common as u128);
        write(&mut bytes, (text.len() - common) as u128);
        bytes.extend(&text.as_bytes()[common..]);
        write(&mut bytes, value.map_or(0, |value| u128::from(value) + 1));
        before = text;
    }
    let sum = checksum(key, &bytes[8..]);
    bytes[..8].copy_from_slice(&sum.to_le_bytes());
    bytes
}

/// The entries under a key; `None` if the bytes are not those that were written under it.
pub(crate) fn decode(key: &str, bytes: &[u8]) -> Option<Vec<News>> {
    let (sum, mut rest) = bytes.split_first_chunk()?;
    if u64::from_le_bytes(*sum) != checksum(key, rest) {
        return None;
    }
    let (mut entries, mut before) = (Vec::new(), Vec::new());
    while !rest.is_empty() {
        let common = usize::try_from(read(&mut rest)?).ok()?;
        let length = usize::try_from(read(&mut rest)?).ok()?;
        before.truncate(common);
        before.extend(rest.split_off(..length)?);
        let text = String::from_utf8(before.clone()).ok()?;
        entries.push(match read(&mut rest)? {
            0 => News::Claim(text),
            value => News::Value(text, Nimber::new(u64::try_from(value - 1).ok()?)),
        });
    }
    Some(entries)
}

fn checksum(key: &str, bytes: &[u8]) -> u64 {
    hash(key.as_bytes()).rotate_left(32) ^ hash(bytes)
}

fn write(bytes: &mut Vec<u8>, mut number: u128) {
    while number >= 0x80 {
        bytes.push(0x80 | (number & 0x7f).to_le_bytes()[0]);
        number >>= 7;
    }
    bytes.push(number.to_le_bytes()[0]);
}

fn read(bytes: &mut &[u8]) -> Option<u128> {
    let mut number = 0;
    for place in 0..10 {
        let byte = bytes.split_off_first()?;
        number |= u128::from(byte & 0x7f) << (7 * place);
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries() -> Vec<(String, Option<u64>)> {
        let value = |(text, value): (&str, u64)| (text.to_owned(), Some(value));
        let values = [("12,11", 3), ("12,11,10", 0), ("", 0), ("é", u64::MAX), ("12,9", 200)].map(value);
        values.into_iter().chain([("12,12,12".to_owned(), None)]).collect()
    }

    #[test]
    fn what_is_written_is_read() {
        let bytes = encode("key/7", entries());
        let mut wanted: Vec<News> = entries()
            .into_iter()
            .map(|(text, value)| match value {
                None => News::Claim(text),
                Some(value) => News::Value(text, Nimber::new(value)),
            })
            .collect();
        let text = |news: &News| match news {
            News::Value(text, _) | News::Claim(text) => text.clone(),
            _ => unreachable!(),
        };
        wanted.sort_unstable_by_key(text);
        assert_eq!(decode("key/7", &bytes), Some(wanted));
        assert_eq!(decode("key/8", &bytes), None, "under another key");
        assert_eq!(decode("key", &encode("key", Vec::new())), Some(Vec::new()));
    }

    #[test]
    fn every_altered_byte_and_every_cut_is_noticed() {
        let bytes = encode("key/7", entries());
        for at in 0..bytes.len() {
            for bit in 0..8 {
                let mut altered = bytes.clone();
                altered[at] ^= 1 << bit;
                assert_eq!(decode("key/7", &altered), None, "bit {bit} of byte {at}");
            }
            assert_eq!(decode("key/7", &bytes[..at]), None, "cut to {at} bytes");
        }
    }

    /// Bytes with a right checksum that nobody writes.
    #[test]
    fn nonsense_is_refused() {
        for rest in [&[0, 9, b'x'][..], &[0, 1, 0xff, 0], &[0, 1, b'x'], &[0x80; 12], &[0, 0xff, 0xff, 0xff, 0x7f, 1]] {
            let bytes = [&checksum("key", rest).to_le_bytes()[..], rest].concat();
            assert_eq!(decode("key", &bytes), None, "{rest:?}");
        }
    }
}
