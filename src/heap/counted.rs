//! Lists of moves with their number.

use std::cell::OnceCell;
use std::vec;

use crate::heap::scan::MOST_STEPS;

/// A number of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Count {
    /// A lower bound.
    pub(crate) least: u128,
    /// Whether the lower bound is the number itself.
    pub(crate) is_all: bool,
}

impl Count {
    pub(crate) const fn exact(number: u128) -> Self {
        Self { least: number, is_all: true }
    }
}

/// Moves whose number is the `size_hint`. The number is found when it is first asked for.
pub(crate) struct Counted<'a, M> {
    list: List<'a, M>,
    number: OnceCell<Count>,
    /// The number of moves that have been returned.
    given: u128,
}

enum List<'a, M> {
    Found(vec::IntoIter<M>),
    /// Found one by one, and counted apart.
    Searched {
        /// A function and no iterator, of which all that an iterator can do would be compiled.
        next: Box<dyn FnMut() -> Option<M> + 'a>,
        count: Box<dyn Fn() -> Count + 'a>,
    },
}

/// Number of moves that are tried at once. A list that ends with them is gone through once, and not a second time to count them: the bench
/// `play/winning moves by quotient` then takes two thirds of the instructions.
const TRIED_AT_ONCE: u128 = 64;

impl<'a, M: 'a> Counted<'a, M> {
    pub(crate) fn new(mut moves: impl Iterator<Item = M> + 'a, count: impl Fn() -> Count + 'a) -> Self {
        let list = List::Searched { next: Box::new(move || moves.next()), count: Box::new(count) };
        Self { list, number: OnceCell::new(), given: 0 }
    }

    /// The moves of a list that pass a test, found by trying them one by one.
    pub(crate) fn by_trying<I: Iterator<Item = M> + 'a>(
        list: impl Fn() -> I + 'a,
        passes: impl Fn(&M) -> bool + Clone + 'a,
    ) -> Self {
        let mut all = list();
        let mut found = Vec::new();
        for _ in 0..TRIED_AT_ONCE {
            let Some(mv) = all.next() else {
                return Self { list: List::Found(found.into_iter()), number: OnceCell::new(), given: 0 };
            };
            if passes(&mv) {
                found.push(mv);
            }
        }
        let all = found.into_iter().chain(all.filter(passes.clone()));
        Self::new(all, move || {
            let (mut least, mut steps) = (0, 0);
            let is_all = list().all(|mv| {
                steps += 1;
                least += u128::from(passes(&mv));
                // A list of exactly this length is taken for a longer one: the count is then a lower bound that
                // happens to be exact.
                steps < MOST_STEPS
            });
            Count { least, is_all }
        })
    }

    /// The number of all moves, those that have been returned included.
    pub(crate) fn number(&self) -> Count {
        *self.number.get_or_init(|| match &self.list {
            List::Found(moves) => Count::exact(self.given + moves.len() as u128),
            List::Searched { count, .. } => count(),
        })
    }
}

impl<M> Iterator for Counted<'_, M> {
    type Item = M;

    fn next(&mut self) -> Option<M> {
        let next = match &mut self.list {
            List::Found(moves) => moves.next(),
            List::Searched { next, .. } => next(),
        }?;
        self.given += 1;
        Some(next)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let Count { least, is_all } = self.number();
        let left = usize::try_from(least.saturating_sub(self.given)).ok();
        (left.unwrap_or(usize::MAX), left.filter(|_| is_all))
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::{Count, Counted, MOST_STEPS, TRIED_AT_ONCE};

    /// A short list is tried once. A list longer than the limit is tried up to it, and then only a lower bound is known.
    #[test]
    fn counting_by_trying_ends_after_a_limit_of_steps() {
        for (length, is_all) in [(TRIED_AT_ONCE - 1, true), (1000, true), (MOST_STEPS + 1000, false)] {
            let tried = Cell::new(0);
            let list = Counted::by_trying(
                || 0..length,
                |number| {
                    tried.set(tried.get() + 1);
                    number % 4 == 0
                },
            );
            let some = length.min(MOST_STEPS);
            assert_eq!(list.number(), Count { least: some.div_ceil(4), is_all });
            let at_once = if length < TRIED_AT_ONCE { 0 } else { TRIED_AT_ONCE };
            assert_eq!(tried.get(), at_once + some);
            assert!(list.take(20).eq((0..some).step_by(4).take(20)));
        }
    }
}
