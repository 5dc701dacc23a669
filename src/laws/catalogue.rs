//! All components that play can reach, each listed once.

use std::collections::HashMap;
use std::fmt::Debug;

use rustc_hash::FxBuildHasher;

use crate::components::Components;
use crate::control::Control;
use crate::game::ImpartialGame;
use crate::laws::effort::Effort;
use crate::laws::{ENDLESS_MOVES, Law, MAX_MOVES, MAX_POSITIONS, MAX_WORK, Violation};
use crate::solver::Solver;
use crate::unhinted::Unhinted;

/// The place of a component in a catalogue.
pub(super) type ComponentId = usize;

/// The same number for two components exactly if their moves leave components of the same shapes, as many of each, down to the end of
/// the game.
pub(super) type Shape = usize;

/// The components that play can reach from those that were added, with their moves.
///
/// Filling it checks the laws that every other check relies on: that moves and what they leave are the same whenever
/// they are asked for, that there are finitely many, and that no line of play comes back to a component.
pub(super) struct Catalogue<'g, G: ImpartialGame> {
    game: &'g G,
    ids: HashMap<G::Position, ComponentId, FxBuildHasher>,
    entries: Vec<Entry<G>>,
    /// The shape of a component by those that its moves leave.
    shapes: HashMap<Vec<Vec<Shape>>, Shape, FxBuildHasher>,
    effort: &'g Effort,
    steps: usize,
}

/// One component.
pub(super) struct Entry<G: ImpartialGame> {
    pub(super) position: G::Position,
    /// The moves, in reading order.
    pub(super) moves: Vec<Listed<G>>,
    /// What all moves leave, one after the other.
    children: Vec<ComponentId>,
    /// Known when the component is done.
    shape: Shape,
    state: State,
}

/// One move.
pub(super) struct Listed<G: ImpartialGame> {
    pub(super) mv: G::Move,
    pub(super) left: Components<G::Position>,
    pub(super) ids: Vec<ComponentId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    New,
    OnThePath,
    Done,
}

impl<'g, G: ImpartialGame<Position: Debug, Move: Debug>> Catalogue<'g, G> {
    pub(super) fn new(game: &'g G, effort: &'g Effort) -> Self {
        Self { game, ids: HashMap::default(), entries: Vec::new(), shapes: HashMap::default(), effort, steps: 0 }
    }

    /// The components that play can reach from `components`.
    pub(super) fn of(game: &'g G, components: &[G::Position], effort: &'g Effort) -> Result<Self, Violation> {
        let mut catalogue = Self::new(game, effort);
        catalogue.add(components)?;
        Ok(catalogue)
    }

    pub(super) fn entries(&self) -> &[Entry<G>] {
        &self.entries
    }

    /// The steps that it takes to go through the moves of all components: one for each, and one for each component that it leaves.
    pub(super) fn steps(&self) -> usize {
        self.steps
    }

    /// Adds components and all that play can reach from them; gives their places.
    pub(super) fn add(&mut self, components: &[G::Position]) -> Result<Vec<ComponentId>, Violation> {
        let mut ids = Vec::with_capacity(components.len());
        for component in components {
            let id = self.intern(component);
            self.explore(id)?;
            ids.push(id);
        }
        Ok(ids)
    }

    /// The shapes of components that have been added, in ascending order.
    pub(super) fn shapes(&self, ids: &[ComponentId]) -> Vec<Shape> {
        let mut shapes: Vec<Shape> = ids.iter().map(|id| self.entries[*id].shape).collect();
        shapes.sort_unstable();
        shapes
    }

    /// The shape of a component that leads to none that is not done.
    fn shape_of(&mut self, id: ComponentId) -> Shape {
        let mut left: Vec<Vec<Shape>> = self.entries[id].moves.iter().map(|listed| self.shapes(&listed.ids)).collect();
        left.sort_unstable();
        left.dedup();
        let next = self.shapes.len();
        *self.shapes.entry(left).or_insert(next)
    }

    fn intern(&mut self, position: &G::Position) -> ComponentId {
        if let Some(id) = self.ids.get(position) {
            return *id;
        }
        let id = self.entries.len();
        self.ids.insert(position.clone(), id);
        let entry =
            Entry { position: position.clone(), moves: Vec::new(), children: Vec::new(), shape: 0, state: State::New };
        self.entries.push(entry);
        id
    }

    /// Goes depth first through all that play can reach; the path is kept on an explicit stack.
    fn explore(&mut self, start: ComponentId) -> Result<(), Violation> {
        if self.entries[start].state == State::Done {
            return Ok(());
        }
        self.list(start)?;
        let mut path = vec![(start, 0)];
        while let Some((id, next)) = path.last_mut() {
            let Some(child) = self.entries[*id].children.get(*next).copied() else {
                let id = *id;
                self.entries[id].shape = self.shape_of(id);
                self.entries[id].state = State::Done;
                path.pop();
                continue;
            };
            *next += 1;
            match self.entries[child].state {
                State::Done => {}
                State::OnThePath => return Err(self.comes_back(start, child)),
                State::New => {
                    self.list(child)?;
                    path.push((child, 0));
                }
            }
        }
        Ok(())
    }

    /// Lists the moves of a component, twice.
    fn list(&mut self, id: ComponentId) -> Result<(), Violation> {
        let game = self.game;
        let position = self.entries[id].position.clone();
        let mut moves = Vec::new();
        let mut children = Vec::new();
        let mut list = game.moves(&position);
        let bounds = list.size_hint();
        while let Some(mv) = list.next() {
            let too_many = if moves.len() < MAX_MOVES {
                self.effort.spend(1)
            } else {
                Err(Violation::too_large(MAX_MOVES, "moves of one position"))
            };
            too_many.or_else(|too_large| self.check_end(&position, moves.len(), bounds, list.by_ref(), too_large))?;
            let left = game.play(&position, &mv);
            let again = game.play(&position, &mv);
            if left != again {
                let found = format!("{:?}, then {:?}", &left[..], &again[..]);
                let expected = format!("{mv:?} leaves the same whenever it is played");
                return Err(Violation::broken(Law::MovesRepeat, &position, expected, found));
            }
            self.effort.spend(left.len())?;
            self.steps += 1 + left.len();
            let ids: Vec<_> = left.iter().map(|component| self.intern(component)).collect();
            children.extend_from_slice(&ids);
            moves.push(Listed { mv, left, ids });
        }
        drop(list);
        if self.entries.len() > MAX_POSITIONS {
            return Err(Violation::too_large(MAX_POSITIONS, "different components"));
        }
        let again: Vec<_> = game.moves(&position).take(moves.len() + 1).collect();
        if !again.iter().eq(moves.iter().map(|listed| &listed.mv)) {
            let expected = format!("{:?} again", moves.iter().map(|listed| &listed.mv).collect::<Vec<_>>());
            return Err(Violation::broken(Law::MovesRepeat, &position, expected, format!("{again:?}")));
        }
        let entry = &mut self.entries[id];
        (entry.moves, entry.children, entry.state) = (moves, children, State::OnThePath);
        Ok(())
    }

    /// The report of a position with too many moves to go on: it is too large, or its moves have no end.
    fn check_end(
        &self,
        position: &G::Position,
        listed: usize,
        (least, most): (usize, Option<usize>),
        mut rest: impl Iterator,
        too_large: Violation,
    ) -> Result<(), Violation> {
        // A list says by its bounds that it has no end, or that it has one. Otherwise it is counted on.
        let endless = least == usize::MAX
            || most.is_none() && self.effort.counts_on() && rest.nth(ENDLESS_MOVES.saturating_sub(listed)).is_some();
        if !endless {
            return Err(too_large);
        }
        let expected = format!("an end of the moves, before there are {ENDLESS_MOVES} of them");
        Err(Violation::broken(Law::MovesFinite, position, expected, "more of them"))
    }

    /// The report that a line of play that began at `start` comes back to `id`.
    fn comes_back(&self, start: ComponentId, id: ComponentId) -> Violation {
        let [start, again] = [start, id].map(|id| &self.entries[id].position);
        let mut solver = Solver::new(Unhinted(self.game)).with_control(Control::new().positions(MAX_WORK as u64));
        let solver_says = match solver.grundy(start.clone()) {
            Ok(value) => format!("its value is {value}"),
            Err(error) => error.to_string(),
        };
        let found = format!("play that begins at {start:?} comes back to {again:?}; the solver says: {solver_says}");
        Violation::broken(Law::PlayEnds, again, "no line of play comes back to it", found)
    }
}
