//! A machine with sets of the least width that holds the values.

use crate::heap::lane::Lane;
use crate::heap::stream::machine::{End, Machine};
use crate::heap::stream::space::{Space, codes_of};
use crate::heap::stream::tuning::Tuning;

/// A machine for codes below 16, 32 or 64.
#[derive(Clone, Debug)]
pub(super) enum Lanes {
    Narrow(Machine<u16>),
    Middle(Machine<u32>),
    Wide(Machine<u64>),
}

/// The number of codes that the widest machine has.
pub(super) const MOST_CODES: usize = 64;

/// The same expression for machines of each width.
macro_rules! each_width {
    ($lanes:expr, $machine:ident => $body:expr) => {
        match $lanes {
            Self::Narrow($machine) => $body,
            Self::Middle($machine) => $body,
            Self::Wide($machine) => $body,
        }
    };
}
impl Lanes {
    /// A machine after heaps of these codes, the last before heap `next`, for codes below `width`; `None` if there are too many.
    fn new(space: &Space, latest: &[u8], next: u64, width: usize) -> Option<Self> {
        Some(match width {
            0..=16 => Self::Narrow(Machine::new(space, latest, next)),
            17..=32 => Self::Middle(Machine::new(space, latest, next)),
            33..=MOST_CODES => Self::Wide(Machine::new(space, latest, next)),
            _ => return None,
        })
    }

    /// A machine after these first values; `None` if some are too large.
    pub(super) fn after(space: &Space, values: &[u8], tuning: &Tuning) -> Option<Self> {
        let code = |value: &u8| u8::try_from(space.code((*value).into())).expect("a code is not larger than its value");
        // Heaps of the prefix may be rare, and a code in the window stands for a common value. From the prefix on all
        // first heaps are common: `Space` has checked that.
        let latest: Vec<u8> = values[tuning.prefix..].iter().map(code).collect();
        Self::holding(space, values, &latest, values.len() as u64)
    }

    /// A machine after heaps of these codes, in sets that are wide enough for these codes and for those of the first values, which parts may have.
    /// `None` if a code is too large.
    pub(super) fn holding(space: &Space, first: &[u8], latest: &[u8], next: u64) -> Option<Self> {
        let earlier = first.iter().map(|value| space.code((*value).into()));
        let largest = latest.iter().map(|code| usize::from(*code)).chain(earlier).max();
        Self::new(space, latest, next, largest.map_or(1, |code| code + 1))
    }

    /// Proves some more heaps: at least one, unless that ends the stream. A value that is too large for the sets makes the sets wider,
    /// twice at most.
    pub(super) fn advance(&mut self, space: &Space, threads: usize, tuning: &Tuning) -> Result<(), End> {
        let before = self.next();
        let (end, width) = match self {
            Self::Narrow(machine) => (machine.advance(space, threads, tuning), 32),
            Self::Middle(machine) => (machine.advance(space, threads, tuning), 64),
            Self::Wide(machine) => (machine.advance(space, threads, tuning), 128),
        };
        // The wider machine begins with the proved heaps of the window and walks what follows anew. No machine has 128
        // codes, so after the widest one the stream ends.
        if end == Err(End::TooLarge)
            && let Some(wider) = Self::new(space, &self.latest(usize::MAX), self.next(), width)
        {
            *self = wider;
            // One chunk at a time, since the caller reads it from the window: what the narrow machine proved comes first.
            return if self.next() > before { Ok(()) } else { self.advance(space, threads, tuning) };
        }
        end
    }

    /// The first heap that is not proved.
    pub(super) fn next(&self) -> u64 {
        each_width!(self, machine => machine.next)
    }

    /// Codes of this number of the latest proved heaps, or of all that are in the window.
    pub(super) fn latest(&self, heaps: usize) -> Vec<u8> {
        each_width!(self, machine => {
            let proved = machine.proved();
            codes_of(&proved[proved.len().saturating_sub(heaps)..])
        })
    }

    /// The code of a proved heap in the window.
    pub(super) fn code(&self, heap: u64) -> Option<usize> {
        // `back` is 0 for the heap `next`, whose place is one beyond the proved heaps: `None`.
        let back = usize::try_from(self.next().checked_sub(heap)?).ok()?;
        each_width!(self, machine => {
            let place = machine.proved().len().checked_sub(back)?;
            machine.proved().get(place).map(|set| set.least())
        })
    }
}
