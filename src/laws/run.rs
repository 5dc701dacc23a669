//! Laws on random inputs.
//!
//! A run draws a number of inputs, and has a budget of steps for each. Half of the budgets is one pool, for the inputs as they are drawn.
//! An input may take several times its share of the pool, so that a few large inputs are checked among many small ones; an input that
//! needs more is too large. The other half stays with each input: from an input that is too large, a line of random play goes to its
//! end, and the law is checked on positions of that line, 1, 2, 4, 8, .. moves before the end, until one is too large again.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, VecDeque};
use std::fmt::Debug;

use proptest::collection::vec;
use proptest::strategy::Strategy;
use proptest::test_runner::{Config, TestCaseError, TestError, TestRunner};
use rustc_hash::FxBuildHasher;

use crate::components::Components;
use crate::game::ImpartialGame;
use crate::laws::check::check_within;
use crate::laws::dice::Dice;
use crate::laws::effort::{Effort, MAX_WORK};
use crate::laws::law::{Law, Subject};
use crate::laws::tally::Tally;
use crate::laws::violation::Violation;

/// Steps that the pool gets for each input. Together with [`LINE_STEPS`] they bound a run of 256 inputs to 8 million steps. Measured
/// without optimisation: two to four seconds for a law, up to ten for a law of compounds.
const POOLED_STEPS: usize = 16_000;

/// Shares of the rest of the pool that one input may take.
const SHARES: usize = 8;

/// Steps for the lines of play from one input that is too large.
const LINE_STEPS: usize = 16_000;

/// Lines of play that are tried at most from one input. A line may yield nothing: one move may end the game from a large position.
const LINES: u64 = 4;

/// After a failure proptest shrinks the input. The pool is filled again, and each smaller input may take this fraction of it, 1/32.
const SHRINKING_PART: usize = 32;

/// Components that a position on a line of play may have. Surplus ones are dropped, as if they had been played to their end.
const COMPONENTS: usize = 3;

/// Positions that are kept of the end of a line of play.
const LINE: usize = 512;

/// Inputs that are remembered as checked. A guard of memory, for runs of millions of inputs.
const MOST_KNOWN: usize = 1 << 16;

/// A random move is one of the first 1, 2, 4, .. or 128 moves of a component, or the last if there are fewer. If the moves are listed in
/// the order of what they take, such lines of play end soon and pass through positions of every size.
const CHOICE_BITS: usize = 8;

/// Checks one law on random positions; a law about sums, on sums of up to two random positions, or of three ([`Law::KnownOutcome`]). `config`
/// sets their number and the seed: with a fixed [`rng_seed`](Config::rng_seed) they are the same in every run.
///
/// # Errors
///
/// The [`Violation`] at the smallest input found that breaks the law, or a law that it relies on; [`Violation::NotChecked`] if no
/// positions can be drawn, or if the law is [`Law::TextReadsBack`], which [`assert_notation`](crate::laws::assert_notation) checks.
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
        Subject::Sum(most) => Run::new(law, game, config).draw(&vec(positions, 0..=most), config),
        Subject::Text => {
            Err(Violation::NotChecked { reason: format!("`assert_notation` checks the law of texts, that {law}") })
        }
    }
}

/// Draws inputs and checks each, until one breaks the law; proptest then shrinks it.
pub(super) fn draw<P: Debug>(
    inputs: &impl Strategy<Value = Vec<P>>,
    config: &Config,
    law: Law,
    check: impl Fn(&[P]) -> Result<(), Violation>,
) -> Result<(), Violation> {
    // The last violation found is that of the smallest input, since shrinking goes on as long as the check fails.
    let found = RefCell::new(None);
    // Without a file of regressions: where it belongs is known only in the user's crate.
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
            // The check failed by a panic of the game, not by a violation.
            _ => Violation::broken(law, &input, "no panic", reason.message()).of_input(&input),
        },
    })
}

/// A run: one law, checked on random inputs.
struct Run<'g, G: ImpartialGame> {
    law: Law,
    game: &'g G,
    effort: Effort,
    /// The steps left in the pool.
    pool: Cell<usize>,
    /// The number of inputs still to be drawn.
    inputs: Cell<usize>,
    /// Once an input has broken the law: the steps that each smaller input may take from the pool.
    shrinking: Cell<Option<usize>>,
    /// The inputs that passed as they were drawn, and whether they have ended. Of 256 heaps of 0 to 8 counters nine differ: to check one
    /// again would take the same steps to the same end.
    known: RefCell<HashMap<Vec<G::Position>, bool, FxBuildHasher>>,
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
            known: RefCell::default(),
            tally: RefCell::new(Tally::new(law)),
        }
    }

    fn draw(self, inputs: &impl Strategy<Value = Vec<G::Position>>, config: &Config) -> Result<Tally, Violation> {
        let pool = self.pool.get();
        draw(inputs, config, self.law, |input| {
            let outcome = self.check(input);
            if outcome.is_err() && self.shrinking.get().is_none() {
                // From here on proptest shrinks the input that failed.
                self.pool.set(pool);
                self.shrinking.set(Some(pool / SHRINKING_PART));
            }
            outcome
        })?;
        Ok(self.tally.into_inner())
    }

    /// Checks an input, or positions that play reaches from it. One that has passed is counted once more, and not checked again.
    fn check(&self, input: &[G::Position]) -> Result<(), Violation> {
        if let Some(ended) = self.known.borrow().get(input) {
            self.inputs.set(self.inputs.get().saturating_sub(1));
            self.tally.borrow_mut().passed(*ended);
            return Ok(());
        }
        let pool = self.pool.get();
        // The share grows when inputs before took less than theirs.
        let share = self.shrinking.get().unwrap_or_else(|| (pool / self.inputs.get().max(1)).saturating_mul(SHARES));
        self.inputs.set(self.inputs.get().saturating_sub(1));
        self.effort.begin(share.min(pool).min(MAX_WORK));
        let checked = check_within(self.law, self.game, input, &self.effort);
        // Not below 0: the limit of this check was at most the pool.
        self.pool.set(pool - self.effort.spent());
        let reason = match checked {
            Err(reason @ Violation::TooLarge { .. }) => reason.of_input(input),
            Err(violation) => return Err(violation.of_input(input)),
            Ok(()) => {
                let ended = input.iter().all(|component| self.game.moves(component).next().is_none());
                self.tally.borrow_mut().passed(ended);
                let mut known = self.known.borrow_mut();
                // Whether moves are the same whenever they are asked for is worth asking again.
                if known.len() < MOST_KNOWN && self.law != Law::MovesRepeat {
                    known.insert(input.to_vec(), ended);
                }
                return Ok(());
            }
        };
        // Each input has these steps for itself. They are not taken from the pool.
        self.effort.begin(LINE_STEPS);
        let checked = self.check_lines(input).map_err(|violation| violation.of_input(input))?;
        let mut tally = self.tally.borrow_mut();
        if checked {
            tally.smaller += 1;
            tally.too_large.get_or_insert(reason);
        } else {
            // The first input that is left out has precedence over inputs that were counted as smaller.
            if tally.left_out == 0 {
                tally.too_large = Some(reason);
            }
            tally.left_out += 1;
        }
        Ok(())
    }

    /// Tries lines of play until one has a position that can be checked. Whether there was one.
    fn check_lines(&self, start: &[G::Position]) -> Result<bool, Violation> {
        for seed in 0..LINES {
            if self.check_line(start, Dice::new(seed))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Checks positions of one line of play, from its end towards its beginning. Whether one could be checked.
    fn check_line(&self, start: &[G::Position], dice: Dice) -> Result<bool, Violation> {
        let Some(line) = self.line(start, dice) else { return Ok(false) };
        let mut checked = false;
        let mut back = 1;
        // The last position of the line has no moves, so the check begins one move before it.
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

    /// The last positions of a line of random play, up to the one without moves; `None` if the steps end before the line does.
    fn line(&self, start: &[G::Position], mut dice: Dice) -> Option<VecDeque<Components<G::Position>>> {
        let mut line = VecDeque::from([Components::from(start)]);
        loop {
            let position = line.back()?;
            // Components are tried in random order until one has a move. If none has, the line is at its end.
            let mut untried: Vec<usize> = (0..position.len()).collect();
            let left = loop {
                if untried.is_empty() {
                    return Some(line);
                }
                let place = untried.swap_remove(dice.below(untried.len()));
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
