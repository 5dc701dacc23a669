//! Nimstring.

use std::fmt;
use std::str::FromStr;

use smallvec::SmallVec;

use super::graph::{End, GROUND, Grounded, Places};
use super::hackenbush::Cut;
use super::squares::parse_sides;
use super::strings_key::representative;
use crate::components::Components;
use crate::game::ImpartialGame;
use crate::notation::{Notation, NotationError, Piece, join};
use crate::outcome::Play;
use crate::serial::serde_as_text;

/// Nimstring: cut a string; who frees a coin of its last string takes it, and must move again. Who cannot move loses. Dots and Boxes with the
/// rule of normal play, where a box is a coin and a side that is not drawn a string.
///
/// Theorem (Winning Ways, ch. 16). A position is *loony* if some coin on one string hangs on a coin on two strings, the other of which leads to
/// the ground or to a coin on two strings or more. Whoever moves wins a loony position, whatever lies beside it: either by taking both coins and
/// moving on, or by cutting the other string, so that the opponent must take them and move on. Where no position is loony, a coin on one
/// string is free: taking it changes no value. So a move to a loony position never wins, and free coins may be taken at once.
///
/// That makes an ordinary game, and it is the one that is played here: a position is a connected part without coins on one string; a move
/// cuts a string so that no loony position arises, and free coins are taken with it. Its values are those of Nimstring in normal play. Loony positions
/// have no value: they are no positions here, but an error that says so. A part in which each cut is loony has no move.
///
/// Both hold in sums and in normal play only: misère play of this game, its lengths, and compounds of it other than sums, are not those of Nimstring, and
/// programs [refuse](Notation::refuses) misère play.
///
/// Theorem (Berlekamp 2000). No string of a chain of three coins or more, each on two strings, can be cut without a loony position, so all such chains are
/// alike. Solvers keep one position for all that differ only in their lengths or in the names of the coins, where these are at most 63 and of little
/// symmetry; other positions keep their names, and may be solved several times.
///
/// A part has as many moves as strings at most; no theorem is known for its value, and play may reach exponentially many parts, of which the nimber search
/// looks at some: the empty board of 3 × 3 boxes takes a second.
///
/// In text `2x3` is the empty board of 2 rows of 3 boxes; any other position is written by its strings, with `g` for the ground:
/// `g-0,g-0,0-1,1-g`. Several are joined with ` + `.
///
/// ```
/// use grundy::{Nimber, Nimstring, Notation, Outcome, Solver};
///
/// let mut solver = Solver::new(Nimstring);
/// assert_eq!(solver.grundy(Nimstring.parse("1x3")?)?, Nimber::new(1));
/// assert_eq!(solver.outcome(Nimstring.parse("2x2")?)?, Outcome::P);
/// let error = Nimstring.parse("0-1,1-2,2-g").unwrap_err();
/// assert!(error.to_string().contains("loony"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Reference: Winning Ways, ch. 16; Berlekamp, *The Dots and Boxes Game*, 2000.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Nimstring;

/// A position of [`Nimstring`]: strings between coins and the ground, where no coin hangs on one string only.
///
/// With the feature `serde` it is its text.
///
/// ```
/// use grundy::games::Strings;
/// let box_of_four: Strings = "g-0,g-0,g-0,g-0".parse()?;
/// assert_eq!(box_of_four.strings().len(), 4);
/// # Ok::<(), grundy::NotationError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Strings(Grounded);

serde_as_text!(Strings);

impl Strings {
    /// What is left of a picture when free coins are taken; `None` if the picture is loony. A string from a coin to itself is left out.
    #[must_use]
    pub fn new(picture: &Grounded) -> Option<Self> {
        let strings = picture.edges();
        // A string from the ground to the ground stays: it belongs to no coin, and cutting it is a move.
        let is_loop = |[one, other]: [End; 2]| one == other && one != End::Ground;
        let mut is_left: Vec<bool> = strings.iter().map(|string| !is_loop(*string)).collect();
        let places = Places::new(strings);
        // The strings that are left at a place, with the places of their other ends.
        let at = |place: usize, is_left: &[bool]| -> SmallVec<[(usize, usize); 4]> {
            places.edges_at(place).iter().copied().filter(|(string, _)| is_left[*string]).collect()
        };
        let mut left_at: Vec<usize> = (0..places.count).map(|place| at(place, &is_left).len()).collect();
        // The coins that may be free or part of a loony position: at first all, then those whose strings change. Each coin on one string is among them.
        let mut open: Vec<usize> = (0..places.count).filter(|place| *place != GROUND).collect();
        while let Some(coin) = open.pop() {
            // Only a coin on one string is free. A coin on none is out of the picture.
            if left_at[coin] != 1 {
                continue;
            }
            let (string, next) = at(coin, &is_left)[0];
            if next != GROUND {
                // If the coin behind the next one, which is on two strings, is on one string too, all three coins are free, and nothing is loony.
                // The strings are listed only here: to list them for each coin of a star would take the square of its coins.
                let goes_on = |(other, far): &(usize, usize)| *other != string && (*far == GROUND || left_at[*far] > 1);
                if left_at[next] == 2 && at(next, &is_left).iter().any(goes_on) {
                    return None;
                }
                open.push(next);
            }
            is_left[string] = false;
            left_at[coin] -= 1;
            left_at[next] -= 1;
        }
        Some(Self(strings.iter().zip(is_left).filter(|(_, is_left)| *is_left).map(|(string, _)| *string).collect()))
    }

    /// The strings by their ends, in ascending order.
    #[must_use]
    pub fn strings(&self) -> &[[End; 2]] {
        self.0.edges()
    }

    /// The empty board of Dots and Boxes; `None` if it has more sides than a [picture](Grounded::LIMIT) may have edges.
    #[must_use]
    pub fn boxes(rows: usize, columns: usize) -> Option<Self> {
        // Lines between rows and lines between columns: (rows + 1) · columns + (columns + 1) · rows.
        let sides =
            rows.checked_add(1)?.checked_mul(columns)?.checked_add(columns.checked_add(1)?.checked_mul(rows)?)?;
        if sides > Grounded::LIMIT {
            return None;
        }
        let (rows, columns) = (u32::try_from(rows).ok()?, u32::try_from(columns).ok()?);
        // Numbers of rows and columns from 1; outside of the board is the ground.
        let coin = |row: u32, column: u32| {
            let is_box = (1..=rows).contains(&row) && (1..=columns).contains(&column);
            if is_box { End::Vertex((row - 1) * columns + column - 1) } else { End::Ground }
        };
        let mut sides = Vec::new();
        for row in 1..=rows + 1 {
            sides.extend((1..=columns).map(|column| [coin(row - 1, column), coin(row, column)]));
        }
        for row in 1..=rows {
            sides.extend((1..=columns + 1).map(|column| [coin(row, column - 1), coin(row, column)]));
        }
        Self::new(&sides.into_iter().collect())
    }

    /// What a cut leaves; `None` if that is loony or there is no such string.
    fn after(&self, cut: Cut) -> Option<Self> {
        let found = self.strings().binary_search(&cut.0).is_ok();
        Self::new(&self.0.without(cut.0)).filter(|_| found)
    }

    /// The different cuts, with those that leave a loony position.
    fn cuts(&self) -> impl Iterator<Item = Cut> + use<> {
        self.0.clone().into_different_edges().map(Cut)
    }

    /// The parts that have only the ground in common.
    fn parts(&self) -> Components<Self> {
        self.0.parts().into_iter().map(Self).collect()
    }
}

/// One question in the unit of [expected work](ImpartialGame::expected_work).
const QUESTION: usize = 16;

impl ImpartialGame for Nimstring {
    type Position = Strings;
    type Move = Cut;

    const SEARCHES_NIMBERS: bool = true;

    fn moves(&self, position: &Strings) -> impl Iterator<Item = Cut> {
        position.cuts().filter(|cut| position.after(*cut).is_some())
    }

    /// What is left after each cut is found once, where a list of moves finds it to see which are moves.
    fn options(&self, position: &Strings) -> impl Iterator<Item = Components<Strings>> {
        position.cuts().filter_map(|cut| position.after(cut)).map(|left| left.parts())
    }

    /// A question for each string: to count the moves would take as long as to list the options.
    fn expected_work(&self, position: &Strings) -> Option<u32> {
        u32::try_from(position.strings().len() * QUESTION).ok()
    }

    fn play(&self, position: &Strings, cut: &Cut) -> Components<Strings> {
        position.after(*cut).map_or_else(|| position.clone().into(), |left| left.parts())
    }

    /// Coins have other names, where they are few and of little symmetry, and long chains another length, where play is the same.
    fn memo_key(&self, position: Strings) -> Strings {
        Strings(representative(&position.0))
    }

    fn allows(&self, position: &Strings, cut: &Cut) -> bool {
        position.after(*cut).is_some()
    }
}

impl fmt::Display for Strings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Strings {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let piece = Piece::whole(text);
        if text.contains('x') {
            let [rows, columns] = parse_sides(piece)?;
            let too_large = || piece.error(format!("a board has at most {} sides", Grounded::LIMIT));
            return Self::boxes(rows, columns).ok_or_else(too_large);
        }
        let loony = || piece.error("the position is loony: whoever moves wins, and it has no value");
        Self::new(&text.parse()?).ok_or_else(loony)
    }
}

impl Notation for Nimstring {
    fn component_name(&self, _: &Strings) -> &'static str {
        "part"
    }

    fn parse(&self, text: &str) -> Result<Components<Strings>, NotationError> {
        let whole: Components<Strings> = super::text::parse_components(text, '+')?;
        Ok(whole.iter().flat_map(Strings::parts).collect())
    }

    fn text(&self, parts: &[Strings]) -> String {
        if parts.is_empty() { Strings::default().to_string() } else { join(parts, " + ") }
    }

    /// Misère play is refused.
    fn refuses(&self, play: Play) -> Option<&'static str> {
        (play == Play::Misere).then_some(NOT_IN_MISERE)
    }
}

/// Why pictures without free coins are no positions of misère Nimstring.
const NOT_IN_MISERE: &str = "in misère Nimstring a coin on one string is not free, and a cut that leaves a loony position may win: both are left out here, \
as they may be in normal play only";
