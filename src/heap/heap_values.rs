//! The values of a code's heaps, computed when a solver asks for them.

use crate::control::{Control, Stopped};
use crate::heap::proof_search::{ProofSearch, is_too_long};
use crate::heap::scan::Repeats;
use crate::heap::{Parts, PeriodicValues, Sequence, SequenceError, TakeAndBreak};
use crate::nimber::Nimber;

/// The values of the heaps of a code: of the first heaps, as far as they are computed, and of all heaps once a period is proved.
#[derive(Clone, Debug)]
pub(crate) enum HeapValues {
    /// No values: the code has too many digits.
    Unknown,
    /// The values of the first heaps.
    First(Box<FirstValues>),
    /// The values of all heaps.
    All(PeriodicValues),
}

#[derive(Clone, Debug)]
pub(crate) struct FirstValues {
    sequence: Sequence,
    /// `None` if no theorem applies to the code.
    proof: Option<ProofSearch>,
    /// Number of heaps at which a proof is looked for next.
    next_look: usize,
    /// Maximum number of heaps of the sequence. Larger heaps are left to the solver's search.
    most: usize,
}

/// Number of heaps that the first question computes. With 16 the bench `kayles 5,6,3,2` executes 1.8 times as many instructions.
const FIRST_HEAPS: usize = 1 << 3;

/// Number of heaps at which a proof is first looked for; after each look the number doubles, so that all looks together take time
/// proportional to the heaps. Chosen by no bench.
const FIRST_LOOK: usize = 1 << 6;

/// Maximum number of heaps of a sequence of a code that divides a heap into equal ones: from a larger heap a search reaches few of the
/// smaller heaps, so it is faster than a sequence of all. A guard, chosen by no bench.
const MOST_OF_EQUAL: usize = 1 << 10;

impl HeapValues {
    pub(crate) fn new(code: TakeAndBreak) -> Self {
        if is_too_long(&code) {
            return Self::Unknown;
        }
        let has_equal = code.digits().iter().chain(code.tail()).any(|digit| digit.parts() == Parts::Equal);
        let most = if has_equal { MOST_OF_EQUAL } else { Sequence::MOST_HEAPS };
        let proof = ProofSearch::new(&code);
        Self::First(Box::new(FirstValues { sequence: Sequence::new(code), proof, next_look: FIRST_LOOK, most }))
    }

    /// The value of a heap, if it is computed or follows from the period.
    pub(crate) fn value(&self, heap: u128) -> Option<Nimber> {
        match self {
            Self::Unknown => None,
            Self::First(first) => first.sequence.value(usize::try_from(heap).ok()?),
            Self::All(values) => values.value(heap),
        }
    }

    /// How values of parts repeat, if a period without saltus is proved.
    pub(crate) fn repeats(&self) -> Option<Repeats> {
        match self {
            Self::Unknown | Self::First(_) => None,
            Self::All(values) => values.repeats(),
        }
    }

    /// The values of all heaps, if a period is proved.
    fn into_proved(self) -> Option<PeriodicValues> {
        match self {
            Self::Unknown | Self::First(_) => None,
            Self::All(values) => Some(values),
        }
    }

    /// Computes values until that of `heap` is known, if that takes no more heaps than the control allows positions. Otherwise it
    /// computes heaps as long as a period may soon be proved.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if another bound of the control is met. What has been computed is kept.
    pub(crate) fn reach(&mut self, heap: u128, control: &mut Control) -> Result<(), Stopped> {
        while let Self::First(first) = self {
            let Some(heaps) = first.next_length(heap, control) else { break };
            match first.extend_to(heaps, control) {
                Ok(true) => {}
                Ok(false) => break,
                // The bound was met by the quarter more.
                Err(_) if self.value(heap).is_some() => break,
                Err(stopped) => return Err(stopped),
            }
            if let Some(all) = first.look_for_proof() {
                *self = Self::All(all);
            }
        }
        Ok(())
    }
}

impl FirstValues {
    /// The number of heaps to which the sequence is extended next; `None` if it has the heap, or if the heap is out of reach.
    fn next_length(&mut self, heap: u128, control: &Control) -> Option<usize> {
        let len = self.sequence.len();
        // Heaps count as positions.
        let room = usize::try_from(control.position_limit().saturating_sub(control.done())).unwrap_or(usize::MAX);
        let most = len.saturating_add(room).min(self.most);
        let wanted = usize::try_from(heap).ok().and_then(|heap| heap.checked_add(1)).filter(|wanted| *wanted <= most);
        match wanted {
            Some(wanted) if wanted <= len => None,
            // A quarter more, so that heaps asked for one by one take few extensions; but not past the next look for a proof.
            Some(wanted) => {
                let ahead = wanted.max(len + len / 4).max(FIRST_HEAPS).min(most);
                // Not where the bytes are for the heap that was asked for alone. (A value has at most four.)
                let ahead = if (4 * ahead as u64) < control.byte_limit() { ahead } else { wanted };
                Some(if self.proof.is_some() { ahead.min(self.next_look) } else { ahead })
            }
            // The heap is out of reach of any sequence that is allowed, so only a period can tell its value.
            None => self.proof.as_mut()?.next_length(&self.sequence, self.next_look, most),
        }
    }

    /// Extends the sequence; `false` if there is no memory for it.
    fn extend_to(&mut self, heaps: usize, control: &mut Control) -> Result<bool, Stopped> {
        let before = self.sequence.len();
        let extended = self.sequence.extend_under(heaps, control);
        if let Some(proof) = &mut self.proof {
            proof.settle(before, heaps, self.sequence.len());
        }
        match extended {
            Ok(()) => Ok(true),
            Err(SequenceError::Stopped(stopped)) => Err(stopped),
            Err(SequenceError::Memory { .. }) => Ok(false),
            Err(error @ (SequenceError::TooLong { .. } | SequenceError::Algorithm { .. })) => {
                unreachable!("the sequence chose its algorithm and `most` keeps its limit: {error}")
            }
        }
    }

    /// The values of all heaps, if it is time to look for a proof and the values prove a period.
    fn look_for_proof(&mut self) -> Option<PeriodicValues> {
        if self.proof.is_none() || self.sequence.len() < self.next_look {
            return None;
        }
        // Also if the values prove nothing: the next look needs twice as many heaps.
        self.next_look *= 2;
        self.sequence.periodic_values()
    }
}

impl PeriodicValues {
    /// The values of all heaps of a code whose period is soon proved: by at most 2^14 heaps, in about ten milliseconds.
    ///
    /// The bound is on work and not on time, so the answer depends on the code and not on the machine. A period that takes more heaps
    /// may be proved by a longer [`Sequence`]. Codes to which no [theorem](crate::heap::Theorem) applies are not tried.
    ///
    /// ```
    /// use grundy::heap::{PeriodicValues, TakeAndBreak};
    ///
    /// let kayles = PeriodicValues::soon_proved(&TakeAndBreak::kayles()).unwrap();
    /// assert_eq!((kayles.preperiod(), kayles.period()), (71, 12));
    /// // 0.16 has preperiod 105 351, and of 0.6 no period is known.
    /// for code in ["0.16", "0.6", "4!.0"] {
    ///     assert_eq!(PeriodicValues::soon_proved(&code.parse()?), None);
    /// }
    /// # Ok::<(), grundy::NotationError>(())
    /// ```
    #[must_use]
    pub fn soon_proved(code: &TakeAndBreak) -> Option<Self> {
        let mut values = HeapValues::new(code.clone());
        // No sequence reaches this heap, so only a proof ends the search early.
        if let Err(stopped) = values.reach(u128::MAX, &mut Control::unlimited()) {
            unreachable!("no bound is set that could be met: {stopped}");
        }
        values.into_proved()
    }
}

#[cfg(test)]
mod tests {
    use super::{FIRST_HEAPS, HeapValues};
    use crate::control::Control;
    use crate::heap::TakeAndBreak;

    /// Of a code to which no theorem applies, a sequence gets a quarter longer with each extension.
    #[test]
    fn heaps_asked_for_one_by_one_take_few_extensions_that_are_not_far_ahead() {
        let mut values = HeapValues::new(TakeAndBreak::grundys_game());
        let mut extensions = 0;
        for heap in 0..2000_usize {
            let is_known = values.value(heap as u128).is_some();
            extensions += u32::from(!is_known);
            values.reach(heap as u128, &mut Control::new()).unwrap();
            let HeapValues::First(first) = &values else { panic!("no period of Grundy's game is proved") };
            let heaps = first.sequence.len();
            assert!(heaps > heap && heaps <= (heap + 1).max(FIRST_HEAPS) * 5 / 4, "{heaps} heaps for heap {heap}");
        }
        // 5/4 to the power 25 is 264.
        assert!(extensions < 30, "{extensions} extensions");
    }
}
