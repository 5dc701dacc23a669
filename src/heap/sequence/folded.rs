//! The method for every code: for each number of counters the set of values that they may be divided into, kept and folded.

use std::collections::VecDeque;

use crate::heap::sequence::naive::each_partition;
use crate::heap::sequence::sets::ValueSet;
use crate::heap::sequence::values::Value;
use crate::heap::{Digit, Parts, TakeAndBreak};

/// What is known about the ways to divide 0, 1, 2.. counters.
///
/// Let *S*(*t*, *m*) be the set of values of *m* counters in *t* heaps. *S*(2, *m*) takes *m*/2 nim-sums, and *S*(*t*, *m*) is the
/// union over the smallest part *a* ≤ *m*/*t* of *S*(*t* − 1, *m* − *a*) ⊕ *g*(*a*), a set being words of 64 values each. For a
/// repeating tail the union of the sets of all *m* that are congruent is kept, which only grows: with one heap at most left, a
/// heap takes constant time.
#[derive(Clone, Debug)]
pub(super) struct Folded {
    code: TakeAndBreak,
    /// The kinds of division that the code or the folding asks for, two heaps or more, fewer heaps first.
    kinds: Vec<Digit>,
    /// For each kind the sets, from that of `kept_from` counters.
    sets: Vec<VecDeque<ValueSet>>,
    kept_from: usize,
    /// How many of the last sets are needed; all if folding needs them.
    kept: usize,
    /// For each digit of the tail and each remainder, the union so far.
    unions: Vec<ValueSet>,
    single: ValueSet,
}

impl Folded {
    pub(super) fn new(code: TakeAndBreak) -> Self {
        let mut kinds: Vec<(u32, Parts)> = Vec::new();
        for digit in code.digits().iter().chain(code.tail()) {
            for heaps in (2..=digit.most().unwrap_or(0)).filter(|heaps| digit.allows(*heaps)) {
                kinds.push((heaps, digit.parts()));
                if matches!(digit.parts(), Parts::Any | Parts::NotAllEqual) {
                    kinds.extend((2..heaps).map(|fewer| (fewer, Parts::Any)));
                }
            }
        }
        kinds.sort_unstable();
        kinds.dedup();
        let folds = kinds.iter().any(|(heaps, _)| *heaps > 2);
        let kept = if folds { usize::MAX } else { code.digits().len() + code.tail().len() + 1 };
        let kinds: Vec<Digit> = kinds.into_iter().map(|(heaps, parts)| Digit::new(1 << heaps, parts)).collect();
        Self {
            sets: vec![VecDeque::new(); kinds.len()],
            kinds,
            kept_from: 0,
            kept,
            unions: vec![ValueSet::default(); code.tail().len() * code.tail().len()],
            single: ValueSet::default(),
            code,
        }
    }

    /// The value of the next heap.
    pub(super) fn next_value<V: Value>(&mut self, values: &[V]) -> usize {
        let heap = values.len();
        while self.kept_from + self.sets.first().map_or(heap + 1, VecDeque::len) <= heap {
            self.divide(values);
        }
        let value_of = |heap: usize| values.get(heap).map_or(0, |value| value.index());
        self.single.clear();
        let mut fixed: Vec<&ValueSet> = Vec::new();
        let Self { code, kinds, sets, kept_from, unions, single, .. } = self;
        let set_of = |heaps: u32, parts: Parts, left: usize| {
            let kind = kinds.iter().position(|kind| *kind == Digit::new(1 << heaps, parts))?;
            sets.get(kind)?.get(left.checked_sub(*kept_from)?)
        };
        for (taken, digit) in code.digits().iter().enumerate().take(heap + 1) {
            let left = heap - taken;
            for heaps in (0..=digit.most().unwrap_or(0)).filter(|heaps| digit.allows(*heaps)) {
                match heaps {
                    0 if left == 0 => single.insert(0),
                    1 if left > 0 => single.insert(value_of(left)),
                    0 | 1 => {}
                    heaps => fixed.extend(set_of(heaps, digit.parts(), left)),
                }
            }
        }
        fixed.push(single);
        let (first, period) = (code.digits().len(), code.tail().len());
        let mut start = 0;
        for (place, digit) in code.tail().iter().enumerate() {
            let Some(left) = heap.checked_sub(first + place) else { break };
            let Some(union) = unions.get_mut(place * period + left % period) else { continue };
            for heaps in (0..=digit.most().unwrap_or(0)).filter(|heaps| digit.allows(*heaps)) {
                match heaps {
                    0 if left == 0 => union.insert(0),
                    1 if left > 0 => union.insert(value_of(left)),
                    0 | 1 => {}
                    heaps => {
                        if let Some(set) = set_of(heaps, digit.parts(), left) {
                            union.extend_shifted(set, 0);
                        }
                    }
                }
            }
            start = start.max(union.full_below());
        }
        for place in 0..period {
            if let Some(left) = heap.checked_sub(first + place) {
                fixed.extend(unions.get(place * period + left % period));
            }
        }
        let mut value = start;
        while fixed.iter().any(|set| set.contains(value)) {
            value += 1;
        }
        value
    }

    /// Makes the sets of the next number of counters.
    fn divide<V: Value>(&mut self, values: &[V]) {
        let left = self.kept_from + self.sets.first().map_or(0, VecDeque::len);
        for (place, kind) in self.kinds.iter().enumerate() {
            let heaps = kind.most().unwrap_or(0);
            let mut set = ValueSet::default();
            let fewer = Digit::new(1 << heaps.saturating_sub(1), Parts::Any);
            let fold = self.kinds.iter().position(|kind| *kind == fewer).and_then(|place| self.sets.get(place));
            match (fold, kind.parts()) {
                (Some(fewer), Parts::Any | Parts::NotAllEqual) if heaps > 2 => {
                    // The smallest part is as large as all others, or smaller than their mean.
                    let least_left_over = usize::from(kind.parts() == Parts::NotAllEqual);
                    let most = left.saturating_sub(least_left_over) / heaps as usize;
                    for (part, value) in values.iter().enumerate().take(most + 1).skip(1) {
                        if let Some(rest) = fewer.get(left - part) {
                            set.extend_shifted(rest, value.index());
                        }
                    }
                }
                _ => each_partition(values, left, heaps, *kind, &mut |value| set.insert(value)),
            }
            if let Some(sets) = self.sets.get_mut(place) {
                sets.push_back(set);
            }
        }
        while self.sets.first().is_some_and(|sets| sets.len() > self.kept) {
            self.sets.iter_mut().for_each(|sets| drop(sets.pop_front()));
            self.kept_from += 1;
        }
    }
}
