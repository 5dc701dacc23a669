//! `grundy table`: its rows are those of single codes and of the naive oracle.

use crate::naive_heaps::take_and_break_values;
use crate::programs::{Tool, text};
use crate::sequence::lines_of;

const PROGRAM: Tool = Tool("table");

#[track_caller]
fn table(arguments: &[&str]) -> Vec<String> {
    lines_of(PROGRAM, arguments)
}

/// Rows of the table have the numbers of the single codes, and every code in standard form has one.
#[test]
fn the_table_has_a_row_for_each_standard_form() {
    let lines = table(&["--digits", "2", "--heaps", "2000"]);
    let rows: Vec<Vec<&str>> = lines[1..].iter().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows.len(), 2 * 4 * 8);
    assert!(rows.iter().take(4 * 8).all(|row| row[0].starts_with("0.")));
    assert!(rows.iter().skip(4 * 8).all(|row| row[0].starts_with("4.")));
    assert!(rows.iter().all(|row| ['1', '3', '5', '7'].contains(&row[0].chars().nth(2).unwrap())));
    let row = |code: &str| rows.iter().find(|row| row[0] == code).unwrap();
    assert_eq!(row("0.77"), &["0.77", "71", "12", "8", "at", "27", "10"]);
    assert_eq!(row("0.37")[1..3], ["-", "-"]);
    assert!(lines.iter().any(|line| line.ends_with("no period in the first 2000 heaps")));
    // Those that may take nothing, by the oracle: preperiod, period and largest value.
    for (code, digits) in [("4.13", [4, 1, 3]), ("4.72", [4, 7, 2]), ("4.16", [4, 1, 6])] {
        let values = take_and_break_values(&digits.map(|digit| (digit, ' ')), &[], 60);
        let [preperiod, period, largest] = [1, 2, 3].map(|column| row(code)[column].parse::<usize>().unwrap());
        let repeats = |heap: usize| values[heap] == values[heap + period];
        assert!((preperiod..60 - period).all(repeats) && !repeats(preperiod - 1), "{code}");
        assert_eq!(values.iter().max().copied(), Some(largest as u64), "{code}");
    }
    let splits = row("4.13");
    let alone = lines_of(Tool("sequence"), &["4.13", "--heaps", "2000"]);
    let largest = format!("largest: {}", splits[3..6].join(" "));
    for line in [format!("preperiod: {}", splits[1]), format!("period: {}", splits[2]), largest] {
        assert!(alone.contains(&line), "4.13: {line} is not in {alone:?}");
    }
    assert_eq!(table(&["--digits", "1"]).len(), 1 + 2 * 4);
}

/// A sample of codes of four digits has the rows of the single codes.
#[test]
fn a_sample_of_four_digits_is_spread_evenly() {
    let lines = table(&["--digits", "4", "--sample", "8", "--heaps", "300", "--time", "5m"]);
    let codes: Vec<&str> = lines[1..].iter().map(|line| line.split_whitespace().next().unwrap()).collect();
    // Codes in standard form have an odd first digit, so each kind of first digit is an eighth of them.
    let first: Vec<&str> = codes.iter().map(|code| &code[..3]).collect();
    assert_eq!(first, ["0.1", "0.3", "0.5", "0.7", "4.1", "4.3", "4.5", "4.7"]);
    let last: std::collections::BTreeSet<&str> = codes.iter().map(|code| &code[code.len() - 1..]).collect();
    assert!(last.len() > 3, "{codes:?}");
    let folder = folder("sample");
    let path = folder.to_str().unwrap();
    let arguments = ["--digits", "4", "--heaps", "300"];
    assert_eq!(PROGRAM.printed(&[&arguments[..], &["--sample", "9", "--out", path]].concat()), "rows: 9 of 9\n");
    let [csv, page] = ["atlas.csv", "index.html"].map(|name| std::fs::read_to_string(folder.join(name)).unwrap());
    assert!(csv.starts_with("# grundy table --digits 4 --heaps 300 --sample 9\n"), "{csv}");
    let rows: Vec<&str> = csv.lines().skip(2).collect();
    assert_eq!(rows.len(), 9);
    for row in rows {
        let code = row.split(',').next().unwrap();
        let one = PROGRAM.printed(&[&arguments[..], &["--only", code]].concat());
        assert_eq!(one.lines().nth(1), Some(row));
        assert!(page.contains(&format!(r#"aria-label="{code}""#)), "{code}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

/// Values of a subtraction game by the definition.
fn values_by_taking(may_take: impl Fn(usize) -> bool, heaps: usize) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::new();
    for heap in 0..heaps {
        let options: Vec<u64> = (1..=heap).filter(|count| may_take(*count)).map(|count| values[heap - count]).collect();
        values.push((0..=options.len() as u64).find(|value| !options.contains(value)).unwrap());
    }
    values
}

/// Preperiod, period and saltus are those of the values by the definition, and the least ones; each is proved.
#[test]
fn subtraction_games_have_rows_for_all_sets() {
    const LARGEST: u32 = 6;
    let lines = table(&["--subtraction", &LARGEST.to_string()]);
    assert_eq!(lines.len(), 1 + 2 * 63);
    let mut sets = std::collections::BTreeSet::new();
    for line in &lines[1..] {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [preperiod, period, saltus] = [1, 2, 3].map(|place| words[place].parse::<usize>().unwrap());
        assert!(line.contains("Pigeonhole") || line.contains("pigeonhole") || line.contains("ail"), "{line}");
        let set: Vec<usize> = words[0].trim_start_matches('!').split(',').map(|word| word.parse().unwrap()).collect();
        let is_all_but = words[0].starts_with('!');
        assert!(sets.insert((is_all_but, set.clone())), "{line}");
        let values = values_by_taking(|count| set.contains(&count) != is_all_but, 160);
        let repeats = |heap: usize, period: usize, more: usize| values[heap + period] == values[heap] + more as u64;
        assert!((preperiod..160 - period).all(|heap| repeats(heap, period, saltus)), "{line}");
        assert!(preperiod == 0 || !repeats(preperiod - 1, period, saltus), "{line}");
        let has_shorter =
            |shorter: usize| (80..150 - shorter).all(|heap| repeats(heap, shorter, saltus * shorter / period));
        assert!(!(1..period).any(has_shorter), "{line}");
        assert_eq!(saltus == 0, !is_all_but, "{line}");
    }
    // Winning Ways, ch. 4: of two numbers a < b the period is 2a if b is an odd multiple of a, and else a + b; from 1 to k it is k + 1.
    let row = |set: &str| lines.iter().find(|line| line.split_whitespace().next() == Some(set)).unwrap();
    for a in 1..=LARGEST {
        for b in a + 1..=LARGEST {
            let period = if b % a == 0 && b / a % 2 == 1 { 2 * a } else { a + b };
            assert_eq!(row(&format!("{a},{b}")).split_whitespace().nth(2), Some(&*period.to_string()), "{a},{b}");
        }
    }
    assert_eq!(row("1,2,3,4,5,6").split_whitespace().nth(2), Some("7"));
    assert_eq!(row("!2").split_whitespace().nth(3), Some("2"));

    let json = PROGRAM.json(&["--subtraction", "3"]);
    let rows = json["sets"].as_array().unwrap();
    assert_eq!((rows.len(), rows[6]["set"].as_str(), rows[7]["set"].as_str()), (14, Some("1,2,3"), Some("!1")));
    assert_eq!((rows[6]["period"].as_u64(), rows[6]["saltus"].as_u64()), (Some(4), Some(0)));
    assert!(rows.iter().all(|row| row["proof"].is_string()) && json["stopped"].is_null());
    for wrong in [
        &["--subtraction", "0"][..],
        &["--subtraction", "21"],
        &["--subtraction", "3", "--digits", "1"],
        &["--subtraction", "x"],
        &[],
    ] {
        PROGRAM.is_refused(wrong);
    }
}

#[test]
fn json_has_the_numbers_of_the_text() {
    let lines = table(&["--digits", "1"]);
    let json = PROGRAM.json(&["--digits", "1"]);
    let codes = json["codes"].as_array().unwrap();
    assert_eq!(codes.len(), lines.len() - 1);
    for (line, code) in lines[1..].iter().zip(codes) {
        let words: Vec<&str> = line.split_whitespace().collect();
        assert_eq!(words[0], code["code"]);
        assert_eq!(words[1], code["preperiod"].to_string());
        assert_eq!(words[2], code["period"].to_string());
        assert_eq!(words[3..6], [&code["largest"]["value"].to_string(), "at", &code["largest"]["heap"].to_string()]);
    }
    assert!(json["stopped"].is_null());
}

#[test]
fn a_bound_ends_the_table_and_keeps_its_rows() {
    let (out, error) = PROGRAM.is_stopped(&["--digits", "2", "--heaps", "1000", "--limit", "10000"]);
    assert!(error.ends_with("limit of 10000 heaps reached; --limit sets another\n"), "{error}");
    assert!((5..=11).contains(&out.lines().count()), "{out}");
    let (json, _) = PROGRAM.is_stopped(&["--digits", "2", "--heaps", "1000", "--limit", "10000", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert!(json["stopped"].as_str().unwrap().contains("10000 heaps"), "{json}");
    assert_eq!(json["codes"].as_array().unwrap().len(), out.lines().count() - 1);
}

#[test]
fn bad_arguments_are_refused_in_one_line() {
    let cases: [(&[&str], &str); 11] = [
        (&[], "--digits"),
        (&["--digits", "4", "--sample", "0"], "a sample has at least one code"),
        (&["--digits", "1", "--time", "5 minutes"], "30s, 5m or 2h"),
        (&["--digits", "9"], "9 is not in 1..=4"),
        (&["--digits", "-1"], "a number is written 1000000, 2^20 or 10^6"),
        (&["--digits", "0"], "0 is not in 1..=4"),
        (&["--digits", "2", "0.77"], "unexpected argument"),
        (&["--digits", "1", "--heaps", "0"], "0 is not in 1..="),
        (&["--digits", "1", "--misere"], "--out"),
        (&["--subtraction", "3", "--sample", "2"], "--sample"),
        (&["--digits", "1", "--out", "-"], "--out names a folder"),
    ];
    for (arguments, reason) in cases {
        let error = PROGRAM.is_refused(arguments);
        assert!(error.contains(reason), "{arguments:?}: {error}");
    }
}

/// A folder of its own for a test.
fn folder(name: &str) -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("grundy-{name}-{}", std::process::id()));
    std::fs::remove_dir_all(&folder).ok();
    folder
}

#[test]
fn an_atlas_is_written_and_goes_on() {
    let folder = folder("atlas");
    let path = folder.to_str().unwrap();
    let arguments = ["--digits", "1", "--heaps", "2^12", "--misere", "--out", path];
    assert_eq!(PROGRAM.printed(&arguments), "rows: 12 of 12\n");
    let [csv, page] = ["atlas.csv", "index.html"].map(|name| std::fs::read_to_string(folder.join(name)).unwrap());
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines[0], "# grundy table --digits 1 --heaps 4096 --misere");
    // Octal codes 0.d and 4.d with an odd digit, and 0.9, 0.B, 0.D, 0.F.
    assert_eq!(lines.len(), 2 + 2 * 4 + 4);
    let columns: Vec<&str> = lines[1].split(',').collect();
    assert!(lines[2..].iter().all(|line| line.split(',').count() == columns.len()), "{csv}");
    let field = |code: &str, name: &str| {
        let row = lines.iter().find(|line| line.starts_with(&format!("{code},"))).unwrap();
        row.split(',').nth(columns.iter().position(|column| *column == name).unwrap()).unwrap().to_owned()
    };
    // One counter and nothing else: the monoid of two elements. Take one or split: 0, 1, 2, 0, 2, 0, ...
    assert_eq!((field("0.1", "misere"), field("0.1", "order")), ("tame".to_owned(), "2".to_owned()));
    assert_eq!((field("4.3", "preperiod"), field("4.3", "period")), ("2".to_owned(), "2".to_owned()));
    assert!(page.contains(r#"aria-label="0.7""#) && page.contains("grundy table --digits 1 --heaps 4096 --misere"));
    // A row that is there is kept, one that is missing is made again, and is the same.
    let without: Vec<&str> = lines.iter().copied().filter(|line| !line.starts_with("0.7,")).collect();
    std::fs::write(folder.join("atlas.csv"), without.join("\n").replace("0.5,", "0.5,x") + "\n").unwrap();
    let written = PROGRAM.json(&arguments);
    assert_eq!(written, serde_json::json!({ "rows": 12, "codes": 12 }));
    assert_eq!(std::fs::read_to_string(folder.join("atlas.csv")).unwrap(), csv.replace("0.5,", "0.5,x"));
    let one = PROGRAM.printed(&["--digits", "1", "--heaps", "4096", "--misere", "--only", "0.7"]);
    assert_eq!(one.lines().nth(1), lines.iter().copied().find(|line| line.starts_with("0.7,")));
    // By default as many digits as the code has; as JSON the same fields.
    assert_eq!(PROGRAM.printed(&["--heaps", "4096", "--misere", "--only", "0.7"]), one);
    let object = PROGRAM.printed(&["--heaps", "4096", "--misere", "--only", "0.7", "--json"]);
    let object: serde_json::Value = serde_json::from_str(&object).unwrap();
    for (name, field) in one.lines().next().unwrap().split(',').zip(one.lines().nth(1).unwrap().split(',')) {
        let same = match &object[name] {
            serde_json::Value::Null => field.is_empty(),
            serde_json::Value::String(text) => text == field && text.parse::<u64>().is_err(),
            number => number.as_u64().is_some_and(|number| field.parse() == Ok(number)),
        };
        assert!(same, "{name}: {field}, {}", object[name]);
    }
    // The mask of rare values is written in hexadecimal digits, 17 for 23; here it is a number.
    let rare = PROGRAM.printed(&["--only", "0.104", "--heaps", "4096", "--json"]);
    assert!(rare.contains("\"mask\":23"), "{rare}");
    // The file of another command is left alone.
    let error = PROGRAM.is_refused(&["--digits", "1", "--out", path]);
    assert!(error.contains("was made by another command"), "{error}");
    std::fs::remove_dir_all(folder).unwrap();
}

/// The rows are kept and counted although the page has no room on the disk.
#[cfg(unix)]
#[test]
fn rows_are_told_although_the_page_is_not_written() {
    let folder = folder("atlas-without-page");
    let path = folder.to_str().unwrap();
    // The rows take less than one block of 512 bytes each, all of them four; the page takes more.
    let output = PROGRAM.with_room(8, &["--digits", "1", "--heaps", "100", "--out", path]);
    let error = text(&output.stderr);
    assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(1), "rows: 12 of 12\n"), "{error}");
    assert!(error.contains("index.html") && error.contains("cannot be written"), "{error}");
    assert!(std::fs::read_to_string(folder.join("atlas.csv")).unwrap().lines().count() == 14);
    std::fs::remove_dir_all(folder).unwrap();
}

/// The numbers of heaps stand between commas, and the code is one field all the same.
#[test]
fn a_code_with_commas_is_one_field() {
    let row = PROGRAM.printed(&["--only", "0.{1,5}", "--heaps", "100"]);
    assert!(row.lines().nth(1).unwrap().starts_with("\"0.{1,5}\",100,"), "{row}");
    let row = PROGRAM.json(&["--only", "0.{1,5}", "--heaps", "100"]);
    assert_eq!((&row["code"], &row["heaps"]), (&"0.{1,5}".into(), &100.into()), "{row}");
}

/// The search for the quotient of 0.17 takes seconds: its row is whole, or there is none.
#[test]
fn a_row_that_time_cuts_is_not_told() {
    let output = PROGRAM.run(&["--only", "0.17", "--misere", "--heaps", "1000", "--time", "0.3"]);
    let row = text(&output.stdout);
    assert!(output.status.code() == Some(1) && row.is_empty() || row.contains(",176,"), "{row}");
}
