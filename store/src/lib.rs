#![doc = include_str!("../README.md")]

#[cfg(feature = "redis")]
mod address;
mod batch;
mod block;
mod checkpoint;
mod chunk;
mod disk;
mod error;
#[cfg(feature = "redis")]
mod exchange;
mod filter;
mod fingerprint;
#[cfg(feature = "redis")]
mod link;
mod number;
#[cfg(feature = "redis")]
mod numbers;
mod opening;
mod overlay;
#[cfg(feature = "redis")]
mod reason;
mod runs;
#[cfg(feature = "redis")]
mod sent;
#[cfg(feature = "redis")]
mod server;
#[cfg(feature = "redis")]
mod share;
#[cfg(feature = "redis")]
mod shared;

#[cfg(feature = "redis")]
pub use address::{Address, ServerError};
pub use disk::Disk;
pub use error::DiskError;
pub use fingerprint::name_by_rules;
#[cfg(feature = "redis")]
pub use server::Server;
#[cfg(feature = "redis")]
pub use shared::{Counts, Event};

/// A memo on disk: a limited number of positions in memory, in front of a file that holds them all.
///
/// ```
/// use std::sync::Arc;
///
/// use grundy::{Cram, Nimber, Solver, games::Region};
/// use grundy_store::{Disk, DiskMemo};
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("cram.memo");
/// let file = Arc::new(Disk::open(&path, "cram")?);
/// let mut solver = Solver::with_memo(Cram, DiskMemo::new(Cram, Arc::clone(&file), 1 << 20));
/// assert_eq!(solver.grundy(Region::rectangle(3, 6)?)?, Nimber::new(4));
/// file.close()?; // all is on disk
///
/// let file = Arc::new(Disk::open(&path, "cram")?);
/// let mut again = Solver::with_memo(Cram, DiskMemo::new(Cram, Arc::clone(&file), 1 << 20));
/// assert_eq!(again.grundy(Region::rectangle(3, 6)?)?, Nimber::new(4));
/// assert_eq!(again.control().done(), 0); // nothing was searched
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type DiskMemo<G> = grundy::Stored<G, std::sync::Arc<Disk>>;

/// A memo that workers share: a limited number of positions in memory, and a thread that exchanges values with other workers
/// by a [`Server`].
///
/// ```
/// use std::sync::Arc;
///
/// use grundy::{Cram, Method, Nimber, Solver, games::Region};
/// use grundy_store::{Address, Server, SharedMemo};
///
/// // No server is there, so the worker goes on alone.
/// let address: Address = "redis://127.0.0.1:1".parse()?;
/// let server = Arc::new(Server::join(address, "cram", |event| println!("{event}"))?);
/// let mut solver = Solver::with_memo(Cram, SharedMemo::new(Cram, Arc::clone(&server), 1 << 20));
/// assert_eq!(solver.grundy(Region::rectangle(3, 6)?)?, Nimber::new(4));
/// server.close()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[cfg(feature = "redis")]
pub type SharedMemo<G> = grundy::Stored<G, std::sync::Arc<Server>>;
