//! A game that the computer plays against itself.

use std::io::{self, Write};

use grundy::Play;
use serde::Serialize;

use crate::failure::Failure;
use crate::interrupt;
use crate::output::Output;
use crate::play::advisor::Advisor;
use crate::play::drawing;
use crate::play::players::{Level, Player, Players};
use crate::play::rules::{Position, Rules, counted};
use crate::play::style::{GOOD, HEADING};

/// A game without people.
pub(crate) struct Auto<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) play: Play,
    pub(crate) level: Level,
    /// The limit on moves.
    pub(crate) turns: usize,
    pub(crate) advisor: Advisor<'a>,
    pub(crate) output: Output,
}

/// The answer as JSON.
#[derive(Serialize)]
struct Played {
    game: String,
    position: String,
    misere: bool,
    moves: Vec<Move>,
    /// The winner; `None` if the game was not played to its end.
    winner: Option<String>,
}

#[derive(Serialize)]
struct Move {
    player: String,
    text: String,
    leaves: String,
    /// Whether the move was random, since the position is too large to be solved.
    at_random: bool,
}

impl Auto<'_> {
    /// Plays from a position, and prints a line for each move, or all moves as JSON at the end.
    pub(crate) fn run(mut self, start: Position, out: &mut impl Write) -> Result<(), Failure> {
        let players = Players([Player::Computer(self.level); 2]);
        // The screen gets the beginnings of long texts, and programs get the whole of them.
        let (move_text, text) = if self.output.json {
            (Rules::whole_move_text as fn(&Rules, &[_], &_) -> _, Rules::whole_text as fn(&Rules, &[_]) -> _)
        } else {
            (Rules::move_text as fn(&Rules, &[_], &_) -> _, Rules::text as fn(&Rules, &[_]) -> _)
        };
        let mut played = Played {
            game: self.rules.name(),
            position: text(self.rules, &start),
            misere: self.play == Play::Misere,
            moves: Vec::new(),
            winner: None,
        };
        if !self.output.json {
            writeln!(out, "{HEADING}{}{HEADING:#}, {} play", played.game, self.play)?;
            drawing::lines(self.rules, &start).iter().try_for_each(|line| writeln!(out, "{line}"))?;
        }
        let mut position = start;
        while !self.rules.is_over(&position) && played.moves.len() < self.turns {
            let turn = played.moves.len();
            let chosen = self.advisor.choose(self.level, &position);
            if interrupt::was_pressed() {
                return Err(Failure::Interrupted(format!("interrupted after {}", counted(turn, "move"))));
            }
            // Too large to be solved, so a random move is played.
            let at_random = chosen.is_err();
            let mv = chosen.unwrap_or_else(|_| self.advisor.random(&position)).expect("the game is not over");
            let left = self.rules.after(&position, &mv).expect("the move is one of the game's own");
            let (mv, leaves) = (move_text(self.rules, &position, &mv), text(self.rules, &left));
            if !self.output.json {
                let (number, name) = (turn + 1, players.name(turn));
                let note = if at_random { "  (at random: too large to be solved)" } else { "" };
                writeln!(out, "{number:>4}. {name}: {mv} -> {leaves}{note}")?;
                out.flush()?;
            }
            played.moves.push(Move { player: players.name(turn).to_owned(), text: mv, leaves, at_random });
            position = left;
        }
        let moves = played.moves.len();
        if self.rules.is_over(&position) {
            // Moves count from 0, so the last one has the index `moves - 1`, of the same player as `moves + 1`. In
            // misère play the other player wins.
            let last = match self.play {
                Play::Normal => moves + 1,
                Play::Misere => moves,
            };
            played.winner = Some(players.name(last).to_owned());
        }
        if self.output.json {
            Output::print_json(&played)?;
        } else if let Some(winner) = &played.winner {
            finish(winner, moves, out)?;
        }
        if played.winner.is_some() {
            return Ok(());
        }
        let moves = counted(moves, "move");
        Err(Failure::Bound(format!("the game is not over after {moves}; --turns sets another limit")))
    }
}

/// The line about the winner.
fn finish(winner: &str, moves: usize, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{GOOD}{winner} wins after {}.{GOOD:#}", counted(moves, "move"))
}
