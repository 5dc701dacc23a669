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

impl Unit {
    /// The names of one and of many.
    const fn names(self) -> [&'static str; 2] {
        match self {
            Self::Positions => ["position", "positions"],
            Self::Heaps => ["heap", "heaps"],
            Self::Boards => ["board", "boards"],
            Self::Forms => ["form", "forms"],
            Self::Elements => ["element", "elements"],
            Self::Facts => ["fact", "facts"],
            Self::Sums => ["sum", "sums"],
            Self::Vertices => ["vertex", "vertices"],
        }
    }

    /// A number of them, in words.
    ///
    /// ```
    /// use grundy::Unit;
    /// assert_eq!([1, 2].map(|count| Unit::Vertices.counted(count)), ["1 vertex", "2 vertices"]);
    /// ```
    #[must_use]
    pub fn counted(self, count: u64) -> String {
        let [one, many] = self.names();
        format!("{count} {}", if count == 1 { one } else { many })
    }
}

/// The name of many: `positions`.
impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [_, many] = self.names();
        f.pad(many)
    }
}
