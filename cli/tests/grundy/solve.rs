//! `grundy solve`: the working, the lines for programs, and what bad input gets.

use std::process::Stdio;

use crate::programs::{Folder, Tool, text};

const PROGRAM: Tool = Tool("solve");

/// The lines for programs, which stand after the working and an empty line.
#[track_caller]
fn answer(arguments: &[&str]) -> Vec<String> {
    let output = PROGRAM.run(arguments);
    let (out, error) = (text(&output.stdout), text(&output.stderr));
    assert_eq!((output.status.code(), error.as_str()), (Some(0), ""), "{arguments:?}");
    let (working, lines) = out.rsplit_once("\n\n").unwrap();
    assert!(!working.is_empty());
    lines.lines().map(str::to_owned).collect()
}

#[test]
fn every_game_prints_the_lines_for_programs() {
    let cases: [(&[&str], [&str; 4]); 24] = [
        (&["nim", "3,4,5"], ["grundy: 2", "outcome: N", "winning moves: 1", "play: heap 1: take 2 -> 1,4,5"]),
        (
            &["subtract", "1,3,4", "20,21"],
            ["grundy: 2", "outcome: N", "winning moves: 3", "play: heap 1: take 4 -> 16,21"],
        ),
        (
            &["subtract", "!2", "20,21"],
            ["grundy: 1", "outcome: N", "winning moves: 1", "play: heap 2: take 1 -> 20,20"],
        ),
        (&["kayles", "5,6,3,2"], ["grundy: 6", "outcome: N", "winning moves: 2", "play: row 1: pin 2 -> 1,3,6,3,2"]),
        (
            &["kayles", "xxxxx.xxxxxx.xxx.xx"],
            ["grundy: 6", "outcome: N", "winning moves: 2", "play: row 1: pin 2 -> x.xxx.xxxxxx.xxx.xx"],
        ),
        (
            &["lasker", "2,5,7"],
            ["grundy: 15", "outcome: N", "winning moves: 3", "play: heap 3: split into 1 and 6 -> 2,5,1,6"],
        ),
        (
            &["grundys-game", "11,7"],
            ["grundy: 2", "outcome: N", "winning moves: 3", "play: heap 1: split into 1 and 10 -> 1,10,7"],
        ),
        (
            &["0.77", "5,6"],
            ["grundy: 7", "outcome: N", "winning moves: 3", "play: heap 1: take 2, leave 1 and 2 -> 1,2,6"],
        ),
        (
            &["4.[3]", "2,5,7"],
            ["grundy: 15", "outcome: N", "winning moves: 3", "play: heap 3: split into 1 and 6 -> 2,5,1,6"],
        ),
        (
            &["sum", "4!.0:11,7+nim:1"],
            ["grundy: 3", "outcome: N", "winning moves: 1", "play: heap 1: split into 2 and 9 -> 4!.0:2,9,7+nim:1"],
        ),
        (
            &["wythoff", "3,5"],
            ["grundy: 0", "outcome: P", "winning moves: 0", "best: take 1 from the second heap -> 3,4"],
        ),
        (
            &["wythoff", "4,5"],
            ["grundy: 6", "outcome: N", "winning moves: 2", "play: take 1 from the first heap -> 3,5"],
        ),
        (
            &["divisor", "28"],
            [
                "grundy: 7",
                "outcome: N",
                "winning moves: 1",
                "play: take 1 -> {2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,18,20,21,22,24,25,26,27,28} + {17} + {19} + {23}",
            ],
        ),
        (&["tree", "0,0,1,1"], ["grundy: 4", "outcome: N", "winning moves: 2", "play: node 3 -> ./."]),
        (&["chain", "6"], ["grundy: 1", "outcome: N", "winning moves: 2", "play: node 2 -> 1~,4~"]),
        (&["chomp", "8x10"], ["grundy: 51", "outcome: N", "winning moves: 2", "play: 4,9 -> 10,10,10,8,8,8,8,8"]),
        (&["chomp", "3,2,1"], ["grundy: 1", "outcome: N", "winning moves: 3", "play: 1,3 -> 2,2,1"]),
        (&["chomp", "3,2,1", "--edible"], ["grundy: 2", "outcome: N", "winning moves: 1", "play: 1,1 -> -"]),
        (&["ichomp", "3,2,1/4,4/2/-"], ["grundy: 6", "outcome: N", "winning moves: 1", "play: (+1,+1) -> 3,2,1/-/2/-"]),
        (
            &["sum", "kayles:5,6+nim:9"],
            ["grundy: 14", "outcome: N", "winning moves: 1", "play: heap 3: take 2 -> kayles:5,6+nim:7"],
        ),
        (
            &["sum", "divisor:{2}+divisor:{3}+nim:2"],
            ["grundy: 2", "outcome: N", "winning moves: 1", "play: heap 3: take 2 -> divisor:{2}+divisor:{3}"],
        ),
        (
            &["moore", "2", "3,4,5"],
            ["grundy: 12", "outcome: N", "winning moves: 1", "play: take 1 from heap 2 and 2 from heap 3 -> 3,3,3"],
        ),
        (&["treblecross", "9"], ["grundy: 1", "outcome: N", "winning moves: 5", "play: cell 1 -> 6"]),
        (&["dawsons-kayles", "5,2"], ["grundy: 1", "outcome: N", "winning moves: 5", "play: row 2: pins 1 and 2 -> 5"]),
    ];
    for (arguments, expected) in cases {
        assert_eq!(answer(arguments), expected, "{arguments:?}");
    }
}

#[test]
fn the_working_of_the_row_example_is_printed() {
    let out = text(&PROGRAM.run(&["kayles", "xxxxx.xxxxxx.xxx.xx"]).stdout);
    assert!(out.starts_with("component  value  binary\nxxxxx          4     100\nxxxxxx         3     011\n"), "{out}");
    assert!(
        out.contains(
            "It is worth 4 and must become 4 xor 6 = 2.\nA winning move is: pin 2.\nIt leaves x + xxx, worth 2"
        ),
        "{out}"
    );
}

/// Strategy stealing tells that the numbers 1 to 360 of the divisor game are won. Which move wins is searched for a few seconds, and not without end.
#[test]
fn an_outcome_by_a_theorem_does_not_wait_for_the_move() {
    let out = PROGRAM.run(&["divisor", "360", "--outcome"]);
    let printed = text(&out.stdout);
    assert!(out.status.success(), "{printed}{}", text(&out.stderr));
    let asked = "only the outcome was asked for";
    let lines =
        format!("grundy: not computed ({asked})\noutcome: N\nwinning moves: not counted ({asked})\nplay: not found\n");
    assert!(printed.ends_with(&lines), "{printed}");
    assert!(
        printed.contains("The theorem does not tell which move wins, and the search for it met a bound."),
        "{printed}"
    );
}

/// As many `play` lines as there are winning moves, all different, the reported one among them.
#[test]
fn all_prints_every_winning_move() {
    let cases: [&[&str]; 10] = [
        &["subtract", "1,3,4", "20,21"],
        &["kayles", "xxxxx.xxxxxx.xxx.xx"],
        &["lasker", "2,5,7"],
        &["grundys-game", "11,7"],
        &["chain", "31"],
        &["chomp", "3,2,1"],
        &["divisor", "15"],
        &["nim", "1,1,1,1,1"],
        &["0.007", "11"],
        &["treblecross", "9"],
    ];
    for arguments in cases {
        let is_refused = arguments[0] == "treblecross"; // in misère play
        for misere in [&[][..], &["--misere"]].into_iter().take(2 - usize::from(is_refused)) {
            let one = answer(&[arguments, misere].concat());
            let mut all = answer(&[arguments, misere, &["--all"]].concat());
            assert_eq!(one[..3], all[..3], "{arguments:?} {misere:?}");
            if one[1] == "outcome: P" {
                assert_eq!(one, all);
                continue;
            }
            let wins = all.split_off(3);
            assert_eq!(all[2], format!("winning moves: {}", wins.len()), "{arguments:?} {misere:?}");
            assert!(wins.iter().all(|line| line.starts_with("play: ") && line.contains(" -> ")), "{wins:?}");
            assert!(wins.contains(&one[3]), "{wins:?}");
            assert!(wins.iter().enumerate().all(|(place, line)| !wins[..place].contains(line)), "{wins:?}");
        }
    }
}

#[test]
fn all_prints_in_reading_order() {
    let lines = answer(&["chomp", "3,2,1", "--all"]);
    assert_eq!(lines[3..], ["play: 1,3 -> 2,2,1", "play: 2,2 -> 3,1,1", "play: 3,1 -> 3,2"]);
}

#[test]
fn lost_positions_print_the_best_move() {
    let cases: [(&[&str], &str); 6] = [
        (&["nim", "3,3"], "best: heap 1: take 1 -> 2,3"),
        (&["kayles", "5,5"], "best: row 1: pin 3 -> 2,2,5"),
        (&["chomp", "2,1"], "best: 1,2 -> 1,1"),
        (&["chain", "2"], "best: node 1 -> 1~"),
        (&["nim", "1", "--misere"], "best: take 1 -> 0"),
        (&["nim", "3,3", "--misere", "--all"], "best: heap 1: take 1 -> 2,3"),
    ];
    for (arguments, best) in cases {
        assert_eq!(answer(arguments)[1..], ["outcome: P", "winning moves: 0", best], "{arguments:?}");
    }
}

#[test]
fn a_game_that_is_over_has_no_best_move() {
    for arguments in [["nim", "0"], ["kayles", "."], ["chomp", "1"], ["chomp", "-"], ["chain", "0"], ["divisor", "0"]] {
        let lines = answer(&arguments);
        let expected = ["grundy: 0", "outcome: P", "winning moves: 0", "best: none, the game is over"];
        assert_eq!(lines, expected, "{arguments:?}");
        let mut misere = answer(&[&arguments[..], &["--misere"]].concat());
        assert_eq!(misere.remove(1), "outcome: N");
        assert_eq!(misere, ["grundy: 0", "winning moves: 0", "play: none, the game is over"], "{arguments:?}");
    }
}

#[test]
fn misere_is_decided_by_the_misere_outcome() {
    let lines = answer(&["nim", "1,1", "--misere", "--all"]);
    assert_eq!(
        lines,
        ["grundy: 0", "outcome: N", "winning moves: 2", "play: heap 1: take 1 -> 1", "play: heap 2: take 1 -> 1"]
    );
    let lines = answer(&["kayles", "1,2", "--misere"]);
    assert_eq!(lines, ["grundy: 3", "outcome: N", "winning moves: 1", "play: row 2: pins 1 and 2 -> 1"]);
}

#[test]
fn misere_rows_are_played_by_the_quotient() {
    let output = PROGRAM.run(&["kayles", "1000000000000000000,77,5", "--misere"]);
    let printed = text(&output.stdout);
    let says_so = "the heaps are h1 h2^2, h1 h5 h25, h5 in the quotient of 0.77, of 40 elements";
    assert!(printed.contains(says_so), "{printed}");
    let lines = answer(&["kayles", "1000000000000000000,77,5", "--misere"]);
    assert_eq!(lines[..2], ["grundy: 1", "outcome: N"]);
    assert_eq!(lines[3], "play: row 1: pins 2 and 3 -> 1,999999999999999997,77,5");
    // Where the search can answer, it answers the same.
    for row in ["5,6,3", "9,8"] {
        let lines = answer(&["0.77", row, "--misere"]);
        let search = answer(&["sum", &format!("0.77:{}", row.replace(',', "+0.77:")), "--misere", "--all"]);
        assert_eq!(lines[1..3], search[1..3], "{row}");
    }
}

/// Nothing is asked beyond the outcome, unless it tells the rest: a lost position is worth 0.
#[test]
fn the_outcome_alone_is_told() {
    let won = answer(&["sprouts", "5", "--outcome"]);
    let why = "only the outcome was asked for";
    let expected = [
        format!("grundy: not computed ({why})"),
        "outcome: N".to_owned(),
        format!("winning moves: not counted ({why})"),
    ];
    assert_eq!(won[..3], expected);
    assert!(won[3].starts_with("play: "), "{won:?}");
    assert_eq!(answer(&["sprouts", "2", "--outcome"])[..3], ["grundy: 0", "outcome: P", "winning moves: 0"]);
    let misere = answer(&["kayles", "5,6", "--misere", "--outcome"]);
    assert_eq!((misere[0].as_str(), misere[1].as_str()), (expected[0].as_str(), "outcome: N"));
    // A search without values, and a theorem, whose move is found or not.
    let [board, least] = [&["chomp", "10,10,10,10,10,10,10,9", "--outcome"][..], &["--limit", "13000"]];
    assert_eq!(answer(&[board, least].concat())[3], "play: 4,9 -> 10,10,10,8,8,8,8,8"); // the value takes 37 352 positions
    assert_eq!(
        answer(&["chomp", "10,10,10,8,8,8,8,8", "--outcome"])[..3],
        ["grundy: 0", "outcome: P", "winning moves: 0"]
    );
    assert_eq!(answer(&["chomp", "90x90", "--outcome"])[3].split(" -> ").next(), Some("play: 2,2"));
    let unfound = answer(&["chomp", "20x31", "--outcome", "--limit", "1000"]);
    assert_eq!((&unfound[..3], unfound[3].as_str()), (&expected[..], "play: not found"));
    // Also where more was asked for; then the bound ends the program once that is printed.
    let stopped = Tool("solve").run(&["chomp", "20x31", "--limit", "1000"]);
    let (out, error) = (text(&stopped.stdout), text(&stopped.stderr));
    assert!(
        out.contains("\noutcome: N\nwinning moves: not counted (limit of ") && out.ends_with("\nplay: not found\n"),
        "{out}"
    );
    assert!(stopped.status.code() == Some(1) && error.starts_with("error: limit of "), "{error}");
    // A list of winning moves has the move that was not found for the working.
    for bounds in [&["--memory", "1"][..], &["--memory", "1000"]] {
        let lines = answer(&[&["chomp", "9x9"], bounds].concat());
        assert_eq!((lines[2].as_str(), &lines[3][..9]), ("winning moves: 1", "play: 2,2"), "{lines:?}");
    }
    let misere = answer(&["chomp", "20x31", "--misere", "--outcome", "--limit", "1000"]);
    // Under a limit that its table would not reach, who wins is told all the same.
    let square = answer(&["chomp", "12x12", "--limit", "100"]);
    assert!(square[0].starts_with("grundy: not computed (limit of 100 positions reached"), "{square:?}");
    assert_eq!((square[1].as_str(), &square[3][..9]), ("outcome: N", "play: 2,2"), "{square:?}");
    assert_eq!((misere[1].as_str(), misere[3].as_str()), ("outcome: N", "play: not found"), "{misere:?}");
}

#[test]
fn huge_positions_are_answered_or_refused_at_once() {
    let most = u64::MAX.to_string();
    assert_eq!(answer(&["wythoff", "10610209857723,17167680177565"])[1], "outcome: P");
    assert_eq!(answer(&["nim", &format!("{most},{most}"), "--misere"])[1], "outcome: P");
    assert_eq!(answer(&["chain", &format!("{most},{most}")])[1], "outcome: P");
    let lines = answer(&["chain", &most]);
    assert_eq!(lines[..3], ["grundy: 1", "outcome: N", "winning moves: 6148914691236517205"]);
    let lines = answer(&["wythoff", &format!("{most},18446744073709551614")]);
    assert!(lines[0].starts_with("grundy: not computed (limit of 67108864 moves reached: "), "{lines:?}");
    let play = "play: take 7046029254386353129 from the second heap -> 18446744073709551615,11400714819323198485";
    assert_eq!(lines[1..], ["outcome: N", "winning moves: 2", play]);
    let row = 10_u128.pow(30).to_string();
    let kayles = answer(&["0.77", &format!("{row},5")]);
    let play = format!("play: heap 2: take 1, leave 4 -> {row},4");
    assert_eq!(kayles, ["grundy: 5", "outcome: N", "winning moves: 3", &play]);
    let dawsons_kayles = answer(&["0.07", &row]);
    assert_eq!(dawsons_kayles[2], format!("winning moves: at least {most}"));
    let largest = answer(&["4.55412", &u128::MAX.to_string()]);
    assert_eq!(largest[1..3], ["outcome: N".to_owned(), format!("winning moves: at least {most}")]);
    let rest = "999999999999999999999999999997";
    assert_eq!(dawsons_kayles[3], format!("play: take 2, leave 1 and {rest} -> 1,{rest}"));
    let all = PROGRAM.run(&["0.07", &row, "--all"]);
    assert_eq!(all.status.code(), Some(1));
    assert!(text(&all.stderr).contains(&format!("at least {most} moves win")));
    for (game, code) in [("kayles", "0.77"), ("dawsons-kayles", "0.07")] {
        let error = is_refused(&[game, &format!("5,{row}")]);
        assert!(error.contains(&format!("the code {code} plays it")), "{error}");
    }
    for (game, told) in [
        ("kayles", "3074457345618258611 moves win, too many to list"),
        ("chain", "6148914691236517205 moves win, too many to list"),
        ("lasker", "limit of 67108864 moves reached: 18446744073709551615 has at least 18446744073709551615"),
        ("grundys-game", "limit of 67108864 moves reached: 18446744073709551615 has at least 9223372036854775807"),
    ] {
        let (out, error) = PROGRAM.is_stopped(&[game, &most, "--all"]);
        assert!(out.is_empty() && error.starts_with(&format!("error: {told}")), "{error}");
    }
    // A million moves can be listed, but not with what each leaves of 299 rows.
    let rows = vec!["30000"; 299].join(",");
    let (out, error) = PROGRAM.is_stopped(&["kayles", &rows, "--all"]);
    assert!(out.is_empty() && error.ends_with(" moves win, too many to list\n"), "{error}");
}

#[track_caller]
fn is_refused(arguments: &[&str]) -> String {
    PROGRAM.is_refused(arguments)
}

#[test]
fn bad_arguments_are_refused_in_one_line() {
    let cases: [&[&str]; 16] = [
        &[],
        &["nim"],
        &["sum"],
        &["nim", "-5"],
        &["nim", "3", "--bogus"],
        &["nim", "3", "4"],
        &["nim", "3", "4", "5"],
        &["nim", "3", "--limit"],
        &["nim", "3", "--limit", "x"],
        &["nim", "3", "--limit", "-1"],
        &["nim", "3", "--edible"],
        &["sum", "chomp:3", "--edible"],
        &["sum", "nim:5", "kayles:5"],
        &["nim", "3", "--all", "--all"],
        &["kayles", "5", "--all=yes"],
        &["--bad\nline", "5"],
    ];
    for arguments in cases {
        is_refused(arguments);
    }
}

#[test]
fn refusals_tell_how_it_is_written() {
    for (arguments, told) in [
        (&["nim", "3", "--threads", "0"][..], "a number of threads is written 1, 2, 3, .."),
        (&["nim", "3", "--limit", "x"], "a number is written 1000000, 2^20 or 10^6"),
        (&["nim", "3", "--limit", "-1"], "a number is written 1000000, 2^20 or 10^6"),
        (&["nim", "3", "--limit", "10^20"], "10^20 is too large"),
        (&["kayles", "5", "--misere", "--memo-positions", "5"], "--memo-positions is for --memo"),
        (&["nim", "3", "--memo-positions", "-1"], "a number is written 1000000, 2^20 or 10^6"),
        (&["nim", "3", "--memo-positions", "99999999999999999999"], "99999999999999999999 is too large"),
        (
            &["cram", "3x3", "--memo", "no", "--store-password", "no"],
            "--store-password and --store-authority are for --store",
        ),
        (
            &["cram", "3x3", "--nimbers", "no", "--store-authority", "no"],
            "--store-password and --store-authority are for --store",
        ),
        (&["nim", "3", "--time", "nan"], "a time is written 10, 0.5, 30s, 5m or 2h"),
        (&["nim", "3", "--time", "-1"], "a time is written 10, 0.5, 30s, 5m or 2h"),
        (&["nim", "3", "--memory", "1X"], "the units are K, M, G and T"),
        (&["ichomp", "-/3/-/2"], "comes after two of them, as in `-- -/3/-/2`"),
    ] {
        let error = is_refused(arguments);
        assert!(error.contains(told), "{arguments:?}: {error}");
    }
    assert_eq!(answer(&["ichomp", "--", "-/3/-/2"])[0], "grundy: 1");
}

/// Strips of safe cells are Treblecross in normal play only, and the same rows as pins of 0.007 are played in both.
#[test]
fn misere_treblecross_is_refused() {
    assert_eq!(answer(&["treblecross", "5,9"])[0], answer(&["0.007", "7,11"])[0]);
    let error = is_refused(&["treblecross", "5,9", "--misere"]);
    assert!(error.contains("the code 0.007 with two counters more in each heap"), "{error}");
    assert_eq!(answer(&["0.007", "7,11", "--misere"]).len(), 4);
}

/// Whoever cuts the chain of two coins loses in normal play, and wins in misère play: four strings are cut one by one there.
#[test]
fn misere_nimstring_is_refused() {
    let chain = ["nimstring", "g-1,g-2,0-1,0-2"];
    assert_eq!(answer(&chain)[..2], ["grundy: 0", "outcome: P"]);
    let error = is_refused(&[&chain[..], &["--misere"]].concat());
    assert!(error.contains("in misère Nimstring a coin on one string is not free"), "{error}");
}

/// Coins are the sum of their heads in normal play only: the library would answer about heads, and not about coins.
#[test]
fn misere_play_of_coins_is_refused() {
    for game in [&["turning", "1-3", "THTTH"][..], &["turning", "1-2x1-2", "HT/TH"], &["sum", "turning:1-3:2,5+nim:1"]]
    {
        assert_eq!(PROGRAM.run(game).status.code(), Some(0), "{game:?}");
        for tool in ["solve", "play"] {
            let auto: &[&str] = if tool == "play" { &["--auto"] } else { &[] };
            let error = Tool(tool).is_refused(&[game, &["--misere"], auto].concat());
            assert!(error.contains("in misère play coins are not the sum of their heads"), "{tool} {game:?}: {error}");
        }
        Tool("quotient").is_refused(game);
    }
}

#[test]
fn unknown_games_are_refused_in_one_line() {
    for game in ["", " ", "foo", "NIM", "Nim", "nim ", "nim:", "nim:3", "kayles:", "☃", "é", "nim\n", "chomp-", "-"]
    {
        let error = is_refused(&["--", game, "3"]);
        assert!(error.contains(", character "), "{error}");
    }
}

#[test]
fn bad_positions_are_refused_in_one_line() {
    let everywhere = [
        "",
        " ",
        ",",
        "a",
        "-1",
        "1.5",
        "1e3",
        "0b1",
        "+1",
        "3;4",
        "3 4",
        "3\n4",
        "é",
        "٣",
        "☃,☃",
        "3,",
        "\u{1}1",
        "99999999999999999999",
    ];
    let games: [&[&str]; 13] = [
        &["nim"],
        &["subtract", "1,3"],
        &["subtract", "!2"],
        &["treblecross"],
        &["lasker"],
        &["grundys-game"],
        &["wythoff"],
        &["moore", "2"],
        &["divisor"],
        &["tree"],
        &["chain"],
        &["chomp"],
        &["ichomp"],
    ];
    for game in games {
        for position in everywhere {
            is_refused(&[game, &["--", position]].concat());
        }
    }
}

#[test]
fn positions_that_break_a_rule_of_their_game_are_refused_where_they_do() {
    let cases: [(&[&str], &str); 57] = [
        (&["nim", "3,x"], "`3,x`, character 3: a heap is a whole number, and `x` is not a digit"),
        (&["nim", "3,,5"], "`3,,5`, character 3: a heap is missing"),
        (&["nim", "18446744073709551616"], "a heap of 18446744073709551616 is too large: it must be less than 2^64"),
        (&["kayles", "xx x"], "`xx x`, character 3: a row is drawn with x for a pin and . for a gap"),
        (&["kayles", "xé"], "`xé`, character 2: a row is drawn"),
        (&["kayles", "x,x"], "`x,x`, character 2: a row is drawn"),
        (&["dawsons-kayles", "5,,"], "`5,,`, character 3: a row is missing"),
        (&["subtract", "0", "5"], "`subtract:0`, character 10: a move must take something"),
        (&["subtract", "1,0,3", "5"], "`subtract:1,0,3`, character 12: a move must take something"),
        (&["0.7W", "5"], "`0.7W`, character 4: `W` is no digit"),
        (&["1.7", "5"], "`1.7`, character 1: a move that takes nothing must leave two heaps or more"),
        (&["77", "5"], "`77`, character 2: the point stands after the first digit"),
        (&["0.77", "7", "5"], "a position is one word, as in `0.77 7,5`"),
        (&["C", "5"], "`C`, character 1: no game is called `C`"),
        (&["A.0", "5"], "`A.0`, character 1: a move that takes nothing must leave two heaps or more"),
        (&["subtract", "1.5", "5"], "`subtract:1.5`, character 11: a number that may be taken is a whole number"),
        (&["0.77", "5,x"], "`5,x`, character 3: a heap is a whole number"),
        (&["0.77", "340282366920938463463374607431768211456"], "it must be less than 2^128"),
        (&["subtract", "", "5"], "`subtract:`, character 10: a number that may be taken is missing"),
        (&["subtract", "!", "5"], "`subtract:!`, character 11: a number that may not be taken is missing"),
        (&["subtract", "!a", "5"], "`subtract:!a`, character 11: a number that may not be taken is a whole number"),
        (&["subtract", "!0", "5"], "`subtract:!0`, character 11: the set is of numbers that may not be taken"),
        (&["subtract", "1,é", "5"], "`subtract:1,é`, character 12: "),
        (&["subtract", "1,3,4"], "the set of numbers is missing, as in subtract:1,3,4"),
        (&["subtract", "1,3", "5,"], "`5,`, character 3: a heap is missing"),
        (&["moore", "0", "3"], "`moore:0`, character 7: a move must be allowed in at least one heap: k is 0"),
        (&["moore", "3"], "the number of heaps is missing, as in moore:2"),
        (&["moore", "x", "3"], "`moore:x`, character 7: the number of heaps is a whole number"),
        (&["wythoff", "3"], "`3`, character 1: Wythoff's game has two heaps, and here are 1"),
        (&["euclid", "5"], "`5`, character 1: a pair has two heaps, and here are 1"),
        (&["wythoff", "3,4/5"], "`3,4/5`, character 5: Wythoff's game has two heaps, and here are 1"),
        (&["wythoff", "3,4,5"], "Wythoff's game has two heaps, and here are 3"),
        (&["divisor", "65537"], "65537 is too large: numbers go up to 65536"),
        (&["divisor", "{0}"], "`{0}`, character 2: numbers begin at 1"),
        (&["divisor", "{2,3"], "`{2,3`, character 5: the brace is not closed"),
        (&["tree", "5"], "`5`, character 1: node 1 hangs off node 5, and there are only nodes 0 to 1"),
        (&["tree", "1"], "node 1 never comes to the root: its parents go round in a circle"),
        (&["tree", "0,3,2"], "node 2 never comes to the root: its parents go round in a circle"),
        (&["tree", "0/0,x"], "`0/0,x`, character 5: a parent is a whole number"),
        (&["chain", "~"], "`~`, character 1: a chain is missing"),
        (&["chain", "6~~"], "a chain is a whole number, and `~` is not a digit"),
        (&["chomp", "2,3"], "`2,3`, character 3: row 2 has 3 tiles and must not be longer than the one above it"),
        (&["chomp", "3x"], "`3x`, character 3: a side is missing"),
        (&["chomp", "2x2x2"], "a rectangle has two sides, written rows x columns as in 8x10"),
        (&["chomp", "16777217x1"], "a side of 16777217 tiles is too long: the limit is 16777216"),
        (&["chomp", "1x16777217"], "a side of 16777217 tiles is too long: the limit is 16777216"),
        (&["chomp", "4294967296"], "a row of 4294967296 is too large: it must be less than 2^32"),
        (&["chomp", "3,2/2,3"], "`3,2/2,3`, character 7: row 2 has 3 tiles"),
        (&["ichomp", "3,2,1"], "an iChomp board has four quadrants, NW/NE/SW/SE, and this one has 1"),
        (&["ichomp", "1/2,3/1/1"], "`1/2,3/1/1`, character 5: row 2 has 3 tiles"),
        (&["sum", "nim"], "`nim`, character 1: a summand is written GAME:POSITION, as in nim:9"),
        (&["sum", "nim:5+"], "`nim:5+`, character 7: a summand is written GAME:POSITION"),
        (&["sum", "nim:5+foo:5"], "`nim:5+foo:5`, character 7: no game is called `foo`"),
        (&["sum", "nim:5 + kayles:x2"], "`nim:5 + kayles:x2`, character 17: a row is drawn"),
        (&["sum", "subtract:5"], "`subtract:5`, character 9: the set of numbers is missing"),
        (&["sum", "nim:5+subtract:0:5"], "`nim:5+subtract:0:5`, character 16: a move must take something"),
        (&["sum", ":"], "`:`, character 1: no game is called ``"),
    ];
    for (arguments, reason) in cases {
        let error = is_refused(arguments);
        assert!(error.contains(reason), "{arguments:?}: {error}");
    }
}

#[test]
fn a_reader_who_has_seen_enough_is_no_error() {
    let mut child = PROGRAM
        .command(&["nim", "2000,1,1,1,1", "--all"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""));
}

#[cfg(unix)]
#[test]
fn bytes_that_are_no_text_are_refused_in_one_line() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let output = PROGRAM.command(&["nim"]).arg(OsStr::from_bytes(b"3,\xff")).output().unwrap();
    assert_eq!((output.status.code(), text(&output.stderr).lines().count()), (Some(2), 1));
}

/// Who wins by symmetry is known at once, and a certificate takes a search.
#[test]
fn an_answer_is_printed_though_a_bound_ends_its_certificate() {
    let folder = Folder::new("solve-certificate");
    let file = folder.path("certificate");
    let arguments = ["cram", "6x6", "--outcome", "--certificate", &file, "--limit", "100"];
    let (out, error) = PROGRAM.is_stopped(&arguments);
    assert!(out.contains("\ngrundy: 0\noutcome: P\n") && out.contains("\nbest: "), "{out}");
    assert!(error.starts_with("error: limit of 100 "), "{error}");
    let (out, error) = PROGRAM.is_stopped(&[&arguments[..], &["--json"]].concat());
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(json["outcome"], "P");
    assert!(error.starts_with("error: limit of 100 ") && folder.files().is_empty(), "{error}");
}

/// No period of 0.6 is known, and the heap has 5 · 10^14 moves. A larger limit would not help.
#[test]
fn too_many_moves_do_not_ask_for_a_larger_limit() {
    let (_, error) = PROGRAM.is_stopped(&["0.6", "1000000000000000"]);
    assert!(error.contains(" moves reached: 1000000000000000 has at least "), "{error}");
    assert!(!error.contains("--limit"), "{error}");
}

/// Large enough that threads are started.
#[test]
fn threads_change_no_line_of_the_answer() {
    let alone = PROGRAM.run(&["chomp", "8x9"]);
    let three = PROGRAM.run(&["chomp", "8x9", "--threads", "3"]);
    assert!(alone.status.success() && !alone.stdout.is_empty());
    assert_eq!(text(&three.stdout), text(&alone.stdout));
    let folder = Folder::new("solve-threads");
    for kept in ["--memo", "--nimbers"] {
        let file = folder.path(kept);
        // The second run has the values of the first.
        for threads in ["3", "2"] {
            let some = PROGRAM.run(&["chomp", "8x9", "--threads", threads, kept, &file]);
            assert_eq!(text(&some.stdout), text(&alone.stdout), "{kept}: {}", text(&some.stderr));
        }
    }
    for arguments in
        [&["sprouts", "6"][..], &["sprouts", "10", "--outcome"], &["cram", "4x6"], &["node-kayles", "grid:5x5"]]
    {
        let alone = PROGRAM.run(arguments);
        assert!(alone.status.success() && !alone.stdout.is_empty());
        for threads in ["2", "8"] {
            let some = PROGRAM.run(&[arguments, &["--threads", threads]].concat());
            assert_eq!(text(&some.stdout), text(&alone.stdout), "{arguments:?}");
        }
    }
}
