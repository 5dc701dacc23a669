//! Staircase Nim.

use std::{fmt, slice};

use super::moore::Heaps;
use super::stairs;
use crate::at_least::AtLeast;
use crate::components::Components;
use crate::control::Control;
use crate::game::ImpartialGame;
use crate::nimber::Nimber;
use crate::notation::{Notation, NotationError, join};
use crate::notes::Notes;
use crate::question::{Answer, Question};

/// Staircase Nim: heaps lie on the steps of a staircase; move any number of counters from a step to the next step down, and from the lowest step away.
///
/// Theorem: the value is the nim-sum of the heaps on the first, third, fifth step, and so on, from below. Counters that come to one of these
/// steps can be moved on at once, so only taking from them counts, which is Nim. In misère play the same heaps are won and lost as in Nim, too:
/// `src/games/stairs.rs` has the proof.
///
/// A position is the list of the heaps, the lowest step first. It has as many moves as counters. No step can have more than 2^64 − 1; the theorem is used where
/// all counters together are no more. The value, the outcome in misère play and the winning
/// moves take one step for each heap.
///
/// In text the heaps are `3,1,4`; several staircases are joined with `/`.
///
/// ```
/// use grundy::games::Heaps;
/// use grundy::{Nimber, Solver, StaircaseNim};
///
/// let mut solver = Solver::new(StaircaseNim);
/// assert_eq!(solver.grundy(Heaps::from([3, 100, 6, 5]))?, Nimber::new(3 ^ 6));
/// # Ok::<(), grundy::SolveError<Heaps>>(())
/// ```
///
/// Reference: Sprague, 1937, as told in Ferguson, *Game Theory*, part I; Winning Ways, ch. 3 (reversible moves).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct StaircaseNim;

/// A move of [`StaircaseNim`]: counters that go one step down.
///
/// ```
/// use grundy::games::StepDown;
/// assert_eq!(StepDown { step: 2, count: 5 }.to_string(), "move 5 down from step 2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct StepDown {
    /// The step, counted from 1 below.
    pub step: usize,
    /// The number of counters.
    pub count: u64,
}

impl fmt::Display for StepDown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {} down from step {}", self.count, self.step)
    }
}

impl ImpartialGame for StaircaseNim {
    type Position = Heaps;
    type Move = StepDown;

    /// Counters that would make the heap below larger than 2^64 − 1 stay.
    fn moves(&self, heaps: &Heaps) -> impl Iterator<Item = StepDown> {
        let steps = 1..=heaps.sizes().len();
        let count = steps.clone().fold(0_u64, |count, step| count.saturating_add(most(heaps, step)));
        let moves = steps.flat_map(|step| (1..=most(heaps, step)).map(move |count| StepDown { step, count }));
        AtLeast::new(usize::try_from(count).unwrap_or(usize::MAX), moves)
    }

    fn play(&self, heaps: &Heaps, mv: &StepDown) -> Components<Heaps> {
        let mut sizes = heaps.sizes().to_vec();
        if self.allows(heaps, mv) {
            sizes[mv.step - 1] -= mv.count;
            if let Some(below) = mv.step.checked_sub(2) {
                sizes[below] += mv.count;
            }
        }
        Heaps::from(sizes).into()
    }

    fn allows(&self, heaps: &Heaps, mv: &StepDown) -> bool {
        (1..=most(heaps, mv.step)).contains(&mv.count)
    }

    fn known_value(&self, heaps: &Heaps) -> Option<Nimber> {
        fits(heaps).then(|| Nimber::new(stairs::value(heaps.sizes())))
    }

    /// At most one move from each step leaves a value, or wins in misère play.
    fn oracle<'a>(&'a self, question: Question<'a, Heaps>, _: &'a mut Notes, _: &mut Control) -> Answer<'a, StepDown> {
        let moves = |heaps: &Heaps, downs: Vec<(usize, u64)>| {
            let downs = downs.into_iter().map(|(place, count)| StepDown { step: place + 1, count });
            downs.filter(|mv| self.allows(heaps, mv)).collect()
        };
        let parts = question.sum().or(question.component().map(slice::from_ref));
        if !parts.unwrap_or_default().iter().all(fits) {
            return Answer::Unknown;
        }
        stairs::answer(question, |heaps| heaps.sizes().to_vec(), moves)
    }
}

/// Whether no step can come to have more than 2^64 − 1 counters. Else some moves that the theorem needs may be missing: if no step could have more than 7,
/// steps of 0, 5 and 7 counters would be worth 0 and not 7.
fn fits(heaps: &Heaps) -> bool {
    heaps.sizes().iter().try_fold(0_u64, |sum, size| sum.checked_add(*size)).is_some()
}

/// The most counters that can go down from a step.
fn most(heaps: &Heaps, step: usize) -> u64 {
    let size = |step: usize| step.checked_sub(1).and_then(|place| heaps.sizes().get(place)).copied();
    let room = step.checked_sub(1).and_then(size).map_or(u64::MAX, |below| u64::MAX - below);
    size(step).map_or(0, |size| size.min(room))
}

/// The heaps of a staircase are written with commas between them, the lowest first, several staircases with `/`: `3,1,4/2`.
impl Notation for StaircaseNim {
    fn component_name(&self, _: &Heaps) -> &'static str {
        "staircase"
    }

    fn parse(&self, text: &str) -> Result<Components<Heaps>, NotationError> {
        super::text::parse_components(text, '/')
    }

    fn text(&self, staircases: &[Heaps]) -> String {
        if staircases.is_empty() { "-".to_owned() } else { join(staircases, "/") }
    }
}
