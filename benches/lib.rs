//! The settings that all benches share.

use std::time::Duration;

use criterion::Criterion;

/// The settings of all benches, which the command line may change: how long one is measured, and in how many samples.
#[must_use]
pub fn criterion(measurement_seconds: u64, samples: usize) -> Criterion {
    Criterion::default()
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(measurement_seconds))
        .sample_size(samples)
        .configure_from_args()
}
