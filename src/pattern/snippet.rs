//! A rule as a function in a programming language.

use std::fmt::Write;

use crate::pattern::form::{Change, Form};
use crate::pattern::rule::Rule;
use crate::pattern::zeros::Zeros;

/// A programming language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Language {
    /// Rust.
    Rust,
    /// C++, from C++20 on. The functions for a recurrence and for a Beatty sequence take integers of 128 bits, which GCC and Clang have.
    Cpp,
    /// Python, from 3.10 on.
    Python,
}

impl Language {
    /// All languages.
    pub const ALL: &[Self] = &[Self::Rust, Self::Cpp, Self::Python];

    /// A function of `n`, called `value`, or `is_lost` if it tells whether a heap has value 0.
    fn function(self, lost: bool, lines: &[String]) -> String {
        let name = if lost { "is_lost" } else { "value" };
        // A function of Rust gives its last expression; the other languages need `return` before it.
        let (head, indent, end, last) = match (self, lost) {
            (Self::Rust, false) => (format!("fn {name}(n: u64) -> u64 {{"), "    ", "}\n", ""),
            (Self::Rust, true) => (format!("fn {name}(n: u64) -> bool {{"), "    ", "}\n", ""),
            (Self::Cpp, false) => (
                format!("#include <bit>\n#include <cstdint>\n\nstd::uint64_t {name}(std::uint64_t n) {{"),
                "    ",
                "}\n",
                "return ",
            ),
            (Self::Cpp, true) => {
                (format!("#include <cstdint>\n\nbool {name}(std::uint64_t n) {{"), "    ", "}\n", "return ")
            }
            (Self::Python, _) => (format!("def {name}(n):"), "    ", "", "return "),
        };
        let stop = if self == Self::Cpp { ";" } else { "" };
        let mut text = head + "\n";
        for (place, line) in lines.iter().enumerate() {
            let is_last = place + 1 == lines.len();
            let (front, back) = if is_last { (last, stop) } else { ("", "") };
            writeln!(text, "{indent}{front}{line}{back}").expect("a string takes every text");
        }
        text + end
    }

    /// A number. In C++ one from 2^63 on must be told to have no sign.
    fn number(self, number: u64) -> String {
        let suffix = if self == Self::Cpp && number >> 63 > 0 { "u" } else { "" };
        format!("{number}{suffix}")
    }

    fn list(self, numbers: &[u64]) -> String {
        let items: Vec<String> = numbers.iter().map(|number| self.number(*number)).collect();
        match self {
            Self::Cpp => format!("{{{}}}", items.join(", ")),
            Self::Rust | Self::Python => format!("[{}]", items.join(", ")),
        }
    }

    /// A table with a name.
    fn table(self, name: &str, numbers: &[u64]) -> String {
        let list = self.list(numbers);
        match self {
            Self::Rust => format!("let {name}: [u64; {}] = {list};", numbers.len()),
            Self::Cpp => format!("static const std::uint64_t {name}[] = {list};"),
            Self::Python => format!("{name} = {list}"),
        }
    }

    /// An item of a table.
    fn at(self, name: &str, index: &str) -> String {
        match self {
            Self::Rust => format!("{name}[({index}) as usize]"),
            Self::Cpp | Self::Python => format!("{name}[{index}]"),
        }
    }

    fn quotient(self, one: &str, other: u64) -> String {
        match self {
            Self::Python => format!("{one} // {other}"),
            Self::Rust | Self::Cpp => format!("{one} / {other}"),
        }
    }

    /// One of two expressions, by whether `n` is below a number.
    fn below(self, number: usize, below: &str, otherwise: &str) -> String {
        match self {
            Self::Rust => format!("if n < {number} {{ {below} }} else {{ {otherwise} }}"),
            Self::Cpp => format!("n < {number} ? {below} : {otherwise}"),
            Self::Python => format!("{below} if n < {number} else {otherwise}"),
        }
    }

    fn form(self, form: Form, n: &str) -> String {
        match (form, self) {
            (Form::Same, _) => n.to_owned(),
            (Form::Remainder(k), _) => format!("{n} % {k}"),
            (Form::Quotient(k), _) => self.quotient(n, k),
            (Form::QuotientRemainder(k, m), _) => format!("{} % {m}", self.quotient(n, k)),
            (Form::Twos, Self::Rust) => format!("u64::from({n}.trailing_zeros())"),
            (Form::Twos, Self::Cpp) => format!("std::uint64_t(std::countr_zero({n}))"),
            (Form::Twos, Self::Python) => format!("({n} & -{n}).bit_length() - 1"),
            (Form::LowestBit, Self::Rust) => format!("{n} & {n}.wrapping_neg()"),
            (Form::LowestBit, Self::Cpp) => format!("{n} & (0 - {n})"),
            (Form::LowestBit, Self::Python) => format!("{n} & -{n}"),
            (Form::HighestBit, Self::Rust) => format!("1 << {n}.ilog2()"),
            (Form::HighestBit, Self::Cpp) => format!("std::bit_floor({n})"),
            (Form::HighestBit, Self::Python) => format!("1 << ({n}.bit_length() - 1)"),
            (Form::Length, Self::Rust) => format!("u64::from(64 - {n}.leading_zeros())"),
            (Form::Length, Self::Cpp) => format!("std::uint64_t(std::bit_width({n}))"),
            (Form::Length, Self::Python) => format!("{n}.bit_length()"),
            (Form::Ones, Self::Rust) => format!("u64::from({n}.count_ones())"),
            (Form::Ones, Self::Cpp) => format!("std::uint64_t(std::popcount({n}))"),
            (Form::Ones, Self::Python) => format!("{n}.bit_count()"),
            (Form::OddOnes, _) => format!("{} % 2", self.form(Form::Ones, n)),
            (Form::ShiftXor(shift), _) => format!("{n} ^ ({n} >> {shift})"),
        }
    }
}

/// The rule as a function.
pub(super) fn snippet(rule: &Rule, language: Language) -> String {
    match rule {
        Rule::Periodic { before, period, saltus } => periodic(before, period, *saltus, language),
        Rule::Closed { form, ahead, change } => {
            let n = if *ahead == 0 { "n".to_owned() } else { format!("(n + {ahead})") };
            let form = language.form(*form, &n);
            let changed = |sign, number: &_| format!("({form}) {sign} {}", language.number(*number));
            let changed = match change {
                Change::None => form,
                Change::Plus(number) => changed("+", number),
                Change::Minus(number) => changed("-", number),
                Change::Times(number) => changed("*", number),
                Change::Xor(number) => changed("^", number),
            };
            language.function(false, &[changed])
        }
        Rule::Game { values: Some(values), .. } => {
            let (preperiod, period) = (values.preperiod(), values.period());
            let value = |heap: u64| values.value(heap.into()).expect("a value of the first period is kept").get();
            let before: Vec<u64> = (0..preperiod).map(value).collect();
            let first: Vec<u64> = (preperiod..preperiod + period).map(value).collect();
            periodic(&before, &first, values.saltus(), language)
        }
        Rule::Game { code, values: None } => {
            let comment = if language == Language::Python { "#" } else { "//" };
            format!("{comment} No period of {code} is proved: `grundy sequence {code}` computes its values.\n")
        }
        Rule::Zeros(zeros) => language.function(true, &lost(zeros, language)),
    }
}

fn periodic(before: &[u64], period: &[u64], saltus: u64, language: Language) -> String {
    let (start, length) = (before.len(), period.len() as u64);
    let after = if start == 0 { "n".to_owned() } else { format!("(n - {start})") };
    let mut value = language.at("period", &format!("{after} % {length}"));
    if saltus > 0 {
        value = format!("{value} + {} * ({})", language.number(saltus), language.quotient(&after, length));
    }
    let mut lines = vec![language.table("period", period)];
    if start > 0 {
        lines.insert(0, language.table("before", before));
        value = language.below(start, &language.at("before", "n"), &value);
    }
    lines.push(value);
    language.function(false, &lines)
}

/// The lines of a function that tells whether the heap *n* has value 0. It goes through the members of a recurrence, up to *n*; among those of a
/// Beatty sequence, which are about as many as *n*, it halves the range in which *n* would lie.
fn lost(zeros: &Zeros, language: Language) -> Vec<String> {
    match (zeros, language) {
        (Zeros::Remainders { modulus, remainders }, Language::Rust) => {
            vec![format!("{}.contains(&(n % {modulus}))", language.list(remainders))]
        }
        (Zeros::Remainders { modulus, remainders }, Language::Cpp) => {
            let tests: Vec<String> = remainders.iter().map(|one| format!("n % {modulus} == {one}")).collect();
            vec![tests.join(" || ")]
        }
        (Zeros::Remainders { modulus, remainders }, Language::Python) => {
            vec![format!("n % {modulus} in {}", language.list(remainders))]
        }
        (Zeros::Recurrence { first: [one, other], coefficients: [a, b], plus, and_zero }, Language::Rust) => vec![
            format!("let (mut a, mut b) = ({one}_i128, {other}_i128);"),
            format!("while a < n.into() {{ (a, b) = (b, {a} * b + {b} * a + ({plus})); }}"),
            format!("a == n.into(){}", if *and_zero { " || n == 0" } else { "" }),
        ],
        (Zeros::Recurrence { first: [one, other], coefficients: [a, b], plus, and_zero }, Language::Cpp) => vec![
            format!("__int128 a = {one}, b = {other};"),
            format!("while (a < (__int128)n) {{ auto c = {a} * b + {b} * a + ({plus}); a = b; b = c; }}"),
            format!("a == (__int128)n{}", if *and_zero { " || n == 0" } else { "" }),
        ],
        (Zeros::Recurrence { first: [one, other], coefficients: [a, b], plus, and_zero }, Language::Python) => vec![
            format!("a, b = {one}, {other}"),
            format!("while a < n: a, b = b, {a} * b + {b} * a + ({plus})"),
            format!("a == n{}", if *and_zero { " or n == 0" } else { "" }),
        ],
        (Zeros::Beatty { p, d, q }, Language::Rust) => vec![
            "// For n below 2^62, where products fit in 128 bits: the least index whose member is n or more."
                .to_owned(),
            format!("let member = |i: u128| (i * {p} + (i * i * {d}).isqrt()) / {q};"),
            "let (mut low, mut high) = (0, u128::from(n));".to_owned(),
            "while low < high {".to_owned(),
            "    let middle = (low + high) / 2;".to_owned(),
            "    if member(middle) < n.into() { low = middle + 1 } else { high = middle }".to_owned(),
            "}".to_owned(),
            "member(low) == n.into()".to_owned(),
        ],
        // C++ has no root of 128 bits. The member i is m or more exactly if i p + i sqrt d is at least m q, and squares tell that.
        (Zeros::Beatty { p, d, q }, Language::Cpp) => vec![
            "// For n below 2^61, where squares fit in 128 bits: the least index whose member is n or more.".to_owned(),
            "auto reaches = [](unsigned __int128 i, unsigned __int128 m) {".to_owned(),
            format!("    return i * {p} >= m * {q} || i * i * {d} >= (m * {q} - i * {p}) * (m * {q} - i * {p});"),
            "};".to_owned(),
            "std::uint64_t low = 0, high = n;".to_owned(),
            "while (low < high) {".to_owned(),
            "    std::uint64_t middle = (low + high) / 2;".to_owned(),
            "    if (reaches(middle, n)) high = middle; else low = middle + 1;".to_owned(),
            "}".to_owned(),
            "!reaches(low, n + 1)".to_owned(),
        ],
        (Zeros::Beatty { p, d, q }, Language::Python) => vec![
            "from bisect import bisect_left".to_owned(),
            "from math import isqrt".to_owned(),
            format!("member = lambda i: (i * {p} + isqrt(i * i * {d})) // {q}"),
            "member(bisect_left(range(n), n, key=member)) == n".to_owned(),
        ],
    }
}
