//! The canonical form of a land: isomorphic lands become equal.
//!
//! Two lands are isomorphic if they become equal when letters, regions, the boundaries of each region and the starts of boundaries are renamed, and
//! when any regions are mirrored, each by itself: regions meet only through lives.
//!
//! The great letters, which connect regions, are put in order. Each gets a colour, a hash of what is the same for isomorphic lands. In a round,
//! the colour of a letter is mixed with the boundary as read from each of its occurrences, both ways round, and with the region around it.
//! Rounds go on until no more letters are told apart: mostly two. If some are still tied, those of one class are told apart, each in
//! turn, and rounds go on. When no ties are left, the colours give the order.
//!
//! For an order of the great letters the land is written so: each boundary starts where its text is the least, boundaries are sorted, of a region and
//! its mirror image the lesser is written, and regions are sorted. The least text of all orders that were found is the canonical form.
//! A collision of colours is a tie more, which costs time and is never an error.

use smallvec::SmallVec;

use super::land::{END_OF_BOUNDARY, END_OF_REGION, LETTER, Occurrence, boundaries, stands_twice};

/// A canonical text: the spots of each boundary, [`END_OF_BOUNDARY`] between boundaries, and [`END_OF_REGION`] after each region. A 0, which is a
/// boundary by itself, has no mark behind it. Great letters are numbered from [`LETTER`], small ones from [`SMALL`] in each boundary.
pub(super) type Text = SmallVec<[u8; 24]>;

/// The first of the small letters, which stand twice on their boundary.
pub(super) const SMALL: Occurrence = 170;

/// Maximum number of orders that are tried. Beyond it the form is one of several for the same land. That is no error: such a land may be
/// solved twice.
const MOST_ORDERS: usize = 1 << 10;

type Colours = SmallVec<[u64; 16]>;

/// The canonical text of a land, given as its regions.
pub(super) fn canonical(regions: &[&[u8]]) -> Text {
    let mut land = Drawn::new(regions);
    let mut best = Text::new();
    if land.letters == 0 {
        land.write(&[], &mut best);
        return best;
    }
    let mut open: SmallVec<[Colours; 2]> = SmallVec::new();
    open.push(SmallVec::from_elem(0, land.letters));
    let mut orders = 0;
    let mut text = Text::new();
    while let Some(mut colours) = open.pop() {
        let tied = land.refine(&mut colours);
        if tied.is_empty() {
            orders += 1;
            text.clear();
            land.write(&colours, &mut text);
            if orders == 1 || text < best {
                std::mem::swap(&mut text, &mut best);
            }
        }
        let tried = if orders + open.len() < MOST_ORDERS { tied.len() } else { tied.len().min(1) };
        for letter in &tied[..tried] {
            let mut told = colours.clone();
            told[usize::from(*letter)] = mixed(!told[usize::from(*letter)]);
            open.push(told);
        }
    }
    best
}

/// The base of the polynomials that boundaries are hashed by.
const BASE: u64 = 0x9e37_79b9_7f4a_7c15;

#[inline]
const fn mixed(colour: u64) -> u64 {
    let mixed = (colour ^ colour >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    mixed ^ mixed >> 29
}

/// A spot on a boundary, for one of the two ways round.
#[derive(Clone, Copy)]
struct Place {
    spot: Occurrence,
    /// The number of a great letter.
    letter: Option<u8>,
    /// Otherwise its colours, as read forwards and backwards.
    colours: [u64; 2],
    /// The hashes of the boundary as read from here, forwards and backwards.
    read: [u64; 2],
}

/// A land with its great letters numbered from 0.
struct Drawn {
    letters: usize,
    places: SmallVec<[Place; 32]>,
    /// The end of each boundary among the places.
    boundaries: SmallVec<[u16; 16]>,
    /// The end of each region among the boundaries.
    regions: SmallVec<[u16; 8]>,
    /// For each region the number of boundaries, the first ones, that are free spots.
    sums: Colours,
}

impl Drawn {
    fn new(regions: &[&[u8]]) -> Self {
        let mut land = Self {
            letters: 0,
            places: SmallVec::new(),
            boundaries: SmallVec::new(),
            regions: SmallVec::new(),
            sums: SmallVec::new(),
        };
        let mut numbers = [u8::MAX; 256];
        for region in regions {
            for boundary in boundaries(region) {
                for (at, spot) in boundary.iter().enumerate() {
                    let mut place =
                        Place { spot: *spot, letter: None, colours: [u64::from(*spot) + 1; 2], read: [0; 2] };
                    if *spot >= LETTER {
                        let number = &mut numbers[usize::from(*spot)];
                        if regions.len() == 1 || *number == u8::MAX && stands_twice(boundary, *spot) {
                            let other =
                                boundary.iter().enumerate().position(|(other, same)| other != at && same == spot);
                            let other = other.expect("a letter stands in two places");
                            let length = boundary.len();
                            let ahead = (other + length - at) % length;
                            place.colours = [ahead, length - ahead].map(|distance| 8 + distance as u64);
                        } else {
                            if *number == u8::MAX {
                                *number = land.letters as u8;
                                land.letters += 1;
                            }
                            place.letter = Some(*number);
                        }
                    }
                    place.colours = place.colours.map(mixed);
                    land.places.push(place);
                }
                land.boundaries.push(land.places.len() as u16);
            }
            land.regions.push(land.boundaries.len() as u16);
        }
        land.sums = SmallVec::from_elem(0, land.letters);
        land
    }

    /// Tells letters apart until no more are. Returns the smallest class of those that are tied.
    fn refine(&mut self, colours: &mut Colours) -> SmallVec<[u8; 16]> {
        let mut order: SmallVec<[u8; 16]> = (0..self.letters as u8).collect();
        let mut classes = count_classes(&mut order, colours);
        loop {
            if classes == self.letters {
                return SmallVec::new();
            }
            self.round(colours);
            let now = count_classes(&mut order, colours);
            if now == classes {
                break;
            }
            classes = now;
        }
        let colour = |letter: &u8| colours[usize::from(*letter)];
        let tied = order.chunk_by(|one, other| colour(one) == colour(other)).filter(|class| class.len() > 1);
        let least = tied.min_by_key(|class| class.len()).expect("there are fewer classes than letters");
        SmallVec::from_slice(least)
    }

    fn round(&mut self, colours: &mut Colours) {
        self.sums.fill(0);
        let (mut boundary, mut place) = (0, 0);
        for end in &self.regions {
            let first = place;
            let mut around = [0_u64; 2];
            while boundary < usize::from(*end) {
                let places = &mut self.places[place..usize::from(self.boundaries[boundary])];
                place += places.len();
                boundary += 1;
                let forms = read(places, colours);
                around[0] = around[0].wrapping_add(mixed(forms[0]));
                around[1] = around[1].wrapping_add(mixed(forms[1]));
            }
            let around = around.map(mixed);
            for place in &self.places[first..place] {
                if let Some(letter) = place.letter {
                    let [ahead, back] = [0, 1].map(|way| mixed(place.read[way] ^ around[way]));
                    let sum = &mut self.sums[usize::from(letter)];
                    *sum = sum.wrapping_add(ahead).wrapping_add(back);
                }
            }
        }
        for (colour, sum) in colours.iter_mut().zip(&self.sums) {
            *colour = mixed(mixed(*colour).wrapping_add(*sum));
        }
    }

    /// Writes the land, with the great letters in the order of their colours, which are all different.
    fn write(&self, colours: &[u64], text: &mut Text) {
        let mut order: SmallVec<[u8; 16]> = (0..self.letters as u8).collect();
        order.sort_unstable_by_key(|letter| colours[usize::from(*letter)]);
        let mut names: SmallVec<[u8; 16]> = SmallVec::from_elem(0, self.letters);
        for (name, letter) in order.iter().enumerate() {
            names[usize::from(*letter)] = LETTER + name as u8;
        }
        let mut regions: SmallVec<[(u16, u16); 8]> = SmallVec::new();
        let mut written: SmallVec<[u8; 64]> = SmallVec::new();
        let (mut boundary, mut place) = (0, 0);
        for end in &self.regions {
            let ends = &self.boundaries[boundary..usize::from(*end)];
            let start = written.len();
            write_region(&self.places, place, ends, &names, false, &mut written);
            let middle = written.len();
            write_region(&self.places, place, ends, &names, true, &mut written);
            let finish = written.len();
            let (ahead, back) = written[start..].split_at(middle - start);
            let chosen = if back < ahead { (middle, finish) } else { (start, middle) };
            regions.push((chosen.0 as u16, chosen.1 as u16));
            boundary = usize::from(*end);
            place = usize::from(self.boundaries[boundary - 1]);
        }
        let slice = |(start, end): (u16, u16)| &written[usize::from(start)..usize::from(end)];
        regions.sort_unstable_by(|one, other| slice(*one).cmp(slice(*other)));
        for region in regions {
            text.extend_from_slice(slice(region));
        }
    }
}

/// Hashes a boundary as read from each place, both ways round. Returns hashes that do not depend on the start.
#[inline]
fn read(places: &mut [Place], colours: &[u64]) -> [u64; 2] {
    if let [one] = places {
        let colour = one.letter.map_or(one.colours[0], |letter| mixed(colours[usize::from(letter)]));
        one.read = [colour; 2];
        return one.read;
    }
    for place in &mut *places {
        if let Some(letter) = place.letter {
            place.colours = [mixed(colours[usize::from(letter)]); 2];
        }
    }
    let mut top = 1_u64;
    let mut hashes = [0_u64; 2];
    let last = places.len() - 1;
    for at in 0..places.len() {
        top = if at == 0 { 1 } else { top.wrapping_mul(BASE) };
        hashes[0] = hashes[0].wrapping_mul(BASE).wrapping_add(places[at].colours[0]);
        hashes[1] = hashes[1].wrapping_mul(BASE).wrapping_add(places[last - at].colours[1]);
    }
    // The first spot of the reading becomes the last one.
    let next =
        |hash: u64, first: u64| hash.wrapping_sub(first.wrapping_mul(top)).wrapping_mul(BASE).wrapping_add(first);
    let mut forms = [0_u64; 2];
    for at in 0..places.len() {
        let (ahead, back) = (at, last - at);
        places[ahead].read[0] = hashes[0];
        forms[0] = forms[0].wrapping_add(mixed(hashes[0]));
        hashes[0] = next(hashes[0], places[ahead].colours[0]);
        places[back].read[1] = hashes[1];
        forms[1] = forms[1].wrapping_add(mixed(hashes[1]));
        hashes[1] = next(hashes[1], places[back].colours[1]);
    }
    forms
}

/// Sorts letters by their colours. Returns the number of different ones.
fn count_classes(order: &mut [u8], colours: &[u64]) -> usize {
    let colour = |letter: &u8| colours[usize::from(*letter)];
    order.sort_unstable_by_key(colour);
    order.chunk_by(|one, other| colour(one) == colour(other)).count()
}

/// Writes a region or its mirror image.
fn write_region(
    places: &[Place],
    first: usize,
    ends: &[u16],
    names: &[u8],
    mirrored: bool,
    written: &mut SmallVec<[u8; 64]>,
) {
    let mut forms: SmallVec<[u8; 64]> = SmallVec::new();
    let mut ranges: SmallVec<[(u16, u16); 16]> = SmallVec::new();
    let mut start = first;
    for end in ends {
        let boundary = &places[start..usize::from(*end)];
        start = usize::from(*end);
        let from = forms.len();
        if boundary[0].spot == 0 {
            written.push(0);
            continue;
        }
        write_boundary(boundary, names, mirrored, &mut forms);
        ranges.push((from as u16, forms.len() as u16));
    }
    let slice = |(start, end): (u16, u16)| &forms[usize::from(start)..usize::from(end)];
    ranges.sort_unstable_by(|one, other| slice(*one).cmp(slice(*other)));
    for (number, range) in ranges.into_iter().enumerate() {
        if number > 0 {
            written.push(END_OF_BOUNDARY);
        }
        written.extend_from_slice(slice(range));
    }
    written.push(END_OF_REGION);
}

/// Writes the least rotation of a boundary.
fn write_boundary(boundary: &[Place], names: &[u8], mirrored: bool, forms: &mut SmallVec<[u8; 64]>) {
    let named = |place: &Place| match place.letter {
        Some(letter) => names[usize::from(letter)],
        None => place.spot.min(SMALL),
    };
    let from = forms.len();
    let length = boundary.len();
    // Small letters get their names last.
    let mut has_small = false;
    let mut spots: SmallVec<[u8; 16]> = SmallVec::new();
    let mut push = |place: &Place| {
        let small = place.letter.is_none() && place.spot >= LETTER;
        has_small |= small;
        spots.push(if small { SMALL } else { named(place) });
    };
    if mirrored {
        boundary.iter().rev().for_each(&mut push)
    } else {
        boundary.iter().for_each(&mut push)
    }
    let least = *spots.iter().min().expect("a boundary has a spot");
    let mut best = 0;
    if !has_small {
        let mut found = false;
        for start in (0..length).filter(|start| spots[*start] == least) {
            let reading = |start: usize| spots[start..].iter().chain(&spots[..start]);
            if !found || reading(start).lt(reading(best)) {
                best = start;
                found = true;
            }
        }
        forms.extend_from_slice(&spots[best..]);
        forms.extend_from_slice(&spots[..best]);
        return;
    }
    let original = |at: usize| boundary[if mirrored { length - 1 - at } else { at }].spot;
    let mut candidate: SmallVec<[u8; 16]> = SmallVec::new();
    for start in (0..length).filter(|start| spots[*start] == least) {
        candidate.clear();
        let mut next = SMALL;
        for step in 0..length {
            let at = (start + step) % length;
            if spots[at] != SMALL {
                candidate.push(spots[at]);
                continue;
            }
            let earlier = (0..step).find(|earlier| original((start + earlier) % length) == original(at));
            candidate.push(match earlier {
                Some(earlier) => candidate[earlier],
                None => {
                    next += 1;
                    next - 1
                }
            });
        }
        if forms.len() == from {
            forms.extend_from_slice(&candidate);
        } else if candidate[..] < forms[from..] {
            forms.truncate(from);
            forms.extend_from_slice(&candidate);
        }
    }
}
