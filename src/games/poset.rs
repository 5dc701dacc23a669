//! Games on partially ordered sets.

use std::fmt;

use crate::components::Components;
use crate::connected::connected_subsets;
use crate::control::Control;
use crate::game::ImpartialGame;
use crate::nimber::Nimber;
use crate::notation::{Notation, NotationError, Piece, join};
use crate::notes::Notes;
use crate::question::{Answer, Question};
use crate::serial::serde_through;
use crate::subset::{Subset, parse_list};

/// The poset game: in a finite partially ordered set, a move takes an element and all above it.
///
/// Theorem (strategy stealing). If one element is above all others, the first player wins. For every move takes that element, so a move
/// that answers the taking of it alone can be played at once instead. In misère play the theorem needs a second element, since taking the
/// top element alone must not end the game. Otherwise it is hard in general (PSPACE-complete) to tell the winner.
///
/// Chomp is the product of two chains without its bottom element, the divisor game is divisibility upside down, and Nim is
/// a sum of chains. Their own rule books are faster; this one plays any order, and checks them.
///
/// A position is the [`Subset`] of the elements that remain, numbered from 0. Every subset is a position; numbers that are no elements do
/// not count. The remaining elements are an order again. Two elements touch if one is above the other, and the connected parts of the
/// graph of touching elements are independent components: a move leaves one component for each. Up to 64 elements a move takes some tens
/// of nanoseconds; beyond that, one step for each element and each 64 elements. The order takes *n*²/4 bytes.
///
/// In text a component is `{0,2,5}`; several are joined with ` + `. With the feature `serde` the order is the number of elements and the
/// pairs (*a*, *b*) with *b* next above *a*.
///
/// ```
/// use grundy::{Nimber, Poset, Solver};
///
/// // 0 < 1 < 2 and 0 < 3.
/// let poset = Poset::new(4, [(0, 1), (1, 2), (0, 3)])?;
/// let mut solver = Solver::new(&poset);
/// assert_eq!(solver.grundy(poset.all())?, Nimber::new(4)); // taking 0, 1, 2, 3 leaves *0, *2, *1, *3
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Reference: D. Grier, *Deciding the winner of an arbitrary finite poset game is PSPACE-complete* (2013).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Poset {
    all: Subset,
    /// For each element, itself and all elements above it.
    above: Vec<Subset>,
    /// For each element, all elements above it and below it.
    touching: Vec<Subset>,
}

serde_through!(Poset, |poset| (poset.elements(), poset.covers()), |data: (usize, Vec<(usize, usize)>)| Poset::new(
    data.0, data.1
));

impl Poset {
    /// The most elements that an order can have: 2^12.
    pub const LIMIT: usize = 1 << 12;

    /// The least order on the elements 0 to `elements` − 1 in which *a* is below *b* for each pair (*a*, *b*).
    ///
    /// Pairs that follow from others (0 < 2 from 0 < 1 and 1 < 2) need not be given. Time is one step for each pair and each 64 elements.
    ///
    /// # Errors
    ///
    /// [`PosetError`] if there are more elements than [`LIMIT`](Self::LIMIT), a pair names an element that does not exist, or
    /// an element is below itself.
    ///
    /// ```
    /// use grundy::Poset;
    ///
    /// assert!(Poset::new(3, [(0, 1), (1, 2)])?.is_below(0, 2));
    /// let error = Poset::new(3, [(0, 1), (1, 3)]).unwrap_err();
    /// assert_eq!(error.to_string(), "relation 2: there is no element 3, only 3 elements from 0");
    /// let error = Poset::new(3, [(0, 1), (1, 2), (2, 1)]).unwrap_err();
    /// assert_eq!(error.to_string(), "the relations put element 1 below itself");
    /// # Ok::<(), grundy::games::PosetError>(())
    /// ```
    pub fn new(elements: usize, relations: impl IntoIterator<Item = (usize, usize)>) -> Result<Self, PosetError> {
        if elements > Self::LIMIT {
            return Err(PosetError::TooLarge { elements, limit: Self::LIMIT });
        }
        let mut greater = vec![Vec::new(); elements];
        for (before, (one, other)) in relations.into_iter().enumerate() {
            if let Some(element) = [one, other].into_iter().find(|element| *element >= elements) {
                return Err(PosetError::NoSuchElement { relation: before.saturating_add(1), element, elements });
            }
            greater[one].push(other);
        }
        let mut above = vec![Subset::new(); elements];
        let mut touching = above.clone();
        // From the top down, so that all elements above one have their sets before it.
        for element in downwards(&greater)? {
            let mut set = Subset::from_iter([element]);
            for other in &greater[element] {
                set = set.union(&above[*other]);
            }
            above[element] = set;
        }
        for (element, set) in above.iter().enumerate() {
            for other in set.iter().filter(|other| *other != element) {
                touching[element].insert(other);
                touching[other].insert(element);
            }
        }
        Ok(Self { all: Subset::below(elements), above, touching })
    }

    /// The least order on the elements 0 to `elements` − 1 in which *a* is below *b* if `is_below(a, b)`.
    ///
    /// The predicate is called for every two different elements, in both orders.
    ///
    /// # Errors
    ///
    /// [`PosetError`] if there are more elements than [`LIMIT`](Self::LIMIT), or an element is below itself because others are
    /// below each other.
    ///
    /// ```
    /// use grundy::{Nimber, Poset, Solver};
    ///
    /// // The divisor game on 1..6: element e stands for the number e + 1, and divisors are above their multiples.
    /// let divisors = Poset::from_predicate(6, |one, other| (one + 1) % (other + 1) == 0)?;
    /// assert_eq!(Solver::new(&divisors).grundy(divisors.all())?, Nimber::new(4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_predicate(elements: usize, is_below: impl Fn(usize, usize) -> bool) -> Result<Self, PosetError> {
        let known = 0..elements.min(Self::LIMIT);
        let pairs = known.clone().flat_map(|one| known.clone().map(move |other| (one, other)));
        Self::new(elements, pairs.filter(|(one, other)| one != other && is_below(*one, *other)))
    }

    /// The number of elements.
    ///
    /// ```
    /// use grundy::Poset;
    /// assert_eq!(Poset::new(4, [])?.elements(), 4);
    /// # Ok::<(), grundy::games::PosetError>(())
    /// ```
    #[must_use]
    pub fn elements(&self) -> usize {
        self.above.len()
    }

    /// Whether `one` is below `other`, and not equal to it. False for numbers that are no elements.
    ///
    /// ```
    /// use grundy::Poset;
    /// let poset = Poset::new(3, [(0, 1), (1, 2)])?;
    /// assert!(poset.is_below(0, 2) && !poset.is_below(2, 0) && !poset.is_below(1, 1));
    /// # Ok::<(), grundy::games::PosetError>(())
    /// ```
    #[must_use]
    pub fn is_below(&self, one: usize, other: usize) -> bool {
        one != other && self.above.get(one).is_some_and(|above| above.contains(other))
    }

    /// All elements, as the connected parts of the order.
    ///
    /// ```
    /// use grundy::Poset;
    /// assert_eq!(Poset::new(4, [(0, 2), (1, 3)])?.all().to_string(), "{0,2} + {1,3}");
    /// # Ok::<(), grundy::games::PosetError>(())
    /// ```
    #[must_use]
    pub fn all(&self) -> Components<Subset> {
        connected_subsets(self.all.clone(), &self.touching)
    }

    /// The pairs (*a*, *b*) with *b* above *a* and no element between them: the fewest from which the order follows.
    #[cfg(feature = "serde")]
    fn covers(&self) -> Vec<(usize, usize)> {
        let strictly_above = |element: usize| self.above[element].difference(&Subset::from_iter([element]));
        let mut covers = Vec::new();
        for element in 0..self.elements() {
            let above = strictly_above(element);
            // Elements above an element above are no covers.
            let farther = above.iter().fold(Subset::new(), |farther, other| farther.union(&strictly_above(other)));
            covers.extend(above.difference(&farther).iter().map(|other| (element, other)));
        }
        covers
    }
}

impl ImpartialGame for Poset {
    type Position = Subset;
    type Move = PosetMove;

    fn moves(&self, position: &Subset) -> impl Iterator<Item = PosetMove> {
        position.iter().take_while(|element| *element < self.elements()).map(PosetMove)
    }

    fn play(&self, position: &Subset, mv: &PosetMove) -> Components<Subset> {
        match self.above.get(mv.0) {
            Some(above) if position.contains(mv.0) => {
                connected_subsets(position.intersection(&self.all).difference(above), &self.touching)
            }
            _ => position.clone().into(),
        }
    }

    fn allows(&self, position: &Subset, mv: &PosetMove) -> bool {
        self.all.contains(mv.0) && position.contains(mv.0)
    }

    /// An element alone is worth `*1`.
    fn known_value(&self, position: &Subset) -> Option<Nimber> {
        let mut elements = self.moves(position);
        match (elements.next(), elements.next()) {
            (None, _) => Some(Nimber::ZERO),
            (Some(_), None) => Some(Nimber::new(1)),
            _ => None,
        }
    }

    /// Strategy stealing, for one component of which no value is needed.
    fn oracle<'a>(
        &'a self,
        question: Question<'a, Subset>,
        _: &'a mut Notes,
        _: &mut Control,
    ) -> Answer<'a, Self::Move> {
        let has_ended = |component: &Subset| self.moves(component).next().is_none();
        question.by_strategy_stealing(has_ended, |component| {
            let elements = || component.iter().take_while(|element| *element < self.elements());
            // Going up as long as an element is above leads to the greatest element, if there is one.
            let top = elements().reduce(|one, other| if self.is_below(one, other) { other } else { one })?;
            let is_greatest = elements().all(|element| element == top || self.is_below(element, top));
            is_greatest.then(|| elements().count() as u64)
        })
    }
}

impl Notation for Poset {
    fn component_name(&self, _: &Subset) -> &'static str {
        "set"
    }

    fn parse(&self, text: &str) -> Result<Components<Subset>, NotationError> {
        let read = |piece: Piece<'_>| {
            let mut set = Subset::new();
            for (element, at) in parse_list(piece.text, "an element").map_err(|error| error.within(text, piece.at))? {
                if element >= self.elements() {
                    let reason = format!("there is no element {element}, only {} elements from 0", self.elements());
                    return Err(NotationError::new(text, piece.at + at, reason));
                }
                set.insert(element);
            }
            Ok(set)
        };
        Piece::whole(text).read_each('+', read).map(Components::from)
    }

    fn text(&self, components: &[Subset]) -> String {
        if components.is_empty() { Subset::new().to_string() } else { join(components, " + ") }
    }
}

/// A move of [`Poset`]: take this element and all above it.
///
/// ```
/// use grundy::games::PosetMove;
/// assert_eq!(PosetMove(6).to_string(), "element 6");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PosetMove(pub usize);

impl fmt::Display for PosetMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "element {}", self.0)
    }
}

/// Why relations are no partial order.
///
/// ```
/// use grundy::Poset;
/// use grundy::games::PosetError;
/// assert_eq!(Poset::new(3, [(2, 2)]), Err(PosetError::Cycle { element: 2 }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PosetError {
    /// There are too many elements.
    #[error("an order of {elements} elements is too large: the limit is {limit}")]
    TooLarge {
        /// The number of elements asked for.
        elements: usize,
        /// The limit, [`Poset::LIMIT`].
        limit: usize,
    },
    /// A relation names an element that does not exist.
    #[error("relation {relation}: there is no element {element}, only {elements} elements from 0")]
    NoSuchElement {
        /// The place of the relation, counted from 1.
        relation: usize,
        /// The element that it names.
        element: usize,
        /// How many elements there are.
        elements: usize,
    },
    /// The relations go round in a circle.
    #[error("the relations put element {element} below itself")]
    Cycle {
        /// An element of the circle, the one with the least number.
        element: usize,
    },
}

/// All elements, each after the elements above it. `greater` lists some elements above each, from which all others follow.
fn downwards(greater: &[Vec<usize>]) -> Result<Vec<usize>, PosetError> {
    let mut smaller = vec![Vec::new(); greater.len()];
    for (element, list) in greater.iter().enumerate() {
        for other in list {
            smaller[*other].push(element);
        }
    }
    // For each element, the number of listed greater elements that are not in the order yet.
    let mut missing: Vec<usize> = greater.iter().map(Vec::len).collect();
    let mut order: Vec<usize> = (0..greater.len()).filter(|element| missing[*element] == 0).collect();
    let mut next = 0;
    while let Some(element) = order.get(next).copied() {
        next += 1;
        for other in &smaller[element] {
            missing[*other] -= 1;
            if missing[*other] == 0 {
                order.push(*other);
            }
        }
    }
    // Each element left over has a greater one that is left over too, so going up from any of them runs into a circle.
    let Some(start) = missing.iter().position(|missing| *missing > 0) else { return Ok(order) };
    let up = |element: &usize| greater[*element].iter().copied().find(|other| missing[*other] > 0);
    // After as many steps as there are elements the walk goes round on the circle.
    let on_circle = std::iter::successors(Some(start), up).nth(greater.len()).expect("a greater element is left over");
    let circle = std::iter::successors(up(&on_circle), up).take_while(|element| *element != on_circle);
    Err(PosetError::Cycle { element: circle.fold(on_circle, usize::min) })
}
