//! Questions about misère play: outcomes of sums, by theorem where the components are tame, and the genus.

use crate::components::Components;
use crate::game::{ImpartialGame, Outcome, Play};
use crate::measures::{FoundTame, GenusOf, GenusValue, Tameness, WhoWins};
use crate::nimber::Nimber;
use crate::solver::engine::{Budget, evaluate, evaluate_whole};
use crate::solver::error::SolveError;
use crate::solver::memo::{Memo, Table};
use crate::solver::{Searched, Solver};

/// How many positions are tried for tameness before an outcome is searched instead. The search may stop early and look at far
/// fewer positions than there are, so that this must not cost much: a component with more options than this is not tried, and
/// the options of a heap of this size are half a million in all.
const TRIED: u64 = 1 << 10;

impl<G: ImpartialGame, T: Memo<G::Position, Nimber>> Solver<G, T> {
    /// The genus, which tells who wins beside heaps of one, two and three counters and one larger heap, and how far the position is
    /// from a nim-heap.
    ///
    /// It is searched on whole positions, exponentially many in the number of components; all of them are kept.
    ///
    /// ```
    /// use grundy::{Kayles, Solver};
    ///
    /// let mut solver = Solver::new(Kayles);
    /// assert_eq!(solver.genus(11)?.to_string(), "6^46");
    /// assert_eq!(solver.genus([5, 5])?.genus().to_string(), "0^120"); // as nothing at all, though 5 alone is not tame
    /// # Ok::<(), grundy::SolveError<u64>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`SolveError`] if the game is loopy or the limit is reached; a larger limit resumes.
    ///
    /// Reference: Winning Ways, ch. 13.
    pub fn genus(
        &mut self,
        position: impl Into<Components<G::Position>>,
    ) -> Result<GenusValue, SolveError<G::Position>> {
        evaluate_whole(&self.game, &GenusOf, &mut self.searched.genus, &mut self.budget, position)
            .map_err(SolveError::flatten)
    }

    /// Who wins in misère play: by the game's theorem, by that of tame games, or by a search in which every sum of tame games is
    /// decided at once.
    pub(super) fn misere_outcome(
        &mut self,
        position: Components<G::Position>,
    ) -> Result<Outcome, SolveError<G::Position>> {
        if let Some(outcome) = self.game.known_outcome(&position, Play::Misere) {
            return Ok(outcome);
        }
        let Searched { misere, tame, .. } = &mut self.searched;
        let most = TRIED.min(self.budget.limit);
        for component in &position {
            let mut tried = || evaluate(&self.game, &Tameness, tame, &mut Budget::new(most), component.clone());
            if !has_few_options(&self.game, component, most) || tried().is_err() {
                break;
            }
        }
        let game = KnownTame { game: &self.game, tame: &*tame };
        evaluate_whole(&game, &WhoWins(Play::Misere), misere, &mut self.budget, position).map_err(SolveError::flatten)
    }
}

/// Whether a component has no more options than this; no more of them are looked at.
pub(crate) fn has_few_options<G: ImpartialGame>(game: &G, component: &G::Position, most: u64) -> bool {
    let options = game.options(component);
    options.size_hint().0 as u64 <= most && (0..=most).zip(options).count() as u64 <= most
}

/// A game with the outcome of every sum whose components are all known to be tame.
pub(crate) struct KnownTame<'a, G: ImpartialGame> {
    pub(crate) game: &'a G,
    pub(crate) tame: &'a Table<G::Position, FoundTame>,
}

impl<G: ImpartialGame> ImpartialGame for KnownTame<'_, G> {
    type Position = G::Position;
    type Move = G::Move;

    fn moves(&self, position: &Self::Position) -> impl Iterator<Item = Self::Move> {
        self.game.moves(position)
    }

    fn play(&self, position: &Self::Position, mv: &Self::Move) -> Components<Self::Position> {
        self.game.play(position, mv)
    }

    fn options(&self, position: &Self::Position) -> impl Iterator<Item = Components<Self::Position>> {
        self.game.options(position)
    }

    fn memo_key(&self, position: Self::Position) -> Self::Position {
        self.game.memo_key(position)
    }

    fn known_outcome(&self, components: &[Self::Position], play: Play) -> Option<Outcome> {
        self.game.known_outcome(components, play).or_else(|| {
            let mut classes = components
                .iter()
                .map(|component| self.tame.get(&self.game.memo_key(component.clone())).and_then(FoundTame::class));
            let first = classes.next()??;
            let class = classes.try_fold(first, |sum, class| Some(sum + class?))?;
            Some(class.outcome(play))
        })
    }
}
