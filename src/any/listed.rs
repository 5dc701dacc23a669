//! Moves and options through a pointer.

use std::vec;

use super::data::AnyPosition;
use super::part::Part;
use super::rules::Rules;

/// An iterator over the moves or options of a rule book behind a pointer, which fetches them in parts.
///
/// Each part is as long as all parts before it together, up to [`LONGEST`], so a long list takes few calls through the pointer, and a
/// reader that stops early has caused at most twice the work. A part begins where the last one ended, which the rule book finds by
/// skipping: of a list of up to 2^17 items, all skipping together takes fewer steps than the list has items.
///
/// A boxed iterator is no way out. It would borrow the rule book and the position, which have different lifetimes, and a type cannot
/// name the shorter of two lifetimes.
pub(super) struct Listed<'g, 'p, T> {
    rules: &'g dyn Rules,
    position: &'p AnyPosition,
    list: fn(&dyn Rules, &AnyPosition, usize, usize) -> Part<T>,
    /// The items of the last part that have not been given out.
    items: vec::IntoIter<T>,
    /// The number of items in all parts so far.
    fetched: usize,
    /// Bounds on the number of items after the last part.
    rest: (usize, Option<usize>),
}

/// Items of the first part, and of the longest part. Guards, not tuned: 16 covers the moves of most positions in one call. 2^16 items bound the
/// memory of a part, which no control counts, to some 5 MB.
const FIRST: usize = 16;
const LONGEST: usize = 1 << 16;

impl<'g, 'p, T> Listed<'g, 'p, T> {
    pub(super) fn new(
        rules: &'g dyn Rules,
        position: &'p AnyPosition,
        list: fn(&dyn Rules, &AnyPosition, usize, usize) -> Part<T>,
    ) -> Self {
        // An empty part, for the bounds only: a solver refuses a position with too many moves before it lists them.
        let Part { items, rest } = list(rules, position, 0, 0);
        Self { rules, position, list, items: items.into_iter(), fetched: 0, rest }
    }
}

impl<T> Iterator for Listed<'_, '_, T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        if self.items.len() == 0 && self.rest.1 != Some(0) {
            let length = self.fetched.clamp(FIRST, LONGEST);
            let Part { items, rest } = (self.list)(self.rules, self.position, self.fetched, length);
            self.fetched += items.len();
            // An empty part is the end, whatever the bounds say.
            self.rest = if items.is_empty() { (0, Some(0)) } else { rest };
            self.items = items.into_iter();
        }
        self.items.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let ahead = self.items.len();
        let (least, most) = self.rest;
        (ahead.saturating_add(least), most.and_then(|most| most.checked_add(ahead)))
    }
}
