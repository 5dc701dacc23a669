//! Regions as graphs: a number that two small regions share only if their cells are adjacent in the same way. Graphs of much symmetry have none.

use crate::games::bits::Bits;
use crate::games::class_code::{MOST, SmallGraph, class_code};
use crate::games::cram::packed::Packed;
use crate::games::images::row;

/// The code of a region of at most 16 cells.
pub(super) fn code<B: Bits>(region: Packed<B>) -> Option<u128> {
    let cells = region.cells.count() as usize;
    if cells > MOST {
        return None;
    }
    // The four places of `join` stand for left, right, above and below, so that no neighbour takes the place of
    // another.
    let mut graph = SmallGraph::<4>::with_vertices(cells);
    // For each column, the number of the last cell that was met in it. Numbers of cells follow reading order and are
    // below 16, so that the lowest byte holds all of a number.
    let mut last_in_column = [0_u8; 128];
    let (mut rest, mut cell) = (region.cells, 0);
    let mut before = u32::MAX;
    while rest != B::NONE {
        let place = rest.least();
        rest = rest.without_least();
        let column = place - row(place, region.width) * region.width;
        // In reading order the neighbour to the left is the cell before, and the one above is the last that was met in the column.
        if column > 0 && before == place - 1 {
            graph.join(cell, 0, cell - 1);
            graph.join(cell - 1, 1, cell);
        }
        if place >= region.width && region.cells & B::ONE << (place - region.width) != B::NONE {
            let above = usize::from(last_in_column[column as usize]);
            graph.join(cell, 2, above);
            graph.join(above, 3, cell);
        }
        last_in_column[column as usize] = cell.to_le_bytes()[0];
        before = place;
        cell += 1;
    }
    class_code(&graph)
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
