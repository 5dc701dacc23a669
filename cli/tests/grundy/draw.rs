//! `grundy draw`, and the pictures in the documentation, which are what the commands beside them draw.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use grundy::chomp::{Board, Chomp};
use grundy::games::Pair;
use grundy::{Solver, Wythoff};

use crate::programs::{Folder, GRUNDY, Tool, text};

const PICTURES: &str = include_str!("../../../docs/pictures/README.md");
const LARGEST: u64 = 100 * 1024;

const PROGRAM: Tool = Tool("draw");

/// The commands that write a picture, each with its arguments; the last is the file.
fn commands() -> impl Iterator<Item = Vec<&'static str>> {
    let quoted = PICTURES.split('`').filter_map(|text| text.strip_prefix("grundy "));
    quoted.map(|command| command.split(' ').collect())
}

#[test]
fn commands_draw_the_pictures_beside_them() {
    let folder = Folder::new("pictures");
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let mut drawn = BTreeSet::new();
    for words in commands() {
        let [arguments @ .., file] = &words[..] else { panic!("{words:?}") };
        let new = folder.path(Path::new(file).file_name().unwrap().to_str().unwrap());
        let output = GRUNDY.run(&[arguments, &[&new]].concat());
        assert!(output.status.success(), "{words:?}: {}", text(&output.stderr));
        let kept = fs::read_to_string(root.join(file)).unwrap();
        assert!(fs::read_to_string(new).unwrap() == kept, "{file} is not what `{}` draws", words.join(" "));
        drawn.insert(root.join(file));
    }
    // Every picture that is kept is drawn by a command, but for that which Graphviz makes of one of them.
    for entry in fs::read_dir(root.join("docs/pictures")).unwrap() {
        let file: PathBuf = entry.unwrap().path();
        let name = file.file_name().unwrap().to_str().unwrap();
        let is_drawn = drawn.contains(&file) || drawn.contains(&file.with_extension("dot"));
        assert!(is_drawn || name == "README.md", "{}", file.display());
        assert!(fs::metadata(&file).unwrap().len() < LARGEST, "{} is too large", file.display());
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
    let folder = Folder::new("boards");
    let file = folder.path("boards.svg");
    assert!(GRUNDY.run(&["chomp", "values", "6", "--svg", &file]).status.success());
    let svg = fs::read_to_string(&file).unwrap();
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
    assert!(PROGRAM.printed(&["dot", "chomp", "5x5", "--vertices", "9"]).contains("cut at 9 positions"));
    // 2 + 1, 2, 1 + 1, 1 and nothing: the same whether 2 + 1 or 1 + 2.
    assert_eq!(vertices(&PROGRAM.printed(&["dot", "kayles", "2,1", "--whole"])), 5);
    assert_eq!(vertices(&PROGRAM.printed(&["dot", "chomp", "3x3", "--merge"])), 13);
    assert!(!PROGRAM.printed(&["dot", "kayles", "3", "--plain"]).contains("pin"));
}

#[test]
fn a_graph_for_lean_has_whole_positions() {
    let lean = PROGRAM.printed(&["lean", "kayles", "2,1"]);
    // Nothing, 1, 1 + 1, 2, and 2 + 1, whose moves leave 2, 1, 1 + 1.
    assert!(lean.contains("namespace game_kayles_2_1\n") && lean.contains("GameGraph (Fin 5)"), "{lean}");
    assert!(lean.contains("    [1, 2, 3] -- 4: 2,1, *3\n"), "{lean}");
    let (_, error) = PROGRAM.is_stopped(&["lean", "chomp", "5x5", "--vertices", "9"]);
    assert!(error.contains("cut at 9 positions; --vertices"), "{error}");
}

#[test]
fn a_picture_goes_to_a_file_or_into_json() {
    let folder = Folder::new("drawn");
    let file = folder.path("out.svg");
    let svg = PROGRAM.printed(&["wythoff", "5"]);
    assert_eq!(PROGRAM.printed(&["wythoff", "5", "--out", &file]), "");
    assert_eq!(fs::read_to_string(&file).unwrap(), svg);
    let json = PROGRAM.json(&["wythoff", "5"]);
    assert_eq!(json, serde_json::json!({ "format": "svg", "picture": svg, "file": null }));
    let json = PROGRAM.json(&["wythoff", "5", "--out", &file]);
    assert_eq!(json, serde_json::json!({ "format": "svg", "picture": null, "file": file }));
    assert_eq!(PROGRAM.json(&["dot", "kayles", "3"])["format"], "dot");
    assert_eq!(folder.files(), ["out.svg"]);
    // A name that is no text is one object all the same.
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStringExt;

        let name = [folder.path("").as_bytes(), b"\xff.svg"].concat();
        let mut draw = PROGRAM.command(&["wythoff", "2", "--json", "--out"]);
        let output = draw.arg(std::ffi::OsString::from_vec(name)).output().unwrap();
        let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert!(output.status.success() && json["file"].as_str().unwrap().ends_with("\u{fffd}.svg"), "{json}");
    }
}

#[test]
fn bad_arguments_are_refused_in_one_line() {
    let cases: [&[&str]; 10] = [
        &[],
        &["sunset"],
        &["wythoff", "0"],
        &["wythoff", "100000"],
        &["chomp-rows", "x"],
        &["chomp-moves", "2,3"],
        &["chomp-moves", "-"],
        &["chomp-moves", "1000x1000"],
        &["dot", "poker", "5"],
        &["wythoff", "3", "--out", "/no/such/folder/picture.svg"],
    ];
    for arguments in cases {
        PROGRAM.is_refused(arguments);
    }
    for picture in ["dot", "lean"] {
        assert!(PROGRAM.is_refused(&[picture, "kayles", "5", "--vertices", "0"]).contains("0 is not in 1..="));
    }
    // A graph leaves out the values that a bound ends, and a table of values is all or nothing.
    for graph in [["dot", "cram", "3x3"], ["lean", "cram", "3x3"]] {
        let [whole, without] = [&[][..], &["--limit", "1"]].map(|bound| PROGRAM.printed(&[&graph[..], bound].concat()));
        assert!(!without.is_empty() && without != whole, "{graph:?}");
    }
    PROGRAM.is_stopped(&["wythoff", "10", "--limit", "3"]);
    PROGRAM.is_stopped(&["chomp-moves", "9x9", "--limit", "100"]);
    assert!(PROGRAM.is_refused(&["position", "nim", "3,4", "--time", "5"]).contains("drawn without a search"));
}

#[test]
fn sprouts_are_drawn_by_region_and_bad_text_is_refused() {
    let output = PROGRAM.run(&["position", "sprouts", "0*2.AB|AB"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let picture = text(&output.stdout);
    // Four spots on three boundaries, and two on one.
    for end in ["1.1.1", "1.2.1", "1.3.1", "1.3.2", "2.1.1", "2.1.2"] {
        assert_eq!(picture.matches(&format!(r#"data-end="{end}""#)).count(), 1, "{picture}");
    }
    assert_eq!(picture.matches(r#"class="spot""#).count(), 6);
    assert!(!PROGRAM.run(&["position", "sprouts", "0*2.AB|AC"]).status.success());
    let two = PROGRAM.printed(&["position", "sprouts", "0*2 + 0.AB|AB"]);
    for title in ["land 1, region 1", "land 2, region 1", "land 2, region 2"] {
        assert_eq!(two.matches(title).count(), 1, "{two}");
    }
    assert!(PROGRAM.printed(&["position", "sprouts", "!"]).contains("nothing is left"));
}

#[test]
fn boards_and_graphs_are_drawn_place_by_place() {
    let svg = |game, position| PROGRAM.printed(&["position", game, position]);
    let board = svg("cram", "xx.x/xxxx");
    assert_eq!(board.matches(r#"class="spot""#).count(), 7);
    assert!(board.contains(r#"data-end="2,4""#) && !board.contains(r#"data-end="1,3""#));
    let two = svg("notakto", "3x3,x../.../..x");
    assert_eq!((two.matches("<rect class=").count(), two.matches(r#"class="taken""#).count()), (18, 2));
    // Seven vertices and seven edges.
    assert_eq!(svg("node-kayles", "cycle:7").matches(r#"class="spot""#).count(), 14);
    let flower = svg("hackenbush", "g-0,0-1,0-1,1-1");
    assert_eq!(flower.matches(r#"data-end="0-1""#).count(), 2);
    assert_eq!(flower.matches("<circle").count(), 3);
    assert_eq!(svg("chain", "5").matches("<circle").count(), 5);
    let sum = svg("sum", "nim:5+kayles:3");
    assert_eq!((sum.matches("<circle").count(), sum.matches("<rect class=").count()), (8, 3));
    assert!(sum.contains(">nim heap 1</text>") && sum.contains(">kayles row 2</text>"));
}

#[test]
fn tiles_coins_trees_numbers_and_crosses_are_drawn() {
    let spots = |game, position| PROGRAM.printed(&["position", game, position]).matches(r#"class="spot""#).count();
    // The poisoned tile is no spot.
    assert_eq!(spots("chomp", "3,2,1"), 5);
    assert_eq!(spots("chomp-edible", "3,2,1"), 6);
    assert_eq!(spots("ichomp", "3,2,1/4,4/2/-"), 16);
    assert_eq!(spots("turning:1-3", "THTTH"), 5);
    assert_eq!(spots("turning:1-2x1-2", "HT/TH"), 4);
    // Five nodes and four edges.
    assert_eq!(spots("tree", "0,0,1,1"), 9);
    assert_eq!(spots("divisor", "28"), 28);
    assert_eq!(spots("brussels-sprouts", "2"), 8);
}

#[test]
fn heaps_and_strips_are_drawn() {
    let counters = |game, position| PROGRAM.printed(&["position", game, position]).matches("<circle").count();
    assert_eq!(counters("nim", "5"), 5);
    assert_eq!(counters("subtract:1,3,4", "7,2"), 9);
    assert_eq!(counters("fibonacci-nim", "13/4"), 13);
    assert_eq!(counters("euclid", "12,3"), 15);
    assert_eq!(counters("end-nim", "3,1,4"), 8);
    assert_eq!(counters("staircase", "3,1,4"), 8);
    assert_eq!(counters("welter", "{2,3,5}"), 3);
    assert_eq!(counters("silver-dollar", "{1,4,9}"), 3);
    assert_eq!(counters("kotzig:1,2", "7"), 7);
}
