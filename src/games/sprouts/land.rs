//! Lands: regions, boundaries, and occurrences of spots; what is dead or cannot matter is taken out.
//!
//! A drawing, which is what a move leaves, is a list of bytes: the occurrences of each boundary and a mark, and a second mark after each region. It
//! passes three steps, each in one or two passes over the bytes: reduction, the split into lands, and the canonical form of each land.

use smallvec::SmallVec;

/// A spot with this number of ends and no letter: 0 is a free spot; a 2 has one life, which matters in one place only.
pub(super) type Occurrence = u8;

/// The first letter. Spots from here on have one life and two occurrences, in one boundary or in two regions.
pub(super) const LETTER: Occurrence = 3;

/// Marks the end of a boundary and of a region.
pub(super) const END_OF_BOUNDARY: u8 = 254;
pub(super) const END_OF_REGION: u8 = 255;

/// The cyclic list of the occurrences of spots along a curve, with the region on the left.
pub(super) type Boundary = Vec<Occurrence>;

/// The boundaries around one region, in no order.
pub(super) type Region = Vec<Boundary>;

/// Regions, which share spots.
pub(super) type Regions = Vec<Region>;

/// The lives that an occurrence stands for in its region.
const fn lives(occurrence: Occurrence) -> usize {
    match occurrence {
        0 => 3,
        1 => 2,
        _ => 1,
    }
}

/// A number as a byte: of a region, a boundary, a place, or a letter.
pub(super) fn byte(number: usize) -> u8 {
    u8::try_from(number).expect("a land has at most 100 letters, and 200 places")
}

/// Whether both occurrences of a letter are on the boundary.
pub(super) fn stands_twice(boundary: &[Occurrence], letter: Occurrence) -> bool {
    boundary.iter().filter(|spot| **spot == letter).nth(1).is_some()
}

/// The number of occurrences of each letter, and of the marks.
fn counts(drawing: &[u8]) -> [u8; 256] {
    let mut counts = [0_u8; 256];
    for spot in drawing {
        counts[usize::from(*spot)] = counts[usize::from(*spot)].saturating_add(1);
    }
    counts
}

/// Takes out what no later move can use, and writes what is left in as few spots as possible. `kept` is room for the work.
///
/// One pass is enough: taking out a region takes no lives from another one.
pub(super) fn reduce(drawing: &[u8], kept: &mut Vec<u8>, left: &mut Vec<u8>) {
    without_dead_spots(drawing, kept);
    with_fewer_spots(kept, left);
}

fn without_dead_spots(drawing: &[u8], kept: &mut Vec<u8>) {
    let all = counts(drawing);
    kept.clear();
    // Where the current region and the current boundary begin in `kept`, and the lives that the region has so far.
    let (mut region, mut boundary, mut lives_here) = (0, 0, 0);
    for spot in drawing {
        match *spot {
            END_OF_BOUNDARY => {
                // Equal neighbours are one occurrence: nothing lies between them.
                // Once is enough: the occurrence before the last one is another spot, or it would not have been kept.
                let ends = kept[boundary..].first().zip(kept[boundary..].last());
                if kept.len() > boundary + 1 && ends.is_some_and(|(first, last)| first == last && *first >= LETTER) {
                    // A boundary is a circle, so that its last occurrence is a neighbour of its first.
                    kept.pop();
                    lives_here -= 1;
                }
                if kept.len() > boundary {
                    kept.push(END_OF_BOUNDARY);
                    boundary = kept.len();
                }
            }
            END_OF_REGION => {
                // A move takes two lives.
                if lives_here < 2 {
                    kept.truncate(region);
                } else {
                    kept.push(END_OF_REGION);
                }
                (region, boundary, lives_here) = (kept.len(), kept.len(), 0);
            }
            // A spot with three ends or more is dead. It has three occurrences or more. Where a dead spot is left out,
            // its neighbours become neighbours of each other: a letter is compared with what was kept last.
            spot if spot >= LETTER
                && (all[usize::from(spot)] > 2 || kept[boundary..].last().is_some_and(|last| *last == spot)) => {}
            spot => {
                kept.push(spot);
                lives_here += lives(spot);
            }
        }
    }
}

fn with_fewer_spots(drawing: &[u8], left: &mut Vec<u8>) {
    let all = counts(drawing);
    left.clear();
    for region in regions(drawing) {
        let here = counts(region);
        let spots = || region.iter().copied().filter(|spot| *spot != END_OF_BOUNDARY);
        let twice = |spot: Occurrence| spot >= LETTER && here[usize::from(spot)] == 2;
        // Halves, since a letter that stands twice in the region is one life in two occurrences.
        let half_lives: usize = spots().map(|spot| 2 * lives(spot) - usize::from(twice(spot))).sum();
        let start = left.len();
        let is_small = half_lives == 4 || half_lives == 6;
        if is_small {
            // With two or three lives there is one move, or two that follow each other: neither the order of the spots
            // nor their boundaries matter, and all are written on one boundary. What becomes a 2 comes last, and
            // letters stay in their order, in which the pseudo-canonical form names them.
            for becomes_two in [false, true] {
                for spot in spots().filter(|spot| (*spot == 2 || twice(*spot)) == becomes_two) {
                    // A letter that stands twice here is one life, and is written once.
                    if !(twice(spot) && left[start..].contains(&spot)) {
                        left.push(spot);
                    }
                }
            }
            left.push(END_OF_BOUNDARY);
        } else {
            left.extend(region);
        }
        for spot in &mut left[start..] {
            // A letter whose other occurrence is gone has one life in one place, which is a 2.
            let is_letter = (LETTER..END_OF_BOUNDARY).contains(spot);
            if is_letter && (all[usize::from(*spot)] == 1 || is_small && twice(*spot)) {
                *spot = 2;
            }
        }
        left.push(END_OF_REGION);
    }
}

/// The regions of a drawing or of a canonical text, without the marks behind them.
pub(super) fn regions(drawing: &[u8]) -> impl Iterator<Item = &[u8]> {
    drawing.split_inclusive(|spot| *spot == END_OF_REGION).map(|region| &region[..region.len() - 1])
}

/// The boundaries of a region, without the marks behind them.
pub(super) fn boundaries(region: &[u8]) -> impl Iterator<Item = &[u8]> {
    region.split_inclusive(|spot| *spot == END_OF_BOUNDARY).map(|boundary| &boundary[..boundary.len() - 1])
}

/// The lands of a drawing: classes of regions that letters connect.
pub(super) fn lands(drawing: &[u8]) -> SmallVec<[SmallVec<[&[u8]; 8]>; 2]> {
    let regions: SmallVec<[&[u8]; 16]> = regions(drawing).collect();
    // The number of the first region with each letter, and for each region the number of its class.
    let mut seen = [usize::MAX; 256];
    let mut classes: SmallVec<[usize; 16]> = (0..regions.len()).collect();
    for (number, region) in regions.iter().enumerate() {
        for spot in region.iter().filter(|spot| (LETTER..END_OF_BOUNDARY).contains(*spot)) {
            let first = &mut seen[usize::from(*spot)];
            if *first == usize::MAX {
                *first = number;
                continue;
            }
            let (one, other) = (classes[*first], classes[number]);
            if one != other {
                // Regions are few, so that a walk over all is cheaper than a tree of classes.
                classes.iter_mut().filter(|class| **class == other).for_each(|class| *class = one);
            }
        }
    }
    // One list for each class, in the order of the first regions; `numbers` holds the class of each list.
    let mut lands: SmallVec<[SmallVec<[&[u8]; 8]>; 2]> = SmallVec::new();
    let mut numbers: SmallVec<[usize; 8]> = SmallVec::new();
    for (region, class) in regions.into_iter().zip(classes) {
        if let Some(place) = numbers.iter().position(|number| *number == class) {
            lands[place].push(region);
        } else {
            numbers.push(class);
            lands.push(SmallVec::from_slice(&[region]));
        }
    }
    lands
}
