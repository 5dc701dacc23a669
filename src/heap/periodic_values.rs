//! Values of heaps of any size.

use crate::components::Components;
use crate::game::ImpartialGame;
use crate::heap::moves_to::moves_to;
use crate::heap::{BreakMove, ProvedPeriod, TakeAndBreak};
use crate::nimber::Nimber;
use crate::notation::{Notation, NotationError};

/// The values of all heaps of a take-and-break game whose period is proved, and the game with them as hints.
///
/// Theorem: the one that proves the period, see [`Theorem`](crate::heap::Theorem). With preperiod *n*<sub>0</sub>, period *p* and
/// saltus *s*, heap *n*<sub>0</sub> + *r* + *ip* with *r* < *p* has value *g*(*n*<sub>0</sub> + *r*) + *is*.
///
/// A position is the size of one heap, up to 2^128 − 1; its moves are those of the [code](TakeAndBreak). Values take constant
/// time. The moves that leave a given value are told in their order, each in a few steps, after at most *n*<sub>0</sub> + *p*
/// steps for each digit before the first: the parts of a heap may change by *p*, so what no part in one period leaves, none leaves.
/// Codes that leave *t* > 2 heaps take the (*t* − 1)-th power of that; where it is more than 2^26 every move is tried. Memory is
/// one, two, four or eight bytes, as the largest value needs, for each of the first *n*<sub>0</sub> + *p* heaps.
///
/// ```
/// use grundy::heap::{Periodicity, TakeAndBreak};
/// use grundy::{Nimber, Solver};
///
/// let kayles = TakeAndBreak::kayles();
/// let mut solver = Solver::new(&kayles);
/// let values: Vec<u64> = (0..=166).map(|heap| solver.grundy(heap).unwrap().get()).collect();
/// let periodicity = Periodicity::of(&kayles, &values);
/// assert_eq!(periodicity.to_string(), "preperiod 71, period 12, proved by Guy-Smith from heaps 0..=166");
///
/// let all = periodicity.proved().unwrap().values(&values)?;
/// let large = 10_u128.pow(30) - 1; // 3 more than a multiple of 12
/// assert_eq!(all.value(large), Some(Nimber::new(8)));
/// let win = Solver::new(&all).winning_move([large, 5])?.unwrap();
/// assert_eq!(win.to_string(), "component 1: take 1, leave 3 and 999999999999999999999999999995"); // *3 + *7 = *4
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Reference: Winning Ways, ch. 4.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeriodicValues {
    proof: ProvedPeriod,
    /// Of the heaps in the preperiod and the first period.
    first: Narrow,
}

/// Values that do not have the period that they should.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ValuesError {
    /// There are fewer than the proof needs.
    #[error("the proof needs the values of {needed} heaps, not of {given}")]
    TooFew {
        /// Of how many heaps they are.
        given: u64,
        /// How many are needed.
        needed: u64,
    },
    /// They do not repeat as those that the proof is made of.
    #[error("the value of heap {heap} is not the one that the period asks for")]
    OtherValues {
        /// The first heap that differs from what the period says.
        heap: u64,
    },
}

impl ProvedPeriod {
    /// The values of all heaps, from those of the first ones: the values that proved the period.
    ///
    /// Takes time and memory in proportion to the heaps of the [proof](Self::heaps).
    ///
    /// ```
    /// use grundy::Nimber;
    /// use grundy::heap::{Periodicity, TakeAndBreak, ValuesError};
    ///
    /// let code = TakeAndBreak::subtraction([1, 2])?; // the value of n is n mod 3
    /// let found = Periodicity::of(&code, &[0_u8, 1, 2, 0, 1, 2]);
    /// let proved = found.proved().unwrap();
    /// assert_eq!(proved.values(&[0_u8, 1, 2, 0, 1, 2])?.value(1_000_001), Some(Nimber::new(2)));
    /// assert_eq!(proved.values(&[0_u8, 1, 2, 0, 1, 3]), Err(ValuesError::OtherValues { heap: 5 }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`ValuesError`] if there are fewer values than the proof needs, or they do not have the period.
    pub fn values<V: Copy + Eq + Into<u64>>(&self, values: &[V]) -> Result<PeriodicValues, ValuesError> {
        let heaps = usize::try_from(*self.heaps().end()).unwrap_or(usize::MAX);
        let (given, needed) = (values.len() as u64, self.heaps().end().saturating_add(1));
        let Some(values) = values.get(..=heaps) else { return Err(ValuesError::TooFew { given, needed }) };
        let (first, period, saltus) = (self.first(), self.step(), self.saltus());
        let grown = |value: V| value.into().checked_add(saltus);
        let later = values.iter().enumerate().skip(first).skip(period);
        for ((heap, value), earlier) in later.zip(values.iter().skip(first)) {
            if Some((*value).into()) != grown(*earlier) {
                return Err(ValuesError::OtherValues { heap: heap as u64 });
            }
        }
        // That is all heaps of the proof; and the preperiod is not longer than it must be.
        let before = first.checked_sub(1).and_then(|before| Some((values.get(before)?, values.get(before + period)?)));
        if before.is_some_and(|(earlier, later)| grown(*earlier) == Some((*later).into())) {
            return Err(ValuesError::OtherValues { heap: (first + period - 1) as u64 });
        }
        let first = Narrow::new(&values.iter().take(first + period).map(|value| (*value).into()));
        Ok(PeriodicValues { proof: self.clone(), first })
    }
}

impl PeriodicValues {
    /// The value of a heap; `None` if it is larger than a nimber can be here, which it can only be if there is a saltus.
    #[must_use]
    pub fn value(&self, heap: u128) -> Option<Nimber> {
        let (preperiod, period) = (u128::from(self.preperiod()), u128::from(self.period()));
        let (place, times) = match heap.checked_sub(preperiod) {
            None => (heap, 0),
            Some(after) => (preperiod + after % period, after / period),
        };
        let first = self.first.get(usize::try_from(place).ok()?)?;
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

impl ImpartialGame for PeriodicValues {
    type Position = u128;
    type Move = BreakMove;

    fn moves(&self, heap: &u128) -> impl Iterator<Item = BreakMove> {
        self.code().moves(heap)
    }

    fn play(&self, heap: &u128, mv: &BreakMove) -> Components<u128> {
        self.code().play(heap, mv)
    }

    fn allows(&self, heap: &u128, mv: &BreakMove) -> bool {
        self.code().allows(heap, mv)
    }

    fn options(&self, heap: &u128) -> impl Iterator<Item = Components<u128>> {
        self.code().options(heap)
    }

    fn known_value(&self, heap: &u128) -> Option<Nimber> {
        self.value(*heap)
    }

    fn moves_leaving<'a>(&'a self, heap: &'a u128, value: Nimber) -> Option<Box<dyn Iterator<Item = BreakMove> + 'a>> {
        moves_to(self, *heap, value)
    }
}

/// Heaps are written as in the [code](TakeAndBreak): numbers with commas between them.
impl Notation for PeriodicValues {
    fn component_name(&self, heap: &u128) -> &'static str {
        self.code().component_name(heap)
    }

    fn parse(&self, text: &str) -> Result<Components<u128>, NotationError> {
        self.code().parse(text)
    }

    fn text(&self, heaps: &[u128]) -> String {
        self.code().text(heaps)
    }
}

/// Values in as few bytes as the largest needs.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Narrow {
    One(Vec<u8>),
    Two(Vec<u16>),
    Four(Vec<u32>),
    Eight(Vec<u64>),
}

impl Narrow {
    fn new(values: &(impl Iterator<Item = u64> + Clone)) -> Self {
        fn all<V: TryFrom<u64>>(values: impl Iterator<Item = u64>) -> Option<Vec<V>> {
            values.map(|value| V::try_from(value).ok()).collect()
        }
        let one = || all(values.clone()).map(Self::One);
        let two = || all(values.clone()).map(Self::Two);
        let four = || all(values.clone()).map(Self::Four);
        one().or_else(two).or_else(four).unwrap_or_else(|| Self::Eight(values.clone().collect()))
    }

    fn get(&self, heap: usize) -> Option<u64> {
        match self {
            Self::One(values) => values.get(heap).map(|value| (*value).into()),
            Self::Two(values) => values.get(heap).map(|value| (*value).into()),
            Self::Four(values) => values.get(heap).map(|value| (*value).into()),
            Self::Eight(values) => values.get(heap).copied(),
        }
    }
}
