//! Who wins one component in normal play: by its value, or by a search that leaves a position at its first winning move.
//!
//! What is known comes first: a theorem that tells who wins and no value, an outcome from a search before this one, then a value. A component that falls
//! apart is valued ([`is_for_values`]).

use crate::control::Stopped;
use crate::game::ImpartialGame;
use crate::method::Method;
use crate::nimber::Nimber;
use crate::outcome::outcome_of;
use crate::question::{Answer, Question};
use crate::search::{Memo, Place, SolveError, is_for_values, who_wins};
use crate::solver::values::asked_for_values;
use crate::solver::{Decided, Solver, ask};

impl<G: ImpartialGame, T: Memo<G::Position, Nimber>> Solver<G, T> {
    /// Who wins one component in normal play, where no method is forced.
    pub(super) fn who_wins(&mut self, component: &G::Position) -> Result<Decided, SolveError<G::Position>> {
        if let Some(decided) = self.told_who_wins(component)? {
            return Ok(decided);
        }
        let Self { game, memos, .. } = self;
        if is_for_values(game, component, &memos.values, &memos.alone) {
            return self.value(component.clone()).map(by_value);
        }
        if let Some(several) = self.by_several() {
            several.who_wins(self, component)?;
        }
        self.who_wins_alone(component)
    }

    /// Who wins one component in normal play, if an oracle tells it.
    pub(super) fn told_who_wins(&mut self, component: &G::Position) -> Result<Option<Decided>, Stopped> {
        let Self { game, control, oracles, notes, .. } = self;
        match ask(oracles, game, notes, Question::WhoWins(component), control) {
            Answer::Searched(outcome, method) => Ok(Some(Decided { outcome, method })),
            Answer::Value(value) => Ok(Some(by_value(value))),
            Answer::Outcome(outcome) => Ok(Some(Decided { outcome, method: Method::Oracle })),
            Answer::Stopped(stopped) => Err(stopped),
            _ => Ok(None),
        }
    }

    /// Who wins one component in normal play, by a search of one thread.
    pub(super) fn who_wins_alone(&mut self, component: &G::Position) -> Result<Decided, SolveError<G::Position>> {
        let Self { game, control, oracles, notes, memos, .. } = self;
        let ask = asked_for_values(true, oracles, game, notes);
        let [under_way, _] = &mut memos.alone_under_way;
        let kept = Some((under_way, &mut memos.values_of_sums_under_way));
        let (values, alone) = (&mut memos.values, Place::table(&mut memos.alone));
        let outcome = who_wins(&*game, component.clone(), values, alone, kept, control, ask)?;
        Ok(Decided { outcome, method: Method::Search })
    }
}

fn by_value(value: Nimber) -> Decided {
    Decided { outcome: outcome_of(value), method: Method::Values }
}

#[cfg(test)]
mod tests {
    use std::num::NonZero;

    use crate::control::{Bound, Control};
    use crate::game::ImpartialGame;
    use crate::method::Method;
    use crate::nimber::Nimber;
    use crate::outcome::{Outcome, Play, outcome_of};
    use crate::search::{Cuts, SolveError};
    use crate::solver::Solver;
    use crate::solver::nimbers::tests::Listed;
    use crate::unhinted::Unhinted;

    fn outcomes(seed: u64) -> (Unhinted<Listed>, Vec<Outcome>) {
        let (game, values) = Listed::random(seed);
        (Unhinted(game), values.into_iter().map(|value| outcome_of(Nimber::new(value))).collect())
    }

    fn ask<G: ImpartialGame>(solver: &mut Solver<G>, position: &G::Position) -> Outcome {
        solver.who_wins(position).unwrap().outcome
    }

    #[test]
    fn who_wins_and_by_which_moves_is_as_values_tell() {
        let mut searched = 0;
        for seed in 0..300 {
            let (game, outcomes) = outcomes(seed);
            let (mut kept, mut values) = (Solver::new(&game), Solver::new(&game).by(Method::Values));
            // From the last position, so that nothing is known of most that it can reach.
            for (position, outcome) in outcomes.iter().enumerate().rev() {
                let mut new = Solver::new(&game);
                let decided = new.decide(Play::Normal, position).unwrap();
                searched += u32::from(decided.method == Method::Search);
                assert_eq!((decided.outcome, ask(&mut kept, &position)), (*outcome, *outcome), "{seed}: {position}");
                let searches = new.winning_moves(position).unwrap();
                assert_eq!(searches.to_vec(), values.winning_moves(position).unwrap().to_vec(), "{seed}: {position}");
                let one = Solver::new(&game).winning_move(position).unwrap();
                assert_eq!(one.as_ref(), searches.first(), "{seed}: {position}");
            }
        }
        assert!(searched > 2000, "{searched} were searched");
    }

    #[test]
    fn threads_find_who_wins() {
        for seed in 0..100 {
            let (game, outcomes) = outcomes(seed);
            let control = Control::new().threads(NonZero::new(3).unwrap());
            let mut solver = Solver::new(&game).by_threads().with_control(control);
            // Else one thread would solve games of this size.
            solver.cuts = Cuts { waits: false, ..Cuts::ALL };
            for (position, outcome) in outcomes.iter().enumerate().rev() {
                assert_eq!(ask(&mut solver, &position), *outcome, "{seed}: {position}");
            }
        }
    }

    #[test]
    fn a_search_that_is_stopped_goes_on() {
        for seed in 0..100 {
            let (game, outcomes) = outcomes(seed);
            let last = outcomes.len() - 1;
            let mut whole = Solver::new(&game);
            assert_eq!(ask(&mut whole, &last), outcomes[last]);
            let mut stopped = Solver::new(&game);
            for limit in 1.. {
                stopped.set_control(Control::new().positions(limit));
                match stopped.who_wins(&last) {
                    Ok(decided) => {
                        assert_eq!(decided.outcome, outcomes[last], "{seed}");
                        break;
                    }
                    Err(SolveError::Stopped(stop)) => assert_eq!(stop.bound, Bound::Positions(limit), "{seed}"),
                    Err(error) => panic!("{seed}: {error}"),
                }
            }
            // Each position once for who wins and once for its value, at most.
            let found = stopped.memos().alone.len() + stopped.memos().values.len();
            assert!(found <= 2 * outcomes.len(), "{seed}: {found}");
        }
    }
}
