//! Ctrl-C and the signal TERM: status 130, and what was to be saved is saved.

#![cfg(unix)]

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use grundy::Control;
use grundy::chomp::LosingBoards;
use grundy::heap::{Stream, TakeAndBreak};

use crate::programs::{Folder, Tool, text};

fn interrupt(child: &Child) {
    signal(child, "-INT");
}

fn signal(child: &Child, name: &str) {
    assert!(Command::new("kill").args([name, &child.id().to_string()]).status().unwrap().success());
}

/// Starts a command that takes long, presses Ctrl-C after a while, and gives the status and standard error.
fn interrupted(program: Tool, arguments: &[&str]) -> (Option<i32>, String) {
    ended_by("-INT", program, arguments)
}

/// The same with another signal.
fn ended_by(name: &str, program: Tool, arguments: &[&str]) -> (Option<i32>, String) {
    let mut child = program.command(arguments);
    let mut child = child.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // Its input stays open: to end there would be another reason to end.
    let input = child.stdin.take();
    // Until it listens the signal ends it in another way; half a second is enough on a busy machine, and a signal that
    // comes late does no harm.
    std::thread::sleep(Duration::from_millis(1500));
    signal(&child, name);
    let output = child.wait_with_output().unwrap();
    drop(input);
    (output.status.code(), text(&output.stderr))
}

#[test]
fn computations_are_cancelled() {
    // Who wins is told at once, and which move to make takes half a minute: each is compared with the whole sum.
    let heaps = format!("5,6{}", ",5,6".repeat(29_999));
    let folder = Folder::new("interrupted-certificate");
    let certificate = folder.path("certificate");
    let cases: [(&str, &[&str]); 7] = [
        ("solve", &["chomp", "14x14", "--limit", "100000000"]),
        ("solve", &["0.77", &heaps, "--misere"]),
        ("sequence", &["0.007"]),
        ("sequence", &["0.6", "--heaps", "2^30", "--certificate", &certificate]),
        ("table", &["--digits", "3", "--heaps", "1000000"]),
        ("chomp", &["losing", "100"]),
        ("draw", &["chomp-moves", "14x14", "--limit", "100000000"]),
    ];
    for (program, arguments) in cases {
        let (status, error) = interrupted(Tool(program), arguments);
        assert_eq!(status, Some(130), "{program}: {error}");
        assert!(error.lines().any(|line| line.starts_with("error: interrupted ")), "{program}: {error}");
    }
}

/// A row that another program has added to the file of an atlas stays when this one is stopped.
#[test]
fn rows_of_two_programs_are_kept() {
    let folder = Folder::new("interrupted-atlas");
    let (path, file) = (folder.path("atlas"), folder.path("atlas/atlas.csv"));
    let arguments = ["--digits", "2", "--heaps", "2^12", "--misere", "--threads", "1", "--out", &path];
    let child = Tool("table").command(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let begun = Instant::now();
    let rows = loop {
        match std::fs::read_to_string(&file) {
            Ok(rows) if rows.lines().count() > 2 => break rows,
            _ => assert!(begun.elapsed() < Duration::from_mins(2), "no row is written"),
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    let added = "4.77,of the other program\n";
    std::fs::write(&file, rows + added).unwrap();
    interrupt(&child);
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(130));
    assert!(std::fs::read_to_string(&file).unwrap().contains(added));
}

/// What is known by then is printed, and the status is 130 all the same.
#[test]
fn winning_moves_that_are_counted_are_interrupted() {
    let folder = Folder::new("interrupted-count");
    let file = folder.path("memo");
    let arguments = ["cram", "5x8", "--memo", &file];
    // The value takes some 150 000 positions, the number of winning moves some millions. From then on the value is in the file.
    let stopped = Tool("solve").run(&[&arguments[..], &["--limit", "200000"]].concat());
    assert!(text(&stopped.stdout).contains("\nwinning moves: not counted (limit of 200000 positions reached"));
    let mut child = Tool("solve").command(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // Who wins is printed before the rest.
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut answer = String::new();
    output.read_line(&mut answer).unwrap();
    std::thread::sleep(Duration::from_millis(500));
    interrupt(&child);
    output.read_to_string(&mut answer).unwrap();
    let ended = child.wait_with_output().unwrap();
    assert!(answer.contains("\ngrundy: 1\noutcome: N\nwinning moves: not counted (interrupted "), "{answer}");
    let error = text(&ended.stderr);
    assert!(error.lines().any(|line| line.starts_with("error: interrupted ")), "{error}");
    assert_eq!(ended.status.code(), Some(130), "{error}");
}

#[test]
fn a_table_is_saved() {
    // TERM is what schedulers send.
    for name in ["-INT", "-TERM"] {
        let folder = Folder::new("interrupted");
        let file = folder.path("table");
        let (status, error) = ended_by(name, Tool("chomp"), &["losing", "110", "--save", &file]);
        assert_eq!(status, Some(130), "{error}");
        assert!(error.ends_with(&format!(" boards; --load {file} goes on\n")), "{error}");
        assert!(!LosingBoards::load(&file, &Control::unlimited()).unwrap().is_complete());
        assert_eq!(folder.files(), ["table"]);
    }
}

#[test]
fn a_stream_is_saved() {
    let folder = Folder::new("interrupted-stream");
    let file = folder.path("checkpoint");
    // Before the first values are known, nothing could be saved.
    let arguments = ["0.106", "--stream", "--checkpoint", &file];
    assert!(Tool("sequence").run(&[&arguments[..], &["--heaps", "1"]].concat()).status.success());
    let (status, error) = interrupted(Tool("sequence"), &arguments);
    assert_eq!(status, Some(130), "{error}");
    assert!(error.ends_with(&format!(" heaps; --checkpoint {file} goes on\n")), "{error}");
    assert_eq!(folder.files(), ["checkpoint"]);
    let code: TakeAndBreak = "0.106".parse().unwrap();
    assert!(Stream::load(code, &file, Control::unlimited()).unwrap().heaps() >= 1 << 19);
}

#[test]
fn who_waits_for_input_ends_at_once() {
    for (program, arguments) in
        [("play", &["nim", "3,4,5"][..]), ("check", &["-"]), ("check", &["/dev/stdin", "--time", "1h"])]
    {
        let start = Instant::now();
        let (status, error) = interrupted(Tool(program), arguments);
        assert_eq!(status, Some(130), "{program}: {error}");
        assert!(start.elapsed() < Duration::from_secs(20));
    }
}

/// Nothing is computed any more, and nobody reads what is printed.
#[test]
fn who_waits_for_a_reader_ends_at_once() {
    let folder = Folder::new("interrupted-reader");
    let (pipe, rows) = (folder.path("pipe"), "30,".repeat(999) + "30");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let cases: [(&str, &[&str], bool); 5] = [
        ("sequence", &["0.77", "--heaps", "100000", "--values"], false),
        ("sequence", &["0.77", "--heaps", "100000", "--values", "--json"], false),
        ("sequence", &["0.77", "--heaps", "100000", "--csv", &pipe], true),
        ("table", &["--subtraction", "12"], false),
        ("draw", &["position", "kayles", &rows], false),
    ];
    for (program, arguments, to_pipe) in cases {
        let mut child = Tool(program).command(arguments).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut output = child.stdout.take().unwrap();
        // All that is printed is more than a pipe holds, so the program waits after its first byte.
        output.read_exact(&mut [0]).unwrap();
        // To open the pipe waits for its writer.
        let _held = to_pipe.then(|| std::fs::File::open(&pipe).unwrap());
        interrupt(&child);
        let begun = Instant::now();
        let status = loop {
            match child.try_wait().unwrap() {
                Some(status) => break status.code(),
                None if begun.elapsed() > Duration::from_mins(1) => {
                    child.kill().unwrap();
                    panic!("{program} {arguments:?} waits for a reader");
                }
                None => std::thread::sleep(Duration::from_millis(20)),
            }
        };
        assert_eq!(status, Some(130), "{program} {arguments:?}");
    }
}

/// A certificate and a graph of which nothing comes.
#[test]
fn time_ends_while_input_is_waited_for() {
    for program in ["check", "loopy"] {
        let mut child = Tool(program).command(&["-", "--time", "0.2"]);
        let mut child = child.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let input = child.stdin.take().unwrap();
        let output = child.wait_with_output().unwrap();
        drop(input);
        let told = "error: time is over while waiting for input; --time sets another\n";
        assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(1), told), "{program}");
    }
}
