//! The moves in a heap that leave heaps which pass a test, such as a given nim-sum.
//!
//! If parts repeat, so does the test, and only one period of the parts is tried.

use std::mem;
use std::rc::Rc;

use crate::components::Components;
use crate::heap::break_move::Moves;
use crate::heap::counted::{Count, Counted};
use crate::heap::scan::{Repeats, Scan};
use crate::heap::tail::common_period;
use crate::heap::{BreakMove, Digit, Parts, PeriodicValues, TakeAndBreak};
use crate::nimber::Nimber;

/// A test of the heaps that a move leaves. They come in any order, and none is empty.
pub(crate) type Test<'a> = Rc<dyn Fn(&[u128]) -> bool + 'a>;

/// All moves in a heap that leave heaps which pass the test, ordered by the number of counters taken and then by the heaps left, in
/// lexicographic order.
///
/// The number of moves is exact for codes that leave at most two heaps, unless preperiod and period are too long to be tried; otherwise
/// it may be a lower bound. `None` if finding one move could take more than [`MOST_STEPS`] steps, or
/// if all moves would be tried and are [many](has_many_moves).
pub(crate) fn moves_passing<'a>(
    code: &'a TakeAndBreak,
    heap: u128,
    repeats: Option<Repeats>,
    passes: &Test<'a>,
) -> Option<Counted<'a, BreakMove>> {
    let passes = Rc::clone(passes);
    let Some(repeats) = repeats else {
        if has_many_moves(code, heap) {
            return None;
        }
        return Some(Counted::by_trying(move || Moves::new(code, heap), move |mv: &BreakMove| passes(&mv.left)));
    };
    assert!(
        code.digits().iter().all(|digit| digit.parts() == Parts::Any),
        "no theorem proves repeats for parts that are compared"
    );
    if !code.tail().is_empty() {
        // The theorem for tails is about codes that leave at most one heap.
        let takes = Takes { code, heap, repeats, passes };
        return Some(Counted::new(takes.clone().moves(), move || takes.count()));
    }
    // Each heap but the last is tried over its irregular sizes and one period.
    if most_parts(code) > 2 && most_ways(code, repeats.regular.saturating_add(repeats.period)) > MOST_STEPS {
        return None;
    }
    let splits = Splits { code, heap, repeats, passes };
    Some(Counted::new(splits.clone().moves(), move || splits.count()))
}

/// Whether there are so many moves in a heap that to try all would take seconds, without a look at the control.
pub(crate) fn has_many_moves(code: &TakeAndBreak, heap: u128) -> bool {
    let parts = most_parts(code);
    // Of *n* counters, *p* heaps can be left in about n^(p-1) / (p! (p-1)!) ways, and in more with fewer heaps where that is less than one.
    let (mut ways, mut most) = (1_u128, 1_u128);
    for part in 1..u128::from(parts) {
        ways = ways.saturating_mul(heap) / (part * (part + 1));
        most = most.max(ways);
    }
    // Each number of counters may be taken, or those of some digits. In the first case there are *p* times fewer ways in the mean.
    let digits = code.digits().iter().filter(|digit| digit.most().is_some());
    let takes = if code.tail().is_empty() { digits.count() as u128 } else { heap / u128::from(parts.max(1)) };
    most.saturating_mul(takes) > MOST_MOVES
}

/// The number of ways to choose all heaps that a move leaves but the last, of so many sizes each. The last one is what is left.
fn most_ways(code: &TakeAndBreak, sizes: u128) -> u128 {
    sizes.saturating_pow(most_parts(code).saturating_sub(1))
}

/// The largest number of heaps that a move leaves.
fn most_parts(code: &TakeAndBreak) -> u32 {
    code.digits().iter().chain(code.tail()).filter_map(|digit| digit.most()).max().unwrap_or(0)
}

/// All moves in a heap that leave heaps of nim-sum `target`, in the order of [`moves_passing`].
pub(crate) fn moves_leaving(values: &PeriodicValues, heap: u128, target: Nimber) -> Option<Counted<'_, BreakMove>> {
    if values.saltus() > 0 {
        let takes = takes_of_growing(values, heap, target);
        let count = Count::exact(takes.len() as u128);
        return Some(Counted::new(takes.into_iter(), move || count));
    }
    let worth = move |heaps: &[u128]| heaps.iter().map(|heap| values.value(*heap)).sum::<Option<Nimber>>();
    let passes: Test<'_> = Rc::new(move |heaps| worth(heaps) == Some(target));
    moves_passing(values.code(), heap, values.repeats(), &passes)
}

/// Maximum number of moves that are tried without a look at the control: less than a second. A guard, chosen by no bench: a solver that tries them takes
/// seven times as long.
const MOST_MOVES: u128 = 1 << 25;

/// Maximum number of steps to the next move of a code that leaves three heaps or more: less than a second. A guard, chosen by no bench.
const MOST_STEPS: u128 = 1 << 26;

/// Number of first moves from which a lower bound on the number of moves is found, for codes that leave three heaps or more.
const SAMPLE: usize = 64;
/// Maximum number of steps to the first of these moves: some 10 ms. A guard, chosen by no bench.
const MOST_STEPS_TO_SAMPLE: u128 = 1 << 20;

/// The moves in a heap of a finite code.
#[derive(Clone)]
struct Splits<'a> {
    code: &'a TakeAndBreak,
    heap: u128,
    repeats: Repeats,
    passes: Test<'a>,
}

impl<'a> Splits<'a> {
    fn moves(self) -> impl Iterator<Item = BreakMove> + 'a {
        let digits = (0..=self.heap).zip(self.code.digits());
        digits.flat_map(move |(taken, digit)| {
            let left = self.heap - taken;
            // `Ways` divides at least one counter, so the move that takes the whole heap is listed apart.
            let mut nothing = left == 0 && digit.allows(0) && (self.passes)(&[]);
            let mut some = Ways::new(&self.passes, self.repeats, Components::new(), digit.counts(), left);
            std::iter::from_fn(move || {
                let empty = mem::take(&mut nothing).then(Components::new);
                let left = empty.or_else(|| some.next())?;
                Some(BreakMove { taken, left })
            })
        })
    }

    fn count(&self) -> Count {
        self.count_by_pairs().map_or_else(|| self.sample(), Count::exact)
    }

    /// The number of moves of a code that leaves at most two heaps. `None` if counting takes too many steps.
    fn count_by_pairs(&self) -> Option<u128> {
        let digits = self.code.digits();
        if digits.iter().any(|digit| digit.most() > Some(2)) {
            return None;
        }
        let mut steps = 0;
        let by_digit = |(taken, digit): (u128, &Digit)| {
            let left = self.heap - taken;
            if left == 0 {
                return Some(u128::from(digit.allows(0) && (self.passes)(&[])));
            }
            let whole = u128::from(digit.allows(1) && (self.passes)(&[left]));
            let most = if digit.allows(2) { left / 2 } else { 0 };
            // Where the smaller part is regular, so is the larger one: a period moved from one to the other changes
            // no value.
            let pairs = Scan::new(1..=most, self.repeats.regular..=most, self.repeats.period);
            Some(whole + pairs.count(&mut steps, |small| usize::from((self.passes)(&[small, left - small])))?)
        };
        let mut counts = (0..=self.heap).zip(digits).map(by_digit);
        counts.try_fold(0, |sum: u128, count| Some(sum.saturating_add(count?)))
    }

    /// A lower bound on the number of moves, from the first ones. If the last two heaps that a move leaves are regular, other moves move
    /// multiples of the period from the last heap to the one before.
    fn sample(&self) -> Count {
        let Repeats { regular, period } = self.repeats;
        if most_ways(self.code, regular + period) > MOST_STEPS_TO_SAMPLE {
            return Count { least: 0, is_all: false };
        }
        let (mut seen, mut least) = (0, 0);
        for mv in self.clone().moves().take(SAMPLE) {
            seen += 1;
            if let [.., small, large] = mv.left[..]
                && small >= regular
            {
                // The smaller heap may get as many periods as fit without becoming the larger one, and 0 periods are
                // the move itself.
                least = least.max((large - small) / 2 / period + 1);
            }
        }
        Count { least: least.max(seen as u128), is_all: seen < SAMPLE }
    }
}

/// The ways to leave a number of counters as heaps that pass the test. Each lists its heaps in ascending order, and ways come in
/// lexicographic order.
///
/// Take two regular sizes of the next heap that differ by a period. A continuation of the larger one is also a continuation of the
/// smaller one, with a period more in the last heap, which is the largest. So a size is tried only if the size a period before was a
/// hit.
struct Ways<'a> {
    passes: Test<'a>,
    repeats: Repeats,
    /// The heaps that are chosen so far.
    chosen: Components<u128>,
    /// Bit *i* is set if *i* more heaps may be left.
    counts: u64,
    /// The number of counters that are still to be divided.
    left: u128,
    /// The sizes of the next heap, if more heaps may follow it.
    next: Option<Scan>,
    /// The ways that continue with the next heap chosen last.
    open: Option<Box<Self>>,
    /// Whether the way with all counters as one heap is still to come; it is the last.
    whole: bool,
}

impl<'a> Ways<'a> {
    fn new(passes: &Test<'a>, repeats: Repeats, chosen: Components<u128>, counts: u64, left: u128) -> Self {
        let several = counts & !0b11;
        let least = chosen.last().copied().unwrap_or(1);
        let next = (several != 0).then(|| {
            // In ascending order the next heap is at most the mean of what is left, in as few heaps as may be.
            let most = left / u128::from(several.trailing_zeros());
            Scan::new(least..=most, repeats.regular..=most, repeats.period)
        });
        let whole = counts & 0b10 != 0 && left >= least;
        Self { passes: Rc::clone(passes), repeats, chosen, counts, left, next, open: None, whole }
    }

    /// The chosen heaps and these.
    fn with(&self, more: &[u128]) -> Components<u128> {
        let mut heaps = self.chosen.clone();
        heaps.extend(more.iter().copied());
        heaps
    }

    /// The chosen heaps and these, if they pass the test.
    fn passing(&self, more: &[u128]) -> Option<Components<u128>> {
        if self.chosen.is_empty() {
            // Most of what is tried does not pass, and is not copied.
            return (self.passes)(more).then(|| more.into());
        }
        Some(self.with(more)).filter(|heaps| (self.passes)(heaps))
    }
}

impl Iterator for Ways<'_> {
    type Item = Components<u128>;

    fn next(&mut self) -> Option<Components<u128>> {
        loop {
            if let Some(others) = &mut self.open {
                if let Some(heaps) = others.next() {
                    return Some(heaps);
                }
                self.open = None;
            }
            // No continuation of the last heap is left: the next size.
            let Some(heap) = self.next.as_mut().and_then(Scan::next) else { break };
            // One heap fewer may follow; bit 0 goes, since something is left.
            let (left, counts) = (self.left - heap, self.counts >> 1 & !1);
            let found = if counts == 0b10 {
                // Exactly one more heap follows, the usual case, which needs no box.
                self.passing(&[heap, left])
            } else {
                let mut others = Box::new(Self::new(&self.passes, self.repeats, self.with(&[heap]), counts, left));
                let found = others.next();
                self.open = Some(others);
                found
            };
            if found.is_some() {
                // One continuation makes the size a hit. The others come from `open`.
                self.next.as_mut().expect("it gave the heap").hit(heap);
                return found;
            }
        }
        let whole = mem::take(&mut self.whole);
        if whole { self.passing(&[self.left]) } else { None }
    }
}

/// The moves in a heap of a code with a repeating tail, each of which leaves at most one heap.
#[derive(Clone)]
struct Takes<'a> {
    code: &'a TakeAndBreak,
    heap: u128,
    repeats: Repeats,
    passes: Test<'a>,
}

impl<'a> Takes<'a> {
    /// The numbers of counters to try. They repeat where they belong to the tail and leave a regular heap.
    fn scan(&self) -> Scan {
        let head = self.code.digits().len() as u128;
        // More counters taken leave an irregular heap.
        let to_irregular = self.heap.saturating_sub(self.repeats.regular);
        // From 1 on: a move that takes nothing would leave two heaps or more, which these codes do not.
        Scan::new(1..=self.heap, head..=to_irregular, common_period(self.code.tail().len(), self.repeats.period))
    }

    fn may_take(&self, taken: u128) -> bool {
        let left = self.heap - taken;
        is_take(self.code, self.heap, taken) && if left == 0 { (self.passes)(&[]) } else { (self.passes)(&[left]) }
    }

    fn moves(self) -> impl Iterator<Item = BreakMove> + 'a {
        self.scan().items(move |taken| if self.may_take(taken) { vec![take(self.heap, taken)] } else { Vec::new() })
    }

    fn count(&self) -> Count {
        let count = self.scan().count(&mut 0, |taken| usize::from(self.may_take(taken)));
        count.map_or(Count { least: 0, is_all: false }, Count::exact)
    }
}

/// The moves that leave a heap of value `target`, for a code with a repeating tail whose values grow. Each place of the period has at
/// most one heap of that value.
fn takes_of_growing(values: &PeriodicValues, heap: u128, target: Nimber) -> Vec<BreakMove> {
    let (preperiod, period) = (u128::from(values.preperiod()), u128::from(values.period()));
    let heaps = (0..preperiod + period).filter_map(|first| {
        // At one place of the period the values are first, first + saltus, first + 2 saltus, ..: the target is the
        // one after `times` periods, if it is among them.
        let growth = target.get().checked_sub(values.value(first)?.get())?;
        let times = growth.checked_div(values.saltus()).filter(|_| growth % values.saltus() == 0)?;
        let left = first.checked_add(period.checked_mul(times.into())?)?;
        // Heaps before the preperiod do not repeat.
        (times == 0 || first >= preperiod).then_some(left)
    });
    let may_be_left = |left: &u128| heap.checked_sub(*left).is_some_and(|taken| is_take(values.code(), heap, taken));
    let mut heaps: Vec<u128> = heaps.filter(may_be_left).collect();
    heaps.sort_unstable();
    // From large heaps to small ones: the number of counters taken ascends.
    heaps.into_iter().rev().map(|left| take(heap, heap - left)).collect()
}

/// Whether a move may take `taken` counters from a heap and leave the rest, if there is any, as one heap.
fn is_take(code: &TakeAndBreak, heap: u128, taken: u128) -> bool {
    code.digit(taken).allows((taken < heap).into())
}

fn take(heap: u128, taken: u128) -> BreakMove {
    BreakMove { taken, left: (heap > taken).then_some(heap - taken).into_iter().collect() }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::{Count, Repeats, SAMPLE, Test, moves_passing};
    use crate::heap::break_move::Moves;
    use crate::heap::{BreakMove, TakeAndBreak};

    /// A test in which parts repeat: parts that repeat each other count as the least of them.
    fn sum_is(remainder: u128, Repeats { regular, period }: Repeats) -> Test<'static> {
        let least = move |part: u128| if part < regular { part } else { regular + (part - regular) % period };
        Rc::new(move |parts| parts.iter().map(|part| least(*part)).sum::<u128>() % 3 == remainder)
    }

    #[test]
    fn repeats_leave_moves_and_their_number_as_they_are() {
        for text in ["0.77", "0.137", "4.07", "0.F", "0.A2", "0.{0,1,3}", "0.0{4}", "0.[3]", "0.31[30320]"] {
            let code: TakeAndBreak = text.parse().unwrap();
            for (regular, period) in (1..5).flat_map(|regular| (1..4).map(move |period| (regular, period))) {
                let repeats = Repeats { regular, period };
                for (heap, remainder) in (0..26).flat_map(|heap| (0..3).map(move |remainder| (heap, remainder))) {
                    let passes = sum_is(remainder, repeats);
                    let all: Vec<BreakMove> = Moves::new(&code, heap).filter(|mv| passes(&mv.left)).collect();
                    let found = moves_passing(&code, heap, Some(repeats), &passes).unwrap();
                    let Count { least, is_all } = found.number();
                    let what = format!("{text}, heap {heap}, {repeats:?}: {least} of {}", all.len());
                    assert!(least <= all.len() as u128 && (!is_all || least == all.len() as u128), "{what}");
                    assert!(is_all || all.len() >= SAMPLE, "{what}");
                    assert!(found.eq(all), "{what}");
                }
            }
        }
    }

    /// Where parts do not repeat, all moves are tried, unless that takes long.
    #[test]
    fn many_moves_are_not_tried_without_the_control() {
        let cases = [
            ("0.[F]", 1000, 1100),
            ("0.[4]", 11_000, 12_000),
            ("0.77", 33_000_000, 34_000_000),
            ("0.[3]", 33_000_000, 34_000_000),
            ("0.08", 20_000, 20_100),
            ("0.0[{40}]", 12, u128::MAX),
        ];
        for (text, few, many) in cases {
            let code: TakeAndBreak = text.parse().unwrap();
            let none: Test<'_> = Rc::new(|_| false);
            assert!(moves_passing(&code, few, None, &none).is_some(), "{text} {few}");
            assert!(moves_passing(&code, many, None, &none).is_none(), "{text} {many}");
            for heap in (0..20).filter(|heap| *heap <= few) {
                let (passes, all) = (sum_is(1, Repeats { regular: 40, period: 1 }), Moves::new(&code, heap));
                let expected: Vec<BreakMove> = all.filter(|mv| passes(&mv.left)).collect();
                assert!(moves_passing(&code, heap, None, &passes).unwrap().eq(expected), "{text} {heap}");
            }
        }
    }

    /// With a first heap of one counter there are 499 ways to leave 1000 counters as three heaps, which the first move stands for.
    #[test]
    fn of_three_heaps_the_moves_that_repeat_the_first_ones_are_counted() {
        let code: TakeAndBreak = "0.08".parse().unwrap();
        let number = |regular, period| {
            let any: Test<'_> = Rc::new(|_| true);
            moves_passing(&code, 1002, Some(Repeats { regular, period }), &any).map(|moves| moves.number())
        };
        let at_least = |least| Some(Count { least, is_all: false });
        assert_eq!(number(1, 1), at_least(499));
        assert_eq!(number(1, 10), at_least(64));
        // A search for the first moves may take 2^20 steps, and one for any move 2^26: the square of what is not regular and a period.
        assert_eq!(number(1, 1023), at_least(64));
        assert_eq!(number(1, 1024), at_least(0));
        assert_eq!(number(1, (1 << 13) - 1), at_least(0));
        assert_eq!(number(1, 1 << 13), None);
        let (pairs, any): (TakeAndBreak, Test<'_>) = ("0.04".parse().unwrap(), Rc::new(|_| true));
        let pairs = moves_passing(&pairs, 1002, Some(Repeats { regular: 1, period: 1 << 40 }), &any).unwrap();
        assert_eq!(pairs.number(), Count::exact(500));
    }
}
