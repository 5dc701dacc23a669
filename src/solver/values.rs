//! Values of components and of sums.

use std::cell::RefCell;

use smallvec::SmallVec;

use crate::components::Components;
use crate::control::{Control, Stopped};
use crate::game::{ImpartialGame, SumMove};
use crate::method::Method;
use crate::nimber::Nimber;
use crate::notes::Notes;
use crate::oracle::Oracle;
use crate::outcome::{Outcome, Play};
use crate::pairs::unpaired;
use crate::question::{Answer, Question};
use crate::search::{Memo, SolveError, value_of};
use crate::solver::winning::{is_of_a_part, room_for_values};
use crate::solver::{Decided, Solver, ask};

impl<G: ImpartialGame, T: Memo<G::Position, Nimber>> Solver<G, T> {
    /// The Grundy value: the nimber that the position equals in every sum. Equal components cancel, if their values take more than 2^12 positions.
    ///
    /// ```
    /// use grundy::chomp::{Board, Chomp};
    /// use grundy::{Nimber, Solver};
    ///
    /// // No table holds the 10^17 boards that play can reach from 30 x 30.
    /// let (large, small) = (Board::rectangle(30, 30)?, Board::rectangle(2, 2)?);
    /// assert_eq!(Solver::new(Chomp::poisoned()).grundy([large.clone(), small, large])?, Nimber::new(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`SolveError`] if the game is loopy or a bound of the control is met, and [`SolveError::NotByMethod`] if the method that was
    /// [forced](Self::by) does not give the value.
    pub fn grundy(&mut self, position: impl Into<Components<G::Position>>) -> Result<Nimber, SolveError<G::Position>> {
        if let Some(method @ (Method::Tame | Method::Forms | Method::Quotient | Method::Search)) = self.only {
            return Err(SolveError::NotByMethod { method });
        }
        if G::SEARCHES_NIMBERS {
            if self.searches_nimbers() {
                return self.value_by_nimbers(position.into());
            }
        } else if let Some(method @ Method::Nimbers) = self.only {
            return Err(SolveError::NotByMethod { method });
        }
        let mut position = position.into();
        if let Some(rest) = self.rest_of_pairs(&position)? {
            position = rest.of(&position);
        }
        self.nim_sum(position)
    }

    /// The nim-sum of the values of all components.
    pub(super) fn nim_sum(&mut self, sum: Components<G::Position>) -> Result<Nimber, SolveError<G::Position>> {
        let mut nim_sum = Nimber::ZERO;
        for component in sum {
            nim_sum += self.value(component)?;
        }
        Ok(nim_sum)
    }

    /// The value of one component. No method without values asks for it.
    pub(super) fn value(&mut self, component: G::Position) -> Result<Nimber, SolveError<G::Position>> {
        // The constant comes first: a game that does not ask for the search is compiled without it.
        if G::SEARCHES_NIMBERS && self.searches_nimbers() {
            return self.value_by_nimbers(component.into());
        }
        assert!(matches!(self.only, None | Some(Method::Oracle | Method::Values)), "{:?} has no values", self.only);
        if let Some(several) = self.by_several() {
            several.value(self, &component)?;
        }
        self.value_alone(component)
    }

    /// The value of one component, by one thread.
    pub(super) fn value_alone(&mut self, component: G::Position) -> Result<Nimber, SolveError<G::Position>> {
        let Self { game, control, oracles, only, notes, memos, .. } = self;
        if let Some(method @ Method::Oracle) = *only {
            return match ask(oracles, game, notes, Question::Value(&component), control) {
                Answer::Value(value) => Ok(value),
                Answer::Stopped(stopped) => Err(stopped.into()),
                _ => Err(SolveError::NotByMethod { method }),
            };
        }
        let asks = only.is_none();
        let ask = RefCell::new(asked_for_values(asks, oracles, game, notes));
        value_of(&*game, component, 0, &mut memos.values, Some(&mut memos.values_under_way), control, &ask)
    }

    /// What is left of a sum in normal play when equal components have cancelled, if some do and the values of all are not found soon.
    ///
    /// Values come first, since they show who wins and why. In a game that does not end nothing cancels, and a search for a value that is short finds the
    /// cycle of play; a longer one is cut off, and then the answer is that of a game that ends.
    pub(super) fn rest_of_pairs(
        &mut self,
        sum: &Components<G::Position>,
    ) -> Result<Option<Rest>, SolveError<G::Position>> {
        let Some(rest) = self.unpaired(sum) else { return Ok(None) };
        // A search for a value of the rest that was stopped goes on: another one would take its place.
        if let Some(kept) = &self.memos.values_under_way
            && rest.of(sum).into_iter().any(|part| self.game.memo_key(part) == *kept.start())
        {
            return Ok(Some(rest));
        }
        match self.within(room_for_values(&self.control), |solver| solver.goal_by_values(sum)) {
            Ok(_) => Ok(None),
            Err(error) if is_of_a_part(&error) => Ok(Some(rest)),
            Err(error) => Err(error),
        }
    }

    /// What is left of a sum in normal play when equal components have cancelled, if some do. A method that is forced shows what it can do alone.
    pub(super) fn unpaired(&self, sum: &[G::Position]) -> Option<Rest> {
        if self.only.is_some() || sum.len() < 2 {
            return None;
        }
        let left = unpaired(&self.game, sum);
        (left.len() < sum.len()).then(|| Rest(left.into_iter().map(|(place, _)| place).collect()))
    }

    /// Who wins a sum in normal play, by what is left of it.
    pub(super) fn decide_rest(
        &mut self,
        rest: &Rest,
        sum: &Components<G::Position>,
    ) -> Result<Decided, SolveError<G::Position>> {
        match rest.of(sum) {
            rest if rest.is_empty() => Ok(Decided { outcome: Outcome::P, method: Method::Values }),
            rest => self.decided(Play::Normal, rest),
        }
    }
}

/// The places of the components of a sum that are left when equal ones have cancelled, in reading order.
pub(super) struct Rest(SmallVec<[usize; 2]>);

impl Rest {
    /// What is left of the sum.
    pub(super) fn of<P: Clone>(&self, sum: &[P]) -> Components<P> {
        self.0.iter().map(|place| sum[*place].clone()).collect()
    }

    /// A move in what is left, as a move in the sum.
    pub(super) fn in_sum<M>(&self, mv: SumMove<M>) -> SumMove<M> {
        SumMove { component: self.0[mv.component], mv: mv.mv }
    }

    /// The argument of an explanation, by the method that tells who wins what is left.
    pub(super) fn argument(&self, method: Method) -> String {
        let places: Vec<String> = self.0.iter().map(|place| (place + 1).to_string()).collect();
        let (left, them) = match &*places {
            [] => return "all components cancel, since each has an equal one".to_owned(),
            [one] => (format!("component {one}"), "it"),
            [most @ .., last] => (format!("components {} and {last}", most.join(", ")), "them"),
        };
        let tells = match method {
            Method::Oracle => "a theorem tells who wins",
            Method::Values => "the nim-sum tells who wins",
            _ => "a search tells who wins",
        };
        format!("equal components cancel, which leaves {left}, and {tells} {them}")
    }
}

/// The oracles, asked for values; without `asks` none is asked.
pub(super) fn asked_for_values<'a, G: ImpartialGame>(
    asks: bool,
    oracles: &'a mut [Box<dyn Oracle<G> + Send>],
    game: &'a G,
    notes: &'a mut Notes,
) -> impl FnMut(&G::Position, &mut Control) -> Result<Option<Nimber>, Stopped> + 'a {
    move |position, control| {
        if !asks {
            return Ok(None);
        }
        ask(oracles, game, notes, Question::Value(position), control).into_value()
    }
}
