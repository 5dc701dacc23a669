//! Rule books, one a file.

mod grundys_game;
mod kayles;
mod laskers_nim;
mod moore;
mod nim;
mod subtraction;
mod treblecross;
mod wythoff;

pub use grundys_game::GrundysGame;
pub use kayles::{DawsonsKayles, Kayles};
pub use laskers_nim::LaskersNim;
pub use moore::{Heaps, MooresNim, NoHeapsError, TakeFromEach};
pub use nim::Nim;
pub use subtraction::{Subtraction, SubtractionError};
pub use treblecross::{Cross, Treblecross};
pub use wythoff::{Pair, Wythoff, WythoffMove};
