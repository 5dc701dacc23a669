//! What the methods of misère play have taken for a question, so that it goes on after a stop.

use crate::components::Components;
use crate::method::Method;
use crate::misere::quotient::QuotientSoon;
use crate::solver::option_count::OptionCount;

/// What the methods have taken for the question asked last, in positions by [`Method`]. A question that is stopped and asked again
/// goes on from there: no method gets the same room once more.
#[derive(Clone, Debug)]
pub(crate) struct Taken<P> {
    /// The question; `None` if it was answered.
    pub(super) sum: Option<Components<P>>,
    /// Positions that each method took since the question was asked for the first time.
    pub(super) all: [u64; Method::ALL.len()],
    /// Positions that each method took before the question was asked again, without those that have been taken off the room of a later turn.
    pub(super) before: [u64; Method::ALL.len()],
    /// The method that has answered. It is [`Method::Forms`] also where all forms are tame, and the answer names [`Method::Tame`].
    pub(super) by: Option<Method>,
    /// Whether a component was met that is not shown to be tame.
    pub(super) has_met_wild: bool,
    /// The room of the last walk over the components that play can reach.
    pub(super) walked: u64,
    /// The search for their quotient, if the walk came to its end.
    pub(super) quotient: Option<QuotientSoon<P>>,
    /// Whether forms are expected to take long, so that the number of sums of a quotient has no bound.
    pub(super) is_long: bool,
    /// For each component the number of its options, as far as it was counted.
    option_counts: Vec<OptionCount>,
    /// The number of options that were looked at to see whether the question falls apart, and of the sums among them.
    pub(super) looked_at: [u64; 2],
}

impl<P> Default for Taken<P> {
    fn default() -> Self {
        let nothing = [0; Method::ALL.len()];
        Self {
            sum: None,
            all: nothing,
            before: nothing,
            by: None,
            has_met_wild: false,
            walked: 0,
            quotient: None,
            is_long: false,
            option_counts: Vec::new(),
            looked_at: [0; 2],
        }
    }
}

impl<P: Clone + PartialEq> Taken<P> {
    /// The search for a quotient that was begun for a question.
    pub(super) fn take_quotient(&mut self, sum: &Components<P>) -> Option<QuotientSoon<P>> {
        self.is_about(sum);
        self.quotient.take()
    }

    /// Keeps the search for a quotient, for this question.
    pub(super) fn keep_quotient(&mut self, sum: &Components<P>, quotient: QuotientSoon<P>) {
        self.is_about(sum);
        self.quotient = Some(quotient);
    }

    /// Bounds on the number of options of each component.
    pub(super) fn option_counts(&mut self, sum: &Components<P>) -> &mut [OptionCount] {
        self.is_about(sum);
        self.option_counts.resize(sum.len(), OptionCount::UNKNOWN);
        &mut self.option_counts
    }

    /// Forgets what was taken for another question.
    pub(super) fn is_about(&mut self, sum: &Components<P>) {
        if self.sum.as_ref() != Some(sum) {
            *self = Self { sum: Some(sum.clone()), ..Self::default() };
        }
    }

    /// The room of a turn, less what the method took before the question was asked again.
    pub(super) fn left(&mut self, method: Method, room: u64) -> u64 {
        let before = &mut self.before[method as usize];
        let taken = room.min(*before);
        *before -= taken;
        room - taken
    }
}
