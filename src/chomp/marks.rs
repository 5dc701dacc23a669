//! Sets of values for several neighbouring boards at once, collected from runs of table bytes.
//!
//! A board's entry has its options' entries in many runs, and the next board in the table has them one byte further in the same runs.
//! So one read of eight bytes adds an element to eight sets.
//!
//! These sets are a bit set of their own because their number of words is a constant: a union is a vector instruction.

/// A set of numbers below 64 `W`, as bits.
pub(crate) type Set<const W: usize> = [u64; W];

/// Maximum number of neighbours that are treated at once: the bytes of one read (bench `chomp tables`).
pub(crate) const LANES: usize = 8;

/// The set with one element, for each byte: looking it up is faster than shifting a bit to its place.
pub(crate) struct Singles<const W: usize>([Set<W>; 256]);

impl<const W: usize> Singles<W> {
    /// Bytes of 64 `W` and more, which do not fit in a set, get the empty set.
    pub(crate) const fn new() -> Self {
        let mut sets = [[0; W]; 256];
        let mut byte = 0;
        while byte < 256 && byte < 64 * W {
            sets[byte][byte / 64] = 1 << (byte % 64);
            byte += 1;
        }
        Self(sets)
    }

    /// Collects for each neighbour the set of its bytes in all runs: neighbour *i* has the byte at the start of the run plus `from` + *i*.
    /// Bytes behind the end of the table count as 0. Returns how many neighbours were treated: `wanted`, or [`LANES`] if that is less.
    #[inline]
    pub(crate) fn union(
        &self,
        sets: &mut [Set<W>; LANES],
        table: &[u8],
        runs: &[usize],
        from: usize,
        wanted: usize,
    ) -> usize {
        // The number of neighbours is a constant of each loop. For 3 neighbours the loop for 4 is taken, and the caller
        // leaves the fourth set.
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

/// The bytes at the end of the table, of which fewer than `L` are left. Out of line, because it is rare.
#[cold]
#[inline(never)]
fn short<const L: usize>(table: &[u8], start: usize) -> [u8; L] {
    std::array::from_fn(|lane| table.get(start + lane).copied().unwrap_or(0))
}

/// The least number, not below `least`, that is in neither set; 64 `W` if there is none.
#[inline]
pub(crate) fn least_outside<const W: usize>(one: &Set<W>, other: &Set<W>, least: usize) -> usize {
    // Bits below `least` are left out, in the first word only.
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
#[inline]
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
            // Later boards of the block can be cut to this one in the first row, so its value is taken.
            singles.insert(&mut used, *entry);
        }
        from += lanes;
    }
}
