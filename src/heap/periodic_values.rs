//! Values of heaps of any size, by a proved period.

use crate::heap::scan::Repeats;
use crate::heap::{ProvedPeriod, TakeAndBreak, Values};
use crate::nimber::Nimber;

/// The values of all heaps of a take-and-break game whose period is proved.
///
/// Theorem: the one that proves the period, see [`Theorem`](crate::heap::Theorem). With preperiod *n*<sub>0</sub>, period *p* and
/// saltus *s*, heap *n*<sub>0</sub> + *r* + *ip* with *r* < *p* has value *g*(*n*<sub>0</sub> + *r*) + *is*.
///
/// A value takes constant time, for heaps of up to 2^128 − 1 counters. Memory is one, two or four bytes, as the largest value needs,
/// for each of the first *n*<sub>0</sub> + *p* heaps.
///
/// It is an [`Oracle`](crate::Oracle) for every rule book of the same game whose positions are heaps. Codes and rows whose period is
/// [soon proved](Self::soon_proved) need none: a [`Solver`](crate::Solver) finds it by itself.
///
/// With the feature `serde` they are written as what their proof states: code, preperiod, period, saltus, theorem, and number of heaps.
/// Reading computes these heaps again, at most 2^24, and refuses a statement that they do not prove.
///
/// ```
/// use grundy::heap::{Sequence, TakeAndBreak};
/// use grundy::{Nimber, Solver};
///
/// let code: TakeAndBreak = "0.356".parse()?;
/// let mut sequence = Sequence::new(code.clone());
/// sequence.extend_to(15_000)?;
/// let all = sequence.periodic_values().unwrap();
/// assert_eq!((all.preperiod(), all.period()), (7_315, 142));
///
/// let large = 10_u128.pow(30);
/// assert_eq!(all.value(large), Some(Nimber::new(8)));
/// let mut solver = Solver::new(code).with(all);
/// assert_eq!(solver.grundy([large, 1])?, Nimber::new(9)); // *8 + *1
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Reference: Winning Ways, ch. 4.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeriodicValues {
    proof: ProvedPeriod,
    /// The values of the heaps in the preperiod and the first period.
    first: Narrow,
}

impl PeriodicValues {
    /// The values of all heaps. `values` are those that prove the period, so only [`Sequence`](crate::heap::Sequence) calls this.
    ///
    /// `None` if there are fewer values than preperiod and period together.
    pub(super) fn new(proof: ProvedPeriod, values: Values<'_>) -> Option<Self> {
        let heaps = proof.first() + proof.step();
        Some(Self { first: Narrow::first(values, heaps)?, proof })
    }

    /// The value of a heap; `None` if it does not fit in 64 bits, which needs a saltus and a huge heap.
    #[must_use]
    pub fn value(&self, heap: u128) -> Option<Nimber> {
        let (preperiod, period) = (u128::from(self.preperiod()), u128::from(self.period()));
        let (place, times) = match heap.checked_sub(preperiod) {
            None => (heap, 0),
            Some(after) => (preperiod + after % period, after / period),
        };
        let first = self.first.get(place);
        let growth = times.checked_mul(self.saltus().into())?;
        growth.checked_add(first.into()).and_then(|value| u64::try_from(value).ok()).map(Nimber::new)
    }

    /// The least heap from which on the values repeat.
    #[must_use]
    pub fn preperiod(&self) -> u64 {
        self.proof.preperiod()
    }

    /// The least number of heaps after which they repeat.
    #[must_use]
    pub fn period(&self) -> u64 {
        self.proof.period()
    }

    /// How much larger a value is one period later: 0 if the values are periodic.
    #[must_use]
    pub fn saltus(&self) -> u64 {
        self.proof.saltus()
    }

    /// How values of parts repeat; `None` if they grow.
    pub(crate) fn repeats(&self) -> Option<Repeats> {
        let (preperiod, period) = (u128::from(self.preperiod()), u128::from(self.period()));
        (self.saltus() == 0).then_some(Repeats { regular: preperiod.max(1), period })
    }

    /// The code whose values these are.
    #[must_use]
    pub fn code(&self) -> &TakeAndBreak {
        self.proof.code()
    }

    /// The proof of the period.
    #[must_use]
    pub fn proof(&self) -> &ProvedPeriod {
        &self.proof
    }
}

/// Values in one, two or four bytes each, as the largest needs.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Narrow {
    One(Vec<u8>),
    Two(Vec<u16>),
    Four(Vec<u32>),
}

impl Narrow {
    /// The first `heaps` values; `None` if there are fewer.
    fn first(values: Values<'_>, heaps: usize) -> Option<Self> {
        fn all<'a, V: TryFrom<W>, W: Copy + 'a>(values: &'a [W]) -> Option<Vec<V>> {
            values.iter().map(|value| V::try_from(*value).ok()).collect()
        }
        Some(match values {
            Values::Bytes(values) => Self::One(values.get(..heaps)?.to_vec()),
            Values::Shorts(values) => {
                let values = values.get(..heaps)?;
                // The values of a sequence are as wide as its largest needs, which may be a heap after the first
                // period.
                all(values).map_or_else(|| Self::Two(values.to_vec()), Self::One)
            }
            Values::Words(values) => {
                let values = values.get(..heaps)?;
                let two = || all(values).map(Self::Two);
                all(values).map(Self::One).or_else(two).unwrap_or_else(|| Self::Four(values.to_vec()))
            }
        })
    }

    /// The value of one of these heaps.
    fn get(&self, heap: u128) -> u64 {
        let heap = usize::try_from(heap).expect("the heaps of preperiod and period are places in memory");
        match self {
            Self::One(values) => values[heap].into(),
            Self::Two(values) => values[heap].into(),
            Self::Four(values) => values[heap].into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Narrow;
    use crate::heap::{Sequence, TakeAndBreak, Values};

    /// A sequence has all its values in the type that the largest needs, here one of a heap far behind the first period.
    #[test]
    fn values_are_kept_in_the_least_type_that_holds_the_first_period() {
        let mut sequence = Sequence::new(TakeAndBreak::nim());
        for (heaps, bytes) in [(200, 1), (1000, 2), (70_000, 4)] {
            sequence.extend_to(heaps).unwrap();
            let found = match sequence.values() {
                Values::Bytes(_) => 1,
                Values::Shorts(_) => 2,
                Values::Words(_) => 4,
            };
            assert_eq!(found, bytes, "{heaps} heaps");
            let first = sequence.periodic_values().unwrap().first;
            assert!(matches!(first, Narrow::One(_)), "{heaps} heaps: {first:?}");
        }
        let (shorts, words) = ([3, 300], [3, 300, 70_000]);
        assert_eq!(Narrow::first(Values::Shorts(&shorts), 2), Some(Narrow::Two(vec![3, 300])));
        assert_eq!(Narrow::first(Values::Words(&words), 2), Some(Narrow::Two(vec![3, 300])));
        assert_eq!(Narrow::first(Values::Words(&words), 3), Some(Narrow::Four(vec![3, 300, 70_000])));
        assert_eq!(Narrow::first(Values::Words(&words), 4), None);
    }
}
