//! Text of components with a separator, for the notations of several rule books.

use std::str::FromStr;

use crate::components::Components;
use crate::notation::{NotationError, Piece};

/// Reads components that have a separator between them.
pub(super) fn parse_components<P>(text: &str, separator: char) -> Result<Components<P>, NotationError>
where
    P: FromStr<Err = NotationError>,
{
    let read = |piece: Piece<'_>| piece.text.parse().map_err(|error: NotationError| error.within(text, piece.at));
    Piece::whole(text).read_each(separator, read).map(Components::from)
}
