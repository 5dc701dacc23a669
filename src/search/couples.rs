//! Couples of a position and a nimber, about which the nimber search asks: what the answers cost, and what the options tell together.

use crate::nimber::Nimber;
use crate::search::candidates::Candidates;
use crate::search::lists::Number;

/// Number of nimbers for which the costs of a position stand together: 0, 1, 2 and 3. Most questions are about these.
pub(super) const COUPLES: usize = 4;

/// Estimates of what is still to be done to prove that a value is a nimber, and that it is not, in the unit of
/// [`expected_work`](crate::ImpartialGame::expected_work).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Costs {
    pub(super) yes: u32,
    pub(super) no: u32,
}

impl Costs {
    pub(super) const UNLIMITED: Self = Self { yes: u32::MAX, no: u32::MAX };
    /// One question.
    pub(super) const ONE: u32 = 16;
    /// The question was not given up.
    pub(super) const NONE: Self = Self { yes: 0, no: 0 };
}

/// A question that would help to answer the question of a position under way: about an option that may have the nimber in question, or about
/// the position and a smaller nimber.
pub(super) struct Open {
    /// The component to be asked.
    pub(super) next: Number,
    /// Whether all other components have values.
    pub(super) is_alone: bool,
    /// The nim-sum of the components that have values.
    pub(super) known: Nimber,
    /// The nimber that the component is asked about, or none if it is asked for its value.
    pub(super) asked: Candidates,
    /// The costs of the question whether the option has the nimber.
    pub(super) costs: Costs,
    /// The cost of proving that the component has the nimber that it is asked about.
    pub(super) part: u32,
    /// The other threads and workers for which the component is under way, a bit each.
    pub(super) busy: u16,
}

/// What is known of the options of a position together.
#[derive(Clone, Copy)]
pub(super) struct Seen {
    /// The small values of options that are known.
    pub(super) attained: Candidates,
    /// All that some other option may be.
    pub(super) union: Candidates,
    /// The number of options whose values are not known.
    pub(super) live: usize,
}

impl Seen {
    /// What the value may be: a nimber that no option has, if each smaller one is the value of some option or may be.
    pub(super) fn possible(self) -> Candidates {
        // For options worth 0 and 2, and one that may be 1 or 3: the value is 1, or 3 if that option is worth 1.
        let rest = Candidates::ALL.without(self.attained);
        // A larger nimber needs an option with each smaller one: where none may have it, that one is the largest. And each option has one value.
        let until = rest.up_to(rest.without(self.union));
        until.first(self.live.saturating_add(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nimber by nimber.
    #[test]
    fn the_value_may_be_what_no_option_has() {
        let words = [0, 1, 0b101, 0b1111, 0xff00_ff00_ff00_ff00, 0x0123_4567_89ab_cdef, u64::MAX >> 2, u64::MAX];
        let set = |word: u64| {
            (0..=Candidates::SMALL)
                .filter(|bit| word >> bit & 1 > 0)
                .fold(Candidates::NONE, |set, bit| set.or(Candidates::of(Nimber::new(bit))))
        };
        for (attained, union) in
            words.iter().flat_map(|attained| words.map(|union| (set(attained & !(1 << 63)), set(union))))
        {
            for live in [0, 1, 2, 5, 31, 62, 63, 64, usize::MAX] {
                let (mut expected, mut needed) = (Candidates::NONE, 0);
                for nimber in (0..=Candidates::SMALL).map(|nimber| Candidates::of(Nimber::new(nimber))) {
                    if attained.meets(nimber) {
                        continue;
                    }
                    expected = expected.or(nimber);
                    needed += 1;
                    if !union.meets(nimber) || needed > live {
                        break;
                    }
                }
                assert_eq!(Seen { attained, union, live }.possible(), expected, "{attained} {union} {live}");
            }
        }
    }
}
