//! The canonical form of a land: isomorphic lands become equal.
//!
//! Two lands are isomorphic if they become equal when letters, regions, the boundaries of each region and the starts of boundaries are renamed, and
//! when any regions are mirrored, each by itself: regions meet only through lives.
//!
//! A land is a graph. Its vertices are letters, the two sides of each region (as it is, and mirrored), and the occurrences of spots on each
//! side. Colours of vertices are refined by those of their neighbours (the next and the previous occurrence, the letter, the side, the same
//! occurrence on the other side) until no more are told apart. If some are still tied, the vertices of one tied colour are told apart, each in
//! turn, and refinement goes on. When no ties are left, the colours give an order in which the land is written. The least of these texts is the
//! canonical form. Colours are hashes of what is the same for isomorphic lands, so that a collision costs time and is never an error.
//!
//! Most ties are avoided: boundaries that share no letter with another region are written beforehand and are a colour of their side, and a region that
//! is the same when mirrored has one side.

use std::hash::{BuildHasher, Hash};

use rustc_hash::FxBuildHasher;

use super::land::{Boundary, LETTER, Occurrence, Region, Regions, stands_twice};

/// Marks the end of a boundary and of a region in the text.
pub(super) const END_OF_BOUNDARY: u8 = 254;
pub(super) const END_OF_REGION: u8 = 255;

/// Maximum number of ways to break ties that are tried. Beyond it the form is one of several for the same land. That is no error: such a land
/// may be solved twice.
const MOST_LEAVES: usize = 1 << 10;

/// The canonical text of a land.
pub(super) fn canonical(regions: &Regions) -> Vec<u8> {
    let graph = Graph::new(regions);
    let mut best: Option<Vec<u8>> = None;
    let mut leaves = 0;
    let mut open = vec![graph.start.clone()];
    while let Some(mut colours) = open.pop() {
        graph.refine(&mut colours);
        let tied = Graph::tied(&colours);
        if tied.is_empty() {
            leaves += 1;
            let text = graph.text(&colours);
            if best.as_ref().is_none_or(|best| text < *best) {
                best = Some(text);
            }
        }
        let tried = if leaves + open.len() < MOST_LEAVES { tied.len() } else { tied.len().min(1) };
        for vertex in &tied[..tried] {
            let mut told = colours.clone();
            told[*vertex] = hash((told[*vertex], "told apart"));
            open.push(told);
        }
    }
    best.expect("the last tie is broken")
}

fn hash(of: impl Hash) -> u64 {
    FxBuildHasher.hash_one(of)
}

/// A side of a region.
struct Side {
    region: usize,
    /// Boundaries that share no letter with another region, as they are written.
    own: Vec<Boundary>,
    /// The other boundaries, each as its occurrences.
    shared: Vec<std::ops::Range<usize>>,
}

/// An occurrence of a spot on a side.
struct Place {
    spot: Occurrence,
    side: usize,
    next: usize,
    previous: usize,
    /// The same occurrence on the other side; itself if there is one side only.
    mirrored: usize,
}

/// The graph of a land. Vertices are the 256 spots, of which letters count; then the sides; then the places.
struct Graph {
    regions: usize,
    sides: Vec<Side>,
    places: Vec<Place>,
    start: Vec<u64>,
}

const SPOTS: usize = 256;

impl Graph {
    fn new(regions: &Regions) -> Self {
        let mut graph = Self { regions: regions.len(), sides: Vec::new(), places: Vec::new(), start: Vec::new() };
        for (number, region) in regions.iter().enumerate() {
            let mirrored: Region = region.iter().map(|boundary| boundary.iter().rev().copied().collect()).collect();
            let is_mirror_image = forms(region) == forms(&mirrored);
            let first = graph.places.len();
            graph.add_side(number, region);
            let second = graph.places.len();
            if is_mirror_image {
                (first..second).for_each(|place| graph.places[place].mirrored = place);
                continue;
            }
            graph.add_side(number, &mirrored);
            // The boundaries of both sides stand in the same order, those of the second one backwards.
            let [one, other] = [graph.sides.len() - 2, graph.sides.len() - 1];
            for boundary in 0..graph.sides[one].shared.len() {
                let (ahead, back) =
                    (graph.sides[one].shared[boundary].clone(), graph.sides[other].shared[boundary].clone());
                for (one, other) in ahead.zip(back.rev()) {
                    graph.places[one].mirrored = other;
                    graph.places[other].mirrored = one;
                }
            }
        }
        graph.start = vec![0; SPOTS];
        graph.start.extend(graph.sides.iter().map(|side| hash(&side.own)));
        graph.start.extend(graph.places.iter().map(|place| hash(place.spot.min(LETTER))));
        graph
    }

    fn add_side(&mut self, region: usize, boundaries: &Region) {
        let mut side = Side { region, own: Vec::new(), shared: Vec::new() };
        for boundary in boundaries {
            if is_own(boundary) {
                side.own.push(form(boundary));
                continue;
            }
            let (first, length) = (self.places.len(), boundary.len());
            side.shared.push(first..first + length);
            for (place, spot) in boundary.iter().enumerate() {
                self.places.push(Place {
                    spot: *spot,
                    side: self.sides.len(),
                    next: first + (place + 1) % length,
                    previous: first + (place + length - 1) % length,
                    mirrored: 0,
                });
            }
        }
        side.own.sort_unstable();
        self.sides.push(side);
    }

    /// Tells vertices apart by their neighbours until no more are.
    fn refine(&self, colours: &mut Vec<u64>) {
        let first_place = SPOTS + self.sides.len();
        let mut classes = classes(&colours[SPOTS..]);
        loop {
            let mut next = colours.clone();
            for (place, at) in self.places.iter().enumerate() {
                let colour = |place: usize| colours[first_place + place];
                let around = (colour(place), colour(at.previous), colour(at.next), colour(at.mirrored));
                let mixed = hash((around, colours[usize::from(at.spot)], colours[SPOTS + at.side]));
                next[first_place + place] = mixed;
                // Sums do not depend on an order.
                next[SPOTS + at.side] = next[SPOTS + at.side].wrapping_add(hash((colour(place), 1)));
                if at.spot >= LETTER {
                    let letter = &mut next[usize::from(at.spot)];
                    *letter = letter.wrapping_add(hash((colour(place), 2)));
                }
            }
            for vertex in &mut next[..first_place] {
                *vertex = hash(*vertex);
            }
            *colours = next;
            let now = self::classes(&colours[SPOTS..]);
            if now == classes {
                return;
            }
            classes = now;
        }
    }

    /// The vertices of the smallest class of sides or places that has more than one.
    fn tied(colours: &[u64]) -> Vec<usize> {
        let mut vertices: Vec<usize> = (SPOTS..colours.len()).collect();
        vertices.sort_unstable_by_key(|vertex| colours[*vertex]);
        let classes = vertices.chunk_by(|one, other| colours[*one] == colours[*other]);
        let least = classes.filter(|class| class.len() > 1).min_by_key(|class| (class.len(), colours[class[0]]));
        least.map_or_else(Vec::new, <[usize]>::to_vec)
    }

    /// The land, written in the order of the colours, which are all different.
    fn text(&self, colours: &[u64]) -> Vec<u8> {
        let first_place = SPOTS + self.sides.len();
        let colour = |place: &usize| colours[first_place + place];
        let mut chosen: Vec<Option<usize>> = vec![None; self.regions];
        for (number, side) in self.sides.iter().enumerate() {
            let known = &mut chosen[side.region];
            if known.is_none_or(|known| colours[SPOTS + number] < colours[SPOTS + known]) {
                *known = Some(number);
            }
        }
        let mut chosen: Vec<usize> = chosen.into_iter().map(|side| side.expect("each region has a side")).collect();
        chosen.sort_unstable_by_key(|side| (&self.sides[*side].own, colours[SPOTS + side]));
        let mut written = Vec::new();
        let mut names = [None; SPOTS];
        let mut next_name = LETTER;
        let mut name = |names: &mut [Option<u8>; SPOTS], spot: Occurrence| {
            if spot < LETTER {
                return spot;
            }
            *names[usize::from(spot)].get_or_insert_with(|| {
                next_name += 1;
                next_name - 1
            })
        };
        for side in chosen.into_iter().map(|side| &self.sides[side]) {
            for boundary in &side.own {
                // Letters of these boundaries are numbers of their own.
                let mut own = [None; SPOTS];
                written.extend(boundary.iter().map(|spot| name(&mut own, *spot)));
                written.push(END_OF_BOUNDARY);
            }
            let mut shared: Vec<_> = side.shared.clone();
            shared.sort_unstable_by_key(|boundary| boundary.clone().map(|place| colour(&place)).min());
            for boundary in shared {
                let start = boundary.clone().min_by_key(colour).expect("a boundary has an occurrence");
                let mut place = start;
                loop {
                    written.push(name(&mut names, self.places[place].spot));
                    place = self.places[place].next;
                    if place == start {
                        break;
                    }
                }
                written.push(END_OF_BOUNDARY);
            }
            written.push(END_OF_REGION);
        }
        written
    }
}

/// The number of different colours.
fn classes(colours: &[u64]) -> usize {
    let mut sorted = colours.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    sorted.len()
}

/// Whether all letters of a boundary occur twice in it.
fn is_own(boundary: &Boundary) -> bool {
    boundary.iter().all(|spot| *spot < LETTER || stands_twice(boundary, *spot))
}

/// The least rotation of a boundary, where letters that occur twice in it are named by the order in which they come.
fn form(boundary: &Boundary) -> Boundary {
    let rotation = |start: usize| -> Boundary {
        let mut names: Vec<Occurrence> = Vec::new();
        let (end, begin) = boundary.split_at(start);
        let named = begin.iter().chain(end).map(|spot| {
            if *spot < LETTER || !stands_twice(boundary, *spot) {
                return *spot;
            }
            let place = names.iter().position(|name| name == spot).unwrap_or_else(|| {
                names.push(*spot);
                names.len() - 1
            });
            // Below the marks of ends, and above all other letters.
            END_OF_BOUNDARY - 1 - u8::try_from(place).expect("there are fewer letters than spots")
        });
        named.collect()
    };
    (0..boundary.len()).map(rotation).min().unwrap_or_default()
}

/// The forms of all boundaries of a region, sorted.
fn forms(region: &Region) -> Vec<Boundary> {
    let mut forms: Vec<Boundary> = region.iter().map(form).collect();
    forms.sort_unstable();
    forms
}
