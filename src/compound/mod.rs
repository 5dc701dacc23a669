//! Games made of games. Each is a rule book itself, so that it can always be searched. Where a theorem solves it, the theorem is its oracle:
//! a [`Solver`](crate::Solver) of the combinator asks solvers of the parts.
//!
//! ```
//! use grundy::{Compound, Either::{Left, Right}, ImpartialGame, Kayles, Nim, Nimber, Outcome, Solver};
//!
//! // A row of 5 pins beside a heap of 9: a move is played in one of them.
//! assert_eq!(Solver::new(Kayles.plus(Nim)).grundy([Left(5), Right(9)])?, Nimber::new(4 ^ 9));
//!
//! // Two heaps, and each move is played in both, until one has ended: lost exactly if the least remoteness is even.
//! let race = Compound::conjunctive(Nim).short();
//! assert_eq!(Solver::new(race).outcome(race.position([3, 4]))?, Outcome::N);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | combinator | rule book | a position is | a move is played in | theorem |
//! |---|---|---|---|---|
//! | [`Sum<A, B>`](Sum) | two rule books, by [`plus`](crate::ImpartialGame::plus) | a list of components of either | one component | nim-sum of the values |
//! | [`SumOf<G>`](SumOf) | a list of rule books of one type | a list of components, each with its rule book | one component | nim-sum of the values |
//! | [`Whole<G>`](crate::Whole) | one rule book | a whole list of components, as one | one component | none is used: brute force |
//! | [`Compound<G>`](Compound) | one rule book, in Conway's twelve ways | a list of whole positions | one, all, or any; until the first or the last has ended | a measure for eleven of the twelve; the sum in misère play is one of the rule book |
//! | [`AtMost<G>`](AtMost) | one rule book | a list of whole positions | at most *k* | none is used; [`MooresNim`](crate::MooresNim) has that of heaps |
//! | [`Hypergraph<G>`](Hypergraph) | one rule book and sets of places | a list of whole positions | each one of a set | none in general |
//! | [`Ordinal<A, B>`](Ordinal) | two, by [`ordinal`](crate::ImpartialGame::ordinal) | a base and a top | the base, which removes the top, or the top | a number that is no option of the base |
//! | [`Sequential<A, B>`](Sequential) | two, by [`then`](crate::ImpartialGame::then) | what is played now and later | the first until it has ended, then the second | outcome of the first, in normal or misère play |
//! | [`Tartan<A, B>`](Tartan) | two, by [`times`](crate::ImpartialGame::times) | a position of each | both, where what is left of one meets what was there of the other | nim-product of the values |
//! | [`Acrostic<A, B>`](Acrostic) | two rule books | a position of each | one coordinate | nim-sum, if moves leave odd numbers of components |
//! | [`Join<A, B>`](Join) | two on the same positions | a position of both | the position, by the rules of either | none is known |
//! | [`PassOnce<G>`](PassOnce) | one rule book | a whole position, and the pass | one component, or the pass is used | none is known |
//! | [`Truncate<G, F>`](Truncate) | one rule book and a predicate | a position of the game | the position, until the predicate is true | none is known |

mod acrostic;
mod at_most;
mod dozen;
mod hypergraph;
mod join;
mod joint;
mod ordinal;
mod pass;
mod sequential;
mod sum;
mod sum_of;
mod tartan;
mod theorem;
mod truncate;
mod way;

pub use crate::combinators::{Ordinal, Sequential, Sum, Tartan};
pub use acrostic::Acrostic;
pub use at_most::AtMost;
pub use dozen::Compound;
pub use hypergraph::Hypergraph;
pub use join::Join;
pub use joint::{JointMove, Together};
pub use ordinal::{Based, ordinal_value};
pub use pass::{MoveOrPass, Pass, PassOnce, WithPass};
pub use sequential::Queued;
pub use sum_of::{At, SumOf};
pub use tartan::{Coordinates, InBoth};
pub use truncate::Truncate;
pub use way::{Ends, Kind, Way};
