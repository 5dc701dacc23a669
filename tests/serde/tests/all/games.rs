//! Rule books, their positions and moves, and graphs of positions: what is written is read back the same, and data that breaks an
//! invariant is refused.

use std::num::NonZero;

use grundy::games::{
    ArcKayles, Bounded, Chain, ChainGame, ChainMove, Chessman, Circle, CoinTurning, CoinTurningGrid, CoinsOnStrip,
    Cram, Cross, Crosses, Cut, DawsonsKayles, DivisorGame, Domino, Edge, End, EndNim, Euclid, ExplicitGame, Geography,
    Grounded, GrundysGame, Hackenbush, Head, Heaps, Kayles, KotzigsNim, LaskersNim, MooresNim, MoveCoin, Nim,
    Nimstring, Node, NodeKayles, Notakto, Numbers, Pair, Poset, PosetMove, Region, Square, StaircaseNim, Step,
    StepDown, Strings, Subgraph, Subtraction, TakeAtEnd, TakeAway, TakeFromEach, TakeMultiple, TakeNumber, Token,
    Treblecross, Tree, TreeGame, TurnCoins, Vertex, Wythoff, WythoffMove,
};
use grundy::laws::GameTable;
use grundy::render::{GraphMove, PositionGraph};
use grundy::{ImpartialGame, Nimber, Solver};

use super::{check, refused};

#[test]
fn rule_books_without_parameters() {
    check(&Nim, "null");
    check(&Kayles, "null");
    check(&DawsonsKayles, "null");
    check(&Treblecross, "null");
    check(&LaskersNim, "null");
    check(&GrundysGame, "null");
    check(&Wythoff, "null");
    check(&DivisorGame, "null");
    check(&TreeGame, "null");
    check(&ChainGame, "null");
    check(&ArcKayles, "null");
    check(&Hackenbush, "null");
    check(&Geography, "null");
    check(&Nimstring, "null");
    check(&EndNim, "null");
    check(&StaircaseNim, "null");
    check(&Cram, "null");
}

#[test]
fn rule_books_with_parameters() {
    check(&Subtraction::new([4, 1, 3]).unwrap(), r#""1,3,4""#);
    check(&Subtraction::all_but([2]).unwrap(), r#""!2""#);
    check(&MooresNim::new(NonZero::new(2).unwrap()), "2");
    check(&Subtraction::squares(), r#""squares""#);
    check(&NodeKayles::new(), r#"{"piece":null}"#);
    check(&NodeKayles::with(Chessman::Queen), r#"{"piece":"Queen"}"#);
    check(&Notakto::new(), r#"{"run":3}"#);
    check(&TakeAway::fibonacci(), "2");
    check(&Euclid::to_zero(), r#"{"to_zero":true}"#);
    check(&CoinsOnStrip::welter(), r#"{"may_pass":true}"#);
    check(&KotzigsNim::new([2, 1]).unwrap(), "[1,2]");
    check(&"1-3,2C(5)".parse::<CoinTurning>().unwrap(), r#""1-3,2C(5)""#);
    check(&"1-2x1-C".parse::<CoinTurningGrid>().unwrap(), r#""1-2x1-C""#);
    check(&ExplicitGame::new(vec![vec![], vec![0], vec![1, 0]]).unwrap(), "[[],[0],[1,0]]");
    check(&GameTable::new(vec![vec![], vec![[0].into(), [0, 0].into()]]), "[[],[[0],[0,0]]]");
}

#[test]
fn a_period_is_proved_anew() {
    let game: Subtraction = serde_json::from_str(r#""1,3,4""#).unwrap();
    assert_eq!(Solver::new(game).grundy(7_000_000_000_000_000_004).unwrap(), Nimber::new(2));
}

#[test]
fn an_order_is_the_pairs_next_to_each_other() {
    // 0 < 1 < 2 and 0 < 3, of which 0 < 2 follows.
    let order = Poset::new(5, [(0, 1), (0, 2), (1, 2), (0, 3)]).unwrap();
    check(&order, "[5,[[0,1],[0,3],[1,2]]]");
    let divisors = Poset::from_predicate(60, |one, other| (one + 1) % (other + 1) == 0).unwrap();
    let text = serde_json::to_string(&divisors).unwrap();
    assert_eq!(serde_json::from_str::<Poset>(&text).unwrap(), divisors);
    // A number and the same without one of its prime factors: for n, as many as it has different primes.
    let primes = |n: usize| (2..=n).filter(|p| n.is_multiple_of(*p) && (2..*p).all(|d| !p.is_multiple_of(d))).count();
    let (_, pairs): (usize, Vec<(usize, usize)>) = serde_json::from_str(&text).unwrap();
    assert_eq!(pairs.len(), (1..=60).map(primes).sum::<usize>());
}

#[test]
fn positions() {
    check(&Pair(3, 5), "[3,5]");
    check(&Chain::Open(6), r#"{"Open":6}"#);
    check(&Heaps::from([3, 0, 5]), "[3,0,5]");
    check(&Numbers::up_to(28).unwrap(), r#""28""#);
    check(&Numbers::new([6, 2, 3]).unwrap(), r#""{2,3,6}""#);
    check(&Tree::new([0, 0, 1, 1]).unwrap(), "[0,0,1,1]");
    check(&Tree::default(), "[]");
    check(&Head::new(5).unwrap(), "5");
}

#[test]
fn moves() {
    check(&WythoffMove::Both(2), r#"{"Both":2}"#);
    check(&ChainMove::Remove { node: 3 }, r#"{"Remove":{"node":3}}"#);
    check(&ChainMove::EndTwo, r#""EndTwo""#);
    check(&TakeFromEach::from_iter([1, 0, 2]), "[1,0,2]");
    check(&Cross(4), "4");
    check(&TakeNumber(6), "6");
    check(&PosetMove(6), "6");
    check(&Node(3), "3");
    check(&TurnCoins::from_iter([1, 2, 5]), "[1,2,5]");
}

#[test]
fn graphs_of_positions() {
    let graph = PositionGraph::new(&mut Solver::new(Kayles), [5, 2], 100);
    let text = serde_json::to_string(&graph).unwrap();
    assert_eq!(serde_json::from_str::<PositionGraph<_, _>>(&text).unwrap(), graph);
    // Each number is that of a position, each arrow has a move, and arrows are sorted.
    let [.., last] = &graph.moves[..] else { panic!("there are moves") };
    for break_it in [0, 1, 2, 3, 4] {
        let mut broken = graph.clone();
        match break_it {
            0 => broken.start.push(99),
            1 => broken.moves[0].left = vec![99],
            2 => broken.moves.push(GraphMove { from: 99, ..last.clone() }),
            3 => broken.moves[0].moves.clear(),
            _ => broken.moves.reverse(),
        }
        let text = serde_json::to_string(&broken).unwrap();
        assert!(
            serde_json::from_str::<PositionGraph<u64, <Kayles as ImpartialGame>::Move>>(&text).is_err(),
            "{break_it}"
        );
    }
}

#[test]
fn broken_invariants_are_refused() {
    let error = refused::<Subtraction>(r#""1,0""#);
    assert!(error.contains("0 cannot be in the set"), "{error}");
    assert!(refused::<MooresNim>("0").contains("nonzero"));
    assert!(refused::<CoinTurning>(r#""1-3,0C""#).contains("from 1 to 4096, and not 0"));
    assert!(refused::<CoinTurningGrid>(r#""1-2""#).contains("a code of the columns"));
    assert!(refused::<ExplicitGame>("[[],[2]]").contains("there is no vertex 2"));
    assert!(refused::<Poset>("[3,[[0,1],[1,3]]]").contains("there is no element 3"));
    assert!(refused::<Poset>("[3,[[0,1],[1,0]]]").contains("below itself"));
    assert!(refused::<Poset>("[5000,[]]").contains("the limit is 4096"));
    assert!(refused::<Numbers>(r#""{2,0}""#).contains("numbers begin at 1"));
    assert!(refused::<Numbers>(r#""70000""#).contains("numbers go up to 65536"));
    assert!(refused::<Tree>("[0,5]").contains("node 2 hangs off node 5"));
    assert!(refused::<Tree>("[1]").contains("go round in a circle"));
    assert!(refused::<Head>("0").contains("from 1 to 4096, and not 0"));
}

#[test]
fn positions_and_moves_on_graphs_and_strips() {
    check(&"path:5{0,3}".parse::<Subgraph>().unwrap(), r#""path:5{0,3}""#);
    check(&"cycle:5@1".parse::<Token>().unwrap(), r#""cycle:5@1""#);
    check(&"g-0,0-1".parse::<Grounded>().unwrap(), r#""g-0,0-1""#);
    check(&"g-0,g-0".parse::<Strings>().unwrap(), r#""g-0,g-0""#);
    check(&"x../.x.".parse::<Crosses>().unwrap(), r#""x../.x.""#);
    check(&Bounded::new(13, 4), r#""13/4""#);
    check(&"7/0,2".parse::<Circle>().unwrap(), r#""7/0,2""#);
    check(&Vertex::Number(3), r#"{"Number":3}"#);
    check(&Vertex::Square(Square { row: 1, column: 2 }), r#"{"Square":{"row":1,"column":2}}"#);
    check(&Edge(0, 2), "[0,2]");
    check(&Cut([End::Ground, End::Vertex(2)]), r#"["Ground",{"Vertex":2}]"#);
    check(&TakeAtEnd::Last(2), r#"{"Last":2}"#);
    check(&TakeMultiple::First(6), r#"{"First":6}"#);
    check(&StepDown { step: 1, count: 2 }, r#"{"step":1,"count":2}"#);
    check(&MoveCoin { from: 5, to: 2 }, r#"{"from":5,"to":2}"#);
    check(&Step(2), "2");
}

#[test]
fn positions_that_do_not_exist_are_refused() {
    assert!(refused::<Subgraph>(r#""path:5{5}""#).contains("there is no vertex 5"));
    assert!(refused::<Strings>(r#""0-1,1-g""#).contains("loony"));
    assert!(refused::<TakeAway>("0").contains("from 1 to 1024"));
    assert!(refused::<KotzigsNim>("[0]").contains("each is 1 or more"));
    assert!(refused::<Crosses>(r#""5000x1""#).contains("at most 4096 squares"));
}

#[test]
fn regions_of_cells() {
    check(&Region::rectangle(3, 4).unwrap(), r#""3x4""#);
    check(&"xx/.xx".parse::<Region>().unwrap(), r#""xx./.xx""#);
    check(&Domino::Down { row: 1, column: 2 }, r#"{"Down":{"row":1,"column":2}}"#);
    assert_eq!(refused::<Region>(r#""xx.xx""#), "`xx.xx`, character 1: the cells are 2 regions, not one");
}
