//! Boards, strips, heaps, graphs and regions as SVG.

use std::fmt::{self, Display};

use crate::render::diagram::{Diagram, Shape};
use crate::render::lands::float;

/// The room around a picture, in pixels.
const ROOM: f64 = 26.0;
/// The width after which shapes go to the next row, and the least width.
const WIDTH: f64 = 900.0;
const LEAST_WIDTH: f64 = 160.0;
/// Width of a letter of a name, in pixels.
const LETTER: f64 = 7.0;

impl Shape {
    /// Width and height, without the room around it.
    fn size(&self) -> (f64, f64) {
        match self {
            Self::Board(board) => board.size(),
            Self::Graph(vertices) => vertices.size(),
            Self::Region(disc) => disc.size(),
            Self::Strip(strip) => strip.size(),
            Self::Heaps(columns) => columns.size(),
            // A name stands in the room above what follows.
            Self::Name(name) => (LETTER * float(name.len()), -ROOM),
        }
    }
}

impl Display for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut x, mut y, mut bottom, mut width) = (0.0, 0.0, 0.0_f64, LEAST_WIDTH);
        let (mut corners, mut heights) = (Vec::new(), vec![0.0_f64]);
        let mut after_name = false;
        for shape in &self.0 {
            // A name has a row of its own. Other shapes stand side by side as long as the row has room.
            let (wide, high) = shape.size();
            let is_name = matches!(shape, Shape::Name(_));
            if x > 0.0 && (is_name || after_name || x + wide + 2.0 * ROOM > WIDTH) {
                (x, y) = (0.0, bottom);
                heights.push(0.0);
            }
            let row = heights.len() - 1;
            heights[row] = heights[row].max(high);
            corners.push((x, y, row, high));
            x += wide + 2.0 * ROOM;
            width = width.max(x);
            bottom = bottom.max(y + high + 2.0 * ROOM);
            after_name = is_name;
        }
        let height = bottom.max(2.0 * ROOM);
        writeln!(
            f,
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0} {height:.0}" width="{width:.0}" height="{height:.0}" role="img" font-family="sans-serif" font-size="12" text-anchor="middle">"#
        )?;
        writeln!(f, r##"<title>position</title><rect width="100%" height="100%" fill="#fff"/>"##)?;
        if self.0.is_empty() {
            writeln!(f, r##"<text x="{:.0}" y="30" font-size="14" fill="#333">nothing is left</text>"##, width / 2.0)?;
        }
        for (shape, (left, top, row, high)) in self.0.iter().zip(corners) {
            // Heaps of one row stand on the same ground.
            let top = if matches!(shape, Shape::Heaps(_)) { top + heights[row] - high } else { top };
            writeln!(f, r#"<g transform="translate({left:.0} {top:.0})">"#)?;
            match shape {
                Shape::Board(board) => board.write(f, ROOM, ROOM)?,
                Shape::Graph(vertices) => vertices.write(f, ROOM, ROOM)?,
                Shape::Region(disc) => disc.write(f, ROOM, ROOM)?,
                Shape::Strip(strip) => strip.write(f, ROOM, ROOM)?,
                Shape::Heaps(columns) => columns.write(f, ROOM, ROOM)?,
                Shape::Name(name) => {
                    let name = name.replace('&', "&amp;").replace('<', "&lt;");
                    writeln!(
                        f,
                        r##"<text x="14" y="18" font-size="14" text-anchor="start" fill="#333">{name}</text>"##
                    )?;
                }
            }
            f.write_str("</g>\n")?;
        }
        f.write_str("</svg>\n")
    }
}
