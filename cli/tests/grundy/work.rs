//! `grundy work` and `--store`: workers on a real server come, go and are killed.

use std::process::{Child, Stdio};
use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, Instant};

use grundy::chomp::{Board, Chomp, ChompValues};
use grundy::{Control, Memo, Workers};
use grundy_store::{Server, SharedMemo, name_by_rules};

use crate::chance::Chance;
use crate::programs::{Folder, GRUNDY, Tool, text};
use crate::redis::{Redis, free_port};
#[cfg(feature = "tls")]
use crate::secure;

const WORK: Tool = Tool("work");
const SOLVE: Tool = Tool("solve");

/// The value of 8 × 9 Chomp, from the table of all boards, which is made without any search.
fn value() -> String {
    let table = ChompValues::in_box(8, 9, &mut Control::unlimited()).unwrap();
    let value = table.value(Chomp::poisoned(), &Board::rectangle(8, 9).unwrap()).unwrap();
    format!("grundy: {}", value.get())
}

fn start(url: &str, board: &str) -> Child {
    let mut command = WORK.command(&["chomp", board, "--store", url]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Killed by a signal that no process can catch, one after the other, while others go on.
#[test]
fn workers_are_killed_and_the_others_find_the_value() {
    let redis = Redis::start(&[]);
    let mut workers: Vec<Child> = (0..4).map(|_| start(&redis.url(), "8x9")).collect();
    let mut chance = Chance::new();
    for _ in 0..6 {
        sleep(chance.millis(100..300));
        let worker = &mut workers[usize::try_from(chance.number(0..4)).unwrap()];
        worker.kill().unwrap();
        worker.wait().unwrap();
        *worker = start(&redis.url(), "8x9");
    }
    for worker in workers {
        let output = worker.wait_with_output().unwrap();
        let (out, error) = (text(&output.stdout), text(&output.stderr));
        assert!(output.status.success() && out.contains(&value()), "{out} {error}");
        assert!(error.lines().all(|line| line.ends_with(": joined")), "{error}");
    }
    // A certificate of values that others have found is checked by the rules alone.
    let folder = Folder::new("work-certificate");
    let file = folder.path("cert");
    let output = SOLVE.run(&["chomp", "8x9", "--store", &redis.url(), "--certificate", &file]);
    assert!(text(&output.stdout).contains(&value()), "{}", text(&output.stderr));
    GRUNDY.printed(&["check", &file]);
}

/// The claim of a worker that is alive is renewed every second; the last one of a killed worker lapses after three.
#[test]
fn a_claim_of_a_killed_worker_lapses() {
    let redis = Redis::start(&[]);
    // The name that `grundy` gives to Chomp, from the example in `grundy games`.
    let name = name_by_rules("chomp", &Chomp::poisoned(), Board::rectangle(8, 10).unwrap());
    let server = Arc::new(Server::join(redis.url().parse().unwrap(), &name, |_| {}).unwrap());
    // As many exchanges are allowed as a search of this many positions would have.
    server.solved(1 << 30, Duration::ZERO);
    let memo = SharedMemo::new(Chomp::poisoned(), Arc::clone(&server), 1 << 20);
    let board = Board::rectangle(13, 14).unwrap();
    let mut worker = start(&redis.url(), "13x14");
    let is_claimed = || {
        // A look-up takes in what has come.
        assert_eq!(memo.recall(&board), None);
        memo.reluctance(&board) >= 1 << 31
    };
    let wait_until = |wanted: bool| {
        let begin = Instant::now();
        while is_claimed() != wanted {
            assert!(begin.elapsed() < Duration::from_mins(1), "never claimed, or never lapsed");
            sleep(Duration::from_millis(5));
        }
        begin.elapsed()
    };
    wait_until(true);
    // Longer than a claim holds.
    sleep(Duration::from_secs(4));
    wait_until(true);
    worker.kill().unwrap();
    worker.wait().unwrap();
    assert!(is_claimed());
    let lapsed = wait_until(false);
    assert!(lapsed < Duration::from_secs(5), "{lapsed:?}");
}

#[test]
fn a_server_that_is_not_there_is_told_and_the_worker_goes_on_alone() {
    let output = WORK.run(&["chomp", "6x7", "--store", "redis://127.0.0.1:1"]);
    let error = text(&output.stderr);
    assert!(output.status.success() && text(&output.stdout).starts_with("grundy: "), "{error}");
    assert!(error.starts_with("store 127.0.0.1:1: no answer, going on alone: "), "{error}");
}

#[test]
fn the_password_comes_from_a_file_or_the_environment_and_is_never_shown() {
    let redis = Redis::start(&["--requirepass", "open-sesame"]);
    let folder = Folder::new("work-password");
    let file = folder.path("password");
    std::fs::write(&file, "open-sesame\n").unwrap();
    let arguments = ["chomp", "6x7", "--store", &redis.url()];
    let with_password = redis.url().replace("//", "//:open-sesame@");
    let in_file = WORK.command(&[&arguments[..], &["--store-password", &file]].concat()).output().unwrap();
    let in_environment = WORK.command(&arguments).env("GRUNDY_STORE_PASSWORD", "open-sesame").output().unwrap();
    // Variables that are empty are as good as none.
    let mut in_address = WORK.command(&arguments[..2]);
    in_address.env("GRUNDY_STORE", &with_password).env("GRUNDY_STORE_PASSWORD", "").env("GRUNDY_STORE_AUTHORITY", "");
    let in_address = in_address.output().unwrap();
    let joined = format!("store 127.0.0.1:{}: joined\n", redis.port);
    for output in [in_file, in_environment, in_address] {
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), joined.clone()));
    }
    let wrong = WORK.command(&arguments).env("GRUNDY_STORE_PASSWORD", "open-simsim").output().unwrap();
    let error = text(&wrong.stderr);
    assert!(wrong.status.success() && error.contains("going on alone") && !error.contains("simsim"), "{error}");
    std::fs::write(&file, "\nopen-sesame\n").unwrap();
    let refused = WORK.is_refused(&[&arguments[..], &["--store-password", &file]].concat());
    assert!(refused.contains("no password") && !refused.contains("sesame"), "{refused}");
    // Mistyped: a user without a password, and a setting that nobody reads.
    let socket = Folder::new("work-socket").path("no-socket");
    for (url, reason) in [
        ("redis://s3cr3t@127.0.0.1:1".to_owned(), "a user and no password"),
        ("redis+cluster://s3cr3t@127.0.0.1:1,127.0.0.1:2".to_owned(), "a user and no password"),
        ("redis://127.0.0.1:1?password=s3cr3t".to_owned(), "not known"),
        ("redis://127.0.0.1:1/0?protocol=resp3&pass=s3cr3t".to_owned(), "not known"),
        (format!("unix://{socket}?password=s3cr3t"), "not known"),
    ] {
        for tool in [WORK, SOLVE] {
            let output = tool.command(&arguments[..2]).env("GRUNDY_STORE", &url).output().unwrap();
            let error = text(&output.stderr);
            assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(2), ""), "{url}: {error}");
            assert!(
                error.lines().count() == 1 && error.contains(reason) && !error.contains("s3cr3t"),
                "{url}: {error}"
            );
        }
    }
    // A user whose password comes from elsewhere.
    let mut user = WORK.command(&arguments[..2]);
    user.env("GRUNDY_STORE", redis.url().replace("//", "//default@")).env("GRUNDY_STORE_PASSWORD", "open-sesame");
    assert_eq!(text(&user.output().unwrap().stderr), joined);
    // As an argument, other users of the machine would see it.
    let refused = WORK.is_refused(&["chomp", "6x7", "--store", &with_password]);
    assert!(!refused.contains("sesame"), "{refused}");
}

#[test]
fn a_cluster_is_joined_by_one_of_its_nodes() {
    let node = Redis::start(&["--cluster-enabled", "yes", "--cluster-port", &free_port().to_string()]);
    node.say("CLUSTER ADDSLOTSRANGE 0 16383");
    while !node.say("CLUSTER INFO").contains("cluster_state:ok") {
        sleep(Duration::from_millis(20));
    }
    let url = node.url().replace("redis:", "redis+cluster:");
    let output = WORK.command(&["chomp", "6x7", "--store", &url]).output().unwrap();
    let joined = format!("store 127.0.0.1:{}: joined\n", node.port);
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), joined));
}

#[cfg(feature = "tls")]
#[test]
fn the_authority_comes_from_a_file_that_an_argument_or_the_environment_names() {
    let (_redis, port) = secure::start("server.pem");
    let (url, file) = (format!("rediss://localhost:{port}"), secure::file("authority.pem"));
    let arguments = ["chomp", "6x7", "--store", &url];
    let named = WORK.command(&[&arguments[..], &["--store-authority", &file]].concat()).output().unwrap();
    let in_environment = WORK.command(&arguments).env("GRUNDY_STORE_AUTHORITY", &file).output().unwrap();
    let joined = format!("store localhost:{port}: joined\n");
    for output in [named, in_environment] {
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), joined.clone()));
    }
    let unknown = text(&WORK.run(&arguments).stderr);
    assert!(unknown.contains("going on alone") && unknown.contains("certificate"), "{unknown}");
    let refused = WORK.is_refused(&[&arguments[..], &["--store-authority", &secure::file("server.key")]].concat());
    assert!(refused.contains("server.key") && refused.contains("no certificate"), "{refused}");
}

#[cfg(not(feature = "tls"))]
#[test]
fn a_program_without_tls_says_so() {
    let refused = WORK.is_refused(&["chomp", "6x7", "--store", "rediss://localhost"]);
    assert!(refused.contains("built without TLS"), "{refused}");
}

#[test]
fn arguments_that_do_not_fit_are_refused() {
    WORK.is_refused(&["chomp", "6x7"]);
    WORK.is_refused(&["chomp", "6x7", "--store", "127.0.0.1:6379"]);
    WORK.is_refused(&["chomp", "6x7", "--store", "redis://one:6379,two:6379"]);
    WORK.is_refused(&["chomp", "6x7", "--store", "redis://127.0.0.1:1", "--store-authority", "Cargo.toml"]);
    WORK.is_refused(&["chomp", "6x7", "--store", "redis://127.0.0.1:1", "--store-authority", "no file"]);
    SOLVE.is_refused(&["chomp", "6x7", "--store-authority", "Cargo.toml"]);
    WORK.is_refused(&["sum", "kayles:5+nim:3", "--store", "redis://127.0.0.1:1"]);
    SOLVE.is_refused(&["sum", "kayles:5+nim:3", "--store", "redis://127.0.0.1:1"]);
    SOLVE.is_refused(&["kayles", "5", "--misere", "--store", "redis://127.0.0.1:1"]);
    SOLVE.is_refused(&["kayles", "5", "--memo", "file", "--store", "redis://127.0.0.1:1"]);
}
