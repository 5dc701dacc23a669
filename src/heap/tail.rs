//! Periods of codes that go on for ever: any number of counters may be taken.

use crate::heap::{Digit, TakeAndBreak};

/// A code with a repeating tail whose moves leave at most one heap: what [`Theorem::Tail`](crate::heap::Theorem::Tail) asks.
pub(super) struct EndlessCode<'a> {
    code: &'a TakeAndBreak,
    /// From where on the digits repeat: at least 1.
    head: usize,
    /// Every how many places they do.
    cycle: usize,
}

/// How many times a value may be looked at. Only tails of thousands of digits ask for more.
const MOST_STEPS: u64 = 1 << 34;

impl<'a> EndlessCode<'a> {
    /// `None` if the theorem does not apply to the code.
    pub(super) fn of(code: &'a TakeAndBreak) -> Option<Self> {
        let splits = code.digits().iter().chain(code.tail()).any(|digit| digit.most() > Some(1));
        let cycle = code.tail().len();
        (cycle > 0 && !splits).then(|| Self { code, head: code.digits().len().max(1), cycle })
    }

    /// The least multiple of a period that the digits of the tail have too.
    pub(super) fn common_period(&self, period: usize) -> Option<usize> {
        (1..=self.cycle).filter_map(|times| period.checked_mul(times)).find(|multiple| multiple % self.cycle == 0)
    }

    /// Whether the conditions of the theorem are fulfilled by the last heaps that are known, for a period that is a multiple of
    /// that of the tail and a preperiod from which on it is seen.
    ///
    /// Takes as many steps as there are heaps, for each place of the tail, and two bits a heap.
    pub(super) fn proves(
        &self,
        heaps: usize,
        value: &impl Fn(usize) -> u64,
        preperiod: usize,
        period: usize,
        saltus: u64,
    ) -> bool {
        let Some(before) = heaps.checked_sub(self.head).and_then(|heaps| heaps.checked_sub(period)) else {
            return false;
        };
        let Ok(saltus) = usize::try_from(saltus) else { return false };
        // Heaps `before` + 1 to `before` + head − 1 must repeat.
        if before + 1 < preperiod {
            return false;
        }
        // No value is larger than its heap, so none grows by more than the heap does.
        if saltus > period || (self.cycle as u64).saturating_mul(heaps as u64) > MOST_STEPS {
            return false;
        }
        (0..self.cycle).all(|class| {
            let earlier = self.values_left(class, before, value);
            let later = self.values_left(class, before + period, value);
            let (Some(earlier), Some(later)) = (earlier, later) else { return false };
            // No set has more than these values, since `before` + `saltus` is at most `before` + `period`.
            (0..=before + period)
                .all(|value| later.has(value) == value.checked_sub(saltus).is_none_or(|value| earlier.has(value)))
        })
    }

    /// What heaps *n* with *n* mod `cycle` = `class` may be left as, by its values: the heaps up to `largest`, and only by digits
    /// of the tail.
    ///
    /// `None` if a value is larger than its heap: then it is no value of such a code.
    fn values_left(&self, class: usize, largest: usize, value: &impl Fn(usize) -> u64) -> Option<Values> {
        let mut found = Values(vec![0; largest / 64 + 1]);
        // By the place of the heap in the cycle.
        let digits: Vec<Digit> = (0..self.cycle).map(|place| self.digit_of_tail(class, place)).collect();
        if digits.first()?.allows(0) {
            found.add(0);
        }
        for heap in 1..=largest {
            if digits.get(heap % self.cycle)?.allows(1) {
                found.add(usize::try_from(value(heap)).ok().filter(|value| *value <= heap)?);
            }
        }
        Some(found)
    }

    /// The digit of the tail by which heaps of class `from` are left as heaps of class `to`.
    fn digit_of_tail(&self, from: usize, to: usize) -> Digit {
        let beyond = (from + 2 * self.cycle - to - self.head % self.cycle) % self.cycle;
        self.code.digit((self.head + beyond) as u128)
    }
}

/// A set of values, one bit for each that may be in it.
struct Values(Vec<u64>);

impl Values {
    fn add(&mut self, value: usize) {
        if let Some(word) = self.0.get_mut(value / 64) {
            *word |= 1 << (value % 64);
        }
    }

    fn has(&self, value: usize) -> bool {
        self.0.get(value / 64).is_some_and(|word| word >> (value % 64) & 1 == 1)
    }
}
