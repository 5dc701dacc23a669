//! The values of the latest heaps, kept by each thread that needs them.

/// The values of some successive heaps, for reading.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known<'a, V> {
    /// The heap of the first value.
    pub(super) first: usize,
    pub(super) values: &'a [V],
}

impl<'a, V: Copy> Known<'a, V> {
    /// The values of `HEAPS` heaps from a heap on. Every caller knows that they are all there; one that is missing would make values wrong.
    #[inline]
    pub(super) fn array<const HEAPS: usize>(self, heap: usize) -> &'a [V; HEAPS] {
        self.values[heap.wrapping_sub(self.first)..].first_chunk().expect("the values of partners are known")
    }

    /// One more than the last heap.
    pub(super) const fn end(self) -> usize {
        self.first + self.values.len()
    }
}

/// The values of the latest heaps: at least `window` of them, if there are as many.
#[derive(Clone, Debug)]
pub(super) struct Recent<V> {
    first: usize,
    values: Vec<V>,
    window: usize,
}

impl<V: Copy> Recent<V> {
    pub(super) const fn empty(window: usize) -> Self {
        Self { first: 0, values: Vec::new(), window }
    }

    /// The latest of these values, which begin with heap 0.
    pub(super) fn of(values: &[V], window: usize) -> Self {
        let first = values.len().saturating_sub(window);
        Self { first, values: values[first..].to_vec(), window }
    }

    pub(super) const fn window(&self) -> usize {
        self.window
    }

    #[inline]
    pub(super) fn known(&self) -> Known<'_, V> {
        Known { first: self.first, values: &self.values }
    }

    /// Appends the values that come next. Drops the oldest when there are four windows of them, so that each value is moved once at most on
    /// average.
    pub(super) fn extend(&mut self, values: &[V]) {
        self.values.extend_from_slice(values);
        if self.values.len() / 4 > self.window {
            let old = self.values.len() - self.window;
            self.values.drain(..old);
            self.first += old;
        }
    }

    /// Appends what another list, of the same window, has more than this one.
    pub(super) fn follow(&mut self, other: &Self) {
        if self.known().end() < other.first {
            self.values.clear();
            self.first = other.first;
        }
        self.extend(&other.values[self.known().end() - other.first..]);
    }
}

#[cfg(test)]
mod tests {
    use super::Recent;

    #[test]
    fn a_follower_has_the_window_after_any_delay() {
        for delay in [1, 3, 10, 100] {
            let mut all = Recent::of(&[0_u32, 1, 2, 3, 4, 5, 6], 5);
            let mut follower = Recent::empty(5);
            for value in 7..200_u32 {
                all.extend(&[value]);
                if value % delay == 0 {
                    follower.follow(&all);
                    let known = follower.known();
                    assert!(known.values.len() >= 5 && known.end() == value as usize + 1);
                    assert!((known.first..).zip(known.values).all(|(heap, value)| *value as usize == heap));
                }
            }
        }
    }
}
