//! How forms are written and read.

use super::store::{CanonicalForm, CanonicalForms};
use crate::control::{Control, Stopped};
use crate::notation::NotationError;

/// A text that is no form.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseFormError {
    /// A character that cannot stand at its place.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// A bound of the control was met.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// Maximum length, in bytes, of a form that is written out in full. A guard: the text of a form can be exponentially long.
const LONGEST: usize = 1000;
/// The expected beginnings of a form, for errors.
const BEGINNING: &str = "a number, `[` or `#`";
/// Maximum length, in bytes, of an option that is written out in a form that is too long itself. A guard, as above.
const LONGEST_OPTION: usize = 60;

impl CanonicalForms {
    /// The form as text: a star, then the size of a nim-heap or the options in brackets. Options are in descending order and without the
    /// star. `*[3 2]` is the game with the options `*3` and `*2`; `*[[3 2] 0]` has the options `*[3 2]` and `*0`.
    ///
    /// If the text is longer than a thousand characters, long options are written as their numbers in this store: `*[#17 2]`.
    ///
    /// ```
    /// use grundy::{Kayles, Solver};
    ///
    /// let mut rows = Solver::new(Kayles);
    /// let five = rows.form(5)?;
    /// assert_eq!(rows.memos().forms.text(five), "*[[3 2] 3 2 1]"); // *[3 2] is two rows of two pins
    /// # Ok::<(), grundy::SolveError<u64>>(())
    /// ```
    #[must_use]
    pub fn text(&self, form: CanonicalForm) -> String {
        if let Some(size) = self.as_nim_heap(form) {
            return size.to_string();
        }
        let mut text = "*".to_owned();
        if self.write(form, LONGEST, &mut text) {
            return text;
        }
        let options: Vec<String> = self.options(form).iter().rev().map(|option| self.short(*option)).collect();
        format!("*[{}]", options.join(" "))
    }

    /// Reads the text of a form, or of any other game in the same notation, which is simplified. A number after `#` is the number of a
    /// form in this store.
    ///
    /// Time is that of finding the forms. There is no recursion, so brackets may be nested to any depth.
    ///
    /// # Errors
    ///
    /// [`ParseFormError`] if the text is no form, or a bound of the control is met.
    ///
    /// ```
    /// use grundy::Control;
    /// use grundy::misere::canonical::CanonicalForms;
    ///
    /// let (mut forms, mut control) = (CanonicalForms::new(), Control::new());
    /// let form = forms.parse("*[3 2 0]", &mut control)?;
    /// assert_eq!(forms.text(form), "*1"); // *2 and *3 are reversible
    /// let error = forms.parse("*[3 2", &mut control).unwrap_err();
    /// assert_eq!(error.to_string(), "`*[3 2`, character 6: an option or `]` expected");
    /// # Ok::<(), grundy::misere::canonical::ParseFormError>(())
    /// ```
    pub fn parse(&mut self, text: &str, control: &mut Control) -> Result<CanonicalForm, ParseFormError> {
        let bytes = text.as_bytes();
        let unexpected = |place, expected: &str| NotationError::new(text, place, format!("{expected} expected"));
        // A list of options for each open bracket.
        let mut open: Vec<Vec<CanonicalForm>> = Vec::new();
        let mut place = 0;
        loop {
            let found = match bytes.get(place) {
                Some(b' ' | b',') if !open.is_empty() => {
                    place += 1;
                    continue;
                }
                // A star may stand before each option, though it is written only once.
                Some(b'*') if matches!(bytes.get(place + 1), Some(b'[' | b'#' | b'0'..=b'9')) => {
                    place += 1;
                    continue;
                }
                Some(b'[') => {
                    place += 1;
                    open.push(Vec::new());
                    continue;
                }
                Some(b']') => {
                    let options = open.pop().ok_or_else(|| unexpected(place, BEGINNING))?;
                    place += 1;
                    self.form_of(&options, control)?
                }
                Some(b'#' | b'0'..=b'9') => {
                    let by_number = bytes[place] == b'#';
                    let start = place + usize::from(by_number);
                    // Without any figure the text of the number is empty, which `parse` refuses.
                    let figures = bytes[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
                    let number = text.get(start..start + figures).and_then(|figures| figures.parse::<u64>().ok());
                    let number = number.ok_or_else(|| unexpected(start, "a number below 2^64"))?;
                    place = start + figures;
                    // After `#` the number must be that of a form of this store. Without `#` it is the size of a
                    // nim-heap, of any size.
                    match u32::try_from(number).ok().map(CanonicalForm).filter(|form| self.own(*form) == *form) {
                        Some(form) if by_number => form,
                        None if by_number => return Err(unexpected(start, "the number of a form of this store").into()),
                        _ => self.nim_heap(number, control)?,
                    }
                }
                _ if open.is_empty() => return Err(unexpected(place, BEGINNING).into()),
                _ => return Err(unexpected(place, "an option or `]`").into()),
            };
            // The form is an option of the innermost open bracket, or the whole text.
            match open.last_mut() {
                Some(options) => options.push(found),
                None if place == bytes.len() => return Ok(found),
                None => return Err(unexpected(place, "the end").into()),
            }
        }
    }

    /// Appends a form without the star. Returns false, with a part of the form appended, as soon as the text is longer than `room`
    /// bytes; so the depth of the recursion is at most `room` too.
    fn write(&self, form: CanonicalForm, room: usize, text: &mut String) -> bool {
        if let Some(size) = self.as_nim_heap(form) {
            text.push_str(&size.get().to_string());
        } else {
            for (place, option) in self.options(form).iter().rev().enumerate() {
                text.push(if place == 0 { '[' } else { ' ' });
                if text.len() > room || !self.write(*option, room, text) {
                    return false;
                }
            }
            text.push(']');
        }
        text.len() <= room
    }

    /// An option in a form that is too long: in full if it is short, else its number.
    fn short(&self, form: CanonicalForm) -> String {
        let mut text = String::new();
        if self.write(form, LONGEST_OPTION, &mut text) { text } else { format!("#{}", form.number()) }
    }
}
