//! The server: values that workers share, exchanged behind the search by a thread of its own.
//!
//! | key | what is there |
//! |---|---|
//! | `grundy/VERSION/GAME/head` | the number of the last chunk, each counted when it is about to be written |
//! | `grundy/VERSION/GAME/NUMBER` | a [chunk](crate::chunk): values and claims of one worker |
//!
//! An exchange reads the head, then the chunks of others since the last exchange, then writes one of its own: usually four round trips, however
//! many values there are. A chunk that is counted and not there is asked for a little longer, since its writer may be slow, and then given up: the
//! writer died, or the server evicted it.
//!
//! Numbers begin behind a random multiple of 2^32, which the first writer chooses. If the head goes back, or comes from another multiple, the server
//! has lost its data: each worker writes again what it has written, and reads from the first number. A server that has come back with older data may have counted as
//! far again by other workers. So whoever connects again looks at the newest chunk that it knows: another one under this number tells the loss too.
//!
//! The search never waits for the server. It puts values into a list and takes news from another one.

use std::collections::{BTreeMap, HashSet};
use std::mem;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;
use std::time::{Duration, Instant};

use grundy::News;
use redis::RedisResult;

use crate::address::Address;
use crate::chunk::{Entries, Found, decode, encode};
use crate::link::{Link, Links};
use crate::numbers::{Newest, first, random_first};
use crate::reason::reason;
use crate::sent::Sent;
use crate::share::Share;
use crate::shared::{Event, Shared};

/// The version of the rule books and of the format, which is in every key: values of another version may follow from other rules.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), ",4");

/// The shortest time between two exchanges.
const PERIOD: Duration = Duration::from_millis(5);
/// The time between two exchanges, as a multiple of the time that the last one took: a slow server is asked less often, for more at once.
const PERIODS_AN_EXCHANGE: u32 = 2;
/// The longest time between two exchanges.
const LONGEST_PERIOD: Duration = Duration::from_secs(2);
/// The time in which the server must begin to answer, and go on.
pub(crate) const PATIENCE: Duration = Duration::from_secs(1);
/// The time in which an answer must be there as a whole. A server in a cluster is asked for up to 16 chunks, one after the other.
const WHOLE: Duration = Duration::from_secs(16);
/// The time after which a server that did not answer is tried again, and the longest one: it doubles with each attempt.
const RETRY: Duration = Duration::from_millis(100);
const LONGEST_RETRY: Duration = Duration::from_secs(3);
/// The time after which a chunk that is counted and not there is given up.
const LATE: Duration = Duration::from_secs(3);
/// The time after which it is asked for again.
const ASKED_AGAIN: Duration = Duration::from_millis(250);
/// A chunk that is not there is given up at once, if this number of others was counted after it.
const RECENT: u64 = 256;
/// Time in which the last values are tried to be sent at the end.
pub(crate) const END: Duration = Duration::from_secs(3);
/// The same of a server that was never reached, or that hangs.
const END_ALONE: Duration = Duration::from_millis(500);
/// The number of exchanges in a row after which a server whose answers come too late counts as one that hangs.
const HUNG: u32 = 2;

/// The most chunks that are read in an exchange.
const MOST_READ: usize = 64;
/// Values in a chunk, at most.
const MOST_SENT: usize = 1 << 14;
/// Chunks that are written at once.
const MOST_WRITTEN: usize = 4;
/// The most reasons of one absence of the server that are told.
const MOST_REASONS: usize = 8;
/// Values that the search has not taken yet, at most: as many chunks are asked for at once as have room, however full they are.
const MOST_NEWS: usize = 1 << 18;

/// Positions solved for each command to the server (0.017 commands a position). A worker whose search is slow exchanges less often, but at least
/// after [`LONGEST_PERIOD`].
const POSITIONS_A_COMMAND: u64 = 60;
/// Commands that are allowed from the beginning. Chunks that were there when the worker came are not counted.
const FIRST_COMMANDS: u64 = 32;
/// The most chunks that count as there before.
const MOST_BEFORE: u64 = 1 << 20;

/// The side of the thread.
pub(crate) struct Exchange {
    shared: Arc<Shared>,
    address: Address,
    /// What all keys begin with.
    keys: String,
    tell: Box<dyn FnMut(Event) + Send>,
    links: Links,
    connection: Option<Link>,
    /// Whether the last exchange succeeded; at the beginning it is not known.
    has_joined: Option<bool>,
    /// Why the worker is alone, each reason that was told since it was last joined.
    reasons: Vec<String>,
    is_refused: bool,
    /// The last chunk that was read or is late.
    read_to: u64,
    /// Whether the server has ever told the number of chunks.
    was_reached: bool,
    /// The last number that the server has told; 0 if it has none.
    counted: u64,
    newest: Newest,
    /// Whether the server has another chunk in place of the newest one.
    has_other: bool,
    /// Numbers of this worker's chunks beyond `read_to`.
    own: HashSet<u64>,
    /// A number of this worker whose chunk the server has refused, with the time when it was counted.
    refused: Option<(u64, Instant)>,
    /// Chunks that are counted and were not read yet.
    late: BTreeMap<u64, Late>,
    /// What is being sent.
    batch: Entries,
    /// What was sent.
    sent: Sent,
    /// Commands that are not counted against positions.
    free_commands: u64,
    share: Share,
}

/// A chunk that is counted and was not read yet.
struct Late {
    since: Instant,
    asked: Instant,
}

impl Exchange {
    pub(crate) fn new(
        shared: Arc<Shared>,
        address: Address,
        game: &str,
        tell: impl FnMut(Event) + Send + 'static,
    ) -> Self {
        Self {
            shared,
            address,
            keys: format!("grundy/{VERSION}/{game}/"),
            tell: Box::new(tell),
            links: Links::new(PATIENCE, WHOLE),
            connection: None,
            has_joined: None,
            reasons: Vec::new(),
            is_refused: false,
            read_to: 0,
            was_reached: false,
            counted: 0,
            newest: Newest::default(),
            has_other: false,
            own: HashSet::new(),
            refused: None,
            late: BTreeMap::new(),
            batch: Entries::default(),
            sent: Sent::default(),
            free_commands: FIRST_COMMANDS,
            share: Share::default(),
        }
    }

    /// Exchanges until the end.
    pub(crate) fn run(mut self) {
        // `retry` is the next pause after a failure, and `period` the pause before the next turn of the loop.
        let (mut retry, mut period) = (RETRY, PERIOD);
        let (mut exchanged, mut looked) = (Instant::now(), Instant::now());
        let mut ends_at = None;
        // The number of exchanges in a row whose answers came too late.
        let mut hung = 0;
        loop {
            // Only `close` ends the wait early. Values that the search inserts wait for the next exchange.
            let state = self.shared.state();
            let waited = self.shared.wake.wait_timeout_while(state, period, |state| !state.ends);
            let (state, _) = waited.expect("no thread panics with the lock");
            let ends = state.ends;
            drop(state);
            // The time for the last values begins when the end is first seen.
            let time = if self.was_reached && hung < HUNG { END } else { END_ALONE };
            let end = if ends { Some(*ends_at.get_or_insert_with(Instant::now) + time) } else { None };
            // Once a second, since the share of a short time would be mostly chance.
            if looked.elapsed() >= Duration::from_secs(1) {
                self.share.adapt(&self.shared, looked.elapsed());
                looked = Instant::now();
            }
            // Out of commands: the search solves too slowly for another exchange. After `LONGEST_PERIOD` one takes
            // place all the same.
            if !ends && !self.has_commands() && exchanged.elapsed() < LONGEST_PERIOD {
                continue;
            }
            let began = Instant::now();
            exchanged = began;
            match self.exchange() {
                Ok(()) => {
                    (retry, hung) = (RETRY, 0);
                    // A server that takes 100 ms is asked again after 200 ms.
                    period = (began.elapsed() * PERIODS_AN_EXCHANGE).clamp(PERIOD, LONGEST_PERIOD);
                    // Events tell changes only. At the beginning `has_joined` is `None`, so the first exchange tells
                    // in any case.
                    if self.has_joined.replace(true) != Some(true) {
                        self.reasons.clear();
                        (self.tell)(Event::Joined);
                    }
                }
                Err(error) => {
                    self.connection = None;
                    self.has_joined = Some(false);
                    hung = if began.elapsed() < PATIENCE { 0 } else { hung + 1 };
                    // A connection that was cut may be followed by the true reason, such as that a password is wanted.
                    let reason = reason(&error, self.address.password());
                    if self.reasons.len() < MOST_REASONS && !self.reasons.contains(&reason) {
                        self.reasons.push(reason.clone());
                        (self.tell)(Event::Alone(reason));
                    }
                    period = retry;
                    retry = (retry * 2).min(LONGEST_RETRY);
                }
            }
            // At the end the loop goes on until all is sent, the server refuses, or the time is over.
            let Some(end) = end else { continue };
            let nothing_is_left =
                self.batch.is_empty() && !self.sent.has_lost() && self.shared.state().outgoing.is_empty();
            if nothing_is_left || self.is_refused || Instant::now() >= end {
                break;
            }
            // `period` has no effect at the end, since the wait returns at once. This pause keeps the loop from
            // spinning.
            if self.connection.is_none() {
                thread::sleep(RETRY);
            }
        }
    }

    /// Whether the positions that were solved allow for another exchange.
    fn has_commands(&self) -> bool {
        let allowed = self.shared.solved.load(Relaxed) / POSITIONS_A_COMMAND + self.free_commands;
        // An exchange with one chunk each way takes 4 commands: GET of the head, GET of a chunk, INCR of the head,
        // SET of a chunk.
        self.shared.state().counts.commands + 4 <= allowed
    }

    fn exchange(&mut self) -> RedisResult<()> {
        // Taken out, and put back only at the end: an error on the way drops the connection, on which an answer may
        // still be under way.
        let connection = if let Some(connection) = self.connection.take() {
            connection
        } else {
            let connection = self.links.open(&self.address)?;
            self.look_at_newest(&connection)?;
            connection
        };
        let caught_up = self.read(&connection)?;
        // Who writes without reading would only make others wait.
        if caught_up || self.shared.state().ends {
            // A single chunk is the rule. More follow only while the list has a full one, or what the server has lost.
            for _ in 0..MOST_WRITTEN {
                self.write(&connection)?;
                let has_more = self.sent.has_lost() || self.shared.state().outgoing.len() >= MOST_SENT;
                if self.is_refused || !has_more {
                    break;
                }
            }
        }
        self.connection = Some(connection);
        Ok(())
    }

    /// Looks whether the newest chunk that is known is still the same.
    fn look_at_newest(&mut self, connection: &Link) -> RedisResult<()> {
        let Some(number) = self.newest.number() else { return Ok(()) };
        let key = self.key(number);
        self.count_commands(1);
        let found = connection.values(vec![key.clone()])?.pop().flatten();
        self.has_other = self.newest.is_other(&key, found.as_deref());
        Ok(())
    }

    /// Reads what others have written. Tells whether all was read.
    fn read(&mut self, connection: &Link) -> RedisResult<bool> {
        // A head that is not there counts as 0: no worker has written yet, or the server was emptied.
        let head: Option<u64> = connection.ask(self.command("GET").arg(self.key("head")))?;
        let head = head.unwrap_or(0);
        self.follow(head, self.counted);
        // Chunks of earlier workers would use up the commands before this worker has solved anything.
        if !mem::replace(&mut self.was_reached, true) {
            self.free_commands += (head - self.read_to).min(MOST_BEFORE);
        }
        let mut most = MOST_READ;
        loop {
            // Where the search does not take its news, reading stops, and so does writing, as `false` says that not all was
            // read.
            let room = MOST_NEWS.saturating_sub(self.shared.state().news.len()) / MOST_SENT;
            if room == 0 {
                return Ok(false);
            }
            let wanted = self.wanted(head, most.min(room));
            if wanted.is_empty() {
                break;
            }
            most -= wanted.len();
            let keys: Vec<String> = wanted.iter().map(|number| self.key(number)).collect();
            self.count_commands(wanted.len());
            let chunks = connection.values(keys)?;
            for (number, chunk) in wanted.into_iter().zip(chunks) {
                // A chunk with `RECENT` later ones will hardly come any more.
                self.take_in(number, chunk, head.saturating_sub(number) > RECENT);
            }
        }
        // Late chunks do not count: a writer that died must not keep this worker from writing.
        Ok(self.read_to == head)
    }

    /// The numbers of chunks that are asked for next: first those that are late, then new ones.
    fn wanted(&mut self, head: u64, most: usize) -> Vec<u64> {
        let now = Instant::now();
        // Chunks that were asked for a moment ago are left out.
        let due = |late: &&mut Late| now.duration_since(late.asked) >= ASKED_AGAIN;
        let mut wanted = Vec::new();
        for (number, late) in self.late.iter_mut().filter(|(_, late)| due(late)).take(most) {
            late.asked = now;
            wanted.push(*number);
        }
        while wanted.len() < most && self.read_to < head {
            self.read_to += 1;
            // An own chunk is known, and is skipped.
            if !self.own.remove(&self.read_to) {
                // Late from the start, and removed when the chunk is there: a connection that breaks now leaves
                // nothing out.
                self.late.insert(self.read_to, Late { since: now, asked: now });
                wanted.push(self.read_to);
            }
        }
        wanted
    }

    fn take_in(&mut self, number: u64, chunk: Option<Vec<u8>>, is_old: bool) {
        // Decoded before the lock is taken, since the search waits for this lock.
        let decoded = chunk.as_ref().map(|bytes| decode(&self.key(number), bytes));
        if let (Some(bytes), Some(Some(_))) = (&chunk, &decoded) {
            self.newest.note(number, bytes);
        }
        let mut state = self.shared.state();
        state.counts.bytes_received += chunk.map_or(0, |bytes| bytes.len() as u64);
        match decoded {
            Some(decoded) => {
                // A damaged chunk is not asked for again either: its content will not change.
                self.late.remove(&number);
                match decoded {
                    Some(news) if !news.is_empty() => {
                        for news in &news {
                            match news {
                                News::Value(..) => state.counts.received += 1,
                                News::UnderWay(_, texts) => state.counts.claims += texts.len() as u64,
                                _ => state.counts.facts += 1,
                            }
                        }
                        state.news.extend(news);
                        // Under the lock, as `Server::news` clears the flag under it too: no news is overlooked.
                        self.shared.has_news.store(true, Relaxed);
                    }
                    Some(_) => {}
                    None => state.counts.damaged += 1,
                }
            }
            None if is_old || self.late.get(&number).is_some_and(|late| late.since.elapsed() > LATE) => {
                self.late.remove(&number);
                state.counts.missing += 1;
            }
            // Not there yet: it stays in `late`, and is asked for again.
            None => {}
        }
    }

    /// Writes a chunk of own values, if there are any.
    fn write(&mut self, connection: &Link) -> RedisResult<()> {
        // A batch that could not be written is still here, and is tried again before anything new.
        if self.batch.is_empty() {
            // What was lost first, unless new values fill a chunk: behind some new ones there may never be room for a lost chunk.
            if self.shared.state().outgoing.len() < MOST_SENT {
                self.batch.found = self.sent.take_lost(MOST_SENT);
            }
            let mut state = self.shared.state();
            let fit = state.outgoing.len().min(MOST_SENT - self.batch.found.len());
            self.batch.found.extend(state.outgoing.drain(..fit));
            // Only the newest claims: `Server::send` replaces older ones.
            self.batch.under_way = state.under_way.take();
            drop(state);
            if self.batch.is_empty() {
                return Ok(());
            }
        }
        match self.write_batch(connection) {
            Ok(()) => {
                // Only after success, so that no value is lost by an error.
                self.batch = Entries::default();
                if mem::take(&mut self.is_refused) {
                    (self.tell)(Event::Accepted);
                }
                Ok(())
            }
            // An answer of the server, such as that it is full: reading goes on. A slot of a cluster that has no place is no such answer.
            Err(error) if error.code().is_some() && !error.is_cluster_error() => {
                // The next number may be one of another node, which takes it.
                if self.address.is_cluster {
                    self.refused = None;
                }
                if !mem::replace(&mut self.is_refused, true) {
                    (self.tell)(Event::Refused(reason(&error, self.address.password())));
                }
                Ok(())
            }
            Err(error) => {
                // When the server is back, it may have lost its data and have given the number to another worker.
                self.refused = None;
                Err(error)
            }
        }
    }

    fn write_batch(&mut self, connection: &Link) -> RedisResult<()> {
        // Others may have given the number of a refused chunk up: it gets a chunk without values, which get another number.
        if let Some((number, since)) = self.refused
            && (since.elapsed() > LATE / 2 || self.counted.saturating_sub(number) > RECENT / 2)
        {
            self.put(connection, number, &mut Entries::default())?;
        }
        let number = match self.refused {
            Some((number, _)) => number,
            None => self.count(connection)?,
        };
        let mut batch = mem::take(&mut self.batch);
        let put = self.put(connection, number, &mut batch);
        // After an error the batch is tried again. Else it is dropped by the caller.
        self.batch = batch;
        let (key, bytes) = put?;
        let mut state = self.shared.state();
        let is_value = |(_, found): &&(String, Found)| matches!(found, Found::Value(_));
        state.counts.sent += self.batch.found.iter().filter(is_value).count() as u64;
        state.counts.bytes_sent += bytes.len() as u64;
        drop(state);
        // Claims alone are not sent again when the server has lost them.
        if !self.batch.found.is_empty() {
            self.sent.keep(key, bytes, self.batch.found.len());
        }
        Ok(())
    }

    /// Writes a chunk with its number, and returns its key and its bytes. The number is that of a refused chunk until the server has it.
    fn put(&mut self, connection: &Link, number: u64, entries: &mut Entries) -> RedisResult<(String, Vec<u8>)> {
        // The checksum covers the key, so a chunk that is tried again with another number gets another one.
        let key = self.key(number);
        let bytes = encode(&key, entries);
        connection.ask::<()>(self.command("SET").arg(&key).arg(&bytes))?;
        self.refused = None;
        self.newest.note(number, &bytes);
        Ok((key, bytes))
    }

    /// Counts a chunk before it is written. Two workers never get the same number; a reader may find the number before the chunk.
    fn count(&mut self, connection: &Link) -> RedisResult<u64> {
        let begins = self.counted == 0;
        if begins {
            // The first of several workers chooses.
            connection
                .ask::<Option<String>>(self.command("SET").arg(self.key("head")).arg(random_first()).arg("NX"))?;
        }
        let mut number = connection.ask(self.command("INCR").arg(self.key("head")))?;
        if number == 1 && !begins {
            // The server has lost the head since it was read, and has counted from 0, as it would after the next loss.
            connection.ask::<()>(self.command("SET").arg(self.key("head")).arg(random_first()))?;
            number = connection.ask(self.command("INCR").arg(self.key("head")))?;
        }
        self.follow(number, self.counted.saturating_add(1));
        self.refused = Some((number, Instant::now()));
        // The next `read` skips this number.
        self.own.insert(number);
        Ok(number)
    }

    /// Takes note of the last number, which is that much at least: numbers only grow, unless the server has lost its data.
    fn follow(&mut self, number: u64, least: u64) {
        let counted = mem::replace(&mut self.counted, number);
        // Meanwhile others may have written more than there was, but with another random number.
        let has_other = mem::take(&mut self.has_other);
        let is_emptied = counted > 0 && (number < least || first(number) != first(counted) || has_other);
        if is_emptied {
            (self.tell)(Event::Emptied);
            // What is known of the old numbers means other chunks.
            self.newest = Newest::default();
            self.own.clear();
            self.late.clear();
            self.refused = None;
            // Each chunk that is written again takes two commands.
            self.free_commands += 2 * self.sent.lose() as u64;
        }
        if is_emptied || counted == 0 {
            self.read_to = first(number);
        }
    }

    fn key(&self, last: impl std::fmt::Display) -> String {
        format!("{}{last}", self.keys)
    }

    fn command(&self, name: &str) -> redis::Cmd {
        self.count_commands(1);
        redis::cmd(name)
    }

    fn count_commands(&self, commands: usize) {
        self.shared.state().counts.commands += commands as u64;
    }
}
