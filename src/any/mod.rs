//! Games at run time: rule books behind one type, an open set of names for them, and their sums.
//!
//! ```
//! use grundy::{AnyGame, Kayles, Nimber, Notation, Registry, Solver};
//!
//! let mut registry = Registry::standard();
//! registry.add("rows", "5,2", Kayles).about("a second name of Kayles");
//! let game: AnyGame = registry.parse("rows")?;
//! assert_eq!(Solver::new(&game).grundy(game.parse("5,2")?)?, Nimber::new(4 ^ 2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | file | holds |
//! |---|---|
//! | `data.rs` | [`AnyPosition`], [`AnyMove`]: positions and moves of any type |
//! | `game.rs` | [`AnyGame`]: a rule book behind a pointer, with a name |
//! | `rules.rs`, `part.rs`, `listed.rs` | the methods that are called through the pointer, and how lists of moves pass through it |
//! | `oracle.rs` | questions to a rule book behind a pointer: its own oracle, and searches on its own types with their memos |
//! | `registry.rs`, `standard.rs` | names of games; the names of the games of this crate |
//! | `sum.rs` | sums of unlike games, in text |

mod data;
mod game;
mod listed;
mod oracle;
mod part;
mod registry;
mod rules;
#[cfg(feature = "registry")]
mod standard;
mod sum;

pub use data::{AnyMove, AnyPosition};
pub use game::AnyGame;
pub use registry::{Entry, Registry};
