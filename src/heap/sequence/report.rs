//! Reports of the engine.

use crate::heap::mask::Mask;
use crate::heap::sequence::algorithm::Algorithm;

/// What the engine reports about its work.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Report {
    /// The algorithm in use.
    pub algorithm: Algorithm,
    /// The sparse space, if that is the algorithm.
    pub sparse_space: Option<SparseSpace>,
    /// Mean number of pairs of heaps that were looked at for a heap, each of those counted that are looked at 16 at a time;
    /// `None` if the algorithm does not count.
    pub pairs_per_heap: Option<f64>,
}

/// A sparse space: a heap is rare if its value has an even number of ones in the mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct SparseSpace {
    /// The bits of the value that count.
    pub mask: u32,
    /// Whether the parity of the heap counts like one more bit of the mask.
    pub parity: bool,
    /// Number of rare heaps, without heap 0, which no move leaves.
    pub rare: usize,
    /// The largest rare heap, or 0.
    pub last_rare: usize,
    /// Whether moves that divide a heap take an odd number of counters.
    taken_odd: bool,
}

impl SparseSpace {
    pub(in crate::heap) fn new(mask: Mask, rare: usize, last_rare: usize) -> Self {
        let Mask { ones, parity, taken_odd } = mask;
        Self { mask: ones, parity, rare, last_rare, taken_odd }
    }

    /// Whether a heap of this value is rare.
    ///
    /// Heap 0 is judged like the others. Published numbers of rare heaps count it: 53 for 0.16, where [`Self::rare`] is 52.
    ///
    /// ```
    /// use grundy::heap::{Sequence, TakeAndBreak};
    ///
    /// let mut kayles = Sequence::new(TakeAndBreak::kayles());
    /// kayles.extend_to(1000)?;
    /// let space = kayles.report().sparse_space.unwrap();
    /// let rare = (1..1000).filter(|heap| kayles.values().get(*heap).is_some_and(|value| space.is_rare(*heap, value)));
    /// assert_eq!(rare.count(), space.rare);
    /// assert!(space.is_rare(0, 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_rare(&self, heap: usize, value: u64) -> bool {
        let mask = Mask { ones: self.mask, parity: self.parity, taken_odd: self.taken_odd };
        usize::try_from(value).is_ok_and(|value| mask.is_rare(heap, value))
    }
}
