//! Games that need not end: play may return to a position, and a game may be a draw.
//!
//! | task | items |
//! |---|---|
//! | values | [`LoopyValue`]: a nimber, or ∞ with the nimbers among the options; their sums, and [`LoopyOutcome`]: N, P or draw |
//! | a game given as a graph | [`Digraph`], and [`LoopyValues`]: values, outcomes, winning, drawing and best moves, the working |
//! | a rule book of your own | [`LoopySolver`]: finds the positions that play can reach and answers the same questions |
//!
//! # The theory in six lines
//!
//! - A player who cannot move loses; a game that goes on for ever is a draw. So a position is N, P or a draw.
//! - A position on a cycle may have a nimber as its value, since the opponent can answer a move to a large value by going back. It is
//!   `*m` if the mex of the options already known to be nimbers is m, and each other option, and each with a nimber larger than m, has an
//!   option already known to be `*m`.
//! - "Already known" matters, since answers that depend on each other in a circle prove nothing. The graph 0 → 1, 2, 3; 1 → 2, 3;
//!   2 → 0, 3 can be labelled 3, 2, 1, 0 so that each mex is right, but the sum of vertex 2 and a nim-heap `*1` is a draw.
//! - A position that gets no nimber is ∞(A), where A is the set of nimbers among its options.
//! - `*a` + `*b` = `*(a ⊕ b)`; ∞(A) + `*n` = ∞(A ⊕ n); ∞(A) + ∞(B) = ∞.
//! - `*0` is P. All other nimbers are N, and so is ∞(A) if A contains `*0`. All other values are draws.
//!
//! ```
//! use grundy::Control;
//! use grundy::loopy::{Digraph, LoopyOutcome, LoopyValues};
//!
//! // A token goes to and fro between 0 and 1; from 1 it may also go to 2, where the game ends.
//! let values = LoopyValues::new("0>1,1>0,1>2".parse::<Digraph>()?, &mut Control::new())?;
//! assert_eq!(values.outcome(1)?, LoopyOutcome::N); // to 2
//! assert_eq!(values.outcome(0)?, LoopyOutcome::P);
//! assert_eq!(values.value([0, 1])?.to_string(), "*1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Reference: Smith, "Graphs and composite games", *Journal of Combinatorial Theory* 1 (1966); Fraenkel and Yesha, "The generalized
//! Sprague-Grundy function and its invariance under certain mappings", *Journal of Combinatorial Theory* A 43 (1986); Winning Ways,
//! ch. 12; Siegel, *Combinatorial Game Theory*, ch. IV.

mod digraph;
mod extend;
mod found;
mod label;
mod moves;
mod solver;
mod value;
mod values;
mod working;

pub(crate) use digraph::MOST_IN_TEXT;
pub use digraph::{Digraph, DigraphError, NoVertexError, ToVertex};
pub use solver::LoopySolver;
pub use value::{LoopyOutcome, LoopyValue};
pub use values::LoopyValues;
pub use working::{LoopyExplanation, LoopyOption, LoopyWorking};
