//! The examples as programs: what they print, what bad input gets, and that the README shows it.
//!
//! They are those that `cargo test` has built. A test by itself does not build them: `cargo build --examples` does.

#[path = "library/support/console.rs"]
mod console;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use console::console;

const README: &str = include_str!("../README.md");

fn run(example: &str, arguments: &[&str]) -> Output {
    // A test is <target>/<profile>/deps/examples-..; examples are in <target>/<profile>/examples.
    let test = std::env::current_exe().unwrap();
    let profile = test.parent().and_then(|deps| deps.parent()).unwrap();
    let program: PathBuf = profile.join("examples").join(format!("{example}{}", std::env::consts::EXE_SUFFIX));
    let output = Command::new(&program).args(arguments).output();
    output.unwrap_or_else(|error| panic!("{}: {error}; `cargo build --examples` builds it", program.display()))
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// What an example prints, with nothing on standard error and status 0.
#[track_caller]
fn printed(example: &str, arguments: &[&str]) -> String {
    let output = run(example, arguments);
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""), "{example} {arguments:?}");
    text(&output.stdout)
}

/// Bad input: exit status 2, one line on standard error, nothing on standard output.
#[track_caller]
fn is_refused(example: &str, arguments: &[&str]) -> String {
    let output = run(example, arguments);
    let (out, error) = (text(&output.stdout), text(&output.stderr));
    assert_eq!((output.status.code(), out.as_str()), (Some(2), ""), "{arguments:?}: {error}");
    assert!(error.starts_with("error: ") && error.lines().count() == 1, "{arguments:?}: {error}");
    error
}

/// What an example prints, by its command; `None` for a command that runs no example.
fn printed_by(command: &str) -> Option<String> {
    let words: Vec<&str> =
        command.strip_prefix("cargo run --example ")?.split(' ').filter(|word| *word != "--").collect();
    Some(printed(words[0], &words[1..]))
}

#[test]
fn the_readme_shows_what_examples_print() {
    let mut examples = 0;
    for (command, out) in console(README) {
        match printed_by(command) {
            Some(printed) => {
                assert_eq!(printed, out, "`{command}`");
                examples += 1;
            }
            None => assert_eq!(out, "", "no test knows how to check `{command}`"),
        }
    }
    assert!(examples > 0, "the README shows no example");
}

/// The tests of `grundy-cli` run the other commands of the guide.
#[test]
fn examples_of_the_guide_run() {
    let chapters = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/guide");
    let chapters = fs::read_dir(chapters).unwrap().map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap());
    let run = |chapter: String| {
        let examples = console(&chapter).into_iter().filter_map(|(command, out)| Some((printed_by(command)?, out)));
        examples.map(|(printed, out)| assert!(out.is_empty() || printed == out, "{printed}")).count()
    };
    assert!(chapters.map(run).sum::<usize>() >= 3);
}

#[test]
fn winning_move_prints_the_lines_for_programs() {
    let lines = |arguments: &[&str]| {
        let printed = printed("winning_move", arguments);
        let (working, lines) = printed.rsplit_once("\n\n").unwrap();
        assert!(!working.is_empty());
        lines.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let two_heaps = ["grundy: 2", "outcome: N", "winning moves: 3", "play: heap 1: take 4 -> 16,21"];
    assert_eq!(lines(&["subtract:1,3,4", "20,21"]), two_heaps);
    let all = ["grundy: 3", "outcome: N", "winning moves: 1", "play: row 2: pins 1 and 2 -> 1"];
    assert_eq!(lines(&["kayles", "1,2", "--misere", "--all"]), all);
    assert_eq!(lines(&["nim", "3,3"])[1..], ["outcome: P", "winning moves: 0", "best: heap 1: take 1 -> 2,3"]);
    for (arguments, reason) in [
        (&["nim", "3,x"][..], "`3,x`, character 3: a heap is a whole number"),
        (&["poker", "5"], "no game is called `poker`"),
        (&["nim"], "usage: winning_move GAME POSITION"),
        (&["nim", "3", "--edible"], "there is no option --edible"),
        (&["turning:1-3", "THHHT", "--misere"], "coins"),
    ] {
        let error = is_refused("winning_move", arguments);
        assert!(error.contains(reason), "{error}");
    }
}

#[test]
fn examples_say_what_they_show() {
    let own_game = printed("own_game", &[]);
    assert!(
        own_game.contains("winning move: component 1: take seat 2\nwinning move: component 1: take seat 4\n"),
        "{own_game}"
    );
    let sums = printed("sums", &[]);
    assert!(sums.contains("\n  1001  *9\n  0110  *6\n  0111  *7\n  ----\n  1000  *8\n"), "{sums}");
    assert!(sums.ends_with("by name: chomp:4,4,4+kayles:5,2+nim:7 is worth *8: board 1: 2,2\n"), "{sums}");
    let theorems = printed("theorems", &[]);
    assert!(theorems.ends_with("10 theorems, 200 cases each\n"), "{theorems}");
    assert_eq!(theorems.matches("    holds in 200 random cases\n").count(), 10);
    let compounds = printed("compounds", &[]);
    assert!(compounds.ends_with(" of 12; a search through each compound agrees\n"), "{compounds}");
    is_refused("compounds", &["4,x"]);
}

#[test]
fn loopy_has_a_draw_and_says_why() {
    let out = printed("loopy", &[]);
    assert!(out.contains("\n4       ∞_{1}     draw\n"), "{out}");
    assert!(out.contains("\nNo option is *0, but from 4 there is no move to *0: ∞_{1}.\n"), "{out}");
    let sum = "\nTokens on 4 + 1: ∞_{1} + *1 = ∞_{0}\noutcome: N\nwins: component 1: to 1\n";
    assert!(out.ends_with(&format!("{sum}draws: component 2: to 0\nplay: component 1: to 1\n")), "{out}");
}

#[test]
fn loopy_reads_a_graph_and_tokens() {
    let out = printed("loopy", &["0>1,1>0,1>2", "1"]);
    assert!(
        out.ends_with("= *1\noutcome: N\nwins: component 1: to 0\nwins: component 1: to 2\nplay: component 1: to 2\n"),
        "{out}"
    );
    assert!(!printed("loopy", &["0>1,1>0"]).contains("outcome"));
    // Of a larger graph only the vertices of the sum are explained.
    assert_eq!(printed("loopy", &["1>0,30>30", "30"]).matches("\nVertex ").count(), 1);
    assert_eq!(printed("loopy", &["-"]), "graph: -\n\nvertex  value     won\n");
    let cases: [(&[&str], &str); 8] = [
        (&[""], "``, character 1: a vertex is missing"),
        (&["0>1,1>"], "`0>1,1>`, character 7: a vertex is missing"),
        (&["0>x"], "`0>x`, character 3: a vertex is a whole number, and `x` is not a digit"),
        (&["0>1>2"], "an edge is written 0>1, and `0>1>2` has too many vertices"),
        (&["0>99999999"], "a vertex is less than 1048576, and here is 99999999"),
        (&["0>1", "2"], "`2`, character 1: there is no vertex 2, only 2 vertices"),
        (&["0>1", "0", "1"], "usage: loopy [EDGES [TOKENS]]"),
        (&["0>1", "0,\n"], "`0,\\n`, character 4: a vertex is missing"),
    ];
    for (arguments, expected) in cases {
        let error = is_refused("loopy", arguments);
        assert!(error.contains(expected), "{arguments:?}: {error}");
    }
}
