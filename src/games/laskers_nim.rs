//! Lasker's Nim.

use std::iter;

use crate::components::Components;
use crate::control::Control;
use crate::game::ImpartialGame;
use crate::games::miserable::{self, Miserable};
use crate::heap::{BreakMove, HeapMove};
use crate::nimber::Nimber;
use crate::notation::heaps_notation;
use crate::notes::Notes;
use crate::question::{Answer, Question};

/// Lasker's Nim: take any number of counters from a heap, or divide a heap in two without taking any.
///
/// Theorem: heaps of 4*k* + 1, 4*k* + 2, 4*k* + 3 and 4*k* + 4 have values 4*k* + 1, 4*k* + 2, 4*k* + 4 and 4*k* + 3.
///
/// In misère play heaps are won and lost as in normal play, but if no heap has two counters: then an odd number of heaps of one counter is lost, as in Nim
/// (`src/games/miserable.rs` has the proof).
///
/// A position is the size of one heap, up to 2^64 − 2; the heap of 2^64 − 1 has value 2^64, which no [`Nimber`] can hold. The moves that
/// leave a given value are found without trying the others, in time proportional to their number.
///
/// ```
/// use grundy::{LaskersNim, Nimber, Solver};
///
/// let mut solver = Solver::new(LaskersNim);
/// assert_eq!(solver.grundy([2, 5, 7])?, Nimber::new(15)); // *2 + *5 + *8
/// let wins: Vec<String> = solver.winning_moves([2, 5, 7])?.iter().map(|found| found.mv.to_string()).collect();
/// assert_eq!(wins, ["split into 1 and 6", "split into 2 and 5", "split into 3 and 4"]);
/// # Ok::<(), grundy::SolveError<u64>>(())
/// ```
///
/// A case in which only splits win: let a largest heap have 2^*i* − 1 counters, where *i* ≥ 2, and let the values of all other heaps xor to
/// 2^*i* − 1. Then every winning move splits a heap of that size. Examples are 1, 2, 3, then 6, 9, 15, and 3, 3, 3, 1, 2. Proof: the xor of
/// all values is 2^(*i* + 1) − 1. A heap of 2^*i* − 1 counters has value 2^*i*, and a winning move there must leave value 2^*i* − 1. As one
/// heap, that has 2^*i* counters, which are too many. In a smaller heap, of value below 2^*i*, a winning move would have to leave a value
/// of 2^*i* or more, and the parts of that heap have smaller values.
///
/// Reference: Winning Ways, ch. 4; the code 4.\[3\].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LaskersNim;

/// The value of a heap: a map that is its own inverse. `None` for 2^64 − 1, whose value 2^64 no nimber can hold.
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

    fn oracle<'a>(&'a self, question: Question<'a, u64>, _: &'a mut Notes, _: &mut Control) -> Answer<'a, HeapMove> {
        match question {
            Question::MovesLeaving { component, value } => Answer::moves(moves_leaving(*component, value)),
            _ => miserable::answer(
                question,
                |heap| worth(*heap),
                |heap, others| {
                    let leaves_fickle = |mv: &HeapMove| self.play(heap, mv).iter().all(|left| *left <= 1);
                    others.wins(|value| Ok(moves_leaving(*heap, value)), leaves_fickle, |mv| mv.place())
                },
            ),
        }
    }
}

/// What a heap is worth in both kinds of play: from a heap of two counters or more a player may leave one counter or none.
fn worth(heap: u64) -> Option<Miserable> {
    Some(Miserable::of(value(heap)?.get(), heap <= 1))
}

/// The answer for heaps of the code 4.[3], the same game with other types. `None` if the closed form does not give it.
pub(super) fn answer_of_code(question: Question<'_, u128>) -> Option<Answer<'_, BreakMove>> {
    let small = |heap: u128| u64::try_from(heap).ok();
    match question {
        Question::Value(heap) => Some(Answer::Value(value(small(*heap)?)?)),
        Question::MovesLeaving { component, value } => {
            Some(Answer::moves(moves_of_code_leaving(small(*component)?, value)))
        }
        _ => {
            let answer = miserable::answer(
                question,
                |heap| worth(small(*heap)?),
                |heap, others| {
                    let Some(heap) = small(*heap) else { return Answer::Unknown };
                    let leaves_fickle = |mv: &BreakMove| mv.left.iter().all(|part| *part <= 1);
                    let key = |mv: &BreakMove| (mv.taken, mv.left.first().copied());
                    others.wins(|value| Ok(moves_of_code_leaving(heap, value)), leaves_fickle, key)
                },
            );
            (!matches!(answer, Answer::Unknown)).then_some(answer)
        }
    }
}

/// The moves of the code 4.[3] in a heap that leave a value, in their order: by what they take.
fn moves_of_code_leaving(heap: u64, value: Nimber) -> impl Iterator<Item = BreakMove> {
    let splits = small_parts(heap, value).map(move |part| (0, [part, heap - part]));
    let taken = taken_to(heap, value).map(|taken| (taken, [0, heap - taken]));
    splits.chain(taken).map(|(taken, left)| BreakMove {
        taken: taken.into(),
        left: left.into_iter().filter(|part| *part > 0).map(u128::from).collect(),
    })
}

/// The moves in a heap that leave a value, in reading order.
fn moves_leaving(heap: u64, target: Nimber) -> impl Iterator<Item = HeapMove> {
    let splits = small_parts(heap, target).map(move |small| HeapMove::Split(small, heap - small));
    taken_to(heap, target).map(HeapMove::Take).into_iter().chain(splits)
}

/// How many counters to take from a heap, so that one heap of the value `target` is left or none.
///
/// The map of values is its own inverse, so that heap has `value(target)` counters. The heap of value 2^64 − 1 would have 2^64 counters.
fn taken_to(heap: u64, target: Nimber) -> Option<u64> {
    value(target.get()).and_then(|left| heap.checked_sub(left.get())).filter(|taken| *taken > 0)
}

/// The smaller parts, in ascending order, of all splits of a heap whose parts' values xor to `target`.
///
/// Write the parts as 4*g* + *x* and 4*h* + *y* with *x* and *y* from 1 to 4. The value of 4*g* + *x* is 4(*g* + *c*) plus less than 4,
/// where *c* is 1 if *x* = 3 and else 0; likewise *d* for *y*. So *x* determines *y*, and both determine the last two bits of the xor of
/// the values. Let *G* = *g* + *c* and *H* = *h* + *d*. The target gives *w* = *G* ⊕ *H*, the heap gives *s* = *G* + *H*. Then the binary
/// ones that *G* and *H* share are those of (*s* − *w*)/2, and *G* is their union with any subset of the ones of *w*.
fn small_parts(heap: u64, target: Nimber) -> impl Iterator<Item = u64> {
    // The last two bits of the value of 4*g* + `last`.
    let last_two = |last: u64| match last {
        1 | 2 => last,
        3 => 0,
        _ => 3,
    };
    let carry = |last: u64| u64::from(last == 3);
    let wanted = target.get() >> 2;
    let mut streams: Vec<_> = Vec::new();
    for one in 1..=4 {
        // *y*, by the remainder of the heap modulo 4.
        let other = (heap.wrapping_sub(one + 1) & 3) + 1;
        let Some(rest) = heap.checked_sub(one + other) else { continue };
        if last_two(one) ^ last_two(other) != target.get() & 3 {
            continue;
        }
        // *s* = *G* + *H* = *g* + *h* + *c* + *d*, where 4*g* + 4*h* is what is left of the heap without *x* and *y*.
        let sum = rest / 4 + carry(one) + carry(other);
        let shared = sum.checked_sub(wanted).filter(|twice| twice % 2 == 0).map(|twice| twice / 2);
        let Some(shared) = shared.filter(|shared| shared & wanted == 0) else { continue };
        // *G* is `shared` | `part`, and *H* is `shared` with the other ones of *w*. Both *g* = *G* − *c* and *h* = *H*
        // − *d* must be 0 or more.
        let smaller = subsets(wanted)
            .filter(move |part| (shared | (wanted ^ part)) >= carry(other))
            .filter_map(move |part| (shared | part).checked_sub(carry(one)))
            .map(move |group| 4 * group + one);
        streams.push(smaller.peekable());
    }
    // Merge the ascending streams. Their parts have different remainders modulo 4, so no part comes twice.
    iter::from_fn(move || {
        let next = streams.iter_mut().filter_map(|stream| stream.peek().copied()).min()?;
        for stream in &mut streams {
            stream.next_if_eq(&next);
        }
        Some(next)
    })
    .take_while(move |small| *small <= heap / 2)
}

/// The subsets of the ones of a number, in ascending order.
fn subsets(ones: u64) -> impl Iterator<Item = u64> {
    // Subtracting the ones adds 1 within their places. For ones 101: 000, 001, 100, 101, and then 000 again, which is
    // the end.
    iter::successors(Some(0), move |subset: &u64| Some(subset.wrapping_sub(ones) & ones).filter(|next| *next != 0))
}

heaps_notation! {
    /// Heaps are written as numbers with commas between them: `2,5,7`.
    LaskersNim, "heap"
}
