//! Rule books.
mod divisor;
mod kayles;
mod poset;
mod text;
pub use divisor::{DivisorGame, Numbers, NumbersError, TakeNumber};
pub use kayles::Kayles;
pub use poset::{Element, Poset, PosetError};
