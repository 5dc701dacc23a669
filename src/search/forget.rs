//! Forgets what took the least work, so that the nimber search goes on within a limit on bytes.
//!
//! In: the facts, the positions under way, a number of bytes. Out: facts about fewer positions, which take about that many bytes beside
//! those of the positions under way; their numbers have changed.
//!
//! What stays, the first two always, so that each answer brings the search further:
//! - the positions under way with their lists of options;
//! - the options of these;
//! - other positions that were listed, with their values or the nimbers that their values may be, and with the costs of their questions: those
//!   with the most listings below them, each time that they were under way together. To find a fact again takes about as many.
//!
//! All other lists go: a list takes several times the memory of a record, with the records of options that nothing is known of, and to make it
//! again is one listing.
//!
//! By hand, with room for one record: *a* is under way and lists *b* and *c*. *b* was not 2, by 20 listings; below it *d* was 0, by 15, and *e*
//! was 1, by 4. Then *a*, *b*, *c* and *d* stay, and *e* goes.

use std::collections::HashMap;
use std::hash::Hash;
use std::mem;

use crate::control::{Progress, Stopped, Unit};
use crate::game::ImpartialGame;
use crate::nimber::Nimber;
use crate::search::couples::{COUPLES, Costs, Open};
use crate::search::facts::{Facts, MOST_POSITIONS};
use crate::search::growth::{grown_bytes, list_bytes, map_bytes};
use crate::search::lists::Number;
use crate::search::memo::Memo;
use crate::search::nimber_frame::Frame;
use crate::search::nimbers::NimberSearch;
use crate::search::records::{Fact, Records};
use crate::search::slots::{FREE, LEAST_SLOTS, fill, hash, longer, slot};

/// When the limit on bytes is met, the search keeps one byte in this number of bytes of the limit (table of Cram 5 × 7 in `docs/measured.md`).
const KEPT: u64 = 2;

impl<G: ImpartialGame, T: Memo<G::Position, Nimber>> NimberSearch<'_, G, T> {
    /// Whether the limit on bytes forbids to list the options of a position.
    #[inline]
    pub(super) fn is_full(&self, number: Number) -> bool {
        let limit = self.control.byte_limit();
        limit < u64::MAX
            && self.control.has_room(0)
            && !self.facts.is_listed(number)
            && self.bytes_with(self.moves_of(number)) > limit
    }

    /// The bytes after a position with a number of options is listed.
    fn bytes_with(&self, options: u32) -> u64 {
        let options = options as usize + 1;
        self.values.bytes_with(1).saturating_add(self.facts.bytes_with(options))
    }

    /// Checks the bounds. Where the limit on bytes is met, forgets what took the least work. After that a sixteenth of the limit must be free:
    /// else the search would forget after every few positions.
    #[cold]
    pub(super) fn look(&mut self, number: &mut Number, stack: &mut [Frame]) -> Result<(), Stopped> {
        let (options, limit, line) =
            (self.moves_of(*number), self.control.byte_limit(), line_bytes(stack.len() as u64));
        let mut bytes = self.bytes_with(options).saturating_add(line);
        if bytes > limit {
            // The records that stay hold their values, too, so the memo of values can go as a whole.
            self.values.forget();
            // If what must stay takes much of the limit, less is left for other records. If it takes all, the check
            // below stops the search.
            let mut room = usize::try_from(limit / KEPT).unwrap_or(usize::MAX);
            loop {
                self.facts.forget(room, number, stack);
                bytes = self.bytes_with(options).saturating_add(line).saturating_add(limit / 16);
                if bytes <= limit || room == 0 {
                    break;
                }
                room /= 4;
            }
        }
        self.look_at(bytes, stack.len() as u64)
    }

    /// Whether more bytes are taken than the limit allows: lists that several threads have kept at the same time.
    pub(super) fn is_beyond(&self) -> bool {
        self.bytes_with(0) > self.control.byte_limit()
    }

    /// Whether there is room for what an earlier search has found: half of the limit is free.
    pub(super) fn has_room_to_learn(&self) -> bool {
        self.facts.len() < MOST_POSITIONS && self.bytes_with(0) < self.control.byte_limit() / KEPT
    }

    /// Checks the bounds, and forgets nothing.
    #[cold]
    pub(super) fn look_at_bounds(&mut self, unfinished: u64) -> Result<(), Stopped> {
        self.look_at(self.bytes_with(0).saturating_add(line_bytes(unfinished)), unfinished)
    }

    /// The bytes of the values, if there is a limit on bytes.
    pub(super) fn values_bytes(&self) -> u64 {
        if self.control.byte_limit() < u64::MAX { self.values.bytes_with(0) } else { 0 }
    }

    /// Checks the bounds while the options of a position are made, which take `made` bytes. If these are few, the search forgets when they
    /// are kept; of many, the records alone would take as much as the limit.
    #[cold]
    pub(super) fn look_while_making(&mut self, made: u64, unfinished: u64) -> Result<(), Stopped> {
        let (known, limit) = (self.bytes_with(0).saturating_add(line_bytes(unfinished)), self.control.byte_limit());
        let bytes = if made > limit / KEPT { known.saturating_add(made) } else { known.min(limit) };
        self.look_at(bytes, unfinished)
    }

    /// Checks the bounds while something is [learned](Self::has_room_to_learn), which takes no more than half of the limit on bytes.
    pub(super) fn look_while_learning(&mut self, unfinished: u64) -> Result<(), Stopped> {
        let bytes = self.bytes_with(0).saturating_add(line_bytes(unfinished));
        self.look_at(bytes.min(self.control.byte_limit()), unfinished)
    }

    fn look_at(&mut self, bytes: u64, unfinished: u64) -> Result<(), Stopped> {
        self.control.look(unfinished, &|control| Progress::new(Unit::Positions, control.done(), None, bytes))
    }
}

/// The bytes of positions under way, without the room that is left beside them.
fn line_bytes(positions: u64) -> u64 {
    positions.saturating_mul(size_of::<Frame>() as u64)
}

impl<P> Facts<P> {
    /// The bytes after a position with `options` options is listed, with those that are needed for a moment while a table grows.
    pub(super) fn bytes_with(&self, options: usize) -> u64 {
        let slots = self.slots.capacity().max(LEAST_SLOTS);
        let of_slots = size_of::<u64>() * if self.is_full(options) { longer(slots) } else { slots };
        let of_path = self.queued * size_of::<Open>() + list_bytes(&self.path, 0);
        let of_lists = grown_bytes(&self.couples, 1) + of_path;
        let of_positions = self.records.bytes_with(options).saturating_add(self.lists.bytes_with(options));
        let of_classes = map_bytes(&self.classes, options) + map_bytes(&self.others, options);
        let of_costs = map_bytes(&self.rare, 1);
        let of_values = map_bytes(&self.large, 1);
        (of_slots + of_lists + of_classes + of_costs + of_values).saturating_add(of_positions) as u64
    }
}

impl<P: Eq + Hash> Facts<P> {
    /// Forgets positions, until those that need not stay take at most this number of bytes. Changes the numbers of the position to be
    /// entered next and of those under way.
    pub(super) fn forget(&mut self, most: usize, next: &mut Number, stack: &mut [Frame]) {
        self.drop_lists();
        // Only the first position of a class stays, so that the chains of the others go.
        self.others = HashMap::default();
        assert!(self.path.is_empty(), "the question under way has taken the path, which holds numbers");
        // From here to `drop(slots)` the slots hold new numbers, by old number, and no position can be looked up.
        self.choose(most, *next, stack);
        let slots = mem::take(&mut self.slots);
        let new = |number: Number| kept(slots[number as usize]);
        let renumber =
            |number: &mut Number| *number = new(*number).expect("positions under way and their options stay");
        renumber(next);
        for frame in stack {
            renumber(&mut frame.number);
            frame.queue.iter_mut().for_each(|open| renumber(&mut open.next));
        }
        // Only positions under way still have lists, and `choose` has kept the options in them.
        for fact in self.records.facts().iter().filter(|fact| fact.list > 0) {
            self.lists.visit(fact.list, renumber);
        }
        // A class whose first position is gone begins anew when a position of it is met.
        self.classes.retain(|_, first| new(*first).map(|number| *first = number).is_some());
        self.classes.shrink_to(self.classes.len() * 2);
        let large = mem::take(&mut self.large).into_iter();
        self.large = large.filter_map(|(number, value)| Some((new(number)?, value))).collect();
        let rare = mem::take(&mut self.rare).into_iter();
        self.rare = rare.filter_map(|((number, place), costs)| Some(((new(number)?, place), costs))).collect();
        // Those that stay keep their order, as the new numbers do.
        self.records.retain(|number| slots[number as usize] != FREE);
        drop(slots);
        // After the records that go are gone, so that only costs of positions that stay are in use.
        self.keep_couples();
        let mut slots = vec![FREE; (self.records.len() * SLOTS_A_RECORD).max(LEAST_SLOTS)];
        for number in self.records.numbers() {
            fill(&mut slots, slot(hash(self.key(number)), number));
        }
        self.slots = slots;
    }

    /// Writes the new number of each position that stays into the slot with its old number, and [`FREE`] into all others.
    fn choose(&mut self, most: usize, next: Number, stack: &[Frame]) {
        // The slots are made anew in any case, and there are more of them than records: they hold the new numbers meanwhile.
        let Self { slots, lists, records, .. } = self;
        slots.fill(FREE);
        // First those that always stay, marked by 0. The last loop gives them their numbers.
        let mut stay = |number: Number| slots[number as usize] = 0;
        stay(next);
        for frame in stack {
            stay(frame.number);
            frame.queue.iter().for_each(|open| stay(open.next));
        }
        for fact in records.facts().iter().filter(|fact| fact.list > 0) {
            lists.visit(fact.list, |number| stay(*number));
        }
        // The bytes of the other records by rank, to see which ranks there is room for. This needs no sort.
        let mut bytes = [0_usize; RANKS];
        for number in records.numbers().filter(|number| slots[*number as usize] == FREE) {
            if let Some((rank, fact)) = ranked(records, number) {
                bytes[rank] += bytes_of::<P>(fact);
            }
        }
        let (mut least, mut left) = (RANKS, most);
        // The most work first, rank after rank, as long as a whole rank fits.
        while least > 0 && bytes[least - 1] <= left {
            least -= 1;
            left -= bytes[least];
        }
        // Of the rank for which there is room in part, the records that were met last stay.
        let mut skipped = least.checked_sub(1).map_or(0, |rank| bytes[rank] - left);
        let mut stays = |number: Number| match ranked(records, number) {
            Some((rank, fact)) if rank + 1 == least && skipped > 0 => {
                skipped = skipped.saturating_sub(bytes_of::<P>(fact));
                false
            }
            ranked => ranked.is_some_and(|(rank, _)| rank + 1 >= least),
        };
        let mut new = 0;
        for (number, slot) in records.numbers().zip(slots) {
            if *slot != FREE || stays(number) {
                *slot = new;
                new += 1;
            }
        }
    }

    /// Drops the costs of positions that are gone.
    fn keep_couples(&mut self) {
        // First 1 for each place in use, then its new place plus 1, as `Fact::couples` has it.
        let mut places = vec![0_u32; self.couples.len()];
        let facts = self.records.facts().iter().filter(|fact| fact.couples > 0);
        facts.for_each(|fact| places[fact.couples as usize - 1] = 1);
        let mut count = 0;
        for place in places.iter_mut().filter(|place| **place > 0) {
            count += 1;
            *place = count;
        }
        for fact in self.records.facts_mut().iter_mut().filter(|fact| fact.couples > 0) {
            fact.couples = places[fact.couples as usize - 1];
        }
        let mut places = places.into_iter();
        self.couples.retain(|_| places.next().is_some_and(|place| place > 0));
        self.couples.shrink_to_fit();
    }
}

/// The new number in a slot.
#[expect(clippy::cast_possible_truncation, reason = "numbers have less than 32 bits")]
const fn kept(slot: u64) -> Option<Number> {
    if slot == FREE { None } else { Some(slot as Number) }
}

/// How much work a position has taken, rounded to an eighth of a power of two, and its fact. `None` if it was never under way.
fn ranked<P>(records: &Records<P>, number: Number) -> Option<(usize, &Fact)> {
    let fact = records.asked(number).filter(|fact| fact.work > 0)?;
    let power = fact.work.ilog2();
    // The highest bit and the three after it: 8, 9, .. 15 listings have ranks 24, 25, .. 31, and both 16 and 17 have
    // 32.
    let eighths = if power < 3 { fact.work << (3 - power) } else { fact.work >> (power - 3) };
    Some(((power * 8 + eighths - 8) as usize, fact))
}

/// Number of ranks.
const RANKS: usize = 32 * 8;

/// The bytes of a record.
const fn bytes_of<P>(fact: &Fact) -> usize {
    let of_costs = if fact.couples > 0 { size_of::<[Costs; COUPLES]>() } else { 0 };
    Records::<P>::ASKED + SLOTS_A_RECORD * size_of::<u64>() + of_costs
}

/// Slots for each record that stays: enough for as many new ones and a quarter more.
const SLOTS_A_RECORD: usize = 3;
