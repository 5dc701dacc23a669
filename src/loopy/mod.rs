//! Games that need not end: play may come back to a position, and nobody may win.
//!
//! | task | items |
//! |---|---|
//! | values | [`LoopyValue`]: a nimber, or ∞ with the nimbers among the options; their sums, and [`LoopyOutcome`]: N, P or draw |
//! | a game written out as a graph | [`Digraph`], and [`LoopyValues`]: values, outcomes, winning, drawing and best moves, the working |
//! | a rule book of yours | [`LoopySolver`]: finds what play can reach and answers the same questions |
//!
//! # The theory in six lines
//!
//! - Who cannot move loses; a game that goes on for ever is a draw. So a position is N, P or a draw.
//! - An option worth more than all that counts does no harm if the opponent can answer it by going back. That is how a position on a
//!   cycle may be worth a nimber: m, if the mex of the options already known to be nimbers is m and every option not known to be a
//!   smaller nimber has an option already known to be `*m`.
//! - "Already known" matters: answers that rest on each other in a circle prove nothing. The graph 0 → 1, 2, 3; 1 → 2, 3; 2 → 0, 3
//!   could be labelled 3, 2, 1, 0 so that each mex is right, but 2 beside a nim-heap `*1` is a draw.
//! - A position that gets no nimber is ∞(A), where A is the set of nimbers among its options.
//! - `*a` + `*b` = `*(a ⊕ b)`; ∞(A) + `*n` = ∞(A ⊕ n); ∞(A) + ∞(B) = ∞.
//! - P is `*0`; N are all other nimbers, and ∞(A) with `*0` in A; the rest is drawn.
//!
//! Reference: Smith, "Graphs and composite games", *Journal of Combinatorial Theory* 1 (1966); Fraenkel and Yesha, "The generalized
//! Sprague-Grundy function and its invariance under certain mappings", *Journal of Combinatorial Theory* A 43 (1986); Winning Ways,
//! ch. 12; Siegel, *Combinatorial Game Theory*, ch. IV.

mod digraph;
mod extend;
mod label;
mod moves;
mod solver;
mod value;
mod values;
mod working;

pub use digraph::{Digraph, DigraphError, NoVertexError};
pub use solver::LoopySolver;
pub use value::{LoopyOutcome, LoopyValue, ParseLoopyValueError};
pub use values::LoopyValues;
pub use working::{LoopyOption, LoopyWorking};
