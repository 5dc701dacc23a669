//! Moves in several components at once.

use std::fmt;
use std::hash::BuildHasher;
use std::ops::ControlFlow;

use rustc_hash::FxBuildHasher;

use crate::components::Components;
use crate::game::{ImpartialGame, SumMove};
use crate::whole::{Whole, moves_of, played};

/// A move in several components at once: for each of them its place and what is done there, from left to right.
///
/// What is done in a component is a move of its [`Whole`] position.
///
/// ```
/// use grundy::{Compound, ImpartialGame, Kayles};
///
/// let game = Compound::conjunctive(Kayles);
/// let moves: Vec<String> = game.moves(&game.position([2, 1])).map(|mv| mv.to_string()).collect();
/// assert_eq!(moves[0], "component 1, part 1: pin 1; component 2, part 1: pin 1");
/// assert_eq!(moves.len(), 3);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct JointMove<M>(
    /// The moves, at places that ascend.
    pub Vec<SumMove<SumMove<M>>>,
);

/// Writes places counted from 1: of the component, and of the part of it that is moved in.
impl<M: fmt::Display> fmt::Display for JointMove<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, mv) in self.0.iter().enumerate() {
            if number > 0 {
                f.write_str("; ")?;
            }
            let SumMove { component, mv: SumMove { component: part, mv } } = mv;
            write!(f, "component {}, part {}: {mv}", component.saturating_add(1), part.saturating_add(1))?;
        }
        Ok(())
    }
}

/// Components that are played together: each is a whole position of its game.
pub type Together<P> = Components<Components<P>>;

/// Whether no move can be made in a component.
pub(super) fn has_ended<G: ImpartialGame>(game: &G, component: &Components<G::Position>) -> bool {
    Whole(game).moves(component).next().is_none()
}

/// What a joint move leaves. Parts of it that name no component are left out.
pub(super) fn play<G: ImpartialGame>(
    game: &G,
    position: &Together<G::Position>,
    mv: &JointMove<G::Move>,
) -> Together<G::Position> {
    let mut left = position.clone();
    for SumMove { component, mv } in &mv.0 {
        if let Some(part) = left.as_mut_slice().get_mut(*component) {
            *part = played(game, part, mv);
        }
    }
    left
}

/// Whether a move names one component or more, from left to right, and is legal in each of them.
pub(super) fn is_legal_in_each<G: ImpartialGame>(
    game: &G,
    position: &Together<G::Position>,
    mv: &JointMove<G::Move>,
) -> bool {
    let ascends = mv.0.windows(2).all(|pair| pair[0].component < pair[1].component);
    let legal = |part: &SumMove<SumMove<G::Move>>| {
        position.get(part.component).is_some_and(|component| Whole(game).allows(component, &part.mv))
    };
    !mv.0.is_empty() && ascends && mv.0.iter().all(legal)
}

/// A position of the same game tree that is one of many: each component by its own key.
pub(super) fn memo_keys<G: ImpartialGame>(game: &G, position: Together<G::Position>) -> Together<G::Position> {
    position.into_iter().map(|component| Whole(game).memo_key(component)).collect()
}

/// The same where the places of components do not matter: the keys are put in the order of their hashes.
pub(super) fn sorted_memo_keys<G: ImpartialGame>(game: &G, position: Together<G::Position>) -> Together<G::Position> {
    let mut keys = memo_keys(game, position);
    keys.as_mut_slice().sort_by_cached_key(|component| FxBuildHasher.hash_one(component));
    keys
}

/// How many components a joint move is played in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Among {
    /// Each of those that are listed.
    Each,
    /// At least one of those that are listed, and at most so many.
    AtMost(usize),
}

/// The joint moves in the components at `places`, in reading order: a move in an earlier component comes before none
/// there. Nothing is listed before it is asked for.
pub(super) fn joint_moves<G: ImpartialGame>(
    game: &G,
    position: &Together<G::Position>,
    places: Vec<usize>,
    among: Among,
) -> impl Iterator<Item = JointMove<G::Move>> {
    let moves_at =
        move |place: usize| position.get(place).into_iter().flat_map(move |component| moves_of(game, component));
    JointMoves { moves_at, places, among, wheels: Vec::new(), chosen: Vec::new(), played: 0, state: State::New }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    New,
    Turning,
    Done,
}

/// An odometer with one wheel for each component; the last turns fastest.
struct JointMoves<F, I, M> {
    moves_at: F,
    places: Vec<usize>,
    among: Among,
    /// The moves of the first components that are still to come.
    wheels: Vec<I>,
    /// What each wheel shows.
    chosen: Vec<Option<SumMove<M>>>,
    /// How many wheels show a move.
    played: usize,
    state: State,
}

impl<F: Fn(usize) -> I, I: Iterator<Item = SumMove<M>>, M: Clone> JointMoves<F, I, M> {
    /// Turns the wheel of the component that comes next to what it shows then; a break says that it has been through.
    fn turn(&mut self, wheel: usize) -> ControlFlow<(), Option<SumMove<M>>> {
        let room = match self.among {
            Among::Each => true,
            Among::AtMost(most) => self.played < most,
        };
        let next = self.wheels.get_mut(wheel).filter(|_| room).and_then(Iterator::next);
        if next.is_some() {
            return ControlFlow::Continue(next);
        }
        // After its last move, a wheel of a component that may be left out shows none, once.
        let may_skip = self.among != Among::Each;
        if may_skip { ControlFlow::Continue(None) } else { ControlFlow::Break(()) }
    }

    /// Advances the wheels until each shows something, or none goes on.
    fn advance(&mut self) {
        // A wheel that shows a move goes on from there; a new one begins.
        let mut fresh = self.state == State::New;
        self.state = State::Turning;
        loop {
            if fresh {
                let Some(place) = self.places.get(self.wheels.len()) else { return };
                self.wheels.push((self.moves_at)(*place));
            } else {
                match self.chosen.pop() {
                    None => {
                        self.state = State::Done;
                        return;
                    }
                    Some(None) => {
                        self.wheels.pop();
                        continue;
                    }
                    Some(Some(_)) => self.played -= 1,
                }
            }
            let wheel = self.wheels.len() - 1;
            let turned = self.turn(wheel);
            fresh = turned.is_continue();
            match turned {
                ControlFlow::Continue(shown) => {
                    self.played += usize::from(shown.is_some());
                    self.chosen.push(shown);
                }
                ControlFlow::Break(()) => drop(self.wheels.pop()),
            }
        }
    }
}

impl<F: Fn(usize) -> I, I: Iterator<Item = SumMove<M>>, M: Clone> Iterator for JointMoves<F, I, M> {
    type Item = JointMove<M>;

    fn next(&mut self) -> Option<JointMove<M>> {
        while self.state != State::Done {
            self.advance();
            if self.state == State::Turning && self.played > 0 {
                let moves = self.places.iter().zip(&self.chosen);
                let parts =
                    moves.filter_map(|(component, mv)| Some(SumMove { component: *component, mv: mv.clone()? }));
                return Some(JointMove(parts.collect()));
            }
        }
        None
    }
}

/// A number of joint moves that is never too large, from such a number for each component.
pub(super) fn least_moves(of_components: impl Iterator<Item = usize>, among: Among) -> usize {
    match among {
        Among::Each => of_components.fold(1, usize::saturating_mul),
        Among::AtMost(0) => 0,
        Among::AtMost(1) => of_components.fold(0, usize::saturating_add),
        Among::AtMost(most) => {
            // Those in the first components alone, each of which may be left out, or in one of all.
            let counts: Vec<usize> = of_components.collect();
            let joint = counts.iter().take(most).fold(1_usize, |all, one| all.saturating_mul(one.saturating_add(1)));
            joint.saturating_sub(1).max(counts.iter().fold(0, |all, one| all.saturating_add(*one)))
        }
    }
}
