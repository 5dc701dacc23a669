//! The theorems by which a finite part of a nim-sequence proves a period of all of it.

use std::fmt;

/// The theorem that proves a period.
///
/// In all of them, *g*(*n*) is the value of heap *n*, *d*<sub>*j*</sub> the digit for taking *j* counters, and *p* ≥ 1. A move from *n* is
/// written as the heaps that it leaves, which are not empty and sum to *n* − *j*. Since no move leaves an empty heap, the value of heap 0
/// proves nothing, and *m* stands for max(*n*<sub>0</sub>, 1).
///
/// ```
/// use grundy::heap::{Sequence, TakeAndBreak, Theorem};
///
/// // Zeros repeat, and prove nothing: heap 4 of 0.04 may be left as 1 + 1.
/// let mut sequence = Sequence::new("0.04".parse::<TakeAndBreak>()?);
/// sequence.extend_to(4)?;
/// assert_eq!(sequence.values().largest(), Some((0, 0)));
/// assert!(sequence.periodicity().proved().is_none());
/// // Take two, and leave something: 0, 0, 0, 1, 1, 0, 0, 1, 1.
/// let mut sequence = Sequence::new("0.02".parse::<TakeAndBreak>()?);
/// sequence.extend_to(9)?;
/// assert_eq!(sequence.periodicity().proved().unwrap().theorem(), Theorem::Pigeonhole);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Theorem {
    /// Finite codes whose moves leave at most one heap.
    ///
    /// Theorem: let *k* be the last digit that allows one heap to be left, and *l* the last that allows none, or 0 where there is no such
    /// digit. If *g*(*n* + *p*) = *g*(*n*) for *n*<sub>0</sub> ≤ *n* < max(*k* + *m*, *l* + 1), then for all *n* ≥ *n*<sub>0</sub>. (This is
    /// [`Self::GuySmith`] with *t* = 1: a value depends on the *k* before it.)
    ///
    /// Reference: Winning Ways, ch. 4; Siegel, *Combinatorial Game Theory*, ch. IV.2.
    Pigeonhole,
    /// Finite codes whose moves leave at most *t* heaps, of any sizes.
    ///
    /// Theorem: let *N* be the largest of *m*, of *j* + 1 for each *d*<sub>*j*</sub> that allows no heap to be left, and of
    /// *j* + *c*(*m* − 1) + (*c* − 1)*p* + 1 for each *d*<sub>*j*</sub> that allows *c* ≥ 1 heaps. If *g*(*n* + *p*) = *g*(*n*) for
    /// *n*<sub>0</sub> ≤ *n* < *N*, then for all *n* ≥ *n*<sub>0</sub>.
    ///
    /// Proof: let *n* ≥ *N*, and let the claim be true of all smaller heaps. From neither *n* nor *n* + *p* can all counters be
    /// taken, since both are larger than such *j*. The heaps *a* + .. + *z* = *n* − *j* of an option of *n* are non-empty and
    /// smaller than *n*, and the largest is at least *m*, since *n* − *j* > *c*(*m* − 1): with *p* counters more in it they are an
    /// option of *n* + *p*, of the same value. The heaps of an option of *n* + *p* sum to
    /// *n* + *p* − *j* > *c*(*m* + *p* − 1), so the largest is at least *m* + *p*: with *p* counters fewer in it it is at least *m*
    /// and less than *n*, and they are an option of *n*, of the same value. So *n* and *n* + *p* have options of the same values.
    ///
    /// With two heaps at most and last digit *k*, which allows two, heaps 0..=2*m* + 2*p* + *k* − 2 prove it: 0..=166 for Kayles
    /// (*n*<sub>0</sub> = 71, *p* = 12, *k* = 2). Where *n*<sub>0</sub> is 0 or 1, heaps 0..=2*p* + *k* do.
    ///
    /// The theorem is not used where a digit compares the parts (`!`, `=`, `?`): with *p* counters more or fewer in one, equal
    /// parts become unequal, and unequal ones equal.
    ///
    /// Reference: Guy and Smith, *The G-values of various games*, 1956; Winning Ways, ch. 4.
    GuySmith,
    /// Codes with a repeating tail, of which every digit allows at most one heap to be left: Nim, all-but subtraction games,
    /// *take an odd number*.
    ///
    /// Theorem: let digits *d*<sub>*h*</sub>, *d*<sub>*h*+1</sub>, .. with *h* ≥ 1 repeat every *q* places, and let *q* divide *p*. For a
    /// heap *n* ≥ *x* + *h* let *B*(*n*, *x*) be the values of the heaps from 1 to *x* that it may be left as, with 0 added if it may be
    /// taken as a whole: all of these take *h* or more, by the digits of the tail. If for some *x* ≥ 0
    ///
    /// - *g*(*n* + *p*) = *g*(*n*) + *s* for the *h* − 1 heaps *n* = *x* + 1, .., *x* + *h* − 1, and
    /// - *B*(*n* + *p*, *x* + *p*) = {0, .., *s* − 1} ∪ (*B*(*n*, *x*) + *s*) for *q* heaps *n* ≥ *x* + *h* in a row (it depends on *n*
    ///   mod *q* only),
    ///
    /// then *g*(*n* + *p*) = *g*(*n*) + *s* for all *n* > *x*.
    ///
    /// Proof: the values of the options of *n* = *x* + *h* are *B*(*n*, *x*) and those of some of the *h* − 1 heaps between; for
    /// *n* + *p*, the same heaps *p* later. By both conditions the values of the options of *n* + *p* are those of *n*, each plus
    /// *s*, and 0, .., *s* − 1. So *g*(*n* + *p*) = *g*(*n*) + *s*. And *x* + 1 fulfils the conditions as *x* does: the sets gain
    /// *g*(*x* + 1) and *g*(*x* + 1 + *p*) = *g*(*x* + 1) + *s*, or nothing.
    ///
    /// That the values of all-but subtraction games come to such a state: Siegel, *Combinatorial Game Theory*, ch. IV.
    Tail,
    /// Finite codes that leave at most two heaps and have few rare ones: what a [`Stream`](crate::heap::Stream) proves.
    ///
    /// Let a mask divide heaps into rare and common ones (see [`SparseSpace`](crate::heap::SparseSpace)), let *r* be the largest rare heap
    /// that is known, *P* > *r* the number of heaps in the prefix, and *k* the most counters that a move takes. A heap *n* ≥ 2*P* + *k* is
    /// *resolved* if it is decided by the prefix and the *P* + *k* values before it: let *v* be the least value common for *n* that
    /// neither a rare part below *P* with the rest of its sum nor a heap left whole has. Each smaller value that is rare for *n* must be
    /// excluded by a *witness*: a heap left whole, or a pair whose smaller part is below *P*. Then *g*(*n*) = *v*, and *n* is common: only a
    /// pair of a rare and a common heap could have a common value.
    ///
    /// Theorem: let all heaps from *s* ≥ 2*P* + *k* on be resolved up to *n*<sub>0</sub> + *p* + *P* + *k* − 1, where *n*<sub>0</sub> ≥ *s*,
    /// and let *p* be even if the parity of the heap counts in the mask. If *g*(*n* + *p*) = *g*(*n*) for the *r* + *k* heaps *n* before
    /// *n*<sub>0</sub>, then for all *n* after them, and all these heaps are resolved.
    ///
    /// Proof: a resolved value *v* is a function of the *r* + *k* values before it, since rare parts are at most *r*. So
    /// *g*(*n* + *p*) = *g*(*n*) up to *n* = *n*<sub>0</sub> + *P* + *k* − 1, by induction. Let *n* be larger, and the claim be true of all smaller
    /// heaps, which are resolved; so are those below *n* + *p*. The *v* of *n* + *p* is that of *n*, as before. A witness for *n* is a heap left
    /// whole or a part *a* < *P* beside a rest *b* > *n*<sub>0</sub>. Since *g*(*b* + *p*) = *g*(*b*), and the parities of the heaps
    /// are the same, *a* and *b* + *p* are a witness for *n* + *p*. So *n* + *p* is resolved, and *g*(*n* + *p*) = *v* = *g*(*n*).
    ///
    /// Unlike [`Self::GuySmith`] it needs no values beyond *n*<sub>0</sub> + *p* but those of one window. Where a heap is not resolved it says
    /// nothing: that heap may be a new rare one, or its witnesses may have both parts outside the prefix.
    FiniteState,
}

/// Written as in `proved by Guy-Smith`.
impl fmt::Display for Theorem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Pigeonhole => "pigeonhole",
            Self::GuySmith => "Guy-Smith",
            Self::Tail => "the tail",
            Self::FiniteState => "the finite-state machine",
        })
    }
}
