//! What these tests share with those of `tests/library`.

#[path = "../library/support/codes.rs"]
pub(crate) mod codes;
#[expect(dead_code, reason = "values are compared at the small size")]
#[path = "../library/support/explicit_sprouts.rs"]
pub(crate) mod explicit_sprouts;
#[path = "../library/support/large_heaps.rs"]
pub(crate) mod large_heaps;
#[path = "../library/support/naive_heaps.rs"]
pub(crate) mod naive_heaps;
#[expect(dead_code, reason = "some checks have one size")]
#[path = "../library/support/naive_quotients.rs"]
pub(crate) mod naive_quotients;
#[path = "../library/support/random.rs"]
pub(crate) mod random;
#[path = "../library/support/sizes.rs"]
pub(crate) mod sizes;
#[path = "../library/support/tables.rs"]
pub(crate) mod tables;

/// The size of a check that `tests/library` makes too, at the small one.
pub(crate) fn sized<T>(_small: T, large: T) -> T {
    large
}
