//! Winning moves.
//!
//! In normal play, write the values of all components in binary and look for the leftmost column with an odd number of ones.
//! Let *u* be the nim-sum of all values, and *y* the value of a component that has a one in that column. Since *y* ⊕ *u* < *y*, the component
//! has a move to value *y* ⊕ *u*. The move wins, since it leaves nim-sum 0. Without an odd column the position is lost. Other components
//! may have winning moves too, to *larger* values: the search for all winning moves tries every move.
//!
//! For example, rows of Kayles of 5 and 3 pins are worth 4 and 3, so *u* is 7. The row of 5 has a one in the leftmost odd column and must
//! become 4 ⊕ 7 = 3. The row of 3 would have to become 3 ⊕ 7 = 4, which no move of it does.
//!
//! Where values do not decide, and in one component, a move wins exactly if what it leaves is P.

use std::ops::ControlFlow;
use std::slice;

use crate::components::Components;
use crate::control::{Control, Stopped};
use crate::game::{ImpartialGame, SumMove};
use crate::method::Method;
use crate::nimber::Nimber;
use crate::outcome::{Outcome, Play};
use crate::question::{Answer, Question};
use crate::search::{Memo, SolveError, weight};
use crate::solver::goal::{Goal, Tried};
use crate::solver::{Decided, Solver, ask};

impl<G: ImpartialGame, T: Memo<G::Position, Nimber>> Solver<G, T> {
    /// The winning move that the leftmost odd column leads to; `None` in a lost position.
    ///
    /// It is played in the first component with a one in that column, and is the first winning move there in reading order. Where values do
    /// not decide, it is the first of the winning moves that are known already, such as the one that a search of the outcome has found, or else
    /// the first of all; in normal play a move in a component that has no equal one, with which it would cancel.
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
    /// [`SolveError`] if the game is loopy, a bound of the control is met, or there are too many moves to try.
    pub fn winning_move(
        &mut self,
        position: impl Into<Components<G::Position>>,
    ) -> Result<Option<SumMove<G::Move>>, SolveError<G::Position>> {
        self.winning_move_of(Play::Normal, &position.into())
    }

    /// The winning move in the given play; `None` in a lost position.
    ///
    /// # Errors
    ///
    /// [`SolveError`] if the game is loopy, a bound of the control is met, or there are too many moves to try.
    pub fn winning_move_in(
        &mut self,
        play: Play,
        position: impl Into<Components<G::Position>>,
    ) -> Result<Option<SumMove<G::Move>>, SolveError<G::Position>> {
        self.all_methods().winning_move_of(play, &position.into())
    }

    fn winning_move_of(
        &mut self,
        play: Play,
        position: &Components<G::Position>,
    ) -> Result<Option<SumMove<G::Move>>, SolveError<G::Position>> {
        let goal = self.goal_of_moves(play, position)?;
        self.winning_move_to(&goal, play, position)
    }

    /// The winning move, by a goal that is known.
    pub(super) fn winning_move_to(
        &mut self,
        goal: &Goal,
        play: Play,
        position: &Components<G::Position>,
    ) -> Result<Option<SumMove<G::Move>>, SolveError<G::Position>> {
        if goal.outcome() == Outcome::P {
            return Ok(None);
        }
        if let (Goal::Outcome(_), Play::Normal) = (goal, play)
            && let Some(rest) = self.unpaired(position)
        {
            let left = rest.of(position);
            let won = if left.is_empty() { None } else { self.winning_move(left)? };
            if won.is_none() {
                self.check_no_win(play, position)?;
            }
            return Ok(won.map(|mv| rest.in_sum(mv)));
        }
        let first = match goal {
            Goal::Values { values, nim_sum } => values
                .iter()
                .position(|value| (*value + *nim_sum) < *value)
                .expect("a nim-sum that is not 0 has its leftmost one in some value, which it makes smaller"),
            Goal::Outcome(_) => 0,
        };
        let mut found = None;
        // Where values do not decide, first those moves that are known to win, such as one that leaves a symmetric board, and only then a search.
        let rooms = match goal {
            Goal::Values { .. } => &[None][..],
            // In normal play it is the move that values lead to, whether or not values were needed.
            Goal::Outcome(Decided { method: Method::Search, .. }) if play == Play::Normal => &[None],
            Goal::Outcome(_) => &[Some(0), Some(KNOWN), None],
        };
        for room in rooms {
            for component in first..position.len() {
                let tried = &mut Tried { component, moves: 0 };
                self.each_win(play, position, goal, tried, Wanted::First { room: *room }, &mut |mv, _| {
                    found = Some(mv);
                    ControlFlow::Break(())
                })?;
                if found.is_some() {
                    return Ok(found);
                }
            }
        }
        self.check_no_win(play, position)?;
        Ok(None)
    }

    /// The goal of a winning move.
    ///
    /// Where a search finds the outcome sooner than values, it gets them for a while all the same, since values show who wins and why.
    pub(super) fn goal(
        &mut self,
        play: Play,
        position: &Components<G::Position>,
    ) -> Result<Goal, SolveError<G::Position>> {
        if let Some(decided) = self.by_oracle(play, position)? {
            return Ok(Goal::Outcome(decided));
        }
        if G::SEARCHES_NIMBERS && play == Play::Normal && self.only.is_none() {
            // A single component without a theorem gets its outcome only: a winning move leaves value 0, whatever its
            // own value.
            if position.len() > 1 || have_theorems(&self.game, position) {
                let room = room_on_boards(&self.game, position, &self.control);
                match self.within(room, |solver| solver.goal_by_values(position)) {
                    Err(error) if is_of_a_part(&error) => {}
                    found => return found,
                }
            }
        } else if play == Play::Normal
            && (matches!(self.only, None | Some(Method::Oracle | Method::Values))
                || G::SEARCHES_NIMBERS && self.only == Some(Method::Nimbers))
        {
            return match &**position {
                // The constant comes first: a game with the nimber search is compiled without this one.
                [component] if !G::SEARCHES_NIMBERS && self.only.is_none() => {
                    // Without room for a position, an oracle tells only what it knows.
                    let room = match self.within(0, |solver| solver.told_who_wins(component)) {
                        Ok(Some(Decided { method: Method::Oracle, .. })) => FOR_TABLE_OF_THEOREM,
                        Err(stopped) if !stopped.is_positions() => return Err(stopped.into()),
                        _ => FOR_TABLE,
                    };
                    match self.within(room, |solver| solver.goal_by_values(position)) {
                        // A theorem may tell who wins under any bound; a search stops again.
                        Err(SolveError::Stopped(stopped)) if !stopped.is_cancelled() => {
                            self.goal_of_one(component, position)
                        }
                        // The whole limit allows more moves.
                        Err(SolveError::TooManyMoves { .. }) => self.goal_by_values(position),
                        found => found,
                    }
                }
                // An oracle that is forced may tell who wins and no value.
                [component] if self.only == Some(Method::Oracle) => match self.goal_by_values(position) {
                    Err(SolveError::NotByMethod { method }) => match self.told_who_wins(component)? {
                        Some(Decided { outcome, .. }) => Ok(Goal::Outcome(Decided { outcome, method })),
                        None => Err(SolveError::NotByMethod { method }),
                    },
                    found => found,
                },
                _ => match self.rest_of_pairs(position)? {
                    None => self.goal_by_values(position),
                    Some(rest) => Ok(Goal::Outcome(self.decide_rest(&rest, position)?)),
                },
            };
        }
        Ok(Goal::Outcome(self.decide_without_oracle(play, position.clone())?))
    }

    /// The goal of winning moves that are listed without working: of one component only who wins, where that needs no value.
    pub(super) fn goal_of_moves(
        &mut self,
        play: Play,
        position: &Components<G::Position>,
    ) -> Result<Goal, SolveError<G::Position>> {
        if let ([component], Play::Normal, None, false) = (&**position, play, self.only, G::SEARCHES_NIMBERS) {
            if let Some(decided) = self.by_oracle(play, position)? {
                return Ok(Goal::Outcome(decided));
            }
            return self.goal_of_one(component, position);
        }
        self.goal(play, position)
    }

    /// The goal in normal play for the only component of a position, of which no oracle has told anything.
    fn goal_of_one(
        &mut self,
        component: &G::Position,
        position: &Components<G::Position>,
    ) -> Result<Goal, SolveError<G::Position>> {
        let decided = self.who_wins(component)?;
        match decided.method {
            Method::Values => self.goal_by_values(position),
            _ => Ok(Goal::Outcome(decided)),
        }
    }

    /// The goal of a winning move in normal play, by the values of the components.
    pub(super) fn goal_by_values(
        &mut self,
        position: &Components<G::Position>,
    ) -> Result<Goal, SolveError<G::Position>> {
        let values: Result<Vec<Nimber>, _> = position.iter().map(|part| self.value(part.clone())).collect();
        let values = values?;
        let nim_sum = values.iter().sum();
        Ok(Goal::Values { values, nim_sum })
    }

    /// Visits the winning moves of one component that are not tried yet, until the visitor breaks. The visitor gets each move, and a lower bound on their
    /// number.
    pub(super) fn each_win(
        &mut self,
        play: Play,
        position: &Components<G::Position>,
        goal: &Goal,
        tried: &mut Tried,
        wanted: Wanted,
        visit: &mut dyn FnMut(SumMove<G::Move>, usize) -> ControlFlow<()>,
    ) -> Result<Told, SolveError<G::Position>> {
        let component = tried.component;
        let part = &position[component];
        let target = goal.target(play, position.len(), component);
        let values = matches!(goal, Goal::Values { .. });
        // Also where no component has a move that wins: of a long sum, each takes as long as the sum.
        self.count_look(1)?;
        if self.asks_oracles() && tried.moves == 0 {
            // First the question which moves leave the target value, then that about the whole sum. The second is left out where the values of a few
            // moves are compared sooner: a rule book behind a pointer reads the whole sum anew for each component.
            let are_few = values && self.game.moves(part).size_hint().1.is_some_and(|most| most <= FIRST_LISTED);
            let leaving = target.map(|value| Question::MovesLeaving { component: part, value });
            let winning = (!are_few).then_some(Question::Winning { sum: position, component, play });
            for question in leaving.into_iter().chain(winning) {
                let Self { game, control, oracles, notes, .. } = self;
                match ask(oracles, game, notes, question, control) {
                    Answer::Moves(moves) => {
                        // Where one move is wanted, their number is not asked for: it may take an oracle as long as finding one.
                        let (least, most) = if wanted == Wanted::All { moves.size_hint() } else { (0, None) };
                        let mut stopped = false;
                        for mv in moves {
                            control.count_options(1, least as u64, || 0)?;
                            if visit(SumMove { component, mv }, least).is_break() {
                                stopped = true;
                                break;
                            }
                        }
                        // Without a break, all moves were visited, so that the visitor has counted them.
                        return Ok(Told { least: least as u64, is_counted: !stopped || most == Some(least) });
                    }
                    Answer::Stopped(stopped) => return Err(stopped.into()),
                    _ => {}
                }
            }
        }
        let least = self.game.moves(part).size_hint().0;
        loop {
            let chunk = self.batch(part, tried.moves)?;
            if chunk.is_empty() {
                return Ok(Told { least: 0, is_counted: true });
            }
            let of = least.max(tried.moves + chunk.len());
            for mv in chunk {
                self.count_look(of)?;
                let left = self.game.play(part, &mv);
                // Where the goal has values, what is left is compared with the target. Else its outcome is asked for,
                // which may be known long before a value.
                let wins = |solver: &mut Self| match target {
                    Some(target) if values => solver.is_worth(left, target),
                    _ => Ok(solver.decided(play, position.replaced(component, left))?.outcome == Outcome::P),
                };
                let wins = match wanted {
                    Wanted::All | Wanted::First { room: None } => wins(self)?,
                    Wanted::First { room: Some(room) } => match self.within(room, wins) {
                        Err(error) if is_of_a_part(&error) => false,
                        known => known?,
                    },
                };
                tried.moves += 1;
                // No lower bound is known here, hence 0.
                if wins && visit(SumMove { component, mv }, 0).is_break() {
                    return Ok(Told { least: 0, is_counted: false });
                }
            }
            // After the batch, so that a visitor that wants one move may have it before the limit is met.
            self.check_looked_at(slice::from_ref(part), tried.moves as u64)?;
        }
    }

    /// A position that is said to be won, in which no move wins: an error, unless play has ended and whoever should move wins by that.
    pub(super) fn check_no_win(
        &self,
        play: Play,
        position: &Components<G::Position>,
    ) -> Result<(), SolveError<G::Position>> {
        let has_ended = || position.iter().all(|part| self.game.moves(part).next().is_none());
        if play == Play::Misere && has_ended() {
            return Ok(());
        }
        Err(SolveError::Contradicted { position: position.clone() })
    }

    /// Refuses to try more moves than four times the limit on positions: a heap of 10^18 counters has as many moves.
    pub(super) fn check_looked_at(
        &self,
        position: &[G::Position],
        looked_at: u64,
    ) -> Result<(), SolveError<G::Position>> {
        let limit = self.most_looks();
        if looked_at <= limit {
            return Ok(());
        }
        Err(SolveError::TooManyMoves { position: position.to_vec().into(), at_least: looked_at, limit })
    }

    /// Maximum number of moves that are tried.
    pub(super) const fn most_looks(&self) -> u64 {
        self.control.position_limit().saturating_mul(LOOKS)
    }

    /// Moves of a component after the first `listed` of them, in a batch about as long as that, since the iterator borrows the solver, which is needed for each
    /// move. Empty at the end. Under the control like other work: a batch of joint moves may take seconds, and hundreds of megabytes.
    pub(super) fn batch(&mut self, component: &G::Position, listed: usize) -> Result<Vec<G::Move>, Stopped> {
        let Self { game, control, memos, .. } = self;
        let size = size_of::<G::Move>() as u64;
        let bytes = |moves: usize| memos.values.bytes_with(0).saturating_add(moves as u64 * size);
        let room = (control.byte_limit().saturating_sub(bytes(0)) / size.max(1)).max(LEAST_ROOM);
        let most = listed.min(usize::try_from(room).unwrap_or(usize::MAX)).clamp(FIRST_LISTED, MOST_LISTED);
        let mut moves = game.moves(component);
        let mut left_out = listed;
        while left_out > 0 {
            let some = left_out.min(COUNTED);
            if moves.nth(some - 1).is_none() {
                return Ok(Vec::new());
            }
            left_out -= some;
            control.count_options(some as u64, listed as u64, || bytes(0))?;
        }
        let mut batch = Vec::with_capacity(most.min(moves.size_hint().0));
        for mv in moves.take(most) {
            batch.push(mv);
            if batch.len().is_multiple_of(COUNTED) {
                control.count_options(COUNTED as u64, (listed + batch.len()) as u64, || bytes(batch.len()))?;
            }
        }
        Ok(batch)
    }

    /// Counts a move that is tried, of at least `of` moves of its component, so that the clock and the callback are checked meanwhile.
    pub(super) fn count_look(&mut self, of: usize) -> Result<(), Stopped> {
        self.control.count_options(1, of as u64, || self.memos.values.bytes_with(0))
    }
}

/// Maximum number of positions to solve for the values of several components, before the nimber search looks for the outcome. Less than a
/// second.
const FOR_VALUES: u64 = 1 << 12;

/// [`FOR_VALUES`], or half the room of the control if that is less, so that half is left for the outcome.
pub(crate) fn room_for_values(control: &Control) -> u64 {
    FOR_VALUES.min(control.room() / 2)
}

/// [`room_for_values`], or less where a component has more than 64 moves: each option of a large board takes long, too. (Two Nimstrings of 10 × 10 boxes
/// took 40 s. They have 220 moves: a hundred positions.)
pub(crate) fn room_on_boards<G: ImpartialGame>(game: &G, sum: &[G::Position], control: &Control) -> u64 {
    (MOST_ON_BOARDS / most_moves(game, sum).saturating_pow(3)).min(room_for_values(control))
}

/// Limit on the number of positions for [`room_on_boards`] times the third power of the number of moves. A guard, chosen by no bench.
const MOST_ON_BOARDS: u64 = 1 << 30;

/// A lower bound on the largest number of moves of a component, and at least 1.
pub(super) fn most_moves<G: ImpartialGame>(game: &G, sum: &[G::Position]) -> u64 {
    sum.iter().map(|part| weight(game, part, game.options(part).size_hint())).max().unwrap_or(0).max(1).into()
}

/// Maximum number of positions to solve for the value of one component, before its outcome is searched without the value. Less than a second for a
/// board of Chomp.
const FOR_TABLE: u64 = 1 << 18;
/// The same where a theorem tells who wins. Chomp 9 × 10 takes fewer: a search for the winning move beside that for the value would take longer.
const FOR_TABLE_OF_THEOREM: u64 = 1 << 17;

/// Maximum number of positions to solve for each move in the second pass over the moves. One is enough for the move that the search found to win.
const KNOWN: u64 = 1;

/// Whether a search with a part of the limit on positions has met that part: the same question may be answered under the whole limit.
pub(super) const fn is_of_a_part<P>(error: &SolveError<P>) -> bool {
    match error {
        SolveError::Stopped(stopped) => stopped.is_positions(),
        SolveError::TooManyMoves { .. } => true,
        _ => false,
    }
}

/// Moves that may be tried for each position of the limit. It is a guard, the same as that of the engine for options.
const LOOKS: u64 = 4;

/// Whether theorems of the rule book tell the values of all components.
pub(crate) fn have_theorems<G: ImpartialGame>(game: &G, sum: &[G::Position]) -> bool {
    sum.iter().all(|part| game.known_value(part).is_some())
}

/// Which winning moves are wanted: all, or the first. With a `room`, a move that takes more positions to decide is passed over.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    All,
    First { room: Option<u64> },
}

/// The number of winning moves of a component.
pub(super) struct Told {
    /// A lower bound, as an oracle tells it; 0 where all moves were tried, or one is wanted.
    pub(super) least: u64,
    /// Whether the larger of `least` and the number of visited moves is the number itself.
    pub(super) is_counted: bool,
}

/// Length of the first batch of moves of a component. Each later batch is as long as all before it together, so that making the moves
/// again takes a few times as long as making them once.
const FIRST_LISTED: usize = 64;
/// Maximum length of a batch, which bounds its memory.
const MOST_LISTED: usize = 1 << 22;
/// Length that the limit on bytes leaves to a batch in any case. Shorter batches make moves again more often: with this length the list of 10^6 moves
/// is gone through some 500 times. A guard.
const LEAST_ROOM: u64 = 1 << 10;
/// Number of moves that are made between two checks of the control.
const COUNTED: usize = 64;
