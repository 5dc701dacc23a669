//! Rows of pins, from which a move knocks down adjacent pins.

use std::fmt;
use std::rc::Rc;

use crate::at_least::AtLeast;
use crate::components::Components;
use crate::heap::counted::{Count, Counted};
use crate::heap::scan::Scan;
use crate::heap::{Repeats, Test};

/// A move in a row: knock down adjacent pins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RowMove {
    /// The first pin that is knocked down, counted from 1 at the left.
    pub place: u64,
    /// The number of pins that are knocked down.
    pub pins: u64,
}

impl fmt::Display for RowMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { place, pins } = self;
        match pins {
            1 => write!(f, "pin {place}"),
            2 => write!(f, "pins {place} and {}", place.saturating_add(1)),
            _ => write!(f, "pins {place} to {}", place.saturating_add(pins.saturating_sub(1))),
        }
    }
}

/// The rules of a row in which a move knocks down `fewest` to `most` adjacent pins, and the pins on either side are then rows of their
/// own: the octal codes whose digits are 0 and 7.
///
/// A row of *n* pins has at most *n* moves for each number of pins; half as many are different up to a mirror image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Row {
    /// Minimum number of pins that a move takes: at least 1.
    pub fewest: u64,
    /// Maximum number of pins that a move takes.
    pub most: u64,
}

impl Row {
    /// All moves in a row of `pins` pins, left to right, fewer pins before more.
    pub fn moves(self, pins: u64) -> impl Iterator<Item = RowMove> {
        let fewest = self.fewest.max(1);
        // Only places with room for a move are visited; without this bound nearly all places could be without.
        let places = if fewest <= self.most { pins.saturating_sub(fewest - 1) } else { 0 };
        let moves = (1..=places).flat_map(move |place| {
            let room = pins - place + 1;
            (fewest..=self.most.min(room)).map(move |pins| RowMove { place, pins })
        });
        AtLeast::new(usize::try_from(places).unwrap_or(usize::MAX), moves)
    }

    /// The moves that leave rows which pass the test, in the order of [`Self::moves`], with their number. If rows repeat, so do the places
    /// at which both rows that are left are regular: only one period of these places is tried, and the places near the ends.
    pub(crate) fn moves_passing<'a>(
        self,
        pins: u64,
        repeats: Option<Repeats>,
        passes: &Test<'a>,
    ) -> Counted<'a, RowMove> {
        let passes = Rc::clone(passes);
        // Moves at a place that pass the test; the list allocates for these only.
        let at = move |place: u128| {
            let place = u64::try_from(place).expect("a place is at most the number of pins");
            let room = pins - place + 1;
            let mut moves = Vec::new();
            for pins in self.fewest.max(1)..=self.most.min(room) {
                let is_won = match [place - 1, room - pins].map(u128::from) {
                    [0, 0] => passes(&[]),
                    [0, row] | [row, 0] => passes(&[row]),
                    rows => passes(&rows),
                };
                if is_won {
                    moves.push(RowMove { place, pins });
                }
            }
            moves
        };
        let all = u128::from(pins);
        let scan = move || {
            let Some(Repeats { regular, period }) = repeats else { return Scan::of_all(1..=all) };
            // At `place` a move leaves `place` − 1 pins on the left, and at least `all` + 1 − `place` − `most` on the
            // right. Both are regular from `regular` + 1 to `last`.
            let last = (all + 1).saturating_sub(u128::from(self.most).saturating_add(regular));
            Scan::new(1..=all, regular + 1..=last, period)
        };
        let moves = scan().items(at.clone());
        Counted::new(moves, move || {
            let number = scan().count(&mut 0, |place| at(place).len());
            number.map_or(Count { least: 0, is_all: false }, Count::exact)
        })
    }

    /// Whether a move is legal in a row of `pins` pins.
    #[must_use]
    pub fn allows(self, pins: u64, mv: RowMove) -> bool {
        (self.fewest.max(1)..=self.most).contains(&mv.pins)
            && mv.place.checked_sub(1).is_some_and(|before| mv.pins <= pins.saturating_sub(before))
    }

    /// The rows that a move leaves; empty ones are left out.
    #[must_use]
    pub fn play(pins: u64, mv: RowMove) -> Components<u64> {
        let before = mv.place.saturating_sub(1).min(pins);
        rows(before, (pins - before).saturating_sub(mv.pins))
    }

    /// The options: each pair of rows once, not again as its mirror image.
    #[inline]
    pub fn options(self, pins: u64) -> impl Iterator<Item = Components<u64>> {
        Options { pins, taken: self.fewest.max(1), most: self.most.min(pins), before: 0 }
    }
}

/// The options of a row: for each number of pins taken, the smaller row that is left grows from 0 to half of the rest.
struct Options {
    pins: u64,
    /// The number of pins that are taken now.
    taken: u64,
    most: u64,
    /// The length of the next smaller row.
    before: u64,
}

impl Iterator for Options {
    type Item = Components<u64>;

    #[inline]
    fn next(&mut self) -> Option<Components<u64>> {
        while self.taken <= self.most {
            let left = self.pins - self.taken;
            let before = self.before;
            if before <= left / 2 {
                self.before += 1;
                return Some(rows(before, left - before));
            }
            self.before = 0;
            let Some(next) = self.taken.checked_add(1) else {
                // `taken` is the largest number there is: `most` below it ends the list for good.
                self.most = 0;
                return None;
            };
            self.taken = next;
        }
        None
    }

    /// The lower bound counts the options that take as many pins as the next one.
    fn size_hint(&self) -> (usize, Option<usize>) {
        if self.taken > self.most {
            return (0, Some(0));
        }
        let least = ((self.pins - self.taken) / 2).saturating_add(1).saturating_sub(self.before);
        (usize::try_from(least).unwrap_or(usize::MAX), None)
    }
}

/// Two rows, the empty ones left out.
#[inline]
fn rows(before: u64, after: u64) -> Components<u64> {
    match (before, after) {
        (0, 0) => Components::new(),
        (0, row) | (row, 0) => row.into(),
        (before, after) => [before, after].into(),
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::{Row, RowMove};
    use crate::heap::{Repeats, Test};

    #[test]
    fn repeats_leave_moves_and_their_number_as_they_are() {
        for (fewest, most) in [(1, 1), (1, 2), (2, 2), (2, 4), (0, 3)] {
            let row = Row { fewest, most };
            for (regular, period) in (1..6).flat_map(|regular| (1..5).map(move |period| (regular, period))) {
                // Rows that repeat each other count as the least of them.
                let least = move |pins: u128| if pins < regular { pins } else { regular + (pins - regular) % period };
                for (pins, remainder) in (0..24).flat_map(|pins| (0..3).map(move |remainder| (pins, remainder))) {
                    let passes: Test<'_> =
                        Rc::new(move |rows| rows.iter().map(|row| least(*row)).sum::<u128>() % 3 == remainder);
                    let left = |mv: &RowMove| Row::play(pins, *mv).iter().map(|row| (*row).into()).collect::<Vec<_>>();
                    let all: Vec<RowMove> = row.moves(pins).filter(|mv| passes(&left(mv))).collect();
                    let found = row.moves_passing(pins, Some(Repeats { regular, period }), &passes);
                    assert_eq!(found.size_hint(), (all.len(), Some(all.len())), "{row:?}, {pins} pins");
                    assert!(found.eq(all), "{row:?}, {pins} pins, regular from {regular}, period {period}");
                }
            }
        }
    }

    /// Where all moves take the same number of pins, the lower bound is the number of options.
    #[test]
    fn the_lower_bound_of_options_counts_those_that_take_as_many_pins() {
        for (fewest, most) in [(1, 1), (2, 2), (3, 3), (1, 2), (2, 4)] {
            for pins in 0..24 {
                let mut options = Row { fewest, most }.options(pins);
                let all = Row { fewest, most }.options(pins).count();
                for left in (0..=all).rev() {
                    let (least, largest) = options.size_hint();
                    assert!(least <= left && largest.is_none_or(|largest| largest == left), "{pins} pins: {least}");
                    assert!(fewest < most || least == left, "{fewest} of {pins} pins: {least} of {left}");
                    options.next();
                }
            }
        }
    }
}
