//! How positions and moves are written.

use std::fmt::Write as _;
use std::rc::Rc;
use std::sync::Arc;

use crate::components::Components;
use crate::game::{ImpartialGame, SumMove};
use crate::outcome::Play;

/// A game whose positions are read and written as text.
///
/// [`text`](Self::text) and [`parse`](Self::parse) are inverse to each other, except that components that have ended may be left out.
///
/// ```
/// use grundy::{Components, Kayles, Nim, Notation};
///
/// assert_eq!(Nim.parse("3,4,5")?, Components::from([3, 4, 5]));
/// assert_eq!(Kayles.parse("xxxxx.xx")?, Components::from([5, 2]));
/// assert_eq!(Kayles.text(&[5, 2]), "5,2");
/// assert_eq!(Kayles.text_like("x.x", &[5, 2]), "xxxxx.xx");
/// assert_eq!(Nim.parse("3,,5").unwrap_err().to_string(), "`3,,5`, character 3: a heap is missing");
/// # Ok::<(), grundy::NotationError>(())
/// ```
pub trait Notation: ImpartialGame {
    /// The word for a component: `heap`, `row`, `board`.
    fn component_name(&self, component: &Self::Position) -> &'static str;

    /// Reads a position, a sum of one or more components.
    ///
    /// # Errors
    ///
    /// [`NotationError`] with the place and the rule, if the text is not a position of this game.
    fn parse(&self, text: &str) -> Result<Components<Self::Position>, NotationError>;

    /// Writes a position. The empty sum is written as a position that has ended.
    fn text(&self, components: &[Self::Position]) -> String;

    /// Writes a position in the notation of the text `model`, where the game has several notations.
    fn text_like(&self, model: &str, components: &[Self::Position]) -> String {
        let _ = model;
        self.text(components)
    }

    /// Writes one component of a list in the notation of the text `model`.
    fn component_text_like(&self, model: &str, component: &Self::Position) -> String {
        self.text_like(model, std::slice::from_ref(component))
    }

    /// Writes a move, with the number of its component (counted from 1) if there are several.
    fn move_text(&self, components: &[Self::Position], mv: &SumMove<Self::Move>) -> String
    where
        Self::Move: std::fmt::Display,
    {
        let Some(component) = components.get(mv.component) else { return mv.mv.to_string() };
        let name = self.move_name(component, &mv.mv).unwrap_or_else(|| mv.mv.to_string());
        match components {
            [_] => name,
            _ => in_component(self.component_name(component), mv.component, &name),
        }
    }

    /// Why what a text shows is not the sum that [`parse`](Self::parse) reads of it, under this play; `None`, the default, where it is.
    ///
    /// A row of coins is the sum of its heads in normal play only. A program that reads positions from its user refuses play of the other kind
    /// with this reason. A solver does not ask: it answers about sums. As part of a [compound](crate::compound) other than a sum, an ordinal sum or a
    /// Tartan product, a game with such a reason for misère play is not the sum in normal play either.
    ///
    /// ```
    /// use grundy::games::CoinTurning;
    /// use grundy::{Kayles, Notation, Play};
    ///
    /// let coins: CoinTurning = "1-3".parse()?;
    /// assert!(coins.refuses(Play::Normal).is_none() && coins.refuses(Play::Misere).is_some());
    /// assert_eq!(Kayles.refuses(Play::Misere), None);
    /// # Ok::<(), grundy::NotationError>(())
    /// ```
    fn refuses(&self, play: Play) -> Option<&'static str> {
        let _ = play;
        None
    }
}

/// Implements the trait for pointers to a game, which read and write as the game.
macro_rules! notation_behind_a_pointer {
    ($($pointer:ty),*) => {$(
        impl<G: Notation + ?Sized> Notation for $pointer {
            fn component_name(&self, component: &Self::Position) -> &'static str {
                (**self).component_name(component)
            }

            fn parse(&self, text: &str) -> Result<Components<Self::Position>, NotationError> {
                (**self).parse(text)
            }

            fn text(&self, components: &[Self::Position]) -> String {
                (**self).text(components)
            }

            fn text_like(&self, model: &str, components: &[Self::Position]) -> String {
                (**self).text_like(model, components)
            }

            fn component_text_like(&self, model: &str, component: &Self::Position) -> String {
                (**self).component_text_like(model, component)
            }

            fn move_text(&self, components: &[Self::Position], mv: &SumMove<Self::Move>) -> String
            where
                Self::Move: std::fmt::Display,
            {
                (**self).move_text(components, mv)
            }

            fn refuses(&self, play: Play) -> Option<&'static str> {
                (**self).refuses(play)
            }
        }
    )*};
}
notation_behind_a_pointer!(&G, Box<G>, Rc<G>, Arc<G>);

/// A text that cannot be read, with the place and the rule that it breaks. The message is one line, also for a text of several lines, and
/// shows of a text of more than 200 characters the 120 around the place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[error("`{}`, character {place}: {}", one_line(&around(.text, *.place)), one_line(.reason))]
pub struct NotationError {
    text: String,
    place: usize,
    reason: String,
}

impl NotationError {
    /// An error at byte `at` of `text`. The message gives the number of the character there, counted from 1.
    ///
    /// ```
    /// use grundy::NotationError;
    /// let error = NotationError::new("3,x", 2, "`x` is not a number");
    /// assert_eq!(error.to_string(), "`3,x`, character 3: `x` is not a number");
    /// ```
    #[must_use]
    pub fn new(text: &str, at: usize, reason: impl Into<String>) -> Self {
        let place = text.char_indices().take_while(|(start, _)| *start < at).count() + 1;
        Self { text: text.to_owned(), place, reason: reason.into() }
    }

    /// The text that cannot be read.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The number of the first wrong character, counted from 1.
    #[must_use]
    pub fn place(&self) -> usize {
        self.place
    }

    /// The same error in a longer text, of which the text of this error is the part from byte `at` on.
    #[must_use]
    pub fn within(self, text: &str, at: usize) -> Self {
        let before = text.char_indices().take_while(|(start, _)| *start < at).count();
        Self { text: text.to_owned(), place: before.saturating_add(self.place), reason: self.reason }
    }
}

/// Maximum width of a column of texts; a longer one is not aligned. The formatter cannot pad to more than 2^16 − 1.
pub(crate) const MOST_ALIGNED: usize = 256;

/// The text, or of a long one the part around a character, which is counted from 1.
fn around(text: &str, place: usize) -> String {
    const LONGEST: usize = 200;
    const EACH_SIDE: usize = 60;
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    let first = place.saturating_sub(EACH_SIDE + 1);
    let shown: String = text.chars().skip(first).take(2 * EACH_SIDE).collect();
    let is_end = text.chars().nth(first.saturating_add(2 * EACH_SIDE)).is_none();
    format!("{}{shown}{}", if first > 0 { "…" } else { "" }, if is_end { "" } else { "…" })
}

/// A text in one line, which reads as what it is: control characters, white space other than a blank, and what turns the direction of a text are written as
/// escapes.
pub(crate) fn one_line(text: &str) -> String {
    let turns = |c: char| matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let is_shown = |c: char| c == ' ' || !c.is_control() && !c.is_whitespace() && !turns(c);
    text.chars().map(|c| if is_shown(c) { c.to_string() } else { c.escape_default().to_string() }).collect()
}

/// A piece of a text, with the byte at which it begins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece<'a> {
    whole: &'a str,
    pub(crate) at: usize,
    pub(crate) text: &'a str,
}

impl<'a> Piece<'a> {
    /// The whole text as one piece.
    pub(crate) const fn whole(text: &'a str) -> Self {
        Self { whole: text, at: 0, text }
    }

    /// The pieces between separators, without the white space around them. There is at least one.
    pub(crate) const fn split(self, separator: char) -> Pieces<'a> {
        Pieces { rest: Some(self), separator }
    }

    /// What is read from the pieces between separators, up to the first that is wrong.
    pub(crate) fn read_each<T>(
        self,
        separator: char,
        mut read: impl FnMut(Self) -> Result<T, NotationError>,
    ) -> Result<Vec<T>, NotationError> {
        self.read_each_by(separator, &mut read)
    }

    /// Behind a pointer, so that it is compiled once for a type.
    fn read_each_by<T>(
        self,
        separator: char,
        read: &mut dyn FnMut(Self) -> Result<T, NotationError>,
    ) -> Result<Vec<T>, NotationError> {
        let mut all = Vec::new();
        for piece in self.split(separator) {
            all.push(read(piece)?);
        }
        Ok(all)
    }

    /// The part from byte `start` to byte `end` of this piece, which are found in its text.
    pub(crate) fn part(self, start: usize, end: usize) -> Self {
        let text = self.text.get(start..end).expect("the bounds are ends of characters of the piece");
        Self { whole: self.whole, at: self.at + start, text }
    }

    /// The part between two characters, if the piece begins and ends with them.
    pub(crate) fn between(self, open: char, close: char) -> Option<Self> {
        let inner = self.text.strip_prefix(open)?.strip_suffix(close)?;
        Some(self.part(open.len_utf8(), open.len_utf8() + inner.len()))
    }

    /// An error at the beginning of this piece.
    pub(crate) fn error(self, reason: impl Into<String>) -> NotationError {
        NotationError::new(self.whole, self.at, reason)
    }

    /// Reads the piece as a number. Errors call it `what`, such as `a heap`.
    pub(crate) fn number<N: std::str::FromStr>(self, what: &str) -> Result<N, NotationError> {
        self.figures(what)?.parse().map_err(|_| self.too_large(what, 8 * size_of::<N>()))
    }

    /// The text, if it is a number without a sign.
    fn figures(self, what: &str) -> Result<&'a str, NotationError> {
        if self.text.is_empty() {
            return Err(self.error(format!("{what} is missing")));
        }
        if let Some((at, bad)) = self.text.char_indices().find(|(_, c)| !c.is_ascii_digit()) {
            let here = self.part(at, at + bad.len_utf8());
            return Err(here.error(format!("{what} is a whole number, and `{bad}` is not a digit")));
        }
        Ok(self.text)
    }

    fn too_large(self, what: &str, bits: usize) -> NotationError {
        self.error(format!("{what} of {} is too large: it must be less than 2^{bits}", self.text))
    }
}

/// The pieces of a text between separators.
pub(crate) struct Pieces<'a> {
    /// The text from the next piece on.
    rest: Option<Piece<'a>>,
    separator: char,
}

/// A named type with `next` alone: a chain of adaptors would compile their folds for each list that is read.
impl<'a> Iterator for Pieces<'a> {
    type Item = Piece<'a>;

    fn next(&mut self) -> Option<Piece<'a>> {
        let Piece { whole, at, text } = self.rest?;
        let (piece, rest) = match text.split_once(self.separator) {
            // What `text` has more than `rest` is the piece with its separator, so `rest` begins that much later.
            Some((piece, rest)) => (piece, Some(Piece { whole, at: at + text.len() - rest.len(), text: rest })),
            None => (text, None),
        };
        self.rest = rest;
        Some(Piece { whole, at: at + piece.len() - piece.trim_start().len(), text: piece.trim() })
    }
}

/// Reads sizes of heaps that are separated by commas.
pub(crate) fn parse_heaps<N: std::str::FromStr>(text: &str, what: &str) -> Result<Components<N>, NotationError> {
    Piece::whole(text).read_each(',', |piece| piece.number(what)).map(Components::from)
}

/// Writes sizes of heaps, separated by commas; the empty list as `0`.
pub(crate) fn heaps_text<N: std::fmt::Display>(heaps: &[N]) -> String {
    if heaps.is_empty() { "0".to_owned() } else { join(heaps, ",") }
}

/// Implements the notation of a game whose components are sizes of heaps; `name` is the word for a component. Behind it more methods may stand in braces.
macro_rules! heaps_notation {
    ($(#[$doc:meta])* $game:ty, $name:literal $(, { $($more:tt)* })?) => {
        $(#[$doc])*
        impl $crate::notation::Notation for $game {
            fn component_name(&self, _: &u64) -> &'static str {
                $name
            }

            fn parse(
                &self,
                text: &str,
            ) -> Result<$crate::components::Components<u64>, $crate::notation::NotationError> {
                $crate::notation::parse_heaps(text, concat!("a ", $name))
            }

            fn text(&self, heaps: &[u64]) -> String {
                $crate::notation::heaps_text(heaps)
            }

            $($($more)*)?
        }
    };
}
pub(crate) use heaps_notation;

/// A move with the name of its component, `what`, and the place of the component in the sum, counted from 0.
pub(crate) fn in_component(what: &str, place: usize, mv: &str) -> String {
    format!("{what} {}: {mv}", place + 1)
}

/// Maximum number of components of which the line of an argument tells.
pub(crate) const MOST_NAMED: usize = 12;

/// The names of the first `most` items of a list, and two dots if there are more.
pub(crate) fn join_first<T>(items: &[T], most: usize, name: impl Fn(&T) -> String) -> String {
    let named: Vec<String> = items.iter().take(most).map(name).collect();
    named.join(", ") + if items.len() > most { ", .." } else { "" }
}

/// Writes items with a separator between them.
pub(crate) fn join<T: std::fmt::Display>(items: &[T], separator: &str) -> String {
    join_by(items.len(), &|place| &items[place], separator)
}

/// Behind a pointer, so that it is compiled once.
fn join_by<'a>(count: usize, item: &dyn Fn(usize) -> &'a dyn std::fmt::Display, separator: &str) -> String {
    let mut text = String::new();
    for place in 0..count {
        if place > 0 {
            text.push_str(separator);
        }
        write!(text, "{}", item(place)).expect("a string takes any text");
    }
    text
}

/// Reads rows of pins: lengths separated by commas, or drawn as `x` for a pin and `.` for a gap.
///
/// Errors about rows that are too long name `code`, a code of the same game that takes longer rows.
pub(crate) fn parse_rows(text: &str, code: &str) -> Result<Components<u64>, NotationError> {
    let is_drawn = text.contains(['x', '.']);
    if !is_drawn {
        let row = |piece: Piece<'_>| {
            // A number that fits in 128 bits and not in 64 gets an error of its own, which names the code.
            piece.number("a row").map_err(|error| match piece.number::<u128>("a row") {
                Ok(row) => piece.error(format!(
                    "a row of {row} is too large: it must be less than 2^64 (the code {code} plays it)"
                )),
                Err(_) => error,
            })
        };
        return Piece::whole(text).read_each(',', row).map(Components::from);
    }
    if let Some((at, bad)) = text.char_indices().find(|(_, c)| !matches!(c, 'x' | '.')) {
        return Err(NotationError::new(
            text,
            at,
            format!("a row is drawn with x for a pin and . for a gap, not `{bad}`"),
        ));
    }
    Ok(text.split('.').filter(|row| !row.is_empty()).map(|row| row.len() as u64).collect())
}

/// Maximum number of pins that are drawn, so that a text stays below 64 KiB. Longer rows are written as lengths.
const MOST_DRAWN: u64 = 1 << 16;

/// Writes rows of pins like `model`: as a drawing if it is one, else as lengths.
pub(crate) fn rows_text_like(model: &str, rows: &[u64]) -> String {
    let pins = rows.iter().try_fold(0_u64, |sum, pins| sum.checked_add(*pins));
    match pins {
        // A drawing may be as long as the one that was read, even above the limit.
        Some(pins) if pins <= MOST_DRAWN.max(model.len() as u64) && model.contains(['x', '.']) => {}
        _ => return heaps_text(rows),
    }
    // Rows without pins cannot be seen, and a drawing has at least one character.
    let row = |pins: &u64| usize::try_from(*pins).ok().filter(|pins| *pins > 0).map(|pins| "x".repeat(pins));
    let drawn: Vec<String> = rows.iter().filter_map(row).collect();
    if drawn.is_empty() { ".".to_owned() } else { drawn.join(".") }
}
