//! The methods of misère play: outcomes of sums by canonical forms, by a quotient and by search; and the genus. `tame.rs` has tame components; `turns.rs`
//! chooses among them.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::components::Components;
use crate::control::{Control, Stopped};
use crate::game::ImpartialGame;
use crate::measures::{FoundTame, GenusOf, GenusValue, TameClass};
use crate::method::Method;
use crate::misere::canonical::{CanonicalForm, CanonicalForms, form};
use crate::misere::quotient::{Positions, QuotientSoon};
use crate::misere::sums::{Hints, Known};
use crate::nimber::Nimber;
use crate::notes::Notes;
use crate::oracle::Oracle;
use crate::outcome::{Outcome, Play};
use crate::question::{Answer, Question};
use crate::search::{Memo, SolveError, Table, evaluate_whole_from, most_options};
use crate::solver::inner::handed_on;
use crate::solver::memos::OwnQuotient;
use crate::solver::option_count::are_at_most;
use crate::solver::{Decided, Memos, Solver, ask};
use crate::whole::Whole;

/// Moves of a component up to which a quotient is looked for, where that is forced: no quotient of few elements is of positions with more. A guard: no bench covers it.
const MOVES_OF_A_QUOTIENT: u64 = 1 << 12;

impl<G: ImpartialGame, T: Memo<G::Position, Nimber>> Solver<G, T> {
    /// The genus: the Grundy value, and the misère values of the position beside heaps of two counters. It tells the outcome beside
    /// any heaps of one, two and three counters and one larger heap, and how far the position is from a nim-heap.
    ///
    /// It is searched on whole positions, of which there are exponentially many in the number of components; all of them are kept.
    ///
    /// ```
    /// use grundy::{Kayles, Solver};
    ///
    /// let mut solver = Solver::new(Kayles);
    /// assert_eq!(solver.genus(11)?.to_string(), "6^46");
    /// assert_eq!(solver.genus([5, 5])?.genus().to_string(), "0^120"); // as the empty sum, though 5 alone is not tame
    /// # Ok::<(), grundy::SolveError<u64>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`SolveError`] if the game is loopy or a bound of the control is met.
    ///
    /// Reference: Winning Ways, ch. 13.
    pub fn genus(
        &mut self,
        position: impl Into<Components<G::Position>>,
    ) -> Result<GenusValue, SolveError<G::Position>> {
        let Self { game, control, memos, .. } = self;
        let (memo, kept) = (&mut memos.genus, &mut memos.genus_under_way);
        evaluate_whole_from(game, &GenusOf, memo, kept, control, position.into()).map_err(SolveError::flatten)
    }

    /// The misère canonical form of a position, a number in the store of [`forms`](super::Memos::forms).
    ///
    /// For most games the forms soon grow beyond any limit, so use this for small positions, and to see which positions are equal. Under the
    /// control, each new entry of the store and each component that gets a form counts as a position.
    ///
    /// ```
    /// use grundy::{GrundysGame, Solver};
    ///
    /// let mut heaps = Solver::new(GrundysGame);
    /// let four = heaps.form(4)?;
    /// assert_eq!(heaps.memos().forms.text(four), "*0"); // to 3 + 1 and, from there, to 2 + 1 + 1, which is the end
    /// assert_eq!(heaps.form(13)?, heaps.form([13, 2, 2])?);
    /// # Ok::<(), grundy::SolveError<u64>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`SolveError`] if the game is loopy or a bound of the control is met. The store keeps what was found.
    ///
    /// ```
    /// use grundy::{Control, Kayles, SolveError, Solver};
    ///
    /// let mut rows = Solver::new(Kayles).with_control(Control::new().positions(60));
    /// assert!(matches!(rows.form(12), Err(SolveError::Stopped(_))));
    /// rows.set_control(Control::new());
    /// let form = rows.form(12)?;
    /// assert_eq!(rows.memos_mut().forms.genus(form).to_string(), "4^046");
    /// # Ok::<(), SolveError<u64>>(())
    /// ```
    ///
    /// Reference: ONAG, ch. 12; Winning Ways, ch. 13.
    pub fn form(
        &mut self,
        position: impl Into<Components<G::Position>>,
    ) -> Result<CanonicalForm, SolveError<G::Position>> {
        let forms = self.forms_of(&position.into())?;
        Ok(self.memos.forms.sum_of(forms, &mut self.control)?)
    }

    /// The outcome in misère play, if a memo tells it; of a rule book that asks for the nimber search.
    pub(crate) fn known_in_misere(&mut self, sum: &Components<G::Position>) -> Option<Decided> {
        let Self { game, cuts, memos, .. } = self;
        let decided = |outcome, method| Decided { outcome, method };
        let known = match &**sum {
            [component] => memos.alone_in_misere.get(&game.memo_key(component.clone())),
            _ => None,
        };
        if let Some(outcome) = known.or_else(|| memos.misere.get(&Whole(&*game).memo_key(sum.clone()))) {
            return Some(decided(*outcome, Method::Search));
        }
        Some(match memos.misere_sums.get_or_insert_default().known(&*game, sum, *cuts)? {
            Known::ByForms(outcome) => decided(outcome, Method::Forms),
            Known::BySearch(outcome) => decided(outcome, Method::Search),
        })
    }

    /// Works with a part of the limit on positions.
    pub(crate) fn within<V>(&mut self, room: u64, work: impl FnOnce(&mut Self) -> V) -> V {
        // The methods read the control of the solver, so the part stands in its place while they work, also where one panics.
        let part = self.control.part(room);
        let mut whole = std::mem::replace(&mut self.control, part);
        let done = catch_unwind(AssertUnwindSafe(|| work(self)));
        whole.spent(&self.control);
        self.control = whole;
        handed_on(done)
    }

    /// The outcome in misère play, by canonical forms.
    pub(super) fn by_forms(&mut self, sum: &Components<G::Position>) -> Result<Outcome, SolveError<G::Position>> {
        let found = self.forms_of(sum)?;
        let (forms, control) = (&mut self.memos.forms, &mut self.control);
        match sum_of_classes(forms, &found, control)? {
            Some(class) => Ok(class.outcome_in(Play::Misere)),
            None => Ok(forms.misere_outcome_of_sum(found, control)?),
        }
    }

    /// The outcome in misère play by a quotient that was found before, if it reaches the sum.
    pub(super) fn by_known_quotient(&self, sum: &[G::Position]) -> Option<Outcome> {
        match &self.memos.quotient {
            OwnQuotient::Found(quotient) => quotient.outcome_of(&self.game, sum),
            OwnQuotient::Untried | OwnQuotient::GivenUp => None,
        }
    }

    /// Whether a quotient may still be looked for.
    pub(super) const fn may_have_quotient(&self) -> bool {
        matches!(self.memos.quotient, OwnQuotient::Untried | OwnQuotient::Found(_))
    }

    /// The outcome in misère play by the quotient of the positions that play can reach, if it is found soon. Once it was given up, no other
    /// quotient is looked for, so that a question about many sums does not try for each of them.
    pub(super) fn by_quotient(
        &mut self,
        sum: &Components<G::Position>,
    ) -> Result<Option<Outcome>, SolveError<G::Position>> {
        if matches!(self.memos.quotient, OwnQuotient::GivenUp) {
            return Ok(None);
        }
        if let Some(outcome) = self.by_known_quotient(sum) {
            return Ok(Some(outcome));
        }
        // The search goes on where the last turn of the same question left it.
        let begun = self.memos.taken.take_quotient(sum);
        let counts = sum.iter().zip(self.memos.taken.option_counts(sum));
        let mut search = match begun {
            Some(search) => search,
            None if are_at_most(&self.game, counts, MOVES_OF_A_QUOTIENT, &mut self.control)? => {
                self.new_quotient(sum)?
            }
            None => return Ok(None),
        };
        self.memos.quotient = match search.go_on(&mut self.control) {
            Ok(true) => OwnQuotient::Found(Box::new(search.into_quotient())),
            Ok(false) => OwnQuotient::GivenUp,
            Err(stopped) => {
                self.memos.taken.keep_quotient(sum, search);
                return Err(stopped.into());
            }
        };
        Ok(self.by_known_quotient(sum))
    }

    /// A search for the quotient of the components that play can reach.
    pub(super) fn new_quotient(
        &mut self,
        sum: &Components<G::Position>,
    ) -> Result<QuotientSoon<G::Position>, SolveError<G::Position>> {
        Positions::reached(&self.game, sum.clone(), &mut self.control).map(QuotientSoon::of)
    }

    /// The canonical forms of the components.
    fn forms_of(&mut self, sum: &Components<G::Position>) -> Result<Vec<CanonicalForm>, SolveError<G::Position>> {
        let Self { game, control, memos, .. } = self;
        let mut found = Vec::with_capacity(sum.len());
        for component in sum {
            let kept = &mut memos.forms_under_way;
            found.push(form(game, &mut memos.forms, &mut memos.form_of, control, kept, component.clone())?);
        }
        Ok(found)
    }

    /// Whether the form of every component is known and tame.
    pub(super) fn are_all_tame(&mut self, sum: &[G::Position]) -> bool {
        let memos = &mut self.memos;
        sum.iter().all(|component| {
            let form = memos.form_of.get(&self.game.memo_key(component.clone()));
            form.is_some_and(|form| memos.forms.genus(*form).tame_class().is_some())
        })
    }

    /// The outcome in misère play by the nimber search on whole positions. It is the only one of these that the memo of outcomes gets.
    pub(super) fn by_proof(&mut self, sum: &Components<G::Position>) -> Result<Outcome, SolveError<G::Position>> {
        let Self { game, control, oracles, only, notes, cuts, memos, .. } = self;
        let Memos { tame, misere, misere_sums, .. } = memos;
        let (game, helped) = (&*game, only.is_none());
        let hints = SolverHints { game, tame, oracles, notes, helped };
        let outcome = misere_sums.get_or_insert_default().outcome(game, sum, control, *cuts, hints)?;
        misere.insert(Whole(game).memo_key(sum.clone()), outcome);
        Ok(outcome)
    }

    /// The facts from which the outcome of a sum in misère play follows, each a line of a certificate.
    pub(crate) fn misere_proof(
        &mut self,
        sum: &[G::Position],
        text: impl Fn(&G, &G::Position) -> String,
    ) -> Result<Vec<String>, SolveError<G::Position>> {
        let Self { game, control, oracles, only, notes, cuts, memos, .. } = self;
        let Memos { tame, misere_sums, .. } = memos;
        let (game, helped) = (&*game, only.is_none());
        // A game behind a pointer searches on its own types.
        match game.oracle(Question::Proof { sum }, notes, control) {
            Answer::Text(lines) => return Ok(lines.lines().map(str::to_owned).collect()),
            Answer::Stopped(stopped) => return Err(stopped.into()),
            _ => {}
        }
        let hints = SolverHints { game, tame, oracles, notes, helped };
        let text = |component: &G::Position| text(game, component);
        misere_sums.get_or_insert_default().proof(game, sum, control, *cuts, hints, text)
    }

    /// Whether no component has more than `room` options, or is known to be tame or not.
    pub(super) fn have_few_options(&mut self, sum: &Components<G::Position>, room: u64) -> Result<bool, Stopped> {
        let Self { game, control, memos, .. } = self;
        let Memos { taken, tame, .. } = memos;
        let is_new = |part: &G::Position| tame.get(&game.memo_key(part.clone())).is_none();
        let counts = sum.iter().zip(taken.option_counts(sum)).filter(|(part, _)| is_new(part));
        are_at_most(&*game, counts, room, control)
    }

    /// Whether some component is sure to have more options than the limit allows.
    pub(super) fn are_too_many(&self, sum: &[G::Position]) -> bool {
        let most = most_options(self.control.position_limit());
        sum.iter().any(|part| self.game.options(part).size_hint().0 as u64 > most)
    }
}

/// What a solver knows for a search of sums in misère play; nothing if the search is forced, which is a search alone.
struct SolverHints<'a, G: ImpartialGame> {
    game: &'a G,
    tame: &'a Table<G::Position, FoundTame>,
    oracles: &'a mut [Box<dyn Oracle<G> + Send>],
    notes: &'a mut Notes,
    helped: bool,
}

impl<G: ImpartialGame> Hints<G::Position> for SolverHints<'_, G> {
    fn class(&self, component: &G::Position) -> Option<TameClass> {
        if self.helped { self.tame.get(component).and_then(FoundTame::class) } else { None }
    }

    fn is_lost(&mut self, sum: &Components<G::Position>, control: &mut Control) -> Result<bool, Stopped> {
        if !self.helped {
            return Ok(false);
        }
        let question = Question::Outcome { sum, play: Play::Misere };
        let known = ask(self.oracles, self.game, self.notes, question, control).into_outcome()?;
        Ok(known == Some(Outcome::P))
    }
}

/// The class of a sum, if all of its forms are tame, where a form that is not may be paired with an equal one.
///
/// The sum of two equal games is a game itself. If it is tame, the theorem of tame games applies to it.
fn sum_of_classes(
    forms: &mut CanonicalForms,
    sum: &[CanonicalForm],
    control: &mut Control,
) -> Result<Option<TameClass>, Stopped> {
    let mut total = TameClass::FickleZero;
    let mut wild = Vec::new();
    for form in sum {
        match forms.genus(*form).tame_class() {
            Some(class) => total = total + class,
            None => wild.push(*form),
        }
    }
    // Equal forms must stand side by side to be paired.
    wild.sort_unstable();
    let groups: Vec<&[CanonicalForm]> = wild.chunk_by(|one, other| one == other).collect();
    // For two forms, their outcome takes less time than their sum.
    if sum.len() <= 2 && !wild.is_empty() || groups.iter().any(|group| group.len() % 2 == 1) {
        return Ok(None);
    }
    for group in groups {
        // A group of four equal forms is two equal pairs: one sum of forms, whose class counts twice.
        let pair = forms.sum(group[0], group[0], control)?;
        let Some(class) = forms.genus(pair).tame_class() else { return Ok(None) };
        total = (0..group.len() / 2).fold(total, |sum, _| sum + class);
    }
    Ok(Some(total))
}
