//! Answers of a solver, its tables and errors, sets, and the combinators with their positions and moves.

use std::fmt::{Debug, Display};

use grundy::compound::{
    Acrostic, AtMost, Based, Coordinates, Ends, Hypergraph, InBoth, Join, JointMove, Kind, MoveOrPass, Ordinal, Pass,
    PassOnce, Queued, Sequential, Tartan, Way, WithPass,
};
use grundy::solver::{Memos, MoveValue, XorTable};
use grundy::{
    At, Bound, Components, Compound, Control, Decided, Either, Explanation, FoundMoves, IllegalMove, ImpartialGame,
    Kayles, Method, Nimber, Notation, NotationError, Play, SolveError, Solver, Stopped, Subset, Sum, SumMove, SumOf,
    Table, Unhinted, Unit, Whole, play_in_sum,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{refused, round_trip};

#[test]
fn sets_are_texts() {
    assert_eq!(round_trip(&Subset::from_iter([2, 100])), r#""{2,100}""#);
    assert_eq!(serde_json::from_str::<Subset>(r#""5,1""#).unwrap(), Subset::from_iter([1, 5]));
    assert!(refused::<Subset>(r#""{1048576}""#).contains("too large"));
    assert!(refused::<Subset>(r#""{1""#).contains("not closed"));
}

#[test]
fn tables_are_lists_of_pairs() {
    let mut solver = Solver::new(Unhinted(Kayles));
    solver.grundy(70).unwrap();
    let text = serde_json::to_string(solver.memo()).unwrap();
    let table: Table<u64, Nimber> = serde_json::from_str(&text).unwrap();
    assert_eq!((table.len(), table.get(&70)), (70, Some(&Nimber::new(6))));
    let mut goes_on = Solver::with_memo(Unhinted(Kayles), table);
    goes_on.grundy(70).unwrap();
    assert_eq!(goes_on.control().done(), 0);
    assert!(refused::<Table<u64, Nimber>>("[[3,3],[4,1],[3,2]]").contains("twice"));
}

#[test]
fn memos_keep_values_and_outcomes() {
    let mut solver = Solver::new(Unhinted(Kayles)).by(Method::Search);
    let expected = solver.outcome_in(Play::Misere, [5, 4, 1]).unwrap();
    let done = solver.control().done();
    let text = serde_json::to_string(solver.memos()).unwrap();
    let memos: Memos<u64> = serde_json::from_str(&text).unwrap();
    let mut goes_on = Solver::with_memos(Unhinted(Kayles), memos).by(Method::Search);
    assert_eq!(goes_on.outcome_in(Play::Misere, [5, 4, 1]), Ok(expected));
    assert!(done > 0 && goes_on.control().done() == 0);
}

#[test]
fn winning_moves_are_as_many_as_counted() {
    type Wins = FoundMoves<u64>;
    let mut solver = Solver::new(Kayles);
    round_trip(&solver.winning_moves([5, 6, 3, 2]).unwrap());
    round_trip(&solver.winning_moves([5, 5]).unwrap());
    let text = |moves: &str, least: u64| format!(r#"{{"moves":[{moves}],"least":{least},"is_counted":true}}"#);
    let mv = r#"{"component":0,"mv":3}"#;
    assert!(serde_json::from_str::<Wins>(&text(mv, 1)).is_ok());
    for (moves, least) in [(mv, 0), ("", 3)] {
        assert!(refused::<Wins>(&text(moves, least)).contains("number of moves"));
    }
}

#[test]
fn answers_of_a_solver() {
    let mut solver = Solver::new(Kayles);
    let decided = solver.decide(Play::Misere, [9, 12]).unwrap();
    assert_eq!(round_trip(&decided), format!(r#"{{"outcome":"{}","method":"{:?}"}}"#, decided.outcome, decided.method));
    let _: Vec<MoveValue<_>> = solver.move_values([4, 1]).inspect(|moves| drop(round_trip(moves))).unwrap();
    let working: Explanation<u64, _> = solver.explain([5, 6, 3, 2]).unwrap();
    round_trip(&working);
    round_trip(&solver.explain_in(Play::Misere, [9, 12]).unwrap());
    round_trip(&XorTable::from_iter([("first", Nimber::new(27)), ("second", Nimber::new(13))]));
    round_trip(&Decided { outcome: decided.outcome, method: Method::Search });
}

#[test]
fn errors() {
    fn check<T: Serialize + DeserializeOwned + PartialEq + Debug + Display>(error: &T) {
        let text = round_trip(error);
        assert_eq!(serde_json::from_str::<T>(&text).unwrap().to_string(), error.to_string());
    }
    let mut solver = Solver::new(Unhinted(Kayles)).with_control(Control::new().positions(100));
    let Err(SolveError::Stopped(stopped)) = solver.grundy(200) else { panic!() };
    assert_eq!(round_trip(&stopped), r#"{"bound":{"Positions":100},"unit":"Positions","done":0,"unfinished":100}"#);
    check::<Stopped>(&stopped);
    check::<SolveError<u64>>(&stopped.into());
    check(&SolveError::TooManyMoves { position: Components::from(9_u64), at_least: 8, limit: 4 });
    check(&SolveError::<u64>::NotByMethod { method: Method::Tame });
    check::<NotationError>(&Kayles.parse("3,,5").unwrap_err());
    let mv = SumMove { component: 1, mv: Kayles.moves(&3).next().unwrap() };
    check::<IllegalMove<u64, _>>(&play_in_sum(&Kayles, [3].into(), mv).unwrap_err());
    round_trip(&(Bound::Cancelled, Unit::Heaps));
}

/// A rule book is what its parts are: here its name.
#[test]
fn combinators() {
    let (one, other) = ("kayles".to_owned(), "nim".to_owned());
    assert_eq!(round_trip(&Sum(one.clone(), other.clone())), r#"["kayles","nim"]"#);
    round_trip(&SumOf(vec![one.clone(), other.clone()]));
    round_trip(&Tartan { rows: one.clone(), columns: other.clone() });
    round_trip(&Acrostic { rows: one.clone(), columns: other.clone() });
    round_trip(&Ordinal { base: one.clone(), top: other.clone() });
    round_trip(&Sequential { now: one.clone(), later: other.clone() });
    round_trip(&Join(one.clone(), other.clone()));
    round_trip(&AtMost { game: one.clone(), most: 2 });
    round_trip(&PassOnce(one.clone()));
    round_trip(&Whole(Unhinted(one.clone())));
    for way in Way::ALL {
        round_trip(way);
        round_trip(&way.of(one.clone()));
    }
    assert_eq!(
        round_trip(&Compound { game: 1, kind: Kind::Selective, ends: Ends::Short }),
        r#"{"game":1,"kind":"Selective","ends":"Short"}"#
    );
    round_trip(&Hypergraph { game: one, edges: [[0, 1].into(), [2].into()].into() });
    let read: Hypergraph<u8> = serde_json::from_str(r#"{"game":1,"edges":[[2,0,2],[0,2]]}"#).unwrap();
    assert_eq!(read.edges, [[0, 2].into()].into());
}

#[test]
fn positions_and_moves_of_combinators() {
    let list = Components::<u64>::from([2, 1]);
    assert_eq!(round_trip::<Either<u64, u64>>(&Either::Left(5)), r#"{"Left":5}"#);
    round_trip(&At { game: 1, position: 5 });
    round_trip(&Coordinates { row: 2, column: 3 });
    round_trip(&InBoth { row: 2, column: 3 });
    round_trip(&Based { base: list.clone(), top: list.clone() });
    round_trip(&Queued { now: list.clone(), later: list.clone() });
    round_trip(&WithPass { position: list.clone(), pass: Pass::Used });
    round_trip(&MoveOrPass::<u64>::Pass);
    let joint: Vec<JointMove<_>> = Compound::conjunctive(Kayles).moves(&[list.clone(), list].into()).collect();
    round_trip(&joint);
}
