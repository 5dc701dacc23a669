//! A rule: its values, its text, its length.

use std::fmt;

use crate::heap::{PeriodicValues, TakeAndBreak};
use crate::nimber::Nimber;
use crate::pattern::bits::{bits_of, listed_bits};
use crate::pattern::form::{Change, Form};
use crate::pattern::zeros::Zeros;

/// A rule for the values of heaps 0, 1, 2, ..
///
/// `Display` states it as a formula in *n*, the heap.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Rule {
    /// From some heap on, a heap has the value of the heap a period before, plus the saltus.
    #[non_exhaustive]
    Periodic {
        /// The values before the first period.
        before: Vec<u64>,
        /// The values of the first period: at least one.
        period: Vec<u64>,
        /// What each period adds.
        saltus: u64,
    },
    /// A closed form, of the heap or of one after it, changed by a number.
    #[non_exhaustive]
    Closed {
        /// The form.
        form: Form,
        /// The number that is added to the heap before.
        ahead: u64,
        /// What is done after.
        change: Change,
    },
    /// The values of a take-and-break game.
    #[non_exhaustive]
    Game {
        /// The code of the game.
        code: TakeAndBreak,
        /// The values of all heaps of that game, if a period is soon proved.
        values: Option<PeriodicValues>,
    },
    /// Heaps of value 0; nothing is said of the values of others.
    Zeros(Zeros),
}

impl Rule {
    /// The value of a heap by the rule; `None` if the rule does not tell it, or if it is 2^64 or more.
    #[must_use]
    pub fn value(&self, heap: u64) -> Option<u64> {
        match self {
            Self::Periodic { before, period, saltus } => {
                let Some(after) = heap.checked_sub(before.len() as u64) else {
                    return before.get(usize::try_from(heap).ok()?).copied();
                };
                let (turn, place) = (after / period.len() as u64, after % period.len() as u64);
                period[usize::try_from(place).ok()?].checked_add(saltus.checked_mul(turn)?)
            }
            Self::Closed { form, ahead, change } => change.of(form.value(heap.checked_add(*ahead)?)?),
            Self::Game { values, .. } => values.as_ref()?.value(heap.into()).map(Nimber::get),
            Self::Zeros(zeros) => zeros.contains(heap)?.then_some(0),
        }
    }

    /// The number of bits that it takes to write the rule down, with three for the family.
    #[must_use]
    pub fn bits(&self) -> u64 {
        3 + match self {
            Self::Periodic { before, period, saltus } => {
                bits_of(before.len() as u64)
                    + bits_of(period.len() as u64)
                    + bits_of(*saltus)
                    + listed_bits(before)
                    + listed_bits(period)
            }
            Self::Closed { form, ahead, change } => form.bits() + bits_of(*ahead) + change.bits(),
            // A digit is one of eight; one bit says whether there are more.
            Self::Game { code, .. } => 4 * code.digits().len() as u64,
            Self::Zeros(zeros) => zeros.bits(),
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Periodic { before, period, saltus } => {
                write!(f, "period {} from heap {} on", period.len(), before.len())?;
                if *saltus > 0 {
                    write!(f, ", each {saltus} more than the last")?;
                }
                write!(f, ": ")?;
                for value in before {
                    write!(f, "{value} ")?;
                }
                let texts: Vec<String> = period.iter().map(ToString::to_string).collect();
                write!(f, "({})", texts.join(" "))
            }
            Self::Closed { form, ahead, change } => {
                let heap = if *ahead == 0 { "n".to_owned() } else { format!("(n + {ahead})") };
                change.write(f, *form, &heap)
            }
            Self::Game { code, values } => {
                write!(f, "the values of {code}")?;
                match values {
                    Some(values) => {
                        write!(
                            f,
                            " (proved for that game: period {} from heap {} on",
                            values.period(),
                            values.preperiod()
                        )?;
                        if values.saltus() > 0 {
                            write!(f, ", saltus {}", values.saltus())?;
                        }
                        write!(f, ")")
                    }
                    None => Ok(()),
                }
            }
            Self::Zeros(zeros) => zeros.fmt(f),
        }
    }
}
