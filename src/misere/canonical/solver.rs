//! The forms of the positions of a game.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::ops::ControlFlow;

use rustc_hash::FxBuildHasher;

use super::error::{CanonicalError, FormsError};
use super::progress::{CanonicalProgress, FormsWatch, unwatched};
use super::store::{CanonicalForm, CanonicalForms};
use crate::components::Components;
use crate::game::{ImpartialGame, Outcome};
use crate::measures::GenusValue;
use crate::search::Table;
use crate::watch::{Part, Watch, Watched};

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
    /// The components that were under way when a search was cancelled, the one that was asked for first.
    under_way: Vec<Frame<G::Position>>,
}

/// A component under way.
#[derive(Clone, Debug)]
struct Frame<P> {
    position: P,
    /// Components of its options that had no form when they were listed.
    missing: Vec<P>,
    /// How many of them are noted at once. It doubles, so that few are kept and the options are listed a few times only.
    chunk: usize,
}

const FIRST_CHUNK: usize = 4;

impl<P> Frame<P> {
    const fn new(position: P) -> Self {
        Self { position, missing: Vec::new(), chunk: FIRST_CHUNK }
    }
}

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
        Self { game, forms, memo: Table::new(), under_way: Vec::new() }
    }

    pub(crate) fn resume(game: G, forms: CanonicalForms, memo: Table<G::Position, CanonicalForm>) -> Self {
        Self { game, forms, memo, under_way: Vec::new() }
    }

    pub(crate) fn into_parts(self) -> (CanonicalForms, Table<G::Position, CanonicalForm>) {
        (self.forms, self.memo)
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
        self.form_watched(position.into(), &mut unwatched())
    }

    /// The same with a callback, which is told how far it has come and may cancel it by a break. Calls are about 2^12 options of
    /// positions or of sums apart. A callback that does nothing costs nothing.
    ///
    /// After a break, components that have a form keep it, and so does the store with all forms and sums: the next call goes on
    /// with them, and with the components under way if it asks for the same position. Only the option or the sum that was being
    /// looked at is looked at again.
    ///
    /// # Errors
    ///
    /// [`CanonicalError::Cancelled`] if the callback says so, else those of [`form`](Self::form).
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use grundy::misere::canonical::{CanonicalError, CanonicalSolver};
    /// use grundy::{Kayles, Nimber};
    ///
    /// let mut rows = CanonicalSolver::new(Kayles);
    /// let stopped = rows.form_with([14, 13], |progress| {
    ///     if progress.sums < 500 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    /// });
    /// assert!(matches!(stopped, Err(CanonicalError::Cancelled { solved: 14, forms: 100.., sums: 500.. })));
    /// let form = rows.form([14, 13])?; // goes on where it was
    /// assert_eq!(rows.forms().grundy(form), Nimber::new(3)); // 2 ⊕ 1
    /// # Ok::<(), CanonicalError<u64>>(())
    /// ```
    pub fn form_with(
        &mut self,
        position: impl Into<Components<G::Position>>,
        callback: impl FnMut(CanonicalProgress) -> ControlFlow<()>,
    ) -> Result<CanonicalForm, CanonicalError<G::Position>> {
        self.form_watched(position.into(), &mut Watched::new(callback, FormsError::cancelled))
    }

    fn form_watched<W: FormsWatch>(
        &mut self,
        position: Components<G::Position>,
        watch: &mut W,
    ) -> Result<CanonicalForm, CanonicalError<G::Position>> {
        let forms = self.components(position, watch)?;
        let solved = self.solved();
        self.forms.sum_of_watched(forms, &mut knowing(watch, solved)).map_err(|stop| self.stopped(stop))
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
        self.outcome_watched(position.into(), &mut unwatched())
    }

    /// The same with a callback, as for [`form_with`](Self::form_with).
    ///
    /// # Errors
    ///
    /// [`CanonicalError::Cancelled`] if the callback says so, else those of [`form`](Self::form).
    pub fn outcome_with(
        &mut self,
        position: impl Into<Components<G::Position>>,
        callback: impl FnMut(CanonicalProgress) -> ControlFlow<()>,
    ) -> Result<Outcome, CanonicalError<G::Position>> {
        self.outcome_watched(position.into(), &mut Watched::new(callback, FormsError::cancelled))
    }

    fn outcome_watched<W: FormsWatch>(
        &mut self,
        position: Components<G::Position>,
        watch: &mut W,
    ) -> Result<Outcome, CanonicalError<G::Position>> {
        let mut forms = self.components(position, watch)?;
        let watch = &mut knowing(watch, self.solved());
        forms.sort_unstable_by_key(|form| Reverse(self.forms.birthday(*form)));
        loop {
            let (last, before) = (forms.pop().unwrap_or_default(), forms.pop().unwrap_or_default());
            if forms.is_empty() {
                return self.forms.outcome_of_sum_watched(last, before, watch).map_err(|stop| self.stopped(stop));
            }
            let sum = self.forms.sum_watched(last, before, watch).map_err(|stop| self.stopped(stop))?;
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

    /// The forms of the components of a position.
    fn components<W: FormsWatch>(
        &mut self,
        position: Components<G::Position>,
        watch: &mut W,
    ) -> Result<Vec<CanonicalForm>, CanonicalError<G::Position>> {
        position.into_iter().map(|component| self.component(component, watch)).collect()
    }

    fn component<W: FormsWatch>(
        &mut self,
        component: G::Position,
        watch: &mut W,
    ) -> Result<CanonicalForm, CanonicalError<G::Position>> {
        let start = self.game.memo_key(component);
        if let Some(form) = self.memo.get(&start) {
            return Ok(*form);
        }
        let mut stack = std::mem::take(&mut self.under_way);
        if stack.first().is_none_or(|frame| frame.position != start) {
            stack = vec![Frame::new(start.clone())];
        }
        let result = self.solve(&mut stack, watch);
        if matches!(result, Err(CanonicalError::Cancelled { .. })) {
            self.under_way = stack;
        }
        result.map(|()| self.memo.get(&start).copied().unwrap_or_default())
    }

    /// Finds the forms of all components on the stack, each of which is needed for the one before.
    fn solve<W: FormsWatch>(
        &mut self,
        stack: &mut Vec<Frame<G::Position>>,
        watch: &mut W,
    ) -> Result<(), CanonicalError<G::Position>> {
        let mut on_stack: HashSet<G::Position, FxBuildHasher> =
            stack.iter().map(|frame| frame.position.clone()).collect();
        while let Some(frame) = stack.last_mut() {
            match frame.missing.pop() {
                Some(next) if self.memo.get(&next).is_some() => {}
                Some(next) => {
                    if !on_stack.insert(next.clone()) {
                        return Err(CanonicalError::Loopy { position: next.into() });
                    }
                    stack.push(Frame::new(next));
                    self.check_positions(stack.len())?;
                }
                None => match self.list(frame, watch).map_err(|stop| self.stopped(stop))? {
                    Listed::Missing => {}
                    Listed::TooMany => return Err(self.too_many(stack.len())),
                    Listed::Options(options) => {
                        let form = self.form_of(options, watch)?;
                        on_stack.remove(&frame.position);
                        self.memo.insert(frame.position.clone(), form);
                        stack.pop();
                    }
                },
            }
        }
        Ok(())
    }

    /// Lists the options of a component: notes what is missing, or gives the forms of their components.
    fn list<W: FormsWatch>(&self, frame: &mut Frame<G::Position>, watch: &mut W) -> Result<Listed, W::Stop> {
        let watch = &mut knowing(watch, self.solved());
        let most = self.forms.limit();
        let listed = self.game.options(&frame.position);
        if listed.size_hint().0 as u64 > most {
            return Ok(Listed::TooMany);
        }
        let mut options: Vec<Components<CanonicalForm>> = Vec::new();
        for option in listed {
            if options.len() as u64 >= most {
                return Ok(Listed::TooMany);
            }
            watch.tick(1, || self.forms.progress())?;
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
            return Ok(Listed::Options(options));
        }
        frame.chunk = frame.chunk.saturating_mul(2);
        // The first that was noted is the first to be solved.
        frame.missing.reverse();
        Ok(Listed::Missing)
    }

    fn form_of<W: FormsWatch>(
        &mut self,
        options: Vec<Components<CanonicalForm>>,
        watch: &mut W,
    ) -> Result<CanonicalForm, CanonicalError<G::Position>> {
        let watch = &mut knowing(watch, self.solved());
        let mut forms = Vec::with_capacity(options.len());
        for option in options {
            forms.push(self.forms.sum_of_watched(option, watch).map_err(|stop| self.stopped(stop))?);
        }
        self.forms.form_of(&forms).map_err(|full| self.stopped(full))
    }

    fn stopped(&self, stop: impl Into<FormsError>) -> CanonicalError<G::Position> {
        let solved = self.solved();
        match stop.into() {
            FormsError::Full(full) => CanonicalError::Full { full, solved },
            FormsError::Cancelled { forms, sums, .. } => CanonicalError::Cancelled { solved, forms, sums },
        }
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

/// The watch of work in the store, while so many components are solved.
fn knowing<W: FormsWatch>(
    whole: &mut W,
    solved: u64,
) -> Part<'_, W, impl Fn(CanonicalProgress) -> CanonicalProgress + use<W>> {
    Part { whole, add: move |progress| CanonicalProgress { solved, ..progress } }
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
