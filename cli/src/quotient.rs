//! `grundy quotient`: the misère quotient of a take-and-break game or of the positions of any game, and a position solved by it.

mod game;

use std::fmt::{self, Display};
use std::time::{Duration, Instant};

use clap::Args;
use grundy::certificate::Certificate;
use grundy::heap::TakeAndBreak;
use grundy::misere::quotient::{
    BipartiteMonoid, Element, MisereQuotient, Presentation, QuotientError, QuotientSearch, Reach,
};
use grundy::{Bound, Components, Control, Notation, Outcome, Play, Registry, Solver, Unit};
use serde::Serialize;

use crate::bounds::Bounds;
use crate::certificate::{self, Certify};
use crate::failure::{Failure, all_done};
use crate::meant::{self, Beside};
use crate::number::whole;
use crate::output::Output;
use crate::progress::Bar;

/// Finds the misère quotient of a take-and-break game, or of all positions that play can reach from a position of any game.
///
/// Prints its monoid, P-portion, map of heaps to elements (pretending function) and presentation. Then solves a position by it. The limit of --limit counts sums:
/// 2^21 unless another number is given.
#[derive(Args)]
#[command(
    after_help = "Examples: grundy quotient 0.77 --play 5,9,12\n          grundy quotient notakto 3x3 --play 3x3,3x3,xx./.../..."
)]
pub(crate) struct Quotient {
    /// The code of a take-and-break game, as 0.77, 0.15 or 4.[3]; or a game of `grundy games`.
    #[arg(value_name = "CODE|GAME")]
    game: String,

    /// A position of the game; before it the parameter of the game, if it has one.
    #[arg(value_name = "POSITION", num_args = 0..)]
    position: Vec<String>,

    /// The position to be played, such as heaps 5,9,12,25,27. By default five heaps that generate the monoid, or the position of the game.
    #[arg(long, value_name = "POSITION")]
    play: Option<String>,

    /// The most heaps of a code to look at; 400 without it. The search ends earlier if the quotient is proved to be that of all heaps.
    #[arg(long, value_name = "HEAPS", conflicts_with = "position", value_parser = heaps, allow_negative_numbers = true)]
    heaps: Option<usize>,

    /// The most elements of the quotient. They take 8 bytes for each pair of them.
    #[arg(long, value_name = "ELEMENTS", default_value_t = 512, value_parser = elements, allow_negative_numbers = true, conflicts_with = "memory")]
    elements: u64,

    #[command(flatten)]
    certify: Certify,

    #[command(flatten)]
    output: Output,

    #[command(flatten)]
    bounds: Bounds,
}

/// Elements of the largest table of products that is printed.
const LARGEST_TABLE: usize = 12;
/// Heaps that are looked at without --heaps.
const HEAPS: usize = 400;
/// Sums of heaps that are looked at without --limit.
const SUMS: u64 = 1 << 21;

/// A number of heaps, from 1.
fn heaps(text: &str) -> Result<usize, String> {
    match whole(text)? {
        0 => Err("heap 0 is one of them, so it must be at least 1".to_owned()),
        heaps => Ok(heaps),
    }
}

/// A number of elements, from 1.
fn elements(text: &str) -> Result<u64, String> {
    match whole(text)? {
        0 => Err("the identity is one of them, so it must be at least 1".to_owned()),
        elements => Ok(elements),
    }
}

/// The monoid, as it is printed.
#[derive(Serialize)]
struct Monoid {
    order: usize,
    elements: Vec<String>,
    p_portion: Vec<String>,
    /// The heaps or positions that generate the monoid.
    generators: Vec<u32>,
    relations: Vec<[String; 2]>,
    /// The names of the generators.
    #[serde(skip)]
    names: Vec<String>,
    /// The table of products, if it is small.
    #[serde(skip)]
    table: Option<String>,
}

/// The answer that is printed.
#[derive(Serialize)]
struct Answer {
    code: String,
    #[serde(flatten)]
    monoid: Monoid,
    reach: String,
    /// The quotient is that of the heaps below this number; `None` if it is that of all heaps.
    heaps_below: Option<usize>,
    preperiod: Option<u64>,
    period: Option<u64>,
    /// The elements of the heaps 0, 1, 2, .., up to the end of the first period if there is one.
    map: Vec<String>,
    /// The reason why the quotient is not proved to be that of all heaps.
    stopped: Option<String>,
    played: Option<Played>,
}

#[derive(Serialize)]
struct Played {
    heaps: Vec<u128>,
    outcome: String,
    working: String,
}

impl Quotient {
    pub(crate) fn run(&self, registry: &Registry) -> Result<(), Failure> {
        if self.position.is_empty() {
            self.of_code(meant::code(&self.game, registry, "quotient", Beside::Position)?)
        } else {
            self.of_game(registry)
        }
    }

    fn of_code(&self, code: TakeAndBreak) -> Result<(), Failure> {
        let played = self.played(&code)?;
        let target = self.certify.target(self.output)?;
        let bar = Bar::new();
        let mut search = QuotientSearch::new(code.clone()).with_control(self.search_control(&bar));
        let start = Instant::now();
        let found = search.certify(self.heaps.unwrap_or(HEAPS));
        let took = start.elapsed();
        let quotient = search.into_quotient();
        let mut answer = Answer::new(&quotient);
        // An error of the file waits until the answer is printed.
        let certified =
            target.map_or(Ok(()), |target| certificate::write(&target, Certificate::of_quotient(&quotient)));
        answer.stopped = found.err().map(|error| self.told(error));
        let played = played.unwrap_or_else(|| five_heaps(&quotient).into());
        // So does that of a bound which the working meets.
        let mut late = Ok(());
        if quotient.misere_outcome(&played[..]).is_some() {
            // A new control with the same bounds: the search has used up its own.
            let control = self.bounds.control(Control::new(), &bar);
            let mut solver = Solver::new(code).with(quotient).with_control(control);
            let working = play(&mut solver, &played);
            late = working.map(|working| answer.played = Some(working));
        }
        bar.clear();
        all_done([self.print(&answer, took), late, certified, Self::ended(found, answer.stopped)])
    }

    /// The position of --play.
    fn played<G: Notation>(&self, game: &G) -> Result<Option<Components<G::Position>>, Failure> {
        let played = self.play.as_deref().map(|text| game.parse(text)).transpose();
        played.map_err(|error| Failure::input(format!("--play: {error}")))
    }

    /// The control of the search.
    fn search_control(&self, bar: &Bar) -> Control {
        // A limit on elements is a limit on bytes here: 8 for each pair of elements.
        let bytes = self.elements.saturating_mul(self.elements).saturating_mul(8);
        self.bounds.control(Control::new().positions(SUMS).bytes(bytes), bar)
    }

    fn print(&self, answer: &(impl Serialize + Display), took: Duration) -> Result<(), Failure> {
        let printed = self.output.print(answer);
        if printed.is_ok() && !self.output.json {
            report!("time: {took:.1?}");
        }
        printed
    }

    /// A bound that was met is an error; that more heaps are needed is none.
    fn ended(found: Result<(), QuotientError>, stopped: Option<String>) -> Result<(), Failure> {
        match (found, stopped) {
            (Ok(()) | Err(QuotientError::NotCertified { .. }), _) | (_, None) => Ok(()),
            (Err(QuotientError::Stopped(stopped)), _) if stopped.is_cancelled() => Err(stopped.into()),
            (Err(_), Some(told)) => Err(Failure::Bound(told)),
        }
    }

    /// The reason for the end of the search, with the option that sets another bound.
    fn told(&self, error: QuotientError) -> String {
        match error {
            QuotientError::Stopped(stopped) if stopped.unit == Unit::Elements && self.bounds.memory.is_none() => {
                let elements = self.elements;
                format!(
                    "limit of {elements} elements reached: {} are found and kept; --elements sets another",
                    stopped.done
                )
            }
            QuotientError::Stopped(stopped) if matches!(stopped.bound, Bound::Positions(_)) => {
                format!("limit of {} sums reached; --limit sets another", self.bounds.limit.unwrap_or(SUMS))
            }
            QuotientError::Stopped(stopped) => Failure::from(stopped).to_string(),
            error => error.to_string(),
        }
    }
}

/// The working of a position, whose heaps the quotient covers.
fn play(solver: &mut Solver<TakeAndBreak>, heaps: &Components<u128>) -> Result<Played, Failure> {
    let working = solver.explain_in(Play::Misere, heaps)?;
    Ok(Played { heaps: heaps.to_vec(), outcome: working.outcome.to_string(), working: working.to_string() })
}

impl Monoid {
    fn new(monoid: &BipartiteMonoid, presentation: &Presentation, letter: char) -> Self {
        let name = |element| name(presentation, element);
        let relations = presentation.relations().map(|(left, right)| [left.to_string(), right.to_string()]);
        Self {
            order: monoid.order(),
            elements: monoid.elements().map(name).collect(),
            p_portion: monoid.p_portion().map(name).collect(),
            generators: presentation.generators().to_vec(),
            relations: relations.collect(),
            names: presentation.generators().iter().map(|number| format!("{letter}{number}")).collect(),
            table: (monoid.order() <= LARGEST_TABLE).then(|| table(monoid, presentation)),
        }
    }

    fn relations(&self) -> String {
        let relations: Vec<String> = self.relations.iter().map(|[left, right]| format!("{left} = {right}")).collect();
        relations.join(", ")
    }
}

/// The name of an element.
fn name(presentation: &Presentation, element: Element) -> String {
    presentation.name(element).expect("every element is a product of generators").to_string()
}

impl Answer {
    fn new(quotient: &MisereQuotient) -> Self {
        let presentation = quotient.presentation();
        let (heaps_below, period) = match quotient.reach() {
            Reach::HeapsBelow(heaps) => (Some(heaps), None),
            Reach::AllHeaps(proof) => (None, Some((proof.preperiod(), proof.period()))),
        };
        let until_repeated = period.and_then(|(preperiod, period)| usize::try_from(preperiod + period).ok());
        Self {
            code: quotient.code().to_string(),
            monoid: Monoid::new(quotient.monoid(), &presentation, 'h'),
            reach: quotient.reach().to_string(),
            heaps_below,
            preperiod: period.map(|(preperiod, _)| preperiod),
            period: period.map(|(_, period)| period),
            map: quotient
                .map()
                .take(until_repeated.unwrap_or(usize::MAX))
                .map(|element| name(&presentation, element))
                .collect(),
            stopped: None,
            played: None,
        }
    }
}

/// The lines for programs, and then the position.
impl Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let monoid = &self.monoid;
        writeln!(f, "code: {}\norder: {}", self.code, monoid.order)?;
        writeln!(f, "p-portion: {} ({})", monoid.p_portion.len(), monoid.p_portion.join(", "))?;
        writeln!(f, "reach: {}", self.reach)?;
        writeln!(f, "generators: {}", monoid.names.join(", "))?;
        writeln!(f, "relations: {}", monoid.relations())?;
        writeln!(f, "map: {}", self.map.join(", "))?;
        write!(f, "{}", monoid.table.as_deref().unwrap_or_default())?;
        if let Some(stopped) = &self.stopped {
            writeln!(f, "stopped: {stopped}")?;
        }
        match &self.played {
            Some(Played { heaps, working, .. }) => {
                let heaps: Vec<String> = heaps.iter().map(u128::to_string).collect();
                writeln!(f, "\nHeaps {}\n{working}", heaps.join(","))
            }
            None => writeln!(f, "\nA heap to be played is past those that the quotient is known for."),
        }
    }
}

/// The products, with a star at those in P.
fn table(monoid: &BipartiteMonoid, presentation: &Presentation) -> String {
    let starred = |element| {
        let name = presentation.name(element).expect("every element is a product of generators");
        match monoid.outcome(element) {
            Outcome::P => format!("{name}*"),
            Outcome::N => name.to_string(),
        }
    };
    let width = monoid.elements().map(|element| starred(element).len()).max().unwrap_or(0);
    let mut lines = vec!["table (a star: in P):".to_owned()];
    for one in monoid.elements() {
        let products = monoid.elements().filter_map(|other| monoid.product(one, other));
        let row: Vec<String> = products.map(|product| format!("{:width$}", starred(product))).collect();
        lines.push(format!("  {}", row.join(" ").trim_end()));
    }
    lines.join("\n") + "\n"
}

/// Five heaps that generate the monoid, taken from the largest ones, and repeated if there are fewer. In ascending order.
fn five_heaps(quotient: &MisereQuotient) -> Vec<u128> {
    let presentation = quotient.presentation();
    let generators = presentation.generators().iter().rev().map(|heap| u128::from(*heap));
    let mut heaps: Vec<u128> = generators.cycle().take(5).collect();
    heaps.sort_unstable();
    heaps
}
