//! Rule books, one a file.

mod chain;
mod divisor;
mod explicit;
mod grundys_game;
mod heap_oracle;
mod kayles;
mod laskers_nim;
mod moore;
mod nim;
mod poset;
mod subtraction;
mod take_and_break;
mod text;
mod treblecross;
mod tree;
mod turning;
mod wythoff;

pub use chain::{Chain, ChainGame, ChainMove};
pub use divisor::{DivisorGame, Numbers, NumbersError, TakeNumber};
pub use explicit::{ExplicitGame, ExplicitGameError};
pub use grundys_game::GrundysGame;
pub use kayles::{DawsonsKayles, Kayles};
pub use laskers_nim::LaskersNim;
pub use moore::{Heaps, MooresNim, NoHeapsError, TakeFromEach};
pub use nim::Nim;
pub use poset::{Element, Poset, PosetError};
pub use subtraction::{Subtraction, SubtractionError};
pub use treblecross::{Cross, Treblecross};
pub use tree::{Node, Tree, TreeError, TreeGame};
pub use turning::{CoinTurning, CoinTurningGrid, Head, HeadError, TurnCoins};
pub use wythoff::{Pair, Wythoff, WythoffMove};

pub use crate::loopy::ToVertex;
