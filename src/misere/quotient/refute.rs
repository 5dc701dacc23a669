//! Finds out which of the equalities of a guess is false, from a sum where the guess contradicts the rules.

use crate::control::Stopped;
use crate::misere::quotient::candidate::{Candidate, How, Word, as_u32, weight};
use crate::misere::quotient::element_set::ElementSet;
use crate::misere::quotient::error::QuotientError;
use crate::misere::quotient::watch::Watch;

/// Two sums that were taken to be equal, in the company of a third.
struct Claim {
    left: Word,
    right: Word,
    rest: Word,
}

/// The lightest sum that is known, and its company.
#[derive(Default)]
struct Lightest(Option<(u64, Word, Word)>);

impl Lightest {
    fn keep(&mut self, guess: &Candidate, company: Option<u16>, word: impl FnOnce() -> Word) {
        let Some(company) = company.map(|company| &guess.words[usize::from(company)]) else { return };
        let word = word();
        let both = weight(&word) + weight(company);
        if self.0.as_ref().is_none_or(|(least, ..)| both < *least) {
            self.0 = Some((both, word, company.clone()));
        }
    }
}

impl Candidate {
    /// A false equality, if the table of outcomes contradicts itself; `Err` if it does and none is found.
    ///
    /// It does if a sum that seemed to be equal to an element has other outcomes in some company; or if two generators, added to an
    /// element in one order or the other, give elements that have. Of all these sums with their company the lightest is asked.
    pub(super) fn contradiction(&mut self, watch: &mut Watch<'_>) -> Result<Option<(Word, Word)>, QuotientError> {
        let mut lightest = Lightest::default();
        self.unlike_their_elements(&mut lightest, watch)?;
        self.unlike_in_another_order(&mut lightest);
        let Some((_, word, company)) = lightest.0 else { return Ok(None) };
        let mut in_another_order = word.clone();
        if let [.., one, other] = &mut in_another_order[..] {
            std::mem::swap(one, other);
        }
        let claim = self.false_claim(&[&word, &in_another_order], &company);
        claim.map(Some).ok_or(QuotientError::Unsettled { computed: watch.heaps })
    }

    /// Sums of heaps that seemed to be equal to an element, and elements in whose company they are not, by the table.
    fn unlike_their_elements(&mut self, lightest: &mut Lightest, watch: &mut Watch<'_>) -> Result<(), Stopped> {
        for heap in 1..self.elements.len() {
            watch.again()?;
            let (left, element) = (&self.heap_options[heap], self.elements[heap]);
            if !left.is_empty() {
                let company = self.told_apart_by(&self.row(left), element);
                lightest.keep(self, company, || vec![as_u32(heap)]);
            }
        }
        for element in (0_u16..).take(self.words.len()) {
            for generator in 0..self.generators.len() {
                let step = self.step(element, generator);
                if !matches!(step.how, How::IsIt) {
                    watch.again()?;
                    let left = self.options_of_sum(element, generator);
                    let company = self.told_apart_by(&self.row(&left), step.sum);
                    lightest.keep(self, company, || self.word_and(element, &[generator]));
                }
            }
        }
        Ok(())
    }

    /// Sums of an element and two generators that are two elements, depending on which is added first, and elements that tell these
    /// apart.
    fn unlike_in_another_order(&mut self, lightest: &mut Lightest) {
        for element in (0_u16..).take(self.words.len()) {
            for one in 0..self.generators.len() {
                for other in 0..one {
                    let [first, second] = [[one, other], [other, one]]
                        .map(|order| order.iter().fold(element, |sum, generator| self.step(sum, *generator).sum));
                    if first != second {
                        let company = self.told_apart_by(&self.rows[usize::from(first)], second);
                        lightest.keep(self, company, || self.word_and(element, &[one, other]));
                    }
                }
            }
        }
    }

    /// The heaps of an element and then some generators, in this order.
    fn word_and(&self, element: u16, generators: &[usize]) -> Word {
        let generators = generators.iter().map(|generator| self.generators[*generator]);
        self.words[usize::from(element)].iter().copied().chain(generators).collect()
    }

    /// The first, and so the lightest, element that tells a row and that of an element apart.
    fn told_apart_by(&self, row: &ElementSet, element: u16) -> Option<u16> {
        let other = &self.rows[usize::from(element)];
        if row == other {
            return None;
        }
        (0_u16..).take(self.words.len()).find(|company| row.contains(*company) != other.contains(*company))
    }

    /// A false one of the equalities by which a sum of heaps, added in one order or another, is taken to be equal to an element, in the
    /// company of others.
    ///
    /// The guess is true of all lighter sums. So the outcomes of these sums, by the rules from those of what their moves leave, are
    /// true; where they change from one to the next, the two were taken to be equal and are not.
    pub(super) fn false_claim(&mut self, orders: &[&[u32]], company: &[u32]) -> Option<(Word, Word)> {
        let mut claims = Vec::new();
        for heaps in orders {
            let mut element = 0;
            for (place, heap) in heaps.iter().enumerate() {
                let rest = joined(&[&heaps[place + 1..], company]);
                element = self.claims_of_heap(element, *heap, &rest, &mut claims);
            }
        }
        let false_one = claims.into_iter().find(|Claim { left, right, rest }| {
            self.is_p_by_the_rules(&joined(&[left, rest])) != self.is_p_by_the_rules(&joined(&[right, rest]))
        })?;
        Some((false_one.left, false_one.right))
    }

    /// The equalities by which an element and a heap, in the company of a rest, are an element.
    fn claims_of_heap(&mut self, mut element: u16, heap: u32, rest: &[u32], claims: &mut Vec<Claim>) -> u16 {
        let generators = if self.generators.binary_search(&heap).is_ok() {
            vec![heap]
        } else {
            let right = self.words[usize::from(self.elements[heap as usize])].clone();
            let rest = joined(&[&self.words[usize::from(element)], rest]);
            claims.push(Claim { left: vec![heap], right: right.clone(), rest });
            right
        };
        for (place, heap) in generators.iter().enumerate() {
            if let Ok(generator) = self.generators.binary_search(heap) {
                let rest = joined(&[&generators[place + 1..], rest]);
                element = self.claims_of_step(element, generator, rest, claims);
            }
        }
        element
    }

    fn claims_of_step(&mut self, element: u16, generator: usize, rest: Word, claims: &mut Vec<Claim>) -> u16 {
        // Steps to be made one after the other, the next one last; the element of the first is that of the step before it.
        let mut open = vec![(Some(element), generator, rest)];
        let mut reached = element;
        while let Some((from, generator, rest)) = open.pop() {
            let from = from.unwrap_or(reached);
            let step = self.step(from, generator);
            match step.how {
                How::IsIt => reached = step.sum,
                How::Seems => {
                    let left = joined(&[&self.words[usize::from(from)], &[self.generators[generator]]]);
                    claims.push(Claim { left, right: self.words[usize::from(step.sum)].clone(), rest });
                    reached = step.sum;
                }
                How::ByPart { part, rest: other } => {
                    let more = joined(&[&[self.generators[other]], &rest]);
                    open.push((None, other, rest));
                    open.push((Some(part), generator, more));
                }
            }
        }
        reached
    }

    /// Whether no move in a sum leaves one that is P, by the guess; and there is a move.
    fn is_p_by_the_rules(&mut self, heaps: &[u32]) -> bool {
        let mut is_over = true;
        for (place, heap) in heaps.iter().enumerate() {
            let others = joined(&[&heaps[..place], &heaps[place + 1..]]);
            let others = others.iter().fold(0, |sum, heap| self.product(sum, self.elements[*heap as usize]));
            let left = &self.heap_options[*heap as usize];
            is_over &= left.is_empty();
            if left.meets(&self.rows[usize::from(others)]) {
                return false;
            }
        }
        !is_over
    }
}

/// All heaps of some sums, in ascending order.
fn joined(sums: &[&[u32]]) -> Word {
    let mut word = sums.concat();
    word.sort_unstable();
    word
}
