//! The theorem of miserable games, which are won in misère play as in normal play, but near the end.
//!
//! Some components are *fickle*: worth 0 or 1, and in misère play the other one. A heap of Nim is fickle if it has at most one counter. Suppose that
//! - a component that has ended is fickle and worth 0;
//! - of a fickle component, an option all of whose components are fickle is worth the other one of 0 and 1, and there is one unless the component
//!   has ended; every other option is worth 2 or more;
//! - of any other component, the options all of whose components are fickle have both values, or there are none.
//!
//! Theorem: the misère value of a sum is the nim-sum of the values, but if all components are fickle, the other one of 0 and 1.
//!
//! Proof by induction. If not all components are fickle, an option in which all are is a move in the only component that is not. So there are options of this kind
//! with both values or none, and to exchange the two values changes nothing about the set of all values. All other options have the same value in both kinds of play.
//! If all components are fickle, let *v* be 0 or 1, their nim-sum. Options in which all are fickle have misère value *v*, and others 2 or more. So the misère value
//! is the other one of 0 and 1 if there is an option of the first kind. If there is none, all have ended, *v* is 0, and the misère value is 1.
//!
//! Reference: Gurvich, *On the misère version of game Euclid and miserable games*, 2007; Gurvich and Ho, *On tame, pet, domestic, and miserable impartial games*,
//! 2018 (sums).

use std::iter::Sum;

use crate::control::Stopped;
use crate::nimber::Nimber;
use crate::outcome::{Play, outcome_of};
use crate::question::{Answer, Question};

/// What components of miserable games are worth together.
#[derive(Clone, Copy, Default)]
pub(super) struct Miserable {
    nim_sum: u64,
    /// The number of components that are not fickle.
    firm: usize,
}

impl Miserable {
    /// One component.
    pub(super) fn of(value: u64, is_fickle: bool) -> Self {
        Self { nim_sum: value, firm: usize::from(!is_fickle) }
    }

    /// A heap of Nim: all of its options are smaller heaps.
    pub(super) fn heap(size: u64) -> Self {
        Self::of(size, size <= 1)
    }

    /// The components without one of them.
    pub(super) fn without(self, one: Self) -> Self {
        Self { nim_sum: self.nim_sum ^ one.nim_sum, firm: self.firm - one.firm }
    }

    /// The value in misère play, 0 if and only if the components are lost.
    pub(super) fn misere_value(self) -> Nimber {
        Nimber::new(self.nim_sum ^ u64::from(self.firm == 0))
    }

    /// The moves in a component that win beside these components in misère play. `leaving` lists the moves that leave a value, `leaves_fickle` tells whether all
    /// components that a move leaves are fickle, and `key` the order of the moves.
    pub(super) fn wins<'a, M, I, K>(
        self,
        mut leaving: impl FnMut(Nimber) -> Result<I, Stopped>,
        leaves_fickle: impl Fn(&M) -> bool,
        key: impl Fn(&M) -> K,
    ) -> Answer<'a, M>
    where
        M: 'a,
        I: Iterator<Item = M> + 'a,
        K: Ord,
    {
        // Beside a component that is not fickle, the value alone decides.
        if self.firm > 0 {
            return leaving(Nimber::new(self.nim_sum)).map_or_else(Answer::Stopped, Answer::moves);
        }
        let mut moves = Vec::new();
        for value in [0, 1] {
            // With fickle components alone, a nim-sum of 1 is lost.
            let wins = |mv: &M| leaves_fickle(mv) == (value != self.nim_sum);
            match leaving(Nimber::new(value)) {
                Ok(found) => moves.extend(found.filter(wins)),
                Err(stopped) => return Answer::Stopped(stopped),
            }
        }
        moves.sort_unstable_by_key(key);
        Answer::moves(moves.into_iter())
    }

    fn argument(self) -> String {
        let (sum, fickle) = (Nimber::new(self.nim_sum), "fickle (worth 0 or 1, and the other one in misère play)");
        if self.firm == 0 {
            return format!("all components are {fickle}, and the nim-sum of their values is {sum}");
        }
        format!("not all components are {fickle}, so that the nim-sum {sum} of the values decides as in normal play")
    }
}

impl Sum for Miserable {
    fn sum<I: Iterator<Item = Self>>(parts: I) -> Self {
        let add = |one: Self, other: Self| Self { nim_sum: one.nim_sum ^ other.nim_sum, firm: one.firm + other.firm };
        parts.fold(Self::default(), add)
    }
}

/// What the theorem answers about misère play. `worth` tells what a component is worth, if that is known, and `wins` lists the moves in a component that
/// win beside others.
pub(super) fn answer<'a, P, M>(
    question: Question<'a, P>,
    worth: impl Fn(&P) -> Option<Miserable>,
    wins: impl FnOnce(&'a P, Miserable) -> Answer<'a, M>,
) -> Answer<'a, M> {
    let (Some(sum), Some(Play::Misere)) = (question.sum(), question.play()) else { return Answer::Unknown };
    let Some(all) = sum.iter().map(&worth).sum::<Option<Miserable>>() else { return Answer::Unknown };
    match question {
        Question::Outcome { .. } => Answer::Outcome(outcome_of(all.misere_value())),
        Question::Argument { .. } => Answer::Text(all.argument()),
        Question::Winning { component, .. } => {
            let found = sum.get(component).and_then(|part| Some((part, all.without(worth(part)?))));
            found.map_or(Answer::Unknown, |(part, others)| wins(part, others))
        }
        _ => Answer::Unknown,
    }
}
