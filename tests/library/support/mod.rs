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
pub(crate) mod retrograde;
pub(crate) mod sizes;
pub(crate) mod tables;
