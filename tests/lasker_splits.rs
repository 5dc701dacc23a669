//! The splits of Lasker's Nim that are told, against trying every split.

use grundy::heap::HeapMove;
use grundy::{ImpartialGame, LaskersNim, Nimber};
use proptest::prelude::*;

/// All moves of a heap that leave a value, by trying them.
fn tried(heap: u64, value: Nimber) -> Vec<HeapMove> {
    let value_of = |heap: &u64| LaskersNim.known_value(heap).unwrap();
    LaskersNim
        .moves(&heap)
        .filter(|mv| LaskersNim.play(&heap, mv).iter().map(value_of).sum::<Nimber>() == value)
        .collect()
}

#[test]
fn splits_of_small_heaps_are_told_in_order() {
    for heap in 0..70 {
        for value in (0..140).map(Nimber::new) {
            let told: Vec<_> = LaskersNim.moves_leaving(&heap, value).unwrap().collect();
            assert_eq!(told, tried(heap, value), "heap {heap} to {value}");
        }
    }
}

proptest! {
    #[test]
    fn splits_of_larger_heaps_are_told_in_order(heap in 0..5000_u64, part in 0..5000_u64) {
        let part = part.min(heap);
        let value = [part, heap - part].iter().map(|part| LaskersNim.known_value(part).unwrap()).sum();
        let told: Vec<_> = LaskersNim.moves_leaving(&heap, value).unwrap().collect();
        prop_assert_eq!(told, tried(heap, value));
    }

    /// Few splits, or none, are told at once: nothing else is tried.
    #[test]
    fn splits_of_huge_heaps_are_told_at_once(heap in u64::MAX / 2..u64::MAX - 1, value in any::<u64>()) {
        for mv in LaskersNim.moves_leaving(&heap, Nimber::new(value & !3)).unwrap().take(1000) {
            prop_assert!(LaskersNim.allows(&heap, &mv));
        }
    }
}
