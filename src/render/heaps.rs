//! Heaps of counters: columns side by side, or on the steps of a staircase.

use std::fmt;

use crate::render::lands::float;
use crate::render::strip::{SQUARE, shortened};

/// Radius of a counter, and the distance of neighbours in a heap, in pixels.
const COUNTER: f64 = 7.0;
const PITCH: f64 = 17.0;
/// Height of the ground below heaps, of a step, and of the line below them, in pixels.
const GROUND: f64 = 4.0;
const STEP: f64 = 16.0;
const LABEL: f64 = 18.0;
/// Width of a letter, in pixels.
const LETTER: f64 = 7.0;

/// Heaps of one component.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Columns {
    pub(super) heaps: Vec<Heap>,
    pub(super) ground: Ground,
}

/// A heap, and how many of its counters the next move may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Heap {
    pub(super) size: u128,
    pub(super) free: u128,
}

/// What heaps stand on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ground {
    Flat,
    /// Steps, the lowest first.
    Stairs,
}

impl Heap {
    /// A heap of which any number of counters may be taken, as far as the picture tells.
    pub(super) fn new(size: impl Into<u128>) -> Self {
        let size = size.into();
        Self { size, free: size }
    }

    /// For each counter from below whether it may be taken; `None` is a gap, where counters are left out.
    fn counters(self) -> Vec<Option<bool>> {
        // Counters are numbered from below, and those at the top are taken.
        let is_free = |counter| counter >= self.size - self.free;
        shortened(0..self.size).into_iter().map(|counter| counter.map(is_free)).collect()
    }

    fn label(self) -> String {
        let Self { size, free } = self;
        if free == 0 || free == size { size.to_string() } else { format!("{size}, at most {free}") }
    }
}

impl Columns {
    /// Width and height.
    pub(super) fn size(&self) -> (f64, f64) {
        (self.width() * float(self.heaps.len()), self.height() + LABEL)
    }

    /// A line for each heap, with its number if there are several; the highest step is the first line.
    pub(super) fn lines(&self) -> Vec<String> {
        let high = self.heaps.len().to_string().len();
        let line = |(number, heap): (usize, &Heap)| {
            let sign = |counter| match counter {
                Some(true) => "●",
                Some(false) => "○",
                None => "…",
            };
            let mut words: Vec<&str> = heap.counters().into_iter().map(sign).collect();
            let label = format!(" {}", heap.label());
            words.push(&label);
            let number = if self.heaps.len() > 1 { format!("{:>high$}  ", number + 1) } else { String::new() };
            format!(" {number}{}", words.join(" "))
        };
        let mut lines: Vec<String> = self.heaps.iter().enumerate().map(line).collect();
        if self.ground == Ground::Stairs {
            lines.reverse();
        }
        lines
    }

    /// Writes the heaps with the upper left corner of their picture at this point.
    pub(super) fn write(&self, f: &mut fmt::Formatter<'_>, left: f64, top: f64) -> fmt::Result {
        let (width, bottom) = (self.width(), top + self.height());
        for (place, heap) in self.heaps.iter().enumerate() {
            let (left, rise) = (left + width * float(place), self.rise(place));
            let (x, base) = (left + width / 2.0, bottom - rise);
            writeln!(
                f,
                r##"<rect x="{left:.1}" y="{base:.1}" width="{width:.1}" height="{rise:.1}" fill="#8a8172"/>"##
            )?;
            for (above, counter) in heap.counters().into_iter().enumerate() {
                let y = base - PITCH * (float(above) + 0.5);
                let colour = match counter {
                    Some(true) => "#1f77b4",
                    Some(false) => "#bbb",
                    None => {
                        writeln!(f, r##"<text x="{x:.1}" y="{y:.1}" fill="#777">…</text>"##)?;
                        continue;
                    }
                };
                writeln!(f, r#"<circle cx="{x:.1}" cy="{y:.1}" r="{COUNTER}" fill="{colour}"/>"#)?;
            }
            writeln!(f, r##"<text x="{x:.1}" y="{:.1}" fill="#333">{}</text>"##, bottom + LABEL - 4.0, heap.label())?;
        }
        Ok(())
    }

    /// Width of a column.
    fn width(&self) -> f64 {
        let longest = self.heaps.iter().map(|heap| heap.label().len()).max().unwrap_or(0);
        SQUARE.max(LETTER * float(longest + 1))
    }

    /// Height of the picture above the labels.
    fn height(&self) -> f64 {
        let heights = self.heaps.iter().enumerate();
        heights.map(|(place, heap)| self.rise(place) + PITCH * float(heap.counters().len())).fold(0.0, f64::max)
    }

    /// Height of what the heap stands on.
    fn rise(&self, place: usize) -> f64 {
        if self.ground == Ground::Flat { GROUND } else { STEP * float(place + 1) }
    }
}
