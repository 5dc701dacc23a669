//! The naive oracle for take-and-break games: every division of every rest is listed, and nothing is shared with the crate.

use std::collections::HashSet;

/// The Grundy values of heaps 0, 1, .. `heaps - 1` under a code.
///
/// A digit is its number, of which bit *i* allows *i* heaps, and what is asked of their sizes: `'!'` for pairwise unequal, `'='`
/// for all equal, `'?'` for not all equal, any other character for nothing. The first of `digits` is that for taking nothing;
/// those of `tail` follow them for ever.
pub(crate) fn take_and_break_values(digits: &[(u64, char)], tail: &[(u64, char)], heaps: usize) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::new();
    for heap in 0..heaps {
        let mut options = HashSet::new();
        for parts in moves(digits, tail, heap) {
            options.insert(parts.into_iter().fold(0, |sum, part| sum ^ values[part]));
        }
        values.push((0..=options.len() as u64).find(|value| !options.contains(value)).unwrap());
    }
    values
}

/// The heaps that each move in a heap leaves, in ascending order.
fn moves(digits: &[(u64, char)], tail: &[(u64, char)], heap: usize) -> Vec<Vec<usize>> {
    numbered_moves(digits, tail, heap).into_iter().map(|(_, left)| left).collect()
}

/// The moves in a heap, in no particular order: how many counters each takes, and the heaps that it leaves, in ascending order.
pub(crate) fn numbered_moves(digits: &[(u64, char)], tail: &[(u64, char)], heap: usize) -> Vec<(usize, Vec<usize>)> {
    let mut moves = Vec::new();
    for taken in 0..=heap {
        let digit = match digits.get(taken) {
            Some(digit) => *digit,
            None if tail.is_empty() => break,
            None => tail[(taken - digits.len()) % tail.len()],
        };
        for count in 0..=heap - taken {
            if count < 64 && digit.0 >> count & 1 == 1 {
                let divisions = divisions(heap - taken, count, 1);
                moves.extend(divisions.into_iter().filter(|left| fits(left, digit.1)).map(|left| (taken, left)));
            }
        }
    }
    moves
}

/// The ways to divide counters into `heaps` heaps of ascending sizes, the first of at least `least`.
fn divisions(counters: usize, heaps: usize, least: usize) -> Vec<Vec<usize>> {
    if heaps == 0 {
        return if counters == 0 { vec![vec![]] } else { vec![] };
    }
    let mut found = Vec::new();
    for first in least..=counters / heaps {
        for mut others in divisions(counters - first, heaps - 1, first) {
            others.insert(0, first);
            found.push(others);
        }
    }
    found
}

fn fits(left: &[usize], sizes: char) -> bool {
    let different = left.iter().collect::<HashSet<_>>().len();
    left.len() < 2
        || match sizes {
            '!' => different == left.len(),
            '=' => different == 1,
            '?' => different > 1,
            _ => true,
        }
}
