//! Forms by birthday: a form is *born by day n* if play in it lasts at most *n* moves.

use super::store::{CanonicalForm, CanonicalForms};
use crate::control::{Control, Stopped, Unit};
use crate::outcome::{Outcome, Play};

/// The last day whose sets of forms are enumerated. There are 2^22 of them, which the bench `misere` counts; day 5 would have 2^4171780.
const LAST_COUNTED: u32 = 4;

impl CanonicalForms {
    /// Every form that is born by a day, in ascending order: the simplest forms of all games that last at most `day` moves.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if a bound of the control is met. By day 4 there are 22; the four million of day 5 do not fit into the default
    /// limit.
    ///
    /// ```
    /// use grundy::Control;
    /// use grundy::misere::canonical::CanonicalForms;
    ///
    /// let (mut forms, mut control) = (CanonicalForms::new(), Control::new());
    /// let day_3: Vec<String> = forms.born_by(3, &mut control)?.into_iter().map(|form| forms.text(form)).collect();
    /// assert_eq!(day_3, ["*0", "*1", "*2", "*[2]", "*3"]);
    /// assert_eq!(forms.born_by(4, &mut control)?.len(), 22);
    /// # Ok::<(), grundy::Stopped>(())
    /// ```
    pub fn born_by(&mut self, day: u32, control: &mut Control) -> Result<Vec<CanonicalForm>, Stopped> {
        let mut born = vec![CanonicalForm::ZERO];
        for _ in 0..day {
            born = self.with_options_among(&born, control)?;
        }
        Ok(born)
    }

    /// The forms of all games whose options are among these forms.
    fn with_options_among(
        &mut self,
        before: &[CanonicalForm],
        control: &mut Control,
    ) -> Result<Vec<CanonicalForm>, Stopped> {
        // The number of sets of 64 forms or more has more than 64 bits, so it exceeds every limit.
        let sets = u32::try_from(before.len()).ok().and_then(|forms| 1_u64.checked_shl(forms));
        let sets = sets.ok_or_else(|| control.out_of_positions(Unit::Forms, 0))?;
        let mut found = Vec::new();
        // Bit *n* of `set` says that the form at place *n* is an option. Forms of the day before are among the results:
        // their options are older forms, which are in `before` too.
        for set in 0..sets {
            self.step(before.len(), 1, control)?;
            let options = before.iter().enumerate().filter(|(place, _)| set >> place & 1 == 1);
            let options: Vec<_> = options.map(|(_, form)| *form).collect();
            found.push(self.form_of(&options, control)?);
        }
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }

    /// The number of forms that are born by a day: 1, 2, 3, 5, 22, 4 171 780. `None` from day 6 on, where it is more than 2^4 171 000.
    ///
    /// A set of forms of the previous day is a form exactly if none of its members is reversible. All sets are tested, which takes
    /// constant memory and time proportional to the number of sets.
    ///
    /// ```
    /// use grundy::misere::canonical::CanonicalForms;
    /// assert_eq!(CanonicalForms::count_born_by(4), Some(22));
    /// assert_eq!(CanonicalForms::count_born_by(6), None);
    /// ```
    ///
    /// Reference: ONAG, ch. 12 (Grundy and Smith counted up to day 5); Siegel, *On the structure of misère impartial games*, 2020.
    #[must_use]
    pub fn count_born_by(day: u32) -> Option<u64> {
        // By day 0 only `*0` is born.
        let Some(before) = day.checked_sub(1) else { return Some(1) };
        (before <= LAST_COUNTED).then(|| Sets::born_by(before).count())
    }
}

/// Sets of a few forms as bit masks: bit *n* stands for the *n*-th form.
struct Sets {
    /// For each form the set of its options.
    options: Vec<u32>,
    /// For each form the set of the forms that have it as an option.
    option_of: Vec<u32>,
    /// The set of the forms that are P.
    lost: u32,
}

impl Sets {
    /// The bit masks for the forms that are born by a day, which is at most [`LAST_COUNTED`].
    fn born_by(day: u32) -> Self {
        let mut store = CanonicalForms::new();
        let born = store.born_by(day, &mut Control::new()).expect("the 22 forms of day 4 fit into the default limit");
        let set = |has: &dyn Fn(CanonicalForm) -> bool| {
            born.iter().enumerate().filter(|(_, form)| has(**form)).map(|(place, _)| 1 << place).sum()
        };
        Self {
            options: born.iter().map(|form| set(&|other| store.options(*form).contains(&other))).collect(),
            option_of: born.iter().map(|form| set(&|other| store.options(other).contains(form))).collect(),
            lost: set(&|form| store.outcome_in(Play::Misere, form) == Outcome::P),
        }
    }

    fn count(&self) -> u64 {
        // Day 5 has 2^22 sets, of the 22 forms of day 4.
        (0..1_u32 << self.options.len()).map(|set| u64::from(self.is_simplest(set))).sum()
    }

    /// Whether the game with this set of options is in its simplest form, by the rule of [`CanonicalForms::simplified`].
    fn is_simplest(&self, set: u32) -> bool {
        // The empty set is `*0`. Forms ascend with their places, so the highest bit is the newest option.
        let Some(last) = set.checked_ilog2() else { return true };
        // The newest member has the simpler form as an option, as `simplified` says, so that no other form is a candidate.
        let mut candidates = self.options[last as usize];
        while candidates != 0 {
            let form = candidates.trailing_zeros() as usize;
            candidates &= candidates - 1;
            let kept = self.options[form];
            // No member is left that is neither an option of the simpler form nor has that form as an option.
            let reversible = set & !kept & !self.option_of[form] == 0;
            // The last condition is the proviso: the simpler form is not `*0`, or some member is P, so that the game is
            // N.
            if kept & !set == 0 && reversible && (kept != 0 || set & self.lost != 0) {
                return false;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::CanonicalForms;
    use crate::control::Control;

    #[test]
    fn sets_of_64_forms_or_more_are_refused_whatever_the_limit() {
        let (mut forms, mut control) = (CanonicalForms::new(), Control::unlimited());
        let heaps: Vec<_> = (0..200).map(|size| forms.nim_heap(size, &mut control).unwrap()).collect();
        for count in [64, 65, 128, 192, 200] {
            assert!(forms.with_options_among(&heaps[..count], &mut control).is_err(), "{count}");
        }
        let found = forms.with_options_among(&heaps[..3], &mut control);
        assert_eq!(found, forms.born_by(3, &mut control));
    }
}
