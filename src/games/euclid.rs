//! Euclid's game.

use std::fmt;

use super::wythoff::Pair;
use crate::components::Components;
use crate::control::Control;
use crate::game::ImpartialGame;
use crate::nimber::Nimber;
use crate::notation::{Notation, NotationError, join};
use crate::notes::Notes;
use crate::outcome::{Outcome, Play};
use crate::question::{Answer, Question};

/// Euclid's game: from the larger of two heaps take a multiple of the smaller one.
///
/// Theorems. Where both heaps stay positive, heaps *x* ≥ *y* are worth ⌊*x*/*y* − *y*/*x*⌋ (Nivasch 2006). Where a heap may be used up, they are
/// lost exactly if 1 < *x*/*y* < *φ*, the golden ratio (Cole and Davie 1969); no rule for the values is known. Either way the comparison is one of
/// integers: *x*/*y* < *φ* exactly if *x*² < *xy* + *y*².
///
/// A position is a pair of heaps. It has ⌊*x*/*y*⌋ moves, or one less if that would use up a heap. The theorems answer for heaps up to
/// 2^64 − 1 at once, but for values where a heap may be used up.
///
/// In text the heaps are `12,31`; several pairs are joined with `/`.
///
/// ```
/// use grundy::games::Pair;
/// use grundy::{Euclid, Nimber, Outcome, Solver};
///
/// let mut solver = Solver::new(Euclid::positive());
/// assert_eq!(solver.grundy(Pair(31, 12))?, Nimber::new(2));
/// let mut solver = Solver::new(Euclid::to_zero());
/// assert_eq!(solver.outcome(Pair(31, 20))?, Outcome::P);
/// assert_eq!(solver.winning_move(Pair(31, 12))?.unwrap().to_string(), "component 1: take 12 from the first heap");
/// # Ok::<(), grundy::SolveError<Pair>>(())
/// ```
///
/// Reference: Cole and Davie, *A game based on the Euclidean algorithm*, 1969; Grossman, *A nim-type game*, 1997; Nivasch, *The Sprague–Grundy function
/// of the game Euclid*, 2006.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Euclid {
    /// Whether a heap may be used up.
    to_zero: bool,
}

/// A move of [`Euclid`]: counters from one heap.
///
/// ```
/// use grundy::games::TakeMultiple;
/// assert_eq!(TakeMultiple::Second(6).to_string(), "take 6 from the second heap");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum TakeMultiple {
    /// Counters from the first heap.
    First(u64),
    /// Counters from the second heap.
    Second(u64),
}

impl fmt::Display for TakeMultiple {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::First(count) => write!(f, "take {count} from the first heap"),
            Self::Second(count) => write!(f, "take {count} from the second heap"),
        }
    }
}

impl Euclid {
    /// The game in which both heaps stay positive: whoever finds equal heaps loses.
    #[must_use]
    pub const fn positive() -> Self {
        Self { to_zero: false }
    }

    /// The game in which a heap may be used up, which ends it.
    #[must_use]
    pub const fn to_zero() -> Self {
        Self { to_zero: true }
    }

    /// The moves that take a multiple of the smaller heap, by the factor.
    fn times(pair: Pair) -> impl Fn(u64) -> TakeMultiple {
        let Pair(one, other) = pair;
        let smaller = one.min(other);
        move |times| {
            if one >= other { TakeMultiple::First(times * smaller) } else { TakeMultiple::Second(times * smaller) }
        }
    }

    /// How many times the smaller heap may be taken.
    fn most(self, Pair(one, other): Pair) -> u64 {
        let (larger, smaller) = (one.max(other), one.min(other));
        let usable = if self.to_zero { larger } else { larger.saturating_sub(1) };
        usable.checked_div(smaller).unwrap_or(0)
    }

    /// Whether a pair is lost by the theorem.
    fn is_lost(self, pair: Pair) -> bool {
        let (larger, smaller) = (u128::from(pair.0.max(pair.1)), u128::from(pair.0.min(pair.1)));
        if self.to_zero {
            // x² < xy + y², where x² − xy = x(x − y) does not exceed 128 bits.
            smaller == 0 || larger != smaller && larger * (larger - smaller) < smaller * smaller
        } else {
            value_if_positive(pair) == 0
        }
    }
}

/// ⌊*x*/*y* − *y*/*x*⌋ = ⌊(*x* − *y*)(*x* + *y*)/*xy*⌋; 0 if a heap is used up.
fn value_if_positive(Pair(one, other): Pair) -> u64 {
    let (x, y) = (u128::from(one.max(other)), u128::from(one.min(other)));
    // x² − y² and xy are below 2^128, since both heaps are below 2^64.
    let value = ((x - y) * (x + y)).checked_div(x * y).unwrap_or(0);
    u64::try_from(value).expect("the value is at most the larger heap")
}

impl ImpartialGame for Euclid {
    type Position = Pair;
    type Move = TakeMultiple;

    fn moves(&self, pair: &Pair) -> impl Iterator<Item = TakeMultiple> {
        (1..=self.most(*pair)).map(Self::times(*pair))
    }

    fn play(&self, pair: &Pair, mv: &TakeMultiple) -> Components<Pair> {
        let left = match *mv {
            TakeMultiple::First(count) => Pair(pair.0.saturating_sub(count), pair.1),
            TakeMultiple::Second(count) => Pair(pair.0, pair.1.saturating_sub(count)),
        };
        if left.0 == 0 || left.1 == 0 { Components::new() } else { left.into() }
    }

    fn allows(&self, pair: &Pair, mv: &TakeMultiple) -> bool {
        let (TakeMultiple::First(count) | TakeMultiple::Second(count)) = *mv;
        let smaller = pair.0.min(pair.1);
        // A count that is no multiple is rounded down, and then fails the comparison of the moves.
        let times = count.checked_div(smaller).unwrap_or(0);
        (1..=self.most(*pair)).contains(&times) && Self::times(*pair)(times) == *mv
    }

    fn memo_key(&self, pair: Pair) -> Pair {
        Pair(pair.0.min(pair.1), pair.0.max(pair.1))
    }

    fn known_value(&self, pair: &Pair) -> Option<Nimber> {
        if self.to_zero {
            return self.is_lost(*pair).then_some(Nimber::ZERO);
        }
        Some(Nimber::new(value_if_positive(*pair)))
    }

    /// The theorems, for one pair in normal play.
    fn oracle<'a>(
        &'a self,
        question: Question<'a, Pair>,
        _: &'a mut Notes,
        _: &mut Control,
    ) -> Answer<'a, TakeMultiple> {
        match question {
            Question::Outcome { sum: [pair], play: Play::Normal } => {
                Answer::Outcome(if self.is_lost(*pair) { Outcome::P } else { Outcome::N })
            }
            Question::MovesLeaving { component: pair, value } if !self.to_zero || value.is_zero() => {
                // Taking one time more lowers the value by 1, or sometimes by none or two, until the larger heap becomes the smaller one,
                // which it may do the last time. The time before leaves value 0 or 1.
                let most = self.most(*pair);
                let first = most.saturating_sub(value.get().saturating_add(2)).max(1);
                let last = most.saturating_sub(value.get().saturating_sub(2));
                let times = (first..=last).chain((last < most).then_some(most));
                let leaves = move |mv: &TakeMultiple| match self.play(pair, mv)[..] {
                    [left] if self.to_zero => self.is_lost(left),
                    [left] => value_if_positive(left) == value.get(),
                    _ => value.is_zero(),
                };
                Answer::moves(times.map(Self::times(*pair)).filter(leaves))
            }
            _ => Answer::Unknown,
        }
    }
}

/// The heaps of a pair are written with a comma, several pairs with `/`: `12,31/5,8`.
impl Notation for Euclid {
    fn component_name(&self, _: &Pair) -> &'static str {
        "pair"
    }

    fn parse(&self, text: &str) -> Result<Components<Pair>, NotationError> {
        super::text::parse_components(text, '/')
    }

    fn text(&self, pairs: &[Pair]) -> String {
        if pairs.is_empty() { Pair(0, 0).to_string() } else { join(pairs, "/") }
    }
}
