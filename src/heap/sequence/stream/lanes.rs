//! A machine with sets of the least width that holds the values.

use crate::heap::sequence::lane::Lane;
use crate::heap::sequence::stream::cycle::State;
use crate::heap::sequence::stream::machine::{End, Machine};
use crate::heap::sequence::stream::space::Space;
use crate::heap::sequence::tuning::Tuning;

/// A machine for codes below 16, 32 or 64.
#[derive(Clone, Debug)]
pub(super) enum Lanes {
    Narrow(Machine<u16>),
    Middle(Machine<u32>),
    Wide(Machine<u64>),
}

/// The same expression for machines of each width.
macro_rules! each_width {
    ($lanes:expr, $machine:ident => $body:expr) => {
        match $lanes {
            $crate::heap::sequence::stream::lanes::Lanes::Narrow($machine) => $body,
            $crate::heap::sequence::stream::lanes::Lanes::Middle($machine) => $body,
            $crate::heap::sequence::stream::lanes::Lanes::Wide($machine) => $body,
        }
    };
}
pub(super) use each_width;

impl Lanes {
    /// A machine after heaps of these codes, the last before heap `next`, for codes below `codes`; `None` if there are too many.
    pub(super) fn new(space: &Space, latest: &[u8], next: u64, codes: usize, tuning: &Tuning) -> Option<Self> {
        let all = latest.iter().map(|code| usize::from(*code));
        Some(if codes <= u16::CODES {
            Self::Narrow(Machine::new(space, all, next, tuning))
        } else if codes <= u32::CODES {
            Self::Middle(Machine::new(space, all, next, tuning))
        } else if codes <= u64::CODES {
            Self::Wide(Machine::new(space, all, next, tuning))
        } else {
            return None;
        })
    }

    /// A machine after these first values; `None` if some are too large.
    pub(super) fn after(space: &Space, values: &[u8], tuning: &Tuning) -> Option<Self> {
        let code = |value: &u8| u8::try_from(space.code((*value).into())).expect("a code is not larger than its value");
        let codes: Vec<u8> = values.iter().map(code).collect();
        let width = codes.iter().max().map_or(1, |code| usize::from(*code) + 1);
        Self::new(space, &codes[tuning.stream_prefix..], values.len() as u64, width, tuning)
    }

    /// Proves some more heaps: at least one, unless that ends the stream. A value that is too large for the sets makes the sets wider,
    /// twice at most.
    pub(super) fn advance(&mut self, space: &Space, threads: usize, tuning: &Tuning) -> Result<(), End> {
        let end = each_width!(self, machine => machine.advance(space, threads, tuning));
        if end == Err(End::TooLarge) {
            let codes = self.latest();
            let width = each_width!(self, machine => 2 * machine.codes());
            if let Some(wider) = Self::new(space, &codes, self.next(), width, tuning) {
                *self = wider;
                return self.advance(space, threads, tuning);
            }
        }
        end
    }

    /// The first heap that is not proved.
    pub(super) fn next(&self) -> u64 {
        each_width!(self, machine => machine.next())
    }

    /// Codes of the latest proved heaps.
    pub(super) fn latest(&self) -> Vec<u8> {
        let code = |code: usize| u8::try_from(code).expect("codes are below 64");
        each_width!(self, machine => machine.proved().iter().map(|set| code(set.least())).collect())
    }

    /// The code of a proved heap in the window.
    pub(super) fn code(&self, heap: u64) -> Option<usize> {
        let back = usize::try_from(self.next().checked_sub(heap)?).ok()?;
        each_width!(self, machine => {
            let place = machine.proved().len().checked_sub(back)?;
            machine.proved().get(place).map(|set| set.least())
        })
    }

    /// Whether each value of the window follows from the values before it, as far as these are known.
    pub(super) fn is_consistent(&self, space: &Space) -> bool {
        each_width!(self, machine => machine.is_consistent(space))
    }

    /// The state after the latest heaps.
    pub(super) fn state(&self, space: &Space) -> State {
        each_width!(self, machine => State::of(space, machine.proved(), machine.next()))
    }
}
