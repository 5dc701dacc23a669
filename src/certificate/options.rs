//! Writes the options of all positions that a certificate tells of, for checkers that do not know the rules of the game.

use std::collections::HashMap;
use std::io::{self, BufRead, Write};

use rustc_hash::FxBuildHasher;

use super::check::{Subject, subject};
use super::facts::{Facts, Steps};
use super::misere::Lost;
use super::positions::value_fact;
use super::quotients::{Monoid, OfPositions};
use super::text::{CertificateError, Reader};
use crate::any::Registry;
use crate::components::Components;
use crate::control::{Control, Stopped};
use crate::game::{ImpartialGame, has_ended};
use crate::notation::{Notation, join};

/// Writes what a checker without rules needs for a certificate of a value, an outcome or a quotient of positions: the options of all positions
/// that it tells of, and of their options.
///
/// Each component has a number from 0 on; first come those of which the certificate tells. The text begins with `grundy options 1`. Then come
/// `of: ` with the game and the position of the claim as the certificate writes them, `position: ` with the numbers of that position, and
/// a line for each component: its options, a tab, its text. A sum is written as the numbers of its components with `+` between
/// them, the empty sum as `-`, and options have a blank between them. `?` stands for
/// options that no checker asks for.
///
/// ```
/// use grundy::{Control, Registry, certificate};
///
/// let kayles = "grundy certificate 1 value\ngame: kayles\nposition: 2\nanswer: 2\n\n2 2\n1 1\nfacts: 2\n";
/// let mut options = Vec::new();
/// certificate::export_options(&Registry::standard(), kayles.as_bytes(), &mut options, &mut Control::new())?;
/// let text = String::from_utf8(options)?;
/// assert!(text.contains("\n1 -\t2\n")); // a row of 2 leaves component 1, a row of 1, or nothing
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`CertificateError`], also for claims of other kinds.
pub fn export_options(
    registry: &Registry,
    input: impl BufRead,
    out: impl Write,
    control: &mut Control,
) -> Result<(), CertificateError> {
    let (mut reader, kind) = Reader::new(input, control)?;
    let subject = subject(registry, &kind, &mut reader)?;
    let steps = &mut Steps::new(control);
    match subject {
        Subject::Game(game, position, name) => export(&kind, &game, position, &name, &mut reader, out, steps),
        Subject::Sum(table, position, text) => {
            export(&kind, &table, position, &format!("sum {text}"), &mut reader, out, steps)
        }
    }
}

fn export<G: Notation>(
    kind: &str,
    game: &G,
    position: Components<G::Position>,
    name: &str,
    reader: &mut Reader<impl BufRead>,
    out: impl Write,
    steps: &mut Steps<'_>,
) -> Result<(), CertificateError> {
    let options = if kind == "positions" {
        let monoid = Monoid::read(reader)?;
        let told = OfPositions::read(game, monoid, reader, steps)?;
        // All moves, since a quotient is that of all positions to which play comes.
        Options::of(game, position, told.keys(), Hints::No, steps)?
    } else {
        reader.field("answer")?;
        let told: Vec<_> = if kind == "misere" {
            Lost::read_facts(game, reader, steps)?.0.keys().collect()
        } else {
            Facts::read(reader, steps, |text| value_fact(game, text))?.keys().collect()
        };
        Options::of(game, position, told.into_iter(), Hints::Yes, steps)?
    };
    Ok(options.write(name, |component| game.text(std::slice::from_ref(component)), out)?)
}

/// Whether the hint [`options`](ImpartialGame::options) is used, which may leave out equal options with other memo keys.
#[derive(Clone, Copy)]
enum Hints {
    Yes,
    No,
}

/// Components by their numbers, with the options of some of them.
struct Options<P> {
    position: Vec<usize>,
    components: Vec<P>,
    numbers: HashMap<P, usize, FxBuildHasher>,
    /// The options of the first components, each a list of numbers.
    listed: Vec<Vec<Vec<usize>>>,
    /// Which of the others have no options.
    ended: Vec<bool>,
}

impl<P: Clone + Eq + std::hash::Hash> Options<P> {
    fn of<G: ImpartialGame<Position = P>>(
        game: &G,
        position: Components<P>,
        told: impl Iterator<Item = P>,
        hints: Hints,
        steps: &mut Steps<'_>,
    ) -> Result<Self, Stopped> {
        let mut all = Self {
            position: Vec::new(),
            components: Vec::new(),
            numbers: HashMap::default(),
            listed: Vec::new(),
            ended: Vec::new(),
        };
        for component in told {
            all.number(game, component);
        }
        all.position = position.into_iter().map(|component| all.number(game, component)).collect();
        // The options of what is told, and then of those options.
        // What lies two moves away is needed only to tell whether it has ended.
        for _ in 0..2 {
            // The range ends with the components known at its start. Those that `add` numbers meanwhile wait for the
            // next turn.
            for number in all.listed.len()..all.components.len() {
                let component = all.components[number].clone();
                let mut options = Vec::new();
                let mut add = |option: Components<P>| {
                    steps.tick()?;
                    options.push(option.into_iter().map(|part| all.number(game, part)).collect());
                    Ok::<(), Stopped>(())
                };
                match hints {
                    Hints::Yes => game.options(&component).try_for_each(&mut add)?,
                    Hints::No => game.moves(&component).try_for_each(|mv| add(game.play(&component, &mv)))?,
                }
                all.listed.push(options);
            }
        }
        let others = &all.components[all.listed.len()..];
        all.ended = others.iter().map(|component| has_ended(game, component)).collect();
        Ok(all)
    }

    /// The number of a component.
    fn number<G: ImpartialGame<Position = P>>(&mut self, game: &G, component: P) -> usize {
        let next = self.components.len();
        let key = game.memo_key(component);
        *self.numbers.entry(key).or_insert_with_key(|key| {
            self.components.push(key.clone());
            next
        })
    }

    fn write(&self, name: &str, text: impl Fn(&P) -> String, mut out: impl Write) -> io::Result<()> {
        let sum = |parts: &Vec<usize>| if parts.is_empty() { "-".to_owned() } else { join(parts, "+") };
        writeln!(out, "grundy options 1\nof: {name}\nposition: {}", sum(&self.position))?;
        let listed = self.listed.iter().map(|options| join(&options.iter().map(sum).collect::<Vec<_>>(), " "));
        let others = self.ended.iter().map(|ended| if *ended { "" } else { "?" }.to_owned());
        for (options, component) in listed.chain(others).zip(&self.components) {
            writeln!(out, "{options}\t{}", text(component))?;
        }
        // A buffer that is dropped tells no error.
        out.flush()
    }
}
