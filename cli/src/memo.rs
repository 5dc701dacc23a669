//! The file in which values are kept between runs.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use grundy::{AnyGame, Nimber, Store};
use grundy_store::Disk;

use crate::failure::Failure;

/// Where values are kept.
#[derive(Args, Clone, Debug)]
pub(crate) struct Memo {
    /// Keep values in this file, and read those that are there.
    #[arg(long, value_name = "FILE", conflicts_with = "misere")]
    memo: Option<PathBuf>,

    /// The most positions of the memo to have in memory; by default 2^22.
    #[arg(long, value_name = "POSITIONS", requires = "memo")]
    memo_positions: Option<usize>,
}

/// Positions in memory: about 300 MB for positions of 24 bytes.
const POSITIONS: usize = 1 << 22;

/// A file that is open, or none.
#[derive(Clone)]
pub(crate) struct OpenMemo {
    disk: Option<Arc<Disk>>,
    positions: usize,
}

impl Memo {
    /// Opens the file for the values of a game, or of games on one table.
    pub(crate) fn open(&self, name: &str) -> Result<OpenMemo, Failure> {
        let disk = match &self.memo {
            Some(path) => Some(Arc::new(Disk::open(path, name).map_err(Failure::input)?)),
            None => None,
        };
        Ok(OpenMemo { disk, positions: self.memo_positions.unwrap_or(POSITIONS) })
    }
}

impl OpenMemo {
    /// The game, with its values kept in the file.
    pub(crate) fn of(&self, game: AnyGame) -> AnyGame {
        match &self.disk {
            Some(disk) => game.stored_in(Arc::clone(disk) as _, self.positions),
            None => game,
        }
    }

    /// The same for a game beside others.
    pub(crate) fn of_one_of_many(&self, game: AnyGame) -> AnyGame {
        match &self.disk {
            Some(disk) => {
                let store = Summand { name: game.to_string(), disk: Arc::clone(disk) };
                game.stored_in(Arc::new(store), self.positions)
            }
            None => game,
        }
    }

    /// Whether the file could not be written.
    pub(crate) fn has_failed(&self) -> bool {
        self.disk.as_ref().is_some_and(|disk| disk.has_failed())
    }

    /// Writes what is not written yet.
    pub(crate) fn close(&self) -> Result<(), Failure> {
        self.disk.as_ref().map_or(Ok(()), |disk| disk.close()).map_err(Failure::memo)
    }
}

/// The part of the file for one of several games, whose positions are written as in a sum: `kayles:5`.
struct Summand {
    name: String,
    disk: Arc<Disk>,
}

impl Summand {
    fn named(&self, text: &str) -> String {
        format!("{}:{text}", self.name)
    }
}

impl Store for Summand {
    fn get(&self, text: &str) -> Option<Nimber> {
        self.disk.get(&self.named(text))
    }

    fn insert(&self, text: String, value: Nimber) {
        self.disk.insert(self.named(&text), value);
    }

    fn is_empty(&self) -> bool {
        self.disk.is_empty()
    }
}
