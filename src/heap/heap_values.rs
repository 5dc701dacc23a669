//! The values of heaps as far as somebody asks for them.

use crate::control::{Control, Stopped};
use crate::heap::proof_search::{ProofSearch, is_too_long};
use crate::heap::scan::Repeats;
use crate::heap::{Parts, PeriodicValues, Sequence, SequenceError, TakeAndBreak};
use crate::nimber::Nimber;

/// The values of the heaps of a code: of all heaps once a period is proved, before that of those that have been computed.
#[derive(Clone, Debug)]
pub(crate) enum HeapValues {
    /// No value is told: the code has too many digits.
    Untold,
    /// Those of the first heaps.
    First(Box<FirstValues>),
    /// Those of all heaps.
    All(PeriodicValues),
}

#[derive(Clone, Debug)]
pub(crate) struct FirstValues {
    sequence: Sequence,
    proof: Option<ProofSearch>,
    /// At how many heaps a proof is looked for next.
    next_look: usize,
    /// Beyond how many heaps a search is better than a sequence.
    most: usize,
}

/// Heaps that are computed at first: a microsecond.
const FIRST_HEAPS: usize = 1 << 4;

/// Heaps at which a proof is looked for first; then each time there are twice as many.
const FIRST_LOOK: usize = 1 << 6;

/// Most heaps that are computed where a digit divides a heap into equal ones: a search reaches few of the smaller heaps.
const MOST_OF_EQUAL: usize = 1 << 10;

impl HeapValues {
    pub(crate) fn new(code: TakeAndBreak) -> Self {
        if is_too_long(&code) {
            return Self::Untold;
        }
        let has_equal = code.digits().iter().chain(code.tail()).any(|digit| digit.parts() == Parts::Equal);
        let most = if has_equal { MOST_OF_EQUAL } else { Sequence::MOST_HEAPS };
        let proof = ProofSearch::new(&code);
        Self::First(Box::new(FirstValues { sequence: Sequence::new(code), proof, next_look: FIRST_LOOK, most }))
    }

    /// The value of a heap, if it is known.
    pub(crate) fn value(&self, heap: u128) -> Option<Nimber> {
        match self {
            Self::Untold => None,
            Self::First(first) => first.sequence.value(usize::try_from(heap).ok()?),
            Self::All(values) => values.value(heap),
        }
    }

    /// How values of parts repeat, if that is known.
    pub(crate) fn repeats(&self) -> Option<Repeats> {
        match self {
            Self::Untold | Self::First(_) => None,
            Self::All(values) => values.repeats(),
        }
    }

    pub(crate) fn into_proved(self) -> Option<PeriodicValues> {
        match self {
            Self::Untold | Self::First(_) => None,
            Self::All(values) => Some(values),
        }
    }

    /// Computes values until that of a heap is known, if that takes no more heaps than the control has room for positions; else as
    /// many as a period may soon be proved by.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if another bound of the control is met. What has been computed is kept.
    pub(crate) fn reach(&mut self, heap: u128, control: &mut Control) -> Result<(), Stopped> {
        while let Self::First(first) = self {
            let Some(heaps) = first.next_length(heap, control) else { break };
            if !first.extend_to(heaps, control)? {
                break;
            }
            if let Some(all) = first.look_for_proof() {
                *self = Self::All(all);
            }
        }
        Ok(())
    }
}

impl FirstValues {
    /// To how many heaps the sequence is to be extended next; `None` if it has the heap already, or is not to be extended.
    fn next_length(&mut self, heap: u128, control: &Control) -> Option<usize> {
        let len = self.sequence.len();
        let room = usize::try_from(control.position_limit().saturating_sub(control.done())).unwrap_or(usize::MAX);
        let most = len.saturating_add(room).min(self.most);
        let wanted = usize::try_from(heap).ok().and_then(|heap| heap.checked_add(1)).filter(|wanted| *wanted <= most);
        match wanted {
            Some(wanted) if wanted <= len => None,
            // Some more, so that larger heaps asked for one by one take few extensions; but no further than to the next look.
            Some(wanted) => {
                let ahead = wanted.max(len + len / 4).max(FIRST_HEAPS).min(most);
                Some(if self.proof.is_some() { ahead.min(self.next_look) } else { ahead })
            }
            None => self.proof.as_mut()?.next_length(&self.sequence, self.next_look).filter(|next| *next <= most),
        }
    }

    /// Whether there was memory for it.
    fn extend_to(&mut self, heaps: usize, control: &mut Control) -> Result<bool, Stopped> {
        match self.sequence.extend_under(heaps, control) {
            Ok(()) => Ok(true),
            Err(SequenceError::Stopped(stopped)) => Err(stopped),
            Err(SequenceError::Memory { .. } | SequenceError::TooLong { .. } | SequenceError::Method { .. }) => {
                Ok(false)
            }
        }
    }

    /// The values of all heaps, if it is time to look for a proof and there is one.
    fn look_for_proof(&mut self) -> Option<PeriodicValues> {
        if self.proof.is_none() || self.sequence.len() < self.next_look {
            return None;
        }
        self.next_look *= 2;
        self.sequence.periodic_values()
    }
}

impl PeriodicValues {
    /// The values of all heaps of a code whose period is soon proved: from at most 2^14 heaps, and in about ten milliseconds.
    ///
    /// Whether it is depends on the code and not on the machine, since it is the work that is bounded. Codes that need more heaps
    /// than these may be proved by a longer [`Sequence`]; codes to which no [theorem](crate::heap::Theorem) applies are not tried.
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
        // A heap that no sequence reaches.
        values.reach(u128::MAX, &mut Control::unlimited()).expect("no bound is set that could be met");
        values.into_proved()
    }
}
