//! The ways to divide the counters that a move leaves into heaps.

use smallvec::SmallVec;

use crate::components::Components;
use crate::heap::{Digit, Parts};

/// The ways to leave a number of counters that a digit allows. Each lists its heaps in ascending order, and ways come in lexicographic
/// order: 1 + 1 + 3, then 1 + 4, then 5.
///
/// Every step takes time proportional to the number of heaps, whatever their sizes, since only lists that can be completed are begun.
pub(super) struct Partitions(Way);

enum Way {
    Done,
    /// Nothing is left.
    Nothing,
    /// Two heaps, of which the smaller one grows up to `most`, and then all counters as one heap: all octal digits.
    Pairs {
        counters: u128,
        small: u128,
        most: u128,
        whole: bool,
    },
    /// Equal heaps. Their number is less than `below` and decreases, so that their size grows.
    Equal {
        counts: u64,
        counters: u128,
        below: u32,
    },
    Walk(Walk),
}

impl Partitions {
    pub(super) fn new(digit: Digit, counters: u128) -> Self {
        Self(if !digit.can_leave(counters) {
            Way::Done
        } else if counters == 0 {
            Way::Nothing
        } else if digit.parts() == Parts::Equal {
            Way::Equal { counts: digit.counts(), counters, below: u64::BITS }
        } else if digit.counts() < 8 {
            let most = match digit.parts() {
                _ if !digit.allows(2) => 0,
                Parts::Unequal => (counters - 1) / 2,
                _ => counters / 2,
            };
            Way::Pairs { counters, small: 1, most, whole: digit.allows(1) }
        } else {
            Way::Walk(Walk::new(digit, counters))
        })
    }

    /// A lower bound on the number of ways that are still to come.
    pub(super) fn least(&self) -> u128 {
        match &self.0 {
            Way::Pairs { small, most, whole, .. } => (most + 1).saturating_sub(*small) + u128::from(*whole),
            Way::Walk(walk) => walk.least(),
            Way::Nothing => 1,
            Way::Done | Way::Equal { .. } => 0,
        }
    }
}

impl Iterator for Partitions {
    type Item = Components<u128>;

    #[inline]
    fn next(&mut self) -> Option<Components<u128>> {
        match &mut self.0 {
            Way::Pairs { counters, small, most, whole } => {
                if *small <= *most {
                    let pair = [*small, *counters - *small];
                    *small += 1;
                    return Some(pair.into());
                }
                std::mem::take(whole).then(|| (*counters).into())
            }
            Way::Walk(walk) => {
                let next = walk.heaps();
                walk.advance();
                next
            }
            Way::Nothing => {
                self.0 = Way::Done;
                Some(Components::new())
            }
            Way::Equal { counts, counters, below } => {
                let divides = |heaps: &u32| *counts >> heaps & 1 == 1 && *counters % u128::from(*heaps) == 0;
                let heaps = (1..*below).rev().find(divides)?;
                *below = heaps;
                let size = *counters / u128::from(heaps);
                Some((0..heaps).map(|_| size).collect())
            }
            Way::Done => None,
        }
    }
}

/// A walk through the tree of lists of ascending sizes. `heaps` is the complete list that comes next, and is empty at the end.
struct Walk {
    counts: u64,
    parts: Parts,
    heaps: SmallVec<[Heap; 2]>,
    /// The number of counters that are not yet in a heap: 0 when the list is complete.
    rest: u128,
}

/// A heap of the list.
struct Heap {
    size: u128,
    /// Maximum size such that more heaps can follow; 0 for the last heap, which takes all counters that are left.
    most: u128,
}

impl Walk {
    /// The walk at its first list. The digit must be able to leave this number of counters.
    fn new(digit: Digit, counters: u128) -> Self {
        let mut walk = Self { counts: digit.counts(), parts: digit.parts(), heaps: SmallVec::new(), rest: counters };
        walk.complete();
        walk
    }

    fn heaps(&self) -> Option<Components<u128>> {
        if self.heaps.is_empty() { None } else { Some(self.heaps.iter().map(|heap| heap.size).collect()) }
    }

    /// Advances to the next list, or to the end.
    #[inline]
    fn advance(&mut self) {
        // The last heap takes what the others leave, so a change of any other begins by taking it back. For 5
        // counters in at most three heaps the lists are 1 + 1 + 3, 1 + 2 + 2, 1 + 4, 2 + 3, 5.
        self.rest = self.heaps.pop().map_or(0, |last| last.size);
        while let Some(heap) = self.heaps.last_mut() {
            if heap.size < heap.most {
                // 1 + 1 + 3 becomes 1 + 2 + 2: `complete` makes the heaps after this one as small as possible.
                heap.size += 1;
                self.rest -= 1;
                self.complete();
                return;
            }
            self.rest += heap.size;
            self.heaps.pop();
            // 1 + 2 + 2 becomes 1 + 4: the heap of 2 cannot grow and have another heap after it, so the last heap
            // takes its place.
            if self.may_end() {
                self.end();
                return;
            }
        }
    }

    /// Completes the list by heaps that are as small as possible.
    #[inline]
    fn complete(&mut self) {
        loop {
            let least = match (self.heaps.last(), self.parts) {
                (None, _) => 1,
                (Some(last), Parts::Unequal) => last.size + 1,
                (Some(last), _) => last.size,
            };
            match self.most().filter(|most| least <= *most) {
                Some(most) => {
                    self.heaps.push(Heap { size: least, most });
                    self.rest -= least;
                }
                None => return self.end(),
            }
        }
    }

    /// Adds the last heap, which takes all counters that are left.
    fn end(&mut self) {
        self.heaps.push(Heap { size: self.rest, most: 0 });
        self.rest = 0;
    }

    /// Whether the list may end after one more heap.
    fn may_end(&self) -> bool {
        self.counts_from_here() >> 1 & 1 == 1
    }

    /// Bit *i* is set if *i* more heaps may follow.
    fn counts_from_here(&self) -> u64 {
        self.heaps.iter().fold(self.counts, |counts, _| counts >> 1)
    }

    /// Maximum size of the next heap that leaves enough counters for another; `None` if no two more heaps are possible.
    fn most(&self) -> Option<u128> {
        let several = self.counts_from_here() & !0b11;
        if several == 0 {
            return None;
        }
        // The next heap can be largest if the fewest heaps follow.
        let heaps = u128::from(several.trailing_zeros());
        if self.parts == Parts::Unequal {
            // Of unequal heaps in ascending order the later ones have at least 1, 2, .. counters more than the first:
            // together `heaps` × (`heaps` − 1) / 2 more.
            return Some(self.rest.checked_sub(heaps * (heaps - 1) / 2)? / heaps);
        }
        let most = self.rest / heaps;
        let (first, last) = (self.heaps.first(), self.heaps.last());
        // The most that the next heap may have is the mean of what is left. If all heaps before have this size too,
        // the mean leaves no other list than equal heaps.
        let all_would_be_equal =
            most * heaps == self.rest && [first, last].into_iter().flatten().all(|heap| heap.size == most);
        if self.parts == Parts::NotAllEqual && all_would_be_equal { most.checked_sub(1) } else { Some(most) }
    }

    /// A lower bound on the number of lists to come: one for each size that the first heap can still have.
    fn least(&self) -> u128 {
        self.heaps.first().map_or(0, |first| first.most.saturating_sub(first.size) + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::{Digit, Partitions, Parts};

    #[test]
    fn the_lower_bound_is_exact_for_pairs_and_above_0_until_the_last_way() {
        for counts in 0..32 {
            for parts in [Parts::Any, Parts::Unequal, Parts::Equal, Parts::NotAllEqual] {
                let digit = Digit::new(counts, parts);
                for counters in 0..20 {
                    let mut ways = Partitions::new(digit, counters);
                    let all = Partitions::new(digit, counters).count() as u128;
                    for left in (0..=all).rev() {
                        let least = ways.least();
                        let is_right = match digit.parts() {
                            Parts::Equal => least <= left,
                            _ if counts < 8 => least == left,
                            _ => least <= left && (least > 0) == (left > 0),
                        };
                        assert!(is_right, "{digit:?}, {counters} counters: {least} of {left}");
                        ways.next();
                    }
                }
            }
        }
    }
}
