//! Rows of marks for many sums at once, where values are below 64.

use crate::heap::sequence::values::Value;
use crate::permuted::LOW_HALVES;

/// A set of small values, side by side with others in a vector unit.
pub(super) trait Lane: Copy + Default {
    /// Values are below 2 to this power.
    const BITS: usize;

    fn of(value: usize) -> Self;
    fn united(self, other: Self) -> Self;

    /// The set of *x* ⊕ 2^`bit` for each *x* in the set.
    fn swapped(self, bit: usize) -> Self;
    fn word(self) -> u64;
}

macro_rules! lane {
    ($integer:ty, $bits:literal, $low_halves:expr) => {
        impl Lane for $integer {
            const BITS: usize = $bits;

            #[inline]
            fn of(value: usize) -> Self {
                1 << (value % (1 << $bits))
            }

            #[inline]
            fn united(self, other: Self) -> Self {
                self | other
            }

            #[inline]
            fn swapped(self, bit: usize) -> Self {
                const LOW: [$integer; $bits] = $low_halves;
                let low = LOW[bit % $bits];
                (self & low) << (1 << bit) | (self >> (1 << bit)) & low
            }

            #[inline]
            fn word(self) -> u64 {
                self.into()
            }
        }
    };
}
lane!(u32, 5, [0x5555_5555, 0x3333_3333, 0x0f0f_0f0f, 0x00ff_00ff, 0x0000_ffff]);
lane!(u64, 6, LOW_HALVES);

/// Sums that are marked at once.
pub(super) const SUMS: usize = 64;
/// Partners are at most so many heaps below the sum.
pub(super) const WINDOW: usize = 1 << 15;

/// The last values, each as the set of it alone.
///
/// The marks of all parts of one value *v*, before the exclusive or with *v*, are a union of runs of this list, without a look
/// at single values; and since *x* ⊕ *v* moves each value of a set to another place, the unions of all *v* are put together by
/// exchanging halves: first those whose *v* have the highest bit set and are else equal, then the next bit. That is one exchange
/// for each value that parts have, for four or two sums by each instruction.
#[derive(Clone, Debug)]
pub(super) enum Lanes {
    /// All values are below 32.
    Narrow(Singles<u32>),
    Wide(Singles<u64>),
}

#[derive(Clone, Debug)]
pub(super) struct Singles<L> {
    /// The heap of the first.
    first: usize,
    sets: Vec<L>,
    /// Of sums, in a place for each value of a part: here so that they need not be cleared.
    unions: Vec<[L; SUMS]>,
}

impl Lanes {
    pub(super) fn new() -> Self {
        Self::Narrow(Singles::new())
    }

    /// The marks of sums from `first` on by these parts, all of whose partners are among `values` and at most [`WINDOW`] below.
    pub(super) fn mark<V: Value>(&mut self, values: &[V], first: usize, parts: &[(u32, V)]) -> [u64; SUMS] {
        if let Self::Narrow(singles) = self {
            let fit = |value: &V| value.index() < 1 << u32::BITS.ilog2();
            // No partner is older. To look at all values would take time in proportion to them whenever the list is begun anew.
            let new = singles.next().max(first.saturating_sub(WINDOW));
            if values.get(new..).unwrap_or(&[]).iter().all(fit) && parts.iter().all(|(_, value)| fit(value)) {
                return singles.mark(values, first, parts);
            }
            *self = Self::Wide(Singles::new());
        }
        match self {
            Self::Narrow(singles) => singles.mark(values, first, parts),
            Self::Wide(singles) => singles.mark(values, first, parts),
        }
    }
}

impl<L: Lane> Singles<L> {
    fn new() -> Self {
        Self { first: 0, sets: Vec::new(), unions: Vec::new() }
    }

    /// The first heap that is not there.
    fn next(&self) -> usize {
        self.first + self.sets.len()
    }

    fn extend<V: Value>(&mut self, values: &[V], first_sum: usize) {
        let oldest = first_sum.saturating_sub(WINDOW);
        if self.next() < oldest {
            self.sets.clear();
            self.first = oldest;
        } else if self.sets.len() > 4 * WINDOW {
            self.sets.drain(..oldest - self.first);
            self.first = oldest;
        }
        self.sets.extend(values.get(self.next()..).unwrap_or(&[]).iter().map(|value| L::of(value.index())));
    }

    fn mark<V: Value>(&mut self, values: &[V], first: usize, parts: &[(u32, V)]) -> [u64; SUMS] {
        self.extend(values, first);
        // By the value of the part; what is not used holds anything.
        let Self { first: oldest, sets, unions } = self;
        unions.resize(1 << L::BITS, [L::default(); SUMS]);
        let mut used = 0_u64;
        for (part, value) in parts {
            let from = (first - *oldest).wrapping_sub(*part as usize);
            let Some(run) = sets.get(from..from.wrapping_add(SUMS)) else { continue };
            let Some(union) = unions.get_mut(value.index()) else { continue };
            if used >> value.index() & 1 == 1 {
                for (union, set) in union.iter_mut().zip(run) {
                    *union = union.united(*set);
                }
            } else {
                union.copy_from_slice(run);
                used |= 1 << value.index();
            }
        }
        for bit in (0..L::BITS).rev() {
            let (low, high) = unions.split_at_mut(1 << bit);
            for (place, (low, high)) in low.iter_mut().zip(high).enumerate() {
                if used >> (place | 1 << bit) & 1 == 0 {
                    continue;
                }
                let was_used = used >> place & 1 == 1;
                used |= 1 << place;
                for (low, high) in low.iter_mut().zip(high) {
                    let swapped = high.swapped(bit);
                    *low = if was_used { low.united(swapped) } else { swapped };
                }
            }
        }
        match unions.first() {
            Some(union) if used & 1 == 1 => union.map(Lane::word),
            _ => [0; SUMS],
        }
    }
}
