//! The functions that rules are written as are compiled or interpreted, and give the values of the rules.
//!
//! Rust is compiled by the compiler of these tests. C++ and Python are left out where there is no `c++` or no `python3`.

use std::fmt::Write as _;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;

use grundy::heap::Sequence;
use grundy::pattern::{Conjecture, Language, Rule, guess};

/// Heaps below this one are compared.
const HEAPS: u64 = 200;

/// Larger heaps are compared for rules about lost heaps. Floating point does not tell them from their neighbours.
const LARGE_HEAPS: Range<u64> = (1 << 60)..(1 << 60) + 100;

/// A rule, and the value that it tells of each heap from the first one on that it tells of. For a rule about lost heaps, 1 says lost.
struct Case {
    rule: Conjecture,
    heaps: Vec<u64>,
    values: Vec<u64>,
}

impl Case {
    /// `None` if the rule has no function: a game whose period is not proved.
    fn new(rule: Conjecture) -> Option<Self> {
        let told = |heap| match rule.rule() {
            Rule::Zeros(zeros) => zeros.contains(heap).map(u64::from),
            _ => rule.predict(heap),
        };
        let first = (0..HEAPS).find(|heap| told(*heap).is_some())?;
        let large = matches!(rule.rule(), Rule::Zeros(_)).then_some(LARGE_HEAPS).unwrap_or_default();
        let heaps: Vec<u64> = (first..HEAPS).chain(large).collect();
        let values: Option<Vec<u64>> = heaps.iter().copied().map(told).collect();
        let values = values.unwrap_or_else(|| panic!("a rule tells of all heaps from one on: {rule}"));
        Some(Self { rule, heaps, values })
    }

    fn name(&self) -> &'static str {
        if matches!(self.rule.rule(), Rule::Zeros(_)) { "is_lost" } else { "value" }
    }
}

/// Rules of every kind: all that fit these lists.
fn cases() -> Vec<Case> {
    let list = |value: &dyn Fn(u64) -> u64| (0..60).map(value).collect::<Vec<u64>>();
    // Cubes of heaps stand for values without a pattern.
    let lost = |is_lost: &dyn Fn(u64) -> bool| list(&|n| if is_lost(n) { 0 } else { 1 + n * n * n % 1009 });
    let code = |text: &str| {
        let mut sequence = Sequence::new(text.parse().unwrap());
        sequence.extend_to(60).unwrap();
        (0..60).map(|heap| sequence.values().get(heap).unwrap()).collect::<Vec<u64>>()
    };
    let lists = [
        list(&|n| n),
        list(&|n| n % 5),
        list(&|n| u64::MAX - n % 3),
        list(&|n| n / 3),
        list(&|n| n / 3 % 4),
        list(&|n| u64::from((n + 1).trailing_zeros())),
        list(&|n| (n + 1) & (n + 1).wrapping_neg()),
        list(&|n| 1 << (n + 1).ilog2()),
        list(&|n| u64::from(64 - n.leading_zeros())),
        list(&|n| u64::from(n.count_ones())),
        list(&|n| u64::from(n.count_ones() % 2)),
        list(&|n| n ^ n >> 1),
        list(&|n| n ^ 5),
        list(&|n| 3 * u64::from(n.count_ones())),
        list(&|n| n + 7),
        list(&|n| (n + 3).saturating_sub(3)),
        list(&|n| [7, 0, 3, 1, 1, 4][usize::try_from(if n == 0 { 0 } else { 1 + (n - 1) % 5 }).unwrap()]),
        list(&|n| [2, 0, 3][usize::try_from(n % 3).unwrap()] + 4 * (n / 3)),
        lost(&|n| [1, 2, 3, 5, 8, 13, 21, 34, 55].contains(&n)),
        lost(&|n| [1, 3, 7, 15, 31].contains(&n)),
        lost(&|n| n % 7 == 0 || n % 7 == 2),
        // The smaller heaps of the lost pairs of Wythoff's game: A000201.
        lost(&|n| (0..=n).any(|i| u64::midpoint(i, (5 * i * i).isqrt()) == n)),
        code("0.77"),
        code("0.07"),
        code("4.[3]"),
        code("0.137"),
    ];
    lists.iter().flat_map(|list| guess(list)).filter_map(Case::new).collect()
}

/// A folder of its own for a language, and a file in it.
fn file(name: &str, text: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("snippets");
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    path
}

/// Runs a command, and checks that it prints the values of all cases, a line for each.
#[track_caller]
fn prints(mut command: Command, cases: &[Case]) {
    let done = command.output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let printed = String::from_utf8(done.stdout).unwrap();
    assert_eq!(printed.lines().count(), cases.len());
    for (line, Case { rule, values, .. }) in printed.lines().zip(cases) {
        let found: Vec<u64> = line.split_whitespace().map(|word| word.parse().unwrap()).collect();
        assert_eq!(&found, values, "{rule}");
    }
}

/// Whether a program can be run; if not, says so.
fn is_there(program: &str) -> bool {
    let found = Command::new(program).arg("--version").output().is_ok_and(|done| done.status.success());
    if !found {
        eprintln!("{program} is missing: its language is left out");
    }
    found
}

#[test]
fn rules_of_every_kind_are_among_the_cases() {
    let cases = cases();
    let count = |is: fn(&Rule) -> bool| cases.iter().filter(|case| is(case.rule.rule())).count();
    assert!(count(|rule| matches!(rule, Rule::Closed { .. })) >= 12);
    assert!(count(|rule| matches!(rule, Rule::Periodic { saltus: 0, .. })) >= 2);
    assert!(count(|rule| matches!(rule, Rule::Periodic { saltus: 1.., .. })) >= 1);
    assert!(count(|rule| matches!(rule, Rule::Zeros(_))) >= 4);
    assert!(count(|rule| matches!(rule, Rule::Game { .. })) >= 3);
}

#[test]
fn functions_in_rust_give_the_values() {
    let cases = cases();
    let (mut text, mut main) = ("#![allow(warnings)]\n".to_owned(), String::new());
    for (number, case) in cases.iter().enumerate() {
        let (code, name, heaps) = (case.rule.snippet(Language::Rust), case.name(), &case.heaps);
        writeln!(
            text,
            "mod rule{number} {{\n{code}\npub fn show() {{\n    \
             for n in {heaps:?} {{ print!(\"{{}} \", u64::from({name}(n))); }}\n    println!();\n}}\n}}"
        )
        .unwrap();
        writeln!(main, "    rule{number}::show();").unwrap();
    }
    writeln!(text, "fn main() {{\n{main}}}").unwrap();
    let source = file("rules.rs", &text);
    let program = source.with_extension("rust");
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let built = Command::new(rustc).args(["--edition", "2024", "-o"]).arg(&program).arg(&source).output().unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    prints(Command::new(program), &cases);
}

#[test]
fn functions_in_cpp_give_the_values() {
    if !is_there("c++") {
        return;
    }
    let cases = cases();
    let mut includes = "#include <iostream>\n".to_owned();
    let (mut text, mut main) = (String::new(), String::new());
    for (number, case) in cases.iter().enumerate() {
        let code = case.rule.snippet(Language::Cpp);
        // Headers don't stand in a namespace.
        let (headers, lines): (Vec<&str>, Vec<&str>) = code.lines().partition(|line| line.starts_with("#include"));
        for header in headers {
            writeln!(includes, "{header}").unwrap();
        }
        let (code, name) = (lines.join("\n"), case.name());
        let heaps: Vec<String> = case.heaps.iter().map(ToString::to_string).collect();
        writeln!(
            text,
            "namespace rule{number} {{\n{code}\nvoid show() {{\n    \
             static const std::uint64_t heaps[] = {{{}}};\n    \
             for (std::uint64_t n : heaps) std::cout << std::uint64_t({name}(n)) << ' ';\n    \
             std::cout << '\\n';\n}}\n}}",
            heaps.join(", ")
        )
        .unwrap();
        writeln!(main, "    rule{number}::show();").unwrap();
    }
    let source = file("rules.cpp", &format!("{includes}\n{text}\nint main() {{\n{main}}}\n"));
    let program = source.with_extension("cpp-program");
    let built = Command::new("c++").args(["-std=c++20", "-Werror", "-o"]).arg(&program).arg(&source).output().unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    prints(Command::new(program), &cases);
}

#[test]
fn functions_in_python_give_the_values() {
    if !is_there("python3") {
        return;
    }
    let cases = cases();
    let mut text = String::new();
    for case in &cases {
        let (code, name, heaps) = (case.rule.snippet(Language::Python), case.name(), &case.heaps);
        writeln!(text, "{code}\nprint(*(int({name}(n)) for n in {heaps:?}))\n").unwrap();
    }
    let mut command = Command::new("python3");
    command.arg(file("rules.py", &text));
    prints(command, &cases);
}
