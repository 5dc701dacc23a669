//! Codes of take-and-break games as text.

use std::fmt::{self, Write};
use std::str::FromStr;

use crate::heap::{Digit, Parts, TakeAndBreak};
use crate::notation::{NotationError, Piece};

impl TakeAndBreak {
    /// Reads an octal code: one whose digits are 0 to 7, so that a move leaves at most two heaps of any sizes.
    ///
    /// ```
    /// use grundy::heap::TakeAndBreak;
    ///
    /// assert_eq!(TakeAndBreak::octal("0.77")?, TakeAndBreak::kayles());
    /// let wrong = TakeAndBreak::octal("0.78").unwrap_err();
    /// assert_eq!(wrong.to_string(), "`0.78`, character 4: `8` is no octal digit: those are 0 to 7");
    /// # Ok::<(), grundy::NotationError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`NotationError`], which names the character and the rule, if the text is no octal code.
    pub fn octal(text: &str) -> Result<Self, NotationError> {
        Reader::new(text, Base::Octal).code()
    }

    /// Reads a hexadecimal code: one whose digits are 0 to F, so that a move leaves at most three heaps of any sizes.
    ///
    /// ```
    /// use grundy::heap::TakeAndBreak;
    ///
    /// assert_eq!(TakeAndBreak::hexadecimal("0.3f")?, TakeAndBreak::kenyon());
    /// let wrong = TakeAndBreak::hexadecimal("0.3G").unwrap_err();
    /// assert_eq!(wrong.to_string(), "`0.3G`, character 4: `G` is no hexadecimal digit: those are 0 to F");
    /// # Ok::<(), grundy::NotationError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`NotationError`], which names the character and the rule, if the text is no hexadecimal code.
    pub fn hexadecimal(text: &str) -> Result<Self, NotationError> {
        Reader::new(text, Base::Hexadecimal).code()
    }
}

/// Reads a code in any of its forms: `.77`, `0.7700`, `0.{0,1,2}7`.
impl FromStr for TakeAndBreak {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        Reader::new(text, Base::Any).code()
    }
}

/// Writes the code, with at least one digit after the point.
impl fmt::Display for TakeAndBreak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, others) = self.digits().split_first().expect("every code has the digit for taking nothing");
        write!(f, "{first}.")?;
        others.iter().try_for_each(|digit| digit.fmt(f))?;
        match self.tail() {
            [] if others.is_empty() => Digit::NONE.fmt(f),
            [] => Ok(()),
            tail => {
                f.write_char('[')?;
                tail.iter().try_for_each(|digit| digit.fmt(f))?;
                f.write_char(']')
            }
        }
    }
}

/// Writes the digit as in a code: one character, or the numbers of heaps in braces, and then the condition on their sizes.
impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let character = u32::try_from(self.counts()).ok().and_then(|counts| char::from_digit(counts, 32));
        if let Some(character) = character {
            f.write_char(character.to_ascii_uppercase())?;
        } else {
            let counts = (0..u64::BITS).filter(|heaps| self.allows(*heaps));
            for (place, heaps) in counts.enumerate() {
                write!(f, "{}{heaps}", if place == 0 { '{' } else { ',' })?;
            }
            f.write_char('}')?;
        }
        match self.parts() {
            Parts::Any => Ok(()),
            Parts::Unequal => f.write_char('!'),
            Parts::Equal => f.write_char('='),
            Parts::NotAllEqual => f.write_char('?'),
        }
    }
}

crate::serial::serde_as_text!(TakeAndBreak, Digit);

/// Reads one digit, as it is written in a code.
///
/// ```
/// use grundy::heap::{Digit, Parts};
///
/// assert_eq!("{2,3}!".parse(), Ok(Digit::new(0b1100, Parts::Unequal)));
/// assert_eq!("7".parse::<Digit>()?.most(), Some(2));
/// assert_eq!("77".parse::<Digit>().unwrap_err().to_string(), "`77`, character 2: one digit ends before `7`");
/// # Ok::<(), grundy::NotationError>(())
/// ```
impl FromStr for Digit {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let mut reader = Reader::new(text, Base::Any);
        let digit = reader.digit()?;
        match reader.peek() {
            None => Ok(digit),
            Some(more) => Err(reader.error(format!("one digit ends before `{more}`"))),
        }
    }
}

/// The digits that a reader accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Base {
    Octal,
    Hexadecimal,
    Any,
}

impl Base {
    /// How an error names the digits, and the least number that is not one of them.
    fn limit(self) -> Option<(&'static str, u64)> {
        match self {
            Self::Octal => Some(("octal digit: those are 0 to 7", 8)),
            Self::Hexadecimal => Some(("hexadecimal digit: those are 0 to F", 16)),
            Self::Any => None,
        }
    }
}

/// Reads a code from left to right.
struct Reader<'a> {
    text: &'a str,
    /// The place of the next byte.
    at: usize,
    base: Base,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, base: Base) -> Self {
        Self { text, at: 0, base }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Reads this character if it is the next one.
    fn eat(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    fn error(&self, reason: impl Into<String>) -> NotationError {
        self.error_at(self.at, reason)
    }

    fn error_at(&self, at: usize, reason: impl Into<String>) -> NotationError {
        NotationError::new(self.text, at, reason)
    }

    /// The whole text as a code.
    fn code(mut self) -> Result<TakeAndBreak, NotationError> {
        if self.text.is_empty() {
            return Err(self.error("a code is missing: it looks like 0.77"));
        }
        let mut digits = vec![if self.peek() == Some('.') { Digit::NONE } else { self.digit()? }];
        if !self.eat('.') {
            return Err(self.error(match self.peek() {
                None => "the point is missing, as in 0.77".to_owned(),
                Some(other) => format!("the point stands after the first digit, as in 0.77, and here is `{other}`"),
            }));
        }
        let mut tail = Vec::new();
        if self.peek().is_none() {
            return Err(self.error("a digit is missing after the point, as in 0.77"));
        }
        while self.peek().is_some() {
            let open = self.at;
            if !self.eat('[') {
                digits.push(self.digit()?);
                continue;
            }
            while !self.eat(']') {
                if self.peek().is_none() {
                    return Err(self.error_at(open, "the bracket of the repeating digits is not closed"));
                }
                tail.push(self.digit()?);
            }
            if tail.is_empty() {
                return Err(self.error_at(open, "no digit stands in the brackets, so nothing repeats"));
            }
            if let Some(more) = self.peek() {
                return Err(
                    self.error(format!("nothing follows the digits that repeat for ever, and here is `{more}`"))
                );
            }
        }
        // The only error is about the digit for taking nothing, which is the first character.
        TakeAndBreak::from_digits(digits, tail).map_err(|error| NotationError::new(self.text, 0, error.to_string()))
    }

    /// A digit, with the condition on sizes that may follow it.
    fn digit(&mut self) -> Result<Digit, NotationError> {
        let start = self.at;
        let Some(character) = self.peek() else { return Err(self.error("a digit is missing")) };
        let counts = if character == '{' { self.counts()? } else { self.character(character)? };
        if let Some((what, limit)) = self.base.limit()
            && counts >= limit
        {
            let digit = &self.text[start..self.at];
            return Err(self.error_at(start, format!("`{digit}` is no {what}")));
        }
        let parts = match self.peek() {
            Some('!') => Parts::Unequal,
            Some('=') => Parts::Equal,
            Some('?') => Parts::NotAllEqual,
            _ => return Ok(Digit::new(counts, Parts::Any)),
        };
        if let Some((what, _)) = self.base.limit() {
            return Err(self.error(format!("a condition on the sizes belongs to no {what}")));
        }
        self.at += 1;
        Ok(Digit::new(counts, parts))
    }

    /// A digit of one character.
    fn character(&mut self, character: char) -> Result<u64, NotationError> {
        if let Some(counts) = character.to_digit(32) {
            self.at += 1;
            return Ok(counts.into());
        }
        Err(self.error(match character {
            '.' => "a code has one point".to_owned(),
            '!' | '=' | '?' => {
                format!("`{character}` stands after one digit, about the sizes of the heaps that it allows")
            }
            '[' => "digits that repeat do not stand before the point or in one another".to_owned(),
            ']' => "no bracket is open here".to_owned(),
            other => format!("`{other}` is no digit: digits are 0 to 9, A to V, and numbers of heaps in braces"),
        }))
    }

    /// A digit given by its numbers of heaps in braces.
    fn counts(&mut self) -> Result<u64, NotationError> {
        let open = self.at;
        let list = self.rest().get(1..).and_then(|inside| inside.split_once('}')).map(|(list, _)| list);
        let Some(list) = list else { return Err(self.error("the brace is not closed")) };
        // The list begins after the brace. Errors about it are moved by this place into the whole text.
        let begin = open + 1;
        let within = |error: NotationError| error.within(self.text, begin);
        if list.trim().is_empty() {
            return Err(self.error("no number of heaps stands in the braces: a digit without a move is written 0"));
        }
        let mut counts = 0_u64;
        for piece in Piece::whole(list).split(',') {
            let heaps: u32 = piece.number("a number of heaps").map_err(within)?;
            let bit = 1_u64.checked_shl(heaps);
            let bit = bit.ok_or_else(|| within(piece.error(format!("{heaps} heaps are too many: the limit is 63"))))?;
            if counts & bit != 0 {
                return Err(within(piece.error(format!("{heaps} stands twice in the braces"))));
            }
            counts |= bit;
        }
        self.at = begin + list.len() + 1;
        Ok(counts)
    }
}
