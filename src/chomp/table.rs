//! What the tables of boards have in common: limits, progress, errors.

use std::num::NonZeroUsize;

/// What the computation of a table may use.
///
/// ```
/// use grundy::chomp::{LosingBoards, TableError, TableLimits};
///
/// let small = TableLimits { memory: 1 << 20, ..TableLimits::default() };
/// assert_eq!(LosingBoards::planned(93, small).unwrap_err(), TableError::MemoryLimit { needed: 82_010_177, limit: 1 << 20 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableLimits {
    /// The most bytes that the table may take. By default 4 GiB.
    pub memory: u64,
    /// The number of threads; `None`, the default, for as many as the machine runs at once. The results are the same.
    pub threads: Option<NonZeroUsize>,
}

impl Default for TableLimits {
    fn default() -> Self {
        Self { memory: 4 << 30, threads: None }
    }
}

/// How far the computation of a table has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TableProgress {
    /// How many layers are computed.
    pub layers: usize,
    /// How many there are.
    pub of_layers: usize,
    /// How many bytes of the table are computed.
    pub bytes: u64,
    /// How many there are.
    pub of_bytes: u64,
}

/// Why there is no table, or no complete one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// More tiles were asked for than the bytes of a table can tell apart.
    #[error("a table of boards of {tiles} tiles is too large: the limit is {limit} tiles")]
    TooLarge {
        /// How many tiles were asked for.
        tiles: u64,
        /// How many there can be.
        limit: u64,
    },
    /// The table takes more memory than is allowed; nothing has been taken.
    #[error("the table needs {needed} bytes: the limit is {limit}")]
    MemoryLimit {
        /// How many bytes it needs; 2^64 − 1 stands for more.
        needed: u64,
        /// How many are allowed.
        limit: u64,
    },
    /// There is not enough memory.
    #[error("there is no memory for a table of {needed} bytes")]
    Memory {
        /// How many bytes it needs.
        needed: u64,
    },
    /// The caller has cancelled it.
    #[error("cancelled: {layers} of {of_layers} layers are computed and kept")]
    Cancelled {
        /// How many layers are computed.
        layers: usize,
        /// How many there are.
        of_layers: usize,
    },
}
