//! The state of oracles, kept outside of the rule books.

use std::any::Any;
use std::fmt;

/// What a rule book remembers between questions. The solver owns it, so that the rule book itself stays a value.
///
/// ```
/// use grundy::Notes;
///
/// let mut notes = Notes::default();
/// notes.own::<Vec<u64>>().push(7); // made when it is asked for first
/// assert_eq!(*notes.own::<Vec<u64>>(), [7]);
/// assert!(notes.part(1).own::<Vec<u64>>().is_empty()); // for a rule book inside this one
/// ```
#[derive(Default)]
pub struct Notes {
    own: Option<Box<dyn Any + Send>>,
    parts: Vec<Notes>,
}

impl Notes {
    /// The rule book's own state, of the type that the rule book keeps: its default if there is none yet.
    ///
    /// A rule book keeps one type. If it asks for another, it starts anew.
    #[expect(clippy::missing_panics_doc, reason = "the state is of the type that was asked for")]
    pub fn own<S: Any + Send + Default>(&mut self) -> &mut S {
        if !self.own.as_ref().is_some_and(|own| own.is::<S>()) {
            self.own = Some(Box::new(S::default()));
        }
        let own = self.own.as_mut().and_then(|own| own.downcast_mut());
        own.expect("the state was made with this type")
    }

    /// The rule book's own state, and beside it the notes of a rule book of which this one is made: an answer may borrow both.
    #[expect(clippy::missing_panics_doc, reason = "the state is of the type that was asked for")]
    pub fn own_and_part<S: Any + Send + Default>(&mut self, number: usize) -> (&mut S, &mut Self) {
        self.own::<S>();
        self.part(number);
        let own = self.own.as_mut().and_then(|own| own.downcast_mut());
        (own.expect("the state was made with this type"), &mut self.parts[number])
    }

    /// The notes of a rule book of which this one is made, by its number.
    pub fn part(&mut self, number: usize) -> &mut Self {
        if self.parts.len() <= number {
            self.parts.resize_with(number + 1, Self::default);
        }
        &mut self.parts[number]
    }
}

impl fmt::Debug for Notes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Notes").field("parts", &self.parts).finish_non_exhaustive()
    }
}
