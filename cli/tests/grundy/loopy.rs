//! `grundy loopy`.

use std::io::Write;
use std::process::Stdio;

use crate::programs::{Tool, text};

const PROGRAM: Tool = Tool("loopy");

/// The lines for programs.
#[track_caller]
fn told(arguments: &[&str]) -> Vec<String> {
    let printed = PROGRAM.printed(arguments);
    let (working, lines) = printed.rsplit_once("\n\n").unwrap();
    assert!(!working.is_empty());
    lines.lines().map(str::to_owned).collect()
}

/// By hand: 0 is the end, 1 leads there, 2 leads to itself and to the end, 3 leads to itself alone.
const GRAPH: &str = "1>0,2>2,2>0,3>3";

#[test]
fn every_vertex_has_its_value() {
    let expected = "\
vertex  value  outcome
0       *0     P
1       *1     N
2       ∞_{0}  N
3       ∞      draw

vertices: 4
edges: 4
";
    assert_eq!(PROGRAM.printed(&[GRAPH]), expected);
    assert_eq!(PROGRAM.json(&[GRAPH])["values"][2]["value"], "∞_{0}");
}

#[test]
fn sums_are_won_lost_and_drawn() {
    // 1 + 1 is 0: either move is answered by the other.
    let lost = ["value: *0", "outcome: P", "winning moves: 0", "drawing moves: 0", "best: component 1: to 0"];
    assert_eq!(told(&[GRAPH, "1,1"]), lost);
    // ∞_{0} + *1 is ∞_{1}. To leave *1 or ∞_{0} loses, and to go round holds the draw.
    let drawn = ["value: ∞_{1}", "outcome: draw", "winning moves: 0", "drawing moves: 1", "play: component 1: to 2"];
    assert_eq!(told(&[GRAPH, "2,1"]), drawn);
    let won = ["value: ∞_{0}", "outcome: N", "winning moves: 1", "drawing moves: 0", "play: component 1: to 0"];
    assert_eq!(told(&[GRAPH, "2"]), won);
    let over = ["value: *0", "outcome: P", "winning moves: 0", "drawing moves: 0", "best: none, the game is over"];
    assert_eq!(told(&[GRAPH, "0,0"]), over);
}

#[test]
fn all_moves_are_listed() {
    // From 0 both 1 and 2 lead back, so that all is drawn.
    let round = "0>1,0>2,1>0,2>0";
    let lines = told(&[round, "0", "--all"]);
    assert_eq!(lines[3..], ["drawing moves: 2", "play: component 1: to 1", "play: component 1: to 2"]);
    assert_eq!(told(&[round, "0"]).len(), 5);
    let sum = &PROGRAM.json(&[round, "0", "--all"])["sum"];
    assert_eq!((&sum["outcome"], &sum["play"][1]["to"]), (&"draw".into(), &2.into()));
}

/// A working of more than 2^14 options would be longer than anybody reads.
#[test]
fn many_tokens_have_an_answer_without_a_working() {
    let tokens = vec!["2"; 9000].join(",");
    let printed = PROGRAM.printed(&[GRAPH, &tokens]);
    let expected =
        "The working is left out: it would list 18000 options, and 16384 are the most.\n\nvalue: ∞\noutcome: draw\n";
    assert!(printed.starts_with(expected), "{printed}");
    assert!(PROGRAM.printed(&[GRAPH, &tokens[..tokens.len() / 2]]).starts_with("component 1: 2\n"));
}

#[test]
fn edges_come_from_standard_input() {
    let mut program = PROGRAM.command(&["-", "1,1"]);
    let mut program = program.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    program.stdin.take().unwrap().write_all(b"1>0\n2>2,2>0,\n\n3>3\n").unwrap();
    assert_eq!(text(&program.wait_with_output().unwrap().stdout), PROGRAM.printed(&[GRAPH, "1,1"]));
}

#[test]
fn bad_input_is_refused_in_one_line() {
    for (arguments, reason) in [
        (&[][..], "EDGES"),
        (&["0>1>2"], "`0>1>2` has too many vertices"),
        (&["0>x"], "a vertex is a whole number"),
        (&["0>1", "2"], "there is no vertex 2"),
        (&["0>1", "0,"], "character 3"),
        (&["0>99999999"], "a vertex is less than 1048576"),
    ] {
        let error = PROGRAM.is_refused(arguments);
        assert!(error.contains(reason), "{arguments:?}: {error}");
    }
    let (_, error) = PROGRAM.is_stopped(&[GRAPH, "--limit", "3"]);
    assert!(error.contains("limit of 3 vertices reached; --limit sets another"), "{error}");
}
