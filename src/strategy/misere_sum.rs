//! Who wins a sum in misère play: by the first of several ways that suffices.

use std::fmt;
use std::sync::Arc;

use crate::components::Components;
use crate::game::{ImpartialGame, Outcome, Play};
use crate::measures::{FoundTame, TameClass, Tameness, WhoWins};
use crate::misere::canonical::{CanonicalError, CanonicalForm, CanonicalSolver, FormsFull};
use crate::misere::quotient::{BipartiteMonoid, Element, MisereQuotient};
use crate::solver::{Budget, KnownTame, SolveError, Table, evaluate, evaluate_whole, has_few_options, most_options};
use crate::strategy::compound_working::Worth;

/// How a sum is decided in misère play, for which no one rule for components is known.
///
/// They are tried in this order. The last three do what they can in some milliseconds, then with twice as many positions, and so on
/// to the limit, so that none costs much more than the one that decides.
///
/// ```
/// use grundy::compound::Way;
/// use grundy::strategy::MisereMethod;
/// use grundy::{Compound, CompoundSolver, Kayles, Nim, Play};
///
/// let way = Compound::disjunctive(Kayles).way(Play::Misere);
/// let mut rows = CompoundSolver::new(Kayles);
/// assert_eq!(rows.working(way, [7, 7, 4])?.method, Some(MisereMethod::Tame)); // classes add
/// assert_eq!(rows.working(way, [9, 12])?.method, Some(MisereMethod::Forms)); // neither row is tame
/// assert_eq!(CompoundSolver::new(Nim).working(way, [7, 7])?.method, Some(MisereMethod::Theorem));
/// # Ok::<(), grundy::CompoundError<u64>>(())
/// ```
///
/// Reference: Winning Ways, ch. 13; Siegel, *Combinatorial Game Theory*, ch. V.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum MisereMethod {
    /// The game's own theorem, its [`known_outcome`](ImpartialGame::known_outcome).
    Theorem,
    /// The product of the elements of the components, in a [misère quotient](crate::misere::quotient) that was handed over.
    Quotient,
    /// The genus: every component is [tame](Tameness), and their [classes](TameClass) add. It takes as long as Grundy values.
    Tame,
    /// Misère [canonical forms](crate::misere::canonical). If every form is tame, alone or together with another one that
    /// equals it, the classes add; else the forms do.
    Forms,
    /// A search on whole positions, in which sums of tame components are decided at once.
    Search,
}

impl MisereMethod {
    /// All of them, in the order in which they are tried.
    pub const ALL: [Self; 5] = [Self::Theorem, Self::Quotient, Self::Tame, Self::Forms, Self::Search];
}

impl fmt::Display for MisereMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Theorem => "the game's own theorem",
            Self::Quotient => "a misère quotient",
            Self::Tame => "tame components",
            Self::Forms => "misère canonical forms",
            Self::Search => "search on whole positions",
        })
    }
}

/// Who wins a sum, and by which way.
pub(super) struct Decided {
    pub(super) method: MisereMethod,
    /// What each component is worth to that way.
    pub(super) worths: Vec<Worth>,
    pub(super) outcome: Outcome,
}

/// A rule book with all that is known of its sums in misère play.
#[derive(Clone, Debug)]
pub(super) struct MisereSums<G: ImpartialGame> {
    /// The rule book is here, for only one can own it.
    forms: CanonicalSolver<G>,
    /// Of single components.
    tame: Table<G::Position, FoundTame>,
    searched: Table<Components<G::Position>, Outcome>,
    quotient: Option<Arc<dyn Elements<G::Position> + Send + Sync>>,
}

/// A misère quotient, for games of these positions.
trait Elements<P>: fmt::Debug {
    /// The element of a sum, if the quotient reaches as far.
    fn element(&self, sum: &Components<P>) -> Option<Element>;

    fn monoid(&self) -> &BipartiteMonoid;
}

impl Elements<u128> for MisereQuotient {
    fn element(&self, sum: &Components<u128>) -> Option<Element> {
        self.element_of(sum.clone())
    }

    fn monoid(&self) -> &BipartiteMonoid {
        self.monoid()
    }
}

/// How many whole positions may be searched at first.
const FIRST_ROOM: u64 = 1 << 10;

/// How many entries the store of forms may get for each of these. An entry takes about a microsecond; a whole position of many
/// components, each with many options, takes milliseconds.
const ENTRIES_A_POSITION: u64 = 1 << 8;

/// How many single components may be tried for tameness for each whole position.
const COMPONENTS_A_POSITION: u64 = 1 << 6;

impl<G: ImpartialGame<Position = u128>> MisereSums<G> {
    pub(super) fn with_quotient(game: G, quotient: MisereQuotient) -> Self {
        Self { quotient: Some(Arc::new(quotient)), ..Self::new(game) }
    }
}

impl<G: ImpartialGame> MisereSums<G> {
    pub(super) fn new(game: G) -> Self {
        Self { forms: CanonicalSolver::new(game), tame: Table::new(), searched: Table::new(), quotient: None }
    }

    pub(super) fn game(&self) -> &G {
        self.forms.game()
    }

    pub(super) fn forms(&self) -> &CanonicalSolver<G> {
        &self.forms
    }

    /// Who wins a sum of components, each of which is a sum itself.
    pub(super) fn decide(
        &mut self,
        components: &[Components<G::Position>],
        budget: &mut Budget,
    ) -> Result<Decided, SolveError<G::Position>> {
        if let Some(decided) = self.by_theorem(components).or_else(|| self.by_quotient(components)) {
            return Ok(decided);
        }
        let (mut may_be_tame, mut may_have_forms) = (true, true);
        // A component that no way can look at is not tried again and again.
        let mut room = if self.are_too_many(components, budget.limit) { u64::MAX } else { FIRST_ROOM };
        loop {
            // Half of what is left is for the search.
            let left = budget.limit.saturating_sub(budget.solved);
            let single = room.saturating_mul(COMPONENTS_A_POSITION).min(left / 2);
            if may_be_tame && self.have_few_options(components, single) {
                let tried = within(single, budget, |part| self.by_tameness(components, part));
                if let Ok(Some(decided)) = tried {
                    return Ok(decided);
                }
                may_be_tame = matches!(tried, Err(SolveError::Limit { .. }));
            }
            if may_have_forms {
                let entries = room.saturating_mul(ENTRIES_A_POSITION);
                match self.by_forms(components, entries, budget.limit) {
                    Ok(decided) => return Ok(decided),
                    Err(error) => may_have_forms = !matches!(error, CanonicalError::Loopy { .. }),
                }
            }
            let is_last = budget.limit.saturating_sub(budget.solved) <= room;
            match within(room, budget, |part| self.by_search(components, part)) {
                Err(SolveError::Limit { .. }) if !is_last => room = room.saturating_mul(2),
                ended => return ended,
            }
        }
    }

    /// Who wins, by the game's own theorem.
    pub(super) fn by_theorem(&self, components: &[Components<G::Position>]) -> Option<Decided> {
        let outcome = self.game().known_outcome(&parts(components), Play::Misere)?;
        Some(Decided { method: MisereMethod::Theorem, worths: vec![Worth::Unknown; components.len()], outcome })
    }

    /// Who wins, by the quotient that was handed over, if it reaches as far.
    pub(super) fn by_quotient(&self, components: &[Components<G::Position>]) -> Option<Decided> {
        let quotient = self.quotient.as_deref()?;
        let monoid = quotient.monoid();
        let mut worths = Vec::with_capacity(components.len());
        let mut product = Element::IDENTITY;
        for component in components {
            let element = quotient.element(component)?;
            product = monoid.product(product, element)?;
            worths.push(Worth::Element(element));
        }
        Some(Decided { method: MisereMethod::Quotient, worths, outcome: monoid.outcome(product) })
    }

    /// Who wins, if every component is tame.
    pub(super) fn by_tameness(
        &mut self,
        components: &[Components<G::Position>],
        budget: &mut Budget,
    ) -> Result<Option<Decided>, SolveError<G::Position>> {
        let mut worths = Vec::with_capacity(components.len());
        let mut sum = TameClass::FickleZero;
        for component in components {
            let found = evaluate(self.forms.game(), &Tameness, &mut self.tame, budget, component.clone())?;
            let Some(class) = found.class() else { return Ok(None) };
            sum = sum + class;
            worths.push(Worth::Tame(class));
        }
        Ok(Some(Decided { method: MisereMethod::Tame, worths, outcome: sum.outcome(Play::Misere) }))
    }

    /// Who wins, by canonical forms. The store may get so many entries more, up to a limit.
    pub(super) fn by_forms(
        &mut self,
        components: &[Components<G::Position>],
        room: u64,
        limit: u64,
    ) -> Result<Decided, CanonicalError<G::Position>> {
        let used = self.forms.forms().entries().max(self.forms.solved());
        self.forms.forms_mut().set_limit(used.saturating_add(room).min(limit));
        let parts = parts(components);
        let mut forms = Vec::with_capacity(parts.len());
        for part in &parts {
            forms.push(self.forms.form(part.clone())?);
        }
        let worths = self.worths(components, &forms);
        let all_tame = worths.iter().all(|worth| matches!(worth, Worth::Tame(_)));
        let solved = self.forms.solved();
        let class = self.sum_of_classes(&forms).map_err(|full| CanonicalError::Full { full, solved })?;
        let outcome = match class {
            Some(class) => class.outcome(Play::Misere),
            None => self.forms.outcome(parts)?,
        };
        let method = if all_tame { MisereMethod::Tame } else { MisereMethod::Forms };
        Ok(Decided { method, worths, outcome })
    }

    /// Who wins, by a search on whole positions.
    pub(super) fn by_search(
        &mut self,
        components: &[Components<G::Position>],
        budget: &mut Budget,
    ) -> Result<Decided, SolveError<G::Position>> {
        let game = KnownTame { game: self.forms.game(), tame: &self.tame };
        let outcome = evaluate_whole(&game, &WhoWins(Play::Misere), &mut self.searched, budget, parts(components))
            .map_err(SolveError::flatten)?;
        Ok(Decided { method: MisereMethod::Search, worths: vec![Worth::Unknown; components.len()], outcome })
    }

    /// Whether tameness need not look at more than so many options of any component.
    fn have_few_options(&self, components: &[Components<G::Position>], room: u64) -> bool {
        let game = self.game();
        components
            .iter()
            .flatten()
            .all(|part| self.tame.get(&game.memo_key(part.clone())).is_some() || has_few_options(game, part, room))
    }

    /// Whether some part is sure to have more options than may be looked at.
    fn are_too_many(&self, components: &[Components<G::Position>], limit: u64) -> bool {
        let least = |part| self.game().options(part).size_hint().0 as u64;
        components.iter().flatten().any(|part| least(part) > most_options(limit))
    }

    /// What each component is worth, from the forms of the parts of all: its class if they are tame, or else its form.
    fn worths(&mut self, components: &[Components<G::Position>], forms: &[CanonicalForm]) -> Vec<Worth> {
        let mut rest = forms;
        let mut worths = Vec::with_capacity(components.len());
        for component in components {
            let (of_component, others) = rest.split_at(component.len().min(rest.len()));
            rest = others;
            let mut classes = of_component.iter().map(|form| self.tame_class(*form));
            let class = classes.try_fold(TameClass::FickleZero, |sum, class| Some(sum + class?));
            worths.push(match (class, of_component) {
                (Some(class), _) => Worth::Tame(class),
                (None, [form]) => Worth::Form(*form),
                (None, _) => Worth::Unknown,
            });
        }
        worths
    }

    /// The class of the sum, if each form is tame, or each two equal ones are together.
    ///
    /// A sum of two equal games is a game, to which the theorem of tame games applies as to any other.
    fn sum_of_classes(&mut self, forms: &[CanonicalForm]) -> Result<Option<TameClass>, FormsFull> {
        let mut sum = TameClass::FickleZero;
        let mut wild = Vec::new();
        for form in forms {
            match self.tame_class(*form) {
                Some(class) => sum = sum + class,
                None => wild.push(*form),
            }
        }
        wild.sort_unstable();
        let groups: Vec<&[CanonicalForm]> = wild.chunk_by(|one, other| one == other).collect();
        // The outcome of two forms takes less than their sum.
        if forms.len() <= 2 && !wild.is_empty() || groups.iter().any(|group| group.len() % 2 == 1) {
            return Ok(None);
        }
        for group in groups {
            let pair = self.forms.forms_mut().sum(group[0], group[0])?;
            let Some(class) = self.tame_class(pair) else { return Ok(None) };
            sum = (0..group.len() / 2).fold(sum, |sum, _| sum + class);
        }
        Ok(Some(sum))
    }

    fn tame_class(&mut self, form: CanonicalForm) -> Option<TameClass> {
        self.forms.forms_mut().genus(form).tame_class()
    }
}

/// The parts of all components, as one sum.
fn parts<P: Clone>(components: &[Components<P>]) -> Components<P> {
    components.iter().flatten().cloned().collect()
}

/// Does a piece of work with a part of the budget.
fn within<T>(room: u64, budget: &mut Budget, work: impl FnOnce(&mut Budget) -> T) -> T {
    let mut part = Budget { limit: budget.solved.saturating_add(room).min(budget.limit), ..*budget };
    let done = work(&mut part);
    budget.solved = part.solved;
    done
}
