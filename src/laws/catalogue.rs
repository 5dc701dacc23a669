//! All components that play can reach, each listed once.

use std::collections::HashMap;
use std::fmt::Debug;

use rustc_hash::FxBuildHasher;

use crate::components::Components;
use crate::game::ImpartialGame;
use crate::laws::{Law, MAX_MOVES, MAX_POSITIONS, Violation};
use crate::solver::Solver;
use crate::unhinted::Unhinted;

/// The place of a component in a catalogue.
pub(super) type ComponentId = usize;

/// The same number for two components exactly if their moves leave components of the same shapes, as many of each, down to the end of
/// the game.
type Shape = usize;

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
    moves_listed: usize,
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
    pub(super) fn new(game: &'g G) -> Self {
        Self { game, ids: HashMap::default(), entries: Vec::new(), shapes: HashMap::default(), moves_listed: 0 }
    }

    /// The components that play can reach from `components`.
    pub(super) fn of(game: &'g G, components: &[G::Position]) -> Result<Self, Violation> {
        let mut catalogue = Self::new(game);
        catalogue.add(components)?;
        Ok(catalogue)
    }

    pub(super) fn entries(&self) -> &[Entry<G>] {
        &self.entries
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
        self.list(start, start)?;
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
                    self.list(child, start)?;
                    path.push((child, 0));
                }
            }
        }
        Ok(())
    }

    /// Lists the moves of a component, twice.
    fn list(&mut self, id: ComponentId, start: ComponentId) -> Result<(), Violation> {
        let game = self.game;
        let position = self.entries[id].position.clone();
        let mut moves = Vec::new();
        let mut children = Vec::new();
        for mv in game.moves(&position) {
            if moves.len() == MAX_MOVES {
                let expected = format!("at most {MAX_MOVES} moves, which is where a check gives up");
                return Err(Violation::broken(Law::MovesFinite, &position, expected, "more of them"));
            }
            let left = game.play(&position, &mv);
            let again = game.play(&position, &mv);
            if left != again {
                let found = format!("{:?}, then {:?}", &left[..], &again[..]);
                let expected = format!("{mv:?} leaves the same whenever it is played");
                return Err(Violation::broken(Law::MovesRepeat, &position, expected, found));
            }
            let ids: Vec<_> = left.iter().map(|component| self.intern(component)).collect();
            children.extend_from_slice(&ids);
            moves.push(Listed { mv, left, ids });
        }
        self.moves_listed += moves.len();
        for (limit, count, what) in [
            (MAX_POSITIONS, self.entries.len(), "different components"),
            (50 * MAX_POSITIONS, self.moves_listed, "moves"),
        ] {
            if count > limit {
                let position = format!("{:?}", self.entries[start].position);
                return Err(Violation::TooLarge { position, limit, what });
            }
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

    /// The report that a line of play that began at `start` comes back to `id`.
    fn comes_back(&self, start: ComponentId, id: ComponentId) -> Violation {
        let [start, again] = [start, id].map(|id| &self.entries[id].position);
        let solver_says = match Solver::new(Unhinted(self.game)).grundy(start.clone()) {
            Ok(value) => format!("its value is {value}"),
            Err(error) => error.to_string(),
        };
        let found = format!("play that begins at {start:?} comes back to {again:?}; the solver says: {solver_says}");
        Violation::broken(Law::PlayEnds, again, "no line of play comes back to it", found)
    }
}
