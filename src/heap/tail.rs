//! Proofs of periods for codes with a repeating tail, of which a move may take any number of counters.

use std::ops::RangeInclusive;

use crate::heap::{Digit, TakeAndBreak};

/// A code with a repeating tail whose moves leave at most one heap, to which [`Theorem::Tail`](crate::heap::Theorem::Tail) applies.
pub(super) struct EndlessCode<'a> {
    code: &'a TakeAndBreak,
    /// The place from which on the digits repeat: at least 1.
    head: usize,
    /// The length of the tail.
    cycle: usize,
}

/// Maximum number of reads of a value in one proof: some ten seconds. Only tails of thousands of digits need more. A guard, chosen by no
/// bench.
const MOST_STEPS: u64 = 1 << 34;

impl<'a> EndlessCode<'a> {
    /// `None` if the theorem does not apply to the code.
    pub(super) fn of(code: &'a TakeAndBreak) -> Option<Self> {
        let splits = code.digits().iter().chain(code.tail()).any(|digit| digit.most() > Some(1));
        let cycle = code.tail().len();
        (cycle > 0 && !splits).then(|| Self { code, head: code.digits().len().max(1), cycle })
    }

    /// The least multiple of a period that is also a period of the tail's digits; `None` if it does not fit.
    pub(super) fn common_period(&self, period: usize) -> Option<usize> {
        usize::try_from(common_period(self.cycle, period as u128)).ok()
    }

    /// The fewest of the known heaps whose last ones fulfil the conditions of the theorem; `None` if those of all do not. The period is a
    /// multiple of that of the tail, and the values have it from the preperiod on.
    ///
    /// Takes one step for each heap and place of the tail, and two bits a heap.
    pub(super) fn proved_by(
        &self,
        heaps: usize,
        value: &impl Fn(usize) -> u64,
        preperiod: usize,
        period: usize,
        saltus: u64,
    ) -> Option<usize> {
        // The *x* of the theorem is at most `last`, and heaps *x* + 1 to *x* + `head` − 1 must repeat.
        let last = heaps.checked_sub(self.head)?.checked_sub(period)?;
        let first = preperiod.saturating_sub(1);
        let saltus = usize::try_from(saltus).ok()?;
        // No value is larger than its heap, so values grow no faster than heaps.
        if first > last || saltus > period || (self.cycle as u64).saturating_mul(heaps as u64) > MOST_STEPS {
            return None;
        }
        // The second condition of the theorem. `period` is a multiple of `cycle`, so a heap and the heap a period
        // later are in one class.
        let mut fewest = first;
        for class in 0..self.cycle {
            fewest = fewest.max(self.first_alike(class, first..=last, value, period, saltus)?);
        }
        Some(fewest + self.head + period)
    }

    /// The least *x* of a range for which the sets of the theorem are alike for this class; `None` if there is none. By the theorem
    /// they are for each larger *x* too.
    fn first_alike(
        &self,
        class: usize,
        range: RangeInclusive<usize>,
        value: &impl Fn(usize) -> u64,
        period: usize,
        saltus: usize,
    ) -> Option<usize> {
        let (first, last) = range.into_inner();
        let earlier = self.values_left(class, first, value)?;
        let mut later = self.values_left(class, first + period, value)?;
        // The values in which the sets differ, in place of the later set. Both are below this bound, since `first` + `saltus` is at
        // most `first` + `period`. Values below the saltus are in the later set, the others exactly if the earlier set has them
        // with the saltus taken off.
        let mut apart = 0;
        for value in 0..=first + period {
            let is_wanted = value.checked_sub(saltus).is_none_or(|value| earlier.has(value));
            apart += usize::from(later.has(value) != is_wanted);
            later.set(value, later.has(value) != is_wanted);
        }
        // A step from *x* to *x* + 1 adds one value to the earlier set, and the same plus `saltus` to the later one.
        let mut least = first;
        while apart > 0 {
            least = (least + 1..=last).find(|heap| self.digit_of_tail(class, heap % self.cycle).allows(1))?;
            let added = no_larger_than(least, value)?.checked_add(saltus)?;
            if later.has(added) {
                later.set(added, false);
                apart -= 1;
            }
        }
        Some(least)
    }

    /// The set *B* of the theorem: the values of the heaps up to `largest` that heaps *n* with *n* mod `cycle` = `class` may be left as
    /// by digits of the tail.
    ///
    /// `None` if a value is larger than its heap, which no value of such a code is.
    fn values_left(&self, class: usize, largest: usize, value: &impl Fn(usize) -> u64) -> Option<Values> {
        let mut found = Values(vec![0; largest / 64 + 1]);
        // Indexed by the heap that is left, mod `cycle`.
        let digits: Vec<Digit> = (0..self.cycle).map(|place| self.digit_of_tail(class, place)).collect();
        if digits[0].allows(0) {
            found.set(0, true);
        }
        for heap in 1..=largest {
            if digits[heap % self.cycle].allows(1) {
                found.set(no_larger_than(heap, value)?, true);
            }
        }
        Some(found)
    }

    /// The digit of the tail by which heaps of class `from` are left as heaps of class `to`.
    fn digit_of_tail(&self, from: usize, to: usize) -> Digit {
        // `head` + `beyond` is `from` − `to` plus a multiple of `cycle`, which changes no digit of the tail. The two
        // cycles keep `beyond` from being negative.
        let beyond = from + 2 * self.cycle - to - self.head % self.cycle;
        self.code.digit((self.head + beyond) as u128)
    }
}

/// The value of a heap; `None` if it is larger than the heap, which no value of an endless code is.
fn no_larger_than(heap: usize, value: &impl Fn(usize) -> u64) -> Option<usize> {
    usize::try_from(value(heap)).ok().filter(|value| *value <= heap)
}

/// The least common multiple of a period and the number of digits of a tail.
pub(super) fn common_period(cycle: usize, period: u128) -> u128 {
    let cycle = cycle as u128;
    // The first multiple of the period that is also one of the cycle, at most the product.
    let multiples = (1..=cycle).map(|times| times.saturating_mul(period));
    multiples.into_iter().find(|multiple| multiple % cycle == 0).expect("the product of both is a multiple of both")
}

/// A set of values below a bound, as bits. It is a bit set of its own because [`Subset`](crate::Subset) holds numbers below 2^20 only.
struct Values(Vec<u64>);

impl Values {
    fn set(&mut self, value: usize, is_in: bool) {
        let bit = 1 << (value % 64);
        if is_in {
            self.0[value / 64] |= bit;
        } else {
            self.0[value / 64] &= !bit;
        }
    }

    fn has(&self, value: usize) -> bool {
        self.0.get(value / 64).is_some_and(|word| word >> (value % 64) & 1 == 1)
    }
}

#[cfg(test)]
mod tests {
    use super::EndlessCode;
    use crate::heap::{Digit, Parts, TakeAndBreak};

    #[test]
    fn the_digit_of_two_classes_is_that_of_their_heaps() {
        let digit = |counts| Digit::new(counts, Parts::Any);
        for head in 0..6 {
            for cycle in 1..6 {
                let digits: Vec<Digit> = [0].into_iter().chain([1; 5].into_iter().take(head)).map(digit).collect();
                let tail: Vec<Digit> = [3, 0, 2, 0, 0].into_iter().take(cycle).map(digit).collect();
                let code = TakeAndBreak::from_digits(digits, tail).unwrap();
                let endless = EndlessCode::of(&code).unwrap();
                for heap in 0..40 {
                    for left in 0..(heap + 1_usize).saturating_sub(endless.head) {
                        let told = endless.digit_of_tail(heap % endless.cycle, left % endless.cycle);
                        assert_eq!(told, code.digit((heap - left) as u128), "{code}: {heap} left as {left}");
                    }
                }
            }
        }
    }

    /// If five counters or more are taken, heap *n* has the value *n*/5. The *x* of the theorem is 10 less than the number of heaps, and heaps
    /// from *x* + 1 on must repeat.
    #[test]
    fn a_proof_needs_values_that_repeat_from_the_heap_of_the_theorem_on() {
        let code: TakeAndBreak = "0.0000[3]".parse().unwrap();
        let endless = EndlessCode::of(&code).unwrap();
        for heaps in 0..40 {
            for preperiod in 0..40 {
                let fewest = endless.proved_by(heaps, &|heap| heap as u64 / 5, preperiod, 5, 1);
                let expected = 10 + preperiod.saturating_sub(1);
                assert_eq!(fewest, (expected <= heaps).then_some(expected), "{heaps} heaps from {preperiod} on");
            }
        }
    }

    /// By the values of the first heaps Nim could have any saltus; but no value is larger than its heap.
    #[test]
    fn values_grow_no_faster_than_heaps() {
        let code = TakeAndBreak::nim();
        let proved_by = |saltus| EndlessCode::of(&code).unwrap().proved_by(20, &|heap| heap as u64, 0, 1, saltus);
        assert_eq!([1, 2, u64::MAX].map(proved_by), [Some(2), None, None]);
    }
}
