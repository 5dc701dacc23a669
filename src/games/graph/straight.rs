//! Paths and cycles.

use std::sync::LazyLock;

use crate::heap::{PeriodicValues, TakeAndBreak};
use crate::nimber::Nimber;

/// Dawson's Chess, 0.137, whose period 34 is proved when it is first needed.
static VALUES: LazyLock<PeriodicValues> = LazyLock::new(|| {
    PeriodicValues::soon_proved(&TakeAndBreak::dawsons_chess()).expect("the period of 0.137 is soon proved")
});

/// The value of Node Kayles on a path of that length in vertices, and of Arc Kayles on a path with one vertex more.
pub(super) fn value_of_path(vertices: usize) -> Nimber {
    VALUES.value(vertices as u128).expect("values without a saltus fit in 64 bits")
}
