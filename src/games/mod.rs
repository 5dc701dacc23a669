//! Rule books.
mod chain;
mod divisor;
mod explicit;
mod kayles;
mod poset;
mod text;
mod tree;
pub use chain::{Chain, ChainGame, ChainMove};
pub use divisor::{DivisorGame, Numbers, NumbersError, TakeNumber};
pub use explicit::{ExplicitGame, ExplicitGameError, ToVertex};
pub use kayles::Kayles;
pub use poset::{Element, Poset, PosetError};
pub use tree::{Node, Tree, TreeError, TreeGame};
