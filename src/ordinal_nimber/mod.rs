//! Nimbers of infinite size: a part of the field of ordinals below ω^ω^ω.

mod roots;

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, AddAssign, Mul, MulAssign};

use crate::nimber::Nimber;

/// An ordinal with the nim-sum and the nim-product: below ω^ω^59, and with coefficients below 2^64.
///
/// A nim-heap may have infinitely many counters: from a heap of ω counters, a move leaves any finite number of them. Definition, as for
/// finite nimbers: the sum *a* + *b* is the least ordinal that is neither *a*′ + *b* nor *a* + *b*′, and the product *ab* is the least that is not
/// *a*′*b* + *ab*′ + *a*′*b*′, with *a*′ < *a* and *b*′ < *b*.
///
/// Theorem (Conway): with these, the ordinals below ω^ω^ω are the algebraic closure of the field {0, 1}. Write an ordinal in Cantor normal
/// form, a sum of ω^*β* times finite coefficients. The nim-sum adds the coefficients of equal powers by [`Nimber`] addition. Write *β* as *b*₀ +
/// ω *b*₁ + ω² *b*₂ + .., and each *b* with the index *k* in base *p*, the odd prime with the index *k*: 3, 5, 7, and so on. Then ω^*β* is the
/// product of powers of ω^(ω^*k* *p*^*n*), one for each digit, and these multiply by two rules:
///
/// - the *p*-th power of ω^(ω^*k* *p*^*n*) is ω^(ω^*k* *p*^(*n* − 1)) for *n* ≥ 1;
/// - the *p*-th power of ω^ω^*k* is α_*p*, the least ordinal without a *p*-th root among those below ω^ω^*k*.
///
/// So a nim-product of two powers adds the digits of their exponents, where a carry goes to the *lower* digit, and a carry below the last digit is a
/// factor α_*p*. The first ones are α₃ = 2, α₅ = 4, α₇ = ω + 1, α₁₁ = ω^ω + 1, α₁₃ = ω + 4. The numbers of this type are closed
/// under both operations, since α_*p* needs primes below *p* only. They end at the prime 281: for the next one, 283, α is not published. The digits are those of numbers below
/// 2^64.
///
/// A sum takes time linear in the number of terms, a product time proportional to the product of these numbers, times the terms that the α
/// bring: for each pair of terms, at most a product of three for each carry, which is exponential in the number of carries.
///
/// ```
/// use grundy::{Nimber, OrdinalNimber};
///
/// let omega = OrdinalNimber::omega();
/// assert_eq!(omega.pow(3), OrdinalNimber::from(2)); // ω is a cube root of 2
/// assert_eq!((&omega * &omega).to_string(), "ω^2");
///
/// let fifth_root = OrdinalNimber::power_of_omega([0, 1])?; // ω^ω
/// assert_eq!(fifth_root.pow(5), OrdinalNimber::from(4));
/// let seventh_root = OrdinalNimber::power_of_omega([0, 0, 1])?; // ω^ω^2
/// assert_eq!(seventh_root.pow(7), omega + OrdinalNimber::from(1));
/// # Ok::<(), grundy::OrdinalTooLargeError>(())
/// ```
///
/// Reference: ONAG, ch. 6; Lenstra, *On the algebraic closure of two*, 1977; OEIS A380496.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OrdinalNimber {
    /// From the largest exponent to the smallest. No coefficient is 0. So the order of ordinals is the lexicographic one.
    terms: Vec<Term>,
}

/// A power of ω times a finite coefficient that is not 0.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Term {
    exponent: Exponent,
    coefficient: Nimber,
}

/// An exponent *b*₀ + ω *b*₁ + ω² *b*₂ + ..: these numbers in this order, of which the last is not 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Exponent(Vec<u64>);

/// The error of an exponent that no [`OrdinalNimber`] has.
///
/// ```
/// use grundy::OrdinalNimber;
///
/// let mut exponent = [0; 60];
/// exponent[59] = 1;
/// let error = OrdinalNimber::power_of_omega(exponent).unwrap_err();
/// assert_eq!(error.to_string(), "the exponent has ω^59 1 times: it must be less than 1");
/// let error = OrdinalNimber::power_of_omega([u64::MAX]).unwrap_err();
/// assert_eq!(error.limit, 3_u64.pow(40));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the exponent has ω^{power} {number} times: it must be less than {limit}")]
pub struct OrdinalTooLargeError {
    /// The power of ω.
    pub power: usize,
    /// Its coefficient in the exponent.
    pub number: u64,
    /// The least coefficient that is too large: the largest power of the prime that is below 2^64, or 1 from ω^59 on.
    pub limit: u64,
}

impl OrdinalNimber {
    /// The ordinal 0.
    pub const ZERO: Self = Self { terms: Vec::new() };

    /// The least infinite ordinal, ω.
    #[must_use]
    pub fn omega() -> Self {
        Self::term(Exponent(vec![1]), Nimber::new(1))
    }

    /// The power ω^(*b*₀ + ω *b*₁ + ω² *b*₂ + ..), given *b*₀, *b*₁, *b*₂, and so on.
    ///
    /// ```
    /// use grundy::OrdinalNimber;
    ///
    /// assert_eq!(OrdinalNimber::power_of_omega([5, 3, 1])?.to_string(), "ω^(ω^2+ω·3+5)");
    /// assert_eq!(OrdinalNimber::power_of_omega([])?, OrdinalNimber::from(1));
    /// # Ok::<(), grundy::OrdinalTooLargeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`OrdinalTooLargeError`] if a number beyond the first 59 is not 0, or one of these reaches the largest power of its prime below 2^64.
    pub fn power_of_omega(exponent: impl IntoIterator<Item = u64>) -> Result<Self, OrdinalTooLargeError> {
        let mut numbers = Vec::new();
        for (power, number) in exponent.into_iter().enumerate() {
            // Numbers beyond the last prime must be 0, and are not stored.
            let limit = if power < roots::COUNT { roots::limit(power) } else { 1 };
            if number >= limit {
                return Err(OrdinalTooLargeError { power, number, limit });
            }
            if power < roots::COUNT {
                numbers.push(number);
            }
        }
        Ok(Self::term(Exponent::new(numbers), Nimber::new(1)))
    }

    fn term(exponent: Exponent, coefficient: Nimber) -> Self {
        Self { terms: vec![Term { exponent, coefficient }] }
    }

    /// Whether this is the ordinal 0.
    #[must_use]
    pub const fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    /// The nimber that this is, if it is finite.
    ///
    /// ```
    /// use grundy::{Nimber, OrdinalNimber};
    /// assert_eq!(OrdinalNimber::omega().pow(9).finite(), Some(Nimber::new(1))); // 2 · 2 · 2 = 3 · 2 = 1
    /// assert_eq!(OrdinalNimber::omega().finite(), None);
    /// ```
    #[must_use]
    pub fn finite(&self) -> Option<Nimber> {
        match &self.terms[..] {
            [] => Some(Nimber::ZERO),
            [term] if term.exponent.0.is_empty() => Some(term.coefficient),
            _ => None,
        }
    }

    /// The terms of the Cantor normal form from the largest: *b*₀, *b*₁, *b*₂, .. of the exponent *b*₀ + ω *b*₁ + ω² *b*₂ + .., and the coefficient.
    ///
    /// ```
    /// use grundy::{Nimber, OrdinalNimber};
    ///
    /// let sum = OrdinalNimber::omega() + OrdinalNimber::from(4);
    /// assert!(sum.terms().eq([(&[1][..], Nimber::new(1)), (&[], Nimber::new(4))]));
    /// ```
    pub fn terms(&self) -> impl Iterator<Item = (&[u64], Nimber)> {
        self.terms.iter().map(|term| (&term.exponent.0[..], term.coefficient))
    }

    /// The nim-product of `exponent` equal factors; 1 for the exponent 0. About 2 log₂ products.
    #[must_use]
    pub fn pow(&self, exponent: u64) -> Self {
        let mut power = Self::from(1);
        // From the highest bit that is set. `power` has the exponent that the bits so far make.
        for bit in (0..u64::BITS - exponent.leading_zeros()).rev() {
            power = &power * &power;
            if exponent >> bit & 1 == 1 {
                power = &power * self;
            }
        }
        power
    }
}

impl Exponent {
    fn new(mut numbers: Vec<u64>) -> Self {
        let length = numbers.iter().rposition(|number| *number > 0).map_or(0, |last| last + 1);
        numbers.truncate(length);
        Self(numbers)
    }

    /// The exponent of the nim-product of two powers of ω, and the indices of the primes whose α are factors too.
    fn times(&self, other: &Self) -> (Self, Vec<usize>) {
        let (mut sums, mut carried) = (Vec::new(), Vec::new());
        for index in 0..self.0.len().max(other.0.len()) {
            let number = |of: &Self| of.0.get(index).copied().unwrap_or(0);
            // Number *k* of the exponent has digits in base *p*, the prime with index *k*, so the numbers are added one
            // by one.
            let (sum, carries) = add_digits(number(self), number(other), index);
            sums.push(sum);
            if carries {
                carried.push(index);
            }
        }
        (Self::new(sums), carried)
    }
}

/// Adds two numbers digit by digit in base *p*, the prime with that index. A carry goes to the lower digit. Also says whether the last digit had
/// a carry. The sum has no more digits than the numbers, so it is below the limit if they are.
fn add_digits(one: u64, other: u64, index: usize) -> (u64, bool) {
    let prime = roots::prime(index);
    // From the highest digit down, since carries go to lower digits.
    // Both numbers are below the limit, so their highest digit stands one place below it.
    let mut place = roots::limit(index);
    let (mut sum, mut carry) = (0, 0);
    while place > 1 {
        place /= prime;
        // At most 2(*p* − 1) + 1, so the carry is 0 or 1. By hand, for *p* = 3: 1 + 2 is 0, with a
        // carry below the last digit, since ω ω² = ω³ = α₃.
        let digits = one / place % prime + other / place % prime + carry;
        carry = u64::from(digits >= prime);
        sum += digits % prime * place;
    }
    (sum, carry > 0)
}

/// The sizes of exponents and of ordinals are compared alike: by the largest power of ω first.
impl Ord for Exponent {
    fn cmp(&self, other: &Self) -> Ordering {
        // The last number is not 0, so more numbers mean a larger power of ω.
        let by_length = self.0.len().cmp(&other.0.len());
        by_length.then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }
}

impl PartialOrd for Exponent {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<Nimber> for OrdinalNimber {
    fn from(finite: Nimber) -> Self {
        if finite.is_zero() { Self::ZERO } else { Self::term(Exponent::default(), finite) }
    }
}

impl From<u64> for OrdinalNimber {
    fn from(finite: u64) -> Self {
        Nimber::new(finite).into()
    }
}

/// Terms that are added in any order, kept from the largest exponent to the smallest. Coefficients may be 0.
#[derive(Default)]
struct Total(Vec<Term>);

impl Total {
    fn add(&mut self, exponent: Exponent, coefficient: Nimber) {
        // The list descends, so the comparison is turned round.
        match self.0.binary_search_by(|term| exponent.cmp(&term.exponent)) {
            Ok(place) => self.0[place].coefficient += coefficient,
            Err(place) => self.0.insert(place, Term { exponent, coefficient }),
        }
    }

    fn finish(mut self) -> OrdinalNimber {
        // Terms may have cancelled, and no coefficient of an ordinal is 0.
        self.0.retain(|term| !term.coefficient.is_zero());
        OrdinalNimber { terms: self.0 }
    }
}

/// The nim-sum.
impl Add for &OrdinalNimber {
    type Output = OrdinalNimber;

    fn add(self, other: Self) -> OrdinalNimber {
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let [mut ours, mut theirs] = [&self.terms, &other.terms].map(|terms| terms.iter().peekable());
        // Both lists descend, and so does the merged one.
        while let (Some(our), Some(their)) = (ours.peek(), theirs.peek()) {
            match our.exponent.cmp(&their.exponent) {
                Ordering::Greater => terms.extend(ours.next().cloned()),
                Ordering::Less => terms.extend(theirs.next().cloned()),
                Ordering::Equal => {
                    let coefficient = our.coefficient + their.coefficient;
                    // Equal coefficients cancel.
                    if !coefficient.is_zero() {
                        terms.push(Term { exponent: our.exponent.clone(), coefficient });
                    }
                    ours.next();
                    theirs.next();
                }
            }
        }
        terms.extend(ours.chain(theirs).cloned());
        OrdinalNimber { terms }
    }
}

/// The nim-product.
impl Mul for &OrdinalNimber {
    type Output = OrdinalNimber;

    fn mul(self, other: Self) -> OrdinalNimber {
        let mut total = Total::default();
        for one in &self.terms {
            for other in &other.terms {
                let (exponent, carried) = one.exponent.times(&other.exponent);
                // Products that have factors α to come, given by the indices of their primes. Each factor has smaller primes only.
                let mut products = vec![(exponent, one.coefficient * other.coefficient, carried)];
                while let Some((exponent, coefficient, mut carried)) = products.pop() {
                    // Every carry is taken in, so this product is a single term.
                    let Some(index) = carried.pop() else {
                        total.add(exponent, coefficient);
                        continue;
                    };
                    // Each term of α gives a product of its own. Its exponent is added like any other, and may carry
                    // again.
                    for factor in &roots::alpha(index).terms {
                        let (exponent, more) = exponent.times(&factor.exponent);
                        let carried = carried.iter().copied().chain(more).collect();
                        products.push((exponent, coefficient * factor.coefficient, carried));
                    }
                }
            }
        }
        total.finish()
    }
}

impl Add for OrdinalNimber {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        &self + &other
    }
}

impl AddAssign<&Self> for OrdinalNimber {
    fn add_assign(&mut self, other: &Self) {
        *self = &*self + other;
    }
}

impl Mul for OrdinalNimber {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        &self * &other
    }
}

impl MulAssign<&Self> for OrdinalNimber {
    fn mul_assign(&mut self, other: &Self) {
        *self = &*self * other;
    }
}

/// Writes the Cantor normal form: `ω^(ω·2+1)·4 + ω·2 + 3`.
impl fmt::Display for OrdinalNimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_zero() {
            return f.pad("0");
        }
        let term = |Term { exponent, coefficient }: &Term| match (&exponent.0[..], coefficient.get()) {
            ([], finite) => finite.to_string(),
            ([1], 1) => "ω".to_owned(),
            ([1], many) => format!("ω·{many}"),
            (_, 1) => format!("ω^{exponent}"),
            (_, many) => format!("ω^{exponent}·{many}"),
        };
        f.pad(&self.terms.iter().map(term).collect::<Vec<_>>().join(" + "))
    }
}

/// Writes the exponent, in parentheses unless it is a number or a power of ω.
impl fmt::Display for Exponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let term = |(power, number): (usize, &u64)| match (power, *number) {
            (_, 0) => None,
            (0, number) => Some(number.to_string()),
            (1, 1) => Some("ω".to_owned()),
            (1, number) => Some(format!("ω·{number}")),
            (_, 1) => Some(format!("ω^{power}")),
            (_, number) => Some(format!("ω^{power}·{number}")),
        };
        let terms: Vec<String> = self.0.iter().enumerate().rev().filter_map(term).collect();
        match &terms[..] {
            [term] if !term.contains('·') => f.write_str(term),
            _ => write!(f, "({})", terms.join("+")),
        }
    }
}
