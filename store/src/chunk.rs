//! What a worker sends together, or a nimber search keeps together, as bytes with a checksum.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | checksum of the key and of the rest |
//! | 1 or more | number of positions under way for the worker, and 1; or 0 if it does not say |
//! | 1 or more | the worker's seed, if it says |
//! | then for each position under way, and then for each other entry in the order of texts | |
//! | 1 or more | number of bytes that the text has in common with the one before |
//! | 1 or more | number of bytes that follow |
//! | these bytes | the rest of the text |
//! | and for other entries | |
//! | 1 or more | the Grundy value; or what a nimber search has found: 2^64 and the number of numbers |
//! | 1 or more each | these numbers |
//!
//! Numbers are written [7 bits a byte](crate::number).

use std::mem;

use grundy::{News, Nimber};

use crate::filter::hash;
use crate::number::{read, write};

/// What is found of a position.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Found {
    #[cfg_attr(not(any(feature = "redis", test)), expect(dead_code, reason = "values of a file are in its runs"))]
    Value(u64),
    /// The numbers of a nimber search.
    Facts(Vec<u64>),
}

/// Positions with what is found of them, and where the worker is, if that is to be said.
#[derive(Clone, Debug, Default)]
pub(crate) struct Entries {
    pub(crate) found: Vec<(String, Found)>,
    pub(crate) under_way: Option<(u64, Vec<String>)>,
}

#[cfg(feature = "redis")]
impl Entries {
    pub(crate) fn is_empty(&self) -> bool {
        self.found.is_empty() && self.under_way.is_none()
    }
}

/// No Grundy value is as large.
const FACTS: u128 = 1 << 64;

/// The bytes of entries under a key.
pub(crate) fn encode(key: &str, entries: &mut Entries) -> Vec<u8> {
    // Neighbours in the order of texts have much in common, which `write_text` leaves out.
    entries.found.sort_unstable();
    // The first 8 bytes are the place of the checksum, which is filled in at the end.
    let (mut bytes, mut before) = (vec![0; 8], "");
    match &entries.under_way {
        None => write(&mut bytes, 0),
        Some((seed, texts)) => {
            // Plus 1, since 0 says that the worker does not tell where it is. An empty list is an answer too: no
            // position is under way.
            write(&mut bytes, texts.len() as u128 + 1);
            write(&mut bytes, u128::from(*seed));
            // These texts keep their order, which is a part of the news.
            for text in texts {
                write_text(&mut bytes, text, mem::replace(&mut before, text));
            }
        }
    }
    for (text, found) in &entries.found {
        write_text(&mut bytes, text, mem::replace(&mut before, text));
        match found {
            Found::Value(value) => write(&mut bytes, u128::from(*value)),
            Found::Facts(numbers) => {
                // At least 2^64, so the reader tells numbers of facts from a Grundy value.
                write(&mut bytes, FACTS + numbers.len() as u128);
                for number in numbers {
                    write(&mut bytes, u128::from(*number));
                }
            }
        }
    }
    let sum = checksum(key, &bytes[8..]);
    bytes[..8].copy_from_slice(&sum.to_le_bytes());
    bytes
}

/// The entries under a key; `None` if the bytes are not those that were written under it.
pub(crate) fn decode(key: &str, bytes: &[u8]) -> Option<Vec<News>> {
    let (sum, mut rest) = bytes.split_first_chunk()?;
    // What follows must not panic all the same: bytes with a right checksum may be forged.
    if u64::from_le_bytes(*sum) != checksum(key, rest) {
        return None;
    }
    let (mut entries, mut before) = (Vec::new(), Vec::new());
    if let Some(texts) = read(&mut rest)?.checked_sub(1) {
        let seed = u64::try_from(read(&mut rest)?).ok()?;
        // A count that is too large ends when the bytes do. `collect` into an option reserves nothing ahead.
        let texts = (0..texts).map(|_| read_text(&mut rest, &mut before)).collect::<Option<_>>()?;
        entries.push(News::UnderWay(seed, texts));
    }
    while !rest.is_empty() {
        let text = read_text(&mut rest, &mut before)?;
        let number = read(&mut rest)?;
        // Below 2^64 a value, else the number of facts.
        entries.push(match number.checked_sub(FACTS) {
            None => News::Value(text, Nimber::new(u64::try_from(number).ok()?)),
            Some(numbers) => {
                let mut number = || u64::try_from(read(&mut rest)?).ok();
                News::Found(text, (0..numbers).map(|_| number()).collect::<Option<_>>()?)
            }
        });
    }
    Some(entries)
}

fn write_text(bytes: &mut Vec<u8>, text: &str, before: &str) {
    // Counted in bytes: the common part may end inside a character.
    let common = text.bytes().zip(before.bytes()).take_while(|(one, other)| one == other).count();
    write(bytes, common as u128);
    write(bytes, (text.len() - common) as u128);
    bytes.extend(&text.as_bytes()[common..]);
}

/// A text, of which a part is that of the one before.
fn read_text(rest: &mut &[u8], before: &mut Vec<u8>) -> Option<String> {
    let common = usize::try_from(read(rest)?).ok()?;
    let length = usize::try_from(read(rest)?).ok()?;
    // A count larger than the text before leaves all of the text, which only bytes with a forged checksum can do.
    before.truncate(common);
    before.extend(rest.split_off(..length)?);
    // `before` stays bytes, as the next text may cut a character.
    String::from_utf8(before.clone()).ok()
}

fn checksum(key: &str, bytes: &[u8]) -> u64 {
    // The key is part of the checksum, so a chunk under another key is refused. The rotation keeps equal hashes from
    // cancelling.
    hash(key.as_bytes()).rotate_left(32) ^ hash(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries() -> Entries {
        let value = |(text, value): (&str, u64)| (text.to_owned(), Found::Value(value));
        let values = [("12,11", 3), ("12,11,10", 0), ("", 0), ("é", u64::MAX), ("12,9", 200)].map(value);
        let facts = [vec![], vec![5, u64::MAX, 0]].map(|numbers| ("12,12,11".to_owned(), Found::Facts(numbers)));
        let under_way = Some((u64::MAX, vec!["12,12,12".to_owned(), "12,12".to_owned()]));
        Entries { found: values.into_iter().chain(facts).collect(), under_way }
    }

    #[test]
    fn what_is_written_is_read() {
        let mut entries = entries();
        let bytes = encode("key/7", &mut entries);
        let (seed, texts) = entries.under_way.unwrap();
        let found = entries.found.into_iter().map(|(text, found)| match found {
            Found::Value(value) => News::Value(text, Nimber::new(value)),
            Found::Facts(numbers) => News::Found(text, numbers),
        });
        let wanted: Vec<News> = [News::UnderWay(seed, texts)].into_iter().chain(found).collect();
        assert_eq!(decode("key/7", &bytes), Some(wanted));
        assert_eq!(decode("key/8", &bytes), None, "under another key");
        assert_eq!(decode("key", &encode("key", &mut Entries::default())), Some(Vec::new()));
        let mut ended = Entries { under_way: Some((3, Vec::new())), ..Entries::default() };
        assert_eq!(decode("key", &encode("key", &mut ended)), Some(vec![News::UnderWay(3, Vec::new())]));
    }

    #[test]
    fn every_altered_byte_and_every_cut_is_noticed() {
        let bytes = encode("key/7", &mut entries());
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
        let facts = [0, 0, 1, b'x', 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f]; // 2^70 - 1 numbers
        for rest in [
            &[][..],
            &[0, 0, 9, b'x'],
            &[0, 0, 1, 0xff, 0],
            &[0, 0, 1, b'x'],
            &[0x80; 12],
            &[0, 0, 0xff, 0xff, 0xff, 0x7f, 1],
            &[2],
            &[2, 7],
            &[0xff, 0xff, 0xff, 0xff, 0x7f, 7],
            &facts,
        ] {
            let bytes = [&checksum("key", rest).to_le_bytes()[..], rest].concat();
            assert_eq!(decode("key", &bytes), None, "{rest:?}");
        }
    }
}
