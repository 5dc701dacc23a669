//! All components that play can reach, each once, with its moves.

use std::collections::HashMap;
use std::fmt::Debug;

use rustc_hash::FxBuildHasher;

use crate::components::Components;
use crate::control::Control;
use crate::game::ImpartialGame;
use crate::laws::effort::{ENDLESS_MOVES, Effort, MAX_MOVES, MAX_POSITIONS, MAX_WORK};
use crate::laws::erased::{Erased, hidden};
use crate::laws::law::Law;
use crate::laws::violation::Violation;
use crate::solver::Solver;
use crate::unhinted::Unhinted;

/// The index of a component in a catalogue.
pub(super) type ComponentId = usize;

/// The number of a class of components with the same game tree. Two components have the same shape exactly if the same multisets of
/// shapes are options of both.
pub(super) type Shape = usize;

/// The components that play can reach from those that were added, with their moves.
///
/// To fill it is to check the laws that all other checks rely on: that the lists of moves and the results of moves are the same at each
/// call, that there are finitely many moves, and that no line of play returns to a component, unless it [may](Self::of_loopy). This walk over
/// positions is one of its own because it lists every move twice and keeps it, and because it must not rely on the solver that it checks.
pub(super) struct Catalogue<'g, G: ImpartialGame> {
    game: &'g G,
    ids: HashMap<G::Position, ComponentId, FxBuildHasher>,
    entries: Vec<Entry<G>>,
    /// The shape of a component by those that its moves leave.
    shapes: HashMap<Vec<Vec<Shape>>, Shape, FxBuildHasher>,
    effort: &'g Effort,
    /// See [`Catalogue::steps`].
    steps: usize,
    /// Whether a line of play may return to a component.
    may_come_back: bool,
}

/// One component.
pub(super) struct Entry<G: ImpartialGame> {
    pub(super) position: G::Position,
    /// The moves, in reading order.
    pub(super) moves: Vec<Listed<G>>,
    /// The components that the moves leave, one move after the other.
    children: Vec<ComponentId>,
    /// Set when the state becomes [`State::Done`].
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
    /// On the line of play that is being searched: to reach it again is a cycle.
    OnThePath,
    /// All components that play can reach from it are done.
    Done,
}

impl<'g, G: ImpartialGame<Position: Debug, Move: Debug>> Catalogue<'g, G> {
    pub(super) fn new(game: &'g G, effort: &'g Effort) -> Self {
        let (ids, shapes) = (HashMap::default(), HashMap::default());
        Self { game, ids, entries: Vec::new(), shapes, effort, steps: 0, may_come_back: false }
    }

    /// A catalogue for a game that need not end, in which components have no [shapes](Shape).
    pub(super) fn of_loopy(game: &'g G, effort: &'g Effort) -> Self {
        Self { may_come_back: true, ..Self::new(game, effort) }
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

    /// The steps that a pass over the moves of all components takes: one for each move, and one for each component that a move leaves.
    pub(super) fn steps(&self) -> usize {
        self.steps
    }

    /// Adds components and all that play can reach from them; returns the indices of the components.
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

    /// The shape of a component all of whose options are done.
    fn shape_of(&mut self, id: ComponentId) -> Shape {
        let mut left: Vec<Vec<Shape>> = self.entries[id].moves.iter().map(|listed| self.shapes(&listed.ids)).collect();
        // Equal options count once. Within an option a shape counts as often as it stands there.
        left.sort_unstable();
        left.dedup();
        let next = self.shapes.len();
        *self.shapes.entry(left).or_insert(next)
    }

    /// The index of a component, a new one if it has none.
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

    /// Visits all components that play can reach, depth first. The path is an explicit stack, since play may be deep. Not [`reachable`](crate::reachable), which goes
    /// breadth first: a component that comes back is a cycle only on the path to it.
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
                State::OnThePath if self.may_come_back => {}
                State::OnThePath => return Err(self.comes_back(start, child)),
                State::New => {
                    self.list(child)?;
                    path.push((child, 0));
                }
            }
        }
        Ok(())
    }

    /// Lists the moves of a component, twice, and compares the lists.
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
        if !within(bounds, moves.len()) {
            let expected = format!("a size hint of the {} moves", moves.len());
            return Err(Violation::broken(Law::MovesFinite, &position, expected, format!("{bounds:?}")));
        }
        if self.entries.len() > MAX_POSITIONS {
            return Err(Violation::too_large(MAX_POSITIONS, "different components"));
        }
        // One move more, so that a longer second list differs.
        let again: Vec<_> = game.moves(&position).take(moves.len() + 1).collect();
        if !again.iter().eq(moves.iter().map(|listed| &listed.mv)) {
            let expected = format!("{:?} again", moves.iter().map(|listed| &listed.mv).collect::<Vec<_>>());
            return Err(Violation::broken(Law::MovesRepeat, &position, expected, format!("{again:?}")));
        }
        let entry = &mut self.entries[id];
        (entry.moves, entry.children, entry.state) = (moves, children, State::OnThePath);
        Ok(())
    }

    /// The report for a position with too many moves: too large, or with an endless list of moves.
    fn check_end(
        &self,
        position: &G::Position,
        listed: usize,
        (least, most): (usize, Option<usize>),
        mut rest: impl Iterator,
        too_large: Violation,
    ) -> Result<(), Violation> {
        // An upper bound says that the list ends. A large lower bound tells nothing: that of a product of many moves is `usize::MAX`, as is that of an
        // endless list.
        let may_be_endless = !matches!(too_large, Violation::Stopped(_))
            && most.is_none()
            && least <= ENDLESS_MOVES
            && self.effort.may_count_on();
        if !may_be_endless || rest.nth(ENDLESS_MOVES.saturating_sub(listed)).is_none() {
            return Err(too_large);
        }
        let expected = format!("an end of the moves, before there are {ENDLESS_MOVES} of them");
        Err(Violation::broken(Law::MovesFinite, position, expected, "more of them"))
    }

    /// The report that a line of play from `start` returns to `id`.
    fn comes_back(&self, start: ComponentId, id: ComponentId) -> Violation {
        let [start, again] = [start, id].map(|id| &self.entries[id].position);
        let game = Erased::new(self.game);
        let mut solver = Solver::new(Unhinted(&game)).with_control(Control::new().positions(MAX_WORK as u64));
        let solver_says = match solver.grundy(hidden(start.clone())) {
            Ok(value) => format!("its value is {value}"),
            Err(error) => error.to_string(),
        };
        let found = format!("play that begins at {start:?} comes back to {again:?}; the solver says: {solver_says}");
        Violation::broken(Law::PlayEnds, again, "no line of play comes back to it", found)
    }
}

/// Whether a number lies within the bounds of a size hint.
pub(super) fn within((least, most): (usize, Option<usize>), number: usize) -> bool {
    least <= number && most.is_none_or(|most| number <= most)
}
