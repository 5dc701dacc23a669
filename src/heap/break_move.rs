//! Moves of take-and-break games.

use std::fmt;

use crate::components::Components;
use crate::heap::TakeAndBreak;
use crate::heap::partitions::Partitions;

/// A move in one heap of a take-and-break game: take some counters, and leave the rest as some heaps.
///
/// ```
/// use grundy::heap::BreakMove;
///
/// let mv = BreakMove { taken: 2, left: [3, 5].into() };
/// assert_eq!(mv.to_string(), "take 2, leave 3 and 5");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BreakMove {
    /// The number of counters that are taken.
    pub taken: u128,
    /// The sizes of the heaps that are left, in ascending order; none is empty.
    pub left: Components<u128>,
}

impl fmt::Display for BreakMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.taken {
            0 => f.write_str("split into ")?,
            taken => write!(f, "take {taken}, leave ")?,
        }
        let Some((last, others)) = self.left.split_last() else { return f.write_str("nothing") };
        for (place, heap) in others.iter().enumerate() {
            write!(f, "{}{heap}", if place == 0 { "" } else { ", " })?;
        }
        write!(f, "{}{last}", if others.is_empty() { "" } else { " and " })
    }
}

/// The moves in a heap, ordered by the number of counters taken and then by the heaps left, in lexicographic order.
pub(crate) struct Moves<'a> {
    code: &'a TakeAndBreak,
    heap: u128,
    /// The number of counters taken now, and the ways to leave the rest that are still to come; `None` at the end.
    now: Option<(u128, Partitions)>,
}

impl<'a> Moves<'a> {
    pub(crate) fn new(code: &'a TakeAndBreak, heap: u128) -> Self {
        let mut moves = Self { code, heap, now: None };
        moves.take_from(0);
        moves
    }

    /// Continues with the moves that take the least possible number of counters, which is at least `fewest`.
    fn take_from(&mut self, fewest: u128) {
        let taken = next_taken(self.code, self.heap, fewest);
        self.now = taken.map(|taken| (taken, Partitions::new(self.code.digit(taken), self.heap - taken)));
    }
}

impl Iterator for Moves<'_> {
    type Item = BreakMove;

    #[inline]
    fn next(&mut self) -> Option<BreakMove> {
        loop {
            let (taken, ways) = self.now.as_mut()?;
            if let Some(left) = ways.next() {
                return Some(BreakMove { taken: *taken, left });
            }
            match taken.checked_add(1) {
                Some(fewest) => self.take_from(fewest),
                None => self.now = None,
            }
        }
    }

    /// The lower bound counts the moves that take as many counters as the next one and differ in the smallest heap, and one move for
    /// each larger number of counters in the repeating tail that may leave one heap.
    fn size_hint(&self) -> (usize, Option<usize>) {
        let Some((taken, ways)) = &self.now else { return (0, Some(0)) };
        let tail = self.code.tail();
        let before_tail = (self.code.digits().len() as u128).max(taken.saturating_add(1));
        let periods = self.heap.saturating_sub(before_tail).checked_div(tail.len() as u128).unwrap_or(0);
        let in_period = if periods == 0 { 0 } else { tail.iter().filter(|digit| digit.allows(1)).count() };
        let least = ways.least().saturating_add(periods.saturating_mul(in_period as u128));
        (usize::try_from(least).unwrap_or(usize::MAX), None)
    }
}

/// The least number of counters, from `fewest` on, that a move can take from a heap.
///
/// It takes a few steps where most numbers are legal, and at most 63 times the length of the tail. Reason: whether a digit can leave
/// *n* counters as one number of heaps that it allows has a period in *n* of at most 63 (for 63 equal heaps), as long as *n* is large enough for them. A move that is not
/// found within 63 tails can only be the one that takes the whole heap.
fn next_taken(code: &TakeAndBreak, heap: u128, fewest: u128) -> Option<u128> {
    let (digits, tail) = (code.digits(), code.tail());
    let before_tail = digits.len() as u128;
    let in_digits = usize::try_from(fewest).ok().and_then(|fewest| digits.get(fewest..)).unwrap_or_default();
    // The slice comes first in the zip, so the range is not advanced past the digits, where it could overflow.
    for (digit, taken) in in_digits.iter().zip(fewest..) {
        if digit.can_leave(heap.checked_sub(taken)?) {
            return Some(taken);
        }
    }
    let fewest = fewest.max(before_tail);
    let start = usize::try_from((fewest - before_tail).checked_rem(tail.len() as u128)?).ok()?;
    let on = tail.iter().skip(start).chain(tail.iter().cycle()).take(tail.len().saturating_mul(63));
    for (taken, digit) in (fewest..=heap).zip(on) {
        if digit.can_leave(heap - taken) {
            return Some(taken);
        }
    }
    (fewest <= heap && code.digit(heap).allows(0)).then_some(heap)
}
