//! Whole positions, solved by brute force.

use std::collections::HashMap;
use std::fmt::Debug;

use rustc_hash::FxBuildHasher;

use crate::components::Components;
use crate::game::ImpartialGame;
use crate::laws::catalogue::{Catalogue, ComponentId};
use crate::laws::effort::{Effort, MAX_POSITIONS};
use crate::laws::law::Law;
use crate::laws::violation::Violation;
use crate::outcome::{Outcome, Play};

/// Every whole position that play can reach, with its value and outcomes.
///
/// A whole position is a multiset of components, without those that have no move. Neither the theory of sums nor the engine of the
/// solver is used, since both are what the laws check: whole positions get numbers in the order in which they are reached, and each is
/// evaluated after its options, by definition. That is why this walk over positions is one of its own.
pub(super) struct BruteForce<'g, G: ImpartialGame> {
    components: Catalogue<'g, G>,
    /// The number of each whole position, by its components in ascending order.
    ids: HashMap<Box<[ComponentId]>, WholeId, FxBuildHasher>,
    wholes: Vec<(Box<[ComponentId]>, State)>,
    effort: &'g Effort,
}

type WholeId = usize;

/// The value and the outcomes of a whole position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Solved {
    /// The mex of the options' values.
    pub(super) value: u64,
    /// Who wins in normal play.
    pub(super) normal: Outcome,
    /// Who wins in misère play.
    pub(super) misere: Outcome,
}

impl Solved {
    pub(super) fn outcome(self, play: Play) -> Outcome {
        match play {
            Play::Normal => self.normal,
            Play::Misere => self.misere,
        }
    }
}

#[derive(Clone, Copy, Debug)]
enum State {
    New,
    /// On the line of play that is being searched: to reach it again is a cycle.
    OnThePath,
    Solved(Solved),
}

/// A whole position on the path, its options, and the index of the first option that has not been visited.
struct Step {
    id: WholeId,
    options: Vec<WholeId>,
    next: usize,
}

impl<'g, G: ImpartialGame<Position: Debug, Move: Debug>> BruteForce<'g, G> {
    pub(super) fn new(game: &'g G, effort: &'g Effort) -> Self {
        Self { components: Catalogue::new(game, effort), ids: HashMap::default(), wholes: Vec::new(), effort }
    }

    /// The components reached so far.
    pub(super) fn components(&self) -> &Catalogue<'g, G> {
        &self.components
    }

    /// The shapes of components that a hint leads to, from which play lasts at most as many moves, in ascending order. They need not have been reached before.
    pub(super) fn shapes_hinted(
        &mut self,
        law: Law,
        components: &[G::Position],
        most_moves: usize,
    ) -> Result<Vec<usize>, Violation> {
        let ids = self.components.add_hinted(law, components, most_moves)?;
        Ok(self.components.shapes(&ids))
    }

    /// Solves a whole position and all that play can reach from it. The path is an explicit stack, since play may be deep.
    pub(super) fn solve(&mut self, components: &[G::Position]) -> Result<Solved, Violation> {
        let parts = self.components.add(components)?;
        let start = self.intern(parts);
        if let State::Solved(solved) = self.wholes[start].1 {
            return Ok(solved);
        }
        let mut path = Vec::new();
        let mut step = self.step(start)?;
        loop {
            let Some(option) = step.options.get(step.next).copied() else {
                let solved = self.evaluate(&step.options);
                self.wholes[step.id].1 = State::Solved(solved);
                let Some(parent) = path.pop() else { return Ok(solved) };
                step = parent;
                continue;
            };
            step.next += 1;
            match self.wholes[option].1 {
                State::Solved(_) => {}
                State::New => path.push(std::mem::replace(&mut step, self.step(option)?)),
                State::OnThePath => {
                    let position = self.whole(option);
                    return Err(Violation::broken(
                        Law::PlayEnds,
                        &position[..],
                        "play does not come back to it",
                        "it does",
                    ));
                }
            }
        }
    }

    /// Every whole position solved so far.
    pub(super) fn wholes(&self) -> impl Iterator<Item = (Components<G::Position>, Solved)> {
        self.wholes.iter().enumerate().filter_map(|(id, (_, state))| match state {
            State::Solved(solved) => Some((self.whole(id), *solved)),
            State::New | State::OnThePath => None,
        })
    }

    /// The components of a whole position.
    fn whole(&self, id: WholeId) -> Components<G::Position> {
        self.wholes[id].0.iter().map(|component| self.components.entries()[*component].position.clone()).collect()
    }

    /// The number of a whole position, a new one if it has none.
    fn intern(&mut self, mut parts: Vec<ComponentId>) -> WholeId {
        // A component without moves changes neither the value nor an outcome.
        parts.retain(|id| !self.components.entries()[*id].moves.is_empty());
        parts.sort_unstable();
        let next = self.wholes.len();
        let parts = parts.into_boxed_slice();
        *self.ids.entry(parts).or_insert_with_key(|parts| {
            self.wholes.push((parts.clone(), State::New));
            next
        })
    }

    /// Lists the options of a whole position, which goes on the path.
    fn step(&mut self, id: WholeId) -> Result<Step, Violation> {
        let parts = self.wholes[id].0.clone();
        let mut options = Vec::new();
        for (place, component) in parts.iter().enumerate() {
            // Equal components, which are neighbours, have the same options.
            if place > 0 && parts[place - 1] == *component {
                continue;
            }
            for choice in 0..self.components.entries()[*component].moves.len() {
                let left = self.components.entries()[*component].left_by(choice);
                self.effort.spend(1 + parts.len() + left.len())?;
                let whole = [&parts[..place], &parts[place + 1..], left].concat();
                options.push(self.intern(whole));
            }
        }
        if self.wholes.len() > MAX_POSITIONS {
            return Err(Violation::too_large(MAX_POSITIONS, "whole positions"));
        }
        self.wholes[id].1 = State::OnThePath;
        options.sort_unstable();
        options.dedup();
        Ok(Step { id, options, next: 0 })
    }

    /// The value and outcomes of a whole position whose options are all solved.
    fn evaluate(&self, options: &[WholeId]) -> Solved {
        let options: Vec<Solved> = options
            .iter()
            .map(|option| match self.wholes[*option].1 {
                State::Solved(solved) => solved,
                State::New | State::OnThePath => unreachable!("a position is evaluated after its options"),
            })
            .collect();
        let outcome = |play, of_the_end| {
            if options.is_empty() {
                of_the_end
            } else if options.iter().any(|option| option.outcome(play) == Outcome::P) {
                Outcome::N
            } else {
                Outcome::P
            }
        };
        Solved {
            value: least_missing(options.iter().map(|option| option.value).collect()),
            normal: outcome(Play::Normal, Outcome::P),
            misere: outcome(Play::Misere, Outcome::N),
        }
    }
}

/// The mex, without any code of the engine's mex.
pub(super) fn least_missing(mut values: Vec<u64>) -> u64 {
    values.sort_unstable();
    // In ascending order a value is the least missing number, or a repeat of the one before, or behind a gap.
    values.into_iter().fold(0, |least, value| if value == least { least + 1 } else { least })
}
