//! todo
mod components;
mod game;
pub mod games;
pub mod heap;
mod measure;
pub mod measures;
mod mex;
mod nimber;
mod notation;
mod solver;
mod subset;
mod unhinted;
mod whole;

pub use components::Components;
pub use game::{IllegalMove, ImpartialGame, Outcome, Play, SumMove, play_in_sum};
pub use games::{Chain, ChainGame, DivisorGame, ExplicitGame, Kayles, Numbers, Poset, Tree, TreeGame};
pub use measure::{Measure, SumRule};
pub use mex::{MexSet, mex};
pub use nimber::{Nimber, ParseNimberError};
pub use notation::{Notation, NotationError};
pub use solver::{Budget, Memo, SolveError, Solver, Table, UNLIMITED, evaluate, evaluate_whole};
pub use subset::Subset;
pub use unhinted::Unhinted;
pub use whole::Whole;
