//! Misère quotients as values.

use std::fmt;

use crate::components::Components;
use crate::control::Control;
use crate::game::Outcome;
use crate::heap::{ProvedPeriod, Repeats, TakeAndBreak};
use crate::misere::quotient::element_set::ElementSet;
use crate::misere::quotient::error::QuotientError;
use crate::misere::quotient::found::{Found, verified};
use crate::misere::quotient::monoid::{BipartiteMonoid, Element};
use crate::misere::quotient::presentation::Presentation;
use crate::misere::quotient::watch::Watch;

/// The misère quotient of a take-and-break game: sums of its heaps, of which two are one element if they have the same outcome in
/// misère play in the company of any other sum of its heaps.
///
/// The elements form a finite commutative [monoid](Self::monoid) *Q*, addition of sums being its product; those that are won by
/// the previous player form its *P*-portion. The map Φ from heaps to elements is called the pretending function. So a position is
/// played as in normal play: multiply the elements of its heaps, and see whether the product is in *P*.
///
/// Theorem (Plambeck and Siegel): let *Q* be a commutative monoid with a subset *P*, and Φ a map from heaps to *Q* whose images generate
/// *Q*. If, for every sum of heaps, the product of its heaps is in *P* exactly if the sum has a move and no move leads to a sum with
/// product in *P*, then it is in *P* exactly if the sum is a P-position in misère play. If besides different elements of *Q* are told
/// apart by *P*, then *Q* is the quotient. All of this is checked of every quotient before it is handed out; how, for infinitely many
/// sums, is in the documentation of [`Self::verify`].
///
/// Of how many heaps it is the quotient is told by [`Self::reach`]: of the first ones, or, if a theorem says so, of all.
///
/// Outcomes take a step for each heap. Memory is two bytes and a bit for each pair of elements, and a bit for each heap and element.
///
/// ```
/// use grundy::misere::quotient::{QuotientSearch, Reach};
/// use grundy::Outcome;
///
/// let mut search = QuotientSearch::new("0.77".parse()?); // Kayles
/// search.certify(200)?;
/// let kayles = search.into_quotient();
/// assert_eq!((kayles.monoid().order(), kayles.monoid().p_portion().count()), (40, 9));
/// let Reach::AllHeaps(period) = kayles.reach() else { unreachable!() };
/// assert_eq!((period.preperiod(), period.period()), (71, 12));
///
/// assert_eq!(kayles.outcome([5, 9, 12, 25, 27]), Some(Outcome::N));
/// let large = 10_u128.pow(30);
/// assert_eq!(kayles.outcome([large, large]), Some(Outcome::P));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// It is an [`Oracle`](crate::Oracle) for every rule book of the same game whose positions are heaps. A [`Solver`](crate::Solver) of a
/// code, of [`Kayles`](crate::Kayles) and its like finds a quotient of at most 64 elements by itself; larger ones are handed over:
///
/// ```
/// use grundy::misere::quotient::QuotientSearch;
/// use grundy::{DawsonsKayles, Outcome, Play, Solver};
///
/// let mut search = QuotientSearch::new("0.07".parse()?);
/// search.extend_to(29)?;
/// let dawson = search.into_quotient();
/// assert_eq!(dawson.monoid().order(), 176);
/// let mut rows = Solver::new(DawsonsKayles).with(dawson);
/// assert_eq!(rows.outcome_in(Play::Misere, [28, 27, 26, 25, 24])?, Outcome::N);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Reference: Plambeck, *Taming the wild in impartial combinatorial games*, Integers 5 (2005), G05; Plambeck and Siegel, *Misère
/// quotients for impartial games*, J. Combin. Theory Ser. A 115 (2008); Siegel, *Combinatorial Game Theory*, ch. V.4.
#[derive(Clone, Debug)]
pub struct MisereQuotient {
    code: TakeAndBreak,
    monoid: BipartiteMonoid,
    /// Of heaps 0, 1, ..
    map: Vec<u16>,
    /// What the moves in each of these heaps leave.
    heap_options: Vec<ElementSet>,
    /// What the moves leave in a lightest sum that is the element, for each element. Elements stand in the order of the weights of
    /// these sums, so what is left comes before.
    options: Vec<ElementSet>,
    period: Option<ProvedPeriod>,
}

/// Of which heaps a quotient is the quotient.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach<'a> {
    /// Of the first ones, which have fewer than so many counters. With larger heaps there may be more elements.
    HeapsBelow(usize),
    /// Of all, since Φ is periodic.
    ///
    /// Theorem: let the code be finite and compare no parts. Let *Q* be the quotient of heaps 0 to *N* + *p* − 1, where *N* is the number
    /// of [Guy and Smith](crate::heap::Theorem::GuySmith) for *n*<sub>0</sub> and *p* ≥ 1. If Φ(*n* + *p*) = Φ(*n*) for *n*<sub>0</sub> ≤ *n* < *N*,
    /// then *Q* is the quotient of all heaps, with Φ(*n* + *p*) = Φ(*n*) for all *n* ≥ *n*<sub>0</sub>.
    ///
    /// Proof: continue Φ with period *p*. By the proof of that theorem, with elements and products instead of values and nim-sums,
    /// the moves in heap *n* + *p* leave the same elements as those in heap *n*, for every *n* ≥ *N*. So each larger heap has the element
    /// of one among the first *N* + *p*, and its moves leave the same elements. Whether the monoid tells the outcomes of all sums is
    /// a question about these only; see [`MisereQuotient::verify`].
    ///
    /// Reference: Plambeck and Siegel, *Misère quotients for impartial games*, 2008.
    AllHeaps(&'a ProvedPeriod),
}

impl fmt::Display for Reach<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::HeapsBelow(heaps) => write!(f, "heaps below {heaps}, not known for larger ones"),
            Self::AllHeaps(period) => write!(f, "all heaps: {period}"),
        }
    }
}

/// Most heaps that an argument names.
const MOST_NAMED: usize = 8;

impl MisereQuotient {
    pub(super) fn trivial(code: TakeAndBreak) -> Self {
        let empty = || vec![ElementSet::default()];
        let monoid = BipartiteMonoid::trivial();
        Self { code, monoid, map: vec![0], heap_options: empty(), options: empty(), period: None }
    }

    /// The code of the game.
    #[must_use]
    pub const fn code(&self) -> &TakeAndBreak {
        &self.code
    }

    /// The monoid *Q* with its *P*-portion.
    #[must_use]
    pub const fn monoid(&self) -> &BipartiteMonoid {
        &self.monoid
    }

    /// Of which heaps it is the quotient.
    #[must_use]
    pub fn reach(&self) -> Reach<'_> {
        self.period.as_ref().map_or(Reach::HeapsBelow(self.map.len()), Reach::AllHeaps)
    }

    /// The elements of the heaps that have been computed, from heap 0 on.
    pub fn map(&self) -> impl ExactSizeIterator<Item = Element> + '_ {
        self.map.iter().copied().map(Element)
    }

    /// Φ: the element of a heap. `None` if the quotient does not reach as far.
    #[must_use]
    pub fn element(&self, heap: u128) -> Option<Element> {
        self.place(heap).map(|place| Element(self.map[place]))
    }

    /// The element of a sum of heaps. `None` if the quotient does not reach as far.
    ///
    /// ```
    /// use grundy::misere::quotient::{Element, QuotientSearch};
    ///
    /// let mut search = QuotientSearch::new("0.77".parse()?);
    /// search.extend_to(4)?;
    /// let quotient = search.quotient();
    /// assert_eq!(quotient.element_of([1, 2]), quotient.element(3));
    /// assert_eq!(quotient.element_of([1, 1]), Some(Element::IDENTITY));
    /// assert_eq!(quotient.element_of([1, 4]), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn element_of(&self, heaps: impl Into<Components<u128>>) -> Option<Element> {
        self.product_of(&heaps.into()).map(Element)
    }

    /// Who wins a sum of heaps in misère play. `None` if the quotient does not reach as far.
    #[must_use]
    pub fn outcome(&self, heaps: impl Into<Components<u128>>) -> Option<Outcome> {
        self.element_of(heaps).map(|element| self.monoid.outcome(element))
    }

    /// The argument for the outcome of a sum of heaps, in a line. `None` if the quotient does not reach as far.
    ///
    /// ```
    /// use grundy::misere::quotient::QuotientSearch;
    ///
    /// let mut search = QuotientSearch::new("0.77".parse()?);
    /// search.extend_to(10)?;
    /// let argument = search.quotient().argument(&[5, 2, 1]).unwrap();
    /// assert_eq!(
    ///     argument,
    ///     "the heaps are h5, h2, h1 in the quotient of 0.77, of 18 elements, and their product h1 h2 h5 is not in its P-portion",
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn argument(&self, heaps: &[u128]) -> Option<String> {
        let presentation = self.presentation();
        let name = |element: Element| presentation.name(element).map(ToString::to_string);
        let product = self.element_of(heaps)?;
        let named = heaps.iter().take(MOST_NAMED).map(|heap| name(self.element(*heap)?)).collect::<Option<Vec<_>>>()?;
        let (named, more) = (named.join(", "), if heaps.len() > MOST_NAMED { ", .." } else { "" });
        let (all, quotient) =
            (name(product)?, format!("the quotient of {}, of {} elements", self.code, self.monoid.order()));
        let is_in = match self.monoid.outcome(product) {
            Outcome::P => "is in its P-portion",
            Outcome::N => "is not in its P-portion",
        };
        Some(match heaps.len() {
            0 | 1 => format!("the position is {all} in {quotient}, which {is_in}"),
            _ => format!("the heaps are {named}{more} in {quotient}, and their product {all} {is_in}"),
        })
    }

    /// Generators and relations.
    #[must_use]
    pub fn presentation(&self) -> Presentation {
        Presentation::new(&self.monoid, &self.map)
    }

    /// Proves once more, from the rules, the table of products and *P* alone, that this is the quotient of the heaps computed; hands back
    /// how many kinds of sums were looked at.
    ///
    /// It checks that the products are those of a commutative monoid, that the elements of heaps generate it, and that different elements
    /// are told apart by *P*. That all outcomes are right follows from a theorem. Let the gap of a sum *G* with element *x* be the set of
    /// those *z* with *xz* not in *P* for which no move in *G* leaves an element whose product with *z* is in *P*.
    ///
    /// Theorem: let the identity not be in *P*, and let it be the element of each heap that has no move. Let Φ(*h*)*z* and Φ(*h*′)*z* never both
    /// be in *P*, for a heap *h*, a move from it that leaves heaps with product Φ(*h*′), and an element *z*. The monoid tells all outcomes
    /// exactly if the identity is in the gap of no sum that has a move. (The identity in *P* is normal play: there, Nim meets all the rest.)
    ///
    /// The gap of a sum is given by those of its parts, and of two gaps of the same element the larger one gives the larger gap in
    /// any company. So finitely many sums are asked. (Elements and gaps are an image of the *transition algebra* of the reference.)
    ///
    /// Time is the square of the number of elements times the number of heaps that have different ones, and that for the sums.
    ///
    /// # Errors
    ///
    /// [`QuotientError::Refuted`] if it is not the quotient, others if a bound is met. Sums that are looked at count as positions.
    ///
    /// Reference: Plambeck and Siegel, *Misère quotients for impartial games*, 2008.
    pub fn verify(&self, control: &mut Control) -> Result<usize, QuotientError> {
        let heaps = self.map.len();
        verified(&self.code, &self.monoid, &self.map, &mut Watch::new(control, heaps, self.monoid.order(), Some(heaps)))
    }

    /// The place in the map of a heap of any size.
    pub(super) fn place(&self, heap: u128) -> Option<usize> {
        let place = usize::try_from(heap).ok().filter(|heap| *heap < self.map.len());
        place.or_else(|| {
            let period = self.period.as_ref()?;
            let (first, length) = (u128::from(period.preperiod()), u128::from(period.period()));
            usize::try_from(first + (heap - first) % length).ok()
        })
    }

    pub(super) fn product_of(&self, heaps: &[u128]) -> Option<u16> {
        heaps.iter().try_fold(0, |all, heap| Some(self.monoid.times(all, self.map[self.place(*heap)?])))
    }

    pub(super) fn elements(&self) -> &[u16] {
        &self.map
    }

    /// What the moves in a heap leave. For a heap past those computed it is what they leave in one of the last period: only from
    /// *N* on, and not from the preperiod on, heaps have the options of heaps a period later.
    pub(super) fn heap_options(&self, heap: u128) -> Option<&ElementSet> {
        let computed = self.map.len();
        let place = usize::try_from(heap).ok().filter(|heap| *heap < computed);
        let place = place.or_else(|| {
            let length = usize::try_from(self.period.as_ref()?.period()).ok()?;
            let first = computed.checked_sub(length)?;
            usize::try_from((heap - first as u128) % length as u128).ok().map(|after| first + after)
        });
        self.heap_options.get(place?)
    }

    pub(super) const fn period(&self) -> Option<&ProvedPeriod> {
        self.period.as_ref()
    }

    /// How Φ repeats, if that is proved.
    pub(crate) fn repeats(&self) -> Option<Repeats> {
        let period = self.period.as_ref()?;
        Some(Repeats { regular: u128::from(period.preperiod()).max(1), period: period.period().into() })
    }

    pub(super) fn push(&mut self, element: u16, left: ElementSet) {
        self.map.push(element);
        self.heap_options.push(left);
    }

    pub(super) fn replace(&mut self, found: Found) {
        let Found { monoid, map, heap_options, options, .. } = found;
        (self.monoid, self.map, self.heap_options, self.options) = (monoid, map, heap_options, options);
        self.period = None;
    }

    /// Looks whether it is the quotient of all heaps.
    pub(super) fn look_for_period(&mut self) -> bool {
        if self.period.is_none() {
            self.period = ProvedPeriod::of_finite(&self.code, &self.map);
        }
        self.period.is_some()
    }

    /// The element of something whose moves leave these elements, by its outcomes in company.
    pub(super) fn element_leaving(&self, left: &ElementSet) -> Option<u16> {
        let companions = self.monoid.companions();
        let mut won = ElementSet::default();
        for option in left.iter() {
            won.unite(&companions[usize::from(option)]);
        }
        let mut lost = ElementSet::default();
        for (element, options) in (0_u16..).zip(&self.options) {
            if !won.contains(element) && !options.meets(&lost) {
                lost.insert(element);
            }
        }
        (0_u16..).zip(companions).find(|(_, row)| **row == lost).map(|(element, _)| element)
    }
}
