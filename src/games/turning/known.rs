//! Closed forms of the values of heads.

use crate::games::turning::pattern::{Need, Pattern, Shape};
use crate::nimber::Nimber;

/// The value of a head, where a theorem gives it (Winning Ways, ch. 14).
pub(super) fn value(pattern: Pattern, head: u32) -> Option<Nimber> {
    // The theorems are about patterns without F and without C(n).
    let Pattern { least, most, shape, first: Need::Free, span: None } = pattern else { return None };
    let place = u64::from(head);
    let value = match (shape, least, most) {
        // Turning Turtles and Twins: Nim, with places counted from 1 and from 0.
        (Shape::Any, 1, Some(2)) => place,
        (Shape::Any, 2, Some(2)) => place - 1,
        // Mock Turtles and Triplets.
        (Shape::Any, 1, Some(3)) => odious(place - 1),
        (Shape::Any, 3, Some(3)) => place.checked_sub(3).map_or(0, odious),
        // Motley: the values of the heads to the left are the smaller powers of 2, and moves leave all sums of them.
        (Shape::Any, 1, None) => 1_u64.checked_shl(head - 1)?,
        // Ruler: the greatest power of 2 that divides the place.
        (Shape::Consecutive, 1, None) => place & place.wrapping_neg(),
        _ => return None,
    };
    Some(Nimber::new(value))
}

/// The odious number (with an odd number of ones in binary) that has `before` odious numbers below it. Exactly one of 2*n* and 2*n* + 1 is
/// odious.
const fn odious(before: u64) -> u64 {
    2 * before + (before.count_ones() as u64 + 1) % 2
}
