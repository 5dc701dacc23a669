//! Every rule book as one type. A crate with laws compiles the solvers and compounds that they need for this type, once, and not for each
//! rule book.

use std::fmt::{self, Debug, Display};
use std::hash::Hash;

use crate::any::{AnyMove, AnyPosition};
use crate::components::Components;
use crate::game::ImpartialGame;
use crate::laws::effort::MAX_MOVES;
use crate::nimber::Nimber;

/// A rule book with its hints, but for the oracle: a law of hints asks that of the rule book itself.
///
/// Lists are cut off after [`MAX_MOVES`] and one more: a position with as many moves is too large to be checked.
///
/// Laws hand a solver `&Erased`, and compounds a copy: the solver that a compound asks about its components is then of the same type.
#[derive(Clone, Copy)]
pub(super) struct Erased<'g>(&'g dyn Rules);

impl<'g> Erased<'g> {
    pub(super) fn new<G: ImpartialGame>(game: &'g G) -> Self {
        Self(game)
    }
}

/// A position or a move, shown by its `Debug` text: a rule book with laws need not have another.
#[derive(PartialEq, Eq, Hash)]
struct Shown<T>(T);

impl<T: Debug> Debug for Shown<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<T: Debug> Display for Shown<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A position of any type.
pub(super) fn hidden<P: Eq + Hash + Debug + Send + Sync + 'static>(position: P) -> AnyPosition {
    AnyPosition::new(Shown(position))
}

fn all_hidden<P: Eq + Hash + Debug + Send + Sync + 'static>(components: Components<P>) -> Components<AnyPosition> {
    components.map(hidden)
}

/// Why what is hidden has the type of the game's positions or moves.
const OWN: &str = "a solver hands a game the game's own positions and moves";

fn position<P: 'static>(position: &AnyPosition) -> &P {
    &position.downcast_ref::<Shown<P>>().expect(OWN).0
}

fn mv<M: 'static>(mv: &AnyMove) -> &M {
    &mv.downcast_ref::<Shown<M>>().expect(OWN).0
}

/// The methods of a rule book, in a form that a pointer allows.
trait Rules {
    fn moves(&self, position: &AnyPosition) -> Vec<AnyMove>;
    fn play(&self, position: &AnyPosition, mv: &AnyMove) -> Components<AnyPosition>;
    fn allows(&self, position: &AnyPosition, mv: &AnyMove) -> bool;
    fn options(&self, position: &AnyPosition) -> Vec<Components<AnyPosition>>;
    fn memo_key(&self, position: &AnyPosition) -> AnyPosition;
    fn known_value(&self, position: &AnyPosition) -> Option<Nimber>;
}

impl<G: ImpartialGame> Rules for G {
    fn moves(&self, at: &AnyPosition) -> Vec<AnyMove> {
        self.moves(position(at)).take(MAX_MOVES + 1).map(|mv| AnyMove::new(Shown(mv))).collect()
    }

    fn play(&self, at: &AnyPosition, by: &AnyMove) -> Components<AnyPosition> {
        all_hidden(self.play(position(at), mv(by)))
    }

    fn allows(&self, at: &AnyPosition, by: &AnyMove) -> bool {
        self.allows(position(at), mv(by))
    }

    fn options(&self, at: &AnyPosition) -> Vec<Components<AnyPosition>> {
        self.options(position(at)).take(MAX_MOVES + 1).map(all_hidden).collect()
    }

    fn memo_key(&self, at: &AnyPosition) -> AnyPosition {
        hidden(self.memo_key(position::<G::Position>(at).clone()))
    }

    fn known_value(&self, at: &AnyPosition) -> Option<Nimber> {
        self.known_value(position(at))
    }
}

impl ImpartialGame for Erased<'_> {
    type Position = AnyPosition;
    type Move = AnyMove;

    fn moves(&self, position: &AnyPosition) -> impl Iterator<Item = AnyMove> {
        self.0.moves(position).into_iter()
    }

    fn play(&self, position: &AnyPosition, mv: &AnyMove) -> Components<AnyPosition> {
        self.0.play(position, mv)
    }

    fn allows(&self, position: &AnyPosition, mv: &AnyMove) -> bool {
        self.0.allows(position, mv)
    }

    fn options(&self, position: &AnyPosition) -> impl Iterator<Item = Components<AnyPosition>> {
        self.0.options(position).into_iter()
    }

    fn memo_key(&self, position: AnyPosition) -> AnyPosition {
        self.0.memo_key(&position)
    }

    fn known_value(&self, position: &AnyPosition) -> Option<Nimber> {
        self.0.known_value(position)
    }
}
