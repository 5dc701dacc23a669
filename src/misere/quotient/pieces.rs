//! The pieces that sums are made of: heaps of a code, or positions of a rule book.

use crate::control::{Stopped, Unit};
use crate::heap::TakeAndBreak;
use crate::misere::quotient::element_set::ElementSet;
use crate::misere::quotient::options::{Options, Products};

/// What a quotient is made of: pieces with numbers 0, 1, .., in ascending order of weight. Piece 0 has ended. A move replaces a piece by
/// pieces with smaller numbers.
///
/// The heaps of a [`TakeAndBreak`] code are pieces, whose numbers are their sizes. So are the [`Positions`](super::Positions) of any rule
/// book. The trait is sealed: it cannot be implemented outside of this crate.
pub trait Pieces {
    /// The letter before the number of a piece in a text.
    #[doc(hidden)]
    fn letter(&self) -> char;

    /// What a search reports to have finished.
    #[doc(hidden)]
    fn unit(&self) -> Unit;

    /// The weight of a piece. Every move makes a sum lighter.
    #[doc(hidden)]
    fn weight(&self, piece: u32) -> u64;

    /// The elements that the moves in the next piece leave. `products` has the elements of the pieces before it. What is found before a bound is met stays
    /// in the cache.
    #[doc(hidden)]
    fn left_by_next(&self, cache: &mut Options, products: &mut Products<'_, '_>) -> Result<ElementSet, Stopped>;
}

impl Pieces for TakeAndBreak {
    fn letter(&self) -> char {
        'h'
    }

    fn unit(&self) -> Unit {
        Unit::Heaps
    }

    /// A move that divides a heap and takes nothing leaves a lighter sum too.
    fn weight(&self, heap: u32) -> u64 {
        // Of 2 counters, 3 points as one heap and 2 as two heaps: each heap after the first takes a point off.
        (2 * u64::from(heap)).saturating_sub(1)
    }

    fn left_by_next(&self, cache: &mut Options, products: &mut Products<'_, '_>) -> Result<ElementSet, Stopped> {
        cache.of_next(self, products)
    }
}

/// The weight of a sum.
pub(super) fn weight(pieces: &dyn Pieces, word: &[u32]) -> u64 {
    word.iter().map(|piece| pieces.weight(*piece)).sum()
}
