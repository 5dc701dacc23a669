//! The divisor game.

use std::fmt;
use std::str::FromStr;

use super::text::parse_components;
use crate::at_least::AtLeast;
use crate::components::Components;
use crate::connected::connected_parts;
use crate::control::Control;
use crate::game::ImpartialGame;
use crate::nimber::Nimber;
use crate::notation::{Notation, NotationError, Piece, join};
use crate::notes::Notes;
use crate::question::{Answer, Question};
use crate::serial::serde_as_text;
use crate::subset::{Subset, bits, parse_list};

/// The divisor game: from a set of positive integers, a move takes one number and all of its divisors that remain.
///
/// Theorem. If some number divides all others, the first player wins, since every move takes that number. If taking it alone wins, the
/// first player does that. If not, the opponent has a winning answer, which could have been the first move, since it takes that number
/// too. So the first player wins on 1..*n* for every *n* ≥ 1. In misère play the theorem needs a second number, since taking the one
/// alone must not end the game. The value and the winning moves must be searched.
///
/// Two numbers touch if one divides the other. The connected parts of the graph of touching numbers are independent components: a move
/// leaves one component for each. Most sets fall into parts soon, so play reaches few components: 121 from 1..28, 505 from 1..40 and
/// 10 869 from 1..62. A set of numbers below 64 is one machine word, and its moves look up the divisors in a table. Otherwise a move takes
/// time *m* log *m* for numbers up to *m*.
///
/// The memo key of a position is the set divided by its greatest common divisor, which changes no divisibility.
///
/// In text, `28` is the set 1..28, `{28}` is the number 28 alone and `{2,3,6}` or `2,3,6` a list; several sets are joined with
/// ` + `. The empty set is `0`.
///
/// ```
/// use grundy::games::{Numbers, TakeNumber};
/// use grundy::{DivisorGame, Nimber, Notation, Solver, waiting_move};
///
/// let mut solver = Solver::new(DivisorGame);
/// assert_eq!(solver.grundy(Numbers::up_to(20)?)?, Nimber::new(7));
/// assert_eq!(solver.grundy(Numbers::new([2, 3, 6])?)?, Nimber::new(1));
/// assert_eq!(waiting_move(&DivisorGame, &Numbers::up_to(100)?), Some(TakeNumber(1)));
/// assert_eq!(solver.positions(Numbers::up_to(28)?)?, 121);
/// assert_eq!(DivisorGame.parse("{5} + 5")?.to_string(), "{5} + 5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Reference: Schuh, *Spel van delers*, 1952, plays on the divisors of one number, which is the same upside down; strategy
/// stealing as in Chomp, Winning Ways, ch. 18.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct DivisorGame;

impl ImpartialGame for DivisorGame {
    type Position = Numbers;
    type Move = TakeNumber;

    fn moves(&self, position: &Numbers) -> impl Iterator<Item = TakeNumber> {
        AtLeast::new(position.len(), position.iter().map(TakeNumber))
    }

    fn play(&self, position: &Numbers, mv: &TakeNumber) -> Components<Numbers> {
        let Some(number) = position.find(mv.0) else { return position.clone().into() };
        if let Some(word) = position.0.word() {
            let left = word & !DIVISORS[number];
            // Any number may be the least of its part, so all are near.
            let parts = connected_parts(left, left, |other| DIVISORS[other] | MULTIPLES[other]);
            return parts.map(|part| Numbers(Subset::from_word(part))).collect();
        }
        let left: Vec<usize> = position.0.iter().filter(|other| !number.is_multiple_of(*other)).collect();
        parts(&left)
    }

    fn allows(&self, position: &Numbers, mv: &TakeNumber) -> bool {
        position.find(mv.0).is_some()
    }

    /// The numbers divided by their greatest common divisor.
    #[inline]
    fn memo_key(&self, position: Numbers) -> Numbers {
        let divisor = common_divisor(&position.0);
        if divisor == 1 {
            return position;
        }
        if let Some(word) = position.0.word() {
            return Numbers(Subset::from_word(bits(word).fold(0, |left, number| left | 1 << (number / divisor))));
        }
        Numbers(position.0.iter().map(|number| number / divisor).collect())
    }

    /// A number alone is worth `*1`.
    #[inline]
    fn known_value(&self, position: &Numbers) -> Option<Nimber> {
        match position.0.word() {
            Some(word) if word & word.wrapping_sub(1) == 0 => Some(Nimber::new(u64::from(word != 0))),
            _ => None,
        }
    }

    /// The theorem, for one component of which no value is needed.
    fn oracle<'a>(
        &'a self,
        question: Question<'a, Numbers>,
        _: &'a mut Notes,
        _: &mut Control,
    ) -> Answer<'a, Self::Move> {
        question.by_strategy_stealing(Numbers::is_empty, |component| {
            // A number that divides all others is the least of them.
            let mut numbers = component.iter();
            let divides_all = numbers.next().is_some_and(|least| numbers.all(|number| number.is_multiple_of(least)));
            divides_all.then(|| component.len() as u64)
        })
    }
}

impl Notation for DivisorGame {
    fn component_name(&self, _: &Numbers) -> &'static str {
        "set"
    }

    fn parse(&self, text: &str) -> Result<Components<Numbers>, NotationError> {
        parse_components(text, '+')
    }

    fn text(&self, components: &[Numbers]) -> String {
        if components.is_empty() { Numbers::default().to_string() } else { join(components, " + ") }
    }
}

/// A position of [`DivisorGame`]: a set of integers from 1 to 65 536.
///
/// It is stored as a [`Subset`]: one bit for each integer up to the greatest. The limit bounds memory: a move may leave one component for
/// each prime, which from 1..65 536 takes up to 40 megabytes in all, and from 1..2^20 would take gigabytes.
///
/// With the feature `serde` it is its text.
///
/// ```
/// use grundy::games::Numbers;
///
/// let numbers = Numbers::new([6, 2, 3])?;
/// assert_eq!((numbers.len(), numbers.to_string()), (3, "{2,3,6}".to_owned()));
/// assert_eq!(Numbers::new([1, 2, 3])?, "3".parse()?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Numbers(Subset);

serde_as_text!(Numbers);

impl Numbers {
    /// The greatest number that a set can hold: 65 536.
    pub const LIMIT: u64 = 1 << 16;

    /// The numbers 1..*n*; none for *n* = 0.
    ///
    /// # Errors
    ///
    /// [`NumbersError::TooLarge`] if *n* is above [`LIMIT`](Self::LIMIT).
    ///
    /// ```
    /// use grundy::games::Numbers;
    /// assert_eq!(Numbers::up_to(28)?.len(), 28);
    /// assert_eq!(Numbers::up_to(70_000).unwrap_err().to_string(), "70000 is too large: numbers go up to 65536");
    /// # Ok::<(), grundy::games::NumbersError>(())
    /// ```
    pub fn up_to(n: u64) -> Result<Self, NumbersError> {
        let mut numbers = Subset::below(index(n)? + 1);
        numbers.remove(0);
        Ok(Self(numbers))
    }

    /// The set of the numbers in a list. Repeats do not count.
    ///
    /// # Errors
    ///
    /// [`NumbersError`] if there is a 0 in the list, or a number above [`LIMIT`](Self::LIMIT).
    ///
    /// ```
    /// use grundy::games::Numbers;
    /// assert_eq!(Numbers::new([5])?.to_string(), "{5}");
    /// assert_eq!(Numbers::new([5, 0]).unwrap_err().to_string(), "number 2 of the list is 0: numbers begin at 1");
    /// # Ok::<(), grundy::games::NumbersError>(())
    /// ```
    pub fn new(numbers: impl IntoIterator<Item = u64>) -> Result<Self, NumbersError> {
        let mut set = Subset::new();
        for (before, number) in numbers.into_iter().enumerate() {
            if number == 0 {
                return Err(NumbersError::Zero { place: before.saturating_add(1) });
            }
            set.insert(index(number)?);
        }
        Ok(Self(set))
    }

    /// The number of numbers in the set.
    ///
    /// ```
    /// use grundy::games::Numbers;
    /// assert_eq!(Numbers::new([6, 2, 6])?.len(), 2);
    /// # Ok::<(), grundy::games::NumbersError>(())
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no number left.
    ///
    /// ```
    /// use grundy::games::Numbers;
    /// assert!(Numbers::up_to(0)?.is_empty());
    /// # Ok::<(), grundy::games::NumbersError>(())
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a number is in the set.
    ///
    /// ```
    /// use grundy::games::Numbers;
    /// assert!(Numbers::up_to(28)?.contains(28) && !Numbers::up_to(28)?.contains(0));
    /// # Ok::<(), grundy::games::NumbersError>(())
    /// ```
    #[must_use]
    pub fn contains(&self, number: u64) -> bool {
        self.find(number).is_some()
    }

    /// The numbers, in ascending order.
    ///
    /// ```
    /// use grundy::games::Numbers;
    /// assert_eq!(Numbers::up_to(28)?.iter().sum::<u64>(), 406);
    /// # Ok::<(), grundy::games::NumbersError>(())
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = u64> {
        self.0.iter().map(|number| number as u64)
    }

    /// A number as an index, if it is in the set.
    #[inline]
    fn find(&self, number: u64) -> Option<usize> {
        usize::try_from(number).ok().filter(|number| self.0.contains(*number))
    }
}

impl fmt::Display for Numbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let greatest = self.0.greatest().unwrap_or(0);
        if greatest == self.len() { write!(f, "{greatest}") } else { self.0.fmt(f) }
    }
}

impl FromStr for Numbers {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let error = |at, error: &NumbersError| NotationError::new(text, at, error.to_string());
        if !text.contains(['{', ',']) {
            let piece = Piece::whole(text);
            let n = Piece::number(piece, "a set")?;
            return Self::up_to(n).map_err(|fault| error(0, &fault));
        }
        let mut set = Subset::new();
        for (number, at) in parse_list(text, "a number")? {
            if number == 0 {
                return Err(NotationError::new(text, at, "numbers begin at 1"));
            }
            set.insert(index(number as u64).map_err(|fault| error(at, &fault))?);
        }
        Ok(Self(set))
    }
}

/// Why numbers are no position of [`DivisorGame`].
///
/// ```
/// use grundy::games::{Numbers, NumbersError};
/// assert_eq!(Numbers::new([3, 0]), Err(NumbersError::Zero { place: 2 }));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NumbersError {
    /// A number is 0.
    #[error("number {place} of the list is 0: numbers begin at 1")]
    Zero {
        /// The place in the list, counted from 1.
        place: usize,
    },
    /// A number is above the limit.
    #[error("{number} is too large: numbers go up to {limit}")]
    TooLarge {
        /// The number.
        number: u64,
        /// The limit, [`Numbers::LIMIT`].
        limit: u64,
    },
}

/// A move of [`DivisorGame`]: take this number and all of its divisors.
///
/// ```
/// use grundy::games::TakeNumber;
/// assert_eq!(TakeNumber(6).to_string(), "take 6");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TakeNumber(pub u64);

impl fmt::Display for TakeNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "take {}", self.0)
    }
}

/// For each number below 64, the bits of its divisors.
const DIVISORS: [u64; 64] = divisors();
/// For each number below 64, the bits of its multiples below 64.
const MULTIPLES: [u64; 64] = multiples();

const fn divisors() -> [u64; 64] {
    let mut divisors = [0; 64];
    let mut number = 1;
    while number < 64 {
        let mut multiple = number;
        while multiple < 64 {
            divisors[multiple] |= 1 << number;
            multiple += number;
        }
        number += 1;
    }
    divisors
}

const fn multiples() -> [u64; 64] {
    let mut multiples = [0; 64];
    let mut number = 1;
    while number < 64 {
        let mut multiple = number;
        while multiple < 64 {
            multiples[number] |= 1 << multiple;
            multiple += number;
        }
        number += 1;
    }
    multiples
}

/// The number as an index, if it is not above the limit.
fn index(number: u64) -> Result<usize, NumbersError> {
    match usize::try_from(number) {
        Ok(index) if number <= Numbers::LIMIT => Ok(index),
        _ => Err(NumbersError::TooLarge { number, limit: Numbers::LIMIT }),
    }
}

/// The connected parts of the graph of divisibility on ascending positive numbers, in the order of their least numbers.
///
/// Joins every number with its multiples, in *m* log *m* steps for numbers up to *m*.
fn parts(numbers: &[usize]) -> Components<Numbers> {
    let Some(greatest) = numbers.last() else { return Components::new() };
    // A forest of parts: for each number of the set, itself or a smaller number of the same part; 0 for all others.
    let mut part_of = vec![0; greatest + 1];
    for number in numbers {
        part_of[*number] = *number;
    }
    for number in numbers {
        for multiple in (2 * number..=*greatest).step_by(*number) {
            if part_of[multiple] != 0 {
                let (one, other) = (least_of_part(&mut part_of, *number), least_of_part(&mut part_of, multiple));
                // The root of a part is its least number, which orders the components.
                part_of[one.max(other)] = one.min(other);
            }
        }
    }
    let mut components: Vec<Subset> = Vec::new();
    // For the least number of each part, the index of its component.
    let mut places = vec![0; greatest + 1];
    for number in numbers {
        let least = least_of_part(&mut part_of, *number);
        if least == *number {
            places[least] = components.len();
            components.push(Subset::new());
        }
        components[places[least]].insert(*number);
    }
    components.into_iter().map(Numbers).collect()
}

/// The least number of a part. Halves the path to it, for later calls.
fn least_of_part(part_of: &mut [usize], mut number: usize) -> usize {
    while part_of[number] != number {
        part_of[number] = part_of[part_of[number]];
        number = part_of[number];
    }
    number
}

/// The greatest common divisor of a set of positive numbers; 1 if it is empty.
///
/// Early exit at 1: for most sets the first numbers show that it is 1.
#[inline]
fn common_divisor(set: &Subset) -> usize {
    if let Some(word) = set.word() {
        let mut common = if word == 0 { ONLY_ONE } else { u64::MAX };
        for number in bits(word) {
            common &= DIVISORS[number];
            if common == ONLY_ONE {
                break;
            }
        }
        // The divisor 1 is common to all numbers, so `common` is not 0.
        return common.ilog2() as usize;
    }
    let common = set.iter().try_fold(0, |common, number| match greatest_common_divisor(common, number) {
        1 => None,
        common => Some(common),
    });
    common.unwrap_or(1)
}

/// The set of the divisors of 1, as bits.
const ONLY_ONE: u64 = 1 << 1;

/// The greatest common divisor of two numbers; of 0 and a number, the number.
const fn greatest_common_divisor(mut one: usize, mut other: usize) -> usize {
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}
