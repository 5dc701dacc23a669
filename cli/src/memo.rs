//! Where values are kept between runs: a file, a file of text, or a server that workers share.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use grundy::{AnyGame, Nimber, Notation, Registry, Store};
use grundy_store::{Disk, DiskError, Server, name_by_rules};

use crate::bounds::Bounds;
use crate::failure::Failure;
use crate::file::check_kept;
use crate::interrupt::Listener;
use crate::meant;
use crate::nimbers::Nimbers;
use crate::store::{self, SharedBy};

/// Where values are kept.
#[derive(Args, Clone, Debug)]
pub(crate) struct Memo {
    /// Keep values in this file, and what a nimber search knows besides; and read what is there.
    #[arg(id = "memo", long = "memo", value_name = "FILE", conflicts_with = "store")]
    file: Option<PathBuf>,

    /// Keep values in this text file of lines `POSITION NIMBER` behind a line `[Positions+Nimber]`, as GLOP and SPOTS write them for Sprouts, and
    /// read those that are there.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["memo", "store"])]
    nimbers: Option<PathBuf>,

    #[command(flatten)]
    shared: SharedBy,
}

/// A file or a server that is in use, or none.
#[derive(Clone)]
pub(crate) struct OpenMemo {
    place: Place,
    positions: usize,
    /// Values are written when the memo is closed, also after the search: until this is dropped, Ctrl-C does not end the program at once.
    _listener: Option<Arc<Listener>>,
}

#[derive(Clone)]
enum Place {
    Nowhere,
    File(Arc<Disk>),
    Text(Arc<Nimbers>),
    Server(Arc<Server>),
}

impl Memo {
    /// The options and their files.
    pub(crate) fn named(&self) -> [(&'static str, Option<&Path>); 2] {
        [("--memo", self.file.as_deref()), ("--nimbers", self.nimbers.as_deref())]
    }

    /// Opens the file, or joins the workers, for the values of a game.
    pub(crate) fn open(&self, game: &AnyGame, registry: &Registry, bounds: &Bounds) -> Result<OpenMemo, Failure> {
        if let Some(path) = &self.nimbers {
            self.check_server()?;
            return Ok(OpenMemo::new(Place::Text(Arc::new(Nimbers::open(path, game)?)), self.shared.positions()));
        }
        if self.file.is_none()
            && let Some(address) = self.shared.address()?
        {
            return Ok(OpenMemo::shared(store::join(address, &kept_as(game, registry))?, self.shared.positions()));
        }
        self.open_file(|| kept_as(game, registry), bounds)
    }

    /// Opens the file for games on one table, which workers do not share.
    pub(crate) fn open_for_many(
        &self,
        games: &[AnyGame],
        registry: &Registry,
        bounds: &Bounds,
    ) -> Result<OpenMemo, Failure> {
        if self.shared.is_asked_for() {
            return Err(Failure::input("workers share the values of one game, not of a sum"));
        }
        if self.nimbers.is_some() {
            return Err(Failure::input("--nimbers keeps the values of one game, not of a sum; --memo keeps both"));
        }
        self.open_file(|| all_kept_as(games, registry), bounds)
    }

    /// Fails if there are arguments that are of no use where no values are kept.
    pub(crate) fn check_settings(&self) -> Result<(), Failure> {
        if self.shared.has_settings() {
            return Err(Failure::input("--memo-positions is for --memo and --store, and --store-.. are for --store"));
        }
        Ok(())
    }

    /// Fails if there are arguments for a server, and values are kept in a file.
    fn check_server(&self) -> Result<(), Failure> {
        if self.shared.has_settings_of_server() {
            return Err(Failure::input("--store-password and --store-authority are for --store"));
        }
        Ok(())
    }

    fn open_file(&self, name: impl FnOnce() -> String, bounds: &Bounds) -> Result<OpenMemo, Failure> {
        let Some(path) = &self.file else {
            self.check_settings()?;
            return Ok(OpenMemo::none());
        };
        self.check_server()?;
        let memo = OpenMemo::of_file(path, &name(), self.shared.positions_within(bounds.memory))?;
        Ok(OpenMemo { _listener: Some(Arc::new(Listener::of_memo())), ..memo })
    }
}

impl OpenMemo {
    /// Whether values are kept nowhere but in memory.
    pub(crate) const fn is_none(&self) -> bool {
        matches!(self.place, Place::Nowhere)
    }

    /// No memo.
    pub(crate) const fn none() -> Self {
        Self { place: Place::Nowhere, positions: 0, _listener: None }
    }

    /// A file, with at most `positions` of its values in memory. Until it is closed, Ctrl-C ends the program where nothing else listens, and the values of the last
    /// seconds are not kept.
    pub(crate) fn of_file(path: &Path, name: &str, positions: usize) -> Result<Self, Failure> {
        check_kept(path)?;
        let disk = Disk::open(path, name).map_err(Failure::input)?;
        Ok(Self { place: Place::File(Arc::new(disk)), positions, _listener: None })
    }

    /// The memo of a worker.
    pub(crate) fn shared(server: Arc<Server>, positions: usize) -> Self {
        Self::new(Place::Server(server), positions)
    }

    fn new(place: Place, positions: usize) -> Self {
        Self { place, positions, _listener: Some(Arc::new(Listener::of_memo())) }
    }

    /// The game, with its values kept there.
    pub(crate) fn of(&self, game: AnyGame) -> AnyGame {
        match &self.place {
            Place::Nowhere => game,
            Place::File(disk) => game.stored_in(Arc::clone(disk) as _, self.positions),
            Place::Text(nimbers) => game.stored_in(Arc::clone(nimbers) as _, self.positions),
            Place::Server(server) => game.stored_in(Arc::clone(server) as _, self.positions),
        }
    }

    /// The same for a game beside others.
    pub(crate) fn of_one_of_many(&self, game: AnyGame) -> AnyGame {
        match &self.place {
            Place::File(disk) => {
                let store = Summand { name: game.to_string(), disk: Arc::clone(disk) };
                game.stored_in(Arc::new(store), self.positions)
            }
            Place::Nowhere | Place::Text(_) | Place::Server(_) => game,
        }
    }

    /// Whether the file could not be written, or another worker contradicts this one.
    pub(crate) fn has_failed(&self) -> bool {
        match &self.place {
            Place::Nowhere | Place::Text(_) => false,
            Place::File(disk) => disk.has_failed(),
            Place::Server(server) => server.has_failed(),
        }
    }

    /// Writes what is not written yet. The outer error is one by which an answer may be wrong, such as values that contradict one another; the inner one
    /// is that nothing more can be written.
    pub(crate) fn close(&self) -> Result<Result<(), Failure>, Failure> {
        match &self.place {
            Place::Nowhere => Ok(Ok(())),
            Place::File(disk) => match disk.close() {
                Err(error @ DiskError::Io { .. }) => Ok(Err(Failure::file(error))),
                closed => closed.map(Ok).map_err(Failure::file),
            },
            Place::Text(nimbers) => nimbers.close(),
            Place::Server(server) => server.close().map(Ok).map_err(Failure::file),
        }
    }
}

/// The name under which the values of a game are kept, with a number for its rules. Most codes are no name of the registry, and their name is their
/// rules; parameters may have other positions than the example. There the name alone counts.
pub(crate) fn kept_as(game: &AnyGame, registry: &Registry) -> String {
    let name = game.to_string();
    let entry = meant::entry(name.split(':').next().unwrap_or_default(), registry);
    match entry.and_then(|entry| game.parse(entry.example()).ok()) {
        Some(example) => name_by_rules(&name, game, example),
        None => name,
    }
}

/// The name under which the values of several games on one table are kept.
pub(crate) fn all_kept_as(games: &[AnyGame], registry: &Registry) -> String {
    let each: Vec<_> = games.iter().map(|game| kept_as(game, registry)).collect();
    format!("sum {}", each.join(" + "))
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

    /// With those of the other games.
    fn count(&self) -> Option<u64> {
        self.disk.count()
    }

    fn parts(&self) -> u64 {
        self.disk.parts()
    }

    fn part(&self, number: u64) -> Option<Vec<(String, Nimber)>> {
        let own = |text: &str| Some(text.strip_prefix(&self.name)?.strip_prefix(':')?.to_owned());
        let part = self.disk.part(number)?.into_iter();
        Some(part.filter_map(|(text, value)| Some((own(&text)?, value))).collect())
    }
}
