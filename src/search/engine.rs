//! The engine: it computes the value of one position under one theory, depth first, with an explicit stack.
//!
//! In: a rule book, a theory, a memo, a control, a position. Out: the value, and in the memo the values of all positions that were solved.
//! Invariant: a position is put into the memo only after all of its options that matter have values, so that after any error the memo is
//! right and the same question goes on from it; where the caller has a place for it, also from the positions that were under way.
//!
//! By hand, for take-one-or-two and a heap of 3, with an empty memo: 3 lists its options 2 and 1, both missing, so both wait, and 3 goes on
//! the stack. 2 lists 1 and 0, and goes on the stack too. 1 lists 0. 0 has no options: `*0`. Each value is absorbed by the position that waits
//! for it: 1 is `*1`, 2 finds 0 in the memo and is `*2`, 3 finds 1 in the memo and is `*0`.
//!
//! A position whose options are all in the memo is finished in one pass, without allocating. For any other position, missing options wait
//! beside its frame: 4 after the first pass, then 8, 16, and so on. So the stack holds few options for each move of a line of play, also
//! where positions have many options, and the options of a position are listed a logarithmic number of times at most.
//!
//! An option of several components has the sum of their values. Where the theory has no rule for sums, such an option waits until
//! [`Engine::sums`] has found its value.
//!
//! The cost is one option made, and one look-up for each of its components. An option of at most two components allocates nothing. A position
//! of at most two machine words stays in registers between the option and its key; larger positions go through memory, which doubled or
//! tripled the time of Chomp. Options of one component are collected into a batch and looked up together, so that the processor waits for
//! several cache misses at the same time: this took a fifth off the time of Chomp 12 × 12 (bench `solver/chomp`), whose table of 52 MB is
//! larger than the caches. There an option takes 23 ns, two thirds of it in the look-up. An option of Kayles (bench `solver/kayles 5000`),
//! whose memo is an array, takes 2.6 ns with both of its look-ups.

use std::collections::HashSet;
use std::mem;

use rustc_hash::FxBuildHasher;

use crate::components::Components;
use crate::control::{Control, Progress, Stopped};
use crate::game::ImpartialGame;
use crate::search::error::SolveError;
use crate::search::growth::{list_bytes, set_bytes};
use crate::search::memo::Memo;
use crate::search::theory::Theory;
use crate::search::under_way::{Frame, Listing, Next, Pending, Step, UnderWay, Waiting};

/// One search.
pub(crate) struct Engine<'a, G: ImpartialGame, Y: Theory, T, K, A> {
    pub(crate) game: &'a G,
    pub(crate) theory: Y,
    pub(crate) memo: &'a mut T,
    pub(crate) control: &'a mut Control,
    /// The hint of the game for a value, which is asked for each option before the memo.
    pub(crate) known: K,
    /// The oracle, which is asked once for each position, before its options are listed.
    pub(crate) ask: A,
    /// Finds the value of an option of several components where the theory has no rule for sums.
    pub(crate) sums: Option<&'a mut (dyn Sums<G::Position, Y::Value> + 'a)>,
    /// The place of what was under way when a bound was met, if it is kept.
    pub(crate) kept: Option<&'a mut Unfinished<G::Position, Y>>,
}

/// What was under way when a bound was met, if one was.
type Unfinished<P, Y> = Option<UnderWay<P, <Y as Theory>::Fold, <Y as Theory>::Value>>;

/// The values of options of several components.
pub(crate) trait Sums<P, V> {
    /// The value, if it is known.
    fn known(&self, sum: &[P]) -> Option<V>;

    /// The value, by a search for which `beside` positions of another one wait.
    fn find(&mut self, sum: &[P], beside: u64, control: &mut Control) -> Result<V, SolveError<P>>;

    /// The bytes of what it keeps, after a few thousand further positions.
    fn bytes(&self) -> u64;
}

/// Options of a position that may wait after its first pass; the number doubles with each pass. It bounds the memory of deep games (no
/// bench: a line of 10^6 moves is a test).
const FIRST_CHUNK: usize = 4;
/// [`FIRST_CHUNK`] where several searches share the memo, each in an order of its own. With 4, two workers solve 1.4 times the positions of one (11 × 11 Chomp),
/// since both begin among the options that are listed first; with 64, 1.07 times.
const FIRST_CHUNK_SHARED: usize = 64;

/// Waiting options of which a memo that several searches share chooses one to be solved first.
const MOST_CHOSEN_FROM: usize = 64;
/// Positions under way, those that began first, that are looked up again, in case another search with the same memo has solved them.
const MOST_FOUND_ELSEWHERE: usize = 64;

/// Upper bound on the positions that are solved between two checks of the control: a check allows for the memory that they take.
pub(super) const POSITIONS_A_LOOK: usize = 1 << 12;

/// Options allowed for each position of the limit. A position that is sure to have more is refused. It is a guard, not tuned.
pub(super) const WIDTH: u64 = 4;
/// A position may always have [`WIDTH`] times this number of options, also under a smaller limit on positions.
const LEAST_WIDTH: u64 = 1 << 20;
/// The maximum number of options of a position under a limit on positions.
pub(crate) const fn most_options(limit: u64) -> u64 {
    let positions = if limit > LEAST_WIDTH { limit } else { LEAST_WIDTH };
    positions.saturating_mul(WIDTH)
}

impl<G, Y, T, K, A> Engine<'_, G, Y, T, K, A>
where
    G: ImpartialGame,
    Y: Theory,
    T: Memo<G::Position, Y::Value>,
    K: Fn(&G::Position) -> Option<Y::Value>,
    A: FnMut(&G::Position, &mut Control) -> Result<Option<Y::Value>, Stopped>,
{
    pub(crate) fn solve(self, position: G::Position) -> Result<Y::Value, SolveError<G::Position>> {
        self.solve_for(0, position)
    }

    /// The same for another search, of which `beside` positions wait: they count as under way.
    pub(crate) fn solve_for(mut self, beside: u64, position: G::Position) -> Result<Y::Value, SolveError<G::Position>> {
        let start = match self.look_up(position) {
            Ok(value) => return Ok(value),
            Err(key) => key,
        };
        // A position that an oracle tells is not counted: its options are not listed.
        if let Some(value) = (self.ask)(&start, self.control)? {
            self.memo.insert(start, value.clone());
            return Ok(value);
        }
        // A question with room for one position asks for what is known, and leaves another one that is under way in its place.
        if self.control.room() <= beside + 1
            && let Some(Some(kept)) = self.kept.as_deref()
            && *kept.start() != start
        {
            self.kept = None;
        }
        let kept = self.kept.as_mut().and_then(|kept| kept.take()).filter(|kept| kept.start() == &start);
        let UnderWay { mut stack, keys: mut under_way, waiting } = kept.unwrap_or_else(|| {
            if self.memo.is_shared() {
                self.memo.begin(&start);
            }
            UnderWay::new(self.frame(start, 0))
        });
        let mut frame = stack.pop().expect("the start is under way");
        let mut pending = Pending { waiting, room: 0, left_out: None, batch: Vec::new(), bytes: 0 };
        let answer = self.run(beside, &mut frame, &mut stack, &mut under_way, &mut pending);
        if answer.is_err() && self.memo.is_shared() {
            self.memo.give_up(&stack.first().unwrap_or(&frame).key);
        }
        // A search that shares its memo begins anew: others have gone on meanwhile.
        if let (Err(SolveError::Stopped(_)), Some(kept), false) = (&answer, self.kept, self.memo.is_shared()) {
            stack.push(frame);
            *kept = Some(UnderWay { stack, keys: under_way, waiting: pending.waiting });
        }
        answer
    }

    /// Works on the positions of a stack and on the one above it, the frame, until the first one has a value. After an error all of them are as they were
    /// before the step that failed.
    fn run(
        &mut self,
        beside: u64,
        frame: &mut Frame<G::Position, Y::Fold>,
        stack: &mut Vec<Frame<G::Position, Y::Fold>>,
        under_way: &mut HashSet<G::Position, FxBuildHasher>,
        pending: &mut Pending<G::Position, Y::Value>,
    ) -> Result<Y::Value, SolveError<G::Position>> {
        loop {
            match self.advance(frame, pending, beside + stack.len() as u64 + 1)? {
                Next::Solve(key) => {
                    // A position that is under way already lies earlier on the line of play: play has come back to it.
                    if !under_way.insert(key.clone()) {
                        return Err(SolveError::Loopy { position: key.into() });
                    }
                    // As seldom as a check, since it looks up as many as 64 positions.
                    if self.control.is_due()
                        && let Some((place, value)) = self.found_elsewhere(stack)
                    {
                        under_way.remove(&key);
                        under_way.remove(&frame.key);
                        pending.waiting.truncate(frame.waiting_from);
                        // From the top down: the waiting options of a frame lie above those of the frames below it.
                        let mut solved = None;
                        for given_up in stack.drain(place..).rev() {
                            under_way.remove(&given_up.key);
                            pending.waiting.truncate(given_up.waiting_from);
                            solved = Some(given_up.key);
                        }
                        let Some(parent) = stack.pop() else { return Ok(value) };
                        *frame = parent;
                        self.take_in(pending, value, || solved.expect("the place is one of the stack"))?;
                        continue;
                    }
                    let bounds = self.check_bounds(beside + 1, stack, under_way, pending);
                    match bounds.and_then(|()| (self.ask)(&key, self.control)) {
                        Ok(None) => {}
                        Ok(Some(value)) => {
                            under_way.remove(&key);
                            self.keep(pending, key, value)?;
                            continue;
                        }
                        Err(stopped) => {
                            under_way.remove(&key);
                            pending.wait_again(key);
                            return Err(stopped.into());
                        }
                    }
                    if self.memo.is_shared() {
                        self.memo.begin(&key);
                    }
                    let above = self.frame(key, pending.waiting.len());
                    stack.push(mem::replace(frame, above));
                }
                Next::TooMuch(at_least) => {
                    let (position, limit) = (frame.key.clone().into(), most_options(self.control.position_limit()));
                    return Err(SolveError::TooManyMoves { position, at_least, limit });
                }
                Next::Done(value) => {
                    let bounds = self.check_bounds(beside, stack, under_way, pending);
                    self.control.count(u64::from(bounds.is_ok()));
                    under_way.remove(&frame.key);
                    let parent = stack.pop();
                    if let Err(stopped) = bounds {
                        // All options that matter are in the memo, so that the position is finished at once when it is met again.
                        let key = frame.key.clone();
                        if let Some(parent) = parent {
                            *frame = parent;
                            pending.wait_again(key);
                        } else {
                            under_way.insert(key.clone());
                            *frame = self.frame(key, 0);
                        }
                        return Err(stopped.into());
                    }
                    match parent {
                        None => {
                            self.memo.insert(frame.key.clone(), value.clone());
                            return Ok(value);
                        }
                        Some(parent) => {
                            let key = mem::replace(frame, parent).key;
                            self.keep(pending, key, value)?;
                        }
                    }
                }
            }
        }
    }

    /// The place of the first position under way that another search with the same memo has solved, and its value.
    fn found_elsewhere(&self, stack: &[Frame<G::Position, Y::Fold>]) -> Option<(usize, Y::Value)> {
        if !self.memo.is_shared() {
            return None;
        }
        let mut dear = stack.iter().take(MOST_FOUND_ELSEWHERE).enumerate();
        dear.find_map(|(place, frame)| Some((place, self.memo.found_elsewhere(&frame.key)?)))
    }

    /// Puts the waiting option that should be solved first, of the last ones of this frame, at the end of the list.
    #[inline]
    fn choose(&self, waiting: &mut [Waiting<G::Position, Y::Value>]) {
        if !self.memo.is_shared() {
            return;
        }
        let mut best = u32::MAX;
        for place in (waiting.len().saturating_sub(MOST_CHOSEN_FROM)..waiting.len()).rev() {
            let last = waiting.len() - 1;
            let Some(key) = waiting[place].missing.last() else { return };
            let reluctance = self.memo.reluctance(key);
            if reluctance < best {
                best = reluctance;
                waiting.swap(place, last);
            }
            if best == 0 {
                return;
            }
        }
    }

    /// Puts a value into the memo, and adds it to the last waiting option.
    #[inline]
    fn keep(
        &mut self,
        pending: &mut Pending<G::Position, Y::Value>,
        key: G::Position,
        value: Y::Value,
    ) -> Result<(), Stopped> {
        let again = Y::MAY_STOP.then(|| key.clone());
        self.memo.insert(key, value.clone());
        self.take_in(pending, value, || again.expect("only such a theory stops"))
    }

    /// Adds the value of a component, by its key, to the last waiting option, for which it was solved. After a stop the option waits for it still.
    #[inline]
    fn take_in(
        &mut self,
        pending: &mut Pending<G::Position, Y::Value>,
        value: Y::Value,
        key: impl FnOnce() -> G::Position,
    ) -> Result<(), Stopped> {
        let option = pending.waiting.last_mut().expect("a position is solved for an option that waits for it");
        let total = option.known.take();
        // Kept only where the sum may meet a bound: values may be large.
        let before = if Y::MAY_STOP { total.clone() } else { None };
        match self.add(total, value) {
            Ok(sum) => option.known = Some(sum),
            Err(stopped) => {
                option.known = before;
                pending.wait_again(key());
                return Err(stopped);
            }
        }
        Ok(())
    }

    /// The sum of a value and the total before it.
    #[inline]
    pub(super) fn add(&mut self, total: Option<Y::Value>, value: Y::Value) -> Result<Y::Value, Stopped> {
        match total {
            Some(total) => self.theory.sum(total, value, self.control),
            None => Ok(value),
        }
    }

    fn frame(&self, key: G::Position, waiting_from: usize) -> Frame<G::Position, Y::Fold> {
        let chunk = if self.memo.is_shared() { FIRST_CHUNK_SHARED } else { FIRST_CHUNK };
        Frame { key, fold: self.theory.fold(), consumed: 0, chunk, waiting_from, listed: false }
    }

    /// Checks the limit on positions, and the other bounds if it is time to. Beside those of the stack, `more` positions are under way.
    #[inline]
    fn check_bounds(
        &mut self,
        more: u64,
        stack: &Vec<Frame<G::Position, Y::Fold>>,
        under_way: &HashSet<G::Position, FxBuildHasher>,
        pending: &mut Pending<G::Position, Y::Value>,
    ) -> Result<(), Stopped> {
        let unfinished = stack.len() as u64 + more;
        if !self.control.has_room(unfinished) {
            return Err(self.control.out_of_positions(Y::UNIT, unfinished));
        }
        if !self.control.is_due() {
            return Ok(());
        }
        pending.bytes = (list_bytes(stack, 1) + set_bytes(under_way, 1) + list_bytes(&pending.waiting, 1)) as u64;
        self.look(unfinished, pending.bytes)
    }

    /// Counts options of a position that has at least `of` of them, and makes a check if it is due.
    #[inline]
    pub(super) fn count_options(
        &mut self,
        options: usize,
        of: u64,
        unfinished: u64,
        under_way: u64,
    ) -> Result<(), Stopped> {
        self.control.step_options(options as u64, of);
        if self.control.is_due() { self.look(unfinished, under_way) } else { Ok(()) }
    }

    #[cold]
    fn look(&mut self, unfinished: u64, under_way: u64) -> Result<(), Stopped> {
        let of_sums = || self.sums.as_ref().map_or(0, |sums| sums.bytes());
        let of_memo = || self.memo.bytes_with(POSITIONS_A_LOOK).saturating_add(self.theory.bytes());
        let bytes = || of_memo().saturating_add(of_sums()).saturating_add(under_way);
        self.control.look(unfinished, &|control| Progress::new(Y::UNIT, control.done(), None, bytes()))
    }

    /// Works on a position until it needs the value of another one or has its own.
    fn advance(
        &mut self,
        frame: &mut Frame<G::Position, Y::Fold>,
        pending: &mut Pending<G::Position, Y::Value>,
        unfinished: u64,
    ) -> Step<G::Position, Y::Value> {
        loop {
            while pending.waiting.len() > frame.waiting_from {
                self.choose(&mut pending.waiting[frame.waiting_from..]);
                let option = pending.waiting.last_mut().expect("there are more options than `waiting_from`");
                if !Y::ADDS
                    && option.missing.len() > 1
                    && let Some(sums) = &mut self.sums
                {
                    option.known = Some(sums.find(&option.missing, unfinished, self.control)?);
                    option.missing = Components::new();
                } else if let Some(key) = option.missing.pop() {
                    // A position below another waiting option may have solved this one too.
                    match self.memo.recall(&key) {
                        Some(value) => self.take_in(pending, value, || key)?,
                        None => return Ok(Next::Solve(key)),
                    }
                } else {
                    let value = pending.waiting.pop().and_then(|option| option.known);
                    let value = value.expect("an option waits for one component at least, whose value was added");
                    if self.theory.absorb(&mut frame.fold, &value).is_break() {
                        frame.listed = true;
                        pending.waiting.truncate(frame.waiting_from);
                    }
                }
            }
            if frame.listed {
                return Ok(Next::Done(self.theory.finish(&mut frame.fold, self.control)?));
            }
            match self.list(frame, pending, unfinished)? {
                Listing::Listed => {}
                Listing::TooMany(at_least) => return Ok(Next::TooMuch(at_least)),
            }
        }
    }
}
