//! The state of oracles, kept outside of the rule books.

use std::any::Any;
use std::fmt;

/// What the oracle of a rule book remembers between questions. The solver owns the notes, so that a rule book stays a plain value.
///
/// ```
/// use grundy::Notes;
///
/// let mut notes = Notes::default();
/// notes.own::<Vec<u64>>().push(7); // the first call makes an empty list
/// assert_eq!(*notes.own::<Vec<u64>>(), [7]);
/// assert!(notes.part(1).own::<Vec<u64>>().is_empty()); // for a rule book inside this one
/// ```
#[derive(Default)]
pub struct Notes {
    own: Option<Box<dyn Any + Send>>,
    parts: Vec<Notes>,
}

impl Notes {
    /// The state of the rule book, which is its default at first.
    ///
    /// A rule book keeps a state of one type. A call with another type drops the state and makes a new one.
    #[expect(clippy::missing_panics_doc, reason = "the state is of the type that was asked for")]
    pub fn own<S: Any + Send + Default>(&mut self) -> &mut S {
        if !self.own.as_ref().is_some_and(|own| own.is::<S>()) {
            self.own = Some(Box::new(S::default()));
        }
        let own = self.own.as_mut().and_then(|own| own.downcast_mut());
        own.expect("a state of another type was replaced above")
    }

    /// The state of the rule book together with the notes of one of its parts, for an answer that borrows both.
    #[expect(clippy::missing_panics_doc, reason = "the state is of the type that was asked for")]
    pub fn own_and_part<S: Any + Send + Default>(&mut self, number: usize) -> (&mut S, &mut Self) {
        self.own::<S>();
        self.part(number);
        let own = self.own.as_mut().and_then(|own| own.downcast_mut());
        (own.expect("a state of another type was replaced by `own`"), &mut self.parts[number])
    }

    /// The notes of a rule book that this one is made of, by its number. Numbers are small: there are notes for each number below.
    ///
    /// # Panics
    ///
    /// If there is no memory for as many.
    pub fn part(&mut self, number: usize) -> &mut Self {
        if self.parts.len() <= number {
            self.parts.resize_with(number.saturating_add(1), Self::default);
        }
        &mut self.parts[number]
    }
}

impl fmt::Debug for Notes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Notes").field("parts", &self.parts).finish_non_exhaustive()
    }
}
