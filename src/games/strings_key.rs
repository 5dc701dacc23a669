//! Pictures of strings up to what [`Nimstring`](crate::Nimstring) does not depend on: the names of coins, and the lengths of long chains.

use super::class_code::least_of_orders;
use super::graph::{End, GROUND, Grounded, Places};

/// Number of coins from which on a chain is long. A chain is a row of coins on two strings each, between two ends: the ground, or coins on more strings.
/// Cutting a string of a long chain leaves two coins or more on one side, and so a loony position, as long as both ends are there. No other cut takes
/// an end away without making the position loony, or makes a chain shorter: an end that is left with two strings is one coin more of the chain.
/// So play is the same in all long chains. Reference: Berlekamp, *The Dots and Boxes Game*, 2000.
const LONG_CHAIN: usize = 3;
/// Number of coins from which on a circle of coins on two strings each is long, which is the same for a chain that has lost its only end.
const LONG_CIRCLE: usize = LONG_CHAIN + 1;

/// Maximum number of coins that are put in order. More keep the order of their names.
const MOST_COINS: usize = 63;
/// Maximum number of orders that are compared: an empty board with as many rows as columns has 8. A picture with more symmetry keeps the order of its names.
const MOST_ORDERS: usize = 16;

/// A colour for the ground and for each coin.
type Colours = [u64; MOST_COINS + 1];

/// A picture with long chains of the least length, whose coins are numbered in an order that depends on nothing but the picture, unless it has too many
/// coins or too much symmetry.
pub(super) fn representative(picture: &Grounded) -> Grounded {
    let (strings, coins) = by_names(picture);
    let number = |end: usize| match end.checked_sub(1) {
        None => End::Ground,
        Some(coin) => End::Vertex(u32::try_from(coin).expect("a picture has fewer coins")),
    };
    let ordered = in_order(&strings, coins).unwrap_or(strings);
    ordered.into_iter().map(|ends| ends.map(number)).collect()
}

/// The strings of a picture with long chains of the least length, by coins that are numbered from 1 in the order of their names, and the number of these
/// coins; 0 is the ground.
fn by_names(picture: &Grounded) -> (Vec<[usize; 2]>, usize) {
    let mut strings = shortened(&Places::new(picture.edges()), picture.edges().len());
    let mut coins: Vec<usize> = strings.iter().flatten().copied().chain([GROUND]).collect();
    coins.sort_unstable();
    coins.dedup();
    for end in strings.as_flattened_mut() {
        *end = coins.binary_search(end).expect("each end was numbered");
    }
    (strings, coins.len() - 1)
}

/// The strings by the places of their ends, without the coins that a chain or a circle has beyond a long one.
fn shortened(places: &Places, strings: usize) -> Vec<[usize; 2]> {
    let mut left = Vec::with_capacity(strings);
    let mut is_done = vec![false; strings];
    let is_end = |place: usize| place == GROUND || places.edges_at(place).len() != 2;
    // Follows a chain from an end, or a circle from one of its coins, and keeps what is not too long.
    let mut follow = |start: usize, (string, next): (usize, usize), long: usize| {
        let (mut string, mut place, mut before, mut coins) = (string, next, start, 0);
        while !is_done[string] {
            is_done[string] = true;
            let is_last = is_end(place) || place == start;
            if is_last || coins < long {
                left.push([before, place]);
                before = place;
            }
            if is_last {
                return;
            }
            coins += 1;
            (string, place) = *places
                .edges_at(place)
                .iter()
                .find(|(other, _)| *other != string)
                .expect("a coin of a chain is on two strings");
        }
    };
    for start in (0..places.count).filter(|place| is_end(*place)) {
        for string in places.edges_at(start) {
            follow(start, *string, LONG_CHAIN);
        }
    }
    // What is left are circles. The coin where a walk begins is one of theirs.
    for start in (0..places.count).filter(|place| !is_end(*place)) {
        follow(start, places.edges_at(start)[0], LONG_CIRCLE - 1);
    }
    left
}

/// The strings with their coins renumbered, from 1, in an order that depends on nothing but the picture; `None` if that takes too long.
///
/// A coin gets a colour from its number of strings, and then again and again from the colours of the coins around it. If all colours are different in
/// the end, they are the order. If not, each coin of one colour gets a colour of its own in turn, and the least list of strings counts.
fn in_order(strings: &[[usize; 2]], coins: usize) -> Option<Vec<[usize; 2]>> {
    if coins > MOST_COINS {
        return None;
    }
    let mut colours: Colours = [0; MOST_COINS + 1];
    for end in strings.as_flattened() {
        colours[*end] += 1;
    }
    least_of_orders(colours, 1..coins + 1, MOST_ORDERS, |colours| {
        refine(strings, colours, coins)?;
        let rank = |end: usize| match end {
            GROUND => GROUND,
            coin => 1 + colours[1..=coins].iter().filter(|other| **other < colours[coin]).count(),
        };
        let mut ranked: Vec<[usize; 2]> = strings
            .iter()
            .map(|ends| {
                let [one, other] = ends.map(rank);
                [one.min(other), one.max(other)]
            })
            .collect();
        ranked.sort_unstable();
        Ok(ranked)
    })
}

/// Mixes the colours of its neighbours into the colour of each coin, until the number of different colours no longer grows. If coins still share colours, the
/// least shared colour is the error.
fn refine(strings: &[[usize; 2]], colours: &mut Colours, coins: usize) -> Result<(), u64> {
    let mut told_apart = 0;
    loop {
        let mut copy = *colours;
        let sorted = &mut copy[1..=coins];
        sorted.sort_unstable();
        let mut equal = sorted.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]);
        let Some(shared) = equal.next() else { return Ok(()) };
        let different = coins - 1 - equal.count();
        if different <= told_apart {
            return Err(shared);
        }
        told_apart = different;
        let mixed = colours.map(mix);
        // A sum, since strings have no order. The ground keeps its colour.
        let mut sums = [0_u64; MOST_COINS + 1];
        for [one, other] in strings {
            sums[*one] = sums[*one].wrapping_add(mixed[*other]);
            sums[*other] = sums[*other].wrapping_add(mixed[*one]);
        }
        for (colour, (mixed, sum)) in colours.iter_mut().zip(mixed.iter().zip(sums)).skip(1) {
            *colour = mix(mixed.wrapping_add(sum.rotate_left(17)));
        }
    }
}

/// A colour from a colour, different for different ones.
const fn mix(colour: u64) -> u64 {
    let mixed = (colour ^ 0x9e37_79b9_7f4a_7c15).wrapping_mul(0xd6e8_feb8_6659_fd93);
    (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;
    use crate::games::Nimstring;
    use crate::notation::Notation;
    use crate::solver::Solver;
    use crate::unhinted::Unhinted;

    /// A picture in which a chain of `coins` coins leads from one end to the other; `rest` are the other strings.
    fn with_chain([from, to]: [&str; 2], coins: usize, rest: &str) -> Grounded {
        let names = (0..coins).map(|coin| (10 + coin).to_string());
        let ends: Vec<String> = [from.to_owned()].into_iter().chain(names).chain([to.to_owned()]).collect();
        let chain: Vec<String> = ends.windows(2).map(|pair| pair.join("-")).collect();
        format!("{},{rest}", chain.join(",")).trim_end_matches(',').parse().unwrap()
    }

    /// Searched without keys.
    fn value(picture: &Grounded) -> u64 {
        let parts = Nimstring.parse(&picture.to_string()).unwrap();
        Solver::new(Unhinted(Nimstring)).grundy(parts).unwrap().get()
    }

    /// Between two coins, from a coin to the ground, from a coin back to it, and from the ground to the ground.
    #[test]
    fn long_chains_are_alike_and_short_ones_are_not() {
        for (ends, rest) in [
            (["0", "1"], "g-0,g-0,0-1,g-1,g-1"),
            (["0", "g"], "g-0,0-1,0-1,g-1,g-1"),
            (["0", "0"], "g-0,g-0,0-1,1-g,1-g"),
            (["g", "g"], ""),
        ] {
            let picture = |coins| with_chain(ends, coins, rest);
            let keys: Vec<Grounded> = (0..8).map(|coins| representative(&picture(coins))).collect();
            let long = LONG_CHAIN;
            assert!(keys[long..].iter().all(|key| *key == keys[long]), "{ends:?}");
            assert!((1..=long).all(|coins| keys[coins] != keys[coins - 1]), "{ends:?}");
            // A string from a coin to itself is none.
            for (coins, key) in keys.iter().enumerate().skip(1) {
                assert_eq!(value(&picture(coins)), value(key), "{ends:?}, {coins} coins");
            }
        }
    }

    #[test]
    fn long_circles_are_alike_and_short_ones_are_not() {
        let circle = |coins: usize| with_chain(["0", "0"], coins - 1, "");
        let keys: Vec<Grounded> = (2..9).map(|coins| representative(&circle(coins))).collect();
        assert!(keys[2..].iter().all(|key| *key == keys[2]));
        assert!(keys[0] != keys[1] && keys[1] != keys[2]);
        assert_eq!((2..9).map(|coins| value(&circle(coins))).collect::<Vec<_>>(), [1, 1, 0, 0, 0, 0, 0]);
    }

    /// The least list of strings among those by all names of the coins.
    fn least(picture: &Grounded) -> Vec<[usize; 2]> {
        fn each(taken: &mut Vec<usize>, coins: usize, visit: &mut impl FnMut(&[usize])) {
            if taken.len() == coins {
                return visit(taken);
            }
            for name in (1..=coins).filter(|name| !taken.contains(name)).collect::<Vec<_>>() {
                taken.push(name);
                each(taken, coins, visit);
                taken.pop();
            }
        }
        let places = Places::new(picture.edges());
        let mut least = vec![[usize::MAX; 2]];
        each(&mut Vec::new(), places.count - 1, &mut |names| {
            let name = |end| places.of(end).checked_sub(1).map_or(0, |coin| names[coin]);
            let mut named: Vec<[usize; 2]> = picture.edges().iter().map(|ends| ends.map(name)).collect();
            for ends in &mut named {
                ends.sort_unstable();
            }
            named.sort_unstable();
            least = least.clone().min(named);
        });
        least
    }

    proptest! {
        /// Pictures of up to five coins, in all orders of these: one key for each class, and the key of a key is that key. A class with too much
        /// symmetry, such as four coins around one, has several.
        #[test]
        fn pictures_share_a_key_exactly_if_they_are_isomorphic(pictures in vec(vec((0..6_u32, 0..6_u32), 1..9), 20)) {
            let end = |number: u32| number.checked_sub(1).map_or(End::Ground, End::Vertex);
            let mut keys: HashMap<Vec<[usize; 2]>, Grounded> = HashMap::new();
            let mut classes: HashMap<Grounded, Vec<[usize; 2]>> = HashMap::new();
            for ends in pictures {
                let is_string = |(one, other): &(u32, u32)| one != other || *one == 0;
                let picture: Grounded = ends.into_iter().filter(is_string).map(|(one, other)| [end(one), end(other)]).collect();
                let key = representative(&picture);
                prop_assert_eq!(&representative(&key), &key);
                // The key stands for its picture, unless a chain was too long.
                let class = least(&key);
                if key.edges().len() == picture.edges().len() {
                    prop_assert_eq!(&class, &least(&picture));
                }
                let (strings, coins) = by_names(&picture);
                if in_order(&strings, coins).is_some() {
                    prop_assert_eq!(keys.entry(class.clone()).or_insert_with(|| key.clone()), &key, "{}", picture);
                }
                prop_assert_eq!(classes.entry(key).or_insert_with(|| class.clone()), &class);
            }
        }
    }
}
