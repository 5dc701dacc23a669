//! `grundy play` through pipes: whole games, questions, bad moves, and input that ends.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use grundy::chomp::{Board, Chomp, Tile};
use grundy::{AnyGame, ImpartialGame, Notation, Outcome, Play, Solver, Whole};

use crate::programs::{Tool, is_refusal, text};

const PROGRAM: Tool = Tool("play");

/// Types bytes, and then the input ends.
fn typed(arguments: &[&str], input: &[u8]) -> Output {
    let mut child =
        PROGRAM.command(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // A game that is over reads no more.
    child.stdin.take().unwrap().write_all(input).ok();
    child.wait_with_output().unwrap()
}

/// What is printed when these lines are typed; it must end well.
#[track_caller]
fn said(arguments: &[&str], lines: &[&str]) -> String {
    let output = typed(arguments, (lines.join("\n") + "\n").as_bytes());
    let error = text(&output.stderr);
    assert_eq!((output.status.code(), error.as_str()), (Some(0), ""), "{arguments:?} {lines:?}");
    text(&output.stdout)
}

/// Games of every rule book that are won by the player to move, as the program takes them.
const WON: [&[&str]; 27] = [
    &["nim", "3,4,5"],
    &["subtract", "1,3,4", "20,21"],
    &["subtract", "!2", "7,8"],
    &["kayles", "xxxxx.xxxxxx.xxx.xx"],
    &["dawsons-kayles", "5,6"],
    &["treblecross", "9"],
    &["lasker", "2,5,7"],
    &["grundys-game", "11,7"],
    &["0.77", "5,6"],
    &["4.[3]", "2,5,7"],
    &["4!.0", "11,7"],
    &["wythoff", "3,6"],
    &["moore", "2", "3,4,5"],
    &["divisor", "12"],
    &["tree", "0,0,1,1"],
    &["chain", "6"],
    &["chomp", "4x5"],
    &["chomp", "3,2,1", "--edible"],
    &["ichomp", "3,2,1/4,4/2/-"],
    &["fibonacci-nim", "20"],
    &["euclid", "12,31"],
    &["end-nim", "5,1,2"],
    &["staircase", "3,1,4"],
    &["welter", "{2,3,5}"],
    &["silver-dollar", "{1,4,9}"],
    &["kotzig:1,2", "8"],
    &["sum", "kayles:5,6+nim:9"],
];

const COMPUTER_WON: &str = "No move is left. Computer made the last one and wins";

#[test]
fn the_computer_wins_every_game_that_is_won() {
    // Move numbers in no order; one that is too large is refused and the next one is tried.
    let numbers: Vec<String> = (0..400)
        .scan(7_u32, |state, _| {
            Some({
                *state = *state * 37 % 101;
                (*state % 9 + 1).to_string()
            })
        })
        .collect();
    let numbers: Vec<&str> = numbers.iter().map(String::as_str).collect();
    for game in WON {
        for replies in [&["1"; 400][..], &numbers] {
            let said = said(&[game, &["--begin", "computer"]].concat(), replies);
            assert!(said.contains(COMPUTER_WON), "{game:?}: {said}");
        }
    }
}

#[test]
fn the_computer_wins_misere_games_that_are_won() {
    for game in [&["nim", "1,1,1,2"][..], &["nim", "3,4,5"], &["kayles", "2,3"], &["chomp", "3x3"], &["lasker", "2,3"]]
    {
        let said = said(&[game, &["--begin", "computer", "--misere"]].concat(), &["1"; 100]);
        assert!(said.contains("No move is left. You made the last one and lose"), "{game:?}: {said}");
    }
}

#[test]
fn who_follows_the_hints_wins() {
    for game in [&["kayles", "5,6"][..], &["chomp", "4x4"], &["lasker", "2,3"], &["0.77", "5,6"]] {
        let mut lines: Vec<String> = Vec::new();
        loop {
            let asked: Vec<&str> = lines.iter().map(String::as_str).chain(["hint"]).collect();
            let said = said(game, &asked);
            if said.contains("No move is left.") {
                assert!(said.contains("No move is left. You made the last one and win,"), "{game:?}: {said}");
                break;
            }
            let hint = said.lines().rfind(|line| line.contains("` wins: it leaves ")).unwrap();
            lines.push(hint.split('`').nth(1).unwrap().to_owned());
        }
        assert!(!lines.is_empty());
    }
}

#[test]
fn what_is_listed_can_be_typed() {
    // Names of moves with a colon of their own, on one component and on two; the last board has two heads.
    let with_colons: [&[&str]; 5] = [
        &["sprouts", "0.AB|AB"],
        &["sprouts", "3"],
        &["sprouts", "0*2+0*2"],
        &["turning:1-2x1-2", "2,2"],
        &["turning:1-2x1-2", "TTT/THT/TTH"],
    ];
    for game in WON.into_iter().chain(with_colons) {
        let two = [game, &["--two"]].concat();
        let list = said(&two, &["moves"]);
        let list = list.split_once("> moves\n").unwrap().1;
        let moves: Vec<&str> =
            list.lines().filter_map(|line| line.trim_start().split_once("  ")).filter_map(numbered).collect();
        assert!(!moves.is_empty(), "{game:?}: {list}");
        for mv in moves {
            let said = said(&two, &[mv]);
            assert!(said.contains(&format!("First player: {mv} -> ")), "{game:?} {mv}: {said}");
        }
    }
}

/// The move of a line of the list, after its number.
fn numbered<'a>((number, mv): (&str, &'a str)) -> Option<&'a str> {
    (!number.is_empty() && number.chars().all(|c| c.is_ascii_digit())).then_some(mv.trim())
}

#[test]
fn heaps_strips_and_circles_are_shown() {
    let cases: [(&[&str], &[&str]); 7] = [
        (&["fibonacci-nim", "5/2"], &["○ ○ ○ ● ●  5, at most 2"]),
        (&["euclid", "2,3"], &["1  ● ●  2", "2  ● ● ●  3"]),
        (&["end-nim", "3,1,2"], &["1  ● ● ●  3", "2  ○  1", "3  ● ●  2"]),
        (&["staircase", "3,1"], &["2  ●  1", "1  ● ● ●  3"]),
        (&["welter", "{1,3}"], &["0 1 2 3", "□ ● □ ●"]),
        (&["silver-dollar", "{1,3}"], &["0 1 2 3", "□ ● □ ●"]),
        (&["kotzig:1,2", "4/1,0"], &["●0 – 2", "✕1", "2 – 0", "3"]),
    ];
    for (game, lines) in cases {
        let said = said(game, &[]);
        let shown: Vec<&str> = said.lines().map(str::trim).collect();
        assert!(shown.windows(lines.len()).any(|window| window == lines), "{game:?}: {said}");
    }
}

#[test]
fn coins_of_a_game_are_shown_together() {
    let row = said(&["turning:1-3", "THTTH"], &["quit"]);
    assert!(row.contains("  1 2 3 4 5\n   □ ● □ □ ●\n  heads 1, 2\n"), "{row}");
    let board = said(&["turning:1-2x1-2", "HT/TH"], &["quit"]);
    assert!(board.contains("  1 2\n   1  ● □\n   2  □ ●\n  heads 1, 2\n"), "{board}");
    let sum = said(&["sum", "turning:1-3:HT+nim:2+turning:1-3:TH"], &["quit"]);
    assert!(sum.contains("\n  turning:1-3 heads 1, 3\n") && sum.contains("nim heap 2"), "{sum}");
}

#[test]
fn moves_may_be_written_shorter() {
    let cases: [(&[&str], &str, &str); 20] = [
        (&["nim", "3,4,5"], "3: 5", "heap 3: take 5"),
        (&["nim", "3,4,5"], "take 5", "heap 3: take 5"), // only one heap has five
        (&["nim", "9"], "take 5", "take 5"),
        (&["kayles", "5,6"], "2:3-4", "row 2: pins 3 and 4"),
        (&["kayles", "5"], "pin 3", "pin 3"),
        (&["lasker", "2,5,7"], "3: 6+1", "heap 3: split into 1 and 6"),
        (&["lasker", "2,5,7"], "3: 6 and 1", "heap 3: split into 1 and 6"),
        (&["0.77", "5,6"], "2: take 2", "heap 2: take 2, leave 4"),
        (&["wythoff", "3,6"], "both 2", "take 2 from both heaps"),
        (&["wythoff", "3,6"], "0 4", "take 4 from the second heap"),
        (&["moore", "2", "3,4,5"], "2 0 1", "take 2 from heap 1 and 1 from heap 3"),
        (&["wythoff", "3,6"], "2 from the second heap, 0 from the first", "take 2 from the second heap"),
        (&["8.0F", "10"], "take 2, split into 3 and 5", "take 2, leave 3 and 5"),
        (&["chomp", "4x5"], "2 3", "2,3"),
        (&["chomp", "5x5"], "column 3, row 2", "2,3"),
        (&["chomp", "5x5"], "row 2, column 3", "2,3"),
        (&["ichomp", "3,2,1/4,4/2/-"], "-1 1", "(-1,+1)"),
        (&["ichomp", "3,2,1/4,4/2/-"], "1,-1", ""),
        (&["chain", "6,4~"], "end two", "chain 2: the two end nodes"),
        (&["divisor", "12"], "take 6", "take 6"),
    ];
    for (game, line, read) in cases {
        let said = said(&[game, &["--two"]].concat(), &[line]);
        match read {
            "" => assert!(said.contains("Not so: "), "{game:?} {line}: {said}"),
            _ => assert!(said.contains(&format!("First player: {read} -> ")), "{game:?} {line}: {said}"),
        }
    }
}

/// Words that tell two things, or one thing twice, are no move, though their numbers alone would be one.
#[test]
fn no_other_move_is_made_than_was_typed() {
    let cases: [(&[&str], &str); 12] = [
        (&["moore:2", "3,4,5"], "take 1 from heap 1 and 2 from heap 1"),
        (&["moore:2", "3,4,5"], "from heap 1 take 2"),
        (&["8.0F", "10"], "take 2, split"),
        (&["8.0F", "10"], "split into 3, take 2 and 5"),
        (&["8.0F", "10"], "leave 3, 5 and 2"),
        (&["0.77", "5"], "leave 2 and 3"),
        (&["0.77", "5"], "take 2 3, leave nothing"),
        (&["chomp", "5x5"], "column 3, 2"),
        (&["chomp", "5x5"], "row 2, row 3"),
        (&["wythoff", "3,6"], "both 3 0"),
        (&["wythoff", "3,6"], "second 2 0"),
        (&["wythoff", "3,6"], "2 from the first and the second heap"),
    ];
    for (game, line) in cases {
        let said = said(&[game, &["--two"]].concat(), &[line]);
        assert!(said.contains("Not so: that is no move"), "{game:?} {line}: {said}");
        assert!(!said.contains("First player: "), "{game:?} {line}: {said}");
    }
}

/// A number with a sign, or one that no game has room for, is no other number. Only the tiles of iChomp have signs.
#[test]
fn a_number_that_no_move_has_is_told_as_it_was_typed() {
    let (signed, huge) = ("Not so: -1 is no number of a move here", "99999999999999999999999999");
    let too_large = format!("Not so: {huge} is too large");
    let board = format!("take {huge} 1");
    let take = format!("take {huge}");
    let cases: [(&[&str], &str, &str); 14] = [
        (&["nim", "3,4"], "2: -1", signed),
        (&["nim", "3"], "take -1", signed),
        (&["kayles", "5"], "pin -1", signed),
        (&["treblecross", "9"], "cell -1", signed),
        (&["0.77", "5"], "take -1", signed),
        (&["0.77", "5"], "take 2, leave -1", "Not so: -1 is no number"),
        (&["wythoff", "3,6"], "0 -1", signed),
        (&["moore", "2", "3,4,5"], "2 0 -1", signed),
        (&["divisor", "12"], "take -1", signed),
        (&["chomp", "4x5"], "2 -1", signed),
        (&["nim", "3,4"], &take, &too_large),
        (&["divisor", "12"], &take, &too_large),
        (&["chomp", "4x5"], &board, &too_large),
        (&["ichomp", "3,2,1/4,4/2/-"], &board, &too_large),
    ];
    for (game, line, told) in cases {
        let said = said(&[game, &["--two"]].concat(), &[line]);
        assert!(said.contains(told) && !said.contains("First player: "), "{game:?} {line}: {said}");
    }
    // A heap of a code has 128 bits.
    let said = said(&["0.77", "5", "--two"], &[&take]);
    assert!(said.contains(&format!("do not allow `take {huge}")), "{said}");
}

#[test]
fn bad_moves_are_explained_and_asked_again() {
    let cases: [(&[&str], &str, &str); 15] = [
        (&["nim", "3,4,5"], "1: 4", "do not allow `heap 1: take 4`: heap 1 is 3, and a move there is `heap 1: take 1`"),
        (&["nim", "3,4,5"], "2: 0", "do not allow `heap 2: take 0`"),
        (&["nim", "3,4,5"], "4: 1", "there is no component 4: they are numbered from 1 to 3"),
        (&["nim", "3,4,5"], "0: 1", "there is no component 0"),
        (&["nim", "3,4,5"], "take 3", "where? It could be `heap 1: take 3`, `heap 2: take 3`"),
        (&["nim", "3,4,5"], "0", "there is no move 0"),
        (&["nim", "3,4,5"], "13", "there is no move 13"),
        (&["nim", "3,4,5"], "100001", "only the first 100000 moves have numbers"),
        (&["nim", "3,4,5"], "99999999999999999999999", "only the first 100000 moves have numbers"),
        (&["nim", "3"], "take 340282366920938463463374607431768211456", "is too large"),
        (&["nim", "3"], "jump", "that is no move and no command. A move looks like `take 1`"),
        (&["kayles", "5"], "pin 9", "do not allow `pin 9`: the row is 5"),
        (&["subtract", "1,3,4", "9"], "take 2", "do not allow `take 2`"),
        (&["chomp", "4x5"], "1,1", "do not allow `1,1`"),
        (&["nim", "3"], "moves x", "a page has a number"),
    ];
    for (game, line, reason) in cases {
        let said = said(game, &[line, "1"]);
        let wrong = said.lines().find(|line| line.starts_with("Not so: ")).unwrap_or_else(|| panic!("{said}"));
        assert!(wrong.contains(reason), "{line}: {wrong}");
        assert!(said.contains("You: "), "the next line is read: {said}");
    }
}

#[test]
fn undo_takes_back_ones_last_move() {
    let said = said(&["nim", "3,4,5"], &["undo", "1: 1", "1: 1", "undo", "undo", "undo", "3: 5", "quit"]);
    assert_eq!(said.matches("there is no move of yours to take back").count(), 2, "{said}");
    assert_eq!(said.matches("Taken back.").count(), 2);
    assert!(said.contains("You: heap 3: take 5 -> 3,4\n"), "{said}"); // from the first position
    // Of two people each takes back one move.
    let said = self::said(&["nim", "3,4,5", "--two"], &["1: 1", "1: 1", "undo", "2: 1"]);
    assert!(said.contains("Second player: heap 2: take 1 -> 2,3,5\n"), "{said}");
}

#[test]
fn questions_are_answered_by_the_library() {
    let said = said(&["kayles", "xxxxx.xxxxxx.xxx.xx"], &["why", "values", "hint", "help", "show"]);
    let model = "xxxxx.xxxxxx.xxx.xx";
    let working = Solver::new(grundy::Kayles).explain([5, 6, 3, 2]).unwrap();
    let working = working.map(|row| grundy::Kayles.text_like(model, &[*row])).to_string();
    assert!(said.contains(&working), "{said}");
    assert!(said.contains("     3  row 1: pin 2         *0  wins\n"), "{said}");
    assert!(said.contains("`row 1: pin 2` wins: it leaves x.xxx.xxxxxx.xxx.xx"), "{said}");
    assert!(said.contains("undo          take back"), "{said}");
    assert_eq!(said.matches("  ┃ ┃ ┃ ┃ ┃   ┃ ┃ ┃ ┃ ┃ ┃   ┃ ┃ ┃   ┃ ┃\n").count(), 2, "{said}");
}

#[test]
fn values_stand_on_the_tiles_of_a_board() {
    let board = Board::rectangle(4, 5).unwrap();
    let mut solver = Solver::new(Chomp::poisoned());
    let said = said(&["chomp", "4x5"], &["values"]);
    for row in 1..=4 {
        let mut line = format!("  {row:>3}");
        for column in 1..=5 {
            let value = solver.grundy(board.chomped(Tile { row, column })).unwrap().get();
            line.extend([if (row, column) == (1, 1) { "  ✗".to_owned() } else { format!("{value:>3}") }]);
        }
        assert!(said.contains(&format!("\n{line}\n")), "{line}: {said}");
    }
    assert!(said.contains("\nWinning moves: 3,3\n"), "{said}");
    let said = self::said(&["ichomp", "3,2,1/4,4/2/-"], &["values"]);
    assert!(said.contains("    +1  1  3  0 │  0  2  3  5\n"), "{said}"); // 0 where a quadrant is emptied
    assert!(said.contains("\nWinning moves: (+1,+1)\n"), "{said}"); // 6 becomes 6 xor 6
}

#[test]
fn the_input_may_end_anywhere() {
    for input in [&b""[..], b"\n\n", b"1", b"moves\n1\n", b"\xff\xfe\n1\n", b"\0\n", &vec![b'x'; 200_000]] {
        let output = typed(&["nim", "3,4,5"], input);
        assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""));
        assert!(text(&output.stdout).contains("The game is left as it is: "));
    }
}

#[test]
fn input_that_cannot_be_read_is_told() {
    let folder = std::fs::File::open(env!("CARGO_MANIFEST_DIR")).unwrap();
    let output = PROGRAM.command(&["nim", "3,4,5"]).stdin(folder).output().unwrap();
    let error = text(&output.stderr);
    assert!(output.status.code() == Some(2) && error.starts_with("error: the input cannot be read: "), "{error}");
}

/// Plays at a terminal: types when this is shown.
#[cfg(target_os = "linux")]
const AT_A_TERMINAL: &str = r#"
import os, pty, sys
child, terminal = pty.fork()
if child == 0:
    os.execv(sys.argv[1], sys.argv[1:])
shown = b""
for wanted, typed in [(b"you> ", b"\xff"), (b"Not so", b"quit\r")]:
    while wanted not in shown:
        shown += os.read(terminal, 1024)
    os.write(terminal, typed)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"#;

#[cfg(target_os = "linux")]
#[test]
fn a_byte_that_is_no_text_ends_no_game_at_a_terminal() {
    let mut python = Command::new("python3");
    let output =
        python.args(["-c", AT_A_TERMINAL, env!("CARGO_BIN_EXE_grundy"), "play", "nim", "3,4,5"]).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
}

#[test]
fn a_game_that_is_over_ends_at_once() {
    for (misere, result) in [(&[][..], "loses"), (&["--misere"], "wins")] {
        let said = said(&[&["nim", "0"][..], misere].concat(), &["1"]);
        assert!(said.ends_with(&format!("There is no move: who is to move {result}.\n")), "{said}");
    }
}

/// Checks a transcript against the library, move by move, and returns who won: 0 for the first player.
#[track_caller]
fn winner(game: &[&str], options: &[&str], play: Play) -> usize {
    let said = said(&[game, &["--auto"], options].concat(), &[]);
    let (name, position) = match game {
        [name, parameter, position] if *parameter != "--edible" && *position != "--edible" => {
            (format!("{name}:{parameter}"), *position)
        }
        [name, position, "--edible"] => (format!("{name}-edible"), *position),
        [name, position, ..] => ((*name).to_owned(), *position),
        _ => unreachable!(),
    };
    let turns: Vec<(&str, &str)> =
        said.lines().filter_map(|line| line.split_once(" player: ")?.1.split_once(" -> ")).collect();
    let turns = turns.iter().map(|(mv, left)| (*mv, *left));
    let moves = if name == "sum" {
        let (table, start) = AnyGame::parse_sum(position).unwrap();
        played(&table, start, position, turns)
    } else {
        let game: AnyGame = name.parse().unwrap();
        let start = game.parse(position).unwrap();
        played(&game, start, position, turns)
    };
    let winner = if play == Play::Normal { (moves + 1) % 2 } else { moves % 2 };
    let told = format!("{} player wins after {moves} move", ["First", "Second"][winner]);
    assert!(said.contains(&told), "{told}: {said}");
    winner
}

/// Replays moves until no one is left, and says how many there were.
#[track_caller]
fn played<'a, G: Notation<Move: std::fmt::Display>>(
    game: &G,
    start: grundy::Components<G::Position>,
    model: &str,
    turns: impl Iterator<Item = (&'a str, &'a str)>,
) -> usize {
    let (mut position, mut count) = (start, 0);
    for (mv, left) in turns {
        let whole = Whole(game);
        let legal = whole.moves(&position).find(|legal| game.move_text(&position, legal) == mv);
        let legal = legal.unwrap_or_else(|| panic!("{mv} is no legal move in {}", game.text(&position)));
        let next = whole.play(&position, &legal).into_iter().next().unwrap();
        assert_eq!(game.text_like(model, &next), left);
        (position, count) = (next, count + 1);
    }
    assert!(Whole(game).moves(&position).next().is_none(), "the game is not over: {}", game.text(&position));
    count
}

#[test]
fn automatic_games_are_legal_and_won_by_who_should_win() {
    for game in WON {
        assert_eq!(winner(game, &[], Play::Normal), 0, "{game:?}");
        for seed in ["1", "2"] {
            winner(game, &["--level", "easy", "--seed", seed], Play::Normal);
        }
    }
    let misere = Solver::new(grundy::Kayles).outcome_in(Play::Misere, [2, 3]).unwrap();
    assert_eq!(winner(&["kayles", "2,3"], &["--misere"], Play::Misere), usize::from(misere == Outcome::P));
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let arguments = ["kayles", "9,8,7", "--auto", "--level", "easy", "--seed"];
    let [one, again, other] = ["5", "5", "6"].map(|seed| said(&[&arguments[..], &[seed]].concat(), &[]));
    assert_eq!(one, again);
    assert_ne!(one, other);
}

#[test]
fn enormous_positions_neither_hang_nor_flood_the_screen() {
    let most = u64::MAX.to_string();
    let row = 10_u128.pow(30).to_string();
    let rows = vec!["5"; 3000].join(",");
    let pins = "x".repeat(20_000);
    let cases: [&[&str]; 14] = [
        &["nim", "18446744073709551615,5"],
        &["kayles", &most],
        &["kayles", &rows],
        &["kayles", &pins],
        &["lasker", "1000000000000000000,5"],
        &["grundys-game", &most],
        &["0.77", &row],
        &["subtract:!2", &most],
        &["wythoff", "1000000000000000000,5"],
        &["moore:2", "1000000000000000000,5,6"],
        &["chain", &most],
        &["chomp", "16777216x16777216"],
        &["ichomp", "1000x1000/1000x1000/1/1"],
        &["divisor", "3000"],
    ];
    for game in cases {
        let arguments = [game, &["--limit", "200"]].concat();
        let said = said(&arguments, &["moves", "moves 2", "moves 5000", "values", "why", "hint", "2", "undo", "1"]);
        assert!(said.contains("Taken back."), "{game:?}: {said}");
        assert!(said.len() < 40_000 && said.lines().count() < 400, "{game:?}: {} bytes", said.len());
        let output = typed(&[&arguments[..], &["--auto", "--turns", "2"]].concat(), b"");
        let (out, error) = (text(&output.stdout), text(&output.stderr));
        assert!(out.len() < 10_000, "{game:?}: {} bytes", out.len());
        assert!(output.status.success() || error.starts_with("error: the game is not over after 2 moves"), "{error}");
    }
}

/// The limit that nobody sets is less where a position has more moves: it is the work that is bounded.
#[test]
fn large_positions_are_refused_without_a_limit_too() {
    for game in [["kayles", "1000000"], ["treblecross", "1000000"], ["grundys-game", "1000000"], ["lasker", "999999,5"]]
    {
        let said = said(&game, &["hint", "1", "quit"]);
        let is_theorem = ["kayles", "lasker"].contains(&game[0]);
        assert_eq!(said.contains("` wins: it leaves"), is_theorem, "{said}");
        assert_eq!(said.contains("The computer plays at random: this position is too large"), !is_theorem, "{said}");
    }
    let said = said(&["treblecross", "700"], &["hint"]);
    assert!(said.contains("` wins: it leaves"), "seven hundred cells are not too many: {said}");
}

#[test]
fn too_large_searches_say_so_and_play_goes_on() {
    let said = said(&["divisor", "30", "--misere", "--limit", "50"], &["hint", "1", "quit"]);
    assert!(said.contains("too large to be solved within 50 positions (--limit N sets another limit)"), "{said}");
    assert!(said.contains("The computer plays at random: "), "{said}");
    assert!(said.contains("Computer: "), "{said}");
}

#[test]
fn pipes_get_no_colours() {
    let colours = |name: &str| {
        let output = PROGRAM.command(&["nim", "3,4,5", "--auto"]).env(name, "1").output().unwrap();
        text(&output.stdout).contains('\x1b')
    };
    assert!(!said(&["ichomp", "2/2/1/1"], &["why", "x", "1"]).contains('\x1b'));
    assert!(colours("CLICOLOR_FORCE"), "colours are there to be taken out");
    assert!(!colours("NO_COLOR"));
}

#[test]
fn bad_arguments_are_refused_in_one_line() {
    let cases: [&[&str]; 15] = [
        &[],
        &["nim", "3", "--json"],
        &["nim"],
        &["poker", "5"],
        &["nim", "3,x"],
        &["nim", "3", "--level", "clever"],
        &["nim", "3", "--begin", "them"],
        &["nim", "3", "--auto", "--two"],
        &["nim", "3", "--two", "--level", "easy"],
        &["nim", "3", "--limit", "x"],
        &["nim", "3", "--turns", "-1"],
        &["nim", "3", "--edible"],
        &["sum", "nim:5", "kayles:5"],
        &["sum", "nim"],
        &["chomp", "2,3"],
    ];
    for arguments in cases {
        is_refusal(arguments, &typed(arguments, b""));
    }
}

#[test]
fn a_reader_who_has_seen_enough_is_no_error() {
    let mut child = PROGRAM
        .command(&["nim", "2000,2000"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    child.stdin.take().unwrap().write_all("moves\n".repeat(500).as_bytes()).ok();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""));
}

#[test]
fn json_tells_the_game_that_the_text_tells() {
    let arguments = ["sum", "kayles:5,6+nim:9", "--auto", "--level", "easy", "--seed", "3"];
    let (lines, json) = (said(&arguments, &[]), PROGRAM.json(&arguments));
    let moves = json["moves"].as_array().unwrap();
    for (number, mv) in (1..).zip(moves) {
        let [player, text, leaves] = ["player", "text", "leaves"].map(|name| mv[name].as_str().unwrap());
        assert!(lines.contains(&format!("{number}. {player}: {text} -> {leaves}\n")), "{number}: {lines}");
        assert_eq!(mv["at_random"], false);
    }
    let winner = json["winner"].as_str().unwrap();
    assert!(lines.ends_with(&format!("{winner} wins after {} moves.\n", moves.len())), "{lines}");
}

/// Texts of more than 300 characters, which are cut for the screen.
#[test]
fn json_has_whole_texts() {
    let heaps = vec!["1"; 200].join(",");
    let json = PROGRAM.json(&["nim", &heaps, "--auto"]);
    let turns: Vec<_> = json["moves"].as_array().unwrap().iter().collect();
    let turns = turns.iter().map(|mv| (mv["text"].as_str().unwrap(), mv["leaves"].as_str().unwrap()));
    assert_eq!(json["position"], heaps);
    assert_eq!(played(&grundy::Nim, grundy::Nim.parse(&heaps).unwrap(), &heaps, turns), 200);
    // Moore's Nim: who may take from as many heaps as there are ends the game.
    let json = PROGRAM.json(&["moore:17", &heaps[..33], "--auto"]);
    let taken: Vec<String> = (1..=17).map(|heap| format!("1 from heap {heap}")).collect();
    assert_eq!(json["moves"][0]["text"], format!("take {}", taken.join(" and ")));
}

/// A hint and the computer's move need no value: the value of this board takes more positions than the limit.
#[test]
fn a_hint_needs_no_value() {
    let board = ["chomp", "10,10,10,10,10,10,10,9", "--limit", "13000"];
    let told = said(&board, &["why", "hint", "quit"]);
    assert!(told.contains("too large to be solved within 13000 positions"), "{told}");
    assert!(told.contains("`4,9` wins: it leaves 10,10,10,8,8,8,8,8"), "{told}");
    let told = said(&["chomp", "20x31", "--limit", "1000"], &["hint", "quit"]);
    assert!(
        told.contains("he player to move wins by a theorem, and no winning move was found within 1000 positions"),
        "{told}"
    );
}
