//! Which move wins: the leftmost odd bit, winning and testing moves, waiting moves, and the working.

mod best;
mod explain;
mod waiting;
mod winning;

pub use explain::{ComponentValue, Explanation, Reason, Turn};
pub use waiting::waiting_move;
pub use winning::WinningMoves;
