//! What refutes that a monoid is a quotient.

/// What keeps a set with products and a set *P*, and a map from heaps to its elements, from being the misère quotient of these heaps.
///
/// ```
/// use grundy::misere::quotient::Fault;
/// assert_eq!(Fault::NotGenerated.to_string(), "an element is no product of elements of heaps");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The products are not those of a commutative monoid with the identity 0, or do not fit the pairs with product in *P*.
    #[error("the products are not those of a commutative monoid with a set P")]
    NoMonoid,
    /// The identity is in *P*: but in misère play the empty sum is won by the player who cannot move.
    #[error("the identity is in P, and the empty sum is an N-position")]
    IdentityInP,
    /// An element is the product of the elements of no sum of heaps.
    #[error("an element is no product of elements of heaps")]
    NotGenerated,
    /// There are two elements whose products with every third are both in *P* or both not.
    #[error("two elements are told apart by none")]
    NotToldApart,
    /// A heap without moves has another element than the identity.
    #[error("heap {heap} has no move, and its element is not the identity")]
    NothingIsSomething {
        /// The heap.
        heap: usize,
    },
    /// The products tell the wrong outcome of a sum of heaps.
    #[error("a sum of heaps has another outcome than its element")]
    WrongOutcome,
}
