//! Subtraction games.

use std::fmt;
use std::str::FromStr;

use crate::at_least::AtLeast;
use crate::components::Components;
use crate::control::Control;
use crate::game::ImpartialGame;
use crate::games::heap_oracle::{self, OnHeaps};
use crate::games::prime::{is_prime, primes_to};
use crate::games::sweep::{Sweep, Values};
use crate::heap::{
    BreakMove, Counted, HeapMove, MOST_TRIED, Repeats, TakeAndBreak, Test, moves_by_trying, repeat_of_end,
};
use crate::nimber::Nimber;
use crate::notation::{NotationError, Piece, heaps_notation, join};
use crate::notes::Notes;
use crate::outcome::{Outcome, Play};
use crate::question::{Answer, Question};
use crate::serial::serde_as_text;

/// A subtraction game: take a number of counters that is in a given finite set; in an all-but game, one that is not. The set may also be that of
/// all squares or of all primes.
///
/// Theorem: with a finite set the values are periodic from some heap on. Let *m* be the largest number in the set. No value is larger
/// than the number of moves, so *m* values in a row can take finitely many forms, and they determine the next value. When *m* values in a
/// row have come a second time, the period is proved. All-but games have a theorem for their codes, see
/// [`Theorem::Tail`](crate::heap::Theorem::Tail). For squares and primes none is known.
///
/// A position is the size of one heap, up to 2^64 − 1. The constructor searches for the period among the first 2^20 heaps, if *m* is at
/// most 2^16; it looks at no more than 2^25 options in all. If it finds the period, the value of every heap is known at once. The values
/// of an all-but game grow by a constant in each period; they are those of its [code](crate::heap::TakeAndBreak), by a proved period if
/// one is found soon, and else by a sequence. In misère play the misère quotient of the code is used, if one is found soon. For squares
/// and primes the values, and who wins one heap in either kind of play, are found for one heap after the other: a heap of *n* has ⌊√*n*⌋ moves that take a square, and about
/// *n*/ln *n* that take a prime, at some 1.2 ns each for the value. All else is searched.
///
/// With the feature `serde` a game is its text, `1,3,4`, `!2`, `squares` or `primes`; the period is proved anew when it is read.
///
/// ```
/// use grundy::{Nimber, Solver, Subtraction};
///
/// let game = Subtraction::new([1, 3, 4])?; // values 0 1 0 1 2 3 2, over and over
/// let mut solver = Solver::new(game);
/// assert_eq!(solver.grundy(20)?, Nimber::new(2));
/// assert_eq!(solver.grundy(7_000_000_000_000_000_004)?, Nimber::new(2));
/// assert_eq!(Subtraction::new([0]).unwrap_err().to_string(), "a move must take something: 0 cannot be in the set");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Reference: Winning Ways, ch. 4; Siegel, *Combinatorial Game Theory*, ch. IV.2; Golomb, *A mathematical investigation of games of "take-away"*, 1966;
/// OEIS A014586 and A030193 (squares), A014589 and A025043 (primes).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subtraction {
    rule: Rule,
    /// In ascending order, without repeats; empty for squares and primes.
    set: Vec<u64>,
    /// The values up to the end of the first period; empty if no period is known.
    values: Vec<u32>,
    preperiod: usize,
}

serde_as_text!(Subtraction);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rule {
    InSet,
    AllBut,
    Squares,
    Primes,
}

/// A set that makes no subtraction game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SubtractionError {
    /// The set is empty.
    #[error("the set of numbers that may be taken is empty")]
    Empty,
    /// The set contains 0, so a move could leave the heap as it is.
    #[error("a move must take something: 0 cannot be in the set")]
    Zero,
    /// The set of an all-but game is empty: the game is [`Nim`](crate::Nim).
    #[error("the set of numbers that may not be taken is empty: with no such number the game is Nim")]
    NoneForbidden,
    /// The set of an all-but game contains 0, which no move takes.
    #[error("the set is of numbers that may not be taken: 0 is never taken, and is left out of it")]
    ZeroForbidden,
}

impl Subtraction {
    /// The game in which a move takes one of these numbers.
    ///
    /// # Errors
    ///
    /// [`SubtractionError`] if the set is empty or contains 0.
    pub fn new(set: impl IntoIterator<Item = u64>) -> Result<Self, SubtractionError> {
        let set = checked(set, SubtractionError::Empty, SubtractionError::Zero)?;
        let (values, preperiod) = period(&set).unwrap_or_default();
        Ok(Self { rule: Rule::InSet, set, values, preperiod })
    }

    /// The game in which a move takes any number but these.
    ///
    /// ```
    /// use grundy::{Nimber, Solver, Subtraction};
    ///
    /// let mut solver = Solver::new(Subtraction::all_but([2])?);
    /// let values: Vec<u64> = (0..8).map(|heap| solver.grundy(heap).unwrap().get()).collect();
    /// assert_eq!(values, [0, 1, 0, 1, 2, 3, 2, 3]);
    /// let error = Subtraction::all_but([0]).unwrap_err();
    /// assert_eq!(error.to_string(), "the set is of numbers that may not be taken: 0 is never taken, and is left out of it");
    /// # Ok::<(), grundy::games::SubtractionError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`SubtractionError`] if the set is empty (that is [`Nim`](crate::Nim)) or contains 0.
    pub fn all_but(set: impl IntoIterator<Item = u64>) -> Result<Self, SubtractionError> {
        let set = checked(set, SubtractionError::NoneForbidden, SubtractionError::ZeroForbidden)?;
        Ok(Self { rule: Rule::AllBut, set, values: Vec::new(), preperiod: 0 })
    }

    /// The game in which a move takes 1, 4, 9, 16, .. counters.
    ///
    /// ```
    /// use grundy::{Solver, Subtraction};
    ///
    /// let mut solver = Solver::new(Subtraction::squares());
    /// let values: Vec<u64> = (0..10).map(|heap| solver.grundy(heap).unwrap().get()).collect();
    /// assert_eq!(values, [0, 1, 0, 1, 2, 0, 1, 0, 1, 2]);
    /// ```
    #[must_use]
    pub const fn squares() -> Self {
        Self { rule: Rule::Squares, set: Vec::new(), values: Vec::new(), preperiod: 0 }
    }

    /// The game in which a move takes 2, 3, 5, 7, .. counters.
    ///
    /// ```
    /// use grundy::{Outcome, Solver, Subtraction};
    /// assert_eq!(Solver::new(Subtraction::primes()).outcome(25), Ok(Outcome::P));
    /// assert_eq!(Solver::new(Subtraction::primes()).outcome(1_000_003), Ok(Outcome::N)); // a prime: one move takes all
    /// ```
    #[must_use]
    pub const fn primes() -> Self {
        Self { rule: Rule::Primes, set: Vec::new(), values: Vec::new(), preperiod: 0 }
    }

    /// Whether the game has a take-and-break code.
    const fn has_code(&self) -> bool {
        !matches!(self.rule, Rule::Squares | Rule::Primes)
    }

    fn may_take(&self, count: u64) -> bool {
        match self.rule {
            Rule::InSet => self.set.binary_search(&count).is_ok(),
            Rule::AllBut => count > 0 && self.set.binary_search(&count).is_err(),
            Rule::Squares => count > 0 && count.isqrt().pow(2) == count,
            Rule::Primes => is_prime(count),
        }
    }
}

/// The set in ascending order, without repeats; `empty` if it is empty, and `zero` if it contains 0.
fn checked(
    set: impl IntoIterator<Item = u64>,
    empty: SubtractionError,
    zero: SubtractionError,
) -> Result<Vec<u64>, SubtractionError> {
    let mut set: Vec<u64> = set.into_iter().collect();
    set.sort_unstable();
    set.dedup();
    match set.first() {
        None => Err(empty),
        Some(0) => Err(zero),
        Some(_) => Ok(set),
    }
}

/// The values up to the end of the first period, and where it begins, if that shows soon enough.
fn period(set: &[u64]) -> Option<(Vec<u32>, usize)> {
    let set: Vec<usize> = set.iter().map(|count| usize::try_from(*count).ok()).collect::<Option<_>>()?;
    let window = set.last().copied().filter(|largest| *largest <= 1 << 16)?;
    let most = (1 << 20).min((1 << 25) / set.len());
    let mut found = Values::default();
    while found.values.len() < most {
        // The search for a repeat looks through all values, so there are twice as many values before the next search.
        let target = (2 * found.values.len()).max(2 * window).min(most);
        for heap in found.values.len()..target {
            found.push(&set[..set.partition_point(|count| *count <= heap)]);
        }
        let values = &mut found.values;
        if let Some(repeat) = repeat_of_end(values.len(), window, |heap| values[heap]) {
            // The values from here on are equal to those `shift` places later.
            let preperiod = values.len() - repeat.shift - repeat.length;
            values.truncate(preperiod + repeat.shift);
            return Some((found.values, preperiod));
        }
    }
    None
}

impl ImpartialGame for Subtraction {
    type Position = u64;
    type Move = HeapMove;

    fn moves(&self, heap: &u64) -> impl Iterator<Item = HeapMove> {
        let heap = *heap;
        // The end of the counts that are squared, tried or prime, and a lower bound on their number. A heap of n > 16 has more than
        // n / log2(n) primes below it, where log2(n) is at most 64.
        let ([roots, tried, most_prime], least) = match self.rule {
            Rule::InSet => ([0, 0, 0], 0),
            Rule::AllBut => ([0, heap, 0], heap.saturating_sub(self.set.len() as u64)),
            Rule::Squares => ([heap.isqrt(), 0, 0], heap.isqrt()),
            Rule::Primes => ([0, 0, heap], (heap / 64).saturating_sub(1)),
        };
        // In an all-but game the set holds what may not be taken. It is not listed there, since `tried` is not 0.
        let listed = self.set.iter().copied().take_while(move |count| tried == 0 && *count <= heap);
        let squares = (1..=roots).map(|root| root * root);
        let others = (1..=tried).filter(|count| self.may_take(*count));
        let least = usize::try_from(least).unwrap_or(usize::MAX);
        let all = listed.chain(squares).chain(others).chain(primes_to(most_prime));
        AtLeast::new(least, all.map(HeapMove::Take))
    }

    fn play(&self, heap: &u64, mv: &HeapMove) -> Components<u64> {
        match mv {
            HeapMove::Take(count) if count >= heap => Components::new(),
            HeapMove::Take(count) => (heap - count).into(),
            HeapMove::Split(..) => (*heap).into(),
        }
    }

    fn allows(&self, heap: &u64, mv: &HeapMove) -> bool {
        matches!(mv, HeapMove::Take(count) if count <= heap && self.may_take(*count))
    }

    fn known_value(&self, heap: &u64) -> Option<Nimber> {
        let period = self.values.len().checked_sub(self.preperiod).filter(|period| *period > 0)?;
        let (preperiod, period) = (self.preperiod as u64, period as u64);
        let same = heap.checked_sub(preperiod).map_or(*heap, |beyond| preperiod + beyond % period);
        let same = usize::try_from(same).expect("the heap lies before the end of the first period");
        Some(Nimber::new(self.values[same].into()))
    }

    /// What is known of heaps with the code of the game, and a sweep for squares and primes.
    fn oracle<'a>(
        &'a self,
        question: Question<'a, u64>,
        notes: &'a mut Notes,
        control: &mut Control,
    ) -> Answer<'a, HeapMove> {
        if self.has_code() {
            return heap_oracle::answer(self, question, notes, control);
        }
        let (sweep, may_take) = (notes.own::<Sweep>(), &|count| self.may_take(count));
        let (heap, play) = match question {
            Question::Value(heap) => {
                return sweep.value(*heap, may_take, control).map_or_else(Answer::Stopped, Answer::value);
            }
            Question::WhoWins(heap) if self.may_take(*heap) => return Answer::Outcome(Outcome::N),
            Question::Argument { sum: [heap], play: Play::Normal } if self.may_take(*heap) => {
                return Answer::Text("one move takes the whole heap".to_owned());
            }
            Question::WhoWins(heap) => (*heap, Play::Normal),
            Question::MovesLeaving { component, value } if value.is_zero() => (*component, Play::Normal),
            Question::Outcome { sum: [heap], play: play @ Play::Misere } | Question::Argument { sum: [heap], play } => {
                (*heap, play)
            }
            _ => return Answer::Unknown,
        };
        match (sweep.outcome(heap, play, may_take, control), question) {
            (Err(stopped), _) => Answer::Stopped(stopped),
            (Ok(None), _) => Answer::Unknown,
            (Ok(Some(_)), Question::MovesLeaving { .. }) => Answer::moves(sweep.wins(heap).map(HeapMove::Take)),
            (Ok(Some(_)), Question::Argument { .. }) => {
                Answer::Text("it was found for all smaller heaps, one after the other".to_owned())
            }
            (Ok(Some(outcome)), _) => Answer::Outcome(outcome),
        }
    }
}

impl OnHeaps for Subtraction {
    fn code(&self) -> Option<TakeAndBreak> {
        let set = self.set.iter().copied();
        match self.rule {
            Rule::InSet => TakeAndBreak::subtraction(set).ok(),
            Rule::AllBut => TakeAndBreak::all_but(set).ok(),
            Rule::Squares | Rule::Primes => None,
        }
    }

    fn moves_passing<'a>(
        &'a self,
        heap: &'a u64,
        _: Option<Repeats>,
        passes: &Test<'a>,
    ) -> Option<Counted<'a, HeapMove>> {
        let are_few = self.rule == Rule::InSet || u128::from(*heap) <= MOST_TRIED;
        are_few.then(|| moves_by_trying(self, heap, passes))
    }

    fn of_code(&self, mv: BreakMove) -> Option<HeapMove> {
        u64::try_from(mv.taken).ok().map(HeapMove::Take)
    }
}

/// Writes the set, after `!` in an all-but game: `1,3,4` or `!2`; or `squares` or `primes`.
impl fmt::Display for Subtraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.rule {
            Rule::InSet => f.write_str(&join(&self.set, ",")),
            Rule::AllBut => write!(f, "!{}", join(&self.set, ",")),
            Rule::Squares => f.write_str("squares"),
            Rule::Primes => f.write_str("primes"),
        }
    }
}

/// Reads the set, `1,3,4`; after `!` the numbers that may not be taken; or `squares` or `primes`.
impl FromStr for Subtraction {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        match text {
            "squares" => return Ok(Self::squares()),
            "primes" => return Ok(Self::primes()),
            _ => {}
        }
        let (rule, list, what) = match text.strip_prefix('!') {
            Some(list) => (Rule::AllBut, list, "a number that may not be taken"),
            None => (Rule::InSet, text, "a number that may be taken"),
        };
        let at = text.len() - list.len();
        let within = |error: NotationError| error.within(text, at);
        let pieces: Vec<Piece<'_>> = Piece::whole(list).split(',').collect();
        let set = pieces.iter().map(|piece| piece.number(what)).collect::<Result<Vec<u64>, _>>().map_err(within)?;
        let place = set.iter().position(|count| *count == 0).and_then(|place| pieces.get(place)).copied();
        let game = if rule == Rule::AllBut { Self::all_but(set) } else { Self::new(set) };
        game.map_err(|error| within(place.unwrap_or(Piece::whole(list)).error(error.to_string())))
    }
}

heaps_notation! {
    /// Heaps are written as numbers with commas between them: `20,21`.
    Subtraction, "heap"
}
