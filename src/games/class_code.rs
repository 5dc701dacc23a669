//! Codes of small graphs: a number that two graphs share only if they are isomorphic, so that games on them have equal game trees.

use std::ops::{Not, Range};

use crate::subset::bits;

/// Maximum number of vertices of a graph that has a code. (Cram to 5 × 8: with 12 a seventh more listings, with 20 as many.)
pub(super) const MOST: usize = 16;
/// The number of a neighbour that is missing.
const NONE: u8 = 16;
/// Rounds of refinement before each check whether all colours differ. Each round looks one vertex further. This number and the two below are guards, not
/// tuned: with others some graphs have no code, and no answer changes.
const ROUNDS: usize = 3;
/// Number of these checks before the vertices that share a colour get different ones, each in turn.
const LOOKS: usize = 2;
/// Maximum number of orders that are compared. A graph with more symmetry has no code.
const MOST_ORDERS: usize = 8;

/// Number of pairs of vertices: 120, so that a bit for each and the number of vertices fit into 128 bits.
const PAIRS: usize = MOST * (MOST - 1) / 2;

/// A colour for each vertex, and 0 behind the last one, for a neighbour that is missing. The length lets the compiler leave out checks.
type Colours = [u32; 2 * MOST];

/// A graph of at most 16 vertices, each of which has at most `DEGREE` neighbours.
pub(super) struct SmallGraph<const DEGREE: usize> {
    vertices: usize,
    /// The neighbours of each vertex, filled up with [`NONE`].
    neighbours: [[u8; DEGREE]; MOST],
}

/// The code of a graph.
///
/// Vertices are put in an order that depends on nothing but the graph, and the code has a bit for each two places of the order, set if the
/// vertices there are neighbours. So it tells the graph. A vertex gets a colour from its number of neighbours, and then again and again from
/// the colours of its neighbours. If all colours are different in the end, they are the order. If not, each vertex of one colour gets a
/// colour of its own in turn, and the least code counts.
pub(super) fn class_code<const DEGREE: usize>(graph: &SmallGraph<DEGREE>) -> Option<u128> {
    // The first colour of a vertex is 1 more than its number of neighbours, so that 0 is left for a missing neighbour.
    let mut colours = [0; 2 * MOST];
    for (colour, around) in colours.iter_mut().zip(&graph.neighbours[..graph.vertices]) {
        *colour = 1 + around.iter().map(|next| u32::from(*next != NONE)).sum::<u32>();
    }
    least_of_orders(colours, 0..graph.vertices, MOST_ORDERS, |colours| Ok(graph.code(&graph.ranks(colours)?)))
}

/// The least result over all orders of the vertices that the colours allow; `None` if there are more than `most_orders` of them.
///
/// `by_order` refines the colours. If they become all different, it returns the result for the order that they give. If not, it returns the least
/// colour that several vertices share. So far only their names distinguish these vertices, so each of them gets a colour of its own in turn.
pub(super) fn least_of_orders<const N: usize, C: Copy + PartialEq + Not<Output = C>, T: Ord>(
    mut colours: [C; N],
    vertices: Range<usize>,
    most_orders: usize,
    by_order: impl Fn(&mut [C; N]) -> Result<T, C>,
) -> Option<T> {
    let mut orders = 0;
    let mut least: Option<T> = None;
    let mut waiting = Vec::new();
    loop {
        match by_order(&mut colours) {
            Ok(found) => {
                orders += 1;
                if least.as_ref().is_none_or(|least| found < *least) {
                    least = Some(found);
                }
            }
            Err(shared) => {
                for vertex in vertices.clone().filter(|vertex| colours[*vertex] == shared) {
                    let mut told_apart = colours;
                    // Any other colour will do, if it is made from the shared one in the same way for each vertex.
                    told_apart[vertex] = !shared;
                    waiting.push(told_apart);
                }
            }
        }
        // Each set of colours that waits gives one order or more. So the answer is `None` exactly if there are more
        // than `most_orders` orders, and does not depend on the names of the vertices.
        if orders + waiting.len() > most_orders {
            return None;
        }
        let Some(next) = waiting.pop() else { return least };
        colours = next;
    }
}

impl<const DEGREE: usize> SmallGraph<DEGREE> {
    /// A graph with these neighbours of each vertex, as words.
    pub(super) fn new(around: &[u16]) -> Self {
        let mut graph = Self::with_vertices(around.len());
        for (vertex, neighbours) in around.iter().enumerate() {
            for (place, other) in bits(u64::from(*neighbours)).enumerate() {
                // More neighbours than `DEGREE` have no place, and panic: to drop one would give a wrong code.
                graph.join(vertex, place, other);
            }
        }
        graph
    }

    /// A graph of this many vertices without edges.
    pub(super) fn with_vertices(vertices: usize) -> Self {
        assert!(vertices <= MOST, "{vertices} vertices have no room");
        Self { vertices, neighbours: [[NONE; DEGREE]; MOST] }
    }

    /// Says that the neighbour of a vertex at one of its `DEGREE` places is this vertex.
    #[inline]
    pub(super) fn join(&mut self, vertex: usize, place: usize, other: usize) {
        #[cfg(test)]
        assert!(vertex < self.vertices && other < self.vertices);
        self.neighbours[vertex][place] = other.to_le_bytes()[0];
    }

    /// Colours each vertex by its colour and those around it, several times.
    #[inline]
    fn refine(&self, colours: &mut Colours) {
        let mut mixed = [0; 2 * MOST];
        for _ in 0..ROUNDS {
            for vertex in 0..MOST {
                let colour = colours[vertex];
                mixed[vertex] = (colour ^ colour >> 15).wrapping_mul(0x2c1b_3c6d);
            }
            // Missing neighbours are read at place 16, and count as 0.
            mixed[self.vertices..=MOST].fill(0);
            for (vertex, around) in self.neighbours[..self.vertices].iter().enumerate() {
                let colours_around = around.iter().map(|next| mixed[usize::from(*next) % (2 * MOST)]);
                // A sum, since neighbours have no order.
                let sum = colours_around.fold(0, u32::wrapping_add);
                colours[vertex] = (mixed[vertex] >> 7) ^ (sum ^ sum >> 13).wrapping_add(mixed[vertex]);
            }
        }
    }

    /// The place of each vertex in the order of colours, after refinement, or the least colour of several vertices.
    #[inline]
    fn ranks(&self, colours: &mut Colours) -> Result<[u8; MOST], u32> {
        let mut ranks = [0; MOST];
        let mut seen = 0_u32;
        for _ in 0..LOOKS {
            self.refine(colours);
            // Signed integers are compared several at a time.
            let mut signed = [i32::MAX; MOST];
            for (signed, colour) in signed.iter_mut().zip(&colours[..self.vertices]) {
                *signed = colour.cast_signed();
            }
            seen = 0;
            for (rank, colour) in ranks.iter_mut().zip(&signed[..self.vertices]) {
                // The rank is the number of smaller colours. Places behind the last vertex hold the greatest integer,
                // which is smaller than no colour.
                *rank = signed.iter().map(|other| u8::from(other < colour)).sum();
                seen |= 1 << *rank;
            }
            // Each rank occurs: all colours are different.
            if seen == (1 << self.vertices) - 1 {
                return Ok(ranks);
            }
        }
        // The first rank that is missing follows that of a colour of several vertices. Ranks 0, 1, 1, 3: rank 2 is
        // missing, and two vertices share rank 1.
        let shared = (!seen).trailing_zeros() - 1;
        let place = ranks[..self.vertices].iter().position(|rank| u32::from(*rank) == shared);
        Err(colours[place.expect("the place before was seen")])
    }

    /// The number of vertices above a bit for each two places of this order.
    fn code(&self, ranks: &[u8; MOST]) -> u128 {
        let mut code = (self.vertices as u128) << PAIRS;
        for (vertex, around) in self.neighbours[..self.vertices].iter().enumerate() {
            // Each edge once; a missing neighbour has a number above all.
            for next in around.iter().filter(|next| usize::from(**next) > vertex && **next != NONE) {
                let (one, other) = (u32::from(ranks[vertex]), u32::from(ranks[usize::from(*next)]));
                let (low, high) = (one.min(other), one.max(other));
                // The number of the pair among all pairs in the order (0, 1), (0, 2), (1, 2), (0, 3), ..: pairs with a
                // smaller `high` come first.
                code |= 1 << (high * (high - 1) / 2 + low);
            }
        }
        code
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use super::*;

    /// The pairs of numbers below this one.
    fn pairs(vertices: usize) -> Vec<(usize, usize)> {
        (0..vertices).flat_map(|high| (0..high).map(move |low| (low, high))).collect()
    }

    /// The graph with these edges, its vertices renamed.
    fn renamed<const DEGREE: usize>(edges: &[(usize, usize)], names: &[usize]) -> SmallGraph<DEGREE> {
        let mut around = vec![0_u16; names.len()];
        for (one, other) in edges {
            around[names[*one]] |= 1 << names[*other];
            around[names[*other]] |= 1 << names[*one];
        }
        SmallGraph::new(&around)
    }

    /// All orders of the numbers below this one.
    fn orders(vertices: usize) -> Vec<Vec<usize>> {
        (0..vertices).fold(vec![Vec::new()], |shorter, next| {
            let longer = |order: &Vec<usize>| {
                let with = |place| [&order[..place], &[next], &order[place..]].concat();
                (0..=order.len()).map(with).collect::<Vec<_>>()
            };
            shorter.iter().flat_map(longer).collect()
        })
    }

    /// All graphs of one to five vertices, connected or not. Of each class the least set of edges among all orders is taken: OEIS A000088 tells
    /// how many there are.
    #[test]
    fn graphs_share_a_code_exactly_if_they_are_isomorphic() {
        let mut seen: HashMap<u128, (usize, u32)> = HashMap::new();
        for (vertices, classes) in [(1, 1), (2, 2), (3, 4), (4, 11), (5, 34)] {
            let (pairs, orders) = (pairs(vertices), orders(vertices));
            let number_of: HashMap<_, _> = pairs.iter().copied().zip(0..).collect();
            let mut least_sets = HashSet::new();
            let mut codes: HashMap<u32, Option<u128>> = HashMap::new();
            for set in 0..1_u32 << pairs.len() {
                let edges: Vec<_> =
                    (0..).zip(&pairs).filter(|(bit, _)| set >> bit & 1 == 1).map(|(_, pair)| *pair).collect();
                let image = |order: &Vec<usize>| {
                    let number = |(one, other): &(usize, usize)| {
                        let (one, other) = (order[*one], order[*other]);
                        number_of[&(one.min(other), one.max(other))]
                    };
                    edges.iter().map(|edge| 1_u32 << number(edge)).sum::<u32>()
                };
                let images: Vec<u32> = orders.iter().map(image).collect();
                let (least, symmetries) =
                    (*images.iter().min().unwrap(), images.iter().filter(|image| **image == set).count());
                least_sets.insert(least);
                let code = class_code(&renamed::<4>(&edges, &(0..vertices).collect::<Vec<_>>()));
                assert_eq!(*codes.entry(least).or_insert(code), code, "{edges:?}");
                assert_eq!(code.is_some(), symmetries <= MOST_ORDERS, "{edges:?}");
                if let Some(code) = code {
                    assert_eq!(*seen.entry(code).or_insert((vertices, least)), (vertices, least), "{edges:?}");
                }
            }
            assert_eq!(least_sets.len(), classes);
        }
    }

    /// The code of a large graph does not depend on the names of its vertices, and an edge more is another code.
    #[test]
    fn names_do_not_matter() {
        let mut random = 1_u64;
        let mut below = move |bound: usize| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) as usize % bound
        };
        let mut coded = 0;
        for _ in 0..300 {
            let vertices = 6 + below(MOST - 5);
            let share = 1 + below(9);
            let edges: Vec<_> = pairs(vertices).into_iter().filter(|_| below(10) < share).collect();
            let mut names: Vec<usize> = (0..vertices).collect();
            let code = class_code(&renamed::<MOST>(&edges, &names));
            for place in (1..vertices).rev() {
                names.swap(place, below(place + 1));
            }
            assert_eq!(class_code(&renamed::<MOST>(&edges, &names)), code, "{edges:?}");
            let Some(code) = code else { continue };
            coded += 1;
            let missing = pairs(vertices).into_iter().find(|pair| !edges.contains(pair));
            let Some(missing) = missing else { continue };
            let more = class_code(&renamed::<MOST>(&[&edges[..], &[missing]].concat(), &names));
            assert_ne!(more, Some(code), "{edges:?}");
        }
        assert!(coded > 200, "{coded}");
    }
}
