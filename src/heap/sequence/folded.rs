//! The algorithm for every code: sets of the values of all divisions of 0, 1, 2.. counters.

use std::collections::VecDeque;
use std::mem::take;
use std::ops::ControlFlow;

use crate::heap::sequence::naive::{each_partition, heaps_left};
use crate::heap::sequence::sets::ValueSet;
use crate::heap::sequence::watch::Watch;
use crate::heap::values::Value;
use crate::heap::{Digit, Parts, TakeAndBreak, UnequalHeaps};

/// The sets of values of the divisions of 0, 1, 2.. counters.
///
/// Let *S*(*t*, *m*) be the set of the values of *m* counters in *t* heaps. *S*(2, *m*) takes *m*/2 nim-sums. *S*(*t*, *m*) is the union,
/// over the smallest part *a* ≤ *m*/*t*, of *S*(*t* − 1, *m* − *a*) ⊕ *g*(*a*), by words of 64 values; that of three unequal heaps or more is made by
/// [`UnequalHeaps`]. For a repeating tail the union of the
/// sets of all congruent *m* is kept. It only grows, and so does the part of it that is full, where no mex is: if all moves leave one heap at
/// most, a heap takes some steps for each pair of digits, whatever its value is.
#[derive(Clone, Debug)]
pub(super) struct Folded {
    code: TakeAndBreak,
    /// The kinds of division into two heaps or more whose sets the code needs, directly or to make others; fewer heaps first.
    kinds: Vec<Digit>,
    /// For each kind the sets of `kept_from` counters, one more, and so on.
    sets: Vec<VecDeque<ValueSet>>,
    kept_from: usize,
    /// Number of the latest sets that are needed: all, if sets of more heaps are made from them.
    kept: usize,
    /// The sets of the next number of counters, as far as they are made, in the order of `kinds`; the set that comes next, half made, and the smallest part that
    /// it lacks. A break keeps all of them.
    made: Vec<ValueSet>,
    half_made: (ValueSet, usize),
    /// The divisions into three unequal heaps or more, the maximum number of these heaps, and the bytes of their sets.
    unequal: UnequalHeaps<ValueSet>,
    most_unequal: usize,
    unequal_bytes: u64,
    /// Bytes of all sets and of the unions.
    pub(super) bytes: u64,
    /// For each digit of the tail and each remainder of *m* by its period, the union so far; as many as there were heaps for.
    unions: Vec<Vec<ValueSet>>,
    /// Where values are missing in the unions of the options, for each remainder of the heap by the length of the tail.
    gaps: Vec<Gaps>,
    /// The values of divisions into no heap or one, and the list of them by which the next heap takes them out.
    single: ValueSet,
    inserted: Vec<usize>,
}

/// The words that are not full in the union of some sets that only grow.
#[derive(Clone, Debug, Default)]
struct Gaps {
    places: Vec<usize>,
    /// Every word below this one was full, or is one of `places`.
    end: usize,
}

impl Folded {
    pub(super) fn new(code: TakeAndBreak) -> Self {
        // Bit *i* of a mask is for the division into *i* heaps. There are 62 kinds for each condition at most, however many digits there are.
        let mut masks = [Parts::Any, Parts::Unequal, Parts::Equal, Parts::NotAllEqual].map(|parts| (parts, 0_u64));
        for digit in code.digits().iter().chain(code.tail()) {
            let (parts, divided) = (digit.parts(), digit.counts() & !0b11);
            // A set of more heaps is made from the set of one heap fewer, down to two heaps.
            let is_folded = matches!(parts, Parts::Any | Parts::NotAllEqual) && divided > 0;
            let fewer = digit.most().filter(|_| is_folded).map_or(0, |most| ((1 << most) - 1) & !0b11);
            for (of, mask) in &mut masks {
                *mask |= if *of == parts { divided } else { 0 } | if *of == Parts::Any { fewer } else { 0 };
            }
        }
        let kinds: Vec<Digit> = (2..u64::BITS)
            .flat_map(|heaps| {
                let wanted = masks.into_iter().filter(move |(_, mask)| mask >> heaps & 1 == 1);
                wanted.map(move |(parts, _)| Digit::new(1 << heaps, parts))
            })
            .collect();
        let folds = kinds.iter().any(|kind| kind.most() > Some(2));
        let unequal = kinds.iter().filter(|kind| kind.parts() == Parts::Unequal).filter_map(|kind| kind.most());
        let most_unequal = unequal.max().filter(|most| *most > 2).map_or(0, |most| most as usize);
        // Sets are read for at most `digits` + `tail` − 1 counters taken. Moves of the tail that take more are in the
        // unions already.
        let kept = if folds { usize::MAX } else { code.digits().len() + code.tail().len() };
        Self {
            sets: vec![VecDeque::new(); kinds.len()],
            kinds,
            kept_from: 0,
            kept,
            made: Vec::new(),
            half_made: (ValueSet::default(), 0),
            unequal: UnequalHeaps::default(),
            most_unequal,
            unequal_bytes: 0,
            bytes: 0,
            unions: Vec::new(),
            gaps: vec![Gaps::default(); code.tail().len().max(1)],
            single: ValueSet::default(),
            inserted: Vec::new(),
            code,
        }
    }

    /// The same after this number of heaps, for a code without a tail: sets that later heaps do not need are not made.
    pub(super) fn after(heaps: usize, code: TakeAndBreak) -> Self {
        assert!(code.tail().is_empty(), "the unions of a tail are made of all sets");
        let all = Self::new(code);
        Self { kept_from: (heaps + 1).saturating_sub(all.kept), ..all }
    }

    /// The value of the next heap. A break is that of the watch: the sets that are made stay.
    pub(super) fn next_value<V: Value>(&mut self, values: &[V], watch: &mut Watch<'_>) -> ControlFlow<(), usize> {
        let heap = values.len();
        // Sets of up to `heap` counters, since a digit for taking nothing may divide the whole heap. Its parts are
        // smaller, so that their values are known.
        while self.kept_from + self.sets.first().map_or(heap + 1, VecDeque::len) <= heap {
            self.divide(values, watch)?;
        }
        // One by one: to clear the set takes time in proportion to the largest value.
        self.inserted.drain(..).for_each(|value| self.single.remove(value));
        let Self { code, kinds, sets, kept_from, unions, gaps, single, inserted, bytes, .. } = self;
        // All sets whose union has the values of the options by the digits before the tail.
        let mut fixed: Vec<&ValueSet> = Vec::new();
        let set_of = |heaps: u32, parts: Parts, left: usize| {
            let kind = kinds.iter().position(|kind| *kind == Digit::new(1 << heaps, parts));
            &sets[kind.expect("the code has no other kinds")][left - *kept_from]
        };
        // What leaves nothing or one heap.
        let few = |digit: Digit, left: usize| match left {
            0 => digit.allows(0).then_some(0),
            1.. => digit.allows(1).then(|| values[left].index()),
        };
        let many = |digit: Digit| heaps_left(digit).filter(|heaps| *heaps >= 2);
        for (taken, digit) in code.digits().iter().enumerate().take(heap + 1) {
            let left = heap - taken;
            inserted.extend(few(*digit, left));
            fixed.extend(many(*digit).map(|heaps| set_of(heaps, digit.parts(), left)));
        }
        for value in inserted.iter() {
            single.insert(*value);
        }
        fixed.push(single);
        // The digit at `place` of the tail belongs to taking `first` + `place` counters, and any number of periods
        // more. What these moves leave is the same modulo the period, so one union for each pair of place and
        // remainder has it all.
        let (first, period) = (code.digits().len(), code.tail().len());
        for (place, digit) in code.tail().iter().enumerate() {
            let Some(left) = heap.checked_sub(first + place) else { break };
            if unions.len() <= place {
                unions.push(Vec::new());
            }
            // Numbers of counters that are left come one after the other, and so do the remainders.
            if unions[place].len() <= left % period {
                unions[place].push(ValueSet::default());
                *bytes += size_of::<ValueSet>() as u64;
            }
            let union = &mut unions[place][left % period];
            let words = union.words();
            // What digit and remainder give now is an option of every larger heap of the same remainder: nothing is ever taken out of a
            // union.
            if let Some(value) = few(*digit, left) {
                union.insert(value);
            }
            for heaps in many(*digit) {
                union.extend_shifted(set_of(heaps, digit.parts(), left), 0);
            }
            *bytes += 8 * (union.words() - words) as u64;
        }
        // In a second loop, since the first one changes the unions.
        let unions = unions.iter().enumerate();
        let grown: Vec<&ValueSet> =
            unions.filter_map(|(place, unions)| Some(&unions[heap.checked_sub(first + place)? % period])).collect();
        watch.kept = *bytes;
        ControlFlow::Continue(gaps[heap % period.max(1)].least_missing(&grown, &fixed))
    }

    /// Makes the sets of the next number of counters, and drops those that are no longer needed. After a break the next call goes on.
    fn divide<V: Value>(&mut self, values: &[V], watch: &mut Watch<'_>) -> ControlFlow<()> {
        let left = self.kept_from + self.sets.first().map_or(0, VecDeque::len);
        self.divide_unequally(left, values, watch)?;
        // Each is made of sets of fewer counters.
        while let Some(kind) = self.kinds.get(self.made.len()) {
            let heaps = kind.most().expect("each kind leaves two heaps or more");
            let (set, next) = &mut self.half_made;
            let fewer = Digit::new(1 << (heaps - 1), Parts::Any);
            let fold = self.kinds.iter().position(|kind| *kind == fewer).map(|place| &self.sets[place]);
            match (fold, kind.parts()) {
                // All sets are kept where sets are made from others, so a number of counters is a place in `fewer`.
                (Some(fewer), Parts::Any | Parts::NotAllEqual) => {
                    // The smallest part is at most the mean of all, and below it if not all are equal.
                    let least_left_over = usize::from(kind.parts() == Parts::NotAllEqual);
                    let most = left.saturating_sub(least_left_over) / heaps as usize;
                    for (part, value) in values.iter().enumerate().take(most + 1).skip((*next).max(1)) {
                        set.extend_shifted(&fewer[left - part], value.index());
                        *next = part + 1;
                        watch.step(set.words())?;
                    }
                }
                (_, Parts::Unequal) if heaps > 2 => set.clone_from(self.unequal.set(heaps as usize, left)),
                // No more steps than counters, and a value that is found twice is in the set once.
                _ => each_partition(values, left, heaps, *kind, watch, &mut |value| set.insert(value))?,
            }
            self.made.push(take(set));
            *next = 0;
        }
        for (sets, set) in self.sets.iter_mut().zip(take(&mut self.made)) {
            self.bytes += 8 * set.words() as u64;
            sets.push_back(set);
        }
        while self.sets.first().is_some_and(|sets| sets.len() > self.kept) {
            for set in self.sets.iter_mut().filter_map(VecDeque::pop_front) {
                self.bytes -= 8 * set.words() as u64;
            }
            self.kept_from += 1;
        }
        ControlFlow::Continue(())
    }

    /// Makes the sets of divisions of `left` counters into three unequal heaps or more.
    fn divide_unequally<V: Value>(&mut self, left: usize, values: &[V], watch: &mut Watch<'_>) -> ControlFlow<()> {
        if self.most_unequal == 0 {
            return ControlFlow::Continue(());
        }
        let Self { unequal, bytes, unequal_bytes, .. } = self;
        if unequal.reserve(self.most_unequal, left, 2 * left, || ValueSet::from_iter([0])) {
            let places = (unequal.places() * size_of::<ValueSet>()) as u64;
            *bytes = *bytes - *unequal_bytes + places;
            *unequal_bytes = places;
        }
        unequal.add_sizes(left, |set, others, heap| {
            let words = set.words();
            set.extend_shifted(others, values[heap].index());
            let grown = 8 * (set.words() - words) as u64;
            (*bytes, *unequal_bytes) = (*bytes + grown, *unequal_bytes + grown);
            watch.step(set.words())
        })
    }
}

impl Gaps {
    /// The least value that none of these sets has. Those of the first list have only grown since the last call. Each word that they fill is
    /// gone through once in all.
    fn least_missing(&mut self, grown: &[&ValueSet], others: &[&ValueSet]) -> usize {
        let word_of = |sets: &[&ValueSet], place| sets.iter().fold(0, |word, set| word | set.word(place));
        let mut next = 0;
        loop {
            if next == self.places.len() {
                self.places.push(self.end);
                self.end += 1;
            }
            let place = self.places[next];
            let word = word_of(grown, place);
            if word == u64::MAX {
                self.places.remove(next);
                continue;
            }
            let word = word | word_of(others, place);
            if word != u64::MAX {
                return 64 * place + word.trailing_ones() as usize;
            }
            next += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;
    use std::ops::ControlFlow;

    use super::Folded;
    use crate::heap::sequence::naive;
    use crate::heap::sequence::sets::ValueSet;
    use crate::heap::sequence::tuning::Tuning;
    use crate::heap::sequence::watch::Watch;
    use crate::heap::{Digit, Parts, TakeAndBreak};

    /// Maximum number of heaps that a move leaves.
    fn most(code: &TakeAndBreak) -> Option<u32> {
        code.digits().iter().chain(code.tail()).filter_map(|digit| digit.most()).max()
    }

    /// Each condition on the parts has its own kinds; sets of all parts are made from sets of one heap fewer.
    #[test]
    fn a_kind_is_kept_once_however_many_digits_need_it() {
        for (digits, expected) in [
            (vec![(0b10011, Parts::Any)], vec![(2, Parts::Any), (3, Parts::Any), (4, Parts::Any)]),
            (vec![(0b10011, Parts::Unequal), (0b1000, Parts::Equal)], vec![(3, Parts::Equal), (4, Parts::Unequal)]),
            (
                vec![(0b10000, Parts::NotAllEqual), (0b100, Parts::Equal), (0b11, Parts::Any)],
                vec![(2, Parts::Any), (2, Parts::Equal), (3, Parts::Any), (4, Parts::NotAllEqual)],
            ),
            (vec![(u64::MAX, Parts::Any)], (2..64).map(|heaps| (heaps, Parts::Any)).collect()),
            (vec![(3, Parts::Any)], vec![]),
        ] {
            let digits = digits.into_iter().map(|(counts, parts)| Digit::new(counts, parts));
            let digits: Vec<Digit> = digits.cycle().take(300_000).collect();
            let code = TakeAndBreak::from_digits([&[Digit::NONE], &digits[..]].concat(), []).unwrap();
            let expected: Vec<Digit> =
                expected.into_iter().map(|(heaps, parts)| Digit::new(1 << heaps, parts)).collect();
            assert_eq!(Folded::new(code).kinds, expected);
        }
    }

    /// Values of several words; those of 0.13[30] lie beyond a gap that the digits before the tail fill.
    #[test]
    fn the_least_missing_value_is_found_in_any_word() {
        for text in ["0.13[30]", "0.1[3]", "0.30[3]", "0.3031[3010]", "0.3[7]", "0.F7[30]", "4.[3]"] {
            let code: TakeAndBreak = text.parse().unwrap();
            let mut folded = Folded::new(code.clone());
            let (mut values, mut seen): (Vec<u16>, _) = (Vec::new(), ValueSet::default());
            let mut unwatched = |_, _| ControlFlow::Continue(());
            let watch = &mut Watch::new(&mut unwatched, 0, 1, &Tuning::default());
            for heap in 0..if text.contains('F') { 100 } else { 700 } {
                let value = naive::next_value(&code, &values, &mut seen, watch);
                assert_eq!(folded.next_value(&values, watch), value, "{code}, heap {heap}");
                values.push(value.continue_value().unwrap().try_into().unwrap());
            }
            let gaps = folded.gaps.iter().map(|gaps| gaps.places.len()).max().unwrap();
            // A value that one move adds is taken back for the next heap, so few words have gaps.
            assert!(gaps <= code.digits().len() + 1 || most(&code) > Some(1), "{code}: {gaps}");
        }
    }

    /// Divisions into ten unequal heaps are made part by part, and a break loses none of them: a callback that always breaks is called a few times, after a
    /// million words of sets each. One by one, there are more divisions of 200 counters alone than can be gone through.
    #[test]
    fn a_break_keeps_the_sets_that_are_half_made() {
        for (text, breaks, heaps) in [("0.{10}!", 1..20, 520), ("0.{6}?{5}!", 0..20, 120)] {
            let code: TakeAndBreak = text.parse().unwrap();
            let (mut folded, mut values, mut seen) =
                (Folded::new(code.clone()), Vec::<u16>::new(), ValueSet::default());
            let mut unwatched = |_, _| ControlFlow::Continue(());
            let unwatched = &mut Watch::new(&mut unwatched, 0, 1, &Tuning::default());
            let mut calls = 0;
            let mut stop = |_, _| {
                calls += 1;
                ControlFlow::Break(())
            };
            let watch = &mut Watch::new(&mut stop, 0, 1, &Tuning::default());
            while values.len() < heaps {
                if let ControlFlow::Continue(value) = folded.next_value(&values, watch) {
                    if values.len() < 60 {
                        let by_every_option = naive::next_value(&code, &values, &mut seen, unwatched);
                        assert_eq!(ControlFlow::Continue(value), by_every_option, "{text}, heap {}", values.len());
                    }
                    values.push(value.try_into().unwrap());
                }
            }
            assert!(breaks.contains(&calls), "{text}: {calls}");
        }
    }

    /// After any number of heaps the sets that are made later are enough.
    #[test]
    fn sets_begin_with_those_that_are_read() {
        for text in ["0.77", "0.7!5", "4!.04=4", "0.F4"] {
            let code: TakeAndBreak = text.parse().unwrap();
            let (mut values, mut seen): (Vec<u16>, _) = (Vec::new(), ValueSet::default());
            let mut unwatched = |_, _| ControlFlow::Continue(());
            let watch = &mut Watch::new(&mut unwatched, 0, 1, &Tuning::default());
            for heap in 0..60 {
                let value = naive::next_value(&code, &values, &mut seen, watch);
                let mut folded = Folded::after(heap, code.clone());
                assert_eq!(folded.next_value(&values, watch), value, "{code}, heap {heap}");
                let made = folded.sets.iter().map(VecDeque::len).max();
                assert!(made <= Some(code.digits().len()) || most(&code) > Some(2), "{code}: {made:?}");
                values.push(value.continue_value().unwrap().try_into().unwrap());
            }
        }
    }

    /// With and without a tail, by digits that leave 0 to 4 heaps.
    #[test]
    fn sets_give_the_values_that_every_option_gives() {
        let digits = |counts: [u64; 3], parts| counts.map(|counts| Digit::new(counts, parts));
        for counts in [[0, 3, 7], [0, 1, 4], [16, 9, 0], [4, 0, 8], [8, 4, 2], [0, 21, 1], [0, 1, 10], [0, 2, 1]] {
            for parts in [Parts::Any, Parts::Unequal, Parts::Equal, Parts::NotAllEqual] {
                let all = digits(counts, parts);
                for tail in 0..3 {
                    let Ok(code) = TakeAndBreak::from_digits(all[..3 - tail].to_vec(), all[3 - tail..].to_vec()) else {
                        continue;
                    };
                    let mut folded = Folded::new(code.clone());
                    let (mut values, mut seen): (Vec<u8>, _) = (Vec::new(), ValueSet::default());
                    let mut unwatched = |_, _| ControlFlow::Continue(());
                    let watch = &mut Watch::new(&mut unwatched, 0, 1, &Tuning::default());
                    for heap in 0..40 {
                        let value = naive::next_value(&code, &values, &mut seen, watch);
                        assert_eq!(folded.next_value(&values, watch), value, "{code}, heap {heap}");
                        values.push(value.continue_value().unwrap().try_into().unwrap());
                    }
                    // One for each digit, unless sets of more heaps are made of them.
                    let kept = if counts.iter().all(|counts| *counts < 8) { 3 } else { 40 };
                    assert!(folded.sets.iter().all(|sets| sets.len() == kept), "{code}");
                }
            }
        }
    }
}
