//! Who wins a sum of forms, without the form of the sum.

use std::cmp::Reverse;

use super::store::{CanonicalForm, CanonicalForms};
use crate::control::{Control, Stopped};
use crate::game::Outcome;

/// A pair of forms under way, whose outcome is not known.
struct Frame {
    pair: (CanonicalForm, CanonicalForm),
    /// How many of its options, those of one and then those of the other, need not be looked at again.
    passed: usize,
}

impl CanonicalForms {
    /// Who wins the sum of any number of games in misère play.
    ///
    /// The games are added until two are left, the shortest first. The sum of these two is searched on pairs of forms and stops at the
    /// first winning move, so it needs fewer entries than the form of the sum. The sum with a nim-heap needs none: it is P exactly if
    /// the heap has the size of the misère Grundy value.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if a bound of the control is met.
    ///
    /// ```
    /// use grundy::misere::canonical::CanonicalForms;
    /// use grundy::{Control, Outcome};
    ///
    /// let (mut forms, mut control) = (CanonicalForms::new(), Control::new());
    /// let mut form = |text| forms.parse(text, &mut control);
    /// let (one, other) = (form("*[[3 2] 3 2 1]")?, form("*[[3 2] 2 1]")?);
    /// let heaps = [form("*1")?, form("*2")?, form("*3")?];
    /// assert_eq!(forms.outcome_of_sum([one, other], &mut control)?, Outcome::N);
    /// assert_eq!(forms.outcome_of_sum(heaps, &mut control)?, Outcome::P); // Bouton's theorem
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn outcome_of_sum(
        &mut self,
        forms: impl IntoIterator<Item = CanonicalForm>,
        control: &mut Control,
    ) -> Result<Outcome, Stopped> {
        let mut forms: Vec<_> = forms.into_iter().collect();
        forms.sort_unstable_by_key(|form| Reverse(self.birthday(*form)));
        loop {
            // Where there are fewer than two, the others are `*0`.
            let (one, other) = (forms.pop().unwrap_or_default(), forms.pop().unwrap_or_default());
            if forms.is_empty() {
                return self.outcome_of_pair(pair(self.own(one), self.own(other)), control);
            }
            let sum = self.sum(one, other, control)?;
            let birthday = self.birthday(sum);
            let place = forms.partition_point(|form| self.birthday(*form) > birthday);
            forms.insert(place, sum);
        }
    }

    fn outcome_of_pair(
        &mut self,
        start: (CanonicalForm, CanonicalForm),
        control: &mut Control,
    ) -> Result<Outcome, Stopped> {
        if let Some(outcome) = self.known_outcome(start) {
            return Ok(outcome);
        }
        let mut stack = Vec::new();
        let mut frame = Frame { pair: start, passed: 0 };
        loop {
            let (one, other) = frame.pair;
            let looked_at = if frame.passed == 0 { self.options(one).len() + self.options(other).len() } else { 1 };
            self.step(1 + looked_at, stack.len() + 1, control)?;
            Self::check_room(stack.len() + 1, control)?;
            match self.settle(&mut frame) {
                Ok(outcome) => {
                    control.count(1);
                    self.outcomes.insert(frame.pair, outcome);
                    let Some(before) = stack.pop() else { return Ok(outcome) };
                    frame = before;
                }
                Err(unknown) => stack.push(std::mem::replace(&mut frame, Frame { pair: unknown, passed: 0 })),
            }
        }
    }

    /// The outcome of a pair, or an option of it that must be known first.
    fn settle(&self, frame: &mut Frame) -> Result<Outcome, (CanonicalForm, CanonicalForm)> {
        let (one, other) = frame.pair;
        let moves_in_other = self.options(other).iter().map(|option| pair(one, *option));
        let moves_in_one = self.options(one).iter().map(|option| pair(*option, other));
        let options = moves_in_other.chain(moves_in_one);
        // On the first visit, a winning move that is known spares the search of those that are not.
        if frame.passed == 0 && options.clone().any(|option| self.known_outcome(option) == Some(Outcome::P)) {
            return Ok(Outcome::N);
        }
        for option in options.skip(frame.passed) {
            match self.known_outcome(option) {
                Some(Outcome::P) => return Ok(Outcome::N),
                Some(Outcome::N) => frame.passed += 1,
                None => return Err(option),
            }
        }
        Ok(Outcome::P)
    }

    fn known_outcome(&self, pair: (CanonicalForm, CanonicalForm)) -> Option<Outcome> {
        let beside_heap = |heap, form| {
            let size = self.as_nim_heap(heap)?;
            Some(if self.misere_grundy(form) == size { Outcome::P } else { Outcome::N })
        };
        let (one, other) = pair;
        let by_value = || beside_heap(one, other).or_else(|| beside_heap(other, one));
        let by_sum = || self.sums.get(&pair).map(|sum| self.outcome(*sum));
        by_value().or_else(|| self.outcomes.get(&pair).copied()).or_else(by_sum)
    }
}

/// Two forms, the one that was found first before the other.
pub(super) fn pair(one: CanonicalForm, other: CanonicalForm) -> (CanonicalForm, CanonicalForm) {
    if one <= other { (one, other) } else { (other, one) }
}
