//! Coin-turning games in one dimension.

mod code;
mod grid;
mod head;
mod known;
mod pattern;

use std::fmt;

use smallvec::SmallVec;

use crate::at_least::AtLeast;
use crate::components::Components;
use crate::game::ImpartialGame;
use crate::nimber::Nimber;
use crate::notation::{Notation, NotationError, Piece, join};
use crate::outcome::Play;
use crate::serial::serde_as_text;

pub use grid::CoinTurningGrid;
pub use head::{Head, HeadError};
use pattern::Pattern;

/// A coin-turning game: turn a set of coins of a row that the rules allow, the rightmost of which must go from heads to tails.
///
/// Theorem: the value of a row is the nim-sum of the values of its heads, each alone in the row. So a position is a sum of
/// [heads](Head), and turning the coins at *a* < *b* < *n* replaces the head at *n* by heads at *a* and *b*. If the coin at *a* was heads
/// already, the sum has two heads there, which together are worth `*0`, as tails are.
///
/// That is a theorem of normal play. In misère play two heads at one place are not worth nothing, and coins are not the sum of their heads. In
/// Turning Turtles, the code `1-2`, the coins `THH` are lost in misère play: turning both leaves no move to the other player, who wins by that.
/// Their heads, each alone, are heaps 2 and 3 of Nim, and won. A [`Solver`](crate::Solver) answers about sums of heads in misère play too;
/// programs that read coins from their users [refuse](Notation::refuses) it. As part of a [compound](crate::compound) other than a sum, an ordinal sum
/// or a Tartan product, coins are not the sum of their heads in normal play either. Lengths of play, and shares of replies that win, are those of
/// the sum of heads: two coins at heads may be turned by one move where each head takes one.
///
/// A code says which sets of coins may be turned: one or several patterns with commas between them. A pattern is a number of coins with
/// conditions:
///
/// | pattern | coins that may be turned |
/// |---|---|
/// | `3` | three |
/// | `1-3` | one to three |
/// | `2-` | two or more (`2+` is read as well) |
/// | `1-C` | any number of consecutive ones |
/// | `3E` | three that are equally spaced |
/// | `1-S` | any number that are arranged symmetrically |
/// | `2F` | two, one of which is the first of the row |
/// | `3C(5)` | three out of five consecutive ones |
///
/// Names from Winning Ways are read as codes too:
///
/// | code | name | value of a head at place *n* from 1 |
/// |---|---|---|
/// | `1-2` | `turning-turtles` | *n*, as in Nim |
/// | `1-3` | `mock-turtles` | the *n*-th odious number (with an odd number of ones in binary) |
/// | `1-5` | `moebius` | searched |
/// | `1-7` | `mogul` | searched |
/// | `1-9` | `moidores` | searched |
/// | `1-` | `motley` | 2^(*n* − 1), which no [`Nimber`] can hold past *n* = 64 |
/// | `2` | `twins` | *n* − 1 |
/// | `3` | `triplets` | 0 for *n* ≤ 2, then the (*n* − 2)-th odious number |
/// | `1-C` | `ruler` | the greatest power of 2 that divides *n* |
/// | `1-5C` | `ruler-fives` | searched |
/// | `1-3C(5)` | `mock-turtle-fives` | searched |
/// | `3C(5)` | `triplet-fives` | searched |
/// | `3E` | `turnips`, or `ternups` | searched |
/// | `4FS` | `grunt` | searched |
/// | `1-S` | `sym` | searched |
/// | `1-FS` | `sympler` | searched |
///
/// A row has up to 4096 coins. A head at place *n* has one move for each allowed set of coins whose last coin is *n*: with up to *k* coins
/// about *n*^(*k* − 1)/(*k* − 1)!, each of which takes a step for each coin. Solving it takes *n* positions. In text a row is the places
/// of its heads with commas between them, `2,5`, or drawn from the left with `H` and `T`: `THTTH`. With the feature `serde` a game is its
/// code.
///
/// ```
/// use grundy::games::CoinTurning;
/// use grundy::{Nimber, Notation, Solver};
///
/// let mock_turtles: CoinTurning = "1-3".parse()?;
/// let row = mock_turtles.parse("THTTH")?;
/// assert_eq!(Solver::new(mock_turtles).grundy(row)?, Nimber::new(2 ^ 8)); // of 1, 2, 4, 7, 8, ..
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Reference: Winning Ways, ch. 14 ("Turn and Turn About"); Ferguson, *Game Theory*, part I, ch. 5; OEIS A000069 (odious numbers),
/// A006519 (Ruler). The codes are those of the program `CGSuite`, but for an open range, which it writes with a plus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoinTurning {
    patterns: SmallVec<[Pattern; 1]>,
}

serde_as_text!(CoinTurning);

/// A move of [`CoinTurning`]: the places of the coins that are turned, from left to right, counted from 1. The last is the head. Made by
/// `collect` of the places.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TurnCoins(SmallVec<[u32; 4]>);

impl TurnCoins {
    /// The places of the coins.
    #[must_use]
    pub fn places(&self) -> &[u32] {
        &self.0
    }
}

impl FromIterator<u32> for TurnCoins {
    fn from_iter<I: IntoIterator<Item = u32>>(places: I) -> Self {
        Self(places.into_iter().collect())
    }
}

/// Writes the places with commas between them.
impl fmt::Display for TurnCoins {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "turn {}", join(&self.0, ","))
    }
}

impl ImpartialGame for CoinTurning {
    type Position = Head;
    type Move = TurnCoins;

    /// Pattern by pattern; of a pattern, fewer coins first, then from the left.
    fn moves(&self, head: &Head) -> impl Iterator<Item = TurnCoins> {
        let head = head.place();
        let least = self.patterns.iter().map(|pattern| pattern.least_sets(head)).max().unwrap_or(0);
        // A set of coins that fits several patterns is listed with the first.
        let moves = self.patterns.iter().enumerate().flat_map(move |(place, pattern)| {
            let earlier = &self.patterns[..place];
            pattern.sets(head).filter(move |coins| !earlier.iter().any(|pattern| pattern.has(coins)))
        });
        AtLeast::new(least, moves.map(TurnCoins))
    }

    fn play(&self, head: &Head, mv: &TurnCoins) -> Components<Head> {
        // A place that is not to the left of the head is that of the head itself; others are no legal move.
        mv.0.iter().filter(|place| **place < head.place()).filter_map(|place| Head::new(*place).ok()).collect()
    }

    fn allows(&self, head: &Head, mv: &TurnCoins) -> bool {
        // Patterns take ascending lists, so the order is checked before them.
        let ascends = mv.0.windows(2).all(|pair| pair[0] < pair[1]);
        let is_on_row = mv.0.first().is_some_and(|first| *first > 0) && mv.0.last() == Some(&head.place());
        ascends && is_on_row && self.patterns.iter().any(|pattern| pattern.has(&mv.0))
    }

    fn known_value(&self, head: &Head) -> Option<Nimber> {
        match &self.patterns[..] {
            [pattern] => known::value(*pattern, head.place()),
            _ => None,
        }
    }
}

/// Coins of the longest row, and of the largest board, that is drawn where the model is smaller. It is 2^12, the length of the longest row.
/// A guard against a text of megabytes.
const MOST_DRAWN: usize = 1 << 12;

/// Why no drawing of coins is a sum of heads in misère play.
const NOT_IN_MISERE: &str = "in misère play coins are not the sum of their heads, which alone is solved: two heads at one place cancel in normal play only";

/// Whether coins are the sum of their heads.
fn refuses(play: Play) -> Option<&'static str> {
    (play == Play::Misere).then_some(NOT_IN_MISERE)
}

/// Heads are written as their places, or the row is drawn. In a drawing two heads at one place cancel. Misère play is refused.
impl Notation for CoinTurning {
    fn component_name(&self, _: &Head) -> &'static str {
        "head"
    }

    fn parse(&self, text: &str) -> Result<Components<Head>, NotationError> {
        let whole = Piece::whole(text);
        if is_drawn(text) {
            drawn_row(whole)
        } else {
            whole.read_each(',', |piece| Head::parse(piece, "a head")).map(Components::from)
        }
    }

    fn text(&self, heads: &[Head]) -> String {
        // No heads: a row of tails, since no place is 0.
        if heads.is_empty() { "T".to_owned() } else { join(heads, ",") }
    }

    fn text_like(&self, model: &str, heads: &[Head]) -> String {
        let length =
            heads.iter().map(|head| head.index() + 1).chain([model.trim().len(), 1]).max().expect("of 1 at least");
        if !is_drawn(model) || length > MOST_DRAWN.max(model.len()) {
            return self.text(heads);
        }
        let mut row = vec![false; length];
        for head in heads {
            row[head.index()] ^= true;
        }
        row.into_iter().map(|is_heads| if is_heads { 'H' } else { 'T' }).collect()
    }

    fn refuses(&self, play: Play) -> Option<&'static str> {
        refuses(play)
    }
}

/// Whether a text draws coins, and does not list places.
fn is_drawn(text: &str) -> bool {
    text.contains(['H', 'T', 'h', 't'])
}

/// Reads a drawn row.
fn drawn_row(row: Piece<'_>) -> Result<Components<Head>, NotationError> {
    let mut heads = Components::new();
    for (place, (at, coin)) in (1_u32..).zip(row.text.char_indices()) {
        match coin {
            'H' | 'h' => {
                let here = row.part(at, row.text.len());
                heads.push(Head::new(place).map_err(|error| here.error(error.to_string()))?);
            }
            'T' | 't' => {}
            _ => {
                let reason = format!("a row is drawn with H for heads and T for tails, not `{coin}`");
                return Err(row.part(at, row.text.len()).error(reason));
            }
        }
    }
    Ok(heads)
}
