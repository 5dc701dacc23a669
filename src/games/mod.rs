//! Rule books, one a file.
//!
//! ```
//! use grundy::games::{Pair, WythoffMove};
//! use grundy::{LaskersNim, Nimber, Solver, Wythoff};
//!
//! assert_eq!(Solver::new(LaskersNim).grundy([2, 5, 7])?, Nimber::new(15));
//! let win = Solver::new(Wythoff).winning_move(Pair(3, 6)).unwrap().unwrap();
//! assert_eq!(win.mv, WythoffMove::Second(1)); // to the pair 3 and 5
//! # Ok::<(), grundy::SolveError<u64>>(())
//! ```

mod chain;
mod cram;
mod divisor;
mod explicit;
mod grundys_game;
mod heap_oracle;
mod kayles;
mod laskers_nim;
mod moore;
mod nim;
mod poset;
mod serde_through;
mod subtraction;
mod take_and_break;
mod text;
mod treblecross;
mod tree;
mod turning;
mod wythoff;

pub use chain::{Chain, ChainGame, ChainMove};
pub use cram::{Cram, Domino, Region, RegionError};
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
