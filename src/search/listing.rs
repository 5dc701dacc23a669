//! Options of a position in the nimber search: made, looked up, and kept as a list.

use std::ops::{ControlFlow, Range};

use crate::control::{Control, Stopped};
use crate::game::{ImpartialGame, Keyed};
use crate::nimber::Nimber;
use crate::search::candidates::Candidates;
use crate::search::engine::most_options;
use crate::search::error::SolveError;
use crate::search::facts::hash;
use crate::search::lists::{Listed, Number, Parts};
use crate::search::memo::Memo;
use crate::search::nimber_frame::{Found, Question};
use crate::search::nimbers::NimberSearch;

/// Options that are made before they are looked up. No look-up of a batch depends on another, so that their cache misses overlap. An option
/// that answers the question makes the rest of its batch useless (Cram 5 × 6: a batch of 16 takes a sixth more instructions).
const BATCH: usize = 6;

/// Options that have been made.
struct Made<P> {
    /// For each option the nim-sum of the components with values by theorems, and the end of the others among `parts`.
    options: Vec<(Nimber, usize)>,
    /// Components by their memo keys.
    parts: Vec<Part<P>>,
    /// The hashes of the keys.
    hashes: Vec<u32>,
}

/// A component by its memo key, and its number if it was met before.
struct Part<P> {
    key: P,
    number: Option<Number>,
}

impl<P> Made<P> {
    /// The places of the components of an option.
    fn parts_of(&self, option: usize) -> Range<usize> {
        let start = option.checked_sub(1).map_or(0, |before| self.options[before].1);
        start..self.options.get(option).map_or(start, |(_, end)| *end)
    }
}

impl<G, T, A> NimberSearch<'_, G, T, A>
where
    G: ImpartialGame,
    T: Memo<G::Position, Nimber>,
    A: FnMut(&G::Position, &mut Control) -> Result<Option<Nimber>, Stopped>,
{
    /// Lists the options of a position, or answers the question if an option does.
    pub(super) fn list(
        &mut self,
        number: Number,
        question: Question,
    ) -> Result<Option<Found>, SolveError<G::Position>> {
        let (game, key) = (self.game, self.facts.key(number).clone());
        let options = game.options(&key);
        let at_least = options.size_hint().0;
        let limit = most_options(self.control.position_limit());
        if at_least as u64 > limit {
            return Err(SolveError::TooManyMoves { position: key.clone().into(), at_least: at_least as u64, limit });
        }
        let mut made =
            Made { options: Vec::with_capacity(at_least.min(MOST_ROOM)), parts: Vec::new(), hashes: Vec::new() };
        made.parts.reserve(at_least.min(MOST_ROOM));
        made.hashes.reserve(at_least.min(MOST_ROOM));
        let (mut known, mut next) = (Nimber::ZERO, 0);
        let mut attained = Candidates::NONE;
        let mut is_answered = false;
        game.keyed_options(&key, options, |keyed| {
            match keyed {
                Keyed::Known(value) => known += value,
                Keyed::Key(key) => {
                    made.hashes.push(hash(&key));
                    made.parts.push(Part { key, number: None });
                }
                Keyed::End => {
                    made.options.push((std::mem::replace(&mut known, Nimber::ZERO), made.parts.len()));
                    if made.options.len() == next + BATCH {
                        is_answered = self.take_batch(&mut next, &mut made, question, &mut attained);
                    }
                }
            }
            if is_answered { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        is_answered = is_answered || self.take_batch(&mut next, &mut made, question, &mut attained);
        self.control.step(made.options.len() as u64);
        if is_answered {
            let may = self.facts.fact(number).may.without(attained);
            return Ok(Some(may.only().map_or(Found::Among(may), Found::Value)));
        }
        self.keep(number, attained, made);
        Ok(None)
    }

    /// Looks up the options from `next` on, up to one that answers the question, if there is one.
    #[inline(never)]
    fn take_batch(
        &self,
        next: &mut usize,
        made: &mut Made<G::Position>,
        question: Question,
        attained: &mut Candidates,
    ) -> bool {
        self.facts.warm(&made.hashes[made.parts_of(*next).start..]);
        for option in *next..made.options.len() {
            if let Some(value) = self.value_of(option, made) {
                *attained = attained.or(value);
                if matches!(question, Question::Is(nimber, _) if nimber == value) {
                    return true;
                }
            }
        }
        *next = made.options.len();
        false
    }

    /// Looks the components of an option up. If all have values, the sum, if it has a bit of its own.
    #[inline]
    fn value_of(&self, option: usize, made: &mut Made<G::Position>) -> Option<Candidates> {
        let mut sum = Some(made.options[option].0);
        for place in made.parts_of(option) {
            let part = &mut made.parts[place];
            part.number = self.facts.find(&part.key, made.hashes[place]);
            let value = part.number.and_then(|number| self.facts.value(number));
            sum = sum.zip(value).map(|(sum, value)| sum + value);
        }
        sum.map(Candidates::of).filter(|value| value.are_small())
    }

    /// The position that stands for the class of a new position, if that is another one.
    #[inline]
    pub(super) fn first_of_class(&mut self, number: Number) -> Option<Number> {
        if !self.cuts.classes {
            return None;
        }
        let class = self.game.class_code(self.facts.key(number))?;
        let first = self.facts.join(number, class)?;
        if let Some(value) = self.facts.value(first) {
            self.values.insert(self.facts.key(number).clone(), value);
        }
        Some(first)
    }

    /// The position that stands for the class of a position that has no number.
    pub(super) fn class_of(&self, key: &G::Position) -> Option<Number> {
        let class = if self.cuts.classes { self.game.class_code(key) } else { None };
        self.facts.classes.get(&class?).copied()
    }

    /// Keeps the options that have been made as the list of a position.
    fn keep(&mut self, number: Number, mut attained: Candidates, made: Made<G::Position>) {
        let mut listed = Vec::with_capacity(made.options.len());
        let mut parts_made = made.parts.into_iter().zip(made.hashes);
        let mut start = 0;
        for (mut known, end) in made.options {
            let mut parts = Parts::new();
            for (part, hash) in parts_made.by_ref().take(end - start) {
                let number = part.number.unwrap_or_else(|| self.number(part.key, hash));
                match self.facts.value(number) {
                    Some(value) => known += value,
                    None => self.add_part(&mut parts, number),
                }
            }
            start = end;
            let value = Candidates::of(known);
            if parts.is_empty() && value.are_small() {
                attained = attained.or(value);
                continue;
            }
            self.order_parts(&mut parts);
            let weights = parts.iter().map(|part| self.facts.fact(*part).weight);
            let weight = weights.fold(0_u32, u32::saturating_add);
            listed.push(Listed { known, parts, weight });
        }
        // Options with little work come first, and among those with as much the order of the rule book stays: neighbouring positions are
        // then answered alike, so that they share more (Cram 5 × 8: a third fewer listings than ordered by number).
        listed.sort_by_key(|option| option.weight);
        listed.dedup();
        self.facts.list(number, attained, &listed);
    }
}

/// Number of options for which room is made before they are listed.
const MOST_ROOM: usize = 1 << 10;
