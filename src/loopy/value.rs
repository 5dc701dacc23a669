//! Values and outcomes of games that need not end.

use std::collections::BTreeSet;
use std::fmt;
use std::iter::Sum;
use std::ops::Add;
use std::str::FromStr;

use crate::nimber::Nimber;
use crate::notation::{NotationError, Piece, join};
use crate::outcome::Outcome;

/// The value of an impartial game with finitely many positions that may go on for ever: a nimber, or ∞ with the set of nimbers among the
/// values of its options.
///
/// Theorem (Smith 1966; Fraenkel): the values of the components determine the outcome of a sum. Nimbers are added by the nim-sum, and
///
/// - ∞(A) + `*n` = ∞(A ⊕ n): n is nim-added to each nimber of the set;
/// - ∞(A) + ∞(B) = ∞, with the empty set.
///
/// A position of value `*0` is P, and one with another nimber is N, as in games that end. A position of value ∞(A) is N if A contains
/// `*0`, by the move to that option. Otherwise it is a draw: neither player can force a win.
///
/// Adding a nimber to ∞(A) takes O(|A| log |A|) time and O(|A|) memory. Written as in Winning Ways, `∞_{0,2}`, and `∞` if no option is a
/// nimber. When a text is read, the underscore may be left out, and nimbers may have a star.
///
/// ```
/// use grundy::Nimber;
/// use grundy::loopy::{LoopyOutcome, LoopyValue};
///
/// let value = LoopyValue::infinite([0, 3].map(Nimber::new));
/// assert_eq!(value.to_string(), "∞_{0,3}");
/// assert_eq!(value.outcome(), LoopyOutcome::N); // by the move to *0
///
/// let sum = value.clone() + Nimber::new(1).into();
/// assert_eq!(sum, "∞_{1,2}".parse()?); // 0 xor 1 and 3 xor 1
/// assert_eq!(sum.outcome(), LoopyOutcome::Draw);
/// assert_eq!((value + sum).to_string(), "∞");
/// # Ok::<(), grundy::NotationError>(())
/// ```
///
/// Reference: Smith, "Graphs and composite games" (1966); Fraenkel and Yesha, "The generalized Sprague-Grundy function and its
/// invariance under certain mappings" (1986); Winning Ways, ch. 12; Siegel, *Combinatorial Game Theory*, ch. IV.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum LoopyValue {
    /// The game equals this nim-heap in every sum.
    Nimber(Nimber),
    /// The game equals no nim-heap. The set contains the nimbers among the values of its options.
    Infinite(BTreeSet<Nimber>),
}

impl LoopyValue {
    /// The value `*0` of a game that has ended.
    pub const ZERO: Self = Self::Nimber(Nimber::ZERO);

    /// The value ∞ with these nimbers among the options.
    ///
    /// ```
    /// use grundy::Nimber;
    /// use grundy::loopy::LoopyValue;
    /// assert_eq!(LoopyValue::infinite([2, 0, 2].map(Nimber::new)).to_string(), "∞_{0,2}");
    /// ```
    pub fn infinite(among_options: impl IntoIterator<Item = Nimber>) -> Self {
        Self::Infinite(among_options.into_iter().collect())
    }

    /// The nimber, if the value is one.
    #[must_use]
    pub const fn nimber(&self) -> Option<Nimber> {
        match self {
            Self::Nimber(nimber) => Some(*nimber),
            Self::Infinite(_) => None,
        }
    }

    /// Who wins.
    ///
    /// ```
    /// use grundy::loopy::{LoopyOutcome, LoopyValue};
    ///
    /// let outcome = |text: &str| text.parse().map(|value: LoopyValue| value.outcome());
    /// assert_eq!(outcome("*0")?, LoopyOutcome::P);
    /// assert_eq!(outcome("*5")?, LoopyOutcome::N);
    /// assert_eq!(outcome("∞_{0,2}")?, LoopyOutcome::N);
    /// assert_eq!(outcome("∞_{1,2}")?, LoopyOutcome::Draw);
    /// # Ok::<(), grundy::NotationError>(())
    /// ```
    #[must_use]
    pub fn outcome(&self) -> LoopyOutcome {
        match self {
            Self::Nimber(Nimber::ZERO) => LoopyOutcome::P,
            Self::Infinite(options) if !options.contains(&Nimber::ZERO) => LoopyOutcome::Draw,
            Self::Nimber(_) | Self::Infinite(_) => LoopyOutcome::N,
        }
    }
}

impl From<Nimber> for LoopyValue {
    fn from(nimber: Nimber) -> Self {
        Self::Nimber(nimber)
    }
}

impl Add for LoopyValue {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        match (self, other) {
            (Self::Nimber(one), Self::Nimber(other)) => Self::Nimber(one + other),
            (Self::Infinite(options), Self::Nimber(nimber)) | (Self::Nimber(nimber), Self::Infinite(options)) => {
                Self::infinite(options.into_iter().map(|option| option + nimber))
            }
            (Self::Infinite(_), Self::Infinite(_)) => Self::Infinite(BTreeSet::new()),
        }
    }
}

impl Sum for LoopyValue {
    fn sum<I: Iterator<Item = Self>>(values: I) -> Self {
        // Add all nimbers first: then the set of an infinite value is rebuilt once, not for each nimber.
        let mut nim_sum = Nimber::ZERO;
        let mut infinite: Option<Self> = None;
        for value in values {
            match (value, infinite.take()) {
                (Self::Nimber(nimber), before) => {
                    nim_sum += nimber;
                    infinite = before;
                }
                (value, None) => infinite = Some(value),
                // Two ∞ make the set empty. Nimbers that come later leave it empty.
                (_, Some(_)) => infinite = Some(Self::Infinite(BTreeSet::new())),
            }
        }
        infinite.map_or(nim_sum.into(), |infinite| infinite + nim_sum.into())
    }
}

/// Writes `*3`, `∞` or `∞_{0,2}`.
impl fmt::Display for LoopyValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nimber(nimber) => nimber.fmt(f),
            Self::Infinite(options) if options.is_empty() => f.pad("∞"),
            Self::Infinite(options) => {
                let sizes: Vec<u64> = options.iter().map(|option| option.get()).collect();
                f.pad(&format!("∞_{{{}}}", join(&sizes, ",")))
            }
        }
    }
}

impl FromStr for LoopyValue {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let unread = |piece: Piece<'_>| piece.error("a loopy value is written *3, ∞ or ∞_{0,2}");
        let nimber = |piece: Piece<'_>| piece.text.parse::<Nimber>().map_err(|_| unread(piece));
        let whole = Piece::whole(text);
        let Some(options) = text.strip_prefix('∞') else { return nimber(whole).map(Self::Nimber) };
        let options = options.strip_prefix('_').filter(|list| !list.is_empty()).unwrap_or(options);
        if options.is_empty() || options == "{}" {
            return Ok(Self::Infinite(BTreeSet::new()));
        }
        let options = whole.part(text.len() - options.len(), text.len());
        let list = options.between('{', '}').ok_or_else(|| unread(options))?;
        Ok(Self::Infinite(list.read_each(',', nimber)?.into_iter().collect()))
    }
}

/// The outcome of a game that may go on for ever, if both players play well.
///
/// ```
/// use grundy::Control;
/// use grundy::loopy::{Digraph, LoopyOutcome, LoopyValues};
///
/// let values = LoopyValues::new("0>1,1>0".parse::<Digraph>()?, &mut Control::new())?; // to and fro
/// assert_eq!(values.outcome(0)?, LoopyOutcome::Draw);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Reference: Winning Ways, ch. 12.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum LoopyOutcome {
    /// The *next* player wins: the player to move.
    N,
    /// The *previous* player wins: the player to move loses.
    P,
    /// Neither player wins: each of them can avoid losing for ever.
    Draw,
}

impl From<Outcome> for LoopyOutcome {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::N => Self::N,
            Outcome::P => Self::P,
        }
    }
}

impl fmt::Display for LoopyOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::N => "N",
            Self::P => "P",
            Self::Draw => "draw",
        })
    }
}
