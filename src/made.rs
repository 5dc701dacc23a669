//! A list whose items are made when they are asked for.

use std::ops::ControlFlow;

/// As [`Map`](std::iter::Map), but items that are passed over are not made. A search goes through the options of a position several times, and each time
/// begins where it ended: the moves before are listed again, and not played again.
pub(crate) struct Made<I, F> {
    pub(crate) from: I,
    pub(crate) make: F,
}

impl<I: Iterator, T, F: FnMut(I::Item) -> T> Iterator for Made<I, F> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        self.from.next().map(&mut self.make)
    }

    #[inline]
    fn nth(&mut self, passed: usize) -> Option<T> {
        self.from.nth(passed).map(&mut self.make)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.from.size_hint()
    }

    #[inline]
    fn fold<B, G: FnMut(B, T) -> B>(self, first: B, mut fold: G) -> B {
        let Self { from, mut make } = self;
        from.fold(first, |folded, item| fold(folded, make(item)))
    }
}

/// Items that are passed over between two checks.
const PASSED: usize = 64;

/// Passes over that many items, and asks `check` now and then, which may break.
pub(crate) fn pass_over<B>(
    items: &mut impl Iterator,
    number: usize,
    mut check: impl FnMut() -> ControlFlow<B>,
) -> ControlFlow<B> {
    for place in (0..number).step_by(PASSED) {
        items.nth(PASSED.min(number - place) - 1);
        check()?;
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use crate::made::Made;

    #[test]
    fn what_is_passed_over_is_not_made() {
        let mut made = Vec::new();
        let mut list = Made { from: 0..10_u32, make: |number| made.push(number) };
        assert_eq!((list.nth(3), list.size_hint()), (Some(()), (6, Some(6))));
        let mut later = list.by_ref().skip(2);
        assert_eq!(later.next(), Some(()));
        list.for_each(drop);
        assert_eq!(made, [3, 6, 7, 8, 9]);
    }
}
