//! Sprouts, against figures of an explicit program and of a graph canoniser, and against plain rules.

use std::collections::{BTreeMap, BTreeSet};

use grundy::games::{BrusselsSprouts, CrossedLine, FreeEnds, Land, Line, LineEnd, Sprouts};
use grundy::{Components, Control, ImpartialGame, Nimber, Notation, Outcome, Play, SolveError, Solver, reachable};
use proptest::prelude::*;

use crate::support::explicit_sprouts::{self, Explicit};
use crate::support::random::Random;

fn lands(text: &str) -> Components<Land> {
    Sprouts.parse(text).unwrap_or_else(|error| panic!("{error}"))
}

fn spots(number: usize) -> Components<Land> {
    lands(&format!("0*{number}"))
}

#[test]
fn lands_are_those_of_a_graph_canoniser() {
    let mut solver = Solver::new(Sprouts);
    for line in include_str!("../data/sprouts.txt").lines().filter(|line| !line.starts_with('#')) {
        let figures: Vec<usize> = line.split(' ').map(|figure| figure.parse().unwrap()).collect();
        let [number, nimber, options, all, by_nimber @ ..] = &figures[..] else { panic!("{line}") };
        let (number, options) = (*number, *options);
        assert_eq!(solver.grundy(spots(number)), Ok(Nimber::new(*nimber as u64)));
        assert_eq!(*all, by_nimber.iter().sum());
        let start = spots(number);
        let first: BTreeSet<Vec<Land>> = Sprouts.options(&start[0]).map(|left| left.to_vec()).collect();
        assert_eq!(first.len(), options, "{number} spots: {first:?}");
        let mut found = vec![0; by_nimber.len()];
        for land in reachable(&Sprouts, start, &mut Control::new()) {
            let value = solver.grundy(land.unwrap()).unwrap().get();
            found[usize::try_from(value).unwrap()] += 1;
        }
        assert_eq!(found, by_nimber, "{number} spots");
    }
}

/// Lands by a program that takes out only what is dead, as many as are known from another one (`tests/long` has 4 spots).
#[test]
fn lands_without_reductions() {
    for (number, lands) in (1..).zip([2, 21, 178]) {
        assert_eq!(explicit_sprouts::lands(Explicit::spots(number)), lands, "{number} spots");
    }
}

#[test]
fn published_values() {
    let mut solver = Solver::new(Sprouts);
    let values = [
        ("0", 0),
        ("0*2", 0),
        ("0.2", 1),
        ("0.AB|AB", 2),
        ("1.", 1),
        ("12.", 0),
        ("1AB|AB", 3),
        ("1a1a", 2),
        ("1a2a", 1),
        ("22.", 1),
        ("222.", 0),
        ("2AB|AB", 2),
        ("0*2.AB|AB", 2),
        ("0.1a1a", 0),
        ("0.AB|0.AB", 0),
        ("3", 1),
        ("4", 1),
        ("!", 0),
    ];
    for (text, value) in values {
        assert_eq!(solver.grundy(lands(text)), Ok(Nimber::new(value)), "{text}");
    }
    // Two lands under six pseudo-canonical names.
    for names in
        [&["ABCD|ABCE|DE", "ABCD|ABED|CE", "ABCD|ADCE|BE", "ABCD|BCDE|AE"][..], &["ABCD|ABE|CDE", "ABCD|ADE|BCE"]]
    {
        let forms: BTreeSet<Vec<Land>> = names.iter().map(|name| lands(name).to_vec()).collect();
        assert_eq!(forms.len(), 1, "{forms:?}");
        assert_eq!(solver.grundy(lands(names[0])), Ok(Nimber::new(1)));
    }
}

/// N exactly if n modulo 6 is 3, 4 or 5; in misère play N P P P N N. (`tests/long` goes on to 20 spots, and to 11 in misère play.)
#[test]
fn published_outcomes() {
    let mut solver = Solver::new(Sprouts);
    for number in 1..=7 {
        let expected = if [3, 4, 5].contains(&(number % 6)) { Outcome::N } else { Outcome::P };
        assert_eq!(solver.outcome(spots(number)), Ok(expected), "{number} spots");
    }
    let (n, p) = (Outcome::N, Outcome::P);
    for (number, expected) in (1..).zip([n, p, p, p, n]) {
        assert_eq!(solver.outcome_in(Play::Misere, spots(number)), Ok(expected), "{number} spots in misère play");
    }
}

/// The search of the outcome has found a winning move, which is told. The value would take many times as long.
#[test]
fn an_explanation_of_a_won_position_takes_what_its_outcome_takes() {
    let mut outcome = Solver::new(Sprouts);
    assert_eq!(outcome.outcome(spots(9)), Ok(Outcome::N));
    let cost = outcome.control().done();
    let mut solver = Solver::new(Sprouts);
    let working = solver.explain(spots(9)).unwrap();
    assert_eq!(working.outcome, Outcome::N);
    let moves = Sprouts.moves(&spots(9)[0]).count() as u64;
    assert!(solver.control().done() <= cost + moves, "{} beside {cost}", solver.control().done());
    assert_eq!(Solver::new(Sprouts).outcome(working.turn.unwrap().position), Ok(Outcome::P));
}

/// Several lands are explained by their values.
#[test]
fn few_values_are_shown() {
    let working = Solver::new(Sprouts).explain(lands("0*3+0*4+0*5")).unwrap();
    let values: Vec<Option<Nimber>> = working.components.iter().map(|component| component.value).collect();
    assert_eq!(values, [1, 1, 1].map(|value| Some(Nimber::new(value))));
}

/// Values and outcomes of misère play, against a program that takes nothing out and knows no lands.
#[test]
fn reductions_change_no_value_and_no_outcome() {
    let mut solver = Solver::new(Sprouts);
    for number in 1..=3 {
        let solved = explicit_sprouts::solved(Explicit::spots(number));
        let mut by_lands: BTreeMap<Vec<Land>, (u64, bool)> = BTreeMap::new();
        for (position, found) in solved {
            let text = position.text();
            let mut lands = lands(&text).to_vec();
            lands.sort();
            // Positions with the same lands have the same value.
            assert_eq!(*by_lands.entry(lands).or_insert(found), found, "{text}");
        }
        for (lands, (value, wins)) in by_lands {
            let outcome = if wins { Outcome::N } else { Outcome::P };
            assert_eq!(solver.grundy(&lands[..]), Ok(Nimber::new(value)), "{lands:?}");
            assert_eq!(solver.outcome_in(Play::Misere, &lands[..]), Ok(outcome), "{lands:?} in misère play");
        }
    }
}

/// Boundaries are numbered from 1 in texts, also the last that a move can name.
#[test]
fn a_line_of_the_last_boundary_has_a_text() {
    assert_eq!(CrossedLine::Joins { one: 0, other: u8::MAX }.to_string(), "join boundaries 1 and 256");
}

/// A game lasts between 2n and 3n - 1 moves.
#[test]
fn lengths_of_games() {
    let mut solver = Solver::new(Sprouts);
    for number in 1..=3 {
        let longest = 3 * number as u64 - 1;
        assert_eq!(solver.longest(spots(number)), Ok(longest), "{number} spots");
        // What cannot be used is taken out, and its moves with it: the shortest game is no longer.
        assert!(solver.shortest(spots(number)).unwrap() <= 2 * number as u64);
    }
}

#[test]
fn texts_are_read_and_bad_ones_are_refused_at_their_place() {
    assert_eq!(lands("5"), lands("0*5"));
    assert_eq!(lands("0.0.0"), lands("0*3."));
    assert_eq!(lands("2ABC|0.1a1a.ACB"), lands("0.1x1x.BAC|2BAC."));
    assert_eq!(lands("12+22"), lands("12.+22."));
    assert_eq!(lands("2"), lands("0*2"));
    // As other programs write: the example of GLOP's manual, and letters by numbers.
    assert_eq!(lands("12.AB.}AB.}]0.2ABC.}0.1ab1bc2ca.ACB.}]!"), lands("12.AB|AB+0.2ABC|0.1ab1bc2ca.ACB"));
    assert_eq!(lands("0.}]!"), lands("1"));
    assert_eq!(lands("2m(1)2m(1).n(27)n(1)|n(1)n(27)"), lands("2a2a.AB|AB"));
    for (text, place) in [
        ("0A", 1),
        ("00", 1),
        ("0.x?", 4),
        ("AB|AC", 2),
        ("12.ab.1|3", 4),
        ("A.A|0", 3),
        ("0*51", 1),
        ("51", 1),
        ("", 1),
        ("0..0", 3),
        ("0*x", 3),
        ("0.AB.}AC.}]!", 4),
        ("0.n(27|AB", 5),
        ("2m(0)2m(0)", 4),
    ] {
        let error = Sprouts.parse(text).expect_err(text);
        assert_eq!(error.place(), place, "{error}");
    }
}

/// A land on which random lines were drawn, one after the other.
fn drawn(start: usize, choices: &[prop::sample::Index]) -> Components<Land> {
    let mut position = spots(start);
    for choice in choices {
        let mut moves: Vec<(usize, _)> = Vec::new();
        for (place, land) in position.iter().enumerate() {
            moves.extend(Sprouts.moves(land).map(|line| (place, line)));
        }
        if moves.is_empty() {
            break;
        }
        let (place, line) = choice.get(&moves);
        position = position.replaced(*place, Sprouts.play(&position[*place], line));
    }
    position
}

/// The text of a land with regions mirrored and reordered, boundaries rotated and reordered, and letters renamed.
fn disguised(land: &Land, mix: u64) -> String {
    let text = land.to_string();
    let mut random = Random(mix);
    let mut next = |below: usize| random.below(below.max(1));
    let mut regions: Vec<String> = Vec::new();
    for region in text.trim_end_matches('.').split('|') {
        let mirrored = next(2) == 1;
        let mut boundaries: Vec<String> = Vec::new();
        for boundary in region.split('.') {
            if boundary.starts_with('0') {
                boundaries.push(boundary.to_owned());
                continue;
            }
            let mut symbols: Vec<char> = boundary.chars().collect();
            if mirrored {
                symbols.reverse();
            }
            let turn = next(symbols.len());
            symbols.rotate_left(turn);
            boundaries.push(symbols.into_iter().collect());
        }
        let turn = next(boundaries.len());
        boundaries.rotate_left(turn);
        regions.push(boundaries.join("."));
    }
    let turn = next(regions.len());
    regions.rotate_left(turn);
    let renamed = |symbol: char| match symbol {
        'A'..='Z' => char::from(b'A' + (symbol as u8 - b'A' + 7) % 26),
        'a'..='z' => char::from(b'a' + (symbol as u8 - b'a' + 11) % 26),
        other => other,
    };
    regions.join("|").chars().map(renamed).collect::<String>() + "."
}

proptest! {
    #[test]
    fn a_land_in_disguise_is_the_same_land(
        start in 2..7_usize,
        choices in prop::collection::vec(any::<prop::sample::Index>(), 0..8),
        mix: u64,
    ) {
        for land in drawn(start, &choices) {
            if land.to_string().contains('\'') {
                continue;
            }
            let named = land.pseudo_canonical();
            prop_assert_eq!(lands(&format!("{named}.")).to_vec(), vec![land.clone()], "{} as {}", land, named);
            let text = disguised(&land, mix);
            prop_assert_eq!(lands(&text).to_vec(), vec![land.clone()], "{} as {}", land, text);
        }
    }

    /// A move takes at least one life.
    #[test]
    fn lives_go_down(start in 2..8_usize, choices in prop::collection::vec(any::<prop::sample::Index>(), 0..12)) {
        for land in drawn(start, &choices) {
            for line in Sprouts.moves(&land) {
                prop_assert!(Sprouts.allows(&land, &line));
                let left: usize = Sprouts.play(&land, &line).iter().map(Land::lives).sum();
                prop_assert!(left < land.lives(), "{line} in {land}");
            }
        }
    }
}

/// Letters of both kinds keep their names however many there are, and no text is read that play could lead out of them.
#[test]
fn as_many_letters_as_a_land_can_have() {
    let nested = |letters: usize| {
        let name = |number| format!("m({number})");
        let (there, back): (Vec<String>, Vec<String>) =
            ((1..=letters).map(name).collect(), (1..=letters).rev().map(name).collect());
        format!("1{}1{}", there.concat(), back.concat())
    };
    for letters in [84, 85, 86, 97] {
        let [land] = &lands(&nested(letters))[..] else { panic!("one land") };
        assert_eq!(land.lives(), letters + 4);
        assert_eq!(&lands(&format!("{land}."))[..], std::slice::from_ref(land));
        for line in Sprouts.moves(land).step_by(997) {
            let left = Sprouts.play(land, &line);
            assert!(left.iter().map(Land::lives).sum::<usize>() < land.lives(), "{line}");
            assert_eq!(lands(&Sprouts.text(&left)), left, "{line}");
        }
    }
    assert!(Sprouts.parse(&nested(98)).is_err());
    // A letter that stands alone is told as it is written.
    for (text, letter, place) in [("2n(27).1", "n(27)", 2), ("2AB'A", "B'", 3), ("1m(1)1m(2)1m(1)", "m(2)", 7)] {
        let error = Sprouts.parse(text).unwrap_err();
        assert_eq!(error.place(), place, "{error}");
        assert!(error.to_string().contains(&format!("the letter {letter} must stand twice")), "{error}");
    }

    // Fifty spots are joined to one path.
    let mut path = spots(50);
    for moves in 1..50 {
        let line = Sprouts.moves(&path[0]).next().unwrap();
        path = Sprouts.play(&path[0], &line);
        assert_eq!((path.len(), path[0].lives()), (1, 150 - moves), "{line}");
        assert_eq!(lands(&format!("{}.", path[0])), path);
    }
    assert!(Sprouts.parse("51").is_err());
}

/// A bound is met before hundreds of millions of lines are made.
#[test]
fn lines_are_counted_before_they_are_made() {
    let wide = lands("1.2.11.12.22.111.112.122.222.1111.1112.1122.1212.1222.2222.11111.11112.11122.11212.11222.12122");
    let (least, most) = Sprouts.moves(&wide[0]).size_hint();
    assert!(least > 100_000_000 && most == Some(least), "{least}");
    let refused = Solver::new(Sprouts).with_control(Control::new().positions(1 << 20)).outcome(wide.clone());
    assert!(matches!(refused, Err(SolveError::TooManyMoves { .. } | SolveError::Stopped(_))), "{refused:?}");
    let mut line = Sprouts.moves(&wide[0]).next().unwrap();
    assert!(Sprouts.allows(&wide[0], &line));
    line.inside = line.inside.iter().chain([200]).collect();
    assert!(!Sprouts.allows(&wide[0], &line));

    let mut allowed = 0;
    for land in reachable(&Sprouts, spots(3), &mut Control::new()) {
        let land = land.unwrap();
        let listed: Vec<Line> = Sprouts.moves(&land).collect();
        assert_eq!(Sprouts.moves(&land).size_hint(), (listed.len(), Some(listed.len())), "{land}");
        // Every line that could be written down for the land.
        for (region, boundaries) in (0..).zip(land.regions()) {
            let ends = |place: usize| {
                (0..boundaries[place].len()).map(move |occurrence| {
                    let [boundary, occurrence] = [place, occurrence].map(|number| u8::try_from(number).unwrap());
                    LineEnd { boundary, occurrence }
                })
            };
            let ends: Vec<LineEnd> = (0..boundaries.len()).flat_map(ends).collect();
            for (from, to) in ends.iter().flat_map(|from| ends.iter().map(move |to| (*from, *to))) {
                for bits in 0..1_u32 << boundaries.len() {
                    let inside = (0..boundaries.len()).filter(|place| bits >> place & 1 == 1).collect();
                    let line = Line { region, from, to, inside };
                    let is_listed = listed.contains(&line);
                    assert_eq!(Sprouts.allows(&land, &line), is_listed, "{line} in {land}");
                    allowed += usize::from(is_listed);
                }
            }
        }
    }
    assert!(allowed > 1000);
    let crosses: FreeEnds = "1.2.3.4.5.6.7.8.9.10.11.12.13.14.15.16.17.18.19.20.21".parse().unwrap();
    let cut = |boundary, ends| CrossedLine::Cuts { boundary, ends, inside: [0, 3].into_iter().collect() };
    assert!(BrusselsSprouts.allows(&crosses, &cut(20, 19)) && !BrusselsSprouts.allows(&crosses, &cut(20, 20)));
}
