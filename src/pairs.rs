//! Equal components cancel in normal play: the sum of a position with itself is 0, since each move in one of them can be answered by the same
//! move in the other.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use crate::game::ImpartialGame;

/// Memo keys of components, each with the place of a component that has it.
pub(crate) type Unpaired<P> = SmallVec<[(usize, P); 4]>;

/// Number of components up to which each is compared with all others, which is sooner done than a table of them.
const FEW: usize = 16;

/// The components of a sum without pairs of those that have equal memo keys, in reading order. Of an odd number of equal ones the last is left.
pub(crate) fn unpaired<G: ImpartialGame>(game: &G, sum: &[G::Position]) -> Unpaired<G::Position> {
    let keys = sum.iter().map(|component| game.memo_key(component.clone())).enumerate();
    if sum.len() <= FEW {
        let mut left = Unpaired::new();
        for (place, key) in keys {
            match left.iter().position(|(_, other)| *other == key) {
                Some(equal) => _ = left.remove(equal),
                None => left.push((place, key)),
            }
        }
        return left;
    }
    let mut places: HashMap<_, _, FxBuildHasher> = HashMap::default();
    for (place, key) in keys {
        if places.remove(&key).is_none() {
            places.insert(key, place);
        }
    }
    let mut left = vec![None; sum.len()];
    for (key, place) in places {
        left[place] = Some(key);
    }
    left.into_iter().enumerate().filter_map(|(place, key)| Some((place, key?))).collect()
}

#[cfg(test)]
mod tests {
    use crate::components::Components;
    use crate::game::ImpartialGame;
    use crate::pairs::{FEW, unpaired};

    /// Heaps, whose keys are their last digits.
    struct LastDigits;

    impl ImpartialGame for LastDigits {
        type Position = u64;
        type Move = u64;

        fn moves(&self, _: &u64) -> impl Iterator<Item = u64> {
            std::iter::empty()
        }

        fn play(&self, _: &u64, _: &u64) -> Components<u64> {
            Components::new()
        }

        fn memo_key(&self, position: u64) -> u64 {
            position % 10
        }
    }

    #[test]
    fn short_and_long_sums_lose_the_same_pairs() {
        assert_eq!(*unpaired(&LastDigits, &[5, 16, 25, 7, 6, 36]), [(3, 7), (5, 6)]);
        assert!(unpaired(&LastDigits, &[]).is_empty());
        // Zeros at the end cancel, so that the same sum becomes a long one.
        for short in [&[1, 2, 3][..], &[1, 11, 21], &[4, 14, 5, 15], &[9, 8, 9, 7, 9]] {
            let long: Vec<u64> = short.iter().copied().chain([0; 2 * FEW]).collect();
            assert_eq!(unpaired(&LastDigits, &long), unpaired(&LastDigits, short), "{short:?}");
        }
    }
}
