//! A search for a quotient under a control: what it counts, and what its elements may take.

use crate::control::{Bound, Control, Progress, Stopped, Unit};

/// Bytes for each pair of elements, at most.
const BYTES_A_PAIR: u64 = 8;

/// The most elements that any control allows, so that they have numbers of 16 bits.
const MOST_ELEMENTS: u64 = 1 << 15;

/// The default limit on sums: seconds. Dawson's Kayles below 34 takes 1.5 million.
const DEFAULT_SUMS: u64 = 1 << 21;

/// The default limit on elements: about half a minute for each time that so many are guessed.
const DEFAULT_ELEMENTS: u64 = 1 << 11;

/// Steps of the control for each sum that is looked at, so that a thousand of them, about a millisecond, make a look due.
const STEPS_A_SUM: u64 = 1 << 6;

/// Looks after a search while it runs.
pub(super) struct Watch<'a> {
    control: &'a mut Control,
    /// For how many heaps, from heap 0 on, the quotient is found, and how many elements it has.
    pub(super) heaps: usize,
    pub(super) elements: usize,
    /// How many heaps were asked for, if all of them are needed.
    asked: Option<usize>,
}

/// The control of a search that has been given none.
pub(super) fn default_control() -> Control {
    Control::new().positions(DEFAULT_SUMS).bytes(bytes(DEFAULT_ELEMENTS))
}

/// Bytes that so many elements take.
const fn bytes(elements: u64) -> u64 {
    BYTES_A_PAIR * elements * elements
}

impl<'a> Watch<'a> {
    pub(super) const fn new(control: &'a mut Control, heaps: usize, elements: usize, asked: Option<usize>) -> Self {
        Self { control, heaps, elements, asked }
    }

    /// One sum more is looked at.
    pub(super) fn sum(&mut self) -> Result<(), Stopped> {
        if !self.control.has_room(0) {
            return Err(self.control.out_of_positions(Unit::Sums, 0));
        }
        self.control.count(1);
        self.again()
    }

    /// A sum is looked at again.
    pub(super) fn again(&mut self) -> Result<(), Stopped> {
        self.control.step(STEPS_A_SUM);
        if self.control.is_due() { self.look() } else { Ok(()) }
    }

    /// Looks at the clock, and asks whether to go on.
    pub(super) fn look(&mut self) -> Result<(), Stopped> {
        let (heaps, total) = (self.heaps as u64, self.asked.map(|heaps| heaps as u64));
        let bytes = bytes(self.elements as u64);
        let looked = self.control.look(|_| Progress::new(Unit::Heaps, heaps, total, bytes));
        looked.map_err(|bound| Stopped::new(bound, Unit::Heaps, heaps, 0))
    }

    /// The next element after so many, if there is room for it.
    pub(super) fn element(&self, elements: usize) -> Result<u16, Stopped> {
        let limit = self.control.byte_limit().min(bytes(MOST_ELEMENTS));
        if bytes(elements as u64 + 1) > limit {
            let found = self.elements as u64;
            return Err(Stopped::new(Bound::Bytes(limit), Unit::Elements, found, elements as u64));
        }
        Ok(u16::try_from(elements).expect("no limit allows more than 2^15 elements"))
    }
}
