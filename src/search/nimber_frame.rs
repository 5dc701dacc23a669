//! A position under way in the nimber search, with the question about it.

use crate::nimber::Nimber;
use crate::search::candidates::Candidates;
use crate::search::company::OWN;
use crate::search::couples::{Costs, Open};
use crate::search::lists::Number;

/// A question about the value of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Question {
    /// The value.
    Value,
    /// Whether the value is this nimber, which has a bit of its own. The question is given up when a cost reaches its limit.
    Is(Candidates, Costs),
}

/// What is found.
#[derive(Clone, Copy, Debug)]
pub(super) enum Found {
    Value(Nimber),
    /// The value is among these, and the question is answered by that.
    Among(Candidates),
    /// The value is among these, and the question whether it is this nimber was given up at these costs.
    GivenUp(Candidates, Candidates, Costs),
}

/// A position under way.
pub(super) struct Frame {
    pub(super) number: Number,
    pub(super) question: Question,
    /// Options that are asked one after the other without limits, where there are too many to compare their costs at each step. The next one is
    /// the last.
    pub(super) queue: Vec<Open>,
    /// The number of listings before this one.
    pub(super) began: u64,
}

impl Frame {
    /// Whether the position may ask this question about itself: whether it has a smaller nimber than the one in question. That ends, also where the
    /// position is an option of itself.
    pub(super) fn may_ask_itself(&self, question: Question) -> bool {
        match (self.question, question) {
            (Question::Value, Question::Is(..)) => true,
            (Question::Is(target, _), Question::Is(asked, _)) => asked.place() < target.place(),
            (_, Question::Value) => false,
        }
    }
}

/// Divisor of the cost of each option but the dearest: the quotient is added to the cost of the dearest option.
///
/// This and [`EACH`] are chosen by the geometric means of listings for six boards of Cram from 4 × 7 to 5 × 8, and for the outcomes of Sprouts
/// with 8 to 14, 16 and 17 spots: 18 100 and 5 200. With nine tenths of a question for each option, 19 800 and 6 500.
const SHARE: u64 = 10;

/// What each option but the dearest adds besides: six tenths of a question.
const EACH: u64 = Costs::ONE as u64 * 6;

/// What another thread at an option adds to its cost where an option is chosen: half a question. The costs of the question itself stay as they
/// are.
///
/// Geometric means of the listings for Sprouts of 10 to 17 spots, and for Cram, as multiples of those of one thread, with threads that take turns after
/// each listing:
///
/// | added for each other thread | two threads | four | eight |
/// |---|---|---|---|
/// | a quarter of a question | | 1.01, 1.02 | |
/// | half a question | 1.09, 1.03 | 1.12, 1.08 | 1.18, 1.12 |
/// | one question | 1.08, 1.04 | 1.13, 1.06 | 1.12, 1.23 |
/// | two questions | 1.07, 1.02 | 1.28, 1.10 | |
/// | the cost of the option once more | 1.25, 1.11 | | |
const BUSY: u32 = Costs::ONE / 2;

/// What another worker at an option adds to its cost: four questions, and the cost once more. A worker learns of others late, when they have listed a
/// hundred positions or more, so workers must keep further apart than threads. Cram 5 × 7, with workers that exchange all they have found after 50
/// listings each: with half a question, two workers took 1.5 times the listings of one, and eight 3.8 times; with this number 1.3 and 2.4 times.
const MET: u32 = Costs::ONE * 4;

/// Upper bound on what a worker's own order adds to the cost of an option: two questions. Workers that begin together know the same, so without it they
/// would choose the same options.
const OWN_ORDER: u32 = Costs::ONE * 2;

/// Who else is at work.
#[derive(Clone, Copy)]
pub(super) enum Others {
    /// Threads, which know at once what this one does.
    Threads,
    /// Workers, each with another order, by a number of its own; and threads of this worker.
    Workers(u32),
}

impl Others {
    /// The cost of an option where one is chosen.
    #[inline]
    fn dearer(self, open: &Open) -> u32 {
        let yes = open.costs.yes;
        match self {
            Self::Threads => yes.saturating_add(open.busy.count_ones() * BUSY),
            Self::Workers(seed) => {
                // 16 bits of a hash of the component and the worker: each worker has another small order.
                let own = (open.next ^ seed).wrapping_mul(0x85eb_ca6b) >> 16;
                let (threads, workers) = ((open.busy & OWN).count_ones(), (open.busy & !OWN).count_ones());
                let met = yes.saturating_add(MET).saturating_mul(workers);
                yes.saturating_add(met).saturating_add(threads * BUSY).saturating_add(own % OWN_ORDER)
            }
        }
    }
}

/// The open questions of a position, taken one by one: which is the cheapest, and what all of them cost together.
pub(super) struct Choice {
    others: Others,
    cheapest: Option<Open>,
    /// The costs of the cheapest option and of the second cheapest, with what others add to them.
    best: u32,
    second: u32,
    /// The least cost of an option at which others are.
    busy: u32,
    dearest: u32,
    sum: u64,
    /// The number of questions.
    pub(super) count: usize,
}

impl Choice {
    pub(super) const fn among(others: Others) -> Self {
        let [best, second, busy] = [u32::MAX; 3];
        Self { others, cheapest: None, best, second, busy, dearest: 0, sum: 0, count: 0 }
    }

    #[inline]
    pub(super) fn add(&mut self, open: Open) {
        let Costs { mut yes, no } = open.costs;
        if open.busy > 0 || matches!(self.others, Others::Workers(_)) {
            // The costs that are kept do not count other threads and workers, which leave the option again.
            self.busy = self.busy.min(yes);
            yes = self.others.dearer(&open);
        }
        // The first option is taken also if its cost is the maximum, so that some option is always chosen.
        if yes < self.best || self.cheapest.is_none() {
            (self.second, self.best, self.cheapest) = (self.best, yes, Some(open));
        } else {
            self.second = self.second.min(yes);
        }
        self.dearest = self.dearest.max(no);
        self.sum += u64::from(no);
        self.count += 1;
    }

    /// The option that is shown to have the nimber in question at the least cost; `None` if there is no option.
    ///
    /// One option with the nimber says no. To say yes, each option must be shown not to have it. Options have positions in common, so that their
    /// costs are not added in full: the largest counts, and of each other one a [share](SHARE) and a [part of a question](EACH).
    pub(super) fn cheapest(self) -> Option<Cheapest> {
        let open = self.cheapest?;
        // For options that cost 100 and 20 to rule out: 100 + 20 / 10 + 96 / 10, rounded down, which is 111.
        let dearest = u64::from(self.dearest);
        let yes = dearest + (self.sum - dearest) / SHARE + (self.count as u64 - 1) * EACH / 10;
        let own = u64::from(open.costs.no);
        // Once the dearest option has been asked, another may be the dearest. So the part that it adds as one of the others stays among the others.
        let others = yes - own + if own == dearest { own / SHARE } else { own - own / SHARE };
        // Below the limit of a question without limits, so that such a question is never given up.
        let cost = |cost: u64| u32::try_from(cost).unwrap_or(u32::MAX).min(u32::MAX - 1);
        let costs = Costs { yes: cost(yes), no: self.best.min(self.busy).min(u32::MAX - 1) };
        Some(Cheapest { open, costs, second: self.second, others: cost(others) })
    }
}

/// The option to be asked next.
pub(super) struct Cheapest {
    pub(super) open: Open,
    /// The costs of the question of the frame.
    pub(super) costs: Costs,
    /// The cost of the second cheapest.
    pub(super) second: u32,
    /// What the other options add to the cost of showing that none has the nimber.
    pub(super) others: u32,
}
