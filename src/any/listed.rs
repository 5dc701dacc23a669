//! Moves and options through a pointer.

use std::vec;

use super::AnyPosition;
use super::rules::Rules;

/// The first part of a list, and what is known of the length of the rest.
pub(super) struct Part<T> {
    pub(super) items: Vec<T>,
    pub(super) rest: (usize, Option<usize>),
}

impl<T> Part<T> {
    /// Leaves out the items before `from`, and lists `most` of the others, each as what `convert` makes of it.
    pub(super) fn of<S>(all: impl Iterator<Item = S>, from: usize, most: usize, convert: fn(S) -> T) -> Self {
        let mut all = all.skip(from);
        let items = all.by_ref().take(most).map(convert).collect();
        Self { items, rest: all.size_hint() }
    }

    /// No items.
    pub(super) const fn nothing() -> Self {
        Self { items: Vec::new(), rest: (0, Some(0)) }
    }
}

/// A list that is asked for part by part, each as long as all parts before it.
///
/// A boxed iterator would borrow both the rule book and the position, whose lifetimes differ, and a type can name no lifetime that is
/// the shorter of the two. The pointer is followed once a part and not once an item.
pub(super) struct Listed<'g, 'p, T> {
    rules: &'g dyn Rules,
    position: &'p AnyPosition,
    list: fn(&dyn Rules, &AnyPosition, usize, usize) -> Part<T>,
    /// What is left of the last part.
    items: vec::IntoIter<T>,
    /// How many items the parts have had.
    given: usize,
    /// What is known of the number of items after them.
    rest: (usize, Option<usize>),
}

/// The length of the first part, and the greatest length of a part.
const FIRST: usize = 16;
const MOST: usize = 1 << 20;

impl<'g, 'p, T> Listed<'g, 'p, T> {
    pub(super) fn new(
        rules: &'g dyn Rules,
        position: &'p AnyPosition,
        list: fn(&dyn Rules, &AnyPosition, usize, usize) -> Part<T>,
    ) -> Self {
        let Part { items, rest } = list(rules, position, 0, 0);
        Self { rules, position, list, items: items.into_iter(), given: 0, rest }
    }
}

impl<T> Iterator for Listed<'_, '_, T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        if self.items.len() == 0 && self.rest.1 != Some(0) {
            let Part { items, rest } =
                (self.list)(self.rules, self.position, self.given, self.given.clamp(FIRST, MOST));
            self.given += items.len();
            // Only behind the end is nothing listed.
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
