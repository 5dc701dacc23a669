//! Kotzig's Nim.

use std::fmt;
use std::str::FromStr;

use crate::components::Components;
use crate::game::ImpartialGame;
use crate::notation::{Notation, NotationError, Piece, join};
use crate::serial::{serde_as_text, serde_through};
use crate::subset::Subset;

/// Kotzig's Nim: a token goes around a circle of numbered places by steps of a given set of lengths, never to a place where it has been.
///
/// No theorem covers all sets. With steps of 1 only, the circle of *n* places has *n* − 1 moves; Fraenkel, Jaffray, Kotzig and Sabidussi (1995)
/// decide many sets of two steps. With steps of 1 and 2, of the circles of up to 15 places those of 1, 3 and 7 are lost.
///
/// A position is the circle with the places where the token has been, and has at most one move for each step. The memo key turns the circle so that
/// the token is at 0. Play may reach exponentially many positions in the number of places.
///
/// In text `10` is a circle on which the token is at 0 and has been nowhere else; `10/0,3,1` tells the places where it has been, the token at the last
/// one. Several circles are joined with `+`.
///
/// ```
/// use grundy::{KotzigsNim, Notation, Outcome, Solver};
///
/// let game = KotzigsNim::new([1, 2])?;
/// let mut solver = Solver::new(&game);
/// assert_eq!(solver.outcome(game.parse("7")?)?, Outcome::P);
/// assert_eq!(solver.outcome(game.parse("8")?)?, Outcome::N);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Reference: Winning Ways, ch. 15; Fraenkel, Jaffray, Kotzig and Sabidussi, *Modular Nim*, 1995.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KotzigsNim {
    /// In ascending order, without repeats.
    steps: Vec<usize>,
}

serde_through!(KotzigsNim, |game| game.steps, |steps: Vec<usize>| KotzigsNim::new(steps));

/// The error for steps that make no game of Kotzig's Nim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the steps are at least one number, and each is 1 or more")]
pub struct StepsError;

/// A circle of [`KotzigsNim`] with the token and the places where it has been.
///
/// With the feature `serde` it is its text.
///
/// ```
/// use grundy::games::Circle;
/// assert_eq!("10/0,3,1".parse::<Circle>()?.to_string(), "10/0,3,1");
/// assert_eq!("10/0".parse::<Circle>()?.to_string(), "10");
/// # Ok::<(), grundy::NotationError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Circle {
    places: usize,
    at: usize,
    /// The places where the token has been, also the one where it is.
    visited: Subset,
}

serde_as_text!(Circle);

/// A move of [`KotzigsNim`]: the length of the step.
///
/// ```
/// use grundy::games::Step;
/// assert_eq!(Step(3).to_string(), "step 3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Step(pub usize);

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "step {}", self.0)
    }
}

impl KotzigsNim {
    /// The game with steps of these lengths.
    ///
    /// # Errors
    ///
    /// [`StepsError`] if there is no step, or one of length 0.
    pub fn new(steps: impl IntoIterator<Item = usize>) -> Result<Self, StepsError> {
        let mut steps: Vec<usize> = steps.into_iter().collect();
        steps.sort_unstable();
        steps.dedup();
        if steps.first().is_none_or(|least| *least == 0) { Err(StepsError) } else { Ok(Self { steps }) }
    }
}

impl Circle {
    /// The most places that a circle can have: 2^12.
    pub const LIMIT: usize = 1 << 12;

    /// The number of places.
    ///
    /// ```
    /// # use grundy::games::Circle;
    /// assert_eq!("10/0,3,1".parse::<Circle>()?.places(), 10);
    /// # Ok::<(), grundy::NotationError>(())
    /// ```
    #[must_use]
    pub const fn places(&self) -> usize {
        self.places
    }

    /// The place of the token.
    ///
    /// ```
    /// # use grundy::games::Circle;
    /// assert_eq!("10/0,3,1".parse::<Circle>()?.at(), 1);
    /// # Ok::<(), grundy::NotationError>(())
    /// ```
    #[must_use]
    pub const fn at(&self) -> usize {
        self.at
    }

    /// Whether the token is or has been at a place.
    ///
    /// ```
    /// # use grundy::games::Circle;
    /// let circle: Circle = "10/0,3,1".parse()?;
    /// assert!(circle.has_been(3) && !circle.has_been(2));
    /// # Ok::<(), grundy::NotationError>(())
    /// ```
    #[must_use]
    pub fn has_been(&self, place: usize) -> bool {
        self.visited.contains(place)
    }

    /// The place after a step, if the token has not been there.
    pub(crate) fn after(&self, step: usize) -> Option<usize> {
        // The step is reduced first, so that the sum of two numbers below `places` cannot overflow.
        let place = (self.at + step % self.places) % self.places;
        (!self.visited.contains(place)).then_some(place)
    }
}

impl ImpartialGame for KotzigsNim {
    type Position = Circle;
    type Move = Step;

    const SEARCHES_NIMBERS: bool = true;
    const SEARCHES_FORMS: bool = false; // each move leaves one component

    fn moves(&self, circle: &Circle) -> impl Iterator<Item = Step> {
        self.steps.iter().copied().filter(|step| circle.after(*step).is_some()).map(Step)
    }

    fn play(&self, circle: &Circle, mv: &Step) -> Components<Circle> {
        let mut left = circle.clone();
        if let Some(place) = circle.after(mv.0).filter(|_| self.steps.contains(&mv.0)) {
            left.at = place;
            left.visited.insert(place);
        }
        left.into()
    }

    fn allows(&self, circle: &Circle, mv: &Step) -> bool {
        self.steps.contains(&mv.0) && circle.after(mv.0).is_some()
    }

    fn memo_key(&self, circle: Circle) -> Circle {
        let Circle { places, at, visited } = circle;
        Circle { places, at: 0, visited: visited.iter().map(|place| (place + places - at) % places).collect() }
    }
}

/// Writes the steps: `1,2`.
impl fmt::Display for KotzigsNim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&join(&self.steps, ","))
    }
}

/// Reads the steps: `1,2`.
impl FromStr for KotzigsNim {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let steps = Piece::whole(text).read_each(',', |piece| match piece.number("a step")? {
            0 => Err(piece.error(StepsError.to_string())),
            step => Ok(step),
        })?;
        Self::new(steps).map_err(|error| NotationError::new(text, 0, error.to_string()))
    }
}

impl fmt::Display for Circle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { places, at, visited } = self;
        if *at == 0 && visited.len() == 1 {
            return write!(f, "{places}");
        }
        let others: Vec<usize> = visited.iter().filter(|place| place != at).chain([*at]).collect();
        write!(f, "{places}/{}", join(&others, ","))
    }
}

impl FromStr for Circle {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let mut pieces = Piece::whole(text).split('/');
        let first = pieces.next().expect("a split has at least one piece");
        let places = first.number("the number of places")?;
        if places == 0 || places > Self::LIMIT {
            return Err(first.error(format!("a circle has from 1 to {} places", Self::LIMIT)));
        }
        let Some(list) = pieces.next() else { return Ok(Self { places, at: 0, visited: Subset::from_iter([0]) }) };
        if let Some(more) = pieces.next() {
            return Err(more.error("a circle and the places where the token has been are written as in 10/0,3,1"));
        }
        let (mut at, mut visited) = (0, Subset::new());
        for piece in list.split(',') {
            at = piece.number("a place")?;
            if at >= places {
                return Err(piece.error(format!("there is no place {at}, only {places} places from 0")));
            }
            if !visited.insert(at) {
                return Err(piece.error(format!("the token has been at {at} before")));
            }
        }
        Ok(Self { places, at, visited })
    }
}

impl Notation for KotzigsNim {
    fn component_name(&self, _: &Circle) -> &'static str {
        "circle"
    }

    fn parse(&self, text: &str) -> Result<Components<Circle>, NotationError> {
        super::text::parse_components(text, '+')
    }

    fn text(&self, circles: &[Circle]) -> String {
        if circles.is_empty() { "1".to_owned() } else { join(circles, " + ") }
    }
}
