//! Plots of values over heaps, as SVG.

use std::fmt::Write;

use grundy::heap::{Periodicity, Sequence};
use plotters::coord::Shift;
use plotters::prelude::{
    ChartBuilder, Circle, Color, DrawingArea, IntoDrawingArea, IntoFont, PathElement, RGBColor, Rectangle, SVGBackend,
    Text, TextStyle, WHITE,
};
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::find;
use super::marks::{Grid, SHADES, Window};

/// Lengths are in pixels.
const SIZE: (u32, u32) = (1200, 760);
const TITLE: u32 = 64;
const CAPTION: u32 = 26;
/// A second panel shows the beginning, if that is at most 1/4 of the whole.
const BEGINNING: usize = 4;
/// Distance of lines from which each has a label: closer labels would overlap.
const LABEL: i32 = 170;
/// Distance of lines from which all are drawn: closer lines would look like an area.
const LINE: i32 = 6;

/// The shades, from the largest share of the heaps of a column to the smallest.
const BLUES: [RGBColor; SHADES.len()] =
    [RGBColor(8, 48, 107), RGBColor(33, 113, 181), RGBColor(107, 174, 214), RGBColor(198, 219, 239)];
const RARE: RGBColor = RGBColor(230, 85, 13);
const START: RGBColor = RGBColor(35, 139, 69);
const INK: RGBColor = RGBColor(64, 64, 64);

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Drawn = Result<(), Box<dyn std::error::Error>>;

/// The picture: all heaps, and in a second panel the beginning, if it is too narrow in the first.
pub(crate) fn svg(sequence: &Sequence, periodicity: &Periodicity) -> Result<String, Box<dyn std::error::Error>> {
    let mut svg = String::new();
    let root = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let (head, rest) = root.split_vertically(TITLE);
    let (body, foot) = rest.split_vertically(SIZE.1 - TITLE - CAPTION);
    title(&head, sequence, periodicity)?;

    let heaps = sequence.len();
    let beginning = beginning(sequence);
    let panels = if beginning <= heaps / BEGINNING { vec![heaps, beginning] } else { vec![heaps] };
    let areas = body.split_evenly((panels.len(), 1));
    let mut cell = 1;
    for (heaps, area) in panels.into_iter().zip(&areas) {
        // The caption names the side of a cell once, so it takes the larger one.
        cell = cell.max(panel(&root, area, sequence, periodicity, heaps)?);
    }
    let caption = format!(
        "A mark stands for all heaps that fall on the same cell of {cell} × {cell} pixels. Blue: the darker, the more of the \
         heaps of its column (1/4 and more, 1/16, 1/64, fewer). Lines: where a period begins."
    );
    foot.draw(&Text::new(caption, (16, 2), style(13, &INK, HPos::Left)))?;
    root.present()?;
    // The areas borrow `svg`, and the text is complete when they are gone.
    drop((head, body, rest, foot, areas, root));
    Ok(svg)
}

/// The number of heaps of the beginning: up to the last rare heap and an eighth more, at least 500.
fn beginning(sequence: &Sequence) -> usize {
    let last_rare = sequence.report().sparse_space.map_or(0, |space| space.last_rare);
    (last_rare + last_rare / 8).max(500)
}

/// The code, the period and the rare heaps.
fn title(area: &Area, sequence: &Sequence, periodicity: &Periodicity) -> Drawn {
    let heaps = grouped(sequence.len() as u64);
    let mut told = match find::numbers(periodicity) {
        None => format!("no period in the first {heaps} heaps"),
        Some((preperiod, period, saltus)) => {
            let mut told = format!("preperiod {}, period {}", grouped(preperiod), grouped(period));
            if saltus > 0 {
                write!(told, ", saltus {}", grouped(saltus))?;
            }
            match periodicity.proved() {
                Some(proved) => write!(told, ", proved by {}", proved.theorem())?,
                None => write!(told, ", seen in the first {heaps} heaps, not proved")?,
            }
            told
        }
    };
    if let Some((largest, heap)) = sequence.values().largest() {
        write!(told, "; largest value {} at heap {}", grouped(largest), grouped(heap as u64))?;
    }
    area.draw(&Text::new(format!("Values of {}", sequence.code()), (16, 10), style(24, &INK, HPos::Left)))?;
    area.draw(&Text::new(told, (16, 40), style(14, &INK, HPos::Left)))?;
    if let Some(space) = sequence.report().sparse_space {
        let parity = if space.parity { " and parity" } else { "" };
        let rare = find::published_rare(space);
        let told = format!("{} rare heaps, mask {:x}{parity}", grouped(rare as u64), space.mask);
        area.draw(&Circle::new((992, 47), 4, RARE.filled()))?;
        area.draw(&Text::new(told, (1002, 40), style(14, &INK, HPos::Left)))?;
    }
    Ok(())
}

/// A panel with the first heaps. Returns the side of a cell.
fn panel(
    root: &Area,
    area: &Area,
    sequence: &Sequence,
    periodicity: &Periodicity,
    heaps: usize,
) -> Result<usize, Box<dyn std::error::Error>> {
    let window = Window::new(sequence, heaps);
    let narrow = |count: usize| f64::from(u32::try_from(count).unwrap_or(u32::MAX));
    let mut chart = ChartBuilder::on(area)
        .margin_left(8)
        .margin_right(24)
        .margin_top(24)
        .x_label_area_size(40)
        .y_label_area_size(52)
        // Half a unit more on each side, so that heap 0 and value 0 have a whole cell.
        .build_cartesian_2d(-0.5..narrow(heaps) - 0.5, -0.5..narrow(window.values) - 0.5)?;
    chart
        .configure_mesh()
        .disable_mesh()
        .axis_style(INK)
        .label_style(style(12, &INK, HPos::Left))
        .axis_desc_style(style(13, &INK, HPos::Left))
        .x_labels(12)
        .y_labels(12)
        .x_label_formatter(&whole)
        .y_label_formatter(&whole)
        .x_desc(if heaps == sequence.len() {
            "heap".to_owned()
        } else {
            format!("heap, the first {}", grouped(heaps as u64))
        })
        .y_desc("value")
        .draw()?;

    let (columns, rows) = chart.plotting_area().get_pixel_range();
    let grid = Grid::new(&window, columns.len(), rows.len());
    for run in grid.runs() {
        let left_top = (columns.start + pixel(run.columns.start), rows.end - pixel(run.rows.end));
        let right_bottom = (columns.start + pixel(run.columns.end), rows.end - pixel(run.rows.start));
        root.draw(&Rectangle::new([left_top, right_bottom], BLUES[run.shade].filled()))?;
    }
    for (column, row) in grid.rare() {
        let middle = (columns.start + pixel(column), rows.end - pixel(row));
        root.draw(&Circle::new(middle, 3, RARE.filled()))?;
    }

    let Some((preperiod, period, _)) = find::numbers(periodicity) else { return Ok(grid.cell()) };
    // The middle of the column of a heap. `None` if the panel does not show the heap.
    let place = |heap: u64| {
        let heap = usize::try_from(heap).ok().filter(|heap| *heap < heaps)?;
        Some(columns.start + pixel((2 * heap + 1) * columns.len() / (2 * heaps)))
    };
    let Some(first) = place(preperiod) else { return Ok(grid.cell()) };
    let next = place(preperiod.saturating_add(period));
    let apart = next.map_or(i32::MAX, |next| next - first);
    // The sequence of starts ends before a number overflows.
    let starts = (0..).map_while(|turn: u64| preperiod.checked_add(turn.checked_mul(period)?));
    // Only the first line is drawn if the lines would be too close.
    let lines = if apart < LINE { 1 } else { usize::MAX };
    for (turn, (start, x)) in (1..).zip(starts.map_while(|start| Some((start, place(start)?))).take(lines)) {
        root.draw(&PathElement::new(
            [(x, rows.start - 4), (x, rows.end)],
            START.stroke_width(if turn == 1 { 2 } else { 1 }),
        ))?;
        // Every line has a label if there is room, otherwise the first one alone.
        let label = match turn {
            _ if apart >= LABEL => format!("period {turn} from {}", grouped(start)),
            1 => format!("periods of {} from {}", grouped(period), grouped(start)),
            _ => continue,
        };
        // Near the right edge the label stands to the left of its line.
        let side = if x > columns.end - LABEL { HPos::Right } else { HPos::Left };
        root.draw(&Text::new(label, (x, rows.start - 20), style(13, &START, side)))?;
    }
    Ok(grid.cell())
}

fn style(size: u32, color: &RGBColor, side: HPos) -> TextStyle<'_> {
    TextStyle::from(("sans-serif", size).into_font()).color(color).pos(Pos::new(side, VPos::Top))
}

/// A label of an axis; empty for numbers that are no heap or value.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "the library asks for a reference")]
fn whole(number: &f64) -> String {
    if number.fract() == 0.0 && *number >= 0.0 { commas(&number.to_string()) } else { String::new() }
}

fn grouped(number: u64) -> String {
    commas(&number.to_string())
}

/// Digits in groups of three.
fn commas(digits: &str) -> String {
    let mut grouped = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// A place in the picture.
fn pixel(place: usize) -> i32 {
    i32::try_from(place).unwrap_or(i32::MAX)
}
