//! Comparison of quotients: an isomorphism, or the reason why there is none.

use rustc_hash::FxHashMap;

use crate::misere::quotient::monoid::{BipartiteMonoid, Element};

/// The reason why two quotients are not isomorphic: the first of these that holds.
///
/// ```
/// use grundy::misere::quotient::{Difference, QuotientSearch};
///
/// let monoid = |code: &str| -> Result<_, Box<dyn std::error::Error>> {
///     let mut search = QuotientSearch::new(code.parse()?);
///     search.certify(200)?;
///     Ok(search.into_quotient().monoid().clone())
/// };
/// let different = monoid("0.77")?.isomorphism(&monoid("0.75")?);
/// assert_eq!(different, Err(Difference::Order([40, 8])));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Difference {
    /// They have different numbers of elements.
    #[error("one has {} elements, the other {}", .0[0], .0[1])]
    Order([usize; 2]),
    /// Their *P*-portions have different numbers of elements.
    #[error("one has {} elements in P, the other {}", .0[0], .0[1])]
    PPortion([usize; 2]),
    /// They have different numbers of elements whose powers, and whose products that are in *P*, are as those of this element of the first.
    #[error("element {element} has the powers and the number of products in P of {} elements of one, of {} of the other", .counts[0], .counts[1])]
    Kinds {
        /// An element of the first quotient, or of the second if the first has none of this kind.
        element: Element,
        /// The numbers of such elements.
        counts: [usize; 2],
    },
    /// None of these, but no map of the generators extends to an isomorphism.
    #[error("no map of generators to elements of the same kind extends to an isomorphism")]
    NoMap,
}

/// What an isomorphism keeps of an element: for each of its powers, up to the first that was there before, the number of elements whose
/// product with the power is in *P*, and whether the power is in *P*; and the power that comes back.
type Kind = (Vec<(usize, bool)>, usize);

impl BipartiteMonoid {
    /// An isomorphism to another quotient: a bijection that keeps products and *P*. Element *n* of this one is mapped to element *n* of the list.
    ///
    /// Generators are mapped, one after the other, to elements of the same kind; each choice is extended to the products. A map that keeps
    /// products and *P* is injective, since *P* distinguishes elements. At worst time is exponential in the number of generators; the
    /// quotients in print take milliseconds.
    ///
    /// # Errors
    ///
    /// The [`Difference`] if there is none.
    ///
    /// ```
    /// use grundy::misere::quotient::{Positions, QuotientSearch};
    /// use grundy::{Control, Kayles};
    ///
    /// let mut code = QuotientSearch::new("0.77".parse()?);
    /// code.extend_to(12)?;
    /// let mut rows = QuotientSearch::of(Positions::reached(&Kayles, [11, 10], &mut Control::new())?);
    /// rows.finish()?;
    /// let same = rows.quotient().monoid().isomorphism(code.quotient().monoid())?;
    /// assert_eq!(same.len(), 18);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[expect(clippy::missing_panics_doc, reason = "generators generate all elements")]
    pub fn isomorphism(&self, other: &Self) -> Result<Vec<Element>, Difference> {
        if self.order() != other.order() {
            return Err(Difference::Order([self.order(), other.order()]));
        }
        let [in_p, in_others_p] = [self, other].map(|monoid| monoid.p_portion().count());
        if in_p != in_others_p {
            return Err(Difference::PPortion([in_p, in_others_p]));
        }
        // An isomorphism keeps the kind of an element. So for each kind both quotients must have equally many elements.
        let [mine, others] = [self, other].map(BipartiteMonoid::kinds);
        let mut of_kind: FxHashMap<&Kind, [Vec<u16>; 2]> = FxHashMap::default();
        for (side, kinds) in [&mine, &others].into_iter().enumerate() {
            (0_u16..).zip(kinds).for_each(|(element, kind)| of_kind.entry(kind).or_default()[side].push(element));
        }
        // The second quotient's elements too: it may have a kind that the first has not.
        for (element, kind) in (0_u16..).zip(&mine).chain((0_u16..).zip(&others)) {
            let counts = [0, 1].map(|side| of_kind[kind][side].len());
            if counts[0] != counts[1] {
                return Err(Difference::Kinds { element: Element(element), counts });
            }
        }
        let elements: Vec<u16> = self.elements().map(|element| element.0).collect();
        let generators = self.generators(elements.iter().copied());
        // For each generator of this quotient the elements of the other that may be its image.
        let choices: Vec<&[u16]> = generators.iter().map(|place| &*of_kind[&mine[*place]][1]).collect();
        let generators: Vec<u16> = generators.into_iter().map(|place| elements[place]).collect();
        // For each generator the place of its choice, and the map of the products of the generators before it.
        let mut open: Vec<(usize, Map)> = vec![(0, vec![None; self.order()])];
        // The identity is mapped to the identity.
        open[0].1[0] = Some(0);
        // Backtracking: `depth` is the number of generators that have an image, and the last entry of the stack holds
        // the next choice for the generator after them.
        while let Some(depth) = open.len().checked_sub(1) {
            let (next, map) = &mut open[depth];
            // A copy of the map, since the next choice for the same generator starts from the same map.
            let (next, map) = (std::mem::replace(next, *next + 1), map.clone());
            // Before `choices` is asked, which has no entry for this depth.
            if depth == generators.len() {
                return Ok(map.into_iter().map(|to| Element(to.expect("generators generate all elements"))).collect());
            }
            match choices[depth].get(next) {
                None => {
                    open.pop();
                }
                Some(to) => {
                    if let Some(longer) = self.extended(other, &generators[..depth], map, [generators[depth], *to]) {
                        open.push((0, longer));
                    }
                }
            }
        }
        Err(Difference::NoMap)
    }

    fn kinds(&self) -> Vec<Kind> {
        let kind = |element: u16| {
            let mut powers = vec![element];
            loop {
                let next = self.times(powers[powers.len() - 1], element);
                // A power that was there before: from here on the powers repeat. They do, since there are finitely many
                // elements.
                if let Some(back) = powers.iter().position(|power| *power == next) {
                    let told =
                        |power: &u16| (self.companions(*power).iter().count(), self.companions(0).contains(*power));
                    return (powers.iter().map(told).collect(), back);
                }
                powers.push(next);
            }
        };
        self.elements().map(|element| kind(element.0)).collect()
    }

    /// The map with one more generator, extended to all products; `None` if it does not keep products and *P*.
    fn extended(&self, other: &Self, before: &[u16], mut map: Map, [from, to]: [u16; 2]) -> Option<Map> {
        let image = |map: &Map, element: u16| map[usize::from(element)];
        let mut images: Vec<(u16, u16)> =
            before.iter().map(|one| Some((*one, image(&map, *one)?))).collect::<Option<_>>()?;
        images.push((from, to));
        // Every element with an image is multiplied by every generator. The new generator gets its image as the product
        // of the identity and itself.
        let mut queue: Vec<u16> =
            self.elements().map(|element| element.0).filter(|one| image(&map, *one).is_some()).collect();
        while let Some(one) = queue.pop() {
            let of_one = image(&map, one)?;
            for (generator, of_generator) in &images {
                let (product, expected) = (self.times(one, *generator), other.times(of_one, *of_generator));
                match image(&map, product) {
                    // The first way to an element gives its image; each further way must lead to the same image.
                    None if self.companions(0).contains(product) == other.companions(0).contains(expected) => {
                        map[usize::from(product)] = Some(expected);
                        queue.push(product);
                    }
                    Some(known) if known == expected => {}
                    _ => return None,
                }
            }
        }
        Some(map)
    }
}

/// The images of the elements that have one so far.
type Map = Vec<Option<u16>>;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{BipartiteMonoid, Difference};

    /// The group of three bits under xor, with this *P*.
    fn group(p: &[u16]) -> BipartiteMonoid {
        let products = (0..8_u16).flat_map(|one| (0..8).map(move |other| one ^ other)).collect();
        BipartiteMonoid::told(8, products, p.to_vec())
    }

    /// Elements one by one look alike; only products of two of *P* tell the groups apart.
    #[test]
    fn a_map_of_generators_keeps_the_products_in_p() {
        let (independent, closed) = (group(&[1, 2, 4]), group(&[1, 2, 3]));
        assert_eq!(independent.isomorphism(&closed), Err(Difference::NoMap));
        assert_eq!(closed.isomorphism(&independent), Err(Difference::NoMap));
        // The product of 3 and 5 is 6.
        assert_eq!(independent.isomorphism(&group(&[3, 5, 6])), Err(Difference::NoMap));
        let map = independent.isomorphism(&group(&[3, 5, 7])).unwrap();
        let mut to: Vec<u16> = map.iter().map(|element| element.0).collect();
        assert!((0..64).all(|pair| to[(pair / 8) ^ (pair % 8)] == to[pair / 8] ^ to[pair % 8]));
        to.sort_unstable();
        assert_eq!(to, [0, 1, 2, 3, 4, 5, 6, 7]);
    }

    /// The product of cyclic groups of 8 and 2 elements, with *P* = {4}; element *n* has the number `labels[n]`. All eight elements of order 8 look
    /// alike, but two of them may have the same square or not.
    fn labelled(labels: &[u16]) -> BipartiteMonoid {
        let pairs = (0..256).map(|pair| (pair / 16, pair % 16));
        let mut products = vec![0; 256];
        for (one, other) in pairs {
            let product = (one + other) % 8 + (one / 8 + other / 8) % 2 * 8;
            products[usize::from(labels[one] * 16 + labels[other])] = labels[product];
        }
        BipartiteMonoid::told(16, products, vec![labels[4]])
    }

    fn labels() -> impl Strategy<Value = Vec<u16>> {
        Just((1..16).collect::<Vec<u16>>()).prop_shuffle().prop_map(|labels| [&[0], &labels[..]].concat())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]

        #[test]
        fn a_monoid_with_other_numbers_is_isomorphic(one in labels(), other in labels()) {
            let [one, other] = [labelled(&one), labelled(&other)];
            let to: Vec<u16> = one.isomorphism(&other).unwrap().iter().map(|element| element.0).collect();
            let to = |element: u16| to[usize::from(element)];
            for x in 0..16 {
                prop_assert_eq!(one.companions(0).contains(x), other.companions(0).contains(to(x)));
                prop_assert!((0..16).all(|y| to(one.times(x, y)) == other.times(to(x), to(y))), "{}", x);
            }
        }
    }
}
