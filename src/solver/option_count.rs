//! The number of options of a component, as far as a question has to know it.
//!
//! By hand, for a position of 40 options and the question whether it has at most 30: 16 are passed over, then 15 more, and the 31st is there, so no. Asked
//! whether it has at most 50, the count goes on behind the 31st: with 16 more the list has ended, so yes.

use crate::control::{Control, Stopped};
use crate::game::ImpartialGame;

/// Number of options that are passed over at a time. At most one of them is made, or all where the iterator of the rule book makes what it passes over.
const PASSED: u64 = 16;

/// What is known of the number of options of one component.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OptionCount {
    /// Lower bound: the number of options that were passed over.
    passed: u64,
    /// Upper bound: the number itself once the list has ended.
    at_most: u64,
}

impl OptionCount {
    pub(super) const UNKNOWN: Self = Self { passed: 0, at_most: u64::MAX };

    /// Whether there are at most `most` options. After a stop, and for a larger number, the count goes on where it ended.
    pub(super) fn is_at_most<G: ImpartialGame>(
        &mut self,
        most: u64,
        game: &G,
        component: &G::Position,
        control: &mut Control,
    ) -> Result<bool, Stopped> {
        let mut options = game.options(component);
        // The size hint comes first: a heap of 10^18 lists nothing.
        let (least, at_most) = options.size_hint();
        if at_most.is_some_and(|at_most| at_most as u64 <= most) || self.at_most <= most {
            return Ok(true);
        }
        let least = least as u64;
        pass(&mut options, self.passed);
        while least.max(self.passed) <= most {
            let more = PASSED.min((most - self.passed).saturating_add(1));
            if !pass(&mut options, more) {
                self.at_most = self.passed + more - 1;
                return Ok(true);
            }
            self.passed += more;
            control.count_options(more, least, || 0)?;
        }
        Ok(false)
    }
}

/// Whether each of some components has at most `most` options.
pub(super) fn are_at_most<'a, G: ImpartialGame<Position: 'a>>(
    game: &G,
    counts: impl IntoIterator<Item = (&'a G::Position, &'a mut OptionCount)>,
    most: u64,
    control: &mut Control,
) -> Result<bool, Stopped> {
    for (component, count) in counts {
        if !count.is_at_most(most, game, component, control)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Passes over `number` options; `false` if there are fewer.
pub(super) fn pass(options: &mut impl Iterator, number: u64) -> bool {
    match usize::try_from(number) {
        Ok(0) => true,
        Ok(number) => options.nth(number - 1).is_some(),
        Err(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use crate::components::Components;
    use crate::control::Control;
    use crate::game::ImpartialGame;
    use crate::solver::option_count::OptionCount;

    /// A position *n* has *n* options. The moves that are played are counted, and nothing tells how many there are.
    struct Counted(Cell<u64>);

    impl ImpartialGame for Counted {
        type Position = u64;
        type Move = u64;

        fn moves(&self, position: &u64) -> impl Iterator<Item = u64> {
            (0..*position).filter(|mv| *mv < u64::MAX)
        }

        fn play(&self, _: &u64, mv: &u64) -> Components<u64> {
            self.0.set(self.0.get() + 1);
            (*mv).into()
        }
    }

    #[test]
    fn each_number_is_told_however_it_was_asked_before() {
        let game = Counted(Cell::new(0));
        for options in [0, 1, 15, 16, 17, 31, 32, 33, 100] {
            for first in 0..120 {
                let mut count = OptionCount::UNKNOWN;
                for most in [first, 60, 0, first + 1, options, u64::MAX, first, 3] {
                    let found = count.is_at_most(most, &game, &options, &mut Control::unlimited());
                    assert_eq!(found, Ok(options <= most), "{options} options, {most} at most, {first} first");
                }
            }
        }
    }

    /// Of sixteen options one is played, and after a stop the rest.
    #[test]
    fn options_are_passed_over_and_not_played() {
        let game = Counted(Cell::new(0));
        let mut control = Control::unlimited().watched(|_| std::ops::ControlFlow::Break(()));
        let (mut count, mut stops) = (OptionCount::UNKNOWN, 0);
        let found = loop {
            match count.is_at_most(999_999, &game, &1_000_000, &mut control) {
                Ok(found) => break found,
                Err(_) => stops += 1,
            }
            // A slow machine looks often, and each stop passes over all options before it once more.
            if stops == 20 {
                control = Control::unlimited();
            }
        };
        assert!(!found && stops > 5, "{stops}");
        assert!(game.0.get() <= 1_000_000 / 16 + 2 * stops + 2, "{} plays, {stops} stops", game.0.get());
    }
}
