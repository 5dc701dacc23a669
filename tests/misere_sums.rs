//! Sums in misère play by tameness, canonical forms and quotients: what each method says is what brute force finds.

mod support;

use grundy::compound::{Ends, Kind, Way};
use grundy::heap::TakeAndBreak;
use grundy::laws::{GameTable, game_tables};
use grundy::misere::quotient::{MisereQuotient, QuotientSearch};
use grundy::strategy::{MisereMethod, Worth};
use grundy::{
    Components, Compound, CompoundError, CompoundSolver, ExplicitGame, GrundysGame, ImpartialGame, Kayles, LaskersNim,
    Nim, Nimber, Outcome, Play, SolveError, Solver, Unhinted,
};
use proptest::prelude::*;
use support::naive;

/// The way to play that has no one rule for components.
const SUM: Way = Way { kind: Kind::Disjunctive, ends: Ends::Long, play: Play::Misere };

fn quotient(code: &str, heaps: usize) -> MisereQuotient {
    let mut search = QuotientSearch::new(code.parse().unwrap());
    search.extend_to(heaps).unwrap();
    search.into_quotient()
}

/// A random game, and up to three components of it, some of which are sums.
fn random_sums() -> impl Strategy<Value = (GameTable, Vec<Vec<usize>>)> {
    let components = prop::collection::vec(prop::collection::vec(0..7_usize, 0..=2), 1..=3);
    (game_tables(7, 3), components)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn each_method_is_brute_force((game, components) in random_sums()) {
        let expected = naive::outcome(&game, &components.concat(), Play::Misere);
        let mut solver = CompoundSolver::new(&game);
        for method in MisereMethod::ALL {
            let found = solver.misere_outcome_by(method, components.clone()).unwrap();
            prop_assert!(found.is_none_or(|found| found == expected), "{}", method);
            let must_tell = matches!(method, MisereMethod::Forms | MisereMethod::Search);
            prop_assert!(found.is_some() || !must_tell, "{}", method);
        }
        prop_assert_eq!(CompoundSolver::new(&game).outcome(SUM, components).unwrap(), expected);
    }

    /// Rows of Kayles of five or more pins are wild.
    #[test]
    fn wild_rows_are_brute_force(rows in prop::collection::vec(0..=9_u64, 1..=5)) {
        let expected = Solver::new(Unhinted(Kayles)).search_outcome(Play::Misere, &rows).unwrap();
        let mut solver = CompoundSolver::new(Kayles);
        for method in MisereMethod::ALL {
            let found = solver.misere_outcome_by(method, rows.clone()).unwrap();
            prop_assert!(found.is_none_or(|found| found == expected), "{}", method);
        }
        let working = CompoundSolver::new(Kayles).working(SUM, rows.clone()).unwrap();
        prop_assert_eq!(working.outcome, expected, "{}", working);
        let by_quotient = CompoundSolver::with_quotient(quotient("0.77", 10))
            .working(SUM, rows.iter().map(|row| u128::from(*row))).unwrap();
        prop_assert_eq!(by_quotient.outcome, expected);
        prop_assert_eq!(by_quotient.method, Some(MisereMethod::Quotient));
    }

    /// With each method, and with none that decides everything, the same moves win.
    #[test]
    fn winning_moves_are_those_of_a_search(rows in prop::collection::vec(0..=7_u64, 1..=3)) {
        let game = Compound::disjunctive(Kayles);
        let position = game.position(rows.clone());
        let mut by_force = Solver::new(Unhinted(Kayles));
        let expected: Vec<String> = game.moves(&position).filter(|mv| {
            let left: Components<u64> = game.play(&position, mv)[0].iter().flatten().copied().collect();
            by_force.search_outcome(Play::Misere, left).unwrap() == Outcome::P
        }).map(|mv| mv.to_string()).collect();
        let winning = CompoundSolver::new(Kayles).winning_moves(SUM, rows.clone()).unwrap();
        prop_assert_eq!(winning.iter().map(ToString::to_string).collect::<Vec<_>>(), expected.clone());

        // A code lists fewer moves: those to the left and to the right are one.
        let heaps: Vec<u128> = rows.iter().copied().map(u128::from).collect();
        let by_search = CompoundSolver::new(Unhinted(TakeAndBreak::kayles())).winning_moves(SUM, heaps.clone());
        let mut solver = CompoundSolver::with_quotient(quotient("0.77", 8));
        prop_assert_eq!(solver.winning_moves(SUM, heaps), by_search);
        prop_assert_eq!(solver.solved(), 0);
    }
}

/// Forms against a quotient, which shares nothing with them: more wild rows than can be searched.
#[test]
fn forms_and_quotient_agree_on_many_rows() {
    let kayles = quotient("0.77", 13);
    for rows in
        [vec![5; 13], vec![9, 10, 11, 12, 5, 5, 9], vec![5, 5, 9, 9, 9, 9, 12], vec![12, 12, 5, 9, 5, 9, 1, 1, 4]]
    {
        let expected = kayles.outcome(rows.iter().copied().map(u128::from).collect::<Vec<_>>());
        let mut solver = CompoundSolver::new(Kayles);
        let working = solver.working(SUM, rows.clone()).unwrap();
        assert_eq!((Some(working.outcome), working.method), (expected, Some(MisereMethod::Forms)), "{rows:?}");
    }
}

/// Forty heaps that may be split, of a thousand counters and more, have more positions than there are atoms. They are tame and firm,
/// so that misère play is normal play, whose values are known: an independent answer.
#[test]
fn tame_sums_need_no_search() {
    let heaps: Vec<u64> = (1000..1040).collect();
    let (mut theorem, mut misere) = (Solver::new(LaskersNim), CompoundSolver::new(Unhinted(LaskersNim)));
    for count in 38..=40 {
        let working = misere.working(SUM, heaps[..count].to_vec()).unwrap();
        assert_eq!(working.method, Some(MisereMethod::Tame));
        assert!(working.worths.iter().all(|worth| matches!(worth, Worth::Tame(_))));
        assert_eq!(working.outcome, theorem.outcome(&heaps[..count]).unwrap(), "{count}");
    }
    assert_eq!(misere.solved(), 1039, "each smaller heap once");
    let mut by_force = CompoundSolver::new(Unhinted(LaskersNim));
    by_force.set_limit(3);
    let searched = by_force.misere_outcome_by(MisereMethod::Search, heaps.clone());
    assert!(matches!(searched, Err(CompoundError::Whole(SolveError::Limit { limit: 3, .. }))), "{searched:?}");
}

#[test]
fn winning_moves_of_a_tame_sum_are_those_of_normal_play() {
    let heaps = [50_u64, 51, 52, 53, 40, 30, 20];
    let winning = CompoundSolver::new(Unhinted(LaskersNim)).winning_moves(SUM, heaps).unwrap();
    let winning: Vec<_> = winning.into_iter().map(|mv| (mv.0[0].component, mv.0[0].mv.mv)).collect();
    let expected: Vec<_> = Solver::new(LaskersNim)
        .winning_moves(heaps)
        .unwrap()
        .map(Result::unwrap)
        .map(|win| (win.component, win.mv))
        .collect();
    assert!(!expected.is_empty());
    assert_eq!(winning, expected);
}

/// The other ways to play ask for misère outcomes of single components, which may fall apart.
#[test]
fn a_component_that_falls_apart_is_a_sum() {
    let way = Way { kind: Kind::Selective, ..SUM };
    let mut solver = CompoundSolver::new(Unhinted(LaskersNim));
    assert_eq!(solver.outcome(way, [vec![90, 90, 90, 90], vec![0]]).unwrap(), Outcome::P);
    assert_eq!(solver.solved(), 90);
}

#[test]
fn a_quotient_reaches_as_far_as_it_does() {
    let mut solver = CompoundSolver::with_quotient(quotient("0.77", 8));
    let near = solver.working(SUM, [7_u128, 5]).unwrap();
    assert_eq!((near.method, solver.solved()), (Some(MisereMethod::Quotient), 0));
    assert!(near.worths.iter().all(|worth| matches!(worth, Worth::Element(_))));
    let far = solver.working(SUM, [9_u128, 5]).unwrap();
    assert_eq!(far.method, Some(MisereMethod::Forms));
    let row = |outcome: Outcome| (outcome, Some(outcome));
    assert_eq!((far.outcome, quotient("0.77", 10).outcome([9, 5])), row(far.outcome));
}

#[test]
fn a_quotient_of_all_heaps_plays_heaps_of_any_size() {
    let mut search = QuotientSearch::new("0.75".parse().unwrap());
    search.certify(100).unwrap();
    let expected = search.quotient().outcome([10_u128.pow(30), 9, 9]);
    let mut solver = CompoundSolver::with_quotient(search.into_quotient());
    assert_eq!(solver.outcome(SUM, [10_u128.pow(30), 9, 9]).ok(), expected);
    // Its moves are more than may be tried, and that is said at once.
    let refused = solver.winning_moves(SUM, [10_u128.pow(30), 9, 9]);
    assert!(matches!(refused, Err(CompoundError::Whole(SolveError::Limit { .. }))));
}

#[test]
fn the_working_says_which_method_it_was() {
    let mut rows = CompoundSolver::new(Kayles);
    let texts = [vec![7, 7, 4], vec![5, 9], vec![1, 1]].map(|sum| rows.working(SUM, sum).unwrap().to_string());
    assert_eq!(
        texts,
        [
            "genera 2^20, 2^20, 1^031: all are tame, the sum is 1^13: N",
            "misère canonical forms form 5, form 14: by their sum: P",
            "genera 1^031, 1^031: all are tame, the sum is 0^120: N",
        ]
    );
    let heaps = CompoundSolver::new(Nim).working(SUM, [2, 2]).unwrap();
    assert_eq!(heaps.to_string(), "by the game's own theorem: P");
    for way in Way::ALL.into_iter().filter(|way| *way != SUM) {
        assert_eq!(rows.working(way, [3, 2]).unwrap().method, None, "{way}");
    }
}

#[test]
fn a_loopy_component_is_named_by_every_method() {
    let game = ExplicitGame::new(vec![vec![], vec![0], vec![3], vec![2]]).unwrap();
    let mut solver = CompoundSolver::new(game);
    for method in [MisereMethod::Tame, MisereMethod::Search] {
        let error = solver.misere_outcome_by(method, [1, 2]).unwrap_err();
        let named = matches!(error, CompoundError::Component { component: 1, error: SolveError::Loopy { .. } });
        assert!(named, "{method}: {error}");
    }
    let error = solver.misere_outcome_by(MisereMethod::Forms, [1, 2]).unwrap_err();
    assert_eq!(error.to_string(), "all components together: the game is loopy: play can come back to [2]");
    assert_eq!(solver.misere_outcome_by(MisereMethod::Tame, [0; 0]), Err(CompoundError::Empty));
}

#[test]
fn a_limit_is_told_and_a_larger_one_resumes() {
    let rows = [17, 16, 15];
    let mut solver = CompoundSolver::new(Kayles);
    solver.set_limit(38);
    let error = solver.outcome(SUM, rows).unwrap_err();
    assert!(error.to_string().starts_with("all components together: limit of 38 positions reached"), "{error}");
    let kept = solver.solved();
    assert!(kept >= 17);
    solver.set_limit(1 << 20);
    assert_eq!(solver.misere_outcome_by(MisereMethod::Tame, rows), Ok(None));
    assert_eq!(solver.solved(), kept, "rows that were tried for tameness are known");
    let outcome = solver.outcome(SUM, rows).unwrap();
    assert_eq!(quotient("0.77", 18).outcome([17, 16, 15]), Some(outcome));
    // A heap that no method can look at is named.
    let error = CompoundSolver::new(GrundysGame).outcome(SUM, [5, 10_u64.pow(18)]).unwrap_err();
    assert!(error.to_string().starts_with("component 2: limit of"), "{error}");
}

/// A class is a class of nim-positions: heaps of one and firm ones, worth what Bouton says.
#[test]
fn nim_without_its_theorem_is_tame() {
    let mut solver = CompoundSolver::new(Unhinted(Nim));
    for heaps in [vec![1, 1, 1], vec![1, 1], vec![2, 2], vec![3, 2, 1], vec![5, 4, 3, 2, 1], vec![200; 30]] {
        let expected = Nim.known_outcome(&heaps, Play::Misere);
        let working = solver.working(SUM, heaps.clone()).unwrap();
        assert_eq!((Some(working.outcome), working.method), (expected, Some(MisereMethod::Tame)), "{heaps:?}");
    }
    let firm = solver.working(SUM, [200]).unwrap();
    let Worth::Tame(class) = firm.worths[0] else { panic!("{firm}") };
    assert_eq!(class.grundy(), Nimber::new(200));
}

/// The game *[3 [2] 0] is restive: it is not tame, but twice itself is. So many of it are decided by pairs, which no sum could be made of.
#[test]
fn pairs_of_equal_forms_may_be_tame() {
    let edges = vec![vec![], vec![0], vec![0, 1], vec![0, 1, 2], vec![2], vec![3, 4, 0]];
    let game = ExplicitGame::new(edges).unwrap();
    let (mut solver, mut by_force) = (CompoundSolver::new(&game), Solver::new(Unhinted(&game)));
    assert_eq!(solver.misere_outcome_by(MisereMethod::Tame, [5, 5, 1]), Ok(None));
    for others in [vec![], vec![1], vec![2], vec![2, 3], vec![1, 2, 3], vec![3, 3]] {
        let mut outcomes = Vec::new();
        for pairs in [1, 2, 3, 100] {
            let sum = [vec![5; 2 * pairs], others.clone()].concat();
            let working = solver.working(SUM, sum.clone()).unwrap();
            assert_eq!(working.method, Some(MisereMethod::Forms), "{sum:?}");
            if pairs < 4 {
                let expected = by_force.search_outcome(Play::Misere, sum.clone()).unwrap();
                assert_eq!(working.outcome, expected, "{sum:?}");
            }
            outcomes.push(working.outcome);
        }
        assert!(outcomes.iter().all(|outcome| *outcome == outcomes[0]), "{others:?}");
    }
}
