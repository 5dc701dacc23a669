//! Finds the winning moves of a position and shows the working.
//!
//! `cargo run --release --example winning_move -- kayles xxxxx.xxxxxx.xxx.xx`

#[path = "support/chosen.rs"]
mod chosen;
mod support;

use std::fmt::{Debug, Display};
use std::io::{self, Write};
use std::process::ExitCode;

use chosen::{Chosen, bad_notation, choose};
use clap::Parser;
use grundy::games::{AnyMove, AnyPosition, GameVisitor};
use grundy::heap::{PeriodicValues, TakeAndBreak};
use grundy::misere::quotient::QuotientSearch;
use grundy::{AnyGame, Components, Control, ImpartialGame, Nimber, Notation, Outcome, Play, Solver, SumMove};
use support::{Failure, end, exit_with};

/// Finds the winning moves of a position and shows the working.
///
/// Games: nim 3,4,5 | subtract 1,3,4 20,21 | kayles 5,6,3,2 (or pins and gaps: xxxxx.xx) | dawsons-kayles 5,2 |
/// treblecross 9 | lasker 2,5,7 | grundys-game 11,7 | 0.77 5,6 (any take-and-break code: 4.[3], 4!.0, 0.137; heaps of up
/// to 2^128 - 1, at once where a period is soon proved) | wythoff 3,5 | moore 2 3,4,5 | divisor 28 | tree 0,0,1,1 (the parents
/// of nodes 1, 2, ..; node 0 is the root) | chain 6 | turning 1-3 THTTH (coins, by a
/// code or a name: 1-C or ruler, 1-2x1-2 on a board) | chomp 8x10 or 3,2,1 (with --edible: the corner may be taken) |
/// ichomp 3,2,1/4,4/2/- (NW/NE/SW/SE) | sum kayles:5,6+nim:9.
#[derive(Parser)]
#[command(version, about, verbatim_doc_comment)]
struct Arguments {
    /// The game.
    game: String,

    /// The position; before it the parameter of the game, if it has one: a set of numbers, a number of heaps, a
    /// code.
    #[arg(required = true, num_args = 1..=2, value_name = "POSITION")]
    position: Vec<String>,

    /// Print every winning move.
    #[arg(long)]
    all: bool,

    /// Misère play: who makes the last move loses.
    #[arg(long)]
    misere: bool,

    /// Chomp whose corner tile may be taken.
    #[arg(long)]
    edible: bool,

    /// The most positions to solve.
    #[arg(long, value_name = "POSITIONS", default_value_t = 1 << 24)]
    limit: u64,
}

fn main() -> ExitCode {
    let arguments = Arguments::try_parse().unwrap_or_else(|error| exit_with(&error));
    end(run(&arguments))
}

fn run(arguments: &Arguments) -> Result<(), Failure> {
    match choose(&arguments.game, &arguments.position, arguments.edible)? {
        Chosen::Game(game, text) => {
            if arguments.misere
                && let Some(code) = code_of(&game)
                && by_quotient(&game, code, text, arguments)?
            {
                return Ok(());
            }
            game.visit(Question { text, arguments })
        }
        Chosen::Sum(text) => {
            let (table, position) = AnyGame::parse_sum(text).map_err(bad_notation)?;
            show(&table, &position, text, arguments)
        }
    }
}

/// A position, as text, that the program was called with.
struct Question<'a> {
    text: &'a str,
    arguments: &'a Arguments,
}

impl GameVisitor for Question<'_> {
    type Output = Result<(), Failure>;

    fn visit<G>(self, game: &G) -> Self::Output
    where
        G: Notation<Position: Debug + Display, Move: Debug + Display>,
    {
        let position = game.parse(self.text).map_err(bad_notation)?;
        show(game, &position, self.text, self.arguments)
    }
}

/// Prints the working and then the lines for programs.
fn show<G: Notation>(
    game: &G,
    position: &Components<G::Position>,
    text: &str,
    arguments: &Arguments,
) -> Result<(), Failure>
where
    G::Position: Debug + Display,
    G::Move: Display,
{
    let limit = |error: grundy::SolveError<G::Position>| Failure::Limit(format!("{error}; --limit sets another"));
    let play = if arguments.misere { Play::Misere } else { Play::Normal };
    let mut solver = Solver::new(game);
    solver.set_limit(arguments.limit);

    let working = solver.explain_in(play, position.clone()).map_err(limit)?;
    let written = working.map(|component| game.component_text_like(text, component), ToString::to_string);
    let mut out = io::stdout().lock();
    writeln!(out, "{written}\n")?;

    let line = |name: &str, mv: &SumMove<G::Move>| {
        let left = position.get(mv.component).map_or_else(Components::new, |from| game.play(from, &mv.mv));
        let left = position.replaced(mv.component, left);
        format!("{name}: {} -> {}", game.move_text(position, mv), game.text_like(text, &left))
    };
    match solver.grundy(position.clone()) {
        Ok(value) => writeln!(out, "grundy: {}", value.get())?,
        // The outcome may be known by a theorem all the same.
        Err(error) => writeln!(out, "grundy: not computed ({error})")?,
    }
    writeln!(out, "outcome: {}", working.outcome)?;
    let wins = solver.winning_moves_in(play, position.clone()).map_err(limit)?;
    let (known, least) = (wins.known_count(), wins.least_count());
    let too_many = |wins| Failure::Limit(format!("limit of {} reached: {wins} moves win", arguments.limit));
    match known {
        Some(wins) if arguments.all && wins > arguments.limit => return Err(too_many(wins.to_string())),
        None if arguments.all && least > arguments.limit => return Err(too_many(format!("at least {least}"))),
        Some(wins) => writeln!(out, "winning moves: {wins}")?,
        None if least > arguments.limit => writeln!(out, "winning moves: at least {least}")?,
        None => match count(wins) {
            Ok(wins) => writeln!(out, "winning moves: {wins}")?,
            Err(error) if arguments.all => return Err(limit(error)),
            Err(error) => writeln!(out, "winning moves: not counted ({error})")?,
        },
    }
    match (&working.turn, working.outcome) {
        (Some(turn), Outcome::N) if !arguments.all => writeln!(out, "{}", line("play", &turn.mv))?,
        (None, Outcome::N) => writeln!(out, "play: none, the game is over")?,
        (_, Outcome::N) => {
            for win in solver.winning_moves_in(play, position.clone()).map_err(limit)? {
                writeln!(out, "{}", line("play", &win.map_err(limit)?))?;
            }
        }
        (Some(turn), Outcome::P) => writeln!(out, "{}", line("best", &turn.mv))?,
        (None, Outcome::P) => writeln!(out, "best: none, the game is over")?,
    }
    Ok(())
}

/// The code of a game of which a position is a list of heaps or rows.
fn code_of(game: &AnyGame) -> Option<TakeAndBreak> {
    Some(match game {
        AnyGame::Kayles(_) => TakeAndBreak::kayles(),
        AnyGame::DawsonsKayles(_) => TakeAndBreak::dawsons_kayles(),
        AnyGame::GrundysGame(_) => TakeAndBreak::grundys_game(),
        AnyGame::TakeAndBreak(code) => code.clone(),
        AnyGame::PeriodicValues(values) => values.code().clone(),
        _ => return None,
    })
}

/// The size of a heap or row of one of these games.
fn heap_of(position: &AnyPosition) -> Option<u128> {
    match position {
        AnyPosition::Kayles(heap) | AnyPosition::DawsonsKayles(heap) | AnyPosition::GrundysGame(heap) => {
            Some((*heap).into())
        }
        AnyPosition::TakeAndBreak(heap) | AnyPosition::PeriodicValues(heap) => Some(*heap),
        _ => None,
    }
}

/// So much is tried to find a quotient: some milliseconds for those that close, a second or two for the others.
const HEAPS: usize = 256;
const SUMS: u64 = 1 << 17;
const ELEMENTS: u64 = 256;

/// In lost positions of more counters than these the first move is as good as any.
const FEW_COUNTERS: u128 = 32;

/// Misère play by the quotient, if it closes soon or reaches the heaps of the position; else `false`, and nothing is printed.
fn by_quotient(game: &AnyGame, code: TakeAndBreak, text: &str, arguments: &Arguments) -> Result<bool, Failure> {
    let position = game.parse(text).map_err(|error| Failure::Input(error.to_string()))?;
    let Some(heaps) = heaps_of(&position) else { return Ok(false) };
    let control = Control::new().positions(SUMS).bytes(8 * ELEMENTS * ELEMENTS);
    let mut search = QuotientSearch::new(code).with_control(control);
    // Where a limit is reached, the quotient found so far may do.
    search.certify(HEAPS).ok();
    let quotient = search.quotient();
    let (Some(working), Some(wins)) = (quotient.explain(&heaps), quotient.winning_moves(&heaps)) else {
        return Ok(false);
    };
    let counters = heaps.iter().fold(0, |sum: u128, heap| sum.saturating_add(*heap));
    if working.outcome == Outcome::P && counters <= FEW_COUNTERS {
        return Ok(false);
    }
    let mut out = io::stdout().lock();
    let (order, reach) = (quotient.monoid().order(), quotient.reach());
    writeln!(out, "{working}\nBy the misère quotient of {}: {order} elements, {reach}.\n", quotient.code())?;
    let values = PeriodicValues::soon_proved(quotient.code());
    match values.and_then(|values| heaps.iter().map(|heap| values.value(*heap)).sum::<Option<Nimber>>()) {
        Some(value) => writeln!(out, "grundy: {}", value.get())?,
        None => writeln!(out, "grundy: not computed")?,
    }
    writeln!(out, "outcome: {}", working.outcome)?;

    let line = |name: &str, mv: &SumMove<AnyMove>| {
        let left = game.text_like(text, &left_by(game, &position, mv));
        format!("{name}: {} -> {left}", game.move_text(&position, mv))
    };
    let moves_in = |component: usize| {
        let moves = position.get(component).into_iter().flat_map(|from| game.moves(from));
        moves.map(move |mv| SumMove { component, mv })
    };
    let is_win = |mv: &SumMove<AnyMove>| {
        let left = heaps_of(&left_by(game, &position, mv));
        left.and_then(|left| quotient.outcome(left)) == Some(Outcome::P)
    };
    // Only heaps that have a winning move are looked at: in these the first comes soon, however large they are.
    let all = wins.components().flat_map(|component| moves_in(component).filter(&is_win));
    let is_small = counters <= arguments.limit.into();
    match working.outcome {
        Outcome::N if is_small => {
            let wins: Vec<_> = all.collect();
            writeln!(out, "winning moves: {}", wins.len())?;
            for win in wins.iter().take(if arguments.all { wins.len() } else { 1 }) {
                writeln!(out, "{}", line("play", win))?;
            }
            if wins.is_empty() {
                writeln!(out, "play: none, the game is over")?;
            }
        }
        Outcome::N if arguments.all => {
            let reached = format!("limit of {} reached: {counters} counters have too many moves", arguments.limit);
            return Err(Failure::Limit(reached));
        }
        Outcome::N => {
            writeln!(out, "winning moves: not counted ({counters} counters have too many)")?;
            all.take(1).try_for_each(|win| writeln!(out, "{}", line("play", &win)))?;
        }
        Outcome::P => {
            writeln!(out, "winning moves: 0")?;
            let first = (0..position.len()).find_map(|component| moves_in(component).next());
            first.iter().try_for_each(|mv| writeln!(out, "{}", line("best", mv)))?;
        }
    }
    Ok(true)
}

fn heaps_of(position: &[AnyPosition]) -> Option<Vec<u128>> {
    position.iter().map(heap_of).collect()
}

fn left_by(game: &AnyGame, position: &Components<AnyPosition>, mv: &SumMove<AnyMove>) -> Components<AnyPosition> {
    let left = position.get(mv.component).map_or_else(Components::new, |from| game.play(from, &mv.mv));
    position.replaced(mv.component, left)
}

/// The number of items, or the first error among them.
fn count<T, E>(items: impl IntoIterator<Item = Result<T, E>>) -> Result<u64, E> {
    items.into_iter().try_fold(0, |count, item| item.map(|_| count + 1))
}
