//! Values of poisoned Chomp that follow a formula: boards of two rows, and L-shaped boards.

use crate::nimber::Nimber;

/// The value of a board of two rows, of `first` and `second` tiles, with a poisoned corner, in constant time.
///
/// Let *n* ≥ *m* be the lengths, *a* = ⌊*m*/2⌋, and *k* = ⌊(*n* − 1)/2⌋. If *n* and *m* are both even or both odd, the value is
/// 2*k* + *a* + 1. Otherwise it is 2*k* − *a* if 2*a* ≤ *k*, else 3(*k* − *a*). One row of *n* tiles (*m* = 0) has *n* − 1.
///
/// The lengths may be given in either order. A length above 2^62 counts as 2^62, so that the value fits in 64 bits.
///
/// ```
/// use grundy::Nimber;
/// use grundy::chomp::two_rows_poisoned;
///
/// assert_eq!(two_rows_poisoned(200, 200), Nimber::new(299));
/// assert_eq!(two_rows_poisoned(3, 2), Nimber::ZERO);
/// assert_eq!(two_rows_poisoned(7, 0), Nimber::new(6));
/// ```
#[must_use]
#[inline]
pub fn two_rows_poisoned(first: u64, second: u64) -> Nimber {
    let (n, m) = (first.max(second).min(1 << 62), first.min(second).min(1 << 62));
    if n == 0 {
        return Nimber::ZERO;
    }
    let (k, a) = ((n - 1) / 2, m / 2);
    Nimber::new(if m == 0 {
        n - 1
    } else if n % 2 == m % 2 {
        2 * k + a + 1
    } else if 2 * a <= k {
        2 * k - a
    } else {
        3 * (k - a)
    })
}

/// The value of an L with a poisoned corner: one full row, one full column, and nothing else. Both sides are at least 1.
#[inline]
pub(crate) fn l_poisoned(rows: u32, columns: u32) -> Nimber {
    Nimber::new(u64::from(rows - 1) ^ u64::from(columns - 1))
}
