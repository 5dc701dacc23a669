//! The canonical form of a land: isomorphic lands become equal, but for lands of so much symmetry that not all orders are tried.
//!
//! Two lands are isomorphic if they become equal when letters, regions, the boundaries of each region and the starts of boundaries are renamed, and
//! when any regions are mirrored, each by itself: regions meet only through lives.
//!
//! The upper-case letters, which connect regions, are put in order. Each gets a colour, a hash of what is the same for isomorphic lands. In a round,
//! the colour of a letter is mixed with the boundary as read from each of its occurrences, both ways round, and with the region around it.
//! Rounds go on until no more letters are told apart: mostly two. If some are still tied, those of one class are told apart, each in
//! turn, and rounds go on. When no ties are left, the colours give the order.
//!
//! For an order of the upper-case letters the land is written so: each boundary starts where its text is the least, boundaries are sorted, of a region and
//! its mirror image the lesser is written, and regions are sorted. The least text of all orders that were found is the canonical form.
//! A collision of colours is a tie more, which costs time and is never an error.

use smallvec::SmallVec;

use super::land::{END_OF_BOUNDARY, END_OF_REGION, LETTER, Occurrence, boundaries, byte};

/// A canonical text: the spots of each boundary, [`END_OF_BOUNDARY`] between boundaries, and [`END_OF_REGION`] after each region. A 0, which is a
/// boundary by itself, has no mark behind it. Upper-case letters are numbered from [`LETTER`], lower-case ones from [`SMALL`] on each boundary.
pub(super) type Text = SmallVec<[u8; 24]>;

/// The first of the lower-case letters, which stand twice on their boundary.
/// There are at most 100 letters, so that both kinds fit below the marks.
pub(super) const SMALL: Occurrence = 128;

/// Maximum number of orders that are tried. Beyond it the form is one of several for the same land. That is no error: such a land may be
/// solved twice.
const MOST_ORDERS: usize = 1 << 10;

/// The base of the polynomials that boundaries are hashed by.
const BASE: u64 = 0x9e37_79b9_7f4a_7c15;

#[inline]
const fn mixed(colour: u64) -> u64 {
    let mixed = (colour ^ colour >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    mixed ^ mixed >> 29
}

type Colours = SmallVec<[u64; 12]>;

/// The two ways round a boundary: ahead, with the region on the left, and back, as in the mirror image of the region.
const WAYS: [usize; 2] = [0, 1];

/// A spot on a boundary.
struct Place {
    spot: Occurrence,
    kind: Kind,
    /// As read ahead and back; that of an upper-case letter is set in each round.
    colours: [u64; 2],
    /// The hashes of the boundary as read from here.
    read: [u64; 2],
}

enum Kind {
    Plain,
    /// An upper-case letter, by its number.
    Great(u8),
    /// A lower-case letter, with the number of places ahead to its other occurrence.
    Small(u8),
}

/// A land whose canonical form is being found. The lists are used again for the next land.
#[derive(Default)]
pub(super) struct Canonizer {
    /// The number of upper-case letters.
    letters: usize,
    places: Vec<Place>,
    /// The end of each boundary among the places.
    boundaries: Vec<usize>,
    /// The end of each region among the boundaries.
    regions: Vec<usize>,
    sums: Vec<u64>,
    /// The names of the upper-case letters in an order.
    names: Vec<u8>,
    /// The forms of the boundaries of one region, and their ranges.
    forms: Vec<u8>,
    ranges: Vec<(usize, usize)>,
    spots: Vec<u8>,
    candidate: Vec<u8>,
    /// The regions, each both ways, and the ranges of those that are chosen.
    written: Vec<u8>,
    chosen: Vec<(usize, usize)>,
    /// The land in the order that is tried, and in the best one.
    text: Vec<u8>,
    best: Vec<u8>,
}

impl Canonizer {
    /// The canonical text of a land, given as its regions.
    pub(super) fn form(&mut self, regions: &[&[u8]]) -> Text {
        self.read(regions);
        self.best.clear();
        // Colourings that are still to be refined, the last one first. At the start all upper-case letters have the
        // same colour.
        let mut open: SmallVec<[Colours; 1]> = SmallVec::new();
        open.push(SmallVec::from_elem(0, self.letters));
        let mut order: SmallVec<[u8; 16]> = (0..self.letters).map(byte).collect();
        let mut orders = 0;
        while let Some(mut colours) = open.pop() {
            let tied = self.refine(&mut colours, &mut order);
            if self.letters - classes(&order, &colours).count() < 2 && tied.len() <= 2 {
                // At most two letters are tied: both orders are tried.
                self.write(&order);
                if let [one, other] = order[tied.clone()] {
                    order[tied].copy_from_slice(&[other, one]);
                    self.write(&order);
                }
                orders += 1;
                continue;
            }
            // Beyond the limit one letter of the class is told apart, and the others are not tried in its place.
            let tried = if orders + open.len() < MOST_ORDERS { tied } else { tied.start..tied.start + 1 };
            for letter in &order[tried] {
                let mut told = colours.clone();
                // Any other colour will do, if it is made from the shared one in the same way for each letter.
                told[usize::from(*letter)] = mixed(!told[usize::from(*letter)]);
                open.push(told);
            }
        }
        Text::from_slice(&self.best)
    }

    fn read(&mut self, regions: &[&[u8]]) {
        self.places.clear();
        self.boundaries.clear();
        self.regions.clear();
        // The number of each upper-case letter, given when it is first met.
        let mut numbers = [u8::MAX; 256];
        let mut letters = 0;
        for region in regions {
            for boundary in boundaries(region) {
                for (at, spot) in boundary.iter().enumerate() {
                    // The number of places to the other occurrence, if it is on this boundary.
                    let (before, after) = (&boundary[..at], &boundary[at + 1..]);
                    let ahead = || after.iter().chain(before).position(|other| other == spot).map(|place| place + 1);
                    let kind = match *spot {
                        0..LETTER => Kind::Plain,
                        spot => {
                            if let Some(ahead) = ahead() {
                                Kind::Small(byte(ahead))
                            } else {
                                let number = &mut numbers[usize::from(spot)];
                                if *number == u8::MAX {
                                    *number = letters;
                                    letters += 1;
                                }
                                Kind::Great(*number)
                            }
                        }
                    };
                    let colours = match kind {
                        Kind::Plain => [u64::from(*spot) + 1; 2],
                        Kind::Great(_) => [0; 2],
                        Kind::Small(ahead) => {
                            // 8 more, so that a distance is no colour of a plain spot. Read back, the other occurrence is as far ahead as it
                            // was behind.
                            [usize::from(ahead), boundary.len() - usize::from(ahead)].map(|places| 8 + places as u64)
                        }
                    };
                    self.places.push(Place { spot: *spot, kind, colours: colours.map(mixed), read: [0; 2] });
                }
                self.boundaries.push(self.places.len());
            }
            self.regions.push(self.boundaries.len());
        }
        self.letters = usize::from(letters);
    }

    /// Tells letters apart until no more are, and sorts them by their colours. Returns the range of the smallest class of those that are tied.
    fn refine(&mut self, colours: &mut Colours, order: &mut [u8]) -> std::ops::Range<usize> {
        // Each new colour is made from the one before, so that classes are only divided, but for a collision. With as
        // many classes as letters nothing is tied.
        let mut before = sorted(order, colours);
        while before < self.letters {
            self.round(colours);
            let now = sorted(order, colours);
            // A round that tells nothing apart is the last: the next one would tell nothing either.
            if now == before {
                let mut least = 0..usize::MAX;
                let mut start = 0;
                for class in classes(order, colours) {
                    if class.len() > 1 && class.len() < least.len() {
                        least = start..start + class.len();
                    }
                    start += class.len();
                }
                return least;
            }
            before = now;
        }
        0..0
    }

    fn round(&mut self, colours: &mut Colours) {
        self.sums.clear();
        self.sums.resize(self.letters, 0);
        let (mut boundary, mut place) = (0, 0);
        for end in &self.regions {
            let first = place;
            let mut around = [0_u64; 2];
            for end in &self.boundaries[boundary..*end] {
                let forms = hash(&mut self.places[place..*end], colours);
                // A sum, since the boundaries of a region have no order.
                around = WAYS.map(|way| around[way].wrapping_add(mixed(forms[way])));
                place = *end;
            }
            boundary = *end;
            let around = around.map(mixed);
            for place in &self.places[first..place] {
                if let Kind::Great(letter) = place.kind {
                    let [ahead, back] = WAYS.map(|way| mixed(place.read[way] ^ around[way]));
                    let sum = &mut self.sums[usize::from(letter)];
                    // A sum of both ways, since each region may be mirrored by itself.
                    *sum = sum.wrapping_add(ahead).wrapping_add(back);
                }
            }
        }
        for (colour, sum) in colours.iter_mut().zip(&self.sums) {
            *colour = mixed(mixed(*colour).wrapping_add(*sum));
        }
    }

    /// Writes the land with its upper-case letters in an order, and keeps the text if it is the least so far.
    fn write(&mut self, order: &[u8]) {
        self.names.clear();
        self.names.resize(self.letters, 0);
        // Upper-case letters are named by their places in the order.
        for (name, letter) in (LETTER..).zip(order) {
            self.names[usize::from(*letter)] = name;
        }
        self.written.clear();
        self.chosen.clear();
        let mut boundary = 0;
        for region in 0..self.regions.len() {
            let end = self.regions[region];
            let start = self.written.len();
            let has_sides = self.write_region(boundary..end, 0);
            let middle = self.written.len();
            self.chosen.push((start, middle));
            // A region whose boundaries have one or two spots is its own mirror image.
            if has_sides {
                self.write_region(boundary..end, 1);
                if self.written[middle..] < self.written[start..middle] {
                    self.chosen[region] = (middle, self.written.len());
                }
            }
            boundary = end;
        }
        // Regions have no order of their own, so they are sorted as text.
        sort_parts(&mut self.chosen, &self.written);
        self.text.clear();
        for (start, end) in &self.chosen {
            self.text.extend_from_slice(&self.written[*start..*end]);
        }
        if self.best.is_empty() || self.text < self.best {
            std::mem::swap(&mut self.text, &mut self.best);
        }
    }

    /// Writes a region one way round. Returns whether a boundary has more than two spots.
    fn write_region(&mut self, boundaries: std::ops::Range<usize>, way: usize) -> bool {
        self.forms.clear();
        self.ranges.clear();
        let mut has_sides = false;
        for boundary in boundaries {
            let start = boundary.checked_sub(1).map_or(0, |before| self.boundaries[before]);
            let end = self.boundaries[boundary];
            if self.places[start].spot == 0 {
                // A free spot by itself needs no mark behind it, and 0 comes before all other texts: such boundaries stand first without
                // sorting.
                self.written.push(0);
                continue;
            }
            has_sides |= end - start > 2;
            let from = self.forms.len();
            self.write_boundary(start, end, way);
            self.ranges.push((from, self.forms.len()));
        }
        let forms = &self.forms;
        if self.ranges.len() > 1 {
            sort_parts(&mut self.ranges, forms);
        }
        for (number, (start, end)) in self.ranges.iter().enumerate() {
            if number > 0 {
                self.written.push(END_OF_BOUNDARY);
            }
            self.written.extend_from_slice(&forms[*start..*end]);
        }
        self.written.push(END_OF_REGION);
        has_sides
    }

    /// Writes the least rotation of a boundary among the forms.
    fn write_boundary(&mut self, start: usize, end: usize, way: usize) {
        let Self { places, names, forms, spots, candidate, .. } = self;
        let places = &places[start..end];
        let length = places.len();
        let at = |step: usize| &places[if way == 0 { step } else { length - 1 - step }];
        spots.clear();
        // Lower-case letters have no names before the start is known. All stand as `SMALL` here, which comes after all
        // other spots.
        let mut has_small = false;
        for step in 0..length {
            let place = at(step);
            spots.push(match place.kind {
                Kind::Plain => place.spot,
                Kind::Great(letter) => names[usize::from(letter)],
                Kind::Small(_) => {
                    has_small = true;
                    SMALL
                }
            });
        }
        // The least reading begins with the least spot, so other starts are not tried.
        let least = *spots.iter().min().expect("a boundary has a spot");
        let starts = (0..length).filter(|start| spots[*start] == least);
        // Readings are compared where they are, and only the least is copied.
        if !has_small {
            let reading = |start: usize| spots[start..].iter().chain(&spots[..start]);
            let best = starts.reduce(|best, start| if reading(start).lt(reading(best)) { start } else { best });
            let best = best.expect("some spot is the least");
            forms.extend_from_slice(&spots[best..]);
            forms.extend_from_slice(&spots[..best]);
            return;
        }
        let from = forms.len();
        for start in starts {
            // Lower-case letters are named in the order in which this reading meets them.
            candidate.clear();
            let mut next = SMALL;
            for step in 0..length {
                let place = if start + step < length { start + step } else { start + step - length };
                let Kind::Small(ahead) = at(place).kind else {
                    candidate.push(spots[place]);
                    continue;
                };
                let ahead = if way == 0 { usize::from(ahead) } else { length - usize::from(ahead) };
                // The other occurrence comes later, or it came and has a name.
                let name = if step + ahead < length { next } else { candidate[step + ahead - length] };
                next += u8::from(name == next);
                candidate.push(name);
            }
            if forms.len() == from {
                forms.extend_from_slice(candidate);
            } else if candidate[..] < forms[from..] {
                forms.truncate(from);
                forms.extend_from_slice(candidate);
            }
        }
    }
}

/// Hashes a boundary as read from each place, both ways. Returns hashes that do not depend on the start.
#[inline]
fn hash(places: &mut [Place], colours: &[u64]) -> [u64; 2] {
    for place in &mut *places {
        if let Kind::Great(letter) = place.kind {
            place.colours = [mixed(colours[usize::from(letter)]); 2];
        }
    }
    if let [one] = places {
        one.read = one.colours;
        return one.read;
    }
    let last = places.len() - 1;
    // The hashes of the readings ahead from the first place and back from the last place: polynomials in `BASE`, whose
    // first spot has the factor `top`.
    let mut top = 1_u64;
    let mut hashes = [0_u64; 2];
    for at in 0..=last {
        if at > 0 {
            top = top.wrapping_mul(BASE);
        }
        let colours = [places[at].colours[0], places[last - at].colours[1]];
        hashes = WAYS.map(|way| hashes[way].wrapping_mul(BASE).wrapping_add(colours[way]));
    }
    let mut forms = [0_u64; 2];
    for at in 0..=last {
        for (way, place) in [(0, at), (1, last - at)] {
            let place = &mut places[place];
            place.read[way] = hashes[way];
            // A sum over all starts does not depend on the start.
            forms[way] = forms[way].wrapping_add(mixed(hashes[way]));
            // The first spot of the reading becomes the last one.
            let rest = hashes[way].wrapping_sub(place.colours[way].wrapping_mul(top));
            hashes[way] = rest.wrapping_mul(BASE).wrapping_add(place.colours[way]);
        }
    }
    forms
}

/// Sorts parts of a text, given by their bounds.
fn sort_parts(parts: &mut [(usize, usize)], text: &[u8]) {
    parts.sort_unstable_by(|one, other| text[one.0..one.1].cmp(&text[other.0..other.1]));
}

/// Sorts letters by their colours. Returns the number of different ones.
fn sorted(order: &mut [u8], colours: &[u64]) -> usize {
    if order.len() > 1 {
        order.sort_unstable_by_key(|letter| colours[usize::from(*letter)]);
    }
    classes(order, colours).count()
}

/// The letters of each colour, of letters that are sorted.
fn classes<'a>(order: &'a [u8], colours: &'a [u64]) -> impl Iterator<Item = &'a [u8]> {
    order.chunk_by(|one, other| colours[usize::from(*one)] == colours[usize::from(*other)])
}
