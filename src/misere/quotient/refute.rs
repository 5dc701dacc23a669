//! Finds out which of the equalities of a guess is false, from a sum where the guess contradicts the rules.

use crate::misere::quotient::candidate::{Candidate, How, Word, weight};
use crate::misere::quotient::element_set::ElementSet;

/// Two sums that were taken to be equal, in the company of a third.
struct Claim {
    left: Word,
    right: Word,
    rest: Word,
}

impl Candidate {
    /// The lightest sum of heaps that seemed to be equal to an element, and an element in whose company it is not, by the table.
    pub(super) fn contradiction(&mut self) -> Option<(Word, Word)> {
        let mut lightest: Option<(u64, Word, u16)> = None;
        let mut keep = |words: &[Word], word: Word, company: Option<u16>| {
            let Some(company) = company else { return };
            let heaviness = weight(&word) + weight(&words[usize::from(company)]);
            if lightest.as_ref().is_none_or(|(least, ..)| heaviness < *least) {
                lightest = Some((heaviness, word, company));
            }
        };
        for heap in 1..self.elements.len() {
            let (left, element) = (&self.heap_options[heap], self.elements[heap]);
            if !left.is_empty() {
                let company = self.told_apart_by(&self.row(left), element);
                keep(&self.words, vec![u32::try_from(heap).unwrap_or(u32::MAX)], company);
            }
        }
        for element in (0_u16..).take(self.words.len()) {
            for generator in 0..self.generators.len() {
                let step = self.step(element, generator);
                if !matches!(step.how, How::IsIt) {
                    let left = self.options_of_sum(element, generator);
                    let company = self.told_apart_by(&self.row(&left), step.sum);
                    let mut word = self.words[usize::from(element)].clone();
                    word.push(self.generators[generator]);
                    keep(&self.words, word, company);
                }
            }
        }
        let (_, word, company) = lightest?;
        Some((word, self.words[usize::from(company)].clone()))
    }

    /// The first, and so the lightest, element that tells a row and that of an element apart.
    fn told_apart_by(&self, row: &ElementSet, element: u16) -> Option<u16> {
        let other = &self.rows[usize::from(element)];
        (row != other).then(|| {
            (0_u16..).take(self.words.len()).find(|company| row.contains(*company) != other.contains(*company))
        })?
    }

    /// The first false one of the equalities by which a sum of heaps, in the company of others, is taken to be equal to an element.
    ///
    /// The guess is true of all lighter sums. So the outcomes of these sums, by the rules from those of what their moves leave, are
    /// true; where they change from one to the next, the two were taken to be equal and are not.
    pub(super) fn false_claim(&mut self, heaps: &[u32], company: &[u32]) -> Option<(Word, Word)> {
        let mut claims = Vec::new();
        let mut element = 0;
        for (place, heap) in heaps.iter().enumerate() {
            let rest = joined(&[&heaps[place + 1..], company]);
            element = self.claims_of_heap(element, *heap, &rest, &mut claims);
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
