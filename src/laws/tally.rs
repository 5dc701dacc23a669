//! Counts of the inputs that a law was checked on.

use std::fmt;

use crate::laws::law::Law;
use crate::laws::violation::Violation;

/// The inputs that a law was checked on, counted: checked as drawn, checked at smaller positions, left out. `Display` writes one line.
///
/// ```
/// use grundy::{Kayles, laws::{Law, assert_law}};
///
/// let tally = assert_law(Law::TwinsAreP, &Kayles, 1..9_u64);
/// assert_eq!(tally.checked(), tally.drawn());
///
/// // Two rows of 1000 pins reach too many positions: rows that are left later in play are checked.
/// let tally = assert_law(Law::TwinsAreP, &Kayles, 1000..1001_u64);
/// assert_eq!((tally.as_drawn, tally.smaller, tally.left_out), (0, tally.drawn(), 0));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tally {
    /// The law.
    pub law: Law,
    /// Inputs without a move, of which there is little to check.
    pub ended: u32,
    /// Inputs with a move that were checked as they were drawn.
    pub as_drawn: u32,
    /// Inputs that were too large, but from which play reaches smaller positions that were checked.
    pub smaller: u32,
    /// Inputs that were too large, and from which no smaller position was checked.
    pub left_out: u32,
    /// The limit that the first input left out exceeds; if none was left out, that of the first input counted as smaller.
    pub too_large: Option<Violation>,
}

impl Tally {
    pub(super) fn new(law: Law) -> Self {
        Self { law, ended: 0, as_drawn: 0, smaller: 0, left_out: 0, too_large: None }
    }

    /// Counts an input that was checked as it was drawn.
    pub(super) fn passed(&mut self, has_ended: bool) {
        *if has_ended { &mut self.ended } else { &mut self.as_drawn } += 1;
    }

    /// The number of inputs drawn.
    #[must_use]
    pub fn drawn(&self) -> u32 {
        self.ended + self.as_drawn + self.smaller + self.left_out
    }

    /// The number of inputs with a move for which something was checked.
    #[must_use]
    pub fn checked(&self) -> u32 {
        self.as_drawn + self.smaller
    }

    /// Whether little was checked: nothing at all, or less than an eighth of the inputs that have a move.
    ///
    /// A law that passed with a thin tally says little about the game. [`assert_law`](super::assert_law) writes a note to standard error, or
    /// fails if every input with a move was left out.
    #[must_use]
    pub fn is_thin(&self) -> bool {
        let (checked, left_out) = (u64::from(self.checked()), u64::from(self.left_out));
        checked == 0 || 8 * checked < checked + left_out
    }

    /// Whether there are inputs with a move, and every one of them was left out.
    pub(super) fn is_refused(&self) -> bool {
        self.checked() == 0 && self.left_out > 0
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { law, ended, as_drawn, smaller, left_out, .. } = self;
        write!(f, "{law}: of {} inputs, {as_drawn} were checked", self.drawn())?;
        if *ended > 0 {
            write!(f, ", {ended} have no move")?;
        }
        if *smaller > 0 {
            write!(f, ", {smaller} were too large and smaller positions checked that play reaches")?;
        }
        if *left_out > 0 {
            write!(f, ", {left_out} were too large and left out")?;
        }
        self.too_large.as_ref().map_or(Ok(()), |reason| write!(f, " (the first: {reason})"))
    }
}
