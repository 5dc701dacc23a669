//! `grundy work`: one of many workers that search one position.

use std::fmt::{self, Display};
use std::sync::Arc;

use clap::Args;
use grundy::{Control, Notation, Registry, Solver};
use serde::Serialize;

use crate::bounds::Bounds;
use crate::chosen::{Chosen, Words};
use crate::failure::Failure;
use crate::memo::{OpenMemo, kept_as};
use crate::output::Output;
use crate::progress::Bar;
use crate::store::{self, SharedBy};

/// Searches the value of a position together with other workers, on this machine and others. They may come and go.
#[derive(Args)]
#[command(after_help = "Example: grundy work chomp 8x9 --store redis://127.0.0.1:6379")]
pub(crate) struct Work {
    #[command(flatten)]
    words: Words,

    #[command(flatten)]
    shared: SharedBy,

    #[command(flatten)]
    output: Output,

    #[command(flatten)]
    bounds: Bounds,
}

/// The value, and what this worker did for it.
#[derive(Serialize)]
struct Answer {
    game: String,
    position: String,
    grundy: u64,
    solved: u64,
    sent: u64,
    received: u64,
    facts: u64,
    claims: u64,
    damaged: u64,
    missing: u64,
    dropped: u64,
    commands: u64,
    bytes_sent: u64,
    bytes_received: u64,
    least_work: u64,
    /// Seconds of the search that news and sending took.
    sharing: f64,
}

impl Work {
    pub(crate) fn run(&self, registry: &Registry) -> Result<(), Failure> {
        let Chosen::Game(game, position, text) = self.words.read(registry)? else {
            return Err(Failure::input("workers share the values of one game, not of a sum"));
        };
        let Some(address) = self.shared.address()? else {
            return Err(Failure::input("a worker needs a server: --store redis://HOST:PORT"));
        };
        let name = game.to_string();
        let server = store::join(address, &kept_as(&game, registry))?;
        let memo = OpenMemo::shared(Arc::clone(&server), self.shared.positions());
        let game = memo.of(game);
        let bar = Bar::new();
        let control = self.bounds.control_until(Control::new(), &bar, {
            let memo = memo.clone();
            move || memo.has_failed()
        });
        let mut solver = Solver::new(&game).with_control(control);
        let value = solver.grundy(&position);
        bar.clear();
        // Sends the last values, and fails if another worker contradicts this one: then the value is not printed.
        memo.close()??;
        let value = value.map_err(|error| Failure::from(error.map(|part| game.component_text_like(text, &part))))?;
        let counts = server.counts();
        self.output.print(&Answer {
            game: name,
            position: text.to_owned(),
            grundy: value.get(),
            solved: solver.control().done(),
            sent: counts.sent,
            received: counts.received,
            facts: counts.facts,
            claims: counts.claims,
            damaged: counts.damaged,
            missing: counts.missing,
            dropped: counts.dropped,
            commands: counts.commands,
            bytes_sent: counts.bytes_sent,
            bytes_received: counts.bytes_received,
            least_work: counts.least_work,
            sharing: counts.sharing.as_secs_f64(),
        })
    }
}

impl Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { grundy, solved, sent, received, .. } = self;
        writeln!(f, "grundy: {grundy}\nsolved here: {solved}\nsent: {sent}\nreceived: {received}")?;
        for (name, count) in [("damaged", self.damaged), ("missing", self.missing), ("dropped", self.dropped)] {
            if count > 0 {
                writeln!(f, "{name}: {count}")?;
            }
        }
        Ok(())
    }
}
