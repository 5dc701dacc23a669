//! Whole positions as lists of words.

use smallvec::SmallVec;

use crate::misere::canonical::CanonicalForm;

/// The components of a sum in any order, each as a word.
pub(super) type Words = SmallVec<[u32; 6]>;

/// A whole position: the numbers of its large components in ascending order, then its forms, marked by the highest bit, in ascending order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Sum(SmallVec<[u32; 4]>);

/// The bit that marks forms.
const FORM: u32 = 1 << 31;

impl Sum {
    /// The word of the form `*0`, which no sum holds.
    pub(super) const ZERO: u32 = FORM;

    /// The sum of words in ascending order.
    pub(super) fn of(words: &[u32]) -> Self {
        Self(words.into())
    }

    pub(super) fn words(&self) -> &[u32] {
        &self.0
    }

    /// The word of a form, unless the form is `*0`.
    pub(super) fn word(form: CanonicalForm) -> Option<u32> {
        assert!(form.number() < FORM, "memory has no room for 2^31 forms");
        (form != CanonicalForm::ZERO).then(|| FORM | form.number())
    }

    /// The form of a word that is marked.
    pub(super) const fn as_form(word: u32) -> Option<CanonicalForm> {
        if word & FORM > 0 { Some(CanonicalForm::of_number(word & !FORM)) } else { None }
    }

    /// The place of the first form among words in ascending order.
    pub(super) fn first_form(words: &[u32]) -> usize {
        // The mark is the highest bit, so that in ascending order all forms stand last.
        words.partition_point(|word| word & FORM == 0)
    }
}
