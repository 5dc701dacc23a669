//! Parts of a list, which pass through a pointer.

/// Consecutive items of a list, and the bounds on the number of items after them.
pub(super) struct Part<T> {
    pub(super) items: Vec<T>,
    /// The `size_hint` of the list after these items.
    pub(super) rest: (usize, Option<usize>),
}

impl<T> Part<T> {
    /// Skips the first `from` items of a list, and converts the next `most`. It is compiled twice for each registered game, hence without
    /// adapters of iterators.
    pub(super) fn of<S>(mut all: impl Iterator<Item = S>, from: usize, most: usize, convert: fn(S) -> T) -> Self {
        let mut items = Vec::new();
        // A list that ends among the skipped items gives an empty part.
        if from == 0 || all.nth(from - 1).is_some() {
            while items.len() < most
                && let Some(item) = all.next()
            {
                items.push(convert(item));
            }
        }
        Self { items, rest: all.size_hint() }
    }

    /// The part of an empty list.
    pub(super) const fn nothing() -> Self {
        Self { items: Vec::new(), rest: (0, Some(0)) }
    }
}
