//! Sprouts without reductions: every spot has a number and the count of its ends, dead spots stay where they are. It shares nothing with the crate.

use std::collections::{BTreeMap, BTreeSet};

/// A position: the ends at each spot, and for each region its boundaries, cyclic lists of spots with the region on the left.
///
/// A spot with *e* ends stands *e* times on boundaries, a free spot once.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Explicit {
    ends: Vec<u8>,
    regions: Vec<Vec<Vec<usize>>>,
}

impl Explicit {
    pub(crate) fn spots(number: usize) -> Self {
        Self { ends: vec![0; number], regions: vec![(0..number).map(|spot| vec![spot]).collect()] }
    }

    /// What each line leaves.
    pub(crate) fn options(&self) -> BTreeSet<Self> {
        let mut options = BTreeSet::new();
        for (number, region) in self.regions.iter().enumerate() {
            let corners = region.iter().enumerate();
            let corners: Vec<(usize, usize)> =
                corners.flat_map(|(boundary, spots)| (0..spots.len()).map(move |at| (boundary, at))).collect();
            for (first, from) in corners.iter().enumerate() {
                for to in &corners[first..] {
                    self.join(number, *from, *to, &mut options);
                }
            }
        }
        options
    }

    /// The lines between two corners of a region.
    fn join(&self, number: usize, from: (usize, usize), to: (usize, usize), options: &mut BTreeSet<Self>) {
        let region = &self.regions[number];
        let [one, other] = [from, to].map(|(boundary, at)| region[boundary][at]);
        let mut ends = self.ends.clone();
        ends[one] += 1;
        ends[other] += 1;
        if ends[one] > 3 || ends[other] > 3 {
            return;
        }
        let new = ends.len();
        ends.push(2);
        // From the corner once round, and back to it if lines lead away from it.
        let round = |(boundary, at): (usize, usize)| {
            let spots = &region[boundary];
            let mut round = [&spots[at..], &spots[..at]].concat();
            if self.ends[spots[at]] > 0 {
                round.push(spots[at]);
            }
            round
        };
        let others: Vec<&Vec<usize>> = (0..region.len())
            .filter(|boundary| *boundary != from.0 && *boundary != to.0)
            .map(|boundary| &region[boundary])
            .collect();
        let mut add = |parts: Vec<Vec<Vec<usize>>>| {
            let mut regions = self.regions.clone();
            regions.remove(number);
            regions.extend(parts);
            let mut left = Self { ends: ends.clone(), regions };
            left.sort();
            options.insert(left);
        };
        if from.0 != to.0 {
            let joined = [round(from), vec![new], round(to), vec![new]].concat();
            add(vec![[vec![joined], others.into_iter().cloned().collect()].concat()]);
            return;
        }
        let spots = &region[from.0];
        let along = [&spots[from.1..=to.1], &[new]].concat();
        let rest = if from.1 == to.1 {
            [round(from), vec![new]].concat()
        } else {
            [&spots[to.1..], &spots[..=from.1], &[new]].concat()
        };
        for choice in 0..1_u32 << others.len() {
            let side = |wanted: u32, first: &Vec<usize>| {
                let within = others.iter().enumerate().filter(|(place, _)| choice >> place & 1 == wanted);
                [vec![first.clone()], within.map(|(_, boundary)| (*boundary).clone()).collect()].concat()
            };
            add(vec![side(1, &along), side(0, &rest)]);
        }
    }

    /// Numbers spots in the order in which they come, and sorts: fewer positions, not the fewest.
    fn sort(&mut self) {
        for _ in 0..3 {
            for region in &mut self.regions {
                for boundary in region.iter_mut() {
                    let least = (0..boundary.len()).min_by_key(|at| [&boundary[*at..], &boundary[..*at]].concat());
                    boundary.rotate_left(least.unwrap_or(0));
                }
                region.sort();
            }
            self.regions.sort();
            let mut names = BTreeMap::new();
            for spot in self.regions.iter_mut().flatten().flatten() {
                let next = names.len();
                *spot = *names.entry(*spot).or_insert(next);
            }
            self.ends = names.keys().map(|spot| self.ends[*spot]).zip(names.values()).fold(
                vec![0; names.len()],
                |mut ends, (count, name)| {
                    ends[*name] = count;
                    ends
                },
            );
        }
    }

    /// The text that the crate reads.
    pub(crate) fn text(&self) -> String {
        let symbol = |boundary: &Vec<usize>, spot: usize| match self.ends[spot] {
            2 => {
                let first = if boundary.iter().filter(|other| **other == spot).count() == 2 { b'a' } else { b'A' };
                char::from(first + u8::try_from(spot).unwrap())
            }
            ends => char::from(b'0' + ends),
        };
        let boundary_text =
            |boundary: &Vec<usize>| boundary.iter().map(|spot| symbol(boundary, *spot)).collect::<String>();
        let region_text = |region: &Vec<Vec<usize>>| region.iter().map(boundary_text).collect::<Vec<_>>().join(".");
        self.regions.iter().map(region_text).collect::<Vec<_>>().join("|") + "."
    }
}

/// The lands that play can reach, up to renaming, reordering and mirroring of regions, the empty one not counted. Dead spots, empty boundaries and
/// regions with fewer than two lives are taken out, and nothing else is.
pub(crate) fn lands(start: Explicit) -> usize {
    let mut known = BTreeSet::from([start.canonical()]);
    let mut open = vec![start];
    while let Some(land) = open.pop() {
        for left in land.options() {
            for land in left.alive().split() {
                if known.insert(land.canonical()) {
                    open.push(land);
                }
            }
        }
    }
    known.len()
}

/// The beginning of a text of a land.
#[derive(Clone)]
struct Begun {
    /// Letters, in the order in which they stand.
    names: Vec<usize>,
    /// Boundaries of the last region that are not written yet, as read in the direction that was chosen.
    here: Vec<Vec<usize>>,
    /// Regions that are not written yet.
    regions: Vec<Vec<Vec<usize>>>,
}

impl Begun {
    /// The beginnings with one boundary more, each with the text of this boundary and whether it is the first of its region.
    fn longer(&self) -> Vec<((bool, Vec<usize>), Self)> {
        let mut places = Vec::new();
        if self.here.is_empty() {
            for (number, region) in self.regions.iter().enumerate() {
                let mut regions = self.regions.clone();
                regions.remove(number);
                let mirrored = region.iter().map(|boundary| boundary.iter().rev().copied().collect()).collect();
                for here in [region.clone(), mirrored] {
                    places.push((true, Self { names: self.names.clone(), here, regions: regions.clone() }));
                }
            }
        } else {
            places.push((false, self.clone()));
        }
        let mut longer = Vec::new();
        for (is_first, begun) in places {
            for number in 0..begun.here.len() {
                let mut begun = begun.clone();
                let boundary = begun.here.remove(number);
                for at in 0..boundary.len() {
                    let mut begun = begun.clone();
                    let turned = [&boundary[at..], &boundary[..at]].concat();
                    let text = turned.into_iter().map(|spot| begun.name(spot)).collect();
                    longer.push(((is_first, text), begun));
                }
            }
        }
        longer
    }

    /// Spots with fewer than two ends are [`PLAIN`] and above, and stand for themselves.
    fn name(&mut self, spot: usize) -> usize {
        if spot >= PLAIN {
            return spot;
        }
        self.names.iter().position(|other| *other == spot).unwrap_or_else(|| {
            self.names.push(spot);
            self.names.len() - 1
        })
    }
}

const PLAIN: usize = 1000;

impl Explicit {
    /// Without dead spots, empty boundaries and regions with fewer than two lives.
    fn alive(mut self) -> Self {
        let ends = &self.ends;
        for region in &mut self.regions {
            for boundary in &mut *region {
                boundary.retain(|spot| ends[*spot] < 3);
            }
            region.retain(|boundary| !boundary.is_empty());
        }
        let lives = |region: &Vec<Vec<usize>>| -> u8 {
            let spots: BTreeSet<&usize> = region.iter().flatten().collect();
            spots.into_iter().map(|spot| 3 - ends[*spot]).sum()
        };
        self.regions.retain(|region| lives(region) >= 2);
        self
    }

    /// Parts that share no spot.
    fn split(self) -> Vec<Self> {
        let mut parts: Vec<Vec<Vec<Vec<usize>>>> = Vec::new();
        for region in self.regions {
            let shares = |part: &Vec<Vec<Vec<usize>>>| {
                part.iter().flatten().flatten().any(|spot| region.iter().flatten().any(|other| other == spot))
            };
            let (mut joined, others): (Vec<_>, Vec<_>) = parts.into_iter().partition(shares);
            joined.push(vec![region]);
            parts = others;
            parts.push(joined.concat());
        }
        parts.into_iter().map(|regions| Self { ends: self.ends.clone(), regions }).collect()
    }

    /// The least text: boundary by boundary, all beginnings that are least so far are made longer by each boundary that can come next.
    fn canonical(&self) -> Vec<(bool, Vec<usize>)> {
        let symbol = |spot: &usize| if self.ends[*spot] < 2 { PLAIN + usize::from(self.ends[*spot]) } else { *spot };
        let boundary = |boundary: &Vec<usize>| boundary.iter().map(symbol).collect();
        let regions = self.regions.iter().map(|region| region.iter().map(boundary).collect()).collect();
        let mut begun = vec![Begun { names: Vec::new(), here: Vec::new(), regions }];
        let mut text = Vec::new();
        loop {
            let longer: Vec<_> = begun.iter().flat_map(Begun::longer).collect();
            let Some(least) = longer.iter().map(|(text, _)| text).min().cloned() else { return text };
            begun = longer.into_iter().filter(|(text, _)| *text == least).map(|(_, begun)| begun).collect();
            text.push(least);
        }
    }
}

/// The values of all positions that play can reach, and whether the player to move wins them in misère play.
pub(crate) fn solved(start: Explicit) -> BTreeMap<Explicit, (u64, bool)> {
    let mut solved = BTreeMap::new();
    solve(start, &mut solved);
    solved
}

fn solve(position: Explicit, solved: &mut BTreeMap<Explicit, (u64, bool)>) -> (u64, bool) {
    if let Some(found) = solved.get(&position) {
        return *found;
    }
    let options: Vec<(u64, bool)> = position.options().into_iter().map(|option| solve(option, solved)).collect();
    let value = (0..=options.len() as u64).find(|value| options.iter().all(|(other, _)| other != value)).unwrap();
    let found = (value, options.is_empty() || options.iter().any(|(_, wins)| !wins));
    solved.insert(position, found);
    found
}
