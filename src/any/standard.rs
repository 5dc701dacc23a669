//! The names of the games of this crate.

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use super::game::AnyGame;
use super::registry::Registry;
use crate::chomp::{Chomp, IChomp};
use crate::games::{
    ChainGame, CoinTurning, CoinTurningGrid, Cram, DawsonsKayles, DivisorGame, GrundysGame, Kayles, LaskersNim,
    MooresNim, Nim, Subtraction, Treblecross, TreeGame, Wythoff,
};
use crate::heap::TakeAndBreak;
use crate::notation::{Notation, NotationError, Piece};

static REGISTRY: LazyLock<Registry> = LazyLock::new(|| {
    let mut all = Registry::new();
    all.add("nim", "3,4,5", Nim).about("take any number of counters from one heap");
    all.add_family("subtract:1,3,4", "20,21", |set| named::<Subtraction>("subtract:", set))
        .about("take 1, 3 or 4 counters from one heap; !2: any number but 2")
        .with_parameters("set of numbers");
    all.add("kayles", "5,6,3,2", Kayles)
        .about("knock down one pin of a row or two neighbours; rows may be drawn: xxxxx.xx");
    all.add("dawsons-kayles", "5,2", DawsonsKayles).about("knock down two neighbouring pins of a row");
    all.add("treblecross", "9", Treblecross).about("mark a cell of a strip; three marks in a row win");
    all.add("lasker", "2,5,7", LaskersNim).about("take counters from one heap, or split it in two");
    all.add("grundys-game", "11,7", GrundysGame).about("split a heap into two unequal ones");
    all.add_codes("0.77", "5,6", is_code, by_code).about("take and break by any code: 4.[3], 4!.0, 0.137");
    all.add("wythoff", "3,5", Wythoff).about("take from one of two heaps, or the same number from both");
    all.add_family("moore:2", "3,4,5", moore)
        .about("take counters from one heap, or from up to 2")
        .with_parameters("number of heaps");
    all.add("divisor", "28", DivisorGame)
        .about("take one of the numbers 1 to 28 with all its divisors; {2,3,6}: of these");
    all.add("tree", "0,0,1,1", TreeGame)
        .about("take the path from a node to the root; the text has the parents of nodes 1, 2, ..");
    all.add("chain", "6", ChainGame).about("first take any node; then one node beside a gap, or it and the next");
    all.add_family("turning:1-3", "THTTH", turning)
        .about("turn coins, the last of them from heads; ruler and other names; 1-2x1-2: on a board")
        .with_parameters("code");
    all.add("chomp", "8x10", Chomp::poisoned())
        .about("take a tile and all below and right of it, but the corner; 3,2,1: rows");
    all.add("chomp-edible", "3,2,1", Chomp::edible()).about("the same where the corner may be taken");
    all.add("cram", "3x6", Cram).about("place a domino on two adjacent cells; xx.x/xxxx: a board by its rows");
    all.add("ichomp", "3,2,1/4,4/2/-", IChomp).about("edible chomp on four boards around a centre, NW/NE/SW/SE");
    all
});

impl Registry {
    /// The games of this crate.
    #[must_use]
    pub fn standard() -> Self {
        REGISTRY.clone()
    }
}

/// Reads a name of the [standard registry](Registry::standard).
impl FromStr for AnyGame {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        REGISTRY.parse(text)
    }
}

/// Reads the parameters of a family whose rule book has `FromStr`. Its `Display`, after the prefix, is the name.
fn named<G>(prefix: &str, text: &str) -> Result<AnyGame, NotationError>
where
    G: Notation<Position: fmt::Display, Move: fmt::Display>
        + FromStr<Err = NotationError>
        + fmt::Display
        + Send
        + Sync
        + 'static,
{
    let game: G = text.parse()?;
    Ok(AnyGame::new(format!("{prefix}{game}"), game))
}

fn moore(text: &str) -> Result<AnyGame, NotationError> {
    let most_heaps = Piece::whole(text).number("the number of heaps")?;
    let game = MooresNim::new(most_heaps).map_err(|error| NotationError::new(text, 0, error.to_string()))?;
    Ok(AnyGame::new(format!("moore:{most_heaps}"), game))
}

fn turning(code: &str) -> Result<AnyGame, NotationError> {
    if code.contains('x') { named::<CoinTurningGrid>("turning:", code) } else { named::<CoinTurning>("turning:", code) }
}

/// Whether a text begins as a [code](TakeAndBreak) does: with a digit, a point, a brace, or a letter before `.`, `!`, `=` or `?`. No
/// name of a game of this crate begins so.
fn is_code(text: &str) -> bool {
    let after_letter = text.strip_prefix(|first: char| first.is_ascii_alphabetic());
    text.starts_with(|first: char| first.is_ascii_digit() || matches!(first, '.' | '{'))
        || after_letter.is_some_and(|after| after.starts_with(['.', '!', '=', '?']))
}

fn by_code(text: &str) -> Result<AnyGame, NotationError> {
    let code: TakeAndBreak = text.parse()?;
    Ok(AnyGame::new(code.to_string(), code))
}
