//! What the moves in a heap leave, as elements of a monoid.

use crate::game::ImpartialGame;
use crate::heap::{Digit, Parts, TakeAndBreak};
use crate::misere::quotient::element_set::ElementSet;

/// A heap of which it would take more than so many moves, one by one, to find what they leave.
pub(super) struct TooManyMoves;

/// The most moves in a heap that are tried one by one: only where a code compares three heaps or more.
const MOST_MOVES: usize = 1 << 20;

/// The elements that the moves in a heap leave, when those of all smaller heaps are known.
///
/// Let *S*(*t*, *m*) be the set of elements of *m* counters in *t* heaps. *S*(2, *m*) takes *m*/2 products, and *S*(*t*, *m*) is the
/// union over one part *a* of *S*(*t* − 1, *m* − *a*) times the element of *a*. They are kept where a code leaves three heaps.
#[derive(Clone, Debug, Default)]
pub(super) struct Options {
    /// *S*(*t*, *m*) at place *m* of place *t* − 2, for *t* less than the most heaps that are left; those of two heaps are always
    /// kept.
    divisions: Vec<Vec<Option<ElementSet>>>,
}

impl Options {
    /// The set for the heap next to those whose elements are in `elements`, from heap 0 on. `product` multiplies them.
    pub(super) fn of_next(
        &mut self,
        code: &TakeAndBreak,
        elements: &[u16],
        product: &mut dyn FnMut(u16, u16) -> u16,
    ) -> Result<ElementSet, TooManyMoves> {
        let heap = elements.len();
        let mut left = ElementSet::default();
        let last = if code.tail().is_empty() { heap.min(code.digits().len() - 1) } else { heap };
        for taken in 0..=last {
            let (digit, rest) = (code.digit(taken as u128), heap - taken);
            if rest == 0 {
                if digit.allows(0) {
                    left.insert(elements[0]);
                }
                continue;
            }
            if taken > 0 && digit.allows(1) {
                left.insert(elements[rest]);
            }
            for parts in (2..=digit.most().unwrap_or(0)).filter(|parts| digit.allows(*parts)) {
                self.divide(Digit::new(1 << parts, digit.parts()), parts, rest, elements, product, &mut left)?;
            }
        }
        Ok(left)
    }

    /// The ways to divide a rest in so many parts.
    fn divide(
        &mut self,
        digit: Digit,
        parts: u32,
        rest: usize,
        elements: &[u16],
        product: &mut dyn FnMut(u16, u16) -> u16,
        left: &mut ElementSet,
    ) -> Result<(), TooManyMoves> {
        match digit.parts() {
            Parts::Any => {
                left.unite(self.division(parts, rest, elements, product));
                Ok(())
            }
            Parts::Equal => {
                let part = rest / parts as usize;
                if part > 0 && part * parts as usize == rest {
                    left.insert((1..parts).fold(elements[part], |power, _| product(power, elements[part])));
                }
                Ok(())
            }
            Parts::Unequal | Parts::NotAllEqual if parts == 2 => {
                for small in 1..rest.div_ceil(2) {
                    left.insert(product(elements[small], elements[rest - small]));
                }
                Ok(())
            }
            Parts::Unequal | Parts::NotAllEqual => one_by_one(digit, rest, elements, product, left),
        }
    }

    fn division(
        &mut self,
        parts: u32,
        rest: usize,
        elements: &[u16],
        product: &mut dyn FnMut(u16, u16) -> u16,
    ) -> &ElementSet {
        let kind = parts as usize - 2;
        for fewer in 0..=kind {
            if self.divisions.len() <= fewer {
                self.divisions.push(Vec::new());
            }
            if self.divisions[fewer].len() <= rest {
                self.divisions[fewer].resize(rest + 1, None);
            }
            // Three heaps and more ask for all smaller rests in fewer heaps.
            let first = if fewer == kind { rest } else { 0 };
            for counters in first..=rest {
                if self.divisions[fewer][counters].is_none() {
                    let set = self.divided(fewer, counters, elements, product);
                    self.divisions[fewer][counters] = Some(set);
                }
            }
        }
        self.divisions[kind][rest].get_or_insert_default()
    }

    fn divided(
        &self,
        kind: usize,
        counters: usize,
        elements: &[u16],
        product: &mut dyn FnMut(u16, u16) -> u16,
    ) -> ElementSet {
        if kind == 0 {
            return (1..=counters / 2).map(|small| product(elements[small], elements[counters - small])).collect();
        }
        let mut set = ElementSet::default();
        for (part, element) in elements.iter().enumerate().take(counters).skip(1) {
            for others in self.divisions[kind - 1][counters - part].iter().flat_map(ElementSet::iter) {
                set.insert(product(others, *element));
            }
        }
        set
    }
}

/// Tries every way to leave three heaps or more whose sizes are compared.
fn one_by_one(
    digit: Digit,
    rest: usize,
    elements: &[u16],
    product: &mut dyn FnMut(u16, u16) -> u16,
    left: &mut ElementSet,
) -> Result<(), TooManyMoves> {
    // A digit for taking nothing cannot be a code's if it allows one heap; this one allows three or more.
    let Ok(code) = TakeAndBreak::from_digits([digit], []) else { return Ok(()) };
    for (count, heaps) in code.options(&(rest as u128)).enumerate() {
        if count >= MOST_MOVES {
            return Err(TooManyMoves);
        }
        let parts = heaps.iter().filter_map(|heap| elements.get(usize::try_from(*heap).ok()?));
        left.insert(parts.fold(elements[0], |all, part| product(all, *part)));
    }
    Ok(())
}
