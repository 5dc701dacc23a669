//! Games on graphs and boards: published values, texts of graphs, and theorems beyond the sizes that the laws check.

use std::collections::HashMap;

use grundy::games::{Chessman, Crosses, End, Graph, Grounded, Square, Strings, Subgraph, Token};
use grundy::{
    AnyGame, ArcKayles, Components, Geography, Hackenbush, ImpartialGame, Nimber, Nimstring, NodeKayles, Notakto,
    Notation, Outcome, Play, Solver, Subset, Unhinted,
};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::support::random::Random;
use crate::support::sized;
use crate::support::tables::lines;

#[test]
fn games_on_boards_have_the_published_values() {
    let mut rows = 0;
    for row in lines(include_str!("../data/board-games.txt")) {
        let [name, position, value] = row.split(' ').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let game: AnyGame = name.parse().unwrap();
        let value = Nimber::new(value.parse().unwrap());
        assert_eq!(Solver::new(&game).grundy(game.parse(position).unwrap()), Ok(value), "{row}");
        rows += 1;
    }
    assert_eq!(rows, 205);
}

fn edges(text: &str) -> Vec<(usize, usize)> {
    text.parse::<Graph>().unwrap().edges().collect()
}

#[test]
fn graphs_are_read() {
    assert_eq!(edges("g6:DQc"), [(0, 2), (0, 4), (1, 3), (3, 4)]); // the example of the format's definition
    assert_eq!(edges("g6:C~"), edges("complete:4"));
    assert_eq!(edges("g6:Bw"), edges("cycle:3"));
    assert_eq!(edges("path:4"), [(0, 1), (1, 2), (2, 3)]);
    assert_eq!(edges("3-1,0-2,1-3"), [(0, 2), (1, 3)]);
    assert_eq!(edges("cube:2"), [(0, 1), (0, 2), (1, 3), (2, 3)]);
    assert_eq!(edges("cycle:2"), [(0, 1)]);
    assert_eq!(edges("rooks:2"), edges("cube:2"));
    assert_eq!(edges("complete:1").len() + edges("path:0").len() + edges("cube:0").len(), 0);
    let counts = [
        ("kings:3", 20),
        ("queens:3", 28),
        ("bishops:3", 10),
        ("knights:3", 8),
        ("grid:3x9", 42),
        ("petersen:7,2", 21),
    ];
    for (name, count) in counts {
        assert_eq!(edges(name).len(), count, "{name}");
    }
    // 64 vertices take four characters for their number.
    let path: Vec<(usize, usize)> = (1..64).map(|vertex| (vertex - 1, vertex)).collect();
    let text = graph6(64, &path);
    assert_eq!(edges(&text), path);
    assert_eq!(text.parse::<Graph>().unwrap().to_string(), text);
    assert_eq!(text.parse(), Ok(Graph::path(64).unwrap()));
}

/// The graph6 text of a graph, by the definition of the format.
fn graph6(vertices: usize, edges: &[(usize, usize)]) -> String {
    let pairs = (1..vertices).flat_map(|other| (0..other).map(move |one| (one, other)));
    let mut bits: Vec<u8> = pairs.map(|pair| u8::from(edges.contains(&pair))).collect();
    bits.resize(bits.len().next_multiple_of(6), 0);
    let sextets = bits.chunks(6).map(|bits| bits.iter().fold(0, |number, bit| 2 * number + bit));
    let size = if vertices < 63 { vec![vertices] } else { vec![63, vertices >> 12, vertices >> 6 & 63, vertices & 63] };
    let size = size.into_iter().map(|part| u8::try_from(part).unwrap());
    let body: String = size.chain(sextets).map(|sextet| char::from(sextet + 63)).collect();
    format!("g6:{body}")
}

#[test]
fn texts_that_are_no_graphs_name_the_place() {
    let message = |text: &str| NodeKayles::new().parse(text).unwrap_err().to_string();
    for (text, expected) in [
        ("", "``, character 1: a vertex is missing"),
        ("0-1,2-", "`0-1,2-`, character 7: a vertex is missing"),
        ("0-1-2", "`0-1-2`, character 1: an edge is written by its two ends, as in 0-1"),
        ("0-x", "`0-x`, character 3: a vertex is a whole number, and `x` is not a digit"),
        ("0-4096", "`0-4096`, character 3: vertex 4096 is too large: it must be less than 4096"),
        ("star:3", "`star:3`, character 1: no family of graphs is called `star`: there are "),
        ("path:x", "`path:x`, character 6: a number of vertices is a whole number, and `x` is not a digit"),
        ("path:4097", "`path:4097`, character 6: a graph of 4097 vertices is too large: the limit is 4096"),
        ("cube:64", "`cube:64`, character 6: a graph of "),
        ("grid:3x", "`grid:3x`, character 8: a side of the board is missing"),
        ("grid:1x2x3", "`grid:1x2x3`, character 6: the sides of a board are written as in 3x9"),
        ("petersen:5", "`petersen:5`, character 10: the outer vertices and the step are written as in 5,2"),
        (
            "petersen:4,2",
            "`petersen:4,2`, character 10: the step of a Petersen graph is at least 1 and less than 4/2, not 2",
        ),
        ("g6:D", "`g6:D`, character 5: graph6 has a character from `?` to `~` here, not the end"),
        ("g6:D!", "`g6:D!`, character 5: graph6 has a character from `?` to `~` here, not `!`"),
        ("g6:Dé", "`g6:Dé`, character 5: graph6 has a character from `?` to `~` here, not `é`"),
        ("path:3{0,3}", "`path:3{0,3}`, character 10: there is no vertex 3, only 3 vertices from 0"),
        ("path:3{0", "`path:3{0`, character 9: the brace is not closed by `}`"),
        ("path:3 + path:x", "`path:3 + path:x`, character 15: a number of vertices is a whole number"),
    ] {
        assert!(message(text).starts_with(expected), "{}", message(text));
    }
    let message = |text: &str| NodeKayles::with(Chessman::Queen).parse(text).unwrap_err().to_string();
    assert_eq!(message("xx/x"), "`xx/x`, character 4: all rows of a board have the same length, here 2");
    assert_eq!(message("xx/xo"), "`xx/xo`, character 5: a square is drawn as `x` or `.`, not as `o`");
    assert_eq!(message("65x64"), "`65x64`, character 1: a graph of 4160 vertices is too large: the limit is 4096");
    let message = |text: &str| Hackenbush.parse(text).unwrap_err().to_string();
    assert_eq!(message("g-0,1-2"), "`g-0,1-2`, character 5: nothing joins this edge to the ground, g");
    let message = |text: &str| Nimstring.parse(text).unwrap_err().to_string();
    assert_eq!(
        message("1x1 + 0-1,1-g"),
        "`1x1 + 0-1,1-g`, character 7: the position is loony: whoever moves wins, and it has no value"
    );
    assert_eq!(message("100x100"), "`100x100`, character 1: a board has at most 16384 sides");
    let message = |text: &str| Geography.parse(text).unwrap_err().to_string();
    assert_eq!(message("path:3"), "`path:3`, character 7: the vertex of the token is missing, as in path:5@0");
    assert_eq!(message("path:3@3"), "`path:3@3`, character 8: vertex 3 is not left");
}

/// Who wins strings beside a heap of Nim, by the rules alone: who detaches a coin moves once more, and who cannot move loses. A bit of `left` for each string.
fn wins_strings(strings: &[[End; 2]], left: u32, heap: u32, known: &mut HashMap<(u32, u32), bool>) -> bool {
    if let Some(wins) = known.get(&(left, heap)) {
        return *wins;
    }
    let holds =
        |left: u32, coin: End| (0..strings.len()).any(|one| left >> one & 1 == 1 && strings[one].contains(&coin));
    let cuts = (0..strings.len()).filter(|one| left >> one & 1 == 1).any(|one| {
        let rest = left & !(1 << one);
        let detaches = strings[one].iter().any(|end| *end != End::Ground && !holds(rest, *end));
        wins_strings(strings, rest, heap, known) == detaches
    });
    let wins = cuts || (0..heap).any(|less| !wins_strings(strings, left, less, known));
    known.insert((left, heap), wins);
    wins
}

/// What is left when free coins are taken has the value of the whole picture, and a picture is loony exactly if whoever moves wins beside any heap.
#[test]
fn free_coins_are_taken_and_loony_pictures_are_refused() {
    let mut random = Random(1);
    let (mut loony, mut reduced) = (0, 0);
    for _ in 0..sized(600, 6000) {
        let end = |number: usize| u32::try_from(number).unwrap().checked_sub(1).map_or(End::Ground, End::Vertex);
        let strings = (0..=random.below(6)).map(|_| [end(random.below(5)), end(random.below(5))]);
        // A string from a coin to itself is left out by definition.
        let strings: Vec<[End; 2]> = strings.filter(|[one, other]| one != other || *one == End::Ground).collect();
        let mut known = HashMap::new();
        let wins =
            [0, 1, 2, 3, 4, 5, 6, 7].map(|heap| wins_strings(&strings, (1 << strings.len()) - 1, heap, &mut known));
        let picture: Grounded = strings.iter().copied().collect();
        let Some(left) = Strings::new(&picture) else {
            assert_eq!(wins, [true; 8], "{picture} is said to be loony");
            loony += 1;
            continue;
        };
        reduced += usize::from(left.strings().len() < strings.len());
        let again: Grounded = left.strings().iter().copied().collect();
        assert_eq!(Strings::new(&again), Some(left.clone()), "{picture}: no coin of what is left is free");
        let value = Solver::new(Nimstring).grundy(Nimstring.parse(&left.to_string()).unwrap()).unwrap().get();
        assert_eq!(wins, [0, 1, 2, 3, 4, 5, 6, 7].map(|heap| heap != value), "{picture} is said to be worth {value}");
    }
    assert!(loony > 50 && reduced > 50, "{loony} loony, {reduced} reduced");
}

/// Positions of both games on the same graph, in text that reads back.
#[test]
fn what_is_left_of_a_graph_is_written() {
    for text in ["path:10{0,1,4,5,6}", "0-1,0-3,1-2", "g6:DQc{0,2}", "queens:3{0,4} + cycle:4"] {
        for parts in [NodeKayles::new().parse(text).unwrap(), ArcKayles.parse(text).unwrap()] {
            assert_eq!(NodeKayles::new().text(&parts), text);
        }
    }
    // Parts of several copies of a graph may meet, and are then written one by one.
    let meeting = "path:5{0} + path:5{1,2}";
    for (text, written) in [
        ("path:10{0,1} + path:10{4,5,6}", "path:10{0,1,4,5,6}"),
        ("path:10{4,5,6} + path:10{0,1}", "path:10{4,5,6} + path:10{0,1}"),
        ("path:10{0,1}+path:10 {4} + path:10{4}", "path:10{0,1,4} + path:10{4}"),
        ("path:5{0} + cycle:5{2}", "path:5{0} + cycle:5{2}"),
        ("0-1,2-3", "0-1,2-3"),
        (meeting, meeting),
    ] {
        let parts = NodeKayles::new().parse(text).unwrap();
        assert_eq!(NodeKayles::new().text(&parts), written);
        assert_eq!(NodeKayles::new().parse(written), Ok(parts));
    }
    let queens = NodeKayles::with(Chessman::Queen);
    let board = queens.parse("4x5").unwrap();
    let mv = queens_move(queens, &board, "row 2, column 3");
    let left = grundy::play_in_sum(&queens, board, mv).unwrap();
    assert_eq!(queens.text(&left), "x...x/...../x...x/.x.x.");
}

/// Thousands of vertices without an edge, whose names are the text of the graph.
#[test]
fn the_parts_of_a_graph_share_its_text_and_its_graph() {
    let parts = NodeKayles::new().parse("3999").unwrap();
    let text = NodeKayles::new().text(&parts);
    assert_eq!((parts.len(), text.len()), (4000, 10 + 2 * 90 + 3 * 900 + 4 * 3000 + 3999));
    // The parts in another order are written one by one. They are read in little time if the graph is made once.
    let part = |at: usize| format!("complete:2048{{{at}}}");
    let apart: Vec<String> = (0..2048).rev().map(part).collect();
    let read = NodeKayles::new().parse(&apart.join(" + ")).unwrap();
    assert_eq!(NodeKayles::new().text(&read), apart.join(" + "));
    // All parts have one graph in memory, also after a text in graph6, in which a brace may belong to the graph.
    let read = NodeKayles::new().parse("g6:D?{ + g6:D?{{0} + g6:D?{{1}+g6:DQc{0}").unwrap();
    let texts: Vec<String> = read.iter().map(ToString::to_string).collect();
    assert_eq!(texts, ["g6:D?{", "g6:D?{{0}", "g6:D?{{1}", "g6:DQc{0}"]);
    let graphs: Vec<_> = read.iter().map(|part| std::ptr::from_ref(part.graph())).collect();
    assert!(graphs[0] == graphs[1] && graphs[1] == graphs[2] && graphs[2] != graphs[3]);
    let error = NodeKayles::new().parse("path:3 + path:3{0,3}").unwrap_err().to_string();
    assert_eq!(error, "`path:3 + path:3{0,3}`, character 19: there is no vertex 3, only 3 vertices from 0");
    let error = NodeKayles::new().parse("path:3 + path:30{30}").unwrap_err().to_string();
    assert_eq!(error, "`path:3 + path:30{30}`, character 18: there is no vertex 30, only 30 vertices from 0");
}

/// The moves of equal positions have the same names.
#[test]
fn boards_are_equal_if_their_rows_and_columns_are() {
    let rooks = NodeKayles::with(Chessman::Rook);
    let read = |text| rooks.parse(text).unwrap();
    assert!(read("1x3") == read("1x3") && read("1x3") != read("3x1"));
    assert_eq!(read("x.x/x.x"), read("x.x/x.x"));
    // A path is a board of one row; edges are no board.
    let graphs = ["path:3", "grid:1x3", "0-1,1-2", "grid:3x1"].map(|text| NodeKayles::new().parse(text).unwrap());
    assert!(graphs[0] == graphs[1] && graphs[1] != graphs[2] && graphs[1] != graphs[3] && graphs[2] != graphs[3]);
}

fn queens_move(game: NodeKayles, board: &Components<Subgraph>, text: &str) -> grundy::SumMove<grundy::games::Vertex> {
    use grundy::ImpartialGame;
    let mv = game.moves(&board[0]).find(|mv| mv.to_string() == text).unwrap();
    grundy::SumMove { component: 0, mv }
}

#[test]
fn graphs_stand_in_sums() {
    let text = "node-kayles:path:10+node-kayles:0-1{0}+arc-kayles:g6:DQc+subtract:1,3,4:20";
    let (table, position) = AnyGame::parse_sum(text).unwrap();
    assert_eq!(table.text(&position), text);
    assert_eq!(Solver::new(&table).grundy(&position), Ok(Nimber::new(3 ^ 1 ^ 2)));
    let error = AnyGame::parse_sum("nim:2+node-kayles:path:x").unwrap_err().to_string();
    assert!(error.starts_with("`nim:2+node-kayles:path:x`, character 24: a number of vertices is"), "{error}");
    let error = AnyGame::parse_sum("nim:2+subtract:1,0:5").unwrap_err().to_string();
    assert!(error.ends_with("a move must take something: 0 cannot be in the set"), "{error}");
}

/// Vertices that are all alike: the value is 0 or 1, and one move is enough to tell.
#[test]
fn transitive_graphs_are_worth_0_or_1() {
    for name in [
        "cycle:8",
        "cycle:9",
        "complete:6",
        "cube:3",
        "petersen:5,2",
        "petersen:8,3",
        "petersen:4,1",
        "rooks:3",
        "rooks:4",
    ] {
        let graph = Subgraph::from(name.parse::<Graph>().unwrap());
        let value = Solver::new(NodeKayles::new()).grundy(graph.parts()).unwrap();
        assert!(value.get() <= 1, "{name}");
        assert_eq!(Solver::new(Unhinted(NodeKayles::new())).grundy(graph.parts()), Ok(value), "{name}");
        let hinted = Solver::new(ArcKayles).grundy(graph.parts());
        assert_eq!(hinted, Solver::new(Unhinted(ArcKayles)).grundy(graph.parts()), "{name}");
    }
}

/// Where all vertices are joined, or all of two sides, each play takes as many edges. Without one of the edges this need not be so.
#[test]
fn each_play_of_arc_kayles_takes_as_many_edges_where_all_are_joined() {
    let of_all = (2..8_usize).map(|count| {
        let edges = (0..count).flat_map(|one| (one + 1..count).map(move |other| (one, other))).collect::<Vec<_>>();
        (count, edges, count / 2)
    });
    let of_sides = (1..5_usize).flat_map(|one| (one..5).map(move |other| (one, other))).map(|(one, other)| {
        let edges =
            (0..one).flat_map(|end| (one..one + other).map(move |far| (far % (one + other), end))).collect::<Vec<_>>();
        (one + other, edges, one)
    });
    let mut without = 0;
    for (count, edges, moves) in of_all.chain(of_sides) {
        let graph = |edges: &[(usize, usize)]| Subgraph::from(Graph::new(count, edges.iter().copied()).unwrap());
        let value = |graph: &Subgraph| Solver::new(Unhinted(ArcKayles)).grundy(graph.parts()).unwrap();
        assert_eq!(ArcKayles.known_value(&graph(&edges)), Some(Nimber::new(moves as u64 % 2)), "{edges:?}");
        assert_eq!(value(&graph(&edges)), Nimber::new(moves as u64 % 2), "{edges:?}");
        for beside in ["complete:1", "complete:3", "complete:4", "path:5"] {
            let sum = [graph(&edges).parts(), ArcKayles.parse(beside).unwrap()].into_iter().flatten();
            let sum: Components<_> = sum.collect();
            for play in [Play::Normal, Play::Misere] {
                let (mut told, mut tried) = (Solver::new(ArcKayles), Solver::new(Unhinted(ArcKayles)));
                assert_eq!(told.winning_moves_in(play, &sum), tried.winning_moves_in(play, &sum), "{sum} {play}");
                assert_eq!(told.outcome_in(play, &sum), tried.outcome_in(play, &sum), "{sum} {play}");
            }
        }
        for left_out in 0..edges.len() {
            let others: Vec<_> = edges.iter().copied().filter(|edge| *edge != edges[left_out]).collect();
            let graph = graph(&others);
            let known = ArcKayles.known_value(&graph);
            assert!(known.is_none_or(|known| known == value(&graph)), "{others:?}");
            without += usize::from(known.is_none());
        }
    }
    assert!(without > 30, "{without}");
    let large = ArcKayles.parse("complete:60 + complete:51").unwrap();
    let mut solver = Solver::new(ArcKayles);
    assert_eq!(solver.outcome(&large), Ok(Outcome::N));
    assert_eq!(solver.outcome_in(Play::Misere, &large), Ok(Outcome::P)); // 55 edges are taken
    let working = solver.explain_in(Play::Misere, &large).unwrap().to_string();
    assert!(working.contains("each play takes 55 moves"), "{working}");
    let one = ArcKayles.parse("complete:60").unwrap();
    assert_eq!(solver.winning_moves_in(Play::Misere, one).unwrap().known_count(), Some(60 * 59 / 2));
    assert_eq!(solver.control().done(), 0);
}

/// Boards whose free squares are those of some rows and columns, and others, alone and in pairs.
#[test]
fn rooks_last_as_long_as_there_are_rows_and_columns() {
    let rooks = NodeKayles::with(Chessman::Rook);
    let read = |text: &str| rooks.parse(text).unwrap();
    let boards =
        ["1x1", "1x4", "2x2", "2x3", "3x3", "3x4", "4x4", "xx.x/..../xx.x", "x.x/x.x/x.x", "xx/x.", "xx./.xx/x.x"];
    let (mut hinted, mut plain) = (Solver::new(rooks), Solver::new(Unhinted(rooks)));
    for (place, one) in boards.iter().enumerate() {
        for other in boards[place..].iter().chain(&["0"]) {
            let sum = read(&format!("{one},{other}").replace(",0", ""));
            assert_eq!(hinted.grundy(&sum), plain.grundy(&sum), "{one} {other}");
            for play in [Play::Normal, Play::Misere] {
                assert_eq!(hinted.outcome_in(play, &sum), plain.outcome_in(play, &sum), "{one} {other}");
                assert_eq!(hinted.winning_moves_in(play, &sum), plain.winning_moves_in(play, &sum), "{one} {other}");
            }
        }
    }
    let mut large = Solver::new(rooks);
    assert_eq!(large.outcome_in(Play::Misere, read("40x50")), Ok(Outcome::N));
    assert_eq!(large.outcome_in(Play::Misere, read("40x50,3x4")), Ok(Outcome::P));
    assert_eq!(large.winning_moves_in(Play::Misere, read("40x50")).unwrap().known_count(), Some(40 * 50));
    assert_eq!(large.winning_moves(read("31x50")).unwrap().known_count(), Some(31 * 50));
    assert_eq!(large.control().done(), 0);
    // Another piece on the same board has no such length.
    let kings = NodeKayles::with(Chessman::King);
    let board = kings.parse("3x4").unwrap();
    let outcome = Solver::new(Unhinted(kings)).outcome_in(Play::Misere, &board);
    assert_eq!(Solver::new(kings).outcome_in(Play::Misere, board), outcome);
}

#[test]
fn even_boards_are_lost_by_symmetry() {
    for game in ["node-kayles", "arc-kayles"] {
        let game: AnyGame = game.parse().unwrap();
        for position in ["grid:30x40", "cube:12", "cycle:4000"] {
            assert_eq!(Solver::new(&game).grundy(game.parse(position).unwrap()), Ok(Nimber::ZERO), "{game} {position}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// Fusion and the colon principle against search, on larger pictures than the laws check.
    #[test]
    fn hackenbush_has_the_values_of_its_theorems(ends in vec((0..7_u32, 0..7_u32), 0..12)) {
        let end = |number: u32| number.checked_sub(1).map_or(End::Ground, End::Vertex);
        let picture: Grounded = ends.into_iter().map(|(one, other)| [end(one), end(other)]).collect();
        prop_assert_eq!(Solver::new(Hackenbush).grundy(picture.clone()), Solver::new(Unhinted(Hackenbush)).grundy(picture));
    }

    /// Matchings against search, on graphs with many odd cycles.
    #[test]
    fn geography_is_decided_by_matchings(pairs in vec((0..10_usize, 0..10_usize), 0..22)) {
        let graph = Graph::new(10, pairs.into_iter().filter(|(one, other)| one != other)).unwrap();
        let mut searched = Solver::new(Unhinted(Geography));
        for at in 0..10 {
            let token = Token::new(Subgraph::from(graph.clone()), at).unwrap();
            prop_assert_eq!(Solver::new(Geography).outcome(token.clone()), searched.outcome(token));
        }
    }

    /// Against the rules as they are told: who takes a coin moves again, and who cannot move loses; beside a heap of Nim, which a turn may end in.
    #[test]
    fn nimstring_leaves_out_what_loses(ends in vec((0..5_u32, 0..5_u32), 0..9)) {
        let strings: Vec<[u32; 2]> = ends.into_iter().filter(|(one, other)| one != other || *one == 0).map(|(one, other)| [one, other]).collect();
        let end = |number: u32| number.checked_sub(1).map_or(End::Ground, End::Vertex);
        let picture: Grounded = strings.iter().map(|string| string.map(end)).collect();
        let value = Strings::new(&picture).map(|strings| {
            let parts = Nimstring.parse(&strings.to_string()).unwrap();
            Solver::new(Nimstring).grundy(parts).unwrap().get()
        });
        for heap in 0..5 {
            let won = wins_nimstring(&strings, heap, &mut HashMap::new());
            prop_assert_eq!(won, value != Some(heap), "{} beside a heap of {}: {:?}", picture, heap, value);
        }
    }

    #[test]
    fn graph6_reads_any_graph(pairs in vec((0..70_usize, 0..70_usize), 0..60), vertices in 0..70_usize) {
        let pairs = pairs.into_iter().filter(|(one, other)| one < other && *other < vertices);
        let graph = Graph::new(vertices, pairs).unwrap();
        let listed: Vec<(usize, usize)> = graph.edges().collect();
        prop_assert_eq!(graph6(vertices, &listed).parse(), Ok(graph));
    }
}

/// Whether the player to move wins the strings and a heap. The ground is 0.
fn wins_nimstring(strings: &[[u32; 2]], heap: u64, memo: &mut HashMap<(Vec<[u32; 2]>, u64), bool>) -> bool {
    if let Some(known) = memo.get(&(strings.to_vec(), heap)) {
        return *known;
    }
    let wins = (0..heap).any(|left| !wins_nimstring(strings, left, memo))
        || (0..strings.len()).any(|cut| {
            let mut left = strings.to_vec();
            let ends = left.remove(cut);
            let takes = ends.into_iter().any(|coin| coin != 0 && !left.iter().flatten().any(|end| *end == coin));
            wins_nimstring(&left, heap, memo) == takes
        });
    memo.insert((strings.to_vec(), heap), wins);
    wins
}

#[test]
fn large_graphs_are_played_at_once() {
    let stalk: Grounded = (0..1 << 14)
        .map(|edge: u32| [edge.checked_sub(1).map_or(End::Ground, End::Vertex), End::Vertex(edge)])
        .collect();
    assert_eq!(Solver::new(Hackenbush).grundy(stalk), Ok(Nimber::new(1 << 14)));
    let path = Subgraph::from(Graph::path(Graph::LIMIT).unwrap());
    let end = Token::new(path.clone(), 0).unwrap();
    assert_eq!(Solver::new(Geography).outcome(end), Ok(Outcome::N)); // 4095 moves
    let by_code: AnyGame = "0.137".parse().unwrap();
    let value = Solver::new(&by_code).grundy(by_code.parse("4096").unwrap()).unwrap();
    assert_eq!(Solver::new(NodeKayles::new()).grundy(path), Ok(value));
}

/// Sets of more than 64 squares are moved and reflected as smaller ones are.
#[test]
fn boards_of_more_than_one_word_play_alike() {
    let (small, large) = (Graph::grid(3, 5).unwrap(), Graph::grid(20, 30).unwrap());
    let squares = |columns: usize, corner: usize| {
        (0..15)
            .map(move |square| corner + square / 5 * columns + square % 5)
            .filter(|square| square % 7 != 3)
            .collect::<Subset>()
    };
    let only = |graph: &Graph, kept: &Subset| {
        let whole = Subgraph::from(graph.clone());
        whole.without(&whole.vertices().difference(kept)).parts()
    };
    let small_kept: Subset = squares(5, 0);
    let moved: Subset = small_kept.iter().map(|square| 421 + square / 5 * 30 + square % 5).collect();
    for game in [NodeKayles::new(), NodeKayles::with(Chessman::King)] {
        let mut solver = Solver::new(game);
        let value = solver.grundy(only(&small, &small_kept)).unwrap();
        assert_eq!(solver.grundy(only(&large, &moved)), Ok(value));
        assert_eq!(Solver::new(Unhinted(game)).grundy(only(&small, &small_kept)), Ok(value));
    }
}

#[test]
fn notakto_is_won_in_the_centre() {
    let game = Notakto::new();
    let mut solver = Solver::new(game);
    let one = game.parse("3x3").unwrap();
    let wins: Vec<String> =
        solver.winning_moves_in(Play::Misere, &one).unwrap().into_iter().map(|mv| game.move_text(&one, &mv)).collect();
    assert_eq!(wins, ["row 2, column 2"]);
    assert_eq!(solver.outcome_in(Play::Misere, game.parse("3x3,3").unwrap()), Ok(Outcome::P));
    assert_eq!(game.text(&game.parse("x../.x./...,2x3").unwrap()), "x../.x./...,2x3");
    // Nor is a full one that is not dead.
    assert!(game.play(&game.parse("x./xx").unwrap()[0], &Square { row: 1, column: 2 }).is_empty());
    // A dead board is no component, and takes no move if it is given.
    let dead = game.parse("xxx/...").unwrap();
    assert_eq!(Solver::new(game).outcome(dead), Ok(Outcome::P));
}

/// A board without squares has no side that a picture could not number.
#[test]
fn sides_have_a_limit_where_the_other_is_0() {
    for sides in ["0x4096", "4096x0"] {
        assert!(sides.parse::<Crosses>().is_ok(), "{sides}");
    }
    for sides in ["4097x0", "0x18446744073709551615"] {
        assert!(sides.parse::<Crosses>().is_err(), "{sides}");
    }
    assert!(Graph::grid(0, 4096).is_ok() && Graph::grid(usize::MAX, 0).is_err());
    assert!(Graph::attacks(Chessman::Queen, 0, 4097).is_err());
}

/// The centre of a star gives up its coins one by one, and lists its strings only when few are left.
#[test]
fn a_large_star_of_strings_is_read() {
    let star = |coins: usize| (1..=coins).map(|coin| format!("0-{coin}")).collect::<Vec<_>>().join(",");
    // All coins are free.
    assert!(star(Grounded::LIMIT).parse::<Strings>().unwrap().strings().is_empty());
    // With three more strings to the ground the centre stays.
    assert_eq!(format!("{},g-0,g-0,g-0", star(1000)).parse::<Strings>().unwrap().strings().len(), 3);
}
