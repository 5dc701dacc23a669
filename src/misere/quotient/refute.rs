//! From a sum for which a guess contradicts the rules, finds an equality of the guess that is false.

use crate::control::Stopped;
use crate::misere::quotient::candidate::{Candidate, How, Word, as_u32};
use crate::misere::quotient::element_set::ElementSet;
use crate::misere::quotient::error::QuotientError;
use crate::misere::quotient::pieces::{Pieces, weight};
use crate::misere::quotient::watch::Watch;

/// An assumed equality of two sums, `left` = `right`, and a third sum that is added to both.
struct Claim {
    left: Word,
    right: Word,
    rest: Word,
}

/// The lightest contradiction so far: the weight of two sums together, the sum, and the other sum, its company.
type Lightest = Option<(u64, Word, Word)>;

/// How far a guess has been looked through for contradictions.
#[derive(Clone, Debug, Default)]
pub(super) struct Scan {
    lightest: Lightest,
    /// Number of pieces from piece 1 on, then of elements, then of elements once more, that have been looked at.
    done: usize,
}

impl Scan {
    /// Keeps the sum and its company if they are lighter than those so far.
    fn keep(&mut self, guess: &Candidate, rules: &dyn Pieces, company: Option<u16>, word: impl FnOnce() -> Word) {
        let Some(company) = company.map(|company| &guess.words[usize::from(company)]) else { return };
        let word = word();
        let both = weight(rules, &word) + weight(rules, company);
        if self.lightest.as_ref().is_none_or(|(least, ..)| both < *least) {
            self.lightest = Some((both, word, company.clone()));
        }
    }
}

impl Candidate {
    /// A false equality if the table of outcomes contradicts itself. `Err` if it does, and no false equality is found.
    ///
    /// There are two kinds of contradictions. A sum that was assumed to be equal to an element has another outcome than the element
    /// when a third element, the company, is added. Or two generators, added to an element in one order or the other, give
    /// elements that differ in this way. The lightest of all contradictions is examined. After a stop the next call goes on with the scan.
    pub(super) fn contradiction(
        &mut self,
        scan: &mut Scan,
        rules: &dyn Pieces,
        watch: &mut Watch<'_>,
    ) -> Result<Option<(Word, Word)>, QuotientError> {
        let (pieces, elements) = (self.elements.len() - 1, self.words.len());
        let element = |place: usize| u16::try_from(place).expect("there are at most 2^15 elements");
        while scan.done < pieces + 2 * elements {
            match scan.done.checked_sub(pieces) {
                None => self.unlike_its_element(1 + scan.done, scan, rules, watch)?,
                Some(place) if place < elements => self.unlike_their_elements(element(place), scan, rules, watch)?,
                Some(place) => self.unlike_in_another_order(element(place - elements), scan, rules, watch)?,
            }
            scan.done += 1;
        }
        let Some((_, word, company)) = scan.lightest.clone() else { return Ok(None) };
        let mut in_another_order = word.clone();
        // Two generators may have been added in two orders, and the false equality may be on the way of either.
        if let [.., one, other] = &mut in_another_order[..] {
            std::mem::swap(one, other);
        }
        // For a sum that is unlike its element, the claims on the way lead to sums with different outcomes at both
        // ends, so one of them is false. For two orders, the two ways begin at the same sum and end at elements with
        // different outcomes.
        let claim = self.false_claim(&[&word, &in_another_order], &company);
        claim.map(Some).ok_or(QuotientError::Unsettled { computed: watch.pieces })
    }

    /// Keeps a piece that was assumed to be equal to an element if, by the table, it differs from it in some company.
    fn unlike_its_element(
        &self,
        piece: usize,
        scan: &mut Scan,
        rules: &dyn Pieces,
        watch: &mut Watch<'_>,
    ) -> Result<(), Stopped> {
        watch.again()?;
        // The row that the moves of the piece give is compared with the row of the element that the piece was assumed
        // to be.
        let (left, element) = (&self.piece_options[piece], self.elements[piece]);
        // A piece without moves is element 0 by the rules, and not by a guess.
        if !left.is_empty() {
            let company = self.differing_company(&self.row(left), element);
            scan.keep(self, rules, company, || vec![as_u32(piece)]);
        }
        Ok(())
    }

    /// The same for the sums of an element and each generator.
    fn unlike_their_elements(
        &mut self,
        element: u16,
        scan: &mut Scan,
        rules: &dyn Pieces,
        watch: &mut Watch<'_>,
    ) -> Result<(), Stopped> {
        for generator in 0..self.generators.len() {
            let step = self.step(element, generator);
            // The row of a word was made from the options of this word, so only other sums can be unlike their
            // elements.
            if !matches!(step.how, How::Word) {
                watch.again()?;
                let left = self.options_of_sum(element, generator);
                let company = self.differing_company(&self.row(&left), step.sum);
                scan.keep(self, rules, company, || self.word_and(element, &[generator]));
            }
        }
        Ok(())
    }

    /// Adds two generators to an element in either order. Where the two orders lead to two elements that differ in some company, keeps the sum.
    fn unlike_in_another_order(
        &mut self,
        element: u16,
        scan: &mut Scan,
        rules: &dyn Pieces,
        watch: &mut Watch<'_>,
    ) -> Result<(), Stopped> {
        for one in 0..self.generators.len() {
            watch.again()?;
            // Each pair of generators once, since both orders of a pair are looked at together.
            for other in 0..one {
                let [first, second] = [[one, other], [other, one]]
                    .map(|order| order.iter().fold(element, |sum, generator| self.step(sum, *generator).sum));
                if first != second {
                    let company = self.differing_company(&self.rows[usize::from(first)], second);
                    scan.keep(self, rules, company, || self.word_and(element, &[one, other]));
                }
            }
        }
        Ok(())
    }

    /// The pieces of an element, followed by some generators in this order.
    fn word_and(&self, element: u16, generators: &[usize]) -> Word {
        let generators = generators.iter().map(|generator| self.generators[*generator]);
        self.words[usize::from(element)].iter().copied().chain(generators).collect()
    }

    /// The first element, and so the lightest, at which a row and the row of an element differ.
    fn differing_company(&self, row: &ElementSet, element: u16) -> Option<u16> {
        let other = &self.rows[usize::from(element)];
        if row == other {
            return None;
        }
        (0_u16..).take(self.words.len()).find(|company| row.contains(*company) != other.contains(*company))
    }

    /// A false equality among those by which the guess reduces a sum of pieces, added in one of these orders, to an element. The company is
    /// added to all sums.
    ///
    /// The guess has the right outcomes for all lighter sums. So the rules give the right outcome of each sum on the way, from the
    /// guessed outcomes of its options. Where two successive sums have different outcomes, the equality between them is false.
    pub(super) fn false_claim(&mut self, orders: &[&[u32]], company: &[u32]) -> Option<(Word, Word)> {
        let mut claims = Vec::new();
        for pieces in orders {
            // `element` is what the pieces so far are reduced to, and `rest` is what is added to each claim: the pieces
            // that come later, and the company.
            let mut element = 0;
            for (place, piece) in pieces.iter().enumerate() {
                let rest = joined(&[&pieces[place + 1..], company]);
                element = self.claims_of_piece(element, *piece, &rest, &mut claims);
            }
        }
        // All claims are tried, since the first ones may be true. A claim says that two sums are equal in all company,
        // and one outcome that differs refutes it.
        let false_one = claims.into_iter().find(|Claim { left, right, rest }| {
            self.is_p_by_the_rules(&joined(&[left, rest])) != self.is_p_by_the_rules(&joined(&[right, rest]))
        })?;
        Some((false_one.left, false_one.right))
    }

    /// Collects the equalities by which the guess reduces an element plus a piece to an element. The rest is added to all sums.
    fn claims_of_piece(&mut self, mut element: u16, piece: u32, rest: &[u32], claims: &mut Vec<Claim>) -> u16 {
        let generators = if self.generators.binary_search(&piece).is_ok() {
            // A generator is a word of its own, so there is nothing to claim about it.
            vec![piece]
        } else {
            // First claim: the piece is equal to the word of its element. Then the pieces of that word are added one by
            // one.
            let right = self.words[usize::from(self.elements[piece as usize])].clone();
            let rest = joined(&[&self.words[usize::from(element)], rest]);
            claims.push(Claim { left: vec![piece], right: right.clone(), rest });
            right
        };
        for (place, piece) in generators.iter().enumerate() {
            // The generators that come later are a part of the rest.
            let rest = joined(&[&generators[place + 1..], rest]);
            element = self.claims_of_step(element, self.generator(*piece), rest, claims);
        }
        element
    }

    /// The same for an element plus a generator.
    fn claims_of_step(&mut self, element: u16, generator: usize, rest: Word, claims: &mut Vec<Claim>) -> u16 {
        // A stack of steps that follow one another. `None` stands for the element that the step before it reaches.
        let mut open = vec![(Some(element), generator, rest)];
        let mut reached = element;
        while let Some((from, generator, rest)) = open.pop() {
            let from = from.unwrap_or(reached);
            let step = self.step(from, generator);
            match step.how {
                How::Word => reached = step.sum,
                How::Assumed => {
                    let left = joined(&[&self.words[usize::from(from)], &[self.generators[generator]]]);
                    claims.push(Claim { left, right: self.words[usize::from(step.sum)].clone(), rest });
                    reached = step.sum;
                }
                How::ByPart { part, rest: other } => {
                    // The sum is `part`, the generator, and one generator more, `other`. First `part` and the generator
                    // are reduced, with `other` in the rest; then `other` is added to what they are reduced to. The
                    // last step that is pushed is the first to be taken out.
                    let more = joined(&[&[self.generators[other]], &rest]);
                    open.push((None, other, rest));
                    open.push((Some(part), generator, more));
                }
            }
        }
        reached
    }

    /// Whether a sum is P by the rules: it has a move, and no move leaves a sum that is P by the guess.
    fn is_p_by_the_rules(&mut self, pieces: &[u32]) -> bool {
        let mut is_over = true;
        for (place, piece) in pieces.iter().enumerate() {
            let others = joined(&[&pieces[..place], &pieces[place + 1..]]);
            // The sum that a move in this piece leaves is an option of the piece plus the other pieces. Each option is
            // lighter, so the table has its right outcome.
            let others = others.iter().fold(0, |sum, piece| self.product(sum, self.elements[*piece as usize]));
            let left = &self.piece_options[*piece as usize];
            is_over &= left.is_empty();
            if left.meets(&self.rows[usize::from(others)]) {
                return false;
            }
        }
        // A sum without moves is N: in misère play the player who cannot move wins.
        !is_over
    }
}

/// The sum of several sums of pieces.
fn joined(sums: &[&[u32]]) -> Word {
    let mut word = sums.concat();
    word.sort_unstable();
    word
}
