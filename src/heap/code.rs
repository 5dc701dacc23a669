//! Take-and-break games: their codes as lists of digits.

use crate::heap::repeat::repeat_of_end;
use crate::heap::{Digit, Parts};

/// A take-and-break game: its code says, for each number of counters that a move takes, into how many heaps the rest may be
/// left.
///
/// The code is written **d**₀.**d**₁**d**₂**d**₃…, where bit *i* of the digit **d**ₖ says that a move that takes *k* counters
/// may leave exactly *i* heaps, none of them empty. Digits from 0 to 7 make an octal game, which leaves at most two heaps.
///
/// | in a code | stands for |
/// |---|---|
/// | `0` to `9`, `A` to `V` | the digits 0 to 31; lower case is read too |
/// | `{0,2,6}` | the digit that allows these numbers of heaps, up to 63 |
/// | `!`, `=` or `?` after a digit | the heaps, where there are two or more, must be pairwise unequal, all equal, or not all equal |
/// | `[..]` at the end | digits that repeat for ever |
/// | nothing before the point | the digit 0 |
///
/// Every rule is written as one code: prefix and tail are as short as possible, and digits without a move at the end are left out.
/// Longer codes are read too. The digit for taking nothing cannot have bit 0 or 1: such a move would leave the heap as it was. The
/// code 0.0 is a game without moves.
///
/// Theorem (Guy and Smith 1956): let **d**ₖ be the last digit of an octal code, and *n*₀ and *p* at least 1. If its values satisfy
/// *g*(*n* + *p*) = *g*(*n*) for all *n* from *n*₀ to less than 2*n*₀ + *p* + *k*, then they do for all *n* from *n*₀ on. (With
/// *n*₀ = 0 it is false: 0.04 begins with 0 0 0 0, and a heap of 4 is worth 1.) It is not known whether the values of every
/// finite octal code are ultimately periodic.
///
/// A position is the size of one heap, up to 2^128 − 1. A move is listed once, not again as its mirror image. Moves are found one by
/// one, so the first moves in a heap of 10^30 counters come at once. A heap of *n* has about *n*/2 moves for each digit that allows
/// two heaps, and *n*²/12 for three.
///
/// A [`Solver`](crate::Solver) uses a period that is [soon proved](crate::heap::PeriodicValues::soon_proved), with which heaps of any
/// size are answered at once, or a [`Sequence`](crate::heap::Sequence) up to the heap that is asked for, with a byte or two a heap.
/// Moves that leave a given value are found in order: the first after at most *n*₀ + *p* steps for each digit, the next after a few
/// steps each. (Parts may change by *p* without a change of value, so if no part within one period is a hit, none is.) Where at most two
/// heaps are left, these moves are counted without listing them. Misère play is answered by the [misère
/// quotient](crate::misere::quotient) if one of at most 64 elements is soon found.
///
/// ```
/// use grundy::heap::TakeAndBreak;
/// use grundy::{Nimber, Outcome, Play, Solver};
///
/// let code: TakeAndBreak = "4.[3]".parse()?; // Lasker's Nim
/// let mut solver = Solver::new(&code);
/// assert_eq!(solver.grundy([2, 5, 7])?, Nimber::new(15)); // *2 + *5 + *8
///
/// let mut kayles = Solver::new(TakeAndBreak::kayles());
/// let large = 10_u128.pow(30) - 1; // 3 more than a multiple of 12
/// let win = kayles.winning_move([large, 5])?.unwrap();
/// assert_eq!(win.to_string(), "component 1: take 1, leave 3 and 999999999999999999999999999995"); // *3 + *7 = *4
/// assert_eq!(kayles.outcome_in(Play::Misere, [large, large])?, Outcome::P);
///
/// let code: TakeAndBreak = ".7700".parse()?;
/// assert_eq!(code, TakeAndBreak::kayles());
/// assert_eq!(code.to_string(), "0.77");
///
/// let wrong = "0.7x7".parse::<TakeAndBreak>().unwrap_err();
/// assert!(wrong.to_string().starts_with("`0.7x7`, character 4: `x` is no digit"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Reference: Guy and Smith, *The G-values of various games*, 1956; Winning Ways, ch. 4; Siegel, *Combinatorial Game Theory*,
/// ch. IV.2.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TakeAndBreak {
    /// The digits for taking 0, 1, 2.. counters. The first one is always there.
    digits: Vec<Digit>,
    /// The digits for taking more counters than `digits` has places, repeated for ever; empty if that is no move.
    tail: Vec<Digit>,
}

/// Digits or a set that make no take-and-break game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CodeError {
    /// The digit for taking nothing allows no heap or one to be left.
    #[error("a move that takes nothing must leave two heaps or more: the digit for taking 0 cannot allow 0 or 1 heaps")]
    LeavesTheHeap,
    /// The set is empty.
    #[error("the set of numbers is empty")]
    EmptySet,
    /// The set has 0 in it, which no move takes.
    #[error("no move takes 0 counters: 0 cannot be in a set of numbers that may be taken, or may not")]
    Zero,
    /// A number in the set would need too many digits.
    #[error("{count} is too large: a code of a set has at most {limit} digits after the point")]
    TooLarge {
        /// The number.
        count: u64,
        /// The largest that there may be.
        limit: u64,
    },
}

impl TakeAndBreak {
    /// Maximum number in the set of a subtraction or all-but game: its code then has 2^20 digits.
    pub const LARGEST_IN_SET: u64 = 1 << 20;

    /// The game with these digits, from the digit for taking nothing on, followed by those of `tail`, which repeat for ever.
    ///
    /// Time is linear in their number.
    ///
    /// ```
    /// use grundy::heap::{Digit, Parts, TakeAndBreak};
    ///
    /// let [split, take] = [4, 3].map(|counts| Digit::new(counts, Parts::Any));
    /// let lasker = TakeAndBreak::from_digits([split], [take, take])?;
    /// assert_eq!(lasker.to_string(), "4.[3]");
    /// assert!(TakeAndBreak::from_digits([take], []).is_err()); // taking nothing may leave one heap: the same
    /// # Ok::<(), grundy::heap::CodeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`CodeError::LeavesTheHeap`] if a move that takes nothing could leave the heap as it was.
    pub fn from_digits(digits: impl Into<Vec<Digit>>, tail: impl Into<Vec<Digit>>) -> Result<Self, CodeError> {
        let (mut digits, mut tail) = (digits.into(), tail.into());
        if digits.is_empty() && !tail.is_empty() {
            // The first digit of the tail is the one for taking nothing. The tail goes on with its second.
            digits.push(tail[0]);
            tail.rotate_left(1);
        }
        match digits.first() {
            Some(first) if first.allows(0) || first.allows(1) => Err(CodeError::LeavesTheHeap),
            _ => Ok(Self::normalised(digits, tail)),
        }
    }

    /// The game in which a move takes one of these numbers from a heap and leaves the rest as one: digits 3 and 0.
    ///
    /// ```
    /// use grundy::heap::TakeAndBreak;
    /// assert_eq!(TakeAndBreak::subtraction([1, 3, 4])?.to_string(), "0.3033");
    /// # Ok::<(), grundy::heap::CodeError>(())
    /// ```
    ///
    /// [`Subtraction`](crate::Subtraction) is the same game with its period.
    ///
    /// # Errors
    ///
    /// [`CodeError`] if the set is empty, or has 0 or a number above [`LARGEST_IN_SET`](Self::LARGEST_IN_SET) in it.
    ///
    /// Reference: Winning Ways, ch. 4.
    pub fn subtraction(set: impl IntoIterator<Item = u64>) -> Result<Self, CodeError> {
        Ok(Self::normalised(digits_of_set(set, TAKE, Digit::NONE)?, Vec::new()))
    }

    /// The game in which a move takes any number but these from a heap and leaves the rest as one.
    ///
    /// ```
    /// use grundy::heap::TakeAndBreak;
    /// assert_eq!(TakeAndBreak::all_but([2])?.to_string(), "0.30[3]");
    /// # Ok::<(), grundy::heap::CodeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`CodeError`] if the set is empty (that is [`nim`](Self::nim)), or has 0 or a number above
    /// [`LARGEST_IN_SET`](Self::LARGEST_IN_SET) in it.
    ///
    /// Reference: Winning Ways, ch. 4; Siegel, *Combinatorial Game Theory*, ch. IV.2.
    pub fn all_but(set: impl IntoIterator<Item = u64>) -> Result<Self, CodeError> {
        Ok(Self::normalised(digits_of_set(set, Digit::NONE, TAKE)?, vec![TAKE]))
    }

    /// The digits before those that repeat, from that for taking nothing, which is always there.
    #[must_use]
    pub fn digits(&self) -> &[Digit] {
        &self.digits
    }

    /// The digits that repeat for ever after [`Self::digits`]; empty if the code is finite.
    #[must_use]
    pub fn tail(&self) -> &[Digit] {
        &self.tail
    }

    /// The digit for taking `taken` counters: what such a move may leave.
    ///
    /// ```
    /// use grundy::heap::TakeAndBreak;
    ///
    /// let code: TakeAndBreak = "0.1[27]".parse()?;
    /// assert_eq!([0, 1, 2, 1_000_001].map(|taken| code.digit(taken).counts()), [0, 1, 2, 7]);
    /// # Ok::<(), grundy::NotationError>(())
    /// ```
    #[must_use]
    pub fn digit(&self, taken: u128) -> Digit {
        let before_tail = self.digits.len() as u128;
        let (digits, place) = match taken.checked_sub(before_tail) {
            None => (&self.digits, Some(taken)),
            Some(beyond) => (&self.tail, beyond.checked_rem(self.tail.len() as u128)),
        };
        let digit = place.and_then(|place| digits.get(usize::try_from(place).ok()?));
        digit.copied().unwrap_or_default()
    }

    /// The code in the one form in which this rule is written.
    pub(super) fn normalised(mut digits: Vec<Digit>, mut tail: Vec<Digit>) -> Self {
        if digits.is_empty() {
            digits.push(Digit::NONE);
        }
        // The tail first: the digits before it are compared with its shortest form.
        tail.truncate(primitive_period(&tail));
        if tail == [Digit::NONE] {
            tail.clear();
        }
        // The digit for taking nothing stays. Of the others, those at the end are left out that the tail, moved back, stands for.
        let given = |back: usize| match tail.len() {
            0 => Digit::NONE,
            period => tail[period - 1 - back % period],
        };
        let others = digits[1..].iter().rev().enumerate();
        let superfluous = others.take_while(|(back, digit)| **digit == given(*back)).count();
        digits.truncate(digits.len() - superfluous);
        if let Some(turn) = superfluous.checked_rem(tail.len()) {
            // 0.3[03] is 0.[30]: the tail begins one digit earlier, so its last digit comes first.
            tail.rotate_right(turn);
        }
        Self { digits, tail }
    }
}

/// The digit for taking counters from a heap and leaving the rest, if there is any, as one heap.
const TAKE: Digit = Digit::new(0b11, Parts::Any);

/// The digits up to the largest number in a set: one digit for the numbers in it and another for those that are not.
fn digits_of_set(set: impl IntoIterator<Item = u64>, inside: Digit, outside: Digit) -> Result<Vec<Digit>, CodeError> {
    let limit = TakeAndBreak::LARGEST_IN_SET;
    // All numbers are looked at before a digit is made: rule books ask again and again for a code that is refused.
    let places = set.into_iter().map(|count| match usize::try_from(count).ok().filter(|_| count <= limit) {
        Some(0) => Err(CodeError::Zero),
        Some(place) => Ok(place),
        None => Err(CodeError::TooLarge { count, limit }),
    });
    let places = places.collect::<Result<Vec<_>, _>>()?;
    let largest = places.iter().max().ok_or(CodeError::EmptySet)?;
    let mut digits = vec![outside; largest + 1];
    digits[0] = Digit::NONE;
    for place in places {
        digits[place] = inside;
    }
    Ok(digits)
}

/// The length of the shortest list that gives these digits when it is repeated a whole number of times.
fn primitive_period(digits: &[Digit]) -> usize {
    let count = digits.len();
    // A list of at least two copies of itself repeats in its second half. The least shift of that half is then the least period
    // of the list, since two periods of a list as long as both together make their greatest common divisor a period.
    let repeat = repeat_of_end(count, count.div_ceil(2), |place| digits[place]);
    let whole = repeat.filter(|repeat| repeat.shift + repeat.length == count && count.is_multiple_of(repeat.shift));
    whole.map_or(count, |repeat| repeat.shift)
}
