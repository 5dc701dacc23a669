//! Iterators with a known number of items.

/// An iterator with a better `size_hint`: a minimum, and possibly a maximum, of the number of items. It allows a solver to refuse a list
/// of moves that is too long before it takes the first one.
pub(crate) struct AtLeast<I> {
    items: I,
    least: usize,
    most: Option<usize>,
}

impl<I: Iterator> AtLeast<I> {
    /// An iterator that has at least this number of items.
    pub(crate) fn new(least: usize, items: I) -> Self {
        Self { items, least, most: None }
    }

    /// An iterator with the size hint of another one.
    #[cfg(feature = "proptest")]
    pub(crate) fn hinted((least, most): (usize, Option<usize>), items: I) -> Self {
        Self { items, least, most }
    }

    /// An iterator that has exactly this number of items. A count beyond `usize` gives a minimum of `usize::MAX` and no maximum.
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
