//! How many moves in a heap leave a given value, counted by the period of the values.

use std::cell::OnceCell;

use crate::heap::moves_to::{common_period, is_take, moves_to, regular};
use crate::heap::{BreakMove, Digit, PeriodicValues};
use crate::nimber::Nimber;

/// The moves that leave a value, with their number, which is found when it is asked for and not before.
pub(super) struct Counted<'a> {
    values: &'a PeriodicValues,
    heap: u128,
    target: Nimber,
    moves: Box<dyn Iterator<Item = BreakMove> + 'a>,
    given: u128,
    count: OnceCell<Count>,
}

/// A number of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Count {
    least: u128,
    /// Whether there are no more.
    is_all: bool,
}

impl Count {
    /// The sum of some numbers of moves: a lower bound if it is 2^128 or more.
    fn sum(counts: impl IntoIterator<Item = u128>) -> Self {
        let sum = counts.into_iter().try_fold(0_u128, u128::checked_add);
        Self { least: sum.unwrap_or(u128::MAX), is_all: sum.is_some() }
    }
}

/// More numbers than these are not looked at for a count: what has been seen is then a lower bound.
const MOST_STEPS: u128 = 1 << 20;

/// So many moves are looked at for a lower bound.
const SAMPLE: usize = 64;

impl<'a> Counted<'a> {
    /// All moves in a heap that leave a value; `None` if telling them could take too long.
    pub(super) fn new(values: &'a PeriodicValues, heap: u128, target: Nimber) -> Option<Self> {
        let moves = moves_to(values, heap, target)?;
        Some(Self { values, heap, target, moves, given: 0, count: OnceCell::new() })
    }

    fn count(&self) -> Count {
        *self.count.get_or_init(|| {
            let all = if self.values.code().tail().is_empty() {
                count_by_pairs(self.values, self.heap, self.target)
            } else {
                count_takes(self.values, self.heap, self.target)
            };
            all.unwrap_or_else(|| self.sample())
        })
    }

    /// A lower bound from the first moves: where a move leaves two heaps or more from the preperiod on, others have a multiple of
    /// the period more in the last but one and less in the last.
    fn sample(&self) -> Count {
        let parts = self.values.code().digits().iter().filter_map(|digit| digit.most()).max().unwrap_or(0);
        let (regular, period) = (regular(self.values), u128::from(self.values.period()));
        let to_first = (regular + period).checked_pow(parts.saturating_sub(1));
        if to_first.is_none_or(|steps| steps > MOST_STEPS) {
            return Count { least: 0, is_all: false };
        }
        let (mut seen, mut least) = (0, 0);
        for mv in moves_to(self.values, self.heap, self.target).into_iter().flatten().take(SAMPLE) {
            seen += 1;
            if let [.., small, large] = mv.left[..]
                && small >= regular
            {
                least = least.max((large - small) / 2 / period + 1);
            }
        }
        Count { least: least.max(seen as u128), is_all: seen < SAMPLE }
    }
}

impl Iterator for Counted<'_> {
    type Item = BreakMove;

    fn next(&mut self) -> Option<BreakMove> {
        let next = self.moves.next()?;
        self.given += 1;
        Some(next)
    }

    /// Exact for codes that leave two heaps at most, where preperiod and period are not too long to be looked at and the number
    /// is not above `usize::MAX`; else a lower bound.
    fn size_hint(&self) -> (usize, Option<usize>) {
        if let (least, Some(most)) = self.moves.size_hint()
            && least == most
        {
            return (least, Some(most));
        }
        let Count { least, is_all } = self.count();
        let left = usize::try_from(least.saturating_sub(self.given)).ok();
        (left.unwrap_or(usize::MAX), left.filter(|_| is_all))
    }
}

/// The number of moves by a finite code that leaves at most two heaps. `None` if there are too many steps to it.
///
/// With *g*(*a*) ⊕ *g*(*b*) all (*a* + *ip*) and (*b* − *ip*) from the preperiod on have that nim-sum.
fn count_by_pairs(values: &PeriodicValues, heap: u128, target: Nimber) -> Option<Count> {
    let digits = values.code().digits();
    let (regular, period) = (regular(values), u128::from(values.period()));
    let splits = digits.iter().filter(|digit| digit.most() > Some(1)).count() as u128;
    if digits.iter().any(|digit| digit.most() > Some(2)) || splits.saturating_mul(regular + period) > MOST_STEPS {
        return None;
    }
    let leaves = |heaps: &[u128]| heaps.iter().map(|heap| values.value(*heap)).sum::<Option<Nimber>>() == Some(target);
    // At most 2^127 for a digit; two digits may have more than fit.
    let by_digit = |(taken, digit): (u128, &Digit)| {
        let left = heap - taken;
        if left == 0 {
            return u128::from(digit.allows(0) && target.is_zero());
        }
        let whole = u128::from(digit.allows(1) && leaves(&[left]));
        let most = if digit.allows(2) { left / 2 } else { 0 };
        let first = (1..=most.min(regular + period - 1)).filter(|small| leaves(&[*small, left - small]));
        whole + first.map(|small| times(small, most, regular, period)).sum::<u128>()
    };
    Some(Count::sum((0..=heap).zip(digits).map(by_digit)))
}

/// The number of moves by a code with a repeating tail, whose values repeat. `None` if there are too many steps to it.
fn count_takes(values: &PeriodicValues, heap: u128, target: Nimber) -> Option<Count> {
    let (head, common) = (values.code().digits().len() as u128, common_period(values));
    let to_irregular = heap.saturating_sub(regular(values));
    if head.saturating_add(common).saturating_add(regular(values)) > MOST_STEPS {
        return None;
    }
    let leaves = |taken: &u128| is_take(values, heap, *taken) && values.value(heap - taken) == Some(target);
    let first = (1..=to_irregular.min(head + common - 1)).filter(leaves);
    let regular = first.map(|taken| times(taken, to_irregular, head, common));
    let irregular = (to_irregular + 1..=heap).filter(leaves).count() as u128;
    Some(Count::sum(regular.chain([irregular])))
}

/// How many numbers up to `last` are `first` or, if that is not below `regular`, a multiple of the period more.
fn times(first: u128, last: u128, regular: u128, period: u128) -> u128 {
    if first < regular { 1 } else { (last - first) / period + 1 }
}
