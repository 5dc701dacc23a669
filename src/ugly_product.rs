//! The ugly product of nimbers, which gives values of acrostic products.

use crate::nimber::Nimber;

impl Nimber {
    /// The ugly product *x* ∪ *y*: it is bilinear over the nim-sum, and on powers of two
    ///
    /// | factors | product |
    /// |---|---|
    /// | 2^*a* ∪ 1 | 2^*a* |
    /// | 2^*a* ∪ 2^*b*, *a* > *b* ≥ 1 | 2^*a* + 2^(*b* − 1) |
    /// | 2^*a* ∪ 2^*a*, *a* ≥ 1 | 2^(*a* − 1) |
    ///
    /// It is commutative, has the identity `*1`, and is not associative: (2 ∪ 2) ∪ 4 = 4, but 2 ∪ (2 ∪ 4) = 2 ∪ 5 = 7.
    ///
    /// Theorem: for a power of two 2^*b*, *x* ↦ *x* ∪ 2^*b* is injective; for *a* > *b*, it maps the numbers below 2^*a* onto themselves;
    /// and it maps the numbers below 2^*b* with an even number of ones onto the numbers below 2^(*b* − 1), those with an odd number onto these
    /// plus 2^*b*.
    ///
    /// Proof: for *b* = 0 it is the identity. For *b* ≥ 1, write *x* as its bits above *b*, its bit *b*, and its bits *l* below *b*. The product
    /// consists of the bits above *b*; of bit *b*, which is the parity of the ones of *l*; of bit *b* − 1, which is the parity of the ones of
    /// *x* from *b* on; and of the bits below, which are *l*/2 rounded down. The bits above *b*, then bit *b* of *x* from the parity in bit
    /// *b* − 1, all of *l* but its bit 0 from the lower bits, and bit 0 of *l* from the parity in bit *b* can be read off. So it is injective,
    /// and none of these bits reaches 2^*a* if *x* is below 2^*a*.
    ///
    /// With [acrostic products](crate::compound::Acrostic), it is to these what the nim-product is to Tartans. Time is constant: 64 steps.
    ///
    /// ```
    /// use grundy::Nimber;
    /// let row = (1..=16).map(|y| Nimber::new(14).ugly_product(Nimber::new(y)).get());
    /// assert!(row.eq([14, 13, 3, 13, 3, 0, 14, 7, 9, 10, 4, 10, 4, 7, 9, 23]));
    /// ```
    ///
    /// Reference: Winning Ways, ch. 14.
    #[must_use]
    pub fn ugly_product(self, other: Self) -> Self {
        (0..u64::BITS).filter(|bit| other.get() >> bit & 1 == 1).map(|bit| times_power(self.get(), bit)).sum()
    }
}

/// The ugly product of *x* and 2^`bit`, by the proof of [`Nimber::ugly_product`].
fn times_power(x: u64, bit: u32) -> Nimber {
    if bit == 0 {
        return Nimber::new(x);
    }
    let power = 1 << bit;
    // The powers of two in `x` below 2^`bit`, and those from it on: the definition treats each kind in one way.
    let below = x & (power - 1);
    let from = x & !(power - 1);
    let parity = |bits: u64| u64::from(bits.count_ones() % 2);
    Nimber::new(from & !power | parity(below) << bit | parity(from) << (bit - 1) | below >> 1)
}

#[cfg(test)]
mod tests {
    use crate::nimber::Nimber;

    /// Term by term, as it is defined.
    fn by_definition(x: u64, y: u64) -> u64 {
        let mut product = 0;
        for a in (0..64).filter(|a| x >> a & 1 == 1) {
            for b in (0..64).filter(|b| y >> b & 1 == 1) {
                let (large, small) = (a.max(b), a.min(b));
                product ^= match (large == small, small) {
                    (_, 0) => 1 << large,
                    (true, _) => 1 << (large - 1),
                    (false, _) => 1 << large ^ 1 << (small - 1),
                };
            }
        }
        product
    }

    #[test]
    fn products_are_those_of_the_definition() {
        let large = [u64::MAX, 1 << 63, (1 << 63) + 5, 0x0123_4567_89AB_CDEF, 1 << 32];
        let numbers: Vec<u64> = (0..70).chain(large).collect();
        for x in &numbers {
            for y in &numbers {
                assert_eq!(Nimber::new(*x).ugly_product(Nimber::new(*y)).get(), by_definition(*x, *y), "{x} {y}");
            }
        }
    }
}
