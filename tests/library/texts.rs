//! Every text reads back: those of types that are read by `FromStr`, and those of positions, by `Notation`. And a text that is wrong is
//! refused with the place of the character that is wrong.

use std::fmt::Debug;
use std::num::NonZeroUsize;
use std::path::Path;

use crate::support::codes::parts;
use grundy::any::{AnyGame, AnyPosition, Registry};
use grundy::chomp::{Board, Chomp, IChomp, Part, Quadrant, QuadrantBoard};
use grundy::compound::Coordinates;
use grundy::games::{
    ArcKayles, Bounded, BrusselsSprouts, Chain, ChainGame, Circle, CoinTurning, CoinTurningGrid, CoinsOnStrip, Cram,
    Crosses, DivisorGame, EndNim, Euclid, ExplicitGame, FreeEnds, Geography, Graph, Grounded, Hackenbush, Head, Heaps,
    KotzigsNim, Land, MooresNim, Nimstring, NodeKayles, Notakto, Numbers, Pair, Poset, Region, Sprouts, StaircaseNim,
    Strings, Subgraph, TakeAway, Token, Tree, TreeGame,
};
use grundy::heap::{Digit, TakeAndBreak};
use grundy::laws::{check_notation, game_tables};
use grundy::loopy::{Digraph, LoopyValue};
use grundy::measures::{Genus, Temper};
use grundy::{
    At, DawsonsKayles, GrundysGame, ImpartialGame, Kayles, LaskersNim, Nim, Nimber, Notation, Solver, Subset,
    Subtraction, SumOf, Treblecross, Wythoff,
};
use proptest::collection::{btree_set, vec};
use proptest::prelude::*;
use proptest::sample::select;

/// A test for each type that is written and read: `name: Type = values;`.
macro_rules! values_read_back {
    ($($test:ident: $type:ty = $values:expr;)*) => {
        proptest! {
            #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(128) })]
            $(
                #[test]
                fn $test(value in $values) {
                    let value: $type = value;
                    let text = value.to_string();
                    prop_assert_eq!(text.parse::<$type>(), Ok(value), "{}", text);
                }
            )*
        }
    };
}

/// A test for each rule book: `name: Type, rules, components;`. Components may be much larger than those that can be solved.
macro_rules! positions_read_back {
    ($($test:ident: $type:ty, $game:expr, $components:expr;)*) => {
        proptest! {
            #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]
            $(
                #[test]
                fn $test(components in vec($components, 0..4)) {
                    let game: $type = $game;
                    prop_assert_eq!(check_notation(&game, &components), Ok(()));
                }
            )*
        }
    };
}

values_read_back! {
    nimber: Nimber = any::<u64>().prop_map(Nimber::new);
    subset: Subset = btree_set(0..Subset::LIMIT, 0..20).prop_map(Subset::from_iter);
    code: TakeAndBreak = codes();
    digit: Digit = (any::<u64>(), parts()).prop_map(|(counts, parts)| Digit::new(counts, parts));
    subtraction: Subtraction = subtractions();
    pair: Pair = pairs();
    heaps: Heaps = vec(numbers(), 0..5).prop_map(Heaps::from);
    set_of_numbers: Numbers = sets_of_numbers();
    chain: Chain = chains();
    tree: Tree = trees();
    coin_turning: CoinTurning = coin_turning_games();
    coin_turning_grid: CoinTurningGrid =
        (coin_turning_games(), coin_turning_games()).prop_map(|(rows, columns)| CoinTurningGrid::new(rows, columns));
    board: Board = boards();
    any_game: AnyGame = any_games();
    digraph: Digraph = graphs();
    loopy_value: LoopyValue = prop_oneof![
        numbers().prop_map(|size| Nimber::new(size).into()),
        btree_set(numbers(), 0..5).prop_map(|sizes| LoopyValue::infinite(sizes.into_iter().map(Nimber::new))),
    ];
    genus: Genus = genera();
    bounded_heap: Bounded = read(["13/4", "20", "0/0"]);
    circle: Circle = read(["1", "7/0,3", "4096"]);
    crosses: Crosses = read(["x../.x.", "3x3", "5x4"]);
    free_ends: FreeEnds = read(["4.", "1.2.4", "0.0"]);
    graph: Graph = read(["path:5", "petersen:5,2", "grid:3x4", "0-1,1-2,4", "g6:DQc"]);
    part: Part = read(["3/16", "1/1", "4294967295/4294967295"]);
    picture: Grounded = read(["g-0,0-1", "g-g,g-0,1-2"]);
    kotzigs_steps: KotzigsNim = read(["1,2", "3,5,8"]);
    land: Land = read(["0*2", "0.AB|AB", "1a1a", "12."]);
    region: Region = read(["3x4", "xx/.x", "8x20"]);
    strings: Strings = read(["g-0,g-0", "g-0,g-0,0-1,1-g,1-g"]);
    subgraph: Subgraph = read(["path:5", "path:5{0,3}", "cycle:6{1,2}"]);
    token: Token = read(["cycle:5@1", "grid:3x3@4"]);
}

positions_read_back! {
    nim_heaps: Nim, Nim, numbers();
    subtraction_heaps: Subtraction, Subtraction::new([1, 3, 4]).unwrap(), numbers();
    kayles_rows: Kayles, Kayles, numbers();
    dawsons_kayles_rows: DawsonsKayles, DawsonsKayles, numbers();
    treblecross_strips: Treblecross, Treblecross, numbers();
    laskers_heaps: LaskersNim, LaskersNim, numbers();
    grundys_heaps: GrundysGame, GrundysGame, numbers();
    heaps_of_a_code: TakeAndBreak, TakeAndBreak::kayles(), large_heaps();
    wythoff_pairs: Wythoff, Wythoff, pairs();
    moores_heaps: MooresNim, MooresNim::new(NonZeroUsize::new(2).unwrap()), vec(numbers(), 0..5).prop_map(Heaps::from);
    numbers_to_divide: DivisorGame, DivisorGame, sets_of_numbers();
    forests: TreeGame, TreeGame, trees();
    chains_of_nodes: ChainGame, ChainGame, chains();
    rows_of_coins: CoinTurning, "1-3".parse().unwrap(), heads(Head::LIMIT);
    boards_of_coins: CoinTurningGrid, "1-2x1-2".parse().unwrap(), squares();
    boards_with_poison: Chomp, Chomp::poisoned(), boards();
    boards_without_poison: Chomp, Chomp::edible(), boards();
    boards_of_quadrants: IChomp, IChomp, quadrant_boards();
    subsets: Poset, Poset::new(9, (0..8).map(|lower| (lower, lower + 1))).unwrap(),
        btree_set(0..9_usize, 0..=9).prop_map(Subset::from_iter);
    tokens: ExplicitGame, ExplicitGame::new((0..9_usize).map(|vertex| (0..vertex).collect()).collect()).unwrap(),
        0..9_usize;
    any_board: AnyGame, "ichomp".parse().unwrap(), quadrant_boards().prop_map(AnyPosition::new);
    several_games: SumOf<AnyGame>, divisor_wythoff_tree(), components_of_several_games();
    parts_for_edges: ArcKayles, ArcKayles, read::<Subgraph>(["path:5", "cycle:6{1,2}"]);
    regions_with_free_ends: BrusselsSprouts, BrusselsSprouts, read::<FreeEnds>(["4.", "1.2.4"]);
    coins_on_a_strip: CoinsOnStrip, CoinsOnStrip::welter(), read::<Subset>(["0,3,4", "1", "2,70"]);
    regions_of_cells: Cram, Cram, read::<Region>(["3x4", "xx/.x"]);
    rows_of_heaps: EndNim, EndNim, read::<Heaps>(["3,1,4", "7"]);
    euclids_pairs: Euclid, Euclid::positive(), read::<Pair>(["12,31", "5,5"]);
    tokens_on_graphs: Geography, Geography, read::<Token>(["cycle:5@1", "grid:3x3@4"]);
    pictures: Hackenbush, Hackenbush, read::<Grounded>(["g-0,0-1", "g-0,0-1,0-2"]);
    circles: KotzigsNim, "1,2".parse().unwrap(), read::<Circle>(["7", "7/0,3"]);
    strings_of_coins: Nimstring, Nimstring, read::<Strings>(["g-0,g-0,g-0"]);
    parts_of_graphs: NodeKayles, NodeKayles::new(), read::<Subgraph>(["path:5", "cycle:6{1,2}"]);
    boards_with_crosses: Notakto, Notakto::new(), read::<Crosses>(["x../.x.", "3x3"]);
    lands: Sprouts, Sprouts, read::<Land>(["0*2", "0.AB|AB", "1a1a"]);
    steps: StaircaseNim, StaircaseNim, read::<Heaps>(["3,1,4", "0,2"]);
    bounded_heaps: TakeAway, TakeAway::fibonacci(), read::<Bounded>(["13/4", "20"]);
}

/// Values that these texts name.
fn read<T: Clone + Debug + std::str::FromStr<Err: Debug>>(
    texts: impl Into<Vec<&'static str>>,
) -> impl Strategy<Value = T> {
    select(texts.into()).prop_map(|text| text.parse().unwrap())
}

/// Numbers of all lengths, and the largest.
fn numbers() -> impl Strategy<Value = u64> {
    prop_oneof![4 => 0..20_u64, 2 => any::<u64>(), 1 => Just(u64::MAX)]
}

fn large_heaps() -> impl Strategy<Value = u128> {
    prop_oneof![4 => 0..20_u128, 2 => any::<u128>(), 1 => Just(u128::MAX)]
}

fn codes() -> impl Strategy<Value = TakeAndBreak> {
    let digit = || {
        let counts = prop_oneof![4 => 0..8_u64, 2 => 0..64_u64, 1 => any::<u64>()];
        (counts, parts()).prop_map(|(counts, parts)| Digit::new(counts, parts))
    };
    // A move that takes nothing leaves two heaps at least.
    let first = digit().prop_map(|digit| Digit::new(digit.counts() & !3, digit.parts()));
    (first, vec(digit(), 0..4), vec(digit(), 0..3)).prop_map(|(first, digits, tail)| {
        let digits: Vec<Digit> = [first].into_iter().chain(digits).collect();
        TakeAndBreak::from_digits(digits, tail).unwrap()
    })
}

fn subtractions() -> impl Strategy<Value = Subtraction> {
    let set = btree_set(numbers().prop_map(|number| number.max(1)), 1..5);
    (set, any::<bool>())
        .prop_map(|(set, all_but)| if all_but { Subtraction::all_but(set) } else { Subtraction::new(set) }.unwrap())
}

fn pairs() -> impl Strategy<Value = Pair> {
    (numbers(), numbers()).prop_map(|(one, other)| Pair(one, other))
}

fn sets_of_numbers() -> impl Strategy<Value = Numbers> {
    let listed = btree_set(1..=Numbers::LIMIT, 0..6).prop_map(|set| Numbers::new(set).unwrap());
    prop_oneof![listed, (0..=Numbers::LIMIT).prop_map(|most| Numbers::up_to(most).unwrap())]
}

fn chains() -> impl Strategy<Value = Chain> {
    prop_oneof![numbers().prop_map(Chain::Fresh), numbers().prop_map(Chain::Open)]
}

fn trees() -> impl Strategy<Value = Tree> {
    vec(0..4_u32, 0..4).prop_filter_map("parents in a circle", |parents| Tree::new(parents).ok())
}

fn coin_turning_games() -> impl Strategy<Value = CoinTurning> {
    let place = || prop_oneof![3 => 1..6_u32, 1 => Just(Head::LIMIT)];
    let pattern =
        (place(), select(vec!["", "-", "+", "-4096"]), select(vec!["", "F"]), select(vec!["", "C", "E", "S"]));
    let pattern = (pattern, prop::option::of(place())).prop_map(|((least, range, first, shape), span)| {
        let span = span.map(|span| format!("C({span})")).unwrap_or_default();
        format!("{least}{range}{first}{shape}{span}")
    });
    vec(pattern, 1..4).prop_map(|patterns| patterns.join(",").parse().unwrap())
}

fn heads(most: u32) -> impl Strategy<Value = Head> {
    (1..=most).prop_map(|place| Head::new(place).unwrap())
}

fn squares() -> impl Strategy<Value = Coordinates<Head, Head>> {
    let most = CoinTurningGrid::LIMIT;
    (heads(most), heads(most)).prop_map(|(row, column)| Coordinates { row, column })
}

fn boards() -> impl Strategy<Value = Board> {
    let lengths = prop_oneof![vec(0..6_u32, 0..6), vec(0..5000_u32, 0..90)];
    lengths.prop_map(|mut rows| {
        rows.sort_unstable_by_key(|row| std::cmp::Reverse(*row));
        Board::from_rows(rows).unwrap()
    })
}

fn quadrant_boards() -> impl Strategy<Value = QuadrantBoard> {
    (select(&Quadrant::ALL[..]), boards()).prop_map(|(quadrant, board)| QuadrantBoard { quadrant, board })
}

/// Games as their names choose them.
fn any_games() -> impl Strategy<Value = AnyGame> {
    let named = select(Registry::standard().iter().map(|entry| entry.sample().to_owned()).collect::<Vec<_>>());
    let moore = (1..100_usize).prop_map(|count| format!("moore:{count}"));
    let subtraction = subtractions().prop_map(|game| format!("subtract:{game}"));
    let code =
        select(vec!["0.07", "0.6", "0.30[3]", "4.[3]", "C?.1[05=]", "0.{0,2,63}", ".3F"]).prop_map(str::to_owned);
    let coins = coin_turning_games().prop_map(|game| format!("turning:{game}"));
    prop_oneof![named, moore, subtraction, code, coins].prop_map(|name| name.parse().unwrap())
}

fn divisor_wythoff_tree() -> SumOf<AnyGame> {
    SumOf(["divisor", "wythoff", "tree"].map(|name| name.parse().unwrap()).to_vec())
}

fn components_of_several_games() -> impl Strategy<Value = At<AnyPosition>> {
    prop_oneof![
        sets_of_numbers().prop_map(|set| At { game: 0, position: AnyPosition::new(set) }),
        pairs().prop_map(|pair| At { game: 1, position: AnyPosition::new(pair) }),
        trees().prop_map(|tree| At { game: 2, position: AnyPosition::new(tree) }),
    ]
}

/// Graphs of one to nine vertices, the last of which may have no edge.
fn graphs() -> impl Strategy<Value = Digraph> {
    let options = (1..=9_usize).prop_flat_map(|vertices| vec(btree_set(0..vertices, 0..4), vertices));
    options.prop_map(|options| Digraph::new(options).unwrap())
}

/// Any digits, the last two of which alternate.
fn genera() -> impl Strategy<Value = Genus> {
    (numbers(), vec(numbers(), 1..6)).prop_map(|(grundy, digits)| {
        let last = digits[digits.len() - 1] ^ 2;
        let digits: Vec<String> = digits.iter().chain([&last]).map(u64::to_string).collect();
        format!("{grundy}^{}", digits.join(",")).parse().unwrap()
    })
}

/// A genus with its temper is read as a genus. All sums of two nim-heaps below 64: a tame game with one digit may have two figures.
#[test]
fn genera_of_two_nim_heaps() {
    let mut solver = Solver::new(Nim);
    for one in 0..64_u64 {
        for other in 0..=one {
            let value = solver.genus([one, other]).unwrap();
            let text = value.to_string();
            assert_eq!(text.parse::<Genus>().as_ref(), Ok(value.genus()), "heaps {one} and {other}: {text}");
            // Tame, and no nim-heap: one digit, which is the nim-sum.
            let is_one_large_digit = other >= 2 && one != other && one ^ other >= 10;
            assert_eq!(text.contains('('), is_one_large_digit, "heaps {one} and {other}: {text}");
        }
    }
    let tame = solver.genus([8, 5]).unwrap();
    assert_eq!((tame.temper(), tame.to_string().as_str()), (Temper::Tame, "13^(13)"));
}

proptest! {
    #[test]
    fn genera_of_any_game(game in game_tables(7, 4), one in 0..7_usize, heap in 0..20_u64) {
        let value = Solver::new((&game).plus(Nim)).genus([grundy::Either::Left(one), grundy::Either::Right(heap)]).unwrap();
        let text = value.to_string();
        prop_assert_eq!(text.parse::<Genus>(), Ok(value.genus().clone()), "{}", text);
    }

    /// As drawings, in which equal rows may change places and rows without pins are not seen.
    #[test]
    fn drawn_rows_of_pins(mut rows in vec(1..9_u64, 0..5)) {
        let text = Kayles.text_like("x.x", &rows);
        let mut read = Kayles.parse(&text).unwrap().to_vec();
        read.sort_unstable();
        rows.sort_unstable();
        prop_assert_eq!(read, rows, "{}", text);
    }

    #[test]
    fn drawn_coins(places in btree_set(1..20_u32, 0..6), rows in btree_set((1..6_u32, 1..6_u32), 0..6)) {
        let row: CoinTurning = "1-3".parse().unwrap();
        let heads: Vec<Head> = places.into_iter().map(|place| Head::new(place).unwrap()).collect();
        prop_assert_eq!(row.parse(&row.text_like("TT", &heads)).unwrap().to_vec(), heads);
        let board: CoinTurningGrid = "1-2x1-2".parse().unwrap();
        let place = |place| Head::new(place).unwrap();
        let heads: Vec<_> = rows.into_iter().map(|(row, column)| Coordinates { row: place(row), column: place(column) }).collect();
        prop_assert_eq!(board.parse(&board.text_like("TT/TT", &heads)).unwrap().to_vec(), heads);
    }
}

/// A type or a rule book that learns to read is tested here.
#[test]
fn all_that_is_read_is_in_these_lists() {
    const THESE: &str = include_str!("texts.rs");
    let mut open = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    let mut found = 0;
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()));
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let lines = text.lines().filter(|line| !line.trim_start().starts_with("///")).collect::<Vec<_>>().join("\n");
        for (start, separator) in [
            ("\nimpl FromStr for ", " = "),
            ("\nimpl Notation for ", ", "),
            ("\nheaps_notation! {\n    ", ", "),
            ("\ngame_on_rows!(", ", "),
        ] {
            for rest in lines.split(start).skip(1) {
                let name = rest.split(|c: char| !c.is_alphanumeric()).next().unwrap();
                let listed = [format!(": {name}{separator}"), format!(": {name}<AnyGame>{separator}")];
                assert!(
                    listed.iter().any(|entry| THESE.contains(entry)),
                    "{}: `{name}` is not read back",
                    path.display()
                );
                found += 1;
            }
        }
    }
    assert!(found >= 16 + 20, "{found} are found");
}

#[test]
fn the_place_of_an_error_is_that_of_the_character() {
    fn place<G: Notation<Position: Debug>>(game: &G, text: &str) -> usize {
        game.parse(text).unwrap_err().place()
    }
    assert_eq!(place(&Nim, "3;4"), 2);
    assert_eq!(place(&Nim, "3, 4;5"), 5);
    assert_eq!(place(&Nim, "3,é"), 3);
    assert_eq!(place(&Nim, "é,3"), 1);
    assert_eq!(place(&Nim, "3,4é"), 4);
    assert_eq!(place(&Kayles, "5,6y"), 4);
    assert_eq!(place(&Kayles, "xx,x"), 3);
    assert_eq!(place(&TakeAndBreak::kayles(), "5,6y"), 4);
    assert_eq!(place(&Subtraction::new([1]).unwrap(), "20 21"), 3);
    assert_eq!(place(&Wythoff, "3,5/1,2z"), 8);
    assert_eq!(place(&MooresNim::new(NonZeroUsize::new(2).unwrap()), "3,4/1-1"), 6);
    assert_eq!(place(&DivisorGame, "{2,3} + {4,5;6}"), 13);
    assert_eq!(place(&DivisorGame, "28 + 2_8"), 7);
    assert_eq!(place(&DivisorGame, "{2,3} + {4,0}"), 12);
    assert_eq!(place(&TreeGame, "0,0/0,0:1"), 8);
    assert_eq!(place(&TreeGame, "0,0/0,9"), 7);
    assert_eq!(place(&ChainGame, "6~,7-"), 5);
    assert_eq!(place(&ChainGame, "6~~"), 2);
    assert_eq!(place(&Chomp::poisoned(), "3,2/3,2.1"), 8);
    assert_eq!(place(&Chomp::poisoned(), "3,2/8x1O"), 8);
    assert_eq!(place(&Chomp::poisoned(), "3,2/2,3"), 7);
    assert_eq!(place(&IChomp, "1/-/2,2/- + 1/1/-/2;2"), 20);
    assert_eq!(place(&"1-3".parse::<CoinTurning>().unwrap(), "2,5?"), 4);
    assert_eq!(place(&"1-3".parse::<CoinTurning>().unwrap(), "TTX"), 3);
    assert_eq!(place(&"1-2x1-2".parse::<CoinTurningGrid>().unwrap(), "2,2/4,4a"), 8);
    assert_eq!(place(&"1-2x1-2".parse::<CoinTurningGrid>().unwrap(), "HT/TU"), 5);
    assert_eq!(place(&Poset::new(3, []).unwrap(), "{0} + {1,2b}"), 11);
    assert_eq!(place(&ExplicitGame::new(vec![vec![], vec![0]]).unwrap(), "0,1c"), 4);
    assert_eq!(AnyGame::parse_sum("nim:3+kayles:5,6y").unwrap_err().place(), 17);
    assert_eq!("subtract:1,3d".parse::<AnyGame>().unwrap_err().place(), 13);
    assert_eq!("moore:2e".parse::<AnyGame>().unwrap_err().place(), 8);
    assert_eq!("turning:1-3,2C(4f)".parse::<AnyGame>().unwrap_err().place(), 17);
    assert_eq!("0.{0,2g}".parse::<TakeAndBreak>().unwrap_err().place(), 7);
    assert_eq!("0>1,1>2h".parse::<Digraph>().unwrap_err().place(), 8);
    assert_eq!("{1,2i}".parse::<Subset>().unwrap_err().place(), 5);
    // The same edge stands in the first picture.
    assert_eq!(place(&Hackenbush, "g-0,0-1+0-1"), 9);
    // A number stands there twice.
    assert_eq!(place(&DivisorGame, "{2,3} + {4,5,4}"), 14);
    assert_eq!(place(&Poset::new(3, []).unwrap(), "{0} + {1,2,2}"), 12);
    assert_eq!(place(&NodeKayles::new(), "path:5{0,3,3,0}"), 12);
    assert_eq!("{1,2,1}".parse::<Subset>().unwrap_err().place(), 6);
    // A graph in graph6 ends by itself, and a list of vertices has braces.
    assert_eq!(place(&NodeKayles::new(), "g6:D?{3"), 7);
    assert_eq!(place(&NodeKayles::new(), "g6:D?{{3"), 9);
    assert_eq!("1,0".parse::<KotzigsNim>().unwrap_err().place(), 3);
}

/// Within a width, also where the text is put together.
#[test]
fn texts_are_padded() {
    for (text, width) in [("g-0,0-1", 10), ("-", 3), ("g-0", 2)] {
        let picture: Grounded = text.parse().unwrap();
        assert_eq!(format!("{picture:>width$}"), format!("{text:>width$}"));
    }
    let strings: Strings = "g-0,g-0".parse().unwrap();
    assert_eq!(format!("{strings:<9}|"), "g-0,g-0  |");
}

#[test]
fn a_move_in_a_row_is_told_by_the_first_and_the_last_pin() {
    let text = |place, pins| grundy::heap::RowMove { place, pins }.to_string();
    assert_eq!([text(3, 1), text(3, 2), text(3, 3)], ["pin 3", "pins 3 and 4", "pins 3 to 5"]);
    assert_eq!(text(u64::MAX, 2), format!("pins {0} and {0}", u64::MAX));
}

#[test]
fn digits_of_a_genus_have_commas_between_them_if_one_has_two_figures() {
    for text in ["0^913", "0^120", "1^9,11", "10^820"] {
        assert_eq!(text.parse::<Genus>().map(|genus| genus.to_string()), Ok(text.to_owned()));
    }
}

/// Of a long text the message shows the part around the wrong character.
#[test]
fn a_long_text_is_told_in_part() {
    let edges =
        |bad: usize| (0..1000).map(|edge| if edge == bad { "1>x" } else { "0>1" }).collect::<Vec<_>>().join(",");
    let told = |bad: usize| edges(bad).parse::<Digraph>().unwrap_err().to_string();
    for (bad, place) in [(0, 3), (500, 2003), (999, 3999)] {
        let error = told(bad);
        assert!(error.contains("1>x") && error.contains(&format!("`, character {place}: ")), "{error}");
        assert!(error.chars().count() < 200, "{error}");
    }
    assert!(told(0).starts_with("`1>x,0>1") && told(500).starts_with("`…") && told(999).contains("1>x`"));
    assert!(told(500).contains("…`") && !told(999).contains("…`"));
}
