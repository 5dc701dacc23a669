//! Every rule book as one type. A crate with laws compiles the solvers and compounds that they need for this type, once, and not for each
//! rule book.

use std::any::Any;
use std::fmt::{self, Debug};
use std::hash::{BuildHasher, Hash, Hasher};
use std::sync::Arc;

use rustc_hash::FxBuildHasher;

use crate::components::Components;
use crate::game::ImpartialGame;
use crate::laws::effort::MAX_MOVES;
use crate::nimber::Nimber;

/// A rule book with its hints, but for the oracle: a law of hints asks that of the rule book itself.
///
/// Lists are cut off after [`MAX_MOVES`] and one more: a position with as many moves is too large to be checked.
pub(super) struct Erased<'g>(&'g dyn Rules);

impl<'g> Erased<'g> {
    pub(super) fn new<G: ImpartialGame>(game: &'g G) -> Self {
        Self(game)
    }
}

/// A position or a move of any type.
#[derive(Clone)]
pub(super) struct Hidden(Arc<dyn Data>);

impl Hidden {
    pub(super) fn position<P: Clone + Eq + Hash + Debug + Send + Sync + 'static>(position: P) -> Self {
        let hash = FxBuildHasher.hash_one(&position);
        Self(Arc::new(Item { hash, item: position }))
    }

    /// Moves are never hashed.
    fn mv<M: Clone + PartialEq + Debug + Send + Sync + 'static>(mv: M) -> Self {
        Self(Arc::new(Item { hash: 0, item: mv }))
    }

    /// What is hidden. A solver hands a game the game's own positions and moves.
    fn shown<T: 'static>(&self) -> &T {
        let item: &dyn Any = self.0.item();
        item.downcast_ref().expect("a position or a move of the game itself")
    }
}

impl PartialEq for Hidden {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.is(other)
    }
}

impl Eq for Hidden {}

impl Hash for Hidden {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.hash());
    }
}

impl Debug for Hidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.show(f)
    }
}

/// A value, and its hash, which is computed once.
struct Item<T> {
    hash: u64,
    item: T,
}

trait Data: Send + Sync {
    fn item(&self) -> &dyn Any;
    fn hash(&self) -> u64;
    fn is(&self, other: &Hidden) -> bool;
    fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl<T: PartialEq + Debug + Send + Sync + 'static> Data for Item<T> {
    fn item(&self) -> &dyn Any {
        &self.item
    }

    fn hash(&self) -> u64 {
        self.hash
    }

    fn is(&self, other: &Hidden) -> bool {
        self.hash == other.0.hash() && self.item == *other.shown()
    }

    fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.item.fmt(f)
    }
}

/// The methods of a rule book, in a form that a pointer allows.
trait Rules {
    fn moves(&self, position: &Hidden) -> Vec<Hidden>;
    fn play(&self, position: &Hidden, mv: &Hidden) -> Components<Hidden>;
    fn allows(&self, position: &Hidden, mv: &Hidden) -> bool;
    fn options(&self, position: &Hidden) -> Vec<Components<Hidden>>;
    fn memo_key(&self, position: &Hidden) -> Hidden;
    fn known_value(&self, position: &Hidden) -> Option<Nimber>;
}

impl<G: ImpartialGame> Rules for G {
    fn moves(&self, position: &Hidden) -> Vec<Hidden> {
        self.moves(position.shown()).take(MAX_MOVES + 1).map(Hidden::mv).collect()
    }

    fn play(&self, position: &Hidden, mv: &Hidden) -> Components<Hidden> {
        hidden(self.play(position.shown(), mv.shown()))
    }

    fn allows(&self, position: &Hidden, mv: &Hidden) -> bool {
        self.allows(position.shown(), mv.shown())
    }

    fn options(&self, position: &Hidden) -> Vec<Components<Hidden>> {
        self.options(position.shown()).take(MAX_MOVES + 1).map(hidden).collect()
    }

    fn memo_key(&self, position: &Hidden) -> Hidden {
        Hidden::position(self.memo_key(position.shown::<G::Position>().clone()))
    }

    fn known_value(&self, position: &Hidden) -> Option<Nimber> {
        self.known_value(position.shown())
    }
}

/// Components of any type.
fn hidden<P: Clone + Eq + Hash + Debug + Send + Sync + 'static>(components: Components<P>) -> Components<Hidden> {
    components.into_iter().map(Hidden::position).collect()
}

impl ImpartialGame for Erased<'_> {
    type Position = Hidden;
    type Move = Hidden;

    fn moves(&self, position: &Hidden) -> impl Iterator<Item = Hidden> {
        self.0.moves(position).into_iter()
    }

    fn play(&self, position: &Hidden, mv: &Hidden) -> Components<Hidden> {
        self.0.play(position, mv)
    }

    fn allows(&self, position: &Hidden, mv: &Hidden) -> bool {
        self.0.allows(position, mv)
    }

    fn options(&self, position: &Hidden) -> impl Iterator<Item = Components<Hidden>> {
        self.0.options(position).into_iter()
    }

    fn memo_key(&self, position: Hidden) -> Hidden {
        self.0.memo_key(&position)
    }

    fn known_value(&self, position: &Hidden) -> Option<Nimber> {
        self.0.known_value(position)
    }
}
