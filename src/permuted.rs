//! Sets of values in words: what a nim-addition to each value does to them.

/// The places in a word whose number has a zero at bit 0, 1, .. 5.
pub(crate) const LOW_HALVES: [u64; 6] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];

/// The bits of a word, that at place *p* moved to place *p* ⊕ `number`, of which the lowest six bits count.
pub(crate) fn permuted(mut word: u64, number: u64) -> u64 {
    for (bit, low) in LOW_HALVES.into_iter().enumerate() {
        if number >> bit & 1 == 1 {
            let by = 1 << bit;
            word = (word & low) << by | word >> by & low;
        }
    }
    word
}
