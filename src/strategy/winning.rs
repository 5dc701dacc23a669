//! Winning moves.
//!
//! In normal play, write the values of all components in binary and look for the leftmost column with an odd number of ones.
//! A component of value *y* that has a one there has a move to value *y* ⊕ *u*, where *u* is the nim-sum of all values, since
//! *y* ⊕ *u* < *y*; and that move wins, since it leaves nim-sum 0. With no odd column the position is lost. Other components
//! may have winning moves too, to *larger* values; they are found by trying all moves.

use crate::components::Components;
use crate::game::{ImpartialGame, Outcome, Play, SumMove};
use crate::nimber::Nimber;
use crate::solver::{Memo, SolveError, Solver};

impl<G: ImpartialGame, T: Memo<G::Position, Nimber>> Solver<G, T> {
    /// Every winning move under normal play, in reading order: components as they stand, in each the moves in its own order.
    ///
    /// The moves are found as the iterator is asked for them; an item is an error if the limit is reached on the way. A
    /// position is lost exactly if there are none.
    ///
    /// The values of the components are computed first. Each move then takes one look-up, or none at all where the game
    /// [tells](ImpartialGame::moves_leaving) which moves leave a value.
    ///
    /// ```
    /// use grundy::{Kayles, Solver};
    ///
    /// let mut solver = Solver::new(Kayles);
    /// let wins: Vec<String> = solver.winning_moves([5, 6, 3, 2])?.map(|found| found.unwrap().to_string()).collect();
    /// assert_eq!(wins, ["component 1: pin 2", "component 1: pin 4"]); // x.xxx and xxx.x, both worth *2
    /// # Ok::<(), grundy::SolveError<u64>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`SolveError`] if the game is loopy or the limit is reached.
    pub fn winning_moves(
        &mut self,
        position: impl Into<Components<G::Position>>,
    ) -> Result<WinningMoves<'_, G, T>, SolveError<G::Position>> {
        self.winning_moves_in(Play::Normal, position)
    }

    /// Every winning move under the given play, in reading order.
    ///
    /// Under misère play each move is tried and what it leaves is [searched](Self::search_outcome).
    ///
    /// ```
    /// use grundy::{Nim, Play, Solver};
    ///
    /// let mut solver = Solver::new(Nim);
    /// let wins: Vec<String> = solver.winning_moves_in(Play::Misere, [1, 5])?.map(|found| found.unwrap().to_string()).collect();
    /// assert_eq!(wins, ["component 2: take 5"]); // leave one counter, to be taken last
    /// # Ok::<(), grundy::SolveError<u64>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`SolveError`] if the game is loopy or the limit is reached.
    pub fn winning_moves_in(
        &mut self,
        play: Play,
        position: impl Into<Components<G::Position>>,
    ) -> Result<WinningMoves<'_, G, T>, SolveError<G::Position>> {
        let position = position.into();
        let goal = if play == Play::Normal && self.game().known_outcome(&position, play).is_none() {
            let values = self.values(&position)?;
            let nim_sum = values.iter().sum();
            Goal::Values { values, nim_sum }
        } else {
            Goal::Outcome(play, self.outcome_in(play, position.clone())?)
        };
        Ok(WinningMoves { solver: self, position, goal, component: 0, listed: 0, found: Vec::new(), tried: 0 })
    }

    /// The winning move that the leftmost odd bit leads to, `None` in a lost position.
    ///
    /// Components without a one in the leftmost odd column are skipped; the first winning move in reading order in the
    /// others is the answer.
    ///
    /// ```
    /// use grundy::{Components, Kayles, Solver, play_in_sum};
    ///
    /// let rows = Components::from([5, 6, 3, 2]);
    /// let mv = Solver::new(Kayles).winning_move(rows.clone())?.unwrap();
    /// assert_eq!(play_in_sum(&Kayles, rows, mv).unwrap(), Components::from([1, 3, 6, 3, 2]));
    /// # Ok::<(), grundy::SolveError<u64>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`SolveError`] if the game is loopy or the limit is reached.
    pub fn winning_move(
        &mut self,
        position: impl Into<Components<G::Position>>,
    ) -> Result<Option<SumMove<G::Move>>, SolveError<G::Position>> {
        self.winning_move_in(Play::Normal, position)
    }

    /// The winning move that is reported under the given play, `None` in a lost position: in misère play the first in
    /// reading order.
    ///
    /// # Errors
    ///
    /// [`SolveError`] if the game is loopy or the limit is reached.
    pub fn winning_move_in(
        &mut self,
        play: Play,
        position: impl Into<Components<G::Position>>,
    ) -> Result<Option<SumMove<G::Move>>, SolveError<G::Position>> {
        let mut moves = self.winning_moves_in(play, position)?;
        if let Goal::Values { values, nim_sum } = &moves.goal {
            // The first component with a one in the leftmost odd column has a winning move.
            let place = values.iter().position(|value| (*value + *nim_sum) < *value);
            moves.component = place.unwrap_or(values.len());
        }
        moves.next().transpose()
    }

    /// Refuses to look at more than four times as many positions as the limit allows to solve: a heap of 10^18 counters has
    /// as many moves.
    pub(super) fn check_looked_at(&self, looked_at: u64) -> Result<(), SolveError<G::Position>> {
        if looked_at <= self.most_looked_at() {
            return Ok(());
        }
        Err(SolveError::Limit { limit: self.limit(), solved: self.solved(), unfinished: 0 })
    }

    /// How many positions may be looked at: four for each that may be solved.
    pub(super) fn most_looked_at(&self) -> u64 {
        self.limit().saturating_mul(LOOKS).saturating_add(LOOKS - 1)
    }

    /// The value of each component.
    pub(super) fn values(
        &mut self,
        position: &Components<G::Position>,
    ) -> Result<Vec<Nimber>, SolveError<G::Position>> {
        position.iter().map(|component| self.grundy(component.clone())).collect()
    }
}

/// The winning moves of a position, in reading order, found one by one.
///
/// Made by [`Solver::winning_moves`].
#[derive(Debug)]
#[must_use = "moves are looked for only when the iterator is asked for them"]
pub struct WinningMoves<'a, G: ImpartialGame, T> {
    solver: &'a mut Solver<G, T>,
    position: Components<G::Position>,
    goal: Goal,
    /// The component whose moves are tried.
    component: usize,
    /// How many of its moves have been listed.
    listed: usize,
    /// Moves that are listed and not yet tried, last first.
    found: Vec<G::Move>,
    /// How many moves have been tried.
    tried: u64,
}

/// What a winning move must leave.
#[derive(Debug)]
enum Goal {
    /// Nim-sum 0: the component's own value plus the nim-sum of all.
    Values { values: Vec<Nimber>, nim_sum: Nimber },
    /// A position that the opponent loses under this play; the position itself has this outcome.
    Outcome(Play, Outcome),
}

/// How many positions may be looked at for each that may be solved.
const LOOKS: u64 = 4;

/// How many moves of a component are listed at first; then as many again as have been, up to the second number.
const FIRST_LISTED: usize = 64;
const MOST_LISTED: usize = 1 << 22;

impl<G: ImpartialGame, T: Memo<G::Position, Nimber>> WinningMoves<'_, G, T> {
    /// Whether the position is won or lost for the player to move.
    pub fn outcome(&self) -> Outcome {
        match &self.goal {
            Goal::Outcome(_, outcome) => *outcome,
            Goal::Values { nim_sum, .. } if nim_sum.is_zero() => Outcome::P,
            Goal::Values { .. } => Outcome::N,
        }
    }

    /// How many winning moves there are, counted from the one that comes next, if the game
    /// [tells](ImpartialGame::moves_leaving) how many without listing them.
    ///
    /// ```
    /// use grundy::games::Chain;
    /// use grundy::{ChainGame, Solver};
    ///
    /// let mut solver = Solver::new(ChainGame);
    /// assert_eq!(solver.winning_moves(Chain::Fresh(3_000_000_000_000_000_000))?.known_count(), Some(1_000_000_000_000_000_000));
    /// # Ok::<(), grundy::SolveError<Chain>>(())
    /// ```
    pub fn known_count(&self) -> Option<u64> {
        match self.count_bounds() {
            (least, Some(most)) if least == most => Some(least),
            _ => None,
        }
    }

    /// How many winning moves there are at least, from the one that comes next, as far as the game tells without listing them:
    /// 2^64 − 1 if there are as many or more.
    ///
    /// ```
    /// use grundy::Solver;
    /// use grundy::heap::{PeriodicValues, TakeAndBreak};
    ///
    /// let guiles = PeriodicValues::soon_proved(&TakeAndBreak::guiles()).unwrap();
    /// let mut solver = Solver::new(&guiles);
    /// let wins = solver.winning_moves([10_u128.pow(30), 5])?;
    /// assert_eq!((wins.known_count(), wins.least_count()), (None, u64::MAX));
    /// # Ok::<(), grundy::SolveError<u128>>(())
    /// ```
    pub fn least_count(&self) -> u64 {
        self.count_bounds().0
    }

    /// The numbers between which that of the winning moves lies that are still to come.
    fn count_bounds(&self) -> (u64, Option<u64>) {
        if self.outcome() == Outcome::P {
            return (0, Some(0));
        }
        (self.component..self.position.len()).fold((0, Some(0)), |(least, most): (u64, Option<u64>), place| {
            let (listed, found) = if place == self.component { (self.listed, self.found.len()) } else { (0, 0) };
            let Some(told) = self.told(place) else { return (least, None) };
            let to_come = |count: usize| (count.saturating_sub(listed) as u64).saturating_add(found as u64);
            let (at_least, at_most) = told.size_hint();
            let most = most.zip(at_most).and_then(|(most, at_most)| most.checked_add(to_come(at_most)));
            (least.saturating_add(to_come(at_least)), most)
        })
    }

    /// The winning moves in a component, if the game tells them.
    fn told(&self, place: usize) -> Option<Box<dyn Iterator<Item = G::Move> + '_>> {
        let (component, game) = (self.position.get(place)?, self.solver.game());
        match &self.goal {
            Goal::Values { values, nim_sum } => {
                let target = values.get(place).map_or(*nim_sum, |value| *value + *nim_sum);
                game.moves_leaving(component, target)
            }
            // One component alone must be left with value 0.
            Goal::Outcome(Play::Normal, _) if self.position.len() == 1 => game.moves_leaving(component, Nimber::ZERO),
            Goal::Outcome(..) => None,
        }
    }

    /// Lists more moves of the component, or says that there are none.
    fn list(&mut self) -> bool {
        let Some(component) = self.position.get(self.component) else { return false };
        let chunk = self.listed.clamp(FIRST_LISTED, MOST_LISTED);
        let game = self.solver.game();
        let mut found: Vec<G::Move> = match self.told(self.component) {
            Some(moves) => moves.skip(self.listed).take(chunk).collect(),
            None => game.moves(component).skip(self.listed).take(chunk).collect(),
        };
        found.reverse();
        self.listed += found.len();
        self.found = found;
        !self.found.is_empty()
    }

    /// Whether a move wins.
    fn wins(&mut self, mv: &G::Move) -> Result<bool, SolveError<G::Position>> {
        self.tried += 1;
        self.solver.check_looked_at(self.tried)?;
        let Some(component) = self.position.get(self.component) else { return Ok(false) };
        let left = self.solver.game().play(component, mv);
        match &self.goal {
            Goal::Values { values, nim_sum } => {
                let target = values.get(self.component).map_or(*nim_sum, |value| *value + *nim_sum);
                Ok(self.solver.grundy(left)? == target)
            }
            Goal::Outcome(play, _) => {
                let left = self.position.replaced(self.component, left);
                Ok(self.solver.outcome_in(*play, left)? == Outcome::P)
            }
        }
    }
}

impl<G: ImpartialGame, T: Memo<G::Position, Nimber>> Iterator for WinningMoves<'_, G, T> {
    type Item = Result<SumMove<G::Move>, SolveError<G::Position>>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.outcome() == Outcome::P {
            return None;
        }
        while self.component < self.position.len() {
            while let Some(mv) = self.found.pop() {
                match self.wins(&mv) {
                    Ok(false) => {}
                    Ok(true) => return Some(Ok(SumMove { component: self.component, mv })),
                    Err(error) => {
                        // Nothing after an error: the moves that follow would seem to be all there are.
                        self.component = self.position.len();
                        return Some(Err(error));
                    }
                }
            }
            if !self.list() {
                self.component += 1;
                self.listed = 0;
            }
        }
        None
    }
}
