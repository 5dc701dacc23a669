//! The laws have teeth: a game that breaks one law fails the check of that law and no other, and sound games pass all.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::panic::catch_unwind;

use crate::support::games::{Cram, Notakto, OneToThree, TwoHeaps, rules_of_a_heap};
use grundy::compound::{Acrostic, Coordinates, Ends, Kind, Way};
use grundy::heap::{HeapMove, RowMove};
use grundy::laws::{
    GameTable, Law, MAX_MOVES, Tally, Violation, assert_law, assert_oracle, check_law, check_notation, check_oracle,
    check_position, check_sum, game_tables, heaps, random_check,
};
use grundy::misere::quotient::QuotientSearch;
use grundy::{
    Answer, Components, Control, ImpartialGame, Kayles, Keyed, Method, Nim, Nimber, Notation, NotationError, Notes,
    Oracle, Outcome, Play, Question, SolveError, Solver, Unhinted, waiting_move,
};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

grundy::laws!(kayles, Kayles, 0..11_u64);
grundy::laws!(hinted, Taking { fault: None }, 0..=9_u64, notation);
// Many of these are too large to be checked: brute force on pairs of them has up to 131,000 whole positions and more.
grundy::laws!(notakto, Notakto, 0..512_u16);
grundy::laws!(cram, Cram, 0..4096_u16);
grundy::laws!(one_to_three, OneToThree, 0..200_u64);

/// What an oracle says of rows of Kayles up to eleven pins, and the one answer that is false.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lie {
    None,
    Value,
    Outcome(Play),
    MissesAMove,
}

impl Oracle<Kayles> for Lie {
    fn answer<'a>(&'a mut self, game: &'a Kayles, question: Question<'a, u64>, _: &mut Control) -> Answer<'a, RowMove> {
        const VALUES: [u64; 12] = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6];
        let value = |row: &u64| VALUES[usize::try_from(*row).unwrap()];
        match question {
            Question::Value(row) => {
                Answer::Value(Nimber::new(value(row) + u64::from(*self == Self::Value && *row == 7)))
            }
            Question::Outcome { sum, play: Play::Normal } => {
                let is_false = *self == Self::Outcome(Play::Normal) && sum.len() == 2;
                let is_n = sum.iter().map(value).fold(0, |sum, value| sum ^ value) != 0;
                Answer::Outcome(if is_n == is_false { Outcome::P } else { Outcome::N })
            }
            // Rows of one pin are taken in turn.
            Question::Outcome { sum, play: Play::Misere } if sum.iter().all(|row| *row == 1) => {
                let is_false = *self == Self::Outcome(Play::Misere) && sum.len() == 1;
                Answer::Outcome(if (sum.len() % 2 == 0) == is_false { Outcome::P } else { Outcome::N })
            }
            Question::MovesLeaving { component, value: wanted } => {
                let missed = usize::from(*self == Self::MissesAMove && *component == 6);
                let leaves = move |mv: &RowMove| {
                    game.play(component, mv).iter().map(value).fold(0, |a, b| a ^ b) == wanted.get()
                };
                Answer::moves(game.moves(component).filter(leaves).skip(missed))
            }
            _ => Answer::Unknown,
        }
    }
}

#[test]
fn a_false_oracle_is_found() {
    let broken = |lie: Lie, sum: &[u64]| check_oracle(&Kayles, lie, sum).map_err(|violation| violation.law().unwrap());
    assert_eq!(broken(Lie::None, &[11]), Ok(()));
    assert_eq!(broken(Lie::None, &[5, 3]), Ok(()));
    assert_eq!(broken(Lie::Value, &[8]), Err(Law::KnownValue));
    assert_eq!(broken(Lie::Value, &[6]), Ok(()));
    assert_eq!(broken(Lie::Outcome(Play::Normal), &[4, 3]), Err(Law::KnownOutcome(Play::Normal)));
    assert_eq!(broken(Lie::Outcome(Play::Misere), &[4, 3]), Err(Law::KnownOutcome(Play::Misere)));
    assert_eq!(broken(Lie::MissesAMove, &[7]), Err(Law::MovesLeaving));
    assert_eq!(assert_oracle(&Kayles, Lie::None, 0..12_u64).len(), 4);
    assert!(catch_unwind(|| assert_oracle(&Kayles, Lie::Outcome(Play::Misere), 0..12_u64)).is_err());
}

/// A misère quotient of a game with fewer moves is false of Kayles.
#[test]
fn an_oracle_of_another_game_is_found() {
    let quotient = |code: &str| {
        let mut search = QuotientSearch::new(code.parse().unwrap());
        search.extend_to(9).unwrap();
        search.into_quotient()
    };
    assert_oracle(&Kayles, quotient("0.77"), 0..9_u64);
    assert!(check_oracle(&Kayles, quotient("0.7"), &[5, 3]).is_err());
}

grundy::laws!(without_a_fault, Taking { fault: None }, 0..=7_u64);

/// What a game does wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    EndlessMoves,
    Loop,
    RefusesAMove,
    AllowsTooMuch,
    LosesAnOption,
    AddsAnOption,
    UnitesPositions,
    UnitesClasses,
    LosesAKey,
    WrongValue,
    WrongOutcome(Play),
    WrongOutcomeOfSums(Play),
    MissesAMove,
    AddsAMove,
    ForgetsARow,
    UnreadableText,
}

/// Take one, two or three counters from a heap, with every hint; and a fault at heaps of 5 or more.
#[derive(Clone, Copy, Debug)]
struct Taking {
    fault: Option<Fault>,
}

impl Taking {
    fn has(self, fault: Fault, heap: u64) -> bool {
        self.fault == Some(fault) && heap >= 5
    }
}

impl ImpartialGame for Taking {
    type Position = u64;
    type Move = u64;

    fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> {
        let fewest = u64::from(!self.has(Fault::Loop, *heap));
        let endless = self.has(Fault::EndlessMoves, *heap).then(|| std::iter::repeat(1));
        (fewest..=3.min(*heap)).chain(endless.into_iter().flatten())
    }

    fn play(&self, heap: &u64, taken: &u64) -> Components<u64> {
        heap.saturating_sub(*taken).into()
    }

    fn allows(&self, heap: &u64, taken: &u64) -> bool {
        match taken {
            0 => self.has(Fault::Loop, *heap),
            3 if self.has(Fault::RefusesAMove, *heap) => false,
            3 if self.fault == Some(Fault::AllowsTooMuch) => *heap >= 2,
            _ if self.has(Fault::EndlessMoves, *heap) => true,
            taken => *taken <= 3.min(*heap),
        }
    }

    fn options(&self, heap: &u64) -> impl Iterator<Item = Components<u64>> {
        let lost = if self.has(Fault::LosesAnOption, *heap) { 2 } else { 0 };
        let extra = self.has(Fault::AddsAnOption, *heap).then(|| Components::from([*heap - 5, 1]));
        self.moves(heap).filter(move |taken| *taken != lost).map(|taken| self.play(heap, &taken)).chain(extra)
    }

    fn memo_key(&self, heap: u64) -> u64 {
        // The values are the same, and so are the outcomes; but the heap of 1 has fewer moves.
        if self.has(Fault::UnitesPositions, heap) { heap % 4 } else { heap }
    }

    fn class_code(&self, heap: &u64) -> Option<u128> {
        Some(if self.has(Fault::UnitesClasses, *heap) { 5 } else { (*heap).into() })
    }

    fn keyed_options(
        &self,
        heap: &u64,
        options: impl Iterator<Item = Components<u64>>,
        mut visit: impl FnMut(Keyed<u64>) -> ControlFlow<()>,
    ) {
        for option in options.skip(self.has(Fault::LosesAKey, *heap).into()) {
            for component in option {
                let _ = visit(self.known_value(&component).map_or(Keyed::Key(component), Keyed::Known));
            }
            if visit(Keyed::End).is_break() {
                break;
            }
        }
    }

    fn known_value(&self, heap: &u64) -> Option<Nimber> {
        if self.fault == Some(Fault::Loop) {
            return None;
        }
        let wrong = u64::from(self.has(Fault::WrongValue, *heap));
        Some(Nimber::new((heap + wrong) % 4))
    }

    fn oracle<'a>(&'a self, question: Question<'a, u64>, _: &'a mut Notes, _: &mut Control) -> Answer<'a, u64> {
        match question {
            Question::Outcome { sum: heaps, play } => {
                let is_n = match play {
                    Play::Misere if heaps.iter().all(|heap| heap % 4 < 2) => heaps.iter().sum::<u64>() % 2 == 0,
                    _ => heaps.iter().fold(0, |sum, heap| sum ^ (heap % 4)) != 0,
                };
                let single = heaps.iter().any(|heap| self.has(Fault::WrongOutcome(play), *heap));
                let sum = self.fault == Some(Fault::WrongOutcomeOfSums(play)) && heaps.len() > 1;
                Answer::Outcome(if is_n == (single || sum) { Outcome::P } else { Outcome::N })
            }
            Question::MovesLeaving { component: heap, value } => {
                let leaves = move |taken: &u64| {
                    let added = self.has(Fault::AddsAMove, *heap) && *taken == 1;
                    let missed = self.has(Fault::MissesAMove, *heap) && *taken == 2;
                    (heap - taken) % 4 == value.get() && !missed || added
                };
                Answer::moves(self.moves(heap).filter(leaves))
            }
            _ => Answer::Unknown,
        }
    }
}

impl Notation for Taking {
    fn component_name(&self, _: &u64) -> &'static str {
        "heap"
    }

    fn parse(&self, text: &str) -> Result<Components<u64>, NotationError> {
        let number = |word: &str| word.parse().map_err(|_| NotationError::new(text, 0, "not a number"));
        text.split_whitespace().map(number).collect()
    }

    fn text(&self, heaps: &[u64]) -> String {
        let shown = heaps.iter().filter(|heap| !self.has(Fault::ForgetsARow, **heap));
        let unit = if self.fault == Some(Fault::UnreadableText) { "x" } else { "" };
        shown.map(|heap| format!("{heap}{unit}")).collect::<Vec<_>>().join(" ")
    }
}

/// The laws that a sum of two components, or its first component, is found to break.
fn broken<G>(game: &G, components: &[G::Position]) -> Vec<Law>
where
    G: ImpartialGame<Position: std::fmt::Debug, Move: std::fmt::Debug>,
{
    let mut laws: Vec<Law> = Vec::new();
    for law in Law::ALL {
        if let Err(violation) = check_law(*law, game, components) {
            laws.extend(violation.law().filter(|law| !laws.contains(law)));
        }
    }
    laws
}

#[test]
fn each_fault_breaks_its_own_law_only() {
    for (fault, law) in [
        (Fault::EndlessMoves, Law::MovesFinite),
        (Fault::Loop, Law::PlayEnds),
        (Fault::RefusesAMove, Law::Allows),
        (Fault::AllowsTooMuch, Law::Allows),
        (Fault::LosesAnOption, Law::Options),
        (Fault::AddsAnOption, Law::Options),
        (Fault::LosesAKey, Law::Options),
        (Fault::UnitesPositions, Law::MemoKey),
        (Fault::UnitesClasses, Law::MemoKey),
        (Fault::WrongValue, Law::KnownValue),
        (Fault::WrongOutcome(Play::Normal), Law::KnownOutcome(Play::Normal)),
        (Fault::WrongOutcome(Play::Misere), Law::KnownOutcome(Play::Misere)),
        (Fault::WrongOutcomeOfSums(Play::Normal), Law::KnownOutcome(Play::Normal)),
        (Fault::WrongOutcomeOfSums(Play::Misere), Law::KnownOutcome(Play::Misere)),
        (Fault::MissesAMove, Law::MovesLeaving),
        (Fault::AddsAMove, Law::MovesLeaving),
    ] {
        let game = Taking { fault: Some(fault) };
        assert_eq!(broken(&game, &[6, 2]), [law], "{fault:?}");
        let message = check_sum(&game, &[6, 2]).err().or(check_position(&game, &6).err()).unwrap().to_string();
        assert!(message.contains(&law.to_string()), "{message}");
    }
}

/// A heap of 1 ends in one move, and so 2 and 3 in two; but 2 leaves an empty heap too. Sums do not notice, an acrostic product does.
#[derive(Clone, Copy, PartialEq)]
enum Forgetting {
    InOptions,
    InTheKey,
    Nowhere,
}

impl ImpartialGame for Forgetting {
    type Position = u64;
    type Move = u64;

    fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> {
        (*heap > 0).then_some(*heap).into_iter()
    }

    fn play(&self, heap: &u64, _: &u64) -> Components<u64> {
        match heap {
            3 => 1.into(),
            2 => [1, 0].into(),
            _ => Components::new(),
        }
    }

    fn options(&self, heap: &u64) -> impl Iterator<Item = Components<u64>> {
        let heap = if *self == Self::InOptions && *heap == 2 { 3 } else { *heap };
        (heap > 0).then(|| self.play(&heap, &heap)).into_iter()
    }

    fn memo_key(&self, heap: u64) -> u64 {
        if *self == Self::InTheKey && heap == 2 { 3 } else { heap }
    }
}

#[test]
fn a_component_that_has_ended_is_not_forgotten() {
    for (game, law) in [(Forgetting::InOptions, Law::Options), (Forgetting::InTheKey, Law::MemoKey)] {
        assert_eq!(check_law(law, &game, &[2]).unwrap_err().law(), Some(law));
        // Whoever moves 2 to 1 beside a heap of 1 leaves the other coordinate twice: once with 1 and once with 0.
        let across = |game| Solver::new(Acrostic { rows: game, columns: Nim });
        let mut searched = across(game);
        let [three, two] = [3, 2].map(|row| searched.grundy(Coordinates { row, column: 1 }).unwrap());
        assert_eq!(two, three, "what the law is for: the empty heap is forgotten");
        assert_ne!(across(Forgetting::Nowhere).grundy(Coordinates { row: 2, column: 1 }), Ok(two));
    }
    assert_eq!(check_position(&Forgetting::Nowhere, &2), Ok(()));
}

/// One or two counters, and a mark that changes nothing. No move sets the mark, which every memo key has.
#[derive(Clone, Copy, Debug, PartialEq)]
enum AtKeys {
    LosesAnOption,
    WrongValue,
    Nothing,
}

impl ImpartialGame for AtKeys {
    type Position = (u64, bool);
    type Move = u64;

    fn moves(&self, (heap, _): &(u64, bool)) -> impl Iterator<Item = u64> {
        1..=2.min(*heap)
    }

    fn play(&self, (heap, is_marked): &(u64, bool), taken: &u64) -> Components<(u64, bool)> {
        (heap.saturating_sub(*taken), *is_marked).into()
    }

    fn options(&self, position: &(u64, bool)) -> impl Iterator<Item = Components<(u64, bool)>> {
        let lost = usize::from(*self == Self::LosesAnOption && position.1);
        self.moves(position).skip(lost).map(|taken| self.play(position, &taken))
    }

    fn memo_key(&self, (heap, _): (u64, bool)) -> (u64, bool) {
        (heap, true)
    }

    fn known_value(&self, (_, is_marked): &(u64, bool)) -> Option<Nimber> {
        (*self == Self::WrongValue && *is_marked).then_some(Nimber::new(7))
    }
}

/// What a solver is told about keys.
struct SaysSeven;

impl Oracle<AtKeys> for SaysSeven {
    fn answer<'a>(
        &'a mut self,
        _: &'a AtKeys,
        question: Question<'a, (u64, bool)>,
        _: &mut Control,
    ) -> Answer<'a, u64> {
        match question {
            Question::Value((_, true)) => Answer::Value(Nimber::new(7)),
            _ => Answer::Unknown,
        }
    }
}

/// A solver asks both hints about memo keys only, so that a fault there makes each of its answers wrong.
#[test]
fn hints_are_checked_at_memo_keys_that_play_does_not_reach() {
    for (game, law) in [(AtKeys::LosesAnOption, Law::Options), (AtKeys::WrongValue, Law::KnownValue)] {
        assert_eq!(broken(&game, &[(5, false)]), [law], "{game:?}");
        assert_ne!(Solver::new(game).grundy((5, false)), Ok(Nimber::new(2)), "what the law is for");
    }
    assert_eq!(check_position(&AtKeys::Nothing, &(5, false)), Ok(()));

    let found = check_oracle(&AtKeys::Nothing, SaysSeven, &[(5, false)]);
    assert_eq!(found.map_err(|violation| violation.law()), Err(Some(Law::KnownValue)));
    let told = Solver::new(AtKeys::Nothing).with(SaysSeven).grundy((5, false));
    assert_eq!(told, Ok(Nimber::new(7)), "what the law is for");
}

/// One to three counters are taken, from a million up one at a time, and a million is the end. No play from a small heap is long, so a hint that leads to
/// a larger heap is wrong, and not too large to check.
#[derive(Clone, Copy, Debug, PartialEq)]
enum LeadsFar {
    Option,
    Key,
    KeyedOption,
    Nowhere,
}

impl LeadsFar {
    const FAR: u64 = 1_030_001;
}

impl ImpartialGame for LeadsFar {
    type Position = u64;
    type Move = u64;

    fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> {
        1..=if *heap < 1_000_000 { 3.min(*heap) } else { u64::from(*heap > 1_000_000) }
    }

    fn play(&self, heap: &u64, taken: &u64) -> Components<u64> {
        heap.saturating_sub(*taken).into()
    }

    fn options(&self, heap: &u64) -> impl Iterator<Item = Components<u64>> {
        let far = (*self == Self::Option && *heap == 4).then(|| Self::FAR.into());
        self.moves(heap).map(|taken| self.play(heap, &taken)).chain(far)
    }

    fn memo_key(&self, heap: u64) -> u64 {
        if *self == Self::Key && heap == 4 { Self::FAR } else { heap }
    }

    fn keyed_options(
        &self,
        key: &u64,
        options: impl Iterator<Item = Components<u64>>,
        mut visit: impl FnMut(Keyed<u64>) -> ControlFlow<()>,
    ) {
        let far = (*self == Self::KeyedOption && *key == 4).then(|| Self::FAR.into());
        for option in options.chain(far) {
            for heap in option {
                let _ = visit(Keyed::Key(self.memo_key(heap)));
            }
            if visit(Keyed::End).is_break() {
                return;
            }
        }
    }
}

#[test]
fn a_hint_that_leads_far_away_is_found() {
    for (game, law) in
        [(LeadsFar::Option, Law::Options), (LeadsFar::Key, Law::MemoKey), (LeadsFar::KeyedOption, Law::Options)]
    {
        let violation = check_law(law, &game, &[5]).unwrap_err();
        assert_eq!(violation.law(), Some(law), "{violation}");
        assert!(violation.to_string().contains("1030001"), "{violation}");
        assert!(random_check(law, &game, 0..12_u64, &seeded(1, 64)).is_err(), "{game:?}");
    }
    assert_ne!(Solver::new(LeadsFar::Key).grundy(4), Ok(Nimber::ZERO), "what the law is for");
    assert_eq!(check_position(&LeadsFar::Nowhere, &5), Ok(()));
}

/// An oracle bounds the number of moves that it lists, and solvers tell that as the number.
#[test]
fn a_wrong_size_hint_of_an_answer_is_found() {
    /// Whether the moves of one component or those of a sum are told, and how many more than there are.
    struct Counts(bool, usize);

    impl Oracle<Nim> for Counts {
        fn answer<'a>(
            &'a mut self,
            game: &'a Nim,
            question: Question<'a, u64>,
            _: &mut Control,
        ) -> Answer<'a, HeapMove> {
            let Self(of_sums, more) = *self;
            let (heap, left) = match question {
                Question::MovesLeaving { component, value } if !of_sums => (component, value.get()),
                Question::Winning { sum, component, play: Play::Normal } if of_sums => {
                    (&sum[component], sum.iter().fold(0, |sum, heap| sum ^ heap) ^ sum[component])
                }
                _ => return Answer::Unknown,
            };
            let wins: Vec<HeapMove> =
                game.moves(heap).filter(|mv| game.play(heap, mv).iter().sum::<u64>() == left).collect();
            let hint = (wins.len() + more, None);
            Answer::moves(WithHint(wins.into_iter(), hint))
        }
    }

    for (of_sums, law) in [(false, Law::MovesLeaving), (true, Law::KnownOutcome(Play::Normal))] {
        assert_eq!(check_oracle(&Nim, Counts(of_sums, 0), &[5, 3]), Ok(()));
        let found = check_oracle(&Nim, Counts(of_sums, 9), &[5, 3]);
        assert_eq!(found.map_err(|violation| violation.law()), Err(Some(law)));
    }
}

/// A product of two games has more moves than an integer holds, and an end.
#[test]
fn a_position_with_more_moves_than_can_be_counted_breaks_no_law() {
    let across = |heap| Coordinates { row: heap, column: heap };
    for heap in [1 << 25, 1 << 40] {
        let found = check_law(Law::MovesFinite, &Nim.times(Nim), &[across(heap)]);
        assert!(matches!(found, Err(Violation::TooLarge { .. })), "{found:?}");
    }
    assert!(matches!(check_position(&Nim, &u64::MAX), Err(Violation::TooLarge { .. })));
}

/// The product asks the game for its options, the brute force for its moves.
#[test]
fn a_product_notices_an_option_that_is_lost() {
    let law = Law::AcrosticProduct;
    let game = Taking { fault: Some(Fault::LosesAnOption) };
    assert_eq!(check_law(law, &game, &[7, 1]).unwrap_err().law(), Some(law));
    assert_eq!(check_law(law, &Taking { fault: None }, &[7, 1]), Ok(()));
}

#[test]
fn a_sound_game_breaks_no_law() {
    assert_eq!(broken(&Taking { fault: None }, &[6, 2]), []);
    assert_eq!(broken(&Kayles, &[6, 2]), []);
}

#[test]
fn the_solver_says_that_a_loop_is_a_loop() {
    let violation = check_position(&Taking { fault: Some(Fault::Loop) }, &6).unwrap_err().to_string();
    assert!(violation.contains("the solver says: the game is loopy"), "{violation}");
}

#[test]
fn a_failing_law_is_named_with_the_smallest_position() {
    let game = Taking { fault: Some(Fault::WrongValue) };
    let panic = catch_unwind(|| assert_law(Law::KnownValue, &game, 0..15_u64)).unwrap_err();
    let message = panic.downcast_ref::<String>().unwrap();
    assert!(message.contains("law broken: a `known_value` is the value"), "{message}");
    assert!(message.contains("minimal failing input: 5"), "{message}");
}

#[test]
fn text_that_does_not_read_back_is_refused() {
    for fault in [Fault::ForgetsARow, Fault::UnreadableText] {
        let game = Taking { fault: Some(fault) };
        assert_eq!(check_notation(&game, &[6, 2]).unwrap_err().law(), Some(Law::TextReadsBack), "{fault:?}");
        assert_eq!(broken(&game, &[6, 2]), [], "the laws that need no text hold");
    }
    assert_eq!(check_notation(&Taking { fault: None }, &[6, 0, 2]), Ok(()));
}

/// A heap whose order of moves is reversed by a hint.
struct Reversed;

impl ImpartialGame for Reversed {
    type Position = u64;
    type Move = u64;

    fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> {
        1..=*heap
    }

    fn play(&self, heap: &u64, taken: &u64) -> Components<u64> {
        // Two moves that leave the same value: taking all, and the last counter but one.
        if heap - taken == 1 && *heap > 2 { [1, 1].into() } else { (heap - taken).into() }
    }

    fn oracle<'a>(&'a self, question: Question<'a, u64>, _: &'a mut Notes, _: &mut Control) -> Answer<'a, u64> {
        let Question::MovesLeaving { component: heap, value } = question else { return Answer::Unknown };
        let mut solver = Solver::new(Unhinted(self));
        let moves: Vec<_> =
            (1..=*heap).filter(|taken| solver.grundy(self.play(heap, taken)).unwrap() == value).collect();
        Answer::moves(moves.into_iter().rev())
    }
}

#[test]
fn moves_out_of_order_are_refused() {
    assert_eq!(broken(&Reversed, &[2]), []);
    assert_eq!(broken(&Reversed, &[3]), [Law::MovesLeaving]);
}

/// A game whose rules are not always the same.
#[derive(Default)]
struct Fickle {
    asked: RefCell<HashMap<u64, u32>>,
    after: u32,
    plays: Cell<u64>,
    play_changes: bool,
}

impl ImpartialGame for Fickle {
    type Position = u64;
    type Move = u64;

    fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> {
        let mut asked = self.asked.borrow_mut();
        let times = asked.entry(*heap).or_default();
        *times += 1;
        if *times > self.after { 1..=(*heap).min(1) } else { 1..=*heap }
    }

    fn play(&self, heap: &u64, taken: &u64) -> Components<u64> {
        self.plays.set(self.plays.get() + 1);
        let more = u64::from(self.play_changes && self.plays.get().is_multiple_of(2));
        heap.saturating_sub(*taken + more).into()
    }
}

#[test]
fn rules_that_change_are_refused() {
    // The second list of the moves is shorter.
    let game = || Fickle { after: 1, ..Fickle::default() };
    for law in Law::ALL.iter().copied().filter(|law| *law != Law::TextReadsBack) {
        assert_eq!(check_law(law, &game(), &[3]).unwrap_err().law(), Some(Law::MovesRepeat), "{law:?}");
    }
    let play_changes = Fickle { after: u32::MAX, play_changes: true, ..Fickle::default() };
    assert_eq!(check_position(&play_changes, &3).unwrap_err().law(), Some(Law::MovesRepeat));
}

/// The theorems hold for every game, so only one that changes behind the back of the check can break them: the solver
/// sees other rules than the brute force. (That a position plus itself is P holds whatever the rules change to.)
#[test]
fn each_theorem_is_checked() {
    for law in
        [Law::ValueIsMex, Law::ZeroIsP, Law::SumIsXor, Law::EveryMethodFindsOutcome, Law::WinningMoves, Law::BestMove]
    {
        let fickle = Fickle { after: 2, ..Fickle::default() };
        assert_eq!(check_law(law, &fickle, &[4]).unwrap_err().law(), Some(law));
    }
}

/// Play never ends, but never comes back either.
struct Growing;

impl ImpartialGame for Growing {
    type Position = u64;
    type Move = ();

    fn moves(&self, _: &u64) -> impl Iterator<Item = ()> {
        [()].into_iter()
    }

    fn play(&self, heap: &u64, (): &()) -> Components<u64> {
        (heap + 1).into()
    }
}

#[test]
fn what_is_too_large_is_not_passed() {
    let Err(Violation::TooLarge { input, limit, what }) = check_position(&Kayles, &100) else { panic!("passed") };
    assert_eq!((&input[..], limit, what), ("100", 20_000, "whole positions"));
    assert!(matches!(check_position(&Growing, &0), Err(Violation::TooLarge { .. })));
    let too_wide = GameTable::new(vec![vec![], vec![Components::new(); MAX_MOVES + 1]]);
    assert!(matches!(check_position(&too_wide, &1), Err(Violation::TooLarge { limit: MAX_MOVES, .. })));
}

/// Counters on a board: a move takes them all and leaves a board that is smaller both ways, or, with a fault, ever more boards.
struct Wide {
    endless: bool,
}

impl ImpartialGame for Wide {
    type Position = u64;
    type Move = (u64, u64);

    /// The list does not say how long it is.
    fn moves(&self, side: &u64) -> impl Iterator<Item = (u64, u64)> {
        let (side, endless) = (*side, self.endless && *side > 4);
        (0..)
            .take_while(move |row| *row < side || endless)
            .flat_map(move |row| (0..side).map(move |column| (row, column)))
    }

    fn play(&self, _: &u64, (row, column): &(u64, u64)) -> Components<u64> {
        (*row.min(column)).into()
    }
}

#[test]
fn a_list_of_moves_that_is_long_is_told_from_one_without_end() {
    let law = Law::MovesFinite;
    // A million moves.
    assert!(matches!(check_law(law, &Wide { endless: false }, &[1000]), Err(Violation::TooLarge { .. })));
    assert!(random_check(law, &Wide { endless: false }, 0..1000_u64, &seeded(0, 8)).is_ok());
    assert_eq!(check_law(law, &Wide { endless: true }, &[5]).unwrap_err().law(), Some(law));
    assert_eq!(random_check(law, &Wide { endless: true }, 0..20_u64, &seeded(0, 8)).unwrap_err().law(), Some(law));
}

/// The same inputs in every run.
pub(crate) fn seeded(seed: u64, cases: u32) -> ProptestConfig {
    ProptestConfig { rng_seed: RngSeed::Fixed(seed), ..ProptestConfig::with_cases(cases) }
}

/// The laws that need no text.
pub(crate) fn laws_of_rules() -> impl Iterator<Item = Law> {
    Law::ALL.iter().copied().filter(|law| *law != Law::TextReadsBack)
}

/// Checks all laws with many seeds, and gives what each was checked on.
fn check_with_seeds<G>(game: &G, positions: impl Strategy<Value = G::Position>) -> Vec<Tally>
where
    G: ImpartialGame<Position: std::fmt::Debug, Move: std::fmt::Debug>,
{
    let runs = laws_of_rules().flat_map(|law| (0..8).map(move |seed| (law, seed)));
    let check = |(law, seed)| {
        let checked = random_check(law, game, &positions, &seeded(seed, 4));
        checked.unwrap_or_else(|violation| panic!("seed {seed}: {violation}"))
    };
    runs.map(check).collect()
}

/// Each of these games has positions that are too large for some of the laws.
#[test]
fn no_law_fails_by_chance_on_a_sound_game() {
    for tallies in [
        check_with_seeds(&Notakto, 0..512_u16),
        check_with_seeds(&Cram, prop_oneof![0..4096_u16, Just(0xfff_u16)]),
        check_with_seeds(&OneToThree, 0..200_u64),
    ] {
        let sum = |count: fn(&Tally) -> u32| tallies.iter().map(count).sum::<u32>();
        assert!(sum(|tally| tally.smaller) > 0, "some are too large, and smaller ones checked");
        assert!(sum(|tally| tally.left_out) * 50 < sum(Tally::drawn), "nearly none is left out");
        for tally in tallies.iter().filter(|tally| tally.ended < tally.drawn()) {
            assert!(!tally.is_thin(), "{tally}");
        }
    }
}

/// Wrong hints, and wrong rules, for the three games.
#[derive(Clone, Copy, Debug)]
struct Broken<G> {
    game: G,
    fault: Fault,
}

impl<G> ImpartialGame for Broken<G>
where
    G: ImpartialGame<Position: Into<u64> + From<u8>>,
{
    type Position = G::Position;
    type Move = G::Move;

    fn moves(&self, position: &G::Position) -> impl Iterator<Item = G::Move> {
        self.game.moves(position)
    }

    fn play(&self, position: &G::Position, mv: &G::Move) -> Components<G::Position> {
        if self.fault == Fault::Loop { Components::from(position.clone()) } else { self.game.play(position, mv) }
    }

    fn allows(&self, position: &G::Position, mv: &G::Move) -> bool {
        self.fault == Fault::AllowsTooMuch || self.moves(position).any(|legal| legal == *mv)
    }

    fn options(&self, position: &G::Position) -> impl Iterator<Item = Components<G::Position>> {
        let lost = usize::from(self.fault == Fault::LosesAnOption);
        self.moves(position).skip(lost).map(|mv| self.play(position, &mv))
    }

    fn memo_key(&self, position: G::Position) -> G::Position {
        if self.fault == Fault::UnitesPositions { G::Position::from(3) } else { position }
    }

    fn known_value(&self, position: &G::Position) -> Option<Nimber> {
        (self.fault == Fault::WrongValue).then(|| Nimber::new(position.clone().into()))
    }

    fn oracle<'a>(
        &'a self,
        question: Question<'a, G::Position>,
        _: &'a mut Notes,
        _: &mut Control,
    ) -> Answer<'a, G::Move> {
        match question {
            // Who looks at one component only is wrong about two of the same.
            Question::Outcome { sum, play } if self.fault == Fault::WrongOutcome(play) => {
                let is_n = sum.iter().any(|component| self.moves(component).next().is_some());
                Answer::Outcome(if is_n { Outcome::N } else { Outcome::P })
            }
            Question::MovesLeaving { component, .. } if self.fault == Fault::AddsAMove => {
                Answer::moves(self.moves(component))
            }
            _ => Answer::Unknown,
        }
    }
}

fn each_fault_is_found<G>(game: G, positions: impl Strategy<Value = G::Position>)
where
    G: ImpartialGame<Position: Into<u64> + From<u8> + std::fmt::Debug, Move: std::fmt::Debug> + Copy,
{
    for (fault, law) in [
        (Fault::Loop, Law::PlayEnds),
        (Fault::AllowsTooMuch, Law::Allows),
        (Fault::LosesAnOption, Law::Options),
        (Fault::UnitesPositions, Law::MemoKey),
        (Fault::WrongValue, Law::KnownValue),
        (Fault::WrongOutcome(Play::Normal), Law::KnownOutcome(Play::Normal)),
        (Fault::WrongOutcome(Play::Misere), Law::KnownOutcome(Play::Misere)),
        (Fault::AddsAMove, Law::MovesLeaving),
    ] {
        for seed in 0..25 {
            let found = random_check(law, &Broken { game, fault }, &positions, &seeded(seed, 64));
            assert_eq!(found.as_ref().map_err(Violation::law), Err(Some(law)), "{fault:?}, seed {seed}: {found:?}");
        }
    }
}

#[test]
fn no_fault_of_a_large_game_is_missed() {
    each_fault_is_found(Notakto, 0..512_u16);
    each_fault_is_found(Cram, 0..4096_u16);
    each_fault_is_found(OneToThree, 0..200_u64);
}

/// Every sum drawn is too large: the fault is found in positions that play reaches, and the input is named.
#[test]
fn a_fault_is_found_below_inputs_that_are_too_large() {
    let game = Broken { game: Nim, fault: Fault::WrongOutcome(Play::Normal) };
    let law = Law::KnownOutcome(Play::Normal);
    let found = random_check(law, &game, 300..330_u64, &seeded(0, 64)).unwrap_err();
    let Violation::Broken { law: broken, input, position, .. } = &found else { panic!("{found}") };
    assert_eq!(*broken, law);
    let heaps = |text: &str| -> Vec<u64> {
        text.split(|c: char| !c.is_ascii_digit()).filter_map(|heap| heap.parse().ok()).collect()
    };
    assert!(heaps(input).len() == 2 && heaps(input).iter().all(|heap| *heap >= 300), "{found}");
    assert!(heaps(position).iter().all(|heap| *heap < 300), "{found}");
    assert!(found.to_string().contains(&format!("input: {input}")), "{found}");
}

#[test]
fn a_law_that_has_checked_nothing_says_so() {
    let tally = random_check(Law::PlayEnds, &Growing, 0..9_u64, &seeded(0, 16)).unwrap();
    assert_eq!((tally.left_out, tally.drawn()), (16, 16));
    assert!(tally.is_thin());
    let reason = tally.too_large.clone().unwrap().to_string();
    assert!(
        tally
            .to_string()
            .ends_with(&format!("of 16 inputs, 0 were checked, 16 were too large and left out (the first: {reason})"))
    );
    // There is nothing to check without a move either.
    let tally = random_check(Law::ValueIsMex, &Kayles, Just(0_u64), &seeded(0, 16)).unwrap();
    assert_eq!((tally.ended, tally.is_thin()), (16, true));
    let nothing = Just(0_u64).prop_filter("none", |_| false);
    let refused = random_check(Law::ValueIsMex, &Kayles, nothing, &seeded(0, 16)).unwrap_err();
    assert!(matches!(refused, Violation::NotChecked { .. }), "{refused}");
}

/// Counts what is asked of the rules.
struct Counted<G> {
    game: G,
    steps: Cell<u64>,
}

impl<G: ImpartialGame> ImpartialGame for Counted<G> {
    type Position = G::Position;
    type Move = G::Move;

    fn moves(&self, position: &G::Position) -> impl Iterator<Item = G::Move> {
        self.game.moves(position).inspect(|_| self.steps.set(self.steps.get() + 1))
    }

    fn play(&self, position: &G::Position, mv: &G::Move) -> Components<G::Position> {
        self.steps.set(self.steps.get() + 1);
        self.game.play(position, mv)
    }
}

/// However large the inputs are: 32 000 steps for each, with what the solvers do besides.
#[test]
fn the_work_of_a_law_is_bounded() {
    const INPUTS: u32 = 2;
    for law in laws_of_rules().chain(Law::OF_COMPOUNDS.iter().copied()) {
        for largest in [1000, 1_000_000_u64] {
            let narrow = Counted { game: OneToThree, steps: Cell::new(0) };
            let wide = Counted { game: Nim, steps: Cell::new(0) };
            random_check(law, &narrow, 0..largest, &seeded(1, INPUTS)).unwrap();
            random_check(law, &wide, 0..largest, &seeded(1, INPUTS)).unwrap();
            for steps in [narrow.steps, wide.steps] {
                assert!(steps.get() <= 4 * 32_000 * u64::from(INPUTS), "{law}, up to {largest}: {} steps", steps.get());
            }
        }
    }
}

/// 1 000 and 4 000 draws from the same few inputs, which take the same steps. Whether moves repeat is asked each time.
#[test]
fn an_input_that_has_passed_is_counted_and_not_checked_again() {
    for law in laws_of_rules() {
        let [few, many] = [1000, 4000].map(|inputs| {
            let game = Counted { game: OneToThree, steps: Cell::new(0) };
            let tally = random_check(law, &game, 0..4_u64, &seeded(1, inputs)).unwrap();
            assert_eq!((tally.drawn(), tally.as_drawn > tally.ended), (inputs, true), "{tally}");
            game.steps.get()
        });
        if law == Law::MovesRepeat {
            assert!(many > 3 * few, "{few}, {many}");
        } else {
            assert!(many <= few + few / 10, "{law}: {few}, {many}");
        }
    }
}

grundy::laws!(mirrored, TwoHeaps, (0..4_u64, 0..4_u64));

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn random_games_obey_all_laws(game in game_tables(7, 3)) {
        for position in game.positions() {
            prop_assert_eq!(check_position(&game, &position), Ok(()));
        }
    }

    #[test]
    fn random_sums_obey_all_laws(game in game_tables(6, 3), sum in proptest::collection::vec(0..6_usize, 0..=3)) {
        prop_assert_eq!(check_sum(&game, &sum), Ok(()));
    }

    #[test]
    fn rows_of_pins_obey_all_laws(rows in heaps(6, 0..=3)) {
        prop_assert_eq!(check_sum(&Kayles, &rows), Ok(()));
    }

    /// A position equals the nim-heap of its value: put together, they are lost for the player to move, and no other
    /// nim-heap does that.
    #[test]
    fn a_position_equals_one_nim_heap(game in game_tables(7, 3), position in 0..7_usize, heap in 0..5_u64) {
        let value = Solver::new(&game).grundy(position).unwrap();
        let with_heap = WithHeap(&game);
        let sum = [OnTable::Game(position), OnTable::Heap(heap)];
        let outcome = Solver::new(with_heap).by(Method::Search).outcome_in(Play::Normal, sum);
        prop_assert_eq!(outcome.unwrap() == Outcome::P, value == Nimber::new(heap));
    }

    /// Strategy stealing: a move that every other one contains shows that there is a winning one.
    #[test]
    fn a_waiting_move_is_there_in_won_positions_only(game in game_tables(7, 3), position in 0..7_usize) {
        if waiting_move(&game, &position).is_some() {
            prop_assert_eq!(Solver::new(&game).outcome(position), Ok(Outcome::N));
        }
    }

    /// With every hint, the same moves win as without.
    #[test]
    fn hints_never_change_the_winning_moves(heaps in heaps(9, 0..=3)) {
        let game = Taking { fault: None };
        let (mut hinted, mut searched) = (Solver::new(game), Solver::new(Unhinted(game)));
        for play in [Play::Normal, Play::Misere] {
            let with: Vec<_> = hinted.winning_moves_in(play, &heaps).unwrap().into_iter().collect();
            let without: Vec<_> = searched.winning_moves_in(play, &heaps).unwrap().into_iter().collect();
            prop_assert_eq!(with, without);
        }
        prop_assert_eq!(hinted.grundy(&heaps), searched.grundy(&heaps));
        prop_assert_eq!(hinted.control().done(), 0);
    }

    /// A loop on the way of any line of play is found by the check, and by the solver.
    #[test]
    fn loops_are_found(game in game_tables(7, 3), from in 1..7_usize, to in 1..7_usize) {
        let mut rows: Vec<Vec<_>> = game.positions().map(|position| game.options_of(position).to_vec()).collect();
        let (low, high) = (from.min(to), from.max(to));
        rows[high].push(low.into());
        rows[low].push(high.into());
        let loopy = GameTable::new(rows);
        prop_assert_eq!(check_position(&loopy, &low).unwrap_err().law(), Some(Law::PlayEnds));
        let is_loopy = matches!(Solver::new(&loopy).grundy(low), Err(SolveError::Loopy { .. }));
        prop_assert!(is_loopy);
    }
}

/// A game on the table beside nim-heaps.
struct WithHeap<'g>(&'g GameTable);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum OnTable {
    Game(usize),
    Heap(u64),
}

impl ImpartialGame for WithHeap<'_> {
    type Position = OnTable;
    type Move = u64;

    fn moves(&self, position: &OnTable) -> impl Iterator<Item = u64> {
        match position {
            OnTable::Game(position) => 0..self.0.options_of(*position).len() as u64,
            OnTable::Heap(heap) => 0..*heap,
        }
    }

    fn play(&self, position: &OnTable, mv: &u64) -> Components<OnTable> {
        match position {
            OnTable::Game(position) => {
                let option = usize::try_from(*mv).ok().and_then(|mv| self.0.options_of(*position).get(mv));
                option.into_iter().flatten().map(|component| OnTable::Game(*component)).collect()
            }
            OnTable::Heap(_) => OnTable::Heap(*mv).into(),
        }
    }
}

type Bounds = (usize, Option<usize>);

/// An iterator with a size hint of its own.
struct WithHint<I>(I, Bounds);

impl<I: Iterator> Iterator for WithHint<I> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        self.0.next()
    }

    fn size_hint(&self) -> Bounds {
        self.1
    }
}

/// A list of moves tells how long it is: solvers refuse positions by what it tells.
#[test]
fn a_wrong_size_hint_is_found() {
    /// The bounds that moves and options tell.
    #[derive(Clone, Copy)]
    struct Hinted(Bounds, Bounds);

    impl ImpartialGame for Hinted {
        type Position = u64;
        type Move = u64;

        fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> {
            WithHint(0..(*heap).min(2), self.0)
        }

        fn play(&self, heap: &u64, left: &u64) -> Components<u64> {
            (heap - 1 - left).into()
        }

        fn options(&self, heap: &u64) -> impl Iterator<Item = Components<u64>> {
            let heap = *heap;
            WithHint((0..heap.min(2)).map(move |left| (heap - 1 - left).into()), self.1)
        }
    }

    let check = |law, game| random_check(law, &game, &(0..9_u64), &seeded(1, 64)).map_err(|violation| violation.law());
    let right = (0, Some(2));
    for wrong in [(1 << 40, None), (3, None), (1, None), (0, Some(1)), (usize::MAX, None)] {
        for law in [Law::MovesFinite, Law::Allows] {
            let found = check(law, Hinted(wrong, right));
            assert_eq!(found.map(drop), Err(Some(Law::MovesFinite)), "{law:?} {wrong:?}");
        }
        let found = check(Law::Options, Hinted(right, wrong));
        assert_eq!(found.map(drop), Err(Some(Law::Options)), "{wrong:?}");
    }
    for law in [Law::Allows, Law::Options] {
        assert!(check(law, Hinted(right, right)).is_ok());
    }
}

/// Take two counters from an even heap, any even number from an odd one: neither kind of heap reaches the other.
#[derive(Clone, Copy)]
struct TwoKinds {
    /// Whether each heap has the class of the next smaller or greater one, of the other kind.
    one_class: bool,
    /// Whether moves of odd heaps are allowed in even ones.
    all_allowed: bool,
}

impl ImpartialGame for TwoKinds {
    type Position = u64;
    type Move = u64;

    fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> {
        let most = if heap.is_multiple_of(2) { 2.min(*heap) } else { *heap };
        (2..=most).step_by(2)
    }

    fn play(&self, heap: &u64, taken: &u64) -> Components<u64> {
        (heap - taken).into()
    }

    fn allows(&self, heap: &u64, taken: &u64) -> bool {
        *taken >= 2
            && taken.is_multiple_of(2)
            && taken <= heap
            && (!heap.is_multiple_of(2) || *taken == 2 || self.all_allowed)
    }

    fn class_code(&self, heap: &u64) -> Option<u128> {
        Some(u128::from(if self.one_class { heap / 2 } else { *heap }))
    }
}

#[test]
fn what_is_wrong_between_unlike_positions_is_found() {
    let sound = TwoKinds { one_class: false, all_allowed: false };
    for (law, wrong) in
        [(Law::MemoKey, TwoKinds { one_class: true, ..sound }), (Law::Allows, TwoKinds { all_allowed: true, ..sound })]
    {
        assert!(random_check(law, &sound, &(0..12_u64), &seeded(1, 64)).is_ok());
        let found = random_check(law, &wrong, &(0..12_u64), &seeded(1, 64));
        assert_eq!(found.as_ref().map_err(Violation::law), Err(Some(law)), "{found:?}");
    }
}

/// The outcomes of nim-sums, but for three heaps of which the first is not the largest.
#[test]
fn an_oracle_that_is_wrong_about_three_components_is_found() {
    #[derive(Clone, Copy)]
    struct Three;

    impl ImpartialGame for Three {
        rules_of_a_heap!();

        fn oracle<'a>(&'a self, question: Question<'a, u64>, _: &'a mut Notes, _: &mut Control) -> Answer<'a, u64> {
            let Question::Outcome { sum, play: Play::Normal } = question else { return Answer::Unknown };
            let is_wrong = matches!(sum, [one, other, third] if one < other && one < third);
            let is_zero = sum.iter().fold(0, |xor, heap| xor ^ heap) == 0;
            Answer::Outcome(if is_zero == is_wrong { Outcome::N } else { Outcome::P })
        }
    }

    let found = random_check(Law::KnownOutcome(Play::Normal), &Three, &(0..9_u64), &seeded(1, 64));
    assert_eq!(found.as_ref().map_err(Violation::law), Err(Some(Law::KnownOutcome(Play::Normal))), "{found:?}");
}

/// Who wins one heap is a question of its own, for which an oracle needs no value.
#[test]
fn an_oracle_that_is_wrong_about_one_component_is_found() {
    #[derive(Clone, Copy)]
    struct One;

    impl ImpartialGame for One {
        rules_of_a_heap!();

        fn oracle<'a>(&'a self, question: Question<'a, u64>, _: &'a mut Notes, _: &mut Control) -> Answer<'a, u64> {
            let Question::WhoWins(heap) = question else { return Answer::Unknown };
            Answer::Outcome(if [0, 5].contains(heap) { Outcome::P } else { Outcome::N })
        }
    }

    let law = Law::KnownOutcome(Play::Normal);
    assert_eq!(check_law(law, &One, &[4]), Ok(()));
    assert_eq!(check_law(law, &One, &[6]).map_err(|violation| violation.law()), Err(Some(law)));
}

/// Values that no move leaves are asked for too, also those beyond half a word.
#[test]
fn an_oracle_that_takes_a_large_value_for_a_small_one_is_found() {
    #[derive(Clone, Copy)]
    struct Half;

    impl ImpartialGame for Half {
        rules_of_a_heap!();

        fn oracle<'a>(&'a self, question: Question<'a, u64>, _: &'a mut Notes, _: &mut Control) -> Answer<'a, u64> {
            let Question::MovesLeaving { component: heap, value } = question else { return Answer::Unknown };
            let left = value.get() & u64::from(u32::MAX);
            Answer::moves(Some(left).filter(|left| left < heap).into_iter())
        }
    }

    let found = check_law(Law::MovesLeaving, &Half, &[3]);
    assert_eq!(found.as_ref().map_err(Violation::law), Err(Some(Law::MovesLeaving)), "{found:?}");
}

/// An oracle is asked with the notes that it has made, as a solver asks it.
#[test]
fn an_oracle_that_remembers_wrongly_is_found() {
    #[derive(Clone, Copy)]
    struct Remembers;

    impl ImpartialGame for Remembers {
        rules_of_a_heap!();

        fn oracle<'a>(&'a self, question: Question<'a, u64>, notes: &'a mut Notes, _: &mut Control) -> Answer<'a, u64> {
            let Question::Value(heap) = question else { return Answer::Unknown };
            // Two heaps have one note.
            let known: &mut HashMap<u64, u64> = notes.own();
            Answer::Value(Nimber::new(*known.entry(heap / 2).or_insert(*heap)))
        }
    }

    let found = random_check(Law::KnownValue, &Remembers, &(0..9_u64), &seeded(1, 64));
    assert_eq!(found.as_ref().map_err(Violation::law), Err(Some(Law::KnownValue)), "{found:?}");
}

/// A text in the notation of another one is that of the position, not that of the model.
#[test]
fn a_text_that_repeats_its_model_is_found() {
    #[derive(Clone, Copy)]
    struct Repeats;

    impl ImpartialGame for Repeats {
        rules_of_a_heap!();
    }

    impl Notation for Repeats {
        fn component_name(&self, _: &u64) -> &'static str {
            "heap"
        }

        fn parse(&self, text: &str) -> Result<Components<u64>, NotationError> {
            Nim.parse(text)
        }

        fn text(&self, heaps: &[u64]) -> String {
            Nim.text(heaps)
        }

        fn text_like(&self, model: &str, _: &[u64]) -> String {
            model.to_owned()
        }
    }

    let found = check_notation(&Repeats, &[3, 4]);
    assert_eq!(found.as_ref().map_err(Violation::law), Err(Some(Law::TextReadsBack)), "{found:?}");
    assert_eq!(check_notation(&Repeats, &[0]), Ok(()));
}

/// Sound inputs on which a law would need more than its limits allow, or a list that is cut: none of them is told as a broken law.
#[test]
fn what_is_too_large_breaks_no_law() {
    let too_large = |checked: Result<(), Violation>| matches!(checked, Err(Violation::TooLarge { .. }));
    // The compound is over before it begins, or after one move, and the other component has very many whole positions.
    let shortest = Law::Compound(Way { kind: Kind::Conjunctive, ends: Ends::Short, play: Play::Normal });
    assert!(too_large(check_law(shortest, &Kayles, &[0, 150])));
    assert!(too_large(check_law(shortest, &Kayles, &[1, 200])));
    assert_eq!(check_law(shortest, &Kayles, &[0, 9]), Ok(()));
    // Brute force leaves out what has ended, and has 41 whole positions. The search has one for each multiset of twenty ends.
    let mut ends = vec![Vec::new(); 20];
    ends.push((0..20).map(Components::from).collect());
    let ends = GameTable::new(ends);
    assert_eq!(check_law(Law::EveryMethodFindsOutcome, &ends, &[20; 40]), Ok(()));
    // More moves win than a list has.
    let all_win = GameTable::new(vec![vec![], vec![Components::new(); 70_000]]);
    assert_eq!(check_law(Law::WinningMoves, &all_win, &[1]), Ok(()));
    assert_eq!(Solver::new(Unhinted(&all_win)).winning_moves(1).unwrap().len(), 1 << 16);
    // There is a cycle, and apart from it a position with too many moves.
    let wide = vec![vec![1.into(), 2.into()], vec![0.into()], vec![3.into(); MAX_MOVES + 1], vec![]];
    assert!(too_large(check_law(Law::LoopySum, &GameTable::new(wide), &[0])));
}
