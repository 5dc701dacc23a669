//! A position under way in the nimber search: what is known of its options, and what it costs to know more.

use crate::nimber::Nimber;
use crate::search::candidates::Candidates;
use crate::search::facts::{Costs, Open};
use crate::search::lists::Number;

/// A question about the value of a position.
#[derive(Clone, Copy, Debug)]
pub(super) enum Question {
    /// The value. The question is given up when the number of listed positions under the control reaches `until`.
    Value { until: u64 },
    /// Whether the value is this nimber, which has a bit of its own. The question is given up when a cost reaches its limit.
    Is(Candidates, Costs),
}

impl Question {
    pub(super) const UNLIMITED: Self = Self::Value { until: u64::MAX };
}

/// What is found.
#[derive(Clone, Copy, Debug)]
pub(super) enum Found {
    Value(Nimber),
    /// The value is among these, and the question is answered by that.
    Among(Candidates),
    /// The value is among these, and the question whether it is this nimber, or the question for the value, was given up at these costs.
    GivenUp(Candidates, Candidates, Costs),
}

/// The part of the cost of an option, one in so many, that is added to the largest cost of all. (Geometric means of the listings of seven
/// boards of Cram from 4 × 7 to 5 × 8, and of eleven questions about Sprouts: with shares of a tenth to a twentieth they are a sixth and a
/// twentieth fewer than without.)
const SHARE: u64 = 10;

/// A position under way.
pub(super) struct Frame {
    pub(super) number: Number,
    pub(super) question: Question,
    /// The number of listed positions at which the question is given up.
    pub(super) until: u64,
    /// What was known of the value when the position was entered.
    pub(super) may: Candidates,
    /// The small values of options that are known.
    pub(super) attained: Candidates,
    /// The index of the first of its options among those of all positions under way.
    pub(super) first: usize,
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
    /// The number of listed positions when it was asked for a value.
    pub(super) asked_at: u64,
}

/// What the options cost that are not the cheapest.
pub(super) struct Rivals {
    /// The cost of the cheapest of them.
    pub(super) cheapest: u32,
    /// What they add to the cost of showing that no option has the target.
    pub(super) share: u32,
}

impl Frame {
    /// An option has this value.
    pub(super) fn attain(&mut self, value: Nimber) {
        let value = Candidates::of(value);
        if value.are_small() {
            self.attained = self.attained.or(value);
        }
    }

    /// Makes the union anew.
    pub(super) fn unite(&mut self, options: &[Open]) {
        self.union = options.iter().fold(Candidates::NONE, |all, option| all.or(option.may));
        self.age = 0;
    }

    /// The place of the option that is shown to have the target at the least cost, and the costs of showing that some option has the target,
    /// and that none has; `None` if no option may have it.
    ///
    /// That none has it must be shown for every option. Options have positions in common, so that their costs are not added in full: the
    /// largest counts, and of each other option 1 and a [share](SHARE) of its cost.
    pub(super) fn cheapest(&self, options: &[Open], by_cost: bool) -> Option<(usize, Costs, Rivals)> {
        let (mut place, mut best, mut second) = (None, u32::MAX, u32::MAX);
        let (mut dearest, mut sum, mut count) = (0, 0_u64, 0_u64);
        // Without costs an option is asked until it is known whether it has the target, and then the next one.
        let from = if by_cost { 0 } else { self.asked };
        for (number, option) in options.iter().enumerate().skip(from) {
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
            sum = sum.saturating_add(option.costs.no.into());
            count += 1;
        }
        let share = count.saturating_sub(1) + (sum - u64::from(dearest)) / SHARE;
        let share = u32::try_from(share).unwrap_or(u32::MAX);
        let costs = Costs { yes: best.min(u32::MAX - 1), no: dearest.saturating_add(share).min(u32::MAX - 1) };
        Some((place?, costs, Rivals { cheapest: second, share }))
    }

    /// What the value may be: a nimber that no option has, if each smaller one is the value of some option or may be.
    pub(super) fn possible(&mut self, options: &[Open]) -> Candidates {
        if self.age > options.len() / 32 {
            self.unite(options);
        }
        let mut possible = Candidates::NONE;
        let mut rest = Candidates::ALL.without(self.attained);
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
        possible.and(self.may)
    }
}
