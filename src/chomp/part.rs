//! Parts of a work that many processes share.

use std::fmt;
use std::str::FromStr;

use crate::notation::NotationError;

/// One of several parts of each layer, or of another computation, counted from 1: `3/16`.
///
/// ```
/// use grundy::chomp::Part;
///
/// let part: Part = "3/16".parse()?;
/// assert_eq!(part.to_string(), "3/16");
/// assert!((0..40).filter(|place| part.has(*place)).eq([2, 18, 34]));
/// assert!("17/16".parse::<Part>().is_err() && "0/4".parse::<Part>().is_err());
/// # Ok::<(), grundy::NotationError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// From 0.
    pub(super) number: u32,
    pub(super) of: u32,
}

impl Part {
    /// Whether the thing at this place, counted from 0, belongs to the part: each does to one of them, in turn.
    #[must_use]
    pub const fn has(self, place: usize) -> bool {
        place % self.of as usize == self.number as usize
    }
}

impl FromStr for Part {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let part = text.split_once('/').and_then(|(number, of)| {
            let (number, of): (u32, u32) = (number.parse().ok()?, of.parse().ok()?);
            // Parts are written from 1 and kept from 0. This refuses 0/4 and 17/16.
            Some(Self { number: number.checked_sub(1).filter(|number| *number < of)?, of })
        });
        part.ok_or_else(|| NotationError::new(text, 0, "a part is written 3/16: the third of 16"))
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", u64::from(self.number) + 1, self.of)
    }
}
