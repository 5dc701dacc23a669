//! Lengths in bits.

/// The number of bits that it takes to write a number down, so that it can be told where it ends: Elias' gamma code of the number plus 1.
///
/// Reference: P. Elias, Universal codeword sets and representations of the integers, IEEE Transactions on Information Theory 21 (1975).
pub(super) fn bits_of(number: u64) -> u64 {
    2 * u64::from(number.saturating_add(1).ilog2()) + 1
}

/// The number of bits of a list of numbers.
pub(super) fn listed_bits(numbers: &[u64]) -> u64 {
    numbers.iter().map(|number| bits_of(*number)).sum()
}
