//! What the nimber search knows of the positions that it has met: candidates for values, costs, lists of options.
//!
//! A position gets a number when it is met, and all else is found by number: lists of options hold the numbers of components. A position that
//! is visited again costs a look at one record for each option. To list options anew would cost a memo key and a hash for each.

use std::collections::HashMap;
use std::hash::Hash;
use std::mem;

use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use crate::mex::MexSet;
use crate::nimber::Nimber;
use crate::search::candidates::Candidates;
use crate::search::company::Company;
use crate::search::couples::{COUPLES, Costs, Open, Seen};
use crate::search::lists::{Listed, Lists, Number};
use crate::search::made_options::{Listing, Part};
use crate::search::nimber_frame::Question;
use crate::search::records::{Fact, Records};
use crate::search::slots::{FREE, hash, place, slot, spread};

/// What is known of positions.
#[derive(Clone, Debug)]
pub(crate) struct Facts<P> {
    pub(super) records: Records<P>,
    /// The numbers at the places of their hashes, with linear probing: the high half is the hash, the low half the number.
    pub(super) slots: Vec<u64>,
    /// Values that have no bit of their own among candidates.
    pub(super) large: HashMap<Number, Nimber, FxBuildHasher>,
    /// The first position of each class of positions with equal game trees, by the code of the class.
    pub(super) classes: HashMap<u128, Number, FxBuildHasher>,
    /// The other positions of the classes: the one after the first of a class, the one after that, and so on.
    pub(super) others: HashMap<Number, Number, FxBuildHasher>,
    /// The costs of the questions about the nimbers below [`COUPLES`] that were given up, by [`Fact::couples`].
    pub(super) couples: Vec<[Costs; COUPLES]>,
    /// The costs of the questions about other nimbers that were given up, by the number of the position and [`Candidates::place`].
    pub(super) rare: HashMap<(Number, u8), Costs, FxBuildHasher>,
    pub(super) lists: Lists,
    /// The number of options in the queues of positions under way.
    pub(super) queued: usize,
    pub(super) idle: Idle,
    /// The bit of the thread that is at work.
    pub(super) own: u16,
    /// Whether a question is being answered. If it is when another one begins, the rule book has panicked.
    is_at_work: bool,
    /// The number of times that something was found of a position under way for another thread.
    pub(super) answers: u32,
    /// The position whose options were being listed when a search was stopped, by its key, and those that were listed.
    pub(super) begun: Option<(P, Listing<P>)>,
    /// The positions under way when a search was stopped, with the questions about them.
    pub(super) path: Vec<(Number, Question)>,
    /// Other workers, if there are any.
    pub(super) company: Option<Company<P>>,
}

/// Checks of the control since something was listed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Idle {
    /// The number of positions that were listed at the last check.
    pub(super) done: u64,
    pub(super) looks: u32,
}

/// Maximum number of positions. A word with the highest bit is no number.
pub(super) const MOST_POSITIONS: usize = 1 << 31;

impl<P> Default for Facts<P> {
    fn default() -> Self {
        Self {
            records: Records::new(),
            slots: Vec::new(),
            large: HashMap::default(),
            classes: HashMap::default(),
            others: HashMap::default(),
            couples: Vec::new(),
            rare: HashMap::default(),
            lists: Lists::new(),
            queued: 0,
            idle: Idle::default(),
            own: 1,
            is_at_work: false,
            answers: 0,
            begun: None,
            path: Vec::new(),
            company: None,
        }
    }
}

impl<P> Facts<P> {
    /// The number of positions.
    pub(super) fn len(&self) -> usize {
        self.records.len()
    }

    #[inline]
    pub(super) fn key(&self, number: Number) -> &P {
        self.records.key(number)
    }

    /// What is known of a position; of one that was never asked, that its value may be any.
    #[inline]
    pub(super) fn fact(&self, number: Number) -> &Fact {
        self.records.asked(number).unwrap_or(&Fact::NONE)
    }

    /// What is known of a position, which from now on counts as asked.
    #[inline]
    pub(super) fn fact_mut(&mut self, number: Number) -> &mut Fact {
        self.records.fact_mut(number)
    }

    /// The value, if it is known.
    #[inline]
    pub(super) fn value(&self, number: Number) -> Option<Nimber> {
        self.records.asked(number).and_then(|fact| self.value_of(number, fact))
    }

    /// The value of a position, of which this is known.
    #[inline]
    fn value_of(&self, number: Number, fact: &Fact) -> Option<Nimber> {
        match fact.may.only() {
            None if fact.may.is_large() => self.large.get(&number).copied(),
            only => only,
        }
    }

    pub(super) fn set_value(&mut self, number: Number, value: Nimber) {
        let may = Candidates::of(value);
        if may.is_large() {
            self.large.insert(number, value);
        }
        let fact = self.fact_mut(number);
        fact.may = may;
        fact.list = 0; // the options do not matter any more
    }

    /// Puts a new position into its class. If another position stands for the class already, its number.
    pub(super) fn join(&mut self, number: Number, class: u128) -> Option<Number> {
        let first = *self.classes.entry(class).or_insert(number);
        if first == number {
            return None;
        }
        self.records.stand_for(first, number);
        // The new one comes next after the first.
        if let Some(next) = self.others.insert(first, number) {
            self.others.insert(number, next);
        }
        Some(first)
    }

    /// The keys of the other positions of the class for which a position stands.
    pub(super) fn others(&self, number: Number) -> impl Iterator<Item = &P> {
        let next = |number: &Number| self.others.get(number).copied();
        std::iter::successors(next(&number), next).map(|other| self.key(other))
    }

    /// Whether the options of a position are listed.
    #[inline]
    pub(super) fn is_listed(&self, number: Number) -> bool {
        self.fact(number).list > 0
    }

    /// Begins a question. After a panic of the rule book, positions are still marked as being under way.
    pub(super) fn begin(&mut self) {
        if mem::replace(&mut self.is_at_work, true) {
            (self.own, self.queued) = (1, 0);
            self.records.facts_mut().iter_mut().for_each(|fact| fact.open = 0);
        }
    }

    /// Ends a question, whose positions are no longer under way.
    pub(super) fn end(&mut self) {
        self.is_at_work = false;
    }

    /// Whether the position is under way for the thread that is at work.
    #[inline]
    pub(super) fn is_open(&self, number: Number) -> bool {
        self.fact(number).open & self.own > 0
    }

    #[inline]
    pub(super) fn set_open(&mut self, number: Number, is_open: bool) {
        let own = self.own;
        if is_open {
            self.fact_mut(number).open |= own;
        } else if self.is_open(number) {
            self.fact_mut(number).open &= !own;
        }
    }

    /// Keeps the options of a position under way: the small values of options that are known, and the others.
    pub(super) fn list(&mut self, number: Number, attained: Candidates, options: &[Listed]) {
        for part in options.iter().flat_map(|option| &option.parts) {
            self.records.meet(*part);
        }
        // All 2^32 words are in use. A list that is dropped here is made again when it is needed.
        let start = self.lists.add(attained, options).unwrap_or_else(|| {
            self.drop_lists();
            self.lists.add(attained, options).expect("there is room for the lists of the positions under way")
        });
        self.fact_mut(number).list = start;
    }

    /// Drops the list of a position.
    pub(super) fn drop_list(&mut self, number: Number) {
        if self.is_listed(number) {
            self.fact_mut(number).list = 0;
        }
    }

    /// Drops all lists, except those of positions under way.
    pub(super) fn drop_lists(&mut self) {
        let mut kept = Lists::new();
        for fact in self.records.facts_mut() {
            if fact.list > 0 {
                // A position under way for any thread keeps its list: a thread may be in the middle of its options.
                fact.list = if fact.open > 0 { kept.add_from(&self.lists, fact.list) } else { 0 };
            }
        }
        self.lists = kept;
    }

    /// Looks at the options of a position, and visits those that may have the target. Options with small values are dropped from the list.
    #[inline]
    pub(super) fn open(&mut self, number: Number, target: Candidates, mut visit: impl FnMut(Open)) -> Seen {
        let start = self.fact(number).list;
        let (attained, places) = self.lists.head(start);
        let mut seen = Seen { attained, union: Candidates::NONE, live: 0 };
        // `place` reads and `kept` writes. All words before `kept` are options that stay.
        let (mut place, mut kept) = (places.start, places.start);
        while place < places.end {
            let (may, value, end) = self.look(place, target, &mut visit);
            // An option with a large value stays in the list: it has no bit in the head, and the mex may need it.
            let is_small = value.is_some_and(|value| Candidates::of(value).are_small());
            if is_small {
                seen.attained = seen.attained.or(may);
            } else {
                // Earlier options were dropped: this one moves up, so that the list shrinks in place.
                if kept < place {
                    self.lists.shift(place..end, kept);
                }
                kept += end - place;
                if value.is_none() {
                    seen.union = seen.union.or(may);
                    seen.live += 1;
                }
            }
            place = end;
        }
        // The next visit reads fewer words, and the values of dropped options from the head.
        self.lists.set_head(start as usize, seen.attained, kept);
        seen
    }

    /// What the option whose first word is at this place of all lists may be, its value, and where the next option begins.
    #[inline]
    fn look(
        &self,
        place: usize,
        target: Candidates,
        visit: &mut impl FnMut(Open),
    ) -> (Candidates, Option<Nimber>, usize) {
        // One component alone, without a loop.
        if let Some(next) = self.lists.only_number(place) {
            let fact = self.records.asked(next);
            return match fact.and_then(|fact| self.value_of(next, fact)) {
                Some(value) => (Candidates::of(value), Some(value), place + 1),
                None => (self.open_alone(next, fact, Nimber::ZERO, target, visit), None, place + 1),
            };
        }
        let (mut known, numbers) = self.lists.option(place);
        let end = numbers.end;
        let mut live: SmallVec<[Number; 4]> = SmallVec::new();
        for number in self.lists.numbers(numbers) {
            // Components that have got values since the option was listed add to its nim-sum.
            match self.value(*number) {
                Some(value) => known += value,
                None => live.push(*number),
            }
        }
        match live[..] {
            [] => (Candidates::of(known), Some(known), end),
            [next] => (self.open_alone(next, self.records.asked(next), known, target, visit), None, end),
            // Two unknown values may have any nim-sum.
            _ => {
                if !target.is_empty() {
                    visit(self.together(&live, known));
                }
                (Candidates::ALL, None, end)
            }
        }
    }

    /// What an option with one component without a value may be. If that may be the target, it is visited.
    #[expect(
        clippy::inline_always,
        reason = "it is most of a look, and with a call the search takes a seventh more instructions"
    )]
    #[inline(always)]
    fn open_alone(
        &self,
        next: Number,
        fact: Option<&Fact>,
        known: Nimber,
        target: Candidates,
        visit: &mut impl FnMut(Open),
    ) -> Candidates {
        let may = fact.map_or(Candidates::ALL, |fact| fact.may).plus(known);
        if may.meets(target) {
            visit(self.alone(next, fact, known, target));
        }
        may
    }

    /// The first component without a value of an option.
    pub(super) fn first_unknown(&self, number: Number) -> Option<Number> {
        let (_, places) = self.lists.head(self.fact(number).list);
        let mut place = places.start;
        while place < places.end {
            let (_, numbers) = self.lists.option(place);
            place = numbers.end;
            let unknown = self.lists.numbers(numbers).iter().find(|number| self.value(**number).is_none());
            if unknown.is_some() {
                return unknown.copied();
            }
        }
        None
    }

    /// The least value that no option of a position has. All options have values.
    pub(super) fn mex(&self, number: Number) -> Nimber {
        let (attained, places) = self.lists.head(self.fact(number).list);
        let mut values = MexSet::new();
        // Small values of options that were dropped from the list, then the options that are still in it.
        attained.iter().for_each(|value| values.insert(value));
        let mut place = places.start;
        while place < places.end {
            let (mut value, numbers) = self.lists.option(place);
            place = numbers.end;
            for number in self.lists.numbers(numbers) {
                value += self.value(*number).expect("all options have values");
            }
            values.insert(value);
        }
        values.mex()
    }

    /// Whether the slots are too few for `more` further positions: a quarter of them stays free.
    pub(super) fn is_full(&self, more: usize) -> bool {
        self.records.len().saturating_add(more) > self.slots.len() / 4 * 3
    }
}

impl<P: Eq> Facts<P> {
    /// Reads the records of some keys, so that the processor waits for many cache misses at the same time.
    #[expect(clippy::cast_possible_truncation, reason = "the lower half of a slot is the number")]
    pub(super) fn warm(&self, parts: &[Part<P>], hashes: &[u32]) {
        if self.slots.is_empty() {
            return;
        }
        let mut read = 0;
        // All slots of a group are read first and then all records, so that no read waits for the one before it.
        for (parts, hashes) in parts.chunks(WARMED).zip(hashes.chunks(WARMED)) {
            let mut numbers = [0; WARMED];
            for (number, hash) in numbers.iter_mut().zip(hashes) {
                // The first slot of the hash only: a wrong guess costs time and nothing else.
                *number = self.slots[place(*hash, self.slots.len())] as Number; // the last one, if the slot is free
            }
            for (number, part) in numbers.iter().zip(parts) {
                read ^= self.records.touch(*number, &part.key);
            }
        }
        // Without this the compiler would remove the reads, since nothing uses what they give.
        std::hint::black_box(read);
    }

    /// The number of a position by its memo key and the hash of that, if it was met.
    #[inline]
    pub(super) fn find(&self, key: &P, hash: u32) -> Option<Number> {
        if self.slots.is_empty() {
            return None;
        }
        self.slot_of(key, hash).ok().map(|number| self.records.first_of_class(number))
    }

    /// The number of a position by its memo key and the hash of that, and whether the number is new.
    #[inline]
    pub(super) fn number(&mut self, key: P, hash: u32) -> (Number, bool) {
        // Before the slot is looked for, which growing would move.
        if self.is_full(1) {
            spread(&mut self.slots);
        }
        match self.slot_of(&key, hash) {
            Ok(number) => (self.records.first_of_class(number), false),
            Err(free) => {
                let number = self.records.push(key);
                self.slots[free] = slot(hash, number);
                (number, true)
            }
        }
    }

    /// The number of a position, or the slot in which it is missing.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "each half of a slot is one number")]
    fn slot_of(&self, key: &P, hash: u32) -> Result<Number, usize> {
        // Ends at a free slot at the latest: a quarter of the slots stays free.
        let mut place = place(hash, self.slots.len());
        loop {
            let slot = self.slots[place];
            if slot == FREE {
                return Err(place);
            }
            // The hash stands in the slot itself, so that a record is read only if it is the right one with near certainty.
            if (slot >> 32) as u32 == hash && *self.records.key(slot as Number) == *key {
                return Ok(slot as Number);
            }
            place = if place + 1 < self.slots.len() { place + 1 } else { 0 };
        }
    }
}

/// The number of records that are read at a time.
const WARMED: usize = 32;

impl<P: Eq + Hash> Facts<P> {
    /// Whether the value of a position, by its memo key, is this nimber, if that is known.
    pub(crate) fn is_worth(&self, key: &P, value: Nimber) -> Option<bool> {
        let number = self.find(key, hash(key))?;
        match self.value(number) {
            Some(other) => Some(other == value),
            // The value may be this nimber, or another one.
            None if self.fact(number).may.meets(Candidates::of(value)) => None,
            None => Some(false),
        }
    }
}
