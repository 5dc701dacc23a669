//! What a move leaves: a list of independent components.

use std::fmt;
use std::ops::Deref;

use smallvec::SmallVec;

/// A position as the sum of its components: zero or more independent positions, of which a move plays in exactly one.
///
/// A row of pins splits in two, a tree falls apart into a forest, a finished game leaves nothing: the empty list. The
/// order is the reading order and does not matter to any value. Up to two components are stored in place.
///
/// ```
/// use grundy::Components;
///
/// let rows: Components<u64> = [5, 6, 3, 2].into();
/// assert_eq!(rows.to_string(), "5 + 6 + 3 + 2");
/// assert_eq!(rows.len(), 4);
/// assert_eq!(Components::from(7), Components::from([7]));
/// assert!(Components::<u64>::new().is_empty());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Components<P>(SmallVec<[P; 2]>);

impl<P> Components<P> {
    /// Nothing left.
    #[must_use]
    #[inline]
    pub fn new() -> Self {
        Self(SmallVec::new())
    }

    /// Two components, in place.
    #[must_use]
    #[inline]
    pub fn pair(one: P, other: P) -> Self {
        Self(SmallVec::from_buf([one, other]))
    }

    /// Adds a component at the end.
    #[inline]
    pub fn push(&mut self, component: P) {
        self.0.push(component);
    }

    /// Takes the last component off.
    #[inline]
    pub fn pop(&mut self) -> Option<P> {
        self.0.pop()
    }

    /// The components as a slice that may be reordered or changed.
    pub fn as_mut_slice(&mut self) -> &mut [P] {
        &mut self.0
    }

    /// This sum with the component at `place` replaced by what a move in it leaves, in the same place; unchanged if
    /// there is no such component.
    ///
    /// ```
    /// use grundy::Components;
    /// let rows: Components<u64> = [5, 6, 3, 2].into();
    /// assert_eq!(rows.replaced(0, [1, 3].into()), Components::from([1, 3, 6, 3, 2]));
    /// ```
    #[must_use]
    pub fn replaced(&self, place: usize, left: Self) -> Self
    where
        P: Clone,
    {
        let Some(after) = self.get(place.saturating_add(1)..) else { return self.clone() };
        self[..place].iter().cloned().chain(left).chain(after.iter().cloned()).collect()
    }
}

impl<P> Default for Components<P> {
    fn default() -> Self {
        Self::new()
    }
}

impl<P> Deref for Components<P> {
    type Target = [P];

    #[inline]
    fn deref(&self) -> &[P] {
        &self.0
    }
}

impl<P> From<P> for Components<P> {
    #[inline]
    fn from(component: P) -> Self {
        let mut list = SmallVec::new();
        list.push(component);
        Self(list)
    }
}

impl<P, const N: usize> From<[P; N]> for Components<P> {
    #[inline]
    fn from(components: [P; N]) -> Self {
        Self(components.into_iter().collect())
    }
}

impl<P> From<Vec<P>> for Components<P> {
    fn from(components: Vec<P>) -> Self {
        Self(SmallVec::from_vec(components))
    }
}

impl<P: Clone> From<&[P]> for Components<P> {
    fn from(components: &[P]) -> Self {
        Self(components.iter().cloned().collect())
    }
}

impl<P: Clone> From<&Components<P>> for Components<P> {
    fn from(components: &Components<P>) -> Self {
        components.clone()
    }
}

impl<P> FromIterator<P> for Components<P> {
    #[inline]
    fn from_iter<I: IntoIterator<Item = P>>(components: I) -> Self {
        Self(components.into_iter().collect())
    }
}

impl<P> Extend<P> for Components<P> {
    fn extend<I: IntoIterator<Item = P>>(&mut self, components: I) {
        self.0.extend(components);
    }
}

impl<P> IntoIterator for Components<P> {
    type Item = P;
    type IntoIter = smallvec::IntoIter<[P; 2]>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a, P> IntoIterator for &'a Components<P> {
    type Item = &'a P;
    type IntoIter = std::slice::Iter<'a, P>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

/// Writes the components joined by ` + `, and `0` when nothing is left.
impl<P: fmt::Display> fmt::Display for Components<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((first, rest)) = self.split_first() else { return f.write_str("0") };
        write!(f, "{first}")?;
        rest.iter().try_for_each(|component| write!(f, " + {component}"))
    }
}
