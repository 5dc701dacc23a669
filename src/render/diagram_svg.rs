//! Boards, strips, heaps, graphs and lands as SVG.

use std::fmt::{self, Display};

use crate::render::diagram::{Diagram, Dot, Link, Look, Shape, columns_of};
use crate::render::lands::float;
use crate::render::strip::{Mark, SQUARE, write_square};

/// The distance of neighbours in a graph, in pixels; and the room around the picture.
const STEP: f64 = 62.0;
const ROOM: f64 = 26.0;
/// The width after which shapes go to the next row, and the least width.
const WIDTH: f64 = 900.0;
const LEAST_WIDTH: f64 = 160.0;
/// Radius of a dot.
const DOT: f64 = 13.0;

impl Shape {
    /// Width and height, without the room around it.
    fn size(&self) -> (f64, f64) {
        match self {
            Self::Board(rows) => (SQUARE * float(columns_of(rows)), SQUARE * float(rows.len())),
            Self::Graph { dots, .. } => {
                let most = |side: fn(&Dot) -> f64| STEP * dots.iter().map(side).fold(0.0, f64::max);
                (most(|dot| dot.at.0), most(|dot| dot.at.1))
            }
            Self::Region(disc) => disc.size(),
            Self::Strip(strip) => strip.size(),
            Self::Heaps(columns) => columns.size(),
        }
    }
}

impl Display for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut x, mut y, mut bottom, mut width) = (0.0, 0.0, 0.0_f64, LEAST_WIDTH);
        let (mut corners, mut heights) = (Vec::new(), vec![0.0_f64]);
        for shape in &self.0 {
            let (wide, high) = shape.size();
            if x > 0.0 && x + wide + 2.0 * ROOM > WIDTH {
                (x, y) = (0.0, bottom);
                heights.push(0.0);
            }
            let row = heights.len() - 1;
            heights[row] = heights[row].max(high);
            corners.push((x, y, row, high));
            x += wide + 2.0 * ROOM;
            width = width.max(x);
            bottom = bottom.max(y + high + 2.0 * ROOM);
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
                Shape::Board(rows) => write_board(f, rows)?,
                Shape::Graph { dots, edges } => write_graph(f, dots, edges)?,
                Shape::Region(disc) => disc.write(f, ROOM, ROOM)?,
                Shape::Strip(strip) => strip.write(f, ROOM, ROOM)?,
                Shape::Heaps(columns) => columns.write(f, ROOM, ROOM)?,
            }
            f.write_str("</g>\n")?;
        }
        f.write_str("</svg>\n")
    }
}

fn write_board(f: &mut fmt::Formatter<'_>, rows: &[Vec<Mark>]) -> fmt::Result {
    let middle = |number: usize| ROOM + SQUARE * (float(number) + 0.5);
    for column in 0..columns_of(rows) {
        writeln!(f, r##"<text x="{:.0}" y="18" fill="#777">{}</text>"##, middle(column), column + 1)?;
    }
    for (row, marks) in rows.iter().enumerate() {
        let y = middle(row);
        writeln!(f, r##"<text x="14" y="{:.0}" fill="#777">{}</text>"##, y + 4.0, row + 1)?;
        for (column, mark) in marks.iter().enumerate().filter(|(_, mark)| **mark != Mark::Gone) {
            write_square(f, format_args!("{},{}", row + 1, column + 1), *mark, (middle(column), y))?;
        }
    }
    Ok(())
}

fn write_graph(f: &mut fmt::Formatter<'_>, dots: &[Dot], edges: &[Link]) -> fmt::Result {
    let at = |dot: &Dot| (ROOM + STEP * dot.at.0, ROOM + STEP * dot.at.1);
    for Link { ends: [one, other], number } in edges {
        let ((x1, y1), (x2, y2)) = (at(&dots[*one]), at(&dots[*other]));
        // Edges between the same dots bend away from each other, and a loop stands beside its dot.
        let bend = 14.0 * float(number.div_ceil(2)) * if number % 2 == 0 { 1.0 } else { -1.0 };
        let (dx, dy) = (x2 - x1, y2 - y1);
        let length = dx.hypot(dy).max(1.0);
        let curve = if one == other {
            let far = 2.4 * DOT + bend.abs();
            format!("C{:.1} {:.1} {:.1} {:.1} {x2:.1} {y2:.1}", x1 - far, y1 - far, x1 + far, y1 - far)
        } else {
            let (x, y) = (x1.midpoint(x2) - dy / length * bend * 2.0, y1.midpoint(y2) + dx / length * bend * 2.0);
            format!("Q{x:.1} {y:.1} {x2:.1} {y2:.1}")
        };
        writeln!(
            f,
            r##"<path class="spot" data-end="{}-{}" d="M{x1:.1} {y1:.1}{curve}" fill="none" stroke="#5b6470" stroke-width="5"/>"##,
            dots[*one].name, dots[*other].name
        )?;
    }
    for dot in dots {
        let ((x, y), name) = (at(dot), &dot.name);
        let (class, colour) = match dot.look {
            Look::Plain => ("spot", "#1f77b4"),
            Look::Token => ("spot", "#c2410c"),
            Look::Ground => ("spot", "#15803d"),
            Look::Left => ("taken", "#bbb"),
        };
        writeln!(
            f,
            r#"<circle class="{class}" data-end="{name}" cx="{x:.1}" cy="{y:.1}" r="{DOT}" fill="{colour}"/>"#
        )?;
        writeln!(f, r##"<text x="{x:.1}" y="{:.1}" fill="#fff" pointer-events="none">{name}</text>"##, y + 4.0)?;
    }
    Ok(())
}
