//! Proofs of periods for codes with a repeating tail, of which a move may take any number of counters.

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

    /// Whether the last of the known heaps fulfil the conditions of the theorem. The period is a multiple of that of the tail, and the
    /// values have it from the preperiod on.
    ///
    /// Takes one step for each heap and place of the tail, and two bits a heap.
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
        // The *x* of the theorem is `before`: heaps `before` + 1 to `before` + `head` − 1 must repeat.
        if before + 1 < preperiod {
            return false;
        }
        // No value is larger than its heap, so values grow no faster than heaps.
        if saltus > period || (self.cycle as u64).saturating_mul(heaps as u64) > MOST_STEPS {
            return false;
        }
        // The second condition of the theorem. `period` is a multiple of `cycle`, so a heap and the heap a period
        // later are in one class.
        (0..self.cycle).all(|class| {
            let earlier = self.values_left(class, before, value);
            let later = self.values_left(class, before + period, value);
            let (Some(earlier), Some(later)) = (earlier, later) else { return false };
            // Both sets are below this bound, since `before` + `saltus` is at most `before` + `period`.
            (0..=before + period)
                // Values below the saltus are in the later set, the others exactly if the earlier set has them with
                // the saltus taken off.
                .all(|value| later.has(value) == value.checked_sub(saltus).is_none_or(|value| earlier.has(value)))
        })
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
            found.add(0);
        }
        for heap in 1..=largest {
            if digits[heap % self.cycle].allows(1) {
                found.add(usize::try_from(value(heap)).ok().filter(|value| *value <= heap)?);
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
    fn add(&mut self, value: usize) {
        self.0[value / 64] |= 1 << (value % 64);
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
                let is_proved = endless.proves(heaps, &|heap| heap as u64 / 5, preperiod, 5, 1);
                assert_eq!(is_proved, heaps >= 10 && preperiod <= heaps - 10 + 1, "{heaps} heaps from {preperiod} on");
            }
        }
    }

    /// By the values of the first heaps Nim could have any saltus; but no value is larger than its heap.
    #[test]
    fn values_grow_no_faster_than_heaps() {
        let code = TakeAndBreak::nim();
        let proves = |saltus| EndlessCode::of(&code).unwrap().proves(20, &|heap| heap as u64, 0, 1, saltus);
        assert!(proves(1) && !proves(2) && !proves(u64::MAX));
    }
}
