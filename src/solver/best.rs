//! The best move: a winning one, or in a lost position the most testing one.

use std::cmp::Ordering;
use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use crate::components::Components;
use crate::control::{Control, Stopped};
use crate::game::{ImpartialGame, SumMove};
use crate::nimber::Nimber;
use crate::outcome::{Outcome, Play};
use crate::question::{Answer, Question};
use crate::search::{Memo, SolveError};
use crate::solver::goal::Goal;
use crate::solver::{Solver, ask};

impl<G: ImpartialGame, T: Memo<G::Position, Nimber>> Solver<G, T> {
    /// A winning move, or in a lost position the most testing one: the first move in reading order after which the smallest share of the
    /// opponent's replies wins. A move that leaves no reply comes last: in misère play it loses at once. `None` only if there is no move.
    ///
    /// In a lost position every reply to every move is counted. In a sum replies are counted by value once for each component, so that two rows of *n*
    /// pins take time in proportion to *n*²; in one component by who wins after each of them, unless its value is needed. The number of moves and
    /// replies is limited to four times the limit on positions.
    ///
    /// ```
    /// use grundy::{LaskersNim, Nim, Solver};
    ///
    /// // Of the replies to `take 1`, one in five wins; of those to `take 3`, one in three.
    /// let best = Solver::new(Nim).best_move([3, 3])?.unwrap();
    /// assert_eq!(best.to_string(), "component 1: take 1");
    /// // A won position is won.
    /// assert_eq!(Solver::new(LaskersNim).best_move([2, 5, 7])?.unwrap().to_string(), "component 3: split into 1 and 6");
    /// # Ok::<(), grundy::SolveError<u64>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`SolveError`] if the game is loopy, a bound of the control is met, or there are too many moves and replies.
    pub fn best_move(
        &mut self,
        position: impl Into<Components<G::Position>>,
    ) -> Result<Option<SumMove<G::Move>>, SolveError<G::Position>> {
        self.best_move_of(Play::Normal, &position.into())
    }

    /// The best move under the given play.
    ///
    /// # Errors
    ///
    /// [`SolveError`] if the game is loopy, a bound of the control is met, or there are too many moves and replies.
    pub fn best_move_in(
        &mut self,
        play: Play,
        position: impl Into<Components<G::Position>>,
    ) -> Result<Option<SumMove<G::Move>>, SolveError<G::Position>> {
        self.all_methods().best_move_of(play, &position.into())
    }

    fn best_move_of(
        &mut self,
        play: Play,
        position: &Components<G::Position>,
    ) -> Result<Option<SumMove<G::Move>>, SolveError<G::Position>> {
        let goal = self.goal_of_moves(play, position)?;
        self.best_move_to(&goal, play, position)
    }

    /// The best move, by a goal that is known.
    pub(super) fn best_move_to(
        &mut self,
        goal: &Goal,
        play: Play,
        position: &Components<G::Position>,
    ) -> Result<Option<SumMove<G::Move>>, SolveError<G::Position>> {
        match self.winning_move_to(goal, play, position)? {
            Some(mv) => Ok(Some(mv)),
            None => self.most_testing_move(matches!(goal, Goal::Values { .. }), play, position),
        }
    }

    /// The move after which the smallest share of the replies wins, in a position that is lost.
    fn most_testing_move(
        &mut self,
        by_values: bool,
        play: Play,
        position: &Components<G::Position>,
    ) -> Result<Option<SumMove<G::Move>>, SolveError<G::Position>> {
        let mut tallies = Tallies { solver: self, position, known: HashMap::default(), looked_at: 0 };
        let mut best: Option<(SumMove<G::Move>, Share)> = None;
        for (place, component) in position.iter().enumerate() {
            let least = tallies.check_room_for(component)?;
            let mut listed = 0;
            loop {
                let chunk = tallies.solver.batch(component, listed)?;
                if chunk.is_empty() {
                    break;
                }
                listed += chunk.len();
                for mv in chunk {
                    tallies.look(least.max(listed))?;
                    let left = tallies.solver.game().play(component, &mv);
                    let share = if by_values {
                        tallies.share_by_values(position, place, &left)?
                    } else {
                        tallies.share_by_outcomes(play, &position.replaced(place, left))?
                    };
                    // Only a smaller share takes the place: of equal ones the first in reading order stays.
                    if best.as_ref().is_none_or(|(_, least)| share < *least) {
                        best = Some((SumMove { component: place, mv }, share));
                    }
                }
            }
        }
        Ok(best.map(|(mv, _)| mv))
    }
}

/// The share of the replies that win.
#[derive(Clone, Copy, Debug, Default)]
struct Share {
    winning: u64,
    replies: u64,
}

impl Share {
    fn add(&mut self, winning: u64, replies: u64) {
        self.winning = self.winning.saturating_add(winning);
        self.replies = self.replies.saturating_add(replies);
    }
}

/// Compares the quotients. No replies are the greatest share: in misère play they are the worst that a move can leave, and in normal play the
/// move would have won.
impl Ord for Share {
    fn cmp(&self, other: &Self) -> Ordering {
        // *a*/*b* < *c*/*d* exactly if *a* *d* < *c* *b*: no division, nothing rounded.
        let cross = |one: &Self, other: &Self| u128::from(one.winning) * u128::from(other.replies.max(1));
        let ended = |share: &Self| share.replies == 0;
        ended(self).cmp(&ended(other)).then(cross(self, other).cmp(&cross(other, self)))
    }
}

impl PartialOrd for Share {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Share {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Share {}

/// The moves of a component, counted by the value that they leave.
#[derive(Debug, Default)]
struct Tally {
    by_value: HashMap<Nimber, u64, FxBuildHasher>,
    moves: u64,
}

impl Tally {
    /// The number of moves that leave a value, and the number of all moves.
    fn count(&self, value: Nimber) -> (u64, u64) {
        (self.by_value.get(&value).copied().unwrap_or(0), self.moves)
    }
}

/// A tally of more different values is not kept, which bounds its memory: a long row of pins has about ten (no bench covers it).
const LARGE: usize = 64;

struct Tallies<'a, G: ImpartialGame, T> {
    solver: &'a mut Solver<G, T>,
    /// The position in which the moves are compared.
    position: &'a Components<G::Position>,
    known: HashMap<G::Position, Tally, FxBuildHasher>,
    /// The number of moves and replies so far.
    looked_at: u64,
}

impl<G: ImpartialGame, T: Memo<G::Position, Nimber>> Tallies<'_, G, T> {
    /// Counts a move or a reply, of at least `of` of its component.
    fn look(&mut self, of: usize) -> Result<(), SolveError<G::Position>> {
        self.look_at(1, of)
    }

    fn look_at(&mut self, more: u64, of: usize) -> Result<(), SolveError<G::Position>> {
        self.looked_at = self.looked_at.saturating_add(more);
        self.solver.count_look(of)?;
        self.check_room(0)
    }

    /// Refuses a component that is sure to have more moves than the limit allows. Returns a lower bound on their number.
    fn check_room_for(&self, component: &G::Position) -> Result<usize, SolveError<G::Position>> {
        let (least, _) = self.solver.game().moves(component).size_hint();
        self.check_room(least as u64)?;
        Ok(least)
    }

    fn check_room(&self, more: u64) -> Result<(), SolveError<G::Position>> {
        let limit = self.solver.most_looks();
        if self.looked_at.saturating_add(more) <= limit {
            return Ok(());
        }
        Err(SolveError::TooManyReplies { position: self.position.clone(), limit })
    }

    /// The share of the replies that win after a move has left `left` of the component at `place`, by values.
    fn share_by_values(
        &mut self,
        position: &Components<G::Position>,
        place: usize,
        left: &[G::Position],
    ) -> Result<Share, SolveError<G::Position>> {
        let mut nim_sum = Nimber::ZERO;
        for component in others(position, place).chain(left) {
            nim_sum += self.solver.grundy(component.clone())?;
        }
        let mut share = Share::default();
        for component in others(position, place).chain(left) {
            // A reply wins if it leaves nim-sum 0, so it must give this component the value that makes the sum 0.
            let target = self.solver.grundy(component.clone())? + nim_sum;
            let (winning, replies) = self.count(component, target)?;
            share.add(winning, replies);
        }
        Ok(share)
    }

    /// The share of the replies that win in a whole position, by trying them.
    fn share_by_outcomes(
        &mut self,
        play: Play,
        position: &Components<G::Position>,
    ) -> Result<Share, SolveError<G::Position>> {
        let mut share = Share::default();
        for (place, component) in position.iter().enumerate() {
            let least = self.check_room_for(component)?;
            let mut listed = 0;
            loop {
                let chunk = self.solver.batch(component, listed)?;
                if chunk.is_empty() {
                    break;
                }
                listed += chunk.len();
                for mv in chunk {
                    self.look(least.max(listed))?;
                    let left = self.solver.game().play(component, &mv);
                    let decided = self.solver.decided(play, position.replaced(place, left))?;
                    share.add(u64::from(decided.outcome == Outcome::P), 1);
                }
            }
        }
        Ok(share)
    }

    /// The number of moves of a component that leave the value `target`, and the number of all its moves.
    fn count(&mut self, component: &G::Position, target: Nimber) -> Result<(u64, u64), SolveError<G::Position>> {
        self.look(1)?;
        // A tally is made only if no oracle knows the moves of the component.
        let key = self.solver.game().memo_key(component.clone());
        if let Some(tally) = self.known.get(&key) {
            return Ok(tally.count(target));
        }
        let most = usize::try_from(self.solver.most_looks()).unwrap_or(usize::MAX);
        let asks = self.solver.asks_oracles();
        let Solver { game, control, oracles, notes, .. } = &mut *self.solver;
        let question = Question::MovesLeaving { component, value: target };
        let told = match asks.then(|| ask(oracles, game, notes, question, control)) {
            Some(Answer::Moves(winning)) => Some(count_moves(winning, most, control)?),
            Some(Answer::Stopped(stopped)) => return Err(stopped.into()),
            _ => None,
        };
        let Some((winning, gone_through)) = told else {
            let tally = self.tally(component)?;
            let counts = tally.count(target);
            if tally.by_value.len() <= LARGE {
                self.known.insert(key, tally);
            }
            return Ok(counts);
        };
        let Solver { game, control, .. } = &mut *self.solver;
        let (replies, counted) = count_moves(game.moves(component), most, control)?;
        self.look_at(gone_through.saturating_add(counted), 1)?;
        Ok((winning, replies))
    }

    fn tally(&mut self, component: &G::Position) -> Result<Tally, SolveError<G::Position>> {
        let least = self.check_room_for(component)?;
        let mut tally = Tally::default();
        let mut listed = 0;
        loop {
            let chunk = self.solver.batch(component, listed)?;
            if chunk.is_empty() {
                return Ok(tally);
            }
            listed += chunk.len();
            for mv in chunk {
                self.look(least.max(listed))?;
                let left = self.solver.game().play(component, &mv);
                *tally.by_value.entry(self.solver.grundy(left)?).or_default() += 1;
                tally.moves += 1;
            }
        }
    }
}

/// The number of moves, or `most` if there are more, and how many were gone through for it: none if the iterator knows their number.
fn count_moves<M>(moves: impl Iterator<Item = M>, most: usize, control: &mut Control) -> Result<(u64, u64), Stopped> {
    let (least, no_more) = moves.size_hint();
    if no_more == Some(least) {
        return Ok((least as u64, 0));
    }
    let mut counted = 0;
    for _ in moves.take(most) {
        counted += 1;
        control.count_options(1, counted, || 0)?;
    }
    Ok((counted, counted))
}

/// The components except the one at `place`.
fn others<P>(position: &[P], place: usize) -> impl Iterator<Item = &P> {
    position.iter().enumerate().filter(move |(other, _)| *other != place).map(|(_, component)| component)
}
