//! What the fuzz targets do with random bytes. Each body panics where the library is wrong: an answer that differs from a plain computation, a
//! text that does not read back, an altered file that is accepted.
//!
//! `cargo +nightly fuzz run TARGET` fuzzes; `cargo test` runs each body on the corpus and on some random bytes.

#![expect(clippy::missing_panics_doc, reason = "a panic is how a body tells that the library is wrong")]

use std::collections::HashMap;
use std::fs;
use std::sync::OnceLock;

use arbitrary::{Arbitrary, Unstructured};
use grundy::certificate::{self, Certificate, CertificateError};
use grundy::chomp::{Board, ChompValues, LosingBoards, Part};
use grundy::heap::{Digit, Sequence, Stream, TakeAndBreak};
use grundy::loopy::{Digraph, LoopyOutcome, LoopyValue, LoopyValues};
use grundy::measures::Genus;
use grundy::misere::quotient::QuotientSearch;
use grundy::{
    Components, Control, ExplicitGame, ImpartialGame, Kayles, Method, Nimber, Notation, Outcome, Play, Registry,
    Solver, Subset,
};

/// What a target does with some bytes.
pub type Body = fn(&[u8]);

/// All targets by name.
pub const TARGETS: [(&str, Body); 7] = [
    ("texts", texts),
    ("files", files),
    ("checkpoints", checkpoints),
    ("games", games),
    ("sequences", sequences),
    ("quotients", quotients),
    ("graphs", graphs),
];

/// Runs a body on the files that the command line names, such as one that a fuzzer has found.
///
/// # Errors
///
/// That of a file that cannot be read.
pub fn run_files(body: Body) -> std::io::Result<()> {
    std::env::args_os().skip(1).try_for_each(|file| fs::read(file).map(|bytes| body(&bytes)))
}

/// Limits under which no input takes long.
fn control() -> Control {
    Control::new().positions(2000)
}

/// A text that is accepted is written and read back, by every parser. The first byte chooses the parser; the rest is the text.
pub fn texts(bytes: &[u8]) {
    let Some((choice, text)) = bytes.split_first() else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let registry = Registry::standard();
    let games: Vec<_> = registry.iter().collect();
    match usize::from(*choice) {
        0 => reads_back::<TakeAndBreak>(text),
        1 => reads_back::<Board>(text),
        2 => reads_back::<Digraph>(text),
        3 => reads_back::<Subset>(text),
        4 => reads_back::<Nimber>(text),
        5 => drop(registry.parse(text).map(|game| assert_eq!(registry.parse(&game.to_string()), Ok(game)))),
        6 => {
            let Ok((table, position)) = registry.parse_sum(text) else { return };
            let written = table.text(&position);
            let again = registry.parse_sum(&written);
            let (_, again) = again.unwrap_or_else(|error| panic!("{written:?}: {error}"));
            assert_eq!(table.text(&again), written, "{text:?}");
        }
        252 => reads_back::<Digit>(text),
        253 => reads_back::<LoopyValue>(text),
        254 => reads_back::<Genus>(text),
        255 => reads_back::<Part>(text),
        place => {
            let game = registry.parse(games[place % games.len()].sample()).expect("a sample is a name");
            let Ok(position) = game.parse(text) else { return };
            let written = game.text(&position);
            let again = game.parse(&written).unwrap_or_else(|error| panic!("{game}: {written:?}: {error}"));
            // Components that have ended may be left out.
            assert_eq!(lasting(&game, &again), lasting(&game, &position), "{game}: {text:?} is written {written:?}");
        }
    }
}

fn lasting<G: ImpartialGame>(game: &G, position: &Components<G::Position>) -> Vec<G::Position> {
    position.iter().filter(|part| game.moves(part).next().is_some()).cloned().collect()
}

fn reads_back<T: std::str::FromStr<Err: std::fmt::Debug> + std::fmt::Display + PartialEq + std::fmt::Debug>(
    text: &str,
) {
    if let Ok(value) = text.parse::<T>() {
        assert_eq!(value.to_string().parse::<T>().expect("what is written is read"), value);
    }
}

/// A file is refused, or it is a table whose numbers are right. The first byte chooses the format.
pub fn files(bytes: &[u8]) {
    let Some((choice, content)) = bytes.split_first() else { return };
    let file = tempfile::NamedTempFile::new().expect("a temporary file");
    fs::write(file.path(), content).expect("a temporary file is written");
    match choice % 5 {
        0 => {
            if let Ok(table) = ChompValues::load(file.path(), &control()) {
                let right = ChompValues::up_to(u32::try_from(table.tiles()).expect("a side"), &mut control());
                if table.is_complete()
                    && let Ok(right) = right
                {
                    assert_eq!(table.losing_counts(), right.losing_counts());
                }
            }
        }
        1 => {
            if let Ok(table) = LosingBoards::load(file.path(), &control()) {
                let right = LosingBoards::up_to(u32::try_from(table.tiles()).expect("a side"), &mut control());
                if table.is_complete()
                    && let Ok(right) = right
                {
                    assert_eq!(table.counts(), right.counts());
                }
            }
        }
        2 => {
            if let Ok(claim) = certificate::check(&Registry::standard(), content, &mut control()) {
                holds(&claim.text);
            }
        }
        3 => drop(certificate::export_options(&Registry::standard(), content, std::io::sink(), &mut control())),
        _ => {
            // What is read as a quotient is proved again, so that it agrees with brute force.
            let Ok(quotient) = certificate::read_quotient(&Kayles, content, &mut control()) else { return };
            for sum in [[1, 1], [2, 1], [3, 2]] {
                let found = quotient.misere_outcome(&Kayles, &sum);
                let right = Solver::new(Kayles).by(Method::Search).outcome_in(Play::Misere, sum);
                assert!(found.is_none_or(|found| Ok(found) == right), "{sum:?}");
            }
        }
    }
}

/// A claim about a value or an outcome that a checker has accepted is what a solver finds within the limits.
fn holds(claim: &str) {
    let value = claim.strip_prefix("the Grundy value of ").and_then(|rest| rest.rsplit_once(" is "));
    let outcome = claim.strip_suffix(" play").and_then(|rest| rest.rsplit_once(" is "));
    let Some((name, told)) = value.or(outcome) else { return };
    let (game, position) = name.split_once(' ').expect("a claim names the game and the position");
    // A sum of several games has another name.
    let Ok(game) = Registry::standard().parse(game) else { return };
    let position = game.parse(position).expect("a claim names a position");
    let mut solver = Solver::new(&game).with_control(control());
    let found = match told.split_once(" in ") {
        None => solver.grundy(position).map(|value| value.to_string()),
        Some((_, play)) => {
            let play = if play == "misère" { Play::Misere } else { Play::Normal };
            solver.outcome_in(play, position).map(|outcome| format!("{outcome} in {play}"))
        }
    };
    assert!(found.as_ref().is_ok_and(|found| found == told) || found.is_err(), "{claim}, and it is {found:?}");
}

/// A checkpoint of a stream with some bytes changed, and the length and the checksum set right: it is refused, or goes on. The first byte cuts; then
/// come places and bytes.
pub fn checkpoints(bytes: &[u8]) {
    static RIGHT: OnceLock<Vec<u8>> = OnceLock::new();
    let code: TakeAndBreak = "0.45".parse().expect("a code");
    let right = RIGHT.get_or_init(|| {
        let mut stream = Stream::new(code.clone()).expect("the code has few rare heaps");
        stream.advance_to(600_000).expect("nothing limits the stream");
        stream.checkpoint()
    });
    let Some((cut, edits)) = bytes.split_first() else { return };
    let mut wrong = right.clone();
    for edit in edits.chunks_exact(4) {
        let place = usize::from(edit[0]) << 16 | usize::from(edit[1]) << 8 | usize::from(edit[2]);
        // Half of the edits are in the first 256 bytes, where the numbers stand.
        let place = if edit[0] & 1 == 0 { place % 256 } else { place % wrong.len() };
        wrong[place] = edit[3];
    }
    wrong.truncate(wrong.len() - 8 - if *cut < 64 { usize::from(*cut) } else { 0 });
    let length = wrong.len() as u64 + 8;
    wrong[20..28].copy_from_slice(&length.to_le_bytes());
    // Fowler, Noll and Vo.
    let step = |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    let sum = wrong.iter().fold(0xcbf2_9ce4_8422_2325, step);
    wrong.extend(sum.to_le_bytes());
    let Ok(mut stream) = Stream::resume(code, &wrong, Control::unlimited()) else { return };
    // A forged number of heaps, or a forged state, is found only by computing all anew.
    let _ = stream.advance_to(stream.heaps().saturating_add(1));
    let mut few = control();
    let _ = stream.pieces().find_map(|piece| piece.check(&mut few).err());
    stream.set_control(control());
    let _ = stream.prove_period();
}

/// A game in which every option has a smaller number.
#[derive(Debug)]
struct Graph(Vec<Vec<usize>>);

impl<'a> Arbitrary<'a> for Graph {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> arbitrary::Result<Self> {
        let vertices = bytes.int_in_range(1..=12)?;
        let options = (0..vertices).map(|vertex| {
            let edges = if vertex == 0 { 0 } else { bytes.int_in_range(0..=4)? };
            (0..edges).map(|_| bytes.int_in_range(0..=vertex - 1)).collect()
        });
        options.collect::<Result<_, _>>().map(Self)
    }
}

/// A random game: every method against brute force, and certificates that hold as they are and not with another value.
pub fn games(bytes: &[u8]) {
    let bytes = &mut Unstructured::new(bytes);
    let Ok(Graph(options)) = Graph::arbitrary(bytes) else { return };
    let tokens: Vec<usize> = (0..3).filter_map(|_| bytes.choose_index(options.len()).ok()).collect();
    let game = ExplicitGame::new(options).expect("all vertices exist");

    let value = grundy_of(&game, &tokens, &mut HashMap::new());
    assert_eq!(Solver::new(&game).grundy(&tokens).map(Nimber::get).ok(), Some(value));
    for play in [Play::Normal, Play::Misere] {
        let outcome = outcome_of(&game, play, &tokens, &mut HashMap::new());
        for method in Method::ALL {
            if let Ok(found) = Solver::new(&game).by(*method).outcome_in(play, &tokens) {
                assert_eq!(found, outcome, "{method} in {play} play: {tokens:?} of {game:?}");
            }
        }
    }

    let mut registry = Registry::new();
    registry.add("graph", "0", game.clone());
    let check = |text: &[u8]| certificate::check(&registry, text, &mut control());
    let mut text = Vec::new();
    let position = Components::from_iter(tokens);
    let mut solver = Solver::new(&game);
    let certificate = Certificate::of_value(&mut solver, &"graph", &position).expect("the game is small");
    certificate.write(&mut text).expect("memory can be written");
    check(&text).expect("the certificate holds");
    let text = String::from_utf8(text).expect("a certificate is a text");
    let wrong = text.replacen(&format!("answer: {value}\n"), &format!("answer: {}\n", value + 1), 1);
    assert!(matches!(check(wrong.as_bytes()), Err(CertificateError::Refused { .. })));
}

fn options_of(game: &ExplicitGame, tokens: &[usize]) -> Vec<Vec<usize>> {
    let mut options = Vec::new();
    for (place, token) in tokens.iter().enumerate() {
        for mv in game.moves(token) {
            let mut option = tokens.to_vec();
            option.splice(place..=place, game.play(token, &mv));
            option.sort_unstable();
            options.push(option);
        }
    }
    options
}

/// The least number that is not there. Shares nothing with the library.
fn mex(values: &[u64]) -> u64 {
    let mut least = 0;
    while values.contains(&least) {
        least += 1;
    }
    least
}

fn grundy_of(game: &ExplicitGame, tokens: &[usize], memo: &mut HashMap<Vec<usize>, u64>) -> u64 {
    if let Some(value) = memo.get(tokens) {
        return *value;
    }
    let values: Vec<u64> = options_of(game, tokens).iter().map(|option| grundy_of(game, option, memo)).collect();
    let value = mex(&values);
    memo.insert(tokens.to_vec(), value);
    value
}

fn outcome_of(game: &ExplicitGame, play: Play, tokens: &[usize], memo: &mut HashMap<Vec<usize>, Outcome>) -> Outcome {
    if let Some(outcome) = memo.get(tokens) {
        return *outcome;
    }
    let options = options_of(game, tokens);
    let ended_in_misere = options.is_empty() && play == Play::Misere;
    let wins = options.iter().any(|option| outcome_of(game, play, option, memo) == Outcome::P);
    let outcome = if ended_in_misere || wins { Outcome::N } else { Outcome::P };
    memo.insert(tokens.to_vec(), outcome);
    outcome
}

/// A random code of up to four digits, each with splits into up to two heaps.
fn code(bytes: &mut Unstructured<'_>) -> arbitrary::Result<TakeAndBreak> {
    let first = if bytes.arbitrary()? { "4" } else { "0" };
    let digits = bytes.int_in_range(1..=4)?;
    let digits: arbitrary::Result<String> =
        (0..digits).map(|_| Ok(char::from(b'0' + bytes.int_in_range(0..=7)?))).collect();
    Ok(format!("{first}.{}", digits?).parse().expect("a code of octal digits"))
}

/// The values of a random code, found in several steps, against the mex of all options.
pub fn sequences(bytes: &[u8]) {
    let bytes = &mut Unstructured::new(bytes);
    let Ok(code) = code(bytes) else { return };
    let mut sequence = Sequence::new(code.clone());
    for _ in 0..3 {
        let Ok(more) = bytes.int_in_range(1..=150) else { break };
        sequence.extend_to(sequence.len() + more).expect("nothing limits so few heaps");
    }
    let mut values: Vec<u64> = Vec::new();
    for heap in 0..sequence.len() {
        let value_of = |part: &u128| values[usize::try_from(*part).expect("a small heap")];
        let left = heap as u128;
        let found: Vec<u64> =
            code.options(&left).map(|option| option.iter().map(value_of).fold(0, |one, other| one ^ other)).collect();
        values.push(mex(&found));
        assert_eq!(sequence.values().get(heap), values.last().copied(), "heap {heap} of {code}");
    }
}

/// The misère quotient of a random code, against brute force on sums of three heaps, and its certificate.
pub fn quotients(bytes: &[u8]) {
    let bytes = &mut Unstructured::new(bytes);
    let (Ok(code), Ok(heaps)) = (code(bytes), bytes.int_in_range(2..=8)) else { return };
    let mut search = QuotientSearch::new(code.clone()).with_control(control());
    if search.extend_to(heaps).is_err() {
        return;
    }
    let quotient = search.into_quotient();
    let mut memo = HashMap::new();
    let heaps = 0..heaps as u128;
    for sum in heaps
        .clone()
        .flat_map(|one| (one..heaps.end).flat_map(move |two| (two..heaps.end).map(move |three| [one, two, three])))
    {
        let expected = misere_of(&code, sum.to_vec(), &mut memo);
        assert_eq!(quotient.misere_outcome(sum), Some(expected), "{sum:?} of {code}");
    }
    let mut text = Vec::new();
    Certificate::of_quotient(&quotient).write(&mut text).expect("memory can be written");
    let checked = certificate::check(&Registry::new(), &text[..], &mut Control::new());
    assert!(checked.is_ok(), "{code}: {checked:?}");
}

fn misere_of(code: &TakeAndBreak, mut heaps: Vec<u128>, memo: &mut HashMap<Vec<u128>, Outcome>) -> Outcome {
    heaps.retain(|heap| *heap > 0);
    heaps.sort_unstable();
    if let Some(outcome) = memo.get(&heaps) {
        return *outcome;
    }
    let (mut ended, mut wins) = (true, false);
    for (place, heap) in heaps.iter().enumerate() {
        for option in code.options(heap) {
            ended = false;
            let mut left = heaps.clone();
            left.splice(place..=place, option);
            wins = wins || misere_of(code, left, memo) == Outcome::P;
        }
    }
    let outcome = if ended || wins { Outcome::N } else { Outcome::P };
    memo.insert(heaps, outcome);
    outcome
}

/// A random graph with cycles: outcomes of single vertices against retrograde analysis, and the certificate of its values.
pub fn graphs(bytes: &[u8]) {
    let bytes = &mut Unstructured::new(bytes);
    let Ok(vertices) = bytes.int_in_range(1..=10) else { return };
    let options: arbitrary::Result<Vec<Vec<usize>>> = (0..vertices)
        .map(|_| (0..bytes.int_in_range(0..=3)?).map(|_| bytes.int_in_range(0..=vertices - 1)).collect())
        .collect();
    let Ok(options) = options else { return };
    let graph = Digraph::new(options.clone()).expect("all vertices exist");
    let values = LoopyValues::new(graph, &mut Control::new()).expect("the graph is small");
    // Each round adds the vertices that are won or lost by those known before. A vertex that stays unknown is a draw.
    let mut known: Vec<Option<bool>> = vec![None; vertices];
    loop {
        let before = known.clone();
        for (vertex, options) in options.iter().enumerate() {
            if options.iter().any(|option| known[*option] == Some(false)) {
                known[vertex] = Some(true);
            } else if options.iter().all(|option| known[*option] == Some(true)) {
                known[vertex] = Some(false);
            }
        }
        if known == before {
            break;
        }
    }
    for (vertex, wins) in known.iter().enumerate() {
        let expected = match wins {
            Some(true) => LoopyOutcome::N,
            Some(false) => LoopyOutcome::P,
            None => LoopyOutcome::Draw,
        };
        assert_eq!(values.outcome(vertex).ok(), Some(expected), "vertex {vertex} of {options:?}");
    }
    let mut text = Vec::new();
    let certificate = Certificate::of_graph(&values).expect("the graph is small");
    certificate.write(&mut text).expect("memory can be written");
    let checked = certificate::check(&Registry::new(), &text[..], &mut Control::new());
    assert!(checked.is_ok(), "{options:?}: {checked:?}");
}
