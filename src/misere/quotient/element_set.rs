//! Sets of elements of a monoid as bit sets.
//!
//! A type of its own: sets are united in place and compared as a whole, and elements below 128 need no allocation. A [`Subset`](crate::Subset)
//! allocates from element 64 on, and its union is a new set. The sets of sequences (`heap/sequence/sets.rs`) keep spare words, so that equal sets may differ; those of
//! trees (`games/tree/xor_sets.rs`) are tries in a store of nodes; [`MexSet`](crate::MexSet) answers nothing but the mex.

use smallvec::SmallVec;

use crate::subset::ones;

/// A set of elements, given by their numbers. Elements are never removed, so the last word is never 0, and equal sets have equal words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ElementSet(SmallVec<[u64; 2]>);

impl ElementSet {
    pub(super) fn insert(&mut self, element: u16) {
        let (word, bit) = place(element);
        if word >= self.0.len() {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= bit;
    }

    pub(super) fn contains(&self, element: u16) -> bool {
        let (word, bit) = place(element);
        self.0.get(word).is_some_and(|bits| bits & bit != 0)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|bits| *bits == 0)
    }

    /// Whether the sets have a common element.
    pub(super) fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(one, other)| one & other != 0)
    }

    pub(super) fn is_subset(&self, other: &Self) -> bool {
        // The other set may have fewer words; the words that it lacks are 0.
        let others = other.0.iter().copied().chain(std::iter::repeat(0));
        self.0.iter().zip(others).all(|(one, other)| one & !other == 0)
    }

    pub(super) fn unite(&mut self, other: &Self) {
        if other.0.len() > self.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (one, other) in self.0.iter_mut().zip(&other.0) {
            *one |= other;
        }
    }

    /// The elements in ascending order.
    pub(super) fn iter(&self) -> impl Iterator<Item = u16> {
        ones(&self.0).map(|element| u16::try_from(element).expect("the set holds numbers of 16 bits"))
    }
}

impl FromIterator<u16> for ElementSet {
    fn from_iter<I: IntoIterator<Item = u16>>(elements: I) -> Self {
        let mut set = Self::default();
        for element in elements {
            set.insert(element);
        }
        set
    }
}

/// The word and the bit of an element.
fn place(element: u16) -> (usize, u64) {
    (usize::from(element / 64), 1 << (element % 64))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::ElementSet;

    proptest! {
        #[test]
        fn a_set_of_bits_is_a_set(
            one in prop::collection::btree_set(0..200_u16, 0..20),
            other in prop::collection::btree_set(0..200_u16, 0..20),
        ) {
            let [bits, more] = [&one, &other].map(|set| set.iter().copied().collect::<ElementSet>());
            prop_assert_eq!(bits.iter().collect::<BTreeSet<_>>(), one.clone());
            prop_assert_eq!(bits.is_empty(), one.is_empty());
            prop_assert_eq!(bits.meets(&more), !one.is_disjoint(&other));
            prop_assert_eq!(bits.is_subset(&more), one.is_subset(&other));
            prop_assert!((0..200).all(|element| bits.contains(element) == one.contains(&element)));
            let mut union = bits;
            union.unite(&more);
            prop_assert_eq!(union.iter().collect::<BTreeSet<_>>(), &one | &other);
        }
    }
}
