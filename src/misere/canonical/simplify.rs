//! From the options of a game to its form: reversible options are left out.

use super::store::{CanonicalForm, CanonicalForms, Values};
use crate::control::{Control, Stopped};

impl CanonicalForms {
    /// The form of the game that has these options: reversible ones are left out.
    ///
    /// Time is O(*n* *k* log *n*) for *n* options, the newest of which has *k* options.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if the form is new and there is no room for it.
    ///
    /// ```
    /// use grundy::Control;
    /// use grundy::misere::canonical::{CanonicalForm, CanonicalForms};
    ///
    /// let (mut forms, mut control) = (CanonicalForms::new(), Control::new());
    /// let mut heap = |size| forms.nim_heap(size, &mut control);
    /// let (one, two, three) = (heap(1)?, heap(2)?, heap(3)?);
    /// assert_eq!(forms.form_of(&[CanonicalForm::ZERO, two, three], &mut control)?, one); // from *2 and *3 back to *1
    /// // *2 and *3 both have the option *0. But the game is P and *0 is N, so they are not reversible: the proviso.
    /// assert_ne!(forms.form_of(&[two, three], &mut control)?, CanonicalForm::ZERO);
    /// # Ok::<(), grundy::Stopped>(())
    /// ```
    pub fn form_of(&mut self, options: &[CanonicalForm], control: &mut Control) -> Result<CanonicalForm, Stopped> {
        let mut options: Vec<_> = options.iter().map(|option| self.own(*option)).collect();
        options.sort_unstable();
        options.dedup();
        self.form_of_sorted(&options, control)
    }

    /// The form of the nim-heap `*size`.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if a bound of the control is met: `*size` and the smaller heaps have about *size*²/2 options.
    pub fn nim_heap(&mut self, size: u64, control: &mut Control) -> Result<CanonicalForm, Stopped> {
        // In ascending order: a heap is an option of each larger one, and a form has a larger number than its options.
        let mut smaller = vec![];
        for _ in 0..size {
            self.step(smaller.len(), 1, control)?;
            smaller.push(self.form_of_sorted(&smaller, control)?);
        }
        self.form_of_sorted(&smaller, control)
    }

    /// The form of the game with these options, which are distinct forms of this store in ascending order.
    pub(super) fn form_of_sorted(
        &mut self,
        options: &[CanonicalForm],
        control: &mut Control,
    ) -> Result<CanonicalForm, Stopped> {
        // The values of the simplest form are those of the game, so they serve as a test in `simplified` and as the
        // values of a new form.
        let values = self.values_of(options);
        match self.simplified(options, values).or_else(|| self.find(options)) {
            Some(known) => Ok(known),
            None => self.add(options, values, control),
        }
    }

    /// The form that a game with these options simplifies to; `None` if the game is in its simplest form already. The options are as
    /// in [`Self::form_of_sorted`].
    ///
    /// The game *H* simplifies to *G* if all options of *G* are options of *H*, and each other option of *H* is *reversible*: it has *G*
    /// as an option. The opponent answers a move to such an option by the move to *G*, so it gains nothing. If *G* is `*0`, that answer
    /// may be the last move of all, which loses. So if *G* is `*0`, *H* must be N (the *proviso*): then *H* has a winning move when it
    /// is all that is left.
    ///
    /// Where to look for *G*: the newest option of *H* is never an option of *G*, since *G* is older than the options of *H* that have *G*
    /// as an option, and newer than its own options. So the newest option of *H* has *G* as an option. Among the options
    /// of the newest, only those with the Grundy value and the misère Grundy value of *H* can be equal to *H*. This test includes
    /// the proviso, because the misère Grundy value of `*0` is 1.
    pub(super) fn simplified(&self, options: &[CanonicalForm], values: Values) -> Option<CanonicalForm> {
        let newest = options.last()?;
        // The values first: they are two integers, and few options pass this test, whose lists are then compared.
        self.options(*newest).iter().copied().filter(|form| self.values(*form) == values).find(|form| {
            let kept = self.options(*form);
            // The options of the simpler form are options of the game, and all others are reversible.
            contains_all(options, kept)
                && options
                    .iter()
                    .filter(|option| kept.binary_search(option).is_err())
                    .all(|reversible| self.options(*reversible).binary_search(form).is_ok())
        })
    }
}

/// Whether an ascending list contains all of another, and at least one item more.
fn contains_all(list: &[CanonicalForm], others: &[CanonicalForm]) -> bool {
    // Both lists ascend, so one pass over `list` is enough: `find` goes on behind the last item that it looked at.
    let mut rest = list.iter();
    others.len() < list.len() && others.iter().all(|other| rest.by_ref().find(|item| *item >= other) == Some(other))
}
