//! What the divisions of counters into unequal heaps make, found size by size.
//!
//! In: a rule by which one heap more changes all members of a set. Out: for each number *t* of heaps and *m* of counters the set *D*(*t*, *m*) of what the
//! divisions of *m* counters into *t* unequal heaps make. Invariant: the sets hold all divisions whose heaps are smaller than the size that comes next. That
//! size *s* is added to each division at most once: *D*(*t*, *m*) gets what *D*(*t* − 1, *m* − *s*) makes with the heap *s*, for the largest *t* first.
//!
//! By hand, for up to two heaps: at first only *D*(0, 0) is not empty. The size 1 gives *D*(1, 1); the size 2 gives *D*(2, 3) from *D*(1, 1), then *D*(1, 2);
//! the size 3 gives *D*(2, 4) and *D*(2, 5), then *D*(1, 3).

use std::ops::ControlFlow;

/// The sets *D*(*t*, *m*), as far as they have been asked for. The values and the elements of heaps have sets of their own types.
#[derive(Clone, Debug)]
pub(crate) struct UnequalHeaps<S> {
    /// *D*(*t*, *m*) is at place *m* of list *t*.
    sets: Vec<Vec<S>>,
    /// The size that is added next, the number of heaps to which it makes a division grow, and the number of their counters.
    size: usize,
    heaps: usize,
    counters: usize,
}

impl<S> Default for UnequalHeaps<S> {
    fn default() -> Self {
        Self { sets: Vec::new(), size: 0, heaps: 0, counters: 0 }
    }
}

impl<S: Clone + Default> UnequalHeaps<S> {
    /// Makes room for the divisions of `counters` into `heaps`. Returns whether all sets begin anew for that, with `nothing` for no heap. Then there is room for
    /// up to `room` counters: where that is twice as many, all that is made again takes about as long as what is made last.
    pub(crate) fn reserve(&mut self, heaps: usize, counters: usize, room: usize, nothing: impl FnOnce() -> S) -> bool {
        assert!(counters <= room, "the counters have room");
        let places = self.sets.first().map_or(0, Vec::len);
        if heaps < self.sets.len() && counters < places {
            return false;
        }
        let places = if counters < places { places } else { room + 1 };
        self.sets = vec![vec![S::default(); places]; self.sets.len().max(heaps + 1)];
        self.sets[0][0] = nothing();
        (self.size, self.heaps, self.counters) = (0, 0, 0);
        true
    }

    /// The number of sets there is room for.
    pub(crate) fn places(&self) -> usize {
        self.sets.iter().map(Vec::len).sum()
    }

    /// Adds all sizes below a limit. `add` adds to its first set what the second one makes with a heap of a size. After a break the next call goes on with
    /// the same two sets.
    pub(crate) fn add_sizes<B>(
        &mut self,
        below: usize,
        mut add: impl FnMut(&mut S, &S, usize) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        while self.size < below {
            // From many heaps to few, so that no division gets two heaps of this size.
            while self.heaps > 0 {
                let (size, others) = (self.size, self.heaps - 1);
                let (fewer, more) = self.sets.split_at_mut(self.heaps);
                // The others are unequal and smaller: from 1 + 2 + 3 + .. to (size − 1) + (size − 2) + .. counters.
                let least = size + others * (others + 1) / 2;
                let most = size + others * (2 * size - others - 1) / 2;
                self.counters = self.counters.max(least);
                while self.counters <= most && self.counters < more[0].len() {
                    add(&mut more[0][self.counters], &fewer[others][self.counters - size], size)?;
                    self.counters += 1;
                }
                (self.heaps, self.counters) = (others, 0);
            }
            self.size += 1;
            // More unequal heaps up to this size than its number do not exist.
            self.heaps = self.size.min(self.sets.len() - 1);
        }
        ControlFlow::Continue(())
    }

    /// *D*(*t*, *m*). It is complete when all sizes below *m* have been added, for two heaps or more.
    pub(crate) fn set(&self, heaps: usize, counters: usize) -> &S {
        &self.sets[heaps][counters]
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::ops::ControlFlow;

    use super::UnequalHeaps;

    /// The divisions themselves, beside all sets of sizes. The rule breaks before each set that it adds, and the room grows now and then.
    #[test]
    fn each_division_into_unequal_heaps_is_made_once() {
        let mut unequal: UnequalHeaps<Vec<Vec<usize>>> = UnequalHeaps::default();
        for (counters, heaps) in (0..16).map(|counters| (counters, 3 + counters / 8)) {
            unequal.reserve(heaps, counters, 2 * counters, || vec![Vec::new()]);
            let mut breaks = true;
            while unequal
                .add_sizes(counters, |set, others, size| {
                    breaks = !breaks;
                    if breaks {
                        return ControlFlow::Break(());
                    }
                    assert!(!others.is_empty(), "only sets with members are read");
                    set.extend(others.iter().map(|other| [&other[..], &[size]].concat()));
                    ControlFlow::Continue(())
                })
                .is_break()
            {}
            for heaps in 2..=heaps {
                let made = unequal.set(heaps, counters);
                let all: BTreeSet<Vec<usize>> = (0_usize..1 << counters)
                    .map(|sizes| (1..=counters).filter(|size| sizes >> (size - 1) & 1 == 1).collect::<Vec<_>>())
                    .filter(|sizes| sizes.len() == heaps && sizes.iter().sum::<usize>() == counters)
                    .collect();
                assert_eq!(made.len(), all.len(), "{counters} in {heaps}");
                assert_eq!(made.iter().cloned().collect::<BTreeSet<_>>(), all);
            }
        }
    }
}
