//! Generators and relations of a monoid.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt;

use crate::misere::quotient::candidate::{Word, as_u32};
use crate::misere::quotient::monoid::{BipartiteMonoid, Element};
use crate::sorted::sorted_by;

/// Generators and relations of a misère quotient.
///
/// The generators are the elements of those heaps whose element is no product of the elements of smaller heaps, without those that the
/// others generate. For [`Positions`](super::Positions) their numbers take the place of sizes of heaps, and `p` that of `h`. The normal form of an
/// element is its product with the fewest factors, and of these the one with the smallest heaps. The relations are the products that
/// are not normal forms but whose proper parts are, each with its normal form. To reduce a product, apply relations from left to
/// right until none applies. (They are the reduced Gröbner basis for this order.)
///
/// With the feature `serde` it can be written but not read: it follows from a quotient, which can be read.
///
/// ```
/// use grundy::misere::quotient::QuotientSearch;
///
/// let mut search = QuotientSearch::new("0.77".parse()?);
/// search.extend_to(5)?;
/// let presentation = search.quotient().presentation();
/// assert_eq!(presentation.to_string(), "h1, h2 | h1^2 = 1, h2^3 = h2");
/// let heap = search.quotient().element(3).unwrap();
/// assert_eq!(presentation.name(heap).unwrap().to_string(), "h1 h2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Presentation {
    #[cfg_attr(feature = "serde", serde(skip))]
    letter: char,
    generators: Vec<u32>,
    /// The normal form of each element.
    forms: Vec<Product>,
    relations: Vec<(Product, Product)>,
}

/// A product of generators, written as in `h1 h2^2`, or `p1 p2^2` for positions. The empty product is written `1`.
///
/// With the feature `serde` it is the list of its numbers. What is read is a product of heaps.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Product {
    pub(super) letter: char,
    pub(super) factors: Word,
}

impl Product {
    /// The heaps whose elements are the factors, in ascending order; or the numbers of the positions.
    #[must_use]
    pub fn heaps(&self) -> &[u32] {
        &self.factors
    }
}

impl fmt::Display for Product {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.factors.is_empty() {
            return f.write_str("1");
        }
        for (place, factor) in self.factors.chunk_by(|one, other| one == other).enumerate() {
            let space = if place == 0 { "" } else { " " };
            write!(f, "{space}{}{}", self.letter, factor[0])?;
            if factor.len() > 1 {
                write!(f, "^{}", factor.len())?;
            }
        }
        Ok(())
    }
}

impl Presentation {
    pub(super) fn new(monoid: &BipartiteMonoid, map: &[u16], letter: char) -> Self {
        let generators: Vec<u32> = monoid.generators(map.iter().copied()).into_iter().map(as_u32).collect();
        let forms = normal_forms(monoid, map, &generators);
        let product = |factors| Product { letter, factors };
        let relations = relations(monoid, map, &generators, &forms);
        let relations = relations.into_iter().map(|(left, right)| (product(left), product(right))).collect();
        let forms = forms.into_iter().map(product).collect();
        Self { letter, generators, forms, relations }
    }

    /// The heaps whose elements are the generators, in ascending order; or the numbers of the positions.
    #[must_use]
    pub fn generators(&self) -> &[u32] {
        &self.generators
    }

    /// The normal form of an element; `None` if it is not an element of this monoid.
    #[must_use]
    pub fn name(&self, element: Element) -> Option<&Product> {
        self.forms.get(element.index())
    }

    /// The relations, each a product and its normal form.
    #[must_use]
    pub fn relations(&self) -> impl ExactSizeIterator<Item = &(Product, Product)> {
        self.relations.iter()
    }
}

/// Written as generators, a bar, and relations.
impl fmt::Display for Presentation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = self.generators.iter().map(|number| format!("{}{number}", self.letter)).collect();
        let relations: Vec<String> = self.relations.iter().map(|(left, right)| format!("{left} = {right}")).collect();
        write!(f, "{} | {}", names.join(", "), relations.join(", "))
    }
}

/// The normal form of each element: products are tried by the number of factors, then by their heaps.
fn normal_forms(monoid: &BipartiteMonoid, map: &[u16], generators: &[u32]) -> Vec<Word> {
    let mut forms: Vec<Option<Word>> = vec![None; monoid.order()];
    // Fewest factors first, then the smallest heaps: the first product that comes to an element is its normal form.
    let mut queue = BinaryHeap::from([Reverse((0, Word::new(), 0_u16))]);
    while let Some(Reverse((factors, word, element))) = queue.pop() {
        let form = &mut forms[usize::from(element)];
        // The queue may hold several products with the same element. Only the first one that is taken out is kept.
        if form.is_none() {
            *form = Some(word.clone());
            for heap in generators {
                let product = monoid.times(element, map[*heap as usize]);
                queue.push(Reverse((factors + 1, with(&word, *heap), product)));
            }
        }
    }
    forms.into_iter().map(|form| form.expect("the elements of heaps generate the monoid")).collect()
}

/// The products that are not normal forms, all of whose proper parts are, with their normal forms.
fn relations(monoid: &BipartiteMonoid, map: &[u16], generators: &[u32], forms: &[Word]) -> Vec<(Word, Word)> {
    let product_of = |word: &[u32]| word.iter().fold(0, |all, heap| monoid.times(all, map[*heap as usize]));
    let is_form = |word: &[u32]| forms[usize::from(product_of(word))] == word;
    let mut products: Vec<Word> = Vec::new();
    // Each relation without one factor is a normal form, so all relations are among the normal forms with one factor
    // more.
    for form in forms {
        for heap in generators {
            let word = with(form, *heap);
            // Parts with one factor less are enough: parts of normal forms are normal forms.
            let without = |place: usize| [&word[..place], &word[place + 1..]].concat();
            if !is_form(&word) && (0..word.len()).all(|place| is_form(&without(place))) {
                products.push(word);
            }
        }
    }
    let equal = |word: &[u32]| forms[usize::from(product_of(word))].clone();
    let mut products = sorted_by(&products, |one, other| one.len().cmp(&other.len()).then_with(|| one.cmp(other)));
    // The same product comes from several normal forms, one for each factor that is left out.
    products.dedup();
    products.into_iter().map(|word| (word.clone(), equal(&word))).collect()
}

/// A product with one factor more.
fn with(word: &[u32], heap: u32) -> Word {
    let mut word = [word, &[heap]].concat();
    word.sort_unstable();
    word
}
