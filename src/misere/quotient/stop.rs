//! Why a search ends before its time.

use crate::misere::quotient::fault::Fault;

/// What stopped it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    Cancelled,
    Time,
    Elements,
    Sums,
    Guesses,
    TooManyMoves {
        heap: usize,
    },
    /// The guess contradicts itself, and no false equality is found. It is not known to happen.
    Unsettled,
    /// What was to be verified is not the quotient.
    Refuted(Fault),
}
