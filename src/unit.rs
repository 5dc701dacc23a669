//! What a computation counts.

use std::fmt;

/// What a computation counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Unit {
    /// Positions.
    Positions,
    /// Heaps of a sequence or a quotient.
    Heaps,
    /// Boards of a table.
    Boards,
    /// Entries of a store of canonical forms.
    Forms,
    /// Elements of a misère quotient.
    Elements,
    /// Sums that are compared for a misère quotient.
    Sums,
    /// Vertices of a graph.
    Vertices,
    /// Facts of a certificate.
    Facts,
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Positions => "positions",
            Self::Heaps => "heaps",
            Self::Boards => "boards",
            Self::Forms => "forms",
            Self::Elements => "elements",
            Self::Facts => "facts",
            Self::Sums => "sums",
            Self::Vertices => "vertices",
        })
    }
}
