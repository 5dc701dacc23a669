//! Rule books, each a file or a folder.
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

mod arc_kayles;
mod bits;
mod chain;
mod class_code;
mod coins_on_strip;
mod cram;
#[cfg(test)]
mod cuts;
mod divisor;
mod end_nim;
mod euclid;
mod explicit;
mod geography;
mod graph;
mod grundys_game;
mod hackenbush;
mod heap_oracle;
mod images;
mod kayles;
mod kotzig;
mod laskers_nim;
mod miserable;
mod moore;
mod nim;
mod nimstring;
mod node_kayles;
mod notakto;
mod poset;
mod prime;
mod sprouts;
mod squares;
mod staircase;
mod stairs;
mod straight;
mod strings_key;
mod subtraction;
mod sweep;
mod take_and_break;
mod take_away;
mod text;
mod treblecross;
mod tree;
mod turning;
mod wythoff;

pub use arc_kayles::{ArcKayles, Edge};
pub use chain::{Chain, ChainGame, ChainMove};
pub use coins_on_strip::{CoinsOnStrip, MoveCoin};
pub use cram::{Cram, Domino, Region, RegionError};
pub use divisor::{DivisorGame, Numbers, NumbersError, TakeNumber};
pub use end_nim::{EndNim, TakeAtEnd};
pub use euclid::{Euclid, TakeMultiple};
pub use explicit::{ExplicitGame, ExplicitGameError};
pub use geography::{Geography, Token};
pub use graph::{Chessman, End, Graph, GraphError, Grounded, Subgraph};
#[cfg(feature = "render")]
pub(crate) use graph::{GROUND, Places};
pub use grundys_game::GrundysGame;
pub use hackenbush::{Cut, Hackenbush};
pub use kayles::{DawsonsKayles, Kayles};
pub use kotzig::{Circle, KotzigsNim, Step, StepsError};
pub use laskers_nim::LaskersNim;
pub use moore::{Heaps, MooresNim, TakeFromEach};
pub use nim::Nim;
pub use nimstring::{Nimstring, Strings};
pub use node_kayles::{NodeKayles, Vertex};
pub use notakto::{Crosses, Notakto};
pub use poset::{Poset, PosetError, PosetMove};
pub use sprouts::{BrusselsSprouts, CrossedLine, FreeEnds, Land, Line, LineEnd, Sprouts};
pub use squares::Square;
pub use staircase::{StaircaseNim, StepDown};
pub use subtraction::{Subtraction, SubtractionError};
pub use take_away::{Bounded, FactorError, TakeAway};
pub use treblecross::{Cross, Treblecross};
pub use tree::{Node, Tree, TreeError, TreeGame};
pub use turning::{CoinTurning, CoinTurningGrid, Head, HeadError, TurnCoins};
pub use wythoff::{Pair, Wythoff, WythoffMove};

pub use crate::loopy::ToVertex;
