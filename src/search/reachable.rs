//! The walk over the positions that play can reach.

use std::collections::{HashSet, VecDeque};

use rustc_hash::FxBuildHasher;

use crate::components::Components;
use crate::control::{Control, Progress, Stopped, Unit};
use crate::game::ImpartialGame;
use crate::search::engine::most_options;
use crate::search::error::SolveError;
use crate::search::growth::set_bytes;

/// The components that play can reach from a position, its own among them: breadth first, each once.
///
/// First come the components of the position, then what one move leaves, then what two moves leave. A game that comes back to a
/// position is no error: the walk ends when nothing new is found. For whole positions, walk over [`Whole`](crate::Whole)`(game)`.
///
/// The moves of a component are played when the walk gives it out. Each component counts as one position under the control, also while
/// it waits in the queue. Memory is one hash set and one queue of components. After an error the walk is over.
///
/// ```
/// use grundy::{Components, Control, Kayles, SolveError, Whole, reachable};
///
/// let rows: Vec<u64> = reachable(&Kayles, 4, &mut Control::new()).collect::<Result<_, _>>()?;
/// assert_eq!(rows, [4, 3, 2, 1]); // 3 without pin 1, 2 without pins 1 and 2, 1 + 2 without pin 2
///
/// let wholes = reachable(&Whole(Kayles), Components::<u64>::from([2, 1]), &mut Control::new()).count();
/// assert_eq!(wholes, 5); // 2 + 1, 1 + 1, 1, 2, and the empty sum
///
/// let stopped = reachable(&Kayles, 200, &mut Control::new().positions(100)).last();
/// assert!(matches!(stopped, Some(Err(SolveError::Stopped(_)))));
/// # Ok::<(), SolveError<u64>>(())
/// ```
///
/// # Errors
///
/// An item is [`SolveError::Stopped`] if a bound of the control is met, [`SolveError::TooManyMoves`] if a component has more moves than may
/// be looked at.
pub fn reachable<'a, G: ImpartialGame>(
    game: &'a G,
    start: impl Into<Components<G::Position>>,
    control: &'a mut Control,
) -> Reachable<'a, G> {
    Reachable { game, control, start: start.into(), seen: HashSet::default(), queue: VecDeque::new() }
}

/// The walk that [`reachable`] makes.
#[must_use = "a walk is lazy: it finds nothing before it is asked for the next position"]
pub struct Reachable<'a, G: ImpartialGame> {
    game: &'a G,
    control: &'a mut Control,
    /// What the walk begins with; empty once it is in the queue.
    start: Components<G::Position>,
    seen: HashSet<G::Position, FxBuildHasher>,
    /// Components whose moves have not been played.
    queue: VecDeque<G::Position>,
}

impl<G: ImpartialGame> Iterator for Reachable<'_, G> {
    type Item = Result<G::Position, SolveError<G::Position>>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = self.advance();
        if next.is_err() {
            self.queue.clear();
        }
        next.transpose()
    }
}

impl<G: ImpartialGame> Reachable<'_, G> {
    /// Takes a component from the queue, and puts into it what the moves of the component leave.
    fn advance(&mut self) -> Result<Option<G::Position>, SolveError<G::Position>> {
        // In the first call the components of the position, in all others nothing.
        let start = std::mem::take(&mut self.start);
        start.into_iter().try_for_each(|component| self.note(component))?;
        let Some(position) = self.queue.pop_front() else { return Ok(None) };
        self.control.count(1);
        let most = most_options(self.control.position_limit());
        let game = self.game;
        let moves = game.moves(&position);
        let least = moves.size_hint().0 as u64;
        for (listed, mv) in (0_u64..).zip(moves) {
            // The size hint may be too low, so moves are counted.
            if listed == most {
                return Err(SolveError::TooManyMoves {
                    position: position.clone().into(),
                    at_least: most + 1,
                    limit: most,
                });
            }
            game.play(&position, &mv).into_iter().try_for_each(|component| self.note(component))?;
            self.control.step_options(1, least.max(listed + 1));
            self.look_if_due()?;
        }
        Ok(Some(position))
    }

    #[inline]
    fn look_if_due(&mut self) -> Result<(), Stopped> {
        let bytes = || (set_bytes(&self.seen, 0) + self.queue.capacity() * size_of::<G::Position>()) as u64;
        let progress = |control: &Control| Progress::new(Unit::Positions, control.done(), None, bytes());
        self.control.look_if_due(self.queue.len() as u64, progress)
    }

    /// Puts a component into the queue if it is new.
    fn note(&mut self, component: G::Position) -> Result<(), Stopped> {
        if self.seen.insert(component.clone()) {
            let unfinished = self.queue.len() as u64;
            if !self.control.has_room(unfinished) {
                return Err(self.control.out_of_positions(Unit::Positions, unfinished));
            }
            self.control.step_positions(1);
            self.queue.push_back(component);
        }
        Ok(())
    }
}
