//! Regions of Sprouts and of Brussels Sprouts as discs.

use std::f64::consts::TAU;
use std::fmt;

/// Radius of a spot, and the distance of neighbours on a circle, in pixels.
const SPOT: f64 = 11.0;
const STEP: f64 = 46.0;
/// Pixels around a boundary, for the numbers.
const ROOM: f64 = 30.0;
/// Height of the title of a region, and the width of its letters.
const TITLE: f64 = 26.0;
const LETTER: f64 = 7.0;
/// Characters of a line of text.
const LINE: usize = 68;

/// The colour of spots that are no upper-case letters, and the colours of upper-case letters, in turn.
const PLAIN: &str = "#555";
const LETTERS: [&str; 8] = ["#1f77b4", "#c2410c", "#15803d", "#9333ea", "#b45309", "#0e7490", "#be185d", "#4d7c0f"];

/// A region as a disc around the point 0.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Disc {
    title: String,
    radius: f64,
    circles: Vec<Circle>,
}

/// A boundary: a circle with its spots, or a single spot.
#[derive(Clone, Debug, PartialEq)]
struct Circle {
    /// The numbers of the region and of the boundary.
    number: (usize, usize),
    spots: Vec<String>,
    centre: (f64, f64),
    radius: f64,
    is_around: bool,
}

impl Disc {
    /// The region with this title and number.
    pub(super) fn new(title: String, region: usize, boundaries: Vec<Vec<String>>) -> Self {
        let longest = boundaries.iter().map(Vec::len).max().unwrap_or(0);
        let around = boundaries.iter().position(|boundary| boundary.len() == longest && longest > 1);
        let mut circles: Vec<Circle> = (1..)
            .zip(boundaries)
            .map(|(number, spots)| {
                let radius = if spots.len() > 1 { circle_for(spots.len()) } else { 0.0 };
                Circle { number: (region, number), spots, centre: (0.0, 0.0), radius, is_around: false }
            })
            .collect();
        // The outer boundary is taken out, the others are arranged, and the outer one is drawn around them.
        let mut outer = around.map(|place| circles.remove(place));
        let inside = arrange(&mut circles);
        let radius = outer.as_mut().map_or(inside + SPOT, |outer| {
            outer.is_around = true;
            outer.radius = outer.radius.max(inside + ROOM);
            outer.radius + ROOM
        });
        circles.extend(outer);
        Self { title, radius, circles }
    }

    /// Tells in the title to which land of several the region belongs.
    pub(super) fn of_land(&mut self, number: usize) {
        self.title = format!("land {number}, {}", self.title);
    }

    /// Width and height with the title.
    pub(super) fn size(&self) -> (f64, f64) {
        (f64::max(2.0 * self.radius, LETTER * float(self.title.len())), TITLE + 2.0 * self.radius)
    }

    /// The number of each boundary, and its spots in the order in which moves number them.
    pub(super) fn lines(&self) -> Vec<String> {
        // Boundaries are numbered from 1 without gaps.
        let mut circles = vec![None; self.circles.len()];
        for circle in &self.circles {
            circles[circle.number.1 - 1] = Some(circle);
        }
        let mut lines = vec![if self.circles.is_empty() { self.title.clone() } else { format!("{} ", self.title) }];
        for Circle { number: (_, number), spots, .. } in circles.into_iter().flatten() {
            let boundary = format!("  {number}: {}", spots.join(" "));
            match lines.last_mut() {
                Some(line) if line.len() + boundary.len() <= LINE => line.push_str(&boundary),
                _ => lines.push(format!("{:1$}{boundary}", "", self.title.len() + 1)),
            }
        }
        lines
    }

    /// Writes the region with the upper left corner of its picture at this point.
    pub(super) fn write(&self, f: &mut fmt::Formatter<'_>, left: f64, top: f64) -> fmt::Result {
        let (x, y) = (left + self.size().0 / 2.0, top + TITLE + self.radius);
        let above = y - self.radius - 8.0;
        writeln!(f, r##"<text x="{x:.0}" y="{above:.0}" font-size="14" fill="#333">{}</text>"##, self.title)?;
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
    f64::max(float(spots) * STEP / TAU, STEP / 2.0)
}

/// Puts circles side by side in rows around the point 0. Returns the radius of a disc that holds them.
fn arrange(circles: &mut [Circle]) -> f64 {
    let side = |circle: &Circle| 2.0 * (circle.radius + ROOM);
    let area: f64 = circles.iter().map(|circle| side(circle) * side(circle)).sum();
    // Rows as wide as the side of a square with the area of all circles, so that they fill about a square.
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
            let turn = TAU * (float(place) / float(self.spots.len()));
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

/// The colour of a spot by its name.
fn colour(spot: &str) -> &'static str {
    match spot.bytes().next() {
        Some(letter @ b'A'..=b'Z') => LETTERS[usize::from(letter - b'A') % LETTERS.len()],
        _ => PLAIN,
    }
}

#[expect(clippy::cast_precision_loss, reason = "pictures have fewer than 2^52 places")]
pub(super) const fn float(number: usize) -> f64 {
    number as f64
}
