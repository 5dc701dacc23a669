//! The elements of a monoid that the moves in a heap leave.

use crate::game::ImpartialGame;
use crate::heap::{Digit, Parts, TakeAndBreak};
use crate::misere::quotient::element_set::ElementSet;

/// A heap has more than [`MOST_MOVES`] moves that have to be tried one by one.
#[derive(Debug)]
pub struct TooManyMoves;

/// Maximum number of moves in a heap that are tried one by one, which is only done where a code compares the sizes of three heaps or
/// more. A guard, which no bench covers.
const MOST_MOVES: usize = 1 << 20;

/// Computes the elements that the moves in a heap leave, from the elements of all smaller heaps.
///
/// Let *S*(*t*, *m*) be the set of elements of *m* counters in *t* heaps. *S*(2, *m*) takes *m*/2 products. *S*(*t*, *m*) is the union, over
/// the size *a* of one heap, of *S*(*t* − 1, *m* − *a*) times the element of heap *a*. These sets are cached.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Cache: *S*(*t*, *m*) is at place *m* of list *t* − 2.
    divisions: Vec<Vec<Option<ElementSet>>>,
}

impl Options {
    /// The set for the heap that follows those in `elements`, which starts at heap 0. `product` multiplies elements.
    pub(super) fn of_next(
        &mut self,
        code: &TakeAndBreak,
        elements: &[u16],
        product: &mut dyn FnMut(u16, u16) -> u16,
    ) -> Result<ElementSet, TooManyMoves> {
        let heap = elements.len();
        let mut left = ElementSet::default();
        // A code with a tail has a digit for every number of counters.
        let digits = if code.tail().is_empty() { code.digits().len() } else { usize::MAX };
        for taken in (0..=heap).take(digits) {
            let (digit, rest) = (code.digit(taken as u128), heap - taken);
            // All counters are taken: the move leaves nothing, or is not allowed.
            if rest == 0 {
                if digit.allows(0) {
                    left.insert(elements[0]);
                }
                continue;
            }
            // Never for `taken` = 0, where the heap itself would stay: no code allows that. So `rest` is a smaller
            // heap.
            if digit.allows(1) {
                left.insert(elements[rest]);
            }
            // A digit that allows no move has no `most`, and the range is empty.
            for parts in (2..=digit.most().unwrap_or(0)).filter(|parts| digit.allows(*parts)) {
                // The same condition on the parts, for this number of parts alone.
                self.divide(Digit::new(1 << parts, digit.parts()), parts, rest, elements, product, &mut left)?;
            }
        }
        Ok(left)
    }

    /// Adds the elements of all ways to divide `rest` counters into this number of heaps.
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
                if part * parts as usize == rest {
                    // All parts are equal, so there is one way: the element of the part to the power of their number.
                    left.insert((1..parts).fold(elements[part], |power, _| product(power, elements[part])));
                }
                Ok(())
            }
            Parts::Unequal | Parts::NotAllEqual if parts == 2 => {
                // Up to less than half, so that the two heaps differ.
                for small in 1..rest.div_ceil(2) {
                    left.insert(product(elements[small], elements[rest - small]));
                }
                Ok(())
            }
            Parts::Unequal | Parts::NotAllEqual => one_by_one(digit, rest, elements, product, left),
        }
    }

    /// *S*(`parts`, `rest`), from the cache.
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
            // For three heaps and more, all smaller rests in fewer heaps are needed first.
            let first = if fewer == kind { rest } else { 0 };
            for counters in first..=rest {
                if self.divisions[fewer][counters].is_none() {
                    let set = self.divided(fewer, counters, elements, product);
                    self.divisions[fewer][counters] = Some(set);
                }
            }
        }
        self.divisions[kind][rest].as_ref().expect("the loop has filled the cache up to `rest`")
    }

    /// *S*(`kind` + 2, `counters`), computed from the sets for one heap less.
    fn divided(
        &self,
        kind: usize,
        counters: usize,
        elements: &[u16],
        product: &mut dyn FnMut(u16, u16) -> u16,
    ) -> ElementSet {
        if kind == 0 {
            // The smaller part goes up to half. The larger part is smaller than the heap, also if nothing was taken.
            return (1..=counters / 2).map(|small| product(elements[small], elements[counters - small])).collect();
        }
        let mut set = ElementSet::default();
        // `part` leaves at least one counter for the other heaps. With too few counters for these their set is empty.
        for (part, element) in elements.iter().enumerate().take(counters).skip(1) {
            let others =
                self.divisions[kind - 1][counters - part].as_ref().expect("smaller divisions are cached first");
            for other in others.iter() {
                set.insert(product(other, *element));
            }
        }
        set
    }
}

/// Adds the elements of all ways to leave three heaps or more whose sizes are compared, one by one.
fn one_by_one(
    digit: Digit,
    rest: usize,
    elements: &[u16],
    product: &mut dyn FnMut(u16, u16) -> u16,
    left: &mut ElementSet,
) -> Result<(), TooManyMoves> {
    // Enumerate them as the moves that take nothing from a heap of `rest`, in the code of this one digit.
    let code =
        TakeAndBreak::from_digits([digit], []).expect("a digit that leaves three heaps or more may take nothing");
    for (count, heaps) in code.options(&(rest as u128)).enumerate() {
        if count >= MOST_MOVES {
            return Err(TooManyMoves);
        }
        let place = |heap: &u128| usize::try_from(*heap).expect("the heaps left are smaller than `rest`");
        left.insert(heaps.iter().fold(elements[0], |all, heap| product(all, elements[place(heap)])));
    }
    Ok(())
}
