//! Small games that several tests play.

use grundy::{Components, ImpartialGame};

/// The rules of a heap of which a move leaves any smaller one, named by what it leaves. The hints are each test's own.
macro_rules! rules_of_a_heap {
    () => {
        type Position = u64;
        type Move = u64;

        fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> {
            0..*heap
        }

        fn play(&self, _: &u64, left: &u64) -> grundy::Components<u64> {
            (*left).into()
        }
    };
}
pub(crate) use rules_of_a_heap;

/// Two heaps in a row, which are the same the other way round: a mirror image is another position with the same key, and
/// `options` lists one of the two only.
pub(crate) struct TwoHeaps;

impl ImpartialGame for TwoHeaps {
    type Position = (u64, u64);
    type Move = (u64, u64);

    fn moves(&self, (left, right): &(u64, u64)) -> impl Iterator<Item = (u64, u64)> {
        let (left, right) = (*left, *right);
        (0..left).map(move |less| (less, right)).chain((0..right).map(move |less| (left, less)))
    }

    fn play(&self, _: &(u64, u64), left: &(u64, u64)) -> Components<(u64, u64)> {
        (*left).into()
    }

    fn options(&self, position: &(u64, u64)) -> impl Iterator<Item = Components<(u64, u64)>> {
        let symmetric = position.0 == position.1;
        self.moves(position).filter(move |(left, right)| !symmetric || left < right).map(Components::from)
    }

    fn memo_key(&self, (left, right): (u64, u64)) -> (u64, u64) {
        (left.min(right), left.max(right))
    }
}
