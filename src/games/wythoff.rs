//! Wythoff's game.

use std::fmt;
use std::str::FromStr;

use crate::components::Components;
use crate::control::Control;
use crate::game::ImpartialGame;
use crate::nimber::Nimber;
use crate::notation::{Notation, NotationError, Piece, join};
use crate::notes::Notes;
use crate::outcome::{Outcome, Play};
use crate::question::{Answer, Question};

/// Wythoff's game: from two heaps take any number of counters from one, or the same number from both.
///
/// Theorem (Wythoff 1907): the heaps are lost for the player to move exactly if they are ⌊*dφ*⌋ and ⌊*dφ*⌋ + *d* for some *d*, where
/// *φ* is the golden ratio. The test uses integers only: ⌊*dφ*⌋ = ⌊(*d* + ⌊√(5*d*²)⌋)/2⌋. In misère play the same pairs are lost,
/// except that (0, 1) and (2, 2) replace (0, 0) and (1, 2).
///
/// No rule for the values other than 0 is known, so they are searched: pairs up to *n* take about *n*³ options. The theorem alone gives
/// outcomes, and the winning moves in one pair, of which there are at most three in normal play.
///
/// ```
/// use grundy::games::Pair;
/// use grundy::{Nimber, Outcome, Solver, Wythoff};
///
/// let mut solver = Solver::new(Wythoff);
/// assert_eq!(solver.grundy(Pair(3, 4))?, Nimber::new(2));
/// assert_eq!(solver.outcome(Pair(3, 5))?, Outcome::P);
/// assert_eq!(solver.outcome(Pair(10_610_209_857_723, 17_167_680_177_565))?, Outcome::P);
/// # Ok::<(), grundy::SolveError<Pair>>(())
/// ```
///
/// Reference: Wythoff, *A modification of the game of Nim*, 1907; Winning Ways, ch. 3; OEIS A004481 (values).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Wythoff;

/// The two heaps of Wythoff's game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Pair(
    /// The first heap.
    pub u64,
    /// The second heap.
    pub u64,
);

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.0, self.1)
    }
}

impl FromStr for Pair {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        parse_pair(Piece::whole(text), "a pair")
    }
}

/// A move of [`Wythoff`]: the number of counters taken, and the heap or heaps they are taken from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum WythoffMove {
    /// Counters from the first heap.
    First(u64),
    /// Counters from the second heap.
    Second(u64),
    /// Counters from each heap.
    Both(u64),
}

impl fmt::Display for WythoffMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::First(count) => write!(f, "take {count} from the first heap"),
            Self::Second(count) => write!(f, "take {count} from the second heap"),
            Self::Both(count) => write!(f, "take {count} from both heaps"),
        }
    }
}

impl ImpartialGame for Wythoff {
    type Position = Pair;
    type Move = WythoffMove;

    fn moves(&self, pair: &Pair) -> impl Iterator<Item = WythoffMove> {
        let first = (1..=pair.0).map(WythoffMove::First);
        let second = (1..=pair.1).map(WythoffMove::Second);
        first.chain(second).chain((1..=pair.0.min(pair.1)).map(WythoffMove::Both))
    }

    fn play(&self, pair: &Pair, mv: &WythoffMove) -> Components<Pair> {
        let (first, second) = match *mv {
            WythoffMove::First(count) => (count, 0),
            WythoffMove::Second(count) => (0, count),
            WythoffMove::Both(count) => (count, count),
        };
        match Pair(pair.0.saturating_sub(first), pair.1.saturating_sub(second)) {
            Pair(0, 0) => Components::new(),
            left => left.into(),
        }
    }

    fn allows(&self, pair: &Pair, mv: &WythoffMove) -> bool {
        let (count, most) = match *mv {
            WythoffMove::First(count) => (count, pair.0),
            WythoffMove::Second(count) => (count, pair.1),
            WythoffMove::Both(count) => (count, pair.0.min(pair.1)),
        };
        (1..=most).contains(&count)
    }

    fn memo_key(&self, pair: Pair) -> Pair {
        Pair(pair.0.min(pair.1), pair.0.max(pair.1))
    }

    fn known_value(&self, pair: &Pair) -> Option<Nimber> {
        match *pair {
            Pair(0, heap) | Pair(heap, 0) => Some(Nimber::new(heap)),
            pair => is_wythoff_pair(pair).then_some(Nimber::ZERO),
        }
    }

    fn oracle<'a>(&'a self, question: Question<'a, Pair>, _: &'a mut Notes, _: &mut Control) -> Answer<'a, Self::Move> {
        match question {
            Question::Outcome { sum, play } => Answer::outcome(self.outcome_by_theorem(sum, play)),
            Question::MovesLeaving { component, value } => {
                Self::moves_leaving(component, value).map_or(Answer::Unknown, Answer::moves)
            }
            Question::Winning { sum: [pair], component: 0, play: Play::Misere } => {
                Answer::moves(self.misere_wins(*pair).into_iter())
            }
            _ => Answer::Unknown,
        }
    }
}

impl Wythoff {
    fn outcome_by_theorem(self, pairs: &[Pair], play: Play) -> Option<Outcome> {
        // In misère play `memo_key` puts the smaller heap first, as in the exceptions.
        let lost = match (pairs, play) {
            ([], _) => return Some(play.outcome_of_the_end()),
            ([pair], Play::Normal) => is_wythoff_pair(*pair),
            ([pair], Play::Misere) => match self.memo_key(*pair) {
                Pair(0, 0) | Pair(1, 2) => false,
                Pair(0, 1) | Pair(2, 2) => true,
                pair => is_wythoff_pair(pair),
            },
            _ => return None,
        };
        Some(if lost { Outcome::P } else { Outcome::N })
    }

    /// The moves that win in misère play: those to a lost pair of both kinds of play, and to the pairs that are lost there alone.
    fn misere_wins(self, pair: Pair) -> Vec<WythoffMove> {
        let to_lost = [Pair(0, 1), Pair(1, 0), Pair(2, 2)].into_iter().filter_map(|lost| {
            match (pair.0.checked_sub(lost.0)?, pair.1.checked_sub(lost.1)?) {
                (0, 0) => None,
                (0, count) => Some(WythoffMove::Second(count)),
                (count, 0) => Some(WythoffMove::First(count)),
                (count, other) => (count == other).then_some(WythoffMove::Both(count)),
            }
        });
        let wins = |mv: &WythoffMove| self.outcome_by_theorem(&self.play(&pair, mv), Play::Misere) == Some(Outcome::P);
        let mut moves: Vec<WythoffMove> =
            Self::moves_leaving(&pair, Nimber::ZERO).into_iter().flatten().chain(to_lost).filter(wins).collect();
        moves.sort_unstable_by_key(|mv| match *mv {
            WythoffMove::First(count) => (0, count),
            WythoffMove::Second(count) => (1, count),
            WythoffMove::Both(count) => (2, count),
        });
        moves.dedup();
        moves
    }

    /// By the theorem, for value 0 only: the moves to the lost pair with the second heap, to the one with the first heap, and to the one with
    /// the same difference.
    fn moves_leaving(pair: &Pair, value: Nimber) -> Option<impl Iterator<Item = WythoffMove> + use<>> {
        if !value.is_zero() {
            return None;
        }
        let Pair(one, other) = *pair;
        // The counters to take from a heap so that another heap is left; 0 counters are no move.
        let taken = |heap: u64, left: Option<u64>| heap.checked_sub(left?).filter(|taken| *taken > 0);
        let least = smaller_heap(one.abs_diff(other)).and_then(|least| u64::try_from(least).ok());
        let moves = [
            taken(one, partner(other)).map(WythoffMove::First),
            taken(other, partner(one)).map(WythoffMove::Second),
            taken(one.min(other), least).map(WythoffMove::Both),
        ];
        Some(moves.into_iter().flatten())
    }
}

/// Whether the heaps are ⌊*dφ*⌋ and ⌊*dφ*⌋ + *d*.
fn is_wythoff_pair(Pair(one, other): Pair) -> bool {
    smaller_heap(one.abs_diff(other)) == Some(one.min(other).into())
}

/// The smaller heap ⌊*dφ*⌋ of the lost pair with this difference; `None` if the larger heap surely exceeds 64 bits.
fn smaller_heap(difference: u64) -> Option<u128> {
    let difference = u128::from(difference);
    // The difference d of a lost pair is below 2/5 of its larger heap, so below 0.4 · 2^64. If 5d² exceeds 128 bits, d is above
    // 0.44 · 2^64.
    (difference * difference).checked_mul(5).map(|square| difference.midpoint(square.isqrt()))
}

/// The heap that forms a lost pair with this one; `None` if it exceeds 64 bits. Each heap is in exactly one lost pair, and both heaps of
/// the pairs grow with the difference, so a binary search for the difference finds it.
fn partner(heap: u64) -> Option<u64> {
    let least_difference = |reaches: &dyn Fn(u128, u64) -> bool| {
        let (mut from, mut to) = (0, heap);
        while from < to {
            let middle = from.midpoint(to);
            if smaller_heap(middle).is_none_or(|least| reaches(least, middle)) {
                to = middle;
            } else {
                from = middle + 1;
            }
        }
        from
    };
    // First as the smaller heap: the least difference for which the smaller heap of the lost pair is not below `heap`.
    let as_smaller = least_difference(&|least, _| least >= heap.into());
    if smaller_heap(as_smaller) == Some(heap.into()) {
        return heap.checked_add(as_smaller);
    }
    // Otherwise as the larger heap, by the same search.
    let as_larger = least_difference(&|least, difference| least + u128::from(difference) >= heap.into());
    let smaller = heap.checked_sub(as_larger)?;
    (smaller_heap(as_larger) == Some(smaller.into())).then_some(smaller)
}

fn parse_pair(piece: Piece<'_>, what: &str) -> Result<Pair, NotationError> {
    let heaps = piece.read_each(',', |piece| piece.number("a heap"))?;
    match heaps[..] {
        [one, other] => Ok(Pair(one, other)),
        _ => Err(piece.error(format!("{what} has two heaps, and here are {}", heaps.len()))),
    }
}

/// A pair of heaps is written with a comma, several pairs with `/` between them: `3,5/1,2`.
impl Notation for Wythoff {
    fn component_name(&self, _: &Pair) -> &'static str {
        "pair"
    }

    fn parse(&self, text: &str) -> Result<Components<Pair>, NotationError> {
        Piece::whole(text).read_each('/', |piece| parse_pair(piece, "Wythoff's game")).map(Components::from)
    }

    fn text(&self, pairs: &[Pair]) -> String {
        if pairs.is_empty() { Pair(0, 0).to_string() } else { join(pairs, "/") }
    }
}
