//! Which move wins: the leftmost odd bit, winning and testing moves, waiting moves, and the working.

mod best;
mod compound_error;
mod compound_working;
mod compounds;
mod explain;
mod misere_sum;
mod move_values;
mod stacked;
mod tartan;
mod waiting;
mod winning;
mod xor_table;

pub use compound_error::CompoundError;
pub use compound_working::{CompoundRule, CompoundWorking, Worth};
pub use compounds::CompoundSolver;
pub use explain::{ComponentValue, Explanation, Reason, Turn};
pub use misere_sum::MisereMethod;
pub use move_values::MoveValue;
pub use stacked::{StackedError, sequential_outcome, solve_ordinal};
pub use tartan::{TartanError, solve_tartan};
pub use waiting::waiting_move;
pub use winning::WinningMoves;
pub use xor_table::XorTable;
