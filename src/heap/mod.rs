//! Heaps of counters and rows of pins: take-and-break games by their codes, their values, and proofs of periods.
//!
//! [`TakeAndBreak`] is the rule book of a code. A [`Solver`](crate::Solver) of it uses a period or a sequence by itself;
//! [`Sequence`] computes values without a solver, and [`PeriodicValues`] are those of all heaps once a period is proved.
//!
//! A heap of a code is a `u128`, since a proved period tells values of any size. A number of another type is converted by `u128::from`, or by `as u128` from `usize`: if
//! positions were made of it as well, the type of a plain literal would be open. A [`Sequence`] takes the index of a value that is computed, a `usize`, and a
//! [`Stream`], which goes on for days, a `u64`. Rule books with names, such as [`Kayles`](crate::Kayles), have heaps of `u64`.
//!
//! ```
//! use grundy::heap::{PeriodicValues, TakeAndBreak};
//! use grundy::{Nimber, Solver};
//!
//! let dawson: TakeAndBreak = "0.07".parse()?; // take two counters, leave the rest as one heap or two
//! assert_eq!(Solver::new(&dawson).grundy([14, 3])?, Nimber::new(5)); // *4 + *1
//!
//! let values = PeriodicValues::soon_proved(&dawson).unwrap();
//! assert_eq!((values.preperiod(), values.period()), (53, 34));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod break_move;
mod code;
mod code_text;
mod counted;
mod cousins;
mod digit;
mod finite;
mod heap_move;
mod heap_values;
mod lane;
mod marks;
mod mask;
mod moves_to;
mod named_codes;
mod oracle;
mod pairs;
mod partitions;
mod periodic_values;
mod periodicity;
#[cfg(feature = "serde")]
mod proof_data;
mod proof_search;
mod repeat;
mod row;
mod scan;
mod sequence;
mod stream;
mod tail;
mod theorem;
mod threads;
mod unequal;
mod values;
mod with_defaults;

pub use break_move::BreakMove;
pub(crate) use break_move::Moves;
pub use code::{CodeError, TakeAndBreak};
pub(crate) use counted::Counted;
pub use cousins::{CousinError, StandardForm};
pub use digit::{Digit, Parts};
pub use heap_move::HeapMove;
pub(crate) use heap_values::HeapValues;
pub(crate) use moves_to::{Test, moves_leaving, moves_passing};
pub(crate) use oracle::{MOST_TRIED, leaves, moves_by_trying, moves_of_any};
pub use periodic_values::PeriodicValues;
pub use periodicity::{ObservedPeriod, Periodicity, ProvedPeriod};
pub(crate) use repeat::repeat_of_end;
pub use row::{Row, RowMove};
pub(crate) use scan::Repeats;
pub use sequence::{Algorithm, Report, Sequence, SequenceError, SparseSpace};
pub use stream::{CheckpointError, Stream, StreamError, StreamPiece};
pub use theorem::Theorem;
pub(crate) use unequal::UnequalHeaps;
pub use values::Values;
