//! Who knows what is good: the library's solver, within a limit for each question.

use std::collections::HashMap;

use grundy::chomp::Tile;
use grundy::games::{AnyMove, AnyPosition};
use grundy::strategy::XorTable;
use grundy::{AnyGame, At, Components, Explanation, ImpartialGame, Nimber, Outcome, Play, SolveError, Solver, SumOf};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use crate::drawing::{self, Told};
use crate::players::Level;
use crate::rules::{Move, Position, Rules, short};

/// What stands on the tiles of the boards, by their places among the components.
pub(crate) type Tiles = HashMap<(usize, Tile), Told>;

type Working = Explanation<At<AnyPosition>, AnyMove>;
/// Boxed, since it is much larger than the answers.
type Failed = Box<SolveError<At<AnyPosition>>>;

/// A move at random is one of so many of a component, the first that it has.
const MOST_CHOSEN_FROM: usize = 10_000;

/// The most positions that are solved for a question whose limit nobody has set. They take a gigabyte or two at most.
const MOST_POSITIONS: u64 = 1 << 20;
/// The most moves that are tried for it: some seconds' work. Whole positions, which misère play searches, take longer each.
const MOST_TRIED: u64 = 1 << 26;
const MOST_TRIED_IN_MISERE: u64 = 1 << 23;
/// More moves of a position are not counted.
const MOST_COUNTED: usize = 1 << 17;

pub(crate) struct Advisor<'a> {
    rules: &'a Rules,
    play: Play,
    /// Positions for each question; without it as many as take some seconds.
    limit: Option<u64>,
    solver: Solver<&'a SumOf<AnyGame>>,
    random: SmallRng,
}

impl<'a> Advisor<'a> {
    pub(crate) fn new(rules: &'a Rules, play: Play, limit: Option<u64>, seed: u64) -> Self {
        Self { rules, play, limit, solver: Solver::new(&rules.table), random: SmallRng::seed_from_u64(seed) }
    }

    /// How many positions may be solved for a question about this one. It has about as many moves as any that it leads to.
    fn limit_for(&self, position: &[At<AnyPosition>]) -> u64 {
        self.limit.unwrap_or_else(|| {
            let mut counts =
                position.iter().take(MOST_COUNTED).map(|at| self.rules.table.moves(at).take(MOST_COUNTED).count());
            let (moves, tried) = match self.play {
                // Components are solved one by one.
                Play::Normal => (counts.max(), MOST_TRIED),
                Play::Misere => (counts.try_fold(0_usize, usize::checked_add), MOST_TRIED_IN_MISERE),
            };
            let moves = moves.unwrap_or(0).max(1) as u64;
            // The solver lists the moves of a position only if there are no more than four for each position of the limit.
            (tried / moves).max(moves / 4 + 1).min(MOST_POSITIONS)
        })
    }

    /// Asks the solver, which may solve as many positions as the limit says for each question. One that takes more is answered
    /// by a sentence, and what was solved for it is given up, so that memory stays bounded.
    fn ask<T>(
        &mut self,
        position: &[At<AnyPosition>],
        question: impl FnOnce(&mut Solver<&'a SumOf<AnyGame>>) -> Result<T, Failed>,
    ) -> Result<T, String> {
        let limit = self.limit_for(position);
        if self.solver.solved() > limit.saturating_mul(4).max(MOST_POSITIONS) {
            self.solver = Solver::new(&self.rules.table);
        }
        self.solver.set_limit(self.solver.solved().saturating_add(limit));
        question(&mut self.solver).map_err(|error| {
            self.solver = Solver::new(&self.rules.table);
            match *error {
                SolveError::Limit { .. } => {
                    format!("this position is too large to be solved within {limit} positions (--limit N sets another limit)")
                }
                error => short(error.to_string()),
            }
        })
    }

    /// The working and the best move.
    pub(crate) fn working(&mut self, position: &Position) -> Result<Working, String> {
        let play = self.play;
        self.ask(position, |solver| solver.explain_in(play, position.clone()).map_err(Box::new))
    }

    /// The working as it is printed, in the notation of the game.
    pub(crate) fn why(&mut self, position: &Position) -> Result<String, String> {
        let working = self.working(position)?;
        let rules = self.rules;
        Ok(working.map(|at| rules.component_text(at), |mv| short(mv.to_string())).to_string())
    }

    /// The best move and what it is good for, in a sentence.
    pub(crate) fn hint(&mut self, position: &Position) -> Result<String, String> {
        let working = self.working(position)?;
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

    /// The move of a player of this level, or why none is found.
    pub(crate) fn choose(&mut self, level: Level, position: &Position) -> Result<Option<Move>, String> {
        match level {
            Level::Easy => Ok(self.random(position)),
            Level::Hard => Ok(self.working(position)?.turn.map(|turn| turn.mv)),
        }
    }

    /// A move at random: first a component, then a move in it.
    pub(crate) fn random(&mut self, position: &Position) -> Option<Move> {
        let able = |place: &usize| {
            let part = position.get(*place).map(|part| Components::from_iter([part.clone()]));
            part.is_some_and(|part| !self.rules.is_over(&part))
        };
        let places: Vec<usize> = (0..position.len()).filter(able).collect();
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

    /// What the whole is worth after a move.
    pub(crate) fn value_after(&mut self, position: &Position, mv: &Move) -> Option<Nimber> {
        let left = self.rules.after(position, mv)?;
        self.value(&left).ok()
    }

    /// What stands on the tiles of boards, where all components are boards that can be drawn whole and solved.
    pub(crate) fn tiles(&mut self, position: &Position) -> Tiles {
        let mut told = Tiles::new();
        let can_be = |at: &At<AnyPosition>| match &at.position {
            AnyPosition::Chomp(board) => drawing::is_drawn(board),
            AnyPosition::IChomp(part) => drawing::is_drawn(&part.board),
            _ => false,
        };
        if !position.iter().all(can_be) {
            return told;
        }
        let Ok(sum) = self.table(position).map(|table| table.nim_sum()) else { return told };
        for (place, at) in position.iter().enumerate() {
            let Ok(own) = self.value(std::slice::from_ref(at)) else { continue };
            for mv in self.rules.table.moves(at) {
                let tile = match &mv {
                    AnyMove::Chomp(tile) => Some(*tile),
                    AnyMove::IChomp(tile) => tile.in_quadrant().map(|(_, tile)| tile),
                    _ => None,
                };
                let value = self.value(&self.rules.table.play(at, &mv));
                if let (Some(tile), Ok(value)) = (tile, value) {
                    let wins = self.play == Play::Normal && (sum + own + value).is_zero();
                    told.insert((place, tile), Told { value, wins });
                }
            }
        }
        told
    }
}
