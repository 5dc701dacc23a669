//! Workers that share values by a real `redis-server`: whatever happens to it, every answer and its certificate are right.
#![cfg(feature = "redis")]

#[path = "support/chance.rs"]
mod chance;
#[path = "support/fake.rs"]
mod fake;
#[path = "support/proxy.rs"]
mod proxy;
#[path = "support/redis.rs"]
mod redis;
#[cfg(feature = "tls")]
#[path = "support/tls.rs"]
mod secure;
#[path = "support/workers.rs"]
mod workers;

#[path = "server/cluster.rs"]
mod cluster;
#[path = "server/loss.rs"]
mod loss;
#[path = "server/nodes.rs"]
mod nodes;
#[path = "server/secret.rs"]
mod secret;
#[cfg(feature = "tls")]
#[path = "server/tls.rs"]
mod tls;

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;
use std::time::Duration;

use grundy::chomp::{Board, Chomp, ChompValues};
use grundy::games::Cram;
use grundy::{AnyGame, Control, Method, Nimber, Notation, Solver, Store, Unhinted};
use grundy_store::{Address, Event, Server, ServerError, SharedMemo};

use chance::Chance;
use proxy::Proxy;
use redis::Redis;
use workers::{all_are_right, joined_workers, late_workers, proved, wait_until, workers};

#[test]
fn one_to_eight_workers_find_the_value_and_share_the_work() {
    let redis = Redis::start(&[]);
    let address: Address = redis.url().parse().unwrap();
    let alone = all_are_right(workers(&redis.url(), "1", 1)).remove(0);
    assert_eq!(alone.solved, alone.counts.sent.max(alone.solved), "{alone:?}");
    assert_eq!(alone.events, [Event::Joined]);
    let mut sent = 0;
    for number in [2, 4, 8] {
        let game = number.to_string();
        let mut started = workers(&redis.url(), &game, 1);
        started.extend(late_workers(&address, &game, number - 1, 1));
        let told = all_are_right(started);
        sent = told.iter().map(|told| told.counts.sent).sum();
        let solved: u64 = told.iter().map(|told| told.solved).sum();
        let received: u64 = told.iter().map(|told| told.counts.received).sum();
        assert!(solved < alone.solved * number && received > 0, "{number} workers solved {solved}: {told:?}");
    }
    // All is there for one that comes late.
    let late = all_are_right(late_workers(&address, "8", 1, sent)).remove(0);
    assert!(late.solved < alone.solved / 2, "{late:?}");
    let other = all_are_right(workers(&redis.url(), "8 of another game", 1)).remove(0);
    assert_eq!(other.counts.received, 0, "games do not mix");
}

/// The value is published: see `tests/data` of the library.
#[test]
fn workers_of_a_nimber_search_tell_each_other_facts_and_where_they_are() {
    let redis = Redis::start(&[]);
    let url = redis.url();
    let work = |number: u64| {
        thread::sleep(Duration::from_millis(number * 5));
        let server = Arc::new(Server::join(url.parse().unwrap(), "cram", |_| {}).unwrap());
        let mut solver = Solver::with_memo(Cram, SharedMemo::new(Cram, Arc::clone(&server), 1 << 20));
        let position = Cram.parse("5x7").unwrap();
        assert_eq!(solver.grundy(position.clone()), Ok(Nimber::new(1)));
        let listed = solver.control().done();
        assert_eq!(proved(&mut solver, "cram", &position), "the Grundy value of cram 5x7 is *1");
        server.close().unwrap();
        (listed, server.counts())
    };
    let told = thread::scope(|scope| {
        let started: Vec<_> = (0..3_u64).map(|number| scope.spawn(move || work(number))).collect();
        started.into_iter().map(|worker| worker.join().unwrap()).collect::<Vec<_>>()
    });
    assert!(told.iter().any(|(_, counts)| counts.facts > 0 && counts.claims > 0), "{told:?}");
    // One that comes late is told nearly all.
    let (listed, counts) = work(0);
    assert!(
        listed < told.iter().map(|(listed, _)| *listed).sum::<u64>() / 4 && counts.received > 0,
        "{listed} {told:?}"
    );
}

/// A worker of three threads beside one of one thread. The value is that of a table which is made without a search.
#[test]
fn a_worker_of_several_threads_tells_and_hears() {
    let redis = Redis::start(&[]);
    let url = redis.url();
    let (rows, columns) = (10, 10);
    let table = ChompValues::in_box(rows, columns, &mut Control::unlimited()).unwrap();
    let value = table.value(Chomp::poisoned(), &Board::rectangle(rows, columns).unwrap());
    let work = |threads: usize| {
        let server = Arc::new(Server::join(url.parse().unwrap(), "chomp", |_| {}).unwrap());
        let game = "chomp".parse::<AnyGame>().unwrap().stored_in(Arc::clone(&server) as Arc<dyn Store>, 1 << 20);
        let control = Control::new().threads(threads.try_into().unwrap());
        let mut solver = Solver::new(&game).with_control(control);
        assert_eq!(solver.grundy(game.parse("10x10").unwrap()).ok(), value, "{threads} threads");
        server.close().unwrap();
        server.counts()
    };
    let told = thread::scope(|scope| {
        let started = [3, 1].map(|threads| scope.spawn(move || work(threads)));
        started.map(|worker| worker.join().unwrap())
    });
    assert!(told.iter().all(|counts| counts.sent > 0 && counts.received > 0), "{told:?}");
}

#[test]
fn the_server_is_killed_and_comes_back_with_and_without_its_data() {
    let mut chance = Chance::new();
    for keeps_data in [false, true] {
        let mut redis = Redis::start(&["--appendonly", if keeps_data { "yes" } else { "no" }]);
        let started = joined_workers(&redis.url(), "chomp", 3);
        for _ in 0..2 {
            thread::sleep(chance.millis(100..300));
            redis.restart(chance.millis(50..250));
        }
        let told = all_are_right(started);
        assert!(told.iter().all(|told| told.events[0] == Event::Joined), "{told:?}");
        // Nobody is there who could write again what the server loses now.
        redis.restart(Duration::ZERO);
        let late = all_are_right(workers(&redis.url(), "chomp", 1)).remove(0);
        assert_eq!(late.events, [Event::Joined]);
        assert_eq!(late.counts.received > 0, keeps_data, "{late:?}");
        redis.kill();
        let alone = all_are_right(workers(&redis.url(), "chomp", 1)).remove(0);
        assert!(matches!(&alone.events[..], [Event::Alone(_)]), "{alone:?}");
        assert_eq!(alone.counts.received, 0);
    }
}

#[test]
fn the_server_is_flushed_in_the_middle() {
    let redis = Redis::start(&[]);
    let started = workers(&redis.url(), "chomp", 3);
    let mut chance = Chance::new();
    for _ in 0..10 {
        let is_over = || started.iter().all(thread::JoinHandle::is_finished);
        wait_until("a chunk is there", || is_over() || redis.say("DBSIZE").trim() != ":0");
        redis.say("FLUSHALL");
        thread::sleep(chance.millis(0..100));
    }
    let told = all_are_right(started);
    assert!(told.iter().any(|told| told.events.contains(&Event::Emptied)), "{told:?}");
}

#[test]
fn the_server_has_memory_for_a_tenth() {
    let redis = Redis::start(&[]);
    let empty = redis.number("used_memory");
    all_are_right(workers(&redis.url(), "chomp", 2));
    let tenth = (redis.number("used_memory") - empty) / 10;
    let with_memory_for = |tenths: u64, policy: &str| {
        redis.say("FLUSHALL");
        redis.say(&format!("CONFIG SET maxmemory-policy {policy}"));
        redis.say(&format!("CONFIG SET maxmemory {}", empty + tenths * tenth));
        redis.say("CONFIG RESETSTAT");
        let told = all_are_right(workers(&redis.url(), "chomp", 3));
        redis.say("CONFIG SET maxmemory 0");
        told
    };
    let told = with_memory_for(1, "noeviction");
    let is_refusal = |event: &Event| matches!(event, Event::Refused(_));
    assert!(told.iter().flat_map(|told| &told.events).any(is_refusal), "{told:?}");
    assert_eq!(redis.number("evicted_keys"), 0);
    // The connections take memory as well, at times several tenths: then nothing is stored that could be evicted.
    let evicts = |tenths: u64| {
        with_memory_for(tenths, "allkeys-lru");
        redis.number("evicted_keys") > 0
    };
    assert!((1..20).any(evicts), "the server never evicts");
}

#[test]
fn a_proxy_delays_cuts_and_alters() {
    let redis = Redis::start(&[]);
    for (what, delay, cut, alter) in
        [("delay", 10, 0, 0), ("cut", 1, 4000, 0), ("alter", 0, 0, 300), ("all", 5, 9000, 2000)]
    {
        let proxy = Proxy::to(redis.port);
        proxy.mischief.delay.store(delay, Relaxed);
        proxy.mischief.cut.store(cut, Relaxed);
        proxy.mischief.alter.store(alter, Relaxed);
        let told = all_are_right(workers(&proxy.url(), what, 3));
        assert!(cut == 0 || proxy.connections.load(Relaxed) > 3, "{told:?}");
        // In the end the proxy behaves, and what was damaged on the way counts as unknown.
        proxy.mischief.cut.store(0, Relaxed);
        proxy.mischief.alter.store(0, Relaxed);
        let late = all_are_right(workers(&proxy.url(), what, 1)).remove(0);
        let damaged: u64 = told.iter().chain([&late]).map(|told| told.counts.damaged).sum();
        // Where connections are also cut, hardly any chunk passes.
        let is_expected = if cut == 0 { (damaged > 0) == (alter > 0) } else { damaged == 0 || alter > 0 };
        assert!(is_expected, "{what}: {told:?} {late:?}");
    }
}

#[test]
fn a_damaged_chunk_counts_as_unknown() {
    let redis = Redis::start(&[]);
    redis.say(concat!("SET grundy/", env!("CARGO_PKG_VERSION"), ",4/chomp/1 nonsense"));
    redis.say(concat!("SET grundy/", env!("CARGO_PKG_VERSION"), ",4/chomp/head 1"));
    let told = all_are_right(workers(&redis.url(), "chomp", 1)).remove(0);
    assert_eq!((told.counts.damaged, told.counts.received), (1, 0));
}

#[test]
fn a_contradiction_names_both_values() {
    let redis = Redis::start(&[]);
    let join = || Server::join(redis.url().parse().unwrap(), "chomp", |_| {}).unwrap();
    let (honest, liar) = (Arc::new(join()), join());
    let chomp = Chomp::poisoned();
    let memo = SharedMemo::new(chomp, Arc::clone(&honest), 1 << 20);
    let mut solver = Solver::with_memo(Unhinted(chomp), memo).by(Method::Values);
    solver.grundy(Board::rectangle(4, 5).unwrap()).unwrap();
    let board = Board::rectangle(3, 3).unwrap();
    let text = chomp.text(std::slice::from_ref(&board));
    let right = solver.grundy(board).unwrap();
    liar.insert(text.clone(), Nimber::new(77));
    liar.close().unwrap();
    // The news are taken with the next position that is solved.
    wait_until("the value is received", || honest.counts().received > 0);
    solver.grundy(Board::rectangle(5, 5).unwrap()).unwrap();
    assert!(honest.has_failed());
    let error = honest.close().unwrap_err();
    let wanted = format!("says that {text} has the value *77, and the search says {right}");
    assert!(error.to_string().ends_with(&wanted), "{error}");
}

#[test]
fn a_password_is_asked_for_and_never_shown() {
    let redis = Redis::start(&["--requirepass", "open-sesame"]);
    let with = |password: &str| redis.url().replace("//", &format!("//:{password}@"));
    let right = all_are_right(workers(&with("open-sesame"), "chomp", 1)).remove(0);
    assert_eq!(right.events, [Event::Joined]);
    for url in [redis.url(), with("open-simsim")] {
        let told = all_are_right(workers(&url, "chomp", 1)).remove(0);
        assert!(matches!(&told.events[..], [Event::Alone(_)]), "{told:?}");
        let address: Address = url.parse().unwrap();
        let shown = format!("{told:?} {address} {address:?}");
        assert!(!shown.contains("simsim"), "{shown}");
    }
    // A server repeats the words of a command that it does not know, of which the password is one in this protocol.
    let old = Redis::start(&["--rename-command", "HELLO", ""]);
    let url = format!("redis://bob:open-sesame@127.0.0.1:{}?protocol=resp3", old.port);
    let told = all_are_right(workers(&url, "chomp", 1)).remove(0);
    assert!(matches!(&told.events[..], [Event::Alone(why)] if why.contains("unknown command")), "{told:?}");
    assert!(!format!("{told:?}").contains("sesame"), "{told:?}");
    for url in ["127.0.0.1", "http://:open-sesame@127.0.0.1", "redis://:open-sesame@127.0.0.1:none"] {
        let error: ServerError = url.parse::<Address>().unwrap_err();
        assert!(!error.to_string().contains("sesame"), "{error}");
    }
}
