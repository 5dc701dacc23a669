//! The search for rules of the heaps of value 0.

use crate::pattern::rule::Rule;
use crate::pattern::zeros::{Zeros, beatty};

/// Fewest heaps of value 0 in a list from which a rule is read.
const FEWEST: usize = 5;
/// Largest modulus, coefficient and terms of a slope that are tried.
const LARGEST_MODULUS: u64 = 64;
const LARGEST_COEFFICIENT: u64 = 4;
const LARGEST_TERM: u64 = 6;

/// Rules with exactly these heaps of value 0 below `seen`.
pub(super) fn fitting(zeros: &[u64], seen: u64) -> Vec<Rule> {
    // Where all heaps have value 0, every rule fits that is true of small numbers.
    if zeros.len() < FEWEST || zeros.len() as u64 == seen {
        return Vec::new();
    }
    let fits = |rule: &Zeros| (0..seen).filter(|heap| rule.contains(*heap) == Some(true)).eq(zeros.iter().copied());
    // A modulus up to half of the list, so that each remainder occurs twice.
    let remainders = (2..=LARGEST_MODULUS.min(seen / 2)).filter_map(|modulus| {
        let mut remainders: Vec<u64> = zeros.iter().map(|zero| zero % modulus).collect();
        remainders.sort_unstable();
        remainders.dedup();
        // All remainders would say that every heap has value 0.
        (remainders.len() as u64 != modulus).then_some(Zeros::Remainders { modulus, remainders })
    });
    let mut tried = Vec::new();
    // In normal play heap 0 has value 0 whatever the rule for the others is.
    for and_zero in if zeros[0] == 0 { &[false, true][..] } else { &[false] } {
        let members = &zeros[usize::from(*and_zero)..];
        let [a, b, c] = [members[0], members[1], members[2]].map(i128::from);
        for one in 1..=LARGEST_COEFFICIENT {
            for other in 0..=LARGEST_COEFFICIENT {
                // The first three members determine the number that is added. `fits` compares the others.
                let plus = i64::try_from(c - i128::from(one) * b - i128::from(other) * a);
                // With coefficients 1 and 0 the members would grow by a number each time: those are remainders.
                if let Ok(plus) = plus
                    && [one, other] != [1, 0]
                {
                    let (first, coefficients) = ([members[0], members[1]], [one, other]);
                    tried.push(Zeros::Recurrence { first, coefficients, plus, and_zero: *and_zero });
                }
            }
        }
    }
    for p in 0..=LARGEST_TERM {
        for q in 1..=LARGEST_TERM {
            // The numbers up to 7 that no square above 1 divides: with √4 the slope would be a fraction.
            for d in [2, 3, 5, 6, 7] {
                // The slope must be above 1, since `Zeros::contains` looks for the index of a heap up to the heap.
                if beatty(p, d, q, 1 << 20) > 1 << 20 {
                    tried.push(Zeros::Beatty { p, d, q });
                }
            }
        }
    }
    let mut rules: Vec<Rule> = tried.into_iter().filter(fits).map(Rule::Zeros).collect();
    // A multiple of a modulus fits as well.
    rules.extend(remainders.filter(fits).take(1).map(Rule::Zeros));
    rules
}
