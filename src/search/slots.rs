//! Slots: the numbers of positions by their hashes, as a list with linear probing.
//!
//! A slot holds a hash in its high half and a number in its low half. A number is looked for from the [place] of its hash on, up to a free slot.
//! More slots keep the order of hashes nearly, so that a list grows in place.

use std::hash::{BuildHasher, Hash};
use std::mem;

use rustc_hash::FxBuildHasher;

use crate::search::lists::Number;

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

/// The slot of a number with this hash.
#[inline]
pub(super) const fn slot(hash: u32, number: Number) -> u64 {
    (hash as u64) << 32 | number as u64
}

/// The place of the hash in a slot.
const fn place_of(slot: u64, length: usize) -> usize {
    place((slot >> 32) as u32, length)
}

/// The number of slots after so many.
pub(super) const fn longer(length: usize) -> usize {
    let more = length / 2 * 3;
    if more < LEAST_SLOTS { LEAST_SLOTS } else { more }
}

#[inline]
pub(super) fn hash<P: Hash>(position: &P) -> u32 {
    // The lower half of this hash is better than the upper half.
    (FxBuildHasher.hash_one(position).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as u32
}

/// Makes slots more, in place: in an array of their own they would take as much memory again while they are moved, and twice its first use.
#[cold]
pub(super) fn spread(slots: &mut Vec<u64>) {
    let length = longer(slots.len());
    slots.retain(|slot| *slot != FREE);
    let count = slots.len();
    slots.reserve_exact(length - count);
    slots.resize(length, FREE);
    // From the last to the first, so that an entry moves to a place that is not before it. The few for which there is none, at the beginning and
    // where places begin anew after the end, wait for the others.
    let first = (0..count).rev().find(|number| place_of(slots[*number], length) < *number).map_or(0, |last| last + 1);
    let mut late = slots[..first].to_vec();
    slots[..first].fill(FREE);
    for number in (first..count).rev() {
        let slot = mem::replace(&mut slots[number], FREE);
        let wanted = place_of(slot, length);
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
    let mut place = place_of(slot, length);
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
        for kind in 0..5 {
            let mut slots = vec![FREE; LEAST_SLOTS];
            for number in 0..3000_u32 {
                let length = slots.len();
                if number as usize + 1 > length / 4 * 3 {
                    spread(&mut slots);
                    assert_eq!(slots.len(), length / 2 * 3);
                }
                let hash = match kind {
                    0 => hash(&number),
                    1 => hash(&number) >> 20,
                    2 => !(hash(&number) >> 20),
                    3 => [0, u32::MAX, hash(&number)][number as usize % 3],
                    _ => u32::MAX,
                };
                fill(&mut slots, slot(hash, number));
            }
            let mut found = 0;
            for slot in slots.iter().filter(|slot| **slot != FREE) {
                let from = place_of(*slot, slots.len());
                let probed = slots[from..].iter().chain(&slots).take_while(|other| **other != FREE);
                found += usize::from(probed.take(slots.len()).any(|other| other == slot));
            }
            assert_eq!(found, 3000, "{kind}");
        }
    }
}
