//! Lasker's Nim.

use std::iter;

use crate::components::Components;
use crate::game::ImpartialGame;
use crate::heap::HeapMove;
use crate::nimber::Nimber;
use crate::notation::{Notation, NotationError, heaps_text, parse_heaps};

/// Lasker's Nim: take any number of counters from a heap, or divide a heap in two without taking any.
///
/// Theorem: heaps of 4*k* + 1, 4*k* + 2, 4*k* + 3 and 4*k* + 4 have values 4*k* + 1, 4*k* + 2, 4*k* + 4 and 4*k* + 3.
///
/// A position is the size of one heap, up to 2^64 − 1. Those of its moves that leave a given value are told without trying
/// the others, in time proportional to their number.
///
/// ```
/// use grundy::{LaskersNim, Nimber, Solver};
///
/// let mut solver = Solver::new(LaskersNim);
/// assert_eq!(solver.grundy([2, 5, 7])?, Nimber::new(15)); // *2 + *5 + *8
/// let wins: Vec<String> = solver.winning_moves([2, 5, 7])?.map(|found| found.unwrap().mv.to_string()).collect();
/// assert_eq!(wins, ["split into 1 and 6", "split into 2 and 5", "split into 3 and 4"]);
/// # Ok::<(), grundy::SolveError<u64>>(())
/// ```
///
/// In general, if the largest heap has 4*k* − 1 = 2^*i* − 1 counters and the values of the others xor to 2^*i* − 1, every
/// winning move divides that heap: so it is with 1, 2, 3 and with 6, 9, 15.
///
/// Reference: Winning Ways, ch. 4; the code 4.\[3\].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LaskersNim;

/// The value of a heap, a map that is its own inverse. That of 2^64 − 1 would be 2^64, which no nimber here can hold.
fn value(heap: u64) -> Option<Nimber> {
    let size = match heap % 4 {
        3 => heap.checked_add(1)?,
        0 => heap.saturating_sub(1),
        _ => heap,
    };
    Some(Nimber::new(size))
}

impl ImpartialGame for LaskersNim {
    type Position = u64;
    type Move = HeapMove;

    fn moves(&self, heap: &u64) -> impl Iterator<Item = HeapMove> {
        let heap = *heap;
        (1..=heap).map(HeapMove::Take).chain((1..=heap / 2).map(move |small| HeapMove::Split(small, heap - small)))
    }

    fn play(&self, heap: &u64, mv: &HeapMove) -> Components<u64> {
        match mv {
            HeapMove::Take(count) if count >= heap => Components::new(),
            HeapMove::Take(count) => (heap - count).into(),
            HeapMove::Split(one, other) => [*one, *other].into(),
        }
    }

    fn allows(&self, heap: &u64, mv: &HeapMove) -> bool {
        match mv {
            HeapMove::Take(count) => (1..=*heap).contains(count),
            HeapMove::Split(small, large) => *small >= 1 && small <= large && small.checked_add(*large) == Some(*heap),
        }
    }

    fn known_value(&self, heap: &u64) -> Option<Nimber> {
        value(*heap)
    }

    fn moves_leaving<'a>(&'a self, heap: &'a u64, target: Nimber) -> Option<Box<dyn Iterator<Item = HeapMove> + 'a>> {
        let heap = *heap;
        let with_target = value(target.get())?.get();
        let taken = heap.checked_sub(with_target).filter(|taken| *taken > 0);
        let splits = small_parts(heap, target).map(move |small| HeapMove::Split(small, heap - small));
        Some(Box::new(taken.map(HeapMove::Take).into_iter().chain(splits)))
    }
}

/// The smaller parts, in ascending order, of all splits of a heap whose parts' values xor to `target`.
///
/// Write the parts as 4*h* + 1 + *r* with *r* from 0 to 3: the values are 4*h* plus 1, 2, 4 or 3. So each pair of *r*s fixes the last
/// two bits of the values' xor, and tells how what stands above these bits, *x* and *y*, comes from the two *h*: their sum *s* is
/// known, and their xor *w* must be the target's. Now *x* + *y* = *s* with *x* ⊕ *y* = *w* means that the ones that they share are
/// (*s* − *w*)/2, and that *x* has those and any subset of *w*. Nothing is tried that is not a split, so the time is that of the splits.
fn small_parts(heap: u64, target: Nimber) -> impl Iterator<Item = u64> {
    let quarters = target.get() >> 2;
    let mut streams: Vec<_> = Vec::new();
    for (one, other) in (0..4).flat_map(|one| (0..4).map(move |other| (one, other))) {
        let ends = [one, other].map(|end: u64| if end >= 2 { 6 - end } else { end + 1 });
        let Some(above) = heap.checked_sub(2 + one + other).filter(|rest| rest % 4 == 0) else { continue };
        if !(ends[0] ^ ends[1] ^ target.get()).is_multiple_of(4) {
            continue;
        }
        let carries = ends.map(|end| end / 4);
        let Some(twice) = (above / 4 + carries[0] + carries[1]).checked_sub(quarters) else { continue };
        let shared = twice / 2;
        if twice % 2 == 0 && shared & quarters == 0 {
            let parts = subsets(quarters).filter(move |part| (shared | (quarters & !part)) >= carries[1]);
            let small = parts.filter_map(move |part| Some(4 * (shared | part).checked_sub(carries[0])? + 1 + one));
            streams.push(small.take_while(move |small| *small <= heap / 2).peekable());
        }
    }
    iter::from_fn(move || {
        let least = streams.iter_mut().filter_map(|stream| stream.peek().copied()).min()?;
        streams.iter_mut().find_map(|stream| stream.next_if_eq(&least))
    })
}

/// The subsets of the ones of a number, in ascending order.
fn subsets(ones: u64) -> impl Iterator<Item = u64> {
    iter::successors(Some(0), move |subset: &u64| Some(subset.wrapping_sub(ones) & ones).filter(|next| *next != 0))
}

/// Heaps are written as numbers with commas between them: `2,5,7`.
impl Notation for LaskersNim {
    fn component_name(&self, _: &u64) -> &'static str {
        "heap"
    }

    fn parse(&self, text: &str) -> Result<Components<u64>, NotationError> {
        parse_heaps(text, "a heap")
    }

    fn text(&self, heaps: &[u64]) -> String {
        heaps_text(heaps)
    }
}
