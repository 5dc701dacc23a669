//! Codes of coin-turning games as text.

use std::fmt;
use std::str::FromStr;

use smallvec::SmallVec;

use crate::games::turning::pattern::{Need, Pattern, Shape};
use crate::games::turning::{CoinTurning, Head};
use crate::notation::{NotationError, Piece, join};

/// The names of Winning Ways, each with its code.
const NAMED: [(&str, &str); 17] = [
    ("turning-turtles", "1-2"),
    ("mock-turtles", "1-3"),
    ("moebius", "1-5"),
    ("mogul", "1-7"),
    ("moidores", "1-9"),
    ("motley", "1-"),
    ("twins", "2"),
    ("triplets", "3"),
    ("ruler", "1-C"),
    ("ruler-fives", "1-5C"),
    ("mock-turtle-fives", "1-3C(5)"),
    ("triplet-fives", "3C(5)"),
    ("turnips", "3E"),
    ("ternups", "3E"),
    ("grunt", "4FS"),
    ("sym", "1-S"),
    ("sympler", "1-FS"),
];

impl CoinTurning {
    /// The names that can be written in place of a code, each with its code.
    ///
    /// ```
    /// use grundy::games::CoinTurning;
    ///
    /// for (name, code) in CoinTurning::named() {
    ///     assert_eq!(name.parse::<CoinTurning>()?.to_string(), code);
    /// }
    /// # Ok::<(), grundy::NotationError>(())
    /// ```
    pub fn named() -> impl Iterator<Item = (&'static str, &'static str)> {
        NAMED.into_iter()
    }
}

/// Reads a code, or a name of a code.
///
/// ```
/// use grundy::games::CoinTurning;
///
/// assert_eq!("mock-turtles".parse::<CoinTurning>()?, "1-3".parse()?);
/// assert_eq!("SF1+,3C(5)".parse::<CoinTurning>().unwrap_err().place(), 1);
/// let error = "1-3,0C".parse::<CoinTurning>().unwrap_err();
/// assert_eq!(error.to_string(), "`1-3,0C`, character 5: the number of coins is from 1 to 4096, and not 0");
/// # Ok::<(), grundy::NotationError>(())
/// ```
impl FromStr for CoinTurning {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let name = text.trim();
        let code = NAMED.iter().find(|(known, _)| *known == name).map_or(text, |(_, code)| code);
        let mut patterns = SmallVec::new();
        // A pattern that stands twice would list the same sets in vain.
        for pattern in Piece::whole(code).read_each(',', parse_pattern)? {
            if !patterns.contains(&pattern) {
                patterns.push(pattern);
            }
        }
        Ok(Self { patterns })
    }
}

impl fmt::Display for CoinTurning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&join(&self.patterns, ","))
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.least)?;
        match self.most {
            Some(most) if most == self.least => {}
            Some(most) => write!(f, "-{most}")?,
            None => f.write_str("-")?,
        }
        if self.first == Need::Required {
            f.write_str("F")?;
        }
        f.write_str(match self.shape {
            Shape::Any => "",
            Shape::Consecutive => "C",
            Shape::EquallySpaced => "E",
            Shape::Symmetric => "S",
        })?;
        self.span.map_or(Ok(()), |span| write!(f, "C({span})"))
    }
}

/// Reads a pattern: a number or range, then letters.
fn parse_pattern(piece: Piece<'_>) -> Result<Pattern, NotationError> {
    let end = piece.text.find(|c: char| !c.is_ascii_digit()).unwrap_or(piece.text.len());
    if end == 0 {
        let names: Vec<&str> = NAMED.iter().map(|(name, _)| *name).collect();
        let reason = format!(
            "a pattern begins with a number of coins, as in 1-3 or 1-C; names of codes are {}",
            names.join(", ")
        );
        return Err(piece.error(reason));
    }
    let least = number(piece.part(0, end), "the number of coins")?;
    let (most, end) = parse_most(piece, least, end)?;
    let mut pattern = Pattern { least, most, shape: Shape::Any, first: Need::Free, span: None };
    parse_modifiers(piece, end, &mut pattern)?;
    Ok(pattern)
}

/// Reads the upper end of a range from byte `at` on, if the pattern has one. Also returns the byte behind it.
fn parse_most(piece: Piece<'_>, least: u32, at: usize) -> Result<(Option<u32>, usize), NotationError> {
    let rest = &piece.text[at..];
    if rest.starts_with('+') {
        return Ok((None, at + 1));
    }
    let Some(rest) = rest.strip_prefix('-') else { return Ok((Some(least), at)) };
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    if digits == 0 {
        return Ok((None, at + 1));
    }
    let upper = piece.part(at + 1, at + 1 + digits);
    let most = number(upper, "the number of coins")?;
    if most < least {
        return Err(upper.error(format!("the range ends at {most}, before it begins at {least}")));
    }
    Ok((Some(most), at + 1 + digits))
}

/// Reads the letters after the number or range, from byte `start` on, into the pattern.
fn parse_modifiers(piece: Piece<'_>, start: usize, pattern: &mut Pattern) -> Result<(), NotationError> {
    let mut at = start;
    while let Some(letter) = piece.text[at..].chars().next() {
        let here = piece.part(at, at + letter.len_utf8());
        // `C(5)` bounds the span, and `C` alone means consecutive coins: so the parenthesis is looked for first.
        let spread = piece.text[at..].strip_prefix("C(");
        if let Some(inner) = spread {
            let Some(length) = inner.find(')') else {
                return Err(here.error("the parenthesis after C is not closed by `)`"));
            };
            if pattern.span.is_some() {
                return Err(here.error("a pattern has one length C(n)"));
            }
            pattern.span = Some(number(piece.part(at + 2, at + 2 + length), "the number of consecutive places")?);
            at += length + 3;
            continue;
        }
        let shape = match letter {
            'F' if pattern.first == Need::Required => return Err(here.error("F stands here twice")),
            'F' => None,
            'C' => Some(Shape::Consecutive),
            'E' => Some(Shape::EquallySpaced),
            'S' => Some(Shape::Symmetric),
            _ => {
                let reason = format!("the letters after a number of coins are C, E, S, F and C(n), not `{letter}`");
                return Err(here.error(reason));
            }
        };
        match shape {
            None => pattern.first = Need::Required,
            Some(_) if pattern.shape != Shape::Any => return Err(here.error("a pattern has one of C, E and S")),
            Some(shape) => pattern.shape = shape,
        }
        at += letter.len_utf8();
    }
    Ok(())
}

/// Reads a number from 1 to the length of the longest row. Errors call it `what`.
fn number(piece: Piece<'_>, what: &str) -> Result<u32, NotationError> {
    let number = piece.number(what)?;
    if (1..=Head::LIMIT).contains(&number) {
        Ok(number)
    } else {
        Err(piece.error(format!("{what} is from 1 to {}, and not {number}", Head::LIMIT)))
    }
}
