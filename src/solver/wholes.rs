//! Who wins by a search alone: one component by itself, several as a whole position.
//!
//! A component takes less room in a memo than a whole position, and half the time or less. So a question about one component is searched by components, and only
//! what a move leaves of several is searched as a whole. Both share one memo of outcomes of components. With several threads all is searched as whole positions.

use std::cell::RefCell;
use std::hash::Hash;
use std::slice;

use crate::components::Components;
use crate::control::{Control, Stopped};
use crate::game::ImpartialGame;
use crate::measures::{FoundTame, WhoWins};
use crate::nimber::Nimber;
use crate::outcome::{Outcome, Play};
use crate::question::Question;
use crate::search::{
    Engine, Memo, OneByOne, OutcomesUnderWay, Place, SolveError, Sums, Table, WithoutSums, known_outcome,
    outcome_by_classes,
};
use crate::solver::{Solver, ask};
use crate::whole::Whole;

impl<G: ImpartialGame, T: Memo<G::Position, Nimber>> Solver<G, T> {
    /// The outcome by a search alone. In misère play of a rule book that [asks for it](ImpartialGame::SEARCHES_FORMS) that is the nimber search on whole
    /// positions, else the engine, which leaves a position at its first winning move.
    pub(super) fn by_search(
        &mut self,
        play: Play,
        sum: &Components<G::Position>,
    ) -> Result<Outcome, SolveError<G::Position>> {
        if G::SEARCHES_FORMS && play == Play::Misere {
            return self.by_proof(sum);
        }
        if let Some(several) = self.by_several() {
            several.outcome(self, play, sum)?;
        }
        self.by_search_alone(play, sum)
    }

    /// The same by the engine, by one thread.
    pub(super) fn by_search_alone(
        &mut self,
        play: Play,
        sum: &[G::Position],
    ) -> Result<Outcome, SolveError<G::Position>> {
        // Threads put what they find into the memo of whole positions, and this reads it there.
        let shares_components = self.by_several().is_none();
        let Self { game, control, oracles, only, notes, memos, .. } = self;
        let game = &*game;
        // A search that is forced is a search alone.
        let helped = only.is_none();
        // Each play has its own memos: the same position may be N in one and P in the other.
        let (alone, sums) = match play {
            Play::Normal => (&mut memos.alone, &mut memos.normal),
            Play::Misere => (&mut memos.alone_in_misere, &mut memos.misere),
        };
        let of_play = usize::from(play == Play::Misere);
        let (one_kept, kept) = (&mut memos.alone_under_way[of_play], &mut memos.wholes_under_way[of_play]);
        let (alone, asked) = (RefCell::new(Place::table(alone)), RefCell::new((oracles, notes)));
        let ask_of = |sum: &[G::Position], control: &mut Control| {
            if !helped {
                return Ok(None);
            }
            let (oracles, notes) = &mut *asked.borrow_mut();
            ask(oracles, game, notes, Question::Outcome { sum, play }, control).into_outcome()
        };
        let tame = (helped && play == Play::Misere).then_some(&memos.tame);
        let memo = Wholes { alone: shares_components.then_some(&alone), sums, tame };
        let mut wholes = WholeSums { game, play, memo, kept, ask: &ask_of };
        match sum {
            [component] if shares_components => {
                let mut ask =
                    |position: &G::Position, control: &mut Control| ask_of(slice::from_ref(position), control);
                let (kept, ask, sums) = (Some(one_kept), &mut ask, &mut wholes);
                let one = OneByOne { game, play, tame, alone: &alone, kept, ask, sums };
                one.solve(component.clone(), control)
            }
            _ => wholes.find(sum, 0, control),
        }
    }
}

/// Outcomes of whole positions, and those of components in a memo of their own; those of sums of tame components.
struct Wholes<'a, 'p, P> {
    alone: Option<&'a RefCell<Place<'p, P, Outcome>>>,
    sums: &'a mut Table<Components<P>, Outcome>,
    tame: Option<&'a Table<P, FoundTame>>,
}

impl<P: Clone + Eq + Hash> Memo<Components<P>, Outcome> for Wholes<'_, '_, P> {
    #[inline]
    fn recall(&self, key: &Components<P>) -> Option<Outcome> {
        let found = match (self.alone, &**key) {
            (Some(alone), [component]) => alone.borrow().recall(component),
            _ => self.sums.recall(key),
        };
        found.or_else(|| outcome_by_classes(self.tame?, key))
    }

    fn insert(&mut self, mut key: Components<P>, outcome: Outcome) {
        if let Some(alone) = self.alone.filter(|_| key.len() == 1)
            && let Some(component) = key.pop()
        {
            alone.borrow_mut().insert(component, outcome);
        } else {
            Memo::insert(self.sums, key, outcome);
        }
    }

    fn bytes_with(&self, more: usize) -> u64 {
        self.sums.bytes_with(more).saturating_add(self.alone.map_or(0, |alone| alone.borrow().bytes_with(more)))
    }
}

/// Who wins whole positions.
struct WholeSums<'a, 'p, G: ImpartialGame, A> {
    game: &'a G,
    play: Play,
    memo: Wholes<'a, 'p, G::Position>,
    kept: &'a mut OutcomesUnderWay<Components<G::Position>>,
    ask: &'a A,
}

impl<G, A> Sums<G::Position, Outcome> for WholeSums<'_, '_, G, A>
where
    G: ImpartialGame,
    A: Fn(&[G::Position], &mut Control) -> Result<Option<Outcome>, Stopped>,
{
    fn known(&self, sum: &[G::Position]) -> Option<Outcome> {
        let hinted = known_outcome(self.game, self.play, sum);
        hinted.or_else(|| self.memo.recall(&Whole(self.game).memo_key(sum.into())))
    }

    fn find(
        &mut self,
        sum: &[G::Position],
        beside: u64,
        control: &mut Control,
    ) -> Result<Outcome, SolveError<G::Position>> {
        let Self { game, play, memo, kept, ask } = self;
        let search = Engine {
            game: &Whole(*game),
            theory: WithoutSums(&WhoWins(*play)),
            memo,
            control,
            known: |sum: &Components<G::Position>| known_outcome(*game, *play, sum),
            ask: |sum: &Components<G::Position>, control: &mut Control| ask(sum, control),
            sums: None,
            kept: Some(&mut **kept),
        };
        search.solve_for(beside, sum.into()).map_err(SolveError::flatten)
    }

    fn bytes(&self) -> u64 {
        self.memo.sums.bytes_with(0)
    }
}

#[cfg(test)]
mod tests {
    use crate::components::Components;
    use crate::control::Control;
    use crate::measures::WhoWins;
    use crate::method::Method;
    use crate::outcome::{Outcome, Play};
    use crate::search::{Table, evaluate_whole};
    use crate::solver::Solver;
    use crate::solver::nimbers::tests::Listed;
    use crate::unhinted::Unhinted;

    /// Random games whose moves leave up to three components, asked about components and sums of two, against a search on whole positions from an
    /// empty memo.
    #[test]
    fn components_and_wholes_are_searched_alike() {
        let mut met = [0, 0];
        for seed in 0..60 {
            let game = Unhinted(Listed::random_of(14, seed).0);
            let last = game.0.0.len() - 1;
            for play in [Play::Normal, Play::Misere] {
                let mut kept = Solver::new(&game).by(Method::Search);
                for sum in [vec![last], vec![last / 2, last], vec![last / 3], vec![last, last], vec![last - last / 4]] {
                    // What has more whole positions is left out.
                    let mut control = Control::new().positions(2000);
                    let by_wholes = evaluate_whole(&game, &WhoWins(play), &mut Table::new(), &mut control, sum.clone());
                    let Ok(expected) = by_wholes else { continue };
                    let mut new = Solver::new(&game).by(Method::Search);
                    let found = [&mut kept, &mut new].map(|solver| solver.outcome_in(play, sum.clone()));
                    assert_eq!(found, [Ok(expected), Ok(expected)], "{seed}, {play}: {sum:?}");
                }
                // Each component in one memo, each sum in the other.
                let memos = kept.memos();
                let (alone, wholes): (&Table<usize, Outcome>, &Table<Components<usize>, Outcome>) = match play {
                    Play::Normal => (&memos.alone, &memos.normal),
                    Play::Misere => (&memos.alone_in_misere, &memos.misere),
                };
                assert!(wholes.iter().all(|(sum, _)| sum.len() != 1), "{seed}");
                assert_eq!(kept.control().done(), (alone.len() + wholes.len()) as u64, "{seed}: each is solved once");
                met = [met[0] + alone.len(), met[1] + wholes.len()];
            }
        }
        assert!(met.iter().all(|met| *met > 400), "{met:?}");
    }

    /// What a solver has found to be tame is not searched, and what is left to search has the same outcomes.
    #[test]
    fn components_that_are_tame_are_not_searched() {
        let (mut by_classes, mut alone) = (0, 0);
        for seed in 0..60 {
            let game = Unhinted(Listed::random_of(14, seed).0);
            let last = game.0.0.len() - 1;
            let mut helped = Solver::new(&game).by(Method::Tame);
            for part in 0..last {
                // A wild component is none of this method.
                let _ = helped.outcome_in(Play::Misere, part);
            }
            helped.only = None;
            for sum in [vec![last], vec![last / 2, last]] {
                let mut control = Control::new().positions(2000);
                let by_wholes =
                    evaluate_whole(&game, &WhoWins(Play::Misere), &mut Table::new(), &mut control, sum.clone());
                let Ok(expected) = by_wholes else { continue };
                let before = helped.control().done();
                assert_eq!(helped.by_search_alone(Play::Misere, &sum), Ok(expected), "{seed}: {sum:?}");
                by_classes += helped.control().done() - before;
                let mut new = Solver::new(&game).by(Method::Search);
                assert_eq!(new.outcome_in(Play::Misere, sum), Ok(expected), "{seed}");
                alone += new.control().done();
            }
        }
        assert!(by_classes * 2 < alone, "{by_classes} of {alone}");
    }
}
