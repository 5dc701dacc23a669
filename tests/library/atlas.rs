//! The committed atlas of codes, `docs/atlas/atlas.csv`: against published tables and against values by brute force.

use std::collections::HashMap;

use crate::support::naive_heaps::take_and_break_values;
use crate::support::tables;

const ATLAS: &str = include_str!("../../docs/atlas/atlas.csv");
const PERIODS: &str = include_str!("../data/octal-periods.txt");
const QUOTIENTS: &str = include_str!("../data/misere-quotients.txt");

/// The rows by code, with their fields by the name of the column.
fn atlas() -> HashMap<&'static str, HashMap<&'static str, &'static str>> {
    let mut lines = ATLAS.lines().filter(|line| !line.starts_with('#'));
    let columns: Vec<&str> = lines.next().unwrap().split(',').collect();
    let row = |line: &'static str| columns.iter().copied().zip(line.split(',')).collect::<HashMap<_, _>>();
    lines.map(|line| (line.split(',').next().unwrap(), row(line))).collect()
}

fn number(row: &HashMap<&str, &str>, column: &str) -> Option<u64> {
    row[column].parse().ok()
}

/// Each published period that the atlas proves is the same; the rows that are published are marked.
#[test]
fn published_periods_are_those_of_the_atlas() {
    let atlas = atlas();
    let mut compared = 0;
    for line in tables::lines(PERIODS) {
        let fields: Vec<&str> = line.split(' ').collect();
        let Some(row) = atlas.get(fields[0]) else { continue };
        assert_eq!(row["values_published"], "yes", "{line}");
        if row["proof"].is_empty() {
            // As far as it was computed, at least as many heaps are needed.
            let needed = fields[1].parse::<u64>().unwrap() + fields[2].parse::<u64>().unwrap();
            assert!(number(row, "heaps").unwrap() < 2 * needed + 1000, "{line}");
            continue;
        }
        for (column, published) in ["preperiod", "period", "largest", "largest_heap"].iter().zip(&fields[1..]) {
            assert!(*published == "-" || row[column] == *published, "{line}: {column} is {}", row[column]);
        }
        compared += 1;
    }
    assert!(compared >= 4, "{compared}");
}

#[test]
fn published_quotients_are_those_of_the_atlas() {
    let atlas = atlas();
    for line in tables::lines(QUOTIENTS) {
        let (code, numbers) = line.split_once(": ").unwrap();
        let row = &atlas[code];
        assert_eq!((row["quotient_published"], row["quotient_heaps"], row["misere"]), ("yes", "all", "wild"), "{line}");
        let columns = ["order", "p_portion", "quotient_preperiod", "quotient_period"];
        for (column, published) in columns.iter().zip(numbers.split(' ')) {
            assert!(published == "0" || row[column] == published, "{line}: {column} is {}", row[column]);
        }
    }
    let published = atlas.values().filter(|row| row["quotient_published"] == "yes").count();
    assert_eq!(published, tables::lines(QUOTIENTS).count());
}

/// Values by brute force of every code that repeats early: they repeat as the atlas says, and from no earlier heap on.
#[test]
fn early_periods_are_those_of_brute_force() {
    const HEAPS: usize = 32;
    let mut compared = 0;
    for (code, row) in atlas() {
        let proved = !row["proof"].is_empty();
        let Some((preperiod, period)) = number(&row, "preperiod").zip(number(&row, "period")).filter(|_| proved) else {
            continue;
        };
        let (preperiod, period) = (usize::try_from(preperiod).unwrap(), usize::try_from(period).unwrap());
        if preperiod + 2 * period > HEAPS {
            continue;
        }
        let (before, after) = code.split_once('.').unwrap();
        let digits: Vec<(u64, char)> =
            [before].into_iter().chain(after.split("").filter(|digit| !digit.is_empty())).map(digit).collect();
        let values = take_and_break_values(&digits, &[], HEAPS);
        let saltus = number(&row, "saltus").unwrap_or(0);
        let repeats = |heap: usize| values[heap + period] == values[heap] + saltus;
        assert!((preperiod..HEAPS - period).all(repeats), "{code}");
        assert!(preperiod == 0 || !repeats(preperiod - 1), "{code}");
        compared += 1;
    }
    assert!(compared > 100, "{compared}");
}

fn digit(text: &str) -> (u64, char) {
    (u64::from_str_radix(text, 16).unwrap(), ' ')
}
