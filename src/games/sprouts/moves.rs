//! The moves in a land.
//!
//! Of lines that a symmetry of one boundary, or of equal boundaries, exchanges, one is listed. Those that a symmetry of the whole land exchanges are all
//! listed, since to find them takes as long as to make what they leave. In all lands from 4 spots, 21 925 lines leave 11 300 different
//! options (1.94 lines for each), from 5 spots 377 847 leave 213 790 (1.77), and from 6 spots 6 699 015 leave 4 148 957 (1.61).

use std::fmt;
use std::sync::Arc;

use super::canonical::SMALL;
use super::land::{Boundary, END_OF_BOUNDARY, END_OF_REGION, LETTER, Occurrence, Region, Regions, byte, regions};
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
            u16::from(self.region) + 1,
            u16::from(from.occurrence) + 1,
            u16::from(from.boundary) + 1
        )?;
        if from == to {
            f.write_str("itself")?;
        } else {
            write!(f, "spot {}", u16::from(to.occurrence) + 1)?;
            if from.boundary != to.boundary {
                write!(f, " of boundary {}", u16::from(to.boundary) + 1)?;
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

/// A land, ready for lines to be drawn: each letter has a name of its own.
pub(super) struct Paper {
    pub(super) regions: Regions,
    /// What is known of each boundary of each region.
    kinds: Vec<Vec<Kind>>,
    /// The first name that no letter has.
    new_letter: Occurrence,
}

/// What is the same for boundaries that a symmetry of the land exchanges.
#[derive(Clone, Copy)]
struct Kind {
    /// The first boundary of the region that is equal, which may be this one. A boundary with an upper-case letter is equal to no other.
    first: usize,
    /// The least number of places by which the boundary can be turned without a change.
    period: usize,
}

impl Paper {
    /// Reads a canonical text.
    pub(super) fn new(land: &[u8]) -> Self {
        let great = land.iter().filter(|spot| (LETTER..SMALL).contains(*spot)).max();
        let mut paper =
            Self { regions: Vec::new(), kinds: Vec::new(), new_letter: great.map_or(LETTER, |letter| letter + 1) };
        for region in regions(land) {
            // Free spots stand first, with no mark behind them. The other boundaries have a mark between them.
            let free = region.iter().take_while(|spot| **spot == 0).count();
            let mut boundaries: Vec<&[u8]> = (0..free).map(|place| &region[place..=place]).collect();
            if free < region.len() {
                boundaries.extend(region[free..].split(|spot| *spot == END_OF_BOUNDARY));
            }
            let kind = |place: usize| {
                let boundary = boundaries[place];
                if boundary.iter().any(|spot| (LETTER..SMALL).contains(spot)) {
                    // An upper-case letter leads to another region. Only a symmetry of the whole land could move it,
                    // and these are not looked for.
                    return Kind { first: place, period: boundary.len() };
                }
                let first = boundaries.iter().position(|other| *other == boundary).expect("it is equal to itself");
                let period = (1..boundary.len()).find(|turn| is_equal_turned(boundary, *turn));
                Kind { first, period: period.unwrap_or(boundary.len()) }
            };
            paper.kinds.push((0..boundaries.len()).map(kind).collect());
            let named = boundaries.iter().map(|boundary| paper.named(boundary)).collect();
            paper.regions.push(named);
        }
        paper
    }

    /// The boundary with new names for its lower-case letters.
    fn named(&mut self, boundary: &[u8]) -> Boundary {
        let first = self.new_letter;
        let named = boundary.iter().map(|spot| if *spot < SMALL { *spot } else { spot - SMALL + first }).collect();
        let small = boundary.iter().filter(|spot| **spot >= SMALL).max();
        self.new_letter = small.map_or(first, |letter| letter - SMALL + first + 1);
        named
    }

    /// The lines that can be drawn, one by one: there may be hundreds of millions. Of lines that a symmetry of one boundary, or of equal boundaries, exchanges,
    /// one is listed.
    pub(super) fn lines(self: Arc<Self>) -> impl Iterator<Item = Line> {
        (0..self.regions.len()).flat_map(move |region| {
            let paper = Arc::clone(&self);
            let number = byte(region);
            let line = move |from, to, inside| Line { region: number, from, to, inside };
            let joining = paper.joining(region).into_iter().map(move |(from, to)| line(from, to, Subset::new()));
            let cutting = paper.cutting(region).into_iter().flat_map(move |(from, to)| {
                let (classes, are_alike) = paper.parts(region, from, to);
                chosen(classes, are_alike).map(move |inside| line(from, to, inside))
            });
            joining.chain(cutting)
        })
    }

    /// The number of these lines, without making them.
    pub(super) fn number_of_lines(&self) -> u64 {
        let of_region = |region: usize| {
            let cutting = self.cutting(region).into_iter().map(|(from, to)| {
                let (classes, are_alike) = self.parts(region, from, to);
                number_chosen(&classes, are_alike)
            });
            cutting.fold(self.joining(region).len() as u64, u64::saturating_add)
        };
        (0..self.regions.len()).map(of_region).fold(0, u64::saturating_add)
    }

    /// Whether the line is one of these.
    pub(super) fn lists(&self, line: &Line) -> bool {
        if !self.fits(line) {
            return false;
        }
        let (region, ends) = (usize::from(line.region), (line.from, line.to));
        if line.from.boundary != line.to.boundary {
            return self.joining(region).contains(&ends);
        }
        let (classes, are_alike) = self.parts(region, line.from, line.to);
        self.cutting(region).contains(&ends) && is_chosen(&classes, are_alike, &line.inside)
    }

    /// The ends of lines on a boundary, up to its own symmetry.
    fn ends(&self, region: usize, boundary: usize) -> impl Iterator<Item = LineEnd> {
        let period = self.kinds[region][boundary].period;
        (0..period).map(move |place| LineEnd { boundary: byte(boundary), occurrence: byte(place) })
    }

    /// The pairs of ends on two boundaries. Of equal boundaries the first two are joined.
    fn joining(&self, region: usize) -> Vec<(LineEnd, LineEnd)> {
        let kinds = &self.kinds[region];
        let mut pairs = Vec::new();
        for one in (0..kinds.len()).filter(|boundary| kinds[*boundary].first == *boundary) {
            // Of three equal boundaries any two are alike: the first and the second stand for all pairs of them.
            let second = (one + 1..kinds.len()).find(|other| kinds[*other].first == one);
            let others = (one + 1..kinds.len()).filter(|other| kinds[*other].first == *other || second == Some(*other));
            for other in others {
                for from in self.ends(region, one) {
                    let ends = self.ends(region, other);
                    // Two equal boundaries may be exchanged, so that each pair of ends is listed once.
                    let ends = ends.filter(|to| second != Some(other) || from.occurrence <= to.occurrence);
                    pairs.extend(ends.map(|to| (from, to)));
                }
            }
        }
        pairs
    }

    /// The pairs of ends on one boundary.
    fn cutting(&self, region: usize) -> Vec<(LineEnd, LineEnd)> {
        let kinds = &self.kinds[region];
        let mut pairs = Vec::new();
        for number in (0..kinds.len()).filter(|boundary| kinds[*boundary].first == *boundary) {
            let boundary = &self.regions[region][number];
            // The first end is taken up to a turn of the boundary, and the second from there on.
            for from in self.ends(region, number) {
                for occurrence in from.occurrence..byte(boundary.len()) {
                    if can_be_joined(boundary, from.occurrence, occurrence) {
                        pairs.push((from, LineEnd { occurrence, ..from }));
                    }
                }
            }
        }
        pairs
    }

    /// The boundaries other than that which is cut, class by class of equal ones, and whether the two parts of the cut are alike: what [`chosen`] makes the
    /// sets of boundaries in the first part from.
    fn parts(&self, region: usize, from: LineEnd, to: LineEnd) -> (Vec<Vec<usize>>, bool) {
        let cut = usize::from(from.boundary);
        let kinds = &self.kinds[region];
        // The boundaries that are equal, class by class: of each class it matters how many lie inside.
        let mut classes: Vec<Vec<usize>> = Vec::new();
        for boundary in (0..kinds.len()).filter(|boundary| *boundary != cut) {
            match classes.iter_mut().find(|class| kinds[class[0]].first == kinds[boundary].first) {
                Some(class) => class.push(boundary),
                None => classes.push(vec![boundary]),
            }
        }
        // Where a symmetry of the boundary exchanges the two parts, half of the sets are enough. On 2222, with period 1
        // and the ends 0 and 2, half a turn of the boundary does.
        let length = self.regions[region][cut].len();
        let along = usize::from(to.occurrence - from.occurrence);
        let are_alike = length == 1 || 2 * along == length && along.is_multiple_of(kinds[cut].period);
        (classes, are_alike)
    }

    /// Whether the line can be drawn, also one that is equal to an earlier one of the list.
    pub(super) fn fits(&self, line: &Line) -> bool {
        let Some(region) = self.regions.get(usize::from(line.region)) else { return false };
        let (from, to) = (line.from, line.to);
        let boundary = |end: LineEnd| {
            region.get(usize::from(end.boundary)).filter(|boundary| usize::from(end.occurrence) < boundary.len())
        };
        let (Some(one), Some(_)) = (boundary(from), boundary(to)) else { return false };
        if from.boundary != to.boundary {
            // A line between two boundaries divides nothing, and is written in one way only: the lesser boundary first.
            return from.boundary < to.boundary && line.inside.is_empty();
        }
        let is_inside = |boundary: usize| boundary < region.len() && boundary != usize::from(from.boundary);
        can_be_joined(one, from.occurrence, to.occurrence) && line.inside.iter().all(is_inside)
    }

    /// The drawing that a line leaves, before it is reduced. The line is one that can be drawn.
    ///
    /// The regions that it changes come last, and in them what it joins; the pseudo-canonical form depends on this order, nothing else does.
    pub(super) fn draw(&self, line: &Line, drawing: &mut Vec<u8>) {
        drawing.clear();
        let here = usize::from(line.region);
        for (number, region) in self.regions.iter().enumerate() {
            if number != here {
                write_region(region, drawing);
            }
        }
        let region = &self.regions[here];
        let mut new_letter = self.new_letter;
        let mut letter = || {
            new_letter += 1;
            new_letter - 1
        };
        let new_spot = letter();
        let [from, to] = [line.from, line.to].map(|end| usize::from(end.boundary));
        let [first, last] = [line.from, line.to].map(|end| usize::from(end.occurrence));
        let others = region.iter().enumerate().filter(|(place, _)| *place != from && *place != to);
        // One walk round the joined boundaries: along the first, over the line, along the second, and back over the
        // line. The walk passes the new spot twice.
        if from != to {
            others.for_each(|(_, boundary)| write_boundary(boundary, drawing));
            for (boundary, place) in [(from, first), (to, last)] {
                write_opened(&region[boundary], place, &mut letter, drawing);
                drawing.push(new_spot);
            }
            drawing.push(END_OF_BOUNDARY);
            drawing.push(END_OF_REGION);
            return;
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
        let inside = |(place, _): &(usize, &Boundary)| line.inside.contains(*place);
        // The part along the rest of the boundary: from the second end over the end of the list to the first end, and
        // back over the line.
        drawing.extend(other);
        drawing.extend(&boundary[last + 1..]);
        drawing.extend(&boundary[..first]);
        drawing.extend(one.into_iter().chain([new_spot, END_OF_BOUNDARY]));
        others.clone().filter(|other| !inside(other)).for_each(|(_, boundary)| write_boundary(boundary, drawing));
        drawing.push(END_OF_REGION);
        // The part from the first end to the second. For a spot that is joined to itself the range begins behind its
        // end, and `get` finds nothing.
        drawing.extend(one);
        drawing.extend(boundary.get(first + 1..last).unwrap_or_default());
        drawing.extend(other.into_iter().chain([new_spot, END_OF_BOUNDARY]));
        others.filter(inside).for_each(|(_, boundary)| write_boundary(boundary, drawing));
        drawing.push(END_OF_REGION);
    }
}

/// Whether a boundary without upper-case letters is the same when it starts at another place.
fn is_equal_turned(boundary: &[u8], turn: usize) -> bool {
    let length = boundary.len();
    let turned = |place: usize| boundary[(place + turn) % length];
    // Two letters stand at the same places if their occurrences do.
    (0..length).all(|place| match (boundary[place], turned(place)) {
        (SMALL.., SMALL..) => {
            let next =
                |spot: &dyn Fn(usize) -> u8| (1..length).find(|step| spot((place + step) % length) == spot(place));
            next(&|place| boundary[place]) == next(&turned)
        }
        (one, other) => one == other,
    })
}

/// Whether a line can join two occurrences on a boundary, the second of which is not before the first.
fn can_be_joined(boundary: &Boundary, from: u8, to: u8) -> bool {
    let [one, other] = [from, to].map(|place| boundary[usize::from(place)]);
    // A line from a spot to itself takes two lives: it has one end or none. Two occurrences of a letter are one spot
    // with one life.
    if from == to { one < 2 } else { from < to && (one < LETTER || one != other) }
}

/// The sets that have some of the members of each class, the first ones. If the set and its complement are alike, one of them is listed.
pub(super) fn chosen(classes: Vec<Vec<usize>>, are_alike: bool) -> impl Iterator<Item = Subset> {
    // A counter with a digit for each class: how many of it are in the set.
    let mut digits: Option<Vec<usize>> = Some(vec![0; classes.len()]);
    std::iter::from_fn(move || {
        loop {
            let now = digits.take()?;
            let mut next = now.clone();
            let place = next.iter().zip(&classes).position(|(digit, class)| *digit < class.len());
            digits = place.map(|place| {
                next[..place].fill(0);
                next[place] += 1;
                next
            });
            // The complement has the other members of each class. Of the two, the one with the lesser digits is listed.
            let rest = now.iter().zip(&classes).map(|(digit, class)| class.len() - digit);
            if !are_alike || now.iter().copied().le(rest) {
                let mut set = Subset::new();
                for (class, count) in classes.iter().zip(&now) {
                    set.extend(class[..*count].iter().copied());
                }
                return Some(set);
            }
        }
    })
}

/// The number of sets that [`chosen`] lists.
fn number_chosen(classes: &[Vec<usize>], are_alike: bool) -> u64 {
    let all = classes.iter().fold(1_u64, |all, class| all.saturating_mul(class.len() as u64 + 1));
    // One set may be its own complement, with half of each class.
    let is_own = classes.iter().all(|class| class.len().is_multiple_of(2));
    if are_alike { all / 2 + u64::from(is_own) } else { all }
}

/// Whether [`chosen`] lists the set.
pub(super) fn is_chosen(classes: &[Vec<usize>], are_alike: bool, set: &Subset) -> bool {
    let first = |class: &Vec<usize>| class.iter().take_while(|place| set.contains(**place)).count();
    let digits: Vec<usize> = classes.iter().map(first).collect();
    let rest = digits.iter().zip(classes).map(|(digit, class)| class.len() - digit);
    set.iter().count() == digits.iter().sum() && (!are_alike || digits.iter().copied().le(rest))
}

/// Writes regions as a drawing.
pub(super) fn drawing(regions: &Regions) -> Vec<u8> {
    let mut drawing = Vec::new();
    for region in regions {
        write_region(region, &mut drawing);
    }
    drawing
}

fn write_region(region: &Region, drawing: &mut Vec<u8>) {
    for boundary in region {
        write_boundary(boundary, drawing);
    }
    drawing.push(END_OF_REGION);
}

fn write_boundary(boundary: &Boundary, drawing: &mut Vec<u8>) {
    drawing.extend(boundary);
    drawing.push(END_OF_BOUNDARY);
}

/// Writes a boundary that begins and ends at the end of a line.
fn write_opened(boundary: &Boundary, place: usize, letter: &mut impl FnMut() -> Occurrence, drawing: &mut Vec<u8>) {
    let end = match boundary[place] {
        // A free spot has one end then, and one occurrence: the line goes back on the other side of the same end.
        0 => return drawing.push(1),
        1 => Some(letter()),
        2 => None,
        // The third occurrence of a letter: the spot dies.
        spot => Some(spot),
    };
    drawing.extend(end);
    drawing.extend(boundary[place + 1..].iter().chain(&boundary[..place]));
    drawing.extend(end);
}
