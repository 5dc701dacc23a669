//! Moves in the largest heaps: they are too many to list, and are counted otherwise.

use std::collections::HashMap;

use grundy::heap::{Digit, Parts, PeriodicValues, Sequence, TakeAndBreak};
use grundy::{Answer, Components, Control, ImpartialGame, Nimber, Notes, Outcome, Question, Solver, play_in_sum};

/// The largest heaps of 64 and of 128 bits, and those next to them.
pub(crate) fn largest_heaps() -> impl Iterator<Item = u128> {
    let end = u128::from(u64::MAX);
    (end - 8..=end + 8).chain(u128::MAX - 8..=u128::MAX)
}

/// How many items of a list are looked at.
pub(crate) const FEW: usize = 12;

pub(crate) fn code(text: &str) -> TakeAndBreak {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// The finite codes with this digit before the point and three octal digits after it.
pub(crate) fn octal_codes(before: u64) -> impl Iterator<Item = TakeAndBreak> {
    (0..512).map(move |after| {
        let digits = [before, after >> 6, after >> 3 & 7, after & 7].map(|counts| Digit::new(counts, Parts::Any));
        TakeAndBreak::from_digits(digits, []).unwrap()
    })
}

/// Codes with digits that repeat, that leave more than two heaps, or that compare them.
pub(crate) const OTHER_CODES: &str = "
    0.[1] 0.[2] 0.[3] 0.[4] 0.[7] 0.[8] 0.[30] 0.[03] 0.[123] 0.[0000001] 0.1[27] 0.30[3] 0.007[3] 0.31[30320]
    4.[1] 4.[2] 4.[3] 4.[4] 4.3[0] 4.05[20] 0.8 0.F 0.FF 0.3F7 0.08 4.C8 8.0 8.1[3] C.F 0.V S.[V] 0.{1,2,40}
    0.{0,63} 0.[{63}] {40}.{0,1} {2,63}.[1{5}] 4!.0 4=.1 4?.[3] C!.3! 8=.[F?] 0.{3,9}! 0.[{2,3,5}=] 0.{30}?7";

pub(crate) fn other_codes() -> impl Iterator<Item = TakeAndBreak> {
    OTHER_CODES.split_whitespace().map(code)
}

/// The position is won exactly if there is a winning move, and as many are counted as are listed, or nothing is said.
pub(crate) fn winning_moves_are_as_many_as_counted<G: ImpartialGame>(game: &G, position: &Components<G::Position>) {
    let mut solver = Solver::new(game).with_control(Control::new().positions(1000));
    let Ok(wins) = solver.winning_moves(position.clone()) else { return };
    let (known, least) = (wins.known_count(), wins.least_count());
    let outcome = solver.outcome(position.clone()).unwrap();
    assert_eq!(known == Some(0), outcome == Outcome::P, "{position:?}: {known:?}, {outcome}");
    assert!(known.is_none_or(|known| known == least), "{position:?}: {known:?}, at least {least}");
    let first: Vec<_> = wins.into_iter().take(FEW).collect();
    assert_eq!(first.is_empty(), outcome == Outcome::P, "{position:?}: {first:?}, {outcome}");
    let count = first.len() as u64;
    if first.len() < FEW {
        assert!(known.is_none_or(|known| known == count) && least <= count, "{position:?}: {known:?} and {first:?}");
    } else {
        assert!(known.is_none_or(|known| known >= count), "{position:?}: {known:?} and more than {count}");
    }
    for win in first.into_iter().take(2) {
        let left = play_in_sum(game, position.clone(), win.clone()).unwrap_or_else(|error| panic!("{error:?}"));
        assert!(solver.outcome(left).is_ok_and(|outcome| outcome == Outcome::P), "{position:?}: {win:?}");
    }
}

/// By the value that they leave, how many moves there are in a heap of a code that leaves at most two heaps; every move is tried.
pub(crate) fn plain_counts(values: &PeriodicValues, heap: u128) -> HashMap<Nimber, u128> {
    let mut counts = HashMap::new();
    let value = |heap: u128| values.value(heap).unwrap();
    for taken in 0..=heap {
        let (digit, left) = (values.code().digit(taken), heap - taken);
        if left == 0 && digit.allows(0) {
            *counts.entry(Nimber::ZERO).or_default() += 1;
        }
        if left > 0 && digit.allows(1) {
            *counts.entry(value(left)).or_default() += 1;
        }
        let most = if digit.allows(2) { left / 2 } else { 0 };
        for small in 1..=most {
            *counts.entry(value(small) + value(left - small)).or_default() += 1;
        }
        if values.code().tail().is_empty() && taken >= values.code().digits().len() as u128 {
            break;
        }
    }
    counts
}

/// How many moves in a large heap leave a value, or 2^128 − 1 if there are more. From a small heap on the number grows by as much
/// in every step of two periods, so two small heaps tell all.
pub(crate) struct Growth<'a> {
    values: &'a PeriodicValues,
    step: u128,
    /// The counts of the two small heaps, by what the large one leaves when it is divided by the step.
    small: HashMap<u128, [HashMap<Nimber, u128>; 2]>,
}

impl<'a> Growth<'a> {
    fn of(values: &'a PeriodicValues) -> Self {
        let step = 2 * u128::from(values.period()) * values.code().tail().len().max(1) as u128;
        Self { values, step, small: HashMap::new() }
    }

    fn count(&mut self, heap: u128, target: Nimber) -> u128 {
        let regular = 2 * u128::from(self.values.preperiod()) + values_before(self.values) + self.step;
        let first = regular + (heap - regular) % self.step;
        let counts = || [first, first + self.step].map(|heap| plain_counts(self.values, heap));
        let [first_counts, second_counts] = self.small.entry(first).or_insert_with(counts);
        let [one, other] = [first_counts, second_counts].map(|counts| counts.get(&target).copied().unwrap_or(0));
        (other - one).saturating_mul((heap - first) / self.step).saturating_add(one)
    }
}

/// How many moves the oracle of a code tells that leave a value.
pub(crate) fn moves_told(code: &TakeAndBreak, notes: &mut Notes, heap: u128, value: Nimber) -> (usize, Option<usize>) {
    let question = Question::MovesLeaving { component: &heap, value };
    match code.oracle(question, notes, &mut Control::new()) {
        Answer::Moves(moves) => moves.size_hint(),
        other => panic!("{code}, heap {heap} to {value}: {other:?}"),
    }
}

/// How many counters are taken by the digits that do not repeat.
pub(crate) fn values_before(values: &PeriodicValues) -> u128 {
    values.code().digits().len() as u128
}

/// Every count of moves that leave a value, for values up to 9 and the largest, is the number that they grow to.
pub(crate) fn counts_are_what_they_grow_to(values: &PeriodicValues) {
    let (mut growth, mut notes) = (Growth::of(values), Notes::default());
    for heap in largest_heaps() {
        for target in (0..10).chain([u64::MAX]).map(Nimber::new) {
            let expected = growth.count(heap, target);
            let told = moves_told(values.code(), &mut notes, heap, target);
            let known = usize::try_from(expected).ok();
            assert_eq!(told, (known.unwrap_or(usize::MAX), known), "{}, heap {heap} to {target}", values.code());
        }
    }
}

/// The values of all heaps, if a few hundred of them prove their period.
pub(crate) fn values_of_all(code: TakeAndBreak) -> Option<PeriodicValues> {
    // Where heaps are compared no theorem proves a period.
    if code.digits().iter().chain(code.tail()).any(|digit| digit.parts() != Parts::Any) {
        return None;
    }
    let mut sequence = Sequence::new(code);
    for heaps in [64, 128, 256] {
        sequence.extend_to(heaps).unwrap();
        if let Some(values) = sequence.periodic_values() {
            return Some(values);
        }
    }
    None
}

/// The counts are right for each of the codes whose values are soon known; how many these are.
pub(crate) fn counts_are_right(codes: impl Iterator<Item = TakeAndBreak>) -> usize {
    let mut proved = 0;
    for values in codes.filter_map(values_of_all) {
        counts_are_what_they_grow_to(&values);
        for heap in largest_heaps() {
            winning_moves_are_as_many_as_counted(values.code(), &heap.into());
        }
        proved += 1;
    }
    proved
}
