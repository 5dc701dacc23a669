//! Iterators that know how many items they have.

/// The same items, with bounds of their number that the iterator itself does not know: a list that is sure to be too
/// long can then be refused before it is begun.
pub(crate) struct AtLeast<I> {
    items: I,
    least: usize,
    most: Option<usize>,
}

impl<I: Iterator> AtLeast<I> {
    pub(crate) fn new(least: usize, items: I) -> Self {
        Self { items, least, most: None }
    }

    /// As many items as are said and no more; a number that does not fit is no upper bound.
    pub(crate) fn exactly(count: u64, items: I) -> Self {
        let most = usize::try_from(count).ok();
        Self { items, least: most.unwrap_or(usize::MAX), most }
    }
}

impl<I: Iterator> Iterator for AtLeast<I> {
    type Item = I::Item;

    #[inline]
    fn next(&mut self) -> Option<I::Item> {
        self.least = self.least.saturating_sub(1);
        self.most = self.most.map(|most| most.saturating_sub(1));
        self.items.next()
    }

    #[inline]
    fn nth(&mut self, skipped: usize) -> Option<I::Item> {
        let gone = skipped.saturating_add(1);
        self.least = self.least.saturating_sub(gone);
        self.most = self.most.map(|most| most.saturating_sub(gone));
        self.items.nth(skipped)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let (least, most) = self.items.size_hint();
        (least.max(self.least), self.most.or(most))
    }
}
