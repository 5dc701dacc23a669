//! Blocks: the pictures of components, and their layout on the screen.

use anstyle::Style;

use crate::play::style::QUIET;

/// Columns of the screen, and columns between blocks.
const WIDTH: usize = 78;
const BETWEEN: usize = 3;

/// A line with its width in columns, which does not count the codes of colours.
#[derive(Clone, Debug, Default)]
pub(crate) struct Line {
    text: String,
    width: usize,
}

impl Line {
    pub(crate) fn push(&mut self, style: Style, text: &str) {
        self.text.extend([format!("{style}{text}{style:#}")]);
        self.width += text.chars().count();
    }

    pub(crate) fn plain(text: &str) -> Self {
        Self { text: text.to_owned(), width: text.chars().count() }
    }

    fn padded(&self, width: usize) -> String {
        format!("{}{}", self.text, " ".repeat(width.saturating_sub(self.width)))
    }
}

/// The picture of one component.
pub(crate) struct Block {
    label: String,
    lines: Vec<Line>,
    place: Place,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// On lines of its own, with the name before them.
    Alone,
    /// Beside other blocks if there is room, with the name below.
    Beside,
}

impl Block {
    pub(crate) fn alone(label: String, lines: Vec<Line>) -> Self {
        Self { label, lines, place: Place::Alone }
    }

    pub(crate) fn beside(label: String, lines: Vec<Line>) -> Self {
        Self { label, lines, place: Place::Beside }
    }

    pub(crate) fn line(label: String, text: String) -> Self {
        Self::alone(label, vec![Line { width: text.chars().count(), text }])
    }

    fn width(&self) -> usize {
        self.lines.iter().map(|line| line.width).chain([self.label.chars().count()]).max().unwrap_or(0)
    }
}

/// The lines of all blocks. Blocks that may be beside each other fill a line.
pub(crate) fn arranged(blocks: Vec<Block>) -> Vec<String> {
    let labels = blocks.iter().filter(|block| block.place == Place::Alone);
    let label_width = labels.map(|block| block.label.chars().count()).max().unwrap_or(0);
    let (mut lines, mut row, mut used) = (Vec::new(), Vec::new(), 0);
    for block in blocks {
        let width = block.width() + BETWEEN;
        // A block of its own ends the row of blocks before it, as does a block that is too wide for the row.
        if block.place == Place::Alone || used + width > WIDTH {
            lines.extend(beside(&row));
            row.clear();
            used = 0;
        }
        if block.place == Place::Alone {
            lines.extend(alone(&block, label_width));
        } else {
            used += width;
            row.push(block);
        }
    }
    lines.extend(beside(&row));
    lines
}

fn alone(block: &Block, label_width: usize) -> Vec<String> {
    let labels = [block.label.as_str()].into_iter().chain(std::iter::repeat(""));
    let line = |(line, label): (&Line, &str)| format!("  {QUIET}{label:<label_width$}{QUIET:#}  {}", line.text);
    block.lines.iter().zip(labels).map(line).collect()
}

/// Blocks side by side, aligned at the bottom.
fn beside(row: &[Block]) -> Vec<String> {
    let Some(height) = row.iter().map(|block| block.lines.len()).max() else { return Vec::new() };
    let gap = " ".repeat(BETWEEN);
    let mut lines: Vec<String> = (0..height)
        .map(|line| {
            let part = |block: &Block| {
                // A lower block has empty lines above it.
                let above = height - block.lines.len();
                let line = line.checked_sub(above).and_then(|line| block.lines.get(line)).cloned().unwrap_or_default();
                line.padded(block.width())
            };
            format!("  {}", row.iter().map(part).collect::<Vec<_>>().join(&gap)).trim_end().to_owned()
        })
        .collect();
    let label = |block: &Block| format!("{:^1$}", block.label, block.width());
    let labels = row.iter().map(label).collect::<Vec<_>>().join(&gap);
    if !labels.trim().is_empty() {
        lines.push(format!("  {QUIET}{}{QUIET:#}", labels.trim_end()));
    }
    lines
}
