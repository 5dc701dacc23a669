//! The forms of the positions of a game.

use std::cmp::Reverse;
use std::collections::HashSet;

use rustc_hash::FxBuildHasher;

use super::error::{CanonicalError, FormsFull};
use super::store::{CanonicalForm, CanonicalForms};
use crate::components::Components;
use crate::game::{ImpartialGame, Outcome};
use crate::measures::GenusValue;
use crate::solver::Table;

/// A rule book with the misère canonical forms of its positions.
///
/// Each component has a form, kept under its [memo key](ImpartialGame::memo_key), and that of a sum is the sum of the forms. For most
/// games the forms soon grow beyond any limit: this is for small positions, and to see what is equal to what.
///
/// Time is one sum for each option of each component, and what the sums take.
///
/// ```
/// use grundy::misere::canonical::CanonicalSolver;
/// use grundy::{GrundysGame, Outcome};
///
/// let mut heaps = CanonicalSolver::new(GrundysGame);
/// let four = heaps.form(4)?;
/// assert_eq!(heaps.forms().text(four), "*0"); // to 3 + 1 and, from there, to 2 + 1 + 1, which is the end
/// assert_eq!(heaps.form(13)?, heaps.form([13, 2, 2])?);
/// let sum = heaps.form([12, 13])?;
/// assert_eq!(heaps.forms().outcome(sum), Outcome::P); // in normal play it is N: *1 + *3
/// # Ok::<(), grundy::misere::canonical::CanonicalError<u64>>(())
/// ```
///
/// Reference: ONAG, ch. 12; Winning Ways, ch. 13.
#[derive(Clone, Debug)]
pub struct CanonicalSolver<G: ImpartialGame> {
    game: G,
    forms: CanonicalForms,
    memo: Table<G::Position, CanonicalForm>,
}

/// A component under way.
struct Frame<P> {
    position: P,
    /// Components of its options that had no form when they were listed.
    missing: Vec<P>,
    /// How many of them are noted at once. It doubles, so that few are kept and the options are listed a few times only.
    chunk: usize,
}

const FIRST_CHUNK: usize = 4;

impl<G: ImpartialGame> CanonicalSolver<G> {
    /// A solver with an empty store.
    pub fn new(game: G) -> Self {
        Self::with_forms(game, CanonicalForms::new())
    }

    /// A solver that goes on with a store of forms, which may come from other games.
    ///
    /// ```
    /// use grundy::misere::canonical::CanonicalSolver;
    /// use grundy::{Kayles, Nim};
    ///
    /// let mut rows = CanonicalSolver::new(Kayles);
    /// let row = rows.form(6)?;
    /// let mut heaps = CanonicalSolver::with_forms(Nim, rows.into_forms());
    /// assert_eq!(heaps.form(3)?, row); // six pins equal a heap of three
    /// # Ok::<(), grundy::misere::canonical::CanonicalError<u64>>(())
    /// ```
    pub fn with_forms(game: G, forms: CanonicalForms) -> Self {
        Self { game, forms, memo: Table::new() }
    }

    /// The rule book.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The store of forms.
    pub fn forms(&self) -> &CanonicalForms {
        &self.forms
    }

    /// The store of forms, to be asked for sums and to be given another limit.
    pub fn forms_mut(&mut self) -> &mut CanonicalForms {
        &mut self.forms
    }

    /// The store of forms, to be kept.
    pub fn into_forms(self) -> CanonicalForms {
        self.forms
    }

    /// How many components have a form.
    pub fn solved(&self) -> u64 {
        self.memo.len() as u64
    }

    /// The canonical form of a position.
    ///
    /// # Errors
    ///
    /// [`CanonicalError`] if the game is loopy or the store comes to its [limit](CanonicalForms::set_limit). Components that
    /// have a form keep it, and a larger limit resumes.
    ///
    /// ```
    /// use grundy::misere::canonical::{CanonicalError, CanonicalSolver};
    /// use grundy::Kayles;
    ///
    /// let mut rows = CanonicalSolver::new(Kayles);
    /// rows.forms_mut().set_limit(50);
    /// assert!(matches!(rows.form(12), Err(CanonicalError::Full { solved: 6.., .. })));
    /// rows.forms_mut().set_limit(5000);
    /// let form = rows.form(12)?;
    /// assert_eq!(rows.forms_mut().genus(form).to_string(), "4^046");
    /// # Ok::<(), CanonicalError<u64>>(())
    /// ```
    pub fn form(
        &mut self,
        position: impl Into<Components<G::Position>>,
    ) -> Result<CanonicalForm, CanonicalError<G::Position>> {
        let mut forms = Vec::new();
        for component in position.into() {
            forms.push(self.component(component)?);
        }
        self.forms.sum_of(forms).map_err(|full| self.full(full))
    }

    /// Who wins a position in misère play.
    ///
    /// The forms of the components are added until two are left, the shortest games first, and the sum of these two is
    /// [searched](CanonicalForms::outcome_of_sum). For rows of Kayles that is hundreds of times faster than a search on whole
    /// positions.
    ///
    /// # Errors
    ///
    /// [`CanonicalError`] as for [`form`](Self::form).
    ///
    /// ```
    /// use grundy::misere::canonical::CanonicalSolver;
    /// use grundy::{Kayles, Outcome};
    /// assert_eq!(CanonicalSolver::new(Kayles).outcome([12, 11, 10, 9])?, Outcome::N);
    /// # Ok::<(), grundy::misere::canonical::CanonicalError<u64>>(())
    /// ```
    pub fn outcome(
        &mut self,
        position: impl Into<Components<G::Position>>,
    ) -> Result<Outcome, CanonicalError<G::Position>> {
        let mut forms = Vec::new();
        for component in position.into() {
            forms.push(self.component(component)?);
        }
        forms.sort_unstable_by_key(|form| Reverse(self.forms.birthday(*form)));
        loop {
            let (last, before) = (forms.pop().unwrap_or_default(), forms.pop().unwrap_or_default());
            if forms.is_empty() {
                return self.forms.outcome_of_sum(last, before).map_err(|full| self.full(full));
            }
            let sum = self.forms.sum(last, before).map_err(|full| self.full(full))?;
            let birthday = self.forms.birthday(sum);
            let place = forms.partition_point(|form| self.forms.birthday(*form) > birthday);
            forms.insert(place, sum);
        }
    }

    /// The genus of a position, by its form. It tells the outcome beside heaps of one, two and three counters, too.
    ///
    /// # Errors
    ///
    /// [`CanonicalError`] as for [`form`](Self::form).
    pub fn genus(
        &mut self,
        position: impl Into<Components<G::Position>>,
    ) -> Result<GenusValue, CanonicalError<G::Position>> {
        let form = self.form(position)?;
        Ok(self.forms.genus(form))
    }

    fn component(&mut self, component: G::Position) -> Result<CanonicalForm, CanonicalError<G::Position>> {
        let start = self.game.memo_key(component);
        let mut on_stack: HashSet<G::Position, FxBuildHasher> = HashSet::default();
        let mut stack = vec![];
        if self.memo.get(&start).is_none() {
            on_stack.insert(start.clone());
            stack.push(Frame { position: start.clone(), missing: vec![], chunk: FIRST_CHUNK });
        }
        while let Some(frame) = stack.last_mut() {
            match frame.missing.pop() {
                Some(next) if self.memo.get(&next).is_some() => {}
                Some(next) => {
                    if !on_stack.insert(next.clone()) {
                        return Err(CanonicalError::Loopy { position: next.into() });
                    }
                    stack.push(Frame { position: next, missing: vec![], chunk: FIRST_CHUNK });
                    self.check_positions(stack.len())?;
                }
                None => match self.list(frame) {
                    Listed::Missing => {}
                    Listed::TooMany => return Err(self.too_many(stack.len())),
                    Listed::Options(options) => {
                        let form = self.form_of(options)?;
                        on_stack.remove(&frame.position);
                        self.memo.insert(frame.position.clone(), form);
                        stack.pop();
                    }
                },
            }
        }
        Ok(self.memo.get(&start).copied().unwrap_or_default())
    }

    /// Lists the options of a component: notes what is missing, or gives the forms of their components.
    fn list(&self, frame: &mut Frame<G::Position>) -> Listed {
        let most = self.forms.limit();
        let listed = self.game.options(&frame.position);
        if listed.size_hint().0 as u64 > most {
            return Listed::TooMany;
        }
        let mut options: Vec<Components<CanonicalForm>> = Vec::new();
        for option in listed {
            if options.len() as u64 >= most {
                return Listed::TooMany;
            }
            let mut forms = Components::new();
            for component in option {
                let key = self.game.memo_key(component);
                match self.memo.get(&key) {
                    Some(form) => forms.push(*form),
                    None => frame.missing.push(key),
                }
            }
            if frame.missing.len() >= frame.chunk {
                break;
            }
            if frame.missing.is_empty() {
                options.push(forms);
            }
        }
        if frame.missing.is_empty() {
            return Listed::Options(options);
        }
        frame.chunk = frame.chunk.saturating_mul(2);
        // The first that was noted is the first to be solved.
        frame.missing.reverse();
        Listed::Missing
    }

    fn form_of(
        &mut self,
        options: Vec<Components<CanonicalForm>>,
    ) -> Result<CanonicalForm, CanonicalError<G::Position>> {
        let mut forms = Vec::with_capacity(options.len());
        for option in options {
            forms.push(self.forms.sum_of(option).map_err(|full| self.full(full))?);
        }
        self.forms.form_of(&forms).map_err(|full| self.full(full))
    }

    fn full(&self, full: FormsFull) -> CanonicalError<G::Position> {
        CanonicalError::Full { full, solved: self.solved() }
    }

    /// Components under way and those that have a form may be as many as the store has entries.
    fn check_positions(&self, unfinished: usize) -> Result<(), CanonicalError<G::Position>> {
        if self.solved().saturating_add(unfinished as u64) <= self.forms.limit() {
            return Ok(());
        }
        Err(self.too_many(unfinished))
    }

    fn too_many(&self, unfinished: usize) -> CanonicalError<G::Position> {
        CanonicalError::Limit { limit: self.forms.limit(), solved: self.solved(), unfinished: unfinished as u64 }
    }
}

/// What listing the options of a component gave.
enum Listed {
    /// The forms of the components of every option.
    Options(Vec<Components<CanonicalForm>>),
    /// Some components have no form yet, and were noted.
    Missing,
    /// There are more than can be handled.
    TooMany,
}
