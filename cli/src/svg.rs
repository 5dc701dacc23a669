//! Elements of SVG pictures that several commands use.

use std::fmt::{Display, Write};

/// A picture with a white background; lengths are pixels.
pub(crate) struct Svg {
    text: String,
}

/// The position of a text relative to its point.
#[derive(Clone, Copy)]
pub(crate) enum Side {
    After,
    Around,
}

/// Text, and faint lines.
pub(crate) const INK: &str = "#333";
/// P-positions.
pub(crate) const LOST: &str = "#e8590c";

/// The colours of values, from the least to the greatest: from dark to light, so that the scale is readable without colour vision.
/// Ten steps of the scale `viridis` of N. Smith and S. van der Walt, which is in the public domain (CC0).
const SHADES: [[u64; 3]; 10] = [
    [0x44, 0x01, 0x54],
    [0x48, 0x28, 0x78],
    [0x3e, 0x49, 0x89],
    [0x31, 0x68, 0x8e],
    [0x26, 0x82, 0x8e],
    [0x1f, 0x9e, 0x89],
    [0x35, 0xb7, 0x79],
    [0x6e, 0xce, 0x58],
    [0xb5, 0xde, 0x2b],
    [0xfd, 0xe7, 0x25],
];

impl Svg {
    /// A picture with a title above it, and a line below the title.
    pub(crate) fn new(width: u64, height: u64, title: &str, told: &str) -> Self {
        let (name, told_below) = (escaped(title), escaped(told));
        let mut svg = Self { text: String::new() };
        svg.line(format_args!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" font-family="sans-serif">"#
        ));
        svg.line(format_args!("<title>{name}</title>\n<desc>{told_below}</desc>"));
        svg.rect(0, 0, width, height, "#fff");
        svg.words(20, 34, 20, Side::After, INK, title);
        svg.words(20, 56, 13, Side::After, "#666", told);
        svg
    }

    fn line(&mut self, text: impl Display) {
        writeln!(self.text, "{text}").ok();
    }

    pub(crate) fn rect(&mut self, x: u64, y: u64, width: u64, height: u64, fill: &str) {
        self.line(format_args!(r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{fill}"/>"#));
    }

    /// Squares of one colour, given by their upper left corners.
    pub(crate) fn squares(&mut self, places: impl IntoIterator<Item = (u64, u64)>, side: u64, fill: &str) {
        write!(self.text, r#"<path fill="{fill}" d=""#).ok();
        for (x, y) in places {
            write!(self.text, "M{x} {y}h{side}v{side}h-{side}z").ok();
        }
        self.line(r#""/>"#);
    }

    pub(crate) fn words(&mut self, x: u64, y: u64, size: u64, side: Side, fill: &str, text: impl Display) {
        let anchor = match side {
            Side::After => "start",
            Side::Around => "middle",
        };
        let text = escaped(&text.to_string());
        self.line(format_args!(
            r#"<text x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}" fill="{fill}">{text}</text>"#
        ));
    }

    /// Values, each in the middle of its cell, in an ink that contrasts with the colour of the cell.
    pub(crate) fn numbers(&mut self, size: u64, largest: u64, values: impl IntoIterator<Item = ((u64, u64), u64)>) {
        self.line(format_args!(r#"<g font-size="{size}" text-anchor="middle">"#));
        for ((x, y), value) in values {
            self.line(format_args!(r#"<text x="{x}" y="{y}" fill="{}">{value}</text>"#, ink_on(value, largest)));
        }
        self.line("</g>");
    }

    /// The legend of the colours.
    pub(crate) fn legend(&mut self, x: u64, y: u64, largest: u64) {
        const STEP: u64 = 14;
        self.squares([(x, y)], STEP - 2, LOST);
        self.words(x + STEP, y + 10, 12, Side::After, INK, "0, lost for the player to move");
        let x = x + 216;
        let shown = largest.clamp(1, 20);
        for step in 0..shown {
            let value = if shown == 1 { 1 } else { 1 + step * (largest - 1) / (shown - 1) };
            self.squares([(x + step * STEP, y)], STEP, &shade(value, largest));
        }
        for (step, value) in [(0, 1), (shown - 1, largest)] {
            self.words(x + step * STEP + STEP / 2, y + STEP + 12, 11, Side::Around, INK, value);
        }
    }

    pub(crate) fn finish(mut self) -> String {
        self.text.push_str("</svg>\n");
        self.text
    }
}

/// The colour of a value, on the scale from 1 to `largest`.
pub(crate) fn shade(value: u64, largest: u64) -> String {
    if value == 0 {
        return LOST.to_owned();
    }
    // The place on the scale, in thousandths of a step.
    let steps = SHADES.len() as u64 - 1;
    let place = (value - 1).min(largest) * steps * 1000 / (largest.max(2) - 1);
    let step = usize::try_from(place / 1000).expect("ten steps").min(SHADES.len() - 2);
    let (part, [from, to]) = (place - step as u64 * 1000, [SHADES[step], SHADES[step + 1]]);
    let mixed = |channel: usize| (from[channel] * (1000 - part.min(1000)) + to[channel] * part.min(1000)) / 1000;
    format!("#{:02x}{:02x}{:02x}", mixed(0), mixed(1), mixed(2))
}

/// The ink on the colour of a value.
fn ink_on(value: u64, largest: u64) -> &'static str {
    if value > 0 && (value - 1) * 2 < largest { "#fff" } else { "#111" }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
