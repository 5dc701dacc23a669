//! How positions of Sprouts are read and written.

use super::land::{Boundary, LETTER, Occurrence, Region, Regions, stands_twice};
use crate::notation::{NotationError, Piece, join};

/// Maximum number of letters that play can lead to: 50 free spots. Letters of both kinds then fit in a byte.
///
/// From *z* free spots, *o* spots with one end and *t* others, each with one life, there are at most 2*z* + 3*o*/2 + *t* spots with one life at any
/// time. Proof: after *m* moves there are at most 3*z* + 2*o* + *t* − *m* lives, and at most *z* + *o* + *t* + *m* spots. Half the sum of the two is that
/// number.
const MOST_LETTERS: usize = 100;

/// Reads a position: the regions of each land. The program GLOP 1.0 ends regions with `}`, lands with `]`, and the position with `!`.
pub(super) fn parse(text: &str) -> Result<Vec<Regions>, NotationError> {
    // Each mark is replaced by one of the same length, so that the places in errors are those of the text.
    let mut usual = text.replace('}', "|").replace(']', "+");
    if text.trim() != "!" && text.trim_end().ends_with('!') {
        usual.truncate(text.trim_end().len() - 1);
    }
    parse_usual(&usual).map_err(|error| error.within(text, 0))
}

/// A letter of a land that is being read.
struct Letter<'a> {
    name: String,
    /// Where its boundary begins, if it is a lower-case letter: those belong to their boundary, upper-case ones to the land.
    boundary: Option<usize>,
    /// Where it stands first.
    first: Piece<'a>,
    spot: Occurrence,
    /// How often it stands.
    count: usize,
}

fn parse_usual(text: &str) -> Result<Vec<Regions>, NotationError> {
    let whole = Piece::whole(text);
    let trimmed = text.trim();
    if trimmed == "!" {
        return Ok(Vec::new());
    }
    // Twice the number of letters that play can lead to, over all lands: the limit is on the whole position.
    let mut halves = 0;
    // A number by itself is that number of free spots. A text that begins with 0 is a boundary: `0` is one free spot.
    if !trimmed.starts_with('0') && !trimmed.is_empty() && trimmed.bytes().all(|byte| byte.is_ascii_digit()) {
        let spots: usize = whole.split('+').next().expect("a text has a first piece").number("a number of spots")?;
        free(whole, spots, &mut halves)?;
        return Ok(vec![vec![vec![vec![0]; spots]]]);
    }
    let mut lands = Vec::new();
    for land in pieces(whole, '+') {
        let mut letters: Vec<Letter<'_>> = Vec::new();
        let mut regions = Regions::new();
        for region in pieces(land, '|') {
            let mut boundaries = Region::new();
            for boundary in pieces(region, '.') {
                if let Some(count) = boundary.text.strip_prefix("0*") {
                    let spots = boundary
                        .part(boundary.text.len() - count.len(), boundary.text.len())
                        .number("a number of spots")?;
                    free(boundary, spots, &mut halves)?;
                    boundaries.extend(std::iter::repeat_n(vec![0], spots));
                } else {
                    let boundary = parse_boundary(boundary, &boundaries, &mut letters, &mut halves)?;
                    boundaries.push(boundary);
                }
            }
            regions.push(boundaries);
        }
        if let Some(Letter { first, .. }) = letters.iter().find(|letter| letter.count != 2) {
            return Err(first.error(format!(
                "the letter {} must stand twice: a spot with one life that matters in one place is a 2",
                first.text
            )));
        }
        lands.push(regions);
    }
    Ok(lands)
}

/// The pieces between separators. The last one may be followed by a separator.
fn pieces(piece: Piece<'_>, separator: char) -> impl Iterator<Item = Piece<'_>> {
    let mut pieces: Vec<_> = piece.split(separator).collect();
    if pieces.len() > 1 && pieces.last().is_some_and(|last| last.text.is_empty()) {
        pieces.pop();
    }
    pieces.into_iter()
}

/// Counts free spots.
fn free(piece: Piece<'_>, spots: usize, halves: &mut usize) -> Result<(), NotationError> {
    count(piece, spots.saturating_mul(4), halves)
}

fn count(piece: Piece<'_>, more: usize, halves: &mut usize) -> Result<(), NotationError> {
    *halves = halves.saturating_add(more);
    if *halves <= 2 * MOST_LETTERS {
        return Ok(());
    }
    let most = MOST_LETTERS / 2;
    Err(piece.error(format!(
        "the position is too large: with 2 for each free spot, 3/2 for each 1 and 1 for each other spot it may come to {MOST_LETTERS}, as of {most} free spots"
    )))
}

fn parse_boundary<'a>(
    piece: Piece<'a>,
    earlier: &Region,
    letters: &mut Vec<Letter<'a>>,
    halves: &mut usize,
) -> Result<Boundary, NotationError> {
    if piece.text.is_empty() {
        return Err(piece.error("a boundary is missing"));
    }
    let mut boundary = Boundary::new();
    let mut rest = piece.text.char_indices().peekable();
    while let Some((at, symbol)) = rest.next() {
        let mut here = piece.part(at, at + symbol.len_utf8());
        match symbol {
            '0' | '1' | '2' => {
                let ends = symbol as u8 - b'0';
                count(here, 4 - usize::from(ends), halves)?;
                boundary.push(ends);
            }
            // A spot with three ends is dead, and is left out.
            '3' => {}
            letter if letter.is_ascii_alphabetic() => {
                let mut name = letter.to_string();
                if let Some((number, end)) = numbered(piece, at)? {
                    name = letter_name(number, if letter == 'm' { b'a' } else { b'A' });
                    // Passes over the number, which is read.
                    while rest.next_if(|(at, _)| *at < end).is_some() {}
                    here = piece.part(at, end);
                }
                while let Some((prime, _)) = rest.next_if(|(_, next)| *next == '\'') {
                    name.push('\'');
                    here = piece.part(at, prime + 1);
                }
                let of = name.starts_with(|first: char| first.is_ascii_lowercase()).then_some(piece.at);
                let next = letters.len();
                let place = letters.iter().position(|known| known.name == name && known.boundary == of).unwrap_or(next);
                if place == next {
                    count(here, 2, halves)?;
                    let spot = Occurrence::try_from(next).expect("there are at most 100 letters") + LETTER;
                    letters.push(Letter { name, boundary: of, first: here, spot, count: 0 });
                }
                let letter = &mut letters[place];
                letter.count += 1;
                if earlier.iter().any(|boundary| boundary.contains(&letter.spot)) {
                    return Err(
                        here.error("a letter stands on two boundaries of one region, which would be one boundary")
                    );
                }
                boundary.push(letter.spot);
            }
            other => return Err(here.error(format!("a spot is 0, 1, 2 or a letter, not `{other}`"))),
        }
    }
    if boundary.contains(&0) && boundary.len() > 1 {
        return Err(piece.error("a free spot is a boundary by itself: 0.0 are two"));
    }
    Ok(boundary)
}

/// The number from 0 of a letter that is written `m(1)` or `n(1)`, with the end of its text; nothing if the letter is not written so.
fn numbered(piece: Piece<'_>, at: usize) -> Result<Option<(usize, usize)>, NotationError> {
    let text = &piece.text[at..];
    let Some(rest) = text.strip_prefix("m(").or_else(|| text.strip_prefix("n(")) else { return Ok(None) };
    let start = at + (text.len() - rest.len());
    let Some(length) = rest.find(')') else {
        return Err(piece.part(start, piece.text.len()).error("the number of a letter ends with `)`"));
    };
    let number: usize = piece.part(start, start + length).number("the number of a letter")?;
    if !(1..=MOST_LETTERS).contains(&number) {
        return Err(piece.part(start, start + length).error(format!("letters are numbered from 1 to {MOST_LETTERS}")));
    }
    Ok(Some((number - 1, start + length + 1)))
}

/// Writes lands.
pub(super) fn text(lands: &[Regions]) -> String {
    if lands.is_empty() {
        return "!".to_owned();
    }
    join(&lands.iter().map(land_text).collect::<Vec<_>>(), "+")
}

/// A land of one boundary whose spots are digits ends with a point, also beside others: the digits by themselves would be read as that number of free
/// spots, and in a sum of several games each land is read by itself.
fn land_text(regions: &Regions) -> String {
    let region_text = |region: Vec<Vec<String>>| {
        let mut boundaries: Vec<String> = region.iter().map(|spots| spots.concat()).collect();
        let free = boundaries.iter().filter(|boundary| *boundary == "0").count();
        if free > 1 {
            boundaries.drain(1..free);
            boundaries[0] = format!("0*{free}");
        }
        boundaries.join(".")
    };
    let regions: Vec<String> = names(regions).into_iter().map(region_text).collect();
    let land = regions.join("|");
    if land.bytes().all(|byte| byte.is_ascii_digit()) && !land.starts_with('0') { land + "." } else { land }
}

/// The names of the spots on each boundary of each region of a land.
pub(super) fn names(regions: &Regions) -> Vec<Vec<Vec<String>>> {
    let mut great: Vec<Occurrence> = Vec::new();
    let mut boundary_names = |boundary: &Boundary| {
        let mut small: Vec<Occurrence> = Vec::new();
        let names = boundary.iter().map(|spot| match spot {
            0..LETTER => spot.to_string(),
            _ if stands_twice(boundary, *spot) => name(&mut small, *spot, b'a'),
            _ => name(&mut great, *spot, b'A'),
        });
        names.collect()
    };
    regions.iter().map(|region| region.iter().map(&mut boundary_names).collect()).collect()
}

/// The name of a letter: A to Z in the order in which they come, then A' and so on.
fn name(known: &mut Vec<Occurrence>, spot: Occurrence, first: u8) -> String {
    let place = known.iter().position(|other| *other == spot).unwrap_or_else(|| {
        known.push(spot);
        known.len() - 1
    });
    letter_name(place, first)
}

/// The name of a letter by its number from 0.
fn letter_name(number: usize, first: u8) -> String {
    let letter = char::from(first + u8::try_from(number % 26).expect("less than 26"));
    format!("{letter}{}", "'".repeat(number / 26))
}
