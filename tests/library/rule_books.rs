//! Every rule book obeys the laws: a line each. Positions are small, since sums of two of them are solved by brute force.

use std::num::NonZero;

use grundy::any::AnyPosition;
use grundy::chomp::{Board, Chomp, IChomp, Quadrant, QuadrantBoard};
use grundy::compound::{Acrostic, Coordinates, Truncate};
use grundy::games::{
    Bounded, BrusselsSprouts, Chain, ChainGame, Chessman, Circle, CoinTurning, CoinTurningGrid, Crosses, DivisorGame,
    End, ExplicitGame, FreeEnds, Graph, Grounded, Head, Heaps, Land, MooresNim, Numbers, Pair, Poset, Region, Sprouts,
    Strings, Subgraph, Token, Tree, TreeGame,
};
use grundy::heap::TakeAndBreak;
use grundy::laws::check_position;
use grundy::{
    AnyGame, ArcKayles, At, CoinsOnStrip, Cram, DawsonsKayles, Either, EndNim, Euclid, Geography, GrundysGame,
    Hackenbush, ImpartialGame, Kayles, KotzigsNim, LaskersNim, Nim, Nimstring, NodeKayles, Notakto, Notation,
    StaircaseNim, Subset, Subtraction, SumOf, TakeAway, Treblecross, Whole, Wythoff,
};
use proptest::collection::vec;
use proptest::prelude::*;

grundy::laws!(nim, Nim, 0..9_u64, notation);
grundy::laws!(kayles, Kayles, 0..9_u64, notation);
grundy::laws!(dawsons_kayles, DawsonsKayles, 0..12_u64, notation);
grundy::laws!(laskers_nim, LaskersNim, 0..7_u64, notation);
grundy::laws!(grundys_game, GrundysGame, 0..11_u64, notation);
grundy::laws!(treblecross, Treblecross, 0..10_u64, notation);
grundy::laws!(kayles_by_code, TakeAndBreak::kayles(), 0..9_u128, notation);
grundy::laws!(laskers_nim_by_code, TakeAndBreak::laskers_nim(), 0..7_u128, notation);
grundy::laws!(kenyons_game, TakeAndBreak::kenyon(), 0..9_u128, notation);
grundy::laws!(grundys_game_by_code, TakeAndBreak::grundys_game(), 0..11_u128, notation);
grundy::laws!(unlike_parts, "C?.1[05=]".parse::<TakeAndBreak>().unwrap(), 0..9_u128, notation);
grundy::laws!(officers_by_code, TakeAndBreak::officers(), 0..9_u128, notation);
grundy::laws!(subtraction_by_code, "0.3033".parse::<TakeAndBreak>().unwrap(), 0..11_u128, notation);
grundy::laws!(all_but_two_by_code, "0.30[3]".parse::<TakeAndBreak>().unwrap(), 0..11_u128, notation);
grundy::laws!(any_code, "0.137".parse::<AnyGame>().unwrap(), (0..9_u128).prop_map(AnyPosition::new), notation);
grundy::laws!(any_unproved_code, "0.16".parse::<AnyGame>().unwrap(), (0..9_u128).prop_map(AnyPosition::new), notation);
grundy::laws!(wythoff, Wythoff, (0..5_u64, 0..5_u64).prop_map(|(one, other)| Pair(one, other)), notation);
grundy::laws!(moore, MooresNim::new(NonZero::new(2).unwrap()), vec(0..3_u64, 0..=3).prop_map(Heaps::from), notation);
grundy::laws!(subtraction, Subtraction::new([1, 3, 4]).unwrap(), 0..13_u64, notation);
grundy::laws!(all_but, Subtraction::all_but([2, 5]).unwrap(), 0..13_u64, notation);
grundy::laws!(subtract_a_square, Subtraction::squares(), 0..17_u64, notation);
grundy::laws!(subtract_a_prime, Subtraction::primes(), 0..17_u64, notation);
grundy::laws!(node_kayles, NodeKayles::new(), subgraphs(), notation);
grundy::laws!(queens, NodeKayles::with(Chessman::Queen), boards_of(Chessman::Queen), notation);
grundy::laws!(knights, NodeKayles::with(Chessman::Knight), boards_of(Chessman::Knight), notation);
grundy::laws!(kings, NodeKayles::with(Chessman::King), boards_of(Chessman::King), notation);
grundy::laws!(rooks, NodeKayles::with(Chessman::Rook), boards_of(Chessman::Rook), notation);
grundy::laws!(bishops, NodeKayles::with(Chessman::Bishop), boards_of(Chessman::Bishop), notation);
grundy::laws!(arc_kayles, ArcKayles, subgraphs(), notation);
grundy::laws!(hackenbush, Hackenbush, pictures(), notation);
grundy::laws!(geography, Geography, tokens(), notation);
grundy::laws!(notakto, Notakto::new(), crosses(), notation);
grundy::laws!(notakto_two_in_a_row, Notakto::in_a_row(NonZero::new(2).unwrap()), crosses(), notation);
grundy::laws!(nimstring, Nimstring, strings(), notation);
grundy::laws!(fibonacci_nim, TakeAway::fibonacci(), bounded_heaps(), notation);
grundy::laws!(take_at_most_thrice, thrice(), bounded_heaps(), notation);
grundy::laws!(euclid, Euclid::positive(), euclids_pairs(), notation);
grundy::laws!(euclid_to_zero, Euclid::to_zero(), euclids_pairs(), notation);
grundy::laws!(end_nim, EndNim, vec(0..4_u64, 0..=4).prop_map(Heaps::from), notation);
grundy::laws!(staircase_nim, StaircaseNim, vec(0..3_u64, 0..=3).prop_map(Heaps::from), notation);
grundy::laws!(welter, CoinsOnStrip::welter(), coins_on_strip(), notation);
grundy::laws!(silver_dollar, CoinsOnStrip::silver_dollar(), coins_on_strip(), notation);
grundy::laws!(kotzigs_nim, kotzig(), circles(), notation);
grundy::laws!(poisoned_chomp, Chomp::poisoned(), boards(), notation);
grundy::laws!(edible_chomp, Chomp::edible(), boards(), notation);
grundy::laws!(ichomp, IChomp, quadrant_boards(), notation);
grundy::laws!(cram, Cram, small_regions(), notation);
grundy::laws!(chain, ChainGame, chains(), notation);
grundy::laws!(tree, TreeGame, trees(), notation);
grundy::laws!(divisor, DivisorGame, numbers(), notation);
grundy::laws!(mock_turtles, mock_turtles_game(), heads(5), notation);
grundy::laws!(any_one_or_two, coin_turning("1-2"), heads(7), notation);
grundy::laws!(twins, coin_turning("2"), heads(7), notation);
grundy::laws!(triplets, coin_turning("3"), heads(6), notation);
grundy::laws!(motley, coin_turning("1-"), heads(4), notation);
grundy::laws!(ruler, coin_turning("ruler"), heads(5), notation);
grundy::laws!(sym, coin_turning("sym"), heads(4), notation);
grundy::laws!(grunt, coin_turning("grunt"), heads(9), notation);
grundy::laws!(unlike_patterns, coin_turning("2F,3E,2-3C(4)"), heads(5), notation);
grundy::laws!(corners, turning_corners(), squares(2, 2), notation);
grundy::laws!(rugs, turning_grid("rulerxruler"), squares(2, 2), notation);
grundy::laws!(corners_within, turning_grid("2x1-C"), squares(3, 2), notation);
grundy::laws!(any_turning, any_mock_turtles(), heads(4).prop_map(AnyPosition::new), notation);
grundy::laws!(sprouts, Sprouts, small_lands(), notation);
grundy::laws!(brussels_sprouts, BrusselsSprouts, free_ends(), notation);
grundy::laws!(kayles_times_nim, Kayles.times(Nim), coordinates(2, 2));
grundy::laws!(kayles_times_kayles, Kayles.times(Kayles), coordinates(2, 2));
grundy::laws!(kayles_across_nim, Acrostic { rows: Kayles, columns: Nim }, coordinates(4, 3));
grundy::laws!(kayles_cut_off, Truncate { game: Kayles, end: |row: &u64| row.is_multiple_of(3) }, 0..9_u64);
grundy::laws!(poset, grid(), vec(0..6_usize, 0..=6).prop_map(Subset::from_iter), notation);
grundy::laws!(explicit, graph(), 0..7_usize, notation);
grundy::laws!(any, any_subtraction(), (0..9_u64).prop_map(AnyPosition::new), notation);
grundy::laws!(
    kayles_plus_nim,
    Kayles.plus(Nim),
    prop_oneof![(0..7_u64).prop_map(Either::Left), (0..7_u64).prop_map(Either::Right)]
);
grundy::laws!(subtractions, SumOf(vec![one_or_two(), Subtraction::all_but([1]).unwrap()]), heaps_at_places());
grundy::laws!(table_of_any, table_of_any(), components_of_any(), notation);
grundy::laws!(whole_laskers_nim, Whole(LaskersNim), grundy::laws::heaps(4, 0..=2));

fn thrice() -> TakeAway {
    TakeAway::new(3).unwrap()
}

fn bounded_heaps() -> impl Strategy<Value = Bounded> {
    (0..9_u64, 0..9_u64).prop_map(|(heap, most)| Bounded::new(heap, most))
}

fn euclids_pairs() -> impl Strategy<Value = Pair> {
    (0..12_u64, 0..12_u64).prop_map(|(one, other)| Pair(one, other))
}

fn coins_on_strip() -> impl Strategy<Value = Subset> {
    vec(0..8_usize, 0..=3).prop_map(Subset::from_iter)
}

fn kotzig() -> KotzigsNim {
    KotzigsNim::new([1, 3, 9]).unwrap()
}

fn circles() -> impl Strategy<Value = Circle> {
    proptest::sample::select(vec!["1", "4", "6", "7/0,3", "8/5,0,3,1"]).prop_map(|text| text.parse().unwrap())
}

/// Text tells the parts of a set that is not connected, so the laws look at one part.
fn largest_part(left: Subgraph) -> Subgraph {
    left.parts().into_iter().max_by_key(|part| part.vertices().len()).unwrap_or(left)
}

/// Connected sets of vertices of graphs of several families and of random ones.
fn subgraphs() -> impl Strategy<Value = Subgraph> {
    let names = [
        "path:9",
        "cycle:6",
        "cycle:7",
        "grid:3x4",
        "complete:4",
        "cube:3",
        "petersen:3,1",
        "petersen:5,2",
        "kings:3x3",
    ];
    let named = proptest::sample::select(names.to_vec()).prop_map(|name| name.parse().unwrap());
    let edges = vec((0..7_usize, 0..7_usize), 0..9);
    let random = edges.prop_map(|edges| Graph::new(7, edges.into_iter().filter(|(one, other)| one != other)).unwrap());
    (prop_oneof![named, random], vec(0..12_usize, 0..=7), any::<bool>()).prop_map(
        |(graph, vertices, all): (Graph, _, _)| {
            let whole = Subgraph::from(graph);
            let taken = whole.vertices().difference(&Subset::from_iter(vertices));
            largest_part(if all && whole.vertices().len() <= 8 { whole } else { whole.without(&taken) })
        },
    )
}

/// Boards of up to eight squares, of which some are attacked.
fn boards_of(piece: Chessman) -> impl Strategy<Value = Subgraph> {
    (1..=2_usize, 1..=4_usize, vec(0..8_usize, 0..=4)).prop_map(move |(rows, columns, taken)| {
        largest_part(Subgraph::from(Graph::attacks(piece, rows, columns).unwrap()).without(&Subset::from_iter(taken)))
    })
}

/// Up to `most` edges between the ground and four vertices.
fn edges(most: usize) -> impl Strategy<Value = Grounded> {
    let end = || (0..5_u32).prop_map(|number| number.checked_sub(1).map_or(End::Ground, End::Vertex));
    vec((end(), end()), 1..=most).prop_map(|edges| edges.into_iter().map(|(one, other)| [one, other]).collect())
}

/// The first part of a picture.
fn pictures() -> impl Strategy<Value = Grounded> {
    edges(7).prop_filter_map("edges do not stand on the ground", |picture| {
        Hackenbush.parse(&picture.to_string()).ok().and_then(|parts| parts.first().cloned())
    })
}

/// The first part of strings that are not loony.
fn strings() -> impl Strategy<Value = Strings> {
    edges(9).prop_filter_map("the strings are loony", |picture| {
        let strings = Strings::new(&picture)?;
        Nimstring.parse(&strings.to_string()).ok().and_then(|parts| parts.first().cloned())
    })
}

fn tokens() -> impl Strategy<Value = Token> {
    (subgraphs(), 0..7_usize).prop_filter_map("no vertex is left", |(left, place)| {
        let at = left.vertices().iter().nth(place % left.vertices().len().max(1))?;
        Token::new(left, at)
    })
}

/// Boards of two rows of three squares.
fn crosses() -> impl Strategy<Value = Crosses> {
    let row = || "[.x]{3}";
    (row(), row()).prop_map(|(one, other)| format!("{one}/{other}").parse().unwrap())
}

fn mock_turtles_game() -> CoinTurning {
    coin_turning("mock-turtles")
}

fn turning_corners() -> CoinTurningGrid {
    turning_grid("1-2x1-2")
}

fn turning_grid(code: &str) -> CoinTurningGrid {
    code.parse().unwrap()
}

fn coin_turning(code: &str) -> CoinTurning {
    code.parse().unwrap()
}

fn heads(most: u32) -> impl Strategy<Value = Head> {
    (1..=most).prop_map(|place| Head::new(place).unwrap())
}

fn squares(rows: u32, columns: u32) -> impl Strategy<Value = Coordinates<Head, Head>> {
    (heads(rows), heads(columns)).prop_map(|(row, column)| Coordinates { row, column })
}

fn coordinates(rows: u64, columns: u64) -> impl Strategy<Value = Coordinates<u64, u64>> {
    (0..=rows, 0..=columns).prop_map(|(row, column)| Coordinates { row, column })
}

fn any_mock_turtles() -> AnyGame {
    "turning:mock-turtles".parse().unwrap()
}

fn boards() -> impl Strategy<Value = Board> {
    vec(0..4_u32, 0..=3).prop_map(|mut rows| {
        rows.sort_unstable_by_key(|row| std::cmp::Reverse(*row));
        Board::from_rows(rows).unwrap()
    })
}

fn quadrant_boards() -> impl Strategy<Value = QuadrantBoard> {
    (proptest::sample::select(&Quadrant::ALL[..]), boards())
        .prop_map(|(quadrant, board)| QuadrantBoard { quadrant, board })
}

/// A region of a board of three rows of three cells, some of which may be missing; a domino if no two are adjacent.
fn small_regions() -> impl Strategy<Value = Region> {
    crate::cram::regions(3, 3).prop_map(|parts| {
        let largest = parts.into_iter().max_by_key(|part| part.cells().count());
        largest.unwrap_or_else(|| Region::rectangle(1, 2).unwrap())
    })
}

fn chains() -> impl Strategy<Value = Chain> {
    prop_oneof![(0..9_u64).prop_map(Chain::Fresh), (0..9_u64).prop_map(Chain::Open)]
}

/// Trees of one to six nodes: each node but the root hangs below one with a smaller number.
fn trees() -> impl Strategy<Value = Tree> {
    (0..6_usize)
        .prop_flat_map(|others| (0..u32::try_from(others).unwrap()).map(|node| 0..=node).collect::<Vec<_>>())
        .prop_map(|parents| Tree::new(parents).unwrap())
}

fn numbers() -> impl Strategy<Value = Numbers> {
    vec(1..13_u64, 0..=6).prop_map(|numbers| Numbers::new(numbers).unwrap())
}

/// Two rows of three elements: 0 < 1 < 2 below 3 < 4 < 5.
fn grid() -> Poset {
    Poset::new(6, [(0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5)]).unwrap()
}

fn graph() -> ExplicitGame {
    let edges = [&[][..], &[0], &[1, 0], &[1], &[2, 3, 0], &[4, 3], &[5, 4, 0]];
    ExplicitGame::new(edges.map(<[usize]>::to_vec).to_vec()).unwrap()
}

fn any_subtraction() -> AnyGame {
    "subtract:1,3,4".parse().unwrap()
}

/// Rule books that join components in ways of their own.
fn table_of_any() -> SumOf<AnyGame> {
    SumOf(["divisor", "kayles", "ichomp", "tree", "wythoff"].map(|name| name.parse().unwrap()).to_vec())
}

fn components_of_any() -> impl Strategy<Value = At<AnyPosition>> {
    let small_board = (0..3_u32, 0..3_u32).prop_map(|(rows, columns)| Board::rectangle(rows, columns).unwrap());
    prop_oneof![
        vec(1..7_u64, 1..=3).prop_map(|set| (0, AnyPosition::new(Numbers::new(set).unwrap()))),
        (1..6_u64).prop_map(|pins| (1, AnyPosition::new(pins))),
        (proptest::sample::select(&Quadrant::ALL[..]), small_board)
            .prop_map(|(quadrant, board)| (2, AnyPosition::new(QuadrantBoard { quadrant, board }))),
        (0..3_u32).prop_map(|leaves| (3, AnyPosition::new(Tree::new(vec![0; leaves as usize]).unwrap()))),
        (0..3_u64, 0..3_u64).prop_map(|(one, other)| (4, AnyPosition::new(Pair(one, other)))),
    ]
    .prop_map(|(game, position)| At { game, position })
}

fn one_or_two() -> Subtraction {
    Subtraction::new([1, 2]).unwrap()
}

/// Heaps of one of two rule books, or of one that is not there.
fn heaps_at_places() -> impl Strategy<Value = At<u64>> {
    (0..3_usize, 0..8_u64).prop_map(|(game, position)| At { game, position })
}

/// Sets of vertices and pictures that are not connected, as a program may make them; edges that do not stand on the ground.
#[test]
fn positions_of_several_parts_obey() {
    for text in ["path:9{0,1,3,4,5}", "cycle:7{0,1,3}", "grid:3x3{0,2,6,8}", "0-1,0-2,1-2,3", "queens:3{1,3,6,8}"] {
        let position: Subgraph = text.parse().unwrap();
        assert_eq!(check_position(&NodeKayles::new(), &position), Ok(()));
        assert_eq!(check_position(&ArcKayles, &position), Ok(()));
        assert_eq!(
            check_position(&Geography, &Token::new(position, 1).unwrap_or("path:3{0,2}@2".parse().unwrap())),
            Ok(())
        );
    }
    for text in ["g-0,g-1,g-g,g-g", "g-0,1-2,1-1", "0-1", "g-0,g-0,1-2,2-3"] {
        assert_eq!(check_position(&Hackenbush, &text.parse().unwrap()), Ok(()));
    }
    for text in ["g-g,g-g", "g-0,g-0,g-1,g-1", "0-0,g-1"] {
        assert_eq!(check_position(&Nimstring, &text.parse().unwrap()), Ok(()));
    }
}

/// Boards that are too large for a sum of two at random, and for which the closed forms are.
#[test]
fn larger_boards_obey() {
    for rows in [vec![6, 3], vec![2, 2, 2, 1, 1], vec![5, 1, 1, 1], vec![4, 3, 3, 2]] {
        let board = Board::from_rows(rows).unwrap();
        for game in [Chomp::poisoned(), Chomp::edible()] {
            assert_eq!(check_position(&game, &board), Ok(()));
        }
    }
}

fn small_lands() -> impl Strategy<Value = Land> {
    let texts = ["0", "0*2", "0.2", "0.AB|AB", "1.", "12.", "1AB|AB", "1a1a", "1a2a", "22.", "222.", "2AB|AB"];
    prop::sample::select(texts.to_vec()).prop_map(|text| text.parse().unwrap())
}

fn free_ends() -> impl Strategy<Value = FreeEnds> {
    let texts = ["1.", "2.", "3.", "4.", "1.1", "1.2", "1.1.1", "2.2"];
    prop::sample::select(texts.to_vec()).prop_map(|text| text.parse().unwrap())
}
