//! Who wins one component in normal play: what is searched, and what is valued.

use grundy::{
    Components, ExplicitGame, GrundysGame, ImpartialGame, Kayles, LaskersNim, Method, Notation, Outcome, Play,
    SolveError, Solver, Subtraction, Unhinted, Wythoff,
};

#[test]
fn what_falls_apart_or_has_values_is_valued() {
    fn method<G: ImpartialGame<Position = u64>>(solver: &mut Solver<G>, heap: u64) -> Method {
        solver.decide(Play::Normal, heap).unwrap().method
    }
    assert_eq!(method(&mut Solver::new(Unhinted(Kayles)), 50), Method::Values);
    let heaps = || Solver::new(Unhinted(LaskersNim));
    assert_eq!(method(&mut heaps(), 300), Method::Search);
    let mut valued = heaps();
    valued.grundy(299).unwrap();
    assert_eq!(method(&mut valued, 300), Method::Values);
    assert_eq!(method(&mut Solver::new(Unhinted(GrundysGame)), 50), Method::Values);
    // 300 has the option 0, the only one that is P.
    let mut first = heaps();
    assert_eq!((method(&mut first, 300), first.control().done()), (Method::Search, 1));
    // The same is told without a search.
    assert_eq!((method(&mut first, 300), first.control().done()), (Method::Search, 1));
}

/// The lost pairs of Wythoff's game: (1, 2), (3, 5), (4, 7), .. by the golden ratio.
#[test]
fn lost_pairs_are_those_of_the_theorem() {
    let mut pairs = Solver::new(Unhinted(Wythoff));
    let (mut lost, mut met) = (Vec::new(), [false; 40]);
    for small in 0..20 {
        for large in small..20 {
            let pair = Wythoff.parse(&format!("{small},{large}")).unwrap();
            if pairs.outcome(pair) == Ok(Outcome::P) {
                lost.push((small, large));
            }
        }
    }
    // Each number once, the differences in order.
    let mut expected = Vec::new();
    for difference in 0.. {
        let small = met.iter().position(|met| !met).unwrap();
        (met[small], met[small + difference]) = (true, true);
        if small + difference >= 20 {
            break;
        }
        expected.push((small, small + difference));
    }
    assert_eq!(lost, expected);
}

#[test]
fn play_that_comes_back_is_an_error() {
    let game = ExplicitGame::new(vec![vec![], vec![0, 2], vec![3], vec![2]]).unwrap();
    // 1 is won by the move to 0, before the cycle is looked at. 2 is on it.
    assert_eq!(Solver::new(&game).outcome(1), Ok(Outcome::N));
    assert!(matches!(Solver::new(&game).outcome(2), Err(SolveError::Loopy { .. })));
    assert!(matches!(Solver::new(&game).grundy(1), Err(SolveError::Loopy { .. })));
}

#[test]
fn a_long_game_needs_no_stack() {
    let game = Unhinted(Subtraction::new([1, 2]).unwrap());
    let mut solver = Solver::new(game);
    assert_eq!(solver.outcome(300_000), Ok(Outcome::P));
    assert_eq!(solver.outcome(Components::from(300_001)), Ok(Outcome::N));
}
