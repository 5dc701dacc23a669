//! Reads a certificate of any kind, and checks it.

use std::fmt;
use std::io::BufRead;

use super::boards::check_boards;
use super::facts::Steps;
use super::graphs::check_graph;
use super::heaps::check_period;
use super::misere::Lost;
use super::positions::Values;
use super::quotients::{Monoid, OfPositions, check_quotient};
use super::text::{CertificateError, Reader, number};
use crate::any::{AnyGame, AnyPosition, Registry};
use crate::components::Components;
use crate::compound::{At, SumOf};
use crate::control::Control;
use crate::heap::TakeAndBreak;
use crate::loopy::Digraph;
use crate::nimber::Nimber;
use crate::notation::{Notation, one_line};
use crate::outcome::{Outcome, Play};

/// A claim that a certificate proves.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Claim {
    /// What is proved, as a sentence without its full stop.
    pub text: String,
    /// The number of facts from which it follows.
    pub facts: u64,
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

/// Checks a certificate, and returns what it proves. The registry reads the name of the game.
///
/// It knows the rules of games and nothing else: no solver, no memo, no oracle. Each fact counts as a position under the control.
///
/// # Errors
///
/// [`CertificateError::Refused`] with the line that is wrong, if the claim does not follow from the facts, or a fact not from the rules;
/// others if the text cannot be read or a bound is met.
pub fn check(registry: &Registry, input: impl BufRead, control: &mut Control) -> Result<Claim, CertificateError> {
    let (mut reader, kind) = Reader::new(input, control)?;
    match kind.as_str() {
        "value" | "outcome" | "misere" => match subject(registry, &kind, &mut reader)? {
            Subject::Game(game, position, name) => check_position(&kind, &game, &name, &position, &mut reader, control),
            Subject::Sum(table, position, name) => {
                check_position(&kind, &table, &name, &position, &mut reader, control)
            }
        },
        "period" => {
            let code = read_code(&mut reader)?;
            let [preperiod, period] = [reader.number("preperiod")?, reader.number("period")?];
            let facts = check_period(&code, [preperiod, period], &mut reader, &mut Steps::new(control))?;
            Ok(Claim { text: format!("the values of {code} have preperiod {preperiod} and period {period}"), facts })
        }
        "quotient" => {
            let code = read_code(&mut reader)?;
            let heaps: usize = reader.number("heaps")?;
            let monoid = Monoid::read(&mut reader)?;
            let order = monoid.order;
            let period = match reader.field("period")?.as_str() {
                "none" => None,
                text => match text.split_once(' ').map(|(first, length)| (number(first), number(length))) {
                    Some((Some(first), Some(length))) => Some([first, length]),
                    _ => return Err(reader.refused("a period is two numbers, preperiod and period, or `none`")),
                },
            };
            let facts = check_quotient(&code, heaps, monoid, period, &mut reader, &mut Steps::new(control))?;
            let which = if period.is_some() { "all heaps".to_owned() } else { format!("heaps below {heaps}") };
            Ok(Claim { text: format!("the misère quotient of {which} of {code} has order {order}"), facts })
        }
        "positions" => match subject(registry, &kind, &mut reader)? {
            Subject::Game(game, position, name) => check_positions(&game, &name, &position, &mut reader, control),
            Subject::Sum(table, position, name) => check_positions(&table, &name, &position, &mut reader, control),
        },
        "loopy" => {
            let text = reader.field("graph")?;
            let graph: Digraph = text.parse().map_err(|error| reader.refused(format!("{error}")))?;
            let facts = check_graph(&graph, &mut reader, &mut Steps::new(control))?;
            Ok(Claim { text: format!("these are the values of all vertices of the graph {}", one_line(&text)), facts })
        }
        "chomp-losing" => {
            let tiles: u32 = reader.number("tiles")?;
            let facts = check_boards(tiles, &mut reader, &mut Steps::new(control))?;
            let boards = if facts == 1 { "board" } else { "boards" };
            let text =
                format!("beside the empty board, {facts} {boards} of Chomp with at most {tiles} tiles are losing");
            Ok(Claim { text, facts })
        }
        other => Err(reader.refused(format!("`{other}` is no kind of claim that can be checked"))),
    }
}

/// The game and the position of a claim, with their text in one line.
pub(super) enum Subject {
    Game(AnyGame, Components<AnyPosition>, String),
    Sum(SumOf<AnyGame>, Components<At<AnyPosition>>, String),
}

/// Reads game and position.
pub(super) fn subject(
    registry: &Registry,
    kind: &str,
    reader: &mut Reader<impl BufRead>,
) -> Result<Subject, CertificateError> {
    if !["value", "outcome", "misere", "positions"].contains(&kind) {
        return Err(reader.refused(format!("a claim of the kind `{kind}` is not about a position")));
    }
    let name = reader.field("game")?;
    let play = if matches!(kind, "misere" | "positions") { Play::Misere } else { Play::Normal };
    // Several games on one table: the text of the position names the game of each component.
    if name == "sum" {
        let text = reader.field("position")?;
        let (table, position) = registry.parse_sum(&text).map_err(|error| reader.refused(error.to_string()))?;
        check_play(&table, play, reader)?;
        return Ok(Subject::Sum(table, position, one_line(&text)));
    }
    let game = registry.parse(&name).map_err(|error| reader.refused(error.to_string()))?;
    let text = reader.field("position")?;
    let position = game.parse(&text).map_err(|error| reader.refused(error.to_string()))?;
    check_play(&game, play, reader)?;
    Ok(Subject::Game(game, position, one_line(&format!("{name} {text}"))))
}

/// Refuses texts that stand for a sum in normal play only, where the claim is about misère play.
pub(super) fn check_play(
    game: &impl Notation,
    play: Play,
    reader: &Reader<impl BufRead>,
) -> Result<(), CertificateError> {
    game.refuses(play).map_or(Ok(()), |reason| Err(reader.refused(reason)))
}

fn read_code(reader: &mut Reader<impl BufRead>) -> Result<TakeAndBreak, CertificateError> {
    reader.field("code")?.parse().map_err(|error| reader.refused(format!("{error}")))
}

/// Checks a value or an outcome. `name` is the game with the position.
fn check_position<G: Notation>(
    kind: &str,
    game: &G,
    name: &str,
    position: &Components<G::Position>,
    reader: &mut Reader<impl BufRead>,
    control: &mut Control,
) -> Result<Claim, CertificateError> {
    let steps = &mut Steps::new(control);
    if kind == "value" {
        let value = Nimber::new(reader.number("answer")?);
        let values = Values::read(game, reader, steps)?;
        if values.of(position) == Some(value) {
            return Ok(Claim { text: format!("the Grundy value of {name} is {value}"), facts: values.len() });
        }
        return Err(reader.refused(format!("that the value is {value} does not follow")));
    }
    let outcome = match reader.field("answer")?.as_str() {
        "N" => Outcome::N,
        "P" => Outcome::P,
        other => return Err(reader.refused(format!("an outcome is N or P, not `{other}`"))),
    };
    let (follows, facts, play) = if kind == "misere" {
        let mut lost = Lost::read(game, reader, steps)?;
        let follows = match outcome {
            Outcome::P => lost.is_lost(position),
            Outcome::N => lost.is_won(position, steps)?,
        };
        (follows, lost.len(), Play::Misere)
    } else {
        let values = Values::read(game, reader, steps)?;
        let follows = match (outcome, values.of(position)) {
            (Outcome::P, value) => value == Some(Nimber::ZERO),
            (Outcome::N, Some(value)) => value != Nimber::ZERO,
            // Without the value, one option of value 0 is enough to win.
            (Outcome::N, None) => values.has_option(position, Nimber::ZERO, steps)?,
        };
        (follows, values.len(), Play::Normal)
    };
    if follows {
        return Ok(Claim { text: format!("{name} is {outcome} in {play} play"), facts });
    }
    Err(reader.refused(format!("that the outcome is {outcome} does not follow")))
}

/// Checks the quotient of all positions that play can reach from this one.
fn check_positions<G: Notation>(
    game: &G,
    name: &str,
    position: &Components<G::Position>,
    reader: &mut Reader<impl BufRead>,
    control: &mut Control,
) -> Result<Claim, CertificateError> {
    let steps = &mut Steps::new(control);
    let monoid = Monoid::read(reader)?;
    let told = OfPositions::read(game, monoid, reader, steps)?;
    told.check(game, position, reader, steps)?;
    let text = format!("the misère quotient of all positions from {name} has order {}", told.monoid.order);
    Ok(Claim { text, facts: told.len() })
}
