//! Brussels Sprouts.

use std::fmt;
use std::str::FromStr;

use smallvec::SmallVec;

use crate::components::Components;
use crate::control::Control;
use crate::game::ImpartialGame;
use crate::nimber::Nimber;
use crate::notation::{Notation, NotationError, Piece, join};
use crate::notes::Notes;
use crate::question::{Answer, Question};
use crate::subset::Subset;

use super::moves::{chosen, is_chosen};

/// Brussels Sprouts: there are crosses on paper, each with four free ends. A move joins two free ends by a line that crosses none, and puts a
/// short bar across the line, which has a free end on each side.
///
/// Theorem: a game that begins with *n* crosses lasts exactly 5*n* − 2 moves. Proof: let a region have *k* boundaries with *e* free ends in all. A line
/// between two boundaries uses two ends, adds two, and joins the boundaries; a line from a boundary to itself uses two ends, adds one on each
/// side, and makes two regions, which have *k* + 1 boundaries together. In both cases the sum of *e* + *k* − 2 over all regions goes down by 1. Every boundary
/// keeps a free end, so that the game ends when all regions have one boundary with one end: at 0.
///
/// So the moves that are left are known, and the value is their number modulo 2, whatever is played.
///
/// A component is a region, since each free end lies in one region: the numbers of free ends on its boundaries. In text they are joined by `.`, as in `4.4`, and
/// regions by `+`. A number by itself is that number of crosses: `3` is `4.4.4`, and `4.` is one boundary with four ends.
///
/// ```
/// use grundy::games::BrusselsSprouts;
/// use grundy::{Notation, Outcome, Solver};
///
/// let crosses = |number: &str| Solver::new(BrusselsSprouts).outcome(BrusselsSprouts.parse(number).unwrap());
/// assert_eq!(crosses("2")?, Outcome::P); // 8 moves
/// assert_eq!(crosses("3")?, Outcome::N); // 13 moves
/// # Ok::<(), grundy::SolveError<grundy::games::FreeEnds>>(())
/// ```
///
/// Reference: Winning Ways, ch. 17; Gardner, *Mathematical Carnival*, ch. 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BrusselsSprouts;

/// A region: the numbers of free ends on its boundaries, in ascending order. Boundaries without free ends are left out.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FreeEnds(SmallVec<[u8; 16]>);

impl FreeEnds {
    /// At most [`MOST_ENDS`] free ends.
    fn of(ends: Vec<u8>) -> Self {
        let mut ends: SmallVec<[u8; 16]> = ends.into_iter().filter(|ends| *ends > 0).collect();
        ends.sort_unstable();
        Self(ends)
    }

    /// The number of moves that are left: the free ends and the boundaries, less 2.
    #[must_use]
    pub fn moves_left(&self) -> u64 {
        let ends: u64 = self.0.iter().map(|ends| u64::from(*ends)).sum();
        (ends + self.0.len() as u64).saturating_sub(2)
    }

    /// The number of free ends on each boundary, in the order in which moves number the boundaries.
    #[cfg(feature = "render")]
    pub(crate) fn boundaries(&self) -> impl Iterator<Item = usize> {
        self.0.iter().map(|ends| usize::from(*ends))
    }

    fn at(&self, boundary: u8) -> Option<u8> {
        self.0.get(usize::from(boundary)).copied()
    }

    /// Whether a move joins these two boundaries: of equal boundaries the first ones are tried, and two equal ones are joined as the first and the second of
    /// their kind.
    fn are_joined(&self, one: usize, other: usize) -> bool {
        self.is_first(one) && (self.is_first(other) || other == one + 1)
    }

    /// The other boundaries, in classes of equal ones, which stand together.
    fn others(&self, own: usize) -> Vec<Vec<usize>> {
        let others: Vec<usize> = (0..self.0.len()).filter(|other| *other != own).collect();
        others.chunk_by(|one, other| self.0[*one] == self.0[*other]).map(<[usize]>::to_vec).collect()
    }

    /// Whether the boundary is the first one with its number of free ends.
    fn is_first(&self, boundary: usize) -> bool {
        boundary == 0 || self.0[boundary - 1] != self.0[boundary]
    }
}

/// A line between two free ends, with a bar across it. Boundaries are numbered from 0 in ascending order of their free ends.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum CrossedLine {
    /// A line between two boundaries.
    Joins {
        /// One boundary.
        one: u8,
        /// The other one, which comes later.
        other: u8,
    },
    /// A line from a boundary to itself, which cuts the region in two.
    Cuts {
        /// The boundary.
        boundary: u8,
        /// The number of its free ends that lie in the first part, without the new one.
        ends: u8,
        /// The other boundaries in the first part.
        inside: Subset,
    },
}

/// Written as `join boundaries 1 and 2`, or `cut boundary 1 after 2 ends, around boundaries 2 and 3`, with numbers from 1.
impl fmt::Display for CrossedLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Joins { one, other } => {
                write!(f, "join boundaries {} and {}", u16::from(*one) + 1, u16::from(*other) + 1)
            }
            Self::Cuts { boundary, ends, inside } => {
                write!(f, "cut boundary {} after {ends} ends", u16::from(*boundary) + 1)?;
                let inside: Vec<usize> = inside.iter().map(|boundary| boundary + 1).collect();
                if inside.is_empty() { Ok(()) } else { write!(f, ", around boundaries {}", join(&inside, ", ")) }
            }
        }
    }
}

impl ImpartialGame for BrusselsSprouts {
    type Position = FreeEnds;
    type Move = CrossedLine;

    fn moves(&self, region: &FreeEnds) -> impl Iterator<Item = CrossedLine> {
        let numbers = 0..u8::try_from(region.0.len()).expect("a region has fewer than 256 boundaries");
        let pairs = numbers.clone().flat_map(move |one| (0..one).map(move |earlier| (earlier, one)));
        let joins = pairs.filter(|(one, other)| region.are_joined(usize::from(*one), usize::from(*other)));
        let joins = joins.map(|(one, other)| CrossedLine::Joins { one, other });
        // Without two free ends there is no line, and the sets of other boundaries are not gone through: there may be millions.
        let cut = numbers.filter(|boundary| {
            let own = usize::from(*boundary);
            region.0[own] > 1 && region.is_first(own)
        });
        let cuts = cut.flat_map(move |boundary| {
            let own = usize::from(boundary);
            // Two free ends are used, and the others are divided in each way.
            let ends = 0..region.0[own] - 1;
            chosen(region.others(own), false).flat_map(move |inside| {
                ends.clone().map(move |ends| CrossedLine::Cuts { boundary, ends, inside: inside.clone() })
            })
        });
        joins.chain(cuts)
    }

    fn allows(&self, region: &FreeEnds, mv: &CrossedLine) -> bool {
        let is_listed = || match mv {
            CrossedLine::Joins { one, other } => region.are_joined(usize::from(*one), usize::from(*other)),
            CrossedLine::Cuts { boundary, inside, .. } => {
                let own = usize::from(*boundary);
                region.is_first(own) && is_chosen(&region.others(own), false, inside)
            }
        };
        fits(region, mv) && is_listed()
    }

    fn play(&self, region: &FreeEnds, mv: &CrossedLine) -> Components<FreeEnds> {
        if !fits(region, mv) {
            return region.clone().into();
        }
        match mv {
            CrossedLine::Joins { one, other } => {
                let [one, other] = [one, other].map(|boundary| usize::from(*boundary));
                let mut ends: Vec<u8> = region.0.to_vec();
                // The line uses two ends and the bar adds two: the sum is at most 252, and fits in a byte.
                ends[one] += ends[other];
                ends.remove(other);
                FreeEnds::of(ends).into()
            }
            CrossedLine::Cuts { boundary, ends, inside } => {
                let own = usize::from(*boundary);
                let others = region.0.iter().enumerate().filter(|(place, _)| *place != own);
                let (within, without): (Vec<_>, Vec<_>) = others.partition(|(place, _)| inside.contains(*place));
                let part = |own: u8, others: Vec<(usize, &u8)>| -> FreeEnds {
                    let all: Vec<u8> = std::iter::once(own).chain(others.into_iter().map(|(_, ends)| *ends)).collect();
                    FreeEnds::of(all)
                };
                // Two ends are used. Of the bar, each part has one end.
                [part(ends + 1, within), part(region.0[own] - 1 - ends, without)].into()
            }
        }
    }

    fn known_value(&self, region: &FreeEnds) -> Option<Nimber> {
        Some(Nimber::new(region.moves_left() % 2))
    }

    fn oracle<'a>(
        &'a self,
        question: Question<'a, FreeEnds>,
        _: &'a mut Notes,
        _: &mut Control,
    ) -> Answer<'a, CrossedLine> {
        match question {
            // A list of all moves may be long, and a solver tries them under its control.
            Question::MovesLeaving { .. } | Question::Winning { .. } => Answer::Unknown,
            _ => question.by_length(|region| Some(region.moves_left()), |region| self.moves(region)),
        }
    }
}

/// Whether the line can be drawn, also one that is equal to an earlier one of the list.
fn fits(region: &FreeEnds, mv: &CrossedLine) -> bool {
    match mv {
        CrossedLine::Joins { one, other } => one < other && region.at(*other).is_some(),
        CrossedLine::Cuts { boundary, ends, inside } => {
            let others = inside.iter().all(|other| other < region.0.len() && other != usize::from(*boundary));
            others && region.at(*boundary).is_some_and(|all| all >= 2 && *ends <= all - 2)
        }
    }
}

/// Maximum number of free ends: those of 63 crosses. The ends of a boundary then fit in a byte.
const MOST_ENDS: u64 = 252;

impl Notation for BrusselsSprouts {
    fn component_name(&self, _: &FreeEnds) -> &'static str {
        "region"
    }

    fn parse(&self, text: &str) -> Result<Components<FreeEnds>, NotationError> {
        let whole = Piece::whole(text);
        let too_many = |piece: Piece<'_>| {
            piece.error(format!("a region has at most {MOST_ENDS} free ends, those of {} crosses", MOST_ENDS / 4))
        };
        if !text.contains(['.', '+']) {
            let piece = whole.split('+').next().expect("a text has a first piece");
            let crosses: u64 = piece.number("a number of crosses")?;
            let fits = crosses <= MOST_ENDS / 4;
            let crosses =
                if fits { usize::try_from(crosses).expect("a small number") } else { return Err(too_many(piece)) };
            return Ok(FreeEnds::of(vec![4; crosses]).into());
        }
        let mut regions = Components::new();
        for region in whole.split('+') {
            let (mut ends, mut all) = (Vec::new(), 0_u64);
            let mut pieces: Vec<_> = region.split('.').collect();
            if pieces.len() > 1 && pieces.last().is_some_and(|last| last.text.is_empty()) {
                pieces.pop();
            }
            for piece in pieces {
                let number: u64 = piece.number("a number of free ends")?;
                all = all.saturating_add(number);
                if all > MOST_ENDS {
                    return Err(too_many(region));
                }
                ends.push(u8::try_from(number).expect("at most 252"));
            }
            regions.push(FreeEnds::of(ends));
        }
        Ok(regions)
    }

    fn text(&self, regions: &[FreeEnds]) -> String {
        match regions {
            [] => "0".to_owned(),
            _ => join(regions, "+"),
        }
    }
}

/// Written as `2.4.4`, a single boundary as `4.`, the region without boundaries as `0`.
impl fmt::Display for FreeEnds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0[..] {
            [] => f.pad("0"),
            [one] => f.pad(&format!("{one}.")),
            ends => f.pad(&join(ends, ".")),
        }
    }
}

/// Reads one region.
impl FromStr for FreeEnds {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let mut regions = BrusselsSprouts.parse(text)?;
        match (regions.pop(), regions.is_empty()) {
            (Some(region), true) => Ok(region),
            _ => Err(NotationError::new(text, 0, "this is not one region")),
        }
    }
}

crate::serial::serde_as_text!(FreeEnds);
