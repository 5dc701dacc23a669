//! `grundy quotient`.

use crate::programs::Tool;

const PROGRAM: Tool = Tool("quotient");

#[test]
fn kayles_is_found_and_played() {
    let out = PROGRAM.printed(&["0.77"]);
    for line in [
        "code: 0.77",
        "order: 40",
        "reach: all heaps: preperiod 71, period 12, proved by Guy-Smith from heaps 0..=166",
        "generators: h1, h2, h5, h9, h12, h25, h27",
        "In misère play: the heaps are h5, h9, h12, h25, h27 in the quotient of 0.77, of 40 elements, and their product h1 h5 h27 is \
         not in its P-portion: the player to move wins.",
        "A winning move is in component 5: take 2, leave 1 and 24.",
        "It leaves 1 + 24 of that component.",
    ] {
        assert!(out.lines().any(|printed| printed == line), "{line}: {out}");
    }
    let map = out.lines().find_map(|line| line.strip_prefix("map: ")).unwrap();
    assert_eq!(map.split(", ").count(), 71 + 12);
}

#[test]
fn a_small_monoid_is_printed_as_a_table() {
    let out = PROGRAM.printed(&["0.75", "--play", "7,7,1"]);
    assert_eq!(out.lines().filter(|line| line.starts_with("  h") || line.starts_with("  1")).count(), 8, "{out}");
    assert!(out.contains("the heaps are h5, h5, h1 in the quotient of 0.75"), "{out}");
}

#[test]
fn what_is_not_proved_is_told() {
    let out = PROGRAM.printed(&["0.77", "--heaps", "30"]);
    assert!(out.contains("reach: heaps below 30, not known for larger ones"), "{out}");
    assert!(out.contains("stopped: heaps 0..30 do not prove that their quotient is that of all heaps"), "{out}");
    let (out, error) = PROGRAM.is_stopped(&["0.77", "--elements", "20"]);
    let limit = "error: limit of 20 elements reached: 18 are found and kept; --elements sets another\n";
    assert!(error.ends_with(limit), "{error}");
    assert!(out.contains("order: 18\n"));
    let (_, error) = PROGRAM.is_stopped(&["0.07", "--limit", "1000"]);
    assert!(error.ends_with("error: limit of 1000 sums reached; --limit sets another\n"), "{error}");
    let (_, error) = PROGRAM.is_stopped(&["0.07", "--memory", "1K"]);
    assert!(error.ends_with("; --memory sets another\n"), "{error}");
}

#[test]
fn bad_input_is_refused_in_one_line() {
    for arguments in [
        &["0.8W"][..],
        &["0.77", "--heaps", "0"],
        &["0.77", "--heaps", "x"],
        &["0.77", "--play", "5,x"],
        &[],
        &["0.77", "x"],
        &["notakto", "3x3", "--heaps", "5"],
    ] {
        PROGRAM.is_refused(arguments);
    }
    assert!(PROGRAM.is_refused(&["0.77", "--play", "5,x"]).contains("--play: "));
}

#[test]
fn the_quotient_of_notakto_is_found_and_played() {
    let out = PROGRAM.printed(&["notakto", "3x3", "--play", "3x3,3x3,3x3"]);
    for line in [
        "game: notakto",
        "position: 3x3",
        "order: 18",
        "positions: 17 that differ in their moves, 17 with an element",
        "generators: p1, p2, p7, p17",
    ] {
        assert!(out.lines().any(|printed| printed == line), "{line}: {out}");
    }
    assert!(out.contains("p-portion: 4 ("), "{out}");
    assert!(
        out.lines().any(|line| line.starts_with("  p17 ") && line.contains(" 3x3 ") && line.ends_with(" p17")),
        "{out}"
    );
    assert!(out.contains("In misère play: the components are p17, p17, p17 in the quotient of 17 positions"), "{out}");
    let json = PROGRAM.json(&["notakto", "3x3"]);
    assert_eq!((json["order"].as_u64(), json["map"].as_array().map(Vec::len)), (Some(18), Some(17)));
    assert_eq!(json["played"]["outcome"], "N");
    // Games with parameters, and several on one table.
    assert!(PROGRAM.printed(&["subtract", "1,2,3", "9"]).contains("\norder: "));
    let sum = ["sum", "notakto:2x2+cram:2x3"];
    assert!(PROGRAM.printed(&sum).contains("\norder: "));
    // A sum has one name in all commands.
    assert_eq!(PROGRAM.json(&sum)["game"], "notakto + cram");
    assert_eq!(crate::programs::Tool("solve").json(&sum)["game"], "notakto + cram");
}

#[test]
fn a_quotient_of_positions_that_is_not_found_is_told() {
    let (out, error) = PROGRAM.is_stopped(&["notakto", "3x3", "--elements", "10"]);
    assert!(error.ends_with("--elements sets another\n"), "{error}");
    assert!(out.contains("stopped: limit of 10 elements reached"), "{out}");
    let error = PROGRAM.is_refused(&["0.77", "--elements", "0"]);
    assert!(
        error.contains("for '--elements <ELEMENTS>': the identity is one of them, so it must be at least 1"),
        "{error}"
    );
    PROGRAM.is_refused(&["notakto", "3y3"]);
    assert!(PROGRAM.is_refused(&["notakto"]).contains("or a position of it: `grundy quotient notakto 3x3`"));
    PROGRAM.is_refused(&["no-such-game", "3"]);
    PROGRAM.is_refused(&["notakto", "3x3", "--certificate", "no/such/folder/out.cert"]);
}
