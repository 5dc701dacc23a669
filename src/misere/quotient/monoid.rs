//! Bipartite monoids: finite commutative monoids with a set *P* of elements.

use std::fmt;

use rustc_hash::FxHashSet;

use crate::misere::quotient::element_set::ElementSet;
use crate::misere::quotient::fault::Fault;
use crate::outcome::Outcome;

/// An element of a [`BipartiteMonoid`], given by its number. Number 0 is the identity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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

/// A finite commutative monoid *Q* with a set *P* of its elements. The identity is not in *P*, and different elements are distinguished:
/// for *x* ≠ *y* there is a *z* such that one of *xz*, *yz* is in *P* and the other is not.
///
/// A product takes constant time. The table of products takes two bytes for each pair of elements.
///
/// With the feature `serde` the products and *P* are written. Reading checks the laws of a commutative monoid and the two conditions
/// above.
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
    /// The product of *x* and *y* is at place *x* · order + *y*.
    products: Vec<u16>,
    /// For each element *x* the elements *z* with *xz* in *P*. So those of the identity are *P*.
    companions: Vec<ElementSet>,
}

impl BipartiteMonoid {
    /// The monoid of the empty sum: the identity only.
    pub(super) fn trivial() -> Self {
        Self { order: 1, products: vec![0], companions: vec![ElementSet::default()] }
    }

    /// The monoid with these products, and these pairs of elements with product in *P*. [`Self::fault`] checks that it is one.
    pub(super) fn new(products: Vec<u16>, companions: Vec<ElementSet>) -> Self {
        let order = u16::try_from(companions.len()).expect("there are at most 2^15 elements");
        Self { order, products, companions }
    }

    /// The monoid with these products of elements below `order`, a row for each, and this *P*. [`Self::fault`] checks that it is one.
    pub(super) fn told(order: u16, products: Vec<u16>, p: Vec<u16>) -> Self {
        let p: ElementSet = p.into_iter().collect();
        // `chunks` does not take the length 0.
        let rows = products.chunks(usize::from(order).max(1));
        let companions = rows.map(|row| (0..).zip(row).filter(|(_, xz)| p.contains(**xz)).map(|(z, _)| z).collect());
        let companions = companions.collect();
        Self::new(products, companions)
    }

    /// The reason why this cannot be the quotient of heaps with these elements; `None` if it meets all conditions on a bipartite
    /// monoid that these elements generate. `look` is called for each row of products that is looked at, and may stop the check.
    pub(super) fn fault<E>(&self, heaps: &[u16], mut look: impl FnMut() -> Result<(), E>) -> Result<Option<Fault>, E> {
        let heaps: ElementSet = heaps.iter().copied().collect();
        let p = self.companions(0);
        for one in 0..self.order {
            look()?;
            let products = || (0..).zip(self.row(one));
            // Each pair once, with the smaller element second.
            let commutes = products().take(one.into()).all(|(other, product)| self.times(other, one) == *product);
            // The companions are stored beside the products, and *P* is the companions of the identity. Both must say the
            // same.
            let companions = self.companions(one);
            let fits = products().all(|(other, product)| companions.contains(other) == p.contains(*product));
            if self.times(0, one) != one || !commutes || !fits {
                return Ok(Some(Fault::NoMonoid));
            }
        }
        let Some(generators) = self.generators_among(&heaps) else {
            return Ok(Some(Fault::NotGenerated));
        };
        // It is enough to check products with a generator in the middle (Light's test): the law extends to products of generators, and
        // all elements are such products.
        for middle in generators {
            for one in 0..self.order {
                look()?;
                // (one middle) other = one (middle other): two rows are compared, with a place for each `other`.
                let (left, right) = (self.row(self.times(one, middle)), self.row(one));
                if left.iter().zip(self.row(middle)).any(|(product, other)| *product != right[usize::from(*other)]) {
                    return Ok(Some(Fault::NoMonoid));
                }
            }
        }
        if p.contains(0) {
            return Ok(Some(Fault::IdentityInP));
        }
        // Elements with the same companions have the same outcomes in every sum. So the rows must all be different.
        let rows: FxHashSet<&ElementSet> = self.companions.iter().collect();
        Ok((rows.len() < self.order()).then_some(Fault::NotToldApart))
    }

    /// Those of these elements that are no products of the ones before them; `None` if not every element is a product of them.
    fn generators_among(&self, elements: &ElementSet) -> Option<Vec<u16>> {
        let (generators, generated) = self.generated(elements.iter());
        (generated == self.order()).then(|| generators.into_iter().map(|(_, element)| element).collect())
    }

    /// The number of elements.
    #[must_use]
    pub fn order(&self) -> usize {
        self.order.into()
    }

    /// All elements, in ascending order.
    pub fn elements(&self) -> impl Iterator<Item = Element> + use<> {
        (0..self.order).map(Element)
    }

    /// The elements of *P*, in ascending order.
    pub fn p_portion(&self) -> impl Iterator<Item = Element> + '_ {
        self.companions[0].iter().map(Element)
    }

    /// The product of two elements; `None` if one of them is not an element of this monoid.
    #[must_use]
    pub fn product(&self, one: Element, other: Element) -> Option<Element> {
        (one.0 < self.order && other.0 < self.order).then(|| Element(self.times(one.0, other.0)))
    }

    /// P if the element is in *P*, else N.
    #[must_use]
    pub fn outcome(&self, element: Element) -> Outcome {
        if self.companions[0].contains(element.0) { Outcome::P } else { Outcome::N }
    }

    /// All products, row by row.
    #[cfg(feature = "serde")]
    pub(super) fn products(&self) -> &[u16] {
        &self.products
    }

    /// The products of an element with 0, 1, ..
    pub(super) fn row(&self, one: u16) -> &[u16] {
        let order = usize::from(self.order);
        &self.products[usize::from(one) * order..][..order]
    }

    pub(super) fn times(&self, one: u16, other: u16) -> u16 {
        self.products[usize::from(one) * usize::from(self.order) + usize::from(other)]
    }

    /// The elements *z* with *xz* in *P*, for an element *x*.
    pub(super) fn companions(&self, x: u16) -> &ElementSet {
        &self.companions[usize::from(x)]
    }

    /// The element whose companions are these.
    pub(super) fn with_companions(&self, companions: &ElementSet) -> Option<u16> {
        (0..self.order).find(|element| self.companions(*element) == companions)
    }

    /// The places, in a list of elements that generate the monoid, of those that are not products of elements before them, without those
    /// that are products of the others.
    pub(super) fn generators(&self, elements: impl IntoIterator<Item = u16>) -> Vec<usize> {
        let (mut generators, _) = self.generated(elements);
        // The latest first: of two that generate each other the earlier one stays, which is the smaller heap.
        for last in (0..generators.len()).rev() {
            let others = generators[..last].iter().chain(&generators[last + 1..]).map(|(_, element)| *element);
            if self.generators_among(&others.collect()).is_some() {
                generators.remove(last);
            }
        }
        generators.into_iter().map(|(place, _)| place).collect()
    }

    /// Those elements of a list that are not products of elements before them, each with its place, and the number of all products. Takes a step
    /// for each of them and each element.
    pub(super) fn generated(&self, elements: impl IntoIterator<Item = u16>) -> (Vec<(usize, u16)>, usize) {
        let mut generated: ElementSet = [0].into_iter().collect();
        let mut generators = Vec::new();
        for (place, element) in elements.into_iter().enumerate() {
            if generated.contains(element) {
                continue;
            }
            generators.push((place, element));
            // Products with the new element are enough: what was generated before is closed under the earlier
            // generators.
            let mut queue: Vec<u16> = generated.iter().collect();
            while let Some(one) = queue.pop() {
                let product = self.times(one, element);
                if !generated.contains(product) {
                    generated.insert(product);
                    queue.push(product);
                }
            }
        }
        (generators, generated.iter().count())
    }
}
