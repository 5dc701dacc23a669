//! Rule books.
mod kayles;
pub use kayles::Kayles;
