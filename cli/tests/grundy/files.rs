//! Files that are written: links stay links, devices and pipes stay, and what cannot be written is told before the work begins.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::{FileTypeExt, symlink};
use std::process::{Command, Stdio};

use crate::programs::{Folder, GRUNDY, text};

/// The commands that keep something in a file, without its name.
const KEEPERS: [&[&str]; 5] = [
    &["chomp", "losing", "12", "--save"],
    &["chomp", "values", "12", "--save"],
    &["sequence", "0.77", "--stream", "--heaps", "1", "--checkpoint"],
    &["solve", "cram", "3x4", "--memo"],
    &["solve", "cram", "3x4", "--nimbers"],
];

/// Commands that take minutes or hours, if a file does not stop them before they begin.
const LONG: [&[&str]; 3] = [
    &["chomp", "losing", "110", "--save"],
    &["sequence", "0.106", "--stream", "--checkpoint"],
    &["solve", "cram", "6x7", "--certificate"],
];

#[test]
fn links_stay_links() {
    let folder = Folder::new("files-links");
    for (number, keeper) in KEEPERS.iter().enumerate() {
        let [file, link, dangling] = ["file", "link", "dangling"].map(|name| folder.path(&format!("{name}{number}")));
        GRUNDY.printed(&[keeper, &[file.as_str()][..]].concat());
        let written = fs::read(&file).unwrap();
        symlink(&file, &link).unwrap();
        // By its name in the same folder.
        symlink(format!("new{number}"), &dangling).unwrap();
        for name in [&link, &dangling] {
            GRUNDY.printed(&[keeper, &[name.as_str()][..]].concat());
            assert!(fs::symlink_metadata(name).unwrap().is_symlink(), "{keeper:?} {name}");
        }
        assert!(!written.is_empty() && fs::metadata(&file).unwrap().is_file(), "{keeper:?}");
        assert_eq!(fs::read(folder.path(&format!("new{number}"))).unwrap().len(), written.len(), "{keeper:?}");
    }
    assert_eq!(folder.files().len(), 4 * KEEPERS.len(), "{:?}", folder.files());
}

/// A hyphen is standard output for what is written once, and no file that is kept.
#[test]
fn a_hyphen_is_standard_output() {
    let drawn = ["draw", "dot", "kayles", "5"];
    assert_eq!(GRUNDY.printed(&[&drawn[..], &["--out", "-"]].concat()), GRUNDY.printed(&drawn));
    let solved = ["solve", "kayles", "5,6"];
    let (both, answer) = (GRUNDY.printed(&[&solved[..], &["--certificate", "-"]].concat()), GRUNDY.printed(&solved));
    let (working, lines) = answer.rsplit_once("\n\n").unwrap();
    let facts = both.strip_prefix(working).and_then(|rest| rest.trim_start().strip_suffix(lines));
    assert!(facts.is_some_and(|facts| facts.starts_with("grundy certificate 1 value\n")), "{both}");
    for keeper in KEEPERS {
        let error = GRUNDY.is_refused(&[keeper, &["-"]].concat());
        assert!(error.contains("standard output"), "{keeper:?}: {error}");
    }
}

/// Two options that name one file, in any spelling, are refused before anything is written.
#[test]
fn no_file_is_taken_from_another_option() {
    let folder = Folder::new("files-apart");
    let file = folder.path("file");
    let again = folder.path("./file");
    let commands: [&[&str]; 6] = [
        &["solve", "chomp", "3x3", "--memo", &file, "--certificate", &again],
        &["solve", "sprouts", "3", "--nimbers", &file, "--certificate", &again],
        &["chomp", "losing", "12", "--save", &file, "--svg", &again],
        &["chomp", "losing", "12", "--load", &file, "--certificate", &again],
        &["sequence", "0.77", "--csv", &file, "--certificate", &again],
        &["sequence", "0.77", "--plot", &file, "--csv", &again],
    ];
    for command in commands {
        let error = GRUNDY.is_refused(command);
        assert!(error.contains("name the same file"), "{command:?}: {error}");
    }
    assert!(folder.files().is_empty());
    let table: [&[&str]; 2] = [&["chomp", "losing", "12", "--save", &file], &["--load", &again]];
    GRUNDY.printed(table[0]);
    assert_eq!(GRUNDY.printed(&table.concat()), GRUNDY.printed(table[0]));
}

/// One JSON object has standard output for itself.
#[test]
fn nothing_is_mixed_with_json() {
    let folder = Folder::new("files-json");
    let certificate = folder.path("certificate");
    GRUNDY.printed(&["solve", "nim", "3,4", "--certificate", &certificate]);
    for writer in [
        &["solve", "nim", "3,4", "--certificate"][..],
        &["sequence", "0.77", "--certificate"],
        &["sequence", "0.77", "--plot"],
        &["sequence", "0.77", "--csv"],
        &["quotient", "0.77", "--certificate"],
        &["quotient", "notakto", "3x3", "--certificate"],
        &["chomp", "losing", "8", "--certificate"],
        &["chomp", "losing", "8", "--svg"],
        &["draw", "dot", "nim", "2", "--out"],
        &["check", &certificate, "--export-options"],
    ] {
        let error = GRUNDY.is_refused(&[writer, &["-", "--json"]].concat());
        assert!(error.contains("standard output"), "{writer:?}: {error}");
        let json = GRUNDY.json(&[writer, &[folder.path("file").as_str()]].concat());
        assert!(json.is_object(), "{writer:?}");
    }
}

#[test]
fn pipes_and_folders_are_refused_and_stay() {
    let folder = Folder::new("files-pipes");
    let [pipe, link, inner] = ["pipe", "link", "inner"].map(|name| folder.path(name));
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    symlink(&pipe, &link).unwrap();
    fs::create_dir(&inner).unwrap();
    for keeper in KEEPERS {
        for (name, reason) in [(&pipe, "a device or a pipe"), (&link, "a device or a pipe"), (&inner, "a directory")] {
            let error = GRUNDY.is_refused(&[keeper, &[name.as_str()][..]].concat());
            assert!(error.contains(&format!("{name:?}")) && error.contains(reason), "{keeper:?}: {error}");
        }
    }
    assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
    assert_eq!(folder.files(), ["inner", "link", "pipe"]);
}

/// A table is no pipe, whose reader might wait for ever.
#[test]
fn a_table_is_loaded_from_a_regular_file() {
    let folder = Folder::new("files-load");
    let pipe = folder.path("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for table in ["losing", "values"] {
        let error = GRUNDY.is_refused(&["chomp", table, "12", "--load", &pipe]);
        assert!(error.contains(&format!("{pipe:?} cannot be read: it is a device or a pipe")), "{error}");
    }
}

/// The file to which standard output goes is not kept: the answer would be lost, or stand among what is kept.
#[test]
fn the_file_of_standard_output_is_not_kept() {
    let folder = Folder::new("files-output");
    let out = folder.path("out");
    for keeper in KEEPERS {
        for name in ["/dev/stdout", &out] {
            let mut command = GRUNDY.command(&[keeper, &[name]].concat());
            let output = command.stdout(fs::File::create(&out).unwrap()).stderr(Stdio::piped()).output().unwrap();
            let error = text(&output.stderr);
            assert_eq!((output.status.code(), error.lines().count()), (Some(2), 1), "{keeper:?} {name}: {error}");
            assert!(error.contains(&format!("{name} is standard output")), "{keeper:?}: {error}");
            assert_eq!(fs::read(&out).unwrap(), b"", "{keeper:?} {name}");
        }
    }
    assert_eq!(folder.files(), ["out"]);
}

/// A device is written to, where nothing is read again.
#[test]
fn an_answer_goes_to_a_device() {
    let before = fs::metadata("/dev/null").unwrap().file_type();
    GRUNDY.printed(&["sequence", "0.77", "--heaps", "100", "--csv", "/dev/null"]);
    assert_eq!(fs::metadata("/dev/null").unwrap().file_type(), before);
    // Standard output by another name, which goes to a file.
    let folder = Folder::new("files-device");
    let (name, values) = (folder.path("out"), ["sequence", "0.77", "--heaps", "100", "--csv"]);
    let expected = GRUNDY.printed(&[&values[..], &["-"]].concat());
    for other in ["/dev/stdout", &name] {
        let mut command = GRUNDY.command(&[&values[..], &[other]].concat());
        assert!(command.stdout(fs::File::create(&name).unwrap()).stderr(Stdio::null()).status().unwrap().success());
        assert_eq!(fs::read_to_string(&name).unwrap(), expected, "{other}");
    }
    let error = GRUNDY.is_refused(&[&values[..], &["/dev/stdout", "--json"]].concat());
    assert!(error.contains("standard output"), "{error}");
}

#[test]
fn what_cannot_be_written_is_told_before_the_work_begins() {
    let folder = Folder::new("files-early");
    let (nowhere, here) = (folder.path("no/such.file"), folder.path(""));
    for keeper in LONG {
        for (name, reason) in [(&nowhere, "No such file or directory"), (&here, "it is a directory")] {
            let error = GRUNDY.is_refused(&[keeper, &[name.as_str()][..]].concat());
            assert!(error.starts_with(&format!("error: the file {name:?} cannot be written: {reason}")), "{error}");
        }
    }
    assert!(folder.files().is_empty());
}

/// A socket keeps apart what is written at a time.
#[test]
fn an_error_is_written_at_once() {
    let (reader, writer) = std::os::unix::net::UnixDatagram::pair().unwrap();
    let mut command = GRUNDY.command(&["solve", "nim", "x"]);
    assert_eq!(command.stderr(std::os::fd::OwnedFd::from(writer)).status().unwrap().code(), Some(2));
    let mut bytes = [0; 1 << 10];
    let length = reader.recv(&mut bytes).unwrap();
    let line = text(&bytes[..length]);
    assert!(line.starts_with("error: ") && line.ends_with('\n') && line.len() > 20, "{line:?}");
}

/// Whoever reads standard output may leave before the files are written, as `head` does.
#[test]
fn files_are_written_although_the_reader_leaves() {
    let folder = Folder::new("files-left");
    let certificate = folder.path("certificate");
    GRUNDY.printed(&["solve", "nim", "3,4", "--certificate", &certificate]);
    let commands: [(&[&str], &[&str]); 9] = [
        (&["solve", "kayles", "5,6"], &["--certificate"]),
        (&["solve", "kayles", "5,6", "--all"], &["--certificate"]),
        (&["solve", "kayles", "5,6", "--json"], &["--certificate"]),
        (&["sequence", "0.77"], &["--plot", "--csv", "--certificate"]),
        (&["loopy", "0>1,1>0,1>2"], &["--certificate"]),
        (&["check", &certificate], &["--export-options"]),
        (&["chomp", "losing", "8"], &["--svg", "--certificate"]),
        (&["quotient", "0.77"], &["--certificate"]),
        (&["quotient", "notakto", "3x3"], &["--certificate"]),
    ];
    let closed = |arguments: &[&str]| {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = GRUNDY.command(arguments).stdout(writer).output().unwrap();
        (output.status.code(), text(&output.stderr))
    };
    for (command, options) in commands {
        let named = |folder: &str| options.iter().map(|option| folder.to_owned() + option).collect::<Vec<_>>();
        let with = |files: &[String]| -> Vec<String> {
            let files = options.iter().zip(files).flat_map(|(option, file)| [(*option).to_owned(), file.clone()]);
            command.iter().map(|word| (*word).to_owned()).chain(files).collect()
        };
        let [read, left] = ["read", "left"].map(|name| named(&folder.path(name)));
        let [all, begun] = [&read, &left].map(|files| with(files));
        let [all, begun] = [&all, &begun].map(|words| words.iter().map(String::as_str).collect::<Vec<_>>());
        GRUNDY.run(&all);
        let (status, error) = closed(&begun);
        assert_eq!((status, error.as_str()), (Some(0), ""), "{begun:?}");
        for (one, other) in read.iter().zip(&left) {
            assert!(fs::read(one).unwrap() == fs::read(other).unwrap(), "{begun:?}: {other}");
            fs::remove_file(one).and_then(|()| fs::remove_file(other)).unwrap();
        }
        // A file that is not written is no success, whoever reads.
        #[cfg(target_os = "linux")]
        {
            let (status, error) = closed(&[command, &[options[0], "/dev/full"]].concat());
            assert_eq!(status, Some(1), "{command:?}: {error}");
            assert!(error.contains(r#"the file "/dev/full" cannot be written"#), "{command:?}: {error}");
        }
    }
}

/// A limit on the size of files stands for a disk that fills while the work is done.
#[test]
fn an_answer_that_cannot_be_saved_is_printed() {
    let folder = Folder::new("files-late");
    let file = folder.path("file");
    let cases: [(&[&str], &str); 5] = [
        (&["chomp", "losing", "20", "--save"], "losing: 168"),
        (&["chomp", "losing", "20", "--certificate"], "losing: 168"),
        (&["sequence", "0.77", "--stream", "--checkpoint"], "period: 12"),
        (&["solve", "kayles", "5,6", "--certificate"], "grundy: 7"),
        (&["quotient", "0.77", "--heaps", "10", "--certificate"], "order: 18"),
    ];
    for (arguments, line) in cases {
        let arguments = [arguments, &[file.as_str()][..]].concat();
        let output = GRUNDY.with_room(0, &arguments);
        let (out, error) = (text(&output.stdout), text(&output.stderr));
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {error}");
        assert!(out.lines().any(|found| found.starts_with(line)), "{arguments:?}: {out}");
        let told = format!("error: the file {file:?} cannot be written: File too large");
        assert_eq!(error.lines().filter(|line| line.starts_with(&told)).count(), 1, "{arguments:?}: {error}");
    }
    // A bound that is met comes first, and nothing goes on from a file that is not there.
    for (arguments, bound) in [
        (&["chomp", "losing", "110", "--time", "0.3", "--save"][..], "time is over after "),
        (&["sequence", "0.106", "--stream", "--limit", "600000", "--checkpoint"], "limit of 600000 heaps reached"),
    ] {
        let output = GRUNDY.with_room(0, &[arguments, &[file.as_str()][..]].concat());
        let error = text(&output.stderr);
        assert_eq!((output.status.code(), error.lines().count()), (Some(1), 1), "{error}");
        assert!(error.starts_with(&format!("error: {bound}")) && !error.contains("goes on"), "{error}");
        assert!(error.contains(&format!("; the file {file:?} cannot be written: File too large")), "{error}");
    }
    assert!(folder.files().is_empty());
}

/// A table is saved from time to time. While it cannot be, the work goes on.
#[test]
fn a_table_that_cannot_be_saved_for_a_while_is_completed() {
    let folder = Folder::new("files-while");
    let file = folder.path("table");
    let arguments = ["chomp", "losing", if cfg!(debug_assertions) { "40" } else { "70" }];
    let output = GRUNDY.with_room(0, &[&arguments[..], &["--every", "0", "--save", &file]].concat());
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert_eq!(text(&output.stdout), GRUNDY.printed(&arguments));
    assert!(error.starts_with(&format!("warning: the file {file:?} cannot be written: ")), "{error}");
}

#[test]
fn a_folder_is_made_in_one_that_is_there() {
    let folder = Folder::new("files-folders");
    let (new, nowhere, file) = (folder.path("new"), folder.path("no/such"), folder.path("file"));
    fs::write(&file, "text").unwrap();
    for maker in [&["chomp", "losing", "9", "--dir"][..], &["table", "--digits", "1", "--heaps", "100", "--out"]] {
        let error = GRUNDY.is_refused(&[maker, &[nowhere.as_str()][..]].concat());
        let parent = folder.path("no");
        let told = format!("error: the folder {nowhere:?} cannot be used: the folder {parent:?} is not there");
        assert!(error.starts_with(&told), "{error}");
        let error = GRUNDY.is_refused(&[maker, &[file.as_str()][..]].concat());
        assert!(error.contains("it is a file"), "{error}");
        // No folder is made there, by whomever.
        #[cfg(target_os = "linux")]
        assert!(GRUNDY.is_refused(&[maker, &["/proc/folder"]].concat()).contains(r#""/proc/folder" cannot be used"#));
        assert_eq!(folder.files(), ["file"]);
        GRUNDY.printed(&[maker, &[new.as_str()][..]].concat());
        assert_eq!(folder.files(), ["file", "new"]);
        fs::remove_dir_all(&new).unwrap();
    }
}
