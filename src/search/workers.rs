//! Searches that share what they find: what a memo in front of a [store](crate::Store) tells other workers, and hears of them.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hash};
use std::mem;
use std::time::{Duration, Instant};

use rustc_hash::FxBuildHasher;

use crate::nimber::Nimber;

/// The other workers behind a [`Store`](crate::Store): processes that search the same game, on any machine. Several threads of this one may ask at once.
///
/// A worker sends what it has found of positions that took much work, and names positions that it is solving for long. It gets what others send as
/// [`News`]. What was found are facts: they may come late, twice, or never. Where others are at work only changes the order of a search, and lapses.
pub trait Workers: Sync {
    /// The least work, in positions solved for it, of a position whose value is sent.
    fn least_work(&self) -> u64;

    /// A number by which this worker chooses the order of options, so that workers begin at different ones.
    fn seed(&self) -> u64;

    /// Whether [`news`](Self::news) has something. It is asked for each position, so it should cost a nanosecond.
    fn has_news(&self) -> bool;

    /// What others have sent since the last call.
    fn news(&self) -> Vec<News>;

    /// Sends something besides a value.
    fn send(&self, news: News);

    /// Counts positions that this worker has solved since the last call, and the time that news and sending have taken of its search.
    fn solved(&self, positions: u64, sharing: Duration);

    /// Something in the news is not used: the text is of no position, or something else was found of it here.
    fn reject(&self, text: String, sent: String, found: Option<String>);
}

/// What a worker tells others, where positions are texts; or what the search tells its memo, by memo keys.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum News<K = String> {
    /// The position has this value.
    Value(K, Nimber),
    /// What a nimber search has found of a position without a value, in numbers that another nimber search reads. The first one is the number of
    /// positions that were listed for it.
    Found(K, Vec<u64>),
    /// The worker with this [seed](Workers::seed) is at work on these positions. The last such news of a worker says where its nimber search is.
    UnderWay(u64, Vec<K>),
}

/// The time after which a claim, a position on which another worker is, has lapsed if it was not sent again.
pub(super) const LAPSES: Duration = Duration::from_secs(3);
/// The time after which a claim is sent again.
pub(super) const RENEWED: Duration = Duration::from_secs(1);
/// A position is claimed if it is expected to take this number of positions, and this multiple of the least work for which a value is sent.
const CLAIMED_WORK: u64 = 1000;
const CLAIMED_SENT: u64 = 16;
/// The most positions that are claimed at a time: those on which most work was done.
const MOST_CLAIMED: usize = 32;
/// Number of positions solved between two looks at the clock.
const SOLVED_A_LOOK: u64 = 256;

/// What a memo knows of its own work and of that of other workers.
#[derive(Debug)]
pub(super) struct Shared<K> {
    /// Positions solved here.
    solved: u64,
    /// The number of threads of this worker. Each keeps its own work: while it solves one position, all solve about that many.
    threads: u64,
    /// The time that news and sending took since it was last told.
    pub(super) sharing: Duration,
    /// Positions under way that the search has named, the first on top of no other.
    under_way: Vec<UnderWay<K>>,
    /// Positions that others have claimed.
    claimed: HashMap<K, Instant, FxBuildHasher>,
    /// What a nimber search is to hear, if one has asked.
    heard: Option<Vec<News<K>>>,
    /// The path of the nimber search here, when it was sent last.
    path: Option<(Vec<K>, Instant)>,
    /// When the other nimber searches sent theirs.
    paths: HashMap<u64, Instant>,
}

#[derive(Debug)]
struct UnderWay<K> {
    key: K,
    /// The value of `solved` when it began.
    since: u64,
    sent: Option<Instant>,
}

impl<K> Default for Shared<K> {
    fn default() -> Self {
        Self {
            solved: 0,
            threads: 1,
            sharing: Duration::ZERO,
            under_way: Vec::new(),
            claimed: HashMap::default(),
            heard: None,
            path: None,
            paths: HashMap::new(),
        }
    }
}

impl<K: Eq + Hash + Clone> Shared<K> {
    /// The work of one of several threads.
    pub(super) fn of_thread(threads: usize) -> Self {
        Self { threads: threads as u64, ..Self::default() }
    }

    /// The number of positions solved here.
    pub(super) const fn solved(&self) -> u64 {
        self.solved
    }

    /// How late a position should be solved: in an order of this worker's own, and after all others if it is claimed.
    pub(super) fn reluctance(&self, key: &K, seed: u64) -> u32 {
        // 31 bits of order. The highest bit is for claimed positions, which come after all others.
        let own = (FxBuildHasher.hash_one((seed, key)) >> 33) as u32;
        let is_claimed = !self.claimed.is_empty() && self.claimed.get(key).is_some_and(|until| Instant::now() < *until);
        own | u32::from(is_claimed) << 31
    }

    /// The exhaustive search begins with a position; no nimber search listens any more.
    pub(super) fn begin(&mut self, key: K) {
        self.heard = None;
        self.under_way.push(UnderWay { key, since: self.solved, sent: None });
    }

    /// Takes note that a position is solved, and hands to `claim` those that have been under way for long. Returns the number of positions solved
    /// since the search began with this one, itself included, if it [did](Self::begin).
    pub(super) fn end(&mut self, key: &K, workers: &dyn Workers, claim: &dyn Fn(Vec<&K>)) -> Option<u64> {
        self.solved += 1;
        let work = self.give_up(key).map(|since| (self.solved - since).saturating_mul(self.threads));
        // A nimber search counts its positions and names its path by itself when it exchanges news.
        if self.heard.is_none() && self.solved.is_multiple_of(SOLVED_A_LOOK) {
            workers.solved(SOLVED_A_LOOK, mem::take(&mut self.sharing));
            let (now, solved, threads) = (Instant::now(), self.solved, self.threads);
            // The work so far stands for the work that is expected.
            let least = workers.least_work().saturating_mul(CLAIMED_SENT).max(CLAIMED_WORK);
            let dear = self.under_way.iter_mut().take(MOST_CLAIMED);
            let mut claims = Vec::new();
            // Positions under way began in this order, so that no later one has taken more.
            for under_way in dear.take_while(|under_way| (solved - under_way.since).saturating_mul(threads) >= least) {
                // A claim lapses after three seconds, so it is sent again after one.
                if under_way.sent.is_none_or(|sent| now.duration_since(sent) >= RENEWED) {
                    under_way.sent = Some(now);
                    claims.push(&under_way.key);
                }
            }
            if !claims.is_empty() {
                claim(claims);
            }
        }
        work
    }

    /// A position, and all with which the search began after it, is no longer under way. Returns the number of positions that were solved before it
    /// began.
    pub(super) fn give_up(&mut self, key: &K) -> Option<u64> {
        let place = self.under_way.iter().rposition(|under_way| under_way.key == *key)?;
        let since = self.under_way[place].since;
        self.under_way.truncate(place);
        Some(since)
    }

    /// Counts time that was taken for news and sending, by one of the threads.
    pub(super) fn share(&mut self, time: Duration) {
        self.sharing += time / u32::try_from(self.threads).unwrap_or(u32::MAX);
    }

    /// Another worker is at work on these positions. Of two nimber searches the one with the larger seed leaves positions to the other.
    pub(super) fn is_at(&mut self, worker: u64, own: u64, keys: Vec<K>) {
        let now = Instant::now();
        if let Some(heard) = &mut self.heard {
            // The one with the smallest seed hears of nobody, so that never all of them keep away from the cheapest option.
            if worker < own {
                self.paths.insert(worker, now);
                heard.push(News::UnderWay(worker, keys));
            }
            return;
        }
        self.are_claimed(keys);
    }

    /// Another worker is at work on these positions.
    pub(super) fn are_claimed(&mut self, keys: impl IntoIterator<Item = K>) {
        let now = Instant::now();
        // Lapsed claims are dropped, so that a search of days does not keep all that others ever claimed.
        if self.claimed.len() >= 1 << 12 {
            self.claimed.retain(|_, until| now < *until);
        }
        self.claimed.extend(keys.into_iter().map(|key| (key, now + LAPSES)));
    }

    /// Whether a nimber search listens.
    pub(super) const fn listens(&self) -> bool {
        self.heard.is_some()
    }

    /// A nimber search begins to listen.
    pub(super) fn listen(&mut self) {
        self.heard.get_or_insert_default();
    }

    /// Keeps news for the nimber search.
    pub(super) fn hear(&mut self, news: News<K>) {
        if let Some(heard) = &mut self.heard {
            heard.push(news);
        }
    }

    /// Whether the path of the nimber search is to be sent: it has changed, or was sent long ago.
    pub(super) fn leads_elsewhere(&mut self, path: &[K]) -> bool {
        let now = Instant::now();
        if self.path.as_ref().is_some_and(|(sent, when)| sent == path && now.duration_since(*when) < RENEWED) {
            return false;
        }
        self.path = Some((path.to_vec(), now));
        true
    }

    /// What the nimber search has not heard yet. Paths that were not sent again have lapsed.
    pub(super) fn take_heard(&mut self) -> Vec<News<K>> {
        let now = Instant::now();
        let mut heard = self.heard.replace(Vec::new()).unwrap_or_default();
        self.paths.retain(|worker, sent| {
            let is_there = now.duration_since(*sent) < LAPSES;
            if !is_there {
                // An empty path takes back what the nimber search knows of this worker.
                heard.push(News::UnderWay(*worker, Vec::new()));
            }
            is_there
        });
        heard
    }

    /// A search has ended, whether all positions under way were solved or not.
    pub(super) fn clear(&mut self) {
        self.under_way.clear();
        self.heard = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    #[derive(Default)]
    struct Log(Mutex<Vec<String>>);

    impl Log {
        fn claim(&self, keys: Vec<&u64>) {
            self.0.lock().unwrap().extend(keys.into_iter().map(u64::to_string));
        }
    }

    impl Workers for Log {
        fn least_work(&self) -> u64 {
            1
        }
        fn seed(&self) -> u64 {
            7
        }
        fn has_news(&self) -> bool {
            false
        }
        fn news(&self) -> Vec<News> {
            Vec::new()
        }
        fn send(&self, news: News) {
            panic!("{news:?}");
        }
        fn solved(&self, _: u64, _: Duration) {}
        fn reject(&self, _: String, _: String, _: Option<String>) {}
    }

    #[test]
    fn dear_positions_are_claimed_once_a_second_at_most() {
        let (mut shared, log) = (Shared::default(), Log::default());
        shared.begin(1_000_000);
        for key in 0..10_000 {
            shared.begin(key);
            shared.end(&key, &log, &|claims| log.claim(claims));
        }
        let claims = log.0.lock().unwrap().clone();
        assert!(claims.iter().all(|text| text == "1000000") && (1..20).contains(&claims.len()), "{claims:?}");
        shared.end(&1_000_000, &log, &|claims| log.claim(claims));
        assert!(shared.under_way.is_empty());
    }

    #[test]
    fn a_claimed_position_comes_last_until_the_claim_lapses() {
        let mut shared = Shared::default();
        shared.is_at(7, 1, vec![5]);
        let late = |shared: &Shared<u64>| (0..10).max_by_key(|key| shared.reluctance(key, 1)).unwrap();
        assert_eq!(late(&shared), 5);
        shared.claimed.insert(5, Instant::now());
        assert!(shared.reluctance(&5, 1) < 1 << 31);
        let orders: Vec<Vec<u32>> =
            (0..4).map(|seed| (0..4).map(|key| shared.reluctance(&key, seed)).collect()).collect();
        assert!(orders.windows(2).all(|pair| pair[0] != pair[1]), "{orders:?}");
    }
}
