//! The search: one engine with an explicit stack, its memos and its errors, and the walk over reachable positions.

mod again;
mod backing;
mod candidates;
mod checkpoint;
mod company;
mod costs;
mod couples;
mod cycle;
mod engine;
mod error;
mod evaluate;
mod facts;
mod forget;
mod found;
mod front;
mod generations;
mod growth;
mod home;
mod listing;
mod lists;
mod made_options;
mod memo;
mod nimber_checkpoint;
mod nimber_frame;
mod nimber_sums;
mod nimber_threads;
mod nimber_workers;
mod nimbers;
mod one;
mod pass;
mod place;
mod reachable;
mod records;
mod slots;
mod store_threads;
mod stored;
mod theory;
mod threads;
mod under_way;
mod workers;

pub use checkpoint::Checkpoint;
pub(crate) use engine::{Engine, Sums, most_options};
pub use error::SolveError;
pub(crate) use evaluate::{Kept, evaluate_from, evaluate_whole_from};
pub use evaluate::{evaluate, evaluate_whole};
pub(crate) use facts::Facts;
pub(crate) use found::View;
pub(crate) use front::Front;
pub(crate) use growth::{list_bytes, map_bytes, set_bytes};
pub(crate) use home::Home;
pub use memo::{Memo, Table};
pub(crate) use nimber_threads::ALONE as ALONE_NIMBERS;
pub(crate) use nimbers::{Cuts, NimberSearch, weight};
pub(crate) use one::{
    OneByOne, OutcomesUnderWay, ValuesUnderWay, is_for_values, known_outcome, outcome_by_classes, value_of, who_wins,
};
pub(crate) use place::Place;
pub use reachable::{Reachable, reachable};
pub(crate) use store_threads::StoreOfThreads;
pub use stored::{Store, Stored};
pub(crate) use theory::{Theory, WithoutSums};
pub(crate) use threads::{
    ByThreads, alone_first, enough, first_part, own_value, value_by_threads, who_wins_by_threads,
};
pub(crate) use under_way::UnderWay;
pub use workers::{News, Workers};
