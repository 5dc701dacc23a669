//! The marking kernel for values below 64: rows of 64 sums at once, by vector instructions.

use crate::heap::sequence::sparse::row::SUMS;
use crate::heap::sequence::tuning::Tuning;
use crate::heap::sequence::values::Value;
use crate::permuted::LOW_HALVES;

/// A set of small values in one integer, so that vector instructions work on several sets.
trait Lane: Copy + Default {
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
                1 << value
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

/// The latest values, each as the set of it alone.
///
/// For each value *v* that parts have, the sets of the partners of those parts are united, for 64 sums at once, without a look at any
/// single value. Then the exclusive or with *v* is applied to the 32 or 64 unions: *x* ⊕ 2^*b* moves each value of a set by 2^*b*
/// places. So for the highest bit *b* each union whose *v* has the bit is moved and united with the one whose *v* lacks it, then for
/// the next bit: one move for each *v*, of four or two sums by an instruction. In the end the union of *v* = 0 is the row.
#[derive(Clone, Debug)]
pub(super) struct Lanes {
    sets: Sets,
    window: usize,
    /// Values below this fit narrow sets.
    narrow_values: usize,
}

#[derive(Clone, Debug)]
enum Sets {
    Narrow(Singles<u32>),
    Wide(Singles<u64>),
}

#[derive(Clone, Debug)]
struct Singles<L> {
    /// The heap of the first set.
    first: usize,
    sets: Vec<L>,
    /// For each value of a part the unions of the sums: kept here, so that the memory is reused.
    unions: Vec<[L; SUMS]>,
    window: usize,
}

impl Lanes {
    pub(super) fn new(tuning: &Tuning) -> Self {
        let (window, narrow_values) = (tuning.lane_window, tuning.narrow_values.min(32));
        Self { sets: Sets::Narrow(Singles::new(window)), window, narrow_values }
    }

    /// The marks of the sums from `first` on by these parts, all of whose partners are among `values` and at most the window below.
    pub(super) fn mark<V: Value>(&mut self, values: &[V], first: usize, parts: &[(u32, V)]) -> [u64; SUMS] {
        if let Sets::Narrow(singles) = &mut self.sets {
            let fit = |value: &V| value.index() < self.narrow_values;
            // Older values were looked at before, or are out of the window.
            let new = singles.next().max(first.saturating_sub(self.window));
            if values.get(new..).is_none_or(|new| new.iter().all(fit)) && parts.iter().all(|(_, value)| fit(value)) {
                return singles.mark(values, first, parts);
            }
            self.sets = Sets::Wide(Singles::new(self.window));
        }
        match &mut self.sets {
            Sets::Narrow(singles) => singles.mark(values, first, parts),
            Sets::Wide(singles) => singles.mark(values, first, parts),
        }
    }
}

impl<L: Lane> Singles<L> {
    fn new(window: usize) -> Self {
        Self { first: 0, sets: Vec::new(), unions: Vec::new(), window }
    }

    /// The heap after the last set.
    fn next(&self) -> usize {
        self.first + self.sets.len()
    }

    fn extend<V: Value>(&mut self, values: &[V], first_sum: usize) {
        let oldest = first_sum.saturating_sub(self.window);
        if self.next() < oldest {
            self.sets.clear();
            self.first = oldest;
        } else if self.sets.len() / 4 > self.window {
            self.sets.drain(..oldest - self.first);
            self.first = oldest;
        }
        self.sets.extend(values[self.next()..].iter().map(|value| L::of(value.index())));
    }

    fn mark<V: Value>(&mut self, values: &[V], first: usize, parts: &[(u32, V)]) -> [u64; SUMS] {
        self.extend(values, first);
        let Self { first: oldest, sets, unions, .. } = self;
        // The bits of `used` tell for which values of parts there is a union; the others hold old ones.
        unions.resize(1 << L::BITS, [L::default(); SUMS]);
        let mut used = 0_u64;
        for (part, value) in parts {
            let run = &sets[first - *oldest - *part as usize..][..SUMS];
            let union = &mut unions[value.index()];
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
        if used & 1 == 1 { unions[0].map(Lane::word) } else { [0; SUMS] }
    }
}
