//! Iterators that know how many items they have at least.

/// The same items, with a lower bound of their number that the iterator itself does not know: a list that is sure to be too
/// long can then be refused before it is begun.
pub(crate) struct AtLeast<I> {
    items: I,
    least: usize,
}

impl<I: Iterator> AtLeast<I> {
    pub(crate) fn new(least: usize, items: I) -> Self {
        Self { items, least }
    }
}

impl<I: Iterator> Iterator for AtLeast<I> {
    type Item = I::Item;

    #[inline]
    fn next(&mut self) -> Option<I::Item> {
        self.least = self.least.saturating_sub(1);
        self.items.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let (least, most) = self.items.size_hint();
        (least.max(self.least), most)
    }
}
