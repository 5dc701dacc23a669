//! The nimber search of a solver.

use crate::components::Components;
use crate::game::ImpartialGame;
use crate::method::Method;
use crate::nimber::Nimber;
use crate::outcome::Outcome;
#[cfg(test)]
use crate::search::Cuts;
use crate::search::{Memo, NimberSearch, SolveError};
use crate::solver::Solver;
use crate::solver::values::asked_for_values;

impl<G: ImpartialGame, T: Memo<G::Position, Nimber>> Solver<G, T> {
    /// Whether values are found by the nimber search, for a rule book that asks for it: no other method is forced.
    pub(super) fn searches_nimbers(&self) -> bool {
        self.only.is_none_or(|only| only == Method::Nimbers)
    }

    /// The value of a sum.
    pub(super) fn value_by_nimbers(&mut self, sum: Components<G::Position>) -> Result<Nimber, SolveError<G::Position>> {
        match self.by_several() {
            Some(several) => several.value_by_nimbers(self, sum),
            None => self.search_nimbers(|mut search| search.value(sum)),
        }
    }

    /// The outcome of a sum.
    pub(super) fn by_nimbers(&mut self, sum: Components<G::Position>) -> Result<Outcome, SolveError<G::Position>> {
        let is_zero = self.is_worth_by_nimbers(sum, Nimber::ZERO)?;
        Ok(if is_zero { Outcome::P } else { Outcome::N })
    }

    /// Whether a sum has that value.
    fn is_worth_by_nimbers(
        &mut self,
        sum: Components<G::Position>,
        value: Nimber,
    ) -> Result<bool, SolveError<G::Position>> {
        match self.by_several() {
            Some(several) => several.is_worth_by_nimbers(self, sum, value),
            None => self.search_nimbers(|mut search| search.is_worth(sum, value)),
        }
    }

    /// The same solver with some parts of the nimber search switched off.
    #[cfg(test)]
    pub(crate) fn with_cuts(mut self, cuts: Cuts) -> Self {
        self.cuts = cuts;
        self
    }

    /// Whether what a move leaves has that value.
    pub(super) fn is_worth(
        &mut self,
        left: Components<G::Position>,
        value: Nimber,
    ) -> Result<bool, SolveError<G::Position>> {
        if G::SEARCHES_NIMBERS && self.searches_nimbers() {
            return self.is_worth_by_nimbers(left, value);
        }
        Ok(self.grundy(left)? == value)
    }

    pub(super) fn search_nimbers<V>(&mut self, question: impl FnOnce(NimberSearch<'_, G, T>) -> V) -> V {
        let asks = self.asks_oracles();
        let Self { game, control, oracles, notes, cuts, memos, .. } = self;
        let mut ask = asked_for_values(asks, oracles, game, notes);
        let (values, facts) = (&mut memos.values, &mut memos.facts);
        question(NimberSearch { game: &*game, values, facts, control, ask: &mut ask, cuts: *cuts })
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::cell::Cell;
    use std::ops::ControlFlow;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;
    use crate::control::{Bound, Control};
    use crate::measures::WhoWins;
    use crate::outcome::Play;
    use crate::search::{Table, evaluate_whole};

    /// For each position what its moves leave: positions with smaller numbers.
    pub(in crate::solver) struct Listed(pub(in crate::solver) Vec<Vec<Vec<usize>>>);

    impl ImpartialGame for Listed {
        type Position = usize;
        type Move = usize;

        const SEARCHES_NIMBERS: bool = true;

        fn moves(&self, position: &usize) -> impl Iterator<Item = usize> {
            0..self.0[*position].len()
        }

        fn play(&self, position: &usize, mv: &usize) -> Components<usize> {
            self.0[*position][*mv].iter().copied().collect()
        }

        /// The first position with the same list, in games of few positions.
        fn class_code(&self, position: &usize) -> Option<u128> {
            let lists = self.0.get(..=*position).filter(|_| self.0.len() < 1000)?;
            lists.iter().position(|list| *list == self.0[*position]).map(|first| first as u128)
        }
    }

    impl Listed {
        /// A game of at most 61 positions at random, and the values of its positions from small numbers to large ones.
        pub(in crate::solver) fn random(seed: u64) -> (Self, Vec<u64>) {
            Self::random_of(60, seed)
        }

        /// A game of at most that many positions and one more.
        pub(in crate::solver) fn random_of(most: usize, mut seed: u64) -> (Self, Vec<u64>) {
            let mut below = move |bound: usize| {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                usize::try_from(seed >> 33).unwrap() % bound
            };
            let (mut lists, mut values) = (Vec::new(), Vec::new());
            let most_moves = 1 + below(8);
            for position in 0..=below(most) {
                let mut options = Vec::new();
                for _ in 0..if position == 0 { 0 } else { below(most_moves + 1) } {
                    let parts = [0, 1, 1, 1, 1, 2, 2, 3][below(8)];
                    options.push((0..parts).map(|_| below(position)).collect::<Vec<usize>>());
                }
                let left: Vec<u64> =
                    options.iter().map(|parts| parts.iter().fold(0, |sum, part| sum ^ values[*part])).collect();
                values.push((0..=left.len() as u64).find(|value| !left.contains(value)).unwrap());
                lists.push(options);
            }
            (Self(lists), values)
        }
    }

    fn forced<G: ImpartialGame>(game: G, cuts: Cuts) -> Solver<G> {
        Solver::new(game).by(Method::Nimbers).with_cuts(cuts)
    }

    #[test]
    fn no_cut_changes_a_value_or_an_outcome() {
        for seed in 0..400 {
            let (game, values) = Listed::random(seed);
            for cuts in Cuts::each() {
                let last = values.len() - 1;
                let found = forced(&game, cuts).grundy(last);
                assert_eq!(found, Ok(Nimber::new(values[last])), "seed {seed}, {cuts:?}");
                for sum in [vec![last], vec![last, last / 2], vec![last, last, last / 3], vec![last / 2, 0, last / 3]] {
                    let value = sum.iter().fold(0, |all, part| all ^ values[*part]);
                    let outcome = if value == 0 { Outcome::P } else { Outcome::N };
                    assert_eq!(forced(&game, cuts).outcome(sum.clone()), Ok(outcome), "seed {seed}, {cuts:?}, {sum:?}");
                }
            }
        }
    }

    /// Misère play of whole positions, whichever components get forms, beside the engine, which stops at the first winning move.
    #[test]
    fn the_search_of_whole_positions_has_the_outcomes_of_the_engine() {
        for seed in 0..15 {
            let (game, values) = Listed::random(seed);
            let last = values.len().min(8) - 1;
            for sum in [vec![last], vec![last, last / 2], vec![last / 2, last / 2, 0], vec![]] {
                let (mut memo, mut control) = (Table::new(), Control::new());
                let outcome = evaluate_whole(&game, &WhoWins(Play::Misere), &mut memo, &mut control, sum.clone());
                let outcome = outcome.unwrap();
                let moves = [0, 1, 2, 7, 40];
                for cuts in Cuts::each().flat_map(|cuts| moves.map(|form_moves| Cuts { form_moves, ..cuts })) {
                    let mut solver = Solver::new(&game).by(Method::Search).with_cuts(cuts);
                    let found = solver.outcome_in(Play::Misere, sum.clone());
                    assert_eq!(found, Ok(outcome), "seed {seed}, {cuts:?}, {sum:?}");
                }
                let found = Solver::new(&game).outcome_in(Play::Misere, sum.clone());
                assert_eq!(found, Ok(outcome), "seed {seed}, {sum:?}");
            }
        }
    }

    #[test]
    fn a_stopped_search_of_whole_positions_goes_on_where_it_was() {
        for seed in 0..60 {
            let (game, values) = Listed::random(seed);
            let sum = [values.len().min(8) - 1, values.len().min(8) / 2];
            let outcome = Solver::new(&game).by(Method::Search).outcome_in(Play::Misere, sum).unwrap();
            let (mut solver, mut limit) = (Solver::new(&game).by(Method::Search), 1 + seed % 5);
            let found = loop {
                solver.set_control(Control::new().positions(limit));
                match solver.outcome_in(Play::Misere, sum) {
                    Ok(outcome) => break outcome,
                    Err(SolveError::Stopped(stopped)) if stopped.is_positions() => limit += 3,
                    Err(error) => panic!("seed {seed}: {error}"),
                }
            };
            assert_eq!(found, outcome, "seed {seed}");
        }
    }

    #[test]
    fn a_memo_of_all_positions_serves_all_questions() {
        for seed in 0..100 {
            let (game, values) = Listed::random(seed);
            let mut solver = forced(&game, Cuts::ALL);
            for (position, value) in values.iter().enumerate().rev() {
                let is_zero = if *value == 0 { Outcome::P } else { Outcome::N };
                assert_eq!(solver.outcome(position), Ok(is_zero), "seed {seed}, {position}");
                assert_eq!(solver.grundy(position), Ok(Nimber::new(*value)), "seed {seed}, {position}");
            }
        }
    }

    /// Values that have no bit of their own among candidates.
    #[test]
    fn large_values_are_found() {
        let heaps = Listed((0..100).map(|heap| (0..heap).map(|left| vec![left]).collect()).collect());
        for cuts in Cuts::each() {
            for heap in [61, 62, 63, 64, 65, 99] {
                assert_eq!(forced(&heaps, cuts).grundy(heap), Ok(Nimber::new(heap as u64)), "{cuts:?}");
            }
            assert_eq!(forced(&heaps, cuts).outcome([63, 64, 99]), Ok(Outcome::N));
            assert_eq!(forced(&heaps, cuts).outcome([63, 64, 63, 64]), Ok(Outcome::P));
        }
    }

    /// Nim-heaps by Bouton's theorem. The forms of two heaps of 65 or more are too large to be added.
    #[test]
    fn large_forms_stand_apart_in_misere_play() {
        let heaps = Listed((0..72).map(|heap| (0..heap).map(|left| vec![left]).collect()).collect());
        for form_moves in [7, 100] {
            for (sum, outcome) in [
                (&[65, 65][..], Outcome::P),
                (&[65, 66], Outcome::N),
                (&[64, 65, 1], Outcome::P),
                (&[1, 1, 1], Outcome::P),
                (&[1, 1, 0], Outcome::N),
            ] {
                let cuts = Cuts { form_moves, ..Cuts::ALL };
                let mut solver = Solver::new(&heaps).by(Method::Search).with_cuts(cuts);
                assert_eq!(solver.outcome_in(Play::Misere, sum), Ok(outcome), "{form_moves}, {sum:?}");
            }
        }
    }

    #[test]
    fn play_that_comes_back_is_loopy() {
        let loopy = Listed(vec![vec![], vec![vec![2]], vec![vec![1]]]);
        let error = forced(&loopy, Cuts::ALL).grundy(1).unwrap_err();
        assert!(matches!(error, SolveError::Loopy { .. }), "{error}");
        let error = Solver::new(&loopy).by(Method::Search).outcome_in(Play::Misere, [1, 0]).unwrap_err();
        assert!(matches!(&error, SolveError::Loopy { position } if position[0] > 0), "{error}");
    }

    /// A line of 10^6 moves, and a position with 10^6 options that each have options.
    #[test]
    fn deep_and_wide_games_end() {
        let million = 1_000_000;
        let line = Listed(
            (0..=million).map(|at: usize| at.checked_sub(1).map(|left| vec![left]).into_iter().collect()).collect(),
        );
        let mut solver = forced(&line, Cuts::ALL);
        assert_eq!(solver.grundy(million), Ok(Nimber::ZERO));
        let mut lists: Vec<Vec<Vec<usize>>> = vec![vec![], vec![vec![0]]];
        lists.extend((0..million).map(|_| vec![vec![0], vec![1]]));
        lists.push((2..million + 2).map(|option| vec![option]).collect());
        let mut solver = forced(Listed(lists), Cuts::ALL);
        assert_eq!(solver.grundy(million + 2), Ok(Nimber::ZERO)); // each option is worth *2
    }

    /// Memory for about 16 positions and more. Too little is an error.
    #[test]
    fn a_search_that_forgets_finds_the_same() {
        let (mut repeated, mut too_small) = (0, [0; 6]);
        for seed in 0..100 {
            let (game, values) = Listed::random_of(300, seed);
            let last = values.len() - 1;
            for cuts in Cuts::each() {
                let solved = |limit| {
                    let mut solver = forced(&game, cuts).with_control(Control::new().bytes(limit));
                    (solver.grundy(last), solver.control().done())
                };
                let (_, listed) = solved(1 << 30);
                for (place, limit) in [1700, 2300, 3400, 4500, 6500, 10_500].into_iter().enumerate() {
                    match solved(limit) {
                        (Ok(value), again) => {
                            assert_eq!(value, Nimber::new(values[last]), "seed {seed}, {cuts:?}, {limit}");
                            repeated += u64::from(again > listed);
                        }
                        (Err(error), _) => {
                            assert!(is_of_bytes(&error), "seed {seed}, {cuts:?}, {limit}: {error}");
                            too_small[place] += 1;
                        }
                    }
                }
            }
        }
        // Of 1600 searches each: half end where memory holds 16 positions.
        assert!(repeated > 500 && too_small[0] < 900 && too_small[5] < 80, "{repeated} {too_small:?}");
    }

    pub(in crate::solver) fn is_of_bytes(error: &SolveError<usize>) -> bool {
        matches!(error, SolveError::Stopped(stopped) if matches!(stopped.bound, Bound::Bytes(_)))
    }

    /// Stopped every few listings, in memory for about two hundred positions. After each stop nothing is under way.
    #[test]
    fn a_stopped_search_that_forgets_goes_on_where_it_was() {
        for seed in 0..60 {
            let (game, values) = Listed::random_of(300, seed);
            let (last, mut limit) = (values.len() - 1, 1 + seed % 5);
            let mut solver = forced(&game, Cuts::ALL);
            let value = loop {
                solver.set_control(Control::new().positions(limit).bytes(20_000));
                match solver.grundy(last) {
                    Ok(value) => break value,
                    Err(SolveError::Stopped(stopped)) if stopped.is_positions() => limit += 3,
                    Err(error) => panic!("seed {seed}: {error}"),
                }
            };
            assert_eq!(value, Nimber::new(values[last]), "seed {seed}");
        }
    }

    /// All positions of a line are under way at the same time.
    #[test]
    fn a_line_that_is_too_long_for_the_memory_is_an_error() {
        let line = Listed(
            (0..100_000).map(|at: usize| at.checked_sub(1).into_iter().map(|left| vec![left]).collect()).collect(),
        );
        let mut solver = forced(&line, Cuts::ALL).with_control(Control::new().bytes(1 << 18));
        assert!(is_of_bytes(&solver.grundy(99_999).unwrap_err()));
        for heap in (0..100_000).step_by(500) {
            assert_eq!(solver.grundy(heap), Ok(Nimber::new(heap as u64 % 2)), "{heap}");
        }
    }

    /// A position counts once, however often the listing of its options was stopped.
    #[test]
    fn a_listing_that_is_stopped_does_not_count() {
        let wide = Listed(vec![vec![], vec![vec![0]; 1000]]);
        let each_time = Control::new().watched(|_| ControlFlow::Break(()));
        let mut solver = forced(&wide, Cuts::ALL).with_control(each_time);
        let stops = (0..1000).take_while(|_| solver.grundy(1).is_err()).count();
        assert!((1..1000).contains(&stops), "{stops}");
        assert_eq!((solver.grundy(1), solver.control().done()), (Ok(Nimber::new(1)), 2));
    }

    /// A line of play at whose end the rule book panics once.
    #[test]
    fn a_panic_leaves_no_position_under_way() {
        struct Panics(Cell<bool>);

        impl ImpartialGame for Panics {
            type Position = usize;
            type Move = usize;

            const SEARCHES_NIMBERS: bool = true;

            fn moves(&self, position: &usize) -> impl Iterator<Item = usize> {
                assert!(*position > 0 || !self.0.replace(false), "the rule book panics");
                position.checked_sub(1).into_iter()
            }

            fn play(&self, _: &usize, left: &usize) -> Components<usize> {
                (*left).into()
            }
        }

        let mut solver = forced(Panics(Cell::new(true)), Cuts::ALL);
        assert!(catch_unwind(AssertUnwindSafe(|| solver.grundy(9))).is_err());
        assert_eq!(solver.grundy(9), Ok(Nimber::new(1)));
    }

    #[test]
    fn a_stopped_search_goes_on_where_it_was() {
        for seed in 0..200 {
            let (game, values) = Listed::random(seed);
            let last = values.len() - 1;
            let mut solver = forced(&game, Cuts::ALL);
            let mut limit = 1 + seed % 5;
            let value = loop {
                solver.set_control(Control::new().positions(limit));
                match solver.grundy(last) {
                    Ok(value) => break value,
                    Err(SolveError::Stopped(stopped)) if stopped.is_positions() => limit += 3,
                    Err(error) => panic!("seed {seed}: {error}"),
                }
            };
            assert_eq!(value, Nimber::new(values[last]), "seed {seed}");
        }
    }
}
