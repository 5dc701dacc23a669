//! The published tables under `tests/data`.

/// The lines that hold data. The first lines begin with `#`: they say what the table is and where it comes from.
pub(crate) fn lines(table: &str) -> impl Iterator<Item = &str> {
    assert!(table.starts_with("# "), "a table begins with its source");
    table.lines().filter(|line| !line.starts_with('#'))
}

/// The numbers in each line, whatever stands between them.
pub(crate) fn rows(table: &str) -> Vec<Vec<u64>> {
    let numbers = |line: &str| line.split([' ', ':', ',']).filter_map(|number| number.parse().ok()).collect();
    lines(table).map(numbers).collect()
}

/// The numbers after the colon in the line whose first word is `name`.
pub(crate) fn sequence(table: &str, name: &str) -> Vec<u64> {
    let (_, numbers) = line(table, name).split_once(": ").expect("a colon and the values");
    numbers.split(' ').map(|number| number.parse().expect("a value")).collect()
}

/// The line whose first word is `name`.
pub(crate) fn line<'t>(table: &'t str, name: &str) -> &'t str {
    lines(table).find(|line| line.split(' ').next() == Some(name)).expect("a line of this name")
}
