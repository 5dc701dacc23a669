//! Bipartite monoids.

use std::fmt;

use rustc_hash::FxHashSet;

use crate::game::Outcome;
use crate::misere::quotient::element_set::ElementSet;
use crate::misere::quotient::fault::Fault;

/// An element of a [`BipartiteMonoid`], by its number; 0 is the identity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Element(pub(super) u16);

impl Element {
    /// The identity.
    pub const IDENTITY: Self = Self(0);

    /// The number of the element, from 0 on.
    #[must_use]
    pub fn index(self) -> usize {
        self.0.into()
    }
}

/// Written as its number.
impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A finite commutative monoid *Q* with a set *P* of its elements. The identity is not in *P*, and different elements are told apart:
/// for *x* ≠ *y* there is a *z* such that one of *xz*, *yz* is in *P* and the other is not.
///
/// A product takes constant time. The table has two bytes for each pair of elements.
///
/// ```
/// use grundy::misere::quotient::{Element, QuotientSearch};
///
/// let mut search = QuotientSearch::new("0.[3]".parse()?); // Nim
/// search.extend_to(4)?;
/// let monoid = search.quotient().monoid(); // heaps 0 to 3: 2^2 + 2 elements
/// assert_eq!((monoid.order(), monoid.p_portion().count()), (6, 2));
/// assert!(monoid.elements().all(|x| monoid.product(x, Element::IDENTITY) == Some(x)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Reference: Plambeck and Siegel, *Misère quotients for impartial games*, 2008.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BipartiteMonoid {
    order: u16,
    /// The product of *x* and *y* at place *x* times the order plus *y*.
    products: Vec<u16>,
    /// For each element *x* the elements *z* with *xz* in *P*.
    companions: Vec<ElementSet>,
}

impl BipartiteMonoid {
    /// The monoid of the empty sum alone.
    pub(super) fn trivial() -> Self {
        Self { order: 1, products: vec![0], companions: vec![ElementSet::default()] }
    }

    /// The monoid with these products and these pairs of elements with product in *P*, if [`Self::fault`] finds none.
    pub(super) fn new(products: Vec<u16>, companions: Vec<ElementSet>) -> Self {
        let order = u16::try_from(companions.len()).expect("there are at most 2^15 elements");
        Self { order, products, companions }
    }

    /// What keeps this from being the quotient of any heaps whose elements are these.
    pub(super) fn fault(&self, heaps: &[u16]) -> Option<Fault> {
        let all = || 0..self.order;
        let heaps: ElementSet = heaps.iter().copied().collect();
        let has_identity = all().all(|one| self.times(0, one) == one);
        let commutes = all().all(|one| all().all(|other| self.times(one, other) == self.times(other, one)));
        let fits = all().all(|one| {
            all().all(|other| {
                self.companions[usize::from(one)].contains(other)
                    == self.companions[usize::from(self.times(one, other))].contains(0)
            })
        });
        if !(has_identity && commutes && fits) {
            return Some(Fault::NoMonoid);
        }
        if self.generated_by(&heaps) < self.order() {
            return Some(Fault::NotGenerated);
        }
        // For a heap's element in the middle; for products of them it follows, and these are all elements.
        let associates = heaps.iter().all(|middle| {
            all().all(|one| {
                let left = self.times(one, middle);
                all().all(|other| self.times(left, other) == self.times(one, self.times(middle, other)))
            })
        });
        if !associates {
            return Some(Fault::NoMonoid);
        }
        if self.companions[0].contains(0) {
            return Some(Fault::IdentityInP);
        }
        let rows: FxHashSet<&ElementSet> = self.companions.iter().collect();
        (rows.len() < self.order()).then_some(Fault::NotToldApart)
    }

    /// How many elements are products of these, the identity being that of none.
    fn generated_by(&self, generators: &ElementSet) -> usize {
        let mut generated: ElementSet = [0].into_iter().collect();
        let mut open = vec![0];
        let mut count = 1;
        while let Some(one) = open.pop() {
            for generator in generators.iter() {
                let product = self.times(one, generator);
                if !generated.contains(product) {
                    generated.insert(product);
                    open.push(product);
                    count += 1;
                }
            }
        }
        count
    }

    /// How many elements there are.
    #[must_use]
    pub fn order(&self) -> usize {
        self.order.into()
    }

    /// The elements in the order of their numbers.
    pub fn elements(&self) -> impl Iterator<Item = Element> + use<> {
        (0..self.order).map(Element)
    }

    /// The elements of *P*.
    pub fn p_portion(&self) -> impl Iterator<Item = Element> + '_ {
        self.companions[0].iter().map(Element)
    }

    /// The product; `None` if the elements are of another, larger monoid.
    #[must_use]
    pub fn product(&self, one: Element, other: Element) -> Option<Element> {
        (one.0 < self.order && other.0 < self.order).then(|| Element(self.times(one.0, other.0)))
    }

    /// P if the element is in *P*, else N.
    #[must_use]
    pub fn outcome(&self, element: Element) -> Outcome {
        if self.companions[0].contains(element.0) { Outcome::P } else { Outcome::N }
    }

    pub(super) fn times(&self, one: u16, other: u16) -> u16 {
        self.products[usize::from(one) * usize::from(self.order) + usize::from(other)]
    }

    /// For each element *x* the elements *z* with *xz* in *P*.
    pub(super) fn companions(&self) -> &[ElementSet] {
        &self.companions
    }
}
