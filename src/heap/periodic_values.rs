//! Values of heaps of any size.

use crate::components::Components;
use crate::control::Control;
use crate::game::ImpartialGame;
use crate::heap::by_code::{notation_of_the_code, rules_of_the_code};
use crate::heap::count::Counted;
use crate::heap::{BreakMove, ProvedPeriod, TakeAndBreak, Values};
use crate::nimber::Nimber;
use crate::notation::{Notation, NotationError};
use crate::oracle::{Answer, Notes, Question};

/// The values of all heaps of a take-and-break game whose period is proved, and the game with them as hints.
///
/// Theorem: the one that proves the period, see [`Theorem`](crate::heap::Theorem). With preperiod *n*<sub>0</sub>, period *p* and
/// saltus *s*, heap *n*<sub>0</sub> + *r* + *ip* with *r* < *p* has value *g*(*n*<sub>0</sub> + *r*) + *is*.
///
/// A position is the size of one heap, up to 2^128 − 1; its moves are those of the [code](TakeAndBreak). Values take constant
/// time. The moves that leave a given value are told in their order, each in a few steps, after at most *n*<sub>0</sub> + *p*
/// steps for each digit before the first: the parts of a heap may change by *p*, so what no part in one period leaves, none leaves.
/// Codes that leave *t* > 2 heaps take the (*t* − 1)-th power of that; where it is more than 2^26 every move is tried. The number of
/// these moves is the `size_hint` of their list, and is counted without listing them where no more than two heaps are left and
/// *n*<sub>0</sub> + *p* is not above 2^20 divided by the number of such digits; else it is a lower bound. Memory is one, two or
/// four bytes, as the largest value needs, for each of the first *n*<sub>0</sub> + *p* heaps.
///
/// ```
/// use grundy::heap::{Sequence, TakeAndBreak};
/// use grundy::{Nimber, Solver};
///
/// let mut sequence = Sequence::new(TakeAndBreak::kayles());
/// sequence.extend_to(167)?;
/// let all = sequence.periodic_values().unwrap();
/// assert_eq!(all.proof().to_string(), "preperiod 71, period 12, proved by Guy-Smith from heaps 0..=166");
///
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

impl PeriodicValues {
    /// The values of all heaps, from the first ones: those that are proved to have the period, which is for
    /// [`Sequence`](crate::heap::Sequence) alone to say.
    ///
    /// `None` if there are fewer than preperiod and period together.
    pub(super) fn new(proof: ProvedPeriod, values: Values<'_>) -> Option<Self> {
        let heaps = proof.first() + proof.step();
        Some(Self { first: Narrow::first(values, heaps)?, proof })
    }

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
    rules_of_the_code!();

    fn known_value(&self, heap: &u128) -> Option<Nimber> {
        self.value(*heap)
    }

    fn oracle<'a>(&'a self, question: Question<'a, u128>, _: &'a mut Notes, _: &mut Control) -> Answer<'a, Self::Move> {
        match question {
            Question::MovesLeaving { component, value } => {
                self.moves_leaving(component, value).map_or(Answer::Unknown, Answer::Moves)
            }
            _ => Answer::Unknown,
        }
    }
}

impl PeriodicValues {
    fn moves_leaving<'a>(&'a self, heap: &'a u128, value: Nimber) -> Option<Box<dyn Iterator<Item = BreakMove> + 'a>> {
        Some(Box::new(Counted::new(self, *heap, value)?))
    }
}

notation_of_the_code!(PeriodicValues);

/// Values in as few bytes as the largest needs.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Narrow {
    One(Vec<u8>),
    Two(Vec<u16>),
    Four(Vec<u32>),
}

impl Narrow {
    /// Of so many heaps, if there are as many.
    fn first(values: Values<'_>, heaps: usize) -> Option<Self> {
        fn all<'a, V: TryFrom<W>, W: Copy + 'a>(values: &'a [W]) -> Option<Vec<V>> {
            values.iter().map(|value| V::try_from(*value).ok()).collect()
        }
        Some(match values {
            Values::Bytes(values) => Self::One(values.get(..heaps)?.to_vec()),
            Values::Shorts(values) => {
                let values = values.get(..heaps)?;
                all(values).map_or_else(|| Self::Two(values.to_vec()), Self::One)
            }
            Values::Words(values) => {
                let values = values.get(..heaps)?;
                let two = || all(values).map(Self::Two);
                all(values).map(Self::One).or_else(two).unwrap_or_else(|| Self::Four(values.to_vec()))
            }
        })
    }

    fn get(&self, heap: usize) -> Option<u64> {
        match self {
            Self::One(values) => values.get(heap).map(|value| (*value).into()),
            Self::Two(values) => values.get(heap).map(|value| (*value).into()),
            Self::Four(values) => values.get(heap).map(|value| (*value).into()),
        }
    }
}
