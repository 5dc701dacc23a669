//! Positions and moves of any type.

use std::any::Any;
use std::fmt::{self, Debug, Display};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A position of an [`AnyGame`](crate::AnyGame), of any type.
///
/// Two positions are equal if they have the same type and are equal there. The feature `serde` does not cover it, since the type to be
/// read is not known: write the game's name and [`Notation::text`](crate::Notation::text) instead.
///
/// ```
/// use grundy::any::AnyPosition;
///
/// let row = AnyPosition::new(5_u64);
/// assert_eq!(row.to_string(), "5");
/// assert_eq!(row.downcast_ref::<u64>(), Some(&5));
/// assert_ne!(row, AnyPosition::new(5_u128));
/// ```
#[derive(Clone)]
pub struct AnyPosition(Arc<dyn Key>);

/// A move in an [`AnyGame`](crate::AnyGame), of any type. The feature `serde` does not cover it, as with [`AnyPosition`].
///
/// ```
/// use grundy::any::AnyMove;
/// use grundy::heap::HeapMove;
///
/// let mv = AnyMove::new(HeapMove::Take(2));
/// assert_eq!(mv.to_string(), "take 2");
/// assert_eq!(mv.downcast_ref(), Some(&HeapMove::Take(2)));
/// ```
#[derive(Clone)]
pub struct AnyMove(Arc<dyn Data>);

impl AnyPosition {
    /// Hides the type of a position.
    #[must_use]
    pub fn new<P: Eq + Hash + Debug + Display + Send + Sync + 'static>(position: P) -> Self {
        Self(Arc::new(position))
    }

    /// The position, if it is of this type.
    #[must_use]
    pub fn downcast_ref<P: 'static>(&self) -> Option<&P> {
        let position: &dyn Any = &*self.0;
        position.downcast_ref()
    }
}

impl AnyMove {
    /// Hides the type of a move.
    #[must_use]
    pub fn new<M: PartialEq + Debug + Display + Send + Sync + 'static>(mv: M) -> Self {
        Self(Arc::new(mv))
    }

    /// The move, if it is of this type.
    #[must_use]
    pub fn downcast_ref<M: 'static>(&self) -> Option<&M> {
        let mv: &dyn Any = &*self.0;
        mv.downcast_ref()
    }
}

/// The traits that positions and moves have in common, in a form that a pointer allows.
trait Data: Any + Debug + Display + Send + Sync {
    fn equals(&self, other: &dyn Any) -> bool;
}

impl<T: Any + PartialEq + Debug + Display + Send + Sync> Data for T {
    fn equals(&self, other: &dyn Any) -> bool {
        other.downcast_ref() == Some(self)
    }
}

/// Data that can be the key of a memo.
trait Key: Data {
    fn hash_into(&self, state: &mut dyn Hasher);
}

impl<T: Data + Hash> Key for T {
    fn hash_into(&self, mut state: &mut dyn Hasher) {
        self.hash(&mut state);
    }
}

impl PartialEq for AnyPosition {
    fn eq(&self, other: &Self) -> bool {
        self.0.equals(&*other.0)
    }
}

impl Eq for AnyPosition {}

/// The hash of the position itself, without its type: a memo keeps small integers in an array, which it knows by their hash.
impl Hash for AnyPosition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash_into(state);
    }
}

impl Debug for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Debug::fmt(&*self.0, f)
    }
}

impl Display for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&*self.0, f)
    }
}

impl PartialEq for AnyMove {
    fn eq(&self, other: &Self) -> bool {
        self.0.equals(&*other.0)
    }
}

impl Debug for AnyMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Debug::fmt(&*self.0, f)
    }
}

impl Display for AnyMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&*self.0, f)
    }
}
