//! todo

mod at_least;
pub mod chomp;
mod components;
pub mod compound;
mod game;
pub mod games;
pub mod heap;
#[cfg(feature = "proptest")]
pub mod laws;
mod measure;
pub mod measures;
mod mex;
mod nimber;
mod notation;
mod solver;
pub mod strategy;
mod subset;
mod unhinted;
mod whole;

pub use components::Components;
pub use compound::{At, Sum, SumOf};
pub use either::Either;
pub use game::{IllegalMove, ImpartialGame, Outcome, Play, SumMove, play_in_sum};
pub use games::{
    AnyGame, ChainGame, DawsonsKayles, DivisorGame, ExplicitGame, GrundysGame, Kayles, LaskersNim, MooresNim, Nim,
    Poset, Subtraction, Treblecross, TreeGame, Wythoff,
};
pub use measure::{Measure, SumRule};
pub use mex::{MexSet, mex};
pub use nimber::{Nimber, ParseNimberError};
pub use notation::{Notation, NotationError};
pub use solver::{Budget, Memo, SolveError, Solver, Table, UNLIMITED, evaluate, evaluate_whole};
pub use strategy::{Explanation, waiting_move};
pub use subset::Subset;
pub use unhinted::Unhinted;
pub use whole::Whole;
