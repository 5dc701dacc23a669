//! The moves of codes that leave at most two heaps.

use crate::heap::{Digit, Parts, TakeAndBreak};

/// The moves of a finite code that leaves two heaps somewhere and more nowhere, by what they leave: numbers of counters taken,
/// ascending.
#[derive(Clone, Debug, Default)]
pub(super) struct Pairs {
    /// Moves that leave nothing.
    pub(super) ends: Vec<usize>,
    /// Moves that leave one heap.
    pub(super) ones: Vec<usize>,
    /// Moves that leave two heaps of any sizes.
    pub(super) splits: Vec<usize>,
    /// Moves that leave two heaps of different sizes.
    pub(super) unequal: Vec<usize>,
    /// Moves that leave two heaps of the same size.
    pub(super) halves: Vec<usize>,
}

impl Pairs {
    /// The moves of a code; `None` unless it is finite, leaves at most two heaps, and somewhere two that need not be equal.
    pub(super) fn of(code: &TakeAndBreak) -> Option<Self> {
        let few = code.digits().iter().all(|digit| digit.most().is_none_or(|most| most <= 2));
        if !few || !code.tail().is_empty() {
            return None;
        }
        let takes = |wanted: &dyn Fn(Digit) -> bool| {
            code.digits().iter().enumerate().filter(|(_, digit)| wanted(**digit)).map(|(taken, _)| taken).collect()
        };
        let two = |parts: &'static [Parts]| move |digit: Digit| digit.allows(2) && parts.contains(&digit.parts());
        let pairs = Self {
            ends: takes(&|digit| digit.allows(0)),
            ones: takes(&|digit| digit.allows(1)),
            splits: takes(&two(&[Parts::Any])),
            // Two heaps that are not all equal are unequal.
            unequal: takes(&two(&[Parts::Unequal, Parts::NotAllEqual])),
            halves: takes(&two(&[Parts::Equal])),
        };
        let divides = pairs.breaks().next().is_some();
        divides.then_some(pairs)
    }

    /// The numbers of counters that are taken when two heaps are left that need not be equal. There is at least one.
    pub(super) fn breaks(&self) -> impl Iterator<Item = usize> {
        self.splits.iter().chain(&self.unequal).copied()
    }

    /// The fewest and the most counters that are taken when two heaps are left that need not be equal.
    pub(super) fn fewest_and_most(&self) -> (usize, usize) {
        self.breaks().fold((usize::MAX, 0), |(fewest, most), taken| (fewest.min(taken), most.max(taken)))
    }

    /// The most counters that a move takes.
    pub(super) fn most_taken(&self) -> usize {
        let all = [&self.ends, &self.ones, &self.splits, &self.unequal, &self.halves];
        all.into_iter().flatten().copied().max().expect("some move leaves two heaps")
    }
}
