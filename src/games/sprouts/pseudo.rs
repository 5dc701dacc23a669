//! The pseudo-canonical form of a land, the name by which the programs GLOP and SPOTS keep it in their databases.
//!
//! Letters are named in the order in which they stand. Each boundary starts where its text is the least, the boundaries of a region are sorted, of a
//! region and its mirror image the lesser is taken, and regions are sorted. Letters are named again, and if a name has changed, all is sorted once
//! more. Two texts are compared with all lower-case letters taken for one, and all upper-case letters for another; then, if no place differs,
//! letter by letter. The end of a boundary comes after all letters, and the end of a region after that.
//!
//! Isomorphic lands may have different forms, since the order of letters at the start matters: so this form is a name for files, and no memo key.
//! The canonical form is that of `canonical.rs`, which shares no code with this one.
//!
//! Reference: Lemoine and Viennot, *Computer analysis of Sprouts with nimbers*, 2015, section 4.

use std::cmp::Ordering;
use std::fmt::Write as _;

use super::land::{LETTER, boundaries, byte, stands_twice};
use crate::sorted::sorted_by;

/// What stands in the text of a region, in the order of texts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Symbol {
    /// A spot with this number of ends.
    Spot(u8),
    /// A lower-case letter, numbered from 0 on each boundary.
    Small(u8),
    /// An upper-case letter, numbered from 0 in the land.
    Great(u8),
    /// Behind a boundary that is not the last of its region.
    EndOfBoundary,
    /// Behind a region.
    EndOfRegion,
}

type Boundary = Vec<Symbol>;
type Region = Vec<Boundary>;

/// The lower-case letters `a` to `l` and the upper-case ones `A` to `Y` have names; of more letters all are written as numbers.
const SMALL_NAMES: u8 = 12;
const GREAT_NAMES: u8 = 25;

/// The text of the form of a land, given as its regions.
pub(super) fn form(regions: &[&[u8]]) -> String {
    let mut land: Vec<Region> =
        regions.iter().map(|region| boundaries(region).map(symbols).collect::<Region>()).collect();
    name(&mut land);
    sort(&mut land);
    // Once more, and not until nothing changes: this is the form of the programs, whose names must be met exactly.
    let before = land.clone();
    name(&mut land);
    if land != before {
        sort(&mut land);
    }
    text(&land)
}

fn symbols(boundary: &[u8]) -> Boundary {
    // Letters keep their bytes as numbers until `name` numbers them.
    let symbol = |spot: &u8| match *spot {
        0..LETTER => Symbol::Spot(*spot),
        letter if stands_twice(boundary, letter) => Symbol::Small(letter),
        letter => Symbol::Great(letter),
    };
    boundary.iter().map(symbol).collect()
}

/// Numbers the letters in the order in which they stand.
fn name(land: &mut [Region]) {
    fn number(known: &mut Vec<u8>, letter: u8) -> u8 {
        byte(known.iter().position(|other| *other == letter).unwrap_or_else(|| {
            known.push(letter);
            known.len() - 1
        }))
    }
    let mut great = Vec::new();
    for boundary in land.iter_mut().flatten() {
        let mut small = Vec::new();
        for symbol in boundary {
            match symbol {
                Symbol::Small(letter) => *letter = number(&mut small, *letter),
                Symbol::Great(letter) => *letter = number(&mut great, *letter),
                Symbol::Spot(_) | Symbol::EndOfBoundary | Symbol::EndOfRegion => {}
            }
        }
    }
}

fn sort(land: &mut Vec<Region>) {
    for region in &mut *land {
        let mut mirrored = region.clone();
        for boundary in &mut mirrored {
            boundary.reverse();
        }
        sort_boundaries(region);
        sort_boundaries(&mut mirrored);
        // If both are equal, the region stays as it is.
        if compare(&joined(&mirrored), &joined(region)).is_lt() {
            *region = mirrored;
        }
    }
    *land = sorted_by(land, |one, other| compare(&joined(one), &joined(other)));
}

fn sort_boundaries(region: &mut Region) {
    for boundary in &mut *region {
        let turned = |by: usize| [&boundary[by..], &boundary[..by]].concat();
        let least = (0..boundary.len()).map(turned).min_by(|one, other| compare(one, other));
        *boundary = least.unwrap_or_default();
    }
    *region = sorted_by(region, |one, other| compare(one, other));
}

/// Compares two texts, each with its last mark, with the letters of a kind taken for one; then letter by letter.
fn compare(one: &[Symbol], other: &[Symbol]) -> Ordering {
    let kind = |symbol: &Symbol| match *symbol {
        Symbol::Small(_) => Symbol::Small(0),
        Symbol::Great(_) => Symbol::Great(0),
        symbol => symbol,
    };
    // With the end of a region behind each, so that a text comes after the longer ones that begin with it.
    let kinds = |text: &[Symbol]| text.iter().map(kind).chain([Symbol::EndOfRegion]).collect::<Vec<_>>();
    kinds(one).cmp(&kinds(other)).then_with(|| one.cmp(other))
}

/// The boundaries of a region, with a mark between them.
fn joined(region: &[Boundary]) -> Vec<Symbol> {
    region.join(&Symbol::EndOfBoundary)
}

fn text(land: &[Region]) -> String {
    let has = |is_meant: &dyn Fn(&Symbol) -> bool| {
        land.iter().any(|region| region.iter().any(|boundary| boundary.iter().any(is_meant)))
    };
    let has_many_small = has(&|symbol| matches!(symbol, Symbol::Small(letter) if *letter >= SMALL_NAMES));
    let has_many_great = has(&|symbol| matches!(symbol, Symbol::Great(letter) if *letter >= GREAT_NAMES));
    let mut text = String::new();
    for (number, region) in land.iter().enumerate() {
        if number > 0 {
            text.push('|');
        }
        // Free spots are the least boundaries, so they come first in a region that is sorted.
        let free = region.iter().take_while(|boundary| boundary[..] == [Symbol::Spot(0)]).count();
        if free > 1 {
            write!(text, "0*{free}").expect("a string takes any text");
        }
        // A single free spot is written like any other boundary.
        let others = if free > 1 { free } else { 0 };
        for (number, boundary) in region.iter().enumerate().skip(others) {
            if number > 0 {
                text.push('.');
            }
            for symbol in boundary {
                let written = match *symbol {
                    Symbol::Spot(ends) => write!(text, "{ends}"),
                    Symbol::Small(letter) if has_many_small => write!(text, "m({})", letter + 1),
                    Symbol::Great(letter) if has_many_great => write!(text, "n({})", letter + 1),
                    Symbol::Small(letter) => write!(text, "{}", char::from(b'a' + letter)),
                    Symbol::Great(letter) => write!(text, "{}", char::from(b'A' + letter)),
                    Symbol::EndOfBoundary | Symbol::EndOfRegion => Ok(()),
                };
                written.expect("a string takes any text");
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::canonical::{SMALL, Text};
    use super::super::land::{END_OF_BOUNDARY, END_OF_REGION, lands};
    use super::super::moves::{Line, LineEnd, Paper, chosen};
    use super::super::{Desk, land};
    use super::*;

    /// The land of a form, with its boundaries in the order of the form.
    fn read(form: &str) -> Paper {
        let mut bytes = Text::new();
        for region in form.replace("0*", "*").split('|') {
            for (number, boundary) in region.split('.').enumerate() {
                if let Some(free) = boundary.strip_prefix('*') {
                    bytes.extend(std::iter::repeat_n(0, free.parse().unwrap()));
                    continue;
                }
                if number > 0 && bytes.last() != Some(&0) {
                    bytes.push(END_OF_BOUNDARY);
                }
                bytes.extend(boundary.bytes().map(|symbol| match symbol {
                    b'0'..=b'2' => symbol - b'0',
                    b'a'..=b'l' => symbol - b'a' + SMALL,
                    b'A'..=b'Y' => symbol - b'A' + LETTER,
                    _ => panic!("{form}"),
                }));
            }
            bytes.push(END_OF_REGION);
        }
        Paper::new(&bytes)
    }

    /// The lines that can be drawn, also where a symmetry exchanges two of them: what they leave are the same lands, by other names.
    fn all_lines(paper: &Paper) -> Vec<Line> {
        let mut lines = Vec::new();
        for (region, boundaries) in paper.regions.iter().enumerate() {
            let ends_of = |(number, boundary): (usize, &land::Boundary)| {
                let end = move |place| LineEnd { boundary: byte(number), occurrence: byte(place) };
                (0..boundary.len()).map(end)
            };
            let ends: Vec<LineEnd> = boundaries.iter().enumerate().flat_map(ends_of).collect();
            for (place, from) in ends.iter().enumerate() {
                for to in &ends[place..] {
                    let is_other = |other: &usize| from.boundary == to.boundary && byte(*other) != from.boundary;
                    let others = (0..boundaries.len()).filter(is_other).map(|other| vec![other]).collect();
                    let line = |inside| Line { region: byte(region), from: *from, to: *to, inside };
                    lines.extend(chosen(others, false).map(line));
                }
            }
        }
        lines.retain(|line| paper.fits(line));
        lines
    }

    /// The number of forms of lands that play from free spots can reach.
    fn forms(spots: usize) -> usize {
        let mut desk = Desk::default();
        let start = if spots == 1 { "0".to_owned() } else { format!("0*{spots}") };
        let mut open = vec![start.clone()];
        let mut known = BTreeSet::from([start]);
        while let Some(land) = open.pop() {
            let paper = read(&land);
            for line in all_lines(&paper) {
                paper.draw(&line, &mut desk.drawing);
                land::reduce(&desk.drawing, &mut desk.kept, &mut desk.left);
                for regions in lands(&desk.left) {
                    let form = form(&regions);
                    if known.insert(form.clone()) {
                        open.push(form);
                    }
                }
            }
        }
        known.len()
    }

    /// As many forms as the program SPOTS counts. From 5 spots both reach the same 20 234. Exact lands are 2, 17, 126 and 1188.
    #[test]
    fn forms_are_more_than_lands() {
        assert_eq!([1, 2, 3, 4].map(forms), [2, 17, 135, 1470]);
    }
}
