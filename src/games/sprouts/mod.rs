//! Sprouts and Brussels Sprouts.
//!
//! | file | holds |
//! |---|---|
//! | `mod.rs` | the rule book [`Sprouts`] and its positions |
//! | `land.rs` | regions, boundaries and spots; what can be taken out or written in a simpler way |
//! | `canonical.rs` | the canonical form of a land |
//! | `pseudo.rs` | the names of lands in databases of other programs |
//! | `moves.rs` | the lines that can be drawn |
//! | `text.rs` | the notation |
//! | `brussels.rs` | the rule book [`BrusselsSprouts`], with its theorem |

mod brussels;
mod canonical;
mod land;
mod moves;
mod pseudo;
mod text;

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use crate::at_least::AtLeast;
use crate::components::Components;
use crate::game::ImpartialGame;
use crate::notation::{Notation, NotationError};
pub use brussels::{BrusselsSprouts, CrossedLine, FreeEnds};
use canonical::{Canonizer, Text};
use land::END_OF_BOUNDARY;
use moves::Paper;
pub use moves::{Line, LineEnd};

/// Sprouts: there are spots on paper. A move draws a line from a spot to a spot, which may be the same, and puts a new spot on the line. No line crosses
/// another one or passes through a spot, and no spot has more than three ends of lines.
///
/// A spot with *e* ends has 3 − *e* lives. A position falls into *lands*, which share no spot that is alive; a land is a component. It consists
/// of regions, a region of boundaries, and a boundary is the cyclic list of the spots along it, with the region on the left. A land is written
/// like `0*2.AB|AB`: `|` between regions, `.` between boundaries, `+` between lands. `0` is a free spot and `0*2` are two of them; `1` has one end; `2` has two
/// ends, and its one life matters in one place; a letter has one life and stands in two places: a *lower-case* letter
/// twice on one boundary, an *upper-case* letter on boundaries of two regions, which it connects. The position without moves is `!`. A number from 1 on by
/// itself is that number of free spots: `5` is `0*5`; so the land `12` is written `12.`. The texts of other programs are read
/// too: `12.AB.}AB.}]!`, and `n(27)` for the 27th upper-case letter, `m(13)` for the 13th lower-case one.
///
/// Lands are kept in canonical form: two lands that differ by names, by order, or by mirroring regions are equal, unless they have so much symmetry that
/// more than 1024 orders of letters are alike. Such a land may have several forms, and be solved several times. Mirroring one region alone changes
/// nothing, since regions meet only in lives. Spots and regions that no later move can use are taken out.
///
/// A game with *n* spots lasts at least 2*n* and at most 3*n* − 1 moves. No theorem is known that tells who wins: in all cases that have been
/// computed, the first player wins exactly if *n* modulo 6 is 3, 4 or 5 (normal play). Play from 4 spots can reach 1188 lands. A line takes
/// 3 to 5 microseconds in lands from 4 to 6 spots, most of them for the canonical form.
///
/// ```
/// use grundy::games::Sprouts;
/// use grundy::{Nimber, Notation, Outcome, Play, Solver};
///
/// let mut solver = Solver::new(Sprouts);
/// assert_eq!(solver.outcome(Sprouts.parse("2")?)?, Outcome::P);
/// assert_eq!(solver.grundy(Sprouts.parse("3")?)?, Nimber::new(1));
/// assert_eq!(solver.outcome_in(Play::Misere, Sprouts.parse("1")?)?, Outcome::N);
/// assert_eq!(solver.grundy(Sprouts.parse("0.AB|AB")?)?, Nimber::new(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Reference: Gardner, *Mathematical Carnival*, ch. 1; Winning Ways, ch. 17; Applegate, Jacobson and Sleator, *Computer analysis of
/// Sprouts*, 1991; Lemoine and Viennot, *Computer analysis of Sprouts with nimbers*, 2015.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Sprouts;

/// A land of Sprouts, in canonical form.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Land(Text);

impl Land {
    fn paper(&self) -> Paper {
        Paper::new(&self.0)
    }

    /// The name of the land in the databases of the programs GLOP and SPOTS: its *pseudo-canonical form*, which is read as this land.
    ///
    /// Letters are named and boundaries sorted by rules that do not lead to one name for each land. A database may have the same land under several
    /// names, of which this is one; all of them are read as equal lands. `O(l² b)` for *l* letters and *b* boundaries.
    ///
    /// ```
    /// use grundy::Notation;
    /// use grundy::games::{Land, Sprouts};
    ///
    /// let names = ["ABCD|ABCE|DE", "ABCD|ABED|CE", "ABCD|ADCE|BE", "ABCD|BCDE|AE"];
    /// let lands: Vec<Land> = names.iter().map(|name| name.parse()).collect::<Result<_, _>>()?;
    /// assert!(lands.iter().all(|land| *land == lands[0]));
    /// assert!(names.contains(&lands[0].pseudo_canonical().as_str()));
    /// # Ok::<(), grundy::NotationError>(())
    /// ```
    ///
    /// Reference: Lemoine and Viennot, *Computer analysis of Sprouts with nimbers*, 2015; databases at `sprouts.tuxfamily.org`, and those of
    /// Čížek, Balko and Schmid, *Massively parallel proof-number search for impartial games*, 2025.
    #[must_use]
    pub fn pseudo_canonical(&self) -> String {
        let drawing = moves::drawing(&self.paper().regions);
        pseudo::form(&land::regions(&drawing).collect::<Vec<_>>())
    }

    /// The names of the spots on each boundary of each region, in the order of the text, in which [moves](Line) number them.
    ///
    /// ```
    /// use grundy::Notation;
    /// use grundy::games::Sprouts;
    ///
    /// let land = &Sprouts.parse("0*2.AB|AB")?[0];
    /// assert_eq!(land.regions(), [vec![vec!["0"], vec!["0"], vec!["A", "B"]], vec![vec!["A", "B"]]]);
    /// # Ok::<(), grundy::NotationError>(())
    /// ```
    #[must_use]
    pub fn regions(&self) -> Vec<Vec<Vec<String>>> {
        text::names(&self.paper().regions)
    }

    /// The lives of all spots: a move takes one.
    ///
    /// ```
    /// use grundy::Notation;
    /// use grundy::games::Sprouts;
    ///
    /// let land = &Sprouts.parse("0.AB|AB")?[0];
    /// assert_eq!(land.lives(), 5);
    /// # Ok::<(), grundy::NotationError>(())
    /// ```
    #[must_use]
    pub fn lives(&self) -> usize {
        let spots = self.0.iter().filter(|spot| **spot < END_OF_BOUNDARY);
        // A letter stands in two places.
        let halves: usize = spots.map(|spot| if *spot < land::LETTER { 2 * usize::from(3 - spot) } else { 1 }).sum();
        halves / 2
    }
}

/// Divisor of the number of lines: the size hint of the options of a land. The search for misère outcomes takes this hint for the cost of a position.
const LINES_TO_ONE: usize = 4;

/// The work that a land costs, in sixteenths of a question: half a question for each life, and a sixth for each line. With the lines alone, a quarter of each, the outcomes of
/// 8 to 14, 16 and 17 spots take half as many listings again in geometric mean; with the lives alone a fifth more.
const OF_LIFE: u64 = 8;
const OF_THREE_LINES: u64 = 8;

/// Room for the work on drawings, which is used again for the next one.
#[derive(Default)]
struct Desk {
    drawing: Vec<u8>,
    kept: Vec<u8>,
    left: Vec<u8>,
    canonizer: Canonizer,
}

impl Desk {
    /// The lands that a line leaves.
    fn drawn(&mut self, paper: &Paper, line: &Line) -> Components<Land> {
        paper.draw(line, &mut self.drawing);
        self.lands()
    }

    /// The lands of the drawing, after all that cannot matter is taken out.
    fn lands(&mut self) -> Components<Land> {
        land::reduce(&self.drawing, &mut self.kept, &mut self.left);
        let canonizer = &mut self.canonizer;
        land::lands(&self.left).iter().map(|regions| Land(canonizer.form(regions))).collect()
    }
}

impl ImpartialGame for Sprouts {
    type Position = Land;
    type Move = Line;

    const SEARCHES_NIMBERS: bool = true;

    fn moves(&self, land: &Land) -> impl Iterator<Item = Line> {
        let paper = Arc::new(land.paper());
        AtLeast::exactly(paper.number_of_lines(), paper.lines())
    }

    fn play(&self, land: &Land, line: &Line) -> Components<Land> {
        let paper = land.paper();
        if paper.fits(line) { Desk::default().drawn(&paper, line) } else { land.clone().into() }
    }

    fn allows(&self, land: &Land, line: &Line) -> bool {
        land.paper().lists(line)
    }

    fn options(&self, land: &Land) -> impl Iterator<Item = Components<Land>> {
        let paper = Arc::new(land.paper());
        let least = usize::try_from(paper.number_of_lines()).unwrap_or(usize::MAX) / LINES_TO_ONE;
        // One desk for all lines, so that its lists are used again.
        let (mut lines, mut desk) = (Arc::clone(&paper).lines(), Desk::default());
        AtLeast::new(least, std::iter::from_fn(move || lines.next().map(|line| desk.drawn(&paper, &line))))
    }

    fn expected_work(&self, land: &Land) -> Option<u32> {
        let of_lines = land.paper().number_of_lines().saturating_mul(OF_THREE_LINES) / 3;
        u32::try_from((land.lives() as u64 * OF_LIFE).saturating_add(of_lines)).ok()
    }
}

impl Notation for Sprouts {
    fn component_name(&self, _: &Land) -> &'static str {
        "land"
    }

    fn parse(&self, text: &str) -> Result<Components<Land>, NotationError> {
        let mut desk = Desk::default();
        let lands = text::parse(text)?.into_iter().flat_map(|regions| {
            desk.drawing = moves::drawing(&regions);
            desk.lands()
        });
        Ok(lands.collect())
    }

    fn text(&self, lands: &[Land]) -> String {
        text::text(&lands.iter().map(|land| land.paper().regions).collect::<Vec<_>>())
    }
}

impl fmt::Display for Land {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&Sprouts.text(std::slice::from_ref(self)))
    }
}

/// Reads one land.
impl FromStr for Land {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let mut lands = Sprouts.parse(text)?;
        match (lands.pop(), lands.is_empty()) {
            (Some(land), true) => Ok(land),
            _ => Err(NotationError::new(text, 0, "this is not one land in which there are moves")),
        }
    }
}

crate::serial::serde_as_text!(Land);
