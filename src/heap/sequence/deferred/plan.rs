//! What a run with deferred proofs needs to know of a sequence.

use crate::heap::sequence::choice;
use crate::heap::sequence::deferred::alphabet::{Alphabet, Part};
use crate::heap::sequence::deferred::proofs::Witnesses;
use crate::heap::sequence::pairs::Pairs;
use crate::heap::sequence::sparse::{Mask, SUMS};
use crate::heap::sequence::tuning::Tuning;
use crate::heap::sequence::values::{Value, low_byte};

/// The parts of sums and the witnesses of proofs, made anew whenever the sequence has doubled.
#[derive(Debug)]
pub(in crate::heap::sequence) struct Plan {
    pub(super) alphabet: Alphabet,
    /// Rare parts that are marked for each sum, since their partners are not known before.
    pub(super) small: Vec<Part>,
    /// Rare parts that are marked when a tile is begun.
    pub(super) near: Vec<Part>,
    /// Rare parts that are marked some tiles ahead.
    pub(super) far: Vec<Part>,
    pub(super) witnesses: Witnesses,
    /// Number of counters that are taken when two heaps are left.
    pub(super) taken: usize,
    /// Numbers of counters that are taken when one heap is left.
    pub(super) ones: Vec<usize>,
    last_rare: usize,
    pub(super) tuning: Tuning,
}

impl Plan {
    /// The plan, if deferring pays; `None` too if bytes do not tell the values apart, or there are not yet enough values.
    pub(in crate::heap::sequence) fn new<V: Value>(
        values: &[V],
        pairs: &Pairs,
        mask: Mask,
        width: usize,
        rare: &[(u32, V)],
        tuning: &Tuning,
    ) -> Option<Self> {
        let last_rare = rare.last().map_or(0, |(heap, _)| *heap as usize);
        let [taken] = pairs.splits[..] else { return None };
        if !choice::deferring_pays(rare.len(), last_rare, pairs, mask, tuning) {
            return None;
        }
        let alphabet = Alphabet::new(mask, width)?;
        let witnesses = Witnesses::new(values, &alphabet, last_rare, tuning)?;
        let parts: Vec<Part> = rare.iter().map(|(part, value)| (*part as usize, low_byte(value.index()))).collect();
        let below = |bound: usize| parts.partition_point(|(part, _)| *part < bound);
        // Partners are known for all sums of a tile when it is begun, and when it is marked ahead.
        let (near, far) = (below(SUMS.saturating_sub(taken)), below((tuning.tiles_ahead + 1) * SUMS));
        Some(Self {
            alphabet,
            small: parts[..near].to_vec(),
            near: parts[near..far].to_vec(),
            far: parts[far..].to_vec(),
            witnesses,
            taken,
            ones: pairs.ones.clone(),
            last_rare,
            tuning: *tuning,
        })
    }

    fn largest(&self) -> usize {
        self.witnesses.largest().max(self.last_rare)
    }

    /// How many of the latest values a task reads, even if the task is taken as late as it can be.
    pub(super) fn window(&self) -> usize {
        let Tuning { tiles_ahead, proofs_behind, proof, .. } = self.tuning;
        self.largest() + self.taken + tiles_ahead * SUMS + (proofs_behind + 3) * proof.sums()
    }

    /// From how many values on the plan suits: every partner of a part is common, or its byte is its value. In any case there is a
    /// partner for every part, and the lists of bits have a byte to spare.
    pub(in crate::heap::sequence) fn begins(&self) -> usize {
        if self.tuning.deferred_late || self.alphabet.width() > 256 {
            self.last_rare + self.window() + 1
        } else {
            self.largest() + self.taken + 16
        }
    }

    /// Whether a run can begin after `values` values and pays up to `heaps`.
    pub(in crate::heap::sequence) fn suits(&self, values: usize, heaps: usize) -> bool {
        // The last proof may reach back before the run, but not the first.
        let fewest = self.tuning.deferred_heaps.max(self.tuning.proof.sums() + SUMS);
        heaps >= values.saturating_add(fewest) && values >= self.begins()
    }

    /// Number of rare parts.
    pub(super) fn parts(&self) -> usize {
        self.small.len() + self.near.len() + self.far.len()
    }
}
