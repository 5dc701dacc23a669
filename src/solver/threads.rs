//! Grundy values by several threads.

use std::mem;

use crate::components::Components;
use crate::game::ImpartialGame;
use crate::nimber::Nimber;
use crate::search::{ByThreads, Method, SolveError, alone_first};
use crate::solver::Solver;

impl<G: ImpartialGame + Sync> Solver<G> {
    /// The Grundy value, searched by the [threads](crate::Control::threads) of the control.
    ///
    /// The value is that of [`grundy`](Self::grundy), and so is the memo afterwards, except that positions may be missing in it which did not
    /// matter. Threads share all values, and each begins with options that no other is at. A few positions are solved by two of them.
    /// While they run, a position takes two to eight times the memory; where a limit on bytes forbids that, one thread goes on. The
    /// [nimber search](ImpartialGame::SEARCHES_NIMBERS) is that of one thread, and oracles that were handed to the solver are asked by one
    /// thread only, for the position itself.
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
        let threads = self.control.thread_count().get();
        let searches_all = matches!(self.only, Some(Method::Values)) || self.only.is_none() && !G::SEARCHES_NIMBERS;
        if threads > 1 && searches_all {
            for component in &position {
                self.solve_by_threads(component, threads)?;
            }
        }
        self.grundy(position)
    }

    /// Solves one component, so that its value is in the memo or nothing needs to be searched for it.
    fn solve_by_threads(&mut self, component: &G::Position, threads: usize) -> Result<(), SolveError<G::Position>> {
        let mut control = mem::take(&mut self.control);
        let alone = alone_first(&mut control, |part| {
            self.control = mem::take(part);
            let value = self.grundy(component.clone());
            *part = mem::take(&mut self.control);
            value
        });
        self.control = control;
        if let Some(found) = alone {
            return found.map(drop);
        }
        let asks = self.asks_oracles();
        let Self { game, control, memos, .. } = self;
        ByThreads { game: &*game, values: &mut memos.values, control, asks, threads }.solve(component)
    }
}
