//! Regions as graphs: a number that two small regions share exactly if their cells are adjacent in the same way.

use crate::games::bits::Bits;
use crate::games::cram::packed::Packed;
use crate::games::images::row;

/// Maximum number of cells of a region that is coded. (Cram to 5 × 8: with 12 a seventh more listings, with 20 as many.)
const MOST: usize = 16;
/// The number of a neighbour that is missing.
const NO_CELL: u8 = 16;
/// Rounds of refinement between two looks whether all colours are different. Three of a colour reach that many cells further.
const ROUNDS: usize = 3;
/// Looks before the cells of one colour are told apart.
const LOOKS: usize = 2;
/// Maximum number of orders that are compared. A region with more symmetry has no code.
const MOST_ORDERS: usize = 8;

/// A colour for each cell, and 0 behind the last one, for a neighbour that is missing. The length lets the compiler leave out checks.
type Colours = [u32; 2 * MOST];

/// A region as a graph.
struct Graph {
    cells: usize,
    /// The neighbours of each cell, filled up with [`NO_CELL`].
    neighbours: [[u8; 4]; MOST],
}

/// The code of a region of at most 16 cells.
///
/// Cells are put in an order that depends on nothing but the graph, and the code has a bit for each two places of the order, set if the
/// cells there are neighbours. So it tells the graph. A cell gets a colour from its number of neighbours, and then again and again from the
/// colours of its neighbours. If all colours are different in the end, they are the order. If not, each cell of one colour gets a
/// colour of its own in turn, and the least code counts.
pub(super) fn code<B: Bits>(region: Packed<B>) -> Option<u128> {
    let graph = Graph::new(region)?;
    let mut colours = [0; 2 * MOST];
    for (colour, around) in colours.iter_mut().zip(&graph.neighbours[..graph.cells]) {
        *colour = 1 + around.iter().map(|next| u32::from(*next != NO_CELL)).sum::<u32>();
    }
    let mut orders = 0;
    let mut least = u128::MAX;
    let mut waiting = Vec::new();
    loop {
        match graph.ranks(&mut colours) {
            Ok(ranks) => {
                orders += 1;
                least = least.min(graph.code(&ranks));
            }
            Err(colour) => {
                for cell in (0..graph.cells).filter(|cell| colours[*cell] == colour) {
                    let mut told_apart = colours;
                    // Any other colour will do, if it is made from the shared one in the same way for each cell.
                    told_apart[cell] = !colour;
                    waiting.push(told_apart);
                }
            }
        }
        // Each set of colours that waits gives one order or more.
        if orders + waiting.len() > MOST_ORDERS {
            return None;
        }
        let Some(next) = waiting.pop() else { return Some(least) };
        colours = next;
    }
}

impl Graph {
    fn new<B: Bits>(region: Packed<B>) -> Option<Self> {
        if region.cells.count() as usize > MOST {
            return None;
        }
        let mut neighbours = [[NO_CELL; 4]; MOST];
        let mut last_in_column = [0_u8; 128];
        let (mut rest, mut cells) = (region.cells, 0_u8);
        let mut before = u32::MAX;
        while rest != B::NONE {
            let place = rest.least();
            rest = rest.without_least();
            let column = place - row(place, region.width) * region.width;
            // In reading order the neighbour to the left is the cell before, and the one above is the last that was met in the column.
            if column > 0 && before == place - 1 {
                neighbours[usize::from(cells)][0] = cells - 1;
                neighbours[usize::from(cells) - 1][1] = cells;
            }
            if place >= region.width && region.cells & B::ONE << (place - region.width) != B::NONE {
                let above = last_in_column[column as usize];
                neighbours[usize::from(cells)][2] = above;
                neighbours[usize::from(above)][3] = cells;
            }
            last_in_column[column as usize] = cells;
            before = place;
            cells += 1;
        }
        Some(Self { cells: usize::from(cells), neighbours })
    }

    /// Colours each cell by its colour and those around it, several times.
    #[inline]
    fn refine(&self, colours: &mut Colours) {
        let mut mixed = [0; 2 * MOST];
        for _ in 0..ROUNDS {
            for cell in 0..MOST {
                let colour = colours[cell];
                mixed[cell] = (colour ^ colour >> 15).wrapping_mul(0x2c1b_3c6d);
            }
            // Missing neighbours are read at place 16, and count as 0.
            mixed[self.cells..=MOST].fill(0);
            for (cell, [left, right, above, below]) in self.neighbours[..self.cells].iter().enumerate() {
                let colour = |cell: &u8| mixed[usize::from(*cell) % (2 * MOST)];
                let sum =
                    colour(left).wrapping_add(colour(right)).wrapping_add(colour(above)).wrapping_add(colour(below));
                colours[cell] = (mixed[cell] >> 7) ^ (sum ^ sum >> 13).wrapping_add(mixed[cell]);
            }
        }
    }

    /// The place of each cell in the order of colours, after refinement, or the least colour of several cells.
    #[inline]
    fn ranks(&self, colours: &mut Colours) -> Result<[u8; MOST], u32> {
        let mut ranks = [0; MOST];
        let mut seen = 0_u32;
        for _ in 0..LOOKS {
            self.refine(colours);
            // Signed integers are compared several at a time.
            let mut signed = [i32::MAX; MOST];
            for (signed, colour) in signed.iter_mut().zip(&colours[..self.cells]) {
                *signed = colour.cast_signed();
            }
            seen = 0;
            for (rank, colour) in ranks.iter_mut().zip(&signed[..self.cells]) {
                *rank = signed.iter().map(|other| u8::from(other < colour)).sum();
                seen |= 1 << *rank;
            }
            if seen == (1 << self.cells) - 1 {
                return Ok(ranks);
            }
        }
        // The first place that is missing follows that of a colour of several cells.
        let shared = (!seen).trailing_zeros() - 1;
        let place = ranks[..self.cells].iter().position(|rank| u32::from(*rank) == shared);
        Err(colours[place.expect("the place before was seen")])
    }

    fn code(&self, ranks: &[u8; MOST]) -> u128 {
        let mut code = 0;
        for (cell, around) in self.neighbours[..self.cells].iter().enumerate() {
            for next in [around[1], around[3]] {
                if next != NO_CELL {
                    let (one, other) = (u32::from(ranks[cell]), u32::from(ranks[usize::from(next)]));
                    let (low, high) = (one.min(other), one.max(other));
                    // The number of the pair among all pairs with a smaller `high`: 120 pairs of 16 cells fit into 128 bits.
                    code |= 1 << (high * (high - 1) / 2 + low);
                }
            }
        }
        code
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use crate::control::Control;
    use crate::game::ImpartialGame;
    use crate::games::{Cram, Region};
    use crate::search::reachable;
    use crate::solver::Solver;
    use crate::unhinted::Unhinted;

    fn are_adjacent(one: (u32, u32), other: (u32, u32)) -> bool {
        one.0.abs_diff(other.0) + one.1.abs_diff(other.1) == 1
    }

    /// Whether some order of the cells of one region has the neighbours of the other.
    fn are_isomorphic(one: &Region, other: &Region) -> bool {
        let [mut rest, other] = [one, other].map(|region| region.cells().collect::<Vec<_>>());
        if rest.len() != other.len() {
            return false;
        }
        // Each cell has a neighbour before it.
        let mut one = vec![rest.remove(0)];
        while !rest.is_empty() {
            let next = rest.iter().position(|cell| one.iter().any(|before| are_adjacent(*before, *cell))).unwrap();
            one.push(rest.remove(next));
        }
        let mut partial: Vec<Vec<usize>> = vec![vec![]];
        for cell in 0..one.len() {
            let mut longer = Vec::new();
            for images in partial {
                for image in (0..other.len()).filter(|image| !images.contains(image)) {
                    let fits = |before: usize| {
                        are_adjacent(one[before], one[cell]) == are_adjacent(other[images[before]], other[image])
                    };
                    if (0..cell).all(fits) {
                        longer.push([&images[..], &[image]].concat());
                    }
                }
            }
            partial = longer;
        }
        !partial.is_empty()
    }

    /// All regions that play on three boards can reach, with no hints.
    #[test]
    fn regions_share_a_code_exactly_if_they_are_isomorphic() {
        let mut classes: HashMap<u128, Vec<Region>> = HashMap::new();
        for board in ["3x5", "4x4", "xxxxxxx/x.x.x.x"] {
            for region in reachable(&Unhinted(Cram), board.parse::<Region>().unwrap(), &mut Control::new()) {
                let region: Region = region.unwrap();
                let Some(code) = Cram.class_code(&region) else { continue };
                let class = classes.entry(code).or_default();
                if class.len() < 20 && !class.contains(&region) {
                    class.push(region);
                }
            }
        }
        let mut solver = Solver::new(Unhinted(Cram));
        let firsts: Vec<&Region> = classes.values().map(|class| &class[0]).collect();
        assert!(firsts.len() > 100, "{}", firsts.len());
        for (place, one) in firsts.iter().enumerate() {
            let same_size = firsts[..place].iter().filter(|other| other.cells().count() == one.cells().count());
            for other in same_size.filter(|_| one.cells().count() <= 9) {
                assert!(!are_isomorphic(one, other), "{one} and {other}");
            }
        }
        for class in classes.values() {
            for other in &class[1..] {
                assert!(are_isomorphic(&class[0], other), "{} and {other}", class[0]);
                assert_eq!(solver.grundy(class[0].clone()), solver.grundy(other.clone()));
            }
        }
    }

    /// A path has one code, however it is bent, and larger regions have none.
    #[test]
    fn shapes_of_a_graph_have_one_code() {
        let code = |text: &str| Cram.class_code(&text.parse().unwrap());
        assert_eq!(code("1x5"), code("x../xx./.xx"));
        assert_eq!(code("xxxx/x..x/x..x"), code("1x8"));
        assert_ne!(code("1x5"), code("xxx/.x./.x."));
        assert_eq!(code("xxxxx/x.x.."), code("xxxx/x.x./..x."));
        assert!(code("1x16").is_some() && code("1x17").is_none());
    }
}
