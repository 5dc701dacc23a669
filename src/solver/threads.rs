//! Grundy values and outcomes by several threads.

use std::mem;

use crate::components::Components;
use crate::control::Control;
use crate::game::ImpartialGame;
use crate::method::Method;
use crate::nimber::Nimber;
use crate::outcome::Outcome;
use crate::search::{ALONE, ALONE_NIMBERS, ByThreads, NimberSearch, SolveError, Table, alone_first};
use crate::solver::Solver;

impl<G: ImpartialGame + Sync> Solver<G> {
    /// The Grundy value, searched by the [threads](crate::Control::threads) of the control.
    ///
    /// The value is that of [`grundy`](Self::grundy), and so is the memo afterwards, except that positions may be missing in it which did not
    /// matter. Threads share all values, and each begins with options that no other is at. A few positions are solved by two of them.
    /// While they run, a position takes two to eight times the memory; where a limit on bytes forbids that, one thread goes on. Oracles that
    /// were handed to the solver are asked by one thread only.
    ///
    /// The threads of the [nimber search](ImpartialGame::SEARCHES_NIMBERS) take turns at what is known, and make options at the same time. So more than one
    /// start only where options take long to make, as those of Sprouts do. They take no more memory than one does.
    ///
    /// An [`AnyGame`](crate::AnyGame) needs no method of its own: its `grundy`, and all that asks for values, searches by several threads
    /// if the control [names](crate::Control::threads) more than one.
    ///
    /// # Errors
    ///
    /// Those of [`grundy`](Self::grundy). Bounds are checked by each thread about every 2^12 positions, so that each may solve that number beyond the limit.
    ///
    /// ```
    /// use std::num::NonZero;
    /// use grundy::chomp::{Board, Chomp};
    /// use grundy::{Control, Solver};
    ///
    /// let threads = NonZero::new(2).unwrap();
    /// let mut solver = Solver::new(Chomp::poisoned()).with_control(Control::new().threads(threads));
    /// let value = solver.grundy_by_threads(Board::rectangle(6, 7)?)?;
    /// assert_eq!(value, Solver::new(Chomp::poisoned()).grundy(Board::rectangle(6, 7)?)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn grundy_by_threads(
        &mut self,
        position: impl Into<Components<G::Position>>,
    ) -> Result<Nimber, SolveError<G::Position>> {
        let position = position.into();
        if let Some(found) = self.nimbers_by_threads(
            |solver| solver.grundy(position.clone()),
            |mut search, threads, asks| search.value_by_threads(position.clone(), threads, asks),
        ) {
            return found;
        }
        let threads = self.control.thread_count().get();
        if threads > 1 && self.only.is_none_or(|only| only == Method::Values) {
            for component in &position {
                self.solve_by_threads(component, threads)?;
            }
        }
        // The values are in the memo by now. Where a limit on bytes forbade threads, one thread searches here.
        self.grundy(position)
    }

    /// The outcome in normal play, searched by the [threads](crate::Control::threads) of the control: that of [`outcome`](Self::outcome), as
    /// [`grundy_by_threads`](Self::grundy_by_threads) finds values.
    ///
    /// # Errors
    ///
    /// Those of [`outcome`](Self::outcome).
    ///
    /// ```
    /// use std::num::NonZero;
    /// use grundy::games::Sprouts;
    /// use grundy::{Control, Notation, Outcome, Solver};
    ///
    /// let threads = NonZero::new(2).unwrap();
    /// let mut solver = Solver::new(Sprouts).with_control(Control::new().threads(threads));
    /// assert_eq!(solver.outcome_by_threads(Sprouts.parse("8")?)?, Outcome::P); // 8 spots
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn outcome_by_threads(
        &mut self,
        position: impl Into<Components<G::Position>>,
    ) -> Result<Outcome, SolveError<G::Position>> {
        let position = position.into();
        if let Some(found) = self.nimbers_by_threads(
            |solver| solver.outcome(position.clone()),
            |mut search, threads, asks| search.outcome_by_threads(position.clone(), threads, asks),
        ) {
            return found;
        }
        self.grundy_by_threads(position.clone())?;
        self.outcome(position)
    }

    /// The answer of the nimber search, where it is the method and the control names more than one thread: by one thread, then by all.
    fn nimbers_by_threads<V>(
        &mut self,
        alone: impl FnOnce(&mut Self) -> Result<V, SolveError<G::Position>>,
        all: impl FnOnce(NimberSearch<'_, G, Table<G::Position, Nimber>>, usize, bool) -> Result<V, SolveError<G::Position>>,
    ) -> Option<Result<V, SolveError<G::Position>>> {
        let threads = self.control.thread_count().get();
        if threads == 1 || !G::SEARCHES_NIMBERS || !self.searches_nimbers() {
            return None;
        }
        let first = if self.cuts.waits { self.alone_first(ALONE_NIMBERS, alone) } else { None };
        let asks = self.asks_oracles();
        first.or_else(|| Some(self.search_nimbers(|search| all(search, threads, asks))))
    }

    /// Solves one component, so that its value is in the memo or nothing needs to be searched for it.
    fn solve_by_threads(&mut self, component: &G::Position, threads: usize) -> Result<(), SolveError<G::Position>> {
        if let Some(found) = self.alone_first(ALONE, |solver| solver.grundy(component.clone())) {
            return found.map(drop);
        }
        let asks = self.asks_oracles();
        let Self { game, control, memos, .. } = self;
        ByThreads { game: &*game, values: &mut memos.values, control, asks, threads }.solve(component)
    }

    /// The answer of one thread, if it takes few positions.
    fn alone_first<V>(
        &mut self,
        most: u64,
        solve: impl FnOnce(&mut Self) -> Result<V, SolveError<G::Position>>,
    ) -> Option<Result<V, SolveError<G::Position>>> {
        let mut control: Control = mem::take(&mut self.control);
        // The part of the control must stand in the field of the solver while it works, and goes back after it.
        let alone = alone_first(&mut control, most, |part| {
            self.control = mem::take(part);
            let found = solve(self);
            *part = mem::take(&mut self.control);
            found
        });
        self.control = control;
        alone
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;
    use crate::search::Cuts;
    use crate::solver::nimbers::tests::{Listed, is_of_bytes};

    /// All threads start at once, in the nimber search.
    const AT_ONCE: Cuts = Cuts { waits: false, ..Cuts::ALL };

    fn by(threads: usize) -> Control {
        Control::new().threads(threads.try_into().unwrap())
    }

    fn solver(game: &Listed, threads: usize) -> Solver<&Listed> {
        Solver::new(game).with_cuts(AT_ONCE).with_control(by(threads))
    }

    #[test]
    fn threads_find_the_values_and_outcomes_of_random_games() {
        for seed in 0..100 {
            let (game, values) = Listed::random_of(200, seed);
            let last = values.len() - 1;
            for threads in [2, 3, 20] {
                let found = solver(&game, threads).grundy_by_threads(last);
                assert_eq!(found, Ok(Nimber::new(values[last])), "seed {seed}, {threads} threads");
                for sum in [vec![last], vec![last, last / 2], vec![last, last - last / 3, last / 3]] {
                    let value = sum.iter().fold(0, |all, part| all ^ values[*part]);
                    let outcome = if value == 0 { Outcome::P } else { Outcome::N };
                    let mut solver = solver(&game, threads);
                    assert_eq!(solver.outcome_by_threads(sum.clone()), Ok(outcome), "seed {seed}, {threads}, {sum:?}");
                    // What was found on the way is true, and nothing is left under way.
                    for (position, value) in values.iter().enumerate().rev() {
                        assert_eq!(solver.grundy(position), Ok(Nimber::new(*value)), "seed {seed}, {threads}");
                    }
                }
            }
        }
    }

    #[test]
    fn large_values_are_found_by_threads() {
        let heaps = Listed((0..100).map(|heap| (0..heap).map(|left| vec![left]).collect()).collect());
        for heap in [61, 62, 63, 64, 65, 99] {
            assert_eq!(solver(&heaps, 3).grundy_by_threads(heap), Ok(Nimber::new(heap as u64)));
        }
        assert_eq!(solver(&heaps, 3).outcome_by_threads([63, 64, 99]), Ok(Outcome::N));
    }

    /// A line of 10^5 moves, where a thread can do nothing but wait for another, and 10^5 options that each have options.
    #[test]
    fn deep_and_wide_games_end_by_threads() {
        let many = 100_000;
        let line = Listed(
            (0..=many).map(|at: usize| at.checked_sub(1).map(|left| vec![left]).into_iter().collect()).collect(),
        );
        assert_eq!(solver(&line, 2).grundy_by_threads(many), Ok(Nimber::ZERO));
        let mut lists: Vec<Vec<Vec<usize>>> = vec![vec![], vec![vec![0]]];
        lists.extend((0..many).map(|_| vec![vec![0], vec![1]]));
        lists.push((2..many + 2).map(|option| vec![option]).collect());
        assert_eq!(solver(&Listed(lists), 2).grundy_by_threads(many + 2), Ok(Nimber::ZERO)); // each option is worth *2
    }

    #[test]
    fn play_that_comes_back_is_loopy_for_threads() {
        let loopy = Listed(vec![vec![], vec![vec![2]], vec![vec![3]], vec![vec![1]]]);
        for threads in [2, 5] {
            let error = solver(&loopy, threads).grundy_by_threads(1).unwrap_err();
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
                    match solver.grundy_by_threads(last) {
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

    #[test]
    fn a_callback_cancels_all_threads() {
        let heaps = Listed((0..2000).map(|heap| (0..heap).map(|left| vec![left]).collect()).collect());
        let mut solver = solver(&heaps, 3);
        solver.set_control(by(3).watched(|_| ControlFlow::Break(())));
        let error = solver.grundy_by_threads(1999).unwrap_err();
        assert!(matches!(&error, SolveError::Stopped(stopped) if stopped.is_cancelled()), "{error}");
        solver.set_control(by(3));
        assert_eq!(solver.grundy_by_threads(1999), Ok(Nimber::new(1999)));
    }

    /// A rule book that panics ends all threads, also those that wait for it.
    #[test]
    fn a_panic_of_a_rule_book_is_handed_on() {
        let mut lists: Vec<Vec<Vec<usize>>> =
            (0..50).map(|at: usize| (0..at).map(|left| vec![left]).collect()).collect();
        lists[7] = vec![vec![1000]]; // there is no such position
        for threads in [2, 4] {
            let found =
                catch_unwind(AssertUnwindSafe(|| solver(&Listed(lists.clone()), threads).grundy_by_threads(49)));
            assert!(found.is_err());
        }
    }
}
