//! What is told of words that are wrong, where it is plain what was meant.

use crate::programs::{GRUNDY, Tool};

const SOLVE: Tool = Tool("solve");

#[test]
fn words_of_a_position_belong_together() {
    let cases: [(&[&str], &str); 12] = [
        (&["kayles", "5", "6"], "kayles 5,6"),
        (&["nim", "3,", "4,", "5"], "nim 3,4,5"),
        (&["0.77", "5", "6", "7", "8"], "0.77 5,6,7,8"),
        (&["wythoff", "3", "4"], "wythoff 3,4"),
        (&["cram", "3", "4"], "cram 3x4"),
        (&["cram", "xx.", ".xx"], "cram xx./.xx"),
        (&["kayles", "xx", "x"], "kayles xx.x"),
        (&["chomp", "--edible", "3", "2"], "chomp 3,2"),
        (&["moore", "2", "3", "4", "5"], "moore 2 3,4,5"),
        (&["subtract", "1,3,4", "20", "21"], "subtract 1,3,4 20,21"),
        // No such board is told, but an example.
        (&["ichomp", "3", "2"], "ichomp 3,2,1/4,4/2/-"),
        (&["nim", "x", "y"], "nim 3,4,5"),
    ];
    for (arguments, meant) in cases {
        let error = SOLVE.is_refused(arguments);
        assert_eq!(error, format!("error: a position is one word, as in `{meant}`\n"), "{arguments:?}");
        if let Some(meant) = meant.strip_prefix("kayles ") {
            SOLVE.printed(&["kayles", meant]);
        }
    }
    for (command, arguments) in [("play", &["nim", "3", "4"][..]), ("quotient", &["kayles", "3", "4", "5"])] {
        let error = Tool(command).is_refused(arguments);
        assert!(error.contains("a position is one word, as in `"), "{error}");
    }
}

#[test]
fn a_game_and_a_position_are_not_quoted_together() {
    for (quoted, meant) in
        [("kayles 5,6", "kayles 5,6"), (" sum  nim:3+nim:4", "sum nim:3+nim:4"), ("0.77 5", "0.77 5")]
    {
        let commands: [&[&str]; 6] =
            [&["solve"], &["play"], &["work"], &["draw", "dot"], &["draw", "lean"], &["draw", "position"]];
        for command in commands {
            let error = GRUNDY.is_refused(&[command, &[quoted]].concat());
            let told = format!("error: a game and a position are words of their own: {meant}, without quotes\n");
            assert_eq!(error, told, "{command:?}");
        }
    }
}

#[test]
fn summands_are_joined_by_a_plus() {
    for text in ["nim 3 kayles 5", "nim:3 kayles:5", "nim:3,kayles:5"] {
        let error = SOLVE.is_refused(&["sum", text]);
        assert!(error.ends_with("; between summands is a +, as in kayles:5,6+nim:9\n"), "{error}");
    }
    let error = SOLVE.is_refused(&["sum", "nim:3+kayles:y"]);
    assert!(!error.contains("summands"), "{error}");
}

#[test]
fn a_name_that_is_like_an_unknown_one_is_told() {
    let cases: [(&[&str], &str); 7] = [
        (
            &["kayle", "5"],
            "`kayle`, character 1: no game is called `kayle`; did you mean kayles? `grundy games` lists all",
        ),
        (&["Nim", "5"], "`Nim`, character 1: no game is called `Nim`; did you mean nim? "),
        (&["nodekayles", "5"], "did you mean node-kayles? "),
        (&["subtrct", "1,2", "5"], "`subtrct:1,2`, character 1: no game is called `subtrct`; did you mean subtract? "),
        (
            &["sum", "nim:5+kayels:5"],
            "`nim:5+kayels:5`, character 7: no game is called `kayels`; did you mean kayles? ",
        ),
        (&["checkers", "5"], "no game is called `checkers`; the games are nim, "),
        (&["sum", "nim:kayle"], "`nim:kayle`, character 5: a heap is a whole number"),
    ];
    for (arguments, told) in cases {
        let error = SOLVE.is_refused(arguments);
        assert!(error.contains(told), "{arguments:?}: {error}");
    }
    let error = SOLVE.is_refused(&["nim", "5", "--limt", "5"]);
    assert!(error.contains("'--limt' found; a similar argument exists: '--limit'"), "{error}");
    let error = GRUNDY.is_refused(&["solv", "nim", "5"]);
    assert!(error.contains("'solv'; a similar subcommand exists: 'solve'"), "{error}");
}

#[test]
fn a_game_is_no_command() {
    for game in ["kayles", "sum", "subtract", "0.77"] {
        let error = GRUNDY.is_refused(&[game, "5"]);
        let told = format!("'{game}'; `grundy solve {game} POSITION` solves a position of this game\n");
        assert!(error.ends_with(&told), "{error}");
    }
}

/// `quotient` takes a position in place of a code, and `sequence` does not.
#[test]
fn a_game_is_no_code() {
    let error = Tool("quotient").is_refused(&["kayles"]);
    assert!(error.ends_with("; or a position of it: `grundy quotient kayles 5,6,3,2`\n"), "{error}");
    let error = Tool("sequence").is_refused(&["kayles"]);
    assert!(error.ends_with("`kayles` is a game, and a code is wanted, as in `grundy sequence 0.77`\n"), "{error}");
    let error = Tool("sequence").is_refused(&["kayle"]);
    assert!(error.contains("`kayle` is no code; `kayles` is a game"), "{error}");
}

#[test]
fn a_huge_board_is_told_by_its_beginning() {
    let (_, error) = SOLVE.is_stopped(&["chomp", "100000x100000"]);
    assert!(error.contains(" moves reached: 100000,100000,") && error.contains(",1000… has at least "), "{error}");
    assert!(error.len() < 200, "{error}");
}
