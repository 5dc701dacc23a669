//! Looks for a cycle where the nimber search makes no progress.
//!
//! In a game that ends, each question is answered after finitely many steps. In a loopy one the costs of two positions may depend on each other, so
//! that each question is given up for the other, and no position under way is met again. Then nothing new is listed, and the lists that there are have the cycle.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use crate::game::ImpartialGame;
use crate::nimber::Nimber;
use crate::search::error::SolveError;
use crate::search::facts::{Facts, Idle};
use crate::search::lists::Number;
use crate::search::memo::Memo;
use crate::search::nimber_frame::Frame;
use crate::search::nimbers::NimberSearch;

/// Checks of the control without a new list before a cycle is looked for; then after twice as many, and so on. To look takes a step for each word of
/// the lists, so that it is a small part of the time also where a search goes on for long among its lists. A guard, not tuned.
const LOOKS: u32 = 1 << 5;

impl<G: ImpartialGame, T: Memo<G::Position, Nimber>> NimberSearch<'_, G, T> {
    /// To be called at each check of the control. An error if play comes back to a position, where that is looked for.
    #[cold]
    pub(super) fn look_for_cycle(&mut self, path: &[Frame]) -> Result<(), SolveError<G::Position>> {
        let (done, Idle { done: before, looks }) = (self.control.done(), self.facts.idle);
        let looks = if done == before { looks.saturating_add(1) } else { 0 };
        self.facts.idle = Idle { done, looks };
        let Some(start) = path.first().filter(|_| looks >= LOOKS && looks.is_power_of_two()) else { return Ok(()) };
        let Some(number) = self.facts.on_cycle(start.number) else { return Ok(()) };
        Err(SolveError::Loopy { position: self.facts.key(number).clone().into() })
    }
}

impl<P> Facts<P> {
    /// A position on a cycle of lists that play can reach from a position, if there is one.
    fn on_cycle(&self, start: Number) -> Option<Number> {
        // The positions that were met, and whether they are on the line of play.
        let mut met: HashMap<Number, bool, FxBuildHasher> = HashMap::default();
        // A line of play: for each position its components that are not visited yet.
        let mut line = vec![(start, self.listed_at(start))];
        met.insert(start, true);
        while let Some((number, open)) = line.last_mut() {
            let Some(next) = open.pop() else {
                met.insert(*number, false);
                line.pop();
                continue;
            };
            match met.get(&next) {
                Some(true) => return Some(next),
                Some(false) => {}
                None => {
                    met.insert(next, true);
                    line.push((next, self.listed_at(next)));
                }
            }
        }
        None
    }

    /// The components without values in the list of a position, if it has a list.
    fn listed_at(&self, number: Number) -> Vec<Number> {
        if !self.is_listed(number) {
            return Vec::new();
        }
        let (_, places) = self.lists.head(self.fact(number).list);
        let (mut place, mut found) = (places.start, Vec::new());
        while place < places.end {
            let (_, numbers) = self.lists.option(place);
            place = numbers.end;
            found.extend(self.lists.numbers(numbers).iter().filter(|number| self.value(**number).is_none()));
        }
        found
    }
}
