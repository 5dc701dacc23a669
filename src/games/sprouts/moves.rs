//! The moves in a land.

use std::fmt;

use super::land::{Boundary, LETTER, Occurrence, Region, Regions, new_letters};
use crate::subset::Subset;

/// An end of a line: the occurrence of a spot on a boundary of a region, all numbered from 0 in the order of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LineEnd {
    /// The boundary.
    pub boundary: u8,
    /// The occurrence on it.
    pub occurrence: u8,
}

/// A line that is drawn in a region, with a new spot on it.
///
/// A line between two boundaries joins them. A line from a boundary to itself cuts the region in two: one part lies along the boundary from the
/// first end to the second, the other along the rest, and each of the other boundaries lies in one of them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Line {
    /// The region, from 0.
    pub region: u8,
    /// One end.
    pub from: LineEnd,
    /// The other end. On the same boundary it is not before the first one.
    pub to: LineEnd,
    /// The other boundaries in the part along the boundary from `from` to `to`, if the line goes from a boundary to itself.
    pub inside: Subset,
}

/// Written as `region 1: from spot 2 of boundary 1 to itself, around boundaries 2 and 3`, with numbers from 1.
impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (from, to) = (self.from, self.to);
        write!(
            f,
            "region {}: from spot {} of boundary {} to ",
            self.region + 1,
            from.occurrence + 1,
            from.boundary + 1
        )?;
        if from == to {
            f.write_str("itself")?;
        } else {
            write!(f, "spot {}", to.occurrence + 1)?;
            if from.boundary != to.boundary {
                write!(f, " of boundary {}", to.boundary + 1)?;
            }
        }
        let inside: Vec<String> = self.inside.iter().map(|boundary| (boundary + 1).to_string()).collect();
        match &inside[..] {
            [] => Ok(()),
            [one] => write!(f, ", around boundary {one}"),
            [first @ .., last] => write!(f, ", around boundaries {} and {last}", first.join(", ")),
        }
    }
}

/// The lines that can be drawn. Of equal boundaries without letters only the first is tried.
pub(super) fn lines(regions: &Regions) -> impl Iterator<Item = Line> {
    regions.iter().zip(0_u8..).flat_map(|(region, number)| {
        let joining = joining(region).map(move |(from, to)| (from, to, Subset::new()));
        let cutting =
            cutting(region).flat_map(|(from, to)| parts(region, from.boundary).map(move |inside| (from, to, inside)));
        joining.chain(cutting).map(move |(from, to, inside)| Line { region: number, from, to, inside })
    })
}

/// Whether the line can be drawn, also one that is equal to an earlier one of the list.
pub(super) fn fits(regions: &Regions, line: &Line) -> bool {
    let Some(region) = regions.get(usize::from(line.region)) else { return false };
    let (from, to) = (line.from, line.to);
    let spot = |end: LineEnd| region.get(usize::from(end.boundary))?.get(usize::from(end.occurrence)).copied();
    let (Some(one), Some(other)) = (spot(from), spot(to)) else { return false };
    let is_inside = |boundary: usize| boundary < region.len() && boundary != usize::from(from.boundary);
    if from.boundary != to.boundary {
        return from.boundary < to.boundary && line.inside.is_empty();
    }
    let ends = if from == to { one < 2 } else { from.occurrence < to.occurrence && (one < LETTER || one != other) };
    ends && line.inside.iter().all(is_inside)
}

fn ends(region: &Region) -> impl Iterator<Item = LineEnd> + Clone {
    region.iter().zip(0_u8..).flat_map(|(boundary, number)| {
        (0..boundary.len()).map(move |place| {
            let occurrence = u8::try_from(place).expect("a boundary has fewer than 256 spots");
            LineEnd { boundary: number, occurrence }
        })
    })
}

/// Whether a boundary is the first of equal ones without letters; one with a letter is equal to no other.
fn is_first(region: &Region, boundary: usize) -> bool {
    !region[..boundary].contains(&region[boundary]) || has_letter(&region[boundary])
}

fn has_letter(boundary: &Boundary) -> bool {
    boundary.iter().any(|spot| *spot >= LETTER)
}

/// The pairs of ends on two boundaries.
fn joining(region: &Region) -> impl Iterator<Item = (LineEnd, LineEnd)> {
    ends(region).flat_map(move |from| {
        let others = ends(region).filter(move |to| from.boundary < to.boundary);
        others.map(move |to| (from, to)).filter(|(from, to)| {
            let [one, other] = [from, to].map(|end| usize::from(end.boundary));
            let second = region[..other].iter().filter(|before| **before == region[other]).count();
            let is_second = region[one] == region[other] && second == 1;
            is_first(region, one) && (is_first(region, other) || is_second)
        })
    })
}

/// The pairs of ends on one boundary.
fn cutting(region: &Region) -> impl Iterator<Item = (LineEnd, LineEnd)> {
    ends(region).filter(|from| is_first(region, usize::from(from.boundary))).flat_map(move |from| {
        let boundary = &region[usize::from(from.boundary)];
        let one = boundary[usize::from(from.occurrence)];
        let last = u8::try_from(boundary.len() - 1).expect("a boundary has fewer than 256 spots");
        (from.occurrence..=last).filter_map(move |occurrence| {
            let other = boundary[usize::from(occurrence)];
            let may = if occurrence == from.occurrence { one < 2 } else { one < LETTER || one != other };
            may.then_some((from, LineEnd { occurrence, ..from }))
        })
    })
}

/// The sets of boundaries other than `cut`. Of equal boundaries without letters, the first ones are in the set.
fn parts(region: &Region, cut: u8) -> impl Iterator<Item = Subset> {
    let mut classes: Vec<Vec<usize>> = Vec::new();
    for boundary in (0..region.len()).filter(|boundary| *boundary != usize::from(cut)) {
        let equal = |class: &&mut Vec<usize>| !has_letter(&region[boundary]) && region[class[0]] == region[boundary];
        match classes.iter_mut().find(equal) {
            Some(class) => class.push(boundary),
            None => classes.push(vec![boundary]),
        }
    }
    chosen(classes)
}

/// The sets that have some of the members of each class, the first ones.
pub(super) fn chosen(classes: Vec<Vec<usize>>) -> impl Iterator<Item = Subset> {
    // A counter with a digit for each class: how many of it are in the set.
    let mut digits: Option<Vec<usize>> = Some(vec![0; classes.len()]);
    std::iter::from_fn(move || {
        let now = digits.take()?;
        let chosen = classes.iter().zip(&now).flat_map(|(class, count)| class[..*count].iter().copied()).collect();
        let mut next = now;
        let place = next.iter().zip(&classes).position(|(digit, class)| *digit < class.len());
        digits = place.map(|place| {
            next[..place].fill(0);
            next[place] += 1;
            next
        });
        Some(chosen)
    })
}

/// What a line leaves, before it is reduced. The line is one that can be drawn.
pub(super) fn drawn(regions: &Regions, line: &Line) -> Regions {
    let mut letters = new_letters(regions);
    let mut letter = || letters.next().expect("a land has fewer lives than there are letters");
    let new_spot = letter();
    let mut left = regions.clone();
    let mut region = std::mem::take(&mut left[usize::from(line.region)]);
    let [from, to] = [line.from, line.to].map(|end| usize::from(end.boundary));
    let [first, last] = [line.from, line.to].map(|end| usize::from(end.occurrence));
    if from != to {
        let mut joined = opened(&region[from], first, &mut letter);
        joined.push(new_spot);
        joined.extend(opened(&region[to], last, &mut letter));
        joined.push(new_spot);
        region[from] = joined;
        region.remove(to);
        left[usize::from(line.region)] = region;
        return left;
    }
    let boundary = &region[from];
    // The ends as each part has them; `None` if the spot is dead.
    let [one, other] = if first == last {
        // A free spot that is joined to itself keeps one life, and has an occurrence in each part. A spot with two lives dies.
        [(boundary[first] == 0).then(&mut letter), None]
    } else {
        [first, last].map(|place| match boundary[place] {
            1 => Some(letter()),
            2 => None,
            spot => Some(spot), // it has one occurrence more, and dies
        })
    };
    let between: &[Occurrence] = boundary.get(first + 1..last).unwrap_or_default();
    let along: Boundary = one.iter().chain(between).chain(&other).copied().chain([new_spot]).collect();
    let around = boundary[last + 1..].iter().chain(&boundary[..first]);
    let rest: Boundary = other.iter().chain(around).chain(&one).copied().chain([new_spot]).collect();
    let others = region.iter().enumerate().filter(|(place, _)| *place != from);
    let (inside, outside): (Vec<_>, Vec<_>) = others.partition(|(place, _)| line.inside.contains(*place));
    let with = |first: Boundary, others: Vec<(usize, &Boundary)>| -> Region {
        std::iter::once(first).chain(others.into_iter().map(|(_, boundary)| boundary.clone())).collect()
    };
    let (inside, outside) = (with(along, inside), with(rest, outside));
    left[usize::from(line.region)] = inside;
    left.push(outside);
    left
}

/// A boundary that begins and ends at the end of a line.
fn opened(boundary: &Boundary, place: usize, letter: &mut impl FnMut() -> Occurrence) -> Boundary {
    let (before, after) = (&boundary[..place], &boundary[place + 1..]);
    let rest = after.iter().chain(before).copied();
    match boundary[place] {
        0 => vec![1],
        1 => {
            let letter = letter();
            std::iter::once(letter).chain(rest).chain([letter]).collect()
        }
        2 => rest.collect(),
        // The third occurrence of a letter: the spot dies.
        spot => std::iter::once(spot).chain(rest).chain([spot]).collect(),
    }
}
