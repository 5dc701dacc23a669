//! The searches of a solver by several threads.

use std::sync::Arc;

use crate::components::Components;
use crate::control::Control;
use crate::game::ImpartialGame;
use crate::measures::WhoWins;
use crate::nimber::Nimber;
use crate::notes::Notes;
use crate::outcome::Play;
use crate::question::Question;
use crate::search::{
    ALONE_NIMBERS, ByThreads, Engine, Home, NimberSearch, SolveError, Table, View, WithoutSums, enough, first_part,
    known_outcome, outcome_by_classes, value_by_threads, who_wins_by_threads,
};
use crate::solver::several::SearchByThreads;
use crate::solver::{Memos, Solver, ask};
use crate::whole::Whole;

type Answer<G, V> = Result<V, SolveError<<G as ImpartialGame>::Position>>;

impl<G: ImpartialGame, T> Solver<G, T> {
    /// The searches by several threads, if there are several.
    pub(super) fn by_several(&self) -> Option<Arc<dyn SearchByThreads<Self, G::Position>>> {
        self.several.as_ref().filter(|_| self.control.thread_count().get() > 1).cloned()
    }
}

/// The threads of the control.
struct Threads;

impl<G: ImpartialGame + Sync> SearchByThreads<Solver<G>, G::Position> for Threads {
    fn value(&self, solver: &mut Solver<G>, component: &G::Position) -> Answer<G, ()> {
        let asks = solver.asks_oracles();
        let Solver { game, control, oracles, notes, memos, .. } = &mut *solver;
        if game.known_value(component).is_some() {
            return Ok(());
        }
        let key = game.memo_key(component.clone());
        if memos.values.get(&key).is_some() {
            return Ok(());
        }
        // An oracle that searches by itself, as that of an `AnyGame` does, is asked once with all that the control allows, and not by each thread.
        if asks && let Some(value) = ask(oracles, game, notes, Question::Value(component), control).into_value()? {
            memos.values.insert(key, value);
            return Ok(());
        }
        let most = first_part(memos.values.len());
        if solver.cuts.waits
            && let Some(found) = solver.alone_first(most, |solver| solver.value_alone(component.clone()))
        {
            return found.map(drop);
        }
        let threads = solver.control.thread_count().get();
        let Solver { game, control, memos, .. } = solver;
        value_by_threads(game, component, Home::Table(&mut memos.values), control, asks, threads)
    }

    fn who_wins(&self, solver: &mut Solver<G>, component: &G::Position) -> Answer<G, ()> {
        let most = first_part(solver.memos.alone.len());
        if solver.cuts.waits
            && let Some(found) = solver.alone_first(most, |solver| solver.who_wins_alone(component))
        {
            return found.map(drop);
        }
        let threads = solver.control.thread_count().get();
        let Solver { game, control, memos, .. } = solver;
        who_wins_by_threads(game, component, &mut memos.alone, control, threads)
    }

    fn value_by_nimbers(&self, solver: &mut Solver<G>, sum: Components<G::Position>) -> Answer<G, Nimber> {
        solver.find_by_nimbers(
            |mut search| search.value(sum.clone()),
            |mut search, threads, asks| search.value_by_threads(sum.clone(), threads, asks),
        )
    }

    fn is_worth_by_nimbers(
        &self,
        solver: &mut Solver<G>,
        sum: Components<G::Position>,
        value: Nimber,
    ) -> Answer<G, bool> {
        solver.find_by_nimbers(
            |mut search| search.is_worth(sum.clone(), value),
            |mut search, threads, asks| search.is_worth_by_threads(sum.clone(), value, threads, asks),
        )
    }

    fn outcome(&self, solver: &mut Solver<G>, play: Play, sum: &Components<G::Position>) -> Answer<G, ()> {
        let key = Whole(&solver.game).memo_key(sum.clone());
        let memo = solver.memos.outcomes(play);
        if memo.get(&key).is_some() {
            return Ok(());
        }
        let most = first_part(memo.len());
        if solver.cuts.waits
            && let Some(found) = solver.alone_first(most, |solver| solver.by_search_alone(play, sum))
        {
            return found.map(drop);
        }
        let threads = solver.control.thread_count().get();
        let Solver { game, control, only, memos, .. } = solver;
        let game = &*game;
        let (whole, measure, helped) = (Whole(game), WhoWins(play), only.is_none());
        let Memos { tame, normal, misere, .. } = memos;
        let tame = (helped && play == Play::Misere).then_some(&*tame);
        let known = |sum: &Components<G::Position>| {
            known_outcome(game, play, sum).or_else(|| {
                let keys: Components<_> = sum.iter().map(|part| game.memo_key(part.clone())).collect();
                outcome_by_classes(tame?, &keys)
            })
        };
        let search = &|mut view: View<'_, _>, control: &mut Control| {
            let mut notes = Notes::default();
            let ask = |sum: &Components<G::Position>, control: &mut Control| {
                if !helped {
                    return Ok(None);
                }
                game.oracle(Question::Outcome { sum, play }, &mut notes, control).into_outcome()
            };
            let (theory, memo) = (WithoutSums(&measure), &mut view);
            Engine { game: &whole, theory, memo, control, known, ask, sums: None, kept: None }.solve(sum.clone())
        };
        let values = Home::Table(match play {
            Play::Normal => normal,
            Play::Misere => misere,
        });
        ByThreads { values, control, threads, search }.solve().map_err(SolveError::flatten)
    }
}

impl<G: ImpartialGame + Sync> Solver<G> {
    /// The same solver, which searches by as many threads as its [control](Control::threads) says, whatever is asked: values and outcomes in
    /// normal and misère play, winning moves, working. Answers do not depend on it.
    ///
    /// Threads share all values, and each begins with options that no other is at, so that few positions are solved by two of them. One thread begins;
    /// others start when a search has taken 2^14 positions, less those in the memo, and at least an eighth of these. While they run, a position takes two to
    /// eight times the memory; where a limit on bytes forbids that, one thread goes on. Oracles that were handed to the solver are asked by one thread only.
    /// Positions that did not matter may be missing in the memo afterwards.
    ///
    /// The threads of the [nimber search](ImpartialGame::SEARCHES_NIMBERS) take turns at what is known, and make options at the same time. So more than one
    /// start only where options take long to make, as those of Sprouts do, and none in misère play. They take no more memory than one does. Tame
    /// components, canonical forms and quotients in misère play are found by one thread.
    ///
    /// An [`AnyGame`](crate::AnyGame) searches its values by several threads also without this, if the control [names](Control::threads) more than one.
    ///
    /// Bounds are checked by each thread about every 2^12 positions, so that each may solve that number beyond the limit. A solver [with a
    /// memo](Self::with_memo) other than a [`Table`] has no such method: its memo is filled by one thread.
    ///
    /// ```
    /// use std::num::NonZero;
    /// use grundy::chomp::{Board, Chomp};
    /// use grundy::{Control, Outcome, Play, Solver};
    ///
    /// let threads = NonZero::new(2).unwrap();
    /// let mut solver = Solver::new(Chomp::poisoned()).by_threads().with_control(Control::new().threads(threads));
    /// let value = solver.grundy(Board::rectangle(6, 7)?)?;
    /// assert_eq!(value, Solver::new(Chomp::poisoned()).grundy(Board::rectangle(6, 7)?)?);
    /// assert_eq!(solver.outcome_in(Play::Misere, Board::rectangle(6, 7)?)?, Outcome::N);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn by_threads(mut self) -> Self {
        self.several = Some(Arc::new(Threads));
        self
    }

    /// The answer of the nimber search: by one thread, then by all.
    fn find_by_nimbers<V>(
        &mut self,
        alone: impl FnOnce(NimberSearch<'_, G, Table<G::Position, Nimber>>) -> Answer<G, V>,
        all: impl FnOnce(NimberSearch<'_, G, Table<G::Position, Nimber>>, usize, bool) -> Answer<G, V>,
    ) -> Answer<G, V> {
        if self.cuts.waits
            && let Some(found) = self.alone_first(ALONE_NIMBERS, |solver| solver.search_nimbers(alone))
        {
            return found;
        }
        let (threads, asks) = (self.control.thread_count().get(), self.asks_oracles());
        self.search_nimbers(|search| all(search, threads, asks))
    }

    /// The answer of one thread, if it takes few positions.
    fn alone_first<V>(&mut self, most: u64, solve: impl FnOnce(&mut Self) -> Answer<G, V>) -> Option<Answer<G, V>> {
        let is_all = self.control.room() <= most;
        let alone = self.within(most, solve);
        enough(alone, is_all)
    }
}

#[cfg(test)]
mod tests {
    use std::mem;
    use std::ops::ControlFlow;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::Mutex;
    use std::thread;

    use super::*;
    use crate::method::Method;
    use crate::outcome::Outcome;
    use crate::search::{Cuts, Facts, Memo, News, evaluate_whole, own_value};
    use crate::solver::nimbers::tests::{Listed, is_of_bytes};
    use crate::unhinted::Unhinted;

    /// All threads start at once.
    const AT_ONCE: Cuts = Cuts { waits: false, ..Cuts::ALL };

    fn by(threads: usize) -> Control {
        Control::new().threads(threads.try_into().unwrap())
    }

    fn solver(game: &Listed, threads: usize) -> Solver<&Listed> {
        Solver::new(game).by_threads().with_cuts(AT_ONCE).with_control(by(threads))
    }

    #[test]
    fn threads_find_the_values_and_outcomes_of_random_games() {
        for seed in 0..100 {
            let (game, values) = Listed::random_of(200, seed);
            let last = values.len() - 1;
            for threads in [2, 3, 20] {
                let found = solver(&game, threads).grundy(last);
                assert_eq!(found, Ok(Nimber::new(values[last])), "seed {seed}, {threads} threads");
                for sum in [vec![last], vec![last, last / 2], vec![last, last - last / 3, last / 3]] {
                    let value = sum.iter().fold(0, |all, part| all ^ values[*part]);
                    let outcome = if value == 0 { Outcome::P } else { Outcome::N };
                    let mut solver = solver(&game, threads);
                    assert_eq!(solver.outcome(sum.clone()), Ok(outcome), "seed {seed}, {threads}, {sum:?}");
                    // What was found on the way is true, and nothing is left under way.
                    solver.set_control(by(1));
                    for (position, value) in values.iter().enumerate().rev() {
                        assert_eq!(solver.grundy(position), Ok(Nimber::new(*value)), "seed {seed}, {threads}");
                    }
                }
            }
        }
    }

    /// The search of every position: of components for values, of whole positions for outcomes.
    #[test]
    fn threads_that_solve_every_position_find_what_one_finds() {
        for seed in 0..6 {
            let (game, values) = Listed::random(seed);
            let (bare, last) = (Unhinted(&game), values.len().min(9) - 1);
            let solver = || Solver::new(bare).by_threads().with_cuts(AT_ONCE).with_control(by(3));
            assert_eq!(solver().grundy(values.len() - 1), Ok(Nimber::new(values[values.len() - 1])), "seed {seed}");
            for sum in [vec![last], vec![last, last / 2], vec![last, last, last / 3], vec![]] {
                for play in [Play::Normal, Play::Misere] {
                    let (mut memo, mut control) = (Table::new(), Control::new());
                    let outcome = evaluate_whole(&bare, &WhoWins(play), &mut memo, &mut control, sum.clone()).unwrap();
                    for mut solver in [solver().by(Method::Search), solver()] {
                        assert_eq!(solver.outcome_in(play, sum.clone()), Ok(outcome), "seed {seed}, {sum:?}, {play}");
                        let wins = solver.winning_moves_in(play, sum.clone()).unwrap();
                        let expected = Solver::new(bare).winning_moves_in(play, sum.clone()).unwrap();
                        assert_eq!(wins, expected, "seed {seed}, {sum:?}, {play}");
                    }
                }
            }
        }
    }

    #[test]
    fn large_values_are_found_by_threads() {
        let heaps = Listed((0..100).map(|heap| (0..heap).map(|left| vec![left]).collect()).collect());
        for heap in [61, 62, 63, 64, 65, 99] {
            assert_eq!(solver(&heaps, 3).grundy(heap), Ok(Nimber::new(heap as u64)));
        }
        assert_eq!(solver(&heaps, 3).outcome([63, 64, 99]), Ok(Outcome::N));
    }

    /// A line of 10^5 moves, where a thread can do nothing but wait for another, and 10^5 options that each have options.
    #[test]
    fn deep_and_wide_games_end_by_threads() {
        let many = 100_000;
        let line = Listed(
            (0..=many).map(|at: usize| at.checked_sub(1).map(|left| vec![left]).into_iter().collect()).collect(),
        );
        assert_eq!(solver(&line, 2).grundy(many), Ok(Nimber::ZERO));
        let mut lists: Vec<Vec<Vec<usize>>> = vec![vec![], vec![vec![0]]];
        lists.extend((0..many).map(|_| vec![vec![0], vec![1]]));
        lists.push((2..many + 2).map(|option| vec![option]).collect());
        assert_eq!(solver(&Listed(lists), 2).grundy(many + 2), Ok(Nimber::ZERO)); // each option is worth *2
    }

    #[test]
    fn play_that_comes_back_is_loopy_for_threads() {
        let loopy = Listed(vec![vec![], vec![vec![2]], vec![vec![3]], vec![vec![1]]]);
        for threads in [2, 5] {
            let error = solver(&loopy, threads).grundy(1).unwrap_err();
            assert!(matches!(error, SolveError::Loopy { .. }), "{error}");
        }
    }

    /// Stopped every few listings, in little memory or much. How many positions are under way at the same time depends on the threads:
    /// where these take more than the limit on bytes, that is an error, and the search goes on with a larger limit.
    #[test]
    fn threads_that_were_stopped_go_on_where_they_were() {
        for seed in 0..60 {
            let (game, values) = Listed::random_of(300, seed);
            let (last, mut limit) = (values.len() - 1, 1 + seed % 5);
            for mut bytes in [u64::MAX, 20_000] {
                let mut solver = solver(&game, 3);
                let value = loop {
                    solver.set_control(by(3).positions(limit).bytes(bytes));
                    match solver.grundy(last) {
                        Ok(value) => break value,
                        Err(error) if is_of_bytes(&error) => bytes *= 2,
                        Err(SolveError::Stopped(stopped)) if stopped.is_positions() => {
                            assert_eq!(solver.control().done(), limit, "seed {seed}");
                            limit += 3;
                        }
                        Err(error) => panic!("seed {seed}: {error}"),
                    }
                };
                assert_eq!(value, Nimber::new(values[last]), "seed {seed}");
                // There is room for all positions of the game.
                assert!(bytes == u64::MAX || bytes <= 80_000, "seed {seed}: {bytes}");
            }
        }
    }

    /// A table of one worker, and what the others have told it since it read last.
    struct Shared<'a> {
        values: Table<usize, Nimber>,
        letters: &'a [Mutex<Vec<News<usize>>>],
        number: usize,
    }

    impl Shared<'_> {
        fn tell(&self, news: &News<usize>) {
            for (_, letters) in self.letters.iter().enumerate().filter(|(other, _)| *other != self.number) {
                letters.lock().unwrap().push(news.clone());
            }
        }
    }

    impl Memo<usize, Nimber> for Shared<'_> {
        fn recall(&self, key: &usize) -> Option<Nimber> {
            self.values.recall(key)
        }

        fn insert(&mut self, key: usize, value: Nimber) {
            self.tell(&News::Value(key, value));
            self.values.insert(key, value);
        }

        fn is_shared(&self) -> bool {
            true
        }

        fn exchange(&mut self, _: u64, told: Vec<News<usize>>) -> Vec<News<usize>> {
            let seed = self.number as u64;
            for news in told {
                self.tell(&match news {
                    News::UnderWay(_, path) => News::UnderWay(seed, path),
                    news => news,
                });
            }
            let heard = mem::take(&mut *self.letters[self.number].lock().unwrap());
            // Where workers before it are, and what all have found.
            heard.into_iter().filter(|news| !matches!(news, News::UnderWay(worker, _) if *worker > seed)).collect()
        }

        fn contradict(&mut self, key: &usize, sent: String, found: String) {
            panic!("{key}: {sent}, {found}");
        }
    }

    /// Two workers by three threads each, and a third one by one thread, which starts as they do.
    #[test]
    fn threads_of_several_workers_find_the_values_of_random_games() {
        for seed in 0..60 {
            let (game, values) = Listed::random_of(400, seed);
            let (game, last, letters) = (&game, values.len() - 1, &[(); 3].map(|()| Mutex::default()));
            let work = |number, threads| {
                let mut values = Shared { values: Table::new(), letters, number };
                let (mut facts, mut control) = (Facts::default(), Control::new());
                let mut ask = own_value(game, Notes::default(), true);
                let (values, facts, control) = (&mut values, &mut facts, &mut control);
                let mut search = NimberSearch { game, values, facts, control, ask: &mut ask, cuts: AT_ONCE };
                let found = match threads {
                    1 => search.value(last.into()),
                    threads => search.value_by_threads(last.into(), threads, true),
                };
                assert!(facts.is_at_rest(), "seed {seed}");
                found
            };
            thread::scope(|scope| {
                let started = [(0, 3), (1, 3), (2, 1)].map(|(number, by)| scope.spawn(move || work(number, by)));
                for worker in started {
                    assert_eq!(worker.join().unwrap(), Ok(Nimber::new(values[last])), "seed {seed}");
                }
            });
        }
    }

    #[test]
    fn a_callback_cancels_all_threads() {
        let heaps = Listed((0..1000).map(|heap| (0..heap).map(|left| vec![left]).collect()).collect());
        let mut solver = solver(&heaps, 3);
        solver.set_control(by(3).watched(|_| ControlFlow::Break(())));
        let error = solver.grundy(999).unwrap_err();
        assert!(matches!(&error, SolveError::Stopped(stopped) if stopped.is_cancelled()), "{error}");
        solver.set_control(by(3));
        assert_eq!(solver.grundy(999), Ok(Nimber::new(999)));
    }

    /// A rule book that panics ends all threads, also those that wait for it.
    #[test]
    fn a_panic_of_a_rule_book_is_handed_on() {
        let mut lists: Vec<Vec<Vec<usize>>> =
            (0..50).map(|at: usize| (0..at).map(|left| vec![left]).collect()).collect();
        lists[7] = vec![vec![1000]]; // there is no such position
        for threads in [2, 4] {
            let found = catch_unwind(AssertUnwindSafe(|| solver(&Listed(lists.clone()), threads).grundy(49)));
            assert!(found.is_err());
        }
    }
}
