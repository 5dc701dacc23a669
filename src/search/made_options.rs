//! Options of a position in the nimber search that have been made, before they are kept as a [list](crate::search::lists).
//!
//! After a stop they stay with the [facts](crate::search::facts), so that a list which takes longer than a time limit goes on with the next option,
//! where the iterator of the rule book passes over those before it in less time.

use std::ops::Range;

use crate::nimber::Nimber;
use crate::search::candidates::Candidates;
use crate::search::growth::list_bytes;
use crate::search::lists::Number;

/// Options that have been made.
#[derive(Clone, Debug)]
pub(super) struct Made<P> {
    /// For each option the nim-sum of the components with values by theorems, and the end of the others among `parts`.
    pub(super) options: Vec<(Nimber, usize)>,
    /// Components by their memo keys.
    pub(super) parts: Vec<Part<P>>,
    /// The hashes of the keys.
    pub(super) hashes: Vec<u32>,
}

/// A component by its memo key, and its number if it was met before.
#[derive(Clone, Debug)]
pub(super) struct Part<P> {
    pub(super) key: P,
    pub(super) number: Option<Number>,
}

/// Options that have been made and looked up.
#[derive(Clone, Debug)]
pub(super) struct Listing<P> {
    pub(super) made: Made<P>,
    /// A lower bound on the number of options of the position.
    pub(super) at_least: usize,
    /// The number of options that have been looked up.
    pub(super) looked_up: usize,
    /// The small values of options that are known.
    pub(super) attained: Candidates,
    /// Whether an option answers the question.
    pub(super) is_answered: bool,
    /// What the rule book tells of the components that have no numbers, if it [was asked](Self::ask).
    pub(super) told: Vec<Told>,
    /// Whether the list goes on with the next option after a stop. A rule book that makes options in its own way begins anew.
    pub(super) goes_on: bool,
}

impl<P> Listing<P> {
    pub(super) const fn new() -> Self {
        let made = Made { options: Vec::new(), parts: Vec::new(), hashes: Vec::new() };
        let attained = Candidates::NONE;
        Self { made, at_least: 0, looked_up: 0, attained, is_answered: false, told: Vec::new(), goes_on: false }
    }

    /// Drops the components of an option that was not finished, and all that was known of the others: values may have been found since.
    pub(super) fn begin_again(&mut self) {
        let end = self.made.options.last().map_or(0, |(_, end)| *end);
        self.made.parts.truncate(end);
        self.made.hashes.truncate(end);
        (self.looked_up, self.attained, self.is_answered) = (0, Candidates::NONE, false);
    }

    /// The places of the components of an option.
    pub(super) fn parts_of(&self, option: usize) -> Range<usize> {
        // The components of an option begin where those of the option before end. After the last option the range is
        // empty.
        let start = option.checked_sub(1).map_or(0, |before| self.made.options[before].1);
        start..self.made.options.get(option).map_or(start, |(_, end)| *end)
    }

    /// The bytes of the options, without what positions own on the heap.
    pub(super) fn bytes(&self) -> u64 {
        let Made { options, parts, hashes } = &self.made;
        (list_bytes(options, 1) + list_bytes(parts, 1) + list_bytes(hashes, 1)) as u64
    }
}

/// What a rule book tells of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Told {
    pub(super) class: Option<u128>,
    pub(super) work: u32,
}
