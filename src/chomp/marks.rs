//! Sets of bytes, one for each of several neighbours, collected from many runs at once.

/// A set of numbers below 64 `W`.
pub(crate) type Set<const W: usize> = [u64; W];

/// How many neighbours are treated at once.
pub(crate) const LANES: usize = 8;

/// The set of each single byte.
pub(crate) struct Singles<const W: usize>([Set<W>; 256]);

impl<const W: usize> Singles<W> {
    /// Bytes that do not fit in a set get an empty one.
    pub(crate) const fn new() -> Self {
        let mut sets = [[0; W]; 256];
        let mut byte = 0;
        while byte < 256 && byte < 64 * W {
            sets[byte][byte / 64] = 1 << (byte % 64);
            byte += 1;
        }
        Self(sets)
    }

    /// For each of `LANES` neighbours the set of its bytes in all runs, each of which starts at its place and `from` bytes on.
    /// What stands behind the end of the table counts as 0.
    #[inline]
    pub(crate) fn union(&self, table: &[u8], runs: &[usize], from: usize) -> [Set<W>; LANES] {
        let mut sets = [[0; W]; LANES];
        for run in runs {
            let start = run + from;
            let bytes: [u8; LANES] = match table.get(start..).and_then(|rest| rest.first_chunk()) {
                Some(bytes) => *bytes,
                None => short(table, start),
            };
            for (set, byte) in sets.iter_mut().zip(bytes) {
                let single = &self.0[usize::from(byte)];
                for (word, one) in set.iter_mut().zip(single) {
                    *word |= one;
                }
            }
        }
        sets
    }

    #[inline]
    pub(crate) fn insert(&self, set: &mut Set<W>, byte: u8) {
        for (word, one) in set.iter_mut().zip(&self.0[usize::from(byte)]) {
            *word |= one;
        }
    }
}

#[cold]
#[inline(never)]
fn short(table: &[u8], start: usize) -> [u8; LANES] {
    std::array::from_fn(|lane| table.get(start + lane).copied().unwrap_or(0))
}

/// The least number from `least` on that is in neither set.
#[inline]
pub(crate) fn least_outside<const W: usize>(one: &Set<W>, other: &Set<W>, least: usize) -> usize {
    let mut mask = u64::MAX << (least % 64);
    for word in least / 64..W {
        let free = !(one[word] | other[word]) & mask;
        if free != 0 {
            return word * 64 + free.trailing_zeros() as usize;
        }
        mask = u64::MAX;
    }
    64 * W
}
