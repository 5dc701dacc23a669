//! The nim-product: the multiplication of the field of nimbers.
//!
//! Definition: a nimber of 2*h* bits is *aB* + *b*, where *B* = 2^*h* for *h* = 1, 2, 4, .., 32, and *a* and *b* have *h* bits. Its products
//! follow from *B* ⊗ *B* = *B* + *B*/2: a product is three products of half the size, and one more with the constant *B*/2. The
//! computation uses polynomials instead, which form an isomorphic field: see `polynomials.rs`.

mod polynomials;

use std::iter::Product;
use std::ops::{Mul, MulAssign};

use crate::nimber::Nimber;

/// The error of a division by `*0`.
///
/// ```
/// use grundy::Nimber;
/// assert_eq!(Nimber::ZERO.inverse().unwrap_err().to_string(), "*0 has no inverse: no nim-product with it is *1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("*0 has no inverse: no nim-product with it is *1")]
pub struct DivisionByZeroError;

/// The nim-product of *a* and *b*: the mex of *a*′*b* + *ab*′ + *a*′*b*′ over all *a*′ < *a* and *b*′ < *b*.
///
/// Theorem (Conway): the nimbers below 2^2^*n* are a field. The nim-product of 2^2^*n* and a smaller nimber is the ordinary product, and
/// the nim-square of 2^2^*n* is 3/2 of it. The 64-bit nimbers are the field of 2^64 elements. The values of Tartan games, which are
/// products of two games by coordinates, are nim-products.
///
/// Constant time without branches: 24 table look-ups and 13 integer multiplications.
///
/// ```
/// use grundy::Nimber;
/// assert_eq!(Nimber::new(2) * Nimber::new(2), Nimber::new(3));
/// assert_eq!(Nimber::new(1 << 16) * Nimber::new(1 << 16), Nimber::new(3 << 15));
/// assert_eq!(Nimber::new(1 << 16) * Nimber::new(7), Nimber::new(7 << 16));
/// ```
///
/// Reference: ONAG, ch. 6; Winning Ways, ch. 14.
impl Mul for Nimber {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        Self::new(polynomials::product(self.get(), other.get()))
    }
}

impl MulAssign for Nimber {
    fn mul_assign(&mut self, other: Self) {
        *self = *self * other;
    }
}

/// The empty product is `*1`.
impl Product for Nimber {
    fn product<I: Iterator<Item = Self>>(values: I) -> Self {
        values.fold(Self::new(1), Self::mul)
    }
}

impl Nimber {
    /// The nimber whose nim-product with this one is `*1`.
    ///
    /// It is computed from the conjugate: the conjugate of *aB* + *b* is *aB* + *a* + *b*, and the product of the two has half as many
    /// bits. So the inverse of a number of 64 bits needs one of 32 bits, and so on.
    ///
    /// # Errors
    ///
    /// [`DivisionByZeroError`] if this is `*0`.
    ///
    /// ```
    /// use grundy::Nimber;
    /// assert_eq!(Nimber::new(2).inverse()?, Nimber::new(3));
    /// # Ok::<(), grundy::DivisionByZeroError>(())
    /// ```
    pub fn inverse(self) -> Result<Self, DivisionByZeroError> {
        if self.is_zero() { Err(DivisionByZeroError) } else { Ok(Self::new(inverse(self.get(), 64))) }
    }

    /// The nimber whose nim-product with `divisor` is this one.
    ///
    /// # Errors
    ///
    /// [`DivisionByZeroError`] if the divisor is `*0`.
    ///
    /// ```
    /// use grundy::Nimber;
    /// assert_eq!(Nimber::new(1).divided_by(Nimber::new(3))?, Nimber::new(2));
    /// # Ok::<(), grundy::DivisionByZeroError>(())
    /// ```
    pub fn divided_by(self, divisor: Self) -> Result<Self, DivisionByZeroError> {
        Ok(self * divisor.inverse()?)
    }

    /// The nim-power: the nim-product of `exponent` copies of this nimber. It is `*1` for the exponent 0.
    ///
    /// Time is at most two products for each bit of the exponent.
    ///
    /// ```
    /// use grundy::Nimber;
    /// assert_eq!(Nimber::new(2).pow(3), Nimber::new(1));
    /// assert_eq!(Nimber::new(12345).pow(u64::MAX), Nimber::new(1)); // the order of the multiplicative group
    /// ```
    #[must_use]
    pub fn pow(self, exponent: u64) -> Self {
        let (mut power, mut square, mut rest) = (Self::new(1), self, exponent);
        // `square` is this nimber to the power 1, 2, 4, 8, .., one for each bit of the exponent from the lowest.
        while rest > 0 {
            if rest & 1 == 1 {
                power *= square;
            }
            square *= square;
            rest >>= 1;
        }
        power
    }

    /// The only nimber whose nim-product with itself is this nimber. Squaring is a bijection, since (*x* + *y*)² = *x*² + *y*².
    ///
    /// Time is 63 products.
    ///
    /// ```
    /// use grundy::Nimber;
    /// assert_eq!(Nimber::new(3).square_root(), Nimber::new(2));
    /// ```
    #[must_use]
    pub fn square_root(self) -> Self {
        // In the field of 2^64 elements, squaring 64 times is the identity. So squaring 63 times is its inverse.
        (0..63).fold(self, |power, _| power * power)
    }

    /// The smaller solution *x* of *x*² + *x* = *c*, where *c* is this nimber. The other solution is *x* + `*1`. `None` if there is no
    /// solution, which is so exactly if *c* is 2^63 or more.
    ///
    /// ```
    /// use grundy::Nimber;
    /// assert_eq!(Nimber::new(1).root_of_square_plus_itself(), Some(Nimber::new(2)));
    /// assert_eq!(Nimber::new(1 << 63).root_of_square_plus_itself(), None);
    /// ```
    #[must_use]
    pub fn root_of_square_plus_itself(self) -> Option<Self> {
        (self.get() >> 63 == 0).then(|| Self::new(root_of_square_plus_itself(self.get(), 64) & !1))
    }
}

/// The inverse of a number that is not 0 and has at most this number of bits.
fn inverse(x: u64, bits: u32) -> u64 {
    if bits == 1 {
        // A number of one bit that is not 0 is 1, its own inverse.
        return x;
    }
    let half = bits / 2;
    // The number is *aB* + *b*, with *B* = 2^`half`.
    let (a, b) = (x >> half, x & ((1 << half) - 1));
    // (aB + b) (aB + a + b) = a² B/2 + b (a + b)
    let norm = polynomials::product(polynomials::product(a, a), 1 << (half - 1)) ^ polynomials::product(b, a ^ b);
    // The conjugate divided by the norm. The norm is not 0, since a field has no two factors other than 0 with the
    // product 0.
    polynomials::product(a << half | (a ^ b), inverse(norm, half))
}

/// A number whose square plus itself is `c`, which has at most this number of bits, and whose highest bit is 0.
fn root_of_square_plus_itself(c: u64, bits: u32) -> u64 {
    if bits == 1 {
        // *x*² + *x* is 0 for both numbers of one bit, and `c` is 0 too, since its highest bit is 0.
        return 0;
    }
    // (aB + b)² + aB + b = (a² + a) B + b² + b + a² B/2. The equation for a has the solutions a and a + 1. With one of them, the
    // equation for b has a right side whose highest bit is 0, so it has a solution.
    let half = bits / 2;
    let top = 1 << (half - 1);
    let low = c & ((1 << half) - 1);
    let rest = |a: u64| low ^ polynomials::product(polynomials::product(a, a), top);
    let one = root_of_square_plus_itself(c >> half, half);
    // (*a* + 1)² = *a*² + 1, so with the other solution the right side gets *B*/2 more, which is the bit `top`.
    let a = if rest(one) & top == 0 { one } else { one ^ 1 };
    a << half | root_of_square_plus_itself(rest(a), half)
}
