//! Games in the browser, with the theory shown: a program that serves one page on this machine.
//!
//! `cargo run --release -p grundy-web` offers the games of `grundy`. All that the page knows of a game it asks the program, which asks
//! the library: the page draws, and holds no rules. iChomp, Chomp, Kayles, Lasker's Nim and Nim have boards of their own; of any
//! other game it shows each component, as a diagram that can be clicked where the library draws one, and a button for each move.
//!
//! A program of your own serves the same page with your own games:
//!
//! ```no_run
//! use std::process::ExitCode;
//!
//! use grundy::{Registry, Subtraction};
//!
//! fn main() -> ExitCode {
//!     let mut registry = Registry::standard();
//!     let squares = Subtraction::new([1, 4, 9, 16, 25]).expect("a set of numbers above 0");
//!     registry.add("squares", "20,21", squares).about("take a square number of counters from one heap");
//!     grundy_web::run(registry)
//! }
//! ```
//!
//! | file | what it does |
//! |---|---|
//! | `lib.rs` | the arguments, and when the program ends |
//! | `server.rs` | connections: their number, their duration and their size |
//! | `routes.rs` | the paths of the page's questions, and the answers to bad requests |
//! | `answers.rs` | the types of questions and answers, which are JSON on the wire |
//! | `room.rs` | the games of the registry, each with a desk |
//! | `desk.rs` | one game with its solver, which answers every question of the page |
//! | `drawn.rs` | games with a board of their own: their tiles, pins and counters, and what a move removes of them |
//! | `listed.rs` | all other games: components, with diagrams where there are some, and moves as buttons |
//! | `fresh.rs` | new games and random ones |
//! | `tables.rs` | values of boards, from tables as large as can be computed while somebody waits |
//! | `computer.rs` | the computer as a player: easy, medium and hard |
//! | `working.rs` | the binary table, the hint, and why a game was won |
//! | `page/` | the page |

mod answers;
mod computer;
mod desk;
mod drawn;
mod fresh;
mod listed;
mod room;
mod routes;
mod server;
mod tables;
mod working;

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use grundy::Registry;
use tokio::net::TcpListener;

/// Serves a page on this machine on which games are played: iChomp, Chomp, Kayles, Nim and others. Ctrl-C ends it.
#[derive(Parser)]
#[command(version, about)]
struct Arguments {
    /// The port; 0 for any that is free.
    #[arg(long, default_value_t = 8017)]
    port: u16,

    /// End after this number of seconds; without it, only Ctrl-C ends the program.
    #[arg(long, value_name = "SECONDS")]
    seconds: Option<u32>,

    /// The seconds that a client may take to send the head of a request, and as many for its body.
    #[arg(long, value_name = "SECONDS", default_value_t = 15)]
    patience: u32,
}

/// Why the program ends early.
enum Failure {
    /// The port is in use by another program, or needs rights that the program does not have.
    Port(u16, io::Error),
    System(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::System(error)
    }
}

/// Reads the arguments of the program, and serves the page with the games of a registry until Ctrl-C: the whole of a `main`.
///
/// The status is 2 if the port can't be used; bad arguments end the process, with status 2 as well.
#[must_use]
pub fn run(registry: Registry) -> ExitCode {
    let (status, message) = match serve(&Arguments::parse(), registry) {
        Ok(()) => return ExitCode::SUCCESS,
        Err(Failure::Port(port, error)) => {
            (2, format!("port {port} of this machine cannot be used ({error}); --port 0 takes any that is free"))
        }
        Err(Failure::System(error)) => (1, error.to_string()),
    };
    // Where standard error cannot be written there is nobody to tell, and the status stays.
    writeln!(io::stderr(), "error: {message}").ok();
    ExitCode::from(status)
}

fn serve(arguments: &Arguments, registry: Registry) -> Result<(), Failure> {
    // One thread serves connections. Each question has another, on which it waits for the desk of its game.
    let most = server::MOST_CONNECTIONS;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().max_blocking_threads(most).build()?;
    let outcome = runtime.block_on(until_the_end(arguments, registry));
    // A question that is still being computed ends with the process.
    runtime.shutdown_background();
    outcome
}

/// Serves until Ctrl-C, or until the time of `--seconds` is over.
async fn until_the_end(arguments: &Arguments, registry: Registry) -> Result<(), Failure> {
    // The task listens for Ctrl-C from its first turn on. Yielding gives it that turn before the address is printed.
    let interrupted = tokio::spawn(tokio::signal::ctrl_c());
    tokio::task::yield_now().await;
    let port = arguments.port;
    let listener = TcpListener::bind(("127.0.0.1", port)).await.map_err(|error| Failure::Port(port, error))?;
    let address = listener.local_addr()?;
    let mut out = io::stdout();
    writeln!(out, "http://{address}/\nOpen this address in a browser. Ctrl-C ends the program.")?;
    out.flush()?;
    tokio::select! {
        () = server::serve(listener, Duration::from_secs(arguments.patience.into()), registry) => {}
        interrupted = interrupted => interrupted.map_err(io::Error::other)??,
        () = time_is_up(arguments.seconds) => {}
    }
    Ok(())
}

async fn time_is_up(seconds: Option<u32>) {
    match seconds {
        Some(seconds) => tokio::time::sleep(Duration::from_secs(seconds.into())).await,
        None => std::future::pending().await,
    }
}
