//! Welter's game and the silver dollar game.

use std::fmt;

use super::miserable::{self, Miserable};
use super::stairs;
use crate::at_least::AtLeast;
use crate::components::Components;
use crate::control::{Control, Stopped};
use crate::game::ImpartialGame;
use crate::nimber::Nimber;
use crate::notation::{Notation, NotationError, join};
use crate::notes::Notes;
use crate::question::{Answer, Question};
use crate::subset::Subset;

/// Coins stand on different squares of a strip, numbered from 0; move one coin to a free square with a smaller number. In Welter's game it may pass other
/// coins, in the silver dollar game (without the dollar) not.
///
/// Theorem (Welter 1954): the value of Welter's game is the nim-sum of the numbers and, for any two of them, of 2<sup>*k* + 1</sup> − 1, where
/// 2<sup>*k*</sup> is the highest power of two that divides their difference. For two coins that is one less than their nim-sum.
///
/// In misère play Welter's game with *k* coins is won and lost as in normal play, but where the coins are on squares below 2*k*, one on each pair of *i* and 2*k* − 1 −
/// *i*. There the number of coins from *k* on tells: it is odd in a lost position. ([Below](#welters-game-in-misère-play) is a proof, which we did not find published.)
///
/// Theorem: the silver dollar game is Nim in disguise. From the coin with the greatest number on, join each coin with the next one before it; a
/// coin that is left over is joined with the end of the strip. The numbers of free squares between the two of each pair are the heaps: every move
/// changes exactly one of them, and each can be made any smaller number, so the value is their nim-sum. In misère play the heaps are won and lost as in Nim,
/// too: `src/games/stairs.rs` has the proof.
///
/// A position is the set of the squares with coins, below 2^20. A coin has as many moves as free squares before it, or just before it. The value
/// takes about twenty steps for each coin, and one for each 64 squares; the moves that leave a value take about forty binary searches for each coin.
///
/// In text the squares are `{1,3,6}`; several strips are joined with ` + `.
///
/// ```
/// use grundy::{CoinsOnStrip, Nimber, Notation, Solver};
///
/// let welter = CoinsOnStrip::welter();
/// let mut solver = Solver::new(welter);
/// assert_eq!(solver.grundy(welter.parse("{3,5}")?)?, Nimber::new(5)); // 3 xor 5, less 1
/// assert_eq!(solver.grundy(welter.parse("{0,1,2}")?)?, Nimber::ZERO); // no moves
///
/// let dollar = CoinsOnStrip::silver_dollar();
/// assert_eq!(Solver::new(dollar).grundy(dollar.parse("{1,4,9}")?)?, Nimber::new(4 ^ 1)); // gaps: 4 and 9, 1 and the end
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Welter's game in misère play
///
/// Call *i* and 2*k* − 1 − *i* partners, and a position *parted* if each pair of partners has one coin. Parted positions are the fickle ones of the theorem of miserable
/// games (`src/games/miserable.rs`), worth the number of coins from *k* on, modulo 2:
/// - The only move of a coin that leaves a parted position goes from *k* or more to its partner, and changes that number by 1. There is such a coin
///   but at the end, when the coins are on 0 to *k* − 1.
/// - Another move, from *s* to *t*, leaves two coins on *t* and its partner, and none on *s* and its partner. The greater one of the first two is at least *k*, and
///   the smaller one of the last two below *k*: that coin can go there, which leaves a parted position. By what follows, one with the other number can
///   be left too, so the value is 2 or more.
/// - Let a move from *t* to *s* lead to a parted position from one that is not. Then neither *s* nor its partner *s*' had a coin. If *t* > *s*', the same coin can go
///   to *s*', and the number of coins from *k* on is another one. If not, *t* lies between *s* and *s*', and so does its partner, which has a coin since
///   the position becomes parted. That coin can go to *s* in place of the one on *t*, and again the number is another one.
///
/// Reference: Welter, *The theory of a class of games on a sequence of squares, in terms of the advancing operation in a special group*, 1954; ONAG,
/// ch. 13; Winning Ways, ch. 15 (both).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CoinsOnStrip {
    may_pass: bool,
}

/// A move of [`CoinsOnStrip`]: a coin, and the square to which it goes.
///
/// ```
/// use grundy::games::MoveCoin;
/// assert_eq!(MoveCoin { from: 6, to: 2 }.to_string(), "move 6 to 2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MoveCoin {
    /// The square of the coin.
    pub from: usize,
    /// The square to which it goes.
    pub to: usize,
}

impl fmt::Display for MoveCoin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {} to {}", self.from, self.to)
    }
}

/// The squares of the coins, sorted by their bits from the lowest on. Squares whose differences are multiples of 2<sup>*k*</sup> stand together, for each *k*.
fn by_low_bits(coins: &Subset) -> Vec<usize> {
    let mut squares: Vec<usize> = coins.iter().map(usize::reverse_bits).collect();
    squares.sort_unstable();
    for square in &mut squares {
        *square = square.reverse_bits();
    }
    squares
}

/// The value of Welter's game, of coins [by their low bits](by_low_bits).
fn welter(squares: &[usize]) -> u64 {
    let mut value = squares.iter().fold(0, |sum, square| sum ^ square);
    let mut pairs_before = None;
    // Squares are below `Subset::LIMIT`, so no difference is divisible by the last power of two.
    for k in 0..=BITS {
        let alike = squares.chunk_by(|one, other| (one ^ other) % (1 << k) == 0);
        let pairs: usize = alike.map(|coins| coins.len() * (coins.len() - 1) / 2).sum();
        // An odd number of pairs whose difference is divisible by 2^(k - 1) and not by 2^k.
        if pairs_before.is_some_and(|before: usize| (before - pairs) % 2 == 1) {
            value ^= (1 << k) - 1;
        }
        pairs_before = Some(pairs);
    }
    value as u64
}

/// Bits of a square.
const BITS: u32 = Subset::LIMIT.ilog2();

/// Of squares [by their low bits](by_low_bits) that agree in the bits below `bit`, those that have this bit, or those that do not.
fn with_bit(alike: &[usize], bit: u32, is_set: bool) -> &[usize] {
    let (without, with) = alike.split_at(alike.partition_point(|square| square >> bit & 1 == 0));
    if is_set { with } else { without }
}

/// What a coin adds to the value of Welter's game by its square and by its pairs with the others, where `squares` are those of all coins [by their low
/// bits](by_low_bits).
fn part_of_coin(squares: &[usize], coin: usize) -> u64 {
    let (mut part, mut alike) = (coin, squares);
    for bit in 0..BITS {
        let closer = with_bit(alike, bit, coin >> bit & 1 == 1);
        // An odd number of coins whose difference from this one is divisible by 2^bit and not by 2^(bit + 1).
        if (alike.len() - closer.len()) % 2 == 1 {
            part ^= (2 << bit) - 1;
        }
        alike = closer;
    }
    part as u64
}

/// The square to which a coin would have to go for a change of the value of Welter's game, where `squares` are those of all coins [by their low
/// bits](by_low_bits): there is exactly one. `None` if the strip ends before it.
///
/// Bit *j* of the value is the nim-sum of bit *j* of all squares and of the parity of the pairs whose difference is divisible by 2<sup>*j*</sup>. For the
/// coin in question these pairs depend on its lower bits only, so its bits follow one by one from the lowest on.
fn welter_square(squares: &[usize], coin: usize, change: u64) -> Option<usize> {
    // What the coin is to add on its new square.
    let part = change ^ part_of_coin(squares, coin);
    if part >> BITS != 0 {
        return None;
    }
    // `alike` are the coins whose lower bits are those of the square. Each of them makes a pair whose difference is divisible by 2^bit,
    // except the coin itself, which is gone from there.
    let (mut square, mut alike) = (0, squares);
    for bit in 0..BITS {
        let is_own = (coin ^ square).is_multiple_of(1 << bit);
        let others = alike.len() - usize::from(is_own);
        let found = (part >> bit & 1 == 1) ^ (others % 2 == 1);
        alike = with_bit(alike, bit, found);
        square |= usize::from(found) << bit;
    }
    Some(square)
}

/// The number of free squares just before each coin, from the last coin on: a staircase, since a coin that moves leaves as many more before the next one.
fn steps(coins: &Subset) -> Vec<u64> {
    let mut next = 0;
    let mut gaps: Vec<u64> = coins.iter().map(|coin| (coin - std::mem::replace(&mut next, coin + 1)) as u64).collect();
    gaps.reverse();
    gaps
}

/// The first 2*k* squares, where *k* is the number of coins, as pairs of *i* and 2*k* − 1 − *i*.
#[derive(Clone, Copy)]
struct Halves {
    squares: usize,
    /// The number of coins on later squares.
    beyond: usize,
    /// The number of pairs with two coins.
    full: usize,
}

impl Halves {
    fn of(coins: &Subset) -> Self {
        let squares = 2 * coins.len();
        let full = coins.iter().take_while(|square| *square < squares / 2);
        let full = full.filter(|square| coins.contains(squares - 1 - square)).count();
        Self { squares, beyond: coins.iter().skip_while(|square| *square < squares).count(), full }
    }

    /// Whether each pair has one coin.
    const fn are_parted(self) -> bool {
        self.beyond == 0 && self.full == 0
    }

    fn after(self, coins: &Subset, MoveCoin { from, to }: MoveCoin) -> Self {
        let is_beyond = |square: usize| usize::from(square >= self.squares);
        let has_other = |square: usize| {
            let other = (self.squares - 1).checked_sub(square).filter(|other| *other != from);
            usize::from(other.is_some_and(|other| coins.contains(other)))
        };
        let beyond = self.beyond - is_beyond(from) + is_beyond(to);
        Self { beyond, full: self.full - has_other(from) + has_other(to), ..self }
    }
}

impl CoinsOnStrip {
    /// Welter's game: a coin may pass others.
    #[must_use]
    pub const fn welter() -> Self {
        Self { may_pass: true }
    }

    /// The silver dollar game without the dollar: a coin stays behind the one before it.
    #[must_use]
    pub const fn silver_dollar() -> Self {
        Self { may_pass: false }
    }

    /// The moves of Welter's game that leave a value, at most one for each coin.
    fn moves_leaving(self, coins: &Subset, value: Nimber, control: &mut Control) -> Result<Vec<MoveCoin>, Stopped> {
        let squares = by_low_bits(coins);
        let change = welter(&squares) ^ value.get();
        let mut moves = Vec::new();
        for from in coins.iter() {
            // There may be a million coins: a list that is made as a whole asks whether it may go on.
            control.count_options(1, squares.len() as u64, || size_of_val(&moves[..]) as u64)?;
            let mv = welter_square(&squares, from, change).map(|to| MoveCoin { from, to });
            moves.extend(mv.filter(|mv| self.allows(coins, mv)));
        }
        Ok(moves)
    }

    /// The least square to which a coin may go, if it is free.
    fn least(self, coins: &Subset, from: usize) -> usize {
        // In Welter's game the range is empty: no coin stops another.
        let before = (0..if self.may_pass { 0 } else { from }).rev().find(|square| coins.contains(*square));
        before.map_or(0, |before| before + 1)
    }
}

impl ImpartialGame for CoinsOnStrip {
    type Position = Subset;
    type Move = MoveCoin;

    fn moves(&self, coins: &Subset) -> impl Iterator<Item = MoveCoin> {
        // In Welter's game the free squares before a coin are all squares before it but those of the coins before it.
        let count = if self.may_pass {
            coins.iter().enumerate().map(|(before, coin)| coin - before).sum()
        } else {
            // Each free square before the last coin is for one coin.
            coins.greatest().map_or(0, |last| last + 1 - coins.len())
        };
        // A coin with no free square before it is passed over.
        let movable = coins.iter().enumerate().filter(|(before, from)| from > before).map(|(_, from)| from);
        let moves = movable
            .flat_map(move |from| coins.missing(self.least(coins, from)..from).map(move |to| MoveCoin { from, to }));
        AtLeast::new(count, moves)
    }

    fn play(&self, coins: &Subset, mv: &MoveCoin) -> Components<Subset> {
        let mut left = coins.clone();
        if self.allows(coins, mv) {
            left.remove(mv.from);
            left.insert(mv.to);
        }
        left.into()
    }

    fn allows(&self, coins: &Subset, mv: &MoveCoin) -> bool {
        let MoveCoin { from, to } = *mv;
        coins.contains(from) && !coins.contains(to) && (self.least(coins, from)..from).contains(&to)
    }

    fn known_value(&self, coins: &Subset) -> Option<Nimber> {
        Some(Nimber::new(if self.may_pass { welter(&by_low_bits(coins)) } else { stairs::value(&steps(coins)) }))
    }

    fn oracle<'a>(
        &'a self,
        question: Question<'a, Subset>,
        _: &'a mut Notes,
        control: &mut Control,
    ) -> Answer<'a, MoveCoin> {
        if !self.may_pass {
            return stairs::answer(question, steps, |coins, lefts| {
                // The step of the last coin is the lowest.
                let from: Vec<usize> = coins.iter().collect();
                let moves = lefts.into_iter().rev().filter_map(|(step, squares)| {
                    let from = from[from.len() - 1 - step];
                    Some(MoveCoin { from, to: from.checked_sub(usize::try_from(squares).ok()?)? })
                });
                moves.filter(|mv| self.allows(coins, mv)).collect()
            });
        }
        if let Question::MovesLeaving { component, value } = question {
            let moves = self.moves_leaving(component, value, control);
            return moves.map_or_else(Answer::Stopped, |moves| Answer::moves(moves.into_iter()));
        }
        miserable::answer(
            question,
            |coins| Some(Miserable::of(welter(&by_low_bits(coins)), Halves::of(coins).are_parted())),
            |coins, others| {
                let halves = Halves::of(coins);
                let leaving = |value| Ok(self.moves_leaving(coins, value, control)?.into_iter());
                others.wins(leaving, |mv| halves.after(coins, *mv).are_parted(), |mv| (mv.from, mv.to))
            },
        )
    }
}

impl Notation for CoinsOnStrip {
    fn component_name(&self, _: &Subset) -> &'static str {
        "strip"
    }

    fn parse(&self, text: &str) -> Result<Components<Subset>, NotationError> {
        super::text::parse_components(text, '+')
    }

    fn text(&self, strips: &[Subset]) -> String {
        if strips.is_empty() { Subset::new().to_string() } else { join(strips, " + ") }
    }
}
