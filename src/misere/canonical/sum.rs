//! Sums and mates of forms.

use std::ops::ControlFlow;

use super::error::{FormsError, FormsFull};
use super::outcome::pair;
use super::progress::{CanonicalProgress, FormsWatch, unwatched};
use super::store::{CanonicalForm, CanonicalForms};
use crate::watch::Watched;

impl CanonicalForms {
    /// The form of the sum of two games.
    ///
    /// Sums of smaller forms on the way are remembered. There are at most as many as pairs of positions of the two, and mostly
    /// far fewer.
    ///
    /// # Errors
    ///
    /// [`FormsFull`] if there is no room.
    ///
    /// ```
    /// use grundy::misere::canonical::CanonicalForms;
    ///
    /// let mut forms = CanonicalForms::new();
    /// let (one, two, three) = (forms.nim_heap(1)?, forms.nim_heap(2)?, forms.nim_heap(3)?);
    /// assert_eq!(forms.sum(one, two)?, three);
    /// let six = forms.sum(two, three)?;
    /// assert_ne!(six, one); // *2 + *3 is no nim-heap
    /// # Ok::<(), grundy::misere::canonical::FormsFull>(())
    /// ```
    pub fn sum(&mut self, one: CanonicalForm, other: CanonicalForm) -> Result<CanonicalForm, FormsFull> {
        self.sum_watched(one, other, &mut unwatched())
    }

    /// The same with a callback, which is told how far it has come and may cancel it by a break. Calls are about 2^12 options of
    /// sums apart. The sums that were found are kept, and the next call goes on with them.
    ///
    /// # Errors
    ///
    /// [`FormsError::Cancelled`] if the callback says so, [`FormsError::Full`] if there is no room.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use grundy::Kayles;
    /// use grundy::misere::canonical::{CanonicalSolver, FormsError};
    ///
    /// let mut rows = CanonicalSolver::new(Kayles);
    /// let (one, other) = (rows.form(12)?, rows.form(11)?);
    /// let mut forms = rows.into_forms();
    /// let stopped = forms.sum_with(one, other, |_| ControlFlow::Break(()));
    /// assert!(matches!(stopped, Err(FormsError::Cancelled { sums: 100.., .. })));
    /// assert_eq!(forms.sum_with(one, other, |_| ControlFlow::Continue(()))?, forms.sum(one, other)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sum_with(
        &mut self,
        one: CanonicalForm,
        other: CanonicalForm,
        callback: impl FnMut(CanonicalProgress) -> ControlFlow<()>,
    ) -> Result<CanonicalForm, FormsError> {
        self.sum_watched(one, other, &mut Watched::new(callback, FormsError::cancelled))
    }

    pub(super) fn sum_watched<W: FormsWatch>(
        &mut self,
        one: CanonicalForm,
        other: CanonicalForm,
        watch: &mut W,
    ) -> Result<CanonicalForm, W::Stop> {
        let mut options = Vec::new();
        let mut open = vec![pair(self.own(one), self.own(other))];
        while let Some(&(one, other)) = open.last() {
            if self.known_sum(one, other).is_some() {
                open.pop();
                continue;
            }
            options.clear();
            let before = open.len();
            let moves_in_one = self.options(one).iter().map(|option| pair(*option, other));
            let moves_in_other = self.options(other).iter().map(|option| pair(one, *option));
            for (left, right) in moves_in_one.chain(moves_in_other) {
                match self.known_sum(left, right) {
                    Some(sum) => options.push(sum),
                    None => open.push((left, right)),
                }
            }
            watch.tick(1 + options.len() + open.len() - before, || self.progress())?;
            if open.len() > before {
                self.check_room(open.len())?;
                continue;
            }
            self.check_room(1)?;
            options.sort_unstable();
            options.dedup();
            let sum = self.form_of_sorted(&options)?;
            self.sums.insert((one, other), sum);
            open.pop();
        }
        Ok(self.known_sum(one, other).unwrap_or_default())
    }

    /// The form of the sum of any number of games; of none it is `*0`.
    ///
    /// # Errors
    ///
    /// [`FormsFull`] if there is no room.
    pub fn sum_of(&mut self, forms: impl IntoIterator<Item = CanonicalForm>) -> Result<CanonicalForm, FormsFull> {
        self.sum_of_watched(forms, &mut unwatched())
    }

    pub(super) fn sum_of_watched<W: FormsWatch>(
        &mut self,
        forms: impl IntoIterator<Item = CanonicalForm>,
        watch: &mut W,
    ) -> Result<CanonicalForm, W::Stop> {
        forms.into_iter().try_fold(CanonicalForm::ZERO, |sum, form| self.sum_watched(sum, form, watch))
    }

    /// The mate: `*1` of `*0`, and else the game whose options are the mates of the options.
    ///
    /// Theorem (Conway): the sum of a game and its mate is P in misère play.
    ///
    /// # Errors
    ///
    /// [`FormsFull`] if there is no room.
    ///
    /// ```
    /// use grundy::Outcome;
    /// use grundy::misere::canonical::CanonicalForms;
    ///
    /// let mut forms = CanonicalForms::new();
    /// let game = forms.parse("*[[3 2] 2 0]")?;
    /// let mate = forms.mate(game)?;
    /// let sum = forms.sum(game, mate)?;
    /// assert_eq!(forms.outcome(sum), Outcome::P);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Reference: ONAG, ch. 12; Siegel, *Combinatorial Game Theory*, ch. V.3.
    pub fn mate(&mut self, form: CanonicalForm) -> Result<CanonicalForm, FormsFull> {
        let form = self.own(form);
        let mut open = vec![form];
        while let Some(&last) = open.last() {
            let before = open.len();
            let unknown = self.options(last).iter().filter(|option| !self.mates.contains_key(option));
            open.extend(unknown.copied());
            if open.len() > before {
                self.check_room(open.len())?;
                continue;
            }
            open.pop();
            if self.mates.contains_key(&last) {
                continue;
            }
            self.check_room(1)?;
            let mut options: Vec<_> =
                self.options(last).iter().filter_map(|option| self.mates.get(option)).copied().collect();
            options.sort_unstable();
            options.dedup();
            if last == CanonicalForm::ZERO {
                options.push(CanonicalForm::ZERO);
            }
            let mate = self.form_of_sorted(&options)?;
            self.mates.insert(last, mate);
        }
        Ok(self.mates.get(&form).copied().unwrap_or_default())
    }

    fn known_sum(&self, one: CanonicalForm, other: CanonicalForm) -> Option<CanonicalForm> {
        match pair(self.own(one), self.own(other)) {
            (CanonicalForm::ZERO, sum) => Some(sum),
            pair => self.sums.get(&pair).copied(),
        }
    }
}
