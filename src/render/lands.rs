//! Pictures of lands of Sprouts.

use std::f64::consts::TAU;
use std::fmt::{self, Display};

use crate::games::Land;

/// A picture of lands of [Sprouts](crate::games::Sprouts) as SVG, by [`Display`].
///
/// Each region is drawn by itself, as a disc. Its longest boundary is the circle around it, unless it has single spots only; the other boundaries are
/// smaller circles and spots inside. So a line that is drawn within the disc is a move, if it crosses none of the circles. The inside of a
/// smaller circle does not belong to the region. Where two regions meet is told by great letters: a spot with such a letter lies
/// on the boundaries of two regions, and has the same colour in both. Regions need not fit together in one plane drawing, since each is kept
/// up to its mirror image.
///
/// In a spot stands its name: the number of its ends, or its letter. Beside it stand the number of the boundary and the number of the spot on it, as
/// [moves](crate::games::Line) name them. With the region on the left, the numbers go along the boundary. The circle of a spot has the class `spot`, and
/// the numbers of region, boundary and spot as its attribute `data-end`, such as `1.3.2`.
///
/// ```
/// use grundy::render::LandPicture;
/// use grundy::Notation;
/// use grundy::games::Sprouts;
///
/// let lands = Sprouts.parse("0*2.AB|AB")?;
/// let picture = LandPicture(&lands).to_string();
/// assert!(picture.starts_with("<svg "));
/// assert_eq!(picture.matches(r#"class="spot""#).count(), 6);
/// # Ok::<(), grundy::NotationError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct LandPicture<'a>(pub &'a [Land]);

/// Radius of a spot, and the distance of neighbours on a circle, in pixels.
const SPOT: f64 = 11.0;
const STEP: f64 = 46.0;
/// Pixels around a boundary, for the numbers.
const ROOM: f64 = 30.0;
/// Pixels between two regions, and the width after which regions go to the next row.
const GAP: f64 = 24.0;
const WIDTH: f64 = 900.0;
/// Height of the name of a region.
const TITLE: f64 = 26.0;

/// Colours of spots with one life in one place, of more lives, and of great letters in turn.
const PLAIN: &str = "#555";
const LETTERS: [&str; 8] = ["#1f77b4", "#c2410c", "#15803d", "#9333ea", "#b45309", "#0e7490", "#be185d", "#4d7c0f"];

impl Display for LandPicture<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut regions = Vec::new();
        for (number, land) in (1..).zip(self.0) {
            let within = if self.0.len() > 1 { format!("land {number}, ") } else { String::new() };
            for (number, region) in (1..).zip(land.regions()) {
                regions.push((format!("{within}region {number}"), Disc::new(number, region)));
            }
        }
        let (mut x, mut y, mut row, mut width) = (GAP, GAP, 0.0_f64, 0.0_f64);
        let mut places = Vec::new();
        for (_, disc) in &regions {
            if x > GAP && x + 2.0 * disc.radius > WIDTH {
                (x, y, row) = (GAP, y + row + GAP, 0.0);
            }
            places.push((x + disc.radius, y + TITLE + disc.radius));
            x += 2.0 * disc.radius + GAP;
            row = row.max(2.0 * disc.radius + TITLE);
            width = width.max(x);
        }
        let (width, height) = (width.max(160.0), y + row + GAP);
        writeln!(
            f,
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0} {height:.0}" width="{width:.0}" height="{height:.0}" role="img" font-family="sans-serif" text-anchor="middle">"#
        )?;
        writeln!(f, r##"<title>Sprouts</title><rect width="100%" height="100%" fill="#fff"/>"##)?;
        if regions.is_empty() {
            writeln!(f, r##"<text x="80" y="36" font-size="14" fill="#333">no line can be drawn</text>"##)?;
        }
        for ((title, disc), (x, y)) in regions.iter().zip(places) {
            let above = y - disc.radius - 8.0;
            writeln!(f, r##"<text x="{x:.0}" y="{above:.0}" font-size="14" fill="#333">{title}</text>"##)?;
            disc.write(f, x, y)?;
        }
        f.write_str("</svg>\n")
    }
}

/// A region as a disc around the point 0.
struct Disc {
    radius: f64,
    circles: Vec<Circle>,
}

/// A boundary: a circle with its spots, or a single spot.
struct Circle {
    /// The numbers of the region and of the boundary.
    number: (usize, usize),
    spots: Vec<String>,
    centre: (f64, f64),
    radius: f64,
    is_around: bool,
}

impl Disc {
    fn new(region: usize, boundaries: Vec<Vec<String>>) -> Self {
        let longest = boundaries.iter().map(Vec::len).max().unwrap_or(0);
        let around = boundaries.iter().position(|boundary| boundary.len() == longest && longest > 1);
        let mut circles: Vec<Circle> = (1..)
            .zip(boundaries)
            .map(|(number, spots)| {
                let radius = if spots.len() > 1 { circle_for(spots.len()) } else { 0.0 };
                Circle { number: (region, number), spots, centre: (0.0, 0.0), radius, is_around: false }
            })
            .collect();
        let mut outer = around.map(|place| circles.remove(place));
        let inside = arrange(&mut circles);
        let radius = outer.as_mut().map_or(inside + SPOT, |outer| {
            outer.is_around = true;
            outer.radius = outer.radius.max(inside + ROOM);
            outer.radius + ROOM
        });
        circles.extend(outer);
        Self { radius, circles }
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, x: f64, y: f64) -> fmt::Result {
        let around = self.circles.iter().find(|circle| circle.is_around);
        let (radius, border) =
            around.map_or((self.radius, r##" stroke="#bbb" stroke-dasharray="3 5""##), |around| (around.radius, ""));
        writeln!(f, r##"<circle cx="{x:.1}" cy="{y:.1}" r="{radius:.1}" fill="#f4f1e8"{border}/>"##)?;
        for circle in &self.circles {
            circle.write(f, x, y)?;
        }
        Ok(())
    }
}

/// The radius of a circle with room for this number of spots.
fn circle_for(spots: usize) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "a boundary has few spots")]
    let around = spots as f64 * STEP / TAU;
    around.max(STEP / 2.0)
}

/// Puts circles side by side in rows around the point 0. Returns the radius of a disc that holds them.
fn arrange(circles: &mut [Circle]) -> f64 {
    let side = |circle: &Circle| 2.0 * (circle.radius + ROOM);
    let area: f64 = circles.iter().map(|circle| side(circle) * side(circle)).sum();
    let widest = circles.iter().map(side).fold(area.sqrt(), f64::max);
    let (mut x, mut y, mut row, mut right) = (0.0, 0.0, 0.0_f64, 0.0_f64);
    for circle in &mut *circles {
        let side = side(circle);
        if x > 0.0 && x + side > widest * 1.01 {
            (x, y, row) = (0.0, y + row, 0.0);
        }
        circle.centre = (x + side / 2.0, y + side / 2.0);
        x += side;
        row = row.max(side);
        right = right.max(x);
    }
    let middle = (right / 2.0, f64::midpoint(y, row));
    let mut reach = 0.0_f64;
    for circle in circles {
        circle.centre.0 -= middle.0;
        circle.centre.1 -= middle.1;
        reach = reach.max(circle.centre.0.hypot(circle.centre.1) + circle.radius + ROOM);
    }
    reach
}

impl Circle {
    fn write(&self, f: &mut fmt::Formatter<'_>, x: f64, y: f64) -> fmt::Result {
        let (x, y) = (x + self.centre.0, y + self.centre.1);
        if self.spots.len() > 1 {
            let fill = if self.is_around { "none" } else { "#fff" };
            let radius = self.radius;
            writeln!(
                f,
                r##"<circle cx="{x:.1}" cy="{y:.1}" r="{radius:.1}" fill="{fill}" stroke="#333" stroke-width="2"/>"##
            )?;
        }
        for (place, spot) in self.spots.iter().enumerate() {
            #[expect(clippy::cast_precision_loss, reason = "a boundary has few spots")]
            let turn = TAU * (place as f64 / self.spots.len() as f64);
            // On the screen y goes down: the sine of a left turn is subtracted.
            let angle = TAU / 4.0 + if self.is_around { turn } else { -turn };
            let (right, up) = (angle.cos(), angle.sin());
            let (at_x, at_y) = (x + self.radius * right, y - self.radius * up);
            let colour = colour(spot);
            let ((region, boundary), number) = (self.number, place + 1);
            let end = format_args!("{region}.{boundary}.{number}");
            writeln!(
                f,
                r#"<circle class="spot" data-end="{end}" cx="{at_x:.1}" cy="{at_y:.1}" r="{SPOT}" fill="{colour}"/>"#
            )?;
            let line = at_y + 4.0;
            writeln!(f, r##"<text x="{at_x:.1}" y="{line:.1}" font-size="12" fill="#fff">{spot}</text>"##)?;
            // The number stands outside of the circle, or above a single spot.
            let away = self.radius + SPOT + 10.0;
            let (number_x, number_y) = (x + away * right, y - away * up + 3.0);
            writeln!(
                f,
                r##"<text x="{number_x:.1}" y="{number_y:.1}" font-size="10" fill="#777">{boundary}.{number}</text>"##
            )?;
        }
        Ok(())
    }
}

/// The colour of a spot by its name: great letters in turn, other spots alike.
fn colour(spot: &str) -> &'static str {
    match spot.bytes().next() {
        Some(letter @ b'A'..=b'Z') => LETTERS[usize::from(letter - b'A') % LETTERS.len()],
        _ => PLAIN,
    }
}
