//! Heat maps: tables of values, each cell in the colour of its value.

use crate::svg::{INK, Side, Svg, shade};

/// The content of a heat map.
pub(crate) struct HeatMap {
    pub(crate) title: String,
    pub(crate) told: String,
    /// The meaning of rows and columns.
    pub(crate) axes: &'static str,
    /// The number of the first row, and of the first column.
    pub(crate) first: [u64; 2],
    /// The values, row by row; `None` for an empty cell.
    pub(crate) values: Vec<Vec<Option<u64>>>,
}

const LEFT: u64 = 64;
const TOP: u64 = 108;
const RIGHT: u64 = 28;
const BOTTOM: u64 = 68;
/// The smallest side of a cell, in pixels, that shows its number.
const LEAST_WITH_NUMBER: u64 = 18;

impl HeatMap {
    pub(crate) fn svg(&self) -> String {
        let rows = self.values.len() as u64;
        let columns = self.values.iter().map(Vec::len).max().unwrap_or(0) as u64;
        let cell = (640 / rows.max(columns).max(1)).clamp(4, 40);
        let (width, height) = (columns * cell, rows * cell);
        let largest = self.values.iter().flatten().flatten().copied().max().unwrap_or(0);
        let mut svg = Svg::new((LEFT + width + RIGHT).max(680), TOP + height + BOTTOM, &self.title, &self.told);
        // One path for each value: its colour is written once.
        for value in 0..=largest {
            let places = self.places().filter(|place| place.2 == value);
            let mut places = places.map(|(row, column, _)| (LEFT + column * cell, TOP + row * cell)).peekable();
            if places.peek().is_some() {
                svg.squares(places, cell, &shade(value, largest));
            }
        }
        if cell >= LEAST_WITH_NUMBER {
            let written = self.places().map(|(row, column, value)| {
                let (x, y) = (LEFT + column * cell + cell / 2, TOP + row * cell + cell / 2 + cell / 6);
                ((x, y), value)
            });
            svg.numbers(cell * 2 / 5, largest, written);
        }
        self.axes(&mut svg, rows, columns, cell);
        svg.legend(LEFT, TOP + height + 28, largest);
        svg.finish()
    }

    fn places(&self) -> impl Iterator<Item = (u64, u64, u64)> {
        (0..).zip(&self.values).flat_map(|(row, values)| {
            (0..).zip(values).filter_map(move |(column, value)| Some((row, column, (*value)?)))
        })
    }

    /// Numbers along two sides, as many as fit.
    fn axes(&self, svg: &mut Svg, rows: u64, columns: u64, cell: u64) {
        // Labels are some 40 pixels apart or more: each 10th with cells of 4 pixels, each 5th with cells of 17.
        let step = if cell >= LEAST_WITH_NUMBER { 1 } else { (40 / cell).next_multiple_of(5) };
        let is_told = |number: &u64| number.is_multiple_of(step);
        let [first_row, first_column] = self.first;
        for number in (first_column..first_column + columns).filter(is_told) {
            let x = LEFT + (number - first_column) * cell + cell / 2;
            svg.words(x, TOP - 6, 11, Side::Around, INK, number);
        }
        for number in (first_row..first_row + rows).filter(is_told) {
            let y = TOP + (number - first_row) * cell + cell / 2 + 4;
            svg.words(LEFT - 14, y, 11, Side::Around, INK, number);
        }
        svg.words(LEFT, TOP - 24, 12, Side::After, INK, self.axes);
    }
}
