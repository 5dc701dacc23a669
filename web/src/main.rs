//! iChomp in the browser, and Chomp, Kayles, Lasker's Nim and Nim, with the theory shown.
//!
//! `cargo run --release -p grundy-web` serves one page on this machine and prints its address. All that the page knows of a game it asks
//! this program, which asks the library: the page draws, and holds no rules.
//!
//! | file | what it does |
//! |---|---|
//! | `server.rs` | connections, and how long and how large they may be |
//! | `routes.rs` | which path asks what, and what a bad request gets |
//! | `answers.rs` | what goes over the wire, as types |
//! | `desk.rs` | one game with its solver: every question that the page asks |
//! | `drawn.rs` | how each game is laid out: its tiles, pins and counters, and what a move removes of them |
//! | `fresh.rs` | new games and random ones |
//! | `tables.rs` | values of boards, by tables as large as can be computed while somebody waits |
//! | `computer.rs` | easy, medium and hard |
//! | `working.rs` | the binary table, the hint, and why a game was won |
//! | `page/` | the page |

mod answers;
mod computer;
mod desk;
mod drawn;
mod fresh;
mod routes;
mod server;
mod tables;
mod working;

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use tokio::net::TcpListener;

/// Serves a page on this machine on which iChomp, Chomp, Kayles, Lasker's Nim and Nim are played. Ctrl-C ends it.
#[derive(Parser)]
#[command(version, about)]
struct Arguments {
    /// The port; 0 for any that is free.
    #[arg(long, default_value_t = 8017)]
    port: u16,

    /// End after so many seconds; otherwise it goes on until Ctrl-C.
    #[arg(long, value_name = "SECONDS")]
    seconds: Option<u32>,

    /// How many seconds a client may take to send the head of a request, and how many for its body.
    #[arg(long, value_name = "SECONDS", default_value_t = 15)]
    patience: u32,
}

/// Why it ends before it is told to.
enum Failure {
    /// Another program has the port, or it is not for everybody.
    Port(u16, io::Error),
    System(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::System(error)
    }
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Port(port, error)) => {
            eprintln!("error: port {port} of this machine cannot be used ({error}); --port 0 takes any that is free");
            ExitCode::from(2)
        }
        Err(Failure::System(error)) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), Failure> {
    // One thread answers; a question is computed on another, of which there are few.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().max_blocking_threads(4).build()?;
    let outcome = runtime.block_on(until_the_end(arguments));
    // Whatever is still being computed ends with the process.
    runtime.shutdown_background();
    outcome
}

/// Serves until Ctrl-C, or as long as it was told to.
async fn until_the_end(arguments: &Arguments) -> Result<(), Failure> {
    // A task listens from its first turn on, which comes before anybody is told that the program is there.
    let interrupted = tokio::spawn(tokio::signal::ctrl_c());
    tokio::task::yield_now().await;
    let port = arguments.port;
    let listener = TcpListener::bind(("127.0.0.1", port)).await.map_err(|error| Failure::Port(port, error))?;
    let address = listener.local_addr()?;
    let mut out = io::stdout();
    writeln!(out, "http://{address}/\nOpen this address in a browser. Ctrl-C ends the program.")?;
    out.flush()?;
    tokio::select! {
        () = server::serve(listener, Duration::from_secs(arguments.patience.into())) => {}
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
