//! Why a quotient was not found.

use crate::control::Stopped;
use crate::misere::quotient::fault::Fault;

/// Why a quotient was not found. The quotient of the heaps before is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum QuotientError {
    /// A bound of the control was met. It is not known whether the quotient is finite.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// These heaps do not prove that their quotient is the quotient of all heaps.
    #[error("heaps 0..{computed} do not prove that their quotient is that of all heaps")]
    NotCertified {
        /// Number of heaps, from heap 0 on, whose quotient is found.
        computed: usize,
    },
    /// A guess was wrong, and no false equality was found in it. This is not known to happen.
    #[error("the quotient does not settle at heap or position {computed}: that of those before it is found and kept")]
    Unsettled {
        /// Number of heaps, from heap 0 on, whose quotient is found.
        computed: usize,
    },
    /// The verified monoid is not the quotient of its heaps. No search is known to give such a monoid.
    #[error("this is not the quotient of the first {computed} heaps or positions: {fault}")]
    Refuted {
        /// The first condition that fails.
        fault: Fault,
        /// Number of its heaps or positions, from number 0 on.
        computed: usize,
    },
}
