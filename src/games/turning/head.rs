//! Places of heads.

use std::fmt;

use crate::notation::{NotationError, Piece};
use crate::serial::serde_through;

/// A coin that shows heads, given by its place in the row: from 1 at the left to [`LIMIT`](Self::LIMIT).
///
/// ```
/// use grundy::games::Head;
///
/// assert_eq!(Head::new(5)?.place(), 5);
/// assert_eq!(Head::new(0).unwrap_err().to_string(), "a coin has a place from 1 to 4096, and not 0");
/// # Ok::<(), grundy::games::HeadError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Head(u32);

serde_through!(Head, |head| head.0, |place: u32| Head::new(place));

/// A place outside of the longest row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a coin has a place from 1 to {}, and not {place}", Head::LIMIT)]
pub struct HeadError {
    /// The place.
    pub place: u32,
}

impl Head {
    /// The last place of the longest row: 4096.
    pub const LIMIT: u32 = 1 << 12;

    /// The head at a place.
    ///
    /// # Errors
    ///
    /// [`HeadError`] if the place is 0 or greater than [`LIMIT`](Self::LIMIT).
    pub const fn new(place: u32) -> Result<Self, HeadError> {
        if place == 0 || place > Self::LIMIT { Err(HeadError { place }) } else { Ok(Self(place)) }
    }

    /// The place, counted from 1.
    #[must_use]
    pub const fn place(self) -> u32 {
        self.0
    }

    /// The place, counted from 0.
    pub(super) const fn index(self) -> usize {
        self.0 as usize - 1
    }

    /// Reads a place. Errors call it `what`, such as `a row`.
    pub(super) fn parse(piece: Piece<'_>, what: &str) -> Result<Self, NotationError> {
        Self::new(piece.number(what)?).map_err(|error| piece.error(error.to_string()))
    }
}

/// Writes the place.
impl fmt::Display for Head {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
