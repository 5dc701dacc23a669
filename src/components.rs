//! What a move leaves: a list of independent components.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::{mem, slice, vec};

/// A position as the sum of its components: zero or more independent positions, of which a move plays in exactly one.
///
/// A row of pins splits in two, a tree falls apart into a forest, and a finished game leaves the empty list. The order is the reading order;
/// no value depends on it. Up to two components are stored without an allocation.
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
///
/// One position and a list of positions both convert, so that every question takes either. If the type of a position is not known,
/// `Components::from([5, 6])` is ambiguous: the array could be one position. `from_iter` takes a list:
///
/// ```
/// use grundy::{Components, Kayles, Nimber, Solver};
///
/// assert_eq!(Components::from_iter([5, 6]).len(), 2);
/// let rows: Vec<u64> = vec![5, 6];
/// assert_eq!(Solver::new(Kayles).grundy(&rows)?, Nimber::new(7)); // arrays, slices and lists, by value or reference
/// assert_eq!(Solver::new(Kayles).grundy(&rows[0])?, Nimber::new(4)); // and one position
/// # Ok::<(), grundy::SolveError<u64>>(())
/// ```
#[derive(Clone)]
pub struct Components<P>(List<P>);

/// A list with variants for the usual lengths, so that the options of a position can live in registers while a solver looks them up. `Many`
/// may hold a list of any length, also a short one.
///
/// The variant is a machine word of its own. Without `repr` the compiler hides it in the capacity of `Many`, and the search of Grundy's game
/// takes 4 % more instructions.
#[derive(Clone)]
#[repr(usize)]
enum List<P> {
    None,
    One(P),
    Two([P; 2]),
    Many(Vec<P>),
}

/// Components as one, two, or another number of them.
pub(crate) enum ByNumber<P> {
    One(P),
    Two([P; 2]),
    Other(Components<P>),
}

impl<P> Components<P> {
    /// The empty list: nothing is left.
    #[must_use]
    #[inline]
    pub const fn new() -> Self {
        Self(List::None)
    }

    /// Adds a component at the end.
    #[inline]
    pub fn push(&mut self, component: P) {
        self.0 = match mem::replace(&mut self.0, List::None) {
            List::None => List::One(component),
            List::One(first) => List::Two([first, component]),
            List::Two([first, second]) => List::Many(vec![first, second, component]),
            List::Many(mut many) => {
                many.push(component);
                List::Many(many)
            }
        };
    }

    /// The components by their number, for code with a fast path for one and two.
    #[inline]
    pub(crate) fn by_number(self) -> ByNumber<P> {
        match self.0 {
            List::One(one) => ByNumber::One(one),
            List::Two(two) => ByNumber::Two(two),
            // `Many` with one or two components goes this way too, which is slower and gives the same.
            list => ByNumber::Other(Self(list)),
        }
    }

    /// Removes and returns the last component.
    #[inline]
    pub fn pop(&mut self) -> Option<P> {
        let (rest, last) = match mem::replace(&mut self.0, List::None) {
            List::None => (List::None, None),
            List::One(first) => (List::None, Some(first)),
            List::Two([first, second]) => (List::One(first), Some(second)),
            List::Many(mut many) => {
                let last = many.pop();
                (List::Many(many), last)
            }
        };
        self.0 = rest;
        last
    }

    /// The components as a slice, to be reordered or changed.
    pub fn as_mut_slice(&mut self) -> &mut [P] {
        match &mut self.0 {
            List::None => &mut [],
            List::One(one) => slice::from_mut(one),
            List::Two(two) => two,
            List::Many(many) => many,
        }
    }

    /// Each component by a function.
    #[inline]
    pub(crate) fn map<Q>(self, mut f: impl FnMut(P) -> Q) -> Components<Q> {
        Components(match self.0 {
            List::None => List::None,
            List::One(one) => List::One(f(one)),
            List::Two(two) => List::Two(two.map(f)),
            // The vector is kept if both types have the same size.
            List::Many(many) => List::Many(many.into_iter().map(f).collect()),
        })
    }

    /// The sum in which `left`, what a move leaves of the component at `place`, stands in its place; the same sum if there is no such
    /// component.
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
        // The usual case, a sum of one component, copies nothing.
        if place == 0 && self.len() == 1 {
            return left;
        }
        let Some(after) = self.get(place.saturating_add(1)..) else { return self.clone() };
        let before = &self[..place];
        let len = before.len() + left.len() + after.len();
        if len <= 2 {
            let mut sum = Self::new();
            sum.extend(before.iter().cloned().chain(left).chain(after.iter().cloned()));
            return sum;
        }
        // One allocation of the right length: searches on whole positions make a sum for each option.
        let mut sum = Vec::with_capacity(len);
        sum.extend_from_slice(before);
        sum.extend(left);
        sum.extend_from_slice(after);
        sum.into()
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
        match &self.0 {
            List::None => &[],
            List::One(one) => slice::from_ref(one),
            List::Two(two) => two,
            List::Many(many) => many,
        }
    }
}

impl<P: PartialEq> PartialEq for Components<P> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<P: Eq> Eq for Components<P> {}

impl<P: Hash> Hash for Components<P> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

impl<P: fmt::Debug> fmt::Debug for Components<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&**self).finish()
    }
}

impl<P> From<P> for Components<P> {
    #[inline]
    fn from(component: P) -> Self {
        Self(List::One(component))
    }
}

impl<P: Clone> From<&P> for Components<P> {
    fn from(component: &P) -> Self {
        component.clone().into()
    }
}

impl<P, const N: usize> From<[P; N]> for Components<P> {
    #[inline]
    fn from(components: [P; N]) -> Self {
        components.into_iter().collect()
    }
}

impl<P> From<Vec<P>> for Components<P> {
    fn from(components: Vec<P>) -> Self {
        // The vector is kept, also if it is short: equality and hash go by the slice, whatever the form.
        Self(List::Many(components))
    }
}

impl<P: Clone> From<&[P]> for Components<P> {
    fn from(components: &[P]) -> Self {
        match components {
            [] => Self::new(),
            [one] => Self(List::One(one.clone())),
            [one, other] => Self(List::Two([one.clone(), other.clone()])),
            many => Self(List::Many(many.to_vec())),
        }
    }
}

impl<P: Clone, const N: usize> From<&[P; N]> for Components<P> {
    fn from(components: &[P; N]) -> Self {
        components[..].into()
    }
}

impl<P: Clone> From<&Vec<P>> for Components<P> {
    fn from(components: &Vec<P>) -> Self {
        components[..].into()
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
        let mut components = components.into_iter();
        let Some(first) = components.next() else { return Self::new() };
        let Some(second) = components.next() else { return Self(List::One(first)) };
        let Some(third) = components.next() else { return Self(List::Two([first, second])) };
        Self(List::Many(many([first, second, third], &mut || components.next())))
    }
}

/// The list that begins with three components and goes on with all that `next` gives. `next` is behind a pointer, so that this is compiled
/// once for each type of positions. The list allocates, beside which one call for each component takes little time.
#[inline(never)]
fn many<P>(three: [P; 3], next: &mut dyn FnMut() -> Option<P>) -> Vec<P> {
    let mut list = Vec::with_capacity(4);
    list.extend(three);
    while let Some(component) = next() {
        list.push(component);
    }
    list
}

impl<P> Extend<P> for Components<P> {
    fn extend<I: IntoIterator<Item = P>>(&mut self, components: I) {
        for component in components {
            self.push(component);
        }
    }
}

/// The components of a position, one by one.
#[derive(Clone, Debug)]
pub struct IntoIter<P>(Rest<P>);

#[derive(Clone, Debug)]
#[repr(usize)]
enum Rest<P> {
    None,
    One(P),
    Two([P; 2]),
    Many(vec::IntoIter<P>),
}

impl<P> Iterator for IntoIter<P> {
    type Item = P;

    #[inline]
    fn next(&mut self) -> Option<P> {
        if let Rest::Many(many) = &mut self.0 {
            return many.next();
        }
        let (rest, next) = match mem::replace(&mut self.0, Rest::None) {
            Rest::One(one) => (Rest::None, Some(one)),
            Rest::Two([one, other]) => (Rest::One(other), Some(one)),
            rest => (rest, None),
        };
        self.0 = rest;
        next
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = match &self.0 {
            Rest::None => 0,
            Rest::One(_) => 1,
            Rest::Two(_) => 2,
            Rest::Many(many) => many.len(),
        };
        (count, Some(count))
    }

    #[inline]
    fn fold<B, F: FnMut(B, P) -> B>(self, init: B, mut f: F) -> B {
        match self.0 {
            Rest::None => init,
            Rest::One(one) => f(init, one),
            Rest::Two([one, other]) => {
                let init = f(init, one);
                f(init, other)
            }
            Rest::Many(many) => many.fold(init, f),
        }
    }
}

impl<P> ExactSizeIterator for IntoIter<P> {}

impl<P> IntoIterator for Components<P> {
    type Item = P;
    type IntoIter = IntoIter<P>;

    #[inline]
    fn into_iter(self) -> IntoIter<P> {
        IntoIter(match self.0 {
            List::None => Rest::None,
            List::One(one) => Rest::One(one),
            List::Two(two) => Rest::Two(two),
            List::Many(many) => Rest::Many(many.into_iter()),
        })
    }
}

impl<'a, P> IntoIterator for &'a Components<P> {
    type Item = &'a P;
    type IntoIter = slice::Iter<'a, P>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// A list of the components.
#[cfg(feature = "serde")]
impl<P: serde::Serialize> serde::Serialize for Components<P> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self)
    }
}

#[cfg(feature = "serde")]
impl<'de, P: serde::Deserialize<'de>> serde::Deserialize<'de> for Components<P> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Vec::deserialize(deserializer)?.into())
    }
}

/// Writes the components joined by ` + `, and `0` when nothing is left. A component that is a sum itself stands in brackets beside others.
impl<P: fmt::Display> fmt::Display for Components<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((first, rest)) = self.split_first() else { return f.write_str("0") };
        if rest.is_empty() {
            return write!(f, "{first}");
        }
        for (place, component) in self.iter().enumerate() {
            let text = component.to_string();
            let plus = if place == 0 { "" } else { " + " };
            // A component that is itself a sum, as a whole position is, stands in parentheses.
            if text.contains(" + ") { write!(f, "{plus}({text})")? } else { write!(f, "{plus}{text}")? }
        }
        Ok(())
    }
}
