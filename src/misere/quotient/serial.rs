//! Quotients in the formats of serde. Whatever is read is checked: a monoid by its laws, a quotient by a new proof.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::control::Control;
use crate::heap::TakeAndBreak;
use crate::misere::quotient::misere_quotient::MisereQuotient;
use crate::misere::quotient::monoid::{BipartiteMonoid, Element};
use crate::misere::quotient::presentation::Product;
use crate::misere::quotient::watch::MOST_ELEMENTS;

/// Maximum number of sums in the proof of a quotient that is read, with one for each 64 products that the moves in its heaps take. A guard against texts that are
/// made to take long: eight times the default of a search, and 0.77 may have 50 000 heaps. No bench covers it.
const MOST_SUMS: u64 = 1 << 24;

#[derive(Serialize, Deserialize)]
struct MonoidData {
    /// The product of *x* and *y* is at place *x* · order + *y*.
    products: Vec<u16>,
    /// The elements of *P*.
    p: Vec<u16>,
}

#[derive(Serialize, Deserialize)]
struct QuotientData<M> {
    code: String,
    monoid: M,
    /// The elements of heaps 0, 1, ..
    map: Vec<Element>,
}

impl Serialize for BipartiteMonoid {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let p = self.companions(0).iter().collect();
        MonoidData { products: self.products().to_vec(), p }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for BipartiteMonoid {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let MonoidData { products, p } = MonoidData::deserialize(deserializer)?;
        // The order is not written: it is the square root of the number of products.
        let order = u16::try_from(products.len().isqrt()).ok().filter(|order| (1..=MOST_ELEMENTS).contains(order));
        let order = order.filter(|order| usize::from(*order).pow(2) == products.len());
        let order =
            order.ok_or_else(|| D::Error::custom("a monoid has 1 to 32768 elements, and a product for each pair"))?;
        if let Some(element) = products.iter().chain(&p).find(|element| **element >= order) {
            return Err(D::Error::custom(format_args!("there is no element {element}, only {order} elements")));
        }
        let monoid = Self::told(order, products, p);
        // Perhaps more than are needed: to leave them out takes longer than to check them, of a hostile table the fourth power of its order.
        let generators: Vec<u16> = monoid.generated(0..order).0.into_iter().map(|(_, element)| element).collect();
        monoid.fault(&generators, || Ok(()))?.map_or(Ok(monoid), |fault| Err(D::Error::custom(fault)))
    }
}

impl Serialize for MisereQuotient {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (code, map) = (self.code().to_string(), self.map().collect());
        QuotientData { code, monoid: self.monoid(), map }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for MisereQuotient {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let QuotientData { code, monoid, map } = QuotientData::<BipartiteMonoid>::deserialize(deserializer)?;
        let code: TakeAndBreak = code.parse().map_err(D::Error::custom)?;
        if map.is_empty() || map.iter().any(|element| element.index() >= monoid.order()) {
            return Err(D::Error::custom("the map gives an element of the monoid for heap 0 and each further heap"));
        }
        let map = map.into_iter().map(|element| element.0).collect();
        let mut control = Control::unlimited().positions(MOST_SUMS);
        // The text holds neither options nor a period, so both are found again with the proof.
        Self::proved(code, monoid, map, &mut control).map_err(D::Error::custom)
    }
}

impl Serialize for Product {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.factors.serialize(serializer)
    }
}

/// The heaps must be in ascending order.
impl<'de> Deserialize<'de> for Product {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let heaps = Vec::deserialize(deserializer)?;
        if heaps.is_sorted() {
            Ok(Self { letter: 'h', factors: heaps })
        } else {
            Err(D::Error::custom("the heaps of a product must ascend"))
        }
    }
}
