//! The server loses its data, wants a password, or refuses chunks: what workers tell, and what becomes of their values.

use std::collections::BTreeSet;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use grundy::{News, Nimber, Store, Workers};
use grundy_store::{Event, Server};

use crate::fake::Fake;
use crate::proxy::Proxy;
use crate::redis::Redis;
use crate::workers::{join, wait_until};

/// The key of the number of chunks.
const HEAD: &str = concat!("grundy/", env!("CARGO_PKG_VERSION"), ",4/chomp/head");

/// A worker without a search, which exchanges all the time, and what happens to it.
struct Member {
    server: Server,
    events: Arc<Mutex<Vec<Event>>>,
    received: Mutex<BTreeSet<u64>>,
}

impl Member {
    fn join(url: &str) -> Self {
        let (server, events) = join(url.parse().unwrap(), "chomp");
        // As many exchanges are allowed as a search of this many positions would have.
        server.solved(1 << 30, Duration::ZERO);
        Self { server, events, received: Mutex::default() }
    }

    fn insert(&self, values: impl Iterator<Item = u64>) {
        values.for_each(|value| self.server.insert(value.to_string(), Nimber::new(value)));
    }

    fn wait_for_sent(&self, sent: u64) {
        wait_until("all values are sent", || self.server.counts().sent >= sent);
    }

    fn wait_for(&self, what: &str, wanted: impl Fn(&Event) -> bool) {
        wait_until(what, || self.events.lock().unwrap().iter().any(&wanted));
    }

    /// The number of different values that have come.
    fn received(&self) -> u64 {
        let mut received = self.received.lock().unwrap();
        for news in self.server.news() {
            let News::Value(text, value) = news else { panic!("{news:?}") };
            assert_eq!(text, value.get().to_string());
            received.insert(value.get());
        }
        received.len() as u64
    }
}

/// By a command, and by the end of a server that keeps nothing. One worker has many values to write again, the other one few.
#[test]
fn what_the_server_has_lost_is_written_again() {
    let mut redis = Redis::start(&[]);
    let (writer, other) = (Member::join(&redis.url()), Member::join(&redis.url()));
    writer.insert(0..100_000);
    other.insert(100_000..100_010);
    let both = [(&writer, 100_000), (&other, 10)];
    for (member, sent) in both {
        member.wait_for_sent(sent);
    }
    for time in 2..=3 {
        if time == 2 {
            redis.say("FLUSHALL");
        } else {
            redis.restart(Duration::ZERO);
        }
        for (member, sent) in both {
            member.wait_for("the loss is told", |event| *event == Event::Emptied);
            member.wait_for_sent(sent * time);
        }
        let late = Member::join(&redis.url());
        wait_until("all values are there", || late.received() == 100_010);
        assert_eq!(*late.events.lock().unwrap(), [Event::Joined]);
    }
    for (member, _) in both {
        member.server.close().unwrap();
    }
}

/// The count itself tells the loss. The numbers begin behind a random number again, so that another loss would be noticed, too.
#[test]
fn a_loss_between_the_read_and_the_count_is_noticed() {
    let fake = Fake::losing_before(5);
    let writer = Member::join(&fake.url());
    for value in 0..8 {
        writer.insert(value..=value);
        let sent = if value < 4 { value + 1 } else { value + 5 };
        writer.wait_for_sent(sent);
    }
    assert_eq!(*writer.events.lock().unwrap(), [Event::Joined, Event::Emptied]);
    // Eight chunks, one number that was given out twice, and what was lost in one or more chunks.
    let counted = fake.counted();
    assert!((10..=13).contains(&counted), "{counted}");
    assert!(fake.number(HEAD) >> 32 > 0);
    let late = Member::join(&fake.url());
    wait_until("all values are there", || late.received() == 8);
    writer.server.close().unwrap();
}

/// The server comes back with data from before the last chunks of one worker, and another one has counted beyond them when the first one connects again.
#[test]
fn older_data_is_noticed_also_where_others_have_counted_as_far() {
    let mut redis = Redis::start(&[]);
    let proxy = Proxy::to(redis.port);
    let member = Member::join(&proxy.url());
    member.insert(0..10);
    member.wait_for_sent(10);
    redis.say("SAVE");
    for value in 10..13 {
        member.insert(value..=value);
        member.wait_for_sent(value + 1);
    }
    let head = |redis: &Redis| redis.say(&format!("GET {HEAD}")).parse::<u64>().unwrap();
    let counted = head(&redis);
    proxy.mischief.cut.store(1, Relaxed);
    redis.restart(Duration::ZERO);
    assert!(head(&redis) < counted);
    let other = Member::join(&redis.url());
    for value in 100..110 {
        other.insert(value..=value);
        other.wait_for_sent(value - 99);
    }
    assert!(head(&redis) > counted);
    proxy.mischief.cut.store(0, Relaxed);
    member.wait_for("the loss is told", |event| *event == Event::Emptied);
    let late = Member::join(&redis.url());
    wait_until("all values are there", || late.received() == 23);
    // Its own of before too, as all that is there.
    wait_until("those of the other one are read", || member.received() == 20);
    assert_eq!(*other.events.lock().unwrap(), [Event::Joined]);
}

/// A list in place of a chunk counts as damaged, and all else is read.
#[test]
fn a_key_with_another_kind_of_value_counts_as_damaged() {
    let redis = Redis::start(&[]);
    let writer = Member::join(&redis.url());
    for value in 0..5 {
        writer.insert(value..=value);
        writer.wait_for_sent(value + 1);
    }
    let key = HEAD.replace("head", &(redis.say(&format!("GET {HEAD}")).parse::<u64>().unwrap() - 2).to_string());
    redis.say(&format!("DEL {key}"));
    redis.say(&format!("LPUSH {key} x"));
    let late = Member::join(&redis.url());
    wait_until("all others are there", || late.received() == 4);
    writer.insert(5..6);
    wait_until("what comes later too", || late.received() == 5);
    assert_eq!((late.server.counts().damaged, &late.events.lock().unwrap()[..]), (1, &[Event::Joined][..]));
}

#[test]
fn a_password_that_is_wanted_later_is_told() {
    let redis = Redis::start(&[]);
    let member = Member::join(&redis.url());
    member.wait_for("joined", |event| *event == Event::Joined);
    redis.say("CONFIG SET requirepass open-sesame");
    // Connections that were there stay until they are cut.
    redis.say("AUTH open-sesame\r\nCLIENT KILL TYPE normal");
    member.wait_for("the password", |event| matches!(event, Event::Alone(why) if why.contains("NOAUTH")));
    redis.say("AUTH open-sesame\r\nCONFIG SET requirepass \"\"");
    wait_until("joined again", || member.events.lock().unwrap().last() == Some(&Event::Joined));
    // Each reason was told once.
    let events = member.events.lock().unwrap();
    for (index, event) in events[1..events.len() - 1].iter().enumerate() {
        assert!(matches!(event, Event::Alone(_)) && !events[..=index].contains(event), "{events:?}");
    }
}

/// For a moment, and for so long that others give the number up.
#[test]
fn a_chunk_that_is_refused_keeps_its_number() {
    for pause in [Duration::from_millis(300), Duration::from_secs(4)] {
        let redis = Redis::start(&[]);
        let (writer, reader) = (Member::join(&redis.url()), Member::join(&redis.url()));
        let head = || redis.say(&format!("GET {HEAD}")).parse::<u64>().unwrap();
        writer.insert(0..10);
        writer.wait_for_sent(10);
        let counted = head();
        redis.say("ACL SETUSER default -set");
        writer.insert(10..20);
        writer.wait_for("refused", |event| matches!(event, Event::Refused(_)));
        thread::sleep(pause);
        assert_eq!(head(), counted + 1);
        redis.say("ACL SETUSER default +set");
        writer.wait_for_sent(20);
        writer.wait_for("accepted", |event| *event == Event::Accepted);
        let late = Member::join(&redis.url());
        for reader in [&reader, &late] {
            wait_until("all values are there", || reader.received() == 20);
        }
        // No number is without a chunk, and a second one was counted at most after the reader has given up the first.
        assert!(head() <= counted + 2);
        for number in counted + 1..=head() {
            let key = HEAD.replace("head", &number.to_string());
            assert_eq!(redis.say(&format!("EXISTS {key}")).trim(), ":1", "{key}");
        }
    }
}

/// However full the chunks are that wait on the server.
#[test]
fn what_the_search_does_not_take_is_bounded() {
    /// The bound on values, and the most of a chunk.
    const MOST: u64 = 1 << 18;
    const CHUNK: u64 = 1 << 14;
    let redis = Redis::start(&[]);
    let writer = Member::join(&redis.url());
    let all = MOST + 4 * CHUNK;
    for first in (0..all).step_by(1 << 16) {
        writer.insert(first..all.min(first + (1 << 16)));
        writer.wait_for_sent(all.min(first + (1 << 16)));
    }
    let late = Member::join(&redis.url());
    wait_until("no more values come", || {
        let before = late.server.counts().received;
        thread::sleep(Duration::from_millis(200));
        before > 0 && before == late.server.counts().received
    });
    let news = late.server.news().len() as u64;
    assert!(news <= MOST, "{news}");
    wait_until("all values are there", || news + late.received() == all);
    for member in [writer, late] {
        member.server.close().unwrap();
    }
}
