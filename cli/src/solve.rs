//! `grundy solve`: the winner of a position, the winning moves, and the working.
//!
//! The outcome may take a second where the value and the number of winning moves take minutes. So the working, which tells the outcome and a
//! winning move, is printed as soon as it is known, and so is each of the lines for programs. Where values are kept in a file or shared, these lines
//! wait for the end: only then it is known that the file is not damaged, and that no other worker contradicts this one.

use std::fmt::{self, Display};
use std::io;
use std::time::Duration;

use clap::Args;
use grundy::certificate::Certificate;
use grundy::{
    Bound, Components, Control, Method, Nimber, Notation, Outcome, Play, Registry, SolveError, Solver, SumMove, SumOf,
};
use serde::Serialize;

use crate::bounds::Bounds;
use crate::certificate::{self, Certify};
use crate::chosen::{Chosen, Words, names};
use crate::failure::{Failure, all_done};
use crate::file::{Target, apart};
use crate::memo::{Memo, OpenMemo};
use crate::output::Output;
use crate::progress::Bar;

/// Finds the winning moves of a position and shows the working.
#[derive(Args)]
#[command(
    after_help = "Examples: grundy solve kayles xxxxx.xxxxxx.xxx.xx\n          grundy solve subtract 1,3,4 20,21\n          grundy solve sum kayles:5,6+nim:9"
)]
pub(crate) struct Solve {
    #[command(flatten)]
    words: Words,

    /// Print every winning move.
    #[arg(long)]
    all: bool,

    /// Tell only who wins, and a winning move: the value and the number of winning moves may take much longer. Where a theorem tells who wins, but not
    /// how, the move is searched for five seconds, or until a bound that is given.
    #[arg(long, conflicts_with = "all")]
    outcome: bool,

    /// Misère play: who makes the last move loses. No values are kept for it by --memo, --nimbers or --store.
    #[arg(long, conflicts_with_all = ["memo", "nimbers", "store"])]
    misere: bool,

    #[command(flatten)]
    certify: Certify,

    #[command(flatten)]
    memo: Memo,

    #[command(flatten)]
    output: Output,

    #[command(flatten)]
    bounds: Bounds,
}

/// Why the value and the number of winning moves are missing, if only the outcome was asked for.
const ENOUGH: &str = "only the outcome was asked for";

/// How long the winning move is searched for where a theorem tells who wins, but not how, and only the outcome was asked for. The numbers 1 to 360 of the
/// divisor game have more positions than any memory holds.
const FOR_A_MOVE: Duration = Duration::from_secs(5);

/// Limit on what the theorem may take to answer.
const FOR_A_THEOREM: u64 = 1 << 10;

/// The most bytes of positions that winning moves leave and that are printed. A guard.
const MOST_PRINTED: usize = 1 << 30;

/// The answer that is printed.
#[derive(Serialize)]
struct Answer {
    game: String,
    position: String,
    misere: bool,
    components: Vec<Component>,
    /// The value of the whole position in normal play, also if misère play was asked for.
    grundy: Option<u64>,
    outcome: String,
    /// The number of winning moves, if it is known, and a lower bound.
    winning_moves: Option<u64>,
    winning_moves_at_least: u64,
    /// One winning move, or all of them.
    play: Vec<Move>,
    /// In a P-position, the move to which the smallest share of replies wins, or the first where comparing them takes long.
    best: Option<Move>,
    /// Printed before the rest, as are the value and the outcome, unless as JSON.
    working: String,
    /// The reasons why the value, and the number of winning moves, are missing.
    missing: [Option<String>; 2],
}

#[derive(Serialize)]
struct Component {
    position: String,
    value: Option<u64>,
}

#[derive(Serialize)]
struct Move {
    /// The number of the component, from 1.
    component: usize,
    text: String,
    leaves: String,
}

impl Move {
    /// A move of a position that was written as `text`.
    fn new<G: Notation<Move: Display>>(
        game: &G,
        position: &Components<G::Position>,
        text: &str,
        mv: &SumMove<G::Move>,
    ) -> Self {
        let left = position.get(mv.component).map_or_else(Components::new, |from| game.play(from, &mv.mv));
        let left = position.replaced(mv.component, left);
        Self { component: mv.component + 1, text: game.move_text(position, mv), leaves: game.text_like(text, &left) }
    }
}

impl Solve {
    pub(crate) fn run(&self, registry: &Registry) -> Result<(), Failure> {
        let [file, nimbers] = self.memo.named();
        apart(&[file, nimbers, self.certify.named()])?;
        let target = self.certify.target(self.output)?;
        if self.misere {
            self.memo.check_settings()?;
        }
        let (memo, answer) = match self.words.read(registry)?.for_play(self.play())? {
            Chosen::Game(game, position, text) => {
                let name = game.to_string();
                let memo =
                    if self.misere { OpenMemo::none() } else { self.memo.open(&game, registry, &self.bounds)? };
                let game = memo.of(game);
                let answer = self.answer(&game, [&name, &name], &position, text, target.as_ref(), &memo);
                (memo, answer)
            }
            Chosen::Sum(table, position, text) => {
                let name = names(&table.0);
                let memo = self.memo.open_for_many(&table.0, registry, &self.bounds)?;
                let table = SumOf(table.0.into_iter().map(|game| memo.of_one_of_many(game)).collect());
                let answer = self.answer(&table, [&name, "sum"], &position, text, target.as_ref(), &memo);
                (memo, answer)
            }
        };
        // Nothing more is printed if the memo is wrong. That it cannot be written is also the reason why an answer is missing.
        let kept = memo.close()?;
        let Found { answer, unprinted, end } = match answer {
            Ok(found) => found,
            Err(failure) => return kept.and(Err(failure)),
        };
        let early = unprinted.map_or(Ok(()), |known_first| self.output.print_early(&known_first));
        let printed = early.map_err(Failure::from).and_then(|()| self.output.print(&answer));
        all_done([printed, kept, end])
    }

    const fn play(&self) -> Play {
        if self.misere { Play::Misere } else { Play::Normal }
    }

    /// The answer. Its first part is printed already.
    fn answer<G>(
        &self,
        game: &G,
        [name, certified]: [&str; 2],
        position: &Components<G::Position>,
        text: &str,
        certificate: Option<&Target>,
        memo: &OpenMemo,
    ) -> Result<Found, Failure>
    where
        G: Notation<Position: Display, Move: Display> + Sync,
    {
        let play = self.play();
        let bar = Bar::new();
        let control = self.control(game, position, certificate.is_some(), memo, &bar);
        let mut solver = Solver::new(game).with_control(control);
        if self.bounds.threads.is_some() {
            solver = solver.by_threads();
        }
        let failed = |error: SolveError<G::Position>| {
            // Only a search that has filled its memory is helped by a file, and in misère play no values are kept.
            let is_full = matches!(&error, SolveError::Stopped(stopped) if matches!(stopped.bound, Bound::Bytes(_)));
            let failure = Failure::from(error.map(|part| game.component_text_like(text, &part)));
            if is_full && !self.misere && memo.is_none() {
                return failure.with(", and --memo FILE keeps values in a file instead");
            }
            failure
        };

        let explain = if self.outcome { Solver::explain_outcome } else { Solver::explain_in };
        let working = explain(&mut solver, play, position.clone()).map_err(failed)?;
        let text_of_working = working.map(|component| game.component_text_like(text, component)).to_string();
        let is_certified_elsewhere = certificate.is_some_and(|target| !target.is_output());
        let print_early = |part: &dyn Display| match bar.aside(|| self.output.print_early(&part)) {
            // Nobody reads on, which would end the program here; but the certificate is still to be written.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe && is_certified_elsewhere => Ok(()),
            printed => printed,
        };
        let print_working = || print_early(&format_args!("{text_of_working}\n\n"));
        // All moves may be too many to list: then nothing is printed but the refusal.
        if !self.all {
            print_working()?;
        }
        let grundy = self.value(working.outcome, || solver.grundy(position.clone()).map_err(failed))?;
        let known_first = KnownFirst { grundy: grundy.map(Nimber::get), outcome: working.outcome };
        // A certificate on standard output stands between the working and the lines for programs.
        let waits = self.all || certificate.is_some_and(Target::is_output) || !memo.is_none();
        if !waits {
            print_early(&known_first)?;
        }
        let counts = working.outcome == Outcome::N && !self.outcome;
        let wins = counts.then(|| solver.winning_moves_in(play, position.clone()));
        bar.clear();
        let move_of = |mv: &SumMove<G::Move>| Move::new(game, position, text, mv);
        let turn = working.turn.as_ref().map(|turn| move_of(&turn.mv));
        // In an N-position this move wins. In a P-position it is the best of the moves that lose.
        let (turn, best) = match working.outcome {
            Outcome::N => (turn, None),
            Outcome::P => (None, turn),
        };
        // One move wins at least, also if none was found.
        let least = u64::from(turn.is_some() || working.lacks_winning_move());
        let mut end = Ok(());
        let (known, least, play, uncounted) = match wins {
            None if working.outcome == Outcome::P => (Some(0), 0, Vec::new(), None),
            // In misère play a position without moves is won.
            None => (None, least, turn.into_iter().collect(), Some(ENOUGH.to_owned())),
            // All moves were asked for, and only some are known, or they would take more memory than there is.
            Some(Ok(wins)) if self.all && (!wins.is_complete() || wins.len() > MOST_PRINTED / text.len().max(1)) => {
                let least = || format!("at least {}", wins.least_count());
                let count = wins.known_count().map_or_else(least, |count| count.to_string());
                return Err(Failure::Bound(format!("{count} moves win, too many to list")));
            }
            Some(Ok(wins)) => {
                // A bound may have left the working without a move that the list has.
                let first = turn.or_else(|| wins.first().map(move_of));
                let listed = if self.all { wins.iter().map(move_of).collect() } else { first.into_iter().collect() };
                (wins.known_count(), wins.least_count(), listed, None)
            }
            Some(Err(error)) if self.all => return Err(failed(error)),
            // The outcome is known, so the answer is printed all the same, with the reason why the count is missing.
            Some(Err(error)) => {
                let failure = failed(error);
                let why = failure.to_string();
                // Ctrl-C ends the program all the same, once the answer is printed, and so does a bound that leaves no winning move.
                if matches!(failure, Failure::Interrupted(_)) || working.lacks_winning_move() {
                    end = Err(failure);
                }
                (None, least, turn.into_iter().collect(), Some(why))
            }
        };
        if let (Some(target), Ok(())) = (certificate, &end) {
            // The answer is known and printed, also where a bound leaves no certificate.
            let certificate = self.certificate(&mut solver, certified, position).map_err(failed);
            end = certificate.and_then(|certificate| certificate::write(target, certificate));
        }
        // From here on nothing is refused.
        if self.all {
            print_working()?;
        }
        let components = working.components.iter().map(|component| Component {
            position: game.component_text_like(text, &component.position),
            value: component.value.map(Nimber::get),
        });
        let answer = Answer {
            game: name.to_owned(),
            position: text.to_owned(),
            misere: self.misere,
            components: components.collect(),
            grundy: known_first.grundy.as_ref().ok().copied(),
            outcome: working.outcome.to_string(),
            winning_moves: known,
            winning_moves_at_least: least,
            play,
            best,
            working: text_of_working,
            missing: [known_first.grundy.as_ref().err().cloned(), uncounted],
        };
        Ok(Found { answer, unprinted: waits.then_some(known_first), end })
    }

    /// The bounds of the answer, with one more where a theorem tells that the position is won and only that is asked for.
    fn control<G: Notation + Sync>(
        &self,
        game: &G,
        position: &Components<G::Position>,
        is_certified: bool,
        memo: &OpenMemo,
        bar: &Bar,
    ) -> Control {
        // A search whose memo has failed ends at once: its values would not be kept, or contradict those of another
        // worker.
        let of_memo = memo.clone();
        let control = self.bounds.control_until(Control::new(), bar, move || of_memo.has_failed());
        let is_bounded = self.bounds.time.is_some() || self.bounds.limit.is_some();
        if !self.outcome || is_certified || is_bounded {
            return control;
        }
        let mut theorems = Solver::new(game).by(Method::Oracle).with_control(Control::new().positions(FOR_A_THEOREM));
        match theorems.outcome_in(self.play(), position.clone()) {
            Ok(Outcome::N) => control.within(FOR_A_MOVE),
            _ => control,
        }
    }

    /// The value, or the reason why it is missing. That of a P-position in normal play is 0, and with --outcome it is left out otherwise.
    fn value(
        &self,
        outcome: Outcome,
        find: impl FnOnce() -> Result<Nimber, Failure>,
    ) -> Result<Result<Nimber, String>, Failure> {
        if outcome == Outcome::P && !self.misere {
            return Ok(Ok(Nimber::ZERO));
        }
        if self.outcome {
            return Ok(Err(ENOUGH.to_owned()));
        }
        match find() {
            Err(failure @ Failure::Interrupted(_)) => Err(failure),
            value => Ok(value.map_err(|failure| failure.to_string())),
        }
    }

    /// The certificate of the value, or of the outcome where only that was asked for.
    fn certificate<'a, G: Notation>(
        &self,
        solver: &'a mut Solver<G>,
        name: &str,
        position: &Components<G::Position>,
    ) -> Result<Certificate<'a>, SolveError<G::Position>> {
        if self.misere || self.outcome {
            Certificate::of_outcome(solver, &name, self.play(), position)
        } else {
            Certificate::of_value(solver, &name, position)
        }
    }
}

/// What was found.
struct Found {
    answer: Answer,
    /// The first lines for programs, if they are to be printed before the answer.
    unprinted: Option<KnownFirst>,
    /// What ends the program once the answer is printed: a certificate that was not written, or Ctrl-C.
    end: Result<(), Failure>,
}

/// The first lines for programs, which are known before winning moves are counted.
struct KnownFirst {
    /// The value, or the reason why it is missing.
    grundy: Result<u64, String>,
    outcome: Outcome,
}

impl Display for KnownFirst {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.grundy {
            Ok(value) => writeln!(f, "grundy: {value}")?,
            Err(why) => writeln!(f, "grundy: not computed ({why})")?,
        }
        writeln!(f, "outcome: {}", self.outcome)
    }
}

/// The other lines for programs.
impl Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.winning_moves, &self.missing[1]) {
            (Some(wins), _) => writeln!(f, "winning moves: {wins}")?,
            (None, None) => writeln!(f, "winning moves: at least {}", self.winning_moves_at_least)?,
            (None, Some(why)) => writeln!(f, "winning moves: not counted ({why})")?,
        }
        for Move { text, leaves, .. } in &self.play {
            writeln!(f, "play: {text} -> {leaves}")?;
        }
        match &self.best {
            Some(Move { text, leaves, .. }) => writeln!(f, "best: {text} -> {leaves}"),
            None if self.play.is_empty() && self.outcome == "N" => match self.winning_moves_at_least {
                0 => writeln!(f, "play: none, the game is over"),
                _ => writeln!(f, "play: not found"),
            },
            None if self.play.is_empty() => writeln!(f, "best: none, the game is over"),
            None => Ok(()),
        }
    }
}
