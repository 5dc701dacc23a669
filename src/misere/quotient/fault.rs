//! Reasons why a monoid is not a quotient.

/// The reason why a set with products, a subset *P* and a map from heaps to its elements are not the misère quotient of these heaps.
///
/// ```
/// use grundy::misere::quotient::Fault;
/// assert_eq!(Fault::NotGenerated.to_string(), "an element is no product of elements of heaps");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The products are not those of a commutative monoid with the identity 0, or contradict the pairs whose product is in *P*.
    #[error("the products are not those of a commutative monoid with a set P")]
    NoMonoid,
    /// The identity is in *P*, although the empty sum is an N-position in misère play.
    #[error("the identity is in P, and the empty sum is an N-position")]
    IdentityInP,
    /// Some element is not the element of any sum of heaps.
    #[error("an element is no product of elements of heaps")]
    NotGenerated,
    /// Two elements are not distinguished: with every third element, both products are in *P* or both are not.
    #[error("two elements are not distinguished by any third")]
    NotToldApart,
    /// The element of a heap without moves is not the identity.
    #[error("heap {heap} has no move, and its element is not the identity")]
    NothingIsSomething {
        /// The heap.
        heap: usize,
    },
    /// For some sum of heaps, its outcome does not agree with whether its element is in *P*.
    #[error("a sum of heaps has another outcome than its element")]
    WrongOutcome,
}
