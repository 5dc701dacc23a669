//! Games made of games. Each is a game itself, so that it can always be searched, and comes with the theorem that solves it.
//!
//! | combinator | rule book | a position is | a move is played in | theorem |
//! |---|---|---|---|---|
//! | [`Sum<A, B>`](Sum) | two rule books, by [`plus`](crate::ImpartialGame::plus) | a list of components of either | one component | nim-sum of the values |
//! | [`SumOf<G>`](SumOf) | a list of rule books of one type | a list of components, each with its rule book | one component | nim-sum of the values |
//! | [`Whole<G>`](crate::Whole) | one rule book | a whole list of components, as one | one component | none is used: brute force |

mod dozen;
mod joint;
mod sum;
mod sum_of;

pub use dozen::{Compound, Ends, Kind, Way};
pub use joint::{JointMove, Together};
pub use sum::Sum;
pub use sum_of::{At, SumOf};
