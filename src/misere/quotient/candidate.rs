//! A guess at the quotient: sums of few heaps that seem to differ, and a table of who wins the sum of two of them.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::control::Stopped;
use crate::heap::TakeAndBreak;
use crate::misere::quotient::element_set::ElementSet;
use crate::misere::quotient::error::QuotientError;
use crate::misere::quotient::options::Options;
use crate::misere::quotient::watch::Watch;

/// The sizes of the heaps of a sum, in ascending order.
pub(super) type Word = Vec<u32>;

/// Says that two sums, the first not lighter, are not equal.
pub(super) type Apart = FxHashSet<(Word, Word)>;

/// What a sum weighs: every move makes it lighter, also one that divides a heap and takes nothing.
pub(super) fn weight(word: &[u32]) -> u64 {
    word.iter().map(|heap| weight_of_heap(*heap)).sum()
}

fn weight_of_heap(heap: u32) -> u64 {
    (2 * u64::from(heap)).saturating_sub(1)
}

/// The elements are sums of heaps that seem to differ, each the lightest of its kind; element 0 is the empty sum.
///
/// Two sums are taken to be equal if their sums with all elements that were known by then have the same outcomes, and nothing has
/// shown yet that they are not. Outcomes of the sum of two elements come from a table: such a sum is P if no move in either leaves
/// an element whose sum with the other is P. As sums are met by weight, what a move leaves has been met before.
#[derive(Debug)]
pub(super) struct Candidate {
    pub(super) words: Vec<Word>,
    /// The elements that are one heap, which all others are sums of.
    pub(super) generators: Vec<u32>,
    /// Of heaps 0, 1, ..
    pub(super) elements: Vec<u16>,
    /// What the moves in each of these heaps leave.
    pub(super) heap_options: Vec<ElementSet>,
    /// What the moves in an element leave.
    pub(super) options: Vec<ElementSet>,
    /// The elements whose sum with an element is P.
    pub(super) rows: Vec<ElementSet>,
    /// For each element and each generator their sum.
    steps: Vec<Vec<Option<Step>>>,
    products: FxHashMap<(u16, u16), u16>,
}

/// The sum of an element and a generator.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) sum: u16,
    pub(super) how: How,
}

/// Why it is that element.
#[derive(Clone, Copy, Debug)]
pub(super) enum How {
    /// The element is that sum itself.
    IsIt,
    /// They seem to be equal.
    Seems,
    /// A part of the sum, this element and the generator, is equal to a lighter one; the rest is this generator.
    ByPart { part: u16, rest: usize },
}

/// What is met next. Among sums of the same weight those with more of the smaller heaps come first; so if one sum comes before
/// another, it still does when a third is added to both, and what is equal to an earlier sum has been met.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Next {
    weight: u64,
    word: Word,
    /// The element and the generator whose sum it is; `None` for a single heap.
    sum: Option<(u16, usize)>,
}

type Queue = BinaryHeap<Reverse<Next>>;

impl Next {
    fn new(word: Word, sum: Option<(u16, usize)>) -> Self {
        Self { weight: weight(&word), word, sum }
    }
}

impl Candidate {
    /// The guess for heaps 0 to `heaps` − 1.
    pub(super) fn new(
        code: &TakeAndBreak,
        heaps: usize,
        apart: &Apart,
        watch: &mut Watch<'_>,
    ) -> Result<Self, QuotientError> {
        let empty = ElementSet::default();
        let mut candidate = Self {
            words: vec![Vec::new()],
            generators: Vec::new(),
            elements: vec![0],
            heap_options: vec![empty.clone()],
            options: vec![empty.clone()],
            // Who is to move and cannot wins.
            rows: vec![empty],
            steps: vec![Vec::new()],
            products: FxHashMap::default(),
        };
        let mut options = Options::default();
        let mut open = Queue::new();
        open.extend((1..heaps).map(|heap| Reverse(Next::new(vec![as_u32(heap)], None))));
        while let Some(Reverse(next)) = open.pop() {
            watch.sum()?;
            let new = match next.sum {
                None => candidate.meet_heap(code, next.word, &mut options, apart, watch)?,
                Some((element, generator)) => candidate.meet_sum(element, generator, next.word, apart, watch)?,
            };
            if let Some(new) = new {
                candidate.open_sums_of(new, &mut open);
            }
        }
        Ok(candidate)
    }

    /// The sum of two elements.
    pub(super) fn product(&mut self, one: u16, other: u16) -> u16 {
        if one == 0 || other == 0 {
            return one | other;
        }
        let key = (one.min(other), one.max(other));
        if let Some(known) = self.products.get(&key) {
            return *known;
        }
        let word = self.words[usize::from(key.0)].clone();
        let product = word.into_iter().fold(key.1, |sum, heap| self.plus_heap(sum, heap));
        self.products.insert(key, product);
        product
    }

    /// The sum of an element and a generator given by its heap.
    fn plus_heap(&mut self, element: u16, heap: u32) -> u16 {
        match self.generators.binary_search(&heap) {
            Ok(generator) => self.step(element, generator).sum,
            Err(_) => element,
        }
    }

    /// The sum of an element and a generator, which has been met or is a sum of lighter parts.
    pub(super) fn step(&mut self, element: u16, generator: usize) -> Step {
        if let Some(step) = self.steps[usize::from(element)].get(generator).copied().flatten() {
            return step;
        }
        let by_part = self.step_by_part(element, generator);
        debug_assert!(by_part.is_some(), "a sum that has not been met has a part that is equal to a lighter one");
        let step = by_part.unwrap_or(Step { sum: element, how: How::Seems });
        self.set_step(element, generator, step);
        step
    }

    /// The sum, if it has a part that is equal to a lighter one: the element without one of its heaps, and the generator.
    fn step_by_part(&mut self, element: u16, generator: usize) -> Option<Step> {
        let mut word = self.words[usize::from(element)].clone();
        word.dedup();
        for heap in word {
            let rest = self.generators.binary_search(&heap).ok()?;
            let part = self.without(element, heap)?;
            let lighter = self.step(part, generator);
            if !matches!(lighter.how, How::IsIt) {
                let sum = self.step(lighter.sum, rest).sum;
                return Some(Step { sum, how: How::ByPart { part, rest } });
            }
        }
        None
    }

    /// The element whose word has one heap less: parts of the word of an element are words of elements.
    fn without(&self, element: u16, heap: u32) -> Option<u16> {
        let mut word = self.words[usize::from(element)].clone();
        word.remove(word.iter().position(|other| *other == heap)?);
        self.element_of_word(&word)
    }

    fn element_of_word(&self, word: &[u32]) -> Option<u16> {
        let mut element = 0_u16;
        for heap in word {
            let generator = self.generators.binary_search(heap).ok()?;
            let step = self.steps[usize::from(element)].get(generator).copied().flatten()?;
            element = matches!(step.how, How::IsIt).then_some(step.sum)?;
        }
        Some(element)
    }

    fn set_step(&mut self, element: u16, generator: usize, step: Step) {
        let steps = &mut self.steps[usize::from(element)];
        if steps.len() <= generator {
            steps.resize(generator + 1, None);
        }
        steps[generator] = Some(step);
    }

    /// Meets the next heap; hands back its element if that is new.
    fn meet_heap(
        &mut self,
        code: &TakeAndBreak,
        word: Word,
        options: &mut Options,
        apart: &Apart,
        watch: &mut Watch<'_>,
    ) -> Result<Option<u16>, QuotientError> {
        let elements = std::mem::take(&mut self.elements);
        let left = options.of_next(code, &elements, &mut |one, other| self.product(one, other));
        self.elements = elements;
        let left = left.map_err(|_| QuotientError::TooManyMoves { heap: self.elements.len() })?;
        self.heap_options.push(left.clone());
        if left.is_empty() {
            self.elements.push(0);
            return Ok(None);
        }
        let row = self.row(&left);
        let equal = self.equal(&row, &word, apart);
        let element = if let Some(equal) = equal {
            equal
        } else {
            self.generators.extend(&word);
            let new = self.add(word, left, row, watch)?;
            self.set_step(0, self.generators.len() - 1, Step { sum: new, how: How::IsIt });
            new
        };
        self.elements.push(element);
        Ok(equal.is_none().then_some(element))
    }

    /// Meets the sum of an element and a generator; hands back its element if that is new.
    fn meet_sum(
        &mut self,
        element: u16,
        generator: usize,
        word: Word,
        apart: &Apart,
        watch: &mut Watch<'_>,
    ) -> Result<Option<u16>, QuotientError> {
        if self.steps[usize::from(element)].get(generator).copied().flatten().is_some() {
            return Ok(None);
        }
        // A part may be equal to an earlier sum; or the same word has been met as another element and another generator.
        let known = self.step_by_part(element, generator).or_else(|| self.same_word(element, generator));
        if let Some(step) = known {
            self.set_step(element, generator, step);
            return Ok(None);
        }
        let left = self.options_of_sum(element, generator);
        let row = self.row(&left);
        let equal = self.equal(&row, &word, apart);
        let step = match equal {
            Some(sum) => Step { sum, how: How::Seems },
            None => Step { sum: self.add(word, left, row, watch)?, how: How::IsIt },
        };
        self.set_step(element, generator, step);
        Ok(equal.is_none().then_some(step.sum))
    }

    /// The sums of a new element with the generators are to be met; if it is a generator itself, all sums with it.
    fn open_sums_of(&self, new: u16, open: &mut Queue) {
        let word = &self.words[usize::from(new)];
        let mut push = |element: u16, generator: usize| {
            let mut word = self.words[usize::from(element)].clone();
            word.push(self.generators[generator]);
            word.sort_unstable();
            open.push(Reverse(Next::new(word, Some((element, generator)))));
        };
        (0..self.generators.len()).for_each(|generator| push(new, generator));
        if let ([heap], Some(last)) = (&word[..], self.generators.last())
            && heap == last
        {
            (1..new).for_each(|element| push(element, self.generators.len() - 1));
        }
    }

    /// The step to the same sum from an element that lacks another heap of it, if that step has been made.
    fn same_word(&self, element: u16, generator: usize) -> Option<Step> {
        let mut word = self.words[usize::from(element)].clone();
        word.dedup();
        word.into_iter().find_map(|heap| {
            let part = self.without(element, heap)?;
            let with = self.steps[usize::from(part)].get(generator).copied().flatten()?;
            let other = matches!(with.how, How::IsIt).then_some(with.sum)?;
            let generator = self.generators.binary_search(&heap).ok()?;
            self.steps[usize::from(other)].get(generator).copied().flatten()
        })
    }

    /// What the moves in the sum of an element and a generator leave.
    pub(super) fn options_of_sum(&mut self, element: u16, generator: usize) -> ElementSet {
        let heap = self.generators[generator] as usize;
        let in_element: Vec<u16> = self.options[usize::from(element)].iter().collect();
        let in_heap: Vec<u16> = self.heap_options[heap].iter().collect();
        let mut left: ElementSet = in_element.into_iter().map(|option| self.step(option, generator).sum).collect();
        for option in in_heap {
            left.insert(self.product(element, option));
        }
        left
    }

    /// The elements whose sum with a sum that leaves `left` is P.
    pub(super) fn row(&self, left: &ElementSet) -> ElementSet {
        let mut lost = ElementSet::default();
        let mut won = ElementSet::default();
        for option in left.iter() {
            won.unite(&self.rows[usize::from(option)]);
        }
        for (element, options) in (0_u16..).zip(&self.options) {
            if !won.contains(element) && !options.meets(&lost) {
                lost.insert(element);
            }
        }
        lost
    }

    /// An element with this row that is not known to be another than the sum.
    fn equal(&self, row: &ElementSet, word: &Word, apart: &Apart) -> Option<u16> {
        let same = (0_u16..).zip(&self.rows).filter(|(_, other)| *other == row);
        same.map(|(element, _)| element)
            .find(|element| !apart.contains(&(word.clone(), self.words[usize::from(*element)].clone())))
    }

    fn add(
        &mut self,
        word: Word,
        left: ElementSet,
        mut row: ElementSet,
        watch: &mut Watch<'_>,
    ) -> Result<u16, Stopped> {
        let new = watch.element(self.words.len())?;
        // With itself: it is P if no move leaves an element whose sum with it is P.
        if !left.meets(&row) {
            row.insert(new);
        }
        for element in row.iter().filter(|element| *element != new) {
            self.rows[usize::from(element)].insert(new);
        }
        self.words.push(word);
        self.options.push(left);
        self.rows.push(row);
        self.steps.push(Vec::new());
        Ok(new)
    }
}

/// The size of a heap as it is stored.
pub(super) fn as_u32(heap: usize) -> u32 {
    u32::try_from(heap).expect("nobody waits for the quotient of 2^32 heaps")
}
