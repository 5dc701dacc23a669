//! Parts of a list, which pass through a pointer.

/// Consecutive items of a list, and the bounds on the number of items after them.
pub(super) struct Part<T> {
    pub(super) items: Vec<T>,
    /// The `size_hint` of the list after these items.
    pub(super) rest: (usize, Option<usize>),
}

impl<T> Part<T> {
    /// Skips the first `from` items of a list, and converts the next `most`.
    pub(super) fn of<S>(all: impl Iterator<Item = S>, from: usize, most: usize, convert: fn(S) -> T) -> Self {
        let mut all = all.skip(from);
        let items = all.by_ref().take(most).map(convert).collect();
        Self { items, rest: all.size_hint() }
    }

    /// The part of an empty list.
    pub(super) const fn nothing() -> Self {
        Self { items: Vec::new(), rest: (0, Some(0)) }
    }
}
