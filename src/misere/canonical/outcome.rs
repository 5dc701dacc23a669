//! The outcome of a sum of forms, without the form of the sum.

use std::cmp::Reverse;

use super::store::{CanonicalForm, CanonicalForms};
use crate::control::{Control, Stopped};
use crate::outcome::{Outcome, Play};

/// A pair of forms on the stack of the search, whose outcome is not known yet.
struct Frame {
    pair: (CanonicalForm, CanonicalForm),
    /// Whether all options that [seem](CanonicalForms::seems_p) to be P are known to be N, and the others are looked at.
    at_others: bool,
    /// Number of leading options that are known to be N or not looked at yet, in the order of [`CanonicalForms::settle`].
    passed: usize,
}

impl Frame {
    const fn new(pair: (CanonicalForm, CanonicalForm)) -> Self {
        Self { pair, at_others: false, passed: 0 }
    }

    const fn is_new(&self) -> bool {
        self.passed == 0 && !self.at_others
    }
}

impl CanonicalForms {
    /// Who wins the sum of any number of games in misère play.
    ///
    /// Forms are added until two are left, those with the smallest birthdays first. The outcome of the last two is found by a search on
    /// pairs of forms. The search stops at the first winning move, so it adds fewer entries than the form of the sum would. If one of
    /// the two is a nim-heap there is no search: the sum is P exactly if the heap is as large as the misère Grundy value of the other.
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
    /// assert_eq!(forms.misere_outcome_of_sum([one, other], &mut control)?, Outcome::N);
    /// assert_eq!(forms.misere_outcome_of_sum(heaps, &mut control)?, Outcome::P); // Bouton's theorem
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn misere_outcome_of_sum(
        &mut self,
        forms: impl IntoIterator<Item = CanonicalForm>,
        control: &mut Control,
    ) -> Result<Outcome, Stopped> {
        let mut forms: Vec<_> = forms.into_iter().collect();
        // Descending, so that `pop` takes the two with the smallest birthdays: few entries are added for their sum.
        forms.sort_unstable_by_key(|form| Reverse(self.birthday(*form)));
        loop {
            // The empty sum and a sum of one game are completed by `*0`, which changes no outcome.
            let mut next = || forms.pop().unwrap_or(CanonicalForm::ZERO);
            let (one, other) = (next(), next());
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
        // The frame at work stands beside the stack. Each frame of the stack waits for the outcome of the frame above
        // it.
        let mut stack = Vec::new();
        let mut frame = Frame::new(start);
        loop {
            let (one, other) = frame.pair;
            // Only the first pass looks at all options, for a known winning move.
            let looked_at = if frame.is_new() { self.options(one).len() + self.options(other).len() } else { 1 };
            self.step(1 + looked_at, stack.len() + 1, control)?;
            Self::check_room(stack.len() + 1, control)?;
            match self.settle(&mut frame) {
                Ok(outcome) => {
                    control.count(1);
                    self.outcomes.insert(frame.pair, outcome);
                    // The frame below looks at the same option again, and finds its outcome in the cache.
                    let Some(before) = stack.pop() else { return Ok(outcome) };
                    frame = before;
                }
                Err(unknown) => stack.push(std::mem::replace(&mut frame, Frame::new(unknown))),
            }
        }
    }

    /// The outcome of a pair; `Err` with the first option whose outcome has to be found before.
    fn settle(&self, frame: &mut Frame) -> Result<Outcome, (CanonicalForm, CanonicalForm)> {
        let (one, other) = frame.pair;
        // The order is fixed, since `passed` counts from its beginning.
        let moves_in_other = self.options(other).iter().map(|option| pair(one, *option));
        let moves_in_one = self.options(one).iter().map(|option| pair(*option, other));
        let options = moves_in_other.chain(moves_in_one);
        // Look for a known winning move first: it saves the search of the unknown options.
        if frame.is_new() && options.clone().any(|option| self.known_outcome(option) == Some(Outcome::P)) {
            return Ok(Outcome::N);
        }
        loop {
            for option in options.clone().skip(frame.passed) {
                if self.seems_p(option) != frame.at_others {
                    match self.known_outcome(option) {
                        Some(Outcome::P) => return Ok(Outcome::N),
                        Some(Outcome::N) => {}
                        None => return Err(option),
                    }
                }
                frame.passed += 1;
            }
            if frame.at_others {
                return Ok(Outcome::P);
            }
            (frame.at_others, frame.passed) = (true, 0);
        }
    }

    /// Whether a pair is likely to be P in misère play: if it is P in normal play. With these options first, rows of Dawson's Kayles 50 and 49 take three
    /// fifths of the work, 30, 29 and 28 a fifth, and heaps of Grundy's game 50 and 49 two thirds, but 40, 39 and 38 a quarter more. (Misère Grundy
    /// values tell less, and small pairs from both lists first, or options with many moves, take more.)
    fn seems_p(&self, (one, other): (CanonicalForm, CanonicalForm)) -> bool {
        self.values(one).grundy == self.values(other).grundy
    }

    /// The outcome of a pair without a search: by a nim-heap, by the cache of outcomes, or by that of sums.
    fn known_outcome(&self, pair: (CanonicalForm, CanonicalForm)) -> Option<Outcome> {
        let beside_heap = |heap, form| {
            let size = self.as_nim_heap(heap)?;
            Some(if self.misere_grundy(form) == size { Outcome::P } else { Outcome::N })
        };
        let (one, other) = pair;
        // A nim-heap first: it needs no hash look-up, and no entry of a cache.
        let by_value = || beside_heap(one, other).or_else(|| beside_heap(other, one));
        let by_sum = || self.sums.get(&pair).map(|sum| self.outcome_in(Play::Misere, *sum));
        by_value().or_else(|| self.outcomes.get(&pair).copied()).or_else(by_sum)
    }
}

/// Two forms in ascending order: the key of the caches.
pub(super) fn pair(one: CanonicalForm, other: CanonicalForm) -> (CanonicalForm, CanonicalForm) {
    if one <= other { (one, other) } else { (other, one) }
}
