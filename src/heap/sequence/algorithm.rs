//! The algorithms by which values are computed.

use std::fmt;

/// How values are computed.
///
/// ```
/// use grundy::heap::{Algorithm, Sequence, TakeAndBreak};
///
/// let code: TakeAndBreak = "0.07".parse()?;
/// let mut plain = Sequence::with_algorithm(code.clone(), Algorithm::EveryOption)?;
/// let mut fast = Sequence::new(code);
/// plain.extend_to(1000)?;
/// fast.extend_to(1000)?;
/// assert_eq!(plain.values(), fast.values());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Algorithm {
    /// Tries every option of every heap. The other algorithms are checked against this one.
    EveryOption,
    /// Keeps, for each number of counters, the set of the values that they may be divided into; for repeating tails, unions of such
    /// sets. Works for every code.
    Sets,
    /// Divides heaps into few rare and many common ones, and tries the rare ones only.
    SparseSpace,
    /// Marks a few pairs, which exclude most values, and searches all pairs, many at a time, for each value that is left.
    Search,
    /// Finds values from the latest ones, and proves them apart from that: the algorithm of a [`Stream`](crate::heap::Stream). A sequence begins
    /// with it after 2^19 heaps, and goes on with another algorithm where the stream ends.
    Stream,
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::EveryOption => "every option",
            Self::Sets => "sets of values",
            Self::SparseSpace => "sparse space",
            Self::Search => "search of pairs",
            Self::Stream => "stream",
        })
    }
}
