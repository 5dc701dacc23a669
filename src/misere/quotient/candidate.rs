//! A guess at the quotient: some sums of pieces as elements, and a table of the outcomes of the sums of two elements.
//!
//! Input: the rules of the pieces, a number of pieces, and pairs of sums that are known to differ. Output: a [`Candidate`]. It may be wrong; then
//! `refute.rs` finds a new pair of sums that differ, and the next guess is made with it.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::mem::take;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::control::Stopped;
use crate::misere::quotient::element_set::ElementSet;
use crate::misere::quotient::options::{Options, Products};
use crate::misere::quotient::pieces::{Pieces, weight};
use crate::misere::quotient::watch::Watch;

/// The sizes of the pieces of a sum, in ascending order.
pub(super) type Word = Vec<u32>;

/// Pairs of sums that are known to differ. The first is at least as heavy as the second.
pub(super) type KnownDifferent = FxHashSet<(Word, Word)>;

/// A guess at the quotient. An element stands for a class of sums of pieces that are assumed to be equal, and its *word* is the lightest
/// of them. Element 0 is the empty sum.
///
/// Sums are processed in ascending order of weight, so the options of a sum come before the sum. A sum is assumed to be equal to an
/// element if the sums of both with all elements so far have the same outcomes, and the two are not known to differ. Otherwise
/// it is a new element. The outcomes come from a table: the sum of two elements is P if no move in either of them leaves an element
/// whose sum with the other is P.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    /// Sums that are to be processed.
    queue: Queue,
    /// What is known of the moves in the next piece.
    next_options: Options,
    pub(super) words: Vec<Word>,
    /// The pieces that are elements of their own, in ascending order. All words are sums of them.
    pub(super) generators: Vec<u32>,
    /// The elements of pieces 0, 1, ..
    pub(super) elements: Vec<u16>,
    /// For each of these pieces the elements that its moves leave.
    pub(super) piece_options: Vec<ElementSet>,
    /// For each element the elements that the moves in its word leave.
    pub(super) options: Vec<ElementSet>,
    /// For each element the elements whose words have a move to it.
    left_by: Vec<ElementSet>,
    /// The table of outcomes: for each element the elements whose sum with it is P.
    pub(super) rows: Vec<ElementSet>,
    /// For each element and each generator their sum, if it has been processed.
    steps: Vec<Vec<Option<Step>>>,
    /// Cache of [`Self::product`].
    products: FxHashMap<(u16, u16), u16>,
}

/// The sum of an element and a generator.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) sum: u16,
    pub(super) how: How,
}

/// Why a sum is a certain element.
#[derive(Clone, Copy, Debug)]
pub(super) enum How {
    /// The sum is the word of the element.
    Word,
    /// The sum is assumed to be equal to the word, since both have the same outcomes in the table.
    Assumed,
    /// The sum has a part that is assumed to be equal to a lighter sum: the generator plus element `part`. The generator `rest` is what
    /// is left of the sum without that part.
    ByPart { part: u16, rest: usize },
}

/// A sum in the queue. The order is by weight, then by word, so that sums with more of the smaller pieces come first. It is compatible with
/// addition: if one sum comes before another, it still does after a third is added to both.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Next {
    weight: u64,
    word: Word,
    /// The element and the generator whose sum it is; `None` for a single piece.
    sum: Option<(u16, usize)>,
}

type Queue = BinaryHeap<Reverse<Next>>;

impl Next {
    fn new(rules: &dyn Pieces, word: Word, sum: Option<(u16, usize)>) -> Self {
        Self { weight: weight(rules, &word), word, sum }
    }
}

impl Candidate {
    /// The guess for pieces 0 to `pieces` − 1, before it is [completed](Self::complete).
    pub(super) fn new(rules: &dyn Pieces, pieces: usize) -> Self {
        let empty = ElementSet::default();
        Self {
            queue: (1..pieces).map(|piece| Reverse(Next::new(rules, vec![as_u32(piece)], None))).collect(),
            next_options: Options::default(),
            // Place 0 of each list is that of the empty sum, or of piece 0, which has ended.
            words: vec![Vec::new()],
            generators: Vec::new(),
            elements: vec![0],
            piece_options: vec![empty.clone()],
            options: vec![empty.clone()],
            left_by: vec![empty.clone()],
            // Misère play: the empty sum is an N-position.
            rows: vec![empty],
            steps: vec![Vec::new()],
            products: FxHashMap::default(),
        }
    }

    /// Processes all sums. After a stop the next call goes on.
    pub(super) fn complete(
        &mut self,
        rules: &dyn Pieces,
        different: &KnownDifferent,
        watch: &mut Watch<'_>,
    ) -> Result<(), Stopped> {
        // Generators weigh 1 or more, so a sum that is added to the queue is heavier than the one that was taken out.
        // So sums come in ascending order of weight, and pieces in the order of their numbers.
        while let Some(Reverse(next)) = self.queue.peek() {
            let (word, sum) = (next.word.clone(), next.sum);
            watch.sum()?;
            let new = match sum {
                None => self.process_piece(rules, word, different, watch),
                Some((element, generator)) => self.process_sum(element, generator, word, different, watch),
            };
            // A stop leaves the sum in the queue, and it counts when it has been processed.
            let new = new.inspect_err(|_| watch.take_back())?;
            self.queue.pop();
            if let Some(new) = new {
                self.enqueue_sums_of(rules, new);
            }
        }
        Ok(())
    }

    /// The sum of two elements.
    pub(super) fn product(&mut self, one: u16, other: u16) -> u16 {
        if one == 0 || other == 0 {
            // Element 0 is the empty sum, so the product is the other element.
            return one | other;
        }
        // The smaller number has the lighter word. Its pieces are added to the other element, one by one. If the guess
        // contradicts itself, the other order may lead to another element; the fixed order gives each pair one product.
        let key = (one.min(other), one.max(other));
        if let Some(known) = self.products.get(&key) {
            return *known;
        }
        let word = self.words[usize::from(key.0)].clone();
        let product = word.into_iter().fold(key.1, |sum, piece| self.plus_piece(sum, piece));
        self.products.insert(key, product);
        product
    }

    /// The sum of an element and a generator given by its piece.
    fn plus_piece(&mut self, element: u16, piece: u32) -> u16 {
        let generator = self.generator(piece);
        self.step(element, generator).sum
    }

    /// The place of a piece of a word among the generators.
    pub(super) fn generator(&self, piece: u32) -> usize {
        self.generators.binary_search(&piece).expect("words are sums of generators")
    }

    /// The sum of an element and a generator, which has been processed or has a part that is equal to a lighter sum.
    pub(super) fn step(&mut self, element: u16, generator: usize) -> Step {
        if let Some(step) = self.known_step(element, generator) {
            return step;
        }
        let step = self.step_by_part(element, generator);
        let step = step.expect("a sum that has not been processed has a part that is equal to a lighter one");
        self.set_step(element, generator, step);
        step
    }

    /// The sum of an element and a generator, if it has a part that is assumed to be equal to a lighter sum. The part is the sum without
    /// one piece of the element.
    fn step_by_part(&mut self, element: u16, generator: usize) -> Option<Step> {
        let mut word = self.words[usize::from(element)].clone();
        // Equal pieces give the same part. For element 1 1 2 and generator 5 the parts are 1 2 5 and 1 1 5.
        word.dedup();
        for piece in word {
            let rest = self.generator(piece);
            let part = self.without(element, piece)?;
            let lighter = self.step(part, generator);
            // The part is equal to a lighter sum, so the whole sum is that lighter sum plus the piece that was left
            // out.
            if !matches!(lighter.how, How::Word) {
                let sum = self.step(lighter.sum, rest).sum;
                return Some(Step { sum, how: How::ByPart { part, rest } });
            }
        }
        None
    }

    /// The element whose word is that of an element without one of its pieces. Each part of a word is a word too.
    fn without(&self, element: u16, piece: u32) -> Option<u16> {
        let mut word = self.words[usize::from(element)].clone();
        word.remove(word.iter().position(|other| *other == piece).expect("the piece is one of the word"));
        self.element_of_word(&word)
    }

    /// The element with this word, if all steps to it have been processed.
    fn element_of_word(&self, word: &[u32]) -> Option<u16> {
        // The pieces are added to the empty sum in ascending order. Each sum on the way must be a word too.
        let mut element = 0_u16;
        for piece in word {
            let step = self.known_step(element, self.generator(*piece))?;
            element = matches!(step.how, How::Word).then_some(step.sum)?;
        }
        Some(element)
    }

    fn known_step(&self, element: u16, generator: usize) -> Option<Step> {
        self.steps[usize::from(element)].get(generator).copied().flatten()
    }

    fn set_step(&mut self, element: u16, generator: usize, step: Step) {
        let steps = &mut self.steps[usize::from(element)];
        if steps.len() <= generator {
            steps.resize(generator + 1, None);
        }
        steps[generator] = Some(step);
    }

    /// Processes the next piece. Returns its element if that is new.
    fn process_piece(
        &mut self,
        rules: &dyn Pieces,
        word: Word,
        different: &KnownDifferent,
        watch: &mut Watch<'_>,
    ) -> Result<Option<u16>, Stopped> {
        // Taken out, since the closure borrows the guess for its products.
        let (elements, mut options) = (take(&mut self.elements), take(&mut self.next_options));
        let times = &mut |one, other| self.product(one, other);
        let left = rules.left_by_next(&mut options, &mut Products { elements: &elements, times, watch });
        (self.elements, self.next_options) = (elements, options);
        let left = left?;
        // A piece without moves is equal to the empty sum. `row` does not say so: its rule would call the sum of the
        // piece and element 0 a P-position, but a sum without moves is N.
        if left.is_empty() {
            self.piece_options.push(left);
            self.elements.push(0);
            return Ok(None);
        }
        let row = self.row(&left);
        let equal = self.equal(&row, &word, different);
        let element = if let Some(equal) = equal {
            equal
        } else {
            let new = self.add(word.clone(), left.clone(), row, watch)?;
            // Pieces come in ascending order, so the generators stay sorted for the binary search of `generator`.
            self.generators.extend(word);
            self.set_step(0, self.generators.len() - 1, Step { sum: new, how: How::Word });
            new
        };
        self.piece_options.push(left);
        self.elements.push(element);
        Ok(equal.is_none().then_some(element))
    }

    /// Processes the sum of an element and a generator. Returns its element if that is new.
    fn process_sum(
        &mut self,
        element: u16,
        generator: usize,
        word: Word,
        different: &KnownDifferent,
        watch: &mut Watch<'_>,
    ) -> Result<Option<u16>, Stopped> {
        if self.known_step(element, generator).is_some() {
            return Ok(None);
        }
        // A part may be equal to a lighter sum, or the same sum has been processed as another element plus another generator.
        let known = self.step_by_part(element, generator).or_else(|| self.same_word(element, generator));
        if let Some(step) = known {
            self.set_step(element, generator, step);
            return Ok(None);
        }
        let left = self.options_of_sum(element, generator);
        let row = self.row(&left);
        let equal = self.equal(&row, &word, different);
        let step = match equal {
            Some(sum) => Step { sum, how: How::Assumed },
            None => Step { sum: self.add(word, left, row, watch)?, how: How::Word },
        };
        self.set_step(element, generator, step);
        Ok(equal.is_none().then_some(step.sum))
    }

    /// Adds the sums of a new element and each generator to the queue. If the element is a new generator, also adds its sums with the
    /// elements before it.
    fn enqueue_sums_of(&mut self, rules: &dyn Pieces, new: u16) {
        let Self { words, generators, queue, .. } = self;
        let word = &words[usize::from(new)];
        let mut push = |element: u16, generator: usize| {
            let mut word = words[usize::from(element)].clone();
            word.push(generators[generator]);
            word.sort_unstable();
            queue.push(Reverse(Next::new(rules, word, Some((element, generator)))));
        };
        // Several entries may be the same sum, as an element plus a generator: 1 2 is element 1 plus 2 and element 2
        // plus 1. They follow one another in the queue, the first makes the element, and `same_word` finds it for the
        // others.
        (0..generators.len()).for_each(|generator| push(new, generator));
        if let ([piece], Some(last)) = (&word[..], generators.last())
            && piece == last
        {
            // Not element 0: its sum with the new generator is the new element.
            (1..new).for_each(|element| push(element, generators.len() - 1));
        }
    }

    /// The step to the same sum from another element, which lacks another piece of the sum, if that step has been processed.
    fn same_word(&self, element: u16, generator: usize) -> Option<Step> {
        let mut word = self.words[usize::from(element)].clone();
        word.dedup();
        word.into_iter().find_map(|piece| {
            // For the word 2 and generator 1: without piece 2 the word is empty. With 1 it is the word 1, and the step
            // from there with 2 is the same sum.
            let part = self.without(element, piece)?;
            let with = self.known_step(part, generator)?;
            let other = matches!(with.how, How::Word).then_some(with.sum)?;
            self.known_step(other, self.generator(piece))
        })
    }

    /// The elements that the moves in the sum of an element and a generator leave.
    pub(super) fn options_of_sum(&mut self, element: u16, generator: usize) -> ElementSet {
        let piece = self.generators[generator] as usize;
        let in_element: Vec<u16> = self.options[usize::from(element)].iter().collect();
        let in_piece: Vec<u16> = self.piece_options[piece].iter().collect();
        // A move is in the element or in the generator. Both kinds leave lighter sums, which have been processed.
        let mut left: ElementSet = in_element.into_iter().map(|option| self.step(option, generator).sum).collect();
        for option in in_piece {
            left.insert(self.product(element, option));
        }
        left
    }

    /// The row of a sum whose moves leave the elements `left`: the elements whose sum with it is P.
    pub(super) fn row(&self, left: &ElementSet) -> ElementSet {
        // Sums that have a move to P by a move in the given sum.
        let mut won = ElementSet::default();
        for option in left.iter() {
            won.unite(&self.rows[usize::from(option)]);
        }
        // The options of an element come before it, so their outcomes are known. Few elements are lost, so that it is faster to mark those that
        // leave them than to look at the options of each element.
        let mut lost = ElementSet::default();
        for (element, left_by) in (0_u16..).zip(&self.left_by) {
            if !won.contains(element) {
                lost.insert(element);
                won.unite(left_by);
            }
        }
        lost
    }

    /// An element with this row that is not known to differ from the sum.
    fn equal(&self, row: &ElementSet, word: &Word, different: &KnownDifferent) -> Option<u16> {
        let same = (0_u16..).zip(&self.rows).filter(|(_, other)| *other == row);
        // A known pair has the heavier sum first, and the sum in question is at least as heavy as all words.
        same.map(|(element, _)| element)
            .find(|element| !different.contains(&(word.clone(), self.words[usize::from(*element)].clone())))
    }

    /// Adds an element, with its row and column of the table.
    fn add(
        &mut self,
        word: Word,
        left: ElementSet,
        mut row: ElementSet,
        watch: &mut Watch<'_>,
    ) -> Result<u16, Stopped> {
        let new = watch.element(self.words.len())?;
        // The sum of the element with itself is P if no move leaves an element whose sum with it is P.
        // `row` was made before the element was in the table, so that its sum with itself is still missing.
        if !left.meets(&row) {
            row.insert(new);
        }
        // The table is symmetric: the new row is also the new column.
        for element in row.iter().filter(|element| *element != new) {
            self.rows[usize::from(element)].insert(new);
        }
        for option in left.iter() {
            self.left_by[usize::from(option)].insert(new);
        }
        self.words.push(word);
        self.left_by.push(ElementSet::default());
        self.options.push(left);
        self.rows.push(row);
        self.steps.push(Vec::new());
        Ok(new)
    }
}

/// The size of a piece as it is stored.
pub(super) fn as_u32(piece: usize) -> u32 {
    u32::try_from(piece).expect("2^32 pieces are out of reach: each takes a step for every smaller one")
}
