//! Sums in misère play by tameness, canonical forms and quotients: what each method says is what brute force finds.

use crate::support::naive;
use crate::support::random::Random;
use grundy::heap::TakeAndBreak;
use grundy::laws::{GameTable, game_tables};
use grundy::measures::Tameness;
use grundy::misere::canonical::CanonicalForms;
use grundy::misere::quotient::{MisereQuotient, QuotientSearch};
use grundy::{
    Answer, Bound, Components, Compound, Control, ExplicitGame, GrundysGame, ImpartialGame, Kayles, LaskersNim, Method,
    Nim, Nimber, Notes, Outcome, Play, Question, SolveError, Solver, SumMove, Table, Unhinted, evaluate,
};
use proptest::prelude::*;

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
        let sum = components.concat();
        let expected = naive::outcome(&game, &sum, Play::Misere);
        for method in Method::ALL {
            match Solver::new(&game).by(*method).outcome_in(Play::Misere, &sum) {
                Err(SolveError::NotByMethod { method: forced }) => {
                    prop_assert_eq!(forced, *method);
                    prop_assert!(!matches!(method, Method::Forms | Method::Search), "{}", method);
                }
                found => prop_assert_eq!(found, Ok(expected), "{}", method),
            }
        }
        prop_assert_eq!(Solver::new(&game).outcome_in(Play::Misere, sum), Ok(expected));

        // As components of a compound, and as a sum of two compounds.
        let together = Compound::disjunctive(&game);
        let mut solver = Solver::new(together);
        let whole = vec![together.position(components.clone())];
        let (first, others) = components.split_at(1);
        let parts = vec![together.position(first.to_vec()), together.position(others.to_vec())];
        for sum in [whole, parts] {
            let decided = solver.decide(Play::Misere, sum).unwrap();
            prop_assert_eq!((decided.outcome, decided.method), (expected, Method::Oracle));
        }
    }

    /// Rows of Kayles of five or more pins are wild.
    #[test]
    fn wild_rows_are_brute_force(rows in prop::collection::vec(0..=9_u64, 1..=5)) {
        let expected = Solver::new(Unhinted(Kayles)).by(Method::Search).outcome_in(Play::Misere, &rows).unwrap();
        for method in Method::ALL {
            match Solver::new(Unhinted(Kayles)).by(*method).outcome_in(Play::Misere, &rows) {
                Err(SolveError::NotByMethod { .. }) => {}
                found => prop_assert_eq!(found.unwrap(), expected, "{}", method),
            }
        }
        prop_assert_eq!(Solver::new(Unhinted(Kayles)).outcome_in(Play::Misere, &rows).unwrap(), expected);
        let by_quotient = Solver::new(Unhinted(Kayles)).with(quotient("0.77", 10)).decide(Play::Misere, &rows).unwrap();
        prop_assert_eq!((by_quotient.outcome, by_quotient.method), (expected, Method::Oracle));
    }

    /// With each method that answers, and with none that is forced, the same moves win.
    #[test]
    fn winning_moves_are_those_of_a_search(rows in prop::collection::vec(0..=7_u64, 1..=3)) {
        let by_search = |rows: &Vec<u64>| {
            Solver::new(Unhinted(Kayles)).by(Method::Search).winning_moves_in(Play::Misere, rows).unwrap()
        };
        let expected = by_search(&rows);
        prop_assert_eq!(&*Solver::new(Unhinted(Kayles)).winning_moves_in(Play::Misere, &rows).unwrap(), &*expected);
        for method in Method::ALL {
            match Solver::new(Unhinted(Kayles)).by(*method).winning_moves_in(Play::Misere, &rows) {
                Ok(found) => prop_assert_eq!(&*found, &*expected, "{}", method),
                // Rows of up to four pins are tame, and few rows have a quotient that is found soon.
                Err(SolveError::NotByMethod { .. }) => {
                    let is_always_asked = matches!(method, Method::Forms | Method::Search);
                    prop_assert!(!is_always_asked && (*method != Method::Tame || rows.iter().any(|row| *row > 4)), "{}", method);
                }
                Err(error) => prop_assert!(false, "{method}: {error}"),
            }
        }

        let together = Compound::disjunctive(Kayles);
        let joint = Solver::new(together).winning_moves_in(Play::Misere, together.position(rows.clone())).unwrap();
        let joint: Vec<_> = joint
            .into_iter()
            .flat_map(|joint| joint.mv.0)
            .map(|SumMove { component, mv }| SumMove { component, mv: mv.mv })
            .collect();
        prop_assert_eq!(&joint[..], &*expected);

        // A code lists fewer moves: those to the left and to the right are one.
        let heaps: Vec<u128> = rows.iter().copied().map(u128::from).collect();
        let mut by_search = Solver::new(Unhinted(TakeAndBreak::kayles())).by(Method::Search);
        let mut by_quotient = Solver::new(Unhinted(TakeAndBreak::kayles())).with(quotient("0.77", 8));
        prop_assert_eq!(
            &*by_quotient.winning_moves_in(Play::Misere, &heaps).unwrap(),
            &*by_search.winning_moves_in(Play::Misere, &heaps).unwrap()
        );
        prop_assert_eq!(by_quotient.control().done(), 0);
    }
}

/// Forms against a quotient, which shares nothing with them: more wild rows than can be searched.
#[test]
fn forms_and_quotient_agree_on_many_rows() {
    let kayles = quotient("0.77", 13);
    for rows in
        [vec![5; 13], vec![9, 10, 11, 12, 5, 5, 9], vec![5, 5, 9, 9, 9, 9, 12], vec![12, 12, 5, 9, 5, 9, 1, 1, 4]]
    {
        let expected = kayles.misere_outcome(rows.iter().copied().map(u128::from).collect::<Vec<_>>());
        for mut solver in [Solver::new(Unhinted(Kayles)).by(Method::Forms), Solver::new(Unhinted(Kayles))] {
            assert_eq!(solver.outcome_in(Play::Misere, rows.clone()).ok(), expected, "{rows:?}");
        }
    }
}

/// Two heaps of 11 counters of 0.53 are tame together, though one is not. Without pairs, the number of positions grows with each heap.
#[test]
fn equal_wild_heaps_are_paired() {
    let game: TakeAndBreak = "0.53".parse().unwrap();
    let expected =
        Solver::new(Unhinted(game.clone())).by(Method::Search).outcome_in(Play::Misere, [11, 11, 1]).unwrap();
    for count in [2, 4, 8, 40] {
        let limit = Control::new().positions(500);
        let mut solver = Solver::new(Unhinted(game.clone())).by(Method::Forms).with_control(limit);
        let heaps: Vec<u128> = vec![11; count].into_iter().chain([1]).collect();
        assert_eq!(solver.outcome_in(Play::Misere, heaps), Ok(expected), "{count}");
    }
}

/// Forty heaps that may be split, of a thousand counters and more, have more positions than there are atoms. They are tame and firm,
/// so that misère play is normal play, whose values are known: an independent answer.
#[test]
fn tame_sums_need_no_search() {
    let heaps: Vec<u64> = (1000..1040).collect();
    let (mut theorem, mut misere) = (Solver::new(LaskersNim), Solver::new(Unhinted(LaskersNim)));
    for count in 38..=40 {
        let found = misere.decide(Play::Misere, &heaps[..count]).unwrap();
        let expected = theorem.outcome(&heaps[..count]).unwrap();
        assert_eq!((found.outcome, found.method), (expected, Method::Tame), "{count}");
    }
    assert_eq!(misere.control().done(), 1039, "each smaller heap once");
    let mut by_force = Solver::new(Unhinted(LaskersNim)).by(Method::Search).with_control(Control::new().positions(3));
    let Err(SolveError::Stopped(stopped)) = by_force.outcome_in(Play::Misere, &heaps) else { panic!() };
    assert_eq!(stopped.bound, Bound::Positions(3));
}

#[test]
fn winning_moves_of_a_tame_sum_are_those_of_normal_play() {
    let heaps = [50_u64, 51, 52, 53, 40, 30, 20];
    let misere = Solver::new(Unhinted(LaskersNim)).winning_moves_in(Play::Misere, heaps).unwrap();
    let normal = Solver::new(LaskersNim).winning_moves(heaps).unwrap();
    assert!(!normal.is_empty());
    assert_eq!(*misere, *normal);
}

/// The other ways to play ask for misère outcomes of single components, which may fall apart.
#[test]
fn a_component_that_falls_apart_is_a_sum() {
    let game = Compound::selective(Unhinted(LaskersNim));
    let mut solver = Solver::new(game);
    let position = game.position([vec![90, 90, 90, 90], vec![0]]);
    assert_eq!(solver.outcome_in(Play::Misere, position).unwrap(), Outcome::P);
    assert_eq!(solver.control().done(), 90);
}

#[test]
fn a_quotient_reaches_as_far_as_it_does() {
    let mut solver = Solver::new(Unhinted(TakeAndBreak::kayles())).with(quotient("0.77", 8));
    let near = solver.decide(Play::Misere, [7, 5]).unwrap();
    assert_eq!((near.method, solver.control().done()), (Method::Oracle, 0));
    let far = solver.decide(Play::Misere, [9, 5]).unwrap();
    assert_eq!(far.method, Method::Forms);
    assert_eq!(quotient("0.77", 10).misere_outcome([9, 5]), Some(far.outcome));
}

#[test]
fn a_quotient_of_all_heaps_plays_heaps_of_any_size() {
    let mut search = QuotientSearch::new("0.75".parse().unwrap());
    search.certify(100).unwrap();
    let heaps = [10_u128.pow(30), 9, 9];
    let expected = search.quotient().misere_outcome(heaps).unwrap();
    let game: TakeAndBreak = "0.75".parse().unwrap();
    let mut solver = Solver::new(game).with(search.into_quotient());
    let found = solver.decide(Play::Misere, heaps).unwrap();
    assert_eq!((found.outcome, found.method), (expected, Method::Oracle));
}

#[test]
fn the_working_says_which_method_it_was() {
    let mut rows = Solver::new(Unhinted(Kayles));
    let mut line = |sum: Vec<u64>| {
        let working = rows.explain_in(Play::Misere, sum).unwrap().to_string();
        working.lines().next().unwrap().to_owned()
    };
    let (start, wins) = ("In misère play: every component is tame, and of the genera", "the player to move wins.");
    // Genera of rows of Kayles: Winning Ways, ch. 13, table 4.
    assert_eq!(
        line(vec![7, 7, 4]),
        format!("{start} 2^20, 2^20, 1^031 the sum is 1^13, which is the misère Grundy value 1: {wins}")
    );
    assert_eq!(
        line(vec![1, 1]),
        format!("{start} 1^031, 1^031 the sum is 0^120, which is the misère Grundy value 1: {wins}")
    );
    assert_eq!(
        line(vec![5, 9]),
        "In misère play: the components have the canonical forms *[[3 2] 3 2 1], one of 7 options, whose sum decides: the player to move loses."
    );

    let together = Compound::disjunctive(Unhinted(Kayles));
    let working = Solver::new(together).explain_in(Play::Misere, together.position([5, 9])).unwrap().to_string();
    let expected = "the sum of all components is decided by misère canonical forms: the player to move loses.";
    assert!(working.starts_with(&format!("In misère play: {expected}")), "{working}");
}

#[test]
fn a_loopy_component_is_loopy_by_every_method() {
    let game = ExplicitGame::new(vec![vec![], vec![0], vec![3], vec![2]]).unwrap();
    for method in [Method::Tame, Method::Forms, Method::Search] {
        let error = Solver::new(&game).by(method).outcome_in(Play::Misere, [1, 2]).unwrap_err();
        assert!(matches!(error, SolveError::Loopy { .. }), "{method}: {error}");
    }
    let error = Solver::new(&game).outcome_in(Play::Misere, [1, 2]).unwrap_err();
    let SolveError::Loopy { position } = error else { panic!("{error}") };
    assert!(position.iter().any(|vertex| *vertex > 1), "{position}");
}

#[test]
fn a_limit_is_told_and_a_larger_one_resumes() {
    let rows = [17, 16, 15];
    let mut solver = Solver::new(Unhinted(Kayles)).with_control(Control::new().positions(240));
    let error = solver.outcome_in(Play::Misere, rows).unwrap_err();
    assert!(error.to_string().starts_with("limit of 240 "), "{error}");
    assert!(solver.control().done() >= 17);
    let mut tame = Solver::with_memos(Kayles, solver.into_memos()).by(Method::Tame);
    assert_eq!(tame.outcome_in(Play::Misere, rows), Err(SolveError::NotByMethod { method: Method::Tame }));
    assert!(tame.control().done() <= 17, "rows that were tried for tameness are known");
    let outcome = Solver::with_memos(Kayles, tame.into_memos()).outcome_in(Play::Misere, rows).unwrap();
    assert_eq!(quotient("0.77", 18).misere_outcome([17, 16, 15]), Some(outcome));
    // A heap that no method can look at is refused at once.
    let error = Solver::new(GrundysGame).outcome_in(Play::Misere, [5, 10_u64.pow(18)]).unwrap_err();
    assert!(matches!(error, SolveError::TooManyMoves { .. }), "{error}");
}

/// A class is a class of nim-positions: heaps of one and firm ones, worth what Bouton says.
#[test]
fn nim_without_its_theorem_is_tame() {
    let mut solver = Solver::new(Unhinted(Nim));
    for heaps in [vec![1, 1, 1], vec![1, 1], vec![2, 2], vec![3, 2, 1], vec![5, 4, 3, 2, 1], vec![200; 30]] {
        let bouton = Solver::new(Nim).decide(Play::Misere, &heaps).unwrap();
        let found = solver.decide(Play::Misere, &heaps).unwrap();
        assert_eq!((bouton.method, found.method), (Method::Oracle, Method::Tame), "{heaps:?}");
        assert_eq!(found.outcome, bouton.outcome, "{heaps:?}");
    }
    let firm = evaluate(&Unhinted(Nim), &Tameness, &mut Table::new(), &mut Control::new(), 200).unwrap();
    assert_eq!(firm.class().unwrap().grundy(), Nimber::new(200));
}

/// The game *[3 [2] 0] is restive: it is not tame, but twice itself is. So a sum of many copies is decided by its pairs; the canonical form of the whole
/// sum could not be made.
/// A stop may come while the forms of the components of an option are added, and nothing that was known of them is lost.
#[test]
fn forms_that_are_stopped_again_and_again_are_the_same() {
    for row in 5..15 {
        let mut whole = Solver::new(Kayles);
        let form = whole.form(row).unwrap();
        let expected = whole.memos().forms.text(form);
        for step in 1..4 {
            let mut stopped = Solver::new(Kayles);
            let form = (1..).step_by(step).find_map(|limit| {
                stopped.set_control(Control::new().positions(limit));
                stopped.form(row).ok()
            });
            assert_eq!(stopped.memos().forms.text(form.unwrap()), expected, "{row} pins, by {step}");
        }
    }
}

/// Forms under way are numbers of one store. With another store the search begins anew, whichever way the store was exchanged.
#[test]
fn forms_under_way_belong_to_one_store() {
    let mut begun = 0;
    for row in 5..12 {
        for limit in [10, 20, 40, 80] {
            for in_place in [true, false] {
                let mut solver = Solver::new(Kayles).with_control(Control::new().positions(limit));
                if solver.form(row).is_ok() {
                    continue;
                }
                begun += 1;
                // In this store other games have the numbers.
                let mut forms = CanonicalForms::new();
                forms.born_by(4, &mut Control::new()).unwrap();
                if in_place {
                    let memos = solver.memos_mut();
                    memos.forms = forms;
                    memos.form_of.clear();
                    solver.set_control(Control::new());
                } else {
                    let mut memos = solver.into_memos();
                    memos.forms = forms;
                    memos.form_of.clear();
                    solver = Solver::with_memos(Kayles, memos);
                }
                let form = solver.form(row).unwrap();
                // The same store knows the game by the same number, however it was found.
                solver.memos_mut().form_of.clear();
                assert_eq!(solver.form(row), Ok(form), "{row} pins, {limit} positions");
            }
        }
    }
    assert!(begun > 20, "{begun} were stopped");
}

/// A random game with an oracle that knows who wins in one play, and nothing about the other.
struct KnowsOnePlay {
    game: GameTable,
    play: Play,
}

impl ImpartialGame for KnowsOnePlay {
    type Position = usize;
    type Move = usize;

    fn moves(&self, position: &usize) -> impl Iterator<Item = usize> {
        self.game.moves(position)
    }

    fn play(&self, position: &usize, mv: &usize) -> Components<usize> {
        self.game.play(position, mv)
    }

    fn oracle<'a>(&'a self, question: Question<'a, usize>, _: &'a mut Notes, _: &mut Control) -> Answer<'a, usize> {
        match question {
            Question::Outcome { sum, play } if play == self.play => {
                Answer::Outcome(naive::outcome(&self.game, sum, play))
            }
            _ => Answer::Unknown,
        }
    }
}

/// A search on whole positions asks the oracle about each of them, in the play that is searched.
#[test]
fn a_search_asks_the_oracle_about_its_own_play() {
    let (mut random, mut searched) = (Random(7), 0);
    for seed in 0..60 {
        // Mostly single components, so that the search is chosen.
        let options = |position: usize, random: &mut Random| -> Vec<Components<usize>> {
            let moves = if position == 0 { 0 } else { random.below(4) };
            (0..moves)
                .map(|_| (0..=usize::from(random.below(6) == 0)).map(|_| random.below(position)).collect())
                .collect()
        };
        let lists: Vec<_> = (0..16).map(|position| options(position, &mut random)).collect();
        for known in [Play::Normal, Play::Misere] {
            let game = KnowsOnePlay { game: GameTable::new(lists.clone()), play: known };
            for position in [15, 14, 13] {
                for play in [Play::Normal, Play::Misere] {
                    let decided = Solver::new(&game).decide(play, position).unwrap();
                    let expected = naive::outcome(&game, &[position], play);
                    assert_eq!(decided.outcome, expected, "{seed}: {position}, {known} is known, {play}");
                    searched += u32::from(play == Play::Misere && decided.method == Method::Search);
                }
            }
        }
    }
    assert!(searched > 3, "{searched} were searched");
}

/// The last position leaves 2 and 3 together, of which 2 alone is not shown to be tame: a move to a tame option of 2 leaves the sum of this option and 3, and
/// not the option alone.
#[test]
fn the_tame_options_of_a_sum_are_sums() {
    let options = |lists: &[&[usize]]| lists.iter().map(|option| option.iter().copied().collect()).collect();
    let game = GameTable::new(vec![
        vec![],
        options(&[&[0], &[0]]),
        options(&[&[0], &[0, 0], &[1]]),
        options(&[&[2]]),
        options(&[&[0], &[3]]),
        options(&[&[1, 4], &[2, 3]]),
    ]);
    for one in 0..6 {
        for other in 0..6 {
            match Solver::new(&game).by(Method::Tame).outcome_in(Play::Misere, [one, other]) {
                Err(SolveError::NotByMethod { .. }) => {}
                found => assert_eq!(found, Ok(naive::outcome(&game, &[one, other], Play::Misere)), "{one}, {other}"),
            }
        }
    }
}

#[test]
fn pairs_of_equal_forms_may_be_tame() {
    let edges = vec![vec![], vec![0], vec![0, 1], vec![0, 1, 2], vec![2], vec![3, 4, 0]];
    let game = ExplicitGame::new(edges).unwrap();
    let (mut solver, mut by_force) = (Solver::new(&game), Solver::new(Unhinted(&game)).by(Method::Search));
    let by_tameness = Solver::new(&game).by(Method::Tame).outcome_in(Play::Misere, [5, 5, 1]);
    assert!(matches!(by_tameness, Err(SolveError::NotByMethod { .. })));
    for others in [vec![], vec![1], vec![2], vec![2, 3], vec![1, 2, 3], vec![3, 3]] {
        let mut outcomes = Vec::new();
        for pairs in [1, 2, 3, 100] {
            let sum = [vec![5; 2 * pairs], others.clone()].concat();
            let found = solver.decide(Play::Misere, sum.clone()).unwrap();
            assert_eq!(found.method, Method::Forms, "{sum:?}");
            if pairs < 4 {
                let expected = by_force.outcome_in(Play::Misere, sum.clone()).unwrap();
                assert_eq!(found.outcome, expected, "{sum:?}");
            }
            outcomes.push(found.outcome);
        }
        assert!(outcomes.iter().all(|outcome| *outcome == outcomes[0]), "{others:?}");
    }
}
