//! Compounds by their theorems.

use crate::components::Components;
use crate::compound::{Ends, JointMove, Kind, Together, Way};
use crate::game::{ImpartialGame, Outcome, Play};
use crate::heap::TakeAndBreak;
use crate::measure::Measure;
use crate::measures::{Foreclosed, ForeclosedValue, Grundy, Remoteness, Suspense};
use crate::misere::canonical::CanonicalForms;
use crate::misere::quotient::MisereQuotient;
use crate::nimber::Nimber;
use crate::solver::{Budget, DEFAULT_LIMIT, SolveError, Table, evaluate, evaluate_whole, most_options};
use crate::strategy::compound_error::CompoundError;
use crate::strategy::compound_working::{CompoundRule, CompoundWorking, Worth, decide};
use crate::strategy::misere_sum::{Decided, MisereMethod, MisereSums};
use crate::whole::Whole;

/// Solves [compounds](crate::Compound) of a game from measures of their components, with a memo for each measure.
///
/// One solver answers for all twelve ways to play. The components are solved one by one, so the cost is the sum of
/// theirs, where a search on the compound takes up to the product. A component is a whole position: where a move
/// splits it (a row of Kayles), measures other than Grundy's are searched on lists of rows. The disjunctive long compound in
/// misère play has no one rule for components: a [`MisereMethod`] decides it, and only the last of them is a search on whole positions.
///
/// ```
/// use grundy::compound::Way;
/// use grundy::{CompoundSolver, Kayles, Outcome};
///
/// let mut solver = CompoundSolver::new(Kayles);
/// let mut won = Vec::new();
/// for way in Way::ALL {
///     if solver.outcome(way, [3, 3])? == Outcome::N {
///         won.push(way.to_string());
///     }
/// }
/// assert_eq!(won.len(), 8);
/// # Ok::<(), grundy::CompoundError<u64>>(())
/// ```
///
/// Reference: ONAG, ch. 14; Winning Ways, ch. 9.
#[derive(Clone, Debug)]
pub struct CompoundSolver<G: ImpartialGame> {
    budget: Budget,
    grundy: Table<G::Position, Nimber>,
    /// The rule book is here.
    misere: MisereSums<G>,
    remoteness: ByPlay<G::Position, u64>,
    suspense: ByPlay<G::Position, u64>,
    foreclosed: ByPlay<G::Position, Foreclosed>,
}

/// A memo for each kind of play.
#[derive(Clone, Debug)]
struct ByPlay<P, V> {
    normal: Table<Components<P>, V>,
    misere: Table<Components<P>, V>,
}

impl<P, V> ByPlay<P, V> {
    fn of(&mut self, play: Play) -> &mut Table<Components<P>, V> {
        match play {
            Play::Normal => &mut self.normal,
            Play::Misere => &mut self.misere,
        }
    }
}

impl CompoundSolver<TakeAndBreak> {
    /// A solver of compounds of heaps that has their misère quotient, by which it plays sums in misère play as far as that reaches.
    ///
    /// ```
    /// use grundy::compound::Way;
    /// use grundy::misere::quotient::QuotientSearch;
    /// use grundy::{Compound, CompoundSolver, Kayles, Play};
    ///
    /// let mut search = QuotientSearch::new("0.77".parse()?); // Kayles
    /// search.certify(200)?;
    /// let mut rows = CompoundSolver::with_quotient(search.into_quotient());
    /// let way = Compound::disjunctive(Kayles).way(Play::Misere);
    /// let working = rows.working(way, vec![10_u128.pow(30) + 5; 99])?; // 99 long rows
    /// assert_eq!(working.outcome.to_string(), "N");
    /// assert!(working.to_string().ends_with("in the misère quotient: the product is not in its P-portion: N"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_quotient(quotient: MisereQuotient) -> Self {
        Self::with_sums(MisereSums::with_quotient(quotient.code().clone(), quotient))
    }
}

impl<G: ImpartialGame> CompoundSolver<G> {
    /// A solver that knows nothing yet, with a limit of 2^24 positions.
    pub fn new(game: G) -> Self {
        Self::with_sums(MisereSums::new(game))
    }

    fn with_sums(misere: MisereSums<G>) -> Self {
        Self {
            budget: Budget::new(DEFAULT_LIMIT),
            grundy: Table::new(),
            misere,
            remoteness: ByPlay { normal: Table::new(), misere: Table::new() },
            suspense: ByPlay { normal: Table::new(), misere: Table::new() },
            foreclosed: ByPlay { normal: Table::new(), misere: Table::new() },
        }
    }

    /// The rule book of the components.
    pub fn game(&self) -> &G {
        self.misere.game()
    }

    /// The misère canonical forms that were found: what a [`Worth::Form`] is written as.
    pub fn forms(&self) -> &CanonicalForms {
        self.misere.forms().forms()
    }

    /// How many positions have been solved, each once for each measure that was asked for.
    pub fn solved(&self) -> u64 {
        self.budget.solved
    }

    /// Changes the limit on the number of positions that this solver may solve in all its life. The store of misère canonical forms
    /// may have as many entries.
    pub fn set_limit(&mut self, limit: u64) {
        self.budget.limit = limit;
    }

    /// Who wins a compound that is played in this way.
    ///
    /// ```
    /// use grundy::{Compound, CompoundSolver, Nim, Outcome, Play};
    ///
    /// let in_any = Compound::selective(Nim).way(Play::Normal);
    /// assert_eq!(CompoundSolver::new(Nim).outcome(in_any, [1_000_000, 0, 7])?, Outcome::N);
    /// # Ok::<(), grundy::CompoundError<u64>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`CompoundError`] if there are no components, or one is loopy or too large for the limit: it says which.
    pub fn outcome<C: Into<Components<G::Position>>>(
        &mut self,
        way: Way,
        components: impl IntoIterator<Item = C>,
    ) -> Result<Outcome, CompoundError<G::Position>> {
        self.working(way, components).map(|working| working.outcome)
    }

    /// Who wins a compound that is played in this way, and what each component is worth to the rule that decides.
    ///
    /// # Errors
    ///
    /// [`CompoundError`] if there are no components, or one is loopy or too large for the limit: it says which.
    pub fn working<C: Into<Components<G::Position>>>(
        &mut self,
        way: Way,
        components: impl IntoIterator<Item = C>,
    ) -> Result<CompoundWorking, CompoundError<G::Position>> {
        let position: Together<G::Position> = components.into_iter().map(Into::into).collect();
        self.work(way, &position)
    }

    /// Every winning move of a compound that is played in this way, in reading order: those that leave a P-position.
    ///
    /// Each joint move is tried, of which there may be as many as the product of the numbers of moves of the components.
    ///
    /// ```
    /// use grundy::{Compound, CompoundSolver, Nim, Play};
    ///
    /// // In the selective compound of two heaps, only taking all of both wins.
    /// let way = Compound::selective(Nim).way(Play::Normal);
    /// let wins = CompoundSolver::new(Nim).winning_moves(way, [3, 4])?;
    /// let wins: Vec<String> = wins.iter().map(ToString::to_string).collect();
    /// assert_eq!(wins, ["component 1, part 1: take 3; component 2, part 1: take 4"]);
    /// # Ok::<(), grundy::CompoundError<u64>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`CompoundError`], as for [`outcome`](Self::outcome), and if there are more than four moves for each position of the limit.
    pub fn winning_moves<C: Into<Components<G::Position>>>(
        &mut self,
        way: Way,
        components: impl IntoIterator<Item = C>,
    ) -> Result<Vec<JointMove<G::Move>>, CompoundError<G::Position>>
    where
        G: Clone,
    {
        let game = way.of(self.game().clone());
        let position = game.position(components);
        self.work(way, &position)?;
        let most = most_options(self.budget.limit);
        let Budget { limit, solved } = self.budget;
        let too_many = CompoundError::Whole(SolveError::Limit { limit, solved, unfinished: 1 });
        let moves = game.moves(&position);
        if moves.size_hint().0 as u64 > most {
            return Err(too_many);
        }
        let mut winning = Vec::new();
        let mut tried = 0_u64;
        for mv in moves {
            tried += 1;
            if tried > most {
                return Err(too_many);
            }
            for left in game.play(&position, &mv) {
                if self.work(way, &left)?.outcome == Outcome::P {
                    winning.push(mv.clone());
                }
            }
        }
        Ok(winning)
    }

    /// Who wins the disjunctive long compound in misère play by this method alone; `None` if it does not tell, with whatever limit.
    /// So the methods can be held against each other.
    ///
    /// ```
    /// use grundy::strategy::MisereMethod;
    /// use grundy::{CompoundSolver, Kayles, Outcome};
    ///
    /// let mut rows = CompoundSolver::new(Kayles);
    /// assert_eq!(rows.misere_outcome_by(MisereMethod::Tame, [5, 9])?, None); // wild
    /// assert_eq!(rows.misere_outcome_by(MisereMethod::Forms, [5, 9])?, Some(Outcome::P));
    /// assert_eq!(rows.misere_outcome_by(MisereMethod::Search, [5, 9])?, Some(Outcome::P));
    /// # Ok::<(), grundy::CompoundError<u64>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`CompoundError`] if there are no components, or one is loopy or too large for the limit: it says which.
    pub fn misere_outcome_by<C: Into<Components<G::Position>>>(
        &mut self,
        method: MisereMethod,
        components: impl IntoIterator<Item = C>,
    ) -> Result<Option<Outcome>, CompoundError<G::Position>> {
        let position: Together<G::Position> = components.into_iter().map(Into::into).collect();
        if position.is_empty() {
            return Err(CompoundError::Empty);
        }
        let (sums, budget) = (&mut self.misere, &mut self.budget);
        let decided = match method {
            MisereMethod::Theorem => Ok(sums.by_theorem(&position)),
            MisereMethod::Quotient => Ok(sums.by_quotient(&position)),
            MisereMethod::Tame => sums.by_tameness(&position, budget),
            MisereMethod::Forms => {
                let decided = sums.by_forms(&position, budget.limit, budget.limit);
                return decided.map(|decided| Some(decided.outcome)).map_err(CompoundError::Forms);
            }
            MisereMethod::Search => sums.by_search(&position, budget).map(Some),
        };
        let decided = decided.map_err(|error| self.named(&position, error))?;
        Ok(decided.map(|decided| decided.outcome))
    }

    /// The remoteness of a component, which is moved in until it ends.
    ///
    /// # Errors
    ///
    /// [`SolveError`] if the game is loopy or the limit is reached.
    pub fn remoteness(
        &mut self,
        play: Play,
        component: impl Into<Components<G::Position>>,
    ) -> Result<u64, SolveError<G::Position>> {
        measured(self.misere.game(), &Remoteness(play), self.remoteness.of(play), &mut self.budget, component)
    }

    /// The suspense number of a component.
    ///
    /// # Errors
    ///
    /// [`SolveError`] if the game is loopy or the limit is reached.
    pub fn suspense(
        &mut self,
        play: Play,
        component: impl Into<Components<G::Position>>,
    ) -> Result<u64, SolveError<G::Position>> {
        measured(self.misere.game(), &Suspense(play), self.suspense.of(play), &mut self.budget, component)
    }

    /// The foreclosed value of a component.
    ///
    /// # Errors
    ///
    /// [`SolveError`] if the game is loopy or the limit is reached.
    pub fn foreclosed(
        &mut self,
        play: Play,
        component: impl Into<Components<G::Position>>,
    ) -> Result<Foreclosed, SolveError<G::Position>> {
        measured(self.misere.game(), &ForeclosedValue(play), self.foreclosed.of(play), &mut self.budget, component)
    }

    /// The foreclosed value of the disjunctive short compound of components: the nim-sum of theirs.
    ///
    /// ```
    /// use grundy::{CompoundSolver, Kayles, Nimber, Play};
    ///
    /// let mut solver = CompoundSolver::new(Kayles);
    /// assert_eq!(solver.foreclosed_sum(Play::Normal, [3, 3])?, Nimber::ZERO);
    /// let error = solver.foreclosed_sum(Play::Normal, [3, 2]).unwrap_err();
    /// assert_eq!(error.to_string(), "component 2: the foreclosed value is infinite: a move ends the game and wins");
    /// # Ok::<(), grundy::CompoundError<u64>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`CompoundError`] if there are no components, or one is loopy, too large for the limit, at its end, or has an infinite
    /// value: it says which.
    pub fn foreclosed_sum<C: Into<Components<G::Position>>>(
        &mut self,
        play: Play,
        components: impl IntoIterator<Item = C>,
    ) -> Result<Nimber, CompoundError<G::Position>> {
        let mut sum = None;
        for (component, position) in components.into_iter().enumerate() {
            let value =
                self.foreclosed(play, position).map_err(|error| CompoundError::Component { component, error })?;
            let value = value.nimber().map_err(|error| CompoundError::NoNimber { component, error })?;
            sum = Some(sum.unwrap_or(Nimber::ZERO) + value);
        }
        sum.ok_or(CompoundError::Empty)
    }

    /// Who wins a component alone: in normal play by Grundy values, in misère play as a sum, so that rows that split stay cheap.
    fn alone(&mut self, play: Play, component: &Components<G::Position>) -> Result<Outcome, SolveError<G::Position>> {
        if let Some(outcome) = self.game().known_outcome(component, play) {
            return Ok(outcome);
        }
        match play {
            Play::Normal => Ok(if self.value(component)?.is_zero() { Outcome::P } else { Outcome::N }),
            Play::Misere => {
                let parts: Vec<Components<_>> = component.iter().cloned().map(Components::from).collect();
                self.misere.decide(&parts, &mut self.budget).map(|decided| decided.outcome)
            }
        }
    }

    fn value(&mut self, component: &Components<G::Position>) -> Result<Nimber, SolveError<G::Position>> {
        evaluate(self.misere.game(), &Grundy, &mut self.grundy, &mut self.budget, component.clone())
    }

    fn work(
        &mut self,
        way: Way,
        position: &Together<G::Position>,
    ) -> Result<CompoundWorking, CompoundError<G::Position>> {
        if position.is_empty() {
            return Err(CompoundError::Empty);
        }
        if CompoundRule::of(way) == CompoundRule::MisereSum {
            return self.work_sum(way, position);
        }
        let open = position.iter().filter(|component| !self.has_ended(component)).count();
        let mut worths = Vec::with_capacity(position.len());
        for (component, part) in position.iter().enumerate() {
            let worth = self.worth(way, part, open).map_err(|error| CompoundError::Component { component, error })?;
            worths.push(worth);
        }
        let outcome = decide(way, &worths);
        Ok(CompoundWorking { way, method: None, worths, outcome })
    }

    fn work_sum(
        &mut self,
        way: Way,
        position: &Together<G::Position>,
    ) -> Result<CompoundWorking, CompoundError<G::Position>> {
        let decided = self.misere.decide(position, &mut self.budget);
        let Decided { method, worths, outcome } = decided.map_err(|error| self.named(position, error))?;
        Ok(CompoundWorking { way, method: Some(method), worths, outcome })
    }

    /// What a component is worth to the rule, where so many components have not ended.
    fn worth(
        &mut self,
        way: Way,
        component: &Components<G::Position>,
        open: usize,
    ) -> Result<Worth, SolveError<G::Position>> {
        Ok(match CompoundRule::of(way) {
            CompoundRule::LeastRemoteness => Worth::Moves(self.remoteness(way.play, component)?),
            CompoundRule::GreatestSuspense => Worth::Moves(self.suspense(way.play, component)?),
            CompoundRule::Outcomes if self.has_ended(component) => Worth::Ended,
            CompoundRule::Outcomes => {
                // With two games to move in, nobody need be the one who ends the last: misère play is normal play.
                let play = match (way.kind, way.ends, open) {
                    (Kind::Selective, Ends::Long, 2..) => Play::Normal,
                    _ => way.play,
                };
                Worth::Outcome(play, self.alone(play, component)?)
            }
            CompoundRule::NimSum => Worth::Value(self.value(component)?),
            CompoundRule::ForeclosedNimSum => Worth::Foreclosed(self.foreclosed(way.play, component)?),
            CompoundRule::MisereSum => Worth::Unknown,
        })
    }

    /// The error of a component by itself, if one has it: it is loopy, or has too many options for the limit.
    fn named(
        &mut self,
        position: &Together<G::Position>,
        error: SolveError<G::Position>,
    ) -> CompoundError<G::Position> {
        for (component, part) in position.iter().enumerate() {
            let has_it = match error {
                SolveError::Loopy { .. } => self.alone(Play::Misere, part),
                SolveError::Limit { limit, .. } => {
                    let options = Whole(self.game()).options(part).size_hint().0;
                    if options as u64 > most_options(limit) { Err(error.clone()) } else { Ok(Outcome::N) }
                }
            };
            if let Err(error) = has_it {
                return CompoundError::Component { component, error };
            }
        }
        CompoundError::Whole(error)
    }

    fn has_ended(&self, component: &Components<G::Position>) -> bool {
        Whole(self.game()).moves(component).next().is_none()
    }
}

/// The value of a component under a measure, by a search on whole positions.
fn measured<G: ImpartialGame, M: Measure>(
    game: &G,
    measure: &M,
    memo: &mut Table<Components<G::Position>, M::Value>,
    budget: &mut Budget,
    component: impl Into<Components<G::Position>>,
) -> Result<M::Value, SolveError<G::Position>> {
    evaluate_whole(game, measure, memo, budget, component).map_err(SolveError::flatten)
}
