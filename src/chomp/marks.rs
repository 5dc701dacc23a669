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

    /// For each of at most `wanted` neighbours the set of its bytes in all runs, each of which starts at its place and `from` bytes
    /// on; says how many it has treated. What stands behind the end of the table counts as 0.
    #[inline]
    pub(crate) fn union(
        &self,
        sets: &mut [Set<W>; LANES],
        table: &[u8],
        runs: &[usize],
        from: usize,
        wanted: usize,
    ) -> usize {
        match wanted {
            0 | 1 => self.lanes::<1>(sets, table, runs, from),
            2 => self.lanes::<2>(sets, table, runs, from),
            3 | 4 => self.lanes::<4>(sets, table, runs, from),
            _ => self.lanes::<LANES>(sets, table, runs, from),
        }
        wanted.min(LANES)
    }

    #[inline]
    fn lanes<const L: usize>(&self, sets: &mut [Set<W>; LANES], table: &[u8], runs: &[usize], from: usize) {
        let mut all = [[0; W]; L];
        for run in runs {
            let start = run + from;
            let bytes: [u8; L] = match table.get(start..).and_then(|rest| rest.first_chunk()) {
                Some(bytes) => *bytes,
                None => short(table, start),
            };
            for (set, byte) in all.iter_mut().zip(bytes) {
                let single = &self.0[usize::from(byte)];
                for (word, one) in set.iter_mut().zip(single) {
                    *word |= one;
                }
            }
        }
        sets[..L].copy_from_slice(&all);
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
fn short<const L: usize>(table: &[u8], start: usize) -> [u8; L] {
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

/// Computes the values of neighbouring boards, from place `from` of `block` on. A value is the least number that is neither in the
/// board's runs, nor in `used`, nor the value of an earlier board of the block.
pub(crate) fn values_of_block<const W: usize>(
    singles: &Singles<W>,
    mut used: Set<W>,
    done: &[u8],
    runs: &[usize],
    block: &mut [u8],
    mut from: usize,
) {
    while from < block.len() {
        let mut sets = [[0; W]; LANES];
        let lanes = singles.union(&mut sets, done, runs, from, block.len() - from);
        for (entry, set) in block[from..].iter_mut().zip(&sets[..lanes]) {
            let value = least_outside(set, &used, 0);
            *entry = u8::try_from(value).expect("a value is less than the number of tiles, which is at most 256");
            singles.insert(&mut used, *entry);
        }
        from += lanes;
    }
}
