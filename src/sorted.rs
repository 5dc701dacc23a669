//! Short lists in order: one sort for code in which it takes no time that counts, and one by hashes for the hot path of whole positions.

use std::cmp::Ordering;
use std::hash::{BuildHasher, Hash};

use rustc_hash::FxBuildHasher;

/// The items in order; equal ones stay in their order.
///
/// Sorts places in the list, and compares the items behind a pointer, so that there is one sort for all lists. Each type and each comparison
/// that is given to the sort of the standard library compiles some 2200 lines of LLVM IR.
pub(crate) fn sorted_by<T: Clone>(items: &[T], compare: impl Fn(&T, &T) -> Ordering) -> Vec<T> {
    let places = places_in_order(items.len(), &|one, other| compare(&items[one], &items[other]));
    places.into_iter().map(|place| items[place].clone()).collect()
}

/// The places of a list of this length in the order of the items; places of equal ones stay in their order.
pub(crate) fn places_in_order(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..count).collect();
    places.sort_by(|one, other| compare(*one, *other));
    places
}

/// Number of items up to which [`sort_by_hash`] needs no allocation. A search of misère Kayles 12,11,10,9 on whole positions takes a third more
/// instructions without.
const FEW: usize = 16;

/// Sorts items by their hashes: an order for positions, which need not implement `Ord`. Those with the same hash stay in their order.
pub(crate) fn sort_by_hash<T: Hash>(items: &mut [T]) {
    let hash = |item: &T| FxBuildHasher.hash_one(item);
    if items.len() > FEW {
        items.sort_by_cached_key(hash);
        return;
    }
    // Insertion, in the items and in their hashes at once.
    let mut hashes = [0; FEW];
    for end in 0..items.len() {
        let inserted = hash(&items[end]);
        let mut at = end;
        while at > 0 && hashes[at - 1] > inserted {
            hashes[at] = hashes[at - 1];
            items.swap(at - 1, at);
            at -= 1;
        }
        hashes[at] = inserted;
    }
}

#[cfg(test)]
mod tests {
    use std::hash::{BuildHasher, Hash, Hasher};

    use rustc_hash::FxBuildHasher;

    use crate::sorted::{FEW, sort_by_hash, sorted_by};

    /// An item that hashes its first part only.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Half(usize, usize);

    impl Hash for Half {
        fn hash<H: Hasher>(&self, state: &mut H) {
            self.0.hash(state);
        }
    }

    #[test]
    fn few_items_and_many_stand_in_the_order_of_their_hashes() {
        for len in 0..=2 * FEW {
            let mut items: Vec<Half> = (0..len).map(|place| Half(place * 5 % 7, place)).collect();
            let mut expected = items.clone();
            expected.sort_by_key(|item| (FxBuildHasher.hash_one(item), item.1));
            sort_by_hash(&mut items);
            assert_eq!(items, expected);
        }
    }

    #[test]
    fn equal_items_stay_in_their_order() {
        let items = ["bb", "a", "ccc", "dd", "e"];
        assert_eq!(sorted_by(&items, |one, other| one.len().cmp(&other.len())), ["a", "e", "bb", "dd", "ccc"]);
        assert!(sorted_by::<u8>(&[], Ord::cmp).is_empty());
    }
}
