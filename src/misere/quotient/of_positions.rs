//! The quotient of finitely many positions of a rule book.

use std::hash::Hash;

use crate::components::Components;
use crate::control::{Bound, Control, Stopped};
use crate::game::ImpartialGame;
use crate::misere::quotient::error::QuotientError;
use crate::misere::quotient::fault::Fault;
use crate::misere::quotient::found::{Known, verified};
use crate::misere::quotient::misere_quotient::MisereQuotient;
use crate::misere::quotient::monoid::{BipartiteMonoid, Element};
use crate::misere::quotient::pieces::Pieces;
use crate::misere::quotient::positions::Positions;
use crate::misere::quotient::search::QuotientSearch;
use crate::misere::quotient::soon::MOST_BYTES;
use crate::misere::quotient::watch::{MOST_ELEMENTS, Watch};
use crate::oracle::Oracle;
use crate::outcome::{Outcome, Play};
use crate::question::{Answer, Question};

impl<P: Clone + Eq + Hash> QuotientSearch<Positions<P>> {
    /// Continues until the quotient of all these positions is found and verified.
    ///
    /// # Errors
    ///
    /// [`QuotientError`](super::QuotientError) if a bound is met. The quotient of the lighter positions is kept. After
    /// [`QuotientError::Stopped`] the next call goes on with the position under way.
    pub fn finish(&mut self) -> Result<(), QuotientError> {
        let pieces = self.quotient().pieces.options.len();
        self.run(pieces, Some(pieces), |_| false)
    }
}

impl<P: Clone + Eq + Hash> MisereQuotient<Positions<P>> {
    /// The quotient of positions with these products, this *P* and these elements of the positions, after its proof. All of them must be numbers of
    /// rows of products.
    pub(crate) fn proved_of(
        pieces: Positions<P>,
        products: Vec<Vec<usize>>,
        p: Vec<usize>,
        map: Vec<usize>,
        control: &mut Control,
    ) -> Result<Self, QuotientError> {
        // Numbers come from a text, where they may have any size. Beyond 2^15 they are not those of elements of any
        // quotient.
        let few = |element: usize| u16::try_from(element).ok().filter(|element| *element <= MOST_ELEMENTS);
        let all = |elements: Vec<usize>| elements.into_iter().map(few).collect::<Option<Vec<u16>>>();
        let refuted = || QuotientError::Refuted { fault: Fault::NoMonoid, computed: pieces.options.len() };
        let order = few(products.len()).ok_or_else(refuted)?;
        let products = all(products.into_iter().flatten().collect()).ok_or_else(refuted)?;
        let (p, map) = (all(p).ok_or_else(refuted)?, all(map).ok_or_else(refuted)?);
        let monoid = BipartiteMonoid::told(order, products, p);
        let mut watch = Watch::new(control, pieces.unit(), map.len(), monoid.order(), Some(map.len()));
        let piece_options = verified(&pieces, &monoid, &map, &mut watch)?.piece_options;
        Ok(Self { pieces, known: Known { monoid, map, piece_options }, period: None })
    }

    /// The positions. Those whose number is less than the number of [elements](Self::elements) are covered.
    #[must_use]
    pub const fn positions(&self) -> &Positions<P> {
        &self.pieces
    }

    /// The elements of the positions with numbers 0, 1, .., as far as they are found.
    pub fn elements(&self) -> impl ExactSizeIterator<Item = Element> + '_ {
        self.known.map.iter().copied().map(Element)
    }

    /// Φ: the element of a position. `None` if it is none of the positions, or its element is not found.
    pub fn element<G: ImpartialGame<Position = P>>(&self, game: &G, position: &P) -> Option<Element> {
        self.known.map.get(self.pieces.number(game, position)?).copied().map(Element)
    }

    /// The element of a sum. `None` if the quotient does not reach all of its components.
    pub fn element_of<G: ImpartialGame<Position = P>>(
        &self,
        game: &G,
        sum: impl Into<Components<P>>,
    ) -> Option<Element> {
        self.product_of(game, &sum.into())
    }

    fn product_of<G: ImpartialGame<Position = P>>(&self, game: &G, sum: &[P]) -> Option<Element> {
        let times = |all, part| Some(self.known.monoid.times(all, self.element(game, part)?.0));
        sum.iter().try_fold(0, times).map(Element)
    }

    /// Who wins a sum in misère play. `None` if the quotient does not reach all of its components.
    pub fn misere_outcome<G: ImpartialGame<Position = P>>(
        &self,
        game: &G,
        sum: impl Into<Components<P>>,
    ) -> Option<Outcome> {
        self.outcome_of(game, &sum.into())
    }

    pub(crate) fn outcome_of<G: ImpartialGame<Position = P>>(&self, game: &G, sum: &[P]) -> Option<Outcome> {
        self.product_of(game, sum).map(|element| self.monoid().outcome(element))
    }

    /// The argument for the outcome of a sum, as one line of text. `None` if the quotient does not reach all of its components.
    pub fn argument<G: ImpartialGame<Position = P>>(&self, game: &G, sum: impl Into<Components<P>>) -> Option<String> {
        let elements: Option<Vec<Element>> = sum.into().iter().map(|part| self.element(game, part)).collect();
        let of = format!("{} positions", self.pieces.options.len() - 1);
        Some(self.argument_of(["position", "components"], &of, &elements?))
    }

    /// The winning moves of one component, in reading order. `None` if the quotient does not reach all components, or what the moves leave: positions are
    /// met by their keys, and an option of a position may have another key than that of its key.
    fn winning<'a, G: ImpartialGame<Position = P>>(
        &'a self,
        game: &'a G,
        sum: &'a [P],
        component: usize,
    ) -> Option<impl Iterator<Item = G::Move> + 'a> {
        let (before, after) =
            (self.product_of(game, sum.get(..component)?)?, self.product_of(game, sum.get(component + 1..)?)?);
        let number = self.pieces.number(game, &sum[component])?;
        let wanted = self.known.monoid.companions(self.known.monoid.times(before.0, after.0));
        // Asked of the elements first, so that no move of a component is made which has no winning one.
        let may_win = self.known.piece_options.get(number)?.meets(wanted);
        let position = &sum[component];
        let moves = may_win.then(|| game.moves(position)).into_iter().flatten();
        let left = moves.map(|mv| Some((self.product_of(game, &game.play(position, &mv))?, mv)));
        let left: Vec<_> = left.collect::<Option<_>>()?;
        Some(left.into_iter().filter(|(left, _)| wanted.contains(left.0)).map(|(_, mv)| mv))
    }
}

/// Answers outcomes, winning moves and arguments in misère play. It must be the quotient of the same game.
impl<G: ImpartialGame> Oracle<G> for MisereQuotient<Positions<G::Position>> {
    fn answer<'a>(
        &'a mut self,
        game: &'a G,
        question: Question<'a, G::Position>,
        _: &mut Control,
    ) -> Answer<'a, G::Move> {
        let quotient = &*self;
        match question {
            Question::Outcome { sum, play: Play::Misere } => Answer::outcome(quotient.outcome_of(game, sum)),
            Question::Argument { sum, play: Play::Misere } => {
                quotient.argument(game, sum).map_or(Answer::Unknown, Answer::Text)
            }
            Question::Winning { sum, component, play: Play::Misere } => {
                quotient.winning(game, sum, component).map_or(Answer::Unknown, Answer::moves)
            }
            _ => Answer::Unknown,
        }
    }
}

/// Maximum number of sums for a quotient that a solver looks for by itself. Notakto on boards of 3 × 3 takes less than a third of that, and rows of Kayles from 30
/// to 200 pins less than three quarters. Most games of a few positions have a large quotient or none, and giving up takes three milliseconds (bench
/// `misere`, choice for Dawson's Kayles and for Kayles).
const MOST_SUMS: u64 = 1 << 12;

/// A search for a quotient of positions within small limits, for solvers that try it without being asked.
#[derive(Clone, Debug)]
pub(crate) struct QuotientSoon<P>(QuotientSearch<Positions<P>>);

impl<P: Clone + Eq + Hash> QuotientSoon<P> {
    pub(crate) fn of(positions: Positions<P>) -> Self {
        Self(QuotientSearch::of(positions))
    }

    /// The positions, by their memo keys.
    pub(crate) fn positions(&self) -> impl ExactSizeIterator<Item = &P> {
        self.0.quotient().positions().numbered().map(|(key, _)| key)
    }

    /// Continues until the quotient is found, or given up.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if a bound of the control is met before. What was found is kept, and what is under way.
    pub(crate) fn go_on(&mut self, control: &mut Control) -> Result<bool, Stopped> {
        let is_last = MOST_SUMS <= control.room();
        // Deadline and callback are those of the question; the limits on sums and bytes are the search's own.
        self.0.set_control(control.part(MOST_SUMS).bytes(MOST_BYTES.min(control.byte_limit())));
        let found = self.0.finish();
        control.spent(self.0.control());
        // The search may be kept for long, and the callback is the caller's.
        self.0.set_control(Control::new());
        match found {
            Ok(()) => Ok(true),
            Err(QuotientError::Stopped(stopped)) => match stopped.bound {
                Bound::Positions(_) if !is_last => Err(stopped),
                // The limit of the caller, who may allow more.
                Bound::Bytes(limit) if limit < MOST_BYTES => Err(stopped),
                Bound::Deadline | Bound::Cancelled => Err(stopped),
                Bound::Positions(_) | Bound::Bytes(_) => Ok(false),
            },
            Err(_) => Ok(false),
        }
    }

    /// Whether a quotient was found of four fifths of the positions. Of 30 rows of Kayles one was found of 25 after 1024 sums; of as many of Dawson's Kayles
    /// of 22, and of 50 heaps of Grundy's game of 18, and these have none that is small.
    pub(crate) fn is_near(&self) -> bool {
        let found = self.0.quotient().elements().len();
        found * 5 >= self.positions().len() * 4
    }

    /// What was found.
    pub(crate) fn into_quotient(self) -> MisereQuotient<Positions<P>> {
        self.0.into_quotient()
    }
}

#[cfg(test)]
mod tests {
    use super::QuotientSoon;
    use crate::control::{Bound, Control};
    use crate::games::Kayles;
    use crate::misere::quotient::Positions;

    /// Whoever asks may allow more the next time, and then the search goes on.
    #[test]
    fn a_bound_of_the_question_is_no_reason_to_give_up() {
        let rows = Positions::reached(&Kayles, 7, &mut Control::new()).unwrap();
        let mut soon = QuotientSoon::of(rows);
        for (mut control, bound) in
            [(Control::new().positions(3), Bound::Positions(3)), (Control::new().bytes(8), Bound::Bytes(8))]
        {
            let stopped = soon.go_on(&mut control).unwrap_err();
            assert_eq!(stopped.bound, bound);
        }
        assert!(soon.go_on(&mut Control::new()).unwrap());
        assert_eq!(soon.into_quotient().monoid().order(), 12);
    }
}
