//! What a code asks of an engine.

use crate::heap::{Digit, Parts, TakeAndBreak};

/// The moves of a finite code that leaves at most two heaps, by what they leave: numbers of counters taken, ascending.
#[derive(Clone, Debug, Default)]
pub(super) struct Pairs {
    /// Nothing.
    pub(super) ends: Vec<usize>,
    /// One heap.
    pub(super) ones: Vec<usize>,
    /// Two heaps of any sizes.
    pub(super) splits: Vec<usize>,
    /// Two heaps of different sizes.
    pub(super) unequal: Vec<usize>,
    /// Two heaps of the same size.
    pub(super) halves: Vec<usize>,
}

impl Pairs {
    /// The moves of a code, if it is finite and leaves at most two heaps.
    pub(super) fn of(code: &TakeAndBreak) -> Option<Self> {
        let few = code.digits().iter().all(|digit| digit.most().is_none_or(|most| most <= 2));
        if !few || !code.tail().is_empty() {
            return None;
        }
        let takes = |wanted: &dyn Fn(Digit) -> bool| {
            code.digits().iter().enumerate().filter(|(_, digit)| wanted(**digit)).map(|(taken, _)| taken).collect()
        };
        let two = |parts: &'static [Parts]| move |digit: Digit| digit.allows(2) && parts.contains(&digit.parts());
        Some(Self {
            ends: takes(&|digit| digit.allows(0)),
            ones: takes(&|digit| digit.allows(1)),
            splits: takes(&two(&[Parts::Any])),
            unequal: takes(&two(&[Parts::Unequal, Parts::NotAllEqual])),
            halves: takes(&two(&[Parts::Equal])),
        })
    }

    /// The numbers of counters that are taken when two heaps are left that need not be equal.
    pub(super) fn breaks(&self) -> impl Iterator<Item = usize> {
        self.splits.iter().chain(&self.unequal).copied()
    }

    /// The most counters that a move takes.
    pub(super) fn most_taken(&self) -> usize {
        let all = [&self.ends, &self.ones, &self.splits, &self.unequal, &self.halves];
        all.iter().filter_map(|taken| taken.last()).copied().max().unwrap_or(0)
    }
}
