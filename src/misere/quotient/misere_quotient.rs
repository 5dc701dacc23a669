//! Misère quotients: elements of heaps, outcomes of sums, and their proof.

use std::fmt;

use crate::components::Components;
use crate::control::Control;
use crate::heap::{ProvedPeriod, Repeats, TakeAndBreak};
use crate::misere::quotient::element_set::ElementSet;
use crate::misere::quotient::error::QuotientError;
use crate::misere::quotient::found::{Known, verified};
use crate::misere::quotient::monoid::{BipartiteMonoid, Element};
use crate::misere::quotient::pieces::Pieces;
use crate::misere::quotient::presentation::Presentation;
use crate::misere::quotient::watch::Watch;
use crate::notation::join_first;
use crate::outcome::Outcome;

/// The misère quotient of a take-and-break game: the sums of its heaps, where two sums are the same element if adding any third sum of
/// heaps to both gives the same outcome in misère play. `MisereQuotient<Positions<P>>` is the same for finitely many
/// [`Positions`](super::Positions) of any rule book; what is said of heaps here holds for these positions.
///
/// The elements form a finite commutative [monoid](Self::monoid) *Q*, whose product is the addition of sums. The elements that are
/// P-positions form its *P*-portion. The map Φ from heaps to elements is called the pretending function. To find the outcome of a
/// sum, multiply the elements of its heaps, and look whether the product is in *P*.
///
/// Theorem (Plambeck and Siegel): let *Q* be a commutative monoid with a subset *P*, and let Φ be a map from heaps to *Q* whose images
/// generate *Q*. Assume that for every sum of heaps the product is in *P* exactly if the sum has a move and no move leads to a sum with
/// product in *P*. Then the product is in *P* exactly if the sum is a P-position in misère play. If moreover *P* distinguishes all
/// elements of *Q*, then *Q* is the quotient. All of this is checked before a quotient is returned. [`Self::verify`] documents how the
/// infinitely many sums are checked.
///
/// [`Self::reach`] tells of which heaps it is the quotient: of the first ones, or of all heaps if a theorem proves that.
///
/// An outcome takes one step for each heap. Memory is two bytes and a bit for each pair of elements, and a bit for each heap and element.
///
/// With the feature `serde` the code, the monoid and the map are written. Reading [verifies](Self::verify) the quotient anew, so a text
/// cannot forge a proof. A text for whose proof more than 2^24 sums are examined is refused; 64 products of elements count as a sum.
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
/// assert_eq!(kayles.misere_outcome([5, 9, 12, 25, 27]), Some(Outcome::N));
/// let large = 10_u128.pow(30);
/// assert_eq!(kayles.misere_outcome([large, large]), Some(Outcome::P));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// It is an [`Oracle`](crate::Oracle) for every rule book of the same game whose positions are heaps. A [`Solver`](crate::Solver) of such a
/// rule book finds a quotient of at most 64 elements by itself. A larger one can be passed to it:
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
pub struct MisereQuotient<T = TakeAndBreak> {
    pub(super) pieces: T,
    pub(super) known: Known,
    /// The proved period of the map, if it is the quotient of all heaps. Positions of other rule books have none.
    pub(super) period: Option<ProvedPeriod>,
}

/// The heaps of which a quotient is the quotient.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach<'a> {
    /// The heaps with fewer counters than this number. With larger heaps there may be more elements.
    HeapsBelow(usize),
    /// All heaps, since Φ is periodic.
    ///
    /// Theorem: let the code be finite and compare no parts. Let *Q* be the quotient of heaps 0 to *N* + *p* − 1, where *N* is the number
    /// of [Guy and Smith](crate::heap::Theorem::GuySmith) for *n*<sub>0</sub> and *p* ≥ 1. If Φ(*n* + *p*) = Φ(*n*) for *n*<sub>0</sub> ≤ *n* < *N*,
    /// then *Q* is the quotient of all heaps, with Φ(*n* + *p*) = Φ(*n*) for all *n* ≥ *n*<sub>0</sub>.
    ///
    /// Proof: continue Φ with period *p*. By the proof of that theorem, with elements and products instead of values and nim-sums,
    /// the moves in heap *n* + *p* leave the same elements as those in heap *n*, for every *n* ≥ *N*. So each larger heap has the same
    /// element as one of the first *N* + *p* heaps, and its moves leave the same elements. Whether the monoid gives the right outcomes of
    /// all sums depends only on these elements; see [`MisereQuotient::verify`].
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

/// Maximum number of heaps that are named in an argument, so that it stays readable.
const MOST_NAMED: usize = 8;

impl<T: Pieces> MisereQuotient<T> {
    /// The quotient of piece 0 alone.
    pub(super) fn trivial(pieces: T) -> Self {
        Self { pieces, known: Known::trivial(), period: None }
    }

    /// Generators and relations.
    #[must_use]
    pub fn presentation(&self) -> Presentation {
        Presentation::new(&self.known.monoid, &self.known.map, self.pieces.letter())
    }

    /// Proves anew that this is the quotient of the computed heaps, from the rules, the products, *P* and the map alone. For positions, the
    /// rules are what the moves of each position leave. Returns the number of kinds of sums in the proof.
    ///
    /// It checks that the products are those of a commutative monoid, that the elements of heaps generate it, and that *P* distinguishes
    /// all elements. A theorem then reduces all outcomes to finitely many. Let the gap of a sum *G* with element *x* be the set of
    /// those *z* for which *xz* is not in *P* and no move in *G* leaves an element whose product with *z* is in *P*.
    ///
    /// Theorem: let the identity not be in *P*, and let it be the element of each heap without moves. Let Φ(*h*)*z* and Φ(*h*′)*z* never
    /// both be in *P*, for a heap *h*, a move from it that leaves heaps with product Φ(*h*′), and an element *z*. Then the monoid gives the
    /// right outcomes exactly if no sum that has a move has the identity in its gap. (With the identity in *P*, the monoid of Nim in
    /// normal play would meet all other conditions.)
    ///
    /// The gap of a sum follows from the gaps of its parts. Of two gaps of the same element the larger one gives the larger gap in any
    /// sum. So finitely many sums are examined. (Elements and gaps are an image of the *transition algebra* of the reference.)
    ///
    /// Time is O(*n*² *k*), for *n* elements and *k* heaps with different elements, and O(*n*) for each sum that is examined.
    ///
    /// # Errors
    ///
    /// [`QuotientError::Refuted`] if it is not the quotient, others if a bound is met. Sums that are examined count as positions, and so do
    /// products that find what moves leave, 64 as one. Nothing is kept of a proof that is stopped.
    ///
    /// Reference: Plambeck and Siegel, *Misère quotients for impartial games*, 2008.
    pub fn verify(&self, control: &mut Control) -> Result<usize, QuotientError> {
        let Known { monoid, map, piece_options } = &self.known;
        let mut watch = Watch::new(control, self.pieces.unit(), map.len(), monoid.order(), Some(map.len()));
        let proof = verified(&self.pieces, monoid, map, &mut watch)?;
        // `verified` has made the options anew from the rules; those that are kept come from the search.
        if proof.piece_options != *piece_options {
            unreachable!("the search has the options that the rules give");
        }
        Ok(proof.kinds)
    }

    /// The argument for the outcome of a sum with these elements, where `of` names the game.
    pub(super) fn argument_of(&self, what: [&str; 2], of: &str, elements: &[Element]) -> String {
        let presentation = self.presentation();
        let name = |element: Element| presentation.name(element).expect("it is an element of this monoid").to_string();
        let product = Element(elements.iter().fold(0, |all, element| self.known.monoid.times(all, element.0)));
        let named = join_first(elements, MOST_NAMED, |element| name(*element));
        let order = self.order();
        let size = if order == 1 { "one element".to_owned() } else { format!("{order} elements") };
        let (all, quotient) = (name(product), format!("the quotient of {of}, of {size}"));
        let is_in = match self.known.monoid.outcome(product) {
            Outcome::P => "is in its P-portion",
            Outcome::N => "is not in its P-portion",
        };
        let [one, many] = what;
        match elements.len() {
            0 | 1 => format!("the {one} is {all} in {quotient}, which {is_in}"),
            _ => format!("the {many} are {named} in {quotient}, and their product {all} {is_in}"),
        }
    }
}

impl<T> MisereQuotient<T> {
    /// The monoid *Q* with its *P*-portion.
    #[must_use]
    pub const fn monoid(&self) -> &BipartiteMonoid {
        &self.known.monoid
    }

    pub(super) fn order(&self) -> usize {
        self.known.monoid.order()
    }
}

impl MisereQuotient {
    /// The quotient with these parts, after its proof. The map has at least one heap, and its elements are elements of the monoid.
    #[cfg(feature = "serde")]
    pub(super) fn proved(
        code: TakeAndBreak,
        monoid: BipartiteMonoid,
        map: Vec<u16>,
        control: &mut Control,
    ) -> Result<Self, QuotientError> {
        let mut watch = Watch::new(control, code.unit(), map.len(), monoid.order(), Some(map.len()));
        let piece_options = verified(&code, &monoid, &map, &mut watch)?.piece_options;
        let mut quotient = Self { pieces: code, known: Known { monoid, map, piece_options }, period: None };
        quotient.look_for_period();
        Ok(quotient)
    }

    /// The code of the game.
    #[must_use]
    pub const fn code(&self) -> &TakeAndBreak {
        &self.pieces
    }

    /// The heaps of which it is the quotient.
    #[must_use]
    pub fn reach(&self) -> Reach<'_> {
        self.period.as_ref().map_or(Reach::HeapsBelow(self.known.map.len()), Reach::AllHeaps)
    }

    /// The elements of the heaps that have been computed, from heap 0 on.
    pub fn map(&self) -> impl ExactSizeIterator<Item = Element> + '_ {
        self.known.map.iter().copied().map(Element)
    }

    /// Φ: the element of a heap. `None` if the quotient does not reach the heap.
    #[must_use]
    pub fn element(&self, heap: u128) -> Option<Element> {
        self.place(heap).map(|place| Element(self.known.map[place]))
    }

    /// The element of a sum of heaps. `None` if the quotient does not reach all of them.
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

    /// Who wins a sum of heaps in misère play. `None` if the quotient does not reach all of them.
    #[must_use]
    pub fn misere_outcome(&self, heaps: impl Into<Components<u128>>) -> Option<Outcome> {
        self.element_of(heaps).map(|element| self.known.monoid.outcome(element))
    }

    /// The argument for the outcome of a sum of heaps, as one line of text. `None` if the quotient does not reach all of them.
    ///
    /// ```
    /// use grundy::misere::quotient::QuotientSearch;
    ///
    /// let mut search = QuotientSearch::new("0.77".parse()?);
    /// search.extend_to(10)?;
    /// let argument = search.quotient().argument([5, 2, 1]).unwrap();
    /// assert_eq!(
    ///     argument,
    ///     "the heaps are h5, h2, h1 in the quotient of 0.77, of 18 elements, and their product h1 h2 h5 is not in its P-portion",
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn argument(&self, heaps: impl Into<Components<u128>>) -> Option<String> {
        let elements: Option<Vec<Element>> = heaps.into().iter().map(|heap| self.element(*heap)).collect();
        Some(self.argument_of(["position", "heaps"], &self.pieces.to_string(), &elements?))
    }

    /// The place in the map of a heap of any size. `None` if the quotient does not reach the heap.
    pub(super) fn place(&self, heap: u128) -> Option<usize> {
        match usize::try_from(heap) {
            // Computed heaps are looked up in the map, without the code for the period.
            Ok(place) if place < self.known.map.len() => Some(place),
            _ => self.period.as_ref().map(|period| place_by_period(period, heap)),
        }
    }

    /// The element of a sum of heaps. `None` if the quotient does not reach all of them.
    pub(super) fn product_of(&self, heaps: &[u128]) -> Option<u16> {
        heaps.iter().try_fold(0, |all, heap| Some(self.known.monoid.times(all, self.known.map[self.place(*heap)?])))
    }

    /// The elements that the moves in a heap leave. For a heap after the computed ones they are those of a heap in the last computed period.
    /// A heap at the start of the periodic part would not do: only from *N* of [`Reach::AllHeaps`] on do the moves repeat.
    pub(super) fn heap_options(&self, heap: u128) -> Option<&ElementSet> {
        let computed = self.known.map.len();
        let place = usize::try_from(heap).ok().filter(|heap| *heap < computed);
        let place = place.or_else(|| {
            // For 10 computed heaps and period 4: heap 10 has the options of heap 6, heap 13 those of heap 9, heap 14
            // those of heap 6.
            let length = u128::from(self.period.as_ref()?.period());
            let first = computed as u128 - length;
            let place = usize::try_from(first + (heap - first) % length);
            Some(place.expect("the place is one of the computed heaps"))
        });
        self.known.piece_options.get(place?)
    }

    /// Preperiod and period of Φ, if they are proved.
    pub(crate) fn repeats(&self) -> Option<Repeats> {
        let period = self.period.as_ref()?;
        // The preperiod may be 0, but heap 0 is no part: the least regular part is then 1.
        Some(Repeats { regular: u128::from(period.preperiod()).max(1), period: period.period().into() })
    }

    /// Whether the theorem of [`Reach::AllHeaps`] applies. If so, records the period for good: the quotient is then that of all heaps, so no
    /// further heap adds an element.
    pub(super) fn look_for_period(&mut self) -> bool {
        if self.period.is_none() {
            // The theorem holds for the elements, since the element of a heap follows from the elements that its moves
            // leave.
            self.period = ProvedPeriod::of_finite(&self.pieces, &self.known.map);
        }
        self.period.is_some()
    }
}

/// The place of a heap after the computed ones. Not inlined, so that small heaps stay fast (bench `quotients/play`).
#[inline(never)]
fn place_by_period(period: &ProvedPeriod, heap: u128) -> usize {
    let (first, length) = (u128::from(period.preperiod()), u128::from(period.period()));
    let place = usize::try_from(first + (heap - first) % length);
    place.expect("a period is proved by more heaps than the preperiod and the period")
}
