//! Which sets of coins may be turned.

use std::iter;

use smallvec::{SmallVec, smallvec};

/// A set of coins, by their places in ascending order.
type Coins = SmallVec<[u32; 4]>;

/// The sets of so many coins for which certain things hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pattern {
    /// The fewest coins, at least 1.
    pub(super) least: u32,
    /// The most coins; any number, if there is none.
    pub(super) most: Option<u32>,
    pub(super) shape: Shape,
    /// Whether the first coin of the row must be among them.
    pub(super) first: Need,
    /// The most consecutive places that they may spread over.
    pub(super) span: Option<u32>,
}

/// How coins lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Any,
    Consecutive,
    EquallySpaced,
    Symmetric,
}

/// Whether something must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Need {
    Required,
    Free,
}

/// Sets that have coins in common: those of them, and all choices of the others from a pool.
struct Family {
    /// The coins that all of them have, without the last.
    common: Coins,
    /// The first place of the pool, and how many follow each other from there.
    pool: (u32, u32),
    /// How many are chosen.
    chosen: u32,
    /// If each choice brings its mirror image: what the two places add up to.
    mirror: Option<u32>,
}

impl Pattern {
    /// Whether a set, in ascending order, is one of them.
    pub(super) fn has(&self, coins: &[u32]) -> bool {
        let (Some(first), Some(last), Ok(number)) = (coins.first(), coins.last(), u32::try_from(coins.len())) else {
            return false;
        };
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

    /// All sets whose last coin is at this place: fewer coins before more, then from the left.
    pub(super) fn sets(self, last: u32) -> impl Iterator<Item = Coins> {
        self.numbers(last).flat_map(move |number| self.families(number, last)).flat_map(move |family| family.sets(last))
    }

    /// A number of sets with this last coin that is never too large.
    pub(super) fn least_sets(self, last: u32) -> usize {
        let room = last - self.leftmost(last);
        let of_number = |number: u32| match (self.shape, self.first) {
            (Shape::Consecutive, Need::Free) => usize::from(number - 1 <= room),
            (Shape::Any, Need::Free) => choices(room, number - 1),
            (Shape::EquallySpaced, Need::Free) if number > 1 => (room / (number - 1)) as usize,
            // Of the others, those that begin farthest to the left.
            _ => self.families(number, last).take(2).map(|family| family.size()).fold(0, usize::saturating_add),
        };
        self.numbers(last).take(64).map(of_number).fold(0, usize::saturating_add)
    }

    /// How many coins a set with this last coin can have.
    fn numbers(self, last: u32) -> impl Iterator<Item = u32> {
        self.least..=self.most.unwrap_or(last).min(last)
    }

    /// The leftmost place that a coin of a set with this last coin can have.
    fn leftmost(self, last: u32) -> u32 {
        self.span.map_or(1, |span| last.saturating_sub(span - 1).max(1))
    }

    /// The sets of so many coins with this last one, in families. The last must be at least `number`.
    fn families(self, number: u32, last: u32) -> impl Iterator<Item = Family> {
        let alone = number == 1 && (self.first == Need::Free || last == 1);
        let alone = alone.then(|| Family::of_one(smallvec![]));
        // Sets of two coins or more, by the leftmost.
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
                    let step = width / (number - 1);
                    Some(Family::of_one((0..number - 1).map(|place| start + place * step).collect()))
                }
                Shape::Symmetric => {
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

    /// The places of the first of so many coins with this last one, from the left. The last must be at least `number`.
    fn starts(self, number: u32, last: u32) -> impl Iterator<Item = u32> {
        // So many coins need so much room, and with the first coin of the row required they begin there.
        let (leftmost, rightmost) = match self.first {
            Need::Free => (self.leftmost(last), last - (number - 1)),
            Need::Required => (self.leftmost(last), 1.min(last - (number - 1))),
        };
        let gaps = number - 1;
        let (most, least) = match self.shape {
            _ if gaps == 0 || leftmost > rightmost => (0, 1),
            Shape::Consecutive if rightmost < last - gaps => (0, 1),
            Shape::Consecutive => (last - rightmost, last - rightmost),
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

    /// How many sets there are, or the largest number if that is too large.
    fn size(&self) -> usize {
        choices(self.pool.1, self.chosen)
    }

    /// The sets, with their last coin.
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

/// All choices of so many of the numbers below `size`, in lexicographic order.
fn combinations(size: u32, chosen: u32) -> impl Iterator<Item = Coins> {
    let first = (chosen <= size).then(|| (0..chosen).collect::<Coins>());
    iter::successors(first, move |last| {
        let mut next = last.clone();
        // The last number that can still grow does, and those after it follow it closely.
        let place = (0..next.len()).rev().zip(1..).find(|(place, behind)| next[*place] + behind < size)?.0;
        let mut number = next[place];
        for later in &mut next[place..] {
            number += 1;
            *later = number;
        }
        Some(next)
    })
}

/// How many choices of so many of `size` there are, or the largest number if that is too large.
fn choices(size: u32, chosen: u32) -> usize {
    if chosen > size {
        return 0;
    }
    let mut count = 1_u128;
    for place in 0..chosen.min(size - chosen) {
        count = count * u128::from(size - place) / u128::from(place + 1);
        if count > usize::MAX as u128 {
            return usize::MAX;
        }
    }
    usize::try_from(count).unwrap_or(usize::MAX)
}
