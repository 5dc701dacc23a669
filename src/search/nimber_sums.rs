//! Questions of the nimber search about sums: part by part, the dearest last.

use smallvec::SmallVec;

use crate::components::Components;
use crate::control::{Stopped, Unit};
use crate::game::ImpartialGame;
use crate::nimber::Nimber;
use crate::search::candidates::Candidates;
use crate::search::couples::Costs;
use crate::search::error::SolveError;
use crate::search::lists::{Number, Parts};
use crate::search::memo::Memo;
use crate::search::nimber_frame::{Found, Question};
use crate::search::nimbers::NimberSearch;
use crate::search::slots::hash;

/// What is known of a component.
enum Looked {
    Value(Nimber),
    Number(Number),
}

/// Memo keys of components.
type Keys<P> = SmallVec<[P; 1]>;

impl<G: ImpartialGame, T: Memo<G::Position, Nimber>> NimberSearch<'_, G, T> {
    /// The value of a sum.
    pub(crate) fn value(&mut self, sum: Components<G::Position>) -> Result<Nimber, SolveError<G::Position>> {
        self.value_by(sum, Self::solve)
    }

    /// The value of a sum, by something that answers questions about one position.
    pub(super) fn value_by(
        &mut self,
        sum: Components<G::Position>,
        mut solve: impl FnMut(&mut Self, G::Position, Question) -> Result<Found, SolveError<G::Position>>,
    ) -> Result<Nimber, SolveError<G::Position>> {
        let (mut known, missing) = self.split(sum)?;
        for key in missing {
            match solve(self, key, Question::Value)? {
                Found::Value(value) => known += value,
                found => unreachable!("the value was asked for: {found:?}"),
            }
        }
        Ok(known)
    }

    /// Whether a sum has that value, which takes less than the value itself: the component that is left last is only asked whether it equals
    /// one nimber.
    pub(crate) fn is_worth(
        &mut self,
        sum: Components<G::Position>,
        value: Nimber,
    ) -> Result<bool, SolveError<G::Position>> {
        self.is_worth_by(sum, value, Self::solve)
    }

    /// Whether a sum has that value, by something that answers questions about one position.
    pub(super) fn is_worth_by(
        &mut self,
        sum: Components<G::Position>,
        value: Nimber,
        mut solve: impl FnMut(&mut Self, G::Position, Question) -> Result<Found, SolveError<G::Position>>,
    ) -> Result<bool, SolveError<G::Position>> {
        let (mut known, mut missing) = self.split(sum)?;
        known += value;
        // The dearest stands first, so that it is left for last and asked about one nimber only.
        while let Some(key) = missing.pop() {
            // The sum has the value exactly if all components and the value add up to 0: the last component must equal
            // what the others add up to.
            let want = Candidates::of(known);
            let want = if missing.is_empty() && want.are_small() {
                Question::Is(want, Costs::UNLIMITED)
            } else {
                Question::Value
            };
            match solve(self, key, want)? {
                Found::Value(value) => known += value,
                // Only the last component is asked about one nimber, so no other is left.
                Found::Among(candidates) => return Ok(candidates.meets(Candidates::of(known))),
                Found::GivenUp(..) => unreachable!("the question has no limits"),
            }
        }
        Ok(known.is_zero())
    }

    /// The nim-sum of the components that have values, and the memo keys of the others, as in a list. (Numbers change where the search forgets.)
    fn split(&mut self, sum: Components<G::Position>) -> Result<(Nimber, Keys<G::Position>), Stopped> {
        // Before the memo takes in what was told meanwhile. The question before may have ended without a search.
        self.leave_workers();
        self.join_workers();
        let (mut known, mut parts) = (Nimber::ZERO, Parts::new());
        for component in sum {
            match self.look_up(component)? {
                Looked::Value(value) => known += value,
                Looked::Number(number) => self.add_part(&mut parts, number),
            }
        }
        self.order_parts(&mut parts);
        Ok((known, parts.into_iter().map(|number| self.facts.key(number).clone()).collect()))
    }

    /// The value of a position, or its number.
    fn look_up(&mut self, position: G::Position) -> Result<Looked, Stopped> {
        if let Some(value) = self.game.known_value(&position) {
            return Ok(Looked::Value(value));
        }
        let key = self.game.memo_key(position);
        let hash = hash(&key);
        // Where nothing more may be listed, positions that were never met are not kept: a certificate asks for millions of them.
        if !self.control.has_room(0) && self.facts.find(&key, hash).is_none() && self.class_of(&key).is_none() {
            let unknown = || self.control.out_of_positions(Unit::Positions, 0);
            return self.values.recall(&key).map(Looked::Value).ok_or_else(unknown);
        }
        let number = self.number(key, hash, None);
        Ok(self.facts.value(number).map_or(Looked::Number(number), Looked::Value))
    }

    /// Adds a component. Two equal ones cancel.
    pub(super) fn add_part(&self, parts: &mut Parts, number: Number) {
        match parts.iter().position(|other| *other == number) {
            Some(place) if self.cuts.pairs => _ = parts.swap_remove(place),
            _ => parts.push(number),
        }
    }

    /// The component with the most expected work comes first.
    pub(super) fn order_parts(&self, parts: &mut Parts) {
        if parts.len() > 1 {
            order(parts, &|number| self.facts.records.weight(number));
        }
    }
}

/// Sorts components, the heaviest first. It does not depend on the game, since the code that sorts is long and so is compiled once.
fn order(parts: &mut Parts, weight: &dyn Fn(Number) -> u32) {
    parts.sort_unstable_by_key(|number| (std::cmp::Reverse(weight(*number)), *number));
}
