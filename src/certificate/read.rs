//! Reads back the quotient of positions from its certificate.

use std::collections::HashSet;
use std::io::BufRead;

use rustc_hash::FxBuildHasher;

use super::check::check_play;
use super::facts::Steps;
use super::quotients::{Monoid, OfPositions};
use super::text::{CertificateError, Reader};
use crate::control::Control;
use crate::misere::quotient::{MisereQuotient, Positions, QuotientError};
use crate::notation::Notation;
use crate::outcome::Play;
use crate::search::SolveError;

/// Reads the misère quotient of all positions that play can reach from a position, from a certificate of it. The certificate names the game, and
/// the caller has its rule book; nothing is searched.
///
/// The quotient is proved anew, by the moves of the rule book: what is read is right, whoever wrote it.
///
/// ```
/// use grundy::certificate::{self, Certificate};
/// use grundy::misere::quotient::{Positions, QuotientSearch};
/// use grundy::{Control, Cram, Notation, Outcome};
///
/// let board = Cram.parse("1x6")?;
/// let mut search = QuotientSearch::of(Positions::reached(&Cram, board.clone(), &mut Control::new())?);
/// search.finish()?;
/// let mut text = Vec::new();
/// let certificate = Certificate::of_positions(search.quotient(), &Cram, &"cram", &board);
/// certificate.ok_or("not all elements are found")?.write(&mut text)?;
///
/// let read = certificate::read_quotient(&Cram, &text[..], &mut Control::new())?;
/// assert_eq!(read.monoid(), search.quotient().monoid());
/// assert_eq!(read.misere_outcome(&Cram, &board), search.quotient().misere_outcome(&Cram, &board));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`CertificateError::Refused`] if the text is no certificate of this kind, or the quotient is another; others if the text cannot be read or
/// a bound is met.
pub fn read_quotient<G: Notation>(
    game: &G,
    input: impl BufRead,
    control: &mut Control,
) -> Result<MisereQuotient<Positions<G::Position>>, CertificateError> {
    let (mut reader, kind) = Reader::new(input, control)?;
    if kind != "positions" {
        return Err(
            reader.refused(format!("a certificate of a quotient of positions is read, not one of the kind `{kind}`"))
        );
    }
    // The name must stand here, but the rule book of the caller counts.
    reader.field("game")?;
    let text = reader.field("position")?;
    let start = game.parse(&text).map_err(|error| reader.refused(error.to_string()))?;
    check_play(game, Play::Misere, &reader)?;
    let monoid = Monoid::read(&mut reader)?;
    let told = OfPositions::read(game, monoid, &mut reader, &mut Steps::new(control))?;
    let positions = Positions::reached(game, start, control).map_err(|error| match error {
        SolveError::Stopped(stopped) => CertificateError::Stopped(stopped),
        error => reader.refused(error.map(|part| game.text(&[part])).to_string()),
    })?;
    let mut map = vec![0; positions.examples().len() + 1];
    // The first pass notes an element for each number, the second finds positions that contradict it.
    for pass in 0..2 {
        for (key, number) in positions.numbered() {
            let element = told.elements.get(key).map(|(element, _)| *element);
            // Positions without moves have number 0, and need not be told.
            let element = element.or_else(|| (number == 0).then_some(0)).ok_or_else(|| {
                reader.refused(format!("the element of {} is not told", game.text(std::slice::from_ref(key))))
            })?;
            // All positions with the same moves have the same element.
            if pass == 0 {
                map[number] = element;
            } else if map[number] != element {
                return Err(reader.refused("two positions whose moves leave the same have two elements"));
            }
        }
    }
    let known: HashSet<&G::Position, FxBuildHasher> = positions.numbered().map(|(key, _)| key).collect();
    if told.elements.keys().any(|key| !known.contains(key)) {
        return Err(reader.refused("no play comes to a position of which an element is told"));
    }
    let Monoid { products, lost, .. } = told.monoid;
    MisereQuotient::proved_of(positions, products, lost.iter().collect(), map, control).map_err(|error| match error {
        QuotientError::Stopped(stopped) => CertificateError::Stopped(stopped),
        error => reader.refused(error.to_string()),
    })
}
