//! What it costs to answer a question of the nimber search: estimates for couples, from what is known of positions.

use crate::nimber::Nimber;
use crate::search::candidates::Candidates;
use crate::search::couples::{COUPLES, Costs, Open};
use crate::search::facts::Facts;
use crate::search::growth::push;
use crate::search::lists::Number;
use crate::search::records::Fact;

/// Values of components are looked for among the nimbers below this one first.
const LIKELY: u64 = 8;

/// Divisor of the cost of proving a value, in a sum: values of components answer for many other options, too. (Geometric means
/// of listings of Cram and Sprouts as for the shares of costs in `nimber_frame`: without it 20 900 and 5 800.)
const IN_SUM: u32 = 4;

impl<P> Facts<P> {
    /// The question about an option with one component without a value.
    #[inline]
    pub(super) fn alone(&self, next: Number, fact: Option<&Fact>, known: Nimber, target: Candidates) -> Open {
        let wanted = target.plus(known);
        let costs = self.costs(next, fact, wanted);
        // Two large nimbers cannot be told apart by their bits, so the component is asked for its value.
        let asked = if wanted.are_small() { wanted } else { Candidates::NONE };
        Open { next, is_alone: true, known, asked, costs, part: costs.yes, busy: self.busy(fact) }
    }

    /// The other threads and workers for which a position is under way.
    #[inline]
    fn busy(&self, fact: Option<&Fact>) -> u16 {
        fact.map_or(0, |fact| fact.open & !self.own)
    }

    /// The question about the position and a smaller nimber.
    pub(super) fn own(&self, number: Number, nimber: Nimber) -> Open {
        self.alone(number, self.records.asked(number), Nimber::ZERO, Candidates::of(nimber))
    }

    /// The question about an option with several components without values. All but the dearest are asked for their values, the cheapest first.
    pub(super) fn together(&self, live: &[Number], known: Nimber) -> Open {
        let (mut sum, mut last) = (0_u32, Costs { yes: 0, no: 0 });
        let (mut dearest, mut cheapest) = (0, (u32::MAX, live[0], Candidates::NONE));
        for number in live {
            let (part, nimber, usual) = self.cost_of_value(*number);
            sum = sum.saturating_add(part);
            if part >= dearest {
                (dearest, last) = (part, usual);
            }
            if part < cheapest.0 {
                cheapest = (part, *number, nimber);
            }
        }
        // The last component is asked about one nimber, so only the others have to be solved in full.
        let others = sum.saturating_sub(dearest) / IN_SUM;
        let costs = Costs { yes: others.saturating_add(last.yes / IN_SUM), no: others.saturating_add(last.no) };
        // The cheapest component comes first. The question about it is whether its value is the nimber that is the
        // cheapest to prove.
        let (part, next, asked) = cheapest;
        Open { next, is_alone: false, known, asked, costs, part, busy: self.busy(self.records.asked(next)) }
    }

    /// The cost of finding the value; the nimber that is the cheapest to prove, or none; and the usual costs of a question about one nimber: the
    /// mean for the least nimbers that the value may be.
    fn cost_of_value(&self, number: Number) -> (u32, Candidates, Costs) {
        let fact = self.records.asked(number);
        let Fact { may, couples, .. } = *fact.unwrap_or(&Fact::NONE);
        let least = (0..LIKELY).map(|nimber| Candidates::of(Nimber::new(nimber))).filter(|nimber| may.meets(*nimber));
        let mut least = least.take(COUPLES).peekable();
        let first = self.first_costs(number, fact);
        // No question about it was given up, so all nimbers cost the same.
        if couples == 0 {
            return (first.yes, least.peek().copied().unwrap_or(Candidates::NONE), first);
        }
        let (mut cheapest, mut yes, mut no, mut count) = ((u32::MAX, Candidates::NONE), 0_u64, 0_u64, 0_u64);
        for nimber in least {
            let costs = self.costs(number, fact, nimber);
            if costs.yes < cheapest.0 {
                cheapest = (costs.yes, nimber);
            }
            yes += u64::from(costs.yes);
            no += u64::from(costs.no);
            count += 1;
        }
        // The value is none of the likely nimbers.
        if count == 0 {
            return (first.yes, Candidates::NONE, first);
        }
        let mean = |sum: u64| u32::try_from(sum / count).unwrap_or(u32::MAX);
        (cheapest.0, cheapest.1, Costs { yes: mean(yes), no: mean(no) })
    }

    /// The costs of the question whether the value is this nimber. `fact` is what is known of the position, if it was asked.
    #[inline]
    fn costs(&self, number: Number, fact: Option<&Fact>, nimber: Candidates) -> Costs {
        let place = nimber.place();
        let found = match fact.and_then(|fact| fact.couples.checked_sub(1)) {
            None => Costs::NONE,
            // Nimbers from 4 on have a place above the end of the array, and their costs in `rare`.
            Some(couples) => match self.couples[couples as usize].get(usize::from(place)) {
                Some(costs) => *costs,
                None => self.rare.get(&(number, place)).copied().unwrap_or(Costs::NONE),
            },
        };
        // No question about this nimber was given up, although one about another was.
        if found == Costs::NONE { self.first_costs(number, fact) } else { found }
    }

    /// Keeps the costs of a question that was given up.
    pub(super) fn set_costs(&mut self, number: Number, nimber: Candidates, costs: Costs) {
        if self.fact(number).couples == 0 {
            push(&mut self.couples, [Costs::NONE; COUPLES]);
            self.fact_mut(number).couples =
                u32::try_from(self.couples.len()).expect("there are fewer than 2^31 positions");
        }
        let couples = self.fact(number).couples as usize - 1;
        match self.couples[couples].get_mut(usize::from(nimber.place())) {
            Some(place) => *place = costs,
            None => _ = self.rare.insert((number, nimber.place()), costs),
        }
    }

    /// The costs before anything is known: each move must be answered to prove that the position has a nimber, and one to prove that it has
    /// not. (Bench `cram`: without the moves twice as many positions.) A rule book may [expect](crate::game::ImpartialGame::expected_work) other
    /// costs of the proof. The value of a position that stands in many lists answers for many positions, so that it is asked earlier (Cram to
    /// 5 × 7: a tenth fewer listings).
    #[inline]
    fn first_costs(&self, number: Number, fact: Option<&Fact>) -> Costs {
        let (weight, met) = self.records.weight_and_met(number, fact);
        // At most a quarter of the expected work is taken off.
        let met = met.min(weight / Costs::ONE / 4) * Costs::ONE;
        Costs { yes: Costs::ONE.saturating_add(weight - met), no: Costs::ONE }
    }
}
