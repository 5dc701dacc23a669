//! The classes of nim-positions in misère play.

use std::ops::Add;

use crate::nimber::Nimber;
use crate::outcome::{Outcome, Play, outcome_of};

/// The class of a nim-position in misère play: its nim-sum, and whether it has a heap of two or more.
///
/// A position without such a heap is *fickle*: its outcome is the opposite of that in normal play. A position with such a heap is *firm*:
/// its outcome is the same (Bouton 1901). `+` is the class of a sum: fickle plus fickle is fickle, any other sum is firm, and the values
/// are nim-added.
///
/// ```
/// use grundy::measures::TameClass;
/// use grundy::{Nimber, Outcome, Play};
///
/// let two = TameClass::nim_heap(Nimber::new(2));
/// assert_eq!(two + two, TameClass::Firm(Nimber::ZERO)); // firm, but the empty position is fickle
/// assert_eq!((two + two).outcome_in(Play::Misere), Outcome::P);
/// assert_eq!(TameClass::FickleZero.outcome_in(Play::Misere), Outcome::N);
/// assert_eq!((two + two).genus().to_string(), "0^02");
/// ```
///
/// Reference: Winning Ways, ch. 13 ("fickle" and "firm").
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum TameClass {
    /// An even number of heaps of one: genus `0^120`.
    FickleZero,
    /// An odd number of heaps of one: genus `1^031`.
    FickleOne,
    /// At least one heap of two or more, and this nim-sum *n*: genus *n* with the digits *n*, *n* + 2, *n*, ..
    Firm(Nimber),
}

impl TameClass {
    /// The class of one nim-heap.
    #[must_use]
    pub const fn nim_heap(size: Nimber) -> Self {
        match size.get() {
            0 => Self::FickleZero,
            1 => Self::FickleOne,
            _ => Self::Firm(size),
        }
    }

    /// The Grundy value, of normal play.
    #[must_use]
    pub const fn grundy(self) -> Nimber {
        match self {
            Self::FickleZero => Nimber::ZERO,
            Self::FickleOne => Nimber::new(1),
            Self::Firm(value) => value,
        }
    }

    /// The misère Grundy value: 1 and 0 for the fickle classes 0 and 1, otherwise the Grundy value.
    #[must_use]
    pub const fn misere_grundy(self) -> Nimber {
        match self {
            Self::FickleZero => Nimber::new(1),
            Self::FickleOne => Nimber::ZERO,
            Self::Firm(value) => value,
        }
    }

    /// Who wins.
    #[must_use]
    pub const fn outcome_in(self, play: Play) -> Outcome {
        let value = match play {
            Play::Normal => self.grundy(),
            Play::Misere => self.misere_grundy(),
        };
        outcome_of(value)
    }

    /// The class with these Grundy values of normal and of misère play, if there is one.
    pub(super) fn from_values(grundy: Nimber, misere: Nimber) -> Option<Self> {
        [Self::FickleZero, Self::FickleOne, Self::Firm(grundy)]
            .into_iter()
            .find(|class| class.grundy() == grundy && class.misere_grundy() == misere)
    }
}

impl Add for TameClass {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        match (self, other) {
            (Self::Firm(_), _) | (_, Self::Firm(_)) => Self::Firm(self.grundy() + other.grundy()),
            // Two fickle classes: the number of heaps of one is even if both are odd or both are even.
            (one, other) if one == other => Self::FickleZero,
            _ => Self::FickleOne,
        }
    }
}
