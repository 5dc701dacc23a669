//! Workers that share values by a cluster of three nodes.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use grundy::{News, Nimber, Store, Workers};
use grundy_store::{Address, Event, Server, ServerError};

use crate::nodes::Cluster;
use crate::redis::{Redis, free_port};
use crate::workers::{Told, all_are_right, join, refusal, wait_until, workers};

/// A key of a game, such as `head`, whose node all workers ask in each exchange.
fn key(game: &str, name: &str) -> String {
    format!("grundy/{},4/{game}/{name}", env!("CARGO_PKG_VERSION"))
}

/// Counts the chunks of a game from 1 and not from a random number, so that their names, and so their nodes, are the same in every run.
pub(crate) fn count_from_one(cluster: &Cluster, game: &str) {
    let head = key(game, "head");
    cluster.nodes[cluster.place(&head)].say(&format!("SET {head} 0"));
}

/// A worker may have been alone for a while, on a machine that is busy, but never for the reason that a slot was elsewhere.
#[track_caller]
fn none_was_lost(events: &[Event]) {
    for event in events {
        let Event::Alone(reason) = event else { continue };
        assert!(!["MOVED", "ASK", "slot"].iter().any(|word| reason.contains(word)), "{reason}");
    }
}

/// A member without a search, which exchanges all the time, and what happens to it.
struct Member {
    server: Server,
    events: Arc<Mutex<Vec<Event>>>,
}

impl Member {
    /// Joins, and waits for the first exchange: until then, the worker does not know the nodes.
    fn join(url: &str) -> Self {
        let (server, events) = join(url.parse().unwrap(), "steady");
        // As many exchanges are allowed as a search of this many positions would have.
        server.solved(1 << 30, Duration::ZERO);
        let member = Self { server, events };
        member.wait_for("joined", |event| *event == Event::Joined);
        member
    }

    fn wait_for(&self, what: &str, wanted: fn(&Event) -> bool) {
        wait_until(what, || self.events.lock().unwrap().last().is_some_and(wanted));
    }
}

/// What happens while one member sends values, and another one gets each of them.
fn nothing_is_lost(url: &str, happens: impl FnOnce()) {
    let (writer, reader) = (Member::join(url), Member::join(url));
    let ends = AtomicBool::new(false);
    let sent = thread::scope(|scope| {
        let sends = scope.spawn(|| {
            let mut sent = 0;
            while !ends.load(Relaxed) {
                sent += 1;
                writer.server.insert(sent.to_string(), Nimber::new(sent));
                thread::sleep(Duration::from_millis(2));
            }
            sent
        });
        happens();
        ends.store(true, Relaxed);
        sends.join().unwrap()
    });
    writer.server.close().unwrap();
    assert_eq!(writer.server.counts().dropped, 0);
    let received = RefCell::new(BTreeSet::new());
    wait_until("all values are there", || {
        for news in reader.server.news() {
            let News::Value(text, value) = news else { panic!("{news:?}") };
            assert_eq!(text, value.get().to_string());
            received.borrow_mut().insert(value.get());
        }
        received.borrow().len() as u64 == sent
    });
    for member in [writer, reader] {
        let events = member.events.lock().unwrap();
        assert!(events.starts_with(&[Event::Joined]), "{events:?}");
        none_was_lost(&events);
    }
}

#[test]
fn workers_share_a_cluster_and_keys_lie_on_all_nodes() {
    let cluster = Cluster::start(&[]);
    let alone = all_are_right(workers(&cluster.url(), "alone", 1)).remove(0);
    assert_eq!(alone.events, [Event::Joined]);
    count_from_one(&cluster, "chomp");
    let told = all_are_right(workers(&cluster.url(), "chomp", 4));
    let solved: u64 = told.iter().map(|told| told.solved).sum();
    assert!(solved < alone.solved * 4 && told.iter().any(|told| told.counts.received > 0), "{solved}: {told:?}");
    for told in &told {
        none_was_lost(&told.events);
    }
    for node in &cluster.nodes {
        let keys = node.say("DBSIZE");
        assert!(keys.trim_start_matches(':').trim().parse::<u64>().unwrap() > 0, "{keys}");
    }
    // All is there for one that comes late, by way of any node that answers.
    let ports: Vec<String> = cluster.nodes.iter().map(|node| format!("127.0.0.1:{}", node.port)).collect();
    let url = format!("redis+cluster://127.0.0.1:1,{},{}", ports[1], ports[2]);
    // On a busy machine a worker may search for a while before it has read what is there, or be told that a node is late: one of three is not.
    let mut all_late = Vec::new();
    let is_told = |late: &Told| late.solved < alone.solved / 2 && late.events == [Event::Joined];
    while !all_late.iter().any(is_told) {
        assert!(all_late.len() < 3, "{alone:?} {all_late:?}");
        all_late.extend(all_are_right(workers(&url, "chomp", 1)));
    }

    for node in &cluster.nodes {
        node.say("CONFIG SET requirepass open-sesame");
    }
    let with = |password: &str| url.replace("//", &format!("//:{password}@"));
    let right = all_are_right(workers(&with("open-sesame"), "chomp", 1)).remove(0);
    assert_eq!(right.events, [Event::Joined]);
    for url in [url.clone(), with("open-simsim")] {
        let address: Address = url.parse().unwrap();
        assert_eq!(address.to_string(), format!("127.0.0.1:1,{},{}", ports[1], ports[2]));
        let shown = format!("{} {address} {address:?}", refusal(&address));
        assert!(shown.contains(&ports[1]) && !shown.contains("simsim"), "{shown}");
    }
}

#[test]
fn slots_move_and_nothing_is_lost() {
    let mut cluster = Cluster::start(&[]);
    let url = cluster.url();
    count_from_one(&cluster, "steady");
    count_from_one(&cluster, "chomp");
    let started = workers(&url, "chomp", 3);
    nothing_is_lost(&url, || {
        for number in 1..=8 {
            for key in [key("steady", "head"), key("steady", &number.to_string()), key("chomp", &number.to_string())] {
                cluster.move_on(&key);
            }
        }
    });
    for told in all_are_right(started) {
        none_was_lost(&told.events);
    }
    let late = all_are_right(workers(&url, "chomp", 1)).remove(0);
    assert!(late.counts.received > 0 && (late.counts.missing, late.counts.damaged) == (0, 0), "{late:?}");
    // As a single server, a node only says that the key is elsewhere.
    let strange = (cluster.place(&key("chomp", "head")) + 1) % 3;
    let shown = refusal(&cluster.nodes[strange].url().parse().unwrap());
    assert!(shown.contains("redis+cluster://"), "{shown}");
}

#[test]
fn a_replica_takes_over_and_nothing_is_lost() {
    let mut cluster = Cluster::start(&["--repl-diskless-sync-delay", "0"]);
    let node = cluster.place(&key("steady", "head"));
    let replica = cluster.add_replica(node);
    let url = format!("redis+cluster://127.0.0.1:{}", cluster.nodes[(node + 1) % 3].port);
    let started = workers(&url, "chomp", 3);
    nothing_is_lost(&url, || cluster.hand_over(node, replica));
    all_are_right(started);
    let late = all_are_right(workers(&url, "chomp", 1)).remove(0);
    assert!(late.counts.received > 0 && late.events.last() == Some(&Event::Joined), "{late:?}");
}

#[test]
fn a_node_hangs_or_is_killed_and_comes_back() {
    let mut cluster = Cluster::start(&[]);
    let node = cluster.place(&key("steady", "head"));
    let url = format!("redis+cluster://127.0.0.1:{}", cluster.nodes[(node + 1) % 3].port);
    let member = Member::join(&url);
    let started = workers(&url, "chomp", 3);
    let is_alone = |event: &Event| matches!(event, Event::Alone(_));
    cluster.nodes[node].signal("STOP");
    member.wait_for("alone", is_alone);
    cluster.nodes[node].signal("CONT");
    member.wait_for("joined again", |event| *event == Event::Joined);
    cluster.nodes[node].kill();
    member.wait_for("alone again", is_alone);
    let alone = all_are_right(workers(&url, "chomp", 1)).remove(0);
    cluster.nodes[node].restart(Duration::ZERO);
    member.wait_for("joined for the last time", |event| *event == Event::Joined);
    member.server.close().unwrap();
    all_are_right(started);
    assert!(alone.events.iter().any(is_alone), "{alone:?}");
}

#[test]
fn an_address_that_does_not_fit_is_told() {
    let redis = Redis::start(&[]);
    let shown = refusal(&redis.url().replace("redis:", "redis+cluster:").parse().unwrap());
    assert!(shown.contains("a single server"), "{shown}");
    // A node without slots.
    let node = Redis::start(&["--cluster-enabled", "yes", "--cluster-port", &free_port().to_string()]);
    let shown = refusal(&node.url().parse().unwrap());
    assert!(shown.contains("ClusterDown"), "{shown}");
    let shown = refusal(&node.url().replace("redis:", "redis+cluster:").parse().unwrap());
    assert!(shown.contains("slots are missing"), "{shown}");

    for (url, reason) in [
        ("redis://one:1,two:2", "redis+cluster://"),
        ("redis+cluster://:open-sesame@one:1,,two:2", "it is written"),
        ("redis+cluster://:open-sesame@one:none", "it is written"),
        ("redis+cluster://", "it is written"),
        ("unix+cluster:///open-sesame", "it is written"),
        ("http+cluster://open-sesame", "it is written"),
    ] {
        let error: ServerError = url.parse::<Address>().unwrap_err();
        assert!(error.to_string().contains(reason) && !error.to_string().contains("sesame"), "{url}: {error}");
    }
}
