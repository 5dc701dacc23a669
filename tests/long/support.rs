//! What these tests share with those of `tests/library`.

#[expect(dead_code, reason = "the strategies are those of the other crate")]
#[path = "../library/support/codes.rs"]
pub(crate) mod codes;
#[path = "../library/support/large_heaps.rs"]
pub(crate) mod large_heaps;
#[path = "../library/support/naive_heaps.rs"]
pub(crate) mod naive_heaps;
#[expect(dead_code, reason = "some checks have one size")]
#[path = "../library/support/naive_quotients.rs"]
pub(crate) mod naive_quotients;
#[path = "../library/support/sizes.rs"]
pub(crate) mod sizes;
#[expect(dead_code, reason = "the other tables have one size")]
#[path = "../library/support/tables.rs"]
pub(crate) mod tables;
