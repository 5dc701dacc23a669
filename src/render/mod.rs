//! Pictures of games: the graph of positions, as data, as Graphviz DOT and for Lean; boards, strips, heaps, graphs and
//! regions of Sprouts as SVG.
//!
//! ```
//! use grundy::render::PositionGraph;
//! use grundy::{Nim, Solver};
//!
//! let graph = PositionGraph::new(&mut Solver::new(Nim), 3, 100);
//! assert_eq!((graph.positions.len(), graph.moves.len()), (3, 6)); // heaps of 3, 2 and 1; a heap that is taken whole is no vertex
//! assert!(graph.dot().to_string().contains("p0 -> p1"));
//! ```

mod board;
mod diagram;
mod diagram_svg;
mod dot;
mod graph;
mod heaps;
mod lands;
mod lean;
mod strip;
mod vertices;

pub use diagram::Diagram;
pub use dot::Dot;
pub use graph::{GraphMove, GraphPosition, PositionGraph};
pub use lean::LeanError;
