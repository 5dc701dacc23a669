//! Proofs that heaps have no smaller value, which would be a rare one.
//!
//! For a thousand sums together, and each rare value *w*: of the sums whose heap has a larger value, those are taken away that have
//! a pair of common heaps with values *v* and *v* ⊕ *w*. For one small heap of value *v* ⊕ *w* these are the sums whose other
//! heap has the value *v*: a run of the list of the heaps that have it, as bits, so that an instruction does this for 128 sums.
//! The most frequent values *v* are taken, for which a small heap takes away two or three of a hundred sums.
//!
//! When few sums are left for a value, or all of these pairs have been looked at, bytes are compared for each of them.

use std::cmp::Reverse;
use std::ops::Range;

use crate::heap::sequence::sparse::deferred::Plan;
use crate::heap::sequence::sparse::deferred::board::BEHIND;
use crate::heap::sequence::sparse::deferred::bytes::{Alphabet, Recent};
use crate::heap::sequence::sparse::witness::chunk_with;
use crate::heap::sequence::values::{Value, low_byte};

/// Sums that are proved at once.
pub(super) const PROOF: usize = 1024;
/// How many of the most frequent values are looked at.
const FREQUENT: usize = 8;
/// Values are frequent among so many of the last heaps.
const RECENT: usize = 1 << 16;
/// Small heaps are below this.
const SMALL: usize = 1 << 15;
/// Heaps are added to the lists so many at a time.
const ADDED: usize = 64;
/// Each list is there with the first bit at each place of a byte, so that each run of it begins with a whole one.
const SHIFTS: usize = 8;
/// Where no more sums are left they are looked at one by one.
const FEW: u32 = 12;
/// So many pairs of common heaps are looked at then.
const PAIRS: usize = 1 << 14;

/// A set of sums.
type Sums = [u64; PROOF / 64];

/// What is left to be shown, and how many pairs were looked at.
#[derive(Debug)]
pub(super) struct Proof {
    /// Places of sums, and bytes of rare values: they may have to be the values of the heaps.
    pub(super) left: Vec<(usize, u8)>,
    pub(super) tried: u64,
}

/// Small heaps by what they are witnesses of.
#[derive(Debug)]
pub(super) struct Witnesses {
    groups: Vec<Group>,
    /// Which of the groups the byte of a common value has.
    rank: [Option<u8>; 256],
    /// A run of common heaps, from the last one down.
    reversed: Vec<u8>,
    last: usize,
}

/// For one value of the larger heap: the small heaps that give each rare value.
#[derive(Debug)]
struct Group {
    /// The byte of the rare value, and which small heaps, for each shift.
    wanted: Vec<(u8, [Range<usize>; SHIFTS])>,
    /// Small heaps, in bytes of a list, rounded up.
    heaps: Vec<u16>,
}

impl Witnesses {
    /// `None` if there are not enough heaps.
    pub(super) fn new<V: Value>(values: &[V], alphabet: &Alphabet, last_rare: usize) -> Option<Self> {
        let mut counts = vec![0_u32; alphabet.width()];
        for value in values.iter().rev().take(RECENT) {
            *counts.get_mut(value.index())? += 1;
        }
        let mut frequent: Vec<usize> = (0..alphabet.width()).filter(|value| !alphabet.is_rare(*value)).collect();
        frequent.sort_by_key(|value| Reverse(counts.get(*value).copied()));
        frequent.truncate(FREQUENT);
        let mut by_value: Vec<Vec<usize>> = vec![Vec::new(); alphabet.width()];
        // Smaller ones are not yet in the lists for all of their partners.
        for (heap, value) in values.iter().enumerate().take(SMALL).skip(ADDED + SHIFTS) {
            by_value.get_mut(value.index())?.push(heap);
        }
        let mut rank = [None; 256];
        let mut groups = Vec::new();
        for (place, value) in (0..).zip(frequent) {
            rank[value % 256] = Some(place);
            groups.push(Group::new(value, alphabet, &by_value));
        }
        let last = last_rare + PAIRS;
        let reversed = values.get(last_rare + 1..=last)?.iter().rev().map(|value| low_byte(value.index())).collect();
        Some(Self { groups, rank, reversed, last })
    }

    /// The largest part that is looked at.
    pub(super) fn largest(&self) -> usize {
        self.last.max(SMALL)
    }

    /// Whether a pair of common heaps has the rare value of a byte. Adds how many pairs were compared.
    fn exclude(&self, recent: &Recent, sum: usize, wanted: u8, tried: &mut u64) -> Option<bool> {
        let theirs = recent.from(sum.checked_sub(self.last)?)?.get(..self.reversed.len())?;
        Some(chunk_with(&self.reversed, theirs, wanted, tried, |_| true))
    }
}

impl Group {
    fn new(value: usize, alphabet: &Alphabet, by_value: &[Vec<usize>]) -> Self {
        let mut heaps = Vec::new();
        let mut wanted = Vec::new();
        for rare in (0..alphabet.width()).filter(|rare| alphabet.is_rare(*rare)) {
            let small = by_value.get(value ^ rare).map_or(&[][..], Vec::as_slice);
            let ranges = std::array::from_fn(|shift| {
                let from = heaps.len();
                let shifted = small.iter().filter(|heap| heap.wrapping_neg() % SHIFTS == shift);
                heaps.extend(shifted.filter_map(|heap| u16::try_from(heap.div_ceil(SHIFTS)).ok()));
                from..heaps.len()
            });
            if !small.is_empty() {
                wanted.push((low_byte(rare), ranges));
            }
        }
        Self { wanted, heaps }
    }
}

/// For each frequent value, which of the last heaps have it.
#[derive(Clone, Debug)]
pub(super) struct Planes {
    /// The heap of the first bit of the first list, and of the next bit.
    first: usize,
    next: usize,
    /// For each value and each shift a list of bits, 8 heaps to a byte.
    lists: Vec<[Vec<u8>; SHIFTS]>,
}

impl Planes {
    /// For proofs of sums that come a multiple of 8 after this one.
    pub(super) fn new(sum: usize, witnesses: &Witnesses) -> Self {
        let first = sum.saturating_sub(SMALL);
        Self { first, next: first, lists: vec![<[Vec<u8>; SHIFTS]>::default(); witnesses.groups.len()] }
    }

    /// Adds the heaps that have become known, but for the last few.
    fn follow(&mut self, recent: &Recent, witnesses: &Witnesses) {
        while let Some(bytes) = recent.from(self.next).and_then(<[u8]>::first_chunk::<{ ADDED + SHIFTS }>) {
            let mut words = [0_u128; FREQUENT];
            for (place, byte) in bytes.iter().enumerate() {
                if let Some(rank) = witnesses.rank[usize::from(*byte)] {
                    words[usize::from(rank) % FREQUENT] |= 1 << place;
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
        // A proof may come late.
        let kept = SMALL + (BEHIND + 3) * PROOF;
        if self.next - self.first > 4 * kept {
            let old = (self.next - self.first - kept) / (SHIFTS * SHIFTS) * SHIFTS;
            for list in self.lists.iter_mut().flatten() {
                list.drain(..old);
            }
            self.first += SHIFTS * old;
        }
    }
}

/// Proves the values of the heaps that have the sums from `first` on. Nothing if something is not known.
pub(super) fn prove(plan: &Plan, recent: &Recent, planes: &mut Planes, first: usize) -> Option<Proof> {
    let witnesses = &plan.witnesses;
    planes.follow(recent, witnesses);
    let values: &[u8; PROOF] = recent.from(first + plan.taken)?.first_chunk()?;
    let mut open = wanted(values, &plan.alphabet);
    let mut tried = 0;
    let mut left = Vec::new();
    let place = first.checked_sub(planes.first)? / SHIFTS;
    for (group, lists) in witnesses.groups.iter().zip(&planes.lists) {
        for (byte, ranges) in &group.wanted {
            let open = &mut open[usize::from(*byte)];
            if *open == Sums::default() {
                continue;
            }
            for (range, list) in ranges.iter().zip(lists) {
                let heaps = group.heaps.get(range.clone())?;
                let united = united(list, place, heaps)?;
                tried += (heaps.len() * PROOF) as u64;
                let mut count = 0;
                for (open, united) in open.iter_mut().zip(united) {
                    *open &= !united;
                    count += open.count_ones();
                }
                if count <= FEW {
                    left.extend(places(open).map(|place| (place, *byte)));
                    *open = Sums::default();
                    break;
                }
            }
        }
    }
    for (open, byte) in open.iter().zip(0..=u8::MAX) {
        left.extend(places(open).map(|place| (place, byte)));
    }
    let mut is_known = true;
    left.retain(|(place, byte)| {
        let excluded = witnesses.exclude(recent, first + place, *byte, &mut tried);
        is_known &= excluded.is_some();
        excluded != Some(true)
    });
    left.sort_unstable();
    is_known.then_some(Proof { left, tried })
}

/// For each byte of a rare value, the sums whose heap has a larger value.
fn wanted(values: &[u8; PROOF], alphabet: &Alphabet) -> Vec<Sums> {
    let mut having = vec![Sums::default(); 256];
    for (place, value) in values.iter().enumerate() {
        having[usize::from(*value)][place / 64] |= 1 << (place % 64);
    }
    let mut wanted = vec![Sums::default(); 256];
    let mut larger = Sums::default();
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
fn united(list: &[u8], place: usize, heaps: &[u16]) -> Option<Sums> {
    let mut united = Sums::default();
    for heap in heaps {
        let from = place.wrapping_sub(usize::from(*heap));
        let bytes: &[u8; PROOF / 8] = list.get(from..)?.first_chunk()?;
        for (united, eight) in united.iter_mut().zip(bytes.as_chunks::<8>().0) {
            *united |= u64::from_le_bytes(*eight);
        }
    }
    Some(united)
}

fn places(sums: &Sums) -> impl Iterator<Item = usize> {
    (0..).step_by(64).zip(*sums).flat_map(|(start, mut word): (usize, u64)| {
        std::iter::from_fn(move || {
            let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
            word &= word - 1;
            Some(start + bit)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::{PAIRS, PROOF, Planes, SMALL, prove};
    use crate::heap::sequence::plan::Pairs;
    use crate::heap::sequence::sparse::Mask;
    use crate::heap::sequence::sparse::deferred::Plan;
    use crate::heap::sequence::sparse::deferred::bytes::Recent;
    use crate::heap::{Sequence, TakeAndBreak, Values};

    #[test]
    fn what_has_no_witness_is_left() {
        let code: TakeAndBreak = "0.36".parse().unwrap();
        let mut sequence = Sequence::new(code.clone());
        sequence.extend_to(54_000).unwrap();
        let Values::Bytes(values) = sequence.values() else { panic!("values are below 256") };
        let pairs = Pairs::of(&code).unwrap();
        let mask = Mask::best(values, 256, pairs.breaks());
        let heaps = (0..).zip(values.iter().copied());
        let rare: Vec<(u32, u8)> =
            heaps.skip(1).filter(|(heap, value)| mask.is_rare(*heap as usize, usize::from(*value))).collect();
        let plan = Plan::new(values, &pairs, mask, 128, &rare).unwrap();
        let first = plan.begins();
        assert!(first + plan.taken + PROOF <= values.len());
        let left = |values: &[u8]| {
            let recent = Recent::new(values, values.len());
            prove(&plan, &recent, &mut Planes::new(first, &plan.witnesses), first).unwrap().left
        };
        assert_eq!(left(values), []);
        // If the other heaps all had the value 255, each small heap would give one rare value, and none might be left out.
        let mut wrong = values.to_vec();
        wrong.get_mut(first - SMALL..).unwrap().fill(255);
        let small = &values[plan.last_rare + 1..=plan.last_rare + PAIRS];
        let is_missing = |byte: &u8| plan.alphabet.is_rare(usize::from(*byte)) && !small.contains(&(byte ^ 255));
        let missing: Vec<u8> = (0..255).filter(is_missing).collect();
        assert!(missing.len() > 20, "{missing:?}");
        let all = (0..PROOF).flat_map(|place| missing.iter().map(move |byte| (place, *byte)));
        assert!(left(&wrong) == all.collect::<Vec<_>>());
    }
}
