//! Sets of values as bit sets: adding a nimber to all values permutes the bits of each word.

/// For *b* = 0, 1, .. 5 the mask of the places in a word whose number has a zero at bit *b*.
const LOW_HALVES: [u64; 6] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];

/// The word with the bit at place *p* moved to place *p* ⊕ `number`. Only the lowest six bits of `number` count.
pub(crate) fn permuted(mut word: u64, number: u64) -> u64 {
    for (bit, low) in LOW_HALVES.into_iter().enumerate() {
        if number >> bit & 1 == 1 {
            // Bit 0 of the number swaps places 0 and 1, 2 and 3, and so on; bit 1 swaps the pairs 0, 1 and 2, 3.
            let by = 1 << bit;
            word = (word & low) << by | word >> by & low;
        }
    }
    word
}

#[cfg(test)]
mod tests {
    use super::permuted;

    #[test]
    fn each_bit_moves_to_its_place_xor_the_number() {
        for number in 0..64_u64 {
            for place in 0..64_u64 {
                assert_eq!(permuted(1 << place, number), 1 << (place ^ number), "{place}, {number}");
                assert_eq!(permuted(!(1 << place), number), !(1 << (place ^ number)), "{place}, {number}");
            }
        }
    }
}
