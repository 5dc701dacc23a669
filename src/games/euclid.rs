//! Euclid's game.

use std::fmt;

use super::miserable::{self, Miserable};
use super::wythoff::Pair;
use crate::components::Components;
use crate::control::Control;
use crate::game::ImpartialGame;
use crate::nimber::Nimber;
use crate::notation::{Notation, NotationError, join};
use crate::notes::Notes;
use crate::question::{Answer, Question};

/// Euclid's game: from the larger of two heaps take a multiple of the smaller one.
///
/// Theorems, for heaps *x* ≥ *y* ≥ 1. Where both heaps stay positive, they are worth *h* = ⌊*x*/*y* − *y*/*x*⌋ (Nivasch 2006). Where a heap may be used up,
/// the value is another one only if all numbers of the continued fraction of *x*/*y* are equal: *h* + 1 if it has an odd number of them, *h* − 1 if an even
/// number (Cairns, Ho and Lengyel 2011 give a formula; [below](#values-where-a-heap-may-be-used-up) is a proof of this one). So 5 and 2, with 5/2 = 2 + 1/2, are worth 2 − 1. By both rules a pair is lost exactly
/// if *x*/*y* < *φ*, the golden ratio, but for equal heaps, which are won where they may be used up (Cole and Davie 1969).
///
/// In misère play whoever wins in normal play loses if no player has a choice in any pair, now or later, and wins in all other cases (Gurvich 2007,
/// for heaps that stay positive; [below](#misère-play) is a proof for both rules). No player has a choice in *kF* and *kG*, where *F* and *G* are
/// Fibonacci numbers one after the other; where a heap may be used up, only in equal heaps.
///
/// A position is a pair of heaps. It has ⌊*x*/*y*⌋ moves, or one less if that would use up a heap. The theorems answer for heaps up to
/// 2^64 − 1 at once.
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
/// # Values where a heap may be used up
///
/// By induction. Let *x*/*y* = *q* + *r*/*y*, so that taking *y* once to *q* − 1 times leaves the ratios *j* + *r*/*y* with *j* from *q* − 1 down to 1.
/// - If *r* = 0 these are worth *j*, and the last move uses up the heap: mex {*q* − 1, .., 1, 0} = *q* = *h* + 1.
/// - Else the last move leaves *s* = *y*/*r*. If the numbers of *s* are not all equal, no option is an exception, and the options are those of the
///   other rule: the value is *h*.
/// - If *s* has *n* numbers, all equal to *c*, then *s* is worth *c* where *n* is odd, and *c* − 1 where it is even, since convergents lie below their limit
///   and above it in turn. For the same reason *j* = *c* is worth *c* − 1 where *n* is odd, and *c* where it is even: the
///   two have both values. A smaller *j* is worth *j* − 1, and a larger one *j*. So the mex is *q* − 1 = *h* for *q* < *c* and *q* = *h* for *q* > *c*, and
///   for *q* = *c* it is *c* − 1 where *n* is odd, and *c* where it is even: *h* − 1 and *h* + 1.
///
/// # Misère play
///
/// Call a pair *forced* if no player has a choice in it, now or later. Its value is the number of its moves modulo 2, and its misère value the other one of 0 and 1.
/// Every other pair has forced options of both values or none, which is what the theorem of miserable games (`src/games/miserable.rs`) asks for:
/// - With *r* > 0 and *q* > 1, the move that leaves *y* and *r* is forced exactly if the one before it is, which has only that move and so the other value.
///   Moves before it have a choice.
/// - With *r* = 0 the forced options are *y*, *y* and 2*y*, *y*, or nothing and *y*, *y*, and there is a choice only if both are there.
/// - With *q* = 1 and *r* > 0 the only option is not forced.
///
/// Reference: Cole and Davie, *A game based on the Euclidean algorithm*, 1969; Grossman, *A nim-type game*, 1997; Nivasch, *The Sprague–Grundy function
/// of the game Euclid*, 2006; Gurvich, *On the misère version of game Euclid and miserable games*, 2007; Cairns, Ho and Lengyel, *The Sprague–Grundy function
/// of the real game Euclid*, 2011.
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

impl TakeMultiple {
    const fn count(self) -> u64 {
        let (Self::First(count) | Self::Second(count)) = self;
        count
    }
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

    /// The value by the theorem.
    fn value(self, pair: Pair) -> u64 {
        let value = value_if_positive(pair);
        let equal = if self.to_zero { equal_quotients(pair) } else { None };
        match equal {
            None => value,
            Some(count) if count % 2 > 0 => value + 1,
            Some(_) => value - 1,
        }
    }

    /// What a move leaves; nothing if the game has ended.
    fn left(pair: Pair, mv: TakeMultiple) -> Option<Pair> {
        let left = match mv {
            TakeMultiple::First(count) => Pair(pair.0.saturating_sub(count), pair.1),
            TakeMultiple::Second(count) => Pair(pair.0, pair.1.saturating_sub(count)),
        };
        (left.0 > 0 && left.1 > 0).then_some(left)
    }

    /// Whether no player has a choice, now or later.
    fn is_forced(self, mut pair: Pair) -> bool {
        while self.most(pair) == 1 {
            match Self::left(pair, Self::times(pair)(1)) {
                Some(left) => pair = left,
                None => return true,
            }
        }
        self.most(pair) == 0
    }

    /// The moves that leave a value, without a look at all of them.
    fn moves_leaving(self, pair: Pair, value: Nimber) -> impl Iterator<Item = TakeMultiple> {
        // Taking one time more lowers the value by 1, or sometimes by none or two, until the larger heap becomes the smaller one,
        // which it may do the last time. The time before leaves value 0 or 1.
        let (most, value) = (self.most(pair), value.get());
        let first = most.saturating_sub(value.saturating_add(2)).max(1);
        let last = most.saturating_sub(value.saturating_sub(2));
        let moves = (first..=last).chain((last < most).then_some(most)).map(Self::times(pair));
        moves.filter(move |mv| Self::left(pair, *mv).map_or(0, |left| self.value(left)) == value)
    }
}

/// The number of numbers of the continued fraction of the larger heap by the smaller one, if all are equal; `None` also if a heap is used up.
fn equal_quotients(Pair(one, other): Pair) -> Option<u32> {
    let (mut x, mut y) = (one.max(other), one.min(other));
    let (first, mut count) = (x.checked_div(y)?, 0);
    while let Some(quotient) = x.checked_div(y) {
        if quotient != first {
            return None;
        }
        (x, y) = (y, x % y);
        count += 1;
    }
    Some(count)
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
        Self::left(*pair, *mv).map_or_else(Components::new, Components::from)
    }

    fn allows(&self, pair: &Pair, mv: &TakeMultiple) -> bool {
        let smaller = pair.0.min(pair.1);
        // A count that is no multiple is rounded down, and then fails the comparison of the moves.
        let times = mv.count().checked_div(smaller).unwrap_or(0);
        (1..=self.most(*pair)).contains(&times) && Self::times(*pair)(times) == *mv
    }

    fn memo_key(&self, pair: Pair) -> Pair {
        Pair(pair.0.min(pair.1), pair.0.max(pair.1))
    }

    fn known_value(&self, pair: &Pair) -> Option<Nimber> {
        Some(Nimber::new(self.value(*pair)))
    }

    fn oracle<'a>(
        &'a self,
        question: Question<'a, Pair>,
        _: &'a mut Notes,
        _: &mut Control,
    ) -> Answer<'a, TakeMultiple> {
        match question {
            Question::MovesLeaving { component, value } => Answer::moves(self.moves_leaving(*component, value)),
            _ => miserable::answer(
                question,
                |pair| Some(Miserable::of(self.value(*pair), self.is_forced(*pair))),
                |pair, others| {
                    let leaves_fickle =
                        |mv: &TakeMultiple| Self::left(*pair, *mv).is_none_or(|left| self.is_forced(left));
                    others.wins(|value| Ok(self.moves_leaving(*pair, value)), leaves_fickle, |mv| mv.count())
                },
            ),
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
