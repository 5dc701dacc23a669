//! Moves in several components at once.

use std::fmt;

use crate::at_least::AtLeast;
use crate::components::Components;
use crate::game::{ImpartialGame, SumMove};
use crate::sorted::sort_by_hash;
use crate::whole::{Whole, played};

/// A move in several components at once: the index of each component with the move there, from left to right.
///
/// The move in a component is a move of its [`Whole`] position.
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
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct JointMove<M>(
    /// The moves, with ascending indices of components.
    pub Vec<SumMove<SumMove<M>>>,
);

/// Writes the number of each component and of the part of it that is moved in, both counted from 1.
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

/// What a joint move leaves. Moves in components that do not exist change nothing.
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

/// Whether a move has one component or more, with ascending indices, and is legal in each of them.
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

/// The memo key of a position: the key of each component.
pub(super) fn memo_keys<G: ImpartialGame>(game: &G, position: Together<G::Position>) -> Together<G::Position> {
    position.map(|component| Whole(game).memo_key(component))
}

/// The memo key where the order of components does not matter: the keys are sorted by their hashes, since positions have no order.
pub(super) fn sorted_memo_keys<G: ImpartialGame>(game: &G, position: Together<G::Position>) -> Together<G::Position> {
    let mut keys = memo_keys(game, position);
    sort_by_hash(keys.as_mut_slice());
    keys
}

/// The number of components that a joint move is played in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Among {
    /// All of the given ones.
    Each,
    /// At least one of the given ones, and at most this number.
    AtMost(usize),
}

/// The joint moves in the components at `places`, in reading order: joint moves with a move in an earlier component come before those
/// without. The iterator is lazy. Each of the components has a move.
pub(super) fn joint_moves<G: ImpartialGame>(
    game: &G,
    position: &Together<G::Position>,
    places: Vec<usize>,
    among: Among,
) -> impl Iterator<Item = JointMove<G::Move>> {
    let moves_at =
        move |place: usize| position.get(place).into_iter().flat_map(move |component| moves_of(game, component));
    // A component has a move, whatever its size hint says.
    let counts = places.iter().map(|place| Whole(game).moves(&position[*place]).size_hint().0.max(1));
    // The product over no component is 1, although there is no move.
    let least = if places.is_empty() { 0 } else { least_moves(counts, among) };
    let state = State::New;
    let moves = JointMoves { moves_at, places, among, wheels: Vec::new(), shown: Vec::new(), state };
    AtLeast::new(least, moves)
}

/// The moves of a component. Unlike those of [`whole`](crate::whole), they have no lower bound on their number, which joint moves have
/// themselves.
fn moves_of<G: ImpartialGame>(game: &G, component: &Components<G::Position>) -> impl Iterator<Item = SumMove<G::Move>> {
    let parts = component.iter().enumerate();
    parts.flat_map(move |(component, part)| game.moves(part).map(move |mv| SumMove { component, mv }))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    New,
    Turning,
    Done,
}

/// An iterator like an odometer: one wheel for each component, which shows a move or none. The last wheel turns fastest.
///
/// Wheels behind the last component that may be played in would show none, and are not set up: of *n* components of which one is moved in, all moves take time
/// linear in their number and *n*.
struct JointMoves<F, I, M> {
    moves_at: F,
    /// Ascending.
    places: Vec<usize>,
    among: Among,
    /// For each wheel that is set up, the moves after the one that it shows.
    wheels: Vec<I>,
    /// The moves that wheels show, from left to right. A wheel whose place is not among them shows none.
    shown: Vec<SumMove<SumMove<M>>>,
    state: State,
}

impl<F: Fn(usize) -> I, I: Iterator<Item = SumMove<M>>, M: Clone> JointMoves<F, I, M> {
    /// Turns the wheels to the next combination, or to the end.
    fn advance(&mut self) {
        // If components may be left out, a wheel shows none once, after its last move.
        let (may_skip, most) = match self.among {
            Among::Each => (false, usize::MAX),
            Among::AtMost(most) => (true, most),
        };
        // Whether the next wheel is set up anew, or goes on from the move that it shows.
        let mut fresh = self.state == State::New;
        self.state = State::Turning;
        loop {
            if fresh {
                let place = self.places.get(self.wheels.len()).filter(|_| self.shown.len() < most);
                let Some(place) = place else { return }; // the combination is complete
                self.wheels.push((self.moves_at)(*place));
            } else {
                let Some(last) = self.wheels.len().checked_sub(1) else {
                    self.state = State::Done;
                    return;
                };
                // A wheel shows none last, so it has no further move.
                if self.shown.pop_if(|mv| mv.component == self.places[last]).is_none() {
                    self.wheels.pop();
                    continue;
                }
            }
            let component = self.places[self.wheels.len() - 1];
            let next = self.wheels.last_mut().and_then(Iterator::next);
            fresh = next.is_some() || may_skip;
            match next {
                Some(mv) => self.shown.push(SumMove { component, mv }),
                None if may_skip => {}
                // The wheel has shown all its moves, so the one before it turns next.
                None => drop(self.wheels.pop()),
            }
        }
    }
}

impl<F: Fn(usize) -> I, I: Iterator<Item = SumMove<M>>, M: Clone> Iterator for JointMoves<F, I, M> {
    type Item = JointMove<M>;

    fn next(&mut self) -> Option<JointMove<M>> {
        while self.state != State::Done {
            self.advance();
            // Where components may be left out, the last combination leaves out all of them, and is no move.
            if self.state == State::Turning && !self.shown.is_empty() {
                return Some(JointMove(self.shown.clone()));
            }
        }
        None
    }
}

/// A lower bound on the number of joint moves, from a lower bound for each component.
fn least_moves(of_components: impl Iterator<Item = usize>, among: Among) -> usize {
    match among {
        Among::Each => of_components.fold(1, usize::saturating_mul),
        Among::AtMost(0) => 0,
        Among::AtMost(1) => of_components.fold(0, usize::saturating_add),
        Among::AtMost(most) => {
            // Either all moves in the first `most` components, each of which may be left out, or all moves in one component.
            let counts: Vec<usize> = of_components.collect();
            let joint = counts.iter().take(most).fold(1_usize, |all, one| all.saturating_mul(one.saturating_add(1)));
            // Less the combination that leaves out all components.
            joint.saturating_sub(1).max(counts.iter().fold(0, |all, one| all.saturating_add(*one)))
        }
    }
}
