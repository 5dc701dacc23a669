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
    pub(super) moves: Vec<G::Move>,
    /// The components that the moves leave, one move after the other.
    children: Vec<ComponentId>,
    /// For each move, where its components end among those.
    ends: Vec<usize>,
    /// Set when the state becomes [`State::Done`].
    shape: Shape,
    /// The number of moves of the longest play. Set with the shape.
    height: usize,
    state: State,
}

impl<G: ImpartialGame> Entry<G> {
    /// The components that a move leaves.
    pub(super) fn left_by(&self, choice: usize) -> &[ComponentId] {
        let start = choice.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.children[start..self.ends[choice]]
    }
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
        self.add_with(components, usize::MAX)
    }

    /// The same for components of a hint, from which no play may last longer than the given number of moves. So a hint that leads far away is a violation, and
    /// not too large to check.
    pub(super) fn add_hinted(
        &mut self,
        law: Law,
        components: &[G::Position],
        most_moves: usize,
    ) -> Result<Vec<ComponentId>, Violation> {
        self.add_with(components, most_moves).map_err(|violation| violation.blamed_on(law))
    }

    fn add_with(&mut self, components: &[G::Position], most_moves: usize) -> Result<Vec<ComponentId>, Violation> {
        let mut ids = Vec::with_capacity(components.len());
        for component in components {
            let id = self.intern(component);
            self.explore(id, most_moves)?;
            ids.push(id);
        }
        Ok(ids)
    }

    /// The components that a move leaves.
    pub(super) fn left(&self, id: ComponentId, choice: usize) -> Components<G::Position> {
        self.entries[id].left_by(choice).iter().map(|left| self.entries[*left].position.clone()).collect()
    }

    /// The number of moves of the longest play from a component that has been added.
    pub(super) fn height(&self, id: ComponentId) -> usize {
        self.entries[id].height
    }

    /// The shapes of components that have been added, in ascending order.
    pub(super) fn shapes(&self, ids: &[ComponentId]) -> Vec<Shape> {
        let mut shapes: Vec<Shape> = ids.iter().map(|id| self.entries[*id].shape).collect();
        shapes.sort_unstable();
        shapes
    }

    /// The shape of a component all of whose options are done.
    fn shape_of(&mut self, id: ComponentId) -> Shape {
        let entry = &self.entries[id];
        let mut left: Vec<_> = (0..entry.moves.len()).map(|choice| self.shapes(entry.left_by(choice))).collect();
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
        self.entries.push(Entry {
            position: position.clone(),
            moves: Vec::new(),
            children: Vec::new(),
            ends: Vec::new(),
            shape: 0,
            height: 0,
            state: State::New,
        });
        id
    }

    /// Visits all components that play can reach, depth first. The path is an explicit stack, since play may be deep. Not [`reachable`](crate::reachable), which goes
    /// breadth first: a component that comes back is a cycle only on the path to it.
    fn explore(&mut self, start: ComponentId, most_moves: usize) -> Result<(), Violation> {
        if self.entries[start].state == State::Done {
            return self.check_height(start, self.entries[start].height, most_moves);
        }
        self.list(start)?;
        let mut path = vec![(start, 0)];
        while let Some((id, next)) = path.last_mut() {
            let Some(child) = self.entries[*id].children.get(*next).copied() else {
                let id = *id;
                self.entries[id].shape = self.shape_of(id);
                self.entries[id].height = self.height_of(id);
                self.entries[id].state = State::Done;
                path.pop();
                continue;
            };
            *next += 1;
            self.check_height(start, path.len().saturating_add(self.entries[child].height), most_moves)?;
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

    /// The height of a component all of whose options are done. Each move leaves a sum, whose components are played one after the other.
    fn height_of(&self, id: ComponentId) -> usize {
        let entry = &self.entries[id];
        let of_sum = |left: &[ComponentId]| {
            left.iter().fold(0_usize, |moves, part| moves.saturating_add(self.entries[*part].height))
        };
        let heights = (0..entry.moves.len()).map(|choice| of_sum(entry.left_by(choice)).saturating_add(1));
        heights.max().unwrap_or(0)
    }

    /// A report if play from `start` lasts longer than it may.
    fn check_height(&self, start: ComponentId, height: usize, most_moves: usize) -> Result<(), Violation> {
        if height <= most_moves {
            return Ok(());
        }
        let expected = format!("an end of play after at most {most_moves} moves, as without the hint that leads here");
        Err(Violation::broken(Law::PlayEnds, &self.entries[start].position, expected, "a longer play"))
    }

    /// Lists the moves of a component, twice, and compares the lists.
    fn list(&mut self, id: ComponentId) -> Result<(), Violation> {
        let game = self.game;
        let position = self.entries[id].position.clone();
        let (mut moves, mut children, mut ends) = (Vec::new(), Vec::new(), Vec::new());
        let mut list = game.moves(&position);
        let bounds = list.size_hint();
        let mut hints = SizeHints::default();
        loop {
            hints.read(&list, moves.len());
            let Some(mv) = list.next() else { break };
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
            children.extend(left.iter().map(|component| self.intern(component)));
            ends.push(children.len());
            moves.push(mv);
        }
        drop(list);
        hints.check(Law::MovesFinite, &position, "moves", moves.len())?;
        if self.entries.len() > MAX_POSITIONS {
            return Err(Violation::too_large(MAX_POSITIONS, "different components"));
        }
        // One move more, so that a longer second list differs.
        let again: Vec<_> = game.moves(&position).take(moves.len() + 1).collect();
        if again != moves {
            return Err(Violation::broken(
                Law::MovesRepeat,
                &position,
                format!("{moves:?} again"),
                format!("{again:?}"),
            ));
        }
        let entry = &mut self.entries[id];
        (entry.moves, entry.children, entry.ends, entry.state) = (moves, children, ends, State::OnThePath);
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

/// What a list said of the number of its items to come: before the first, and again behind 1, 2, 4, 8, .. of them.
#[derive(Default)]
pub(super) struct SizeHints(Vec<(usize, (usize, Option<usize>))>);

impl SizeHints {
    pub(super) fn read(&mut self, list: &impl Iterator, listed: usize) {
        if listed == 0 || listed.is_power_of_two() {
            self.0.push((listed, list.size_hint()));
        }
    }

    /// A report if the hint does not bound the number of items that came after it.
    pub(super) fn check(
        &self,
        law: Law,
        position: &(impl Debug + ?Sized),
        what: &str,
        count: usize,
    ) -> Result<(), Violation> {
        for (listed, (least, most)) in &self.0 {
            let number = count - listed;
            if *least > number || most.is_some_and(|most| number > most) {
                let behind = if *listed > 0 { format!(" behind the first {listed}") } else { String::new() };
                let expected = format!("a size hint of the {number} {what}{behind}");
                return Err(Violation::broken(law, position, expected, format!("{:?}", (least, most))));
            }
        }
        Ok(())
    }
}
