//! Lands: regions, boundaries, and occurrences of spots; what is dead or cannot matter is taken out.

/// A spot with this number of ends and no letter: 0 is a free spot; a 2 has one life, which matters in one place only.
pub(super) type Occurrence = u8;

/// The first letter. Spots from here on have one life and two occurrences, in one boundary or in two regions.
pub(super) const LETTER: Occurrence = 3;

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

/// Whether both occurrences of a letter are on the boundary.
pub(super) fn stands_twice(boundary: &Boundary, letter: Occurrence) -> bool {
    boundary.iter().filter(|spot| **spot == letter).nth(1).is_some()
}

/// The number of occurrences of each letter.
fn counts<'a>(occurrences: impl Iterator<Item = &'a Occurrence>) -> [u8; 256] {
    let mut counts = [0_u8; 256];
    occurrences.for_each(|spot| counts[usize::from(*spot)] = counts[usize::from(*spot)].saturating_add(1));
    counts
}

/// Takes out what no later move can use, and writes what is left in as few spots as possible. Returns whether any region is left.
///
/// One pass is enough: taking out a region takes no lives from another one.
pub(super) fn reduce(regions: &mut Regions) {
    // A spot with three ends or more is dead. It has three occurrences or more.
    let all = counts(regions.iter().flatten().flatten());
    for boundary in regions.iter_mut().flatten() {
        boundary.retain(|spot| *spot < LETTER || all[usize::from(*spot)] < 3);
        // Equal neighbours are one occurrence: nothing lies between them.
        boundary.dedup_by(|next, spot| *next == *spot && *spot >= LETTER);
        if boundary.len() > 1 && boundary[0] >= LETTER && boundary.first() == boundary.last() {
            boundary.pop();
        }
    }
    for region in regions.iter_mut() {
        region.retain(|boundary| !boundary.is_empty());
    }
    // A move takes two lives.
    regions.retain(|region| region.iter().flatten().map(|spot| lives(*spot)).sum::<usize>() >= 2);
    let all = counts(regions.iter().flatten().flatten());
    for region in regions.iter_mut() {
        let here = counts(region.iter().flatten());
        let twice = |spot: Occurrence| spot >= LETTER && here[usize::from(spot)] == 2;
        let lives: usize = region.iter().flatten().map(|spot| 2 * lives(*spot) - usize::from(twice(*spot))).sum();
        if lives == 4 || lives == 6 {
            // With two or three lives there is one move, or two that follow each other: their order does not matter.
            let mut boundary: Boundary = region.drain(..).flatten().collect();
            boundary.sort_unstable();
            boundary.dedup_by(|next, spot| *next == *spot && *spot >= LETTER);
            for spot in &mut boundary {
                if twice(*spot) {
                    *spot = 2;
                }
            }
            region.push(boundary);
        }
        for spot in region.iter_mut().flatten() {
            if *spot >= LETTER && all[usize::from(*spot)] == 1 {
                *spot = 2;
            }
        }
    }
}

/// The lands of some regions: classes of regions that letters connect.
pub(super) fn lands(regions: Regions) -> Vec<Regions> {
    let mut lands: Vec<(Vec<bool>, Regions)> = Vec::new();
    for region in regions {
        let mut letters = vec![false; 256];
        region.iter().flatten().filter(|spot| **spot >= LETTER).for_each(|spot| letters[usize::from(*spot)] = true);
        let mut land = vec![region];
        let shares = |other: &[bool]| letters.iter().zip(other).any(|(own, other)| *own && *other);
        let (joined, apart): (Vec<_>, Vec<_>) = lands.drain(..).partition(|(other, _)| shares(other));
        lands = apart;
        for (other, regions) in joined {
            land.extend(regions);
            letters.iter_mut().zip(other).for_each(|(own, other)| *own |= other);
        }
        lands.push((letters, land));
    }
    lands.into_iter().map(|(_, land)| land).collect()
}

/// The least letter that does not occur, and the next ones.
pub(super) fn new_letters(regions: &Regions) -> impl Iterator<Item = Occurrence> {
    let used = counts(regions.iter().flatten().flatten());
    (LETTER..=Occurrence::MAX).filter(move |letter| used[usize::from(*letter)] == 0)
}
