//! All winning moves of a position. A list that is stopped goes on with the move that was tried last.

use std::ops::ControlFlow;

use crate::components::Components;
use crate::found_moves::{FoundMoves, MOST_TOLD};
use crate::game::ImpartialGame;
use crate::nimber::Nimber;
use crate::outcome::{Outcome, Play};
use crate::search::{Memo, SolveError};
use crate::solver::Solver;
use crate::solver::goal::{Tried, WinsUnderWay};
use crate::solver::winning::Wanted;

impl<G: ImpartialGame, T: Memo<G::Position, Nimber>> Solver<G, T> {
    /// Every winning move in normal play, in reading order: by component, and in each component as the game lists its moves.
    ///
    /// A position is lost exactly if it has none. The values of several components are computed first. Then each move takes one look-up,
    /// or none if an oracle lists the moves that leave a value. In one component a move wins if it leaves a P-position, and values are computed only where
    /// [`decide`](Self::decide) would.
    ///
    /// ```
    /// use grundy::{Kayles, Solver};
    ///
    /// let mut solver = Solver::new(Kayles);
    /// let wins = solver.winning_moves([5, 6, 3, 2])?;
    /// let wins: Vec<String> = wins.iter().map(ToString::to_string).collect();
    /// assert_eq!(wins, ["component 1: pin 2", "component 1: pin 4"]); // x.xxx and xxx.x, both worth *2
    /// # Ok::<(), grundy::SolveError<u64>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`SolveError`] if the game is loopy, a bound of the control is met, or there are too many moves to try.
    pub fn winning_moves(
        &mut self,
        position: impl Into<Components<G::Position>>,
    ) -> Result<FoundMoves<G::Move>, SolveError<G::Position>> {
        self.winning_moves_of(Play::Normal, position.into())
    }

    /// Every winning move in the given play, in reading order; of a component with more than 65 536 of them the first ones. After a stop the same question goes on
    /// with the move after the last one that was tried.
    ///
    /// ```
    /// use grundy::{Nim, Play, Solver};
    ///
    /// let wins = Solver::new(Nim).winning_moves_in(Play::Misere, [1, 5])?;
    /// assert_eq!(wins[0].to_string(), "component 2: take 5"); // leave one counter, to be taken last
    /// # Ok::<(), grundy::SolveError<u64>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`SolveError`] if the game is loopy, a bound of the control is met, or there are too many moves to try.
    pub fn winning_moves_in(
        &mut self,
        play: Play,
        position: impl Into<Components<G::Position>>,
    ) -> Result<FoundMoves<G::Move>, SolveError<G::Position>> {
        self.all_methods().winning_moves_of(play, position.into())
    }

    fn winning_moves_of(
        &mut self,
        play: Play,
        position: Components<G::Position>,
    ) -> Result<FoundMoves<G::Move>, SolveError<G::Position>> {
        let kept = self.wins_under_way.take().filter(|kept| kept.play == play && kept.position == position);
        let mut list = match kept {
            Some(kept) => kept,
            None => Box::new(WinsUnderWay {
                play,
                goal: self.goal_of_moves(play, &position)?,
                position,
                tried: Tried::default(),
                wins: FoundMoves::none(),
            }),
        };
        match self.list_wins(&mut list) {
            Ok(()) => Ok(list.wins),
            Err(error) => {
                self.wins_under_way = matches!(error, SolveError::Stopped(_)).then_some(list);
                Err(error)
            }
        }
    }

    /// Lists the winning moves that are not in the list yet.
    fn list_wins(&mut self, list: &mut WinsUnderWay<G::Position, G::Move>) -> Result<(), SolveError<G::Position>> {
        let WinsUnderWay { play, position, goal, tried, wins } = list;
        if goal.outcome() == Outcome::P {
            return Ok(());
        }
        // Component by component, since in each of them the list may end early, with a bound in place of a count.
        while tried.component < position.len() {
            let before = wins.moves.partition_point(|mv| mv.component < tried.component);
            if tried.moves == 0 {
                // An oracle that was stopped lists its moves anew.
                wins.moves.truncate(before);
            }
            let told = self.each_win(*play, position, goal, tried, Wanted::All, &mut |mv, at_least| {
                wins.moves.push(mv);
                // Of a list that is too long to be kept, a few moves are examples, and the bound of the oracle tells the number.
                let most = if at_least > MOST_TOLD { FIRST_TOLD } else { MOST_TOLD };
                if wins.moves.len() - before < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            })?;
            let found = (wins.moves.len() - before) as u64;
            // Both are lower bounds, so the larger one counts.
            wins.least = wins.least.saturating_add(told.least.max(found));
            wins.is_counted &= told.is_counted;
            *tried = Tried { component: tried.component + 1, moves: 0 };
        }
        if wins.least == 0 { self.check_no_win(*play, position) } else { Ok(()) }
    }
}

/// Maximum number of moves that are taken from an oracle which says that there are more than [`MOST_TOLD`].
const FIRST_TOLD: usize = 1 << 10;
