//! The sparse space of a code as the streaming engine uses it: values become codes, parts become lists.

use crate::heap::lane::{BLOCK, Lane};
use crate::heap::marks::Part;
use crate::heap::mask::Mask;
use crate::heap::pairs::Pairs;
use crate::heap::stream::error::StreamError;

/// Heaps of a state that are compared before all of them.
pub(super) const NEEDLE: usize = 4;

/// What the first heaps of a code say about all the others, as long as no further heap is rare.
///
/// The *code* of a value is the value without the lowest bit of the mask. That bit follows from the others and the class of the value,
/// so that half as many codes as values are needed. Codes have the same nim-sums as values, and of two values of the same class the
/// smaller one has the smaller code: the highest bit in which they differ is never the one that is left out, since they differ in an
/// even number of bits of the mask.
#[derive(Clone, Debug)]
pub(super) struct Space {
    mask: Mask,
    /// Counters taken by moves that divide, ascending.
    pub(super) breaks: Vec<usize>,
    pub(super) fewest: usize,
    pub(super) most: usize,
    /// Counters taken by moves that leave one heap, if its value is a common one for the larger heap.
    pub(super) common_ones: Vec<usize>,
    /// The same if it is a rare one.
    pub(super) rare_ones: Vec<usize>,
    /// The rare heaps, ascending.
    pub(super) rare: Vec<Part>,
    /// The common heaps of the prefix, ascending.
    pub(super) common: Vec<Part>,
    /// Latest values that the next value depends on.
    pub(super) memory: usize,
    /// Latest values that witnesses may use, for the heaps of one block.
    pub(super) reach: usize,
}

impl Space {
    /// The space of a code with these moves and first values, of which `prefix` may be parts of witnesses.
    pub(super) fn new(pairs: &Pairs, values: &[u8], prefix: usize) -> Result<Self, StreamError> {
        // Equal heaps that a large heap leaves are both beyond the prefix, where no part is looked for.
        if !pairs.halves.is_empty() {
            return Err(StreamError::Code);
        }
        let width = values.iter().map(|value| usize::from(*value) + 1).max().expect("the first values are known");
        let mask = Mask::best(values, width, pairs, values.len());
        let is_rare = |heap: usize| mask.is_rare(heap, values[heap].into());
        // The last one, since a prefix that has this heap has all rare heaps that are known.
        if let Some(heap) = (prefix..values.len()).rfind(|heap| is_rare(*heap)) {
            return Err(StreamError::LateRareHeap { heap, prefix });
        }
        // The parity of the heap alone would count, and there would be no bit of a value to leave out in its code.
        if mask.ones == 0 {
            return Err(StreamError::NoSparseSpace);
        }
        let part = |heap: usize| Part { heap, code: code_of(mask, values[heap].into()) };
        // Heap 0 is not a part: moves that leave one heap are `ones`.
        let (rare, common): (Vec<usize>, Vec<usize>) = (1..prefix).partition(|heap| is_rare(*heap));
        let [rare, common]: [Vec<Part>; 2] = [rare, common].map(|heaps| heaps.into_iter().map(part).collect());
        // Moves that must leave different heaps are among them: a part of the prefix always differs from its partner,
        // which is beyond the prefix.
        let mut breaks: Vec<usize> = pairs.breaks().collect();
        breaks.sort_unstable();
        let (fewest, most) = pairs.fewest_and_most();
        // Taking an odd number changes the parity of the heap, and so the class of the value where parity counts.
        let (rare_ones, common_ones) = pairs.ones.iter().partition(|taken| mask.parity && *taken % 2 == 1);
        let taken = pairs.most_taken();
        // The partner of the largest rare part, in the smallest sum that a move leaves, lies that far back.
        let memory = rare.last().map_or(0, |part| part.heap).max(NEEDLE) + taken;
        Ok(Self {
            mask,
            breaks,
            fewest,
            most,
            common_ones,
            rare_ones,
            rare,
            common,
            memory,
            reach: prefix + taken + BLOCK,
        })
    }

    pub(super) const fn mask(&self) -> Mask {
        self.mask
    }

    /// Whether a period must be even: the parity of the heap belongs to the state.
    pub(super) const fn parity_counts(&self) -> bool {
        self.mask.parity
    }

    /// The lowest bit of the mask, which codes leave out.
    pub(super) const fn low(&self) -> usize {
        self.mask.ones.trailing_zeros() as usize
    }

    pub(super) fn code(&self, value: usize) -> usize {
        code_of(self.mask, value)
    }

    /// The value of a common heap, by its code and whether the heap is even.
    pub(super) fn value(&self, code: usize, is_even: bool) -> usize {
        let low = self.low();
        // The code with a gap at the lowest bit of the mask, and 0 in the gap. If that is a rare value, a 1 makes it
        // common. For the mask 7 and the code 0: 0 is rare, so the value is 1.
        let without = (code >> low) << (low + 1) | code & ((1 << low) - 1);
        // Any heap of the same parity tells the class.
        let is_rare = self.mask.is_rare(usize::from(!is_even), without);
        without | usize::from(is_rare) << low
    }

    /// The values of common heaps from `first` on, by their codes.
    pub(super) fn values(&self, codes: &[u8], first: u64) -> Vec<u8> {
        let value = |code: usize, is_even| u8::try_from(self.value(code, is_even)).expect("codes are below 64");
        // A table for each parity: a value is looked up by its code, without counting bits.
        let [of_even, of_odd] =
            [true, false].map(|is_even| (0..64).map(|code| value(code, is_even)).collect::<Vec<u8>>());
        let mut values = codes.to_vec();
        for (heap, value) in (first..).zip(&mut values) {
            *value = if heap.is_multiple_of(2) { &of_even } else { &of_odd }[usize::from(*value)];
        }
        values
    }

    /// Whether the common value of this code is larger than the rare value of the same code, for even heaps or for odd ones.
    pub(super) fn is_larger(&self, code: usize, is_even: bool) -> bool {
        self.value(code, is_even) >> self.low() & 1 == 1
    }
}

fn code_of(mask: Mask, value: usize) -> usize {
    // Bit `low` goes, and the bits above it move down. For the mask 7, the values 6 and 7 have the code 3.
    let low = mask.ones.trailing_zeros();
    (value >> low >> 1) << low | value & ((1 << low) - 1)
}

/// The codes of heaps, by the sets of each of them alone.
pub(super) fn codes_of<L: Lane>(sets: &[L]) -> Vec<u8> {
    let mut codes = Vec::with_capacity(sets.len());
    for set in sets {
        codes.push(u8::try_from(set.least()).expect("codes are below 64"));
    }
    codes
}

/// The set of each code alone.
pub(super) fn sets_of<L: Lane>(codes: &[u8]) -> Vec<L> {
    let mut sets = Vec::with_capacity(codes.len());
    for code in codes {
        sets.push(L::single((*code).into()));
    }
    sets
}

#[cfg(test)]
mod tests {
    use super::{Part, Space};
    use crate::heap::TakeAndBreak;
    use crate::heap::pairs::Pairs;
    use crate::heap::sequence::tests::by_pairs;

    /// Heaps are divided by the definition of rare heaps, and codes are values without a bit, taken bit by bit.
    #[test]
    fn a_space_is_what_the_definition_says_of_the_first_heaps() {
        for (text, prefix) in
            [("0.106", 1200), ("0.45", 256), ("0.644", 512), ("0.104", 512), ("0.3!4", 64), ("0.34", 64), ("4.12", 16)]
        {
            let code: TakeAndBreak = text.parse().unwrap();
            let values: Vec<usize> =
                by_pairs(&code, 1500).into_iter().map(|value| usize::try_from(value).unwrap()).collect();
            let bytes: Vec<u8> = values.iter().map(|value| u8::try_from(*value).unwrap()).collect();
            let space = Space::new(&Pairs::of(&code).unwrap(), &bytes, prefix).unwrap();
            let (ones, parity) = (space.mask().ones as usize, space.parity_counts());
            let leaving = |heaps: u32| -> Vec<usize> {
                (0..).zip(code.digits()).filter(|(_, digit)| digit.allows(heaps)).map(|(taken, _)| taken).collect()
            };
            let breaks = leaving(2);
            let is_rare = |heap: &usize| {
                let count = (values[*heap] & ones).count_ones() as usize;
                (count + if parity { heap + breaks[0] } else { 0 }).is_multiple_of(2)
            };
            let (rare, common): (Vec<usize>, Vec<usize>) = (1..values.len()).partition(is_rare);
            let low = (0..8).find(|bit| ones >> bit & 1 == 1).unwrap();
            let part = |heap: &usize| {
                let bits = (0..8).filter(|bit| *bit != low).map(|bit| values[*heap] >> bit & 1);
                Part { heap: *heap, code: bits.rev().fold(0, |code, bit| 2 * code + bit) }
            };
            let parts = |heaps: &[usize]| heaps.iter().filter(|heap| **heap < prefix).map(part).collect::<Vec<_>>();
            assert!(rare.iter().all(|heap| *heap < prefix), "{text}");
            assert_eq!((&space.rare, &space.common), (&parts(&rare), &parts(&common)), "{text}");
            for heap in common {
                assert_eq!(space.value(part(&heap).code, heap % 2 == 0), values[heap], "{text}, heap {heap}");
            }
            assert_eq!((space.fewest, space.most), (breaks[0], breaks[breaks.len() - 1]), "{text}");
            let (rare_ones, common_ones): (Vec<usize>, Vec<usize>) =
                leaving(1).into_iter().partition(|taken| parity && taken % 2 == 1);
            assert_eq!((&space.breaks, &space.rare_ones, &space.common_ones), (&breaks, &rare_ones, &common_ones));
            let taken = code.digits().len() - 1;
            // A state has four heaps at least, and witnesses are for the heaps of a block of 64.
            let last = rare.last().copied().unwrap_or(0).max(4);
            assert_eq!((space.memory, space.reach), (last + taken, prefix + taken + 64), "{text}");
        }
    }
}
