//! Finds the winning moves of a position and shows the working.
//!
//! ```console
//! $ cargo run --example winning_move -- kayles xxxxx.xxxxxx.xxx.xx
//! $ cargo run --example winning_move -- subtract:1,3,4 20,21 --misere --all
//! ```
//!
//! The program `grundy solve` of the package `grundy-cli` does the same with more options.

use std::error::Error;
use std::process::ExitCode;

use grundy::any::AnyPosition;
use grundy::{AnyGame, Components, ImpartialGame, Notation, Outcome, Play, Solver, SumMove};

/// What the program was called with.
struct Question {
    game: AnyGame,
    position: Components<AnyPosition>,
    /// The position as it was written. Others are written like it.
    text: String,
    play: Play,
    /// Whether every winning move is printed.
    all: bool,
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let question = match read(&words) {
        Ok(question) => question,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::from(2);
        }
    };
    match answer(&question) {
        Ok(answer) => {
            print!("{answer}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn read(words: &[String]) -> Result<Question, Box<dyn Error>> {
    let (options, words): (Vec<&str>, Vec<&str>) =
        words.iter().map(String::as_str).partition(|word| word.starts_with("--"));
    let [game, text] = words[..] else {
        return Err("usage: winning_move GAME POSITION [--misere] [--all], as in: winning_move kayles 5,6,3,2".into());
    };
    if let Some(unknown) = options.iter().find(|option| !["--misere", "--all"].contains(option)) {
        return Err(format!("there is no option {unknown}").into());
    }
    let play = if options.contains(&"--misere") { Play::Misere } else { Play::Normal };
    let game: AnyGame = game.parse()?;
    // In misère play, drawn coins are not the sum of their heads.
    game.refuses(play).map_or(Ok(()), Err)?;
    Ok(Question { position: game.parse(text)?, text: text.to_owned(), game, play, all: options.contains(&"--all") })
}

/// The working and then the lines for programs.
fn answer(question: &Question) -> Result<String, Box<dyn Error>> {
    let Question { game, position, text, play, all } = question;
    let mut solver = Solver::new(game);

    // The working, in the notation of the game: rows that were drawn are drawn.
    let working = solver.explain_in(*play, position.clone())?;
    let written = working.map(|component| game.component_text_like(text, component));
    let mut lines = vec![format!("{written}\n")];

    let wins = solver.winning_moves_in(*play, position.clone())?;
    // A theorem may tell who wins where no value is known.
    lines.push(match solver.grundy(position.clone()) {
        Ok(value) => format!("grundy: {}", value.get()),
        Err(error) => format!("grundy: not computed ({error})"),
    });
    lines.push(format!("outcome: {}", working.outcome));
    lines.push(match wins.known_count() {
        Some(count) => format!("winning moves: {count}"),
        None => format!("winning moves: at least {}", wins.least_count()),
    });

    let line = |name: &str, mv: &SumMove<_>| {
        // The move takes the place of its component in the position.
        let left = position.replaced(mv.component, game.play(&position[mv.component], &mv.mv));
        format!("{name}: {} -> {}", game.move_text(position, mv), game.text_like(text, &left))
    };
    match (&working.turn, working.outcome) {
        (Some(_), Outcome::N) if *all => lines.extend(wins.iter().map(|mv| line("play", mv))),
        (Some(turn), Outcome::N) => lines.push(line("play", &turn.mv)),
        (Some(turn), Outcome::P) => lines.push(line("best", &turn.mv)),
        (None, Outcome::N) => lines.push("play: none, the game is over".to_owned()),
        (None, Outcome::P) => lines.push("best: none, the game is over".to_owned()),
    }
    Ok(lines.join("\n") + "\n")
}
