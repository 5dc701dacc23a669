//! Short lists in order, for code in which a sort takes no time that counts.

use std::cmp::Ordering;

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

#[cfg(test)]
mod tests {
    use crate::sorted::sorted_by;

    #[test]
    fn equal_items_stay_in_their_order() {
        let items = ["bb", "a", "ccc", "dd", "e"];
        assert_eq!(sorted_by(&items, |one, other| one.len().cmp(&other.len())), ["a", "e", "bb", "dd", "ccc"]);
        assert!(sorted_by::<u8>(&[], Ord::cmp).is_empty());
    }
}
