//! The pictures of the README are what the commands in it draw.

mod support;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use grundy::chomp::{Board, Chomp};
use grundy::games::Pair;
use grundy::{Solver, Wythoff};
use support::programs::{Example, is_refusal, text};

const README: &str = include_str!("../README.md");
const FOLDER: &str = "docs/pictures/";
const LARGEST: u64 = 100 * 1024;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

static PROGRAM: Example = Example::new("pictures");

/// The examples of the README that write a picture, each with its arguments; the last is the file.
fn commands() -> Vec<Vec<&'static str>> {
    let quoted = README.split('`').filter_map(|text| text.strip_prefix("cargo run --release --example "));
    let commands = quoted.map(|command| command.split(' ').filter(|word| *word != "--").collect::<Vec<_>>());
    commands.filter(|words| words.last().is_some_and(|file| file.starts_with(FOLDER))).collect()
}

#[test]
fn commands_of_the_readme_draw_its_pictures() {
    let folder = std::env::temp_dir().join(format!("grundy-pictures-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let mut drawn = BTreeSet::new();
    for words in commands() {
        let [example, arguments @ .., file] = &words[..] else { panic!("{words:?}") };
        let new = folder.join(Path::new(file).file_name().unwrap());
        let program = support::programs::example(example);
        let output = Command::new(program).args(arguments).arg(&new).output().unwrap();
        assert!(output.status.success(), "{words:?}: {}", text(&output.stderr));
        let [new, kept] = [new, root().join(file)].map(|file| fs::read_to_string(file).unwrap());
        assert!(new == kept, "{file} is not what `{}` draws", words.join(" "));
        drawn.insert(root().join(file));
    }
    fs::remove_dir_all(folder).unwrap();
    // Every picture that is kept is drawn by a command, but for that which Graphviz makes of one of them.
    for entry in fs::read_dir(root().join(FOLDER)).unwrap() {
        let file: PathBuf = entry.unwrap().path();
        assert!(drawn.contains(&file) || drawn.contains(&file.with_extension("dot")), "{}", file.display());
        assert!(fs::metadata(&file).unwrap().len() < LARGEST, "{} is too large", file.display());
        let name = file.file_name().unwrap().to_str().unwrap();
        assert!(README.contains(&format!("{FOLDER}{name}")), "the README does not show {name}");
    }
    assert!(drawn.len() >= 3);
}

/// The numbers that are written in the cells of a heat map, row by row.
fn numbers(svg: &str) -> Vec<u64> {
    let (_, group) = svg.split_once("text-anchor=\"middle\">\n").unwrap();
    let (group, _) = group.split_once("</g>").unwrap();
    group.lines().map(|line| line.split(['>', '<']).nth(2).unwrap().parse().unwrap()).collect()
}

#[test]
fn heat_maps_show_the_values() {
    let mut solver = Solver::new(Wythoff);
    let pairs = (0..=9).flat_map(|first| (0..=9).map(move |second| Pair(first, second)));
    let values: Vec<u64> = pairs.map(|pair| solver.grundy(pair).unwrap().get()).collect();
    assert_eq!(numbers(&PROGRAM.printed(&["wythoff", "9"])), values);
    // Taking a tile in reading order leaves 1,1 and 2,2 and 3 and 3,1, worth 1, 2, 2 and 2 xor 1.
    assert_eq!(numbers(&PROGRAM.printed(&["chomp-moves", "3,2"])), [1, 2, 2, 3]);
}

#[test]
fn boards_are_drawn_with_their_values() {
    let file = std::env::temp_dir().join(format!("grundy-boards-{}.svg", std::process::id()));
    let program = support::programs::example("chomp_table");
    let output = Command::new(program).args(["values", "6", "--svg"]).arg(&file).output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    let svg = fs::read_to_string(&file).unwrap();
    fs::remove_file(file).unwrap();
    // The boards of six tiles, of two mirror images one.
    let boards = ["6", "5,1", "4,2", "4,1,1", "3,3", "3,2,1"].map(|text| text.parse::<Board>().unwrap());
    let mut solver = Solver::new(Chomp::poisoned());
    let mut values = boards.map(|board| solver.grundy(board).unwrap().get());
    values.sort_unstable();
    assert_eq!(numbers(&svg), values);
}

#[test]
fn a_graph_of_a_sum_is_that_of_its_games() {
    let dot = PROGRAM.printed(&["dot", "sum", "kayles:3+nim:2"]);
    let vertices = |dot: &str| dot.lines().filter(|line| line.starts_with("  p") && !line.contains("->")).count();
    assert_eq!(vertices(&dot), 3 + 2);
    assert!(PROGRAM.printed(&["dot", "chomp", "5x5", "--limit", "9"]).contains("cut at 9 positions"));
    // 2 + 1, 2, 1 + 1, 1 and nothing: the same whether 2 + 1 or 1 + 2.
    assert_eq!(vertices(&PROGRAM.printed(&["dot", "kayles", "2,1", "--whole"])), 5);
    assert_eq!(vertices(&PROGRAM.printed(&["dot", "chomp", "3x3", "--merge"])), 13);
    assert!(!PROGRAM.printed(&["dot", "kayles", "3", "--plain"]).contains("pin"));
}

#[test]
fn bad_arguments_are_refused_in_one_line() {
    let cases: [&[&str]; 9] = [
        &[],
        &["sunset"],
        &["wythoff", "0"],
        &["wythoff", "100000"],
        &["chomp-rows", "x"],
        &["chomp-moves", "2,3"],
        &["chomp-moves", "-"],
        &["chomp-moves", "1000x1000"],
        &["dot", "poker", "5"],
    ];
    for arguments in cases {
        is_refusal(arguments, &PROGRAM.run(arguments));
    }
    is_refusal(&["--out"], &PROGRAM.run(&["wythoff", "3", "--out", "/no/such/folder/picture.svg"]));
}
