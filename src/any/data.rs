//! Positions and moves of any type.

use std::any::Any;
use std::fmt::{self, Debug, Display};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A position of an [`AnyGame`](crate::AnyGame), of whatever type its rule book has.
///
/// Two positions are equal if their types are and they are.
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

/// A move in an [`AnyGame`](crate::AnyGame), of whatever type its rule book has.
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
    /// A position of a rule book whose positions have this type.
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
    /// A move of a rule book whose moves have this type.
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

/// What a position and a move have in common.
trait Data: Any + Debug + Display + Send + Sync {
    fn equals(&self, other: &dyn Any) -> bool;
}

impl<T: Any + PartialEq + Debug + Display + Send + Sync> Data for T {
    fn equals(&self, other: &dyn Any) -> bool {
        other.downcast_ref() == Some(self)
    }
}

/// What can be remembered.
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

/// As the position itself, so that small integers keep their place in the array of a memo.
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
