//! What is written in a format of serde is read back the same, and what breaks an invariant is refused.

use grundy::{Components, Kayles, Nimber, Outcome, Play, Solver, SumMove};

use super::check;

#[test]
fn values_positions_moves_and_outcomes() {
    check(&Nimber::new(5), "5");
    check(&Outcome::N, r#""N""#);
    check(&Play::Misere, r#""Misere""#);
    check::<Components<u64>>(&[5, 6, 3].into(), "[5,6,3]");
    let wins = Solver::new(Kayles).winning_moves([5, 6, 3, 2]).unwrap();
    let text = serde_json::to_string(&wins[0]).unwrap();
    assert_eq!(serde_json::from_str::<SumMove<_>>(&text).unwrap(), wins[0]);
}
