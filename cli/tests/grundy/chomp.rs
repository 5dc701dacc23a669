//! `grundy chomp`: the tables, the files they are kept in, and what stops them.

use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use grundy::Control;
use grundy::chomp::{ChompValues, LosingBoards};

use crate::programs::{Folder, Tool, text};

const PROGRAM: Tool = Tool("chomp");

/// The lines on standard output. On standard error is the time.
#[track_caller]
fn answer(arguments: &[&str]) -> Vec<String> {
    crate::sequence::lines_of(PROGRAM, arguments)
}

#[test]
fn tables_tell_what_the_library_counts() {
    let values = ChompValues::up_to(20, &mut Control::new()).unwrap();
    let lines = answer(&["values", "20"]);
    assert_eq!(lines[0], format!("boards: {}", values.boards()));
    let losing = values.losing_counts();
    assert_eq!(lines[1], format!("losing: {}", losing[1..].iter().sum::<u64>()));
    assert_eq!(lines[2], "tiles  losing boards");
    for (tiles, count) in losing.iter().enumerate().skip(1) {
        assert_eq!(lines[tiles + 2].split_whitespace().collect::<Vec<_>>(), [tiles.to_string(), count.to_string()]);
    }
    assert_eq!(lines[23..], ["largest value: *19 on 20", "bytes per board: 1.000"]);
    let same = answer(&["losing", "20"]);
    assert_eq!(same[..23], lines[..23]);
    assert!(answer(&["openings", "7"]).contains(&"6 x 7: 5,5".to_owned()));
}

#[test]
fn json_has_the_numbers_of_the_text() {
    let json = PROGRAM.json(&["values", "20"]);
    assert_eq!(json["losing_by_tiles"].as_array().unwrap().len(), 20);
    assert_eq!(answer(&["values", "20"])[1], format!("losing: {}", json["losing"]));
    assert_eq!(json["largest"], serde_json::json!({ "value": 19, "board": "20" }));
    let json = PROGRAM.json(&["openings", "3"]);
    let opening = serde_json::json!({ "rows": 2, "columns": 3, "moves": ["2,3"] });
    assert!(json["openings"].as_array().unwrap().contains(&opening), "{json}");
}

#[test]
fn a_killed_program_resumes() {
    let folder = Folder::new("killed");
    let file = folder.path("table");
    let tiles = if cfg!(debug_assertions) { "62" } else { "80" };
    let mut running = PROGRAM
        .command(&["losing", tiles, "--every", "0", "--save", &file])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let start = Instant::now();
    let is_far = || LosingBoards::load(&file, &Control::unlimited()).is_ok_and(|table| table.iter().count() > 1000);
    while !is_far() && start.elapsed() < Duration::from_mins(1) {
        std::thread::sleep(Duration::from_millis(5));
    }
    running.kill().unwrap();
    running.wait().unwrap();
    // Whatever the moment, the file is whole.
    let saved = LosingBoards::load(&file, &Control::unlimited()).unwrap();
    assert!(saved.iter().count() > 1000);
    let whole = answer(&["losing", tiles]);
    assert_eq!(answer(&["losing", tiles, "--load", &file]), whole);
    assert!(whole.len() > 60);
    PROGRAM.is_refused(&["losing", "61", "--load", &file]);
}

#[test]
fn time_that_is_over_saves_the_table() {
    let folder = Folder::new("time");
    let file = folder.path("table");
    let (_, error) = PROGRAM.is_stopped(&["losing", "110", "--save", &file, "--time", "0.5"]);
    assert!(error.starts_with("error: time is over after "), "{error}");
    assert!(error.ends_with(&format!(" boards; --time sets another; --load {file} goes on\n")), "{error}");
    assert!(!LosingBoards::load(&file, &Control::unlimited()).unwrap().is_complete());
}

#[test]
fn bounds_are_told_with_the_option_that_sets_them() {
    let cases: [(&[&str], &str); 4] = [
        (
            &["losing", "60", "--memory", "100K"],
            "limit of 102400 bytes reached before any boards were done; --memory sets another",
        ),
        (&["values", "60", "--limit", "1000"], "limit of 1000 boards reached; --limit sets another"),
        (&["losing", "200"], "limit of 4294967296 bytes reached before any boards were done; --memory sets another"),
        (&["openings", "12", "--limit", "1000"], "limit of 1000 boards reached; --limit sets another"),
    ];
    for (arguments, expected) in cases {
        let (out, error) = PROGRAM.is_stopped(arguments);
        assert_eq!((out.as_str(), error), ("", format!("error: {expected}\n")), "{arguments:?}");
    }
}

#[test]
fn bad_arguments_are_refused_in_one_line() {
    let folder = Folder::new("refused-chomp");
    let (file, nowhere) = (folder.path("table"), folder.path("no/such.file"));
    assert_eq!(text(&PROGRAM.run(&["losing", "20", "--save", &file]).stderr).lines().count(), 1);
    let cases: [(&[&str], &str); 10] = [
        (&[], "<TABLE> <N>"),
        (&["values"], "<N>"),
        (&["values", "x"], "a number is written 1000000, 2^20 or 10^6"),
        (&["wins", "5"], "[possible values: values, losing, openings]"),
        (&["losing", "300"], "the limit is 255 tiles"),
        (&["losing", "21", "--load", &file], ": the file holds a table of 20 tiles: 21 were asked for"),
        (&["values", "20", "--load", &file], ": the file is a table of losing boards: one of values was asked for"),
        (&["values", "20", "--load", &nowhere], "such.file"),
        (&["values", "20", "--svg", &nowhere], "cannot be written"),
        (&["openings", "5", "--save", &file], "--save is for tables of values and of losing boards"),
    ];
    for (arguments, reason) in cases {
        let error = PROGRAM.is_refused(arguments);
        assert!(error.contains(reason), "{arguments:?}: {error}");
    }
}

/// The files of a folder that are not left over by a killed program.
fn whole_files(folder: &Folder) -> Vec<(String, Vec<u8>)> {
    let is_whole = |name: &String| Path::new(name).extension().is_none_or(|extension| extension != "part");
    let names = folder.files().into_iter().filter(is_whole);
    names.map(|name| (std::fs::read(folder.path(&name)).unwrap(), name)).map(|(bytes, name)| (name, bytes)).collect()
}

#[test]
fn a_folder_survives_kills_and_damage() {
    let (folder, whole) = (Folder::new("killed-layers"), Folder::new("whole-layers"));
    let (dir, tiles) = (folder.path(""), if cfg!(debug_assertions) { "58" } else { "80" });
    let expected = answer(&["losing", tiles]);
    assert_eq!(answer(&["losing", tiles, "--dir", &whole.path("")]), expected);
    for pause in [20, 50, 90, 150, 200] {
        let mut running = PROGRAM.command(&["losing", tiles, "--dir", &dir]);
        let mut running = running.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(pause));
        running.kill().unwrap();
        running.wait().unwrap();
    }
    assert_eq!(answer(&["losing", tiles, "--dir", &dir]), expected);
    assert_eq!(whole_files(&folder), whole_files(&whole));
    let lost = folder.files().into_iter().find(|name| name.ends_with(".020.007.000")).unwrap();
    std::fs::write(folder.path(&lost), "cut").unwrap();
    assert_eq!(answer(&["losing", tiles, "--dir", &dir]), expected);
    assert_eq!(whole_files(&folder), whole_files(&whole));
}

/// The folder is there when the work begins, so this is no bad input.
#[cfg(unix)]
#[test]
fn a_folder_on_a_full_disk_is_a_bound_that_was_met() {
    let folder = Folder::new("full-layers");
    let dir = folder.path("D");
    for part in [&[][..], &["--part", "1/1"]] {
        let run = || Tool("chomp").with_room(1, &[&["losing", "50", "--dir", &dir], part].concat());
        // The first layers are small.
        let output = (0..50).map(|_| run()).find(|output| !output.status.success()).unwrap();
        let error = text(&output.stderr);
        assert_eq!((output.status.code(), error.lines().count()), (Some(1), 1), "{part:?}: {error}");
        assert!(error.ends_with(": File too large (os error 27)\n"), "{error}");
    }
}

#[test]
fn parts_of_a_layer_are_made_by_several_programs() {
    let (folder, whole) = (Folder::new("parts-layers"), Folder::new("parts-whole"));
    let dir = folder.path("");
    answer(&["losing", "20", "--dir", &whole.path("")]);
    let mut rounds = 0;
    loop {
        rounds += 1;
        let programs: Vec<_> = [3, 1, 2]
            .map(|part| PROGRAM.command(&["losing", "20", "--dir", &dir, "--part", &format!("{part}/3")]))
            .map(|mut command| command.stdout(Stdio::piped()).spawn().unwrap())
            .into();
        let outputs = programs.into_iter().map(|program| program.wait_with_output().unwrap());
        let outputs: Vec<String> = outputs.map(|output| text(&output.stdout)).collect();
        if outputs.iter().any(|line| line.starts_with("all 19 layers are there: complete; ")) {
            break;
        }
        assert!(outputs.iter().all(|line| line.starts_with("part ") && line.contains(" of 19 is made")), "{outputs:?}");
        assert!(rounds <= 20, "{outputs:?}");
    }
    assert_eq!(whole_files(&folder), whole_files(&whole));
    assert_eq!(answer(&["losing", "20", "--dir", &dir]), answer(&["losing", "20"]));
    let json = PROGRAM.json(&["losing", "20", "--dir", &dir, "--part", "1/3"]);
    assert_eq!(json["complete"], true);
    for (arguments, reason) in [
        (["losing", "20", "--part", "1/3"].as_slice(), "--dir"),
        (&["losing", "20", "--dir", &dir, "--part", "4/3"], "a part is written 3/16"),
        (&["openings", "20", "--dir", &dir], "--dir is for tables of values and of losing boards"),
        (&["losing", "20", "--dir", &dir, "--svg", "x"], "cannot be used with"),
        (&["losing", "20", "--dir", "-"], "--dir names a folder, and - is none"),
    ] {
        let error = PROGRAM.is_refused(arguments);
        assert!(error.contains(reason), "{arguments:?}: {error}");
    }
}
