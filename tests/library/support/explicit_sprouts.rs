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
