//! What a nimber search keeps in a store of positions without values, so that after a kill the next search goes on from there.
//!
//! In: a nimber search whose memo has a [`Checkpoint`]. Out: in the checkpoint now and then, and when the search stops, the nimbers that the values of
//! listed positions may be, and the costs of the questions that were given up. The next search learns them, and takes the way that this one went. It
//! lists the positions on this way anew, since lists are not kept.
//!
//! By hand: *a* has the options *b* and *c*. A search has found that *b* is not `*0` and is at *c* when it is killed. The next one lists *a*, and then needs only *c*.

use std::cmp::Reverse;
use std::iter;

use crate::control::Stopped;
use crate::game::ImpartialGame;
use crate::nimber::Nimber;
use crate::search::checkpoint::Checkpoint;
use crate::search::facts::Facts;
use crate::search::lists::Number;
use crate::search::memo::Memo;
use crate::search::nimber_frame::Frame;
use crate::search::nimber_workers::candidates;
use crate::search::nimbers::NimberSearch;
use crate::search::records::Fact;
use crate::search::slots::hash;

impl<G: ImpartialGame, T: Memo<G::Position, Nimber>> NimberSearch<'_, G, T> {
    /// Whether something has come that may answer questions on the path: from other workers, or of an earlier search.
    #[inline]
    pub(super) fn has_news(&mut self, path: &[Frame]) -> Result<bool, Stopped> {
        let has_heard = self.is_time_to_exchange() && !path.is_empty() && self.exchange_from(path);
        let is_time = self.control.is_due() && !path.is_empty();
        Ok(is_time && self.look_at_checkpoint(path.len() as u64)? || has_heard)
    }

    /// Learns what an earlier search has kept, and keeps what this one knows, if it is time. Returns whether there was something to learn, which may answer
    /// questions on the paths. A bound is met between two parts: what is not read then stays in the checkpoint.
    #[cold]
    pub(super) fn look_at_checkpoint(&mut self, unfinished: u64) -> Result<bool, Stopped> {
        let mut has_learned = false;
        while let Some(facts) = self.values.checkpoint().map(Checkpoint::read).filter(|facts| !facts.is_empty()) {
            for (key, found) in facts {
                // Of what does not fit into half of the memory, the search would soon forget as much again. It is read all the same: the rest has
                // had less work.
                if self.has_room_to_learn() {
                    self.learn_again(key, &found);
                    has_learned = true;
                }
            }
            self.look_while_learning(unfinished)?;
        }
        self.keep_checkpoint(false);
        Ok(has_learned)
    }

    /// Keeps what the search knows, if it is time.
    pub(super) fn keep_checkpoint(&mut self, has_stopped: bool) {
        if let Some(checkpoint) = self.values.checkpoint().filter(|checkpoint| checkpoint.is_due(has_stopped)) {
            // Chosen where they are written, so that the time of that counts.
            checkpoint.write(&mut iter::once_with(|| self.facts.without_values()).flatten());
        }
    }

    /// Takes note of what an earlier search has kept of a position. The memo is not asked for its value, which it had not: that would take longer than all
    /// else, and it is asked before the position is listed.
    fn learn_again(&mut self, key: G::Position, found: &[u64]) {
        let hash = hash(&key);
        let number = self.number_by(key, hash, None, |_, _| None);
        let known = match candidates(found) {
            Some(may) => self.learn_of(number, may, None, found).map_err(|before| Some(before.to_string())),
            None => Err(None),
        };
        if let (Err(known), Some(checkpoint)) = (known, self.values.checkpoint()) {
            checkpoint.reject(self.facts.key(number), format!("{found:?}"), known);
        }
    }
}

/// The number of positions that are kept in any case: what takes some milliseconds to learn.
const FEW: usize = 1 << 12;

impl<P: Clone> Facts<P> {
    /// What is found of listed positions without values, those with the most work first.
    fn without_values(&self) -> impl Iterator<Item = (P, Vec<u64>)> {
        let asked = |number: Number| self.records.asked(number).map(|fact| (number, fact));
        let kept = |is_dear: bool| {
            let is_kept = move |(number, fact): &(Number, &Fact)| {
                fact.work > 0 && (fact.work > 1) == is_dear && self.value(*number).is_none()
            };
            self.records.numbers().filter_map(asked).filter(is_kept)
        };
        // Three of four were listed once and not entered again. To learn one takes a third of the time of that listing, and most are not met again.
        let mut all: Vec<_> = kept(true).collect();
        all.sort_unstable_by_key(|(number, fact)| (Reverse(fact.work), *number));
        let room = FEW.saturating_sub(all.len());
        all.extend(kept(false).take(room));
        all.into_iter().map(|(number, fact)| (self.key(number).clone(), self.found(fact)))
    }
}
