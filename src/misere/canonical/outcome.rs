//! Who wins a sum of forms, without the form of the sum.

use std::ops::ControlFlow;

use super::error::{FormsError, FormsFull};
use super::progress::{CanonicalProgress, FormsWatch, unwatched};
use super::store::{CanonicalForm, CanonicalForms};
use crate::game::Outcome;
use crate::watch::Watched;

/// A pair of forms under way.
struct Frame {
    pair: (CanonicalForm, CanonicalForm),
    /// How many of its options, those of one and then those of the other, need not be looked at again.
    passed: usize,
}

impl CanonicalForms {
    /// Who wins the sum of two games in misère play.
    ///
    /// It is searched on pairs of forms and stops at the first winning move, so it needs fewer entries than the form of the sum.
    /// The sum with a nim-heap needs none: it is P exactly if the heap has the size of the misère Grundy value.
    ///
    /// # Errors
    ///
    /// [`FormsFull`] if there is no room; what was found is kept.
    ///
    /// ```
    /// use grundy::Outcome;
    /// use grundy::misere::canonical::CanonicalForms;
    ///
    /// let mut forms = CanonicalForms::new();
    /// let (one, other) = (forms.parse("*[[3 2] 3 2 1]")?, forms.parse("*[[3 2] 2 1]")?);
    /// assert_eq!(forms.outcome_of_sum(one, other)?, Outcome::N);
    /// assert_eq!(forms.outcome_of_sum(one, one)?, Outcome::N);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn outcome_of_sum(&mut self, one: CanonicalForm, other: CanonicalForm) -> Result<Outcome, FormsFull> {
        self.outcome_of_sum_watched(one, other, &mut unwatched())
    }

    /// The same with a callback, which is told how far it has come and may cancel it by a break. Calls are 2^12 pairs of forms
    /// apart, each counted as often as it is looked at. The outcomes that were found are kept, and the next call goes on with them.
    ///
    /// # Errors
    ///
    /// [`FormsError::Cancelled`] if the callback says so, [`FormsError::Full`] if there is no room.
    pub fn outcome_of_sum_with(
        &mut self,
        one: CanonicalForm,
        other: CanonicalForm,
        callback: impl FnMut(CanonicalProgress) -> ControlFlow<()>,
    ) -> Result<Outcome, FormsError> {
        self.outcome_of_sum_watched(one, other, &mut Watched::new(callback, FormsError::cancelled))
    }

    pub(super) fn outcome_of_sum_watched<W: FormsWatch>(
        &mut self,
        one: CanonicalForm,
        other: CanonicalForm,
        watch: &mut W,
    ) -> Result<Outcome, W::Stop> {
        let start = pair(self.own(one), self.own(other));
        let mut stack = vec![Frame { pair: start, passed: 0 }];
        while let Some(frame) = stack.last_mut() {
            watch.tick(1, || self.progress())?;
            match self.settle(frame) {
                Ok(outcome) => {
                    self.check_room(1)?;
                    self.outcomes.insert(frame.pair, outcome);
                    stack.pop();
                }
                Err(unknown) => {
                    stack.push(Frame { pair: unknown, passed: 0 });
                    self.check_room(stack.len())?;
                }
            }
        }
        Ok(self.known_outcome(start).unwrap_or(Outcome::N))
    }

    /// The outcome of a pair, or an option of it that must be known first.
    fn settle(&self, frame: &mut Frame) -> Result<Outcome, (CanonicalForm, CanonicalForm)> {
        let (one, other) = frame.pair;
        if let Some(outcome) = self.known_outcome(frame.pair) {
            return Ok(outcome);
        }
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
