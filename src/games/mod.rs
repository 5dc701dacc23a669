//! Rule books.
mod divisor;
mod kayles;
mod poset;
mod text;
mod tree;
pub use divisor::{DivisorGame, Numbers, NumbersError, TakeNumber};
pub use kayles::Kayles;
pub use poset::{Element, Poset, PosetError};
pub use tree::{Node, Tree, TreeError, TreeGame};
