//! Workers that share values by a cluster of three nodes.

use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use grundy_store::{Address, Event, Server, ServerError};

use crate::nodes::Cluster;
use crate::redis::{Redis, free_port};
use crate::workers::{Told, all_are_right, refusal, wait_until, workers};

/// The key whose node all workers ask in each exchange.
const HEAD: &str = concat!("grundy/", env!("CARGO_PKG_VERSION"), ",1/chomp/head");

/// A worker may have been alone for a while, on a machine that is busy, but never for the reason that a slot was elsewhere.
#[track_caller]
fn none_was_lost(told: &[Told]) {
    for event in told.iter().flat_map(|told| &told.events) {
        let Event::Alone(reason) = event else { continue };
        assert!(!["MOVED", "ASK", "slot"].iter().any(|word| reason.contains(word)), "{reason}");
    }
}

#[test]
fn workers_share_a_cluster_and_keys_lie_on_all_nodes() {
    let cluster = Cluster::start(&[]);
    let alone = all_are_right(workers(&cluster.url(), "alone", 1)).remove(0);
    assert_eq!(alone.events, [Event::Joined]);
    let told = all_are_right(workers(&cluster.url(), "chomp", 4));
    let solved: u64 = told.iter().map(|told| told.solved).sum();
    assert!(solved < alone.solved * 4 && told.iter().any(|told| told.counts.received > 0), "{solved}: {told:?}");
    none_was_lost(&told);
    for node in &cluster.nodes {
        let keys = node.say("DBSIZE");
        assert!(keys.trim_start_matches(':').trim().parse::<u64>().unwrap() > 0, "{keys}");
    }
    // All is there for one that comes late, by way of any node that answers.
    let ports: Vec<String> = cluster.nodes.iter().map(|node| format!("127.0.0.1:{}", node.port)).collect();
    let url = format!("redis+cluster://127.0.0.1:1,{},{}", ports[1], ports[2]);
    let late = all_are_right(workers(&url, "chomp", 1)).remove(0);
    assert!(late.solved < alone.solved / 2 && late.events == [Event::Joined], "{late:?}");

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
fn slots_move_and_the_workers_go_on() {
    let cluster = Cluster::start(&[]);
    let started = workers(&cluster.url(), "chomp", 3);
    let mut place = cluster.first_place(HEAD);
    let mut chunk = 0;
    while chunk < 6 || started.iter().any(|worker| !worker.is_finished()) {
        cluster.move_key(HEAD, place, (place + 1) % 3);
        place = (place + 1) % 3;
        chunk += 1;
        let key = HEAD.replace("head", &chunk.to_string());
        let first = cluster.first_place(&key);
        cluster.move_key(&key, first, (first + 1) % 3);
    }
    let told = all_are_right(started);
    none_was_lost(&told);
    // As a single server, a node only says that the key is elsewhere.
    let shown = refusal(&cluster.nodes[(place + 1) % 3].url().parse().unwrap());
    assert!(shown.contains("redis+cluster://"), "{shown}");
    // A worker that comes now finds the key and all chunks where they are.
    let late = all_are_right(workers(&cluster.url(), "chomp", 1)).remove(0);
    assert!(late.solved < told.iter().map(|told| told.solved).sum::<u64>() / 2, "{late:?} {told:?}");
    assert_eq!((late.counts.missing, late.counts.damaged), (0, 0), "{late:?}");
}

#[test]
fn a_node_hangs_or_is_killed_and_comes_back() {
    let mut cluster = Cluster::start(&[]);
    let node = cluster.first_place(HEAD);
    let started = workers(&cluster.url(), "chomp", 3);
    thread::sleep(Duration::from_millis(200));
    cluster.nodes[node].restart(Duration::from_millis(200));
    all_are_right(started);
    cluster.wait();

    let events: Arc<Mutex<Vec<Event>>> = Arc::default();
    let told = Arc::clone(&events);
    let address = format!("{},127.0.0.1:{}", cluster.url(), cluster.nodes[1].port).parse().unwrap();
    let server = Server::join(address, "chomp", move |event| told.lock().unwrap().push(event)).unwrap();
    let last = |wanted: fn(&Event) -> bool| events.lock().unwrap().last().is_some_and(wanted);
    wait_until("joined", || last(|event| *event == Event::Joined));
    cluster.nodes[node].signal("STOP");
    wait_until("alone", || last(|event| matches!(event, Event::Alone(_))));
    cluster.nodes[node].signal("CONT");
    wait_until("joined again", || last(|event| *event == Event::Joined));
    cluster.nodes[node].kill();
    wait_until("alone", || last(|event| matches!(event, Event::Alone(_))));
    cluster.nodes[node].restart(Duration::ZERO);
    wait_until("joined again", || last(|event| *event == Event::Joined));
    server.close().unwrap();
}

#[test]
fn a_replica_takes_over() {
    let mut cluster = Cluster::start(&["--repl-diskless-sync-delay", "0"]);
    let node = cluster.first_place(HEAD);
    let replica = cluster.add_replica(node);
    let started = workers(&cluster.url(), "chomp", 3);
    thread::sleep(Duration::from_millis(200));
    assert!(cluster.nodes[replica].say("CLUSTER FAILOVER").starts_with("+OK"));
    wait_until("the replica has taken over", || cluster.nodes[replica].say("ROLE").starts_with("*3"));
    cluster.nodes[node].kill();
    let told = all_are_right(started);
    none_was_lost(&told);
    let survivor = cluster.nodes[(node + 1) % 3].port;
    let late = all_are_right(workers(&format!("redis+cluster://127.0.0.1:{survivor}"), "chomp", 1)).remove(0);
    assert!(late.counts.received > 0 && late.events == [Event::Joined], "{late:?}");
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
