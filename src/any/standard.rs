//! The names of the games of this crate.

use std::fmt;
use std::num::NonZeroUsize;
use std::str::FromStr;
use std::sync::LazyLock;

use super::game::AnyGame;
use super::registry::Registry;
use crate::chomp::{Chomp, IChomp};
use crate::games::{
    ArcKayles, BrusselsSprouts, ChainGame, Chessman, CoinTurning, CoinTurningGrid, CoinsOnStrip, Cram, DawsonsKayles,
    DivisorGame, EndNim, Euclid, Geography, GrundysGame, Hackenbush, Kayles, KotzigsNim, LaskersNim, MooresNim, Nim,
    Nimstring, NodeKayles, Notakto, Sprouts, StaircaseNim, Subtraction, TakeAway, Treblecross, TreeGame, Wythoff,
};
use crate::heap::TakeAndBreak;
use crate::notation::{NotationError, Piece};

static REGISTRY: LazyLock<Registry> = LazyLock::new(|| {
    let mut all = Registry::new();
    all.add_game("3,4,5", AnyGame::with_theorem("nim", Nim)).about("take any number of counters from one heap");
    all.add_family("subtract:1,3,4", "20,21", |set| named::<Subtraction>("subtract:", set, AnyGame::with_theorem))
        .about("take 1, 3 or 4 counters from one heap; !2: any number but 2; squares, primes: one of these")
        .with_parameters("set of numbers");
    all.add_game("5,6,3,2", AnyGame::with_theorem("kayles", Kayles))
        .about("knock down one pin of a row or two neighbours; rows may be drawn: xxxxx.xx");
    all.add_game("5,2", AnyGame::with_theorem("dawsons-kayles", DawsonsKayles))
        .about("knock down two neighbouring pins of a row");
    all.add_game("9", AnyGame::with_theorem("treblecross", Treblecross))
        .about("mark a safe cell; then it and two cells on either side are safe no longer, since marks so near lose to three in a row");
    all.add_game("2,5,7", AnyGame::with_theorem("lasker", LaskersNim))
        .about("take counters from one heap, or split it in two");
    all.add_game("11,7", AnyGame::with_theorem("grundys-game", GrundysGame))
        .about("split a heap into two unequal ones");
    all.add_codes("0.77", "5,6", is_code, by_code).about("take and break by any code: 4.[3], 4!.0, 0.137");
    all.add("wythoff", "3,5", Wythoff).about("take from one of two heaps, or the same number from both");
    all.add_family("moore:2", "3,4,5", moore)
        .about("take counters from one heap, or from up to 2")
        .with_parameters("number of heaps");
    all.add("divisor", "28", DivisorGame)
        .about("take one of the numbers 1 to 28 with all its divisors; {2,3,6}: of these");
    all.add_game("0,0,1,1", AnyGame::with_theorem("tree", TreeGame))
        .about("take the path from a node to the root; the text has the parents of nodes 1, 2, ..");
    all.add_game("6", AnyGame::with_theorem("chain", ChainGame))
        .about("first take any node; then one node beside a gap, or it and the next");
    all.add_family("turning:1-3", "THTTH", turning)
        .about("turn coins, the last of them from heads, in normal play; ruler and other names; 1-2x1-2: on a board")
        .with_parameters("code");
    all.add("sprouts", "0*4", Sprouts).about(
        "join two spots by a line with a new spot on it; 4: that many free spots, from 1 on; 0.AB|AB: boundaries and regions",
    );
    all.add_game("3", AnyGame::with_theorem("brussels-sprouts", BrusselsSprouts))
        .about("join two free ends of crosses, and cross the line");
    all.add("chomp", "8x10", Chomp::poisoned())
        .about("take a tile and all below and right of it, but the corner; 3,2,1: rows");
    all.add("chomp-edible", "3,2,1", Chomp::edible()).about("the same where the corner may be taken");
    all.add("cram", "3x6", Cram).about("place a domino on two adjacent cells; xx.x/xxxx: a board by its rows");
    all.add("ichomp", "3,2,1/4,4/2/-", IChomp).about("edible chomp on four boards around a centre, NW/NE/SW/SE");
    all.add("node-kayles", "grid:3x6", NodeKayles::new())
        .about("take a vertex of a graph with its neighbours; path:10, petersen:5,2, g6:.. or edges of vertices from 0 on: 0-1,1-2");
    for piece in Chessman::ALL {
        all.add(piece.plural(), "4x5", NodeKayles::with(piece))
            .about("put a piece on a square that none attacks; xx./x.x: a board with free squares x");
    }
    all.add("arc-kayles", "grid:3x6", ArcKayles).about("take two vertices of a graph that an edge joins");
    all.add_game("g-0,0-1,1-2,0-2", AnyGame::with_theorem("hackenbush", Hackenbush))
        .about("cut an edge of a picture on the ground g; what is no longer joined to it falls away");
    all.add("geography", "grid:3x3@0", Geography).about("move a token along an edge to a vertex where it has not been");
    all.add("notakto", "3x3", Notakto::new())
        .about("write a cross; three in a row kill a board; x../.x./...,3x3: boards by rows or sides");
    all.add_family("notakto-row:4", "4x4", notakto_row)
        .about("the same where 4 crosses in a row kill a board")
        .with_parameters("number of crosses");
    all.add("nimstring", "1x3", Nimstring).about(
        "cut a string of coins, so that nothing loony is left; 1x3: empty dots and boxes; g-0,g-0,0-1,1-g: by strings",
    );
    all.add("fibonacci-nim", "20", TakeAway::fibonacci())
        .about("take at most twice what was taken before, and not the whole heap first; 13/4: at most 4 now");
    all.add_family("take-away:3", "20", take_away)
        .about("the same with at most 3 times what was taken before")
        .with_parameters("factor");
    all.add("euclid", "12,31", Euclid::positive())
        .about("take a multiple of the smaller heap from the larger one, and leave something");
    all.add("euclid-to-zero", "12,31", Euclid::to_zero()).about("the same where the larger heap may be used up");
    all.add("end-nim", "3,1,4", EndNim).about("take any number from the first or the last heap of a row");
    all.add_game("3,1,4", AnyGame::with_theorem("staircase", StaircaseNim))
        .about("move any number of counters one step down; the lowest step is first");
    all.add_game("{2,3,5,7,11}", AnyGame::with_theorem("welter", CoinsOnStrip::welter()))
        .about("move a coin to any free square with a smaller number");
    all.add_game("{1,4,9}", AnyGame::with_theorem("silver-dollar", CoinsOnStrip::silver_dollar()))
        .about("move a coin to a free square with a smaller number, past no other coin");
    all.add_family("kotzig:1,2", "7", |steps| named::<KotzigsNim>("kotzig:", steps, AnyGame::new))
        .about("step 1 or 2 places on around a circle, to where the token has not been; 10/0,3,1: where it has been, and is now")
        .with_parameters("list of steps");
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
fn named<G>(prefix: &str, text: &str, with_name: impl FnOnce(String, G) -> AnyGame) -> Result<AnyGame, NotationError>
where
    G: FromStr<Err = NotationError> + fmt::Display,
{
    let game: G = text.parse()?;
    Ok(with_name(format!("{prefix}{game}"), game))
}

fn moore(text: &str) -> Result<AnyGame, NotationError> {
    let most_heaps: usize = Piece::whole(text).number("the number of heaps")?;
    let game = NonZeroUsize::new(most_heaps).map(MooresNim::new);
    let game =
        game.ok_or_else(|| NotationError::new(text, 0, "a move must be allowed in at least one heap: k is 0"))?;
    Ok(AnyGame::new(format!("moore:{most_heaps}"), game))
}

fn notakto_row(text: &str) -> Result<AnyGame, NotationError> {
    let run: usize = Piece::whole(text).number("the number of crosses")?;
    let game = NonZeroUsize::new(run).map(Notakto::in_a_row);
    let game = game.ok_or_else(|| NotationError::new(text, 0, "a row has at least one cross"))?;
    Ok(AnyGame::new(format!("notakto-row:{run}"), game))
}

fn take_away(text: &str) -> Result<AnyGame, NotationError> {
    let factor = Piece::whole(text).number("the factor")?;
    let game = TakeAway::new(factor).map_err(|error| NotationError::new(text, 0, error.to_string()))?;
    Ok(AnyGame::new(format!("take-away:{factor}"), game))
}

fn turning(code: &str) -> Result<AnyGame, NotationError> {
    if code.contains('x') {
        named::<CoinTurningGrid>("turning:", code, AnyGame::with_theorem)
    } else {
        named::<CoinTurning>("turning:", code, AnyGame::new)
    }
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
    Ok(AnyGame::with_theorem(code.to_string(), code))
}
