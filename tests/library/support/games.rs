//! Small games that several tests play.

use std::fmt;

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

/// The notation of heaps by their sizes, with something between them.
macro_rules! texts_of_heaps {
    ($heap:ty, $between:literal) => {
        fn component_name(&self, _: &$heap) -> &'static str {
            "heap"
        }

        fn parse(&self, text: &str) -> Result<grundy::Components<$heap>, grundy::NotationError> {
            let heap = |heap: &str| heap.parse().map_err(|_| grundy::NotationError::new(text, 0, "heaps are numbers"));
            text.split($between).map(heap).collect()
        }

        fn text(&self, heaps: &[$heap]) -> String {
            heaps.iter().map(<$heap>::to_string).collect::<Vec<_>>().join($between)
        }
    };
}
pub(crate) use texts_of_heaps;

/// Three heaps in a row. `options` lists those that differ by the order of the heaps once, in ascending order, though each order has a memo key of its own.
#[derive(Clone, Copy)]
pub(crate) struct InARow;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Row(pub(crate) [u8; 3]);

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [one, two, three] = self.0;
        write!(f, "{one},{two},{three}")
    }
}

impl ImpartialGame for InARow {
    type Position = Row;
    type Move = Row;

    fn moves(&self, Row(heaps): &Row) -> impl Iterator<Item = Row> {
        let heaps = *heaps;
        let lower = move |place: usize| (0..heaps[place]).map(move |less| (place, less));
        (0..3).flat_map(lower).map(move |(place, less)| {
            let mut left = heaps;
            left[place] = less;
            Row(left)
        })
    }

    fn play(&self, _: &Row, left: &Row) -> Components<Row> {
        (*left).into()
    }

    fn options(&self, heaps: &Row) -> impl Iterator<Item = Components<Row>> {
        let mut options: Vec<Row> = self.moves(heaps).collect();
        for left in &mut options {
            left.0.sort_unstable();
        }
        options.sort_unstable();
        options.dedup();
        options.into_iter().map(Components::from)
    }
}

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

/// Impartial tic-tac-toe: both players set a cross into one of nine cells; with three in a row it is over.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Notakto;

impl Notakto {
    /// The rows, columns and diagonals, a bit for each cell.
    const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
}

impl ImpartialGame for Notakto {
    type Position = u16;
    type Move = u16;

    fn moves(&self, crosses: &u16) -> impl Iterator<Item = u16> {
        let crosses = *crosses;
        let over = Self::LINES.iter().any(|line| crosses & line == *line);
        (0..9).map(|cell| 1 << cell).filter(move |cell| !over && crosses & cell == 0)
    }

    fn play(&self, crosses: &u16, cell: &u16) -> Components<u16> {
        (crosses | cell).into()
    }
}

/// Cram on a board of three rows of four squares, a bit for each square that is free: a domino is put on two adjacent ones.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cram;

impl Cram {
    const BOARD: u16 = 0xfff;

    /// The free squares, those connected with each other together; single squares are left out.
    fn regions(mut free: u16) -> Components<u16> {
        let mut regions = Components::new();
        while free != 0 {
            let mut region = free & free.wrapping_neg();
            loop {
                let aside = (region & !0x888) << 1 | (region & !0x111) >> 1;
                let grown = (region | region << 4 | region >> 4 | aside) & free;
                if grown == region {
                    break;
                }
                region = grown;
            }
            free &= !region;
            if region.count_ones() > 1 {
                regions.push(region);
            }
        }
        regions
    }
}

impl ImpartialGame for Cram {
    type Position = u16;
    type Move = u16;

    fn moves(&self, free: &u16) -> impl Iterator<Item = u16> {
        let free = free & Self::BOARD;
        let across = (0..12).filter(|square| square % 4 < 3).map(|square| 0b11 << square);
        let down = (0..8).map(|square| 0b1_0001 << square);
        across.chain(down).filter(move |domino| free & domino == *domino)
    }

    fn play(&self, free: &u16, domino: &u16) -> Components<u16> {
        Self::regions(free & Self::BOARD & !domino)
    }
}

/// Take one to three counters from a heap, without a hint.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OneToThree;

impl ImpartialGame for OneToThree {
    type Position = u64;
    type Move = u64;

    fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> {
        1..=3.min(*heap)
    }

    fn play(&self, heap: &u64, taken: &u64) -> Components<u64> {
        heap.saturating_sub(*taken).into()
    }
}

/// A heap from which exactly one counter is taken.
pub(crate) struct Chain;

impl ImpartialGame for Chain {
    type Position = u64;
    type Move = ();

    fn moves(&self, heap: &u64) -> impl Iterator<Item = ()> {
        (*heap > 0).then_some(()).into_iter()
    }

    fn play(&self, heap: &u64, (): &()) -> Components<u64> {
        heap.saturating_sub(1).into()
    }
}
