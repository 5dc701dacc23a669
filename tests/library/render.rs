//! Graphs of positions: their DOT is read back, and the values are computed anew from its arrows alone. Diagrams of positions by their lines and places.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::ControlFlow;
use std::time::Duration;

use grundy::chomp::{Board, Chomp, IChomp};
use grundy::games::Sprouts;
use grundy::render::{Diagram, LeanError, PositionGraph};
use grundy::{
    AnyGame, Components, Control, ExplicitGame, ImpartialGame, Kayles, LaskersNim, Nim, Nimber, Notation, Registry,
    Solver, SumOf, TreeGame, Unhinted, Unit, Whole, mex,
};

/// What a DOT text says: the label of each vertex, and the arrows.
#[derive(Debug, Default)]
struct Read {
    labels: BTreeMap<String, String>,
    attributes: BTreeMap<String, BTreeMap<String, String>>,
    arrows: Vec<(String, String)>,
}

/// A name, a text in quotes, or a sign of DOT.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Word(String),
    Sign(char),
}

/// Splits a text as Graphviz does; in quotes a backslash keeps the next character, `\n` is the end of a line.
fn tokens(dot: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut chars = dot.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' => {
                let mut word = String::new();
                loop {
                    match chars.next().expect("a quote is not closed") {
                        '"' => break,
                        '\\' => match chars.next().unwrap() {
                            'n' => word.push('\n'),
                            c @ ('"' | '\\') => word.push(c),
                            c => panic!("escape {c}"),
                        },
                        c => {
                            assert!(!c.is_control(), "a control character in quotes");
                            word.push(c);
                        }
                    }
                }
                assert!(!word.replace("&amp;", "").contains('&'), "an entity in {word}");
                tokens.push(Token::Word(word.replace("&amp;", "&")));
            }
            c if c.is_whitespace() => {}
            '-' if chars.peek() == Some(&'>') => {
                chars.next();
                tokens.push(Token::Sign('>'));
            }
            c if c.is_alphanumeric() || c == '.' => {
                let mut word = c.to_string();
                while let Some(c) = chars.next_if(|c| c.is_alphanumeric() || *c == '.') {
                    word.push(c);
                }
                tokens.push(Token::Word(word));
            }
            c => tokens.push(Token::Sign(c)),
        }
    }
    tokens
}

#[track_caller]
fn read(dot: &str) -> Read {
    let tokens = tokens(dot);
    let word = |text: &str| Token::Word(text.to_owned());
    assert_eq!(tokens[..3], [word("digraph"), word("positions"), Token::Sign('{')]);
    assert_eq!(tokens.last(), Some(&Token::Sign('}')));
    let mut read = Read::default();
    for statement in tokens[3..tokens.len() - 1].split(|token| *token == Token::Sign(';')) {
        match statement {
            [] | [Token::Word(_), Token::Sign('='), Token::Word(_)] => {}
            [Token::Word(from), Token::Sign('>'), Token::Word(to), ..] => read.arrows.push((from.clone(), to.clone())),
            [Token::Word(name), Token::Sign('['), attributes @ .., Token::Sign(']')] => {
                if name == "node" || name == "edge" {
                    continue;
                }
                let attributes: BTreeMap<String, String> = attributes
                    .split(|token| *token == Token::Sign(','))
                    .map(|attribute| match attribute {
                        [Token::Word(key), Token::Sign('='), Token::Word(value)] => (key.clone(), value.clone()),
                        [Token::Word(key), Token::Sign('='), Token::Sign('#'), Token::Word(value)] => {
                            (key.clone(), value.clone())
                        }
                        other => panic!("{other:?}"),
                    })
                    .collect();
                let known = read.labels.insert(name.clone(), attributes["label"].clone());
                assert_eq!(known, None, "vertex {name} stands there twice");
                read.attributes.insert(name.clone(), attributes);
            }
            other => panic!("no statement: {other:?}"),
        }
    }
    for name in read.arrows.iter().flat_map(|(from, to)| [from, to]) {
        assert!(read.labels.contains_key(name), "an arrow leads to or from {name}, which is nowhere");
    }
    read
}

impl Read {
    fn left(&self, from: &str) -> impl Iterator<Item = &str> {
        self.arrows.iter().filter(move |(start, _)| start == from).map(|(_, to)| to.as_str())
    }

    /// The value of a vertex from the arrows: a small dot is the sum of what it leads to.
    fn value(&self, name: &str) -> Nimber {
        if name.starts_with('m') {
            self.left(name).map(|to| self.value(to)).sum()
        } else {
            mex(self.left(name).map(|to| self.value(to)))
        }
    }

    /// The text and the value that stand in a vertex.
    fn told(&self, name: &str) -> (&str, &str) {
        self.labels[name].rsplit_once('\n').unwrap()
    }

    fn vertices(&self) -> impl Iterator<Item = &str> {
        self.labels.keys().map(String::as_str).filter(|name| !name.starts_with('m'))
    }
}

/// The graph of a game agrees with itself, and with what the solver knows.
#[track_caller]
fn is_right<G>(game: G, position: impl Into<Components<G::Position>>) -> Read
where
    G: ImpartialGame<Position: std::fmt::Display + std::fmt::Debug, Move: std::fmt::Display>,
{
    let position = position.into();
    let mut solver = Solver::new(&game);
    let graph = PositionGraph::new(&mut solver, position.clone(), 2000);
    assert!(graph.is_complete());
    assert_eq!(graph.positions.len() as u64, solver.positions(position.clone()).unwrap());
    let start: Nimber = graph.start.iter().filter_map(|place| graph.positions[*place].value).sum();
    assert_eq!(start, solver.grundy(position).unwrap());
    let read = read(&graph.dot().to_string());
    for name in read.vertices() {
        assert_eq!(read.told(name).1, read.value(name).to_string(), "{:?}", read.told(name));
    }
    let texts: BTreeSet<&str> = read.vertices().map(|name| read.told(name).0).collect();
    assert_eq!(texts.len(), read.vertices().count(), "a position stands there twice");
    assert_eq!(self::read(&graph.dot().plain_arrows().to_string()).arrows, read.arrows);
    read
}

#[test]
fn values_follow_from_the_arrows() {
    is_right(Kayles, [5, 6, 3]);
    assert!(PositionGraph::new(&mut Solver::new(Kayles), 200, 200).is_complete());
    is_right(LaskersNim, [5, 2]);
    is_right(Nim, 7);
    is_right(TreeGame, TreeGame.parse("0,0,1,1,2").unwrap());
    is_right(Chomp::poisoned(), Board::rectangle(3, 4).unwrap());
    is_right(Chomp::edible(), Board::rectangle(2, 3).unwrap());
    is_right(IChomp, IChomp.parse("2,1/2/1/-").unwrap());
}

#[test]
fn whole_positions_are_components_of_a_larger_game() {
    let position = Components::from([3, 2]);
    let read = is_right(Whole(Kayles), Components::from_iter([position]));
    assert!(read.labels.keys().all(|name| !name.starts_with('m')), "a move leaves one whole position");
    assert_eq!(read.told("p0"), ("3 + 2", "*1"));
}

#[test]
fn mirror_images_are_one_vertex() {
    let board = Board::rectangle(3, 3).unwrap();
    let all = PositionGraph::new(&mut Solver::new(Chomp::poisoned()), board.clone(), 100);
    let half = PositionGraph::up_to_symmetry(&mut Solver::new(Chomp::poisoned()), board, 100);
    assert_eq!(all.positions.len(), 19); // 6 over 3, less the empty board
    assert_eq!(half.positions.len(), 13); // 2^3 less the empty board, 7, are their own images: (19 + 7) / 2
    assert_eq!(half.positions[0].value, all.positions[0].value);
    let read = read(&half.dot().to_string());
    assert!(read.vertices().all(|name| read.told(name).1 == read.value(name).to_string()));
}

/// A label is cut, so the text of a large position is not written to its end.
#[test]
fn a_long_text_is_written_as_far_as_it_is_shown() {
    thread_local!(static WRITTEN: Cell<u64> = const { Cell::new(0) });

    #[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    struct Long;

    impl fmt::Display for Long {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            for _ in 0..100_000 {
                WRITTEN.set(WRITTEN.get() + 1);
                f.write_str("\"è\n")?;
            }
            Ok(())
        }
    }

    struct Ended;

    impl ImpartialGame for Ended {
        type Position = Long;
        type Move = u64;

        fn moves(&self, _: &Long) -> impl Iterator<Item = u64> {
            std::iter::empty()
        }

        fn play(&self, _: &Long, _: &u64) -> Components<Long> {
            Long.into()
        }
    }

    let graph = PositionGraph::new(&mut Solver::new(Ended), Long, 10);
    let text = graph.dot().to_string();
    let cut = format!("{}\\\"è…\\n*0", "\\\"è\\n".repeat(26)); // 80 characters
    assert!(text.contains(&cut), "{text}");
    assert!(WRITTEN.get() < 100, "{} pieces", WRITTEN.get());
}

#[test]
fn a_cut_graph_says_where() {
    let board = Board::rectangle(5, 5).unwrap();
    let graph = PositionGraph::new(&mut Solver::new(Chomp::poisoned()), board, 20);
    assert_eq!(graph.positions.len(), 20);
    assert!(!graph.is_complete());
    let dot = graph.dot().to_string();
    assert!(dot.contains("cut at 20 positions: the dashed ones have moves that are not drawn"));
    let read = read(&dot);
    for (place, vertex) in graph.positions.iter().enumerate() {
        let is_dashed =
            read.attributes[&format!("p{place}")].get("style").is_some_and(|style| style.contains("dashed"));
        assert_eq!(is_dashed, !vertex.complete, "{}", vertex.position);
        let moves: usize = graph.moves.iter().filter(|arrow| arrow.from == place).map(|arrow| arrow.moves.len()).sum();
        let all = Chomp::poisoned().moves(&vertex.position).count();
        assert_eq!(moves == all, vertex.complete, "{}", vertex.position);
    }
}

#[test]
fn a_graph_is_as_large_as_its_limit_and_its_start_at_most() {
    for limit in [0, 1, 7, 50] {
        let graph = PositionGraph::new(&mut Solver::new(Nim), [u64::MAX, 5], limit);
        assert_eq!(graph.positions.len(), limit.max(2));
        assert!(graph.moves.iter().map(|arrow| arrow.moves.len()).sum::<usize>() <= 256 * limit);
        assert!(!graph.is_complete());
        read(&graph.dot().to_string());
    }
}

/// The heap of 2000 counters has 2 million moves. Each bound ends the listing long before them.
/// The boards at which a graph is cut are large, and each would take all of the bytes again.
#[test]
fn the_values_of_a_graph_take_the_bytes_of_the_control_once() {
    let bytes = 1 << 18;
    let mut solver = Solver::new(Unhinted(Chomp::poisoned())).with_control(Control::new().bytes(bytes));
    let graph = PositionGraph::new(&mut solver, Board::rectangle(12, 12).unwrap(), 10_000);
    let known = graph.positions.iter().filter(|vertex| vertex.value.is_some()).count();
    assert!(known < graph.positions.len() && graph.positions.len() < 10_000, "{known} of {}", graph.positions.len());
    assert!(solver.memo().bytes() as u64 <= 2 * bytes, "{} bytes", solver.memo().bytes());
}

#[test]
fn a_bound_of_the_control_ends_a_graph() {
    let controls = [
        Control::new().within(Duration::ZERO),
        Control::new().bytes(1 << 16),
        Control::new().watched(|so_far| {
            assert_eq!(so_far.unit, Unit::Positions);
            if so_far.done < 50 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        }),
    ];
    for control in controls {
        let bytes = control.byte_limit();
        let graph = PositionGraph::new(&mut Solver::new(Nim).with_control(control), 2000, 4000);
        let listed = graph.moves.iter().map(|arrow| arrow.moves.len()).sum::<usize>();
        assert!(listed < 20_000, "{listed}");
        assert!(!graph.is_complete());
        read(&graph.dot().to_string());
        // After a deadline or a break no value is asked for, though Nim tells it at once.
        let have_values = graph.positions.iter().filter(|vertex| vertex.value.is_some()).count();
        assert_eq!(have_values, if bytes < u64::MAX { graph.positions.len() } else { 0 });
    }
    // Vertices without moves, whose values are told at once.
    let control = Control::new().watched(|_| ControlFlow::Break(()));
    let graph = PositionGraph::new(&mut Solver::new(Nim).with_control(control), (0..70_000).collect::<Vec<_>>(), 0);
    let have_values = graph.positions.iter().filter(|vertex| vertex.value.is_some()).count();
    assert!((1..=1 << 16).contains(&have_values), "{have_values}");
    let graph = PositionGraph::new(&mut Solver::new(Nim), 200, 4000);
    assert_eq!((graph.is_complete(), graph.moves.len()), (true, 200 * 201 / 2));
}

#[test]
fn a_position_without_a_value_has_a_question_mark() {
    // 0 and 1 go round in a circle, 2 has ended.
    let game = ExplicitGame::new(vec![vec![1], vec![0, 2], vec![]]).unwrap();
    let graph = PositionGraph::new(&mut Solver::new(&game), 0, 100);
    let read = read(&graph.dot().to_string());
    assert_eq!([read.told("p0"), read.told("p1"), read.told("p2")], [("0", "?"), ("1", "?"), ("2", "*0")]);
}

#[test]
fn any_text_is_escaped() {
    let nasty = "a \"b\" \\N \\ & &lt; {x|y} <b>\nend";
    let graph = PositionGraph::new(&mut Solver::new(Nim), 2, 10);
    let mut count = 0;
    let mapped = graph.map(
        |_| {
            count += 1;
            format!("{nasty} {count}")
        },
        |_| nasty.to_owned(),
    );
    let read = read(&mapped.dot().to_string());
    assert_eq!(read.told("p0"), (format!("{nasty} 1").as_str(), "*2"));
    let long = graph.map(|_| "x".repeat(5000), |_| "\u{7}".to_owned()).dot().to_string();
    assert!(long.len() < 2000 && long.contains('…'), "{long}");
    self::read(&long);
}

/// The table for Lean, read back: the numbers of the options of each position, and its value.
fn table_of(lean: &str) -> Vec<(Vec<usize>, u64)> {
    let rows = lean.lines().filter_map(|line| line.trim_start().strip_prefix('[')?.split_once(']'));
    let number = |text: &str| text.trim().parse::<usize>().unwrap();
    rows.enumerate()
        .map(|(place, (options, rest))| {
            let (_, told) = rest.split_once("-- ").unwrap();
            let (own, text) = told.split_once(": ").unwrap();
            assert_eq!(number(own), place);
            let value = text.rsplit_once(", *").unwrap().1.parse().unwrap();
            (options.split(',').filter(|option| !option.trim().is_empty()).map(number).collect(), value)
        })
        .collect()
}

/// In the text for Lean every move leads to a smaller number, and the values beside the positions are those of the table alone.
#[test]
fn the_text_for_lean_is_a_table_that_tells_its_values() {
    let sprouts = Sprouts.parse("2").unwrap();
    let whole = PositionGraph::up_to_symmetry(&mut Solver::new(Whole(Sprouts)), Components::from_iter([sprouts]), 1000);
    let lean = whole.map(|whole| Sprouts.text_like("1", whole), |_| ()).lean("sprouts 2").unwrap();
    let table = table_of(&lean);
    assert_eq!(table.len(), whole.positions.len());
    for (place, (options, value)) in table.iter().enumerate() {
        assert!(options.iter().all(|option| *option < place), "{place}: {options:?}");
        let of_options: Vec<u64> = options.iter().map(|option| table[*option].1).collect();
        assert_eq!((0..=64).find(|least| !of_options.contains(least)), Some(*value), "{place}");
    }
    assert_eq!(table.last().unwrap().1, 0); // two spots are lost
    assert!(lean.contains(&format!("def start : Fin {} := {}", table.len(), table.len() - 1)));
    assert!(lean.contains("namespace game_sprouts_2\n") && lean.ends_with("end game_sprouts_2\n"));

    let moves_of = |limit| PositionGraph::new(&mut Solver::new(Kayles), 5, limit).map(u64::to_string, |_| ());
    assert_eq!(moves_of(3).lean("kayles"), Err(LeanError::Cut { positions: 3 }));
    assert!(matches!(moves_of(9).lean("kayles"), Err(LeanError::NotOne { .. })));
    let mut by_hand = moves_of(9);
    by_hand.moves[0].left = vec![99];
    assert_eq!(by_hand.lean("kayles"), Err(LeanError::Missing { place: 99 }));
}

/// Whatever the limit: what is left out would make the graph that of another position.
#[test]
fn a_graph_has_its_start() {
    for limit in 0..2 {
        let graph = PositionGraph::new(&mut Solver::new(Nim), [1, 2], limit);
        assert_eq!((&graph.start[..], graph.positions.len()), (&[0, 1][..], 2));
        // Without a place for a move, none is listed; and moves leave nothing else here.
        assert_eq!(graph.is_complete(), limit > 0);
    }
}

/// The lines of a position of a game of the registry.
#[track_caller]
fn drawn(game: &str, position: &str) -> Diagram {
    let game: AnyGame = game.parse().unwrap();
    Diagram::of(&game, &game.parse(position).unwrap()).unwrap_or_else(|| panic!("{game} has no picture"))
}

#[test]
fn heaps_tell_what_the_next_move_may_take() {
    let cases: [(&str, &str, &[&str]); 8] = [
        ("subtract:1,3,4", "3,2", &[" ● ● ●  3", " ● ●  2"]),
        ("0.77", "4", &[" ● ● ● ●  4"]),
        ("fibonacci-nim", "5,4/2", &[" ○ ● ● ● ●  5, at most 4", " ○ ○ ● ●  4, at most 2"]),
        ("take-away:3", "2/2", &[" ● ●  2"]),
        ("euclid", "2,3", &[" 1  ● ●  2", " 2  ● ● ●  3"]),
        ("end-nim", "0,2,1,0,3", &[" 1   0", " 2  ● ●  2", " 3  ○  1", " 4   0", " 5  ● ● ●  3"]),
        ("moore:2", "2,1", &[" 1  ● ●  2", " 2  ●  1"]),
        // The lowest step is the last line.
        ("staircase", "3,0,2", &[" 3  ● ●  2", " 2   0", " 1  ● ● ●  3"]),
    ];
    for (game, position, lines) in cases {
        let diagram = drawn(game, position);
        assert_eq!(diagram.lines(), lines, "{game} {position}");
        let (text, svg) = (lines.concat(), diagram.to_string());
        assert_eq!(svg.matches("<circle").count(), text.matches(['●', '○']).count(), "{game}: {svg}");
        assert_eq!(svg.matches("#bbb").count(), text.matches('○').count(), "{game}: {svg}");
        assert!(!svg.contains("spot"), "{game}: {svg}");
    }
}

#[test]
fn strips_name_their_squares_as_moves_do() {
    for game in ["welter", "silver-dollar"] {
        let diagram = drawn(game, "{1,4} + {0}");
        assert_eq!(diagram.lines(), [" 0 1 2 3 4", " □ ● □ □ ●", " 0", " ●"]);
        let svg = diagram.to_string();
        assert_eq!((svg.matches(r#"class="spot""#).count(), svg.matches("<circle").count()), (6, 3), "{svg}");
        assert_eq!(svg.matches(r#"data-end="4""#).count(), 1, "{svg}");
    }
    assert_eq!(drawn("kayles", "3").lines(), [" 1 2 3", " ● ● ●"]);
    assert_eq!(drawn("treblecross", "3").lines(), [" 1 2 3", " □ □ □"]);
}

/// Moves of the other games on graphs name vertices, also where the graph is a grid or the board of a piece.
#[test]
fn only_chess_pieces_have_squares() {
    assert_eq!(drawn("queens", "1x3").lines(), ["    1 2 3", " 1  □ □ □"]);
    for game in ["node-kayles", "arc-kayles"] {
        for graph in ["grid:1x3", "path:3"] {
            assert_eq!(drawn(game, graph).lines(), [" 0 – 1", " 1 – 0 2", " 2 – 1"], "{game} {graph}");
        }
        assert_eq!(drawn(game, "queens:1x3").lines(), [" 0 – 1 2", " 1 – 0 2", " 2 – 0 1"], "{game}");
    }
}

/// 128 vertices have 8128 edges, and 129 have 8256: of more than 8192 the number is told.
#[test]
fn very_many_edges_are_counted() {
    let drawn = |position: &str| {
        let game: AnyGame = "node-kayles".parse().unwrap();
        Diagram::of(&game, &game.parse(position).unwrap()).unwrap()
    };
    let (few, many) = (drawn("complete:128"), drawn("complete:129"));
    assert_eq!(few.to_string().matches("<path").count(), 8128);
    let svg = many.to_string();
    assert_eq!((svg.matches("<path").count(), svg.matches("<circle").count()), (0, 129));
    assert!(svg.contains(">8256 edges</text>"), "{svg}");
    assert!(few.lines()[127].ends_with(" 124 125 126"), "{:?}", few.lines());
    assert_eq!(many.lines()[128], " 128 – 128 edges");
}

#[test]
fn a_circle_shows_where_the_token_may_step() {
    let diagram = drawn("kotzig:1,2", "5/0,3,1");
    assert_eq!(diagram.lines(), ["✕0", "●1 – 2", " 2 – 1", "✕3", " 4"]);
    let svg = diagram.to_string();
    assert_eq!((svg.matches("<circle").count(), svg.matches(r#"class="taken""#).count()), (5, 2), "{svg}");
    assert_eq!((svg.matches("<path").count(), svg.matches(r#"data-end="1-2""#).count()), (1, 1), "{svg}");
    // A step around the whole circle leads to where the token is.
    assert_eq!(drawn("kotzig:1,3", "3").lines(), ["●0 – 1", " 1 – 0", " 2"]);
}

/// How often words are in the SVG of a position.
#[track_caller]
fn in_svg(game: &str, position: &str, words: &[(&str, usize)]) {
    let svg = drawn(game, position).to_string();
    for (word, times) in words {
        assert_eq!(svg.matches(word).count(), *times, "{game} {position}, {word}: {svg}");
    }
}

#[test]
fn every_game_has_a_picture() {
    for entry in &Registry::standard() {
        let diagram = drawn(entry.sample(), entry.example());
        assert!(!diagram.lines().is_empty() && diagram.to_string().ends_with("</svg>\n"), "{}", entry.name());
    }
}

#[test]
fn boards_of_chomp_mark_the_poisoned_tile() {
    assert_eq!(drawn("chomp", "3,2,2").lines(), ["    1 2 3", " 1  ✕ □ □", " 2  □ □", " 3  □ □"]);
    assert_eq!(drawn("chomp-edible", "3,1").lines(), ["    1 2 3", " 1  □ □ □", " 2  □"]);
    in_svg("chomp", "3,2,2", &[("<rect class=", 7), (r#"class="taken""#, 1), (r#"data-end="3,2""#, 1)]);
    in_svg("chomp-edible", "3,1", &[("<rect class=", 4), (r#"class="taken""#, 0)]);
    // Of a large board the ends of rows and columns: of the tenth row, which is the last, eight tiles are on either side of the gap.
    let large = drawn("chomp", "10x100").lines();
    assert_eq!((large.len(), large[10].matches('□').count(), large[10].matches('…').count()), (11, 16, 1));
    let steps = drawn("chomp-edible", "30,9,8,1").lines();
    assert_eq!(steps[1].split_whitespace().skip(9).collect::<String>(), "…□□□□□□□□");
    assert_eq!(steps[2..].iter().map(|row| row.matches('…').count()).collect::<Vec<_>>(), [1, 0, 0]);
    let largest = drawn("chomp", "16777216x16777216");
    assert_eq!(largest.lines().concat().matches('□').count(), 255);
    assert!(largest.to_string().len() < 60_000);
}

#[test]
fn quadrants_lie_around_the_centre() {
    let lines = [
        "     -2 -1",
        " +2      □",
        " +1   □  □",
        "     +1",
        " +1   □",
        "     -1",
        " -1   □",
        " -2   □",
        "     +1 +2",
        " -1   □  □",
    ];
    assert_eq!(drawn("ichomp", "2,1/1/1,1/2").lines(), lines);
    let ends = ["(-1,+2)", "(-2,+1)", "(+1,+1)", "(-1,-2)", "(+2,-1)"].map(|end| format!(r#"data-end="{end}""#));
    in_svg("ichomp", "2,1/1/1,1/2", &ends.each_ref().map(|end| (end.as_str(), 1)));
}

#[test]
fn heads_are_coins_on_one_row_or_board() {
    assert_eq!(drawn("turning:1-3", "THTTH").lines(), [" 1 2 3 4 5", " □ ● □ □ ●"]);
    in_svg("turning:1-3", "THTTH", &[("<circle", 2), (r#"class="spot""#, 5), (r#"data-end="5""#, 1)]);
    // The second head at place 2 is a component as well.
    assert_eq!(drawn("turning:1-3", "3,2,2").lines(), [" 1 2 3", " □ ● ●", " 1 2", " □ ●"]);
    assert_eq!(drawn("turning:1-2x1-2", "HT/TH").lines(), ["    1 2", " 1  ● □", " 2  □ ●"]);
    in_svg("turning:1-2x1-2", "HT/TH", &[("<circle", 2), ("<rect class=", 4), (r#"data-end="2,1""#, 1)]);
    assert_eq!(drawn("turning:1-2x1-2", "1,2/1,2").lines(), ["    1 2", " 1  □ ●", "    1 2", " 1  □ ●"]);
    assert_eq!(drawn("turning:ruler", "4096").lines().concat().matches(['□', '…']).count(), 18);
    // 17 numbers of rows and of columns, with gaps, and the head.
    assert_eq!(drawn("turning:1-2x1-2", "256,256").lines().len(), 19);
}

#[test]
fn trees_stand_on_their_root() {
    let diagram = drawn("tree", "0,0,1,1/.");
    assert_eq!(diagram.lines(), [" 0 – 1 2", " 1 – 0 3 4", " 2 – 0", " 3 – 1", " 4 – 1", " 0"]);
    let svg = diagram.to_string();
    assert_eq!((svg.matches("<circle").count(), svg.matches("<path").count()), (6, 4), "{svg}");
    let height = |node: u32| -> u32 {
        let dot = svg.split(&format!(r#"data-end="{node}" cx=""#)).nth(1).unwrap();
        dot.split(r#"cy=""#).nth(1).unwrap().split('.').next().unwrap().parse().unwrap()
    };
    // On the screen y goes down.
    assert!(
        height(0) > height(1) && height(1) > height(3) && height(1) == height(2) && height(3) == height(4),
        "{svg}"
    );
    assert_eq!(drawn("tree", "2,0").lines(), [" 0 – 2", " 1 – 2", " 2 – 0 1"]);
}

#[test]
fn chains_and_sets_of_numbers_are_strips() {
    assert_eq!(drawn("chain", "3,2~").lines(), [" 1 2 3", " ● ● ●", " 0 1 2", " ✕ ● ●"]);
    in_svg("chain", "3,2~", &[("<circle", 5), (r#"class="taken""#, 1), (r#"data-end="3""#, 1)]);
    assert_eq!(drawn("divisor", "{2,3,6,12}").lines(), ["  2  3  6 12", "  ●  ●  ●  ●"]);
    // All numbers of a small set, and gaps in a large one.
    assert_eq!(drawn("divisor", "100").lines().concat().matches('●').count(), 100);
    assert_eq!(drawn("divisor", "201").lines().concat().matches('●').count(), 16);
    in_svg("divisor", "{2,3,6,12}", &[("<circle", 4), (r#"data-end="12""#, 1), (r#"data-end="4""#, 0)]);
}

#[test]
fn regions_of_brussels_sprouts_have_boundaries_with_free_ends() {
    assert_eq!(drawn("brussels-sprouts", "2").lines(), ["region   1: | | | |  2: | | | |"]);
    assert_eq!(drawn("brussels-sprouts", "3.1+2.").lines(), ["region 1   1: |  2: | | |", "region 2   1: | |"]);
    in_svg("brussels-sprouts", "3.1+2.", &[(r#"class="spot""#, 6), (r#"data-end="1.2.3""#, 1), ("region 2", 1)]);
    assert_eq!(drawn("brussels-sprouts", "0.+2.").lines(), ["region 1", "region 2   1: | |"]);
}

#[test]
fn games_of_a_sum_have_their_names() {
    let (table, position) = AnyGame::parse_sum("kayles:3+turning:1-3:HTH+nim:2+sprouts:1").unwrap();
    let diagram = Diagram::of_sum(&table, &position).unwrap();
    let lines = [
        "kayles row 1",
        " 1 2 3",
        " ● ● ●",
        "turning:1-3 heads 2, 3",
        " 1 2 3",
        " ● □ ●",
        "nim heap 4",
        " ● ●  2",
        "sprouts land 5",
        "region 1   1: 0",
    ];
    assert_eq!(diagram.lines(), lines);
    let svg = diagram.to_string();
    for name in ["kayles row 1", "turning:1-3 heads 2, 3", "nim heap 4", "sprouts land 5"] {
        assert_eq!(svg.matches(&format!(">{name}</text>")).count(), 1, "{svg}");
    }
    // Names of users' games may have any characters; their positions may have no picture.
    let table =
        SumOf(vec![AnyGame::new("<nim & co>", Nim), AnyGame::new("graph", ExplicitGame::new(vec![vec![]]).unwrap())]);
    let [heap, vertex] = [table.parse("<nim & co>:2").unwrap(), table.parse("graph:0").unwrap()];
    assert!(Diagram::of_sum(&table, &heap).unwrap().to_string().contains("&lt;nim &amp; co> heap 1</text>"));
    assert!(Diagram::of_sum(&table, &vertex).is_none());
}

/// What is drawn of a position is bounded by its text: of long heaps and long runs of squares the ends are drawn.
#[test]
fn enormous_heaps_and_strips_have_gaps() {
    let most = u64::MAX.to_string();
    assert_eq!(drawn("subtract:1,3,4", "25").lines(), [" ● ● ● ● ● ● ● ● … ● ● ● ● ● ● ● ●  25"]);
    assert_eq!(drawn("fibonacci-nim", &format!("{most}/8")).lines().concat().matches('●').count(), 8);
    let strip = drawn("welter", "{30,1000}").lines();
    assert_eq!(strip.concat().matches('□').count(), 32);
    assert_eq!(strip.concat().matches('●').count(), 2);
    assert!(strip.len() > 2 && strip.iter().all(|line| line.chars().count() < 70), "{strip:?}");
    let longest = u128::MAX.to_string();
    let cases = [
        ("subtract:1", most.as_str()),
        ("kayles", &most),
        ("treblecross", &most),
        ("0.77", &longest),
        ("euclid", &format!("{most},{most}")),
        ("welter", "{1048575}"),
        ("chain", &most),
        ("chain", &format!("{most}~")),
        ("divisor", "65536"),
        ("turning:ruler", "4096"),
    ];
    for (game, position) in cases {
        let diagram = drawn(game, position);
        assert!(diagram.to_string().len() < 8000 && diagram.lines().concat().len() < 800, "{game}");
        assert!(diagram.lines().concat().contains('…'), "{game}");
    }
}
