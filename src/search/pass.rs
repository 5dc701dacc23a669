//! One pass of the engine over the options of a position.
//!
//! In: a position under way, and the memo. Out: its options with values are absorbed, others wait, as far as there is room; or there are too many. After a
//! stop the next pass goes on where this one ended.

use std::mem;
use std::ops::ControlFlow;

use crate::components::{ByNumber, Components};
use crate::control::{Control, Stopped};
use crate::game::ImpartialGame;
use crate::pace::WIDE;
use crate::search::engine::{Engine, WIDTH, most_options};
use crate::search::memo::Memo;
use crate::search::theory::Theory;
use crate::search::under_way::{Frame, Listing, Pending, Waiting};

/// Options that are collected before they are looked up. No look-up of a batch depends on another, so that their cache misses overlap
/// (bench `solver/chomp`, 12x12).
const BATCH: usize = 256;
/// Size of a batch where one option may settle the value: look-ups after it would be wasted (bench `misere`, by search).
const SETTLING_BATCH: usize = 4;

/// Maximum number of options that are searched for one that settles the value, once no more options may wait, or where there are too many to be
/// listed. A guard against endless lists; under a small limit on positions it is [`WIDTH`] times the limit.
const MOST_BEYOND: u64 = 1 << 16;

/// Options of a wide position that are counted together: each takes milliseconds on a large board, and nanoseconds in a row of pins.
const COUNTED: usize = 16;

impl<G, Y, T, K, A> Engine<'_, G, Y, T, K, A>
where
    G: ImpartialGame,
    Y: Theory,
    T: Memo<G::Position, Y::Value>,
    K: Fn(&G::Position) -> Option<Y::Value>,
    A: FnMut(&G::Position, &mut Control) -> Result<Option<Y::Value>, Stopped>,
{
    /// The value of a position, or if it has none yet, its key.
    #[expect(clippy::inline_always, reason = "a call would pass the position and its value through memory")]
    #[inline(always)]
    pub(super) fn look_up(&self, position: G::Position) -> Result<Y::Value, G::Position> {
        if let Some(value) = (self.known)(&position) {
            return Ok(value);
        }
        let key = self.game.memo_key(position);
        self.memo.recall(&key).ok_or(key)
    }

    /// The sum of the components that have values, and the keys of the others.
    #[inline]
    #[expect(clippy::type_complexity, reason = "a type of its own would be used once, in `list`")]
    fn look_up_all(
        &mut self,
        option: Components<G::Position>,
    ) -> Result<(Option<Y::Value>, Option<Components<G::Position>>), Stopped> {
        // A `for` loop with `?` here slows down options of one and two components too, by a tenth (bench `solver/kayles 5000`).
        let (mut known, mut missing) = (Ok(None), None);
        option.into_iter().for_each(|component| match self.look_up(component) {
            Ok(value) => {
                let total = mem::replace(&mut known, Ok(None));
                known = total.and_then(|total| self.add(total, value).map(Some));
            }
            Err(key) => missing.get_or_insert_with(Components::new).push(key),
        });
        match (known?, missing) {
            (None, None) => Ok((Some(self.of_nothing()?), None)),
            found => Ok(found),
        }
    }

    /// The value of several components if it is known, where the theory has no rule for sums; else the components themselves.
    fn look_up_sum(&self, option: Components<G::Position>) -> (Option<Y::Value>, Option<Components<G::Position>>) {
        let sums = self.sums.as_deref().expect("a theory without a rule for sums comes with `sums`");
        let known = sums.known(&option);
        let missing = known.is_none().then_some(option);
        (known, missing)
    }

    /// One pass over the options of a position: absorbs those that have values, and lets others wait as far as there is room.
    #[inline]
    pub(super) fn list(
        &mut self,
        frame: &mut Frame<G::Position, Y::Fold>,
        pending: &mut Pending<G::Position, Y::Value>,
        unfinished: u64,
    ) -> Result<Listing, Stopped> {
        let options = self.game.options(&frame.key);
        // At least 1, since `beyond` is compared by equality after it was increased: with 0 the guard would never hold.
        let most_beyond = MOST_BEYOND.min(self.control.position_limit().saturating_mul(WIDTH)).max(1);
        // Asked of the iterator, so that a heap of 10^18 is refused before its first option is made.
        let least = options.size_hint().0 as u64;
        let most = most_options(self.control.position_limit());
        let mut too_many = least > most;
        if too_many && !Y::SETTLES_EARLY {
            return Ok(Listing::TooMany(least));
        }
        let first = pending.waiting.len();
        let batch = if Y::SETTLES_EARLY { SETTLING_BATCH } else { BATCH };
        pending.room = first.saturating_add(frame.chunk);
        pending.left_out = None;
        // The number of the next option: earlier passes have taken those before it.
        let mut listed = frame.consumed;
        let (mut beyond, mut settled, mut stopped) = (0, false, Ok(()));
        // An option of a large board takes milliseconds, so they are counted meanwhile, also those that are passed over.
        let is_wide = least.max(frame.consumed as u64) > WIDE;
        let (mut options, mut passed) = (options, 0);
        // Of `COUNTED` options one is made, or all where the iterator of the rule book makes what it passes over.
        while is_wide && frame.consumed - passed >= COUNTED {
            options.nth(COUNTED - 1);
            passed += COUNTED;
            self.count_options(COUNTED, least.max(passed as u64), unfinished, pending.bytes)?;
        }
        // Not `skip`, which asks before each option whether it has passed over the others.
        if let Some(last) = (frame.consumed - passed).checked_sub(1) {
            options.nth(last);
        }
        let mut counted = listed;
        let mut fold = mem::replace(&mut frame.fold, self.theory.fold());
        for option in options {
            let number = listed;
            listed += 1;
            let found = if !Y::ADDS && option.len() > 1 {
                Ok(self.look_up_sum(option))
            } else {
                match option.by_number() {
                    ByNumber::One(component) => {
                        let known = (self.known)(&component);
                        if known.is_none() {
                            pending.batch.push((number, self.game.memo_key(component)));
                        }
                        Ok((known, None))
                    }
                    ByNumber::Two([one, other]) => match (self.look_up(one), self.look_up(other)) {
                        (Ok(one), Ok(other)) => self.theory.sum(one, other, self.control).map(|sum| (Some(sum), None)),
                        (Ok(value), Err(key)) | (Err(key), Ok(value)) => Ok((Some(value), Some(key.into()))),
                        (Err(one), Err(other)) => Ok((None, Some([one, other].into()))),
                    },
                    ByNumber::Other(components) => self.look_up_all(components),
                }
            };
            // A break in the arms above takes a twentieth more instructions for Kayles, whose options are sums of two.
            let (known, missing) = match found {
                Ok(found) => found,
                Err(bound) => {
                    // The next pass begins with this option.
                    (listed, stopped) = (number, Err(bound));
                    break;
                }
            };
            match (known, missing) {
                (Some(value), None) => settled = self.theory.absorb(&mut fold, &value).is_break(),
                // The option is in the batch, which is not full.
                (None, None) if pending.batch.len() < batch => {}
                (None, None) => settled = self.look_up_batch(&mut fold, pending).is_break(),
                (known, Some(missing)) => {
                    // The options of the batch were listed before this one. They are looked up first, so that options
                    // wait in the order of the list, and `left_out` is the first one that did not fit.
                    settled = self.look_up_batch(&mut fold, pending).is_break();
                    pending.note(number, Waiting { known, missing });
                }
            }
            // The next pass begins at the first option that did not fit. Only a theory that may settle looks further, for an option that
            // does.
            if settled || pending.left_out.is_some() && !Y::SETTLES_EARLY {
                break;
            }
            if Y::SETTLES_EARLY && (pending.left_out.is_some() || too_many) {
                beyond += 1;
                if beyond == most_beyond {
                    break;
                }
            }
            // Without a size hint nobody knows how many options follow.
            if listed.is_multiple_of(COUNTED) {
                let before = mem::replace(&mut counted, listed);
                stopped = self.count_options(listed - before, least.max(listed as u64), unfinished, pending.bytes);
                // A list without a size hint may have no end.
                too_many |= listed as u64 > most;
                if stopped.is_err() || too_many && !Y::SETTLES_EARLY {
                    break;
                }
            }
        }
        settled = settled || self.look_up_batch(&mut fold, pending).is_break();
        pending.batch.clear();
        frame.fold = fold;
        if settled {
            frame.listed = true;
            pending.waiting.truncate(frame.waiting_from);
            return stopped.map(|()| Listing::Listed);
        }
        if too_many {
            // After a stop the same is told: nothing waits for a position that has too many moves.
            pending.waiting.truncate(first);
            return stopped.map(|()| Listing::TooMany(least.max(listed as u64)));
        }
        self.control.step_options((listed - counted) as u64, least.max(listed as u64));
        // Some options after that one may be absorbed a second time, which a measure allows.
        frame.consumed = pending.left_out.unwrap_or(listed);
        frame.chunk = frame.chunk.saturating_mul(2);
        // After a stop the next pass goes on behind the last option.
        frame.listed = pending.left_out.is_none() && stopped.is_ok();
        // The last waiting option is solved first: this restores the order in which options are listed.
        pending.waiting[first..].reverse();
        stopped.map(|()| Listing::Listed)
    }

    /// Looks up the options of the batch: absorbs those that have values, and lets the others wait as far as there is room.
    #[inline(never)] // Inlined into `list`, the loop would have fewer registers.
    fn look_up_batch(&self, fold: &mut Y::Fold, pending: &mut Pending<G::Position, Y::Value>) -> ControlFlow<()> {
        let mut batch = mem::take(&mut pending.batch);
        let mut flow = ControlFlow::Continue(());
        for (number, key) in batch.drain(..) {
            match self.memo.recall(&key) {
                Some(value) => flow = self.theory.absorb(fold, &value),
                None => pending.note(number, Waiting { known: None, missing: key.into() }),
            }
            // The rest of the batch is dropped. Either it does not matter, or it comes after the first option that did
            // not fit, and the next pass lists it again.
            if flow.is_break() || pending.left_out.is_some() && !Y::SETTLES_EARLY {
                break;
            }
        }
        pending.batch = batch;
        flow
    }

    /// The value of the empty sum, which equals that of a position without options.
    fn of_nothing(&mut self) -> Result<Y::Value, Stopped> {
        let mut fold = self.theory.fold();
        self.theory.finish(&mut fold, self.control)
    }
}
