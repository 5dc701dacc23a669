//! The nimber search of several workers, which tell each other what they have found, now and then.
//!
//! In: a nimber search whose memo is shared. Out: the same search, which knows what others have found, and keeps away from where they are.
//!
//! A worker has a graph of facts of its own, and after some listings it tells:
//! - the nimbers that the value of a position may be, and the costs of the questions about it that were given up, when an answer was found or when
//!   the work on it has grown by a quarter (values are told by the memo);
//! - its path: the positions under way on which it has spent some work, of all its threads.
//!
//! It receives the same from others, and uses it like its own findings. Of two estimates of the costs of a question, it keeps that of the worker which
//! has spent more work on the position. A position on the path of a worker with a smaller seed is dearer by four questions and by its own cost once
//! more, and each worker has a small order of its own, so that workers part where all options must be looked at
//! ([`nimber_frame`](crate::search::nimber_frame)). If others have answered the question of a position on the worker's path, the worker gives up its path
//! from that position on. News that contradict what was found here are handed to the memo, which rejects them.
//!
//! By hand, with two workers and the question whether *a*, with the options *b* and *c*, is `*0`: both list *b* and *c* and go to *b*. When they have exchanged paths, the second one goes to *c*.
//! The first one tells that *b* is not `*0`; the second one then needs only *c*, and finds that it is not `*0` either.
//!
//! Cost: each position that two workers pass is listed twice. See `docs/scale.md` for counts.

use std::hash::{BuildHasher, Hash, Hasher, RandomState};

use crate::control::Stopped;
use crate::game::ImpartialGame;
use crate::nimber::Nimber;
use crate::search::candidates::Candidates;
use crate::search::company::{Company, MOST_THREADS, OWN};
use crate::search::couples::{COUPLES, Costs};
use crate::search::facts::{Facts, MOST_POSITIONS};
use crate::search::lists::Number;
use crate::search::memo::Memo;
use crate::search::nimber_frame::{Frame, Others};
use crate::search::nimbers::NimberSearch;
use crate::search::records::Fact;
use crate::search::slots::hash;
use crate::search::workers::News;

/// Number of listings between two exchanges with the memo, which decides itself when it sends and reads.
const LISTED: u64 = 16;

/// Minimum number of listings below a position on the path for which others are told of it.
const LEAST_UNDER_WAY: u64 = 4;

/// Minimum work, in positions, on a position without a value for which others are told about it. (Workers by a server: with 4, 2 and 1 they hear 2, 4 and 8
/// times as much, and list between a tenth fewer and a tenth more positions of Sprouts of 14 and 18 spots and of Cram 5 × 8.)
const LEAST_FACT: u32 = 16;

impl<G: ImpartialGame, T: Memo<G::Position, Nimber>> NimberSearch<'_, G, T> {
    /// Begins a question, with what others and an earlier search have found.
    pub(super) fn begin(&mut self) -> Result<(), Stopped> {
        self.facts.begin();
        self.join_workers();
        self.look_at_checkpoint(0)?;
        Ok(())
    }

    /// Ends a question.
    pub(super) fn end(&mut self) {
        self.facts.end();
        self.leave_workers();
    }

    /// Begins to tell and to hear, if the memo is shared.
    pub(super) fn join_workers(&mut self) {
        if self.values.is_shared() && self.facts.company.is_none() {
            let [seed, ..] = halves(RandomState::new().build_hasher().finish());
            let listed = self.control.done();
            let (told, own, paths) = (Vec::new(), Vec::new(), Vec::new());
            self.facts.company = Some(Company { seed, told, is_news: false, listed, own, paths });
            // What others have found before this search is known before its first question.
            self.exchange();
        }
    }

    /// Tells what is left to tell, and that this worker has no position under way any more.
    pub(super) fn leave_workers(&mut self) {
        if let Some(company) = &mut self.facts.company {
            company.own.clear();
            self.exchange();
            self.facts.name_paths(|_| Vec::new());
            self.facts.company = None;
        }
    }

    /// How the costs of options allow for other threads and workers. The worker with the smallest seed receives no paths, so it chooses as if it were alone.
    #[inline]
    pub(super) fn others(&self) -> Others {
        match &self.facts.company {
            Some(company) if !company.paths.is_empty() => Others::Workers(company.seed),
            _ => Others::Threads,
        }
    }

    #[inline]
    pub(super) fn is_time_to_exchange(&self) -> bool {
        self.facts.company.as_ref().is_some_and(|company| self.control.done().saturating_sub(company.listed) >= LISTED)
    }

    /// Queues what was found of a position for other workers, if its candidates have changed, or its work has grown from `before` by a [`step`].
    #[inline]
    pub(super) fn tell(&mut self, number: Number, before: u32) {
        let Some(company) = &mut self.facts.company else { return };
        let is_news = std::mem::take(&mut company.is_news);
        let work = self.facts.fact(number).work;
        if work >= LEAST_FACT && (is_news || step(before) < step(work)) {
            self.tell_facts(number);
        }
    }

    #[cold]
    fn tell_facts(&mut self, number: Number) {
        // A value is told by the memo when it is inserted.
        if self.facts.value(number).is_some() {
            return;
        }
        let found = self.facts.found(self.facts.fact(number));
        let news = News::Found(self.facts.key(number).clone(), found);
        self.facts.company.as_mut().expect("it was asked").told.push(news);
    }

    /// Notes the path of a thread, of which others are told.
    pub(super) fn note_path(&mut self, thread: usize, path: &[Frame]) {
        let done = self.control.done();
        let Some(company) = &mut self.facts.company else { return };
        company.own.resize(company.own.len().max(thread + 1), Vec::new());
        let own = &mut company.own[thread];
        own.clear();
        let under_way = path.iter().filter(|frame| done.saturating_sub(frame.began) >= LEAST_UNDER_WAY);
        own.extend(under_way.map(|frame| frame.number));
    }

    /// Sends what was found to others, and takes in what they have sent. Returns whether there was anything, which may answer questions on the paths.
    #[cold]
    pub(super) fn exchange(&mut self) -> bool {
        let done = self.control.done();
        let company = self.facts.company.as_mut().expect("there are other workers");
        // A thread that could not list a position takes its count back.
        let listed = done.saturating_sub(std::mem::replace(&mut company.listed, done));
        let mut told = std::mem::take(&mut company.told);
        let mut under_way = company.own.concat();
        // Paths of threads begin with the same positions. The receiver does not use the order.
        under_way.sort_unstable();
        under_way.dedup();
        // The memo puts in the seed of this worker.
        told.push(News::UnderWay(0, under_way.into_iter().map(|number| self.facts.key(number).clone()).collect()));
        let heard = self.values.exchange(listed, told);
        // Paths of others change costs too, so any news makes the search choose its next question again.
        let has_heard = !heard.is_empty();
        for news in heard {
            match news {
                News::Value(key, value) => self.learn(key, Candidates::of(value), Some(value), &[]),
                News::Found(key, found) => {
                    if let Some(may) = candidates(&found) {
                        self.learn(key, may, None, &found);
                    }
                }
                News::UnderWay(worker, keys) => self.facts.name_paths(|paths| {
                    // A path replaces the one before of the same worker. An empty one means that the worker has nothing under way.
                    paths.retain(|(other, _)| *other != worker);
                    if !keys.is_empty() {
                        paths.push((worker, keys));
                    }
                    std::mem::take(paths)
                }),
            }
        }
        has_heard
    }

    /// [`exchange`](Self::exchange) with this path as that of the first thread.
    pub(super) fn exchange_from(&mut self, path: &[Frame]) -> bool {
        self.note_path(0, path);
        self.exchange()
    }

    /// Takes note of what another worker has found.
    fn learn(&mut self, key: G::Position, sent: Candidates, value: Option<Nimber>, found: &[u64]) {
        if self.facts.len() >= MOST_POSITIONS {
            return;
        }
        let hash = hash(&key);
        let number = self.number(key, hash, None);
        if let Err(before) = self.learn_of(number, sent, value, found) {
            self.values.contradict(self.facts.key(number), sent.to_string(), before.to_string());
        }
    }

    /// Takes note of what another search has found: the value, or what it may be and what [`Facts::found`] tells. Where both searches cannot be
    /// right, the error is what was known here.
    pub(super) fn learn_of(
        &mut self,
        number: Number,
        sent: Candidates,
        value: Option<Nimber>,
        found: &[u64],
    ) -> Result<(), Candidates> {
        let before = self.facts.fact(number).may;
        // Both sets are facts. No nimber in both means that one search is wrong: another version of the rules, say.
        let may = before.and(sent);
        let own = self.facts.value(number);
        if may.is_empty() || own.is_some_and(|own| value.is_some_and(|value| own != value)) {
            return Err(before);
        }
        if own.is_some() {
            return Ok(());
        }
        if let Some(found) = value.or(may.only()) {
            self.facts.set_value(number, found);
            if value.is_none() {
                self.values.insert(self.facts.key(number).clone(), found); // no other search has it yet
            }
            return Ok(());
        }
        self.facts.fact_mut(number).may = may;
        // What comes to this line has at least two numbers: a value has returned above.
        let work = u32::try_from(found[0]).unwrap_or(u32::MAX);
        // The estimate of the search that has spent more work on the position is the better one.
        if work > self.facts.fact(number).work {
            self.facts.fact_mut(number).work = work;
            for (place, costs) in found[2..].iter().take(COUPLES).enumerate() {
                let [no, yes] = halves(*costs);
                // 0 means that no question about this nimber was given up.
                if *costs > 0 {
                    self.facts.set_costs(number, Candidates::of(Nimber::new(place as u64)), Costs { yes, no });
                }
            }
        }
        Ok(())
    }
}

/// The nimbers that a value may be, by what [`Facts::found`] has told. `None` if that was no such list, as another version might send.
pub(super) fn candidates(found: &[u64]) -> Option<Candidates> {
    match found {
        [_, may, ..] => Some(Candidates::from_halves(halves(*may))),
        _ => None,
    }
}

impl<P> Facts<P> {
    /// What is found of a position without a value, as [`News::Found`] tells it: the work, the candidates, and for each of the nimbers 0 to 3
    /// the costs of yes and no in one number, yes in the high half.
    pub(super) fn found(&self, fact: &Fact) -> Vec<u64> {
        let Fact { may, couples, work, .. } = *fact;
        let [low, high] = may.halves();
        let mut found = vec![u64::from(work), u64::from(high) << 32 | u64::from(low)];
        if let Some(couples) = couples.checked_sub(1) {
            let costs = self.couples[couples as usize];
            found.extend(costs.iter().map(|Costs { yes, no }| u64::from(*yes) << 32 | u64::from(*no)));
        }
        found
    }
}

impl<P: Eq + Hash> Facts<P> {
    /// Whether a position is under way for any thread here.
    #[inline]
    pub(super) fn is_open_here(&self, number: Number) -> bool {
        let open = self.fact(number).open;
        (if self.company.is_some() { open & OWN } else { open }) > 0
    }

    /// Whether no position is under way here.
    #[cfg(test)]
    pub(crate) fn is_at_rest(&self) -> bool {
        self.records.facts().iter().all(|fact| fact.open & OWN == 0)
    }

    /// Changes the paths of others. Their positions are under way for others from then on, and no other positions are.
    fn name_paths(&mut self, change: impl FnOnce(&mut Vec<(u64, Vec<P>)>) -> Vec<(u64, Vec<P>)>) {
        let Some(mut company) = self.company.take() else { return };
        for key in company.paths.iter().flat_map(|(_, path)| path) {
            if let Some(number) = self.find(key, hash(key)) {
                // Only the bits of own threads stay: positions that are still on a path of another worker get their bits back
                // below.
                if self.fact(number).open > OWN {
                    self.fact_mut(number).open &= OWN;
                }
            }
        }
        company.paths = change(&mut company.paths);
        for (place, (_, path)) in company.paths.iter().enumerate() {
            for key in path {
                if let Some(number) = self.find(key, hash(key)) {
                    // With more than eight other workers some share a bit, and count as one where they meet.
                    let bit = MOST_THREADS + place % (u16::BITS as usize - MOST_THREADS);
                    self.fact_mut(number).open |= 1 << bit;
                }
            }
        }
        self.company = Some(company);
    }
}

/// Work, in steps of a quarter to a seventh.
fn step(work: u32) -> u32 {
    if work < 4 {
        return work;
    }
    // The two bits after the highest one count: 16 to 19 listings are one step, 20 to 23 the next, and 32 to 39 are
    // one.
    let log = work.ilog2();
    log * 4 + (work >> (log - 2)) % 4
}

/// The lower and the upper half of a number.
#[expect(clippy::cast_possible_truncation, reason = "each half is one word")]
const fn halves(number: u64) -> [u32; 2] {
    [number as u32, (number >> 32) as u32]
}
