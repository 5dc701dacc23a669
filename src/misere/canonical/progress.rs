//! How far a search has come.

use super::error::{FormsError, FormsFull};
use super::store::CanonicalForms;
use crate::watch::{Unwatched, Watch};

/// How far a search of forms has come. None of the numbers ever falls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct CanonicalProgress {
    /// Components of positions whose form is known; none where a store is asked, which knows no positions.
    pub solved: u64,
    /// Forms in the store.
    pub forms: u64,
    /// Options of these forms.
    pub options: u64,
    /// Sums, outcomes of sums and mates that are remembered.
    pub sums: u64,
}

/// A watch of a search of forms.
pub(super) trait FormsWatch:
    Watch<Progress = CanonicalProgress, Stop: From<FormsFull> + Into<FormsError>>
{
}

impl<W: Watch<Progress = CanonicalProgress, Stop: From<FormsFull> + Into<FormsError>>> FormsWatch for W {}

/// No callback: then only a full store stops it.
pub(super) const fn unwatched() -> Unwatched<CanonicalProgress, FormsFull> {
    Unwatched::new()
}

impl CanonicalForms {
    pub(super) fn progress(&self) -> CanonicalProgress {
        let FormsFull { forms, options, sums, .. } = self.fullness();
        CanonicalProgress { solved: 0, forms, options, sums }
    }
}
