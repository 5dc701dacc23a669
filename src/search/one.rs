//! One component in normal play: its value, or only who wins it.
//!
//! In: a rule book, a component, memos, a control, the oracles. Out: the Grundy value, or the outcome; and in the memo that of all positions that were solved.
//!
//! Who wins needs less than the value. A position is left at its first option that is P, so that other options are not looked at. Where an option has
//! several components, their values tell whether it is P, so these components are valued, with the memo of values; they are searched after the options before them
//! in the list, and not at all if one of these is P.
//!
//! By hand, for a heap of 3 of which one or two counters are taken, the smaller heap listed first: 3 waits for 1 and 2. 1 leaves 0, which is P, so 1 is N. 2 leaves 0
//! too, so 2 is N, and 3 is P. That 1 and 2 have the values 1 and 2 is not found.
//!
//! Cost: at worst each position is listed once for who wins and once for its value, where a component falls apart at each move. Such a component is
//! recognised by its first options, and valued at once ([`is_for_values`]). Where moves leave one component, no more positions are met than for the value, and
//! a tenth to a thousandth of them in many games (`docs/measured.md`, "Who wins one component").

use std::cell::RefCell;
use std::hash::Hash;
use std::rc::Rc;
use std::slice;

use crate::control::{Control, Stopped};
use crate::game::ImpartialGame;
use crate::measures::{FoundTame, Grundy, WhoWins};
use crate::nimber::Nimber;
use crate::outcome::{Outcome, Play, outcome_of};
use crate::search::engine::{Engine, POSITIONS_A_LOOK, Sums};
use crate::search::error::SolveError;
use crate::search::evaluate::Kept;
use crate::search::memo::{Memo, Table};
use crate::search::place::Place;
use crate::search::theory::{ByMeasure, WithoutSums};

/// What was under way when a search for a value was stopped, if one was.
pub(crate) type ValuesUnderWay<P> = Kept<P, Grundy>;
/// What was under way when a search for the outcome was stopped, if one was.
pub(crate) type OutcomesUnderWay<P> = Kept<P, WhoWins>;

/// The same, and what was under way in a search for a value that it asked for.
pub(crate) type BothUnderWay<'a, P> = (&'a mut OutcomesUnderWay<P>, &'a mut ValuesUnderWay<P>);

/// The value of one component, for a search of which `beside` positions wait.
pub(crate) fn value_of<G, T, A>(
    game: &G,
    component: G::Position,
    beside: u64,
    values: &mut T,
    kept: Option<&mut ValuesUnderWay<G::Position>>,
    control: &mut Control,
    ask: &RefCell<A>,
) -> Result<Nimber, SolveError<G::Position>>
where
    G: ImpartialGame,
    T: Memo<G::Position, Nimber>,
    A: FnMut(&G::Position, &mut Control) -> Result<Option<Nimber>, Stopped>,
{
    let theory = ByMeasure(&Grundy);
    let known = |position: &G::Position| game.known_value(position);
    let ask = |position: &G::Position, control: &mut Control| (ask.borrow_mut())(position, control);
    Engine { game, theory, memo: values, control, known, ask, sums: None, kept }.solve_for(beside, component)
}

/// Who wins one component in normal play, with memos of values and of outcomes of components. What is under way at a stop is kept: a search for who wins, and
/// one for the value of a component of a sum.
pub(crate) fn who_wins<G, T, A>(
    game: &G,
    component: G::Position,
    values: &mut T,
    alone: Place<'_, G::Position, Outcome>,
    kept: Option<BothUnderWay<'_, G::Position>>,
    control: &mut Control,
    ask: A,
) -> Result<Outcome, SolveError<G::Position>>
where
    G: ImpartialGame,
    T: Memo<G::Position, Nimber>,
    A: FnMut(&G::Position, &mut Control) -> Result<Option<Nimber>, Stopped>,
{
    let ask = Rc::new(RefCell::new(ask));
    let (kept, values_kept) = kept.unzip();
    let mut sums = NimSums { game, values, kept: values_kept, ask: Rc::clone(&ask) };
    let mut ask =
        |position: &G::Position, control: &mut Control| Ok((ask.borrow_mut())(position, control)?.map(outcome_of));
    let alone = RefCell::new(alone);
    OneByOne { game, play: Play::Normal, tame: None, alone: &alone, kept, ask: &mut ask, sums: &mut sums }
        .solve(component, control)
}

/// A search for who wins one component. Compiled once per game: `ask` and `sums` are behind pointers.
pub(crate) struct OneByOne<'a, 'p, G: ImpartialGame> {
    pub(crate) game: &'a G,
    pub(crate) play: Play,
    /// The components that are known to be tame or not, in misère play.
    pub(crate) tame: Option<&'a Table<G::Position, FoundTame>>,
    /// Outcomes of components, in a cell, since `sums` may use them too.
    pub(crate) alone: &'a RefCell<Place<'p, G::Position, Outcome>>,
    pub(crate) kept: Option<&'a mut OutcomesUnderWay<G::Position>>,
    pub(crate) ask: &'a mut Ask<'a, G::Position>,
    pub(crate) sums: &'a mut dyn Sums<G::Position, Outcome>,
}

impl<G: ImpartialGame> OneByOne<'_, '_, G> {
    pub(crate) fn solve(
        self,
        component: G::Position,
        control: &mut Control,
    ) -> Result<Outcome, SolveError<G::Position>> {
        let Self { game, play, tame, alone, kept, ask, sums } = self;
        Engine {
            game,
            theory: WithoutSums(&WhoWins(play)),
            memo: &mut OfOne { alone, tame },
            control,
            known: |position: &G::Position| known_outcome(game, play, slice::from_ref(position)),
            ask,
            sums: Some(sums),
            kept,
        }
        .solve(component)
    }
}

/// Asks oracles for the outcome of a component.
type Ask<'a, P> = dyn FnMut(&P, &mut Control) -> Result<Option<Outcome>, Stopped> + 'a;

/// The memo of outcomes of components, and of those that are tame. It is read before the classes, which tell less as a search goes on.
struct OfOne<'a, 'p, P> {
    alone: &'a RefCell<Place<'p, P, Outcome>>,
    tame: Option<&'a Table<P, FoundTame>>,
}

impl<P: Clone + Eq + Hash> Memo<P, Outcome> for OfOne<'_, '_, P> {
    #[inline]
    fn recall(&self, key: &P) -> Option<Outcome> {
        self.alone.borrow().recall(key).or_else(|| outcome_by_classes(self.tame?, slice::from_ref(key)))
    }

    fn insert(&mut self, key: P, outcome: Outcome) {
        self.alone.borrow_mut().insert(key, outcome);
    }

    fn bytes_with(&self, more: usize) -> u64 {
        self.alone.borrow().bytes_with(more)
    }

    #[inline]
    fn is_shared(&self) -> bool {
        self.alone.borrow().is_shared()
    }

    fn reluctance(&self, key: &P) -> u32 {
        self.alone.borrow().reluctance(key)
    }

    fn begin(&mut self, key: &P) {
        self.alone.borrow_mut().begin(key);
    }

    fn give_up(&mut self, key: &P) {
        self.alone.borrow_mut().give_up(key);
    }

    fn found_elsewhere(&self, key: &P) -> Option<Outcome> {
        self.alone.borrow().found_elsewhere(key)
    }
}

/// The outcome in normal play of a sum whose components all have values by hints of the game.
pub(crate) fn known_outcome<G: ImpartialGame>(game: &G, play: Play, sum: &[G::Position]) -> Option<Outcome> {
    match play {
        Play::Normal => sum.iter().map(|part| game.known_value(part)).sum::<Option<Nimber>>().map(outcome_of),
        Play::Misere => None,
    }
}

/// The outcome in misère play of a sum of components that are known to be tame, by their keys.
pub(crate) fn outcome_by_classes<P: Eq + Hash>(tame: &Table<P, FoundTame>, keys: &[P]) -> Option<Outcome> {
    let mut classes = keys.iter().map(|key| tame.get(key).and_then(FoundTame::class));
    // The empty sum is left to the search, which knows that it is N.
    let first = classes.next()??;
    let all = classes.try_fold(first, |sum, class| Some(sum + class?))?;
    Some(all.outcome_in(Play::Misere))
}

/// Outcomes of sums in normal play, by the nim-sum of the values of their components.
pub(super) struct NimSums<'a, G: ImpartialGame, T, A> {
    pub(super) game: &'a G,
    pub(super) values: &'a mut T,
    pub(super) kept: Option<&'a mut ValuesUnderWay<G::Position>>,
    pub(super) ask: Rc<RefCell<A>>,
}

impl<G, T, A> Sums<G::Position, Outcome> for NimSums<'_, G, T, A>
where
    G: ImpartialGame,
    T: Memo<G::Position, Nimber>,
    A: FnMut(&G::Position, &mut Control) -> Result<Option<Nimber>, Stopped>,
{
    fn known(&self, sum: &[G::Position]) -> Option<Outcome> {
        sum.iter().map(|part| known_value(self.game, part, &*self.values)).sum::<Option<Nimber>>().map(outcome_of)
    }

    fn find(
        &mut self,
        sum: &[G::Position],
        beside: u64,
        control: &mut Control,
    ) -> Result<Outcome, SolveError<G::Position>> {
        let values = sum.iter().map(|part| {
            let kept = self.kept.as_deref_mut();
            value_of(self.game, part.clone(), beside, self.values, kept, control, &self.ask)
        });
        values.sum::<Result<Nimber, _>>().map(outcome_of)
    }

    fn bytes(&self) -> u64 {
        self.values.bytes_with(POSITIONS_A_LOOK)
    }
}

/// Whether to decide the outcome of a component by computing its value.
///
/// So where at least a quarter of its first options are sums, since then most positions are valued in any case, or where at least three quarters of
/// them have known values. (With half in place of three quarters, all winning moves of the rectangles of Chomp up to 8 × 8, asked in turn, took four
/// times the positions.) Not if an earlier search has found the outcome.
pub(crate) fn is_for_values<G: ImpartialGame>(
    game: &G,
    component: &G::Position,
    values: &impl Memo<G::Position, Nimber>,
    alone: &Table<G::Position, Outcome>,
) -> bool {
    if alone.get(&game.memo_key(component.clone())).is_some() {
        return false;
    }
    if known_value(game, component, values).is_some() {
        return true;
    }
    let (mut listed, mut sums, mut known) = (0, 0, 0);
    for option in game.options(component).take(MOST_LISTED) {
        listed += 1;
        sums += usize::from(option.len() > 1);
        known += usize::from(option.iter().all(|part| known_value(game, part, values).is_some()));
    }
    sums * 4 >= listed || known * 4 >= listed * 3
}

/// The value of a component, if it is known without a search.
fn known_value<G: ImpartialGame>(
    game: &G,
    component: &G::Position,
    values: &impl Memo<G::Position, Nimber>,
) -> Option<Nimber> {
    game.known_value(component).or_else(|| values.recall(&game.memo_key(component.clone())))
}

/// Maximum number of options that [`is_for_values`] looks at. A guard, few beside the options that a search lists.
const MOST_LISTED: usize = 1 << 6;
