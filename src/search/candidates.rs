//! Sets of nimbers that the value of a position may be.

use std::fmt;

use crate::nimber::Nimber;
use crate::permuted::permuted;

/// A set of nimbers: one bit for each of 0..=62, and bit 63 for all larger nimbers together.
///
/// A bit set of its own among those of this crate: one word that is copied, whose last bit stands for infinitely many numbers. The others hold single
/// numbers only.
///
/// The value of a position is one of its candidates. That is all a search knows before it knows the value, and often enough: a position
/// that is not `*2` is no way to refute that a position is `*2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Candidates(u64);

impl Candidates {
    /// The number of nimbers with a bit of their own.
    pub(crate) const SMALL: u64 = 63;
    /// The bit of all larger nimbers together.
    const LARGE: u64 = 1 << Self::SMALL;

    pub(crate) const NONE: Self = Self(0);
    pub(crate) const ALL: Self = Self(u64::MAX);

    /// One nimber, or all that have no bit of their own if it has none.
    pub(crate) const fn of(nimber: Nimber) -> Self {
        let nimber = nimber.get();
        Self(1 << if nimber < Self::SMALL { nimber } else { Self::SMALL })
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether all have bits of their own.
    pub(crate) const fn are_small(self) -> bool {
        self.0 & Self::LARGE == 0
    }

    /// Whether no nimber of the set has a bit of its own, and the set is not empty.
    pub(crate) const fn is_large(self) -> bool {
        self.0 == Self::LARGE
    }

    /// The number of the lowest bit, or 64.
    #[expect(clippy::cast_possible_truncation, reason = "it is at most 64")]
    pub(crate) const fn place(self) -> u8 {
        self.0.trailing_zeros() as u8
    }

    /// The set as two words.
    #[expect(clippy::cast_possible_truncation, reason = "each half is one word")]
    pub(crate) const fn halves(self) -> [u32; 2] {
        [self.0 as u32, (self.0 >> 32) as u32]
    }

    pub(crate) const fn from_halves([low, high]: [u32; 2]) -> Self {
        Self(low as u64 | (high as u64) << 32)
    }

    /// The nimbers with bits of their own.
    pub(crate) fn iter(self) -> impl Iterator<Item = Nimber> {
        (0..Self::SMALL).filter(move |nimber| self.0 >> nimber & 1 == 1).map(Nimber::new)
    }

    pub(crate) const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub(crate) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    pub(crate) const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The least nimber, or the least that has no bit of its own; there is one.
    pub(crate) const fn least(self) -> Nimber {
        Nimber::new(self.0.trailing_zeros() as u64)
    }

    /// The nimbers up to the least of another set, that one included; all if it is empty.
    pub(crate) const fn up_to(self, other: Self) -> Self {
        Self(self.0 & (other.0 ^ other.0.wrapping_sub(1)))
    }

    /// The least nimbers of the set, as many as there should be.
    pub(crate) fn first(self, count: usize) -> Self {
        let within = |places: u32| self.0 & u64::MAX.checked_shr(64 - places).unwrap_or(0);
        let has_room = |places: u32| within(places).count_ones() as usize <= count;
        // The largest number of places among which are no more than `count`, bit by bit.
        let places = [32, 16, 8, 4, 2, 1, 1]
            .into_iter()
            .fold(0, |places, more| if has_room(places + more) { places + more } else { places });
        Self(within(places))
    }

    /// The nimber, if there is only one.
    pub(crate) const fn only(self) -> Option<Nimber> {
        if self.0.is_power_of_two() && self.are_small() { Some(self.least()) } else { None }
    }

    /// The nim-sums with a nimber. Some sets have no bits for them, and become larger.
    #[inline]
    pub(crate) fn plus(self, nimber: Nimber) -> Self {
        if nimber.is_zero() { self } else { self.plus_other(nimber.get()) }
    }

    /// The nim-sums with a nimber that is not 0.
    fn plus_other(self, nimber: u64) -> Self {
        if nimber > Self::SMALL {
            // A small nimber and a large one have a large sum; two large ones may have any.
            return if self.are_small() { Self(Self::LARGE) } else { Self::ALL };
        }
        // 63 is among the large nimbers, and its sum with a small one is small.
        Self(self.0 & Self::LARGE | permuted(self.0, nimber))
    }
}

/// The nimbers, or those that are missing if these are fewer.
impl fmt::Display for Candidates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut rest, mut before) = (*self, "");
        if self.0.count_ones() > 32 {
            (rest, before) = (Self::ALL.without(*self), "not ");
        }
        for nimber in rest.iter() {
            write!(f, "{before}{nimber}")?;
            before = " or ";
        }
        if rest.are_small() { Ok(()) } else { write!(f, "{before}a larger one") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every nimber of the set, added, is in the set of the sums.
    #[test]
    fn sums_hold_every_sum() {
        for set in [1, 0b1011, 1 << 62, 1 << 63, u64::MAX, 0xdead_beef_1234_5678] {
            for added in (0..200).map(Nimber::new) {
                let sums = Candidates(set).plus(added);
                for one in (0..200).map(Nimber::new).filter(|one| Candidates(set).meets(Candidates::of(*one))) {
                    assert!(sums.meets(Candidates::of(one + added)), "{set:x} {one} {added}");
                }
                let small = added.get() < 63 && Candidates(set).are_small() && set >> (added.get() ^ 63) & 1 == 0;
                assert!(!small || sums.0.count_ones() == set.count_ones(), "{set:x} {added}");
            }
        }
    }
}
