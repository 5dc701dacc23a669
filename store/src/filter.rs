//! A filter: it says of most texts that are not in a set that they are not, without reading the set.

use std::sync::atomic::{AtomicU64, Ordering};

/// A blocked Bloom filter. Each text sets a few bits of one block of 512 bits, which is a line of the processor's cache.
///
/// With 12 bits for each text, about 1 % of the texts that are not in the set pass. Threads may add and ask at the same time.
#[derive(Debug)]
pub(crate) struct Filter(Vec<AtomicU64>);

/// Words of 64 bits in a block.
const BLOCK: usize = 8;
/// Bits for each text.
const BITS: u64 = 12;
/// Bits that a text sets.
const PROBES: u32 = 6;

impl Filter {
    /// A filter without texts, with room for this number of them.
    pub(crate) fn new(texts: u64) -> Self {
        // Rounded up by 1, so that an empty set has a block too.
        let blocks = usize::try_from(texts * BITS / 512).expect("a run fits in memory") + 1;
        Self((0..blocks * BLOCK).map(|_| AtomicU64::new(0)).collect())
    }

    pub(crate) fn add(&self, text: u64) {
        for (word, bit) in self.places(text) {
            // Relaxed is enough: bits are only set, and a reader that must see them gets the filter from the writing
            // thread by a lock.
            word.fetch_or(bit, Ordering::Relaxed);
        }
    }

    /// Whether the text may have been added. It is sure if not.
    pub(crate) fn may_have(&self, text: u64) -> bool {
        self.places(text).all(|(word, bit)| word.load(Ordering::Relaxed) & bit != 0)
    }

    /// The bits of a text, given by its [hash](hash).
    fn places(&self, text: u64) -> impl Iterator<Item = (&AtomicU64, u64)> {
        // (hash · blocks) / 2^64 is below the number of blocks, which need not be a power of two. Neighbours by hash
        // get neighbouring blocks.
        let blocks = (self.0.len() / BLOCK) as u128;
        let block =
            usize::try_from((u128::from(text) * blocks) >> 64).expect("it is below the number of blocks") * BLOCK;
        // The bits come from the high bits of a second product: texts of one block have the high bits of the hash in
        // common.
        let within = text.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        // 9 bits choose one of 512. 6 probes of 9 bits take the 54 highest bits.
        (0..PROBES).map(move |probe| {
            let at = within >> (64 - 9 * (probe + 1)) & 511;
            // Which of the 8 words, and which bit of this word.
            (&self.0[block + (at / 64) as usize], 1 << (at % 64))
        })
    }

    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        self.0.iter().flat_map(|word| word.load(Ordering::Relaxed).to_le_bytes()).collect()
    }

    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (words, rest) = bytes.as_chunks();
        // A filter of no blocks would make `places` index out of bounds.
        let is_whole = rest.is_empty() && !words.is_empty() && words.len() % BLOCK == 0;
        is_whole.then(|| Self(words.iter().map(|word| AtomicU64::new(u64::from_le_bytes(*word))).collect()))
    }
}

/// A hash that is the same in every version, since filters are kept in files: FNV-1a on words, then mixed.
pub(crate) fn hash(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks();
    // The length is in the start value, since `a` and `a` with a zero byte behind it have the same last word.
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let mut hash = 0xcbf2_9ce4_8422_2325 ^ bytes.len() as u64;
    // Also where no bytes are left: then the last word is zero.
    for word in words.iter().chain([&last]) {
        hash = (hash ^ u64::from_le_bytes(*word)).wrapping_mul(0xff51_afd7_ed55_8ccd);
        hash ^= hash >> 32;
    }
    hash.wrapping_mul(0xc4ce_b9fe_1a85_ec53) ^ hash >> 29
}

/// The checksum of a value and of the [hash](hash) of the text that it belongs to.
#[expect(clippy::cast_possible_truncation, reason = "a checksum has 32 bits")]
pub(crate) const fn seal(hash: u64, value: u64) -> u32 {
    // The hash is mixed in, so that a value which was moved to another text does not fit.
    let mixed = (hash ^ value.wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    (mixed ^ mixed >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_added_passes_and_little_else() {
        let texts = 20_000_u64;
        let filter = Filter::new(texts);
        let board = |number: u64| format!("{:016b}/{:016b}", number % 65_536, number / 7).replace('1', "x");
        (0..texts).for_each(|number| filter.add(hash(board(number).as_bytes())));
        let again = Filter::from_bytes(&filter.to_bytes()).unwrap();
        assert!((0..texts).all(|number| again.may_have(hash(board(number).as_bytes()))));
        let wrong = (texts..2 * texts).filter(|number| again.may_have(hash(board(*number).as_bytes()))).count();
        assert!(wrong < 600, "{wrong} of {texts} pass that were not added");
        assert!(Filter::from_bytes(&[0; 60]).is_none() && Filter::from_bytes(&[]).is_none());
    }
}
