//! Sums and mates of forms.

use super::outcome::pair;
use super::store::{CanonicalForm, CanonicalForms};
use crate::control::{Control, Stopped};

impl CanonicalForms {
    /// The form of the sum of two games.
    ///
    /// The sums of the positions that are needed on the way are cached: at most one for each pair of a position of one game and a
    /// position of the other, and usually far fewer.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if a bound of the control is met.
    ///
    /// ```
    /// use grundy::Control;
    /// use grundy::misere::canonical::CanonicalForms;
    ///
    /// let (mut forms, mut control) = (CanonicalForms::new(), Control::new());
    /// let mut heap = |size| forms.nim_heap(size, &mut control);
    /// let (one, two, three) = (heap(1)?, heap(2)?, heap(3)?);
    /// assert_eq!(forms.sum(one, two, &mut control)?, three);
    /// let six = forms.sum(two, three, &mut control)?;
    /// assert_ne!(six, one); // *2 + *3 is no nim-heap
    /// # Ok::<(), grundy::Stopped>(())
    /// ```
    pub fn sum(
        &mut self,
        one: CanonicalForm,
        other: CanonicalForm,
        control: &mut Control,
    ) -> Result<CanonicalForm, Stopped> {
        let both = pair(self.own(one), self.own(other));
        match self.known_sum(both) {
            Some(sum) => Ok(sum),
            None => self.new_sum(both, control),
        }
    }

    fn new_sum(
        &mut self,
        start: (CanonicalForm, CanonicalForm),
        control: &mut Control,
    ) -> Result<CanonicalForm, Stopped> {
        let mut options = Vec::new();
        let mut open = vec![start];
        while let Some(&(one, other)) = open.last() {
            // A pair that two others need stands on the stack twice.
            if self.known_sum((one, other)).is_some() {
                open.pop();
                continue;
            }
            // One list for all pairs, so that a pair needs no allocation of its own.
            options.clear();
            let before = open.len();
            let moves_in_one = self.options(one).iter().map(|option| pair(*option, other));
            let moves_in_other = self.options(other).iter().map(|option| pair(one, *option));
            for option in moves_in_one.chain(moves_in_other) {
                match self.known_sum(option) {
                    Some(sum) => options.push(sum),
                    None => open.push(option),
                }
            }
            self.step(1 + options.len() + open.len() - before, before, control)?;
            Self::check_room(open.len(), control)?;
            // Options are missing: the pair is visited again after them, and its options are looked up anew.
            if open.len() > before {
                continue;
            }
            options.sort_unstable();
            options.dedup();
            let sum = self.form_of_sorted(&options, control)?;
            Self::check_room(1, control)?;
            control.count(1);
            self.sums.insert((one, other), sum);
            open.pop();
        }
        Ok(self.known_sum(start).expect("the first pair leaves the stack last, when its sum is cached"))
    }

    /// The form of the sum of any number of games. The empty sum is `*0`.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if a bound of the control is met.
    pub fn sum_of(
        &mut self,
        forms: impl IntoIterator<Item = CanonicalForm>,
        control: &mut Control,
    ) -> Result<CanonicalForm, Stopped> {
        forms.into_iter().try_fold(CanonicalForm::ZERO, |sum, form| self.sum(sum, form, control))
    }

    /// The mate: `*1` for `*0`, and otherwise the game whose options are the mates of the options.
    ///
    /// Theorem (Conway): the sum of a game and its mate is P in misère play.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if a bound of the control is met.
    ///
    /// ```
    /// use grundy::misere::canonical::CanonicalForms;
    /// use grundy::{Control, Outcome, Play};
    ///
    /// let (mut forms, mut control) = (CanonicalForms::new(), Control::new());
    /// let game = forms.parse("*[[3 2] 2 0]", &mut control)?;
    /// let mate = forms.mate(game, &mut control)?;
    /// let sum = forms.sum(game, mate, &mut control)?;
    /// assert_eq!(forms.outcome_in(Play::Misere, sum), Outcome::P);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Reference: ONAG, ch. 12; Siegel, *Combinatorial Game Theory*, ch. V.3.
    pub fn mate(&mut self, form: CanonicalForm, control: &mut Control) -> Result<CanonicalForm, Stopped> {
        let form = self.own(form);
        let mut open = vec![form];
        while let Some(&last) = open.last() {
            // The mate is known: another form on the stack needed it too.
            if self.mates.contains_key(&last) {
                open.pop();
                continue;
            }
            let before = open.len();
            self.step(1 + self.options(last).len(), before, control)?;
            // Options without mates go on the stack, and the form is visited again after them.
            let unknown = self.options(last).iter().filter(|option| !self.mates.contains_key(option));
            open.extend(unknown.copied());
            Self::check_room(open.len(), control)?;
            if open.len() > before {
                continue;
            }
            // The order of numbers is not kept by mates, so they are sorted again.
            let mut options: Vec<_> = self.options(last).iter().map(|option| self.mates[option]).collect();
            options.sort_unstable();
            options.dedup();
            // The mate of `*0` is `*1`, whose only option is `*0`.
            if last == CanonicalForm::ZERO {
                options.push(CanonicalForm::ZERO);
            }
            let mate = self.form_of_sorted(&options, control)?;
            Self::check_room(1, control)?;
            control.count(1);
            self.mates.insert(last, mate);
            open.pop();
        }
        Ok(self.mates[&form])
    }

    /// The sum of a [pair] of forms of this store, if it is trivial or cached.
    fn known_sum(&self, both: (CanonicalForm, CanonicalForm)) -> Option<CanonicalForm> {
        if both.0 == CanonicalForm::ZERO { Some(both.1) } else { self.sums.get(&both).copied() }
    }
}
