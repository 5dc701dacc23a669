//! Proofs that heaps have no smaller value, which would be a rare one.
//!
//! A proof is about 1024 successive sums. For each rare value *w* there is a set of sums that are *open*: at first those whose heap has
//! a larger value, each of which needs a pair of common heaps with values *v* and *v* ⊕ *w*. Take a small heap of value *v* ⊕ *w*:
//! with it the sums are excluded whose other heap has the value *v*. These are a run of the list of heaps that have the value *v*,
//! kept as bits, so one instruction closes 128 sums. Only the most frequent values *v* are taken, for which a small heap closes two or
//! three of a hundred sums.
//!
//! When few sums are open for a value, or all of these pairs have been used, bytes are compared for each open sum.

use std::cmp::Reverse;
use std::ops::Range;

use crate::heap::sequence::deferred::alphabet::Alphabet;
use crate::heap::sequence::recent::Known;
use crate::heap::sequence::sparse::chunk_with;
use crate::heap::sequence::tuning::{ProofSize, Tuning};
use crate::heap::sequence::values::{Value, low_byte};

/// Number of the most frequent values that are used: a proof of 0.6 needs no more for nearly all sums.
const FREQUENT: usize = 8;
/// Number of heaps that are added to the lists at a time: a word of bits.
const ADDED: usize = 64;
/// Each list is kept for every place of its first bit in a byte, so that each run of it begins with a whole byte.
const SHIFTS: usize = 8;

/// A set of sums of 64 × `WORDS`. A set of its own, since vectors of fixed length are what makes proofs fast.
type Sums<const WORDS: usize> = [u64; WORDS];

/// What is left to be shown, and how many pairs were looked at.
#[derive(Debug)]
pub(super) struct Proof {
    /// Places of sums, and bytes of rare values that no pair was found for: they may be the values of the heaps.
    pub(super) left: Vec<(usize, u8)>,
    pub(super) tried: u64,
}

/// Small common heaps by the rare values that they are witnesses of.
#[derive(Debug)]
pub(super) struct Witnesses {
    groups: Vec<Group>,
    /// For each byte of a common value the place of its group, if there is one.
    rank: [Option<u8>; 256],
    /// The bytes of a run of common heaps in reverse, for the comparison of single sums, and the last heap of the run.
    reversed: Vec<u8>,
    last: usize,
    tuning: Tuning,
}

/// The small heaps for one value of the larger heap.
#[derive(Debug)]
struct Group {
    /// The byte of each rare value, and for each shift the range of its small heaps in `heaps`.
    wanted: Vec<(u8, [Range<usize>; SHIFTS])>,
    /// Small heaps, in bytes of a list, rounded up.
    heaps: Vec<u16>,
}

impl Witnesses {
    /// `None` if there are not enough heaps.
    pub(super) fn new<V: Value>(values: &[V], alphabet: &Alphabet, last_rare: usize, tuning: &Tuning) -> Option<Self> {
        let last = last_rare + tuning.proof_pairs;
        let reversed = values.get(last_rare + 1..=last)?.iter().rev().map(|value| low_byte(value.index())).collect();
        let mut counts = vec![0_u32; alphabet.width()];
        values.iter().rev().take(tuning.recent).for_each(|value| counts[value.index()] += 1);
        let mut frequent: Vec<usize> = (0..alphabet.width()).filter(|value| !alphabet.is_rare(*value)).collect();
        frequent.sort_by_key(|value| Reverse(counts[*value]));
        frequent.truncate(FREQUENT);
        let mut by_value: Vec<Vec<usize>> = vec![Vec::new(); alphabet.width()];
        // The partners of smaller heaps may be so new that the lists do not have them yet.
        for (heap, value) in values.iter().enumerate().take(tuning.small_witnesses).skip(ADDED + SHIFTS) {
            by_value[value.index()].push(heap);
        }
        let mut rank = [None; 256];
        let mut groups = Vec::new();
        for (place, value) in (0..).zip(frequent) {
            rank[value % 256] = Some(place);
            groups.push(Group::new(value, alphabet, &by_value));
        }
        Some(Self { groups, rank, reversed, last, tuning: *tuning })
    }

    /// The largest part that a proof looks at.
    pub(super) fn largest(&self) -> usize {
        self.last.max(self.tuning.small_witnesses)
    }

    /// Proves the values of the heaps that have the sums from `first` on; `taken` counters are taken from each.
    pub(super) fn prove(
        &self,
        alphabet: &Alphabet,
        known: Known<'_, u8>,
        planes: &mut Planes,
        first: usize,
        taken: usize,
    ) -> Proof {
        planes.follow(known, self, first);
        let mut proof = Proof { left: Vec::new(), tried: 0 };
        match self.tuning.proof {
            ProofSize::Word => {
                self.prove_together::<1, 64>(alphabet, known.array(first + taken), planes, first, &mut proof);
            }
            ProofSize::Usual => {
                self.prove_together::<16, 1024>(alphabet, known.array(first + taken), planes, first, &mut proof);
            }
        }
        let Proof { left, tried } = &mut proof;
        left.retain(|(place, byte)| !self.exclude(known, first + place, *byte, tried));
        left.sort_unstable();
        proof
    }

    /// What runs of the lists leave open.
    fn prove_together<const WORDS: usize, const SUMS: usize>(
        &self,
        alphabet: &Alphabet,
        values: &[u8; SUMS],
        planes: &Planes,
        first: usize,
        Proof { left, tried }: &mut Proof,
    ) {
        let mut all_open = wanted::<WORDS>(values, alphabet);
        let place = (first - planes.first) / SHIFTS;
        for (group, lists) in self.groups.iter().zip(&planes.lists) {
            for (byte, ranges) in &group.wanted {
                let open = &mut all_open[usize::from(*byte)];
                if *open == [0; WORDS] {
                    continue;
                }
                for (range, list) in ranges.iter().zip(lists) {
                    let heaps = &group.heaps[range.clone()];
                    *tried += (heaps.len() * SUMS) as u64;
                    let mut count = 0;
                    for (open, united) in open.iter_mut().zip(united::<WORDS>(list, place, heaps)) {
                        *open &= !united;
                        count += open.count_ones();
                    }
                    if count <= self.tuning.few_sums {
                        left.extend(places(open).map(|place| (place, *byte)));
                        *open = [0; WORDS];
                        break;
                    }
                }
            }
        }
        for (open, byte) in all_open.iter().zip(0..=u8::MAX) {
            left.extend(places(open).map(|place| (place, byte)));
        }
    }

    /// Whether a pair of common heaps has the rare value of a byte. Adds how many pairs were compared.
    fn exclude(&self, known: Known<'_, u8>, sum: usize, wanted: u8, tried: &mut u64) -> bool {
        let from = sum - self.last - known.first;
        chunk_with(&self.reversed, &known.values[from..from + self.reversed.len()], wanted, tried)
    }
}

impl Group {
    fn new(value: usize, alphabet: &Alphabet, by_value: &[Vec<usize>]) -> Self {
        let mut heaps = Vec::new();
        let mut wanted = Vec::new();
        for rare in (0..alphabet.width()).filter(|rare| alphabet.is_rare(*rare)) {
            let small = &by_value[value ^ rare];
            let ranges = std::array::from_fn(|shift| {
                let from = heaps.len();
                let shifted = small.iter().filter(|heap| heap.wrapping_neg() % SHIFTS == shift);
                let bytes = shifted.map(|heap| u16::try_from(heap.div_ceil(SHIFTS)));
                heaps.extend(bytes.map(|bytes| bytes.expect("small heaps are at most 2^18")));
                from..heaps.len()
            });
            if !small.is_empty() {
                wanted.push((low_byte(rare), ranges));
            }
        }
        Self { wanted, heaps }
    }
}

/// For each frequent value, the list of the latest heaps that have it. Each thread keeps its own.
#[derive(Clone, Debug)]
pub(super) struct Planes {
    /// The heap of the first bit of each list, and of the next bit.
    first: usize,
    next: usize,
    /// For each value and each shift a list of bits, 8 heaps to a byte.
    lists: Vec<[Vec<u8>; SHIFTS]>,
    /// Heaps that are kept at least: a proof may come late.
    kept: usize,
}

impl Planes {
    pub(super) fn new(witnesses: &Witnesses) -> Self {
        let Tuning { small_witnesses, proofs_behind, proof, .. } = witnesses.tuning;
        let kept = small_witnesses + (proofs_behind + 3) * proof.sums();
        Self { first: 0, next: 0, lists: vec![<[Vec<u8>; SHIFTS]>::default(); witnesses.groups.len()], kept }
    }

    /// Adds the heaps that have become known, but for the last few. The next proof begins with the sum `first`, and all others a
    /// multiple of 8 sums before or after it.
    fn follow(&mut self, known: Known<'_, u8>, witnesses: &Witnesses, first: usize) {
        if self.next < known.first || self.next == self.first {
            // The first proof of a thread, or one after a long rest: the first bit of a list is the first of some byte.
            self.lists.iter_mut().flatten().for_each(Vec::clear);
            self.first = known.first + (first - known.first) % SHIFTS;
            self.next = self.first;
        }
        while self.next + ADDED + SHIFTS <= known.end() {
            let bytes: &[u8; ADDED + SHIFTS] = known.array(self.next);
            let mut words = [0_u128; FREQUENT];
            for (place, byte) in bytes.iter().enumerate() {
                if let Some(rank) = witnesses.rank[usize::from(*byte)] {
                    words[usize::from(rank)] |= 1 << place;
                }
            }
            for (lists, word) in self.lists.iter_mut().zip(words) {
                for (shift, list) in lists.iter_mut().enumerate() {
                    let [low @ .., _, _, _, _, _, _, _, _] = (word >> shift).to_le_bytes();
                    list.extend_from_slice(&low);
                }
            }
            self.next += ADDED;
        }
        if (self.next - self.first) / 4 > self.kept {
            let old = (self.next - self.first - self.kept) / (SHIFTS * SHIFTS) * SHIFTS;
            for list in self.lists.iter_mut().flatten() {
                list.drain(..old);
            }
            self.first += SHIFTS * old;
        }
    }
}

/// For each byte of a rare value, the sums whose heap has a larger value.
fn wanted<const WORDS: usize>(values: &[u8], alphabet: &Alphabet) -> Vec<Sums<WORDS>> {
    let mut having = [[0; WORDS]; 256];
    for (place, value) in values.iter().enumerate() {
        having[usize::from(*value)][place / 64] |= 1 << (place % 64);
    }
    let mut wanted = vec![[0; WORDS]; 256];
    let mut larger = [0; WORDS];
    for value in (0..alphabet.width()).rev() {
        let byte = value % 256;
        if alphabet.is_rare(value) {
            wanted[byte] = larger;
        } else {
            for (larger, having) in larger.iter_mut().zip(&having[byte]) {
                *larger |= having;
            }
        }
    }
    wanted
}

/// The sums from a place on whose larger heap is on the list, for one of these smaller heaps.
fn united<const WORDS: usize>(list: &[u8], place: usize, heaps: &[u16]) -> Sums<WORDS> {
    let mut united = [0; WORDS];
    for heap in heaps {
        let bytes = &list[place - usize::from(*heap)..][..8 * WORDS];
        for (united, eight) in united.iter_mut().zip(bytes.as_chunks::<8>().0) {
            *united |= u64::from_le_bytes(*eight);
        }
    }
    united
}

/// The places of the sums in a set.
fn places(sums: &[u64]) -> impl Iterator<Item = usize> {
    (0..).step_by(64).zip(sums).flat_map(|(start, word): (usize, &u64)| {
        let mut word = *word;
        std::iter::from_fn(move || {
            let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
            word &= word - 1;
            Some(start + bit)
        })
    })
}
