//! A row of the atlas: what is known of one code, as a line of CSV.

use grundy::heap::TakeAndBreak;
use grundy::measures::Tameness;
use grundy::misere::quotient::{BipartiteMonoid, Element, MisereQuotient, QuotientSearch, Reach};
use grundy::{Bound, Control, Stopped, Table, evaluate};

use crate::failure::Failure;
use crate::sequence::find::{self, Heaps, Limits};
use crate::sequence::{Answer, Largest};

/// The column of the mask of rare values, in hexadecimal digits.
pub(super) const MASK: &str = "mask";

/// The columns, by their names in the first line of the file.
pub(crate) const COLUMNS: [&str; 20] = [
    "code",
    "heaps",
    "preperiod",
    "period",
    "saltus",
    "proof",
    "largest",
    "largest_heap",
    "rare",
    "last_rare",
    MASK,
    "misere",
    "first_wild",
    "order",
    "p_portion",
    "quotient_heaps",
    "quotient_preperiod",
    "quotient_period",
    "values_published",
    "quotient_published",
];

/// Codes whose period is in the table of published ones of this repository: Winning Ways ch. 4; Gangolli and Plambeck 1989; Flammenkamp.
pub(crate) const PUBLISHED_PERIODS: [&str; 14] = [
    "0.07", "0.77", "0.137", "0.45", "0.156", "0.356", "0.644", "0.165", "0.16", "0.56", "0.127", "0.376", "0.354",
    "0.454",
];

/// Codes whose misère quotient is in the table of published ones of this repository: Plambeck 2005; Plambeck and Siegel 2008.
pub(crate) const PUBLISHED_QUOTIENTS: [&str; 6] = ["0.77", "0.15", "0.72", "0.53", "0.75", "0.123"];

/// Maximum number of heaps for a misère quotient, of its elements, and of the sums that are examined. Measured: with values to 2^20 heaps, the 608
/// codes of the atlas take 256 s of processor time. With 2^7 elements and 2^16 sums as many quotients are those of all heaps.
const MISERE_HEAPS: usize = 1 << 9;
const MISERE_ELEMENTS: u64 = 1 << 9;
const MISERE_SUMS: u64 = 1 << 18;

/// Maximum number of heaps that are looked at for the first wild one, and of positions.
const TAME_HEAPS: u128 = 1 << 6;

/// The row of a code, a field for each column. `limits` are the most heaps for a proof of its period.
pub(super) fn row(
    code: &TakeAndBreak,
    limits: Limits,
    misere: bool,
    control: &Control,
) -> Result<Vec<String>, Failure> {
    let found = find::period(code.clone(), Heaps::UntilProved(limits), control.clone())?;
    if let Some(stopped) = found.stopped {
        return Err(stopped.into());
    }
    let answer = Answer::new(&found);
    let or_empty = |number: Option<u64>| number.map(|number| number.to_string()).unwrap_or_default();
    let (largest, heap) =
        answer.largest.as_ref().map_or((None, None), |Largest { value, heap }| (Some(*value), Some(*heap)));
    let rare = answer.rare.as_ref();
    let mut fields = vec![
        answer.code.clone(),
        answer.heaps.to_string(),
        or_empty(answer.preperiod),
        or_empty(answer.period),
        or_empty(answer.saltus),
        answer.proof.as_ref().map(|proof| proof.theorem.clone()).unwrap_or_default(),
        or_empty(largest),
        or_empty(heap),
        or_empty(rare.map(|rare| rare.count as u64)),
        or_empty(rare.map(|rare| rare.last as u64)),
        rare.map(|rare| format!("{:x}", rare.mask)).unwrap_or_default(),
    ];
    fields.extend(if misere { of_misere_play(code, control)? } else { Default::default() });
    let published = |codes: &[&str]| if codes.contains(&&*answer.code) { "yes" } else { "no" }.to_owned();
    fields.extend([published(&PUBLISHED_PERIODS), published(&PUBLISHED_QUOTIENTS)]);
    assert_eq!(fields.len(), COLUMNS.len(), "a field for each column");
    Ok(fields)
}

/// A row as a line of CSV. A code may have commas, and its quotes are doubled if there are any.
pub(super) fn line(fields: &[String]) -> String {
    let quoted = |field: &String| {
        if field.contains([',', '"']) { format!("\"{}\"", field.replace('"', "\"\"")) } else { field.clone() }
    };
    fields.iter().map(quoted).collect::<Vec<_>>().join(",")
}

/// Whether a bound is that of the whole run, and not one of the bounds of a row, which are part of what the row tells.
fn is_of_the_run(stopped: &Stopped) -> bool {
    matches!(stopped.bound, Bound::Cancelled | Bound::Deadline)
}

/// The fields about misère play.
fn of_misere_play(code: &TakeAndBreak, control: &Control) -> Result<[String; 7], Failure> {
    let own = control.clone().positions(MISERE_SUMS).bytes(8 * MISERE_ELEMENTS * MISERE_ELEMENTS);
    let mut search = QuotientSearch::new(code.clone()).with_control(own);
    // A bound that was met leaves the quotient of fewer heaps, which is printed. Only Ctrl-C and --time are failures.
    if let Err(grundy::misere::quotient::QuotientError::Stopped(stopped)) = search.certify(MISERE_HEAPS)
        && is_of_the_run(&stopped)
    {
        return Err(stopped.into());
    }
    let quotient = search.into_quotient();
    let monoid = quotient.monoid();
    let wild = first_wild(code, control)?;
    let (heaps, period) = match quotient.reach() {
        Reach::HeapsBelow(heaps) => (heaps.to_string(), [String::new(), String::new()]),
        Reach::AllHeaps(proof) => ("all".to_owned(), [proof.preperiod().to_string(), proof.period().to_string()]),
    };
    // A wild heap decides. Without one, only the quotient of all heaps can say that the code is tame.
    let kind = match (wild, heaps == "all" && is_tame(&quotient)) {
        (Some(_), _) => "wild",
        (None, true) => "tame",
        (None, false) => "",
    };
    let [preperiod, period] = period;
    Ok([
        kind.to_owned(),
        wild.map(|heap| heap.to_string()).unwrap_or_default(),
        monoid.order().to_string(),
        monoid.p_portion().count().to_string(),
        heaps,
        preperiod,
        period,
    ])
}

/// The first heap that is not tame, among the first ones.
fn first_wild(code: &TakeAndBreak, control: &Control) -> Result<Option<u128>, Failure> {
    let mut memo = Table::new();
    for heap in 0..TAME_HEAPS {
        // Each heap has the limit for itself, while the memo is that of all.
        let mut own = control.clone().positions(MISERE_SUMS);
        match evaluate(code, &Tameness, &mut memo, &mut own, heap) {
            Ok(found) if found.class().is_none() => return Ok(Some(heap)),
            Ok(_) => {}
            Err(grundy::SolveError::Stopped(stopped)) if is_of_the_run(&stopped) => return Err(stopped.into()),
            Err(_) => break,
        }
    }
    Ok(None)
}

/// Whether a quotient is one of the tame ones: that of nothing, of one counter, or of Nim with heaps below 2^*n*. The last has 2^*n* + 2
/// elements: 1, *a* with *a*² = 1, and a group in which each square is the same element *e*; and *P* is *a* and *e*.
///
/// Reference: Plambeck and Siegel, Misère quotients for impartial games, 2008.
fn is_tame(quotient: &MisereQuotient) -> bool {
    let monoid: &BipartiteMonoid = quotient.monoid();
    let square = |element: Element| monoid.product(element, element).expect("it is an element of the monoid");
    let p: Vec<Element> = monoid.p_portion().collect();
    match (monoid.order(), &p[..]) {
        (1, []) | (2, [_]) => true,
        (order, [one, other]) if order > 4 && (order - 2).is_power_of_two() => {
            [(*one, *other), (*other, *one)].into_iter().any(|(a, e)| {
                let rest = monoid.elements().filter(|element| ![Element::IDENTITY, a].contains(element));
                square(a) == Element::IDENTITY && rest.into_iter().all(|element| square(element) == e)
            })
        }
        _ => false,
    }
}
