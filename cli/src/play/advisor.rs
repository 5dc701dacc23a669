//! The advisor: the library's solver, with bounds for each question.

use std::collections::HashMap;
use std::time::Duration;

use grundy::any::{AnyMove, AnyPosition};
use grundy::chomp::{CentredTile, Tile};
use grundy::solver::XorTable;
use grundy::{
    AnyGame, At, Bound, Components, Control, Explanation, ImpartialGame, Nimber, Outcome, Play, SolveError, Solver,
    Stopped, SumOf,
};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use crate::bounds::Bounds;
use crate::play::drawing::{self, Told};
use crate::play::players::Level;
use crate::play::rules::{Move, Position, Rules, short};
use crate::progress::Bar;

/// The values on the tiles of boards, by the index of the component and the tile.
pub(crate) type Tiles = HashMap<(usize, Tile), Told>;

type Working = Explanation<At<AnyPosition>, AnyMove>;
/// Boxed, since it is much larger than the answers.
type Failed = Box<SolveError<At<AnyPosition>>>;

/// Moves of a component from which a random move is chosen: the first ones.
const MOST_CHOSEN_FROM: usize = 10_000;

/// Positions that are solved for one question without --limit. They take a gigabyte or two at most.
const MOST_POSITIONS: u64 = 1 << 20;
/// Moves that are tried for one question without --limit: some seconds of work. Misère play searches whole positions, which take longer.
const MOST_TRIED: u64 = 1 << 26;
const MOST_TRIED_IN_MISERE: u64 = 1 << 23;
/// How long an answer is waited for without --limit and --time, where positions take longer than others: some seconds.
const PATIENCE: Duration = Duration::from_secs(10);
/// Moves that are counted at most: of a component, and of all of them, which takes half a second.
const MOST_COUNTED: usize = 1 << 17;
const MOST_COUNTED_IN_ALL: usize = 1 << 22;

/// Answers questions about positions, with bounds for each question.
pub(crate) struct Advisor<'a> {
    rules: &'a Rules,
    play: Play,
    /// The bounds of each question. Without --limit, positions for some seconds of work.
    bounds: &'a Bounds,
    solver: Solver<&'a SumOf<AnyGame>>,
    /// The number of positions that the solver keeps.
    solved: u64,
    random: SmallRng,
}

impl<'a> Advisor<'a> {
    pub(crate) fn new(rules: &'a Rules, play: Play, bounds: &'a Bounds, seed: u64) -> Self {
        let (solver, random) = (Solver::new(&rules.table), SmallRng::seed_from_u64(seed));
        Self { rules, play, bounds, solver, solved: 0, random }
    }

    /// The limit on positions for a question about this position. Assumes that later positions have about as many moves at most.
    fn limit_for(&self, position: &[At<AnyPosition>]) -> u64 {
        self.bounds.limit.unwrap_or_else(|| {
            let [largest, all] = counted(position.iter().map(|at| self.rules.table.moves(at)));
            let (moves, tried) = match self.play {
                // Components are solved one by one.
                Play::Normal => (largest, MOST_TRIED),
                Play::Misere => (all, MOST_TRIED_IN_MISERE),
            };
            // By hand: with 1000 moves, 2^26 / 1000 = 67108 positions.
            let moves = moves.max(1) as u64;
            // The solver lists the moves of a position only if there are no more than four for each position of the limit.
            (tried / moves).max(moves / 4 + 1).min(MOST_POSITIONS)
        })
    }

    /// Asks the solver a question, within the limit. If the limit is met, the error is a sentence, and all that was solved is dropped, so
    /// that memory stays bounded.
    fn ask<T>(
        &mut self,
        position: &[At<AnyPosition>],
        question: impl FnOnce(&mut Solver<&'a SumOf<AnyGame>>) -> Result<T, Failed>,
    ) -> Result<T, String> {
        let limit = self.limit_for(position);
        // Values of earlier questions are kept, but not those of more than four times the limit, or of
        // `MOST_POSITIONS`.
        if self.solved > limit.saturating_mul(4).max(MOST_POSITIONS) {
            self.forget();
        }
        let bar = Bar::new();
        let mut control = self.bounds.control(Control::new().positions(limit), &bar);
        if self.is_patient() {
            control = control.within(PATIENCE);
        }
        self.solver.set_control(control);
        let answer = question(&mut self.solver);
        bar.clear();
        self.solved = self.solved.saturating_add(self.solver.control().done());
        // Drops the listener, so that between questions Ctrl-C ends the program.
        self.solver.set_control(Control::new());
        answer.map_err(|error| {
            self.forget();
            match *error {
                SolveError::TooManyMoves { at_least, .. } => {
                    format!("this position has a component with at least {at_least} moves, too many to look at")
                }
                SolveError::TooManyReplies { .. } => "this position has too many moves and replies to look at".to_owned(),
                SolveError::Stopped(Stopped { bound: Bound::Positions(_), .. }) => {
                    format!("this position is too large to be solved within {limit} positions (--limit N sets another limit)")
                }
                SolveError::Stopped(Stopped { bound: Bound::Deadline, .. }) if self.is_patient() => {
                    let seconds = PATIENCE.as_secs();
                    format!("this position is too large to be solved within {seconds} seconds (--time N sets another limit)")
                }
                error => short(error.to_string()),
            }
        })
    }

    /// Whether no bound was given, so that an answer is waited for only so long.
    const fn is_patient(&self) -> bool {
        self.bounds.limit.is_none() && self.bounds.time.is_none()
    }

    fn forget(&mut self) {
        (self.solver, self.solved) = (Solver::new(&self.rules.table), 0);
    }

    /// Who wins and the best move. Values are found only where that needs them.
    fn best(&mut self, position: &Position) -> Result<Working, String> {
        let play = self.play;
        let working = self.ask(position, |solver| solver.explain_outcome(play, position.clone()).map_err(Box::new))?;
        if working.lacks_winning_move() {
            let limit = self.limit_for(position);
            let time = if self.is_patient() { format!(" and {} seconds", PATIENCE.as_secs()) } else { String::new() };
            return Err(format!(
                "the player to move wins by a theorem, and no winning move was found within {limit} positions{time} (--limit N and --time N set other limits)"
            ));
        }
        Ok(working)
    }

    /// The working as text, in the notation of the game.
    pub(crate) fn why(&mut self, position: &Position) -> Result<String, String> {
        let play = self.play;
        let working = self.ask(position, |solver| solver.explain_in(play, position.clone()).map_err(Box::new))?;
        let rules = self.rules;
        let mut working = working.map(|at| rules.component_text(at));
        if let Some(turn) = &mut working.turn {
            turn.name = Some(short(turn.text()));
        }
        Ok(working.to_string())
    }

    /// The best move and its result, in a sentence.
    pub(crate) fn hint(&mut self, position: &Position) -> Result<String, String> {
        let working = self.best(position)?;
        let Some(turn) = working.turn else { return Ok("there is no move left".to_owned()) };
        let mv = self.rules.move_text(position, &turn.mv);
        let left = self.rules.text(&turn.position);
        Ok(match (working.outcome, working.compared) {
            (Outcome::N, _) => format!("`{mv}` wins: it leaves {left}, from which every move loses"),
            (Outcome::P, true) => {
                format!("every move loses against best play; `{mv}` leaves the smallest share of winning replies")
            }
            (Outcome::P, false) => {
                format!("every move loses against best play, and there are too many to compare; `{mv}` is the first")
            }
        })
    }

    /// The move of a computer of this level; an error says why none was found.
    pub(crate) fn choose(&mut self, level: Level, position: &Position) -> Result<Option<Move>, String> {
        match level {
            Level::Easy => Ok(self.random(position)),
            Level::Hard => Ok(self.best(position)?.turn.map(|turn| turn.mv)),
        }
    }

    /// A random move: first a random component, then a random move in it.
    pub(crate) fn random(&mut self, position: &Position) -> Option<Move> {
        // A component without moves is never chosen.
        let able = |place: &usize| {
            let part = position.get(*place).map(|part| Components::from_iter([part.clone()]));
            part.is_some_and(|part| !self.rules.is_over(&part))
        };
        let places: Vec<usize> = (0..position.len()).filter(able).collect();
        // A random number from an empty range would panic. With the bound 1 the number is 0, and an empty list has no
        // such place.
        let place = *places.get(self.random.random_range(0..places.len().max(1)))?;
        let part = Components::from_iter([position.get(place)?.clone()]);
        let moves: Vec<Move> = self.rules.moves(&part).take(MOST_CHOSEN_FROM).collect();
        let mv = moves.get(self.random.random_range(0..moves.len().max(1)))?.mv.clone();
        Some(Move { component: place, mv })
    }

    /// The values of the components, and the table of their nim-sum.
    pub(crate) fn table(&mut self, position: &Position) -> Result<XorTable, String> {
        let values =
            position.iter().map(|at| Ok((self.rules.component_text(at), self.value(std::slice::from_ref(at))?)));
        values.collect()
    }

    fn value(&mut self, position: &[At<AnyPosition>]) -> Result<Nimber, String> {
        self.ask(position, |solver| solver.grundy(position).map_err(Box::new))
    }

    /// The value of the whole position after a move.
    pub(crate) fn value_after(&mut self, position: &Position, mv: &Move) -> Option<Nimber> {
        let left = self.rules.after(position, mv)?;
        self.value(&left).ok()
    }

    /// The values on the tiles, if all components are boards that are small enough to be drawn and solved.
    pub(crate) fn tiles(&mut self, position: &Position) -> Tiles {
        let mut told = Tiles::new();
        if !position.iter().all(|at| self.rules.board(at).is_some_and(drawing::is_drawn)) {
            return told;
        }
        let Ok(sum) = self.table(position).map(|table| table.nim_sum()) else { return told };
        for (place, at) in position.iter().enumerate() {
            let Ok(own) = self.value(std::slice::from_ref(at)) else { continue };
            for mv in self.rules.table.moves(at) {
                // A tile of iChomp is named from the centre. The drawing has it by its quadrant.
                let in_quadrant = || mv.downcast_ref().and_then(|tile: &CentredTile| Some(tile.in_quadrant()?.1));
                let tile = mv.downcast_ref().copied().or_else(in_quadrant);
                let value = self.value(&self.rules.table.play(at, &mv));
                if let (Some(tile), Ok(value)) = (tile, value) {
                    // After the move `value` takes the place of `own` in the nim-sum.
                    let wins = self.play == Play::Normal && (sum + own + value).is_zero();
                    told.insert((place, tile), Told { value, wins });
                }
            }
        }
        told
    }
}

/// The number of moves in the component with the most, and in all. Beyond the bounds they count as no more.
fn counted<M: Iterator>(components: impl Iterator<Item = M>) -> [usize; 2] {
    let (mut largest, mut all) = (0, 0);
    for moves in components.take(MOST_COUNTED) {
        let count = moves.take(MOST_COUNTED.min(MOST_COUNTED_IN_ALL - all)).count();
        (largest, all) = (largest.max(count), all + count);
        if all == MOST_COUNTED_IN_ALL {
            break;
        }
    }
    [largest, all]
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn moves_are_counted_up_to_a_bound_for_all_components() {
        assert_eq!(counted([0..3, 0..5, 0..4].into_iter()), [5, 12]);
        let listed = Cell::new(0);
        let many = (0..1000).map(|_| (0..200_000).inspect(|_| listed.set(listed.get() + 1)));
        assert_eq!(counted(many), [MOST_COUNTED, MOST_COUNTED_IN_ALL]);
        assert_eq!(listed.get(), MOST_COUNTED_IN_ALL);
    }
}
