//! The server loses its data: what becomes of the values of workers.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use grundy::{News, Nimber, Store, Workers};
use grundy_store::{Event, Server};

use crate::redis::Redis;
use crate::workers::{join, wait_until};

/// A worker without a search, which exchanges all the time, and what happens to it.
struct Member {
    server: Server,
    events: Arc<Mutex<Vec<Event>>>,
    received: Mutex<BTreeSet<u64>>,
}

impl Member {
    fn join(redis: &Redis) -> Self {
        let (server, events) = join(redis.url().parse().unwrap(), "chomp");
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
    let (writer, other) = (Member::join(&redis), Member::join(&redis));
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
        let late = Member::join(&redis);
        wait_until("all values are there", || late.received() == 100_010);
        assert_eq!(*late.events.lock().unwrap(), [Event::Joined]);
    }
    for (member, _) in both {
        member.server.close().unwrap();
    }
}
