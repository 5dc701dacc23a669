//! Why there is no form.

use super::progress::CanonicalProgress;
use crate::components::Components;

/// The store of forms has come to its limit. What it holds stays, and a larger limit resumes.
///
/// ```
/// use grundy::misere::canonical::{CanonicalForms, FormsFull};
///
/// let mut forms = CanonicalForms::new();
/// forms.set_limit(1000);
/// let FormsFull { limit, forms: found, .. } = forms.nim_heap(1_000_000_000_000).unwrap_err();
/// assert_eq!((limit, found), (1000, 44)); // *0 to *43 have 44 forms with 946 options
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("limit of {limit} entries reached: the store holds {forms} forms with {options} options, and {sums} sums")]
pub struct FormsFull {
    /// The most entries: forms, their options and what is remembered of sums, together.
    pub limit: u64,
    /// Forms found so far.
    pub forms: u64,
    /// Options of these forms.
    pub options: u64,
    /// Sums, outcomes of sums and mates that are remembered.
    pub sums: u64,
}

/// Why a search in a store of forms has stopped. What was found is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FormsError {
    /// The store has come to its limit.
    #[error(transparent)]
    Full(#[from] FormsFull),
    /// The caller has cancelled it.
    #[error("cancelled: the store holds {forms} forms with {options} options, and {sums} sums")]
    Cancelled {
        /// Forms found so far.
        forms: u64,
        /// Options of these forms.
        options: u64,
        /// Sums, outcomes of sums and mates that are remembered.
        sums: u64,
    },
}

impl FormsError {
    pub(super) const fn cancelled(progress: CanonicalProgress) -> Self {
        let CanonicalProgress { forms, options, sums, .. } = progress;
        Self::Cancelled { forms, options, sums }
    }
}

/// Why a position has no canonical form here. All that was found on the way is kept.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CanonicalError<P> {
    /// The game can go on for ever: a line of play comes back to a position.
    #[error("the game is loopy: play can come back to {position:?}")]
    Loopy {
        /// A component on the cycle.
        position: Components<P>,
    },
    /// The store of forms has come to its limit.
    #[error("{full}, and forms of {solved} components are known")]
    Full {
        /// What the store holds.
        #[source]
        full: FormsFull,
        /// Components whose form is known.
        solved: u64,
    },
    /// There are too many positions, or too many options of one: more than the limit of the store has entries.
    #[error("limit of {limit} entries reached: forms of {solved} components are known, {unfinished} were under way")]
    Limit {
        /// The limit of the store.
        limit: u64,
        /// Components whose form is known.
        solved: u64,
        /// Components under way, one for each move of the line of play looked at.
        unfinished: u64,
    },
    /// The caller has cancelled it.
    #[error("cancelled: forms of {solved} components are known; the store holds {forms} forms, and {sums} sums")]
    Cancelled {
        /// Components whose form is known.
        solved: u64,
        /// Forms in the store.
        forms: u64,
        /// Sums, outcomes of sums and mates that are remembered.
        sums: u64,
    },
}

/// A text that is no form.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseFormError {
    /// A character that may not stand there.
    #[error("`{text}`, character {place}: {expected} expected")]
    Unexpected {
        /// The text, or the beginning of a long one.
        text: String,
        /// The place in the text, from 1.
        place: usize,
        /// What could stand there.
        expected: &'static str,
    },
    /// The form does not fit into the store.
    #[error(transparent)]
    Full(#[from] FormsFull),
}
