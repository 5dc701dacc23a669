//! A game that the computer plays against itself.

use std::io::{self, Write};

use grundy::Play;

use crate::advisor::Advisor;
use crate::drawing;
use crate::players::{Level, Player, Players};
use crate::rules::{Position, Rules, counted};
use crate::style::{GOOD, HEADING};
use crate::support::Failure;

/// Plays from a position and prints a line for each move; stops after `most` moves.
pub(crate) fn play(
    rules: &Rules,
    position: Position,
    play: Play,
    level: Level,
    most: usize,
    advisor: &mut Advisor<'_>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let players = Players([Player::Computer(level); 2]);
    writeln!(out, "{HEADING}{}{HEADING:#}, {play} play", rules.name())?;
    drawing::lines(rules, &position).iter().try_for_each(|line| writeln!(out, "{line}"))?;
    let mut position = position;
    for turn in 0..=most {
        if rules.is_over(&position) {
            return Ok(finish(players, play, turn, out)?);
        }
        if turn == most {
            break;
        }
        let chosen = advisor.choose(level, &position);
        let note = if chosen.is_err() { "  (at random: too large to be solved)" } else { "" };
        let Some(mv) = chosen.unwrap_or_else(|_| advisor.random(&position)) else { break };
        let Some(left) = rules.after(&position, &mv) else { break };
        let (number, name) = (turn + 1, players.name(turn));
        writeln!(out, "{number:>4}. {name}: {} -> {}{note}", rules.move_text(&position, &mv), rules.text(&left))?;
        out.flush()?;
        position = left;
    }
    out.flush()?;
    Err(Failure::Limit(format!("the game is not over after {}; --turns sets another limit", counted(most, "move"))))
}

fn finish(players: Players, play: Play, moves: usize, out: &mut impl Write) -> io::Result<()> {
    let winner = match play {
        Play::Normal => players.name(moves + 1),
        Play::Misere => players.name(moves),
    };
    writeln!(out, "{GOOD}{winner} wins after {}.{GOOD:#}", counted(moves, "move"))
}
