//! A position under way in the nimber search: what is known of its options, and what it costs to know more.

use crate::components::Components;
use crate::mex::MexSet;
use crate::nimber::Nimber;
use crate::search::candidates::Candidates;

/// What is known of a position whose value is not.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fact {
    pub(super) may: Candidates,
    /// The costs of the last question about one nimber that was given up.
    pub(super) about: Candidates,
    pub(super) costs: Costs,
}

impl Fact {
    pub(super) const NONE: Self = Self { may: Candidates::ALL, about: Candidates::NONE, costs: Costs::FIRST };
}

/// Lower bounds on the numbers of positions that must still be answered to prove that a value is a nimber, and that it is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Costs {
    pub(super) yes: u32,
    pub(super) no: u32,
}

impl Costs {
    pub(super) const FIRST: Self = Self::first(0);
    pub(super) const UNLIMITED: Self = Self { yes: u32::MAX, no: u32::MAX };

    /// The costs before anything is known: each move that the option has must be answered to prove that it has a nimber, and one to
    /// prove that it has not. (Bench `cram`: without the moves twice as many positions.)
    pub(super) const fn first(moves: u32) -> Self {
        Self { yes: moves.saturating_add(1), no: 1 }
    }
}

/// A question about the value of a position.
#[derive(Clone, Copy, Debug)]
pub(super) enum Question {
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
    /// The question was given up.
    GivenUp(Fact),
}

/// An option whose value is not known.
pub(super) struct Open<P> {
    /// The nim-sum of the components that have values.
    pub(super) known: Nimber,
    /// The keys of the others, the heaviest first.
    pub(super) missing: Components<P>,
    /// What the value may be; none after the value is known.
    pub(super) may: Candidates,
    pub(super) weight: u32,
    /// The costs of the question whether the value is the target of the frame.
    pub(super) costs: Costs,
}

/// A position under way.
pub(super) struct Frame<P> {
    pub(super) key: P,
    pub(super) question: Question,
    /// What the memo knew.
    pub(super) fact: Fact,
    pub(super) attained: MexSet,
    pub(super) attained_small: Candidates,
    pub(super) options: Vec<Open<P>>,
    /// The number of options whose values are not known.
    pub(super) live: usize,
    /// All that some option may be, and perhaps more: options were told apart since.
    pub(super) union: Candidates,
    /// Answers since the union was made.
    pub(super) age: usize,
    /// The nimber that the options are asked about.
    pub(super) target: Candidates,
    /// The option that was asked last.
    pub(super) asked: usize,
}

/// What the options cost that are not the cheapest.
pub(super) struct Rivals {
    /// The cost of the cheapest of them.
    pub(super) cheapest: u32,
    /// Their number.
    pub(super) count: u32,
}

impl<P> Frame<P> {
    pub(super) const fn new(key: P, question: Question, fact: Fact) -> Self {
        Self {
            key,
            question,
            fact,
            attained: MexSet::new(),
            attained_small: Candidates::NONE,
            options: Vec::new(),
            live: 0,
            union: Candidates::ALL,
            age: 0,
            target: Candidates::NONE,
            asked: 0,
        }
    }

    /// An option has this value.
    pub(super) fn attain(&mut self, value: Nimber) {
        self.attained.insert(value);
        if value.get() < Candidates::SMALL {
            self.attained_small = self.attained_small.or(Candidates::of(value));
        }
    }

    /// Makes the union anew.
    pub(super) fn unite(&mut self) {
        self.union = self.options.iter().fold(Candidates::NONE, |all, option| all.or(option.may));
        self.age = 0;
    }

    /// The place of the option that is shown to have the target at the least cost, and the costs of showing that some option has the target,
    /// and that none has; `None` if no option may have it.
    ///
    /// That none has it must be shown for every option. Options have positions in common, so that their costs are not added: the
    /// largest counts, and 1 for each other option.
    pub(super) fn cheapest(&self, by_cost: bool) -> Option<(usize, Costs, Rivals)> {
        let (mut place, mut best, mut second) = (None, u32::MAX, u32::MAX);
        let (mut dearest, mut count) = (0, 0_u32);
        // Without costs an option is asked until it is known whether it has the target, and then the next one.
        let from = if by_cost { 0 } else { self.asked };
        for (number, option) in self.options.iter().enumerate().skip(from) {
            if !option.may.meets(self.target) {
                continue;
            }
            if place.is_none() || option.costs.yes < best {
                second = best;
                best = option.costs.yes;
                place = Some(number);
                if !by_cost {
                    break;
                }
            } else {
                second = second.min(option.costs.yes);
            }
            dearest = dearest.max(option.costs.no);
            count = count.saturating_add(1);
        }
        let count = count.saturating_sub(1);
        let costs = Costs { yes: best.min(u32::MAX - 1), no: dearest.saturating_add(count).min(u32::MAX - 1) };
        Some((place?, costs, Rivals { cheapest: second, count }))
    }

    /// What the value may be: a nimber that no option has, if each smaller one is the value of some option or may be.
    pub(super) fn possible(&mut self) -> Candidates {
        if self.age > self.options.len() / 32 {
            self.unite();
        }
        let mut possible = Candidates::NONE;
        let mut rest = Candidates::ALL.without(self.attained_small);
        let mut missing = 0;
        loop {
            let least = Candidates::of(rest.least());
            possible = possible.or(least);
            rest = rest.without(least);
            if rest.is_empty() || !self.union.meets(least) || missing == self.live {
                break;
            }
            missing += 1;
        }
        possible.and(self.fact.may)
    }
}
