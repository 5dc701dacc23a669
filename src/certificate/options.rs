//! Writes the options of all positions that a certificate tells of, for checkers that do not know the rules of the game.

use std::collections::HashMap;
use std::hash::Hash;
use std::io::{BufRead, Write};

use rustc_hash::FxBuildHasher;

use super::check::{Subject, subject};
use super::facts::{Facts, Steps};
use super::misere::Lost;
use super::positions::value_fact;
use super::quotients::{Monoid, OfPositions};
use super::text::{CertificateError, Reader};
use crate::any::Registry;
use crate::components::Components;
use crate::control::Control;
use crate::game::{ImpartialGame, has_ended};
use crate::notation::{Notation, join};
use crate::search::{list_bytes, map_bytes};

/// Writes what a checker without rules needs for a certificate of a value, an outcome or a quotient of positions: the options of all positions
/// that it tells of, and of their options.
///
/// Each component has a number from 0 on; first come those of which the certificate tells. The text begins with `grundy options 1`. Then come
/// `of: ` with the kind, the game and the position of the claim as the certificate writes them, `position: ` with the numbers of that position, and
/// a line for each component: its options, a tab, its text. A sum is written as the numbers of its components with `+` between
/// them, the empty sum as `-`, and options have a blank between them. `?` stands for
/// options that no checker asks for. Texts are those of [memo keys](ImpartialGame::memo_key), as the certificates of this crate tell components: without rules,
/// another text of the same component is another component. Lines are written as they are made, so that after an error there may be some of them.
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
    let of = &format!("{kind} {name}");
    if kind == "positions" {
        let monoid = Monoid::read(reader)?;
        let told = OfPositions::read(game, monoid, reader, steps)?;
        // All moves, since a quotient is that of all positions to which play comes.
        return Numbers::of(game, told.keys()).write(game, of, position, Hints::No, out, steps);
    }
    reader.field("answer")?;
    let told = if kind == "misere" {
        Numbers::of(game, Lost::read_facts(game, reader, steps)?.0.keys())
    } else {
        Numbers::of(game, Facts::read(reader, steps, |text| value_fact(game, text))?.keys())
    };
    told.write(game, of, position, Hints::Yes, out, steps)
}

/// Whether the hint [`options`](ImpartialGame::options) is used, which may leave out equal options with other memo keys.
#[derive(Clone, Copy)]
enum Hints {
    Yes,
    No,
}

/// Components by their numbers.
struct Numbers<P> {
    components: Vec<P>,
    numbers: HashMap<P, usize, FxBuildHasher>,
}

impl<P: Clone + Eq + Hash> Numbers<P> {
    /// Numbers the components of which a certificate tells.
    fn of<G: ImpartialGame<Position = P>>(game: &G, told: impl Iterator<Item = P>) -> Self {
        let mut all = Self { components: Vec::new(), numbers: HashMap::default() };
        for component in told {
            all.number(game, component);
        }
        all
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

    /// A sum by the numbers of its components.
    fn sum<G: ImpartialGame<Position = P>>(&mut self, game: &G, sum: Components<P>) -> String {
        let parts: Vec<usize> = sum.into_iter().map(|part| self.number(game, part)).collect();
        if parts.is_empty() { "-".to_owned() } else { join(&parts, "+") }
    }

    /// Writes the table. Only components are kept: each line is written as soon as its options are listed.
    fn write<G: Notation<Position = P>>(
        mut self,
        game: &G,
        of: &str,
        position: Components<P>,
        hints: Hints,
        mut out: impl Write,
        steps: &mut Steps<'_>,
    ) -> Result<(), CertificateError> {
        let text = |component: &P| game.text(std::slice::from_ref(component));
        // What was read is still counted, though most of it is dropped.
        let held = steps.held();
        writeln!(out, "grundy options 1\nof: {of}\nposition: {}", self.sum(game, position))?;
        // The options of what is told, and then of those options. What lies two moves away is needed only to tell whether
        // it has ended.
        let mut listed = 0;
        for _ in 0..2 {
            // Components that `add` numbers meanwhile wait for the next turn.
            let known = self.components.len();
            for number in listed..known {
                let component = self.components[number].clone();
                let mut blank = "";
                let mut add = |option: Components<P>| {
                    write!(out, "{blank}{}", self.sum(game, option))?;
                    blank = " ";
                    steps.hold(held + list_bytes(&self.components, 0) + map_bytes(&self.numbers, 0))?;
                    steps.tick()?;
                    Ok::<(), CertificateError>(())
                };
                match hints {
                    Hints::Yes => game.options(&component).try_for_each(&mut add)?,
                    Hints::No => game.moves(&component).try_for_each(|mv| add(game.play(&component, &mv)))?,
                }
                writeln!(out, "\t{}", text(&component))?;
            }
            listed = known;
        }
        for component in &self.components[listed..] {
            steps.tick()?;
            writeln!(out, "{}\t{}", if has_ended(game, component) { "" } else { "?" }, text(component))?;
        }
        // A buffer that is dropped tells no error.
        Ok(out.flush()?)
    }
}
