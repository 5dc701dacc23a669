//! Slots: the numbers of positions by their hashes, as a list with linear probing.
//!
//! A slot holds a hash in its high half and a number in its low half. A number is looked for from the [place] of its hash on, up to a free slot.
//! More slots keep the order of hashes nearly, so that a list grows in place.

use std::hash::{BuildHasher, Hash};
use std::mem;

use rustc_hash::FxBuildHasher;

/// A free slot.
pub(super) const FREE: u64 = u64::MAX;
/// The number of slots of a small table.
pub(super) const LEAST_SLOTS: usize = 16;

/// A place in a list, by the highest bits of a hash.
#[inline]
pub(super) const fn place(hash: u32, length: usize) -> usize {
    // A product in place of a mask, since the length need not be a power of two: after the search has forgotten, it
    // follows the number of records.
    ((hash as u64 * length as u64) >> 32) as usize
}

#[inline]
pub(super) fn hash<P: Hash>(position: &P) -> u32 {
    // The lower half of this hash is better than the upper half.
    (FxBuildHasher.hash_one(position).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as u32
}

/// Makes slots more, in place: in an array of their own they would take as much memory again while they are moved, and twice its first use.
pub(super) fn spread(slots: &mut Vec<u64>, length: usize) {
    slots.retain(|slot| *slot != FREE);
    let count = slots.len();
    slots.reserve_exact(length - count);
    slots.resize(length, FREE);
    // From the last to the first, so that an entry moves to a place that is not before it. The few for which there is none, at the beginning and
    // where places begin anew after the end, wait for the others.
    let is_late = |number: &usize| place((slots[*number] >> 32) as u32, length) < *number;
    let first = (0..count).rev().find(is_late).map_or(0, |last| last + 1);
    let mut late = slots[..first].to_vec();
    slots[..first].fill(FREE);
    for number in (first..count).rev() {
        let slot = mem::replace(&mut slots[number], FREE);
        let wanted = place((slot >> 32) as u32, length);
        match slots[wanted..].iter().position(|other| *other == FREE) {
            Some(free) => slots[wanted + free] = slot,
            None => late.push(slot),
        }
    }
    for slot in late {
        fill(slots, slot);
    }
}

/// Puts a number with its hash into a slot.
pub(super) fn fill(slots: &mut [u64], slot: u64) {
    let length = slots.len();
    let mut place = place((slot >> 32) as u32, length);
    while slots[place] != FREE {
        place = if place + 1 < length { place + 1 } else { 0 };
    }
    slots[place] = slot;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each number is found from the place of its hash on, without a free slot before it; also where most hashes are equal, small or large.
    #[test]
    fn numbers_are_found_when_slots_have_grown() {
        let mut seed = 1_u64;
        let mut random = move || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 32) as u32
        };
        for kind in 0..5 {
            let (mut slots, mut length) = (vec![FREE; LEAST_SLOTS], LEAST_SLOTS);
            for number in 0..3000_u32 {
                if number as usize + 1 > length / 4 * 3 {
                    length = length / 2 * 3;
                    spread(&mut slots, length);
                    assert_eq!(slots.len(), length);
                }
                let hash = match kind {
                    0 => random(),
                    1 => random() >> 20,
                    2 => !(random() >> 20),
                    3 => [0, u32::MAX, random()][number as usize % 3],
                    _ => u32::MAX,
                };
                fill(&mut slots, u64::from(hash) << 32 | u64::from(number));
            }
            let mut found = 0;
            for slot in slots.iter().filter(|slot| **slot != FREE) {
                let from = place((slot >> 32) as u32, length);
                let probed = slots[from..].iter().chain(&slots).take_while(|other| **other != FREE);
                found += usize::from(probed.take(length).any(|other| other == slot));
            }
            assert_eq!(found, 3000, "{kind}");
        }
    }
}
