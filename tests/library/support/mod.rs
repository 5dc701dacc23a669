//! What the integration tests share.

pub(crate) mod asked;
pub(crate) mod codes;
pub(crate) mod coins;
pub(crate) mod explicit_sprouts;
pub(crate) mod games;
pub(crate) mod large_heaps;
pub(crate) mod naive;
pub(crate) mod naive_compounds;
pub(crate) mod naive_forms;
pub(crate) mod naive_heaps;
pub(crate) mod naive_products;
pub(crate) mod naive_quotients;
pub(crate) mod random;
pub(crate) mod retrograde;
pub(crate) mod shelf;
pub(crate) mod sizes;
pub(crate) mod tables;

/// A check is made at the small size here. `tests/long`, which has this function too, makes it at the large one.
pub(crate) fn sized<T>(small: T, _large: T) -> T {
    small
}
