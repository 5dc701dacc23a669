//! Options of a position in the nimber search: made, looked up, and kept as a list.

use std::collections::HashMap;
use std::hash::Hash;
use std::mem;
use std::ops::ControlFlow;

use rustc_hash::FxBuildHasher;

use crate::control::{Control, Stopped};
use crate::game::{ImpartialGame, Keyed};
use crate::made::pass_over;
use crate::nimber::Nimber;
use crate::search::candidates::Candidates;
use crate::search::engine::most_options;
use crate::search::error::SolveError;
use crate::search::facts::Facts;
use crate::search::lists::{Listed, Number, Parts};
use crate::search::made_options::{Listing, Part, Told};
use crate::search::memo::Memo;
use crate::search::nimber_frame::{Found, Question};
use crate::search::nimbers::{Cuts, NimberSearch};
use crate::search::slots::hash;

/// Options that are made before they are looked up. No look-up of a batch depends on another, so that their cache misses overlap. An option
/// that answers the question makes the rest of its batch useless (Cram 5 × 6: a batch of 16 takes a sixth more instructions).
const BATCH: usize = 6;

impl<P: Eq + Hash> Listing<P> {
    /// Looks up the options that have not been looked up, up to one that answers the question, if there is one. Each counts as a step.
    #[inline(never)]
    pub(super) fn look_up(&mut self, facts: &Facts<P>, question: Question, control: &mut Control) {
        // All records of the batch at once, before they are read one after the other.
        let first = self.parts_of(self.looked_up).start;
        facts.warm(&self.made.parts[first..], &self.made.hashes[first..]);
        let new = self.looked_up..self.made.options.len();
        control.step_options(new.len().max(1) as u64, self.at_least.max(new.end) as u64);
        for option in new {
            if let Some(value) = self.value_of(option, facts) {
                self.attained = self.attained.or(value);
                if matches!(question, Question::Is(nimber, _) if nimber == value) {
                    self.is_answered = true;
                    return;
                }
            }
        }
        self.looked_up = self.made.options.len();
    }

    /// Asks the rule book about the components that have no numbers, so that this need not be done when they get some.
    pub(super) fn ask<G: ImpartialGame<Position = P>>(&mut self, game: &G, cuts: Cuts) {
        // By key, so that a key that stands in several options is asked about once.
        let mut told = HashMap::with_hasher(FxBuildHasher);
        if !self.is_answered {
            for Part { key, .. } in self.made.parts.iter().filter(|part| part.number.is_none()) {
                let tell = || Told { class: cuts.class(game, key), work: cuts.work(game, key) };
                self.told.push(*told.entry(key).or_insert_with(tell));
            }
        }
    }

    /// Looks the components of an option up. If all have values, the sum, if it has a bit of its own.
    #[inline]
    fn value_of(&mut self, option: usize, facts: &Facts<P>) -> Option<Candidates> {
        let mut sum = Some(self.made.options[option].0);
        for place in self.parts_of(option) {
            let part = &mut self.made.parts[place];
            part.number = facts.find(&part.key, self.made.hashes[place]);
            let value = part.number.and_then(|number| facts.value(number));
            sum = sum.zip(value).map(|(sum, value)| sum + value);
        }
        sum.map(Candidates::of).filter(|value| value.are_small())
    }
}

/// Makes the options of a position by its memo key, until one answers the question. `look_up` looks up those that are new, a batch at a time,
/// and checks the control. What was listed before a stop is passed over.
pub(super) fn make<G: ImpartialGame>(
    game: &G,
    key: &G::Position,
    limit: u64,
    listing: &mut Listing<G::Position>,
    mut look_up: impl FnMut(&mut Listing<G::Position>) -> Result<(), Stopped>,
) -> Result<(), SolveError<G::Position>> {
    let mut options = game.options(key);
    let at_least = options.size_hint().0;
    // By the size hint, before an option is made.
    if at_least as u64 > limit {
        return Err(SolveError::TooManyMoves { position: key.clone().into(), at_least: at_least as u64, limit });
    }
    listing.begin_again();
    listing.at_least = at_least;
    let before = listing.made.options.len();
    let passed = pass_over(&mut options, before, || match look_up(listing) {
        Ok(()) if !listing.is_answered => ControlFlow::Continue(()),
        found => ControlFlow::Break(found),
    });
    if let ControlFlow::Break(found) = passed {
        return Ok(found?);
    }
    let room = at_least.min(MOST_ROOM).saturating_sub(before);
    listing.made.options.reserve_exact(room);
    listing.made.parts.reserve_exact(room);
    listing.made.hashes.reserve_exact(room);
    let (mut known, mut looked, mut taken) = (Nimber::ZERO, Ok(()), 0_usize);
    game.keyed_options(key, options.inspect(|_| taken += 1), |keyed| {
        let made = &mut listing.made;
        match keyed {
            Keyed::Known(value) => known += value,
            Keyed::Key(key) => {
                made.hashes.push(hash(&key));
                made.parts.push(Part { key, number: None });
            }
            Keyed::End => {
                made.options.push((mem::replace(&mut known, Nimber::ZERO), made.parts.len()));
                // A full batch is looked up at its end, when all components of its last option are known.
                if made.options.len() == listing.looked_up + BATCH {
                    looked = look_up(listing).and(looked);
                }
            }
            Keyed::Pause => looked = look_up(listing).and(looked),
        }
        // The rule book may look at this only at the end of an option or at a pause.
        if listing.is_answered || looked.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    // Options that were taken and not visited would be passed over with those that were.
    listing.goes_on = taken == listing.made.options.len() - before;
    looked?;
    if !listing.is_answered {
        look_up(listing)?;
    }
    Ok(())
}

impl<G: ImpartialGame, T: Memo<G::Position, Nimber>> NimberSearch<'_, G, T> {
    /// Lists the options of a position, or answers the question if an option does.
    pub(super) fn list(
        &mut self,
        number: Number,
        question: Question,
        unfinished: u64,
    ) -> Result<Option<Found>, SolveError<G::Position>> {
        let (key, game) = (self.facts.key(number).clone(), self.game);
        let limit = most_options(self.control.position_limit());
        let before = self.values_bytes();
        let begun = self.facts.begun.take().filter(|(begun, _)| *begun == key);
        let mut listing = begun.map_or_else(Listing::new, |(_, listing)| listing);
        let made = make(game, &key, limit, &mut listing, |listing| {
            listing.look_up(self.facts, question, self.control);
            if !self.control.is_due() {
                return Ok(());
            }
            // In misère play, components that are met take bytes of the values.
            let values = self.values_bytes().saturating_sub(before);
            self.look_while_making(listing.bytes().saturating_add(values), unfinished)
        });
        let found = made.and_then(|()| Ok(self.take(number, &listing, unfinished)?));
        if matches!(found, Err(SolveError::Stopped(_))) && listing.goes_on {
            self.facts.begun = Some((key, listing));
        }
        found
    }

    /// Keeps the options that have been made as the list of a position, unless one of them answers the question.
    pub(super) fn take(
        &mut self,
        number: Number,
        listing: &Listing<G::Position>,
        unfinished: u64,
    ) -> Result<Option<Found>, Stopped> {
        if listing.is_answered {
            let may = self.facts.fact(number).may.without(listing.attained);
            return Ok(Some(may.only().map_or(Found::Among(may), Found::Value)));
        }
        self.keep(number, listing, unfinished)?;
        Ok(None)
    }

    /// The number of a position by its memo key and the hash of that; and by what the rule book tells of it, if it was asked before.
    #[inline]
    pub(super) fn number(&mut self, key: G::Position, hash: u32, told: Option<&Told>) -> Number {
        self.number_by(key, hash, told, T::recall)
    }

    /// The same, with what tells the value of a position that is new.
    #[inline]
    pub(super) fn number_by(
        &mut self,
        key: G::Position,
        hash: u32,
        told: Option<&Told>,
        recall: impl FnOnce(&T, &G::Position) -> Option<Nimber>,
    ) -> Number {
        let (number, is_new) = self.facts.number(key, hash);
        if is_new {
            if let Some(first) = self.first_of_class(number, told) {
                return first;
            }
            let key = self.facts.key(number);
            if let Some(value) = recall(self.values, key) {
                self.facts.set_value(number, value);
            } else {
                let work = told.map_or_else(|| self.cuts.work(self.game, key), |told| told.work);
                self.facts.records.set_weight(number, work);
            }
        }
        number
    }

    /// The position that stands for the class of a new position, if that is another one.
    #[inline]
    fn first_of_class(&mut self, number: Number, told: Option<&Told>) -> Option<Number> {
        let class = told.map_or_else(|| self.cuts.class(self.game, self.facts.key(number)), |told| told.class);
        let first = self.facts.join(number, class?)?;
        if let Some(value) = self.facts.value(first) {
            self.values.insert(self.facts.key(number).clone(), value);
        }
        Some(first)
    }

    /// The position that stands for the class of a position that has no number.
    pub(super) fn class_of(&self, key: &G::Position) -> Option<Number> {
        self.facts.classes.get(&self.cuts.class(self.game, key)?).copied()
    }

    /// Keeps the options that have been made as the list of a position. Each counts as a step once more: of millions, this takes seconds.
    fn keep(&mut self, number: Number, listing: &Listing<G::Position>, unfinished: u64) -> Result<(), Stopped> {
        let (bytes, of) = (listing.bytes(), listing.made.options.len() as u64);
        let (made, mut attained, mut told) = (&listing.made, listing.attained, listing.told.iter());
        let mut listed = Vec::with_capacity(made.options.len());
        let mut start = 0;
        for &(mut known, end) in &made.options {
            self.control.step_options(1, of);
            if self.control.is_due() {
                self.look_while_making(bytes, unfinished)?;
            }
            let mut parts = Parts::new();
            for (Part { key, number }, hash) in made.parts[start..end].iter().zip(&made.hashes[start..end]) {
                // `told` has an entry for each component without a number, in this order, or none if the rule book was
                // not asked.
                let number = number.unwrap_or_else(|| self.number(key.clone(), *hash, told.next()));
                // Read again, since the look-up kept no value, and another thread may have found one since.
                match self.facts.value(number) {
                    Some(value) => known += value,
                    None => self.add_part(&mut parts, number),
                }
            }
            start = end;
            let value = Candidates::of(known);
            // A small value goes into the head of the list. A large one has no bit there and stays an option.
            if parts.is_empty() && value.are_small() {
                attained = attained.or(value);
                continue;
            }
            self.order_parts(&mut parts);
            let weights = parts.iter().map(|part| self.facts.records.weight(*part));
            let weight = weights.fold(0_u32, u32::saturating_add);
            listed.push(Listed { known, parts, weight });
        }
        order(&mut listed);
        self.facts.list(number, attained, &listed);
        Ok(())
    }
}

/// Options with little work come first, and among those with as much the order of the rule book stays: neighbouring positions are
/// then answered alike, so that they share more (Cram 5 × 8: a third fewer listings than ordered by number).
fn order(listed: &mut Vec<Listed>) {
    listed.sort_by_key(|option| option.weight);
    // Equal options that are not neighbours stay: they cost time only.
    listed.dedup();
}

/// Number of options for which room is made before they are listed.
const MOST_ROOM: usize = 1 << 10;
