//! Patterns: which sets of coins may be turned.
//!
//! In goes the place of a head, out come all sets of a pattern whose last coin is there. The pattern `2-3` has the sets {1,3}, {2,3} and
//! {1,2,3} for the head at 3. Sets come in families, so that they can be counted without a list of them: with three coins and the head at
//! 5, the sets that begin at 1 are a family with the coin 1 and one of the coins 2, 3 and 4.

use std::iter;

use smallvec::{SmallVec, smallvec};

/// A set of coins, given by their places in ascending order.
type Coins = SmallVec<[u32; 4]>;

/// All sets of `least` to `most` coins that satisfy the conditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pattern {
    /// The fewest coins, at least 1.
    pub(super) least: u32,
    /// The most coins; `None` for any number.
    pub(super) most: Option<u32>,
    pub(super) shape: Shape,
    /// Whether the first coin of the row must be among them.
    pub(super) first: Need,
    /// The most consecutive places that the set may extend over.
    pub(super) span: Option<u32>,
}

/// The shape of a set of coins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Any,
    Consecutive,
    EquallySpaced,
    Symmetric,
}

/// Whether a condition is required.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Need {
    Required,
    Free,
}

/// A family of sets: some coins in common, and every choice of `chosen` coins from a pool of consecutive places.
struct Family {
    /// The coins that all sets have, without the last.
    common: Coins,
    /// The pool: its first place, and its number of places.
    pool: (u32, u32),
    /// The number of coins chosen from the pool.
    chosen: u32,
    /// In a symmetric family each chosen coin brings its mirror image: the sum of the two places.
    mirror: Option<u32>,
}

impl Pattern {
    /// Whether a set, in ascending order, fits the pattern.
    pub(super) fn has(&self, coins: &[u32]) -> bool {
        let (Some(first), Some(last), Ok(number)) = (coins.first(), coins.last(), u32::try_from(coins.len())) else {
            return false;
        };
        // The coins lie on `spread` + 1 consecutive places. They are in ascending order, so no difference is negative.
        let spread = last - first;
        let number_is_right = number >= self.least && self.most.is_none_or(|most| number <= most);
        number_is_right
            && (self.first == Need::Free || *first == 1)
            && self.span.is_none_or(|span| spread < span)
            && match self.shape {
                Shape::Any => true,
                Shape::Consecutive => spread == number - 1,
                Shape::EquallySpaced => coins.windows(3).all(|three| three[1] - three[0] == three[2] - three[1]),
                Shape::Symmetric => {
                    let mirrored = coins.iter().rev().map(|coin| last - (coin - first));
                    coins.iter().copied().eq(mirrored)
                }
            }
    }

    /// All sets whose last coin is at the place `last`: fewer coins first, then from the left.
    pub(super) fn sets(self, last: u32) -> impl Iterator<Item = Coins> {
        self.numbers(last).flat_map(move |number| self.families(number, last)).flat_map(move |family| family.sets(last))
    }

    /// A lower bound on the number of sets with this last coin. The sets with up to 64 numbers of coins are counted: enough to show that
    /// there are too many to list, in little time.
    pub(super) fn least_sets(self, last: u32) -> usize {
        // The number of places before the last coin that the span allows. Equally spaced coins have a step from 1 to
        // room / (number − 1).
        let room = last - self.leftmost(last);
        let of_number = |number: u32| match (self.shape, self.first) {
            (Shape::Consecutive, Need::Free) => usize::from(number - 1 <= room),
            (Shape::Any, Need::Free) => choices(room, number - 1),
            (Shape::EquallySpaced, Need::Free) if number > 1 => (room / (number - 1)) as usize,
            // For the other shapes, the two leftmost families only.
            _ => self.families(number, last).take(2).map(|family| family.size()).fold(0, usize::saturating_add),
        };
        self.numbers(last).take(64).map(of_number).fold(0, usize::saturating_add)
    }

    /// The possible numbers of coins of a set with this last coin.
    fn numbers(self, last: u32) -> impl Iterator<Item = u32> {
        self.least..=self.most.unwrap_or(last).min(last)
    }

    /// The leftmost place that the span allows for a set with this last coin.
    fn leftmost(self, last: u32) -> u32 {
        self.span.map_or(1, |span| last.saturating_sub(span - 1).max(1))
    }

    /// The sets of `number` coins with this last coin, in families. `last` must be at least `number`.
    fn families(self, number: u32, last: u32) -> impl Iterator<Item = Family> {
        // The last coin by itself. The formulas below take a first coin that is another one.
        let alone = number == 1 && (self.first == Need::Free || last == 1);
        let alone = alone.then(|| Family::of_one(smallvec![]));
        // Sets of two coins or more, by their first coin.
        let others = move |start: u32| -> Option<Family> {
            let width = last - start;
            match self.shape {
                Shape::Any => Some(Family {
                    common: smallvec![start],
                    pool: (start + 1, width - 1),
                    chosen: number - 2,
                    mirror: None,
                }),
                Shape::Consecutive => Some(Family::of_one((start..last).collect())),
                Shape::EquallySpaced => {
                    // `starts` gives only first coins for which this division leaves no rest.
                    let step = width / (number - 1);
                    Some(Family::of_one((0..number - 1).map(|place| start + place * step).collect()))
                }
                Shape::Symmetric => {
                    // The first and the last coin are a pair. The pool holds the places between the first coin and the
                    // centre, and each coin from there brings its mirror image. An odd number of coins needs one in the
                    // centre: between the coins 1 and 5 the pool is the place 2, and the centre is 3.
                    let (pairs, odd) = ((number - 2) / 2, number % 2 == 1);
                    let centre = start.midpoint(last);
                    let has_centre = width.is_multiple_of(2);
                    (!odd || has_centre).then(|| Family {
                        common: if odd { smallvec![start, centre] } else { smallvec![start] },
                        pool: (start + 1, (width - 1) / 2),
                        chosen: pairs,
                        mirror: Some(start + last),
                    })
                }
            }
        };
        alone.into_iter().chain(self.starts(number, last).filter_map(others))
    }

    /// The possible places of the first of `number` coins with this last coin, from the left. `last` must be at least `number`.
    fn starts(self, number: u32, last: u32) -> impl Iterator<Item = u32> {
        // `number` coins extend over `number` places at least. If the first coin of the row is required, they begin there.
        let (leftmost, rightmost) = match self.first {
            Need::Free => (self.leftmost(last), last - (number - 1)),
            Need::Required => (self.leftmost(last), 1.min(last - (number - 1))),
        };
        let gaps = number - 1;
        // The distance from the first coin to the last, in steps of `step`. No coins fit if `most` is less than `least`.
        let (most, least) = match self.shape {
            _ if gaps == 0 || leftmost > rightmost => (0, 1),
            // Consecutive coins begin `gaps` places before the last one, and nowhere else.
            Shape::Consecutive if rightmost < last - gaps => (0, 1),
            Shape::Consecutive => (last - rightmost, last - rightmost),
            // Equally spaced coins begin a multiple of `gaps` before the last one; `most` and `least` count such
            // multiples.
            Shape::EquallySpaced => ((last - leftmost) / gaps, (last - rightmost).div_ceil(gaps)),
            Shape::Any | Shape::Symmetric => (last - leftmost, last - rightmost),
        };
        let step = if self.shape == Shape::EquallySpaced { gaps } else { 1 };
        (least..=most).rev().map(move |steps| last - steps * step)
    }
}

impl Family {
    const fn of_one(common: Coins) -> Self {
        Self { common, pool: (0, 0), chosen: 0, mirror: None }
    }

    /// The number of sets, or `usize::MAX` if it is larger.
    fn size(&self) -> usize {
        choices(self.pool.1, self.chosen)
    }

    /// The sets of the family, with the last coin.
    fn sets(self, last: u32) -> impl Iterator<Item = Coins> {
        let Self { common, pool: (start, size), chosen, mirror } = self;
        combinations(size, chosen).map(move |choice| {
            let mut coins = common.clone();
            for place in choice {
                coins.push(start + place);
                coins.extend(mirror.map(|sum| sum - (start + place)));
            }
            coins.push(last);
            coins.sort_unstable();
            coins
        })
    }
}

/// All choices of `chosen` numbers below `size`, in lexicographic order.
fn combinations(size: u32, chosen: u32) -> impl Iterator<Item = Coins> {
    let first = (chosen <= size).then(|| (0..chosen).collect::<Coins>());
    iter::successors(first, move |last| {
        let mut next = last.clone();
        // The last number that can grow grows by one, and the numbers after it become its successors.
        let place = (0..next.len()).rev().zip(1..).find(|(place, behind)| next[*place] + behind < size)?.0;
        let mut number = next[place];
        for later in &mut next[place..] {
            number += 1;
            *later = number;
        }
        Some(next)
    })
}

/// The number of choices of `chosen` from `size`, or `usize::MAX` if it is larger.
fn choices(size: u32, chosen: u32) -> usize {
    if chosen > size {
        return 0;
    }
    let mut count = 1_u128;
    for place in 0..chosen.min(size - chosen) {
        // The division leaves no rest: after each step the count is a binomial coefficient. It is below 2^64 before a
        // step and the factor below 2^32, so nothing overflows.
        count = count * u128::from(size - place) / u128::from(place + 1);
        if count > usize::MAX as u128 {
            return usize::MAX;
        }
    }
    usize::try_from(count).expect("larger counts have returned")
}
