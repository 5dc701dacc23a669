//! Laws on random inputs.
//!
//! The work of a run is bounded by a number of steps for each input that it is to draw. One part of them goes to a pool, for
//! the inputs as they are drawn: each may take several times its share of what is left there, so that a few large ones are checked
//! among many small ones. An input that needs more is too large. The other part is of each input: a game is played at random from a
//! large input to its end, and the law is checked on positions of that line: 1, 2, 4, 8, .. moves before the end, until one is too large again.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::fmt::Debug;

use proptest::collection::vec;
use proptest::strategy::Strategy;
use proptest::test_runner::{Config, TestCaseError, TestError, TestRunner};

use crate::components::Components;
use crate::game::ImpartialGame;
use crate::laws::dice::Dice;
use crate::laws::effort::Effort;
use crate::laws::law::Subject;
use crate::laws::tally::Tally;
use crate::laws::{Law, MAX_WORK, Violation, check_within};

/// Steps for each input that go to the pool. With those below, a run of 256 inputs does at most 8 million steps, which takes
/// two to four seconds without optimisation, of compounds up to ten.
const POOLED_STEPS: usize = 16_000;

/// An input may take this many times its share of what is left in the pool.
const SHARES: usize = 8;

/// Steps for lines of play from an input that is too large.
const LINE_STEPS: usize = 16_000;

/// The most lines of play from an input, of which one may end with a move from a large position.
const LINES: u64 = 4;

/// After an input has failed, smaller ones are tried. The pool is filled again for them, and each may take this part of it.
const SHRINKING_PART: usize = 32;

/// The most components of a position on a line of play. Of more, some are played to their end at once.
const COMPONENTS: usize = 3;

/// How many positions from the end of a line of play are kept.
const LINE: usize = 512;

/// A random move is one of the first 1, 2, 4, .. or 128 of a component, or the last if there are fewer: where moves are listed
/// by what they take, lines of play end soon and come through positions of every size.
const CHOICE_BITS: usize = 8;

/// Checks one law on random positions, or if it is about sums, on sums of up to two of them, as many and drawn as `config` says:
/// with a fixed [`rng_seed`](Config::rng_seed) the same in every run.
///
/// # Errors
///
/// The [`Violation`] of the smallest input found that breaks the law, or one that it relies on; [`Violation::NotChecked`] if no
/// positions can be drawn, or if the law is [`Law::TextReadsBack`], which [`assert_notation`](super::assert_notation) checks.
///
/// ```
/// use grundy::laws::proptest::test_runner::{Config, RngSeed};
/// use grundy::laws::{Law, random_check};
/// use grundy::Kayles;
///
/// let config = Config { cases: 20, rng_seed: RngSeed::Fixed(7), ..Config::default() };
/// let tally = random_check(Law::SumIsXor, &Kayles, 0..9_u64, &config)?;
/// assert_eq!((tally.drawn(), tally.left_out), (20, 0));
/// # Ok::<(), grundy::laws::Violation>(())
/// ```
pub fn random_check<G>(
    law: Law,
    game: &G,
    positions: impl Strategy<Value = G::Position>,
    config: &Config,
) -> Result<Tally, Violation>
where
    G: ImpartialGame<Position: Debug, Move: Debug>,
{
    match law.subject() {
        Subject::Component => Run::new(law, game, config).draw(&positions.prop_map(|one| vec![one]), config),
        Subject::Sum => Run::new(law, game, config).draw(&vec(positions, 0..=2), config),
        Subject::Text => {
            Err(Violation::NotChecked { reason: format!("`assert_notation` checks the law of texts, that {law}") })
        }
    }
}

/// Draws inputs and checks each, until one breaks the law; that one is then made smaller.
pub(super) fn draw<P: Debug>(
    inputs: &impl Strategy<Value = Vec<P>>,
    config: &Config,
    law: Law,
    check: impl Fn(&[P]) -> Result<(), Violation>,
) -> Result<(), Violation> {
    // The last violation found is that of the smallest input.
    let found = RefCell::new(None);
    // No file of regressions: only the user's crate knows where one belongs.
    let mut runner = TestRunner::new(Config { failure_persistence: None, ..config.clone() });
    let outcome = runner.run(inputs, |input| {
        check(&input).map_err(|violation| {
            let error = TestCaseError::fail(violation.to_string());
            found.replace(Some(violation));
            error
        })
    });
    let found = found.into_inner();
    outcome.map_err(|error| match error {
        TestError::Abort(reason) => Violation::NotChecked { reason: reason.to_string() },
        TestError::Fail(reason, input) => match found {
            Some(violation) if violation.to_string() == reason.message() => violation,
            _ => Violation::broken(law, &input, "no panic", reason.message()).of_input(&input),
        },
    })
}

/// A law that is being checked on random inputs.
struct Run<'g, G> {
    law: Law,
    game: &'g G,
    effort: Effort,
    /// The steps that are left in the pool.
    pool: Cell<usize>,
    /// The inputs that are still to be drawn.
    inputs: Cell<usize>,
    /// The steps that each input may take from the pool, once one has broken the law.
    shrinking: Cell<Option<usize>>,
    tally: RefCell<Tally>,
}

impl<'g, G: ImpartialGame<Position: Debug, Move: Debug>> Run<'g, G> {
    fn new(law: Law, game: &'g G, config: &Config) -> Self {
        let inputs = config.cases as usize;
        Self {
            law,
            game,
            effort: Effort::new(MAX_WORK),
            pool: Cell::new(inputs.saturating_mul(POOLED_STEPS)),
            inputs: Cell::new(inputs),
            shrinking: Cell::new(None),
            tally: RefCell::new(Tally::new(law)),
        }
    }

    fn draw(self, inputs: &impl Strategy<Value = Vec<G::Position>>, config: &Config) -> Result<Tally, Violation> {
        let pool = self.pool.get();
        draw(inputs, config, self.law, |input| {
            let outcome = self.check(input);
            if outcome.is_err() && self.shrinking.get().is_none() {
                self.pool.set(pool);
                self.shrinking.set(Some(pool / SHRINKING_PART));
            }
            outcome
        })?;
        Ok(self.tally.into_inner())
    }

    /// Checks an input, or what play reaches from it.
    fn check(&self, input: &[G::Position]) -> Result<(), Violation> {
        let pool = self.pool.get();
        let share = self.shrinking.get().unwrap_or_else(|| (pool / self.inputs.get().max(1)).saturating_mul(SHARES));
        self.inputs.set(self.inputs.get().saturating_sub(1));
        self.effort.begin(share.min(pool).min(MAX_WORK));
        let checked = check_within(self.law, self.game, input, &self.effort);
        self.pool.set(pool - self.effort.spent());
        let reason = match checked {
            Err(reason @ Violation::TooLarge { .. }) => reason.of_input(input),
            Err(violation) => return Err(violation.of_input(input)),
            Ok(()) => {
                let ended = input.iter().all(|component| self.game.moves(component).next().is_none());
                let mut tally = self.tally.borrow_mut();
                *if ended { &mut tally.ended } else { &mut tally.as_drawn } += 1;
                return Ok(());
            }
        };
        self.effort.begin(LINE_STEPS);
        let checked = self.check_lines(input).map_err(|violation| violation.of_input(input))?;
        let mut tally = self.tally.borrow_mut();
        if checked {
            tally.smaller += 1;
            tally.too_large.get_or_insert(reason);
        } else {
            if tally.left_out == 0 {
                tally.too_large = Some(reason);
            }
            tally.left_out += 1;
        }
        Ok(())
    }

    /// Checks positions of lines of play, until one line has some that can be checked. Whether there were any.
    fn check_lines(&self, start: &[G::Position]) -> Result<bool, Violation> {
        for seed in 0..LINES {
            if self.check_line(start, Dice::new(seed))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Checks positions of a line of play, from near its end back towards its beginning. Whether there was one to check.
    fn check_line(&self, start: &[G::Position], dice: Dice) -> Result<bool, Violation> {
        let Some(line) = self.line(start, dice) else { return Ok(false) };
        let mut checked = false;
        let mut back = 1;
        while let Some(position) = line.len().checked_sub(back + 1).and_then(|place| line.get(place)) {
            match check_within(self.law, self.game, position, &self.effort) {
                Ok(()) => checked = true,
                Err(Violation::TooLarge { .. }) => break,
                Err(violation) => return Err(violation),
            }
            back *= 2;
        }
        Ok(checked)
    }

    /// The last positions of a line of play at random, the one without moves included; none if the end is too far away.
    fn line(&self, start: &[G::Position], mut dice: Dice) -> Option<VecDeque<Components<G::Position>>> {
        let mut line = VecDeque::from([Components::from(start)]);
        loop {
            let position = line.back()?;
            let mut going_on: Vec<usize> = (0..position.len()).collect();
            let left = loop {
                if going_on.is_empty() {
                    return Some(line);
                }
                let place = going_on.swap_remove(dice.below(going_on.len()));
                let bits = dice.below(CHOICE_BITS);
                let choice = dice.below(1 << bits);
                self.effort.spend(1 + choice + position.len()).ok()?;
                if let Some(mv) = self.game.moves(&position[place]).take(1 + choice).last() {
                    break position.replaced(place, self.game.play(&position[place], &mv));
                }
            };
            let mut left: Vec<_> = left.into_iter().collect();
            while left.len() > COMPONENTS {
                left.swap_remove(dice.below(left.len()));
            }
            line.push_back(left.into());
            if line.len() > LINE {
                line.pop_front();
            }
        }
    }
}
