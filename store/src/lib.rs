#![doc = include_str!("../README.md")]

mod disk;
mod error;
mod filter;
mod overlay;
mod runs;

pub use disk::Disk;
pub use error::DiskError;

/// A memo on disk: at most so many positions in memory as it is made with, in front of a file that holds them all.
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
