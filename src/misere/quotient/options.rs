//! The elements of a monoid that the moves in a heap leave.

use std::mem::take;
use std::ops::ControlFlow;

use rustc_hash::FxHashMap;

use crate::control::Stopped;
use crate::heap::{Digit, Parts, TakeAndBreak, UnequalHeaps};
use crate::misere::quotient::element_set::ElementSet;
use crate::misere::quotient::watch::Watch;

/// What the moves in a piece leave, as far as it is found: what was made before a bound was met is kept for the next call, which must be for the same
/// piece, with the same elements and products.
///
/// For heaps, let *S*(*t*, *m*) be the set of elements of *m* counters in *t* heaps. *S*(2, *m*) takes *m*/2 products. *S*(*t*, *m*) is the union, over
/// the smallest part *a* ≤ *m*/*t*, of *S*(*t* − 1, *m* − *a*) times the element of heap *a*. Not all parts are equal where *a* < *m*/*t*; [`UnequalHeaps`]
/// makes the sets of unequal parts. All of these sets are cached.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The elements that the moves in the present piece leave, and the number of moves or digits whose elements they are.
    left: ElementSet,
    moves: usize,
    /// For each number of heaps with a condition, as a digit, the sets of 0, 1, .. counters that have been asked for.
    divisions: FxHashMap<Digit, Vec<Option<ElementSet>>>,
    /// The set of `divisions` that is made now, and the smallest part that it lacks.
    half_made: (ElementSet, usize),
    unequal: UnequalHeaps<ElementSet>,
}

/// How elements of pieces 0, 1, .. are multiplied, and what counts the products.
pub struct Products<'a, 'w> {
    pub(super) elements: &'a [u16],
    pub(super) times: &'a mut dyn FnMut(u16, u16) -> u16,
    pub(super) watch: &'a mut Watch<'w>,
}

impl Products<'_, '_> {
    /// Adds the products of all elements of a set with one element.
    fn extend(&mut self, set: &mut ElementSet, others: &ElementSet, element: u16) -> Result<(), Stopped> {
        for other in others.iter() {
            self.watch.product()?;
            set.insert((self.times)(other, element));
        }
        Ok(())
    }

    /// The product of the elements of some pieces.
    pub(super) fn of(&mut self, pieces: impl IntoIterator<Item = usize>) -> Result<u16, Stopped> {
        let mut elements = pieces.into_iter().map(|piece| self.elements[piece]);
        let first = elements.next().unwrap_or(0);
        elements.try_fold(first, |all, element| {
            self.watch.product()?;
            Ok((self.times)(all, element))
        })
    }
}

impl Options {
    /// The set for a piece. `of_move` adds what move number *n* leaves, or tells that there is no such move.
    pub(super) fn of_moves(
        &mut self,
        mut of_move: impl FnMut(&mut Self, &mut ElementSet, usize) -> Result<ControlFlow<()>, Stopped>,
    ) -> Result<ElementSet, Stopped> {
        loop {
            let (mut left, moves) = (take(&mut self.left), self.moves);
            let added = of_move(self, &mut left, moves);
            if let Ok(ControlFlow::Break(())) = added {
                self.moves = 0;
                return Ok(left);
            }
            // After a stop too: the same move begins again with what it has added.
            self.left = left;
            added.map(|_| self.moves += 1)?;
        }
    }

    /// The set for the heap that follows those in `products`, which start at heap 0.
    pub(super) fn of_next(
        &mut self,
        code: &TakeAndBreak,
        products: &mut Products<'_, '_>,
    ) -> Result<ElementSet, Stopped> {
        let heap = products.elements.len();
        // A code with a tail has a digit for every number of counters.
        let digits = if code.tail().is_empty() { code.digits().len().min(heap + 1) } else { heap + 1 };
        self.of_moves(|options, left, taken| {
            if taken == digits {
                return Ok(ControlFlow::Break(()));
            }
            let (digit, rest) = (code.digit(taken as u128), heap - taken);
            // All counters are taken: the move leaves nothing, or is not allowed.
            if rest == 0 {
                if digit.allows(0) {
                    left.insert(products.elements[0]);
                }
                return Ok(ControlFlow::Continue(()));
            }
            // Never for `taken` = 0, where the heap itself would stay: no code allows that. So `rest` is a smaller
            // heap.
            if digit.allows(1) {
                left.insert(products.elements[rest]);
            }
            // A digit that allows no move has no `most`, and the range is empty.
            for heaps in (2..=digit.most().unwrap_or(0)).filter(|heaps| digit.allows(*heaps)) {
                // To unite two sets takes about as long as a product.
                products.watch.product()?;
                // The same condition on the parts, for this number of heaps alone.
                left.unite(options.division(Digit::new(1 << heaps, digit.parts()), heaps, rest, products)?);
            }
            Ok(ControlFlow::Continue(()))
        })
    }

    /// The elements of all ways to divide `rest` counters into this number of heaps, which is that of the digit.
    fn division(
        &mut self,
        digit: Digit,
        heaps: u32,
        rest: usize,
        products: &mut Products<'_, '_>,
    ) -> Result<&ElementSet, Stopped> {
        if digit.parts() == Parts::Unequal && heaps > 2 {
            return self.unequal_division(heaps as usize, rest, products);
        }
        if !self.is_cached(digit, rest) {
            // For three heaps and more, the sets of any parts are needed first, for fewer heaps and counters.
            let is_folded = digit.parts() != Parts::Equal;
            for fewer in (2..heaps).filter(|_| is_folded) {
                for counters in 0..rest {
                    self.cache(Digit::new(1 << fewer, Parts::Any), fewer, counters, products)?;
                }
            }
            self.cache(digit, heaps, rest, products)?;
        }
        Ok(self.divisions[&digit][rest].as_ref().expect("it has been cached"))
    }

    fn is_cached(&self, digit: Digit, counters: usize) -> bool {
        self.divisions.get(&digit).and_then(|sets| sets.get(counters)).is_some_and(Option::is_some)
    }

    /// Caches the set of these divisions. Where it is made of the sets for one heap less, these are cached.
    fn cache(
        &mut self,
        digit: Digit,
        heaps: u32,
        counters: usize,
        products: &mut Products<'_, '_>,
    ) -> Result<(), Stopped> {
        if self.is_cached(digit, counters) {
            return Ok(());
        }
        let (set, next) = &mut self.half_made;
        let parts = heaps as usize;
        if digit.parts() == Parts::Equal {
            // There is one way: the element of the part to the power of their number.
            if counters.is_multiple_of(parts) {
                set.insert(products.of(std::iter::repeat_n(counters / parts, parts))?);
            }
        } else {
            let fewer = self.divisions.get(&Digit::new(1 << (heaps - 1), Parts::Any));
            // The smallest part is at most the mean of all, and below it if not all are equal. At least one counter is left for the others.
            let most = counters.saturating_sub(usize::from(digit.parts() != Parts::Any)) / parts;
            for part in (*next).max(1)..=most {
                let element = products.elements[part];
                if heaps == 2 {
                    set.insert(products.of([part, counters - part])?);
                } else {
                    let others = fewer.and_then(|fewer| fewer[counters - part].as_ref());
                    products.extend(set, others.expect("smaller divisions are cached first"), element)?;
                }
                *next = part + 1;
            }
        }
        let cached = self.divisions.entry(digit).or_default();
        if cached.len() <= counters {
            cached.resize(counters + 1, None);
        }
        cached[counters] = Some(take(set));
        *next = 0;
        Ok(())
    }

    /// The elements of all ways to divide `rest` counters into this number of unequal heaps.
    fn unequal_division(
        &mut self,
        heaps: usize,
        rest: usize,
        products: &mut Products<'_, '_>,
    ) -> Result<&ElementSet, Stopped> {
        // Without room for more counters: a guess has no products of sums that are heavier than the piece.
        self.unequal.reserve(heaps, rest, rest, || ElementSet::from_iter([0]));
        let added = self.unequal.add_sizes(rest, |set, others, heap| {
            let element = products.elements[heap];
            products.extend(set, others, element).map_or_else(ControlFlow::Break, ControlFlow::Continue)
        });
        match added {
            ControlFlow::Break(stopped) => Err(stopped),
            ControlFlow::Continue(()) => Ok(self.unequal.set(heaps, rest)),
        }
    }
}
