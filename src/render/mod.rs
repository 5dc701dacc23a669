//! Pictures of games: the graph of positions, as data and as Graphviz DOT.

mod dot;
mod graph;

pub use dot::Dot;
pub use graph::{GraphMove, GraphPosition, PositionGraph};
